//! Fast paths: CopyDataProperties, ECMA-262 7.3.26, and Object.assign from plain objects. No script runs meanwhile, so
//! the keys need no list, and an empty object may get the shape of its original.

use ferrotape_budget::costs::ENTRY;

use crate::definitions;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::{self, Flags};
use crate::operations::set;
use crate::properties;
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::vm::Vm;

/// Copies the enumerable properties except for the excluded ones; false if they have to be copied one by one, and none
/// was copied.
pub(crate) fn copy_plainly(
    vm: &mut Vm,
    target: ObjectId,
    source: ObjectId,
    excluded: &[PropertyKey],
) -> Completion<bool> {
    let Some(are_all_usual) = definitions::look_for_copy(&vm.heap, source) else { return Ok(false) };
    let goes_to = vm.heap.shape_of(target);
    if !definitions::is_plain_object(&vm.heap, target) || !vm.heap[goes_to].is_extensible() || target == source {
        return Ok(false);
    }
    let from = vm.heap.shape_of(source);
    vm.work(u64::from(vm.heap[from].count))?;
    let is_empty = vm.heap[goes_to].count == 0 && !vm.heap[goes_to].dictionary;
    let same_prototype = vm.heap[goes_to].prototype == vm.heap[from].prototype;
    if are_all_usual
        && excluded.is_empty()
        && is_empty
        && same_prototype
        && !vm.heap.has_flag(target, Flags::IS_PROTOTYPE)
    {
        copy_shape(vm, target, source)?;
    } else {
        copy_slots(vm, target, source, excluded)?;
    }
    Ok(true)
}

/// Gives an empty object the shape and the slots of another one.
fn copy_shape(vm: &mut Vm, target: ObjectId, source: ObjectId) -> Completion<()> {
    let shape = vm.heap.shape_of(source);
    let count = vm.heap[shape].count;
    // Reserved before the shape says that they exist.
    for slot in 0..count {
        properties::reserve_slot(&mut vm.heap, target, slot)?;
    }
    vm.heap.set_shape(target, shape);
    for slot in 0..count {
        let value = vm.heap.slot(source, slot);
        properties::push_slot(&mut vm.heap, target, slot, value);
    }
    Ok(())
}

/// Copies the enumerable properties one by one. Symbols in the shape can only be private names here, which no copy
/// gets.
fn copy_slots(vm: &mut Vm, target: ObjectId, source: ObjectId, excluded: &[PropertyKey]) -> Completion<()> {
    let shape = vm.heap.shape_of(source);
    for slot in 0..vm.heap[shape].count {
        let Some((_, entry)) = shape::shape_entries_from(&vm.heap, shape, slot as usize, 1).next() else { continue };
        if !entry.attributes.is_enumerable() || entry.key.as_symbol().is_some() || excluded.contains(&entry.key) {
            continue;
        }
        let value = vm.heap.slot(source, slot);
        if definitions::add_defined(&mut vm.heap, target, entry.key, value) {
            continue;
        }
        match shape::shape_lookup(&vm.heap, vm.heap.shape_of(target), entry.key) {
            None => definitions::define_slot(&mut vm.heap, target, entry.key, value)?,
            Some((slot, Attributes::ALL)) => vm.heap.set_slot(target, slot, value),
            Some(_) => {
                object::create_data_property(vm, target, entry.key, value)?;
            }
        }
    }
    Ok(())
}

/// Fast path: Object.assign, ECMA-262 20.1.2.1, from a plain object, as far as no script runs. Returns the number of
/// keys that were assigned, or passed as they are not enumerable, before one that may run script or is refused; none
/// if all of them were.
pub fn assign_plainly(vm: &mut Vm, target: ObjectId, source: ObjectId) -> Completion<Option<usize>> {
    if definitions::look_for_copy(&vm.heap, source).is_none() {
        return Ok(Some(0));
    }
    let shape = vm.heap.shape_of(source);
    let count = vm.heap[shape].count as usize;
    vm.work(count as u64)?;
    let mut done = 0;
    for slot in 0..count {
        let Some((_, entry)) = shape::shape_entries_from(&vm.heap, shape, slot, 1).next() else { continue };
        if entry.key.as_symbol().is_some() {
            continue;
        }
        vm.work(ENTRY)?;
        if entry.attributes.is_enumerable() {
            let value = vm.heap.slot(source, slot as u32);
            let is_set = set::set_remembered(vm, target, entry.key, value)?;
            if !is_set || vm.heap.shape_of(source) != shape {
                return Ok(Some(done + usize::from(is_set)));
            }
        }
        done += 1;
    }
    Ok(None)
}
