//! Operands of the methods of strings: the receiver, the arguments, and parts of strings.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Native};
use ferrotape_runtime::heap::{FlatString, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The first steps of most methods: RequireObjectCoercible and ToString of `this`. Keeps the string.
#[inline]
pub(super) fn this_string(vm: &mut Vm, call: Call) -> Completion<StringId> {
    match call.this.as_string() {
        Some(string) => Ok(string),
        None => this_to_string(vm, call),
    }
}

#[inline(never)]
fn this_to_string(vm: &mut Vm, call: Call) -> Completion<StringId> {
    check_coercible(vm, call)?;
    let string = convert::to_string(vm, call.this)?;
    vm.keep(Value::string(string));
    Ok(string)
}

/// RequireObjectCoercible of `this`.
pub(super) fn check_coercible(vm: &mut Vm, call: Call) -> Completion<()> {
    if call.this.is_nullish() {
        let method = method_name(vm, call);
        return vm.type_error(messages::called_on_nullish(&method));
    }
    Ok(())
}

/// ToString of an argument. Keeps the string.
#[inline]
pub(super) fn string_argument(vm: &mut Vm, call: Call, index: usize) -> Completion<StringId> {
    let argument = call.argument(vm, index);
    if let Some(string) = argument.as_string() {
        return Ok(string);
    }
    let string = convert::to_string(vm, argument)?;
    vm.keep(Value::string(string));
    Ok(string)
}

/// Returns the name of the running method for messages.
#[cold]
pub(super) fn method_name(vm: &Vm, call: Call) -> String {
    match vm.heap.kind(call.callee) {
        Kind::Native(Native { function, .. }) => messages::method_of("String", function::native(vm, function).name),
        _ => "String.prototype method".to_owned(),
    }
}

/// Returns a part of a string as a value.
pub(crate) fn part(vm: &mut Vm, string: FlatString, start: usize, end: usize) -> Completion<Value> {
    let length = end.saturating_sub(start);
    if length == 1
        && let Some(unit) = vm.heap.view(string).get(start)
    {
        return Ok(Value::string(vm.heap.character(unit)));
    }
    Ok(Value::string(vm.heap.substring(string, start, end)?))
}
