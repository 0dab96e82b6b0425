//! The host that the suite requires: an engine with `print` and `$262`.

use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::convert::{Coerced, Null};
use ferrotape::handles::ArrayBuffer;
use ferrotape::{Backend, Builder, Context, Engine, Error, Function, Object, Value};

use crate::agents::Agents;

/// Stack of the threads that engines run on; below, the engine's part of it.
pub const STACK_BYTES: usize = 16 << 20;
pub const NATIVE_STACK_BYTES: usize = 12 << 20;

/// Limit that no valid test of the suite needs. A test that allocates without end fails before the computer's memory is
/// used up.
const MEMORY_LIMIT: usize = 1 << 30;

/// Settings for making engines.
#[derive(Copy, Clone, Debug)]
pub struct Settings {
    pub backend: Backend,
    pub fuel: u64,
    /// Whether to collect garbage at every safepoint.
    pub stress_collection: bool,
    pub stress_slices: bool,
}

/// Output of `print`, in order.
#[derive(Clone, Default)]
pub struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Returns a builder of engines for tests.
pub fn builder(settings: Settings) -> Builder {
    Engine::builder()
        .backend(settings.backend)
        .fuel(settings.fuel)
        .memory_limit(MEMORY_LIMIT)
        .native_stack(NATIVE_STACK_BYTES)
        .stress_collection(settings.stress_collection)
        .stress_slices(settings.stress_slices)
}

/// Makes an engine with `print` and `$262`.
pub fn new_engine(builder: Builder, printed: &Printed, agents: &Agents) -> Result<Engine, Error> {
    let mut engine = builder.build()?;
    define_print(&mut engine, printed)?;
    let agents = agents.clone();
    engine.define("$262", move |cx: &mut Context<'_>| {
        let host = host_object(cx)?;
        agents.define(cx, &host)?;
        Ok::<_, Error>(host)
    })?;
    engine.run("host", COMPLETE)?;
    engine.run("host", HIDE_PRINT)?;
    Ok(engine)
}

/// Defines `print`, which stores its argument.
pub fn define_print(engine: &mut Engine, printed: &Printed) -> Result<(), Error> {
    let lines = Arc::clone(&printed.0);
    engine.define("print", move |text: Coerced<String>| {
        lines.lock().unwrap_or_else(PoisonError::into_inner).push(text.0);
    })
}

/// Scripts that make `print` and `$262` not enumerable, as the suite demands.
const HIDE_PRINT: &str = "Object.defineProperty(this, 'print', { enumerable: false });";
pub const COMPLETE: &str = "Object.defineProperty(this, '$262', { value: $262(), enumerable: false });";

/// Makes `$262` for the current realm.
fn host_object(cx: &mut Context<'_>) -> Result<Object, Error> {
    let host = Object::new(cx)?;
    let global = cx.global();
    host.set(cx, "global", &global)?;
    let detach = |cx: &mut Context<'_>, buffer: ArrayBuffer| buffer.detach(cx).map(|()| Null);
    let functions = [
        Function::new(cx, "createRealm", create_realm)?,
        Function::new(cx, "detachArrayBuffer", detach)?,
        // This runs a script in the function's realm.
        Function::new(cx, "evalScript", |cx: &mut Context<'_>, text: Coerced<String>| cx.run("evalScript", text.0))?,
        Function::new(cx, "gc", |cx: &mut Context<'_>| cx.collect_garbage())?,
        Function::new(cx, "IsHTMLDDA", || Null)?,
    ];
    functions[functions.len() - 1].make_html_dda(cx)?;
    for function in &functions {
        let name: String = function.get(cx, "name")?;
        host.set(cx, name, function)?;
    }
    Ok(host)
}

/// Makes another realm and returns its `$262`.
fn create_realm(cx: &mut Context<'_>) -> Result<Value, Error> {
    let realm = cx.new_realm()?;
    cx.in_realm(&realm, |cx| {
        let host = Function::new(cx, "$262", host_object)?;
        realm.global().set(cx, "$262", &host)?;
        cx.run("host", COMPLETE)?;
        cx.run("host", "$262")
    })
}
