//! Labels around a statement.

use ferrotape_text::Name;

use crate::by_name::{ByName, NONE};
use crate::meter::Meter;

/// A stack of labels that finds the innermost one with a name at once.
#[derive(Default)]
pub(super) struct Labels {
    open: Vec<Label>,
    innermost: ByName,
}

/// A label around the current statement.
pub(super) struct Label {
    name: Name,
    pub is_loop: bool,
    /// Index of the enclosing label with the same name, in another function.
    hidden: u32,
}

impl Labels {
    pub fn len(&self) -> usize {
        self.open.len()
    }

    pub fn push(&mut self, meter: &mut Meter, name: Name) {
        let hidden = self.innermost.replace(name, self.open.len() as u32, meter);
        meter.push(&mut self.open, Label { name, is_loop: false, hidden });
    }

    pub fn pop(&mut self) {
        if let Some(label) = self.open.pop() {
            self.innermost.reset(label.name, label.hidden);
        }
    }

    /// Returns the label with this name among those from `first` on.
    pub fn find(&self, name: Name, first: usize) -> Option<&Label> {
        let index = self.innermost.get(name);
        if index == NONE || (index as usize) < first { None } else { self.open.get(index as usize) }
    }

    /// Marks the innermost `count` labels as standing before a loop.
    pub fn mark_loop(&mut self, count: usize) {
        self.open.iter_mut().rev().take(count).for_each(|label| label.is_loop = true);
    }
}
