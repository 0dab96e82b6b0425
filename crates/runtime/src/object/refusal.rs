//! Reasons for refused changes of objects, for messages. No script runs for them: what cannot be told without script is
//! left out.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::Proxy;
use crate::object::properties::StoredProperty;
use crate::object::{self, Class, Kind};
use crate::operators;
use crate::property_key::PropertyKey;
use crate::shown;
use crate::value::Value;
use crate::vm::Vm;

/// Objects of a prototype chain that are looked at.
const MOST_PROTOTYPES: usize = 64;

/// Throws the TypeError of a refused \[\[Set]].
#[cold]
pub(crate) fn refuse_assignment<T>(vm: &mut Vm, base: Value, key: PropertyKey) -> Completion<T> {
    let name = vm.heap.describe_key(key);
    let shown = messages::describe(vm, base);
    let Some(object) = base.as_object() else {
        let own = match base.as_string() {
            Some(string) => object::string_own_property(vm, string, key)?,
            None => None,
        };
        let prototype = object::prototype_of_primitive(vm, base, key)?;
        let what = described_primitive(vm, base);
        return vm.type_error(match own.or_else(|| property_of_chain(vm, prototype, key)) {
            Some(property) if property.attributes.is_accessor() => messages::only_getter(&name, &what),
            Some(property) if !property.attributes.is_writable() => messages::read_only(&name, &what),
            _ => messages::cannot_create_on_primitive(&name, &what),
        });
    };
    let message = match property_of_chain(vm, object, key) {
        Some(property) if property.attributes.is_accessor() => messages::only_getter(&name, &shown),
        Some(property) if !property.attributes.is_writable() => {
            messages::read_only(&name, &format!("object '{shown}'"))
        }
        None if let Some(trap) = trap_of(vm, object, keys::SET) => messages::refused_by_trap(&trap, &name),
        None if vm.heap.class_of(object) == Class::Proxy => messages::cannot_assign(&name, "a proxy"),
        None if vm.heap.is_opaque(object, key) => messages::cannot_assign(&name, &shown),
        None if !vm.heap.is_extensible(object) => messages::cannot_add(&name),
        _ => messages::cannot_assign(&name, &shown),
    };
    vm.type_error(message)
}

/// Throws the TypeError of a refused \[\[DefineOwnProperty]].
#[cold]
pub(crate) fn refuse_definition<T>(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<T> {
    let name = vm.heap.describe_key(key);
    let message = match vm.heap.stored_property(object, key) {
        _ if let Some(trap) = trap_of(vm, object, keys::DEFINE_PROPERTY) => messages::refused_by_trap(&trap, &name),
        _ if vm.heap.is_opaque(object, key) => messages::cannot_define(&name),
        Some(_) => messages::cannot_redefine(&name),
        None if !vm.heap.is_extensible(object) => messages::cannot_define_in_inextensible(&name),
        None => messages::cannot_define(&name),
    };
    vm.type_error(message)
}

/// Throws the TypeError of a refused \[\[Delete]].
#[cold]
pub(crate) fn refuse_deletion<T>(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<T> {
    let (name, shown) = (vm.heap.describe_key(key), messages::describe(vm, Value::object(object)));
    let message = match trap_of(vm, object, keys::DELETE_PROPERTY) {
        Some(trap) => messages::refused_by_trap(&trap, &name),
        None => messages::cannot_delete(&name, &shown),
    };
    vm.type_error(message)
}

/// The name of the trap, if the object is a proxy whose handler has it, as far as storage tells.
fn trap_of(vm: &mut Vm, object: ObjectId, name: PropertyKey) -> Option<String> {
    let Kind::Proxy(Proxy { handler, .. }) = vm.heap.kind(object) else { return None };
    let trap = shown::own_data(&vm.heap, handler, name)?;
    vm.heap.is_callable(trap).then(|| vm.heap.describe_key(name))
}

/// The property that an assignment finds, as far as storage tells.
fn property_of_chain(vm: &Vm, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
    let mut next = Some(object).filter(|&object| !vm.heap.class_of(object).is_opaque());
    for _ in 0..MOST_PROTOTYPES {
        let current = next?;
        if let Some(property) = vm.heap.stored_property(current, key) {
            return Some(property);
        }
        next = vm.heap.known_prototype_of(current);
    }
    None
}

/// `number '5'`
fn described_primitive(vm: &mut Vm, value: Value) -> String {
    let kind = operators::type_of(vm, value);
    let kind = shown::shown_name(&mut vm.heap, kind);
    let shown = messages::describe_plainly(vm, value);
    format!("{kind} '{shown}'")
}
