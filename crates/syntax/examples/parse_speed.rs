//! Measures parsing: `cargo run --release --example parse_speed -- file.js`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_syntax::{Goal, ParseOptions, parse};
use ferrotape_text::SourceText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let source = Arc::new(SourceText::new(path.as_str(), std::fs::read_to_string(&path)?));
        let options = ParseOptions::new(Goal::Script, NativeStack::from_here(1 << 20));
        let mut best = Duration::MAX;
        let mut counts = String::new();
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(2) {
            let start = Instant::now();
            let tree = parse(Arc::clone(&source), &options, &mut Budget::default())?;
            best = best.min(start.elapsed());
            let (expressions, functions) = (tree.expressions.len(), tree.functions.len());
            counts = format!("{expressions} expressions, {functions} functions, {} names", tree.names.len());
        }
        let bytes = source.text().len();
        println!("{path}: {:.1} MB/s ({bytes} bytes, {counts})", bytes as f64 / best.as_secs_f64() / 1e6);
    }
    Ok(())
}
