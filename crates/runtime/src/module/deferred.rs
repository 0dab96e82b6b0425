//! Deferred modules, of the proposal Import Defer: what of them is evaluated early, and their evaluation at the first
//! look at their namespace.

use ferrotape_bytecode::Phase;
use rustc_hash::FxHashSet;

use super::{ModuleId, Status};
use crate::error::{Completion, Throw};
use crate::messages;
use crate::module;
use crate::promise::{self, PromiseState};
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
