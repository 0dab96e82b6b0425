//! WebAssembly.Instance: the WebAssembly JavaScript Interface, 5.2.
//!
//! ```text
//! WebAssembly.Instance   data: nothing   kept: registry, the object of its exports
//! ```

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::shape::Lock;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{Extern, ExternType, GlobalType, Mutability, ValType};

use super::binary::Import;
use super::module::{self, Module};
use super::store::{self, Shared};
use super::{errors, function, global, memory, table, values};
use crate::interface::{Interface, Known, attributes, kept, prototype_for_new, require_arguments, this_object};

const CLASS: &str = "WebAssembly.Instance";

/// The kept value beside the registry.
const EXPORTS: usize = 1;

pub(super) static INSTANCE: Interface = Interface {
    known: Known::WasmInstance,
    constructor: constructor("Instance", 1, instance),
    operations: &[],
    attributes: attributes! { "exports": exports; },
    statics: &[],
};

struct Instance;

impl HostData for Instance {}

/// get WebAssembly.Instance.prototype.exports
fn exports(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instance = this_object::<Instance>(vm, call, "WebAssembly.Instance.exports")?;
    Ok(kept(vm, instance, EXPORTS))
}

/// new WebAssembly.Instance ( module, importObject )
fn instance(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Instance()";
    let prototype = prototype_for_new(vm, call, Known::WasmInstance, CLASS)?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, WHAT)?;
    let [first, imports] = [0, 1].map(|index| call.argument(vm, index));
    let Some(module) = first.as_object().filter(|&module| module::is_module(vm, module)) else {
        return vm.type_error(format!("{WHAT}: Argument 0 must be a WebAssembly.Module"));
    };
    check_imports(vm, imports, WHAT)?;
    new_instance(vm, Some(prototype), module, imports, WHAT).map(Value::object)
}

/// Converts to `optional object importObject`.
pub(super) fn check_imports(vm: &mut Vm, imports: Value, what: &str) -> Completion<()> {
    match imports.is_undefined() || imports.is_object() {
        true => Ok(()),
        false => vm.type_error(format!("{what}: Argument 1 must be an object")),
    }
}

/// A store in which something is instantiated, by which operation.
struct Place<'a> {
    registry: ObjectId,
    shared: Shared,
    what: &'a str,
}

/// Instantiate the core of a module, and initialize an instance object: 5. The instance is kept.
pub(super) fn new_instance(
    vm: &mut Vm,
    prototype: Option<ObjectId>,
    module: ObjectId,
    imports: Value,
    what: &str,
) -> Completion<ObjectId> {
    let registry = store::registry_of(vm, module)?;
    let place = Place { registry, shared: store::shared(vm, registry)?, what };
    let Some((_, data)) = module::of(vm, Value::object(module)) else {
        return vm.type_error(format!("{what}: Argument 0 must be a WebAssembly.Module"));
    };
    let externs = read_imports(vm, &place, &data, imports)?;
    let made = instantiate(vm, &place, &data, &externs)?;
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WasmInstance.of_realm(vm),
    };
    let instance = store::new_part(vm, registry, CLASS, prototype, Box::new(Instance))?;
    let exports = new_exports(vm, &place, &data, made)?;
    hosts::keep_value(&mut vm.heap, instance, exports)?;
    if let Some(start) = &data.start {
        let start = made.get_func(&store::lock(&place.shared).store, start);
        if let Some(start) = start {
            function::run(vm, registry, &place.shared, start, &[], &mut [])?;
        }
    }
    Ok(instance)
}

/// Read the imports.
fn read_imports(vm: &mut Vm, place: &Place, module: &Module, imports: Value) -> Completion<Vec<Extern>> {
    let facts = &module.facts;
    let Some(imports) = imports.as_object() else {
        return match facts.imports.is_empty() {
            true => Ok(Vec::new()),
            false => vm.type_error(format!("{}: Imports argument must be present and must be an object", place.what)),
        };
    };
    let kinds: Vec<ExternType> = module.module.imports().map(|import| import.ty().clone()).collect();
    // wasmi has the imports of each kind together. Within a kind they are in the order of the module.
    let mut next = [0; 4];
    let mut externs = Vec::new();
    vm.heap.lend_room(&mut externs, kinds.len())?;
    externs.resize(kinds.len(), None);
    for (number, import) in facts.imports.iter().enumerate() {
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let Some(next) = KINDS.iter().position(|&kind| kind == import.kind).map(|kind| &mut next[kind]) else {
            continue;
        };
        let is_of_kind = |kind: &ExternType| name_of(kind) == import.kind;
        let Some(at) = kinds.iter().skip(*next).position(is_of_kind).map(|at| at + *next) else { continue };
        *next = at + 1;
        let key = vm.heap.key(&import.module);
        let namespace = object::get(vm, imports, key)?;
        vm.keep(namespace);
        let Some(namespace) = namespace.as_object() else {
            let (what, name) = (place.what, &import.module);
            return vm.type_error(format!("{what}: Import #{number} \"{name}\": module is not an object or function"));
        };
        let key = vm.heap.key(&import.name);
        let value = object::get(vm, namespace, key)?;
        vm.keep(value);
        externs[at] = Some(extern_of(vm, place, (number, import), value, kinds[at].clone())?);
    }
    // Each import has its place.
    Ok(externs.into_iter().flatten().collect())
}

const KINDS: [&str; 4] = ["function", "table", "memory", "global"];

/// Returns the name of a kind of imports.
fn name_of(kind: &ExternType) -> &'static str {
    match kind {
        ExternType::Func(_) => KINDS[0],
        ExternType::Table(_) => KINDS[1],
        ExternType::Memory(_) => KINDS[2],
        ExternType::Global(_) => KINDS[3],
    }
}

/// Makes of a value what an import of that type gets.
fn extern_of(
    vm: &mut Vm,
    place: &Place,
    import: (usize, &Import),
    value: Value,
    kind: ExternType,
) -> Completion<Extern> {
    let Place { registry, shared, .. } = place;
    let (owner, found) = match kind {
        ExternType::Func(kind) => {
            if let Some(known) = function::exported_by(vm, *registry, shared, value) {
                return Ok(Extern::Func(known));
            }
            if !vm.heap.is_callable(value) {
                return refuse(vm, place, import, "function import requires a callable");
            }
            return function::import(vm, *registry, shared, value, kind).map(Extern::Func);
        }
        ExternType::Global(kind) => match global::of(vm, value) {
            Some((object, global)) => (object, Extern::Global(global)),
            None => return global_of_value(vm, place, import, value, kind),
        },
        ExternType::Memory(_) => match memory::of(vm, value) {
            Some((object, memory)) => (object, Extern::Memory(memory)),
            None => return refuse(vm, place, import, "memory import must be a WebAssembly.Memory object"),
        },
        ExternType::Table(_) => match table::of(vm, value) {
            Some((object, table)) => (object, Extern::Table(table)),
            None => return refuse(vm, place, import, "table import requires a WebAssembly.Table"),
        },
    };
    match store::registry_of(vm, owner)? == *registry {
        true => Ok(found),
        false => refuse(vm, place, import, "the object was made in another realm, and has another store"),
    }
}

/// Makes a constant global of a number, BigInt or reference.
fn global_of_value(
    vm: &mut Vm,
    place: &Place,
    import: (usize, &Import),
    value: Value,
    kind: GlobalType,
) -> Completion<Extern> {
    if kind.mutability().is_mut() {
        return refuse(vm, place, import, "imported mutable global must be a WebAssembly.Global object");
    }
    let fits = match kind.content() {
        ValType::I64 => value.is_bigint(),
        ValType::I32 | ValType::F32 | ValType::F64 => value.as_number().is_some(),
        ValType::ExternRef => true,
        ValType::FuncRef => {
            value == Value::NULL || function::exported_by(vm, place.registry, &place.shared, value).is_some()
        }
        ValType::V128 => false,
    };
    if !fits {
        const MESSAGE: &str = "global import must be a number, valid Wasm reference, or WebAssembly.Global object";
        return refuse(vm, place, import, MESSAGE);
    }
    let value = values::to_wasm(vm, place.registry, &place.shared, value, kind.content())?;
    global::new(vm, place.registry, &place.shared, value, Mutability::Const).map(Extern::Global)
}

fn refuse<T>(vm: &mut Vm, place: &Place, (number, import): (usize, &Import), message: &str) -> Completion<T> {
    let Import { module, name, .. } = import;
    errors::link(vm, &format!("{}: Import #{number} \"{module}\" \"{name}\": {message}", place.what))
}

/// Instantiates a module in its store, without its start function.
fn instantiate(vm: &mut Vm, place: &Place, module: &Module, externs: &[Extern]) -> Completion<wasmi::Instance> {
    let bytes = module.facts.instance_bytes;
    vm.room(bytes)?;
    vm.work(bytes as u64 / ferrotape_budget::costs::BYTES_PER_TICK)?;
    let made = store::with(vm, place.registry, &place.shared, |inner| {
        inner.store.data_mut().add(bytes);
        inner.store.data_mut().note_locals(module.facts.most_locals);
        wasmi::Instance::new(&mut inner.store, &module.module, externs)
    })?;
    let what = place.what;
    let error = match made {
        Ok(instance) => return Ok(instance),
        Err(error) => error,
    };
    match error.kind() {
        ErrorKind::Instantiation(
            InstantiationError::FailedToInstantiateMemory(_) | InstantiationError::FailedToInstantiateTable(_),
        ) => vm.range_error(format!("{what}: Out of memory: Cannot allocate Wasm memory for new instance")),
        ErrorKind::Instantiation(InstantiationError::ElementSegmentDoesNotFit { .. }) | ErrorKind::Table(_) => {
            errors::runtime(vm, &format!("{what}: table initializer: table offset is out of bounds"))
        }
        ErrorKind::Memory(_) => errors::runtime(vm, &format!("{what}: data segment is out of bounds")),
        _ => errors::link(vm, &format!("{what}: {error}")),
    }
}

/// Create an exports object. It is kept.
fn new_exports(vm: &mut Vm, place: &Place, module: &Module, instance: wasmi::Instance) -> Completion<Value> {
    let exports = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.keep(Value::object(exports));
    let Place { registry, shared, .. } = place;
    for export in &module.facts.exports {
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let found = instance.get_export(&store::lock(shared).store, &export.name);
        let value = match found {
            Some(Extern::Func(func)) => function::object_of(vm, *registry, shared, func, Some(export.index))?,
            Some(Extern::Memory(memory)) => memory::object(vm, *registry, shared, memory, None)?,
            Some(Extern::Table(table)) => table::object(vm, *registry, shared, table, None)?,
            Some(Extern::Global(global)) => global::object(vm, *registry, shared, global, None)?,
            None => continue,
        };
        let key = vm.heap.key(&export.name);
        object::create_data_property_or_throw(vm, exports, key, value)?;
        vm.collect_when_due()?;
    }
    vm.heap.lock_object(exports, Lock::Frozen)?;
    Ok(Value::object(exports))
}
