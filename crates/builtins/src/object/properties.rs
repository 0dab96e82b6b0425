//! The functions of Object that list, describe, define and lock properties.

use super::{kept_object, known_own};
use ferrotape_budget::costs::{DEFINITION, DESCRIPTION, ELEMENTS_PER_TICK, ENTRY, INDEX_TEXT};
use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::enumeration;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::descriptor::{self, PropertyDescriptor};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape::{self, Lock};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Keys that are kept alive, with their memory on loan until the function returns, or until [`KeptKeys::give_back`].
pub(crate) struct KeptKeys {
    pub keys: Vec<PropertyKey>,
    on_loan: usize,
}

impl KeptKeys {
    /// `[[OwnPropertyKeys]]`
    pub fn of(vm: &mut Vm, object: ObjectId) -> Completion<Self> {
        let before = vm.heap.on_loan();
        let keys = object::own_property_keys(vm, object)?;
        // All names come after the indices, unless the object has its own order.
        let start = match vm.heap.class_of(object).is_opaque() {
            true => first_name(vm, &keys)?,
            false => keys.partition_point(|key| key.as_index().is_some()),
        };
        vm.keep_many(keys[start..].iter().map(|key| key.kept_form()))?;
        Ok(KeptKeys { keys, on_loan: vm.heap.on_loan() - before })
    }

    /// Returns the memory of the keys, for functions that list the keys of many objects. The caller's mark releases the
    /// keys.
    pub fn give_back(self, vm: &mut Vm) {
        let others = vm.heap.on_loan().saturating_sub(self.on_loan);
        vm.heap.settle_loans(others);
    }
}

/// Returns the position of the first key that is no index, or the end.
fn first_name(vm: &mut Vm, keys: &[PropertyKey]) -> Completion<usize> {
    let find = |mut piece: std::ops::Range<usize>| piece.find(|&index| keys[index].as_index().is_none());
    let found = vm.heap.budget.find_in_pieces(keys.len(), ELEMENTS_PER_TICK, find)?;
    Ok(found.unwrap_or(keys.len()))
}

/// `[[OwnPropertyKeys]]`, with the keys kept alive until the function returns.
pub(super) fn kept_own_keys(vm: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    Ok(KeptKeys::of(vm, object)?.keys)
}

/// ToPropertyKey of an argument, kept alive until the function returns.
pub(crate) fn kept_property_key(vm: &mut Vm, value: Value) -> Completion<PropertyKey> {
    let key = convert::to_property_key(vm, value)?;
    // A key alone keeps nothing alive, and script may delete the property.
    vm.keep_key(key);
    Ok(key)
}

/// Object.defineProperties ( O, Properties ), ECMA-262 20.1.2.3
pub(super) fn define_properties(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = call.argument(vm, 0);
    let Some(object) = target.as_object() else {
        return vm.type_error(messages::called_on_non_object("Object.defineProperties"));
    };
    object_define_properties(vm, object, call.argument(vm, 1))?;
    Ok(target)
}

/// ObjectDefineProperties ( O, Properties ), ECMA-262 20.1.2.3.1
pub(super) fn object_define_properties(vm: &mut Vm, object: ObjectId, properties: Value) -> Completion<()> {
    let properties = kept_object(vm, properties)?;
    let mut descriptors = Vec::new();
    for key in kept_own_keys(vm, properties)? {
        vm.work(1)?;
        if object::has_own_enumerable(vm, properties, key)? {
            let description = object::get(vm, properties, key)?;
            vm.heap.lend_room(&mut descriptors, 1)?;
            vm.keep_many([description].into_iter())?;
            descriptors.push((key, descriptor::to_property_descriptor(vm, description)?));
        }
    }
    // All descriptors are read before any property is defined.
    for (key, descriptor) in descriptors {
        vm.work(DEFINITION)?;
        object::define_property_or_throw(vm, object, key, &descriptor)?;
    }
    Ok(())
}

/// Object.defineProperty ( O, P, Attributes ), ECMA-262 20.1.2.4
pub(super) fn define_property(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = call.argument(vm, 0);
    let Some(object) = target.as_object() else {
        return vm.type_error(messages::called_on_non_object("Object.defineProperty"));
    };
    let key = kept_property_key(vm, call.argument(vm, 1))?;
    let argument = call.argument(vm, 2);
    let descriptor = descriptor::to_property_descriptor(vm, argument)?;
    object::define_property_or_throw(vm, object, key, &descriptor)?;
    Ok(target)
}

/// Object.getOwnPropertyDescriptor ( O, P ), ECMA-262 20.1.2.8
pub(super) fn get_own_property_descriptor(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = kept_object(vm, call.argument(vm, 0))?;
    let argument = call.argument(vm, 1);
    let key = convert::to_property_key(vm, argument)?;
    let descriptor = object::get_own_property(vm, object, key)?;
    descriptor::from_property_descriptor(vm, descriptor.as_ref())
}

/// Object.getOwnPropertyDescriptors ( O ), ECMA-262 20.1.2.9
pub(super) fn get_own_property_descriptors(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = kept_object(vm, call.argument(vm, 0))?;
    let descriptors = vm.new_plain_object();
    vm.keep(Value::object(descriptors));
    for key in kept_own_keys(vm, object)? {
        vm.work(DESCRIPTION)?;
        let descriptor = object::get_own_property(vm, object, key)?;
        let description = descriptor::from_property_descriptor(vm, descriptor.as_ref())?;
        if !description.is_undefined() {
            object::create_data_property_or_throw(vm, descriptors, key, description)?;
        }
    }
    Ok(Value::object(descriptors))
}

/// Object.getOwnPropertyNames ( O ), ECMA-262 20.1.2.10
pub(super) fn get_own_property_names(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let object = convert::to_object(vm, argument)?;
    let keys = object::own_property_keys(vm, object)?;
    array_of_keys(vm, &keys, is_name)
}

/// Object.getOwnPropertySymbols ( O ), ECMA-262 20.1.2.11
pub(super) fn get_own_property_symbols(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let object = convert::to_object(vm, argument)?;
    let keys = object::own_property_keys(vm, object)?;
    array_of_keys(vm, &keys, |key| key.as_symbol().is_some())
}

fn is_name(key: PropertyKey) -> bool {
    key.as_symbol().is_none()
}

/// CreateArrayFromList ( elements ), ECMA-262 7.3.17, of those keys that are wanted.
pub(crate) fn array_of_keys(vm: &mut Vm, keys: &[PropertyKey], wanted: fn(PropertyKey) -> bool) -> Completion<Value> {
    vm.work(keys.len() as u64 / ELEMENTS_PER_TICK)?;
    let mut values = Vec::new();
    let count = keys.iter().filter(|&&key| wanted(key)).count();
    vm.heap.lend_room(&mut values, count)?;
    for &key in keys.iter().filter(|&&key| wanted(key)) {
        if is_name(key) {
            vm.work(INDEX_TEXT)?;
        }
        values.push(vm.heap.value_of_key(key));
    }
    vm.heap.take_back(&values);
    array::new_array_from(vm, values).map(Value::object)
}

/// Object.hasOwn ( O, P ), ECMA-262 20.1.2.14
pub(super) fn has_own(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(known) = known_own(vm, call.argument(vm, 0), call.argument(vm, 1)) {
        return Ok(known);
    }
    let object = kept_object(vm, call.argument(vm, 0))?;
    let argument = call.argument(vm, 1);
    let key = convert::to_property_key(vm, argument)?;
    object::has_own_property(vm, object, key).map(Value::bool)
}

/// Object.keys ( O ), ECMA-262 20.1.2.19
pub(super) fn enumerable_keys(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = kept_object(vm, call.argument(vm, 0))?;
    if let Some(names) = enumeration::names_at_once(vm, object)? {
        return Ok(Value::object(names));
    }
    // For most objects nothing here runs script, so the keys need not be kept.
    let mut keys = match vm.heap.class_of(object).is_opaque() {
        true => kept_own_keys(vm, object)?,
        false => object::own_property_keys(vm, object)?,
    };
    let mut count = 0;
    for index in 0..keys.len() {
        vm.work(1)?;
        let key = keys[index];
        if key.as_symbol().is_none() && object::has_own_enumerable(vm, object, key)? {
            keys[count] = key;
            count += 1;
        }
    }
    array_of_keys(vm, &keys[..count], is_name)
}

/// Object.values ( O ), ECMA-262 20.1.2.24
pub(super) fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    enumerable_own_properties(vm, call, |_, _, value| Ok(value))
}

/// Object.entries ( O ), ECMA-262 20.1.2.5
pub(super) fn entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    enumerable_own_properties(vm, call, |vm, key, value| {
        let name = vm.heap.value_of_key(key);
        array::new_array_of(vm, &[name, value]).map(Value::object)
    })
}

/// EnumerableOwnProperties ( O, kind ), ECMA-262 7.3.24, for kinds that read the values.
fn enumerable_own_properties(
    vm: &mut Vm,
    call: Call,
    item: fn(&mut Vm, PropertyKey, Value) -> Completion<Value>,
) -> Completion<Value> {
    let object = kept_object(vm, call.argument(vm, 0))?;
    if let Some(items) = items_by_shape(vm, object, item)? {
        return Ok(items);
    }
    let items = array::new_array(vm);
    vm.keep(Value::object(items));
    let mut count = 0;
    for key in kept_own_keys(vm, object)? {
        vm.work(ENTRY)?;
        // A getter may have deleted or hidden the next property, so each one is checked in its turn.
        if key.as_symbol().is_none() && object::has_own_enumerable(vm, object, key)? {
            let value = object::get(vm, object, key)?;
            let value = item(vm, key, value)?;
            let index = vm.heap.key_of_index(count);
            object::create_data_property_or_throw(vm, items, index, value)?;
            count += 1;
        }
    }
    Ok(Value::object(items))
}

/// Fast path: the items of an object that has nothing but data properties in a shared shape. No script runs meanwhile.
fn items_by_shape(
    vm: &mut Vm,
    object: ObjectId,
    item: fn(&mut Vm, PropertyKey, Value) -> Completion<Value>,
) -> Completion<Option<Value>> {
    let Some(shape) = object::shape_of_members(vm, object) else { return Ok(None) };
    let count = shape::slots_of_properties(&vm.heap, object);
    vm.work(count as u64)?;
    let items = array::new_array(vm);
    vm.keep(Value::object(items));
    vm.heap.reserve_elements(items, count)?;
    for slot in 0..count as u32 {
        vm.work(ENTRY)?;
        if let Some((key, value)) = object::shared_member(vm, object, shape, slot) {
            let value = item(vm, key, value)?;
            cell::push_element(&mut vm.heap, items, value);
        }
    }
    Ok(Some(Value::object(items)))
}

/// Object.freeze ( O ), ECMA-262 20.1.2.6
pub(super) fn freeze(vm: &mut Vm, call: Call) -> Completion<Value> {
    set_integrity_level(vm, call, Lock::Frozen)
}

/// Object.seal ( O ), ECMA-262 20.1.2.22
pub(super) fn seal(vm: &mut Vm, call: Call) -> Completion<Value> {
    set_integrity_level(vm, call, Lock::Sealed)
}

/// Object.preventExtensions ( O ), ECMA-262 20.1.2.20
pub(super) fn prevent_extensions(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = call.argument(vm, 0);
    if let Some(object) = target.as_object() {
        prevent_extensions_or_throw(vm, object)?;
    }
    Ok(target)
}

fn prevent_extensions_or_throw(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    if object::prevent_extensions(vm, object)? {
        return Ok(());
    }
    let what = messages::describe(vm, Value::object(object));
    vm.type_error(format!("Cannot prevent extensions of {what}"))
}

/// SetIntegrityLevel ( O, level ), ECMA-262 7.3.15
fn set_integrity_level(vm: &mut Vm, call: Call, level: Lock) -> Completion<Value> {
    let target = call.argument(vm, 0);
    let Some(object) = target.as_object() else {
        return Ok(target);
    };
    if vm.heap.lock_object(object, level)? {
        return Ok(target);
    }
    prevent_extensions_or_throw(vm, object)?;
    for key in kept_own_keys(vm, object)? {
        vm.work(DEFINITION)?;
        let mut descriptor = PropertyDescriptor { configurable: Some(false), ..PropertyDescriptor::default() };
        if level == Lock::Frozen {
            let Some(current) = object::get_own_property(vm, object, key)? else {
                continue;
            };
            if !current.is_accessor_descriptor() {
                descriptor.writable = Some(false);
            }
        }
        object::define_property_or_throw(vm, object, key, &descriptor)?;
    }
    Ok(target)
}

/// Object.isExtensible ( O ), ECMA-262 20.1.2.16
pub(super) fn is_extensible(vm: &mut Vm, call: Call) -> Completion<Value> {
    match call.argument(vm, 0).as_object() {
        Some(object) => object::is_extensible(vm, object).map(Value::bool),
        None => Ok(Value::FALSE),
    }
}

/// Object.isFrozen ( O ), ECMA-262 20.1.2.17
pub(super) fn is_frozen(vm: &mut Vm, call: Call) -> Completion<Value> {
    test_integrity_level(vm, call, Lock::Frozen)
}

/// Object.isSealed ( O ), ECMA-262 20.1.2.18
pub(super) fn is_sealed(vm: &mut Vm, call: Call) -> Completion<Value> {
    test_integrity_level(vm, call, Lock::Sealed)
}

/// TestIntegrityLevel ( O, level ), ECMA-262 7.3.16. A value that is no object is locked.
fn test_integrity_level(vm: &mut Vm, call: Call, level: Lock) -> Completion<Value> {
    let Some(object) = call.argument(vm, 0).as_object() else {
        return Ok(Value::TRUE);
    };
    if object::is_extensible(vm, object)? {
        return Ok(Value::FALSE);
    }
    for key in kept_own_keys(vm, object)? {
        vm.work(1)?;
        let Some(current) = object::get_own_property(vm, object, key)? else {
            continue;
        };
        let is_open = level == Lock::Frozen && current.writable == Some(true);
        if current.configurable == Some(true) || is_open {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}
