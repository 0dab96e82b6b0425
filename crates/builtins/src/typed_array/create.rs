//! The receivers of typed array methods, and the creation of typed arrays.

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::array::number;
use crate::array_buffer::require_mutable;
use crate::species::species_constructor;

/// A typed array within its buffer, with the length at that time.
#[derive(Copy, Clone)]
pub(super) struct TypedArray {
    pub object: ObjectId,
    pub view: View,
    pub length: usize,
}

impl TypedArray {
    /// Returns an element, or undefined if it is gone.
    #[inline]
    pub fn get(&self, vm: &mut Vm, index: usize) -> Value {
        typed_array::element_of_view(vm, self.view, index).unwrap_or(Value::UNDEFINED)
    }

    /// TypedArraySetElement, ECMA-262 10.4.5.18. May run script.
    #[inline]
    pub fn set(&self, vm: &mut Vm, index: usize, value: Value) -> Completion<()> {
        let raw = typed_array::raw_of_value(vm, self.view.element, value)?;
        views::set_raw_element(&mut vm.heap, self.view, index, raw);
        Ok(())
    }

    /// Returns the present length. TypeError if the array is out of bounds.
    pub fn require_length(&self, vm: &mut Vm) -> Completion<usize> {
        length_of(vm, self.view)
    }
}

/// TypedArrayLength, ECMA-262 10.4.5.12. TypeError if IsTypedArrayOutOfBounds holds.
pub(super) fn length_of(vm: &mut Vm, view: View) -> Completion<usize> {
    match views::length_of_view(&vm.heap, view) {
        Some(length) => Ok(length),
        None => vm.type_error(messages::VIEW_OUT_OF_BOUNDS),
    }
}

/// Returns the view that a method was called on, which may be out of bounds.
pub(super) fn this_view(vm: &mut Vm, call: Call, method: &str) -> Completion<View> {
    match call.this.as_object().and_then(|object| views::typed_array(&vm.heap, object)) {
        Some(view) => Ok(view),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(&format!("%TypedArray%.prototype.{method}"), &receiver))
        }
    }
}

/// ValidateTypedArray, ECMA-262 23.2.4.4, of a method's receiver.
pub(super) fn this_typed_array(vm: &mut Vm, call: Call, method: &str) -> Completion<TypedArray> {
    let view = this_view(vm, call, method)?;
    let length = length_of(vm, view)?;
    // A value that is no object has no view.
    let object = call.this.as_object().unwrap_or(vm.heap.nothing());
    Ok(TypedArray { object, view, length })
}

/// ValidateTypedArray for writing: the buffer of the receiver must not be immutable.
pub(super) fn this_writable_array(vm: &mut Vm, call: Call, method: &str) -> Completion<TypedArray> {
    let array = this_typed_array(vm, call, method)?;
    require_mutable(vm, array.view.buffer)?;
    Ok(array)
}

/// TypedArrayCreateFromConstructor for writing: the buffer of the new array must not be immutable. Keeps the new object.
pub(super) fn create_writable(vm: &mut Vm, constructor: ObjectId, arguments: &[Value]) -> Completion<TypedArray> {
    let array = create(vm, constructor, arguments)?;
    require_mutable(vm, array.view.buffer)?;
    Ok(array)
}

/// TypedArrayCreateFromConstructor, ECMA-262 23.2.4.2. Keeps the new object.
fn create(vm: &mut Vm, constructor: ObjectId, arguments: &[Value]) -> Completion<TypedArray> {
    let object = vm.construct(constructor, arguments, constructor)?;
    vm.keep(Value::object(object));
    let Some(view) = views::typed_array(&vm.heap, object) else {
        let found = messages::describe(vm, Value::object(object));
        return vm.type_error(format!("{found} is not a typed array"));
    };
    let length = length_of(vm, view)?;
    if let [wanted] = arguments
        && wanted.as_number().is_some_and(|wanted| (length as f64) < wanted)
    {
        return vm.type_error("The typed array that was constructed is too small");
    }
    Ok(TypedArray { object, view, length })
}

/// TypedArraySpeciesCreate, ECMA-262 23.2.4.1. Keeps the new object.
pub(super) fn species_create(
    vm: &mut Vm,
    (object, element): (ObjectId, ElementType),
    arguments: &[Value],
) -> Completion<TypedArray> {
    let default = realm::intrinsics(vm).typed_arrays[element as usize];
    let constructor = species_constructor(vm, object)?.unwrap_or(default);
    let result = create(vm, constructor, arguments)?;
    require_same_content(vm, element, result.view.element)?;
    Ok(result)
}

/// Throws a TypeError if one type has numbers and the other BigInts.
pub(super) fn require_same_content(vm: &mut Vm, a: ElementType, b: ElementType) -> Completion<()> {
    if a.is_big_int() == b.is_big_int() {
        return Ok(());
    }
    vm.type_error(messages::MIXED_BIGINT)
}

/// TypedArraySpeciesCreate with a length, for writing. Keeps the new object.
pub(super) fn species_create_of_length(vm: &mut Vm, array: TypedArray, length: usize) -> Completion<TypedArray> {
    let result = species_create(vm, (array.object, array.view.element), &[number(length as u64)])?;
    require_mutable(vm, result.view.buffer)?;
    Ok(result)
}

/// AllocateTypedArray and AllocateTypedArrayBuffer, ECMA-262 23.2.5.1.1 and 23.2.5.1.6: creates an array of zeros on a
/// new buffer. Keeps the new object.
pub(super) fn allocate(vm: &mut Vm, prototype: ObjectId, element: ElementType, length: u64) -> Completion<TypedArray> {
    let byte_length = usize::try_from(length.saturating_mul(element.size() as u64)).unwrap_or(usize::MAX);
    let buffer_prototype = Some(realm::intrinsics(vm).array_buffer_prototype);
    let buffer = buffer::new_array_buffer(vm, buffer_prototype, byte_length, None)?;
    let Some(buffer) = buffers::buffer_of(&vm.heap, buffer) else { return vm.type_error(messages::VIEW_OUT_OF_BOUNDS) };
    let view = View::new(element, buffer, 0, Some(length as usize));
    let object = typed_array::new_typed_array(vm, Some(prototype), view);
    vm.keep(Value::object(object));
    Ok(TypedArray { object, view, length: length as usize })
}

/// TypedArrayCreateSameType, ECMA-262 23.2.4.3. Keeps the new object.
pub(super) fn create_same_type(vm: &mut Vm, array: TypedArray) -> Completion<TypedArray> {
    let prototype = realm::intrinsics(vm).typed_array_prototypes[array.view.element as usize];
    allocate(vm, prototype, array.view.element, array.length as u64)
}
