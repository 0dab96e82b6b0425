//! Iterator Helper objects, ECMA-262 27.1.2, and the methods that create them, 27.1.4 and 27.1.3.2.
//!
//! The specification defines them as generators. Here each helper is a state: `step` does what the generator does up to
//! its next `yield`, `close` what it does when told to return there.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, IteratorRecord};
use ferrotape_runtime::iterator_helper::{self, HelperForm, HelperState, IteratorHelper};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, Kind, ObjectKind, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{Primitives, chunking, closed_unless, flattenable_iterator, require_function, this_object, zip};

pub(super) static METHODS: &[NativeFunction] =
    &[method("next", 0, next).with_step(step), method("return", 0, r#return)];

/// Iterator.prototype.map ( mapper ), ECMA-262 27.1.4.8
pub(super) fn map(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_function(vm, call, HelperForm::Map, "Iterator.prototype.map")
}

/// Iterator.prototype.filter ( predicate ), ECMA-262 27.1.4.4
pub(super) fn filter(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_function(vm, call, HelperForm::Filter, "Iterator.prototype.filter")
}

/// Iterator.prototype.flatMap ( mapper ), ECMA-262 27.1.4.6
pub(super) fn flat_map(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_function(vm, call, HelperForm::FlatMap, "Iterator.prototype.flatMap")
}

fn with_function(vm: &mut Vm, call: Call, form: HelperForm, name: &str) -> Completion<Value> {
    let iterator = this_object(vm, call, name)?;
    let function = require_function(vm, call, iterator)?;
    let record = iteration::get_iterator_direct(vm, iterator)?;
    Ok(new_helper(vm, form, [record.iterator, record.next], function, 0.0))
}

/// Iterator.prototype.take ( limit ), ECMA-262 27.1.4.12
pub(super) fn take(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_limit(vm, call, HelperForm::Take, "Iterator.prototype.take")
}

/// Iterator.prototype.drop ( limit ), ECMA-262 27.1.4.2
pub(super) fn drop(vm: &mut Vm, call: Call) -> Completion<Value> {
    with_limit(vm, call, HelperForm::Drop, "Iterator.prototype.drop")
}

fn with_limit(vm: &mut Vm, call: Call, form: HelperForm, name: &str) -> Completion<Value> {
    let iterator = this_object(vm, call, name)?;
    let limit = call.argument(vm, 0);
    let limit = integer_limit(vm, limit);
    let limit = closed_unless(vm, iterator, limit)?;
    let record = iteration::get_iterator_direct(vm, iterator)?;
    Ok(new_helper(vm, form, [record.iterator, record.next], Value::UNDEFINED, limit))
}

/// The greatest finite limit.
const MOST_VALUES: f64 = 9_007_199_254_740_991.0;

fn integer_limit(vm: &mut Vm, limit: Value) -> Completion<f64> {
    let number = convert::to_number(vm, limit)?;
    let is_too_large = number.is_finite() && number > MOST_VALUES;
    if number.is_nan() || number.trunc() < 0.0 || is_too_large {
        let found = messages::describe(vm, limit);
        return vm.range_error(format!("{found} is not a limit: it must be an integer from 0 on"));
    }
    Ok(number.trunc())
}

/// Iterator.concat ( ...items ), ECMA-262 27.1.3.2.1
pub(super) fn concat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let items = array::new_array(vm);
    vm.keep(Value::object(items));
    for index in 0..call.argument_count() {
        vm.work(1)?;
        let item = call.argument(vm, index);
        if !item.is_object() {
            let found = messages::describe(vm, item);
            return vm.type_error(format!("{found} is not an object"));
        }
        let Some(method) = object::get_method(vm, item, symbols::ITERATOR)? else {
            return iteration::not_iterable(vm, item);
        };
        iterate::append_value(vm, items, item)?;
        iterate::append_value(vm, items, Value::object(method))?;
    }
    Ok(new_helper(vm, HelperForm::Concat, [Value::UNDEFINED; 2], Value::object(items), 0.0))
}

pub(super) fn new_helper(vm: &mut Vm, form: HelperForm, iterated: [Value; 2], function: Value, count: f64) -> Value {
    let prototype = realm::intrinsics(vm).iterator_helper_prototype;
    let helper = IteratorHelper::new(form, iterated, function, count);
    let kind = ObjectKind::IteratorHelper(Box::new(helper));
    Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind))
}

/// The object and its internal slots, if it is an Iterator Helper or what `Iterator.from` has wrapped.
pub(super) fn helper_of(vm: &Vm, value: Value) -> Option<(ObjectId, IteratorHelper)> {
    let object = value.as_object()?;
    match vm.heap.kind(object) {
        Kind::IteratorHelper(&helper) => Some((object, helper)),
        _ => None,
    }
}

pub(super) fn record_of([iterator, next]: [Value; 2]) -> IteratorRecord {
    IteratorRecord { iterator, next, done: false }
}

/// GeneratorValidate ( generator, "Iterator Helper" ), ECMA-262 27.5.3.2
fn validate(vm: &mut Vm, this: Value, method: &str) -> Completion<(ObjectId, IteratorHelper)> {
    match helper_of(vm, this).filter(|(_, helper)| helper.form != HelperForm::Wrapped) {
        Some((_, helper)) if helper.state == HelperState::Running => vm.type_error("Generator is already running"),
        Some(found) => Ok(found),
        None => {
            let receiver = messages::describe(vm, this);
            vm.type_error(messages::incompatible_receiver(&format!("Iterator Helper.prototype.{method}"), &receiver))
        }
    }
}

fn set_state(vm: &mut Vm, object: ObjectId, state: HelperState) {
    iterator_helper::change_iterator_helper(&mut vm.heap, object, |helper| {
        helper.state = state;
        if state == HelperState::Done {
            (helper.iterated, helper.inner) = ([Value::UNDEFINED; 2], [Value::EMPTY; 2]);
            helper.function = Value::UNDEFINED;
        }
    });
}

/// %IteratorHelperPrototype%.next ( ), ECMA-262 27.1.2.1.1
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = step(vm, call.this)?;
    Ok(iteration::iterator_result(vm, value.unwrap_or(Value::UNDEFINED), value.is_none()))
}

/// %IteratorHelperPrototype%.return ( ), ECMA-262 27.1.2.1.2
fn r#return(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, helper) = validate(vm, call.this, "return")?;
    if helper.state != HelperState::Done {
        helper.values().into_iter().for_each(|value| vm.keep(value));
        let has_begun = helper.state == HelperState::Suspended;
        set_state(vm, object, if has_begun { HelperState::Running } else { HelperState::Done });
        let closed = close(vm, &helper);
        set_state(vm, object, HelperState::Done);
        closed?;
    }
    Ok(iteration::iterator_result(vm, Value::UNDEFINED, true))
}

/// Closes the helper's iterators, the inner one first.
fn close(vm: &mut Vm, helper: &IteratorHelper) -> Completion<()> {
    if matches!(helper.form, HelperForm::Zip(_) | HelperForm::ZipKeyed(_)) {
        return zip::close(vm, helper);
    }
    let outer = record_of(helper.iterated);
    let has_outer = outer.iterator.is_object();
    if helper.inner[0].is_empty() {
        return if has_outer { iteration::iterator_close(vm, &outer, Ok(())) } else { Ok(()) };
    }
    let closed = iteration::iterator_close(vm, &record_of(helper.inner), Ok(()));
    if has_outer { iteration::iterator_close(vm, &outer, closed) } else { closed }
}

/// Takes a helper to its next value; `None` at the end. Script that runs meanwhile cannot enter it again, and an error ends it.
fn step(vm: &mut Vm, this: Value) -> Completion<Option<Value>> {
    let (object, helper) = validate(vm, this, "next")?;
    if helper.state == HelperState::Done {
        return Ok(None);
    }
    vm.keep(this);
    set_state(vm, object, HelperState::Running);
    let value = go_on(vm, object, helper);
    set_state(vm, object, if matches!(value, Ok(Some(_))) { HelperState::Suspended } else { HelperState::Done });
    value
}

/// Steps a helper that `step` has marked as running. `helper` is a copy of its slots; changes go to the object as well.
fn go_on(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    vm.work(1)?;
    match helper.form {
        HelperForm::Map => step_of_map(vm, object, helper),
        HelperForm::Filter => step_of_filter(vm, object, helper),
        HelperForm::Take => step_of_take(vm, object, helper),
        HelperForm::Drop => step_of_drop(vm, object, helper),
        HelperForm::FlatMap => step_of_flat_map(vm, object, helper),
        HelperForm::Concat => step_of_concat(vm, object, helper),
        HelperForm::Zip(mode) | HelperForm::ZipKeyed(mode) => zip::step(vm, &helper, mode),
        HelperForm::Chunks => chunking::step_of_chunks(vm, object, helper),
        HelperForm::Windows(undersized) => chunking::step_of_windows(vm, object, helper, undersized),
        HelperForm::Wrapped => Ok(None),
    }
}

fn set_count(vm: &mut Vm, object: ObjectId, count: f64) {
    iterator_helper::change_iterator_helper(&mut vm.heap, object, |helper| helper.count = count);
}

/// Calls the function with a value and its number. If it throws, the iterator is closed.
fn call_function(vm: &mut Vm, helper: &IteratorHelper, value: Value, count: f64) -> Completion<Value> {
    match vm.call(helper.function, Value::UNDEFINED, &[value, Value::number(count)]) {
        Ok(result) => Ok(result),
        Err(thrown) => iteration::iterator_close(vm, &record_of(helper.iterated), Err(thrown)),
    }
}

fn step_of_map(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.iterated))? else { return Ok(None) };
    let mapped = call_function(vm, &helper, value, helper.count)?;
    set_count(vm, object, helper.count + 1.0);
    Ok(Some(mapped))
}

/// Goes on to the next value that the function selects. Values that it rejects count as well.
fn step_of_filter(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    let mut count = helper.count;
    while let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.iterated))? {
        let vm = &mut vm.scope();
        vm.work(1)?;
        vm.keep(value);
        let selected = call_function(vm, &helper, value, count)?;
        count += 1.0;
        set_count(vm, object, count);
        if vm.heap.to_boolean(selected) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

fn step_of_take(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    let mut record = record_of(helper.iterated);
    if helper.count == 0.0 {
        return iteration::iterator_close(vm, &record, Ok(None));
    }
    set_count(vm, object, helper.count - 1.0);
    iteration::iterator_step_value(vm, &mut record)
}

/// Passes over the values that are still to be dropped, without reading them, and returns the next one.
fn step_of_drop(vm: &mut Vm, object: ObjectId, helper: IteratorHelper) -> Completion<Option<Value>> {
    let mut record = record_of(helper.iterated);
    let mut left = helper.count;
    while left > 0.0 {
        vm.work(1)?;
        left -= 1.0;
        set_count(vm, object, left);
        if !iterator_step(vm, &mut record)? {
            return Ok(None);
        }
    }
    iteration::iterator_step_value(vm, &mut record)
}

/// IteratorStep ( iteratorRecord ), ECMA-262 7.4.9. Returns false at the end. Does not read the value.
pub(super) fn iterator_step(vm: &mut Vm, record: &mut IteratorRecord) -> Completion<bool> {
    let result = iteration::iterator_next(vm, record, &[])?;
    let done = object::get(vm, result, keys::DONE)?;
    Ok(!vm.heap.to_boolean(done))
}

/// Returns the next value of the inner iterator, and opens one for each mapped value. Errors of the inner one close the
/// outer one.
fn step_of_flat_map(vm: &mut Vm, object: ObjectId, mut helper: IteratorHelper) -> Completion<Option<Value>> {
    loop {
        let vm = &mut vm.scope();
        vm.work(1)?;
        if !helper.inner[0].is_empty() {
            match iteration::iterator_step_value(vm, &mut record_of(helper.inner)) {
                Ok(None) => set_inner(vm, object, &mut helper, [Value::EMPTY; 2]),
                Ok(value) => return Ok(value),
                Err(thrown) => return iteration::iterator_close(vm, &record_of(helper.iterated), Err(thrown)),
            }
        }
        let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.iterated))? else { return Ok(None) };
        let mapped = call_function(vm, &helper, value, helper.count)?;
        vm.keep(mapped);
        match flattenable_iterator(vm, mapped, Primitives::Rejected) {
            Ok(inner) => set_inner(vm, object, &mut helper, [inner.iterator, inner.next]),
            Err(thrown) => return iteration::iterator_close(vm, &record_of(helper.iterated), Err(thrown)),
        }
        helper.count += 1.0;
        set_count(vm, object, helper.count);
    }
}

fn set_inner(vm: &mut Vm, object: ObjectId, helper: &mut IteratorHelper, inner: [Value; 2]) {
    helper.inner = inner;
    iterator_helper::change_iterator_helper(&mut vm.heap, object, |helper| helper.inner = inner);
}

/// Returns the next value of the iterables in turn. `function` lists each with its method; `count` is the place in the list.
fn step_of_concat(vm: &mut Vm, object: ObjectId, mut helper: IteratorHelper) -> Completion<Option<Value>> {
    loop {
        let vm = &mut vm.scope();
        vm.work(1)?;
        if !helper.inner[0].is_empty() {
            if let Some(value) = iteration::iterator_step_value(vm, &mut record_of(helper.inner))? {
                return Ok(Some(value));
            }
            set_inner(vm, object, &mut helper, [Value::EMPTY; 2]);
        }
        let items = helper.function.as_object().and_then(|items| vm.heap.elements(items).as_dense());
        let at = helper.count as usize;
        let Some(&[iterable, method]) = items.and_then(|items| items.get(at..at.checked_add(2)?)) else {
            return Ok(None);
        };
        if iterable.is_empty() || method.is_empty() {
            return Ok(None);
        }
        helper.count += 2.0;
        set_count(vm, object, helper.count);
        let inner = iteration::get_iterator_from_method(vm, iterable, method)?;
        set_inner(vm, object, &mut helper, [inner.iterator, inner.next]);
    }
}
