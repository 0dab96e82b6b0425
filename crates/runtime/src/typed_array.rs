//! Typed arrays, ECMA-262 10.4.5 and 23.2, and views on buffers in general: what they see of the buffer as it is now.
//!
//! ```text
//! methods   the internal methods of typed arrays
//! ```
//!
//! The crate `heap` has views on their buffers, and elements as bytes.

pub(crate) mod methods;

use crate::bigint;
use crate::bigints;
use crate::convert;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::ObjectKind;
use crate::value::Value;
use crate::views;
use crate::vm::Vm;

pub use ferrotape_heap::typed_array::{ElementType, View, element};

/// A new typed array.
pub fn new_typed_array(vm: &mut Vm, prototype: Option<ObjectId>, view: View) -> ObjectId {
    let View { element, buffer, offset, length } = view;
    vm.heap.new_object_with_prototype(prototype, ObjectKind::TypedArray { element, buffer, offset, length })
}

/// A new DataView.
pub fn new_data_view(vm: &mut Vm, prototype: Option<ObjectId>, view: View) -> ObjectId {
    let View { element: _, buffer, offset, length } = view;
    vm.heap.new_object_with_prototype(
        prototype,
        ObjectKind::DataView { element: ElementType::Uint8, buffer, offset, length },
    )
}

/// RawBytesToNumeric, ECMA-262 25.1.3.13, for little-endian bytes.
#[inline]
pub fn value_of_raw(vm: &mut Vm, element: ElementType, raw: u64) -> Value {
    match element {
        ElementType::BigInt64 => bigints::bigint_of_i64(&mut vm.heap, raw as i64),
        ElementType::BigUint64 => bigints::bigint_of_u64(&mut vm.heap, raw),
        _ => element.number_of(raw),
    }
}

/// Converts a value to the bytes of an element: ToNumber or ToBigInt, and NumericToRawBytes, ECMA-262 25.1.3.15. May
/// run script.
#[inline]
pub fn raw_of_value(vm: &mut Vm, element: ElementType, value: Value) -> Completion<u64> {
    if element.is_big_int() {
        return bigint::to_biguint64(vm, value);
    }
    Ok(element.raw_of(convert::to_number(vm, value)?))
}

/// TypedArrayGetElement, ECMA-262 10.4.5.17; none if there is no such element.
#[inline]
pub fn element_of_view(vm: &mut Vm, view: View, index: usize) -> Option<Value> {
    let raw = views::raw_element(&vm.heap, view, index)?;
    Some(value_of_raw(vm, view.element, raw))
}
