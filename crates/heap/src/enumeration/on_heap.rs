//! Fast path of enumerations: the names of an object that has nothing but the properties of a shared shape. They need
//! no list and no question, as long as the object keeps the shape.

use ferrotape_budget::Termination;

use crate::enumeration::Enumeration;
use crate::heap::Heap;
use crate::heap::marking;
use crate::id::{ObjectId, ShapeId};
use crate::object::cell;
use crate::object::{Class, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape;
use crate::value::Value;

/// The shape whose properties are all that the object has, in the order of their slots; none if that has to be found
/// out.
pub fn shape_with_names(heap: &Heap, object: ObjectId) -> Option<ShapeId> {
    let shape = heap.shape_of(object);
    let is_plain = heap[shape].class == Class::Ordinary && heap[shape].has_fixed_names();
    (is_plain && !heap.may_have_elements(object)).then_some(shape)
}

/// Fast path: the next name of an object that keeps its shape, if nothing hides it. None if there may be more to do.
#[inline(never)]
pub fn next_name_by_shape(heap: &mut Heap, enumeration: Value) -> Option<Value> {
    let id = enumeration.as_object()?;
    let state = cell::enumeration_mut(heap, id)?;
    let (object, shape, slot) = (state.object?, state.shape?, state.position);
    let hides_nothing = state.shadowed.is_empty();
    if !hides_nothing || heap.shape_of(object) != shape {
        return None;
    }
    let entry = shape::entry_in_slot(heap, shape, slot).filter(|entry| entry.attributes.is_enumerable())?;
    let name = entry.key.as_atom()?;
    if !heap.budget.spend_for_fast_path() {
        return None;
    }
    if let Some(state) = cell::enumeration_mut(heap, id) {
        (state.position, state.found) = (slot + 1, slot + 1);
    }
    Some(Value::string(name))
}

/// Makes the list of the names that were taken by the shape, before others are asked for one by one.
pub fn list_names_of_shape(heap: &mut Heap, id: ObjectId) -> Result<(), Termination> {
    let Some(ObjectKind::Enumeration(state)) = heap.kind_mut(id) else { return Ok(()) };
    let Some(shape) = state.shape else { return Ok(()) };
    heap.room(heap[shape].count as usize * size_of::<PropertyKey>())?;
    let keys = names_of_shape(heap, shape);
    // The list may be where the marker has looked already.
    marking::lose_shape(heap, shape, shape);
    let Some(ObjectKind::Enumeration(state)) = heap.kind_mut(id) else { return Ok(()) };
    let before = state.bytes();
    (state.keys, state.shape) = (keys, None);
    let after = state.bytes();
    heap.resized(before, after);
    Ok(())
}

/// Write barrier for the shape of an enumeration that continues with another object.
pub fn lose_shape_of(heap: &mut Heap, shape: Option<ShapeId>) {
    if let Some(shape) = shape {
        marking::lose_shape(heap, shape, shape);
    }
}

/// Returns whether no object from this prototype on has an enumerable named property, as was found before. Elements are
/// not meant.
#[inline]
pub fn has_nameless_chain(heap: &Heap, prototype: ObjectId) -> bool {
    heap.nameless_chain == Some((prototype, heap.prototype_epoch))
}

/// Remembers that, while no prototype changes.
pub fn remember_nameless_chain(heap: &mut Heap, prototype: ObjectId) {
    heap.nameless_chain = Some((prototype, heap.prototype_epoch));
}

impl Enumeration {
    /// Begins with an object whose names are those of its shape. It must have ended, and [`Enumeration::owns_nothing`].
    #[inline]
    pub fn begin_by_shape(&mut self, object: ObjectId, shape: ShapeId) {
        (self.object, self.shape) = (Some(object), Some(shape));
        (self.rest, self.awaited) = (None, None);
        (self.position, self.found, self.detours) = (0, 0, 0);
    }

    /// Returns whether it has no list of names.
    #[inline]
    pub fn owns_nothing(&self) -> bool {
        self.keys.capacity() == 0 && self.shadowed.is_empty()
    }

    /// The names of the object whose turn it is, as far as they are known.
    pub fn known_names(&self, heap: &Heap) -> Vec<PropertyKey> {
        match self.shape {
            Some(shape) => names_of_shape(heap, shape),
            None => self.keys.clone(),
        }
    }
}

fn names_of_shape(heap: &Heap, shape: ShapeId) -> Vec<PropertyKey> {
    shape::shape_entries(heap, shape).map(|(_, entry)| entry.key).collect()
}
