//! Source maps, ECMA-426: map places in a program to places in its original sources. They are read only when an error
//! is shown.
//!
//! ```text
//! file.js  //# sourceMappingURL=…  ──> map (a file beside it, or a data: URL) ──> original file, line and column
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use ferrotape::error::{Location, StackEntry};
use ferrotape::modules::ReadLimits;
use ferrotape_text::Base64;
use serde_json::Value;

use crate::json;
use crate::modules::{data_url, tidied};
use crate::reach::Reach;

/// Text before the name of a source map.
const MARKER: &str = "sourceMappingURL=";
/// Limit on the bytes read for one report, of all files together.
const MOST_BYTES: u64 = 64 << 20;
/// Limit on the segments of a source map.
const MOST_SEGMENTS: usize = 1 << 21;
/// Limit on the bytes of a line that is shown.
const LONGEST_LINE: usize = 1 << 16;
/// Limit on the bytes of a source's name with its root; longer ones stay without the root.
const LONGEST_NAME: usize = 4096;
/// Characters of a line that are shown on either side of a place.
const CONTEXT: usize = 60;

/// Source maps of the files that an error names. Original sources are read only if the program itself may read them,
/// and only as much of them as is shown.
pub struct SourceMaps<'a> {
    reach: &'a Reach,
    /// Source maps, by the names of generated files.
    maps: HashMap<String, Option<Map>>,
    /// Lines of original sources, by file and number.
    lines: HashMap<(PathBuf, u32), String>,
    /// Bytes that may still be read.
    left: u64,
}

/// A source map as it was read.
struct Map {
    /// Text of the generated file.
    generated: String,
    sources: Vec<Source>,
    /// Segments, sorted by row and column.
    segments: Vec<Segment>,
}

/// An original source.
struct Source {
    path: PathBuf,
    /// Content that the source map itself has.
    text: Option<String>,
}

/// A segment maps the generated text from a row and column on to a place in a source. All count from 0, columns in
/// UTF-16 units.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Segment {
    row: u32,
    column: u32,
    source: u32,
    line: u32,
    original_column: u32,
}

/// A place in an original source.
struct Original {
    source: String,
    /// Line, counted from 1.
    line: u32,
    /// Characters of the line before the place.
    place: usize,
    /// UTF-16 units of the line before the place.
    units: u32,
    /// Text of the line, as far as it may be shown.
    text: String,
}

impl<'a> SourceMaps<'a> {
    pub fn new(reach: &'a Reach) -> SourceMaps<'a> {
        SourceMaps { reach, maps: HashMap::new(), lines: HashMap::new(), left: MOST_BYTES }
    }

    /// Maps a place to the original source. Returns the place itself if it has no mapping.
    pub fn location(&mut self, location: &Location) -> Location {
        self.mapped(location).unwrap_or_else(|| location.clone())
    }

    /// Maps a place, and cuts its original line to some characters on both sides. None without a mapping.
    fn mapped(&mut self, location: &Location) -> Option<Location> {
        let Original { source, line, place, text, .. } =
            self.original(&location.source, location.line, location.column)?;
        let characters: Vec<char> = text.chars().collect();
        let is_long = characters.len() > 2 * CONTEXT;
        let first = if is_long { place.saturating_sub(CONTEXT) } else { 0 };
        let end = if is_long { (place + CONTEXT).min(characters.len()) } else { characters.len() };
        let word = characters.iter().skip(place).take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let mut mapped = Location::new(source, line, place as u32 + 1);
        mapped.width = word.count().max(1) as u32;
        mapped.text = characters[first.min(end)..end].iter().collect();
        (mapped.skipped, mapped.is_cut) = (first as u32, end < characters.len());
        Some(mapped)
    }

    /// Returns a short line of a file, counted from 1.
    pub fn line(&self, source: &str, line: u32) -> Option<String> {
        let (file, most) = self.reach.excerpt(&self.reach.path_of(source))?;
        let mut text = String::new();
        file.take(most).read_to_string(&mut text).ok()?;
        let line = text.lines().nth(line.checked_sub(1)? as usize)?;
        (line.len() <= 2 * CONTEXT).then(|| line.to_owned())
    }

    /// Maps a line of a stack trace to the original source.
    pub fn entry(&mut self, entry: &StackEntry) -> StackEntry {
        self.entry_with_units(entry).map_or_else(|| entry.clone(), |(mapped, _)| mapped)
    }

    /// Maps a line of a stack trace to the original source, if there is one, and returns its column in UTF-16 units besides.
    pub fn entry_with_units(&mut self, entry: &StackEntry) -> Option<(StackEntry, u32)> {
        let Original { source, line, place, units, .. } = self.original(&entry.source, entry.line, entry.column)?;
        Some((StackEntry { source, line, column: place as u32 + 1, ..entry.clone() }, units + 1))
    }

    /// Maps a place in an original source, counted from 1, to the first place in a generated file that was made of it or
    /// of what comes behind it. `source` is a name of the original, or the end of its path. The column that is given counts
    /// UTF-16 units, the one that is returned characters, as code does.
    pub fn generated(&mut self, generated: &str, source: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        self.read_alone(generated);
        let map = self.maps.get(generated)?.as_ref()?;
        let is_meant = |known: &Source| known.path.ends_with(source) || Path::new(source).ends_with(&known.path);
        let are_meant: Vec<bool> = map.sources.iter().map(is_meant).collect();
        let wanted = (line.saturating_sub(1), column.saturating_sub(1));
        let behind = map.segments.iter().filter(|segment| (segment.line, segment.original_column) >= wanted);
        let in_source = behind.filter(|segment| are_meant.get(segment.source as usize) == Some(&true));
        let first =
            in_source.min_by_key(|segment| (segment.line, segment.original_column, segment.row, segment.column))?;
        let text = map.generated.lines().nth(first.row as usize).unwrap_or_default();
        Some((first.row + 1, utf16_to_characters(text, first.column) as u32 + 1))
    }

    /// Finds the original of a place, counted from 1. The line comes from the map if it has the text, else from the
    /// file.
    fn original(&mut self, generated: &str, line: u32, column: u32) -> Option<Original> {
        self.read(generated);
        let map = self.maps.get(generated)?.as_ref()?;
        let (source, line, column) = map.original(line, column)?;
        let name = source.path.to_string_lossy().into_owned();
        let text = match &source.text {
            Some(text) => text.lines().nth(line as usize).unwrap_or_default().chars().take(LONGEST_LINE).collect(),
            None => {
                let path = source.path.clone();
                self.line_of(path, line)
            }
        };
        let place = utf16_to_characters(&text, column);
        Some(Original { source: name, line: line + 1, place, units: column, text })
    }

    /// Returns the line of a place in its original, and the lines around it with their numbers, so many on either side. None if
    /// the place has no mapping, or its line cannot be read.
    pub fn lines_around(&mut self, generated: &str, at: (u32, u32), around: u32) -> Option<(u32, Vec<(u32, String)>)> {
        self.read(generated);
        let map = self.maps.get(generated)?.as_ref()?;
        let (source, row, _) = map.original(at.0, at.1)?;
        let rows = row.saturating_sub(around)..row.saturating_add(around).saturating_add(1);
        let mut lines: Vec<(u32, String)> = match &source.text {
            Some(text) => {
                let shown =
                    text.lines().skip(rows.start as usize).map(|line| line.chars().take(LONGEST_LINE).collect());
                rows.zip(shown).map(|(row, line)| (row + 1, line)).collect()
            }
            None => {
                let path = source.path.clone();
                rows.map(|row| (row + 1, self.line_of(path.clone(), row))).collect()
            }
        };
        while lines.pop_if(|(number, line)| *number > row + 1 && line.is_empty()).is_some() {}
        let is_known = lines.iter().any(|(number, line)| *number == row + 1 && !line.is_empty());
        is_known.then_some((row + 1, lines))
    }

    /// Reads the source map of a file, unless that was done.
    fn read(&mut self, generated: &str) {
        if !self.maps.contains_key(generated) {
            let map = self.map_of(generated);
            self.maps.insert(generated.to_owned(), map);
        }
    }

    /// Reads a map within the whole limit, whatever was read before: what is looked for may be in any text. Earlier maps go
    /// where all together are beyond it.
    fn read_alone(&mut self, generated: &str) {
        if self.maps.contains_key(generated) {
            return;
        }
        let left = std::mem::replace(&mut self.left, MOST_BYTES);
        let map = self.map_of(generated);
        let used = MOST_BYTES - self.left;
        if used > left {
            self.maps.clear();
        }
        self.left = left.checked_sub(used).unwrap_or(self.left);
        self.maps.insert(generated.to_owned(), map);
    }

    /// Reads the source map that a file names, if there is one.
    fn map_of(&mut self, generated: &str) -> Option<Map> {
        let path = self.reach.path_of(generated);
        // Most files name none, so a large file is searched without holding it in memory.
        let (file, most) = self.reach.excerpt(&path)?;
        let bytes = self.spend_on(&file, most);
        if !has_marker(file.take(bytes)).ok()? {
            return None;
        }
        let text = self.text(&path)?;
        let url = mapping_url(&text)?;
        // Names of sources in the report are relative to the name under which the generated file was given.
        let beside = Path::new(generated).parent().unwrap_or(Path::new(""));
        match url.strip_prefix("data:") {
            Some(data) => {
                let json = of_data_url(data)?;
                Map::parse(&json, text, beside)
            }
            None => {
                let name = percent_decoded(url);
                let json = self.text(&path.parent()?.join(&name))?;
                let map = beside.join(name);
                Map::parse(&json, text, map.parent().unwrap_or(Path::new("")))
            }
        }
    }

    /// Takes the bytes of a file from the bytes that are left, up to this many, and returns their number.
    fn spend_on(&mut self, file: &File, most: u64) -> u64 {
        let bytes = file.metadata().map_or(0, |metadata| metadata.len());
        self.spend(bytes.min(most))
    }

    /// Takes up to so many bytes from the bytes that are left, and returns their number.
    fn spend(&mut self, bytes: u64) -> u64 {
        let bytes = bytes.min(self.left);
        self.left -= bytes;
        bytes
    }

    /// Returns the text of a file that is not too large.
    fn text(&mut self, path: &Path) -> Option<String> {
        let (file, most) = self.reach.excerpt(path)?;
        let bytes = file.metadata().ok()?.len();
        if bytes > most || self.spend(bytes) < bytes {
            return None;
        }
        let mut text = String::with_capacity(bytes as usize);
        file.take(bytes).read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// Returns a line of a file, counted from 0, or an empty text if nothing of the file may be shown.
    pub fn line_of(&mut self, path: PathBuf, line: u32) -> String {
        if let Some(known) = self.lines.get(&(path.clone(), line)) {
            return known.clone();
        }
        // A name in the report is relative to the current folder.
        let found = self.reach.excerpt(&self.reach.path_of(&path.to_string_lossy()));
        let text = found.and_then(|(file, most)| {
            let bytes = self.spend_on(&file, most);
            nth_line(file.take(bytes), line).ok()
        });
        let text = text.unwrap_or_default();
        self.lines.insert((path, line), text.clone());
        text
    }
}

impl Map {
    /// Parses a source map. Names of sources are relative to `folder`.
    fn parse(text: &str, generated: String, folder: &Path) -> Option<Map> {
        let mut map = Map { generated, sources: Vec::new(), segments: Vec::new() };
        for Section { line, column, sources, contents, mappings } in sections(text)? {
            let first = map.sources.len() as u32;
            let mut contents = contents.into_iter();
            for name in sources {
                let name = name.unwrap_or_default();
                let path = tidied(&folder.join(name.trim_start_matches("file://")));
                map.sources.push(Source { path, text: contents.next().flatten() });
            }
            decode(&mappings, (line, column), first, &mut map.segments);
        }
        map.segments.sort_by_key(|segment| (segment.row, segment.column));
        Some(map)
    }

    /// Finds source, line and column for a place. The given line and column count from 1, the column in characters; the
    /// results count from 0.
    fn original(&self, line: u32, column: u32) -> Option<(&Source, u32, u32)> {
        let row = line.checked_sub(1)?;
        let text = self.generated.lines().nth(row as usize).unwrap_or("");
        let column = units_before(text, column);
        let behind = self.segments.partition_point(|segment| (segment.row, segment.column) <= (row, column));
        let segment = self.segments.get(behind.checked_sub(1)?).filter(|segment| segment.row == row)?;
        Some((self.sources.get(segment.source as usize)?, segment.line, segment.original_column))
    }
}

/// A source map or a section of one, with the place that it begins at.
struct Section {
    line: u32,
    column: u32,
    sources: Vec<Option<String>>,
    contents: Vec<Option<String>>,
    mappings: String,
}

fn sections(text: &str) -> Option<Vec<Section>> {
    let text = text.trim_start_matches('\u{feff}');
    // A first line with `)]}'`, which keeps a source map from being run as a script, is skipped.
    let text = if text.starts_with(")]}'") { text.split_once('\n')?.1 } else { text };
    let whole = json::parse(text, &mut ReadLimits::none()).ok()?;
    let Some(parts) = whole.get("sections") else { return section((0, 0), &whole).map(|section| vec![section]) };
    let place = |part: &Value, name| u32::try_from(part["offset"][name].as_u64()?).ok();
    let section_of = |part| section((place(part, "line")?, place(part, "column")?), &part["map"]);
    parts.as_array()?.iter().map(section_of).collect()
}

/// Reads one map, ECMA-426, which begins at a place of the generated file. Names get `sourceRoot` unless that makes
/// them too long.
fn section((line, column): (u32, u32), map: &Value) -> Option<Section> {
    let root = map["sourceRoot"].as_str().filter(|root| !root.is_empty());
    let in_root = |name: &str| match root {
        // A long root must not take memory for each of many names.
        Some(root) if root.len() + name.len() <= LONGEST_NAME => format!("{}/{name}", root.trim_end_matches('/')),
        _ => name.to_owned(),
    };
    let sources = map["sources"].as_array()?.iter().map(|name| name.as_str().map(in_root)).collect();
    let contents = map["sourcesContent"].as_array().into_iter().flatten();
    let contents = contents.map(|text| text.as_str().map(str::to_owned)).collect();
    Some(Section { line, column, sources, contents, mappings: map["mappings"].as_str()?.to_owned() })
}

/// Decodes the field `mappings`: numbers in base 64, relative to the previous ones.
fn decode(mappings: &str, (first_line, first_column): (u32, u32), first_source: u32, segments: &mut Vec<Segment>) {
    let (mut source, mut line, mut original_column) = (0i64, 0i64, 0i64);
    for (index, groups) in mappings.split(';').enumerate() {
        let mut column = if index == 0 { i64::from(first_column) } else { 0 };
        let Ok(row) = u32::try_from(first_line as usize + index) else { return };
        for group in groups.split(',') {
            let numbers = numbers(group);
            column = column.saturating_add(numbers.first().copied().unwrap_or(0));
            let &[_, source_step, line_step, column_step, ..] = &numbers[..] else { continue };
            source = source.saturating_add(source_step);
            line = line.saturating_add(line_step);
            original_column = original_column.saturating_add(column_step);
            let whole =
                [column, source.saturating_add(i64::from(first_source)), line, original_column].map(u32::try_from);
            if segments.len() >= MOST_SEGMENTS {
                return;
            }
            // Places are told from 1 on.
            if let [Ok(column), Ok(source), Ok(line), Ok(original_column)] = whole
                && [row, column, line, original_column].iter().all(|&number| number < u32::MAX)
            {
                segments.push(Segment { row, column, source, line, original_column });
            }
        }
    }
}

/// Decodes variable-length quantities: five bits in each digit, the lowest first, and the sign in the lowest bit of
/// all.
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

/// Returns the value of a digit of either base64 alphabet.
fn base64_digit(byte: u8) -> Option<u32> {
    [Base64::Standard, Base64::Url].into_iter().find_map(|alphabet| alphabet.value(byte.into()))
}

/// Returns the URL in the last `sourceMappingURL` comment.
pub fn mapping_url(text: &str) -> Option<&str> {
    let lines = text.lines().rev().take(5);
    let mut urls = lines.filter_map(|line| {
        let comment = line.trim().strip_prefix("//#").or_else(|| line.trim().strip_prefix("//@"))?;
        comment.trim_start().strip_prefix(MARKER)
    });
    urls.next().map(str::trim)
}

/// Decodes the part of a `data:` URL behind `data:`.
fn of_data_url(data: &str) -> Option<String> {
    let (kind, data) = data.split_once(',')?;
    if !kind.ends_with(";base64") {
        return Some(percent_decoded(data));
    }
    // What is no digit is skipped.
    let bytes = data_url::packed(data.bytes().map(base64_digit).filter(Option::is_some))?;
    String::from_utf8(bytes).ok()
}

fn percent_decoded(text: &str) -> String {
    String::from_utf8_lossy(&data_url::unescaped(text)).into_owned()
}

/// Returns whether the marker stands anywhere in the file.
fn has_marker(mut file: impl Read) -> io::Result<bool> {
    let mut piece = [0; 1 << 14];
    // The end of the last piece is kept at the beginning of the next one.
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

/// Reads a line, counted from 0, up to the limit on what is shown.
fn nth_line(file: impl Read, line: u32) -> io::Result<String> {
    let mut reader = BufReader::with_capacity(1 << 14, file);
    for _ in 0..line {
        if reader.skip_until(b'\n')? == 0 {
            return Ok(String::new());
        }
    }
    let mut bytes = Vec::new();
    reader.take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Returns the number of UTF-16 units before a column in characters, which counts from 1.
pub fn units_before(text: &str, column: u32) -> u32 {
    let before = column.saturating_sub(1);
    if text.is_ascii() { before } else { text.chars().take(before as usize).map(|it| it.len_utf16() as u32).sum() }
}

/// Returns the number of characters before a column in UTF-16 units.
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
        let map = Map::parse(json, "x\n  y(z)".to_owned(), Path::new("dist")).expect("a map");
        let found = |line, column| {
            map.original(line, column)
                .map(|(source, line, column)| (source.path.to_string_lossy().into_owned(), line, column))
        };
        assert_eq!(found(1, 1), Some(("dist/a.ts".to_owned(), 0, 0)));
        assert_eq!(found(2, 3), Some(("dist/a.ts".to_owned(), 1, 2)));
        assert_eq!(found(2, 7), Some(("dist/a.ts".to_owned(), 1, 6)));
        assert_eq!((found(2, 1), found(3, 1), found(0, 0)), (None, None, None));
    }

    #[test]
    fn places_behind_all_others_are_none() {
        // In base 64, twice 4294967295: behind it there is no line, and no column.
        let last = "+/////H";
        assert_eq!(numbers(last), [i64::from(u32::MAX)]);
        for mappings in [format!("{last}AAA"), format!("AA{last}A"), format!("AAA{last}")] {
            let json = format!(r#"{{"version":3,"sources":["a.ts"],"mappings":"{mappings},CAAA"}}"#);
            let map = Map::parse(&json, "x".to_owned(), Path::new("")).expect("a map");
            assert!(map.segments.is_empty(), "{mappings}: {:?}", map.segments);
        }
    }

    #[test]
    fn what_is_no_map_is_none() {
        for json in ["", "{", "[]", "null", "{}", r#"{"sources":[],"mappings":5}"#] {
            assert!(Map::parse(json, String::new(), Path::new("")).is_none(), "{json}");
        }
        let far =
            r#"{"sections":[{"offset":{"line":4000000000,"column":0},"map":{"sources":["a"],"mappings":"AAAA"}}]}"#;
        assert!(
            Map::parse(far, String::new(), Path::new(""))
                .is_none_or(|map| map.original(1, 1).is_none() && map.segments.len() < 2)
        );
    }

    #[test]
    fn addresses_are_read() {
        assert_eq!(mapping_url("a\n//# sourceMappingURL=b.map\n"), Some("b.map"));
        assert_eq!(mapping_url("//# sourceMappingURL=b.map\n\n\n\n\n\n\n"), None);
        assert_eq!(of_data_url("application/json;charset=utf-8;base64,eyJhIjoxfQ=="), Some("{\"a\":1}".to_owned()));
        assert_eq!(of_data_url("application/json,%7B%22%C3%A9%22%7D%"), Some("{\"é\"}%".to_owned()));
    }
}
