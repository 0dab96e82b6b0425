//! Members of plain objects, read slot by slot by natives that run no script meanwhile.

use ferrotape_heap::enumeration::shape_with_names;

use crate::cache::{self, Meaning};
use crate::definitions;
use crate::heap::{ObjectId, ShapeId};
use crate::object::Kind;
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::shape::{self, PropertyEntry};
use crate::value::Value;
use crate::vm::Vm;

/// Returns whether an object is an ordinary one whose properties are data in slots, in the order of their keys.
pub fn has_plain_members(vm: &Vm, object: ObjectId) -> bool {
    matches!(vm.heap.kind(object), Kind::Ordinary) && definitions::look_for_copy(&vm.heap, object).is_some()
}

/// Returns the shape of an object that has no properties but such, and shares it, so that their keys are strings and no
/// indices.
pub fn shape_of_members(vm: &Vm, object: ObjectId) -> Option<ShapeId> {
    let shape = shape_with_names(&vm.heap, object)?;
    definitions::look_for_copy(&vm.heap, object).map(|_| shape)
}

/// The enumerable member in a slot of such an object: its shape is looked up once for all of them.
#[inline]
pub fn shared_member(vm: &Vm, object: ObjectId, shape: ShapeId, slot: u32) -> Option<(PropertyKey, Value)> {
    let entry =
        shape::entry_in_slot(&vm.heap, shape, slot as usize).filter(|entry| entry.attributes.is_enumerable())?;
    Some((entry.key, vm.heap.slot(object, slot)))
}

/// The member in a slot of such an object; within it none if the slot has no enumerable property whose key is a string.
/// None behind the last slot.
#[inline]
pub fn plain_member(vm: &Vm, object: ObjectId, slot: u32) -> Option<Option<(PropertyKey, Value)>> {
    let shape = vm.heap.shape_of(object);
    if slot >= vm.heap[shape].count {
        return None;
    }
    // Deleted ones of a dictionary have no key.
    let is_member = |entry: &PropertyEntry| {
        entry.attributes.is_enumerable() && entry.key.as_symbol().is_none() && entry.key != PropertyKey::NONE
    };
    let entry = shape::entry_in_slot(&vm.heap, shape, slot as usize).filter(is_member);
    Some(entry.map(|entry| (entry.key, vm.heap.slot(object, slot))))
}

/// A property that objects of some shapes are known to lack, as long as no script runs.
pub struct Lacking {
    key: PropertyKey,
    shapes: [Option<ShapeId>; 2],
}

impl Lacking {
    pub fn new(key: PropertyKey) -> Self {
        Lacking { key, shapes: [None; 2] }
    }

    /// Returns whether an object certainly lacks it. No script runs for that.
    #[inline]
    pub fn is_lacked_by(&mut self, vm: &mut Vm, object: ObjectId) -> bool {
        let shape = vm.heap.shape_of(object);
        if self.shapes.contains(&Some(shape)) {
            return true;
        }
        let known = cache::recall_read(&vm.heap, shape, self.key);
        let is_lacked = match known {
            Some(Meaning::Data { holder, .. }) => holder == Some(vm.heap.nothing),
            Some(Meaning::Accessor { .. } | Meaning::Addition { .. }) => false,
            None => get::is_known_absent(vm, Value::object(object), self.key),
        };
        if is_lacked {
            // The look may have given the object another shape, which says so.
            self.shapes = [Some(vm.heap.shape_of(object)), self.shapes[0]];
        }
        is_lacked
    }
}
