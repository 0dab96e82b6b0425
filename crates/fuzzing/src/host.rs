//! Engines with narrow limits, in which everything is deterministic.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use ferrotape::convert::Coerced;
use ferrotape::script::TailCalls;
use ferrotape::{Backend, Builder, Engine, Function};

pub const FUEL: u64 = 100_000;
pub const MEMORY: usize = 16 << 20;

/// Frames of instrumented builds are large; test threads have two megabytes.
const NATIVE_STACK: usize = 512 << 10;

pub const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Limit on the lines of output that are kept.
const MOST_LINES: usize = 1_000;

/// Output of `print`.
#[derive(Clone, Default)]
pub struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Returns a builder whose engines have fixed randomness, clock and time zone, and limits of fuel, memory and native stack.
pub fn builder() -> Builder {
    Engine::builder()
        .seed(1)
        .clock(|| SystemTime::UNIX_EPOCH)
        .time_zone("UTC")
        .tail_calls(TailCalls::Always)
        .can_block(false)
        .fuel(FUEL)
        .memory_limit(MEMORY)
        .native_stack(NATIVE_STACK)
}

/// Makes an engine with `print`.
pub fn engine(backend: Backend, printed: &Printed) -> Engine {
    let mut engine = builder().backend(backend).build().expect("an engine");
    let lines = Arc::clone(&printed.0);
    let print = move |text: Coerced<String>| {
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MOST_LINES {
            lines.push(text.0);
        }
    };
    engine.define("print", print).expect("a function");
    engine
}

type Kept = HashMap<&'static str, (Engine, Function)>;

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Calls a function that only examines its arguments, in an engine that is kept for the next call, since making one
/// takes longer.
pub fn ask_kept<R>(
    name: &'static str,
    builder: Builder,
    function: &str,
    ask: impl FnOnce(&mut Engine, &Function) -> R,
) -> R {
    let kept = KEPT.with(|all| all.borrow_mut().remove(name));
    let (mut engine, function) = kept.unwrap_or_else(|| {
        let mut engine = builder.build().expect("an engine");
        let function = engine.eval(function).expect("a function");
        (engine, function)
    });
    engine.set_fuel(FUEL);
    engine.set_memory_limit(MEMORY);
    let answer = ask(&mut engine, &function);
    assert_usable(&mut engine);
    KEPT.with(|all| all.borrow_mut().insert(name, (engine, function)));
    answer
}

/// Asserts that the limits held and that the engine is still usable.
pub fn assert_usable(engine: &mut Engine) {
    let stats = engine.stats();
    assert!(stats.peak_bytes <= MEMORY + (1 << 20), "{} bytes under a limit of {MEMORY}", stats.peak_bytes);
    engine.set_fuel(None);
    engine.set_memory_limit(None);
    assert_eq!(engine.eval::<f64>("20 + 22").ok(), Some(42.0), "the engine is of no more use");
}
