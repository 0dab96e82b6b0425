//! Pending returns as values: completions of kind `return` that wait.

use crate::accessor::Accessor;
use crate::heap::Heap;
use crate::value::Value;

impl Heap {
    /// Wraps a value that waits to be returned, for the register of a pending exception. The wrapper is a cell of the
    /// kind that otherwise has a getter and a setter. No script can throw such a cell.
    pub fn new_waiting_return(&mut self, value: Value) -> Value {
        Value::accessor(self.new_accessor(Accessor { getter: value, setter: Value::EMPTY }))
    }

    pub fn waiting_return(&self, waiting: Value) -> Option<Value> {
        waiting.as_accessor().map(|pair| self[pair].getter)
    }
}
