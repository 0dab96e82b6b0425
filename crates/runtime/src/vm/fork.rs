//! Copies of engines: [`Vm::fork`].

use super::Vm;
use crate::handles;
use crate::pace;
use ferrotape_heap::heap::cycle;

impl Vm {
    /// Makes a second engine with the same state, independent of the first one from then on. Values mean the same in
    /// both, until either of them runs something. A fork costs a copy of all cells, and no fuel.
    ///
    /// It does not get: handles of the host, what the host keeps beside the engine, the data of host objects
    /// ([`crate::heap::Heap::forked_host_data`]), an observer of steps. Functions of the host and the module loader are
    /// shared. Call it while nothing runs; an execution may have paused.
    pub fn fork(&mut self) -> Vm {
        handles::release_dropped_handles(self);
        self.copied()
    }

    /// Makes a copy to replace this engine: it has the host's handles too. A program may be running, if no native
    /// code is in its run. The engine itself may be such a copy.
    pub fn copy(&mut self) -> Vm {
        let mut copy = self.copied();
        copy.host.handles = self.host.handles.copy();
        copy.account_stacks();
        copy
    }

    /// Copies what both kinds of copies have: all but the handles of the host, and what it keeps beside.
    fn copied(&mut self) -> Vm {
        self.give_back_stacks();
        cycle::rest(self);
        let (heap, mut copies) = self.heap.fork();
        let native_stack_bytes = self.options.native_stack_bytes;
        let mut fork = Vm {
            heap,
            realm: self.realm,
            machines: self.machines,
            execution: self.execution.fork(native_stack_bytes),
            agent: self.agent.fork(&mut copies),
            host: self.host.fork(),
            options: self.options.clone(),
        };
        // The copies of stacks have no more room than they need.
        fork.account_stacks();
        pace::plan_next_collection(&mut fork.heap);
        fork
    }
}
