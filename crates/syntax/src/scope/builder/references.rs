//! References that wait for their declaration.
//!
//! References are kept by name, newest first, and numbered in the order of the text ([`ReferenceId`]). For each name
//! that it declares, a closing scope takes the references added since it opened; it leaves all other names alone. So
//! its cost depends neither on how many names pass through it nor on its depth. A reference does not record what it has
//! passed on its way out: functions, `with` statements, code in which a direct eval may declare. Instead, closed
//! functions and closed dynamic scopes are intervals of numbers, and a reference has passed those that contain it.
//!
//! So closing an interval that begins at an earlier point gives everything read since then another owner, such as an
//! arrow function whose `=>` is reached. The order of the numbers also tells whether a binding is initialised at a
//! reference.

use std::ops::Range;

use ferrotape_text::Name;

use super::super::{BindingId, Reference, ReferenceId, Resolution, ScopeId};
use crate::by_name::{ByName, NONE};
use crate::meter::Meter;
use crate::tree::Tree;

/// References that no scope has declared so far.
#[derive(Default)]
pub(super) struct PendingReferences {
    /// Pending references, by number.
    all: Vec<Pending>,
    /// The last unresolved reference of each name.
    last: ByName,
    /// Closed functions.
    functions: Intervals,
    /// Closed scopes in which names can only be looked up at run time.
    dynamic: Intervals,
}

/// A reference that waits for its declaration.
struct Pending {
    /// The previous reference with the same name, if unresolved.
    before: u32,
    /// The reference is assigned to.
    written: bool,
}

/// A binding of a closing scope.
pub(super) struct Closing {
    pub name: Name,
    pub binding: BindingId,
    /// The first reference in the scope.
    pub first: u32,
    /// The references that find the binding initialised, if they stand in its function.
    pub certain: Range<u32>,
    /// False for a name that no identifier has: nothing dynamic can shadow its binding.
    pub visible: bool,
}

/// Properties of a binding that follow from its references.
pub(super) struct Uses {
    pub any: bool,
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

    /// Adds a reference that is already resolved, and that no declaration may find.
    pub fn add_resolved(&mut self, tree: &mut Tree, meter: &mut Meter, reference: Reference) -> ReferenceId {
        let id = ReferenceId(tree.references.len() as u32);
        meter.add(&mut tree.references, reference);
        meter.push(&mut self.all, Pending { before: NONE, written: false });
        id
    }

    pub fn write(&mut self, reference: ReferenceId) {
        self.all[reference.0 as usize].written = true;
    }

    /// Unmarks a reference that was taken for an assignment's target but is a declaration's.
    pub fn unwrite(&mut self, reference: ReferenceId) {
        self.all[reference.0 as usize].written = false;
    }

    /// Returns whether the name has an unresolved use since the reference `first`.
    pub fn is_used_since(&self, name: Name, first: u32) -> bool {
        let last = self.last.get(name);
        last != NONE && last >= first
    }

    /// Resolves the references to a binding of a closing scope. References that pass something dynamic stay unresolved,
    /// but mark the binding as captured.
    pub fn resolve(&mut self, tree: &mut Tree, meter: &mut Meter, closing: Closing) -> Uses {
        let Closing { name, binding, first, certain, visible } = closing;
        let mut uses = Uses { any: false, captured: false, assigned: false, checked: false };
        let is_always_certain = certain.start == 0 && certain.end == u32::MAX;
        let mut next = self.last.get(name);
        if next == NONE || next < first {
            return uses;
        }
        uses.any = true;
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

    /// Closes a function that began with the reference `first`.
    pub fn close_function(&mut self, tree: &Tree, meter: &mut Meter, first: u32) {
        self.functions.close(first, tree.references.len() as u32, meter);
    }

    /// Closes a scope that began with the reference `first` and in which names must be looked up at run time.
    pub fn close_dynamic(&mut self, tree: &Tree, meter: &mut Meter, first: u32) {
        self.dynamic.close(first, tree.references.len() as u32, meter);
    }

    /// Resolves the references that no scope has declared. Those inside of something dynamic become `Dynamic`.
    /// References to the `invisible` names are left alone.
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

/// Closed intervals of references. They nest like brackets. Of nested ones only the outer one is kept, as the only
/// question is whether a reference lies in any of them.
#[derive(Default)]
struct Intervals {
    /// Disjoint intervals, in order.
    outermost: Vec<Interval>,
}

/// A range of references, by number.
struct Interval {
    first: u32,
    /// Number after the last reference.
    end: u32,
}

impl Intervals {
    /// Closes an interval. It replaces those that it contains.
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
