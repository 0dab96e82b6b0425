//! Tables by name: where the last of the things that have a name is.

use ferrotape_text::Name;

use crate::meter::Meter;

/// No such thing.
pub(crate) const NONE: u32 = u32::MAX;

/// For each name the index of something in a vector, or [`NONE`]. The things of one name are a chain, each leads to the one
/// before.
#[derive(Default)]
pub(crate) struct ByName {
    indices: Vec<u32>,
}

impl ByName {
    #[inline]
    pub fn get(&self, name: Name) -> u32 {
        self.indices.get(name.0 as usize).copied().unwrap_or(NONE)
    }

    /// Sets what has been set before.
    #[inline]
    pub fn reset(&mut self, name: Name, index: u32) {
        if let Some(place) = self.indices.get_mut(name.0 as usize) {
            *place = index;
        }
    }

    /// Sets an index and gives the one before.
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

    /// The names that lead to something.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        let is_there = |(index, &place): (usize, &u32)| (place != NONE).then_some(Name(index as u32));
        self.indices.iter().enumerate().filter_map(is_there)
    }
}
