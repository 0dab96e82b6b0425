//! The machine's part of a collection: its roots, and the references that it forgets.

use ferrotape_budget::{Budget, Termination};

use crate::function::host::HostCodes;
use crate::handles;
use crate::heap::cycle::{self, Mutator};
use crate::heap::retention::{self, Graph, Retention, Root};
use crate::heap::{Collection, Heap, Marker, ObjectId};
use crate::host_part;
use crate::throw_site::ThrowSite;
use crate::value::Value;
use crate::vm::checked_in::CheckedIn;
use crate::vm::{OnCollection, Vm};

impl Vm {
    /// Frees garbage. Call it only at a safepoint. Within a run the deadline or an interrupt ends it half-way: a host
    /// function may call it again and again.
    pub fn collect_garbage(&mut self) {
        self.collect(Budget::is_to_stop);
    }

    /// Frees garbage, until `is_to_stop` ends it half-way.
    pub fn collect(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        cycle::collect(self, is_to_stop);
    }

    /// Runs the part of a collection that is due at a safepoint, for the running script. An error if the script must
    /// stop, or if collections free next to nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn collect_a_slice(&mut self) -> Result<(), Termination> {
        cycle::collect_a_slice(self)
    }

    /// Runs a whole collection for the running script. An error if the script must stop, or if collections free next to
    /// nothing.
    #[cold]
    #[inline(never)]
    pub fn collect_for_script(&mut self) -> Result<(), Termination> {
        cycle::collect_for_script(self)
    }
}

impl Vm {
    /// Finds what keeps an object alive besides one handle: the shortest path to it from a root. Call it only at a
    /// safepoint.
    pub fn why_alive(&mut self, object: ObjectId, but_for: usize) -> Result<Option<Retention>, Termination> {
        let handle = self.host.handles.replace(but_for, Value::UNDEFINED);
        let way = retention::why_alive(self, object);
        self.host.handles.replace(but_for, handle);
        way
    }

    /// Makes the graph of everything alive, which is on loan. Call it only at a safepoint.
    pub fn heap_graph(&mut self) -> Result<Graph, Termination> {
        retention::graph(self)
    }
}

/// Roots: the value stack up to the top, frames, values kept by native code and the host, the current realm.
impl Mutator for Vm {
    fn heap(&self) -> &Heap {
        &self.heap
    }

    fn heap_mut(&mut self) -> &mut Heap {
        &mut self.heap
    }

    fn mark_roots(&self, root: Root, marker: &mut Marker<'_>) {
        match root {
            Root::Global => marker.realm(self.realm.id),
            Root::Handle => marker.values(self.host.handles.values()),
            Root::Running | Root::Native | Root::Engine => self.execution.mark(root, marker),
            Root::Job | Root::Event | Root::Waiter | Root::Call | Root::Module | Root::Rejection => {
                self.agent.mark(root, marker)
            }
            // The other roots belong to realms.
            _ => {}
        }
    }

    fn release_dropped_handles(&mut self) {
        handles::release_dropped_handles(self);
    }

    /// Empties registers above the top: they are dead, but callers will have them below their own top again.
    fn empty_dead_registers(&mut self) {
        self.execution.checked_in = CheckedIn::default();
        self.execution.host_codes = HostCodes::default();
        self.execution.spare_activations.clear();
        self.execution.ended_enumeration = None;
        let end = self.execution.frames.iter().map(|frame| frame.top as usize).fold(self.execution.top, usize::max);
        self.execution.stack[self.execution.top..end].fill(Value::UNDEFINED);
        self.execution.throw_sites.forget_above(end, self.execution.stack_machine.blocks.len());
    }

    fn forget_unmarked(&mut self) {
        if self.execution.throw_sites.last.value.is_some_and(|value| !self.heap.is_marked(value)) {
            self.execution.throw_sites.last = ThrowSite::default();
        }
        host_part::forget_host_parts(self);
    }

    fn measures_pauses(&self) -> bool {
        self.options.measure_pauses || self.options.on_collection.is_some()
    }

    fn collected(&mut self, collection: &Collection) {
        if let Some(OnCollection(tell)) = &self.options.on_collection {
            tell(collection);
            self.heap.budget.look_after_host();
        }
    }

    #[cfg(debug_assertions)]
    fn other_bytes(&self) -> usize {
        self.stack_bytes() + self.execution.scratch.bytes()
    }
}
