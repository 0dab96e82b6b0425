//! `ferrotape-conformance saved`: compiled code as bytes, unchanged and mutated.
//!
//! ```text
//! script ──> code ──> bytes ──> code ──> the same bytes, and runs that print the same
//!                       │
//! seed ──> mutation ────┴──> mutated bytes ──> refused, or run under limits: no panic
//! ```
//!
//! Mutated bytes get a correct checksum, as an attacker would write it.

mod mutation;
mod options;

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Mutex;
use std::time::Instant;

use ferrotape::script::{Compiler, Saved};
use ferrotape::{Backend, Engine, Error, ErrorKind, Value};

use crate::diff::{self, Program, Random};
use crate::host::{self, Printed, STACK_BYTES};
use crate::suite::Suite;
use crate::{panics, pool};

pub use mutation::mutate_snapshot;
pub use options::{HELP, Options, parse};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Limits for runs of code that was saved unchanged, and of mutated code.
const FUEL: u64 = 20_000_000;
const FUEL_OF_MUTANTS: u64 = 100_000;
const MEMORY: usize = 256 << 20;
const MEMORY_OF_MUTANTS: usize = 32 << 20;

/// Mutants that one thread reads and runs before it takes others.
const BATCH: u64 = 64;

/// Limit on the bytes of code to mutate: in larger code, most mutations are in places that its tests do not reach.
const LARGEST_MUTANT: usize = 1 << 16;

/// Numbers of what was done, and what was wrong.
#[derive(Default)]
struct Counts {
    saved: u64,
    compared: u64,
    refused: u64,
    ran: u64,
    /// Failures, each with the program that shows it.
    wrong: Vec<String>,
}

/// Checks the programs that the options choose. Returns whether nothing is wrong.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    let started = Instant::now();
    let mut programs = diff::repository_scripts()?;
    if let Some(set) = options.set {
        let suite = Suite::open(options.suite.as_deref())?;
        programs.extend(diff::test262_programs(&suite, set, &[])?);
    }
    programs.extend((0..options.generated).map(|index| diff::generated_program(options.seed.wrapping_add(index))));
    if !options.filters.is_empty() {
        programs.retain(|program| options.filters.iter().any(|filter| program.name.contains(filter)));
    }
    let mut counts = Counts::default();
    let seen = Mutex::new(HashSet::new());
    for result in pool::map(&programs, options.jobs, STACK_BYTES, |program| round_trip(program, options.run, &seen))? {
        counts.add(result);
    }
    let seeds = seeds_of_programs(&programs, options)?;
    let batches: Vec<u64> = (0..options.mutations.div_ceil(BATCH)).collect();
    for result in pool::map(&batches, options.jobs, STACK_BYTES, |&batch| mutants(&seeds, batch, options))? {
        counts.add(result);
    }
    let shown = if options.all { counts.wrong.len() } else { counts.wrong.len().min(MOST_SHOWN) };
    counts.wrong[..shown].iter().for_each(|wrong| println!("wrong: {wrong}"));
    println!(
        "saved: {} scripts on two machines, {} compared; {} changed, {} refused, {} ran; {} wrong, {:.1} s",
        counts.saved,
        counts.compared,
        counts.refused + counts.ran,
        counts.refused,
        counts.ran,
        counts.wrong.len(),
        started.elapsed().as_secs_f64(),
    );
    Ok(counts.wrong.is_empty())
}

const MOST_SHOWN: usize = 20;

impl Counts {
    fn add(&mut self, other: Counts) {
        self.saved += other.saved;
        self.compared += other.compared;
        self.refused += other.refused;
        self.ran += other.ran;
        self.wrong.extend(other.wrong);
    }
}

/// Saves and reads each script of a program. Runs of the saved scripts are compared with runs of the sources. If
/// nothing is to be run, a script that many programs begin with is checked once.
fn round_trip(program: &Program, runs: bool, seen: &Mutex<HashSet<u64>>) -> Counts {
    let mut counts = Counts::default();
    let hash = |text: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(text);
    let is_new = |text: &str| seen.lock().is_ok_and(|mut seen| seen.insert(hash(text)));
    let scripts: Vec<_> = program.scripts.iter().filter(|(_, text)| runs || is_new(text)).collect();
    for backend in BACKENDS {
        let compiler = Compiler::new().backend(backend);
        let mut saved = Vec::new();
        for &(name, text) in &scripts {
            // A script that does not compile has nothing to save.
            let Ok(script) = compiler.script(name, text) else { break };
            let result = panics::caught(|| {
                let bytes = script.to_bytes().map_err(|error| error.to_string())?;
                let again = Saved::from_bytes(&bytes).map_err(|error| error.to_string())?;
                let same = matches!(&again, Saved::Script(again) if again.to_bytes().is_ok_and(|other| other == bytes));
                if same { Ok(bytes) } else { Err("other bytes the second time".to_owned()) }
            });
            match result.unwrap_or_else(Err) {
                Ok(bytes) => saved.push(bytes),
                Err(what) => counts.wrong.push(format!("{} on {backend:?}: {what}", program.name)),
            }
            counts.saved += 1;
        }
        if runs && saved.len() == scripts.len() {
            counts.compared += 1;
            let whole = panics::caught(|| observe(backend, FUEL, MEMORY, |engine| run_texts(engine, program)));
            let again = panics::caught(|| observe(backend, FUEL, MEMORY, |engine| run_bytes(engine, &saved)));
            if whole != again && !whole.as_ref().is_ok_and(|seen| seen.is_stopped) {
                counts.wrong.push(format!("{} on {backend:?}: {whole:?}\n  {again:?}", program.name));
            }
        }
    }
    counts
}

/// Observation of a run.
#[derive(PartialEq, Eq, Debug)]
struct Seen {
    printed: Vec<String>,
    ended: String,
    is_stopped: bool,
}

/// Runs something in a new engine and observes its output and its end: a value in words, or an error with its places.
fn observe(backend: Backend, fuel: u64, memory: usize, run: impl FnOnce(&mut Engine) -> Result<Value, Error>) -> Seen {
    let printed = Printed::default();
    let builder = Engine::builder().backend(backend).seed(1).fuel(fuel).memory_limit(memory);
    let ended = builder.native_stack(host::NATIVE_STACK_BYTES).build().and_then(|mut engine| {
        host::define_print(&mut engine, &printed)?;
        let value = run(&mut engine);
        // Jobs are run, but timed waits may still be pending: their end depends on the clock, not on the program.
        engine.enter_with_jobs(|_| Ok(()))?;
        value.map(|value| format!("{value:?}"))
    });
    let is_stopped = ended.as_ref().is_err_and(Error::is_termination);
    let ended = ended.unwrap_or_else(|error| format!("{error} {:?} {:?}", error.location(), error.stack()));
    // An object has no name that would be equal in another engine.
    let ended = if ended.starts_with("Object") { "an object".to_owned() } else { ended };
    Seen { printed: printed.lines(), ended, is_stopped }
}

fn run_texts(engine: &mut Engine, program: &Program) -> Result<Value, Error> {
    let mut last = Value::Undefined;
    for (name, text) in &program.scripts {
        last = engine.run(name, text)?;
    }
    Ok(last)
}

/// Runs saved scripts and modules one after another. Returns the value of the last one.
fn run_bytes(engine: &mut Engine, saved: &[Vec<u8>]) -> Result<Value, Error> {
    let mut last = Value::Undefined;
    for bytes in saved {
        last = match Saved::from_bytes(bytes)? {
            Saved::Script(script) => script.run(engine)?,
            Saved::Module(module) => Value::Object(module.evaluate(engine)?),
            _ => return Err(Error::new("no script or module was saved")),
        };
    }
    Ok(last)
}

/// Returns the bytes to mutate, with the machine that they are for.
fn seeds_of_programs(programs: &[Program], options: &Options) -> Result<Vec<(Backend, Vec<u8>)>, String> {
    if options.mutations == 0 {
        return Ok(Vec::new());
    }
    let mut seeds = Vec::new();
    for program in programs {
        let Some((name, text)) = program.scripts.last() else { continue };
        for backend in BACKENDS {
            let compiler = Compiler::new().backend(backend);
            let bytes = compiler.script(name, text).and_then(|script| script.to_bytes());
            let bytes = bytes.or_else(|_| compiler.module(name, text).and_then(|module| module.to_bytes()));
            seeds.extend(bytes.ok().filter(|bytes| bytes.len() <= LARGEST_MUTANT).map(|bytes| (backend, bytes)));
        }
    }
    if seeds.is_empty() { Err("there is nothing to change".to_owned()) } else { Ok(seeds) }
}

/// Reads some mutants, and runs those that are not refused.
fn mutants(seeds: &[(Backend, Vec<u8>)], batch: u64, options: &Options) -> Counts {
    let mut counts = Counts::default();
    for number in batch * BATCH..options.mutations.min((batch + 1) * BATCH) {
        if options.only.is_some_and(|only| only != number) {
            continue;
        }
        let mut random = Random::new(options.seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let (backend, bytes) = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())].1;
        let mutant = mutation::mutate(bytes, other, &mut random);
        let result = panics::caught(|| match Saved::from_bytes(&mutant) {
            Err(error) if matches!(error.kind(), ErrorKind::Saved(_)) => None,
            Err(error) => Some(format!("refused otherwise: {error}")),
            Ok(_) => {
                let bytes = [mutant.clone()];
                observe(*backend, FUEL_OF_MUTANTS, MEMORY_OF_MUTANTS, |engine| run_bytes(engine, &bytes));
                Some(String::new())
            }
        });
        match result {
            Ok(None) => counts.refused += 1,
            Ok(Some(what)) if what.is_empty() => counts.ran += 1,
            Ok(Some(what)) | Err(what) => {
                counts.ran += 1;
                counts.wrong.push(format!("change {number} of seed {}: {what}", options.seed));
            }
        }
    }
    counts
}
