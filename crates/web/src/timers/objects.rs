//! Timers as objects, for hosts whose programs are Node's: results of `setTimeout` have `ref`, `unref`, `hasRef`,
//! `refresh`, `close` and `[Symbol.dispose]`, and convert to numbers.
//!
//! An object has the number of its timer, the action and the time as properties that are not enumerable. A timer with
//! `unref` fires only while something else keeps the program alive.

use std::time::Duration;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::keys;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{Timers, When};

const NUMBER: &str = "_timerNumber";
const ACTION: &str = "_timerAction";
const MILLISECONDS: &str = "_timerMilliseconds";

static METHODS: &[NativeFunction] = &[
    method("ref", 0, set_ref),
    method("unref", 0, set_unref),
    method("hasRef", 0, has_ref),
    method("refresh", 0, refresh),
    method("close", 0, close),
];

static TO_PRIMITIVE: NativeFunction = method("[Symbol.toPrimitive]", 0, to_primitive);

static DISPOSE: NativeFunction = method("[Symbol.dispose]", 0, dispose);

/// A class of timers: its name, how many of the methods it has, and whether its objects are numbers where one is asked for.
pub(super) struct TimerClass {
    constructor: NativeFunction,
    methods: usize,
    is_number: bool,
}

pub(super) static TIMEOUT: TimerClass =
    TimerClass { constructor: method("Timeout", 0, nothing), methods: METHODS.len(), is_number: true };

/// Of `setImmediate`: there is no time to begin anew.
pub(super) static IMMEDIATE: TimerClass =
    TimerClass { constructor: method("Immediate", 0, nothing), methods: 3, is_number: false };

/// The prototype of timers of a class in the current realm.
pub(super) fn new_prototype(
    realm: &mut RealmBuilder,
    timers: ObjectId,
    class: &'static TimerClass,
) -> Completion<ObjectId> {
    let parent = realm::intrinsics(realm.vm).object_prototype;
    let prototype = realm.vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
    realm.vm.keep(Value::object(prototype));
    let captured = [Value::object(timers), Value::UNDEFINED, Value::UNDEFINED];
    for method in METHODS.iter().take(class.methods) {
        let function = function::new_native_closure(realm.vm, method, captured);
        realm.value(prototype, method.name, Value::object(function), Attributes::METHOD)?;
    }
    if class.is_number {
        let number = Value::object(function::new_native_closure(realm.vm, &TO_PRIMITIVE, captured));
        realm.vm.heap.store_property(prototype, symbols::TO_PRIMITIVE, number, Attributes::METHOD)?;
    }
    let dispose = Value::object(function::new_native_closure(realm.vm, &DISPOSE, captured));
    realm.vm.heap.store_property(prototype, symbols::DISPOSE, dispose, Attributes::METHOD)?;
    // What a timer is called where it is shown.
    let constructor = function::new_native_closure(realm.vm, &class.constructor, captured);
    realm.value(constructor, "prototype", Value::object(prototype), Attributes::NONE)?;
    realm.vm.heap.store_property(prototype, keys::CONSTRUCTOR, Value::object(constructor), Attributes::METHOD)?;
    Ok(prototype)
}

/// The object of a new timer.
pub(super) fn new_timer(
    vm: &mut Vm,
    prototype: ObjectId,
    number: u64,
    action: Value,
    after: Duration,
) -> Completion<Value> {
    let timer = vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Ordinary);
    let after = Value::number(after.as_millis() as f64);
    for (name, value) in [(NUMBER, Value::number(number as f64)), (ACTION, action), (MILLISECONDS, after)] {
        let key = vm.heap.key(name);
        vm.heap.store_property(timer, key, value, Attributes::WRITABLE)?;
    }
    Ok(Value::object(timer))
}

/// Makes a timer's object forget its action, so that it does not come again: it was cleared.
pub(super) fn forget_action(vm: &mut Vm, timer: Value) -> Completion<()> {
    if let Some(object) = timer.as_object()
        && property(vm, object, ACTION).is_some()
    {
        let key = vm.heap.key(ACTION);
        object::set(vm, object, key, Value::UNDEFINED, false)?;
    }
    Ok(())
}

/// The number of a timer's object; none for other values.
pub(super) fn number_of(vm: &mut Vm, timer: Value) -> Option<f64> {
    property(vm, timer.as_object()?, NUMBER)?.as_number()
}

fn property(vm: &mut Vm, timer: ObjectId, name: &str) -> Option<Value> {
    let key = vm.heap.key(name);
    shown::own_data(&vm.heap, timer, key)
}

/// The timers, and the number of the one that a method was called on.
fn called_on(vm: &mut Vm, call: Call) -> Completion<(ObjectId, ObjectId, u64)> {
    let timers = vm.heap.captured(call.callee, 0).as_object();
    let timer = call.this.as_object();
    let number = timer.and_then(|timer| property(vm, timer, NUMBER)).and_then(Value::as_number);
    match (timers, timer, number) {
        (Some(timers), Some(timer), Some(number)) => Ok((timers, timer, number as u64)),
        _ => vm.type_error("a method of a timer was called on something else"),
    }
}

fn set_ref(vm: &mut Vm, call: Call) -> Completion<Value> {
    wait_for(vm, call, true)
}

fn set_unref(vm: &mut Vm, call: Call) -> Completion<Value> {
    wait_for(vm, call, false)
}

fn wait_for(vm: &mut Vm, call: Call, is_waited_for: bool) -> Completion<Value> {
    let (timers, _, number) = called_on(vm, call)?;
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.wait_for(number, is_waited_for));
    Ok(call.this)
}

fn has_ref(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (timers, _, number) = called_on(vm, call)?;
    let timers = hosts::host_data::<Timers>(&vm.heap, timers);
    Ok(Value::bool(timers.is_some_and(|timers| timers.is_waited_for(number))))
}

/// Restarts the time of the timer, even if it has fired.
fn refresh(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (timers, timer, number) = called_on(vm, call)?;
    let begun =
        hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.begin_anew(number)) == Some(true);
    if !begun && let Some(action) = property(vm, timer, ACTION).filter(|action| action.is_object()) {
        let after = property(vm, timer, MILLISECONDS).and_then(Value::as_number).unwrap_or(0.0);
        let again = super::add(vm, timers, action, When::After(Duration::from_millis(after as u64)))?;
        let key = vm.heap.key(NUMBER);
        object::set(vm, timer, key, Value::number(again as f64), false)?;
    }
    Ok(call.this)
}

fn close(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (timers, _, number) = called_on(vm, call)?;
    super::clear(vm, timers, number);
    forget_action(vm, call.this)?;
    Ok(call.this)
}

/// Clears the timer at the end of the block of a `using` declaration.
fn dispose(vm: &mut Vm, call: Call) -> Completion<Value> {
    close(vm, call)?;
    Ok(Value::UNDEFINED)
}

fn to_primitive(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, _, number) = called_on(vm, call)?;
    Ok(Value::number(number as f64))
}

fn nothing(_: &mut Vm, _: Call) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}
