//! The searched text.

use crate::program::RunSet;
use crate::scan;
use crate::window::Window;

/// A text as the engine stores it: nothing is converted for matching.
#[derive(Copy, Clone, Debug)]
pub enum Input<'a> {
    /// A text whose bytes are code units.
    Latin1(&'a [u8]),
    /// A text of code units, which may contain lone surrogates.
    Utf16(&'a [u16]),
}

impl Input<'_> {
    /// Returns the number of code units.
    pub fn len(self) -> usize {
        match self {
            Input::Latin1(units) => units.len(),
            Input::Utf16(units) => units.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// Interface of texts, over which matchers are generic: each width has its own compiled matcher.
pub(crate) trait InputText: Copy {
    fn len(self) -> usize;

    /// Returns the character at a position; None at the end.
    fn unit(self, position: usize) -> Option<u32>;

    /// Returns the number of positions that a character takes.
    fn width(self, character: u32) -> usize;

    /// Returns the character before a position; None at the beginning.
    fn unit_before(self, position: usize) -> Option<u32>;

    /// Returns where a match begins that is to begin at a position: not in the middle of a character.
    fn boundary(self, position: usize) -> usize;

    /// Returns the position `count` characters further. There are as many.
    fn advance(self, position: usize, count: usize) -> usize;

    /// Returns whether the text continues with these units.
    fn has_at(self, position: usize, units: &[u16]) -> bool;

    /// Skips characters of the set, at most `most`. Returns the position after them, and their number.
    fn skip_set(self, position: usize, most: usize, set: RunSet<'_>) -> (usize, usize);

    /// Returns the first position of a unit before `end`.
    fn find_unit(self, position: usize, end: usize, wanted: u8) -> Option<usize>;

    /// Returns the first position before `end` of a unit that is in the table or, if `wide`, above it.
    fn find_one_of(self, position: usize, end: usize, table: &[bool; 256], wide: bool) -> Option<usize>;

    /// Searches with [`Window::find`].
    fn find_window(self, position: usize, end: usize, window: &Window) -> (Option<usize>, usize);
}

impl<T: Copy + Into<u32> + From<u8> + PartialEq> InputText for &[T] {
    #[inline(always)]
    fn len(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn unit(self, position: usize) -> Option<u32> {
        self.get(position).map(|&unit| unit.into())
    }

    #[inline(always)]
    fn has_at(self, position: usize, units: &[u16]) -> bool {
        let Some(here) = self.get(position..position + units.len()) else { return false };
        here.iter().zip(units).all(|(&unit, &wanted)| {
            let unit: u32 = unit.into();
            unit == u32::from(wanted)
        })
    }

    #[inline(always)]
    fn width(self, _: u32) -> usize {
        1
    }

    #[inline(always)]
    fn unit_before(self, position: usize) -> Option<u32> {
        self.unit(position.checked_sub(1)?)
    }

    fn boundary(self, position: usize) -> usize {
        position
    }

    #[inline(always)]
    fn advance(self, position: usize, count: usize) -> usize {
        position + count
    }

    #[inline(always)]
    fn skip_set(self, position: usize, most: usize, set: RunSet<'_>) -> (usize, usize) {
        let end = self.len().min(position + most);
        let Some(here) = self.get(position..end) else { return (position, 0) };
        // Most runs are short.
        let begin = &here[..here.len().min(8)];
        let count = match begin.iter().position(|&unit| !set.contains(unit.into())) {
            Some(count) => count,
            None if here.len() <= 8 => here.len(),
            None => 8 + skip_far(&here[8..], set),
        };
        (position + count, count)
    }

    fn find_unit(self, position: usize, end: usize, wanted: u8) -> Option<usize> {
        let here = self.get(position..end.min(self.len()))?;
        scan::position(here, T::from(wanted)).map(|index| position + index)
    }

    fn find_one_of(self, position: usize, end: usize, table: &[bool; 256], wide: bool) -> Option<usize> {
        let here = self.get(position..end.min(self.len()))?;
        let count = scan::count_before(here, |unit| table.get(unit.into() as usize).copied().unwrap_or(wide));
        (count < here.len()).then_some(position + count)
    }

    fn find_window(self, position: usize, end: usize, window: &Window) -> (Option<usize>, usize) {
        window.find(self, position, end)
    }
}

/// Returns how many units at the beginning are in the set.
#[inline(never)]
fn skip_far<T: Copy + Into<u32>>(units: &[T], set: RunSet<'_>) -> usize {
    scan::count_before(units, |unit| !set.contains(unit.into()))
}

/// Code units that are read as code points, with `u` or `v`. A surrogate pair is one character that takes two
/// positions. No position is ever between its halves.
#[derive(Copy, Clone)]
pub(crate) struct CodePoints<'a>(pub &'a [u16]);

const LEADS: std::ops::Range<u16> = 0xD800..0xDC00;
const TRAILS: std::ops::Range<u16> = 0xDC00..0xE000;

impl CodePoints<'_> {
    fn at(self, position: usize) -> Option<u16> {
        self.0.get(position).copied()
    }

    /// Returns whether a position is between the halves of a surrogate pair.
    fn is_inside(self, position: usize) -> bool {
        let before = position.checked_sub(1).and_then(|before| self.at(before));
        self.at(position).is_some_and(|unit| TRAILS.contains(&unit)) && before.is_some_and(|unit| LEADS.contains(&unit))
    }
}

fn code_point(lead: u16, trail: u16) -> u32 {
    0x10000 + ((u32::from(lead) & 0x3FF) << 10) + (u32::from(trail) & 0x3FF)
}

impl InputText for CodePoints<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn unit(self, position: usize) -> Option<u32> {
        let unit = self.at(position)?;
        if LEADS.contains(&unit)
            && let Some(trail) = self.at(position + 1).filter(|trail| TRAILS.contains(trail))
        {
            return Some(code_point(unit, trail));
        }
        Some(unit.into())
    }

    #[inline(always)]
    fn width(self, character: u32) -> usize {
        if character > 0xFFFF { 2 } else { 1 }
    }

    #[inline(always)]
    fn unit_before(self, position: usize) -> Option<u32> {
        let before = position.checked_sub(1)?;
        self.unit(if self.is_inside(before) { before - 1 } else { before })
    }

    fn boundary(self, position: usize) -> usize {
        if self.is_inside(position) { position - 1 } else { position }
    }

    fn advance(self, position: usize, count: usize) -> usize {
        (0..count).fold(position, |position, _| position + self.unit(position).map_or(1, |unit| self.width(unit)))
    }

    /// Returns whether the text continues with these units, which are whole characters without lone surrogates.
    fn has_at(self, position: usize, units: &[u16]) -> bool {
        self.0.get(position..).is_some_and(|here| here.starts_with(units))
    }

    fn skip_set(self, position: usize, most: usize, set: RunSet<'_>) -> (usize, usize) {
        let (mut end, mut count) = (position, 0);
        while count < most
            && let Some(unit) = self.unit(end)
            && set.contains(unit)
        {
            end += self.width(unit);
            count += 1;
        }
        (end, count)
    }

    fn find_unit(self, position: usize, end: usize, wanted: u8) -> Option<usize> {
        self.0.find_unit(position, end, wanted)
    }

    fn find_one_of(self, position: usize, end: usize, table: &[bool; 256], wide: bool) -> Option<usize> {
        self.0.find_one_of(position, end, table, wide)
    }

    fn find_window(self, position: usize, end: usize, window: &Window) -> (Option<usize>, usize) {
        window.find(self.0, position, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_of_lone_and_paired_surrogates() {
        let text = CodePoints(&[0x61, 0xD83D, 0xDE00, 0xDE00, 0xD83D]);
        let after: Vec<_> = [0, 1, 3, 4, 5].map(|position| text.unit(position)).into();
        assert_eq!(after, [Some(0x61), Some(0x1F600), Some(0xDE00), Some(0xD83D), None]);
        let before: Vec<_> = [0, 1, 3, 4, 5].map(|position| text.unit_before(position)).into();
        assert_eq!(before, [None, Some(0x61), Some(0x1F600), Some(0xDE00), Some(0xD83D)]);
        assert_eq!((text.boundary(2), text.boundary(3)), (1, 3));
        assert_eq!(text.advance(0, 3), 4);
    }
}
