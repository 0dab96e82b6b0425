//! The syntax tree as rows: a row for each node, in the order of the text.

use ferrotape_syntax::tree::{ExpressionKind, StatementKind, Tree};
use ferrotape_syntax::visit::{Node, Visitor, walk};
use ferrotape_text::{SourceText, json_string};

use crate::units::Units;

/// Most rows.
const MOST_ROWS: usize = 5_000;
/// Most characters of a row's text.
const MOST_TEXT: usize = 40;

/// Returns rows `[depth, kind, text, start, end]`, and whether there were more.
pub fn rows(tree: &Tree, source: &SourceText, units: &Units) -> (Vec<String>, bool) {
    let mut rows = Rows { source, units, depth: 0, rows: Vec::new(), is_cut: false };
    walk(tree, &mut rows);
    (rows.rows, rows.is_cut)
}

/// The rows of a tree so far.
struct Rows<'t> {
    source: &'t SourceText,
    units: &'t Units,
    depth: usize,
    rows: Vec<String>,
    is_cut: bool,
}

impl Visitor for Rows<'_> {
    fn enter(&mut self, tree: &Tree, node: Node) -> bool {
        self.depth += 1;
        if self.rows.len() >= MOST_ROWS {
            self.is_cut = true;
            return false;
        }
        let span = node.span(tree);
        let text = match shown(tree, node) {
            Shown::Word(word) => word,
            Shown::Text => self.source.slice(span).chars().take(MOST_TEXT).collect(),
        };
        let (kind, text) = (json_string(&kind(tree, node)), json_string(&text));
        let (start, end) = (self.units.at(span.start), self.units.at(span.end));
        self.rows.push(format!("[{},{kind},{text},{start},{end}]", self.depth - 1));
        true
    }

    fn leave(&mut self, _tree: &Tree, _node: Node) {
        self.depth -= 1;
    }
}

/// The name of a node's kind.
fn kind(tree: &Tree, node: Node) -> String {
    let debug = match node {
        Node::Function(id) if id == tree.program => return "Program".to_owned(),
        Node::Function(id) => return format!("{:?} function", tree[id].kind),
        Node::Class(_) => return "Class".to_owned(),
        Node::Member(id) => format!("{:?}", tree[id].kind),
        Node::Statement(id) => format!("{:?}", tree[id].kind),
        Node::Declarator(_) => return "Declarator".to_owned(),
        Node::Case(_) => return "Case".to_owned(),
        Node::Expression(id) => format!("{:?}", tree[id].kind),
        Node::Property(id) => format!("{:?} property", tree[id].kind),
        _ => String::new(),
    };
    let word = debug.split(['{', '(']).next().unwrap_or(&debug).trim_end();
    match node {
        Node::Statement(id) if matches!(tree[id].kind, StatementKind::Expression { .. }) => {
            "Expression statement".to_owned()
        }
        _ => word.to_owned(),
    }
}

/// Text behind the kind.
enum Shown {
    Word(String),
    /// The node's own text, for leaves.
    Text,
}

/// Returns names, operators, and keywords of declarations. Other nodes without children show their own text,
/// statements nothing.
fn shown(tree: &Tree, node: Node) -> Shown {
    let name = |name| tree.names.text(name).to_string();
    match node {
        Node::Function(id) => Shown::Word(tree[id].name.map_or_else(String::new, name)),
        Node::Class(id) => Shown::Word(tree[id].name.map_or_else(String::new, name)),
        Node::Expression(id) => match tree[id].kind {
            ExpressionKind::Unary { operator, .. } => Shown::Word(format!("{operator:?}")),
            ExpressionKind::Update { operator, .. } => Shown::Word(format!("{operator:?}")),
            ExpressionKind::Binary { operator, .. } => Shown::Word(format!("{operator:?}")),
            ExpressionKind::Logical { operator, .. } => Shown::Word(format!("{operator:?}")),
            _ if node.children(tree).is_empty() => Shown::Text,
            _ => Shown::Word(String::new()),
        },
        Node::Statement(id) => match tree[id].kind {
            StatementKind::LexicalDeclaration { kind, .. } => Shown::Word(kind.keyword().to_owned()),
            StatementKind::VariableDeclaration { .. } => Shown::Word("var".to_owned()),
            _ => Shown::Word(String::new()),
        },
        _ if node.children(tree).is_empty() => Shown::Text,
        _ => Shown::Word(String::new()),
    }
}
