//! Mutated snapshots of executions that paused in every kind of frame: refused, or run to their end without a panic.

use ferrotape::script::Compiler;
use ferrotape::{Backend, Engine, Error, Limits, Value};

use super::{BACKENDS, Counts, Options};
use crate::diff::Random;
use crate::host::STACK_BYTES;
use crate::mutants::{self, BETWEEN, Choice, FUEL, Seed, new_engine};
use crate::{panics, pool};

/// Number of pauses of each program on each machine whose bytes are mutated.
const PAUSES: usize = 12;

/// Programs that wait in a frame of each kind for most of their time.
const FRAMES: &str = include_str!("frames.js");

/// Reads as many mutants as the options say.
pub(super) fn run(options: &Options) -> Result<Counts, String> {
    let mut counts = Counts::default();
    if options.mutations == 0 {
        return Ok(counts);
    }
    let texts: Vec<_> = FRAMES.split(BETWEEN).flat_map(|text| BACKENDS.map(|backend| (text, backend))).collect();
    let seeds = pool::map(&texts, options.jobs, STACK_BYTES, |&(text, backend)| paused(text, backend, options.seed))?;
    let seeds = seeds.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect::<Vec<Seed>>();
    let &Options { mutations, seed, only, jobs, .. } = options;
    let to_its_end = |backend, bytes: &[u8], _: &mut Random| to_its_end(backend, bytes);
    let ends = mutants::read(&seeds, &Choice { mutations, seed, only, jobs }, to_its_end)?;
    (counts.refused, counts.ran, counts.wrong) = (ends.refused, ends.ran, ends.wrong);
    Ok(counts)
}

/// Returns the bytes of a program at some of its pauses.
fn paused(text: &str, backend: Backend, seed: u64) -> Result<Vec<Seed>, String> {
    let random = Random::new(seed.wrapping_add(text.len() as u64));
    match panics::caught(|| written_at_pauses(text, backend, random)) {
        Ok(Ok(seeds)) if seeds.is_empty() => Err(format!("it never paused: {text}")),
        Ok(Ok(seeds)) => Ok(seeds),
        Ok(Err(error)) => Err(format!("{error}: {text}")),
        Err(panic) => Err(format!("{panic}: {text}")),
    }
}

/// Writes the execution at the ends of random slices, until it is over or has paused often enough.
fn written_at_pauses(text: &str, backend: Backend, mut random: Random) -> Result<Vec<Seed>, Error> {
    let mut engine = new_engine(backend)?;
    let script = Compiler::new().backend(backend).script("paused.js", text)?;
    let mut execution = script.start(&mut engine)?;
    let mut seeds = Vec::new();
    while seeds.len() < PAUSES {
        let slice = Limits::new().fuel(1 + random.below(150) as u64);
        if execution.resume::<Value>(&slice).is_ready() {
            break;
        }
        seeds.push(Seed { backend, bytes: execution.snapshot()? });
    }
    Ok(seeds)
}

/// Runs a mutant. Returns whether it ran instead of being refused.
fn to_its_end(backend: Backend, bytes: &[u8]) -> Result<bool, String> {
    let engine = new_engine(backend).map_err(|error| error.to_string())?;
    let restored = mutants::unless_refused(Engine::restore_execution_into(engine, bytes))?;
    let Some(mut restored) = restored else { return Ok(false) };
    let mut execution = restored.execution();
    execution.limit(&Limits::new().fuel(FUEL));
    if execution.resume::<Value>(&Limits::new()).is_pending() {
        return Err("it has paused that nobody has asked".to_owned());
    }
    drop(execution);
    let mut engine = restored.into_engine();
    engine.set_fuel(FUEL);
    // Any end of its jobs is right.
    let _ = engine.run_jobs();
    Ok(true)
}
