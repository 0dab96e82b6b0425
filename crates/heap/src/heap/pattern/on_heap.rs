//! Operations on patterns of the heap.

use ferrotape_budget::costs::{UNITS_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};
use ferrotape_regexp::{Error, Flags, Input, LONGEST_PATTERN, Regexp, Scratch};

use crate::code::{LITERAL_BYTES, LoadedUnit};
use crate::heap::Heap;
use crate::heap::marking;
use crate::heap::pattern::{CachedPattern, Pattern, PatternError};
use crate::heap::string::{self, FlatString, StringView};
use crate::id::{PatternId, StringId};
use crate::property_key::PropertyKey;

/// Most patterns in the cache, so that patterns made by the thousand do not pile up between collections.
const MAX_CACHED: usize = 1024;

/// The pattern of a literal of the unit.
#[inline]
pub fn pattern_of_literal(
    heap: &mut Heap,
    unit: &LoadedUnit,
    source: StringId,
    flags: StringId,
) -> Result<PatternId, PatternError> {
    match unit.patterns.get(source, flags) {
        Some(pattern) => {
            marking::lose_pattern(heap, pattern);
            Ok(pattern)
        }
        None => {
            let pattern = new_pattern(heap, source, flags, Origin::Literal)?;
            unit.patterns.set(source, flags, pattern);
            Ok(pattern)
        }
    }
}

/// Returns whether the pattern of a literal is compiled.
pub fn is_pattern_ready(heap: &Heap, pattern: PatternId) -> bool {
    pattern_cell(heap, pattern).program.is_some()
}

/// The compiled pattern of a source that a script has made, with flags as the script wrote them. Equal strings give the
/// same pattern.
pub fn pattern_of_text(heap: &mut Heap, source: StringId, flags: StringId) -> Result<PatternId, PatternError> {
    let source = interned_text(heap, source)?;
    let flags = interned_text(heap, flags)?;
    let Some(entry) = heap.pattern_cache.entries.get_mut(&(source, flags)) else {
        let pattern = new_pattern(heap, source, flags, Origin::Text)?;
        remember_pattern(heap, (source, flags), pattern);
        return Ok(pattern);
    };
    entry.used = true;
    let pattern = entry.pattern;
    heap.work(pattern_cell(heap, pattern).cost)?;
    marking::lose_pattern(heap, pattern);
    Ok(pattern)
}

/// The interned string with these units. The string itself if it spells an index, as those are never interned.
fn interned_text(heap: &mut Heap, string: StringId) -> Result<StringId, Termination> {
    let key = heap.key_of_string(string)?;
    Ok(key.as_atom().unwrap_or(string))
}

/// Makes a pattern. One of a literal waits for its first use to be compiled; one of a script's text fails here if it is wrong.
#[cold]
#[inline(never)]
fn new_pattern(heap: &mut Heap, source: StringId, flags: StringId, origin: Origin) -> Result<PatternId, PatternError> {
    let flat = heap.flatten(flags)?;
    let view = heap.view(flat);
    // A string with more letters than there are flags cannot be right.
    let parsed = if view.len() > 16 { None } else { Flags::parse(&view.to_units()) };
    let Some(parsed_flags) = parsed else { return Err(PatternError::Flags) };
    let before = heap.budget.fuel_spent();
    let compiled = match origin {
        Origin::Literal => None,
        Origin::Text => Some(compile_text(heap, source, parsed_flags)?),
    };
    let cost = heap.budget.fuel_spent() - before;
    let charged = compiled.as_ref().map_or(0, |(_, _, bytes)| *bytes);
    let own = allocation_bytes(size_of::<Pattern>()) + if origin == Origin::Literal { LITERAL_BYTES } else { 0 };
    if let Err(termination) = heap.take(own) {
        heap.budget.resized(charged, 0);
        return Err(termination.into());
    }
    let (program, names) = compiled.map_or((None, Box::default()), |(program, names, _)| (Some(program), names));
    let pattern = Pattern { program, source, flags, parsed_flags, names, cost, bytes: own + charged };
    Ok(PatternId(heap.patterns.insert(Some(Box::new(pattern)), &mut heap.budget)))
}

/// Makes a pattern that an engine had: like that of a literal, compiled if it was. The caller has checked that it is a
/// pattern.
pub fn pattern_as_it_was(
    heap: &mut Heap,
    source: StringId,
    flags: StringId,
    is_ready: bool,
) -> Result<PatternId, PatternError> {
    let pattern = new_pattern(heap, source, flags, Origin::Literal)?;
    let flags = pattern_cell(heap, pattern).parsed_flags;
    let flat = heap.flatten(source)?;
    with_pattern_units(heap, flat, |units, budget| Regexp::check(units, flags, budget))?;
    if is_ready {
        prepare_pattern(heap, pattern)?;
    }
    Ok(pattern)
}

/// Returns whether the pattern has this source and these flags.
pub fn is_pattern_of(
    heap: &mut Heap,
    pattern: PatternId,
    source: StringId,
    flags: StringId,
) -> Result<bool, Termination> {
    let &Pattern { source: own_source, flags: own_flags, .. } = pattern_cell(heap, pattern);
    Ok(string::strings_equal(heap, source, own_source)? && string::strings_equal(heap, flags, own_flags)?)
}

/// Registers a pattern as that of a literal of the unit.
pub fn set_pattern_of_literal(unit: &LoadedUnit, source: StringId, flags: StringId, pattern: PatternId) {
    unit.patterns.set(source, flags, pattern);
}

/// Compiles a literal's pattern now, unless it is compiled.
#[inline]
pub fn prepare_pattern(heap: &mut Heap, pattern: PatternId) -> Result<(), Termination> {
    match &pattern_cell(heap, pattern).program {
        Some(_) => Ok(()),
        None => compile_literal(heap, pattern),
    }
}

/// Compiles a literal's pattern, and adds the program to the bytes that its cell accounts for.
#[cold]
#[inline(never)]
fn compile_literal(heap: &mut Heap, pattern: PatternId) -> Result<(), Termination> {
    let &Pattern { source, parsed_flags, .. } = pattern_cell(heap, pattern);
    let (program, names, bytes) = match compile_text(heap, source, parsed_flags) {
        Ok(compiled) => compiled,
        Err(Error::Terminated(termination)) => return Err(termination),
        // The front end has parsed it, with as much room as there is for any pattern.
        Err(Error::Syntax(_)) => return Err(Termination::OutOfMemory),
    };
    if let Some(cell) = heap.patterns.get_mut(pattern.0) {
        cell.bytes += bytes;
        (cell.program, cell.names) = (Some(program), names);
    }
    Ok(())
}

/// Compiles a source: the program, the names of its groups, and the bytes that stay charged for both.
fn compile_text(heap: &mut Heap, source: StringId, flags: Flags) -> Result<Compiled, Error> {
    let flat = heap.flatten(source)?;
    let program = regexp(heap, flat, flags)?;
    let bytes = program.memory();
    let names = group_keys(heap, &program).and_then(|names| {
        let more = allocation_bytes(size_of_val(&*names));
        heap.take(more).map(|()| (names, more))
    });
    match names {
        Ok((names, more)) => Ok((program, names, bytes + more)),
        Err(termination) => {
            heap.budget.resized(bytes, 0);
            Err(termination.into())
        }
    }
}

fn regexp(heap: &mut Heap, source: FlatString, flags: Flags) -> Result<Regexp, Error> {
    with_pattern_units(heap, source, |units, budget| Regexp::new(units, flags, budget))
}

/// Works on the units of a pattern's source, which are copied only for that time.
fn with_pattern_units<T>(
    heap: &mut Heap,
    source: FlatString,
    work: impl FnOnce(&[u16], &mut Budget) -> Result<T, Error>,
) -> Result<T, Error> {
    // A source that is too long is cut so that the error still shows it.
    let length = heap.view(source).len().min(LONGEST_PATTERN + 1);
    let bytes = length * size_of::<u16>();
    heap.work(length as u64 / UNITS_PER_TICK)?;
    heap.budget.take(bytes)?;
    let units = heap.view(source).slice(0, length).to_units();
    let done = work(&units, &mut heap.budget);
    heap.budget.resized(bytes, 0);
    done
}

fn remember_pattern(heap: &mut Heap, key: (StringId, StringId), pattern: PatternId) {
    if heap.pattern_cache.entries.len() >= MAX_CACHED {
        heap.pattern_cache.entries.clear();
    }
    let before = heap.pattern_cache.bytes();
    heap.pattern_cache.entries.insert(key, CachedPattern { pattern, used: true });
    let after = heap.pattern_cache.bytes();
    heap.resized(before, after);
}

/// Makes property names of the names of groups: every match with a `groups` object needs them.
fn group_keys(heap: &mut Heap, program: &Regexp) -> Result<Box<[(PropertyKey, u32)]>, Termination> {
    let names = program.group_names();
    let count = names.group_count();
    heap.room(count * size_of::<(PropertyKey, u32)>())?;
    let mut keys = Vec::with_capacity(count);
    for index in 0..names.len() {
        heap.work(4)?;
        let key = string::key_of_view(heap, StringView::Utf16(names.name(index)))?;
        for group in names.groups(index) {
            heap.work(1)?;
            keys.push((key, group));
        }
    }
    Ok(keys.into())
}

#[inline]
pub fn pattern_cell(heap: &Heap, id: PatternId) -> &Pattern {
    match heap.patterns.get(id.0) {
        Some(pattern) => pattern,
        None => unreachable!("patterns live as long as their objects"),
    }
}

/// Searches a string from `start` on, or matches only there if `sticky`. Leaves the match in `scratch`.
#[inline]
pub fn find_match(
    heap: &mut Heap,
    pattern: PatternId,
    string: FlatString,
    start: usize,
    sticky: bool,
    scratch: &mut Scratch,
) -> Result<bool, Termination> {
    prepare_pattern(heap, pattern)?;
    let Heap { budget, strings, patterns, .. } = heap;
    let program = patterns.get(pattern.0).as_ref().and_then(|pattern| pattern.program.as_ref());
    let Some(program) = program else { return Ok(false) };
    let input = match strings.view(string.id()) {
        StringView::Latin1(bytes) => Input::Latin1(bytes),
        StringView::Utf16(units) => Input::Utf16(units),
    };
    if sticky { program.match_at(input, start, budget, scratch) } else { program.find(input, start, budget, scratch) }
}

/// Origin of a pattern.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Origin {
    /// A literal, which is known to be a pattern.
    Literal,
    Text,
}

/// A program, the names of its groups, and the bytes of both.
type Compiled = (Regexp, Box<[(PropertyKey, u32)]>, usize);
