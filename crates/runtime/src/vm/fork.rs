//! Copies of engines: [`Vm::fork`].

use super::Vm;
use crate::handles;
use crate::pace;
use ferrotape_heap::heap::cycle;

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
