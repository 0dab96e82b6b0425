//! Typed arrays as text.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::Call;
use ferrotape_engine::heap::StringId;
use ferrotape_engine::string_builder::StringBuilder;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

use super::create::{TypedArray, this_typed_array};
use crate::array::join::{Append, append_as_locale_string, append_as_string};

const COMMA: StringId = StringId::character(b',');

/// %TypedArray%.prototype.join ( separator ), ECMA-262 23.2.3.18
pub(super) fn join(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "join")?;
    let separator = call.argument(vm, 0);
    let separator = if separator.is_undefined() { COMMA } else { vm.to_string(separator)? };
    vm.keep(Value::string(separator));
    join_elements(vm, array, separator, append_as_string)
}

/// %TypedArray%.prototype.toLocaleString ( ), ECMA-262 23.2.3.31
pub(super) fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "toLocaleString")?;
    join_elements(vm, array, COMMA, append_as_locale_string)
}

fn join_elements(vm: &mut Vm, array: TypedArray, separator: StringId, append: Append) -> Completion<Value> {
    let mut text = StringBuilder::new();
    for index in 0..array.length {
        vm.tick(1)?;
        if index > 0 {
            text.push_string(vm, separator)?;
        }
        let element = array.get(vm, index);
        if !element.is_undefined() {
            append(vm, &mut text, element)?;
        }
    }
    Ok(Value::string(text.finish(vm)?))
}
