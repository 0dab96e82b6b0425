//! Runs a program in each of the ways.

use ferrotape::{Backend, Engine, Error};

use crate::diff::difference_of_lines;
use crate::host::{self, Printed};
use crate::node::Node;
use crate::panics;

/// Far more fuel than any generated program takes, spent in a second.
const FUEL: u64 = 10_000_000;
const MEMORY: usize = 256 << 20;

/// Last lines of programs that did not run to the end.
const UNCAUGHT: &str = "uncaught";
const STOPPED: &str = "stopped";

/// Output of one run.
pub struct Output {
    pub lines: Vec<String>,
    /// Whether a limit ended the run; the place of that differs between runs.
    pub is_stopped: bool,
}

impl Output {
    fn new(lines: Vec<String>) -> Self {
        let is_stopped = lines.last().is_some_and(|line| line == STOPPED);
        Output { lines, is_stopped }
    }
}

/// Outcome of all runs of a program.
pub struct Comparison {
    /// First line that differs, and the two runs.
    pub difference: Option<String>,
    pub operations: usize,
    /// Whether one of the runs reached a limit.
    pub is_stopped: bool,
}

/// Runs a program on both machines, and in the further ways that are requested.
pub fn compare(source: &str, stress: bool, node: Option<&Node>) -> Result<Comparison, String> {
    let register = run(source, Backend::Register, false);
    let operations = register.lines.len();
    let mut others = vec![("stack", run(source, Backend::Stack, false))];
    // A program that does not end would take hours with a collection at each step.
    if stress && !register.is_stopped {
        others.push(("stress", run(source, Backend::Register, true)));
    }
    if let Some(node) = node {
        others.push(("node", Output::new(node.run(source)?.unwrap_or_else(|| vec![STOPPED.to_owned()]))));
    }
    let mut difference = None;
    let mut is_stopped = register.is_stopped;
    for (name, other) in &others {
        is_stopped |= other.is_stopped;
        if difference.is_none() && !register.is_stopped && !other.is_stopped {
            difference = difference_of_lines(&register.lines, &other.lines)
                .map(|difference| format!("register, then {name}: {difference}"));
        }
    }
    Ok(Comparison { difference, operations, is_stopped })
}

/// Returns the output of a program, with one line more if an error, a limit or a panic has ended it. An error's text is
/// not compared.
fn run(source: &str, backend: Backend, stress: bool) -> Output {
    let printed = Printed::default();
    let ended = panics::caught(|| run_in_engine(source, backend, stress, &printed));
    let mut lines = printed.lines();
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) if error.is_termination() => lines.push(STOPPED.to_owned()),
        Ok(Err(_)) => lines.push(UNCAUGHT.to_owned()),
        Err(panic) => lines.push(format!("panic: {panic}")),
    }
    Output::new(lines)
}

/// Runs a program in an engine under limits, with a collection at each step if `stress` wants it.
fn run_in_engine(source: &str, backend: Backend, stress: bool, printed: &Printed) -> Result<(), Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .fuel(FUEL)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .stress_collection(stress)
        .build()?;
    host::define_print(&mut engine, printed)?;
    engine.run("properties.js", source).map(|_completion_value| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(source: &str) -> Comparison {
        compare(source, true, None).expect("a comparison")
    }

    #[test]
    fn machines_that_agree_do_not_differ() {
        let comparison = compared("print(1); print([1, 2].length);");
        assert_eq!((comparison.difference, comparison.operations, comparison.is_stopped), (None, 2, false));
    }

    #[test]
    fn a_program_that_never_ends_is_stopped() {
        assert!(compared("for (;;);").is_stopped);
    }

    #[test]
    fn what_is_not_caught_is_seen() {
        assert_eq!(run("print(1); null.x", Backend::Stack, false).lines, ["1", UNCAUGHT]);
    }
}
