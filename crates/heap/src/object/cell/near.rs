//! Slots in cells of words, for sites of property accesses: one lookup of the cell serves for its shape and its slot.

use super::on_heap::place_in;
use super::{Head, OTHERS};
use crate::heap::Heap;
use crate::heap::marking;
use crate::heap::words::{SEGMENT_WORDS, Segment};
use crate::id::{ObjectId, ShapeId};
use crate::object::Flags;
use crate::value::Value;

/// A cell of words.
pub(crate) struct NearCell<'h> {
    segment: &'h Segment,
    start: usize,
}

impl NearCell<'_> {
    #[inline(always)]
    pub fn shape(&self) -> ShapeId {
        Head(self.segment[self.start]).shape()
    }

    /// The value of a slot, if the cell has it.
    #[inline(always)]
    pub fn slot(&self, slot: u32) -> Option<Value> {
        slot_in(self.segment, self.start, slot)
    }
}

#[inline(always)]
fn slot_in(segment: &[u64; SEGMENT_WORDS], start: usize, slot: u32) -> Option<Value> {
    let slot = slot as usize;
    (slot < Head(segment[start]).slots()).then(|| Value::from_bits(segment[place_in(start, slot)]))
}

/// The object's cell, if it is one of words.
#[inline(always)]
pub(crate) fn near_cell(heap: &Heap, object: ObjectId) -> Option<NearCell<'_>> {
    let (segment, start) = heap.words.cell(object.0)?;
    Some(NearCell { segment, start })
}

/// The shape of an object whose cell is not one of words.
#[inline(always)]
pub(crate) fn shape_of_typed(heap: &Heap, object: ObjectId) -> ShapeId {
    match object.0 < OTHERS {
        true => heap.arrays.get(object.0 - super::ARRAYS).shape,
        false => heap.others.get(object.0 - OTHERS).shape,
    }
}

/// The value of a slot in a cell of words.
#[inline(always)]
pub fn near_slot(heap: &Heap, object: ObjectId, slot: u32) -> Option<Value> {
    near_cell(heap, object)?.slot(slot)
}

/// Sets a slot in a cell of words; false if it is not in one.
#[inline(always)]
pub fn set_near_slot(heap: &mut Heap, object: ObjectId, slot: u32, value: Value) -> bool {
    let Some((segment, start)) = heap.words.cell_mut(object.0) else { return false };
    if slot as usize >= Head(segment[start]).slots() {
        return false;
    }
    let old = std::mem::replace(&mut segment[place_in(start, slot as usize)], value.to_bits());
    heap.lose(Value::from_bits(old));
    true
}

/// Adds a property by which the object gets the shape, if the slot is in a cell of words and no cache or epoch must
/// be updated for it. Otherwise changes nothing and returns false.
#[inline(always)]
pub fn add_near_slot(heap: &mut Heap, object: ObjectId, slot: u32, shape: ShapeId, value: Value) -> bool {
    let Some((segment, start)) = heap.words.cell_mut(object.0) else { return false };
    let head = Head(segment[start]);
    if slot as usize >= head.slots() || head.flags().contains(Flags::IS_PROTOTYPE) {
        return false;
    }
    segment[place_in(start, slot as usize)] = value.to_bits();
    segment[start] = head.with_shape(shape).0;
    marking::found_shape(heap, shape);
    true
}

/// Sets the slot if the object has that shape, and gives it the other shape if there is an `added` one. Changes nothing
/// and returns false if the shape differs, the slot is not in a cell of words, or somebody else must know of an
/// addition.
#[inline(always)]
pub(crate) fn set_slot_of_shape(
    heap: &mut Heap,
    object: ObjectId,
    shape: ShapeId,
    slot: u32,
    added: Option<ShapeId>,
    value: Value,
) -> bool {
    let Some((segment, start)) = heap.words.cell_mut(object.0) else { return false };
    let head = Head(segment[start]);
    if head.shape() != shape || slot as usize >= head.slots() {
        return false;
    }
    let place = place_in(start, slot as usize);
    match added {
        None => {
            let old = std::mem::replace(&mut segment[place], value.to_bits());
            heap.lose(Value::from_bits(old));
        }
        Some(added) => {
            if head.flags().contains(Flags::IS_PROTOTYPE) {
                return false;
            }
            segment[place] = value.to_bits();
            segment[start] = head.with_shape(added).0;
            marking::found_shape(heap, added);
        }
    }
    true
}
