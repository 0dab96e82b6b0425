//! Intl.DateTimeFormat, ECMA-402 11.

use ferrotape_budget::costs::{CLOCK, DATE_TEXT, LOCAL_TIME};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::date_data::{DateData, Field};
use crate::date_pattern::{DatePattern, STYLES};
use crate::moment::{self, Moment, Subject};
use crate::number_format::{array_of, string_of};
use crate::options::{self, Options};
use crate::pattern::Part;
use crate::resolved::Resolved;
use crate::slots::{self, Type};
use crate::zone::{self, Zone};
use crate::{Class, calendar, names, negotiation, symbols};

static CONSTRUCTOR: NativeFunction = constructor("DateTimeFormat", 0, date_time_format);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static GETTERS: &[NativeFunction] = &[method("get format", 0, format)];

static METHODS: &[NativeFunction] = &[
    method("formatRange", 2, format_range),
    method("formatRangeToParts", 2, format_range_to_parts),
    method("formatToParts", 1, format_to_parts),
    method("resolvedOptions", 0, resolved_options),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::DateTimeFormat,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: GETTERS,
};

/// The function that the getter `format` gives: ECMA-402 11.5.4.
pub(crate) static BOUND_FORMAT: NativeFunction =
    method("", 1, bound_format).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

/// Ticks for formatting a date: options are read, and a zone is looked up.
const FORMAT: u64 = DATE_TEXT + 280;

/// Components of which one must be asked for, and those that are shown if none is: the arguments `required` and `defaults` of
/// ECMA-402 11.1.2.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DateText {
    /// `toLocaleDateString`
    Date,
    /// `toLocaleTimeString`
    Time,
    /// `toLocaleString`
    All,
    /// The constructor.
    Any,
}

/// Components with their forms: Table 16, ECMA-402 11.5.1, in the order in which they are read and shown.
/// `fractionalSecondDigits` is a number.
pub(crate) const COMPONENTS: [(&str, &[&str]); 11] = [
    ("weekday", &["narrow", "short", "long"]),
    ("era", &["narrow", "short", "long"]),
    ("year", &["2-digit", "numeric"]),
    ("month", &["2-digit", "numeric", "narrow", "short", "long"]),
    ("day", &["2-digit", "numeric"]),
    ("dayPeriod", &["narrow", "short", "long"]),
    ("hour", &["2-digit", "numeric"]),
    ("minute", &["2-digit", "numeric"]),
    ("second", &["2-digit", "numeric"]),
    ("fractionalSecondDigits", &[]),
    ("timeZoneName", &["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"]),
];

/// The forms of components, in the order of [`COMPONENTS`].
pub(crate) type Forms = [Option<String>; 11];

/// Intl.DateTimeFormat ( [ locales [ , options ] ] ), ECMA-402 11.1.1
fn date_time_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = slots::prototype_for_new(vm, call, Type::DateTimeFormat)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options, DateText::Any, None)?;
    Ok(slots::object(vm, prototype, Type::DateTimeFormat, resolved.as_str()))
}

/// CreateDateTimeFormat ( newTarget, locales, options, required, defaults [ , toLocaleStringTimeZone ] ), ECMA-402 11.1.2
fn resolve(
    vm: &mut Vm,
    locales: Value,
    options: Value,
    wanted: DateText,
    own_zone: Option<&str>,
) -> Completion<Resolved> {
    vm.work(FORMAT)?;
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::coerce_options(vm, options)?;
    options::locale_matcher(vm, options)?;
    let calendar = options::type_text(vm, options, "calendar")?;
    let system = options::type_text(vm, options, "numberingSystem")?;
    let hour12 = options::boolean(vm, options, "hour12")?;
    let cycles = ["h11", "h12", "h23", "h24"];
    let hour_cycle = options::choice(vm, options, "hourCycle", &cycles)?;
    let mut chosen = negotiation::choose(&tags);
    let calendar = chosen.keyword("ca", calendar.as_deref().map(calendar::canonical), calendar::is_known);
    let calendar = calendar.as_deref().map_or(calendar::usual(&chosen.data.language), calendar::canonical);
    vm.work(calendar::ticks(calendar))?;
    let system = chosen.keyword("nu", system.as_deref(), names::is_numbering_system);
    let default_cycle = DateData::of(&chosen.data).field(Field::HourCycle);
    let hour_cycle = match hour12 {
        Some(true) if chosen.data.language == "ja" => Some("h11".to_owned()),
        Some(true) => Some("h12".to_owned()),
        Some(false) => Some("h23".to_owned()),
        None => chosen.keyword("hc", hour_cycle, |name| cycles.contains(&name)),
    };
    let hour_cycle = hour_cycle.as_deref().unwrap_or(default_cycle);
    let zone = read_zone(vm, options, own_zone)?;
    let asked = read_forms(vm, options)?;
    options::choice(vm, options, "formatMatcher", &["basic", "best fit"])?;
    let date_style = options::choice(vm, options, "dateStyle", &STYLES)?;
    let time_style = options::choice(vm, options, "timeStyle", &STYLES)?;
    let forms = with_defaults(vm, asked.clone(), [date_style, time_style], wanted)?;
    let mut resolved = Resolved::default();
    resolved.text("locale", chosen.with_keywords());
    resolved.text("calendar", calendar);
    resolved.text("numberingSystem", system.as_deref().unwrap_or(symbols::of(&chosen.data).numbering_system));
    resolved.text("timeZone", &zone);
    if forms[6].is_some() || time_style.is_some() {
        resolved.text("hourCycle", hour_cycle);
        resolved.flag("hour12", matches!(hour_cycle, "h11" | "h12"));
    }
    add_forms(&forms, &mut resolved);
    resolved.maybe("dateStyle", date_style);
    resolved.maybe("timeStyle", time_style);
    moment::note(&asked, hour_cycle, &mut resolved);
    Ok(resolved)
}

/// Reads the option `timeZone`: steps 27 to 32 of ECMA-402 11.1.2. A date that has a zone does not take another one.
fn read_zone(vm: &mut Vm, options: Options, own_zone: Option<&str>) -> Completion<String> {
    let value = options::get(vm, options, "timeZone")?;
    match own_zone {
        Some(zone) if value.is_undefined() => return Ok(zone::identifier(zone).unwrap_or_else(|| zone.to_owned())),
        Some(_) => return vm.type_error("A date with a time zone has no option 'timeZone'"),
        None => {}
    }
    if value.is_undefined() {
        return Ok(zone::of_engine(vm));
    }
    let string = convert::to_string(vm, value)?;
    let text = options::short_text(vm, string)?;
    vm.work(LOCAL_TIME)?;
    match text.as_deref().and_then(zone::identifier) {
        Some(zone) => Ok(zone),
        None => options::refuse(vm, string, "timeZone"),
    }
}

fn read_forms(vm: &mut Vm, options: Options) -> Completion<Forms> {
    let mut forms = Forms::default();
    for ((name, choices), form) in COMPONENTS.iter().zip(&mut forms) {
        *form = match choices.is_empty() {
            true => options::number(vm, options, name, [1, 3])?.map(|digits| digits.to_string()),
            false => options::choice(vm, options, name, choices)?.map(str::to_owned),
        };
    }
    Ok(forms)
}

/// Adds what is shown if nothing is asked for, and refuses styles beside components: steps 37 to 43 of ECMA-402 11.1.2.
fn with_defaults(vm: &mut Vm, mut forms: Forms, styles: [Option<&str>; 2], wanted: DateText) -> Completion<Forms> {
    let has =
        |forms: &Forms, places: &[usize]| places.iter().any(|&place| forms.get(place).is_some_and(Option::is_some));
    if styles.iter().any(Option::is_some) {
        if has(&forms, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
            return vm.type_error("Styles do not go with single components");
        }
        return match (wanted, styles) {
            (DateText::Date, [_, Some(_)]) => vm.type_error("A date has no timeStyle"),
            (DateText::Time, [Some(_), _]) => vm.type_error("A time has no dateStyle"),
            _ => Ok(forms),
        };
    }
    let has_date = has(&forms, &[0, 2, 3, 4]);
    let has_time = has(&forms, &[5, 6, 7, 8, 9]);
    let (date, time) = match wanted {
        DateText::Date => (!has_date, false),
        DateText::Time => (false, !has_time),
        DateText::All => (!has_date && !has_time, !has_date && !has_time),
        DateText::Any => (!has_date && !has_time, false),
    };
    let added = (2..=4).filter(|_| date).chain((6..=8).filter(|_| time));
    added.for_each(|place| forms[place] = Some("numeric".to_owned()));
    Ok(forms)
}

/// Adds the components with their forms, as their pattern shows them.
pub(crate) fn add_forms(forms: &Forms, resolved: &mut Resolved) {
    let mut shown = resolved.clone();
    show_forms(forms, None, &mut shown);
    show_forms(forms, Some(&DatePattern::of(&shown)), resolved);
}

/// Adds the components with their forms. Numbers to which the pattern gives two digits have the form "2-digit".
fn show_forms(forms: &Forms, pattern: Option<&DatePattern>, resolved: &mut Resolved) {
    let is_there = |place: usize| forms.get(place).is_some_and(Option::is_some);
    for (place, ((name, choices), form)) in COMPONENTS.iter().zip(forms).enumerate() {
        let Some(form) = form else { continue };
        let letter = match place {
            3 => 'n',
            4 => 'd',
            6 => 'h',
            _ => ' ',
        };
        // ICU keeps the digits of hours that are asked for with minutes of two digits.
        let is_asked = place == 6
            && forms[7].as_deref() == Some("2-digit")
            && matches!(forms[8].as_deref(), None | Some("2-digit"))
            && pattern.is_some_and(DatePattern::has_cycle_of_locale);
        let is_wide = form == "numeric" && !is_asked && pattern.is_some_and(|pattern| pattern.has_two_digits(letter));
        let has_two = place == 7 && (is_there(6) || is_there(8)) || place == 8 && is_there(7);
        match form.parse() {
            Ok(digits) if choices.is_empty() => resolved.number(name, digits),
            _ => resolved.text(name, if has_two || is_wide { "2-digit" } else { form }),
        }
    }
}

/// A format: the pattern, and the zone.
struct Format {
    pattern: DatePattern,
    zone: Zone,
}

impl Format {
    /// Returns the format for values of a type. A TypeError if they have nothing of what it shows.
    fn of(vm: &mut Vm, resolved: &Resolved, subject: Subject) -> Completion<Format> {
        // The pattern for an object of Temporal is made anew.
        let times = if subject == Subject::Time { 1 } else { 2 };
        vm.work(times * (FORMAT + calendar::ticks(resolved.get_text("calendar"))) + LOCAL_TIME)?;
        let Some(own) = subject.options_of(resolved) else {
            return vm.type_error("The format shows nothing that such an object of Temporal has");
        };
        let zone = if subject.is_plain() { Zone::Offset(0) } else { Zone::of(vm, resolved.get_text("timeZone"))? };
        Ok(Format { pattern: DatePattern::of(&own), zone })
    }
}

fn this_format(vm: &mut Vm, call: Call, method: &str) -> Completion<Resolved> {
    let (_, slots) = slots::this(vm, call, Type::DateTimeFormat, method)?;
    Resolved::read(vm, slots.resolved)
}

/// Returns the value that an argument means, undefined for now.
fn moment_or_now(vm: &mut Vm, value: Value) -> Completion<Moment> {
    if value.is_undefined() {
        vm.work_later(CLOCK);
        return vm.host_time().map(Moment::of_time);
    }
    Moment::of_value(vm, value)
}

/// PartitionDateTimePattern ( dateTimeFormat, x ), ECMA-402 11.5.6
fn parts(vm: &mut Vm, resolved: &Resolved, moment: Moment) -> Completion<Vec<Part>> {
    if moment.subject == Subject::ZonedDateTime {
        return vm.type_error("A Temporal.ZonedDateTime has a zone of its own: use its toLocaleString");
    }
    let time = moment.checked(vm, resolved)?;
    let format = Format::of(vm, resolved, moment.subject)?;
    Ok(format.pattern.parts(time, &format.zone))
}

/// get Intl.DateTimeFormat.prototype.format, ECMA-402 11.3.3
fn format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, slots) = slots::this(vm, call, Type::DateTimeFormat, "format")?;
    slots::bound(vm, object, slots, &BOUND_FORMAT)
}

/// DateTime Format Functions, ECMA-402 11.5.4
fn bound_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = vm.heap.captured(call.callee, 0);
    let value = call.argument(vm, 0);
    let moment = moment_or_now(vm, value)?;
    let resolved = this_format(vm, call.with_this(object), "format")?;
    let parts = parts(vm, &resolved, moment)?;
    string_of(vm, &parts)
}

/// Intl.DateTimeFormat.prototype.formatToParts ( date ), ECMA-402 11.3.6
fn format_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let resolved = this_format(vm, call, "formatToParts")?;
    let value = call.argument(vm, 0);
    let moment = moment_or_now(vm, value)?;
    let parts = parts(vm, &resolved, moment)?;
    array_of(vm, &parts, false)
}

/// PartitionDateTimeRangePattern ( dateTimeFormat, x, y ), ECMA-402 11.5.9, of the arguments of a method.
fn range_parts(vm: &mut Vm, call: Call, method: &str) -> Completion<Vec<Part>> {
    let resolved = this_format(vm, call, method)?;
    let (start, end) = (call.argument(vm, 0), call.argument(vm, 1));
    if start.is_undefined() || end.is_undefined() {
        return vm.type_error("Both ends of a range are required");
    }
    let start = Moment::of_value(vm, start)?;
    let end = Moment::of_value(vm, end)?;
    if start.subject != end.subject {
        return vm.type_error("Both ends of a range have the same type");
    }
    if start.subject == Subject::ZonedDateTime {
        return vm.type_error("A range has no ends of type Temporal.ZonedDateTime: use toInstant");
    }
    vm.work(FORMAT + calendar::ticks(resolved.get_text("calendar")))?;
    let first = start.checked(vm, &resolved)?;
    let format = Format::of(vm, &resolved, start.subject)?;
    let last = end.checked(vm, &resolved)?;
    // Those of months and days are years of reference.
    let has_years = start.subject != Subject::PlainMonthDay;
    Ok(format.pattern.range_parts([first, last], &format.zone, has_years))
}

/// Intl.DateTimeFormat.prototype.formatRange ( startDate, endDate ), ECMA-402 11.3.4
fn format_range(vm: &mut Vm, call: Call) -> Completion<Value> {
    let parts = range_parts(vm, call, "formatRange")?;
    string_of(vm, &parts)
}

/// Intl.DateTimeFormat.prototype.formatRangeToParts ( startDate, endDate ), ECMA-402 11.3.5
fn format_range_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let parts = range_parts(vm, call, "formatRangeToParts")?;
    array_of(vm, &parts, true)
}

/// Intl.DateTimeFormat.prototype.resolvedOptions ( ), ECMA-402 11.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_format(vm, call, "resolvedOptions")?.show(vm)
}

/// Date.prototype.toLocaleString and its like, ECMA-402 20.4.1 to 20.4.3, of a time that the caller has read, which is not NaN.
pub fn date_to_locale_string(vm: &mut Vm, call: Call, time: f64, wanted: DateText) -> Completion<Value> {
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options, wanted, None)?;
    let parts = parts(vm, &resolved, Moment::of_time(time))?;
    string_of(vm, &parts)
}

/// The method toLocaleString of an object of Temporal that is no duration, as ECMA-402 has it. The caller has checked `this`, and
/// gives its zone if it has one.
pub fn temporal_to_locale_string(vm: &mut Vm, call: Call, own_zone: Option<&str>) -> Completion<Value> {
    let moment = Moment::of_value(vm, call.this)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options, moment.subject.date_text(), own_zone)?;
    let time = moment.checked(vm, &resolved)?;
    let format = Format::of(vm, &resolved, moment.subject)?;
    string_of(vm, &format.pattern.parts(time, &format.zone))
}
