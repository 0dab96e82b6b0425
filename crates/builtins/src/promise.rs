//! The Promise constructor and prototype, ECMA-262 27.2. The engine implements promises, in its `promise.rs`.
//!
//! ```text
//! combinators   all, allKeyed, allSettled, allSettledKeyed, any, race
//! ```

mod combinators;

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::operations::get;
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::species;

static CONSTRUCTOR: NativeFunction = constructor("Promise", 1, promise);

static FUNCTIONS: &[NativeFunction] = &[
    method("all", 1, combinators::all),
    method("allKeyed", 1, combinators::all_keyed),
    method("allSettled", 1, combinators::all_settled),
    method("allSettledKeyed", 1, combinators::all_settled_keyed),
    method("any", 1, combinators::any),
    method("race", 1, combinators::race),
    method("reject", 1, reject),
    method("resolve", 1, resolve),
    method("try", 1, r#try),
    method("withResolvers", 0, with_resolvers),
];

static METHODS: &[NativeFunction] =
    &[method("catch", 1, catch), method("finally", 1, finally), method("then", 2, then)];

pub(crate) static CLOSURES: &[&NativeFunction] = &[
    &THEN_FINALLY,
    &CATCH_FINALLY,
    &GIVE,
    &THROW,
    &combinators::ALL_FULFILLED,
    &combinators::SETTLED_FULFILLED,
    &combinators::SETTLED_REJECTED,
    &combinators::ANY_REJECTED,
    &combinators::ALL_KEYED_FULFILLED,
    &combinators::SETTLED_KEYED_FULFILLED,
    &combinators::SETTLED_KEYED_REJECTED,
];

// Captures the function given to `finally`, and the constructor of promises.
const OF_FINALLY: [Captured; 3] = [Captured::Function, Captured::Function, Captured::Nothing];
static THEN_FINALLY: NativeFunction = method("", 1, then_finally).capturing(OF_FINALLY);
static CATCH_FINALLY: NativeFunction = method("", 1, catch_finally).capturing(OF_FINALLY);
// Captures the value.
const A_VALUE: [Captured; 3] = [Captured::Value, Captured::Nothing, Captured::Nothing];
static GIVE: NativeFunction = method("", 0, give).capturing(A_VALUE);
static THROW: NativeFunction = method("", 0, throw).capturing(A_VALUE);

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).promise_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.promise = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    species::install(realm, constructor)?;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "Promise")
}

/// Promise ( executor ), ECMA-262 27.2.3.1
fn promise(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error("Promise constructor cannot be invoked without 'new'");
    }
    let executor = call.argument(vm, 0);
    if !vm.heap.is_callable(executor) {
        let found = messages::describe(vm, executor);
        return vm.type_error(format!("Promise resolver {found} is not a function"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.promise_prototype)?;
    let promise = promise::new_promise(vm, Some(prototype));
    vm.keep(Value::object(promise));
    let (resolve, reject) = promise::create_resolving_functions(vm, promise);
    vm.keep(reject);
    match vm.call(executor, Value::UNDEFINED, &[resolve, reject]) {
        Ok(_) => {}
        Err(Throw::Exception(reason)) => {
            vm.call(reject, Value::UNDEFINED, &[reason])?;
        }
        Err(thrown) => return Err(thrown),
    }
    Ok(Value::object(promise))
}

/// Returns the constructor that a function of Promise was called on.
fn this_constructor(vm: &mut Vm, call: Call, function: &str) -> Completion<Value> {
    if call.this.is_object() {
        return Ok(call.this);
    }
    vm.type_error(messages::called_on_non_object(function))
}

/// Promise.reject ( r ), ECMA-262 27.2.4.6
fn reject(vm: &mut Vm, call: Call) -> Completion<Value> {
    let constructor = this_constructor(vm, call, "Promise.reject")?;
    let capability = promise::new_promise_capability(vm, constructor, true)?;
    let reason = call.argument(vm, 0);
    match capability {
        Capability::Promise(promise) => promise::reject_by_script(vm, promise, reason)?,
        _ => promise::reject_capability(vm, &capability, reason)?,
    }
    Ok(capability.promise())
}

/// Promise.resolve ( x ), ECMA-262 27.2.4.7
fn resolve(vm: &mut Vm, call: Call) -> Completion<Value> {
    let constructor = this_constructor(vm, call, "Promise.resolve")?;
    let value = call.argument(vm, 0);
    promise::promise_resolve(vm, constructor, value)
}

/// Promise.try ( callback, ...args ), ECMA-262 27.2.4.8
fn r#try(vm: &mut Vm, call: Call) -> Completion<Value> {
    let constructor = this_constructor(vm, call, "Promise.try")?;
    let capability = promise::new_promise_capability(vm, constructor, true)?;
    vm.heap.room(size_of_val(call.arguments(vm)))?;
    let arguments = call.arguments(vm).get(1..).unwrap_or_default().to_vec();
    let callback = call.argument(vm, 0);
    let result = vm.call(callback, Value::UNDEFINED, &arguments);
    promise::settle_capability(vm, &capability, result)?;
    Ok(capability.promise())
}

/// Promise.withResolvers ( ), ECMA-262 27.2.4.9
fn with_resolvers(vm: &mut Vm, call: Call) -> Completion<Value> {
    let capability = promise::new_promise_capability(vm, call.this, false)?;
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    if let Capability::Functions { promise, resolve, reject } = capability {
        for (name, value) in [("promise", promise), ("resolve", resolve), ("reject", reject)] {
            let key = vm.heap.key(name);
            object::create_data_property_or_throw(vm, object, key, value)?;
        }
    }
    Ok(Value::object(object))
}

/// Promise.prototype.then ( onFulfilled, onRejected ), ECMA-262 27.2.5.4
fn then(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some((promise, _)) = promise::promise(vm, call.this) else {
        let receiver = messages::describe(vm, call.this);
        return vm.type_error(messages::incompatible_receiver("Promise.prototype.then", &receiver));
    };
    let default = realm::intrinsics(vm).promise;
    let constructor = species::species_constructor(vm, promise)?.unwrap_or(default);
    let capability = promise::new_promise_capability(vm, Value::object(constructor), true)?;
    let [on_fulfilled, on_rejected] = [0, 1].map(|index| {
        let handler = call.argument(vm, index);
        if vm.heap.is_callable(handler) { handler } else { Value::EMPTY }
    });
    promise::perform_promise_then(vm, promise, on_fulfilled, on_rejected, capability)?;
    Ok(capability.promise())
}

/// Invoke ( V, P, argumentsList ), ECMA-262 7.3.20
fn invoke(vm: &mut Vm, value: Value, key: PropertyKey, arguments: &[Value]) -> Completion<Value> {
    let function = get::get_remembered(vm, value, key)?;
    if !vm.heap.is_callable(function) {
        let found = messages::describe(vm, function);
        return vm.type_error(messages::not_callable(&found));
    }
    vm.call(function, value, arguments)
}

/// Promise.prototype.catch ( onRejected ), ECMA-262 27.2.5.1
fn catch(vm: &mut Vm, call: Call) -> Completion<Value> {
    let on_rejected = call.argument(vm, 0);
    invoke(vm, call.this, keys::THEN, &[Value::UNDEFINED, on_rejected])
}

/// Promise.prototype.finally ( onFinally ), ECMA-262 27.2.5.3
fn finally(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(promise) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object("Promise.prototype.finally"));
    };
    let default = realm::intrinsics(vm).promise;
    let constructor = species::species_constructor(vm, promise)?.unwrap_or(default);
    let on_finally = call.argument(vm, 0);
    if !vm.heap.is_callable(on_finally) {
        return invoke(vm, call.this, keys::THEN, &[on_finally, on_finally]);
    }
    let captured = [on_finally, Value::object(constructor), Value::UNDEFINED];
    let functions = [&THEN_FINALLY, &CATCH_FINALLY].map(|function| {
        let function = Value::object(function::new_native_closure(vm, function, captured));
        vm.keep(function);
        function
    });
    invoke(vm, call.this, keys::THEN, &functions)
}

/// Then Finally Functions, ECMA-262 27.2.5.3 step 5.a
fn then_finally(vm: &mut Vm, call: Call) -> Completion<Value> {
    after_finally(vm, call, &GIVE)
}

/// Catch Finally Functions, ECMA-262 27.2.5.3 step 5.c
fn catch_finally(vm: &mut Vm, call: Call) -> Completion<Value> {
    after_finally(vm, call, &THROW)
}

/// Calls the function given to `finally`. Once its result is settled, continues with the earlier outcome.
fn after_finally(vm: &mut Vm, call: Call, go_on: &'static NativeFunction) -> Completion<Value> {
    let [on_finally, constructor] = [0, 1].map(|place| vm.heap.captured(call.callee, place));
    let before = call.argument(vm, 0);
    let result = vm.call(on_finally, Value::UNDEFINED, &[])?;
    let promise = promise::promise_resolve(vm, constructor, result)?;
    vm.keep(promise);
    let go_on = function::new_native_closure(vm, go_on, [before, Value::UNDEFINED, Value::UNDEFINED]);
    vm.keep(Value::object(go_on));
    invoke(vm, promise, keys::THEN, &[Value::object(go_on)])
}

/// The value function of ECMA-262 27.2.5.3 step 5.a.iii
fn give(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(vm.heap.captured(call.callee, 0))
}

/// The thrower function of ECMA-262 27.2.5.3 step 5.c.iii
fn throw(vm: &mut Vm, call: Call) -> Completion<Value> {
    Err(Throw::Exception(vm.heap.captured(call.callee, 0)))
}
