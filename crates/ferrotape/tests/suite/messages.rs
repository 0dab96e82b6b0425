//! What errors say: a list of broken programs with the answers that they get (`tests/messages`).

use std::fmt::Write;
use std::fs;
use std::path::Path;

use ferrotape::{Backend, Engine, MemoryLoader};

const PROGRAMS: &str = "../../tests/messages/broken_programs.txt";
const SEPARATOR: &str = "\n----\n";
const ANSWER: &str = "\n=> ";

/// What modules of the list import.
const MODULES: [(&str, &str); 5] = [
    ("values.mjs", "export const one = 1;"),
    ("first.mjs", "export const twice = 1;"),
    ("second.mjs", "export const twice = 2;"),
    ("stars.mjs", "export * from './first.mjs'; export * from './second.mjs';"),
    ("data.json", "{}"),
];

#[test]
fn messages_say_of_broken_programs_what_is_written_there() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROGRAMS);
    let listed = fs::read_to_string(&path).expect("the list");
    let listed = listed.trim_end_matches('\n');
    let mut answered = Vec::new();
    for entry in listed.split(SEPARATOR) {
        let program = entry.split(ANSWER).next().unwrap_or_default();
        let [register, stack] = [Backend::Register, Backend::Stack].map(|backend| answer(backend, program));
        assert_eq!(register, stack, "the machines say different things of:\n{program}");
        answered.push(format!("{program}{ANSWER}{register}"));
    }
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        fs::write(&path, answered.join(SEPARATOR) + "\n").expect("written");
        return;
    }
    let differing = answered.iter().zip(listed.split(SEPARATOR)).filter(|(answered, listed)| answered != listed);
    let mut report = String::new();
    for (answered, listed) in differing {
        let _ = writeln!(report, "{listed}\nbut now:\n{answered}\n");
    }
    assert!(report.is_empty(), "{report}");
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
