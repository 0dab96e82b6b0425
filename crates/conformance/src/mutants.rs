//! Mutated bytes of engines that paused or wait: refused, or run to their end without a panic.

use ferrotape::{Backend, Engine, Error, ErrorKind};

use crate::diff::Random;
use crate::host::{self, Printed, STACK_BYTES};
use crate::{panics, pool, saved};

/// Fuel of a mutant.
pub const FUEL: u64 = 100_000;
const MEMORY: usize = 32 << 20;

/// Mutants that one thread reads before it takes others.
const BATCH: u64 = 64;

/// Line between two programs of a file.
pub const BETWEEN: &str = "//:\n";

/// Bytes that are mutated.
pub struct Seed {
    pub backend: Backend,
    pub bytes: Vec<u8>,
}

/// Choice of mutants.
pub struct Choice {
    pub mutations: u64,
    pub seed: u64,
    /// The only mutant that is read, if there is one.
    pub only: Option<u64>,
    pub jobs: usize,
}

/// Counts of mutants by how they ended, and the errors found.
#[derive(Default)]
pub struct Ends {
    pub refused: u64,
    pub ran: u64,
    pub wrong: Vec<String>,
}

/// Reads as many mutants as were chosen. `to_its_end` runs one, and returns whether it ran instead of being refused.
pub fn read(
    seeds: &[Seed],
    choice: &Choice,
    to_its_end: impl Fn(Backend, &[u8], &mut Random) -> Result<bool, String> + Sync,
) -> Result<Ends, String> {
    let batches: Vec<u64> = (0..choice.mutations.div_ceil(BATCH)).collect();
    let mut ends = Ends::default();
    for of_batch in pool::map(&batches, choice.jobs, STACK_BYTES, |&number| batch(seeds, number, choice, &to_its_end))?
    {
        ends.refused += of_batch.refused;
        ends.ran += of_batch.ran;
        ends.wrong.extend(of_batch.wrong);
    }
    Ok(ends)
}

/// Reads the mutants of one batch. A mutant depends on its number and the seed alone, so that `only` makes it again.
fn batch(
    seeds: &[Seed],
    batch: u64,
    choice: &Choice,
    to_its_end: impl Fn(Backend, &[u8], &mut Random) -> Result<bool, String>,
) -> Ends {
    let mut ends = Ends::default();
    for number in batch * BATCH..choice.mutations.min((batch + 1) * BATCH) {
        if choice.only.is_some_and(|only| only != number) {
            continue;
        }
        let mut random = Random::new(choice.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let seed = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].bytes;
        let mutant = saved::mutate_snapshot(&seed.bytes, other, &mut random);
        match panics::caught(|| to_its_end(seed.backend, &mutant, &mut random)) {
            Ok(Ok(true)) => ends.ran += 1,
            Ok(Ok(false)) => ends.refused += 1,
            Ok(Err(what)) | Err(what) => ends.wrong.push(format!("mutant {number} of seed {}: {what}", choice.seed)),
        }
    }
    ends
}

/// Makes an engine for seeds and mutants.
pub fn new_engine(backend: Backend) -> Result<Engine, Error> {
    let builder = Engine::builder().backend(backend).seed(1).memory_limit(MEMORY);
    let mut engine = builder.native_stack(host::NATIVE_STACK_BYTES).build()?;
    host::define_print(&mut engine, &Printed::default())?;
    Ok(engine)
}

/// Returns what was restored, or `None` if the bytes were refused as they may be.
pub fn unless_refused<T>(restored: Result<T, Error>) -> Result<Option<T>, String> {
    match restored {
        Ok(restored) => Ok(Some(restored)),
        Err(error) if matches!(error.kind(), ErrorKind::Saved(_) | ErrorKind::Usage) => Ok(None),
        Err(error) if error.is_termination() => Ok(None),
        Err(error) => Err(format!("refused otherwise: {error}")),
    }
}
