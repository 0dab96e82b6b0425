//! The operators on numbers, ECMA-262 6.1.6.1 and 13.15.3, for operands of any type. `bigint` has those on BigInts.

use crate::bigint::{self, Numeric};
use crate::error::Completion;
use crate::messages;
use crate::number::to_int32;
use crate::operators::numbers::Arithmetic;
use crate::value::Value;
use crate::vm::Vm;

/// ApplyStringOrNumericBinaryOperator ( lVal, opText, rVal ), ECMA-262 13.15.3, without `+`
#[inline(never)]
pub fn arithmetic(vm: &mut Vm, operation: Arithmetic, a: Value, b: Value) -> Completion<Value> {
    if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
        return Ok(operation.apply(a, b));
    }
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return bigint::bigint_arithmetic(vm, operation, a, b);
    }
    let a = vm.keeping([b], |vm| bigint::to_numeric_value(vm, a))?;
    let b = vm.keeping([a], |vm| bigint::to_numeric_value(vm, b))?;
    match (a.as_number(), b.as_number(), a.as_bigint(), b.as_bigint()) {
        (Some(a), Some(b), _, _) => Ok(operation.apply(a, b)),
        (_, _, Some(a), Some(b)) => bigint::bigint_arithmetic(vm, operation, a, b),
        _ => vm.type_error(messages::MIXED_BIGINT),
    }
}

/// Throws the error of an operator for a BigInt and another type: both must be convertible to numbers.
#[cold]
#[inline(never)]
pub(crate) fn refuse_mixed<T>(vm: &mut Vm, a: Value, b: Value) -> Completion<T> {
    for operand in [a, b] {
        bigint::to_numeric_value(vm, operand)?;
    }
    vm.type_error(messages::MIXED_BIGINT)
}

/// `-value`, ECMA-262 13.5.5
#[inline(never)]
pub fn negate(vm: &mut Vm, value: Value) -> Completion<Value> {
    match bigint::to_numeric(vm, value)? {
        Numeric::Number(number) => Ok(Value::number(-number)),
        Numeric::BigInt(bigint) => bigint::bigint_negate(vm, bigint),
    }
}

/// `~value`, ECMA-262 13.5.6
#[inline(never)]
pub fn bit_not(vm: &mut Vm, value: Value) -> Completion<Value> {
    match bigint::to_numeric(vm, value)? {
        Numeric::Number(number) => Ok(Value::int(!to_int32(number))),
        Numeric::BigInt(bigint) => bigint::bigint_not(vm, bigint),
    }
}

/// The new value of `++value`, ECMA-262 13.4.4
#[inline(never)]
pub fn increment(vm: &mut Vm, value: Value) -> Completion<Value> {
    match bigint::to_numeric(vm, value)? {
        Numeric::Number(number) => Ok(Value::number(number + 1.0)),
        Numeric::BigInt(bigint) => bigint::bigint_step(vm, bigint, 1),
    }
}

/// The new value of `--value`, ECMA-262 13.4.5
#[inline(never)]
pub fn decrement(vm: &mut Vm, value: Value) -> Completion<Value> {
    match bigint::to_numeric(vm, value)? {
        Numeric::Number(number) => Ok(Value::number(number - 1.0)),
        Numeric::BigInt(bigint) => bigint::bigint_step(vm, bigint, -1),
    }
}
