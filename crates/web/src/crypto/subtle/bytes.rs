//! Bytes of arguments and results.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

/// Returns whether a value is a BufferSource, Web IDL 4.1.
pub(super) fn is_source(vm: &Vm, value: Value) -> bool {
    let kind = value.as_object().map(|object| vm.heap.kind(object));
    matches!(kind, Some(Kind::ArrayBuffer(_) | Kind::TypedArray(_) | Kind::DataView(_)))
}

/// Refuses what is no BufferSource.
pub(super) fn require_source(vm: &mut Vm, value: Value, what: &str) -> Completion<()> {
    let buffer = value.as_object().and_then(|object| match vm.heap.kind(object) {
        Kind::ArrayBuffer(buffer) => Some(buffer),
        Kind::TypedArray(view) | Kind::DataView(view) => Some(view.buffer),
        _ => None,
    });
    match buffer {
        Some(buffer) if !buffers::get(&vm.heap, buffer).is_shared() => Ok(()),
        Some(_) => vm.type_error(format!("{what} must not be shared")),
        None => vm.type_error(format!("{what} must be an ArrayBuffer or a view of one")),
    }
}

/// Copies the bytes of a BufferSource, in room that is lent.
pub(super) fn copied(vm: &mut Vm, value: Value, what: &str) -> Completion<Vec<u8>> {
    require_source(vm, value, what)?;
    let found = value.as_object().and_then(|object| match vm.heap.kind(object) {
        Kind::ArrayBuffer(buffer) => Some((buffer, 0, buffers::get(&vm.heap, buffer).byte_length())),
        Kind::TypedArray(view) | Kind::DataView(view) => {
            let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
            Some((view.buffer, view.offset(), length.saturating_mul(view.element.size())))
        }
        _ => None,
    });
    let mut copy = Vec::new();
    if let Some((buffer, offset, length)) = found {
        vm.heap.lend_room(&mut copy, length)?;
        vm.work(length as u64 / BYTES_PER_TICK)?;
        copy.resize(length, 0);
        buffers::take_out(&vm.heap, buffer, offset, &mut copy);
    }
    Ok(copy)
}

/// Makes an ArrayBuffer, which is kept.
pub(super) fn new_buffer(vm: &mut Vm, bytes: &[u8]) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let object = buffer::new_array_buffer(vm, Some(prototype), bytes.len(), None)?;
    vm.keep(Value::object(object));
    if let Some(buffer) = buffers::buffer_of(&vm.heap, object) {
        vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
        buffers::put_in(&mut vm.heap, buffer, 0, bytes);
    }
    Ok(object)
}

/// Makes a Uint8Array, which is kept.
pub(super) fn new_view(vm: &mut Vm, bytes: &[u8]) -> Completion<Value> {
    let object = new_buffer(vm, bytes)?;
    let Some(buffer) = buffers::buffer_of(&vm.heap, object) else { return Ok(Value::object(object)) };
    let prototype = realm::intrinsics(vm).typed_array_prototypes[ElementType::Uint8 as usize];
    let view = View::new(ElementType::Uint8, buffer, 0, Some(bytes.len()));
    let view = Value::object(typed_array::new_typed_array(vm, Some(prototype), view));
    vm.keep(view);
    Ok(view)
}
