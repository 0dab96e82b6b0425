//! The methods of Iterator.prototype that take all values, or some of them: ECMA-262 27.1.4.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{require_function, this_object};

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
