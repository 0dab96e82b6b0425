//! Source texts as the client knows them: numbers, addresses, positions.

use std::collections::VecDeque;

use ferrotape::debug::Source;
use ferrotape_regexp::Pattern;
use serde_json::{Value, json};

use super::refusal::Refused;
use super::server::Shared;
use crate::reach::Reach;
use crate::source_map::{mapping_url, units_before};

/// Most texts that are kept for clients, and most bytes of them. A program may make any number by `eval`: the oldest of those
/// go.
const MOST: usize = 10_000;
const MOST_BYTES: usize = 256 << 20;

/// Most lines that a search finds, and most bytes of what is searched.
const MOST_FOUND: usize = 10_000;
const LONGEST_QUERY: usize = 10_000;
/// Most units of work for a line.
const FUEL_OF_LINE: u64 = 1_000_000;

/// A source text.
pub struct Script {
    pub id: String,
    pub url: String,
    pub source: Source,
}

/// The texts that have run, the oldest first.
#[derive(Default)]
pub struct Scripts {
    all: VecDeque<Script>,
    bytes: usize,
    /// The number of the newest text.
    newest: u64,
}

impl Scripts {
    /// Adds a text, in place of older ones without a file if there are too many. Breakpoints are in files: those stay.
    pub fn add(&mut self, source: &Source, reach: &Reach) -> Option<&Script> {
        let bytes = source.text().len();
        if bytes > MOST_BYTES {
            return None;
        }
        while self.all.len() >= MOST || self.bytes + bytes > MOST_BYTES {
            let oldest = self.all.iter().position(|script| !script.url.starts_with("file://"))?;
            self.bytes -= self.all.remove(oldest)?.source.text().len();
        }
        self.bytes += bytes;
        self.newest += 1;
        let id = self.newest.to_string();
        self.all.push_back(Script { id, url: url_of(source.name(), reach), source: source.clone() });
        self.all.back()
    }

    /// Tells a client of them.
    pub fn tell_all(&self, shared: &Shared, client: u64) {
        for script in &self.all {
            shared.send(client, &json!({ "method": "Debugger.scriptParsed", "params": script.parsed() }));
        }
    }

    pub fn by_id(&self, id: &Value) -> Option<&Script> {
        self.all.iter().find(|script| script.id == *id)
    }

    pub fn of(&self, source: &Source) -> Option<&Script> {
        self.all.iter().rev().find(|script| script.source.is(source))
    }

    /// The newest text with a name, as the engine has it.
    pub fn named(&self, name: &str) -> Option<&Script> {
        self.all.iter().rev().find(|script| script.source.name() == name)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Script> {
        self.all.iter()
    }
}

impl Script {
    /// The event that reports it.
    pub fn parsed(&self) -> Value {
        let text = self.source.text();
        let last = text.lines().count().saturating_sub(usize::from(!text.ends_with('\n')));
        let end =
            if text.ends_with('\n') { 0 } else { text.lines().last().map_or(0, |line| line.encode_utf16().count()) };
        json!({
            "scriptId": self.id, "url": self.url, "startLine": 0, "startColumn": 0, "endLine": last, "endColumn": end,
            "executionContextId": 1, "executionContextAuxData": { "isDefault": true }, "hash": "",
            "isLiveEdit": false, "sourceMapURL": mapping_url(text).unwrap_or_default(), "hasSourceURL": false,
            "isModule": false, "length": text.encode_utf16().count(), "scriptLanguage": "JavaScript",
            "embedderName": self.url,
        })
    }

    /// A place as the protocol has it: counted from 0, columns in UTF-16.
    pub fn location(&self, line: u32, column: u32) -> Value {
        json!({
            "scriptId": self.id, "lineNumber": line.saturating_sub(1),
            "columnNumber": units_before(self.source.line(line), column),
        })
    }

    /// Debugger.searchInContent: the lines that have a text, or that a pattern fits.
    pub fn search(&self, params: &Value) -> Result<Vec<Value>, Refused> {
        let query = params["query"].as_str().unwrap_or_default();
        let pattern = if params["isRegex"] == true {
            query.to_owned()
        } else {
            let special = |letter: char| if "\\^$.*+?()[]{}|/".contains(letter) { "\\" } else { "" };
            query.chars().map(|letter| format!("{}{letter}", special(letter))).collect()
        };
        if pattern.len() > LONGEST_QUERY {
            return Err(Refused::wrong_parameters("the query is too long"));
        }
        let flags = if params["caseSensitive"] == true { "" } else { "i" };
        let pattern = Pattern::new(&pattern, flags).map_err(|error| Refused::wrong_parameters(error.to_string()))?;
        let pattern = pattern.with_fuel(FUEL_OF_LINE);
        let lines = self.source.text().lines().enumerate();
        let found = lines.filter(|(_, line)| pattern.is_match(line).unwrap_or(false)).take(MOST_FOUND);
        Ok(found.map(|(number, line)| json!({ "lineNumber": number, "lineContent": line })).collect())
    }

    /// Line and column of a place of the protocol, as the engine has them.
    pub fn place(&self, location: &Value) -> (u32, u32) {
        place_in(&self.source, location)
    }
}

/// Line and column, counted from 1, of what the protocol says. Without a column it is 0: anywhere in the line.
pub fn place_in(source: &Source, location: &Value) -> (u32, u32) {
    let number = |name: &str| location[name].as_u64().and_then(|number| u32::try_from(number).ok());
    let line = number("lineNumber").unwrap_or(0).saturating_add(1);
    let Some(column) = number("columnNumber").filter(|&column| column > 0) else { return (line, 0) };
    let text = source.line(line);
    if text.is_ascii() {
        return (line, column.saturating_add(1));
    }
    let (mut left, mut points) = (column, 0u32);
    for character in text.chars() {
        let Some(rest) = left.checked_sub(character.len_utf16() as u32) else { break };
        if left == 0 {
            break;
        }
        (left, points) = (rest, points.saturating_add(1));
    }
    (line, points.saturating_add(left).saturating_add(1))
}

/// The address of a text: that of its file, if there is one.
fn url_of(name: &str, reach: &Reach) -> String {
    let path = reach.path_of(name);
    if name.is_empty() || name.starts_with('<') || !path.is_file() {
        return name.to_owned();
    }
    let mut url = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'/'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'@'
            | b'+'
            | b':'
            | b','
            | b'=' => {
                url.push(char::from(byte));
            }
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}
