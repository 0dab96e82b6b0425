//! Lists of pairs of names and values that scripts iterate over: URLSearchParams, FormData and Headers (Web IDL 3.7.10).
//!
//! The list is an array that no script sees, with names and values in turn. It is a kept value of its object.

pub(crate) mod by_name;
mod iterator;

use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction};
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{Known, illegal_invocation, kept, require_arguments};

pub(crate) use iterator::{CLASSES, Yields, new_iterator};

/// The kept value that is the list.
pub(crate) const LIST: usize = 1;

const NO_PAIR: &str = "Each pair must be an iterable [name, value] tuple";

/// An interface that scripts iterate over.
pub(crate) struct PairIterable {
    pub(crate) name: &'static str,
    /// The name of the iterators' class, and their prototype.
    pub(crate) iterator: (&'static str, Known),
    /// The brand check.
    pub(crate) is_it: fn(&Heap, ObjectId) -> bool,
    /// `entries`, `forEach`, `keys` and `values`.
    pub(crate) functions: &'static [NativeFunction],
}

/// Makes the functions of a [`PairIterable`], which is a static of that name.
macro_rules! pair_iterable {
    ($of:ident) => {
        &[
            ferrotape_runtime::function::method("entries", 0, |vm, call| {
                $crate::pairs::iterate_over(vm, call, &$of, $crate::pairs::Yields::Both)
            }),
            ferrotape_runtime::function::method("forEach", 1, |vm, call| $crate::pairs::for_each(vm, call, &$of)),
            ferrotape_runtime::function::method("keys", 0, |vm, call| {
                $crate::pairs::iterate_over(vm, call, &$of, $crate::pairs::Yields::Names)
            }),
            ferrotape_runtime::function::method("values", 0, |vm, call| {
                $crate::pairs::iterate_over(vm, call, &$of, $crate::pairs::Yields::Values)
            }),
        ]
    };
}

pub(crate) use pair_iterable;

/// Defines the functions on a prototype, and the prototype of the iterators.
pub(crate) fn install(realm: &mut RealmBuilder, prototype: ObjectId, of: &'static PairIterable) -> Completion<()> {
    for function in of.functions {
        let value = Value::object(function::new_native_function(realm.vm, function));
        realm.value(prototype, function.name, value, Attributes::ALL)?;
        if function.name == "entries" {
            realm.vm.heap.store_property(prototype, symbols::ITERATOR, value, Attributes::METHOD)?;
        }
    }
    iterator::install(realm, of)
}

/// Returns the list, which is none of a script's objects. A restored object can have anything there.
pub(crate) fn list(vm: &mut Vm, object: ObjectId) -> ObjectId {
    let list = kept(vm, object, LIST).as_object();
    let list = list.filter(|&list| vm.heap.length_of_array(list).is_some_and(|length| length.is_multiple_of(2)));
    list.unwrap_or_else(|| {
        let list = array::new_array(vm);
        vm.keep(Value::object(list));
        list
    })
}

/// Returns the number of pairs.
pub(crate) fn pair_count(vm: &mut Vm, object: ObjectId) -> usize {
    let list = list(vm, object);
    vm.heap.elements(list).as_dense().map_or(0, |values| values.len() / 2)
}

/// Returns a name and its value.
pub(crate) fn pair(vm: &mut Vm, object: ObjectId, index: usize) -> Option<[Value; 2]> {
    let list = list(vm, object);
    let values = vm.heap.elements(list).as_dense()?;
    let pair = [*values.get(2 * index)?, *values.get(2 * index + 1)?];
    // What was written may have been changed.
    (pair[0].is_string() && pair[1] != Value::EMPTY).then_some(pair)
}

/// Gives an object another list.
pub(crate) fn set_list(vm: &mut Vm, object: ObjectId, list: ObjectId) {
    hosts::set_kept_value(&mut vm.heap, object, LIST, Value::object(list));
}

/// Converts a sequence of pairs. Elements that are not pairs are rejected after everything is converted.
pub(crate) fn list_of_pairs(
    vm: &mut Vm,
    init: Value,
    method: Value,
    convert: &mut dyn FnMut(&mut Vm, Value) -> Completion<Value>,
) -> Completion<ObjectId> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut is_wrong = false;
    iteration::sequence_by(vm, init, method, |vm, pair| {
        let method = match pair.is_object() {
            true => iteration::iterator_method(vm, pair, symbols::ITERATOR)?,
            false => None,
        };
        let Some(method) = method else {
            return vm.type_error(NO_PAIR);
        };
        let mut count = 0_usize;
        iteration::sequence_by(vm, pair, method, |vm, value| {
            let string = convert(vm, value)?;
            count += 1;
            iterate::append_value(vm, list, string)
        })?;
        is_wrong |= count != 2;
        Ok(())
    })?;
    if is_wrong { vm.type_error(NO_PAIR) } else { Ok(list) }
}

/// Converts a record. A name that is there twice once it is converted has its last value.
pub(crate) fn list_of_record(
    vm: &mut Vm,
    object: ObjectId,
    convert: &mut dyn FnMut(&mut Vm, Value) -> Completion<Value>,
) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(vm).map_prototype;
    let kind = CollectionKind::Map;
    let record = collections::new_collection(&mut vm.heap, prototype, kind);
    vm.keep(Value::object(record));
    let keys = object::own_property_keys(vm, object)?;
    for &key in &keys {
        vm.keep_key(key);
    }
    for key in keys {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let property = object::get_own_property(vm, object, key)?;
        if property.is_none_or(|property| property.enumerable != Some(true)) {
            continue;
        }
        let key_value = vm.heap.value_of_key(key);
        let name = convert(vm, key_value)?;
        let value = object::get(vm, object, key)?;
        let value = convert(vm, value)?;
        collections::collect_value(&mut vm.heap, record, name, value)?;
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, record, position)? {
        vm.work(1)?;
        position = step.next;
        iterate::append_value(vm, list, step.key)?;
        iterate::append_value(vm, list, step.value)?;
    }
    Ok(list)
}

fn this_pairs(vm: &mut Vm, call: Call, of: &'static PairIterable, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| (of.is_it)(&vm.heap, this)) {
        Some(this) => Ok(this),
        None => illegal_invocation(vm, call, &format!("{}.prototype.{what}", of.name)),
    }
}

/// Calls back for each pair. Sees pairs that are added meanwhile.
pub(crate) fn for_each(vm: &mut Vm, call: Call, of: &'static PairIterable) -> Completion<Value> {
    let object = this_pairs(vm, call, of, "forEach")?;
    require_arguments(vm, call, 1, &format!("{}.forEach", of.name))?;
    let [callback, this] = [0, 1].map(|index| call.argument(vm, index));
    if !vm.heap.is_callable(callback) {
        let found = messages::describe(vm, callback);
        return vm.type_error(messages::must_be_a_function("The callback of forEach", &found));
    }
    let mut index = 0;
    loop {
        let vm = &mut vm.scope();
        by_name::refresh(vm, object)?;
        let Some([name, value]) = pair(vm, object, index) else { return Ok(Value::UNDEFINED) };
        vm.work(1)?;
        index += 1;
        vm.call(callback, this, &[value, name, call.this])?;
    }
}

/// Makes an iterator.
pub(crate) fn iterate_over(vm: &mut Vm, call: Call, of: &'static PairIterable, yields: Yields) -> Completion<Value> {
    let what = match yields {
        Yields::Names => "keys",
        Yields::Values => "values",
        Yields::Both => "entries",
    };
    let object = this_pairs(vm, call, of, what)?;
    new_iterator(vm, object, of, yields)
}
