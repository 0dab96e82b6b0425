//! Strings on the heap: Latin-1 or UTF-16 payload, a part of another string, or a rope that is flattened on demand.
//!
//! Strings never change as seen by scripts. A concatenation of some length is kept as a [`StringData::Rope`]. To get
//! the code units, call [`Heap::flatten`] first: it gives a [`FlatString`], the proof that [`Heap::view`] wants. A
//! string that serves as a property name is *interned*: its cell knows the one string with these units (`atom`).

mod layout;
mod on_heap;
mod text;

pub use layout::*;
pub use on_heap::*;
pub use text::*;

pub use layout::StringLayout;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;
use ferrotape_text::{HashSeed, SplitTable};

use super::arena::Arena;
use crate::id::StringId;

/// Greatest length of a string in code units, below 2^30 as in other engines.
pub const MAX_STRING_LENGTH: usize = (1 << 30) - 25;

/// Latin-1 characters that fit in a cell.
pub(crate) const SHORT_LENGTH: usize = 22;

/// Length from which on parts of strings may share the units of the whole.
const SLICE_LENGTH: usize = 64;

const _: () = assert!(SLICE_LENGTH > SHORT_LENGTH);

/// The forms of a string.
#[derive(Clone)]
pub(crate) enum StringData {
    /// At most [`SHORT_LENGTH`] units: such a string owns no memory.
    Short {
        length: u8,
        bytes: [u8; SHORT_LENGTH],
    },
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
    Rope {
        left: StringId,
        right: StringId,
        length: u32,
        latin1: bool,
    },
    /// Part of a string that is no slice itself, and that lives as long; see [`Heap::substring`].
    Slice {
        parent: StringId,
        start: u32,
        length: u32,
    },
}

/// A string on the heap.
#[derive(Clone)]
pub(crate) struct StringCell {
    pub data: StringData,
    /// The hash; 0 until computed.
    pub(super) hash: u32,
    /// The interned string with these units; [`NO_ATOM`] until known.
    pub atom: u32,
}

pub(crate) const NO_ATOM: u32 = u32::MAX;

impl Default for StringCell {
    fn default() -> Self {
        StringCell { data: StringData::Short { length: 0, bytes: [0; SHORT_LENGTH] }, hash: 0, atom: NO_ATOM }
    }
}

impl StringCell {
    /// Makes a string of one Latin-1 character.
    fn of_character(character: u8) -> Self {
        let mut cell = StringCell::default();
        cell.data.set_short(&[character]);
        cell
    }
}

impl StringData {
    /// The code units that a string owns: none of a rope or a slice.
    #[inline(always)]
    pub fn own_view(&self) -> StringView<'_> {
        match self {
            // The length is never more than there is.
            StringData::Short { length, bytes } => {
                StringView::Latin1(bytes.get(..usize::from(*length)).unwrap_or(bytes))
            }
            StringData::Latin1(bytes) => StringView::Latin1(bytes),
            StringData::Utf16(units) => StringView::Utf16(units),
            StringData::Rope { .. } | StringData::Slice { .. } => StringView::Latin1(&[]),
        }
    }

    /// Fills the empty string in a new cell with Latin-1 characters; there must be room for them.
    #[inline]
    fn set_short(&mut self, characters: &[u8]) {
        if let StringData::Short { length, bytes } = self
            && let Some(place) = bytes.get_mut(..characters.len())
        {
            *length = characters.len() as u8;
            place.copy_from_slice(characters);
        }
    }

    /// Makes a string in the cell of code units, if they fit and all are Latin-1.
    fn short_utf16(units: &[u16]) -> Option<Self> {
        let mut bytes = [0; SHORT_LENGTH];
        let narrow = bytes.get_mut(..units.len())?;
        let mut all = 0;
        for (byte, &unit) in narrow.iter_mut().zip(units) {
            *byte = unit as u8;
            all |= unit;
        }
        (all <= 0xFF).then_some(StringData::Short { length: units.len() as u8, bytes })
    }

    #[inline]
    pub(super) fn length(&self) -> usize {
        match self {
            StringData::Short { length, .. } => (*length).into(),
            StringData::Latin1(bytes) => bytes.len(),
            StringData::Utf16(units) => units.len(),
            StringData::Rope { length, .. } | StringData::Slice { length, .. } => *length as usize,
        }
    }
}

impl StringData {
    /// Frees the units that it owns.
    pub(super) fn give_back(self) {
        match self {
            StringData::Latin1(bytes) => give_back(bytes.into_vec()),
            StringData::Utf16(units) => give_back(units.into_vec()),
            StringData::Short { .. } | StringData::Rope { .. } | StringData::Slice { .. } => {}
        }
    }
}

impl StringCell {
    /// Frees the string, where memory is scarce.
    pub fn give_back(self) {
        self.data.give_back();
    }

    pub fn payload_bytes(&self) -> usize {
        match &self.data {
            StringData::Latin1(bytes) => allocation_bytes(bytes.len()),
            StringData::Utf16(units) => allocation_bytes(units.len() * 2),
            StringData::Short { .. } | StringData::Rope { .. } | StringData::Slice { .. } => 0,
        }
    }
}

impl Arena<StringCell> {
    /// The code units of a string; none of a rope.
    #[inline]
    pub(crate) fn view(&self, id: StringId) -> StringView<'_> {
        let cell = self.get(id.0);
        match cell.data {
            StringData::Slice { parent, start, length } => {
                self.get(parent.0).data.own_view().slice(start as usize, start as usize + length as usize)
            }
            _ => cell.data.own_view(),
        }
    }
}

/// A string that is known to be flat.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct FlatString(StringId);

impl FlatString {
    /// Vouches that a string is flat.
    pub(super) fn of_flattened(id: StringId) -> Self {
        FlatString(id)
    }

    pub fn id(self) -> StringId {
        self.0
    }
}

/// The code units of a flat string. Wide units may all be Latin-1: slices are not narrowed.
#[derive(Copy, Clone)]
pub enum StringView<'heap> {
    Latin1(&'heap [u8]),
    Utf16(&'heap [u16]),
}

impl<'heap> StringView<'heap> {
    #[inline]
    pub fn len(self) -> usize {
        match self {
            StringView::Latin1(bytes) => bytes.len(),
            StringView::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The code unit at `index`, if there is one.
    #[inline]
    pub fn get(self, index: usize) -> Option<u16> {
        match self {
            StringView::Latin1(bytes) => bytes.get(index).map(|&byte| byte.into()),
            StringView::Utf16(units) => units.get(index).copied(),
        }
    }

    /// The units from `start` to before `end`, both clamped to the length.
    pub fn slice(self, start: usize, end: usize) -> StringView<'heap> {
        let end = end.min(self.len());
        let start = start.min(end);
        match self {
            StringView::Latin1(bytes) => StringView::Latin1(&bytes[start..end]),
            StringView::Utf16(units) => StringView::Utf16(&units[start..end]),
        }
    }

    pub fn units(self) -> impl DoubleEndedIterator<Item = u16> + Clone + 'heap {
        (0..self.len()).map(move |index| match self {
            StringView::Latin1(bytes) => u16::from(bytes[index]),
            StringView::Utf16(units) => units[index],
        })
    }

    /// Returns whether the units are equal, whichever way they are kept.
    pub fn equals(self, other: StringView<'_>) -> bool {
        match (self, other) {
            (StringView::Latin1(a), StringView::Latin1(b)) => a == b,
            (StringView::Utf16(a), StringView::Utf16(b)) => a == b,
            _ => self.len() == other.len() && self.units().eq(other.units()),
        }
    }

    /// Orders by code units (IsLessThan, ECMA-262 7.2.13 step 3).
    pub fn compare(self, other: StringView<'_>) -> std::cmp::Ordering {
        match (self, other) {
            (StringView::Latin1(a), StringView::Latin1(b)) => a.cmp(b),
            (StringView::Utf16(a), StringView::Utf16(b)) => a.cmp(b),
            _ => self.units().cmp(other.units()),
        }
    }

    /// Converts to Rust text; lone surrogates become U+FFFD.
    pub fn to_string_lossy(self) -> String {
        let mut text = String::with_capacity(self.max_utf8_length());
        self.append_text(0..self.len(), &mut text);
        text
    }

    /// Most bytes that these units take in UTF-8.
    pub fn max_utf8_length(self) -> usize {
        match self {
            StringView::Latin1(bytes) if bytes.is_ascii() => bytes.len(),
            StringView::Latin1(bytes) => 2 * bytes.len(),
            StringView::Utf16(units) => 3 * units.len(),
        }
    }

    /// The units as text, if all are ASCII.
    pub fn ascii(self) -> Option<&'heap str> {
        let bytes = self.as_latin1().filter(|bytes| bytes.is_ascii())?;
        std::str::from_utf8(bytes).ok()
    }

    pub fn to_units(self) -> Vec<u16> {
        self.units().collect()
    }

    /// Appends the units to others.
    pub fn append_to(self, units: &mut Vec<u16>) {
        match self {
            StringView::Latin1(bytes) => units.extend(bytes.iter().map(|&byte| u16::from(byte))),
            StringView::Utf16(more) => units.extend_from_slice(more),
        }
    }

    /// The bytes of Latin-1 units; none if the units are wide.
    pub fn as_latin1(self) -> Option<&'heap [u8]> {
        match self {
            StringView::Latin1(bytes) => Some(bytes),
            StringView::Utf16(_) => None,
        }
    }

    fn hash(self, seed: HashSeed) -> u32 {
        let hash = match self {
            StringView::Latin1(bytes) => seed.hash_latin1(bytes),
            StringView::Utf16(units) => seed.hash_utf16(units),
        };
        hash as u32 | 1
    }

    /// The array index that these units spell canonically (ECMA-262 6.1.7): below 2^32 - 1.
    pub fn array_index(self) -> Option<u32> {
        let digits = match self {
            StringView::Latin1(bytes) if (1..=10).contains(&bytes.len()) => bytes,
            _ => return None,
        };
        if digits[0] == b'0' {
            return (digits.len() == 1).then_some(0);
        }
        let mut index = 0u64;
        for &digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            index = index * 10 + u64::from(digit - b'0');
        }
        (index < u64::from(u32::MAX)).then_some(index as u32)
    }
}

/// The table of interned strings. It does not keep them alive.
#[derive(Clone)]
pub(crate) struct InternTable {
    atoms: SplitTable<StringId>,
    seed: HashSeed,
}

impl InternTable {
    pub fn new(seed: u64) -> Self {
        InternTable { atoms: SplitTable::new(), seed: HashSeed::new(seed) }
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.atoms.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Heap;

    #[test]
    fn a_string_cell_is_small_and_holds_short_strings() {
        assert_eq!(size_of::<StringCell>(), 32);
        let mut heap = Heap::new(1, &[]);
        for length in 2..2 * SHORT_LENGTH {
            let characters = vec![b'x'; length];
            let id = heap.new_latin1(characters.as_slice());
            let cell = heap.string_cell(id);
            assert_eq!(matches!(cell.data, StringData::Short { .. }), length <= SHORT_LENGTH);
            assert_eq!(cell.data.own_view().as_latin1(), Some(characters.as_slice()));
            assert_eq!(cell.payload_bytes() == 0, length <= SHORT_LENGTH);
        }
    }
}
