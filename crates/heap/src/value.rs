//! A value in 8 bytes, NaN-boxed in safe code.
//!
//! ```text
//! 0000…  to FFF8_0000_0000_0000   a double (NaN always as 7FF8_0000_0000_0000)
//! FFF9_0000 0000_000k             undefined 0, null 1, false 2, true 3, the empty marker 4
//! FFFA_0000 iiii_iiii             a 32-bit integer
//! FFFB_0000 hhhh_hhhh             internal: an environment record (never seen by a script)
//! FFFB_0001 hhhh_hhhh             internal: an accessor pair in a property slot (never seen by a script)
//! FFFC_0000 hhhh_hhhh             a string
//! FFFD_0000 hhhh_hhhh             a symbol
//! FFFE_0000 hhhh_hhhh             a BigInt
//! FFFF_0000 hhhh_hhhh             an object: the highest tag, so that one comparison tells one
//! ```
//!
//! [`Value::number`] keeps an integral double in the range of `i32`, other than -0, as an integer. Arithmetic may leave it
//! a double. So equality of numbers never goes by the bits alone.

use std::fmt;

use crate::id::{AccessorId, BigIntId, ObjectId, RecordId, StringId, SymbolId};

/// A value of the language, or an internal marker.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Value(u64);

const TAG_SPECIAL: u64 = 0xFFF9;
const TAG_INT: u64 = 0xFFFA;
const TAG_INTERNAL: u64 = 0xFFFB;
const TAG_STRING: u64 = 0xFFFC;
const TAG_SYMBOL: u64 = 0xFFFD;
const TAG_BIGINT: u64 = 0xFFFE;
const TAG_OBJECT: u64 = 0xFFFF;

/// The upper halves of internal values, which share a tag.
const RECORD: u64 = TAG_INTERNAL << 16;
pub const ACCESSOR: u64 = TAG_INTERNAL << 16 | 1;

const CANONICAL_NAN: u64 = 0x7FF8_0000_0000_0000;

const fn tagged(tag: u64, payload: u32) -> Value {
    Value(tag << 48 | payload as u64)
}

impl Value {
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    #[inline(always)]
    pub(crate) const fn to_bits(self) -> u64 {
        self.0
    }

    pub const UNDEFINED: Value = tagged(TAG_SPECIAL, 0);
    pub const NULL: Value = tagged(TAG_SPECIAL, 1);
    pub const FALSE: Value = tagged(TAG_SPECIAL, 2);
    pub const TRUE: Value = tagged(TAG_SPECIAL, 3);
    /// A hole in an array, or a record register without a record. Never seen by a script.
    pub const EMPTY: Value = tagged(TAG_SPECIAL, 4);
    pub const ZERO: Value = tagged(TAG_INT, 0);
    pub const NAN: Value = Value(CANONICAL_NAN);

    #[inline(always)]
    pub const fn int(value: i32) -> Value {
        tagged(TAG_INT, value as u32)
    }

    /// Keeps a double as it is, even if an integer would do.
    #[inline(always)]
    pub fn double(value: f64) -> Value {
        if value.is_nan() { Value::NAN } else { Value(value.to_bits()) }
    }

    /// A number in its preferred form: integers as such.
    #[inline(always)]
    pub fn number(value: f64) -> Value {
        let int = value as i32;
        if f64::from(int).to_bits() == value.to_bits() { Value::int(int) } else { Value::double(value) }
    }

    #[inline(always)]
    pub fn bool(value: bool) -> Value {
        tagged(TAG_SPECIAL, 2 + value as u32)
    }

    #[inline(always)]
    pub fn object(id: ObjectId) -> Value {
        tagged(TAG_OBJECT, id.0)
    }

    #[inline(always)]
    pub fn string(id: StringId) -> Value {
        tagged(TAG_STRING, id.0)
    }

    #[inline(always)]
    pub fn symbol(id: SymbolId) -> Value {
        tagged(TAG_SYMBOL, id.0)
    }

    #[inline(always)]
    pub fn bigint(id: BigIntId) -> Value {
        tagged(TAG_BIGINT, id.0)
    }

    #[inline(always)]
    pub fn record(id: RecordId) -> Value {
        Value(RECORD << 32 | u64::from(id.place()))
    }

    #[inline(always)]
    pub fn accessor(id: AccessorId) -> Value {
        Value(ACCESSOR << 32 | u64::from(id.0))
    }

    #[inline(always)]
    const fn tag(self) -> u64 {
        self.0 >> 48
    }

    /// Returns whether the value is a handle of a cell.
    #[inline(always)]
    pub(crate) fn is_cell(self) -> bool {
        self.0 >= TAG_INTERNAL << 48
    }

    #[inline(always)]
    pub fn is_int(self) -> bool {
        self.tag() == TAG_INT
    }

    /// Returns whether both values are integers, by one comparison.
    #[inline(always)]
    pub fn are_ints(a: Value, b: Value) -> bool {
        ((a.0 ^ TAG_INT << 48) | (b.0 ^ TAG_INT << 48)) >> 32 == 0
    }

    /// Returns whether the value is a number kept as a double.
    #[inline(always)]
    pub fn is_double(self) -> bool {
        self.0 < TAG_SPECIAL << 48
    }

    #[inline(always)]
    pub fn is_number(self) -> bool {
        self.is_int() || self.is_double()
    }

    #[inline(always)]
    pub fn is_object(self) -> bool {
        self.0 >= TAG_OBJECT << 48
    }

    #[inline(always)]
    pub fn is_string(self) -> bool {
        self.tag() == TAG_STRING
    }

    #[inline(always)]
    pub fn is_symbol(self) -> bool {
        self.tag() == TAG_SYMBOL
    }

    #[inline(always)]
    pub fn is_bigint(self) -> bool {
        self.tag() == TAG_BIGINT
    }

    #[inline(always)]
    pub fn is_undefined(self) -> bool {
        self == Value::UNDEFINED
    }

    #[inline(always)]
    pub fn is_null(self) -> bool {
        self == Value::NULL
    }

    #[inline(always)]
    pub fn is_nullish(self) -> bool {
        self.0 | 1 == Value::NULL.0
    }

    #[inline(always)]
    pub fn is_bool(self) -> bool {
        self.0 | 1 == Value::TRUE.0
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Value::EMPTY
    }

    /// The payload of an integer; meaningless for other values.
    #[inline(always)]
    pub fn int_unchecked(self) -> i32 {
        self.0 as i32
    }

    /// The payload of a double; a NaN for other values.
    #[inline(always)]
    pub fn double_unchecked(self) -> f64 {
        f64::from_bits(self.0)
    }

    #[inline(always)]
    pub fn as_int(self) -> Option<i32> {
        self.is_int().then_some(self.0 as i32)
    }

    /// The number, whichever way it is kept.
    #[inline(always)]
    pub fn as_number(self) -> Option<f64> {
        if self.is_int() {
            Some(f64::from(self.0 as i32))
        } else if self.is_double() {
            Some(f64::from_bits(self.0))
        } else {
            None
        }
    }

    #[inline(always)]
    pub fn as_bool(self) -> Option<bool> {
        self.is_bool().then_some(self == Value::TRUE)
    }

    #[inline(always)]
    pub fn as_object(self) -> Option<ObjectId> {
        self.is_object().then_some(ObjectId(self.0 as u32))
    }

    #[inline(always)]
    pub fn as_string(self) -> Option<StringId> {
        self.is_string().then_some(StringId(self.0 as u32))
    }

    #[inline(always)]
    pub fn as_symbol(self) -> Option<SymbolId> {
        self.is_symbol().then_some(SymbolId(self.0 as u32))
    }

    #[inline(always)]
    pub fn as_bigint(self) -> Option<BigIntId> {
        self.is_bigint().then_some(BigIntId(self.0 as u32))
    }

    #[inline(always)]
    pub fn as_record(self) -> Option<RecordId> {
        if self.0 >> 32 == RECORD { RecordId::at(self.0 as u32) } else { None }
    }

    #[inline(always)]
    pub fn as_accessor(self) -> Option<AccessorId> {
        (self.0 >> 32 == ACCESSOR).then_some(AccessorId(self.0 as u32))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let payload = self.0 as u32;
        match self.tag() {
            TAG_INT => write!(f, "{}", payload as i32),
            TAG_SPECIAL => f.write_str(match payload {
                0 => "undefined",
                1 => "null",
                2 => "false",
                3 => "true",
                _ => "<empty>",
            }),
            TAG_OBJECT => write!(f, "<object {payload}>"),
            TAG_STRING => write!(f, "<string {payload}>"),
            TAG_SYMBOL => write!(f, "<symbol {payload}>"),
            TAG_BIGINT => write!(f, "<bigint {payload}>"),
            TAG_INTERNAL if self.0 >> 32 == RECORD => write!(f, "<record {payload}>"),
            TAG_INTERNAL => write!(f, "<accessor {payload}>"),
            _ => write!(f, "{:?}", f64::from_bits(self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_integer_form_where_it_is_exact() {
        assert_eq!(Value::number(3.0), Value::int(3));
        assert_eq!(Value::number(-2147483648.0), Value::int(i32::MIN));
        assert!(Value::number(-0.0).is_double());
        assert!(Value::number(2147483648.0).is_double());
        assert!(Value::number(f64::NAN).is_double());
        assert_eq!(Value::double(-f64::NAN), Value::NAN);
        assert_eq!(Value::number(f64::NEG_INFINITY).as_number(), Some(f64::NEG_INFINITY));
    }

    #[test]
    fn a_value_is_small() {
        assert_eq!(size_of::<Value>(), 8);
    }

    #[test]
    fn kinds_do_not_overlap() {
        let values = [
            Value::UNDEFINED,
            Value::NULL,
            Value::TRUE,
            Value::EMPTY,
            Value::int(-1),
            Value::double(f64::NEG_INFINITY),
            Value::object(ObjectId(7)),
            Value::string(StringId(7)),
            Value::symbol(SymbolId(7)),
            Value::bigint(BigIntId(7)),
            RecordId::at(3).map_or(Value::EMPTY, Value::record),
            Value::accessor(AccessorId(3)),
        ];
        for (index, value) in values.iter().enumerate() {
            let kinds = [
                value.is_nullish(),
                value.is_bool(),
                value.is_empty(),
                value.is_number(),
                value.is_object(),
                value.is_string(),
                value.is_symbol(),
                value.is_bigint(),
                value.as_record().is_some(),
                value.as_accessor().is_some(),
            ];
            assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1, "{index}");
            assert_eq!(value.is_cell(), index >= 6, "{index}");
        }
        assert_eq!(Value::FALSE.as_bool(), Some(false));
        assert_eq!(Value::bool(true), Value::TRUE);
    }
}
