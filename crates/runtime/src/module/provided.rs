//! Modules that the host fetches in its own time: what it must know to do so, and where they wait until they are
//! loaded.
//!
//! ```text
//! import(…) ──> Importer of the host ──> requests_left, fetching, provide_module … ──> finish_import ──> load as always
//! ```

use std::sync::Arc;

use ferrotape_bytecode::{ModuleTemplate, Phase, TextId, Unit};
use ferrotape_syntax::Goal;

use super::{Body, LoadError, ModuleKey, ModuleSource, ModuleType};
use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::module;
use crate::promise;
use crate::scripts::eval;
use crate::value::Value;
use crate::vm::Vm;

/// Request of an `import()`, for a host that fetches modules in its own time.
pub struct ImportRequest {
    pub referrer: Arc<str>,
    pub specifier: String,
    pub module_type: ModuleType,
    pub phase: Phase,
    /// The promise that the script has, pending until [`finish_import`].
    pub promise: ObjectId,
}

const TYPES: [(&str, ModuleType); 4] =
    [("", ModuleType::Source), ("json", ModuleType::Json), ("text", ModuleType::Text), ("bytes", ModuleType::Bytes)];

const PHASES: [(&str, Phase); 3] =
    [("evaluation", Phase::Evaluation), ("source", Phase::Source), ("defer", Phase::Defer)];

impl ImportRequest {
    /// Returns the texts by which another engine makes the request again: specifier, referrer, type and phase. See
    /// [`import_again`](module::import_again).
    pub fn texts(&self) -> [&str; 4] {
        let module_type = TYPES.iter().find(|(_, it)| *it == self.module_type).map_or("", |(word, _)| *word);
        let phase = PHASES.iter().find(|(_, it)| *it == self.phase).map_or("", |(word, _)| *word);
        [&self.specifier, &self.referrer, module_type, phase]
    }
}

/// Returns the type and the phase of the texts of a request.
pub(super) fn type_and_phase(module_type: &str, phase: &str) -> Option<(ModuleType, Phase)> {
    let (_, module_type) = TYPES.iter().find(|(word, _)| *word == module_type)?;
    let (_, phase) = PHASES.iter().find(|(word, _)| *word == phase)?;
    Some((*module_type, *phase))
}

/// Begins to fetch what `import()` requests.
pub type Importer = fn(&mut Vm, ImportRequest) -> Completion<()>;

/// A module that another one requests.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Requested {
    pub specifier: String,
    pub module_type: ModuleType,
}

/// A module that was fetched, or the reason why not; with the bytes that it takes.
#[derive(Clone)]
pub(super) struct Provided {
    source: Result<ModuleSource, LoadError>,
    bytes: usize,
}

/// Sets the host's importer for `import()`. Without one the loader is asked at once.
pub fn set_importer(vm: &mut Vm, importer: Option<Importer>) {
    vm.agent.modules.importer = importer;
}

/// Settles the promise of an `import()` by loading the modules that were provided meanwhile. Every failure rejects
/// it.
pub fn finish_import(vm: &mut Vm, request: &ImportRequest) -> Completion<()> {
    let vm = &mut vm.scope();
    load_request(vm, request)
}

/// Loads and evaluates what an `import()` asked for. Only a limit is an error here, an exception rejects the promise.
fn load_request(vm: &mut Vm, request: &ImportRequest) -> Completion<()> {
    vm.keep(Value::object(request.promise));
    vm.heap.room(request.specifier.len().saturating_mul(2))?;
    let specifier = vm.heap.new_string(&request.specifier);
    vm.keep(Value::string(specifier));
    let begun = module::load_for_import(vm, &request.referrer, specifier, request.module_type, request.phase);
    match begun.and_then(|module| module::continue_import(vm, module, request.phase, request.promise)) {
        Ok(()) => Ok(()),
        Err(Throw::Exception(error)) => vm.keeping([error], |vm| promise::reject_promise(vm, request.promise, error)),
        Err(thrown) => Err(thrown),
    }
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
            found.push(Requested { specifier: specifier.to_string(), module_type });
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
