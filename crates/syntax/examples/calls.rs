//! Prints which functions a script calls by name, and where: `cargo run -p ferrotape-syntax --example calls -- FILE`.

use ferrotape_syntax::parse_script;
use ferrotape_syntax::tree::{ExpressionKind, Tree};
use ferrotape_syntax::visit::{Node, Visitor, walk};

struct Calls;

impl Visitor for Calls {
    fn enter(&mut self, tree: &Tree, node: Node) -> bool {
        if let Node::Expression(id) = node
            && let ExpressionKind::Call { callee, .. } = tree[id].kind
            && let ExpressionKind::Identifier { name, .. } = tree[callee].kind
        {
            println!("{}: {}", tree.source.position(tree[id].span.start), tree.names.text(name));
        }
        true
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    walk(&parse_script(&std::fs::read_to_string(path)?)?, &mut Calls);
    Ok(())
}
