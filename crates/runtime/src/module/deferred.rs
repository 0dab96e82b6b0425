//! Modules that an import does not evaluate at once. Deferred ones, of the proposal Import Defer: what of them is evaluated
//! early, and their evaluation at the first look at their namespace. Sources, of the proposal Source Phase Imports.

use std::sync::Arc;

use ferrotape_bytecode::Phase;
use rustc_hash::FxHashSet;

use super::{ModuleId, ModuleKey, ModuleType, Status};
use crate::environment;
use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::messages;
use crate::module;
use crate::promise::{self, PromiseState};
use crate::realm;
use crate::value::Value;
use crate::vm::Vm;

/// The modules that are evaluated before one that defers some of its requests, or wants sources alone: step 11 of
/// InnerModuleEvaluation.
pub(super) fn evaluation_list(vm: &mut Vm, module: ModuleId) -> Completion<Vec<ModuleId>> {
    let (mut list, mut listed) = (Vec::new(), FxHashSet::default());
    for request in 0..vm.agent.modules[module].requested.len() {
        let requested = vm.agent.modules[module].requested[request];
        let more = match vm.agent.modules[module].phase(request) {
            Phase::Defer => asynchronous_dependencies(vm, requested)?,
            Phase::Evaluation => vec![requested],
            Phase::Source => continue,
        };
        vm.heap.room((list.len() + more.len()).saturating_mul(3 * size_of::<ModuleId>()))?;
        list.extend(more.into_iter().filter(|&module| listed.insert(module)));
    }
    Ok(list)
}

/// GatherAsynchronousTransitiveDependencies, of the proposal Import Defer, as a loop.
pub(super) fn asynchronous_dependencies(vm: &mut Vm, root: ModuleId) -> Completion<Vec<ModuleId>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut pending = vec![root];
    while let Some(module) = pending.pop() {
        vm.work(1)?;
        if !seen.insert(module) {
            continue;
        }
        vm.heap.room((seen.len() + pending.len()).saturating_mul(3 * size_of::<ModuleId>()))?;
        let entered = &vm.agent.modules[module];
        match entered.status {
            Status::Evaluating => {}
            _ if is_evaluated(vm, module) => {}
            _ if entered.has_await() => found.push(module),
            _ => pending.extend(entered.requested.iter().rev()),
        }
    }
    Ok(found)
}

/// IsModuleSCCEvaluated, of the proposal Import Defer: a module of a cycle has ended when all of the cycle has.
pub(super) fn is_evaluated(vm: &Vm, module: ModuleId) -> bool {
    let entered = &vm.agent.modules[module];
    let root = entered.cycle_root.unwrap_or(module);
    vm.agent.modules[root].status == Status::Evaluated
}

/// EnsureDeferredNamespaceEvaluation, of the proposal Import Defer.
pub(super) fn ensure_evaluated(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    if vm.agent.modules[module].error.is_none() && is_evaluated(vm, module) {
        return Ok(());
    }
    // ReadyForSyncExecution
    if module::hindrance(vm, module)?.is_some() {
        return vm.type_error(messages::DEFERRED_NOT_READY);
    }
    // EvaluateSync
    let evaluated = module::evaluate_module(vm, module)?;
    promise::mark_handled(vm, evaluated);
    match promise::promise(vm, Value::object(evaluated)) {
        Some((_, promise)) if promise.state == PromiseState::Rejected => Err(Throw::Exception(promise.result)),
        _ => Ok(()),
    }
}

/// Makes the source of a module of its bytes, a Uint8Array.
pub type SourceMaker = fn(&mut Vm, Value) -> Completion<ObjectId>;

/// Sets how the sources of modules are made. Without it `import source` always fails.
pub fn set_source_maker(vm: &mut Vm, maker: SourceMaker) {
    vm.agent.modules.source_maker = Some(maker);
}

/// GetModuleSource ( ), of the proposal Source Phase Imports: the same object each time; none of a module of text.
pub(super) fn module_source(vm: &mut Vm, module: ModuleId) -> Completion<Option<ObjectId>> {
    let found = &vm.agent.modules[module];
    let (realm, record, known) = (found.realm, found.record, found.meta);
    let key = ModuleKey { realm, name: Arc::clone(&found.name), module_type: ModuleType::Bytes };
    let Some(maker) = vm.agent.modules.source_maker else { return Ok(None) };
    if vm.agent.modules.by_name.get(&key) != Some(&module) {
        return Ok(None);
    }
    if known.is_some() {
        return Ok(known);
    }
    let bytes = environment::bound_value(vm, record, 0);
    let source = vm.keeping([bytes], |vm| realm::in_realm(vm, realm, |vm| maker(vm, bytes)))?;
    vm.agent.modules[module].meta = Some(source);
    Ok(Some(source))
}
