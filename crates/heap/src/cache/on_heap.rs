//! Inline caches against the heap: what their answers give, and how they are found and filled.

use crate::cache::{
    ACCESSOR_MARK, Access, Answer, COUNT_MARK, InlineCache, Lookup, LookupCache, Meaning, NO_HOLDER, NO_SHAPE,
};
use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::names::keys;
use crate::object::cell;
use crate::object::properties;
use crate::property_key::PropertyKey;
use crate::shape;
use crate::value::Value;

/// Prototypes that are looked at before an answer is given up; longer chains are left to the internal methods, which tick.
pub const LONGEST_CHAIN: usize = 64;

impl InlineCache {
    /// The loop's question: the value of a data property that the receiver has or inherits, or undefined for one that is
    /// known to be absent.
    #[inline(always)]
    pub fn read(&self, heap: &Heap, receiver: ObjectId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        // Each way looks into the receiver's cell once.
        match cell::near_cell(heap, receiver) {
            Some(cell) => {
                if cell.shape().0 != self.shape.get() {
                    return None;
                }
                if holder == NO_HOLDER {
                    let slot = self.slot.get();
                    return Some(match cell.slot(slot) {
                        Some(value) => value,
                        None => cell::far_slot(heap, receiver, slot),
                    });
                }
            }
            None => {
                if cell::shape_of_typed(heap, receiver).0 != self.shape.get() {
                    return None;
                }
                if holder == NO_HOLDER {
                    return Some(cell::far_slot(heap, receiver, self.slot.get()));
                }
            }
        }
        if self.epoch.get() != heap.prototype_epoch {
            return None;
        }
        Some(heap.slot(holder, self.slot.get()))
    }

    /// The same where what is looked for is likely to be inherited: methods.
    #[inline(always)]
    pub fn read_inherited(&self, heap: &Heap, receiver: ShapeId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        if receiver.0 != self.shape.get() || holder == NO_HOLDER || self.epoch.get() != heap.prototype_epoch {
            return None;
        }
        Some(heap.slot(holder, self.slot.get()))
    }

    /// The slot and the new shape, where the site adds a property to receivers of that shape.
    #[inline(always)]
    pub fn addition(&self, receiver: ShapeId, heap: &Heap) -> Option<(u32, ShapeId)> {
        let known = self.answer();
        match known.meaning() {
            Meaning::Addition { slot, shape } if known.holds(receiver, heap.prototype_epoch) => Some((slot, shape)),
            _ => None,
        }
    }

    /// The value of a global variable whose slot is in a cell of words.
    #[inline(always)]
    pub fn read_placed(&self, heap: &Heap) -> Option<Value> {
        let cell = cell::near_cell(heap, ObjectId(self.holder.get()))?;
        if cell.shape().0 == self.shape.get() { cell.slot(self.slot.get()) } else { None }
    }

    /// The same where the slot is in no cell of words: what [`InlineCache::read_placed`] leaves.
    #[inline(always)]
    pub fn read_placed_far(&self, heap: &Heap) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        let is_there = holder != NO_HOLDER && heap.shape_of(holder).0 == self.shape.get();
        is_there.then(|| cell::far_slot_here(heap, holder, self.slot.get()))
    }

    /// Assigns a global variable whose slot is in a cell of words; else changes nothing and says so.
    #[inline(always)]
    pub fn write_placed(&self, heap: &mut Heap, value: Value) -> bool {
        let (holder, shape) = (ObjectId(self.holder.get()), ShapeId(self.shape.get()));
        cell::set_slot_of_shape(heap, holder, shape, self.slot.get(), None, value)
    }

    /// The same wherever its slot is.
    #[inline(always)]
    pub fn write_placed_far(&self, heap: &mut Heap, value: Value) -> bool {
        let holder = ObjectId(self.holder.get());
        let is_there = holder != NO_HOLDER && heap.shape_of(holder).0 == self.shape.get();
        if is_there {
            heap.set_slot(holder, self.slot.get(), value);
        }
        is_there
    }

    /// The pair of an accessor that the receiver inherits.
    #[inline]
    pub fn inherited_accessor(&self, heap: &Heap, receiver: ObjectId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        let is_known = heap.shape_of(receiver).0 | ACCESSOR_MARK == self.shape.get()
            && holder != NO_HOLDER
            && self.epoch.get() == heap.prototype_epoch;
        is_known.then(|| heap.slot(holder, self.slot.get()))
    }

    /// For the loop, which does not count hits: sets an own data property, or adds it where the site has added it to objects of
    /// that shape, if its slot is in a cell of words; else changes nothing and says so.
    #[inline(always)]
    pub fn write(&self, heap: &mut Heap, receiver: ObjectId, value: Value) -> bool {
        let new_shape = ShapeId(self.new_shape.get());
        let (shape, slot) = (ShapeId(self.shape.get()), self.slot.get());
        if new_shape == NO_SHAPE {
            return cell::set_slot_of_shape(heap, receiver, shape, slot, None, value);
        }
        self.epoch.get() == heap.prototype_epoch
            && cell::set_slot_of_shape(heap, receiver, shape, slot, Some(new_shape), value)
    }

    /// For the loop, which does not count hits: adds the property where the site has added it to objects of that shape, and a
    /// cell of words has room for it; else changes nothing and says so.
    #[inline(always)]
    pub fn add(&self, heap: &mut Heap, receiver: Value, value: Value) -> bool {
        let Some(object) = receiver.as_object() else { return false };
        let new_shape = ShapeId(self.new_shape.get());
        heap.shape_of(object).0 == self.shape.get()
            && new_shape != NO_SHAPE
            && self.epoch.get() == heap.prototype_epoch
            && cell::add_near_slot(heap, object, self.slot.get(), new_shape, value)
    }

    /// The value of a private field, in a site of which each answer is that for the name that stands where others have the
    /// epoch: own slots ask for none, and the shape keeps the name alive.
    #[inline(always)]
    pub fn read_private(&self, heap: &Heap, receiver: Value, name: Value) -> Option<Value> {
        let slot = self.private_slot(heap, receiver, name)?;
        cell::near_slot(heap, receiver.as_object()?, slot)
    }

    /// The same for writing: false where it was not done.
    #[inline(always)]
    pub fn write_private(&self, heap: &mut Heap, receiver: Value, name: Value, value: Value) -> bool {
        match (self.private_slot(heap, receiver, name), receiver.as_object()) {
            (Some(slot), Some(object)) => cell::set_near_slot(heap, object, slot, value),
            _ => false,
        }
    }

    #[inline(always)]
    fn private_slot(&self, heap: &Heap, receiver: Value, name: Value) -> Option<u32> {
        let (object, name) = (receiver.as_object()?, name.as_symbol()?);
        (heap.shape_of(object).0 == self.shape.get() && name.0 == self.epoch.get()).then(|| self.slot.get())
    }
}

/// What the site's cache, or the second chance, says of receivers of a shape.
#[inline]
pub fn recall(heap: &mut Heap, access: Access, cache: &InlineCache, shape: ShapeId) -> Option<Meaning> {
    let known = cache.answer();
    if known.holds(shape, heap.prototype_epoch) {
        return Some(known.meaning());
    }
    let answer = lookup_cache(heap, access).find(shape, cache.key)?;
    if !answer.holds(shape, heap.prototype_epoch) {
        return None;
    }
    fill(heap, cache, answer);
    Some(answer.meaning())
}

fn lookup_cache(heap: &mut Heap, access: Access) -> &mut LookupCache {
    match access {
        Access::Read => &mut heap.reads,
        Access::Write => &mut heap.writes,
    }
}

/// Looks for a property in an object and those above it.
pub fn look_up(heap: &Heap, object: ObjectId, key: PropertyKey) -> Lookup {
    if key.as_index().is_some() {
        return Lookup::Unknown;
    }
    let mut current = object;
    for _ in 0..LONGEST_CHAIN {
        let id = heap.shape_of(current);
        let shape = &heap[id];
        if key == keys::LENGTH && shape.class.has_virtual_length() || properties::hides(heap, shape.class, key) {
            return Lookup::Unknown;
        }
        if let Some((slot, attributes)) = shape::shape_lookup(heap, id, key) {
            if attributes.is_lazy() {
                return Lookup::Unknown;
            }
            return Lookup::Found { holder: current, slot, attributes };
        }
        match shape.prototype {
            Some(prototype) => current = prototype,
            None => return Lookup::Absent,
        }
    }
    Lookup::Unknown
}

/// What was found for receivers of a shape is remembered by the site and for others. `receiver` is none for primitives.
pub fn learn(
    heap: &mut Heap,
    access: Access,
    cache: &InlineCache,
    shape: ShapeId,
    receiver: Option<ObjectId>,
    found: &Lookup,
) {
    let (holder, slot, mark) = match *found {
        Lookup::Found { holder, slot, attributes } => {
            let mark = if attributes.is_accessor() { ACCESSOR_MARK } else { 0 };
            (if Some(holder) == receiver { NO_HOLDER } else { holder }, slot, mark)
        }
        Lookup::Absent => (heap.nothing, 0, 0),
        Lookup::Unknown => return,
    };
    if holder != NO_HOLDER && heap[shape].dictionary {
        heap[shape].absence_cached = true;
    }
    let shape = ShapeId(shape.0 | mark);
    let answer = Answer { shape, slot, holder, epoch: heap.prototype_epoch, new_shape: NO_SHAPE };
    remember(heap, access, cache, answer);
}

/// The object has got a property by assignment: others of its old shape get the same one in the same way. To be called only
/// where nothing but a change of shape and the slot was needed.
pub fn learn_addition(heap: &mut Heap, cache: &InlineCache, old: ShapeId, object: ObjectId) {
    if let Some(answer) = addition(heap, old, object) {
        remember(heap, Access::Write, cache, answer);
    }
}

/// The same by definition, where prototypes have no say. So it is nobody else's business.
pub fn learn_definition(heap: &mut Heap, cache: &InlineCache, old: ShapeId, object: ObjectId) {
    if let Some(answer) = addition(heap, old, object) {
        fill(heap, cache, answer);
    }
}

/// How objects of a shape have got a property by definition before.
#[inline]
pub(crate) fn known_definition(heap: &Heap, shape: ShapeId, key: PropertyKey) -> Option<(u32, ShapeId)> {
    let answer = heap.definitions.find(shape, key)?;
    (answer.receiver() == shape).then_some((answer.slot, answer.new_shape))
}

/// The object has got a property by definition.
pub(crate) fn remember_definition(heap: &mut Heap, old: ShapeId, object: ObjectId, key: PropertyKey) {
    if let Some(answer) = addition(heap, old, object) {
        heap.definitions.insert(key, answer);
    }
}

fn addition(heap: &Heap, old: ShapeId, object: ObjectId) -> Option<Answer> {
    let new_shape = heap.shape_of(object);
    if heap[old].dictionary || heap[new_shape].dictionary {
        return None;
    }
    let slot = heap[new_shape].count - 1;
    Some(Answer { shape: old, slot, holder: NO_HOLDER, epoch: heap.prototype_epoch, new_shape })
}

fn remember(heap: &mut Heap, access: Access, cache: &InlineCache, answer: Answer) {
    lookup_cache(heap, access).insert(cache.key, answer);
    fill(heap, cache, answer);
}

/// Gives the site an answer: one that the loop does not act on while hits are counted.
fn fill(heap: &Heap, cache: &InlineCache, mut answer: Answer) {
    if heap.counts_cache_hits {
        answer.shape.0 |= COUNT_MARK;
    }
    cache.set(answer);
}

/// The prototype epoch moves on: what was inherited, absent or added is to be looked for anew.
#[inline]
pub(crate) fn move_prototype_epoch(heap: &mut Heap) {
    match heap.prototype_epoch.checked_add(1) {
        Some(epoch) => heap.prototype_epoch = epoch,
        None => begin_epochs_anew(heap),
    }
}

/// After 2^32 epochs: no answer of an earlier one may be left.
#[cold]
#[inline(never)]
fn begin_epochs_anew(heap: &mut Heap) {
    heap.prototype_epoch = 0;
    heap.reads.clear();
    heap.writes.clear();
    for index in 0..heap.code.capacity() {
        if let Some(cell) = heap.code.get(index) {
            cell.block.caches.iter().for_each(InlineCache::forget);
        }
    }
}
