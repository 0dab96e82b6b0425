//! `ferrotape-conformance calls`: programs whose calls are answered in other engines and other processes than they were made in.
//!
//! ```text
//! program ──> one engine, calls answered as they wait ──────────────────────────────> observation
//!    ├──────> call ──> bytes ──> another engine or process ──> answer ──> call ──> … ──> the same
//!    ├──────> one engine, in which `ask` is a plain function ───────────────────────> the same, where each call could wait
//!    └──────> the other machine ────────────────────────────────────────────────────> the same, where each call could wait
//! ```
//!
//! Answers come in random order, which is the same in all runs of a program. The generator is that of [`crate::diff`].

mod guest;
mod journey;
mod mutants;
mod options;
mod shelf;

use std::time::Instant;

use ferrotape::Backend;

use crate::diff::{self, Asking, shrink};
use crate::guest::Guest;
use crate::host::STACK_BYTES;
use crate::{panics, pool};

use journey::{Journey, Way};
pub use options::{HELP, Options, parse};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const MOST_SHOWN: usize = 20;

/// Limit on the programs that the shrinker tries for one difference.
const SHRINK_ATTEMPTS: usize = 600;

/// One in so many programs goes through another process.
const EVERY_PROCESS: u64 = 16;

/// Printed by [`diff::generate_asking`]'s programs where a call could not wait.
const CANNOT_WAIT: &str = "cannot wait";

/// Numbers of what was done, and what was wrong.
#[derive(Default)]
struct Counts {
    runs: u64,
    calls: u64,
    restored: u64,
    /// Programs that were compared with plain functions and the other machine.
    compared: u64,
    /// Programs stopped by a limit.
    stopped: u64,
    /// Pauses that could not be written.
    unwritable: u64,
    /// Mutants that were refused, and that ran.
    refused: u64,
    ran: u64,
    wrong: Vec<String>,
}

impl Counts {
    /// Adds the counts of another program, or of the mutants.
    fn add(&mut self, other: Counts) {
        self.runs += other.runs;
        self.calls += other.calls;
        self.restored += other.restored;
        self.compared += other.compared;
        self.stopped += other.stopped;
        self.unwritable += other.unwritable;
        self.refused += other.refused;
        self.ran += other.ran;
        self.wrong.extend(other.wrong);
    }
}

/// Runs the programs that the options choose. Returns whether nothing is wrong.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    if options.guest {
        return guest::serve().map(|()| true);
    }
    let started = Instant::now();
    let seeds: Vec<u64> = (0..options.generated).map(|index| options.seed.wrapping_add(index)).collect();
    let mut counts = Counts::default();
    for result in pool::map(&seeds, options.jobs, STACK_BYTES, |&seed| compare(seed, options))? {
        counts.add(result);
    }
    counts.add(mutants::run(options)?);
    for wrong in counts.wrong.iter().take(MOST_SHOWN) {
        println!("wrong: {wrong}");
    }
    println!(
        "calls: {} runs, {} calls answered, restored {} times, {} not written, {} programs beyond a limit, {} compared with plain \
         functions; {} changed, {} refused, {} ran; {} wrong, {:.1} s",
        counts.runs,
        counts.calls,
        counts.restored,
        counts.unwritable,
        counts.stopped,
        counts.compared,
        counts.refused + counts.ran,
        counts.refused,
        counts.ran,
        counts.wrong.len(),
        started.elapsed().as_secs_f64(),
    );
    Ok(counts.wrong.is_empty())
}

/// Compares the ways of one generated program. One that differs is shrunk first, if that is wanted.
fn compare(seed: u64, options: &Options) -> Counts {
    let asking = diff::generate_asking(seed);
    let mut counts = Counts::default();
    if let Some(difference) = difference(seed, &asking, asking.program.source(), &mut counts) {
        let differs = |text: &str| self::difference(seed, &asking, text.to_owned(), &mut Counts::default()).is_some();
        let shown = match options.shrink {
            true => {
                let small = shrink::shrink(asking.program.clone(), SHRINK_ATTEMPTS, differs).source();
                let difference = self::difference(seed, &asking, small.clone(), &mut Counts::default());
                format!("{}\n{small}", difference.unwrap_or_default())
            }
            false => difference,
        };
        counts.wrong.push(format!("seed {seed}, a {:?}: {shown}", asking.goal));
    }
    counts
}

/// Runs a program in all ways. Returns the first difference.
fn difference(seed: u64, asking: &Asking, text: String, counts: &mut Counts) -> Option<String> {
    let mut wholes = Vec::new();
    for backend in BACKENDS {
        let new = |way| Journey::new(asking.goal, &text, backend, seed, way);
        let whole = travelled(new(Way::Whole), None, counts);
        let guest = seed.is_multiple_of(EVERY_PROCESS).then(|| Guest::start("calls"));
        let again = match guest.transpose() {
            Ok(mut guest) => travelled(new(Way::Saved), guest.as_mut(), counts),
            Err(error) => return Some(error),
        };
        let Ok(whole) = whole else {
            counts.stopped += 1;
            return None;
        };
        // The run on the way has more fuel: no limit stops it.
        let again = again.unwrap_or_else(|stopped| vec![stopped]);
        if let Some(difference) = diff::difference_of_lines(&whole, &again) {
            return Some(format!("saved on {backend:?}: {difference}"));
        }
        let waited = asking.is_guarded && !whole.iter().any(|line| line == CANNOT_WAIT);
        if waited && !journey::is_free(seed) {
            let plain = travelled(new(Way::Plain), None, counts).unwrap_or_else(|stopped| vec![stopped]);
            if let Some(difference) = diff::difference_of_lines(&whole, &plain) {
                return Some(format!("plain functions on {backend:?}: {difference}"));
            }
            counts.compared += 1;
        }
        wholes.push((whole, waited));
    }
    match &wholes[..] {
        [(register, true), (stack, true)] => {
            diff::difference_of_lines(register, stack).map(|difference| format!("machines: {difference}"))
        }
        _ => None,
    }
}

/// Returns the observation of a program, half of whose engines are a guest's, or the limit that stopped it.
fn travelled(mut journey: Journey, mut guest: Option<&mut Guest>, counts: &mut Counts) -> Result<Vec<String>, String> {
    let mut is_here = true;
    while journey.end.is_none() {
        match &mut guest {
            Some(guest) if !is_here => journey = guest::go_on(guest, &journey)?,
            _ => journey.go_on(),
        }
        is_here = !is_here;
    }
    counts.runs += 1;
    counts.calls += journey.answered;
    counts.restored += journey.restored;
    counts.unwritable += journey.unwritable;
    match journey.end {
        Some(Err(limit)) => Err(limit),
        _ => Ok(journey.lines),
    }
}
