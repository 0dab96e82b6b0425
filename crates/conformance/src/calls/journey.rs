//! A program on its way through engines, which answers its calls.

use ferrotape::script::Compiler;
use ferrotape::{
    Backend, Call, Context, Engine, Error, ErrorKind, FromJs, IntoJs, Limits, PendingCall, Program, Progress, Run,
    Value,
};

use super::shelf::Shelf;
use crate::diff::{Goal, Random};
use crate::host::Printed;
use crate::snapshots::{in_words, left_behind, new_engine, observed};

const FUEL: u64 = 20_000_000;

/// Fuel on the way, where restoring and writing an engine counts too.
const FUEL_ON_THE_WAY: u64 = 50 * FUEL;

/// Fuel of the longest slice, in runs with slices.
const LONGEST_SLICE: usize = 3_000;

/// Limit on the times that a program is written: each takes as long as making an engine.
const MOST_LEFT: u64 = 40;

/// Way of a program from one call to the next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// In one engine.
    Whole,
    /// In one engine in which `ask` is an ordinary function.
    Plain,
    /// Written and restored, and forked.
    Saved,
}

/// State of a program between two engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journey {
    pub goal: Goal,
    pub text: String,
    pub backend: Backend,
    pub seed: u64,
    pub way: Way,
    /// State of the choices of calls to answer, which are the same on each way.
    pub order: u64,
    /// State of the choices of where to go on.
    pub route: u64,
    /// The program, once it has begun.
    pub bytes: Vec<u8>,
    /// Whether it waits for a call, instead of having paused.
    pub waits: bool,
    pub lines: Vec<String>,
    pub answered: u64,
    pub restored: u64,
    pub unwritable: u64,
    /// End of the program: normal, or the limit that stopped it.
    pub end: Option<Result<(), String>>,
}

/// Returns whether promises of a program may be answered before a call at which the script waits.
pub fn is_free(seed: u64) -> bool {
    seed % 3 == 2
}

impl Journey {
    /// Makes a journey that has not begun. Both choices follow from the seed, but not in step with each other.
    pub fn new(goal: Goal, text: &str, backend: Backend, seed: u64, way: Way) -> Journey {
        Journey {
            goal,
            text: text.to_owned(),
            backend,
            seed,
            way,
            order: seed,
            route: !seed,
            bytes: Vec::new(),
            waits: false,
            lines: Vec::new(),
            answered: 0,
            restored: 0,
            unwritable: 0,
            end: None,
        }
    }

    /// Goes on to the next place where the program is written, or to its end.
    pub fn go_on(&mut self) {
        let printed = Printed::default();
        let mut has_left = false;
        let seen = observed(&printed, || {
            let end = self.in_one_engine(&printed)?;
            has_left = end.is_none();
            Ok(end.unwrap_or_default())
        });
        match seen {
            Ok(mut lines) => {
                match has_left {
                    true => drop(lines.pop()),
                    false => self.end = Some(Ok(())),
                }
                self.lines.append(&mut lines);
            }
            Err(limit) => self.end = Some(Err(limit)),
        }
    }

    /// Runs in one engine. Returns the observation at the program's end, or `None` if it goes on elsewhere.
    fn in_one_engine(&mut self, printed: &Printed) -> Result<Option<String>, Error> {
        let engine = self.new_engine(printed)?;
        let mut run = match self.bytes.is_empty() {
            true => match self.begun(engine)? {
                Ok(run) => run,
                Err(message) => return Ok(Some(message)),
            },
            false => {
                self.restored += 1;
                Engine::restore_run(engine, &self.bytes)?
            }
        };
        loop {
            if std::mem::take(&mut self.waits) && !fetches_again(&mut run)? {
                self.answer_some(&mut run)?;
            }
            let value = match run.advance(&self.slice()) {
                Ok(Progress::Paused) => None,
                Ok(Progress::Waiting) => {
                    self.waits = true;
                    None
                }
                Ok(Progress::Done(value)) => Some(in_words(Ok(value))?),
                Err(error) => Some(in_words(Err(error))?),
            };
            if let Some(value) = value {
                let mut engine = run.into_engine().ok_or_else(|| Error::new("the run has no engine of its own"))?;
                return Ok(Some(left_behind(&mut engine, &value)));
            }
            if self.way != Way::Saved || self.restored > MOST_LEFT {
                continue;
            }
            match choice(&mut self.route, 8) {
                0 => {}
                1 => run = run.fork()?,
                _ if self.leaves(run.save())? => return Ok(None),
                _ => {}
            }
        }
    }

    /// Compiles the program and begins it in an engine. The inner error is the program's own, and part of the
    /// observation.
    fn begun(&self, engine: Engine) -> Result<Result<Run<'static>, String>, Error> {
        let compiler = Compiler::new().backend(self.backend);
        let compiled = match self.goal {
            Goal::Script => compiler.script("generated.js", &self.text).map(Program::from),
            Goal::Module => {
                let imports = if self.fetches() { "import * as late from 'a'; " } else { "" };
                compiler.module("/generated.mjs", &format!("{imports}{}", self.text)).map(Program::from)
            }
            Goal::Body => compiler.body("generated.js", &self.text),
        };
        let begun = compiled.and_then(|program| engine.into_run(&program).map_err(|failed| failed.1));
        match begun {
            Err(error) if error.is_termination() => Err(error),
            begun => Ok(begun.map_err(|error| error.message().to_owned())),
        }
    }

    /// Returns whether the program is a module with an import that is fetched.
    fn fetches(&self) -> bool {
        self.goal == Goal::Module && self.seed.is_multiple_of(3)
    }

    fn slice(&mut self) -> Limits {
        match self.way == Way::Saved && self.seed.is_multiple_of(5) && self.restored <= MOST_LEFT {
            true => Limits::new().fuel(1 + choice(&mut self.route, LONGEST_SLICE) as u64),
            false => Limits::new(),
        }
    }

    /// Stores the written bytes. Returns false, and counts that, if something cannot be written.
    fn leaves(&mut self, written: Result<Vec<u8>, Error>) -> Result<bool, Error> {
        match written {
            Ok(bytes) => {
                self.bytes = bytes;
                Ok(true)
            }
            Err(error) if matches!(error.kind(), ErrorKind::Usage) => {
                self.unwritable += 1;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Answers the call at which the script waits, or some of the others, in random order.
    fn answer_some(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        let mut calls = run.calls();
        if let Some(at) = calls.iter().position(PendingCall::is_blocking) {
            let blocking = calls.swap_remove(at);
            if !is_free(self.seed) || calls.is_empty() || choice(&mut self.order, 2) == 0 {
                return self.answer(run, &blocking);
            }
        }
        for _ in 0..(1 + choice(&mut self.order, calls.len())).min(calls.len()) {
            let call = calls.swap_remove(choice(&mut self.order, calls.len()));
            self.answer(run, &call)?;
        }
        Ok(())
    }

    /// Answers one call, by what the seed says for the place in the program: so the answer is equal on each way.
    fn answer(&mut self, run: &mut Run<'_>, call: &PendingCall) -> Result<(), Error> {
        self.answered += 1;
        let place: f64 = call.argument::<Option<f64>>(run, 1)?.unwrap_or_default();
        match Answer::of(self.seed, place) {
            Answer::Failure => run.fail(call.id(), Error::new(FAILURE)),
            Answer::Argument => {
                let value: Value = call.argument(run, 0)?;
                run.answer(call.id(), value)
            }
            Answer::Number => run.answer(call.id(), place),
            Answer::Text => run.answer(call.id(), format!("answer {place}")),
            Answer::List => run.answer(call.id(), [place, 1.0]),
        }
    }

    /// Makes an engine with `hear`, and with `ask` as a call or, on the plain way, as a function that answers at once.
    fn new_engine(&self, printed: &Printed) -> Result<Engine, Error> {
        let fuel = if self.way == Way::Saved { FUEL_ON_THE_WAY } else { FUEL };
        let mut engine = new_engine(self.backend, fuel, printed)?;
        let seed = self.seed;
        match self.way {
            Way::Plain => engine.define("ask", move |cx: &mut Context<'_>, value: Value, place: Option<f64>| {
                let place = place.unwrap_or_default();
                match Answer::of(seed, place) {
                    Answer::Failure => Err(Error::new(FAILURE)),
                    Answer::Argument => Ok(value),
                    Answer::Number => made(cx, place),
                    Answer::Text => made(cx, format!("answer {place}")),
                    Answer::List => made(cx, [place, 1.0]),
                }
            })?,
            Way::Whole | Way::Saved => engine.define_call("ask", Call::blocking())?,
        }
        engine.define_call("hear", Call::promise())?;
        if self.fetches() {
            engine.set_async_loader(Shelf);
        }
        Ok(engine)
    }
}

const FAILURE: &str = "the host knows nothing";

/// Answer of the host.
enum Answer {
    Failure,
    /// The argument of the call.
    Argument,
    Number,
    Text,
    List,
}

impl Answer {
    /// Returns the answer for all calls of a place in a program.
    fn of(seed: u64, place: f64) -> Answer {
        match Random::new(seed ^ place.to_bits()).below(12) {
            0 => Answer::Failure,
            1 => Answer::Number,
            2 => Answer::Text,
            3 => Answer::List,
            _ => Answer::Argument,
        }
    }
}

/// Fetches the imports again that were on their way in another engine. Returns whether there were any: then nothing else
/// waits, as no code has run.
fn fetches_again(run: &mut Run<'_>) -> Result<bool, Error> {
    let imports: Vec<u64> = run.calls().iter().filter(|call| call.is_of_future()).map(PendingCall::id).collect();
    imports.iter().try_for_each(|&id| run.retry(id))?;
    Ok(!imports.is_empty())
}

fn made(cx: &mut Context<'_>, value: impl IntoJs) -> Result<Value, Error> {
    let value = value.into_js(cx)?;
    Value::from_js(cx, value)
}

/// Returns a number below a bound, and moves on the state of the choices.
fn choice(state: &mut u64, bound: usize) -> usize {
    let mut random = Random::new(*state);
    *state = random.next();
    random.below(bound)
}
