//! Completions of kind `return` that wait, as values.

use crate::accessor::Accessor;
use crate::heap::Heap;
use crate::value::Value;

impl Heap {
    /// A value that waits to be returned, as the register for an exception that waits has it: in a cell of the kind that has a
    /// getter and a setter elsewhere. No script can throw such a thing.
    pub fn new_waiting_return(&mut self, value: Value) -> Value {
        Value::accessor(self.new_accessor(Accessor { getter: value, setter: Value::EMPTY }))
    }

    pub fn waiting_return(&self, waiting: Value) -> Option<Value> {
        waiting.as_accessor().map(|pair| self[pair].getter)
    }
}
