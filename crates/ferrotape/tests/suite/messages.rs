//! The messages of errors: a list of broken programs with the answers to them (`tests/messages`).

use std::fmt::Write;
use std::fs;
use std::path::Path;

use ferrotape::{Backend, Engine, MemoryLoader};

const PROGRAMS: &str = "../../../tests/messages/broken_programs.txt";
const BESIDE_V8: &str = "../../../tests/messages/beside_v8.txt";
const SEPARATOR: &str = "\n----\n";
const ANSWER: &str = "\n=> ";
/// Precedes V8's answer, in the list that has that as well.
const OF_V8: &str = "\nV8 ";
/// The least number of wordings for the list to make sense.
const FEWEST_BESIDE_V8: usize = 250;

/// The modules that the list imports.
const MODULES: [(&str, &str); 5] = [
    ("values.mjs", "export const one = 1;"),
    ("first.mjs", "export const twice = 1;"),
    ("second.mjs", "export const twice = 2;"),
    ("stars.mjs", "export * from './first.mjs'; export * from './second.mjs';"),
    ("data.json", "{}"),
];

#[test]
fn messages_say_of_broken_programs_what_is_written_there() {
    is_current(PROGRAMS, |entry| {
        let program = entry.split(ANSWER).next().unwrap_or_default();
        format!("{program}{ANSWER}{}", answer_of_both(program))
    });
}

/// V8's answers are those of node at one time, for readers to compare.
#[test]
fn messages_are_no_worse_than_those_of_v8() {
    let count = is_current(BESIDE_V8, |entry| {
        let (program, rest) = entry.split_once(ANSWER).unwrap_or((entry, ""));
        let (_, of_v8) = rest.split_once(OF_V8).unwrap_or_default();
        let answer = answer_of_both(program);
        let (_place, message) = answer.split_once(": ").unwrap_or_default();
        format!("{program}{ANSWER}{message}{OF_V8}{of_v8}")
    });
    assert!(count >= FEWEST_BESIDE_V8, "{count}");
}

/// Compares a list with the current results, or rewrites it. Returns the number of entries.
fn is_current(list: &str, made_anew: impl Fn(&str) -> String) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(list);
    let listed = fs::read_to_string(&path).expect("the list");
    let listed: Vec<&str> = listed.trim_end_matches('\n').split(SEPARATOR).collect();
    let answered: Vec<String> = listed.iter().map(|entry| made_anew(entry)).collect();
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        fs::write(&path, answered.join(SEPARATOR) + "\n").expect("written");
        return answered.len();
    }
    let differing = answered.iter().zip(&listed).filter(|(answered, listed)| answered != *listed);
    let mut report = String::new();
    for (answered, listed) in differing {
        let _ = writeln!(report, "{listed}\nbut now:\n{answered}\n");
    }
    assert!(report.is_empty(), "{report}");
    answered.len()
}

fn answer_of_both(program: &str) -> String {
    let [register, stack] = [Backend::Register, Backend::Stack].map(|backend| answer(backend, program));
    assert_eq!(register, stack, "the machines say different things of:\n{program}");
    register
}

fn answer(backend: Backend, program: &str) -> String {
    let mut engine = Engine::builder().backend(backend).stack_values(10_000).build().expect("an engine");
    engine.set_module_loader(MODULES.into_iter().collect::<MemoryLoader>());
    let result = match program.starts_with("// module") {
        true => engine.run_module("main.mjs", program),
        false => engine.run_with_jobs("main.js", program),
    };
    match result {
        Err(error) => error.to_string(),
        Ok(_) => match engine.take_unhandled_rejections().first() {
            Some(error) => error.to_string(),
            None => "no error".to_owned(),
        },
    }
}
