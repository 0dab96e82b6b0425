//! Names of a pattern's groups. There may be a hundred thousand, so no name has its own allocation.

use ferrotape_budget::Termination;

use crate::meter::{Meter, vector_bytes};

/// Names of groups, in the order of their first occurrence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupNames {
    /// All names, one after the other.
    text: Vec<u16>,
    names: Vec<Name>,
    members: Vec<Member>,
}

/// A name with the groups that have it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Name {
    /// End of the name in the text. It begins at the end of the previous one.
    end: u32,
    first: u32,
    last: u32,
}

/// A group with a name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Member {
    group: u32,
    /// Index of the next group with this name, or its own index if there is none.
    next: u32,
}

impl GroupNames {
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns how many groups have a name.
    pub fn group_count(&self) -> usize {
        self.members.len()
    }

    pub fn name(&self, index: usize) -> &[u16] {
        let start = index.checked_sub(1).map_or(0, |before| self.names[before].end);
        &self.text[start as usize..self.names[index].end as usize]
    }

    /// Returns the groups of a name in order. If there are several, at most one takes part in a match.
    pub fn groups(&self, index: usize) -> impl Iterator<Item = u32> {
        let mut next = Some(self.names[index].first);
        std::iter::from_fn(move || {
            let place = next?;
            let member = self.members[place as usize];
            next = (member.next != place).then_some(member.next);
            Some(member.group)
        })
    }

    /// Adds a new name, with its group.
    pub(crate) fn add(&mut self, name: &[u16], group: u32, meter: &mut Meter<'_>) -> Result<(), Termination> {
        meter.reserve(&mut self.text, name.len())?;
        self.text.extend_from_slice(name);
        let place = self.members.len() as u32;
        meter.push(&mut self.members, Member { group, next: place })?;
        meter.push(&mut self.names, Name { end: self.text.len() as u32, first: place, last: place })
    }

    /// Adds another group with a name.
    pub(crate) fn add_group(&mut self, index: usize, group: u32, meter: &mut Meter<'_>) -> Result<(), Termination> {
        let place = self.members.len() as u32;
        meter.push(&mut self.members, Member { group, next: place })?;
        let last = std::mem::replace(&mut self.names[index].last, place);
        self.members[last as usize].next = place;
        Ok(())
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.names.shrink_to_fit();
        self.members.shrink_to_fit();
    }

    /// Returns the bytes held.
    pub(crate) fn memory(&self) -> usize {
        vector_bytes(&self.text) + vector_bytes(&self.names) + vector_bytes(&self.members)
    }
}
