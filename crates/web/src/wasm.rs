//! WebAssembly, by the interpreter `wasmi`: the WebAssembly JavaScript Interface, 5.
//!
//! ```text
//! wasm           the namespace: validate, compile, instantiate
//! streaming      compileStreaming, instantiateStreaming       Web API 3
//! errors         CompileError, LinkError, RuntimeError        5.10
//! store          wasmi's store, who is alive in it, what it takes
//! binary         a look at the bytes of a module, by steps: is it valid, what does it import and export?
//! module, instance, memory, table, global                     5.1 to 5.5
//! function       exported functions, and imported ones        5.6
//! descriptors    objects that describe, and limits of memories and tables
//! values         ToJSValue, ToWebAssemblyValue                5.6
//! ```
//!
//! Instances, memories, tables and globals of a realm live in one store, which dies with the last object of it. An import
//! does not run within wasmi: its call ends with an error that has the arguments, the script runs, and the call is
//! resumed. So nothing holds the store while script runs. Fuel is granted in slices, which are charged to the script.
//! Objects with a store cannot be copied or written.

mod binary;
mod descriptors;
mod errors;
mod function;
mod global;
mod instance;
mod memory;
mod module;
mod store;
mod streaming;
mod table;
mod values;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface};
use crate::streams::{byte_views, promises};

pub(crate) use module::cloned;

pub(crate) static GLOBALS: &[&str] = &["WebAssembly"];

promises::closures! {
    INSTANTIATE_PAIR = instantiate_pair, 1;
    INSTANTIATE_MODULE = instantiate_module, 1;
}

/// Functions that are no globals.
pub(crate) const ALL_CLOSURES: &[&[&NativeFunction]] = &[CLOSURES, streaming::CLOSURES, &[&function::EXPORTED]];

static FUNCTIONS: &[NativeFunction] = &[
    method("validate", 1, validate),
    method("compile", 1, compile),
    method("instantiate", 1, instantiate),
    method("compileStreaming", 1, streaming::compile_streaming),
    method("instantiateStreaming", 1, streaming::instantiate_streaming),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let namespace = realm.namespace("WebAssembly")?;
    realm.vm.keep(Value::object(namespace));
    realm.string_tag(namespace, "WebAssembly")?;
    crate::define_operations(realm, namespace, FUNCTIONS)?;
    for interface in [&module::MODULE, &instance::INSTANCE, &memory::MEMORY, &table::TABLE, &global::GLOBAL] {
        define(realm, namespace, interface)?;
    }
    errors::install(realm, namespace)
}

/// Defines an interface whose constructor is a property of the namespace object: [LegacyNamespace], Web IDL 3.3.8.
fn define(realm: &mut RealmBuilder, namespace: ObjectId, interface: &'static Interface) -> Completion<()> {
    let above = realm::intrinsics(realm.vm).object_prototype;
    let prototype = interface::new_prototype(realm, above, interface.known);
    let constructor = realm.constructor_without_global(&interface.constructor, prototype)?;
    realm.value(namespace, interface.constructor.name, Value::object(constructor), Attributes::METHOD)?;
    crate::define_operations(realm, prototype, interface.operations)?;
    crate::define_operations(realm, constructor, interface.statics)?;
    interface::define_attributes(realm, prototype, interface.attributes)?;
    realm.string_tag(prototype, &format!("WebAssembly.{}", interface.constructor.name))
}

/// WebAssembly.validate ( bytes )
fn validate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let bytes = module::source(vm, call, "WebAssembly.validate()")?;
    Ok(Value::bool(binary::read(vm, &bytes)?.is_ok()))
}

/// WebAssembly.compile ( bytes )
fn compile(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.compile()";
    promises::promising(vm, |vm| {
        let bytes = module::source(vm, call, WHAT)?;
        let module = module::compile(vm, None, &bytes, WHAT)?;
        promises::resolved(vm, Value::object(module))
    })
}

/// Makes the source of a module that is imported by `import source`, of the proposal ESM Integration of the WebAssembly
/// JavaScript Interface.
pub(crate) fn source_of_module(vm: &mut Vm, bytes: Value) -> Completion<ObjectId> {
    const WHAT: &str = "import source";
    let bytes = byte_views::source_of(vm, bytes, WHAT)?;
    let bytes = byte_views::copied(vm, bytes)?;
    module::compile(vm, None, &bytes, WHAT)
}

/// WebAssembly.instantiate ( bytes, importObject ), WebAssembly.instantiate ( moduleObject, importObject )
fn instantiate(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let [first, imports] = [0, 1].map(|index| call.argument(vm, index));
        if let Some(module) = first.as_object().filter(|&module| module::is_module(vm, module)) {
            instance::check_imports(vm, imports, WHAT)?;
            let compiled = promises::resolved(vm, Value::object(module))?;
            let captured = [imports, Value::UNDEFINED, Value::UNDEFINED];
            return promises::transformed(vm, compiled, Some(&INSTANTIATE_MODULE), None, captured);
        }
        let bytes = module::source(vm, call, WHAT)?;
        let module = module::compile(vm, None, &bytes, WHAT)?;
        instance::check_imports(vm, imports, WHAT)?;
        let compiled = promises::resolved(vm, Value::object(module))?;
        pair_of(vm, compiled, imports)
    })
}

const WHAT: &str = "WebAssembly.instantiate()";

/// Instantiate a promise of a module.
fn pair_of(vm: &mut Vm, module: ObjectId, imports: Value) -> Completion<ObjectId> {
    let captured = [imports, Value::UNDEFINED, Value::UNDEFINED];
    promises::transformed(vm, module, Some(&INSTANTIATE_PAIR), None, captured)
}

/// Makes the instance of a module that was compiled.
fn instance_of(vm: &mut Vm, call: Call) -> Completion<[Value; 2]> {
    let (module, imports) = (call.argument(vm, 0), vm.heap.captured(call.callee, 0));
    match module.as_object() {
        Some(object) => Ok([module, Value::object(instance::new_instance(vm, None, object, imports, WHAT)?)]),
        None => vm.type_error("The module is damaged"),
    }
}

fn instantiate_module(vm: &mut Vm, call: Call) -> Completion<Value> {
    instance_of(vm, call).map(|[_, instance]| instance)
}

/// Gives a WebAssemblyInstantiatedSource.
fn instantiate_pair(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [module, instance] = instance_of(vm, call)?;
    vm.keep(instance);
    descriptors::new_record(vm, [("module", module), ("instance", instance)])
}
