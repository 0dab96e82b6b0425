//! The BigInt constructor and prototype, ECMA-262 21.2.

#[cfg(not(feature = "intl"))]
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::bigint;
use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::BigIntId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("BigInt", 1, bigint);

static FUNCTIONS: &[NativeFunction] = &[method("asIntN", 2, as_int_n), method("asUintN", 2, as_uint_n)];

static METHODS: &[NativeFunction] =
    &[method("toLocaleString", 0, to_locale_string), method("toString", 0, to_string), method("valueOf", 0, value_of)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).bigint_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "BigInt")
}

/// BigInt ( value ), ECMA-262 21.2.1.1
fn bigint(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_some() {
        return vm.type_error(messages::not_a_constructor("BigInt"));
    }
    let argument = call.argument(vm, 0);
    let primitive = convert::to_primitive(vm, argument, Hint::Number)?;
    match primitive.as_number() {
        Some(number) => bigint::number_to_bigint(vm, number),
        None => bigint::to_bigint(vm, primitive).map(Value::bigint),
    }
}

/// BigInt.asIntN ( bits, bigint ), ECMA-262 21.2.2.1
fn as_int_n(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (bits, bigint) = bits_and_bigint(vm, call)?;
    bigint::bigint_as_int_n(vm, bits, bigint)
}

/// BigInt.asUintN ( bits, bigint ), ECMA-262 21.2.2.2
fn as_uint_n(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (bits, bigint) = bits_and_bigint(vm, call)?;
    bigint::bigint_as_uint_n(vm, bits, bigint)
}

fn bits_and_bigint(vm: &mut Vm, call: Call) -> Completion<(u64, BigIntId)> {
    let argument = call.argument(vm, 0);
    let Ok(bits) = bigint::index_or_number(vm, argument)? else {
        return vm.range_error("Invalid value: not (convertible to) a safe integer");
    };
    let bigint = call.argument(vm, 1);
    Ok((bits, bigint::to_bigint(vm, bigint)?))
}

/// BigInt.prototype.toLocaleString ( [ reserved1 [ , reserved2 ] ] ), ECMA-262 21.2.3.2
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let bigint = this_bigint_value(vm, call, "BigInt.prototype.toLocaleString")?;
    #[cfg(feature = "intl")]
    {
        ferrotape_intl::number_to_locale_string(vm, call, Value::bigint(bigint))
    }
    #[cfg(not(feature = "intl"))]
    {
        let string = bigint::bigint_to_string(vm, bigint, 10)?;
        let length = vm.heap.string_length(string);
        vm.room(length * 3)?;
        vm.work(length as u64 / UNITS_PER_TICK)?;
        let flat = vm.heap.flatten(string)?;
        let text = vm.heap.view(flat).to_string_lossy();
        let digits = text.trim_start_matches('-');
        let sign = if digits.len() < text.len() { "-" } else { "" };
        let text = format!("{sign}{}", grouped(digits));
        if text.len() > ferrotape_runtime::rope::longest_string(&vm.heap) {
            return vm.range_error(messages::STRING_TOO_LONG);
        }
        Ok(Value::string(vm.heap.new_string(&text)))
    }
}

/// Puts commas between groups of three digits, as US English does.
#[cfg(not(feature = "intl"))]
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// BigInt.prototype.toString ( [ radix ] ), ECMA-262 21.2.3.3
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let bigint = this_bigint_value(vm, call, "BigInt.prototype.toString")?;
    let radix = match call.argument(vm, 0) {
        Value::UNDEFINED => 10.0,
        radix => {
            vm.keep(Value::bigint(bigint));
            convert::to_integer_or_infinity(vm, radix)?
        }
    };
    if !(2.0..=36.0).contains(&radix) {
        return vm.range_error("toString() radix argument must be between 2 and 36");
    }
    bigint::bigint_to_string(vm, bigint, radix as u32).map(Value::string)
}

/// BigInt.prototype.valueOf ( ), ECMA-262 21.2.3.4
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_bigint_value(vm, call, "BigInt.prototype.valueOf").map(Value::bigint)
}

/// ThisBigIntValue ( value ), ECMA-262 21.2.3.4.1
fn this_bigint_value(vm: &mut Vm, call: Call, method: &str) -> Completion<BigIntId> {
    if let Some(bigint) = call.this.as_bigint() {
        return Ok(bigint);
    }
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::BigInt(bigint)) => Ok(bigint),
        _ => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
