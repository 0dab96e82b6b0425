//! `ferrotape-conformance diff`: the two back-ends as each other's oracle.
//!
//! ```text
//! inputs ────────┐
//!                ├──> program ──> observation on the register machine ──┐
//! seed ──> generator                                                    ├──> difference ──> shrinker
//!                └───────────────> observation on the stack machine ────┘
//! ```
//!
//! An observation is everything that a program can show: its output, its completion value or its error, and the state of
//! the global object at the end. An error has its kind, name, message and all places. A program that differs is reported with its
//! first difference. A generated program is shrunk first, and its seed generates it again.

mod fragment;
mod generator;
mod inputs;
mod observation;
mod options;
mod random;
pub mod shrink;

use std::time::Instant;

use ferrotape::Backend;
use indicatif::{ProgressBar, ProgressStyle};

use crate::host::STACK_BYTES;
use crate::suite::Suite;
use crate::{panics, pool};

use observation::{Limits, Observation, difference, observe};

pub use fragment::Fragment;
pub use generator::{Asking, Goal, generate_asking};
pub use inputs::{program as program_of_file, scripts as repository_scripts, test262 as test262_programs};
pub use observation::{Program, difference_of_lines};
pub use options::{HELP, Options, parse};
pub use random::Random;

/// Limit on the programs that the shrinker tries for one difference.
const SHRINK_ATTEMPTS: usize = 3_000;

/// Limits for generated programs, which use a small part of them.
const GENERATED_LIMITS: Limits = Limits { fuel: 20_000_000, memory: 256 << 20, stress_collection: false, slices: None };

/// Limits for all other programs.
const LIMITS: Limits = Limits { fuel: 20_000_000_000, memory: 1 << 30, stress_collection: false, slices: None };

/// Limit on the differences of a kind of input that are shown in full.
const MOST_SHOWN: usize = 10;

/// Result of comparing a program.
struct Comparison {
    name: String,
    difference: Option<String>,
    /// Whether both back-ends reached a limit, so that nothing was compared.
    stopped: bool,
}

/// Compares the programs that the options choose. Returns whether all agree.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    let mut same = true;
    for file in &options.files {
        same &= compare_all(&file.display().to_string(), &[inputs::program(file)?], options)?;
    }
    if let Some(set) = options.set {
        let suite = Suite::open(options.suite.as_deref())?;
        same &= compare_all("test262", &inputs::test262(&suite, set, &options.filters)?, options)?;
    }
    if options.repository {
        same &= compare_all("scripts", &inputs::scripts()?, options)?;
        same &= compare_all("packages", &inputs::packages()?, options)?;
    }
    if options.generated > 0 {
        same &= compare_generated(options)?;
    }
    Ok(same)
}

fn compare_all(what: &str, programs: &[Program], options: &Options) -> Result<bool, String> {
    let limits = Limits { stress_collection: options.stress_collection, slices: options.slices, ..LIMITS };
    run(what, programs, options, |program| compare(program, limits))
}

/// Compares the programs of consecutive seeds. One that differs is reported as its shrunk text, if that is wanted.
fn compare_generated(options: &Options) -> Result<bool, String> {
    let limits = Limits { stress_collection: options.stress_collection, slices: options.slices, ..GENERATED_LIMITS };
    let seeds: Vec<u64> = (0..options.generated).map(|index| options.seed.wrapping_add(index)).collect();
    let what = format!("generated from seed {}", options.seed);
    run(&what, &seeds, options, |&seed| {
        let program = generator::generate(seed);
        let mut comparison = compare(&generated(seed, program.source()), limits);
        if comparison.difference.is_some() && options.shrink {
            let differs = |source: &str| compare(&generated(seed, source.to_owned()), limits).difference.is_some();
            let small = shrink::shrink(program, SHRINK_ATTEMPTS, differs).source();
            let difference = compare(&generated(seed, small.clone()), limits).difference.unwrap_or_default();
            comparison.difference = Some(format!("{difference}\n{small}"));
        }
        comparison
    })
}

/// Returns the program for a seed.
pub fn generated_program(seed: u64) -> Program {
    generated(seed, generator::generate(seed).source())
}

fn generated(seed: u64, text: String) -> Program {
    let file = if generator::is_typed(seed) { "generated.ts" } else { "generated.js" };
    Program { name: format!("seed {seed}"), scripts: vec![(file.to_owned(), text)] }
}

fn compare(program: &Program, limits: Limits) -> Comparison {
    if limits.slices.is_some() {
        return compare_slices(program, limits);
    }
    let register = observe(program, Backend::Register, limits);
    let stack = observe(program, Backend::Stack, limits);
    let stopped = matches!((&register, &stack), (Observation::Stopped(_), Observation::Stopped(_)));
    Comparison { name: program.name.clone(), difference: difference(&register, &stack), stopped }
}

/// Compares runs in slices with whole runs, on each back-end.
fn compare_slices(program: &Program, limits: Limits) -> Comparison {
    let mut comparison = Comparison { name: program.name.clone(), difference: None, stopped: false };
    for backend in [Backend::Register, Backend::Stack] {
        let whole = observe(program, backend, Limits { slices: None, ..limits });
        let sliced = observe(program, backend, limits);
        comparison.stopped |= matches!((&whole, &sliced), (Observation::Stopped(_), Observation::Stopped(_)));
        comparison.difference = comparison.difference.or(difference(&whole, &sliced));
    }
    comparison
}

/// Compares on all cores, and prints the differences.
fn run<T: Sync>(
    what: &str,
    items: &[T],
    options: &Options,
    compare: impl Fn(&T) -> Comparison + Sync,
) -> Result<bool, String> {
    let started = Instant::now();
    let progress = ProgressBar::new(items.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} programs, {elapsed}, {eta} to go") {
        progress.set_style(style);
    }
    let comparisons = pool::map(items, options.jobs, STACK_BYTES, |item| {
        let comparison = compare(item);
        progress.inc(1);
        comparison
    })?;
    progress.finish_and_clear();
    let different: Vec<&Comparison> = comparisons.iter().filter(|comparison| comparison.difference.is_some()).collect();
    for (index, comparison) in different.iter().enumerate() {
        let shown = comparison.difference.as_deref().filter(|_| index < MOST_SHOWN || options.all);
        println!("different: {}{}", comparison.name, shown.map(|shown| format!("\n  {shown}")).unwrap_or_default());
    }
    let stopped = comparisons.iter().filter(|comparison| comparison.stopped).count();
    println!(
        "{what}: {} programs, {} different, {stopped} beyond a limit on both, {:.1} s",
        comparisons.len(),
        different.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(different.is_empty())
}
