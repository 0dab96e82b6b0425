//! Making checkpoints on the way, and going on from one.

use std::any::Any;

use ferrotape_budget::Instant;

use super::{Checkpoint, MOST_BYTES, Main, Place, SOON};
use crate::code::CodeBlock;
use crate::debug::Debugger;
use crate::error::Completion;
use crate::module;
use crate::value::Value;
use crate::vm::Vm;

/// Makes a checkpoint between two jobs, if it is time for one and nothing runs.
pub(crate) fn between_jobs(vm: &mut Vm) {
    if crate::watch::debugger(vm).is_some_and(Debugger::keeps_checkpoints)
        && let Some(mut debugger) = crate::watch::take_debugger(vm)
    {
        debugger.pass_between_jobs(vm);
        crate::watch::put_debugger(vm, debugger);
    }
}

/// Returns whether the engine's debugger keeps checkpoints, so that the body of the program's module is to be called where
/// a copy of the engine can go on with it.
pub(crate) fn are_kept(vm: &Vm) -> bool {
    crate::watch::debugger(vm).is_some_and(Debugger::keeps_checkpoints)
}

/// Continues in a copy of the engine that was made in the program's outermost code: returns its value.
pub fn go_on(vm: &mut Vm) -> Completion<Value> {
    vm.agent.go_on_in_context();
    let ended = vm.run_pushed_frame();
    (vm.execution.top, vm.execution.pc) = (0, 0);
    ended
}

/// Continues as [`go_on`] does, if the outermost code is the body of a module.
pub fn go_on_in_module(vm: &mut Vm) -> Completion<()> {
    let ended = go_on(vm);
    let vm = &mut vm.scope();
    if let Ok(value) = ended {
        vm.keep(value);
    }
    module::end_program_body(vm, ended)
}

/// Returns whether the only run of a loop is that of the outermost frame, so that all of the run lies in the machine.
fn is_run_by_itself(vm: &Vm) -> bool {
    vm.execution.frames.iter().enumerate().all(|(index, frame)| frame.kind.is_entry() == (index == 0))
}

impl Debugger {
    /// Keeps checkpoints from now on, or keeps those that there are, and no more.
    pub fn keep_checkpoints(&mut self, is_on: bool) {
        if let Some(history) = &mut self.history {
            history.checkpoints.is_on = is_on;
        }
    }

    pub(in crate::debug) fn keeps_checkpoints(&self) -> bool {
        self.history.as_ref().is_some_and(|history| history.checkpoints.is_on)
    }

    /// Statements have begun up to this one: makes a checkpoint before it is executed, if it is time for one.
    pub(in crate::debug) fn pass(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) {
        let Some(history) = &mut self.history else { return };
        if !history.has_begun() || !history.checkpoints.is_due(history.count) {
            return;
        }
        let outermost = vm.execution.frames.first().map(|frame| frame.code).filter(|_| is_run_by_itself(vm));
        if history.checkpoints.main == Main::Before {
            history.checkpoints.main = Main::Runs(outermost);
        }
        if outermost.is_none() || history.checkpoints.main != Main::Runs(outermost) {
            history.checkpoints.put_off(history.count, SOON.min(history.checkpoints.between()));
            return;
        }
        let pc = vm.execution.pc;
        if !code.is_stack_code() {
            vm.execution.pc = at as u32;
        }
        self.keep_checkpoint(vm, Place::Main);
        vm.execution.pc = pc;
    }

    /// Makes a checkpoint, if it is time for one and nothing runs. The program's outermost code has ended then.
    fn pass_between_jobs(&mut self, vm: &mut Vm) {
        let Some(history) = &mut self.history else { return };
        if !vm.execution.frames.is_empty() || vm.execution.pausing.runs > 0 || !history.has_begun() {
            return;
        }
        history.checkpoints.main = Main::Over;
        if history.checkpoints.is_due(history.count) {
            self.keep_checkpoint(vm, Place::Jobs);
        }
    }

    /// Makes a checkpoint, unless there is no room or time for one, or the host cannot copy the engine. In any case the next
    /// one is put off.
    fn keep_checkpoint(&mut self, vm: &mut Vm, place: Place) {
        let Some(history) = &mut self.history else { return };
        let reached = history.reached();
        history.checkpoints.is_in_stress = vm.options.stress_slices;
        history.checkpoints.pass_over(reached.count);
        let most_bytes = MOST_BYTES.min(vm.heap.budget.memory_limit());
        if vm.heap.budget.bytes() > most_bytes || !history.checkpoints.has_time() {
            return;
        }
        let hits = self.breakpoints.iter().map(|breakpoint| (breakpoint.id, breakpoint.hits)).collect();
        let began = Instant::now();
        let copied = self.with_host(|_, host| host.copy_engine(vm)).flatten();
        let Some(history) = &mut self.history else { return };
        history.checkpoints.made = Some((Instant::now(), began.elapsed()));
        if let Some(copied) = copied {
            let next = reached.count + u64::from(place == Place::Jobs);
            let main = history.checkpoints.main;
            history.checkpoints.insert(Checkpoint { place, next, reached, main, hits, copied }, most_bytes);
        }
    }

    /// Takes the debugger back to the last checkpoint before its goal, if the host can copy the engine there once more.
    pub fn take_back<T>(&mut self, copy: impl Fn(&mut (dyn Any + Send)) -> Option<T>) -> Option<(Place, T)> {
        self.forget_engine();
        let history = self.history.as_deref_mut()?;
        let index = history.checkpoints.before(history.wanted()?)?;
        let checkpoint = history.checkpoints.all.get_mut(index)?;
        for breakpoint in &mut self.breakpoints {
            let known = checkpoint.hits.iter().find(|(id, _)| *id == breakpoint.id);
            // How often it would have been hit is not known.
            if known.is_none() && breakpoint.wanted.hits.is_some() {
                return None;
            }
            breakpoint.hits = known.map_or(0, |&(_, hits)| hits);
        }
        let copied = copy(&mut *checkpoint.copied.engine)?;
        let (place, next, reached) = (checkpoint.place, checkpoint.next, checkpoint.reached);
        let main = checkpoint.main;
        history.begin_from(reached, next);
        history.checkpoints.main = main;
        Some((place, copied))
    }
}
