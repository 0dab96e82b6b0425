//! The methods of Iterator.prototype that take all values, or some of them: ECMA-262 27.1.4.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::operators;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{closed_unless, require_function, this_object};
use crate::array::join::append_as_string;

/// The outcome of a turn.
enum Turn {
    GoOn,
    /// Closes the iterator. The method returns this value.
    End(Value),
}

/// Calls the function with each value and its number, until a turn ends it. If the function throws, the iterator is
/// closed.
fn each(
    vm: &mut Vm,
    call: Call,
    name: &str,
    mut turn: impl FnMut(&mut Vm, Value, Value) -> Turn,
) -> Completion<Option<Value>> {
    let iterator = this_object(vm, call, name)?;
    let function = require_function(vm, call, iterator)?;
    let mut record = iteration::get_iterator_direct(vm, iterator)?;
    let mut count = 0.0;
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        vm.keep(value);
        let result = match vm.call(function, Value::UNDEFINED, &[value, Value::number(count)]) {
            Ok(result) => result,
            Err(thrown) => return iteration::iterator_close(vm, &record, Err(thrown)),
        };
        if let Turn::End(result) = turn(vm, value, result) {
            return iteration::iterator_close(vm, &record, Ok(Some(result)));
        }
        count += 1.0;
    }
    Ok(None)
}

/// Iterator.prototype.every ( predicate ), ECMA-262 27.1.4.3
pub(super) fn every(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = each(vm, call, "Iterator.prototype.every", |vm, _, result| {
        if vm.heap.to_boolean(result) { Turn::GoOn } else { Turn::End(Value::FALSE) }
    })?;
    Ok(found.unwrap_or(Value::TRUE))
}

/// Iterator.prototype.find ( predicate ), ECMA-262 27.1.4.5
pub(super) fn find(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = each(vm, call, "Iterator.prototype.find", |vm, value, result| {
        if vm.heap.to_boolean(result) { Turn::End(value) } else { Turn::GoOn }
    })?;
    Ok(found.unwrap_or(Value::UNDEFINED))
}

/// Iterator.prototype.forEach ( procedure ), ECMA-262 27.1.4.7
pub(super) fn for_each(vm: &mut Vm, call: Call) -> Completion<Value> {
    each(vm, call, "Iterator.prototype.forEach", |_, _, _| Turn::GoOn)?;
    Ok(Value::UNDEFINED)
}

/// Iterator.prototype.some ( predicate ), ECMA-262 27.1.4.10
pub(super) fn some(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = each(vm, call, "Iterator.prototype.some", |vm, _, result| {
        if vm.heap.to_boolean(result) { Turn::End(Value::TRUE) } else { Turn::GoOn }
    })?;
    Ok(found.unwrap_or(Value::FALSE))
}

/// Iterator.prototype.reduce ( reducer [ , initialValue ] ), ECMA-262 27.1.4.9
pub(super) fn reduce(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.reduce")?;
    let reducer = require_function(vm, call, iterator)?;
    let mut record = iteration::get_iterator_direct(vm, iterator)?;
    let (mut accumulator, mut count) = if call.argument_count() > 1 {
        (call.argument(vm, 1), 0.0)
    } else {
        match iteration::iterator_step_value(vm, &mut record)? {
            Some(first) => (first, 1.0),
            None => return vm.type_error("Reduce of a done iterator with no initial value"),
        }
    };
    // The accumulator is kept alive from turn to turn.
    let mark = vm.kept_mark();
    vm.keep(accumulator);
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        vm.work(1)?;
        vm.keep(value);
        let arguments = [accumulator, value, Value::number(count)];
        accumulator = match vm.call(reducer, Value::UNDEFINED, &arguments) {
            Ok(result) => result,
            Err(thrown) => return iteration::iterator_close(vm, &record, Err(thrown)),
        };
        vm.release_kept(mark);
        vm.keep(accumulator);
        count += 1.0;
    }
    Ok(accumulator)
}

/// Iterator.prototype.toArray ( ), ECMA-262 27.1.4.13
pub(super) fn to_array(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.toArray")?;
    let mut record = iteration::get_iterator_direct(vm, iterator)?;
    let array = array::new_array(vm);
    vm.keep(Value::object(array));
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        vm.work(1)?;
        iterate::append_value(vm, array, value)?;
    }
    Ok(Value::object(array))
}

/// The greatest finite number of values that are passed over.
const MOST_SKIPPED: f64 = 9_007_199_254_740_991.0;

/// Iterator.prototype.includes ( searchElement [ , skippedElements ] ), of the proposal Iterator Includes
pub(super) fn includes(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.includes")?;
    let skipped = skipped_elements(vm, call);
    let mut skipped = closed_unless(vm, iterator, skipped)?;
    let wanted = call.argument(vm, 0);
    let mut record = iteration::get_iterator_direct(vm, iterator)?;
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        if skipped > 0.0 {
            skipped -= 1.0;
            continue;
        }
        vm.keep(value);
        if operators::same_value_zero(vm, value, wanted)? {
            return iteration::iterator_close(vm, &record, Ok(Value::TRUE));
        }
    }
    Ok(Value::FALSE)
}

/// Returns the second argument, which must be an integral Number or an infinite one, and is not converted.
fn skipped_elements(vm: &mut Vm, call: Call) -> Completion<f64> {
    let given = call.argument(vm, 1);
    if given.is_undefined() {
        return Ok(0.0);
    }
    match given.as_number() {
        Some(count) if count.trunc() == count => {
            if count >= 0.0 && (count <= MOST_SKIPPED || count.is_infinite()) {
                return Ok(count);
            }
            vm.range_error(format!(
                "{count} is not a number of elements: it must be from 0 to {MOST_SKIPPED}, or Infinity"
            ))
        }
        _ => {
            let found = messages::describe(vm, given);
            vm.type_error(format!("{found} is not a number of elements: it must be an integer"))
        }
    }
}

/// Iterator.prototype.join ( separator ), of the proposal Iterator.prototype.join
pub(super) fn join(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object(vm, call, "Iterator.prototype.join")?;
    let separator = match call.argument(vm, 0) {
        given if given.is_undefined() => StringId::character(b','),
        given => {
            let converted = convert::to_string(vm, given);
            closed_unless(vm, iterator, converted)?
        }
    };
    vm.keep(Value::string(separator));
    let mut record = iteration::get_iterator_direct(vm, iterator)?;
    let (mut text, mut is_first) = (StringBuilder::new(), true);
    while let Some(value) = iteration::iterator_step_value(vm, &mut record)? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        vm.keep(value);
        if !std::mem::take(&mut is_first) {
            text.push_string(vm, separator)?;
        }
        if !value.is_nullish()
            && let Err(thrown) = append_as_string(vm, &mut text, value)
        {
            return iteration::iterator_close(vm, &record, Err(thrown));
        }
    }
    Ok(Value::string(text.finish(vm)?))
}
