//! Iteration by script code: iterators in rows of registers (ECMA-262 7.4), spread, and calls with lists of arguments.
//!
//! ```text
//! row     object    next      done
//! usual   iterator  function  Boolean
//! array   array     index     Boolean      while nobody can tell it from an iterator
//! ```

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, ELEMENTS_PER_TICK};
use ferrotape_bytecode::{Instruction, ListCall};

use crate::arrays;
use crate::cell;
use crate::convert;
use crate::error::Completion;
use crate::function::{self, NativeFunction, Role};
use crate::generator;
use crate::heap::ObjectId;
use crate::iteration::{self, Yields};
use crate::key_set::KeySet;
use crate::loop_exit::{Entered, LoopExit};
use crate::messages;
use crate::names::keys;
use crate::object::{self, Elements, ObjectKind};
use crate::operations::calls;
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::scripts::eval;
use crate::shown;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Most keys that are compared one by one.
const MOST_LISTED: usize = 16;

/// Places in a row.
const NEXT: usize = 1;
const DONE: usize = 2;
/// Elements that are appended in one go.
const DENSE_PIECE: usize = 4096;
/// Elements that are copied without a tick.
const SHORTEST_PIECE: usize = ELEMENTS_PER_TICK as usize - 1;
/// Elements that are copied by way of the native stack.
const SHORT_PIECE: usize = 32;

/// GetIterator ( obj, sync ), ECMA-262 7.4.4, into the row that begins there.
pub fn get_iterator_row(vm: &mut Vm, value: Value, row: usize) -> Completion<()> {
    let [object, next] = match value.as_object().filter(|&array| iteration::iterates_plainly(vm, array)) {
        Some(array) => [Value::object(array), Value::int(0)],
        None => {
            let [iterator, next] = iterator_and_next(vm, value)?;
            // A double, as an integer would be an index: a `next` that is no function throws when it is called.
            [iterator, next.as_int().map_or(next, |number| Value::double(number.into()))]
        }
    };
    vm.execution.stack[row..=row + DONE].copy_from_slice(&[object, next, Value::FALSE]);
    Ok(())
}

/// The iterator of a value and its method `next`.
pub fn iterator_and_next(vm: &mut Vm, value: Value) -> Completion<[Value; 2]> {
    let vm = &mut vm.scope();
    let record = iteration::get_iterator(vm, value);
    let record = record?;
    Ok([record.iterator, record.next])
}

/// The async iterator of a value and its method `next`.
pub fn async_iterator_and_next(vm: &mut Vm, value: Value) -> Completion<[Value; 2]> {
    let iterator = iteration::get_async_iterator(vm, value)?;
    let next = vm.keeping([iterator], |vm| get::get_remembered(vm, iterator, keys::NEXT))?;
    Ok([iterator, next])
}

/// IteratorNext, ECMA-262 7.4.6: calls `next`, or reads the element of an array; then it moves past the instruction
/// that would unpack a result. The empty marker stands for the end of an array.
pub fn next_of_row(vm: &mut Vm, row: usize, dst: u8) -> Completion<Entered> {
    vm.execution.stack[row + DONE] = Value::TRUE;
    let [object, next] = [vm.execution.stack[row], vm.execution.stack[row + NEXT]];
    // Only saved code that no compiler made awaits the element of an array.
    let (Some(index), Some(array)) = (next.as_int(), object.as_object().filter(|_| !awaits_result(vm))) else {
        return call_next_of_row(vm, row, dst);
    };
    let index = index as u32;
    if index >= vm.heap.length_of_array(array).unwrap_or(0) {
        return Ok(Entered::Value(Value::EMPTY));
    }
    let value = iteration::iterated_element(vm, array, index)?;
    vm.execution.stack[row + NEXT] = Value::int(index.wrapping_add(1) as i32);
    vm.execution.stack[row + DONE] = Value::FALSE;
    vm.execution.pc += 1;
    Ok(Entered::Value(value))
}

/// Calls `next`, or steps without a call, which needs no unpacking either.
fn call_next_of_row(vm: &mut Vm, row: usize, dst: u8) -> Completion<Entered> {
    let [object, next] = [vm.execution.stack[row], vm.execution.stack[row + NEXT]];
    // Code that awaits the result needs a result object.
    let may_step = !awaits_result(vm);
    let Some(step) = iteration::native_step(vm, next).filter(|_| may_step) else {
        if may_step && let Some(entered) = generator::step_generator(vm, object, next, dst)? {
            return Ok(entered);
        }
        return get::enter_accessor(vm, next, object, &[], dst, FrameKind::Call);
    };
    let Some(value) = iteration::step_natively(vm, step, object)? else { return Ok(Entered::Value(Value::EMPTY)) };
    vm.execution.stack[row + DONE] = Value::FALSE;
    vm.execution.pc += 1;
    Ok(Entered::Value(value))
}

/// Delivers the value of a generator to the running frame, which goes on behind its `IteratorNext`, without unpacking.
pub(crate) fn deliver_to_row(vm: &mut Vm, value: Value) {
    let (base, code) = (vm.frame().base as usize, vm.heap.code_block(vm.frame().code));
    if let Some(&(Instruction::IteratorUnpack { dst, iter, .. } | Instruction::IteratorSkip { dst, iter, .. })) =
        code.instructions.get(vm.execution.pc as usize)
    {
        vm.execution.stack[base + dst as usize] = value;
        vm.execution.stack[base + iter as usize + DONE] = Value::FALSE;
        vm.execution.pc += 1;
    }
}

/// Returns whether an `Await` follows the running instruction.
fn awaits_result(vm: &Vm) -> bool {
    let code = vm.heap.code_block(vm.frame().code);
    matches!(code.instructions.get(vm.execution.pc as usize), Some(Instruction::Await { .. }))
}

/// IteratorComplete and IteratorValue, ECMA-262 7.4.7 and 7.4.8; none at the end.
pub fn unpack_into_row(vm: &mut Vm, row: usize, result: Value) -> Completion<Option<Value>> {
    let object = iteration::require_iterator_result(vm, result)?;
    let value = iteration::iterator_result_value(vm, object)?;
    vm.execution.stack[row + DONE] = Value::bool(value.is_none());
    Ok(value)
}

/// IteratorComplete, ECMA-262 7.4.7, for a value that is not wanted: undefined stands for it; none at the end.
pub fn skip_in_row(vm: &mut Vm, row: usize, result: Value) -> Completion<Option<Value>> {
    let object = iteration::require_iterator_result(vm, result)?;
    let is_done = iteration::is_iterator_done(vm, object)?;
    vm.execution.stack[row + DONE] = Value::bool(is_done);
    Ok((!is_done).then_some(Value::UNDEFINED))
}

/// GetMethod of `return` (IteratorClose, ECMA-262 7.4.11), with the iterator; none if there is none.
pub fn return_of_row(vm: &mut Vm, row: usize) -> Completion<Option<[Value; 2]>> {
    vm.execution.stack[row + DONE] = Value::TRUE;
    if let (Some(index), Some(array)) = (vm.execution.stack[row + NEXT].as_int(), vm.execution.stack[row].as_object()) {
        if !iteration::array_iterators_have_return(vm) {
            return Ok(None);
        }
        let iterator = iteration::new_array_iterator(vm, array, Yields::Values, (index as u32).into());
        (vm.execution.stack[row], vm.execution.stack[row + NEXT]) = (Value::object(iterator), Value::UNDEFINED);
    }
    let iterator = vm.execution.stack[row];
    let method = object::get_method(vm, iterator, keys::RETURN)?;
    Ok(method.map(|method| [iterator, Value::object(method)]))
}

/// Calls the method `return` of an iterator. A generator continues in the running loop.
pub fn enter_return(vm: &mut Vm, [iterator, method]: [Value; 2], dst: u8) -> Completion<Entered> {
    if let Some((number, realm)) = method.as_object().and_then(|method| vm.heap.native_function(method))
        && realm == vm.realm.id
        && let &NativeFunction { role: Role::Resume(how), name, .. } = function::native(vm, number)
    {
        let first = vm.frame().top as usize + 1;
        vm.reserve_stack(first, 1)?;
        // A window begins with its callee. What lies there otherwise may be dead, and a safepoint traces it.
        vm.execution.stack[first - 1] = method;
        vm.execution.stack[first] = iterator;
        if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1)? {
            return Ok(Entered::Exit(LoopExit::Paused));
        }
        return generator::enter_generator(vm, (first, dst), name, how, Value::UNDEFINED);
    }
    get::enter_accessor(vm, method, iterator, &[], dst, FrameKind::Call)
}

/// Appends the values of an iterable to an array that no script has seen (ArrayAccumulation, ECMA-262 13.2.4.1).
pub fn append_iterable(vm: &mut Vm, array: Value, iterable: Value) -> Completion<()> {
    let Some(array) = array.as_object() else { return Ok(()) };
    let vm = &mut vm.scope();
    match iterable.as_object().filter(|&source| iteration::iterates_plainly(vm, source)) {
        Some(source) => append_array(vm, array, source),
        None => iteration::iterate(vm, iterable, |vm, value| append_value(vm, array, value)),
    }
}

/// Fast path of [`append_iterable`]: a copy of a short array to a new one that has room for it. False if nothing was done.
#[inline(never)]
pub fn append_at_once(vm: &mut Vm, array: Value, iterable: Value) -> bool {
    let (Some(array), Some(source)) = (array.as_object(), iterable.as_object()) else { return false };
    iteration::is_known_to_iterate_plainly(vm, source)
        && arrays::copy_within_room(&mut vm.heap, array, source, SHORTEST_PIECE)
}

/// Appends a source that iterates plainly: as one copy if it is short, else dense elements first, then the others one
/// by one.
fn append_array(vm: &mut Vm, array: ObjectId, source: ObjectId) -> Completion<()> {
    // Fast path: a copy of a short array.
    if arrays::copy_short_vector(&mut vm.heap, array, source, SHORT_PIECE)? {
        let count = vm.heap.length_of_array(array).unwrap_or(0);
        return vm.work(u64::from(count) / ELEMENTS_PER_TICK);
    }
    let mut index = append_dense(vm, array, source)?;
    while index < vm.heap.length_of_array(source).unwrap_or(0) {
        vm.work(1)?;
        let value = iteration::iterated_element(vm, source, index)?;
        append_value(vm, array, value)?;
        index += 1;
    }
    Ok(())
}

/// Appends the elements up to the first hole, in pieces: a copy of all of them would be uncounted memory. Returns their
/// number.
fn append_dense(vm: &mut Vm, array: ObjectId, source: ObjectId) -> Completion<u32> {
    let length = vm.heap.length_of_array(array).unwrap_or(0) as usize;
    let count = vm.heap.elements(source).as_dense().map_or(0, <[Value]>::len);
    reserve_appended(vm, array, length, length.saturating_add(count))?;
    if count <= SHORT_PIECE {
        return append_short(vm, array, source);
    }
    let mut piece = Vec::with_capacity(count.min(DENSE_PIECE));
    let mut index = 0;
    loop {
        piece.clear();
        let values = vm.heap.elements(source).as_dense().unwrap_or_default();
        let rest = values.get(index..).unwrap_or_default();
        piece.extend(rest.iter().take(DENSE_PIECE).take_while(|value| !value.is_empty()));
        vm.work(piece.len() as u64 / ELEMENTS_PER_TICK)?;
        append_values(vm, array, &piece)?;
        index += piece.len();
        if piece.len() < DENSE_PIECE {
            return Ok(index as u32);
        }
    }
}

/// Appends the elements of a short array to another array, without memory for a piece.
fn append_short(vm: &mut Vm, array: ObjectId, source: ObjectId) -> Completion<u32> {
    let mut piece = [Value::EMPTY; SHORT_PIECE];
    let values = vm.heap.elements(source).as_dense().unwrap_or_default();
    let mut count = 0;
    for (place, &value) in piece.iter_mut().zip(values).take_while(|(_, value)| !value.is_empty()) {
        *place = value;
        count += 1;
    }
    vm.work(count as u64 / ELEMENTS_PER_TICK)?;
    append_values(vm, array, &piece[..count])?;
    Ok(count as u32)
}

/// Appends a value to an array that no script has seen.
pub fn append_value(vm: &mut Vm, array: ObjectId, value: Value) -> Completion<()> {
    append_values(vm, array, &[value])
}

/// Appends values to an array that no script has seen. RangeError if it would be too long.
fn append_values(vm: &mut Vm, array: ObjectId, values: &[Value]) -> Completion<()> {
    let length = vm.heap.length_of_array(array).unwrap_or(0);
    let Some(new_length) = u32::try_from(values.len()).ok().and_then(|count| length.checked_add(count)) else {
        return vm.range_error(messages::INVALID_ARRAY_LENGTH);
    };
    reserve_appended(vm, array, length as usize, new_length as usize)?;
    if let Elements::Dense(elements) = vm.heap.elements_mut(array) {
        elements.extend_from_slice(values);
    }
    vm.heap.set_array_length(array, new_length);
    Ok(())
}

/// Makes room for more elements: doubles the capacity if there is not enough.
fn reserve_appended(vm: &mut Vm, array: ObjectId, length: usize, wanted: usize) -> Completion<()> {
    let capacity = match vm.heap.elements(array) {
        Elements::Dense(values) => values.capacity(),
        _ => 0,
    };
    if wanted > capacity {
        vm.heap.reserve_elements(array, wanted.max(2 * length).max(4))?;
    }
    Ok(())
}

/// Makes a call with the arguments in an array: callee, `this` and the array are at `base`.
pub fn enter_list_call(vm: &mut Vm, form: u8, base: usize, dst: u8, scope: u16) -> Completion<Entered> {
    let form = ListCall::from_number(form).unwrap_or(ListCall::Call);
    if form.applies() {
        return calls::enter_apply(vm, base, dst, form == ListCall::TailApply);
    }
    let [callee, this, list] = [vm.execution.stack[base], vm.execution.stack[base + 1], vm.execution.stack[base + 2]];
    let first = vm.frame().top as usize + 1;
    let count = spread_on_stack(vm, callee, this, list, first)?;
    match form {
        ListCall::New => calls::enter_new(vm, callee, first, count, dst),
        ListCall::Eval => eval::enter_eval_call(vm, callee, first, count, dst, scope),
        ListCall::TailCall if vm.heap.code_block(vm.frame().code).makes_tail_calls => {
            calls::enter_tail_call(vm, callee, first, count, dst)
        }
        ListCall::Call | ListCall::TailCall | ListCall::Apply | ListCall::TailApply => {
            calls::enter_call(vm, callee, first, count, dst)
        }
    }
}

/// Puts callee, `this` and the elements of a list on the stack, `this` at `first`. Returns the number of elements.
pub fn spread_on_stack(vm: &mut Vm, callee: Value, this: Value, list: Value, first: usize) -> Completion<usize> {
    let count = list.as_object().and_then(|list| vm.heap.length_of_array(list)).unwrap_or(0) as usize;
    vm.work(count as u64 / ARGUMENTS_PER_TICK)?;
    vm.reserve_stack(first - 1, count + 2)?;
    (vm.execution.stack[first - 1], vm.execution.stack[first]) = (callee, this);
    let elements = list.as_object().and_then(|list| vm.heap.elements(list).as_dense()).unwrap_or_default();
    let (given, holes) = vm.execution.stack[first + 1..=first + count].split_at_mut(elements.len().min(count));
    for (place, &value) in given.iter_mut().zip(elements) {
        *place = if value.is_empty() { Value::UNDEFINED } else { value };
    }
    // Lists that the compiler makes have all their elements; those of saved code may be anything.
    holes.fill(Value::UNDEFINED);
    vm.execution.top = first + 1 + count;
    Ok(count)
}

/// CopyDataProperties ( target, source, excludedItems ), ECMA-262 7.3.26.
pub fn copy_data_properties(vm: &mut Vm, target: Value, source: Value, excluded: &KeySet) -> Completion<()> {
    let Some(target) = target.as_object() else { return Ok(()) };
    if source.is_nullish() {
        return Ok(());
    }
    if let Some(from) = source.as_object()
        && excluded.is_empty()
        && object::copy_plainly(vm, target, from, &[])?
    {
        return Ok(());
    }
    let from = convert::to_object(vm, source)?;
    let on_loan = vm.heap.on_loan();
    let copied = vm.keeping([Value::object(from), Value::object(target)], |vm| {
        let keys = object::own_property_keys(vm, from)?;
        // A getter may delete properties that are still to come.
        vm.keep_many(keys.iter().map(|key| key.kept_form()))?;
        for key in keys {
            vm.work(1)?;
            if excluded.contains(key) {
                continue;
            }
            if let Some(property) = object::get_own_property(vm, from, key)?
                && property.enumerable == Some(true)
            {
                let value = object::get(vm, from, key)?;
                object::create_data_property(vm, target, key, value)?;
            }
        }
        Ok(())
    });
    vm.heap.settle_loans(on_loan);
    copied
}

/// The rest of an object pattern: the properties whose keys are not in the array.
pub fn rest_properties(vm: &mut Vm, source: Value, excluded: Value) -> Completion<Value> {
    let list = excluded.as_object();
    let length = list.and_then(|list| vm.heap.length_of_array(list)).unwrap_or(0);
    if let (Some(list), Some(from)) = (list, source.as_object())
        && let Some(rest) = plain_rest(vm, from, list, length)?
    {
        return Ok(rest);
    }
    let mut keys = KeySet::default();
    vm.heap.room(keys.growth(length as usize))?;
    for index in 0..length {
        vm.work(1)?;
        let Some(list) = list else { break };
        let key = iteration::iterated_element(vm, list, index)?;
        let key = convert::to_property_key(vm, key)?;
        keys.insert(key);
    }
    let target = vm.heap.new_object(vm.realm.shapes.object, ObjectKind::Ordinary);
    vm.keeping([Value::object(target)], |vm| copy_data_properties(vm, Value::object(target), source, &keys))?;
    Ok(Value::object(target))
}

/// Fast path: the rest of a plain object, if few keys are left out.
fn plain_rest(vm: &mut Vm, source: ObjectId, list: ObjectId, length: u32) -> Completion<Option<Value>> {
    let mut keys = [PropertyKey::NONE; MOST_LISTED];
    let Some(keys) = keys.get_mut(..length as usize) else { return Ok(None) };
    for (index, place) in keys.iter_mut().enumerate() {
        let key = iteration::iterated_element(vm, list, index as u32)?;
        *place = convert::to_property_key(vm, key)?;
    }
    let room = (vm.heap[vm.heap.shape_of(source)].count as usize).min(MOST_LISTED);
    let target = cell::new_object_of_literal(&mut vm.heap, vm.realm.shapes.object, room as u8);
    let is_copied = vm.keeping([Value::object(target)], |vm| object::copy_plainly(vm, target, source, keys))?;
    Ok(is_copied.then_some(Value::object(target)))
}

/// The array of the running function's arguments from a position on.
pub fn rest_arguments(vm: &mut Vm, start: usize) -> Completion<Value> {
    let place = vm.place_of_arguments(vm.frame()).unwrap_or_default();
    let values = vm.execution.stack[place].get(start..).unwrap_or_default();
    Ok(Value::object(arrays::new_array_of_values(&mut vm.heap, vm.realm.shapes.array, values)?))
}

/// Checks that the result of an iterator's `return` is an object.
pub fn require_object(vm: &mut Vm, value: Value) -> Completion<Value> {
    if value.is_object() {
        return Ok(value);
    }
    let found = messages::describe(vm, value);
    vm.type_error(format!("Iterator result {found} is not an object"))
}

/// RequireObjectCoercible, ECMA-262 7.2.1, for the value of a pattern; the message names the first property that the
/// pattern reads.
pub fn require_coercible(vm: &mut Vm, value: Value, name: Value) -> Completion<Value> {
    if value.is_nullish() {
        let name = name.as_string().map(|name| shown::shown_name(&mut vm.heap, name));
        let what = calls::text_of_operand(vm);
        return vm.type_error(messages::cannot_destructure(messages::nullish_text(value), what, name));
    }
    Ok(value)
}
