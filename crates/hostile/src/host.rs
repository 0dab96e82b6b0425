//! `ferrotape-hostile host`: a host with every fault that host functions can have. Runs one script like the `ferrotape`
//! command, then checks whether the engine is still usable.

use std::fs;
use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::convert::Coerced;
use ferrotape::host::This;
use ferrotape::{Context, Engine, Error, ErrorKind, Function, Termination, Value};

use crate::engine;
use crate::modules::MadeUp;
use crate::verdict::Limits;

const FAILURE: u8 = 1;
/// Exit code for a limit, as in the command.
const STOPPED: u8 = 3;
/// Exit code for an end that no host should see.
const BROKEN: u8 = 4;
/// Message of the faulty function's panic.
const PANIC: &str = "a fault of the host";

/// Runs a script on a large native stack, and returns the exit code. A panic of the engine's own is `BROKEN`.
pub fn execute(script: &Path, backend: ferrotape::Backend, limits: &Limits) -> ExitCode {
    silence_own_panics();
    let text = match fs::read_to_string(script) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("cannot read {}: {error}", script.display());
            return ExitCode::from(BROKEN);
        }
    };
    let limits = *limits;
    let code = engine::on_large_stack(move || run(&text, backend, &limits));
    ExitCode::from(code.unwrap_or(BROKEN))
}

/// Runs a script in an engine with the faulty functions and made-up modules. An engine that is not useful afterwards is `BROKEN`.
fn run(text: &str, backend: ferrotape::Backend, limits: &Limits) -> u8 {
    let builder =
        engine::builder().backend(backend).timeout(limits.deadline).memory_limit(limits.memory).fuel(limits.fuel);
    let engine = builder.build().and_then(|mut engine| define(&mut engine).map(|()| engine));
    let mut engine = match engine {
        Ok(engine) => engine,
        Err(error) => {
            eprintln!("no engine: {error}");
            return BROKEN;
        }
    };
    engine.set_module_loader(MadeUp);
    let result = engine.run_with_jobs("hostile.js", text);
    // The engine is dropped at the end of the process, as in the command.
    let code = match (&result, is_useful(&mut engine)) {
        (_, false) => BROKEN,
        (Ok(_), true) => 0,
        (Err(error), true) => {
            let (word, code) = if error.is_termination() { ("Stopped:", STOPPED) } else { ("Uncaught", FAILURE) };
            eprintln!("{word} {}", error.message());
            code
        }
    };
    std::mem::forget(engine);
    code
}

/// Returns whether a further script runs, as it must after any script. It may fail only because kept values leave no
/// memory.
fn is_useful(engine: &mut Engine) -> bool {
    match engine.run("after.js", "1 + 1") {
        Ok(value) => value == Value::Number(2.0),
        Err(error) if error.kind() == ErrorKind::Termination(Termination::OutOfMemory) => true,
        Err(error) => {
            eprintln!("afterwards: {error}");
            false
        }
    }
}

/// Hides the intended panics of the functions of [`define`]; all others are shown.
pub fn silence_own_panics() {
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.payload().downcast_ref::<&str>() != Some(&PANIC) {
            show(info);
        }
    }));
}

/// Defines the faulty functions: they fail, panic, swallow errors, give long strings, copy handles, keep values for ever.
pub fn define(engine: &mut Engine) -> Result<(), Error> {
    engine.define("fail", |message: Coerced<String>| Err::<(), _>(Error::new(message.0)))?;
    engine.define("failLong", || Err::<(), _>(Error::new("long ".repeat(1 << 20))))?;
    engine.define("panics", panics)?;
    engine.define("swallow", |cx: &mut Context<'_>, f: Function| drop(f.call::<Value>(cx, ())))?;
    engine.define("forward", |cx: &mut Context<'_>, f: Function| f.call::<Value>(cx, ()))?;
    engine.define("rewrap", |cx: &mut Context<'_>, f: Function| {
        f.call::<Value>(cx, ()).map_err(|error| Error::new(format!("the callback failed: {error}")))
    })?;
    engine.define("copyText", |text: Coerced<String>| text.0)?;
    engine.define("asNumber", |number: Coerced<f64>| number.0)?;
    engine.define("longText", || "text ".repeat(200_000))?;
    engine.define("manyHandles", |this: This<Value>, list: Value| {
        for _ in 0..1000 {
            let _copy = list.clone();
        }
        this.0
    })?;
    engine.define("collect", |cx: &mut Context<'_>| cx.collect_garbage())?;
    let kept: Arc<Mutex<Vec<Value>>> = Arc::default();
    engine.define("keep", move |value: Value| kept.lock().unwrap_or_else(PoisonError::into_inner).push(value))?;
    engine.define("keepAndDrop", |value: Value| vec![value; 100].into_iter().next_back())
}

fn panics() {
    panic::panic_any(PANIC)
}
