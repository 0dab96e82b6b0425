//! `ferrotape-conformance snapshots`: programs that continue in other engines than they began in, and in another
//! process.
//!
//! ```text
//! program ──> run without a pause ────────────────────────────────────────────────────────> observation
//!    └──────> slice of random length ──> bytes ──> the other process ──> bytes ──> this one ──> … ──> the same
//! ```
//!
//! The generator and the observations are those of [`crate::diff`].

mod guest;
mod journey;
mod mutants;
mod options;

use std::collections::BTreeMap;
use std::time::Instant;

use ferrotape::script::TailCalls;
use ferrotape::{Backend, Engine, Error, Value};

use crate::diff::{self, Program};
use crate::guest::Guest;
use crate::host::{self, Printed, STACK_BYTES};
use crate::suite::Suite;
use crate::{panics, pool};

use journey::Journey;
pub use options::{HELP, Options, parse};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const FUEL: u64 = 20_000_000;

/// Fuel of each engine on the way, where restoring and writing an engine counts too.
const FUEL_ON_THE_WAY: u64 = 2 * FUEL;
const MEMORY: usize = 256 << 20;

const MOST_SHOWN: usize = 20;

type Unwritable = BTreeMap<String, (u64, String)>;

/// Numbers of what was done, and what was wrong.
#[derive(Default)]
struct Counts {
    runs: u64,
    restored: u64,
    /// Numbers of mutated executions that were refused and that ran.
    refused: u64,
    ran: u64,
    /// Number of runs stopped by a limit.
    stopped: u64,
    /// Failures to write, by the beginning of the message: their number, and one message.
    unwritable: Unwritable,
    wrong: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.runs += other.runs;
        self.restored += other.restored;
        self.refused += other.refused;
        self.ran += other.ran;
        self.stopped += other.stopped;
        self.wrong.extend(other.wrong);
        self.add_unwritable(other.unwritable);
    }

    fn add_unwritable(&mut self, other: Unwritable) {
        for (what, (count, example)) in other {
            self.unwritable.entry(what).or_insert((0, example)).0 += count;
        }
    }
}

/// Scripts that see that they were written down. Stacks of errors are made then, so `Error.prepareStackTrace` is not asked
/// for those of errors that were made before: see "What is missing".
const SEES_IT: [&str; 1] = ["error_prepare_stack_trace.js"];

/// Runs the programs that the options choose. Returns whether nothing is wrong.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    if options.guest {
        return guest::serve().map(|()| true);
    }
    let started = Instant::now();
    let mut programs = if options.scripts { diff::repository_scripts()? } else { Vec::new() };
    programs.retain(|program| !shows_what_is_not_saved(program));
    programs.retain(|program| !SEES_IT.iter().any(|name| program.name.ends_with(name)));
    if let Some(set) = options.set {
        let suite = Suite::open(options.suite.as_deref())?;
        programs.extend(diff::test262_programs(&suite, set, &[])?);
    }
    programs.extend((0..options.generated).map(|index| diff::generated_program(options.seed.wrapping_add(index))));
    if !options.filters.is_empty() {
        programs.retain(|program| options.filters.iter().any(|filter| program.name.contains(filter)));
    }
    let mut counts = Counts::default();
    for result in pool::map(&programs, options.jobs, STACK_BYTES, |program| compare(program, options.seed))? {
        counts.add(result);
    }
    counts.add(mutants::run(options)?);
    for wrong in counts.wrong.iter().take(MOST_SHOWN) {
        println!("wrong: {wrong}");
    }
    for (what, (count, example)) in &counts.unwritable {
        println!("not written {count} times: {what}, as in {example}");
    }
    println!(
        "snapshots: {} runs on two machines, restored {} times, {} beyond a limit; {} changed, {} refused, {} ran; {} wrong, {:.1} s",
        counts.runs,
        counts.restored,
        counts.stopped,
        counts.refused + counts.ran,
        counts.refused,
        counts.ran,
        counts.wrong.len(),
        started.elapsed().as_secs_f64(),
    );
    Ok(counts.wrong.is_empty())
}

/// Returns whether a script says that it shows what bytes of an engine lack.
fn shows_what_is_not_saved(program: &Program) -> bool {
    program.scripts.iter().any(|(_, text)| text.lines().any(|line| line.starts_with("// not saved: ")))
}

/// Compares a program that runs in one engine with one that travels, on each machine.
fn compare(program: &Program, seed: u64) -> Counts {
    let mut counts = Counts::default();
    for backend in BACKENDS {
        counts.runs += 1;
        let printed = Printed::default();
        let whole = observed(&printed, || run(program, backend, &printed));
        let again = travelled(Journey::new(program, backend, seed), &mut counts);
        match (whole, again) {
            (Ok(whole), Ok(again)) if whole == again => {}
            // The run on the way has more fuel, so its result does not matter.
            (Err(_), _) => counts.stopped += 1,
            (Ok(whole), again) => {
                let again = again.unwrap_or_else(|stopped| vec![stopped]);
                let difference = diff::difference_of_lines(&whole, &again).unwrap_or_default();
                counts.wrong.push(format!("{} on {backend:?}: {difference}", program.name));
            }
        }
    }
    counts
}

/// Returns the observation of a run, line by line, or the limit that stopped it.
pub(crate) fn observed(printed: &Printed, run: impl FnOnce() -> Result<String, Error>) -> Result<Vec<String>, String> {
    let ended = panics::caught(run);
    let mut lines = printed.lines();
    match ended {
        Ok(Ok(end)) => lines.push(end),
        Ok(Err(error)) if error.is_termination() => return Err(error.message().to_owned()),
        Ok(Err(error)) => lines.push(error.message().to_owned()),
        Err(panic) => lines.push(format!("panic: {panic}")),
    }
    Ok(lines)
}

/// Returns the observation of a program that alternates between two processes, or the limit that stopped it.
fn travelled(mut journey: Journey, counts: &mut Counts) -> Result<Vec<String>, String> {
    let mut guest = Guest::start("snapshots")?;
    let mut is_here = true;
    while journey.end.is_none() {
        match is_here {
            true => journey.go_on(),
            false => journey = guest::go_on(&mut guest, &journey)?,
        }
        is_here = !is_here;
    }
    counts.restored += journey.restored;
    counts.add_unwritable(journey.unwritable);
    match journey.end {
        Some(Err(limit)) => Err(limit),
        _ => Ok(journey.lines),
    }
}

/// Makes an engine for a generated program.
pub(crate) fn new_engine(backend: Backend, fuel: u64, printed: &Printed) -> Result<Engine, Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .tail_calls(TailCalls::Always)
        .seed(1)
        .fuel(fuel)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .build()?;
    host::define_print(&mut engine, printed)?;
    Ok(engine)
}

/// Runs a program in one engine, without pauses.
fn run(program: &Program, backend: Backend, printed: &Printed) -> Result<String, Error> {
    let mut engine = new_engine(backend, FUEL, printed)?;
    let mut last = String::new();
    for (name, text) in &program.scripts {
        last = in_words(engine.run(name, text))?;
        engine.enter_with_jobs(|_| Ok(()))?;
    }
    Ok(left_behind(&mut engine, &last))
}

/// Describes the result of a script. Gives an error if a limit stopped it.
pub(crate) fn in_words(value: Result<Value, Error>) -> Result<String, Error> {
    match value {
        Err(error) if error.is_termination() => Err(error),
        Err(error) => Ok(error.message().to_owned()),
        // An object has no name that would be equal in another engine.
        Ok(Value::Object(_)) => Ok("an object".to_owned()),
        Ok(value) => Ok(format!("{value:?}")),
    }
}

/// Script that describes the state at a program's end: its globals.
const FINAL_STATE: &str = "JSON.stringify(Object.keys(globalThis).map(key => { const it = globalThis[key];
    return [key, typeof it, typeof it === 'object' || typeof it === 'function' ? Object.prototype.toString.call(it) : String(it)] }))";

pub(crate) fn left_behind(engine: &mut Engine, last: &str) -> String {
    let rejections = engine.take_unhandled_rejections();
    let rejections: Vec<&str> = rejections.iter().map(|error| error.message()).collect();
    let state = engine.eval::<String>(FINAL_STATE).unwrap_or_else(|error| error.message().to_owned());
    format!("{last} {rejections:?} {state}")
}
