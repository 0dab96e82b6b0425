//! A program on its way through engines, each of which it leaves as bytes.

use std::task::Poll;

use ferrotape::script::{Compiler, Execution};
use ferrotape::{Backend, Engine, Error, ErrorKind, Limits, Value};

use super::{FUEL_ON_THE_WAY, Unwritable, in_words, left_behind, new_engine, observed};
use crate::diff::{Program, Random};
use crate::host::Printed;

/// Fuel of the longest slice. The first slices are shorter, so that short programs pause too.
const LONGEST_SLICE: usize = 2_000;

/// Limit on the pauses of a script, which then runs to its end: each pause takes as long as making an engine.
const MOST_PAUSES: u64 = 60;

/// State of a program between two engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journey {
    pub backend: Backend,
    /// Names and texts of the scripts that have not begun, the next one at the end.
    pub scripts: Vec<(String, String)>,
    pub bytes: Vec<u8>,
    /// Whether the bytes are a paused execution.
    pub is_paused: bool,
    /// Number of pauses of the running script.
    pub pauses: u64,
    /// Seed for the length of the next slice.
    pub seed: u64,
    /// Result of the last script.
    pub last: String,
    /// Observation so far.
    pub lines: Vec<String>,
    pub restored: u64,
    pub unwritable: Unwritable,
    /// End of the program: normal, or the limit that stopped it.
    pub end: Option<Result<(), String>>,
}

impl Journey {
    /// Makes a journey that has not begun. The name is mixed into the seed, so that programs pause at different places.
    pub fn new(program: &Program, backend: Backend, seed: u64) -> Journey {
        Journey {
            backend,
            scripts: program.scripts.iter().rev().cloned().collect(),
            bytes: Vec::new(),
            is_paused: false,
            pauses: 0,
            seed: program.name.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())),
            last: String::new(),
            lines: Vec::new(),
            restored: 0,
            unwritable: Unwritable::new(),
            end: None,
        }
    }

    /// Continues to the next place where the program is written, or to its end.
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
                if has_left {
                    lines.pop();
                } else {
                    self.end = Some(Ok(()));
                }
                self.lines.append(&mut lines);
            }
            Err(limit) => self.end = Some(Err(limit)),
        }
    }

    /// Runs in one engine. Returns the observation at the program's end, or `None` if it continues elsewhere.
    fn in_one_engine(&mut self, printed: &Printed) -> Result<Option<String>, Error> {
        let mut engine = new_engine(self.backend, FUEL_ON_THE_WAY, printed)?;
        if self.is_paused {
            let mut restored = Engine::restore_execution_into(engine, &self.bytes)?;
            self.restored += 1;
            let Some(value) = self.in_slices(&mut restored.execution())? else { return Ok(None) };
            self.last = in_words(value)?;
            engine = restored.into_engine();
            if self.leaves(engine.snapshot(), false)? {
                return Ok(None);
            }
        } else if !self.bytes.is_empty() {
            engine = Engine::restore_into(engine, &self.bytes)?;
            self.restored += 1;
        }
        loop {
            engine.enter_with_jobs(|_| Ok(()))?;
            let Some((name, text)) = self.scripts.pop() else { return Ok(Some(left_behind(&mut engine, &self.last))) };
            let Some(value) = self.begun(&mut engine, &name, &text)? else { return Ok(None) };
            self.last = in_words(value)?;
            if self.leaves(engine.snapshot(), false)? {
                return Ok(None);
            }
        }
    }

    /// Starts a script and leaves at its beginning. A script that cannot be written runs to its end here.
    fn begun(&mut self, engine: &mut Engine, name: &str, text: &str) -> Result<Option<Result<Value, Error>>, Error> {
        self.pauses = 0;
        let started = match Compiler::new().backend(self.backend).script(name, text) {
            Ok(script) => script.start(engine),
            Err(error) => Err(error),
        };
        let mut execution = match started {
            Ok(execution) => execution,
            Err(error) => return Ok(Some(Err(error))),
        };
        let written = execution.snapshot();
        match self.leaves(written, true)? {
            true => Ok(None),
            false => Ok(Some(match execution.resume::<Value>(&Limits::new()) {
                Poll::Ready(value) => value,
                Poll::Pending => Ok(Value::Undefined),
            })),
        }
    }

    /// Runs a script in slices. Returns its value, or `None` if it leaves.
    fn in_slices(&mut self, execution: &mut Execution<'_>) -> Result<Option<Result<Value, Error>>, Error> {
        loop {
            self.pauses += 1;
            let longest = (self.pauses as usize * 50).min(LONGEST_SLICE);
            let slice = match self.pauses > MOST_PAUSES {
                true => Limits::new(),
                false => Limits::new().fuel(1 + self.random(longest)),
            };
            if let Poll::Ready(value) = execution.resume::<Value>(&slice) {
                return Ok(Some(value));
            }
            let written = execution.snapshot();
            if self.leaves(written, true)? {
                return Ok(None);
            }
        }
    }

    fn random(&mut self, bound: usize) -> u64 {
        let mut random = Random::new(self.seed);
        self.seed = random.next();
        random.below(bound) as u64
    }

    /// Stores the written bytes. Returns false, and counts that, if something cannot be written.
    fn leaves(&mut self, written: Result<Vec<u8>, Error>, is_paused: bool) -> Result<bool, Error> {
        match written {
            Ok(bytes) => {
                (self.bytes, self.is_paused) = (bytes, is_paused);
                Ok(true)
            }
            Err(error) if matches!(error.kind(), ErrorKind::Usage) => {
                let message = error.message();
                let what = message.split(", ").next().unwrap_or(message).to_owned();
                self.unwritable.entry(what).or_insert((0, message.to_owned())).0 += 1;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}
