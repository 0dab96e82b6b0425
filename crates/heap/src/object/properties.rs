//! Own properties as storage: looking up, adding, changing and removing, without any script running and without a look
//! at prototypes, exotic behaviour or extensibility.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{ELEMENTS_PER_TICK, allocation_bytes};

use crate::accessor::Accessor;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::{Class, Elements, Flags, SparseElement, sparse_bytes};
use crate::property_key::PropertyKey;
use crate::shape::{Attributes, Lock, Shape};
use crate::value::Value;

/// A property as it is stored: `value` is the data, an accessor pair, or the empty marker of a lazy property.
#[derive(Copy, Clone)]
pub struct StoredProperty {
    pub value: Value,
    pub attributes: Attributes,
}

impl Heap {
    /// An own property, be it an element or in a slot.
    #[inline]
    pub fn stored_property(&self, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
        if let Some(index) = key.as_index() {
            let SparseElement { value, attributes } = self.elements(object).get(index)?;
            return Some(StoredProperty { value, attributes });
        }
        let (slot, attributes) = self.shape_lookup(self.shape_of(object), key)?;
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
            return self.store_element(object, index, value, attributes);
        }
        match self.shape_lookup(self.shape_of(object), key) {
            None => self.add_slot(object, key, value, attributes),
            Some((slot, old)) => {
                if old != attributes {
                    self.change_attributes(object, slot, attributes);
                }
                self.set_slot(object, slot, value);
                Ok(())
            }
        }
    }

    /// Gives the property in a slot other attributes.
    pub fn change_attributes(&mut self, object: ObjectId, slot: u32, attributes: Attributes) {
        match self.shape_reconfigured(self.shape_of(object), slot, attributes) {
            Some(shape) => {
                self.set_shape(object, shape);
                self.prototype_changed(object);
            }
            None => {
                self.own_shape(object);
                let shape = self.shape_of(object);
                self.set_entry_attributes(shape, slot, attributes);
            }
        }
    }

    /// Locks an object at once, where its elements are such that this can be done; false where the properties have to be
    /// redefined one by one.
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
        self.tick(work as u64 / ELEMENTS_PER_TICK)?;
        if freezes {
            self.move_elements(object);
            self.change_elements(object, |elements| {
                let values = match std::mem::take(elements) {
                    Elements::Queue(queue) => queue.into_vector(),
                    other => other.into_memory(),
                };
                *elements = Elements::Frozen(values.into_boxed_slice());
            });
        }
        let shape = self.locked_shape(self.shape_of(object), lock);
        self.set_shape(object, shape);
        if lock == Lock::Frozen {
            self.insert_flag(object, Flags::FIXED_LENGTH);
        }
        self.prototype_changed(object);
        Ok(true)
    }

    /// Adds a named property that is not there.
    pub fn add_slot(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        attributes: Attributes,
    ) -> Result<(), Termination> {
        let mut shape = self.shape_of(object);
        if self.is_crowded(shape) {
            self.own_shape(object);
            shape = self.shape_of(object);
        }
        let slot = self[shape].count;
        self.reserve_slot(object, slot)?;
        let next = self.shape_with(shape, key, attributes);
        self.prototype_changed(object);
        if next != shape {
            self.set_shape(object, next);
        }
        self.push_slot(object, slot, value);
        Ok(())
    }

    /// Makes room for a slot that is about to be added. To be called before the object's shape says that it is there: it
    /// may fail.
    #[inline]
    pub fn reserve_slot(&mut self, object: ObjectId, slot: u32) -> Result<(), Termination> {
        let near = self.near_slots(object);
        let has_room = (slot as usize) < near || (slot as usize - near) < self.further_capacity(object);
        if has_room { Ok(()) } else { self.grow_slots(object) }
    }

    #[cold]
    #[inline(never)]
    fn grow_slots(&mut self, object: ObjectId) -> Result<(), Termination> {
        let capacity = self.further_capacity(object);
        let wanted = capacity + capacity.max(4);
        let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
        self.charge(bytes(wanted) - bytes(capacity))?;
        let slots = self.further_slots_mut(object);
        slots.reserve_exact(wanted - slots.len());
        Ok(())
    }

    /// Writes the slot that was just added to the object's shape, after [`Heap::reserve_slot`].
    #[inline]
    pub fn push_slot(&mut self, object: ObjectId, slot: u32, value: Value) {
        if (slot as usize) < self.near_slots(object) {
            self.set_slot(object, slot, value);
        } else {
            self.further_slots_mut(object).push(value);
        }
    }

    fn store_element(
        &mut self,
        object: ObjectId,
        index: u32,
        value: Value,
        attributes: Attributes,
    ) -> Result<(), Termination> {
        if self.has_flag(object, Flags::BEHIND_ARRAYS) {
            self.elements_behind_arrays = true;
        }
        // Fast paths take dense elements for all that there are.
        let may_be_dense = attributes == Attributes::ALL && !self.class_of(object).is_opaque();
        if may_be_dense && self.elements(object).fits_densely(index) {
            let length = self.elements(object).as_dense().map_or(0, <[Value]>::len);
            if index as usize >= length {
                self.reserve_elements(object, index as usize + 1)?;
            }
            if let Some((values, start)) = self.elements_mut(object).vector_mut() {
                let place = start + index as usize;
                if place >= values.len() {
                    values.resize(place + 1, Value::EMPTY);
                }
                let old = std::mem::replace(&mut values[place], value);
                self.lose(old);
            }
            return Ok(());
        }
        self.make_sparse(object)?;
        self.lose_element(object, index);
        let element = SparseElement { value, attributes };
        let length = self.change_elements(object, |elements| {
            elements.insert_sparse(index, element);
            elements.length_if_dense_again()
        });
        match length.filter(|_| may_be_dense) {
            Some(length) => self.make_dense(object, length),
            None => Ok(()),
        }
    }

    /// An element is about to be lost.
    fn lose_element(&mut self, object: ObjectId, index: u32) {
        if self.is_marking()
            && let Some(element) = self.elements(object).get(index)
        {
            self.lose(element.value);
        }
    }

    /// Turns a map that is well filled into a vector.
    #[cold]
    fn make_dense(&mut self, object: ObjectId, length: usize) -> Result<(), Termination> {
        if self.require_room(allocation_bytes(length * size_of::<Value>())).is_err() {
            return Ok(());
        }
        let (elements, budget) = self.elements_for_work(object);
        if let Some(values) = elements.to_dense(length, budget)? {
            self.move_elements(object);
            self.change_elements(object, |elements| *elements = Elements::Dense(values));
        }
        Ok(())
    }

    /// Turns a vector into a sparse map.
    pub fn make_sparse(&mut self, object: ObjectId) -> Result<(), Termination> {
        if let Some(values) = self.elements(object).as_dense() {
            self.require_room(sparse_bytes(values.len()))?;
            let (elements, budget) = self.elements_for_work(object);
            if let Some(map) = elements.to_sparse(budget)? {
                self.move_elements(object);
                self.change_elements(object, |elements| *elements = Elements::Sparse(Box::new(map)));
            }
        }
        Ok(())
    }

    /// Accounts for what a change of an object's elements makes of their bytes.
    pub fn change_elements<T>(&mut self, object: ObjectId, change: impl FnOnce(&mut Elements) -> T) -> T {
        let elements = self.elements_mut(object);
        let before = elements.bytes();
        let result = change(elements);
        let after = elements.bytes();
        self.account_change(before, after);
        result
    }

    /// Makes room for `length` dense elements; growth is geometric.
    pub fn reserve_elements(&mut self, object: ObjectId, length: usize) -> Result<(), Termination> {
        let Elements::Dense(values) = self.elements(object) else { return self.reserve_in_queue(object, length) };
        let capacity = values.capacity();
        if length <= capacity {
            return Ok(());
        }
        let wanted = length.max(capacity + capacity / 2).max(4);
        let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
        self.charge(bytes(wanted) - bytes(capacity))?;
        if let Elements::Dense(values) = self.elements_mut(object) {
            values.reserve_exact(wanted - values.len());
        }
        Ok(())
    }

    /// Removes an own property, if it is there.
    pub fn remove_property(&mut self, object: ObjectId, key: PropertyKey) {
        if let Some(index) = key.as_index() {
            if self.elements(object).get(index).is_some() {
                self.lose_element(object, index);
                self.change_elements(object, |elements| elements.remove(index));
            }
            return;
        }
        if let Some((slot, _)) = self.shape_lookup(self.shape_of(object), key) {
            self.own_shape(object);
            let shape = self.shape_of(object);
            self.remove_entry(shape, slot);
            self.set_slot(object, slot, Value::UNDEFINED);
            self.compact_slots(object);
        }
    }

    fn compact_slots(&mut self, object: ObjectId) {
        if let Some(kept) = self.compact_entries(self.shape_of(object)) {
            let values: Vec<Value> = kept.iter().map(|&slot| self.slot(object, slot)).collect();
            values.iter().for_each(|&value| self.lose(value));
            let further = values.len().saturating_sub(self.near_slots(object));
            if further < self.further_slots(object).len() {
                self.further_slots_mut(object).truncate(further);
            }
            for (slot, value) in values.into_iter().enumerate() {
                self.set_slot(object, slot as u32, value);
            }
        }
    }

    /// Gives the object a new shape of its own, so that properties can be changed in place and caches are void.
    pub fn own_shape(&mut self, object: ObjectId) {
        let shape = self.dictionary_copy(self.shape_of(object));
        self.set_shape(object, shape);
        self.prototype_changed(object);
    }

    /// Changes the prototype. Shared shapes are followed from the new prototype's root where the object has few properties.
    pub fn replace_prototype(&mut self, object: ObjectId, prototype: Option<ObjectId>) {
        let old = self.shape_of(object);
        if !self[old].dictionary {
            let entries: Vec<_> = self.shape_entries(old).collect();
            let mut shape = self.root_shape(prototype, self[old].class);
            for (_, entry) in entries {
                shape = self.shape_with(shape, entry.key, entry.attributes);
            }
            self.set_shape(object, shape);
        } else {
            self.own_shape(object);
            let shape = self.shape_of(object);
            self.lose(self[shape].prototype.map_or(Value::UNDEFINED, Value::object));
            // Marks the new prototype as one.
            let root = self.root_shape(prototype, self[shape].class);
            let Shape { prototype, holes_are_known, .. } = self[root];
            self[shape] = Shape { prototype, holes_are_known, ..self[shape] };
        }
        if let Some(prototype) = prototype
            && self.has_flag(object, Flags::BEHIND_ARRAYS)
        {
            self.put_behind_arrays(prototype);
        }
        self.prototype_changed(object);
    }

    /// To be called when an object's shape changes: lookups that go through it are cached elsewhere.
    #[inline(always)]
    pub(crate) fn prototype_changed(&mut self, object: ObjectId) {
        if self.has_flag(object, Flags::IS_PROTOTYPE) {
            self.move_prototype_epoch();
        }
    }
}

impl Heap {
    /// Do only an object's own internal methods know whether it has the property?
    #[inline(always)]
    pub fn is_opaque(&self, object: ObjectId, key: PropertyKey) -> bool {
        self.hides(self.class_of(object), key)
    }

    /// The same for objects of a class: neither shapes nor elements tell of the key.
    #[inline(always)]
    pub(crate) fn hides(&self, class: Class, key: PropertyKey) -> bool {
        class.is_opaque() && (class.is_asked_for_all_keys() || self.is_canonical_numeric(key))
    }
}
