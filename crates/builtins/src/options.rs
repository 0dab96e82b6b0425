//! Options of built-ins: objects whose properties are one of several strings.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// GetOptionsObject ( options ), ECMA-262 7.3.37. None for undefined.
pub(crate) fn options(vm: &mut Vm, options: Value) -> Completion<Option<ObjectId>> {
    if options.is_undefined() || options.is_object() {
        return Ok(options.as_object());
    }
    let found = messages::describe(vm, options);
    vm.type_error(format!("{found} is not an object"))
}

/// Returns the choice that an option names, or the default if it is undefined.
pub(crate) fn option<T: Copy>(
    vm: &mut Vm,
    options: Option<ObjectId>,
    name: &str,
    choices: &[(&str, T)],
    default: T,
) -> Completion<T> {
    let Some(options) = options else { return Ok(default) };
    let key = vm.heap.key(name);
    let value = object::get(vm, options, key)?;
    if value.is_undefined() {
        return Ok(default);
    }
    if let Some(string) = value.as_string() {
        let flat = vm.heap.flatten(string)?;
        let view = vm.heap.view(flat);
        let is_same = |text: &str| text.len() == view.len() && text.bytes().map(u16::from).eq(view.units());
        if let Some(&(_, choice)) = choices.iter().find(|(text, _)| is_same(text)) {
            return Ok(choice);
        }
    }
    let found = messages::describe(vm, value);
    vm.type_error(format!("{found} is not a value of the option '{name}'"))
}
