//! Checks only that the front end accepts or refuses each test as the test says. Needs no engine and no harness files.
//!
//! A test with an error of the phase `parse` must be refused, every other test accepted, in all its modes. Modules are
//! parsed as modules. Other properties of a test are left to its run.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_syntax::{Goal, ParseOptions, parse};
use ferrotape_text::{SourceText, Span};

use crate::front_matter::{Flag, Phase};
use crate::panics;
use crate::run::{Run, TestResult};
use crate::test_case::{Mode, TestCase};

/// Parses a test in all its modes.
pub fn result_of(test: &TestCase) -> TestResult {
    TestResult { runs: test.modes().iter().map(|&mode| read(test, mode)).collect() }
}

/// Parses a test in one mode. The failure is the error of a test to accept, or `accepted` of one to refuse.
fn read(test: &TestCase, mode: Mode) -> Run {
    let goal = if test.front_matter.has(Flag::Module) { Goal::Module } else { Goal::Script };
    let source = Arc::new(SourceText::new(&test.path, test.source(mode)));
    let options = ParseOptions::new(goal, NativeStack::default());
    let mut budget = Budget::default();
    let outcome = panics::caught(|| match parse(Arc::clone(&source), &options, &mut budget) {
        Ok(_) => Ok(()),
        Err(error) => Err((error.message, error.span)),
    });
    let is_refused = test.front_matter.negative.as_ref().is_some_and(|negative| negative.phase == Phase::Parse);
    let failure = match outcome {
        Err(message) => Some(format!("panic: {message}")),
        Ok(Ok(())) if is_refused => Some("accepted".to_owned()),
        Ok(Err((message, Span { start, .. }))) if !is_refused => {
            Some(format!("{message} ({})", source.position(start)))
        }
        Ok(_) => None,
    };
    Run { mode, failure, cost: budget.fuel_spent() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failures(flags: &str, negative: &str, text: &str) -> usize {
        let text = format!("/*---\nflags: [{flags}]\n{negative}\n---*/\n{text}");
        let test = TestCase::new("test/a.js", &text).expect("a test");
        result_of(&test).runs.iter().filter(|run| run.failure.is_some()).count()
    }

    const REFUSED: &str = "negative:\n  phase: parse\n  type: SyntaxError";

    #[test]
    fn tests_are_accepted_or_refused_as_they_say() {
        assert_eq!(failures("", "", "with (a) b"), 1, "in strict code");
        assert_eq!(failures("noStrict", "", "with (a) b"), 0);
        assert_eq!(failures("", REFUSED, "a b"), 0);
        assert_eq!(failures("", REFUSED, "a"), 2);
        assert_eq!(failures("", "negative:\n  phase: runtime\n  type: Error", "throw a"), 0);
    }

    #[test]
    fn modules_are_read_as_modules() {
        assert_eq!(failures("module", "", "export var a; await a"), 0);
        assert_eq!(failures("raw", "", "export var a"), 1);
    }
}
