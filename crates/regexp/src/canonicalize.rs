//! Which characters are the same under `i`.

use std::sync::OnceLock;

use crate::character_set::{CharacterRange, CharacterSet};

/// Canonicalize ( rer, ch ) without `u`, ECMA-262 22.2.2.7.3: the upper case where that is a single code unit; nothing
/// outside of ASCII becomes ASCII.
#[inline]
pub(crate) fn canonicalize(unit: u32) -> u32 {
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

/// All units that are the same as one in the ranges.
pub(crate) fn close(ranges: &[CharacterRange]) -> CharacterSet {
    let mut closed = ranges.to_vec();
    for range in ranges {
        for (first, last, distance) in [(b'a', b'z', -32), (b'A', b'Z', 32i32)] {
            let (from, to) = (range.first.max(u32::from(first)), range.last.min(u32::from(last)));
            if from <= to {
                let moved = |unit: u32| unit.wrapping_add_signed(distance);
                closed.push(CharacterRange::new(moved(from), moved(to)));
            }
        }
        let others = variants_in(*range).iter().map(|&(_, other)| u32::from(other));
        closed.extend(others.map(|other| CharacterRange::new(other, other)));
    }
    CharacterSet::new(closed)
}

/// How many units [`close`] looks at.
pub(crate) fn count_variants(ranges: &[CharacterRange]) -> usize {
    ranges.iter().map(|&range| variants_in(range).len()).sum()
}

/// The pairs of [`variants`] whose first unit is in a range.
fn variants_in(range: CharacterRange) -> &'static [(u16, u16)] {
    if range.last < 128 {
        return &[];
    }
    let table = variants();
    let start = table.partition_point(|&(unit, _)| u32::from(unit) < range.first);
    let end = table.partition_point(|&(unit, _)| u32::from(unit) <= range.last);
    &table[start..end]
}

/// All pairs of different units outside of ASCII that are the same under `i`, sorted. Made when a pattern first needs it.
fn variants() -> &'static [(u16, u16)] {
    static VARIANTS: OnceLock<Vec<(u16, u16)>> = OnceLock::new();
    VARIANTS.get_or_init(|| {
        let mut classes: Vec<(u32, u16)> = Vec::new();
        for unit in 128..=u16::MAX {
            let canonical = canonicalize_wide(unit.into());
            if canonical != u32::from(unit) {
                classes.extend([(canonical, unit), (canonical, canonical as u16)]);
            }
        }
        classes.sort_unstable();
        classes.dedup();
        let mut pairs = Vec::with_capacity(classes.len());
        for class in classes.chunk_by(|a, b| a.0 == b.0) {
            for (_, unit) in class {
                pairs.extend(class.iter().filter(|(_, other)| other != unit).map(|(_, other)| (*unit, *other)));
            }
        }
        pairs.sort_unstable();
        pairs
    })
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

    /// What the table is for, the slow way.
    fn closed_slowly(ranges: &[CharacterRange]) -> CharacterSet {
        let canonical: std::collections::HashSet<u32> =
            ranges.iter().flat_map(|range| range.first..=range.last).map(canonicalize).collect();
        let all = (0..=0xFFFF).filter(|&unit| canonical.contains(&canonicalize(unit)));
        CharacterSet::new(all.map(|unit| CharacterRange::new(unit, unit)).collect())
    }

    #[test]
    fn closing_finds_all_that_are_the_same() {
        for (first, last) in [(0x61, 0x61), (0x50, 0x70), (0xB5, 0xB5), (0x390, 0x3D0), (0x100, 0xFFFF), (0, 0xFFFF)] {
            let ranges = [CharacterRange::new(first, last)];
            assert_eq!(close(&ranges), closed_slowly(&ranges), "{first:x}-{last:x}");
        }
        let sigma = close(&[CharacterRange::new(0x3C3, 0x3C3)]);
        assert_eq!(sigma.to_string(), "[U+03A3 U+03C2-U+03C3]");
    }
}
