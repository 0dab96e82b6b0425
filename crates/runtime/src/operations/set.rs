//! `target.name = value`, and members of object literals, if the site's cache does not answer in the loop.

use crate::cache::{self, Access, InlineCache, Lookup, Meaning};
use crate::cell;
use crate::code::MOST_ROOM;
use crate::convert;
use crate::error::Completion;
use crate::heap::{ObjectId, ShapeId};
use crate::loop_exit::Entered;
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{self, Class, Flags};
use crate::operations::class;
use crate::operations::get;
use crate::properties;
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Assigns a property. A setter of script code gets a frame, whose value is dropped.
#[inline(never)]
pub fn set_property(
    vm: &mut Vm,
    target: Value,
    cache: &InlineCache,
    value: Value,
    strict: bool,
) -> Completion<Entered> {
    let Some(object) = target.as_object() else {
        set_of_primitive(vm, target, cache.key, value, strict)?;
        return Ok(Entered::Value(Value::UNDEFINED));
    };
    // Fast path: a setter of script code that the site knows.
    if let Some(pair) = cache.accessor(&vm.heap, object).and_then(Value::as_accessor)
        && let Some(setter) = vm.heap[pair].setter.as_object()
        && get::enter_plain_accessor(vm, setter, target, Some(value), 0, FrameKind::Setter)
    {
        return Ok(Entered::Frame);
    }
    let shape = vm.heap.shape_of(object);
    if let Some(meaning) = cache::recall(&mut vm.heap, Access::Write, cache, shape) {
        match meaning {
            Meaning::Data { slot, .. } => {
                vm.count_hit();
                vm.heap.set_slot(object, slot, value);
                return Ok(Entered::Value(Value::UNDEFINED));
            }
            Meaning::Accessor { holder, slot } => {
                vm.count_hit();
                let pair = vm.heap.slot(holder.unwrap_or(object), slot);
                return enter_setter(vm, pair, (target, cache.key), value, strict);
            }
            Meaning::Addition { slot, shape } if can_change_shape(vm, object) => {
                vm.count_hit();
                add_known(vm, object, slot, shape, value)?;
                return Ok(Entered::Value(Value::UNDEFINED));
            }
            Meaning::Addition { .. } => {}
        }
    }
    set_uncached(vm, object, shape, cache, value, strict)
}

/// Searches for the property, does the usual cases and teaches the caches; leaves the others to `[[Set]]`.
fn set_uncached(
    vm: &mut Vm,
    object: ObjectId,
    shape: ShapeId,
    cache: &InlineCache,
    value: Value,
    strict: bool,
) -> Completion<Entered> {
    vm.execution.cache_misses += 1;
    let found = cache::look_up(&vm.heap, object, cache.key);
    match found {
        Lookup::Found { holder, slot, attributes } if attributes.is_accessor() => {
            cache::learn(&mut vm.heap, Access::Write, cache, shape, Some(object), &found);
            let pair = vm.heap.slot(holder, slot);
            return enter_setter(vm, pair, (Value::object(object), cache.key), value, strict);
        }
        _ if set_found_plainly(vm, object, shape, cache, value, &found)? => {
            return Ok(Entered::Value(Value::UNDEFINED));
        }
        _ => {}
    }
    object::set(vm, object, cache.key, value, strict)?;
    Ok(Entered::Value(Value::UNDEFINED))
}

/// Sets a property by what a lookup has found, and remembers how. False if it is read-only, or script or the object
/// itself may have a say.
fn set_found_plainly(
    vm: &mut Vm,
    object: ObjectId,
    shape: ShapeId,
    cache: &InlineCache,
    value: Value,
    found: &Lookup,
) -> Completion<bool> {
    match *found {
        Lookup::Found { attributes, .. } if attributes.is_accessor() => Ok(false),
        Lookup::Found { holder, slot, attributes } if holder == object && attributes.is_writable() => {
            cache::learn(&mut vm.heap, Access::Write, cache, shape, Some(object), found);
            vm.heap.set_slot(object, slot, value);
            Ok(true)
        }
        // A property further up may be shadowed.
        Lookup::Found { holder, attributes, .. } if holder != object && attributes.is_writable() => {
            add_plainly(vm, object, shape, cache, value)
        }
        Lookup::Absent => add_plainly(vm, object, shape, cache, value),
        _ => Ok(false),
    }
}

/// Set ( O, P, V, true ), 7.3.4, for native code that gives objects of the same shapes the same keys again and again:
/// it uses and fills the caches of sites. False if script or the object itself may have a say, or it is refused:
/// nothing is done then.
pub(crate) fn set_remembered(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
    let (site, shape) = (InlineCache::new(key), vm.heap.shape_of(object));
    match cache::recall(&mut vm.heap, Access::Write, &site, shape) {
        Some(Meaning::Data { slot, .. }) => vm.heap.set_slot(object, slot, value),
        Some(Meaning::Addition { slot, shape }) if can_change_shape(vm, object) => {
            add_known(vm, object, slot, shape, value)?;
        }
        _ => {
            let found = cache::look_up(&vm.heap, object, key);
            return set_found_plainly(vm, object, shape, &site, value, &found);
        }
    }
    Ok(true)
}

/// Adds a property that nothing further up prevents. False if the object itself may have a say: arrays grow by names
/// that are large indices.
fn add_plainly(vm: &mut Vm, object: ObjectId, shape: ShapeId, cache: &InlineCache, value: Value) -> Completion<bool> {
    let is_plain = !vm.heap.class_of(object).is_exotic() || vm.heap.array_index_of(cache.key).is_none();
    if !is_plain || !vm.heap.is_extensible(object) {
        return Ok(false);
    }
    vm.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
    cache::learn_addition(&mut vm.heap, cache, shape, object);
    Ok(true)
}

/// Returns whether the object's shape can be replaced without further consequences.
#[inline(always)]
fn can_change_shape(vm: &Vm, object: ObjectId) -> bool {
    !vm.heap.has_flag(object, Flags::IS_PROTOTYPE)
}

#[inline]
fn add_known(vm: &mut Vm, object: ObjectId, slot: u32, shape: ShapeId, value: Value) -> Completion<()> {
    if !cell::add_near_slot(&mut vm.heap, object, slot, shape, value) {
        learn_room(vm, object, slot);
        properties::reserve_slot(&mut vm.heap, object, slot)?;
        vm.heap.set_shape(object, shape);
        properties::push_slot(&mut vm.heap, object, slot, value);
    }
    Ok(())
}

/// Notes that an object has outgrown its cell: the running constructor's next objects get more room.
#[cold]
pub(crate) fn learn_room(vm: &mut Vm, object: ObjectId, slot: u32) {
    // The constructor that made the object, or one that called it, runs the function that adds fields.
    let frames = vm.execution.frames.iter().rev().take(2);
    let mut makers = frames.filter(|frame| {
        frame.kind.constructs() && vm.execution.stack.get(frame.base as usize) == Some(&Value::object(object))
    });
    if let Some(frame) = makers.next()
        && slot as usize >= vm.heap.near_slots(object)
    {
        let room = (slot as usize + 2).min(MOST_ROOM) as u32;
        let learned = &vm.heap.code_block(frame.code).construct_room;
        learned.set(learned.get().max(room));
    }
}

/// Enters the setter of a pair. Without one, strict code throws a TypeError and sloppy code goes on.
fn enter_setter(
    vm: &mut Vm,
    pair: Value,
    (target, key): (Value, PropertyKey),
    value: Value,
    strict: bool,
) -> Completion<Entered> {
    let setter = pair.as_accessor().map_or(Value::UNDEFINED, |pair| vm.heap[pair].setter);
    if !setter.is_undefined() {
        return get::enter_accessor(vm, setter, target, &[value], 0, FrameKind::Setter);
    }
    if strict {
        return object::refuse_assignment(vm, target, key);
    }
    Ok(Entered::Value(Value::UNDEFINED))
}

/// Set on a primitive base, ECMA-262 6.2.5.6 step 3: only setters see it.
pub(crate) fn set_of_primitive(
    vm: &mut Vm,
    target: Value,
    key: PropertyKey,
    value: Value,
    strict: bool,
) -> Completion<()> {
    if target.is_nullish() {
        let message = messages::cannot_set_of_nullish(&vm.heap.describe_key(key), messages::nullish_text(target));
        return vm.type_error(message);
    }
    let own = match target.as_string() {
        Some(string) => object::string_own_property(vm, string, key)?.is_some(),
        None => false,
    };
    let prototype = object::prototype_of_primitive(vm, target, key)?;
    let done = !own && object::set_with_receiver(vm, prototype, key, value, target)?;
    if done || !strict {
        return Ok(());
    }
    object::refuse_assignment(vm, target, key)
}

/// Defines a member `name: value` of an object literal, or a field of any object.
#[inline]
pub fn define_literal_property(vm: &mut Vm, target: Value, cache: &InlineCache, value: Value) -> Completion<()> {
    let Some(object) = target.as_object() else { return Ok(()) };
    let shape = vm.heap.shape_of(object);
    if let Some(slot_and_shape) = cache.addition(shape, &vm.heap).filter(|_| can_change_shape(vm, object)) {
        vm.count_hit();
        let (slot, shape) = slot_and_shape;
        return add_known(vm, object, slot, shape, value);
    }
    define_uncached(vm, object, cache, value)
}

/// Adds or overwrites a slot of a plain object. Anything else is CreateDataPropertyOrThrow.
#[inline(never)]
fn define_uncached(vm: &mut Vm, object: ObjectId, cache: &InlineCache, value: Value) -> Completion<()> {
    vm.execution.cache_misses += 1;
    let shape = vm.heap.shape_of(object);
    let is_plain = vm.heap.class_of(object) == Class::Ordinary && vm.heap[shape].is_extensible();
    if is_plain && cache.key.as_index().is_none() {
        match shape::shape_lookup(&vm.heap, shape, cache.key) {
            None => {
                vm.heap.add_slot(object, cache.key, value, Attributes::ALL)?;
                cache::learn_definition(&mut vm.heap, cache, shape, object);
                return Ok(());
            }
            Some((slot, Attributes::ALL)) => {
                vm.heap.set_slot(object, slot, value);
                return Ok(());
            }
            Some(_) => {}
        }
    }
    class::create_field(vm, object, cache.key, value)
}

pub fn define_literal_element(vm: &mut Vm, target: Value, key: Value, value: Value) -> Completion<()> {
    let key = convert::to_property_key(vm, key)?;
    let Some(object) = target.as_object() else { return Ok(()) };
    match define_plainly(vm, object, key, value, Attributes::ALL)? {
        true => Ok(()),
        false => class::create_field(vm, object, key, value),
    }
}

/// Fast path: CreateDataProperty, ECMA-262 7.3.5, and its like with other attributes. False if the object or an
/// existing property may have a say.
pub(crate) fn define_plainly(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    value: Value,
    attributes: Attributes,
) -> Completion<bool> {
    let is_fixed = |property: StoredProperty| !property.attributes.is_configurable();
    let is_plain = vm.heap.class_of(object) == Class::Ordinary
        && vm.heap[vm.heap.shape_of(object)].is_extensible()
        && !vm.heap.stored_property(object, key).is_some_and(is_fixed);
    if is_plain {
        vm.heap.store_property(object, key, value, attributes)?;
    }
    Ok(is_plain)
}

/// Defines a getter or setter of an object literal.
pub fn define_literal_accessor(
    vm: &mut Vm,
    target: Value,
    key: Value,
    getter: Option<Value>,
    setter: Option<Value>,
) -> Completion<()> {
    let key = convert::to_property_key(vm, key)?;
    let Some(object) = target.as_object() else { return Ok(()) };
    let descriptor = PropertyDescriptor {
        get: getter,
        set: setter,
        enumerable: Some(true),
        configurable: Some(true),
        ..PropertyDescriptor::default()
    };
    object::define_own_property(vm, object, key, &descriptor).map(|_| ())
}

/// `__proto__: value` in an object literal, ECMA-262 B.3.1.
pub fn set_literal_prototype(vm: &mut Vm, target: Value, value: Value) -> Completion<()> {
    let Some(object) = target.as_object() else { return Ok(()) };
    if value.is_object() || value.is_null() {
        object::set_prototype_of(vm, object, value.as_object())?;
    }
    Ok(())
}
