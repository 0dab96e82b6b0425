//! Calls, construction, returns.

use crate::cell;
use crate::error::{Completion, Throw};
use crate::function::Closure;
use crate::function::Native;
use crate::function::{self, NativeCallee, NativeCode, NativeFunction, PROTOTYPE_SLOT, Role};
use crate::generator;
use crate::heap::{CodeId, ObjectId, RealmId, RecordId, ShapeId};
use crate::loop_exit::{Entered, LoopExit};
use crate::messages;
use crate::names::keys;
use crate::object::arguments;
use crate::object::proxy;
use crate::object::{Class, Kind, ObjectKind};
use crate::pending;
use crate::property_key::PropertyKey;
use crate::scripts::callee_text::{callee_text, operand_text};
use crate::shape;
use crate::value::Value;
use crate::vm::{Frame, FrameKind, Vm, WINDOW};
use ferrotape_budget::costs::ARGUMENTS_PER_TICK;
use ferrotape_bytecode::{ActivationKind, ClassKind, Code, ErrorKind, Instruction, Intrinsic, StackInstruction};

/// Callee in the place of a proxy.
pub(crate) enum Callee {
    /// The target, with the same arguments.
    Target(ObjectId),
    /// A trap, with its handler as `this`.
    Trap { function: ObjectId, handler: Value, arguments: [Value; 3] },
}

/// Calls a function whose `this` and arguments are on the stack from `first` on.
#[inline(always)]
pub fn enter_call(vm: &mut Vm, callee: Value, first: usize, count: usize, dst: u8) -> Completion<Entered> {
    if let Some(object) = callee.as_object()
        && let Some((code, environment)) = vm.heap.closure(object)
        && !vm.heap.code_block(code).is_stack_code()
    {
        if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
            return Ok(Entered::Exit(LoopExit::Paused));
        }
        vm.push_frame(object, code, environment, first, count, dst, FrameKind::Call)?;
        return Ok(Entered::Frame);
    }
    enter_other_call(vm, callee, first, count, dst)
}

/// Calls everything but closures of register code from register code. Function.prototype.call and apply, and bound
/// functions, are replaced by the function that they call, so that chains of them take no native stack. The callee is
/// kept in the register below its arguments, where the first one was. The arguments that apply copies may lie above the
/// running frame's registers: the top of the stack moves.
#[inline(never)]
pub fn enter_other_call(vm: &mut Vm, callee: Value, first: usize, count: usize, dst: u8) -> Completion<Entered> {
    if let Some(object) = callee.as_object()
        && let Some((realm, code)) = native_code_of(vm, object)
    {
        if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
            return Ok(Entered::Exit(LoopExit::Paused));
        }
        return Ok(Entered::Value(vm.call_native_code((object, realm, code), first, count, None)?));
    }
    if let Some(native) = native_behind_call(vm, callee, first) {
        return enter_native_behind_call(vm, native, first, count);
    }
    enter_any_call(vm, callee, first, count, dst, false)
}

/// A function of native code, with its realm.
type NativeCallable = (ObjectId, RealmId, NativeCode);

/// The native function that Function.prototype.call is about to call, as in `hasOwnProperty.call(object, name)`.
#[inline(always)]
fn native_behind_call(vm: &Vm, callee: Value, first: usize) -> Option<NativeCallable> {
    let (number, _) = vm.heap.native_function(callee.as_object()?)?;
    if function::native(vm, number).role != Role::Call {
        return None;
    }
    let target = vm.execution.stack[first].as_object()?;
    let (realm, code) = native_code_of(vm, target)?;
    Some((target, realm, code))
}

/// Fast path: what [`enter_any_call`] does with such a function.
fn enter_native_behind_call(vm: &mut Vm, native: NativeCallable, first: usize, count: usize) -> Completion<Entered> {
    if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
        return Ok(Entered::Exit(LoopExit::Paused));
    }
    let (_, count) = replace_call(vm, first, count);
    vm.work(1 + count as u64 / ARGUMENTS_PER_TICK)?;
    Ok(Entered::Value(vm.call_native_code(native, first, count, None)?))
}

/// The native code, and the realm, of a host function, or of a built-in function that has no role in the loop. Reflect.apply
/// has one in tail position only, where nobody asks.
#[inline(always)]
pub(super) fn native_code_of(vm: &Vm, function: ObjectId) -> Option<(RealmId, NativeCode)> {
    let (callee, realm) = cell::native_callee(&vm.heap, function)?;
    match callee {
        NativeCallee::BuiltIn(number) => {
            let native = function::native(vm, number);
            matches!(native.role, Role::None | Role::ReflectApply).then_some((realm, native.code))
        }
        NativeCallee::Host => Some((realm, function::call_host as NativeCode)),
    }
}

/// Calls a function, in the place of the running frame or not.
fn enter_any_call(
    vm: &mut Vm,
    mut callee: Value,
    first: usize,
    mut count: usize,
    dst: u8,
    in_place: bool,
) -> Completion<Entered> {
    if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
        return Ok(Entered::Exit(LoopExit::Paused));
    }
    loop {
        let Some(object) = callee.as_object() else {
            let receiver = vm.execution.stack[first];
            return not_callable(vm, callee, receiver);
        };
        if let Some((code, environment)) = vm.heap.closure(object) {
            if in_place && takes_place(vm, code) {
                return replace_frame(vm, (object, code, environment), first, count);
            }
            return enter_closure(vm, (object, code, environment), first, count, dst, FrameKind::Call);
        }
        match vm.heap.kind(object) {
            Kind::Native(Native { function, realm }) => match *function::native(vm, function) {
                NativeFunction { role, .. } if gives_place(vm, role, realm, (first, count), in_place) => {
                    let replaced = match role {
                        Role::Apply => replace_apply(vm, first, first, count)?,
                        Role::ReflectApply => replace_apply(vm, first, first + 1, count)?,
                        _ => Some(replace_call(vm, first, count)),
                    };
                    let Some(replaced) = replaced else {
                        return Ok(Entered::Value(vm.call_native(object, first, count, None)?));
                    };
                    (callee, count) = replaced;
                }
                NativeFunction { role: Role::Resume(how), name, .. } if realm == vm.realm.id => {
                    let value = if count > 0 { vm.execution.stack[first + 1] } else { Value::UNDEFINED };
                    return generator::enter_generator(vm, (first, dst), name, how, value);
                }
                _ => return Ok(Entered::Value(vm.call_native(object, first, count, None)?)),
            },
            Kind::Host(host) if host.waits => return pending::enter_waiting(vm, object, first, count, dst),
            Kind::Host(_) => return Ok(Entered::Value(vm.call_native(object, first, count, None)?)),
            Kind::Proxy(proxy) if proxy.callable => (callee, count) = replace_proxy(vm, object, first, count)?,
            // ECMA-262 10.4.1.1, in the caller's place.
            Kind::Bound(bound) => {
                let (target, this, more) = (Value::object(bound.target), bound.this, bound.arguments.len());
                if more > 0 {
                    count = vm.insert_bound_arguments(object, first, count)?;
                }
                (vm.execution.stack[first - 1], vm.execution.stack[first]) = (target, this);
                callee = target;
            }
            _ => {
                let receiver = vm.execution.stack[first];
                return not_callable(vm, callee, receiver);
            }
        }
        vm.execution.top = vm.execution.top.max(first + 1 + count);
        vm.work(1 + count as u64 / ARGUMENTS_PER_TICK)?;
    }
}

/// Enters a closure in this run of the loop, if caller and callee have code for the same machine. A run of the other
/// machine's loop is native recursion.
pub(crate) fn enter_closure(
    vm: &mut Vm,
    (object, code, environment): (ObjectId, CodeId, Option<RecordId>),
    first: usize,
    count: usize,
    dst: u8,
    kind: FrameKind,
) -> Completion<Entered> {
    if vm.goes_on_with(code) {
        vm.push_frame(object, code, environment, first, count, dst, kind)?;
        return Ok(Entered::Frame);
    }
    vm.check_native_stack()?;
    vm.push_frame(object, code, environment, first, count, dst, kind.of_entry())?;
    Ok(Entered::Value(vm.run_pushed_frame()?))
}

/// Returns whether it is `call`, `apply` or Reflect.apply, and the function that it calls can be called in its place.
/// The error for something that is no function belongs to them, and so to their realm, like that for a list that is no
/// object. Reflect.apply only does so in tail position: other chains of it end where the native stack does.
#[inline]
fn gives_place(vm: &Vm, role: Role, realm: RealmId, (first, count): (usize, usize), in_place: bool) -> bool {
    let stack = &vm.execution.stack;
    match role {
        Role::Call | Role::Apply => realm == vm.realm.id || vm.heap.is_callable(stack[first]),
        Role::ReflectApply => {
            in_place && count >= 3 && vm.heap.is_callable(stack[first + 1]) && stack[first + 3].is_object()
        }
        _ => false,
    }
}

/// Function.prototype.call, ECMA-262 20.2.3.3, in the caller's place: `this` is the function, the first argument its
/// `this`. Returns the function and the number of arguments left.
fn replace_call(vm: &mut Vm, first: usize, count: usize) -> (Value, usize) {
    let function = vm.execution.stack[first];
    vm.execution.stack[first - 1] = function;
    let stack = &mut vm.execution.stack;
    match count {
        0 => stack[first] = Value::UNDEFINED,
        // Few are moved one by one, which is quicker.
        1 => stack[first] = stack[first + 1],
        2 => [stack[first], stack[first + 1]] = [stack[first + 1], stack[first + 2]],
        _ => stack.copy_within(first + 1..=first + count, first),
    }
    (function, count.saturating_sub(1))
}

/// Function.prototype.apply, ECMA-262 20.2.3.1, or Reflect.apply, 28.1.1, in the caller's place, if the list can be
/// copied without script. The function lies at `at`, and behind it its `this` and the list, where they are given.
fn replace_apply(vm: &mut Vm, first: usize, at: usize, count: usize) -> Completion<Option<(Value, usize)>> {
    let function = vm.execution.stack[at];
    let given = first + count - at;
    let list = if given >= 2 { vm.execution.stack[at + 2] } else { Value::UNDEFINED };
    let length = match list.as_object() {
        None if list.is_nullish() => Some(0),
        // Values for which there is no room are looked at by the usual way, which pays for each look.
        Some(list) => copyable_length(vm, list, vm.options.stack_values.saturating_sub(first + 1 + WINDOW)),
        None => None,
    };
    let Some(length) = length else { return Ok(None) };
    vm.execution.stack[first - 1] = function;
    vm.execution.stack[first] = if given >= 1 { vm.execution.stack[at + 1] } else { Value::UNDEFINED };
    vm.reserve_stack(first, length + 1)?;
    let Some(list) = list.as_object() else { return Ok(Some((function, length))) };
    // Fast path: an array without holes.
    if let Some(values) = cell::vector_of_array(&vm.heap, list)
        && let Some(place) = vm.execution.stack.get_mut(first + 1..first + 1 + length)
        && values.len() == length
    {
        place.copy_from_slice(values);
        return Ok(Some((function, length)));
    }
    for index in 0..length {
        vm.execution.stack[first + 1 + index] = copyable_value(vm, list, index).unwrap_or(Value::UNDEFINED);
    }
    Ok(Some((function, length)))
}

/// `f.apply(x, arguments)` in a function whose `arguments` object is made on demand: callee, `this` and x lie at
/// `base`.
///
/// Not observable: if Function.prototype.apply is called, it would read the values of an object that nobody else has.
pub(crate) fn enter_apply(vm: &mut Vm, base: usize, dst: u8, in_tail: bool) -> Completion<Entered> {
    let (callee, first) = (vm.execution.stack[base], base + 1);
    let (callee, count) = if is_apply(vm, callee, first) && vm.known_arguments().is_undefined() {
        replace_own_apply(vm, first)?
    } else {
        let arguments = vm.arguments_on_demand()?;
        vm.execution.stack[first + 2] = arguments;
        (callee, 2)
    };
    if in_tail {
        return enter_tail_call(vm, callee, first, count, dst);
    }
    enter_call(vm, callee, first, count, dst)
}

fn is_apply(vm: &Vm, callee: Value, first: usize) -> bool {
    let Some((number, realm)) = callee.as_object().and_then(|callee| vm.heap.native_function(callee)) else {
        return false;
    };
    function::native(vm, number).role == Role::Apply && gives_place(vm, Role::Apply, realm, (first, 2), false)
}

/// [`replace_apply`] with the arguments of the running function: mapped ones have the present values of the parameters.
fn replace_own_apply(vm: &mut Vm, first: usize) -> Completion<(Value, usize)> {
    let frame = *vm.frame();
    let kept = vm.place_of_arguments(&frame).unwrap_or_default();
    let count = kept.len();
    vm.work(count as u64 / ARGUMENTS_PER_TICK)?;
    vm.reserve_stack(first, count + 1)?;
    let function = vm.execution.stack[first];
    (vm.execution.stack[first - 1], vm.execution.stack[first]) = (function, vm.execution.stack[first + 1]);
    vm.execution.stack.copy_within(kept, first + 1);
    let code = vm.heap.code_block(frame.code).register_code();
    if let Some(mapped) = code.arguments.as_ref().and_then(|arguments| arguments.mapped.as_ref()) {
        let parameters = &code.scopes[usize::from(mapped.scope)].bindings;
        for (index, binding) in mapped.bindings.iter().enumerate().take(count) {
            if let Some(binding) = binding {
                let register = parameters[*binding as usize].register as usize;
                vm.execution.stack[first + 1 + index] = vm.execution.stack[frame.base as usize + register];
            }
        }
    }
    Ok((function, count))
}

/// The call of a proxy, ECMA-262 10.5.12, in the caller's place: of the target, or of the trap.
#[cold]
fn replace_proxy(vm: &mut Vm, proxy: ObjectId, first: usize, count: usize) -> Completion<(Value, usize)> {
    let this = vm.execution.stack[first];
    match proxy::callee_of_proxy(vm, proxy, this, (first + 1, count), None)? {
        Callee::Target(target) => {
            vm.execution.stack[first - 1] = Value::object(target);
            Ok((Value::object(target), count))
        }
        Callee::Trap { function, handler, arguments } => {
            vm.reserve_stack(first, arguments.len() + 1)?;
            vm.execution.stack[first + 1..=first + arguments.len()].copy_from_slice(&arguments);
            (vm.execution.stack[first - 1], vm.execution.stack[first]) = (Value::object(function), handler);
            Ok((Value::object(function), arguments.len()))
        }
    }
}

/// Number of values that CreateListFromArrayLike would take from the object, if these are at most this many, and no script
/// is needed to know them.
pub(crate) fn copyable_length(vm: &Vm, object: ObjectId, most: usize) -> Option<usize> {
    // Fast path: an array without holes.
    if let Some(values) = cell::vector_of_array(&vm.heap, object) {
        let is_whole = values.len() <= most && vm.heap.length_of_array(object) == u32::try_from(values.len()).ok();
        return (is_whole && values.iter().all(|value| !value.is_empty())).then_some(values.len());
    }
    let values = vm.heap.elements(object).as_dense().filter(|values| values.len() <= most)?;
    let is_whole = match vm.heap.kind(object) {
        Kind::Array(length) => length as usize == values.len(),
        Kind::UnmappedArguments | Kind::MappedArguments(_) => {
            let length = vm.heap.stored_property(object, keys::LENGTH);
            length.is_some_and(|property| property.value == Value::int(values.len() as i32))
        }
        _ => false,
    };
    let is_known = |index| copyable_value(vm, object, index).is_some();
    (is_whole && (0..values.len()).all(is_known)).then_some(values.len())
}

pub(crate) fn copyable_value(vm: &Vm, object: ObjectId, index: usize) -> Option<Value> {
    let value = *vm.heap.elements(object).as_dense()?.get(index)?;
    if !value.is_empty() {
        return Some(value);
    }
    let key = PropertyKey::from_index(index as u32)?;
    arguments::mapped_own_property(vm, object, key).map(|property| property.value)
}

#[cold]
fn not_callable<T>(vm: &mut Vm, callee: Value, receiver: Value) -> Completion<T> {
    let what = describe_callee(vm, callee);
    let error = vm.new_error(ErrorKind::TypeError, &messages::not_callable(&what));
    // The object is new: a collection under way has not seen it yet, but what it refers to.
    if let Some(ObjectKind::Error(data)) = error.as_object().and_then(|error| vm.heap.kind_mut(error)) {
        data.receiver = receiver;
    }
    Err(Throw::Exception(error))
}

/// Makes a call in tail position. It replaces the running frame if the engine's setting says so for its code. A
/// constructor waits for the value, native code has no frame, and script code can refuse. Those are ordinary calls,
/// whose value goes to `dst` and is returned by the next instruction.
#[inline(never)]
pub fn enter_tail_call(vm: &mut Vm, callee: Value, first: usize, count: usize, dst: u8) -> Completion<Entered> {
    let Frame { kind, code, .. } = *vm.frame();
    let ends_plainly = matches!(kind, FrameKind::Call | FrameKind::Setter | FrameKind::Entry);
    let gives_place = ends_plainly && vm.heap.code_block(code).makes_tail_calls;
    enter_any_call(vm, callee, first, count, dst, gives_place)
}

/// Returns whether the code may replace the running frame. Where a run of the loop began, only code of the same realm
/// may: whoever began the run has entered that realm for it. Frames of setters cannot be suspended.
fn takes_place(vm: &Vm, code: CodeId) -> bool {
    let (is_same_machine, code) = (vm.goes_on_with(code), vm.heap.code_cell(code));
    is_same_machine
        && !code.refuses_tail_calls
        && match vm.frame().kind {
            FrameKind::Call => true,
            FrameKind::Setter => code.activation == ActivationKind::Plain,
            _ => code.block.realm == vm.heap.code_block(vm.frame().code).realm,
        }
}

/// PrepareForTailCall, ECMA-262 15.10.3, and the call: the running frame ends, and the callee's begins in its place.
fn replace_frame(
    vm: &mut Vm,
    (object, code, environment): (ObjectId, CodeId, Option<RecordId>),
    first: usize,
    count: usize,
) -> Completion<Entered> {
    let Some(frame) = vm.pop_frame() else { return Ok(Entered::Value(Value::UNDEFINED)) };
    let base = vm.place_of_call(&frame);
    vm.execution.stack.copy_within(first..=first + count, base);
    match vm.push_frame(object, code, environment, base, count, frame.dst, frame.kind) {
        Ok(()) => Ok(Entered::Frame),
        // The frame that it was to replace is gone.
        Err(thrown) if frame.kind.is_entry() => Ok(Entered::Exit(thrown.into())),
        Err(thrown) => Err(thrown),
    }
}

/// `new` by register code. The usual constructor has code for the same machine, its original `prototype`, and has made
/// an object before.
#[inline(never)]
pub fn enter_new_here(vm: &mut Vm, constructor: Value, first: usize, count: usize, dst: u8) -> Completion<Entered> {
    if let Some(object) = constructor.as_object()
        && let Some(entered) = enter_constructor_here(vm, object, object, first, count, dst)
    {
        return entered;
    }
    enter_new(vm, constructor, first, count, dst)
}

/// Fast path: [[Construct]], ECMA-262 10.2.2, of such a constructor. None, and nothing is done, for others, and if a
/// safepoint is due.
#[inline(always)]
pub(super) fn enter_constructor_here(
    vm: &mut Vm,
    constructor: ObjectId,
    new_target: ObjectId,
    first: usize,
    count: usize,
    dst: u8,
) -> Option<Completion<Entered>> {
    let (code, environment) = vm.heap.closure(constructor)?;
    let cell = vm.heap.code_cell(code);
    if cell.block.constructs_plainly_in != Some(vm.realm.id) || !vm.heap.has_construct(constructor) {
        return None;
    }
    let made = match cell.class {
        // `super()` makes the object.
        Some(ClassKind::Derived) => None,
        _ => {
            let prototype = plain_prototype(vm, new_target)?;
            let (cached, shape) = cell.block.construct_cache.get()?;
            if cached != prototype {
                return None;
            }
            Some((shape, cell.block.construct_room.get() as usize))
        }
    };
    if !vm.heap.budget.spend_for_fast_path() {
        return None;
    }
    vm.execution.stack[first] = match made {
        Some((shape, room)) => Value::object(cell::new_plain_object_with(&mut vm.heap, shape, room, &[])),
        None => Value::UNDEFINED,
    };
    let pushed = vm.push_frame(constructor, code, environment, first, count, dst, FrameKind::Construct);
    Some(pushed.map(|()| Entered::Frame))
}

/// `new`: the arguments are on the stack after `first`, which becomes `this`.
pub fn enter_new(vm: &mut Vm, constructor: Value, first: usize, count: usize, dst: u8) -> Completion<Entered> {
    let Some(object) = constructor.as_object().filter(|&object| vm.heap.has_construct(object)) else {
        let what = describe_callee(vm, constructor);
        return vm.type_error(messages::not_a_constructor(&what));
    };
    if vm.heap.budget.spend(1) && vm.safepoint_of_window(first + 1 + count)? {
        return Ok(Entered::Exit(LoopExit::Paused));
    }
    match vm.heap.kind(object) {
        Kind::Closure(Closure { code, environment, .. }) => {
            vm.execution.stack[first] = object_to_construct(vm, object, code)?;
            enter_closure(vm, (object, code, environment), first, count, dst, FrameKind::Construct)
        }
        Kind::Native { .. } | Kind::Host(_) => {
            vm.execution.stack[first] = Value::UNDEFINED;
            Ok(Entered::Value(vm.call_native(object, first, count, Some(object))?))
        }
        _ => {
            let arguments = vm.execution.stack[first + 1..=first + count].to_vec();
            Ok(Entered::Value(Value::object(vm.construct(object, &arguments, object)?)))
        }
    }
}

/// Initial `this` of a constructor with that code: an object with the `prototype` of the new target; nothing in derived
/// ones.
pub(crate) fn object_to_construct(vm: &mut Vm, new_target: ObjectId, code: CodeId) -> Completion<Value> {
    if vm.heap.code_cell(code).class == Some(ClassKind::Derived) {
        return Ok(Value::UNDEFINED);
    }
    let shape = construct_shape(vm, new_target, code)?;
    let room = vm.heap.code_block(code).construct_room.get() as usize;
    Ok(Value::object(cell::new_plain_object_with(&mut vm.heap, shape, room, &[])))
}

/// The `prototype` of a closure that has only the properties it was made with, or of a class.
#[inline(always)]
fn plain_prototype(vm: &Vm, constructor: ObjectId) -> Option<ObjectId> {
    let shape = vm.heap.shape_of(constructor);
    let is_plain = shape == vm.realm.shapes.constructor_with_prototype || shape == vm.realm.shapes.class;
    if is_plain { vm.heap.slot(constructor, PROTOTYPE_SLOT).as_object() } else { prototype_of_class(vm, constructor) }
}

/// The `prototype` of a class, which nobody can change.
fn prototype_of_class(vm: &Vm, constructor: ObjectId) -> Option<ObjectId> {
    let (code, _) = vm.heap.closure(constructor)?;
    vm.heap.code_cell(code).class?;
    // An object with a shared shape has lost nothing, so the property is at its first place.
    if !vm.heap[vm.heap.shape_of(constructor)].dictionary {
        return vm.heap.slot(constructor, PROTOTYPE_SLOT).as_object();
    }
    vm.heap.stored_property(constructor, keys::PROTOTYPE)?.value.as_object()
}

/// The shape of objects that `new` makes with a closure: empty, with the closure's `prototype`.
pub(crate) fn construct_shape(vm: &mut Vm, constructor: ObjectId, code: CodeId) -> Completion<ShapeId> {
    let prototype = match plain_prototype(vm, constructor) {
        Some(prototype) => prototype,
        None => function::prototype_from_constructor(vm, constructor, |intrinsics| intrinsics.object_prototype)?,
    };
    if let Some((cached, shape)) = vm.heap.code_block(code).construct_cache.get()
        && cached == prototype
    {
        return Ok(shape);
    }
    let shape = shape::root_shape(&mut vm.heap, Some(prototype), Class::Ordinary);
    vm.heap.code_cell(code).learn_construct_shape(prototype, shape);
    Ok(shape)
}

/// Describes the callee of the running instruction in messages: by its source text if that is a name, otherwise by its
/// value.
fn describe_callee(vm: &mut Vm, value: Value) -> String {
    if let Some(key) = called_method_of_iterator(vm) {
        return vm.heap.describe_key(key);
    }
    let code = vm.running_code();
    let at = code.source_offset(vm.execution.pc);
    let start = code.template().chains.offset(at);
    match callee_text(code.unit.unit.source.text(), start as usize, at as usize) {
        Some(text) => text,
        None => messages::describe(vm, value),
    }
}

/// Returns which method of an iterator the running instruction calls, if it is stack code: `next` lies in a place below
/// the values, and `return` was read just now, before the iterator was pushed. The text at the position of the call is that of
/// the iterable.
fn called_method_of_iterator(vm: &Vm) -> Option<PropertyKey> {
    use StackInstruction::{CallV, Exch, Forget, Held, Loc};
    let Code::Stack(code) = &vm.heap.code_block(vm.execution.frames.last()?.code).template().code else { return None };
    let at = vm.execution.stack_machine.activations.last()?.pc.checked_sub(1)?;
    if !matches!(code.instructions.get(at), Some(CallV(0))) {
        return None;
    }
    let mut before = code.instructions.get(..at)?.iter().rev().take(3);
    match before.find(|before| !matches!(before, Loc(_) | Forget(_))) {
        Some(Held(_)) => Some(keys::NEXT),
        Some(Exch) => Some(keys::RETURN),
        _ => None,
    }
}

/// Source text of the operand at the position of the running instruction.
pub(crate) fn text_of_operand(vm: &Vm) -> Option<String> {
    let code = vm.heap.code_block(vm.execution.frames.last()?.code);
    operand_text(code.unit.unit.source.text(), code.source_offset(vm.execution.pc) as usize)
}

/// Returns whether the running instruction iterates over its operand.
pub(crate) fn iterates_over_operand(vm: &Vm) -> bool {
    let Some(frame) = vm.execution.frames.last() else { return false };
    match &vm.heap.code_block(frame.code).template().code {
        Code::Register(code) => {
            use Instruction::{AppendIterable, GetIterator};
            let at = vm.execution.pc.checked_sub(1).and_then(|at| code.instructions.get(at as usize));
            let is_async = matches!(at, Some(Instruction::Intrinsic { which, .. })
                if *which == Intrinsic::AsyncIterator as u8);
            is_async || matches!(at, Some(GetIterator { .. } | AppendIterable { .. }))
        }
        Code::Stack(code) => {
            use StackInstruction::{GetAsyncIterator, GetIterator, Spread};
            let activation = vm.execution.stack_machine.activations.last();
            let at = activation.and_then(|activation| code.instructions.get(activation.pc.wrapping_sub(1)));
            matches!(at, Some(GetIterator | GetAsyncIterator | Spread))
        }
    }
}
