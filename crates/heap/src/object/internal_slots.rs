//! Internal slots of kinds of objects: how they are traced, counted, named, written and read.
//!
//! ```text
//! InternalSlots   every kind: what the collector and `retention` ask
//! SavedSlots      kinds that are nothing but their slots: what snapshots ask
//! Link            a field that refers to cells      State   a field that does not
//! ```
//!
//! Slots ask little of the rest of the heap: [`Visit`] marks what they refer to, [`Cells`] tells what checks need,
//! [`SlotReader`] reads. So the files of kinds do not know the heap.
//!
//! A kind of plain fields is a [`row!`]: it cannot forget a field, as each pattern names all. No id of a cell is
//! [`State`], so the compiler refuses a reference among the state. Other kinds implement the traits by hand, in their
//! own files. The table of all kinds is in `kinds`.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::{Saved, SavedError, Writer};

use crate::collection::CollectionKind;
use crate::id::{BigIntId, BufferId, CodeId, ObjectId, PatternId, RealmId, RecordId, StringId, SymbolId};
use crate::value::Value;

/// The internal slots of a kind of objects.
pub trait InternalSlots {
    /// Marks all that they refer to.
    fn trace(&self, object: ObjectId, visit: &mut impl Visit);

    /// Bytes that they take beside the object's cell.
    fn bytes(&self) -> usize;

    /// The name of the slot that refers to an object, in words of the specification if it has one.
    fn name_of(&self, to: ObjectId) -> Option<&'static str>;
}

/// Internal slots that snapshots write and read as they are. All objects are made first, with their state, and get
/// their references afterwards, as any object can refer to any other.
pub trait SavedSlots: Sized {
    /// True if [`SavedSlots::read_links`] reads any of them.
    const HAS_LINKS: bool;

    fn write_state(&self, cells: &impl Cells, out: &mut Pieces);

    /// Reads the state into slots that refer to no object yet.
    fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error>;

    fn write_links(&self, cells: &impl Cells, out: &mut Pieces);

    /// Reads the references, and checks that they are possible.
    fn read_links<R: SlotReader>(&mut self, from: &mut R) -> Result<(), R::Error>;
}

/// A visitor of references in slots: the collector.
pub trait Visit {
    fn value(&mut self, value: Value);
    fn values(&mut self, values: &[Value]);
    fn object(&mut self, object: ObjectId);
    fn string(&mut self, string: StringId);
    fn record(&mut self, record: RecordId);
    fn code(&mut self, code: CodeId);
    fn realm(&mut self, realm: RealmId);
    fn pattern(&mut self, pattern: PatternId);
    fn buffer(&mut self, buffer: BufferId);
    /// The values that a built-in function has captured.
    fn captured(&mut self, function: ObjectId);
    /// Notes an object with weak references, to be looked at when everything else has been reached.
    fn weak(&mut self, object: ObjectId);
    /// Leaves a part that can be long, to be looked at in pieces.
    fn later(&mut self, part: Part, object: ObjectId);
}

/// Items of a long part in one piece. Shorter lists are looked at as a whole.
pub(crate) const PIECE: usize = 256;

/// The parts of objects that are looked at in pieces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The keys that an enumeration still gives.
    Names,
    /// The keys that an enumeration does not give again.
    Shadowed,
    /// The entries of a weak table.
    Weak,
    /// The held values of a FinalizationRegistry.
    Held,
    /// The values that an object of the host keeps.
    Kept,
    /// The entries of a Map or Set.
    Collected,
    /// The reactions of a promise.
    Reactions,
}

/// Facts about cells that writing and checking slots needs.
pub trait Cells {
    /// The object that stands for none.
    fn nothing(&self) -> ObjectId;
    fn has_call(&self, object: ObjectId) -> bool;
    fn is_promise(&self, object: ObjectId) -> bool;
    fn is_global(&self, object: ObjectId) -> bool;
    /// Returns whether an object is an activation that can wait.
    fn is_activation(&self, object: ObjectId) -> bool;
    fn is_collection(&self, object: ObjectId, kind: CollectionKind) -> bool;
    /// The place of an iteration's position in a Map or Set, counted from its first entry.
    fn place_in_collection(&self, collection: ObjectId, position: u64) -> usize;
    fn is_private_name(&self, value: Value) -> bool;
    fn length_of_string(&self, string: StringId) -> usize;
    /// Number of variables of a closed record.
    fn names_of_record(&self, record: RecordId) -> usize;
}

/// Written internal slots: bytes, and between them values, whose numbers only the writer knows.
#[derive(Default)]
pub struct Pieces {
    pub bytes: Writer,
    values: Vec<(usize, Value)>,
}

impl Pieces {
    /// Writes a value behind the bytes so far. A record is written as a value.
    pub fn value(&mut self, value: Value) {
        self.values.push((self.bytes.bytes.len(), value));
    }

    /// The pieces in order: bytes, then the value behind them; none behind the last ones.
    pub fn in_order(&self) -> impl Iterator<Item = (&[u8], Option<Value>)> {
        let all = &self.bytes.bytes;
        let mut start = 0;
        let ends = self.values.iter().map(|&(end, value)| (end, Some(value))).chain([(all.len(), None)]);
        ends.map(move |(end, value)| (all.get(std::mem::replace(&mut start, end)..end).unwrap_or_default(), value))
    }
}

/// Reader of written [`Pieces`]. The bytes are untrusted.
pub trait SlotReader {
    type Error: From<SavedError> + From<Termination>;

    /// The error for bytes that were not written so.
    fn damaged(what: &'static str) -> Self::Error;

    fn cells(&self) -> &impl Cells;

    fn saved<T: Saved>(&mut self) -> Result<T, Self::Error>;

    /// Accounts for work in proportion to what is read.
    fn work(&mut self, amount: u64) -> Result<(), Self::Error>;

    /// Reads a value that scripts can have.
    fn value(&mut self) -> Result<Value, Self::Error>;

    /// Reads a value that scripts can have, or the empty marker.
    fn value_or_empty(&mut self) -> Result<Value, Self::Error>;

    /// Reads any value, including those that only the machine has.
    fn any_value(&mut self) -> Result<Value, Self::Error>;

    fn record(&mut self) -> Result<Option<RecordId>, Self::Error>;

    /// Reads the number of values that follow. Checks it against the remaining bytes, of which each value takes at
    /// least `least`, and charges `in_memory` bytes for each.
    fn count(&mut self, least: usize, in_memory: usize) -> Result<usize, Self::Error>;
}

/// A field of internal slots that refers to no cell.
pub trait State: Saved {}

/// A field of internal slots that refers to cells.
pub trait Link: Sized {
    /// A link to nothing.
    fn unlinked(cells: &impl Cells) -> Self;

    fn trace(&self, object: ObjectId, visit: &mut impl Visit);

    /// Bytes that it owns beside the slots.
    fn bytes(&self) -> usize;

    fn leads_to(&self, to: ObjectId) -> bool;

    fn write(&self, cells: &impl Cells, out: &mut Pieces);

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error>;
}

impl<T: Saved> State for T {}

/// Reads and writes null for [`Heap::nothing`].
impl Link for ObjectId {
    fn unlinked(cells: &impl Cells) -> Self {
        cells.nothing()
    }

    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        visit.object(*self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn leads_to(&self, to: ObjectId) -> bool {
        *self == to
    }

    fn write(&self, cells: &impl Cells, out: &mut Pieces) {
        out.value(if *self == cells.nothing() { Value::NULL } else { Value::object(*self) });
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let value = from.value()?;
        match value.as_object() {
            Some(object) => Ok(object),
            None if value.is_null() => Ok(from.cells().nothing()),
            None => Err(R::damaged("an internal slot refers to no object")),
        }
    }
}

impl Link for Value {
    fn unlinked(_: &impl Cells) -> Self {
        Value::UNDEFINED
    }

    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        visit.value(*self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn leads_to(&self, to: ObjectId) -> bool {
        self.as_object() == Some(to)
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        out.value(*self);
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        from.value()
    }
}

impl Link for StringId {
    fn unlinked(_: &impl Cells) -> Self {
        StringId::EMPTY
    }

    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        visit.string(*self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn leads_to(&self, _: ObjectId) -> bool {
        false
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        out.value(Value::string(*self));
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        from.value()?.as_string().ok_or_else(|| R::damaged("an internal slot has no string"))
    }
}

impl<const N: usize> Link for [Value; N] {
    fn unlinked(_: &impl Cells) -> Self {
        [Value::UNDEFINED; N]
    }

    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        visit.values(self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn leads_to(&self, to: ObjectId) -> bool {
        self.iter().any(|value| value.leads_to(to))
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        self.iter().for_each(|&value| out.value(value));
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let mut values = [Value::UNDEFINED; N];
        for value in &mut values {
            *value = from.value()?;
        }
        Ok(values)
    }
}

impl Link for Box<[Value]> {
    fn unlinked(_: &impl Cells) -> Self {
        Box::default()
    }

    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        visit.values(self);
    }

    fn bytes(&self) -> usize {
        allocation_bytes(size_of_val(&**self))
    }

    fn leads_to(&self, to: ObjectId) -> bool {
        self.iter().any(|value| value.leads_to(to))
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        out.bytes.number(self.len() as u64);
        self.iter().for_each(|&value| out.value(value));
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let mut values = vec![Value::UNDEFINED; from.count(1, size_of::<Value>())?].into_boxed_slice();
        for value in &mut values {
            *value = from.value()?;
        }
        Ok(values)
    }
}

/// Defines the internal slots of a kind as plain fields: the struct, and all its trait implementations.
///
/// `boxed` slots have an allocation of their own, `inline` ones lie in the object's cell. Each link has the name that
/// is shown for it. `check` lists conditions between fields, each with the message for its violation.
macro_rules! row {
    (
        $(#[$meta:meta])*
        $place:ident $name:ident {
            state { $($(#[$state_meta:meta])* $state:ident: $state_type:ty,)* }
            links { $($(#[$link_meta:meta])* $link:ident: $link_type:ty = $link_name:literal,)* }
        }
        $(check |$slots:ident, $cells:ident| { $($check:expr => $problem:literal,)* })?
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$state_meta])* pub $state: $state_type,)*
            $($(#[$link_meta])* pub $link: $link_type,)*
        }

        impl $crate::object::internal_slots::InternalSlots for $name {
            #[inline]
            fn trace(&self, object: $crate::id::ObjectId, visit: &mut impl $crate::object::internal_slots::Visit) {
                let $name { $($state: _,)* $($link,)* } = self;
                $($crate::object::internal_slots::Link::trace($link, object, visit);)*
                let _ = (object, visit);
            }

            fn bytes(&self) -> usize {
                let $name { $($state: _,)* $($link,)* } = self;
                $crate::object::internal_slots::own_bytes!($place)
                    $(+ $crate::object::internal_slots::Link::bytes($link))*
            }

            fn name_of(&self, to: $crate::id::ObjectId) -> Option<&'static str> {
                let $name { $($state: _,)* $($link,)* } = self;
                $(if $crate::object::internal_slots::Link::leads_to($link, to) {
                    return Some($link_name);
                })*
                let _ = to;
                None
            }
        }

        impl $crate::object::internal_slots::SavedSlots for $name {
            const HAS_LINKS: bool = true;

            fn write_state(&self, _: &impl $crate::object::internal_slots::Cells, out: &mut $crate::object::internal_slots::Pieces) {
                let $name { $($state,)* $($link: _,)* } = self;
                $($crate::object::internal_slots::write_state($state, out);)*
                let _ = out;
            }

            fn read_state<R: $crate::object::internal_slots::SlotReader>(from: &mut R) -> Result<Self, R::Error> {
                Ok($name {
                    $($state: from.saved()?,)*
                    $($link: $crate::object::internal_slots::Link::unlinked(from.cells()),)*
                })
            }

            fn write_links(&self, cells: &impl $crate::object::internal_slots::Cells, out: &mut $crate::object::internal_slots::Pieces) {
                let $name { $($state: _,)* $($link,)* } = self;
                $($crate::object::internal_slots::Link::write($link, cells, out);)*
                let _ = (cells, out);
            }

            fn read_links<R: $crate::object::internal_slots::SlotReader>(
                &mut self,
                from: &mut R,
            ) -> Result<(), R::Error> {
                $(self.$link = $crate::object::internal_slots::Link::read(from)?;)*
                $({
                    let ($slots, $cells) = (&*self, from.cells());
                    $(if !$check {
                        return Err(R::damaged($problem));
                    })*
                })?
                Ok(())
            }
        }
    };
}

/// Bytes that the slots themselves take.
macro_rules! own_bytes {
    (inline) => {
        0
    };
    (boxed) => {
        ferrotape_budget::costs::allocation_bytes(size_of::<Self>())
    };
}

/// Writes the variants of a type as their places in a list.
macro_rules! saved_as_byte {
    ($type:ty: $($variant:expr),* $(,)?) => {
        impl ferrotape_bytecode::Saved for $type {
            fn save(&self, to: &mut ferrotape_bytecode::Writer) {
                let place = [$($variant),*].iter().position(|known| known == self);
                to.byte(place.unwrap_or(0) as u8);
            }

            fn read(from: &mut ferrotape_bytecode::Reader<'_>) -> ferrotape_bytecode::Read<Self> {
                match [$($variant),*].get(usize::from(from.byte()?)) {
                    Some(&variant) => Ok(variant),
                    None => from.damaged(concat!("there is no such ", stringify!($type))),
                }
            }
        }
    };
}

pub(crate) use {own_bytes, row, saved_as_byte};

/// Writes a field, which must be [`State`].
pub fn write_state<T: State>(state: &T, out: &mut Pieces) {
    state.save(&mut out.bytes);
}

/// Implements slots that are a number: nothing is traced, named or counted.
macro_rules! numbers {
    ($($type:ty)*) => {
        $(impl InternalSlots for $type {
            #[inline]
            fn trace(&self, _: ObjectId, _: &mut impl Visit) {}

            fn bytes(&self) -> usize {
                0
            }

            fn name_of(&self, _: ObjectId) -> Option<&'static str> {
                None
            }
        }

        impl SavedSlots for $type {
            const HAS_LINKS: bool = false;

            fn write_state(&self, _: &impl Cells, out: &mut Pieces) {
                write_state(self, out);
            }

            fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
                from.saved()
            }

            fn write_links(&self, _: &impl Cells, _: &mut Pieces) {}

            fn read_links<R: SlotReader>(&mut self, _: &mut R) -> Result<(), R::Error> {
                Ok(())
            }
        })*
    };
}

numbers! { bool u32 f64 }

/// Implements slots that are the id of a cell which is no object.
macro_rules! cells {
    ($($type:ty: |$id:ident, $visit:ident| $trace:expr;)*) => {
        $(impl InternalSlots for $type {
            #[inline]
            fn trace(&self, _: ObjectId, $visit: &mut impl Visit) {
                let $id = *self;
                $trace;
            }

            fn bytes(&self) -> usize {
                0
            }

            fn name_of(&self, _: ObjectId) -> Option<&'static str> {
                None
            }
        })*
    };
}

cells! {
    StringId: |string, visit| visit.string(string);
    SymbolId: |symbol, visit| visit.value(Value::symbol(symbol));
    BigIntId: |bigint, visit| visit.value(Value::bigint(bigint));
    PatternId: |pattern, visit| visit.pattern(pattern);
    BufferId: |buffer, visit| visit.buffer(buffer);
    RealmId: |realm, visit| visit.realm(realm);
}

/// Implements slots that are a primitive value, which exists before the object does.
macro_rules! primitives {
    ($($type:ty: $from:ident, $into:ident;)*) => {
        $(impl SavedSlots for $type {
            const HAS_LINKS: bool = false;

            fn write_state(&self, _: &impl Cells, out: &mut Pieces) {
                out.value(Value::$into(*self));
            }

            fn read_state<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
                from.value()?.$from().ok_or_else(|| R::damaged("an object wraps another kind of values"))
            }

            fn write_links(&self, _: &impl Cells, _: &mut Pieces) {}

            fn read_links<R: SlotReader>(&mut self, _: &mut R) -> Result<(), R::Error> {
                Ok(())
            }
        })*
    };
}

primitives! {
    StringId: as_string, string;
    SymbolId: as_symbol, symbol;
    BigIntId: as_bigint, bigint;
}
