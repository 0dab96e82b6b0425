//! Finding a string in a string.
//!
//! The plain way first: look for the first unit, then compare the others. That is the fastest where mismatches come early, but
//! takes the product of both lengths at worst (`"aaa…"` in `"aaa…"`). So the units compared in vain are counted, and when they
//! outgrow the way made, the search goes on with a failure table (Knuth, Morris and Pratt), linear in all cases.

use crate::error::Completion;
use crate::heap::{FlatString, StringView};
use crate::vm::Vm;

use ferrotape_budget::costs::UNITS_PER_TICK;

/// Units compared in vain that cost less than a failure table.
const FREE_COMPARISONS: usize = 256;

impl Vm {
    /// StringIndexOf ( string, searchValue, fromIndex ), ECMA-262 6.1.4.1
    pub(super) fn string_index_of(
        &mut self,
        string: FlatString,
        search: FlatString,
        from: usize,
    ) -> Completion<Option<usize>> {
        let (haystack, needle) = (self.heap.view(string), self.heap.view(search));
        let haystack = haystack.slice(from, haystack.len());
        let length = haystack.len();
        let found = match find(haystack, needle) {
            Search::Done(found) => found,
            Search::GoOn(start) => {
                self.charge_failure_table(search)?;
                let (haystack, needle) = (self.heap.view(string), self.heap.view(search));
                let units = haystack.slice(from + start, haystack.len()).units();
                let end = find_linearly(units, needle.len(), |index| needle.get(index));
                end.map(|end| start + end - needle.len())
            }
        };
        self.tick((found.unwrap_or(length) as u64).div_ceil(UNITS_PER_TICK))?;
        Ok(found.map(|index| from + index))
    }

    /// StringLastIndexOf ( string, searchValue, fromIndex ), ECMA-262 6.1.4.2
    pub(super) fn string_last_index_of(
        &mut self,
        string: FlatString,
        search: FlatString,
        from: usize,
    ) -> Completion<Option<usize>> {
        let (haystack, needle) = (self.heap.view(string), self.heap.view(search));
        let haystack = haystack.slice(0, from.saturating_add(needle.len()));
        let length = haystack.len();
        let found = match find_last(haystack, needle) {
            Search::Done(found) => found,
            Search::GoOn(end) => {
                self.charge_failure_table(search)?;
                let (haystack, needle) = (self.heap.view(string), self.heap.view(search));
                let units = haystack.slice(0, end).units().rev();
                find_linearly(units, needle.len(), |index| needle.get(needle.len() - 1 - index)).map(|way| end - way)
            }
        };
        self.tick(((length - found.unwrap_or(0)) as u64).div_ceil(UNITS_PER_TICK))?;
        Ok(found)
    }

    fn charge_failure_table(&mut self, needle: FlatString) -> Completion<()> {
        let length = self.heap.view(needle).len();
        self.tick(length as u64)?;
        Ok(self.heap.require_room(length * size_of::<u32>())?)
    }
}

#[derive(PartialEq, Eq, Debug)]
enum Search {
    Done(Option<usize>),
    /// It takes too long. Only what begins here, or in a search from the end, what ends here, is yet to be looked at.
    GoOn(usize),
}

fn find(haystack: StringView<'_>, needle: StringView<'_>) -> Search {
    match (haystack, needle) {
        (StringView::Latin1(haystack), StringView::Latin1(needle)) => find_units(haystack, needle),
        (StringView::Latin1(haystack), StringView::Utf16(needle)) => find_units(haystack, needle),
        (StringView::Utf16(haystack), StringView::Latin1(needle)) => find_units(haystack, needle),
        (StringView::Utf16(haystack), StringView::Utf16(needle)) => find_units(haystack, needle),
    }
}

fn find_units<H: Copy + Into<u16>, N: Copy + Into<u16>>(haystack: &[H], needle: &[N]) -> Search {
    let Some((&first, others)) = needle.split_first() else { return Search::Done(Some(0)) };
    let Some(last_start) = haystack.len().checked_sub(needle.len()) else { return Search::Done(None) };
    let (mut start, mut vain) = (0, 0);
    while let Some(distance) = position_of_unit(&haystack[start..=last_start], first.into()) {
        start += distance;
        let same = others
            .iter()
            .zip(&haystack[start + 1..])
            .take_while(|&(&a, &b)| Into::<u16>::into(a) == Into::<u16>::into(b))
            .count();
        if same == others.len() {
            return Search::Done(Some(start));
        }
        start += 1;
        vain += same;
        if vain > 2 * start + FREE_COMPARISONS {
            return Search::GoOn(start);
        }
    }
    Search::Done(None)
}

/// Looks at a chunk at once, which compilers turn into vector instructions.
fn position_of_unit<U: Copy + Into<u16>>(units: &[U], wanted: u16) -> Option<usize> {
    const CHUNK: usize = 32;
    let mut start = 0;
    for chunk in units.chunks(CHUNK) {
        if chunk.iter().fold(false, |found, &unit| found | (unit.into() == wanted)) {
            return chunk.iter().position(|&unit| unit.into() == wanted).map(|index| start + index);
        }
        start += CHUNK;
    }
    None
}

fn find_last(haystack: StringView<'_>, needle: StringView<'_>) -> Search {
    let Some(last_start) = haystack.len().checked_sub(needle.len()) else { return Search::Done(None) };
    let mut vain = 0;
    for start in (0..=last_start).rev() {
        let units = haystack.slice(start, start + needle.len()).units();
        let same = needle.units().zip(units).take_while(|(a, b)| a == b).count();
        if same == needle.len() {
            return Search::Done(Some(start));
        }
        vain += same;
        if vain > 2 * (last_start - start) + FREE_COMPARISONS {
            return Search::GoOn((start + needle.len()).saturating_sub(1));
        }
    }
    Search::Done(None)
}

/// How many units have been read when the needle has just been seen.
fn find_linearly(
    haystack: impl Iterator<Item = u16>,
    length: usize,
    needle: impl Fn(usize) -> Option<u16>,
) -> Option<usize> {
    // For each prefix, the length of the longest proper prefix of it that it also ends with.
    let mut borders = vec![0u32; length];
    let mut border = 0;
    for index in 1..length {
        while border > 0 && needle(border) != needle(index) {
            border = borders[border - 1] as usize;
        }
        border += usize::from(needle(border) == needle(index));
        borders[index] = border as u32;
    }
    let mut matched = 0;
    for (index, unit) in haystack.enumerate() {
        while matched > 0 && needle(matched) != Some(unit) {
            matched = borders[matched - 1] as usize;
        }
        matched += usize::from(needle(matched) == Some(unit));
        if matched == length {
            return Some(index + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to search give what the definition gives.
    fn check(haystack: &str, needle: &str) {
        let (units, wanted) = (haystack.as_bytes(), needle.as_bytes());
        let mut starts = (0..=units.len()).filter(|&start| units[start..].starts_with(wanted));
        let (first, last) = (starts.next(), starts.next_back());
        let last = last.or(first);
        let wide: Vec<u16> = haystack.encode_utf16().collect();
        let wide_needle: Vec<u16> = needle.encode_utf16().collect();
        for haystack in [StringView::Latin1(units), StringView::Utf16(&wide)] {
            for needle in [StringView::Latin1(wanted), StringView::Utf16(&wide_needle)] {
                let found = match find(haystack, needle) {
                    Search::Done(found) => found,
                    Search::GoOn(start) => {
                        let rest = haystack.slice(start, haystack.len());
                        let end = find_linearly(rest.units(), needle.len(), |index| needle.get(index));
                        end.map(|end| start + end - needle.len())
                    }
                };
                assert_eq!(found, first);
                let found = match find_last(haystack, needle) {
                    Search::Done(found) => found,
                    Search::GoOn(end) => {
                        let units = haystack.slice(0, end).units().rev();
                        let reversed = |index| needle.get(needle.len() - 1 - index);
                        find_linearly(units, needle.len(), reversed).map(|way| end - way)
                    }
                };
                assert_eq!(found, last);
            }
        }
    }

    #[test]
    fn finds_what_is_there() {
        check("hello world", "o");
        check("hello world", "world");
        check("hello world", "");
        check("hello", "hello world");
        check("", "");
        check(&"x".repeat(100), "y");
        check(&("x".repeat(100) + "y" + &"x".repeat(50)), "yx");
    }

    #[test]
    fn repetitive_texts_are_searched_linearly() {
        let many = "a".repeat(3000);
        let needle = "a".repeat(700) + "b";
        check(&many, &needle);
        check(&(many.clone() + &needle + &many), &needle);
        check(&(many.clone() + "b" + &"a".repeat(699)), &("b".to_owned() + &"a".repeat(699)));
        check(&("ab".repeat(900) + "abb"), &("ab".repeat(400) + "abb"));
        check(&("b".to_owned() + &many), &("b".to_owned() + &"a".repeat(700)));
        let view = StringView::Latin1(many.as_bytes());
        assert!(matches!(find(view, StringView::Latin1(needle.as_bytes())), Search::GoOn(_)));
    }
}
