//! `yield*`, ECMA-262 15.5.5: the exchange between a generator and the iterator that it delegates to.
//!
//! The code of both machines has a loop of four steps, between which frames come and go. The steps share an array that
//! no script sees: the iterator, its `next`, and what the generator was resumed by.
//!
//! ```text
//! open_delegate       the iterator
//! enter_delegate      calls next, throw or return of it with what was sent
//! delegate_result     is it done? Then yield* ends, or the generator returns
//! yield_delegate      suspends the generator: its caller gets the very result, of async generators its value
//! ```
//!
//! The code of async generators awaits the results of these methods. Other values that `yield*` waits for pass through
//! the same place, as if a method had returned them.

use crate::error::Completion;
use crate::generator::Resumption;
use crate::heap::ObjectId;
use crate::iteration::{self, IteratorRecord};
use crate::loop_exit::Entered;
use crate::messages;
use crate::names::keys;
use crate::object;
use crate::object::array;
use crate::operations::calls;
use crate::operations::get;
use crate::operations::iterate;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_bytecode::ActivationKind;

// Places in the array.
const ITERATOR: usize = 0;
const NEXT: usize = 1;
const RESUMED_BY: usize = 2;

// Ways in which the generator was resumed.
const BY_NEXT: i32 = 0;
const BY_THROW: i32 = 1;
const BY_RETURN: i32 = 2;
/// Async generators: the iterator has no `throw`, and was closed because of that.
const CLOSED: i32 = 3;
/// Async generators: the iterator has no `return`, and the value to return is awaited.
const RETURNING: i32 = 4;

/// Outcome of a result of the delegate's iterator.
pub enum Delegated {
    /// The iterator is done; this is the value of `yield*`.
    Done(Value),
    /// The result is passed on.
    Yields,
    /// The generator, which was to return, does so.
    Returns(Value),
}

/// The iterator of the operand of `yield*`.
pub fn open_delegate(vm: &mut Vm, iterable: Value) -> Completion<Value> {
    let vm = &mut vm.scope();
    let [iterator, next] = match runs_async_generator(vm) {
        true => iterate::async_iterator_and_next(vm, iterable)?,
        false => iterate::iterator_and_next(vm, iterable)?,
    };
    let delegate = array::new_array_from(vm, vec![iterator, next, Value::int(BY_NEXT)]);
    delegate.map(Value::object)
}

fn runs_async_generator(vm: &Vm) -> bool {
    vm.heap.code_cell(vm.frame().code).activation == ActivationKind::AsyncGenerator
}

fn delegated(vm: &Vm, delegate: Value, place: usize) -> Value {
    let values = delegate.as_object().and_then(|delegate| vm.heap.elements(delegate).as_dense());
    values.and_then(|values| values.get(place)).copied().unwrap_or(Value::UNDEFINED)
}

/// Tells the delegate that the generator was resumed.
pub(crate) fn resume_delegate(vm: &mut Vm, delegate: ObjectId, resumption: Resumption) {
    let by = match resumption {
        Resumption::Next => BY_NEXT,
        Resumption::Throw => BY_THROW,
        Resumption::Return => BY_RETURN,
    };
    set_resumed_by(vm, delegate, by);
}

fn set_resumed_by(vm: &mut Vm, delegate: ObjectId, by: i32) {
    if let Some(place) = vm.heap.elements_mut(delegate).as_dense_mut().and_then(|values| values.get_mut(RESUMED_BY)) {
        // Restored engines and saved code may have an array there that scripts see.
        let before = std::mem::replace(place, Value::int(by));
        vm.heap.lose(before);
    }
}

/// Calls the iterator's method with the sent value, for the register `dst`, above the running frame.
pub fn enter_delegate(vm: &mut Vm, delegate: Value, sent: Value, dst: u8) -> Completion<Entered> {
    let iterator = delegated(vm, delegate, ITERATOR);
    let mut count = 1;
    let method = match delegated(vm, delegate, RESUMED_BY).as_int() {
        Some(BY_THROW) => match vm.keeping([sent], |vm| object::get_method(vm, iterator, keys::THROW))? {
            Some(method) => Value::object(method),
            None => {
                let Some(method) = close_for_missing_throw(vm, delegate, iterator)? else {
                    return vm.type_error(messages::NO_THROW);
                };
                // AsyncIteratorClose gives `return` no argument.
                count = 0;
                method
            }
        },
        Some(BY_RETURN) => match vm.keeping([sent], |vm| object::get_method(vm, iterator, keys::RETURN))? {
            Some(method) => Value::object(method),
            None if runs_async_generator(vm) => {
                delegate.as_object().into_iter().for_each(|delegate| set_resumed_by(vm, delegate, RETURNING));
                return Ok(Entered::Value(sent));
            }
            None => return Ok(Entered::Return(sent)),
        },
        _ => {
            let next = delegated(vm, delegate, NEXT);
            iteration::require_next(vm, next)?;
            next
        }
    };
    let first = vm.frame().top as usize + 1;
    vm.reserve_stack(first, 2)?;
    vm.execution.stack[first - 1] = method;
    vm.execution.stack[first] = iterator;
    vm.execution.stack[first + 1] = sent;
    vm.execution.top = first + 1 + count;
    calls::enter_other_call(vm, method, first, count, dst)
}

/// Closes the iterator. Returns the method `return` if it remains to be called, and awaited.
fn close_for_missing_throw(vm: &mut Vm, delegate: Value, iterator: Value) -> Completion<Option<Value>> {
    if runs_async_generator(vm) {
        delegate.as_object().into_iter().for_each(|delegate| set_resumed_by(vm, delegate, CLOSED));
        return Ok(object::get_method(vm, iterator, keys::RETURN)?.map(Value::object));
    }
    let record = IteratorRecord { iterator, next: Value::UNDEFINED, done: false };
    iteration::iterator_close(vm, &record, Ok(()))?;
    Ok(None)
}

/// Decides how to continue after a result of the iterator.
pub fn delegate_result(vm: &mut Vm, delegate: Value, result: Value) -> Completion<Delegated> {
    let resumed_by = delegated(vm, delegate, RESUMED_BY).as_int();
    if resumed_by == Some(RETURNING) {
        return Ok(Delegated::Returns(result));
    }
    iteration::require_iterator_result(vm, result)?;
    if resumed_by == Some(CLOSED) {
        return vm.type_error(messages::NO_THROW);
    }
    let done = get::get_remembered(vm, result, keys::DONE)?;
    if !vm.heap.to_boolean(done) {
        return Ok(Delegated::Yields);
    }
    let value = get::get_remembered(vm, result, keys::VALUE)?;
    match resumed_by {
        Some(BY_RETURN) => Ok(Delegated::Returns(value)),
        _ => Ok(Delegated::Done(value)),
    }
}
