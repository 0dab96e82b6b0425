//! Each different text once, under a small number.

use hashbrown::HashTable;

use crate::{HashSeed, Text};

/// The number of a text in its [`Interner`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub u32);

/// Gives equal texts equal names. Names count up from 0 in order of first appearance.
pub struct Interner {
    texts: Vec<Text>,
    names: HashTable<Name>,
    seed: HashSeed,
}

impl Default for Interner {
    fn default() -> Self {
        Interner { texts: Vec::new(), names: HashTable::new(), seed: HashSeed::random() }
    }
}

impl Interner {
    /// The name of ASCII text; allocates only where the text is new.
    pub fn intern_ascii(&mut self, text: &str) -> Name {
        debug_assert!(text.is_ascii());
        let hash = self.seed.hash_bytes(text.as_bytes());
        let texts = &self.texts;
        let is_same =
            |name: &Name| matches!(&texts[name.0 as usize], Text::Latin1(bytes) if **bytes == *text.as_bytes());
        match self.names.find(hash, is_same) {
            Some(&name) => name,
            None => self.insert(hash, Text::Latin1(text.as_bytes().into())),
        }
    }

    /// The name of UTF-8 text.
    pub fn intern_utf8(&mut self, text: &str) -> Name {
        if text.is_ascii() { self.intern_ascii(text) } else { self.intern(Text::from_utf8(text)) }
    }

    pub fn intern(&mut self, text: Text) -> Name {
        let hash = hash(&text, self.seed);
        let texts = &self.texts;
        match self.names.find(hash, |name| texts[name.0 as usize] == text) {
            Some(&name) => name,
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

    /// All texts in order of their names.
    pub fn into_texts(self) -> Vec<Text> {
        self.texts
    }

    fn insert(&mut self, hash: u64, text: Text) -> Name {
        let name = Name(self.texts.len() as u32);
        self.texts.push(text);
        let (texts, seed) = (&self.texts, self.seed);
        self.names.insert_unique(hash, name, |name| self::hash(&texts[name.0 as usize], seed));
        name
    }
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
