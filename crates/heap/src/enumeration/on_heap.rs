//! Fast path of enumerations: the names of an object that has nothing but the properties of a shared shape. They need
//! no list and no question, as long as the object keeps the shape.

use ferrotape_budget::Termination;

use crate::enumeration::Enumeration;
use crate::heap::Heap;
use crate::heap::marking;
use crate::id::{ObjectId, ShapeId};
use crate::object::{Class, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape;

/// The shape whose properties are all that the object has, in the order of their slots; none if that has to be found
/// out.
pub fn shape_with_names(heap: &Heap, object: ObjectId) -> Option<ShapeId> {
    let shape = heap.shape_of(object);
    let is_plain = heap[shape].class == Class::Ordinary && heap[shape].has_fixed_names();
    (is_plain && !heap.may_have_elements(object)).then_some(shape)
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

/// Write barrier for the shape of an enumeration that goes on with another object.
pub fn lose_shape_of(heap: &mut Heap, shape: Option<ShapeId>) {
    if let Some(shape) = shape {
        marking::lose_shape(heap, shape, shape);
    }
}

impl Enumeration {
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
