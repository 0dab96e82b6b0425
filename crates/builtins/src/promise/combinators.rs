//! Functions that combine many promises into one: ECMA-262 27.2.4.1 to 27.2.4.5, and those of objects of promises, of the
//! proposal Await Dictionary.
//!
//! The element functions share a list that no script sees, in an array: the values so far, the number still awaited,
//! and the resolving functions. The functions of an element capture that list and the element's index. After one of
//! them is called, neither has the list any more.

use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{
    self, Call, Captured, NativeCode, NativeFunction, RESOLVE_OF_ELEMENTS, Role, method,
};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::{get, iterate};
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{invoke, this_constructor};
use crate::error::new_aggregate_error;
use crate::object::KeptKeys;

/// The combinators, by how they treat their elements.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Combinator {
    All,
    AllSettled,
    AllKeyed,
    AllSettledKeyed,
    Any,
    Race,
}

// Places in the list.
const VALUES: usize = 0;
const AWAITED: usize = 1;
const RESOLVE: usize = RESOLVE_OF_ELEMENTS;
const REJECT: usize = 3;
/// The keys of the result, if that is an object: an array.
const KEYS: usize = 4;

pub(super) static ALL_FULFILLED: NativeFunction = element("Promise.all", all_fulfilled);
pub(super) static SETTLED_FULFILLED: NativeFunction = element("Promise.allSettled", settled_fulfilled);
pub(super) static SETTLED_REJECTED: NativeFunction = element("Promise.allSettled", settled_rejected);
pub(super) static ALL_KEYED_FULFILLED: NativeFunction = element("Promise.allKeyed", all_fulfilled);
pub(super) static SETTLED_KEYED_FULFILLED: NativeFunction = element("Promise.allSettledKeyed", settled_fulfilled);
pub(super) static SETTLED_KEYED_REJECTED: NativeFunction = element("Promise.allSettledKeyed", settled_rejected);
pub(super) static ANY_REJECTED: NativeFunction = element("Promise.any", any_rejected);

/// Declares an element function: it captures the list, its index, and its sibling, if any.
const fn element(of: &'static str, code: NativeCode) -> NativeFunction {
    let captures = [Captured::List, Captured::Index, Captured::Function];
    method("", 1, code).with_role(Role::Element(of)).capturing(captures)
}

/// Promise.all ( iterable ), ECMA-262 27.2.4.1
pub(super) fn all(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::All)
}

/// Promise.allSettled ( iterable ), ECMA-262 27.2.4.2
pub(super) fn all_settled(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::AllSettled)
}

/// Promise.allKeyed ( promises ), of the proposal Await Dictionary
pub(super) fn all_keyed(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::AllKeyed)
}

/// Promise.allSettledKeyed ( promises ), of the proposal Await Dictionary
pub(super) fn all_settled_keyed(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::AllSettledKeyed)
}

/// Promise.any ( iterable ), ECMA-262 27.2.4.3
pub(super) fn any(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::Any)
}

/// Promise.race ( iterable ), ECMA-262 27.2.4.5
pub(super) fn race(vm: &mut Vm, call: Call) -> Completion<Value> {
    combine(vm, call, Combinator::Race)
}

/// Makes the promise of a combinator, and rejects it if the walk through the elements throws. Limits end the call itself.
fn combine(vm: &mut Vm, call: Call, combinator: Combinator) -> Completion<Value> {
    let constructor = this_constructor(vm, call, "Promise combinator")?;
    let capability = promise::new_promise_capability(vm, constructor, false)?;
    let iterable = call.argument(vm, 0);
    // IfAbruptRejectPromise
    match perform(vm, constructor, iterable, &capability, combinator) {
        Ok(()) => {}
        Err(Throw::Exception(reason)) => promise::reject_capability(vm, &capability, reason)?,
        Err(thrown) => return Err(thrown),
    }
    Ok(capability.promise())
}

/// GetPromiseResolve and the Perform operation of each function.
fn perform(
    vm: &mut Vm,
    constructor: Value,
    iterable: Value,
    capability: &Capability,
    combinator: Combinator,
) -> Completion<()> {
    let resolve = get::get_remembered(vm, constructor, keys::RESOLVE)?;
    if !vm.heap.is_callable(resolve) {
        return vm.type_error(messages::not_callable("Promise resolve"));
    }
    vm.keep(resolve);
    let is_keyed = matches!(combinator, Combinator::AllKeyed | Combinator::AllSettledKeyed);
    let list = new_list(vm, capability, is_keyed)?;
    let mut index = 0;
    let mut element = |vm: &mut Vm, value| {
        let next = vm.call(resolve, constructor, &[value])?;
        vm.keep(next);
        let handlers = handlers_of(vm, list, capability, combinator, index)?;
        index += 1;
        invoke(vm, next, keys::THEN, &handlers).map(drop)
    };
    match is_keyed {
        true => each_property(vm, iterable, list, element)?,
        false => iteration::iterate(vm, iterable, &mut element)?,
    }
    match combinator {
        Combinator::Race => Ok(()),
        Combinator::Any => end_of_any(vm, list),
        _ => count_down(vm, list, combinator),
    }
}

/// Ends the walk of Promise.any. If all elements are rejected already, the error is thrown (PerformPromiseAny, ECMA-262
/// 27.2.4.3.1), so that `reject` is called once, even if that throws.
fn end_of_any(vm: &mut Vm, list: ObjectId) -> Completion<()> {
    if add_awaited(vm, list, -1) > 0 {
        return Ok(());
    }
    let Some(errors) = listed(vm, list, VALUES).as_object() else { return Ok(()) };
    Err(Throw::Exception(new_aggregate_error(vm, errors)?))
}

/// Passes the values of an object's enumerable own properties to `element`, and notes their keys: the loop of
/// PerformPromiseAllKeyed.
fn each_property(
    vm: &mut Vm,
    promises: Value,
    list: ObjectId,
    mut element: impl FnMut(&mut Vm, Value) -> Completion<()>,
) -> Completion<()> {
    let Some(promises) = promises.as_object() else {
        let found = messages::describe(vm, promises);
        return vm.type_error(format!("{found} is not an object"));
    };
    let keys = listed(vm, list, KEYS);
    for key in KeptKeys::of(vm, promises)?.keys {
        let vm = &mut vm.scope();
        vm.work(1)?;
        if !object::has_own_enumerable(vm, promises, key)? {
            continue;
        }
        let value = object::get(vm, promises, key)?;
        vm.keep(value);
        if let Some(keys) = keys.as_object() {
            let key = vm.heap.value_of_key(key);
            vm.keep(key);
            iterate::append_value(vm, keys, key)?;
        }
        element(vm, value)?;
    }
    Ok(())
}

/// Makes the list that element functions share. It awaits one from the start: the walk through the elements itself.
fn new_list(vm: &mut Vm, capability: &Capability, is_keyed: bool) -> Completion<ObjectId> {
    let values = array::new_array(vm);
    vm.keep(Value::object(values));
    let keys = if is_keyed { Value::object(array::new_array(vm)) } else { Value::UNDEFINED };
    vm.keep(keys);
    let (resolve, reject) = match *capability {
        Capability::Functions { resolve, reject, .. } => (resolve, reject),
        Capability::None | Capability::Promise(_) => (Value::UNDEFINED, Value::UNDEFINED),
    };
    let list = array::new_array_from(vm, vec![Value::object(values), Value::int(1), resolve, reject, keys])?;
    vm.keep(Value::object(list));
    Ok(list)
}

fn listed(vm: &Vm, list: ObjectId, place: usize) -> Value {
    let values = vm.heap.elements(list).as_dense().unwrap_or_default();
    values.get(place).copied().filter(|value| !value.is_empty()).unwrap_or(Value::UNDEFINED)
}

/// Returns the arguments for the `then` of the next element.
fn handlers_of(
    vm: &mut Vm,
    list: ObjectId,
    capability: &Capability,
    combinator: Combinator,
    index: u32,
) -> Completion<[Value; 2]> {
    let Capability::Functions { resolve, reject, .. } = *capability else { return Ok([Value::UNDEFINED; 2]) };
    if combinator == Combinator::Race {
        return Ok([resolve, reject]);
    }
    let values = listed(vm, list, VALUES);
    if let Some(values) = values.as_object() {
        let key = vm.heap.key_of_index(index.into());
        object::create_data_property_or_throw(vm, values, key, Value::UNDEFINED)?;
    }
    add_awaited(vm, list, 1);
    let captured = [Value::object(list), Value::number(index.into()), Value::UNDEFINED];
    let mut element = |function| {
        let function = Value::object(function::new_native_closure(vm, function, captured));
        vm.keep(function);
        function
    };
    Ok(match combinator {
        Combinator::All => [element(&ALL_FULFILLED), reject],
        Combinator::AllKeyed => [element(&ALL_KEYED_FULFILLED), reject],
        Combinator::Any => [resolve, element(&ANY_REJECTED)],
        Combinator::AllSettled | Combinator::AllSettledKeyed | Combinator::Race => {
            let pair = match combinator {
                Combinator::AllSettledKeyed => [&SETTLED_KEYED_FULFILLED, &SETTLED_KEYED_REJECTED],
                _ => [&SETTLED_FULFILLED, &SETTLED_REJECTED],
            };
            let pair = pair.map(&mut element);
            if let [Some(fulfilled), Some(rejected)] = pair.map(Value::as_object) {
                vm.heap.set_captured(fulfilled, 2, pair[1]);
                vm.heap.set_captured(rejected, 2, pair[0]);
            }
            pair
        }
    })
}

/// Changes the number of awaited elements, and returns it.
fn add_awaited(vm: &mut Vm, list: ObjectId, change: i32) -> i32 {
    let awaited = listed(vm, list, AWAITED).as_int().unwrap_or(0).saturating_add(change);
    cell::replace_element(&mut vm.heap, list, AWAITED, Value::int(awaited));
    awaited
}

/// Counts one awaited element down. After the last one the promise is settled.
fn count_down(vm: &mut Vm, list: ObjectId, combinator: Combinator) -> Completion<()> {
    if add_awaited(vm, list, -1) > 0 {
        return Ok(());
    }
    let [values, keys] = [VALUES, KEYS].map(|place| listed(vm, list, place));
    let (settle, result) = match (combinator, values.as_object(), keys.as_object()) {
        (Combinator::Any, Some(errors), _) => (REJECT, new_aggregate_error(vm, errors)?),
        (_, Some(values), Some(keys)) => (RESOLVE, keyed_result(vm, keys, values)?),
        _ => (RESOLVE, values),
    };
    vm.keep(result);
    let settle = listed(vm, list, settle);
    vm.call(settle, Value::UNDEFINED, &[result]).map(drop)
}

/// CreateKeyedPromiseCombinatorResultObject: an object without prototype, of these keys and values.
fn keyed_result(vm: &mut Vm, keys: ObjectId, values: ObjectId) -> Completion<Value> {
    let result = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.keep(Value::object(result));
    let entry =
        |vm: &Vm, list, place| vm.heap.elements(list).as_dense().and_then(|all: &[Value]| all.get(place).copied());
    let mut place = 0;
    while let (Some(key), Some(value)) = (entry(vm, keys, place), entry(vm, values, place)) {
        vm.work(1)?;
        let key = convert::to_property_key(vm, key)?;
        object::create_data_property_or_throw(vm, result, key, value)?;
        place += 1;
    }
    Ok(Value::object(result))
}

/// Handles the first call of an element function: returns the list and the index. Afterwards neither it nor its sibling
/// has the list any more.
fn take_list(vm: &mut Vm, function: ObjectId) -> Option<(ObjectId, u64)> {
    let [list, index, sibling] = [0, 1, 2].map(|place| vm.heap.captured(function, place));
    let list = list.as_object()?;
    for function in [Some(function), sibling.as_object()].into_iter().flatten() {
        vm.heap.set_captured(function, 0, Value::UNDEFINED);
    }
    vm.keep(Value::object(list));
    Some((list, index.as_number().unwrap_or(0.0) as u64))
}

/// Body of an element function: puts the result of its argument in its place, and counts down. Further calls do nothing.
fn take_result(
    vm: &mut Vm,
    call: Call,
    combinator: Combinator,
    result: impl FnOnce(&mut Vm, Value) -> Completion<Value>,
) -> Completion<Value> {
    let Some((list, index)) = take_list(vm, call.callee) else { return Ok(Value::UNDEFINED) };
    let value = call.argument(vm, 0);
    let result = result(vm, value)?;
    if let Some(values) = listed(vm, list, VALUES).as_object() {
        let key = vm.heap.key_of_index(index);
        object::create_data_property_or_throw(vm, values, key, result)?;
    }
    count_down(vm, list, combinator)?;
    Ok(Value::UNDEFINED)
}

/// Promise.all Resolve Element Functions, ECMA-262 27.2.4.1.3
fn all_fulfilled(vm: &mut Vm, call: Call) -> Completion<Value> {
    take_result(vm, call, Combinator::All, |_, value| Ok(value))
}

/// Promise.allSettled Resolve Element Functions, ECMA-262 27.2.4.2.2
fn settled_fulfilled(vm: &mut Vm, call: Call) -> Completion<Value> {
    take_result(vm, call, Combinator::AllSettled, |vm, value| outcome(vm, "fulfilled", "value", value))
}

/// Promise.allSettled Reject Element Functions, ECMA-262 27.2.4.2.3
fn settled_rejected(vm: &mut Vm, call: Call) -> Completion<Value> {
    take_result(vm, call, Combinator::AllSettled, |vm, reason| outcome(vm, "rejected", "reason", reason))
}

/// Promise.any Reject Element Functions, ECMA-262 27.2.4.3.2
fn any_rejected(vm: &mut Vm, call: Call) -> Completion<Value> {
    take_result(vm, call, Combinator::Any, |_, reason| Ok(reason))
}

fn outcome(vm: &mut Vm, status: &str, name: &str, value: Value) -> Completion<Value> {
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    let status = Value::string(vm.heap.intern_text(status));
    for (name, value) in [("status", status), (name, value)] {
        let key = vm.heap.key(name);
        vm.heap.store_property(object, key, value, Attributes::ALL)?;
    }
    Ok(Value::object(object))
}
