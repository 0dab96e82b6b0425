//! AsyncDisposableStack.prototype.disposeAsync: disposal that waits for promises. Between two resources it is what
//! native functions have captured: the resources that are left, and the promise for the end.

use ferrotape_runtime::disposal;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeCode, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::ASYNC;

pub(super) static GO_ON: NativeFunction = step(go_on);
pub(super) static FAIL: NativeFunction = step(fail);

/// Declares a continuation. It captures the resources and the promise.
const fn step(code: NativeCode) -> NativeFunction {
    method("", 1, code).capturing([Captured::Object, Captured::Promise, Captured::Nothing])
}

/// A disposal under way.
#[derive(Copy, Clone)]
struct InTurn {
    resources: Value,
    promise: ObjectId,
}

/// AsyncDisposableStack.prototype.disposeAsync ( ), ECMA-262 27.4.3.3
pub(super) fn dispose_async(vm: &mut Vm, call: Call) -> Completion<Value> {
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    match ASYNC.this_stack(vm, call, "disposeAsync") {
        Ok((_, true)) => promise::resolve_promise(vm, promise, Value::UNDEFINED)?,
        Ok((stack, false)) => {
            let resources = disposal::take_resources(vm, stack);
            vm.keep(resources);
            dispose(vm, InTurn { resources, promise })?;
        }
        Err(Throw::Exception(reason)) => promise::reject_promise(vm, promise, reason)?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::object(promise))
}

/// DisposeResources ( disposeCapability, NormalCompletion ( undefined ) ), ECMA-262 7.5.8, up to the next promise.
fn dispose(vm: &mut Vm, turn: InTurn) -> Completion<()> {
    let InTurn { resources, promise } = turn;
    loop {
        let vm = &mut vm.scope();
        let method = disposal::next_resource(vm, resources)?;
        if method.is_null() {
            break;
        }
        vm.keep(method);
        match start(vm, turn, method) {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(Throw::Exception(error)) => {
                disposal::note_error(vm, resources, error)?;
            }
            Err(thrown) => return Err(thrown),
        }
    }
    match disposal::throw_noted(vm, resources) {
        Ok(_) => promise::resolve_promise(vm, promise, Value::UNDEFINED),
        Err(Throw::Exception(error)) => promise::reject_promise(vm, promise, error),
        Err(thrown) => Err(thrown),
    }
}

/// Calls a method; undefined stands for a resource that is null. Returns whether the result is awaited.
fn start(vm: &mut Vm, turn: InTurn, method: Value) -> Completion<bool> {
    let result = if method.is_undefined() {
        Value::UNDEFINED
    } else {
        let value = disposal::resource_value(vm, turn.resources);
        let result = vm.call(method, value, &[])?;
        if !disposal::awaits_resource(vm, turn.resources) {
            return Ok(false);
        }
        result
    };
    vm.keep(result);
    let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
    let awaited = promise::promise_resolve(vm, constructor, result)?;
    vm.keep(awaited);
    let captured = [turn.resources, Value::object(turn.promise), Value::UNDEFINED];
    let [then, catch] = [&GO_ON, &FAIL].map(|step| {
        let step = Value::object(function::new_native_closure(vm, step, captured));
        vm.keep(step);
        step
    });
    let Some((awaited, _)) = promise::promise(vm, awaited) else { return Ok(false) };
    promise::perform_promise_then(vm, awaited, then, catch, Capability::None)?;
    Ok(true)
}

/// The disposal that a continuation has captured.
fn captured(vm: &Vm, call: Call) -> Option<InTurn> {
    let [resources, promise] = [0, 1].map(|index| vm.heap.captured(call.callee, index));
    Some(InTurn { resources, promise: promise.as_object()? })
}

/// The awaited value was fulfilled (DisposeResources, ECMA-262 7.5.8, step 3.e.ii).
fn go_on(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(turn) = captured(vm, call) {
        dispose(vm, turn)?;
    }
    Ok(Value::UNDEFINED)
}

/// The awaited value was rejected (DisposeResources, ECMA-262 7.5.8, step 3.e.iii).
fn fail(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(turn) = captured(vm, call) {
        let reason = call.argument(vm, 0);
        disposal::note_error(vm, turn.resources, reason)?;
        dispose(vm, turn)?;
    }
    Ok(Value::UNDEFINED)
}
