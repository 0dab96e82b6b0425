//! The Proxy constructor, ECMA-262 28.2. The engine implements proxies, in its `object/proxy`.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::object::{Kind, ObjectKind, Proxy};
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("Proxy", 2, construct);

static FUNCTIONS: &[NativeFunction] = &[method("revocable", 2, revocable)];

/// The function that `Proxy.revocable` returns with a proxy; it captures the proxy.
static REVOKE: NativeFunction =
    method("", 0, revoke).capturing([Captured::Proxy, Captured::Nothing, Captured::Nothing]);

pub(crate) static CLOSURES: &[&NativeFunction] = &[&REVOKE];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    // It has no `prototype`: proxies have that of their targets.
    let constructor = function::new_native_function(realm.vm, &CONSTRUCTOR);
    realm.methods(constructor, FUNCTIONS)?;
    realm.global("Proxy", Value::object(constructor))
}

/// Proxy ( target, handler ), ECMA-262 28.2.1.1
fn construct(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("Proxy"));
    }
    let [target, handler] = [0, 1].map(|index| call.argument(vm, index));
    proxy::new_proxy(vm, target, handler).map(Value::object)
}

/// Proxy.revocable ( target, handler ), ECMA-262 28.2.2.1
fn revocable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let proxy = call.argument(vm, 1);
    let proxy = Value::object(proxy::new_proxy(vm, argument, proxy)?);
    vm.keep(proxy);
    let revoke = Value::object(function::new_native_closure(vm, &REVOKE, [proxy, Value::UNDEFINED, Value::UNDEFINED]));
    vm.keep(revoke);
    let result = vm.new_plain_object();
    for (name, value) in [("proxy", proxy), ("revoke", revoke)] {
        let key = vm.heap.key(name);
        vm.heap.store_property(result, key, value, Attributes::ALL)?;
    }
    Ok(Value::object(result))
}

/// Proxy revocation functions, ECMA-262 28.2.2.1.1
fn revoke(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(proxy) = vm.heap.captured(call.callee, 0).as_object() {
        vm.heap.set_captured(call.callee, 0, Value::NULL);
        if let Kind::Proxy(slots) = vm.heap.kind(proxy) {
            let nothing = vm.heap.nothing();
            let revoked = Proxy { target: nothing, handler: nothing, ..slots };
            vm.heap.set_internal_slots(proxy, ObjectKind::Proxy(revoked));
        }
    }
    Ok(Value::UNDEFINED)
}
