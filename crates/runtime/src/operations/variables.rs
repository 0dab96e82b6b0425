//! Global variables, variables by name, closures, `this`.

use std::sync::Arc;

use ferrotape_bytecode::TextId;

use crate::cache::{self, Access, InlineCache, Lookup, Meaning};
use crate::cell;
use crate::code::Name;
use crate::convert;
use crate::environment::{self, Place, open_value};
use crate::error::Completion;
use crate::function;
use crate::heap::{CodeId, ObjectId, RecordId};
use crate::messages;
use crate::object::{self, ObjectKind};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// Reads a global variable, and caches its place.
#[cold]
#[inline(never)]
pub fn get_global(vm: &mut Vm, cache: &InlineCache) -> Completion<Value> {
    let (global, key) = (vm.realm.global, cache.key);
    if let Some(value) = read_lexical(vm, cache)? {
        return Ok(value);
    }
    let shape = vm.heap.shape_of(global);
    if let Some(slot) = known_slot(vm, Access::Read, cache, global) {
        return Ok(vm.heap.slot(global, slot));
    }
    vm.execution.cache_misses += 1;
    let found = cache::look_up(&vm.heap, global, key);
    if let Lookup::Found { holder, slot, attributes } = found
        && holder == global
        && !attributes.is_accessor()
    {
        cache::learn(&mut vm.heap, Access::Read, cache, shape, Some(global), &found);
        cache.place_in(global);
        return Ok(vm.heap.slot(global, slot));
    }
    if !object::has_property(vm, global, key)? {
        return not_defined(vm, key);
    }
    object::get(vm, global, key)
}

/// The value of a global variable that the site has read before, if its slot is in no cell of words.
#[inline(never)]
pub fn known_global(vm: &Vm, cache: &InlineCache) -> Option<Value> {
    cache.read_placed_far(&vm.heap)
}

/// Reads a lexical declaration of a script, if it is one, and caches its place.
fn read_lexical(vm: &mut Vm, cache: &InlineCache) -> Completion<Option<Value>> {
    let lexical = vm.realm.lexical;
    let shape = vm.heap.shape_of(lexical);
    let slot = cache.own_slot(shape).or_else(|| counted_slot(vm, Access::Read, cache, lexical));
    if let Some(slot) = slot {
        return Ok(Some(vm.heap.slot(lexical, slot)));
    }
    let Some((slot, attributes)) = vm.heap.lexical_binding(lexical, cache.key) else { return Ok(None) };
    let value = vm.heap.slot(lexical, slot);
    let value = environment::initialized(vm, value, cache.key)?;
    vm.execution.cache_misses += 1;
    let found = Lookup::Found { holder: lexical, slot, attributes };
    cache::learn(&mut vm.heap, Access::Read, cache, shape, Some(lexical), &found);
    cache.place_in(lexical);
    Ok(Some(value))
}

/// Returns the slot of a variable that the site or another one has found in an object, the global object or the record before it.
fn known_slot(vm: &mut Vm, access: Access, cache: &InlineCache, object: ObjectId) -> Option<u32> {
    let shape = vm.heap.shape_of(object);
    match cache::recall(&mut vm.heap, access, cache, shape) {
        Some(Meaning::Data { holder, slot }) if holder.is_none_or(|holder| holder == object) => {
            vm.count_hit();
            cache.place_in(object);
            Some(slot)
        }
        _ => None,
    }
}

/// Looks for that slot while hits are counted: then the loop ignores what sites know, and comes here.
fn counted_slot(vm: &mut Vm, access: Access, cache: &InlineCache, object: ObjectId) -> Option<u32> {
    if vm.options.count_cache_hits { known_slot(vm, access, cache, object) } else { None }
}

/// Assigns to a lexical declaration of a script, and caches its place; false if there is none.
fn write_lexical(vm: &mut Vm, cache: &InlineCache, value: Value) -> Completion<bool> {
    let lexical = vm.realm.lexical;
    let shape = vm.heap.shape_of(lexical);
    let slot = cache.own_slot(shape).or_else(|| counted_slot(vm, Access::Write, cache, lexical));
    if let Some(slot) = slot {
        vm.heap.set_slot(lexical, slot, value);
        return Ok(true);
    }
    let Some((slot, attributes)) = vm.heap.lexical_binding(lexical, cache.key) else { return Ok(false) };
    environment::put_lexical(vm, cache.key, value)?;
    vm.execution.cache_misses += 1;
    let found = Lookup::Found { holder: lexical, slot, attributes };
    cache::learn(&mut vm.heap, Access::Write, cache, shape, Some(lexical), &found);
    cache.place_in(lexical);
    Ok(true)
}

pub fn get_global_or_undefined(vm: &mut Vm, key: PropertyKey) -> Completion<Value> {
    match vm.heap.lexical_binding(vm.realm.lexical, key) {
        Some(_) => environment::get_lexical(vm, key),
        None => {
            let global = vm.realm.global;
            object::get(vm, global, key)
        }
    }
}

pub fn has_global(vm: &mut Vm, key: PropertyKey) -> Completion<bool> {
    if vm.heap.lexical_binding(vm.realm.lexical, key).is_some() {
        return Ok(true);
    }
    let global = vm.realm.global;
    object::has_property(vm, global, key)
}

pub fn delete_global(vm: &mut Vm, key: PropertyKey) -> Completion<bool> {
    if vm.heap.lexical_binding(vm.realm.lexical, key).is_some() {
        return Ok(false);
    }
    let global = vm.realm.global;
    object::delete(vm, global, key)
}

/// Reads a binding of a record that may be open, or not initialised.
#[cold]
pub fn get_outer_checked(vm: &mut Vm, record: Option<RecordId>, index: u32) -> Completion<Value> {
    let value = open_value(&vm.heap, &vm.execution.stack, record, index);
    if let Some(import) = value.as_record()
        && let Some(value) = environment::imported(vm, import)
    {
        return Ok(value);
    }
    if (value.is_empty() || value.as_record().is_some())
        && let Some(scope) = record.and_then(|record| vm.heap[record].kind.scope())
        && let Some(&name) = vm.heap.scope(scope).names.get(index as usize)
    {
        return environment::not_initialized(vm, name);
    }
    Ok(value)
}

#[cold]
pub fn throw_not_initialized(vm: &mut Vm, name: u32) -> Completion<()> {
    let key = vm.heap.key_of_string(vm.running_text(TextId(name)))?;
    environment::not_initialized(vm, key)
}

/// Assigns a global variable, and caches its place.
#[cold]
#[inline(never)]
pub fn set_global(vm: &mut Vm, cache: &InlineCache, value: Value, strict: bool) -> Completion<()> {
    if cache.write_placed_far(&mut vm.heap, value) {
        return Ok(());
    }
    let (global, key) = (vm.realm.global, cache.key);
    if write_lexical(vm, cache, value)? {
        return Ok(());
    }
    let shape = vm.heap.shape_of(global);
    if let Some(slot) = known_slot(vm, Access::Write, cache, global) {
        vm.heap.set_slot(global, slot, value);
        return Ok(());
    }
    vm.execution.cache_misses += 1;
    let found = cache::look_up(&vm.heap, global, key);
    if let Lookup::Found { holder, slot, attributes } = found
        && holder == global
        && !attributes.is_accessor()
        && attributes.is_writable()
    {
        cache::learn(&mut vm.heap, Access::Write, cache, shape, Some(global), &found);
        cache.place_in(global);
        vm.heap.set_slot(global, slot, value);
        return Ok(());
    }
    if strict && !object::has_property(vm, global, key)? {
        return not_defined(vm, key);
    }
    object::set(vm, global, key, value, strict)
}

pub fn set_global_if_exists(vm: &mut Vm, cache: &InlineCache, value: Value, exists: Value) -> Completion<()> {
    if exists == Value::TRUE { set_global(vm, cache, value, true) } else { not_defined(vm, cache.key) }
}

fn not_defined<T>(vm: &mut Vm, key: PropertyKey) -> Completion<T> {
    let message = messages::not_defined(&vm.heap.describe_key(key));
    vm.reference_error(message)
}

/// GETVAR as the running frame sees it.
fn resolve(vm: &mut Vm, name: u32) -> Completion<(Place, Name)> {
    let name = vm.running_code().names[name as usize];
    Ok((environment::get_identifier_reference(vm, name.start, name.key)?, name))
}

pub fn get_name(vm: &mut Vm, name: u32) -> Completion<Value> {
    let (place, name) = resolve(vm, name)?;
    Ok(environment::get_variable(vm, place, name.key)?.0)
}

pub fn get_name_or_undefined(vm: &mut Vm, name: u32) -> Completion<Value> {
    let (place, name) = resolve(vm, name)?;
    if place == Place::NotFound { Ok(Value::UNDEFINED) } else { Ok(environment::get_variable(vm, place, name.key)?.0) }
}

pub fn get_name_and_this(vm: &mut Vm, name: u32) -> Completion<(Value, Value)> {
    let (place, name) = resolve(vm, name)?;
    environment::get_variable(vm, place, name.key)
}

pub fn resolve_name(vm: &mut Vm, name: u32) -> Completion<Value> {
    let (place, _) = resolve(vm, name)?;
    Ok(environment::value_of_place(vm, place))
}

/// GetValue of a place that was resolved before, ECMA-262 9.1.1.2.6 if it is the object of a `with`.
pub fn get_resolved(vm: &mut Vm, place: Value, name: u32) -> Completion<Value> {
    let (key, _) = name_of_running(vm, name);
    get_binding(vm, place, key)
}

pub fn get_binding(vm: &mut Vm, place: Value, key: PropertyKey) -> Completion<Value> {
    let place = environment::place_of_value(vm, place, key)?;
    Ok(environment::get_variable(vm, place, key)?.0)
}

pub fn set_resolved(vm: &mut Vm, place: Value, name: u32, value: Value) -> Completion<()> {
    let (key, strict) = name_of_running(vm, name);
    let place = environment::place_of_value(vm, place, key)?;
    environment::put_variable(vm, place, key, value, strict)
}

fn name_of_running(vm: &Vm, name: u32) -> (PropertyKey, bool) {
    let code = vm.heap.code_block(vm.frame().code);
    (code.names[name as usize].key, code.is_strict_at(vm.execution.pc))
}

pub fn delete_name(vm: &mut Vm, name: u32) -> Completion<bool> {
    let (place, name) = resolve(vm, name)?;
    environment::delete_variable(vm, place, name.key)
}

/// Assigns in the variable environment of the running eval code, unless a block kept the name from being declared.
pub fn set_variable(vm: &mut Vm, name: u32, value: Value) -> Completion<()> {
    let (key, strict) = name_of_running(vm, name);
    let environment = vm.frame().environment;
    set_declared_variable(vm, environment, key, value, strict)
}

/// Assigns in the variable environment, for code that began in that environment.
pub fn set_declared_variable(
    vm: &mut Vm,
    environment: Option<RecordId>,
    key: PropertyKey,
    value: Value,
    strict: bool,
) -> Completion<()> {
    if environment::is_declared_lexically(vm, environment, key)? {
        return Ok(());
    }
    match environment::variable_record(vm, environment)? {
        Some(record) => environment::declare_in_record(vm, record, key, Some(value)),
        None => {
            let global = vm.realm.global;
            object::set(vm, global, key, value, strict)
        }
    }
}

/// Opens the record of a `with`, ECMA-262 14.11.2.
pub fn enter_with(vm: &mut Vm, value: Value, scope: u16) -> Completion<()> {
    let object = convert::to_object(vm, value)?;
    environment::open_with(vm, scope, object);
    Ok(())
}

pub fn make_closure(vm: &mut Vm, scope: u16, function: u32) -> Value {
    let code = code_of_function(vm, function);
    let environment = environment::scope_environment(vm, scope);
    Value::object(function::new_closure(vm, code, environment))
}

/// The code of a function of the running frame's unit.
#[inline]
pub fn code_of_function(vm: &mut Vm, function: u32) -> CodeId {
    let cell = vm.heap.code_cell(vm.frame().code);
    match cell.block.unit.made(function) {
        Some(code) => code,
        None => Arc::clone(&cell.set).code(&mut vm.heap, function),
    }
}

/// OrdinaryCallBindThis, ECMA-262 10.2.1.2, steps 5 and 6: sloppy code gets an object as `this`.
pub fn coerce_this(vm: &mut Vm, this: Value) -> Completion<Value> {
    if this.is_nullish() {
        return Ok(Value::object(vm.realm.global));
    }
    Ok(Value::object(convert::to_object(vm, this)?))
}

/// Fast path of [`new_array_with_capacity`]: no memory is needed beyond the vector that the place of the array has.
#[inline(never)]
pub fn new_array_at_once(vm: &mut Vm, capacity: u32) -> Option<Value> {
    let has_room = cell::room_for_array(&vm.heap) >= capacity as usize;
    has_room.then(|| Value::object(vm.heap.new_object(vm.realm.shapes.array, ObjectKind::Array(0))))
}

/// Makes the array of a literal, with room for its elements.
pub fn new_array_with_capacity(vm: &mut Vm, capacity: u32) -> Completion<Value> {
    let array = vm.heap.new_object(vm.realm.shapes.array, ObjectKind::Array(0));
    if capacity > 0 {
        vm.heap.reserve_elements(array, capacity as usize)?;
    }
    Ok(Value::object(array))
}
