//! Setters of prototypes that give the receiver a property of its own.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// SetterThatIgnoresPrototypeProperties ( thisValue, home, p, v ), ECMA-262 7.3.33. `name` is that of the home.
pub(crate) fn set_but_on_home(
    vm: &mut Vm,
    call: Call,
    (home, name): (ObjectId, &str),
    key: PropertyKey,
) -> Completion<Value> {
    let Some(object) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object(&format!("A setter of {name}")));
    };
    if object == home {
        return vm.type_error(format!("Cannot assign to this property of {name}"));
    }
    let value = call.argument(vm, 0);
    if object::get_own_property(vm, object, key)?.is_none() {
        object::create_data_property_or_throw(vm, object, key, value)?;
    } else {
        object::set(vm, object, key, value, true)?;
    }
    Ok(Value::UNDEFINED)
}
