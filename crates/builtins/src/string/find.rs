//! Finds a string in a string.
//!
//! The naive search comes first: look for the first code unit, then compare the others. It is the fastest if mismatches
//! come early, but takes the product of both lengths at worst (`"aaa…"` in `"aaa…"`). So comparisons in vain are
//! counted. If they outgrow the distance covered, the search continues with a failure table (Knuth, Morris and Pratt),
//! which is always linear.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Meter, Termination};

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{FlatString, Heap, StringView};
use ferrotape_runtime::string;
use ferrotape_runtime::vm::Vm;

/// Comparisons in vain that cost less than a failure table.
const FREE_COMPARISONS: usize = 256;

/// Naive comparisons that take as long as a step with the failure table.
const TABLE_STEP: usize = 4;

/// StringIndexOf ( string, searchValue, fromIndex ), ECMA-262 6.1.4.1
pub(super) fn string_index_of(
    vm: &mut Vm,
    string: FlatString,
    search: FlatString,
    from: usize,
) -> Completion<Option<usize>> {
    let length = vm.heap.view(string).len();
    let (from, found) =
        (from.min(length), find_units(&mut vm.heap, string, search, from, length, Direction::Forwards)?);
    Ok(found.map(|index| from + index))
}

/// StringLastIndexOf ( string, searchValue, fromIndex ), ECMA-262 6.1.4.2
pub(super) fn string_last_index_of(
    vm: &mut Vm,
    string: FlatString,
    search: FlatString,
    from: usize,
) -> Completion<Option<usize>> {
    let end = from.saturating_add(vm.heap.view(search).len());
    Ok(find_units(&mut vm.heap, string, search, 0, end, Direction::Backwards)?)
}

/// The direction of a search.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Direction {
    Forwards,
    Backwards,
}

/// Returns the position of the first wanted code unit from `start` on, or the length if there is none.
pub(crate) fn find_unit(
    heap: &mut Heap,
    string: FlatString,
    start: usize,
    is_wanted: impl Fn(u16) -> bool,
) -> Result<usize, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let mut meter = Meter::new(budget, UNITS_PER_TICK);
    let mut position = start.min(view.len());
    while position < view.len() {
        let piece = view.slice(position, position.saturating_add(meter.piece()));
        let found = match piece {
            StringView::Latin1(bytes) => bytes.iter().position(|&byte| is_wanted(byte.into())),
            StringView::Utf16(units) => units.iter().position(|&unit| is_wanted(unit)),
        };
        let way = found.unwrap_or(piece.len());
        meter.add(way)?;
        position += way;
        if found.is_some() {
            break;
        }
    }
    meter.settle()?;
    Ok(position)
}

/// Returns the first or last position of `search` in a range, counted from `start`.
fn find_units(
    heap: &mut Heap,
    string: FlatString,
    search: FlatString,
    start: usize,
    end: usize,
    direction: Direction,
) -> Result<Option<usize>, Termination> {
    let (haystack, needle, budget) = string::views_and_budget(heap, string, search);
    match find(haystack.slice(start, end), needle, direction, &mut Meter::new(budget, UNITS_PER_TICK))? {
        Search::Done(found) => Ok(found),
        Search::GoOn(reached) => heap.with_loans(|heap| {
            let mut borders: Vec<u32> = Vec::new();
            let length = heap.view(search).len();
            heap.lend_room(&mut borders, length)?;
            let (haystack, needle, budget) = string::views_and_budget(heap, string, search);
            let haystack = haystack.slice(start, end);
            go_on(haystack, needle, direction, reached, &mut borders, &mut Meter::new(budget, UNITS_PER_TICK))
        }),
    }
}

/// The state in which a search has ended, or goes on.
#[derive(PartialEq, Eq, Debug)]
enum Search {
    Done(Option<usize>),
    /// Naive search takes too long. Only matches that begin here, or in a backward search end here, are still to be
    /// found.
    GoOn(usize),
}

/// Searches naively, in the version for the widths of both strings, and pays for the way covered.
fn find(
    haystack: StringView<'_>,
    needle: StringView<'_>,
    direction: Direction,
    meter: &mut Meter<'_>,
) -> Result<Search, Termination> {
    let found = match (haystack, needle) {
        (StringView::Latin1(haystack), StringView::Latin1(needle)) => find_plainly(haystack, needle, direction, meter),
        (StringView::Latin1(haystack), StringView::Utf16(needle)) => find_plainly(haystack, needle, direction, meter),
        (StringView::Utf16(haystack), StringView::Latin1(needle)) => find_plainly(haystack, needle, direction, meter),
        (StringView::Utf16(haystack), StringView::Utf16(needle)) => find_plainly(haystack, needle, direction, meter),
    }?;
    meter.settle()?;
    Ok(found)
}

/// Searches unit by unit, and gives up where that takes too long.
fn find_plainly<H: Copy + PartialEq + Into<u16> + TryFrom<u16>, N: Copy + Into<u16>>(
    haystack: &[H],
    needle: &[N],
    direction: Direction,
    meter: &mut Meter<'_>,
) -> Result<Search, Termination> {
    let Some(last_start) = haystack.len().checked_sub(needle.len()) else { return Ok(Search::Done(None)) };
    let Some((&first, others)) = needle.split_first() else {
        return Ok(Search::Done(Some(if direction == Direction::Forwards { 0 } else { last_start })));
    };
    // The range in which the needle may still begin.
    let mut starts = 0..last_start + 1;
    let mut vain = 0;
    while !starts.is_empty() {
        let piece = starts.len().min(meter.piece());
        let found = match direction {
            Direction::Forwards => position_of_unit(&haystack[starts.start..starts.start + piece], first.into()),
            Direction::Backwards => {
                let piece = &haystack[starts.end - piece..starts.end];
                last_position_of_unit(piece, first.into()).map(|index| piece.len() - 1 - index)
            }
        };
        // The distance in the direction of the search.
        let Some(distance) = found else {
            meter.add(piece)?;
            match direction {
                Direction::Forwards => starts.start += piece,
                Direction::Backwards => starts.end -= piece,
            }
            continue;
        };
        let start = match direction {
            Direction::Forwards => starts.start + distance,
            Direction::Backwards => starts.end - 1 - distance,
        };
        let same = common_prefix(others, &haystack[start + 1..], meter)?;
        if same == others.len() {
            return Ok(Search::Done(Some(start)));
        }
        meter.add(distance)?;
        vain += same;
        let way = match direction {
            Direction::Forwards => {
                starts.start = start + 1;
                starts.start
            }
            Direction::Backwards => {
                starts.end = start;
                last_start - start
            }
        };
        if vain > 2 * way + FREE_COMPARISONS {
            return Ok(Search::GoOn(match direction {
                Direction::Forwards => starts.start,
                Direction::Backwards => start + others.len(),
            }));
        }
    }
    Ok(Search::Done(None))
}

#[inline]
fn count_same<A: Copy + Into<u16>, B: Copy + Into<u16>>(a: &[A], b: &[B]) -> usize {
    let length = a.len().min(b.len());
    let (a, b) = (&a[..length], &b[..length]);
    let mut same = 0;
    while same < length && Into::<u16>::into(a[same]) == Into::<u16>::into(b[same]) {
        same += 1;
    }
    same
}

/// Returns the length of the common prefix.
fn common_prefix<A: Copy + Into<u16>, B: Copy + Into<u16>>(
    a: &[A],
    b: &[B],
    meter: &mut Meter<'_>,
) -> Result<usize, Termination> {
    let piece = meter.piece();
    // Fast path: one piece.
    if a.len() <= piece {
        let same = count_same(a, b);
        return meter.add(same).map(|()| same);
    }
    let mut same = 0;
    for (a, b) in a.chunks(piece).zip(b.chunks(piece)) {
        let more = count_same(a, b);
        meter.add(more)?;
        same += more;
        if more < a.len() {
            break;
        }
    }
    Ok(same)
}

/// Code units compared together, which compilers turn into vector instructions: all of them are of one known number.
const CHUNK: usize = 64;

#[inline]
fn has_unit<U: Copy + PartialEq>(chunk: &[U; CHUNK], wanted: U) -> bool {
    chunk.iter().fold(false, |found, &unit| found | (unit == wanted))
}

fn position_of_unit<U: Copy + PartialEq + TryFrom<u16>>(units: &[U], wanted: u16) -> Option<usize> {
    let wanted = U::try_from(wanted).ok()?;
    let (chunks, _) = units.as_chunks::<CHUNK>();
    let skipped = chunks.iter().position(|chunk| has_unit(chunk, wanted)).unwrap_or(chunks.len()) * CHUNK;
    units[skipped..].iter().position(|&unit| unit == wanted).map(|index| skipped + index)
}

fn last_position_of_unit<U: Copy + PartialEq + TryFrom<u16>>(units: &[U], wanted: u16) -> Option<usize> {
    let wanted = U::try_from(wanted).ok()?;
    let (_, chunks) = units.as_rchunks::<CHUNK>();
    let skipped = chunks.iter().rev().position(|chunk| has_unit(chunk, wanted)).unwrap_or(chunks.len()) * CHUNK;
    units[..units.len() - skipped].iter().rposition(|&unit| unit == wanted)
}

/// Continues a search that the naive way has given up.
fn go_on(
    haystack: StringView<'_>,
    needle: StringView<'_>,
    direction: Direction,
    reached: usize,
    borders: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<Option<usize>, Termination> {
    let length = needle.len();
    let found = match direction {
        Direction::Forwards => {
            let units = haystack.slice(reached, haystack.len()).units();
            find_linearly(units, length, |index| needle.get(index), borders, meter)?.map(|end| reached + end - length)
        }
        Direction::Backwards => {
            let units = haystack.slice(0, reached).units().rev();
            let reversed = |index| needle.get(length - 1 - index);
            find_linearly(units, length, reversed, borders, meter)?.map(|way| reached - way)
        }
    };
    meter.settle()?;
    Ok(found)
}

/// Returns the number of code units read up to the end of the first match. `borders` has room for the needle's length.
fn find_linearly(
    haystack: impl Iterator<Item = u16>,
    length: usize,
    needle: impl Fn(usize) -> Option<u16>,
    borders: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<Option<usize>, Termination> {
    // For each prefix, the length of its longest proper prefix that is also its suffix.
    borders.push(0);
    let mut border = 0;
    for index in 1..length {
        meter.add(TABLE_STEP)?;
        while border > 0 && needle(border) != needle(index) {
            border = borders[border - 1] as usize;
        }
        border += usize::from(needle(border) == needle(index));
        borders.push(border as u32);
    }
    let mut matched = 0;
    for (index, unit) in haystack.enumerate() {
        meter.add(TABLE_STEP)?;
        while matched > 0 && needle(matched) != Some(unit) {
            matched = borders[matched - 1] as usize;
        }
        matched += usize::from(needle(matched) == Some(unit));
        if matched == length {
            return Ok(Some(index + 1));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrotape_budget::Budget;

    fn find_both_ways(haystack: StringView<'_>, needle: StringView<'_>, direction: Direction) -> Option<usize> {
        let mut budget = Budget::default();
        let mut meter = Meter::new(&mut budget, UNITS_PER_TICK);
        match find(haystack, needle, direction, &mut meter).expect("no limit") {
            Search::Done(found) => found,
            Search::GoOn(reached) => {
                go_on(haystack, needle, direction, reached, &mut Vec::new(), &mut meter).expect("no limit")
            }
        }
    }

    /// Checks that all searches agree with the definition.
    fn check(haystack: &str, needle: &str) {
        let (units, wanted) = (haystack.as_bytes(), needle.as_bytes());
        let mut starts = (0..=units.len()).filter(|&start| units[start..].starts_with(wanted));
        let (first, last) = (starts.next(), starts.next_back());
        let last = last.or(first);
        let wide: Vec<u16> = haystack.encode_utf16().collect();
        let wide_needle: Vec<u16> = needle.encode_utf16().collect();
        for haystack in [StringView::Latin1(units), StringView::Utf16(&wide)] {
            for needle in [StringView::Latin1(wanted), StringView::Utf16(&wide_needle)] {
                assert_eq!(find_both_ways(haystack, needle, Direction::Forwards), first);
                assert_eq!(find_both_ways(haystack, needle, Direction::Backwards), last);
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
        let (haystack, needle) = (StringView::Latin1(many.as_bytes()), StringView::Latin1(needle.as_bytes()));
        let mut budget = Budget::default();
        let found = find(haystack, needle, Direction::Forwards, &mut Meter::new(&mut budget, UNITS_PER_TICK));
        assert!(matches!(found, Ok(Search::GoOn(_))));
    }

    #[test]
    fn texts_of_many_pieces_are_searched_to_both_ends() {
        let long = "x".repeat(150_000);
        check(&long, "y");
        check(&("y".to_owned() + &long), "y");
        check(&(long.clone() + "y"), "y");
        check(&(long.clone() + "yz" + &long), "yz");
        check(&("ab".to_owned() + &long), &("b".to_owned() + &long));
    }
}
