//! Event handlers, HTML 8.1.8: attributes like `onabort`. The value of one is a listener in the list of its target.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::listeners::{self, Listener, Wanted};

fn find(vm: &mut Vm, target: ObjectId, name: &str) -> Completion<(Value, Option<u64>)> {
    let text = Value::string(vm.heap.intern_text(name));
    vm.keep(text);
    let number = listeners::find_listener(vm, target, text, Wanted::Handler)?;
    Ok((text, number))
}

/// Returns the handler of the events with that name, or null.
pub(crate) fn handler(vm: &mut Vm, target: ObjectId, name: &str) -> Completion<Value> {
    let (_, number) = find(vm, target, name)?;
    let found = number.and_then(|number| listeners::listener_of(vm, target, number));
    Ok(found.map_or(Value::NULL, |(_, [_, callback])| callback))
}

/// Sets the handler. A value that is not an object removes it.
pub(crate) fn set_handler(vm: &mut Vm, target: ObjectId, name: &str, value: Value) -> Completion<()> {
    let (text, number) = find(vm, target, name)?;
    match number {
        Some(number) if value.is_object() => listeners::set_callback(vm, target, number, value),
        Some(number) => listeners::remove_listener(vm, target, number)?,
        None if value.is_object() => {
            let listener = Listener { is_handler: true, ..Listener::default() };
            listeners::add_listener(vm, target, text, value, listener)?;
        }
        None => {}
    }
    Ok(())
}
