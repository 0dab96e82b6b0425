//! The text that is searched.

use crate::character_set::CharacterSet;

/// A text as the engine holds it: nothing is converted for matching.
#[derive(Copy, Clone, Debug)]
pub enum Input<'a> {
    /// Each byte is a code unit.
    Latin1(&'a [u8]),
    /// Code units, which may contain lone surrogates.
    Utf16(&'a [u16]),
}

impl Input<'_> {
    /// Code units.
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

/// What matchers are generic over, so that each width has its own compiled matcher.
pub(crate) trait InputText: Copy {
    fn len(self) -> usize;

    /// The code unit at a position, none at the end.
    fn unit(self, position: usize) -> Option<u32>;

    /// Does it go on with these units?
    fn has_at(self, position: usize, units: &[u16]) -> bool;

    /// Where it goes on with the first unit that is not in the set, at `end` at the latest.
    fn skip_set(self, position: usize, end: usize, set: &CharacterSet) -> usize;

    /// The first place of a unit before `end`.
    fn find_unit(self, position: usize, end: usize, wanted: u8) -> Option<usize>;

    /// The first place before `end` of a unit that is in the table or, if `wide`, above it.
    fn find_one_of(self, position: usize, end: usize, table: &[bool; 256], wide: bool) -> Option<usize>;
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
        let here = self.get(position..).unwrap_or_default();
        here.len() >= units.len()
            && here.iter().zip(units).all(|(&unit, &wanted)| {
                let unit: u32 = unit.into();
                unit == u32::from(wanted)
            })
    }

    #[inline(always)]
    fn skip_set(self, position: usize, end: usize, set: &CharacterSet) -> usize {
        let here = self.get(position..end).unwrap_or_default();
        position + here.iter().position(|&unit| !set.contains(unit.into())).unwrap_or(here.len())
    }

    fn find_unit(self, position: usize, end: usize, wanted: u8) -> Option<usize> {
        // Without a way out in the middle of a chunk, one is compared in a few instructions.
        let wanted = T::from(wanted);
        let mut before = position;
        for chunk in self.get(position..end.min(self.len()))?.chunks(32) {
            if chunk.iter().fold(false, |found, &unit| found | (unit == wanted)) {
                return chunk.iter().position(|&unit| unit == wanted).map(|index| before + index);
            }
            before += chunk.len();
        }
        None
    }

    fn find_one_of(self, position: usize, end: usize, table: &[bool; 256], wide: bool) -> Option<usize> {
        let is_wanted = |&unit: &T| {
            let unit: u32 = unit.into();
            u8::try_from(unit).map_or(wide, |unit| table[usize::from(unit)])
        };
        self.get(position..end.min(self.len()))?.iter().position(is_wanted).map(|index| position + index)
    }
}
