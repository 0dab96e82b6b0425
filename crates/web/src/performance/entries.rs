//! PerformanceEntry, PerformanceMark and PerformanceMeasure, User Timing 3.

use std::any::Any;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use crate::interface::{
    self, Interface, Known, attributes, dictionary, illegal_constructor, illegal_invocation, kept, member, new_object,
    prototype_for_new, require_arguments,
};
use crate::{clone, text};

/// The class of marks, and the data of a new one.
pub(crate) const MARK_CLASS: PartClass =
    ("PerformanceMark", || Box::new(Entry { kind: EntryKind::Mark, start: 0.0, duration: 0.0 }));

/// The class of measures, and the data of a new one.
pub(crate) const MEASURE_CLASS: PartClass =
    ("PerformanceMeasure", || Box::new(Entry { kind: EntryKind::Measure, start: 0.0, duration: 0.0 }));

/// The kept values.
pub(super) const NAME: usize = 0;
const DETAIL: usize = 1;

/// The kinds of entries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum EntryKind {
    Mark,
    Measure,
}

impl EntryKind {
    pub(super) const ALL: [EntryKind; 2] = [EntryKind::Mark, EntryKind::Measure];

    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            EntryKind::Mark => "mark",
            EntryKind::Measure => "measure",
        }
    }
}

/// Rust part of an entry.
#[derive(Copy, Clone)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) start: f64,
    pub(super) duration: f64,
}

impl HostData for Entry {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.number(self.start.to_bits());
        to.number(self.duration.to_bits());
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let mut from = Reader::new(bytes, 0);
        let (Ok(start), Ok(duration)) = (from.number(), from.number()) else { return false };
        (self.start, self.duration) = (f64::from_bits(start), f64::from_bits(duration));
        kept == 2 && from.left() == 0
    }
}

static ENTRY: Interface = Interface {
    known: Known::PerformanceEntry,
    constructor: constructor("PerformanceEntry", 0, illegal_constructor),
    operations: &[method("toJSON", 0, to_json)],
    attributes: attributes! {
        "name": name;
        "entryType": entry_type;
        "startTime": start_time;
        "duration": duration;
    },
    statics: &[],
};

static MARK: Interface = Interface {
    known: Known::PerformanceMark,
    constructor: constructor("PerformanceMark", 1, mark),
    operations: &[],
    attributes: attributes! { "detail": |vm, call| get_detail(vm, call, EntryKind::Mark); },
    statics: &[],
};

static MEASURE: Interface = Interface {
    known: Known::PerformanceMeasure,
    constructor: constructor("PerformanceMeasure", 0, illegal_constructor),
    operations: &[],
    attributes: attributes! { "detail": |vm, call| get_detail(vm, call, EntryKind::Measure); },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let entry = interface::define(realm, &ENTRY, None)?;
    interface::define(realm, &MARK, Some(entry))?;
    interface::define(realm, &MEASURE, Some(entry)).map(drop)
}

pub(super) fn data_of(vm: &Vm, entry: ObjectId) -> Option<Entry> {
    hosts::host_data::<Entry>(&vm.heap, entry).copied()
}

/// Makes an entry, which is kept, with its name and its detail.
pub(super) fn new_entry(vm: &mut Vm, prototype: ObjectId, data: Entry, values: [Value; 2]) -> Completion<ObjectId> {
    let class = match data.kind {
        EntryKind::Mark => MARK_CLASS.0,
        EntryKind::Measure => MEASURE_CLASS.0,
    };
    let entry = new_object(vm, class, prototype, Box::new(data))?;
    for value in values {
        hosts::keep_value(&mut vm.heap, entry, value)?;
    }
    Ok(entry)
}

/// Converts to a time that is not negative.
pub(super) fn required_time(vm: &mut Vm, value: Value) -> Completion<f64> {
    let time = convert::to_number(vm, value)?;
    match time.is_finite() {
        true if time >= 0.0 => Ok(time),
        true => vm.type_error("A time of performance must not be negative"),
        false => vm.type_error("A time of performance must be finite"),
    }
}

/// Copies the detail of an entry: null without one.
pub(super) fn detail(vm: &mut Vm, detail: Option<Value>) -> Completion<Value> {
    match detail {
        None => Ok(Value::NULL),
        Some(detail) => clone::copied(vm, detail, &[], None),
    }
}

/// Makes a mark by the arguments of its constructor, User Timing 3.3.
pub(super) fn new_mark(vm: &mut Vm, call: Call, prototype: ObjectId) -> Completion<ObjectId> {
    vm.keep(Value::object(prototype));
    let name = Value::string(text::to_string(vm, call.argument(vm, 0))?);
    let options = dictionary(vm, call.argument(vm, 1), "The options of a mark")?;
    let its_detail = member(vm, options, "detail")?;
    let start = match member(vm, options, "startTime")? {
        Some(start) => required_time(vm, start)?,
        None => super::now_in_realm(vm),
    };
    let detail = detail(vm, its_detail)?;
    new_entry(vm, prototype, Entry { kind: EntryKind::Mark, start, duration: 0.0 }, [name, detail])
}

/// new PerformanceMark ( markName, markOptions )
fn mark(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::PerformanceMark, "PerformanceMark")?;
    require_arguments(vm, call, 1, "PerformanceMark constructor")?;
    new_mark(vm, call, prototype).map(Value::object)
}

/// The brand check.
fn this_entry(vm: &mut Vm, call: Call, what: &str) -> Completion<(ObjectId, Entry)> {
    let entry = call.this.as_object().and_then(|entry| Some((entry, data_of(vm, entry)?)));
    match entry {
        Some(entry) => Ok(entry),
        None => illegal_invocation(vm, call, &format!("PerformanceEntry.prototype.{what}")),
    }
}

/// get PerformanceEntry.prototype.name
fn name(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (entry, _) = this_entry(vm, call, "name")?;
    Ok(kept(vm, entry, NAME))
}

/// get PerformanceEntry.prototype.entryType
fn entry_type(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, data) = this_entry(vm, call, "entryType")?;
    Ok(Value::string(vm.heap.intern_text(data.kind.name())))
}

/// get PerformanceEntry.prototype.startTime
fn start_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_entry(vm, call, "startTime").map(|(_, data)| Value::number(data.start))
}

/// get PerformanceEntry.prototype.duration
fn duration(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_entry(vm, call, "duration").map(|(_, data)| Value::number(data.duration))
}

/// get PerformanceMark.prototype.detail
fn get_detail(vm: &mut Vm, call: Call, kind: EntryKind) -> Completion<Value> {
    match call.this.as_object() {
        Some(entry) if data_of(vm, entry).is_some_and(|data| data.kind == kind) => Ok(kept(vm, entry, DETAIL)),
        _ => illegal_invocation(vm, call, "get detail"),
    }
}

/// PerformanceEntry.prototype.toJSON ( )
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (entry, data) = this_entry(vm, call, "toJSON")?;
    let kind = Value::string(vm.heap.intern_text(data.kind.name()));
    vm.keep(kind);
    let members = [
        ("name", kept(vm, entry, NAME)),
        ("entryType", kind),
        ("startTime", Value::number(data.start)),
        ("duration", Value::number(data.duration)),
        ("detail", kept(vm, entry, DETAIL)),
    ];
    plain_object(vm, &members)
}

/// Makes an object with these properties.
pub(super) fn plain_object(vm: &mut Vm, members: &[(&str, Value)]) -> Completion<Value> {
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    for &(name, value) in members {
        let key = vm.heap.key(name);
        vm.heap.store_property(object, key, value, Attributes::ALL)?;
    }
    Ok(Value::object(object))
}
