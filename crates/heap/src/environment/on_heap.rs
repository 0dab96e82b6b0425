//! Variables of records, wherever their values are: in a frame that is still open, or in the record.

use crate::environment::RecordKind;
use crate::heap::Heap;
use crate::id::{ObjectId, RecordId};
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::value::Value;

/// Reads a binding by index. An open record's values are on `stack`, which the interpreter's loop has taken. The
/// compiler knows the record's scope, but saved code is untrusted: a missing binding is undefined.
#[inline(never)]
pub fn open_value(heap: &Heap, stack: &[Value], record: Option<RecordId>, index: u32) -> Value {
    let Some(record) = record else { return Value::UNDEFINED };
    match &heap[record].kind {
        RecordKind::Few { values, .. } => values.get(index as usize).copied().unwrap_or(Value::UNDEFINED),
        RecordKind::Many { values, .. } => values.get(index as usize).copied().unwrap_or(Value::UNDEFINED),
        RecordKind::Open { scope, base, .. } => match heap.scope(*scope).registers.get(index as usize) {
            Some(&register) => stack[*base as usize + register as usize],
            None => Value::UNDEFINED,
        },
        RecordKind::Object { .. } | RecordKind::Import { .. } => Value::UNDEFINED,
    }
}

/// Sets a binding by index, wherever its value is.
#[inline(never)]
pub fn set_value(heap: &mut Heap, stack: &mut [Value], record: RecordId, index: u32, value: Value) {
    match &mut heap.records.get_mut_light(record.place()).kind {
        RecordKind::Few { values, .. } => {
            if let Some(place) = values.get_mut(index as usize) {
                let old = std::mem::replace(place, value);
                heap.lose(old);
            }
        }
        RecordKind::Many { values, .. } => {
            if let Some(place) = values.get_mut(index as usize) {
                let old = std::mem::replace(place, value);
                heap.lose(old);
            }
        }
        &mut RecordKind::Open { scope, base, .. } => {
            if let Some(&register) = heap.scope(scope).registers.get(index as usize) {
                stack[base as usize + register as usize] = value;
            }
        }
        RecordKind::Object { .. } | RecordKind::Import { .. } => {}
    }
}

impl Heap {
    /// The slot of a lexical declaration of a script.
    #[inline]
    pub fn lexical_binding(&self, lexical: ObjectId, key: PropertyKey) -> Option<(u32, Attributes)> {
        shape::shape_lookup(self, self.shape_of(lexical), key)
    }

    /// Clears all caches of global variables at their sites.
    pub fn forget_global_variables(&mut self) {
        // Takes no fuel: copies of an engine differ in which code is ready or collected.
        for index in 0..self.code.capacity() {
            let Some(cell) = self.code.get(index) else { continue };
            cell.block.caches.iter().for_each(|cache| cache.forget());
        }
        self.budget.request_check();
    }
}
