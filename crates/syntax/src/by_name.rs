//! Tables by name: the index of the latest thing with each name.

use ferrotape_text::Name;

use crate::meter::Meter;

/// Index that stands for nothing.
pub(crate) const NONE: u32 = u32::MAX;

/// Maps each name to the index of something in a vector, or to [`NONE`]. Things of one name form a chain: each leads to
/// the previous one.
#[derive(Default)]
pub(crate) struct ByName {
    indices: Vec<u32>,
}

impl ByName {
    #[inline]
    pub fn get(&self, name: Name) -> u32 {
        self.indices.get(name.0 as usize).copied().unwrap_or(NONE)
    }

    /// Overwrites the index of a name that has been set before.
    #[inline]
    pub fn reset(&mut self, name: Name, index: u32) {
        if let Some(place) = self.indices.get_mut(name.0 as usize) {
            *place = index;
        }
    }

    /// Sets a name's index and returns the previous one.
    #[inline]
    pub fn replace(&mut self, name: Name, index: u32, meter: &mut Meter) -> u32 {
        if name.0 as usize >= self.indices.len() {
            self.grow(name, meter);
        }
        std::mem::replace(&mut self.indices[name.0 as usize], index)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, name: Name, meter: &mut Meter) {
        let more = name.0 as usize + 1 - self.indices.len();
        meter.reserve(&mut self.indices, more);
        self.indices.reserve_exact(more);
        self.indices.resize(name.0 as usize + 1, NONE);
    }

    /// Returns the names that have an index.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        let is_there = |(index, &place): (usize, &u32)| (place != NONE).then_some(Name(index as u32));
        self.indices.iter().enumerate().filter_map(is_there)
    }
}
