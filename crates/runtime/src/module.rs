//! Modules, ECMA-262 16.2.1: loading, linking and evaluation.
//!
//! ```text
//! load       texts become modules, with all that they ask for          HostLoadImportedModule, by the host's loader
//! exports    which binding of which module a name means                ResolveExport, GetExportedNames
//! link       environments get their imports and functions              Link
//! evaluate   bodies run, those asked for first; some wait for others   Evaluate, top-level await
//! dynamic    `import()`, `import.meta`
//! deferred   what of a deferred module is evaluated early, and its evaluation at the first look
//! load_error why there is none
//! at_once    all of that before anything else runs, for `require`
//! namespace  `import * as`: an object with hooks                       10.4.6
//! source     what loaders give
//! provided   what the host fetches in its own time
//! read_limits  the limits that loaders keep to
//! detection    whether a text is a module by its syntax
//! kept       what snapshots have of modules
//! ```
//!
//! A module's environment is a closed record ([`Module::record`]), and its body a closure in it. An import is a binding
//! that holds a record of its own ([`crate::environment::RecordKind`]), which names the place of the value.
//!
//! Graphs of modules are as deep as scripts like, so all walks are loops over lists of their own. Modules live as long
//! as the engine.

mod at_once;
mod deferred;
mod detection;
mod dynamic;
mod evaluate;
mod exports;
mod kept;
mod link;
mod load;
mod load_error;
mod namespace;
mod provided;
mod read_limits;
mod source;

pub use at_once::*;
pub use dynamic::*;
pub use evaluate::*;
pub use kept::*;
pub use link::*;
pub use load::*;
pub use namespace::*;
pub use provided::*;

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_bytecode::Phase;

use crate::code::LoadedUnit;
use crate::heap::{ObjectId, RealmId, RecordId};
use crate::object::host::HostClassId;
use crate::property_key::PropertyKey;
use crate::value::Value;

pub use at_once::AtOnce;
pub use deferred::{SourceMaker, set_source_maker};
pub use ferrotape_heap::code::{ModuleId, Referrer};
pub use kept::{KeptModule, Progress};
pub use load_error::LoadError;
pub use read_limits::ReadLimits;
use source::Provided;
pub use source::{ImportRequest, Importer, ModuleLoader, ModuleSource, ModuleType, Requested};

/// [[Status]] of a cyclic module record, ECMA-262 16.2.1.6
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Unlinked,
    Linking,
    Linked,
    Evaluating,
    EvaluatingAsync,
    Evaluated,
}

/// Code of a module, run at its evaluation.
#[derive(Clone)]
enum Body {
    /// The code of a source text, as a function without parameters; an async one if it has a top-level `await`.
    Source { unit: Arc<LoadedUnit>, function: ObjectId },
    /// No code: `default` has its value.
    Synthetic,
}

/// Cyclic and synthetic module records, ECMA-262 16.2.1.6 and 16.2.1.8
#[derive(Clone)]
pub struct Module {
    name: Arc<str>,
    realm: RealmId,
    body: Body,
    /// [[Environment]]
    record: RecordId,
    exports: Exports,
    /// [[LoadedModules]], by request.
    requested: Vec<ModuleId>,
    /// True once everything that it requests is loaded, recursively: its [[Status]] is no longer new.
    is_complete: bool,
    namespace: Option<ObjectId>,
    /// [[DeferredNamespace]], of the proposal Import Defer.
    deferred_namespace: Option<ObjectId>,
    /// The object of `import.meta`; of a module of bytes [[ModuleSource]].
    meta: Option<ObjectId>,
    status: Status,
    /// [[EvaluationError]]
    error: Option<Value>,
    dfs_index: u32,
    dfs_ancestor: u32,
    cycle_root: Option<ModuleId>,
    /// [[AsyncEvaluationOrder]]: none while unset and once done.
    async_order: Option<u64>,
    /// [[TopLevelCapability]]: its promise.
    top_level: Option<ObjectId>,
    async_parents: Vec<ModuleId>,
    pending_dependencies: u32,
}

/// Exports of a module by name.
#[derive(Clone, Default)]
struct Exports {
    named: FxHashMap<PropertyKey, Export>,
    /// The requests of `export * from`.
    stars: Vec<u32>,
}

/// The meaning of a module's export.
#[derive(Copy, Clone)]
enum Export {
    Local(u32),
    /// Binding of another module, with the place in the source text.
    Indirect {
        request: u32,
        import: PropertyKey,
        at: u32,
    },
    /// Meaning of an indirect export, found when its module was linked, so that chains of them are followed once.
    Bound {
        module: ModuleId,
        index: u32,
    },
    Namespace {
        request: u32,
    },
}

/// Bytes of a table that finds a module by its name: it may be less than half full, and is copied when it grows.
const TABLE_BYTES: usize = 3 * size_of::<(ModuleKey, ModuleId)>();

impl Module {
    fn template(&self) -> Option<&ferrotape_bytecode::ModuleTemplate> {
        match &self.body {
            Body::Source { unit, .. } => unit.unit.module.as_deref(),
            Body::Synthetic => None,
        }
    }

    /// [[Phase]] of a request.
    fn phase(&self, request: usize) -> Phase {
        let request = self.template().and_then(|template| template.requests.get(request));
        request.map_or(Phase::Evaluation, |request| request.phase)
    }

    /// Returns whether it requests a module that is not simply evaluated before it.
    fn has_phases(&self) -> bool {
        self.template()
            .is_some_and(|template| template.requests.iter().any(|request| request.phase != Phase::Evaluation))
    }

    fn has_await(&self) -> bool {
        self.template().is_some_and(|template| template.has_await)
    }

    /// Bytes that it takes, except for cells of the heap.
    fn bytes(&self) -> usize {
        let exports = self.exports.named.len() * 2 * size_of::<(PropertyKey, Export)>();
        let requests = (self.exports.stars.len() + self.template().map_or(0, |template| template.requests.len())) * 16;
        3 * allocation_bytes(self.name.len()) + exports + requests + TABLE_BYTES
    }
}

/// Key by which modules are found.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ModuleKey {
    realm: RealmId,
    name: Arc<str>,
    module_type: ModuleType,
}

/// ResolvedBinding Record, or none: ECMA-262 16.2.1.7
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Resolved {
    Binding { module: ModuleId, index: u32 },
    Namespace(ModuleId),
    NotFound,
    Ambiguous,
}

/// All modules of an engine.
#[derive(Default)]
pub struct Modules {
    list: Vec<Module>,
    by_name: FxHashMap<ModuleKey, ModuleId>,
    /// Meanings of exports found while modules are linked: no collection comes meanwhile.
    resolved: FxHashMap<(ModuleId, PropertyKey), Resolved>,
    /// IncrementModuleAsyncEvaluationCount, ECMA-262 9.6.3
    async_count: u64,
    namespace_class: Option<HostClassId>,
    /// The loader, shared with copies of the engine and asked for one thing at a time.
    loader: Option<Arc<Mutex<Box<dyn ModuleLoader>>>>,
    /// Modules that the host has fetched and nobody has requested yet.
    provided: FxHashMap<ModuleKey, Provided>,
    importer: Option<Importer>,
    source_maker: Option<SourceMaker>,
    /// The module that was started as a program. The code that runs the program runs its body.
    program: Option<ModuleId>,
    /// Whether it is time for that.
    is_body_due: bool,
}

impl Modules {
    /// Copies the modules for a fork of the engine, which has other code.
    pub fn fork(&self, mut copy: impl FnMut(&Arc<LoadedUnit>) -> Arc<LoadedUnit>) -> Modules {
        let mut list = self.list.clone();
        for module in &mut list {
            if let Body::Source { unit, .. } = &mut module.body {
                *unit = copy(unit);
            }
        }
        Modules {
            list,
            by_name: self.by_name.clone(),
            resolved: self.resolved.clone(),
            async_count: self.async_count,
            namespace_class: self.namespace_class,
            loader: self.loader.clone(),
            provided: self.provided.clone(),
            importer: self.importer,
            source_maker: self.source_maker,
            program: self.program,
            is_body_due: self.is_body_due,
        }
    }

    /// Visits the values that the modules keep alive.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        for module in &self.list {
            visit(Value::record(module.record));
            if let Body::Source { function, .. } = module.body {
                visit(Value::object(function));
            }
            let objects = [module.namespace, module.deferred_namespace, module.meta, module.top_level];
            objects.into_iter().flatten().map(Value::object).chain(module.error).for_each(&mut *visit);
            module.exports.named.keys().for_each(|key| visit(key.kept_form()));
        }
    }

    pub fn realms(&self) -> impl Iterator<Item = RealmId> + '_ {
        self.list.iter().map(|module| module.realm)
    }
}

impl std::ops::Index<ModuleId> for Modules {
    type Output = Module;

    fn index(&self, id: ModuleId) -> &Module {
        &self.list[id.0 as usize]
    }
}

impl std::ops::IndexMut<ModuleId> for Modules {
    fn index_mut(&mut self, id: ModuleId) -> &mut Module {
        &mut self.list[id.0 as usize]
    }
}
