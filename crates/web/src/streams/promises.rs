//! Promises as the Streams standard uses them (Web IDL 3.2.24.1): nothing of it looks at what scripts have changed.
//!
//! A reaction is a pair of native functions that have captured values, so it can be written wherever it waits.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Captured, NativeFunction};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::jobs;
use ferrotape_runtime::promise::{Capability, PromiseState, operations as promises};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Captures of the functions of this part.
pub(crate) const CAPTURES: [Captured; 3] = [Captured::Value, Captured::Value, Captured::Value];

/// Makes rows of functions that are no globals: reactions and algorithms. All of them are in `CLOSURES`.
macro_rules! closures {
    ($($name:ident = $code:expr, $length:literal;)*) => {
        $(static $name: ferrotape_runtime::function::NativeFunction =
            ferrotape_runtime::function::method("", $length, $code).capturing($crate::streams::promises::CAPTURES);)*
        pub(super) const CLOSURES: &[&ferrotape_runtime::function::NativeFunction] = &[$(&$name),*];
    };
}
pub(crate) use closures;

/// Makes a pending promise. It is kept.
pub(crate) fn pending(vm: &mut Vm) -> ObjectId {
    let promise = promises::new_promise(vm, None);
    vm.keep(Value::object(promise));
    promise
}

/// A promise resolved with. It is kept.
pub(crate) fn resolved(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    let promise = pending(vm);
    promises::resolve_promise(vm, promise, value)?;
    Ok(promise)
}

/// A promise resolved with undefined. It is kept.
pub(crate) fn done(vm: &mut Vm) -> Completion<ObjectId> {
    resolved(vm, Value::UNDEFINED)
}

/// A promise rejected with. It is kept.
pub(crate) fn rejected(vm: &mut Vm, reason: Value) -> Completion<ObjectId> {
    vm.keep(reason);
    let promise = pending(vm);
    promises::reject_promise(vm, promise, reason)?;
    Ok(promise)
}

/// A promise rejected with a new TypeError. It is kept.
pub(crate) fn rejected_with(vm: &mut Vm, message: &str) -> Completion<ObjectId> {
    let error = type_error(vm, message);
    rejected(vm, error)
}

/// Makes a TypeError, which is kept.
pub(crate) fn type_error(vm: &mut Vm, message: &str) -> Value {
    let error = vm.new_error(ferrotape_bytecode::ErrorKind::TypeError, message);
    vm.keep(error);
    error
}

/// Resolves a promise of a slot.
pub(crate) fn resolve(vm: &mut Vm, promise: Value, value: Value) -> Completion<()> {
    match promise.as_object() {
        Some(promise) => promises::resolve_promise(vm, promise, value),
        None => Ok(()),
    }
}

/// Rejects a promise of a slot.
pub(crate) fn reject(vm: &mut Vm, promise: Value, reason: Value) -> Completion<()> {
    match promise.as_object() {
        Some(promise) => promises::reject_promise(vm, promise, reason),
        None => Ok(()),
    }
}

pub(crate) fn is_pending(vm: &Vm, promise: Value) -> bool {
    promises::promise(vm, promise).is_some_and(|(_, promise)| promise.state == PromiseState::Pending)
}

/// Sets promise.[[PromiseIsHandled]] to true.
pub(crate) fn handle(vm: &mut Vm, promise: Value) {
    if let Some((promise, _)) = promises::promise(vm, promise) {
        promises::mark_handled(vm, promise);
    }
}

/// Makes a function of this part, which is kept.
pub(crate) fn closure(vm: &mut Vm, function: &'static NativeFunction, captured: [Value; 3]) -> Value {
    let closure = Value::object(function::new_native_closure(vm, function, captured));
    vm.keep(closure);
    closure
}

/// Reacts to a promise. Without a function for rejections they count as handled.
pub(crate) fn upon(
    vm: &mut Vm,
    promise: ObjectId,
    fulfilled: Option<&'static NativeFunction>,
    rejected: Option<&'static NativeFunction>,
    captured: [Value; 3],
) -> Completion<()> {
    captured.into_iter().for_each(|value| vm.keep(value));
    let functions = [fulfilled, rejected].map(|function| match function {
        Some(function) => closure(vm, function, captured),
        None => Value::EMPTY,
    });
    react(vm, promise, functions)
}

/// Reacts to a promise by functions that are there already.
pub(crate) fn react(vm: &mut Vm, promise: ObjectId, [fulfilled, rejected]: [Value; 2]) -> Completion<()> {
    promises::perform_promise_then(vm, promise, fulfilled, rejected, Capability::None)
}

/// The result of reacting to a promise. It is kept.
pub(crate) fn transformed(
    vm: &mut Vm,
    promise: ObjectId,
    fulfilled: Option<&'static NativeFunction>,
    rejected: Option<&'static NativeFunction>,
    captured: [Value; 3],
) -> Completion<ObjectId> {
    captured.into_iter().for_each(|value| vm.keep(value));
    let [fulfilled, rejected] = [fulfilled, rejected].map(|function| match function {
        Some(function) => closure(vm, function, captured),
        None => Value::EMPTY,
    });
    let result = pending(vm);
    promises::perform_promise_then(vm, promise, fulfilled, rejected, Capability::Promise(result))?;
    Ok(result)
}

/// Settles a promise of a slot as another one is settled.
pub(crate) fn follow(vm: &mut Vm, promise: Value, other: ObjectId) -> Completion<()> {
    match promise.as_object() {
        Some(promise) => {
            promises::perform_promise_then(vm, other, Value::EMPTY, Value::EMPTY, Capability::Promise(promise))
        }
        None => Ok(()),
    }
}

/// Queues a microtask. It calls a function of this part.
pub(crate) fn microtask(vm: &mut Vm, function: &'static NativeFunction, captured: [Value; 3]) -> Completion<()> {
    let callback = closure(vm, function, captured);
    jobs::enqueue_callback(vm, callback)
}

/// Makes a promise of what an operation gives: a rejected one where it throws. It is kept.
pub(crate) fn caught(vm: &mut Vm, result: Completion<ObjectId>) -> Completion<ObjectId> {
    match result {
        Err(Throw::Exception(reason)) => rejected(vm, reason),
        Ok(promise) => {
            vm.keep(Value::object(promise));
            Ok(promise)
        }
        terminated => terminated,
    }
}

/// An operation of an interface that gives a promise: what it throws rejects that.
pub(crate) fn promising(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> Completion<ObjectId>) -> Completion<Value> {
    let result = run(vm);
    caught(vm, result).map(Value::object)
}

/// Invokes a callback whose return type is a promise (Web IDL 3.11). It is kept.
pub(crate) fn call(vm: &mut Vm, callback: Value, this: Value, arguments: &[Value]) -> Completion<ObjectId> {
    match vm.call(callback, this, arguments) {
        Ok(value) => {
            vm.keep(value);
            resolved(vm, value)
        }
        Err(Throw::Exception(reason)) => rejected(vm, reason),
        Err(terminated) => Err(terminated),
    }
}
