//! ArrayBuffer and SharedArrayBuffer objects, ECMA-262 25.1 and 25.2. The engine implements the buffers, in its
//! `buffer.rs`.
//!
//! Both kinds share the constructors' steps and the accessors of lengths. Each method works for one kind only.

mod slice;

use ferrotape_runtime::bigint;
use ferrotape_runtime::buffer::{self, MAX_BYTE_LENGTH};
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::realm::{self, Intrinsics, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::array::number;
use crate::species;

static CONSTRUCTOR: NativeFunction = constructor("ArrayBuffer", 1, array_buffer);
static FUNCTIONS: &[NativeFunction] = &[method("isView", 1, is_view)];
static METHODS: &[NativeFunction] = &[
    method("resize", 1, resize),
    method("slice", 2, slice::slice),
    method("sliceToImmutable", 2, slice::slice_to_immutable),
    method("transfer", 0, transfer),
    method("transferToFixedLength", 0, transfer_to_fixed_length),
    method("transferToImmutable", 0, transfer_to_immutable),
];
static GETTERS: &[NativeFunction] = &[
    method("get byteLength", 0, byte_length),
    method("get detached", 0, detached),
    method("get immutable", 0, immutable),
    method("get maxByteLength", 0, max_byte_length),
    method("get resizable", 0, resizable),
];

static SHARED_CONSTRUCTOR: NativeFunction = constructor("SharedArrayBuffer", 1, shared_array_buffer);
static SHARED_METHODS: &[NativeFunction] = &[method("grow", 1, grow), method("slice", 2, slice::slice_shared)];
static SHARED_GETTERS: &[NativeFunction] = &[
    method("get byteLength", 0, shared_byte_length),
    method("get growable", 0, growable),
    method("get maxByteLength", 0, shared_max_byte_length),
];

/// Defines the globals `ArrayBuffer` and `SharedArrayBuffer`, and remembers them as the default species of `slice`.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).array_buffer_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.array_buffer = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    species::install(realm, constructor)?;
    realm.methods(prototype, METHODS)?;
    install_getters(realm, prototype, GETTERS)?;
    realm.string_tag(prototype, "ArrayBuffer")?;

    let prototype = realm::intrinsics(realm.vm).shared_array_buffer_prototype;
    let constructor = realm.constructor(&SHARED_CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.shared_array_buffer = constructor;
    species::install(realm, constructor)?;
    realm.methods(prototype, SHARED_METHODS)?;
    install_getters(realm, prototype, SHARED_GETTERS)?;
    realm.string_tag(prototype, "SharedArrayBuffer")
}

/// Defines a table of getters, each named by the part of its name after `get`.
pub(crate) fn install_getters(
    realm: &mut RealmBuilder,
    object: ObjectId,
    getters: &'static [NativeFunction],
) -> Completion<()> {
    for getter in getters {
        let key = realm.vm.heap.key(getter.name.trim_start_matches("get "));
        realm.accessor(object, key, Some(getter), None)?;
    }
    Ok(())
}

/// ArrayBuffer ( length [ , options ] ), ECMA-262 25.1.4.1
fn array_buffer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (prototype, length, max) = constructed(vm, call, "ArrayBuffer", |it| it.array_buffer_prototype)?;
    buffer::new_array_buffer(vm, Some(prototype), length, max).map(Value::object)
}

/// SharedArrayBuffer ( length [ , options ] ), ECMA-262 25.2.3.1
fn shared_array_buffer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (prototype, length, max) = constructed(vm, call, "SharedArrayBuffer", |it| it.shared_array_buffer_prototype)?;
    buffer::new_shared_array_buffer(vm, Some(prototype), length, max).map(Value::object)
}

/// Steps of both constructors before the bytes are allocated: prototype, length, and maximum length.
fn constructed(
    vm: &mut Vm,
    call: Call,
    name: &str,
    default: fn(&Intrinsics) -> ObjectId,
) -> Completion<(ObjectId, usize, Option<usize>)> {
    if call.new_target.is_none() {
        return vm.type_error(messages::constructor_without_new(name));
    }
    let [length, options] = [0, 1].map(|index| call.argument(vm, index));
    let length = bigint::to_index(vm, length, messages::INVALID_BUFFER_LENGTH)?;
    let max = max_byte_length_option(vm, options)?;
    if max.is_some_and(|max| length > max) {
        return vm.range_error(format!("Length {length} of {name} is greater than its maxByteLength"));
    }
    let prototype = function::prototype_for_new(vm, call, default)?;
    if max.unwrap_or(length) > MAX_BYTE_LENGTH as u64 {
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    vm.keep(Value::object(prototype));
    Ok((prototype, length as usize, max.map(|max| max as usize)))
}

/// GetArrayBufferMaxByteLengthOption ( options ), ECMA-262 25.1.3.8
fn max_byte_length_option(vm: &mut Vm, options: Value) -> Completion<Option<u64>> {
    let Some(options) = options.as_object() else { return Ok(None) };
    let key = vm.heap.key("maxByteLength");
    let max = object::get(vm, options, key)?;
    if max.is_undefined() { Ok(None) } else { bigint::to_index(vm, max, messages::INVALID_BUFFER_LENGTH).map(Some) }
}

/// ArrayBuffer.isView ( arg ), ECMA-262 25.1.5.1
fn is_view(vm: &mut Vm, call: Call) -> Completion<Value> {
    let is_view = |object| matches!(vm.heap.kind(object), Kind::TypedArray(_) | Kind::DataView(_));
    Ok(Value::bool(call.argument(vm, 0).as_object().is_some_and(is_view)))
}

/// Returns the buffer that a method was called on, which must be shared or unshared.
fn this_buffer(vm: &mut Vm, call: Call, shared: bool, method: &str) -> Completion<BufferId> {
    let buffer = call.this.as_object().and_then(|object| buffers::buffer_of(&vm.heap, object));
    match buffer.filter(|&buffer| buffers::get(&vm.heap, buffer).is_shared() == shared) {
        Some(buffer) => Ok(buffer),
        None => {
            let receiver = messages::describe(vm, call.this);
            let name = if shared { "SharedArrayBuffer" } else { "ArrayBuffer" };
            vm.type_error(messages::incompatible_receiver(&format!("{name}.prototype.{method}"), &receiver))
        }
    }
}

/// Returns the buffer that a method was called on, which must be resizable, and its maximum length.
fn this_resizable(vm: &mut Vm, call: Call, shared: bool, method: &str) -> Completion<(BufferId, usize)> {
    let buffer = this_buffer(vm, call, shared, method)?;
    match buffers::get(&vm.heap, buffer).max_byte_length() {
        Some(max) => Ok((buffer, max)),
        None => vm.type_error(format!("{method} called on a buffer whose length is fixed")),
    }
}

pub(crate) fn detached_error<T>(vm: &mut Vm) -> Completion<T> {
    vm.type_error("Cannot work on a detached ArrayBuffer")
}

/// Fails for an immutable buffer: whatever would write to it or detach it asks first.
pub(crate) fn require_mutable(vm: &mut Vm, buffer: BufferId) -> Completion<()> {
    if buffers::get(&vm.heap, buffer).is_immutable() { vm.type_error(messages::IMMUTABLE_BUFFER) } else { Ok(()) }
}

fn require_attached(vm: &mut Vm, buffer: BufferId) -> Completion<()> {
    if buffers::get(&vm.heap, buffer).is_detached() { detached_error(vm) } else { Ok(()) }
}

/// get ArrayBuffer.prototype.byteLength, ECMA-262 25.1.6.1
fn byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "byteLength")?;
    Ok(number(buffers::get(&vm.heap, buffer).byte_length() as u64))
}

/// get SharedArrayBuffer.prototype.byteLength, ECMA-262 25.2.5.1
fn shared_byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, true, "byteLength")?;
    Ok(number(buffers::get(&vm.heap, buffer).byte_length() as u64))
}

/// get ArrayBuffer.prototype.detached, ECMA-262 25.1.6.3
fn detached(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "detached")?;
    Ok(Value::bool(buffers::get(&vm.heap, buffer).is_detached()))
}

/// get ArrayBuffer.prototype.immutable, of the proposal Immutable ArrayBuffers
fn immutable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "immutable")?;
    Ok(Value::bool(buffers::get(&vm.heap, buffer).is_immutable()))
}

/// get ArrayBuffer.prototype.maxByteLength, ECMA-262 25.1.6.4
fn max_byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "maxByteLength")?;
    let buffer = buffers::get(&vm.heap, buffer);
    let most = buffer.max_byte_length().unwrap_or(buffer.byte_length());
    Ok(if buffer.is_detached() { Value::ZERO } else { number(most as u64) })
}

/// get SharedArrayBuffer.prototype.maxByteLength, ECMA-262 25.2.5.5
fn shared_max_byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, true, "maxByteLength")?;
    let buffer = buffers::get(&vm.heap, buffer);
    Ok(number(buffer.max_byte_length().unwrap_or(buffer.byte_length()) as u64))
}

/// get ArrayBuffer.prototype.resizable, ECMA-262 25.1.6.5
fn resizable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "resizable")?;
    Ok(Value::bool(buffers::get(&vm.heap, buffer).max_byte_length().is_some()))
}

/// get SharedArrayBuffer.prototype.growable, ECMA-262 25.2.5.4
fn growable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, true, "growable")?;
    Ok(Value::bool(buffers::get(&vm.heap, buffer).max_byte_length().is_some()))
}

/// ArrayBuffer.prototype.resize ( newLength ), ECMA-262 25.1.6.6
fn resize(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (buffer, max) = this_resizable(vm, call, false, "resize")?;
    let length = call.argument(vm, 0);
    let length = bigint::to_index(vm, length, messages::INVALID_BUFFER_LENGTH)?;
    require_attached(vm, buffer)?;
    if length > max as u64 {
        return vm.range_error(format!("{length} is more than the maxByteLength of the ArrayBuffer"));
    }
    buffer::resize_buffer(vm, buffer, length as usize)?;
    Ok(Value::UNDEFINED)
}

/// SharedArrayBuffer.prototype.grow ( newLength ), ECMA-262 25.2.5.3
fn grow(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (buffer, max) = this_resizable(vm, call, true, "grow")?;
    let length = call.argument(vm, 0);
    let length = bigint::to_index(vm, length, messages::INVALID_BUFFER_LENGTH)?;
    let grown = length <= max as u64
        && buffers::shared_bytes(&vm.heap, buffer).is_some_and(|bytes| bytes.grow(length as usize));
    if grown { Ok(Value::UNDEFINED) } else { vm.range_error(format!("A SharedArrayBuffer cannot grow to {length}")) }
}

/// ArrayBuffer.prototype.transfer ( [ newLength ] ), ECMA-262 25.1.6.8
fn transfer(vm: &mut Vm, call: Call) -> Completion<Value> {
    copy_and_detach(vm, call, "transfer", true).map(Value::object)
}

/// ArrayBuffer.prototype.transferToFixedLength ( [ newLength ] ), ECMA-262 25.1.6.9
fn transfer_to_fixed_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    copy_and_detach(vm, call, "transferToFixedLength", false).map(Value::object)
}

/// ArrayBuffer.prototype.transferToImmutable ( [ newLength ] ), of the proposal Immutable ArrayBuffers
fn transfer_to_immutable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = copy_and_detach(vm, call, "transferToImmutable", false)?;
    if let Some(buffer) = buffers::buffer_of(&vm.heap, object) {
        buffers::freeze_buffer(&mut vm.heap, buffer);
    }
    Ok(Value::object(object))
}

/// ArrayBufferCopyAndDetach ( arrayBuffer, newLength, preserveResizability ), ECMA-262 25.1.3.3
fn copy_and_detach(vm: &mut Vm, call: Call, method: &str, preserves_resizability: bool) -> Completion<ObjectId> {
    let buffer = this_buffer(vm, call, false, method)?;
    let length = call.argument(vm, 0);
    let length = match length.is_undefined() {
        true => buffers::get(&vm.heap, buffer).byte_length() as u64,
        false => bigint::to_index(vm, length, messages::INVALID_BUFFER_LENGTH)?,
    };
    require_attached(vm, buffer)?;
    require_mutable(vm, buffer)?;
    let max = buffers::get(&vm.heap, buffer).max_byte_length().filter(|_| preserves_resizability);
    if length > max.unwrap_or(MAX_BYTE_LENGTH) as u64 {
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    buffer::transfer_buffer(vm, buffer, length as usize, max)
}
