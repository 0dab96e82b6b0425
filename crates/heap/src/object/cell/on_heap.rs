//! Access to the cells of objects in the arenas.

use ferrotape_budget::Budget;

use crate::date::Date;
use crate::enumeration::Enumeration;
use crate::function::{Closure, Native, NativeCallee, NativeId};
use crate::heap::Heap;
use crate::heap::marking;
use crate::heap::words::{SEGMENT_WORDS, Segment};
use crate::id::{BigIntId, CodeId, ObjectId, PatternId, RealmId, RecordId, ShapeId, StringId, SymbolId};
use crate::object::cell::{
    self, ARRAYS, ArrayCell, HEAD_WORDS, Head, OTHER_SLOTS, OTHERS, ObjectMarks, Overflow, OverflowId, Place, WordKind,
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
            None => cell::shape_of_typed(self, object),
        }
    }

    /// Gives an object another shape, with the write barrier for the old one. The caller makes the slots agree with it.
    #[inline(always)]
    pub fn set_shape(&mut self, object: ObjectId, shape: ShapeId) {
        if marking::is_marking(self) {
            let shape_of = self.shape_of(object);
            marking::lose_shape(self, shape_of, shape);
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
    pub fn has_flag(&self, object: ObjectId, flag: Flags) -> bool {
        flags(self, object).contains(flag)
    }

    /// Sets a flag in the head of a cell of words, or in the field that other cells have for flags.
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
        match cell::near_slot(self, object, slot) {
            Some(value) => value,
            None => far_slot(self, object, slot),
        }
    }

    #[inline(always)]
    pub fn set_slot(&mut self, object: ObjectId, slot: u32, value: Value) {
        if !cell::set_near_slot(self, object, slot, value) {
            set_far_slot(self, object, slot, value);
        }
    }

    /// Number of slots in the object's cell.
    #[inline(always)]
    pub fn near_slots(&self, object: ObjectId) -> usize {
        match object.place() {
            Place::Words => self.words.cell(object.0).map_or(0, |(segment, start)| Head(segment[start]).slots()),
            Place::Array(_) => 0,
            Place::Other(_) => OTHER_SLOTS,
        }
    }

    #[inline(always)]
    pub fn elements(&self, object: ObjectId) -> &Elements {
        match object.place() {
            Place::Array(index) => &self.arrays.get(index).elements,
            Place::Other(index) => &self.others.get(index).elements,
            Place::Words => match overflow_of(self, object).index() {
                Some(index) => &self.overflows.get(index).elements,
                None => &NO_ELEMENTS,
            },
        }
    }

    /// The elements, for changes that may make them own memory. Callers that overwrite, remove or move elements need
    /// the barrier: [`Heap::lose`], [`crate::heap::marking::lose_elements`], [`crate::heap::marking::move_elements`].
    #[inline(always)]
    pub fn elements_mut(&mut self, object: ObjectId) -> &mut Elements {
        elements_and_budget(self, object).0
    }

    /// The elements, for reading, and the budget for work on them.
    pub fn elements_for_work(&mut self, object: ObjectId) -> (&Elements, &mut Budget) {
        match object.place() {
            Place::Array(index) => (&self.arrays.get(index).elements, &mut self.budget),
            Place::Other(index) => (&self.others.get(index).elements, &mut self.budget),
            Place::Words => match overflow_of(self, object).index() {
                Some(index) => (&self.overflows.get(index).elements, &mut self.budget),
                None => (&NO_ELEMENTS, &mut self.budget),
            },
        }
    }

    /// The kind of the object, with its internal slots.
    #[inline]
    pub fn kind(&self, object: ObjectId) -> Kind<'_> {
        match object.place() {
            Place::Array(index) => Kind::Array(self.arrays.get(index).length),
            Place::Other(index) => self.others.get(index).kind.look(),
            Place::Words => kind_of_words(self, object),
        }
    }

    /// The internal slots of an object with Rust data, for changes that keep its kind.
    #[inline]
    pub fn kind_mut(&mut self, object: ObjectId) -> Option<&mut ObjectKind> {
        match object.place() {
            Place::Other(index) => Some(&mut self.others.get_mut(index).kind),
            Place::Array(_) | Place::Words => None,
        }
    }

    /// Values that a built-in function has captured.
    pub fn all_captured(&self, function: ObjectId) -> &[Value] {
        match function.place() {
            Place::Other(index) => match &self.others.get(index).kind {
                ObjectKind::NativeClosure(closure) => &closure.captured,
                _ => &[],
            },
            Place::Array(_) | Place::Words => &[],
        }
    }

    /// Code and environment of a closure.
    #[inline(always)]
    pub fn closure(&self, object: ObjectId) -> Option<(CodeId, Option<RecordId>)> {
        let (segment, start) = self.words.cell(object.0)?;
        let head = Head(segment[start]);
        head.is_closure().then(|| closure_of(segment[place_in(start, head.slots())]))
    }

    /// The number and realm of a built-in function.
    #[inline(always)]
    pub fn native_function(&self, object: ObjectId) -> Option<(NativeId, RealmId)> {
        match self.others.find(object.0.wrapping_sub(OTHERS))?.kind {
            ObjectKind::Native(Native { function, realm }) => Some((function, realm)),
            _ => None,
        }
    }

    /// The cell of an array exotic object, for several reads of it.
    #[inline(always)]
    pub fn array(&self, object: ObjectId) -> Option<&ArrayCell> {
        self.arrays.find(object.0.wrapping_sub(ARRAYS))
    }

    /// The length of an array exotic object.
    #[inline(always)]
    pub fn length_of_array(&self, object: ObjectId) -> Option<u32> {
        self.arrays.find(object.0.wrapping_sub(ARRAYS)).map(|array| array.length)
    }

    /// Sets the `length` of an array, which the object must be.
    #[inline(always)]
    pub fn set_array_length(&mut self, array: ObjectId, length: u32) {
        if let Place::Array(index) = array.place() {
            self.arrays.get_mut_light(index).length = length;
        }
    }
}

impl ArrayCell {
    /// Returns whether elements can be added without other observable effects.
    #[inline]
    pub fn may_grow(&self, heap: &Heap) -> bool {
        !self.has_flag(Flags::FIXED_LENGTH.with(Flags::BEHIND_ARRAYS)) && heap[self.shape].is_extensible()
    }
}

#[inline(always)]
fn flags(heap: &Heap, object: ObjectId) -> Flags {
    match object.place() {
        Place::Words => heap.words.cell(object.0).map_or(Flags::default(), |(words, at)| Head(words[at]).flags()),
        Place::Array(index) => heap.arrays.get(index).flags,
        Place::Other(index) => heap.others.get(index).flags,
    }
}

#[inline(never)]
pub(crate) fn far_slot(heap: &Heap, object: ObjectId, slot: u32) -> Value {
    far_slot_here(heap, object, slot)
}

/// The value of a slot that may be outside of the cell; out of line, for callers of slow paths.
#[inline(always)]
pub(crate) fn far_slot_here(heap: &Heap, object: ObjectId, slot: u32) -> Value {
    let slot = slot as usize;
    let (overflow, near) = match object.place() {
        Place::Words => match heap.words.cell(object.0) {
            Some((segment, start)) => (overflow_in(segment, start), Head(segment[start]).slots()),
            None => (OverflowId::NONE, 0),
        },
        Place::Array(index) => (heap.arrays.get(index).overflow, 0),
        Place::Other(index) => {
            let cell = heap.others.get(index);
            if let Some(&value) = cell.slots.get(slot) {
                return value;
            }
            (cell.overflow, OTHER_SLOTS)
        }
    };
    let slots = overflow.index().map(|index| &heap.overflows.get(index).slots);
    let further = slots.and_then(|slots| slots.get(slot.wrapping_sub(near)));
    debug_assert!(further.is_some(), "its shape has that slot");
    further.copied().unwrap_or(Value::UNDEFINED)
}

/// Writes a slot that may lie in the overflow, with the write barrier for the old value. Out of line, for slow paths.
#[inline(never)]
fn set_far_slot(heap: &mut Heap, object: ObjectId, slot: u32, value: Value) {
    let slot = slot as usize;
    if let Place::Other(index) = object.place()
        && let Some(place) = heap.others.get_mut_light(index).slots.get_mut(slot)
    {
        let old = std::mem::replace(place, value);
        return heap.lose(old);
    }
    let further = slot - heap.near_slots(object);
    if let Some(index) = overflow_of(heap, object).index()
        && let Some(place) = heap.overflows.get_mut_light(index).slots.get_mut(further)
    {
        let old = std::mem::replace(place, value);
        heap.lose(old);
    }
}

#[inline(always)]
fn overflow_of(heap: &Heap, object: ObjectId) -> OverflowId {
    match object.place() {
        Place::Words => {
            heap.words.cell(object.0).map_or(OverflowId::NONE, |(segment, start)| overflow_in(segment, start))
        }
        Place::Array(index) => heap.arrays.get(index).overflow,
        Place::Other(index) => heap.others.get(index).overflow,
    }
}

/// Links an object with its overflow. In a cell of words, the other half of that word stays: a closure's home object.
fn set_overflow(heap: &mut Heap, object: ObjectId, overflow: OverflowId) {
    match object.place() {
        Place::Words => {
            if let Some((segment, start)) = heap.words.cell_mut(object.0) {
                let word = &mut segment[(start + 1) % SEGMENT_WORDS];
                *word = *word >> 32 << 32 | u64::from(overflow.0);
            }
        }
        Place::Array(index) => heap.arrays.get_mut_light(index).overflow = overflow,
        Place::Other(index) => heap.others.get_mut_light(index).overflow = overflow,
    }
}

/// The object's overflow, made now if it has none.
fn overflow_mut(heap: &mut Heap, object: ObjectId) -> (&mut Overflow, &mut Budget) {
    let index = match overflow_of(heap, object).index() {
        Some(index) => index,
        None => {
            let overflow = cell::new_overflow(heap, &[]);
            set_overflow(heap, object, overflow);
            overflow.0 - 1
        }
    };
    (heap.overflows.get_mut(index), &mut heap.budget)
}

/// The slots in the cell of an object, as words; none of objects that are no cells of words.
pub(crate) fn near_words(heap: &Heap, object: ObjectId) -> &[u64] {
    let Some((segment, start)) = heap.words.cell(object.0) else { return &[] };
    let slots = place_in(start, 0);
    segment.get(slots..slots + Head(segment[start]).slots()).unwrap_or_default()
}

/// The slots that are not in the object's cell.
pub(crate) fn further_slots(heap: &Heap, object: ObjectId) -> &[Value] {
    match overflow_of(heap, object).index() {
        Some(index) => &heap.overflows.get(index).slots,
        None => &[],
    }
}

pub(crate) fn further_capacity(heap: &Heap, object: ObjectId) -> usize {
    overflow_of(heap, object).index().map_or(0, |index| heap.overflows.get(index).slots.capacity())
}

pub(crate) fn further_slots_mut(heap: &mut Heap, object: ObjectId) -> &mut Vec<Value> {
    &mut overflow_mut(heap, object).0.slots
}

/// The elements for changes, and the budget for work on them.
#[inline(always)]
pub fn elements_and_budget(heap: &mut Heap, object: ObjectId) -> (&mut Elements, &mut Budget) {
    match object.place() {
        Place::Array(index) => (&mut heap.arrays.get_mut(index).elements, &mut heap.budget),
        Place::Other(index) => (&mut heap.others.get_mut(index).elements, &mut heap.budget),
        Place::Words => {
            let (overflow, budget) = overflow_mut(heap, object);
            (&mut overflow.elements, budget)
        }
    }
}

/// The elements of an array that is a vector from its first place on, for reads by the loop. The same comparison
/// excludes frozen vectors.
#[inline(always)]
pub fn vector_of_array(heap: &Heap, object: ObjectId) -> Option<&[Value]> {
    match heap.arrays.find(object.0.wrapping_sub(ARRAYS))?.elements {
        Elements::Dense(ref values) => Some(values),
        Elements::Frozen(ref values) => Some(values),
        _ => None,
    }
}

/// Sets the `length` of an array to that of its vector.
pub(crate) fn set_length_of_vector(heap: &mut Heap, array: ObjectId) {
    if let Some(cell) = heap.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))
        && let Some(values) = cell.elements.as_dense()
    {
        cell.length = values.len() as u32;
    }
}

/// Changes an element of an array that is a vector from its first place on and not frozen, if it exists. Otherwise
/// changes nothing and returns false.
#[inline(always)]
pub fn replace_in_vector(heap: &mut Heap, object: ObjectId, index: usize, value: Value) -> bool {
    if let Some(array) = heap.arrays.find_mut_light(object.0.wrapping_sub(ARRAYS))
        && let Elements::Dense(values) = &mut array.elements
        && let Some(place) = values.get_mut(index)
        && !place.is_empty()
    {
        let old = std::mem::replace(place, value);
        heap.lose(old);
        return true;
    }
    false
}

/// Changes an element of any array that is writable, queues included, if it exists. Otherwise changes nothing and returns false.
pub fn replace_element(heap: &mut Heap, array: ObjectId, index: usize, value: Value) -> bool {
    if let Some(array) = heap.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))
        && let Some(values) = array.elements.as_dense_mut()
        && let Some(place) = values.get_mut(index)
        && !place.is_empty()
    {
        let old = std::mem::replace(place, value);
        heap.lose(old);
        return true;
    }
    false
}

/// Appends an element to an array whose vector ends at that index and has room, if this is indistinguishable from a
/// definition. Otherwise changes nothing and returns false.
#[inline(always)]
pub fn append_within_room(heap: &mut Heap, array: ObjectId, index: u64, value: Value) -> bool {
    let place = array.0.wrapping_sub(ARRAYS);
    let Some(shape) = heap.arrays.find(place).map(ArrayCell::shape) else { return false };
    if heap[shape].is_extensible()
        && let Some(array) = heap.arrays.find_mut_light(place)
        && !array.has_flag(Flags::FIXED_LENGTH.with(Flags::BEHIND_ARRAYS))
        && let Elements::Dense(values) = &mut array.elements
        && values.len() as u64 == index
        && values.len() < values.capacity().min(i32::MAX as usize)
    {
        values.push(value);
        array.length = array.length.max(index as u32 + 1);
        return true;
    }
    false
}

/// Decodes the kind of a cell of words from its head, and the internal slot from the word behind the slots.
#[inline(always)]
fn kind_of_words(heap: &Heap, object: ObjectId) -> Kind<'_> {
    let Some((segment, start)) = heap.words.cell(object.0) else { return Kind::Ordinary };
    let head = Head(segment[start]);
    let internal = segment[place_in(start, head.slots())];
    match head.kind() {
        WordKind::Ordinary => Kind::Ordinary,
        WordKind::Global => Kind::Global(RealmId::from_word(internal)),
        WordKind::Closure => {
            let (code, environment) = closure_of(internal);
            let home = ObjectId((segment[(start + 1) % SEGMENT_WORDS] >> 32) as u32);
            Kind::Closure(Closure { code, environment, home })
        }
        WordKind::Boolean => Kind::Boolean(internal != 0),
        WordKind::Number => Kind::Number(f64::from_bits(internal)),
        WordKind::Date => Kind::Date(Date { time: f64::from_bits(internal) }),
        WordKind::String => Kind::String(StringId(internal as u32)),
        WordKind::Symbol => Kind::Symbol(SymbolId(internal as u32)),
        WordKind::BigInt => Kind::BigInt(BigIntId(internal as u32)),
        WordKind::RegExp => Kind::RegExp(PatternId(internal as u32)),
    }
}

/// Sets [[DateValue]] or [[RegExpMatcher]] of an object of that kind.
pub(crate) fn set_internal_word(heap: &mut Heap, object: ObjectId, slots: &ObjectKind) {
    match slots {
        ObjectKind::Date(Date { time }) => set_internal(heap, object, WordKind::Date, time.to_bits()),
        ObjectKind::RegExp(pattern) => {
            let realm = regexp_word(heap, object).unwrap_or(0) >> 32;
            set_internal(heap, object, WordKind::RegExp, realm << 32 | u64::from(pattern.0));
        }
        _ => {}
    }
}

/// Bit of a regular expression whose [[LegacyFeaturesEnabled]] is false, above its [[Realm]].
const WITHOUT_LEGACY: u64 = 1 << 63;

/// The internal word of a regular expression: its pattern, and above that its realm.
fn regexp_word(heap: &Heap, regexp: ObjectId) -> Option<u64> {
    let (segment, start) = heap.words.cell(regexp.0).filter(|_| matches!(regexp.place(), Place::Words))?;
    let head = Head(segment[start]);
    (head.kind() == WordKind::RegExp).then(|| segment[place_in(start, head.slots())])
}

/// [[Realm]] and [[LegacyFeaturesEnabled]] of a regular expression (the proposal "Legacy RegExp features").
pub fn realm_of_regexp(heap: &Heap, regexp: ObjectId) -> Option<(RealmId, bool)> {
    let word = regexp_word(heap, regexp)?;
    let realm = (word & !WITHOUT_LEGACY) >> 32;
    (realm != 0).then(|| (RealmId::from_word(realm), word & WITHOUT_LEGACY == 0))
}

/// [[Realm]] of a regular expression whose [[LegacyFeaturesEnabled]] is true (the proposal "Legacy RegExp features").
pub fn legacy_realm(heap: &Heap, regexp: ObjectId) -> Option<RealmId> {
    realm_of_regexp(heap, regexp).filter(|&(_, is_enabled)| is_enabled).map(|(realm, _)| realm)
}

/// Gives a regular expression its [[Realm]], with or without the legacy features.
pub fn set_realm_of_regexp(heap: &mut Heap, regexp: ObjectId, realm: RealmId, is_enabled: bool) {
    if let Kind::RegExp(pattern) = heap.kind(regexp) {
        let mark = if is_enabled { 0 } else { WITHOUT_LEGACY };
        set_internal(heap, regexp, WordKind::RegExp, mark | realm.to_word() << 32 | u64::from(pattern.0));
    }
}

fn set_internal(heap: &mut Heap, object: ObjectId, kind: WordKind, internal: u64) {
    if let Some((segment, start)) = heap.words.cell_mut(object.0) {
        let head = Head(segment[start]);
        if head.kind() == kind {
            segment[place_in(start, head.slots())] = internal;
        }
    }
}

/// Sets [[HomeObject]] of a closure, which has none yet.
pub fn set_home_object(heap: &mut Heap, closure: ObjectId, home: ObjectId) {
    if let Some((segment, start)) = heap.words.cell_mut(closure.0)
        && Head(segment[start]).is_closure()
    {
        let word = &mut segment[(start + 1) % SEGMENT_WORDS];
        *word = *word & u64::from(u32::MAX) | u64::from(home.0) << 32;
    }
}

/// The callee and the realm of a built-in or host function.
#[inline(always)]
pub fn native_callee(heap: &Heap, object: ObjectId) -> Option<(NativeCallee, RealmId)> {
    match &heap.others.find(object.0.wrapping_sub(OTHERS))?.kind {
        ObjectKind::Native(Native { function, realm }) => Some((NativeCallee::BuiltIn(*function), *realm)),
        ObjectKind::Host(function) if !function.waits => Some((NativeCallee::Host, function.realm)),
        _ => None,
    }
}

/// The typed array that an object is.
#[inline(always)]
pub fn view_in_cell(heap: &Heap, object: ObjectId) -> Option<View> {
    match heap.others.find(object.0.wrapping_sub(OTHERS))?.kind {
        ObjectKind::TypedArray { element, buffer, offset, length } => Some(View { element, buffer, offset, length }),
        _ => None,
    }
}

/// The state of an enumeration, for changes that give it no memory.
#[inline(always)]
pub(crate) fn enumeration_mut(heap: &mut Heap, object: ObjectId) -> Option<&mut Enumeration> {
    match &mut heap.others.find_mut_light(object.0.wrapping_sub(OTHERS))?.kind {
        ObjectKind::Enumeration(state) => Some(state),
        _ => None,
    }
}

/// Appends an element to an array whose elements are a vector of its whole length with room for one more.
#[inline]
pub fn push_element(heap: &mut Heap, array: ObjectId, value: Value) {
    if let Some(cell) = heap.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))
        && let Some((values, _)) = cell.elements.vector_mut()
        && values.len() < values.capacity()
    {
        values.push(value);
        cell.length += 1;
    }
}

/// Removes the last element of an array whose elements are a vector of its whole length.
#[inline]
pub fn pop_element(heap: &mut Heap, array: ObjectId) -> Option<Value> {
    let cell = heap.arrays.find_mut_light(array.0.wrapping_sub(ARRAYS))?;
    let last = *cell.elements.as_dense()?.last()?;
    cell.elements.vector_mut()?.0.pop();
    cell.length = cell.length.saturating_sub(1);
    heap.lose(last);
    Some(last)
}

/// Marks the object's cell; true if it was unmarked.
#[inline(always)]
pub(crate) fn mark_object(heap: &Heap, object: ObjectId) -> bool {
    match object.place() {
        Place::Words => heap.words.mark(object.0),
        Place::Array(index) => heap.arrays.mark(index),
        Place::Other(index) => heap.others.mark(index),
    }
}

pub(crate) fn is_object_marked(heap: &Heap, object: ObjectId) -> bool {
    ObjectMarks { words: &heap.words, arrays: &heap.arrays, others: &heap.others }.has(object)
}

/// Marks the overflow of an object as live.
#[inline(always)]
pub(crate) fn mark_what_it_owns(heap: &Heap, object: ObjectId) {
    if let Some(index) = overflow_of(heap, object).index() {
        heap.overflows.mark(index);
    }
}

/// Returns the shape of a plain object that is whole in its cell, and the cell's slots, by one look at the cell. None for
/// keys of weak tables too.
#[inline(always)]
pub(crate) fn whole_plain_object(heap: &Heap, object: ObjectId) -> Option<(ShapeId, &[u64])> {
    let (segment, start) = heap.words.cell(object.0)?;
    let head = Head(segment[start]);
    let is_whole = overflow_in(segment, start) == OverflowId::NONE && !head.flags().contains(Flags::WEAK_KEY);
    if !is_whole || head.kind() != WordKind::Ordinary {
        return None;
    }
    let first = start + HEAD_WORDS;
    Some((head.shape(), segment.get(first..first + head.slots())?))
}

/// Returns the shape and the vector of an array that has nothing else, by one look at the cell. None for keys of weak tables
/// too.
#[inline(always)]
pub(crate) fn whole_array(heap: &Heap, object: ObjectId) -> Option<(ShapeId, &[Value])> {
    let cell = heap.arrays.find(object.0.wrapping_sub(ARRAYS))?;
    let is_whole = cell.overflow == OverflowId::NONE && !cell.flags.contains(Flags::WEAK_KEY);
    if is_whole { Some((cell.shape, cell.elements.as_dense()?)) } else { None }
}

/// The slots in a cell of words.
#[inline(always)]
pub(crate) fn slots_of_words(heap: &Heap, object: ObjectId) -> Option<&[u64]> {
    let (segment, start) = heap.words.cell(object.0)?;
    let first = start + HEAD_WORDS;
    segment.get(first..first + Head(segment[start]).slots())
}

/// The slots in another cell.
pub(crate) fn slots_of_other(heap: &Heap, object: ObjectId) -> &[Value] {
    match object.place() {
        Place::Other(index) => &heap.others.get(index).slots,
        Place::Words | Place::Array(_) => &[],
    }
}

/// Index in the segment of a slot of the cell that begins at `start`; behind the slots is the internal one.
#[inline(always)]
pub(super) fn place_in(start: usize, slot: usize) -> usize {
    (start + HEAD_WORDS + slot) % SEGMENT_WORDS
}

#[inline(always)]
fn closure_of(word: u64) -> (CodeId, Option<RecordId>) {
    (CodeId(word as u32), RecordId::at((word >> 32) as u32))
}

/// The overflow of a cell of words.
#[inline(always)]
fn overflow_in(segment: &Segment, start: usize) -> OverflowId {
    OverflowId(segment[(start + 1) % SEGMENT_WORDS] as u32)
}
