//! `target.name = value`, and the members of object literals: what happens where the site's cache does not answer in the
//! loop.

use super::calls::Entered;
use crate::cache::{Access, InlineCache, Lookup, Meaning};
use crate::error::Completion;
use crate::heap::{ObjectId, ShapeId};
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{Class, Flags};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// No object gets more room in its cell because others needed it.
const MOST_LEARNED_ROOM: usize = 16;

impl Vm {
    /// Assigns a property. A setter of script code gets a frame, whose value nobody wants.
    #[inline(never)]
    pub(super) fn set_property(
        &mut self,
        target: Value,
        cache: &InlineCache,
        value: Value,
        strict: bool,
    ) -> Completion<Entered> {
        let Some(object) = target.as_object() else {
            self.set_of_primitive(target, cache.key, value, strict)?;
            return Ok(Entered::Value(Value::UNDEFINED));
        };
        let shape = self.heap.shape_of(object);
        if let Some(meaning) = self.heap.recall(Access::Write, cache, shape) {
            match meaning {
                Meaning::Data { slot, .. } => {
                    self.count_hit();
                    self.heap.set_slot(object, slot, value);
                    return Ok(Entered::Value(Value::UNDEFINED));
                }
                Meaning::Accessor { holder, slot } => {
                    self.count_hit();
                    let pair = self.heap.slot(holder.unwrap_or(object), slot);
                    return self.enter_setter(pair, (target, cache.key), value, strict);
                }
                Meaning::Addition { slot, shape } if self.can_change_shape(object) => {
                    self.count_hit();
                    self.add_known(object, slot, shape, value)?;
                    return Ok(Entered::Value(Value::UNDEFINED));
                }
                Meaning::Addition { .. } => {}
            }
        }
        self.set_uncached(object, shape, cache, value, strict)
    }

    fn set_uncached(
        &mut self,
        object: ObjectId,
        shape: ShapeId,
        cache: &InlineCache,
        value: Value,
        strict: bool,
    ) -> Completion<Entered> {
        self.cache_misses += 1;
        let found = self.heap.look_up(object, cache.key);
        match found {
            Lookup::Found { holder, slot, attributes } if attributes.is_accessor() => {
                self.heap.learn(Access::Write, cache, shape, Some(object), &found);
                let pair = self.heap.slot(holder, slot);
                return self.enter_setter(pair, (Value::object(object), cache.key), value, strict);
            }
            Lookup::Found { holder, slot, attributes } if holder == object && attributes.is_writable() => {
                self.heap.learn(Access::Write, cache, shape, Some(object), &found);
                self.heap.set_slot(object, slot, value);
                return Ok(Entered::Value(Value::UNDEFINED));
            }
            // What is above may be written over.
            Lookup::Found { holder, attributes, .. }
                if holder != object && attributes.is_writable() && self.add_plainly(object, shape, cache, value)? =>
            {
                return Ok(Entered::Value(Value::UNDEFINED));
            }
            Lookup::Absent if self.add_plainly(object, shape, cache, value)? => {
                return Ok(Entered::Value(Value::UNDEFINED));
            }
            _ => {}
        }
        self.set(object, cache.key, value, strict)?;
        Ok(Entered::Value(Value::UNDEFINED))
    }

    /// Adds a property of which it is known that nothing stands in the way above the object. False where the object itself
    /// may have a say: arrays grow by names that are large indices.
    fn add_plainly(&mut self, object: ObjectId, shape: ShapeId, cache: &InlineCache, value: Value) -> Completion<bool> {
        let is_plain = !self.heap.class_of(object).is_exotic() || self.heap.array_index_of(cache.key).is_none();
        if !is_plain || !self.heap.is_extensible(object) {
            return Ok(false);
        }
        self.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
        self.heap.learn_addition(cache, shape, object);
        Ok(true)
    }

    /// May the object's shape be replaced without anybody else hearing of it?
    #[inline(always)]
    fn can_change_shape(&self, object: ObjectId) -> bool {
        !self.heap.has_flag(object, Flags::IS_PROTOTYPE)
    }

    #[inline]
    fn add_known(&mut self, object: ObjectId, slot: u32, shape: ShapeId, value: Value) -> Completion<()> {
        if !self.heap.add_near_slot(object, slot, shape, value) {
            self.learn_room(object, slot);
            self.heap.reserve_slot(object, slot)?;
            self.heap.set_shape(object, shape);
            self.heap.push_slot(object, slot, value);
        }
        Ok(())
    }

    /// An object that gets more properties than there is room for in its cell: the next ones that the running constructor
    /// makes get more room.
    #[cold]
    pub(super) fn learn_room(&mut self, object: ObjectId, slot: u32) {
        // What adds fields is called by the constructor that has made the object, or one that has called it.
        let frames = self.frames.iter().rev().take(2);
        let mut makers = frames.filter(|frame| {
            frame.kind.constructs() && self.stack.get(frame.base as usize) == Some(&Value::object(object))
        });
        if let Some(frame) = makers.next()
            && slot as usize >= self.heap.near_slots(object)
        {
            let room = (slot as usize + 2).min(MOST_LEARNED_ROOM) as u32;
            let learned = &self.heap.code_block(frame.code).construct_room;
            learned.set(learned.get().max(room));
        }
    }

    fn enter_setter(
        &mut self,
        pair: Value,
        (target, key): (Value, PropertyKey),
        value: Value,
        strict: bool,
    ) -> Completion<Entered> {
        let setter = pair.as_accessor().map_or(Value::UNDEFINED, |pair| self.heap[pair].setter);
        if !setter.is_undefined() {
            return self.enter_accessor(setter, target, &[value], 0, FrameKind::Setter);
        }
        if strict {
            return self.refuse_assignment(target, key);
        }
        Ok(Entered::Value(Value::UNDEFINED))
    }

    /// Set on a primitive base, ECMA-262 6.2.5.6 step 3: only setters see it.
    pub(super) fn set_of_primitive(
        &mut self,
        target: Value,
        key: PropertyKey,
        value: Value,
        strict: bool,
    ) -> Completion<()> {
        if target.is_nullish() {
            let message = messages::cannot_set_of_nullish(&self.heap.describe_key(key), messages::nullish_text(target));
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
        self.refuse_assignment(target, key)
    }

    /// A member `name: value` of an object literal, or a field of what may be any object.
    #[inline]
    pub(super) fn define_literal_property(
        &mut self,
        target: Value,
        cache: &InlineCache,
        value: Value,
    ) -> Completion<()> {
        let Some(object) = target.as_object() else { return Ok(()) };
        let shape = self.heap.shape_of(object);
        if let Some(slot_and_shape) = cache.addition(shape, &self.heap).filter(|_| self.can_change_shape(object)) {
            self.count_hit();
            let (slot, shape) = slot_and_shape;
            return self.add_known(object, slot, shape, value);
        }
        self.define_uncached(object, cache, value)
    }

    #[inline(never)]
    fn define_uncached(&mut self, object: ObjectId, cache: &InlineCache, value: Value) -> Completion<()> {
        self.cache_misses += 1;
        let shape = self.heap.shape_of(object);
        let is_plain = self.heap.class_of(object) == Class::Ordinary && self.heap[shape].is_extensible();
        if is_plain && cache.key.as_index().is_none() {
            match self.heap.shape_lookup(shape, cache.key) {
                None => {
                    self.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
                    self.heap.learn_definition(cache, shape, object);
                    return Ok(());
                }
                Some((slot, Attributes::ALL)) => {
                    self.heap.set_slot(object, slot, value);
                    return Ok(());
                }
                Some(_) => {}
            }
        }
        self.create_field(object, cache.key, value)
    }

    pub(crate) fn define_literal_element(&mut self, target: Value, key: Value, value: Value) -> Completion<()> {
        let key = self.to_property_key(key)?;
        let Some(object) = target.as_object() else { return Ok(()) };
        match self.define_plainly(object, key, value, Attributes::ALL)? {
            true => Ok(()),
            false => self.create_field(object, key, value),
        }
    }

    /// Fast path: CreateDataProperty, ECMA-262 7.3.5, and its like with other attributes. False where the object or the property
    /// that is there may have a say.
    pub(super) fn define_plainly(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        attributes: Attributes,
    ) -> Completion<bool> {
        let is_fixed = |property: StoredProperty| !property.attributes.is_configurable();
        let is_plain = self.heap.class_of(object) == Class::Ordinary
            && self.heap[self.heap.shape_of(object)].is_extensible()
            && !self.heap.stored_property(object, key).is_some_and(is_fixed);
        if is_plain {
            self.heap.store_property(object, key, value, attributes)?;
        }
        Ok(is_plain)
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
}
