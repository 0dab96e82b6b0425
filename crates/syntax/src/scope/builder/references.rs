//! References that wait for their declaration.
//!
//! They are kept by name, newest first, and numbered in the order of the text ([`ReferenceId`]). A scope that closes takes
//! from the chains of the names it declares what has come since it opened, and leaves all other names alone: what it costs
//! depends on neither how many names go through it nor how deep it lies. What a reference has gone through on its way out
//! (functions, `with` statements, code that a direct eval may declare in) is not noted with it: closed functions and closed
//! dynamic scopes are stretches of numbers, and a reference has gone through those that it lies in.
//!
//! So to give all that was read since some point another owner (the head of an arrow function, once its `=>` is reached) is
//! to close a stretch that begins there. The order of the numbers is also what tells whether a binding is initialised where a
//! reference stands.

use std::ops::Range;

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

/// A binding of a scope that closes.
pub(super) struct Closing {
    pub name: Name,
    pub binding: BindingId,
    /// The first reference in the scope.
    pub first: u32,
    /// The references that find it initialised if they stand in its function.
    pub certain: Range<u32>,
    /// A name that cannot be written is not: nothing dynamic can come before its binding.
    pub visible: bool,
}

/// What the references to a binding say of it.
pub(super) struct Uses {
    pub captured: bool,
    pub assigned: bool,
    pub checked: bool,
}

impl PendingReferences {
    #[inline]
    pub fn add(&mut self, tree: &mut Tree, meter: &mut Meter, name: Name, scope: ScopeId) -> ReferenceId {
        let reference = tree.references.len() as u32;
        let new = Reference { name, scope, resolution: Resolution::Global, checked: false, initializes: false };
        meter.add(&mut tree.references, new);
        let before = self.last.replace(name, reference, meter);
        meter.push(&mut self.all, Pending { before, written: false });
        ReferenceId(reference)
    }

    /// Adds a reference that is resolved already, and that no declaration is to find.
    pub fn add_resolved(&mut self, tree: &mut Tree, meter: &mut Meter, reference: Reference) -> ReferenceId {
        let id = ReferenceId(tree.references.len() as u32);
        meter.add(&mut tree.references, reference);
        meter.push(&mut self.all, Pending { before: NONE, written: false });
        id
    }

    pub fn write(&mut self, reference: ReferenceId) {
        self.all[reference.0 as usize].written = true;
    }

    /// The reference was taken to be an assignment's target, but is that of a declaration.
    pub fn unwrite(&mut self, reference: ReferenceId) {
        self.all[reference.0 as usize].written = false;
    }

    /// Has the name been used since that reference, and not been declared?
    pub fn is_used_since(&self, name: Name, first: u32) -> bool {
        let last = self.last.get(name);
        last != NONE && last >= first
    }

    /// Resolves the references to a binding of a scope that closes. Those that come through something dynamic stay to be looked
    /// up, but have found whom to tell that it can be reached.
    pub fn resolve(&mut self, tree: &mut Tree, meter: &mut Meter, closing: Closing) -> Uses {
        let Closing { name, binding, first, certain, visible } = closing;
        let mut uses = Uses { captured: false, assigned: false, checked: false };
        let is_always_certain = certain.start == 0 && certain.end == u32::MAX;
        let mut next = self.last.get(name);
        if next == NONE || next < first {
            return uses;
        }
        while next != NONE && next >= first && !meter.tick(1) {
            let Pending { before, written } = self.all[next as usize];
            let is_dynamic = visible && self.dynamic.hold(next);
            let reference = &mut tree.references[next as usize];
            if is_always_certain {
                uses.captured = uses.captured || is_dynamic || self.functions.hold(next);
            } else {
                let is_captured = is_dynamic || self.functions.hold(next);
                uses.captured |= is_captured;
                reference.checked = !reference.initializes && (is_captured || !certain.contains(&next));
                uses.checked |= reference.checked;
            }
            uses.assigned |= written;
            reference.resolution = if is_dynamic { Resolution::Dynamic } else { Resolution::Binding(binding) };
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

    /// Resolves what no scope has declared, as dynamic where something dynamic is around it. The `invisible` names are left
    /// alone.
    pub fn finish(&mut self, tree: &mut Tree, meter: &mut Meter, invisible: &[Name]) {
        if self.dynamic.outermost.is_empty() {
            return;
        }
        for name in self.last.names().filter(|name| !invisible.contains(name)) {
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
