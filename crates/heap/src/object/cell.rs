//! Cells of objects: how objects lie in the heap. All reads and changes go through the functions here.
//!
//! ```text
//! id                       cell
//! 0… segment, granule      words: plain objects, closures, the global object and what wraps one value
//! 10… index                ArrayCell
//! 11… index                OtherCell: what owns Rust data, or is rare
//! ```
//!
//! A cell of words has a common head, then slots, then the internal slot of its kind:
//!
//! ```text
//! word 0       shape (32 bits) | flags (8) | slots (8) | kind (8)
//! word 1       overflow (32) | home object of a closure (32)
//! word 2…      slots, all of them values at any time
//! behind them  code | environment; the value; the realm; nothing
//! ```
//!
//! Slots that do not fit, and the elements of objects that usually have none, are in an [`Overflow`].

mod creation;
mod near;
mod on_heap;
mod owned;

pub use creation::*;
pub use near::*;
pub use on_heap::*;
pub use owned::*;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;

use crate::heap::arena::Arena;
use crate::heap::words::{MOST_WORDS, Words};
use crate::id::{CodeId, ObjectId, RecordId, ShapeId};
use crate::object::{Elements, Flags, ObjectKind};
use crate::room::with_room_of;
use crate::value::Value;

/// The first id of arrays.
const ARRAYS: u32 = 1 << 31;

/// The first id of other objects.
const OTHERS: u32 = 0b11 << 30;

/// Slots of a plain object of which nothing is known.
pub(crate) const USUAL_SLOTS: usize = 4;

/// Most slots in an object's cell.
pub(crate) const MOST_SLOTS: usize = MOST_WORDS - HEAD_WORDS - 1;

/// Slots of objects that are neither words nor arrays: as many as `arguments` has properties.
const OTHER_SLOTS: usize = 3;

const HEAD_WORDS: usize = 2;

/// Most elements of a vector that is kept for the next array in its place.
const MOST_KEPT: usize = 16;

/// Slots of closures: the properties that they are made with.
pub(crate) const CLOSURE_SLOTS: usize = 3;

/// Word 0 of a cell.
#[derive(Copy, Clone)]
struct Head(u64);

/// Kind of a cell of words.
#[derive(Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
enum WordKind {
    Ordinary,
    Global,
    Closure,
    Boolean,
    Number,
    Date,
    String,
    Symbol,
    BigInt,
    RegExp,
}

/// The kinds by number.
const WORD_KINDS: [WordKind; 10] = [
    WordKind::Ordinary,
    WordKind::Global,
    WordKind::Closure,
    WordKind::Boolean,
    WordKind::Number,
    WordKind::Date,
    WordKind::String,
    WordKind::Symbol,
    WordKind::BigInt,
    WordKind::RegExp,
];

impl Head {
    #[inline(always)]
    fn new(shape: ShapeId, flags: Flags, slots: usize, kind: WordKind) -> Self {
        Head(u64::from(shape.0) | u64::from(flags.bits()) << 32 | (slots as u64) << 40 | (kind as u64) << 48)
    }

    #[inline(always)]
    fn shape(self) -> ShapeId {
        ShapeId(self.0 as u32)
    }

    #[inline(always)]
    fn with_shape(self, shape: ShapeId) -> Head {
        Head(self.0 >> 32 << 32 | u64::from(shape.0))
    }

    #[inline(always)]
    fn flags(self) -> Flags {
        Flags::from_bits((self.0 >> 32) as u8)
    }

    #[inline(always)]
    fn with_flag(self, flag: Flags) -> Head {
        Head(self.0 | u64::from(flag.bits()) << 32)
    }

    /// Slots in the cell.
    #[inline(always)]
    fn slots(self) -> usize {
        (self.0 >> 40) as u8 as usize
    }

    #[inline(always)]
    fn kind(self) -> WordKind {
        WORD_KINDS.get((self.0 >> 48) as u8 as usize).copied().unwrap_or(WordKind::Ordinary)
    }

    #[inline(always)]
    fn is_closure(self) -> bool {
        (self.0 >> 48) as u8 == WordKind::Closure as u8
    }
}

/// An array exotic object.
#[derive(Clone)]
pub struct ArrayCell {
    shape: ShapeId,
    flags: Flags,
    length: u32,
    overflow: OverflowId,
    elements: Elements,
}

/// An object with internal slots that are more than a word.
#[derive(Clone)]
pub(crate) struct OtherCell {
    shape: ShapeId,
    flags: Flags,
    overflow: OverflowId,
    slots: [Value; OTHER_SLOTS],
    elements: Elements,
    kind: ObjectKind,
}

/// Parts of an object that do not fit in its cell.
#[derive(Default)]
pub(crate) struct Overflow {
    /// Slots after those in the object's cell.
    pub slots: Vec<Value>,
    /// Elements of cells of words.
    pub elements: Elements,
}

impl Clone for Overflow {
    fn clone(&self) -> Self {
        Overflow { slots: with_room_of(&self.slots), elements: self.elements.clone() }
    }
}

/// An [`Overflow`], or none.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub(crate) struct OverflowId(u32);

impl OverflowId {
    const NONE: OverflowId = OverflowId(0);

    pub fn index(self) -> Option<u32> {
        self.0.checked_sub(1)
    }
}

/// Place of an object.
enum Place {
    Words,
    Array(u32),
    Other(u32),
}

impl ObjectId {
    #[inline(always)]
    fn place(self) -> Place {
        match self.0 {
            OTHERS.. => Place::Other(self.0 - OTHERS),
            ARRAYS.. => Place::Array(self.0 - ARRAYS),
            _ => Place::Words,
        }
    }
}

impl Default for ArrayCell {
    fn default() -> Self {
        ArrayCell {
            shape: ShapeId(u32::MAX),
            flags: Flags::default(),
            length: 0,
            overflow: OverflowId::NONE,
            elements: Elements::default(),
        }
    }
}

impl Default for OtherCell {
    fn default() -> Self {
        OtherCell {
            shape: ShapeId(u32::MAX),
            flags: Flags::default(),
            overflow: OverflowId::NONE,
            slots: [Value::UNDEFINED; OTHER_SLOTS],
            elements: Elements::default(),
            kind: ObjectKind::Ordinary,
        }
    }
}

impl ArrayCell {
    #[inline(always)]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    #[inline(always)]
    pub fn length(&self) -> u32 {
        self.length
    }

    #[inline(always)]
    pub fn elements(&self) -> &Elements {
        &self.elements
    }

    #[inline(always)]
    pub fn has_flag(&self, flag: Flags) -> bool {
        self.flags.contains(flag)
    }

    pub fn payload_bytes(&self) -> usize {
        self.elements.bytes()
    }

    pub(crate) fn give_back(self) {
        give_back(self.elements.into_memory());
    }

    /// Empties a vector that is small enough to be kept when the array is freed; false if there is none.
    pub(crate) fn keep_small_vector(&mut self) -> bool {
        let Some(elements) = emptied_small_vector(&mut self.elements) else { return false };
        *self = ArrayCell { elements, ..ArrayCell::default() };
        true
    }
}

/// Takes a vector that is small enough to be kept, without its values.
fn emptied_small_vector(elements: &mut Elements) -> Option<Elements> {
    let Elements::Dense(values) = elements else { return None };
    if !(1..=MOST_KEPT).contains(&values.capacity()) {
        return None;
    }
    let mut values = std::mem::take(values);
    values.clear();
    Some(Elements::Dense(values))
}

impl OtherCell {
    pub fn payload_bytes(&self) -> usize {
        self.elements.bytes() + self.kind.payload_bytes()
    }

    pub fn give_back(self) {
        give_back(self.elements.into_memory());
    }

    /// Empties the vector of an `arguments` object; see [`ArrayCell::keep_small_vector`].
    pub fn keep_small_vector(&mut self) -> bool {
        if !matches!(self.kind, ObjectKind::UnmappedArguments) {
            return false;
        }
        let Some(elements) = emptied_small_vector(&mut self.elements) else { return false };
        *self = OtherCell { elements, ..OtherCell::default() };
        true
    }

    /// Returns whether freeing it may run a destructor of the host.
    pub fn runs_code_of_host(&self) -> bool {
        match &self.kind {
            ObjectKind::Host(_) | ObjectKind::HostObject(_) => true,
            ObjectKind::Error(error) => error.host.is_some(),
            _ => false,
        }
    }
}

impl Overflow {
    pub fn payload_bytes(&self) -> usize {
        allocation_bytes(self.slots.capacity() * size_of::<Value>()) + self.elements.bytes()
    }

    /// Empties a vector of slots that is small enough to be kept; see [`ArrayCell::keep_small_vector`].
    pub fn keep_small_vector(&mut self) -> bool {
        let is_kept = (1..=MOST_KEPT).contains(&self.slots.capacity()) && self.elements.bytes() == 0;
        if is_kept {
            self.slots.clear();
        }
        is_kept
    }

    pub fn give_back(self) {
        give_back(self.slots);
        give_back(self.elements.into_memory());
    }
}

/// The marks of all objects, apart from the rest of the heap, which may change meanwhile.
pub(crate) struct ObjectMarks<'heap> {
    pub words: &'heap Words,
    pub arrays: &'heap Arena<ArrayCell>,
    pub others: &'heap Arena<OtherCell>,
}

impl ObjectMarks<'_> {
    pub fn has(&self, object: ObjectId) -> bool {
        match object.place() {
            Place::Words => self.words.is_marked(object.0),
            Place::Array(index) => self.arrays.is_marked(index),
            Place::Other(index) => self.others.is_marked(index),
        }
    }
}

/// The internal slots of a closure in a word.
#[inline(always)]
fn closure_word(code: CodeId, environment: Option<RecordId>) -> u64 {
    u64::from(code.0) | u64::from(environment.map_or(0, RecordId::place)) << 32
}
