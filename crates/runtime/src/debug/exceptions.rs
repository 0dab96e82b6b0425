//! Stops where something is thrown: before the frames that do not catch it are left.

use ferrotape_bytecode::{ActivationKind, Code, Instruction, StackInstruction};

use crate::async_stack;
use crate::code::CodeBlock;
use crate::debug::reaching::with_taken;
use crate::debug::{Debugger, Reason, Stop, frames};
use crate::error::{AsyncCaller, Completion};
use crate::generator::{self, Driver};
use crate::heap::ObjectId;
use crate::loop_exit::Left;
use crate::object::Kind;
use crate::stack_machine::state::Block;
use crate::throw_site;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Most values that are remembered for those who await them.
const MOST_SEEN: usize = 256;

/// Stops where a value is thrown, if that is wanted, once for each throw. Ends the run if the host wants that. If the result
/// is not none, a frame has begun anew, and nothing is thrown any more.
pub(crate) fn note_throw(vm: &mut Vm, value: Value) -> Completion<Option<Left>> {
    if crate::watch::debugger(vm).is_none() {
        return Ok(None);
    }
    with_taken(vm, |vm, debugger| debugger.thrown(vm, value))
}

/// Stops where a script rejects a promise by itself, if that is wanted, as at something that is thrown there. What handles it
/// later is not known yet.
pub(crate) fn note_rejection(vm: &mut Vm, promise: ObjectId, reason: Value) -> Completion<()> {
    if crate::watch::debugger(vm).is_none() || vm.execution.frames.is_empty() {
        return Ok(());
    }
    let vm = &mut vm.scope();
    vm.keep(Value::object(promise));
    vm.keep(reason);
    let done = with_taken(vm, |vm, debugger| {
        // What an executor throws was seen where it was thrown.
        if !debugger.stops_at_exceptions() || debugger.thrown == Some(reason) {
            return Ok(None);
        }
        debugger.note_seen(reason);
        let is_caught = is_handled(vm, promise) || is_about_to_await(vm) && is_caught(vm);
        debugger.stop_at(vm, reason, is_caught, true)
    });
    done.map(drop)
}

/// Notes that a handler has what was thrown.
pub(crate) fn note_caught(vm: &mut Vm) {
    if let Some(debugger) = crate::watch::debugger_mut(vm) {
        debugger.thrown = None;
    }
}

/// Notes that the running frame, a generator that has waited, is made to return: a step in it ends around it, unless a
/// `finally` comes before.
pub(crate) fn note_return(vm: &mut Vm) {
    if let Some(mut debugger) = crate::watch::take_debugger(vm) {
        debugger.step.leave(vm, 1);
        debugger.want();
        crate::watch::put_debugger(vm, debugger);
    }
}

impl Debugger {
    /// Stops at a throw that is wanted, once for each throw, before any frame is left. A result means that nothing is
    /// thrown any more.
    fn thrown(&mut self, vm: &mut Vm, value: Value) -> Completion<Option<Left>> {
        let left = left_by_throw(vm);
        self.leave_watched(vm, left);
        let done = self.stop_at_throw(vm, value)?;
        if done.is_none() {
            // Where the step goes on was chosen at the stop.
            self.step.leave(vm, left);
            self.want();
        }
        Ok(done)
    }

    /// Stops at a throw, if that is wanted.
    fn stop_at_throw(&mut self, vm: &mut Vm, value: Value) -> Completion<Option<Left>> {
        // It comes out of a native function, or goes on behind a `finally`. A native may have caught the last one.
        let is_new = !vm.execution.frames.is_empty() && throw_site::is_at_throw_statement(vm);
        let is_known = self.thrown.replace(value) == Some(value) && !is_new;
        if is_known || vm.execution.frames.is_empty() || !self.stops_at_exceptions() {
            return Ok(None);
        }
        // Who awaits what has failed only passes the reason on, as in V8.
        if self.seen.contains(&value) && is_out_of_wait(vm) {
            return Ok(None);
        }
        self.note_seen(value);
        let is_caught = is_caught(vm);
        let done = self.stop_at(vm, value, is_caught, false)?;
        if done.is_some() {
            self.thrown = None;
        }
        Ok(done)
    }
}

impl Debugger {
    /// Returns whether any exception may stop.
    fn stops_at_exceptions(&self) -> bool {
        !self.is_replaying() && (self.exceptions.caught || self.exceptions.uncaught)
    }

    /// Remembers what was thrown or rejected, for those who await it.
    fn note_seen(&mut self, value: Value) {
        if !self.seen.contains(&value) {
            self.seen.truncate(MOST_SEEN - 1);
            self.seen.push_front(value);
        }
    }

    /// Stops at what is thrown or rejected, if that is wanted.
    fn stop_at(&mut self, vm: &mut Vm, thrown: Value, is_caught: bool, is_in_native: bool) -> Completion<Option<Left>> {
        let wanted = self.exceptions;
        if !(if is_caught { wanted.caught } else { wanted.uncaught }) {
            return Ok(None);
        }
        // As in V8: what ignored code fails with is of interest to who has called it, if nothing catches it.
        let most = if is_caught { 1 } else { usize::MAX };
        if frames::source_places(vm).take(most).all(|(source, offset)| self.ignores(&source, offset)) {
            if !is_caught {
                // Nobody has seen it: who awaits it may stop.
                self.seen.retain(|seen| *seen != thrown);
            }
            return Ok(None);
        }
        let vm = &mut vm.scope();
        vm.keep(thrown);
        let reason = Reason::Exception { thrown, is_caught };
        self.stop(vm, Stop { reason, offset: None, begins_statement: false, is_in_native })
    }
}

/// Returns whether the running frame is one of an async function or generator, at an instruction at which it has waited.
fn is_out_of_wait(vm: &mut Vm) -> bool {
    let activation = vm.heap.code_cell(vm.frame().code).activation;
    if !matches!(activation, ActivationKind::Async | ActivationKind::AsyncGenerator) {
        return false;
    }
    match &vm.running_code().template().code {
        Code::Register(code) => {
            let at = vm.execution.pc.checked_sub(1).and_then(|at| code.instructions.get(at as usize));
            at.is_some_and(|instruction| instruction.suspends().is_some())
        }
        Code::Stack(code) => {
            let at = code.instructions.get(vm.execution.stack_machine.running().pc.wrapping_sub(1));
            at.is_some_and(|instruction| instruction.suspends().is_some())
        }
    }
}

/// A frame, with what handles an exception at its place.
struct Around<'vm> {
    frame: &'vm Frame,
    /// Index of the next instruction.
    next: usize,
    /// Whether a `catch` is around the place.
    catches: bool,
    /// Whether a `finally` is.
    has_finally: bool,
}

/// The frames, the innermost first, each with what is around its place.
fn with_handlers(vm: &Vm) -> impl Iterator<Item = Around<'_>> {
    let mut running = true;
    let mut blocks = vm.execution.stack_machine.blocks.len();
    let mut activations = vm.execution.stack_machine.activations.iter().rev();
    vm.execution.frames.iter().rev().map(move |frame| {
        let pc = if std::mem::take(&mut running) { vm.execution.pc } else { frame.pc };
        let code = vm.heap.code_block(frame.code);
        if !code.is_stack_code() {
            let (catches, has_finally) = (has_handler(code, pc, false), has_handler(code, pc, true));
            return Around { frame, next: pc as usize, catches, has_finally };
        }
        let (first, next) =
            activations.next().map_or((blocks, 0), |activation| (activation.first_block, activation.pc));
        let own = &vm.execution.stack_machine.blocks[first.min(blocks)..blocks];
        blocks = first;
        let catches = own.iter().any(|block| matches!(block, Block::Catch { caught: None, .. }));
        let has_finally = own.iter().any(|block| matches!(block, Block::Finally { .. }));
        Around { frame, next, catches, has_finally }
    })
}

/// Returns whether a `finally` is around the place of the running frame.
pub(super) fn has_finally(vm: &Vm) -> bool {
    with_handlers(vm).next().is_some_and(|innermost| innermost.has_finally)
}

/// The number of frames, from the innermost one, that an exception leaves before something handles it in this run.
fn left_by_throw(vm: &Vm) -> usize {
    let mut left = 0;
    for Around { frame, catches, has_finally, .. } in with_handlers(vm) {
        if catches || has_finally {
            break;
        }
        left += 1;
        // The promise of an async function takes the exception: who has called it goes on.
        if frame.kind.is_entry() || promise_of(vm, frame).is_some() {
            break;
        }
    }
    left
}

/// Returns whether something will catch what is thrown, as far as that can be known: natives that catch are not.
fn is_caught(vm: &Vm) -> bool {
    let mut frames = with_handlers(vm).peekable();
    while let Some(Around { frame, catches, .. }) = frames.next() {
        if catches {
            return true;
        }
        let Some(promise) = promise_of(vm, frame) else { continue };
        if is_handled(vm, promise) {
            return true;
        }
        // Nothing waits yet for what throws before its first `await`: its caller is about to.
        if !frames.peek().is_some_and(|caller| is_called_by(vm, frame, caller) && awaits(vm, caller)) {
            return false;
        }
    }
    vm.agent.reaction_promise.is_some_and(|promise| is_handled(vm, promise))
}

/// Returns whether the promise of a frame is what the next frame outwards has called for. A native function between them may
/// give another one, but `next` of an async generator gives that of the request.
fn is_called_by(vm: &Vm, frame: &Frame, caller: &Around<'_>) -> bool {
    let is_request = || {
        let activation = generator::activation_of(vm, frame);
        activation.is_some_and(|activation| match vm.heap.kind(activation) {
            Kind::Generator(generator) => generator.is_async_generator(),
            _ => false,
        })
    };
    caller.frame.kind.is_resumed() && (!frame.kind.is_entry() || is_request())
}

/// Returns whether a frame awaits the result of the call that it is in, as `await f()` and `for await` do.
fn awaits(vm: &Vm, around: &Around<'_>) -> bool {
    match &vm.heap.code_block(around.frame.code).template().code {
        Code::Register(code) => {
            // The registers that have the result of the call: another value may be awaited right behind it.
            let mut results = Vec::new();
            let Some(call) = around.next.checked_sub(1).and_then(|at| code.instructions.get(at)) else { return false };
            call.written(|register| results.push(register));
            // Between them registers may be emptied, or stand in for higher ones.
            for instruction in code.instructions.iter().skip(around.next) {
                match *instruction {
                    Instruction::LoadWide { dst, index } if results.contains(&index) => results.push(dst.into()),
                    Instruction::StoreWide { src, index } if results.contains(&src.into()) => results.push(index),
                    Instruction::LoadUndefined { dst } | Instruction::LoadWide { dst, .. } => {
                        results.retain(|&result| result != u32::from(dst));
                    }
                    Instruction::StoreWide { index, .. } => results.retain(|&result| result != index),
                    Instruction::Forget { .. } => {}
                    Instruction::Await { src, .. } => return results.contains(&src.into()),
                    _ => return false,
                }
            }
            false
        }
        Code::Stack(code) => {
            use StackInstruction::{Await, Forget, Loc};
            let mut behind = code.instructions.iter().skip(around.next);
            matches!(behind.find(|it| !matches!(it, Forget(_) | Loc(_))), Some(Await))
        }
    }
}

/// Returns whether the running frame awaits the result of the call that it is in.
fn is_about_to_await(vm: &Vm) -> bool {
    with_handlers(vm).next().is_some_and(|innermost| awaits(vm, &innermost))
}

/// Returns whether there is a `catch`, or a `finally`, around a place of register code.
fn has_handler(code: &CodeBlock, pc: u32, is_finally: bool) -> bool {
    let Code::Register(code) = &code.template().code else { return false };
    let at = pc.saturating_sub(1);
    code.catchers.iter().any(|row| row.is_finally == is_finally && (row.start..row.end).contains(&at))
}

/// The promise that a frame's end settles.
fn promise_of(vm: &Vm, frame: &Frame) -> Option<ObjectId> {
    let activation = generator::activation_of(vm, frame).filter(|_| frame.kind.is_resumed())?;
    match vm.heap.kind(activation) {
        Kind::Generator(generator) if !matches!(generator.driver, Driver::Generator) => generator.promise(),
        _ => None,
    }
}

/// Returns whether the rejection of a promise has a handler: a function that a script has given, or a `catch` around the
/// `await` of a function that waits for it.
fn is_handled(vm: &Vm, promise: ObjectId) -> bool {
    if async_stack::has_handler(vm, promise) {
        return true;
    }
    async_stack::waiting_for(vm, promise, 0).into_iter().any(|waiting| match waiting {
        AsyncCaller::Function(place) => has_handler(vm.heap.code_block(place.code), place.pc, false),
        AsyncCaller::Element { .. } => false,
    })
}
