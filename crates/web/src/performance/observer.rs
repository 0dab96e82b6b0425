//! PerformanceObserver and its lists, Performance Timeline 4 and 5.

use std::any::Any;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Lock;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::entries::{EntryKind, data_of, plain_object};
use super::{ENTRIES, IS_QUEUED, OBSERVERS, all_entries, entries_by_name, entries_by_type, entry, prepare};
use crate::interface::{
    self, Interface, Known, attributes, dictionary, illegal_constructor, kept, member, new_object, prototype_for_new,
    require_arguments, this_object,
};
use crate::{dom_exception, events, text, timers};

/// The class of observers, and the data of a new one.
pub(crate) const CLASS: PartClass = ("PerformanceObserver", || Box::new(Observer::default()));

/// The class of lists, and the data of a new one.
pub(crate) const LIST_CLASS: PartClass = ("PerformanceObserverEntryList", || Box::new(EntryList));

/// The kept values of an observer.
const CALLBACK: usize = 0;
const BUFFER: usize = 1;

/// Way in which an observer was told what to observe.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
enum Mode {
    #[default]
    None,
    /// By `type`.
    Single,
    /// By `entryTypes`.
    Multiple,
}

/// Data of an observer in Rust.
#[derive(Copy, Clone, Default)]
struct Observer {
    mode: Mode,
    /// A bit for each kind of entries.
    kinds: u8,
    /// Whether it still has to hear how many entries were dropped. None are.
    needs_dropped: bool,
}

impl HostData for Observer {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(vec![self.mode as u8, self.kinds, self.needs_dropped.into()])
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let &[mode @ 0..=2, kinds, needs_dropped @ 0..=1] = bytes else { return false };
        let mode = [Mode::None, Mode::Single, Mode::Multiple][usize::from(mode)];
        *self = Observer { mode, kinds, needs_dropped: needs_dropped == 1 };
        kept == 2
    }
}

/// Marks an object as a PerformanceObserverEntryList.
struct EntryList;

impl HostData for EntryList {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(EntryList))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static OBSERVER: Interface = Interface {
    known: Known::PerformanceObserver,
    constructor: constructor("PerformanceObserver", 1, performance_observer),
    operations: &[
        method("observe", 0, observe),
        method("disconnect", 0, disconnect),
        method("takeRecords", 0, take_records),
    ],
    attributes: &[],
    statics: &[],
};

static LIST: Interface = Interface {
    known: Known::PerformanceObserverEntryList,
    constructor: constructor("PerformanceObserverEntryList", 0, illegal_constructor),
    operations: &[
        method("getEntries", 0, |vm, call| {
            let list = this_list(vm, call, "getEntries")?;
            all_entries(vm, list)
        }),
        method("getEntriesByType", 1, |vm, call| {
            let list = this_list(vm, call, "getEntriesByType")?;
            entries_by_type(vm, call, list, LIST_CLASS.0)
        }),
        method("getEntriesByName", 1, |vm, call| {
            let list = this_list(vm, call, "getEntriesByName")?;
            entries_by_name(vm, call, list, LIST_CLASS.0)
        }),
    ],
    attributes: attributes! {},
    statics: &[],
};

static SUPPORTED: &[interface::Attribute] = attributes! { "supportedEntryTypes": supported_entry_types; };

pub(super) static DELIVER: NativeFunction =
    method("", 0, deliver).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [constructor, _] = interface::define(realm, &OBSERVER, None)?;
    interface::define_attributes(realm, constructor, SUPPORTED)?;
    interface::define(realm, &LIST, None).map(drop)
}

fn this_list(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    this_object::<EntryList>(vm, call, &format!("PerformanceObserverEntryList.prototype.{what}"))
}

fn this_observer(vm: &mut Vm, call: Call, what: &str) -> Completion<(ObjectId, Observer)> {
    let this = this_object::<Observer>(vm, call, &format!("PerformanceObserver.prototype.{what}"))?;
    Ok((this, data(vm, this)))
}

fn data(vm: &Vm, observer: ObjectId) -> Observer {
    hosts::host_data::<Observer>(&vm.heap, observer).copied().unwrap_or_default()
}

fn set_data(vm: &mut Vm, observer: ObjectId, to: Observer) {
    hosts::change_host_data(&mut vm.heap, observer, |data: &mut Observer| *data = to);
}

/// new PerformanceObserver ( callback )
fn performance_observer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::PerformanceObserver, CLASS.0)?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, CLASS.0)?;
    let callback = call.argument(vm, 0);
    if !vm.heap.is_callable(callback) {
        return vm.type_error("The callback of a PerformanceObserver must be a function");
    }
    let observer = new_object(vm, CLASS.0, prototype, Box::new(Observer::default()))?;
    for value in [callback, Value::UNDEFINED] {
        hosts::keep_value(&mut vm.heap, observer, value)?;
    }
    Ok(Value::object(observer))
}

/// get PerformanceObserver.supportedEntryTypes: the same array each time.
fn supported_entry_types(vm: &mut Vm, call: Call) -> Completion<Value> {
    let realm = function::function_realm(vm, call.callee)?;
    if let Some(list) = Known::SupportedEntryTypes.if_made_in(vm, realm) {
        return Ok(Value::object(list));
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    for kind in EntryKind::ALL {
        let name = Value::string(vm.heap.intern_text(kind.name()));
        iterate::append_value(vm, list, name)?;
    }
    vm.heap.lock_object(list, Lock::Frozen)?;
    realm::set_further(vm, Known::SupportedEntryTypes as usize, list);
    Ok(Value::object(list))
}

/// The bit of a type of entries, 0 for one that there is not.
fn bit_of(vm: &mut Vm, name: Value) -> Completion<u8> {
    let name = text::to_string(vm, name)?;
    let name = text::utf8(vm, name)?;
    let found = EntryKind::ALL.into_iter().find(|kind| kind.name().as_bytes() == name);
    Ok(found.map_or(0, EntryKind::bit))
}

/// PerformanceObserver.prototype.observe ( options )
fn observe(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (observer, _) = this_observer(vm, call, "observe")?;
    let options = dictionary(vm, call.argument(vm, 0), "The options of observe")?;
    let buffered = member(vm, options, "buffered")?;
    let is_buffered = flag_of(vm, buffered);
    let many = match member(vm, options, "entryTypes")? {
        Some(list) if list.is_object() => {
            let mut kinds = 0;
            iteration::sequence(vm, list, |vm, name| {
                kinds |= bit_of(vm, name)?;
                Ok(())
            })?;
            Some(kinds)
        }
        Some(_) => return vm.type_error("The option 'entryTypes' is not iterable"),
        None => None,
    };
    let one = match member(vm, options, "type")? {
        Some(name) => Some(bit_of(vm, name)?),
        None => None,
    };
    let before = data(vm, observer);
    let (mode, kinds) = match (many, one) {
        (Some(kinds), None) if buffered.is_none() => (Mode::Multiple, kinds),
        (None, Some(kind)) => (Mode::Single, kind),
        _ => return vm.type_error("The options of observe must have either 'entryTypes' alone or 'type'"),
    };
    if before.mode != Mode::None && before.mode != mode {
        let message = "The observer has been told what to observe in the other way";
        return dom_exception::throw(vm, "InvalidModificationError", message);
    }
    let sum = if mode == Mode::Single { before.kinds | kinds } else { kinds };
    let known = Observer { mode, ..before };
    if kinds == 0 {
        set_data(vm, observer, known);
        return Ok(Value::UNDEFINED);
    }
    set_data(vm, observer, Observer { kinds: sum, needs_dropped: true, ..known });
    let timeline = Known::Timeline.of_realm(vm);
    register(vm, timeline, observer)?;
    if is_buffered && mode == Mode::Single {
        let list = kept(vm, timeline, ENTRIES);
        let mut index = 0;
        while let Some((entry, kind)) = entry(vm, list, index) {
            index += 1;
            vm.work(ENTRY)?;
            if kind.bit() & kinds != 0 {
                buffer(vm, observer, entry)?;
            }
        }
        queue(vm, timeline)?;
    }
    Ok(Value::UNDEFINED)
}

fn flag_of(vm: &mut Vm, value: Option<Value>) -> bool {
    value.is_some_and(|value| vm.heap.to_boolean(value))
}

/// Adds an observer to those of the timeline.
fn register(vm: &mut Vm, timeline: ObjectId, observer: ObjectId) -> Completion<()> {
    prepare(vm, timeline)?;
    let observers = match kept(vm, timeline, OBSERVERS).as_object() {
        Some(observers) => observers,
        None => {
            let prototype = realm::intrinsics(vm).set_prototype;
            let observers = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
            vm.keep(Value::object(observers));
            hosts::set_kept_value(&mut vm.heap, timeline, OBSERVERS, Value::object(observers));
            observers
        }
    };
    let observer = Value::object(observer);
    Ok(collections::collect_value(&mut vm.heap, observers, observer, observer)?)
}

/// Appends an entry to those that an observer is to hear of.
fn buffer(vm: &mut Vm, observer: ObjectId, entry: ObjectId) -> Completion<()> {
    let list = match kept(vm, observer, BUFFER).as_object() {
        Some(list) => list,
        None => {
            let list = array::new_array(vm);
            vm.keep(Value::object(list));
            hosts::set_kept_value(&mut vm.heap, observer, BUFFER, Value::object(list));
            list
        }
    };
    iterate::append_value(vm, list, Value::object(entry))
}

/// Queue a PerformanceEntry, Performance Timeline 6.1.
pub(super) fn tell(vm: &mut Vm, timeline: ObjectId, entry: ObjectId) -> Completion<()> {
    let Some(observers) = kept(vm, timeline, OBSERVERS).as_object() else { return Ok(()) };
    let bit = data_of(vm, entry).map_or(0, |data| data.kind.bit());
    let (mut position, mut is_heard) = (0, false);
    while let Some(step) = collections::next_collected(&mut vm.heap, observers, position)? {
        position = step.next;
        vm.work(ENTRY)?;
        if let Some(observer) = step.key.as_object().filter(|&observer| data(vm, observer).kinds & bit != 0) {
            buffer(vm, observer, entry)?;
            is_heard = true;
        }
    }
    if is_heard { queue(vm, timeline) } else { Ok(()) }
}

/// Queue the PerformanceObserver task, Performance Timeline 6.2.
fn queue(vm: &mut Vm, timeline: ObjectId) -> Completion<()> {
    if kept(vm, timeline, IS_QUEUED) == Value::TRUE {
        return Ok(());
    }
    let Some(timers) = timers::of_realm(vm) else { return Ok(()) };
    hosts::set_kept_value(&mut vm.heap, timeline, IS_QUEUED, Value::TRUE);
    let captured = [Value::object(timeline), Value::UNDEFINED, Value::UNDEFINED];
    let function = Value::object(function::new_native_closure(vm, &DELIVER, captured));
    vm.keep(function);
    timers::call_soon(vm, timers, function)
}

/// The task: each observer hears of its entries.
fn deliver(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(timeline) = vm.heap.captured(call.callee, 0).as_object() else { return Ok(Value::UNDEFINED) };
    hosts::set_kept_value(&mut vm.heap, timeline, IS_QUEUED, Value::FALSE);
    let Some(observers) = kept(vm, timeline, OBSERVERS).as_object() else { return Ok(Value::UNDEFINED) };
    vm.keep(Value::object(observers));
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, observers, position)? {
        position = step.next;
        vm.work(ENTRY)?;
        if let Some(observer) = step.key.as_object() {
            let vm = &mut vm.scope();
            vm.keep(step.key);
            call_back(vm, observer)?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// Gives an observer its pending entries. An exception of its callback is reported, and the next one goes on.
fn call_back(vm: &mut Vm, observer: ObjectId) -> Completion<()> {
    let (entries, callback) = (take(vm, observer), kept(vm, observer, CALLBACK));
    let Some(entries) = entries else { return Ok(()) };
    let prototype = Known::PerformanceObserverEntryList.of_realm(vm);
    let list = new_object(vm, LIST_CLASS.0, prototype, Box::new(EntryList))?;
    hosts::keep_value(&mut vm.heap, list, Value::object(entries))?;
    let before = data(vm, observer);
    let options = match before.needs_dropped {
        true => plain_object(vm, &[("droppedEntriesCount", Value::int(0))])?,
        false => plain_object(vm, &[])?,
    };
    set_data(vm, observer, Observer { needs_dropped: false, ..before });
    match vm.call(callback, Value::object(observer), &[Value::object(list), Value::object(observer), options]) {
        Err(Throw::Exception(exception)) => events::report(vm, exception),
        result => result.map(drop),
    }
}

/// Takes the entries that an observer was not told of. They are kept.
fn take(vm: &mut Vm, observer: ObjectId) -> Option<ObjectId> {
    let entries = kept(vm, observer, BUFFER);
    vm.keep(entries);
    hosts::set_kept_value(&mut vm.heap, observer, BUFFER, Value::UNDEFINED);
    entries.as_object()
}

/// PerformanceObserver.prototype.disconnect ( )
fn disconnect(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (observer, _) = this_observer(vm, call, "disconnect")?;
    let timeline = Known::Timeline.of_realm(vm);
    if let Some(observers) = kept(vm, timeline, OBSERVERS).as_object() {
        collections::remove_collected(&mut vm.heap, observers, Value::object(observer))?;
    }
    take(vm, observer);
    set_data(vm, observer, Observer::default());
    Ok(Value::UNDEFINED)
}

/// PerformanceObserver.prototype.takeRecords ( )
fn take_records(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (observer, _) = this_observer(vm, call, "takeRecords")?;
    let entries = match take(vm, observer) {
        Some(entries) => entries,
        None => array::new_array(vm),
    };
    Ok(Value::object(entries))
}
