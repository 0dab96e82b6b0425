//! DataView objects, ECMA-262 25.3: numbers of any type at any place of a buffer, in either byte order.

use ferrotape_runtime::bigint;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::BufferId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::array::number;
use crate::array_buffer::{detached_error, install_getters, require_mutable};

static CONSTRUCTOR: NativeFunction = constructor("DataView", 1, data_view);

static GETTERS: &[NativeFunction] = &[
    method("get buffer", 0, buffer),
    method("get byteLength", 0, byte_length),
    method("get byteOffset", 0, byte_offset),
];

macro_rules! accesses {
    ($($get:literal $set:literal $element:ident,)*) => {
        static METHODS: &[NativeFunction] = &[
            $(method($get, 1, |vm, call| get_view_value(vm, call, $get, ElementType::$element)),)*
            $(method($set, 2, |vm, call| set_view_value(vm, call, $set, ElementType::$element)),)*
        ];
    };
}

accesses! {
    "getBigInt64" "setBigInt64" BigInt64,
    "getBigUint64" "setBigUint64" BigUint64,
    "getFloat16" "setFloat16" Float16,
    "getFloat32" "setFloat32" Float32,
    "getFloat64" "setFloat64" Float64,
    "getInt8" "setInt8" Int8,
    "getInt16" "setInt16" Int16,
    "getInt32" "setInt32" Int32,
    "getUint8" "setUint8" Uint8,
    "getUint16" "setUint16" Uint16,
    "getUint32" "setUint32" Uint32,
}

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).data_view_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)?;
    install_getters(realm, prototype, GETTERS)?;
    realm.string_tag(prototype, "DataView")
}

/// DataView ( buffer [ , byteOffset [ , byteLength ] ] ), ECMA-262 25.3.2.1
fn data_view(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::constructor_without_new("DataView"));
    }
    let [object, offset, length] = [0, 1, 2].map(|index| call.argument(vm, index));
    let Some(buffer) = object.as_object().and_then(|object| buffers::buffer_of(&vm.heap, object)) else {
        return vm.type_error("First argument to DataView constructor must be an ArrayBuffer");
    };
    let offset = bigint::to_index(vm, offset, messages::INVALID_OFFSET)?;
    let room = room_behind(vm, buffer, offset)?;
    let length =
        if length.is_undefined() { None } else { Some(bigint::to_index(vm, length, messages::INVALID_VIEW_LENGTH)?) };
    require_room(vm, room, length)?;
    let follows = length.is_none() && buffers::get(&vm.heap, buffer).max_byte_length().is_some();
    let fixed = if follows { None } else { Some(length.unwrap_or(room) as usize) };
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.data_view_prototype)?;
    // Getting the prototype may have changed the buffer.
    let room = room_behind(vm, buffer, offset)?;
    require_room(vm, room, length)?;
    let view = View::new(ElementType::Uint8, buffer, offset as usize, fixed);
    Ok(Value::object(typed_array::new_data_view(vm, Some(prototype), view)))
}

/// Returns the bytes from the offset to the end of the buffer. RangeError if the offset is beyond the end.
fn room_behind(vm: &mut Vm, buffer: BufferId, offset: u64) -> Completion<u64> {
    if buffers::get(&vm.heap, buffer).is_detached() {
        return detached_error(vm);
    }
    match (buffers::get(&vm.heap, buffer).byte_length() as u64).checked_sub(offset) {
        Some(room) => Ok(room),
        None => vm.range_error(format!("Start offset {offset} is outside the bounds of the buffer")),
    }
}

fn require_room(vm: &mut Vm, room: u64, length: Option<u64>) -> Completion<()> {
    match length.filter(|&length| length > room) {
        Some(length) => vm.range_error(format!("Invalid DataView length {length}")),
        None => Ok(()),
    }
}

fn this_view(vm: &mut Vm, call: Call, method: &str) -> Completion<View> {
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::DataView(view)) => Ok(view),
        _ => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("DataView.prototype.{method}"), &receiver))
        }
    }
}

/// GetViewByteLength, ECMA-262 25.3.1.3. TypeError if IsViewOutOfBounds holds.
fn length_of(vm: &mut Vm, view: View) -> Completion<usize> {
    match views::length_of_view(&vm.heap, view) {
        Some(length) => Ok(length),
        None => vm.type_error(messages::VIEW_OUT_OF_BOUNDS),
    }
}

/// get DataView.prototype.buffer, ECMA-262 25.3.4.1
fn buffer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "buffer")?;
    Ok(buffer::buffer_value(vm, view.buffer))
}

/// get DataView.prototype.byteLength, ECMA-262 25.3.4.2
fn byte_length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "byteLength")?;
    length_of(vm, view).map(|length| number(length as u64))
}

/// get DataView.prototype.byteOffset, ECMA-262 25.3.4.3
fn byte_offset(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_view(vm, call, "byteOffset")?;
    length_of(vm, view)?;
    Ok(number(view.offset() as u64))
}

/// Returns the place of an access in the buffer, which must be within the view.
fn place_of(vm: &mut Vm, view: View, index: u64, element: ElementType) -> Completion<usize> {
    let length = length_of(vm, view)? as u64;
    if index.saturating_add(element.size() as u64) > length {
        return vm.range_error("Offset is outside the bounds of the DataView");
    }
    Ok(view.offset() + index as usize)
}

/// GetViewValue ( view, requestIndex, isLittleEndian, type ), ECMA-262 25.3.1.5
fn get_view_value(vm: &mut Vm, call: Call, method: &str, element: ElementType) -> Completion<Value> {
    let view = this_view(vm, call, method)?;
    let [index, little_endian] = [0, 1].map(|index| call.argument(vm, index));
    let index = bigint::to_index(vm, index, messages::INVALID_OFFSET)?;
    let place = place_of(vm, view, index, element)?;
    let raw = buffers::get(&vm.heap, view.buffer).bytes().read(place, element.size()).unwrap_or(0);
    let raw = if vm.heap.to_boolean(little_endian) { raw } else { reversed(raw, element) };
    Ok(typed_array::value_of_raw(vm, element, raw))
}

/// SetViewValue ( view, requestIndex, isLittleEndian, type, value ), ECMA-262 25.3.1.6
fn set_view_value(vm: &mut Vm, call: Call, method: &str, element: ElementType) -> Completion<Value> {
    let view = this_view(vm, call, method)?;
    require_mutable(vm, view.buffer)?;
    let [index, value, little_endian] = [0, 1, 2].map(|index| call.argument(vm, index));
    let index = bigint::to_index(vm, index, messages::INVALID_OFFSET)?;
    let raw = typed_array::raw_of_value(vm, element, value)?;
    let raw = if vm.heap.to_boolean(little_endian) { raw } else { reversed(raw, element) };
    let place = place_of(vm, view, index, element)?;
    buffers::write_bytes_of(&mut vm.heap, view.buffer, place, element.size(), raw);
    Ok(Value::UNDEFINED)
}

/// Returns the bytes of an element in reverse order.
fn reversed(raw: u64, element: ElementType) -> u64 {
    raw.swap_bytes() >> (64 - 8 * element.size())
}
