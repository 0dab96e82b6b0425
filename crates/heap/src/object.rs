//! Objects: shape, slots, elements, and what kind they are of.
//!
//! ```text
//! shape      which named properties there are, and the prototype
//! slots      their values
//! elements   properties whose key is an array index: a dense vector with holes, or a sparse map with attributes
//! kind       what the object is besides, with its internal slots
//! ```
//!
//! How these lie in the heap is the business of `cell`. This is the storage, which never runs script: the internal methods
//! ([[Get]] and so on, ECMA-262 10.1) are in the runtime.

pub mod arguments;
pub mod cell;
pub mod definitions;
mod elements;
pub mod host;
pub mod layout;
mod on_heap;
pub mod properties;
pub mod queue;
pub mod unfilled;

use ferrotape_budget::costs::allocation_bytes;

use crate::collection::{Collection, CollectionKind};
use crate::enumeration::Enumeration;
use crate::error::ErrorData;
use crate::function::{BoundFunction, HostFunction, NativeClosure, NativeId};
use crate::generator::Generator;
use crate::heap::finalization::FinalizationRegistry;
use crate::heap::weak::WeakTable;
use crate::id::{BigIntId, BufferId, CodeId, ObjectId, PatternId, RealmId, RecordId, StringId, SymbolId};
use crate::iteration::Yields;
use crate::iterator_helper::IteratorHelper;
use crate::object::arguments::MappedArguments;
use crate::object::host::HostObject;
use crate::promise::Promise;
use crate::regexp::RegExpStringIterator;
use crate::typed_array::{ElementType, View};
use crate::value::Value;

pub use cell::ArrayCell;
pub use elements::{Elements, SparseElement, SparseElements, sparse_bytes};
pub use layout::{ElementsLayout, SlotsLayout};
pub use queue::Queue;

/// What an object is, with the internal slots of that kind.
#[derive(Clone, Default)]
pub enum ObjectKind {
    #[default]
    Ordinary,
    /// Array exotic object; the `length` property.
    Array {
        length: u32,
    },
    /// A function of the script.
    Closure {
        code: CodeId,
        environment: Option<RecordId>,
        /// [[HomeObject]]; [`Heap::nothing`] where there is none.
        home: ObjectId,
    },
    /// A built-in function.
    Native {
        function: NativeId,
        realm: RealmId,
    },
    /// A built-in function with captured values; to be looked at it is [`Kind::Native`], and [`Heap::all_captured`].
    NativeClosure(Box<NativeClosure>),
    /// A function of the embedder.
    Host(Box<HostFunction>),
    Bound(Box<BoundFunction>),
    /// Proxy exotic object: [[ProxyTarget]] and [[ProxyHandler]], both [`Heap::nothing`] once it has been revoked.
    Proxy {
        target: ObjectId,
        handler: ObjectId,
        /// Has it a [[Call]] internal method?
        callable: bool,
    },
    /// An object of the embedder.
    HostObject(Box<HostObject>),
    Error(Box<ErrorData>),
    Boolean(bool),
    Number(f64),
    /// [[DateValue]]
    Date(f64),
    String(StringId),
    Symbol(SymbolId),
    BigInt(BigIntId),
    RegExp(PatternId),
    RegExpStringIterator(RegExpStringIterator),
    /// An ArrayBuffer or a SharedArrayBuffer.
    ArrayBuffer(BufferId),
    /// What a [`View`] has, without which there would be no room for it.
    TypedArray {
        element: ElementType,
        buffer: BufferId,
        offset: u32,
        length: u32,
    },
    /// Its elements, as far as there are any, are bytes.
    DataView {
        buffer: BufferId,
        offset: u32,
        length: u32,
    },
    /// The `arguments` of strict functions, and of those without parameters.
    UnmappedArguments,
    MappedArguments(Box<MappedArguments>),
    /// The entries of a weak collection.
    WeakTable(Box<WeakTable>),
    Promise(Box<Promise>),
    /// A generator, or what an async function is while it waits, which no script sees.
    Generator(Box<Generator>),
    /// [[IteratedArrayLike]]: [`Heap::nothing`] once it has ended.
    ArrayIterator {
        array: ObjectId,
        index: u64,
        yields: Yields,
    },
    StringIterator {
        string: StringId,
        position: u32,
    },
    /// A Map or Set.
    Collection(Box<Collection>),
    /// The target, empty once it is gone.
    WeakRef(Value),
    FinalizationRegistry(Box<FinalizationRegistry>),
    IteratorHelper(Box<IteratorHelper>),
    /// Of a Map or Set, which is [`Heap::nothing`] once it has ended.
    CollectionIterator {
        collection: ObjectId,
        kind: CollectionKind,
        yields: Yields,
        position: u64,
    },
    /// [[SyncIteratorRecord]]: the iterator and its `next`. Never seen by a script.
    AsyncFromSyncIterator(Box<[Value; 2]>),
    /// Internal: the state of a `for`-`in`. Never seen by a script.
    Enumeration(Box<Enumeration>),
    /// A global object.
    Global {
        realm: RealmId,
    },
}

/// What an object is, to be looked at.
#[derive(Copy, Clone)]
pub enum Kind<'heap> {
    Ordinary,
    Array { length: u32 },
    Closure { code: CodeId, environment: Option<RecordId>, home: ObjectId },
    Native { function: NativeId, realm: RealmId },
    Host(&'heap HostFunction),
    Bound(&'heap BoundFunction),
    Proxy { target: ObjectId, handler: ObjectId, callable: bool },
    HostObject(&'heap HostObject),
    Error(&'heap ErrorData),
    Boolean(bool),
    Number(f64),
    Date(f64),
    String(StringId),
    Symbol(SymbolId),
    BigInt(BigIntId),
    RegExp(PatternId),
    RegExpStringIterator(RegExpStringIterator),
    ArrayBuffer(BufferId),
    TypedArray(View),
    DataView(View),
    UnmappedArguments,
    MappedArguments(&'heap MappedArguments),
    WeakTable(&'heap WeakTable),
    Promise(&'heap Promise),
    Generator(&'heap Generator),
    ArrayIterator { array: ObjectId, index: u64, yields: Yields },
    StringIterator { string: StringId, position: u32 },
    Collection(&'heap Collection),
    WeakRef(Value),
    FinalizationRegistry(&'heap FinalizationRegistry),
    IteratorHelper(&'heap IteratorHelper),
    CollectionIterator { collection: ObjectId, kind: CollectionKind, yields: Yields, position: u64 },
    AsyncFromSyncIterator(&'heap [Value; 2]),
    Enumeration(&'heap Enumeration),
    Global { realm: RealmId },
}

/// What a shape says of the kind of its objects. Kinds whose properties behave alike are of one class.
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
    /// Of elements only the buffer tells.
    TypedArray,
    Enumeration,
    Global,
    /// Of the embedder, with ordinary properties.
    Host,
    /// The same with internal methods of its own, for the keys that are numbers.
    NumericHost,
    /// The same for all keys.
    OpaqueHost,
    Proxy,
    /// Of a built-in whose properties nobody has asked for yet: see `unfilled`.
    Unfilled,
    /// What stands for the shape of strings, numbers, booleans, symbols and BigInts that are no objects.
    Primitive,
}

impl Class {
    /// Have objects of this class own properties, by name, that are neither in their shape nor elements? No cache
    /// answers for those.
    #[inline(always)]
    pub fn has_virtual_length(self) -> bool {
        matches!(self, Class::Array | Class::String)
    }

    /// Can objects of this class have elements that are not among those that are stored?
    pub(crate) fn has_other_elements(self) -> bool {
        // What fills built-ins gives them no elements.
        matches!(self, Class::String | Class::MappedArguments) || self.is_opaque() && self != Class::Unfilled
    }

    /// Do internal methods do something else than ECMA-262 10.1 says?
    #[inline(always)]
    pub fn is_exotic(self) -> bool {
        matches!(self, Class::Array | Class::String | Class::MappedArguments) || self.is_opaque()
    }

    /// Are there keys of which neither shape nor elements tell, but internal methods that may run script?
    #[inline(always)]
    pub fn is_opaque(self) -> bool {
        matches!(self, Class::NumericHost | Class::OpaqueHost | Class::TypedArray | Class::Proxy | Class::Unfilled)
    }

    /// Are all keys such?
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
    /// On the way up from an %Array.prototype%, itself included: elements of it show through the holes of arrays.
    pub const BEHIND_ARRAYS: Flags = Flags(8);
    /// Is, or was, a key of some weak table.
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

impl ObjectKind {
    #[inline]
    pub fn class(&self) -> Class {
        match self {
            ObjectKind::Ordinary => Class::Ordinary,
            ObjectKind::Array { .. } => Class::Array,
            ObjectKind::Closure { .. }
            | ObjectKind::Native { .. }
            | ObjectKind::NativeClosure(_)
            | ObjectKind::Host(_)
            | ObjectKind::Bound(_) => Class::Function,
            ObjectKind::Error(_) => Class::Error,
            ObjectKind::Boolean(_) => Class::Boolean,
            ObjectKind::Number(_) => Class::Number,
            ObjectKind::Date(_) => Class::Date,
            ObjectKind::String(_) => Class::String,
            ObjectKind::Symbol(_) => Class::Symbol,
            ObjectKind::BigInt(_) => Class::BigInt,
            ObjectKind::RegExp(_) => Class::RegExp,
            ObjectKind::TypedArray { .. } => Class::TypedArray,
            ObjectKind::UnmappedArguments => Class::Arguments,
            ObjectKind::MappedArguments(_) => Class::MappedArguments,
            ObjectKind::WeakTable(_)
            | ObjectKind::RegExpStringIterator(_)
            | ObjectKind::ArrayBuffer(_)
            | ObjectKind::DataView { .. }
            | ObjectKind::Promise(_)
            | ObjectKind::Generator(_)
            | ObjectKind::ArrayIterator { .. }
            | ObjectKind::StringIterator { .. }
            | ObjectKind::Collection(_)
            | ObjectKind::WeakRef(_)
            | ObjectKind::FinalizationRegistry(_)
            | ObjectKind::IteratorHelper(_)
            | ObjectKind::CollectionIterator { .. }
            | ObjectKind::AsyncFromSyncIterator(_) => Class::Ordinary,
            ObjectKind::Enumeration(_) => Class::Enumeration,
            ObjectKind::Global { .. } => Class::Global,
            ObjectKind::Proxy { .. } => Class::Proxy,
            ObjectKind::HostObject(host) => host.properties(),
        }
    }

    pub(crate) fn look(&self) -> Kind<'_> {
        match self {
            ObjectKind::Ordinary => Kind::Ordinary,
            &ObjectKind::Array { length } => Kind::Array { length },
            &ObjectKind::Closure { code, environment, home } => Kind::Closure { code, environment, home },
            &ObjectKind::Native { function, realm } => Kind::Native { function, realm },
            ObjectKind::NativeClosure(closure) => {
                let &NativeClosure { function, realm, .. } = &**closure;
                Kind::Native { function, realm }
            }
            ObjectKind::Host(function) => Kind::Host(function),
            ObjectKind::Bound(function) => Kind::Bound(function),
            &ObjectKind::Proxy { target, handler, callable } => Kind::Proxy { target, handler, callable },
            ObjectKind::HostObject(host) => Kind::HostObject(host),
            ObjectKind::Error(error) => Kind::Error(error),
            &ObjectKind::Boolean(truth) => Kind::Boolean(truth),
            &ObjectKind::Number(number) => Kind::Number(number),
            &ObjectKind::Date(time) => Kind::Date(time),
            &ObjectKind::String(string) => Kind::String(string),
            &ObjectKind::Symbol(symbol) => Kind::Symbol(symbol),
            &ObjectKind::BigInt(bigint) => Kind::BigInt(bigint),
            &ObjectKind::RegExp(pattern) => Kind::RegExp(pattern),
            &ObjectKind::RegExpStringIterator(iterator) => Kind::RegExpStringIterator(iterator),
            &ObjectKind::ArrayBuffer(buffer) => Kind::ArrayBuffer(buffer),
            &ObjectKind::TypedArray { element, buffer, offset, length } => {
                Kind::TypedArray(View { element, buffer, offset, length })
            }
            &ObjectKind::DataView { buffer, offset, length } => {
                Kind::DataView(View { element: ElementType::Uint8, buffer, offset, length })
            }
            ObjectKind::UnmappedArguments => Kind::UnmappedArguments,
            ObjectKind::MappedArguments(arguments) => Kind::MappedArguments(arguments),
            ObjectKind::WeakTable(table) => Kind::WeakTable(table),
            ObjectKind::Promise(promise) => Kind::Promise(promise),
            ObjectKind::Generator(generator) => Kind::Generator(generator),
            &ObjectKind::ArrayIterator { array, index, yields } => Kind::ArrayIterator { array, index, yields },
            &ObjectKind::StringIterator { string, position } => Kind::StringIterator { string, position },
            ObjectKind::Collection(collection) => Kind::Collection(collection),
            &ObjectKind::WeakRef(target) => Kind::WeakRef(target),
            ObjectKind::FinalizationRegistry(registry) => Kind::FinalizationRegistry(registry),
            ObjectKind::IteratorHelper(helper) => Kind::IteratorHelper(helper),
            &ObjectKind::CollectionIterator { collection, kind, yields, position } => {
                Kind::CollectionIterator { collection, kind, yields, position }
            }
            ObjectKind::AsyncFromSyncIterator(record) => Kind::AsyncFromSyncIterator(record),
            ObjectKind::Enumeration(enumeration) => Kind::Enumeration(enumeration),
            &ObjectKind::Global { realm } => Kind::Global { realm },
        }
    }

    pub(crate) fn payload_bytes(&self) -> usize {
        match self {
            ObjectKind::Bound(bound) => {
                allocation_bytes(size_of::<BoundFunction>()) + allocation_bytes(size_of_val(&*bound.arguments))
            }
            ObjectKind::Error(error) => error.bytes(),
            ObjectKind::MappedArguments(arguments) => {
                allocation_bytes(size_of::<MappedArguments>()) + allocation_bytes(size_of_val(&*arguments.mapped))
            }
            ObjectKind::Enumeration(enumeration) => allocation_bytes(size_of::<Enumeration>()) + enumeration.bytes(),
            ObjectKind::Host(function) => function.bytes(),
            ObjectKind::HostObject(host) => host.payload_bytes(),
            ObjectKind::WeakTable(table) => table.bytes(),
            ObjectKind::Collection(collection) => collection.bytes(),
            ObjectKind::FinalizationRegistry(registry) => registry.bytes(),
            ObjectKind::IteratorHelper(helper) => helper.bytes(),
            ObjectKind::NativeClosure(_) => allocation_bytes(size_of::<NativeClosure>()),
            ObjectKind::AsyncFromSyncIterator(_) => allocation_bytes(size_of::<[Value; 2]>()),
            ObjectKind::Promise(promise) => promise.bytes(),
            ObjectKind::Generator(generator) => generator.bytes(),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_slots_are_small() {
        assert_eq!(size_of::<ObjectKind>(), 16);
    }
}
