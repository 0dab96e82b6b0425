//! Runs the program of a call, within its limits.

use std::time::{Duration, Instant};

use ferrotape::console::InspectOptions;
use ferrotape::convert::Undefined;
use ferrotape::error::Note;
use ferrotape::script::Compiler;
use ferrotape::{AsContext, Backend, CancelToken, Engine, Error, ErrorKind, Limits, Program, Progress, Termination};
use serde_json::{Value, json};

use super::sessions::Session;
use super::tools::Tool;

/// Name of programs in positions and stacks.
const NAME: &str = "program.ts";
/// Fuel between two looks at the call.
const SLICE: u64 = 1_000_000;
/// Longest sleep between two looks at the call.
const NAP: Duration = Duration::from_millis(20);
/// Most fuel and bytes for compiling.
const MOST_COMPILING: u64 = 200_000_000;
const MOST_TREE: usize = 256 << 20;
/// Most bytes of a result.
const MOST_RESULT: usize = 1 << 20;

/// A call, with its limits.
pub struct Job<'a> {
    pub tool: &'a Tool,
    pub time: Duration,
    pub fuel: Option<u64>,
    pub backend: Option<Backend>,
    pub token: &'a CancelToken,
}

/// Outcome of a call.
#[derive(Default)]
pub struct Outcome {
    pub result: Option<Value>,
    /// The result as people see it, where it is not JSON.
    pub text: Option<String>,
    pub error: Option<Value>,
    pub console: String,
    pub fuel: u64,
    pub time: Duration,
    /// Name of the session, and whether it was made for this call.
    pub session: Option<(String, bool)>,
}

/// A result.
type Found = (Option<Value>, Option<String>);

/// Makes the outcome of an error.
pub fn failed(error: &Error, notes: &[Note]) -> Outcome {
    let mut json: Value = serde_json::from_str(&error.to_json()).unwrap_or_else(|_| json!({}));
    let hints: Vec<&str> = error.notes().iter().chain(notes).map(|note| &*note.message).collect();
    json["hints"] = json!(hints);
    Outcome { error: Some(json), ..Outcome::default() }
}

/// Makes the outcome of an error of a program that ran. A model does not know the methods that the notes of the library name.
fn failed_running(error: &Error, notes: &[Note]) -> Outcome {
    let mut outcome = failed(error, notes);
    let set_by = match error.kind() {
        ErrorKind::Termination(Termination::DeadlineReached) => {
            "`milliseconds` of the call and --time of the server set it"
        }
        ErrorKind::Termination(Termination::OutOfMemory) => "--memory of the server sets it",
        ErrorKind::Termination(Termination::OutOfFuel) => "--fuel of the server sets it",
        _ => return outcome,
    };
    if let Some(json) = outcome.error.as_mut() {
        json["hints"] = json!([set_by]);
        json["notes"] = json!([]);
    }
    outcome
}

impl Job<'_> {
    /// Compiles the program, and runs nothing.
    pub fn check(&self) -> Outcome {
        self.compiled().map_or_else(|error| failed(&error, &[]), |_| Outcome::default())
    }

    fn compiled(&self) -> Result<Program, Error> {
        let compiler = Compiler::new().backend(self.backend.unwrap_or_default());
        compiler.fuel(MOST_COMPILING).memory(MOST_TREE).body(NAME, &self.tool.code)
    }

    /// Runs the program in a session.
    pub fn run(&self, session: &mut Session, go_on: &mut dyn FnMut()) -> Outcome {
        let (began, before) = (Instant::now(), session.engine.stats().fuel);
        session.engine.set_fuel(self.fuel);
        let result = self.result(session, began, go_on);
        let unhandled = session.engine.take_unhandled_rejections();
        let mut outcome = match result {
            Ok((result, text)) => Outcome { result, text, ..Outcome::default() },
            Err(error) => {
                // No script runs for it, and what it takes is little.
                session.engine.set_fuel(None);
                let notes = session.engine.explain(&error);
                failed_running(&error, &notes)
            }
        };
        for error in unhandled {
            session.console.write(&format!("unhandled rejection: {}\n", error.message()));
        }
        outcome.console = session.console.take();
        outcome.fuel = session.engine.stats().fuel.saturating_sub(before);
        outcome.time = began.elapsed();
        outcome
    }

    /// Runs the program and returns its value as JSON, or as text where it is none. All steps share the time of the
    /// call.
    fn result(&self, session: &mut Session, began: Instant, go_on: &mut dyn FnMut()) -> Result<Found, Error> {
        let program = self.compiled()?;
        let Session { engine, parse, stringify, .. } = session;
        engine.with_limits(&self.left(began), |cx| match &self.tool.input {
            None => cx.set_global("input", Undefined),
            Some(input) => {
                let input: ferrotape::Value = parse.call(cx, (input.as_str(),))?;
                cx.set_global("input", input)
            }
        })?;
        let value = self.advanced(engine, &program, began, go_on)?;
        engine.with_limits(&self.left(began), |cx| {
            // What is no JSON, as a BigInt and a circle, is shown.
            let json = match stringify.call::<Option<String>>(cx, (&value,)) {
                Ok(json) => json,
                Err(error) if error.is_termination() => return Err(error),
                Err(_) => None,
            };
            if json.as_ref().is_some_and(|json| json.len() > MOST_RESULT) {
                return Err(too_long());
            }
            // What JSON makes nothing of, as an error, a Map and a regular expression, is shown too.
            let is_empty = json.as_deref() == Some("{}");
            let result: Option<Value> = json.and_then(|json| crate::json::message(&json).ok());
            if (result.is_some() && !is_empty) || value == ferrotape::Value::Undefined {
                return Ok((result, None));
            }
            let text = cx.inspect(&value, &InspectOptions::default())?;
            if is_empty && text == "{}" {
                return Ok((result, None));
            }
            if text.len() > MOST_RESULT { Err(too_long()) } else { Ok((None, Some(text))) }
        })
    }

    /// Advances the program to its end, with jobs and timers.
    fn advanced(
        &self,
        engine: &mut Engine,
        program: &Program,
        began: Instant,
        go_on: &mut dyn FnMut(),
    ) -> Result<ferrotape::Value, Error> {
        let mut run = engine.start(program)?;
        loop {
            run.limit(&self.left(began));
            match run.advance(&Limits::new().fuel(SLICE))? {
                Progress::Done(value) => return Ok(value),
                Progress::Paused => {}
                Progress::Waiting => {
                    let Some(time) = run.next_timer() else {
                        return Err(Error::new("the program waits for what never comes"));
                    };
                    // Where no code runs, nobody else looks at the limits.
                    run.with_limits(&self.left(began), |_| Ok(()))?;
                    std::thread::sleep(time.min(NAP));
                }
            }
            go_on();
        }
    }

    /// Returns the limits of what is left to do.
    fn left(&self, began: Instant) -> Limits {
        Limits::new().rest_of_time(self.time.saturating_sub(began.elapsed()), self.time).cancel(self.token)
    }
}

fn too_long() -> Error {
    Error::new(format!("the result has more than {MOST_RESULT} bytes: return less of it"))
}
