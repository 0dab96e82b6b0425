//! Array.fromAsync: a walk over values that are awaited one after the other. Between two values the walk is an array
//! that no script sees. The native functions that continue it have captured it.

use super::elements::{create_element, get_element};
use super::{array_create, check_length, number, set_length};
use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeCode, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

pub(crate) static CLOSURES: &[&NativeFunction] =
    &[&TAKE_RESULT, &TAKE_VALUE, &TAKE_MAPPED, &FAIL, &FAIL_AND_CLOSE, &CLOSED];

static TAKE_RESULT: NativeFunction = step(take_result);
static TAKE_VALUE: NativeFunction = step(take_value);
static TAKE_MAPPED: NativeFunction = step(take_mapped);
static FAIL: NativeFunction = step(fail);
static FAIL_AND_CLOSE: NativeFunction = step(fail_and_close);
static CLOSED: NativeFunction = step(closed);

/// Declares a continuation. It captures the walk, and for closing an iterator the reason of the failure.
const fn step(code: NativeCode) -> NativeFunction {
    method("", 1, code).capturing([Captured::List, Captured::Value, Captured::Nothing])
}

/// The fields of the array that represents a walk.
#[derive(Copy, Clone)]
enum Field {
    Promise,
    Result,
    /// The iterator, or the array-like.
    Source,
    /// The iterator's method; undefined for array-likes.
    Next,
    /// The number of values taken.
    Count,
    /// The number of values of an array-like.
    Length,
    /// The mapping function, or undefined.
    Mapper,
    This,
}

const FIELDS: usize = 8;

/// The greatest length of an array-like, ECMA-262 7.1.20.
const MOST_VALUES: f64 = ((1_u64 << 53) - 1) as f64;

/// A walk: an array with its state, which no script sees.
#[derive(Copy, Clone)]
struct Walk(ObjectId);

impl Walk {
    fn get(self, vm: &Vm, field: Field) -> Value {
        let values = vm.heap.elements(self.0).as_dense().unwrap_or_default();
        values.get(field as usize).copied().filter(|value| !value.is_empty()).unwrap_or(Value::UNDEFINED)
    }

    fn set(self, vm: &mut Vm, field: Field, value: Value) {
        cell::replace_element(&mut vm.heap, self.0, field as usize, value);
    }

    fn object(self, vm: &Vm, field: Field) -> Completion<ObjectId> {
        Ok(self.get(vm, field).as_object().unwrap_or(self.0))
    }

    fn count(self, vm: &Vm) -> u64 {
        // A restored walk can have any number: see [`ferrotape_snapshot::restore`].
        self.get(vm, Field::Count).as_number().unwrap_or(0.0).min(MOST_VALUES) as u64
    }

    fn has_iterator(self, vm: &Vm) -> bool {
        !self.get(vm, Field::Next).is_undefined()
    }

    /// Await ( value ), ECMA-262 27.7.5.3: one of the handlers continues.
    fn wait_for(self, vm: &mut Vm, value: Value, handlers: [&'static NativeFunction; 2]) -> Completion<()> {
        let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
        let promise = promise::promise_resolve(vm, constructor, value)?;
        vm.keep(promise);
        let [go_on, fail] = handlers.map(|handler| self.handler(vm, handler, Value::UNDEFINED));
        let Some((promise, _)) = promise::promise(vm, promise) else { return Ok(()) };
        promise::perform_promise_then(vm, promise, go_on, fail, Capability::None)
    }

    fn handler(self, vm: &mut Vm, handler: &'static NativeFunction, reason: Value) -> Value {
        let handler =
            Value::object(function::new_native_closure(vm, handler, [Value::object(self.0), reason, Value::UNDEFINED]));
        vm.keep(handler);
        handler
    }

    /// Rejects the promise with an exception of a step.
    fn settle(self, vm: &mut Vm, step: Completion<()>) -> Completion<()> {
        match step {
            Err(Throw::Exception(reason)) => {
                let promise = self.object(vm, Field::Promise)?;
                promise::reject_promise(vm, promise, reason)
            }
            step => step,
        }
    }

    /// AsyncIteratorClose ( iteratorRecord, completion ), ECMA-262 7.4.13, if there is an iterator. The promise is then
    /// rejected, whatever closing does.
    fn close(self, vm: &mut Vm, reason: Value) -> Completion<()> {
        vm.keep(reason);
        if self.has_iterator(vm) {
            match self.call_return(vm, reason) {
                Ok(false) | Err(Throw::Exception(_)) => {}
                Ok(true) => return Ok(()),
                Err(thrown) => return Err(thrown),
            }
        }
        Err(Throw::Exception(reason))
    }

    /// Returns whether the result of `return` is awaited.
    fn call_return(self, vm: &mut Vm, reason: Value) -> Completion<bool> {
        let iterator = self.get(vm, Field::Source);
        let Some(method) = object::get_method(vm, iterator, keys::RETURN)? else { return Ok(false) };
        let result = vm.call(Value::object(method), iterator, &[])?;
        let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
        let promise = promise::promise_resolve(vm, constructor, result)?;
        vm.keep(promise);
        let closed = self.handler(vm, &CLOSED, reason);
        let Some((promise, _)) = promise::promise(vm, promise) else { return Ok(false) };
        promise::perform_promise_then(vm, promise, closed, closed, Capability::None)?;
        Ok(true)
    }

    /// Closes the iterator if a step throws.
    fn closing(self, vm: &mut Vm, step: Completion<()>) -> Completion<()> {
        match step {
            Err(Throw::Exception(reason)) => self.close(vm, reason),
            step => step,
        }
    }
}

/// Array.fromAsync ( items [ , mapper [ , thisArg ] ] ), ECMA-262 23.1.2.2
pub(super) fn from_async(vm: &mut Vm, call: Call) -> Completion<Value> {
    let promise = Value::object(promise::new_promise(vm, None));
    vm.keep(promise);
    let mut fields = vec![Value::UNDEFINED; FIELDS];
    fields[Field::Promise as usize] = promise;
    fields[Field::Count as usize] = Value::ZERO;
    fields[Field::Mapper as usize] = call.argument(vm, 1);
    fields[Field::This as usize] = call.argument(vm, 2);
    let walk = Walk(array::new_array_from(vm, fields)?);
    vm.keep(Value::object(walk.0));
    let begun = begin(vm, call, walk);
    walk.settle(vm, begun)?;
    Ok(promise)
}

/// Checks the mapper, opens the iterator or measures the array-like, makes the result, and takes the first step. The
/// caller turns errors into a rejection.
fn begin(vm: &mut Vm, call: Call, walk: Walk) -> Completion<()> {
    let mapper = walk.get(vm, Field::Mapper);
    if !mapper.is_undefined() && !vm.heap.is_callable(mapper) {
        let found = messages::describe(vm, mapper);
        return vm.type_error(messages::not_callable(&found));
    }
    let items = call.argument(vm, 0);
    if let Some(iterator) = iteration::find_async_iterator(vm, items)? {
        vm.keep(iterator);
        let record = iteration::get_iterator_direct(vm, iterator)?;
        let result = make(vm, call, None)?;
        walk.set(vm, Field::Source, record.iterator);
        // A value that is not a function is called as well.
        let next = if record.next.is_undefined() { Value::NULL } else { record.next };
        walk.set(vm, Field::Next, next);
        walk.set(vm, Field::Result, Value::object(result));
    } else {
        let source = convert::to_object(vm, items)?;
        vm.keep(Value::object(source));
        let length = convert::length_of_array_like(vm, source)?;
        let result = make(vm, call, Some(length))?;
        walk.set(vm, Field::Source, Value::object(source));
        walk.set(vm, Field::Length, number(length));
        walk.set(vm, Field::Result, Value::object(result));
    }
    advance(vm, walk)
}

/// Creates the object to fill, and keeps it alive: `this` constructs it, or it is an array.
fn make(vm: &mut Vm, call: Call, length: Option<u64>) -> Completion<ObjectId> {
    let Some(constructor) = call.this.as_object().filter(|&object| vm.heap.has_construct(object)) else {
        return array_create(vm, length.unwrap_or(0));
    };
    let length = length.map(number);
    let result = vm.construct(constructor, length.as_slice(), constructor)?;
    vm.keep(Value::object(result));
    Ok(result)
}

/// Asks for the next value, or finishes.
fn advance(vm: &mut Vm, walk: Walk) -> Completion<()> {
    let (source, count) = (walk.get(vm, Field::Source), walk.count(vm));
    if walk.has_iterator(vm) {
        let is_short = check_length(vm, count + 1);
        if is_short.is_err() {
            return walk.closing(vm, is_short);
        }
        let next = walk.get(vm, Field::Next);
        iteration::require_next(vm, next)?;
        let result = vm.call(next, source, &[])?;
        return walk.wait_for(vm, result, [&TAKE_RESULT, &FAIL]);
    }
    if walk.get(vm, Field::Length).as_number().is_some_and(|length| count as f64 >= length) {
        return finish(vm, walk);
    }
    let source = walk.object(vm, Field::Source)?;
    let value = get_element(vm, source, count)?;
    walk.wait_for(vm, value, [&TAKE_VALUE, &FAIL])
}

fn finish(vm: &mut Vm, walk: Walk) -> Completion<()> {
    let (result, promise) = (walk.object(vm, Field::Result)?, walk.object(vm, Field::Promise)?);
    set_length(vm, result, walk.count(vm))?;
    promise::resolve_promise(vm, promise, Value::object(result))
}

/// Maps a value if there is a mapping function, then adds it.
fn map_or_add(vm: &mut Vm, walk: Walk, value: Value) -> Completion<()> {
    vm.keep(value);
    let mapper = walk.get(vm, Field::Mapper);
    if mapper.is_undefined() {
        return add(vm, walk, value);
    }
    let (this, count) = (walk.get(vm, Field::This), walk.count(vm));
    let mapped = vm
        .call(mapper, this, &[value, number(count)])
        .and_then(|mapped| walk.wait_for(vm, mapped, [&TAKE_MAPPED, &FAIL_AND_CLOSE]));
    walk.closing(vm, mapped)
}

fn add(vm: &mut Vm, walk: Walk, value: Value) -> Completion<()> {
    let (result, count) = (walk.object(vm, Field::Result)?, walk.count(vm));
    let added = create_element(vm, result, count, value);
    if added.is_err() {
        return walk.closing(vm, added);
    }
    walk.set(vm, Field::Count, number(count + 1));
    advance(vm, walk)
}

/// Runs a step of the walk that a function has captured.
fn go_on(vm: &mut Vm, call: Call, step: fn(&mut Vm, Walk, Value) -> Completion<()>) -> Completion<Value> {
    let Some(walk) = vm.heap.captured(call.callee, 0).as_object().map(Walk) else { return Ok(Value::UNDEFINED) };
    let value = call.argument(vm, 0);
    let done = step(vm, walk, value);
    walk.settle(vm, done)?;
    Ok(Value::UNDEFINED)
}

/// The result of `next`, ECMA-262 23.1.2.2 step 3.i.iv.
fn take_result(vm: &mut Vm, call: Call) -> Completion<Value> {
    go_on(vm, call, |vm, walk, result| {
        let result = iteration::require_iterator_result(vm, result)?;
        match iteration::iterator_result_value(vm, result)? {
            Some(value) => map_or_add(vm, walk, value),
            None => finish(vm, walk),
        }
    })
}

/// An element of an array-like, ECMA-262 23.1.2.2 step 3.k.iv.
fn take_value(vm: &mut Vm, call: Call) -> Completion<Value> {
    go_on(vm, call, map_or_add)
}

/// The result of the mapping function, ECMA-262 23.1.2.2 step 3.i.vi.
fn take_mapped(vm: &mut Vm, call: Call) -> Completion<Value> {
    go_on(vm, call, add)
}

/// The awaited value was rejected, and so is the promise, ECMA-262 23.1.2.2.
fn fail(vm: &mut Vm, call: Call) -> Completion<Value> {
    go_on(vm, call, |_, _, reason| Err(Throw::Exception(reason)))
}

/// The awaited value was rejected: closes the iterator, then rejects the promise, ECMA-262 23.1.2.2.
fn fail_and_close(vm: &mut Vm, call: Call) -> Completion<Value> {
    go_on(vm, call, |vm, walk, reason| walk.close(vm, reason))
}

/// `return` is settled, ECMA-262 7.4.13: the promise is rejected with the reason for closing.
fn closed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(walk) = vm.heap.captured(call.callee, 0).as_object().map(Walk) else { return Ok(Value::UNDEFINED) };
    let reason = vm.heap.captured(call.callee, 1);
    walk.settle(vm, Err(Throw::Exception(reason)))?;
    Ok(Value::UNDEFINED)
}
