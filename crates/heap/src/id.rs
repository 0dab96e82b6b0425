//! Handles of cells. Each kind of cell has a type of its own, so that handles cannot be confused.

use std::num::NonZeroU32;

macro_rules! handles {
    ($($(#[$doc:meta])* $id:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $id(pub u32);
    )*};
}

handles! {
    ObjectId;
    StringId;
    SymbolId;
    BigIntId;
    /// A getter and setter in a property slot.
    AccessorId;
    ShapeId;
    TableId;
    /// A function's code with its caches.
    CodeId;
    /// The names of a scope.
    ScopeId;
    /// A compiled regular expression.
    PatternId;
    /// The bytes of an ArrayBuffer or a SharedArrayBuffer.
    BufferId;
}

/// An environment record. Place 0 of the arena is unused, so that `Option<RecordId>` takes no extra room.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(NonZeroU32);

impl RecordId {
    /// The record at that place.
    #[inline(always)]
    pub(crate) fn at(place: u32) -> Option<RecordId> {
        NonZeroU32::new(place).map(RecordId)
    }

    /// The place in the arena: no other record that lives has it.
    #[inline(always)]
    pub fn place(self) -> u32 {
        self.0.get()
    }
}

/// A realm. `Option<RealmId>` takes no extra room.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct RealmId(NonZeroU32);

impl RealmId {
    /// The realm that is made first.
    pub(crate) const FIRST: RealmId = RealmId(NonZeroU32::MIN);

    /// The id as a word of a cell.
    pub(crate) fn to_word(self) -> u64 {
        self.0.get().into()
    }

    pub(crate) fn from_word(word: u64) -> RealmId {
        RealmId(NonZeroU32::new(word as u32).unwrap_or(NonZeroU32::MIN))
    }

    /// The realm at that place of the arena.
    pub(crate) fn at(place: u32) -> RealmId {
        RealmId(NonZeroU32::MIN.saturating_add(place))
    }

    pub(crate) fn place(self) -> u32 {
        self.0.get() - 1
    }
}

impl StringId {
    pub const EMPTY: StringId = StringId(256);

    /// The string of one Latin-1 character.
    pub const fn character(byte: u8) -> StringId {
        StringId(byte as u32)
    }
}
