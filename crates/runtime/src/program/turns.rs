//! Turns of a program: how the first frame of each begins, and what becomes of its value.

use super::{Main, Turn};
use crate::error::{Completion, Throw};
use crate::finalization;
use crate::generator;
use crate::heap::ObjectId;
use crate::jobs::{self, Job};
use crate::module::{self, ModuleId};
use crate::promise;
use crate::realm;
use crate::value::Value;
use crate::vm::Vm;

/// Evaluates the program's module, but for its body, and with all that it asks for.
pub(super) fn evaluate(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let promise = module::evaluate_module(vm, module)?;
    // Whoever has started the program learns of it.
    promise::mark_handled(vm, promise);
    if let Some(program) = &mut vm.agent.program {
        program.main = Main::Module { module, promise: Some(promise) };
    }
    Ok(())
}

/// Begins the body of the program's module.
pub(super) fn begin_body(vm: &mut Vm, module: ModuleId, body: ObjectId) -> Completion<()> {
    match begin_call(vm, Turn::Body(module), Value::object(body), Value::UNDEFINED, &[])? {
        true => Ok(()),
        // Bodies are functions of the script.
        false => module::end_body(vm, module, Ok(Value::UNDEFINED)),
    }
}

/// Calls the program's function.
pub(super) fn begin_function(vm: &mut Vm, function: ObjectId) -> Completion<()> {
    match begin_call(vm, Turn::Function, Value::object(function), Value::UNDEFINED, &[])? {
        true => Ok(()),
        false => vm.type_error("the program's body is not a function of a script"),
    }
}

/// The call of the program's function has given its promise, of which whoever has started the program learns.
fn note_promise(vm: &mut Vm, value: Value) -> Completion<()> {
    let Some((promise, _)) = promise::promise(vm, value) else {
        return vm.type_error("the program's body is not an async function");
    };
    promise::mark_handled(vm, promise);
    if let Some(program) = &mut vm.agent.program
        && let Main::Function { promise: place, .. } = &mut program.main
    {
        *place = Some(promise);
    }
    Ok(())
}

/// Begins a job, or does it at once, where no function of the script is the handler.
pub(super) fn begin_job(vm: &mut Vm, job: Job) -> Completion<()> {
    finalization::clear_kept_objects(&mut vm.heap);
    let vm = &mut vm.scope();
    let kept = &mut vm.execution.kept;
    job.trace(&mut |value| kept.push(value));
    jobs::spend_for_job(vm)?;
    let has_begun = match job {
        Job::Reaction { handler, argument, is_rejection, .. } if is_activation(vm, handler) => {
            begin_activation(vm, handler, argument, is_rejection)
        }
        Job::Reaction { capability, handler, argument, .. } => {
            // Before the call: one that is refused has an error with the stack of who waits, and its turn has ended then.
            vm.agent.reaction_promise = capability.promise().as_object();
            let has_begun = begin_call(vm, Turn::Reaction(capability), handler, Value::UNDEFINED, &[argument]);
            if !matches!(has_begun, Ok(true)) {
                vm.agent.reaction_promise = None;
            }
            has_begun
        }
        Job::Thenable { promise, thenable, then } if is_closure(vm, then) => {
            let (resolve, reject) = promise::create_resolving_functions(vm, promise);
            vm.keep(resolve);
            vm.keep(reject);
            begin_call(vm, Turn::Thenable(reject), then, thenable, &[resolve, reject])
        }
        Job::Cleanup { callback, held } => begin_call(vm, Turn::Callback, callback, Value::UNDEFINED, &[held]),
        Job::Callback(callback) => begin_call(vm, Turn::Callback, callback, Value::UNDEFINED, &[]),
        Job::Thenable { .. } => Ok(false),
    };
    if has_begun? {
        return Ok(());
    }
    jobs::set_running(vm, true);
    let done = jobs::do_job(vm, job);
    jobs::set_running(vm, false);
    reported(vm, done)
}

fn is_activation(vm: &mut Vm, handler: Value) -> bool {
    handler.as_object().is_some_and(|object| generator::generator_mut(vm, object).is_some())
}

fn is_closure(vm: &Vm, function: Value) -> bool {
    function.as_object().is_some_and(|object| vm.heap.closure(object).is_some())
}

/// Pushes the frame of a function of the script as that of a turn; false where it is no such function.
fn begin_call(vm: &mut Vm, turn: Turn, function: Value, this: Value, arguments: &[Value]) -> Completion<bool> {
    let Some(callee) = function.as_object().filter(|&callee| vm.heap.closure(callee).is_some()) else {
        return Ok(false);
    };
    if let Some(program) = &mut vm.agent.program {
        program.turn = Some(turn);
    }
    match vm.begin_closure(callee, this, arguments) {
        Ok(()) => Ok(true),
        Err(thrown) => end_turn(vm, Err(thrown)).map(|()| true),
    }
}

/// An async function or generator goes on that has awaited something; false where no frame is needed for it.
fn begin_activation(vm: &mut Vm, handler: Value, argument: Value, is_rejection: bool) -> Completion<bool> {
    let Some((object, resumption)) = generator::take_resumption(vm, handler, is_rejection) else { return Ok(false) };
    if let Some(program) = &mut vm.agent.program {
        program.turn = Some(Turn::Activation);
    }
    match generator::begin_resumed(vm, object, resumption, argument) {
        Ok(None) => Ok(true),
        Ok(Some(ended)) => end_turn(vm, ended).map(|()| true),
        Err(thrown) => end_turn(vm, Err(thrown)).map(|()| true),
    }
}

/// The first frame of a turn has ended, or never begun. An error is the end of the program.
pub(super) fn end_turn(vm: &mut Vm, ended: Completion<Value>) -> Completion<()> {
    let Some(program) = &mut vm.agent.program else { return ended.map(drop) };
    let (turn, realm) = (program.turn.take(), program.realm);
    let slice = program.slice.clone();
    slice.leave(vm);
    if vm.realm.id != realm {
        realm::enter_realm(vm, realm);
    }
    vm.agent.reaction_promise = None;
    let vm = &mut vm.scope();
    if let Ok(value) | Err(Throw::Exception(value)) = ended {
        vm.keep(value);
    }
    let done = match turn {
        Some(Turn::Script) => {
            let value = ended?;
            if let Some(program) = &mut vm.agent.program {
                program.main = Main::Value(value);
            }
            return Ok(());
        }
        Some(Turn::Function) => return note_promise(vm, ended?),
        Some(Turn::Body(module)) => module::end_body(vm, module, ended),
        Some(Turn::Reaction(capability)) => {
            let kept = &mut vm.execution.kept;
            capability.trace(&mut |value| kept.push(value));
            promise::settle_capability(vm, &capability, ended)
        }
        Some(Turn::Thenable(reject)) => match ended {
            Err(Throw::Exception(reason)) => {
                vm.keep(reject);
                vm.call(reject, Value::UNDEFINED, &[reason]).map(drop)
            }
            ended => ended.map(drop),
        },
        Some(Turn::Callback | Turn::Activation) | None => ended.map(drop),
    };
    reported(vm, done)
}

/// HostReportErrors for what a job throws.
fn reported(vm: &mut Vm, done: Completion<()>) -> Completion<()> {
    match done {
        Err(Throw::Exception(value)) => promise::report_error(vm, value),
        done => done,
    }
}
