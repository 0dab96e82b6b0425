//! Places in what a program was made of: source maps, ECMA-426. They are read when an error is shown, and only then.
//!
//! ```text
//! file.js  //# sourceMappingURL=…  ──> map (a file beside it, or a data: URL) ──> file, line and column of what somebody wrote
//! ```

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ferrotape::{Location, StackEntry};
use ferrotape_text::Base64;
use serde_json::Value;

/// What stands before the name of a map.
const MARKER: &str = "sourceMappingURL=";
/// Larger files are not read.
const LARGEST: u64 = 64 << 20;
/// Lines behind this have no places.
const MOST_LINES: usize = 10_000_000;
/// Characters of a line that are shown on either side of a place.
const CONTEXT: usize = 60;

/// The maps of the files that an error names.
#[derive(Default)]
pub struct SourceMaps {
    by_source: HashMap<String, Option<Map>>,
}

struct Map {
    /// The lines of the file that was made.
    generated: Vec<String>,
    sources: Vec<Source>,
    /// For each of those lines, in order.
    lines: Vec<Vec<Segment>>,
}

struct Source {
    name: String,
    text: Option<String>,
}

/// From a column on: which place of which source it is. Columns are counted in UTF-16 from 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Segment {
    column: u32,
    source: u32,
    line: u32,
    original_column: u32,
}

impl SourceMaps {
    /// The place that a place was made of; the place itself where nobody knows.
    pub fn location(&mut self, location: &Location) -> Location {
        self.mapped(location).unwrap_or_else(|| location.clone())
    }

    fn mapped(&mut self, location: &Location) -> Option<Location> {
        let map = self.map_of(&location.source)?;
        let (source, line, column) = map.original(location.line, location.column)?;
        let text = source.text.as_ref().and_then(|text| text.lines().nth(line as usize)).unwrap_or_default();
        let place = utf16_to_characters(text, column);
        let characters: Vec<char> = text.chars().collect();
        let is_long = characters.len() > 2 * CONTEXT;
        let first = if is_long { place.saturating_sub(CONTEXT) } else { 0 };
        let end = if is_long { (place + CONTEXT).min(characters.len()) } else { characters.len() };
        let word = characters.iter().skip(place).take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        Some(Location {
            source: source.name.clone(),
            line: line + 1,
            column: place as u32 + 1,
            width: word.count().max(1) as u32,
            text: characters[first.min(end)..end].iter().collect(),
            skipped: first as u32,
            is_cut: end < characters.len(),
        })
    }

    /// The same for a line of a stack.
    pub fn entry(&mut self, entry: &StackEntry) -> StackEntry {
        let original = self.map_of(&entry.source).and_then(|map| {
            let (source, line, column) = map.original(entry.line, entry.column)?;
            let text = source.text.as_ref().and_then(|text| text.lines().nth(line as usize)).unwrap_or_default();
            let (line, column) = (line + 1, utf16_to_characters(text, column) as u32 + 1);
            Some(StackEntry { source: source.name.clone(), line, column, ..entry.clone() })
        });
        original.unwrap_or_else(|| entry.clone())
    }

    fn map_of(&mut self, source: &str) -> Option<&Map> {
        self.by_source.entry(source.to_owned()).or_insert_with(|| Map::of_file(Path::new(source))).as_ref()
    }
}

impl Map {
    /// The map that a file names, if it names one that can be read.
    fn of_file(path: &Path) -> Option<Map> {
        // Most files name none: a large one is not held in memory to see that.
        if !has_marker(path).ok()? {
            return None;
        }
        let text = read(path)?;
        let url = mapping_url(&text)?;
        let (json, beside) = match url.strip_prefix("data:") {
            Some(data) => (of_data_url(data)?, path.to_owned()),
            None => {
                let map = path.parent().unwrap_or(Path::new("")).join(percent_decoded(url));
                (read(&map)?, map)
            }
        };
        Map::parse(&json, &text, beside.parent().unwrap_or(Path::new("")))
    }

    /// `folder` is what the names of sources are relative to.
    fn parse(json: &str, generated: &str, folder: &Path) -> Option<Map> {
        let mut map =
            Map { generated: generated.lines().map(str::to_owned).collect(), sources: Vec::new(), lines: Vec::new() };
        for (line, column, sources, contents, mappings) in sections(json)? {
            let first = map.sources.len() as u32;
            for (index, name) in sources.into_iter().enumerate() {
                let name = name.unwrap_or_default();
                let path = tidied(&folder.join(name.trim_start_matches("file://")));
                let text = contents.get(index).cloned().flatten().or_else(|| read(&path));
                map.sources.push(Source { name: path.to_string_lossy().into_owned(), text });
            }
            decode(&mappings, (line, column), first, &mut map.lines);
        }
        Some(map)
    }

    /// Source, line and column, the latter counted from 0, of a place that is counted from 1 in characters.
    fn original(&self, line: u32, column: u32) -> Option<(&Source, u32, u32)> {
        let row = line.checked_sub(1)? as usize;
        let text = self.generated.get(row).map_or("", String::as_str);
        let before = text.chars().take(column.saturating_sub(1) as usize);
        let column: u32 = before.map(|c| c.len_utf16() as u32).sum();
        let segments = self.lines.get(row)?;
        let behind = segments.partition_point(|segment| segment.column <= column);
        let segment = segments.get(behind.checked_sub(1)?)?;
        Some((self.sources.get(segment.source as usize)?, segment.line, segment.original_column))
    }
}

type Section = (u32, u32, Vec<Option<String>>, Vec<Option<String>>, String);

/// The parts of a map with what they begin at.
fn sections(json: &str) -> Option<Vec<Section>> {
    let json = json.trim_start_matches('\u{feff}');
    // What keeps a map from being a script stands in a line of its own.
    let json = if json.starts_with(")]}'") { json.split_once('\n')?.1 } else { json };
    let whole: Value = serde_json::from_str(json).ok()?;
    let Some(parts) = whole.get("sections") else { return section((0, 0), &whole).map(|section| vec![section]) };
    let place = |part: &Value, name| u32::try_from(part["offset"][name].as_u64()?).ok();
    let section_of = |part| section((place(part, "line")?, place(part, "column")?), &part["map"]);
    parts.as_array()?.iter().map(section_of).collect()
}

fn section((line, column): (u32, u32), map: &Value) -> Option<Section> {
    let root = map["sourceRoot"].as_str().filter(|root| !root.is_empty());
    let in_root = |name: &str| match root {
        Some(root) => format!("{}/{name}", root.trim_end_matches('/')),
        None => name.to_owned(),
    };
    let sources = map["sources"].as_array()?.iter().map(|name| name.as_str().map(in_root)).collect();
    let contents = map["sourcesContent"].as_array().into_iter().flatten();
    let contents = contents.map(|text| text.as_str().map(str::to_owned)).collect();
    Some((line, column, sources, contents, map["mappings"].as_str()?.to_owned()))
}

/// The field `mappings`: numbers in base 64, relative to the ones before.
fn decode(mappings: &str, (first_line, first_column): (u32, u32), first_source: u32, lines: &mut Vec<Vec<Segment>>) {
    let (mut source, mut line, mut original_column) = (0i64, 0i64, 0i64);
    for (index, groups) in mappings.split(';').enumerate() {
        let row = first_line as usize + index;
        let mut column = if index == 0 { i64::from(first_column) } else { 0 };
        if row > MOST_LINES {
            return;
        }
        if lines.len() <= row {
            lines.resize_with(row + 1, Vec::new);
        }
        let Some(segments) = lines.get_mut(row) else { return };
        for group in groups.split(',') {
            let numbers = numbers(group);
            column += numbers.first().copied().unwrap_or(0);
            let &[_, source_step, line_step, column_step, ..] = &numbers[..] else { continue };
            (source, line, original_column) = (source + source_step, line + line_step, original_column + column_step);
            let whole = [column, source + i64::from(first_source), line, original_column].map(u32::try_from);
            if let [Ok(column), Ok(source), Ok(line), Ok(original_column)] = whole {
                segments.push(Segment { column, source, line, original_column });
            }
        }
        segments.sort_by_key(|segment| segment.column);
    }
}

/// Variable-length quantities: five bits in each digit, the lowest first, and the sign in the lowest of all.
fn numbers(group: &str) -> Vec<i64> {
    let (mut numbers, mut value, mut shift) = (Vec::new(), 0i64, 0);
    for digit in group.bytes().filter_map(base64_digit) {
        value |= i64::from(digit & 31) << shift;
        if digit & 32 != 0 {
            shift += 5;
            if shift > 40 {
                return numbers;
            }
            continue;
        }
        numbers.push(if value & 1 == 0 { value >> 1 } else { -(value >> 1) });
        (value, shift) = (0, 0);
    }
    numbers
}

/// A digit of either alphabet.
fn base64_digit(byte: u8) -> Option<u32> {
    [Base64::Standard, Base64::Url].into_iter().find_map(|alphabet| alphabet.value(byte.into()))
}

/// What the last comment of that kind names.
fn mapping_url(text: &str) -> Option<&str> {
    let lines = text.lines().rev().take(5);
    let mut urls = lines.filter_map(|line| {
        let comment = line.trim().strip_prefix("//#").or_else(|| line.trim().strip_prefix("//@"))?;
        comment.trim_start().strip_prefix(MARKER)
    });
    urls.next().map(str::trim)
}

/// What stands behind `data:`.
fn of_data_url(data: &str) -> Option<String> {
    let (kind, data) = data.split_once(',')?;
    if !kind.ends_with(";base64") {
        return Some(percent_decoded(data));
    }
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for digit in data.bytes().filter_map(base64_digit) {
        (bits, count) = (bits << 6 | digit, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    String::from_utf8(bytes).ok()
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let code = others.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Does it stand anywhere in the file that a map is named?
fn has_marker(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut file = fs::File::open(path)?;
    let mut piece = [0; 1 << 14];
    // The end of the last piece comes first in the next one.
    let mut kept = 0;
    loop {
        let length = match file.read(&mut piece[kept..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            length => length?,
        };
        if length == 0 {
            return Ok(false);
        }
        let filled = kept + length;
        if piece[..filled].windows(MARKER.len()).any(|part| part == MARKER.as_bytes()) {
            return Ok(true);
        }
        let start = filled.saturating_sub(MARKER.len() - 1);
        piece.copy_within(start..filled, 0);
        kept = filled - start;
    }
}

/// The text of a plain file of some size.
fn read(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return None;
    }
    fs::read_to_string(path).ok()
}

/// A path without steps that lead nowhere.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if tidy.file_name().is_some() => drop(tidy.pop()),
            part => tidy.push(part),
        }
    }
    tidy
}

/// How many characters stand before a column.
fn utf16_to_characters(text: &str, column: u32) -> usize {
    let mut units = 0;
    let is_before = |c: &char| {
        let before = units;
        units += c.len_utf16() as u32;
        before < column
    };
    text.chars().take_while(is_before).count()
}

#[cfg(test)]
mod any_bytes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read() {
        assert_eq!(numbers("AAgBC"), [0, 0, 16, 1]);
        assert_eq!(numbers("D2H"), [-1, 123]);
        assert_eq!((numbers(""), numbers("g"), numbers("gggggggggggggggg")), (vec![], vec![], vec![]));
    }

    #[test]
    fn places_are_found() {
        let json = r#"{"version":3,"sources":["a.ts","b.ts"],"sourcesContent":["let é = 1;\nuse(é)\n",null],"mappings":"AAAA;EACE,IAAI"}"#;
        let map = Map::parse(json, "x\n  y(z)", Path::new("dist")).expect("a map");
        let found = |line, column| {
            map.original(line, column).map(|(source, line, column)| (source.name.as_str(), line, column))
        };
        assert_eq!(found(1, 1), Some(("dist/a.ts", 0, 0)));
        assert_eq!(found(2, 3), Some(("dist/a.ts", 1, 2)));
        assert_eq!(found(2, 7), Some(("dist/a.ts", 1, 6)));
        assert_eq!((found(2, 1), found(3, 1), found(0, 0)), (None, None, None));
    }

    #[test]
    fn what_is_no_map_is_none() {
        for json in ["", "{", "[]", "null", "{}", r#"{"sources":[],"mappings":5}"#] {
            assert!(Map::parse(json, "", Path::new("")).is_none(), "{json}");
        }
        let far =
            r#"{"sections":[{"offset":{"line":4000000000,"column":0},"map":{"sources":["a"],"mappings":"AAAA"}}]}"#;
        assert!(Map::parse(far, "", Path::new("")).is_none_or(|map| map.original(1, 1).is_none()));
    }

    #[test]
    fn addresses_are_read() {
        assert_eq!(mapping_url("a\n//# sourceMappingURL=b.map\n"), Some("b.map"));
        assert_eq!(mapping_url("//# sourceMappingURL=b.map\n\n\n\n\n\n\n"), None);
        assert_eq!(of_data_url("application/json;charset=utf-8;base64,eyJhIjoxfQ=="), Some("{\"a\":1}".to_owned()));
        assert_eq!(of_data_url("application/json,%7B%22%C3%A9%22%7D%"), Some("{\"é\"}%".to_owned()));
    }
}
