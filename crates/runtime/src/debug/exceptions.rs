//! Stops where something is thrown: before the frames that do not catch it are left.

use ferrotape_bytecode::Code;

use crate::async_stack;
use crate::code::CodeBlock;
use crate::debug::{Debugger, Reason, Stop, with_taken};
use crate::error::{AsyncCaller, Completion};
use crate::generator::{self, Driver};
use crate::heap::ObjectId;
use crate::object::Kind;
use crate::stack_machine::state::Block;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Stops where a value is thrown, if that is wanted, once for each throw. Ends the run if the host wants that.
pub(crate) fn note_throw(vm: &mut Vm, value: Value) -> Completion<()> {
    if crate::watch::debugger(vm).is_none() {
        return Ok(());
    }
    with_taken(vm, |vm, debugger| debugger.thrown(vm, value))
}

/// Notes that a handler has what was thrown.
pub(crate) fn note_caught(vm: &mut Vm) {
    if let Some(debugger) = crate::watch::debugger_mut(vm) {
        debugger.thrown = None;
    }
}

impl Debugger {
    fn thrown(&mut self, vm: &mut Vm, value: Value) -> Completion<()> {
        // It comes out of a native function, or goes on behind a `finally`.
        let is_known = self.thrown.replace(value) == Some(value);
        if is_known || vm.execution.frames.is_empty() {
            return Ok(());
        }
        let wanted = self.exceptions;
        if !wanted.caught && !wanted.uncaught {
            return Ok(());
        }
        let is_caught = is_caught(vm);
        if !(if is_caught { wanted.caught } else { wanted.uncaught }) {
            return Ok(());
        }
        let vm = &mut vm.scope();
        vm.keep(value);
        self.stop(vm, Stop { reason: Reason::Exception { thrown: value, is_caught }, offset: None })
    }
}

/// Returns whether something will catch what is thrown, as far as that can be known: natives that catch are not.
fn is_caught(vm: &Vm) -> bool {
    let mut running = true;
    let mut blocks = vm.execution.stack_machine.blocks.len();
    let mut activations = vm.execution.stack_machine.activations.iter().rev();
    for frame in vm.execution.frames.iter().rev() {
        let pc = if std::mem::take(&mut running) { vm.execution.pc } else { frame.pc };
        let code = vm.heap.code_block(frame.code);
        let catches = if code.is_stack_code() {
            let first = activations.next().map_or(blocks, |activation| activation.first_block);
            let own = &vm.execution.stack_machine.blocks[first.min(blocks)..blocks];
            blocks = first;
            own.iter().any(|block| matches!(block, Block::Catch { caught: None, .. }))
        } else {
            has_catch(code, pc)
        };
        if catches {
            return true;
        }
        if let Some(promise) = promise_of(vm, frame) {
            return is_handled(vm, promise);
        }
    }
    vm.agent.reaction_promise.is_some_and(|promise| is_handled(vm, promise))
}

/// Returns whether there is a `catch` around a place of register code.
fn has_catch(code: &CodeBlock, pc: u32) -> bool {
    let Code::Register(code) = &code.template().code else { return false };
    let at = pc.saturating_sub(1);
    code.catchers.iter().any(|row| !row.is_finally && (row.start..row.end).contains(&at))
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
        AsyncCaller::Function(place) => has_catch(vm.heap.code_block(place.code), place.pc),
        AsyncCaller::Element { .. } => false,
    })
}
