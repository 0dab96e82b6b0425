//! Event, DOM 2.2.

use std::any::Any;

use ferrotape_runtime::PropertyDescriptor;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use super::kinds::Row;
use crate::interface::{
    self, Interface, Known, attributes, dictionary, flag, illegal_invocation, kept, prototype_for_new,
    require_arguments,
};
use crate::{text, timers};

/// The class of events, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Event", || Box::new(EventData::new(EventKind::Event)));

/// The kept values of all events.
pub(super) const TYPE: usize = 0;
pub(super) const TARGET: usize = 1;
pub(super) const CURRENT: usize = 2;
/// The first one of the members of an interface.
pub(super) const MEMBERS: usize = 3;

/// The interface of an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum EventKind {
    Event,
    Custom,
    Error,
    Message,
    Rejection,
    Progress,
}

impl EventKind {
    pub(super) const ALL: [EventKind; 6] = [
        EventKind::Event,
        EventKind::Custom,
        EventKind::Error,
        EventKind::Message,
        EventKind::Rejection,
        EventKind::Progress,
    ];
}

/// The flags of an event.
#[derive(Copy, Clone, Default)]
pub(super) struct Flags {
    pub(super) bubbles: bool,
    pub(super) cancelable: bool,
    pub(super) composed: bool,
    pub(super) canceled: bool,
    pub(super) stops: bool,
    pub(super) stops_at_once: bool,
    pub(super) is_dispatched: bool,
    pub(super) is_in_passive: bool,
    pub(super) is_trusted: bool,
    pub(super) is_at_target: bool,
}

impl Flags {
    /// Lists the flags in the order of their bits in a saved event: a new one goes to the end.
    fn all(&mut self) -> [&mut bool; 10] {
        let Flags {
            bubbles,
            cancelable,
            composed,
            canceled,
            stops,
            stops_at_once,
            is_dispatched,
            is_in_passive,
            is_trusted,
            is_at_target,
        } = self;
        [
            bubbles,
            cancelable,
            composed,
            canceled,
            stops,
            stops_at_once,
            is_dispatched,
            is_in_passive,
            is_trusted,
            is_at_target,
        ]
    }
}

/// Rust part of an event.
#[derive(Copy, Clone)]
pub(crate) struct EventData {
    pub(super) kind: EventKind,
    pub(super) flags: Flags,
    /// Milliseconds since the engine's clock began.
    time: f64,
}

impl EventData {
    /// Makes an event without flags, at time 0: `new_event` sets the time, and who makes the event sets its flags.
    pub(crate) const fn new(kind: EventKind) -> Self {
        let no = false;
        let flags = Flags {
            bubbles: no,
            cancelable: no,
            composed: no,
            canceled: no,
            stops: no,
            stops_at_once: no,
            is_dispatched: no,
            is_in_passive: no,
            is_trusted: no,
            is_at_target: no,
        };
        EventData { kind, flags, time: 0.0 }
    }
}

impl HostData for EventData {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.byte(self.kind as u8);
        let mut flags = self.flags;
        let bits = flags.all().into_iter().rev().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        to.number(bits);
        to.number(self.time.to_bits());
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let mut from = Reader::new(bytes, 0);
        let kind = from.byte().ok().and_then(|kind| EventKind::ALL.get(usize::from(kind)).copied());
        let (Some(kind), Ok(bits), Ok(time)) = (kind, from.number(), from.number()) else { return false };
        let mut flags = Flags::default();
        for (place, flag) in flags.all().into_iter().enumerate() {
            *flag = bits >> place & 1 != 0;
        }
        let is_right = kind == self.kind && kept == MEMBERS + super::kinds::members(kind).len() && from.left() == 0;
        *self = EventData { kind, flags, time: f64::from_bits(time) };
        is_right
    }
}

static EVENT: Interface = Interface {
    known: Known::Event,
    constructor: constructor("Event", 1, |vm, call| construct(vm, call, EventKind::Event)),
    operations: &[
        method("composedPath", 0, composed_path),
        method("stopPropagation", 0, stop_propagation),
        method("stopImmediatePropagation", 0, stop_immediate_propagation),
        method("preventDefault", 0, prevent_default),
        method("initEvent", 1, init_event),
    ],
    attributes: attributes! {
        "type": |vm, call| value(vm, call, TYPE, "type");
        "target": |vm, call| value(vm, call, TARGET, "target");
        "srcElement": |vm, call| value(vm, call, TARGET, "srcElement");
        "currentTarget": |vm, call| value(vm, call, CURRENT, "currentTarget");
        "eventPhase": event_phase;
        "cancelBubble": |vm, call| has(vm, call, "cancelBubble", |flags| flags.stops), set_cancel_bubble;
        "bubbles": |vm, call| has(vm, call, "bubbles", |flags| flags.bubbles);
        "cancelable": |vm, call| has(vm, call, "cancelable", |flags| flags.cancelable);
        "returnValue": |vm, call| has(vm, call, "returnValue", |flags| !flags.canceled), set_return_value;
        "defaultPrevented": |vm, call| has(vm, call, "defaultPrevented", |flags| flags.canceled);
        "composed": |vm, call| has(vm, call, "composed", |flags| flags.composed);
        "timeStamp": time_stamp;
    },
    statics: &[],
};

const PHASES: [&str; 4] = ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"];

static IS_TRUSTED: NativeFunction =
    method("get isTrusted", 0, |vm, call| has(vm, call, "isTrusted", |flags| flags.is_trusted));

/// Defines Event with its phases. The getter of `isTrusted` is shared, as each event has that property of its own.
pub(super) fn install(realm: &mut RealmBuilder) -> Completion<[ObjectId; 2]> {
    let event = interface::define(realm, &EVENT, None)?;
    for object in event {
        for (number, name) in (0..).zip(PHASES) {
            realm.value(object, name, Value::int(number), Attributes::ENUMERABLE)?;
        }
    }
    let is_trusted = function::new_native_function(realm.vm, &IS_TRUSTED);
    realm::set_further(realm.vm, Known::IsTrusted as usize, is_trusted);
    Ok(event)
}

/// The constructor of an interface of events, DOM 2.5.
pub(super) fn construct(vm: &mut Vm, call: Call, kind: EventKind) -> Completion<Value> {
    let Row { name, known, needs_options, .. } = *kind.row();
    let prototype = prototype_for_new(vm, call, known, name)?;
    require_arguments(vm, call, 1 + usize::from(needs_options), &format!("{name} constructor"))?;
    let text = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let options = dictionary(vm, call.argument(vm, 1), "The options of an event")?;
    let mut data = EventData::new(kind);
    data.flags.bubbles = flag(vm, options, "bubbles")?;
    data.flags.cancelable = flag(vm, options, "cancelable")?;
    data.flags.composed = flag(vm, options, "composed")?;
    let members = super::kinds::read_members(vm, kind, options)?;
    Ok(Value::object(new_event(vm, prototype, data, text, &members)?))
}

/// Makes an event of the engine's own, which scripts see as a trusted one.
pub(crate) fn new_trusted(
    vm: &mut Vm,
    kind: EventKind,
    name: &str,
    cancelable: bool,
    members: &[Value],
) -> Completion<ObjectId> {
    let prototype = kind.row().known.of_realm(vm);
    let text = Value::string(vm.heap.intern_text(name));
    let mut data = EventData::new(kind);
    (data.flags.is_trusted, data.flags.cancelable) = (true, cancelable);
    new_event(vm, prototype, data, text, members)
}

/// Makes an event, which is kept. Its members are kept by the caller.
fn new_event(
    vm: &mut Vm,
    prototype: ObjectId,
    data: EventData,
    text: Value,
    members: &[Value],
) -> Completion<ObjectId> {
    vm.keep(text);
    let time = timers::of_realm(vm).map_or(0.0, |timers| timers::now_in_milliseconds(vm, timers));
    let data = EventData { time, ..data };
    let event = interface::new_object(vm, data.kind.row().name, prototype, Box::new(data))?;
    for value in [text, Value::NULL, Value::NULL].iter().chain(members) {
        hosts::keep_value(&mut vm.heap, event, *value)?;
    }
    let getter = Value::object(Known::IsTrusted.of_realm(vm));
    let descriptor = PropertyDescriptor::accessor(getter, Value::UNDEFINED, Attributes::ENUMERABLE);
    let key = vm.heap.key("isTrusted");
    object::define_property_or_throw(vm, event, key, &descriptor)?;
    Ok(event)
}

/// Returns the data of an event.
pub(super) fn data_of(vm: &Vm, event: ObjectId) -> Option<EventData> {
    hosts::host_data::<EventData>(&vm.heap, event).copied()
}

/// Changes the flags of an event.
pub(super) fn change(vm: &mut Vm, event: ObjectId, change: impl FnOnce(&mut Flags)) {
    hosts::change_host_data(&mut vm.heap, event, |data: &mut EventData| change(&mut data.flags));
}

/// The brand check of members of Event.
fn this_event(vm: &mut Vm, call: Call, what: &str) -> Completion<(ObjectId, EventData)> {
    let event = call.this.as_object().and_then(|event| Some((event, data_of(vm, event)?)));
    match event {
        Some(event) => Ok(event),
        None => illegal_invocation(vm, call, &format!("Event.prototype.{what}")),
    }
}

/// Reads a kept value of an event.
fn value(vm: &mut Vm, call: Call, place: usize, what: &str) -> Completion<Value> {
    let (event, _) = this_event(vm, call, what)?;
    Ok(kept(vm, event, place))
}

/// Reads a flag of an event.
fn has(vm: &mut Vm, call: Call, what: &str, read: fn(Flags) -> bool) -> Completion<Value> {
    let (_, data) = this_event(vm, call, what)?;
    Ok(Value::bool(read(data.flags)))
}

/// get Event.prototype.eventPhase
fn event_phase(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, data) = this_event(vm, call, "eventPhase")?;
    Ok(Value::int(if data.flags.is_at_target { 2 } else { 0 }))
}

/// get Event.prototype.timeStamp
fn time_stamp(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_event(vm, call, "timeStamp").map(|(_, data)| Value::number(data.time))
}

/// Event.prototype.composedPath ( ): the current target alone, as there are no trees.
fn composed_path(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "composedPath")?;
    let current = kept(vm, event, CURRENT);
    let path = if current.is_object() { vec![current] } else { Vec::new() };
    Ok(Value::object(array::new_array_from(vm, path)?))
}

/// Event.prototype.stopPropagation ( )
fn stop_propagation(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "stopPropagation")?;
    change(vm, event, |flags| flags.stops = true);
    Ok(Value::UNDEFINED)
}

/// Event.prototype.stopImmediatePropagation ( )
fn stop_immediate_propagation(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "stopImmediatePropagation")?;
    change(vm, event, |flags| (flags.stops, flags.stops_at_once) = (true, true));
    Ok(Value::UNDEFINED)
}

/// set Event.prototype.cancelBubble
fn set_cancel_bubble(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "cancelBubble")?;
    if vm.heap.to_boolean(call.argument(vm, 0)) {
        change(vm, event, |flags| flags.stops = true);
    }
    Ok(Value::UNDEFINED)
}

/// Sets the canceled flag, DOM 2.2.
pub(super) fn cancel(vm: &mut Vm, event: ObjectId) {
    change(vm, event, |flags| flags.canceled |= flags.cancelable && !flags.is_in_passive);
}

/// Event.prototype.preventDefault ( )
fn prevent_default(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "preventDefault")?;
    cancel(vm, event);
    Ok(Value::UNDEFINED)
}

/// set Event.prototype.returnValue
fn set_return_value(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "returnValue")?;
    if !vm.heap.to_boolean(call.argument(vm, 0)) {
        cancel(vm, event);
    }
    Ok(Value::UNDEFINED)
}

/// Event.prototype.initEvent ( type, bubbles, cancelable )
fn init_event(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (event, _) = this_event(vm, call, "initEvent")?;
    let start = read_start(vm, call, "initEvent")?;
    initialize(vm, event, start);
    Ok(Value::UNDEFINED)
}

/// Converts the first three arguments of what initializes an event again: its type, which is kept, whether it bubbles, and
/// whether it can be canceled.
pub(super) fn read_start(vm: &mut Vm, call: Call, what: &str) -> Completion<(Value, [bool; 2])> {
    require_arguments(vm, call, 1, what)?;
    let text = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    Ok((text, [1, 2].map(|index| vm.heap.to_boolean(call.argument(vm, index)))))
}

/// Initializes an event again, DOM 2.2. Nothing while it is dispatched: then false.
pub(super) fn initialize(vm: &mut Vm, event: ObjectId, (text, [bubbles, cancelable]): (Value, [bool; 2])) -> bool {
    if data_of(vm, event).is_none_or(|data| data.flags.is_dispatched) {
        return false;
    }
    change(vm, event, |flags| *flags = Flags { bubbles, cancelable, composed: flags.composed, ..Flags::default() });
    hosts::set_kept_value(&mut vm.heap, event, TYPE, text);
    hosts::set_kept_value(&mut vm.heap, event, TARGET, Value::NULL);
    true
}
