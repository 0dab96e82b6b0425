//! Limits for loaders, which count what they read while they read it.

use ferrotape_budget::Termination;

use crate::vm::Vm;

/// The limits that reading keeps to: those of an engine, or none.
///
/// Bytes are charged before they are taken, and given back when the engine has the module. After a termination the run is over,
/// whatever the loader makes of it: it returns any error.
///
/// ```
/// use ferrotape_runtime::module::ReadLimits;
///
/// let mut limits = ReadLimits::none();
/// assert_eq!(limits.charge(1 << 30), Ok(()));
/// assert_eq!(limits.tick(1 << 30), Ok(()));
/// assert_eq!(limits.ended(), None);
/// ```
#[derive(Default)]
pub struct ReadLimits<'a> {
    vm: Option<&'a mut Vm>,
    ended: Option<Termination>,
}

impl<'a> ReadLimits<'a> {
    /// No limits, for reading that no script has requested.
    pub fn none() -> ReadLimits<'a> {
        ReadLimits::default()
    }

    /// The limits of an engine. Bytes are on loan; the caller gives them back.
    #[doc(hidden)]
    pub fn of(vm: &'a mut Vm) -> ReadLimits<'a> {
        ReadLimits { vm: Some(vm), ended: None }
    }

    /// Counts work, about 100 ns a unit. Checks fuel, deadline and interrupts from time to time.
    pub fn tick(&mut self, work: u64) -> Result<(), Termination> {
        self.asking(|vm| {
            // Reading may have taken any time meanwhile.
            vm.heap.budget.look_after_host();
            vm.heap.work(work)
        })
    }

    /// Charges bytes that are about to be allocated. Collects garbage if there is no room.
    pub fn charge(&mut self, bytes: usize) -> Result<(), Termination> {
        self.asking(|vm| match vm.heap.lend(bytes) {
            Ok(()) => Ok(()),
            Err(_) => {
                vm.collect_for_script()?;
                vm.heap.lend(bytes)
            }
        })
    }

    /// The reason why the run is over, if it is.
    pub fn ended(&self) -> Option<Termination> {
        self.ended
    }

    pub(super) fn asking(&mut self, ask: impl FnOnce(&mut Vm) -> Result<(), Termination>) -> Result<(), Termination> {
        if let Some(ended) = self.ended {
            return Err(ended);
        }
        match &mut self.vm {
            Some(vm) => ask(vm).inspect_err(|&termination| self.ended = Some(termination)),
            None => Ok(()),
        }
    }
}
