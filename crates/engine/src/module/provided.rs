//! Modules that the host fetches in its own time: what it must know to do so, and where they wait until they are loaded.
//!
//! ```text
//! import(…) ──> Importer of the host ──> requests_left, fetching, provide_module … ──> finish_import ──> load as always
//! ```

use std::sync::Arc;

use ferrotape_bytecode::{ModuleTemplate, TextId, Unit};
use ferrotape_syntax::Goal;

use super::{Body, ModuleKey, ModuleSource, ModuleType};
use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::Vm;

/// What `import()` asks for, where the host fetches modules in its own time.
pub struct ImportRequest {
    pub referrer: Arc<str>,
    pub specifier: String,
    pub module_type: ModuleType,
    /// What was given to the script: pending until [`Vm::finish_import`].
    pub promise: ObjectId,
}

/// Begins to fetch what `import()` asks for.
pub type Importer = fn(&mut Vm, ImportRequest) -> Completion<()>;

/// A module that another one asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Requested {
    pub specifier: String,
    pub module_type: ModuleType,
}

/// A module that was fetched, or why it was not; with the bytes that it takes.
#[derive(Clone)]
pub(super) struct Provided {
    source: Result<ModuleSource, String>,
    bytes: usize,
}

impl Vm {
    /// Who fetches what `import()` asks for; without one the loader is asked there and then.
    pub fn set_importer(&mut self, importer: Option<Importer>) {
        self.modules.importer = importer;
    }

    /// Settles the promise of an `import()` by loading what was provided meanwhile. What goes wrong rejects it.
    pub fn finish_import(&mut self, request: &ImportRequest) -> Completion<()> {
        let mark = self.kept_mark();
        let finished = self.load_request(request);
        self.release_kept(mark);
        finished
    }

    fn load_request(&mut self, request: &ImportRequest) -> Completion<()> {
        self.keep(Value::object(request.promise));
        self.heap.require_room(request.specifier.len().saturating_mul(2))?;
        let specifier = self.heap.new_string(&request.specifier);
        self.keep(Value::string(specifier));
        match self.load_imported(&request.referrer, specifier, request.module_type) {
            Ok(module) => self.continue_import(module, request.promise),
            Err(Throw::Exception(error)) => self.keeping([error], |vm| vm.reject_promise(request.promise, error)),
            Err(thrown) => Err(thrown),
        }
    }

    /// Has a module wait until it is asked for in the current realm, or the message why there is none. The loader is not asked
    /// for it then.
    pub fn provide_module(
        &mut self,
        name: &str,
        module_type: ModuleType,
        source: Result<ModuleSource, String>,
    ) -> Completion<()> {
        let content = match &source {
            Ok(ModuleSource::Text(text)) => text.capacity(),
            Ok(ModuleSource::Unit(unit)) => unit.bytes(),
            Err(message) => message.capacity(),
        };
        let bytes = content.saturating_add(name.len() + 2 * size_of::<(ModuleKey, Provided)>());
        self.heap.charge(bytes)?;
        let key = self.key_of_module(name, module_type);
        if let Some(Provided { bytes, .. }) = self.modules.provided.insert(key, Provided { source, bytes }) {
            self.heap.budget.release(bytes);
        }
        Ok(())
    }

    pub(super) fn take_provided(
        &mut self,
        name: &Arc<str>,
        module_type: ModuleType,
    ) -> Option<Result<ModuleSource, String>> {
        let key = ModuleKey { realm: self.realm.id, name: Arc::clone(name), module_type };
        let Provided { source, bytes } = self.modules.provided.remove(&key)?;
        self.heap.budget.release(bytes);
        Some(source)
    }

    fn key_of_module(&self, name: &str, module_type: ModuleType) -> ModuleKey {
        ModuleKey { realm: self.realm.id, name: Arc::from(name), module_type }
    }

    /// What a module asks for, unless all of that is there; none where the module itself is neither loaded nor provided.
    pub fn requests_left(&mut self, name: &str, module_type: ModuleType) -> Completion<Option<Vec<Requested>>> {
        let key = self.key_of_module(name, module_type);
        if let Some(&module) = self.modules.by_name.get(&key) {
            let Body::Source { unit, .. } = &self.modules[module].body else { return Ok(Some(Vec::new())) };
            if self.modules[module].is_complete {
                return Ok(Some(Vec::new()));
            }
            let unit = Arc::clone(&unit.unit);
            return self.requests_of(&unit).map(Some);
        }
        match self.modules.provided.get(&key).map(|provided| &provided.source) {
            Some(Ok(ModuleSource::Unit(unit))) => {
                let unit = Arc::clone(unit);
                self.requests_of(&unit).map(Some)
            }
            Some(_) => Ok(Some(Vec::new())),
            None => Ok(None),
        }
    }

    /// What the module of a unit asks for. Attributes that nobody knows are told when it is loaded.
    pub fn requests_of(&mut self, unit: &Unit) -> Completion<Vec<Requested>> {
        let requests = unit.module.as_deref().map_or(&[][..], |ModuleTemplate { requests, .. }| requests);
        let mut found = Vec::new();
        for request in requests {
            let specifier = &unit.strings[request.specifier.0 as usize];
            self.tick(1 + specifier.len() as u64)?;
            self.heap
                .require_room((found.len() + 1).saturating_mul(2 * size_of::<Requested>()) + 4 * specifier.len())?;
            if let Some(module_type) = type_of(unit, &request.attributes) {
                found.push(Requested { specifier: specifier.to_string(), module_type });
            }
        }
        Ok(found)
    }

    /// Is there a module of the host that a specifier means, whoever asks?
    pub fn is_host_module(&self, specifier: &str) -> bool {
        self.host_module(specifier).is_some()
    }

    /// Compiles the text of a module, which belongs to nothing yet.
    pub fn compile_module(&mut self, name: &str, text: String) -> Completion<Arc<Unit>> {
        self.compile_text(name, text, Goal::Module).map(Arc::new)
    }
}

fn type_of(unit: &Unit, attributes: &[(TextId, TextId)]) -> Option<ModuleType> {
    let text = |id: TextId| unit.strings[id.0 as usize].to_string();
    match attributes {
        [] => Some(ModuleType::Source),
        [(key, value)] if text(*key) == "type" => match &*text(*value) {
            "json" => Some(ModuleType::Json),
            "text" => Some(ModuleType::Text),
            _ => None,
        },
        _ => None,
    }
}
