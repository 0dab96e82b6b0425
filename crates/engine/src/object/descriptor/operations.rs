//! Descriptors made from objects, and objects from descriptors.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

// The specification's names.
#[allow(clippy::wrong_self_convention)]
impl Vm {
    /// ToPropertyDescriptor ( Obj ), ECMA-262 6.2.6.5. What getters returned is kept until the native returns.
    pub fn to_property_descriptor(&mut self, value: Value) -> Completion<PropertyDescriptor> {
        let Some(object) = value.as_object() else {
            let what = self.describe(value);
            return self.type_error(messages::not_a_property_descriptor(&what));
        };
        // The order of the fields can be observed through getters.
        let descriptor = PropertyDescriptor {
            enumerable: self.descriptor_flag(object, keys::ENUMERABLE)?,
            configurable: self.descriptor_flag(object, keys::CONFIGURABLE)?,
            value: self.descriptor_field(object, keys::VALUE)?,
            writable: self.descriptor_flag(object, keys::WRITABLE)?,
            get: self.descriptor_function(object, keys::GET, "Getter")?,
            set: self.descriptor_function(object, keys::SET, "Setter")?,
        };
        if descriptor.is_accessor_descriptor() && descriptor.is_data_descriptor() {
            return self
                .type_error("A property descriptor cannot have both accessors and a value or writable attribute");
        }
        Ok(descriptor)
    }

    fn descriptor_field(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
        if !self.has_property(object, key)? {
            return Ok(None);
        }
        let field = self.get(object, key)?;
        self.keep(field);
        Ok(Some(field))
    }

    fn descriptor_flag(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<bool>> {
        let field = self.descriptor_field(object, key)?;
        Ok(field.map(|field| self.heap.to_boolean(field)))
    }

    fn descriptor_function(&mut self, object: ObjectId, key: PropertyKey, what: &str) -> Completion<Option<Value>> {
        let field = self.descriptor_field(object, key)?;
        match field {
            Some(function) if !function.is_undefined() && !self.heap.is_callable(function) => {
                let function = self.describe(function);
                self.type_error(messages::must_be_a_function(what, &function))
            }
            _ => Ok(field),
        }
    }

    /// FromPropertyDescriptor ( Desc ), ECMA-262 6.2.6.4
    pub fn from_property_descriptor(&mut self, descriptor: Option<&PropertyDescriptor>) -> Completion<Value> {
        let Some(descriptor) = descriptor else {
            return Ok(Value::UNDEFINED);
        };
        let object = self.new_plain_object();
        let fields = [
            (keys::VALUE, descriptor.value),
            (keys::WRITABLE, descriptor.writable.map(Value::bool)),
            (keys::GET, descriptor.get),
            (keys::SET, descriptor.set),
            (keys::ENUMERABLE, descriptor.enumerable.map(Value::bool)),
            (keys::CONFIGURABLE, descriptor.configurable.map(Value::bool)),
        ];
        for (key, field) in fields {
            if let Some(field) = field {
                self.create_data_property(object, key, field)?;
            }
        }
        Ok(Value::object(object))
    }
}
