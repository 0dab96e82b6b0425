//! Walks over a tree in the order of the text. A walk does not recurse, since a tree may be deeper than any native
//! stack.

use ferrotape_budget::order;
use ferrotape_text::Span;

use crate::tree::{
    BindingTarget, CaseId, CatchParameter, ClassId, DeclaratorId, ExpressionId, ExpressionKind, ForInit, ForTarget,
    FunctionId, List, ListItem, MemberId, PropertyId, PropertyName, StatementId, StatementKind, Tree,
};

/// Node of a tree. The id that it holds indexes the tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Node {
    /// A function, or the whole program.
    Function(FunctionId),
    Class(ClassId),
    Member(MemberId),
    Statement(StatementId),
    Declarator(DeclaratorId),
    Case(CaseId),
    Expression(ExpressionId),
    Property(PropertyId),
}

/// Actions at each node of a [`walk`].
pub trait Visitor {
    /// Enters a node, before its children. Returning false skips the children.
    fn enter(&mut self, tree: &Tree, node: Node) -> bool;

    /// Leaves a node that was entered, after its children.
    fn leave(&mut self, _tree: &Tree, _node: Node) {}
}

/// Walks over a whole tree.
///
/// ```
/// use ferrotape_syntax::tree::{ExpressionKind, Tree};
/// use ferrotape_syntax::visit::{Node, Visitor, walk};
///
/// /// The functions that a program calls by their names.
/// #[derive(Default)]
/// struct Called(Vec<String>);
///
/// impl Visitor for Called {
///     fn enter(&mut self, tree: &Tree, node: Node) -> bool {
///         if let Node::Expression(id) = node
///             && let ExpressionKind::Call { callee, .. } = tree[id].kind
///             && let ExpressionKind::Identifier { name, .. } = tree[callee].kind
///         {
///             self.0.push(tree.names.text(name).to_string());
///         }
///         true
///     }
/// }
///
/// let tree = ferrotape_syntax::parse_script("f(1, () => { for (;;) g(h) })")?;
/// let mut called = Called::default();
/// walk(&tree, &mut called);
/// assert_eq!(called.0, ["f", "g"]);
/// # Ok::<(), ferrotape_syntax::SourceError>(())
/// ```
pub fn walk(tree: &Tree, visitor: &mut impl Visitor) {
    walk_from(tree, Node::Function(tree.program), visitor);
}

/// Walks over a node and all its descendants.
pub fn walk_from(tree: &Tree, node: Node, visitor: &mut impl Visitor) {
    // Nodes to enter (false), and nodes to leave once their children are done (true).
    let mut waiting = vec![(node, false)];
    while let Some((node, is_left)) = waiting.pop() {
        if is_left {
            visitor.leave(tree, node);
        } else {
            waiting.push((node, true));
            if visitor.enter(tree, node) {
                let first = waiting.len();
                node.each_child(tree, &mut |child| waiting.push((child, false)));
                waiting[first..].reverse();
            }
        }
    }
}

impl Node {
    /// Returns the node's part of the text.
    pub fn span(self, tree: &Tree) -> Span {
        match self {
            Node::Function(id) => tree[id].span,
            Node::Class(id) => tree[id].span,
            Node::Member(id) => tree[id].span,
            Node::Statement(id) => tree[id].span,
            Node::Declarator(id) => tree[id].span,
            Node::Case(id) => tree[id].span,
            Node::Expression(id) => tree[id].span,
            Node::Property(id) => tree[id].span,
        }
    }

    /// Returns the node's children, in the order of the text.
    pub fn children(self, tree: &Tree) -> Vec<Node> {
        let mut children = Vec::new();
        self.each_child(tree, &mut |child| children.push(child));
        children
    }

    /// Gives the children of a node in the order of the text.
    fn each_child(self, tree: &Tree, give: &mut impl FnMut(Node)) {
        match self {
            Node::Function(id) => {
                let function = &tree[id];
                all(tree, function.patterns, Node::Expression, give);
                all(tree, function.body, Node::Statement, give);
            }
            Node::Class(id) => {
                let class = &tree[id];
                class.heritage.map(Node::Expression).into_iter().for_each(&mut *give);
                let constructor = Some(class.constructor).filter(|_| !class.has_implicit_constructor);
                let mut inner: Vec<Node> = constructor.map(Node::Function).into_iter().collect();
                all(tree, class.members, Node::Member, &mut |member| inner.push(member));
                // The constructor is not among the members, but stands somewhere between them.
                order::sort_by_key(&mut inner, |node| node.span(tree).start);
                inner.into_iter().for_each(give);
            }
            Node::Member(id) => {
                let member = &tree[id];
                name(member.key, give);
                member.value.map(Node::Expression).into_iter().for_each(&mut *give);
                all(tree, member.body, Node::Statement, give);
            }
            Node::Declarator(id) => {
                if let BindingTarget::Pattern(pattern) = tree[id].target {
                    give(Node::Expression(pattern));
                }
                tree[id].init.map(Node::Expression).into_iter().for_each(give);
            }
            Node::Case(id) => {
                tree[id].test.map(Node::Expression).into_iter().for_each(&mut *give);
                all(tree, tree[id].consequent, Node::Statement, give);
            }
            Node::Property(id) => {
                name(tree[id].key, give);
                give(Node::Expression(tree[id].value));
            }
            Node::Statement(id) => within_statement(tree, tree[id].kind, give),
            Node::Expression(id) => within_expression(tree, tree[id].kind, give),
        }
    }
}

fn all<T: ListItem>(tree: &Tree, list: List<T>, node: fn(T) -> Node, give: &mut impl FnMut(Node)) {
    tree.list(list).map(node).for_each(give);
}

fn name(key: PropertyName, give: &mut impl FnMut(Node)) {
    if let PropertyName::Computed(key) = key {
        give(Node::Expression(key));
    }
}

/// Gives the children of a statement.
fn within_statement(tree: &Tree, kind: StatementKind, give: &mut impl FnMut(Node)) {
    use StatementKind::*;
    match kind {
        Empty | Debugger | ModuleDeclaration | Continue { .. } | Break { .. } => {}
        Expression { expression } | ExportDefault { expression, .. } => give(Node::Expression(expression)),
        Block { body, .. } => all(tree, body, Node::Statement, give),
        VariableDeclaration { declarations } | LexicalDeclaration { declarations, .. } => {
            all(tree, declarations, Node::Declarator, give);
        }
        ClassDeclaration { class, .. } => give(Node::Class(class)),
        FunctionDeclaration { function, .. } => give(Node::Function(function)),
        If { test, consequent, alternate } => {
            give(Node::Expression(test));
            give(Node::Statement(consequent));
            alternate.map(Node::Statement).into_iter().for_each(give);
        }
        DoWhile { body, test } => {
            give(Node::Statement(body));
            give(Node::Expression(test));
        }
        While { test, body } => {
            give(Node::Expression(test));
            give(Node::Statement(body));
        }
        For { init, test, update, body } => {
            match init {
                Some(ForInit::Expression(expression)) => give(Node::Expression(expression)),
                Some(ForInit::Variables(declarations) | ForInit::Lexical { declarations, .. }) => {
                    all(tree, declarations, Node::Declarator, give);
                }
                None => {}
            }
            [test, update].into_iter().flatten().map(Node::Expression).for_each(&mut *give);
            give(Node::Statement(body));
        }
        ForIn { left, right, body } | ForOf { left, right, body, .. } => {
            give(match left {
                ForTarget::Expression(target) => Node::Expression(target),
                ForTarget::Variable(declarator) | ForTarget::Lexical { declarator, .. } => Node::Declarator(declarator),
            });
            give(Node::Expression(right));
            give(Node::Statement(body));
        }
        Return { argument } => argument.map(Node::Expression).into_iter().for_each(give),
        With { object, body, .. } => {
            give(Node::Expression(object));
            give(Node::Statement(body));
        }
        Switch { discriminant, cases, .. } => {
            give(Node::Expression(discriminant));
            all(tree, cases, Node::Case, give);
        }
        Labeled { body, .. } => give(Node::Statement(body)),
        Throw { argument } => give(Node::Expression(argument)),
        Try { block, handler, finalizer } => {
            give(Node::Statement(block));
            if let Some(handler) = handler {
                if let CatchParameter::Pattern(pattern) = handler.param {
                    give(Node::Expression(pattern));
                }
                give(Node::Statement(handler.body));
            }
            finalizer.map(Node::Statement).into_iter().for_each(give);
        }
    }
}

/// Gives the children of an expression.
fn within_expression(tree: &Tree, kind: ExpressionKind, give: &mut impl FnMut(Node)) {
    use ExpressionKind::*;
    let mut each =
        |expressions: &[ExpressionId]| expressions.iter().copied().map(Node::Expression).for_each(&mut *give);
    match kind {
        Identifier { .. } | NullLiteral | BooleanLiteral { .. } | NumericLiteral { .. } | StringLiteral { .. } => {}
        RegExpLiteral { .. } | BigIntLiteral { .. } | This | ThisReference { .. } | NewTarget { .. } => {}
        ImportMeta | SuperMember { .. } => {}
        Template { template } => all(tree, tree[template].expressions, Node::Expression, give),
        TaggedTemplate { tag, template } => {
            each(&[tag]);
            all(tree, tree[template].expressions, Node::Expression, give);
        }
        ImportCall { source, options, .. } => {
            each(&[source]);
            options.map(Node::Expression).into_iter().for_each(give);
        }
        Array { elements } | ArrayPattern { elements } => {
            tree.list(elements).flatten().map(Node::Expression).for_each(give);
        }
        Object { properties } | ObjectPattern { properties } => all(tree, properties, Node::Property, give),
        Function { function } => give(Node::Function(function)),
        Class { class } => give(Node::Class(class)),
        Unary { argument, .. } | Update { argument, .. } | Optional { argument } | Spread { argument, .. } => {
            each(&[argument]);
        }
        Await { argument } | Rest { argument } => each(&[argument]),
        Yield { argument, .. } => argument.map(Node::Expression).into_iter().for_each(give),
        Binary { left, right, .. } | Logical { left, right, .. } | Assignment { left, right, .. } => {
            each(&[left, right])
        }
        LogicalAssignment { left, right, .. } | AssignmentPattern { left, right } => each(&[left, right]),
        Conditional { test, consequent, alternate } => each(&[test, consequent, alternate]),
        Call { callee, arguments } | New { callee, arguments } => {
            each(&[callee]);
            all(tree, arguments, Node::Expression, give);
        }
        Member { object, .. } | PrivateMember { object, .. } => each(&[object]),
        ComputedMember { object, property } => each(&[object, property]),
        PrivateIn { right, .. } => each(&[right]),
        SuperComputedMember { property, .. } => each(&[property]),
        SuperCall { arguments, .. } => all(tree, arguments, Node::Expression, give),
        Chain { expression } => each(&[expression]),
        Sequence { expressions } => all(tree, expressions, Node::Expression, give),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Expression, Function};
    use crate::{parse_module, parse_script};

    #[derive(Default)]
    struct Seen {
        entered: Vec<Node>,
        open: Vec<Node>,
    }

    impl Visitor for Seen {
        fn enter(&mut self, _: &Tree, node: Node) -> bool {
            self.entered.push(node);
            self.open.push(node);
            true
        }

        fn leave(&mut self, _: &Tree, node: Node) {
            assert_eq!(self.open.pop(), Some(node));
        }
    }

    /// Source text with every kind of node.
    const SCRIPT: &str = "
        'use strict'; ; debugger; var a = 1, [b = 2, , ...c] = [3, , ...4], { d, e: { f }, [g]: h = 5, ...i } = {}; let j = /k/g;
        a: for (let m = 0; m < 1; m++) { continue a } for (var n in o) break; for (const [p] of q) ; for (r.s of t) ; for (u;;) ;
        if (a) b; else c; do a; while (b); while (a) { b } switch (a) { case b: c; default: d }
        try { throw a } catch ({ b }) { c } finally { d } try { } catch { } try { } catch (e) { }
        class A extends B { static #x = 1; [y] = 2; #z() { return #x in this } get [c]() { } constructor(d = 1) { super(d); super.e; \
        super[f]() } static { a; b } set g(h) { } }
        (class { a }); (async function* name(a, { b }) { yield* await a; yield; for await (const x of y) ; });
        (a, b) => c; async a => await b; ({ __proto__: a, get b() { }, set c(d) { }, e() { }, ...f, 'g': 1, [h]: 2, 3: 4 });
        a?.b?.[c]?.(d); new A(...b); new.target; ";

    #[test]
    fn each_node_is_seen_once() {
        let script = SCRIPT.replace(
            "new.target;",
            "f`a${b}c${d}`; `${e}`; a ? b : c; a ||= b; a += c; -a; a++; (a, b); import(a, b); 1n; null",
        );
        for tree in [
            parse_script(&script),
            parse_module(
                "import a, { b as c } from 'd'; export default class { }; export * from 'e'; await c; import.meta",
            ),
        ] {
            let tree = tree.unwrap_or_else(|error| panic!("{error}: {:?}", &script[error.span.start as usize..]));
            let mut seen = Seen::default();
            walk(&tree, &mut seen);
            assert!(seen.open.is_empty());
            let mut expressions: Vec<u32> = seen
                .entered
                .iter()
                .filter_map(|node| match node {
                    Node::Expression(id) => Some(id.0),
                    _ => None,
                })
                .collect();
            order::sort(&mut expressions);
            // These were first read as expressions: parameters of arrow functions, the private name before an `in`.
            let is_other = |expression: &&Expression| {
                let is_parameter =
                    |function: &Function| function.parameters.iter().any(|name| name.span == expression.span);
                tree.functions.iter().any(is_parameter)
                    || tree.source.text()[expression.span.start as usize..].starts_with('#')
            };
            let missing: Vec<_> = (0..tree.expressions.len() as u32)
                .filter(|id| expressions.binary_search(id).is_err())
                .map(|id| &tree.expressions[id as usize])
                .filter(|expression| !is_other(expression))
                .collect();
            assert!(missing.is_empty(), "{missing:?}");
            assert!(expressions.windows(2).all(|pair| pair[0] < pair[1]), "a node was seen twice");
        }
    }

    #[test]
    fn what_is_passed_over_is_not_seen() {
        struct Functions(usize);
        impl Visitor for Functions {
            fn enter(&mut self, tree: &Tree, node: Node) -> bool {
                self.0 += usize::from(matches!(node, Node::Function(_)));
                !matches!(node, Node::Function(id) if id != tree.program)
            }
        }
        let tree = parse_script("function a() { function b() { } } (() => () => 1)").expect("a script");
        let mut functions = Functions(0);
        walk(&tree, &mut functions);
        assert_eq!(functions.0, 3);
    }

    #[test]
    fn chains_of_any_length_take_no_native_stack() {
        let tree = parse_script(&format!("a{}", " + a.b()".repeat(200_000))).expect("a script");
        let mut seen = Seen::default();
        walk(&tree, &mut seen);
        assert!(seen.entered.len() > 800_000);
    }
}
