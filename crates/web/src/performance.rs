//! `performance`: the clock of the timers in milliseconds (HR-Time 7), marks on it (User Timing 3), and their
//! observers (Performance Timeline 4).
//!
//! ```text
//! Performance            data: of its target            kept: its listeners
//! the timeline           data: nothing                  kept: the entries, the observers, is a task queued?    a hidden object
//! PerformanceMark        data: start and duration       kept: name and detail
//! PerformanceObserver    data: what it observes         kept: its callback, entries that it was not told of
//! ```

mod entries;
mod observer;

use std::any::Any;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::sort;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::events::{self, Target, TargetKind};
use crate::interface::{
    self, Interface, Known, attributes, dictionary, illegal_constructor, illegal_invocation, kept, member, new_object,
    require_arguments,
};
use crate::{dom_exception, text, timers};
use entries::{Entry, EntryKind, data_of, new_entry, required_time};

pub(crate) use entries::{MARK_CLASS, MEASURE_CLASS};
pub(crate) use observer::{CLASS as OBSERVER_CLASS, LIST_CLASS as OBSERVER_LIST_CLASS};

/// The class of `performance`, and the data of a new one.
pub(crate) const CLASS: PartClass =
    (TargetKind::Performance.class().0, || Box::new(Target::new(TargetKind::Performance)));

/// The class of the timeline, and the data of a new one.
pub(crate) const TIMELINE_CLASS: PartClass = ("Performance timeline", || Box::new(Timeline));

pub(crate) static GLOBALS: &[&str] = &[
    "Performance",
    "performance",
    "PerformanceEntry",
    "PerformanceMark",
    "PerformanceMeasure",
    "PerformanceObserver",
    "PerformanceObserverEntryList",
];

pub(crate) static CLOSURES: &[&NativeFunction] = &[&observer::DELIVER];

/// Marks an object as the timeline. It keeps values once a script has touched it: engines as bytes want that.
struct Timeline;

/// The kept values of the timeline.
const ENTRIES: usize = 0;
const OBSERVERS: usize = 1;
const IS_QUEUED: usize = 2;
const VALUES: usize = 3;

impl HostData for Timeline {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Timeline))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static PERFORMANCE: Interface = Interface {
    known: Known::Performance,
    constructor: constructor("Performance", 0, illegal_constructor),
    operations: &[
        method("now", 0, now),
        method("toJSON", 0, to_json),
        method("getEntries", 0, get_entries),
        method("getEntriesByType", 1, get_entries_by_type),
        method("getEntriesByName", 1, get_entries_by_name),
        method("mark", 1, mark),
        method("measure", 1, measure),
        method("clearMarks", 0, |vm, call| clear(vm, call, EntryKind::Mark)),
        method("clearMeasures", 0, |vm, call| clear(vm, call, EntryKind::Measure)),
    ],
    attributes: attributes! { "timeOrigin": time_origin; },
    statics: &[],
};

/// Defines the global `performance`, an EventTarget, and its timeline, which a realm has as a hidden object.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let target = [Known::EventTargetConstructor, Known::EventTarget].map(|known| known.of_realm(realm.vm));
    let [_, prototype] = interface::define(realm, &PERFORMANCE, Some(target))?;
    let performance = events::new_target(realm.vm, TargetKind::Performance, prototype)?;
    realm.global("performance", Value::object(performance))?;
    let object_prototype = realm::intrinsics(realm.vm).object_prototype;
    let timeline = new_object(realm.vm, TIMELINE_CLASS.0, object_prototype, Box::new(Timeline))?;
    realm::set_further(realm.vm, Known::Timeline as usize, timeline);
    entries::install(realm)?;
    observer::install(realm)
}

/// The brand check. Gives the timeline.
fn this_performance(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    let this = call.this.as_object();
    match this.is_some_and(|this| events::is_target(vm, this, TargetKind::Performance)) {
        true => Ok(Known::Timeline.of_realm(vm)),
        false => illegal_invocation(vm, call, &format!("Performance.prototype.{what}")),
    }
}

/// Returns the time of `performance.now` in the current realm.
fn now_in_realm(vm: &Vm) -> f64 {
    timers::of_realm(vm).map_or(0.0, |timers| timers::now_in_milliseconds(vm, timers))
}

/// Performance.prototype.now ( )
fn now(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_performance(vm, call, "now")?;
    Ok(Value::number(now_in_realm(vm)))
}

/// get Performance.prototype.timeOrigin
fn time_origin(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_performance(vm, call, "timeOrigin")?;
    Ok(Value::number(timers::of_realm(vm).map_or(0.0, |timers| timers::time_origin(vm, timers))))
}

/// Performance.prototype.toJSON ( )
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let origin = time_origin(vm, call)?;
    entries::plain_object(vm, &[("timeOrigin", origin)])
}

/// The entries of a list that `is_wanted` takes, by their times. The list is kept by somebody.
fn selected(
    vm: &mut Vm,
    list: Value,
    is_wanted: impl Fn(&mut Vm, ObjectId, EntryKind) -> Completion<bool>,
) -> Completion<Value> {
    let mut entries = Vec::new();
    let length = list.as_object().and_then(|list| vm.heap.length_of_array(list)).unwrap_or(0);
    vm.heap.lend_room(&mut entries, length as usize)?;
    let mut index = 0;
    while let Some((entry, kind)) = entry(vm, list, index) {
        index += 1;
        vm.work(ENTRY)?;
        if is_wanted(vm, entry, kind)? {
            entries.push(Value::object(entry));
        }
    }
    let time =
        |vm: &Vm, entry: Value| entry.as_object().and_then(|entry| data_of(vm, entry)).map_or(0.0, |it| it.start);
    let sorted = sort::merge_sort(vm, entries, |vm, left, right| {
        vm.work(1)?;
        Ok(time(vm, left) > time(vm, right))
    })?;
    let result = array::new_array(vm);
    vm.keep(Value::object(result));
    for entry in sorted {
        vm.work(1)?;
        iterate::append_value(vm, result, entry)?;
    }
    Ok(Value::object(result))
}

/// Returns an entry of the list.
fn entry(vm: &Vm, list: Value, index: usize) -> Option<(ObjectId, EntryKind)> {
    let entry = vm.heap.elements(list.as_object()?).as_dense()?.get(index)?.as_object()?;
    Some((entry, data_of(vm, entry)?.kind))
}

/// Performance.prototype.getEntries ( )
fn get_entries(vm: &mut Vm, call: Call) -> Completion<Value> {
    let timeline = this_performance(vm, call, "getEntries")?;
    all_entries(vm, timeline)
}

fn all_entries(vm: &mut Vm, owner: ObjectId) -> Completion<Value> {
    let list = kept(vm, owner, ENTRIES);
    selected(vm, list, |_, _, _| Ok(true))
}

/// Performance.prototype.getEntriesByType ( type )
fn get_entries_by_type(vm: &mut Vm, call: Call) -> Completion<Value> {
    let timeline = this_performance(vm, call, "getEntriesByType")?;
    entries_by_type(vm, call, timeline, "Performance")
}

fn entries_by_type(vm: &mut Vm, call: Call, owner: ObjectId, interface: &str) -> Completion<Value> {
    require_arguments(vm, call, 1, &format!("{interface}.getEntriesByType"))?;
    let wanted = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let list = kept(vm, owner, ENTRIES);
    selected(vm, list, |vm, _, kind| is_type(vm, kind, wanted))
}

fn is_type(vm: &mut Vm, kind: EntryKind, wanted: Value) -> Completion<bool> {
    let name = Value::string(vm.heap.intern_text(kind.name()));
    text::is_same(vm, name, wanted)
}

/// Performance.prototype.getEntriesByName ( name, type )
fn get_entries_by_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    let timeline = this_performance(vm, call, "getEntriesByName")?;
    entries_by_name(vm, call, timeline, "Performance")
}

/// Filters entries by name and, if given, type, for Performance and PerformanceObserverEntryList. The arguments are
/// converted in that order.
fn entries_by_name(vm: &mut Vm, call: Call, owner: ObjectId, interface: &str) -> Completion<Value> {
    require_arguments(vm, call, 1, &format!("{interface}.getEntriesByName"))?;
    let wanted = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let kind = match call.argument(vm, 1) {
        Value::UNDEFINED => None,
        kind => Some(Value::string(text::to_string(vm, kind)?)),
    };
    let list = kept(vm, owner, ENTRIES);
    selected(vm, list, |vm, entry, its_kind| {
        let name = kept(vm, entry, entries::NAME);
        let is_kind = match kind {
            Some(kind) => is_type(vm, its_kind, kind)?,
            None => true,
        };
        Ok(is_kind && text::is_same(vm, name, wanted)?)
    })
}

/// Makes the timeline keep its values.
fn prepare(vm: &mut Vm, timeline: ObjectId) -> Completion<()> {
    while hosts::kept_values(&vm.heap, timeline).len() < VALUES {
        hosts::keep_value(&mut vm.heap, timeline, Value::UNDEFINED)?;
    }
    Ok(())
}

/// Adds an entry to the timeline, and tells the observers.
fn append(vm: &mut Vm, timeline: ObjectId, entry: ObjectId) -> Completion<()> {
    prepare(vm, timeline)?;
    let list = match kept(vm, timeline, ENTRIES).as_object() {
        Some(list) => list,
        None => {
            let list = array::new_array(vm);
            vm.keep(Value::object(list));
            hosts::set_kept_value(&mut vm.heap, timeline, ENTRIES, Value::object(list));
            list
        }
    };
    iterate::append_value(vm, list, Value::object(entry))?;
    observer::tell(vm, timeline, entry)
}

/// Performance.prototype.mark ( markName, markOptions ), User Timing 3.1
fn mark(vm: &mut Vm, call: Call) -> Completion<Value> {
    let timeline = this_performance(vm, call, "mark")?;
    require_arguments(vm, call, 1, "Performance.mark")?;
    let prototype = Known::PerformanceMark.of_realm(vm);
    let mark = entries::new_mark(vm, call, prototype)?;
    append(vm, timeline, mark)?;
    Ok(Value::object(mark))
}

/// Converts to a point of time of a measure: a number, or a string, which is kept.
fn point_of(vm: &mut Vm, value: Value) -> Completion<Value> {
    if value.is_number() { Ok(value) } else { Ok(Value::string(text::to_string(vm, value)?)) }
}

/// A point of time of a measure: a number, or the name of a mark.
fn time_of(vm: &mut Vm, timeline: ObjectId, value: Value) -> Completion<f64> {
    if value.is_number() {
        return required_time(vm, value);
    }
    let wanted = Value::string(text::to_string(vm, value)?);
    let list = kept(vm, timeline, ENTRIES);
    let mut index = list.as_object().and_then(|list| vm.heap.length_of_array(list)).unwrap_or(0) as usize;
    while index > 0 {
        index -= 1;
        vm.work(ENTRY)?;
        let Some((entry, EntryKind::Mark)) = entry(vm, list, index) else { continue };
        let name = kept(vm, entry, entries::NAME);
        if text::is_same(vm, name, wanted)? {
            return Ok(data_of(vm, entry).map_or(0.0, |entry| entry.start));
        }
    }
    dom_exception::throw(vm, "SyntaxError", "There is no mark with this name")
}

/// Performance.prototype.measure ( measureName, startOrMeasureOptions, endMark ), User Timing 3.1
fn measure(vm: &mut Vm, call: Call) -> Completion<Value> {
    let timeline = this_performance(vm, call, "measure")?;
    require_arguments(vm, call, 1, "Performance.measure")?;
    let name = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let [start_or_options, end_mark] = [1, 2].map(|index| call.argument(vm, index));
    let mut start_mark = None;
    let mut options = None;
    match start_or_options {
        value if value.is_object() || value.is_nullish() => options = dictionary(vm, value, "The options")?,
        value => start_mark = Some(point_of(vm, value)?),
    }
    let detail = member(vm, options, "detail")?;
    let duration = member(vm, options, "duration")?;
    let duration = duration.map(|duration| required_time(vm, duration)).transpose()?;
    let [mut end, mut start] = [None; 2];
    for (point, name) in [(&mut end, "end"), (&mut start, "start")] {
        if let Some(value) = member(vm, options, name)? {
            *point = Some(point_of(vm, value)?);
        }
    }
    let end_mark = if end_mark.is_undefined() { end_mark } else { point_of(vm, end_mark)? };
    if detail.is_some() || duration.is_some() || end.is_some() || start.is_some() {
        let has_both = start.is_some() || end.is_some();
        if !end_mark.is_undefined() || !has_both || (start.is_some() && duration.is_some() && end.is_some()) {
            return vm.type_error("The options of Performance.measure must have one or two of start, end and duration");
        }
    }
    let end_time = match (end_mark, end, start, duration) {
        (Value::UNDEFINED, None, Some(start), Some(duration)) => time_of(vm, timeline, start)? + duration,
        (Value::UNDEFINED, None, _, _) => now_in_realm(vm),
        (Value::UNDEFINED, Some(end), _, _) => time_of(vm, timeline, end)?,
        (end, _, _, _) => time_of(vm, timeline, end)?,
    };
    let start_time = match (start.or(start_mark), duration) {
        (Some(start), _) => time_of(vm, timeline, start)?,
        (None, Some(duration)) => end_time - duration,
        (None, None) => 0.0,
    };
    let detail = entries::detail(vm, detail)?;
    let prototype = Known::PerformanceMeasure.of_realm(vm);
    let data = Entry { kind: EntryKind::Measure, start: start_time, duration: end_time - start_time };
    let measure = new_entry(vm, prototype, data, [name, detail])?;
    append(vm, timeline, measure)?;
    Ok(Value::object(measure))
}

/// Performance.prototype.clearMarks ( markName ) and clearMeasures ( measureName )
fn clear(vm: &mut Vm, call: Call, kind: EntryKind) -> Completion<Value> {
    let timeline = this_performance(vm, call, "clearMarks")?;
    let wanted = match call.argument(vm, 0) {
        Value::UNDEFINED => None,
        name => Some(Value::string(text::to_string(vm, name)?)),
    };
    let left = array::new_array(vm);
    vm.keep(Value::object(left));
    let list = kept(vm, timeline, ENTRIES);
    let mut index = 0;
    while let Some((entry, its_kind)) = entry(vm, list, index) {
        index += 1;
        vm.work(ENTRY)?;
        let name = kept(vm, entry, entries::NAME);
        let is_cleared = its_kind == kind
            && match wanted {
                Some(wanted) => text::is_same(vm, name, wanted)?,
                None => true,
            };
        if !is_cleared {
            iterate::append_value(vm, left, Value::object(entry))?;
        }
    }
    prepare(vm, timeline)?;
    hosts::set_kept_value(&mut vm.heap, timeline, ENTRIES, Value::object(left));
    Ok(Value::UNDEFINED)
}
