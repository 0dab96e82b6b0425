//! StructuredSerializeInternal and StructuredDeserialize, HTML 2.7.3 and 2.7.6, of one object without its parts.

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::ErrorKind;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::collection::{Collection, CollectionKind};
use ferrotape_runtime::collections;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::keys;
use ferrotape_runtime::object::Date;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::regexp::regexp_alloc;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::typed_array::{self, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::{Cloning, Parts};
use crate::{blob, dom_exception};

/// The parts to copy besides the internal slots.
#[derive(Copy, Clone)]
pub(super) enum Deep {
    Properties,
    Map,
    Set,
    Cause(Value),
}

/// Returns the copy of an object without its parts, and the kind of its parts.
pub(super) fn of(vm: &mut Vm, cloning: &Cloning, source: ObjectId) -> Completion<(ObjectId, Option<Deep>)> {
    let shape = realm::intrinsics(vm);
    let (map_prototype, set_prototype) = (shape.map_prototype, shape.set_prototype);
    let shallow = |object| Ok((object, None));
    match vm.heap.kind(source) {
        Kind::Boolean(value) => shallow(convert::to_object(vm, Value::bool(value))?),
        Kind::Number(value) => shallow(convert::to_object(vm, Value::number(value))?),
        Kind::String(value) => shallow(convert::to_object(vm, Value::string(value))?),
        Kind::BigInt(value) => shallow(convert::to_object(vm, Value::bigint(value))?),
        Kind::Date(Date { time }) => {
            let prototype = realm::intrinsics(vm).date_prototype;
            shallow(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Date(Date { time })))
        }
        Kind::RegExp(pattern) => {
            let prototype = realm::intrinsics(vm).regexp_prototype;
            shallow(regexp_alloc(vm, prototype, pattern))
        }
        Kind::ArrayBuffer(buffer) => shallow(buffer_copy(vm, cloning, buffer)?),
        Kind::TypedArray(view) => shallow(view_copy(vm, cloning, view, false)?),
        Kind::DataView(view) => shallow(view_copy(vm, cloning, view, true)?),
        Kind::Collection(collection) if collection.kind() == CollectionKind::Map => {
            Ok((collections::new_collection(&mut vm.heap, map_prototype, CollectionKind::Map), Some(Deep::Map)))
        }
        Kind::Collection(_) => {
            Ok((collections::new_collection(&mut vm.heap, set_prototype, CollectionKind::Set), Some(Deep::Set)))
        }
        Kind::Error(_) => error_copy(vm, source),
        Kind::Array(length) => Ok((array::new_array_with_length(vm, length), Some(Deep::Properties))),
        Kind::Ordinary => Ok((vm.new_plain_object(), Some(Deep::Properties))),
        _ => match blob::cloned(vm, source)? {
            Some(copy) => shallow(copy),
            None => platform_copy(vm, cloning, source).map(|copy| (copy, None)),
        },
    }
}

/// Copies an object of the platform that is no blob, if it is serializable.
fn platform_copy(vm: &mut Vm, cloning: &Cloning, source: ObjectId) -> Completion<ObjectId> {
    #[cfg(feature = "crypto")]
    if let Some(copy) = crate::crypto::cloned(vm, source)? {
        return Ok(copy);
    }
    #[cfg(feature = "wasm")]
    if let Some(copy) = crate::wasm::cloned(vm, source)? {
        return Ok(copy);
    }
    cloning.not_cloneable(vm, Value::object(source))
}

/// Returns a snapshot of an object's parts. The list is on loan.
pub(super) fn parts(vm: &mut Vm, source: ObjectId, kind: Deep) -> Completion<Parts> {
    match kind {
        Deep::Properties => enumerable_names(vm, source).map(Parts::Properties),
        Deep::Map => entries(vm, source, true).map(|entries| Parts::Entries(entries, Value::UNDEFINED)),
        Deep::Set => entries(vm, source, false).map(Parts::Values),
        Deep::Cause(cause) => Ok(Parts::Cause(cause)),
    }
}

impl Parts {
    /// Returns the bytes charged for the list.
    pub(super) fn loan(&self) -> usize {
        match self {
            Parts::Properties(keys) => allocation_bytes(keys.capacity() * size_of::<PropertyKey>()),
            Parts::Entries(values, _) | Parts::Values(values) => {
                allocation_bytes(values.capacity() * size_of::<Value>())
            }
            Parts::Cause(_) => 0,
        }
    }
}

/// Returns the names and indices of enumerable own properties. For arrays and ordinary objects, this runs no script.
fn enumerable_names(vm: &mut Vm, source: ObjectId) -> Completion<Vec<PropertyKey>> {
    let mut keys = object::own_property_keys(vm, source)?;
    vm.work(keys.len() as u64 / 4)?;
    let is_enumerable = |key: &PropertyKey| {
        let stored = vm.heap.stored_property(source, *key);
        key.as_symbol().is_none() && stored.is_some_and(|stored| stored.attributes.is_enumerable())
    };
    keys.retain(is_enumerable);
    Ok(keys)
}

/// Lists the keys of a Map or the values of a Set, each key with its value behind it if wanted. The list is on loan.
fn entries(vm: &mut Vm, source: ObjectId, with_values: bool) -> Completion<Vec<Value>> {
    let size = vm.heap.collection(source).map_or(0, Collection::size);
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, size.saturating_mul(1 + usize::from(with_values)))?;
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, source, position)? {
        vm.work(1)?;
        values.push(step.key);
        if with_values {
            values.push(step.value);
        }
        position = step.next;
    }
    Ok(values)
}

/// Copies an ArrayBuffer with its greatest length and immutability. A shared one shares its bytes; a detached one is
/// a DataCloneError.
fn buffer_copy(vm: &mut Vm, cloning: &Cloning, buffer: BufferId) -> Completion<ObjectId> {
    if let Some(shared) = buffers::shared_bytes(&vm.heap, buffer) {
        let shared = std::sync::Arc::clone(shared);
        return buffer::adopt_shared_bytes(vm, shared);
    }
    let source = buffers::get(&vm.heap, buffer);
    if source.is_detached() {
        return cloning.fail(vm, "An ArrayBuffer is detached and could not be cloned.");
    }
    let (length, max) = (source.byte_length(), source.max_byte_length());
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let copy = buffer::new_array_buffer(vm, Some(prototype), length, max)?;
    vm.keep(Value::object(copy));
    if let Some(target) = buffers::buffer_of(&vm.heap, copy) {
        buffer::copy_bytes(vm, (buffer, 0), (target, 0), length)?;
        if buffers::get(&vm.heap, buffer).is_immutable() {
            buffers::freeze_buffer(&mut vm.heap, target);
        }
    }
    Ok(copy)
}

/// Returns the copy of a view, on the copy of its buffer.
fn view_copy(vm: &mut Vm, cloning: &Cloning, view: View, is_data_view: bool) -> Completion<ObjectId> {
    let Some(length) = views::length_of_view(&vm.heap, view) else {
        return cloning.fail(vm, "A view that is out of the bounds of its ArrayBuffer could not be cloned.");
    };
    let source = buffers::get(&vm.heap, view.buffer).object;
    let copy = match cloning.known(vm, source)?.and_then(Value::as_object) {
        Some(copy) => copy,
        None => {
            let copy = buffer_copy(vm, cloning, view.buffer)?;
            vm.keep(Value::object(copy));
            cloning.remember(vm, source, copy)?;
            copy
        }
    };
    let Some(buffer) = buffers::buffer_of(&vm.heap, copy) else { return Ok(copy) };
    let length = (!view.is_length_tracking()).then_some(length);
    let view = View::new(view.element, buffer, view.offset(), length);
    let intrinsics = realm::intrinsics(vm);
    if is_data_view {
        let prototype = intrinsics.data_view_prototype;
        return Ok(typed_array::new_data_view(vm, Some(prototype), view));
    }
    let prototype = intrinsics.typed_array_prototypes[view.element as usize];
    Ok(typed_array::new_typed_array(vm, Some(prototype), view))
}

/// Copies an error with its name, message and stack. Also copies its cause, as Node does, although HTML does not.
fn error_copy(vm: &mut Vm, source: ObjectId) -> Completion<(ObjectId, Option<Deep>)> {
    let error = match dom_exception::copy(vm, source)? {
        Some(copy) => copy,
        None => language_error_copy(vm, source)?,
    };
    vm.keep(error);
    let copy = error.as_object().unwrap_or(source);
    let stack = match object::get_own_property(vm, source, keys::STACK)? {
        Some(property) => property.value,
        None => stack_trace::of_error(vm, source)?,
    };
    let cause = object::get_own_property(vm, source, keys::CAUSE)?.and_then(|property| property.value);
    if let Some(stack) = stack.filter(|stack| stack.is_string()) {
        vm.keep(stack);
        stack_trace::set_of_error(vm, copy, stack)?;
    }
    Ok((copy, cause.map(Deep::Cause)))
}

/// Copies an error of ECMA-262, with the message.
fn language_error_copy(vm: &mut Vm, source: ObjectId) -> Completion<Value> {
    let name = object::get(vm, source, keys::NAME)?;
    let kind = error_kind(vm, name)?;
    let message = match object::get_own_property(vm, source, keys::MESSAGE)?.and_then(|property| property.value) {
        Some(message) => Some(convert::to_string(vm, message)?),
        None => None,
    };
    if let Some(message) = message {
        vm.keep(Value::string(message));
    }
    let prototype = realm::intrinsics(vm).native_error_prototype(kind);
    Ok(vm.make_error(prototype, message))
}

/// Returns the error kind of a name. Other names give Error.
fn error_kind(vm: &mut Vm, name: Value) -> Completion<ErrorKind> {
    let Some(name) = name.as_string() else { return Ok(ErrorKind::Error) };
    let name = vm.heap.flatten(name)?;
    let name = vm.heap.view(name);
    let is_name = |kind: &&ErrorKind| name.ascii() == Some(kind.name());
    Ok(ErrorKind::ALL.iter().find(is_name).copied().unwrap_or(ErrorKind::Error))
}
