//! Enumeration for `for`-`in`: EnumerateObjectProperties, ECMA-262 14.7.5.9.
//!
//! The names of an object are taken when the enumeration reaches it, in pieces if there are many. A script that takes
//! the first name again and again, and deletes it, does not pay for all names each time. Properties added meanwhile are
//! in none of the pieces. A name is given only if the property still exists and is enumerable, and no earlier object
//! had it.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::arrays;
use crate::convert;
use crate::error::Completion;
use crate::heap::{ObjectId, ShapeId};
use crate::marking;
use crate::object::proxy::Detours;
use crate::object::{self, Kind, ObjectKind, array};
use crate::property_key::PropertyKey;
use crate::shape;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::enumeration::next_name_by_shape;
use ferrotape_heap::enumeration::{
    Enumeration, has_nameless_chain, list_names_of_shape, lose_shape_of, remember_nameless_chain, shape_with_names,
};
use ferrotape_heap::shape::RestOfNames;

/// Bounds for the number of names taken at once, which is the number found so far.
const LEAST_NAMES: usize = 32;
const MOST_NAMES: usize = 1 << 16;

/// Starts the enumeration of a value's property names; an empty one for undefined and null.
pub fn start_enumeration(vm: &mut Vm, value: Value) -> Completion<Value> {
    // Fast path: takes up one that has ended, which nobody looks at any more.
    if let Some(object) = value.as_object()
        && let Some(ended) = vm.execution.ended_enumeration
        && let Some(shape) = shape_with_names(&vm.heap, object)
    {
        vm.work(shape::slots_of_properties(&vm.heap, object) as u64)?;
        vm.execution.ended_enumeration = None;
        if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(ended) {
            state.begin_by_shape(object, shape);
            return Ok(Value::object(ended));
        }
    }
    let mut enumeration = Enumeration::default();
    if !value.is_nullish() {
        let object = convert::to_object(vm, value)?;
        (enumeration.keys, enumeration.rest, enumeration.shape) = names_to_enumerate(vm, object)?;
        enumeration.object = Some(object);
    }
    let kind = ObjectKind::Enumeration(Box::new(enumeration));
    Ok(Value::object(vm.heap.new_object_with_prototype(None, kind)))
}

/// Names of an object: a list, further ones of an object with many, or the shape that has them all.
type Names = (Vec<PropertyKey>, Option<RestOfNames>, Option<ShapeId>);

/// [[OwnPropertyKeys]], for an enumeration to own and account for. For objects with many names the first ones, and the
/// place of the others.
fn names_to_enumerate(vm: &mut Vm, object: ObjectId) -> Completion<Names> {
    // Fast path: what most objects have.
    if let Some(shape) = shape_with_names(&vm.heap, object) {
        vm.work(shape::slots_of_properties(&vm.heap, object) as u64)?;
        return Ok((Vec::new(), None, Some(shape)));
    }
    if let Some(rest) = shape::names_in_pieces(&vm.heap, object) {
        return Ok((Vec::new(), Some(rest), None));
    }
    let on_loan = vm.heap.on_loan();
    let keys = object::own_property_keys(vm, object);
    vm.heap.settle_loans(on_loan);
    Ok((keys?, None, None))
}

/// Fast path of Object.keys, ECMA-262 20.1.2.19: the array of the enumerable names of an object that has nothing but a few
/// named properties in its shape. None if the keys have to be asked for.
pub fn names_at_once(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    if let Some(shape) = shape_with_names(&vm.heap, object) {
        vm.work(shape::slots_of_properties(&vm.heap, object) as u64)?;
        return Ok(Some(arrays::new_array_of_names(&mut vm.heap, vm.realm.shapes.array, shape)?));
    }
    match plain_names(vm, object)? {
        Some(names) => array::new_array_from(vm, names).map(Some),
        None => Ok(None),
    }
}

/// Returns the enumerable names of an object that is only its shape, without index names.
fn plain_names(vm: &mut Vm, object: ObjectId) -> Completion<Option<Vec<Value>>> {
    let is_plain = matches!(vm.heap.kind(object), Kind::Ordinary) && vm.heap.elements(object).is_empty();
    // These are few: objects with many properties have a dictionary.
    if !is_plain || shape::has_dictionary(&vm.heap, object) {
        return Ok(None);
    }
    let count = shape::slots_of_properties(&vm.heap, object);
    vm.work(count as u64)?;
    let mut names = Vec::with_capacity(count);
    for (_, entry) in shape::own_entries(&vm.heap, object) {
        match entry.key.as_atom() {
            Some(_) if vm.heap.array_index_of(entry.key).is_some() => return Ok(None),
            Some(name) if entry.attributes.is_enumerable() => names.push(Value::string(name)),
            _ => {}
        }
    }
    Ok(Some(names))
}

/// Takes further names of the object, behind those found so far. False if there are none.
fn take_more_names(vm: &mut Vm, id: ObjectId, object: ObjectId) -> Completion<bool> {
    let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) else { return Ok(false) };
    let Some(mut rest) = state.rest.take() else { return Ok(false) };
    let piece = state.found.clamp(LEAST_NAMES, MOST_NAMES);
    let bytes = size_of::<PropertyKey>() * (state.found + piece);
    vm.heap.room(2 * bytes)?;
    let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) else { return Ok(false) };
    let before = state.bytes();
    let mut keys = std::mem::take(&mut state.keys);
    keys.truncate(state.found);
    let found = keys.len();
    let passed = shape::take_names(&vm.heap, object, &mut rest, piece, &mut keys);
    let has_more = keys.len() > found;
    let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) else { return Ok(false) };
    (state.keys, state.position) = (keys, found);
    state.rest = has_more.then_some(rest);
    let after = state.bytes();
    vm.heap.resized(before, after);
    vm.work(passed as u64 / ELEMENTS_PER_TICK)?;
    Ok(has_more)
}

/// The next name; none at the end.
pub fn next_enumerated(vm: &mut Vm, enumeration: Value) -> Completion<Option<Value>> {
    let Some(id) = enumeration.as_object() else { return Ok(None) };
    loop {
        let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) else { return Ok(None) };
        let Some(object) = state.object else {
            if state.owns_nothing() {
                vm.execution.ended_enumeration = Some(id);
            }
            return Ok(None);
        };
        if let Some(shape) = state.shape {
            let slot = state.position;
            match next_of_shape(vm, id, (object, shape), slot)? {
                Some(name) => return Ok(Some(name)),
                None => continue,
            }
        }
        let Some(&key) = state.keys.get(state.position) else {
            if !take_more_names(vm, id, object)? {
                enumerate_prototype(vm, id, object)?;
            }
            continue;
        };
        state.position += 1;
        // A found name may move to a place that was looked at, or go to the script.
        let is_hidden = key.as_symbol().is_some() || state.shadowed.contains(key);
        marking::lose_key(&mut vm.heap, key);
        vm.work(1)?;
        if is_hidden {
            continue;
        }
        let Some(property) = object::own_property(vm, object, key)? else { continue };
        if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
            state.keys[state.found] = key;
            state.found += 1;
        }
        if property.attributes.is_enumerable() {
            return Ok(Some(vm.heap.value_of_key(key)));
        }
    }
}

/// Fast path: the next name of an object by its shape. None if another look is needed: at the end, the enumeration goes
/// on with the prototype; where the object has changed, with a list.
fn next_of_shape(
    vm: &mut Vm,
    id: ObjectId,
    (object, shape): (ObjectId, ShapeId),
    slot: usize,
) -> Completion<Option<Value>> {
    if vm.heap.shape_of(object) != shape {
        list_names_of_shape(&mut vm.heap, id)?;
        return Ok(None);
    }
    let Some(entry) = shape::entry_in_slot(&vm.heap, shape, slot) else {
        enumerate_prototype(vm, id, object)?;
        return Ok(None);
    };
    let mut is_given = entry.attributes.is_enumerable();
    if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
        (state.position, state.found) = (slot + 1, slot + 1);
        is_given = is_given && (state.shadowed.is_empty() || !state.shadowed.contains(entry.key));
    }
    vm.work(1)?;
    Ok(is_given.then(|| vm.heap.value_of_key(entry.key)))
}

/// Goes on with the next object of the prototype chain, if one from there on has anything to give.
fn enumerate_prototype(vm: &mut Vm, id: ObjectId, object: ObjectId) -> Completion<()> {
    let prototype = object::get_prototype_of(vm, object)?;
    let mut awaited = None;
    if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
        awaited = state.awaited;
        let mut detours = Detours(state.detours);
        detours.pass(vm, object)?;
        if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
            state.detours = detours.0;
        }
    }
    let awaited = if awaited.is_some() { awaited } else { find_enumerable_property(vm, prototype)? };
    let prototype = prototype.filter(|_| awaited.is_some());
    if prototype.is_some() {
        shadow_names(vm, id)?;
    }
    let (keys, rest, shape) = match prototype {
        Some(prototype) => {
            let held = [prototype, awaited.unwrap_or(prototype)].map(Value::object);
            vm.keeping(held, |vm| names_to_enumerate(vm, prototype))?
        }
        None => (Vec::new(), None, None),
    };
    if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
        let before = state.bytes();
        let (old, old_shape) = ([state.object, state.awaited], state.shape);
        state.object = prototype;
        state.awaited = awaited.filter(|_| awaited != prototype);
        (state.keys, state.rest, state.shape) = (keys, rest, shape);
        state.position = 0;
        state.found = 0;
        let after = state.bytes();
        vm.heap.resized(before, after);
        old.into_iter().flatten().for_each(|object| vm.heap.lose(Value::object(object)));
        lose_shape_of(&mut vm.heap, old_shape);
    }
    Ok(())
}

/// Moves the names found so far to the shadowed ones, as the next object follows.
fn shadow_names(vm: &mut Vm, id: ObjectId) -> Completion<()> {
    const CHUNK: usize = 1024;
    list_names_of_shape(&mut vm.heap, id)?;
    let mut start = 0;
    loop {
        let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) else { return Ok(()) };
        let Some(names) = state.keys[..state.found].get(start..).filter(|names| !names.is_empty()) else {
            return Ok(());
        };
        let names: Vec<PropertyKey> = names.iter().take(CHUNK).copied().collect();
        let room = state.shadowed.growth(names.len());
        vm.heap.room(room)?;
        vm.work(names.len() as u64)?;
        start += names.len();
        names.iter().for_each(|&name| marking::lose_key(&mut vm.heap, name));
        if let Some(ObjectKind::Enumeration(state)) = vm.heap.kind_mut(id) {
            let before = state.bytes();
            for name in names {
                state.shadowed.insert(name);
            }
            let after = state.bytes();
            vm.heap.resized(before, after);
        }
    }
}

/// The first object from there on that has an enumerable property, or that alone knows whether it has. None if there is
/// nothing left to give or to shadow.
fn find_enumerable_property(vm: &mut Vm, first: Option<ObjectId>) -> Completion<Option<ObjectId>> {
    let is_known = first.is_some_and(|first| has_nameless_chain(&vm.heap, first));
    let mut next = first;
    while let Some(object) = next {
        if vm.heap.may_have_elements(object) {
            return Ok(Some(object));
        }
        let slots = shape::slots_of_properties(&vm.heap, object) as u64;
        let mut looked_at = 0;
        let is_found = !is_known
            && shape::shape_entries(&vm.heap, vm.heap.shape_of(object)).any(|(_, entry)| {
                looked_at += 1;
                entry.attributes.is_enumerable()
            });
        // The same for each look at all slots, so that fuel does not tell what is known.
        vm.work(1 + if is_found { looked_at } else { slots } / ELEMENTS_PER_TICK)?;
        if is_found {
            return Ok(Some(object));
        }
        next = vm.heap.prototype_of(object);
    }
    if let Some(first) = first.filter(|_| !is_known) {
        remember_nameless_chain(&mut vm.heap, first);
    }
    Ok(None)
}
