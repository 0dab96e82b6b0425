//! Converts arrays to strings.
//!
//! An array that contains itself, directly or not, would never end. While an array is being joined, it counts as empty,
//! as in all engines (Extension: the specification does not mention this).

use super::elements::get_element;
use super::gaps::Gaps;
use super::this_array_like;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::rope;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Array.prototype.join ( separator ), ECMA-262 23.1.3.18
pub(super) fn join(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let separator = call.argument(vm, 0);
    // Its text may be that of this array, which is not being joined yet.
    let separator = if separator.is_undefined() { COMMA } else { convert::to_string(vm, separator)? };
    vm.keep(Value::string(separator));
    once(vm, object, |vm| join_elements(vm, object, length, separator, &append_as_string))
}

/// Array.prototype.toLocaleString ( ), ECMA-262 23.1.3.32
pub(super) fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let arguments = locale_arguments(vm, call);
    once(vm, object, |vm| {
        join_elements(vm, object, length, COMMA, &|vm, text, element| {
            append_as_locale_string(vm, text, element, arguments)
        })
    })
}

/// Array.prototype.toString ( ), ECMA-262 23.1.3.36
pub(super) fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = Value::object(convert::to_object(vm, call.this)?);
    vm.keep(array);
    let join = object::get_v(vm, array, keys::JOIN)?;
    if vm.heap.is_callable(join) {
        return vm.call(join, array, &[]);
    }
    // %Object.prototype.toString%
    crate::object::to_string(vm, call.with_this(array))
}

const COMMA: StringId = StringId::character(b',');

/// Runs `body` for an array that is not being joined already, and returns the empty string for one that is.
fn once(vm: &mut Vm, array: ObjectId, body: impl FnOnce(&mut Vm) -> Completion<Value>) -> Completion<Value> {
    vm.check_native_stack()?;
    if !vm.execution.joining.insert(array) {
        return Ok(Value::string(StringId::EMPTY));
    }
    let result = body(vm);
    vm.execution.joining.remove(&array);
    result
}

type Append<'a> = &'a dyn Fn(&mut Vm, &mut StringBuilder, Value) -> Completion<()>;

/// Joins the elements, of which `append` writes those that are not nullish. Behind an absent one, whole gaps are passed
/// over at once.
fn join_elements(
    vm: &mut Vm,
    object: ObjectId,
    length: u64,
    separator: StringId,
    append: Append<'_>,
) -> Completion<Value> {
    let mut text = StringBuilder::new();
    let (mut index, mut gaps) = (0, Gaps::default());
    while index < length {
        if index > 0 {
            text.push_string(vm, separator)?;
        }
        let element = get_element(vm, object, index)?;
        if !element.is_nullish() {
            append(vm, &mut text, element)?;
        }
        let next = gaps.up(vm, object, index, length, !element.is_undefined())?;
        push_separators(vm, &mut text, separator, next - index - 1)?;
        index = next;
    }
    Ok(Value::string(text.finish(vm)?))
}

/// Appends the separators before a number of absent elements.
fn push_separators(vm: &mut Vm, text: &mut StringBuilder, separator: StringId, count: u64) -> Completion<()> {
    let length = vm.heap.string_length(separator) as u64;
    if length == 0 {
        return Ok(());
    }
    if count.saturating_mul(length) > rope::longest_string(&vm.heap) as u64 {
        return vm.range_error(messages::STRING_TOO_LONG);
    }
    for _ in 0..count {
        vm.work(1)?;
        text.push_string(vm, separator)?;
    }
    Ok(())
}

pub(crate) fn append_as_string(vm: &mut Vm, text: &mut StringBuilder, element: Value) -> Completion<()> {
    if let Some(number) = element.as_number() {
        return text.push_number(vm, number);
    }
    let string = convert::to_string(vm, element)?;
    text.push_string(vm, string)
}

/// Locales and options, which methods pass on to their elements by ECMA-402 20.4.1, and by ECMA-262 alone do not.
pub(crate) fn locale_arguments(vm: &Vm, call: Call) -> Option<[Value; 2]> {
    cfg!(feature = "intl").then(|| [call.argument(vm, 0), call.argument(vm, 1)])
}

/// Appends ToString of the result of the element's `toLocaleString`, called with the arguments if there are any.
pub(crate) fn append_as_locale_string(
    vm: &mut Vm,
    text: &mut StringBuilder,
    element: Value,
    arguments: Option<[Value; 2]>,
) -> Completion<()> {
    let vm = &mut vm.scope();
    // Keeps a value from a getter alive during the getter of its method.
    vm.keep(element);
    let method = object::get_v(vm, element, keys::TO_LOCALE_STRING)?;
    let string = vm.call(method, element, arguments.as_ref().map_or(&[], |arguments| arguments.as_slice()))?;
    let string = convert::to_string(vm, string)?;
    text.push_string(vm, string)
}
