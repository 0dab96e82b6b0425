//! Calls by native code, of functions of any kind. Every run of the loop begins here, except those of the other
//! machine.

use crate::function::Native;
use ferrotape_budget::costs::ARGUMENTS_PER_TICK;
use ferrotape_bytecode::ClassKind;

use crate::error::Completion;
use crate::function::{self, Call, NativeCode};
use crate::heap::{CodeId, ObjectId, RealmId, RecordId};
use crate::loop_exit::LoopExit;
use crate::machine::{self, Again};
use crate::messages;
use crate::object::proxy;
use crate::object::{Kind, ObjectKind};
use crate::operations::calls::Callee;
use crate::pausing;
use crate::profile;
use crate::realm;
use crate::value::Value;
use crate::vm::callbacks::PlainCallback;
use crate::vm::{FrameKind, Vm};

/// Values to keep that there is always room for, once there has been.
const MAX_IDLE_KEPT: usize = 1024;

/// A closure with its code and environment.
type Closure = (ObjectId, CodeId, Option<RecordId>);

impl Vm {
    /// Call ( F, V, argumentsList ), ECMA-262 7.3.13
    pub fn call(&mut self, function: Value, this: Value, arguments: &[Value]) -> Completion<Value> {
        if let Some(callee) = function.as_object() {
            if let Some((code, environment)) = self.heap.closure(callee) {
                return self.call_closure((callee, code, environment), this, arguments);
            }
            if self.heap.has_call(callee) {
                return self.call_object(callee, this, arguments, None);
            }
        }
        let what = messages::describe(self, function);
        self.type_error(messages::not_callable(&what))
    }

    /// [[Call]] of a closure, which most callbacks are.
    fn call_closure(&mut self, function: Closure, this: Value, arguments: &[Value]) -> Completion<Value> {
        self.check_native_stack()?;
        if let Some(callback) = self.plain_call(function, this) {
            return self.call_plainly(&callback, arguments);
        }
        let (top, count) = (self.execution.top, arguments.len());
        let base = top + 1;
        self.reserve_stack(base, count + 1)?;
        self.execution.stack[top] = Value::object(function.0);
        self.execution.stack[base] = this;
        self.execution.stack[base + 1..=base + count].copy_from_slice(arguments);
        self.execution.top = base + 1 + count;
        let result = match self.spend_for_call(function.0, count, None) {
            Ok(()) => self.run_closure(function, base, count, FrameKind::Entry),
            Err(thrown) => Err(thrown),
        };
        self.execution.top = top;
        result
    }

    /// Pushes the frame of a function of the script as the first one of a turn ([`crate::program`]), in its realm.
    pub(crate) fn begin_closure(&mut self, callee: ObjectId, this: Value, arguments: &[Value]) -> Completion<()> {
        let Some((code, environment)) = self.heap.closure(callee) else { return Ok(()) };
        let (top, count) = (self.execution.top, arguments.len());
        let base = top + 1;
        self.reserve_stack(base, count + 1)?;
        self.execution.stack[top] = Value::object(callee);
        self.execution.stack[base] = this;
        self.execution.stack[base + 1..=base + count].copy_from_slice(arguments);
        self.execution.top = base + 1 + count;
        self.spend_for_call(callee, count, None)?;
        let realm = self.heap.code_block(code).realm;
        if realm != self.realm.id {
            realm::enter_realm(self, realm);
        }
        self.push_frame(callee, code, environment, base, count, 0, FrameKind::Entry)
    }

    /// Fast path: a call of a function of this realm whose frame needs only registers in an existing window. Not if a
    /// safepoint is due.
    #[inline(always)]
    pub(crate) fn plain_call(&mut self, function: Closure, this: Value) -> Option<PlainCallback> {
        let callback = self.plain_callback(function, this)?;
        self.heap.budget.spend_for_fast_path().then_some(callback)
    }

    /// Calls a function that [`Vm::plain_call`] has found fit, in a run of the loop of its own. No room needs to be
    /// made.
    #[inline(always)]
    pub(crate) fn call_plainly(&mut self, callback: &PlainCallback, arguments: &[Value]) -> Completion<Value> {
        self.push_callback(callback, arguments);
        self.execution.pausing.runs += 1;
        let set = self.check_out_for(callback);
        let exit = (self.machines.register.run)(self, &set, None);
        self.check_in(set);
        let exit = if let LoopExit::OtherCode = exit { self.run(None) } else { exit };
        pausing::end_inner_run(self);
        callback.leave(self);
        exit.completion()
    }

    /// Pays for a call, which is work, and has a safepoint if one is due.
    #[inline(always)]
    fn spend_for_call(&mut self, callee: ObjectId, count: usize, new_target: Option<ObjectId>) -> Completion<()> {
        match self.heap.budget.spend(1 + (count as u64 / ARGUMENTS_PER_TICK) as u32) {
            true => self.safepoint_of_call(callee, new_target),
            false => Ok(()),
        }
    }

    /// Runs a closure whose `this` and arguments are on the stack from `base` on, in its realm.
    #[inline]
    fn run_closure(
        &mut self,
        (callee, code, environment): Closure,
        base: usize,
        count: usize,
        kind: FrameKind,
    ) -> Completion<Value> {
        let run = |vm: &mut Vm| {
            let pc = vm.execution.pc;
            vm.push_frame(callee, code, environment, base, count, 0, kind)?;
            let result = vm.run_pushed_frame();
            vm.execution.pc = pc;
            result
        };
        let realm = self.heap.code_block(code).realm;
        if realm == self.realm.id { run(self) } else { realm::in_realm(self, realm, run) }
    }

    /// Construct ( F, argumentsList, newTarget ), ECMA-262 7.3.14; both functions must be constructors.
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

    /// [[Call]] or, with a new target, [[Construct]] of any callable object. The callee and the arguments are put on
    /// the stack, as for calls by script code.
    fn call_object(
        &mut self,
        callee: ObjectId,
        this: Value,
        arguments: &[Value],
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        self.check_native_stack()?;
        let top = self.execution.top;
        let (base, count) = (top + 1, arguments.len());
        self.reserve_stack(base, count + 1)?;
        self.execution.stack[base + 1..=base + count].copy_from_slice(arguments);
        let result = self.call_behind(callee, this, (base, count), new_target);
        self.execution.top = top;
        result
    }

    /// Calls what is behind bound functions and proxies, without recursion. The arguments are on the stack behind
    /// `base`.
    fn call_behind(
        &mut self,
        mut callee: ObjectId,
        mut this: Value,
        (base, mut count): (usize, usize),
        mut new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        loop {
            match self.heap.kind(callee) {
                Kind::Bound(bound) => {
                    let (target, bound_this) = (bound.target, bound.this);
                    count = self.insert_bound_arguments(callee, base, count)?;
                    new_target = new_target.map(|new_target| if new_target == callee { target } else { new_target });
                    (callee, this) = (target, bound_this);
                }
                Kind::Proxy { .. } => {
                    self.put_call(callee, this, (base, count), new_target);
                    match proxy::callee_of_proxy(self, callee, this, (base + 1, count), new_target)? {
                        Callee::Target(target) => callee = target,
                        Callee::Trap { function, handler, arguments } => {
                            self.reserve_stack(base, arguments.len() + 1)?;
                            self.execution.stack[base + 1..=base + arguments.len()].copy_from_slice(&arguments);
                            (callee, this, count, new_target) = (function, handler, arguments.len(), None);
                        }
                    }
                }
                _ => break,
            }
            self.work(1 + count as u64 / ARGUMENTS_PER_TICK)?;
        }
        self.put_call(callee, this, (base, count), new_target);
        self.call_on_stack(callee, base, count, new_target)
    }

    /// Puts the callee, or the new target, and `this` below the arguments, and the top above them.
    fn put_call(&mut self, callee: ObjectId, this: Value, (base, count): (usize, usize), new_target: Option<ObjectId>) {
        self.execution.stack[base - 1] = Value::object(new_target.unwrap_or(callee));
        self.execution.stack[base] = this;
        self.execution.top = base + 1 + count;
    }

    /// Inserts the arguments of a bound function, ECMA-262 10.4.1.1. Returns the new number of arguments.
    pub(crate) fn insert_bound_arguments(&mut self, bound: ObjectId, base: usize, count: usize) -> Completion<usize> {
        let Kind::Bound(function) = self.heap.kind(bound) else { return Ok(count) };
        let more = function.arguments.len();
        self.reserve_stack(base, count + more + 1)?;
        self.execution.stack.copy_within(base + 1..=base + count, base + 1 + more);
        if let Kind::Bound(function) = self.heap.kind(bound) {
            self.execution.stack[base + 1..=base + more].copy_from_slice(&function.arguments);
        }
        Ok(count + more)
    }

    /// Calls a closure or native function whose `this` and arguments are on the stack from `base` on.
    fn call_on_stack(
        &mut self,
        callee: ObjectId,
        base: usize,
        count: usize,
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        self.spend_for_call(callee, count, new_target)?;
        let Kind::Closure(function::Closure { code, environment, .. }) = self.heap.kind(callee) else {
            return self.call_native(callee, base, count, new_target);
        };
        let kind = if let Some(new_target) = new_target {
            self.execution.stack[base] = match self.heap.code_cell(code).class {
                Some(ClassKind::Derived) => Value::UNDEFINED,
                _ => {
                    let callee = Value::object(callee);
                    let this = self.keeping([callee], |vm| vm.ordinary_create_from_constructor(new_target))?;
                    Value::object(this)
                }
            };
            FrameKind::EntryConstruct
        } else {
            FrameKind::Entry
        };
        self.run_closure((callee, code, environment), base, count, kind)
    }

    /// Runs the running frame, and its calls, on the machine for its code, until the run ends. Calls `again` when the
    /// function that native code has called returns.
    pub(crate) fn run(&mut self, mut again: Option<&mut Again<'_>>) -> LoopExit {
        let machine = machine::running(self);
        loop {
            let set = self.check_out();
            let exit = (machine.run)(self, &set, again.as_mut().map(|again| &mut **again as &mut Again<'_>));
            self.check_in(set);
            if !matches!(exit, LoopExit::OtherCode) {
                return exit;
            }
        }
    }

    /// Runs the frame that was pushed last until it ends, within the run of the caller of native code.
    #[inline]
    pub(crate) fn run_pushed_frame(&mut self) -> Completion<Value> {
        self.execution.pausing.runs += 1;
        let exit = self.run(None);
        pausing::end_inner_run(self);
        exit.completion()
    }

    /// Safepoint of a call: callbacks that call nothing have no other one, whatever garbage they make.
    #[cold]
    #[inline(never)]
    fn safepoint_of_call(&mut self, callee: ObjectId, new_target: Option<ObjectId>) -> Completion<()> {
        let vm = &mut self.scope();
        vm.keep(Value::object(callee));
        vm.keep(new_target.map_or(Value::UNDEFINED, Value::object));
        vm.safepoint()
    }

    /// Calls a built-in or host function whose `this` and arguments are on the stack from `base` on.
    pub(crate) fn call_native(
        &mut self,
        callee: ObjectId,
        base: usize,
        count: usize,
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        let (realm, code) = match self.heap.kind(callee) {
            Kind::Native(Native { function, realm }) => (realm, function::native(self, function).code),
            Kind::Host(function) => (function.realm, function::call_host as NativeCode),
            _ => return Ok(Value::UNDEFINED),
        };
        self.call_native_code((callee, realm, code), base, count, new_target)
    }

    /// Calls native code that is already known.
    #[inline]
    pub(crate) fn call_native_code(
        &mut self,
        (callee, realm, code): (ObjectId, RealmId, NativeCode),
        base: usize,
        count: usize,
        new_target: Option<ObjectId>,
    ) -> Completion<Value> {
        let this = self.execution.stack[base];
        let call = Call { this, callee, new_target, base: base as u32 + 1, count: count as u32 };
        let (kept, on_loan) = (self.execution.kept.len(), self.heap.loan_mark());
        // Registers of the caller above the arguments are dead.
        let top = std::mem::replace(&mut self.execution.top, base + 1 + count);
        let result = match realm == self.realm.id {
            true => code(self, call),
            false => realm::in_realm(self, realm, |vm| code(vm, call)),
        };
        if self.execution.kept.len() > kept {
            self.execution.kept.truncate(kept);
        }
        self.execution.top = top;
        if self.heap.loan_mark() != on_loan {
            self.give_back(on_loan, callee);
        }
        result
    }

    /// Ends the loans of a native function when it returns, and takes the sample that has come due in it.
    #[cold]
    #[inline(never)]
    fn give_back(&mut self, on_loan: usize, callee: ObjectId) {
        if self.heap.budget.is_sample_due() {
            profile::take(self, Some(callee));
        }
        self.heap.settle_loans(on_loan);
        if self.execution.kept.capacity() > MAX_IDLE_KEPT {
            self.execution.kept.shrink_to(self.execution.kept.len().max(MAX_IDLE_KEPT));
        }
    }

    /// OrdinaryCreateFromConstructor, ECMA-262 10.1.13, for ordinary objects.
    pub(crate) fn ordinary_create_from_constructor(&mut self, constructor: ObjectId) -> Completion<ObjectId> {
        let prototype =
            function::prototype_from_constructor(self, constructor, |intrinsics| intrinsics.object_prototype)?;
        Ok(self.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary))
    }
}
