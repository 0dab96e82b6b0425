//! Notes on the end of a run.

use ferrotape_budget::Termination;

use crate::error_report;
use crate::stopped::Stopped;
use crate::vm::Vm;

/// Notes that the run is over, with the present frames. Only the first call counts.
#[cold]
pub fn note_termination(vm: &mut Vm, termination: Termination) {
    if vm.execution.stopped.is_none() {
        let places = error_report::capture_stack(vm);
        let stack = places.iter().map(|&place| error_report::stack_entry(vm, place)).collect();
        let excerpt = places.first().map(|&place| error_report::excerpt_at(vm, place)).unwrap_or_default();
        let message = vm.heap.budget.describe(termination);
        vm.execution.stopped = Some(Stopped { termination, message, stack, excerpt });
    }
}

/// Clears the note after a call within the run was ended by its own limits: the run continues. Call it when nothing
/// of the call is left.
pub fn forget_stopped(vm: &mut Vm) {
    vm.execution.stopped = None;
}

/// The end of the run; none while it continues.
pub fn stopped(vm: &Vm) -> Option<&Stopped> {
    vm.execution.stopped.as_ref()
}
