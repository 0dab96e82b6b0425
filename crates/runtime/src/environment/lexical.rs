//! Bindings without a value until their declaration is evaluated, and the declarative record of the global environment
//! (ECMA-262 9.1.1.4), which has the lexical declarations of scripts.
//!
//! That record is an object without a prototype that no script sees. So sites that read globals remember a slot of it
//! as they do one of the global object, while the shape of its holder stays. Uninitialised bindings have the empty
//! marker, and no site remembers them. The record comes before the global object. But a site may have found a property
//! there that a later script hides: then all sites forget their findings.

use ferrotape_bytecode::BindingForm;

use crate::environment::{self, RecordKind};
use crate::error::Completion;
use crate::heap::{ObjectId, RecordId, StringView};
use crate::messages;
use crate::names::keys;
use crate::object::{self, Class};
use crate::operations::class;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// The value of a binding; a ReferenceError if it is not initialised.
#[inline]
pub fn initialized(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Value> {
    if value.is_empty() || value.as_record().is_some() { imported_or_empty(vm, value, key) } else { Ok(value) }
}

/// The value of another module's binding; a ReferenceError if it is not initialised, or there is no value.
#[cold]
fn imported_or_empty(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Value> {
    match value.as_record().and_then(|record| imported(vm, record)) {
        Some(value) => Ok(value),
        None => not_initialized(vm, key),
    }
}

/// The value of an imported binding, if it is initialised.
#[inline]
pub(crate) fn imported(vm: &Vm, import: RecordId) -> Option<Value> {
    let RecordKind::Import { target, index } = vm.heap[import].kind else { return None };
    environment::closed_value(vm, Some(target), index).filter(|value| !value.is_empty())
}

#[cold]
pub(crate) fn not_initialized<T>(vm: &mut Vm, key: PropertyKey) -> Completion<T> {
    if key == keys::THIS {
        return class::this_not_bound(vm);
    }
    let message = messages::not_initialized(&vm.heap.describe_key(key));
    vm.reference_error(message)
}

/// SetMutableBinding, ECMA-262 9.1.1.1.5: returns whether the binding with the value `old` may get another one. An
/// error if not, except for the own names of functions in sloppy code. Imports, whose value is a record here, are
/// initialised whatever their targets are (9.1.1.5.5).
pub(super) fn can_be_assigned(
    vm: &mut Vm,
    old: Value,
    form: BindingForm,
    key: PropertyKey,
    strict: bool,
) -> Completion<bool> {
    if old.as_record().is_none() {
        initialized(vm, old, key)?;
    }
    match form {
        BindingForm::Const => vm.type_error(messages::CONSTANT_ASSIGNMENT),
        BindingForm::OwnName if strict => vm.type_error(messages::CONSTANT_ASSIGNMENT),
        BindingForm::OwnName => Ok(false),
        BindingForm::Variable | BindingForm::Function | BindingForm::Let => Ok(true),
    }
}

/// The value of a lexical declaration of a script, by name.
pub(crate) fn get_lexical(vm: &mut Vm, key: PropertyKey) -> Completion<Value> {
    let lexical = vm.realm.lexical;
    match vm.heap.lexical_binding(lexical, key) {
        Some((slot, _)) => {
            let value = vm.heap.slot(lexical, slot);
            initialized(vm, value, key)
        }
        None => Ok(Value::UNDEFINED),
    }
}

/// The value of a global variable, however it was declared; `undefined` if there is none.
pub fn global_variable(vm: &mut Vm, key: PropertyKey) -> Completion<Value> {
    match vm.heap.lexical_binding(vm.realm.lexical, key) {
        Some(_) => get_lexical(vm, key),
        None => {
            let global = vm.realm.global;
            object::get(vm, global, key)
        }
    }
}

/// Assigns to a global variable, however it was declared; otherwise to a property of the global object.
pub fn set_global_variable(vm: &mut Vm, key: PropertyKey, value: Value) -> Completion<()> {
    match vm.heap.lexical_binding(vm.realm.lexical, key) {
        Some(_) => put_lexical(vm, key, value),
        None => {
            let global = vm.realm.global;
            if is_absent(vm, global, key) {
                return object::create_data_property_or_throw(vm, global, key, value);
            }
            object::set(vm, global, key, value, true)
        }
    }
}

/// Names of Object.prototype, ECMA-262 20.1.3 and B.2.2.
const NAMES_OF_OBJECT_PROTOTYPE: [&str; 12] = [
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// Returns whether it is certain that an extensible global object lacks a property, and its prototype too. It makes no
/// Object.prototype to look at: with what belongs to it, that is a fifth of the time of a new engine, and many programs
/// never need it. What hosts give to a new engine is set here.
fn is_absent(vm: &Vm, global: ObjectId, key: PropertyKey) -> bool {
    let prototype = realm::intrinsics(vm).object_prototype;
    let Some(name) = key.as_atom() else { return false };
    let shape = vm.heap.shape_of(global);
    !vm.heap.class_of(global).is_exotic()
        && vm.heap[shape].is_extensible()
        && vm.heap.prototype_of(global) == Some(prototype)
        && vm.heap.class_of(prototype) == Class::Unfilled
        && vm.heap.stored_property(global, key).is_none()
        && !NAMES_OF_OBJECT_PROTOTYPE
            .iter()
            .any(|known| vm.heap.atom_view(name).equals(StringView::Latin1(known.as_bytes())))
}

pub(crate) fn put_lexical(vm: &mut Vm, key: PropertyKey, value: Value) -> Completion<()> {
    let lexical = vm.realm.lexical;
    let Some((slot, attributes)) = vm.heap.lexical_binding(lexical, key) else { return Ok(()) };
    let form = if attributes.is_writable() { BindingForm::Let } else { BindingForm::Const };
    let old = vm.heap.slot(lexical, slot);
    if can_be_assigned(vm, old, form, key, true)? {
        vm.heap.set_slot(lexical, slot, value);
    }
    Ok(())
}

/// InitializeBinding of a script's lexical declaration, ECMA-262 9.1.1.1.4.
pub fn initialize_lexical(vm: &mut Vm, key: PropertyKey, value: Value) {
    let lexical = vm.realm.lexical;
    if let Some((slot, _)) = vm.heap.lexical_binding(lexical, key) {
        vm.heap.set_slot(lexical, slot, value);
    }
}

/// Refuses a lexical declaration of a name that another script has declared, or that is a property which stays
/// (ECMA-262 16.1.7, step 3).
pub(crate) fn check_lexical_declaration(vm: &mut Vm, key: PropertyKey) -> Completion<()> {
    let is_taken = vm.heap.lexical_binding(vm.realm.lexical, key).is_some();
    let global = vm.realm.global;
    let own = object::get_own_property(vm, global, key)?;
    if is_taken || own.is_some_and(|own| own.configurable == Some(false)) {
        return declared_twice(vm, key);
    }
    Ok(())
}

pub(crate) fn declared_twice<T>(vm: &mut Vm, key: PropertyKey) -> Completion<T> {
    let message = messages::declared_twice(&vm.heap.describe_key(key));
    vm.syntax_error(message)
}

/// CreateMutableBinding and CreateImmutableBinding of the global environment. Returns whether it hides a property.
pub(crate) fn declare_lexical(vm: &mut Vm, key: PropertyKey, is_constant: bool) -> Completion<bool> {
    let attributes = if is_constant { Attributes::NONE } else { Attributes::WRITABLE };
    vm.heap.add_slot(vm.realm.lexical, key, Value::EMPTY, attributes)?;
    let global = vm.realm.global;
    object::has_own_property(vm, global, key)
}
