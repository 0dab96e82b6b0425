//! The timer functions of scripts: `setTimeout`, `setInterval`, `setImmediate` and the functions that clear timers.
//!
//! The numbers of timers are numbers, as HTML has it, where the host has not asked for objects ([`super::use_timer_objects`]).
//! They are of one kind: each of the three functions clears whatever it is given.
//! A timer calls a function; texts are not run. `setImmediate`, which is Node's, is a timeout of no time that does not become
//! slower where it is nested: who calls it wants just that.

use std::time::Duration;

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, TIMER};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{When, objects};
use crate::define_global_closures;

static FUNCTIONS: &[NativeFunction] = &[
    method("setTimeout", 1, set_timeout),
    method("setInterval", 1, set_interval),
    method("setImmediate", 1, set_immediate),
    method("clearTimeout", 0, clear),
    method("clearInterval", 0, clear),
    method("clearImmediate", 0, clear),
];

pub(super) fn install(realm: &mut RealmBuilder, timers: ObjectId) -> Completion<()> {
    define_global_closures(realm, FUNCTIONS, Value::object(timers))
}

/// Defines the first three again, which give objects then.
pub(super) fn use_objects(realm: &mut RealmBuilder, timers: ObjectId) -> Completion<()> {
    let timeouts = objects::new_prototype(realm, timers, &objects::TIMEOUT)?;
    let immediates = objects::new_prototype(realm, timers, &objects::IMMEDIATE)?;
    let global = realm.vm.realm.global;
    for function in &FUNCTIONS[..SETTERS] {
        let prototype = if function.name == "setImmediate" { immediates } else { timeouts };
        let captured = [Value::object(timers), Value::object(prototype), Value::UNDEFINED];
        let closure = function::new_native_closure(realm.vm, function, captured);
        realm.value(global, function.name, Value::object(closure), Attributes::ALL)?;
    }
    Ok(())
}

/// Number of functions that make timers.
const SETTERS: usize = 3;

/// setTimeout ( handler, timeout, ...arguments )
fn set_timeout(vm: &mut Vm, call: Call) -> Completion<Value> {
    set(vm, call, 2, When::After)
}

/// setInterval ( handler, timeout, ...arguments )
fn set_interval(vm: &mut Vm, call: Call) -> Completion<Value> {
    set(vm, call, 2, When::Every)
}

/// setImmediate ( handler, ...arguments )
fn set_immediate(vm: &mut Vm, call: Call) -> Completion<Value> {
    set(vm, call, 1, |_| When::Immediately)
}

/// Creates a timer. The arguments of its function come after `skipped` arguments.
fn set(vm: &mut Vm, call: Call, skipped: usize, when: fn(Duration) -> When) -> Completion<Value> {
    let Some(timers) = vm.heap.captured(call.callee, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let function = call.argument(vm, 0);
    if !vm.heap.is_callable(function) {
        return refuse(vm, call, function);
    }
    // Converts to a long as in Web IDL. Negative timeouts are 0.
    let timeout = if skipped > 1 {
        let argument = call.argument(vm, 1);
        convert::to_int32(vm, argument)?
    } else {
        0
    };
    let after = Duration::from_millis(u64::try_from(timeout).unwrap_or(0));
    let count = call.argument_count().saturating_sub(skipped);
    vm.work(count as u64 / ARGUMENTS_PER_TICK + 1)?;
    vm.heap.room((count + 1).saturating_mul(size_of::<Value>()))?;
    let mut called = Vec::with_capacity(count + 1);
    called.push(function);
    called.extend(call.arguments(vm).iter().skip(skipped));
    let action = super::new_action(vm, called)?;
    let id = super::add(vm, timers, action, when(after))?;
    match vm.heap.captured(call.callee, 1).as_object() {
        Some(prototype) => objects::new_timer(vm, prototype, id, action, after),
        None => Ok(Value::number(id as f64)),
    }
}

/// Throws the TypeError for what is no function: with Node's code where timers are as Node's.
fn refuse(vm: &mut Vm, call: Call, found: Value) -> Completion<Value> {
    let found = messages::describe(vm, found);
    let thrown: Completion<Value> = vm.type_error(messages::not_callable(&found));
    if let Err(Throw::Exception(error)) = &thrown
        && let Some(error) = error.as_object()
        && vm.heap.captured(call.callee, 1).is_object()
    {
        vm.keep(Value::object(error));
        let key = vm.heap.key("code");
        let code = vm.heap.intern_text("ERR_INVALID_ARG_TYPE");
        vm.heap.store_property(error, key, Value::string(code), Attributes::ALL)?;
    }
    thrown
}

/// clearTimeout ( id )
fn clear(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(timers) = vm.heap.captured(call.callee, 0).as_object() else { return Ok(Value::UNDEFINED) };
    let argument = call.argument(vm, 0);
    let id = match objects::number_of(vm, argument) {
        Some(number) => number,
        None => convert::to_number(vm, argument)?,
    };
    if id >= 1.0 {
        vm.work(TIMER)?;
        super::clear(vm, timers, id as u64);
        objects::forget_action(vm, argument)?;
    }
    Ok(Value::UNDEFINED)
}

/// Calls the function of a timer with its arguments, and with what followed the code that has set it. That stays for who is told
/// of an exception.
pub(super) fn call_action(vm: &mut Vm, kept: Value) -> Completion<()> {
    let Some(&[context, action]) = elements(vm, kept) else { return Ok(()) };
    let Some([function, arguments @ ..]) = elements(vm, action) else { return Ok(()) };
    let function = *function;
    // A restored value can be anything.
    if !vm.heap.is_callable(function) {
        return Ok(());
    }
    let arguments: Vec<Value> =
        arguments.iter().map(|&value| if value.is_empty() { Value::UNDEFINED } else { value }).collect();
    vm.agent.async_context = if context.is_empty() { Value::UNDEFINED } else { context };
    vm.call(function, Value::UNDEFINED, &arguments).map(drop)
}

fn elements(vm: &Vm, array: Value) -> Option<&[Value]> {
    vm.heap.elements(array.as_object()?).as_dense()
}
