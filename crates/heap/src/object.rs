//! Objects: shape, slots, elements, and kind.
//!
//! ```text
//! shape      which named properties there are, and the prototype
//! slots      their values
//! elements   properties whose key is an array index: a dense vector with holes, or a sparse map with attributes
//! kind       what the object is besides, with its internal slots
//! ```
//!
//! `cell` decides how these lie in the heap. This is storage, which never runs script: the internal methods ([[Get]]
//! and so on, ECMA-262 10.1) are in the runtime.

pub mod arguments;
pub mod arrays;
pub mod cell;
pub mod definitions;
pub mod dense;
mod elements;
pub mod host;
pub mod internal_slots;
pub mod kinds;
pub mod layout;
mod on_heap;
pub mod properties;
pub mod proxy;
pub mod queue;
pub mod unfilled;

pub use cell::ArrayCell;
pub use elements::{Elements, SparseElement, SparseElements, sparse_bytes};
pub use kinds::{Kind, ObjectKind};
pub use layout::{ElementsLayout, SlotsLayout};
pub use queue::Queue;

/// Class of the objects of a shape. Kinds whose properties behave alike share a class.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Class {
    #[default]
    Ordinary,
    Array,
    Function,
    Error,
    Boolean,
    Number,
    Date,
    String,
    Symbol,
    BigInt,
    RegExp,
    Arguments,
    MappedArguments,
    /// Typed arrays: only the buffer tells which elements there are.
    TypedArray,
    Enumeration,
    Global,
    /// Objects of the host, with ordinary properties.
    Host,
    /// Objects of the host, with internal methods of their own for keys that are numbers.
    NumericHost,
    /// Objects of the host, with internal methods of their own for all keys.
    OpaqueHost,
    Proxy,
    /// Built-ins whose properties nobody has asked for yet: see `unfilled`.
    Unfilled,
    /// Stand-in for strings, numbers, booleans, symbols and BigInts, which are no objects but need a shape in caches.
    Primitive,
}

impl Class {
    /// Returns whether objects of this class have own named properties that are neither in their shape nor elements. No
    /// cache answers for those.
    #[inline(always)]
    pub fn has_virtual_length(self) -> bool {
        matches!(self, Class::Array | Class::String)
    }

    /// Returns whether objects of this class can have elements besides the stored ones.
    pub(crate) fn has_other_elements(self) -> bool {
        // Filling a built-in gives it no elements.
        matches!(self, Class::String | Class::MappedArguments) || self.is_opaque() && self != Class::Unfilled
    }

    /// Returns whether internal methods differ from ECMA-262 10.1.
    #[inline(always)]
    pub fn is_exotic(self) -> bool {
        matches!(self, Class::Array | Class::String | Class::MappedArguments) || self.is_opaque()
    }

    /// Returns whether there are keys of which neither shape nor elements tell, but internal methods that may run
    /// script.
    #[inline(always)]
    pub fn is_opaque(self) -> bool {
        matches!(self, Class::NumericHost | Class::OpaqueHost | Class::TypedArray | Class::Proxy | Class::Unfilled)
    }

    /// Returns whether all keys are such.
    #[inline(always)]
    pub fn is_asked_for_all_keys(self) -> bool {
        matches!(self, Class::OpaqueHost | Class::Proxy | Class::Unfilled)
    }
}

/// Properties of an object that are not in its shape.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Flags(u8);

impl Flags {
    /// Some shape has this object as its prototype.
    pub const IS_PROTOTYPE: Flags = Flags(1);
    /// An array whose `length` is not writable.
    pub const FIXED_LENGTH: Flags = Flags(2);
    /// `new` can be applied.
    pub const CONSTRUCTOR: Flags = Flags(4);
    /// The object is an %Array.prototype% or on its prototype chain: its elements show through the holes of arrays.
    pub const BEHIND_ARRAYS: Flags = Flags(8);
    /// The object is, or was, a key of some weak table.
    pub(crate) const WEAK_KEY: Flags = Flags(32);
    /// [[IsHTMLDDA]], ECMA-262 B.3.6
    const IS_HTML_DDA: Flags = Flags(64);
    /// Immutable prototype exotic object, ECMA-262 10.4.7: an %Object.prototype%.
    pub const IMMUTABLE_PROTOTYPE: Flags = Flags(16);

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Flags {
        Flags(bits)
    }

    #[inline(always)]
    pub fn contains(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn insert(&mut self, flag: Flags) {
        self.0 |= flag.0;
    }

    pub const fn with(self, flag: Flags) -> Flags {
        Flags(self.0 | flag.0)
    }
}
