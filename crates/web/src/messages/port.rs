//! MessagePort, HTML 9.4.4.

use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Lock;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{members, part, queue, record, task};
use crate::events::{self, EventKind, Target, TargetKind};
use crate::interface::{
    self, Interface, Known, attributes, illegal_constructor, illegal_invocation, kept, require_arguments,
};
use crate::{clone, dom_exception};

/// The class of ports, and the data of a new one.
pub(crate) const CLASS: PartClass = (TargetKind::Port.class().0, || Box::new(Target::new(TargetKind::Port)));

/// The kept values of a port.
const OTHER: usize = 0;
const FIRST: usize = 1;
const LAST: usize = 2;
/// Whether its messages are delivered.
const IS_STARTED: usize = 3;
/// Whether it was closed or transferred. The last one: [`TargetKind::class`] says how many there are.
const IS_DETACHED: usize = 4;

/// The place of the next message in a message.
const NEXT: usize = 2;

static PORT: Interface = Interface {
    known: Known::MessagePort,
    constructor: constructor("MessagePort", 0, illegal_constructor),
    operations: &[method("postMessage", 1, post_message), method("start", 0, start), method("close", 0, close)],
    attributes: attributes! {
        "onclose": |vm, call| get_handler(vm, call, "close"), |vm, call| set_handler(vm, call, "close");
        "onmessage": |vm, call| get_handler(vm, call, "message"), |vm, call| set_handler(vm, call, "message");
        "onmessageerror":
            |vm, call| get_handler(vm, call, "messageerror"), |vm, call| set_handler(vm, call, "messageerror");
    },
    statics: &[],
};

pub(super) static DELIVER: NativeFunction = task(deliver);
pub(super) static TELL_CLOSED: NativeFunction = task(tell_closed);

pub(super) fn install(realm: &mut RealmBuilder, target: [ObjectId; 2]) -> Completion<()> {
    interface::define(realm, &PORT, Some(target)).map(drop)
}

/// Returns whether an object is a port.
pub(crate) fn is_port(vm: &Vm, object: ObjectId) -> bool {
    events::is_target(vm, object, TargetKind::Port)
}

fn this_port(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| is_port(vm, this)) {
        Some(port) => Ok(port),
        None => illegal_invocation(vm, call, &format!("MessagePort.prototype.{what}")),
    }
}

fn set(vm: &mut Vm, port: ObjectId, place: usize, value: Value) {
    hosts::set_kept_value(&mut vm.heap, port, place, value);
}

fn flag(vm: &Vm, port: ObjectId, place: usize) -> bool {
    kept(vm, port, place) == Value::TRUE
}

/// The port at the other end.
fn other(vm: &Vm, port: ObjectId) -> Option<ObjectId> {
    kept(vm, port, OTHER).as_object().filter(|&other| is_port(vm, other))
}

/// Makes a port, which is kept.
pub(super) fn new_port(vm: &mut Vm) -> Completion<ObjectId> {
    let prototype = Known::MessagePort.of_realm(vm);
    events::new_target(vm, TargetKind::Port, prototype)
}

/// Makes two ports the ends of one another.
pub(super) fn entangle(vm: &mut Vm, [one, two]: [ObjectId; 2]) {
    set(vm, one, OTHER, Value::object(two));
    set(vm, two, OTHER, Value::object(one));
}

/// MessagePort.prototype.postMessage ( message, options )
fn post_message(vm: &mut Vm, call: Call) -> Completion<Value> {
    let port = this_port(vm, call, "postMessage")?;
    require_arguments(vm, call, 1, "MessagePort.postMessage")?;
    let transferred = clone::transfer_list(vm, call.argument(vm, 1))?;
    if transferred.contains(&port) {
        return dom_exception::throw(vm, "DataCloneError", "A port cannot be transferred through itself");
    }
    vm.work(transferred.len() as u64)?;
    let target = other(vm, port);
    let is_doomed = target.is_some_and(|target| transferred.contains(&target));
    let message = call.argument(vm, 0);
    let ports = array::new_array(vm);
    vm.keep(Value::object(ports));
    let data = clone::copied(vm, message, &transferred, Some(ports))?;
    vm.heap.lock_object(ports, Lock::Frozen)?;
    if let Some(target) = target.filter(|_| !is_doomed) {
        send(vm, target, data, ports)?;
    }
    Ok(Value::UNDEFINED)
}

/// Appends a message to those that wait at a port.
fn send(vm: &mut Vm, port: ObjectId, data: Value, ports: ObjectId) -> Completion<()> {
    let message = record(vm, [data, Value::object(ports), Value::UNDEFINED])?;
    let last = kept(vm, port, LAST);
    match last.as_object() {
        Some(last) => {
            cell::replace_element(&mut vm.heap, last, NEXT, message);
        }
        None => set(vm, port, FIRST, message),
    }
    set(vm, port, LAST, message);
    match flag(vm, port, IS_STARTED) {
        true => queue(vm, &DELIVER, [Value::object(port), Value::UNDEFINED, Value::UNDEFINED]),
        false => Ok(()),
    }
}

/// Removes the first message that waits at a port. It is kept.
fn take(vm: &mut Vm, port: ObjectId) -> Option<Value> {
    let message = kept(vm, port, FIRST);
    if !message.is_object() || flag(vm, port, IS_DETACHED) {
        return None;
    }
    vm.keep(message);
    let next = part(vm, message, NEXT);
    set(vm, port, FIRST, next);
    if !next.is_object() {
        set(vm, port, LAST, Value::UNDEFINED);
    }
    Some(message)
}

/// Takes the first message that waits at a port, which then never arrives by an event. None if none waits, or the object is no
/// port. The data are kept.
pub fn take_message(vm: &mut Vm, port: ObjectId) -> Option<Value> {
    let message = Some(port).filter(|&port| is_port(vm, port)).and_then(|port| take(vm, port))?;
    Some(part(vm, message, 0))
}

/// A task: the first message that waits at a port arrives.
fn deliver(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(port) = vm.heap.captured(call.callee, 0).as_object().filter(|&port| is_port(vm, port)) else {
        return Ok(Value::UNDEFINED);
    };
    let Some(message) = take(vm, port) else { return Ok(Value::UNDEFINED) };
    if let Some(ports) = part(vm, message, 1).as_object() {
        let data = part(vm, message, 0);
        let members = members(vm, data, ports);
        events::fire(vm, port, EventKind::Message, "message", &members)?;
    }
    Ok(Value::UNDEFINED)
}

/// MessagePort.prototype.start ( )
fn start(vm: &mut Vm, call: Call) -> Completion<Value> {
    let port = this_port(vm, call, "start")?;
    begin(vm, port)?;
    Ok(Value::UNDEFINED)
}

/// Begins to deliver the messages of a port, those that wait first.
fn begin(vm: &mut Vm, port: ObjectId) -> Completion<()> {
    if flag(vm, port, IS_STARTED) || flag(vm, port, IS_DETACHED) {
        return Ok(());
    }
    set(vm, port, IS_STARTED, Value::TRUE);
    let mut message = kept(vm, port, FIRST);
    while message.is_object() {
        let vm = &mut vm.scope();
        queue(vm, &DELIVER, [Value::object(port), Value::UNDEFINED, Value::UNDEFINED])?;
        message = part(vm, message, NEXT);
    }
    Ok(())
}

/// MessagePort.prototype.close ( )
fn close(vm: &mut Vm, call: Call) -> Completion<Value> {
    let port = this_port(vm, call, "close")?;
    let other = other(vm, port);
    set(vm, port, IS_DETACHED, Value::TRUE);
    for port in [Some(port), other].into_iter().flatten() {
        set(vm, port, OTHER, Value::UNDEFINED);
    }
    for place in [FIRST, LAST] {
        set(vm, port, place, Value::UNDEFINED);
    }
    if let Some(other) = other {
        queue(vm, &TELL_CLOSED, [Value::object(other), Value::UNDEFINED, Value::UNDEFINED])?;
    }
    Ok(Value::UNDEFINED)
}

/// A task: the other end of a port was closed.
fn tell_closed(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(port) = vm.heap.captured(call.callee, 0).as_object().filter(|&port| is_port(vm, port)) {
        events::fire(vm, port, EventKind::Event, "close", &[])?;
    }
    Ok(Value::UNDEFINED)
}

fn get_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let port = this_port(vm, call, &format!("on{name}"))?;
    events::handler(vm, port, name)
}

/// Sets a handler. That of messages starts the port.
fn set_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let port = this_port(vm, call, &format!("on{name}"))?;
    events::set_handler(vm, port, name, call.argument(vm, 0))?;
    if name == "message" {
        begin(vm, port)?;
    }
    Ok(Value::UNDEFINED)
}

/// A port that moves, and the one that takes its place.
#[derive(Copy, Clone)]
pub(crate) struct Moved {
    from: ObjectId,
    pub(crate) to: ObjectId,
}

/// Makes the port that takes the place of another one, which is kept; none where that was closed or has moved.
pub(crate) fn prepare_move(vm: &mut Vm, port: ObjectId) -> Completion<Option<Moved>> {
    if flag(vm, port, IS_DETACHED) {
        return Ok(None);
    }
    let to = new_port(vm)?;
    Ok(Some(Moved { from: port, to }))
}

/// Moves a port with its messages. False where it was closed meanwhile.
pub(crate) fn move_port(vm: &mut Vm, Moved { from, to }: Moved) -> bool {
    if flag(vm, from, IS_DETACHED) {
        return false;
    }
    for place in [FIRST, LAST] {
        let value = kept(vm, from, place);
        set(vm, to, place, value);
        set(vm, from, place, Value::UNDEFINED);
    }
    if let Some(other) = other(vm, from) {
        entangle(vm, [to, other]);
    }
    set(vm, from, OTHER, Value::UNDEFINED);
    set(vm, from, IS_DETACHED, Value::TRUE);
    true
}
