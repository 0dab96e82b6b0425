//! The `arguments` object, ECMA-262 10.4.4. A mapped one aliases parameters through the record of the function's scope.

use crate::error::Completion;
use crate::heap::{ObjectId, RecordId};
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{Elements, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// The internal slot [[ParameterMap]].
pub(crate) struct MappedArguments {
    /// The record of the function scope.
    pub record: RecordId,
    /// For each argument that is still mapped, the index of the parameter's binding in the record.
    pub mapped: Box<[Option<u32>]>,
}

impl Vm {
    /// CreateUnmappedArgumentsObject and CreateMappedArgumentsObject, 10.4.4.6 and 10.4.4.7, for the running frame.
    /// `mapping` is none for unmapped ones.
    pub(crate) fn new_arguments_object(
        &mut self,
        values: Vec<Value>,
        callee: ObjectId,
        mapping: Option<MappedArguments>,
    ) -> Completion<ObjectId> {
        let length = Value::int(values.len() as i32);
        self.heap.charge_payload(values.capacity() * size_of::<Value>())?;
        // Sloppy functions without parameters have nothing to map, but differ from strict ones nevertheless.
        let is_sloppy = !self.running_code().strict;
        let mut elements = Elements::Dense(values);
        let kind = match mapping {
            Some(mapping) if mapping.mapped.iter().any(Option::is_some) => {
                // Nobody reads a mapped argument straight from a vector.
                elements.make_sparse();
                ObjectKind::MappedArguments(Box::new(mapping))
            }
            _ => ObjectKind::UnmappedArguments,
        };
        let shape = self.realm.shapes.arguments;
        let arguments = self.heap.new_object(shape, kind);
        self.heap[arguments].elements = elements;
        self.heap.add_slot(arguments, keys::LENGTH, length, Attributes::METHOD)?;
        if is_sloppy {
            self.heap.add_slot(arguments, keys::CALLEE, Value::object(callee), Attributes::METHOD)?;
        } else {
            let thrower = Value::object(self.realm.intrinsics.throw_type_error);
            let accessor = crate::heap::Accessor { getter: thrower, setter: thrower };
            let accessor = Value::accessor(self.heap.new_accessor(accessor));
            self.heap.add_slot(arguments, keys::CALLEE, accessor, Attributes::ACCESSOR)?;
        }
        Ok(arguments)
    }

    /// The binding that an argument is mapped to.
    fn mapping(&self, object: ObjectId, key: PropertyKey) -> Option<(RecordId, u32)> {
        match &self.heap[object].kind {
            ObjectKind::MappedArguments(arguments) => {
                let binding = (*arguments.mapped.get(key.as_index()? as usize)?)?;
                Some((arguments.record, binding))
            }
            _ => None,
        }
    }

    /// [[GetOwnProperty]], 10.4.4.1: the value of a mapped argument is that of the parameter.
    pub(crate) fn mapped_property(&self, object: ObjectId, key: PropertyKey, stored: StoredProperty) -> StoredProperty {
        match self.mapping(object, key) {
            Some((record, index)) => StoredProperty { value: self.bound_value(record, index), ..stored },
            None => stored,
        }
    }

    /// [[DefineOwnProperty]], 10.4.4.2
    pub(crate) fn arguments_define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        let Some((record, index)) = self.mapping(object, key) else {
            return self.ordinary_define_own_property(object, key, descriptor);
        };
        let mut new = *descriptor;
        if descriptor.is_data_descriptor() && descriptor.value.is_none() && descriptor.writable == Some(false) {
            new.value = Some(self.bound_value(record, index));
        }
        if !self.ordinary_define_own_property(object, key, &new)? {
            return Ok(false);
        }
        if let Some(value) = descriptor.value
            && !descriptor.is_accessor_descriptor()
        {
            self.set_bound_value(record, index, value);
        }
        if descriptor.is_accessor_descriptor() || descriptor.writable == Some(false) {
            self.unmap_argument(object, key);
        }
        Ok(true)
    }

    /// Ends the mapping of an argument, if it has one.
    pub(crate) fn unmap_argument(&mut self, object: ObjectId, key: PropertyKey) {
        if let (ObjectKind::MappedArguments(arguments), Some(index)) = (&mut self.heap[object].kind, key.as_index())
            && let Some(binding) = arguments.mapped.get_mut(index as usize)
        {
            *binding = None;
        }
    }
}
