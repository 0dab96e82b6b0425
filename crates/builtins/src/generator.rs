//! Generator functions and generators, ECMA-262 27.3 and 27.5; async functions, 27.7. The engine implements them, in
//! its `generator.rs`.

use ferrotape_runtime::DynamicKind;
use ferrotape_runtime::async_generator;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, Role, constructor, method};
use ferrotape_runtime::generator::{self, Resumption};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, Intrinsics, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::function::dynamic_function;

static METHODS: &[NativeFunction] = &[
    method("next", 1, next).with_role(Role::Resume(Resumption::Next)),
    method("return", 1, r#return).with_role(Role::Resume(Resumption::Return)),
    method("throw", 1, throw).with_role(Role::Resume(Resumption::Throw)),
];

static ASYNC_METHODS: &[NativeFunction] =
    &[method("next", 1, async_next), method("return", 1, async_return), method("throw", 1, async_throw)];

static GENERATOR_FUNCTION: NativeFunction = constructor("GeneratorFunction", 1, generator_function);
static ASYNC_FUNCTION: NativeFunction = constructor("AsyncFunction", 1, async_function);
static ASYNC_GENERATOR_FUNCTION: NativeFunction = constructor("AsyncGeneratorFunction", 1, async_generator_function);

/// Links the prototypes of generators and of the functions that make them. Their constructors become no globals; only
/// prototypes lead to them.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let (functions, generators) = (intrinsics.generator_function_prototype, intrinsics.generator_prototype);
    let async_functions = intrinsics.async_function_prototype;
    let async_generator_functions = intrinsics.async_generator_function_prototype;
    let async_generators = intrinsics.async_generator_prototype;
    link(realm, generators, keys::CONSTRUCTOR, functions)?;
    install_constructor(realm, &GENERATOR_FUNCTION, functions)?;
    install_constructor(realm, &ASYNC_FUNCTION, async_functions)?;
    install_constructor(realm, &ASYNC_GENERATOR_FUNCTION, async_generator_functions)?;
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

/// Installs a constructor that is not a global: its functions lead to it.
fn install_constructor(
    realm: &mut RealmBuilder,
    function: &'static NativeFunction,
    prototype: ObjectId,
) -> Completion<()> {
    let constructor = function::new_native_function(realm.vm, function);
    let parent = realm::made(realm.vm, "Function", |intrinsics| intrinsics.function);
    realm.vm.heap.replace_prototype(constructor, Some(parent));
    realm.vm.heap.store_property(constructor, keys::PROTOTYPE, Value::object(prototype), Attributes::NONE)?;
    link(realm, prototype, keys::CONSTRUCTOR, constructor)
}

/// Defines a property that cannot be assigned to.
fn link(realm: &mut RealmBuilder, object: ObjectId, key: PropertyKey, value: ObjectId) -> Completion<()> {
    Ok(realm.vm.heap.store_property(object, key, Value::object(value), Attributes::CONFIGURABLE)?)
}

/// GeneratorFunction ( ...parameterArgs, bodyArg ), ECMA-262 27.3.1.1
fn generator_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    dynamic_function(vm, call, DynamicKind::Generator, |intrinsics| intrinsics.generator_function_prototype)
}

/// AsyncFunction ( ...parameterArgs, bodyArg ), ECMA-262 27.7.1.1
fn async_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    dynamic_function(vm, call, DynamicKind::Async, |intrinsics| intrinsics.async_function_prototype)
}

/// AsyncGeneratorFunction ( ...parameterArgs, bodyArg ), ECMA-262 27.4.1.1
fn async_generator_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    let default = |intrinsics: &Intrinsics| intrinsics.async_generator_function_prototype;
    dynamic_function(vm, call, DynamicKind::AsyncGenerator, default)
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
    generator::resume_generator(vm, call.this, method, resumption, value)
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
    async_generator::request_of_async_generator(vm, call.this, method, resumption, value)
}
