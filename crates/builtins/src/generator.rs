//! Generator functions and generators, ECMA-262 27.3 and 27.5; async functions, 27.7. What they do is the engine's:
//! `generator.rs` there.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::{Call, NativeFunction, Role, method};
use ferrotape_engine::generator::Resumption;
use ferrotape_engine::heap::ObjectId;
use ferrotape_engine::names::keys;
use ferrotape_engine::property_key::PropertyKey;
use ferrotape_engine::realm::RealmBuilder;
use ferrotape_engine::shape::Attributes;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

static METHODS: &[NativeFunction] = &[
    method("next", 1, next).with_role(Role::Resume(Resumption::Next)),
    method("return", 1, r#return).with_role(Role::Resume(Resumption::Return)),
    method("throw", 1, throw).with_role(Role::Resume(Resumption::Throw)),
];

static ASYNC_METHODS: &[NativeFunction] =
    &[method("next", 1, async_next), method("return", 1, async_return), method("throw", 1, async_throw)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm.vm.intrinsics();
    let (functions, generators) = (intrinsics.generator_function_prototype, intrinsics.generator_prototype);
    let async_functions = intrinsics.async_function_prototype;
    let async_generator_functions = intrinsics.async_generator_function_prototype;
    let async_generators = intrinsics.async_generator_prototype;
    link(realm, generators, keys::CONSTRUCTOR, functions)?;
    realm.methods(generators, METHODS)?;
    realm.string_tag(generators, "Generator")?;
    realm.string_tag(functions, "GeneratorFunction")?;
    realm.string_tag(async_functions, "AsyncFunction")?;
    link(realm, async_generators, keys::CONSTRUCTOR, async_generator_functions)?;
    realm.methods(async_generators, ASYNC_METHODS)?;
    realm.string_tag(async_generators, "AsyncGenerator")?;
    realm.string_tag(async_generator_functions, "AsyncGeneratorFunction")?;
    link(realm, async_generator_functions, keys::PROTOTYPE, async_generators)?;
    link(realm, functions, keys::PROTOTYPE, generators)?;
    Ok(())
}

/// A property that cannot be assigned to.
fn link(realm: &mut RealmBuilder, object: ObjectId, key: PropertyKey, value: ObjectId) -> Completion<()> {
    Ok(realm.vm.heap.store_property(object, key, Value::object(value), Attributes::CONFIGURABLE)?)
}

/// %GeneratorPrototype%.next ( value ), ECMA-262 27.5.1.2
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    resume(vm, call, "next", Resumption::Next)
}

/// %GeneratorPrototype%.return ( value ), ECMA-262 27.5.1.3
fn r#return(vm: &mut Vm, call: Call) -> Completion<Value> {
    resume(vm, call, "return", Resumption::Return)
}

/// %GeneratorPrototype%.throw ( exception ), ECMA-262 27.5.1.4
fn throw(vm: &mut Vm, call: Call) -> Completion<Value> {
    resume(vm, call, "throw", Resumption::Throw)
}

fn resume(vm: &mut Vm, call: Call, method: &str, resumption: Resumption) -> Completion<Value> {
    let value = call.argument(vm, 0);
    vm.resume_generator(call.this, method, resumption, value)
}

/// %AsyncGeneratorPrototype%.next ( value ), ECMA-262 27.6.1.2
fn async_next(vm: &mut Vm, call: Call) -> Completion<Value> {
    request(vm, call, "next", Resumption::Next)
}

/// %AsyncGeneratorPrototype%.return ( value ), ECMA-262 27.6.1.3
fn async_return(vm: &mut Vm, call: Call) -> Completion<Value> {
    request(vm, call, "return", Resumption::Return)
}

/// %AsyncGeneratorPrototype%.throw ( exception ), ECMA-262 27.6.1.4
fn async_throw(vm: &mut Vm, call: Call) -> Completion<Value> {
    request(vm, call, "throw", Resumption::Throw)
}

fn request(vm: &mut Vm, call: Call, method: &str, resumption: Resumption) -> Completion<Value> {
    let value = call.argument(vm, 0);
    vm.request_of_async_generator(call.this, method, resumption, value)
}
