//! The environment that the suite asks for: an engine with `print` and `$262`.

use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::{Backend, Builder, Call, Engine, Error, Object, Value};

use crate::agents::Agents;

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

/// Engines as tests want them.
pub fn builder(settings: Settings) -> Builder {
    Engine::builder()
        .backend(settings.backend)
        .fuel(settings.fuel)
        .memory_limit(MEMORY_LIMIT)
        .native_stack(NATIVE_STACK_BYTES)
        .stress_collection(settings.stress_collection)
        .stress_slices(settings.stress_slices)
}

/// A new engine with the host's part of the environment.
pub fn new_engine(builder: Builder, printed: &Printed, agents: &Agents) -> Result<Engine, Error> {
    let mut engine = builder.build()?;
    define_print(&mut engine, printed)?;
    let agents = agents.clone();
    engine.define_function("$262", 0, move |call| {
        let host = host_object(call)?;
        if let Value::Object(host) = &host {
            agents.define(call, host)?;
        }
        Ok(host)
    })?;
    engine.run("host", COMPLETE)?;
    engine.run("host", HIDE_PRINT)?;
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

/// The suite wants neither `print` nor `$262` to be enumerable.
const HIDE_PRINT: &str = "Object.defineProperty(this, 'print', { enumerable: false });";
pub const COMPLETE: &str = "Object.defineProperty(this, '$262', { value: $262(), enumerable: false });";

/// Makes `$262` for the current realm.
fn host_object(call: &mut Call<'_>) -> Result<Value, Error> {
    let host = Object::new(call)?;
    let global = call.realm().global();
    host.set(call, "global", &global)?;
    let mut function = |name, length, function: fn(&mut Call<'_>) -> Result<Value, Error>| {
        let value = call.new_function(name, length, function)?;
        host.set(call, name, &value)
    };
    function("createRealm", 0, create_realm)?;
    function("detachArrayBuffer", 1, detach)?;
    function("evalScript", 1, eval_script)?;
    function("gc", 0, collect)?;
    let html_dda = call.new_function("IsHTMLDDA", 0, |_| Ok(Value::Null))?;
    call.make_html_dda(&html_dda)?;
    host.set(call, "IsHTMLDDA", &html_dda)?;
    Ok(host.into())
}

/// A further realm, by its `$262`.
fn create_realm(call: &mut Call<'_>) -> Result<Value, Error> {
    let realm = call.new_realm()?;
    call.in_realm(&realm, |call| {
        let host = call.new_function("$262", 0, host_object)?;
        if let Value::Object(global) = realm.global() {
            global.set(call, "$262", &host)?;
        }
        call.run("host", COMPLETE)?;
        call.run("host", "$262")
    })
}

/// Runs a text as a script of the realm that the function is of.
fn eval_script(call: &mut Call<'_>) -> Result<Value, Error> {
    let text = call.to_text(&call.argument(0))?;
    call.run("evalScript", &text)
}

fn detach(call: &mut Call<'_>) -> Result<Value, Error> {
    call.detach_array_buffer(&call.argument(0)).map(|()| Value::Null)
}

fn collect(call: &mut Call<'_>) -> Result<Value, Error> {
    call.collect_garbage();
    Ok(Value::Undefined)
}
