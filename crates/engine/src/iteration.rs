//! Iteration, ECMA-262 7.4: the protocol as native code follows it, and whether anybody could tell the iteration of an array from
//! a walk over its elements.
//!
//! ```text
//! get_iterator, iterator_step_value, iterator_close     the protocol, a step each
//! get_async_iterator                                    the one of `for await` and `yield*`, which await its results
//! iterate                                               all of it, for natives that take an iterable
//! iterates_plainly                                      may an array be walked by index instead?
//! ```

use crate::collection::CollectionKind;
use crate::error::{Completion, Throw};
use crate::function::NativeStep;
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::{Class, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::iteration::{PristineIteration, Yields};

/// Iterator Record, ECMA-262 7.4.1. Whoever has one keeps its values alive.
#[derive(Copy, Clone)]
pub struct IteratorRecord {
    pub iterator: Value,
    pub next: Value,
    pub done: bool,
}

impl Vm {
    /// Would GetIterator of this object give an array iterator that nobody has tampered with, so that a walk by index does the
    /// same? What is looked at when the walk ends early is `return`: [`Vm::array_iterators_have_return`].
    #[inline]
    pub fn iterates_plainly(&mut self, object: ObjectId) -> bool {
        let id = self.heap.shape_of(object);
        if id != self.realm.shapes.array {
            let shape = &self.heap[id];
            let is_usual = shape.class == Class::Array
                && shape.prototype == Some(self.intrinsics().array_prototype)
                && self.heap.shape_lookup(id, symbols::ITERATOR).is_none();
            if !is_usual {
                return false;
            }
        }
        self.iteration_is_pristine()
    }

    #[inline]
    fn iteration_is_pristine(&mut self) -> bool {
        match &self.heap.realm(self.realm.id).pristine_iteration.methods {
            Some(methods) => methods.iter().all(|method| method.is_there(&self.heap)) || self.find_iteration_again(),
            None => self.begin_plain_iteration(),
        }
    }

    /// Can nobody tell whether a new array is taken apart by an iterator?
    pub fn arrays_are_plain(&mut self) -> bool {
        self.iteration_is_pristine() && !self.array_iterators_have_return()
    }

    /// The first iteration of a realm: what it goes by is made.
    #[cold]
    fn begin_plain_iteration(&mut self) -> bool {
        self.fill(self.intrinsics().array_prototype);
        self.heap.realm(self.realm.id).pristine_iteration.methods.is_some() && self.find_iteration_again()
    }

    #[cold]
    fn find_iteration_again(&mut self) -> bool {
        let Some(mut methods) = self.heap.realm(self.realm.id).pristine_iteration.methods else { return false };
        let is_found = methods.iter_mut().all(|method| method.find_again(&self.heap));
        self.heap.realm_mut(self.realm.id).pristine_iteration.methods = Some(methods);
        is_found
    }

    /// Has somebody given array iterators a `return`, as they have none by themselves?
    pub fn array_iterators_have_return(&mut self) -> bool {
        let prototype = Value::object(self.intrinsics().array_iterator_prototype);
        !self.is_known_absent(prototype, keys::RETURN)
    }

    /// CreateArrayIterator, ECMA-262 23.1.5.1, whose next element is the one at `index`.
    pub fn new_array_iterator(&mut self, array: ObjectId, yields: Yields, index: u64) -> ObjectId {
        let prototype = self.intrinsics().array_iterator_prototype;
        self.heap.new_object_with_prototype(Some(prototype), ObjectKind::ArrayIterator { array, index, yields })
    }

    /// CreateMapIterator, ECMA-262 24.1.5.1, and CreateSetIterator, 24.2.6.1
    pub fn new_collection_iterator(&mut self, collection: ObjectId, kind: CollectionKind, yields: Yields) -> ObjectId {
        let prototype = match kind {
            CollectionKind::Map => self.intrinsics().map_iterator_prototype,
            CollectionKind::Set => self.intrinsics().set_iterator_prototype,
        };
        let kind = ObjectKind::CollectionIterator { collection, kind, yields, position: 0 };
        self.heap.new_object_with_prototype(Some(prototype), kind)
    }

    /// CreateIteratorResultObject, ECMA-262 7.4.14
    #[inline]
    pub fn iterator_result(&mut self, value: Value, done: bool) -> Value {
        let shape = self.realm.shapes.iterator_result;
        Value::object(self.heap.new_object_with(shape, ObjectKind::Ordinary, &[value, Value::bool(done)]))
    }

    /// GetIterator ( obj, sync ), ECMA-262 7.4.4. The record is kept until the native returns.
    pub fn get_iterator(&mut self, iterable: Value) -> Completion<IteratorRecord> {
        match self.iterator_method(iterable, symbols::ITERATOR)? {
            Some(method) => self.get_iterator_from_method(iterable, method),
            None => self.not_iterable(iterable),
        }
    }

    /// GetMethod of one of the symbols that make iterators.
    pub fn iterator_method(&mut self, iterable: Value, key: PropertyKey) -> Completion<Option<Value>> {
        if iterable.is_nullish() {
            return self.not_iterable(iterable);
        }
        let method = self.get_remembered(iterable, key)?;
        if method.is_nullish() {
            return Ok(None);
        }
        if !self.heap.is_callable(method) {
            let (method, key) = (self.describe(method), self.heap.describe_key(key));
            return self.type_error(messages::method_not_callable(&key, &method));
        }
        Ok(Some(method))
    }

    pub fn not_iterable<T>(&mut self, value: Value) -> Completion<T> {
        let message = self.not_iterable_text(value, "iterable");
        self.type_error(message)
    }

    /// The value is called by its text where the running instruction iterates over it.
    fn not_iterable_text(&mut self, value: Value, what: &str) -> String {
        let text = if self.iterates_over_operand() { self.text_of_operand() } else { None };
        let found = self.describe(value);
        match text {
            Some(text) if value.is_nullish() && text != found => format!("{text} is not {what} (it is {found})"),
            Some(text) => format!("{text} is not {what}"),
            None => format!("{found} is not {what}"),
        }
    }

    /// GetIteratorFromMethod ( obj, method ), ECMA-262 7.4.3. The record is kept until the native returns.
    pub fn get_iterator_from_method(&mut self, iterable: Value, method: Value) -> Completion<IteratorRecord> {
        let iterator = self.call(method, iterable, &[])?;
        if !iterator.is_object() {
            let found = self.describe(iterator);
            return self.type_error(format!("Result of the Symbol.iterator method is not an object: {found}"));
        }
        self.keep(iterator);
        self.get_iterator_direct(iterator)
    }

    /// GetIteratorDirect ( obj ), ECMA-262 7.4.2. `next` is kept until the native returns.
    pub fn get_iterator_direct(&mut self, iterator: Value) -> Completion<IteratorRecord> {
        let next = self.get_remembered(iterator, keys::NEXT)?;
        self.keep(next);
        Ok(IteratorRecord { iterator, next, done: false })
    }

    /// The iterator of GetIterator ( obj, async ), ECMA-262 7.4.4.
    pub fn get_async_iterator(&mut self, iterable: Value) -> Completion<Value> {
        let mark = self.kept_mark();
        let iterator = self.find_async_iterator(iterable);
        self.release_kept(mark);
        match iterator? {
            Some(iterator) => Ok(iterator),
            None => self.not_async_iterable(iterable),
        }
    }

    /// The same; none for what is not iterable in any way. What made it is kept until the native returns.
    pub fn find_async_iterator(&mut self, iterable: Value) -> Completion<Option<Value>> {
        if iterable.is_nullish() {
            return self.not_async_iterable(iterable);
        }
        if let Some(method) = self.iterator_method(iterable, symbols::ASYNC_ITERATOR)? {
            let iterator = self.call(method, iterable, &[])?;
            if iterator.is_object() {
                return Ok(Some(iterator));
            }
            let found = self.describe(iterator);
            return self.type_error(format!("Result of the Symbol.asyncIterator method is not an object: {found}"));
        }
        let Some(method) = self.iterator_method(iterable, symbols::ITERATOR)? else { return Ok(None) };
        let IteratorRecord { iterator, next, .. } = self.get_iterator_from_method(iterable, method)?;
        let prototype = self.intrinsics().async_from_sync_iterator_prototype;
        let kind = ObjectKind::AsyncFromSyncIterator(Box::new([iterator, next]));
        Ok(Some(Value::object(self.heap.new_object_with_prototype(Some(prototype), kind))))
    }

    fn not_async_iterable<T>(&mut self, value: Value) -> Completion<T> {
        let message = self.not_iterable_text(value, "async iterable");
        self.type_error(message)
    }

    /// The sync iterator that an async one was made of (CreateAsyncFromSyncIterator, ECMA-262 27.1.6.1).
    pub fn sync_iterator_of(&self, value: Value) -> Option<IteratorRecord> {
        match self.heap.kind(value.as_object()?) {
            Kind::AsyncFromSyncIterator(&[iterator, next]) => Some(IteratorRecord { iterator, next, done: false }),
            _ => None,
        }
    }

    /// IteratorNext ( iteratorRecord [ , value ] ), ECMA-262 7.4.6
    pub fn iterator_next(&mut self, record: &mut IteratorRecord, arguments: &[Value]) -> Completion<ObjectId> {
        record.done = true;
        let result = self.call(record.next, record.iterator, arguments)?;
        let object = self.require_iterator_result(result)?;
        record.done = false;
        Ok(object)
    }

    /// What `next` has given must be an object.
    pub fn require_iterator_result(&mut self, result: Value) -> Completion<ObjectId> {
        match result.as_object() {
            Some(result) => Ok(result),
            None => {
                let found = self.describe(result);
                self.type_error(format!("Iterator result {found} is not an object"))
            }
        }
    }

    /// What `next` does, where it is that of a built-in iterator of this realm, and nobody can tell a call of it from a step.
    #[inline]
    pub(crate) fn native_step(&self, next: Value) -> Option<NativeStep> {
        let (function, realm) = self.heap.native_function(next.as_object()?)?;
        self.native(function).step.filter(|_| realm == self.realm.id)
    }

    /// Fast path: a step of a built-in iterator without a call, and without an object for the result.
    pub(crate) fn step_natively(&mut self, step: NativeStep, iterator: Value) -> Completion<Option<Value>> {
        self.check_native_stack()?;
        let mark = self.kept_mark();
        let value = step(self, iterator);
        self.release_kept(mark);
        value
    }

    /// IteratorStepValue ( iteratorRecord ), ECMA-262 7.4.10
    pub fn iterator_step_value(&mut self, record: &mut IteratorRecord) -> Completion<Option<Value>> {
        if let Some(step) = self.native_step(record.next) {
            record.done = true;
            if self.heap.budget.spend(1) {
                self.safepoint()?;
            }
            let value = self.step_natively(step, record.iterator)?;
            record.done = value.is_none();
            return Ok(value);
        }
        let result = self.iterator_next(record, &[])?;
        record.done = true;
        let value = self.iterator_result_value(result)?;
        record.done = value.is_none();
        Ok(value)
    }

    /// IteratorComplete and IteratorValue, ECMA-262 7.4.7 and 7.4.8: the value, none at the end.
    pub fn iterator_result_value(&mut self, result: ObjectId) -> Completion<Option<Value>> {
        // Fast path: a result that the engine has made, and nobody has changed.
        if self.heap.shape_of(result) == self.realm.shapes.iterator_result {
            let [value, done] = [0, 1].map(|slot| self.heap.slot(result, slot));
            return Ok((!self.heap.to_boolean(done)).then_some(value));
        }
        self.keeping([Value::object(result)], |vm| {
            let done = vm.get_remembered(Value::object(result), keys::DONE)?;
            if vm.heap.to_boolean(done) {
                return Ok(None);
            }
            vm.get_remembered(Value::object(result), keys::VALUE).map(Some)
        })
    }

    /// IteratorClose ( iteratorRecord, completion ), ECMA-262 7.4.11: an exception on its way wins over what `return` does, the
    /// end of the run over all.
    pub fn iterator_close<T>(&mut self, record: &IteratorRecord, completion: Completion<T>) -> Completion<T> {
        let pending = match completion {
            Ok(_) => Value::UNDEFINED,
            Err(Throw::Exception(value)) => value,
            Err(Throw::Terminated(_)) => return completion,
        };
        let closed = self.keeping([pending, record.iterator], |vm| vm.call_return(record.iterator));
        match (completion, closed) {
            (_, Err(thrown @ Throw::Terminated(_))) => Err(thrown),
            (Err(thrown), _) => Err(thrown),
            (Ok(value), closed) => closed.map(|()| value),
        }
    }

    fn call_return(&mut self, iterator: Value) -> Completion<()> {
        let Some(method) = self.get_method(iterator, keys::RETURN)? else { return Ok(()) };
        let result = self.call(Value::object(method), iterator, &[])?;
        if result.is_object() {
            return Ok(());
        }
        let found = self.describe(result);
        self.type_error(format!("{found} is not an object"))
    }

    /// Does something with each value of an iterable, and closes the iterator where that fails. What is kept in a turn is
    /// released after it.
    pub fn iterate(&mut self, iterable: Value, body: impl FnMut(&mut Vm, Value) -> Completion<()>) -> Completion<()> {
        match self.iterator_method(iterable, symbols::ITERATOR)? {
            Some(method) => self.iterate_by(iterable, method, body),
            None => self.not_iterable(iterable),
        }
    }

    /// The same by the iterator that a method gives, which is what the iterable has as `Symbol.iterator`.
    pub fn iterate_by(
        &mut self,
        iterable: Value,
        method: Value,
        mut body: impl FnMut(&mut Vm, Value) -> Completion<()>,
    ) -> Completion<()> {
        if let Some(array) = iterable.as_object()
            && self.iterates_plainly(array)
        {
            return self.iterate_array(array, body);
        }
        let mut record = self.get_iterator_from_method(iterable, method)?;
        let mark = self.kept_mark();
        while let Some(value) = self.iterator_step_value(&mut record)? {
            self.tick(1)?;
            self.keep(value);
            if let Err(thrown) = body(self, value) {
                return self.iterator_close(&record, Err(thrown));
            }
            self.release_kept(mark);
        }
        Ok(())
    }

    /// Fast path: an array that iterates plainly, without an iterator. What happens to the methods meanwhile concerns nobody
    /// who has begun.
    fn iterate_array(
        &mut self,
        array: ObjectId,
        mut body: impl FnMut(&mut Vm, Value) -> Completion<()>,
    ) -> Completion<()> {
        self.keep(Value::object(array));
        let mark = self.kept_mark();
        let mut index = 0;
        while index < self.heap.length_of_array(array).unwrap_or(0) {
            self.tick(1)?;
            let value = self.iterated_element(array, index)?;
            index += 1;
            self.keep(value);
            if let Err(thrown) = body(self, value) {
                return self.close_array_iteration(array, index, thrown);
            }
            self.release_kept(mark);
        }
        Ok(())
    }

    /// Get ( array, index ).
    pub fn iterated_element(&mut self, array: ObjectId, index: u32) -> Completion<Value> {
        if let Some(element) = self.heap.typed_element(array, index as usize) {
            return Ok(element);
        }
        match self.heap.elements(array).as_dense().and_then(|values| values.get(index as usize)) {
            Some(&value) if !value.is_empty() => Ok(value),
            _ => {
                let key = self.heap.key_of_index(index.into());
                self.get(array, key)
            }
        }
    }

    /// The walk over an array ends before its end: `return`, where array iterators have one.
    fn close_array_iteration(&mut self, array: ObjectId, index: u32, thrown: Throw) -> Completion<()> {
        if let Throw::Exception(value) = thrown {
            self.keep(value);
            if self.array_iterators_have_return() {
                let iterator = Value::object(self.new_array_iterator(array, Yields::Values, index.into()));
                let record = IteratorRecord { iterator, next: Value::UNDEFINED, done: false };
                return self.iterator_close(&record, Err(thrown));
            }
        }
        Err(thrown)
    }
}
