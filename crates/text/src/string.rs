//! String constants as ECMAScript sees them: sequences of 16-bit code units, including lone surrogates.

use std::fmt;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::giving_back::GivenBack;
use ferrotape_budget::{Budget, Termination};

/// A string constant. Units that all fit in Latin-1 are stored in a byte each, so equal strings are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Text(Units);

/// Storage of the units. Most names are short and need no allocation, so that a million of them is made and dropped
/// quickly.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Units {
    /// A few Latin-1 units; bytes beyond the length are zero.
    Short(u8, [u8; SHORT]),
    /// More Latin-1 units than fit in [`SHORT`].
    Latin1(GivenBack<Box<[u8]>>),
    /// Units of which at least one is above 0xFF.
    Utf16(GivenBack<Box<[u16]>>),
}

/// Most Latin-1 units stored in the value itself.
const SHORT: usize = 22;

/// The units of a [`Text`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TextView<'t> {
    Latin1(&'t [u8]),
    /// Units of which at least one is above 0xFF.
    Utf16(&'t [u16]),
}

impl Units {
    fn latin1(bytes: impl Into<Box<[u8]>>) -> Self {
        Units::Latin1(GivenBack::from(bytes.into()))
    }

    fn utf16(units: impl Into<Box<[u16]>>) -> Self {
        Units::Utf16(GivenBack::from(units.into()))
    }
}

impl Text {
    /// Makes a text of UTF-8.
    pub fn from_utf8(text: &str) -> Self {
        if text.is_ascii() {
            return Text::from_latin1(text.as_bytes());
        }
        let mut builder = TextBuilder::default();
        for character in text.chars() {
            builder.push_char(character);
        }
        builder.finish()
    }

    /// Makes a text of Latin-1 units.
    #[inline]
    pub fn from_latin1(bytes: &[u8]) -> Self {
        if bytes.len() > SHORT {
            return Text(Units::latin1(bytes));
        }
        let mut short = [0; SHORT];
        short[..bytes.len()].copy_from_slice(bytes);
        Text(Units::Short(bytes.len() as u8, short))
    }

    /// Makes a text of Latin-1 units, without a copy if there are many.
    pub fn from_latin1_vector(bytes: Vec<u8>) -> Self {
        if bytes.len() > SHORT { Text(Units::latin1(bytes)) } else { Text::from_latin1(&bytes) }
    }

    /// Makes a text of code units, and narrows them to Latin-1 if all fit.
    pub fn from_units(units: &[u16]) -> Self {
        if units.iter().all(|&unit| unit <= 0xFF) {
            Text::from_latin1_vector(units.iter().map(|&unit| unit as u8).collect())
        } else {
            Text(Units::utf16(units))
        }
    }

    #[inline(always)]
    pub fn view(&self) -> TextView<'_> {
        match &self.0 {
            Units::Short(length, bytes) => TextView::Latin1(&bytes[..(*length as usize).min(SHORT)]),
            Units::Latin1(bytes) => TextView::Latin1(bytes),
            Units::Utf16(units) => TextView::Utf16(units),
        }
    }

    /// Returns the length in code units.
    pub fn len(&self) -> usize {
        match self.view() {
            TextView::Latin1(bytes) => bytes.len(),
            TextView::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes of memory that the text takes besides its own size.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Units::Short(..) => 0,
            Units::Latin1(bytes) => bytes.len(),
            Units::Utf16(units) => size_of_val(&***units),
        }
    }

    /// Iterates over the code units.
    pub fn units(&self) -> impl Iterator<Item = u16> + '_ {
        let view = self.view();
        (0..self.len()).map(move |index| match view {
            TextView::Latin1(bytes) => bytes[index].into(),
            TextView::Utf16(units) => units[index],
        })
    }

    /// Iterates over the code points; lone surrogates become U+FFFD.
    pub(crate) fn characters(&self) -> impl Iterator<Item = char> + '_ {
        char::decode_utf16(self.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
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

/// Collects code units, in one byte each as long as that is enough.
#[derive(Default)]
pub struct TextBuilder {
    /// The units before the first one above 0xFF.
    latin1: Vec<u8>,
    /// The first unit above 0xFF, and all units after it.
    utf16: Vec<u16>,
}

impl TextBuilder {
    pub fn is_empty(&self) -> bool {
        self.latin1.is_empty() && self.utf16.is_empty()
    }

    /// Returns the bytes that the collected units take in a text.
    pub fn bytes(&self) -> usize {
        let wide = if self.utf16.is_empty() { 0 } else { self.latin1.len() + size_of_val(self.utf16.as_slice()) };
        self.latin1.len() + wide
    }

    /// Returns the bytes of memory that the builder holds.
    pub fn capacity(&self) -> usize {
        self.latin1.capacity() + self.utf16.capacity() * size_of::<u16>()
    }

    pub fn clear(&mut self) {
        self.latin1.clear();
        self.utf16.clear();
    }

    pub fn push_unit(&mut self, unit: u16) {
        if self.utf16.is_empty() && unit <= 0xFF {
            self.latin1.push(unit as u8);
        } else {
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
        match text.view() {
            TextView::Latin1(bytes) if self.utf16.is_empty() => self.latin1.extend_from_slice(bytes),
            _ => text.units().for_each(|unit| self.push_unit(unit)),
        }
    }

    /// Returns the collected text. The builder is empty afterwards, and keeps its memory.
    pub fn take(&mut self) -> Text {
        let text = if self.utf16.is_empty() {
            Text::from_latin1(&self.latin1)
        } else {
            let units: Box<[u16]> =
                self.latin1.iter().map(|&byte| byte.into()).chain(self.utf16.iter().copied()).collect();
            Text(Units::utf16(units))
        };
        self.clear();
        text
    }

    pub fn finish(mut self) -> Text {
        match self.latin1.is_empty() || self.utf16.is_empty() {
            true => self.into_text(),
            false => self.take(),
        }
    }

    /// Returns a text that may be long. It is widened in pieces, and not copied.
    pub fn finish_in_pieces(mut self, budget: &mut Budget) -> Result<Text, Termination> {
        if !self.latin1.is_empty() && !self.utf16.is_empty() {
            let (latin1, utf16) = (std::mem::take(&mut self.latin1), std::mem::take(&mut self.utf16));
            self.utf16.reserve_exact(latin1.len() + utf16.len());
            let all = &mut self.utf16;
            budget.in_pieces(latin1.len(), UNITS_PER_TICK, |piece| {
                all.extend(latin1[piece].iter().map(|&byte| u16::from(byte)));
            })?;
            budget.in_pieces(utf16.len(), UNITS_PER_TICK, |piece| all.extend_from_slice(&utf16[piece]))?;
        }
        Ok(self.into_text())
    }

    /// Makes a text of units that are all of one kind.
    fn into_text(self) -> Text {
        if self.utf16.is_empty() { Text::from_latin1_vector(self.latin1) } else { Text(Units::utf16(self.utf16)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_units_are_equal_texts_whatever_way_they_came() {
        assert_eq!(size_of::<Text>(), 24);
        for length in [0, 1, SHORT - 1, SHORT, SHORT + 1, 100] {
            for wide in [None, Some(0), Some(length / 2), Some(length)] {
                let mut units: Vec<u16> = (0..length as u16).map(|unit| unit % 0x100).collect();
                wide.inspect(|&place| units.insert(place, 0x3BB));
                let (mut builder, mut other) = (TextBuilder::default(), TextBuilder::default());
                units.iter().for_each(|&unit| builder.push_unit(unit));
                units.iter().for_each(|&unit| other.push_unit(unit));
                let text = Text::from_units(&units);
                assert_eq!(builder.bytes(), units.len() * if wide.is_some() { 2 } else { 1 });
                assert_eq!(builder.take(), text);
                assert_eq!(other.finish_in_pieces(&mut Budget::default()), Ok(text.clone()));
                assert_eq!((text.len(), text.units().collect::<Vec<_>>()), (units.len(), units));
            }
        }
    }

    #[test]
    fn a_long_text_is_widened_in_pieces() {
        let mut builder = TextBuilder::default();
        builder.push_str(&"a".repeat(1 << 20));
        builder.push_char('\u{3BB}');
        let mut budget = Budget::default();
        budget.set_fuel(Some(1 << 15));
        assert_eq!(builder.finish_in_pieces(&mut budget), Err(Termination::OutOfFuel));
    }
}
