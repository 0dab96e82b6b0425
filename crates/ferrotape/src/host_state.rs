//! What an engine keeps for the host beside the machine.

use ferrotape_engine::Vm;

use crate::script::LoadedScripts;

/// One for each engine, made when it is first asked for.
#[derive(Default)]
pub(crate) struct HostState {
    pub scripts: LoadedScripts,
}

impl HostState {
    pub fn of(vm: &mut Vm) -> &mut HostState {
        let is_there = vm.embedder.as_ref().is_some_and(|state| state.is::<HostState>());
        if !is_there {
            vm.embedder = Some(Box::<HostState>::default());
        }
        match vm.embedder.as_mut().and_then(|state| state.downcast_mut()) {
            Some(state) => state,
            None => unreachable!("it has just been made"),
        }
    }
}
