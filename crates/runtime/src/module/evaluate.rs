//! Evaluation: bodies run after those that they request. A module that awaits delays those that request it (ECMA-262
//! 16.2.1.6.1.3).

use ferrotape_budget::order;

use super::deferred;
use super::link::Step;
use super::{Body, Module, ModuleId, Status};
use crate::error::{Completion, Throw};
use crate::function::{self, Call, Captured, NativeFunction, method};
use crate::heap::ObjectId;
use crate::module;
use crate::promise::{self, Capability};
use crate::value::Value;
use crate::vm::Vm;

pub(super) static CLOSURES: &[&NativeFunction] = &[&FULFILLED, &REJECTED];

const OF_MODULE: [Captured; 3] = [Captured::Module, Captured::Nothing, Captured::Nothing];

static FULFILLED: NativeFunction = method("", 1, fulfilled).capturing(OF_MODULE);
static REJECTED: NativeFunction = method("", 1, rejected).capturing(OF_MODULE);

/// AsyncModuleExecutionFulfilled, as a reaction. Captures the module.
fn fulfilled(vm: &mut Vm, call: Call) -> Completion<Value> {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    execution_fulfilled(vm, module)?;
    Ok(Value::UNDEFINED)
}

/// AsyncModuleExecutionRejected, as a reaction.
fn rejected(vm: &mut Vm, call: Call) -> Completion<Value> {
    let module = ModuleId::of_value(vm.heap.captured(call.callee, 0));
    let error = call.argument(vm, 0);
    execution_rejected(vm, module, error)?;
    Ok(Value::UNDEFINED)
}

/// Evaluate ( ), ECMA-262 16.2.1.6.1.3, of a linked module: returns a promise of undefined.
pub fn evaluate_module(vm: &mut Vm, module: ModuleId) -> Completion<ObjectId> {
    let module = match vm.agent.modules[module].status {
        Status::EvaluatingAsync | Status::Evaluated => vm.agent.modules[module].cycle_root.unwrap_or(module),
        _ => module,
    };
    if let Some(promise) = vm.agent.modules[module].top_level {
        return Ok(promise);
    }
    let promise = promise::new_promise(vm, None);
    vm.agent.modules[module].top_level = Some(promise);
    let mut open = Vec::new();
    match inner_evaluation(vm, module, &mut open) {
        Ok(()) if vm.agent.modules[module].async_order.is_none() => {
            promise::resolve_promise(vm, promise, Value::UNDEFINED)?
        }
        Ok(()) => {}
        Err(Throw::Exception(error)) => {
            for module in open {
                let module = &mut vm.agent.modules[module];
                (module.status, module.error) = (Status::Evaluated, Some(error));
            }
            vm.keeping([error], |vm| promise::reject_promise(vm, promise, error))?;
        }
        Err(thrown) => {
            // Nothing of it will ever run to its end.
            for module in open {
                vm.agent.modules[module].status = Status::Linked;
            }
            vm.agent.modules[module].top_level = None;
            return Err(thrown);
        }
    }
    Ok(promise)
}

/// InnerModuleEvaluation, ECMA-262 16.2.1.6.1.3.1, as a loop.
fn inner_evaluation(vm: &mut Vm, root: ModuleId, open: &mut Vec<ModuleId>) -> Completion<()> {
    let mut path: Vec<Step> = Vec::new();
    begin_evaluation(vm, root, &mut path, open)?;
    while let Some(step) = path.last_mut() {
        let module = step.module;
        let requested = match &step.evaluated {
            Some(evaluated) => evaluated.get(step.next_request).copied(),
            None => vm.agent.modules[module].requested.get(step.next_request).copied(),
        };
        step.next_request += 1;
        match requested {
            Some(requested) if begin_evaluation(vm, requested, &mut path, open)? => {}
            // It was evaluated already, or is being evaluated.
            Some(requested) => depend_on(vm, module, requested)?,
            None => {
                execute_module(vm, module)?;
                path.pop();
                // Steps 15 and 16.
                module::close_component(vm, module, open, |closed| {
                    let is_async = closed.async_order.is_some();
                    closed.status = if is_async { Status::EvaluatingAsync } else { Status::Evaluated };
                    closed.cycle_root = Some(module);
                });
                if let Some(parent) = path.last() {
                    let parent = parent.module;
                    depend_on(vm, parent, module)?;
                }
            }
        }
    }
    Ok(())
}

/// Begins the evaluation of a module; false if it was begun before.
fn begin_evaluation(vm: &mut Vm, module: ModuleId, path: &mut Vec<Step>, open: &mut Vec<ModuleId>) -> Completion<bool> {
    vm.work(4)?;
    let entered = &mut vm.agent.modules[module];
    match entered.status {
        Status::EvaluatingAsync | Status::Evaluated => match entered.error {
            Some(error) => Err(Throw::Exception(error)),
            None => Ok(false),
        },
        Status::Evaluating => Ok(false),
        Status::Unlinked | Status::Linking | Status::Linked => {
            entered.pending_dependencies = 0;
            module::open_module(vm, module, Status::Evaluating, path, open)?;
            if vm.agent.modules[module].has_phases()
                && let Some(step) = path.last_mut()
            {
                step.evaluated = Some(deferred::evaluation_list(vm, module)?);
            }
            Ok(true)
        }
    }
}

/// Step 11.c of InnerModuleEvaluation: notes what a module must know of one that it requests.
fn depend_on(vm: &mut Vm, module: ModuleId, requested: ModuleId) -> Completion<()> {
    let requested = match vm.agent.modules[requested].status {
        Status::Evaluating => {
            module::note_ancestor(vm, module, requested, Status::Evaluating);
            requested
        }
        _ => {
            let root = vm.agent.modules[requested].cycle_root.unwrap_or(requested);
            if let Some(error) = vm.agent.modules[root].error {
                return Err(Throw::Exception(error));
            }
            root
        }
    };
    if vm.agent.modules[requested].async_order.is_some() {
        vm.agent.modules[module].pending_dependencies += 1;
        vm.heap.take(2 * size_of::<ModuleId>())?;
        vm.agent.modules[requested].async_parents.push(module);
    }
    Ok(())
}

/// Steps 12 and 13: runs a module whose dependencies are there, or begins to.
fn execute_module(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let Module { pending_dependencies, .. } = vm.agent.modules[module];
    if pending_dependencies == 0 && !is_asynchronous(vm, module) {
        return run_body(vm, module).map(drop);
    }
    vm.agent.modules.async_count += 1;
    vm.agent.modules[module].async_order = Some(vm.agent.modules.async_count);
    if pending_dependencies == 0 { execute_async_module(vm, module) } else { Ok(()) }
}

/// Returns whether a module ends later than its execution begins. That of a program is run by whoever runs the program.
fn is_asynchronous(vm: &Vm, module: ModuleId) -> bool {
    vm.agent.modules[module].has_await() || vm.agent.modules.program == Some(module)
}

/// Calls the body as a function, in its own realm.
fn run_body(vm: &mut Vm, module: ModuleId) -> Completion<Value> {
    match vm.agent.modules[module].body {
        Body::Source { function, .. } => vm.call(Value::object(function), Value::UNDEFINED, &[]),
        Body::Synthetic => Ok(Value::UNDEFINED),
    }
}

/// ExecuteAsyncModule, ECMA-262 16.2.1.6.1.3.2: the body is an async function.
fn execute_async_module(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    if vm.agent.modules.program == Some(module) {
        vm.agent.modules.is_body_due = true;
        return Ok(());
    }
    let promise = run_body(vm, module)?;
    wait_for_body(vm, module, promise)
}

/// Waits for the promise that the body of an asynchronous module has given.
fn wait_for_body(vm: &mut Vm, module: ModuleId, promise: Value) -> Completion<()> {
    let Some((promise, _)) = promise::promise(vm, promise) else { return Ok(()) };
    let captured = [module.to_value(), Value::UNDEFINED, Value::UNDEFINED];
    vm.keeping([Value::object(promise)], |vm| {
        let on_fulfilled = Value::object(function::new_native_closure(vm, &FULFILLED, captured));
        vm.keep(on_fulfilled);
        let on_rejected = Value::object(function::new_native_closure(vm, &REJECTED, captured));
        promise::perform_promise_then(vm, promise, on_fulfilled, on_rejected, Capability::None)
    })
}

/// GatherAvailableAncestors, ECMA-262 16.2.1.6.1.3.3, in the order in which they began to wait.
fn available_ancestors(vm: &mut Vm, module: ModuleId) -> Completion<Vec<ModuleId>> {
    let mut available = Vec::new();
    let mut pending = vec![module];
    while let Some(current) = pending.pop() {
        for parent in vm.agent.modules[current].async_parents.clone() {
            vm.work(4)?;
            let root = vm.agent.modules[parent].cycle_root.unwrap_or(parent);
            if vm.agent.modules[root].error.is_some() {
                continue;
            }
            let waiting = &mut vm.agent.modules[parent];
            // Nothing is left if a limit has ended the run that was to go on with it: it comes at most once.
            let Some(left) = waiting.pending_dependencies.checked_sub(1) else { continue };
            waiting.pending_dependencies = left;
            if waiting.pending_dependencies == 0 {
                available.push(parent);
                if !waiting.has_await() {
                    pending.push(parent);
                }
            }
        }
    }
    order::sort_by_key(&mut available, |&module| vm.agent.modules[module].async_order);
    Ok(available)
}

/// AsyncModuleExecutionFulfilled, ECMA-262 16.2.1.6.1.3.4
fn execution_fulfilled(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    if vm.agent.modules[module].status == Status::Evaluated {
        return Ok(());
    }
    end_async(vm, module)?;
    for ancestor in available_ancestors(vm, module)? {
        if vm.agent.modules[ancestor].status == Status::Evaluated {
            continue;
        }
        if is_asynchronous(vm, ancestor) {
            execute_async_module(vm, ancestor)?;
            continue;
        }
        match run_body(vm, ancestor) {
            Ok(_) => end_async(vm, ancestor)?,
            Err(Throw::Exception(error)) => execution_rejected(vm, ancestor, error)?,
            Err(thrown) => return Err(thrown),
        }
    }
    Ok(())
}

/// Ends an asynchronous evaluation.
fn end_async(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let done = &mut vm.agent.modules[module];
    done.async_order = None;
    done.status = Status::Evaluated;
    match done.top_level {
        Some(promise) => promise::resolve_promise(vm, promise, Value::UNDEFINED),
        None => Ok(()),
    }
}

/// AsyncModuleExecutionRejected, ECMA-262 16.2.1.6.1.3.5, with all modules that wait for it.
fn execution_rejected(vm: &mut Vm, module: ModuleId, error: Value) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(error);
    let mut pending = vec![module];
    while let Some(module) = pending.pop() {
        vm.work(4)?;
        let failed = &mut vm.agent.modules[module];
        if failed.status == Status::Evaluated {
            continue;
        }
        failed.error = Some(error);
        failed.status = Status::Evaluated;
        failed.async_order = None;
        let top_level = failed.top_level;
        pending.extend(failed.async_parents.iter().rev());
        if let Some(promise) = top_level {
            promise::reject_promise(vm, promise, error)?;
        }
    }
    Ok(())
}

/// Takes back evaluations whose jobs were forgotten: nothing of them will ever run to its end. Whoever asks for such a module
/// again evaluates it anew.
pub(crate) fn abandon_evaluations(vm: &mut Vm) {
    let mut freed = 0;
    for module in vm.agent.modules.list.iter_mut().filter(|module| module.status == Status::EvaluatingAsync) {
        freed += 2 * size_of::<ModuleId>() * module.async_parents.len();
        module.async_parents.clear();
        module.status = Status::Linked;
        (module.async_order, module.cycle_root, module.top_level) = (None, None, None);
    }
    vm.heap.budget.resized(freed, 0);
}

/// Names the module that is run as a program, before it is evaluated; none once the program has ended.
pub(crate) fn set_program_module(vm: &mut Vm, module: Option<ModuleId>) {
    (vm.agent.modules.program, vm.agent.modules.is_body_due) = (module, false);
}

/// Tells whether it is time to run the body of the program's module.
pub fn is_body_due(vm: &Vm) -> bool {
    vm.agent.modules.is_body_due
}

/// Sets the module of a restored program, and whether its body is due.
pub fn set_body_due(vm: &mut Vm, module: ModuleId, is_due: bool) {
    (vm.agent.modules.program, vm.agent.modules.is_body_due) = (Some(module), is_due);
}

/// The module whose body is to be run now by whoever runs the program, with its function; it is due once.
pub(crate) fn take_due_body(vm: &mut Vm) -> Option<(ModuleId, ObjectId)> {
    let module = vm.agent.modules.program.filter(|_| std::mem::take(&mut vm.agent.modules.is_body_due))?;
    Some((module, super::body_of_module(vm, module)?))
}

/// Calls the body of the program's module, if it is due and nobody else does that.
pub(crate) fn run_due_body(vm: &mut Vm) -> Completion<()> {
    if !vm.agent.modules.is_body_due || vm.agent.program.is_some() {
        return Ok(());
    }
    let Some((_, body)) = take_due_body(vm) else { return Ok(()) };
    let ended = vm.call(Value::object(body), Value::UNDEFINED, &[]);
    let vm = &mut vm.scope();
    if let Ok(value) | Err(Throw::Exception(value)) = ended {
        vm.keep(value);
    }
    end_program_body(vm, ended)
}

/// The body of the program's module has ended.
pub(crate) fn end_program_body(vm: &mut Vm, ended: Completion<Value>) -> Completion<()> {
    match vm.agent.modules.program {
        Some(module) => end_body(vm, module, ended),
        None => ended.map(drop),
    }
}

/// The body of the program's module has ended.
pub(crate) fn end_body(vm: &mut Vm, module: ModuleId, ended: Completion<Value>) -> Completion<()> {
    match ended {
        Ok(promise) if vm.agent.modules[module].has_await() => wait_for_body(vm, module, promise),
        Ok(_) => execution_fulfilled(vm, module),
        Err(Throw::Exception(error)) => execution_rejected(vm, module, error),
        Err(thrown) => Err(thrown),
    }
}
