//! The `arguments` object, ECMA-262 10.4.4. A mapped one aliases parameters through the record of the function's scope.

use std::ops::Range;

use ferrotape_budget::costs::allocation_bytes;

use crate::cell;
use crate::code::CodeBlock;
use crate::environment;
use crate::error::Completion;
use crate::heap::{ObjectId, RecordId, ShapeId};
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{self, Elements, Kind, ObjectKind};
use crate::properties;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::Attributes;
use crate::symbol;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::object::arguments::MappedArguments;

/// CreateUnmappedArgumentsObject and CreateMappedArgumentsObject, 10.4.4.6 and 10.4.4.7, for the running frame.
/// `mapping` is None for unmapped ones.
pub fn new_arguments_object(
    vm: &mut Vm,
    mut values: Vec<Value>,
    callee: ObjectId,
    mapping: Option<MappedArguments>,
) -> Completion<ObjectId> {
    let length = Value::int(values.len() as i32);
    vm.heap.take(allocation_bytes(values.capacity() * size_of::<Value>()))?;
    let shapes = vm.realm.shapes;
    let code = vm.running_code();
    let (shape, callee) = shape_and_callee(vm, &code, callee);
    let (shape, kind) = match mapping {
        Some(mapping) if mapping.mapped.iter().any(Option::is_some) => {
            for (value, mapped) in values.iter_mut().zip(&mapping.mapped) {
                if mapped.is_some() {
                    *value = Value::EMPTY;
                }
            }
            (shapes.mapped_arguments, ObjectKind::MappedArguments(Box::new(mapping)))
        }
        _ => (shape, ObjectKind::UnmappedArguments),
    };
    let iterator = Value::object(realm::made(vm, "Array", |intrinsics| intrinsics.array_values));
    let object = vm.heap.new_object_with(shape, kind, &[length, iterator, callee]);
    *vm.heap.elements_mut(object) = Elements::Dense(values);
    Ok(object)
}

/// CreateUnmappedArgumentsObject, 10.4.4.6, for arguments that lie on the stack, of a function of this realm that is about
/// to get a frame.
pub fn new_unmapped_arguments(
    vm: &mut Vm,
    code: &CodeBlock,
    callee: ObjectId,
    arguments: Range<usize>,
) -> Completion<ObjectId> {
    let (shape, callee) = shape_and_callee(vm, code, callee);
    let iterator = Value::object(realm::made(vm, "Array", |intrinsics| intrinsics.array_values));
    let slots = [Value::int(arguments.len() as i32), iterator, callee];
    Ok(cell::new_unmapped_arguments(&mut vm.heap, shape, slots, &vm.execution.stack[arguments])?)
}

/// The shape of unmapped arguments, and the value of their `callee`. Sloppy functions without parameters have nothing to
/// map, but differ from strict ones nevertheless.
fn shape_and_callee(vm: &mut Vm, code: &CodeBlock, callee: ObjectId) -> (ShapeId, Value) {
    if !code.strict && code.template().simple_parameters {
        return (vm.realm.shapes.sloppy_arguments, Value::object(callee));
    }
    let thrower = Value::object(realm::made(vm, "Function", |intrinsics| intrinsics.throw_type_error));
    let accessor = crate::heap::Accessor { getter: thrower, setter: thrower };
    (vm.realm.shapes.strict_arguments, Value::accessor(vm.heap.new_accessor(accessor)))
}

/// The own property of a mapped argument of which only the value has changed.
pub(crate) fn mapped_own_property(vm: &Vm, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
    let (record, index) = mapping(vm, object, key)?;
    Some(StoredProperty { value: mapped_value(vm, record, index), attributes: Attributes::ALL })
}

/// The value of a parameter. In a restored object, the variable may be one that scripts cannot see.
fn mapped_value(vm: &Vm, record: RecordId, index: u32) -> Value {
    let value = environment::bound_value(vm, record, index);
    let is_private = |symbol| symbol::is_private(&vm.heap, PropertyKey::from_symbol(symbol));
    let is_hidden = value.is_empty() || value.as_record().is_some() || value.as_symbol().is_some_and(is_private);
    if is_hidden { Value::UNDEFINED } else { value }
}

/// The binding that an argument is mapped to.
fn mapping(vm: &Vm, object: ObjectId, key: PropertyKey) -> Option<(RecordId, u32)> {
    match vm.heap.kind(object) {
        Kind::MappedArguments(arguments) => {
            let binding = (*arguments.mapped.get(key.as_index()? as usize)?)?;
            Some((arguments.record, binding))
        }
        _ => None,
    }
}

/// [[GetOwnProperty]], 10.4.4.1: a mapped argument has the value of its parameter.
pub(crate) fn mapped_property(vm: &Vm, object: ObjectId, key: PropertyKey, stored: StoredProperty) -> StoredProperty {
    match mapping(vm, object, key) {
        Some((record, index)) => StoredProperty { value: mapped_value(vm, record, index), ..stored },
        None => stored,
    }
}

/// [[DefineOwnProperty]], 10.4.4.2
pub(crate) fn arguments_define_own_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    let Some((record, index)) = mapping(vm, object, key) else {
        return object::ordinary_define_own_property(vm, object, key, descriptor);
    };
    if vm.heap.stored_property(object, key).is_none() {
        if let Some(value) = descriptor.value
            && descriptor.keeps_all_attributes()
        {
            environment::set_bound_value(vm, record, index, value);
            return Ok(true);
        }
        // From now on there is more to know of the argument than its value.
        let value = mapped_value(vm, record, index);
        properties::make_sparse(&mut vm.heap, object)?;
        vm.heap.store_property(object, key, value, Attributes::ALL)?;
    }
    let mut new = *descriptor;
    if descriptor.is_data_descriptor() && descriptor.value.is_none() && descriptor.writable == Some(false) {
        new.value = Some(mapped_value(vm, record, index));
    }
    if !object::ordinary_define_own_property(vm, object, key, &new)? {
        return Ok(false);
    }
    if let Some(value) = descriptor.value
        && !descriptor.is_accessor_descriptor()
    {
        environment::set_bound_value(vm, record, index, value);
    }
    if descriptor.is_accessor_descriptor() || descriptor.writable == Some(false) {
        unmap_argument(vm, object, key);
    }
    Ok(true)
}

/// Ends the mapping of an argument, if it has one.
pub(crate) fn unmap_argument(vm: &mut Vm, object: ObjectId, key: PropertyKey) {
    if let (Some(ObjectKind::MappedArguments(arguments)), Some(index)) = (vm.heap.kind_mut(object), key.as_index())
        && let Some(binding) = arguments.mapped.get_mut(index as usize)
    {
        *binding = None;
    }
}
