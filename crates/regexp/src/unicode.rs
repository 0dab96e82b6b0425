//! Unicode data that patterns can name: properties of characters and of strings, ECMA-262 22.2.1.9 and tables 66 to 70,
//! and simple case folding.
//!
//! `scripts/unicode-tables` makes the two files. `index.txt` has a line for each property, with
//! - its kind (`b`: binary, `gc`: General_Category, `sc`: Script, `scx`: Script_Extensions, `s`: of strings);
//! - the start of its bytes in `data.bin`, and their number;
//! - its names.
//!
//! The bytes are numbers of seven bits a byte, the low ones first, the last byte without the high bit:
//!
//! - for each range, how many characters lie between it and the previous one, and how many more than one it has;
//! - for each string, how many characters it shares with the previous one, how many others it has, and those;
//! - `fold`: the characters that are not the least of those equal without regard to case. For each it has the number of
//!   characters between it and the previous one, and its distance from the least.
//!
//! Nothing is decoded before a pattern needs it.

use std::sync::OnceLock;

use ferrotape_budget::order;

use crate::character_set::CharacterRange;

const INDEX: &str = include_str!("unicode/index.txt");
static DATA: &[u8] = include_bytes!("unicode/data.bin");

/// Name of the property that consists of all the other properties of strings.
const ALL_EMOJI: &str = "RGI_Emoji";

/// The property that an escape names.
#[derive(Debug)]
pub(crate) enum Property {
    Characters(Numbers),
    /// All strings of these properties.
    Strings(Vec<Numbers>),
}

/// Finds a property by its name alone, or by name and value. Names are compared as they are written.
pub(crate) fn property(name: &str, value: Option<&str>) -> Option<Property> {
    let Some(value) = value else {
        let index = index();
        if name == ALL_EMOJI {
            let strings = index.lines.iter().filter(|line| line.kind == "s");
            return Some(Property::Strings(strings.map(|line| line.numbers.clone()).collect()));
        }
        if let Some(line) = index.find(&["s"], name) {
            return Some(Property::Strings(vec![line.numbers.clone()]));
        }
        return characters(&["b", "gc"], name);
    };
    match name {
        "General_Category" | "gc" => characters(&["gc"], value),
        "Script" | "sc" => characters(&["sc"], value),
        "Script_Extensions" | "scx" => characters(&["scx"], value),
        _ => None,
    }
}

fn characters(kinds: &[&str], name: &str) -> Option<Property> {
    Some(Property::Characters(index().find(kinds, name)?.numbers.clone()))
}

/// The decoded index, made when a pattern first needs it.
struct Index {
    lines: Vec<Line>,
    /// Names, in order, with the indices of their lines.
    names: Vec<(&'static str, usize)>,
}

fn index() -> &'static Index {
    static READ: OnceLock<Index> = OnceLock::new();
    READ.get_or_init(|| {
        let lines: Vec<Line> = INDEX.lines().filter_map(Line::parse).collect();
        let names_of = |(place, line): (usize, &Line)| line.names.split(' ').map(move |name| (name, place));
        let mut names: Vec<(&str, usize)> = lines.iter().enumerate().flat_map(names_of).collect();
        order::sort(&mut names);
        Index { lines, names }
    })
}

impl Index {
    /// Finds the line of one of these kinds with this name.
    fn find(&self, kinds: &[&str], name: &str) -> Option<&Line> {
        let start = self.names.partition_point(|&(other, _)| other < name);
        let same = self.names[start..].iter().take_while(|&&(other, _)| other == name);
        same.map(|&(_, place)| &self.lines[place]).find(|line| kinds.contains(&line.kind))
    }
}

/// A line of the index.
struct Line {
    kind: &'static str,
    names: &'static str,
    numbers: Numbers,
}

impl Line {
    fn parse(line: &'static str) -> Option<Line> {
        let (kind, rest) = line.split_once(' ')?;
        let (start, rest) = rest.split_once(' ')?;
        let (length, names) = rest.split_once(' ').unwrap_or((rest, ""));
        let start: usize = start.parse().ok()?;
        let bytes = DATA.get(start..)?.get(..length.parse().ok()?)?;
        Some(Line { kind, names, numbers: Numbers { bytes } })
    }
}

/// Bytes that encode a list of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    bytes: &'static [u8],
}

impl Numbers {
    /// Decodes a number of seven bits a byte, the low ones first.
    fn next(&mut self) -> Option<u32> {
        let mut value = 0;
        let mut shift = 0;
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            value |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
            shift += 7;
        }
    }

    /// Returns the approximate cost of reading the numbers.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn ranges(mut self) -> impl Iterator<Item = CharacterRange> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let first = next + self.next()?;
            let last = first + self.next()?;
            next = last + 1;
            Some(CharacterRange::new(first, last))
        })
    }

    pub fn strings(mut self) -> impl Iterator<Item = Vec<u32>> {
        let mut string: Vec<u32> = Vec::new();
        std::iter::from_fn(move || {
            string.truncate(self.next()? as usize);
            for _ in 0..self.next()? {
                string.push(self.next()?);
            }
            Some(string.clone())
        })
    }
}

/// Returns the characters that are not the least of those equal under `i` and `u`, in order, with that least one. Made
/// when a pattern first needs it.
pub(crate) fn folds() -> &'static [(u32, u32)] {
    static FOLDS: OnceLock<Vec<(u32, u32)>> = OnceLock::new();
    FOLDS.get_or_init(|| {
        let mut folds = Vec::new();
        let mut next = 0;
        if let Some(mut numbers) =
            index().lines.iter().find(|line| line.kind == "fold").map(|line| line.numbers.clone())
        {
            while let (Some(gap), Some(distance)) = (numbers.next(), numbers.next()) {
                let character: u32 = next + gap;
                folds.push((character, character.saturating_sub(distance)));
                next = character + 1;
            }
        }
        folds
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(name: &str, value: Option<&str>) -> Vec<(u32, u32)> {
        match property(name, value) {
            Some(Property::Characters(numbers)) => numbers.ranges().map(|range| (range.first, range.last)).collect(),
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn every_line_of_the_index_can_be_read() {
        // The first line gives the version of Unicode.
        assert!(INDEX.starts_with("version 17.0.0\n"));
        let lines = &index().lines;
        assert_eq!(lines.len() + 1, INDEX.lines().count());
        for line in lines.iter().filter(|line| line.kind != "s" && line.kind != "fold") {
            let ranges: Vec<CharacterRange> = line.numbers.clone().ranges().collect();
            assert!(ranges.windows(2).all(|pair| pair[0].last + 1 < pair[1].first), "{}", line.names);
            assert!(ranges.last().is_some_and(|range| range.last <= 0x10FFFF), "{}", line.names);
        }
    }

    #[test]
    fn properties_of_characters() {
        assert_eq!(ranges("ASCII_Hex_Digit", None), [(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]);
        assert_eq!(ranges("AHex", None), ranges("ASCII_Hex_Digit", None));
        assert_eq!(ranges("Any", None), [(0, 0x10FFFF)]);
        assert_eq!(ranges("Lu", None), ranges("General_Category", Some("Uppercase_Letter")));
        assert_eq!(ranges("sc", Some("Grek"))[0], (0x370, 0x373));
        assert_ne!(ranges("scx", Some("Greek")), ranges("Script", Some("Greek")));
        for (name, value) in
            [("Greek", None), ("lu", None), ("ASCII", Some("Yes")), ("Block", Some("ASCII")), ("", None)]
        {
            assert!(property(name, value).is_none(), "{name}");
        }
    }

    #[test]
    fn properties_of_strings() {
        let strings = |name: &str| match property(name, None) {
            Some(Property::Strings(all)) => all.into_iter().flat_map(Numbers::strings).collect::<Vec<_>>(),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(strings("Emoji_Keycap_Sequence").len(), 12);
        assert_eq!(strings("Emoji_Keycap_Sequence")[0], [0x23, 0xFE0F, 0x20E3]);
        assert!(strings("RGI_Emoji").contains(&vec![0x1F1E6, 0x1F1F9]));
        assert!(strings("RGI_Emoji").len() > 3000);
    }

    #[test]
    fn folds_lead_to_characters_that_are_their_own() {
        let folds = folds();
        let find = |character: u32| folds.binary_search_by_key(&character, |fold| fold.0).map(|index| folds[index].1);
        assert_eq!(find(0x17F), Ok(0x53));
        assert_eq!(find(0x1E9E), Ok(0xDF));
        assert_eq!(find(0x10428), Ok(0x10400));
        assert!(find(0x130).is_err() && find(0x131).is_err());
        assert!(folds.iter().all(|&(_, least)| find(least).is_err()));
    }
}
