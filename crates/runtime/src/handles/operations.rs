//! Operations on handles of the host.

use std::sync::Arc;

use crate::handles::DroppedHandles;
use crate::value::Value;
use crate::vm::Vm;

/// Handles made between two checks of their size.
const PLACES_PER_LOOK: usize = 256;

/// Keeps a value alive until the returned place is noted as dropped.
pub fn new_handle(vm: &mut Vm, value: Value) -> usize {
    if vm.host.handles.free.is_empty() {
        release_dropped_handles(vm);
    }
    let place = vm.host.handles.insert(value);
    // Handles may be made where nothing else is, far from any safepoint.
    if place.is_multiple_of(PLACES_PER_LOOK) {
        vm.account_stacks();
    }
    place
}

/// The list in which handles note that they are dropped.
pub fn dropped_handles(vm: &Vm) -> &Arc<DroppedHandles> {
    &vm.host.handles.dropped
}

/// Lets go of the values of dropped handles.
pub fn release_dropped_handles(vm: &mut Vm) {
    vm.host.handles.release_dropped();
}
