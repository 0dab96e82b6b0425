//! Skips ranges of indices without elements, if this is not observable.
//!
//! An array may have a length of 2^32 - 1 and three elements, and an array-like one of 2^53 - 1. If an object and its
//! prototypes keep all properties in their cells, absent indices are known without asking. After a row of them,
//! [`Gaps`] looks for the next element, so a method takes time in proportion to the elements.
//!
//! Objects that answer for themselves (proxies, typed arrays, strings) are asked for each index. The result is never
//! remembered, since script may run between any two elements.

use std::ops::Range;

use super::elements::get_if_present;
use ferrotape_runtime::cell;
use ferrotape_runtime::convert::MAX_SAFE_INTEGER;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId, StringView};
use ferrotape_runtime::object::{Elements, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Absent indices in a row before the next element is looked for.
const PATIENCE: u64 = 64;

/// The most prototypes that are searched.
pub(super) const LONGEST_CHAIN: usize = 8;

/// Names that are checked for one tick.
const NAMES_PER_TICK: usize = 8;

/// The first index that is a named property.
const FIRST_NAMED: u64 = 1 << 31;

/// Counts absent indices in a row.
#[derive(Default)]
pub(crate) struct Gaps {
    passed: u64,
}

impl Gaps {
    /// Returns the next index on the way up from `index` to `end`.
    #[inline]
    pub fn up(&mut self, vm: &mut Vm, object: ObjectId, index: u64, end: u64, was_there: bool) -> Completion<u64> {
        match self.is_to_look(&vm.heap, object, was_there) {
            true => look_ahead(vm, object, index + 1..end),
            false => Ok(index + 1),
        }
    }

    /// Returns the next index on the way down from `index` to `start`. None at the end.
    #[inline]
    pub fn down(
        &mut self,
        vm: &mut Vm,
        object: ObjectId,
        index: u64,
        start: u64,
        was_there: bool,
    ) -> Completion<Option<u64>> {
        let end = match self.is_to_look(&vm.heap, object, was_there) {
            true => look_back(vm, object, start..index)?,
            false => index,
        };
        Ok(end.checked_sub(1).filter(|&next| next >= start))
    }

    /// Returns whether to look for the next element. Looking takes time in proportion to the names, so at least as many
    /// indices must have been passed.
    #[inline]
    pub fn is_to_look(&mut self, heap: &Heap, object: ObjectId, was_there: bool) -> bool {
        if was_there {
            self.passed = 0;
            return false;
        }
        self.passed += 1;
        self.passed.is_multiple_of(PATIENCE) && self.passed >= shape::slots_of_properties(heap, object) as u64
    }
}

/// The present elements of an array-like in a range.
pub(super) struct Present {
    object: ObjectId,
    range: Range<u64>,
    is_downwards: bool,
    gaps: Gaps,
}

impl Present {
    pub fn upwards(object: ObjectId, range: Range<u64>) -> Self {
        Present { object, range, is_downwards: false, gaps: Gaps::default() }
    }

    pub fn downwards(object: ObjectId, range: Range<u64>) -> Self {
        Present { object, range, is_downwards: true, gaps: Gaps::default() }
    }

    pub fn object(&self) -> ObjectId {
        self.object
    }

    /// Looks at the next element on the way up. Fast path: an element of a vector, which is a data property.
    #[inline(always)]
    pub fn peek_upwards(&self, heap: &Heap) -> Option<(u64, Value)> {
        if self.is_downwards || self.range.is_empty() {
            return None;
        }
        let index = self.range.start;
        let value = *cell::vector_of_array(heap, self.object)?.get(usize::try_from(index).ok()?)?;
        (!value.is_empty()).then_some((index, value))
    }

    /// Goes on behind the element that was peeked.
    #[inline(always)]
    pub fn pass_upwards(&mut self) {
        self.gaps.passed = 0;
        self.range.start += 1;
    }

    /// Returns the next element with its index. Ticks for each index tried.
    #[inline]
    pub fn next(&mut self, vm: &mut Vm) -> Completion<Option<(u64, Value)>> {
        if let Some(element) = self.peek_upwards(&vm.heap) {
            vm.work(1)?;
            self.pass_upwards();
            return Ok(Some(element));
        }
        while !self.range.is_empty() {
            let index = if self.is_downwards { self.range.end - 1 } else { self.range.start };
            let value = get_if_present(vm, self.object, index)?;
            let is_to_look = self.gaps.is_to_look(&vm.heap, self.object, value.is_some());
            match (self.is_downwards, is_to_look) {
                (false, false) => self.range.start = index + 1,
                (false, true) => self.range.start = look_ahead(vm, self.object, index + 1..self.range.end)?,
                (true, false) => self.range.end = index,
                (true, true) => self.range.end = look_back(vm, self.object, self.range.start..index)?,
            }
            if let Some(value) = value {
                return Ok(Some((index, value)));
            }
        }
        Ok(None)
    }
}

/// Returns the first index of a range that may have an element, or the range's end.
#[cold]
#[inline(never)]
pub(super) fn look_ahead(vm: &mut Vm, object: ObjectId, range: Range<u64>) -> Completion<u64> {
    if range.is_empty() || !has_plain_elements(&vm.heap, object) {
        return Ok(range.start.min(range.end));
    }
    if let Some(index) = elements_within(&vm.heap, object, &range).next() {
        return Ok(index);
    }
    let named = range.start.max(FIRST_NAMED)..range.end;
    let found = named_within(vm, object, named.clone(), u64::min)?;
    Ok(if found.is_elsewhere { named.start.min(range.end) } else { found.index.unwrap_or(range.end) })
}

/// Returns the index behind the last one of a range that may have an element, or the range's start.
#[cold]
#[inline(never)]
pub(super) fn look_back(vm: &mut Vm, object: ObjectId, range: Range<u64>) -> Completion<u64> {
    if range.is_empty() || !has_plain_elements(&vm.heap, object) {
        return Ok(range.end);
    }
    let named = range.start.max(FIRST_NAMED)..range.end;
    let found = named_within(vm, object, named, u64::max)?;
    if found.is_elsewhere {
        return Ok(range.end);
    }
    let last = found.index.or_else(|| elements_within(&vm.heap, object, &range).next_back());
    Ok(last.map_or(range.start, |index| index + 1))
}

/// Returns whether all elements below 2^31 are in the object's own cell.
fn has_plain_elements(heap: &Heap, object: ObjectId) -> bool {
    keeps_its_properties(heap, object) && shape::holes_are_absent(heap, object)
}

/// Returns whether the object keeps all its properties in its cell.
fn keeps_its_properties(heap: &Heap, object: ObjectId) -> bool {
    matches!(heap.kind(object), Kind::Array { .. } | Kind::Ordinary | Kind::UnmappedArguments | Kind::Error(_))
}

/// Returns the indices in a range with elements in the cell; for a vector, all of them.
fn elements_within<'heap>(
    heap: &'heap Heap,
    object: ObjectId,
    range: &Range<u64>,
) -> Box<dyn DoubleEndedIterator<Item = u64> + 'heap> {
    let [start, end] = [range.start, range.end].map(|index| index.min(FIRST_NAMED) as u32);
    match heap.elements(object) {
        Elements::Sparse(map) => Box::new(map.range(start..end).map(|(&index, _)| u64::from(index))),
        vector => {
            let length = vector.as_dense().map_or(0, <[Value]>::len) as u64;
            Box::new(range.start.min(length)..range.end.min(length))
        }
    }
}

/// Properties in a range that are named by large indices.
#[derive(Default)]
struct NamedIndices {
    /// The requested index.
    index: Option<u64>,
    /// True if the object may inherit some.
    is_elsewhere: bool,
}

/// Finds the object's first or last named index, according to `choose`.
fn named_within(
    vm: &mut Vm,
    object: ObjectId,
    range: Range<u64>,
    choose: fn(u64, u64) -> u64,
) -> Completion<NamedIndices> {
    let mut found = NamedIndices::default();
    if range.is_empty() {
        return Ok(found);
    }
    let mut next = Some(object);
    for _ in 0..LONGEST_CHAIN {
        let Some(holder) = next else { return Ok(found) };
        if !keeps_its_properties(&vm.heap, holder) {
            break;
        }
        let chosen = named_of(vm, holder, &range, choose)?;
        if holder == object {
            found.index = chosen;
        } else if chosen.is_some() {
            break;
        }
        next = vm.heap.prototype_of(holder);
    }
    found.is_elsewhere = next.is_some();
    Ok(found)
}

fn named_of(vm: &mut Vm, holder: ObjectId, range: &Range<u64>, choose: fn(u64, u64) -> u64) -> Completion<Option<u64>> {
    let count = shape::slots_of_properties(&vm.heap, holder);
    vm.work((count / NAMES_PER_TICK) as u64 + 1)?;
    let indices = shape::own_entries(&vm.heap, holder).filter_map(|(_, entry)| named_index(&vm.heap, entry.key));
    Ok(indices.filter(|index| range.contains(index)).reduce(choose))
}

/// Returns the integer from 2^31 up to the greatest length that a key spells.
fn named_index(heap: &Heap, key: PropertyKey) -> Option<u64> {
    const FEWEST_DIGITS: usize = 10;
    const MOST_DIGITS: usize = 16;
    let StringView::Latin1(text) = heap.atom_view(key.as_atom()?) else { return None };
    let is_canonical =
        (FEWEST_DIGITS..=MOST_DIGITS).contains(&text.len()) && text[0] != b'0' && text.iter().all(u8::is_ascii_digit);
    let digits = text.iter().filter(|_| is_canonical);
    let index = digits.fold(0, |index, &digit| index * 10 + u64::from(digit - b'0'));
    (FIRST_NAMED..=MAX_SAFE_INTEGER).contains(&index).then_some(index)
}
