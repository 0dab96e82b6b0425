//! Inline caches against the heap: what their answers give, and how they are found and filled.

use crate::cache::{
    ACCESSOR_MARK, Access, Answer, COUNT_MARK, InlineCache, Lookup, LookupCache, Meaning, NO_HOLDER, NO_SHAPE,
};
use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::names::keys;
use crate::property_key::PropertyKey;
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
        match heap.near_cell(receiver) {
            Some(cell) => {
                if cell.shape().0 != self.shape.get() {
                    return None;
                }
                if holder == NO_HOLDER {
                    let slot = self.slot.get();
                    return Some(match cell.slot(slot) {
                        Some(value) => value,
                        None => heap.far_slot(receiver, slot),
                    });
                }
            }
            None => {
                if heap.shape_of_typed(receiver).0 != self.shape.get() {
                    return None;
                }
                if holder == NO_HOLDER {
                    return Some(heap.far_slot(receiver, self.slot.get()));
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
        let cell = heap.near_cell(ObjectId(self.holder.get()))?;
        if cell.shape().0 == self.shape.get() { cell.slot(self.slot.get()) } else { None }
    }

    /// The same where the slot is in no cell of words: what [`InlineCache::read_placed`] leaves.
    #[inline(always)]
    pub fn read_placed_far(&self, heap: &Heap) -> Option<Value> {
        let holder = ObjectId(self.holder.get());
        let is_there = holder != NO_HOLDER && heap.shape_of(holder).0 == self.shape.get();
        is_there.then(|| heap.far_slot_here(holder, self.slot.get()))
    }

    /// Assigns a global variable whose slot is in a cell of words; else changes nothing and says so.
    #[inline(always)]
    pub fn write_placed(&self, heap: &mut Heap, value: Value) -> bool {
        let (holder, shape) = (ObjectId(self.holder.get()), ShapeId(self.shape.get()));
        heap.set_slot_of_shape(holder, shape, self.slot.get(), None, value)
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
            return heap.set_slot_of_shape(receiver, shape, slot, None, value);
        }
        self.epoch.get() == heap.prototype_epoch
            && heap.set_slot_of_shape(receiver, shape, slot, Some(new_shape), value)
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
            && heap.add_near_slot(object, self.slot.get(), new_shape, value)
    }

    /// The value of a private field, in a site of which each answer is that for the name that stands where others have the
    /// epoch: own slots ask for none, and the shape keeps the name alive.
    #[inline(always)]
    pub fn read_private(&self, heap: &Heap, receiver: Value, name: Value) -> Option<Value> {
        let slot = self.private_slot(heap, receiver, name)?;
        heap.near_slot(receiver.as_object()?, slot)
    }

    /// The same for writing: false where it was not done.
    #[inline(always)]
    pub fn write_private(&self, heap: &mut Heap, receiver: Value, name: Value, value: Value) -> bool {
        match (self.private_slot(heap, receiver, name), receiver.as_object()) {
            (Some(slot), Some(object)) => heap.set_near_slot(object, slot, value),
            _ => false,
        }
    }

    #[inline(always)]
    fn private_slot(&self, heap: &Heap, receiver: Value, name: Value) -> Option<u32> {
        let (object, name) = (receiver.as_object()?, name.as_symbol()?);
        (heap.shape_of(object).0 == self.shape.get() && name.0 == self.epoch.get()).then(|| self.slot.get())
    }
}

impl Heap {
    /// What the site's cache, or the second chance, says of receivers of a shape.
    #[inline]
    pub fn recall(&mut self, access: Access, cache: &InlineCache, shape: ShapeId) -> Option<Meaning> {
        let known = cache.answer();
        if known.holds(shape, self.prototype_epoch) {
            return Some(known.meaning());
        }
        let answer = self.lookup_cache(access).find(shape, cache.key)?;
        if !answer.holds(shape, self.prototype_epoch) {
            return None;
        }
        self.fill(cache, answer);
        Some(answer.meaning())
    }

    fn lookup_cache(&mut self, access: Access) -> &mut LookupCache {
        match access {
            Access::Read => &mut self.reads,
            Access::Write => &mut self.writes,
        }
    }

    /// Looks for a property in an object and those above it.
    pub fn look_up(&self, object: ObjectId, key: PropertyKey) -> Lookup {
        if key.as_index().is_some() {
            return Lookup::Unknown;
        }
        let mut current = object;
        for _ in 0..LONGEST_CHAIN {
            let id = self.shape_of(current);
            let shape = &self[id];
            if key == keys::LENGTH && shape.class.has_virtual_length() || self.hides(shape.class, key) {
                return Lookup::Unknown;
            }
            if let Some((slot, attributes)) = self.shape_lookup(id, key) {
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
        &mut self,
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
            Lookup::Absent => (self.nothing, 0, 0),
            Lookup::Unknown => return,
        };
        if holder != NO_HOLDER && self[shape].dictionary {
            self[shape].absence_cached = true;
        }
        let shape = ShapeId(shape.0 | mark);
        let answer = Answer { shape, slot, holder, epoch: self.prototype_epoch, new_shape: NO_SHAPE };
        self.remember(access, cache, answer);
    }

    /// The object has got a property by assignment: others of its old shape get the same one in the same way. To be called only
    /// where nothing but a change of shape and the slot was needed.
    pub fn learn_addition(&mut self, cache: &InlineCache, old: ShapeId, object: ObjectId) {
        if let Some(answer) = self.addition(old, object) {
            self.remember(Access::Write, cache, answer);
        }
    }

    /// The same by definition, where prototypes have no say. So it is nobody else's business.
    pub fn learn_definition(&mut self, cache: &InlineCache, old: ShapeId, object: ObjectId) {
        if let Some(answer) = self.addition(old, object) {
            self.fill(cache, answer);
        }
    }

    /// How objects of a shape have got a property by definition before.
    #[inline]
    pub(crate) fn known_definition(&self, shape: ShapeId, key: PropertyKey) -> Option<(u32, ShapeId)> {
        let answer = self.definitions.find(shape, key)?;
        (answer.receiver() == shape).then_some((answer.slot, answer.new_shape))
    }

    /// The object has got a property by definition.
    pub(crate) fn remember_definition(&mut self, old: ShapeId, object: ObjectId, key: PropertyKey) {
        if let Some(answer) = self.addition(old, object) {
            self.definitions.insert(key, answer);
        }
    }

    fn addition(&self, old: ShapeId, object: ObjectId) -> Option<Answer> {
        let new_shape = self.shape_of(object);
        if self[old].dictionary || self[new_shape].dictionary {
            return None;
        }
        let slot = self[new_shape].count - 1;
        Some(Answer { shape: old, slot, holder: NO_HOLDER, epoch: self.prototype_epoch, new_shape })
    }

    fn remember(&mut self, access: Access, cache: &InlineCache, answer: Answer) {
        self.lookup_cache(access).insert(cache.key, answer);
        self.fill(cache, answer);
    }

    /// Gives the site an answer: one that the loop does not act on while hits are counted.
    fn fill(&self, cache: &InlineCache, mut answer: Answer) {
        if self.counts_cache_hits {
            answer.shape.0 |= COUNT_MARK;
        }
        cache.set(answer);
    }

    /// The prototype epoch moves on: what was inherited, absent or added is to be looked for anew.
    #[inline]
    pub(crate) fn move_prototype_epoch(&mut self) {
        match self.prototype_epoch.checked_add(1) {
            Some(epoch) => self.prototype_epoch = epoch,
            None => self.begin_epochs_anew(),
        }
    }

    /// After 2^32 epochs: no answer of an earlier one may be left.
    #[cold]
    #[inline(never)]
    fn begin_epochs_anew(&mut self) {
        self.prototype_epoch = 0;
        self.reads.clear();
        self.writes.clear();
        for index in 0..self.code.capacity() {
            if let Some(cell) = self.code.get(index) {
                cell.block.caches.iter().for_each(InlineCache::forget);
            }
        }
    }
}
