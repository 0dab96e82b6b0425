//! The types of elements, ECMA-262 table 69: their sizes, and conversions between numbers and bytes.

use crate::number::{float16_bits, float16_value, to_int32};
use crate::value::Value;

/// The type of the elements of a typed array.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ElementType {
    /// Signed, of 8 bits: `Int8Array`.
    Int8,
    /// Unsigned, of 8 bits: `Uint8Array`.
    Uint8,
    /// Unsigned, of 8 bits; numbers beyond become the nearest one: `Uint8ClampedArray`.
    Uint8Clamped,
    /// Signed, of 16 bits: `Int16Array`.
    Int16,
    /// Unsigned, of 16 bits: `Uint16Array`.
    Uint16,
    /// Signed, of 32 bits: `Int32Array`.
    Int32,
    /// Unsigned, of 32 bits: `Uint32Array`.
    Uint32,
    /// Signed BigInts of 64 bits: `BigInt64Array`.
    BigInt64,
    /// Unsigned BigInts of 64 bits: `BigUint64Array`.
    BigUint64,
    /// Floating point, of 16 bits: `Float16Array`.
    Float16,
    /// Floating point, of 32 bits: `Float32Array`.
    Float32,
    /// Floating point, of 64 bits: `Float64Array`.
    Float64,
}

impl ElementType {
    /// All types in the order of their numbers.
    pub const ALL: [ElementType; 12] = [
        ElementType::Int8,
        ElementType::Uint8,
        ElementType::Uint8Clamped,
        ElementType::Int16,
        ElementType::Uint16,
        ElementType::Int32,
        ElementType::Uint32,
        ElementType::BigInt64,
        ElementType::BigUint64,
        ElementType::Float16,
        ElementType::Float32,
        ElementType::Float64,
    ];

    /// The size of an element, as a power of two.
    #[inline(always)]
    pub const fn shift(self) -> u32 {
        match self {
            ElementType::Int8 | ElementType::Uint8 | ElementType::Uint8Clamped => 0,
            ElementType::Int16 | ElementType::Uint16 | ElementType::Float16 => 1,
            ElementType::Int32 | ElementType::Uint32 | ElementType::Float32 => 2,
            ElementType::BigInt64 | ElementType::BigUint64 | ElementType::Float64 => 3,
        }
    }

    /// Bytes of an element.
    #[inline(always)]
    pub const fn size(self) -> usize {
        1 << self.shift()
    }

    /// The name of the constructor.
    pub const fn constructor_name(self) -> &'static str {
        match self {
            ElementType::Int8 => "Int8Array",
            ElementType::Uint8 => "Uint8Array",
            ElementType::Uint8Clamped => "Uint8ClampedArray",
            ElementType::Int16 => "Int16Array",
            ElementType::Uint16 => "Uint16Array",
            ElementType::Int32 => "Int32Array",
            ElementType::Uint32 => "Uint32Array",
            ElementType::BigInt64 => "BigInt64Array",
            ElementType::BigUint64 => "BigUint64Array",
            ElementType::Float16 => "Float16Array",
            ElementType::Float32 => "Float32Array",
            ElementType::Float64 => "Float64Array",
        }
    }

    /// Returns whether numbers out of range become the nearest one within it.
    pub const fn is_clamped(self) -> bool {
        matches!(self, ElementType::Uint8Clamped)
    }

    /// Returns whether elements are signed integers.
    pub const fn is_signed(self) -> bool {
        matches!(self, ElementType::Int8 | ElementType::Int16 | ElementType::Int32 | ElementType::BigInt64)
    }

    /// Returns whether [[ContentType]] is BigInt. Such elements need the heap: see `typed_array::value_of_raw`.
    #[inline(always)]
    pub const fn is_big_int(self) -> bool {
        matches!(self, ElementType::BigInt64 | ElementType::BigUint64)
    }

    /// Returns whether elements are floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, ElementType::Float16 | ElementType::Float32 | ElementType::Float64)
    }

    /// RawBytesToNumeric, ECMA-262 25.1.3.13, of little-endian bytes. Undefined for BigInts.
    #[inline]
    pub fn number_of(self, raw: u64) -> Value {
        match self {
            ElementType::Int8 => Value::int((raw as i8).into()),
            ElementType::Uint8 | ElementType::Uint8Clamped => Value::int((raw as u8).into()),
            ElementType::Int16 => Value::int((raw as i16).into()),
            ElementType::Uint16 => Value::int((raw as u16).into()),
            ElementType::Int32 => Value::int(raw as i32),
            ElementType::Uint32 => Value::number((raw as u32).into()),
            ElementType::BigInt64 | ElementType::BigUint64 => Value::UNDEFINED,
            ElementType::Float16 => Value::number(float16_value(raw as u16)),
            ElementType::Float32 => Value::number(f32::from_bits(raw as u32).into()),
            ElementType::Float64 => Value::number(f64::from_bits(raw)),
        }
    }

    /// NumericToRawBytes, ECMA-262 25.1.3.15, little-endian; bytes beyond the element's size are undefined.
    #[inline]
    pub fn raw_of(self, number: f64) -> u64 {
        match self {
            ElementType::Uint8Clamped => clamped(number).into(),
            ElementType::Float16 => float16_bits(number).into(),
            ElementType::Float32 => (number as f32).to_bits().into(),
            ElementType::Float64 => number.to_bits(),
            _ => to_int32(number) as u32 as u64,
        }
    }
}

/// ToUint8Clamp, ECMA-262 7.1.12
#[inline]
fn clamped(number: f64) -> u8 {
    // The cast saturates, and makes 0 of NaN.
    number.round_ties_even() as u8
}
