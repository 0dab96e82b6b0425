//! Disposal of resources (ECMA-262 7.5): `using` declarations, DisposableStack and AsyncDisposableStack.
//!
//! A stack of resources is an object; that of a scope is seen by no script. The machines' code disposes of a scope's
//! resources in a loop. It asks for the next method, calls it, and notes an error, so no native frame waits meanwhile.

use ferrotape_heap::disposal::{Errors, Resources, WIDTH, change_resources};
pub use ferrotape_heap::disposal::{Owner, new_resources, resources};

use crate::cell;
use crate::error::{Completion, Throw};
use crate::function::{self, Call, Captured, NativeFunction, method};
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::{self, array};
use crate::operations::iterate;
use crate::promise;
use crate::realm;
use crate::shape::Attributes;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;

/// Functions that capture values, for snapshots.
pub static CLOSURES: &[&NativeFunction] = &[&DISPOSE_FOR_ASYNC];

static DISPOSE_FOR_ASYNC: NativeFunction =
    method("", 0, dispose_for_async).capturing([Captured::Function, Captured::Nothing, Captured::Nothing]);

/// The way in which a resource is disposed of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    Sync,
    Async,
}

/// NewDisposeCapability ( ), ECMA-262 7.5.3, of a scope.
pub fn new_scope_resources(vm: &mut Vm) -> Value {
    Value::object(new_resources(&mut vm.heap, None, Owner::Scope))
}

/// Moves the resources of a stack to a new one that no script sees.
pub fn take_resources(vm: &mut Vm, stack: ObjectId) -> Value {
    let taken = new_resources(&mut vm.heap, None, Owner::Scope);
    move_resources(vm, stack, taken);
    Value::object(taken)
}

/// Moves the resources of a stack to a new one. The first one is disposed then.
pub fn move_resources(vm: &mut Vm, from: ObjectId, to: ObjectId) {
    let nothing = vm.heap.nothing();
    let list = resources(&vm.heap, from).map_or(nothing, |from| from.list);
    change_resources(&mut vm.heap, to, |to| to.list = list);
    change_resources(&mut vm.heap, from, |from| {
        from.is_disposed = true;
        from.list = nothing;
    });
}

/// AddDisposableResource ( disposeCapability, V, hint ), ECMA-262 7.5.4. The value is kept by the caller.
pub fn add_resource(vm: &mut Vm, stack: Value, value: Value, hint: Hint) -> Completion<Value> {
    let Some(stack) = stack.as_object() else { return Ok(Value::UNDEFINED) };
    if !value.is_nullish() {
        let vm = &mut vm.scope();
        let method = require_dispose_method(vm, value, hint)?;
        add_method(vm, stack, value, Value::object(method), hint)?;
    } else if hint == Hint::Async {
        add_method(vm, stack, Value::UNDEFINED, Value::UNDEFINED, hint)?;
    }
    Ok(Value::UNDEFINED)
}

/// CreateDisposableResource ( V, hint ), ECMA-262 7.5.5: returns the method.
fn require_dispose_method(vm: &mut Vm, value: Value, hint: Hint) -> Completion<ObjectId> {
    if !value.is_object() {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("{found} is not an object that can be disposed of"));
    }
    if let Some(method) = dispose_method(vm, value, hint)? {
        return Ok(method);
    }
    let found = messages::describe(vm, value);
    let name = if hint == Hint::Async { "[Symbol.asyncDispose] or [Symbol.dispose]" } else { "[Symbol.dispose]" };
    vm.type_error(format!("{found} has no method {name}"))
}

/// GetDisposeMethod ( V, hint ), ECMA-262 7.5.6
fn dispose_method(vm: &mut Vm, value: Value, hint: Hint) -> Completion<Option<ObjectId>> {
    if hint == Hint::Sync {
        return object::get_method(vm, value, symbols::DISPOSE);
    }
    if let Some(method) = object::get_method(vm, value, symbols::ASYNC_DISPOSE)? {
        return Ok(Some(method));
    }
    let Some(method) = object::get_method(vm, value, symbols::DISPOSE)? else { return Ok(None) };
    let captured = [Value::object(method), Value::UNDEFINED, Value::UNDEFINED];
    Ok(Some(function::new_native_closure(vm, &DISPOSE_FOR_ASYNC, captured)))
}

/// The closure of GetDisposeMethod, ECMA-262 7.5.6, step 1.b.ii: gives a promise for the end of a sync disposal.
fn dispose_for_async(vm: &mut Vm, call: Call) -> Completion<Value> {
    let method = vm.heap.captured(call.callee, 0);
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    match vm.call(method, call.this, &[]) {
        Ok(_) => promise::resolve_promise(vm, promise, Value::UNDEFINED)?,
        Err(Throw::Exception(reason)) => promise::reject_promise(vm, promise, reason)?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::object(promise))
}

/// AddDisposableResource ( disposeCapability, V, hint, method ), ECMA-262 7.5.4. A resource without a method is null.
pub fn add_method(vm: &mut Vm, stack: ObjectId, value: Value, method: Value, hint: Hint) -> Completion<()> {
    vm.keeping([value, method], |vm| {
        let Some(&Resources { list, .. }) = resources(&vm.heap, stack) else { return Ok(()) };
        let list = if list == vm.heap.nothing() { array::new_array(vm) } else { list };
        vm.keep(Value::object(list));
        for place in [value, method, Value::bool(hint == Hint::Async)] {
            iterate::append_value(vm, list, place)?;
        }
        change_resources(&mut vm.heap, stack, |resources| resources.list = list);
        Ok(())
    })
}

/// The last resource: value, method, and whether it is async.
fn last_resource(vm: &Vm, list: ObjectId) -> Option<[Value; WIDTH]> {
    let (_, last) = vm.heap.elements(list).as_dense()?.split_last_chunk::<WIDTH>()?;
    Some(last.map(|value| if value.is_empty() { Value::UNDEFINED } else { value }))
}

/// Removes the last resource. Returns whether there was one: a restored list can be anything.
fn drop_last_resource(vm: &mut Vm, list: ObjectId) -> bool {
    (0..WIDTH).all(|_| cell::pop_element(&mut vm.heap, list).is_some())
}

/// Takes the next resource from a stack that is disposed of (DisposeResources, ECMA-262 7.5.8, step 3), and returns its
/// method. Returns undefined if undefined is to be awaited instead, and null at the end.
pub fn next_resource(vm: &mut Vm, stack: Value) -> Completion<Value> {
    let Some(object) = stack.as_object() else { return Ok(Value::NULL) };
    change_resources(&mut vm.heap, object, |resources| resources.is_disposed = true);
    loop {
        vm.work(1)?;
        let Some(&Resources { list, needs_await, has_awaited, .. }) = resources(&vm.heap, object) else {
            return Ok(Value::NULL);
        };
        let waits = needs_await && !has_awaited;
        let Some([value, method, is_async]) = last_resource(vm, list) else {
            let nothing = vm.heap.nothing();
            change_resources(&mut vm.heap, object, |resources| {
                resources.needs_await = false;
                resources.current = Value::UNDEFINED;
                resources.list = nothing;
            });
            return Ok(if waits { Value::UNDEFINED } else { Value::NULL });
        };
        let is_async = is_async == Value::TRUE;
        if waits && !is_async {
            change_resources(&mut vm.heap, object, |resources| resources.needs_await = false);
            return Ok(Value::UNDEFINED);
        }
        if !drop_last_resource(vm, list) {
            return Ok(Value::NULL);
        }
        if method.is_nullish() {
            change_resources(&mut vm.heap, object, |resources| resources.needs_await = true);
            continue;
        }
        change_resources(&mut vm.heap, object, |resources| {
            resources.current = value;
            resources.is_async = is_async;
        });
        return Ok(method);
    }
}

/// The resource that was taken last.
pub fn resource_value(vm: &Vm, stack: Value) -> Value {
    stack.as_object().and_then(|stack| resources(&vm.heap, stack)).map_or(Value::UNDEFINED, |stack| stack.current)
}

/// Returns whether the result of the current resource's method is awaited (DisposeResources, ECMA-262 7.5.8, step
/// 3.e.ii).
pub fn awaits_resource(vm: &mut Vm, stack: Value) -> bool {
    let Some(object) = stack.as_object() else { return false };
    let is_async = resources(&vm.heap, object).is_some_and(|resources| resources.is_async);
    if is_async {
        change_resources(&mut vm.heap, object, |resources| resources.has_awaited = true);
    }
    is_async
}

/// Notes the exception of a scope, or then of a disposal: it suppresses earlier ones (DisposeResources, ECMA-262 7.5.8,
/// step 3.e.iii). A value that waits to be returned is no exception.
pub fn note_error(vm: &mut Vm, stack: Value, error: Value) -> Completion<Value> {
    let object = stack.as_object().filter(|_| error.as_accessor().is_none());
    let Some((object, slots)) = object.and_then(|object| Some((object, *resources(&vm.heap, object)?))) else {
        return Ok(Value::UNDEFINED);
    };
    let Resources { is_disposed, errors, error: earlier, .. } = slots;
    let errors_now = if is_disposed { Errors::OfDisposal } else { Errors::OfScope };
    let error = match errors {
        Errors::None => error,
        Errors::OfScope | Errors::OfDisposal => {
            vm.keeping([error, earlier], |vm| suppressed_error(vm, error, earlier))?
        }
    };
    change_resources(&mut vm.heap, object, |resources| {
        resources.errors = errors_now;
        resources.error = error;
    });
    Ok(Value::UNDEFINED)
}

/// Makes the SuppressedError of DisposeResources, ECMA-262 7.5.8.
fn suppressed_error(vm: &mut Vm, error: Value, suppressed: Value) -> Completion<Value> {
    let prototype = realm::intrinsics(vm).suppressed_error_prototype;
    let made = vm.make_error(prototype, None);
    if let Some(object) = made.as_object() {
        vm.keep(made);
        vm.heap.store_property(object, keys::ERROR, error, Attributes::METHOD)?;
        vm.heap.store_property(object, keys::SUPPRESSED, suppressed, Attributes::METHOD)?;
    }
    Ok(made)
}

/// Throws the error of a disposal. The exception of a scope continues by itself.
pub fn throw_noted(vm: &mut Vm, stack: Value) -> Completion<Value> {
    match stack.as_object().and_then(|object| resources(&vm.heap, object)) {
        Some(&Resources { errors: Errors::OfDisposal, error, .. }) => Err(Throw::Exception(error)),
        _ => Ok(Value::UNDEFINED),
    }
}

/// DisposeResources ( disposeCapability, NormalCompletion ( undefined ) ), ECMA-262 7.5.8, of sync resources.
pub fn dispose_resources(vm: &mut Vm, stack: Value) -> Completion<Value> {
    loop {
        let vm = &mut vm.scope();
        let method = next_resource(vm, stack)?;
        if method.is_nullish() {
            return throw_noted(vm, stack);
        }
        vm.keep(method);
        let value = resource_value(vm, stack);
        match vm.call(method, value, &[]) {
            Ok(_) => {}
            Err(Throw::Exception(error)) => {
                note_error(vm, stack, error)?;
            }
            Err(thrown) => return Err(thrown),
        }
    }
}
