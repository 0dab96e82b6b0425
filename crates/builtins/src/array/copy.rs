//! Array methods that combine or extract parts of arrays.

use super::elements::{
    MAX_DENSE_LENGTH, create_element, delete_range, has_place_for, move_down_from_end, move_up_from_start, readable,
    set_element, tick_moves,
};
use super::gaps::Present;
use super::{
    array_species, check_length, create_of_species, relative_end, relative_index, set_length, this_array_like,
};
use ferrotape_runtime::arrays;
use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::dense;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::operations::get;
use ferrotape_runtime::queue;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Most elements that are copied to a new array at once.
const SHORT_COPY: usize = 64;

/// Array.prototype.concat ( ...items ), ECMA-262 23.1.3.2
pub(super) fn concat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = convert::to_object(vm, call.this)?;
    vm.keep(Value::object(object));
    let species = array_species(vm, object)?;
    if species.is_none()
        && let Some(result) = concat_dense(vm, call, object)?
    {
        return Ok(Value::object(result));
    }
    let result = create_of_species(vm, species, 0)?;
    let mut length = concat_item(vm, result, 0, Value::object(object))?;
    for index in 0..call.argument_count() {
        let item = call.argument(vm, index);
        length = concat_item(vm, result, length, item)?;
    }
    set_length(vm, result, length)?;
    Ok(Value::object(result))
}

/// IsConcatSpreadable ( O ), ECMA-262 23.1.3.2.1: returns the array whose elements to spread.
fn spreadable(vm: &mut Vm, item: Value) -> Completion<Option<ObjectId>> {
    if !item.is_object() {
        return Ok(None);
    }
    let spreadable = get::get_remembered(vm, item, symbols::IS_CONCAT_SPREADABLE)?;
    let is_spread = match spreadable.is_undefined() {
        true => proxy::is_array(vm, item)?,
        false => vm.heap.to_boolean(spreadable),
    };
    Ok(item.as_object().filter(|_| is_spread))
}

fn array_of(vm: &Vm, item: Value) -> Option<ObjectId> {
    item.as_object().filter(|&object| vm.heap.is_array(object))
}

/// Appends an item, or the elements of a spreadable one. Returns the new length. `length` may be beyond the last
/// element of `result`.
fn concat_item(vm: &mut Vm, result: ObjectId, length: u64, item: Value) -> Completion<u64> {
    let Some(array) = spreadable(vm, item)? else {
        check_length(vm, length + 1)?;
        create_element(vm, result, length, item)?;
        return Ok(length + 1);
    };
    let count = convert::length_of_array_like(vm, array)?;
    check_length(vm, length + count)?;
    let mut elements = Present::upwards(array, 0..count);
    while let Some((index, value)) = elements.next(vm)? {
        create_element(vm, result, length + index, value)?;
    }
    Ok(length + count)
}

/// Fast path: concatenates readable arrays.
fn concat_dense(vm: &mut Vm, call: Call, object: ObjectId) -> Completion<Option<ObjectId>> {
    let mut length = 0;
    for position in 0..=call.argument_count() {
        let item = item_at(vm, call, object, position);
        if item.is_object() && !get::is_known_absent(vm, item, symbols::IS_CONCAT_SPREADABLE) {
            return Ok(None);
        }
        length += match array_of(vm, item) {
            None => 1,
            Some(array) => match readable(&vm.heap, array) {
                Some(values) => values.len(),
                None => return Ok(None),
            },
        };
    }
    if length > MAX_DENSE_LENGTH {
        return Ok(None);
    }
    if length <= SHORT_COPY {
        return concat_short(vm, call, object, length).map(Some);
    }
    vm.heap.room(length * size_of::<Value>())?;
    let mut values = Vec::with_capacity(length);
    for position in 0..=call.argument_count() {
        let item = item_at(vm, call, object, position);
        vm.work(1)?;
        match array_of(vm, item) {
            None => values.push(item),
            Some(array) => {
                let count = readable(&vm.heap, array).map_or(0, <[Value]>::len);
                append_range(vm, array, 0, count, &mut values)?;
            }
        }
    }
    array::new_array_from(vm, values).map(Some)
}

/// Concatenates few elements, which are copied at once.
fn concat_short(vm: &mut Vm, call: Call, object: ObjectId, length: usize) -> Completion<ObjectId> {
    for position in 0..=call.argument_count() {
        vm.work(1)?;
        let array = array_of(vm, item_at(vm, call, object, position));
        let count = array.and_then(|array| readable(&vm.heap, array)).map_or(0, <[Value]>::len);
        if count > 0 {
            tick_moves(vm, count)?;
        }
    }
    // Nothing fails while the vector is no array's.
    let mut values = cell::vector_for_array(&mut vm.heap, length)?;
    for position in 0..=call.argument_count() {
        let item = item_at(vm, call, object, position);
        match array_of(vm, item) {
            None => values.push(item),
            Some(array) => values.extend_from_slice(readable(&vm.heap, array).unwrap_or_default()),
        }
    }
    Ok(cell::new_array_of_vector(&mut vm.heap, vm.realm.shapes.array, values))
}

/// Returns an item to concatenate: `this` is the first.
fn item_at(vm: &Vm, call: Call, object: ObjectId, position: usize) -> Value {
    match position.checked_sub(1) {
        None => Value::object(object),
        Some(index) => call.argument(vm, index),
    }
}

/// Appends elements of a [`readable`] array piece by piece, within reserved room.
pub(super) fn append_range(
    vm: &mut Vm,
    array: ObjectId,
    start: usize,
    end: usize,
    values: &mut Vec<Value>,
) -> Completion<()> {
    /// Elements copied between two checks of the limits.
    const PIECE: usize = 1 << 16;
    for start in (start..end).step_by(PIECE) {
        let range = start..end.min(start + PIECE);
        tick_moves(vm, range.len())?;
        values.extend_from_slice(readable(&vm.heap, array).and_then(|values| values.get(range)).unwrap_or_default());
    }
    Ok(())
}

/// Array.prototype.slice ( start, end ), ECMA-262 23.1.3.28
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let (start, end) = (call.argument(vm, 0), call.argument(vm, 1));
    let start = relative_index(vm, start, length)?;
    let end = relative_end(vm, end, length)?.max(start);
    copy_range(vm, object, start, end).map(Value::object)
}

/// Creates an array of the elements from `start` to before `end`, and keeps it alive.
fn copy_range(vm: &mut Vm, source: ObjectId, start: u64, end: u64) -> Completion<ObjectId> {
    let species = array_species(vm, source)?;
    // Fast path. Script may have run since the positions were found, so they are checked again.
    let count = (end - start) as usize;
    if species.is_none() && readable(&vm.heap, source).is_some_and(|values| values.len() as u64 >= end) {
        // Copied at once, without a vector in between.
        if count <= SHORT_COPY {
            tick_moves(vm, count)?;
            let (shape, part) = (vm.realm.shapes.array, start as usize..end as usize);
            let result = arrays::new_array_of_part(&mut vm.heap, shape, source, part)?;
            vm.keep(Value::object(result));
            return Ok(result);
        }
        vm.heap.room(count * size_of::<Value>())?;
        let mut copied = Vec::with_capacity(count);
        append_range(vm, source, start as usize, end as usize, &mut copied)?;
        let result = array::new_array_from(vm, copied)?;
        vm.keep(Value::object(result));
        return Ok(result);
    }
    let result = create_of_species(vm, species, end - start)?;
    let mut elements = Present::upwards(source, start..end);
    while let Some((index, value)) = elements.next(vm)? {
        create_element(vm, result, index - start, value)?;
    }
    set_length(vm, result, end - start)?;
    Ok(result)
}

/// Array.prototype.splice ( start, deleteCount, ...items ), ECMA-262 23.1.3.31
pub(super) fn splice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [start, delete_count] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let item_count = call.argument_count().saturating_sub(2) as u64;
    let delete_count = match call.argument_count() {
        0 => 0,
        1 => length - start,
        _ => convert::to_integer_or_infinity(vm, delete_count)?.clamp(0.0, (length - start) as f64) as u64,
    };
    check_length(vm, length + item_count - delete_count)?;
    let removed = copy_range(vm, object, start, start + delete_count)?;
    if !splice_dense(vm, call, object, length, start, delete_count)? {
        replace_range(vm, object, length, start, delete_count, item_count)?;
        for index in 0..item_count {
            let item = call.argument(vm, index as usize + 2);
            set_element(vm, object, start + index, item)?;
        }
        set_length(vm, object, length - delete_count + item_count)?;
    }
    Ok(Value::object(removed))
}

/// Fast path: replaces part of a dense vector.
fn splice_dense(
    vm: &mut Vm,
    call: Call,
    array: ObjectId,
    length: u64,
    start: u64,
    delete_count: u64,
) -> Completion<bool> {
    let items = call.arguments(vm).get(2..).unwrap_or_default().to_vec();
    // Script may have run since the length was read.
    let is_unchanged = readable(&vm.heap, array).is_some_and(|values| values.len() as u64 == length);
    if !is_unchanged || !has_place_for(&vm.heap, array, items.len()) {
        return Ok(false);
    }
    let (start, delete_count) = (start as usize, delete_count as usize);
    if start == 0 && items.is_empty() {
        queue::remove_front(&mut vm.heap, array, delete_count)?;
    } else if start == 0 && delete_count == 0 {
        queue::insert_front(&mut vm.heap, array, &items)?;
    } else {
        tick_moves(vm, length as usize - start)?;
        vm.heap.reserve_elements(array, length as usize + items.len())?;
        dense::splice(&mut vm.heap, array, start..start + delete_count, items);
    }
    Ok(true)
}

/// Array.prototype.splice steps 15 and 16: moves the elements behind the removed part to their new place.
fn replace_range(
    vm: &mut Vm,
    object: ObjectId,
    length: u64,
    start: u64,
    delete_count: u64,
    item_count: u64,
) -> Completion<()> {
    let new_length = length - delete_count + item_count;
    if item_count < delete_count {
        move_up_from_start(vm, object, start + delete_count..length, start + item_count)?;
        delete_range(vm, object, new_length..length)?;
    } else if item_count > delete_count {
        move_down_from_end(vm, object, start + delete_count..length, start + item_count)?;
    }
    Ok(())
}
