//! Intl.DisplayNames, ECMA-402 12, in English.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::currency_symbols::currency_symbol;
use crate::resolved::Resolved;
use crate::slots::{self, Type};
use crate::tag::{self, Tag};
use crate::{Class, name_tables, names, negotiation, options, symbols};

static CONSTRUCTOR: NativeFunction = constructor("DisplayNames", 2, display_names);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_english_locales_of)];

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
    let chosen = negotiation::choose_english(&tags);
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
        "dateTimeField" => name_tables::FIELDS.iter().any(|&(known, ..)| known == code).then(|| code.to_owned()),
        "currency" if names::is_currency(code) => upper(),
        _ => None,
    }
}

/// Returns the English name of a language with its script and region.
fn language_name(code: &str, resolved: &Resolved) -> Option<String> {
    let whole = name_tables::find(name_tables::DIALECTS, code);
    if let Some(name) = whole.filter(|_| resolved.get_text("languageDisplay") == "dialect") {
        return Some(name.to_owned());
    }
    let tag = Tag::parse(code)?;
    let name = name_tables::find(name_tables::LANGUAGES, &tag.language)?;
    let script = tag.script_text();
    let region = tag.region.to_ascii_uppercase();
    let known = |table, code: &str| name_tables::find(table, code).map_or(code.to_owned(), str::to_owned);
    let mut within = Vec::new();
    if !script.is_empty() {
        within.push(known(name_tables::SCRIPTS, &script));
    }
    if !region.is_empty() {
        within.push(known(name_tables::REGIONS, &region));
    }
    within.extend(tag.variants);
    Some(if within.is_empty() { name.to_owned() } else { format!("{name} ({})", within.join(", ")) })
}

/// Returns the name of a code in canonical form, by the `type` of the object; `None` leaves it to `fallback`.
fn name_of(code: &str, resolved: &Resolved) -> Option<String> {
    let table = match resolved.get_text("type") {
        "language" => return language_name(code, resolved),
        "currency" if resolved.get_text("style") != "long" => {
            let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
            let symbol = currency_symbol(code, resolved.get_text("style") == "narrow", &tag);
            return (symbol != code).then_some(symbol);
        }
        "currency" => {
            let name = symbols::currency_name(code, true)?;
            // Names of currencies begin with a capital here, and their words too.
            return Some(name.split(' ').map(tag::title).collect::<Vec<_>>().join(" "));
        }
        "dateTimeField" => {
            let &(_, long, short) = name_tables::FIELDS.iter().find(|&&(known, ..)| known == code)?;
            let name = if resolved.get_text("style") == "long" { long } else { short };
            return Some(name.to_owned());
        }
        "region" => name_tables::REGIONS,
        "script" => name_tables::SCRIPTS,
        _ => name_tables::CALENDARS,
    };
    name_tables::find(table, code).map(str::to_owned)
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
