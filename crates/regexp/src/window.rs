//! Window: a span of the first places of a match. Only where each of its units is possible may a match begin.
//!
//! A window is read from its end, until the units read are no part of the pattern. Then the next window begins with the
//! longest beginning that has been read, or after all of them. This is the algorithm of "Fast and Flexible String
//! Matching by Combining Bit-Parallelism and Suffix Automata" (Navarro and Raffinot, 2000).
//!
//! ```text
//! window  x y z    text  a b c d y z e x y f x …
//!                        └───┘                    c: nowhere in the window
//!                              └───┘              d y z
//!                                    └───┘        y, x y: a beginning
//!                                      └───┘      f
//! ```

use crate::guard::Guard;

/// A set of places of a window. The first one is [`FIRST`], the next ones are the lower bits.
type Places = u8;

const FIRST: Places = 1 << 7;

/// The units that the first places of a match may have.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// Places at which a unit may stand.
    table: Box<[Places; 256]>,
    /// Places at which units above 255 may stand.
    wide: Places,
    length: usize,
}

impl Window {
    /// Makes a window of units that are possible at its places: one to [`crate::opening::REACH`].
    pub fn new(sets: &[Guard]) -> Window {
        let mut table = Box::new([0; 256]);
        let mut wide = 0;
        for (place, set) in sets.iter().enumerate() {
            let bit = FIRST >> place;
            set.mark(&mut table, bit);
            wide |= if set.allows(Some(256)) { bit } else { 0 };
        }
        Window { table, wide, length: sets.len() }
    }

    #[inline(always)]
    fn places<T: Copy + Into<u32>>(&self, unit: T) -> Places {
        self.table.get(unit.into() as usize).copied().unwrap_or(self.wide)
    }

    /// Returns the first position from `start` to before `end` where the units may be a window's, and how many units
    /// were read.
    #[inline(never)]
    pub fn find<T: Copy + Into<u32>>(&self, text: &[T], start: usize, end: usize) -> (Option<usize>, usize) {
        let last = self.length - 1;
        let text = &text[..text.len().min(end.saturating_add(last))];
        let (mut at, mut read) = (start + last, 0);
        while let Some(&unit) = text.get(at) {
            read += 1;
            // Places at which the units read may begin.
            let mut begins = self.places(unit);
            let mut next = self.length;
            let mut place = last;
            while begins != 0 {
                if begins & FIRST != 0 {
                    next = place;
                }
                if place == 0 {
                    return (Some(at - last), read);
                }
                place -= 1;
                begins = begins << 1 & self.places(text[at - last + place]);
                read += 1;
            }
            at += next;
        }
        (None, read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character_set::{CharacterRange, CharacterSet};

    fn window(places: &[&str]) -> Window {
        let set = |units: &&str| CharacterSet::new(units.chars().map(|unit| range(unit as u32)).collect());
        Window::new(&places.iter().map(|units| Guard::set(&set(units))).collect::<Vec<_>>())
    }

    fn range(unit: u32) -> CharacterRange {
        CharacterRange::new(unit, unit)
    }

    /// Compares with a test of each position.
    #[test]
    fn no_position_is_skipped_that_may_be_one() {
        for places in
            [&["a"][..], &["ab", "b"], &["a", "ab", "a"], &["a", "a", "a", "b"], &["λ", "ab"], &["a", "", "b"]]
        {
            let window = window(places);
            for seed in 0..6561u32 {
                let text: Vec<u16> =
                    (0..8).map(|place| [0x61, 0x62, 0x3BB][(seed / 3u32.pow(place) % 3) as usize]).collect();
                let fits = |units: &[u16]| {
                    units.iter().zip(places).all(|(&unit, set)| {
                        set.chars().any(|wanted| wanted as u32 == u32::from(unit) || wanted as u32 > 255 && unit > 255)
                    })
                };
                for start in 0..4 {
                    let expected = text[start..].windows(places.len()).position(fits).map(|offset| start + offset);
                    assert_eq!(window.find(&text, start, 8).0, expected, "{places:?} {text:?}");
                    assert_eq!(window.find(&text, start, 5).0, expected.filter(|&position| position < 5));
                }
            }
        }
    }

    #[test]
    fn rare_units_are_skipped_by_lengths() {
        let (found, read) = window(&["x", "y", "z"]).find("abcabcabcxyz".as_bytes(), 0, 12);
        assert_eq!((found, read), (Some(9), 6));
        assert_eq!(window(&["x", "y", "z"]).find(&[0x61u8; 300], 0, 1000), (None, 100));
    }

    #[test]
    fn no_unit_is_read_more_often_than_the_window_is_long() {
        for places in [&["a", "a", "a", "b"][..], &["b", "a", "a", "a"], &["a", "ab", "ab", "b"]] {
            let (found, read) = window(places).find(&[0x61u8; 1000], 0, 1000);
            assert!(found.is_none() && read <= 4000, "{read}");
        }
    }
}
