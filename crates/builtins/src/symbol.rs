//! The Symbol constructor and prototype, ECMA-262 20.4.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{StringId, SymbolId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::operators;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::symbol::{self, SymbolKind, WELL_KNOWN, symbols, well_known_symbols};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("Symbol", 0, symbol);

static FUNCTIONS: &[NativeFunction] = &[method("for", 1, registered), method("keyFor", 1, key_for)];

static METHODS: &[NativeFunction] = &[method("toString", 0, to_string), method("valueOf", 0, value_of)];

static DESCRIPTION: NativeFunction = method("get description", 0, description);

static TO_PRIMITIVE: NativeFunction = method("[Symbol.toPrimitive]", 1, value_of);

/// Defines the global `Symbol`, with the well-known symbols, which all realms share, as constants.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).symbol_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    for (name, symbol) in WELL_KNOWN.iter().zip(well_known_symbols()) {
        realm.value(constructor, name, symbol, Attributes::NONE)?;
    }
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    let key = realm.vm.heap.key("description");
    realm.accessor(prototype, key, Some(&DESCRIPTION), None)?;
    realm.symbol_method(prototype, symbols::TO_PRIMITIVE, &TO_PRIMITIVE, Attributes::CONFIGURABLE)?;
    realm.string_tag(prototype, "Symbol")
}

/// Symbol ( [ description ] ), ECMA-262 20.4.1.1
fn symbol(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_some() {
        return vm.type_error(messages::not_a_constructor("Symbol"));
    }
    let description = match call.argument(vm, 0) {
        Value::UNDEFINED => Value::UNDEFINED,
        description => {
            let text = convert::to_string(vm, description)?;
            vm.heap.flatten(text)?;
            Value::string(text)
        }
    };
    Ok(Value::symbol(symbol::new_symbol(&mut vm.heap, description)))
}

/// Symbol.for ( key ), ECMA-262 20.4.2.2
fn registered(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    let key = vm.heap.key_of_string(text)?;
    Ok(Value::symbol(symbol::registered_symbol(&mut vm.heap, key)?))
}

/// Symbol.keyFor ( sym ), ECMA-262 20.4.2.6
fn key_for(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = call.argument(vm, 0);
    match value.as_symbol() {
        Some(symbol) if symbol::symbol_kind(&vm.heap, symbol) == SymbolKind::Registered => {
            Ok(symbol::symbol_description(&vm.heap, symbol))
        }
        Some(_) => Ok(Value::UNDEFINED),
        None => {
            let found = messages::describe(vm, value);
            vm.type_error(format!("{found} is not a symbol"))
        }
    }
}

/// Symbol.prototype.description, ECMA-262 20.4.3.2
fn description(vm: &mut Vm, call: Call) -> Completion<Value> {
    let symbol = this_symbol_value(vm, call, "Symbol.prototype.description")?;
    Ok(symbol::symbol_description(&vm.heap, symbol))
}

/// Symbol.prototype.toString ( ), ECMA-262 20.4.3.3
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let symbol = this_symbol_value(vm, call, "Symbol.prototype.toString")?;
    descriptive_string(vm, symbol).map(Value::string)
}

/// SymbolDescriptiveString ( sym ), ECMA-262 20.4.3.3.1
pub(crate) fn descriptive_string(vm: &mut Vm, symbol: SymbolId) -> Completion<StringId> {
    let description = symbol::symbol_description(&vm.heap, symbol).as_string().unwrap_or(StringId::EMPTY);
    let (start, end) = (vm.heap.intern_text("Symbol("), vm.heap.intern_text(")"));
    let text = operators::concat(vm, start, description)?;
    operators::concat(vm, text, end)
}

/// Symbol.prototype.valueOf ( ), ECMA-262 20.4.3.4, and Symbol.prototype [ %Symbol.toPrimitive% ] ( hint ), 20.4.3.5
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_symbol_value(vm, call, "Symbol.prototype.valueOf").map(Value::symbol)
}

/// ThisSymbolValue ( value ), ECMA-262 20.4.3.4.1
fn this_symbol_value(vm: &mut Vm, call: Call, method: &str) -> Completion<SymbolId> {
    if let Some(symbol) = call.this.as_symbol() {
        return Ok(symbol);
    }
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::Symbol(symbol)) => Ok(symbol),
        _ => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
