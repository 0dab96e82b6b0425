//! Converts typed arrays to strings.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::create::{TypedArray, this_typed_array};
use crate::array::join::{append_as_locale_string, append_as_string, locale_arguments};

const COMMA: StringId = StringId::character(b',');

/// %TypedArray%.prototype.join ( separator ), ECMA-262 23.2.3.18
pub(super) fn join(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "join")?;
    let separator = call.argument(vm, 0);
    let separator = if separator.is_undefined() { COMMA } else { convert::to_string(vm, separator)? };
    vm.keep(Value::string(separator));
    join_elements(vm, array, separator, &append_element)
}

/// %TypedArray%.prototype.toLocaleString ( ), ECMA-262 23.2.3.31
pub(super) fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "toLocaleString")?;
    let arguments = locale_arguments(vm, call);
    join_elements(vm, array, COMMA, &|vm, text, array, index| {
        let element = array.get(vm, index);
        if element.is_undefined() { Ok(()) } else { append_as_locale_string(vm, text, element, arguments) }
    })
}

/// Appends a present element. Creates no BigInts, since as many as elements would wait to be collected.
fn append_element(vm: &mut Vm, text: &mut StringBuilder, array: TypedArray, index: usize) -> Completion<()> {
    let Some(raw) = views::raw_element(&vm.heap, array.view, index) else { return Ok(()) };
    match array.view.element {
        ElementType::BigInt64 => text.push_bytes(vm, (raw as i64).to_string().as_bytes()),
        ElementType::BigUint64 => text.push_bytes(vm, raw.to_string().as_bytes()),
        element => append_as_string(vm, text, element.number_of(raw)),
    }
}

type Append<'a> = &'a dyn Fn(&mut Vm, &mut StringBuilder, TypedArray, usize) -> Completion<()>;

/// Joins as many elements as there were at the start. `append` writes nothing for one that is gone since.
fn join_elements(vm: &mut Vm, array: TypedArray, separator: StringId, append: Append<'_>) -> Completion<Value> {
    let mut text = StringBuilder::new();
    for index in 0..array.length {
        vm.work(1)?;
        if index > 0 {
            text.push_string(vm, separator)?;
        }
        append(vm, &mut text, array, index)?;
    }
    Ok(Value::string(text.finish(vm)?))
}
