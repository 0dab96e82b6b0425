//! EventTarget, DOM 2.7: its state, and what scripts call.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use super::dispatch;
use super::event::{self, EventData};
use super::listeners::{self, Listener, Wanted};
use crate::abort;
use crate::interface::{
    self, Interface, Known, attributes, dictionary, flag, illegal_invocation, member, new_object, prototype_for_new,
    require_arguments,
};
use crate::{dom_exception, text};

/// The class of event targets, and the data of a new one.
pub(crate) const CLASS: PartClass = (TargetKind::Plain.class().0, || Box::new(Target::new(TargetKind::Plain)));

/// Further roles of a target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum TargetKind {
    Plain,
    /// The global object's target.
    Global,
    Signal,
    Port,
    Broadcast,
    Performance,
    FileReader,
}

impl TargetKind {
    const ALL: [TargetKind; 7] = [
        TargetKind::Plain,
        TargetKind::Global,
        TargetKind::Signal,
        TargetKind::Port,
        TargetKind::Broadcast,
        TargetKind::Performance,
        TargetKind::FileReader,
    ];

    /// Returns the class, and how many kept values come before those of the listeners.
    pub(crate) const fn class(self) -> (&'static str, usize) {
        match self {
            TargetKind::Plain | TargetKind::Global => ("EventTarget", 0),
            TargetKind::Signal => ("AbortSignal", 5),
            TargetKind::Port => ("MessagePort", 5),
            TargetKind::Performance => ("Performance", 0),
            TargetKind::FileReader => ("FileReader", 4),
            TargetKind::Broadcast => ("BroadcastChannel", 2),
        }
    }
}

/// Rust part of a target.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) kind: TargetKind,
    /// By their numbers.
    pub(super) listeners: BTreeMap<u64, Listener>,
    /// Keys of the listeners with their numbers, once there are many. Copies of the target make their own.
    pub(super) index: Option<BTreeSet<(u64, u64)>>,
    /// The last number of a listener.
    pub(super) made: u64,
    /// Free places among the kept values.
    pub(super) free: Vec<u32>,
    /// Whether a signal is aborted, or the global object reports an error.
    pub(crate) is_marked: bool,
    /// Whether a signal follows others.
    pub(crate) is_dependent: bool,
    /// Whether the sources of a signal count it among those that somebody waits for.
    pub(crate) is_counted: bool,
    /// Number of things that a signal would abort, and for which somebody waits.
    pub(crate) busy: u32,
    /// Number of those that follow a signal, and for which somebody waits.
    pub(crate) awaited: u32,
    /// The number of a signal's timer, or 0.
    pub(crate) timer: u64,
}

impl Target {
    /// Makes a target without listeners. That of a signal is not aborted, and has neither sources nor a timer.
    pub(crate) fn new(kind: TargetKind) -> Self {
        Target {
            kind,
            listeners: BTreeMap::new(),
            index: None,
            made: 0,
            free: Vec::new(),
            is_marked: false,
            is_dependent: false,
            is_counted: false,
            busy: 0,
            awaited: 0,
            timer: 0,
        }
    }

    /// Returns the place of the type among the kept values. The callback follows it.
    pub(super) fn place(&self, listener: &Listener) -> usize {
        self.kind.class().1 + 2 * listener.place as usize
    }

    pub(crate) fn has_listeners(&self) -> bool {
        !self.listeners.is_empty()
    }

    /// Returns whether somebody waits for a signal itself: who listens to it, or for what it would abort.
    pub(crate) fn is_waited_for(&self) -> bool {
        self.has_listeners() || self.busy > 0
    }

    /// Counts one of those that follow a signal as waited for, or no longer.
    pub(crate) fn count(&mut self, is_counted: bool) {
        self.awaited = match is_counted {
            true => self.awaited.saturating_add(1),
            false => self.awaited.saturating_sub(1),
        };
    }

    /// Restores a target from bytes that may be any. Each listener has a place of its own among the kept values, and
    /// numbers ascend.
    fn read(&mut self, bytes: &[u8], kept: usize) -> Option<()> {
        let mut from = Reader::new(bytes, 0);
        let kind = TargetKind::ALL.get(usize::from(from.byte().ok()?)).copied()?;
        // The global object's has the same class as plain ones.
        if kind.class().0 != self.kind.class().0 {
            return None;
        }
        let bits = from.byte().ok()?;
        let mut target = Target { is_marked: bits & 1 != 0, is_dependent: bits & 2 != 0, ..Target::new(kind) };
        target.is_counted = bits & 4 != 0;
        target.busy = from.number().ok()?.try_into().ok()?;
        target.awaited = from.number().ok()?.try_into().ok()?;
        target.timer = from.number().ok()?;
        target.made = from.number().ok().filter(|&made| made <= listeners::MOST)?;
        let places = kept.checked_sub(kind.class().1)? / 2;
        let mut is_free = vec![true; places];
        for _ in 0..from.count(1).ok()? {
            let (number, place) = (from.number().ok()?, usize::try_from(from.number().ok()?).ok()?);
            let flags = from.byte().ok()?;
            let last = target.listeners.last_key_value().map_or(0, |(&last, _)| last);
            let is_new = last < number && number <= target.made;
            if !is_new || !std::mem::replace(is_free.get_mut(place)?, false) {
                return None;
            }
            target.listeners.insert(number, Listener::read(number, place as u32, flags));
        }
        target.free = (0..places as u32).filter(|&place| is_free[place as usize]).collect();
        *self = target;
        (from.left() == 0).then_some(())
    }
}

impl HostData for Target {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.listeners.len() * listeners::LISTENER_BYTES
            + self.index.as_ref().map_or(0, BTreeSet::len) * listeners::INDEX_BYTES
            + allocation_bytes(self.free.capacity() * size_of::<u32>())
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Target { index: None, ..self.clone() }))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.byte(self.kind as u8);
        to.byte(u8::from(self.is_marked) | u8::from(self.is_dependent) << 1 | u8::from(self.is_counted) << 2);
        to.number(self.busy.into());
        to.number(self.awaited.into());
        to.number(self.timer);
        to.number(self.made);
        to.number(self.listeners.len() as u64);
        for listener in self.listeners.values() {
            to.number(listener.number);
            to.number(listener.place.into());
            to.byte(listener.flags());
        }
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        self.read(bytes, kept).is_some()
    }
}

static EVENT_TARGET: Interface = Interface {
    known: Known::EventTarget,
    constructor: constructor("EventTarget", 0, event_target),
    operations: OPERATIONS,
    attributes: attributes! {},
    statics: &[],
};

static OPERATIONS: &[NativeFunction] = &[
    method("addEventListener", 2, add_event_listener),
    method("removeEventListener", 2, remove_event_listener),
    method("dispatchEvent", 1, dispatch_event),
];

static REPORT_ERROR: NativeFunction = method("reportError", 1, report_error);

/// Defines EventTarget, and on the global its operations and `reportError`: the global's listeners are those of a
/// hidden target.
pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [constructor, prototype] = interface::define(realm, &EVENT_TARGET, None)?;
    realm::set_further(realm.vm, Known::EventTargetConstructor as usize, constructor);
    for operation in OPERATIONS {
        let key = realm.vm.heap.key(operation.name);
        let function = shown::own_data(&realm.vm.heap, prototype, key).unwrap_or(Value::UNDEFINED);
        realm.global(operation.name, function)?;
    }
    let report = Value::object(function::new_native_function(realm.vm, &REPORT_ERROR));
    realm.global(REPORT_ERROR.name, report)?;
    let global = new_target(realm.vm, TargetKind::Global, prototype)?;
    realm::set_further(realm.vm, Known::GlobalTarget as usize, global);
    Ok(())
}

/// Returns whether an object is a target of a kind.
pub(crate) fn is_target(vm: &Vm, object: ObjectId, kind: TargetKind) -> bool {
    hosts::host_data::<Target>(&vm.heap, object).is_some_and(|target| target.kind == kind)
}

/// Makes a target, which is kept. The value of its kind is undefined.
pub(crate) fn new_target(vm: &mut Vm, kind: TargetKind, prototype: ObjectId) -> Completion<ObjectId> {
    let (class, values) = kind.class();
    let target = new_object(vm, class, prototype, Box::new(Target::new(kind)))?;
    for _ in 0..values {
        hosts::keep_value(&mut vm.heap, target, Value::UNDEFINED)?;
    }
    Ok(target)
}

/// new EventTarget ( )
fn event_target(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::EventTarget, "EventTarget")?;
    Ok(Value::object(new_target(vm, TargetKind::Plain, prototype)?))
}

/// The brand check. Undefined, null and the global object stand for the target of the global object.
fn this_target(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    let this = match call.this.as_object() {
        None if call.this.is_nullish() => Some(vm.realm.global),
        this => this,
    };
    match this {
        Some(object) if hosts::host_data::<Target>(&vm.heap, object).is_some() => return Ok(object),
        Some(object) if object == vm.realm.global => return Ok(Known::GlobalTarget.of_realm(vm)),
        _ => {}
    }
    illegal_invocation(vm, call, &format!("EventTarget.prototype.{what}"))
}

/// Converts to a callback: an object or null.
fn callback(vm: &mut Vm, value: Value) -> Completion<Value> {
    match value {
        value if value.is_object() => Ok(value),
        value if value.is_nullish() => Ok(Value::NULL),
        _ => vm.type_error("The listener must be a function or an object"),
    }
}

/// Flattens options, DOM 2.7: a dictionary, or whether the listener captures.
fn options(vm: &mut Vm, value: Value) -> Completion<(Option<ObjectId>, bool)> {
    if !value.is_object() && !value.is_nullish() {
        return Ok((None, vm.heap.to_boolean(value)));
    }
    let options = dictionary(vm, value, "The options")?;
    Ok((options, flag(vm, options, "capture")?))
}

/// EventTarget.prototype.addEventListener ( type, callback, options )
fn add_event_listener(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = this_target(vm, call, "addEventListener")?;
    require_arguments(vm, call, 2, "EventTarget.addEventListener")?;
    let text = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let callback = callback(vm, call.argument(vm, 1))?;
    let (options, captures) = options(vm, call.argument(vm, 2))?;
    let mut listener = Listener { captures, ..Listener::default() };
    listener.is_once = flag(vm, options, "once")?;
    listener.is_passive = flag(vm, options, "passive")?;
    let signal = match member(vm, options, "signal")? {
        Some(signal) => Some(abort::require_signal(vm, signal, "The option 'signal'")?),
        None => None,
    };
    if signal.is_some_and(|signal| abort::is_aborted(vm, signal)) || callback.is_null() {
        return Ok(Value::UNDEFINED);
    }
    if let Some(number) = listeners::add_listener(vm, target, text, callback, listener)?
        && let Some(signal) = signal
    {
        abort::remove_with(vm, signal, target, number)?;
    }
    Ok(Value::UNDEFINED)
}

/// EventTarget.prototype.removeEventListener ( type, callback, options )
fn remove_event_listener(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = this_target(vm, call, "removeEventListener")?;
    require_arguments(vm, call, 2, "EventTarget.removeEventListener")?;
    let text = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let callback = callback(vm, call.argument(vm, 1))?;
    let (_, captures) = options(vm, call.argument(vm, 2))?;
    let wanted = Wanted::Callback { callback, captures };
    if let Some(number) = listeners::find_listener(vm, target, text, wanted)? {
        listeners::remove_listener(vm, target, number)?;
    }
    Ok(Value::UNDEFINED)
}

/// EventTarget.prototype.dispatchEvent ( event )
fn dispatch_event(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = this_target(vm, call, "dispatchEvent")?;
    require_arguments(vm, call, 1, "EventTarget.dispatchEvent")?;
    let event = call.argument(vm, 0).as_object();
    let Some((event, data)) = event.and_then(|event| Some((event, event::data_of(vm, event)?))) else {
        return vm.type_error("EventTarget.dispatchEvent requires an Event");
    };
    let EventData { flags, .. } = data;
    if flags.is_dispatched {
        return dom_exception::throw(vm, "InvalidStateError", "The event is already being dispatched");
    }
    event::change(vm, event, |flags| flags.is_trusted = false);
    dispatch::dispatch(vm, event, target).map(Value::bool)
}

/// reportError ( e ), HTML 8.1.4
fn report_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "reportError")?;
    dispatch::report(vm, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}
