//! Runs: where the host makes a machine, begins to use it, and ends.

use ferrotape_budget::{Deadline, HeldStack, IS_BARE, NativeStack, Termination};

use super::stacks::LARGE_STACK_BYTES;
use crate::agent::Agent;
use crate::error::Completion;
use crate::execution::Execution;
use crate::finalization;
use crate::handles;
use crate::heap::{Heap, StringView};
use crate::host::Host;
use crate::machine::Machines;
use crate::names::TEXTS;
use crate::pace;
use crate::property_key::PropertyKey;
use crate::realm::{self, CurrentRealm, Parts, Realm};
use crate::rope;
use crate::string;
use crate::throw_site::ThrowSite;
use crate::vm::{Options, Vm};

/// Most values of a stack, more than any machine has: frames keep their places in 32 bits.
const MAX_STACK_VALUES: usize = 1 << 28;

impl Vm {
    /// Makes a machine with its first realm. Options that this machine or platform cannot keep are lowered.
    pub fn new(mut options: Options, parts: Parts, machines: Machines) -> Completion<Vm> {
        options.stack_values = options.stack_values.min(MAX_STACK_VALUES);
        // Nothing can sleep without threads.
        options.can_block &= !IS_BARE;
        let mut heap = Heap::new(options.seed, TEXTS);
        rope::set_longest_string(&mut heap, options.string_length);
        let realm = heap.insert_realm(Realm::empty());
        let mut vm = Vm {
            realm: CurrentRealm::of(realm, heap.realm(realm)),
            heap,
            machines,
            execution: Execution::new(options.native_stack_bytes),
            agent: Agent::new(options.seed),
            host: Host::new(parts),
            options,
        };
        realm::make_realm(&mut vm)?;
        vm.heap.stress = vm.options.stress_collection;
        vm.heap.stress_slices = vm.options.stress_slices;
        vm.heap.counts_cache_hits = vm.options.count_cache_hits;
        vm.account_stacks();
        pace::plan_next_collection(&mut vm.heap);
        Ok(vm)
    }

    /// Begins a run; call it where the host enters the engine. Native recursion is measured from here, the run stops at
    /// the deadline, and garbage of an earlier run does not count against the memory limit. Drop the result at the end
    /// of the run: until then, runs of other engines in this thread share the native stack.
    pub fn begin_run(&mut self, native_stack_bytes: usize, deadline: Option<Deadline>) -> HeldStack {
        self.execution.native_stack = NativeStack::from_here(native_stack_bytes);
        self.heap.budget.begin_run(deadline);
        let may_be_large = self.execution.stack_bytes >= LARGE_STACK_BYTES;
        let is_told = self.execution.stopped.is_some() || self.execution.throw_sites.last.is_noted();
        if is_told || may_be_large || self.host.handles.are_some_dropped() || self.heap.should_collect() {
            self.clear_up();
        }
        self.heap.grant_entry();
        self.execution.native_stack.hold()
    }

    /// Clears what an earlier run has left.
    #[cold]
    #[inline(never)]
    fn clear_up(&mut self) {
        self.execution.stopped = None;
        self.execution.throw_sites.last = ThrowSite::default();
        handles::release_dropped_handles(self);
        self.give_back_stacks();
        if self.heap.should_collect() {
            self.collect_garbage();
        }
    }

    /// Ends a run; call it however the run ends. Targets of weak references that a paused execution has read stay
    /// alive.
    pub fn end_run(&mut self) {
        // Natives and scopes have ended, and with them what they kept: who keeps beside them has forgotten to end it.
        debug_assert!(self.execution.kept.is_empty() || !self.execution.frames.is_empty(), "something is still kept");
        if self.execution.frames.is_empty() && finalization::has_kept_objects(&self.heap) {
            finalization::clear_kept_objects(&mut self.heap);
        }
        self.pause_run();
    }

    /// Ends a run that will go on: targets of weak references that it has read stay alive.
    pub fn pause_run(&mut self) {
        self.heap.budget.end_run();
    }

    /// The property key for a name that the host gives; there must be room for a new one.
    pub fn key_for_host(&mut self, name: &str) -> Result<PropertyKey, Termination> {
        if name.is_ascii()
            && let Some(atom) = string::find_interned(&self.heap, StringView::Latin1(name.as_bytes()))
        {
            return Ok(PropertyKey::from_atom(atom));
        }
        self.room_for_host(name.len().saturating_mul(2))?;
        let string = self.heap.new_string(name);
        self.heap.key_of_string(string)
    }
}
