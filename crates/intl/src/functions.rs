//! The functions of Intl itself, ECMA-402 8.3.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::resolved::string_array;
use crate::{names, negotiation, options, zone};

pub(crate) static FUNCTIONS: &[NativeFunction] =
    &[method("getCanonicalLocales", 1, get_canonical_locales), method("supportedValuesOf", 1, supported_values_of)];

/// Intl.getCanonicalLocales ( locales ), ECMA-402 8.3.1
fn get_canonical_locales(vm: &mut Vm, call: Call) -> Completion<Value> {
    let locales = call.argument(vm, 0);
    let tags: Vec<String> = negotiation::canonicalize_list(vm, locales)?.iter().map(ToString::to_string).collect();
    string_array(vm, tags.iter().map(String::as_str))
}

/// Intl.supportedValuesOf ( key ), ECMA-402 8.3.2
fn supported_values_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let key = call.argument(vm, 0);
    let string = convert::to_string(vm, key)?;
    let key = options::short_text(vm, string)?;
    vm.work(1 << 13)?;
    match key.as_deref() {
        Some("calendar") => string_array(vm, names::CALENDARS.iter().copied()),
        Some("collation") => string_array(vm, names::COLLATIONS.iter().copied()),
        Some("currency") => string_array(vm, names::CURRENCIES.split_ascii_whitespace()),
        Some("numberingSystem") => string_array(vm, names::NUMBERING_SYSTEMS.iter().map(|&(name, _)| name)),
        Some("timeZone") => {
            let mut zones: Vec<&str> = zone::all().collect();
            zones.sort_unstable();
            string_array(vm, zones.into_iter())
        }
        Some("unit") => string_array(vm, names::UNITS.iter().copied()),
        _ => {
            let found = messages::describe(vm, Value::string(string));
            vm.range_error(format!("{found} is not a key of supported values"))
        }
    }
}
