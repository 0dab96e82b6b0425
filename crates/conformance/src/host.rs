//! The environment that the suite asks for: an engine with `print` and `$262`.

use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::{Backend, Engine, Error, Value};

/// Stack of the threads that engines run on, and what is left of it to the engine.
pub const STACK_BYTES: usize = 16 << 20;
pub const NATIVE_STACK_BYTES: usize = 12 << 20;

/// No test of the suite needs more; a test that wants all memory is to end before the machine's is gone.
const MEMORY_LIMIT: usize = 1 << 30;

/// How engines are made.
#[derive(Copy, Clone, Debug)]
pub struct Settings {
    pub backend: Backend,
    pub fuel: u64,
    /// Collect at every safepoint.
    pub stress_collection: bool,
    pub stress_slices: bool,
}

/// What a test handed to `print`, in order.
#[derive(Clone, Default)]
pub struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A new engine with the host's part of the environment.
pub fn new_engine(settings: Settings, printed: &Printed) -> Result<Engine, Error> {
    let mut engine = Engine::builder()
        .backend(settings.backend)
        .fuel(settings.fuel)
        .memory_limit(MEMORY_LIMIT)
        .native_stack(NATIVE_STACK_BYTES)
        .stress_collection(settings.stress_collection)
        .stress_slices(settings.stress_slices)
        .build()?;
    define_print(&mut engine, printed)?;
    let host = host_object(&mut engine)?;
    engine.set_global("$262", &host)?;
    engine.run("host", HIDE)?;
    Ok(engine)
}

/// Defines `print`, which keeps what it is handed.
pub fn define_print(engine: &mut Engine, printed: &Printed) -> Result<(), Error> {
    let lines = Arc::clone(&printed.0);
    engine.define_function("print", 1, move |call| {
        let text = call.to_text(&call.argument(0))?;
        lines.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        Ok(Value::Undefined)
    })
}

/// The suite wants both not to be enumerable.
const HIDE: &str = "Object.defineProperties(this, { print: { enumerable: false }, $262: { enumerable: false } });";

/// `$262` as far as the engine has what it offers; tests that need more of it say so by a failure.
fn host_object(engine: &mut Engine) -> Result<Value, Error> {
    let host = engine.new_object()?;
    let global = engine.global();
    engine.set(&host, "global", &global)?;
    let collect = engine.new_function("gc", 0, |call| {
        call.collect_garbage();
        Ok(Value::Undefined)
    })?;
    engine.set(&host, "gc", &collect)?;
    Ok(host)
}
