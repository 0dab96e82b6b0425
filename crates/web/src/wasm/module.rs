//! WebAssembly.Module: the WebAssembly JavaScript Interface, 5.1.

use std::sync::Arc;

use ferrotape_budget::costs::{BYTES_PER_TICK, ENTRY};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{buffer, buffers};

use super::binary::{self, Facts};
use super::descriptors::new_record;
use super::{errors, store};
use crate::interface::{Interface, Known, prototype_for_new, require_arguments};
use crate::streams::byte_views;
use crate::text;

const CLASS: &str = "WebAssembly.Module";

pub(super) static MODULE: Interface = Interface {
    known: Known::WasmModule,
    constructor: constructor("Module", 1, module),
    operations: &[],
    attributes: &[],
    statics: &[
        method("exports", 1, exports),
        method("imports", 1, imports),
        method("customSections", 2, custom_sections),
    ],
};

/// Rust part of a module.
#[derive(Clone)]
pub(super) struct Module {
    pub(super) module: wasmi::Module,
    pub(super) facts: Arc<Facts>,
    /// The name under which wasmi exports the start function.
    pub(super) start: Option<Arc<str>>,
}

impl HostData for Module {
    fn bytes(&self) -> usize {
        // The registry has what the module takes.
        store::bytes_of::<Self>()
    }
}

pub(super) fn is_module(vm: &Vm, object: ObjectId) -> bool {
    of(vm, Value::object(object)).is_some()
}

/// Returns the data of a module.
pub(super) fn of(vm: &Vm, value: Value) -> Option<(ObjectId, Module)> {
    store::data(vm, value)
}

/// Copies a module that is cloned; none if it is no module. Both share what was compiled: the WebAssembly JavaScript Interface,
/// 5.1.
pub(crate) fn cloned(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    let Some((_, data)) = of(vm, Value::object(object)) else { return Ok(None) };
    let registry = store::registry_of(vm, object)?;
    let prototype = Known::WasmModule.of_realm(vm);
    store::new_part(vm, registry, CLASS, prototype, Box::new(data)).map(Some)
}

/// Copies the bytes of the first argument, a BufferSource, in room that is lent.
pub(super) fn source(vm: &mut Vm, call: Call, what: &str) -> Completion<Vec<u8>> {
    require_arguments(vm, call, 1, what)?;
    let bytes = byte_views::source_of(vm, call.argument(vm, 0), &format!("{what}: Argument 0"))?;
    byte_views::copied(vm, bytes)
}

/// new WebAssembly.Module ( bytes )
fn module(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Module()";
    let prototype = prototype_for_new(vm, call, Known::WasmModule, CLASS)?;
    vm.keep(Value::object(prototype));
    let bytes = source(vm, call, WHAT)?;
    compile(vm, Some(prototype), &bytes, WHAT).map(Value::object)
}

/// Compile a WebAssembly module, and construct a WebAssembly module object: 5. It is kept. A CompileError where it is not valid.
pub(super) fn compile(vm: &mut Vm, prototype: Option<ObjectId>, bytes: &[u8], what: &str) -> Completion<ObjectId> {
    let facts = match binary::read(vm, bytes)? {
        Ok(facts) => facts,
        Err(problem) => return errors::compile(vm, &format!("{what}: {problem}")),
    };
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WasmModule.of_realm(vm),
    };
    let registry = store::registry(vm)?;
    let shared = store::shared(vm, registry)?;
    vm.room(facts.bytes.saturating_add(bytes.len()))?;
    let start = facts.start.map(|start| (start, new_name(&facts)));
    let changed = start.as_ref().map(|(start, name)| binary::with_exported_start(bytes, *start, name));
    let taken = facts.bytes;
    let made = store::with(vm, registry, &shared, |inner| {
        let made = wasmi::Module::new(inner.store.engine(), changed.as_deref().unwrap_or(bytes));
        inner.store.data_mut().add(taken);
        made
    })?;
    match made {
        Ok(module) => {
            let start = start.map(|(_, name)| name.into());
            let data = Box::new(Module { module, facts: Arc::new(facts), start });
            store::new_part(vm, registry, CLASS, prototype, data)
        }
        Err(problem) => errors::compile(vm, &format!("{what}: {problem}")),
    }
}

/// Returns a name that no export has.
fn new_name(facts: &Facts) -> String {
    let longest = facts.exports.iter().map(|export| export.name.len()).max().unwrap_or(0);
    "-".repeat(longest + 1)
}

fn argument(vm: &mut Vm, call: Call, what: &str) -> Completion<Module> {
    require_arguments(vm, call, 1, what)?;
    match of(vm, call.argument(vm, 0)) {
        Some((_, module)) => Ok(module),
        None => vm.type_error(format!("{what}: Argument 0 must be a WebAssembly.Module")),
    }
}

/// WebAssembly.Module.exports ( moduleObject )
fn exports(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Module { facts, .. } = argument(vm, call, "WebAssembly.Module.exports()")?;
    list(vm, facts.exports.len(), |vm, index| {
        let export = &facts.exports[index];
        let [name, kind] = [&*export.name, export.kind].map(|text| text_value(vm, text));
        new_record(vm, [("name", name), ("kind", kind)])
    })
}

/// WebAssembly.Module.imports ( moduleObject )
fn imports(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Module { facts, .. } = argument(vm, call, "WebAssembly.Module.imports()")?;
    list(vm, facts.imports.len(), |vm, index| {
        let import = &facts.imports[index];
        let [module, name, kind] = [&*import.module, &*import.name, import.kind].map(|text| text_value(vm, text));
        new_record(vm, [("module", module), ("name", name), ("kind", kind)])
    })
}

fn text_value(vm: &mut Vm, text: &str) -> Value {
    vm.work_later(text.len() as u64 / BYTES_PER_TICK);
    let text = Value::string(vm.heap.new_string(text));
    vm.keep(text);
    text
}

/// Makes an array of this many values.
fn list(vm: &mut Vm, count: usize, mut make: impl FnMut(&mut Vm, usize) -> Completion<Value>) -> Completion<Value> {
    let array = array::new_array(vm);
    vm.keep(Value::object(array));
    for index in 0..count {
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let value = make(vm, index)?;
        iterate::append_value(vm, array, value)?;
        vm.collect_when_due()?;
    }
    Ok(Value::object(array))
}

/// WebAssembly.Module.customSections ( moduleObject, sectionName )
fn custom_sections(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Module.customSections()";
    let Module { facts, .. } = argument(vm, call, WHAT)?;
    require_arguments(vm, call, 2, WHAT)?;
    let name = text::to_usv_string(vm, call.argument(vm, 1))?;
    let name = text::utf8(vm, name)?;
    let found: Vec<&[u8]> =
        facts.custom.iter().filter(|(found, _)| found.as_bytes() == name).map(|(_, data)| &**data).collect();
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    list(vm, found.len(), |vm, index| {
        let data = found[index];
        let copy = buffer::new_array_buffer(vm, Some(prototype), data.len(), None)?;
        vm.keep(Value::object(copy));
        if let Some(buffer) = buffers::buffer_of(&vm.heap, copy) {
            buffers::put_in(&mut vm.heap, buffer, 0, data);
        }
        Ok(Value::object(copy))
    })
}
