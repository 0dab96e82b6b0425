//! Strings on the heap: Latin-1 or UTF-16 payload, or a rope that is flattened on demand.
//!
//! Strings never change as seen by scripts. A concatenation of some length is kept as a [`StringData::Rope`]; whoever needs the
//! code units asks [`Heap::flatten`] first and gets a [`FlatString`], the proof that [`Heap::view`] wants. A string that serves
//! as a property name is *interned*: its cell knows the one string with these units (`atom`).

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, UNITS_PER_TICK};
use ferrotape_text::{HashSeed, Text};
use hashbrown::HashTable;

use super::sweep::is_roomy;
use super::{Heap, StringId, allocation_bytes, give_back};
use crate::property_key::PropertyKey;

/// The longest string, in code units (as other engines have it: below 2^30).
pub const MAX_STRING_LENGTH: usize = (1 << 30) - 25;

/// Concatenations shorter than this are copied at once.
const ROPE_MIN_LENGTH: usize = 24;

// Flat ropes are charged as memory of their own.
const _: () = assert!(ROPE_MIN_LENGTH > SHORT_LENGTH);

/// Latin-1 characters that fit a cell.
pub(crate) const SHORT_LENGTH: usize = 22;

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
    /// Latin-1 characters, in the cell where they fit.
    #[inline]
    fn latin1(characters: impl AsRef<[u8]> + Into<Box<[u8]>>) -> Self {
        StringData::short(characters.as_ref()).unwrap_or_else(|| StringData::Latin1(characters.into()))
    }

    #[inline]
    fn short(characters: &[u8]) -> Option<Self> {
        let mut bytes = [0; SHORT_LENGTH];
        bytes.get_mut(..characters.len())?.copy_from_slice(characters);
        Some(StringData::Short { length: characters.len() as u8, bytes })
    }

    #[inline]
    fn length(&self) -> usize {
        match self {
            StringData::Short { length, .. } => (*length).into(),
            StringData::Latin1(bytes) => bytes.len(),
            StringData::Utf16(units) => units.len(),
            StringData::Rope { length, .. } => *length as usize,
        }
    }
}

impl StringCell {
    /// The code units; none while this is a rope.
    #[inline]
    pub fn view(&self) -> StringView<'_> {
        match &self.data {
            // The length is never more than there is.
            StringData::Short { length, bytes } => {
                StringView::Latin1(bytes.get(..usize::from(*length)).unwrap_or(bytes))
            }
            StringData::Latin1(bytes) => StringView::Latin1(bytes),
            StringData::Utf16(units) => StringView::Utf16(units),
            StringData::Rope { .. } => StringView::Latin1(&[]),
        }
    }

    /// Frees the string, where memory is scarce.
    pub fn give_back(self) {
        match self.data {
            StringData::Latin1(bytes) => give_back(bytes.into_vec()),
            StringData::Utf16(units) => give_back(units.into_vec()),
            StringData::Short { .. } | StringData::Rope { .. } => {}
        }
    }

    pub fn payload_bytes(&self) -> usize {
        match &self.data {
            StringData::Latin1(bytes) => allocation_bytes(bytes.len()),
            StringData::Utf16(units) => allocation_bytes(units.len() * 2),
            StringData::Short { .. } | StringData::Rope { .. } => 0,
        }
    }
}

/// A string known to be flat.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct FlatString(StringId);

impl FlatString {
    pub fn id(self) -> StringId {
        self.0
    }
}

/// The code units of a flat string.
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

    pub fn units(self) -> impl DoubleEndedIterator<Item = u16> + 'heap {
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
            _ => self.units().cmp(other.units()),
        }
    }

    /// As Rust text, lone surrogates replaced by U+FFFD.
    pub fn to_string_lossy(self) -> String {
        char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    }

    pub fn to_units(self) -> Vec<u16> {
        self.units().collect()
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
    atoms: HashTable<StringId>,
    seed: HashSeed,
}

impl InternTable {
    pub fn new(seed: u64) -> Self {
        InternTable { atoms: HashTable::new(), seed: HashSeed::new(seed) }
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.atoms.allocation_size())
    }
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
        match text {
            Text::Latin1(bytes) => self.new_latin1(bytes.clone()),
            Text::Utf16(units) => self.new_utf16(units.clone()),
        }
    }

    /// The string of one code unit.
    pub fn character(&mut self, unit: u16) -> StringId {
        match u8::try_from(unit) {
            Ok(byte) => StringId::character(byte),
            Err(_) => self.insert_string(StringData::Utf16(Box::new([unit]))),
        }
    }

    /// Part of a flat string; `start <= end <= length`, else clamped.
    pub fn substring(&mut self, string: FlatString, start: usize, end: usize) -> Result<StringId, Termination> {
        let view = self.view(string);
        let (start, end) = (start.min(view.len()), end.min(view.len()));
        if start == 0 && end == view.len() {
            return Ok(string.id());
        }
        self.require_room((end - start.min(end)) * 2)?;
        match self.view(string).slice(start, end) {
            StringView::Latin1(bytes) => match fixed_string(bytes) {
                Some(id) => Ok(id),
                None => {
                    let data = StringData::latin1(bytes);
                    Ok(self.insert_string(data))
                }
            },
            StringView::Utf16(units) => {
                let units: Box<[u16]> = units.into();
                Ok(self.new_utf16(units))
            }
        }
    }

    /// The concatenation, copied where short, else a rope. `None` where it would be longer than [`MAX_STRING_LENGTH`].
    pub fn concat(&mut self, left: StringId, right: StringId) -> Option<StringId> {
        let (left_length, right_length) = (self.string_length(left), self.string_length(right));
        if left_length == 0 {
            return Some(right);
        }
        if right_length == 0 {
            return Some(left);
        }
        let length = left_length + right_length;
        if length > MAX_STRING_LENGTH {
            return None;
        }
        let latin1 = self.is_latin1(left) && self.is_latin1(right);
        if length < ROPE_MIN_LENGTH
            && latin1
            && let (Some(a), Some(b)) = (self.flat_latin1(left), self.flat_latin1(right))
        {
            let mut bytes = [0; ROPE_MIN_LENGTH];
            bytes[..left_length].copy_from_slice(a);
            bytes[left_length..length].copy_from_slice(b);
            let data = StringData::latin1(&bytes[..length]);
            return Some(self.insert_string(data));
        }
        Some(self.insert_string(StringData::Rope { left, right, length: length as u32, latin1 }))
    }

    /// The characters, unless this is a rope or of two bytes each.
    fn flat_latin1(&self, id: StringId) -> Option<&[u8]> {
        let cell = self.string_cell(id);
        if let StringData::Rope { .. } = cell.data { None } else { cell.view().as_latin1() }
    }

    fn is_latin1(&self, id: StringId) -> bool {
        match &self.string_cell(id).data {
            StringData::Short { .. } | StringData::Latin1(_) => true,
            StringData::Utf16(_) => false,
            StringData::Rope { latin1, .. } => *latin1,
        }
    }

    /// Makes the units of a string contiguous. Ropes of any depth, without recursion.
    #[inline]
    pub fn flatten(&mut self, id: StringId) -> Result<FlatString, Termination> {
        match self.string_cell(id).data {
            StringData::Rope { length, latin1, .. } => {
                self.flatten_rope(id, length as usize, latin1)?;
                Ok(FlatString(id))
            }
            _ => Ok(FlatString(id)),
        }
    }

    fn flatten_rope(&mut self, id: StringId, length: usize, latin1: bool) -> Result<(), Termination> {
        self.tick(length as u64 / UNITS_PER_TICK)?;
        self.charge(allocation_bytes(if latin1 { length } else { length * 2 }))?;
        let data = if latin1 {
            let mut bytes = Vec::with_capacity(length);
            self.for_each_leaf(id, |leaf| bytes.extend_from_slice(leaf.as_latin1().unwrap_or_default()));
            // Ropes are longer than what fits a cell.
            StringData::Latin1(bytes.into())
        } else {
            let mut units = Vec::with_capacity(length);
            self.for_each_leaf(id, |leaf| units.extend(leaf.units()));
            StringData::Utf16(units.into())
        };
        self.strings.get_mut(id.0).data = data;
        Ok(())
    }

    fn for_each_leaf(&self, id: StringId, mut visit: impl FnMut(StringView<'_>)) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let cell = self.string_cell(id);
            match cell.data {
                StringData::Rope { left, right, .. } => pending.extend([right, left]),
                _ => visit(cell.view()),
            }
        }
    }

    /// The code units of a flat string.
    #[inline]
    pub fn view(&self, string: FlatString) -> StringView<'_> {
        self.string_cell(string.0).view()
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
        let length = self.string_length(a);
        if length != self.string_length(b) {
            return Ok(false);
        }
        self.tick(length as u64 / UNITS_COMPARED_PER_TICK)?;
        let (a, b) = (self.flatten(a)?, self.flatten(b)?);
        Ok(self.view(a).equals(self.view(b)))
    }

    /// The one string with these units that serves as property name.
    pub fn intern(&mut self, id: StringId) -> Result<StringId, Termination> {
        let atom = self.string_cell(id).atom;
        if atom != NO_ATOM { Ok(StringId(atom)) } else { self.intern_new(id) }
    }

    fn intern_new(&mut self, id: StringId) -> Result<StringId, Termination> {
        let flat = self.flatten(id)?;
        self.tick(self.string_length(id) as u64 / UNITS_PER_TICK)?;
        let hash = u64::from(self.string_hash(flat));
        let (strings, view) = (&self.strings, self.view(flat));
        let same = |other: &StringId| strings.get(other.0).view().equals(view);
        let atom = match self.interned.atoms.find(spread(hash), same) {
            Some(&atom) => atom,
            None => {
                let before = self.interned.bytes();
                let hash_of = |&other: &StringId| spread(u64::from(strings.get(other.0).hash));
                self.interned.atoms.insert_unique(spread(hash), id, hash_of);
                let after = self.interned.bytes();
                self.account_change(before, after);
                id
            }
        };
        self.strings.get_mut_light(id.0).atom = atom.0;
        Ok(atom)
    }

    /// The property name with this text.
    pub fn intern_text(&mut self, text: &str) -> StringId {
        let id = self.new_string(text);
        // Flat already, so nothing can fail.
        self.intern(id).unwrap_or(id)
    }

    fn string_hash(&mut self, string: FlatString) -> u32 {
        let hash = self.string_cell(string.0).hash;
        if hash != 0 {
            return hash;
        }
        let hash = self.view(string).hash(self.interned.seed);
        self.strings.get_mut_light(string.0.0).hash = hash;
        hash
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
        if let Some(atom) = self.find_interned(view) {
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
    pub(crate) fn find_interned(&self, view: StringView<'_>) -> Option<StringId> {
        let hash = u64::from(view.hash(self.interned.seed));
        let same = |&other: &StringId| self.atom_view(other).equals(view);
        self.interned.atoms.find(spread(hash), same).copied()
    }

    /// The property key with this text.
    pub fn key(&mut self, text: &str) -> PropertyKey {
        let id = self.new_string(text);
        self.key_of_string(id).unwrap_or(PropertyKey::from_atom(StringId::EMPTY))
    }

    #[inline(always)]
    pub(crate) fn string_cell(&self, id: StringId) -> &StringCell {
        self.strings.get(id.0)
    }

    fn insert_string(&mut self, data: StringData) -> StringId {
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
        for byte in 0..=255u8 {
            self.insert_string(StringData::latin1([byte]));
        }
        self.insert_string(StringData::latin1([]));
        for name in names {
            self.insert_string(StringData::latin1(name.as_bytes()));
        }
        for index in 0..self.strings.live() as u32 {
            let is_digit = (u32::from(b'0')..=u32::from(b'9')).contains(&index);
            if !is_digit {
                let atom = self.intern(StringId(index));
                debug_assert!(atom == Ok(StringId(index)), "well-known name {index} stands twice in its table");
            }
        }
    }

    pub(super) fn interned_bytes(&self) -> usize {
        self.interned.bytes()
    }

    /// Forgets interned strings that are about to be freed.
    pub(crate) fn sweep_interned(&mut self) {
        let strings = &self.strings;
        let atoms = &mut self.interned.atoms;
        atoms.retain(|atom| strings.is_marked(atom.0));
        if is_roomy(atoms.len(), atoms.capacity()) {
            atoms.shrink_to(atoms.len() * 2, |atom| spread(u64::from(strings.get(atom.0).hash)));
        }
    }
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

/// The hash table takes its control bits from the top of 64, our hash has 32.
fn spread(hash: u64) -> u64 {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
            assert_eq!(cell.view().as_latin1(), Some(characters.as_slice()));
            assert_eq!(cell.payload_bytes() == 0, length <= SHORT_LENGTH);
        }
    }
}
