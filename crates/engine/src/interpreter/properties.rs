//! Property access: what happens where an inline cache does not know the answer, and what the caches learn from it.

use crate::code::{InlineCache, NO_HOLDER, NO_SHAPE};
use crate::error::Completion;
use crate::heap::{ObjectId, ShapeId};
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{Elements, Flags, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// Prototypes that are looked at before an addition is cached; more are left to [[Set]], which ticks.
const LONGEST_CACHED_CHAIN: usize = 64;

impl Vm {
    /// `value.name` for a site whose cache does not hold it.
    #[inline(never)]
    pub(super) fn get_property(&mut self, value: Value, cache: &InlineCache) -> Completion<Value> {
        let Some(object) = value.as_object() else { return self.get_of_primitive(value, cache) };
        // A site that reads own properties as well as methods comes here with the cache filled.
        if self.is_cached(self.heap[object].shape, cache) {
            let holder = cache.holder.get();
            if holder == NO_HOLDER {
                return Ok(self.heap[object].slot(cache.slot.get()));
            }
            if cache.epoch.get() == self.heap.prototype_epoch {
                return Ok(self.heap[holder].slot(cache.slot.get()));
            }
        }
        self.find_property(object, cache)
    }

    fn find_property(&mut self, object: ObjectId, cache: &InlineCache) -> Completion<Value> {
        let receiver_shape = self.heap[object].shape;
        let cached_form = self.cached_form(receiver_shape);
        if self.heap.reads.recall(receiver_shape, cached_form, self.heap.prototype_epoch, cache) {
            let holder = if cache.holder.get() == NO_HOLDER { object } else { cache.holder.get() };
            return Ok(self.heap[holder].slot(cache.slot.get()));
        }
        self.cache_misses += 1;
        let mut current = object;
        loop {
            let shape = self.heap[current].shape;
            if let Some((slot, attributes)) = self.heap.shape_lookup(shape, cache.key) {
                let value = self.heap[current].slot(slot);
                if !attributes.is_plain_data() {
                    if attributes.is_lazy() {
                        return self.materialize(current, cache.key);
                    }
                    return self.read_property(StoredProperty { value, attributes }, Value::object(object));
                }
                if current == object {
                    fill(cache, cached_form, slot, NO_HOLDER, 0);
                    self.heap.reads.learn(receiver_shape, cache);
                } else if !self.heap[receiver_shape].dictionary {
                    fill(cache, cached_form, slot, current, self.heap.prototype_epoch);
                    self.heap.reads.learn(receiver_shape, cache);
                }
                return Ok(value);
            }
            if let ObjectKind::Array { .. } | ObjectKind::String(_) = self.heap[current].kind
                && let Some(property) = self.own_property(current, cache.key)?
            {
                return Ok(property.value);
            }
            match self.heap.prototype_of(current) {
                Some(prototype) => current = prototype,
                None => return Ok(Value::UNDEFINED),
            }
            self.tick(1)?;
        }
    }

    /// Strings, numbers and booleans: the property is looked for in the prototype, with the same cache.
    fn get_of_primitive(&mut self, value: Value, cache: &InlineCache) -> Completion<Value> {
        if let Some(string) = value.as_string()
            && let Some(property) = self.string_own_property(string, cache.key)?
        {
            return Ok(property.value);
        }
        let prototype = self.prototype_of_primitive(value, cache.key)?;
        let shape = self.heap[prototype].shape;
        if self.is_cached(shape, cache) && cache.holder.get() == NO_HOLDER {
            return Ok(self.heap[prototype].slot(cache.slot.get()));
        }
        if let Some((slot, attributes)) = self.heap.shape_lookup(shape, cache.key)
            && attributes.is_plain_data()
        {
            fill(cache, self.cached_form(shape), slot, NO_HOLDER, 0);
            return Ok(self.heap[prototype].slot(slot));
        }
        self.get_with_receiver(prototype, cache.key, value)
    }

    /// `target.name = value` for a site whose cache does not hold an own property of that shape.
    #[inline(never)]
    pub(super) fn set_property(
        &mut self,
        target: Value,
        cache: &InlineCache,
        value: Value,
        strict: bool,
    ) -> Completion<()> {
        let Some(object) = target.as_object() else { return self.set_of_primitive(target, cache.key, value, strict) };
        let shape = self.heap[object].shape;
        let cached_form = self.cached_form(shape);
        if self.is_cached(shape, cache) || self.heap.writes.recall(shape, cached_form, self.heap.prototype_epoch, cache)
        {
            if cache.new_shape.get() == NO_SHAPE {
                self.heap.object_mut_light(object).set_slot(cache.slot.get(), value);
                return Ok(());
            }
            if cache.epoch.get() == self.heap.prototype_epoch && self.is_plainly_extensible(object) {
                return self.add_cached(object, cache, value);
            }
        }
        self.cache_misses += 1;
        if let Some((slot, attributes)) = self.heap.shape_lookup(shape, cache.key) {
            if attributes.is_plain_data() && attributes.is_writable() {
                fill(cache, cached_form, slot, NO_HOLDER, 0);
                self.heap.writes.learn(shape, cache);
                self.heap.object_mut_light(object).set_slot(slot, value);
                return Ok(());
            }
        } else if self.is_plainly_extensible(object) && self.may_cache_addition(object, cache.key) {
            self.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
            if self.cache_addition(cache, shape, object) {
                self.heap.writes.learn(shape, cache);
            }
            return Ok(());
        }
        self.set(object, cache.key, value, strict)
    }

    /// Can a property be added to the object with nothing more than a change of shape?
    #[inline(always)]
    fn is_plainly_extensible(&self, object: ObjectId) -> bool {
        self.heap[object].flags == Flags::default()
    }

    #[inline]
    fn add_cached(&mut self, object: ObjectId, cache: &InlineCache, value: Value) -> Completion<()> {
        self.heap.reserve_slot(object, cache.slot.get())?;
        self.heap.object_mut_light(object).shape = cache.new_shape.get();
        self.heap.push_slot(object, cache.slot.get(), value);
        Ok(())
    }

    /// Would adding a property of that name to the object be no more than that? Not where a prototype has a
    /// setter or a read-only property of that name, nor for the `length` of arrays and strings.
    fn may_cache_addition(&self, object: ObjectId, key: PropertyKey) -> bool {
        if !matches!(self.heap[object].kind, ObjectKind::Ordinary | ObjectKind::Closure { .. } | ObjectKind::Error(_)) {
            return false;
        }
        let mut next = self.heap.prototype_of(object);
        for _ in 0..LONGEST_CACHED_CHAIN {
            let Some(current) = next else { return true };
            let holder = &self.heap[current];
            let is_exotic = matches!(holder.kind, ObjectKind::Array { .. } | ObjectKind::String(_));
            if is_exotic {
                return false;
            }
            if let Some((_, attributes)) = self.heap.shape_lookup(holder.shape, key) {
                return attributes.is_plain_data() && attributes.is_writable();
            }
            next = self.heap.prototype_of(current);
        }
        false
    }

    /// Remembers that objects of the old shape get this object's shape by the addition; false where that cannot be.
    fn cache_addition(&mut self, cache: &InlineCache, old: ShapeId, object: ObjectId) -> bool {
        let new = self.heap[object].shape;
        if self.heap[new].dictionary {
            return false;
        }
        let slot = self.heap[new].count - 1;
        fill(cache, self.cached_form(old), slot, NO_HOLDER, self.heap.prototype_epoch);
        cache.new_shape.set(new);
        true
    }

    /// Set on a primitive base, ECMA-262 6.2.5.6 step 3: only setters see it.
    fn set_of_primitive(&mut self, target: Value, key: PropertyKey, value: Value, strict: bool) -> Completion<()> {
        if target.is_nullish() {
            let message = messages::cannot_set_of_nullish(&self.heap.describe_key(key), nullish_text(target));
            return self.type_error(message);
        }
        let own = match target.as_string() {
            Some(string) => self.string_own_property(string, key)?.is_some(),
            None => false,
        };
        let prototype = self.prototype_of_primitive(target, key)?;
        let done = !own && self.set_with_receiver(prototype, key, value, target)?;
        if done || !strict {
            return Ok(());
        }
        let base = self.describe(target);
        let message = messages::cannot_create_on_primitive(&self.heap.describe_key(key), &base);
        self.type_error(message)
    }

    /// `object[key]`
    #[inline(never)]
    pub(crate) fn get_element(&mut self, target: Value, key: Value) -> Completion<Value> {
        if let Some(index) = key.as_int()
            && index >= 0
        {
            if let Some(string) = target.as_string() {
                let flat = self.heap.flatten(string)?;
                if let Some(unit) = self.heap.view(flat).get(index as usize) {
                    return Ok(Value::string(self.heap.character(unit)));
                }
            } else if let Some(object) = target.as_object()
                && let ObjectKind::MappedArguments(_) = self.heap[object].kind
                && let Some(key) = PropertyKey::from_index(index as u32)
                && let Some(property) = self.mapped_own_property(object, key)
            {
                return Ok(property.value);
            } else if let Some(object) = target.as_object()
                && !self.heap.prototypes_have_elements
                && let ObjectKind::Array { .. } = self.heap[object].kind
                && self.heap[object].elements.as_dense().is_some()
            {
                // A hole, or behind the end: nothing up the chain has elements.
                let dense = self.heap[object].elements.get(index as u32);
                return Ok(dense.map_or(Value::UNDEFINED, |element| element.value));
            }
        }
        if target.is_nullish() {
            return self.property_of_nullish(target, key);
        }
        let key = self.to_property_key_keeping(key, [target])?;
        match target.as_object() {
            Some(object) => self.get_named(object, key),
            None => self.get_v(target, key),
        }
    }

    /// [[Get]] of a plain own property without the way through descriptors.
    fn get_named(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Value> {
        if let Some((slot, attributes)) = self.heap.shape_lookup(self.heap[object].shape, key)
            && attributes.is_plain_data()
        {
            return Ok(self.heap[object].slot(slot));
        }
        self.get(object, key)
    }

    /// `object[key] = value`
    #[inline(never)]
    pub(crate) fn set_element(&mut self, target: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
        let Some(object) = target.as_object() else {
            if target.is_nullish() {
                let key = self.describe_key_value(key);
                return self.type_error(messages::cannot_set_of_nullish(&key, nullish_text(target)));
            }
            let key = self.to_property_key_keeping(key, [target, value])?;
            return self.set_of_primitive(target, key, value, strict);
        };
        if let Some(index) = key.as_int()
            && index >= 0
            && self.append_element(object, index as u32, value)?
        {
            return Ok(());
        }
        let key = self.to_property_key_keeping(key, [target, value])?;
        if let Some((slot, attributes)) = self.heap.shape_lookup(self.heap[object].shape, key)
            && attributes.is_plain_data()
            && attributes.is_writable()
        {
            self.heap.object_mut_light(object).set_slot(slot, value);
            return Ok(());
        }
        self.set(object, key, value, strict)
    }

    /// Adds an element to a dense array where no prototype and no attribute can have a say; tells whether it did.
    fn append_element(&mut self, object: ObjectId, index: u32, value: Value) -> Completion<bool> {
        let ObjectKind::Array { length } = self.heap[object].kind else { return Ok(false) };
        let flags = self.heap[object].flags;
        if self.heap.prototypes_have_elements
            || flags.contains(Flags::NOT_EXTENSIBLE)
            || flags.contains(Flags::FIXED_LENGTH)
            || flags.contains(Flags::IS_PROTOTYPE)
            || !self.heap[object].elements.fits_densely(index)
        {
            return Ok(false);
        }
        self.heap.reserve_elements(object, index as usize + 1)?;
        let array = &mut self.heap[object];
        if let Elements::Dense(values) = &mut array.elements {
            if (index as usize) < values.len() {
                values[index as usize] = value;
            } else {
                values.resize(index as usize, Value::EMPTY);
                values.push(value);
            }
        }
        if index >= length {
            array.kind = ObjectKind::Array { length: index + 1 };
        }
        Ok(true)
    }

    /// TypeError for a property of undefined or null.
    #[cold]
    #[inline(never)]
    pub(crate) fn property_of_nullish<T>(&mut self, target: Value, key: Value) -> Completion<T> {
        let key = self.describe_key_value(key);
        self.type_error(messages::property_of_nullish(target, &key))
    }

    /// What messages call a key that has not been converted: strings as names, without quotes.
    fn describe_key_value(&mut self, key: Value) -> String {
        match key.as_string() {
            Some(string) => self.heap.shown_name(string),
            None => self.describe(key),
        }
    }

    /// ToPropertyKey, as a value that a register can hold.
    pub(crate) fn to_property_key_value(&mut self, value: Value) -> Completion<Value> {
        let key = self.to_property_key(value)?;
        Ok(match key.as_index().and_then(|index| i32::try_from(index).ok()) {
            Some(index) => Value::int(index),
            None => self.heap.value_of_key(key),
        })
    }

    /// `delete target.name`, ECMA-262 13.5.1.2
    pub(super) fn delete_property(&mut self, target: Value, key: PropertyKey, strict: bool) -> Completion<Value> {
        if target.is_nullish() {
            let message = messages::cannot_convert_to_object(&self.heap.describe_key(key), nullish_text(target));
            return self.type_error(message);
        }
        let object = self.to_object(target)?;
        let deleted = self.delete(object, key)?;
        if !deleted && strict {
            let message = messages::cannot_delete(&self.heap.describe_key(key));
            return self.type_error(message);
        }
        Ok(Value::bool(deleted))
    }

    /// `delete target[key]`: the base is converted before the key (steps 4.b and 4.c).
    pub(crate) fn delete_element(&mut self, target: Value, key: Value, strict: bool) -> Completion<Value> {
        if target.is_nullish() {
            let key = self.describe_key_value(key);
            return self.type_error(messages::cannot_convert_to_object(&key, nullish_text(target)));
        }
        let key = self.to_property_key_keeping(key, [target])?;
        self.delete_property(target, key, strict)
    }

    /// A member `name: value` of an object literal; the object is a new ordinary one.
    #[inline]
    pub(super) fn define_literal_property(
        &mut self,
        target: Value,
        cache: &InlineCache,
        value: Value,
    ) -> Completion<()> {
        let Some(object) = target.as_object() else { return Ok(()) };
        let shape = self.heap[object].shape;
        if self.is_cached(shape, cache) && cache.new_shape.get() != NO_SHAPE {
            return self.add_cached(object, cache, value);
        }
        self.define_uncached(object, cache, value)
    }

    #[inline(never)]
    fn define_uncached(&mut self, object: ObjectId, cache: &InlineCache, value: Value) -> Completion<()> {
        let shape = self.heap[object].shape;
        if cache.key.as_index().is_none() && self.heap.shape_lookup(shape, cache.key).is_none() {
            self.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
            self.cache_addition(cache, shape, object);
            return Ok(());
        }
        Ok(self.heap.store_property(object, cache.key, value, Attributes::ALL)?)
    }

    pub(crate) fn define_literal_element(&mut self, target: Value, key: Value, value: Value) -> Completion<()> {
        let key = self.to_property_key(key)?;
        let Some(object) = target.as_object() else { return Ok(()) };
        if let ObjectKind::Array { .. } = self.heap[object].kind {
            return self.create_data_property(object, key, value).map(|_| ());
        }
        Ok(self.heap.store_property(object, key, value, Attributes::ALL)?)
    }

    /// A getter or setter of an object literal.
    pub(crate) fn define_literal_accessor(
        &mut self,
        target: Value,
        key: Value,
        getter: Option<Value>,
        setter: Option<Value>,
    ) -> Completion<()> {
        let key = self.to_property_key(key)?;
        let Some(object) = target.as_object() else { return Ok(()) };
        let descriptor = PropertyDescriptor {
            get: getter,
            set: setter,
            enumerable: Some(true),
            configurable: Some(true),
            ..PropertyDescriptor::default()
        };
        self.define_own_property(object, key, &descriptor).map(|_| ())
    }

    /// `__proto__: value` in an object literal, ECMA-262 B.3.1.
    pub(crate) fn set_literal_prototype(&mut self, target: Value, value: Value) -> Completion<()> {
        let Some(object) = target.as_object() else { return Ok(()) };
        if value.is_object() || value.is_null() {
            self.set_prototype_of(object, value.as_object())?;
        }
        Ok(())
    }

    /// Appends registers to the array of a literal.
    pub(super) fn append_elements(&mut self, base: usize, array: u8, first: u8, count: u32) -> Completion<()> {
        let Some(array) = self.stack[base + array as usize].as_object() else { return Ok(()) };
        let ObjectKind::Array { length } = self.heap[array].kind else { return Ok(()) };
        let new_length = length + count;
        self.heap.reserve_elements(array, new_length as usize)?;
        let first = base + first as usize;
        if let Elements::Dense(values) = &mut self.heap.objects.get_mut(array.0).elements {
            values.extend_from_slice(&self.stack[first..first + count as usize]);
        }
        self.heap[array].kind = ObjectKind::Array { length: new_length };
        Ok(())
    }
}

fn nullish_text(value: Value) -> &'static str {
    if value.is_null() { "null" } else { "undefined" }
}

fn fill(cache: &InlineCache, shape: ShapeId, slot: u32, holder: ObjectId, epoch: u32) {
    cache.shape.set(shape);
    cache.slot.set(slot);
    cache.holder.set(holder);
    cache.epoch.set(epoch);
    cache.new_shape.set(NO_SHAPE);
}
