//! ECMA-402: numbers, words, lists and names by locale.
//!
//! ```text
//! tag              tags of locales: their grammar and canonical form
//! negotiation      lists of locales, and the choice among them by what is asked for
//! available        the locales that there are data of
//! options          GetOption and its like
//! resolved         what a constructor resolved, as one string
//! slots            objects of the heap
//! functions        the functions of `Intl` itself
//! locale           Intl.Locale; locale_facts has what it knows of regions
//! number_format    Intl.NumberFormat: digits (options), decimal (exact rounding), pattern (parts); symbols, number_data
//! date_time_format Intl.DateTimeFormat: options; date_pattern, date_range: parts; date_data: names and patterns
//! moment           what is formatted: times, objects of Temporal
//! calendar         fields of dates in calendars; calendar_data: their names and patterns
//! zone             identifiers of time zones, and their names; zone_names: these in each language
//! display_names    Intl.DisplayNames; name_data: its names
//! duration_format  Intl.DurationFormat; duration_parts: parts
//! relative_time    Intl.RelativeTimeFormat; relative_data: its patterns; locale_table: how these and date_data are found
//! plural_rules, collator, list_format, segmenter     one file for each type; plural_ranges: categories of ranges
//! names            names of digits, currencies, units
//! ```
//!
//! A constructor reads its arguments in the order of the specification, which scripts can observe, and stores the resolved
//! options as one string. So objects are copied, saved and restored like all others, and the heap contains no locale data.
//! Aliases, likely subtags, plurals, collation and segmentation come from the `icu` crates.
//!
//! Sections are those of ECMA-402.

mod available;
mod calendar;
mod calendar_data;
mod collator;
mod currency_symbols;
mod date_data;
mod date_pattern;
mod date_range;
mod date_time_format;
mod decimal;
mod digits;
mod display_names;
mod duration_format;
mod duration_parts;
mod functions;
mod list_format;
mod list_patterns;
mod locale;
mod locale_facts;
mod locale_table;
mod moment;
mod name_data;
mod names;
mod negotiation;
mod number_data;
mod number_format;
mod options;
mod pattern;
mod plural_ranges;
mod plural_rules;
mod relative_data;
mod relative_time;
mod resolved;
mod segmenter;
mod slots;
mod symbols;
mod tag;
mod zone;
mod zone_names;

use ferrotape_runtime::PropertyDescriptor;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, NativeFunction};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, Part, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;

pub use collator::locale_compare;
pub use date_time_format::{DateText, date_to_locale_string, temporal_to_locale_string};
pub use duration_format::duration_to_locale_string;
pub use negotiation::case_language;
pub use number_format::number_to_locale_string;

use slots::Type;

/// The part of the built-ins that is made when a script first touches `Intl`.
pub const PART: Part = Part {
    globals: &["Intl"],
    objects: |_, _| {},
    install,
    closures: &[&collator::BOUND_COMPARE, &date_time_format::BOUND_FORMAT, &number_format::BOUND_FORMAT],
};

/// The tables of a type.
struct Class {
    r#type: Type,
    /// None for types that only methods make.
    constructor: Option<&'static NativeFunction>,
    functions: &'static [NativeFunction],
    methods: &'static [NativeFunction],
    /// Getters, whose names begin with `get `.
    getters: &'static [NativeFunction],
}

static CLASSES: [&Class; 12] = [
    &collator::CLASS,
    &date_time_format::CLASS,
    &display_names::CLASS,
    &duration_format::CLASS,
    &list_format::CLASS,
    &locale::CLASS,
    &number_format::CLASS,
    &plural_rules::CLASS,
    &relative_time::CLASS,
    &segmenter::CLASS,
    &segmenter::SEGMENTS,
    &segmenter::ITERATOR,
];

/// Defines `Intl` with its functions and classes, and the iterator of segments, which is no property of `Intl`.
fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intl = realm.namespace("Intl")?;
    realm.string_tag(intl, "Intl")?;
    realm.methods(intl, functions::FUNCTIONS)?;
    for class in CLASSES {
        define(realm, intl, class)?;
    }
    let segments = realm::intrinsics(realm.vm).intl_prototypes[Type::Segments as usize];
    realm.symbol_method(segments, segmenter::ITERATE_KEY, &segmenter::ITERATE, Attributes::METHOD)?;
    Ok(())
}

/// Makes the prototype of a type and, if it has one, the constructor.
fn define(realm: &mut RealmBuilder, intl: ObjectId, class: &'static Class) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let parent =
        if class.r#type == Type::SegmentIterator { intrinsics.iterator_prototype } else { intrinsics.object_prototype };
    let prototype = realm.large_object(parent);
    realm.realm().intrinsics.intl_prototypes[class.r#type as usize] = prototype;
    if let Some(function) = class.constructor {
        let constructor = realm.constructor_without_global(function, prototype)?;
        realm.methods(constructor, class.functions)?;
        realm.value(intl, function.name, Value::object(constructor), Attributes::METHOD)?;
    }
    for getter in class.getters {
        let key = realm.vm.heap.key(getter.name.trim_start_matches("get "));
        let function = Value::object(function::new_native_function(realm.vm, getter));
        let descriptor = PropertyDescriptor::accessor(function, Value::UNDEFINED, Attributes::CONFIGURABLE);
        object::define_property_or_throw(realm.vm, prototype, key, &descriptor)?;
    }
    realm.methods(prototype, class.methods)?;
    if let Some(tag) = class.r#type.tag() {
        realm.string_tag(prototype, tag)?;
    }
    Ok(())
}
