//! Testing and comparison (ECMA-262 7.2) and what the operators do with values of any type (13.5 to 13.12).
//!
//! The interpreter has the common cases inline; whatever it does not find there comes here.

mod arithmetic;

use std::cmp::Ordering;

pub use arithmetic::Arithmetic;

use crate::convert::Hint;
use crate::error::Completion;
use crate::function::PROTOTYPE_SLOT;
use crate::heap::{BigIntId, ObjectId, StringId};
use crate::messages;
use crate::names::{keys, strings};
use crate::object::Kind;
use crate::object::proxy::Detours;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_bytecode::TypeName;

/// Prototypes up to which a chain is gone through without looking at the limits in between.
const SHORT_CHAIN: u64 = 8;

/// The operand that a comparison converts first: `a > b` is computed as `b < a`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    LeftFirst,
    RightFirst,
}

impl Vm {
    /// IsStrictlyEqual ( x, y ), ECMA-262 7.2.15
    #[inline]
    pub fn is_strictly_equal(&mut self, a: Value, b: Value) -> Completion<bool> {
        match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => Ok(a == b),
            _ => self.same_value_non_number(a, b),
        }
    }

    /// SameValueNonNumber ( x, y ), ECMA-262 7.2.12. Numbers equal nothing here.
    #[inline]
    fn same_value_non_number(&mut self, a: Value, b: Value) -> Completion<bool> {
        match (a.as_string(), b.as_string()) {
            (Some(a), Some(b)) => self.strings_equal(a, b),
            _ if a.is_bigint() => self.is_equal_to_bigint(a, b),
            _ => Ok(a == b && !a.is_number()),
        }
    }

    #[cold]
    #[inline(never)]
    fn is_equal_to_bigint(&mut self, a: Value, b: Value) -> Completion<bool> {
        match (a.as_bigint(), b.as_bigint()) {
            (Some(a), Some(b)) => Ok(self.heap.bigints_equal(a, b)?),
            _ => Ok(false),
        }
    }

    fn strings_equal(&mut self, a: StringId, b: StringId) -> Completion<bool> {
        Ok(self.heap.strings_equal(a, b)?)
    }

    /// SameValue ( x, y ), ECMA-262 7.2.10
    pub fn same_value(&mut self, a: Value, b: Value) -> Completion<bool> {
        match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => Ok(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()),
            _ => self.same_value_non_number(a, b),
        }
    }

    /// SameValueZero ( x, y ), ECMA-262 7.2.11
    pub fn same_value_zero(&mut self, a: Value, b: Value) -> Completion<bool> {
        match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => Ok(a == b || a.is_nan() && b.is_nan()),
            _ => self.same_value_non_number(a, b),
        }
    }

    /// IsLooselyEqual ( x, y ), ECMA-262 7.2.14
    #[inline(never)]
    pub fn is_loosely_equal(&mut self, mut a: Value, mut b: Value) -> Completion<bool> {
        loop {
            if is_same_type(a, b) {
                return self.is_strictly_equal(a, b);
            }
            if a.is_nullish() || b.is_nullish() {
                let passes = |value: Value| value.is_nullish() || self.heap.is_html_dda(value);
                return Ok(passes(a) && passes(b));
            }
            // Booleans become numbers before objects become primitive.
            if let Some(truth) = a.as_bool() {
                a = Value::int(truth.into());
            } else if let Some(truth) = b.as_bool() {
                b = Value::int(truth.into());
            } else if a.is_object() {
                a = self.keeping([b], |vm| vm.to_primitive(a, Hint::Default))?;
            } else if b.is_object() {
                b = self.keeping([a], |vm| vm.to_primitive(b, Hint::Default))?;
            } else if let (Some(number), Some(string)) = (a.as_number(), b.as_string()) {
                return Ok(number == self.string_to_number(string)?);
            } else if let (Some(string), Some(number)) = (a.as_string(), b.as_number()) {
                return Ok(number == self.string_to_number(string)?);
            } else {
                return self.is_bigint_like(a, b);
            }
        }
    }

    /// IsLooselyEqual of primitive values of different types, neither of them null or a boolean: is one a BigInt, and the other
    /// a number or a string of that value? False for symbols.
    #[cold]
    fn is_bigint_like(&mut self, a: Value, b: Value) -> Completion<bool> {
        let (bigint, other) = if a.is_bigint() { (a, b) } else { (b, a) };
        let Some(bigint) = bigint.as_bigint() else { return Ok(false) };
        let compared = match (other.as_number(), other.as_string()) {
            (Some(number), _) => self.compare_bigint_and_number(bigint, number),
            (_, Some(string)) => self.compare_bigint_and_string(bigint, string)?,
            _ => None,
        };
        Ok(compared == Some(Ordering::Equal))
    }

    /// IsLessThan ( x, y, LeftFirst ), ECMA-262 7.2.13; none where an operand is not a number.
    #[inline(never)]
    pub fn is_less_than(&mut self, a: Value, b: Value, order: Order) -> Completion<Option<bool>> {
        let compared = match order {
            Order::LeftFirst => self.compare(a, b)?,
            Order::RightFirst => self.compare(b, a)?.map(Ordering::reverse),
        };
        Ok(compared.map(|ordering| ordering == Ordering::Less))
    }

    /// How two values stand to each other, the first one converted first; none where one is not a number.
    fn compare(&mut self, first: Value, second: Value) -> Completion<Option<Ordering>> {
        if first.is_bigint() && second.is_bigint() {
            return self.compare_with_bigint(first, second);
        }
        let (first, second) = self.primitives_of(first, second, Hint::Number)?;
        if let (Some(a), Some(b)) = (first.as_string(), second.as_string()) {
            return Ok(Some(self.compare_strings(a, b)?));
        }
        if first.is_bigint() || second.is_bigint() {
            return self.compare_with_bigint(first, second);
        }
        let first = self.to_number(first)?;
        let second = self.to_number(second)?;
        Ok(first.partial_cmp(&second))
    }

    /// The same of primitive values, of which one is a BigInt.
    #[cold]
    fn compare_with_bigint(&mut self, first: Value, second: Value) -> Completion<Option<Ordering>> {
        match (first.as_bigint(), second.as_bigint()) {
            (Some(a), Some(b)) => self.compare_bigints(a, b).map(Some),
            (Some(bigint), _) => self.compare_bigint(bigint, second),
            (_, Some(bigint)) => Ok(self.compare_bigint(bigint, first)?.map(Ordering::reverse)),
            _ => Ok(None),
        }
    }

    /// How a BigInt stands to another primitive value.
    fn compare_bigint(&mut self, bigint: BigIntId, other: Value) -> Completion<Option<Ordering>> {
        match other.as_string() {
            Some(string) => self.compare_bigint_and_string(bigint, string),
            None => {
                let number = self.to_number(other)?;
                Ok(self.compare_bigint_and_number(bigint, number))
            }
        }
    }

    /// Orders by code units.
    pub fn compare_strings(&mut self, a: StringId, b: StringId) -> Completion<Ordering> {
        let (a, b) = (self.heap.flatten(a)?, self.heap.flatten(b)?);
        Ok(self.heap.compare_strings(a, b)?)
    }

    /// ToPrimitive of both operands, in this order.
    #[inline]
    fn primitives_of(&mut self, first: Value, second: Value, hint: Hint) -> Completion<(Value, Value)> {
        let first = if first.is_object() { self.keeping([second], |vm| vm.to_primitive(first, hint))? } else { first };
        if !second.is_object() {
            return Ok((first, second));
        }
        // What the first conversion made is known to nobody else while the second one runs script.
        let second = self.keeping([first], |vm| vm.to_primitive(second, hint))?;
        Ok((first, second))
    }

    /// `a + b`, ECMA-262 13.15.3
    #[inline(never)]
    pub fn add_values(&mut self, a: Value, b: Value) -> Completion<Value> {
        let (a, b) = self.primitives_of(a, b, Hint::Default)?;
        if a.is_string() || b.is_string() {
            let a = self.to_string(a)?;
            let b = self.to_string(b)?;
            return self.concat(a, b).map(Value::string);
        }
        if let (Some(a), Some(b)) = (a.as_bigint(), b.as_bigint()) {
            return self.bigint_add(a, b);
        }
        if a.is_bigint() || b.is_bigint() {
            return self.refuse_mixed(a, b);
        }
        let a = self.to_number(a)?;
        let b = self.to_number(b)?;
        Ok(Value::number(a + b))
    }

    /// The concatenation of two strings; a RangeError where it is too long.
    #[inline]
    pub fn concat(&mut self, a: StringId, b: StringId) -> Completion<StringId> {
        match self.heap.concat(a, b) {
            Some(string) => Ok(string),
            None => self.range_error(messages::STRING_TOO_LONG),
        }
    }

    /// InstanceofOperator ( V, target ), ECMA-262 13.10.2
    pub fn instance_of(&mut self, value: Value, mut target: Value) -> Completion<bool> {
        if let Some(prototype) = self.untouched_prototype(target) {
            return self.is_below(value, prototype);
        }
        loop {
            if !target.is_object() {
                return self.type_error("Right-hand side of 'instanceof' is not an object");
            }
            let method = self.keeping([value, target], |vm| vm.get_remembered(target, symbols::HAS_INSTANCE))?;
            // Fast path: Function.prototype[Symbol.hasInstance], without a call.
            if !method.is_nullish() && method != Value::object(self.intrinsics().function_has_instance) {
                let result = self.keeping([value, target], |vm| vm.call(method, target, &[value]))?;
                return Ok(self.heap.to_boolean(result));
            }
            if !self.heap.is_callable(target) {
                // An object that inherits from a function has its method, which finds nothing that is called.
                return if method.is_nullish() {
                    self.type_error("Right-hand side of 'instanceof' is not callable")
                } else {
                    Ok(false)
                };
            }
            match target.as_object().map(|target| self.heap.kind(target)) {
                // Fast path: chains of bound functions without recursion.
                Some(Kind::Bound(bound)) => target = Value::object(bound.target),
                _ => return self.ordinary_has_instance(target, value),
            }
            self.tick(1)?;
        }
    }

    /// OrdinaryHasInstance ( C, O ), ECMA-262 7.3.22
    pub fn ordinary_has_instance(&mut self, constructor: Value, value: Value) -> Completion<bool> {
        let Some(constructor) = constructor.as_object().filter(|&object| self.heap.has_call(object)) else {
            return Ok(false);
        };
        if let Kind::Bound(bound) = self.heap.kind(constructor) {
            let target = Value::object(bound.target);
            return self.instance_of(value, target);
        }
        let Some(object) = value.as_object() else {
            return Ok(false);
        };
        let prototype = match self.untouched_prototype(Value::object(constructor)) {
            Some(prototype) => prototype,
            None => self.keeping([Value::object(constructor), value], |vm| vm.get(constructor, keys::PROTOTYPE))?,
        };
        self.is_below(Value::object(object), prototype)
    }

    /// The `prototype` of a function that has just the properties it was made with, none of them Symbol.hasInstance: what it
    /// inherits under that name cannot be changed (20.2.3.6).
    #[inline(always)]
    fn untouched_prototype(&self, constructor: Value) -> Option<Value> {
        let constructor = constructor.as_object()?;
        let shape = self.heap.shape_of(constructor);
        let is_untouched = shape == self.realm.shapes.constructor_with_prototype || shape == self.realm.shapes.class;
        is_untouched.then(|| self.heap.slot(constructor, PROTOTYPE_SLOT))
    }

    /// OrdinaryHasInstance from its step 5 on.
    fn is_below(&mut self, value: Value, prototype: Value) -> Completion<bool> {
        match (value.as_object(), prototype.as_object()) {
            (None, _) => Ok(false),
            (Some(object), Some(prototype)) => self.has_in_prototype_chain(object, prototype),
            (Some(_), None) => {
                let found = self.describe(prototype);
                self.type_error(format!("Function has non-object prototype {found} in instanceof check"))
            }
        }
    }

    /// Is `prototype` found on the way up from `object`, the object itself left out?
    pub fn has_in_prototype_chain(&mut self, mut object: ObjectId, prototype: ObjectId) -> Completion<bool> {
        // Fast path: what most chains are, short and without objects that answer for themselves.
        for steps in 0..SHORT_CHAIN {
            let shape = &self.heap[self.heap.shape_of(object)];
            if shape.class.is_opaque() {
                break;
            }
            match shape.prototype {
                None => return self.tick(steps).map(|()| false),
                Some(parent) if parent == prototype => return self.tick(steps).map(|()| true),
                Some(parent) => object = parent,
            }
        }
        self.tick(SHORT_CHAIN)?;
        let mut detours = Detours::default();
        self.keeping([Value::object(prototype)], |vm| {
            while let Some(parent) = vm.get_prototype_of(object)? {
                detours.pass(vm, object)?;
                if parent == prototype {
                    return Ok(true);
                }
                object = parent;
                vm.tick(1)?;
            }
            Ok(false)
        })
    }

    /// `key in object`, ECMA-262 13.10.1
    pub fn has_property_in(&mut self, key: Value, object: Value) -> Completion<bool> {
        let Some(object) = object.as_object() else {
            let [key, found] = [key, object].map(|value| self.describe_plainly(value));
            return self.type_error(messages::in_operator_on_primitive(&key, &found));
        };
        let key = self.to_property_key_keeping(key, [Value::object(object)])?;
        self.has_property(object, key)
    }

    /// Is what `typeof` gives the type of that number ([`TypeName`])?
    #[inline(never)]
    pub(crate) fn has_type(&self, value: Value, name: u8) -> bool {
        const UNDEFINED: u8 = TypeName::Undefined as u8;
        const BOOLEAN: u8 = TypeName::Boolean as u8;
        const NUMBER: u8 = TypeName::Number as u8;
        const STRING: u8 = TypeName::String as u8;
        const SYMBOL: u8 = TypeName::Symbol as u8;
        const BIGINT: u8 = TypeName::BigInt as u8;
        const FUNCTION: u8 = TypeName::Function as u8;
        match name {
            UNDEFINED => value.is_undefined() || self.heap.is_html_dda(value),
            BOOLEAN => value.is_bool(),
            NUMBER => value.is_number(),
            STRING => value.is_string(),
            SYMBOL => value.is_symbol(),
            BIGINT => value.is_bigint(),
            FUNCTION => self.heap.is_callable(value) && !self.heap.is_html_dda(value),
            _ => value.is_null() || value.is_object() && !self.heap.is_callable(value),
        }
    }

    /// `typeof value`, ECMA-262 13.5.3
    #[inline]
    pub fn type_of(&self, value: Value) -> StringId {
        if value.is_number() {
            strings::NUMBER
        } else if value.is_string() {
            strings::STRING
        } else if value.is_object() {
            match self.heap.is_callable(value) {
                _ if self.heap.is_html_dda(value) => strings::UNDEFINED,
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
}

/// Are both of one type of the language? Undefined and null are types of their own.
fn is_same_type(a: Value, b: Value) -> bool {
    a == b
        || a.is_number() && b.is_number()
        || a.is_string() && b.is_string()
        || a.is_object() && b.is_object()
        || a.is_bool() && b.is_bool()
        || a.is_symbol() && b.is_symbol()
        || a.is_bigint() && b.is_bigint()
}

#[cfg(test)]
mod tests;
