//! Property keys in 32 bits: array indices as numbers, names as interned strings, symbols.
//!
//! ```text
//! 0iii…   an array index below 2^31
//! 10aa…   an interned string
//! 11ss…   a symbol
//! ```
//!
//! Indices from 2^31 on are names. [`Heap::array_index_of`] knows that they are indices too.

mod on_heap;

use crate::id::{StringId, SymbolId};
use crate::value::Value;

/// A property key: an index, a name or a symbol.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PropertyKey(u32);

const NAME: u32 = 0b10 << 30;

const SYMBOL: u32 = 0b11 << 30;

const PAYLOAD: u32 = (1 << 30) - 1;

impl PropertyKey {
    /// A key that no property has.
    pub const NONE: PropertyKey = PropertyKey(u32::MAX);

    /// The key of an interned string. The atom must come from [`crate::heap::string::intern`] and spell no index below
    /// 2^31.
    pub const fn from_atom(atom: StringId) -> Self {
        PropertyKey(NAME | atom.0)
    }

    pub const fn from_symbol(symbol: SymbolId) -> Self {
        PropertyKey(SYMBOL | symbol.0)
    }

    /// The key of an index; none from 2^31 on, as those are names.
    #[inline(always)]
    pub fn from_index(index: u32) -> Option<Self> {
        (index >> 31 == 0).then_some(PropertyKey(index))
    }

    /// The index, if it is one below 2^31.
    #[inline(always)]
    pub fn as_index(self) -> Option<u32> {
        (self.0 >> 31 == 0).then_some(self.0)
    }

    pub fn as_atom(self) -> Option<StringId> {
        (self.0 >> 30 == 0b10).then_some(StringId(self.0 & PAYLOAD))
    }

    pub fn as_symbol(self) -> Option<SymbolId> {
        (self.0 >> 30 == 0b11 && self != PropertyKey::NONE).then_some(SymbolId(self.0 & PAYLOAD))
    }

    /// The value that keeps the key alive; undefined for an index, which needs nothing.
    #[inline]
    pub fn kept_form(self) -> Value {
        match (self.as_atom(), self.as_symbol()) {
            (Some(atom), _) => Value::string(atom),
            (_, Some(symbol)) => Value::symbol(symbol),
            _ => Value::UNDEFINED,
        }
    }

    pub fn bits(self) -> u32 {
        self.0
    }
}
