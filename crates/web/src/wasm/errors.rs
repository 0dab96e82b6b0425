//! CompileError, LinkError and RuntimeError: the WebAssembly JavaScript Interface, 5.10. They are made as the native errors are
//! (ECMA-262 20.5.6).

use ferrotape_bytecode::ErrorKind;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, NativeFunction, constructor};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Known};

static CONSTRUCTORS: [NativeFunction; 3] = [
    constructor("CompileError", 1, |vm, call| construct(vm, call, Known::WasmCompileError)),
    constructor("LinkError", 1, |vm, call| construct(vm, call, Known::WasmLinkError)),
    constructor("RuntimeError", 1, |vm, call| construct(vm, call, Known::WasmRuntimeError)),
];

const KNOWN: [Known; 3] = [Known::WasmCompileError, Known::WasmLinkError, Known::WasmRuntimeError];

/// Defines the three classes below Error on the namespace WebAssembly; none is a global.
pub(super) fn install(realm: &mut RealmBuilder, namespace: ObjectId) -> Completion<()> {
    let above = realm::intrinsics(realm.vm).native_error_prototype(ErrorKind::Error);
    realm::fill(realm.vm, above);
    let parent = shown::own_data(&realm.vm.heap, above, keys::CONSTRUCTOR).and_then(Value::as_object);
    for (function, known) in CONSTRUCTORS.iter().zip(KNOWN) {
        let prototype = interface::new_prototype(realm, above, known);
        let constructor = realm.constructor_without_global(function, prototype)?;
        if parent.is_some() {
            realm.vm.heap.replace_prototype(constructor, parent);
        }
        realm.value(namespace, function.name, Value::object(constructor), Attributes::METHOD)?;
        let name = Value::string(realm.vm.heap.intern_text(function.name));
        realm.value(prototype, "name", name, Attributes::METHOD)?;
        realm.value(prototype, "message", Value::string(StringId::EMPTY), Attributes::METHOD)?;
    }
    Ok(())
}

/// NativeError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn construct(vm: &mut Vm, call: Call, known: Known) -> Completion<Value> {
    let new_target = call.new_target.unwrap_or(call.callee);
    let prototype =
        if new_target == call.callee { known.of_realm(vm) } else { interface::prototype_for_new(vm, call, known, "")? };
    vm.keep(Value::object(prototype));
    let message = match call.argument(vm, 0) {
        Value::UNDEFINED => None,
        message => Some(convert::to_string(vm, message)?),
    };
    let error = vm.make_error_for(prototype, message, call.new_target);
    vm.keep(error);
    if let (Some(error), Some(options)) = (error.as_object(), call.argument(vm, 1).as_object())
        && object::has_property(vm, options, keys::CAUSE)?
    {
        let cause = object::get(vm, options, keys::CAUSE)?;
        vm.heap.store_property(error, keys::CAUSE, cause, Attributes::METHOD)?;
    }
    Ok(error)
}

/// Throws one of the errors.
pub(super) fn throw<T>(vm: &mut Vm, known: Known, message: &str) -> Completion<T> {
    let prototype = known.of_realm(vm);
    let message = vm.heap.new_string(message);
    vm.keep(Value::string(message));
    Err(Throw::Exception(vm.make_error(prototype, Some(message))))
}

/// Throws a CompileError.
pub(super) fn compile<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    throw(vm, Known::WasmCompileError, message)
}

/// Throws a LinkError.
pub(super) fn link<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    throw(vm, Known::WasmLinkError, message)
}

/// Throws a RuntimeError.
pub(super) fn runtime<T>(vm: &mut Vm, message: &str) -> Completion<T> {
    throw(vm, Known::WasmRuntimeError, message)
}
