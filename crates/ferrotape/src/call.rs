//! What a function of the embedder is called with.
//!
//! ```text
//! script ──> Call::enter ──> the embedder's function ──> methods of Call ──> Call::in_engine ──> script …
//! ```
//!
//! `Call::enter` is the boundary: a panic of the function becomes an exception there, and once the run has been ended nothing
//! that the function gives comes back to the script.

use std::cell::{Cell, OnceCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use ferrotape_budget::costs::{HOST_CALL, UNITS_PER_TICK};
use ferrotape_engine as engine;
use ferrotape_engine::{Completion, FlatString, Throw, Vm};

use crate::value::{copied, require_room_for};
use crate::{Error, ErrorKind, Termination, Value};

/// A call of a function that the embedder defined, with all that came with it: how many arguments there are, whether it is by
/// `new`, in which realm. Closures that want none of this are an [`IntoFunction`](crate::IntoFunction) with the arguments that
/// they name: [`Engine::define`](crate::Engine::define).
///
/// ```
/// use ferrotape::{Call, Engine, Value};
///
/// let mut engine = Engine::new();
/// engine.define_function("count", 0, |call: &mut Call<'_>| Ok(Value::from(call.arguments().len() as f64)))?;
/// assert_eq!(engine.eval::<u8>("count(1, undefined, 'x')")?, 3);
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Call<'vm> {
    vm: &'vm mut Vm,
    call: engine::Call,
    this: Value,
    arguments: Vec<Argument>,
    /// Copies of all arguments, where they were asked for.
    copies: OnceCell<Vec<Value>>,
    /// For the call itself, and for what was done while the engine could not be told: copies, collections.
    owed_ticks: Cell<u64>,
    /// What they take in all, as nobody knows how long they are kept.
    copied_bytes: Cell<usize>,
    /// There was no room for a copy.
    is_overdrawn: Cell<bool>,
    /// The engine works for one of the methods. It never panics; should it, that is not the function's panic.
    is_in_engine: bool,
}

/// What the embedder defines functions by.
pub(crate) type Function = dyn Fn(&mut Call<'_>) -> Result<Value, Error>;

impl<'vm> Call<'vm> {
    /// Calls the embedder's function for the script.
    pub(crate) fn enter(vm: &mut Vm, call: engine::Call, function: &Function) -> Completion<engine::Value> {
        let this = Value::from_engine(vm, call.this).map_err(|error| throw_own(vm, &error))?;
        let arguments = arguments_of(vm, call)?;
        let mut call = Call {
            vm,
            call,
            this,
            arguments,
            copies: OnceCell::new(),
            owed_ticks: Cell::new(HOST_CALL),
            copied_bytes: Cell::new(0),
            is_overdrawn: Cell::new(false),
            is_in_engine: false,
        };
        let result = call.run_function(function);
        call.settle()?;
        if let Some(stopped) = vm.stopped() {
            return Err(Throw::Terminated(stopped.termination));
        }
        match result {
            Ok(value) => value.to_engine(vm).map_err(|error| throw_own(vm, &error)),
            Err(error) => Err(throw_of(vm, &error)),
        }
    }

    /// The function's panic has not passed through frames of the engine, so there is nothing to tidy up.
    fn run_function(&mut self, function: &Function) -> Result<Value, Error> {
        let realm = self.vm.realm;
        match catch_unwind(AssertUnwindSafe(|| function(self))) {
            Ok(result) => result,
            Err(panic) if self.is_in_engine => resume_unwind(panic),
            // What the panic says is for the embedder's panic hook, not for the script.
            Err(_) => {
                crate::trace::panicked("a function");
                self.vm.realm = realm;
                Err(Error::new("a function of the host panicked"))
            }
        }
    }

    /// An error where the run is over.
    pub(crate) fn settled(&mut self) -> Result<(), Error> {
        self.in_engine(|_| Ok(()))
    }

    /// Lets the engine work for the function, unless the run is over.
    pub(crate) fn in_engine<T>(&mut self, work: impl FnOnce(&mut Vm) -> Result<T, Error>) -> Result<T, Error> {
        self.settle().map_err(|throw| Error::from_throw(self.vm, throw))?;
        if let Some(stopped) = self.vm.stopped() {
            let termination = Throw::Terminated(stopped.termination);
            return Err(Error::from_throw(self.vm, termination));
        }
        self.is_in_engine = true;
        let result = work(self.vm);
        self.is_in_engine = false;
        result.inspect_err(|error| note_termination(self.vm, error))
    }

    /// The call as the engine has it.
    #[cfg(feature = "inspect")]
    pub(crate) fn engine_call(&self) -> engine::Call {
        self.call
    }

    /// The machine, for what neither runs script nor takes much.
    pub(crate) fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// Ends the run where copies of arguments went over a limit.
    fn settle(&mut self) -> Completion<()> {
        let ticked = self.vm.tick(self.owed_ticks.take());
        let settled = match self.is_overdrawn.take() {
            true => Err(Throw::Terminated(Termination::OutOfMemory)),
            false => ticked,
        };
        settled.inspect_err(|throw| match throw {
            Throw::Terminated(termination) => self.vm.note_termination(*termination),
            Throw::Exception(_) | Throw::Return(_) => {}
        })
    }

    /// The argument at `index`, undefined where there is none. A string is copied each time; where that would go beyond a
    /// limit, this is undefined too, and the run is over.
    pub fn argument(&self, index: usize) -> Value {
        match self.arguments.get(index) {
            None => Value::Undefined,
            Some(Argument::Other(value)) => value.clone(),
            Some(Argument::Text(text)) => self.copy(*text),
        }
    }

    fn copy(&self, text: FlatString) -> Value {
        let text = self.vm.heap.view(text);
        self.owed_ticks.set(self.owed_ticks.get().saturating_add(text.len() as u64 / UNITS_PER_TICK));
        let copied = self.copied_bytes.get().saturating_add(text.max_utf8_length());
        if self.is_overdrawn.get() || self.vm.heap.budget.would_exceed(copied) {
            self.is_overdrawn.set(true);
            return Value::Undefined;
        }
        self.copied_bytes.set(copied);
        Value::String(text.to_string_lossy())
    }

    /// All arguments, strings copied once.
    pub fn arguments(&self) -> &[Value] {
        self.copies.get_or_init(|| (0..self.arguments.len()).map(|index| self.argument(index)).collect())
    }

    /// Writes ToString of all arguments, with blanks between them, in pieces: no copy of a string as a whole is made, however
    /// long it is. This can run script, all of it before the first piece.
    pub fn write_arguments(&mut self, mut write: impl FnMut(&str) -> Result<(), Error>) -> Result<(), Error> {
        for (index, text) in self.texts_of_arguments()?.into_iter().enumerate() {
            if index > 0 {
                write(" ")?;
            }
            let mut start = 0;
            while let Some((piece, end)) = self.in_engine(|vm| piece_of(vm, text, start))? {
                write(&piece)?;
                start = end;
            }
        }
        Ok(())
    }

    /// ToString of all arguments, kept alive until the function returns.
    fn texts_of_arguments(&mut self) -> Result<Vec<FlatString>, Error> {
        let call = self.call;
        self.in_engine(|vm| {
            let mut texts = Vec::with_capacity(call.argument_count());
            for index in 0..call.argument_count() {
                let argument = call.argument(vm, index);
                let text = vm.to_string(argument).and_then(|string| Ok(vm.heap.flatten(string)?));
                let text = or_error(vm, text)?;
                vm.keep(engine::Value::string(text.id()));
                texts.push(text);
            }
            Ok(texts)
        })
    }

    /// The `this` of the call.
    pub fn this(&self) -> &Value {
        &self.this
    }

    /// Was the function called by `new`?
    pub fn is_construct(&self) -> bool {
        self.call.new_target.is_some()
    }

    /// ToNumber of a value; this can run script.
    pub fn to_number(&mut self, value: &Value) -> Result<f64, Error> {
        self.in_engine(|vm| {
            let value = value.to_engine(vm)?;
            let number = vm.to_number(value);
            or_error(vm, number)
        })
    }

    /// ToString of a value, as Rust text; this can run script.
    pub fn to_text(&mut self, value: &Value) -> Result<String, Error> {
        self.in_engine(|vm| {
            let value = value.to_engine(vm)?;
            let text = vm.to_string(value).and_then(|string| copied(vm, string));
            or_error(vm, text)
        })
    }

    /// Calls a function of the script.
    pub fn call(&mut self, function: &Value, this: &Value, arguments: &[Value]) -> Result<Value, Error> {
        self.in_engine(|vm| {
            let function = function.to_engine(vm)?;
            let this = this.to_engine(vm)?;
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(argument.to_engine(vm)?);
            }
            let result = vm.call(function, this, &values);
            let value = or_error(vm, result)?;
            Value::from_engine(vm, value)
        })
    }

    /// Frees what nothing refers to any more, like [`Engine::collect_garbage`](crate::Engine::collect_garbage). The script pays
    /// for it.
    pub fn collect_garbage(&mut self) {
        self.vm.collect_garbage();
        let owed = self.owed_ticks.get();
        self.owed_ticks.set(owed.saturating_add(self.vm.heap.collection_work()));
    }
}

pub(crate) fn or_error<T>(vm: &mut Vm, result: Completion<T>) -> Result<T, Error> {
    result.map_err(|throw| Error::from_throw(vm, throw))
}

/// An error that says so ends the run.
fn note_termination(vm: &mut Vm, error: &Error) {
    if let ErrorKind::Termination(termination) = error.kind() {
        vm.note_termination(termination);
    }
}

/// Units that are copied at once where a text is handed over in pieces.
const PIECE: usize = 1 << 14;

/// The piece of a text that begins at a unit, and where it ends; none at the end.
fn piece_of(vm: &mut Vm, text: FlatString, start: usize) -> Result<Option<(String, usize)>, Error> {
    let view = vm.heap.view(text);
    let mut end = (start + PIECE).min(view.len());
    // A pair stays together.
    if end < view.len() && view.get(end - 1).is_some_and(|unit| (0xD800..0xDC00).contains(&unit)) {
        end += 1;
    }
    let piece = view.slice(start, end).to_string_lossy();
    let ticked = vm.tick((end - start) as u64 / UNITS_PER_TICK);
    or_error(vm, ticked)?;
    Ok((start < end).then_some((piece, end)))
}

/// An argument, of which a copy is made when it is asked for if it is a string: many arguments can be one long string.
enum Argument {
    Text(FlatString),
    Other(Value),
}

fn arguments_of(vm: &mut Vm, call: engine::Call) -> Completion<Vec<Argument>> {
    let mut arguments = Vec::with_capacity(call.argument_count());
    for index in 0..call.argument_count() {
        let value = call.argument(vm, index);
        arguments.push(match value.as_string() {
            Some(string) => Argument::Text(vm.heap.flatten(string)?),
            None => Argument::Other(Value::from_engine(vm, value).map_err(|error| throw_own(vm, &error))?),
        });
    }
    Ok(arguments)
}

/// How an error goes on in the script that the engine has made for this call.
fn throw_own(vm: &mut Vm, error: &Error) -> Throw {
    note_termination(vm, error);
    match error.kind() {
        ErrorKind::Termination(termination) => Throw::Terminated(termination),
        _ => throw_of(vm, error),
    }
}

/// How an error of the embedder's function goes on in the script: what was thrown in the script is thrown again, it and no
/// copy. What ended a run of another engine is an exception in this one.
pub(crate) fn throw_of(vm: &mut Vm, error: &Error) -> Throw {
    if let Some(thrown) = error.thrown_in(vm) {
        return Throw::Exception(thrown);
    }
    if let Err(termination) = require_room_for(vm, error.message()) {
        vm.note_termination(termination);
        return Throw::Terminated(termination);
    }
    // What a script threw has its name in the message: that of another engine's is shown as it is.
    let name = if error.thrown().is_some() { None } else { error.name() };
    let known = name.and_then(|name| ferrotape_bytecode::ErrorKind::ALL.into_iter().find(|kind| kind.name() == name));
    let thrown = vm.new_error(known.unwrap_or(ferrotape_bytecode::ErrorKind::Error), error.message());
    if let Some(host) = error.host() {
        vm.set_host_error(thrown, Arc::clone(host));
    }
    Throw::Exception(thrown)
}
