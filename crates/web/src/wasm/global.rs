//! WebAssembly.Global: the WebAssembly JavaScript Interface, 5.5.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use wasmi::{Mutability, Val, ValType};

use super::store::{self, Shared, Sort};
use super::values;
use crate::interface::{
    Interface, Known, attributes, flag, illegal_invocation, member, prototype_for_new, require_arguments,
};

const CLASS: &str = "WebAssembly.Global";

pub(super) static GLOBAL: Interface = Interface {
    known: Known::WasmGlobal,
    constructor: constructor("Global", 1, global),
    operations: &[method("valueOf", 0, |vm, call| get(vm, call, "valueOf"))],
    attributes: attributes! { "value": |vm, call| get(vm, call, "value"), set; },
    statics: &[],
};

#[derive(Copy, Clone)]
struct Global(wasmi::Global);

impl HostData for Global {}

/// Returns the global of an object.
pub(super) fn of(vm: &Vm, value: Value) -> Option<(ObjectId, wasmi::Global)> {
    store::data::<Global>(vm, value).map(|(object, global)| (object, global.0))
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<(wasmi::Global, ObjectId, Shared)> {
    let Some((object, global)) = of(vm, call.this) else {
        return illegal_invocation(vm, call, &format!("WebAssembly.Global.{member}"));
    };
    let registry = store::registry_of(vm, object)?;
    Ok((global, registry, store::shared(vm, registry)?))
}

/// new WebAssembly.Global ( descriptor, v )
fn global(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Global()";
    let prototype = prototype_for_new(vm, call, Known::WasmGlobal, CLASS)?;
    vm.keep(Value::object(prototype));
    let Some(descriptor) = call.argument(vm, 0).as_object() else {
        return vm.type_error(format!("{WHAT}: Argument 0 must be a global descriptor"));
    };
    let is_mutable = flag(vm, Some(descriptor), "mutable")?;
    let Some(kind) = member(vm, Some(descriptor), "value")? else {
        return vm.type_error(format!("{WHAT}: Descriptor property 'value' is required"));
    };
    let kind = values::type_of_name(vm, kind, &format!("{WHAT}: Descriptor property 'value'"))?;
    if kind == ValType::V128 {
        return vm.type_error(format!("{WHAT}: Globals of the type v128 cannot be made in JavaScript"));
    }
    let registry = store::registry(vm)?;
    let shared = store::shared(vm, registry)?;
    let value = match call.argument(vm, 1) {
        Value::UNDEFINED if kind == ValType::FuncRef && call.argument_count() > 1 => {
            return vm.type_error(format!("{WHAT}: The value must be null or an exported function"));
        }
        Value::UNDEFINED => values::default_value(vm, registry, &shared, kind)?,
        value => values::to_wasm(vm, registry, &shared, value, kind)?,
    };
    let mutability = if is_mutable { Mutability::Var } else { Mutability::Const };
    let global = new(vm, registry, &shared, value, mutability)?;
    object(vm, registry, &shared, global, Some(prototype))
}

/// global_alloc
pub(super) fn new(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    value: Val,
    mutability: Mutability,
) -> Completion<wasmi::Global> {
    store::with(vm, registry, shared, |inner| {
        inner.store.data_mut().add(store::ENTRY);
        wasmi::Global::new(&mut inner.store, value, mutability)
    })
}

/// Returns the object of a global: create a global object. It is kept.
pub(super) fn object(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    global: wasmi::Global,
    prototype: Option<ObjectId>,
) -> Completion<Value> {
    if let Some(known) = store::known_object(vm, registry, shared, Sort::Global, &global) {
        vm.keep(known);
        return Ok(known);
    }
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WasmGlobal.of_realm(vm),
    };
    let object = store::new_part(vm, registry, CLASS, prototype, Box::new(Global(global)))?;
    store::remember(vm, registry, shared, (Sort::Global, &global), object)?;
    Ok(Value::object(object))
}

/// get WebAssembly.Global.prototype.value, WebAssembly.Global.prototype.valueOf ( )
fn get(vm: &mut Vm, call: Call, member: &str) -> Completion<Value> {
    let (global, registry, shared) = this(vm, call, member)?;
    let value = global.get(&store::lock(&shared).store);
    values::to_js(vm, registry, &shared, &value)
}

/// set WebAssembly.Global.prototype.value
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "set WebAssembly.Global.value";
    let (global, registry, shared) = this(vm, call, "value")?;
    require_arguments(vm, call, 1, WHAT)?;
    let kind = global.ty(&store::lock(&shared).store);
    if kind.mutability().is_const() {
        return vm.type_error(format!("{WHAT}: Can't set the value of an immutable global."));
    }
    let value = values::to_wasm(vm, registry, &shared, call.argument(vm, 0), kind.content())?;
    // Type and mutability were looked at.
    let _ = global.set(&mut store::lock(&shared).store, value);
    Ok(Value::UNDEFINED)
}
