//! ReadableStreamFromIterable, Streams 4.9.1.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::keys;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::source::Algorithm;
use super::{byte_views, controller, promises, readable};
use crate::text;

/// The slots of what a stream is made from.
const ITERATOR: usize = 0;
const NEXT: usize = 1;
const STREAM: usize = 2;

/// Whether strings become bytes.
const ENCODES: usize = 3;

promises::closures! {
    HAS_NEXT = has_next, 1;
    HAS_RETURNED = has_returned, 1;
}

/// Makes the stream of a body from an async iterable, as Node does: strings become their bytes in UTF-8.
pub(crate) fn encoded_from_iterable(vm: &mut Vm, iterable: Value) -> Completion<ObjectId> {
    new_stream(vm, iterable, Value::TRUE)
}

/// Makes the stream of the values.
pub(super) fn from_iterable(vm: &mut Vm, iterable: Value) -> Completion<ObjectId> {
    new_stream(vm, iterable, Value::FALSE)
}

/// Makes the stream with a high-water mark of 0, so that nothing is asked of the iterator before a read.
fn new_stream(vm: &mut Vm, iterable: Value, encodes: Value) -> Completion<ObjectId> {
    let iterator = iteration::get_async_iterator(vm, iterable)?;
    vm.keep(iterator);
    let record = iteration::get_iterator_direct(vm, iterator)?;
    let from = fields::new_hidden(vm, Kind::From)?;
    fields::set(vm, from, ITERATOR, record.iterator);
    fields::set(vm, from, NEXT, record.next);
    fields::set(vm, from, ENCODES, encodes);
    let (algorithms, started) = ([Algorithm::From; 2], promises::done(vm)?);
    let stream = readable::create(vm, from, algorithms, started, 0.0, Value::UNDEFINED)?;
    fields::set(vm, from, STREAM, Value::object(stream));
    Ok(stream)
}

pub(super) fn pull(vm: &mut Vm, from: ObjectId) -> Completion<ObjectId> {
    let [iterator, next] = [ITERATOR, NEXT].map(|slot| fields::get(vm, from, slot));
    let result = vm.call(next, iterator, &[])?;
    vm.keep(result);
    iteration::require_iterator_result(vm, result)?;
    let promise = promises::resolved(vm, result)?;
    promises::transformed(vm, promise, Some(&HAS_NEXT), None, [Value::object(from), Value::UNDEFINED, Value::UNDEFINED])
}

/// Reaction to the iterator's result: enqueues its value, or closes the stream. A result that is no object is a
/// TypeError.
fn has_next(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(from) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::From) else {
        return Ok(Value::UNDEFINED);
    };
    let result = iteration::require_iterator_result(vm, call.argument(vm, 0))?;
    let stream = fields::linked(vm, from, STREAM)?;
    let controller = fields::linked(vm, stream, readable::CONTROLLER)?;
    match iteration::iterator_result_value(vm, result)? {
        None => controller::close(vm, controller)?,
        Some(value) => {
            vm.keep(value);
            let chunk = if fields::flag(vm, from, ENCODES) && value.is_string() { encoded(vm, value)? } else { value };
            controller::enqueue(vm, controller, chunk)?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// Makes a Uint8Array of a string. It is kept.
fn encoded(vm: &mut Vm, string: Value) -> Completion<Value> {
    let string = text::to_usv_string(vm, string)?;
    let bytes = text::utf8(vm, string)?;
    let chunk = byte_views::bytes_of(vm, &bytes);
    vm.heap.take_back(&bytes);
    chunk
}

/// The cancel algorithm: calls the iterator's `return`, which must give a promise of an object, if it has one.
pub(super) fn cancel(vm: &mut Vm, from: ObjectId, reason: Value) -> Completion<ObjectId> {
    let iterator = fields::get(vm, from, ITERATOR);
    let method = object::get_v(vm, iterator, keys::RETURN)?;
    if method.is_nullish() {
        return promises::done(vm);
    }
    vm.keep(method);
    if !vm.heap.is_callable(method) {
        let found = messages::describe(vm, method);
        return vm.type_error(messages::must_be_a_function("The method 'return' of the iterator", &found));
    }
    let result = vm.call(method, iterator, &[reason])?;
    vm.keep(result);
    let promise = promises::resolved(vm, result)?;
    promises::transformed(vm, promise, Some(&HAS_RETURNED), None, [Value::UNDEFINED; 3])
}

fn has_returned(vm: &mut Vm, call: Call) -> Completion<Value> {
    iteration::require_iterator_result(vm, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}
