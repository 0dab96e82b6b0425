//! `value.name`, if the site's cache does not answer in the loop.

use super::calls;
use crate::cache::{self, Access, InlineCache, Lookup, Meaning};
use crate::cell;
use crate::error::Completion;
use crate::function::Native;
use crate::function::{self, Role};
use crate::heap::{ObjectId, ShapeId};
use crate::iteration;
use crate::loop_exit::{Entered, LoopExit};
use crate::object::{self, Kind};
use crate::operations::window::{clear_window, window};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::views;
use crate::vm::{Frame, FrameKind, Vm, WINDOW};
use ferrotape_bytecode::ActivationKind;

/// Receiver of an access: the object whose properties it sees first.
struct Receiver {
    /// The shape for the cache.
    shape: ShapeId,
    /// First object of the search.
    start: ObjectId,
    /// The object; none for primitives, which have no own properties here.
    object: Option<ObjectId>,
}

/// Fast path of [`get_property`]: a data property that the second chance knows in objects of the receiver's shape. Runs
/// nothing, so the loop keeps its stack.
#[inline(never)]
pub fn known_property(vm: &mut Vm, value: Value, cache: &InlineCache) -> Option<Value> {
    let receiver = value.as_object().filter(|_| !cache.is_for_accessor())?;
    let shape = vm.heap.shape_of(receiver);
    match cache::recall(&mut vm.heap, Access::Read, cache, shape)? {
        Meaning::Data { holder, slot } => {
            vm.count_hit();
            Some(vm.heap.slot(holder.unwrap_or(receiver), slot))
        }
        Meaning::Accessor { .. } | Meaning::Addition { .. } => None,
    }
}

/// Reads a property for the register `dst`. A getter of script code gets a frame.
#[inline(never)]
pub fn get_property(vm: &mut Vm, value: Value, cache: &InlineCache, dst: u8) -> Completion<Entered> {
    // Fast path: a getter of script code that the site knows.
    if let Some(object) = value.as_object()
        && let Some(pair) = cache.accessor(&vm.heap, object).and_then(Value::as_accessor)
        && let Some(getter) = vm.heap[pair].getter.as_object()
        && enter_plain_accessor(vm, getter, value, None, dst, FrameKind::Call)
    {
        return Ok(Entered::Frame);
    }
    get_uncached(vm, value, cache, dst)
}

/// Reads by the site's cache or the second chance, else by a search.
#[inline(never)]
fn get_uncached(vm: &mut Vm, value: Value, cache: &InlineCache, dst: u8) -> Completion<Entered> {
    let receiver = receiver(vm, value, cache)?;
    if let Some(meaning) = cache::recall(&mut vm.heap, Access::Read, cache, receiver.shape) {
        vm.count_hit();
        match meaning {
            Meaning::Data { holder, slot } => {
                return Ok(Entered::Value(vm.heap.slot(holder.unwrap_or(receiver.start), slot)));
            }
            Meaning::Accessor { holder, slot } => {
                let pair = vm.heap.slot(holder.unwrap_or(receiver.start), slot);
                return enter_getter(vm, pair, value, dst);
            }
            Meaning::Addition { .. } => {}
        }
    }
    find_property(vm, value, &receiver, cache, dst)
}

/// Searches the prototype chain by shapes, and teaches the caches what it finds. `[[Get]]` does what shapes cannot
/// tell.
fn find_property(vm: &mut Vm, value: Value, receiver: &Receiver, cache: &InlineCache, dst: u8) -> Completion<Entered> {
    vm.execution.cache_misses += 1;
    let found = cache::look_up(&vm.heap, receiver.start, cache.key);
    let &Receiver { shape, object, .. } = receiver;
    cache::learn(&mut vm.heap, Access::Read, cache, shape, object, &found);
    match found {
        Lookup::Found { holder, slot, attributes } => {
            let stored = vm.heap.slot(holder, slot);
            if attributes.is_accessor() { enter_getter(vm, stored, value, dst) } else { Ok(Entered::Value(stored)) }
        }
        Lookup::Absent => Ok(Entered::Value(Value::UNDEFINED)),
        Lookup::Unknown => object::get_v(vm, value, cache.key).map(Entered::Value),
    }
}

/// GetV ( V, P ), 7.3.3, for native code that asks values of the same shapes for the same key again and again: it uses
/// and fills the caches of sites.
pub fn get_remembered(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Value> {
    let site = InlineCache::new(key);
    let receiver = receiver(vm, value, &site)?;
    match recall_or_look_up(vm, &receiver, &site) {
        Lookup::Found { holder, slot, attributes } if attributes.is_accessor() => {
            let pair = vm.heap.slot(holder, slot).as_accessor();
            let getter = pair.map_or(Value::UNDEFINED, |pair| vm.heap[pair].getter);
            match getter.as_object().map(|getter| vm.heap.kind(getter)) {
                None => Ok(Value::UNDEFINED),
                // Fast path: `get [Symbol.species]`.
                Some(Kind::Native(Native { function, .. })) if function::native(vm, function).role == Role::This => {
                    Ok(value)
                }
                Some(_) => vm.call(getter, value, &[]),
            }
        }
        Lookup::Found { holder, slot, .. } => Ok(vm.heap.slot(holder, slot)),
        Lookup::Absent => Ok(Value::UNDEFINED),
        Lookup::Unknown => object::get_v(vm, value, key),
    }
}

/// Returns whether a value that is neither undefined nor null certainly has no such property, without running script.
pub fn is_known_absent(vm: &mut Vm, value: Value, key: PropertyKey) -> bool {
    let site = InlineCache::new(key);
    match receiver(vm, value, &site) {
        Ok(receiver) => matches!(recall_or_look_up(vm, &receiver, &site), Lookup::Absent),
        Err(_) => false,
    }
}

/// Finds a property by the second chance, or searches and teaches it. The attributes only tell whether it is an
/// accessor.
fn recall_or_look_up(vm: &mut Vm, receiver: &Receiver, site: &InlineCache) -> Lookup {
    let &Receiver { shape, start, object } = receiver;
    let (holder, slot, attributes) = match cache::recall(&mut vm.heap, Access::Read, site, shape) {
        Some(Meaning::Data { holder, slot }) => (holder, slot, Attributes::NONE),
        Some(Meaning::Accessor { holder, slot }) => (holder, slot, Attributes::ACCESSOR),
        Some(Meaning::Addition { .. }) | None => {
            let found = cache::look_up(&vm.heap, start, site.key);
            cache::learn(&mut vm.heap, Access::Read, site, shape, object, &found);
            return found;
        }
    };
    let holder = holder.unwrap_or(start);
    if holder == vm.heap.nothing { Lookup::Absent } else { Lookup::Found { holder, slot, attributes } }
}

/// The receiver of an access; a TypeError for undefined and null.
#[inline(always)]
fn receiver(vm: &mut Vm, value: Value, cache: &InlineCache) -> Completion<Receiver> {
    match value.as_object() {
        Some(object) => Ok(Receiver { shape: vm.heap.shape_of(object), start: object, object: Some(object) }),
        None => primitive_receiver(vm, value, cache),
    }
}

/// Starts the search for a primitive at its prototype. All values of its type share one shape for the caches.
#[inline(never)]
fn primitive_receiver(vm: &mut Vm, value: Value, cache: &InlineCache) -> Completion<Receiver> {
    let start = object::prototype_of_primitive(vm, value, cache.key)?;
    let shapes = &vm.realm.shapes;
    let shape = if value.is_string() {
        shapes.string_value
    } else if value.is_number() {
        shapes.number_value
    } else if value.is_bool() {
        shapes.boolean_value
    } else if value.is_symbol() {
        shapes.symbol_value
    } else {
        shapes.bigint_value
    };
    Ok(Receiver { shape, start, object: None })
}

/// Fast path: the length of an object that is no array, if the site knows where the property is, or that the built-in
/// getter of typed arrays gives it.
#[inline(never)]
pub fn known_length(vm: &Vm, value: Value, cache: &InlineCache) -> Option<Value> {
    let object = value.as_object()?;
    if let Some(length) = cache.read(&vm.heap, object) {
        return Some(length);
    }
    let view = cell::view_in_cell(&vm.heap, object)?;
    let pair = cache.inherited_accessor(&vm.heap, object)?.as_accessor()?;
    let (function, _) = vm.heap.native_function(vm.heap[pair].getter.as_object()?)?;
    let is_length = function::native(vm, function).role == Role::ViewLength;
    is_length.then(|| Value::number(views::length_of_view(&vm.heap, view).unwrap_or(0) as f64))
}

/// Calls the getter of an accessor pair with its `this` alone.
#[inline]
fn enter_getter(vm: &mut Vm, pair: Value, this: Value, dst: u8) -> Completion<Entered> {
    let getter = pair.as_accessor().map_or(Value::UNDEFINED, |pair| vm.heap[pair].getter);
    if getter.is_undefined() {
        return Ok(Entered::Value(Value::UNDEFINED));
    }
    // Fast path: the length of a typed array.
    if let Some((function, _)) = getter.as_object().and_then(|getter| vm.heap.native_function(getter))
        && let Some(view) = this.as_object().and_then(|this| cell::view_in_cell(&vm.heap, this))
        && function::native(vm, function).role == Role::ViewLength
    {
        let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
        return Ok(Entered::Value(Value::number(length as f64)));
    }
    enter_accessor(vm, getter, this, &[], dst, FrameKind::Call)
}

/// Fast path: begins the frame of a getter or setter that needs only registers in an existing window. False, and nothing
/// is done, for other functions, and if a safepoint is due.
#[inline(always)]
pub(crate) fn enter_plain_accessor(
    vm: &mut Vm,
    function: ObjectId,
    this: Value,
    argument: Option<Value>,
    dst: u8,
    kind: FrameKind,
) -> bool {
    let Some((code, environment)) = vm.heap.closure(function) else { return false };
    let (cell, base) = (vm.heap.code_cell(code), vm.frame().top as usize);
    let block = &cell.block;
    if block.plain_in != Some(vm.realm.id)
        || cell.activation != ActivationKind::Plain
        || base + WINDOW > vm.execution.stack.len()
        || vm.execution.frames.len() == vm.execution.frames.capacity()
    {
        return false;
    }
    let (registers, parameters) = (block.register_count as usize, block.parameter_count);
    if !vm.heap.budget.spend_for_fast_path() {
        return false;
    }
    let registers_of_frame = window(&mut vm.execution.stack, base);
    registers_of_frame[0] = this;
    let mut passed = 1;
    if let Some(argument) = argument.filter(|_| parameters > 0) {
        registers_of_frame[1] = argument;
        passed = 2;
    }
    clear_window(registers_of_frame, passed, registers);
    vm.push_register_frame(Frame::new(function, code, environment, base..base + registers, dst, kind));
    true
}

/// Calls a getter or setter, or a method of an iterator, on the stack above the running frame's registers.
pub(crate) fn enter_accessor(
    vm: &mut Vm,
    function: Value,
    this: Value,
    arguments: &[Value],
    dst: u8,
    kind: FrameKind,
) -> Completion<Entered> {
    if let Some(callee) = function.as_object()
        && let Some((code, environment)) = vm.heap.closure(callee)
        && let cell = vm.heap.code_cell(code)
        && !cell.block.is_stack_code()
        && let is_plain = cell.activation == ActivationKind::Plain
        && (is_plain || kind == FrameKind::Call)
    {
        // An activation takes the place below `this`, where the callee of a call lies. A plain frame needs none there.
        let first = vm.frame().top as usize;
        let base = if is_plain { first } else { first + 1 };
        let end = base + 1 + arguments.len();
        vm.reserve_stack(first, end - first)?;
        vm.execution.stack[first] = function;
        vm.execution.stack[base] = this;
        vm.execution.stack[base + 1..end].copy_from_slice(arguments);
        if vm.heap.budget.spend(1) && vm.keeping([function], |vm| vm.safepoint_of_window(end))? {
            return Ok(Entered::Exit(LoopExit::Paused));
        }
        vm.push_frame(callee, code, environment, base, arguments.len(), dst, kind)?;
        return Ok(Entered::Frame);
    }
    call_native_accessor(vm, function, this, arguments)
}

/// Calls what [`enter_accessor`] calls, if it is not of script code of this machine.
fn call_native_accessor(vm: &mut Vm, function: Value, this: Value, arguments: &[Value]) -> Completion<Entered> {
    let native = function.as_object().and_then(|callee| Some((callee, calls::native_code_of(vm, callee)?)));
    let Some((callee, (realm, code))) = native else {
        // Accessors are functions, but the `next` of an iterator may be anything.
        iteration::require_next(vm, function)?;
        return vm.call(function, this, arguments).map(Entered::Value);
    };
    let (first, count) = (vm.frame().top as usize + 1, arguments.len());
    vm.reserve_stack(first - 1, count + 2)?;
    (vm.execution.stack[first - 1], vm.execution.stack[first]) = (function, this);
    vm.execution.stack[first + 1..=first + count].copy_from_slice(arguments);
    if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
        return Ok(Entered::Exit(LoopExit::Paused));
    }
    vm.call_native_code((callee, realm, code), first, count, None).map(Entered::Value)
}
