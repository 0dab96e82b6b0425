//! The virtual machine: heap, value stack, frames, current realm.
//!
//! `frames` has calls of script code, `calls` the calls of native code, `callbacks` repeated calls of one function,
//! `growth` makes room on stacks, `stacks` counts it, `kept` is what native code keeps alive, `safepoints` the places where
//! garbage is collected, `runs` where the host begins and ends. `unwinding` and the machines are modules beside this one.
//!
//! ```text
//! value stack   … [this][arg]…[register]… | [this][arg]… | free
//!                  ^ base of a frame         ^ base of the frame it called      ^ top
//! ```
//!
//! A script function that calls a script function stays in one run of the interpreter's loop. Native code that calls
//! back ([`Vm::call`]) starts a further run, bounded by the native stack. `&mut Vm` may run script and collect: native
//! code must [`Vm::keep`] what it holds across such a call.

mod callbacks;
mod calls;
pub(crate) mod checked_in;
mod collection;
mod fork;
mod frames;
mod growth;
mod kept;
mod options;
mod runs;
mod safepoints;
mod stacks;
mod waits;

pub use callbacks::Repeated;
pub use frames::HIDDEN_REGISTERS;
pub use kept::Scope;
pub(crate) use options::SLEEP;
pub use options::{OnCollection, OnWait, Options};

use std::sync::Arc;

use ferrotape_budget::NativeStack;
use ferrotape_bytecode::TextId;
use ferrotape_compiler::Backend;

use crate::agent::Agent;
use crate::code::CodeBlock;
use crate::error::Completion;
use crate::execution::Execution;
use crate::heap::{Heap, ObjectId, StringId};
use crate::host::Host;
use crate::machine::Machines;
use crate::object::{ObjectKind, cell};
use crate::realm::CurrentRealm;

pub use ferrotape_heap::code::WINDOW;
pub use ferrotape_heap::frame::{Ending, Frame, FrameKind};

/// The machine as a whole, which functions take that may run script. Code that works on one part takes that part.
pub struct Vm {
    pub heap: Heap,
    /// The current realm: that of the running function; while nothing runs, that of the host.
    pub realm: CurrentRealm,
    /// The machines that run code.
    pub machines: Machines,
    pub execution: Execution,
    pub agent: Agent,
    pub host: Host,
    pub options: Options,
}

impl Vm {
    /// The running frame.
    #[inline(always)]
    pub fn frame(&self) -> &Frame {
        &self.execution.frames[self.execution.frames.len() - 1]
    }

    /// The running frame's code.
    pub fn running_code(&self) -> Arc<CodeBlock> {
        Arc::clone(self.heap.code_block(self.frame().code))
    }

    pub fn native_stack(&self) -> NativeStack {
        self.execution.native_stack
    }

    /// The machine for new code: that of the running code, so that a program stays on one machine, or else the one
    /// chosen for scripts.
    pub fn backend(&self) -> Backend {
        match self.execution.frames.last() {
            Some(frame) if self.heap.code_block(frame.code).is_stack_code() => Backend::Stack,
            Some(_) => Backend::Register,
            None => self.options.backend,
        }
    }

    /// Accesses that inline caches answered; 0 unless [`Options::count_cache_hits`] is set.
    pub fn cache_hits(&self) -> u64 {
        self.execution.cache_hits
    }

    #[inline(always)]
    pub(crate) fn count_hit(&mut self) {
        if self.options.count_cache_hits {
            self.execution.cache_hits += 1;
        }
    }

    /// Accesses that inline caches did not answer.
    pub fn cache_misses(&self) -> u64 {
        self.execution.cache_misses
    }

    /// Accounts for work of native code in proportion to its data.
    #[inline]
    pub fn work(&mut self, amount: u64) -> Completion<()> {
        Ok(self.heap.work(amount)?)
    }

    /// Accounts for bounded work that is more than an instruction: the next tick checks the limits.
    #[inline]
    pub fn work_later(&mut self, amount: u64) {
        self.heap.budget.work_later(amount);
    }

    /// Milliseconds since 1970, by the host's clock if it has given one. None if that panics.
    pub(crate) fn clock_time(&mut self) -> Option<f64> {
        let time = self.options.clock.milliseconds();
        if self.options.clock.is_of_host() {
            self.heap.budget.look_after_host();
        }
        time
    }

    /// An empty ordinary object.
    pub fn new_plain_object(&mut self) -> ObjectId {
        self.heap.new_object(self.realm.shapes.object, ObjectKind::Ordinary)
    }

    /// An empty ordinary object with room for this many properties; 0 if the number is unknown.
    #[inline]
    pub fn new_plain_object_for(&mut self, properties: u8) -> ObjectId {
        cell::new_object_of_literal(&mut self.heap, self.realm.shapes.object, properties)
    }

    /// Gives work that runs no script its turn, so that nothing can be collected in it. A collection that comes due is asked for
    /// behind it.
    pub fn without_collections<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        let watermark = self.heap.budget.hold_watermark();
        let done = work(self);
        self.heap.budget.release_watermark(watermark);
        done
    }

    /// The value of a string constant of the running function.
    pub(crate) fn running_text(&self, id: TextId) -> StringId {
        self.running_code().string(id)
    }
}
