//! Strings on the heap: Latin-1 or UTF-16 payload, a part of another string, or a rope that is flattened on demand.
//!
//! Strings never change as seen by scripts. A concatenation of some length is kept as a [`StringData::Rope`]; whoever needs the
//! code units asks [`Heap::flatten`] first and gets a [`FlatString`], the proof that [`Heap::view`] wants. A string that serves
//! as a property name is *interned*: its cell knows the one string with these units (`atom`).

use std::cmp::Ordering;
use std::ops::Range;

use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, UNITS_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};
use ferrotape_text::{HashSeed, SplitTable, Text, TextView, spread};

use super::Heap;
use super::arena::Arena;
use crate::giving_back::give_back;
use crate::id::StringId;
use crate::property_key::PropertyKey;

/// Strings that there is room for from the beginning besides those with fixed ids: the names of globals.
const ROOM_FOR_NAMES: usize = 96;

/// The longest string, in code units (as other engines have it: below 2^30).
pub const MAX_STRING_LENGTH: usize = (1 << 30) - 25;

/// Latin-1 characters that fit a cell.
pub(crate) const SHORT_LENGTH: usize = 22;

/// Parts of strings from this length on share the units of the whole,
const SLICE_LENGTH: usize = 64;

/// which is not longer than so many times the part.
const PARENT_PER_SLICE: usize = 8;

const _: () = assert!(SLICE_LENGTH > SHORT_LENGTH);

pub(crate) enum StringData {
    /// No longer than [`SHORT_LENGTH`]: such a string owns no memory.
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
    /// Part of a string that is none, and that lives as long; see [`Heap::substring`].
    Slice {
        parent: StringId,
        start: u32,
        length: u32,
    },
}

pub(crate) struct StringCell {
    pub data: StringData,
    /// 0 while not computed.
    hash: u32,
    /// The interned string with the same units, [`NO_ATOM`] while unknown.
    pub atom: u32,
}

pub(crate) const NO_ATOM: u32 = u32::MAX;

impl Default for StringCell {
    fn default() -> Self {
        StringCell { data: StringData::Short { length: 0, bytes: [0; SHORT_LENGTH] }, hash: 0, atom: NO_ATOM }
    }
}

impl StringData {
    /// The code units that a string owns: none of a rope, none of a slice.
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

    /// Latin-1 characters, in the cell where they fit.
    #[inline]
    pub(super) fn latin1(characters: impl AsRef<[u8]> + Into<Box<[u8]>>) -> Self {
        StringData::short(characters.as_ref()).unwrap_or_else(|| StringData::Latin1(characters.into()))
    }

    #[inline]
    fn short(characters: &[u8]) -> Option<Self> {
        let mut bytes = [0; SHORT_LENGTH];
        bytes.get_mut(..characters.len())?.copy_from_slice(characters);
        Some(StringData::Short { length: characters.len() as u8, bytes })
    }

    /// The same for code units, where all are Latin-1.
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

impl StringCell {
    /// Frees the string, where memory is scarce.
    pub fn give_back(self) {
        match self.data {
            StringData::Latin1(bytes) => give_back(bytes.into_vec()),
            StringData::Utf16(units) => give_back(units.into_vec()),
            StringData::Short { .. } | StringData::Rope { .. } | StringData::Slice { .. } => {}
        }
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
    /// The code units of a string; none while it is a rope.
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

/// A string known to be flat.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct FlatString(StringId);

impl FlatString {
    /// The proof that somebody has looked.
    pub(super) fn of_flattened(id: StringId) -> Self {
        FlatString(id)
    }

    pub fn id(self) -> StringId {
        self.0
    }
}

/// The code units of a flat string. Those of two bytes need not have one that is not Latin-1: slices are not looked at.
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

    /// Equal units, whichever way they are kept.
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

    /// As Rust text, lone surrogates replaced by U+FFFD.
    pub fn to_string_lossy(self) -> String {
        let mut text = String::with_capacity(self.max_utf8_length());
        match self.ascii() {
            Some(ascii) => text.push_str(ascii),
            None => {
                text.extend(char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)))
            }
        }
        text
    }

    /// Bytes that these units take in UTF-8 at most.
    pub fn max_utf8_length(self) -> usize {
        match self {
            StringView::Latin1(bytes) if bytes.is_ascii() => bytes.len(),
            StringView::Latin1(bytes) => 2 * bytes.len(),
            StringView::Utf16(units) => 3 * units.len(),
        }
    }

    /// The units as text, where all are ASCII.
    pub fn ascii(self) -> Option<&'heap str> {
        let bytes = self.as_latin1().filter(|bytes| bytes.is_ascii())?;
        std::str::from_utf8(bytes).ok()
    }

    pub fn to_units(self) -> Vec<u16> {
        self.units().collect()
    }

    /// Puts the units behind others.
    pub fn append_to(self, units: &mut Vec<u16>) {
        match self {
            StringView::Latin1(bytes) => units.extend(bytes.iter().map(|&byte| u16::from(byte))),
            StringView::Utf16(more) => units.extend_from_slice(more),
        }
    }

    /// Only where all units are Latin-1.
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

/// Is a unit among these that is not Latin-1? Wide texts show it early as a rule; where they do not, all are looked at together.
fn has_wide_unit(units: &[u16]) -> bool {
    let (start, rest) = units.split_at(units.len().min(8));
    start.iter().any(|&unit| unit > 0xFF) || rest.iter().fold(0, |all, &unit| all | unit) > 0xFF
}

impl Heap {
    /// Length in code units.
    #[inline]
    pub fn string_length(&self, id: StringId) -> usize {
        self.string_cell(id).data.length()
    }

    /// A new string of Latin-1 bytes. For lengths that scripts control, charge first: [`Heap::charge`].
    pub fn new_latin1(&mut self, bytes: impl AsRef<[u8]> + Into<Box<[u8]>>) -> StringId {
        match fixed_string(bytes.as_ref()) {
            Some(id) => id,
            None => self.insert_string(StringData::latin1(bytes)),
        }
    }

    /// A new string of code units, narrowed to Latin-1 where they fit.
    pub fn new_utf16(&mut self, units: impl Into<Box<[u16]>>) -> StringId {
        let units = units.into();
        if units.iter().all(|&unit| unit <= 0xFF) {
            self.new_latin1(units.iter().map(|&unit| unit as u8).collect::<Box<[u8]>>())
        } else {
            self.insert_string(StringData::Utf16(units))
        }
    }

    /// A new string of Rust text.
    pub fn new_string(&mut self, text: &str) -> StringId {
        if text.is_ascii() { self.new_latin1(text.as_bytes()) } else { self.new_text(&Text::from_utf8(text)) }
    }

    pub fn new_text(&mut self, text: &Text) -> StringId {
        match text.view() {
            TextView::Latin1(bytes) => self.new_latin1(bytes),
            TextView::Utf16(units) => self.new_utf16(units),
        }
    }

    /// The same for a text that may be long: copied in pieces, whose ticks are the caller's.
    pub fn new_long_text(&mut self, text: &Text) -> Result<StringId, Termination> {
        match text.view() {
            TextView::Latin1(bytes) if bytes.len() > LONG_TEXT => {
                let copy = copy_in_pieces(bytes, &mut self.budget)?;
                Ok(self.new_latin1(copy))
            }
            // One unit at least is wide.
            TextView::Utf16(units) if units.len() > LONG_TEXT => {
                let copy = copy_in_pieces(units, &mut self.budget)?;
                Ok(self.insert_string(StringData::Utf16(copy.into())))
            }
            _ => Ok(self.new_text(text)),
        }
    }

    /// The string of one code unit.
    pub fn character(&mut self, unit: u16) -> StringId {
        match u8::try_from(unit) {
            Ok(byte) => StringId::character(byte),
            Err(_) => self.insert_string(StringData::Utf16(Box::new([unit]))),
        }
    }

    /// A new string of code units that may be many, narrowed to Latin-1 where they fit.
    pub fn new_long_utf16(&mut self, units: Vec<u16>) -> Result<StringId, Termination> {
        let is_wide = |piece: Range<usize>| has_wide_unit(&units[piece]).then_some(());
        if self.budget.find_in_pieces(units.len(), UNITS_COMPARED_PER_TICK, is_wide)?.is_some() {
            self.require_room(size_of_val(units.as_slice()))?;
            return Ok(self.insert_string(StringData::Utf16(units.into())));
        }
        self.require_room(units.len())?;
        let mut bytes = Vec::with_capacity(units.len());
        self.budget.in_pieces(units.len(), UNITS_PER_TICK, |piece| {
            bytes.extend(units[piece].iter().map(|&unit| unit as u8));
        })?;
        Ok(self.new_latin1(bytes))
    }

    /// Part of a flat string; `start <= end <= length`, else clamped. A long one shares the units, if they are enough for what
    /// it keeps alive. Ticks for units that are copied.
    pub fn substring(&mut self, string: FlatString, start: usize, end: usize) -> Result<StringId, Termination> {
        let view = self.view(string);
        let (start, end) = (start.min(view.len()), end.min(view.len()));
        if start == 0 && end == view.len() {
            return Ok(string.id());
        }
        match view.slice(start, end) {
            StringView::Latin1(bytes) => {
                if let Some(id) = fixed_string(bytes) {
                    return Ok(id);
                }
                if let Some(data) = StringData::short(bytes) {
                    return Ok(self.insert_string(data));
                }
            }
            StringView::Utf16(&[]) => return Ok(StringId::EMPTY),
            StringView::Utf16(&[unit]) => return Ok(self.character(unit)),
            StringView::Utf16(units) => {
                if let Some(data) = StringData::short_utf16(units) {
                    return Ok(self.insert_string(data));
                }
            }
        }
        self.long_substring(string, start, end)
    }

    fn long_substring(&mut self, string: FlatString, start: usize, end: usize) -> Result<StringId, Termination> {
        let length = end.saturating_sub(start);
        let (parent, offset) = match self.string_cell(string.0).data {
            StringData::Slice { parent, start, .. } => (parent, start as usize),
            _ => (string.0, 0),
        };
        if length >= SLICE_LENGTH && length >= self.string_length(parent) / PARENT_PER_SLICE {
            let start = (offset + start) as u32;
            return Ok(self.insert_string(StringData::Slice { parent, start, length: length as u32 }));
        }
        self.require_room(end.saturating_sub(start) * 2)?;
        match self.view(string) {
            StringView::Latin1(_) => {
                let bytes = self.copy_units(string, start, end, |view| view.as_latin1().unwrap_or_default())?;
                Ok(self.insert_string(StringData::Latin1(bytes.into())))
            }
            StringView::Utf16(_) => {
                let units = self.copy_units(string, start, end, |view| match view {
                    StringView::Utf16(units) => units,
                    StringView::Latin1(_) => &[],
                })?;
                self.new_long_utf16(units)
            }
        }
    }

    /// A copy of a part of a string, for which there is room.
    pub fn copy_units<U: Copy>(
        &mut self,
        string: FlatString,
        start: usize,
        end: usize,
        units: impl Fn(StringView<'_>) -> &[U],
    ) -> Result<Vec<U>, Termination> {
        let (view, budget) = self.view_and_budget(string);
        let units = units(view.slice(start, end));
        let mut copy = Vec::with_capacity(units.len());
        budget.in_pieces(units.len(), UNITS_PER_TICK, |piece| copy.extend_from_slice(&units[piece]))?;
        Ok(copy)
    }

    /// The code units of a flat string.
    #[inline]
    pub fn view(&self, string: FlatString) -> StringView<'_> {
        self.strings.view(string.0)
    }

    /// The code units of a flat string, for work on them that ticks.
    #[inline]
    pub fn view_and_budget(&mut self, string: FlatString) -> (StringView<'_>, &mut Budget) {
        (self.strings.view(string.0), &mut self.budget)
    }

    /// The same for two strings.
    #[inline]
    pub fn views_and_budget(&mut self, a: FlatString, b: FlatString) -> (StringView<'_>, StringView<'_>, &mut Budget) {
        (self.strings.view(a.0), self.strings.view(b.0), &mut self.budget)
    }

    /// The units of a property name: interned strings are always flat.
    pub fn atom_view(&self, atom: StringId) -> StringView<'_> {
        self.view(FlatString(atom))
    }

    /// Same code units?
    pub fn strings_equal(&mut self, a: StringId, b: StringId) -> Result<bool, Termination> {
        if a == b {
            return Ok(true);
        }
        let (atom_a, atom_b) = (self.string_cell(a).atom, self.string_cell(b).atom);
        if atom_a != NO_ATOM && atom_b != NO_ATOM {
            return Ok(atom_a == atom_b);
        }
        if self.string_length(a) != self.string_length(b) {
            return Ok(false);
        }
        let (a, b) = (self.flatten(a)?, self.flatten(b)?);
        Ok(self.find_difference(a, b)?.is_none())
    }

    /// How two strings stand to each other by their code units (IsLessThan, ECMA-262 7.2.13 step 3).
    pub fn compare_strings(&mut self, a: FlatString, b: FlatString) -> Result<Ordering, Termination> {
        match self.find_difference(a, b)? {
            Some(order) => Ok(order),
            None => Ok(self.view(a).len().cmp(&self.view(b).len())),
        }
    }

    /// The order of the first units that differ; none where one string begins with the other.
    fn find_difference(&mut self, a: FlatString, b: FlatString) -> Result<Option<Ordering>, Termination> {
        let (a, b, budget) = self.views_and_budget(a, b);
        let length = a.len().min(b.len());
        let per_tick = match (a, b) {
            (StringView::Latin1(_), StringView::Latin1(_)) => UNITS_COMPARED_PER_TICK,
            _ => UNITS_PER_TICK,
        };
        budget.find_in_pieces(length, per_tick, |piece| {
            let order = a.slice(piece.start, piece.end).compare(b.slice(piece.start, piece.end));
            order.is_ne().then_some(order)
        })
    }

    /// The one string with these units that serves as property name.
    pub fn intern(&mut self, id: StringId) -> Result<StringId, Termination> {
        let atom = self.string_cell(id).atom;
        if atom != NO_ATOM { Ok(StringId(atom)) } else { self.intern_new(id) }
    }

    fn intern_new(&mut self, id: StringId) -> Result<StringId, Termination> {
        let flat = self.flatten(id)?;
        if let Some(atom) = fixed_atom(self.view(flat)) {
            self.strings.get_mut_light(id.0).atom = atom.0;
            return Ok(atom);
        }
        let hash = self.string_hash(flat)?;
        let (strings, view) = (&self.strings, self.view(flat));
        let same = |&other: &StringId| strings.view(other).equals(view);
        let atom = match self.interned.atoms.find(spread(hash), same) {
            Some(&atom) => self.found_string(atom),
            None => {
                self.insert_atom(id, hash);
                id
            }
        };
        self.strings.get_mut_light(id.0).atom = atom.0;
        Ok(atom)
    }

    /// The property name with this text.
    pub fn intern_text(&mut self, text: &str) -> StringId {
        if text.is_ascii() && text.len() <= SHORT_LENGTH {
            return self.intern_short(text.as_bytes());
        }
        let id = self.new_string(text);
        // Flat already, so nothing can fail.
        self.intern(id).unwrap_or(id)
    }

    /// The property name with these characters, which a cell has room for: of built-ins there are many, so the hash is taken
    /// once.
    fn intern_short(&mut self, characters: &[u8]) -> StringId {
        let view = StringView::Latin1(characters);
        let hash = view.hash(self.interned.seed);
        if let Some(atom) = self.find_hashed(view, hash) {
            return atom;
        }
        let id = self.insert_string(StringData::latin1(characters));
        let cell = self.strings.get_mut_light(id.0);
        (cell.hash, cell.atom) = (hash, id.0);
        self.insert_atom(id, hash);
        id
    }

    fn insert_atom(&mut self, id: StringId, hash: u32) {
        let strings = &self.strings;
        let before = self.interned.bytes();
        self.interned.atoms.insert_unique(spread(hash), id, |&other: &StringId| spread(strings.get(other.0).hash));
        let after = self.interned.bytes();
        self.account_change(before, after);
    }

    /// Of a word that a script may have chosen.
    #[inline(always)]
    pub(crate) fn hash_of_word(&self, word: u64) -> u32 {
        self.interned.seed.hash_word(word) as u32
    }

    #[inline]
    pub(crate) fn string_hash(&mut self, string: FlatString) -> Result<u32, Termination> {
        let hash = self.string_cell(string.0).hash;
        if hash != 0 {
            return Ok(hash);
        }
        let seed = self.interned.seed;
        let (view, budget) = self.view_and_budget(string);
        let hash = hash_view(view, seed, budget)?;
        self.strings.get_mut_light(string.0.0).hash = hash;
        Ok(hash)
    }

    /// The property key of a string: an array index or an interned name.
    pub fn key_of_string(&mut self, id: StringId) -> Result<PropertyKey, Termination> {
        let cell = self.string_cell(id);
        if cell.atom == id.0 {
            // Strings that spell a small index are never interned.
            return Ok(PropertyKey::from_atom(id));
        }
        let flat = self.flatten(id)?;
        match self.view(flat).array_index().and_then(PropertyKey::from_index) {
            Some(key) => Ok(key),
            None => Ok(PropertyKey::from_atom(self.intern(id)?)),
        }
    }

    /// The property key with these units. Makes a string only where no property has had this name yet.
    pub fn key_of_view(&mut self, view: StringView<'_>) -> Result<PropertyKey, Termination> {
        if let Some(key) = view.array_index().and_then(PropertyKey::from_index) {
            return Ok(key);
        }
        let hash = hash_view(view, self.interned.seed, &mut self.budget)?;
        if let Some(atom) = self.find_hashed(view, hash) {
            return Ok(PropertyKey::from_atom(atom));
        }
        self.require_room(view.len() * 2)?;
        let id = match view {
            StringView::Latin1(bytes) => self.new_latin1(bytes),
            StringView::Utf16(units) => self.new_utf16(units),
        };
        self.key_of_string(id)
    }

    /// The interned string with these units, if there is one.
    pub fn find_interned(&self, view: StringView<'_>) -> Option<StringId> {
        self.find_hashed(view, view.hash(self.interned.seed))
    }

    fn find_hashed(&self, view: StringView<'_>, hash: u32) -> Option<StringId> {
        if let Some(atom) = fixed_atom(view) {
            return Some(atom);
        }
        let same = |&other: &StringId| self.atom_view(other).equals(view);
        self.interned.atoms.find(spread(hash), same).map(|&atom| self.found_string(atom))
    }

    /// The property key with this text.
    pub fn key(&mut self, text: &str) -> PropertyKey {
        let is_index = text.starts_with(|first: char| first.is_ascii_digit());
        if text.is_ascii() && !is_index && text.len() <= SHORT_LENGTH {
            return PropertyKey::from_atom(self.intern_short(text.as_bytes()));
        }
        let id = self.new_string(text);
        self.key_of_string(id).unwrap_or(PropertyKey::from_atom(StringId::EMPTY))
    }

    #[inline(always)]
    pub(crate) fn string_cell(&self, id: StringId) -> &StringCell {
        self.strings.get(id.0)
    }

    pub(super) fn insert_string(&mut self, data: StringData) -> StringId {
        let cell = StringCell { data, hash: 0, atom: NO_ATOM };
        let payload = cell.payload_bytes();
        if payload == 0 {
            return StringId(self.strings.insert_light(cell, &mut self.budget));
        }
        self.account(payload);
        StringId(self.strings.insert(cell, &mut self.budget))
    }

    /// Makes the strings with fixed ids: all one-character Latin-1 strings, the empty one, the well-known names.
    pub(crate) fn make_fixed_strings(&mut self, names: &[&str]) {
        let before = self.interned.bytes();
        self.interned.atoms.reserve(names.len() + ROOM_FOR_NAMES, |_| 0);
        let after = self.interned.bytes();
        self.account_change(before, after);
        self.strings.reserve(StringId::EMPTY.0 as usize + names.len() + ROOM_FOR_NAMES, &mut self.budget);
        for byte in 0..=255u8 {
            self.insert_string(StringData::latin1([byte]));
        }
        self.insert_string(StringData::latin1([]));
        for (place, name) in (StringId::EMPTY.0 + 1..).zip(names) {
            let atom = self.intern_text(name);
            debug_assert!(atom == StringId(place), "the well-known name {name} stands twice in its table");
        }
    }

    pub(super) fn interned_bytes(&self) -> usize {
        self.interned.bytes()
    }

    /// Forgets interned strings that are about to be freed. False where it was to stop before the end.
    pub(super) fn sweep_interned(&mut self, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
        let (strings, budget) = (&self.strings, &self.budget);
        let hash_of = |atom: &StringId| spread(strings.get(atom.0).hash);
        self.interned.atoms.retain(|atom| strings.is_marked(atom.0), hash_of, || is_to_stop(budget))
    }
}

/// Texts up to this length are copied at once.
const LONG_TEXT: usize = 1 << 14;

fn copy_in_pieces<T: Copy>(units: &[T], budget: &mut Budget) -> Result<Vec<T>, Termination> {
    let mut copy = Vec::with_capacity(units.len());
    budget.in_pieces(units.len(), UNITS_COMPARED_PER_TICK, |piece| copy.extend_from_slice(&units[piece]))?;
    Ok(copy)
}

/// The hash of a string that may be long.
#[inline]
fn hash_view(view: StringView<'_>, seed: HashSeed, budget: &mut Budget) -> Result<u32, Termination> {
    if view.len() < 2 * UNITS_PER_TICK as usize { Ok(view.hash(seed)) } else { hash_in_pieces(view, seed, budget) }
}

fn hash_in_pieces(view: StringView<'_>, seed: HashSeed, budget: &mut Budget) -> Result<u32, Termination> {
    let mut hash = seed.begin();
    budget.in_pieces(view.len(), UNITS_PER_TICK, |piece| match view.slice(piece.start, piece.end) {
        StringView::Latin1(bytes) => hash.push_latin1(bytes),
        StringView::Utf16(units) => hash.push_utf16(units),
    })?;
    Ok(hash.finish() as u32 | 1)
}

/// The string of these characters, if it is one of those that are always there: that of none or of one.
#[inline]
fn fixed_string(characters: &[u8]) -> Option<StringId> {
    match *characters {
        [] => Some(StringId::EMPTY),
        [byte] => Some(StringId::character(byte)),
        _ => None,
    }
}

/// The interned string with these units, where it is one of those that need no table: a character, or nothing. Digits are
/// indices.
#[inline]
fn fixed_atom(view: StringView<'_>) -> Option<StringId> {
    match (view.len(), view.get(0)) {
        (0, _) => Some(StringId::EMPTY),
        (1, Some(unit)) => u8::try_from(unit).ok().filter(|unit| !unit.is_ascii_digit()).map(StringId::character),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_cell_is_small_and_holds_short_strings() {
        assert_eq!(size_of::<StringCell>(), 32);
        for length in 0..2 * SHORT_LENGTH {
            let characters = vec![b'x'; length];
            let data = StringData::latin1(characters.as_slice());
            assert_eq!(matches!(data, StringData::Short { .. }), length <= SHORT_LENGTH);
            let cell = StringCell { data, hash: 0, atom: NO_ATOM };
            assert_eq!(cell.data.own_view().as_latin1(), Some(characters.as_slice()));
            assert_eq!(cell.payload_bytes() == 0, length <= SHORT_LENGTH);
        }
    }
}
