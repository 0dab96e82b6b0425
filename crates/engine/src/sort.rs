//! Sorting of lists that a script can make long: a merge sort on memory that is on loan, which ticks and can throw.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::error::Completion;
use crate::vm::Vm;

/// Lists up to this length are sorted without a tick.
const SHORT_LIST: usize = 1024;

/// Sorts a list, which is on loan, by numbers.
pub fn sort_ticking<T: Copy>(vm: &mut Vm, mut list: Vec<T>, key: fn(&T) -> u32) -> Completion<Vec<T>> {
    if list.len() <= SHORT_LIST {
        list.sort_unstable_by_key(key);
        return Ok(list);
    }
    merge_sort(vm, list, |_, left, right| Ok(key(&left) > key(&right)))
}

/// Runs of this length are sorted by insertion.
const RUN_LENGTH: usize = 8;

/// Sorts items, which are on loan, stably, from short runs to long ones. `is_greater` says that its first argument belongs
/// behind its second.
pub fn merge_sort<T: Copy>(
    vm: &mut Vm,
    mut items: Vec<T>,
    mut is_greater: impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<Vec<T>> {
    for run in items.chunks_mut(RUN_LENGTH) {
        insertion_sort(vm, run, &mut is_greater)?;
    }
    let mut merged = Vec::new();
    vm.heap.lend_room(&mut merged, items.len())?;
    let mut run_length = RUN_LENGTH;
    while run_length < items.len() {
        for pair in items.chunks(run_length * 2) {
            let (left, right) = pair.split_at(run_length.min(pair.len()));
            merge(vm, left, right, &mut merged, &mut is_greater)?;
        }
        std::mem::swap(&mut items, &mut merged);
        merged.clear();
        run_length *= 2;
    }
    vm.heap.take_back(&merged);
    Ok(items)
}

fn insertion_sort<T: Copy>(
    vm: &mut Vm,
    run: &mut [T],
    is_greater: &mut impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<()> {
    for next in 1..run.len() {
        let item = run[next];
        let mut place = next;
        vm.tick(1)?;
        while place > 0 && is_greater(vm, run[place - 1], item)? {
            run[place] = run[place - 1];
            place -= 1;
        }
        run[place] = item;
    }
    Ok(())
}

/// Appends two sorted runs to `merged`, as one; the left one goes first among equals.
fn merge<T: Copy>(
    vm: &mut Vm,
    mut left: &[T],
    mut right: &[T],
    merged: &mut Vec<T>,
    is_greater: &mut impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<()> {
    vm.tick((left.len() + right.len()) as u64 / ELEMENTS_PER_TICK + 1)?;
    // Runs that are in order already need one comparison only.
    if let (Some(&last), Some(&first)) = (left.last(), right.first())
        && is_greater(vm, last, first)?
    {
        while let ([left_first, left_rest @ ..], [right_first, right_rest @ ..]) = (left, right) {
            vm.tick(1)?;
            if is_greater(vm, *left_first, *right_first)? {
                merged.push(*right_first);
                right = right_rest;
            } else {
                merged.push(*left_first);
                left = left_rest;
            }
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    Ok(())
}
