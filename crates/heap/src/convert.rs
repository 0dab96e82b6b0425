//! Type conversions, ECMA-262 7.1, that call no method of an object.

use crate::bigint::bigints;
use crate::heap::Heap;
use crate::id::StringId;
use crate::names::strings;
use crate::number::{self, NumberBuffer};
use crate::value::Value;

impl Heap {
    /// ToBoolean ( argument ), ECMA-262 7.1.2
    #[inline]
    pub fn to_boolean(&self, value: Value) -> bool {
        if let Some(truth) = value.as_bool() {
            truth
        } else if let Some(int) = value.as_int() {
            int != 0
        } else if let Some(string) = value.as_string() {
            self.string_length(string) != 0
        } else if value.is_double() {
            let number = value.double_unchecked();
            number != 0.0 && !number.is_nan()
        } else if let Some(bigint) = value.as_bigint() {
            !bigints::is_bigint_zero(self, bigint)
        } else {
            !value.is_nullish() && !self.is_html_dda(value)
        }
    }

    /// ToString of anything but an object or a BigInt; none for symbols, which have no string.
    pub fn primitive_to_string(&mut self, value: Value) -> Option<StringId> {
        if let Some(string) = value.as_string() {
            Some(string)
        } else if let Some(int) = value.as_int() {
            Some(self.int_to_string(int))
        } else if let Some(number) = value.as_number() {
            Some(self.number_to_string(number))
        } else if let Some(truth) = value.as_bool() {
            Some(if truth { strings::TRUE } else { strings::FALSE })
        } else if value.is_undefined() {
            Some(strings::UNDEFINED)
        } else if value.is_null() {
            Some(strings::NULL)
        } else {
            None
        }
    }

    /// Number::toString ( x, 10 ), ECMA-262 6.1.6.1.20
    pub fn number_to_string(&mut self, number: f64) -> StringId {
        match Value::number(number).as_int() {
            Some(int) => self.int_to_string(int),
            None => self.new_string(number::number_to_string(number, &mut NumberBuffer::new())),
        }
    }

    fn int_to_string(&mut self, int: i32) -> StringId {
        if (0..10).contains(&int) {
            return StringId::character(b'0' + int as u8);
        }
        self.new_latin1(number::int_text(int, &mut [0; number::INT_DIGITS]))
    }
}
