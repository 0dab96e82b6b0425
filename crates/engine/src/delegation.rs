//! `yield*`, ECMA-262 15.5.5: what goes on between a generator and the iterator that it delegates to.
//!
//! The code of both machines has a loop of four steps, between which frames come and go. What they share is an array that no
//! script sees: the iterator, its `next`, and what the generator was resumed by.
//!
//! ```text
//! open_delegate       the iterator
//! enter_delegate      calls next, throw or return of it with what was sent
//! delegate_result     is it done? Then yield* ends, or the generator returns
//! yield_delegate      suspends the generator: its caller gets the very result, of async generators its value
//! ```
//!
//! The code of async generators awaits what the methods give. What else `yield*` waits for there comes as if one had given it.

use crate::error::Completion;
use crate::generator::Resumption;
use crate::heap::ObjectId;
use crate::interpreter::calls::Entered;
use crate::iteration::IteratorRecord;
use crate::messages;
use crate::names::keys;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_bytecode::ActivationKind;

// Places in the array.
const ITERATOR: usize = 0;
const NEXT: usize = 1;
const RESUMED_BY: usize = 2;

// How the generator was resumed.
const BY_NEXT: i32 = 0;
const BY_THROW: i32 = 1;
const BY_RETURN: i32 = 2;
/// Of async generators: the iterator, which has no `throw`, was closed because of that.
const CLOSED: i32 = 3;
/// Of async generators: the iterator has no `return`, and the value to return is awaited.
const RETURNING: i32 = 4;

/// What comes of a result of the iterator that a generator delegates to.
pub(crate) enum Delegated {
    /// The iterator is done: that is the value of `yield*`.
    Done(Value),
    /// It is passed on.
    Yields,
    /// The generator, which was to return, does so.
    Returns(Value),
}

impl Vm {
    /// The iterator of the operand of `yield*`.
    pub(crate) fn open_delegate(&mut self, iterable: Value) -> Completion<Value> {
        let mark = self.kept_mark();
        let [iterator, next] = match self.runs_async_generator() {
            true => self.async_iterator_and_next(iterable)?,
            false => self.iterator_and_next(iterable)?,
        };
        let delegate = self.new_array_from(vec![iterator, next, Value::int(BY_NEXT)]);
        self.release_kept(mark);
        delegate.map(Value::object)
    }

    fn runs_async_generator(&self) -> bool {
        self.heap.code_cell(self.frame().code).activation == ActivationKind::AsyncGenerator
    }

    fn delegated(&self, delegate: Value, place: usize) -> Value {
        let values = delegate.as_object().and_then(|delegate| self.heap.elements(delegate).as_dense());
        values.and_then(|values| values.get(place)).copied().unwrap_or(Value::UNDEFINED)
    }

    /// The generator was resumed, which concerns the one that it delegates to.
    pub(crate) fn resume_delegate(&mut self, delegate: ObjectId, resumption: Resumption) {
        let by = match resumption {
            Resumption::Next => BY_NEXT,
            Resumption::Throw => BY_THROW,
            Resumption::Return => BY_RETURN,
        };
        self.set_resumed_by(delegate, by);
    }

    fn set_resumed_by(&mut self, delegate: ObjectId, by: i32) {
        if let Some(place) =
            self.heap.elements_mut(delegate).as_dense_mut().and_then(|values| values.get_mut(RESUMED_BY))
        {
            // Restored engines and saved code may have an array there that scripts see.
            let before = std::mem::replace(place, Value::int(by));
            self.heap.lose(before);
        }
    }

    /// Calls the iterator's method, with what was sent, for the register `dst`, above the running frame.
    pub(crate) fn enter_delegate(&mut self, delegate: Value, sent: Value, dst: u8) -> Completion<Entered> {
        let iterator = self.delegated(delegate, ITERATOR);
        let method = match self.delegated(delegate, RESUMED_BY).as_int() {
            Some(BY_THROW) => match self.keeping([sent], |vm| vm.get_method(iterator, keys::THROW))? {
                Some(method) => Value::object(method),
                None => match self.close_for_missing_throw(delegate, iterator)? {
                    Some(method) => method,
                    None => return self.type_error(messages::NO_THROW),
                },
            },
            Some(BY_RETURN) => match self.keeping([sent], |vm| vm.get_method(iterator, keys::RETURN))? {
                Some(method) => Value::object(method),
                None if self.runs_async_generator() => {
                    delegate.as_object().into_iter().for_each(|delegate| self.set_resumed_by(delegate, RETURNING));
                    return Ok(Entered::Value(sent));
                }
                None => return Ok(Entered::Return(sent)),
            },
            _ => self.delegated(delegate, NEXT),
        };
        let first = self.frame().top as usize + 1;
        self.reserve_stack(first, 2)?;
        self.stack[first - 1] = method;
        self.stack[first] = iterator;
        self.stack[first + 1] = sent;
        self.top = first + 2;
        self.enter_other_call(method, first, 1, dst)
    }

    /// Closes the iterator. Gives the method `return` where that is still to be called, and awaited.
    fn close_for_missing_throw(&mut self, delegate: Value, iterator: Value) -> Completion<Option<Value>> {
        if self.runs_async_generator() {
            delegate.as_object().into_iter().for_each(|delegate| self.set_resumed_by(delegate, CLOSED));
            return Ok(self.get_method(iterator, keys::RETURN)?.map(Value::object));
        }
        let record = IteratorRecord { iterator, next: Value::UNDEFINED, done: false };
        self.iterator_close(&record, Ok(()))?;
        Ok(None)
    }

    /// What the method has given, and what comes of it.
    pub(crate) fn delegate_result(&mut self, delegate: Value, result: Value) -> Completion<Delegated> {
        let resumed_by = self.delegated(delegate, RESUMED_BY).as_int();
        if resumed_by == Some(RETURNING) {
            return Ok(Delegated::Returns(result));
        }
        self.require_iterator_result(result)?;
        if resumed_by == Some(CLOSED) {
            return self.type_error(messages::NO_THROW);
        }
        let done = self.get_remembered(result, keys::DONE)?;
        if !self.heap.to_boolean(done) {
            return Ok(Delegated::Yields);
        }
        let value = self.get_remembered(result, keys::VALUE)?;
        match resumed_by {
            Some(BY_RETURN) => Ok(Delegated::Returns(value)),
            _ => Ok(Delegated::Done(value)),
        }
    }
}
