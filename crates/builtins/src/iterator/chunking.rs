//! Iterator.prototype.chunks and Iterator.prototype.windows, of the proposal Iterator Chunking.

use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::iterator_helper::{self, HelperForm, IteratorHelper, Undersized};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::operators;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::helper::{new_helper, record_of};
use super::{closed_unless, this_object};

/// The greatest size of a chunk or a window.
const MOST_VALUES: f64 = u32::MAX as f64;

/// Iterator.prototype.chunks ( chunkSize ), of the proposal Iterator Chunking
pub(super) fn chunks(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.chunks")?;
    let size = size(vm, call);
    let size = closed_unless(vm, iterator, size)?;
    let record = iteration::get_iterator_direct(vm, iterator)?;
    Ok(new_helper(vm, HelperForm::Chunks, [record.iterator, record.next], Value::UNDEFINED, size))
}

/// Iterator.prototype.windows ( windowSize [ , undersized ] ), of the proposal Iterator Chunking
pub(super) fn windows(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.windows")?;
    let arguments = size(vm, call).and_then(|size| Ok((size, undersized(vm, call)?)));
    let (size, undersized) = closed_unless(vm, iterator, arguments)?;
    let record = iteration::get_iterator_direct(vm, iterator)?;
    let buffer = Value::object(array::new_array(vm));
    vm.keep(buffer);
    Ok(new_helper(vm, HelperForm::Windows(undersized), [record.iterator, record.next], buffer, size))
}

/// Returns the first argument, which must be an integral Number from 1 to 2^32 - 1. It is not converted.
fn size(vm: &mut Vm, call: Call) -> Completion<f64> {
    let given = call.argument(vm, 0);
    match given.as_number() {
        Some(size) if size.trunc() == size && size.is_finite() => {
            if (1.0..=MOST_VALUES).contains(&size) {
                return Ok(size);
            }
            vm.range_error(format!("{size} is not a size: it must be from 1 to {MOST_VALUES}"))
        }
        _ => {
            let found = messages::describe(vm, given);
            vm.type_error(format!("{found} is not a size: it must be an integer"))
        }
    }
}

/// Returns the second argument, which is one of two strings or undefined. No other value is converted.
fn undersized(vm: &mut Vm, call: Call) -> Completion<Undersized> {
    let given = call.argument(vm, 1);
    if given.is_undefined() {
        return Ok(Undersized::OnlyFull);
    }
    for (name, undersized) in [("only-full", Undersized::OnlyFull), ("allow-partial", Undersized::AllowPartial)] {
        let name = Value::string(vm.heap.intern_text(name));
        if operators::is_strictly_equal(vm, given, name)? {
            return Ok(undersized);
        }
    }
    let found = messages::describe(vm, given);
    vm.type_error(format!("{found} is neither 'only-full' nor 'allow-partial'"))
}

/// A turn of chunks: as many values as a chunk has, or those that are left.
pub(super) fn step_of_chunks(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    // The last chunk was not full.
    if !helper.iterated[0].is_object() {
        return Ok(None);
    }
    let (chunk, mut count) = (array::new_array(vm), 0.0);
    vm.keep(Value::object(chunk));
    while count < helper.count {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.iterated))? else {
            forget_iterated(vm, object);
            break;
        };
        vm.keep(value);
        iterate::append_value(vm, chunk, value)?;
        count += 1.0;
    }
    Ok((count > 0.0).then(|| Value::object(chunk)))
}

/// A turn of windows: the values before it but the first, and one more.
pub(super) fn step_of_windows(
    vm: &mut Vm,
    object: ObjectId,
    helper: IteratorHelper,
    undersized: Undersized,
) -> Completion<Option<Value>> {
    let (Some(buffer), true) = (helper.function.as_object(), helper.iterated[0].is_object()) else { return Ok(None) };
    let length = |vm: &Vm| vm.heap.elements(buffer).as_dense().map_or(0, <[Value]>::len);
    loop {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.iterated))? else {
            forget_iterated(vm, object);
            let is_given = undersized == Undersized::AllowPartial && (1..helper.count as usize).contains(&length(vm));
            return if is_given { copy_of(vm, buffer).map(Some) } else { Ok(None) };
        };
        vm.keep(value);
        if length(vm) as f64 == helper.count {
            move_down(vm, buffer, value)?;
        } else {
            iterate::append_value(vm, buffer, value)?;
        }
        if length(vm) as f64 == helper.count {
            return copy_of(vm, buffer).map(Some);
        }
    }
}

/// Drops the first value, and puts another behind the last.
fn move_down(vm: &mut Vm, buffer: ObjectId, last: Value) -> Completion<()> {
    let values = vm.heap.elements(buffer).as_dense().unwrap_or_default();
    let count = values.len();
    vm.work(count as u64)?;
    for place in 1..count {
        let value = vm.heap.elements(buffer).as_dense().map_or(Value::UNDEFINED, |values| values[place]);
        cell::replace_element(&mut vm.heap, buffer, place - 1, value);
    }
    cell::replace_element(&mut vm.heap, buffer, count - 1, last);
    Ok(())
}

/// Copies the window, for the script.
fn copy_of(vm: &mut Vm, buffer: ObjectId) -> Completion<Value> {
    let count = vm.heap.elements(buffer).as_dense().map_or(0, <[Value]>::len);
    vm.work(count as u64)?;
    vm.heap.room(count * size_of::<Value>())?;
    let values = vm.heap.elements(buffer).as_dense().unwrap_or_default().to_vec();
    array::new_array_from(vm, values).map(Value::object)
}

/// Notes that the iterator is at its end, so that nothing closes or asks it.
fn forget_iterated(vm: &mut Vm, object: ObjectId) {
    iterator_helper::change_iterator_helper(&mut vm.heap, object, |helper| helper.iterated = [Value::UNDEFINED; 2]);
}
