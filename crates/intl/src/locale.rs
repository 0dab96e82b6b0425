//! Intl.Locale, ECMA-402 15.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::negotiation::{self, TAG};
use crate::options::{self, Options};
use crate::resolved::{property, string_array};
use crate::slots::{self, Type};
use crate::tag::{self, Tag};
use crate::{Class, locale_facts};

static CONSTRUCTOR: NativeFunction = constructor("Locale", 1, locale);

static GETTERS: &[NativeFunction] = &[
    method("get baseName", 0, base_name),
    method("get calendar", 0, calendar),
    method("get caseFirst", 0, case_first),
    method("get collation", 0, collation),
    method("get firstDayOfWeek", 0, first_day_of_week),
    method("get hourCycle", 0, hour_cycle),
    method("get language", 0, language),
    method("get numberingSystem", 0, numbering_system),
    method("get numeric", 0, numeric),
    method("get region", 0, region),
    method("get script", 0, script),
    method("get variants", 0, variants),
];

static METHODS: &[NativeFunction] = &[
    method("getCalendars", 0, get_calendars),
    method("getCollations", 0, get_collations),
    method("getHourCycles", 0, get_hour_cycles),
    method("getNumberingSystems", 0, get_numbering_systems),
    method("getTextInfo", 0, get_text_info),
    method("getTimeZones", 0, get_time_zones),
    method("getWeekInfo", 0, get_week_info),
    method("maximize", 0, maximize),
    method("minimize", 0, minimize),
    method("toString", 0, to_string),
];

pub(crate) static CLASS: Class =
    Class { r#type: Type::Locale, constructor: Some(&CONSTRUCTOR), functions: &[], methods: METHODS, getters: GETTERS };

/// Intl.Locale ( tag [ , options ] ), ECMA-402 15.1.1
fn locale(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::Locale)?;
    let prototype = slots::prototype_for_new(vm, call, Type::Locale)?;
    let (tag, options) = (call.argument(vm, 0), call.argument(vm, 1));
    if !tag.is_string() && !tag.is_object() {
        let found = messages::describe(vm, tag);
        return vm.type_error(format!("{found} is not a locale"));
    }
    let tag = match negotiation::tag_of_locale(vm, tag)? {
        Some(tag) => Ok(tag),
        None => Err(convert::to_string(vm, tag)?),
    };
    if let Err(string) = tag {
        vm.keep(Value::string(string));
    }
    let options = options::coerce_options(vm, options)?;
    let tag = match tag {
        Ok(tag) => tag,
        Err(string) => negotiation::tag_of(vm, string)?,
    };
    let tag = with_language(vm, tag, options)?;
    let tag = with_keywords(vm, tag, options)?;
    Ok(slots::object(vm, prototype, Type::Locale, &tag.to_string()))
}

/// Reads a part of a language, which must have its form.
fn part(vm: &mut Vm, options: Options, name: &str, is_it: fn(&str) -> bool) -> Completion<Option<String>> {
    match options::string(vm, options, name)? {
        Some(text) if is_it(&text) => Ok(Some(text.to_ascii_lowercase())),
        Some(text) => vm.range_error(format!("'{text}' is not a value of the option '{name}'")),
        None => Ok(None),
    }
}

/// UpdateLanguageId ( tag, options ), ECMA-402 15.1.2
fn with_language(vm: &mut Vm, tag: Tag, options: Options) -> Completion<Tag> {
    let language = part(vm, options, "language", tag::is_language)?;
    let script = part(vm, options, "script", tag::is_script)?;
    let region = part(vm, options, "region", tag::is_region)?;
    let variants = part(vm, options, "variants", |text| text.split('-').all(tag::is_variant))?;
    let mut tag = tag;
    tag.language = language.unwrap_or(tag.language);
    tag.script = script.unwrap_or(tag.script);
    tag.region = region.unwrap_or(tag.region);
    if let Some(variants) = variants {
        let mut variants: Vec<String> = variants.split('-').map(str::to_owned).collect();
        variants.sort_unstable();
        if variants.windows(2).any(|pair| pair.first() == pair.last()) {
            return vm.range_error("Duplicate variants");
        }
        tag.variants = variants;
    }
    vm.work(TAG)?;
    Ok(tag.canonicalized())
}

/// MakeLocaleRecord, ECMA-402 15.1.3, of the keywords that options set.
fn with_keywords(vm: &mut Vm, mut tag: Tag, options: Options) -> Completion<Tag> {
    let mut set = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            tag.set_keyword(key, value);
        }
    };
    set("ca", options::type_text(vm, options, "calendar")?.as_deref());
    set("co", options::type_text(vm, options, "collation")?.as_deref());
    if let Some(day) = options::string(vm, options, "firstDayOfWeek")? {
        let day = locale_facts::day_name(&day).unwrap_or(&day).to_ascii_lowercase();
        if !options::is_type(&day) {
            return vm.range_error(format!("'{day}' is not a value of the option 'firstDayOfWeek'"));
        }
        set("fw", Some(&day));
    }
    set("hc", options::choice(vm, options, "hourCycle", &["h11", "h12", "h23", "h24"])?);
    set("kf", options::choice(vm, options, "caseFirst", &["upper", "lower", "false"])?);
    set("kn", options::boolean(vm, options, "numeric")?.map(|is| if is { "" } else { "false" }));
    set("nu", options::type_text(vm, options, "numberingSystem")?.as_deref());
    Ok(tag)
}

fn this_tag(vm: &mut Vm, call: Call, method: &str) -> Completion<Tag> {
    let (_, slots) = slots::this(vm, call, Type::Locale, method)?;
    let text = slots::text(vm, slots.resolved)?;
    vm.work(TAG + text.len() as u64)?;
    Ok(Tag::parse(&text).unwrap_or_default())
}

/// Makes the string of a part, undefined for one that is not there.
fn optional(vm: &mut Vm, text: &str) -> Value {
    if text.is_empty() { Value::UNDEFINED } else { Value::string(vm.heap.new_string(text)) }
}

fn keyword(vm: &mut Vm, call: Call, method: &str, key: &str) -> Completion<Value> {
    let tag = this_tag(vm, call, method)?;
    Ok(match tag.keyword(key) {
        Some(value) => Value::string(vm.heap.new_string(value)),
        None => Value::UNDEFINED,
    })
}

/// get Intl.Locale.prototype.baseName, ECMA-402 15.3.2
fn base_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    let name = this_tag(vm, call, "baseName")?.base().to_string();
    Ok(optional(vm, &name))
}

/// get Intl.Locale.prototype.calendar, ECMA-402 15.3.3
fn calendar(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "calendar", "ca")
}

/// get Intl.Locale.prototype.caseFirst, ECMA-402 15.3.4
fn case_first(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "caseFirst", "kf")
}

/// get Intl.Locale.prototype.collation, ECMA-402 15.3.5
fn collation(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "collation", "co")
}

/// get Intl.Locale.prototype.firstDayOfWeek, ECMA-402 15.3.6
fn first_day_of_week(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "firstDayOfWeek", "fw")
}

/// get Intl.Locale.prototype.hourCycle, ECMA-402 15.3.7
fn hour_cycle(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "hourCycle", "hc")
}

/// get Intl.Locale.prototype.language, ECMA-402 15.3.8
fn language(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "language")?;
    Ok(optional(vm, &tag.language))
}

/// get Intl.Locale.prototype.numberingSystem, ECMA-402 15.3.9
fn numbering_system(vm: &mut Vm, call: Call) -> Completion<Value> {
    keyword(vm, call, "numberingSystem", "nu")
}

/// get Intl.Locale.prototype.numeric, ECMA-402 15.3.10
fn numeric(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "numeric")?;
    Ok(Value::bool(tag.keyword("kn") == Some("")))
}

/// get Intl.Locale.prototype.region, ECMA-402 15.3.11
fn region(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "region")?;
    Ok(optional(vm, &tag.region.to_ascii_uppercase()))
}

/// get Intl.Locale.prototype.script, ECMA-402 15.3.12
fn script(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "script")?;
    Ok(optional(vm, &tag.script_text()))
}

/// get Intl.Locale.prototype.variants, ECMA-402 15.3.13
fn variants(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "variants")?;
    Ok(optional(vm, &tag.variants.join("-")))
}

/// Returns an array of the keyword that the locale has, or of what its region prefers.
fn preferred(
    vm: &mut Vm,
    call: Call,
    method: &str,
    key: &str,
    facts: fn(&Tag) -> Vec<&'static str>,
) -> Completion<Value> {
    let tag = this_tag(vm, call, method)?;
    match tag.keyword(key).filter(|value| !value.is_empty()) {
        Some(value) => string_array(vm, std::iter::once(value)),
        None => string_array(vm, facts(&tag).into_iter()),
    }
}

/// Intl.Locale.prototype.getCalendars ( ), ECMA-402 15.3.14
fn get_calendars(vm: &mut Vm, call: Call) -> Completion<Value> {
    preferred(vm, call, "getCalendars", "ca", locale_facts::calendars)
}

/// Intl.Locale.prototype.getCollations ( ), ECMA-402 15.3.15
fn get_collations(vm: &mut Vm, call: Call) -> Completion<Value> {
    preferred(vm, call, "getCollations", "co", locale_facts::collations)
}

/// Intl.Locale.prototype.getHourCycles ( ), ECMA-402 15.3.16
fn get_hour_cycles(vm: &mut Vm, call: Call) -> Completion<Value> {
    preferred(vm, call, "getHourCycles", "hc", locale_facts::hour_cycles)
}

/// Intl.Locale.prototype.getNumberingSystems ( ), ECMA-402 15.3.17
fn get_numbering_systems(vm: &mut Vm, call: Call) -> Completion<Value> {
    preferred(vm, call, "getNumberingSystems", "nu", |tag| vec![crate::symbols::of(tag).numbering_system])
}

/// Intl.Locale.prototype.getTextInfo ( ), ECMA-402 15.3.19
fn get_text_info(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "getTextInfo")?;
    let info = vm.new_plain_object();
    let direction = match locale_facts::is_right_to_left(&tag) {
        Some(true) => optional(vm, "rtl"),
        Some(false) => optional(vm, "ltr"),
        None => Value::UNDEFINED,
    };
    property(vm, info, "direction", direction)?;
    Ok(Value::object(info))
}

/// Intl.Locale.prototype.getTimeZones ( ), ECMA-402 15.3.18
fn get_time_zones(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "getTimeZones")?;
    if tag.region.is_empty() {
        return Ok(Value::UNDEFINED);
    }
    let mut zones: Vec<&str> = locale_facts::time_zones(&tag.region).collect();
    zones.sort_unstable();
    string_array(vm, zones.into_iter())
}

/// Intl.Locale.prototype.getWeekInfo ( ), ECMA-402 15.3.20
fn get_week_info(vm: &mut Vm, call: Call) -> Completion<Value> {
    let tag = this_tag(vm, call, "getWeekInfo")?;
    let (first, weekend) = locale_facts::week(&tag);
    let info = vm.new_plain_object();
    vm.keep(Value::object(info));
    property(vm, info, "firstDay", Value::int(first))?;
    let weekend = weekend.iter().map(|&day| Value::int(day)).collect();
    let weekend = ferrotape_runtime::object::array::new_array_from(vm, weekend)?;
    property(vm, info, "weekend", Value::object(weekend))?;
    Ok(Value::object(info))
}

fn changed(vm: &mut Vm, call: Call, method: &str, change: fn(&Tag) -> Tag) -> Completion<Value> {
    let tag = this_tag(vm, call, method)?;
    vm.work(TAG)?;
    let prototype = slots::prototype_here(vm, Type::Locale);
    Ok(slots::object(vm, prototype, Type::Locale, &change(&tag).to_string()))
}

/// Intl.Locale.prototype.maximize ( ), ECMA-402 15.3.21
fn maximize(vm: &mut Vm, call: Call) -> Completion<Value> {
    changed(vm, call, "maximize", Tag::maximized)
}

/// Intl.Locale.prototype.minimize ( ), ECMA-402 15.3.22
fn minimize(vm: &mut Vm, call: Call) -> Completion<Value> {
    changed(vm, call, "minimize", Tag::minimized)
}

/// Intl.Locale.prototype.toString ( ), ECMA-402 15.3.23
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::Locale, "toString")?;
    Ok(Value::string(slots.resolved))
}
