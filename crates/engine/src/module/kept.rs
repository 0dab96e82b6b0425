//! What a snapshot has of modules, and modules that are made of it: linked by what linking does, so that imports lead where
//! exports are, whatever a snapshot says.

use std::sync::Arc;

use super::{Body, ModuleId, ModuleType, Status};
use crate::code::CodeSet;
use crate::error::Completion;
use crate::heap::{CodeId, ObjectId, RealmId, RecordId};
use crate::names::keys;
use crate::object::Kind;
use crate::value::Value;
use crate::vm::Vm;

/// A module that is linked.
pub(crate) struct KeptModule {
    pub id: ModuleId,
    pub name: Arc<str>,
    pub module_type: ModuleType,
    pub realm: RealmId,
    /// None of modules without code.
    pub code: Option<CodeId>,
    pub record: RecordId,
    pub requested: Vec<ModuleId>,
    pub namespace: Option<ObjectId>,
    pub meta: Option<ObjectId>,
    pub is_evaluated: bool,
    pub error: Option<Value>,
}

impl Vm {
    /// The modules that are linked, in the order in which they were loaded. The error is the name of one whose evaluation has
    /// not come to its end. What was loaded without being linked is left out: it is loaded again when somebody asks for it.
    pub(crate) fn kept_modules(&self) -> Result<Vec<KeptModule>, Arc<str>> {
        let mut kept = Vec::new();
        for (key, &id) in &self.modules.by_name {
            let module = &self.modules[id];
            let is_evaluated = match module.status {
                Status::Unlinked => continue,
                Status::Linked => false,
                Status::Evaluated => true,
                Status::Linking | Status::Evaluating | Status::EvaluatingAsync => return Err(Arc::clone(&module.name)),
            };
            let code = match &module.body {
                Body::Source { function, .. } => match self.heap.kind(*function) {
                    Kind::Closure { code, .. } => Some(code),
                    _ => None,
                },
                Body::Synthetic => None,
            };
            kept.push(KeptModule {
                id,
                name: Arc::clone(&module.name),
                module_type: key.module_type,
                realm: module.realm,
                code,
                record: module.record,
                requested: module.requested.clone(),
                namespace: module.namespace,
                meta: module.meta,
                is_evaluated,
                error: module.error,
            });
        }
        kept.sort_unstable_by_key(|module| module.id.0);
        Ok(kept)
    }

    /// The module of that name that the host has given, by its environment.
    pub(crate) fn kept_host_module(&self, name: &str) -> Option<ModuleId> {
        self.host_module(name)
    }

    pub(crate) fn environment_of_module(&self, module: ModuleId) -> RecordId {
        self.modules[module].record
    }

    /// The environments of modules that the host has given.
    pub(crate) fn environments_of_host_modules(&self) -> Vec<RecordId> {
        let modules = self.modules.list.iter().filter(|module| matches!(module.body, Body::Synthetic));
        modules.map(|module| module.record).collect()
    }

    /// A module of code that was read, or one with a default export. None where there are too many of them, or one of that name.
    pub(crate) fn add_kept_module(
        &mut self,
        name: &str,
        module_type: ModuleType,
        set: Option<Arc<CodeSet>>,
    ) -> Completion<Option<ModuleId>> {
        let name: Arc<str> = Arc::from(name);
        if !self.may_load_module(0) || self.known_module(&name, module_type).is_some() {
            return Ok(None);
        }
        let mark = self.kept_mark();
        let module = match set {
            Some(set) => self.module_of_set(&name, set)?,
            None => self.synthetic_module(&name, &[(keys::DEFAULT, Value::UNDEFINED)])?,
        };
        self.add_module(name, module_type, module, mark).map(Some)
    }

    /// What the module asks for; false where that is not as many as its code says.
    pub(crate) fn set_requested_modules(&mut self, module: ModuleId, requested: Vec<ModuleId>) -> bool {
        let module = &mut self.modules[module];
        let wanted = module.template().map_or(0, |template| template.requests.len());
        (module.requested, module.is_complete) = (requested, true);
        module.requested.len() == wanted
    }

    /// How far a linked module has come. One that is evaluated never runs again.
    pub(crate) fn set_evaluated(&mut self, module: ModuleId, is_evaluated: bool, error: Option<Value>) {
        if is_evaluated {
            let module = &mut self.modules[module];
            (module.status, module.error) = (Status::Evaluated, error);
        }
    }

    pub(crate) fn set_import_meta(&mut self, module: ModuleId, meta: Option<ObjectId>) {
        self.modules[module].meta = meta;
    }
}
