//! Property descriptors, ECMA-262 6.2.6.

mod operations;

pub use operations::*;

use crate::shape::Attributes;
use crate::value::Value;

/// Property descriptor: known or requested fields of a property. `get` and `set` hold function objects or undefined.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PropertyDescriptor {
    pub value: Option<Value>,
    pub writable: Option<bool>,
    pub get: Option<Value>,
    pub set: Option<Value>,
    pub enumerable: Option<bool>,
    pub configurable: Option<bool>,
}

impl PropertyDescriptor {
    /// A complete descriptor of a data property.
    pub fn data(value: Value, attributes: Attributes) -> Self {
        PropertyDescriptor {
            value: Some(value),
            writable: Some(attributes.is_writable()),
            enumerable: Some(attributes.is_enumerable()),
            configurable: Some(attributes.is_configurable()),
            ..PropertyDescriptor::default()
        }
    }

    /// A complete descriptor of an accessor property; a missing function is undefined.
    pub fn accessor(get: Value, set: Value, attributes: Attributes) -> Self {
        PropertyDescriptor {
            get: Some(get),
            set: Some(set),
            enumerable: Some(attributes.is_enumerable()),
            configurable: Some(attributes.is_configurable()),
            ..PropertyDescriptor::default()
        }
    }

    /// Its fields as values that can be kept alive.
    pub(crate) fn kept_form(&self) -> [Value; 3] {
        [self.value, self.get, self.set].map(|field| field.unwrap_or(Value::UNDEFINED))
    }

    /// CompletePropertyDescriptor, ECMA-262 6.2.6.6
    pub(crate) fn complete(&mut self) {
        if self.is_accessor_descriptor() {
            self.get.get_or_insert(Value::UNDEFINED);
            self.set.get_or_insert(Value::UNDEFINED);
        } else {
            self.value.get_or_insert(Value::UNDEFINED);
            self.writable.get_or_insert(false);
        }
        self.enumerable.get_or_insert(false);
        self.configurable.get_or_insert(false);
    }

    /// Returns whether a data property with all attributes would keep them.
    pub(crate) fn keeps_all_attributes(&self) -> bool {
        !self.is_accessor_descriptor()
            && [self.writable, self.enumerable, self.configurable].iter().all(|&flag| flag != Some(false))
    }

    /// IsAccessorDescriptor, ECMA-262 6.2.6.1
    pub fn is_accessor_descriptor(&self) -> bool {
        self.get.is_some() || self.set.is_some()
    }

    /// IsDataDescriptor, ECMA-262 6.2.6.2
    pub fn is_data_descriptor(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }

    /// IsGenericDescriptor, ECMA-262 6.2.6.3
    pub fn is_generic_descriptor(&self) -> bool {
        !self.is_accessor_descriptor() && !self.is_data_descriptor()
    }

    /// The attributes of a property made of this descriptor: absent ones are false (CompletePropertyDescriptor,
    /// ECMA-262 6.2.6.6). Includes whether the property is an accessor.
    pub(crate) fn attributes_with_defaults(&self) -> Attributes {
        let mut attributes = Attributes::NONE;
        for (present, attribute) in [
            (self.writable == Some(true), Attributes::WRITABLE),
            (self.enumerable == Some(true), Attributes::ENUMERABLE),
            (self.configurable == Some(true), Attributes::CONFIGURABLE),
            (self.is_accessor_descriptor(), Attributes::ACCESSOR),
        ] {
            if present {
                attributes = attributes.with(attribute);
            }
        }
        attributes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_of_three_kinds() {
        let data = PropertyDescriptor { writable: Some(false), ..Default::default() };
        let accessor = PropertyDescriptor { set: Some(Value::UNDEFINED), ..Default::default() };
        let generic = PropertyDescriptor { enumerable: Some(true), ..Default::default() };
        let kinds = |descriptor: PropertyDescriptor| {
            [descriptor.is_data_descriptor(), descriptor.is_accessor_descriptor(), descriptor.is_generic_descriptor()]
        };
        assert_eq!(kinds(data), [true, false, false]);
        assert_eq!(kinds(accessor), [false, true, false]);
        assert_eq!(kinds(generic), [false, false, true]);
    }

    #[test]
    fn absent_attributes_are_false() {
        let descriptor = PropertyDescriptor { enumerable: Some(true), writable: Some(false), ..Default::default() };
        assert_eq!(descriptor.attributes_with_defaults(), Attributes::ENUMERABLE);
        let complete = PropertyDescriptor::data(Value::NULL, Attributes::METHOD);
        assert_eq!(complete.attributes_with_defaults(), Attributes::METHOD);
        let accessor = PropertyDescriptor::accessor(Value::UNDEFINED, Value::UNDEFINED, Attributes::CONFIGURABLE);
        assert_eq!(accessor.writable, None);
        assert!(accessor.attributes_with_defaults().is_accessor());
    }
}
