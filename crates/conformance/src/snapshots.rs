//! `ferrotape-conformance snapshots`: programs that go on in other engines than they began in.
//!
//! ```text
//! program ──> run without a pause ───────────────────────────────────────────────────────────────> observation
//!    └──────> slice of random length ──> bytes ──> another engine ──> slice ──> bytes ──> … ──> observation: the same
//! ```
//!
//! The generator is that of [`crate::diff`], and so is what can be seen of a run.

mod options;

use std::collections::BTreeMap;
use std::task::Poll;
use std::time::Instant;

use ferrotape::{Backend, Compiler, Engine, Error, ErrorKind, Limits, TailCalls, Value};

use crate::diff::{self, Program, Random};
use crate::host::{self, Printed, STACK_BYTES};
use crate::{panics, pool};

pub use options::{HELP, Options, parse};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const FUEL: u64 = 20_000_000;
const MEMORY: usize = 256 << 20;

/// The longest slice; the first ones are shorter, so that short programs pause as well.
const LONGEST_SLICE: usize = 2_000;

/// After so many pauses a program goes on without: each takes as long as making an engine.
const MOST_PAUSES: u64 = 60;

const MOST_SHOWN: usize = 20;

#[derive(Default)]
struct Counts {
    runs: u64,
    restored: u64,
    /// Runs that a limit has stopped.
    stopped: u64,
    /// How often something could not be written, by what the message begins with, with one message.
    unwritable: BTreeMap<String, (u64, String)>,
    wrong: Vec<String>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.runs += other.runs;
        self.restored += other.restored;
        self.stopped += other.stopped;
        self.wrong.extend(other.wrong);
        for (what, (count, example)) in other.unwritable {
            self.unwritable.entry(what).or_insert((0, example)).0 += count;
        }
    }
}

/// Runs all that is asked for. Was nothing wrong?
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    let started = Instant::now();
    let mut programs = if options.scripts { diff::repository_scripts()? } else { Vec::new() };
    programs.extend((0..options.generated).map(|index| diff::generated_program(options.seed.wrapping_add(index))));
    if !options.filters.is_empty() {
        programs.retain(|program| options.filters.iter().any(|filter| program.name.contains(filter)));
    }
    let mut counts = Counts::default();
    for result in pool::map(&programs, options.jobs, STACK_BYTES, |program| compare(program, options.seed))? {
        counts.add(result);
    }
    for wrong in counts.wrong.iter().take(MOST_SHOWN) {
        println!("wrong: {wrong}");
    }
    for (what, (count, example)) in &counts.unwritable {
        println!("not written {count} times: {what}, as in {example}");
    }
    println!(
        "snapshots: {} runs on two machines, restored {} times, {} beyond a limit; {} wrong, {:.1} s",
        counts.runs,
        counts.restored,
        counts.stopped,
        counts.wrong.len(),
        started.elapsed().as_secs_f64(),
    );
    Ok(counts.wrong.is_empty())
}

fn compare(program: &Program, seed: u64) -> Counts {
    let mut counts = Counts::default();
    for backend in BACKENDS {
        counts.runs += 1;
        let whole = observe(program, backend, None, &mut counts);
        let name = program.name.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let mut random = Random::new(name);
        let again = observe(program, backend, Some(&mut random), &mut counts);
        match (whole, again) {
            (Ok(whole), Ok(again)) if whole == again => {}
            // A restored engine has its own fuel.
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

/// What can be seen of a run, line by line; or the limit that has stopped it.
fn observe(
    program: &Program,
    backend: Backend,
    random: Option<&mut Random>,
    counts: &mut Counts,
) -> Result<Vec<String>, String> {
    let printed = Printed::default();
    let ended = panics::caught(|| run(program, backend, &printed, random, counts));
    let mut lines = printed.lines();
    match ended {
        Ok(Ok(end)) => lines.push(end),
        Ok(Err(error)) if error.is_termination() => return Err(error.message().to_owned()),
        Ok(Err(error)) => lines.push(error.message().to_owned()),
        Err(panic) => lines.push(format!("panic: {panic}")),
    }
    Ok(lines)
}

fn new_engine(backend: Backend, printed: &Printed) -> Result<Engine, Error> {
    let mut engine = Engine::builder()
        .backend(backend)
        .tail_calls(TailCalls::Always)
        .seed(1)
        .fuel(FUEL)
        .memory_limit(MEMORY)
        .native_stack(host::NATIVE_STACK_BYTES)
        .build()?;
    host::define_print(&mut engine, printed)?;
    Ok(engine)
}

/// What a program says of itself when it has ended: its value, and what is global then.
const FINAL_STATE: &str = "JSON.stringify(Object.keys(globalThis).map(key => { const it = globalThis[key];
    return [key, typeof it, typeof it === 'object' || typeof it === 'function' ? Object.prototype.toString.call(it) : String(it)] }))";

fn run(
    program: &Program,
    backend: Backend,
    printed: &Printed,
    mut random: Option<&mut Random>,
    counts: &mut Counts,
) -> Result<String, Error> {
    let mut engine = new_engine(backend, printed)?;
    let mut end = String::new();
    for (name, text) in &program.scripts {
        let (after, value) = match random.as_deref_mut() {
            None => {
                let value = engine.run(name, text);
                (engine, value)
            }
            Some(random) => run_elsewhere(engine, backend, (name, text), printed, random, counts)?,
        };
        engine = after;
        match value {
            Err(error) if error.is_termination() => return Err(error),
            Err(error) => end = error.message().to_owned(),
            // What an object is called here, it is not called in another engine.
            Ok(Value::Object(_)) => end = "an object".to_owned(),
            Ok(value) => end = format!("{value:?}"),
        }
        if random.is_some() {
            engine = elsewhere(engine, backend, printed, counts)?;
        }
        engine.run_jobs()?;
    }
    let rejections = engine.take_unhandled_rejections();
    let rejections: Vec<&str> = rejections.iter().map(|error| error.message()).collect();
    let state = engine.eval::<String>(FINAL_STATE).unwrap_or_else(|error| error.message().to_owned());
    Ok(format!("{end} {rejections:?} {state}"))
}

/// A script in slices, after each of which it goes on in another engine.
fn run_elsewhere(
    mut engine: Engine,
    backend: Backend,
    (name, text): (&str, &str),
    printed: &Printed,
    random: &mut Random,
    counts: &mut Counts,
) -> Result<(Engine, Result<Value, Error>), Error> {
    let script = match Compiler::new().backend(backend).script(name, text) {
        Ok(script) => script,
        Err(error) => return Ok((engine, Err(error))),
    };
    // What cannot be written at the beginning runs on where it is.
    let begun = script.start(&mut engine).map(|mut execution| match written(execution.snapshot(), counts) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(ended(execution.resume::<Value>(&Limits::new()))),
        Err(error) => Err(Err(error)),
    });
    let mut bytes = match begun {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(value)) => return Ok((engine, value)),
        Err(error) => return Ok((engine, Err(error))),
    };
    let mut pauses = 0;
    loop {
        let mut restored = Engine::restore_execution_into(new_engine(backend, printed)?, &bytes)?;
        counts.restored += 1;
        let mut execution = restored.execution();
        let value = loop {
            pauses += 1;
            let longest = (pauses as usize * 50).min(LONGEST_SLICE);
            let slice = match pauses > MOST_PAUSES {
                true => Limits::new(),
                false => Limits::new().fuel(1 + random.below(longest) as u64),
            };
            match execution.resume::<Value>(&slice) {
                Poll::Ready(value) => break Some(value),
                Poll::Pending => {
                    if let Some(written) = written(execution.snapshot(), counts)? {
                        bytes = written;
                        break None;
                    }
                }
            }
        };
        drop(execution);
        if let Some(value) = value {
            return Ok((restored.into_engine(), value));
        }
    }
}

fn ended(value: Poll<Result<Value, Error>>) -> Result<Value, Error> {
    match value {
        Poll::Ready(value) => value,
        Poll::Pending => Ok(Value::Undefined),
    }
}

/// The same between scripts, with the jobs that are left.
fn elsewhere(mut engine: Engine, backend: Backend, printed: &Printed, counts: &mut Counts) -> Result<Engine, Error> {
    match written(engine.snapshot(), counts)? {
        Some(bytes) => {
            counts.restored += 1;
            Engine::restore_into(new_engine(backend, printed)?, &bytes)
        }
        None => Ok(engine),
    }
}

/// None where something cannot be written, which is counted.
fn written(result: Result<Vec<u8>, Error>, counts: &mut Counts) -> Result<Option<Vec<u8>>, Error> {
    match result {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.kind(), ErrorKind::Usage) => {
            let message = error.message();
            let what = message.split(", ").next().unwrap_or(message).to_owned();
            counts.unwritable.entry(what).or_insert((0, message.to_owned())).0 += 1;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
