//! Boilerplates of object and array literals: what their objects have in common, and how they are made.

use std::ops::Range;

use ferrotape_bytecode::MOST_MEMBERS;

use crate::code::CodeBlock;
use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::object::cell::{self, MOST_SLOTS};
use crate::property_key::PropertyKey;
use crate::relaxed::Relaxed32;
use crate::value::Value;

const _: () = assert!(MOST_MEMBERS <= MOST_SLOTS, "all members of a literal lie in the cell of its object");

/// A literal. Strings in it live by the unit.
#[derive(Clone)]
pub struct Boilerplate {
    /// Start of its members among those of all literals of the code. Elements are members without keys.
    start: u32,
    pub count: u32,
    pub computed: u32,
    /// The first literal of the code whose members have the same keys.
    pub first_alike: u32,
    /// Number of properties that the object is about to have.
    pub room: u8,
    /// The shape of its objects, once one was made.
    shape: Relaxed32,
}

/// A property or an element of a literal.
#[derive(Copy, Clone)]
pub struct Member {
    /// The key; [`PropertyKey::NONE`] for elements.
    pub key: PropertyKey,
    /// The value; empty if it is computed.
    pub value: Value,
}

impl Boilerplate {
    const NO_SHAPE: u32 = u32::MAX;

    /// Makes a boilerplate of the members at these places among all.
    pub(super) fn new(members: Range<usize>, computed: u8, room: u8, first_alike: u32) -> Self {
        let (start, count) = (members.start as u32, members.len() as u32);
        let shape = Relaxed32::new(Self::NO_SHAPE);
        Boilerplate { start, count, computed: computed.into(), first_alike, room, shape }
    }

    /// Its members among those of all literals.
    #[inline]
    pub fn members<'m>(&self, all: &'m [Member]) -> &'m [Member] {
        let start = self.start as usize;
        all.get(start..start + self.count as usize).unwrap_or_default()
    }

    #[inline(always)]
    pub fn shape(&self) -> Option<ShapeId> {
        Some(self.shape.get()).filter(|&shape| shape != Self::NO_SHAPE).map(ShapeId)
    }

    /// Sets the shape of objects made from now on. It has a slot for each key, in their order.
    pub fn set_shape(&self, shape: ShapeId) {
        self.shape.set(shape.0);
    }

    pub(crate) fn forget(&self) {
        self.shape.set(Self::NO_SHAPE);
    }

    /// The literal's values, with the computed ones in their places.
    pub fn fill(&self, all: &[Member], computed: &[Value]) -> impl Iterator<Item = Value> {
        let mut computed = computed.iter();
        self.members(all).iter().map(move |member| match member.value.is_empty() {
            true => computed.next().copied().unwrap_or(Value::UNDEFINED),
            false => member.value,
        })
    }
}

impl Heap {
    /// Makes an object of a literal whose shape is known. The computed values begin the slice.
    #[inline(never)]
    pub fn new_object_of_boilerplate(
        &mut self,
        code: &CodeBlock,
        literal: u32,
        shape: ShapeId,
        computed: &[Value],
    ) -> ObjectId {
        let literal = &code.literals[literal as usize];
        let (room, count) = (usize::from(literal.room), literal.computed as usize);
        if literal.count == literal.computed
            && let Some(all) = computed.get(..count)
        {
            return cell::new_plain_object_with(self, shape, room, all);
        }
        let mut all = [Value::UNDEFINED; MOST_MEMBERS];
        for (place, value) in all.iter_mut().zip(literal.fill(&code.members, computed)) {
            *place = value;
        }
        cell::new_plain_object_with(self, shape, room, all.get(..literal.count as usize).unwrap_or(&all))
    }
}
