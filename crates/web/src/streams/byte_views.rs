//! Buffers and views as byte streams use them.

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

/// A view of bytes as it is now.
#[derive(Copy, Clone)]
pub(crate) struct Bytes {
    /// None for a DataView.
    pub(crate) element: Option<ElementType>,
    /// The ArrayBuffer.
    pub(crate) buffer: ObjectId,
    pub(crate) offset: usize,
    pub(crate) length: usize,
}

impl Bytes {
    pub(super) fn element_size(&self) -> usize {
        self.element.map_or(1, ElementType::size)
    }
}

/// Converts to an ArrayBufferView (Web IDL 3.2.26), of a buffer that is neither shared nor resizable.
pub(crate) fn view_of(vm: &mut Vm, value: Value, what: &str) -> Completion<Bytes> {
    let found = value.as_object().and_then(|object| match vm.heap.kind(object) {
        Kind::TypedArray(view) => Some((Some(view.element), view)),
        Kind::DataView(view) => Some((None, view)),
        _ => None,
    });
    let Some((element, view)) = found else {
        return vm.type_error(format!("{what} must be a view of an ArrayBuffer"));
    };
    let cell = buffers::get(&vm.heap, view.buffer);
    if cell.is_shared() || cell.max_byte_length().is_some() {
        return vm.type_error(format!("{what} must be a view of an ArrayBuffer that is neither shared nor resizable"));
    }
    let is_detached = cell.is_detached();
    let length = views::length_of_view(&vm.heap, view).unwrap_or(0) * view.element.size();
    let Some(buffer) = buffer::buffer_value(vm, view.buffer).as_object() else {
        return vm.type_error(format!("{what} has no ArrayBuffer"));
    };
    Ok(Bytes { element, buffer, offset: if is_detached { 0 } else { view.offset() }, length })
}

/// Converts to a BufferSource (Web IDL 4.1) that is neither shared nor resizable.
pub(crate) fn source_of(vm: &mut Vm, value: Value, what: &str) -> Completion<Bytes> {
    match value.as_object().and_then(|object| Some((object, buffers::buffer_of(&vm.heap, object)?))) {
        Some((buffer, cell)) if !buffers::get(&vm.heap, cell).is_shared() => {
            let length = buffers::get(&vm.heap, cell).byte_length();
            Ok(Bytes { element: Some(ElementType::Uint8), buffer, offset: 0, length })
        }
        Some(_) => vm.type_error(format!("{what} must not be shared")),
        None => view_of(vm, value, what),
    }
}

/// Copies bytes out of a buffer, in room that is lent.
pub(crate) fn copied(vm: &mut Vm, bytes: Bytes) -> Completion<Vec<u8>> {
    let mut copy = Vec::new();
    vm.heap.lend_room(&mut copy, bytes.length)?;
    vm.work(bytes.length as u64 / ferrotape_budget::costs::BYTES_PER_TICK)?;
    copy.resize(bytes.length, 0);
    if let Some(buffer) = buffers::buffer_of(&vm.heap, bytes.buffer) {
        buffers::take_out(&vm.heap, buffer, bytes.offset, &mut copy);
    }
    Ok(copy)
}

/// Returns how long a buffer is, or 0 once it is detached.
pub(super) fn buffer_length(vm: &Vm, buffer: ObjectId) -> usize {
    buffers::buffer_of(&vm.heap, buffer).map_or(0, |buffer| buffers::get(&vm.heap, buffer).byte_length())
}

/// IsDetachedBuffer, ECMA-262 25.1.3.4
pub(super) fn is_detached(vm: &Vm, buffer: ObjectId) -> bool {
    buffers::buffer_of(&vm.heap, buffer).is_none_or(|buffer| buffers::get(&vm.heap, buffer).is_detached())
}

/// TransferArrayBuffer, Streams 8.3. An immutable buffer stays where it is. The buffer is kept.
pub(super) fn transfer(vm: &mut Vm, buffer: ObjectId) -> Completion<ObjectId> {
    match buffers::buffer_of(&vm.heap, buffer) {
        Some(cell) if buffers::get(&vm.heap, cell).is_immutable() => vm.type_error(messages::IMMUTABLE_BUFFER),
        Some(cell) if !buffers::get(&vm.heap, cell).is_detached() => {
            let length = buffers::get(&vm.heap, cell).byte_length();
            let buffer = buffer::transfer_buffer(vm, cell, length, None)?;
            vm.keep(Value::object(buffer));
            Ok(buffer)
        }
        _ => vm.type_error("The ArrayBuffer is detached"),
    }
}

/// Makes a buffer of zeros. It is kept.
pub(super) fn new_buffer(vm: &mut Vm, length: usize) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let buffer = buffer::new_array_buffer(vm, Some(prototype), length, None)?;
    vm.keep(Value::object(buffer));
    Ok(buffer)
}

/// CloneArrayBuffer, ECMA-262 25.1.3.6. The buffer is kept.
pub(super) fn clone(vm: &mut Vm, buffer: ObjectId, offset: usize, length: usize) -> Completion<ObjectId> {
    let copy = new_buffer(vm, length)?;
    copy_into(vm, (buffer, offset), (copy, 0), length)?;
    Ok(copy)
}

/// Copies bytes between two buffers.
pub(super) fn copy_into(
    vm: &mut Vm,
    (source, from): (ObjectId, usize),
    (target, to): (ObjectId, usize),
    length: usize,
) -> Completion<()> {
    let cells = (buffers::buffer_of(&vm.heap, source), buffers::buffer_of(&vm.heap, target));
    let (Some(source), Some(target)) = cells else { return Ok(()) };
    buffer::copy_bytes(vm, (source, from), (target, to), length)
}

/// Makes a view of this many bytes, which is kept. The part that does not fit in the buffer is left out.
pub(super) fn new_view(
    vm: &mut Vm,
    element: Option<ElementType>,
    buffer: ObjectId,
    offset: usize,
    length: usize,
) -> Completion<Value> {
    let Some(cell) = buffers::buffer_of(&vm.heap, buffer) else { return vm.type_error("There is no such ArrayBuffer") };
    let room = buffers::get(&vm.heap, cell).byte_length();
    let offset = offset.min(room);
    let length = length.min(room - offset);
    let object = match element {
        Some(element) => {
            let prototype = realm::intrinsics(vm).typed_array_prototypes[element as usize];
            let view = View::new(element, cell, offset, Some(length / element.size()));
            typed_array::new_typed_array(vm, Some(prototype), view)
        }
        None => {
            let prototype = realm::intrinsics(vm).data_view_prototype;
            typed_array::new_data_view(vm, Some(prototype), View::new(ElementType::Uint8, cell, offset, Some(length)))
        }
    };
    vm.keep(Value::object(object));
    Ok(Value::object(object))
}

/// Makes a Uint8Array of this many bytes, which is kept.
pub(super) fn new_bytes(vm: &mut Vm, buffer: ObjectId, offset: usize, length: usize) -> Completion<Value> {
    new_view(vm, Some(ElementType::Uint8), buffer, offset, length)
}

/// CloneAsUint8Array, Streams 8.3. It is kept.
pub(super) fn clone_view(vm: &mut Vm, value: Value) -> Completion<Value> {
    let Bytes { buffer, offset, length, .. } = view_of(vm, value, "The chunk")?;
    let copy = clone(vm, buffer, offset, length)?;
    new_bytes(vm, copy, 0, length)
}

/// Makes a Uint8Array of such bytes, which is kept.
pub(crate) fn bytes_of(vm: &mut Vm, bytes: &[u8]) -> Completion<Value> {
    let buffer = new_buffer(vm, bytes.len())?;
    if let Some(cell) = buffers::buffer_of(&vm.heap, buffer) {
        vm.work(bytes.len() as u64 / ferrotape_budget::costs::BYTES_PER_TICK)?;
        buffers::put_in(&mut vm.heap, cell, 0, bytes);
    }
    new_bytes(vm, buffer, 0, bytes.len())
}
