//! Own properties as storage: lookup, addition, change and removal. No script runs, and prototypes, exotic behaviour
//! and extensibility are not looked at.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{ELEMENTS_PER_TICK, allocation_bytes};

use crate::accessor::Accessor;
use crate::cache;
use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::object::cell;
use crate::object::queue;
use crate::object::{Class, Elements, Flags, SparseElement, sparse_bytes};
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes, Lock, Shape};
use crate::value::Value;

/// A property as stored: `value` is the data, an accessor pair, or the empty marker of a lazy property.
#[derive(Copy, Clone)]
pub struct StoredProperty {
    pub value: Value,
    pub attributes: Attributes,
}

impl Heap {
    /// An own property: an element or a slot.
    #[inline]
    pub fn stored_property(&self, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
        if let Some(index) = key.as_index() {
            let SparseElement { value, attributes } = self.elements(object).get(index)?;
            return Some(StoredProperty { value, attributes });
        }
        let (slot, attributes) = shape::shape_lookup(self, self.shape_of(object), key)?;
        Some(StoredProperty { value: self.slot(object, slot), attributes })
    }

    /// Getter and setter of a property whose attributes say that it is an accessor.
    pub fn accessor_of(&self, property: StoredProperty) -> Accessor {
        property.value.as_accessor().map_or_else(Accessor::default, |id| self[id])
    }

    /// Stores a property that the object does not have yet, or replaces one altogether.
    pub fn store_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        attributes: Attributes,
    ) -> Result<(), Termination> {
        if let Some(index) = key.as_index() {
            return store_element(self, object, index, value, attributes);
        }
        match shape::shape_lookup(self, self.shape_of(object), key) {
            None => self.add_slot(object, key, value, attributes),
            Some((slot, old)) => {
                if old != attributes {
                    change_attributes(self, object, slot, attributes);
                }
                self.set_slot(object, slot, value);
                Ok(())
            }
        }
    }

    /// Locks an object at once, if its elements allow that; false if the properties have to be redefined one by one.
    pub fn lock_object(&mut self, object: ObjectId, lock: Lock) -> Result<bool, Termination> {
        let elements = self.elements(object);
        let is_frozen = matches!(elements, Elements::Frozen(_));
        let freezes = lock == Lock::Frozen && !is_frozen && elements.as_dense().is_some() && !elements.is_empty();
        let is_simple = elements.is_empty() || freezes || is_frozen;
        let class = self.class_of(object);
        if lock > Lock::NotExtensible && (!is_simple || class == Class::MappedArguments || class.is_opaque()) {
            return Ok(false);
        }
        let work = self[self.shape_of(object)].count as usize + elements.as_dense().map_or(0, <[Value]>::len);
        self.work(work as u64 / ELEMENTS_PER_TICK)?;
        if freezes {
            marking::move_elements(self, object);
            change_elements(self, object, |elements| {
                let values = match std::mem::take(elements) {
                    Elements::Queue(queue) => queue.into_vector(),
                    other => other.into_memory(),
                };
                *elements = Elements::Frozen(values.into_boxed_slice());
            });
        }
        let shape_of = self.shape_of(object);
        let shape = shape::locked_shape(self, shape_of, lock);
        self.set_shape(object, shape);
        if lock == Lock::Frozen {
            self.insert_flag(object, Flags::FIXED_LENGTH);
        }
        prototype_changed(self, object);
        Ok(true)
    }

    /// Adds a new named property.
    pub fn add_slot(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        attributes: Attributes,
    ) -> Result<(), Termination> {
        let mut shape = self.shape_of(object);
        if shape::is_crowded(self, shape) {
            own_shape(self, object);
            shape = self.shape_of(object);
        }
        let slot = self[shape].count;
        reserve_slot(self, object, slot)?;
        let next = shape::shape_with(self, shape, key, attributes);
        prototype_changed(self, object);
        if next != shape {
            self.set_shape(object, next);
        }
        push_slot(self, object, slot, value);
        Ok(())
    }

    /// Makes room for `length` dense elements; growth is geometric.
    #[inline]
    pub fn reserve_elements(&mut self, object: ObjectId, length: usize) -> Result<(), Termination> {
        match self.elements(object) {
            Elements::Dense(values) if length <= values.capacity() => Ok(()),
            Elements::Dense(values) => grow_elements(self, object, length, values.capacity()),
            _ => queue::reserve_in_queue(self, object, length),
        }
    }

    /// Removes an own property, if it is there.
    pub fn remove_property(&mut self, object: ObjectId, key: PropertyKey) {
        if let Some(index) = key.as_index() {
            if self.elements(object).get(index).is_some() {
                lose_element(self, object, index);
                change_elements(self, object, |elements| elements.remove(index));
            }
            return;
        }
        if let Some((slot, _)) = shape::shape_lookup(self, self.shape_of(object), key) {
            own_shape(self, object);
            let shape = self.shape_of(object);
            shape::remove_entry(self, shape, slot);
            self.set_slot(object, slot, Value::UNDEFINED);
            compact_slots(self, object);
        }
    }

    /// Changes the prototype. If the object has few properties, shared shapes are followed from the new prototype's
    /// root.
    pub fn replace_prototype(&mut self, object: ObjectId, prototype: Option<ObjectId>) {
        let old = self.shape_of(object);
        if !self[old].dictionary {
            let entries: Vec<_> = shape::shape_entries(self, old).collect();
            let class = self[old].class;
            let mut shape = shape::root_shape(self, prototype, class);
            for (_, entry) in entries {
                shape = shape::shape_with(self, shape, entry.key, entry.attributes);
            }
            self.set_shape(object, shape);
        } else {
            own_shape(self, object);
            let shape = self.shape_of(object);
            self.lose(self[shape].prototype.map_or(Value::UNDEFINED, Value::object));
            // Marks the new prototype as one.
            let the_class = self[shape].class;
            let root = shape::root_shape(self, prototype, the_class);
            let Shape { prototype, holes_are_known, .. } = self[root];
            self[shape] = Shape { prototype, holes_are_known, ..self[shape] };
        }
        if let Some(prototype) = prototype
            && self.has_flag(object, Flags::BEHIND_ARRAYS)
        {
            shape::put_behind_arrays(self, prototype);
        }
        prototype_changed(self, object);
    }
}

/// Sets an own property if it is still lazy.
pub fn replace_lazy(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) {
    if let Some((slot, attributes)) = shape::shape_lookup(heap, heap.shape_of(object), key)
        && attributes.is_lazy()
    {
        change_attributes(heap, object, slot, attributes.without(Attributes::LAZY));
        heap.set_slot(object, slot, value);
    }
}

/// Gives the property in a slot other attributes.
pub fn change_attributes(heap: &mut Heap, object: ObjectId, slot: u32, attributes: Attributes) {
    let shape_of = heap.shape_of(object);
    match shape::shape_reconfigured(heap, shape_of, slot, attributes) {
        Some(shape) => {
            heap.set_shape(object, shape);
            prototype_changed(heap, object);
        }
        None => {
            own_shape(heap, object);
            let shape = heap.shape_of(object);
            shape::set_entry_attributes(heap, shape, slot, attributes);
        }
    }
}

/// Makes room for a slot that is about to be added. May fail, so call it before the object's shape has the slot.
#[inline]
pub fn reserve_slot(heap: &mut Heap, object: ObjectId, slot: u32) -> Result<(), Termination> {
    let near = heap.near_slots(object);
    let has_room = (slot as usize) < near || (slot as usize - near) < cell::further_capacity(heap, object);
    if has_room { Ok(()) } else { grow_slots(heap, object, slot as usize - near) }
}

/// Makes room for a slot that is not in the object's cell, and for further ones.
#[cold]
#[inline(never)]
fn grow_slots(heap: &mut Heap, object: ObjectId, further: usize) -> Result<(), Termination> {
    let capacity = cell::further_slots_mut(heap, object).capacity();
    // An overflow that was made just now may have a vector that the last one in its place has left.
    if further < capacity {
        return Ok(());
    }
    let wanted = capacity + capacity.max(4);
    let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
    heap.take(bytes(wanted) - bytes(capacity))?;
    let slots = cell::further_slots_mut(heap, object);
    slots.reserve_exact(wanted - slots.len());
    Ok(())
}

/// Writes the slot that was just added to the object's shape, after [`reserve_slot`].
#[inline]
pub fn push_slot(heap: &mut Heap, object: ObjectId, slot: u32, value: Value) {
    if (slot as usize) < heap.near_slots(object) {
        heap.set_slot(object, slot, value);
    } else {
        cell::further_slots_mut(heap, object).push(value);
    }
}

/// Makes a vector of elements longer, with room for further ones.
#[cold]
#[inline(never)]
fn grow_elements(heap: &mut Heap, object: ObjectId, length: usize, capacity: usize) -> Result<(), Termination> {
    let wanted = length.max(capacity + capacity / 2).max(4);
    let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
    heap.take(bytes(wanted) - bytes(capacity))?;
    if let Elements::Dense(values) = heap.elements_mut(object) {
        values.reserve_exact(wanted - values.len());
    }
    Ok(())
}

/// Stores an element in the form that fits.
fn store_element(
    heap: &mut Heap,
    object: ObjectId,
    index: u32,
    value: Value,
    attributes: Attributes,
) -> Result<(), Termination> {
    if heap.has_flag(object, Flags::BEHIND_ARRAYS) {
        heap.elements_behind_arrays = true;
    }
    // Fast paths take dense elements for all that there are.
    let may_be_dense = attributes == Attributes::ALL && !heap.class_of(object).is_opaque();
    if may_be_dense && heap.elements(object).fits_densely(index) {
        let length = heap.elements(object).as_dense().map_or(0, <[Value]>::len);
        if index as usize >= length {
            heap.reserve_elements(object, index as usize + 1)?;
        }
        if let Some((values, start)) = heap.elements_mut(object).vector_mut() {
            let place = start + index as usize;
            if place >= values.len() {
                values.resize(place + 1, Value::EMPTY);
            }
            let old = std::mem::replace(&mut values[place], value);
            heap.lose(old);
        }
        return Ok(());
    }
    make_sparse(heap, object)?;
    lose_element(heap, object, index);
    let element = SparseElement { value, attributes };
    let length = change_elements(heap, object, |elements| {
        elements.insert_sparse(index, element);
        elements.length_if_dense_again()
    });
    match length.filter(|_| may_be_dense) {
        Some(length) => make_dense(heap, object, length),
        None => Ok(()),
    }
}

/// Write barrier for an element that is about to be lost.
fn lose_element(heap: &mut Heap, object: ObjectId, index: u32) {
    if marking::is_marking(heap)
        && let Some(element) = heap.elements(object).get(index)
    {
        heap.lose(element.value);
    }
}

/// Turns a map that is well filled into a vector.
#[cold]
fn make_dense(heap: &mut Heap, object: ObjectId, length: usize) -> Result<(), Termination> {
    if heap.room(allocation_bytes(length * size_of::<Value>())).is_err() {
        return Ok(());
    }
    let (elements, budget) = heap.elements_for_work(object);
    if let Some(values) = elements.to_dense(length, budget)? {
        marking::move_elements(heap, object);
        change_elements(heap, object, |elements| *elements = Elements::Dense(values));
    }
    Ok(())
}

/// Turns a vector into a sparse map.
pub fn make_sparse(heap: &mut Heap, object: ObjectId) -> Result<(), Termination> {
    if let Some(values) = heap.elements(object).as_dense() {
        heap.room(sparse_bytes(values.len()))?;
        let (elements, budget) = heap.elements_for_work(object);
        if let Some(map) = elements.to_sparse(budget)? {
            marking::move_elements(heap, object);
            change_elements(heap, object, |elements| *elements = Elements::Sparse(Box::new(map)));
        }
    }
    Ok(())
}

/// Changes the elements of an object, and accounts for their new size.
pub fn change_elements<T>(heap: &mut Heap, object: ObjectId, change: impl FnOnce(&mut Elements) -> T) -> T {
    let elements = heap.elements_mut(object);
    let before = elements.bytes();
    let result = change(elements);
    let after = elements.bytes();
    heap.resized(before, after);
    result
}

/// Moves a dictionary's values to the slots of its compacted table, if deleted entries were most of that.
fn compact_slots(heap: &mut Heap, object: ObjectId) {
    let shape_of = heap.shape_of(object);
    if let Some(kept) = shape::compact_entries(heap, shape_of) {
        let values: Vec<Value> = kept.iter().map(|&slot| heap.slot(object, slot)).collect();
        values.iter().for_each(|&value| heap.lose(value));
        let further = values.len().saturating_sub(heap.near_slots(object));
        if further < cell::further_slots(heap, object).len() {
            cell::further_slots_mut(heap, object).truncate(further);
        }
        // A slot behind the last value would keep alive what has moved away from it.
        let behind = values.len()..heap.near_slots(object);
        for (slot, value) in values.into_iter().enumerate() {
            heap.set_slot(object, slot as u32, value);
        }
        behind.for_each(|slot| heap.set_slot(object, slot as u32, Value::UNDEFINED));
    }
}

/// Gives the object a new shape of its own, so that properties can be changed in place and caches become void.
pub fn own_shape(heap: &mut Heap, object: ObjectId) {
    let shape_of = heap.shape_of(object);
    let shape = shape::dictionary_copy(heap, shape_of);
    heap.set_shape(object, shape);
    prototype_changed(heap, object);
}

/// Voids cached lookups that go through a prototype; call it when an object's shape changes.
#[inline(always)]
pub(crate) fn prototype_changed(heap: &mut Heap, object: ObjectId) {
    if heap.has_flag(object, Flags::IS_PROTOTYPE) {
        cache::move_prototype_epoch(heap);
    }
}

impl Heap {
    /// Returns whether only an object's own internal methods know whether it has the property.
    #[inline(always)]
    pub fn is_opaque(&self, object: ObjectId, key: PropertyKey) -> bool {
        hides(self, self.class_of(object), key)
    }
}

/// Returns whether neither shapes nor elements of a class tell of the key.
#[inline(always)]
pub(crate) fn hides(heap: &Heap, class: Class, key: PropertyKey) -> bool {
    class.is_opaque() && (class.is_asked_for_all_keys() || heap.is_canonical_numeric(key))
}
