//! Operations on strings of the heap.

use std::cmp::Ordering;
use std::ops::Range;

use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, UNITS_PER_TICK};
use ferrotape_budget::{Budget, Termination};
use ferrotape_text::{HashSeed, Text, TextView, spread};

use crate::heap::Heap;
use crate::heap::arena::Arena;
use crate::heap::marking;
use crate::heap::string::{FlatString, NO_ATOM, SHORT_LENGTH, SLICE_LENGTH, StringCell, StringData, StringView};
use crate::id::StringId;
use crate::property_key::PropertyKey;

/// Longest text that is copied at once.
const LONG_TEXT: usize = 1 << 14;

/// Most units of a whole for each unit of a part that shares them.
const PARENT_PER_SLICE: usize = 8;

/// Room is made for new names if there is more than one for this many existing ones.
const NAMES_PER_EXPECTED: usize = 2;
/// Size above which tables grow little by little.
const MOST_EXPECTED: usize = 1 << 14;

/// Strings that there is room for from the beginning, besides those with fixed ids: the names of globals.
const ROOM_FOR_NAMES: usize = 96;
/// Strings of small programs and of the built-ins that they touch: without this room, the arena is copied for the last few.
const ROOM_FOR_STRINGS: usize = 88;

impl Heap {
    /// Length in code units.
    #[inline]
    pub fn string_length(&self, id: StringId) -> usize {
        self.string_cell(id).data.length()
    }

    /// Makes a string of Latin-1 bytes. For lengths that scripts control, charge first: [`Heap::take`].
    pub fn new_latin1(&mut self, bytes: impl AsRef<[u8]> + Into<Box<[u8]>>) -> StringId {
        match fixed_string(bytes.as_ref()) {
            Some(id) => id,
            None if bytes.as_ref().len() <= SHORT_LENGTH => insert_short(self, bytes.as_ref()),
            None => self.insert_string(StringData::Latin1(bytes.into())),
        }
    }

    /// Makes a string of Rust text.
    pub fn new_string(&mut self, text: &str) -> StringId {
        if text.is_ascii() { self.new_latin1(text.as_bytes()) } else { self.new_text(&Text::from_utf8(text)) }
    }

    pub fn new_text(&mut self, text: &Text) -> StringId {
        match text.view() {
            TextView::Latin1(bytes) => self.new_latin1(bytes),
            TextView::Utf16(units) => new_utf16(self, units),
        }
    }

    /// The string of one code unit.
    pub fn character(&mut self, unit: u16) -> StringId {
        match u8::try_from(unit) {
            Ok(byte) => StringId::character(byte),
            Err(_) => self.insert_string(StringData::Utf16(Box::new([unit]))),
        }
    }

    /// Part of a flat string; clamps unless `start <= end <= length`. A long part shares the units if they are enough
    /// for what it keeps alive. Ticks for units that are copied.
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
                let mut copy = [0; SHORT_LENGTH];
                if let Some(copy) = copy.get_mut(..bytes.len()) {
                    copy.copy_from_slice(bytes);
                    return Ok(insert_short(self, copy));
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
        long_substring(self, string, start, end)
    }

    /// The code units of a flat string.
    #[inline]
    pub fn view(&self, string: FlatString) -> StringView<'_> {
        self.strings.view(string.0)
    }

    /// The code units of a flat string, and the budget for work on them.
    #[inline]
    pub fn view_and_budget(&mut self, string: FlatString) -> (StringView<'_>, &mut Budget) {
        (self.strings.view(string.0), &mut self.budget)
    }

    /// The units of a property name: interned strings are always flat.
    pub fn atom_view(&self, atom: StringId) -> StringView<'_> {
        self.view(FlatString(atom))
    }

    /// Interns a text as a property name.
    pub fn intern_text(&mut self, text: &str) -> StringId {
        if text.is_ascii() && text.len() <= SHORT_LENGTH {
            return intern_short(self, text.as_bytes());
        }
        let id = self.new_string(text);
        // Flat already, so nothing can fail.
        intern(self, id).unwrap_or(id)
    }

    /// The property key of a string: an array index or an interned name.
    pub fn key_of_string(&mut self, id: StringId) -> Result<PropertyKey, Termination> {
        // Strings that spell a small index are never interned.
        if let Some(key) = self.key_of_interned(id) {
            return Ok(key);
        }
        let flat = self.flatten(id)?;
        match self.view(flat).array_index().and_then(PropertyKey::from_index) {
            Some(key) => Ok(key),
            None => Ok(PropertyKey::from_atom(intern(self, id)?)),
        }
    }

    /// The property key of a string that is an interned name, or knows the one with its units.
    #[inline(always)]
    pub fn key_of_interned(&self, id: StringId) -> Option<PropertyKey> {
        let atom = self.string_cell(id).atom;
        (atom != NO_ATOM).then(|| PropertyKey::from_atom(StringId(atom)))
    }

    /// The property key with this text.
    pub fn key(&mut self, text: &str) -> PropertyKey {
        let is_index = text.starts_with(|first: char| first.is_ascii_digit());
        if text.is_ascii() && !is_index && text.len() <= SHORT_LENGTH {
            return PropertyKey::from_atom(intern_short(self, text.as_bytes()));
        }
        let id = self.new_string(text);
        self.key_of_string(id).unwrap_or(PropertyKey::from_atom(StringId::EMPTY))
    }

    #[inline(always)]
    pub(crate) fn string_cell(&self, id: StringId) -> &StringCell {
        self.strings.get(id.0)
    }

    pub(in crate::heap) fn insert_string(&mut self, data: StringData) -> StringId {
        let cell = StringCell { data, hash: 0, atom: NO_ATOM };
        let payload = cell.payload_bytes();
        if payload == 0 {
            return StringId(self.strings.insert_light(cell, &mut self.budget));
        }
        self.resized(0, payload);
        StringId(self.strings.insert(cell, &mut self.budget))
    }
}

/// Makes a string of code units, narrowed to Latin-1 if they fit.
pub fn new_utf16(heap: &mut Heap, units: impl Into<Box<[u16]>>) -> StringId {
    let units = units.into();
    if units.iter().all(|&unit| unit <= 0xFF) {
        heap.new_latin1(units.iter().map(|&unit| unit as u8).collect::<Box<[u8]>>())
    } else {
        heap.insert_string(StringData::Utf16(units))
    }
}

/// Makes a string of a text that may be long. It is copied in pieces, for which the caller ticks.
pub fn new_long_text(heap: &mut Heap, text: &Text) -> Result<StringId, Termination> {
    match text.view() {
        TextView::Latin1(bytes) if bytes.len() > LONG_TEXT => {
            let copy = copy_in_pieces(bytes, &mut heap.budget)?;
            Ok(heap.new_latin1(copy))
        }
        // At least one unit is wide.
        TextView::Utf16(units) if units.len() > LONG_TEXT => {
            let copy = copy_in_pieces(units, &mut heap.budget)?;
            Ok(heap.insert_string(StringData::Utf16(copy.into())))
        }
        _ => Ok(heap.new_text(text)),
    }
}

/// The string of a text that code has as a name or a constant. It is interned unless it spells an array index: as keys
/// those are numbers, so here they are plain values.
pub(crate) fn string_of_code(heap: &mut Heap, text: &Text) -> Result<StringId, Termination> {
    if let TextView::Latin1(bytes) = text.view()
        && bytes.len() <= SHORT_LENGTH
        && !bytes.first().is_some_and(u8::is_ascii_digit)
    {
        return Ok(intern_short(heap, bytes));
    }
    let string = new_long_text(heap, text)?;
    heap.key_of_string(string)?;
    let atom = heap.string_cell(string).atom;
    Ok(if atom == NO_ATOM { string } else { StringId(atom) })
}

/// Makes a string of code units that may be many, narrowed to Latin-1 if they fit.
pub fn new_long_utf16(heap: &mut Heap, units: Vec<u16>) -> Result<StringId, Termination> {
    let is_wide = |piece: Range<usize>| has_wide_unit(&units[piece]).then_some(());
    if heap.budget.find_in_pieces(units.len(), UNITS_COMPARED_PER_TICK, is_wide)?.is_some() {
        heap.room(size_of_val(units.as_slice()))?;
        return Ok(heap.insert_string(StringData::Utf16(units.into())));
    }
    heap.room(units.len())?;
    let mut bytes = Vec::with_capacity(units.len());
    heap.budget.in_pieces(units.len(), UNITS_PER_TICK, |piece| {
        bytes.extend(units[piece].iter().map(|&unit| unit as u8));
    })?;
    Ok(heap.new_latin1(bytes))
}

/// Makes a substring beyond the short ones: a slice if it is long and a good part of its parent, otherwise a copy.
fn long_substring(heap: &mut Heap, string: FlatString, start: usize, end: usize) -> Result<StringId, Termination> {
    let length = end.saturating_sub(start);
    let (parent, offset) = match heap.string_cell(string.0).data {
        StringData::Slice { parent, start, .. } => (parent, start as usize),
        _ => (string.0, 0),
    };
    if length >= SLICE_LENGTH && length >= heap.string_length(parent) / PARENT_PER_SLICE {
        let start = (offset + start) as u32;
        return Ok(heap.insert_string(StringData::Slice { parent, start, length: length as u32 }));
    }
    heap.room(end.saturating_sub(start) * 2)?;
    match heap.view(string) {
        StringView::Latin1(_) => {
            let bytes = copy_units(heap, string, start, end, |view| view.as_latin1().unwrap_or_default())?;
            Ok(heap.insert_string(StringData::Latin1(bytes.into())))
        }
        StringView::Utf16(_) => {
            let units = copy_units(heap, string, start, end, |view| match view {
                StringView::Utf16(units) => units,
                StringView::Latin1(_) => &[],
            })?;
            new_long_utf16(heap, units)
        }
    }
}

/// Copies a part of a string; there must be room for it.
pub fn copy_units<U: Copy>(
    heap: &mut Heap,
    string: FlatString,
    start: usize,
    end: usize,
    units: impl Fn(StringView<'_>) -> &[U],
) -> Result<Vec<U>, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let units = units(view.slice(start, end));
    let mut copy = Vec::with_capacity(units.len());
    budget.in_pieces(units.len(), UNITS_PER_TICK, |piece| copy.extend_from_slice(&units[piece]))?;
    Ok(copy)
}

/// The code units of two flat strings, and the budget for work on them.
#[inline]
pub fn views_and_budget(
    heap: &mut Heap,
    a: FlatString,
    b: FlatString,
) -> (StringView<'_>, StringView<'_>, &mut Budget) {
    (heap.strings.view(a.0), heap.strings.view(b.0), &mut heap.budget)
}

/// Returns whether two strings have equal code units.
pub fn strings_equal(heap: &mut Heap, a: StringId, b: StringId) -> Result<bool, Termination> {
    if a == b {
        return Ok(true);
    }
    let (cell_a, cell_b) = (heap.string_cell(a), heap.string_cell(b));
    if cell_a.atom != NO_ATOM && cell_b.atom != NO_ATOM {
        return Ok(cell_a.atom == cell_b.atom);
    }
    // Fast path: what is compared at once takes no tick.
    if let (StringData::Short { length: length_a, bytes: a }, StringData::Short { length: length_b, bytes: b }) =
        (&cell_a.data, &cell_b.data)
    {
        let length = usize::from(*length_a);
        return Ok(length_a == length_b && a.iter().zip(b).take(length).all(|(a, b)| a == b));
    }
    if heap.string_length(a) != heap.string_length(b) {
        return Ok(false);
    }
    let (a, b) = (heap.flatten(a)?, heap.flatten(b)?);
    Ok(find_difference(heap, a, b)?.is_none())
}

/// Compares two strings by their code units (IsLessThan, ECMA-262 7.2.13 step 3).
pub fn compare_strings(heap: &mut Heap, a: FlatString, b: FlatString) -> Result<Ordering, Termination> {
    match find_difference(heap, a, b)? {
        Some(order) => Ok(order),
        None => Ok(heap.view(a).len().cmp(&heap.view(b).len())),
    }
}

/// Compares the first units that differ; none if one string begins with the other.
fn find_difference(heap: &mut Heap, a: FlatString, b: FlatString) -> Result<Option<Ordering>, Termination> {
    let (a, b, budget) = views_and_budget(heap, a, b);
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
pub fn intern(heap: &mut Heap, id: StringId) -> Result<StringId, Termination> {
    let atom = heap.string_cell(id).atom;
    if atom != NO_ATOM { Ok(StringId(atom)) } else { intern_new(heap, id) }
}

/// Finds the interned string with these units, or makes this string the interned one. The cell remembers the answer.
fn intern_new(heap: &mut Heap, id: StringId) -> Result<StringId, Termination> {
    let flat = heap.flatten(id)?;
    if let Some(atom) = fixed_atom(heap.view(flat)) {
        heap.strings.get_mut_light(id.0).atom = atom.0;
        return Ok(atom);
    }
    let hash = string_hash(heap, flat)?;
    let (strings, view) = (&heap.strings, heap.view(flat));
    let same = |&other: &StringId| strings.view(other).equals(view);
    let atom = match heap.interned.atoms.find(spread(hash), same) {
        Some(&atom) => marking::found_string(heap, atom),
        None => {
            insert_atom(heap, id, hash);
            id
        }
    };
    heap.strings.get_mut_light(id.0).atom = atom.0;
    Ok(atom)
}

/// Interns characters that fit in a cell. Built-ins have many such names, so the hash is computed once.
fn intern_short(heap: &mut Heap, characters: &[u8]) -> StringId {
    let view = StringView::Latin1(characters);
    let hash = view.hash(heap.interned.seed);
    if let Some(atom) = find_hashed(heap, view, hash) {
        return atom;
    }
    insert_name(heap, characters, hash)
}

/// Makes an interned string of Latin-1 characters that fit in a cell. There must be none with these characters yet.
#[inline]
fn insert_name(heap: &mut Heap, characters: &[u8], hash: u32) -> StringId {
    let id = insert_short(heap, characters);
    let cell = heap.strings.get_mut_light(id.0);
    (cell.hash, cell.atom) = (hash, id.0);
    insert_atom(heap, id, hash);
    id
}

/// Makes room for the names of loaded code, if they are many compared with the existing ones. So tables are not copied
/// again and again.
pub(crate) fn expect_names(heap: &mut Heap, count: usize) {
    let known = heap.interned.atoms.len();
    let bytes = count.saturating_mul(Arena::<StringCell>::PLACE_BYTES) + heap.interned.atoms.growth_of_many(count);
    if !(known / NAMES_PER_EXPECTED..=MOST_EXPECTED).contains(&count) || heap.room(bytes).is_err() {
        return;
    }
    let strings = &heap.strings;
    let before = heap.interned.bytes();
    heap.interned.atoms.reserve(count, |&other: &StringId| spread(strings.get(other.0).hash));
    let after = heap.interned.bytes();
    heap.resized(before, after);
    heap.strings.reserve(count, &mut heap.budget);
}

fn insert_atom(heap: &mut Heap, id: StringId, hash: u32) {
    let strings = &heap.strings;
    let before = heap.interned.bytes();
    heap.interned.atoms.insert_unique(spread(hash), id, |&other: &StringId| spread(strings.get(other.0).hash));
    let after = heap.interned.bytes();
    heap.resized(before, after);
}

/// Hash of a word that a script may have chosen.
#[inline(always)]
pub(crate) fn hash_of_word(heap: &Heap, word: u64) -> u32 {
    heap.interned.seed.hash_word(word) as u32
}

/// Hash of the units, computed once and kept in the cell. It depends on the heap's secret seed.
#[inline]
pub(crate) fn string_hash(heap: &mut Heap, string: FlatString) -> Result<u32, Termination> {
    let hash = heap.string_cell(string.0).hash;
    if hash != 0 {
        return Ok(hash);
    }
    let seed = heap.interned.seed;
    let (view, budget) = heap.view_and_budget(string);
    let hash = hash_view(view, seed, budget)?;
    heap.strings.get_mut_light(string.0.0).hash = hash;
    Ok(hash)
}

/// Returns whether a string's hash is known, and whether the interned string with these units is.
pub fn is_hashed_and_interned(heap: &Heap, id: StringId) -> (bool, bool) {
    let cell = heap.string_cell(id);
    (cell.hash != 0, cell.atom != NO_ATOM)
}

/// Computes what was known of a string in another engine.
pub fn find_out(heap: &mut Heap, id: StringId, is_hashed: bool, is_interned: bool) -> Result<(), Termination> {
    let flat = heap.flatten(id)?;
    if is_hashed {
        string_hash(heap, flat)?;
    }
    if is_interned {
        intern(heap, id)?;
    }
    Ok(())
}

/// The property key with these units. Makes a string only if no property has had this name yet.
pub fn key_of_view(heap: &mut Heap, view: StringView<'_>) -> Result<PropertyKey, Termination> {
    if let Some(key) = view.array_index().and_then(PropertyKey::from_index) {
        return Ok(key);
    }
    let hash = hash_view(view, heap.interned.seed, &mut heap.budget)?;
    if let Some(atom) = find_hashed(heap, view, hash) {
        return Ok(PropertyKey::from_atom(atom));
    }
    heap.room(view.len() * 2)?;
    let id = match view {
        StringView::Latin1(bytes) => heap.new_latin1(bytes),
        StringView::Utf16(units) => new_utf16(heap, units),
    };
    heap.key_of_string(id)
}

/// The interned string with these units, if there is one.
pub fn find_interned(heap: &Heap, view: StringView<'_>) -> Option<StringId> {
    find_hashed(heap, view, view.hash(heap.interned.seed))
}

fn find_hashed(heap: &Heap, view: StringView<'_>, hash: u32) -> Option<StringId> {
    if let Some(atom) = fixed_atom(view) {
        return Some(atom);
    }
    let same = |&other: &StringId| heap.atom_view(other).equals(view);
    heap.interned.atoms.find(spread(hash), same).map(|&atom| marking::found_string(heap, atom))
}

/// Makes a string of Latin-1 characters that fit in a cell. They are written in their final place, as copying a cell
/// that was just assembled waits until all its parts are stored.
#[inline]
pub(in crate::heap) fn insert_short(heap: &mut Heap, characters: &[u8]) -> StringId {
    let id = heap.strings.insert_light(StringCell::default(), &mut heap.budget);
    heap.strings.get_mut_light(id).data.set_short(characters);
    StringId(id)
}

/// Makes the strings with fixed ids: all one-character Latin-1 strings, the empty one, the well-known names.
pub(crate) fn make_fixed_strings(heap: &mut Heap, names: &[&str]) {
    let before = heap.interned.bytes();
    heap.interned.atoms.reserve(names.len() + ROOM_FOR_NAMES, |_| 0);
    let after = heap.interned.bytes();
    heap.resized(before, after);
    heap.strings.reserve(StringId::EMPTY.0 as usize + names.len() + ROOM_FOR_STRINGS, &mut heap.budget);
    heap.strings.extend_light((0..=u8::MAX).map(StringCell::of_character));
    insert_short(heap, &[]);
    for (place, name) in (StringId::EMPTY.0 + 1..).zip(names) {
        let atom = if name.len() <= SHORT_LENGTH && name.is_ascii() {
            let view = StringView::Latin1(name.as_bytes());
            let hash = view.hash(heap.interned.seed);
            debug_assert!(
                find_hashed(heap, view, hash).is_none(),
                "the well-known name {name} stands twice in its table"
            );
            insert_name(heap, name.as_bytes(), hash)
        } else {
            heap.intern_text(name)
        };
        debug_assert!(atom == StringId(place), "fixed strings have ids in the order of their table");
    }
}

pub(in crate::heap) fn interned_bytes(heap: &Heap) -> usize {
    heap.interned.bytes()
}

/// Forgets interned strings that are about to be freed. False if it was stopped before the end.
pub(in crate::heap) fn sweep_interned(heap: &mut Heap, is_to_stop: impl Fn(&Budget) -> bool) -> bool {
    let (strings, budget) = (&heap.strings, &heap.budget);
    let hash_of = |atom: &StringId| spread(strings.get(atom.0).hash);
    heap.interned.atoms.retain(|atom| strings.is_marked(atom.0), hash_of, || is_to_stop(budget))
}

/// Returns whether any of these units is not Latin-1. Wide text usually shows it early; otherwise all units are checked
/// together.
fn has_wide_unit(units: &[u16]) -> bool {
    let (start, rest) = units.split_at(units.len().min(8));
    start.iter().any(|&unit| unit > 0xFF) || rest.iter().fold(0, |all, &unit| all | unit) > 0xFF
}

fn copy_in_pieces<T: Copy>(units: &[T], budget: &mut Budget) -> Result<Vec<T>, Termination> {
    let mut copy = Vec::with_capacity(units.len());
    budget.in_pieces(units.len(), UNITS_COMPARED_PER_TICK, |piece| copy.extend_from_slice(&units[piece]))?;
    Ok(copy)
}

/// Hashes a string that may be long.
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

/// The string of these characters, if it always exists: the empty one, or one of one character.
#[inline]
fn fixed_string(characters: &[u8]) -> Option<StringId> {
    match *characters {
        [] => Some(StringId::EMPTY),
        [byte] => Some(StringId::character(byte)),
        _ => None,
    }
}

/// The interned string with these units, if it needs no table: a character, or the empty one. Digits are indices.
#[inline]
fn fixed_atom(view: StringView<'_>) -> Option<StringId> {
    match (view.len(), view.get(0)) {
        (0, _) => Some(StringId::EMPTY),
        (1, Some(unit)) => u8::try_from(unit).ok().filter(|unit| !unit.is_ascii_digit()).map(StringId::character),
        _ => None,
    }
}
