//! Operations on two sets: ECMA-262 24.2.1, and the methods of 24.2.4 that use it. The second set is anything with
//! `size`, `has` and `keys`. Its methods may change the first one, which is walked by positions, as the specification
//! does with its list.

use ferrotape_runtime::collection::{Collection, CollectionKind};
use ferrotape_runtime::collections;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, IteratorRecord};
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::this_set;
use crate::map::is_native;

/// Set Record, ECMA-262 24.2.1.1. All of it is kept.
struct SetRecord {
    object: Value,
    /// An integer or infinity.
    size: f64,
    has: Value,
    keys: Value,
    /// The other set, if it is a Set with the original `has`: it can be asked without a call.
    set: Option<ObjectId>,
}

impl SetRecord {
    /// GetSetRecord ( obj ), ECMA-262 24.2.1.2
    fn of(vm: &mut Vm, value: Value) -> Completion<Self> {
        let Some(object) = value.as_object() else {
            let found = messages::describe(vm, value);
            return vm.type_error(format!("{found} is not an object"));
        };
        let size_key = vm.heap.key("size");
        let size = object::get(vm, object, size_key)?;
        let number = convert::to_number(vm, size)?;
        if number.is_nan() {
            let found = messages::describe(vm, size);
            return vm.type_error(format!("The 'size' property must be a number, found {found}"));
        }
        let size = number.trunc();
        if size < 0.0 {
            return vm.range_error(format!("'{size}' is an invalid size"));
        }
        let has = required_method(vm, object, "has")?;
        let keys = required_method(vm, object, "keys")?;
        let set =
            collections::as_collection(&vm.heap, value, CollectionKind::Set).filter(|_| is_native(vm, has, super::has));
        Ok(SetRecord { object: value, size, has, keys, set })
    }

    /// SetDataHas of the other set, by its method `has`.
    fn has(&self, vm: &mut Vm, value: Value) -> Completion<bool> {
        if let Some(set) = self.set {
            return Ok(collections::collected_value(&mut vm.heap, set, value)?.is_some());
        }
        let result = vm.call(self.has, self.object, &[value])?;
        Ok(vm.heap.to_boolean(result))
    }

    /// GetIteratorFromMethod ( otherRec.\[\[SetObject]], otherRec.\[\[Keys]] )
    fn iterator(&self, vm: &mut Vm) -> Completion<IteratorRecord> {
        let iterator = vm.call(self.keys, self.object, &[])?;
        if !iterator.is_object() {
            let found = messages::describe(vm, iterator);
            return vm.type_error(format!("Result of the 'keys' method is not an object: {found}"));
        }
        vm.keep(iterator);
        iteration::get_iterator_direct(vm, iterator)
    }
}

fn required_method(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Value> {
    let key = vm.heap.key(name);
    let method = object::get(vm, object, key)?;
    if !vm.heap.is_callable(method) {
        let found = messages::describe(vm, method);
        return vm.type_error(messages::must_be_a_function(&format!("The '{name}' property"), &found));
    }
    vm.keep(method);
    Ok(method)
}

/// Returns `this` and the argument: the first steps of each method.
fn operands(vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, SetRecord)> {
    let set = this_set(vm, call, method)?;
    let other = call.argument(vm, 0);
    Ok((set, SetRecord::of(vm, other)?))
}

fn size(vm: &Vm, set: ObjectId) -> f64 {
    vm.heap.collection(set).map_or(0, Collection::size) as f64
}

fn contains(vm: &mut Vm, set: ObjectId, value: Value) -> Completion<bool> {
    Ok(collections::collected_value(&mut vm.heap, set, value)?.is_some())
}

fn insert(vm: &mut Vm, set: ObjectId, value: Value) -> Completion<()> {
    Ok(collections::collect_value(&mut vm.heap, set, value, Value::UNDEFINED)?)
}

/// Creates a set for the result, and keeps it.
fn new_set(vm: &mut Vm) -> ObjectId {
    let prototype = realm::intrinsics(vm).set_prototype;
    let set = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
    vm.keep(Value::object(set));
    set
}

/// Creates a set with the elements of another one, and keeps it.
fn copy(vm: &mut Vm, set: ObjectId) -> Completion<ObjectId> {
    let copy = new_set(vm);
    collections::collect_all(&mut vm.heap, copy, set)?;
    Ok(copy)
}

/// Calls `look` with each element of a set until it returns false. Returns false if it did.
fn each_element(
    vm: &mut Vm,
    set: ObjectId,
    mut look: impl FnMut(&mut Vm, Value) -> Completion<bool>,
) -> Completion<bool> {
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, set, position)? {
        vm.work(1)?;
        let vm = &mut vm.scope();
        vm.keep(step.key);
        if !look(vm, step.key)? {
            return Ok(false);
        }
        position = step.next;
    }
    Ok(true)
}

/// Calls `look` with each key of the other set until it returns false, which closes the iterator. Returns false if it
/// did.
fn each_key(
    vm: &mut Vm,
    mut record: IteratorRecord,
    mut look: impl FnMut(&mut Vm, Value) -> Completion<bool>,
) -> Completion<bool> {
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        vm.keep(value);
        // CanonicalizeKeyedCollectionKey, ECMA-262 24.5.1
        let value = if value.as_number() == Some(0.0) { Value::ZERO } else { value };
        if !look(vm, value)? {
            iteration::iterator_close(vm, &record, Ok(()))?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Set.prototype.difference ( other ), ECMA-262 24.2.4.5
pub(super) fn difference(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "difference")?;
    let result = copy(vm, set)?;
    if size(vm, set) <= other.size {
        // Walks the copy: changes that `has` makes to the set are not seen.
        each_element(vm, result, |vm, value| {
            if other.has(vm, value)? {
                collections::remove_collected(&mut vm.heap, result, value)?;
            }
            Ok(true)
        })?;
    } else {
        let record = other.iterator(vm)?;
        each_key(vm, record, |vm, value| {
            collections::remove_collected(&mut vm.heap, result, value)?;
            Ok(true)
        })?;
    }
    Ok(Value::object(result))
}

/// Set.prototype.intersection ( other ), ECMA-262 24.2.4.9
pub(super) fn intersection(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "intersection")?;
    let result = new_set(vm);
    if size(vm, set) <= other.size {
        each_element(vm, set, |vm, value| {
            if other.has(vm, value)? {
                insert(vm, result, value)?;
            }
            Ok(true)
        })?;
    } else {
        let record = other.iterator(vm)?;
        each_key(vm, record, |vm, value| {
            if contains(vm, set, value)? {
                insert(vm, result, value)?;
            }
            Ok(true)
        })?;
    }
    Ok(Value::object(result))
}

/// Set.prototype.isDisjointFrom ( other ), ECMA-262 24.2.4.10
pub(super) fn is_disjoint_from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "isDisjointFrom")?;
    let is_disjoint = if size(vm, set) <= other.size {
        each_element(vm, set, |vm, value| Ok(!other.has(vm, value)?))?
    } else {
        let record = other.iterator(vm)?;
        each_key(vm, record, |vm, value| Ok(!contains(vm, set, value)?))?
    };
    Ok(Value::bool(is_disjoint))
}

/// Set.prototype.isSubsetOf ( other ), ECMA-262 24.2.4.11
pub(super) fn is_subset_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "isSubsetOf")?;
    if size(vm, set) > other.size {
        return Ok(Value::FALSE);
    }
    each_element(vm, set, |vm, value| other.has(vm, value)).map(Value::bool)
}

/// Set.prototype.isSupersetOf ( other ), ECMA-262 24.2.4.12
pub(super) fn is_superset_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "isSupersetOf")?;
    if size(vm, set) < other.size {
        return Ok(Value::FALSE);
    }
    let record = other.iterator(vm)?;
    each_key(vm, record, |vm, value| contains(vm, set, value)).map(Value::bool)
}

/// Set.prototype.symmetricDifference ( other ), ECMA-262 24.2.4.15
pub(super) fn symmetric_difference(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "symmetricDifference")?;
    let record = other.iterator(vm)?;
    let result = copy(vm, set)?;
    each_key(vm, record, |vm, value| {
        if contains(vm, set, value)? {
            collections::remove_collected(&mut vm.heap, result, value)?;
        } else {
            insert(vm, result, value)?;
        }
        Ok(true)
    })?;
    Ok(Value::object(result))
}

/// Set.prototype.union ( other ), ECMA-262 24.2.4.16
pub(super) fn union(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (set, other) = operands(vm, call, "union")?;
    let record = other.iterator(vm)?;
    let result = copy(vm, set)?;
    each_key(vm, record, |vm, value| {
        insert(vm, result, value)?;
        Ok(true)
    })?;
    Ok(Value::object(result))
}
