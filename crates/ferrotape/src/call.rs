//! What a function of the embedder is called with.

use ferrotape_budget::costs::UNITS_PER_TICK;
use std::rc::Rc;

use ferrotape_engine as engine;
use ferrotape_engine::{Throw, Vm};

use crate::value::HandleTable;
use crate::{Error, ErrorKind, Value};

/// A call of a function that the embedder defined.
pub struct Call<'vm> {
    vm: &'vm mut Vm,
    call: engine::Call,
    table: Rc<HandleTable>,
    arguments: Vec<Value>,
    this: Value,
}

impl<'vm> Call<'vm> {
    pub(crate) fn new(vm: &'vm mut Vm, call: engine::Call, table: &Rc<HandleTable>) -> Result<Self, Error> {
        let values = call.arguments(vm).to_vec();
        charge_texts(vm, &values).map_err(|throw| Error::from_throw(vm, throw, |_, _| String::new()))?;
        let mut arguments = Vec::with_capacity(values.len());
        for value in values {
            arguments.push(Value::from_engine(vm, value, table)?);
        }
        let this = Value::from_engine(vm, call.this, table)?;
        Ok(Call { vm, call, table: Rc::clone(table), arguments, this })
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
        let value = value.to_engine(self.vm, &self.table)?;
        let number = self.vm.to_number(value);
        self.check(number)
    }

    /// ToString of a value, as Rust text; this can run script.
    pub fn to_text(&mut self, value: &Value) -> Result<String, Error> {
        let value = value.to_engine(self.vm, &self.table)?;
        let string = self.vm.to_string(value).and_then(|string| Ok(self.vm.heap.flatten(string)?));
        let flat = self.check(string)?;
        Ok(self.vm.heap.view(flat).to_string_lossy())
    }

    /// Calls a function of the script.
    pub fn call(&mut self, function: &Value, this: &Value, arguments: &[Value]) -> Result<Value, Error> {
        let function = function.to_engine(self.vm, &self.table)?;
        let this = this.to_engine(self.vm, &self.table)?;
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(argument.to_engine(self.vm, &self.table)?);
        }
        let result = self.vm.call(function, this, &values);
        let value = self.check(result)?;
        Value::from_engine(self.vm, value, &self.table)
    }

    /// Frees what nothing refers to any more, like [`Engine::collect_garbage`](crate::Engine::collect_garbage).
    pub fn collect_garbage(&mut self) {
        self.vm.collect_garbage();
    }

    fn check<T>(&mut self, result: Result<T, Throw>) -> Result<T, Error> {
        result.map_err(|throw| Error::from_throw(self.vm, throw, |_, _| String::new()))
    }
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

/// How an error of the embedder's function goes on in the script.
pub(crate) fn throw_of(vm: &mut Vm, error: &Error) -> Throw {
    match error.kind() {
        ErrorKind::Termination(termination) => Throw::Terminated(termination),
        _ => Throw::Exception(vm.new_error(ferrotape_bytecode::ErrorKind::Error, error.message())),
    }
}
