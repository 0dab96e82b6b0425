//! The functions of Uint8Array alone, ECMA-262 23.3: bytes to base64 and hexadecimal strings, and back.
//!
//! ```text
//! base64    encoding, and FromBase64
//! hex       hexadecimal digits, and FromHex
//! ```

mod base64;
mod hex;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::FlatString;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::typed_array::{ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::create::{allocate, length_of};
use crate::array::number;
use crate::array_buffer::require_mutable;
use crate::gathered::Gathered;

static FUNCTIONS: &[NativeFunction] =
    &[method("fromBase64", 1, base64::from_base64), method("fromHex", 1, hex::from_hex)];

static METHODS: &[NativeFunction] = &[
    method("setFromBase64", 1, base64::set_from_base64),
    method("setFromHex", 1, hex::set_from_hex),
    method("toBase64", 0, base64::to_base64),
    method("toHex", 0, hex::to_hex),
];

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let constructor = intrinsics.typed_arrays[ElementType::Uint8 as usize];
    let prototype = intrinsics.typed_array_prototypes[ElementType::Uint8 as usize];
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)
}

/// ValidateUint8Array, ECMA-262 23.3.3.1
fn this_uint8_array(vm: &mut Vm, call: Call, method: &str) -> Completion<View> {
    let view = call.this.as_object().and_then(|object| views::typed_array(&vm.heap, object));
    match view.filter(|view| view.element == ElementType::Uint8) {
        Some(view) => Ok(view),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("Uint8Array.prototype.{method}"), &receiver))
        }
    }
}

/// ValidateUint8Array for writing: the buffer must not be immutable.
fn this_writable_uint8_array(vm: &mut Vm, call: Call, method: &str) -> Completion<View> {
    let view = this_uint8_array(vm, call, method)?;
    require_mutable(vm, view.buffer)?;
    Ok(view)
}

/// Returns the string in the first argument, without conversion.
fn text(vm: &mut Vm, call: Call) -> Completion<FlatString> {
    let text = call.argument(vm, 0);
    match text.as_string() {
        Some(text) => Ok(vm.heap.flatten(text)?),
        None => {
            let found = messages::describe(vm, text);
            vm.type_error(format!("{found} is not a string"))
        }
    }
}

/// The length read of a string, and whether an error ended it.
struct Read {
    units: usize,
    is_error: bool,
}

/// Creates a Uint8Array from decoded bytes.
fn new_array(vm: &mut Vm, bytes: &Gathered<u8>) -> Completion<Value> {
    let prototype = realm::intrinsics(vm).typed_array_prototypes[ElementType::Uint8 as usize];
    let array = allocate(vm, prototype, ElementType::Uint8, bytes.len() as u64)?;
    put(vm, array.view, bytes)?;
    Ok(Value::object(array.object))
}

/// SetUint8ArrayBytes, ECMA-262 23.3.3.5
fn put(vm: &mut Vm, view: View, bytes: &Gathered<u8>) -> Completion<()> {
    for (piece, bytes) in bytes.as_slice().chunks(PIECE).enumerate() {
        vm.work(bytes.len() as u64 / BYTES_PER_TICK + 1)?;
        buffers::put_in(&mut vm.heap, view.buffer, view.place_of(piece * PIECE), bytes);
    }
    Ok(())
}

/// Bytes that are copied between two ticks.
const PIECE: usize = 1 << 12;

/// Returns the result of the methods that write into an array: the lengths read and written.
fn read_and_written(vm: &mut Vm, read: usize, written: usize) -> Completion<Value> {
    let result = vm.new_plain_object();
    vm.keep(Value::object(result));
    for (name, count) in [("read", read), ("written", written)] {
        let key = vm.heap.key(name);
        object::create_data_property_or_throw(vm, result, key, number(count as u64))?;
    }
    Ok(Value::object(result))
}

/// Decodes a string into a new array.
fn decode(vm: &mut Vm, read: impl FnOnce(&mut Vm, &mut Gathered<u8>, usize) -> Completion<Read>) -> Completion<Value> {
    Gathered::with(vm, |vm, bytes| match read(vm, bytes, usize::MAX)? {
        Read { is_error: true, .. } => malformed(vm),
        Read { is_error: false, .. } => new_array(vm, bytes),
    })
}

/// Decodes a string into an existing array. Bytes from before an error stay.
fn decode_into(
    vm: &mut Vm,
    view: View,
    read: impl FnOnce(&mut Vm, &mut Gathered<u8>, usize) -> Completion<Read>,
) -> Completion<Value> {
    let room = length_of(vm, view)?;
    Gathered::with(vm, |vm, bytes| {
        let read = read(vm, bytes, room)?;
        put(vm, view, bytes)?;
        if read.is_error { malformed(vm) } else { read_and_written(vm, read.units, bytes.len()) }
    })
}

fn malformed<T>(vm: &mut Vm) -> Completion<T> {
    vm.syntax_error("The text is not well-formed")
}

/// GetUint8ArrayBytes, ECMA-262 23.3.3.2, piece by piece.
fn for_each_piece(
    vm: &mut Vm,
    view: View,
    size: usize,
    mut work: impl FnMut(&mut Vm, &[u8]) -> Completion<()>,
) -> Completion<()> {
    let length = length_of(vm, view)?;
    let mut piece = [0; PIECE];
    let mut start = 0;
    while start < length {
        let count = size.min(length - start);
        let Some(piece) = piece.get_mut(..count) else { return Ok(()) };
        vm.work(count as u64 / 16 + 1)?;
        buffers::take_out(&vm.heap, view.buffer, view.place_of(start), piece);
        work(vm, piece)?;
        start += count;
    }
    Ok(())
}
