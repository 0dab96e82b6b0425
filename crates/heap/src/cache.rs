//! Inline caches: what sites of property accesses remember, and how long it stays true. All rules of validity are in
//! this file.
//!
//! An [`Answer`] says what an access by a key finds in objects of one shape:
//!
//! ```text
//! answer      holder        new shape   marked     holds while the receiver has the shape, and
//! own         -             -           accessors
//! inherited   who has it    -           accessors  the epoch stays
//! global      who has it    -                      it has the shape (at sites of global variables alone)
//! absent      Heap::nothing -                      the epoch stays
//! addition    -             afterwards             the epoch stays
//! ```
//!
//! A shape tells prototype, class and attributes, so a receiver of that shape needs no other check. The *prototype
//! epoch* moves when an object that serves as prototype changes shape. A dictionary's shape does not tell which
//! properties are absent, until somebody asks ([`Shape::absence_cached`]): from then on additions change the shape as
//! well.
//!
//! Members of object literals are additions that hold at their own site only: prototypes have no say in them.
//!
//! Sites hold one answer each ([`InlineCache`]). `lookup` is the second chance of sites that see many shapes, with the
//! same answers. Definitions without a cache at their site have a table of their own. Never cached:
//!
//! - keys that are indices;
//! - properties that are neither in a shape nor elements ([`Class::has_virtual_length`]);
//! - lookups across an object that alone knows whether it has the property ([`Heap::is_opaque`]).
//!
//! Collections clear answers that name cells which are about to be freed.
//!
//! [`Class::has_virtual_length`]: crate::object::Class::has_virtual_length
//! [`Shape::absence_cached`]: crate::shape::Shape::absence_cached

mod chains;
mod lookup;
mod on_heap;

pub use on_heap::*;

use crate::id::{ObjectId, ShapeId, SymbolId};
use crate::property_key::PropertyKey;
use crate::relaxed::Relaxed32;
use crate::shape::Attributes;

pub(crate) use chains::ChainCache;
pub(crate) use lookup::LookupCache;
pub use on_heap::LONGEST_CHAIN;

const NO_SHAPE: ShapeId = ShapeId(u32::MAX);

/// Stands for the receiver itself.
const NO_HOLDER: ObjectId = ObjectId(u32::MAX);

/// Mark in the shape of an answer that the loop must not act on by itself: the property is an accessor.
const ACCESSOR_MARK: u32 = 1 << 30;

/// Mark of all answers while hits are counted.
const COUNT_MARK: u32 = 1 << 31;

/// Knowledge about a key in objects of one shape.
#[derive(Copy, Clone)]
pub struct Answer {
    /// The receiver's shape, with marks.
    shape: ShapeId,
    slot: u32,
    /// Object that has the property, if the receiver does not.
    holder: ObjectId,
    epoch: u32,
    /// For additions, the receiver's shape afterwards.
    new_shape: ShapeId,
}

const NO_ANSWER: Answer = Answer { shape: NO_SHAPE, slot: 0, holder: NO_HOLDER, epoch: 0, new_shape: NO_SHAPE };

/// Meaning of a valid answer for one receiver.
#[derive(Copy, Clone)]
pub enum Meaning {
    /// The slot that has the value: of `holder`, or of the receiver if there is none.
    Data { holder: Option<ObjectId>, slot: u32 },
    /// The slot has a pair of getter and setter.
    Accessor { holder: Option<ObjectId>, slot: u32 },
    /// The property is added in that slot, and the receiver gets the shape.
    Addition { slot: u32, shape: ShapeId },
}

impl Answer {
    fn has_mark(&self, mark: u32) -> bool {
        self.shape.0 & mark != 0
    }

    /// The receiver's shape, without marks; meaningless if there is no answer.
    fn receiver(&self) -> ShapeId {
        ShapeId(self.shape.0 & !(ACCESSOR_MARK | COUNT_MARK))
    }

    /// Returns whether the answer holds for receivers of the shape.
    fn holds(&self, shape: ShapeId, epoch: u32) -> bool {
        self.shape != NO_SHAPE
            && self.receiver() == shape
            && (self.holder == NO_HOLDER && self.new_shape == NO_SHAPE || self.epoch == epoch)
    }

    fn meaning(&self) -> Meaning {
        let holder = (self.holder != NO_HOLDER).then_some(self.holder);
        if self.new_shape != NO_SHAPE {
            Meaning::Addition { slot: self.slot, shape: self.new_shape }
        } else if self.has_mark(ACCESSOR_MARK) {
            Meaning::Accessor { holder, slot: self.slot }
        } else {
            Meaning::Data { holder, slot: self.slot }
        }
    }

    /// Returns whether all cells that the answer names are live.
    fn is_live(&self, shape_is_live: impl Fn(ShapeId) -> bool, object_is_live: impl Fn(ObjectId) -> bool) -> bool {
        self.shape != NO_SHAPE
            && shape_is_live(self.receiver())
            && (self.new_shape == NO_SHAPE || shape_is_live(self.new_shape))
            && (self.holder == NO_HOLDER || object_is_live(self.holder))
    }
}

/// Cache of a site of a property access: the answer from last time.
#[derive(Clone)]
pub struct InlineCache {
    pub key: PropertyKey,
    shape: Relaxed32,
    slot: Relaxed32,
    holder: Relaxed32,
    epoch: Relaxed32,
    new_shape: Relaxed32,
}

impl InlineCache {
    /// Cache of a site that accesses the key, without an answer yet.
    pub fn new(key: PropertyKey) -> Self {
        let Answer { shape, slot, holder, epoch, new_shape } = NO_ANSWER;
        InlineCache {
            key,
            shape: Relaxed32::new(shape.0),
            slot: Relaxed32::new(slot),
            holder: Relaxed32::new(holder.0),
            epoch: Relaxed32::new(epoch),
            new_shape: Relaxed32::new(new_shape.0),
        }
    }

    fn answer(&self) -> Answer {
        Answer {
            shape: ShapeId(self.shape.get()),
            slot: self.slot.get(),
            holder: ObjectId(self.holder.get()),
            epoch: self.epoch.get(),
            new_shape: ShapeId(self.new_shape.get()),
        }
    }

    fn set(&self, answer: Answer) {
        self.shape.set(answer.shape.0);
        self.slot.set(answer.slot);
        self.holder.set(answer.holder.0);
        self.epoch.set(answer.epoch);
        self.new_shape.set(answer.new_shape.0);
    }

    /// The slot of an own data property in the receiver, which the site may read, or write if it is a site that writes.
    #[inline(always)]
    pub fn own_slot(&self, receiver: ShapeId) -> Option<u32> {
        (receiver.0 == self.shape.get() && self.new_shape.get() == NO_SHAPE.0).then(|| self.slot.get())
    }

    /// Returns whether the site has found an accessor last time.
    #[inline(always)]
    pub fn is_for_accessor(&self) -> bool {
        self.answer().has_mark(ACCESSOR_MARK) && self.shape.get() != NO_SHAPE.0
    }

    /// Notes at the site of a global variable which object has the variable as an own data property: the global object,
    /// or the record before it. Answers of other sites about own properties have no holder.
    pub fn place_in(&self, holder: ObjectId) {
        self.holder.set(holder.0);
    }

    /// Remembers the slot of a private member in objects of a shape, for plain reads or writes.
    pub fn learn_private(&self, shape: ShapeId, name: SymbolId, slot: u32) {
        self.set(Answer { shape, slot, holder: NO_HOLDER, epoch: name.0, new_shape: NO_SHAPE });
    }

    /// Clears the answer if it names cells that are not live any more.
    pub fn sweep(&self, shape_is_live: impl Fn(ShapeId) -> bool, object_is_live: impl Fn(ObjectId) -> bool) {
        if !self.answer().is_live(shape_is_live, object_is_live) {
            self.forget();
        }
    }

    pub fn forget(&self) {
        self.set(NO_ANSWER);
    }
}

/// Result of a lookup that only looks at shapes.
pub enum Lookup {
    Found {
        holder: ObjectId,
        slot: u32,
        attributes: Attributes,
    },
    Absent,
    /// The internal methods must decide: the property is not made yet, or shapes may not know of it.
    Unknown,
}

/// Purpose of a lookup: reading or writing.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}
