//! What an engine keeps for the host beside the machine.

use std::any::TypeId;

use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::object::host::HostClassId;
use ferrotape_runtime::{ObjectId, Vm};
use rustc_hash::FxHashMap;

use crate::async_loader::Fetching;
use crate::class::{DefinedClass, Kept, Pending};
use crate::future::Tasks;
use crate::script::LoadedScripts;

/// One for each engine, made when it is first asked for.
#[derive(Default)]
pub(crate) struct HostState {
    pub scripts: LoadedScripts,
    /// Futures of the host.
    pub tasks: Tasks,
    /// Modules on their way.
    pub fetching: Fetching,
    pub class_ids: FxHashMap<TypeId, HostClassId>,
    pub classes: FxHashMap<(TypeId, RealmId), DefinedClass>,
    /// What Rust values may come to own, those of inner calls of the host last.
    pub pending: Vec<Pending>,
    /// Where those of the current call begin.
    pub pending_base: usize,
    /// With so many it is worth to look for those that are gone.
    pub most_pending: usize,
    /// What objects keep for their Rust values.
    pub kept: Vec<Kept>,
    /// With so many it is worth to look for those that nobody owns any more.
    pub most_kept: usize,
    /// Slots of objects that can be used again.
    pub free_slots: FxHashMap<ObjectId, Vec<usize>>,
}

impl HostState {
    pub fn of(vm: &mut Vm) -> &mut HostState {
        match vm.host.embedder.get_or_insert_with(|| Box::<HostState>::default()).downcast_mut() {
            Some(state) => state,
            None => unreachable!("nobody else puts anything there"),
        }
    }
}
