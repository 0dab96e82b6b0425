//! Temporal: dates, times, time zones and durations, based on the crate `temporal_rs`.
//!
//! ```text
//! plain_date, plain_time, plain_date_time, plain_year_month, plain_month_day,
//! instant, zoned_date_time, duration, now     one file for each type: its tables, its constructor, its methods
//! getters                  attributes that several types share
//! options                  GetOption and all that is read of options objects
//! fields                   PrepareCalendarFields: what is read of objects like { year, month, day }
//! relative                 the option `relativeTo`
//! calendar, zone           identifiers of calendars and zones; zones by the engine's own data
//! months                   how long arithmetic takes in calendars of the moon: it is charged, or refused
//! slots                    between objects of the heap and the types of `temporal_rs`
//! locale                   toLocaleString, with ECMA-402 or without
//! numbers, text, errors    conversions of arguments, and errors
//! ```
//!
//! A method reads its arguments in the order of the specification, which scripts can see. Then it makes one call of
//! `temporal_rs`, which runs no script. Clock and zone are those of the engine, as for Date.
//!
//! Sections are those of the Temporal proposal.

mod calendar;
mod duration;
mod errors;
mod fields;
mod getters;
mod instant;
mod locale;
mod months;
mod now;
mod numbers;
mod options;
mod plain_date;
mod plain_date_time;
mod plain_month_day;
mod plain_time;
mod plain_year_month;
mod relative;
mod slots;
mod text;
mod zone;
mod zoned_date_time;

use ferrotape_runtime::PropertyDescriptor;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, NativeFunction};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, Part, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;

pub use instant::to_temporal_instant;

use slots::Type;

/// The part of the built-ins that is made when a script first touches `Temporal`.
pub const PART: Part = Part { globals: &["Temporal"], objects: |_, _| {}, install, closures: &[] };

/// The tables of a type.
struct Class {
    r#type: Type,
    constructor: &'static NativeFunction,
    functions: &'static [NativeFunction],
    methods: &'static [NativeFunction],
    /// Tables of getters, whose names begin with `get `.
    getters: &'static [&'static [NativeFunction]],
}

static CLASSES: [&Class; 8] = [
    &duration::CLASS,
    &instant::CLASS,
    &plain_date::CLASS,
    &plain_date_time::CLASS,
    &plain_month_day::CLASS,
    &plain_time::CLASS,
    &plain_year_month::CLASS,
    &zoned_date_time::CLASS,
];

/// Defines the global `Temporal`, whose properties are the constructors and `Now`. No constructor becomes a global itself.
fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let temporal = realm.namespace("Temporal")?;
    realm.string_tag(temporal, "Temporal")?;
    for class in CLASSES {
        let constructor = define(realm, class)?;
        realm.value(temporal, class.constructor.name, Value::object(constructor), Attributes::METHOD)?;
    }
    let now = realm.vm.new_plain_object();
    realm.value(temporal, "Now", Value::object(now), Attributes::METHOD)?;
    realm.methods(now, now::FUNCTIONS)?;
    realm.string_tag(now, "Temporal.Now")
}

/// Makes the constructor and the prototype of a type.
fn define(realm: &mut RealmBuilder, class: &'static Class) -> Completion<ObjectId> {
    let object_prototype = realm::intrinsics(realm.vm).object_prototype;
    let prototype = realm.large_object(object_prototype);
    realm.realm().intrinsics.temporal_prototypes[class.r#type as usize] = prototype;
    let constructor = realm.constructor_without_global(class.constructor, prototype)?;
    realm.methods(constructor, class.functions)?;
    for getters in class.getters {
        define_getters(realm, prototype, getters)?;
    }
    realm.methods(prototype, class.methods)?;
    realm.string_tag(prototype, class.r#type.name())?;
    Ok(constructor)
}

/// Defines getters, each by the part of its name behind `get `.
fn define_getters(realm: &mut RealmBuilder, object: ObjectId, getters: &'static [NativeFunction]) -> Completion<()> {
    for getter in getters {
        let key = realm.vm.heap.key(getter.name.trim_start_matches("get "));
        let function = Value::object(function::new_native_function(realm.vm, getter));
        let descriptor = PropertyDescriptor::accessor(function, Value::UNDEFINED, Attributes::CONFIGURABLE);
        object::define_property_or_throw(realm.vm, object, key, &descriptor)?;
    }
    Ok(())
}
