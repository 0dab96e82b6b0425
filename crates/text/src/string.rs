//! String constants as ECMAScript sees them: sequences of 16-bit code units, lone surrogates included.

use std::fmt;

/// A string constant. `Utf16` is used only when a code unit above 0xFF occurs, so equal strings are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Text {
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
}

impl Text {
    /// Takes UTF-8 text.
    pub fn from_utf8(text: &str) -> Self {
        if text.is_ascii() {
            return Text::Latin1(text.as_bytes().into());
        }
        let mut builder = TextBuilder::default();
        for character in text.chars() {
            builder.push_char(character);
        }
        builder.finish()
    }

    /// Takes code units, and narrows them to Latin-1 where all fit.
    pub fn from_units(units: &[u16]) -> Self {
        if units.iter().all(|&unit| unit <= 0xFF) {
            Text::Latin1(units.iter().map(|&unit| unit as u8).collect())
        } else {
            Text::Utf16(units.into())
        }
    }

    /// Length in code units.
    pub fn len(&self) -> usize {
        match self {
            Text::Latin1(bytes) => bytes.len(),
            Text::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that the units take.
    pub fn bytes(&self) -> usize {
        match self {
            Text::Latin1(bytes) => bytes.len(),
            Text::Utf16(units) => size_of_val(&**units),
        }
    }

    /// The code units in order.
    pub fn units(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.len()).map(|index| self.unit(index))
    }

    /// The code points in order; lone surrogates become U+FFFD.
    pub(crate) fn characters(&self) -> impl Iterator<Item = char> + '_ {
        char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn unit(&self, index: usize) -> u16 {
        match self {
            Text::Latin1(bytes) => bytes[index].into(),
            Text::Utf16(units) => units[index],
        }
    }
}

/// Shows lone surrogates as U+FFFD.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.characters().try_for_each(|character| write!(f, "{character}"))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

/// Collects code units, one byte each for as long as that is enough.
#[derive(Default)]
pub struct TextBuilder {
    latin1: Vec<u8>,
    /// Not empty only after a unit above 0xFF came; then `latin1` is empty.
    utf16: Vec<u16>,
}

impl TextBuilder {
    pub fn is_empty(&self) -> bool {
        self.latin1.is_empty() && self.utf16.is_empty()
    }

    /// Bytes that the units so far take.
    pub fn bytes(&self) -> usize {
        self.latin1.len() + size_of_val(self.utf16.as_slice())
    }

    /// Bytes of memory that the builder holds.
    pub fn capacity(&self) -> usize {
        self.latin1.capacity() + self.utf16.capacity() * size_of::<u16>()
    }

    pub fn clear(&mut self) {
        self.latin1.clear();
        self.utf16.clear();
    }

    pub fn push_unit(&mut self, unit: u16) {
        if !self.utf16.is_empty() {
            self.utf16.push(unit);
        } else if unit <= 0xFF {
            self.latin1.push(unit as u8);
        } else {
            self.utf16.extend(self.latin1.drain(..).map(u16::from));
            self.utf16.push(unit);
        }
    }

    pub fn push_char(&mut self, character: char) {
        let mut buffer = [0; 2];
        for &mut unit in character.encode_utf16(&mut buffer) {
            self.push_unit(unit);
        }
    }

    pub fn push_str(&mut self, text: &str) {
        if self.utf16.is_empty() && text.is_ascii() {
            self.latin1.extend_from_slice(text.as_bytes());
        } else {
            text.chars().for_each(|character| self.push_char(character));
        }
    }

    pub fn push_text(&mut self, text: &Text) {
        match text {
            Text::Latin1(bytes) if self.utf16.is_empty() => self.latin1.extend_from_slice(bytes),
            _ => text.units().for_each(|unit| self.push_unit(unit)),
        }
    }

    /// The text so far; the builder keeps its memory and is empty afterwards.
    pub fn take(&mut self) -> Text {
        let text = if self.utf16.is_empty() {
            Text::Latin1(self.latin1.as_slice().into())
        } else {
            Text::Utf16(self.utf16.as_slice().into())
        };
        self.clear();
        text
    }

    pub fn finish(mut self) -> Text {
        self.take()
    }
}
