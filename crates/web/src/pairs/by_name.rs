//! Lists that are sorted by name, as those of Headers: an operation on one name does not visit all others.
//!
//! Few pairs are a list that is replaced whenever it changes, so that copies share it. Many are a Map by name as well. Then the
//! list is made of the Map when somebody reads all of it.
//!
//! ```text
//! kept: the list, or undefined until somebody reads it    the Map: name ──> value, or an array of values that are not joined
//! ```

use std::cmp::Ordering;

use ferrotape_budget::costs::{ENTRY, UNITS_COMPARED_PER_TICK};
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{operators, realm, sort};

use super::{LIST, pair, pair_count, set_list};
use crate::interface::kept;
use crate::text;

/// The kept value that is the Map.
const MAP: usize = LIST + 1;

/// Pairs up to which a list is enough.
const MOST_LISTED: usize = 64;

/// Change to the values that a name has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// The new value takes their place.
    Set,
    /// The new value is joined to them.
    Join,
    /// The new value stands behind them.
    Add,
}

fn map_of(vm: &Vm, object: ObjectId) -> Option<ObjectId> {
    collections::as_collection(&vm.heap, kept(vm, object, MAP), CollectionKind::Map)
}

/// Makes the list of the Map, if the object has one and no list.
pub(crate) fn refresh(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    let Some(map) = map_of(vm, object).filter(|_| !kept(vm, object, LIST).is_object()) else { return Ok(()) };
    let (mut pairs, mut position) = (Vec::new(), 0);
    while let Some(step) = collections::next_collected(&mut vm.heap, map, position)? {
        vm.work(ENTRY)?;
        position = step.next;
        vm.heap.lend_room(&mut pairs, 1)?;
        pairs.push([step.key, step.value]);
    }
    let pairs =
        sort::merge_sort(vm, pairs, |vm, [left, _], [right, _]| Ok(order(vm, left, right)? == Ordering::Greater))?;
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    for [name, value] in pairs {
        vm.work(ENTRY)?;
        let mut index = 0;
        while let Some(value) = value_at(vm, value, index) {
            index += 1;
            iterate::append_value(vm, list, name)?;
            iterate::append_value(vm, list, value)?;
        }
    }
    set_list(vm, object, list);
    Ok(())
}

/// Returns one of the values that a Map has for a name.
fn value_at(vm: &Vm, value: Value, index: usize) -> Option<Value> {
    let value = match value.as_object() {
        Some(list) => vm.heap.elements(list).as_dense().and_then(|values| values.get(index).copied()),
        None => Some(value).filter(|_| index == 0),
    };
    // What was written may have been changed.
    value.filter(|value| value.is_string())
}

/// Compares two names.
fn order(vm: &mut Vm, name: Value, other: Value) -> Completion<Ordering> {
    let (Some(name), Some(other)) = (name.as_string(), other.as_string()) else { return Ok(Ordering::Equal) };
    let [name, other] = [vm.heap.flatten(name)?, vm.heap.flatten(other)?];
    let [name, other] = [vm.heap.view(name), vm.heap.view(other)];
    let length = name.len().min(other.len());
    let order = match (name.as_latin1(), other.as_latin1()) {
        (Some(name), Some(other)) => name.cmp(other),
        _ => name.units().cmp(other.units()),
    };
    vm.work(length as u64 / UNITS_COMPARED_PER_TICK)?;
    Ok(order)
}

/// Returns the place of the first pair whose name is no smaller.
fn place_of(vm: &mut Vm, object: ObjectId, name: Value) -> Completion<usize> {
    let (mut start, mut end) = (0, pair_count(vm, object));
    while start < end {
        vm.work(1)?;
        let middle = start.midpoint(end);
        let Some([found, _]) = pair(vm, object, middle) else { return Ok(start) };
        match order(vm, found, name)? {
            Ordering::Less => start = middle + 1,
            Ordering::Equal | Ordering::Greater => end = middle,
        }
    }
    Ok(start)
}

/// Returns the values of a name, in room that is lent.
pub(crate) fn values_of(vm: &mut Vm, object: ObjectId, name: &[u8]) -> Completion<Vec<Value>> {
    let name = Value::string(text::new_byte_string(vm, name)?);
    let mut values = Vec::new();
    let mut add = |vm: &mut Vm, value| -> Completion<()> {
        vm.work(1)?;
        vm.heap.lend_room(&mut values, 1)?;
        values.push(value);
        Ok(())
    };
    if let Some(map) = map_of(vm, object) {
        let found = collections::collected_value(&mut vm.heap, map, name)?;
        let mut index = 0;
        while let Some(value) = found.and_then(|found| value_at(vm, found, index)) {
            index += 1;
            add(vm, value)?;
        }
        return Ok(values);
    }
    let mut place = place_of(vm, object, name)?;
    while let Some([found, value]) = pair(vm, object, place)
        && order(vm, found, name)? == Ordering::Equal
    {
        place += 1;
        add(vm, value)?;
    }
    Ok(values)
}

/// Gives a name another value.
pub(crate) fn put(vm: &mut Vm, object: ObjectId, name: &[u8], value: &[u8], change: Change) -> Completion<()> {
    let [name, value] = [text::new_byte_string(vm, name)?, text::new_byte_string(vm, value)?].map(Value::string);
    if map_of(vm, object).is_none() && pair_count(vm, object) >= MOST_LISTED {
        make_map(vm, object)?;
    }
    match map_of(vm, object) {
        Some(map) => {
            put_in_map(vm, map, [name, value], change)?;
            hosts::set_kept_value(&mut vm.heap, object, LIST, Value::UNDEFINED);
            Ok(())
        }
        None => put_in_list(vm, object, [name, value], change),
    }
}

/// Joins values, with a comma between them.
fn joined(vm: &mut Vm, one: Value, other: Value) -> Completion<Value> {
    let (Some(one), Some(other)) = (one.as_string(), other.as_string()) else { return Ok(other) };
    let comma = vm.heap.intern_text(", ");
    let start = operators::concat(vm, one, comma)?;
    vm.keep(Value::string(start));
    let joined = Value::string(operators::concat(vm, start, other)?);
    vm.keep(joined);
    Ok(joined)
}

/// Changes the Map. Values that are added are an array from the second one on.
fn put_in_map(vm: &mut Vm, map: ObjectId, [name, value]: [Value; 2], change: Change) -> Completion<()> {
    let before = collections::collected_value(&mut vm.heap, map, name)?;
    let value = match (change, before) {
        (Change::Join, Some(before)) => joined(vm, before, value)?,
        (Change::Add, Some(before)) => {
            let list = before.as_object().filter(|&list| vm.heap.length_of_array(list).is_some());
            match list {
                Some(list) => return iterate::append_value(vm, list, value),
                None => Value::object(array::new_array_from(vm, vec![before, value])?),
            }
        }
        _ => value,
    };
    vm.keep(value);
    Ok(collections::collect_value(&mut vm.heap, map, name, value)?)
}

/// Replaces the list by one with the change, at the place by name: other objects may share the old one.
fn put_in_list(vm: &mut Vm, object: ObjectId, [name, mut value]: [Value; 2], change: Change) -> Completion<()> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let (mut index, mut is_there) = (0, false);
    while let Some([its_name, its_value]) = pair(vm, object, index) {
        index += 1;
        vm.work(ENTRY)?;
        let order = order(vm, its_name, name)?;
        if !is_there && order == Ordering::Greater {
            is_there = true;
            append(vm, list, [name, value])?;
        }
        match (order, change) {
            (Ordering::Equal, Change::Set) => {}
            (Ordering::Equal, Change::Join) => value = joined(vm, its_value, value)?,
            _ => append(vm, list, [its_name, its_value])?,
        }
    }
    if !is_there {
        append(vm, list, [name, value])?;
    }
    set_list(vm, object, list);
    Ok(())
}

fn append(vm: &mut Vm, list: ObjectId, pair: [Value; 2]) -> Completion<()> {
    pair.into_iter().try_for_each(|value| iterate::append_value(vm, list, value))
}

/// Makes the Map of an object.
fn make_map(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    let prototype = realm::intrinsics(vm).map_prototype;
    let map = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
    vm.keep(Value::object(map));
    let mut index = 0;
    while let Some(pair) = pair(vm, object, index) {
        index += 1;
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        put_in_map(vm, map, pair, Change::Add)?;
    }
    hosts::set_kept_value(&mut vm.heap, object, MAP, Value::object(map));
    Ok(())
}

/// Removes all values of a name.
pub(crate) fn remove(vm: &mut Vm, object: ObjectId, name: &[u8]) -> Completion<()> {
    let name = Value::string(text::new_byte_string(vm, name)?);
    if let Some(map) = map_of(vm, object) {
        if collections::remove_collected(&mut vm.heap, map, name)? {
            hosts::set_kept_value(&mut vm.heap, object, LIST, Value::UNDEFINED);
        }
        return Ok(());
    }
    let place = place_of(vm, object, name)?;
    let Some([found, _]) = pair(vm, object, place) else { return Ok(()) };
    if order(vm, found, name)? != Ordering::Equal {
        return Ok(());
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut index = 0;
    while let Some(pair) = pair(vm, object, index) {
        index += 1;
        vm.work(ENTRY)?;
        if index <= place || order(vm, pair[0], name)? != Ordering::Equal {
            append(vm, list, pair)?;
        }
    }
    set_list(vm, object, list);
    Ok(())
}
