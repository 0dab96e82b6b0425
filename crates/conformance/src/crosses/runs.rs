//! Runs a case on both machines and in node.

use ferrotape::{Backend, Engine, Error};

use crate::diff::difference_of_lines;
use crate::host::{self, Printed};
use crate::node::Node;
use crate::panics;

use super::family::Case;
use super::known;

/// Far more fuel than any case takes.
const FUEL: u64 = 1_000_000;
const MEMORY: usize = 64 << 20;

/// Last line of a case that reached a limit.
const STOPPED: &str = "stopped";

/// Outcome of the runs of a case.
pub struct Comparison {
    /// First line that differs, and the two runs.
    pub difference: Option<String>,
    /// Section of the specification that node violates, if only a known deviation of node makes a difference.
    pub against_node: Option<&'static str>,
    /// Whether one of the runs reached a limit.
    pub is_stopped: bool,
}

/// Compares the machines with each other, and only if they agree with node. A known deviation of node is no difference.
pub fn compare(case: &Case, node: Option<&Node>) -> Result<Comparison, String> {
    let [register, stack] = [Backend::Register, Backend::Stack].map(|backend| run(case, backend));
    let is_stopped = |lines: &[String]| lines.last().is_some_and(|line| line == STOPPED);
    let mut comparison =
        Comparison { difference: None, against_node: None, is_stopped: is_stopped(&register) || is_stopped(&stack) };
    let between = |name: &str, other: &[String]| {
        difference_of_lines(&register, other).map(|difference| format!("register, then {name}: {difference}"))
    };
    comparison.difference = between("stack", &stack);
    let Some(node) = node.filter(|_| comparison.difference.is_none()) else { return Ok(comparison) };
    let first = if case.is_module { "// module\n" } else { "" };
    let lines = node.run(&format!("{first}{}", case.source))?.unwrap_or_else(|| vec![STOPPED.to_owned()]);
    comparison.is_stopped |= is_stopped(&lines);
    comparison.difference = between("node", &lines);
    if comparison.difference.is_some() {
        comparison.against_node = known::section_against_node(case, &register, &lines);
        comparison.difference = comparison.difference.filter(|_| comparison.against_node.is_none());
    }
    Ok(comparison)
}

/// Returns the output of a case, with one line more if an error, a limit or a panic has ended it.
fn run(case: &Case, backend: Backend) -> Vec<String> {
    let printed = Printed::default();
    let ended = panics::caught(|| run_in_engine(case, backend, &printed));
    let mut lines = printed.lines();
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) if error.is_termination() => lines.push(STOPPED.to_owned()),
        Ok(Err(error)) => lines.push(format!("uncaught {}", error.name().unwrap_or("undefined"))),
        Err(panic) => lines.push(format!("panic: {panic}")),
    }
    lines
}

/// Runs a case, with its jobs, in an engine under limits.
fn run_in_engine(case: &Case, backend: Backend, printed: &Printed) -> Result<(), Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .fuel(FUEL)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .build()?;
    host::define_print(&mut engine, printed)?;
    if case.is_module {
        engine.run_module("case.js", &*case.source)?;
        return Ok(());
    }
    let ended = engine.run("case.js", &*case.source).map(|_completion_value| ());
    // Promises are settled even if an exception ended the script.
    match engine.run_jobs() {
        Err(error) if error.is_termination() => Err(error),
        _ => ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str, is_module: bool) -> Case {
        Case { name: "a case".to_owned(), source: text.to_owned(), is_module }
    }

    #[test]
    fn what_is_printed_and_the_end_are_seen() {
        assert_eq!(run(&case("print(1); null.x", false), Backend::Stack), ["1", "uncaught TypeError"]);
        assert_eq!(run(&case("for (;;);", false), Backend::Register), [STOPPED]);
        assert_eq!(run(&case("await 1; print(typeof this)", true), Backend::Register), ["undefined"]);
        assert_eq!(run(&case("(async () => { await 1; print(2) })(); print(1)", false), Backend::Register), ["1", "2"]);
    }

    #[test]
    fn machines_are_compared_with_node_where_it_is() {
        let comparison = compare(&case("print(1)", false), None).expect("a comparison");
        assert!(comparison.difference.is_none() && comparison.against_node.is_none() && !comparison.is_stopped);
        let Some(node) = Node::find(std::path::Path::new("node"), super::super::NODE_SCRIPT) else {
            assert!(std::env::var_os("FERROTAPE_REQUIRE_PACKAGES").is_none(), "node is not installed");
            return;
        };
        for case in [case("print(await 1); x", true), case("Promise.resolve().then(() => print(3)); print(4)", false)] {
            let comparison = compare(&case, Some(&node)).expect("a comparison");
            assert_eq!(comparison.difference, None);
        }
    }
}
