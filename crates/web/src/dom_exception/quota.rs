//! QuotaExceededError, a DOMException with two numbers more: Web IDL 2.8.3.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::{Heap, ObjectId, StringId};
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbol::{EXCEPTION_QUOTA, EXCEPTION_REQUESTED};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, attributes, dictionary, illegal_invocation, member, prototype_for_new};

const NAME: &str = "QuotaExceededError";

static INTERFACE: Interface = Interface {
    known: Known::QuotaExceededError,
    constructor: constructor(NAME, 0, quota_exceeded_error),
    operations: &[],
    attributes: attributes! {
        "quota": |vm, call| amount_of(vm, call, 0, "quota");
        "requested": |vm, call| amount_of(vm, call, 1, "requested");
    },
    statics: &[],
};

/// Defines the class below DOMException, which is given by its constructor and its prototype.
pub(super) fn install(realm: &mut RealmBuilder, parent: [ObjectId; 2]) -> Completion<()> {
    interface::define(realm, &INTERFACE, Some(parent)).map(drop)
}

/// new QuotaExceededError ( message, options )
fn quota_exceeded_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::QuotaExceededError, NAME)?;
    vm.keep(Value::object(prototype));
    let [message, options] = [0, 1].map(|index| call.argument(vm, index));
    let message = super::message_of(vm, message)?;
    let options = dictionary(vm, options, "The options of a QuotaExceededError")?;
    let quota = option(vm, options, "quota")?;
    let requested = option(vm, options, "requested")?;
    for (name, amount) in [("quota", quota), ("requested", requested)] {
        if amount.is_some_and(|amount| amount < 0.0) {
            return vm.range_error(format!("The option '{name}' must not be negative"));
        }
    }
    if quota.zip(requested).is_some_and(|(quota, requested)| requested < quota) {
        return vm.range_error("The option 'requested' must not be less than 'quota'");
    }
    let amounts = [quota, requested].map(|amount| amount.map_or(Value::NULL, Value::number));
    new_error(vm, prototype, message, amounts)
}

/// Reads a member of the options, a double of Web IDL 3.2.8.
fn option(vm: &mut Vm, options: Option<ObjectId>, name: &str) -> Completion<Option<f64>> {
    let Some(value) = member(vm, options, name)? else { return Ok(None) };
    let number = convert::to_number(vm, value)?;
    match number.is_finite() {
        true => Ok(Some(number)),
        false => vm.type_error(format!("The option '{name}' must be a finite number")),
    }
}

/// Creates an error with its message, and its quota and what was requested: numbers or null. The result is not kept.
fn new_error(vm: &mut Vm, prototype: ObjectId, message: StringId, amounts: [Value; 2]) -> Completion<Value> {
    let name = vm.heap.intern_text(NAME);
    vm.keep(Value::string(name));
    let error = super::new_exception(vm, prototype, name, message)?;
    if let Some(object) = error.as_object() {
        vm.keep(error);
        for (key, amount) in [EXCEPTION_QUOTA, EXCEPTION_REQUESTED].into_iter().zip(amounts) {
            vm.heap.store_property(object, key, amount, Attributes::NONE)?;
        }
    }
    Ok(error)
}

/// Makes an error of the current realm with its message, which is kept, and its amounts. The result is not kept.
pub(super) fn make(vm: &mut Vm, message: StringId, amounts: [Value; 2]) -> Completion<Value> {
    let prototype = Known::QuotaExceededError.of_realm(vm);
    new_error(vm, prototype, message, amounts)
}

/// Throws an error of the current realm that names no quota.
pub(crate) fn throw<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    let message = vm.heap.new_string(message);
    vm.keep(Value::string(message));
    Err(Throw::Exception(make(vm, message, [Value::NULL; 2])?))
}

/// Returns the quota of a QuotaExceededError of any realm, and what was requested.
pub(super) fn amounts(heap: &Heap, object: ObjectId) -> Option<[Value; 2]> {
    if !matches!(heap.kind(object), Kind::Error(_)) {
        return None;
    }
    Some([shown::own_data(heap, object, EXCEPTION_QUOTA)?, shown::own_data(heap, object, EXCEPTION_REQUESTED)?])
}

/// The getter of an attribute.
fn amount_of(vm: &mut Vm, call: Call, index: usize, attribute: &str) -> Completion<Value> {
    match call.this.as_object().and_then(|object| amounts(&vm.heap, object)) {
        Some(amounts) => Ok(amounts[index]),
        None => illegal_invocation(vm, call, &format!("get QuotaExceededError.prototype.{attribute}")),
    }
}
