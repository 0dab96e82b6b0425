//! Proxy exotic objects, ECMA-262 10.5.
//!
//! ```text
//! proxy        what a proxy is; the trap that an internal method looks for
//! prototype    the internal methods without a key
//! properties   those with one
//! keys         [[OwnPropertyKeys]]
//! calls        [[Call]] and [[Construct]]
//! ```
//!
//! A proxy without the trap passes the request to its target. Chains of such proxies are followed in loops, whatever
//! their length. A trap is called natively, at the price of native stack, so traps that lead to traps end in a
//! RangeError. Answers of a trap are compared with the target by the target's own internal methods, which may run
//! script again. All held values are kept meanwhile.

mod calls;
mod keys;
mod properties;
mod prototype;

pub(crate) use calls::*;
pub(crate) use keys::*;
pub(crate) use properties::*;
pub(crate) use prototype::*;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::object::Proxy;
use crate::object::{Flags, Kind, ObjectKind};
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// Result of the search for a trap.
enum Trapped {
    By(Trap),
    /// No proxy from here down to this object has the trap.
    Not(ObjectId),
}

/// A trap, its handler and its target. All three are kept alive.
#[derive(Copy, Clone)]
struct Trap {
    function: Value,
    handler: Value,
    target: ObjectId,
}

/// Number of proxies that a walk along a prototype chain has passed. Chains with proxies may have no end.
#[derive(Copy, Clone, Default)]
pub struct Detours(pub(crate) u32);

impl Detours {
    const MOST: u32 = 100_000;

    pub(crate) fn count(&mut self, vm: &mut Vm) -> Completion<()> {
        self.0 += 1;
        if self.0 > Detours::MOST { vm.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
    }

    /// Counts an object on the way, if it is a proxy.
    pub fn pass(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<()> {
        if vm.heap.is_proxy(object) { self.count(vm) } else { Ok(()) }
    }
}

/// ProxyCreate ( target, handler ), 10.5.14
pub fn new_proxy(vm: &mut Vm, target: Value, handler: Value) -> Completion<ObjectId> {
    let (Some(target), Some(handler)) = (target.as_object(), handler.as_object()) else {
        return vm.type_error("Cannot create proxy with a non-object as target or handler");
    };
    let callable = vm.heap.has_call(target);
    let is_constructor = vm.heap.has_construct(target);
    let proxy = vm.heap.new_object_with_prototype(None, ObjectKind::Proxy(Proxy { target, handler, callable }));
    if is_constructor {
        vm.heap.insert_flag(proxy, Flags::CONSTRUCTOR);
    }
    Ok(proxy)
}

/// Target and handler, as ValidateNonRevokedProxy, 10.5.15, gives them to the search for a trap.
fn proxy_parts(vm: &mut Vm, proxy: ObjectId, trap: Option<PropertyKey>) -> Completion<Option<(ObjectId, ObjectId)>> {
    match vm.heap.kind(proxy) {
        Kind::Proxy(Proxy { target, .. }) if target == vm.heap.nothing => {
            let trap = trap.map(|trap| vm.heap.describe_key(trap));
            vm.type_error(messages::revoked(trap.as_deref()))
        }
        Kind::Proxy(Proxy { target, handler, .. }) => Ok(Some((target, handler))),
        _ => Ok(None),
    }
}

/// The object behind a chain of proxies; a TypeError if one of them was revoked.
pub(crate) fn behind_proxies(vm: &mut Vm, mut object: ObjectId) -> Completion<ObjectId> {
    while let Some((target, _)) = proxy_parts(vm, object, None)? {
        object = target;
        vm.work(1)?;
    }
    Ok(object)
}

/// IsArray ( argument ), ECMA-262 7.2.2
pub fn is_array(vm: &mut Vm, value: Value) -> Completion<bool> {
    let Some(object) = value.as_object() else { return Ok(false) };
    if vm.heap.is_array(object) {
        return Ok(true);
    }
    let object = behind_proxies(vm, object)?;
    Ok(vm.heap.is_array(object))
}

/// Finds the trap of that name of a proxy, or of the first one behind it that has it. The finding is kept; the caller
/// releases it.
fn find_trap(vm: &mut Vm, mut proxy: ObjectId, name: PropertyKey) -> Completion<Trapped> {
    vm.check_native_stack()?;
    let mark = vm.kept_mark();
    while let Some((target, handler)) = proxy_parts(vm, proxy, Some(name))? {
        vm.work(1)?;
        vm.release_kept(mark);
        let handler = Value::object(handler);
        vm.keep(Value::object(target));
        vm.keep(handler);
        let function = get::get_remembered(vm, handler, name)?;
        if vm.heap.is_callable(function) {
            vm.keep(function);
            return Ok(Trapped::By(Trap { function, handler, target }));
        }
        if !function.is_nullish() {
            let (trap, found) = (vm.heap.describe_key(name), messages::describe(vm, function));
            return vm.type_error(messages::trap_not_callable(&trap, &found));
        }
        proxy = target;
    }
    Ok(Trapped::Not(proxy))
}

/// Calls a trap with its target and further arguments.
fn call_trap<const N: usize>(vm: &mut Vm, trap: Trap, arguments: [Value; N]) -> Completion<Value> {
    vm.call(trap.function, trap.handler, &arguments)
}

/// Calls a trap that answers yes or no.
fn ask_trap<const N: usize>(vm: &mut Vm, trap: Trap, arguments: [Value; N]) -> Completion<bool> {
    let answer = call_trap(vm, trap, arguments)?;
    Ok(vm.heap.to_boolean(answer))
}

/// Throws the TypeError of a trap that has given an impossible answer.
#[cold]
fn broken_invariant<T>(vm: &mut Vm, trap: &str, key: Option<PropertyKey>, why: &str) -> Completion<T> {
    let key = key.map_or(String::new(), |key| format!(" for '{}'", vm.heap.describe_key(key)));
    vm.type_error(format!("The trap '{trap}' of a proxy gave a wrong answer{key}: {why}"))
}
