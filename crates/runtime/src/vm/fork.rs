//! Copies of engines: [`Vm::fork`].

use ferrotape_budget::NativeStack;
use ferrotape_heap::heap::cycle;
use ferrotape_regexp::Scratch;

use super::{Pausing, Vm};
use crate::function::host::HostCodes;
use crate::handles::{self, Handles};
use crate::pace;

impl Vm {
    /// A second engine with the same state, which from then on knows nothing of the first one. Values mean the same in both, for
    /// as long as neither has done anything. It costs what copying all cells costs, and no fuel.
    ///
    /// What it does not get: handles of the embedder, what the embedder keeps beside the engine, the data of its objects
    /// ([`crate::heap::Heap::forked_host_data`]), an observer of steps. Functions of the embedder and the
    /// module loader are shared. To be called while nothing runs; an execution may have paused.
    pub fn fork(&mut self) -> Vm {
        handles::release_dropped_handles(self);
        self.give_back_stacks();
        cycle::rest(self);
        let (heap, mut copies) = self.heap.fork();
        let mut fork = Vm {
            heap,
            machines: self.machines,
            realm: self.realm,
            stack: self.stack.clone(),
            top: self.top,
            frames: self.frames.clone(),
            open_scopes: self.open_scopes.clone(),
            stack_machine: self.stack_machine.fork(),
            pc: self.pc,
            kept: self.kept.clone(),
            scratch: Scratch::default(),
            jobs: self.jobs.clone(),
            async_waiters: self.async_waiters.fork(),
            events: self.events,
            host_parts: self.host_parts.clone(),
            class_parts: self.class_parts.clone(),
            modules: self.modules.fork(|unit| copies.unit(unit)),
            reaction_promise: self.reaction_promise,
            unhandled: self.unhandled.clone(),
            joining: self.joining.clone(),
            handles: Handles::default(),
            checked_in: None,
            host_codes: HostCodes::default(),
            defined_functions: self.defined_functions.clone(),
            natives: self.natives.clone(),
            parts: self.parts,
            host_classes: self.host_classes.clone(),
            embedder: None,
            host_calls: Default::default(),
            script_run_last: None,
            stack_bytes: self.stack_bytes,
            throw_sites: self.throw_sites.clone(),
            stopped: None,
            pausing: Pausing::default(),
            native_stack: NativeStack::from_here(self.options.native_stack_bytes),
            options: self.options.clone(),
            random_state: self.random_state,
            cache_misses: self.cache_misses,
            cache_hits: self.cache_hits,
        };
        // The copies of stacks have no more room than they need.
        fork.account_stacks();
        pace::plan_next_collection(&mut fork.heap);
        fork
    }
}
