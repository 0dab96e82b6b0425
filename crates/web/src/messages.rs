//! Messages within an engine, HTML 9.4 and 9.5: MessageChannel, MessagePort, BroadcastChannel.
//!
//! ```text
//! MessagePort        data: of its target    kept: the other port, the first and the last message that wait, its state
//! a message          an array: its data, its ports, the next message
//! MessageChannel     data: nothing          kept: its two ports
//! BroadcastChannel   data: of its target    kept: its name, is it closed?
//! ```
//!
//! Data are copied when they are sent. A message arrives by a timer without a delay, so it is in the order of the other timers,
//! and counts for snapshots and limits as they do. A program waits for messages on their way, and not for ports.

mod broadcast;
mod port;

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Captured, NativeCode, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, attributes, kept, new_object, prototype_for_new, this_object};
use crate::timers;

pub(crate) use broadcast::CLASS as BROADCAST_CLASS;
pub use port::take_message;
pub(crate) use port::{CLASS as PORT_CLASS, Moved, is_port, move_port, prepare_move};

/// The class of channels, and the data of a new one.
pub(crate) const CHANNEL_CLASS: PartClass = ("MessageChannel", || Box::new(Channel));

pub(crate) static GLOBALS: &[&str] = &["MessageChannel", "MessagePort", "BroadcastChannel"];

pub(crate) static CLOSURES: &[&NativeFunction] = &[&port::DELIVER, &port::TELL_CLOSED, &broadcast::DELIVER];

/// Marks an object as a MessageChannel.
struct Channel;

impl HostData for Channel {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Channel))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static CHANNEL: Interface = Interface {
    known: Known::MessageChannel,
    constructor: constructor("MessageChannel", 0, message_channel),
    operations: &[],
    attributes: attributes! {
        "port1": |vm, call| port_of(vm, call, "port1", 0);
        "port2": |vm, call| port_of(vm, call, "port2", 1);
    },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &CHANNEL, None)?;
    let target = [Known::EventTargetConstructor, Known::EventTarget].map(|known| known.of_realm(realm.vm));
    port::install(realm, target)?;
    broadcast::install(realm, target)
}

/// new MessageChannel ( )
fn message_channel(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::MessageChannel, "MessageChannel")?;
    let channel = new_object(vm, CHANNEL_CLASS.0, prototype, Box::new(Channel))?;
    let ports = [port::new_port(vm)?, port::new_port(vm)?];
    port::entangle(vm, ports);
    for port in ports {
        hosts::keep_value(&mut vm.heap, channel, Value::object(port))?;
    }
    Ok(Value::object(channel))
}

/// get MessageChannel.prototype.port1, get MessageChannel.prototype.port2
fn port_of(vm: &mut Vm, call: Call, name: &str, place: usize) -> Completion<Value> {
    let channel = this_object::<Channel>(vm, call, &format!("get MessageChannel.prototype.{name}"))?;
    Ok(kept(vm, channel, place))
}

/// A function that a timer calls with what it has captured.
const fn task(code: NativeCode) -> NativeFunction {
    method("", 0, code).capturing([Captured::Object, Captured::Value, Captured::Value])
}

/// Queues a task.
fn queue(vm: &mut Vm, task: &'static NativeFunction, captured: [Value; 3]) -> Completion<()> {
    let function = Value::object(function::new_native_closure(vm, task, captured));
    vm.keep(function);
    if let Some(timers) = timers::of_realm(vm) {
        timers::call_soon(vm, timers, function)?;
    }
    Ok(())
}

/// Makes an array that no script sees, which is kept.
fn record<const N: usize>(vm: &mut Vm, values: [Value; N]) -> Completion<Value> {
    let record = Value::object(array::new_array_from(vm, values.to_vec())?);
    vm.keep(record);
    Ok(record)
}

/// Reads a place of a record.
fn part(vm: &Vm, record: Value, place: usize) -> Value {
    let elements = record.as_object().and_then(|record| vm.heap.elements(record).as_dense());
    elements.and_then(|elements| elements.get(place).copied()).unwrap_or(Value::UNDEFINED)
}

/// The members of a MessageEvent, in the order of its table.
fn members(vm: &mut Vm, data: Value, ports: ObjectId) -> [Value; 5] {
    let empty = Value::string(vm.heap.intern_text(""));
    [data, empty, empty, Value::object(ports), Value::NULL]
}
