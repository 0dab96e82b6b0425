//! Modules of snapshots: what is written of them, and modules made of it. They are linked by the ordinary code, so
//! imports lead to exports, whatever a snapshot says.

use std::sync::Arc;

use ferrotape_budget::order;
use rustc_hash::FxHashSet;

use super::{Body, ModuleId, ModuleType, Status, dynamic};
use crate::code::CodeSet;
use crate::error::Completion;
use crate::heap::{CodeId, ObjectId, RealmId, RecordId};
use crate::jobs::Job;
use crate::module;
use crate::names::keys;
use crate::value::Value;
use crate::vm::Vm;

/// A module that is linked, that a job is going to link, or that is a program whose imports are being fetched.
pub struct KeptModule {
    pub id: ModuleId,
    pub name: Arc<str>,
    pub module_type: ModuleType,
    pub realm: RealmId,
    /// The code; none of modules without code.
    pub code: Option<CodeId>,
    /// The function that runs the code.
    pub body: Option<ObjectId>,
    pub record: RecordId,
    pub requested: Vec<ModuleId>,
    pub namespace: Option<ObjectId>,
    pub deferred_namespace: Option<ObjectId>,
    pub meta: Option<ObjectId>,
    pub progress: Progress,
}

/// Progress of a module, and the modules that wait for it: the fields of ECMA-262 16.2.1.6 that evaluation uses.
#[derive(Clone)]
pub struct Progress {
    pub status: Status,
    pub error: Option<Value>,
    pub cycle_root: Option<ModuleId>,
    /// Order, from 1 on, among the modules that are being evaluated asynchronously.
    pub async_order: Option<u64>,
    pub top_level: Option<ObjectId>,
    pub async_parents: Vec<ModuleId>,
    pub pending_dependencies: u32,
}

/// The modules that are linked, or about to be, in the order of loading. The error is the name of one that is being
/// linked or evaluated. Other loaded modules are left out: they are loaded again on request.
pub fn kept_modules(vm: &Vm) -> Result<Vec<KeptModule>, Arc<str>> {
    let mut kept = Vec::new();
    let imported = imported_by_jobs(vm);
    for (key, &id) in &vm.agent.modules.by_name {
        let module = &vm.agent.modules[id];
        let is_asked_for = module.status != Status::Unlinked || imported.contains(&id);
        match module.status {
            Status::Unlinked if !is_asked_for && vm.agent.modules.program != Some(id) => continue,
            Status::Linking | Status::Evaluating => return Err(Arc::clone(&module.name)),
            Status::Unlinked | Status::Linked | Status::EvaluatingAsync | Status::Evaluated => {}
        }
        let body = body_of_module(vm, id);
        let code = body.and_then(|body| vm.heap.closure(body)).map(|(code, _)| code);
        let waits = module.status == Status::EvaluatingAsync;
        kept.push(KeptModule {
            id,
            name: Arc::clone(&module.name),
            module_type: key.module_type,
            realm: module.realm,
            code,
            body,
            record: module.record,
            // A program whose imports are being fetched asks for them again.
            requested: if is_asked_for { module.requested.clone() } else { Vec::new() },
            namespace: module.namespace,
            deferred_namespace: module.deferred_namespace,
            meta: module.meta,
            progress: Progress {
                status: module.status,
                error: module.error,
                cycle_root: module.cycle_root,
                async_order: module.async_order.filter(|_| waits),
                top_level: module.top_level,
                // Nothing waits any more for a module that has ended.
                async_parents: if waits { module.async_parents.clone() } else { Vec::new() },
                pending_dependencies: if waits { module.pending_dependencies } else { 0 },
            },
        });
    }
    order::sort_by_key(&mut kept, |module| module.id.0);
    let mut orders: Vec<u64> = kept.iter().filter_map(|module| module.progress.async_order).collect();
    order::sort(&mut orders);
    for order in kept.iter_mut().filter_map(|module| module.progress.async_order.as_mut()) {
        *order = orders.partition_point(|before| before < order) as u64 + 1;
    }
    Ok(kept)
}

/// The modules that jobs are going to link, with everything that they request.
fn imported_by_jobs(vm: &Vm) -> FxHashSet<ModuleId> {
    let mut pending: Vec<ModuleId> = Vec::new();
    for queued in vm.agent.jobs.iter() {
        if let Job::Reaction { handler, .. } = &queued.job {
            pending.extend(dynamic::imported_by(vm, *handler));
        }
    }
    let mut imported = FxHashSet::default();
    while let Some(module) = pending.pop() {
        if imported.insert(module) {
            pending.extend(&vm.agent.modules[module].requested);
        }
    }
    imported
}

/// The function that runs the code of a module, which no script sees.
pub fn body_of_module(vm: &Vm, module: ModuleId) -> Option<ObjectId> {
    match vm.agent.modules[module].body {
        Body::Source { function, .. } => Some(function),
        Body::Synthetic => None,
    }
}

/// The host module of that name, by its environment.
pub fn kept_host_module(vm: &Vm, name: &str) -> Option<ModuleId> {
    module::host_module(vm, name)
}

pub fn environment_of_module(vm: &Vm, module: ModuleId) -> RecordId {
    vm.agent.modules[module].record
}

/// The environments of modules that the host has given.
pub fn environments_of_host_modules(vm: &Vm) -> Vec<RecordId> {
    let modules = vm.agent.modules.list.iter().filter(|module| matches!(module.body, Body::Synthetic));
    modules.map(|module| module.record).collect()
}

/// Adds a module of code that was read, or one with a default export. None if there are too many, or one of that name.
pub fn add_kept_module(
    vm: &mut Vm,
    name: &str,
    module_type: ModuleType,
    set: Option<Arc<CodeSet>>,
) -> Completion<Option<ModuleId>> {
    let name: Arc<str> = Arc::from(name);
    if !module::may_load_module(vm, 0) || module::known_module(vm, &name, module_type).is_some() {
        return Ok(None);
    }
    let mark = vm.kept_mark();
    let module = match set {
        Some(set) => module::module_of_set(vm, &name, set)?,
        None => module::synthetic_module(vm, &name, &[(keys::DEFAULT, Value::UNDEFINED)])?,
    };
    module::add_module(vm, name, module_type, module, mark).map(Some)
}

/// Sets the modules that it requests; false unless there are as many as its code says, or none yet. Then it is not complete.
pub fn set_requested_modules(vm: &mut Vm, module: ModuleId, requested: Vec<ModuleId>) -> bool {
    let module = &mut vm.agent.modules[module];
    let wanted = module.template().map_or(0, |template| template.requests.len());
    (module.is_complete, module.requested) = (requested.len() == wanted, requested);
    module.is_complete || module.requested.is_empty()
}

pub(crate) fn name_of_module(vm: &Vm, module: ModuleId) -> Arc<str> {
    Arc::clone(&vm.agent.modules[module].name)
}

/// Returns whether everything that it requests is loaded.
pub fn is_complete(vm: &Vm, module: ModuleId) -> bool {
    vm.agent.modules[module].is_complete
}

pub fn is_linked(vm: &Vm, module: ModuleId) -> bool {
    vm.agent.modules[module].status != Status::Unlinked
}

/// Sets the progress of a module, which must be linked if it has to be. A module that is evaluated never runs again.
pub fn set_progress(vm: &mut Vm, module: ModuleId, progress: Progress) {
    vm.agent.modules.async_count = vm.agent.modules.async_count.max(progress.async_order.unwrap_or(0));
    let module = &mut vm.agent.modules[module];
    if matches!(progress.status, Status::EvaluatingAsync | Status::Evaluated) {
        module.status = progress.status;
    }
    (module.error, module.cycle_root, module.top_level) = (progress.error, progress.cycle_root, progress.top_level);
    (module.async_order, module.async_parents) = (progress.async_order, progress.async_parents);
    module.pending_dependencies = progress.pending_dependencies;
}

pub fn set_import_meta(vm: &mut Vm, module: ModuleId, meta: Option<ObjectId>) {
    vm.agent.modules[module].meta = meta;
}
