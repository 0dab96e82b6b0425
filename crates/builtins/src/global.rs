//! Functions and values of the global object, ECMA-262 19.1 to 19.2, except `eval`.

mod uri;

use ferrotape_budget::costs::NUMBER_READ;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::number;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Number has these functions as well.
pub(crate) static PARSE_INT: NativeFunction = method("parseInt", 2, parse_int);
pub(crate) static PARSE_FLOAT: NativeFunction = method("parseFloat", 1, parse_float);

static FUNCTIONS: &[NativeFunction] = &[
    method("isNaN", 1, is_nan),
    method("isFinite", 1, is_finite),
    method("decodeURI", 1, uri::decode_uri),
    method("decodeURIComponent", 1, uri::decode_uri_component),
    method("encodeURI", 1, uri::encode_uri),
    method("encodeURIComponent", 1, uri::encode_uri_component),
    method("escape", 1, uri::escape),
    method("unescape", 1, uri::unescape),
];

pub(crate) const NAMES: &[&str] =
    &["isNaN", "isFinite", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape"];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    for function in FUNCTIONS {
        realm.global_function(function)?;
    }
    Ok(())
}

/// parseInt ( string, radix ), ECMA-262 19.2.5
fn parse_int(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (text, radix) = (call.argument(vm, 0), call.argument(vm, 1));
    // Fast path: an integer's text reads back as the integer.
    if text.is_int() && (radix.is_undefined() || radix == Value::int(10)) {
        return Ok(text);
    }
    let text = convert::to_string(vm, text)?;
    vm.keep(Value::string(text));
    let radix = convert::to_int32(vm, radix)?;
    let flat = vm.heap.flatten(text)?;
    vm.work(NUMBER_READ)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    Ok(Value::number(number::parse_int(view, radix, budget)?))
}

/// parseFloat ( string ), ECMA-262 19.2.4
fn parse_float(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    let flat = vm.heap.flatten(text)?;
    vm.work(NUMBER_READ)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    Ok(Value::number(number::parse_float(view, budget)?))
}

/// isNaN ( number ), ECMA-262 19.2.3
fn is_nan(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let number = convert::to_number(vm, argument)?;
    Ok(Value::bool(number.is_nan()))
}

/// isFinite ( number ), ECMA-262 19.2.2
fn is_finite(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let number = convert::to_number(vm, argument)?;
    Ok(Value::bool(number.is_finite()))
}
