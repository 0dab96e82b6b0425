//! Runs scripts under tight conditions: on a small stack, against the clock, and with a check that the engine is still
//! usable.

use std::thread;
use std::time::{Duration, Instant};

use ferrotape::{Backend, Builder, Engine, Error, Termination, Value};

/// The stack of the smallest threads that are supported.
const SMALL_STACK: usize = 256 * 1024;

/// The longest delay of a stop after its limit.
pub const PATIENCE: Duration = Duration::from_millis(1000);

/// The processor time of the current thread, if the system provides it; else wall-clock time. Other tests run at the
/// same time, and must not count.
pub struct Clock {
    started: Instant,
    ran_before: Option<Duration>,
}

impl Clock {
    pub fn start() -> Self {
        Clock { started: Instant::now(), ran_before: Clock::thread_time() }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.ran_before, Clock::thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.started.elapsed(),
        }
    }

    fn thread_time() -> Option<Duration> {
        let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        statistics.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// The outcome of a script.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    Number(f64),
    Boolean(bool),
    Text(String),
    /// A value of any other type.
    Other,
    /// The message of a thrown value.
    Thrown(String),
    /// The message of an early error.
    Rejected(String),
    Stopped(Termination),
}

impl Outcome {
    fn of(result: Result<Value, Error>) -> Self {
        match result {
            Ok(Value::Number(number)) => Outcome::Number(number),
            Ok(Value::Boolean(value)) => Outcome::Boolean(value),
            Ok(Value::String(text)) => Outcome::Text(text),
            Ok(Value::Undefined | Value::Null | Value::Object(_) | Value::Symbol(_) | Value::BigInt(_)) => {
                Outcome::Other
            }
            Err(error) => match error.kind() {
                ferrotape::ErrorKind::Syntax => Outcome::Rejected(error.message().to_owned()),
                ferrotape::ErrorKind::Termination(termination) => Outcome::Stopped(termination),
                _ => Outcome::Thrown(error.message().to_owned()),
            },
        }
    }

    /// Returns whether this is the error that ends recursion.
    pub fn is_range_error(&self) -> bool {
        matches!(self, Outcome::Thrown(message) | Outcome::Rejected(message) if message.starts_with("RangeError"))
    }

    pub fn is_rejected(&self) -> bool {
        matches!(self, Outcome::Rejected(_))
    }

    pub fn is_value(&self) -> bool {
        !matches!(self, Outcome::Thrown(_) | Outcome::Rejected(_) | Outcome::Stopped(_))
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Outcome::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Runs `work` on a thread with a small stack.
pub fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs the script and then asks the same engine for `1 + 1`.
pub fn run(engine: &mut Engine, script: &str) -> Outcome {
    let outcome = Outcome::of(engine.run("script.js", script));
    engine.set_fuel(None);
    assert_answers(engine);
    outcome
}

/// Checks that the engine is usable.
pub fn assert_answers(engine: &mut Engine) {
    assert_eq!(engine.run("after.js", "1 + 1"), Ok(Value::Number(2.0)), "the engine answers no more");
}

/// Runs the script on a small stack in a new engine with default settings.
pub fn run_small(script: &str) -> Outcome {
    run_limited(Engine::builder(), script)
}

/// Runs the script on a small stack in a new engine with the builder's settings.
pub fn run_limited(builder: Builder, script: &str) -> Outcome {
    on_small_stack(|| run(&mut builder.build().expect("an engine"), script))
}

/// Checks every script, and reports all failures.
pub fn check_all(scripts: &[&str], check: impl Fn(&str) -> Result<(), String>) {
    let failures: Vec<String> = scripts
        .iter()
        .filter_map(|script| check(script).err().map(|message| format!("{script}\n    {message}")))
        .collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), scripts.len(), failures.join("\n"));
}

/// Returns an error that shows the actual outcome.
pub fn expect(is_as_expected: bool, outcome: &Outcome) -> Result<(), String> {
    if is_as_expected { Ok(()) } else { Err(format!("{outcome:?}")) }
}

/// Runs an endless script with a time limit; it must stop soon after.
pub fn stops_in_time(script: &str) -> Result<(), String> {
    stops_in_time_on(Backend::Register, script)
}

pub fn stops_in_time_on(backend: Backend, script: &str) -> Result<(), String> {
    let limit = Duration::from_millis(50);
    let builder = Engine::builder().backend(backend).timeout(limit).memory_limit(256 << 20);
    let (outcome, took) = on_small_stack(|| {
        let clock = Clock::start();
        (run(&mut builder.build().expect("an engine"), script), clock.elapsed())
    });
    expect(matches!(outcome, Outcome::Stopped(_)), &outcome)?;
    if took < limit + PATIENCE { Ok(()) } else { Err(format!("took {took:?}")) }
}

/// A small deterministic generator of numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
