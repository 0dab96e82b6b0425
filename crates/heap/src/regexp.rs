//! Memory of realms and objects about regular expressions.

mod on_heap;

use std::ops::Range;

use ferrotape_budget::costs::allocation_bytes;

use crate::heap::string::FlatString;
use crate::id::{ObjectId, ShapeId, StringId};
use crate::object::internal_slots::row;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;

/// Original state of %RegExp.prototype%: the constructor, the methods and the getters.
#[derive(Clone, Default)]
pub struct Pristine {
    shape: Option<ShapeId>,
    properties: Vec<PristineProperty>,
    /// The values of the properties, to be compared at once.
    values: Vec<Value>,
    /// True if they lie one after the other, from the first slot on.
    are_in_order: bool,
}

/// A property, and the place where it was last seen.
#[derive(Copy, Clone)]
struct PristineProperty {
    key: PropertyKey,
    attributes: Attributes,
    slot: u32,
    value: Value,
    /// The value, or getter and setter.
    parts: [Value; 2],
}

impl Pristine {
    /// Bytes of memory that the copies take.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of_val(&*self.properties)) + allocation_bytes(size_of_val(&*self.values))
    }

    /// The shape, for the collector: a shape that lives keeps its number.
    pub(crate) fn shape(&self) -> Option<ShapeId> {
        self.shape
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        let values = self.properties.iter().flat_map(|property| [property.value, property.parts[0], property.parts[1]]);
        values.for_each(visit);
    }
}

row! {
    /// The state of an object of %RegExpStringIteratorPrototype%, ECMA-262 22.2.9.
    #[derive(Copy, Clone)]
    inline RegExpStringIterator {
        state {
            is_global: bool,
            unicode: bool,
            /// True while it looks for the next match.
            is_running: bool,
        }
        links {
            /// [`Heap::nothing`](crate::heap::Heap::nothing) once it has ended, and while it looks for the next match.
            regexp: ObjectId = "what it iterates over",
            string: StringId = "[[IteratedString]]",
        }
    }
}

/// The last successful match of any built-in method of a realm. There is none once a regular expression without legacy
/// features has matched.
#[derive(Clone)]
pub struct LastMatch {
    pub subject: StringId,
    /// [[RegExpInput]], which scripts can assign to.
    pub input: StringId,
    groups: [(u32, u32); LastMatch::MOST_GROUPS],
    /// Number of groups of the pattern. 0 if there is no match.
    group_count: usize,
    /// The last group, whatever its number. Without a match, [`LAST_IS_INPUT`] if scripts have assigned the input since.
    pub last_group: (u32, u32),
}

/// Empty group, for groups that took no part in the match.
const NO_GROUP: (u32, u32) = (0, 0);

/// Stands for the last group where there is an input, but no match.
const LAST_IS_INPUT: (u32, u32) = (1, 1);

impl Default for LastMatch {
    fn default() -> Self {
        LastMatch {
            subject: StringId::EMPTY,
            input: StringId::EMPTY,
            groups: [NO_GROUP; LastMatch::MOST_GROUPS],
            group_count: 1,
            last_group: NO_GROUP,
        }
    }
}

impl LastMatch {
    /// Number of groups that have a property, with group 0.
    pub const MOST_GROUPS: usize = 10;

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(Value::string(self.subject));
        visit(Value::string(self.input));
    }

    /// Stores a match; `group` gives the groups by number.
    #[inline]
    pub fn remember(&mut self, subject: FlatString, group_count: usize, group: impl Fn(usize) -> Option<Range<usize>>) {
        let positions = |index: usize| match group(index) {
            // Strings are shorter than 2^32.
            Some(range) => (range.start as u32, range.end as u32),
            None => NO_GROUP,
        };
        self.subject = subject.id();
        self.input = subject.id();
        self.group_count = group_count.min(Self::MOST_GROUPS);
        for (index, group) in self.groups[..self.group_count].iter_mut().enumerate() {
            *group = positions(index);
        }
        self.last_group = if group_count > 1 { positions(group_count - 1) } else { NO_GROUP };
    }

    /// InvalidateLegacyRegExpStaticProperties ( C ), Legacy RegExp features
    pub fn invalidate(&mut self) {
        (self.subject, self.input) = (StringId::EMPTY, StringId::EMPTY);
        (self.group_count, self.last_group) = (0, NO_GROUP);
    }

    /// Assigns [[RegExpInput]].
    pub fn set_input(&mut self, input: StringId) {
        self.input = input;
        if !self.is_valid() {
            self.last_group = LAST_IS_INPUT;
        }
    }

    /// Returns whether there is a match.
    pub fn is_valid(&self) -> bool {
        self.group_count > 0
    }

    /// Returns whether there is an input: that of the match, or an assigned one.
    pub fn has_input(&self) -> bool {
        self.is_valid() || self.last_group == LAST_IS_INPUT
    }

    /// Start and end of the groups that have properties.
    pub fn groups(&self) -> &[(u32, u32)] {
        &self.groups[..self.group_count]
    }

    /// Restores a match in a text of that length; none if its groups cannot be in such a text.
    pub fn of_groups(
        (subject, length): (StringId, usize),
        input: StringId,
        groups: &[(u32, u32)],
        last_group: (u32, u32),
    ) -> Option<LastMatch> {
        if groups.is_empty() && length == 0 && [NO_GROUP, LAST_IS_INPUT].contains(&last_group) {
            let last = LastMatch { input, last_group, group_count: 0, ..LastMatch::default() };
            return Some(last);
        }
        let is_there = |&(start, end): &(u32, u32)| start <= end && end as usize <= length;
        let are_there = groups.iter().chain([&last_group]).all(is_there);
        let mut last = LastMatch { subject, input, last_group, ..LastMatch::default() };
        last.group_count = groups.len();
        last.groups.get_mut(..groups.len()).filter(|_| are_there && !groups.is_empty())?.copy_from_slice(groups);
        Some(last)
    }

    pub fn group(&self, index: usize) -> Range<usize> {
        let (start, end) = if index < self.group_count { self.groups[index] } else { NO_GROUP };
        start as usize..end as usize
    }
}
