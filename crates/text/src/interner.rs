//! Each different text once, under a small number.

use hashbrown::HashTable;

use crate::{HashSeed, Text};

/// The number of a text in its [`Interner`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub u32);

/// Gives equal texts equal names. Names count up from 0 in order of first appearance.
pub struct Interner {
    texts: Vec<Text>,
    names: HashTable<Entry>,
    seed: HashSeed,
    text_bytes: usize,
}

/// A name with the hash of its text, so that a table that grows need not look at the texts.
struct Entry {
    hash: u32,
    name: Name,
}

/// What the allocator adds to every block of memory.
const BLOCK_HEADER: usize = 16;

impl Default for Interner {
    fn default() -> Self {
        Interner { texts: Vec::new(), names: HashTable::new(), seed: HashSeed::random(), text_bytes: 0 }
    }
}

impl Interner {
    /// The name of ASCII text; allocates only where the text is new.
    pub fn intern_ascii(&mut self, text: &str) -> Name {
        debug_assert!(text.is_ascii());
        let hash = narrowed(self.seed.hash_bytes(text.as_bytes()));
        let texts = &self.texts;
        let is_same = |entry: &Entry| {
            entry.hash == hash
                && matches!(&texts[entry.name.0 as usize], Text::Latin1(bytes) if **bytes == *text.as_bytes())
        };
        match self.names.find(widened(hash), is_same) {
            Some(entry) => entry.name,
            None => self.insert(hash, Text::Latin1(text.as_bytes().into())),
        }
    }

    /// The name of UTF-8 text.
    pub fn intern_utf8(&mut self, text: &str) -> Name {
        if text.is_ascii() { self.intern_ascii(text) } else { self.intern(Text::from_utf8(text)) }
    }

    pub fn intern(&mut self, text: Text) -> Name {
        let hash = narrowed(hash(&text, self.seed));
        let texts = &self.texts;
        let is_same = |entry: &Entry| entry.hash == hash && texts[entry.name.0 as usize] == text;
        match self.names.find(widened(hash), is_same) {
            Some(entry) => entry.name,
            None => self.insert(hash, text),
        }
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

    /// Bytes of memory that the texts and the table take.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.text_bytes + self.texts.capacity() * size_of::<Text>() + self.names.capacity() * (size_of::<Entry>() + 1)
    }

    /// All texts in order of their names.
    pub fn into_texts(self) -> Vec<Text> {
        self.texts
    }

    fn insert(&mut self, hash: u32, text: Text) -> Name {
        let name = Name(self.texts.len() as u32);
        self.text_bytes += text.bytes() + BLOCK_HEADER;
        self.texts.push(text);
        self.names.insert_unique(widened(hash), Entry { hash, name }, |entry| widened(entry.hash));
        name
    }
}

/// The part of a hash that the table keeps.
#[inline(always)]
fn narrowed(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// A hash for the table, which looks at both ends of it.
#[inline(always)]
fn widened(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

fn hash(text: &Text, seed: HashSeed) -> u64 {
    match text {
        Text::Latin1(bytes) => seed.hash_bytes(bytes),
        Text::Utf16(units) => seed.hash_utf16(units),
    }
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
}
