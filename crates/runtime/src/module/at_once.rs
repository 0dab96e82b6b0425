//! Modules that run to their end before anything else does, as for `require` of Node's CommonJS: none of them may wait.

use rustc_hash::FxHashSet;

use super::deferred;
use super::{ModuleId, ModuleSource, Status};
use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::module;
use crate::promise::{self, PromiseState};
use crate::value::Value;
use crate::vm::Vm;

/// Outcome of running a module at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AtOnce<N> {
    /// The module has run; this is its namespace.
    Done(N),
    /// The module, or one that it imports, has a top-level `await`: nothing of it has run.
    Waits,
    /// The module, or one that it imports, is already being run by the caller.
    Running,
}

/// Loads, links and evaluates a module, and runs no jobs. A module that has run already is not read again.
pub fn run_module_at_once(vm: &mut Vm, name: &str, source: impl Into<ModuleSource>) -> Completion<AtOnce<ObjectId>> {
    let module = module::load_module(vm, name, source)?;
    module::link_module(vm, module)?;
    if let Some(hindrance) = hindrance(vm, module)? {
        return Ok(hindrance);
    }
    let evaluated = module::evaluate_module(vm, module)?;
    // The requester of the module learns of it.
    promise::mark_handled(vm, evaluated);
    match promise::promise(vm, Value::object(evaluated)) {
        Some((_, promise)) if promise.state == PromiseState::Rejected => Err(Throw::Exception(promise.result)),
        _ => module::module_namespace(vm, module).map(AtOnce::Done),
    }
}

/// The reason why a graph cannot be run at once, if there is one.
pub(super) fn hindrance(vm: &mut Vm, root: ModuleId) -> Completion<Option<AtOnce<ObjectId>>> {
    let mut pending = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(module) = pending.pop() {
        vm.work(1)?;
        if !seen.insert(module) {
            continue;
        }
        vm.heap.room((seen.len() + pending.len()).saturating_mul(2 * size_of::<ModuleId>()))?;
        let is_evaluated = deferred::is_evaluated(vm, module);
        let module = &vm.agent.modules[module];
        match module.status {
            _ if is_evaluated => {}
            Status::Evaluating => return Ok(Some(AtOnce::Running)),
            Status::EvaluatingAsync | Status::Evaluated => return Ok(Some(AtOnce::Waits)),
            Status::Unlinked | Status::Linking | Status::Linked if module.has_await() => {
                return Ok(Some(AtOnce::Waits));
            }
            Status::Unlinked | Status::Linking | Status::Linked => pending.extend(&module.requested),
        }
    }
    Ok(None)
}
