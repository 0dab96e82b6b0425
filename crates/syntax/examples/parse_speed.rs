//! Measures parsing: `cargo run --release --example parse_speed -- file.js`. With `--once` before the files it parses each once,
//! for tools that count instructions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_syntax::{Goal, Language, ParseOptions, parse};
use ferrotape_text::SourceText;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let is_once = paths.first().is_some_and(|first| first == "--once");
    for path in paths.iter().skip(usize::from(is_once)) {
        let source = Arc::new(SourceText::new(path.as_str(), std::fs::read_to_string(path)?));
        let is_typed = path.ends_with("ts");
        let language = if is_typed { Language::TypeScript } else { Language::JavaScript };
        let goal = if is_typed || path.ends_with(".mjs") { Goal::Module } else { Goal::Script };
        let options = ParseOptions::new(goal, NativeStack::from_here(1 << 20)).in_language(language);
        if is_once {
            parse(source, &options, &mut Budget::default())?;
            continue;
        }
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
