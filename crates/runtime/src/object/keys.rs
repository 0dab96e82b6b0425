//! [[OwnPropertyKeys]], ECMA-262 10.1.11, 10.4.3.3 and 10.4.6.11.
//!
//! An object may have millions of keys: the list is made in memory on loan, with a tick for each key.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::object::{Elements, Kind};
use crate::property_key::PropertyKey;
use crate::shape;
use crate::sort::sort_ticking;
use crate::symbol;
use crate::vm::Vm;

/// Slots whose names are looked at between two ticks.
const SLOTS_PER_TURN: usize = 1024;

/// The keys of an object that are in its shape, by kind.
#[derive(Default)]
struct NamedKeys {
    /// Indices from 2^31 on.
    indices: Vec<(u32, PropertyKey)>,
    names: Vec<PropertyKey>,
    symbols: Vec<PropertyKey>,
}

/// OrdinaryOwnPropertyKeys, ECMA-262 10.1.11.1, with the further keys of strings, arrays and arguments. The list is on
/// loan.
pub fn ordinary_own_property_keys(vm: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    let mut keys = Vec::new();
    push_string_indices(vm, object, &mut keys)?;
    push_element_indices(vm, object, &mut keys)?;
    let NamedKeys { indices, mut names, mut symbols } = named_keys(vm, object)?;
    // Fast path: what ordinary objects have.
    if keys.is_empty() && indices.is_empty() && symbols.is_empty() {
        return Ok(names);
    }
    let indices = sort_ticking(vm, indices, |&(index, _)| index)?;
    vm.heap.lend_room(&mut keys, indices.len() + names.len() + symbols.len())?;
    keys.extend(indices.iter().map(|&(_, key)| key));
    keys.append(&mut names);
    keys.append(&mut symbols);
    vm.heap.take_back(&indices);
    vm.heap.take_back(&names);
    vm.heap.take_back(&symbols);
    Ok(keys)
}

/// The indices of the characters of a String object.
fn push_string_indices(vm: &mut Vm, object: ObjectId, keys: &mut Vec<PropertyKey>) -> Completion<()> {
    let Kind::String(string) = vm.heap.kind(object) else { return Ok(()) };
    let length = vm.heap.string_length(string);
    vm.heap.lend_room(keys, length)?;
    let push = |piece: std::ops::Range<usize>| {
        keys.extend((piece.start as u32..piece.end as u32).filter_map(PropertyKey::from_index));
    };
    Ok(vm.heap.budget.in_pieces(length, ELEMENTS_PER_TICK, push)?)
}

/// Appends the indices of elements that are no holes, in ascending order.
fn push_element_indices(vm: &mut Vm, object: ObjectId, keys: &mut Vec<PropertyKey>) -> Completion<()> {
    let start = keys.len();
    match vm.heap.elements(object) {
        Elements::Sparse(map) => vm.heap.lend_room(keys, map.len())?,
        dense => vm.heap.lend_room(keys, dense.as_dense().unwrap_or_default().len())?,
    }
    let (elements, budget) = vm.heap.elements_for_work(object);
    if let Some(values) = elements.as_dense() {
        budget.in_pieces(values.len(), ELEMENTS_PER_TICK, |piece| {
            let indices = (piece.start as u32..).zip(&values[piece]);
            keys.extend(indices.filter(|(_, value)| !value.is_empty()).filter_map(|(i, _)| PropertyKey::from_index(i)));
        })?;
    } else if let Elements::Sparse(map) = elements {
        for &index in map.keys() {
            budget.work(1)?;
            keys.extend(PropertyKey::from_index(index));
        }
    }
    if let Kind::MappedArguments(arguments) = vm.heap.kind(object) {
        let mapped = arguments.mapped_indices().collect();
        push_mapped_indices(vm, mapped, start, keys)?;
    }
    Ok(())
}

/// Adds the indices of mapped arguments, which are holes among the elements.
fn push_mapped_indices(vm: &mut Vm, mapped: Vec<u32>, start: usize, keys: &mut Vec<PropertyKey>) -> Completion<()> {
    vm.work(mapped.len() as u64)?;
    vm.heap.lend_room(keys, mapped.len())?;
    keys.extend(mapped.into_iter().filter_map(PropertyKey::from_index));
    let mut indices = Vec::new();
    vm.heap.lend_room(&mut indices, keys.len() - start)?;
    indices.extend(keys.drain(start..).map(|key| (key.bits(), key)));
    let indices = sort_ticking(vm, indices, |&(index, _)| index)?;
    keys.extend(indices.iter().map(|&(_, key)| key));
    vm.heap.take_back(&indices);
    keys.dedup();
    Ok(())
}

/// Collects the keys of the shape by kind, each kind in the order of slots. The lists are on loan.
fn named_keys(vm: &mut Vm, object: ObjectId) -> Completion<NamedKeys> {
    let mut found = NamedKeys::default();
    if matches!(vm.heap.kind(object), Kind::Array { .. } | Kind::String(_)) {
        vm.heap.lend_room(&mut found.names, 1)?;
        found.names.push(keys::LENGTH);
    }
    let shape = vm.heap.shape_of(object);
    let count = vm.heap[shape].count as usize;
    // Fast path: what most objects have. There are few keys, as many make a dictionary.
    if vm.heap[shape].has_fixed_names() {
        vm.work(count as u64)?;
        vm.heap.lend_room(&mut found.names, count)?;
        found.names.extend(shape::shape_entries_from(&vm.heap, shape, 0, count).map(|(_, entry)| entry.key));
        return Ok(found);
    }
    for start in (0..count).step_by(SLOTS_PER_TURN) {
        let slots = SLOTS_PER_TURN.min(count - start);
        vm.work(slots as u64)?;
        vm.heap.lend_room(&mut found.names, slots)?;
        let before = found.names.len();
        for (_, entry) in shape::shape_entries_from(&vm.heap, shape, start, slots) {
            if vm.heap.array_index_of(entry.key).is_none() && entry.key.as_symbol().is_none() {
                found.names.push(entry.key);
            }
        }
        if found.names.len() - before < slots {
            collect_unnamed(vm, object, start, slots, &mut found)?;
        }
    }
    Ok(found)
}

/// Collects the keys that are rare: large indices and symbols.
fn collect_unnamed(vm: &mut Vm, object: ObjectId, start: usize, slots: usize, found: &mut NamedKeys) -> Completion<()> {
    let shape = vm.heap.shape_of(object);
    vm.heap.lend_room(&mut found.indices, slots)?;
    vm.heap.lend_room(&mut found.symbols, slots)?;
    for (_, entry) in shape::shape_entries_from(&vm.heap, shape, start, slots) {
        if symbol::is_private(&vm.heap, entry.key) {
            continue;
        }
        if entry.key.as_symbol().is_some() {
            found.symbols.push(entry.key);
        } else if let Some(index) = vm.heap.array_index_of(entry.key) {
            found.indices.push((index, entry.key));
        }
    }
    Ok(())
}
