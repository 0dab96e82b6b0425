//! Async iterators of streams, Streams 4.2.5 and Web IDL 3.7.10.2.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{promises, readable, reader};
use crate::interface::{Known, new_prototype};

/// The slots of an iterator.
const READER: usize = 0;
const PREVENTS_CANCEL: usize = 1;
const ONGOING: usize = 2;
const FINISHED: usize = 3;

/// The slots of one of its reads.
const ITERATOR: usize = 0;
const PROMISE: usize = 1;
const ENDED: usize = 2;

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    static METHODS: &[ferrotape_runtime::function::NativeFunction] =
        &[method("next", 0, next), method("return", 1, return_method)];
    let above = realm::intrinsics(realm.vm).async_iterator_prototype;
    let prototype = new_prototype(realm, above, Known::ReadableStreamIterator);
    crate::define_operations(realm, prototype, METHODS)?;
    realm.string_tag(prototype, Kind::Iterator.class())
}

promises::closures! {
    NEXT_STEPS = next_steps_reaction, 1;
    HAS_READ = has_read, 1;
    HAS_FAILED = has_failed, 1;
    RETURN_STEPS = return_steps_reaction, 1;
    HAS_RETURNED = has_returned, 1;
    FOLLOW = follow, 0;
}

/// Makes the iterator of a stream, which it locks. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId, prevents_cancel: bool) -> Completion<ObjectId> {
    let reader = reader::acquire(vm, stream, Kind::DefaultReader)?;
    let prototype = Known::ReadableStreamIterator.of_realm(vm);
    let iterator = fields::new(vm, Kind::Iterator, prototype)?;
    fields::set(vm, iterator, READER, Value::object(reader));
    fields::set_flag(vm, iterator, PREVENTS_CANCEL, prevents_cancel);
    Ok(iterator)
}

/// Returns what the captures of a reaction have: an iterator and a value.
fn captured(vm: &mut Vm, call: Call) -> Completion<(ObjectId, Value)> {
    let value = vm.heap.captured(call.callee, 1);
    match fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Iterator) {
        Some(iterator) => Ok((iterator, value)),
        None => vm.type_error("The state of the stream is damaged"),
    }
}

/// %ReadableStreamAsyncIteratorPrototype%.next ( )
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let iterator = fields::this(vm, call, Kind::Iterator, "next")?;
        let promise = match fields::link(vm, iterator, ONGOING) {
            Some(ongoing) => {
                let promise = promises::pending(vm);
                let captured = [Value::object(iterator), Value::UNDEFINED, Value::object(promise)];
                promises::upon(vm, ongoing, Some(&NEXT_STEPS), Some(&NEXT_STEPS), captured)?;
                promise
            }
            None => next_steps(vm, iterator)?,
        };
        fields::set(vm, iterator, ONGOING, Value::object(promise));
        Ok(promise)
    })
}

fn next_steps_reaction(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, _) = captured(vm, call)?;
    let promise = vm.heap.captured(call.callee, 2);
    let result = next_steps(vm, iterator)?;
    follow_later(vm, promise, result)
}

/// Settles a promise as a later one will be, in as many turns as resolving it with that takes, which would ask it for `then`.
fn follow_later(vm: &mut Vm, promise: Value, result: ObjectId) -> Completion<Value> {
    promises::microtask(vm, &FOLLOW, [promise, Value::object(result), Value::UNDEFINED])?;
    Ok(Value::UNDEFINED)
}

fn follow(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [promise, result] = [0, 1].map(|place| vm.heap.captured(call.callee, place));
    if let Some(result) = result.as_object() {
        promises::follow(vm, promise, result)?;
    }
    Ok(Value::UNDEFINED)
}

/// The "get the next iteration result" steps. A reader that was released gives a promise rejected with a TypeError.
fn next_steps(vm: &mut Vm, iterator: ObjectId) -> Completion<ObjectId> {
    if fields::flag(vm, iterator, FINISHED) {
        return settled(vm, Value::UNDEFINED);
    }
    let read = fields::new_hidden(vm, Kind::IteratorRead)?;
    let promise = promises::pending(vm);
    fields::set(vm, read, ITERATOR, Value::object(iterator));
    fields::set(vm, read, PROMISE, Value::object(promise));
    let reader = fields::linked(vm, iterator, READER)?;
    match fields::link(vm, reader, reader::STREAM) {
        Some(_) => reader::read(vm, reader, Value::object(read))?,
        None => {
            let error = promises::type_error(vm, "The iterator has been released from its stream");
            promises::reject(vm, Value::object(promise), error)?;
        }
    }
    let captured = [Value::object(iterator), Value::object(read), Value::UNDEFINED];
    promises::transformed(vm, promise, Some(&HAS_READ), Some(&HAS_FAILED), captured)
}

/// A promise of the last result.
fn settled(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    let result = iteration::iterator_result(vm, value, true);
    vm.keep(result);
    promises::resolved(vm, result)
}

fn has_read(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, read) = captured(vm, call)?;
    fields::set(vm, iterator, ONGOING, Value::NULL);
    let is_end = fields::of_kind(vm, read, Kind::IteratorRead).is_none_or(|read| fields::flag(vm, read, ENDED));
    if is_end {
        fields::set_flag(vm, iterator, FINISHED, true);
    }
    let value = if is_end { Value::UNDEFINED } else { call.argument(vm, 0) };
    Ok(iteration::iterator_result(vm, value, is_end))
}

fn has_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, _) = captured(vm, call)?;
    fields::set(vm, iterator, ONGOING, Value::NULL);
    fields::set_flag(vm, iterator, FINISHED, true);
    Err(Throw::Exception(call.argument(vm, 0)))
}

/// The chunk steps of a read.
pub(super) fn chunk(vm: &mut Vm, read: ObjectId, chunk: Value) -> Completion<()> {
    let promise = fields::get(vm, read, PROMISE);
    promises::resolve(vm, promise, chunk)
}

/// The close steps of a read.
pub(super) fn close(vm: &mut Vm, read: ObjectId) -> Completion<()> {
    release(vm, read)?;
    fields::set_flag(vm, read, ENDED, true);
    let promise = fields::get(vm, read, PROMISE);
    promises::resolve(vm, promise, Value::UNDEFINED)
}

/// The error steps of a read.
pub(super) fn fail(vm: &mut Vm, read: ObjectId, reason: Value) -> Completion<()> {
    release(vm, read)?;
    let promise = fields::get(vm, read, PROMISE);
    promises::reject(vm, promise, reason)
}

fn release(vm: &mut Vm, read: ObjectId) -> Completion<()> {
    let iterator = fields::linked(vm, read, ITERATOR)?;
    let reader = fields::linked(vm, iterator, READER)?;
    reader::release(vm, reader)
}

/// %ReadableStreamAsyncIteratorPrototype%.return ( value )
fn return_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let iterator = fields::this(vm, call, Kind::Iterator, "return")?;
        let value = call.argument(vm, 0);
        let promise = match fields::link(vm, iterator, ONGOING) {
            Some(ongoing) => {
                let promise = promises::pending(vm);
                let captured = [Value::object(iterator), value, Value::object(promise)];
                promises::upon(vm, ongoing, Some(&RETURN_STEPS), Some(&RETURN_STEPS), captured)?;
                promise
            }
            None => return_steps(vm, iterator, value)?,
        };
        fields::set(vm, iterator, ONGOING, Value::object(promise));
        let captured = [Value::object(iterator), value, Value::UNDEFINED];
        promises::transformed(vm, promise, Some(&HAS_RETURNED), None, captured)
    })
}

fn return_steps_reaction(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, value) = captured(vm, call)?;
    let promise = vm.heap.captured(call.callee, 2);
    let result = return_steps(vm, iterator, value)?;
    follow_later(vm, promise, result)
}

/// The asynchronous iterator return steps: cancels the stream unless `preventCancel` is set, and releases it.
fn return_steps(vm: &mut Vm, iterator: ObjectId, value: Value) -> Completion<ObjectId> {
    if fields::flag(vm, iterator, FINISHED) {
        return settled(vm, value);
    }
    fields::set_flag(vm, iterator, FINISHED, true);
    let reader = fields::linked(vm, iterator, READER)?;
    let Some(stream) = fields::link(vm, reader, reader::STREAM) else {
        return promises::rejected_with(vm, "The iterator has been released from its stream");
    };
    let result = match fields::flag(vm, iterator, PREVENTS_CANCEL) {
        true => promises::done(vm)?,
        false => readable::cancel(vm, stream, value)?,
    };
    reader::release(vm, reader)?;
    Ok(result)
}

fn has_returned(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterator, value) = captured(vm, call)?;
    fields::set(vm, iterator, ONGOING, Value::NULL);
    Ok(iteration::iterator_result(vm, value, true))
}
