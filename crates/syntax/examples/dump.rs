//! Prints the tree and the scopes of a file: `cargo run --example dump -- file.js`.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_syntax::{Goal, ParseOptions, dump::dump, parse};
use ferrotape_text::SourceText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let source = Arc::new(SourceText::new(path.as_str(), std::fs::read_to_string(&path)?));
    let options = ParseOptions::new(Goal::Script, NativeStack::from_here(1 << 20));
    match parse(Arc::clone(&source), &options, &mut Budget::default()) {
        Ok(tree) => print!("{}", dump(&tree)),
        Err(error) => println!("{path}:{}: {error}", source.position(error.span.start)),
    }
    Ok(())
}
