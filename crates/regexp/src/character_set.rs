//! Sets of characters, for classes, escapes like `\d`, and characters under `i`.

use ferrotape_budget::costs::ALLOCATION_OVERHEAD;

/// All characters from `first` to `last`, both included.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CharacterRange {
    pub first: u32,
    pub last: u32,
}

impl CharacterRange {
    pub const fn new(first: u32, last: u32) -> Self {
        CharacterRange { first, last }
    }
}

/// A set of characters: sorted, disjoint ranges that do not touch, and a bitmap of the characters below 256.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CharacterSet {
    ranges: Box<[CharacterRange]>,
    bitmap: [u64; 4],
}

impl CharacterSet {
    pub fn new(mut ranges: Vec<CharacterRange>) -> Self {
        merge(&mut ranges);
        CharacterSet { bitmap: bitmap(&ranges), ranges: ranges.into() }
    }

    pub fn of(ranges: &[CharacterRange]) -> Self {
        CharacterSet::new(ranges.to_vec())
    }

    pub fn character(character: u32) -> Self {
        CharacterSet::of(&[CharacterRange::new(character, character)])
    }

    pub fn ranges(&self) -> &[CharacterRange] {
        &self.ranges
    }

    /// Returns the members of the set in `0..256`.
    pub fn bitmap(&self) -> [u64; 4] {
        self.bitmap
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    #[inline(always)]
    pub fn contains(&self, character: u32) -> bool {
        if character < 256 {
            self.bitmap[(character >> 6) as usize & 3] >> (character & 63) & 1 != 0
        } else {
            self.contains_wide(character)
        }
    }

    /// Returns whether the set contains a character above 255.
    pub(crate) fn contains_wide(&self, character: u32) -> bool {
        let after = self.ranges.partition_point(|range| range.first <= character);
        after.checked_sub(1).is_some_and(|index| character <= self.ranges[index].last)
    }

    /// Returns the characters of `0..=last` that are not in the set.
    pub fn complement(&self, last: u32) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for range in &self.ranges {
            if range.first > next {
                ranges.push(CharacterRange::new(next, range.first - 1));
            }
            next = range.last.saturating_add(1);
        }
        if next <= last {
            ranges.push(CharacterRange::new(next, last));
        }
        CharacterSet::new(ranges)
    }

    /// Merges the ranges of both sets in one pass.
    pub fn union(&self, other: &Self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + other.ranges.len());
        let (mut left, mut right) = (&*self.ranges, &*other.ranges);
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            if a.first <= b.first {
                ranges.push(*a);
                left = left_rest;
            } else {
                ranges.push(*b);
                right = right_rest;
            }
        }
        ranges.extend_from_slice(left);
        ranges.extend_from_slice(right);
        CharacterSet::new(ranges)
    }

    /// Returns the characters of both sets, in one pass over their ranges.
    pub fn intersection(&self, other: &Self) -> Self {
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        let mut ranges = Vec::new();
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let (first, last) = (a.first.max(b.first), a.last.min(b.last));
            if first <= last {
                ranges.push(CharacterRange::new(first, last));
            }
            if a.last < b.last {
                left.next()
            } else {
                right.next()
            };
        }
        CharacterSet::new(ranges)
    }

    /// Returns whether any character is in both sets, without making one.
    pub fn intersects(&self, other: &Self) -> bool {
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            if a.last < b.first {
                left.next();
            } else if b.last < a.first {
                right.next();
            } else {
                return true;
            }
        }
        false
    }

    /// Returns the characters, if there are at most `N`.
    pub fn few<const N: usize>(&self) -> Option<Vec<u32>> {
        if self.ranges.len() > N {
            return None;
        }
        let count: u64 = self.ranges.iter().map(|range| u64::from(range.last - range.first) + 1).sum();
        (count <= N as u64).then(|| self.ranges.iter().flat_map(|range| range.first..=range.last).collect())
    }

    /// Returns the bytes owned on the heap.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.ranges) + ALLOCATION_OVERHEAD
    }
}

/// Most ranges that are sorted stably. That takes memory for half of them, which is not charged.
const FEW_RANGES: usize = 1 << 12;

/// Sorts ranges, and joins those that overlap or touch.
pub(crate) fn merge(ranges: &mut Vec<CharacterRange>) {
    // A stable sort makes use of sorted runs, which come from the sets that are merged.
    if ranges.len() <= FEW_RANGES {
        ranges.sort();
    } else {
        ranges.sort_unstable();
    }
    ranges.dedup_by(|range, previous| {
        let is_joined = range.first <= previous.last.saturating_add(1);
        if is_joined {
            previous.last = previous.last.max(range.last);
        }
        is_joined
    });
}

/// Returns a bit for each character below 256.
fn bitmap(ranges: &[CharacterRange]) -> [u64; 4] {
    let mut bitmap = [0u64; 4];
    for range in ranges.iter().take_while(|range| range.first < 256) {
        let last = range.last.min(255);
        for word in range.first >> 6..=last >> 6 {
            let from = range.first.max(word << 6) & 63;
            let to = last.min((word << 6) + 63) & 63;
            bitmap[word as usize] |= u64::MAX << from & u64::MAX >> (63 - to);
        }
    }
    bitmap
}

impl std::fmt::Display for CharacterSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (index, range) in self.ranges.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write_character(f, range.first)?;
            if range.last > range.first {
                f.write_str("-")?;
                write_character(f, range.last)?;
            }
        }
        f.write_str("]")
    }
}

/// Writes a character in a listing: as itself if it is visible and is not one of the listing's own signs.
pub fn write_character(f: &mut std::fmt::Formatter<'_>, character: u32) -> std::fmt::Result {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii_graphic() && !b"[]-'".contains(&byte) => write!(f, "{}", byte as char),
        _ => write!(f, "U+{character:04X}"),
    }
}

/// Characters of the CharacterClassEscape `\d`, ECMA-262 22.2.2.9.
pub const DIGITS: &[CharacterRange] = &[CharacterRange::new(0x30, 0x39)];

/// WordCharacters without `u`, ECMA-262 22.2.2.9.3.
pub const WORD_CHARACTERS: &[CharacterRange] = &[
    CharacterRange::new(0x30, 0x39),
    CharacterRange::new(0x41, 0x5A),
    CharacterRange::new(0x5F, 0x5F),
    CharacterRange::new(0x61, 0x7A),
];

/// WhiteSpace and LineTerminator, ECMA-262 12.2 and 12.3.
pub const WHITE_SPACE: &[CharacterRange] = &[
    CharacterRange::new(0x09, 0x0D),
    CharacterRange::new(0x20, 0x20),
    CharacterRange::new(0xA0, 0xA0),
    CharacterRange::new(0x1680, 0x1680),
    CharacterRange::new(0x2000, 0x200A),
    CharacterRange::new(0x2028, 0x2029),
    CharacterRange::new(0x202F, 0x202F),
    CharacterRange::new(0x205F, 0x205F),
    CharacterRange::new(0x3000, 0x3000),
    CharacterRange::new(0xFEFF, 0xFEFF),
];

/// Returns whether the character is in [`WHITE_SPACE`].
pub fn is_white_space(character: u32) -> bool {
    WHITE_SPACE.iter().any(|range| (range.first..=range.last).contains(&character))
}

/// LineTerminator, ECMA-262 12.3.
pub const LINE_TERMINATORS: &[CharacterRange] =
    &[CharacterRange::new(0x0A, 0x0A), CharacterRange::new(0x0D, 0x0D), CharacterRange::new(0x2028, 0x2029)];

pub const fn is_line_terminator(character: u32) -> bool {
    matches!(character, 0x0A | 0x0D | 0x2028 | 0x2029)
}

/// WordCharacters with `u` or `v` and `i`, ECMA-262 22.2.2.9.3: also characters that equal a word character.
pub const FOLDED_WORD_CHARACTERS: &[CharacterRange] = &[
    CharacterRange::new(0x30, 0x39),
    CharacterRange::new(0x41, 0x5A),
    CharacterRange::new(0x5F, 0x5F),
    CharacterRange::new(0x61, 0x7A),
    CharacterRange::new(0x17F, 0x17F),
    CharacterRange::new(0x212A, 0x212A),
];

/// Returns whether the character is in [`WORD_CHARACTERS`] or, if `folded`, in [`FOLDED_WORD_CHARACTERS`].
#[inline]
pub const fn is_word(character: u32, folded: bool) -> bool {
    is_word_character(character) || folded && matches!(character, 0x17F | 0x212A)
}

/// Returns whether the character is in [`WORD_CHARACTERS`].
pub const fn is_word_character(character: u32) -> bool {
    character < 128 && ((character as u8).is_ascii_alphanumeric() || character == 0x5F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(u32, u32)]) -> CharacterSet {
        CharacterSet::new(ranges.iter().map(|&(first, last)| CharacterRange::new(first, last)).collect())
    }

    #[test]
    fn ranges_that_overlap_or_touch_become_one() {
        let merged = set(&[(0x300, 0x400), (10, 20), (15, 30), (31, 31), (0x401, 0x401)]);
        assert_eq!(merged, set(&[(10, 31), (0x300, 0x401)]));
        for (character, expected) in [(9, false), (10, true), (31, true), (32, false), (0x2FF, false), (0x401, true)] {
            assert_eq!(merged.contains(character), expected, "{character}");
        }
    }

    #[test]
    fn a_complement_ends_where_characters_end() {
        assert_eq!(set(&[]).complement(0xFFFF), set(&[(0, 0xFFFF)]));
        assert_eq!(set(&[(0, 0xFFFF)]).complement(0xFFFF), set(&[]));
        assert_eq!(set(&[(5, 6), (0xFF00, 0xFFFF)]).complement(0xFFFF), set(&[(0, 4), (7, 0xFEFF)]));
    }

    #[test]
    fn common_parts() {
        let (left, right) = (set(&[(1, 9), (20, 30), (40, 0x10FFFF)]), set(&[(0, 2), (5, 22), (25, 25), (50, 60)]));
        assert_eq!(left.intersection(&right), set(&[(1, 2), (5, 9), (20, 22), (25, 25), (50, 60)]));
        assert_eq!(right.intersection(&left), left.intersection(&right));
    }

    #[test]
    fn intersections() {
        assert!(!set(&[(1, 3), (7, 9)]).intersects(&set(&[(4, 6), (10, 20)])));
        assert!(set(&[(1, 3), (7, 9)]).intersects(&set(&[(4, 6), (9, 20)])));
        assert!(!set(&[]).intersects(&set(&[(0, 0xFFFF)])));
    }

    #[test]
    fn constants_are_sorted_and_agree_with_the_predicates() {
        let folded = CharacterSet::of(FOLDED_WORD_CHARACTERS);
        let (words, ends) = (CharacterSet::of(WORD_CHARACTERS), CharacterSet::of(LINE_TERMINATORS));
        for character in 0..=0xFFFF {
            assert_eq!(words.contains(character), is_word(character, false));
            assert_eq!(folded.contains(character), is_word(character, true));
            assert_eq!(ends.contains(character), is_line_terminator(character));
        }
        assert_eq!(CharacterSet::of(WHITE_SPACE).ranges(), WHITE_SPACE);
    }
}
