//! Repeated calls by native code: comparators, callbacks of `map` and its like.
//!
//! A call by native code begins a run of the loop, and its end leaves it. Most of that is the same for each call of one function,
//! so [`Vm::call_repeatedly`] does it once. When the function's frame ends, the loop requests the next arguments, and continues
//! with a frame that begins like the previous one.
//!
//! ```text
//! next(None)   arguments ──> frame ──> the loop … return value ─┐
//!                              ^                                v
//!                              └── arguments ──── next(Some(value)) ── nothing more: the loop ends
//! ```
//!
//! The frame stays too while [`Repeated::next_at_once`] has the next arguments: only its registers are filled again.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::code::CodeSet;
use crate::error::Completion;
use crate::heap::{CodeId, ObjectId, RecordId};
use crate::operations::window::{clear_window, window};
use crate::pausing;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm, WINDOW};

/// Giver of the arguments of repeated calls, and taker of their values.
pub trait Repeated<const N: usize> {
    /// Fuel for a step by [`Repeated::next_at_once`], the same as `next` takes for it. None if there are no such steps.
    const TICKS_AT_ONCE: Option<u32>;

    /// Takes the value of the previous call, which nothing else keeps alive; none before the first call. Returns the
    /// arguments of the next call, if there is one.
    fn next(&mut self, vm: &mut Vm, value: Option<Value>) -> Completion<Option<[Value; N]>>;

    /// Fast path of [`Repeated::next`], if there is a next call, and neither script nor a collection is needed for it.
    /// Otherwise changes nothing. The frame of the previous call is still there.
    fn next_at_once(&mut self, vm: &mut Vm, value: Value) -> Option<[Value; N]>;
}

/// Gives arguments by a closure.
struct Asked<F>(F);

impl<const N: usize, F> Repeated<N> for Asked<F>
where
    F: FnMut(&mut Vm, Option<Value>) -> Completion<Option<[Value; N]>>,
{
    const TICKS_AT_ONCE: Option<u32> = None;

    #[inline(always)]
    fn next(&mut self, vm: &mut Vm, value: Option<Value>) -> Completion<Option<[Value; N]>> {
        self.0(vm, value)
    }

    fn next_at_once(&mut self, _: &mut Vm, _: Value) -> Option<[Value; N]> {
        None
    }
}

/// A script function that needs only registers, called from this place of the stack: the beginning of its frame.
#[derive(Copy, Clone)]
pub(crate) struct PlainCallback {
    frame: Frame,
    this: Value,
    parameters: usize,
    top: usize,
    pc: u32,
    /// Address of the set that its code belongs to.
    set: usize,
}

impl Vm {
    /// Calls a function with the arguments from `next`, until there are none. `next` gets the value of the previous
    /// call, which nothing else keeps alive; none before the first call.
    pub fn call_repeatedly<const N: usize>(
        &mut self,
        function: Value,
        this: Value,
        next: impl FnMut(&mut Vm, Option<Value>) -> Completion<Option<[Value; N]>>,
    ) -> Completion<()> {
        self.call_for_each(function, this, &mut Asked(next))
    }

    /// Calls a function with the arguments that `list` gives, until there are none.
    pub fn call_for_each<const N: usize>(
        &mut self,
        function: Value,
        this: Value,
        list: &mut impl Repeated<N>,
    ) -> Completion<()> {
        let mut arguments = list.next(self, None)?;
        while let Some(values) = arguments {
            let closure = function.as_object().and_then(|callee| Some((callee, self.heap.closure(callee)?)));
            arguments = match closure.and_then(|(callee, (code, around))| self.plain_call((callee, code, around), this))
            {
                Some(callback) => self.run_callback(callback, values, list)?,
                // When a safepoint is due, a call of its own has one.
                None => {
                    let value = self.call(function, this, &values)?;
                    list.next(self, Some(value))?
                }
            };
        }
        Ok(())
    }

    /// Calls the function in one run of the loop as long as possible. Returns the arguments of the next call, if they
    /// are not for this run.
    fn run_callback<const N: usize, L: Repeated<N>>(
        &mut self,
        callback: PlainCallback,
        values: [Value; N],
        list: &mut L,
    ) -> Completion<Option<[Value; N]>> {
        self.check_native_stack()?;
        self.push_callback(&callback, &values);
        // The arguments requested after the last call in the loop, if any.
        let mut asked = None;
        let mut again = |vm: &mut Vm, value: Value| {
            if let Some(ticks) = L::TICKS_AT_ONCE
                && callback.is_running(vm)
                && vm.heap.budget.spend_at_once(1 + ticks)
            {
                if let Some(values) = list.next_at_once(vm, value) {
                    callback.begin_anew(vm, &values);
                    return Ok(ControlFlow::Continue(()));
                }
                vm.heap.budget.take_back_all(1 + ticks);
            }
            vm.pop_plain_frame();
            callback.leave(vm);
            match list.next(vm, Some(value))? {
                Some(values)
                    if vm.has_room_at(callback.frame.base as usize) && vm.heap.budget.spend_for_fast_path() =>
                {
                    vm.push_callback(&callback, &values);
                    Ok(ControlFlow::Continue(()))
                }
                arguments => {
                    asked = Some(arguments);
                    Ok(ControlFlow::Break(()))
                }
            }
        };
        self.execution.pausing.runs += 1;
        let exit = self.run(Some(&mut again));
        pausing::end_inner_run(self);
        callback.leave(self);
        let value = exit.completion()?;
        match asked {
            Some(arguments) => Ok(arguments),
            None => list.next(self, Some(value)),
        }
    }

    /// The frame that calls of the function begin with, if it needs only registers in an existing window.
    #[inline(always)]
    pub(super) fn plain_callback(
        &self,
        (callee, code, environment): (ObjectId, CodeId, Option<RecordId>),
        this: Value,
    ) -> Option<PlainCallback> {
        let cell = self.heap.code_cell(code);
        let (block, base) = (&cell.block, self.execution.top + 1);
        if block.plain_in != Some(self.realm.id) || !self.has_room_at(base) {
            return None;
        }
        let registers = block.register_count as usize;
        let frame = Frame::new(callee, code, environment, base..base + registers, 0, FrameKind::Entry);
        Some(PlainCallback {
            frame: Frame { ending: Ending::Entry, ..frame },
            this,
            parameters: block.parameter_count as usize,
            top: self.execution.top,
            pc: self.execution.pc,
            set: Arc::as_ptr(&cell.set).addr(),
        })
    }

    /// [`Vm::check_out`] for the frame of such a call, which has been pushed: needs no lookup if its code has run.
    #[inline(always)]
    pub(super) fn check_out_for(&mut self, callback: &PlainCallback) -> Arc<CodeSet> {
        match self.execution.checked_in.take_at(callback.set) {
            Some(set) => set,
            None => self.check_out(),
        }
    }

    /// Checks for room, which a collection may have given back.
    #[inline(always)]
    fn has_room_at(&self, base: usize) -> bool {
        base + WINDOW <= self.execution.stack.len() && self.execution.frames.len() < self.execution.frames.capacity()
    }

    /// Pushes the frame of a call; there must be room for it.
    #[inline(always)]
    pub(super) fn push_callback(&mut self, callback: &PlainCallback, arguments: &[Value]) {
        self.execution.stack[callback.top] = Value::object(callback.frame.callee);
        callback.fill_registers(self, arguments);
        self.push_register_frame(callback.frame);
    }
}

impl PlainCallback {
    /// Fills the registers with which a call begins.
    #[inline(always)]
    fn fill_registers(&self, vm: &mut Vm, arguments: &[Value]) {
        // Functions that see no more arguments than parameters are given no more.
        let passed = arguments.len().min(self.parameters);
        let window = window(&mut vm.execution.stack, self.frame.base as usize);
        window[0] = self.this;
        match *arguments {
            // Few are moved one by one, which is quicker; those that are too many are cleared below.
            [] => {}
            [a] => window[1] = a,
            [a, b] => [window[1], window[2]] = [a, b],
            [a, b, c] => [window[1], window[2], window[3]] = [a, b, c],
            [a, b, c, d] => [window[1], window[2], window[3], window[4]] = [a, b, c, d],
            _ => window[1..=passed].copy_from_slice(&arguments[..passed]),
        }
        clear_window(window, 1 + passed, (self.frame.top - self.frame.base) as usize);
    }

    /// Returns whether the running frame is that of the call, and not of a function that a tail call has put in its
    /// place.
    #[inline(always)]
    fn is_running(&self, vm: &Vm) -> bool {
        vm.frame().is_like(&self.frame)
    }

    /// Begins the next call in the running frame, which is that of the previous call.
    #[inline(always)]
    fn begin_anew(&self, vm: &mut Vm, arguments: &[Value]) {
        self.fill_registers(vm, arguments);
        (vm.execution.top, vm.execution.pc) = (self.frame.top as usize, 0);
    }

    /// Returns to the native code that has called.
    #[inline(always)]
    pub(super) fn leave(&self, vm: &mut Vm) {
        (vm.execution.top, vm.execution.pc) = (self.top, self.pc);
    }
}
