//! What a function of the embedder is called with.
//!
//! ```text
//! script ──> Call::run ──> the embedder's function ──> methods of Call ──> Call::in_engine ──> script …
//! ```
//!
//! `Call::run` is the boundary: a panic of the function becomes an exception there, and once the run has been ended nothing that
//! the function gives comes back to the script.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_engine as engine;
use ferrotape_engine::{Completion, Throw, Vm};

use crate::value::HandleTable;
use crate::{Error, ErrorKind, Value};

/// A call of a function that the embedder defined.
pub struct Call<'vm> {
    vm: &'vm mut Vm,
    call: engine::Call,
    table: Rc<HandleTable>,
    arguments: Vec<Value>,
    this: Value,
    /// The engine works for one of the methods. It never panics; should it, that is not the function's panic.
    is_in_engine: bool,
}

/// What the embedder defines functions by.
pub(crate) type Function = dyn Fn(&mut Call<'_>) -> Result<Value, Error>;

impl<'vm> Call<'vm> {
    /// Calls the embedder's function for the script.
    pub(crate) fn run(
        vm: &mut Vm,
        call: engine::Call,
        table: &Rc<HandleTable>,
        function: &Function,
    ) -> Completion<engine::Value> {
        let (this, arguments) = values_of(vm, call, table).map_err(|error| throw_own(vm, &error))?;
        let is_in_engine = false;
        let mut call = Call { vm, call, table: Rc::clone(table), arguments, this, is_in_engine };
        let result = call.run_function(function);
        if let Some(stopped) = vm.stopped() {
            return Err(Throw::Terminated(stopped.termination));
        }
        match result {
            Ok(value) => value.to_engine(vm, table).map_err(|error| throw_own(vm, &error)),
            Err(error) => Err(throw_of(vm, &error)),
        }
    }

    /// The function's panic has not passed through frames of the engine, so there is nothing to tidy up.
    fn run_function(&mut self, function: &Function) -> Result<Value, Error> {
        match catch_unwind(AssertUnwindSafe(|| function(self))) {
            Ok(result) => result,
            Err(panic) if self.is_in_engine => resume_unwind(panic),
            // What the panic says is for the embedder's panic hook, not for the script.
            Err(_) => Err(Error::new("a function of the host panicked")),
        }
    }

    /// Lets the engine work for the function, unless the run is over.
    fn in_engine<T>(&mut self, work: impl FnOnce(&mut Vm, &Rc<HandleTable>) -> Result<T, Error>) -> Result<T, Error> {
        if let Some(stopped) = self.vm.stopped() {
            let termination = Throw::Terminated(stopped.termination);
            return Err(Error::from_throw(self.vm, termination, |_, _| String::new()));
        }
        self.is_in_engine = true;
        let result = work(self.vm, &self.table);
        self.is_in_engine = false;
        result.inspect_err(|error| note_termination(self.vm, error))
    }

    /// The argument at `index`, undefined where there is none.
    pub fn argument(&self, index: usize) -> Value {
        self.arguments.get(index).cloned().unwrap_or(Value::Undefined)
    }

    pub fn arguments(&self) -> &[Value] {
        &self.arguments
    }

    pub fn this(&self) -> &Value {
        &self.this
    }

    /// Was the function called by `new`?
    pub fn is_construct(&self) -> bool {
        self.call.new_target.is_some()
    }

    /// ToNumber of a value; this can run script.
    pub fn to_number(&mut self, value: &Value) -> Result<f64, Error> {
        self.in_engine(|vm, table| {
            let value = value.to_engine(vm, table)?;
            let number = vm.to_number(value);
            or_error(vm, number)
        })
    }

    /// ToString of a value, as Rust text; this can run script.
    pub fn to_text(&mut self, value: &Value) -> Result<String, Error> {
        self.in_engine(|vm, table| {
            let value = value.to_engine(vm, table)?;
            let string = vm.to_string(value).and_then(|string| Ok(vm.heap.flatten(string)?));
            let flat = or_error(vm, string)?;
            Ok(vm.heap.view(flat).to_string_lossy())
        })
    }

    /// Calls a function of the script.
    pub fn call(&mut self, function: &Value, this: &Value, arguments: &[Value]) -> Result<Value, Error> {
        self.in_engine(|vm, table| {
            let function = function.to_engine(vm, table)?;
            let this = this.to_engine(vm, table)?;
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(argument.to_engine(vm, table)?);
            }
            let result = vm.call(function, this, &values);
            let value = or_error(vm, result)?;
            Value::from_engine(vm, value, table)
        })
    }

    /// Frees what nothing refers to any more, like [`Engine::collect_garbage`](crate::Engine::collect_garbage).
    pub fn collect_garbage(&mut self) {
        self.vm.collect_garbage();
    }
}

fn or_error<T>(vm: &mut Vm, result: Completion<T>) -> Result<T, Error> {
    result.map_err(|throw| Error::from_throw(vm, throw, |_, _| String::new()))
}

/// An error that says so ends the run.
fn note_termination(vm: &mut Vm, error: &Error) {
    if let ErrorKind::Termination(termination) = error.kind() {
        vm.note_termination(termination);
    }
}

/// `this` and the arguments of a call, for the embedder.
fn values_of(vm: &mut Vm, call: engine::Call, table: &Rc<HandleTable>) -> Result<(Value, Vec<Value>), Error> {
    let values = call.arguments(vm).to_vec();
    let charged = charge_texts(vm, &values);
    or_error(vm, charged)?;
    let mut arguments = Vec::with_capacity(values.len());
    for value in values {
        arguments.push(Value::from_engine(vm, value, table)?);
    }
    Ok((Value::from_engine(vm, call.this, table)?, arguments))
}

/// Asks for the memory that the copies of strings among the arguments take: many arguments can be one long string.
fn charge_texts(vm: &mut Vm, values: &[engine::Value]) -> Result<(), Throw> {
    let units = values.iter().filter_map(|value| value.as_string()).map(|string| vm.heap.string_length(string));
    let units = units.fold(0usize, usize::saturating_add);
    vm.tick(units as u64 / UNITS_PER_TICK)?;
    Ok(vm.heap.require_room(units.saturating_mul(MAX_BYTES_PER_UNIT))?)
}

/// Bytes that a code unit takes in UTF-8 at most.
const MAX_BYTES_PER_UNIT: usize = 3;

/// How an error goes on in the script that the engine has made for this call.
fn throw_own(vm: &mut Vm, error: &Error) -> Throw {
    note_termination(vm, error);
    match error.kind() {
        ErrorKind::Termination(termination) => Throw::Terminated(termination),
        _ => throw_of(vm, error),
    }
}

/// How an error of the embedder's function goes on in the script. What ended a run of another engine is an exception in this one.
fn throw_of(vm: &mut Vm, error: &Error) -> Throw {
    Throw::Exception(vm.new_error(ferrotape_bytecode::ErrorKind::Error, error.message()))
}
