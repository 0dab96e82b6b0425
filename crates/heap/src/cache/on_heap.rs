//! Operations of inline caches on the heap: reading their answers, finding and filling them.

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

/// Most prototypes that are looked at for an answer. Longer chains are left to the internal methods, which tick.
pub const LONGEST_CHAIN: usize = 64;

impl InlineCache {
    /// Reads a data property that the receiver has or inherits, for the loop; undefined if it is known to be absent.
    #[inline(always)]
    pub fn read(&self, heap: &Heap, receiver: ObjectId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        // Each branch looks into the receiver's cell once.
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

    /// Reads a data property that is likely to be inherited, such as a method.
    #[inline(always)]
    pub fn read_inherited(&self, heap: &Heap, receiver: ShapeId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        if receiver.0 != self.shape.get() || holder == NO_HOLDER || self.epoch.get() != heap.prototype_epoch {
            return None;
        }
        Some(heap.slot(holder, self.slot.get()))
    }

    /// The slot and the new shape, if the site adds a property to receivers of that shape.
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

    /// The value of a global variable whose slot is in no cell of words, which [`InlineCache::read_placed`] leaves.
    #[inline(always)]
    pub fn read_placed_far(&self, heap: &Heap) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        let is_there = holder != NO_HOLDER && heap.shape_of(holder).0 == self.shape.get();
        is_there.then(|| cell::far_slot_here(heap, holder, self.slot.get()))
    }

    /// Assigns a global variable whose slot is in a cell of words. Otherwise changes nothing and returns false.
    #[inline(always)]
    pub fn write_placed(&self, heap: &mut Heap, value: Value) -> bool {
        let (holder, shape) = (ObjectId(self.holder.get()), ShapeId(self.shape.get()));
        cell::set_slot_of_shape(heap, holder, shape, self.slot.get(), None, value)
    }

    /// Assigns a global variable wherever its slot is.
    #[inline(always)]
    pub fn write_placed_far(&self, heap: &mut Heap, value: Value) -> bool {
        let holder = ObjectId(self.holder.get());
        let is_there = holder != NO_HOLDER && heap.shape_of(holder).0 == self.shape.get();
        if is_there {
            heap.set_slot(holder, self.slot.get(), value);
        }
        is_there
    }

    /// The getter and setter that the receiver has or inherits. None while hits are counted.
    #[inline(always)]
    pub fn accessor(&self, heap: &Heap, receiver: ObjectId) -> Option<Value> {
        if heap.shape_of(receiver).0 | ACCESSOR_MARK != self.shape.get() {
            return None;
        }
        match ObjectId(self.holder.get()) {
            NO_HOLDER => Some(heap.slot(receiver, self.slot.get())),
            holder => (self.epoch.get() == heap.prototype_epoch).then(|| heap.slot(holder, self.slot.get())),
        }
    }

    /// The getter and setter that the receiver inherits.
    #[inline]
    pub fn inherited_accessor(&self, heap: &Heap, receiver: ObjectId) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        let is_known = heap.shape_of(receiver).0 | ACCESSOR_MARK == self.shape.get()
            && holder != NO_HOLDER
            && self.epoch.get() == heap.prototype_epoch;
        is_known.then(|| heap.slot(holder, self.slot.get()))
    }

    /// Sets an own data property, or adds it as the site has added it to objects of that shape, if its slot is in a
    /// cell of words. Otherwise changes nothing and returns false. For the loop, which does not count hits.
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

    /// Adds the property as the site has added it to objects of that shape, if a cell of words has room for it.
    /// Otherwise changes nothing and returns false. For the loop, which does not count hits.
    #[inline(always)]
    pub fn add(&self, heap: &mut Heap, receiver: Value, value: Value) -> bool {
        let Some(object) = receiver.as_object() else { return false };
        let new_shape = ShapeId(self.new_shape.get());
        heap.shape_of(object).0 == self.shape.get()
            && new_shape != NO_SHAPE
            && self.epoch.get() == heap.prototype_epoch
            && cell::add_near_slot(heap, object, self.slot.get(), new_shape, value)
    }

    /// Reads a private field. Each answer of such a site is for the name that it keeps in place of the epoch: own slots
    /// need no epoch, and the shape keeps the name alive.
    #[inline(always)]
    pub fn read_private(&self, heap: &Heap, receiver: Value, name: Value) -> Option<Value> {
        let slot = self.private_slot(heap, receiver, name)?;
        cell::near_slot(heap, receiver.as_object()?, slot)
    }

    /// Writes a private field; false if it was not done.
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

/// Looks up what the site's cache, or the second chance, says about receivers of a shape.
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

/// Returns the answer of the second chance about reads of a key from receivers of a shape, for operations without a site.
#[inline]
pub fn recall_read(heap: &Heap, shape: ShapeId, key: PropertyKey) -> Option<Meaning> {
    let answer = heap.reads.find(shape, key)?;
    answer.holds(shape, heap.prototype_epoch).then(|| answer.meaning())
}

/// Recalls a walk that looked for a prototype above objects of a shape: its steps, and whether it has found it.
#[inline]
pub fn recall_chain(heap: &Heap, shape: ShapeId, prototype: ObjectId) -> Option<(u32, bool)> {
    heap.chains.chain(shape, prototype, heap.prototype_epoch)
}

/// Remembers what a walk by shapes alone has found. No object on it may answer for itself.
pub fn remember_chain(heap: &mut Heap, shape: ShapeId, prototype: ObjectId, found: (u16, bool)) {
    heap.chains.remember_chain((shape, prototype), heap.prototype_epoch, found);
}

/// The slot of `prototype` in functions of a shape that inherit the usual Symbol.hasInstance.
#[inline]
pub fn recall_constructor(heap: &Heap, shape: ShapeId) -> Option<u32> {
    heap.chains.constructor(shape, heap.prototype_epoch)
}

/// Remembers the slot of `prototype` in functions of a shape. They must inherit Symbol.hasInstance from an object
/// where it cannot be changed.
pub fn remember_constructor(heap: &mut Heap, shape: ShapeId, slot: u32) {
    heap.chains.remember_constructor(shape, heap.prototype_epoch, slot);
}

fn lookup_cache(heap: &mut Heap, access: Access) -> &mut LookupCache {
    match access {
        Access::Read => &mut heap.reads,
        Access::Write => &mut heap.writes,
    }
}

/// Looks for a property in an object and its prototypes.
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

/// Remembers a finding about receivers of a shape, at the site and for other sites. `receiver` is none for primitives.
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

/// Remembers that the object has got a property by assignment: others of its old shape get it in the same way. Call it
/// only if nothing but a change of shape and the slot was needed.
pub fn learn_addition(heap: &mut Heap, cache: &InlineCache, old: ShapeId, object: ObjectId) {
    if let Some(answer) = addition(heap, old, object) {
        remember(heap, Access::Write, cache, answer);
    }
}

/// Remembers that the object has got a property by definition, at this site alone: prototypes have no say in
/// definitions.
pub fn learn_definition(heap: &mut Heap, cache: &InlineCache, old: ShapeId, object: ObjectId) {
    if let Some(answer) = addition(heap, old, object) {
        fill(heap, cache, answer);
    }
}

/// Looks up how objects of a shape have got a property by definition before.
#[inline]
pub(crate) fn known_definition(heap: &Heap, shape: ShapeId, key: PropertyKey) -> Option<(u32, ShapeId)> {
    let answer = heap.definitions.find(shape, key)?;
    (answer.receiver() == shape).then_some((answer.slot, answer.new_shape))
}

/// Remembers for all sites that the object has got a property by definition.
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

/// Gives the site an answer, which the loop ignores while hits are counted.
fn fill(heap: &Heap, cache: &InlineCache, mut answer: Answer) {
    if heap.counts_cache_hits {
        answer.shape.0 |= COUNT_MARK;
    }
    cache.set(answer);
}

/// Moves the prototype epoch on: cached inherited, absent and added properties must be looked up anew.
#[inline]
pub(crate) fn move_prototype_epoch(heap: &mut Heap) {
    match heap.prototype_epoch.checked_add(1) {
        Some(epoch) => heap.prototype_epoch = epoch,
        None => begin_epochs_anew(heap),
    }
}

/// Clears all answers after 2^32 epochs, so that none of an earlier epoch is left.
#[cold]
#[inline(never)]
fn begin_epochs_anew(heap: &mut Heap) {
    heap.prototype_epoch = 0;
    heap.nameless_chain = None;
    heap.reads.clear();
    heap.writes.clear();
    heap.chains.clear();
    for index in 0..heap.code.capacity() {
        if let Some(cell) = heap.code.get(index) {
            cell.block.caches.iter().for_each(InlineCache::forget);
        }
    }
}
