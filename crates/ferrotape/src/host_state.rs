//! The host's state in an engine, beside the machine's.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::Arc;

use ferrotape_runtime::heap::RealmId;
use ferrotape_runtime::object::host::HostClassId;
use ferrotape_runtime::{ObjectId, Vm};
use rustc_hash::FxHashMap;

use crate::async_loader::{BEING_FETCHED, Fetching};
use crate::class::{DefinedClass, Kept, Pending};
use crate::data::HostDataByType;
use crate::declarations::Declared;
use crate::future::Tasks;
use crate::script::LoadedScripts;

/// The host's state in one engine, created on first use.
#[derive(Default)]
pub(crate) struct HostState {
    /// Whether integers that no number can hold are given to scripts as BigInts.
    pub large_integers_as_bigints: bool,
    /// Advice for globals that are not there: what to use instead.
    pub hints: BTreeMap<String, String>,
    /// The functions, calls and classes of the host, for its declarations.
    pub declared: Arc<Declared>,
    /// Data of the host, by type.
    pub data: HostDataByType,
    pub scripts: LoadedScripts,
    /// Futures of the host.
    pub tasks: Tasks,
    /// Modules that are being fetched.
    pub fetching: Fetching,
    pub class_ids: FxHashMap<TypeId, HostClassId>,
    pub classes: FxHashMap<(TypeId, RealmId), DefinedClass>,
    /// The pending [`Own`](crate::Own)s, with those of inner host calls last.
    pub pending: Vec<Pending>,
    /// The index of the current call's first pending entry.
    pub pending_base: usize,
    /// The number of pending entries at which to look for dropped ones.
    pub most_pending: usize,
    /// The values that objects keep for [`Own`](crate::Own)s.
    pub kept: Vec<Kept>,
    /// The number of kept entries at which to look for those that nobody owns any more.
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

    /// Returns what is on its way that no other engine could go on with: neither a copy nor bytes can have it.
    pub fn on_its_way(&self) -> Option<&'static str> {
        if self.fetching.cannot_be_left() {
            return Some(BEING_FETCHED);
        }
        let is_left = !self.tasks.cannot_be_left(&self.fetching.tasks());
        if is_left { None } else { Some("a future of the host that has not come to its end") }
    }

    /// Copies the state for an engine that is to go on in place of this one. None if something of it cannot be copied.
    #[cfg(feature = "debug")]
    pub fn copied(&self) -> Option<HostState> {
        let HostState {
            large_integers_as_bigints,
            hints,
            declared,
            data,
            scripts,
            tasks,
            fetching,
            class_ids,
            classes,
            pending,
            pending_base: _,
            most_pending,
            kept,
            most_kept,
            free_slots,
        } = self;
        if !tasks.is_empty() || !pending.is_empty() || !kept.is_empty() {
            return None;
        }
        Some(HostState {
            large_integers_as_bigints: *large_integers_as_bigints,
            hints: hints.clone(),
            declared: Arc::clone(declared),
            data: data.fork().ok().filter(|copy| copy.len() == data.len())?,
            scripts: scripts.clone(),
            fetching: fetching.fork().ok()?,
            class_ids: class_ids.clone(),
            classes: classes.clone(),
            most_pending: *most_pending,
            most_kept: *most_kept,
            free_slots: free_slots.clone(),
            ..HostState::default()
        })
    }

    pub fn declared(&mut self) -> &mut Declared {
        Arc::make_mut(&mut self.declared)
    }
}
