//! Creation of objects: their cell, and its first contents.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

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

/// Makes an object with room for this many properties in its cell, if it is a cell of words.
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

/// Makes a plain object with room for this many properties in its cell, if possible.
#[inline(always)]
pub fn new_plain_object_with(heap: &mut Heap, shape: ShapeId, room: usize, slots: &[Value]) -> ObjectId {
    new_words(heap, shape, WordKind::Ordinary, room, slots, 0)
}

/// Makes the object of a literal with this many members; 0 if the number is unknown.
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

/// Makes a cell of words. Its whole size class becomes slots; `internal` lies behind them, unless the kind is ordinary.
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
    let overflow = new_overflow_of(heap, slots);
    let values = kept_vector(heap);
    insert_array(
        heap,
        ArrayCell { shape, flags: Flags::default(), length, overflow, elements: Elements::Dense(values) },
    )
}

/// Makes an array of a shape whose elements are that vector, which is accounted for: see [`vector_for_array`].
#[inline(always)]
pub fn new_array_of_vector(heap: &mut Heap, shape: ShapeId, values: Vec<Value>) -> ObjectId {
    new_array_of_vectors(heap, shape, &[], values)
}

/// Makes an array as [`new_array_of_vector`] does, with the values of its properties.
#[inline(always)]
pub fn new_array_of_vectors(heap: &mut Heap, shape: ShapeId, slots: &[Value], values: Vec<Value>) -> ObjectId {
    let kept = kept_vector(heap);
    if kept.capacity() > 0 {
        drop_kept(heap, kept);
    }
    let (length, overflow) = (values.len() as u32, new_overflow_of(heap, slots));
    insert_array(
        heap,
        ArrayCell { shape, flags: Flags::default(), length, overflow, elements: Elements::Dense(values) },
    )
}

/// Room for elements that the next array has without further memory.
#[inline]
pub fn room_for_array(heap: &Heap) -> usize {
    match heap.arrays.next_free() {
        Some(ArrayCell { elements: Elements::Dense(values), .. }) => values.capacity(),
        _ => 0,
    }
}

#[inline(always)]
fn insert_array(heap: &mut Heap, cell: ArrayCell) -> ObjectId {
    marking::found_shape(heap, cell.shape);
    let is_light = matches!(&cell.elements, Elements::Dense(values) if values.capacity() == 0);
    let index = match is_light {
        true => heap.arrays.insert_light(cell, &mut heap.budget),
        false => heap.arrays.insert(cell, &mut heap.budget),
    };
    ObjectId(ARRAYS + index)
}

/// Makes an empty vector with room for this many elements of an array that is made in one step, and accounts for it. The last
/// array in the next place may have left one.
#[inline(always)]
pub fn vector_for_array(heap: &mut Heap, capacity: usize) -> Result<Vec<Value>, Termination> {
    let values = kept_vector(heap);
    if values.capacity() >= capacity { Ok(values) } else { larger_vector(heap, values, capacity) }
}

#[inline(never)]
fn larger_vector(heap: &mut Heap, kept: Vec<Value>, capacity: usize) -> Result<Vec<Value>, Termination> {
    drop_kept(heap, kept);
    heap.take(vector_bytes(capacity))?;
    Ok(Vec::with_capacity(capacity))
}

/// Frees a vector that a place has kept in vain.
#[inline(never)]
fn drop_kept(heap: &mut Heap, kept: Vec<Value>) {
    heap.resized(vector_bytes(kept.capacity()), 0);
}

/// Takes the vector that the place of the next array has kept, if any.
#[inline(always)]
fn kept_vector(heap: &mut Heap) -> Vec<Value> {
    let Some(ArrayCell { elements: Elements::Dense(values), .. }) = heap.arrays.next_free_mut() else {
        return Vec::new();
    };
    let values = std::mem::take(values);
    heap.arrays.take_kept(vector_bytes(values.capacity()));
    values
}

#[inline(always)]
fn vector_bytes(capacity: usize) -> usize {
    allocation_bytes(capacity * size_of::<Value>())
}

/// Makes an `arguments` object that shares nothing, with its properties and copies of the arguments.
pub fn new_unmapped_arguments(
    heap: &mut Heap,
    shape: ShapeId,
    slots: [Value; OTHER_SLOTS],
    arguments: &[Value],
) -> Result<ObjectId, Termination> {
    let kept = kept_vector_of_other(heap);
    let mut values = match kept.capacity() >= arguments.len() {
        true => kept,
        false => larger_vector(heap, kept, arguments.len())?,
    };
    values.extend_from_slice(arguments);
    marking::found_shape(heap, shape);
    let is_light = values.capacity() == 0;
    let (elements, kind) = (Elements::Dense(values), ObjectKind::UnmappedArguments);
    let cell = OtherCell { shape, flags: Flags::default(), overflow: OverflowId::NONE, slots, elements, kind };
    let index = match is_light {
        true => heap.others.insert_light(cell, &mut heap.budget),
        false => heap.others.insert(cell, &mut heap.budget),
    };
    Ok(ObjectId(OTHERS + index))
}

/// Takes the vector that the place of the next other object has kept, if any.
#[inline(always)]
fn kept_vector_of_other(heap: &mut Heap) -> Vec<Value> {
    let Some(OtherCell { elements: Elements::Dense(values), .. }) = heap.others.next_free_mut() else {
        return Vec::new();
    };
    let values = std::mem::take(values);
    heap.others.take_kept(vector_bytes(values.capacity()));
    values
}

/// Makes a cell in the arena of other objects. Slots beyond `OTHER_SLOTS` go to an overflow, and a vector kept by the
/// reused place is dropped.
#[inline(never)]
fn new_other_cell(heap: &mut Heap, shape: ShapeId, kind: ObjectKind, slots: &[Value]) -> ObjectId {
    marking::found_shape(heap, shape);
    let left = kept_vector_of_other(heap);
    if left.capacity() > 0 {
        drop_kept(heap, left);
    }
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
    if slots.is_empty() { OverflowId::NONE } else { new_overflow(heap, slots) }
}

/// Makes an overflow with copies of some slots. The last one in its place may have left a vector for them.
#[inline(never)]
pub(super) fn new_overflow(heap: &mut Heap, slots: &[Value]) -> OverflowId {
    let mut vector = kept_slots(heap);
    if vector.capacity() < slots.len() {
        heap.resized(vector_bytes(vector.capacity()), vector_bytes(slots.len()));
        vector = Vec::with_capacity(slots.len());
    }
    vector.extend_from_slice(slots);
    let overflow = Overflow { slots: vector, elements: Elements::default() };
    OverflowId(heap.overflows.insert(overflow, &mut heap.budget) + 1)
}

/// Takes the vector that the place of the next overflow has kept, if any.
#[inline(always)]
fn kept_slots(heap: &mut Heap) -> Vec<Value> {
    let Some(Overflow { slots, .. }) = heap.overflows.next_free_mut() else { return Vec::new() };
    let slots = std::mem::take(slots);
    heap.overflows.take_kept(vector_bytes(slots.capacity()));
    slots
}
