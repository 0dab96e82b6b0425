//! Changed bytes of programs that wait in every kind of frame, and for their imports: refused, or answered and run to their end
//! without a panic.

use ferrotape::script::Compiler;
use ferrotape::{Backend, Call, Engine, Error, Limits, Program, Progress, Run, Value};

use super::shelf::Shelf;
use super::{BACKENDS, Counts, Options};
use crate::diff::Random;
use crate::mutants::{self, BETWEEN, Choice, FUEL, Seed};

/// Turns of a mutant, in each of which calls are answered.
const TURNS: usize = 12;

/// Places of a program on each machine at which it is written, at most.
const PLACES: usize = 40;

/// Programs that wait in a frame of each kind.
const FRAMES: &str = include_str!("frames.js");

/// A program whose imports are fetched. `c` never comes.
const MODULE: &str = "import { a, default as late } from 'a'; export * from 'b'; import * as all from 'b'; \
    export default ask([a, late, all.b], 1); import('c').then(hear); await hear(a, 2)";

/// Reads as many mutants as the options say.
pub(super) fn run(options: &Options) -> Result<Counts, String> {
    let mut counts = Counts::default();
    if options.mutations == 0 {
        return Ok(counts);
    }
    let mut seeds = Vec::new();
    for text in FRAMES.split(BETWEEN) {
        for backend in BACKENDS {
            let written = written_at_calls(text, backend).map_err(|error| format!("{error}: {text}"))?;
            if written.is_empty() {
                return Err(format!("it never waits: {text}"));
            }
            seeds.extend(written);
        }
    }
    for backend in BACKENDS {
        seeds.extend(written_while_fetching(backend).map_err(|error| format!("{error}: {MODULE}"))?);
    }
    let &Options { mutations, seed, only, jobs, .. } = options;
    let ends = mutants::read(&seeds, &Choice { mutations, seed, only, jobs }, to_its_end)?;
    (counts.refused, counts.ran, counts.wrong) = (ends.refused, ends.ran, ends.wrong);
    Ok(counts)
}

/// Returns the bytes of a program at each of its calls.
fn written_at_calls(text: &str, backend: Backend) -> Result<Vec<Seed>, Error> {
    let program = Program::from(Compiler::new().backend(backend).script("waiting.js", text)?);
    let mut run = new_engine(backend)?.into_run(&program).map_err(|failed| failed.1)?;
    let mut seeds = Vec::new();
    // Some end by an exception: where a script cannot wait.
    while seeds.len() < PLACES {
        match run.advance(&Limits::new()) {
            Ok(Progress::Waiting) => {}
            // A future of the host has begun.
            Ok(Progress::Paused) => continue,
            Ok(Progress::Done(_)) | Err(_) => break,
        }
        seeds.push(Seed { backend, bytes: run.save()? });
        let Some(call) = run.calls().pop() else { break };
        if call.asks() {
            run.allow(call.id())?;
            continue;
        }
        run.answer(call.id(), call.id() as f64)?;
    }
    Ok(seeds)
}

/// Returns the bytes of a module before and while its imports are fetched, linked and run.
fn written_while_fetching(backend: Backend) -> Result<Vec<Seed>, Error> {
    let program = Program::from(Compiler::new().backend(backend).module("waiting.mjs", MODULE)?);
    let mut run = new_engine(backend)?.into_run(&program).map_err(|failed| failed.1)?;
    let mut seeds = Vec::new();
    while seeds.len() < PLACES {
        seeds.push(Seed { backend, bytes: run.save()? });
        // The least that a slice does.
        match run.advance(&Limits::new().fuel(1))? {
            Progress::Paused => {}
            Progress::Waiting => {
                let Some(call) = run.calls().pop() else { break };
                run.answer(call.id(), call.id() as f64)?;
            }
            Progress::Done(_) => break,
        }
    }
    Ok(seeds)
}

/// Returns an engine with the calls that programs make, and the modules that they import.
fn new_engine(backend: Backend) -> Result<Engine, Error> {
    let mut engine = mutants::new_engine(backend)?;
    engine.set_async_loader(Shelf);
    engine.define_call("ask", Call::blocking())?;
    engine.define_call("hear", Call::promise())?;
    engine.define_call("few", Call::promise().at_once(2).times(5))?;
    engine.define_call("pay", Call::promise().asks().keyed())?;
    // Its futures are left behind: in a mutant it is a call for the host.
    engine.define("later", |_: Value| std::future::pending::<()>())?;
    Ok(engine)
}

/// Answers and runs a mutant. Returns whether it ran instead of being refused.
fn to_its_end(backend: Backend, bytes: &[u8], random: &mut Random) -> Result<bool, String> {
    let engine = new_engine(backend).map_err(|error| error.to_string())?;
    let Some(mut run) = mutants::unless_refused(Engine::restore_run(engine, bytes))? else { return Ok(false) };
    run.limit(&Limits::new().fuel(FUEL));
    for _ in 0..TURNS {
        answer(&mut run, random)?;
        match run.advance(&Limits::new()) {
            // It pauses where a future of the host has begun.
            Ok(Progress::Waiting | Progress::Paused) => {}
            Ok(Progress::Done(_)) | Err(_) => return Ok(true),
        }
        // Any error is right that is one.
        match random.below(8) {
            0 => drop(run.save()),
            1 => drop(run.fork()),
            _ => {}
        }
    }
    Ok(true)
}

/// Answers a call that waits as a careless host would: others too, again, and with values of any type.
fn answer(run: &mut Run<'static>, random: &mut Random) -> Result<(), String> {
    let calls = run.calls();
    if run.answer(random.next(), ()).is_ok() && !calls.is_empty() {
        return Ok(());
    }
    let Some(call) = calls.get(random.below(calls.len())) else { return Ok(()) };
    let _ = call.arguments::<Vec<Value>>(run);
    let _ = call.key("run");
    if call.asks() && random.below(4) > 0 {
        return match run.allow(call.id()).is_ok() && run.allow(call.id()).is_ok() {
            true => Err("a call was allowed twice".to_owned()),
            false => Ok(()),
        };
    }
    let ended = match random.below(8) {
        0 => run.fail(call.id(), Error::new("no")),
        1 => run.answer(call.id(), "text"),
        2 => run.answer(call.id(), [1, 2]),
        3 => call.argument::<Value>(run, 0).and_then(|value| run.answer(call.id(), value)),
        4 => run.retry(call.id()),
        5 => run.refuse(call.id(), "no"),
        _ => run.answer(call.id(), 7),
    };
    match ended.is_ok() && run.answer(call.id(), 8).is_ok() {
        true => Err("a call was answered twice".to_owned()),
        false => Ok(()),
    }
}
