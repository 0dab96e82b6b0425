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
//! A proxy without the trap gives its place to its target: chains of such proxies are followed in loops, whatever their length.
//! A trap is called natively, at the price of native stack, so traps that lead to traps end in a RangeError. What a trap says is
//! compared with the target by the target's own internal methods, which may run script again: all that is held meanwhile is kept.

mod calls;
mod keys;
mod properties;
mod prototype;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::object::{Flags, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// What an internal method of a proxy finds when it looks for its trap.
enum Trapped {
    By(Trap),
    /// No proxy from here down to this object has one.
    Not(ObjectId),
}

/// A trap, and what it is called with. All three are kept alive.
#[derive(Copy, Clone)]
struct Trap {
    function: Value,
    handler: Value,
    target: ObjectId,
}

/// How often a walk along a prototype chain has gone on behind a proxy. Chains that have proxies may have no end.
#[derive(Copy, Clone, Default)]
pub struct Detours(pub(crate) u32);

impl Detours {
    const MOST: u32 = 100_000;

    pub(crate) fn count(&mut self, vm: &mut Vm) -> Completion<()> {
        self.0 += 1;
        if self.0 > Detours::MOST { vm.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
    }

    /// The same where the object may be no proxy.
    pub fn pass(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<()> {
        if vm.heap.is_proxy(object) { self.count(vm) } else { Ok(()) }
    }
}

impl Vm {
    /// ProxyCreate ( target, handler ), 10.5.14
    pub fn new_proxy(&mut self, target: Value, handler: Value) -> Completion<ObjectId> {
        let (Some(target), Some(handler)) = (target.as_object(), handler.as_object()) else {
            return self.type_error("Cannot create proxy with a non-object as target or handler");
        };
        let callable = self.heap.has_call(target);
        let is_constructor = self.heap.has_construct(target);
        let proxy = self.heap.new_object_with_prototype(None, ObjectKind::Proxy { target, handler, callable });
        if is_constructor {
            self.heap.insert_flag(proxy, Flags::CONSTRUCTOR);
        }
        Ok(proxy)
    }

    /// Target and handler, as ValidateNonRevokedProxy, 10.5.15, gives them to who looks for a trap.
    fn proxy_parts(&mut self, proxy: ObjectId, trap: Option<PropertyKey>) -> Completion<Option<(ObjectId, ObjectId)>> {
        match self.heap.kind(proxy) {
            Kind::Proxy { target, .. } if target == self.heap.nothing => {
                let trap = trap.map(|trap| self.heap.describe_key(trap));
                self.type_error(messages::revoked(trap.as_deref()))
            }
            Kind::Proxy { target, handler, .. } => Ok(Some((target, handler))),
            _ => Ok(None),
        }
    }

    /// The object behind a chain of proxies; a TypeError where one of them was revoked.
    pub(crate) fn behind_proxies(&mut self, mut object: ObjectId) -> Completion<ObjectId> {
        while let Some((target, _)) = self.proxy_parts(object, None)? {
            object = target;
            self.tick(1)?;
        }
        Ok(object)
    }

    /// IsArray ( argument ), ECMA-262 7.2.2
    pub fn is_array(&mut self, value: Value) -> Completion<bool> {
        let Some(object) = value.as_object() else { return Ok(false) };
        if self.heap.is_array(object) {
            return Ok(true);
        }
        let object = self.behind_proxies(object)?;
        Ok(self.heap.is_array(object))
    }

    /// The trap of that name of a proxy, or of the first one behind it that has it. What was found is kept: somebody around this
    /// releases it.
    fn find_trap(&mut self, mut proxy: ObjectId, name: PropertyKey) -> Completion<Trapped> {
        self.check_native_stack()?;
        let mark = self.kept_mark();
        while let Some((target, handler)) = self.proxy_parts(proxy, Some(name))? {
            self.tick(1)?;
            self.release_kept(mark);
            let handler = Value::object(handler);
            self.keep(Value::object(target));
            self.keep(handler);
            let function = self.get_remembered(handler, name)?;
            if self.heap.is_callable(function) {
                self.keep(function);
                return Ok(Trapped::By(Trap { function, handler, target }));
            }
            if !function.is_nullish() {
                let (trap, found) = (self.heap.describe_key(name), self.describe(function));
                return self.type_error(messages::trap_not_callable(&trap, &found));
            }
            proxy = target;
        }
        Ok(Trapped::Not(proxy))
    }

    /// Calls a trap with its target and what comes then.
    fn call_trap<const N: usize>(&mut self, trap: Trap, arguments: [Value; N]) -> Completion<Value> {
        self.call(trap.function, trap.handler, &arguments)
    }

    /// The same of traps that answer yes or no.
    fn ask_trap<const N: usize>(&mut self, trap: Trap, arguments: [Value; N]) -> Completion<bool> {
        let answer = self.call_trap(trap, arguments)?;
        Ok(self.heap.to_boolean(answer))
    }

    /// A trap has said what cannot be.
    #[cold]
    fn broken_invariant<T>(&mut self, trap: &str, key: Option<PropertyKey>, why: &str) -> Completion<T> {
        let key = key.map_or(String::new(), |key| format!(" for '{}'", self.heap.describe_key(key)));
        self.type_error(format!("The trap '{trap}' of a proxy gave a wrong answer{key}: {why}"))
    }
}
