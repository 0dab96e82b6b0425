//! The virtual machine: heap, value stack, frames, realm, and how functions are called.
//!
//! ```text
//! value stack   … [this][arg]…[register]… | [this][arg]… | free
//!                  ^ base of a frame         ^ base of the frame it called      ^ top
//! ```
//!
//! A script function that calls a script function stays in one run of the interpreter's loop. Native code that calls back
//! ([`Vm::call`]) starts a further run, bounded by the native stack. `&mut Vm` may run script and collect; what native
//! code holds across such a call it must [`Vm::keep`].

use std::rc::Rc;
use std::time::Instant;

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, REGISTERS_PER_TICK};
use ferrotape_budget::{NativeStack, Termination};
use ferrotape_compiler::Backend;
use ferrotape_regexp::Scratch;
use ferrotape_time::{Clock, TimeZone};
use rustc_hash::FxHashSet;

use crate::code::CodeBlock;
use crate::environment::Place;
use crate::error::Completion;
use crate::function::Call;
use crate::handles::Handles;
use crate::heap::{CodeId, Heap, ObjectId, RecordId, StringId, StringView};
use crate::interpreter::window::clear;
use crate::messages;
use crate::names::TEXTS;
use crate::object::arguments::MappedArguments;
use crate::object::host::HostClass;
use crate::object::{Object, ObjectKind};
use crate::property_key::PropertyKey;
use crate::realm::{CurrentRealm, Installer, Realm, WellKnownSymbols};
use crate::stack_machine::StackMachine;
use crate::stopped::Stopped;
use crate::tail_calls::TailCalls;
use crate::throw_site::{ThrowSite, ThrowSites};
use crate::unwinding::OpenScope;
use crate::value::Value;

/// Registers that an instruction reaches directly; every frame has at least this much stack above its base.
pub(crate) const WINDOW: usize = 256;

/// Stacks that take more are given back when a run begins.
const LARGE_STACK_BYTES: usize = 256 << 10;

/// Values to be kept that there is always room for, once there has been.
const MAX_IDLE_KEPT: usize = 1024;

/// More than any machine has; frames keep their places in 32 bits.
const MAX_STACK_VALUES: usize = 1 << 28;

/// A call of script code.
#[derive(Copy, Clone)]
pub struct Frame {
    pub code: CodeId,
    pub callee: ObjectId,
    /// The environment that the function was made in; none is the global one.
    pub environment: Option<RecordId>,
    /// Index of register 0 (`this`) in the value stack.
    pub base: u32,
    /// Index behind the last register.
    pub top: u32,
    /// [`Vm::pc`] of the frame; kept up to date only while it is not the running one.
    pub pc: u32,
    /// The register of the calling frame that receives the result.
    pub dst: u8,
    pub kind: FrameKind,
    pub ending: Ending,
}

/// What there is to do when a frame ends.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Called by script code of the same realm, by `new` or not, and no scope was opened in it so far: nothing.
    Plain,
    /// Scopes may be open.
    Scopes,
    /// The same, and the caller is script code of another realm.
    OtherRealm,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Called by script code.
    Call,
    /// Called by `new` in script code: the result is `this` where the function gives no object.
    Construct,
    /// A setter, called by an assignment in script code: its result is nothing.
    Setter,
    /// Called by native code: the run of the loop ends with it.
    Entry,
    /// The same by `new`.
    EntryConstruct,
}

impl FrameKind {
    /// How a frame of this kind ends which has opened no scope, within a realm.
    #[inline(always)]
    fn ending(self) -> Ending {
        match self {
            FrameKind::Call | FrameKind::Construct => Ending::Plain,
            FrameKind::Setter | FrameKind::Entry | FrameKind::EntryConstruct => Ending::Scopes,
        }
    }

    /// The same call with a run of the loop for itself.
    pub(crate) fn of_entry(self) -> FrameKind {
        match self {
            FrameKind::Call | FrameKind::Setter | FrameKind::Entry => FrameKind::Entry,
            FrameKind::Construct | FrameKind::EntryConstruct => FrameKind::EntryConstruct,
        }
    }
}

pub struct Vm {
    pub heap: Heap,
    /// The current realm: that of the running function; while nothing runs, that of the embedder.
    pub realm: CurrentRealm,
    pub symbols: WellKnownSymbols,
    pub stack: Vec<Value>,
    /// First free index of the value stack.
    pub top: usize,
    pub frames: Vec<Frame>,
    /// What frames have open, inner frames last.
    pub(crate) open_scopes: Vec<OpenScope>,
    /// Stacks and registers of stack code, which has frames as well.
    pub stack_machine: StackMachine,
    /// Index of the instruction after the one that the running frame executes; for stack code the L register, an offset in
    /// the source text.
    pub(crate) pc: u32,
    /// What native code keeps alive until it returns.
    pub(crate) kept: Vec<Value>,
    /// The captures of the last regular expression match, and what matching needs besides.
    pub scratch: Scratch,
    /// Arrays whose `join` has not returned yet.
    pub joining: FxHashSet<ObjectId>,
    /// What the embedder keeps alive.
    pub(crate) handles: Handles,
    /// Kinds of objects of the embedder.
    pub(crate) host_classes: Vec<HostClass>,
    /// Bytes accounted for by [`Vm::account_stacks`].
    stack_bytes: usize,
    pub(crate) throw_sites: ThrowSites,
    /// Set while a run that has been ended unwinds.
    pub(crate) stopped: Option<Stopped>,
    pub(crate) native_stack: NativeStack,
    pub options: Options,
    pub random_state: u64,
    pub(crate) cache_misses: u64,
    /// Counted only where [`Options::count_cache_hits`] is set.
    pub(crate) cache_hits: u64,
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
    pub fn new(mut options: Options, install: Installer) -> Completion<Vm> {
        options.stack_values = options.stack_values.min(MAX_STACK_VALUES);
        let mut heap = Heap::new(options.seed, TEXTS);
        let realm = heap.insert_realm(Realm::empty());
        let symbols = WellKnownSymbols::new(&mut heap);
        let mut vm = Vm {
            realm: CurrentRealm::of(realm, heap.realm(realm)),
            heap,
            symbols,
            stack: vec![Value::UNDEFINED; 4 * WINDOW],
            top: 0,
            frames: Vec::new(),
            open_scopes: Vec::new(),
            stack_machine: StackMachine::default(),
            pc: 0,
            kept: Vec::new(),
            scratch: Scratch::default(),
            joining: FxHashSet::default(),
            handles: Handles::default(),
            host_classes: Vec::new(),
            stack_bytes: 0,
            throw_sites: ThrowSites::default(),
            stopped: None,
            native_stack: NativeStack::from_here(options.native_stack_bytes),
            random_state: options.seed | 1,
            options,
            cache_misses: 0,
            cache_hits: 0,
        };
        vm.make_realm(install)?;
        vm.heap.stress = vm.options.stress_collection;
        vm.heap.counts_cache_hits = vm.options.count_cache_hits;
        vm.account_stacks();
        vm.heap.plan_next_collection();
        Ok(vm)
    }

    /// To be called where the embedder enters the engine, which is where a run begins: native recursion is measured from here,
    /// the run is stopped at the deadline, and what an earlier run left behind does not count against the memory limit.
    pub fn begin_run(&mut self, native_stack_bytes: usize, deadline: Option<Instant>) {
        self.stopped = None;
        self.throw_sites.last = ThrowSite::default();
        self.native_stack = NativeStack::from_here(native_stack_bytes);
        self.heap.budget.begin_run(deadline);
        self.release_dropped_handles();
        self.give_back_stacks();
        if self.heap.should_collect() {
            self.collect_garbage();
        }
        self.heap.grant_entry();
    }

    /// For what the embedder makes while no script runs, which no safepoint answers for: an error where so many bytes have
    /// no room although garbage was collected.
    pub fn make_room_for_host(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.heap.should_collect() || self.heap.budget.would_exceed(bytes) {
            self.collect_garbage();
        }
        self.heap.require_room(bytes)
    }

    /// The property key for a name that the embedder gives: a new one has to have room.
    pub fn key_for_host(&mut self, name: &str) -> Result<PropertyKey, Termination> {
        let is_known = name.is_ascii() && self.heap.find_interned(StringView::Latin1(name.as_bytes())).is_some();
        if !is_known {
            self.make_room_for_host(name.len().saturating_mul(2))?;
        }
        let string = self.heap.new_string(name);
        self.heap.key_of_string(string)
    }

    /// To be called where the run ends, however it does.
    pub fn end_run(&mut self) {
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

    /// RangeError where native recursion is too deep. To be called at each level of one.
    #[inline]
    pub fn check_native_stack(&mut self) -> Completion<()> {
        if self.native_stack.is_exhausted() { self.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
    }

    /// Keeps a value alive until the running native function returns.
    pub fn keep(&mut self, value: Value) {
        self.kept.push(value);
    }

    /// The same for a key.
    pub fn keep_key(&mut self, key: PropertyKey) {
        self.keep(key.kept_form());
    }

    /// Keeps many values alive, in memory that is on loan.
    pub fn keep_many(&mut self, values: impl ExactSizeIterator<Item = Value>) -> Completion<()> {
        let count = values.len();
        self.heap.lend(count * size_of::<Value>())?;
        self.kept.reserve(count);
        self.kept.extend(values);
        Ok(())
    }

    /// Takes back what a native function had on loan when it returns.
    #[cold]
    #[inline(never)]
    fn give_back(&mut self, on_loan: usize) {
        self.heap.settle_loans(on_loan);
        if self.kept.capacity() > MAX_IDLE_KEPT {
            self.kept.shrink_to(self.kept.len().max(MAX_IDLE_KEPT));
        }
    }

    /// How much is kept now, for [`Vm::release_kept`]: loops give back what one turn kept.
    #[inline]
    pub fn kept_mark(&self) -> usize {
        self.kept.len()
    }

    /// Keeps no longer what was kept since the mark was taken.
    #[inline]
    pub fn release_kept(&mut self, mark: usize) {
        self.kept.truncate(mark);
    }

    /// Keeps operands alive while something runs script, which may assign to the variables they came from. Also for what no
    /// native function was called for.
    pub(crate) fn keeping<T, const N: usize>(
        &mut self,
        operands: [Value; N],
        run: impl FnOnce(&mut Vm) -> Completion<T>,
    ) -> Completion<T> {
        let mark = self.kept_mark();
        self.kept.extend(operands);
        let result = run(self);
        self.release_kept(mark);
        result
    }

    /// The running frame.
    #[inline(always)]
    pub fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// The running frame's code.
    pub fn running_code(&self) -> Rc<CodeBlock> {
        Rc::clone(self.heap.code_block(self.frame().code))
    }

    /// Call ( F, V, argumentsList ), ECMA-262 7.3.14
    pub fn call(&mut self, function: Value, this: Value, arguments: &[Value]) -> Completion<Value> {
        match function.as_object() {
            Some(callee) if self.heap[callee].is_callable() => self.call_object(callee, this, arguments, None),
            _ => {
                let what = self.describe(function);
                self.type_error(messages::not_callable(&what))
            }
        }
    }

    /// Construct ( F, argumentsList, newTarget ), ECMA-262 7.3.15; `constructor` must be one.
    pub fn construct(
        &mut self,
        constructor: ObjectId,
        arguments: &[Value],
        new_target: ObjectId,
    ) -> Completion<ObjectId> {
        let result = self.call_object(constructor, Value::EMPTY, arguments, Some(new_target))?;
        match result.as_object() {
            Some(object) => Ok(object),
            None => self.type_error(messages::NOT_AN_OBJECT_CONSTRUCTED),
        }
    }

    /// [[Call]] or, with a new target, [[Construct]] of any callable object. The arguments are put on the stack.
    fn call_object(
        &mut self,
        mut callee: ObjectId,
        mut this: Value,
        arguments: &[Value],
        mut new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        self.check_native_stack()?;
        let base = self.top;
        self.reserve_stack(base, arguments.len() + 1)?;
        let mut count = arguments.len();
        self.stack[base + 1..=base + count].copy_from_slice(arguments);
        // Bound functions put their arguments before (10.4.1.1), one inside the other without recursion.
        while let ObjectKind::Bound(bound) = &self.heap[callee].kind {
            let more = bound.arguments.len();
            let (target, bound_this) = (bound.target, bound.this);
            self.reserve_stack(base, count + more + 1)?;
            self.stack.copy_within(base + 1..=base + count, base + 1 + more);
            if let ObjectKind::Bound(bound) = &self.heap[callee].kind {
                self.stack[base + 1..=base + more].copy_from_slice(&bound.arguments);
            }
            count += more;
            new_target = new_target.map(|new_target| if new_target == callee { target } else { new_target });
            this = bound_this;
            callee = target;
            self.tick(1 + count as u64 / ARGUMENTS_PER_TICK)?;
        }
        self.stack[base] = this;
        self.top = base + 1 + count;
        let result = self.call_on_stack(callee, base, count, new_target);
        self.top = base;
        result
    }

    /// Calls a closure or native function whose `this` and arguments are on the stack from `base` on.
    fn call_on_stack(
        &mut self,
        callee: ObjectId,
        base: usize,
        count: usize,
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        if self.heap.budget.spend(1 + (count as u64 / ARGUMENTS_PER_TICK) as u32) {
            self.safepoint_of_call(callee, new_target)?;
        }
        let ObjectKind::Closure { code, environment } = self.heap[callee].kind else {
            return self.call_native(callee, base, count, new_target);
        };
        let kind = if let Some(new_target) = new_target {
            let this = self.ordinary_create_from_constructor(new_target)?;
            self.stack[base] = Value::object(this);
            FrameKind::EntryConstruct
        } else {
            FrameKind::Entry
        };
        let run = |vm: &mut Vm| {
            let pc = vm.pc;
            vm.push_frame(callee, code, environment, base, count, 0, kind)?;
            let result = vm.run_pushed_frame();
            vm.pc = pc;
            result
        };
        let realm = self.heap.code_block(code).realm;
        if realm == self.realm.id { run(self) } else { self.in_realm(realm, run) }
    }

    /// Runs the frame that was pushed last, on the machine that its code is for, until it ends.
    #[inline]
    pub(crate) fn run_pushed_frame(&mut self) -> Completion<Value> {
        let depth = self.frames.len();
        if self.heap.code_block(self.frame().code).is_stack_code() {
            self.run_stack_code(depth)
        } else {
            self.run(depth)
        }
    }

    /// Callbacks that call nothing have no other safepoint, whatever garbage they make.
    #[cold]
    #[inline(never)]
    fn safepoint_of_call(&mut self, callee: ObjectId, new_target: Option<ObjectId>) -> Completion<()> {
        let kept = self.kept_mark();
        self.keep(Value::object(callee));
        self.keep(new_target.map_or(Value::UNDEFINED, Value::object));
        let result = self.safepoint();
        self.release_kept(kept);
        result
    }

    /// Calls a native function whose `this` and arguments are on the stack from `base` on.
    pub(crate) fn call_native(
        &mut self,
        callee: ObjectId,
        base: usize,
        count: usize,
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        let this = self.stack[base];
        let call = Call { this, callee, new_target, base: base as u32 + 1, count: count as u32 };
        let (kept, on_loan) = (self.kept.len(), self.heap.on_loan());
        // What the caller has above the arguments is dead.
        let top = std::mem::replace(&mut self.top, base + 1 + count);
        let result = match &self.heap[callee].kind {
            &ObjectKind::Native { function, realm } if realm == self.realm.id => (function.code)(self, call),
            &ObjectKind::Native { function, realm } => self.in_realm(realm, |vm| (function.code)(vm, call)),
            ObjectKind::Host(function) => {
                let function = Rc::clone(function);
                self.in_realm(function.realm, |vm| (function.code)(vm, call))
            }
            _ => Ok(Value::UNDEFINED),
        };
        if self.kept.len() > kept {
            self.kept.truncate(kept);
        }
        self.top = top;
        if self.heap.on_loan() != on_loan {
            self.give_back(on_loan);
        }
        result
    }

    /// OrdinaryCreateFromConstructor, ECMA-262 10.1.13, for ordinary objects.
    pub(crate) fn ordinary_create_from_constructor(&mut self, constructor: ObjectId) -> Completion<ObjectId> {
        let prototype = self.prototype_from_constructor(constructor, |intrinsics| intrinsics.object_prototype)?;
        Ok(self.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary))
    }

    /// Makes a frame the running one. `this` and the arguments are at `base` already.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn push_frame(
        &mut self,
        callee: ObjectId,
        code: CodeId,
        environment: Option<RecordId>,
        base: usize,
        count: usize,
        dst: u8,
        kind: FrameKind,
    ) -> Completion<()> {
        let block = self.heap.code_block(code);
        let registers = block.register_count as usize;
        if block.plain_in != Some(self.realm.id)
            || base + WINDOW > self.stack.len()
            || self.frames.len() == self.frames.capacity()
        {
            return self.push_other_frame(callee, code, environment, base, count, dst, kind);
        }
        let passed = 1 + count.min(block.parameter_count as usize);
        clear(&mut self.stack, base + passed, base + registers);
        self.push_register_frame(Frame {
            code,
            callee,
            environment,
            base: base as u32,
            top: (base + registers) as u32,
            pc: 0,
            dst,
            kind,
            ending: kind.ending(),
        });
        Ok(())
    }

    /// The running frame waits, and a frame of register code begins.
    #[inline(always)]
    fn push_register_frame(&mut self, frame: Frame) {
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.pc;
        }
        self.top = frame.top as usize;
        self.pc = 0;
        self.frames.push(frame);
    }

    /// A frame of stack code, or of register code that takes more than registers or is of another realm, or for which there may
    /// be no room.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    fn push_other_frame(
        &mut self,
        callee: ObjectId,
        id: CodeId,
        environment: Option<RecordId>,
        base: usize,
        count: usize,
        dst: u8,
        kind: FrameKind,
    ) -> Completion<()> {
        if self.frames.len() == self.frames.capacity() {
            self.grow_frames()?;
        }
        let code = Rc::clone(self.heap.code_block(id));
        let registers = code.register_count as usize;
        let mut frame = Frame {
            code: id,
            callee,
            environment,
            base: base as u32,
            top: (base + registers) as u32,
            pc: 0,
            dst,
            kind,
            ending: kind.ending(),
        };
        if code.realm != self.realm.id {
            frame.ending = Ending::OtherRealm;
        }
        if code.is_stack_code() {
            return self.push_activation(frame, &code, count);
        }
        if base + registers.max(WINDOW) > self.stack.len() {
            self.reserve_stack(base, registers)?;
        }
        let values = self.arguments_to_keep(&code, base, count)?;
        let passed = 1 + count.min(code.parameter_count as usize);
        self.stack[base + passed..base + registers].fill(Value::UNDEFINED);
        self.push_register_frame(frame);
        if code.realm != self.realm.id {
            self.enter_realm(code.realm);
        }
        if code.register_code().arguments.is_none() {
            return Ok(());
        }
        self.prepare_arguments(values).inspect_err(|_| {
            self.pop_frame();
        })
    }

    /// The arguments, where the callee has an object of them. What is not plain may be large: it pays for what entering takes.
    fn arguments_to_keep(&mut self, code: &CodeBlock, base: usize, count: usize) -> Completion<Vec<Value>> {
        self.tick(u64::from(code.register_count) / REGISTERS_PER_TICK)?;
        if code.register_code().arguments.is_none() {
            return Ok(Vec::new());
        }
        self.tick(count as u64 / ARGUMENTS_PER_TICK)?;
        self.heap.require_room(2 * count * size_of::<Value>())?;
        Ok(self.stack[base + 1..=base + count].to_vec())
    }

    /// Makes the `arguments` object. Record registers are undefined as all others are: that is no record.
    #[inline(never)]
    fn prepare_arguments(&mut self, values: Vec<Value>) -> Completion<()> {
        let frame = self.frame();
        let (code, base, callee) = (self.running_code(), frame.base as usize, frame.callee);
        let Some(arguments) = &code.register_code().arguments else { return Ok(()) };
        let mapping = arguments.mapped.as_ref().map(|parameters| {
            let mut mapped = vec![None; values.len()].into_boxed_slice();
            mapped.iter_mut().zip(&parameters.bindings).for_each(|(place, binding)| *place = *binding);
            MappedArguments { record: self.scope_record(parameters.scope), mapped }
        });
        let object = self.new_arguments_object(values, callee, mapping)?;
        self.stack[base + arguments.register as usize] = Value::object(object);
        Ok(())
    }

    /// Ends the running frame: closes its records and gives the stack back to its caller.
    #[inline(always)]
    pub fn pop_frame(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        if frame.ending != Ending::Plain {
            self.close_all_scopes(&frame);
            if frame.ending == Ending::OtherRealm {
                self.return_to_realm_of_frame();
            }
        }
        if let Some(caller) = self.frames.last() {
            self.top = caller.top as usize;
            self.pc = caller.pc;
        }
        Some(frame)
    }

    /// The current realm is that of the frame which is the running one now.
    #[cold]
    #[inline(never)]
    fn return_to_realm_of_frame(&mut self) {
        if let Some(frame) = self.frames.last() {
            self.enter_realm(self.heap.code_block(frame.code).realm);
        }
    }

    /// Makes room for more frames.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow_frames(&mut self) -> Completion<()> {
        let more = self.frames.capacity().max(64);
        self.heap.require_room(more * size_of::<Frame>())?;
        self.frames.reserve_exact(more);
        self.account_stacks();
        Ok(())
    }

    /// Makes room for `registers` values, and a window, from `base` on.
    #[cold]
    #[inline(never)]
    pub(crate) fn reserve_stack(&mut self, base: usize, registers: usize) -> Completion<()> {
        let needed = base + registers.max(WINDOW) + WINDOW;
        if needed <= self.stack.len() {
            return Ok(());
        }
        if needed > self.options.stack_values {
            return self.range_error(messages::TOO_MUCH_RECURSION);
        }
        let length = (needed * 2).min(self.options.stack_values);
        let more = length - self.stack.len();
        self.heap.require_room(more * size_of::<Value>())?;
        self.stack.reserve_exact(more);
        self.stack.resize(length, Value::UNDEFINED);
        self.account_stacks();
        Ok(())
    }

    /// Accounts for the stacks as they are now. Some grow where nobody can look at each growth: those are in proportion to
    /// calls, so that looking at every safepoint is enough.
    pub fn account_stacks(&mut self) {
        let bytes = (self.stack.capacity() + self.kept.capacity()) * size_of::<Value>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.open_scopes.capacity() * size_of::<OpenScope>()
            + self.stack_machine.bytes()
            + self.throw_sites.bytes()
            + self.handles.bytes();
        self.heap.account_change(self.stack_bytes, bytes);
        self.stack_bytes = bytes;
    }

    #[cfg(any(test, debug_assertions))]
    pub fn stack_bytes(&self) -> usize {
        self.stack_bytes
    }

    /// Gives back most of stacks that have grown large, while nothing runs.
    fn give_back_stacks(&mut self) {
        if !self.frames.is_empty() || self.stack_bytes < LARGE_STACK_BYTES {
            return;
        }
        self.stack = vec![Value::UNDEFINED; 4 * WINDOW];
        self.frames = Vec::new();
        self.open_scopes.shrink_to_fit();
        self.kept.shrink_to_fit();
        self.stack_machine.shrink();
        self.throw_sites.shrink();
        self.account_stacks();
    }

    /// The safepoint of a call by the running frame, whose window ends at `end`: registers from there on are dead.
    #[cold]
    #[inline(never)]
    pub(crate) fn safepoint_of_window(&mut self, end: usize) -> Completion<()> {
        let top = std::mem::replace(&mut self.top, end);
        let result = self.safepoint();
        self.top = top;
        result
    }

    /// The safepoint of a jump backwards: what the last turn of a loop has left in its temporaries is dead.
    #[cold]
    #[inline(never)]
    pub(crate) fn safepoint_of_jump(&mut self) -> Completion<()> {
        let &Frame { code, base, .. } = self.frame();
        let code = self.heap.code_block(code);
        let target = code.instructions[self.pc as usize - 1].target();
        let live = target.map_or(code.register_count, |target| code.register_code().live_at(target));
        self.safepoint_of_window((base + live) as usize)
    }

    /// Like [`Heap::require_room`], but what may be garbage is collected before the answer is no. So it is for native code
    /// which holds nothing that is not kept.
    pub fn make_room(&mut self, bytes: usize) -> Completion<()> {
        if self.heap.require_room(bytes).is_err() {
            self.collect_for_script()?;
        }
        Ok(self.heap.require_room(bytes)?)
    }

    /// Collects where it is time to, and looks at all limits. Only called where every live value is on the stack below the
    /// top, kept, or reachable from the realm.
    #[cold]
    #[inline(never)]
    pub(crate) fn safepoint(&mut self) -> Completion<()> {
        self.account_stacks();
        if self.heap.should_collect() {
            self.collect_for_script()?;
        }
        Ok(self.heap.tick(0)?)
    }

    /// An empty ordinary object.
    pub fn new_plain_object(&mut self) -> ObjectId {
        self.heap.insert_object(Object::new(self.realm.shapes.object, ObjectKind::Ordinary))
    }

    /// The value of a string constant of the running function.
    pub(crate) fn running_text(&self, id: ferrotape_bytecode::TextId) -> StringId {
        self.running_code().string(id)
    }

    /// GETVAR as the running frame sees it.
    pub(crate) fn resolve(&mut self, name: u32) -> Completion<(Place, crate::code::Name)> {
        let name = self.running_code().names[name as usize];
        Ok((self.get_identifier_reference(name.start, name.key)?, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_small() {
        assert_eq!(size_of::<Frame>(), 32);
    }
}
