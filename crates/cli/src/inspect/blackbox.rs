//! Places that the client does not want to see: patterns of addresses, and ranges of scripts. Clients call it a list of what to
//! ignore, or files to skip. Only breakpoints stop there.

use std::collections::BTreeMap;

use ferrotape_regexp::Pattern;
use serde_json::Value;

use super::breakpoints::read_pattern;
use super::refusal::Refused;
use super::scripts::{Script, Scripts, place_in};

/// Most patterns, and most ends of ranges of a script.
const MOST_PATTERNS: usize = 1000;
const MOST_ENDS: usize = 100_000;
/// Most scripts for which it is remembered whether they are ignored: a program may make any number.
const MOST_KNOWN: usize = 10_000;

/// Ignored files and ranges.
#[derive(Default)]
pub struct Blackbox {
    patterns: Vec<Pattern>,
    /// Whether scripts without an address are ignored.
    is_without_name: bool,
    /// Whether a script is ignored as a whole, by its id.
    known: BTreeMap<String, bool>,
    /// Places at which ranges begin and end by turns, by the ids of scripts.
    ranges: BTreeMap<String, Vec<(u32, u32)>>,
}

impl Blackbox {
    /// Debugger.setBlackboxPatterns
    pub fn set_patterns(&mut self, params: &Value) -> Result<(), Refused> {
        let wrong = || Refused::wrong_parameters("patterns is a list of at most 1000 texts");
        let patterns = params["patterns"].as_array().filter(|all| all.len() <= MOST_PATTERNS).ok_or_else(wrong)?;
        let read = |pattern: &Value| read_pattern(pattern.as_str().ok_or_else(wrong)?);
        self.patterns = patterns.iter().map(read).collect::<Result<_, Refused>>()?;
        self.is_without_name = params["skipAnonymous"] == true;
        self.known.clear();
        Ok(())
    }

    /// Debugger.setBlackboxedRanges
    pub fn set_ranges(&mut self, scripts: &Scripts, params: &Value) -> Result<(), Refused> {
        let script = scripts.by_id(&params["scriptId"]).ok_or_else(|| Refused::because("No script with passed id."))?;
        let wrong = || Refused::wrong_parameters("positions is a list of at most 100000 places");
        let ends = params["positions"].as_array().filter(|all| all.len() <= MOST_ENDS).ok_or_else(wrong)?;
        let ends: Vec<(u32, u32)> = ends.iter().map(|end| place_in(&script.source, end)).collect();
        if !ends.is_sorted_by(|before, behind| before < behind) {
            return Err(Refused::because("Input positions array is not sorted or contains duplicate values."));
        }
        match ends.is_empty() {
            true => self.ranges.remove(&script.id),
            false => self.ranges.insert(script.id.clone(), ends),
        };
        Ok(())
    }

    /// Returns whether a place is ignored.
    pub fn hides(&mut self, script: &Script, line: u32, column: u32) -> bool {
        if self.patterns.is_empty() && !self.is_without_name && self.ranges.is_empty() {
            return false;
        }
        if !self.known.contains_key(&script.id) {
            let fits = |pattern: &Pattern| pattern.is_match(&script.url).unwrap_or(false);
            let is_hidden = if script.url.is_empty() { self.is_without_name } else { self.patterns.iter().any(fits) };
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            self.known.insert(script.id.clone(), is_hidden);
        }
        let is_before = |end: &(u32, u32)| *end <= (line, column);
        self.known.get(&script.id) == Some(&true)
            || self.ranges.get(&script.id).is_some_and(|ends| ends.partition_point(is_before) % 2 == 1)
    }
}
