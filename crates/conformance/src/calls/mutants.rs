//! Changed bytes of programs that wait in every kind of frame: refused, or answered and run to their end without a panic.

use ferrotape::{Backend, Call, Engine, Error, ErrorKind, Limits, Program, Progress, Run};

use super::{BACKENDS, Counts, Options};
use crate::diff::Random;
use crate::host::{self, Printed, STACK_BYTES};
use crate::{panics, pool, saved};

const FUEL: u64 = 100_000;
const MEMORY: usize = 32 << 20;

/// Turns of a mutant, in each of which calls are answered.
const TURNS: usize = 12;

/// Places of a program on each machine at which it is written, at most.
const PLACES: usize = 40;

/// Mutants that one thread reads before it takes others.
const BATCH: u64 = 64;

/// Programs that wait in a frame of each kind.
const FRAMES: &str = include_str!("frames.js");

const BETWEEN: &str = "//:\n";

struct Seed {
    backend: Backend,
    bytes: Vec<u8>,
}

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
    let batches: Vec<u64> = (0..options.mutations.div_ceil(BATCH)).collect();
    for batch in pool::map(&batches, options.jobs, STACK_BYTES, |&batch| mutants(&seeds, batch, options))? {
        counts.add(batch);
    }
    Ok(counts)
}

/// Returns the bytes of a program at each of its calls.
fn written_at_calls(text: &str, backend: Backend) -> Result<Vec<Seed>, Error> {
    let program = Program::compile("waiting.js", text)?;
    let mut run = new_engine(backend)?.into_run(&program).map_err(|failed| failed.1)?;
    let mut seeds = Vec::new();
    // Some end by an exception: where a script cannot wait.
    while seeds.len() < PLACES && matches!(run.advance(&Limits::new()), Ok(Progress::Waiting)) {
        seeds.push(Seed { backend, bytes: run.save()? });
        let Some(call) = run.calls().pop() else { break };
        run.answer(call.id(), call.id() as f64)?;
    }
    Ok(seeds)
}

fn new_engine(backend: Backend) -> Result<Engine, Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .seed(1)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .build()?;
    host::define_print(&mut engine, &Printed::default())?;
    engine.define_call("ask", Call::blocking())?;
    engine.define_call("hear", Call::promise())?;
    Ok(engine)
}

fn mutants(seeds: &[Seed], batch: u64, options: &Options) -> Counts {
    let mut counts = Counts::default();
    for number in batch * BATCH..options.mutations.min((batch + 1) * BATCH) {
        if options.only.is_some_and(|only| only != number) {
            continue;
        }
        let mut random = Random::new(options.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let seed = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].bytes;
        let mutant = saved::mutate_snapshot(&seed.bytes, other, &mut random);
        match panics::caught(|| to_its_end(seed.backend, &mutant, &mut random)) {
            Ok(Ok(true)) => counts.ran += 1,
            Ok(Ok(false)) => counts.refused += 1,
            Ok(Err(what)) | Err(what) => counts.wrong.push(format!("mutant {number} of seed {}: {what}", options.seed)),
        }
    }
    counts
}

/// Answers and runs a mutant. Returns whether it ran instead of being refused.
fn to_its_end(backend: Backend, bytes: &[u8], random: &mut Random) -> Result<bool, String> {
    let engine = new_engine(backend).map_err(|error| error.to_string())?;
    let mut run = match Engine::restore_run(engine, bytes) {
        Ok(run) => run,
        Err(error) if matches!(error.kind(), ErrorKind::Saved(_) | ErrorKind::Usage) => return Ok(false),
        Err(error) if error.is_termination() => return Ok(false),
        Err(error) => return Err(format!("refused otherwise: {error}")),
    };
    run.limit(&Limits::new().fuel(FUEL));
    for _ in 0..TURNS {
        answer(&mut run, random)?;
        match run.advance(&Limits::new()) {
            Ok(Progress::Waiting) => {}
            Ok(Progress::Paused) => return Err("it has paused that nobody has asked".to_owned()),
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
    let _ = call.arguments::<Vec<ferrotape::Value>>(run);
    let ended = match random.below(6) {
        0 => run.fail(call.id(), Error::new("no")),
        1 => run.answer(call.id(), "text"),
        2 => run.answer(call.id(), [1, 2]),
        3 => call.argument::<ferrotape::Value>(run, 0).and_then(|value| run.answer(call.id(), value)),
        _ => run.answer(call.id(), 7),
    };
    match ended.is_ok() && run.answer(call.id(), 8).is_ok() {
        true => Err("a call was answered twice".to_owned()),
        false => Ok(()),
    }
}
