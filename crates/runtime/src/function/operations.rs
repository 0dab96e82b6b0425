//! Making function objects, their `prototype`, and what constructors and realms are asked of them.

use ferrotape_bytecode::ActivationKind;

use super::{BoundFunction, Call, Closure, Native, NativeClosure, NativeFunction};
use crate::cell;
use crate::error::Completion;
use crate::heap::{CodeId, ObjectId, RealmId, RecordId, StringId};
use crate::names::keys;
use crate::object::{self, Flags, Kind, ObjectKind, proxy};
use crate::properties;
use crate::property_key::PropertyKey;
use crate::realm::{self, Intrinsics};
use crate::stack_trace;
use crate::value::Value;
use crate::vm::Vm;

/// Makes a closure of the code in an environment (OrdinaryFunctionCreate, ECMA-262 10.2.3). Its `prototype` is made on
/// first access.
#[inline]
pub fn new_closure(vm: &mut Vm, code: CodeId, environment: Option<RecordId>) -> ObjectId {
    let cell = vm.heap.code_cell(code);
    let length = Value::int(cell.length as i32);
    let (name, is_constructor) = (cell.name, cell.is_constructor);
    let shapes = &vm.realm.shapes;
    let shape = match cell.activation {
        ActivationKind::Plain if is_constructor => shapes.constructor,
        ActivationKind::Plain => shapes.function,
        ActivationKind::Generator => shapes.generator_function,
        ActivationKind::Async => shapes.async_function,
        ActivationKind::AsyncGenerator => shapes.async_generator_function,
    };
    let flags = if is_constructor { Flags::CONSTRUCTOR } else { Flags::default() };
    cell::new_closure_cell(&mut vm.heap, shape, flags, (code, environment), [length, Value::string(name), Value::EMPTY])
}

/// MakeMethod, ECMA-262 10.2.7: `super` in the closure begins at the prototype of `home`.
pub fn make_method(vm: &mut Vm, closure: ObjectId, home: ObjectId) {
    cell::set_home_object(&mut vm.heap, closure, home);
}

/// [[HomeObject]] of a closure.
pub fn home_object(vm: &Vm, function: ObjectId) -> Option<ObjectId> {
    match vm.heap.kind(function) {
        Kind::Closure(Closure { home, .. }) => Some(home).filter(|&home| home != vm.heap.nothing),
        _ => None,
    }
}

/// Makes a function object of a built-in, in the current realm.
pub fn new_native_function(vm: &mut Vm, function: &'static NativeFunction) -> ObjectId {
    let name = vm.heap.intern_text(function.name);
    let kind = ObjectKind::Native(Native { function: vm.host.natives.number_of(function), realm: vm.realm.id });
    new_function_object(vm, kind, function.length.into(), name, function.is_constructor)
}

/// Makes a function object of a built-in that captures values, in the current realm. List the function in its
/// [`Part`](crate::realm::Part), so that snapshots can have such objects.
pub fn new_native_closure(vm: &mut Vm, function: &'static NativeFunction, captured: [Value; 3]) -> ObjectId {
    let number = vm.host.natives.number_of(function);
    let closure = NativeClosure { native: Native { function: number, realm: vm.realm.id }, captured };
    let name = vm.heap.intern_text(function.name);
    new_function_object(vm, ObjectKind::NativeClosure(Box::new(closure)), function.length.into(), name, false)
}

/// BoundFunctionCreate ( targetFunction, boundThis, boundArgs ), ECMA-262 10.4.1.3, still without `length` and `name`.
pub fn new_bound_function(vm: &mut Vm, target: ObjectId, this: Value, arguments: Box<[Value]>) -> Completion<ObjectId> {
    let prototype = object::get_prototype_of(vm, target)?;
    let is_constructor = vm.heap.has_construct(target);
    let bound = BoundFunction { target, this, arguments };
    let function = vm.heap.new_object_with_prototype(prototype, ObjectKind::Bound(Box::new(bound)));
    if is_constructor {
        vm.heap.insert_flag(function, Flags::CONSTRUCTOR);
    }
    Ok(function)
}

/// Makes a function object of native code with its length and name, and without a `prototype`.
pub(super) fn new_function_object(
    vm: &mut Vm,
    kind: ObjectKind,
    length: i32,
    name: StringId,
    is_constructor: bool,
) -> ObjectId {
    let slots = [Value::int(length), Value::string(name)];
    let function = vm.heap.new_object_with(vm.realm.shapes.function, kind, &slots);
    if is_constructor {
        vm.heap.insert_flag(function, Flags::CONSTRUCTOR);
    }
    function
}

/// Makes, stores and returns the value of a lazy property: the `prototype` of a closure, the text of `stack`, a
/// built-in global.
#[cold]
#[inline(never)]
pub fn materialize(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Value> {
    if let Some(realm) = vm.heap.realm_of_global(object) {
        return Ok(realm::make_global(vm, object, realm, key));
    }
    let value = if key == keys::PROTOTYPE {
        let realm = function_realm(vm, object)?;
        Value::object(new_prototype_property(vm, object, realm)?)
    } else {
        stack_trace::make(vm, object, key)?
    };
    properties::replace_lazy(&mut vm.heap, object, key, value);
    Ok(value)
}

/// Makes the `prototype` of a closure on first access. That of generators has no `constructor`.
fn new_prototype_property(vm: &mut Vm, function: ObjectId, realm: RealmId) -> Completion<ObjectId> {
    let activation = vm.heap.closure(function).map(|(code, _)| vm.heap.code_cell(code).activation);
    let intrinsics = &vm.heap.realm(realm).intrinsics;
    let parent = match activation {
        Some(ActivationKind::Generator) => intrinsics.generator_prototype,
        Some(ActivationKind::AsyncGenerator) => intrinsics.async_generator_prototype,
        Some(ActivationKind::Plain | ActivationKind::Async) | None => {
            let shape = vm.heap.realm(realm).shapes.prototype;
            return Ok(vm.heap.new_object_with(shape, ObjectKind::Ordinary, &[Value::object(function)]));
        }
    };
    Ok(vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary))
}

/// The prototype of the object that a built-in constructor makes: GetPrototypeFromConstructor, ECMA-262 10.1.14, of the new
/// target. Without `new` that is the running function itself.
pub fn prototype_for_new(
    vm: &mut Vm,
    call: Call,
    default: impl FnOnce(&Intrinsics) -> ObjectId,
) -> Completion<ObjectId> {
    match call.new_target {
        Some(new_target) if new_target != call.callee => prototype_from_constructor(vm, new_target, default),
        // Fast path: the `prototype` of a built-in constructor cannot be changed.
        _ => Ok(default(realm::intrinsics(vm))),
    }
}

/// GetPrototypeFromConstructor, ECMA-262 10.1.14. `default` gets the intrinsics of the constructor's realm.
pub fn prototype_from_constructor(
    vm: &mut Vm,
    constructor: ObjectId,
    default: impl FnOnce(&Intrinsics) -> ObjectId,
) -> Completion<ObjectId> {
    if let Some(prototype) = object::get(vm, constructor, keys::PROTOTYPE)?.as_object() {
        return Ok(prototype);
    }
    let realm = function_realm(vm, constructor)?;
    Ok(default(&vm.heap.realm(realm).intrinsics))
}

/// GetFunctionRealm, ECMA-262 7.3.22
pub fn function_realm(vm: &mut Vm, mut function: ObjectId) -> Completion<RealmId> {
    loop {
        match vm.heap.kind(function) {
            Kind::Closure(Closure { code, .. }) => return Ok(vm.heap.code_block(code).realm),
            Kind::Native(Native { realm, .. }) => return Ok(realm),
            Kind::Host(host) => return Ok(host.realm),
            Kind::Bound(bound) => function = bound.target,
            Kind::Proxy { .. } => function = proxy::behind_proxies(vm, function)?,
            _ => return Ok(vm.realm.id),
        }
        vm.work(1)?;
    }
}
