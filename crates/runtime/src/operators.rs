//! Comparison (ECMA-262 7.2), and the operators on values of any type (13.5 to 13.12).
//!
//! The interpreter has the common cases inline, and leaves the others to this module.

mod arithmetic;
mod numbers;

use std::cmp::Ordering;

pub use arithmetic::*;
pub use numbers::Arithmetic;

use crate::bigint;
use crate::bigints;
use crate::cache::{self, Meaning};
use crate::convert::{self, Hint};
use crate::error::Completion;
use crate::function::PROTOTYPE_SLOT;
use crate::heap::{BigIntId, ObjectId, ShapeId, StringId};
use crate::messages;
use crate::names::{keys, strings};
use crate::object::proxy::Detours;
use crate::object::{self, Kind};
use crate::operations::get;
use crate::realm;
use crate::rope;
use crate::string;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_bytecode::TypeName;

/// Length up to which a prototype chain is walked without a look at the limits.
const SHORT_CHAIN: u64 = 8;

/// The operand that a comparison converts first: `a > b` is computed as `b < a`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    LeftFirst,
    RightFirst,
}

/// IsStrictlyEqual ( x, y ), ECMA-262 7.2.15
#[inline]
pub fn is_strictly_equal(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(a == b),
        _ => same_value_non_number(vm, a, b),
    }
}

/// SameValueNonNumber ( x, y ), ECMA-262 7.2.12. Numbers equal nothing here.
#[inline]
fn same_value_non_number(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    match (a.as_string(), b.as_string()) {
        (Some(a), Some(b)) => strings_equal(vm, a, b),
        _ if a.is_bigint() => is_equal_to_bigint(vm, a, b),
        _ => Ok(a == b && !a.is_number()),
    }
}

#[cold]
#[inline(never)]
fn is_equal_to_bigint(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    match (a.as_bigint(), b.as_bigint()) {
        (Some(a), Some(b)) => Ok(bigints::bigints_equal(&mut vm.heap, a, b)?),
        _ => Ok(false),
    }
}

fn strings_equal(vm: &mut Vm, a: StringId, b: StringId) -> Completion<bool> {
    Ok(string::strings_equal(&mut vm.heap, a, b)?)
}

/// SameValue ( x, y ), ECMA-262 7.2.10
pub fn same_value(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()),
        _ => same_value_non_number(vm, a, b),
    }
}

/// SameValueZero ( x, y ), ECMA-262 7.2.11
pub fn same_value_zero(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(a == b || a.is_nan() && b.is_nan()),
        _ => same_value_non_number(vm, a, b),
    }
}

/// IsLooselyEqual ( x, y ), ECMA-262 7.2.14
#[inline(never)]
pub fn is_loosely_equal(vm: &mut Vm, mut a: Value, mut b: Value) -> Completion<bool> {
    loop {
        if is_same_type(a, b) {
            return is_strictly_equal(vm, a, b);
        }
        if a.is_nullish() || b.is_nullish() {
            let passes = |value: Value| value.is_nullish() || vm.heap.is_html_dda(value);
            return Ok(passes(a) && passes(b));
        }
        // Booleans become numbers before objects become primitive.
        if let Some(truth) = a.as_bool() {
            a = Value::int(truth.into());
        } else if let Some(truth) = b.as_bool() {
            b = Value::int(truth.into());
        } else if a.is_object() {
            a = vm.keeping([b], |vm| convert::to_primitive(vm, a, Hint::Default))?;
        } else if b.is_object() {
            b = vm.keeping([a], |vm| convert::to_primitive(vm, b, Hint::Default))?;
        } else if let (Some(number), Some(string)) = (a.as_number(), b.as_string()) {
            return Ok(number == convert::string_to_number(vm, string)?);
        } else if let (Some(string), Some(number)) = (a.as_string(), b.as_number()) {
            return Ok(number == convert::string_to_number(vm, string)?);
        } else {
            return is_bigint_like(vm, a, b);
        }
    }
}

/// IsLooselyEqual of primitive values of different types, neither of them null or a boolean. Returns whether one is a
/// BigInt, and the other a number or a string of that value. False for symbols.
#[cold]
fn is_bigint_like(vm: &mut Vm, a: Value, b: Value) -> Completion<bool> {
    let (bigint, other) = if a.is_bigint() { (a, b) } else { (b, a) };
    let Some(bigint) = bigint.as_bigint() else { return Ok(false) };
    let compared = match (other.as_number(), other.as_string()) {
        (Some(number), _) => bigint::compare_bigint_and_number(vm, bigint, number),
        (_, Some(string)) => bigint::compare_bigint_and_string(vm, bigint, string)?,
        _ => None,
    };
    Ok(compared == Some(Ordering::Equal))
}

/// IsLessThan ( x, y, LeftFirst ), ECMA-262 7.2.13; none if an operand is NaN.
#[inline(never)]
pub fn is_less_than(vm: &mut Vm, a: Value, b: Value, order: Order) -> Completion<Option<bool>> {
    let compared = match order {
        Order::LeftFirst => compare(vm, a, b)?,
        Order::RightFirst => compare(vm, b, a)?.map(Ordering::reverse),
    };
    Ok(compared.map(|ordering| ordering == Ordering::Less))
}

/// Compares two values, converting the first one first; none if one is NaN.
fn compare(vm: &mut Vm, first: Value, second: Value) -> Completion<Option<Ordering>> {
    if first.is_bigint() && second.is_bigint() {
        return compare_with_bigint(vm, first, second);
    }
    let (first, second) = primitives_of(vm, first, second, Hint::Number)?;
    if let (Some(a), Some(b)) = (first.as_string(), second.as_string()) {
        return Ok(Some(compare_strings(vm, a, b)?));
    }
    if first.is_bigint() || second.is_bigint() {
        return compare_with_bigint(vm, first, second);
    }
    let first = convert::to_number(vm, first)?;
    let second = convert::to_number(vm, second)?;
    Ok(first.partial_cmp(&second))
}

/// Compares primitive values, of which one is a BigInt.
#[cold]
fn compare_with_bigint(vm: &mut Vm, first: Value, second: Value) -> Completion<Option<Ordering>> {
    match (first.as_bigint(), second.as_bigint()) {
        (Some(a), Some(b)) => bigint::compare_bigints(vm, a, b).map(Some),
        (Some(bigint), _) => compare_bigint(vm, bigint, second),
        (_, Some(bigint)) => Ok(compare_bigint(vm, bigint, first)?.map(Ordering::reverse)),
        _ => Ok(None),
    }
}

/// Compares a BigInt with another primitive value.
fn compare_bigint(vm: &mut Vm, bigint: BigIntId, other: Value) -> Completion<Option<Ordering>> {
    match other.as_string() {
        Some(string) => bigint::compare_bigint_and_string(vm, bigint, string),
        None => {
            let number = convert::to_number(vm, other)?;
            Ok(bigint::compare_bigint_and_number(vm, bigint, number))
        }
    }
}

/// Compares strings by code units.
pub fn compare_strings(vm: &mut Vm, a: StringId, b: StringId) -> Completion<Ordering> {
    let (a, b) = (vm.heap.flatten(a)?, vm.heap.flatten(b)?);
    Ok(string::compare_strings(&mut vm.heap, a, b)?)
}

/// ToPrimitive of both operands, in this order.
#[inline]
fn primitives_of(vm: &mut Vm, first: Value, second: Value, hint: Hint) -> Completion<(Value, Value)> {
    let first =
        if first.is_object() { vm.keeping([second], |vm| convert::to_primitive(vm, first, hint))? } else { first };
    if !second.is_object() {
        return Ok((first, second));
    }
    // Nothing else keeps the result of the first conversion while the second one runs script.
    let second = vm.keeping([first], |vm| convert::to_primitive(vm, second, hint))?;
    Ok((first, second))
}

/// `a + b`, ECMA-262 13.15.3
#[inline(never)]
pub fn add_values(vm: &mut Vm, a: Value, b: Value) -> Completion<Value> {
    let (a, b) = primitives_of(vm, a, b, Hint::Default)?;
    if a.is_string() || b.is_string() {
        let a = convert::to_string(vm, a)?;
        let b = convert::to_string(vm, b)?;
        return concat(vm, a, b).map(Value::string);
    }
    if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
        return bigint::bigint_add(vm, a, b);
    }
    if a.is_bigint() || b.is_bigint() {
        return refuse_mixed(vm, a, b);
    }
    let a = convert::to_number(vm, a)?;
    let b = convert::to_number(vm, b)?;
    Ok(Value::number(a + b))
}

/// Concatenates two strings; a RangeError if the result is too long.
#[inline]
pub fn concat(vm: &mut Vm, a: StringId, b: StringId) -> Completion<StringId> {
    match rope::concat(&mut vm.heap, a, b) {
        Some(string) => Ok(string),
        None => vm.range_error(messages::STRING_TOO_LONG),
    }
}

/// InstanceofOperator ( V, target ), ECMA-262 13.10.2
pub fn instance_of(vm: &mut Vm, value: Value, mut target: Value) -> Completion<bool> {
    if let Some(prototype) = untouched_prototype(vm, target) {
        return is_below(vm, value, prototype);
    }
    if let Some(prototype) = remembered_prototype(vm, target) {
        return is_below(vm, value, prototype);
    }
    loop {
        if !target.is_object() {
            return vm.type_error("Right-hand side of 'instanceof' is not an object");
        }
        let method = vm.keeping([value, target], |vm| get::get_remembered(vm, target, symbols::HAS_INSTANCE))?;
        // Fast path: Function.prototype[Symbol.hasInstance], without a call.
        if !method.is_nullish() && method != Value::object(realm::intrinsics(vm).function_has_instance) {
            let result = vm.keeping([value, target], |vm| vm.call(method, target, &[value]))?;
            return Ok(vm.heap.to_boolean(result));
        }
        if !vm.heap.is_callable(target) {
            // An object that inherits from a function has its method, which finds nothing that is called.
            return if method.is_nullish() {
                vm.type_error("Right-hand side of 'instanceof' is not callable")
            } else {
                Ok(false)
            };
        }
        match target.as_object().map(|target| vm.heap.kind(target)) {
            // Fast path: chains of bound functions without recursion.
            Some(Kind::Bound(bound)) => target = Value::object(bound.target),
            _ => return ordinary_has_instance(vm, target, value),
        }
        vm.work(1)?;
    }
}

/// Fast path of [`instance_of`]: the constructor is a usual one, and the chain a short one.
#[inline(never)]
pub fn known_instance_of(vm: &mut Vm, value: Value, target: Value) -> Option<bool> {
    let prototype = untouched_prototype(vm, target).or_else(|| remembered_prototype(vm, target))?.as_object()?;
    let Some(object) = value.as_object() else { return Some(false) };
    let shape = vm.heap.shape_of(object);
    let (steps, is_found) = match cache::recall_chain(&vm.heap, shape, prototype) {
        Some(known) => known,
        None => walk_short_chain(vm, object, prototype)?,
    };
    vm.heap.budget.spend_at_once(steps).then_some(is_found)
}

/// Looks for a prototype above an object, and remembers what it has found for objects of that shape. None if the chain
/// is long, or an object answers for itself.
#[inline(never)]
fn walk_short_chain(vm: &mut Vm, object: ObjectId, prototype: ObjectId) -> Option<(u32, bool)> {
    let mut current = object;
    for steps in 0..SHORT_CHAIN as u16 {
        let shape = &vm.heap[vm.heap.shape_of(current)];
        if shape.class.is_opaque() {
            return None;
        }
        if shape.prototype.is_none() || shape.prototype == Some(prototype) {
            let found = (steps, shape.prototype.is_some());
            let shape = vm.heap.shape_of(object);
            cache::remember_chain(&mut vm.heap, shape, prototype, found);
            return Some((steps.into(), found.1));
        }
        current = shape.prototype?;
    }
    None
}

/// OrdinaryHasInstance ( C, O ), ECMA-262 7.3.22
pub fn ordinary_has_instance(vm: &mut Vm, constructor: Value, value: Value) -> Completion<bool> {
    let Some(constructor) = constructor.as_object().filter(|&object| vm.heap.has_call(object)) else {
        return Ok(false);
    };
    if let Kind::Bound(bound) = vm.heap.kind(constructor) {
        let target = Value::object(bound.target);
        return instance_of(vm, value, target);
    }
    let Some(object) = value.as_object() else {
        return Ok(false);
    };
    let prototype = match untouched_prototype(vm, Value::object(constructor)) {
        Some(prototype) => prototype,
        None => {
            let constructor = Value::object(constructor);
            vm.keeping([constructor, value], |vm| get::get_remembered(vm, constructor, keys::PROTOTYPE))?
        }
    };
    is_below(vm, Value::object(object), prototype)
}

/// The `prototype` of a function that has only the properties it was made with, none of them Symbol.hasInstance. The
/// inherited one cannot be changed (20.2.3.6).
#[inline(always)]
fn untouched_prototype(vm: &Vm, constructor: Value) -> Option<Value> {
    let constructor = constructor.as_object()?;
    let shape = vm.heap.shape_of(constructor);
    let is_untouched = shape == vm.realm.shapes.constructor_with_prototype || shape == vm.realm.shapes.class;
    is_untouched.then(|| vm.heap.slot(constructor, PROTOTYPE_SLOT))
}

/// Fast path: the `prototype` of another function, built-in ones too, if accesses have found the usual
/// Symbol.hasInstance in functions of its shape before, and where `prototype` is.
fn remembered_prototype(vm: &mut Vm, constructor: Value) -> Option<Value> {
    let constructor = constructor.as_object()?;
    if vm.heap.closure(constructor).is_none() && vm.heap.native_function(constructor).is_none() {
        return None;
    }
    let shape = vm.heap.shape_of(constructor);
    let slot = match cache::recall_constructor(&vm.heap, shape) {
        Some(slot) => slot,
        None => place_of_prototype(vm, shape)?,
    };
    Some(vm.heap.slot(constructor, slot))
}

/// The slot of `prototype` in functions of a shape, if they inherit the usual Symbol.hasInstance as far as accesses have
/// found out. That of %Function.prototype% cannot be changed, and so is remembered.
#[inline(never)]
fn place_of_prototype(vm: &mut Vm, shape: ShapeId) -> Option<u32> {
    let Meaning::Data { holder: Some(holder), slot } = cache::recall_read(&vm.heap, shape, symbols::HAS_INSTANCE)?
    else {
        return None;
    };
    let Meaning::Data { holder: None, slot: place } = cache::recall_read(&vm.heap, shape, keys::PROTOTYPE)? else {
        return None;
    };
    let intrinsics = realm::intrinsics(vm);
    if vm.heap.slot(holder, slot) != Value::object(intrinsics.function_has_instance) {
        return None;
    }
    if holder == intrinsics.function_prototype {
        cache::remember_constructor(&mut vm.heap, shape, place);
    }
    Some(place)
}

/// OrdinaryHasInstance from its step 5 on.
fn is_below(vm: &mut Vm, value: Value, prototype: Value) -> Completion<bool> {
    match (value.as_object(), prototype.as_object()) {
        (None, _) => Ok(false),
        (Some(object), Some(prototype)) => has_in_prototype_chain(vm, object, prototype),
        (Some(_), None) => {
            let found = messages::describe(vm, prototype);
            vm.type_error(format!("Function has non-object prototype {found} in instanceof check"))
        }
    }
}

/// Returns whether `prototype` is on the prototype chain of `object`, the object itself left out.
pub fn has_in_prototype_chain(vm: &mut Vm, mut object: ObjectId, prototype: ObjectId) -> Completion<bool> {
    // Fast path: what most chains are, short and without objects that answer for themselves.
    for steps in 0..SHORT_CHAIN {
        let shape = &vm.heap[vm.heap.shape_of(object)];
        if shape.class.is_opaque() {
            break;
        }
        match shape.prototype {
            None => return vm.work(steps).map(|()| false),
            Some(parent) if parent == prototype => return vm.work(steps).map(|()| true),
            Some(parent) => object = parent,
        }
    }
    vm.work(SHORT_CHAIN)?;
    let mut detours = Detours::default();
    vm.keeping([Value::object(prototype)], |vm| {
        while let Some(parent) = object::get_prototype_of(vm, object)? {
            detours.pass(vm, object)?;
            if parent == prototype {
                return Ok(true);
            }
            object = parent;
            vm.work(1)?;
        }
        Ok(false)
    })
}

/// `key in object`, ECMA-262 13.10.1
pub fn has_property_in(vm: &mut Vm, key: Value, object: Value) -> Completion<bool> {
    let Some(object) = object.as_object() else {
        let [key, found] = [key, object].map(|value| messages::describe_plainly(vm, value));
        return vm.type_error(messages::in_operator_on_primitive(&key, &found));
    };
    let key = convert::to_property_key_keeping(vm, key, [Value::object(object)])?;
    object::has_property(vm, object, key)
}

/// Fast path of [`has_property_in`]: a look at shapes tells it.
#[inline(never)]
pub fn is_known_in(vm: &Vm, key: Value, object: Value) -> Option<bool> {
    object::known_property(&vm.heap, object.as_object()?, object::known_key(&vm.heap, key)?)
}

/// Returns whether `typeof` gives the type of that number ([`TypeName`]).
#[inline(never)]
pub fn has_type(vm: &Vm, value: Value, name: u8) -> bool {
    const UNDEFINED: u8 = TypeName::Undefined as u8;
    const BOOLEAN: u8 = TypeName::Boolean as u8;
    const NUMBER: u8 = TypeName::Number as u8;
    const STRING: u8 = TypeName::String as u8;
    const SYMBOL: u8 = TypeName::Symbol as u8;
    const BIGINT: u8 = TypeName::BigInt as u8;
    const FUNCTION: u8 = TypeName::Function as u8;
    match name {
        UNDEFINED => value.is_undefined() || vm.heap.is_html_dda(value),
        BOOLEAN => value.is_bool(),
        NUMBER => value.is_number(),
        STRING => value.is_string(),
        SYMBOL => value.is_symbol(),
        BIGINT => value.is_bigint(),
        FUNCTION => vm.heap.is_callable(value) && !vm.heap.is_html_dda(value),
        _ => value.is_null() || value.is_object() && !vm.heap.is_callable(value),
    }
}

/// `typeof value`, ECMA-262 13.5.3
#[inline]
pub fn type_of(vm: &Vm, value: Value) -> StringId {
    if value.is_number() {
        strings::NUMBER
    } else if value.is_string() {
        strings::STRING
    } else if value.is_object() {
        match vm.heap.is_callable(value) {
            _ if vm.heap.is_html_dda(value) => strings::UNDEFINED,
            true => strings::FUNCTION,
            false => strings::OBJECT,
        }
    } else if value.is_undefined() {
        strings::UNDEFINED
    } else if value.is_bool() {
        strings::BOOLEAN
    } else if value.is_symbol() {
        strings::SYMBOL
    } else if value.is_bigint() {
        strings::BIGINT
    } else {
        strings::OBJECT
    }
}

/// Returns whether both are of one type of the language. Undefined and null are types of their own.
fn is_same_type(a: Value, b: Value) -> bool {
    a == b
        || a.is_number() && b.is_number()
        || a.is_string() && b.is_string()
        || a.is_object() && b.is_object()
        || a.is_bool() && b.is_bool()
        || a.is_symbol() && b.is_symbol()
        || a.is_bigint() && b.is_bigint()
}
