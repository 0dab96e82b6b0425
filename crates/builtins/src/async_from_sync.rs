//! %AsyncFromSyncIteratorPrototype%, ECMA-262 27.1.6: adapts values with only a sync iterator for `for await` and
//! `yield*`. No script sees these objects or their methods.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, IteratorRecord};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::operations::get;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static METHODS: &[NativeFunction] =
    &[method("next", 1, next), method("return", 1, r#return), method("throw", 1, throw)];

// Captures whether the iterator is done.
static UNWRAP: NativeFunction =
    method("", 1, unwrap).capturing([Captured::Boolean, Captured::Nothing, Captured::Nothing]);
// Captures the sync iterator.
static CLOSE: NativeFunction = method("", 1, close).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

pub(crate) static CLOSURES: &[&NativeFunction] = &[&UNWRAP, &CLOSE];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).async_from_sync_iterator_prototype;
    realm.methods(prototype, METHODS)
}

/// The result of a method of the sync iterator.
enum Given {
    /// A result, and whether to close the iterator if its value is rejected.
    Result(ObjectId, bool),
    /// The iterator has no `return`: it is done with this value.
    Done(Value),
}

/// Runs a step of the sync iterator, and returns a promise for it.
fn with_iterator(
    vm: &mut Vm,
    call: Call,
    step: impl FnOnce(&mut Vm, &mut IteratorRecord, &[Value]) -> Completion<Given>,
) -> Completion<Value> {
    let Some(mut record) = iteration::sync_iterator_of(vm, call.this) else {
        let found = messages::describe(vm, call.this);
        return vm.type_error(messages::incompatible_receiver("next", &found));
    };
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let value = call.argument(vm, 0);
    let arguments = &[value][..call.argument_count().min(1)];
    let settled = match step(vm, &mut record, arguments) {
        Ok(Given::Done(value)) => Ok(Some(iteration::iterator_result(vm, value, true))),
        Ok(Given::Result(result, closes)) => go_on(vm, result, promise, &record, closes).map(|()| None),
        Err(thrown) => Err(thrown),
    };
    match settled {
        Ok(None) => {}
        Ok(Some(result)) => promise::resolve_promise(vm, promise, result)?,
        Err(Throw::Exception(reason)) => promise::reject_promise(vm, promise, reason)?,
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::object(promise))
}

/// %AsyncFromSyncIteratorPrototype%.next ( [ value ] ), ECMA-262 27.1.6.2.1
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_iterator(vm, call, |vm, record, arguments| {
        let result = iteration::iterator_next(vm, record, arguments)?;
        Ok(Given::Result(result, true))
    })
}

/// %AsyncFromSyncIteratorPrototype%.return ( [ value ] ), ECMA-262 27.1.6.2.2
fn r#return(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_iterator(vm, call, |vm, record, arguments| match result_of(vm, record, keys::RETURN, arguments)? {
        Some(result) => Ok(Given::Result(result, false)),
        None => Ok(Given::Done(arguments.first().copied().unwrap_or(Value::UNDEFINED))),
    })
}

/// %AsyncFromSyncIteratorPrototype%.throw ( [ value ] ), ECMA-262 27.1.6.2.3
fn throw(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_iterator(vm, call, |vm, record, arguments| match result_of(vm, record, keys::THROW, arguments)? {
        Some(result) => Ok(Given::Result(result, true)),
        None => {
            iteration::iterator_close(vm, record, Ok(()))?;
            vm.type_error(messages::NO_THROW)
        }
    })
}

/// Returns the result of an optional method of the iterator.
fn result_of(
    vm: &mut Vm,
    record: &IteratorRecord,
    key: PropertyKey,
    arguments: &[Value],
) -> Completion<Option<ObjectId>> {
    let Some(method) = object::get_method(vm, record.iterator, key)? else { return Ok(None) };
    let result = vm.call(Value::object(method), record.iterator, arguments)?;
    iteration::require_iterator_result(vm, result).map(Some)
}

/// AsyncFromSyncIteratorContinuation ( result, promiseCapability, syncIteratorRecord, closeIterator ), ECMA-262 27.1.6.4
fn go_on(vm: &mut Vm, result: ObjectId, promise: ObjectId, record: &IteratorRecord, closes: bool) -> Completion<()> {
    let result = Value::object(result);
    vm.keep(result);
    let done = get::get_remembered(vm, result, keys::DONE)?;
    let done = vm.heap.to_boolean(done);
    let value = get::get_remembered(vm, result, keys::VALUE)?;
    let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
    let closes = closes && !done;
    let wrapper = match promise::promise_resolve(vm, constructor, value) {
        Err(thrown) if closes => iteration::iterator_close(vm, record, Err(thrown)),
        wrapper => wrapper,
    }?;
    let Some((wrapper, _)) = promise::promise(vm, wrapper) else { return Ok(()) };
    vm.keep(Value::object(wrapper));
    let nothing = Value::UNDEFINED;
    let on_fulfilled = Value::object(function::new_native_closure(vm, &UNWRAP, [Value::bool(done), nothing, nothing]));
    let on_rejected = match closes {
        true => Value::object(function::new_native_closure(vm, &CLOSE, [record.iterator, nothing, nothing])),
        false => Value::EMPTY,
    };
    promise::perform_promise_then(vm, wrapper, on_fulfilled, on_rejected, Capability::Promise(promise))
}

/// ECMA-262 27.1.6.4, step 9: the result with a value that was awaited.
fn unwrap(vm: &mut Vm, call: Call) -> Completion<Value> {
    let done = vm.heap.captured(call.callee, 0) == Value::TRUE;
    let value = call.argument(vm, 0);
    Ok(iteration::iterator_result(vm, value, done))
}

/// ECMA-262 27.1.6.4, step 13: the value was rejected, and the iterator is closed.
fn close(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, reason) = (vm.heap.captured(call.callee, 0), call.argument(vm, 0));
    let record = IteratorRecord { iterator, next: Value::UNDEFINED, done: false };
    iteration::iterator_close(vm, &record, Err(Throw::Exception(reason)))
}
