//! The Math object, ECMA-262 21.3.

mod extrema;
mod hyperbolic;
mod precise;

use std::f64::consts;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::number;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTANTS: &[(&str, f64)] = &[
    ("E", consts::E),
    ("LN10", consts::LN_10),
    ("LN2", consts::LN_2),
    ("LOG10E", consts::LOG10_E),
    ("LOG2E", consts::LOG2_E),
    ("PI", consts::PI),
    ("SQRT1_2", consts::FRAC_1_SQRT_2),
    ("SQRT2", consts::SQRT_2),
];

static FUNCTIONS: &[NativeFunction] = &[
    method("abs", 1, abs),
    method("acos", 1, acos),
    method("acosh", 1, acosh),
    method("asin", 1, asin),
    method("asinh", 1, asinh),
    method("atan", 1, atan),
    method("atanh", 1, atanh),
    method("atan2", 2, atan2),
    method("cbrt", 1, cbrt),
    method("ceil", 1, ceil),
    method("clz32", 1, clz32),
    method("cos", 1, cos),
    method("cosh", 1, cosh),
    method("exp", 1, exp),
    method("expm1", 1, expm1),
    method("f16round", 1, f16round),
    method("floor", 1, floor),
    method("fround", 1, fround),
    method("hypot", 2, extrema::hypot),
    method("imul", 2, imul),
    method("log", 1, log),
    method("log1p", 1, log1p),
    method("log10", 1, log10),
    method("log2", 1, log2),
    method("max", 2, extrema::max),
    method("min", 2, extrema::min),
    method("pow", 2, pow),
    method("random", 0, random),
    method("round", 1, round),
    method("sign", 1, sign),
    method("sin", 1, sin),
    method("sinh", 1, sinh),
    method("sqrt", 1, sqrt),
    method("sumPrecise", 1, precise::sum_precise),
    method("tan", 1, tan),
    method("tanh", 1, tanh),
    method("trunc", 1, trunc),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let math = realm.namespace("Math")?;
    realm.string_tag(math, "Math")?;
    for &(name, value) in CONSTANTS {
        realm.value(math, name, Value::double(value), Attributes::NONE)?;
    }
    realm.methods(math, FUNCTIONS)
}

/// Applies a function of one number.
#[inline(always)]
fn map(vm: &mut Vm, call: Call, function: impl Fn(f64) -> f64) -> Completion<Value> {
    let number = call.argument(vm, 0);
    let number = convert::to_number(vm, number)?;
    Ok(Value::number(function(number)))
}

/// Applies a function of one number that leaves integers unchanged.
#[inline(always)]
fn map_non_integer(vm: &mut Vm, call: Call, function: impl Fn(f64) -> f64) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    if argument.is_int() { Ok(argument) } else { map(vm, call, function) }
}

/// Math.abs ( x ), ECMA-262 21.3.2.1
fn abs(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::abs)
}

/// Math.acos ( x ), ECMA-262 21.3.2.2
fn acos(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::acos)
}

/// Math.acosh ( x ), ECMA-262 21.3.2.3
fn acosh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, hyperbolic::acosh)
}

/// Math.asin ( x ), ECMA-262 21.3.2.4
fn asin(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::asin)
}

/// Math.asinh ( x ), ECMA-262 21.3.2.5
fn asinh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, hyperbolic::asinh)
}

/// Math.atan ( x ), ECMA-262 21.3.2.6
fn atan(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::atan)
}

/// Math.atanh ( x ), ECMA-262 21.3.2.7
fn atanh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, hyperbolic::atanh)
}

/// Math.atan2 ( y, x ), ECMA-262 21.3.2.8
fn atan2(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let y = convert::to_number(vm, argument)?;
    let x = call.argument(vm, 1);
    let x = convert::to_number(vm, x)?;
    Ok(Value::number(y.atan2(x)))
}

/// Math.cbrt ( x ), ECMA-262 21.3.2.9
fn cbrt(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::cbrt)
}

/// Math.ceil ( x ), ECMA-262 21.3.2.10
fn ceil(vm: &mut Vm, call: Call) -> Completion<Value> {
    map_non_integer(vm, call, f64::ceil)
}

/// Math.clz32 ( x ), ECMA-262 21.3.2.11
fn clz32(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let number = convert::to_uint32(vm, argument)?;
    Ok(Value::int(number.leading_zeros() as i32))
}

/// Math.cos ( x ), ECMA-262 21.3.2.12
fn cos(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::cos)
}

/// Math.cosh ( x ), ECMA-262 21.3.2.13
fn cosh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::cosh)
}

/// Math.exp ( x ), ECMA-262 21.3.2.14
fn exp(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::exp)
}

/// Math.expm1 ( x ), ECMA-262 21.3.2.15
fn expm1(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::exp_m1)
}

/// Math.f16round ( x ), ECMA-262 21.3.2.16
fn f16round(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, precise::to_half)
}

/// Math.floor ( x ), ECMA-262 21.3.2.16
fn floor(vm: &mut Vm, call: Call) -> Completion<Value> {
    map_non_integer(vm, call, f64::floor)
}

/// Math.fround ( x ), ECMA-262 21.3.2.17
fn fround(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, |number| f64::from(number as f32))
}

/// Math.imul ( x, y ), ECMA-262 21.3.2.19
fn imul(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let a = convert::to_int32(vm, argument)?;
    let b = call.argument(vm, 1);
    let b = convert::to_int32(vm, b)?;
    Ok(Value::int(a.wrapping_mul(b)))
}

/// Math.log ( x ), ECMA-262 21.3.2.20
fn log(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::ln)
}

/// Math.log1p ( x ), ECMA-262 21.3.2.21
fn log1p(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::ln_1p)
}

/// Math.log10 ( x ), ECMA-262 21.3.2.22
fn log10(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::log10)
}

/// Math.log2 ( x ), ECMA-262 21.3.2.23
fn log2(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::log2)
}

/// Math.pow ( base, exponent ), ECMA-262 21.3.2.26
fn pow(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let base = convert::to_number(vm, argument)?;
    let exponent = call.argument(vm, 1);
    let exponent = convert::to_number(vm, exponent)?;
    Ok(Value::number(number::exponentiate(base, exponent)))
}

/// Math.random ( ), ECMA-262 21.3.2.27
fn random(vm: &mut Vm, _: Call) -> Completion<Value> {
    let bits = vm.agent.random() >> 11;
    Ok(Value::number(bits as f64 / (1u64 << 53) as f64))
}

/// Math.round ( x ), ECMA-262 21.3.2.28
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    map_non_integer(vm, call, |number| {
        let floor = number.floor();
        // Not `floor(number + 0.5)`: the sum may be rounded. A negative number that rounds to 0 gives -0.
        if number - floor >= 0.5 { (floor + 1.0).copysign(number) } else { floor }
    })
}

/// Math.sign ( x ), ECMA-262 21.3.2.29
fn sign(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, |number| if number == 0.0 || number.is_nan() { number } else { number.signum() })
}

/// Math.sin ( x ), ECMA-262 21.3.2.30
fn sin(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::sin)
}

/// Math.sinh ( x ), ECMA-262 21.3.2.31
fn sinh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::sinh)
}

/// Math.sqrt ( x ), ECMA-262 21.3.2.32
fn sqrt(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::sqrt)
}

/// Math.tan ( x ), ECMA-262 21.3.2.33
fn tan(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::tan)
}

/// Math.tanh ( x ), ECMA-262 21.3.2.34
fn tanh(vm: &mut Vm, call: Call) -> Completion<Value> {
    map(vm, call, f64::tanh)
}

/// Math.trunc ( x ), ECMA-262 21.3.2.35
fn trunc(vm: &mut Vm, call: Call) -> Completion<Value> {
    map_non_integer(vm, call, f64::trunc)
}
