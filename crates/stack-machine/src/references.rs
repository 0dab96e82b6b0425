//! References: values on the value stack that denote a property or a variable (ECMA-262 6.2.5).

use ferrotape_bytecode::{BindingForm, attribute};

use ferrotape_runtime::code::Scope;
use ferrotape_runtime::convert;
use ferrotape_runtime::environment::{self, Place, RecordKind};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::RecordId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::descriptor::PropertyDescriptor;
use ferrotape_runtime::operations::class;
use ferrotape_runtime::operations::elements;
use ferrotape_runtime::operations::intrinsic;
use ferrotape_runtime::operations::private;
use ferrotape_runtime::operations::variables;
use ferrotape_runtime::operators;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::stack_machine::state::{Activation, Slot};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// LOOKUP: resolves an identifier to a reference in the current scope.
pub(super) fn look_up(vm: &mut Vm, name: Value) -> Completion<Slot> {
    let key = convert::to_property_key(vm, name)?;
    let environment = vm.frame().environment;
    let place = environment::find_outwards(vm, environment, key)?;
    Ok(Slot::Name { place: environment::value_of_place(vm, place), key })
}

/// GetValue ( V ), ECMA-262 6.2.5.5
pub(super) fn get_value(vm: &mut Vm, any: Slot) -> Completion<Value> {
    match any {
        Slot::Value(value) => Ok(value),
        Slot::Property { base, key } => elements::get_element(vm, base, key),
        Slot::Super { this, base, key } => intrinsic::get_super(vm, this, base, key),
        Slot::Private { base, name } => private::private_value(vm, base, name),
        Slot::Name { place, key } => variables::get_binding(vm, place, key),
        Slot::Variable { index } => {
            let record = running_variables(vm);
            let value = record.map_or(Value::UNDEFINED, |record| environment::bound_value(vm, record, index));
            let key_of_variable = key_of_variable(vm, index);
            environment::initialized(vm, value, key_of_variable)
        }
        Slot::Declared { key } => {
            let scope = scope_of_declarations(vm);
            let record = environment::variable_record(vm, scope)?;
            let place = environment::find_outwards(vm, record, key)?;
            Ok(environment::get_variable(vm, place, key)?.0)
        }
    }
}

/// PutValue ( V, W ), ECMA-262 6.2.5.6
pub(super) fn put_value(vm: &mut Vm, reference: Slot, value: Value) -> Completion<()> {
    let strict = runs_strict_code(vm);
    match reference {
        Slot::Value(_) => vm.reference_error(messages::INVALID_ASSIGNMENT_TARGET),
        Slot::Property { base, key } => elements::set_element(vm, base, key, value, strict),
        Slot::Super { this, base, key } => intrinsic::set_super(vm, [this, base, key], value, strict),
        Slot::Private { base, name } => private::set_private_value(vm, base, name, value),
        Slot::Name { place, key } => {
            let place = environment::place_of_value(vm, place, key)?;
            environment::put_variable(vm, place, key, value, strict)
        }
        Slot::Variable { index } => {
            let Some(record) = running_variables(vm) else { return Ok(()) };
            let key = key_of_variable(vm, index);
            let place = Place::Bound { record, index, form: form_of_variable(vm, index) };
            environment::put_variable(vm, place, key, value, strict)
        }
        Slot::Declared { key } => {
            let scope = scope_of_declarations(vm);
            match vm.execution.stack_machine.running().variables.and(environment::variable_record(vm, scope)?) {
                Some(body) => environment::declare_in_record(vm, body, key, Some(value)),
                None => variables::set_declared_variable(vm, scope, key, value, strict),
            }
        }
    }
}

/// Returns the scope in which the search for the record of variables declared by name begins: outside of eval code. The
/// body of a function whose parameters have expressions is a block of that function (ECMA-262 10.2.11, step 28).
fn scope_of_declarations(vm: &mut Vm) -> Option<RecordId> {
    let &mut Activation { variables, outer_scope, .. } = vm.execution.stack_machine.running();
    if variables.is_some() { vm.frame().environment } else { outer_scope }
}

/// INIT: InitializeReferencedBinding, ECMA-262 6.2.5.8.
pub(super) fn initialize_reference(vm: &mut Vm, reference: Slot, value: Value) -> Completion<()> {
    match reference {
        Slot::Variable { index } => {
            if let Some(record) = running_variables(vm) {
                environment::set_bound_value(vm, record, index, value);
            }
        }
        Slot::Name { place, key } => match environment::place_of_value(vm, place, key)? {
            Place::Bound { record, index, .. } => environment::set_bound_value(vm, record, index, value),
            Place::Lexical => environment::initialize_lexical(vm, key, value),
            _ => {}
        },
        Slot::Value(_) | Slot::Property { .. } | Slot::Super { .. } => {}
        Slot::Private { .. } | Slot::Declared { .. } => {}
    }
    Ok(())
}

/// BINDTHIS: BindThisValue, ECMA-262 9.1.1.3.1.
pub(super) fn bind_this_reference(vm: &mut Vm, reference: Slot, this: Value) -> Completion<()> {
    let before = match reference {
        Slot::Variable { index } => {
            running_variables(vm).map_or(Value::EMPTY, |record| environment::bound_value(vm, record, index))
        }
        Slot::Name { place, .. } => return class::bind_this_in(vm, place, this).map(|_| ()),
        _ => Value::EMPTY,
    };
    class::check_unbound(vm, before)?;
    initialize_reference(vm, reference, this)
}

/// Returns the name of a variable of the running function.
fn key_of_variable(vm: &Vm, index: u32) -> PropertyKey {
    variables_of_running(vm).names[index as usize]
}

fn form_of_variable(vm: &Vm, index: u32) -> BindingForm {
    variables_of_running(vm).forms[index as usize]
}

fn variables_of_running(vm: &Vm) -> &Scope {
    match vm.heap.code_block(vm.frame().code).stack_block().variables {
        Some(scope) => vm.heap.scope(scope),
        None => unreachable!("the verifier sees that the variable exists"),
    }
}

/// PUTVALUE,n: gives a property of an object the value and the attributes.
pub(super) fn put_value_with(vm: &mut Vm, reference: Slot, value: Value, attributes: u32) -> Completion<()> {
    let Slot::Property { base, key } = reference else { return put_value(vm, reference, value) };
    let object = convert::to_object(vm, base)?;
    let key = convert::to_property_key(vm, key)?;
    let mut granted = Attributes::NONE;
    for (withheld, right) in [
        (attribute::READ_ONLY, Attributes::WRITABLE),
        (attribute::DONT_ENUM, Attributes::ENUMERABLE),
        (attribute::DONT_DELETE, Attributes::CONFIGURABLE),
    ] {
        if attributes & withheld == 0 {
            granted = granted.with(right);
        }
    }
    object::define_property_or_throw(vm, object, key, &PropertyDescriptor::data(value, granted))
}

/// DELETE: the `delete` operator, ECMA-262 13.5.1.2.
pub(super) fn delete_reference(vm: &mut Vm, any: Slot) -> Completion<Value> {
    match any {
        Slot::Value(_) => Ok(Value::TRUE),
        Slot::Property { base, key } => {
            let strict = runs_strict_code(vm);
            elements::delete_element(vm, base, key, strict)
        }
        Slot::Name { place, key } => {
            let place = environment::place_of_value(vm, place, key)?;
            environment::delete_variable(vm, place, key).map(Value::bool)
        }
        Slot::Super { .. } => intrinsic::delete_of_super(vm),
        Slot::Private { .. } | Slot::Variable { .. } | Slot::Declared { .. } => Ok(Value::FALSE),
    }
}

/// TYPEOF: the `typeof` operator, ECMA-262 13.5.3. An undeclared name gives undefined.
pub(super) fn type_of_reference(vm: &mut Vm, any: Slot) -> Completion<Value> {
    let value = match any {
        Slot::Name { place, .. } if place.is_undefined() => Value::UNDEFINED,
        _ => get_value(vm, any)?,
    };
    Ok(Value::string(operators::type_of(vm, value)))
}

/// Returns the `this` value for a call of a reference's value: GetThisValue and WithBaseObject, ECMA-262 6.2.5.7 and
/// 9.1.1.2.10.
pub(super) fn this_of_reference(vm: &Vm, any: Slot) -> Value {
    match any {
        Slot::Property { base, .. } | Slot::Private { base, .. } => base,
        Slot::Super { this, .. } => this,
        Slot::Name { place, .. } => match place.as_record().map(|record| &vm.heap[record].kind) {
            Some(&RecordKind::Object { target }) => Value::object(target),
            _ => Value::UNDEFINED,
        },
        Slot::Value(_) | Slot::Variable { .. } | Slot::Declared { .. } => Value::UNDEFINED,
    }
}

/// TOKEY: checks the base and converts the key once, for a reference that is used twice.
pub(super) fn to_reference_key(vm: &mut Vm, base: Value, key: Value) -> Completion<Value> {
    if base.is_nullish() {
        return elements::property_of_nullish(vm, base, key);
    }
    elements::to_property_key_value(vm, key)
}

fn running_variables(vm: &mut Vm) -> Option<RecordId> {
    vm.execution.stack_machine.running().variables
}

fn runs_strict_code(vm: &Vm) -> bool {
    vm.heap.code_block(vm.frame().code).is_strict_at(vm.execution.pc)
}
