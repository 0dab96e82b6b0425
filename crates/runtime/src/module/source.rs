//! Sources of modules, and who gives them: loaders at once, importers in their own time.

use std::sync::Arc;

use ferrotape_bytecode::Phase;

use super::{LoadError, ReadLimits};
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::vm::Vm;

/// Type of a module: the import attribute `type`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ModuleType {
    /// A module of source text, without an attribute `type`.
    Source,
    /// `type: "json"`, ECMA-262 16.2.1.8.2
    Json,
    /// `type: "text"`, of the proposal Import Text
    Text,
    /// `type: "bytes"`, of the proposal Import Bytes
    Bytes,
}

/// Source of a module.
#[derive(Clone)]
pub enum ModuleSource {
    /// Source text, or the text of a module of another type.
    Text(String),
    /// Bytes, for `type: "bytes"`. For other types they must be UTF-8.
    Bytes(Vec<u8>),
    /// A module that was compiled before.
    Unit(Arc<ferrotape_bytecode::Unit>),
}

impl From<String> for ModuleSource {
    fn from(text: String) -> Self {
        ModuleSource::Text(text)
    }
}

impl From<Vec<u8>> for ModuleSource {
    fn from(bytes: Vec<u8>) -> Self {
        ModuleSource::Bytes(bytes)
    }
}

impl From<Arc<ferrotape_bytecode::Unit>> for ModuleSource {
    fn from(unit: Arc<ferrotape_bytecode::Unit>) -> Self {
        ModuleSource::Unit(unit)
    }
}

/// Loader of modules: the host's half of HostLoadImportedModule, ECMA-262 16.2.1.10. Errors become TypeErrors. Those of
/// [`ModuleLoader::resolve_within`] and [`ModuleLoader::load_within`] may have a code: [`LoadError`].
pub trait ModuleLoader: Send {
    /// The name of the module that `specifier` means in a text with the name `referrer`: the same name for the same
    /// module. Stacks show it.
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String>;

    /// The text of a module, requested once for each type.
    fn load(&mut self, name: &str) -> Result<String, String>;

    /// The source of a module, for loaders that also have compiled ones. Modules imported as JSON, text or
    /// bytes need their text.
    fn load_source(&mut self, name: &str) -> Result<ModuleSource, String> {
        self.load(name).map(ModuleSource::Text)
    }

    /// The properties of `import.meta` of a module, HostGetImportMetaProperties, ECMA-262 13.3.12.1.1: by default
    /// `url`, the name.
    fn meta(&mut self, name: &str) -> Vec<(String, String)> {
        vec![("url".to_owned(), name.to_owned())]
    }

    /// Returns whether something exists by this name, although it was not loaded. Chained loaders ask after an error:
    /// an existing module was refused, and that is the answer; a missing one may come from the next loader.
    fn is_there(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// [`ModuleLoader::resolve`] for loaders that look at files or the like to resolve a specifier. They count the
    /// work, and may resolve imports of text differently from imports of modules. Engines call this method.
    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        let _ = (module_type, limits);
        Ok(self.resolve(specifier, referrer)?)
    }

    /// [`ModuleLoader::load_source`] for loaders that read large or slow sources: they charge bytes before they read
    /// them, and count the work. Engines call this method.
    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        let _ = (module_type, limits);
        Ok(self.load_source(name)?)
    }
}

/// Request of an `import()`, for a host that fetches modules in its own time.
pub struct ImportRequest {
    pub referrer: Arc<str>,
    pub specifier: String,
    pub module_type: ModuleType,
    /// Phase that the module is brought to. None for a request of the program's module, which has both names: that is loaded,
    /// and the program goes on.
    pub phase: Option<Phase>,
    /// The promise that the script has, pending until [`finish_import`](super::finish_import).
    pub promise: ObjectId,
}

const TYPES: [(&str, ModuleType); 4] =
    [("", ModuleType::Source), ("json", ModuleType::Json), ("text", ModuleType::Text), ("bytes", ModuleType::Bytes)];

const PHASES: [(&str, Option<Phase>); 4] = [
    ("evaluation", Some(Phase::Evaluation)),
    ("source", Some(Phase::Source)),
    ("defer", Some(Phase::Defer)),
    ("program", None),
];

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
pub(super) fn type_and_phase(module_type: &str, phase: &str) -> Option<(ModuleType, Option<Phase>)> {
    let (_, module_type) = TYPES.iter().find(|(word, _)| *word == module_type)?;
    let (_, phase) = PHASES.iter().find(|(word, _)| *word == phase)?;
    Some((*module_type, *phase))
}

/// Returns the type of what is loaded for a request: of `import source`, bytes, if they may be those of a WebAssembly module.
/// Loaders give no types of media: the name of such a module ends in `.wasm`.
pub(super) fn loaded_type(module_type: ModuleType, phase: Phase, specifier: &str) -> ModuleType {
    let path = specifier.split(['?', '#']).next().unwrap_or_default();
    match (module_type, phase) {
        (ModuleType::Source, Phase::Source) if path.ends_with(".wasm") => ModuleType::Bytes,
        _ => module_type,
    }
}

/// Begins to fetch what `import()` or the program's module requests.
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
    pub(super) source: Result<ModuleSource, LoadError>,
    pub(super) bytes: usize,
}
