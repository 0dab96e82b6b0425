//! Pull-into descriptors, Streams 4.7.2: places in buffers that wait for bytes.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::byte_views::{self, Bytes};
use super::fields::{self, Kind};

/// The slots of a descriptor.
pub(super) const BUFFER: usize = 0;
pub(super) const BUFFER_LENGTH: usize = 1;
pub(super) const OFFSET: usize = 2;
pub(super) const LENGTH: usize = 3;
pub(super) const FILLED: usize = 4;
pub(super) const MINIMUM: usize = 5;
const ELEMENT_SIZE: usize = 6;
/// The number of the element type, or -1 for a DataView.
const VIEW: usize = 7;
pub(super) const READER: usize = 8;

/// [[reader type]]
pub(super) const NONE: Value = Value::int(0);
pub(super) const DEFAULT: Value = Value::int(1);
pub(super) const BYOB: Value = Value::int(2);

/// Makes a descriptor, which is kept.
pub(super) fn new(vm: &mut Vm, bytes: &Bytes, minimum: usize, reader: Value) -> Completion<ObjectId> {
    let descriptor = fields::new_hidden(vm, Kind::PullInto)?;
    fields::set(vm, descriptor, BUFFER, Value::object(bytes.buffer));
    let length = byte_views::buffer_length(vm, bytes.buffer);
    let element = bytes.element.map_or(-1.0, |element| f64::from(element as u8));
    let numbers = [
        (BUFFER_LENGTH, length as f64),
        (OFFSET, bytes.offset as f64),
        (LENGTH, bytes.length as f64),
        (FILLED, 0.0),
        (MINIMUM, minimum as f64),
        (ELEMENT_SIZE, bytes.element_size() as f64),
        (VIEW, element),
    ];
    for (slot, number) in numbers {
        fields::set_number(vm, descriptor, slot, number);
    }
    fields::set(vm, descriptor, READER, reader);
    Ok(descriptor)
}

/// Returns how many bytes an element has, at least one.
pub(super) fn element_size(vm: &Vm, descriptor: ObjectId) -> usize {
    fields::count(vm, descriptor, ELEMENT_SIZE).max(1)
}

/// ReadableByteStreamControllerFillHeadPullIntoDescriptor, Streams 4.9.5
pub(super) fn fill(vm: &mut Vm, descriptor: ObjectId, count: usize) {
    let filled = fields::number(vm, descriptor, FILLED);
    fields::set_number(vm, descriptor, FILLED, filled + count as f64);
}

/// Gives the buffer a new identity, as the old one may be known.
pub(super) fn transfer_buffer(vm: &mut Vm, descriptor: ObjectId) -> Completion<()> {
    let buffer = fields::linked(vm, descriptor, BUFFER)?;
    let buffer = byte_views::transfer(vm, buffer)?;
    fields::set(vm, descriptor, BUFFER, Value::object(buffer));
    Ok(())
}

/// Makes a view of the kind that was asked for, which is kept.
pub(super) fn view(vm: &mut Vm, descriptor: ObjectId, buffer: ObjectId, length: usize) -> Completion<Value> {
    let number = fields::get(vm, descriptor, VIEW).as_int().and_then(|number| usize::try_from(number).ok());
    let element = number.and_then(|number| ElementType::ALL.get(number).copied());
    let offset = fields::count(vm, descriptor, OFFSET);
    byte_views::new_view(vm, element, buffer, offset, length)
}

/// ReadableByteStreamControllerConvertPullIntoDescriptor, Streams 4.9.5
pub(super) fn convert(vm: &mut Vm, descriptor: ObjectId) -> Completion<Value> {
    let buffer = fields::linked(vm, descriptor, BUFFER)?;
    let buffer = byte_views::transfer(vm, buffer)?;
    let filled = fields::count(vm, descriptor, FILLED);
    view(vm, descriptor, buffer, filled)
}
