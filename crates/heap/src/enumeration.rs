//! State of a `for`-`in` enumeration: EnumerateObjectProperties, ECMA-262 14.7.5.9.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{ObjectId, ShapeId};
use crate::key_set::KeySet;
use crate::object::internal_slots::{InternalSlots, Part, Visit};
use crate::property_key::PropertyKey;
use crate::room::with_room_of;
use crate::shape::RestOfNames;

/// The names that a `for`-`in` loop still has to give.
#[derive(Default)]
pub struct Enumeration {
    /// The object whose names are being given; none at the end.
    pub object: Option<ObjectId>,
    pub keys: Vec<PropertyKey>,
    /// The shape whose properties are the names, in place of a list: as long as the object has it, they are there.
    /// Position and number of found names count its slots.
    pub shape: Option<ShapeId>,
    /// Names that follow, if the object has many. A loop that ends early takes only what it has asked for.
    pub rest: Option<RestOfNames>,
    pub position: usize,
    /// Number of keys so far that still existed at their turn; they are at the front. A key that was gone hides
    /// nothing.
    pub found: usize,
    /// An object further up the chain that has an enumerable property: objects before it need not be asked for one
    /// again.
    pub awaited: Option<ObjectId>,
    /// Names of earlier objects, enumerable or not.
    pub shadowed: KeySet,
    /// Proxies passed so far.
    pub detours: u32,
}

impl Clone for Enumeration {
    fn clone(&self) -> Self {
        let &Enumeration { object, ref keys, shape, rest, position, found, awaited, ref shadowed, detours } = self;
        let (keys, shadowed) = (with_room_of(keys), shadowed.clone());
        Enumeration { object, keys, shape, rest, position, found, awaited, shadowed, detours }
    }
}

impl Enumeration {
    pub fn bytes(&self) -> usize {
        let key = size_of::<PropertyKey>();
        allocation_bytes(self.keys.capacity() * key) + self.shadowed.bytes()
    }
}

impl InternalSlots for Enumeration {
    #[inline]
    fn trace(&self, enumeration: ObjectId, visit: &mut impl Visit) {
        let Enumeration { object, keys: _, shape: _, rest: _, position: _, found: _, awaited, shadowed: _, detours: _ } =
            self;
        object.iter().chain(awaited).for_each(|&object| visit.object(object));
        // With the shape.
        visit.later(Part::Names, enumeration);
        visit.later(Part::Shadowed, enumeration);
    }

    fn bytes(&self) -> usize {
        allocation_bytes(size_of::<Enumeration>()) + Enumeration::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("what it iterates over")
    }
}
