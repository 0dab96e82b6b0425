//! Atomics.wait, Atomics.waitAsync and Atomics.notify.

use std::sync::Arc;
use std::time::Duration;

use ferrotape_runtime::buffer::waiting;
use ferrotape_runtime::buffer::{Element, Expectation, Waiting};
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::object;
use ferrotape_runtime::typed_array::{self, ElementType};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{integer_typed_array, valid_index};
use crate::array::number;

fn is_waitable(element: ElementType) -> bool {
    matches!(element, ElementType::Int32 | ElementType::BigInt64)
}

/// Returns the awaited condition from the arguments: DoWait, ECMA-262 25.4.3.14, steps up to 10.
fn expectation(vm: &mut Vm, call: Call) -> Completion<Expectation> {
    let (view, length) = integer_typed_array(vm, call, is_waitable)?;
    let Some(bytes) = buffers::shared_bytes(&vm.heap, view.buffer).map(Arc::clone) else {
        return vm.type_error("Atomics.wait cannot be called on memory that is not shared");
    };
    let index = valid_index(vm, call, length)?;
    let [value, timeout] = [2, 3].map(|index| call.argument(vm, index));
    let raw = typed_array::raw_of_value(vm, view.element, value)?;
    let timeout = convert::to_number(vm, timeout)?;
    let timeout = if timeout.is_nan() { f64::INFINITY } else { timeout.max(0.0) };
    // A time beyond the clock's range is no limit.
    let timeout = Duration::try_from_secs_f64(timeout / 1000.0).ok();
    let element = Element { bytes, at: view.place_of(index) };
    Ok(Expectation { element, size: view.element.size(), raw, timeout })
}

/// Atomics.wait ( typedArray, index, value, timeout ), ECMA-262 25.4.14
pub(super) fn wait(vm: &mut Vm, call: Call) -> Completion<Value> {
    let expectation = expectation(vm, call)?;
    if !vm.options.can_block {
        return vm.type_error("Atomics.wait cannot be called in this context");
    }
    waiting::wait(vm, &expectation).map(|waited| waited.value())
}

/// Atomics.waitAsync ( typedArray, index, value, timeout ), ECMA-262 25.4.15
pub(super) fn wait_async(vm: &mut Vm, call: Call) -> Completion<Value> {
    let expectation = expectation(vm, call)?;
    let (is_async, value) = match waiting::wait_async(vm, expectation)? {
        Waiting::Over(waited) => (false, waited.value()),
        Waiting::Promise(promise) => (true, Value::object(promise)),
    };
    let result = vm.new_plain_object();
    vm.keep(Value::object(result));
    for (name, value) in [("async", Value::bool(is_async)), ("value", value)] {
        let key = vm.heap.key(name);
        object::create_data_property_or_throw(vm, result, key, value)?;
    }
    Ok(Value::object(result))
}

/// Atomics.notify ( typedArray, index, count ), ECMA-262 25.4.16
pub(super) fn notify(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (view, length) = integer_typed_array(vm, call, is_waitable)?;
    let index = valid_index(vm, call, length)?;
    let count = call.argument(vm, 2);
    let count = if count.is_undefined() { f64::INFINITY } else { convert::to_integer_or_infinity(vm, count)?.max(0.0) };
    match buffers::shared_bytes(&vm.heap, view.buffer).map(Arc::clone) {
        Some(bytes) => Ok(number(waiting::notify(vm, &bytes, view.place_of(index), count as u64)?)),
        None => Ok(Value::ZERO),
    }
}
