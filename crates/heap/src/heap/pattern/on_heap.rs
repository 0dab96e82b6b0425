//! Patterns on the heap.

use ferrotape_budget::costs::{UNITS_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};
use ferrotape_regexp::{Error, Flags, Input, LONGEST_PATTERN, Regexp, Scratch};

use crate::code::{LITERAL_BYTES, LoadedUnit};
use crate::heap::Heap;
use crate::heap::pattern::{CachedPattern, Pattern, PatternError};
use crate::heap::string::{FlatString, StringView};
use crate::id::{PatternId, StringId};
use crate::property_key::PropertyKey;

/// What the cache holds at most, so that patterns made by the thousand do not pile up between collections.
const MAX_CACHED: usize = 1024;

impl Heap {
    /// The pattern of a literal of the unit.
    #[inline]
    pub fn pattern_of_literal(
        &mut self,
        unit: &LoadedUnit,
        source: StringId,
        flags: StringId,
    ) -> Result<PatternId, PatternError> {
        match unit.patterns.get(source, flags) {
            Some(pattern) => {
                self.lose_pattern(pattern);
                Ok(pattern)
            }
            None => {
                let pattern = self.new_pattern(source, flags, Origin::Literal)?;
                unit.patterns.set(source, flags, pattern);
                Ok(pattern)
            }
        }
    }

    /// Tells whether the pattern of a literal is compiled.
    pub fn is_pattern_ready(&self, pattern: PatternId) -> bool {
        self.pattern_cell(pattern).program.is_some()
    }

    /// The compiled pattern of a source that was put together by a script, with flags which hold whatever a script wrote: equal
    /// strings give the same pattern.
    pub fn pattern_of_text(&mut self, source: StringId, flags: StringId) -> Result<PatternId, PatternError> {
        let source = self.interned_text(source)?;
        let flags = self.interned_text(flags)?;
        let Some(entry) = self.pattern_cache.entries.get_mut(&(source, flags)) else {
            let pattern = self.new_pattern(source, flags, Origin::Text)?;
            self.remember_pattern((source, flags), pattern);
            return Ok(pattern);
        };
        entry.used = true;
        let pattern = entry.pattern;
        self.tick(self.pattern_cell(pattern).cost)?;
        self.lose_pattern(pattern);
        Ok(pattern)
    }

    /// The interned string with these units; the string itself where it spells an index, as those are never interned.
    fn interned_text(&mut self, string: StringId) -> Result<StringId, Termination> {
        let key = self.key_of_string(string)?;
        Ok(key.as_atom().unwrap_or(string))
    }

    #[cold]
    #[inline(never)]
    fn new_pattern(&mut self, source: StringId, flags: StringId, origin: Origin) -> Result<PatternId, PatternError> {
        let flat = self.flatten(flags)?;
        let view = self.view(flat);
        // More letters than there are flags cannot be right.
        let parsed = if view.len() > 16 { None } else { Flags::parse(&view.to_units()) };
        let Some(parsed_flags) = parsed else { return Err(PatternError::Flags) };
        let before = self.budget.fuel_spent();
        let compiled = match origin {
            Origin::Literal => None,
            Origin::Text => Some(self.compile_text(source, parsed_flags)?),
        };
        let cost = self.budget.fuel_spent() - before;
        let charged = compiled.as_ref().map_or(0, |(_, _, bytes)| *bytes);
        let own = allocation_bytes(size_of::<Pattern>()) + if origin == Origin::Literal { LITERAL_BYTES } else { 0 };
        if let Err(termination) = self.charge(own) {
            self.budget.release(charged);
            return Err(termination.into());
        }
        let (program, names) = compiled.map_or((None, Box::default()), |(program, names, _)| (Some(program), names));
        let pattern = Pattern { program, source, flags, parsed_flags, names, cost, bytes: own + charged };
        Ok(PatternId(self.patterns.insert(Some(Box::new(pattern)), &mut self.budget)))
    }

    /// A pattern that an engine had from which this one is made: as one of a literal, compiled if it was. It has been looked at
    /// that it is a pattern.
    pub fn pattern_as_it_was(
        &mut self,
        source: StringId,
        flags: StringId,
        is_ready: bool,
    ) -> Result<PatternId, PatternError> {
        let pattern = self.new_pattern(source, flags, Origin::Literal)?;
        let flags = self.pattern_cell(pattern).parsed_flags;
        let flat = self.flatten(source)?;
        self.with_pattern_units(flat, |units, budget| Regexp::check(units, flags, budget))?;
        if is_ready {
            self.prepare_pattern(pattern)?;
        }
        Ok(pattern)
    }

    /// Has the pattern this source and these flags?
    pub fn is_pattern_of(
        &mut self,
        pattern: PatternId,
        source: StringId,
        flags: StringId,
    ) -> Result<bool, Termination> {
        let &Pattern { source: own_source, flags: own_flags, .. } = self.pattern_cell(pattern);
        Ok(self.strings_equal(source, own_source)? && self.strings_equal(flags, own_flags)?)
    }

    /// Makes a pattern that of a literal of the unit.
    pub fn set_pattern_of_literal(&self, unit: &LoadedUnit, source: StringId, flags: StringId, pattern: PatternId) {
        unit.patterns.set(source, flags, pattern);
    }

    /// Compiles a literal's pattern now, where that has not happened yet.
    #[inline]
    pub fn prepare_pattern(&mut self, pattern: PatternId) -> Result<(), Termination> {
        match &self.pattern_cell(pattern).program {
            Some(_) => Ok(()),
            None => self.compile_literal(pattern),
        }
    }

    #[cold]
    #[inline(never)]
    fn compile_literal(&mut self, pattern: PatternId) -> Result<(), Termination> {
        let &Pattern { source, parsed_flags, .. } = self.pattern_cell(pattern);
        let (program, names, bytes) = match self.compile_text(source, parsed_flags) {
            Ok(compiled) => compiled,
            Err(Error::Terminated(termination)) => return Err(termination),
            // It was read before, with as much room as there is for any.
            Err(Error::Syntax(_)) => return Err(Termination::OutOfMemory),
        };
        if let Some(cell) = self.patterns.get_mut(pattern.0) {
            cell.bytes += bytes;
            (cell.program, cell.names) = (Some(program), names);
        }
        Ok(())
    }

    /// The program of a source and the names of its groups, with the bytes that stay charged for both.
    fn compile_text(&mut self, source: StringId, flags: Flags) -> Result<Compiled, Error> {
        let flat = self.flatten(source)?;
        let program = self.regexp(flat, flags)?;
        let bytes = program.memory();
        let names = self.group_keys(&program).and_then(|names| {
            let more = allocation_bytes(size_of_val(&*names));
            self.charge(more).map(|()| (names, more))
        });
        match names {
            Ok((names, more)) => Ok((program, names, bytes + more)),
            Err(termination) => {
                self.budget.release(bytes);
                Err(termination.into())
            }
        }
    }

    fn regexp(&mut self, source: FlatString, flags: Flags) -> Result<Regexp, Error> {
        self.with_pattern_units(source, |units, budget| Regexp::new(units, flags, budget))
    }

    /// Works on the units of a pattern's text, which are in memory only so long.
    fn with_pattern_units<T>(
        &mut self,
        source: FlatString,
        work: impl FnOnce(&[u16], &mut Budget) -> Result<T, Error>,
    ) -> Result<T, Error> {
        // Of what is too long, no more than shows it.
        let length = self.view(source).len().min(LONGEST_PATTERN + 1);
        let bytes = length * size_of::<u16>();
        self.tick(length as u64 / UNITS_PER_TICK)?;
        self.budget.charge(bytes)?;
        let units = self.view(source).slice(0, length).to_units();
        let done = work(&units, &mut self.budget);
        self.budget.release(bytes);
        done
    }

    fn remember_pattern(&mut self, key: (StringId, StringId), pattern: PatternId) {
        if self.pattern_cache.entries.len() >= MAX_CACHED {
            self.pattern_cache.entries.clear();
        }
        let before = self.pattern_cache.bytes();
        self.pattern_cache.entries.insert(key, CachedPattern { pattern, used: true });
        let after = self.pattern_cache.bytes();
        self.account_change(before, after);
    }

    /// The names of groups as property names: every match that has a `groups` object needs them.
    fn group_keys(&mut self, program: &Regexp) -> Result<Box<[(PropertyKey, u32)]>, Termination> {
        let names = program.group_names();
        let count = names.group_count();
        self.require_room(count * size_of::<(PropertyKey, u32)>())?;
        let mut keys = Vec::with_capacity(count);
        for index in 0..names.len() {
            self.tick(4)?;
            let key = self.key_of_view(StringView::Utf16(names.name(index)))?;
            for group in names.groups(index) {
                self.tick(1)?;
                keys.push((key, group));
            }
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
        self.prepare_pattern(pattern)?;
        let Heap { budget, strings, patterns, .. } = self;
        let program = patterns.get(pattern.0).as_ref().and_then(|pattern| pattern.program.as_ref());
        let Some(program) = program else { return Ok(false) };
        let input = match strings.view(string.id()) {
            StringView::Latin1(bytes) => Input::Latin1(bytes),
            StringView::Utf16(units) => Input::Utf16(units),
        };
        if sticky {
            program.match_at(input, start, budget, scratch)
        } else {
            program.find(input, start, budget, scratch)
        }
    }
}

/// Where a pattern comes from.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Origin {
    /// It is known to be one.
    Literal,
    Text,
}

/// A program, the names of its groups, and the bytes of both.
type Compiled = (Regexp, Box<[(PropertyKey, u32)]>, usize);
