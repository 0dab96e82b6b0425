//! Compiled regular expressions: cells that RegExp objects share, and the cache that finds them again.
//!
//! A pattern is compiled once for each literal, and `new RegExp` finds what it has compiled before. The cache keeps alive
//! what was asked for since the last collection; everything else lives as long as an object uses it.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_regexp::{Error, Flags, GroupName, Input, Regexp, Scratch, SyntaxError};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{FlatString, Heap, PatternId, StringId, StringView, allocation_bytes};
use crate::property_key::PropertyKey;

/// What [[OriginalSource]], [[OriginalFlags]] and [[RegExpMatcher]] of a RegExp object are.
pub struct Pattern {
    pub program: Regexp,
    pub source: StringId,
    /// As they were written.
    pub flags: StringId,
    /// The names of groups as property names, and the groups that have them: those with the same name follow each other.
    pub names: Box<[(PropertyKey, u32)]>,
    /// Bytes that the program and the names were accounted with.
    pub bytes: usize,
}

impl Pattern {
    pub fn payload_bytes(&self) -> usize {
        self.bytes + self.program.linear_memory()
    }
}

/// Why there is no pattern.
pub enum PatternError {
    Flags,
    Syntax(SyntaxError),
    Terminated(Termination),
}

impl From<Error> for PatternError {
    fn from(error: Error) -> Self {
        match error {
            Error::Syntax(error) => PatternError::Syntax(error),
            Error::Terminated(termination) => PatternError::Terminated(termination),
        }
    }
}

impl From<Termination> for PatternError {
    fn from(termination: Termination) -> Self {
        PatternError::Terminated(termination)
    }
}

/// Patterns by source and flags. Equal strings may be different ones here: then there are two programs.
#[derive(Default)]
pub(crate) struct PatternCache {
    entries: HashMap<(StringId, StringId), CachedPattern, FxBuildHasher>,
}

struct CachedPattern {
    pattern: PatternId,
    /// Asked for since the last collection.
    used: bool,
}

/// What the cache holds at most, so that patterns made by the thousand do not pile up between collections.
const MAX_CACHED: usize = 1024;

impl PatternCache {
    /// The patterns that a collection keeps alive for the cache.
    pub fn take_used(&mut self) -> Vec<PatternId> {
        let entries = self.entries.values_mut();
        entries.filter_map(|entry| std::mem::take(&mut entry.used).then_some(entry.pattern)).collect()
    }

    pub fn retain(&mut self, is_alive: impl Fn(PatternId) -> bool) {
        self.entries.retain(|_, entry| is_alive(entry.pattern));
    }

    pub fn bytes(&self) -> usize {
        self.entries.allocation_size()
    }
}

impl Heap {
    /// The compiled pattern of this source with these flags, which hold whatever a script wrote.
    #[inline]
    pub fn pattern(&mut self, source: StringId, flags: StringId) -> Result<PatternId, PatternError> {
        match self.pattern_cache.entries.get_mut(&(source, flags)) {
            Some(entry) => {
                entry.used = true;
                let pattern = entry.pattern;
                self.lose_pattern(pattern);
                Ok(pattern)
            }
            None => self.compile_pattern(source, flags),
        }
    }

    /// The same for a source that was put together by a script: equal strings give the same pattern.
    pub fn pattern_of_text(&mut self, source: StringId, flags: StringId) -> Result<PatternId, PatternError> {
        let source = self.interned_text(source)?;
        let flags = self.interned_text(flags)?;
        self.pattern(source, flags)
    }

    /// The interned string with these units; the string itself where it spells an index, as those are never interned.
    fn interned_text(&mut self, string: StringId) -> Result<StringId, Termination> {
        let key = self.key_of_string(string)?;
        Ok(key.as_atom().unwrap_or(string))
    }

    #[cold]
    #[inline(never)]
    fn compile_pattern(&mut self, source: StringId, flags: StringId) -> Result<PatternId, PatternError> {
        let flat = self.flatten(flags)?;
        let view = self.view(flat);
        // More letters than there are flags cannot be right.
        let parsed = if view.len() > 16 { None } else { Flags::parse(&view.to_units()) };
        let Some(parsed) = parsed else { return Err(PatternError::Flags) };
        let flat = self.flatten(source)?;
        let program = self.regexp(flat, parsed)?;
        // What it holds stays charged.
        let bytes = program.memory();
        match self.add_pattern(program, source, flags) {
            Ok(pattern) => Ok(pattern),
            Err(termination) => {
                self.budget.release(bytes);
                Err(termination.into())
            }
        }
    }

    /// Compiles a text, whose units are in memory only so long.
    fn regexp(&mut self, source: FlatString, flags: Flags) -> Result<Regexp, Error> {
        let length = self.view(source).len();
        let bytes = length * size_of::<u16>();
        self.tick(length as u64 / UNITS_PER_TICK)?;
        self.budget.charge(bytes)?;
        let units = self.view(source).to_units();
        let program = Regexp::new(&units, flags, &mut self.budget);
        self.budget.release(bytes);
        program
    }

    fn add_pattern(&mut self, program: Regexp, source: StringId, flags: StringId) -> Result<PatternId, Termination> {
        let names = self.group_keys(&program)?;
        let bytes = allocation_bytes(size_of::<Pattern>()) + allocation_bytes(size_of_val(&*names));
        self.charge(bytes)?;
        let bytes = bytes + program.memory();
        let pattern = Pattern { program, source, flags, names, bytes };
        let pattern = PatternId(self.patterns.insert(Some(Box::new(pattern)), &mut self.budget));
        if self.pattern_cache.entries.len() >= MAX_CACHED {
            self.pattern_cache.entries.clear();
        }
        let before = self.pattern_cache.bytes();
        self.pattern_cache.entries.insert((source, flags), CachedPattern { pattern, used: true });
        let after = self.pattern_cache.bytes();
        self.account_change(before, after);
        Ok(pattern)
    }

    /// The names of groups as property names: every match that has a `groups` object needs them.
    fn group_keys(&mut self, program: &Regexp) -> Result<Box<[(PropertyKey, u32)]>, Termination> {
        let names = program.group_names();
        let count = names.iter().map(|name| name.groups.len()).sum();
        self.require_room(count * size_of::<(PropertyKey, u32)>())?;
        let mut keys = Vec::with_capacity(count);
        for GroupName { name, groups } in names {
            self.tick(4 + groups.len() as u64)?;
            let key = self.key_of_view(StringView::Utf16(name))?;
            keys.extend(groups.iter().map(|&group| (key, group)));
        }
        Ok(keys.into())
    }

    #[inline]
    pub fn pattern_cell(&self, id: PatternId) -> &Pattern {
        match self.patterns.get(id.0) {
            Some(pattern) => pattern,
            None => unreachable!("patterns live as long as their objects"),
        }
    }

    /// Searches a string from `start` on, or looks only there where `sticky`. The match is left in `scratch`.
    #[inline]
    pub fn find_match(
        &mut self,
        pattern: PatternId,
        string: FlatString,
        start: usize,
        sticky: bool,
        scratch: &mut Scratch,
    ) -> Result<bool, Termination> {
        let Heap { budget, strings, patterns, .. } = self;
        let Some(pattern) = patterns.get(pattern.0) else { return Ok(false) };
        let input = match strings.view(string.id()) {
            StringView::Latin1(bytes) => Input::Latin1(bytes),
            StringView::Utf16(units) => Input::Utf16(units),
        };
        if sticky {
            pattern.program.match_at(input, start, budget, scratch)
        } else {
            pattern.program.find(input, start, budget, scratch)
        }
    }
}
