//! New objects: which cell they get, and what is written there.

use super::{
    ARRAYS, ArrayCell, CLOSURE_SLOTS, HEAD_WORDS, Head, MOST_SLOTS, OTHER_SLOTS, OTHERS, OtherCell, Overflow,
    OverflowId, USUAL_SLOTS, WordKind, closure_word,
};
use crate::heap::Heap;
use crate::heap::words::SizeClass;
use crate::id::{CodeId, ObjectId, RecordId, ShapeId};
use crate::object::{Class, Elements, Flags, ObjectKind};
use crate::value::Value;

const USUAL_MEMBERS: u8 = USUAL_SLOTS as u8;

impl Heap {
    /// A new object of the given shape and kind.
    #[inline(always)]
    pub fn new_object(&mut self, shape: ShapeId, kind: ObjectKind) -> ObjectId {
        self.new_object_with(shape, kind, &[])
    }

    /// A new object of a shape, with the values of its properties.
    #[inline]
    pub fn new_object_with(&mut self, shape: ShapeId, kind: ObjectKind, slots: &[Value]) -> ObjectId {
        let room = if let ObjectKind::Ordinary = kind { USUAL_SLOTS } else { 0 };
        self.new_object_with_room(shape, kind, room.max(slots.len()), slots)
    }

    /// The same with room for so many properties in its cell, where it is one of words.
    #[inline]
    pub fn new_object_with_room(&mut self, shape: ShapeId, kind: ObjectKind, room: usize, slots: &[Value]) -> ObjectId {
        debug_assert!(
            [kind.class(), Class::Unfilled].contains(&self[shape].class),
            "a shape tells the class of its objects"
        );
        match kind {
            ObjectKind::Ordinary => self.new_plain_object_with(shape, room, slots),
            ObjectKind::Array { length } => self.new_array_cell(shape, length, slots),
            ObjectKind::Global { realm } => self.new_words(shape, WordKind::Global, MOST_SLOTS, slots, realm.to_word()),
            ObjectKind::Closure { code, environment, home } => {
                let mut values = [Value::UNDEFINED; CLOSURE_SLOTS];
                values.iter_mut().zip(slots).for_each(|(place, &value)| *place = value);
                let closure = self.new_closure_cell(shape, Flags::default(), (code, environment), values);
                self.set_home_object(closure, home);
                closure
            }
            ObjectKind::Boolean(truth) => self.new_words(shape, WordKind::Boolean, room, slots, truth.into()),
            ObjectKind::Number(number) => self.new_words(shape, WordKind::Number, room, slots, number.to_bits()),
            ObjectKind::Date(time) => self.new_words(shape, WordKind::Date, room, slots, time.to_bits()),
            ObjectKind::String(string) => self.new_words(shape, WordKind::String, room, slots, string.0.into()),
            ObjectKind::Symbol(symbol) => self.new_words(shape, WordKind::Symbol, room, slots, symbol.0.into()),
            ObjectKind::BigInt(bigint) => self.new_words(shape, WordKind::BigInt, room, slots, bigint.0.into()),
            ObjectKind::RegExp(pattern) => self.new_words(shape, WordKind::RegExp, room, slots, pattern.0.into()),
            ObjectKind::Native { .. }
            | ObjectKind::Host(_)
            | ObjectKind::HostObject(_)
            | ObjectKind::Bound(_)
            | ObjectKind::Proxy { .. }
            | ObjectKind::Error(_)
            | ObjectKind::UnmappedArguments
            | ObjectKind::MappedArguments(_)
            | ObjectKind::RegExpStringIterator(_)
            | ObjectKind::ArrayBuffer(_)
            | ObjectKind::TypedArray { .. }
            | ObjectKind::DataView { .. }
            | ObjectKind::WeakTable(_)
            | ObjectKind::NativeClosure(_)
            | ObjectKind::Promise(_)
            | ObjectKind::Generator(_)
            | ObjectKind::ArrayIterator { .. }
            | ObjectKind::StringIterator { .. }
            | ObjectKind::Collection(_)
            | ObjectKind::WeakRef(_)
            | ObjectKind::FinalizationRegistry(_)
            | ObjectKind::IteratorHelper(_)
            | ObjectKind::CollectionIterator { .. }
            | ObjectKind::AsyncFromSyncIterator(_)
            | ObjectKind::Enumeration(_) => self.new_other_cell(shape, kind, slots),
        }
    }

    /// A new plain object with room for so many properties in its cell, if that is possible.
    #[inline(always)]
    pub fn new_plain_object_with(&mut self, shape: ShapeId, room: usize, slots: &[Value]) -> ObjectId {
        self.new_words(shape, WordKind::Ordinary, room, slots, 0)
    }

    /// The object of a literal that has so many members; none where nothing is known of those to come.
    #[inline(always)]
    pub fn new_object_of_literal(&mut self, shape: ShapeId, members: u8) -> ObjectId {
        match members {
            // The least cell.
            1 | 2 => self.new_plain_object_with(shape, 2, &[]),
            0 | 3 | USUAL_MEMBERS => self.new_plain_object_with(shape, USUAL_SLOTS, &[]),
            many => self.new_large_object(shape, many.into()),
        }
    }

    #[inline(never)]
    fn new_large_object(&mut self, shape: ShapeId, room: usize) -> ObjectId {
        self.new_plain_object_with(shape, room, &[])
    }

    #[inline(always)]
    fn new_words(&mut self, shape: ShapeId, kind: WordKind, room: usize, slots: &[Value], internal: u64) -> ObjectId {
        let internal_words = usize::from(!matches!(kind, WordKind::Ordinary));
        self.found_shape(shape);
        let class = SizeClass::of_words(HEAD_WORDS + room.min(MOST_SLOTS) + internal_words);
        let room = class.words() - HEAD_WORDS - internal_words;
        let id = self.words.allocate(class, &mut self.budget);
        let Some((segment, start)) = self.words.cell_mut(id) else { unreachable!("it is new") };
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

    /// A new function of the script, with its first properties.
    #[inline(always)]
    pub fn new_closure_cell(
        &mut self,
        shape: ShapeId,
        flags: Flags,
        (code, environment): (CodeId, Option<RecordId>),
        slots: [Value; CLOSURE_SLOTS],
    ) -> ObjectId {
        const CLASS: SizeClass = SizeClass::of_words(HEAD_WORDS + CLOSURE_SLOTS + 1);
        const { assert!(CLASS.words() == HEAD_WORDS + CLOSURE_SLOTS + 1) };
        self.found_shape(shape);
        let id = self.words.allocate(CLASS, &mut self.budget);
        if let Some((segment, start)) = self.words.cell_mut(id)
            && let Some(cell) = segment.get_mut(start..start + CLASS.words())
        {
            let [length, name, prototype] = slots.map(Value::to_bits);
            let head = Head::new(shape, flags, CLOSURE_SLOTS, WordKind::Closure).0;
            cell.copy_from_slice(&[head, 0, length, name, prototype, closure_word(code, environment)]);
        }
        ObjectId(id)
    }

    #[inline(always)]
    fn new_array_cell(&mut self, shape: ShapeId, length: u32, slots: &[Value]) -> ObjectId {
        self.found_shape(shape);
        let overflow = self.new_overflow_of(slots);
        let cell = ArrayCell { shape, flags: Flags::default(), length, overflow, elements: Elements::default() };
        ObjectId(ARRAYS + self.arrays.insert_light(cell, &mut self.budget))
    }

    #[inline(never)]
    fn new_other_cell(&mut self, shape: ShapeId, kind: ObjectKind, slots: &[Value]) -> ObjectId {
        self.found_shape(shape);
        let overflow = self.new_overflow_of(slots.get(OTHER_SLOTS..).unwrap_or_default());
        let mut kept = [Value::UNDEFINED; OTHER_SLOTS];
        kept.iter_mut().zip(slots).for_each(|(place, &value)| *place = value);
        let payload = kind.payload_bytes();
        let elements = Elements::default();
        let cell = OtherCell { shape, flags: Flags::default(), overflow, slots: kept, elements, kind };
        let index = match payload {
            0 => self.others.insert_light(cell, &mut self.budget),
            payload => {
                self.account(payload);
                self.others.insert(cell, &mut self.budget)
            }
        };
        ObjectId(OTHERS + index)
    }

    #[inline(always)]
    fn new_overflow_of(&mut self, slots: &[Value]) -> OverflowId {
        if slots.is_empty() { OverflowId::NONE } else { self.new_overflow(slots.to_vec()) }
    }

    #[inline(never)]
    pub(super) fn new_overflow(&mut self, slots: Vec<Value>) -> OverflowId {
        let overflow = Overflow { slots, elements: Elements::default() };
        self.account(overflow.payload_bytes());
        OverflowId(self.overflows.insert(overflow, &mut self.budget) + 1)
    }
}
