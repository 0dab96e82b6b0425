//! The interfaces that inherit from Event, by tables of their members: CustomEvent (DOM 2.4), ErrorEvent and
//! PromiseRejectionEvent (HTML 8.1.4), MessageEvent (HTML 9.1), ProgressEvent (XHR 5).

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Lock;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::event::{EventData, EventKind, MEMBERS, construct, data_of, initialize, read_start};
use super::target::{TargetKind, is_target};
use crate::interface::{self, Interface, Known, attributes, illegal_invocation, kept, member};
use crate::text;

/// The classes of the events with members of their own.
pub(crate) const CLASSES: [PartClass; 5] = [
    ("CustomEvent", || Box::new(EventData::new(EventKind::Custom))),
    ("ErrorEvent", || Box::new(EventData::new(EventKind::Error))),
    ("MessageEvent", || Box::new(EventData::new(EventKind::Message))),
    ("PromiseRejectionEvent", || Box::new(EventData::new(EventKind::Rejection))),
    ("ProgressEvent", || Box::new(EventData::new(EventKind::Progress))),
];

/// The type of a member, with its default.
#[derive(Copy, Clone)]
pub(super) enum Type {
    /// `any`: null without a value.
    Nullable,
    /// `any`: undefined without a value.
    Any,
    Object,
    Text,
    UsvText,
    Number,
    /// Without a limit.
    Double,
    Flag,
    /// A frozen array of ports.
    Ports,
    /// An object or null.
    Source,
}

/// An interface of events. Its members are in the order in which they are read of the options.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) known: Known,
    pub(super) needs_options: bool,
    members: &'static [(&'static str, Type)],
}

static ROWS: [Row; 6] = [
    Row { name: "Event", known: Known::Event, needs_options: false, members: &[] },
    Row {
        name: "CustomEvent",
        known: Known::CustomEvent,
        needs_options: false,
        members: &[("detail", Type::Nullable)],
    },
    Row {
        name: "ErrorEvent",
        known: Known::ErrorEvent,
        needs_options: false,
        members: &[
            ("colno", Type::Number),
            ("error", Type::Any),
            ("filename", Type::UsvText),
            ("lineno", Type::Number),
            ("message", Type::Text),
        ],
    },
    Row {
        name: "MessageEvent",
        known: Known::MessageEvent,
        needs_options: false,
        members: &[
            ("data", Type::Nullable),
            ("lastEventId", Type::Text),
            ("origin", Type::UsvText),
            ("ports", Type::Ports),
            ("source", Type::Source),
        ],
    },
    Row {
        name: "PromiseRejectionEvent",
        known: Known::PromiseRejectionEvent,
        needs_options: true,
        members: &[("promise", Type::Object), ("reason", Type::Any)],
    },
    Row {
        name: "ProgressEvent",
        known: Known::ProgressEvent,
        needs_options: false,
        members: &[("lengthComputable", Type::Flag), ("loaded", Type::Double), ("total", Type::Double)],
    },
];

impl EventKind {
    pub(super) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

/// Returns the members of an interface.
pub(super) fn members(kind: EventKind) -> &'static [(&'static str, Type)] {
    kind.row().members
}

static CUSTOM: Interface = Interface {
    known: Known::CustomEvent,
    constructor: constructor("CustomEvent", 1, |vm, call| construct(vm, call, EventKind::Custom)),
    operations: &[method("initCustomEvent", 1, init_custom_event)],
    attributes: attributes! { "detail": |vm, call| get(vm, call, EventKind::Custom, 0); },
    statics: &[],
};

static ERROR: Interface = Interface {
    known: Known::ErrorEvent,
    constructor: constructor("ErrorEvent", 1, |vm, call| construct(vm, call, EventKind::Error)),
    operations: &[],
    attributes: attributes! {
        "message": |vm, call| get(vm, call, EventKind::Error, 4);
        "filename": |vm, call| get(vm, call, EventKind::Error, 2);
        "lineno": |vm, call| get(vm, call, EventKind::Error, 3);
        "colno": |vm, call| get(vm, call, EventKind::Error, 0);
        "error": |vm, call| get(vm, call, EventKind::Error, 1);
    },
    statics: &[],
};

static MESSAGE: Interface = Interface {
    known: Known::MessageEvent,
    constructor: constructor("MessageEvent", 1, |vm, call| construct(vm, call, EventKind::Message)),
    operations: MESSAGE_OPERATIONS,
    attributes: attributes! {
        "data": |vm, call| get(vm, call, EventKind::Message, 0);
        "origin": |vm, call| get(vm, call, EventKind::Message, 2);
        "lastEventId": |vm, call| get(vm, call, EventKind::Message, 1);
        "source": |vm, call| get(vm, call, EventKind::Message, 4);
        "ports": |vm, call| get(vm, call, EventKind::Message, 3);
    },
    statics: &[],
};

static MESSAGE_OPERATIONS: &[NativeFunction] = &[method("initMessageEvent", 1, init_message_event)];

static REJECTION: Interface = Interface {
    known: Known::PromiseRejectionEvent,
    constructor: constructor("PromiseRejectionEvent", 2, |vm, call| construct(vm, call, EventKind::Rejection)),
    operations: &[],
    attributes: attributes! {
        "promise": |vm, call| get(vm, call, EventKind::Rejection, 0);
        "reason": |vm, call| get(vm, call, EventKind::Rejection, 1);
    },
    statics: &[],
};

static PROGRESS: Interface = Interface {
    known: Known::ProgressEvent,
    constructor: constructor("ProgressEvent", 1, |vm, call| construct(vm, call, EventKind::Progress)),
    operations: &[],
    attributes: attributes! {
        "lengthComputable": |vm, call| get(vm, call, EventKind::Progress, 0);
        "loaded": |vm, call| get(vm, call, EventKind::Progress, 1);
        "total": |vm, call| get(vm, call, EventKind::Progress, 2);
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder, event: [ObjectId; 2]) -> Completion<()> {
    for row in [&CUSTOM, &ERROR, &MESSAGE, &REJECTION, &PROGRESS] {
        interface::define(realm, row, Some(event))?;
    }
    Ok(())
}

/// Reads the members of an interface, which are kept.
pub(super) fn read_members(vm: &mut Vm, kind: EventKind, options: Option<ObjectId>) -> Completion<Vec<Value>> {
    let mut values = Vec::with_capacity(members(kind).len());
    for &(name, wanted) in members(kind) {
        let found = member(vm, options, name)?;
        let value = converted(vm, kind, name, wanted, found)?;
        vm.keep(value);
        values.push(value);
    }
    Ok(values)
}

/// Converts the member of an event's dictionary.
fn converted(vm: &mut Vm, kind: EventKind, name: &str, wanted: Type, found: Option<Value>) -> Completion<Value> {
    match (wanted, found) {
        (Type::Nullable | Type::Source, None) => Ok(Value::NULL),
        (Type::Any, found) => Ok(found.unwrap_or(Value::UNDEFINED)),
        (Type::Nullable, Some(value)) => Ok(value),
        (Type::Source, Some(value)) if value.is_null() || value == Value::object(vm.realm.global) => Ok(value),
        (Type::Source, Some(value))
            if value.as_object().is_some_and(|object| is_target(vm, object, TargetKind::Port)) =>
        {
            Ok(value)
        }
        (Type::Object, Some(value)) if value.is_object() => Ok(value),
        // A window, a port or a worker: only the first two are there.
        (Type::Source, _) => {
            vm.type_error("The option 'source' of MessageEvent must be null, a MessagePort or the global object")
        }
        (Type::Object, _) => vm.type_error(format!("The option '{name}' of {} must be an object", kind.row().name)),
        (Type::Text | Type::UsvText, None) => Ok(Value::string(vm.heap.intern_text(""))),
        (Type::Text, Some(value)) => Ok(Value::string(text::to_string(vm, value)?)),
        (Type::UsvText, Some(value)) => Ok(Value::string(text::to_usv_string(vm, value)?)),
        (Type::Flag, found) => Ok(Value::bool(found.is_some_and(|value| vm.heap.to_boolean(value)))),
        (Type::Number | Type::Double, None) => Ok(Value::int(0)),
        (Type::Double, Some(value)) => {
            let number = convert::to_number(vm, value)?;
            match number.is_finite() {
                true => Ok(Value::number(number)),
                false => vm.type_error(format!("The option '{name}' must be a finite number")),
            }
        }
        (Type::Number, Some(value)) => Ok(Value::number(f64::from(convert::to_uint32(vm, value)?))),
        (Type::Ports, found) => frozen_list(vm, name, found),
    }
}

/// Converts to a frozen array of ports.
fn frozen_list(vm: &mut Vm, name: &str, found: Option<Value>) -> Completion<Value> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    if let Some(found) = found {
        if !found.is_object() {
            return vm.type_error(format!("The option '{name}' is not iterable"));
        }
        iteration::sequence(vm, found, |vm, value| match value.as_object() {
            Some(object) if is_target(vm, object, TargetKind::Port) => iterate::append_value(vm, list, value),
            _ => vm.type_error(format!("The option '{name}' has a value that is not a MessagePort")),
        })?;
    }
    vm.heap.lock_object(list, Lock::Frozen)?;
    Ok(Value::object(list))
}

fn this_event(vm: &mut Vm, call: Call, kind: EventKind, name: &str) -> Completion<ObjectId> {
    let is_it = |event: &ObjectId| data_of(vm, *event).is_some_and(|data| data.kind == kind);
    match call.this.as_object().filter(is_it) {
        Some(event) => Ok(event),
        None => illegal_invocation(vm, call, &format!("{}.prototype.{name}", kind.row().name)),
    }
}

/// Reads a member by its number.
fn get(vm: &mut Vm, call: Call, kind: EventKind, number: usize) -> Completion<Value> {
    let name = members(kind).get(number).map_or("", |(name, _)| name);
    let event = this_event(vm, call, kind, name)?;
    Ok(kept(vm, event, MEMBERS + number))
}

/// CustomEvent.prototype.initCustomEvent ( type, bubbles, cancelable, detail ), DOM 2.4
fn init_custom_event(vm: &mut Vm, call: Call) -> Completion<Value> {
    let event = this_event(vm, call, EventKind::Custom, "initCustomEvent")?;
    let start = read_start(vm, call, "initCustomEvent")?;
    let detail = match call.argument(vm, 3) {
        Value::UNDEFINED => Value::NULL,
        detail => detail,
    };
    if initialize(vm, event, start) {
        hosts::set_kept_value(&mut vm.heap, event, MEMBERS, detail);
    }
    Ok(Value::UNDEFINED)
}

/// MessageEvent.prototype.initMessageEvent ( type, bubbles, cancelable, data, origin, lastEventId, source, ports ), HTML 9.1
fn init_message_event(vm: &mut Vm, call: Call) -> Completion<Value> {
    let event = this_event(vm, call, EventKind::Message, "initMessageEvent")?;
    /// The members in the order of the arguments, which begin with the fourth one.
    const PLACES: [usize; 5] = [0, 2, 1, 4, 3];
    let start = read_start(vm, call, "initMessageEvent")?;
    let mut values = [Value::UNDEFINED; PLACES.len()];
    for (index, place) in PLACES.into_iter().enumerate() {
        let (name, wanted) = members(EventKind::Message)[place];
        let found = call.argument(vm, index + 3);
        let value = converted(vm, EventKind::Message, name, wanted, Some(found).filter(|it| !it.is_undefined()))?;
        vm.keep(value);
        values[place] = value;
    }
    if initialize(vm, event, start) {
        for (place, value) in values.into_iter().enumerate() {
            hosts::set_kept_value(&mut vm.heap, event, MEMBERS + place, value);
        }
    }
    Ok(Value::UNDEFINED)
}
