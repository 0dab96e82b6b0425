//! The virtual machine: heap, value stack, frames, current realm.
//!
//! `frames` has calls of script code, `calls` the calls of native code, `callbacks` repeated calls of one function,
//! `stacks` the growth of stacks, `safepoints` the places where garbage is collected. `unwinding` and the machines are
//! modules beside this one.
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
mod safepoints;
mod scope;
mod stacks;
mod waits;

pub use callbacks::{Again, Repeated};
pub use collection::OnCollection;
pub use frames::HIDDEN_REGISTERS;
pub use scope::Scope;
pub use waits::OnWait;
pub(crate) use waits::SLEEP;

use ferrotape_budget::{Deadline, HeldStack, IS_BARE, NativeStack, Termination};
use ferrotape_bytecode::ErrorKind;
use ferrotape_compiler::Backend;
use ferrotape_syntax::Languages;
use ferrotape_time::{Clock, TimeZone};

use crate::agent::Agent;
use crate::buffer::MAX_BYTE_LENGTH;
use crate::chance::Chance;
use crate::environment::{self, Place};
use crate::error::Completion;
use crate::execution::Execution;
use crate::finalization;
use crate::handles;
use crate::heap::{Heap, MAX_STRING_LENGTH, ObjectId, StringId, StringView};
use crate::host::Host;
use crate::machine::Machines;
use crate::messages;
use crate::names::TEXTS;
use crate::object::{ObjectKind, cell};
use crate::pace;
use crate::property_key::PropertyKey;
use crate::realm::{self, CurrentRealm, Parts, Realm};
use crate::rope;
use crate::string;
use crate::tail_calls::TailCalls;
use crate::throw_site::ThrowSite;

pub use ferrotape_heap::code::WINDOW;
pub use ferrotape_heap::frame::{Ending, Frame, FrameKind};

/// Most values of a stack, more than any machine has: frames keep their places in 32 bits.
const MAX_STACK_VALUES: usize = 1 << 28;

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

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of native stack for recursions that have to go through native code.
    pub native_stack_bytes: usize,
    /// Most values that the value stack holds, which bounds how deep script functions nest.
    pub stack_values: usize,
    /// Collect at every safepoint.
    pub stress_collection: bool,
    /// Look into one cell at every safepoint. With debug assertions, compare the marks of each cycle with those of one
    /// that stops the world.
    pub stress_slices: bool,
    /// Scripts may put the thread to sleep: [[CanBlock]], ECMA-262 9.6.
    pub can_block: bool,
    /// Jobs wait until the host has taken an exception that has escaped from a job or an event.
    pub exceptions_first: bool,
    /// Languages of texts that the host gives.
    pub languages: Languages,
    /// Scripts may make code from text: HostEnsureCanCompileStrings, ECMA-262 19.2.1.2.
    pub compiles_texts: bool,
    /// Most units of a string that an operation makes of others.
    pub string_length: usize,
    /// Most bytes that a buffer may have, now or ever.
    pub buffer_bytes: usize,
    /// Most modules at the time when one more is requested.
    pub modules: usize,
    /// Look at the clock before and after each part of a collection.
    pub measure_pauses: bool,
    /// Callback for each collection.
    pub on_collection: Option<OnCollection>,
    /// Callback before the thread sleeps.
    pub on_wait: Option<OnWait>,
    /// Count hits of inline caches; the loop's fast paths are off then.
    pub count_cache_hits: bool,
    /// Machine for scripts. Eval code and functions made from text run on the machine of the code that makes them.
    pub backend: Backend,
    /// Tail calls of all code that this engine runs, eval code and functions made from text included.
    pub tail_calls: TailCalls,
    /// Seed of hash tables and of `Math.random`.
    pub seed: u64,
    /// Source of random bytes that could be secrets.
    pub chance: Chance,
    /// Local time zone; the system's if there is none.
    pub time_zone: Option<TimeZone>,
    pub clock: Clock,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            native_stack_bytes: NativeStack::DEFAULT_BYTES,
            stack_values: 1 << 19,
            stress_collection: false,
            stress_slices: false,
            can_block: !IS_BARE,
            exceptions_first: false,
            languages: Languages::default(),
            compiles_texts: true,
            string_length: MAX_STRING_LENGTH,
            buffer_bytes: MAX_BYTE_LENGTH,
            modules: usize::MAX,
            measure_pauses: false,
            on_collection: None,
            on_wait: None,
            count_cache_hits: false,
            backend: Backend::default(),
            tail_calls: TailCalls::default(),
            seed: 0x5eed_f00d,
            chance: Chance::default(),
            time_zone: None,
            clock: Clock::default(),
        }
    }
}

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
        let may_be_large = self.execution.stack_bytes >= stacks::LARGE_STACK_BYTES;
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

    /// Whole milliseconds since 1970, by the host's clock if it has given one.
    pub fn host_time(&mut self) -> Completion<f64> {
        match self.clock_time() {
            Some(time) => Ok(time),
            None => self.throw_error(ErrorKind::Error, messages::CLOCK_PANICKED),
        }
    }

    /// A RangeError if native recursion is too deep. Call it at each level of recursion.
    #[inline]
    pub fn check_native_stack(&mut self) -> Completion<()> {
        if self.execution.native_stack.is_exhausted() { self.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
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
    pub(crate) fn running_text(&self, id: ferrotape_bytecode::TextId) -> StringId {
        self.running_code().string(id)
    }

    /// GETVAR as the running frame sees it.
    pub(crate) fn resolve(&mut self, name: u32) -> Completion<(Place, crate::code::Name)> {
        let name = self.running_code().names[name as usize];
        Ok((environment::get_identifier_reference(self, name.start, name.key)?, name))
    }
}
