//! Equality of characters under `i`.

use std::sync::OnceLock;

use ferrotape_budget::order;

use crate::character_set::{CharacterRange, CharacterSet};
use crate::unicode;

/// Canonicalize ( rer, ch ) without `u`, ECMA-262 22.2.2.7.3: the upper case if it is a single code unit. No character
/// outside of ASCII becomes ASCII.
#[inline]
fn canonicalize(unit: u32) -> u32 {
    if unit < 128 {
        return u32::from((unit as u8).to_ascii_uppercase());
    }
    canonicalize_wide(unit)
}

fn canonicalize_wide(unit: u32) -> u32 {
    let Some(character) = char::from_u32(unit) else { return unit };
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(single), None) if (128..=0xFFFF).contains(&u32::from(single)) => u32::from(single),
        _ => unit,
    }
}

/// The way in which characters are compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Folding {
    None,
    /// Comparison under `i` alone: by upper case.
    UpperCase,
    /// Comparison under `i` with `u` or `v`: by simple case folding.
    Simple,
}

impl Folding {
    /// Canonicalize ( rer, ch ), ECMA-262 22.2.2.7.3: returns one character for all equal ones. With simple case
    /// folding it is the least of them, not the one that Unicode folds to; the choice makes no difference.
    #[inline]
    pub fn canonical(self, character: u32) -> u32 {
        match self {
            Folding::None => character,
            Folding::UpperCase => canonicalize(character),
            Folding::Simple => fold(character),
        }
    }

    /// Returns all characters that equal one in the ranges.
    pub fn close(self, ranges: &[CharacterRange]) -> CharacterSet {
        let mut closed = ranges.to_vec();
        if self == Folding::UpperCase {
            ranges.iter().for_each(|&range| close_ascii(range, &mut closed));
        }
        let others = ranges.iter().flat_map(|&range| self.variants_in(range)).map(|&(_, other)| other);
        closed.extend(others.map(|other| CharacterRange::new(other, other)));
        CharacterSet::new(closed)
    }

    /// Returns how many characters [`Folding::close`] visits.
    pub fn count_variants(self, ranges: &[CharacterRange]) -> usize {
        ranges.iter().map(|&range| self.variants_in(range).len()).sum()
    }

    /// Returns the pairs of different but equal characters whose first one is in the range.
    fn variants_in(self, range: CharacterRange) -> &'static [(u32, u32)] {
        let table = match self {
            Folding::None => return &[],
            Folding::UpperCase if range.last < 128 => return &[],
            Folding::UpperCase => upper_case_variants(),
            Folding::Simple => simple_variants(),
        };
        let start = table.partition_point(|&(character, _)| character < range.first);
        let end = table.partition_point(|&(character, _)| character <= range.last);
        &table[start..end]
    }
}

fn close_ascii(range: CharacterRange, closed: &mut Vec<CharacterRange>) {
    for (first, last, distance) in [(b'a', b'z', -32), (b'A', b'Z', 32i32)] {
        let (from, to) = (range.first.max(u32::from(first)), range.last.min(u32::from(last)));
        if from <= to {
            let moved = |unit: u32| unit.wrapping_add_signed(distance);
            closed.push(CharacterRange::new(moved(from), moved(to)));
        }
    }
}

fn fold(character: u32) -> u32 {
    if character < 128 {
        return u32::from((character as u8).to_ascii_uppercase());
    }
    let folds = unicode::folds();
    folds.binary_search_by_key(&character, |fold| fold.0).map_or(character, |index| folds[index].1)
}

/// Returns all pairs of different units outside of ASCII that are equal under `i`, sorted. Made when a pattern first
/// needs them.
fn upper_case_variants() -> &'static [(u32, u32)] {
    static VARIANTS: OnceLock<Vec<(u32, u32)>> = OnceLock::new();
    VARIANTS.get_or_init(|| {
        let canonical = (128..=0xFFFF).map(|unit| (canonicalize_wide(unit), unit));
        pairs(canonical.filter(|(canonical, unit)| canonical != unit))
    })
}

/// Returns all pairs of different characters that are equal under `i` and `u`, sorted. Made when a pattern first needs
/// them.
fn simple_variants() -> &'static [(u32, u32)] {
    static VARIANTS: OnceLock<Vec<(u32, u32)>> = OnceLock::new();
    VARIANTS.get_or_init(|| pairs(unicode::folds().iter().map(|&(character, least)| (least, character))))
}

/// Returns all pairs of characters with the same canonical one. The input has those that are not their own canonical
/// one.
fn pairs(canonical: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    let mut classes: Vec<(u32, u32)> = canonical.flat_map(|(one, other)| [(one, other), (one, one)]).collect();
    order::sort(&mut classes);
    classes.dedup();
    let mut pairs = Vec::with_capacity(classes.len());
    for class in classes.chunk_by(|a, b| a.0 == b.0) {
        for (_, character) in class {
            pairs.extend(class.iter().filter(|(_, other)| other != character).map(|(_, other)| (*character, *other)));
        }
    }
    order::sort(&mut pairs);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms() {
        for (unit, expected) in [
            ('a', 'A'),
            ('[', '['),
            ('\u{DF}', '\u{DF}'),     // SS is two units
            ('\u{17F}', '\u{17F}'),   // would become S
            ('\u{131}', '\u{131}'),   // would become I
            ('\u{212A}', '\u{212A}'), // upper case already
            ('\u{B5}', '\u{39C}'),
            ('\u{3C2}', '\u{3A3}'),
            ('\u{1F80}', '\u{1F80}'),
        ] {
            assert_eq!(canonicalize(unit.into()), expected.into(), "{unit}");
        }
        assert_eq!(canonicalize(0xD800), 0xD800);
    }

    /// Computes the same closure as the table, slowly.
    fn closed_slowly(ranges: &[CharacterRange], folding: Folding, last: u32) -> CharacterSet {
        let canonical: std::collections::HashSet<u32> = ranges
            .iter()
            .flat_map(|range| range.first..=range.last)
            .map(|character| folding.canonical(character))
            .collect();
        let all = (0..=last).filter(|&character| canonical.contains(&folding.canonical(character)));
        CharacterSet::new(all.map(|unit| CharacterRange::new(unit, unit)).collect())
    }

    #[test]
    fn closing_finds_all_that_are_the_same() {
        for (first, last) in
            [(0x61, 0x61), (0x50, 0x70), (0xB5, 0xB5), (0x390, 0x3D0), (0x100, 0xFFFF), (0, 0xFFFF), (0x10400, 0x10FFF)]
        {
            let ranges = [CharacterRange::new(first, last)];
            for (folding, end) in [(Folding::UpperCase, 0xFFFF), (Folding::Simple, 0x10FFF)] {
                if first > end {
                    continue;
                }
                assert_eq!(folding.close(&ranges), closed_slowly(&ranges, folding, end), "{first:x}-{last:x}");
            }
        }
        let sigma = Folding::UpperCase.close(&[CharacterRange::new(0x3C3, 0x3C3)]);
        assert_eq!(sigma.to_string(), "[U+03A3 U+03C2-U+03C3]");
        let long_s = Folding::Simple.close(&[CharacterRange::new(0x73, 0x73)]);
        assert_eq!(long_s.to_string(), "[S s U+017F]");
    }
}
