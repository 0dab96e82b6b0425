//! Regular expressions: both matchers must agree, in each width of text.
//!
//! ```text
//! byte       flags, a bit each: i, m, s, u, v, searches from the third unit on
//! lines      the pattern; then the text, to the end
//! ```

use std::ops::Range;

use ferrotape_budget::Budget;
use ferrotape_regexp::{Flags, Input, Regexp, Scratch};

const LETTERS: [char; 5] = ['i', 'm', 's', 'u', 'v'];
const FUEL: u64 = 300_000;
const MEMORY: usize = 8 << 20;

type Groups = Option<Vec<Option<Range<usize>>>>;

/// Compiles the pattern, and compares matches of UTF-16 with those of Latin-1 if the text fits. `check` must report the error
/// that `new` does.
pub fn run(input: &[u8]) {
    let Some((&bits, rest)) = input.split_first() else { return };
    let rest = String::from_utf8_lossy(rest);
    let (pattern, text) = rest.split_once('\n').unwrap_or((&rest, ""));
    let letters = (0..).zip(LETTERS).filter(|(bit, _)| bits >> bit & 1 != 0);
    let letters: Vec<u16> = letters.map(|(_, letter)| letter as u16).collect();
    let Some(flags) = Flags::parse(&letters) else { return };
    let pattern: Vec<u16> = pattern.encode_utf16().collect();
    let checked = Regexp::check(&pattern, flags, &mut budget());
    let made = Regexp::new(&pattern, flags, &mut budget());
    let regexp = match (checked, made) {
        (Ok(()), Ok(regexp)) => regexp,
        (checked, Err(ferrotape_regexp::Error::Syntax(error))) => {
            let said = checked.err().map(|error| format!("{error:?}"));
            assert_eq!(said, Some(format!("{:?}", ferrotape_regexp::Error::Syntax(error))), "check and new differ");
            return;
        }
        _ => return,
    };
    let wide: Vec<u16> = text.encode_utf16().collect();
    let narrow: Option<Vec<u8>> = wide.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    let start = if bits & 0x20 == 0 { 0 } else { 2.min(wide.len()) };
    let found = compare(&regexp, Input::Utf16(&wide), start);
    if let Some(narrow) = narrow {
        let same = compare(&regexp, Input::Latin1(&narrow), start);
        if let (Some(found), Some(same)) = (found, same) {
            assert_eq!(found, same, "the width of the text tells");
        }
    }
}

fn budget() -> Budget {
    let mut budget = Budget::default();
    budget.set_fuel(Some(FUEL));
    budget.set_memory_limit(Some(MEMORY));
    budget
}

/// Compares the matchers. Returns the match, or `None` if it takes too long.
fn compare(regexp: &Regexp, input: Input<'_>, start: usize) -> Option<Groups> {
    let scratch = &mut Scratch::default();
    let found = regexp.find(input, start, &mut budget(), scratch).ok()?;
    let first = groups(regexp, found, scratch);
    let by_linear = regexp.find_linear(input, start, &mut budget(), scratch).ok().flatten();
    if let Some(found) = by_linear {
        assert_eq!(first, groups(regexp, found, scratch), "the matchers differ");
    }
    if let Some(place) = first.as_ref().and_then(|groups| groups.first()?.clone()) {
        let again = regexp.match_at(input, place.start, &mut budget(), scratch);
        assert!(again != Ok(false), "a match is none where it begins");
    }
    Some(first)
}

fn groups(regexp: &Regexp, found: bool, scratch: &Scratch) -> Groups {
    found.then(|| (0..regexp.group_count()).map(|index| scratch.group(index)).collect())
}
