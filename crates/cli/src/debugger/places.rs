//! Places of a debugger in original sources: where there is a source map, users name and see those.

use std::path::Path;

use ferrotape::debug::{AddedBreakpoint, Breakpoint, Debugger, Frame, Source};
use ferrotape::error::StackEntry;

use crate::source_map::{SourceMaps, mapping_url, units_before};

/// A breakpoint as the user wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserBreakpoint {
    /// The number that the user sees.
    pub number: u32,
    pub source: String,
    /// The name that its file has as a module, if that is another one: see [`real_name`].
    pub real: Option<String>,
    /// The text, where that is in no file: others may have the name of its source.
    pub text: Option<String>,
    pub line: u32,
    pub column: u32,
    /// Whether columns are UTF-16 units, as editors count them.
    pub in_utf16: bool,
    pub condition: Option<String>,
    pub message: Option<String>,
    pub hits: Option<ferrotape::debug::Hits>,
    /// Breakpoints that the engine has for it: one for its own place, and others for texts that were made of its source.
    pub added: Vec<ferrotape::debug::BreakpointId>,
    /// The place at which it stops, as the client was told last.
    pub told: Option<(u32, u32)>,
}

impl UserBreakpoint {
    /// Gives the engine's breakpoint at a place, which may be that of generated text, the user's condition, message and hits.
    fn with_conditions(&self, mut breakpoint: Breakpoint) -> Breakpoint {
        if let Some(text) = &self.text {
            breakpoint = breakpoint.by_whole_name().in_text(text);
        }
        if let Some(condition) = &self.condition {
            breakpoint = breakpoint.condition(condition);
        }
        if let Some(message) = &self.message {
            breakpoint = breakpoint.message(message);
        }
        match self.hits {
            Some(hits) => breakpoint.hits(hits),
            None => breakpoint,
        }
    }

    /// Adds it to the engine, and to the texts that are there already and were made of its source. Returns where it stops,
    /// if that is known. The maps serve all breakpoints that are added at once: each is read once.
    pub fn add(&mut self, debugger: &mut Debugger<'_>, maps: &mut SourceMaps<'_>) -> Option<(u32, u32)> {
        let named = Breakpoint::at(&self.source, self.line);
        let real = self.real.as_ref().map(|real| Breakpoint::at(real, self.line).by_whole_name());
        let mut place = None;
        for own in [named].into_iter().chain(real) {
            let own = if self.in_utf16 { own.column_in_utf16(self.column) } else { own.column(self.column) };
            let added = debugger.add_breakpoint(self.with_conditions(own));
            self.added.push(added.id);
            place = place.or(added.place);
        }
        for source in debugger.sources() {
            if self.add_in(debugger, &source, maps).is_some() {
                place = Some((self.line, self.column.max(1)));
            }
        }
        place
    }

    /// Adds it to a text that was made of its source, if its map says so.
    pub fn add_in(
        &mut self,
        debugger: &mut Debugger<'_>,
        source: &Source,
        maps: &mut SourceMaps<'_>,
    ) -> Option<AddedBreakpoint> {
        // What is in no file is the original of nothing.
        if self.text.is_some() {
            return None;
        }
        // Most texts name no map: no file is read for them. Saved code has no text.
        if !source.text().is_empty() && mapping_url(source.text()).is_none() {
            return None;
        }
        let (line, column) = maps.generated(source.name(), &self.source, self.line, self.column)?;
        // It is there already where the program has begun again.
        let known = debugger.breakpoints();
        let is_it = |each: &&AddedBreakpoint| {
            self.added.contains(&each.id) && each.source == source.name() && each.wanted == (line, column)
        };
        if let Some(known) = known.iter().find(is_it) {
            return Some(known.clone());
        }
        let made = Breakpoint::at(source.name(), line).column(column);
        let added = debugger.add_breakpoint(self.with_conditions(made));
        self.added.push(added.id);
        Some(added)
    }

    /// Returns where it stops in a text with one of its own names, if there is one.
    pub fn place(&self, debugger: &Debugger<'_>) -> Option<(u32, u32)> {
        let names = [Some(&self.source), self.real.as_ref()];
        let is_own = |each: &&AddedBreakpoint| self.added.contains(&each.id) && names.contains(&Some(&each.source));
        debugger.breakpoints().iter().filter(is_own).find_map(|each| each.place)
    }

    pub fn remove(&self, debugger: &mut Debugger<'_>) {
        for &id in &self.added {
            debugger.remove_breakpoint(id);
        }
    }
}

/// Returns the path of a file without links and `..`, which is its name as a module. None if a breakpoint at the given path is
/// there, too.
pub fn real_name(source: &str) -> Option<String> {
    let path = Path::new(source);
    let real = path.is_absolute().then(|| std::fs::canonicalize(path).ok())??.to_string_lossy().into_owned();
    let before = real.strip_suffix(source);
    let is_same = before.is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']));
    (!is_same).then_some(real)
}

/// A place as users see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub source: String,
    pub line: u32,
    pub column: u32,
    /// Column in UTF-16 units, counted from 1.
    pub units: u32,
    /// Whether it is in another text than the one that runs.
    pub is_mapped: bool,
}

/// Returns the place of a frame, in its original source if there is one. The maps serve all frames of a stack: each is read
/// once.
pub fn of_frame(frame: &Frame, maps: &mut SourceMaps<'_>) -> Place {
    let own = |_: &mut SourceMaps<'_>| units_before(frame.source.line(frame.line), frame.column);
    original(frame.source.name(), (frame.line, frame.column), maps, own)
}

/// Returns the place of a line and column of a text that is known by its name, in its original source if there is one.
pub fn of_name(source: &str, line: u32, column: u32, maps: &mut SourceMaps<'_>) -> Place {
    let own = |maps: &mut SourceMaps<'_>| units_before(&maps.line_of(source.into(), line.saturating_sub(1)), column);
    original(source, (line, column), maps, own)
}

/// Maps a place to its original source. Without one it is the place itself, with this many UTF-16 units before it.
fn original(
    source: &str,
    (line, column): (u32, u32),
    maps: &mut SourceMaps<'_>,
    units_before: impl FnOnce(&mut SourceMaps<'_>) -> u32,
) -> Place {
    let entry = StackEntry { function: String::new(), source: source.to_owned(), line, column, is_async: false };
    let (mapped, units) = match maps.entry_with_units(&entry) {
        Some(mapped) => mapped,
        None => (entry, units_before(maps) + 1),
    };
    let is_mapped = mapped.source != source;
    Place { source: mapped.source, line: mapped.line, column: mapped.column, units, is_mapped }
}
