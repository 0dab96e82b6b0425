//! Creation of objects: their cell, and its first contents.

use super::{
    ARRAYS, ArrayCell, CLOSURE_SLOTS, HEAD_WORDS, Head, MOST_SLOTS, OTHER_SLOTS, OTHERS, OtherCell, Overflow,
    OverflowId, USUAL_SLOTS, WordKind, closure_word,
};
use crate::date::Date;
use crate::function::Closure;
use crate::heap::Heap;
use crate::heap::marking;
use crate::heap::words::SizeClass;
use crate::id::{CodeId, ObjectId, RecordId, ShapeId};
use crate::object::cell;
use crate::object::{Class, Elements, Flags, ObjectKind};
use crate::value::Value;

const USUAL_MEMBERS: u8 = USUAL_SLOTS as u8;

impl Heap {
    /// Makes an object of the given shape and kind.
    #[inline(always)]
    pub fn new_object(&mut self, shape: ShapeId, kind: ObjectKind) -> ObjectId {
        self.new_object_with(shape, kind, &[])
    }

    /// Makes an object of a shape with the values of its properties.
    #[inline]
    pub fn new_object_with(&mut self, shape: ShapeId, kind: ObjectKind, slots: &[Value]) -> ObjectId {
        let room = if let ObjectKind::Ordinary = kind { USUAL_SLOTS } else { 0 };
        new_object_with_room(self, shape, kind, room.max(slots.len()), slots)
    }
}

/// Makes an object with room for so many properties in its cell, if it is a cell of words.
#[inline]
pub fn new_object_with_room(
    heap: &mut Heap,
    shape: ShapeId,
    kind: ObjectKind,
    room: usize,
    slots: &[Value],
) -> ObjectId {
    debug_assert!(
        [kind.class(), Class::Unfilled].contains(&heap[shape].class),
        "a shape tells the class of its objects"
    );
    match kind {
        ObjectKind::Ordinary => new_plain_object_with(heap, shape, room, slots),
        ObjectKind::Array(length) => new_array_cell(heap, shape, length, slots),
        ObjectKind::Global(realm) => new_words(heap, shape, WordKind::Global, MOST_SLOTS, slots, realm.to_word()),
        ObjectKind::Closure(Closure { code, environment, home }) => {
            let mut values = [Value::UNDEFINED; CLOSURE_SLOTS];
            values.iter_mut().zip(slots).for_each(|(place, &value)| *place = value);
            let closure = new_closure_cell(heap, shape, Flags::default(), (code, environment), values);
            cell::set_home_object(heap, closure, home);
            closure
        }
        ObjectKind::Boolean(truth) => new_words(heap, shape, WordKind::Boolean, room, slots, truth.into()),
        ObjectKind::Number(number) => new_words(heap, shape, WordKind::Number, room, slots, number.to_bits()),
        ObjectKind::Date(Date { time }) => new_words(heap, shape, WordKind::Date, room, slots, time.to_bits()),
        ObjectKind::String(string) => new_words(heap, shape, WordKind::String, room, slots, string.0.into()),
        ObjectKind::Symbol(symbol) => new_words(heap, shape, WordKind::Symbol, room, slots, symbol.0.into()),
        ObjectKind::BigInt(bigint) => new_words(heap, shape, WordKind::BigInt, room, slots, bigint.0.into()),
        ObjectKind::RegExp(pattern) => new_words(heap, shape, WordKind::RegExp, room, slots, pattern.0.into()),
        kind => new_other_cell(heap, shape, kind, slots),
    }
}

/// Makes a plain object with room for so many properties in its cell, if possible.
#[inline(always)]
pub fn new_plain_object_with(heap: &mut Heap, shape: ShapeId, room: usize, slots: &[Value]) -> ObjectId {
    new_words(heap, shape, WordKind::Ordinary, room, slots, 0)
}

/// Makes the object of a literal with so many members; 0 if nothing is known of members to come.
#[inline(always)]
pub fn new_object_of_literal(heap: &mut Heap, shape: ShapeId, members: u8) -> ObjectId {
    match members {
        // The least cell.
        1 | 2 => new_plain_object_with(heap, shape, 2, &[]),
        0 | 3 | USUAL_MEMBERS => new_plain_object_with(heap, shape, USUAL_SLOTS, &[]),
        many => new_large_object(heap, shape, many.into()),
    }
}

#[inline(never)]
fn new_large_object(heap: &mut Heap, shape: ShapeId, room: usize) -> ObjectId {
    new_plain_object_with(heap, shape, room, &[])
}

#[inline(always)]
fn new_words(heap: &mut Heap, shape: ShapeId, kind: WordKind, room: usize, slots: &[Value], internal: u64) -> ObjectId {
    let internal_words = usize::from(!matches!(kind, WordKind::Ordinary));
    marking::found_shape(heap, shape);
    let class = SizeClass::of_words(HEAD_WORDS + room.min(MOST_SLOTS) + internal_words);
    let room = class.words() - HEAD_WORDS - internal_words;
    let id = heap.words.allocate(class, &mut heap.budget);
    let Some((segment, start)) = heap.words.cell_mut(id) else { unreachable!("it is new") };
    let Some(cell) = segment.get_mut(start..start + class.words()) else { unreachable!("cells end in their page") };
    cell[0] = Head::new(shape, Flags::default(), room, kind).0;
    cell[1] = 0;
    cell[HEAD_WORDS..].fill(Value::UNDEFINED.to_bits());
    if internal_words == 1 {
        cell[HEAD_WORDS + room] = internal;
    }
    for (word, value) in cell[HEAD_WORDS..].iter_mut().zip(slots) {
        *word = value.to_bits();
    }
    ObjectId(id)
}

/// Makes a closure with its first properties.
#[inline(always)]
pub fn new_closure_cell(
    heap: &mut Heap,
    shape: ShapeId,
    flags: Flags,
    (code, environment): (CodeId, Option<RecordId>),
    slots: [Value; CLOSURE_SLOTS],
) -> ObjectId {
    const CLASS: SizeClass = SizeClass::of_words(HEAD_WORDS + CLOSURE_SLOTS + 1);
    const { assert!(CLASS.words() == HEAD_WORDS + CLOSURE_SLOTS + 1) };
    marking::found_shape(heap, shape);
    let id = heap.words.allocate(CLASS, &mut heap.budget);
    if let Some((segment, start)) = heap.words.cell_mut(id)
        && let Some(cell) = segment.get_mut(start..start + CLASS.words())
    {
        let [length, name, prototype] = slots.map(Value::to_bits);
        let head = Head::new(shape, flags, CLOSURE_SLOTS, WordKind::Closure).0;
        cell.copy_from_slice(&[head, 0, length, name, prototype, closure_word(code, environment)]);
    }
    ObjectId(id)
}

#[inline(always)]
fn new_array_cell(heap: &mut Heap, shape: ShapeId, length: u32, slots: &[Value]) -> ObjectId {
    marking::found_shape(heap, shape);
    let overflow = new_overflow_of(heap, slots);
    let cell = ArrayCell { shape, flags: Flags::default(), length, overflow, elements: Elements::default() };
    ObjectId(ARRAYS + heap.arrays.insert_light(cell, &mut heap.budget))
}

#[inline(never)]
fn new_other_cell(heap: &mut Heap, shape: ShapeId, kind: ObjectKind, slots: &[Value]) -> ObjectId {
    marking::found_shape(heap, shape);
    let overflow = new_overflow_of(heap, slots.get(OTHER_SLOTS..).unwrap_or_default());
    let mut kept = [Value::UNDEFINED; OTHER_SLOTS];
    kept.iter_mut().zip(slots).for_each(|(place, &value)| *place = value);
    let payload = kind.payload_bytes();
    let elements = Elements::default();
    let cell = OtherCell { shape, flags: Flags::default(), overflow, slots: kept, elements, kind };
    let index = match payload {
        0 => heap.others.insert_light(cell, &mut heap.budget),
        payload => {
            heap.resized(0, payload);
            heap.others.insert(cell, &mut heap.budget)
        }
    };
    ObjectId(OTHERS + index)
}

#[inline(always)]
fn new_overflow_of(heap: &mut Heap, slots: &[Value]) -> OverflowId {
    if slots.is_empty() { OverflowId::NONE } else { new_overflow(heap, slots.to_vec()) }
}

#[inline(never)]
pub(super) fn new_overflow(heap: &mut Heap, slots: Vec<Value>) -> OverflowId {
    let overflow = Overflow { slots, elements: Elements::default() };
    heap.resized(0, overflow.payload_bytes());
    OverflowId(heap.overflows.insert(overflow, &mut heap.budget) + 1)
}
