//! Literals of objects and arrays: what all that are made of one have in common, and how they are made.

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::MOST_MEMBERS;

use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::object::cell::MOST_SLOTS;
use crate::property_key::PropertyKey;
use crate::relaxed::Relaxed32;
use crate::value::Value;

const _: () = assert!(MOST_MEMBERS <= MOST_SLOTS, "all members of a literal lie in the cell of its object");

/// A literal. Strings in it live by the unit.
#[derive(Clone)]
pub struct Boilerplate {
    /// Its members, or elements without keys.
    pub members: Box<[Member]>,
    pub computed: u32,
    /// The first literal of the same code whose members have the same keys.
    pub first_alike: u32,
    /// How many properties the object is about to have.
    pub room: u8,
    /// The shape of objects of it, once one was made.
    shape: Relaxed32,
}

/// What a literal says of a property or an element.
#[derive(Copy, Clone)]
pub struct Member {
    /// [`PropertyKey::NONE`] for elements.
    pub key: PropertyKey,
    /// Empty for what is computed.
    pub value: Value,
}

impl Boilerplate {
    const NO_SHAPE: u32 = u32::MAX;

    pub(super) fn new(members: Vec<Member>, computed: u8, room: u8, first_alike: u32) -> Self {
        let shape = Relaxed32::new(Self::NO_SHAPE);
        Boilerplate { members: members.into(), computed: computed.into(), first_alike, room, shape }
    }

    #[inline(always)]
    pub fn shape(&self) -> Option<ShapeId> {
        Some(self.shape.get()).filter(|&shape| shape != Self::NO_SHAPE).map(ShapeId)
    }

    /// Objects of it that are made from now on have this shape, which has a slot for each key in their order.
    pub fn set_shape(&self, shape: ShapeId) {
        self.shape.set(shape.0);
    }

    pub(crate) fn forget(&self) {
        self.shape.set(Self::NO_SHAPE);
    }

    pub(super) fn bytes(&self) -> usize {
        allocation_bytes(size_of_val(&*self.members))
    }

    /// Its values, with those that are computed in their places.
    pub fn fill(&self, computed: &[Value]) -> impl Iterator<Item = Value> {
        let mut computed = computed.iter();
        self.members.iter().map(move |member| match member.value.is_empty() {
            true => computed.next().copied().unwrap_or(Value::UNDEFINED),
            false => member.value,
        })
    }
}

impl Heap {
    /// An object of the literal, whose shape is known. The computed values begin the slice.
    #[inline(never)]
    pub fn new_object_of_boilerplate(&mut self, literal: &Boilerplate, shape: ShapeId, computed: &[Value]) -> ObjectId {
        let (room, count) = (usize::from(literal.room), literal.computed as usize);
        if literal.members.len() == count
            && let Some(all) = computed.get(..count)
        {
            return self.new_plain_object_with(shape, room, all);
        }
        let mut all = [Value::UNDEFINED; MOST_MEMBERS];
        for (place, value) in all.iter_mut().zip(literal.fill(computed)) {
            *place = value;
        }
        self.new_plain_object_with(shape, room, all.get(..literal.members.len()).unwrap_or(&all))
    }
}
