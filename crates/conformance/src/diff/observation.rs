//! Observations of a program's run: its output, its result, and the state at its end.

use std::task::Poll;

use ferrotape::script::{Compiler, TailCalls};
use ferrotape::{Backend, Engine, Error, Value};

use crate::host::{self, Printed};
use crate::panics;

/// Scripts that run one after the other in one engine.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    /// Names, which positions show, and texts.
    pub scripts: Vec<(String, String)>,
}

/// Script that describes the completion value and the global variables.
const FINAL_STATE: &str = include_str!("final_state.js");

/// Global variable through which [`FINAL_STATE`] gets the completion value.
const COMPLETION: &str = "completionValue";

/// Seed that makes `Math.random` equal on both back-ends.
const SEED: u64 = 1;

/// Limits on a run. A program that reaches a limit cannot be compared: the place where it stops depends on the
/// back-end.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    pub fuel: u64,
    pub memory: usize,
    pub stress_collection: bool,
    /// Fuel of each slice, if scripts run in slices.
    pub slices: Option<u64>,
}

/// The end of a run, with all that can be seen of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observation {
    /// Lines of the observation.
    Ended(Vec<String>),
    /// Limit that stopped the program.
    Stopped(String),
}

/// Runs a program on a back-end.
pub fn observe(program: &Program, backend: Backend, limits: Limits) -> Observation {
    let printed = Printed::default();
    let ended = panics::caught(|| run(program, backend, limits, &printed));
    let mut lines = printed.lines();
    match ended {
        Ok(Ok(end)) => lines.extend(end.lines().map(str::to_owned)),
        Ok(Err(error)) if error.is_termination() => return Observation::Stopped(error.to_string()),
        Ok(Err(error)) => lines.push(format!("not observed: {error}")),
        Err(panic) => lines.push(format!("panic: {panic}")),
    }
    Observation::Ended(lines)
}

/// Returns the result of the program and the state at its end. Gives an error if these cannot be determined.
fn run(program: &Program, backend: Backend, limits: Limits, printed: &Printed) -> Result<String, Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        // Tail calls in sloppy programs too, to compare how the machines replace frames.
        .tail_calls(TailCalls::Always)
        .seed(SEED)
        .fuel(limits.fuel)
        .memory_limit(limits.memory)
        .native_stack(host::NATIVE_STACK_BYTES)
        .stress_collection(limits.stress_collection)
        .build()?;
    host::define_print(&mut engine, printed)?;
    let mut completion = Value::Undefined;
    let mut end = String::from("ended normally");
    for (name, text) in &program.scripts {
        let ran = match limits.slices {
            Some(fuel) => run_in_slices(&mut engine, backend, (name, text), fuel),
            None => engine.run_with_jobs(name, text),
        };
        match ran {
            Ok(value) => completion = value,
            Err(error) if error.is_termination() => return Err(error),
            Err(error) => {
                end = in_words(&error);
                break;
            }
        }
    }
    engine.set_global(COMPLETION, &completion)?;
    let state = match engine.run("final state", FINAL_STATE) {
        Ok(Value::String(state)) => state.to_string(),
        Ok(other) => format!("no final state: {other:?}"),
        Err(error) if error.is_termination() => return Err(error),
        Err(error) => format!("no final state: {}", in_words(&error)),
    };
    Ok(format!("{end}\n{state}"))
}

/// Runs a script and its jobs, the script in slices.
fn run_in_slices(engine: &mut Engine, backend: Backend, (name, text): (&str, &str), fuel: u64) -> Result<Value, Error> {
    let script = Compiler::new().backend(backend).script(name, text)?;
    let mut execution = script.start(engine)?;
    let slice = ferrotape::Limits::new().fuel(fuel);
    let value = loop {
        if let Poll::Ready(result) = execution.resume::<Value>(&slice) {
            break result?;
        }
    };
    drop(execution);
    engine.enter_with_jobs(|_| Ok(()))?;
    Ok(value)
}

/// Describes an error: kind, name, message, and all places.
fn in_words(error: &Error) -> String {
    let mut words = format!("{:?} {}: {}", error.kind(), error.name().unwrap_or("without a name"), error.message());
    if let Some(place) = error.location() {
        words += &format!("\n  at {}:{}:{}", place.source, place.line, place.column);
    }
    for entry in error.stack() {
        words += &format!("\n  in {} {}:{}:{}", entry.function, entry.source, entry.line, entry.column);
    }
    words
}

/// Returns the first line in which two observations differ, with both versions.
pub fn difference(first: &Observation, second: &Observation) -> Option<String> {
    let (first, second) = match (first, second) {
        (Observation::Ended(first), Observation::Ended(second)) => (first, second),
        (Observation::Stopped(_), Observation::Stopped(_)) => return None,
        (Observation::Stopped(limit), Observation::Ended(_)) => {
            return Some(format!("only the first stopped: {limit}"));
        }
        (Observation::Ended(_), Observation::Stopped(limit)) => {
            return Some(format!("only the second stopped: {limit}"));
        }
    };
    difference_of_lines(first, second)
}

/// Returns the first line in which two texts differ, with both versions.
pub fn difference_of_lines(first: &[String], second: &[String]) -> Option<String> {
    let lines = first.len().max(second.len());
    let line = |of: &[String], index: usize| of.get(index).cloned().unwrap_or_else(|| "(no more)".to_owned());
    (0..lines)
        .map(|index| (index, line(first, index), line(second, index)))
        .find(|(_, first, second)| first != second)
        .map(|(index, first, second)| format!("line {} of the output\n    {first}\n    {second}", index + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { fuel: 1_000_000, memory: 64 << 20, stress_collection: false, slices: None };

    fn seen(text: &str) -> Observation {
        let program = Program { name: "test".to_owned(), scripts: vec![("test.js".to_owned(), text.to_owned())] };
        observe(&program, Backend::default(), LIMITS)
    }

    #[test]
    fn output_end_completion_value_and_global_variables_are_seen() {
        let Observation::Ended(lines) = seen("print('out'); var a = [1, -0]; Object.seal(a); a;") else {
            panic!("it ends");
        };
        assert_eq!(lines[..2], ["out", "ended normally"]);
        assert_eq!(lines[2], "completion: [object Array]{fixed 0[we]: 1, 1[we]: -0, length[w]: 2}");
        assert!(lines.contains(&"a[we]: [object Array]{fixed 0[we]: 1, 1[we]: -0, length[w]: 2}".to_owned()));
    }

    #[test]
    fn errors_are_seen_with_their_places() {
        let Observation::Ended(lines) = seen("function f() {\n  null.x; }\nf();") else { panic!("it ends") };
        let expected = ["  at test.js:2:8", "  in f test.js:2:8", "  in  test.js:3:1"];
        assert!(lines[0].starts_with("Exception TypeError:"), "{}", lines[0]);
        assert_eq!(lines[1..4], expected);
    }

    #[test]
    fn limits_make_programs_incomparable_unless_one_of_them_ends() {
        let stopped = seen("for (;;);");
        assert!(matches!(stopped, Observation::Stopped(_)));
        assert_eq!(difference(&stopped, &stopped), None);
        assert!(difference(&stopped, &seen("1")).is_some());
    }

    #[test]
    fn the_first_difference_is_named() {
        let difference = difference(&seen("print(1); print(2)"), &seen("print(1); print(3)")).expect("a difference");
        assert!(difference.starts_with("line 2"), "{difference}");
    }
}
