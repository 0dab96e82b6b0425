//! Programs that call their host and wait: the same, whatever is done with them at each call.

mod answers;
mod approvals;
mod bodies;
mod contexts;
mod driven;
mod ends;
mod enemies;
mod events;
mod fetches;
mod futures;
mod keys;
mod places;
mod policies;
mod recordings;
mod saved;
mod states;
mod timers;
mod totals;

use ferrotape::script::Compiler;
use ferrotape::{Backend, Builder, Call, Engine, Error, Limits, Program, Progress, Run, Value};

/// Treatment of a run at each call, before it is answered.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Meanwhile {
    Nothing,
    /// Written down, it goes on in another engine.
    Saved,
    /// A fork goes on; the other one gets another answer, and is dropped.
    Forked,
}

pub const MEANWHILE: [Meanwhile; 3] = [Meanwhile::Nothing, Meanwhile::Saved, Meanwhile::Forked];

pub const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// One to restore into.
pub fn empty(builder: Builder) -> Engine {
    let mut engine = builder.build().expect("an engine");
    engine.define_call("ask", Call::blocking()).expect("a function");
    engine.define_call("search", Call::promise()).expect("a function");
    engine
}

pub fn ready(builder: Builder) -> Engine {
    let mut engine = empty(builder);
    engine.eval::<()>("var heard = [], hear = (...parts) => { heard.push(parts.join(' ')) }").expect("a script");
    engine
}

pub fn engine(backend: Backend) -> Engine {
    ready(Engine::builder().backend(backend).memory_limit(16 << 20))
}

pub fn script(backend: Backend, text: &str) -> Program {
    Compiler::new().backend(backend).script("job.js", text).expect("a script").into()
}

pub fn body(backend: Backend, text: &str) -> Program {
    Compiler::new().backend(backend).body("job.js", text).expect("a body")
}

pub fn module(backend: Backend, text: &str) -> Program {
    Compiler::new().backend(backend).module("/job.mjs", text).expect("a module").into()
}

/// Answers a call by its own words, or fails it if it asks for that.
pub fn answered(run: &mut Run<'_>, call: &ferrotape::PendingCall) {
    let words = match call.argument::<Value>(run, 0).expect("words") {
        Value::String(text) => text,
        value => format!("{}", value.as_number().expect("a number")),
    };
    match words.strip_prefix("fail ") {
        Some(reason) => run.fail(call.id(), Error::range_error(reason)),
        None => run.answer(call.id(), format!("<{words}>")),
    }
    .expect("it waits");
}

/// Runs a program to its end, and answers the last of the waiting calls each time. Gives what was heard.
pub fn heard(program: &Program, backend: Backend, meanwhile: Meanwhile) -> (String, usize) {
    let mut first = engine(backend);
    let run = first.start(program).expect("a beginning").fork().expect("a copy");
    let mut run = run;
    let mut answers = 0;
    loop {
        match run.advance(&Limits::new()) {
            Ok(Progress::Done(_)) => break,
            Ok(Progress::Waiting) => {}
            Ok(Progress::Paused) => unreachable!("no slice ends"),
            Err(error) => {
                let mut engine = run.into_engine().expect("its own");
                engine.set_global("error", error.message()).expect("a text");
                return (engine.eval("heard.join('\\n') + '\\n' + error").expect("a text"), answers);
            }
        }
        run = match meanwhile {
            Meanwhile::Nothing => run,
            Meanwhile::Forked => {
                let fork = run.fork().expect("a copy");
                let call = run.calls().pop().expect("something waits");
                run.answer(call.id(), "other").expect("an answer");
                run.advance(&Limits::new().fuel(100)).ok();
                fork
            }
            Meanwhile::Saved => saved(&mut run, backend),
        };
        let call = run.calls().pop().expect("something waits");
        answered(&mut run, &call);
        answers += 1;
    }
    let mut engine = run.into_engine().expect("its own");
    let lost = engine.take_unhandled_rejections();
    assert!(lost.is_empty(), "{lost:?}");
    (engine.eval("heard.join('\\n')").expect("a text"), answers)
}

fn saved(run: &mut Run<'_>, backend: Backend) -> Run<'static> {
    let bytes = run.save().expect("bytes");
    let into = empty(Engine::builder().backend(backend).memory_limit(16 << 20));
    let restored = Engine::restore_run(into, &bytes).expect("what was written");
    assert_eq!(restored.calls(), run.calls());
    restored
}

/// Runs a program in slices of so much fuel, and writes it down after each. Gives what was heard.
pub fn heard_in_slices(program: &Program, backend: Backend, fuel: u64) -> String {
    let mut first = engine(backend);
    let mut run = first.start(program).expect("a beginning").fork().expect("a copy");
    loop {
        run = match saved_if_written(&mut run, backend) {
            Some(restored) => restored,
            None => run,
        };
        match run.advance(&Limits::new().fuel(fuel)) {
            Ok(Progress::Done(_)) => break,
            Ok(Progress::Waiting) => {
                let call = run.calls().pop().expect("something waits");
                answered(&mut run, &call);
            }
            Ok(Progress::Paused) => {}
            Err(error) => panic!("{error}"),
        }
    }
    run.into_engine().expect("its own").eval("heard.join('\\n')").expect("a text")
}

/// None where a variable was never evaluated, which cannot be written everywhere.
fn saved_if_written(run: &mut Run<'_>, backend: Backend) -> Option<Run<'static>> {
    let bytes = match run.save() {
        Ok(bytes) => bytes,
        Err(error) => {
            assert!(error.message().contains("never evaluated"), "{error}");
            return None;
        }
    };
    let into = empty(Engine::builder().backend(backend).memory_limit(16 << 20));
    Some(Engine::restore_run(into, &bytes).expect("what was written"))
}

/// Checks that a program is heard to say this, whatever is done with it at its calls.
pub fn check(what: &str, program_of: impl Fn(Backend) -> Program, expected: &str, calls: usize) {
    for backend in BACKENDS {
        let program = program_of(backend);
        for meanwhile in MEANWHILE {
            let (text, answers) = heard(&program, backend, meanwhile);
            assert_eq!(text, expected, "{what}: {backend:?}, {meanwhile:?}");
            assert_eq!(answers, calls, "{what}: {backend:?}, {meanwhile:?}");
        }
    }
}
