//! Cells of objects in the arenas.

use ferrotape_budget::Budget;

use crate::function::{NativeCallee, NativeId};
use crate::heap::Heap;
use crate::heap::words::{SEGMENT_WORDS, Segment};
use crate::id::{BigIntId, CodeId, ObjectId, PatternId, RealmId, RecordId, ShapeId, StringId, SymbolId};
use crate::object::cell::{
    ARRAYS, ArrayCell, HEAD_WORDS, Head, OTHER_SLOTS, OTHERS, ObjectMarks, Overflow, OverflowId, Place, WordKind,
};
use crate::object::{Elements, Flags, Kind, ObjectKind};
use crate::typed_array::View;
use crate::value::Value;

/// The elements of objects that have none.
static NO_ELEMENTS: Elements = Elements::Dense(Vec::new());

impl Heap {
    #[inline(always)]
    pub fn shape_of(&self, object: ObjectId) -> ShapeId {
        match self.words.cell(object.0) {
            Some((segment, start)) => Head(segment[start]).shape(),
            None => self.shape_of_typed(object),
        }
    }

    #[inline(always)]
    pub fn set_shape(&mut self, object: ObjectId, shape: ShapeId) {
        if self.is_marking() {
            self.lose_shape(self.shape_of(object), shape);
        }
        match object.place() {
            Place::Words => {
                if let Some((segment, start)) = self.words.cell_mut(object.0) {
                    segment[start] = Head(segment[start]).with_shape(shape).0;
                }
            }
            Place::Array(index) => self.arrays.get_mut_light(index).shape = shape,
            Place::Other(index) => self.others.get_mut_light(index).shape = shape,
        }
    }

    #[inline(always)]
    fn flags(&self, object: ObjectId) -> Flags {
        match object.place() {
            Place::Words => self.words.cell(object.0).map_or(Flags::default(), |(words, at)| Head(words[at]).flags()),
            Place::Array(index) => self.arrays.get(index).flags,
            Place::Other(index) => self.others.get(index).flags,
        }
    }

    #[inline(always)]
    pub fn has_flag(&self, object: ObjectId, flag: Flags) -> bool {
        self.flags(object).contains(flag)
    }

    #[inline(always)]
    pub fn insert_flag(&mut self, object: ObjectId, flag: Flags) {
        match object.place() {
            Place::Words => {
                if let Some((segment, start)) = self.words.cell_mut(object.0) {
                    segment[start] = Head(segment[start]).with_flag(flag).0;
                }
            }
            Place::Array(index) => self.arrays.get_mut_light(index).flags.insert(flag),
            Place::Other(index) => self.others.get_mut_light(index).flags.insert(flag),
        }
    }

    /// The value in a slot that the object's shape has.
    #[inline(always)]
    pub fn slot(&self, object: ObjectId, slot: u32) -> Value {
        match self.near_slot(object, slot) {
            Some(value) => value,
            None => self.far_slot(object, slot),
        }
    }

    #[inline(never)]
    pub(crate) fn far_slot(&self, object: ObjectId, slot: u32) -> Value {
        self.far_slot_here(object, slot)
    }

    /// The same for who is called because slots may be far.
    #[inline(always)]
    pub(crate) fn far_slot_here(&self, object: ObjectId, slot: u32) -> Value {
        let slot = slot as usize;
        let (overflow, near) = match object.place() {
            Place::Words => match self.words.cell(object.0) {
                Some((segment, start)) => (overflow_in(segment, start), Head(segment[start]).slots()),
                None => (OverflowId::NONE, 0),
            },
            Place::Array(index) => (self.arrays.get(index).overflow, 0),
            Place::Other(index) => {
                let cell = self.others.get(index);
                if let Some(&value) = cell.slots.get(slot) {
                    return value;
                }
                (cell.overflow, OTHER_SLOTS)
            }
        };
        let slots = overflow.index().map(|index| &self.overflows.get(index).slots);
        let further = slots.and_then(|slots| slots.get(slot.wrapping_sub(near)));
        debug_assert!(further.is_some(), "its shape has that slot");
        further.copied().unwrap_or(Value::UNDEFINED)
    }

    #[inline(always)]
    pub fn set_slot(&mut self, object: ObjectId, slot: u32, value: Value) {
        if !self.set_near_slot(object, slot, value) {
            self.set_far_slot(object, slot, value);
        }
    }

    #[inline(never)]
    fn set_far_slot(&mut self, object: ObjectId, slot: u32, value: Value) {
        let slot = slot as usize;
        if let Place::Other(index) = object.place()
            && let Some(place) = self.others.get_mut_light(index).slots.get_mut(slot)
        {
            let old = std::mem::replace(place, value);
            return self.lose(old);
        }
        let further = slot - self.near_slots(object);
        if let Some(index) = self.overflow_of(object).index()
            && let Some(place) = self.overflows.get_mut_light(index).slots.get_mut(further)
        {
            let old = std::mem::replace(place, value);
            self.lose(old);
        }
    }

    /// How many slots are in the object's cell.
    #[inline(always)]
    pub fn near_slots(&self, object: ObjectId) -> usize {
        match object.place() {
            Place::Words => self.words.cell(object.0).map_or(0, |(segment, start)| Head(segment[start]).slots()),
            Place::Array(_) => 0,
            Place::Other(_) => OTHER_SLOTS,
        }
    }

    #[inline(always)]
    fn overflow_of(&self, object: ObjectId) -> OverflowId {
        match object.place() {
            Place::Words => {
                self.words.cell(object.0).map_or(OverflowId::NONE, |(segment, start)| overflow_in(segment, start))
            }
            Place::Array(index) => self.arrays.get(index).overflow,
            Place::Other(index) => self.others.get(index).overflow,
        }
    }

    fn set_overflow(&mut self, object: ObjectId, overflow: OverflowId) {
        match object.place() {
            Place::Words => {
                if let Some((segment, start)) = self.words.cell_mut(object.0) {
                    let word = &mut segment[(start + 1) % SEGMENT_WORDS];
                    *word = *word >> 32 << 32 | u64::from(overflow.0);
                }
            }
            Place::Array(index) => self.arrays.get_mut_light(index).overflow = overflow,
            Place::Other(index) => self.others.get_mut_light(index).overflow = overflow,
        }
    }

    /// The object's overflow, made now where it has none.
    fn overflow_mut(&mut self, object: ObjectId) -> (&mut Overflow, &mut Budget) {
        let index = match self.overflow_of(object).index() {
            Some(index) => index,
            None => {
                let overflow = self.new_overflow(Vec::new());
                self.set_overflow(object, overflow);
                overflow.0 - 1
            }
        };
        (self.overflows.get_mut(index), &mut self.budget)
    }

    /// The slots that are not in the object's cell.
    pub(crate) fn further_slots(&self, object: ObjectId) -> &[Value] {
        match self.overflow_of(object).index() {
            Some(index) => &self.overflows.get(index).slots,
            None => &[],
        }
    }

    pub(crate) fn further_capacity(&self, object: ObjectId) -> usize {
        self.overflow_of(object).index().map_or(0, |index| self.overflows.get(index).slots.capacity())
    }

    pub(crate) fn further_slots_mut(&mut self, object: ObjectId) -> &mut Vec<Value> {
        &mut self.overflow_mut(object).0.slots
    }

    #[inline(always)]
    pub fn elements(&self, object: ObjectId) -> &Elements {
        match object.place() {
            Place::Array(index) => &self.arrays.get(index).elements,
            Place::Other(index) => &self.others.get(index).elements,
            Place::Words => match self.overflow_of(object).index() {
                Some(index) => &self.overflows.get(index).elements,
                None => &NO_ELEMENTS,
            },
        }
    }

    /// The elements, for changes that may make them own memory. Who overwrites, removes or moves some says so: [`Heap::lose`],
    /// [`Heap::lose_elements`], [`Heap::move_elements`].
    #[inline(always)]
    pub fn elements_mut(&mut self, object: ObjectId) -> &mut Elements {
        self.elements_and_budget(object).0
    }

    /// The same, for work that ticks.
    #[inline(always)]
    pub fn elements_and_budget(&mut self, object: ObjectId) -> (&mut Elements, &mut Budget) {
        match object.place() {
            Place::Array(index) => (&mut self.arrays.get_mut(index).elements, &mut self.budget),
            Place::Other(index) => (&mut self.others.get_mut(index).elements, &mut self.budget),
            Place::Words => {
                let (overflow, budget) = self.overflow_mut(object);
                (&mut overflow.elements, budget)
            }
        }
    }

    /// The elements to be read by work that ticks.
    pub fn elements_for_work(&mut self, object: ObjectId) -> (&Elements, &mut Budget) {
        match object.place() {
            Place::Array(index) => (&self.arrays.get(index).elements, &mut self.budget),
            Place::Other(index) => (&self.others.get(index).elements, &mut self.budget),
            Place::Words => match self.overflow_of(object).index() {
                Some(index) => (&self.overflows.get(index).elements, &mut self.budget),
                None => (&NO_ELEMENTS, &mut self.budget),
            },
        }
    }

    /// The elements of an array, where they are a vector that begins at its beginning: what the loop looks for.
    #[inline(always)]
    pub fn vector_of_array(&self, object: ObjectId) -> Option<&[Value]> {
        match self.arrays.find(object.0.wrapping_sub(ARRAYS))?.elements {
            Elements::Dense(ref values) => Some(values),
            _ => None,
        }
    }

    /// Changes an element of such an array, where there is one; else changes nothing and says so.
    #[inline(always)]
    pub fn replace_in_vector(&mut self, object: ObjectId, index: usize, value: Value) -> bool {
        if let Some(array) = self.arrays.find_mut_light(object.0.wrapping_sub(ARRAYS))
            && let Elements::Dense(values) = &mut array.elements
            && let Some(place) = values.get_mut(index)
            && !place.is_empty()
        {
            let old = std::mem::replace(place, value);
            self.lose(old);
            return true;
        }
        false
    }

    /// The same of any array that may be written to, and of queues as well.
    pub fn replace_element(&mut self, array: ObjectId, index: usize, value: Value) -> bool {
        if let Some(array) = self.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))
            && let Some(values) = array.elements.as_dense_mut()
            && let Some(place) = values.get_mut(index)
            && !place.is_empty()
        {
            let old = std::mem::replace(place, value);
            self.lose(old);
            return true;
        }
        false
    }

    /// What the object is.
    #[inline]
    pub fn kind(&self, object: ObjectId) -> Kind<'_> {
        match object.place() {
            Place::Array(index) => Kind::Array { length: self.arrays.get(index).length },
            Place::Other(index) => self.others.get(index).kind.look(),
            Place::Words => self.kind_of_words(object),
        }
    }

    #[inline(always)]
    fn kind_of_words(&self, object: ObjectId) -> Kind<'_> {
        let Some((segment, start)) = self.words.cell(object.0) else { return Kind::Ordinary };
        let head = Head(segment[start]);
        let internal = segment[place_in(start, head.slots())];
        match head.kind() {
            WordKind::Ordinary => Kind::Ordinary,
            WordKind::Global => Kind::Global { realm: RealmId::from_word(internal) },
            WordKind::Closure => {
                let (code, environment) = closure_of(internal);
                let home = ObjectId((segment[(start + 1) % SEGMENT_WORDS] >> 32) as u32);
                Kind::Closure { code, environment, home }
            }
            WordKind::Boolean => Kind::Boolean(internal != 0),
            WordKind::Number => Kind::Number(f64::from_bits(internal)),
            WordKind::Date => Kind::Date(f64::from_bits(internal)),
            WordKind::String => Kind::String(StringId(internal as u32)),
            WordKind::Symbol => Kind::Symbol(SymbolId(internal as u32)),
            WordKind::BigInt => Kind::BigInt(BigIntId(internal as u32)),
            WordKind::RegExp => Kind::RegExp(PatternId(internal as u32)),
        }
    }

    /// The internal slots of what owns Rust data, for changes that leave the object what it is.
    #[inline]
    pub fn kind_mut(&mut self, object: ObjectId) -> Option<&mut ObjectKind> {
        match object.place() {
            Place::Other(index) => Some(&mut self.others.get_mut(index).kind),
            Place::Array(_) | Place::Words => None,
        }
    }

    /// What a built-in function has captured.
    pub fn all_captured(&self, function: ObjectId) -> &[Value] {
        match function.place() {
            Place::Other(index) => match &self.others.get(index).kind {
                ObjectKind::NativeClosure(closure) => &closure.captured,
                _ => &[],
            },
            Place::Array(_) | Place::Words => &[],
        }
    }

    /// Sets [[DateValue]].
    pub fn set_date(&mut self, object: ObjectId, time: f64) {
        self.set_internal(object, WordKind::Date, time.to_bits());
    }

    /// Sets [[RegExpMatcher]].
    pub fn set_pattern(&mut self, object: ObjectId, pattern: PatternId) {
        if let Kind::RegExp(old) = self.kind(object) {
            self.lose_pattern(old);
        }
        let realm = self.legacy_realm(object).map_or(0, RealmId::to_word);
        self.set_internal(object, WordKind::RegExp, realm << 32 | u64::from(pattern.0));
    }

    /// [[Realm]] of a regular expression whose [[LegacyFeaturesEnabled]] is true (the proposal "Legacy RegExp features").
    pub fn legacy_realm(&self, regexp: ObjectId) -> Option<RealmId> {
        let (segment, start) = self.words.cell(regexp.0).filter(|_| matches!(regexp.place(), Place::Words))?;
        let head = Head(segment[start]);
        let realm = segment[place_in(start, head.slots())] >> 32;
        (head.kind() == WordKind::RegExp && realm != 0).then(|| RealmId::from_word(realm))
    }

    /// Makes the legacy features those of a realm.
    pub fn enable_legacy_features(&mut self, regexp: ObjectId, realm: RealmId) {
        if let Kind::RegExp(pattern) = self.kind(regexp) {
            self.set_internal(regexp, WordKind::RegExp, realm.to_word() << 32 | u64::from(pattern.0));
        }
    }

    fn set_internal(&mut self, object: ObjectId, kind: WordKind, internal: u64) {
        if let Some((segment, start)) = self.words.cell_mut(object.0) {
            let head = Head(segment[start]);
            if head.kind() == kind {
                segment[place_in(start, head.slots())] = internal;
            }
        }
    }

    /// Code and environment of a function of the script.
    #[inline(always)]
    pub fn closure(&self, object: ObjectId) -> Option<(CodeId, Option<RecordId>)> {
        let (segment, start) = self.words.cell(object.0)?;
        let head = Head(segment[start]);
        head.is_closure().then(|| closure_of(segment[place_in(start, head.slots())]))
    }

    /// Sets [[HomeObject]] of a closure, which was [`Heap::nothing`].
    pub fn set_home_object(&mut self, closure: ObjectId, home: ObjectId) {
        if let Some((segment, start)) = self.words.cell_mut(closure.0)
            && Head(segment[start]).is_closure()
        {
            let word = &mut segment[(start + 1) % SEGMENT_WORDS];
            *word = *word & u64::from(u32::MAX) | u64::from(home.0) << 32;
        }
    }

    /// The built-in function that an object is.
    #[inline(always)]
    pub fn native_function(&self, object: ObjectId) -> Option<(NativeId, RealmId)> {
        match self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Native { function, realm } => Some((function, realm)),
            _ => None,
        }
    }

    /// The function of the engine or of the embedder that an object is, and its realm.
    #[inline(always)]
    pub fn native_callee(&self, object: ObjectId) -> Option<(NativeCallee, RealmId)> {
        match &self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Native { function, realm } => Some((NativeCallee::BuiltIn(*function), *realm)),
            ObjectKind::Host(function) => Some((NativeCallee::Host, function.realm)),
            _ => None,
        }
    }

    /// The typed array that an object is.
    #[inline(always)]
    pub fn view_in_cell(&self, object: ObjectId) -> Option<View> {
        match self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::TypedArray { element, buffer, offset, length } => {
                Some(View { element, buffer, offset, length })
            }
            _ => None,
        }
    }

    /// An array exotic object, for those who ask for more than one thing of it.
    #[inline(always)]
    pub fn array(&self, object: ObjectId) -> Option<&ArrayCell> {
        self.arrays.find(object.0.wrapping_sub(ARRAYS))
    }

    /// Adds an element to an array whose elements are a vector of its whole length with room for one more.
    #[inline]
    pub fn push_element(&mut self, array: ObjectId, value: Value) {
        if let Some(cell) = self.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))
            && let Some((values, _)) = cell.elements.vector_mut()
            && values.len() < values.capacity()
        {
            values.push(value);
            cell.length += 1;
        }
    }

    /// Removes the last element of an array whose elements are a vector of its whole length.
    #[inline]
    pub fn pop_element(&mut self, array: ObjectId) -> Option<Value> {
        let cell = self.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))?;
        let last = *cell.elements.as_dense()?.last()?;
        cell.elements.vector_mut()?.0.pop();
        cell.length = cell.length.saturating_sub(1);
        self.lose(last);
        Some(last)
    }

    /// The length of an array exotic object.
    #[inline(always)]
    pub fn length_of_array(&self, object: ObjectId) -> Option<u32> {
        self.arrays.find(object.0.wrapping_sub(ARRAYS)).map(|array| array.length)
    }

    /// Sets the `length` of what is known to be an array.
    #[inline(always)]
    pub fn set_array_length(&mut self, array: ObjectId, length: u32) {
        if let Place::Array(index) = array.place() {
            self.arrays.get_mut_light(index).length = length;
        }
    }

    /// Marks the object's cell; true where it was not marked yet.
    #[inline(always)]
    pub(crate) fn mark_object(&self, object: ObjectId) -> bool {
        match object.place() {
            Place::Words => self.words.mark(object.0),
            Place::Array(index) => self.arrays.mark(index),
            Place::Other(index) => self.others.mark(index),
        }
    }

    pub(crate) fn is_object_marked(&self, object: ObjectId) -> bool {
        ObjectMarks { words: &self.words, arrays: &self.arrays, others: &self.others }.has(object)
    }

    /// What a collection looks at in the object's cell; what it has elsewhere is marked with it.
    #[inline(always)]
    pub(crate) fn mark_what_it_owns(&self, object: ObjectId) {
        if let Some(index) = self.overflow_of(object).index() {
            self.overflows.mark(index);
        }
    }

    /// The slots in a cell of words.
    #[inline(always)]
    pub(crate) fn slots_of_words(&self, object: ObjectId) -> Option<&[u64]> {
        let (segment, start) = self.words.cell(object.0)?;
        let first = start + HEAD_WORDS;
        segment.get(first..first + Head(segment[start]).slots())
    }

    /// The slots in another cell.
    pub(crate) fn slots_of_other(&self, object: ObjectId) -> &[Value] {
        match object.place() {
            Place::Other(index) => &self.others.get(index).slots,
            Place::Words | Place::Array(_) => &[],
        }
    }
}

/// Where in a segment the slot of a cell lies that begins at `start`; behind the slots is the internal one.
#[inline(always)]
pub(super) fn place_in(start: usize, slot: usize) -> usize {
    (start + HEAD_WORDS + slot) % SEGMENT_WORDS
}

#[inline(always)]
fn closure_of(word: u64) -> (CodeId, Option<RecordId>) {
    (CodeId(word as u32), RecordId::at((word >> 32) as u32))
}

/// What a cell of words has as its overflow.
#[inline(always)]
fn overflow_in(segment: &Segment, start: usize) -> OverflowId {
    OverflowId(segment[(start + 1) % SEGMENT_WORDS] as u32)
}
