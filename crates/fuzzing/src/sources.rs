//! Source text: both machines must show equal results.

use ferrotape::{Backend, Error, Value};

use crate::host::{self, BACKENDS, Printed};

/// Removes what depends on more than the source text: on when cells are collected, and on time.
const UNSETTLED: &str = "delete globalThis.WeakRef; delete globalThis.FinalizationRegistry; delete Atomics.waitAsync";

/// Beginning of a source text that is a module.
const MODULE: &str = "// module";

/// Messages of limits on recursion, which differ between the machines.
const DEPTH: [&str; 2] = ["Maximum call stack size exceeded", "nesting is too deep"];

pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let [register, stack] = BACKENDS.map(|backend| observed(backend, &text));
    let (Some(register), Some(stack)) = (register, stack) else { return };
    let is_deep = |line: &String| DEPTH.iter().any(|message| line.contains(message));
    if !register.iter().chain(&stack).any(is_deep) {
        assert_eq!(register, stack, "the machines differ");
    }
}

/// Returns the observation of a run, or `None` if a limit ended it: the place of that differs.
fn observed(backend: Backend, text: &str) -> Option<Vec<String>> {
    let printed = Printed::default();
    let mut engine = host::engine(backend, &printed);
    engine.run("unsettled.js", UNSETTLED).expect("nothing to see");
    let ended = match text.starts_with(MODULE) {
        true => engine.run_module("fuzz.js", text),
        false => engine.run_with_jobs("fuzz.js", text),
    };
    let lines = match &ended {
        Err(error) if error.is_termination() => None,
        Err(error) => Some(in_words(error)),
        Ok(value) => Some(format!("completed with {}", in_short(value))),
    };
    host::assert_usable(&mut engine);
    let mut all = printed.lines();
    all.push(lines?);
    Some(all)
}

/// Describes a value as both machines do; handles of objects have numbers that differ.
fn in_short(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Symbol(_) => "a symbol".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Describes an error: kind, name, message, and all places.
fn in_words(error: &Error) -> String {
    let mut words = format!("{:?} {}: {}", error.kind(), error.name().unwrap_or("nameless"), error.message());
    if let Some(place) = error.location() {
        words += &format!(" at {}:{}:{}", place.source, place.line, place.column);
    }
    for entry in error.stack() {
        words += &format!(" in {} {}:{}:{}", entry.function, entry.source, entry.line, entry.column);
    }
    words
}
