//! Iteration, ECMA-262 7.4: the protocol for native code, and the check whether anybody could tell the iteration of an
//! array from a walk over its elements.
//!
//! ```text
//! get_iterator, iterator_step_value, iterator_close     the protocol, a step each
//! get_async_iterator                                    the one of `for await` and `yield*`, which await its results
//! iterate                                               all of it, for natives that take an iterable
//! iterates_plainly                                      may an array be walked by index instead?
//! ```

use crate::collection::CollectionKind;
use crate::error::{Completion, Throw};
use crate::function::{self, NativeStep};
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::{self, Class, Kind, ObjectKind};
use crate::operations::calls;
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape;
use crate::symbol::symbols;
use crate::value::Value;
use crate::views;
use crate::vm::Vm;

use ferrotape_heap::iteration::PristineMethod;
pub use ferrotape_heap::iteration::{ArrayIterator, AsyncFromSyncIterator, PristineIteration, StringIterator, Yields};

/// Iterator Record, ECMA-262 7.4.1. The holder keeps its values alive.
#[derive(Copy, Clone)]
pub struct IteratorRecord {
    pub iterator: Value,
    pub next: Value,
    pub done: bool,
}

/// Returns whether GetIterator of this object gives an unmodified array iterator, so that a walk by index does the
/// same. If the walk ends early, check `return` as well: [`array_iterators_have_return`].
#[inline]
pub fn iterates_plainly(vm: &mut Vm, object: ObjectId) -> bool {
    let id = vm.heap.shape_of(object);
    if id != vm.realm.shapes.array {
        let shape = &vm.heap[id];
        let is_usual = shape.class == Class::Array
            && shape.prototype == Some(realm::intrinsics(vm).array_prototype)
            && shape::shape_lookup(&vm.heap, id, symbols::ITERATOR).is_none();
        if !is_usual {
            return false;
        }
    }
    iteration_is_pristine(vm)
}

/// Returns whether [`iterates_plainly`] holds and is known without a further look.
#[inline]
pub fn is_known_to_iterate_plainly(vm: &Vm, object: ObjectId) -> bool {
    vm.heap.shape_of(object) == vm.realm.shapes.array
        && match &vm.heap.realm(vm.realm.id).pristine_iteration.methods {
            Some(methods) => methods.iter().all(|method| method.is_there(&vm.heap)),
            None => false,
        }
}

#[inline]
fn iteration_is_pristine(vm: &mut Vm) -> bool {
    match &vm.heap.realm(vm.realm.id).pristine_iteration.methods {
        Some(methods) => {
            methods.iter().all(|method| method.is_there(&vm.heap)) || find_again(vm, |known| &mut known.methods)
        }
        None => begin_plain_iteration(vm),
    }
}

/// Returns whether ArraySpeciesCreate, ECMA-262 23.1.3.1.1, for this object makes an array as ArrayCreate does, and runs
/// nothing of a script.
#[inline]
pub fn has_usual_species(vm: &mut Vm, object: ObjectId) -> bool {
    vm.heap.shape_of(object) == vm.realm.shapes.array
        && match &vm.heap.realm(vm.realm.id).pristine_iteration.species {
            Some(species) => {
                species.iter().all(|property| property.is_there(&vm.heap)) || find_again(vm, |known| &mut known.species)
            }
            None => false,
        }
}

/// Returns whether using an iterator on a new array is unobservable.
pub fn arrays_are_plain(vm: &mut Vm) -> bool {
    iteration_is_pristine(vm) && !array_iterators_have_return(vm)
}

/// Notes the original methods at the first iteration of a realm.
#[cold]
fn begin_plain_iteration(vm: &mut Vm) -> bool {
    let array_prototype = realm::intrinsics(vm).array_prototype;
    realm::fill(vm, array_prototype);
    vm.heap.realm(vm.realm.id).pristine_iteration.methods.is_some() && find_again(vm, |known| &mut known.methods)
}

/// Looks where original properties are now, which have moved to other slots or are gone.
#[cold]
fn find_again(vm: &mut Vm, part: fn(&mut PristineIteration) -> &mut Option<[PristineMethod; 2]>) -> bool {
    let Some(mut properties) = *part(&mut vm.heap.realm_mut(vm.realm.id).pristine_iteration) else { return false };
    let is_found = properties.iter_mut().all(|property| property.find_again(&vm.heap));
    *part(&mut vm.heap.realm_mut(vm.realm.id).pristine_iteration) = Some(properties);
    is_found
}

/// Returns whether somebody has given array iterators a `return`, which they lack by themselves.
pub fn array_iterators_have_return(vm: &mut Vm) -> bool {
    let prototype = Value::object(realm::intrinsics(vm).array_iterator_prototype);
    !get::is_known_absent(vm, prototype, keys::RETURN)
}

/// CreateArrayIterator, ECMA-262 23.1.5.1, whose next element is the one at `index`.
pub fn new_array_iterator(vm: &mut Vm, array: ObjectId, yields: Yields, index: u64) -> ObjectId {
    let prototype = realm::intrinsics(vm).array_iterator_prototype;
    vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::ArrayIterator { array, index, yields })
}

/// CreateMapIterator, ECMA-262 24.1.5.1, and CreateSetIterator, 24.2.6.1
pub fn new_collection_iterator(vm: &mut Vm, collection: ObjectId, kind: CollectionKind, yields: Yields) -> ObjectId {
    let prototype = match kind {
        CollectionKind::Map => realm::intrinsics(vm).map_iterator_prototype,
        CollectionKind::Set => realm::intrinsics(vm).set_iterator_prototype,
    };
    let kind = ObjectKind::CollectionIterator { collection, kind, yields, position: 0 };
    vm.heap.new_object_with_prototype(Some(prototype), kind)
}

/// CreateIteratorResultObject, ECMA-262 7.4.14
#[inline]
pub fn iterator_result(vm: &mut Vm, value: Value, done: bool) -> Value {
    let shape = vm.realm.shapes.iterator_result;
    Value::object(vm.heap.new_object_with(shape, ObjectKind::Ordinary, &[value, Value::bool(done)]))
}

/// GetIterator ( obj, sync ), ECMA-262 7.4.4. The record is kept until the native returns.
pub fn get_iterator(vm: &mut Vm, iterable: Value) -> Completion<IteratorRecord> {
    match iterator_method(vm, iterable, symbols::ITERATOR)? {
        Some(method) => get_iterator_from_method(vm, iterable, method),
        None => not_iterable(vm, iterable),
    }
}

/// GetMethod of one of the symbols that make iterators.
pub fn iterator_method(vm: &mut Vm, iterable: Value, key: PropertyKey) -> Completion<Option<Value>> {
    if iterable.is_nullish() {
        return not_iterable(vm, iterable);
    }
    let method = get::get_remembered(vm, iterable, key)?;
    if method.is_nullish() {
        return Ok(None);
    }
    if !vm.heap.is_callable(method) {
        let (method, key) = (messages::describe(vm, method), vm.heap.describe_key(key));
        return vm.type_error(messages::method_not_callable(&key, &method));
    }
    Ok(Some(method))
}

pub fn not_iterable<T>(vm: &mut Vm, value: Value) -> Completion<T> {
    let message = not_iterable_text(vm, value, "iterable");
    vm.type_error(message)
}

/// Describes a value that is not iterable: by its source text if the running instruction iterates over it.
fn not_iterable_text(vm: &mut Vm, value: Value, what: &str) -> String {
    let text = if calls::iterates_over_operand(vm) { calls::text_of_operand(vm) } else { None };
    let found = messages::describe(vm, value);
    match text {
        Some(text) if value.is_nullish() && text != found => format!("{text} is not {what} (it is {found})"),
        Some(text) => format!("{text} is not {what}"),
        None => format!("{found} is not {what}"),
    }
}

/// GetIteratorFromMethod ( obj, method ), ECMA-262 7.4.3. The record is kept until the native returns.
pub fn get_iterator_from_method(vm: &mut Vm, iterable: Value, method: Value) -> Completion<IteratorRecord> {
    let iterator = vm.call(method, iterable, &[])?;
    if !iterator.is_object() {
        let found = messages::describe(vm, iterator);
        return vm.type_error(format!("Result of the Symbol.iterator method is not an object: {found}"));
    }
    vm.keep(iterator);
    get_iterator_direct(vm, iterator)
}

/// GetIteratorDirect ( obj ), ECMA-262 7.4.2. `next` is kept until the native returns.
pub fn get_iterator_direct(vm: &mut Vm, iterator: Value) -> Completion<IteratorRecord> {
    let next = get::get_remembered(vm, iterator, keys::NEXT)?;
    vm.keep(next);
    Ok(IteratorRecord { iterator, next, done: false })
}

/// The iterator of GetIterator ( obj, async ), ECMA-262 7.4.4.
pub fn get_async_iterator(vm: &mut Vm, iterable: Value) -> Completion<Value> {
    let vm = &mut vm.scope();
    let iterator = find_async_iterator(vm, iterable);
    match iterator? {
        Some(iterator) => Ok(iterator),
        None => not_async_iterable(vm, iterable),
    }
}

/// GetIterator ( obj, async ), ECMA-262 7.4.4; none if the value is not iterable in any way. The object that created it is kept
/// until the native returns.
pub fn find_async_iterator(vm: &mut Vm, iterable: Value) -> Completion<Option<Value>> {
    if iterable.is_nullish() {
        return not_async_iterable(vm, iterable);
    }
    if let Some(method) = iterator_method(vm, iterable, symbols::ASYNC_ITERATOR)? {
        let iterator = vm.call(method, iterable, &[])?;
        if iterator.is_object() {
            return Ok(Some(iterator));
        }
        let found = messages::describe(vm, iterator);
        return vm.type_error(format!("Result of the Symbol.asyncIterator method is not an object: {found}"));
    }
    let Some(method) = iterator_method(vm, iterable, symbols::ITERATOR)? else { return Ok(None) };
    let IteratorRecord { iterator, next, .. } = get_iterator_from_method(vm, iterable, method)?;
    let prototype = realm::intrinsics(vm).async_from_sync_iterator_prototype;
    let kind = ObjectKind::AsyncFromSyncIterator(Box::new(AsyncFromSyncIterator { record: [iterator, next] }));
    Ok(Some(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind))))
}

fn not_async_iterable<T>(vm: &mut Vm, value: Value) -> Completion<T> {
    let message = not_iterable_text(vm, value, "async iterable");
    vm.type_error(message)
}

/// The sync iterator that an async one was made of (CreateAsyncFromSyncIterator, ECMA-262 27.1.6.1).
pub fn sync_iterator_of(vm: &Vm, value: Value) -> Option<IteratorRecord> {
    match vm.heap.kind(value.as_object()?) {
        Kind::AsyncFromSyncIterator(&AsyncFromSyncIterator { record: [iterator, next] }) => {
            Some(IteratorRecord { iterator, next, done: false })
        }
        _ => None,
    }
}

/// IteratorNext ( iteratorRecord [ , value ] ), ECMA-262 7.4.6
pub fn iterator_next(vm: &mut Vm, record: &mut IteratorRecord, arguments: &[Value]) -> Completion<ObjectId> {
    record.done = true;
    require_next(vm, record.next)?;
    let result = vm.call(record.next, record.iterator, arguments)?;
    let object = require_iterator_result(vm, result)?;
    record.done = false;
    Ok(object)
}

/// Checks that the method `next` of an iterator can be called. It was read before, and no text at the place of the call names it.
#[inline]
pub fn require_next(vm: &mut Vm, next: Value) -> Completion<()> {
    if vm.heap.is_callable(next) {
        return Ok(());
    }
    let message = messages::not_callable(&vm.heap.describe_key(keys::NEXT));
    vm.type_error(message)
}

/// Checks that the result of `next` is an object.
pub fn require_iterator_result(vm: &mut Vm, result: Value) -> Completion<ObjectId> {
    match result.as_object() {
        Some(result) => Ok(result),
        None => {
            let found = messages::describe(vm, result);
            vm.type_error(format!("Iterator result {found} is not an object"))
        }
    }
}

/// The step function of `next`, if it is that of a built-in iterator of this realm, and nobody can tell a call of it
/// from a step.
#[inline]
pub(crate) fn native_step(vm: &Vm, next: Value) -> Option<NativeStep> {
    let (function, realm) = vm.heap.native_function(next.as_object()?)?;
    function::native(vm, function).step.filter(|_| realm == vm.realm.id)
}

/// Fast path: steps a built-in iterator without a call, and without a result object.
pub(crate) fn step_natively(vm: &mut Vm, step: NativeStep, iterator: Value) -> Completion<Option<Value>> {
    vm.check_native_stack()?;
    let vm = &mut vm.scope();
    step(vm, iterator)
}

/// IteratorStepValue ( iteratorRecord ), ECMA-262 7.4.10
pub fn iterator_step_value(vm: &mut Vm, record: &mut IteratorRecord) -> Completion<Option<Value>> {
    if let Some(step) = native_step(vm, record.next) {
        record.done = true;
        if vm.heap.budget.spend(1) {
            vm.safepoint()?;
        }
        let value = step_natively(vm, step, record.iterator)?;
        record.done = value.is_none();
        return Ok(value);
    }
    let result = iterator_next(vm, record, &[])?;
    record.done = true;
    let value = iterator_result_value(vm, result)?;
    record.done = value.is_none();
    Ok(value)
}

/// IteratorComplete ( iteratorResult ), ECMA-262 7.4.7
pub fn is_iterator_done(vm: &mut Vm, result: ObjectId) -> Completion<bool> {
    let done = get::get_remembered(vm, Value::object(result), keys::DONE)?;
    Ok(vm.heap.to_boolean(done))
}

/// IteratorComplete and IteratorValue, ECMA-262 7.4.7 and 7.4.8: the value; none at the end.
pub fn iterator_result_value(vm: &mut Vm, result: ObjectId) -> Completion<Option<Value>> {
    // Fast path: a result that the engine has made, and nobody has changed.
    if vm.heap.shape_of(result) == vm.realm.shapes.iterator_result {
        let [value, done] = [0, 1].map(|slot| vm.heap.slot(result, slot));
        return Ok((!vm.heap.to_boolean(done)).then_some(value));
    }
    vm.keeping([Value::object(result)], |vm| {
        let done = get::get_remembered(vm, Value::object(result), keys::DONE)?;
        if vm.heap.to_boolean(done) {
            return Ok(None);
        }
        get::get_remembered(vm, Value::object(result), keys::VALUE).map(Some)
    })
}

/// IteratorClose ( iteratorRecord, completion ), ECMA-262 7.4.11: an exception on its way wins over the result of
/// `return`, and the end of the run over both.
pub fn iterator_close<T>(vm: &mut Vm, record: &IteratorRecord, completion: Completion<T>) -> Completion<T> {
    let pending = match completion {
        Ok(_) => Value::UNDEFINED,
        Err(Throw::Exception(value)) => value,
        Err(Throw::Terminated(_)) => return completion,
    };
    let closed = vm.keeping([pending, record.iterator], |vm| call_return(vm, record.iterator));
    match (completion, closed) {
        (_, Err(thrown @ Throw::Terminated(_))) => Err(thrown),
        (Err(thrown), _) => Err(thrown),
        (Ok(value), closed) => closed.map(|()| value),
    }
}

fn call_return(vm: &mut Vm, iterator: Value) -> Completion<()> {
    let Some(method) = object::get_method(vm, iterator, keys::RETURN)? else { return Ok(()) };
    let result = vm.call(Value::object(method), iterator, &[])?;
    if result.is_object() {
        return Ok(());
    }
    let found = messages::describe(vm, result);
    vm.type_error(format!("{found} is not an object"))
}

/// Calls `body` with each value of an iterable, and closes the iterator if that fails. Values kept in a turn are
/// released after it.
pub fn iterate(vm: &mut Vm, iterable: Value, body: impl FnMut(&mut Vm, Value) -> Completion<()>) -> Completion<()> {
    match iterator_method(vm, iterable, symbols::ITERATOR)? {
        Some(method) => iterate_by(vm, iterable, method, body),
        None => not_iterable(vm, iterable),
    }
}

/// Iterates by the iterator that a method gives, which the iterable has as `Symbol.iterator`.
pub fn iterate_by(
    vm: &mut Vm,
    iterable: Value,
    method: Value,
    body: impl FnMut(&mut Vm, Value) -> Completion<()>,
) -> Completion<()> {
    walk(vm, iterable, method, true, body)
}

/// Converts each value of a sequence, Web IDL 3.2.21: iterates, but does not close the iterator if that fails.
pub fn sequence(vm: &mut Vm, iterable: Value, convert: impl FnMut(&mut Vm, Value) -> Completion<()>) -> Completion<()> {
    match iterator_method(vm, iterable, symbols::ITERATOR)? {
        Some(method) => sequence_by(vm, iterable, method, convert),
        None => not_iterable(vm, iterable),
    }
}

/// Converts each value of a sequence by the iterator that a method gives.
pub fn sequence_by(
    vm: &mut Vm,
    iterable: Value,
    method: Value,
    convert: impl FnMut(&mut Vm, Value) -> Completion<()>,
) -> Completion<()> {
    walk(vm, iterable, method, false, convert)
}

/// Calls `body` with each value. Where that fails, the iterator is closed or not.
fn walk(
    vm: &mut Vm,
    iterable: Value,
    method: Value,
    closes: bool,
    mut body: impl FnMut(&mut Vm, Value) -> Completion<()>,
) -> Completion<()> {
    if let Some(array) = iterable.as_object()
        && iterates_plainly(vm, array)
    {
        return iterate_array(vm, array, closes, body);
    }
    let mut record = get_iterator_from_method(vm, iterable, method)?;
    while let Some(value) = iterator_step_value(vm, &mut record)? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        vm.keep(value);
        if let Err(thrown) = body(vm, value) {
            return if closes { iterator_close(vm, &record, Err(thrown)) } else { Err(thrown) };
        }
    }
    Ok(())
}

/// Fast path: iterates over a plainly iterating array without an iterator. Changes of the methods meanwhile do not
/// concern an iteration that has begun.
fn iterate_array(
    vm: &mut Vm,
    array: ObjectId,
    closes: bool,
    mut body: impl FnMut(&mut Vm, Value) -> Completion<()>,
) -> Completion<()> {
    vm.keep(Value::object(array));
    let mut index = 0;
    while index < vm.heap.length_of_array(array).unwrap_or(0) {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let value = iterated_element(vm, array, index)?;
        index += 1;
        vm.keep(value);
        if let Err(thrown) = body(vm, value) {
            return if closes { close_array_iteration(vm, array, index, thrown) } else { Err(thrown) };
        }
    }
    Ok(())
}

/// Get ( array, index ).
pub fn iterated_element(vm: &mut Vm, array: ObjectId, index: u32) -> Completion<Value> {
    if let Some(element) = views::typed_element(&vm.heap, array, index as usize) {
        return Ok(element);
    }
    match vm.heap.elements(array).as_dense().and_then(|values| values.get(index as usize)) {
        Some(&value) if !value.is_empty() => Ok(value),
        _ => {
            let key = vm.heap.key_of_index(index.into());
            object::get(vm, array, key)
        }
    }
}

/// Ends the walk over an array early: calls `return`, if array iterators have one.
fn close_array_iteration(vm: &mut Vm, array: ObjectId, index: u32, thrown: Throw) -> Completion<()> {
    if let Throw::Exception(value) = thrown {
        vm.keep(value);
        if array_iterators_have_return(vm) {
            let iterator = Value::object(new_array_iterator(vm, array, Yields::Values, index.into()));
            let record = IteratorRecord { iterator, next: Value::UNDEFINED, done: false };
            return iterator_close(vm, &record, Err(thrown));
        }
    }
    Err(thrown)
}
