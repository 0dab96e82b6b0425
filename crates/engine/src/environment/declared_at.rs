//! Where scripts have declared something lexically: what the error of a later script that declares it again says.

use ferrotape_text::{Position, SourceText, shown_end};

use crate::heap::allocation_bytes;

/// Of a source's name as much is kept as messages show.
const SHOWN_SOURCE: usize = 80;

/// The places of all bindings of the declarative record of a global environment, by their slots.
#[derive(Default)]
pub(crate) struct DeclaredAt {
    places: Vec<(u32, Position)>,
    /// Each script's name, one after the other.
    sources: Vec<Box<str>>,
    bytes_of_sources: usize,
}

impl DeclaredAt {
    /// The next slot has what is declared there.
    pub fn push(&mut self, source: &SourceText, offset: u32) {
        let name = shown_end(source.name(), SHOWN_SOURCE);
        if self.sources.last().is_none_or(|last| **last != *name) {
            self.bytes_of_sources += allocation_bytes(name.len());
            self.sources.push(name.into());
        }
        self.places.push((self.sources.len() as u32 - 1, source.position(offset)));
    }

    /// As messages have it.
    pub fn shown(&self, slot: u32) -> Option<String> {
        let &(source, Position { line, column }) = self.places.get(slot as usize)?;
        Some(format!("{}:{line}:{column}", self.sources.get(source as usize)?))
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.places.capacity() * size_of::<(u32, Position)>())
            + allocation_bytes(self.sources.capacity() * size_of::<Box<str>>())
            + self.bytes_of_sources
    }

    /// Bytes that so many more of one script may take.
    pub fn growth(&self, count: usize) -> usize {
        let places = 2 * (self.places.len() + count) * size_of::<(u32, Position)>();
        places + 2 * (self.sources.len() + 1) * size_of::<Box<str>>() + SHOWN_SOURCE
    }
}
