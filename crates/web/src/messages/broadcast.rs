//! BroadcastChannel, HTML 9.5. Channels of one realm hear each other.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Lock;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{members, queue, task};
use crate::events::{self, EventKind, Target, TargetKind};
use crate::interface::{
    self, Interface, Known, attributes, illegal_invocation, kept, prototype_for_new, require_arguments,
};
use crate::{clone, dom_exception, text};

/// The class of channels, and the data of a new one.
pub(crate) const CLASS: PartClass = (TargetKind::Broadcast.class().0, || Box::new(Target::new(TargetKind::Broadcast)));

/// The kept values of a channel.
const NAME: usize = 0;
/// Whether it was closed. The last one: [`TargetKind::class`] says how many there are.
const IS_CLOSED: usize = 1;

static BROADCAST: Interface = Interface {
    known: Known::BroadcastChannel,
    constructor: constructor("BroadcastChannel", 1, broadcast_channel),
    operations: &[method("postMessage", 1, post_message), method("close", 0, close)],
    attributes: attributes! {
        "name": name;
        "onmessage": |vm, call| get_handler(vm, call, "message"), |vm, call| set_handler(vm, call, "message");
        "onmessageerror":
            |vm, call| get_handler(vm, call, "messageerror"), |vm, call| set_handler(vm, call, "messageerror");
    },
    statics: &[],
};

pub(super) static DELIVER: NativeFunction = task(deliver);

pub(super) fn install(realm: &mut RealmBuilder, target: [ObjectId; 2]) -> Completion<()> {
    interface::define(realm, &BROADCAST, Some(target))?;
    let prototype = realm::intrinsics(realm.vm).set_prototype;
    let open = collections::new_collection(&mut realm.vm.heap, prototype, CollectionKind::Set);
    realm::set_further(realm.vm, Known::OpenChannels as usize, open);
    Ok(())
}

fn is_channel(vm: &Vm, object: ObjectId) -> bool {
    events::is_target(vm, object, TargetKind::Broadcast)
}

fn this_channel(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| is_channel(vm, this)) {
        Some(channel) => Ok(channel),
        None => illegal_invocation(vm, call, &format!("BroadcastChannel.prototype.{what}")),
    }
}

/// new BroadcastChannel ( name )
fn broadcast_channel(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::BroadcastChannel, "BroadcastChannel")?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, "BroadcastChannel")?;
    let name = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let channel = events::new_target(vm, TargetKind::Broadcast, prototype)?;
    hosts::set_kept_value(&mut vm.heap, channel, NAME, name);
    let (open, channel) = (Known::OpenChannels.of_realm(vm), Value::object(channel));
    collections::collect_value(&mut vm.heap, open, channel, channel)?;
    Ok(channel)
}

/// get BroadcastChannel.prototype.name
fn name(vm: &mut Vm, call: Call) -> Completion<Value> {
    let channel = this_channel(vm, call, "name")?;
    Ok(kept(vm, channel, NAME))
}

fn is_closed(vm: &Vm, channel: ObjectId) -> bool {
    kept(vm, channel, IS_CLOSED) == Value::TRUE
}

/// BroadcastChannel.prototype.postMessage ( message )
fn post_message(vm: &mut Vm, call: Call) -> Completion<Value> {
    let channel = this_channel(vm, call, "postMessage")?;
    require_arguments(vm, call, 1, "BroadcastChannel.postMessage")?;
    if is_closed(vm, channel) {
        return dom_exception::throw(vm, "InvalidStateError", "The channel is closed");
    }
    let (message, name) = (call.argument(vm, 0), kept(vm, channel, NAME));
    // Also what nobody hears must be what can be copied. The receivers' copies are made of this one.
    let message = clone::copied(vm, message, &[], None)?;
    let open = Known::OpenChannels.of_realm(vm);
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, open, position)? {
        position = step.next;
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let Some(receiver) = step.key.as_object().filter(|&receiver| receiver != channel && is_channel(vm, receiver))
        else {
            continue;
        };
        let its_name = kept(vm, receiver, NAME);
        if text::is_same(vm, its_name, name)? {
            let data = clone::copied(vm, message, &[], None)?;
            queue(vm, &DELIVER, [Value::object(receiver), data, Value::UNDEFINED])?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// A task: a message arrives at a channel, unless that was closed meanwhile.
fn deliver(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [channel, data] = [0, 1].map(|place| vm.heap.captured(call.callee, place));
    if let Some(channel) = channel.as_object().filter(|&channel| is_channel(vm, channel) && !is_closed(vm, channel)) {
        let ports = array::new_array(vm);
        vm.keep(Value::object(ports));
        vm.heap.lock_object(ports, Lock::Frozen)?;
        let members = members(vm, data, ports);
        events::fire(vm, channel, EventKind::Message, "message", &members)?;
    }
    Ok(Value::UNDEFINED)
}

/// BroadcastChannel.prototype.close ( )
fn close(vm: &mut Vm, call: Call) -> Completion<Value> {
    let channel = this_channel(vm, call, "close")?;
    hosts::set_kept_value(&mut vm.heap, channel, IS_CLOSED, Value::TRUE);
    let open = Known::OpenChannels.of_realm(vm);
    collections::remove_collected(&mut vm.heap, open, Value::object(channel))?;
    Ok(Value::UNDEFINED)
}

fn get_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let channel = this_channel(vm, call, &format!("on{name}"))?;
    events::handler(vm, channel, name)
}

fn set_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let channel = this_channel(vm, call, &format!("on{name}"))?;
    events::set_handler(vm, channel, name, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}
