//! Tests of the front end as a whole: what is accepted, what is rejected where and why, and the trees and scopes made.

mod accepted;
mod dynamic_function;
mod early_errors;
mod growth;
mod limits;
mod modern_scopes;
mod modern_trees;
mod modules;
mod rejected;
mod resolution;
mod robustness;
mod scopes;
mod trees;
mod typescript;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::SourceText;

use crate::dump::dump;
use crate::tree::Tree;
use crate::{Goal, ParseOptions, SourceError, parse};

fn parse_as(goal: Goal, strict: bool, text: &str) -> Result<Tree, SourceError> {
    parse(
        Arc::new(SourceText::new("test", text)),
        &ParseOptions { strict, ..ParseOptions::new(goal, NativeStack::default()) },
        &mut Budget::default(),
    )
}

fn parse_script(text: &str) -> Result<Tree, SourceError> {
    parse_as(Goal::Script, false, text)
}

fn accepts(texts: &[&str]) {
    for text in texts {
        if let Err(error) = parse_script(text) {
            panic!("`{text}` was rejected: {error} at {:?}", error.span);
        }
    }
}

/// Checks rejected texts. Each row has the text, line and column of the error, and a part of the message.
fn rejects(rows: &[(&str, &str, &str)]) {
    for (text, position, message) in rows {
        match parse_script(text) {
            Ok(_) => panic!("`{text}` was accepted"),
            Err(error) => {
                let found = SourceText::new("test", *text).position(error.span.start).to_string();
                assert!(error.message.contains(message), "`{text}`: {error}");
                assert_eq!(found, *position, "`{text}`: {error}");
            }
        }
    }
}

/// Checks texts that only strict code rejects.
fn rejects_in_strict_code(texts: &[(&str, &str)]) {
    for (text, message) in texts {
        accepts(&[text]);
        let in_strict_code = [format!("'use strict';{text}"), format!("function strict() {{ 'use strict';{text}\n}}")];
        for strict in &in_strict_code {
            match parse_script(strict) {
                Ok(_) => panic!("`{strict}` was accepted"),
                Err(error) => assert!(error.message.contains(message), "`{strict}`: {error}"),
            }
        }
    }
}

/// Compares the dump of a script, without its first two lines, with the lines expected.
fn check_tree(text: &str, expected: &str) {
    let dumped = parse_script(text).map(|tree| dump(&tree)).unwrap_or_else(|error| error.to_string());
    let body: Vec<_> = dumped.lines().skip(2).map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    assert_eq!(body.join("\n"), trim_margin(expected), "{text}");
}

/// Compares the whole dump.
fn check_dump(goal: Goal, strict: bool, text: &str, expected: &str) {
    let dumped = parse_as(goal, strict, text).map(|tree| dump(&tree)).unwrap_or_else(|error| error.to_string());
    assert_eq!(dumped.trim_end(), trim_margin(expected), "{text}");
}

/// Returns the lines without the first line's indentation.
fn trim_margin(text: &str) -> String {
    let text = text.trim_start_matches('\n').trim_end();
    let margin = text.len() - text.trim_start().len();
    text.lines().map(|line| line.get(margin..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}
