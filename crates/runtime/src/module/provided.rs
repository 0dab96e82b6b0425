//! Modules that the host fetches in its own time: what it must know to do so, and where they wait until they are
//! loaded.
//!
//! ```text
//! import(…) ──> Importer of the host ──> requests_left, fetching, provide_module … ──> finish_import ──> load as always
//! ```

use std::sync::Arc;

use ferrotape_bytecode::{ModuleTemplate, TextId, Unit};
use ferrotape_syntax::Goal;

use super::source::{Provided, loaded_type};
use super::{Body, ImportRequest, Importer, LoadError, ModuleKey, ModuleSource, ModuleType, Requested};
use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::module;
use crate::promise;
use crate::scripts::eval;
use crate::value::Value;
use crate::vm::Vm;

/// Sets the host's importer for `import()`. Without one the loader is asked at once.
pub fn set_importer(vm: &mut Vm, importer: Option<Importer>) {
    vm.agent.modules.importer = importer;
}

/// Passes what the module of that name requests on to the host's importer, for the program's module. Without one, the promise is
/// fulfilled: the loader is asked when the program goes on.
pub(crate) fn fetch_requests(vm: &mut Vm, name: Arc<str>, promise: ObjectId) -> Completion<()> {
    let Some(importer) = vm.agent.modules.importer else {
        return promise::resolve_promise(vm, promise, Value::UNDEFINED);
    };
    let (specifier, module_type) = (name.to_string(), ModuleType::Source);
    importer(vm, ImportRequest { referrer: name, specifier, module_type, phase: None, promise })
}

/// Settles the promise of an `import()` by loading the modules that were provided meanwhile. Every failure rejects
/// it.
pub fn finish_import(vm: &mut Vm, request: &ImportRequest) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(Value::object(request.promise));
    match load_request(vm, request) {
        Ok(()) => Ok(()),
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, request.promise, error)),
        Err(thrown) => Err(thrown),
    }
}

/// Loads and evaluates what an `import()` asked for, or links the program's module.
fn load_request(vm: &mut Vm, request: &ImportRequest) -> Completion<()> {
    let Some(phase) = request.phase else { return link_program(vm, request.promise) };
    vm.heap.room(request.specifier.len().saturating_mul(2))?;
    let specifier = vm.heap.new_string(&request.specifier);
    vm.keep(Value::string(specifier));
    let module = module::load_for_import(vm, &request.referrer, specifier, request.module_type, phase)?;
    module::continue_import(vm, module, phase, request.promise)
}

/// Links the program's module with what it requests. The program goes on when the promise is fulfilled.
fn link_program(vm: &mut Vm, promise: ObjectId) -> Completion<()> {
    if let Some(module) = vm.agent.modules.program {
        module::load_requested_modules(vm, module)?;
        module::link_module(vm, module)?;
    }
    promise::resolve_promise(vm, promise, Value::UNDEFINED)
}

/// Stores a module, or the reason why there is none, until it is requested in the current realm. The loader is then
/// not called for it.
pub fn provide_module(
    vm: &mut Vm,
    name: &str,
    module_type: ModuleType,
    source: Result<ModuleSource, LoadError>,
) -> Completion<()> {
    let content = match &source {
        Ok(ModuleSource::Text(text)) => text.capacity(),
        Ok(ModuleSource::Bytes(bytes)) => bytes.capacity(),
        Ok(ModuleSource::Unit(unit)) => unit.bytes(),
        Err(error) => error.bytes(),
    };
    let bytes = content.saturating_add(name.len() + 2 * size_of::<(ModuleKey, Provided)>());
    vm.heap.take(bytes)?;
    let key = key_of_module(vm, name, module_type);
    if let Some(Provided { bytes, .. }) = vm.agent.modules.provided.insert(key, Provided { source, bytes }) {
        vm.heap.budget.resized(bytes, 0);
    }
    Ok(())
}

pub(super) fn take_provided(
    vm: &mut Vm,
    name: &Arc<str>,
    module_type: ModuleType,
) -> Option<Result<ModuleSource, LoadError>> {
    let key = ModuleKey { realm: vm.realm.id, name: Arc::clone(name), module_type };
    let Provided { source, bytes } = vm.agent.modules.provided.remove(&key)?;
    vm.heap.budget.resized(bytes, 0);
    Some(source)
}

/// Drops what the host has fetched of that name in the current realm.
pub(super) fn drop_provided(vm: &mut Vm, name: &str, module_type: ModuleType) {
    let key = key_of_module(vm, name, module_type);
    if let Some(Provided { bytes, .. }) = vm.agent.modules.provided.remove(&key) {
        vm.heap.budget.resized(bytes, 0);
    }
}

fn key_of_module(vm: &Vm, name: &str, module_type: ModuleType) -> ModuleKey {
    ModuleKey { realm: vm.realm.id, name: Arc::from(name), module_type }
}

/// The requests of a module, unless all of them are fulfilled; none if the module itself is neither loaded nor
/// provided.
pub fn requests_left(vm: &mut Vm, name: &str, module_type: ModuleType) -> Completion<Option<Vec<Requested>>> {
    let key = key_of_module(vm, name, module_type);
    if let Some(&module) = vm.agent.modules.by_name.get(&key) {
        let Body::Source { unit, .. } = &vm.agent.modules[module].body else { return Ok(Some(Vec::new())) };
        if vm.agent.modules[module].is_complete {
            return Ok(Some(Vec::new()));
        }
        let unit = Arc::clone(&unit.unit);
        return requests_of(vm, &unit).map(Some);
    }
    match vm.agent.modules.provided.get(&key).map(|provided| &provided.source) {
        Some(Ok(ModuleSource::Unit(unit))) => {
            let unit = Arc::clone(unit);
            requests_of(vm, &unit).map(Some)
        }
        Some(_) => Ok(Some(Vec::new())),
        None => Ok(None),
    }
}

/// The requests of a unit's module. Unknown attributes are reported when it is loaded.
pub fn requests_of(vm: &mut Vm, unit: &Unit) -> Completion<Vec<Requested>> {
    let requests = unit.module.as_deref().map_or(&[][..], |ModuleTemplate { requests, .. }| requests);
    let mut found = Vec::new();
    for request in requests {
        let specifier = &unit.strings[request.specifier.0 as usize];
        vm.work(1 + specifier.len() as u64)?;
        vm.heap.room((found.len() + 1).saturating_mul(2 * size_of::<Requested>()) + 4 * specifier.len())?;
        if let Some(module_type) = type_of(unit, &request.attributes) {
            let specifier = specifier.to_string();
            let module_type = loaded_type(module_type, request.phase, &specifier);
            found.push(Requested { specifier, module_type });
        }
    }
    Ok(found)
}

/// Returns whether a specifier means a host module, for any importer.
pub fn is_host_module(vm: &Vm, specifier: &str) -> bool {
    module::host_module(vm, specifier).is_some()
}

/// Compiles the text of a module, which belongs to nothing yet.
pub fn compile_module(vm: &mut Vm, name: &str, text: String) -> Completion<Arc<Unit>> {
    eval::compile_text(vm, name, text, Goal::Module).map(Arc::new)
}

/// Returns the type that import attributes ask for. None for other attributes and unknown types, which the loading
/// refuses.
fn type_of(unit: &Unit, attributes: &[(TextId, TextId)]) -> Option<ModuleType> {
    let text = |id: TextId| unit.strings[id.0 as usize].to_string();
    match attributes {
        [] => Some(ModuleType::Source),
        [(key, value)] if text(*key) == "type" => match &*text(*value) {
            "json" => Some(ModuleType::Json),
            "text" => Some(ModuleType::Text),
            "bytes" => Some(ModuleType::Bytes),
            _ => None,
        },
        _ => None,
    }
}
