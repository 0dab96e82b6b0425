//! Interner: stores each different text once, under a small number.

use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};

use crate::split_table::{SplitTable, spread};
use crate::string::TextView;
use crate::{HashSeed, Text};

/// Number of a text in its [`Interner`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub u32);

/// Maps equal texts to equal names. Names count up from 0, in the order of first appearance.
pub struct Interner {
    texts: Vec<Text>,
    names: SplitTable<Entry>,
    seed: HashSeed,
    text_bytes: usize,
}

/// A name with the hash of its text, so that a growing table need not read the texts.
struct Entry {
    hash: u32,
    name: Name,
}

/// Length from which the hash of a text can be made of pieces.
const LONG: usize = 1 << 14;

impl Default for Interner {
    fn default() -> Self {
        Interner { texts: Vec::new(), names: SplitTable::new(), seed: HashSeed::random(), text_bytes: 0 }
    }
}

impl Interner {
    /// Returns the name of ASCII text. Allocates only if the text is new.
    #[inline]
    pub fn intern_ascii(&mut self, text: &str) -> Name {
        debug_assert!(text.is_ascii());
        let view = TextView::Latin1(text.as_bytes());
        let hash = narrowed(hash(view, self.seed));
        match self.find(hash, view) {
            Some(name) => name,
            None => self.insert(hash, Text::from_latin1(text.as_bytes())),
        }
    }

    /// Returns the name of ASCII text that may be long. It is hashed and copied in pieces.
    pub fn intern_long_ascii(&mut self, text: &str, budget: &mut Budget) -> Result<Name, Termination> {
        debug_assert!(text.is_ascii());
        let hash = narrowed(hash_in_pieces(TextView::Latin1(text.as_bytes()), self.seed, budget)?);
        if let Some(name) = self.find(hash, TextView::Latin1(text.as_bytes())) {
            return Ok(name);
        }
        let mut bytes = Vec::with_capacity(text.len());
        let source = text.as_bytes();
        budget.in_pieces(source.len(), UNITS_COMPARED_PER_TICK, |piece| bytes.extend_from_slice(&source[piece]))?;
        Ok(self.insert(hash, Text::from_latin1_vector(bytes)))
    }

    /// Returns the name of UTF-8 text.
    pub fn intern_utf8(&mut self, text: &str) -> Name {
        if text.is_ascii() { self.intern_ascii(text) } else { self.intern(Text::from_utf8(text)) }
    }

    pub fn intern(&mut self, text: Text) -> Name {
        let hash = narrowed(hash(text.view(), self.seed));
        self.find(hash, text.view()).unwrap_or_else(|| self.insert(hash, text))
    }

    /// Returns the name of a text that may be long. It is hashed in pieces.
    pub fn intern_long(&mut self, text: Text, budget: &mut Budget) -> Result<Name, Termination> {
        let hash = narrowed(hash_in_pieces(text.view(), self.seed, budget)?);
        Ok(self.find(hash, text.view()).unwrap_or_else(|| self.insert(hash, text)))
    }

    pub fn text(&self, name: Name) -> &Text {
        &self.texts[name.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the bytes of memory that the texts and the table take.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.text_bytes + self.texts.capacity() * size_of::<Text>() + self.names.bytes()
    }

    /// Returns all texts, in the order of their names, in no more memory than they need.
    pub fn into_texts(mut self) -> Vec<Text> {
        self.texts.shrink_to_fit();
        self.texts
    }

    #[inline(always)]
    fn find(&self, hash: u32, view: TextView<'_>) -> Option<Name> {
        let texts = &self.texts;
        let is_same = |entry: &Entry| entry.hash == hash && texts[entry.name.0 as usize].view() == view;
        self.names.find(spread(hash), is_same).map(|entry| entry.name)
    }

    fn insert(&mut self, hash: u32, text: Text) -> Name {
        let name = Name(self.texts.len() as u32);
        let bytes = text.bytes();
        self.text_bytes += allocation_bytes(bytes);
        self.texts.push(text);
        self.names.insert_unique(spread(hash), Entry { hash, name }, |entry| spread(entry.hash));
        name
    }
}

/// Returns the part of a hash that the table keeps.
#[inline(always)]
fn narrowed(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

#[inline(always)]
fn hash(view: TextView<'_>, seed: HashSeed) -> u64 {
    match view {
        TextView::Latin1(bytes) if bytes.len() < LONG => seed.hash_bytes(bytes),
        TextView::Latin1(bytes) => seed.hash_latin1(bytes),
        TextView::Utf16(units) => seed.hash_utf16(units),
    }
}

/// Computes [`hash`] with checks of the budget.
fn hash_in_pieces(view: TextView<'_>, seed: HashSeed, budget: &mut Budget) -> Result<u64, Termination> {
    let mut long = seed.begin();
    match view {
        TextView::Latin1(bytes) if bytes.len() < LONG => return Ok(seed.hash_bytes(bytes)),
        TextView::Latin1(bytes) => {
            budget.in_pieces(bytes.len(), UNITS_COMPARED_PER_TICK, |piece| long.push_latin1(&bytes[piece]))?
        }
        TextView::Utf16(units) => {
            budget.in_pieces(units.len(), UNITS_COMPARED_PER_TICK, |piece| long.push_utf16(&units[piece]))?
        }
    }
    Ok(long.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_names_whatever_way_they_came() {
        let mut interner = Interner::default();
        let a = interner.intern_ascii("abc");
        assert_eq!(interner.intern(Text::from_utf8("abc")), a);
        assert_eq!(interner.intern(Text::from_units(&[97, 98, 99])), a);
        let lone = interner.intern(Text::from_units(&[0xD800]));
        assert_ne!(lone, a);
        assert_eq!(interner.intern_utf8("é"), interner.intern(Text::from_units(&[0xE9])));
        assert_eq!(interner.len(), 3);
    }
    #[test]
    fn long_texts_have_the_name_that_they_have_at_once_and_are_read_in_pieces() {
        for text in
            ["a".repeat(LONG - 1), "a".repeat(LONG), "b".repeat(1 << 21), format!("{}\u{3BB}", "c".repeat(LONG))]
        {
            let mut interner = Interner::default();
            let (name, other) = (interner.intern_utf8(&text), Text::from_utf8(&text));
            assert_eq!(interner.intern_long(other, &mut Budget::default()), Ok(name));
            if text.is_ascii() {
                assert_eq!(interner.intern_long_ascii(&text, &mut Budget::default()), Ok(name));
            }
            assert_eq!(interner.len(), 1);
            assert_eq!(interner.text(name), &Text::from_utf8(&text));
        }
        let (text, mut budget) = ("a".repeat(1 << 24), Budget::default());
        budget.set_fuel(Some(1 << 14));
        let mut interner = Interner::default();
        assert_eq!(interner.intern_long_ascii(&text, &mut budget), Err(Termination::OutOfFuel));
        assert_eq!(interner.intern_long(Text::from_utf8(&text), &mut budget), Err(Termination::OutOfFuel));
        assert!(interner.is_empty());
    }
}
