//! Notes on throws of the running code.

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Code, Instruction, StackInstruction};

use crate::debug;
use crate::error::CodePlace;
use crate::error_report;
use crate::object::Kind;
use crate::throw_site::{ThrowSite, ThrowSites, Waiting};
use crate::value::Value;
use crate::vm::Vm;

/// Notes the place of a throw, if the value is no error. Call it with what an instruction has thrown, before frames are
/// left. An exception that goes on after a `finally` block, or comes out of a native function, was thrown elsewhere.
#[cold]
pub(crate) fn note_throw(vm: &mut Vm, value: Value) {
    let is_error = value.as_object().is_some_and(|object| matches!(vm.heap.kind(object), Kind::Error(_)));
    let last = &vm.execution.throw_sites.last;
    let goes_on = last.value == Some(value) && !last.was_caught;
    let is_new = !is_error && is_at_throw_statement(vm);
    if is_error || goes_on && !is_new {
        return;
    }
    // Of what waited in a generator nothing is known: it is noted once more, and paid for already.
    let mut places = std::mem::take(&mut vm.execution.throw_sites.last.places);
    places.clear();
    places.extend(error_report::running_places(vm));
    if is_new {
        vm.heap.budget.work_later(places.len() as u64);
    }
    vm.execution.throw_sites.last = ThrowSite { value: Some(value), places, was_caught: false };
}

/// Returns whether the instruction that runs is a `throw`, so that the value is thrown anew.
pub(crate) fn is_at_throw_statement(vm: &mut Vm) -> bool {
    match &vm.running_code().template().code {
        Code::Register(code) => {
            let at = vm.execution.pc.checked_sub(1).and_then(|at| code.instructions.get(at as usize));
            matches!(at, Some(Instruction::Throw { .. }))
        }
        Code::Stack(code) => {
            let at = code.instructions.get(vm.execution.stack_machine.running().pc.wrapping_sub(1));
            matches!(at, Some(StackInstruction::Throw))
        }
    }
}

/// Notes that a `catch` has the value.
pub fn note_caught(vm: &mut Vm) {
    vm.execution.throw_sites.last.was_caught = true;
    debug::note_caught(vm);
}

/// Keeps the throw site while a `finally` block runs, after which the value is thrown on.
pub fn keep_throw_site(vm: &mut Vm, value: Value, waiting: Waiting) -> Result<(), Termination> {
    let ThrowSites { last, .. } = &mut vm.execution.throw_sites;
    let is_known = last.value == Some(value) && !last.was_caught;
    last.was_caught = true;
    let places = std::mem::take(&mut last.places);
    let (sites, at) = vm.execution.throw_sites.of(waiting);
    sites.forget_from(at);
    let kept = if is_known { keep_site(vm, waiting, &places) } else { Ok(()) };
    vm.execution.throw_sites.last.places = places;
    kept
}

/// Keeps the frames of an exception that waits. All that waited from there on is over.
pub fn keep_site(vm: &mut Vm, waiting: Waiting, places: &[CodePlace]) -> Result<(), Termination> {
    let (sites, at) = vm.execution.throw_sites.of(waiting);
    sites.forget_from(at);
    let growth = sites.growth(places.len());
    if growth > 0 {
        vm.heap.room(growth)?;
    }
    let (sites, at) = vm.execution.throw_sites.of(waiting);
    sites.push(at, places);
    if growth > 0 {
        vm.account_stacks();
    }
    Ok(())
}

/// Restores the throw site when a `finally` block has ended, and the waiting value is thrown on.
#[cold]
pub fn resume_throw_site(vm: &mut Vm, value: Value, waiting: Waiting) {
    let mut places = std::mem::take(&mut vm.execution.throw_sites.last.places);
    let (sites, at) = vm.execution.throw_sites.of(waiting);
    let is_known = sites.take(at, &mut places);
    vm.execution.throw_sites.last = ThrowSite { value: is_known.then_some(value), places, was_caught: !is_known };
}
