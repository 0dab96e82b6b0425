//! Lookups of a function's code, home object and realm.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::value::Value;

impl Heap {
    pub fn is_callable(&self, value: Value) -> bool {
        value.as_object().is_some_and(|object| self.has_call(object))
    }

    /// The value that a built-in function has captured at that place.
    pub fn captured(&self, function: ObjectId, place: usize) -> Value {
        self.all_captured(function).get(place).copied().unwrap_or(Value::UNDEFINED)
    }

    pub fn set_captured(&mut self, function: ObjectId, place: usize, value: Value) {
        if let Some(ObjectKind::NativeClosure(closure)) = self.kind_mut(function)
            && let Some(captured) = closure.captured.get_mut(place)
        {
            let old = std::mem::replace(captured, value);
            self.lose(old);
        }
    }
}
