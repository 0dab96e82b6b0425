//! Declarations of variables and functions in the global environment: properties of the global object.

use crate::error::Completion;
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// CanDeclareGlobalVar and CanDeclareGlobalFunction, ECMA-262 9.1.1.4.15 and 16: TypeError where not.
    pub fn check_global_declaration(&mut self, key: PropertyKey, is_function: bool) -> Completion<()> {
        let global = self.realm.global;
        let allowed = match self.get_own_property(global, key)? {
            None => self.is_extensible(global)?,
            Some(_) if !is_function => true,
            Some(property) => {
                property.configurable == Some(true)
                    || (property.value.is_some()
                        && property.writable == Some(true)
                        && property.enumerable == Some(true))
            }
        };
        if allowed {
            return Ok(());
        }
        let message = messages::cannot_declare_global(&self.heap.describe_key(key));
        self.type_error(message)
    }

    /// CreateGlobalVarBinding, ECMA-262 9.1.1.4.17.
    pub(crate) fn declare_global_variable(&mut self, key: PropertyKey, deletable: bool) -> Completion<()> {
        let global = self.realm.global;
        if !self.has_own_property(global, key)? && self.is_extensible(global)? {
            let attributes = global_attributes(deletable);
            self.define_property_or_throw(global, key, &PropertyDescriptor::data(Value::UNDEFINED, attributes))?;
        }
        Ok(())
    }

    /// CreateGlobalFunctionBinding, ECMA-262 9.1.1.4.18.
    pub fn declare_global_function(&mut self, key: PropertyKey, function: Value, deletable: bool) -> Completion<()> {
        let global = self.realm.global;
        let descriptor = match self.get_own_property(global, key)? {
            Some(property) if property.configurable == Some(false) => {
                PropertyDescriptor { value: Some(function), ..PropertyDescriptor::default() }
            }
            _ => PropertyDescriptor::data(function, global_attributes(deletable)),
        };
        self.define_property_or_throw(global, key, &descriptor)?;
        self.set(global, key, function, false)
    }
}

fn global_attributes(deletable: bool) -> Attributes {
    let attributes = Attributes::WRITABLE.with(Attributes::ENUMERABLE);
    if deletable { attributes.with(Attributes::CONFIGURABLE) } else { attributes }
}
