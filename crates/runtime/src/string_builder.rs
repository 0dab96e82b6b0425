//! Builder of strings from code units: one byte each as long as all of them are Latin-1.
//!
//! Room is on loan before it is made, and work is ticked as the text grows. A text longer than a string may be is a
//! RangeError as soon as that is known.

use crate::error::Completion;
use crate::heap::{FlatString, StringId, StringView};
use crate::messages;
use crate::number::{self, NumberBuffer};
use crate::rope;
use crate::string;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_budget::costs::UNITS_PER_TICK;

/// A string that grows.
pub struct StringBuilder {
    units: Units,
    /// Length up to which there is room and growth has been ticked for.
    ready: usize,
}

/// The units so far.
enum Units {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

/// Units that the first growth ticks for.
const MIN_CAPACITY: usize = 64;

/// Units that the first growth makes room for. Texts that are no longer are copied out, and the next one is built in the
/// same memory.
const SPARE: usize = 256;

/// Length from which on growth is slower.
const LONG: usize = 1 << 20;

/// Units that are copied without a tick: making room for them has ticked.
const SHORT: usize = 256;

/// Most units that are ticked for in advance. They may come one by one, and no look at the limits may be late because
/// of that.
const AHEAD: usize = 1 << 13;

impl Units {
    /// Appends units, which are wide only if these are.
    #[inline(always)]
    fn append(&mut self, more: StringView<'_>) {
        match (self, more) {
            (Units::Latin1(bytes), StringView::Latin1(more)) => bytes.extend_from_slice(more),
            (Units::Utf16(units), _) => more.append_to(units),
            (Units::Latin1(_), StringView::Utf16(_)) => unreachable!("widened before"),
        }
    }
}

impl Default for StringBuilder {
    fn default() -> Self {
        StringBuilder { units: Units::Latin1(Vec::new()), ready: 0 }
    }
}

impl StringBuilder {
    pub fn new() -> Self {
        StringBuilder::default()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn len(&self) -> usize {
        match &self.units {
            Units::Latin1(bytes) => bytes.len(),
            Units::Utf16(units) => units.len(),
        }
    }

    /// Forgets all units from `length` on. Units that replace them are work as well.
    pub fn truncate(&mut self, length: usize) {
        self.ready -= self.len().saturating_sub(length);
        match &mut self.units {
            Units::Latin1(bytes) => bytes.truncate(length),
            Units::Utf16(units) => units.truncate(length),
        }
    }

    /// Makes room for `more` units.
    #[inline]
    pub(crate) fn reserve(&mut self, vm: &mut Vm, more: usize) -> Completion<()> {
        if self.len().saturating_add(more) <= self.ready { Ok(()) } else { self.get_ready(vm, more) }
    }

    fn capacity(&self) -> usize {
        match &self.units {
            Units::Latin1(bytes) => bytes.capacity(),
            Units::Utf16(units) => units.capacity(),
        }
    }

    /// Makes room and ticks for units in advance, so that units that come one by one need no check each.
    #[cold]
    #[inline(never)]
    fn get_ready(&mut self, vm: &mut Vm, more: usize) -> Completion<()> {
        let length = self.len();
        if more > self.capacity() - length {
            self.grow(vm, more)?;
        }
        let mut ready = (length + more).saturating_add(AHEAD).min(self.capacity());
        if self.capacity() <= SPARE {
            ready = ready.min(length + more.max(length).max(MIN_CAPACITY));
        }
        vm.work(((ready - self.ready.clamp(length, ready)) as u64).div_ceil(UNITS_PER_TICK))?;
        self.ready = ready;
        Ok(())
    }

    /// Makes room on loan for at least `more` units. RangeError if the string would be too long.
    fn grow(&mut self, vm: &mut Vm, more: usize) -> Completion<()> {
        let length = self.len();
        let longest = rope::longest_string(&vm.heap);
        if more > longest.saturating_sub(length) {
            return vm.range_error(messages::STRING_TOO_LONG);
        }
        if length + more <= SPARE && self.begin(vm)? {
            return Ok(());
        }
        // Long texts are copied a little more often, but never take twice their size.
        let growth = if length < LONG { length } else { length / 2 };
        let more = more.max(growth).max(MIN_CAPACITY).min(longest - length);
        match &mut self.units {
            Units::Latin1(bytes) => vm.heap.lend_room(bytes, more)?,
            Units::Utf16(units) => vm.heap.lend_room(units, more)?,
        }
        Ok(())
    }

    /// Takes the memory of an earlier text for a short one that begins; false if it has begun.
    fn begin(&mut self, vm: &mut Vm) -> Completion<bool> {
        let Units::Latin1(bytes) = &mut self.units else { return Ok(false) };
        if bytes.capacity() > 0 {
            return Ok(false);
        }
        *bytes = std::mem::take(&mut vm.execution.spare_text);
        match bytes.capacity() {
            0 => vm.heap.lend_room(bytes, SPARE)?,
            spare => vm.heap.lend(spare)?,
        }
        Ok(true)
    }

    /// Makes the units two bytes each, with room for `more`.
    #[cold]
    #[inline(never)]
    fn widen(&mut self, vm: &mut Vm, more: usize) -> Completion<()> {
        if let Units::Latin1(bytes) = &self.units {
            let mut units: Vec<u16> = Vec::new();
            vm.heap.lend_room(&mut units, bytes.len() + MIN_CAPACITY)?;
            vm.heap.budget.in_pieces(bytes.len(), UNITS_PER_TICK, |piece| {
                units.extend(bytes[piece].iter().map(|&byte| u16::from(byte)));
            })?;
            vm.heap.take_back(bytes);
            self.ready = bytes.len();
            self.units = Units::Utf16(units);
        }
        self.reserve(vm, more)
    }

    /// Appends one Latin-1 character.
    #[inline]
    pub fn push_byte(&mut self, vm: &mut Vm, byte: u8) -> Completion<()> {
        self.push_bytes(vm, &[byte])
    }

    /// Appends Latin-1 characters.
    #[inline]
    pub fn push_bytes(&mut self, vm: &mut Vm, more: &[u8]) -> Completion<()> {
        self.reserve(vm, more.len())?;
        match &mut self.units {
            Units::Latin1(bytes) => bytes.extend_from_slice(more),
            Units::Utf16(units) => units.extend(more.iter().map(|&byte| u16::from(byte))),
        }
        Ok(())
    }

    /// Appends code units.
    pub fn push_units(&mut self, vm: &mut Vm, more: &[u16]) -> Completion<()> {
        if matches!(self.units, Units::Latin1(_)) && more.iter().any(|&unit| unit > 0xFF) {
            self.widen(vm, more.len())?;
        }
        self.reserve(vm, more.len())?;
        match &mut self.units {
            Units::Latin1(bytes) => bytes.extend(more.iter().map(|&unit| unit as u8)),
            Units::Utf16(units) => units.extend_from_slice(more),
        }
        Ok(())
    }

    /// Appends a string.
    pub fn push_string(&mut self, vm: &mut Vm, string: StringId) -> Completion<()> {
        let length = vm.heap.string_length(string);
        self.push_substring(vm, string, 0, length)
    }

    /// Appends the units of a string from `start` to before `end`.
    #[inline]
    pub fn push_substring(&mut self, vm: &mut Vm, string: StringId, start: usize, end: usize) -> Completion<()> {
        let flat = vm.heap.flatten(string)?;
        let more = end.saturating_sub(start);
        match (&self.units, vm.heap.view(flat)) {
            (Units::Latin1(_), StringView::Utf16(_)) => self.widen(vm, more)?,
            _ => self.reserve(vm, more)?,
        }
        let (view, budget) = vm.heap.view_and_budget(flat);
        let view = view.slice(start, end);
        if view.len() < SHORT {
            self.units.append(view);
            return Ok(());
        }
        let append = |piece: std::ops::Range<usize>| self.units.append(view.slice(piece.start, piece.end));
        Ok(budget.in_pieces(view.len(), UNITS_PER_TICK, append)?)
    }

    /// Appends a string of at most [`SHORT`] units of one byte each, between two others, if its bytes are as they have to
    /// be. Otherwise changes nothing and returns false.
    #[inline]
    pub fn push_between(
        &mut self,
        vm: &mut Vm,
        text: FlatString,
        byte: u8,
        are_right: impl Fn(&[u8]) -> bool,
    ) -> Completion<bool> {
        let StringView::Latin1(view) = vm.heap.view(text) else { return Ok(false) };
        if view.len() > SHORT || !are_right(view) {
            return Ok(false);
        }
        let length = view.len() + 2;
        // Fast path: there is room.
        if let Units::Latin1(bytes) = &mut self.units
            && bytes.len() + length <= self.ready
        {
            append_between(bytes, view, byte);
            return Ok(true);
        }
        self.reserve(vm, length)?;
        match (&mut self.units, vm.heap.view(text)) {
            (Units::Latin1(bytes), StringView::Latin1(text)) => append_between(bytes, text, byte),
            (units, text) => {
                let byte = StringView::Latin1(&[byte]);
                [byte, text, byte].into_iter().for_each(|part| units.append(part));
            }
        }
        Ok(true)
    }

    /// Appends ToString of an integer.
    #[inline]
    pub fn push_int(&mut self, vm: &mut Vm, int: i32) -> Completion<()> {
        match u8::try_from(int) {
            Ok(digit @ 0..10) => self.push_byte(vm, b'0' + digit),
            _ => self.push_bytes(vm, number::int_text(int, &mut [0; number::INT_DIGITS])),
        }
    }

    /// Appends ToString of a number.
    pub fn push_number(&mut self, vm: &mut Vm, number: f64) -> Completion<()> {
        if let Some(int) = Value::number(number).as_int() {
            return self.push_int(vm, int);
        }
        let mut buffer = NumberBuffer::new();
        self.push_bytes(vm, number::number_to_string(number, &mut buffer).as_bytes())
    }

    /// Makes the string.
    pub fn finish(self, vm: &mut Vm) -> Completion<StringId> {
        // The vector may have had room for more than was asked for.
        if self.len() > rope::longest_string(&vm.heap) {
            return vm.range_error(messages::STRING_TOO_LONG);
        }
        match self.units {
            Units::Latin1(mut bytes) => {
                vm.heap.take_back(&bytes);
                vm.heap.room(bytes.len())?;
                if bytes.capacity() != SPARE {
                    return Ok(vm.heap.new_latin1(bytes));
                }
                let text = vm.heap.new_latin1(&bytes[..]);
                bytes.clear();
                vm.execution.spare_text = bytes;
                Ok(text)
            }
            Units::Utf16(units) => {
                vm.heap.take_back(&units);
                Ok(string::new_long_utf16(&mut vm.heap, units)?)
            }
        }
    }
}

#[inline(always)]
fn append_between(bytes: &mut Vec<u8>, text: &[u8], byte: u8) {
    bytes.push(byte);
    bytes.extend_from_slice(text);
    bytes.push(byte);
}
