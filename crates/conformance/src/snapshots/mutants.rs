//! Mutated snapshots of executions that paused in every kind of frame: refused, or run to their end without a panic.

use ferrotape::script::Compiler;
use ferrotape::{Backend, Engine, Error, ErrorKind, Limits, Value};

use super::{BACKENDS, Counts, Options};
use crate::diff::Random;
use crate::host::{self, Printed, STACK_BYTES};
use crate::{panics, pool, saved};

/// Number of pauses of each program on each machine whose bytes are mutated.
const PAUSES: usize = 12;

const FUEL: u64 = 100_000;
const MEMORY: usize = 32 << 20;

/// Mutants that one thread reads before it takes others.
const BATCH: u64 = 64;

/// Programs that wait in a frame of each kind for most of their time.
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
    let texts: Vec<_> = FRAMES.split(BETWEEN).flat_map(|text| BACKENDS.map(|backend| (text, backend))).collect();
    let seeds = pool::map(&texts, options.jobs, STACK_BYTES, |&(text, backend)| paused(text, backend, options.seed))?;
    let seeds = seeds.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect::<Vec<Seed>>();
    let batches: Vec<u64> = (0..options.mutations.div_ceil(BATCH)).collect();
    for batch in pool::map(&batches, options.jobs, STACK_BYTES, |&batch| mutants(&seeds, batch, options))? {
        counts.add(batch);
    }
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

fn new_engine(backend: Backend) -> Result<Engine, Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .seed(1)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .build()?;
    host::define_print(&mut engine, &Printed::default())?;
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
        match panics::caught(|| to_its_end(seed.backend, &mutant)) {
            Ok(Ok(true)) => counts.ran += 1,
            Ok(Ok(false)) => counts.refused += 1,
            Ok(Err(what)) | Err(what) => counts.wrong.push(format!("mutant {number} of seed {}: {what}", options.seed)),
        }
    }
    counts
}

/// Runs a mutant. Returns whether it ran instead of being refused.
fn to_its_end(backend: Backend, bytes: &[u8]) -> Result<bool, String> {
    let engine = new_engine(backend).map_err(|error| error.to_string())?;
    let mut restored = match Engine::restore_execution_into(engine, bytes) {
        Ok(restored) => restored,
        Err(error) if matches!(error.kind(), ErrorKind::Saved(_) | ErrorKind::Usage) => return Ok(false),
        Err(error) if error.is_termination() => return Ok(false),
        Err(error) => return Err(format!("refused otherwise: {error}")),
    };
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
