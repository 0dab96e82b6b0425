//! `ferrotape-conformance fuel`: checks that the fuel of a program does not depend on what else is done with its
//! engine.
//!
//! ```text
//! program ──> whole, in one engine ───────────────> fuel after each script and its jobs, all output
//!    ├──────> in slices that end after equal fuel: beside copies, in copies, in restored engines
//!    │                                             ──> equal fuel at each pause, and at the end
//!    ├──────> with a debugger that stops at each line ──> the same, as if nobody looked
//!    └──────> with less fuel than it takes ───────> the same place in the script, whichever way
//! ```
//!
//! Everything runs on both machines, and with garbage collections at other places.

mod looks;
mod options;
mod programs;
mod walk;

use std::time::Instant;

use ferrotape::Backend;

use crate::diff::{self, Program, Random};
use crate::host::STACK_BYTES;
use crate::suite::Suite;
use crate::{panics, pool};

use looks::Looks;
pub use options::{HELP, Options, parse};
use walk::{Collecting, Plan, Walk, Way};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const PAUSES: usize = 10;

/// Number of insufficient amounts of fuel that a program is run with; each is followed by its successors.
const SMALL_AMOUNTS: usize = 3;
const NEXT_TO_EACH_OTHER: u64 = 3;

/// Limit on the fuel of programs that run with a collection at each safepoint: others have too many safepoints.
const MOST_UNDER_STRESS: u64 = 40_000;

const MOST_SHOWN: usize = 20;

/// Scripts that depend on facts that differ between copies (docs/limits.md, "What fuel counts").
const ASK_FOR_MORE: [&str; 2] = [
    // Depends on the clock: whether a wait times out.
    "builtins/atomics_wait_async.js",
    // Depends on what was collected, by `WeakRef`.
    "builtins/weak_collections.js",
];

/// Numbers of what was done, and what was wrong.
#[derive(Default)]
struct Counts {
    runs: u64,
    restored: u64,
    /// Programs that reach a limit even without slices.
    stopped: u64,
    wrong: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.runs += other.runs;
        self.restored += other.restored;
        self.stopped += other.stopped;
        self.wrong.extend(other.wrong);
    }
}

/// Compares the programs that the options choose. Returns whether nothing is wrong.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    let started = Instant::now();
    let mut programs = options.files.iter().map(|file| diff::program_of_file(file)).collect::<Result<Vec<_>, _>>()?;
    if programs.is_empty() {
        programs = chosen(options)?;
    }
    if !options.filters.is_empty() {
        programs.retain(|program| options.filters.iter().any(|filter| program.name.contains(filter)));
    }
    let mut counts = Counts::default();
    for result in pool::map(&programs, options.jobs, STACK_BYTES, |program| compare(program, options))? {
        counts.add(result);
    }
    let shown = if options.all { counts.wrong.len() } else { counts.wrong.len().min(MOST_SHOWN) };
    counts.wrong[..shown].iter().for_each(|wrong| println!("wrong: {wrong}"));
    println!(
        "fuel: {} programs, {} runs on two machines, restored {} times, {} beyond a limit; {} wrong, {:.1} s",
        programs.len(),
        counts.runs,
        counts.restored,
        counts.stopped,
        counts.wrong.len(),
        started.elapsed().as_secs_f64(),
    );
    // Programs that cannot be written are walked all the same; if none could, nothing would have been shown.
    let chooses = options.files.is_empty() && options.filters.is_empty();
    if chooses && counts.restored == 0 {
        return Err("no program could be restored".to_owned());
    }
    Ok(counts.wrong.is_empty())
}

/// Returns the programs to compare if no files are named.
fn chosen(options: &Options) -> Result<Vec<Program>, String> {
    let mut programs = programs::made_for_it();
    if options.scripts {
        let asks_for_more = |program: &Program| ASK_FOR_MORE.iter().any(|name| program.name.ends_with(name));
        programs.extend(diff::repository_scripts()?.into_iter().filter(|program| !asks_for_more(program)));
    }
    if let Some(set) = options.set {
        let suite = Suite::open(options.suite.as_deref())?;
        programs.extend(diff::test262_programs(&suite, set, &[])?);
    }
    programs.extend((0..options.generated).map(|index| diff::generated_program(options.seed.wrapping_add(index))));
    Ok(programs)
}

/// Compares the ways of a program on each machine: at each place, if that is wanted, else at random pauses.
fn compare(program: &Program, options: &Options) -> Counts {
    let mut counts = Counts::default();
    for backend in BACKENDS {
        let comparison = Comparison { program, backend, seed: options.seed, counts: &mut counts };
        match options.each {
            Some(units) => comparison.each_place(units),
            None => comparison.all_ways(),
        }
    }
    counts
}

/// Compares the ways to run one program.
struct Comparison<'a> {
    program: &'a Program,
    backend: Backend,
    seed: u64,
    counts: &'a mut Counts,
}

impl Comparison<'_> {
    /// Walks the program whole, looked at, in slices of each way, with other collections, and with too little fuel.
    fn all_ways(mut self) {
        let whole = self.walk(&Plan::default());
        if whole.is_stopped {
            self.counts.stopped += 1;
            return;
        }
        let total = whole.fuel();
        let name_hash =
            self.program.name.bytes().fold(self.seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let mut random = Random::new(name_hash);
        let mut pauses: Vec<u64> = (0..PAUSES).map(|_| 1 + random.below(total as usize) as u64).collect();
        pauses.sort_unstable();
        let plan = |way, collecting, limit| Plan { way, collecting, limit, pauses: pauses.clone(), looks: None };
        for looks in [Looks::Breakpoints, Looks::Steps] {
            let again = self.walk(&Plan { looks: Some(looks), ..Plan::default() });
            self.expect_same_end(&format!("looked at by {looks:?}"), &whole, &again);
        }
        let in_slices = self.walk(&plan(Way::Slices, Collecting::InTime, None));
        self.expect_same_end("in slices", &whole, &in_slices);
        let again = self.walk(&Plan { looks: Some(Looks::Steps), ..plan(Way::Slices, Collecting::InTime, None) });
        self.expect_same("looked at in slices", &in_slices, &again);
        for way in Way::COPYING {
            let again = self.walk(&plan(way, Collecting::InTime, None));
            self.expect_same(&format!("{way:?}"), &in_slices, &again);
        }
        for collecting in [Collecting::Slices, Collecting::Always] {
            if collecting == Collecting::Always && total > MOST_UNDER_STRESS {
                continue;
            }
            let again = self.walk(&Plan { collecting, ..Plan::default() });
            self.expect_same_end(&format!("{collecting:?}"), &whole, &again);
            for way in [Way::Slices, Way::InFork, Way::InRestored] {
                let again = self.walk(&plan(way, collecting, None));
                self.expect_same(&format!("{way:?}, {collecting:?}"), &in_slices, &again);
            }
        }
        for _ in 0..SMALL_AMOUNTS {
            let first = 1 + random.below(total as usize) as u64;
            for limit in first..first + NEXT_TO_EACH_OTHER {
                let limit = Some(limit);
                let whole = self.walk(&Plan { limit, ..Plan::default() });
                for way in [Way::Slices, Way::InFork, Way::InRestored] {
                    let again = self.walk(&plan(way, Collecting::InTime, limit));
                    self.expect_same_end(&format!("{way:?}, {limit:?}"), &whole, &again);
                }
                let again = self.walk(&Plan { collecting: Collecting::Slices, limit, ..Plan::default() });
                self.expect_same_end(&format!("Slices of collections, {limit:?}"), &whole, &again);
            }
        }
    }

    /// Restores once, after each multiple of this many units, to find the places that make a difference.
    fn each_place(mut self, units: u64) {
        let whole = self.walk(&Plan::default());
        if whole.is_stopped {
            self.counts.stopped += 1;
            return;
        }
        for pause in (1..whole.fuel()).step_by(units as usize) {
            let again = self.walk(&Plan { way: Way::InRestored, pauses: vec![pause], ..Plan::default() });
            let before = self.counts.wrong.len();
            self.expect_same_end(&format!("restored after {:?}", again.pauses), &whole, &again);
            if self.counts.wrong.len() > before {
                let stopped = self.walk(&Plan { limit: again.pauses.first().copied(), ..Plan::default() });
                self.counts.wrong.extend(stopped.seen.last().map(|place| format!("it had come to {place}")));
            }
        }
    }

    fn walk(&mut self, plan: &Plan) -> Walk {
        self.counts.runs += 1;
        let walk = panics::caught(|| walk::walk(self.program, self.backend, plan));
        let walk = walk.unwrap_or_else(Walk::panicked);
        self.counts.restored += walk.restored;
        walk
    }

    fn expect_same(&mut self, how: &str, expected: &Walk, again: &Walk) {
        if expected.pauses == again.pauses {
            self.expect_same_end(how, expected, again);
        } else {
            self.wrong(how, &format!("pauses at {:?}\n  {:?}", expected.pauses, again.pauses));
        }
    }

    fn expect_same_end(&mut self, how: &str, expected: &Walk, again: &Walk) {
        if expected.stages != again.stages {
            self.wrong(how, &format!("fuel after each stage {:?}\n  {:?}", expected.stages, again.stages));
        } else if let Some(difference) = diff::difference_of_lines(&expected.seen, &again.seen) {
            self.wrong(how, &difference);
        }
    }

    fn wrong(&mut self, how: &str, what: &str) {
        self.counts.wrong.push(format!("{} on {:?}, {how}: {what}", self.program.name, self.backend));
    }
}
