//! The Atomics object, ECMA-262 25.4. The engine implements waiting between threads, in its `buffer/waiting.rs`.
//!
//! ```text
//! waiting    wait, waitAsync, notify
//! ```

mod waiting;

use ferrotape_runtime::bigint;
use ferrotape_runtime::bigints;
use ferrotape_runtime::buffer::Bytes;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::array_buffer::require_mutable;

static FUNCTIONS: &[NativeFunction] = &[
    method("add", 3, add),
    method("and", 3, and),
    method("compareExchange", 4, compare_exchange),
    method("exchange", 3, exchange),
    method("isLockFree", 1, is_lock_free),
    method("load", 2, load),
    method("notify", 3, waiting::notify),
    method("or", 3, or),
    method("pause", 0, pause),
    method("store", 3, store),
    method("sub", 3, sub),
    method("wait", 4, waiting::wait),
    method("waitAsync", 4, waiting::wait_async),
    method("xor", 3, xor),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let atomics = realm.namespace("Atomics")?;
    realm.methods(atomics, FUNCTIONS)?;
    realm.string_tag(atomics, "Atomics")
}

/// ValidateIntegerTypedArray, ECMA-262 25.4.3.1, of the first argument. `is_usable` selects the element types.
fn integer_typed_array(vm: &mut Vm, call: Call, is_usable: fn(ElementType) -> bool) -> Completion<(View, usize)> {
    let array = call.argument(vm, 0);
    let view = array.as_object().and_then(|object| views::typed_array(&vm.heap, object));
    let Some(view) = view else {
        let found = messages::describe(vm, array);
        return vm.type_error(format!("{found} is not a typed array"));
    };
    let Some(length) = views::length_of_view(&vm.heap, view) else {
        return vm.type_error(messages::VIEW_OUT_OF_BOUNDS);
    };
    if !is_usable(view.element) {
        return vm.type_error(format!("Atomics cannot do that with a {}", view.element.constructor_name()));
    }
    Ok((view, length))
}

/// ValidateIntegerTypedArray for writing: the buffer must not be immutable.
fn writable_typed_array(vm: &mut Vm, call: Call) -> Completion<(View, usize)> {
    let found = integer_typed_array(vm, call, is_integer)?;
    require_mutable(vm, found.0.buffer)?;
    Ok(found)
}

fn is_integer(element: ElementType) -> bool {
    !element.is_float() && !element.is_clamped()
}

/// ValidateAtomicAccess, ECMA-262 25.4.3.2: the second argument must be an index of the typed array.
fn valid_index(vm: &mut Vm, call: Call, length: usize) -> Completion<usize> {
    let index = call.argument(vm, 1);
    let index = bigint::to_index(vm, index, messages::INVALID_INDEX)?;
    if index >= length as u64 {
        return vm.range_error("Invalid atomic access index");
    }
    Ok(index as usize)
}

/// RevalidateAtomicAccess, ECMA-262 25.4.3.4, after the conversions of values.
fn revalidate(vm: &mut Vm, view: View, index: usize) -> Completion<()> {
    match views::length_of_view(&vm.heap, view) {
        Some(length) if index < length => Ok(()),
        Some(_) => vm.range_error("Invalid atomic access index"),
        None => vm.type_error(messages::VIEW_OUT_OF_BOUNDS),
    }
}

/// Converts a value to an integer for Atomics. Returns the integer and its bytes.
fn operand(vm: &mut Vm, element: ElementType, value: Value) -> Completion<(Value, u64)> {
    if element.is_big_int() {
        let bigint = bigint::to_bigint(vm, value)?;
        return Ok((Value::bigint(bigint), bigints::low_bits_of_bigint(&vm.heap, bigint)));
    }
    let integer = convert::to_integer_or_infinity(vm, value)?;
    Ok((Value::number(integer), element.raw_of(integer)))
}

/// Changes an element atomically if `change` returns a value. Returns the old value.
fn update(vm: &mut Vm, view: View, index: usize, change: impl Fn(u64) -> Option<u64>) -> u64 {
    let (place, size) = (view.place_of(index), view.element.size());
    match buffers::get(&vm.heap, view.buffer).bytes() {
        Bytes::Shared(bytes) => bytes.update(place, size, change).unwrap_or(0),
        bytes => {
            let before = bytes.read(place, size).unwrap_or(0);
            if let Some(raw) = change(before) {
                buffers::write_bytes_of(&mut vm.heap, view.buffer, place, size, raw);
            }
            before
        }
    }
}

/// AtomicReadModifyWrite, ECMA-262 25.4.3.15
fn read_modify_write(vm: &mut Vm, call: Call, change: fn(u64, u64) -> u64) -> Completion<Value> {
    let (view, length) = writable_typed_array(vm, call)?;
    let index = valid_index(vm, call, length)?;
    let value = call.argument(vm, 2);
    let (_, raw) = operand(vm, view.element, value)?;
    revalidate(vm, view, index)?;
    let before = update(vm, view, index, |old| Some(change(old, raw)));
    Ok(typed_array::value_of_raw(vm, view.element, before))
}

/// Atomics.add ( typedArray, index, value ), ECMA-262 25.4.4
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, u64::wrapping_add)
}

/// Atomics.and ( typedArray, index, value ), ECMA-262 25.4.5
fn and(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, |old, value| old & value)
}

/// Atomics.exchange ( typedArray, index, value ), ECMA-262 25.4.7
fn exchange(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, |_, value| value)
}

/// Atomics.or ( typedArray, index, value ), ECMA-262 25.4.10
fn or(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, |old, value| old | value)
}

/// Atomics.sub ( typedArray, index, value ), ECMA-262 25.4.13
fn sub(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, u64::wrapping_sub)
}

/// Atomics.xor ( typedArray, index, value ), ECMA-262 25.4.17
fn xor(vm: &mut Vm, call: Call) -> Completion<Value> {
    read_modify_write(vm, call, |old, value| old ^ value)
}

/// Atomics.compareExchange ( typedArray, index, expectedValue, replacementValue ), ECMA-262 25.4.6
fn compare_exchange(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (view, length) = writable_typed_array(vm, call)?;
    let index = valid_index(vm, call, length)?;
    let [expected, replacement] = [2, 3].map(|index| call.argument(vm, index));
    let (_, expected) = operand(vm, view.element, expected)?;
    let (_, replacement) = operand(vm, view.element, replacement)?;
    revalidate(vm, view, index)?;
    let expected = expected & u64::MAX >> (64 - view.element.size() * 8);
    let before = update(vm, view, index, |old| (old == expected).then_some(replacement));
    Ok(typed_array::value_of_raw(vm, view.element, before))
}

/// Atomics.load ( typedArray, index ), ECMA-262 25.4.9
fn load(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (view, length) = integer_typed_array(vm, call, is_integer)?;
    let index = valid_index(vm, call, length)?;
    revalidate(vm, view, index)?;
    Ok(typed_array::element_of_view(vm, view, index).unwrap_or(Value::UNDEFINED))
}

/// Atomics.store ( typedArray, index, value ), ECMA-262 25.4.12
fn store(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (view, length) = writable_typed_array(vm, call)?;
    let index = valid_index(vm, call, length)?;
    let value = call.argument(vm, 2);
    let (value, raw) = operand(vm, view.element, value)?;
    revalidate(vm, view, index)?;
    views::set_raw_element(&mut vm.heap, view, index, raw);
    Ok(value)
}

/// Atomics.isLockFree ( size ), ECMA-262 25.4.8: elements of all sizes are parts of one atomic word.
fn is_lock_free(vm: &mut Vm, call: Call) -> Completion<Value> {
    let size = call.argument(vm, 0);
    let size = convert::to_integer_or_infinity(vm, size)?;
    Ok(Value::bool([1.0, 2.0, 4.0, 8.0].contains(&size)))
}

/// Atomics.pause ( [ N ] ), ECMA-262 25.4.11
fn pause(vm: &mut Vm, call: Call) -> Completion<Value> {
    let count = call.argument(vm, 0);
    if !count.is_undefined() && count.as_number().is_none_or(|number| number.trunc() != number || number.is_infinite())
    {
        let found = messages::describe(vm, count);
        return vm.type_error(format!("{found} is not an integral number"));
    }
    std::hint::spin_loop();
    Ok(Value::UNDEFINED)
}
