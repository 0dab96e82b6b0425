//! The virtual machine: heap, value stack, frames, current realm.
//!
//! `frames` has what a call of script code is, `calls` how native code calls, `callbacks` how it calls one
//! function many times, `stacks` what grows with both, `safepoints` where
//! garbage is collected; `unwinding` and the machines are modules beside this one.
//!
//! ```text
//! value stack   … [this][arg]…[register]… | [this][arg]… | free
//!                  ^ base of a frame         ^ base of the frame it called      ^ top
//! ```
//!
//! A script function that calls a script function stays in one run of the interpreter's loop. Native code that calls back
//! ([`Vm::call`]) starts a further run, bounded by the native stack. `&mut Vm` may run script and collect; what native
//! code holds across such a call it must [`Vm::keep`].

mod callbacks;
mod calls;
mod collection;
mod fork;
mod frames;
mod safepoints;
mod stacks;

pub use callbacks::Again;
pub use collection::OnCollection;
pub use frames::HIDDEN_REGISTERS;

use std::sync::Arc;

use ferrotape_budget::{HeldStack, IS_BARE, Instant, NativeStack, Termination};
use ferrotape_bytecode::ErrorKind;
use ferrotape_compiler::Backend;
use ferrotape_heap::frame::OpenScope;
use ferrotape_regexp::Scratch;
use ferrotape_time::{Clock, TimeZone};
use rustc_hash::FxHashSet;

use crate::buffer::MAX_BYTE_LENGTH;
use crate::buffer::waiting::AsyncWaiters;
use crate::code::CodeSet;
use crate::environment::{self, Place};
use crate::error::Completion;
use crate::events::Events;
use crate::finalization;
use crate::function::Natives;
use crate::function::defined::DefinedFunctions;
use crate::function::host::HostCodes;
use crate::handles::{self, Handles};
use crate::heap::{Heap, MAX_STRING_LENGTH, ObjectId, RealmId, StringId, StringView};
use crate::host_part::{Installed, InstalledClass};
use crate::jobs::JobQueue;
use crate::loaded_script::LoadedScript;
use crate::machine::Machines;
use crate::messages;
use crate::module::Modules;
use crate::names::TEXTS;
use crate::object::ObjectKind;
use crate::object::host::HostClass;
use crate::pace;
use crate::promise::Unhandled;
use crate::property_key::PropertyKey;
use crate::realm::{self, CurrentRealm, Parts, Realm};
use crate::stack_machine::state::StackMachine;
use crate::stopped::Stopped;
use crate::string;
use crate::tail_calls::TailCalls;
use crate::throw_site::{ThrowSite, ThrowSites};
use crate::value::Value;

pub use ferrotape_heap::code::WINDOW;
pub use ferrotape_heap::frame::{Ending, Frame, FrameKind};

/// More than any machine has; frames keep their places in 32 bits.
const MAX_STACK_VALUES: usize = 1 << 28;

pub struct Vm {
    pub heap: Heap,
    /// What runs code.
    pub machines: Machines,
    /// The current realm: that of the running function; while nothing runs, that of the embedder.
    pub realm: CurrentRealm,
    pub stack: Vec<Value>,
    /// First free index of the value stack.
    pub top: usize,
    pub frames: Vec<Frame>,
    /// What frames have open, inner frames last.
    pub open_scopes: Vec<OpenScope>,
    /// Stacks and registers of stack code, which has frames as well.
    pub stack_machine: StackMachine,
    /// Index of the instruction after the one that the running frame executes; for stack code the L register, an offset in
    /// the source text.
    pub pc: u32,
    /// What native code keeps alive until it returns.
    pub(crate) kept: Vec<Value>,
    /// The captures of the last regular expression match, and what matching needs besides.
    pub scratch: Scratch,
    pub jobs: JobQueue,
    pub async_waiters: AsyncWaiters,
    pub events: Option<Events>,
    /// In the order in which they were installed. They keep nothing alive.
    pub host_parts: Vec<Installed>,
    /// The classes of the host, once for each realm.
    pub class_parts: Vec<InstalledClass>,
    pub(crate) modules: Modules,
    /// While a reaction that is no `await` runs: the promise that its handler settles. The job keeps it alive.
    pub(crate) reaction_promise: Option<ObjectId>,
    /// See [`crate::promise::take_unhandled`].
    pub unhandled: Vec<Unhandled>,
    /// Arrays whose `join` has not returned yet.
    pub joining: FxHashSet<ObjectId>,
    /// What the embedder keeps alive.
    pub(crate) handles: Handles,
    /// The code that ran last. Collections forget it.
    pub(crate) checked_in: Option<Arc<CodeSet>>,
    pub(crate) host_codes: HostCodes,
    pub defined_functions: DefinedFunctions,
    pub(crate) natives: Natives,
    /// The built-ins of each realm.
    pub parts: Parts,
    /// Kinds of objects of the embedder.
    pub(crate) host_classes: Vec<HostClass>,
    /// What the embedder keeps beside the engine; the engine knows nothing of it.
    pub embedder: Option<Box<dyn std::any::Any + Send>>,
    /// For the embedder's use as well.
    pub host_calls: HostCalls,
    /// Of the loaded scripts that the embedder keeps the one that it has run last, by the number that it has given it: a rule is
    /// run many times.
    pub script_run_last: Option<(u64, RealmId, LoadedScript)>,
    /// Bytes accounted for by [`Vm::account_stacks`].
    stack_bytes: usize,
    pub(crate) throw_sites: ThrowSites,
    /// Set while a run that has been ended unwinds.
    pub(crate) stopped: Option<Stopped>,
    pub(crate) pausing: Pausing,
    pub(crate) native_stack: NativeStack,
    pub options: Options,
    pub random_state: u64,
    pub(crate) cache_misses: u64,
    /// Counted only where [`Options::count_cache_hits`] is set.
    pub(crate) cache_hits: u64,
}

/// What the embedder notes of the calls of its functions that are going on.
#[derive(Default)]
pub struct HostCalls {
    pub depth: u32,
    /// Is there something to be done when one of them ends?
    pub has_pending: bool,
}

/// What the machine knows of pauses.
#[derive(Default)]
pub(crate) struct Pausing {
    /// Runs of the loop that are on the native stack, but for that of the execution: whoever calls `Vm::run` counts.
    pub runs: u32,
    /// An execution runs.
    pub is_allowed: bool,
    /// It has done something since it went on, so that each slice gets further.
    pub has_moved: bool,
}

/// Settings of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of native stack for recursions that have to go through native code.
    pub native_stack_bytes: usize,
    /// The most values that the value stack holds: bounds how deep script functions nest.
    pub stack_values: usize,
    /// Collect at every safepoint.
    pub stress_collection: bool,
    /// Look into one cell at every safepoint, and compare the marks of each cycle with those of one that stops the world where
    /// there are debug assertions.
    pub stress_slices: bool,
    /// May scripts put the thread to sleep: [[CanBlock]], ECMA-262 9.6?
    pub can_block: bool,
    /// May scripts make code of texts: HostEnsureCanCompileStrings, ECMA-262 19.2.1.2?
    pub compiles_texts: bool,
    /// The most units of a string that an operation makes of others.
    pub string_length: usize,
    /// The most bytes that a buffer may have, now or ever.
    pub buffer_bytes: usize,
    /// The most modules that there may be when one more is asked for.
    pub modules: usize,
    /// Look at the clock before and after each part of a collection.
    pub measure_pauses: bool,
    /// Told of each collection.
    pub on_collection: Option<OnCollection>,
    /// Count how often inline caches answer; the loop's fast paths are off then.
    pub count_cache_hits: bool,
    /// What runs scripts. Eval code and functions made of text run on the machine of the code that makes them.
    pub backend: Backend,
    /// Of all code that this engine runs, eval code and functions made of text included.
    pub tail_calls: TailCalls,
    /// Seed of hash tables and of `Math.random`.
    pub seed: u64,
    /// What local time is; the system's where there is none.
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
            compiles_texts: true,
            string_length: MAX_STRING_LENGTH,
            buffer_bytes: MAX_BYTE_LENGTH,
            modules: usize::MAX,
            measure_pauses: false,
            on_collection: None,
            count_cache_hits: false,
            backend: Backend::default(),
            tail_calls: TailCalls::default(),
            seed: 0x5eed_f00d,
            time_zone: None,
            clock: Clock::default(),
        }
    }
}

impl Vm {
    pub fn new(mut options: Options, parts: Parts, machines: Machines) -> Completion<Vm> {
        options.stack_values = options.stack_values.min(MAX_STACK_VALUES);
        // Nothing can sleep where there are no threads.
        options.can_block &= !IS_BARE;
        let mut heap = Heap::new(options.seed, TEXTS);
        string::set_longest_string(&mut heap, options.string_length);
        let realm = heap.insert_realm(Realm::empty());
        let mut vm = Vm {
            realm: CurrentRealm::of(realm, heap.realm(realm)),
            heap,
            machines,
            stack: vec![Value::UNDEFINED; 3 * WINDOW],
            top: 0,
            frames: Vec::new(),
            open_scopes: Vec::new(),
            stack_machine: StackMachine::default(),
            pc: 0,
            kept: Vec::new(),
            scratch: Scratch::default(),
            jobs: JobQueue::default(),
            async_waiters: AsyncWaiters::default(),
            events: None,
            host_parts: Vec::new(),
            class_parts: Vec::new(),
            modules: Modules::default(),
            reaction_promise: None,
            unhandled: Vec::new(),
            joining: FxHashSet::default(),
            handles: Handles::default(),
            checked_in: None,
            host_codes: HostCodes::default(),
            defined_functions: DefinedFunctions::default(),
            natives: Natives::default(),
            parts,
            host_classes: Vec::new(),
            embedder: None,
            host_calls: HostCalls::default(),
            script_run_last: None,
            stack_bytes: 0,
            throw_sites: ThrowSites::default(),
            stopped: None,
            pausing: Pausing::default(),
            native_stack: NativeStack::from_here(options.native_stack_bytes),
            random_state: options.seed | 1,
            options,
            cache_misses: 0,
            cache_hits: 0,
        };
        realm::make_realm(&mut vm)?;
        vm.heap.stress = vm.options.stress_collection;
        vm.heap.stress_slices = vm.options.stress_slices;
        vm.heap.counts_cache_hits = vm.options.count_cache_hits;
        vm.account_stacks();
        pace::plan_next_collection(&mut vm.heap);
        Ok(vm)
    }

    /// To be called where the embedder enters the engine, which is where a run begins: native recursion is measured from here,
    /// the run is stopped at the deadline, and what an earlier run left behind does not count against the memory limit.
    /// What it gives is to be dropped at the end: until then runs of other engines in this thread share the native stack.
    pub fn begin_run(&mut self, native_stack_bytes: usize, deadline: Option<Instant>) -> HeldStack {
        self.native_stack = NativeStack::from_here(native_stack_bytes);
        self.heap.budget.begin_run(deadline);
        let may_be_large = self.stack_bytes >= stacks::LARGE_STACK_BYTES;
        let is_told = self.stopped.is_some() || self.throw_sites.last.is_noted();
        if is_told || may_be_large || self.handles.are_some_dropped() || self.heap.should_collect() {
            self.clear_up();
        }
        self.heap.grant_entry();
        self.native_stack.hold()
    }

    /// Does away with what an earlier run has left.
    #[cold]
    #[inline(never)]
    fn clear_up(&mut self) {
        self.stopped = None;
        self.throw_sites.last = ThrowSite::default();
        handles::release_dropped_handles(self);
        self.give_back_stacks();
        if self.heap.should_collect() {
            self.collect_garbage();
        }
    }

    /// The property key for a name that the embedder gives: a new one has to have room.
    pub fn key_for_host(&mut self, name: &str) -> Result<PropertyKey, Termination> {
        if name.is_ascii()
            && let Some(atom) = string::find_interned(&self.heap, StringView::Latin1(name.as_bytes()))
        {
            return Ok(PropertyKey::from_atom(atom));
        }
        self.make_room_for_host(name.len().saturating_mul(2))?;
        let string = self.heap.new_string(name);
        self.heap.key_of_string(string)
    }

    /// To be called where the run ends, however it does. What an execution that has paused has taken out of weak references
    /// stays alive.
    pub fn end_run(&mut self) {
        if self.frames.is_empty() && finalization::has_kept_objects(&self.heap) {
            finalization::clear_kept_objects(&mut self.heap);
        }
        self.pause_run();
    }

    /// The same where it is to go on: what it has taken out of weak references stays alive.
    pub fn pause_run(&mut self) {
        self.heap.budget.end_run();
    }

    pub fn native_stack(&self) -> NativeStack {
        self.native_stack
    }

    /// The machine that new code is for: that of the running code, so that a program stays on one machine, or else the one
    /// that was chosen for scripts.
    pub fn backend(&self) -> Backend {
        match self.frames.last() {
            Some(frame) if self.heap.code_block(frame.code).is_stack_code() => Backend::Stack,
            Some(_) => Backend::Register,
            None => self.options.backend,
        }
    }

    /// Accesses that inline caches answered; 0 unless [`Options::count_cache_hits`] is set.
    pub fn cache_hits(&self) -> u64 {
        self.cache_hits
    }

    #[inline(always)]
    pub(crate) fn count_hit(&mut self) {
        if self.options.count_cache_hits {
            self.cache_hits += 1;
        }
    }

    /// Accesses that inline caches did not answer.
    pub fn cache_misses(&self) -> u64 {
        self.cache_misses
    }

    /// Accounts for work of native code in proportion to its data.
    #[inline]
    pub fn tick(&mut self, amount: u64) -> Completion<()> {
        Ok(self.heap.tick(amount)?)
    }

    /// Accounts for work that is bounded, but more than an instruction: whatever ticks next looks at the limits.
    #[inline]
    pub fn spend(&mut self, amount: u64) {
        self.heap.budget.spend_many(amount);
    }

    /// Whole milliseconds since 1970, by the clock of the embedder where it has given one.
    pub fn host_time(&mut self) -> Completion<f64> {
        let time = self.options.clock.milliseconds();
        if self.options.clock.is_of_host() {
            self.heap.budget.look_after_host();
        }
        match time {
            Some(time) => Ok(time),
            None => self.throw_error(ErrorKind::Error, messages::CLOCK_PANICKED),
        }
    }

    /// RangeError where native recursion is too deep. To be called at each level of one.
    #[inline]
    pub fn check_native_stack(&mut self) -> Completion<()> {
        if self.native_stack.is_exhausted() { self.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
    }

    /// An empty ordinary object.
    pub fn new_plain_object(&mut self) -> ObjectId {
        self.heap.new_object(self.realm.shapes.object, ObjectKind::Ordinary)
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
