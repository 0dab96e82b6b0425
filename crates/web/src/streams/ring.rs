//! Queues of cells: rings of values, for chunks with their sizes and for requests.
//!
//! ```text
//! slots   0: place of the first value    1: number of values    from 2 on: the ring
//! ```

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};

const FIRST: usize = 0;
const LENGTH: usize = 1;
const RING: usize = 2;

/// Rings that have grown over this are given back once they are empty.
const MOST_KEPT: usize = 64;

/// Returns how many values there are in the queue of a slot.
pub(super) fn len(vm: &Vm, owner: ObjectId, slot: usize) -> usize {
    fields::of_kind(vm, fields::get(vm, owner, slot), Kind::Queue).map_or(0, |queue| fields::count(vm, queue, LENGTH))
}

pub(super) fn is_empty(vm: &Vm, owner: ObjectId, slot: usize) -> bool {
    len(vm, owner, slot) == 0
}

fn capacity(vm: &Vm, queue: ObjectId) -> usize {
    hosts::kept_values(&vm.heap, queue).len().saturating_sub(RING)
}

fn place(vm: &Vm, queue: ObjectId, index: usize) -> usize {
    let at = fields::count(vm, queue, FIRST).saturating_add(index);
    RING + at.checked_rem(capacity(vm, queue)).unwrap_or(0)
}

/// Appends values to the queue of a slot, which is made where there is none. The values must be kept.
pub(super) fn push(vm: &mut Vm, owner: ObjectId, slot: usize, values: &[Value]) -> Completion<()> {
    let queue = match fields::of_kind(vm, fields::get(vm, owner, slot), Kind::Queue) {
        Some(queue) => queue,
        None => {
            let vm = &mut vm.scope();
            let queue = fields::new_hidden(vm, Kind::Queue)?;
            fields::set(vm, owner, slot, Value::object(queue));
            queue
        }
    };
    for &value in values {
        let length = fields::count(vm, queue, LENGTH);
        if length >= capacity(vm, queue) {
            grow(vm, queue)?;
        }
        let at = place(vm, queue, length);
        fields::set(vm, queue, at, value);
        fields::set_number(vm, queue, LENGTH, (length + 1) as f64);
    }
    Ok(())
}

/// Doubles the capacity of a full ring. Items that wrapped around its end move behind it.
fn grow(vm: &mut Vm, queue: ObjectId) -> Completion<()> {
    let before = capacity(vm, queue);
    let more = before.max(4);
    vm.room(more * 2 * size_of::<Value>())?;
    vm.work((more / ELEMENTS_PER_TICK as usize) as u64 + 1)?;
    hosts::keep_undefined(&mut vm.heap, queue, more)?;
    let around = fields::count(vm, queue, FIRST).min(before);
    for at in RING..RING + around {
        let value = fields::get(vm, queue, at);
        fields::set(vm, queue, at + before, value);
        fields::set(vm, queue, at, Value::UNDEFINED);
    }
    Ok(())
}

/// Returns the first values of the queue of a slot.
pub(super) fn front<const N: usize>(vm: &Vm, owner: ObjectId, slot: usize) -> Option<[Value; N]> {
    let queue = fields::of_kind(vm, fields::get(vm, owner, slot), Kind::Queue)?;
    let has_all = fields::count(vm, queue, LENGTH) >= N;
    has_all.then(|| std::array::from_fn(|index| fields::get(vm, queue, place(vm, queue, index))))
}

/// Replaces one of the first values.
pub(super) fn set_front(vm: &mut Vm, owner: ObjectId, slot: usize, index: usize, value: Value) {
    if let Some(queue) = fields::of_kind(vm, fields::get(vm, owner, slot), Kind::Queue) {
        let at = place(vm, queue, index);
        fields::set(vm, queue, at, value);
    }
}

/// Takes the first values out of the queue of a slot. They are kept.
pub(super) fn pop<const N: usize>(vm: &mut Vm, owner: ObjectId, slot: usize) -> Option<[Value; N]> {
    let queue = fields::of_kind(vm, fields::get(vm, owner, slot), Kind::Queue)?;
    let values = front::<N>(vm, owner, slot)?;
    values.into_iter().for_each(|value| vm.keep(value));
    for index in 0..N {
        let at = place(vm, queue, index);
        fields::set(vm, queue, at, Value::UNDEFINED);
    }
    let first = place(vm, queue, N) - RING;
    let left = fields::count(vm, queue, LENGTH) - N;
    fields::set_number(vm, queue, FIRST, first as f64);
    fields::set_number(vm, queue, LENGTH, left as f64);
    if left == 0 && capacity(vm, queue) > MOST_KEPT {
        fields::set(vm, owner, slot, Value::UNDEFINED);
    }
    Some(values)
}

/// Takes the queue out of a slot, into the slot of a hidden cell that is kept: for loops that run script.
pub(super) fn detached(vm: &mut Vm, owner: ObjectId, slot: usize) -> Completion<ObjectId> {
    let holder = fields::new_hidden(vm, Kind::Holder)?;
    let queue = fields::take(vm, owner, slot);
    fields::set(vm, holder, 0, queue);
    Ok(holder)
}
