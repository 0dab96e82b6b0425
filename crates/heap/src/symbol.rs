//! Symbols: their cells, the well-known ones, and the registry of `Symbol.for`.
//!
//! A symbol is a cell with a description. As a property key it is the cell's number with a mark ([`PropertyKey`]), so
//! shapes and caches treat symbols and names alike. Well-known symbols have the first numbers in all engines: their
//! keys are constants. A *private* symbol is the name of a private element: no script sees it, and no list of keys has
//! it.

mod on_heap;

pub use on_heap::*;

use ferrotape_text::{SplitTable, spread};

use crate::id::SymbolId;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::value::Value;

/// Visibility of a symbol.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum SymbolKind {
    #[default]
    Unique,
    /// A symbol in the registry that all realms share.
    Registered,
    /// The name of a private element.
    Private,
}

/// A symbol's cell.
#[derive(Copy, Clone)]
pub(crate) struct Symbol {
    /// A flat string or undefined; of registered symbols the string of their key.
    pub description: Value,
    pub kind: SymbolKind,
}

impl Default for Symbol {
    fn default() -> Self {
        Symbol { description: Value::UNDEFINED, kind: SymbolKind::Unique }
    }
}

macro_rules! well_known {
    ($($constant:ident = $name:literal),* $(,)?) => {
        /// The names of the well-known symbols as properties of `Symbol`, in the order of their numbers.
        pub const WELL_KNOWN: &[&str] = &[$($name),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($constant),* }

        /// Well-known symbols, ECMA-262 6.1.5.1, as property keys.
        pub mod symbols {
            use super::Number;
            use crate::id::SymbolId;
            use crate::property_key::PropertyKey;
            $(pub const $constant: PropertyKey = PropertyKey::from_symbol(SymbolId(Number::$constant as u32));)*
        }
    };
}

well_known! {
    ASYNC_ITERATOR = "asyncIterator",
    HAS_INSTANCE = "hasInstance",
    IS_CONCAT_SPREADABLE = "isConcatSpreadable",
    ITERATOR = "iterator",
    MATCH = "match",
    MATCH_ALL = "matchAll",
    REPLACE = "replace",
    SEARCH = "search",
    SPECIES = "species",
    SPLIT = "split",
    TO_PRIMITIVE = "toPrimitive",
    TO_STRING_TAG = "toStringTag",
    UNSCOPABLES = "unscopables",
    DISPOSE = "dispose",
    ASYNC_DISPOSE = "asyncDispose",
}

/// The key under which a class's constructor has its function for fields. No script sees it.
pub const FIELDS: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32));

/// The key that marks the objects of `JSON.rawJSON`, which have [[IsRawJSON]]. No script sees it.
pub const IS_RAW_JSON: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 1));

/// The keys of the name and the message of a DOMException (Web IDL 4.3), which its getters read. No script sees them.
pub const EXCEPTION_NAME: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 2));
pub const EXCEPTION_MESSAGE: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 3));

/// The key of the stack of an error, which `get Error.prototype.stack` reads. No script sees it.
pub const ERROR_STACK: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 4));

/// The key under which a buffer of outer bytes has their owner, which it keeps alive. No script sees it.
pub const OWNER_OF_BYTES: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 5));

/// The keys of the two numbers of a QuotaExceededError (Web IDL 2.8.3), which its getters read. No script sees them.
pub const EXCEPTION_QUOTA: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 6));
pub const EXCEPTION_REQUESTED: PropertyKey = PropertyKey::from_symbol(SymbolId(WELL_KNOWN.len() as u32 + 7));

/// The hidden key that the getter of that name of an error or DOMException reads.
pub fn exception_slot(key: PropertyKey) -> Option<PropertyKey> {
    match key {
        keys::NAME => Some(EXCEPTION_NAME),
        keys::MESSAGE => Some(EXCEPTION_MESSAGE),
        keys::STACK => Some(ERROR_STACK),
        _ => None,
    }
}

/// The keys with fixed numbers that no script sees, in the order of their numbers.
pub(crate) const HIDDEN: [PropertyKey; 8] = [
    FIELDS,
    IS_RAW_JSON,
    EXCEPTION_NAME,
    EXCEPTION_MESSAGE,
    ERROR_STACK,
    OWNER_OF_BYTES,
    EXCEPTION_QUOTA,
    EXCEPTION_REQUESTED,
];

/// All symbols with fixed numbers.
pub(crate) fn fixed_symbols() -> impl Iterator<Item = Value> {
    well_known_symbols().chain(HIDDEN.map(PropertyKey::kept_form))
}

/// Returns whether the symbol has the same number in all engines.
pub fn is_fixed(symbol: SymbolId) -> bool {
    fixed_symbol(symbol.0.into()).is_some()
}

/// The symbol that has this number in all engines.
pub fn fixed_symbol(number: u64) -> Option<Value> {
    fixed_symbols().nth(usize::try_from(number).ok()?)
}

/// The well-known symbols as values, in the order of [`WELL_KNOWN`].
pub fn well_known_symbols() -> impl Iterator<Item = Value> {
    (0..WELL_KNOWN.len() as u32).map(|number| Value::symbol(SymbolId(number)))
}

/// GlobalSymbolRegistry, ECMA-262 20.4.2.2. It keeps no symbol alive: one that nobody has can be made again.
#[derive(Clone, Default)]
pub(crate) struct SymbolRegistry {
    entries: SplitTable<Entry>,
}

/// A symbol of the registry, under its key.
#[derive(Clone)]
struct Entry {
    key: PropertyKey,
    symbol: SymbolId,
}

fn hash(entry: &Entry) -> u64 {
    spread(entry.key.bits())
}

impl SymbolRegistry {
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
    }

    /// Forgets symbols that are about to be freed; false if it was stopped before the end.
    pub fn retain(&mut self, is_live: impl Fn(SymbolId) -> bool, is_to_stop: impl FnMut() -> bool) -> bool {
        self.entries.retain(|entry| is_live(entry.symbol), hash, is_to_stop)
    }
}
