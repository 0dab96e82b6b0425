//! Intl.DisplayNames, ECMA-402 12.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::currency_symbols::currency_symbol;
use crate::name_data::{Field, NameData};
use crate::resolved::Resolved;
use crate::slots::{self, Type};
use crate::tag::{self, Tag};
use crate::{Class, names, negotiation, options};

/// Codes of fields of dates: Table 18, ECMA-402 12.5.1.
const DATE_FIELDS: [&str; 12] = [
    "era",
    "year",
    "quarter",
    "month",
    "weekOfYear",
    "weekday",
    "day",
    "dayPeriod",
    "hour",
    "minute",
    "second",
    "timeZoneName",
];

static CONSTRUCTOR: NativeFunction = constructor("DisplayNames", 2, display_names);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[method("of", 1, of), method("resolvedOptions", 0, resolved_options)];

pub(crate) static CLASS: Class = Class {
    r#type: Type::DisplayNames,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// Intl.DisplayNames ( locales, options ), ECMA-402 12.1.1
fn display_names(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::DisplayNames)?;
    let prototype = slots::prototype_for_new(vm, call, Type::DisplayNames)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = negotiation::canonicalize_list(vm, locales)?;
    if options.is_undefined() {
        return vm.type_error("Options are required");
    }
    let options = options::get_options_object(vm, options)?;
    options::locale_matcher(vm, options)?;
    let chosen = negotiation::choose(&tags);
    let style = options::choice(vm, options, "style", &["narrow", "short", "long"])?.unwrap_or("long");
    let types = ["language", "region", "script", "currency", "calendar", "dateTimeField"];
    let Some(which) = options::choice(vm, options, "type", &types)? else {
        return vm.type_error("The option 'type' is required");
    };
    let fallback = options::choice(vm, options, "fallback", &["code", "none"])?.unwrap_or("code");
    let display = options::choice(vm, options, "languageDisplay", &["dialect", "standard"])?.unwrap_or("dialect");
    let mut resolved = Resolved::default();
    resolved.text("locale", &chosen.locale);
    resolved.text("style", style);
    resolved.text("type", which);
    resolved.text("fallback", fallback);
    if which == "language" {
        resolved.text("languageDisplay", display);
    }
    Ok(slots::object(vm, prototype, Type::DisplayNames, resolved.as_str()))
}

/// CanonicalCodeForDisplayNames ( type, code ), ECMA-402 12.5.1; none for a code that cannot be one.
fn canonical(which: &str, code: &str) -> Option<String> {
    let upper = || Some(code.to_ascii_uppercase());
    match which {
        "language" => {
            let tag = Tag::parse(code)?;
            (tag == tag.base()).then(|| tag.canonicalized().to_string())
        }
        "region" if tag::is_region(code) => upper(),
        "script" if tag::is_script(code) => Some(tag::title(&code.to_ascii_lowercase())),
        "calendar" if options::is_type(code) => Some(code.to_ascii_lowercase()),
        "dateTimeField" => DATE_FIELDS.contains(&code).then(|| code.to_owned()),
        "currency" if names::is_currency(code) => upper(),
        _ => None,
    }
}

/// Returns the name of a language with its script and region.
fn language_name(data: &NameData, code: &str, resolved: &Resolved) -> Option<String> {
    let is_long = resolved.get_text("style") == "long";
    let wholes: &[Field] = if is_long { &[Field::Dialects] } else { &[Field::ShortLanguages, Field::Dialects] };
    let whole = data.name_in(wholes, code);
    if let Some(name) = whole.filter(|_| resolved.get_text("languageDisplay") == "dialect") {
        return Some(name.to_owned());
    }
    let tag = Tag::parse(code)?;
    let languages: &[Field] = if is_long { &[Field::Languages] } else { &[Field::ShortLanguages, Field::Languages] };
    let regions: &[Field] = if is_long { &[Field::Regions] } else { &[Field::ShortRegions, Field::Regions] };
    let name = data.name_in(languages, &tag.language)?;
    let known = |fields, code: String| data.name_in(fields, &code).map_or(code, str::to_owned);
    let mut within = Vec::new();
    if !tag.script.is_empty() {
        within.push(known(&[Field::Scripts], tag.script_text()));
    }
    if !tag.region.is_empty() {
        within.push(known(regions, tag.region.to_ascii_uppercase()));
    }
    within.extend(tag.variants);
    Some(if within.is_empty() { name.to_owned() } else { name_with(data, name, &within) })
}

/// Joins the name of a language and what is told of it: `Serbian (Latin, Serbia)`. Parentheses within become brackets.
fn name_with(data: &NameData, name: &str, within: &[String]) -> String {
    let pattern = data.name(Field::Patterns, "within").unwrap_or("# (@, %)");
    let (before, rest) = pattern.split_once('@').unwrap_or(("# (", ", %)"));
    let (joint, behind) = rest.split_once('%').unwrap_or((", ", ")"));
    let [open, close] = if before.contains('（') { ["［", "］"] } else { ["[", "]"] };
    let within = within.join(joint).replace(['(', '（'], open).replace([')', '）'], close);
    format!("{}{within}{behind}", before.replace('#', name))
}

/// Returns the name of a code in canonical form, by the `type` of the object; `None` leaves it to `fallback`.
fn name_of(code: &str, resolved: &Resolved) -> Option<String> {
    let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
    let data = NameData::of(&tag);
    let style = resolved.get_text("style");
    let fields: &[Field] = match (resolved.get_text("type"), style) {
        ("language", _) => return language_name(&data, code, resolved),
        ("currency", "short" | "narrow") => {
            let symbol = currency_symbol(code, style == "narrow", &tag);
            return (symbol != code).then_some(symbol);
        }
        ("currency", _) => &[Field::Currencies],
        ("dateTimeField", "narrow") => &[Field::NarrowDateFields, Field::ShortDateFields, Field::DateFields],
        ("dateTimeField", "short") => &[Field::ShortDateFields, Field::DateFields],
        // A field without a name in the table is called as its code is.
        ("dateTimeField", _) => &[Field::DateFields],
        ("region", "long") => &[Field::Regions],
        ("region", _) => &[Field::ShortRegions, Field::Regions],
        ("script", _) => &[Field::Scripts],
        _ => &[Field::Calendars],
    };
    data.name_in(fields, code).map(str::to_owned)
}

/// Intl.DisplayNames.prototype.of ( code ), ECMA-402 12.3.3
fn of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::DisplayNames, "of")?;
    let code = call.argument(vm, 0);
    let string = convert::to_string(vm, code)?;
    let text = options::short_text(vm, string)?;
    vm.work(negotiation::TAG)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    let Some(code) = text.and_then(|text| canonical(resolved.get_text("type"), &text)) else {
        return options::refuse(vm, string, "code");
    };
    match name_of(&code, &resolved) {
        Some(name) => Ok(Value::string(vm.heap.new_string(&name))),
        None if resolved.get_text("fallback") == "none" => Ok(Value::UNDEFINED),
        None => Ok(Value::string(vm.heap.new_string(&code))),
    }
}

/// Intl.DisplayNames.prototype.resolvedOptions ( ), ECMA-402 12.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::DisplayNames, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}
