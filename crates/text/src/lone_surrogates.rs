//! Source texts of code units as UTF-8, even if they contain lone surrogates.

use std::ops::RangeInclusive;

use crate::{Text, TextBuilder};

/// The characters of a UTF-8 text that stand for lone surrogates: a block for private use, of which the text itself
/// uses no character.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct LoneSurrogates {
    /// First character of the block; None if there are no lone surrogates.
    block: Option<u32>,
}

const SURROGATES: RangeInclusive<u32> = 0xD800..=0xDFFF;
const BLOCK_LENGTH: u32 = 0x800;
/// First character of the planes for private use.
const FIRST_BLOCK: u32 = 0xF_0000;
const BLOCKS: u32 = 64;

impl LoneSurrogates {
    /// Chooses a block for texts of these units. If the units use every block, which does not happen by chance, lone
    /// surrogates are replaced by U+FFFD.
    pub fn of(units: impl Iterator<Item = u16>) -> Self {
        let (mut used, mut are_there) = (0u64, false);
        for unit in char::decode_utf16(units) {
            match unit {
                Ok(character) if character as u32 >= FIRST_BLOCK => {
                    used |= 1 << ((character as u32 - FIRST_BLOCK) / BLOCK_LENGTH);
                }
                Ok(_) => {}
                Err(_) => are_there = true,
            }
        }
        let free = (!used).trailing_zeros();
        LoneSurrogates { block: (are_there && free < BLOCKS).then_some(FIRST_BLOCK + free * BLOCK_LENGTH) }
    }

    /// Returns the number of the block, from 1 on; 0 if there are no lone surrogates.
    pub fn number(self) -> u8 {
        self.block.map_or(0, |block| ((block - FIRST_BLOCK) / BLOCK_LENGTH + 1) as u8)
    }

    /// Returns the block with such a number, if there is one.
    pub fn of_number(number: u8) -> Option<Self> {
        let block = number.checked_sub(1).map(|number| FIRST_BLOCK + u32::from(number) * BLOCK_LENGTH);
        (u32::from(number) <= BLOCKS).then_some(LoneSurrogates { block })
    }

    /// Converts the units to UTF-8.
    pub fn to_utf8(self, units: impl Iterator<Item = u16>) -> String {
        let mut text = String::new();
        self.append_utf8(units, &mut text);
        text
    }

    /// Appends the units as UTF-8.
    pub fn append_utf8(self, units: impl Iterator<Item = u16>, text: &mut String) {
        let stand_in = |unit: u16| {
            let block = self.block?;
            char::from_u32(block + (u32::from(unit) - SURROGATES.start()))
        };
        for unit in char::decode_utf16(units) {
            text.push(unit.unwrap_or_else(|lone| stand_in(lone.unpaired_surrogate()).unwrap_or('\u{FFFD}')));
        }
    }

    /// Converts a piece of such UTF-8 back to units.
    pub fn text(self, utf8: &str) -> Text {
        if self.block.is_none() {
            return Text::from_utf8(utf8);
        }
        let mut builder = TextBuilder::default();
        self.push(&mut builder, utf8);
        builder.finish()
    }

    /// Appends the units of a piece of such UTF-8.
    pub fn push(self, builder: &mut TextBuilder, utf8: &str) {
        let Some(block) = self.block else { return builder.push_str(utf8) };
        for character in utf8.chars() {
            match (character as u32).checked_sub(block) {
                Some(place) if place < BLOCK_LENGTH => builder.push_unit((SURROGATES.start() + place) as u16),
                _ => builder.push_char(character),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(units: &[u16]) -> LoneSurrogates {
        let lone = LoneSurrogates::of(units.iter().copied());
        let utf8 = lone.to_utf8(units.iter().copied());
        assert_eq!(lone.text(&utf8).units().collect::<Vec<_>>(), units);
        lone
    }

    #[test]
    fn units_come_back() {
        assert_eq!(check(&[]), LoneSurrogates::default());
        assert_eq!(check(&[0x61, 0xE9, 0x416, 0xD83D, 0xDE00, 0xFFFF]), LoneSurrogates::default());
        for lone in [0xD800, 0xDBFF, 0xDC00, 0xDFFF] {
            assert_ne!(check(&[0x61, lone, 0x62]), LoneSurrogates::default());
            assert_ne!(check(&[0xD83D, 0xDE00, lone]), LoneSurrogates::default());
        }
        check(&[0xDE00, 0xD83D]);
    }

    #[test]
    fn characters_for_private_use_stay_what_they_are() {
        let (first, second) = (['\u{F0000}', '\u{F07FF}'], ['\u{F0800}', '\u{10FFFF}']);
        for characters in [first, second] {
            let mut units: Vec<u16> = String::from_iter(characters).encode_utf16().collect();
            units.push(0xD800);
            check(&units);
        }
    }

    #[test]
    fn a_text_that_uses_every_block_loses_them() {
        let text =
            String::from_iter((0..BLOCKS).filter_map(|index| char::from_u32(FIRST_BLOCK + index * BLOCK_LENGTH)));
        let units: Vec<u16> = text.encode_utf16().chain([0xD800]).collect();
        let lone = LoneSurrogates::of(units.iter().copied());
        assert_eq!(lone.to_utf8(units.iter().copied()), text + "\u{FFFD}");
    }
}
