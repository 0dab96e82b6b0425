//! The global `process`: the part that programs for Node use most. It is made when a program first uses it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ferrotape::convert::{Coerced, Undefined};
use ferrotape::handles::Property;
use ferrotape::host::Rest;
use ferrotape::{Array, AsContext, Context, Engine, Error, Function, Object, Value};

use super::events::{Handled, Told};
use super::input::StandardInput;
use super::{Failure, Output, errors, events, stdin, streams};
use crate::measures::Measures;
use crate::options::{Environment, Input, Mode, Options};
use crate::stats;

/// Adds `hrtime` and its like.
const MORE: &str = include_str!("process.js");

/// The exit code where a listener for exceptions has thrown, as Node has it.
const BROKEN: u8 = 7;

/// Version of Node whose features packages find here.
const NODE: &str = "22.12.0";

/// The global and what it asks.
#[derive(Clone, Default)]
pub struct Process {
    /// The object, once it is made.
    object: Arc<OnceLock<Object>>,
    /// Gives the module of a name, in programs with packages.
    builtin: Arc<OnceLock<Function>>,
    /// The exit code of a program that has left at once, where the process stays.
    left: Arc<Mutex<Option<u8>>>,
    /// Whether a listener for exceptions has thrown, which ends the program at once.
    is_broken: Arc<AtomicBool>,
}

/// Data for making the object.
struct Facts {
    arguments: Vec<String>,
    environment: Environment,
    /// See [`Permissions::variables`](crate::options::Permissions::variables).
    variables: Vec<(String, Option<String>)>,
    /// Whether the program runs with packages, which expect Node.
    is_node: bool,
    /// Whether the program may see the current folder.
    shows_folder: bool,
    output: Output,
    input: StandardInput,
    /// Whether the end of the program tells what it has cost.
    shows_stats: bool,
    /// Whether the program has the tests of `ferrotape test`.
    is_test: bool,
    /// Whether the process stays when the program leaves: somebody looks at its steps, or an editor is to be told.
    stays: bool,
    left: Arc<Mutex<Option<u8>>>,
    /// Measures that are taken until the end of the program.
    measures: Measures,
}

impl Process {
    /// Defines the global.
    pub fn define(
        &self,
        engine: &mut Engine,
        options: &Options,
        (output, input): (&Output, &StandardInput),
    ) -> Result<(), Error> {
        let facts = Facts {
            arguments: arguments(options),
            environment: options.permissions.environment.clone(),
            variables: options.permissions.variables.clone(),
            is_node: options.commonjs,
            shows_folder: options.commonjs || !options.permissions.read.is_empty(),
            output: output.clone(),
            input: input.clone(),
            shows_stats: options.stats,
            is_test: options.mode == Mode::Test,
            stays: matches!(options.mode, Mode::Step | Mode::Dap),
            left: Arc::clone(&self.left),
            measures: options.measures.clone(),
        };
        let made = self.clone();
        let getter = Function::new(engine, "get process", move |cx: &mut Context<'_>| made.made(cx, &facts))?;
        let setter = Function::new(engine, "set process", |cx: &mut Context<'_>, value: Value| {
            let property = Property::value(value).writable().enumerable().configurable();
            cx.global().define(cx, "process", property)
        })?;
        let property = Property::accessor(getter, setter).configurable();
        engine.global().define(engine, "process", property)
    }

    fn made(&self, cx: &mut Context<'_>, facts: &Facts) -> Result<Object, Error> {
        if let Some(object) = self.object.get() {
            return Ok(object.clone());
        }
        let object = facts.object(cx, &self.builtin)?;
        Ok(self.object.get_or_init(|| object).clone())
    }

    /// The exit code of a program that has left at once.
    pub fn left(&self) -> Option<u8> {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the function that gives the module of a name, or `undefined`.
    pub fn use_builtins(&self, builtin: Function) {
        let _ = self.builtin.set(builtin);
    }

    /// The exit code of a program that has come to its end, or failed. Listeners are called before, and who listens
    /// for exceptions of what it throws.
    pub fn exit_code(&self, engine: &mut Engine, has_failed: bool) -> Result<u8, Error> {
        let Some(process) = self.object.get() else { return Ok(u8::from(has_failed)) };
        if let Some(code) = self.broken_code() {
            return Ok(code);
        }
        engine.enter(|cx| {
            let code: Option<Coerced<f64>> = process.get(cx, "exitCode")?;
            let code = code.filter(|_| !has_failed).map_or(u8::from(has_failed), |code| as_exit_code(code.0));
            let error = match events::tell_exit(cx, process, code) {
                Ok(code) => return Ok(code),
                Err(error) => error,
            };
            let Some(thrown) = error.thrown() else { return Err(error) };
            let told = events::tell_unhandled(cx, process, thrown, None)?;
            if self.heard(told)? == Handled::No {
                return Err(error);
            }
            let code: Option<Coerced<f64>> = process.get(cx, "exitCode")?;
            Ok(code.map_or(0, |code| as_exit_code(code.0)))
        })
    }

    /// The exit code of a program whose listener for exceptions has thrown.
    pub fn broken_code(&self) -> Option<u8> {
        self.is_broken.load(Ordering::Relaxed).then_some(BROKEN)
    }

    /// Tells how something was handled. Fails with what a listener for exceptions has thrown.
    fn heard(&self, told: Told) -> Result<Handled, Error> {
        match told {
            Told::Heard(handled) => Ok(handled),
            Told::Broken(error) => {
                self.is_broken.store(true, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    /// Tells the program that nothing is left to do. Returns whether there was a listener.
    pub fn tell_before_exit(&self, engine: &mut Engine) -> Result<bool, Error> {
        let Some(process) = self.object.get() else { return Ok(false) };
        engine.enter(|cx| events::tell_before_exit(cx, process))
    }

    /// Tells the program what it has not handled, in the context of the code that has failed.
    pub fn tell(&self, engine: &mut Engine, failure: &Failure) -> Result<Handled, Error> {
        let Some(process) = self.object.get() else { return Ok(Handled::No) };
        let Some(thrown) = failure.error.thrown() else { return Ok(Handled::No) };
        let told = engine.enter(|cx| {
            cx.set_async_context(&failure.context)?;
            events::tell_unhandled(cx, process, thrown, failure.promise.as_ref())
        })?;
        self.heard(told)
    }
}

/// Returns the last byte of a number, as other programs do.
pub fn as_exit_code(code: f64) -> u8 {
    (code as i64).rem_euclid(256) as u8
}

/// Returns the value of `process.argv`: the command, the absolute path of the file, and the arguments of the script.
fn arguments(options: &Options) -> Vec<String> {
    let command = std::env::args_os().next().unwrap_or_default().to_string_lossy().into_owned();
    let file = options.inputs.first().and_then(|input| match input {
        Input::File(path) => {
            let path = options.given.as_ref().unwrap_or(path);
            let whole = std::path::absolute(path).unwrap_or(path.clone());
            Some(whole.components().collect::<PathBuf>().to_string_lossy().into_owned())
        }
        Input::Stdin if !options.script_arguments.is_empty() => Some("-".to_owned()),
        Input::Code(_) | Input::Stdin => None,
    });
    [command].into_iter().chain(file).chain(options.script_arguments.iter().cloned()).collect()
}

impl Facts {
    /// Makes the object `process`.
    fn object(&self, cx: &mut Context<'_>, builtin: &Arc<OnceLock<Function>>) -> Result<Object, Error> {
        let process = Object::new(cx)?;
        let arguments = Array::from_values(cx, &self.arguments)?;
        process.set(cx, "argv", arguments)?;
        process.set(cx, "platform", platform())?;
        process.set(cx, "arch", architecture())?;
        let versions = Object::new(cx)?;
        versions.set(cx, "ferrotape", env!("CARGO_PKG_VERSION"))?;
        process.set(cx, "versions", &versions)?;
        if self.is_node {
            process.set(cx, "version", format!("v{NODE}"))?;
            versions.set(cx, "node", NODE)?;
        } else {
            process.set(cx, "version", concat!("v", env!("CARGO_PKG_VERSION")))?;
            // Programs that ask for this then do without features that only Node has.
            process.set(cx, "browser", true)?;
        }
        let environment = self.environment(cx)?;
        process.set(cx, "env", environment)?;
        process.set(cx, "exitCode", Undefined)?;
        self.add_functions(cx, &process)?;
        let output = self.output.clone();
        let stdout = streams::new(cx, 1, self.output.is_terminal(), move |text| output.write_bytes(text))?;
        process.set(cx, "stdout", stdout)?;
        let (output, is_terminal) = (self.output.clone(), std::io::IsTerminal::is_terminal(&std::io::stderr()));
        let stderr = streams::new(cx, 2, is_terminal, move |text| {
            output.write_error_bytes(text);
            Ok(())
        })?;
        process.set(cx, "stderr", stderr)?;
        self.add_input(cx, &process, builtin)?;
        self.add_more(cx, &process, builtin)?;
        Ok(process)
    }

    /// Returns a copy of the environment that the program may see; the program cannot change the command's own.
    fn environment(&self, cx: &mut Context<'_>) -> Result<Object, Error> {
        let object = Object::new(cx)?;
        match &self.environment {
            Environment::Hidden => {}
            Environment::Named(names) => {
                for name in names {
                    if let Ok(value) = std::env::var(name) {
                        object.set(cx, name.as_str(), value)?;
                    }
                }
            }
            Environment::Whole => {
                for (name, value) in std::env::vars_os() {
                    if let (Some(name), Some(value)) = (name.to_str(), value.to_str()) {
                        object.set(cx, name, value)?;
                    }
                }
            }
        }
        for (name, value) in &self.variables {
            match value {
                Some(value) => object.set(cx, name.as_str(), value.as_str())?,
                None => object.delete(cx, name.as_str()).map(drop)?,
            }
        }
        Ok(object)
    }

    /// Adds `exit`, the events, and `cwd` where the program may see the current folder. `exit` ends the process
    /// itself, except in tests.
    fn add_functions(&self, cx: &mut Context<'_>, process: &Object) -> Result<(), Error> {
        let (output, own, shows_stats) = (self.output.clone(), process.clone(), self.shows_stats);
        let (measures, is_test) = (self.measures.clone(), self.is_test);
        let left = self.stays.then(|| Arc::clone(&self.left));
        let leave = move |cx: &mut Context<'_>, code: u8| -> Result<(), Error> {
            if is_test {
                return Err(Error::new(format!("process.exit({code}) was called, which would end all tests")));
            }
            if let Some(left) = &left {
                *left.lock().unwrap_or_else(PoisonError::into_inner) = Some(code);
                cx.interrupter().interrupt();
                return cx.tick(1);
            }
            // Nothing of the program runs any more, and the heap need not be taken apart.
            let code = measures.end_within(cx, output.finish(Ok(()), code));
            if shows_stats {
                stats::print(&cx.stats());
            }
            std::process::exit(i32::from(code))
        };
        let leave = Arc::new(leave);
        if self.is_node {
            let leave = Arc::clone(&leave);
            let exit = move |cx: &mut Context<'_>, codes: Rest<Option<Coerced<f64>>>| {
                let code = codes.0.into_iter().next().flatten();
                leave(cx, code.map_or(0, |code| as_exit_code(code.0)))
            };
            let exit = Function::new(cx, "reallyExit", exit)?;
            process.set(cx, "reallyExit", exit)?;
        }
        let exit = Function::new(cx, "exit", move |cx: &mut Context<'_>, codes: Rest<Option<Coerced<f64>>>| {
            let code = match codes.0.into_iter().next().flatten() {
                Some(code) => Some(code),
                None => own.get::<Option<Coerced<f64>>>(cx, "exitCode")?,
            };
            let code = code.map_or(0, |code| as_exit_code(code.0));
            let code = events::tell_exit(cx, &own, code)?;
            // Packages put a function of their own there, which hears of all ends.
            match own.get::<Option<Function>>(cx, "reallyExit")? {
                None => leave(cx, code),
                Some(really) => really.call_with::<Value>(cx, &own, (code,)).map(drop),
            }
        })?;
        process.set(cx, "exit", exit)?;
        if self.shows_folder {
            let cwd = Function::new(cx, "cwd", || {
                std::env::current_dir().map(|folder| folder.to_string_lossy().into_owned()).map_err(Error::from_host)
            })?;
            process.set(cx, "cwd", cwd)?;
        }
        events::add(cx, process)
    }

    /// `stdin`, which is made when somebody asks for it.
    fn add_input(
        &self,
        cx: &mut Context<'_>,
        process: &Object,
        builtin: &Arc<OnceLock<Function>>,
    ) -> Result<(), Error> {
        let (made, input, builtin) = (OnceLock::<Object>::new(), self.input.clone(), Arc::clone(builtin));
        let getter = Function::new(cx, "get stdin", move |cx: &mut Context<'_>| {
            if let Some(stream) = made.get() {
                return Ok(stream.clone());
            }
            let stream = stdin::stream(cx, &input, builtin.get())?;
            Ok::<Object, Error>(made.get_or_init(|| stream).clone())
        })?;
        process.define(cx, "stdin", Property::accessor(getter, None).enumerable().configurable())
    }

    /// Adds what is written in JavaScript.
    fn add_more(&self, cx: &mut Context<'_>, process: &Object, builtin: &Arc<OnceLock<Function>>) -> Result<(), Error> {
        let native = Object::new(cx)?;
        let memory = Function::new(cx, "memory", |cx: &mut Context<'_>| cx.stats().bytes)?;
        native.set(cx, "memory", memory)?;
        let errors = errors::maker(cx)?;
        native.set(cx, "errors", errors)?;
        let builtin = Arc::clone(builtin);
        let builtin = Function::new(cx, "builtin", move |cx: &mut Context<'_>, name: String| match builtin.get() {
            Some(builtin) => builtin.call::<Value>(cx, (name,)),
            None => Ok(Value::Undefined),
        })?;
        native.set(cx, "builtin", builtin)?;
        let add: Function = cx.eval_named("node:internal/process", MORE)?;
        add.call(cx, (process, native, self.is_node))
    }
}

/// Returns Node's name for the operating system.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

/// Returns Node's name for the architecture.
fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    }
}
