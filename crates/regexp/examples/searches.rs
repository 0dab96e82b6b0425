//! Repeats the searches of a file that `record-searches.js` wrote: `cargo run --release -p ferrotape-regexp --example
//! searches -- FILE`. Prints the fuel and the matches of each pattern. With a part of a pattern as second argument, only
//! searches with such patterns are made, as often as the third argument says: for measuring under callgrind.

use std::collections::BTreeMap;

use ferrotape_budget::Budget;
use ferrotape_regexp::{Error, Flags, Input, Regexp, Scratch};

struct Search {
    regexp: Regexp,
    text: Vec<u16>,
    /// The text, if it fits into bytes.
    bytes: Option<Vec<u8>>,
    count: usize,
    continues: bool,
}

fn unescape(text: &str) -> Vec<u16> {
    let mut signs = text.chars();
    let mut plain = String::new();
    while let Some(sign) = signs.next() {
        plain.push(match sign {
            '\\' => match signs.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                _ => '\\',
            },
            _ => sign,
        });
    }
    plain.encode_utf16().collect()
}

/// Makes the search of a line; None if it is not a line of such a file, or its pattern not the wanted one.
fn search(line: &str, wanted: &str) -> Option<(String, Search)> {
    let mut fields = line.split('\t');
    let [count, kind, flags, pattern, text] = std::array::from_fn(|_| fields.next());
    let (units, text) = (unescape(pattern?), unescape(text?));
    let pattern = format!("/{}/{}", String::from_utf16_lossy(&units), flags?);
    if !pattern.contains(wanted) {
        return None;
    }
    let flags = Flags::parse(&unescape(flags?))?;
    let regexp = Regexp::new(&units, flags, &mut Budget::default()).ok()?;
    let bytes = text.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    Some((pattern, Search { regexp, text, bytes, count: count?.parse().ok()?, continues: kind? == "all" }))
}

/// Makes a search as often as it was recorded. Returns the number of matches.
fn repeat(search: &Search, budget: &mut Budget, scratch: &mut Scratch) -> Result<u64, Error> {
    let input = search.bytes.as_deref().map_or(Input::Utf16(&search.text), Input::Latin1);
    let mut matches = 0;
    for _ in 0..search.count {
        let mut start = 0;
        while start <= input.len() && search.regexp.find(input, start, budget, scratch)? {
            matches += 1;
            if !search.continues {
                break;
            }
            let span = scratch.span();
            start = span.end + usize::from(span.is_empty());
        }
    }
    Ok(matches)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file is wanted")?;
    let wanted = arguments.next().unwrap_or_default();
    let times: usize = arguments.next().map_or(Ok(1), |times| times.parse())?;
    let mut totals: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut scratch = Scratch::default();
    for (pattern, search) in std::fs::read_to_string(&file)?.lines().filter_map(|line| search(line, &wanted)) {
        let total = totals.entry(pattern).or_default();
        for _ in 0..times {
            let mut budget = Budget::default();
            total.1 += repeat(&search, &mut budget, &mut scratch)?;
            total.0 += budget.fuel_spent();
        }
    }
    for (pattern, (fuel, matches)) in totals {
        println!("{fuel:12} {matches:8}  {pattern}");
    }
    Ok(())
}
