//! References that wait for their declaration.
//!
//! They are kept by name, newest first, and numbered in the order of the text ([`ReferenceId`]). A scope that closes takes
//! from the chains of the names it declares what has come since it opened, and leaves all other names alone: what it costs
//! depends on neither how many names go through it nor how deep it lies. What a reference has gone through on its way out
//! (functions, `with` statements, code that a direct eval may declare in) is not noted with it: closed functions and closed
//! dynamic scopes are stretches of numbers, and a reference has gone through those that it lies in.
//!
//! So to give all that was read since some point another owner (the head of an arrow function, once its `=>` is reached) is
//! to close a stretch that begins there.

use ferrotape_text::Name;

use super::super::{BindingId, Reference, ReferenceId, Resolution, ScopeId};
use crate::by_name::{ByName, NONE};
use crate::meter::Meter;
use crate::tree::Tree;

#[derive(Default)]
pub(super) struct PendingReferences {
    /// By reference.
    all: Vec<Pending>,
    /// By name: the last reference that is not resolved.
    last: ByName,
    /// Functions that are closed.
    functions: Intervals,
    /// Scopes that are closed and in which names could only be looked up while the program runs.
    dynamic: Intervals,
}

struct Pending {
    /// The reference of the same name before this one, if not resolved.
    before: u32,
    /// It is assigned to.
    written: bool,
}

/// What the references to a binding say of it.
pub(super) struct Uses {
    pub captured: bool,
    pub assigned: bool,
}

impl PendingReferences {
    #[inline]
    pub fn add(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name, scope: ScopeId) -> ReferenceId {
        let reference = tree.references.len() as u32;
        meter.push(&mut tree.references, Reference { name, scope, resolution: Resolution::Global });
        let before = self.last.replace(name, reference, meter);
        meter.push(&mut self.all, Pending { before, written: false });
        ReferenceId(reference)
    }

    pub fn write(&mut self, reference: ReferenceId) {
        self.all[reference.0 as usize].written = true;
    }

    /// Has the name been used since that reference, and not been declared?
    pub fn is_used_since(&self, name: Name, first: u32) -> bool {
        let last = self.last.get(name);
        last != NONE && last >= first
    }

    /// Resolves the references to a binding of a scope that closes, and that began with the reference `first`. Those that come
    /// through something dynamic stay to be looked up, but have found whom to tell that it can be reached.
    pub fn resolve(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name, first: u32, binding: BindingId) -> Uses {
        let mut uses = Uses { captured: false, assigned: false };
        let mut next = self.last.get(name);
        if next == NONE || next < first {
            return uses;
        }
        while next != NONE && next >= first && !meter.tick(1) {
            let Pending { before, written } = self.all[next as usize];
            let is_dynamic = self.dynamic.hold(next);
            uses.captured = uses.captured || is_dynamic || self.functions.hold(next);
            uses.assigned |= written;
            let resolution = if is_dynamic { Resolution::Dynamic } else { Resolution::Binding(binding) };
            tree.references[next as usize].resolution = resolution;
            next = before;
        }
        self.last.reset(name, next);
        uses
    }

    /// A function ends that began with the reference `first`.
    pub fn close_function(&mut self, tree: &Tree, meter: &mut Meter, first: u32) {
        self.functions.close(first, tree.references.len() as u32, meter);
    }

    /// A scope ends that began with the reference `first`, and that a name must be looked up in while the program runs.
    pub fn close_dynamic(&mut self, tree: &Tree, meter: &mut Meter, first: u32) {
        self.dynamic.close(first, tree.references.len() as u32, meter);
    }

    /// Resolves what no scope has declared, as dynamic where something dynamic is around it.
    pub fn finish(&mut self, tree: &mut Tree, meter: &mut Meter) {
        if self.dynamic.outermost.is_empty() {
            return;
        }
        for name in self.last.names() {
            let mut next = self.last.get(name);
            while next != NONE && !meter.tick(1) {
                if self.dynamic.hold(next) {
                    tree.references[next as usize].resolution = Resolution::Dynamic;
                }
                next = self.all[next as usize].before;
            }
        }
    }
}

/// Stretches of references that are over. They begin and end like brackets do; of those within each other the outer one is kept,
/// as it is only asked whether a reference lies in any.
#[derive(Default)]
struct Intervals {
    /// In order.
    outermost: Vec<Interval>,
}

struct Interval {
    first: u32,
    /// Behind the last one.
    end: u32,
}

impl Intervals {
    /// The stretch ends here: it takes in those that it goes around.
    fn close(&mut self, first: u32, end: u32, meter: &mut Meter) {
        if first == end {
            return;
        }
        while self.outermost.last().is_some_and(|inner| inner.first >= first) {
            self.outermost.pop();
        }
        meter.push(&mut self.outermost, Interval { first, end });
    }

    #[inline]
    fn hold(&self, reference: u32) -> bool {
        match self.outermost.last() {
            None => false,
            Some(last) if last.end <= reference => false,
            Some(last) if last.first <= reference => true,
            Some(_) => self.hold_before_last(reference),
        }
    }

    #[inline(never)]
    fn hold_before_last(&self, reference: u32) -> bool {
        let begun = self.outermost.partition_point(|interval| interval.first <= reference);
        begun.checked_sub(1).is_some_and(|last| reference < self.outermost[last].end)
    }
}
