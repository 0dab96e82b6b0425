//! Array objects, ECMA-262 23.1.
//!
//! Methods work on anything with a `length` and integer-indexed properties, as the specification requires, with lengths
//! up to 2^53 - 1. Every step over an index ticks the budget, so long lengths without elements can be stopped. Plain
//! arrays have fast paths; they live in `elements`, which explains their conditions.
//!
//! ```text
//! elements   access to single elements, and the conditions of fast paths
//! gaps       ranges without elements
//! from       Array.from
//! from_async Array.fromAsync
//! copy       concat, slice, splice
//! by_copy    toReversed, toSorted, toSpliced, with
//! flat       flat, flatMap
//! mutate     push, pop, shift, unshift, reverse, fill, copyWithin
//! search     indexOf, lastIndexOf, includes, at
//! iterate    methods that call a function for each element
//! visits     what these have in common
//! join       join, toString, toLocaleString
//! sort       sort
//! ```

mod by_copy;
mod copy;
mod elements;
mod flat;
mod from;
pub(crate) mod from_async;
pub(crate) mod gaps;
mod iterate;
pub(crate) mod join;
mod mutate;
mod search;
mod sort;
#[cfg(test)]
mod tests;
mod visits;

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, ELEMENTS_PER_TICK};
use ferrotape_runtime::convert::{self, MAX_SAFE_INTEGER};
use ferrotape_runtime::dense;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::get;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::species;

pub(crate) use iterate::callback;

static CONSTRUCTOR: NativeFunction = constructor("Array", 1, construct);

static FUNCTIONS: &[NativeFunction] = &[
    method("from", 1, from::from),
    method("fromAsync", 1, from_async::from_async),
    method("isArray", 1, is_array),
    method("of", 0, of),
];

static METHODS: &[NativeFunction] = &[
    method("at", 1, search::at),
    method("concat", 1, copy::concat),
    method("copyWithin", 2, mutate::copy_within),
    method("entries", 0, entries),
    method("every", 1, iterate::every),
    method("fill", 1, mutate::fill),
    method("filter", 1, iterate::filter),
    method("find", 1, iterate::find),
    method("findIndex", 1, iterate::find_index),
    method("findLast", 1, iterate::find_last),
    method("findLastIndex", 1, iterate::find_last_index),
    method("flat", 0, flat::flat),
    method("flatMap", 1, flat::flat_map),
    method("forEach", 1, iterate::for_each),
    method("includes", 1, search::includes),
    method("indexOf", 1, search::index_of),
    method("join", 1, join::join),
    method("keys", 0, keys_of),
    method("lastIndexOf", 1, search::last_index_of),
    method("map", 1, iterate::map),
    method("pop", 0, mutate::pop),
    method("push", 1, mutate::push),
    method("reduce", 1, iterate::reduce),
    method("reduceRight", 1, iterate::reduce_right),
    method("reverse", 0, mutate::reverse),
    method("shift", 0, mutate::shift),
    method("slice", 2, copy::slice),
    method("some", 1, iterate::some),
    method("sort", 1, sort::sort),
    method("splice", 2, copy::splice),
    method("toLocaleString", 0, join::to_locale_string),
    method("toReversed", 0, by_copy::to_reversed),
    method("toSorted", 1, by_copy::to_sorted),
    method("toSpliced", 2, by_copy::to_spliced),
    method("toString", 0, join::to_string),
    method("unshift", 1, mutate::unshift),
    method("values", 0, values),
    method("with", 2, by_copy::with),
];

/// Names that `with` does not look up in an array: existing programs may have variables of these names.
const UNSCOPABLES: [&str; 16] = [
    "at",
    "copyWithin",
    "entries",
    "fill",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "includes",
    "keys",
    "toReversed",
    "toSorted",
    "toSpliced",
    "values",
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).array_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.array = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    species::install(realm, constructor)?;
    install_iteration(realm, prototype)?;
    install_unscopables(realm, prototype)
}

/// Array.prototype [ %Symbol.iterator% ] is the same function as `values`, ECMA-262 23.1.3.40.
fn install_iteration(realm: &mut RealmBuilder, prototype: ObjectId) -> Completion<()> {
    let key = realm.vm.heap.key("values");
    let Some(values) = shown::own_data(&realm.vm.heap, prototype, key) else { return Ok(()) };
    realm.vm.heap.store_property(prototype, symbols::ITERATOR, values, Attributes::METHOD)?;
    if let Some(values) = values.as_object() {
        realm.realm().intrinsics.array_values = values;
    }
    let to_string = shown::own_data(&realm.vm.heap, prototype, keys::TO_STRING).and_then(Value::as_object);
    if let Some(to_string) = to_string {
        realm.realm().intrinsics.array_to_string = to_string;
    }
    realm.keep_pristine_iteration();
    Ok(())
}

/// Array.prototype [ %Symbol.unscopables% ], ECMA-262 23.1.3.41
fn install_unscopables(realm: &mut RealmBuilder, prototype: ObjectId) -> Completion<()> {
    let list = realm.vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    for name in UNSCOPABLES {
        realm.value(list, name, Value::TRUE, Attributes::ALL)?;
    }
    let list = Value::object(list);
    Ok(realm.vm.heap.store_property(prototype, symbols::UNSCOPABLES, list, Attributes::CONFIGURABLE)?)
}

/// The most holes that `new Array(length)` reserves at once, so that later assignments find a dense vector.
const MAX_PREPARED_HOLES: u32 = 1 << 20;

/// Array ( ...values ), ECMA-262 23.1.1.1
fn construct(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.array_prototype)?;
    let array = match call.arguments(vm) {
        &[length] if length.is_number() => {
            let length = match array_length(length) {
                Some(length) => length,
                None => return vm.range_error(messages::INVALID_ARRAY_LENGTH),
            };
            new_array_of_length(vm, length)?
        }
        items => {
            let count = items.len();
            new_array_of_arguments(vm, call, count)?
        }
    };
    if vm.heap.prototype_of(array) != Some(prototype) {
        vm.heap.replace_prototype(array, Some(prototype));
    }
    Ok(Value::object(array))
}

fn new_array_of_arguments(vm: &mut Vm, call: Call, count: usize) -> Completion<ObjectId> {
    vm.work(count as u64 / ARGUMENTS_PER_TICK + 1)?;
    vm.heap.room(count * size_of::<Value>())?;
    let items = call.arguments(vm).to_vec();
    array::new_array_from(vm, items)
}

/// Returns the length that a number is exactly.
fn array_length(length: Value) -> Option<u32> {
    let number = length.as_number()?;
    let length = number as u32;
    (f64::from(length) == number).then_some(length)
}

/// Creates an array of holes.
fn new_array_of_length(vm: &mut Vm, length: u32) -> Completion<ObjectId> {
    let array = array::new_array_with_length(vm, length);
    if length <= MAX_PREPARED_HOLES {
        vm.work(u64::from(length) / ELEMENTS_PER_TICK)?;
        vm.heap.reserve_elements(array, length as usize)?;
        dense::append_copies(&mut vm.heap, array, length as usize, Value::EMPTY);
    }
    Ok(array)
}

/// Array.isArray ( arg ), ECMA-262 23.1.2.2
fn is_array(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = call.argument(vm, 0);
    proxy::is_array(vm, value).map(Value::bool)
}

/// Array.prototype.entries ( ), ECMA-262 23.1.3.5
fn entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, Yields::Entries)
}

/// Array.prototype.keys ( ), ECMA-262 23.1.3.19
fn keys_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, Yields::Keys)
}

/// Array.prototype.values ( ), ECMA-262 23.1.3.38
fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    new_iterator(vm, call, Yields::Values)
}

fn new_iterator(vm: &mut Vm, call: Call, yields: Yields) -> Completion<Value> {
    let array = convert::to_object(vm, call.this)?;
    Ok(Value::object(iteration::new_array_iterator(vm, array, yields, 0)))
}

/// Array.of ( ...items ), ECMA-262 23.1.2.3
fn of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let count = call.argument_count();
    if call.this.as_object().is_none_or(|object| !vm.heap.has_construct(object))
        || call.this == Value::object(call.callee)
    {
        return Ok(Value::object(new_array_of_arguments(vm, call, count)?));
    }
    let array = match call.this.as_object() {
        Some(constructor) => vm.construct(constructor, &[number(count as u64)], constructor)?,
        None => new_array_of_length(vm, 0)?,
    };
    vm.keep(Value::object(array));
    for index in 0..count {
        vm.work(1)?;
        let key = vm.heap.key_of_index(index as u64);
        let item = call.argument(vm, index);
        object::create_data_property_or_throw(vm, array, key, item)?;
    }
    set_length(vm, array, count as u64)?;
    Ok(Value::object(array))
}

/// Returns an index or length as a value.
#[inline]
pub(crate) fn number(integer: u64) -> Value {
    match i32::try_from(integer) {
        Ok(int) => Value::int(int),
        Err(_) => Value::double(integer as f64),
    }
}

/// Returns the object that a method works on, and its length. Keeps the wrapper of a primitive alive.
#[inline]
fn this_array_like(vm: &mut Vm, call: Call) -> Completion<(ObjectId, u64)> {
    let object = convert::to_object(vm, call.this)?;
    if !call.this.is_object() {
        vm.keep(Value::object(object));
    }
    Ok((object, convert::length_of_array_like(vm, object)?))
}

/// Converts a position from a script: negative positions count from the end. The result lies within 0 to `length`.
pub(crate) fn relative_index(vm: &mut Vm, position: Value, length: u64) -> Completion<u64> {
    let relative = convert::to_integer_or_infinity(vm, position)?;
    let end = length as f64;
    Ok(if relative < 0.0 { (end + relative).max(0.0) } else { relative.min(end) } as u64)
}

/// Converts an end position from a script: `length` if it is undefined.
pub(crate) fn relative_end(vm: &mut Vm, position: Value, length: u64) -> Completion<u64> {
    if position.is_undefined() { Ok(length) } else { relative_index(vm, position, length) }
}

fn set_length(vm: &mut Vm, object: ObjectId, length: u64) -> Completion<()> {
    object::set(vm, object, keys::LENGTH, number(length), true)
}

/// Fails if an array-like would become longer than a number can express exactly.
fn check_length(vm: &mut Vm, length: u64) -> Completion<()> {
    if length > MAX_SAFE_INTEGER { vm.type_error(messages::INVALID_ARRAY_LENGTH) } else { Ok(()) }
}

/// ArraySpeciesCreate ( originalArray, length ), ECMA-262 23.1.3.1.1. The new object is kept alive.
fn array_species_create(vm: &mut Vm, original: ObjectId, length: u64) -> Completion<ObjectId> {
    let species = array_species(vm, original)?;
    create_of_species(vm, species, length)
}

/// The part of ArraySpeciesCreate that reads the original array. Returns the constructor to call, or None for
/// ArrayCreate.
fn array_species(vm: &mut Vm, original: ObjectId) -> Completion<Option<ObjectId>> {
    if iteration::has_usual_species(vm, original) {
        return Ok(None);
    }
    if !proxy::is_array(vm, Value::object(original))? {
        return Ok(None);
    }
    let mut constructor = get::get_remembered(vm, Value::object(original), keys::CONSTRUCTOR)?;
    vm.keep(constructor);
    if let Some(function) = constructor.as_object().filter(|&object| vm.heap.has_construct(object)) {
        let realm = function::function_realm(vm, function)?;
        if realm != vm.realm.id && vm.heap.realm(realm).intrinsics.array == function {
            return Ok(None);
        }
    }
    if constructor.is_object() {
        let species = get::get_remembered(vm, constructor, symbols::SPECIES)?;
        constructor = if species.is_null() { Value::UNDEFINED } else { species };
    }
    if constructor == Value::object(realm::intrinsics(vm).array) {
        return Ok(None);
    }
    match constructor.as_object().filter(|&object| vm.heap.has_construct(object)) {
        None if constructor.is_undefined() => Ok(None),
        Some(species) => {
            vm.keep(constructor);
            Ok(Some(species))
        }
        None => {
            let what = messages::describe(vm, constructor);
            vm.type_error(messages::not_a_constructor(&what))
        }
    }
}

/// The part of ArraySpeciesCreate that creates the object. Keeps it alive.
fn create_of_species(vm: &mut Vm, species: Option<ObjectId>, length: u64) -> Completion<ObjectId> {
    let Some(constructor) = species else { return array_create(vm, length) };
    let object = vm.construct(constructor, &[number(length)], constructor)?;
    vm.keep(Value::object(object));
    Ok(object)
}

/// ArrayCreate ( length ), ECMA-262 10.4.2.2, kept alive.
fn array_create(vm: &mut Vm, length: u64) -> Completion<ObjectId> {
    let Ok(length) = u32::try_from(length) else {
        return vm.range_error(messages::INVALID_ARRAY_LENGTH);
    };
    let array = array::new_array_with_length(vm, length);
    vm.keep(Value::object(array));
    Ok(array)
}
