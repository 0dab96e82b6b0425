//! TypeScript: texts and what they are without their types.

mod ambiguities;
mod erased;
mod lowered;
mod refused;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use crate::dump::dump;
use crate::tree::Tree;
use crate::{Goal, Language, ParseOptions, SourceError, parse};

fn parse_typescript(goal: Goal, text: &str) -> Result<Tree, SourceError> {
    let options = ParseOptions { language: Language::TypeScript, ..ParseOptions::new(goal, NativeStack::default()) };
    parse(Arc::new(SourceText::new("test.ts", text)), &options, &mut Budget::default())
}

fn parse_javascript(goal: Goal, text: &str) -> Result<Tree, SourceError> {
    let options = ParseOptions::new(goal, NativeStack::default());
    parse(Arc::new(SourceText::new("test.js", text)), &options, &mut Budget::default())
}

/// Returns the lines of a tree, without those that stand for nothing.
fn lines(goal: Goal, parsed: Result<Tree, SourceError>) -> String {
    let dumped = match parsed {
        Ok(tree) => dump(&tree),
        Err(error) => format!("{goal:?}: {error} at {:?}", error.span),
    };
    let kept = dumped.lines().filter(|line| !matches!(line.trim(), "empty" | "module declaration"));
    kept.collect::<Vec<_>>().join("\n")
}

/// Checks that each text has the tree of the JavaScript beside it.
fn check_erased(goal: Goal, rows: &[(&str, &str)]) {
    for (typed, plain) in rows {
        let plain_lines = lines(goal, parse_javascript(goal, plain));
        assert_eq!(lines(goal, parse_typescript(goal, typed)), plain_lines, "`{typed}` is not `{plain}`");
    }
}

/// Checks texts that are refused. Each row has the text, the offset of the error, and a part of the message.
fn check_refused(goal: Goal, rows: &[(&str, u32, &str)]) {
    for (text, at, message) in rows {
        match parse_typescript(goal, text) {
            Ok(_) => panic!("`{text}` was accepted"),
            Err(error) => {
                assert!(error.message.contains(message), "`{text}`: {error}");
                assert_eq!(error.span.start, *at, "`{text}`: {error}");
            }
        }
    }
}
