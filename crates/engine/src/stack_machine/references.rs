//! References: values of the value stack that say where a property or a variable is (ECMA-262 6.2.5).

use ferrotape_bytecode::{BindingForm, attribute};

use super::state::{Activation, Slot};
use crate::code::Scope;
use crate::environment::{Place, RecordKind};
use crate::error::Completion;
use crate::heap::RecordId;
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// LOOKUP: the reference that an identifier is in the current scope.
    pub(super) fn look_up(&mut self, name: Value) -> Completion<Slot> {
        let key = self.to_property_key(name)?;
        let place = self.find_outwards(self.frame().environment, key)?;
        Ok(Slot::Name { place: self.value_of_place(place), key })
    }

    /// GetValue ( V ), ECMA-262 6.2.5.5
    pub(super) fn get_value(&mut self, any: Slot) -> Completion<Value> {
        match any {
            Slot::Value(value) => Ok(value),
            Slot::Property { base, key } => self.get_element(base, key),
            Slot::Super { this, base, key } => self.get_super(this, base, key),
            Slot::Private { base, name } => self.private_value(base, name),
            Slot::Name { place, key } => self.get_binding(place, key),
            Slot::Variable { index } => {
                let record = self.running_variables();
                let value = record.map_or(Value::UNDEFINED, |record| self.bound_value(record, index));
                self.initialized(value, self.key_of_variable(index))
            }
            Slot::Declared { key } => {
                let scope = self.scope_of_declarations();
                let record = self.variable_record(scope)?;
                let place = self.find_outwards(record, key)?;
                Ok(self.get_variable(place, key)?.0)
            }
        }
    }

    /// PutValue ( V, W ), ECMA-262 6.2.5.6
    pub(super) fn put_value(&mut self, reference: Slot, value: Value) -> Completion<()> {
        let strict = self.runs_strict_code();
        match reference {
            Slot::Value(_) => self.reference_error(messages::INVALID_ASSIGNMENT_TARGET),
            Slot::Property { base, key } => self.set_element(base, key, value, strict),
            Slot::Super { this, base, key } => self.set_super([this, base, key], value, strict),
            Slot::Private { base, name } => self.set_private_value(base, name, value),
            Slot::Name { place, key } => {
                let place = self.place_of_value(place, key)?;
                self.put_variable(place, key, value, strict)
            }
            Slot::Variable { index } => {
                let Some(record) = self.running_variables() else { return Ok(()) };
                let key = self.key_of_variable(index);
                let place = Place::Bound { record, index, form: self.form_of_variable(index) };
                self.put_variable(place, key, value, strict)
            }
            Slot::Declared { key } => {
                let scope = self.scope_of_declarations();
                match self.stack_machine.running().variables.and(self.variable_record(scope)?) {
                    Some(body) => self.declare_in_record(body, key, Some(value)),
                    None => self.set_declared_variable(scope, key, value, strict),
                }
            }
        }
    }

    /// Where the search for the record begins that has the variables which are declared by name: outside of eval code. The
    /// body of a function whose parameters have expressions is a block of that function (ECMA-262 10.2.11, step 28).
    fn scope_of_declarations(&mut self) -> Option<RecordId> {
        let &mut Activation { variables, outer_scope, .. } = self.stack_machine.running();
        if variables.is_some() { self.frame().environment } else { outer_scope }
    }

    /// INIT: InitializeReferencedBinding, ECMA-262 6.2.5.8.
    pub(super) fn initialize_reference(&mut self, reference: Slot, value: Value) -> Completion<()> {
        match reference {
            Slot::Variable { index } => {
                if let Some(record) = self.running_variables() {
                    self.set_bound_value(record, index, value);
                }
            }
            Slot::Name { place, key } => match self.place_of_value(place, key)? {
                Place::Bound { record, index, .. } => self.set_bound_value(record, index, value),
                Place::Lexical => self.initialize_lexical(key, value),
                _ => {}
            },
            Slot::Value(_) | Slot::Property { .. } | Slot::Super { .. } => {}
            Slot::Private { .. } | Slot::Declared { .. } => {}
        }
        Ok(())
    }

    /// BINDTHIS: BindThisValue, ECMA-262 9.1.1.3.1.
    pub(super) fn bind_this_reference(&mut self, reference: Slot, this: Value) -> Completion<()> {
        let before = match reference {
            Slot::Variable { index } => {
                self.running_variables().map_or(Value::EMPTY, |record| self.bound_value(record, index))
            }
            Slot::Name { place, .. } => return self.bind_this_in(place, this).map(|_| ()),
            _ => Value::EMPTY,
        };
        self.check_unbound(before)?;
        self.initialize_reference(reference, this)
    }

    /// The name of a variable of the running function.
    fn key_of_variable(&self, index: u32) -> PropertyKey {
        self.variables_of_running().names[index as usize]
    }

    fn form_of_variable(&self, index: u32) -> BindingForm {
        self.variables_of_running().forms[index as usize]
    }

    fn variables_of_running(&self) -> &Scope {
        match self.heap.code_block(self.frame().code).stack_block().variables {
            Some(scope) => self.heap.scope(scope),
            None => unreachable!("the verifier sees that the variable exists"),
        }
    }

    /// PUTVALUE,n: a property of an object gets the value and the attributes.
    pub(super) fn put_value_with(&mut self, reference: Slot, value: Value, attributes: u32) -> Completion<()> {
        let Slot::Property { base, key } = reference else { return self.put_value(reference, value) };
        let object = self.to_object(base)?;
        let key = self.to_property_key(key)?;
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
        self.define_property_or_throw(object, key, &PropertyDescriptor::data(value, granted))
    }

    /// DELETE: the `delete` operator, ECMA-262 13.5.1.2.
    pub(super) fn delete_reference(&mut self, any: Slot) -> Completion<Value> {
        match any {
            Slot::Value(_) => Ok(Value::TRUE),
            Slot::Property { base, key } => {
                let strict = self.runs_strict_code();
                self.delete_element(base, key, strict)
            }
            Slot::Name { place, key } => {
                let place = self.place_of_value(place, key)?;
                self.delete_variable(place, key).map(Value::bool)
            }
            Slot::Super { .. } => self.delete_of_super(),
            Slot::Private { .. } | Slot::Variable { .. } | Slot::Declared { .. } => Ok(Value::FALSE),
        }
    }

    /// TYPEOF: the `typeof` operator, ECMA-262 13.5.3. What is not declared is undefined here.
    pub(super) fn type_of_reference(&mut self, any: Slot) -> Completion<Value> {
        let value = match any {
            Slot::Name { place, .. } if place.is_undefined() => Value::UNDEFINED,
            _ => self.get_value(any)?,
        };
        Ok(Value::string(self.type_of(value)))
    }

    /// The `this` value of a call of what the reference refers to: GetThisValue and WithBaseObject, ECMA-262 6.2.5.7 and
    /// 9.1.1.2.10.
    pub(super) fn this_of_reference(&self, any: Slot) -> Value {
        match any {
            Slot::Property { base, .. } | Slot::Private { base, .. } => base,
            Slot::Super { this, .. } => this,
            Slot::Name { place, .. } => match place.as_record().map(|record| &self.heap[record].kind) {
                Some(&RecordKind::Object { target }) => Value::object(target),
                _ => Value::UNDEFINED,
            },
            Slot::Value(_) | Slot::Variable { .. } | Slot::Declared { .. } => Value::UNDEFINED,
        }
    }

    /// TOKEY: the key of a reference that is used twice is converted once, after a look at the base.
    pub(super) fn to_reference_key(&mut self, base: Value, key: Value) -> Completion<Value> {
        if base.is_nullish() {
            return self.property_of_nullish(base, key);
        }
        self.to_property_key_value(key)
    }

    fn running_variables(&mut self) -> Option<RecordId> {
        self.stack_machine.running().variables
    }

    fn runs_strict_code(&self) -> bool {
        self.heap.code_block(self.frame().code).is_strict_at(self.pc)
    }
}
