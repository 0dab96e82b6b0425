//! Checkpoints: copies of the engine on the way of a run. Going back continues from the last checkpoint before its
//! goal.
//!
//! ```text
//! main    between two instructions of the program's outermost code, or of what it has called
//! jobs    between two jobs or events: nothing runs
//! ```
//!
//! A copy has no native stack. So none is made while a native function calls back, nor within a job.

use std::any::Any;
use std::time::Duration;

use ferrotape_budget::Instant;

use crate::code::CodeBlock;
use crate::debug::{Debugger, Moment};
use crate::error::Completion;
use crate::heap::CodeId;
use crate::module;
use crate::value::Value;
use crate::vm::Vm;

use super::breakpoints::BreakpointId;

/// Fewest statements between two checkpoints.
const BETWEEN: u64 = 50_000;
/// Fewest statements between two under stress, whatever time they take.
const BETWEEN_IN_STRESS: u64 = 8;
/// Statements until a place is tried again that could not be one.
const SOON: u64 = 500;
/// Most checkpoints.
const MOST: usize = 24;
/// Most bytes of all copies together, where the engine has no smaller limit.
const MOST_BYTES: usize = 512 << 20;
/// A copy takes at most one part of this many of the time.
const SHARE: u32 = 20;

/// Code that runs where a checkpoint is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Place {
    /// The program's outermost code, with what it has called.
    Main,
    /// Nothing: jobs and events come next.
    Jobs,
}

/// A copy of the engine as the host makes it.
pub struct Copied {
    pub engine: Box<dyn Any + Send>,
    /// Bytes that it takes.
    pub bytes: usize,
}

/// State of a history at a moment.
#[derive(Copy, Clone, Default)]
pub(super) struct Reached {
    pub count: u64,
    pub trail: u64,
    pub counted: Option<Moment>,
}

/// A checkpoint.
pub(super) struct Checkpoint {
    pub place: Place,
    /// The first statement that a run comes to from here.
    pub next: u64,
    pub reached: Reached,
    main: Main,
    hits: Vec<(BreakpointId, u64)>,
    copied: Copied,
}

/// The program's outermost code, as far as it has come.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
enum Main {
    #[default]
    Before,
    /// Code that runs; none where a native function has called it.
    Runs(Option<CodeId>),
    Over,
}

/// The checkpoints of a program, in order.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// The host wants them now.
    pub is_on: bool,
    main: Main,
    all: Vec<Checkpoint>,
    /// The number of statements at which one is to be made.
    due: u64,
    /// Time at which the last one was made, and how long that took.
    made: Option<(Instant, Duration)>,
    is_in_stress: bool,
}

impl Checkpoints {
    /// Returns whether one is to be made at this statement.
    #[inline]
    pub fn is_due(&self, count: u64) -> bool {
        self.is_on && count >= self.due
    }

    /// Forgets those from which a run would come to other statements than these.
    pub fn forget_behind(&mut self, count: u64) {
        self.all.retain(|checkpoint| checkpoint.next <= count);
    }

    /// Forgets all: another engine runs the program.
    pub fn begin_again(&mut self) {
        (self.main, self.due, self.made) = (Main::Before, 0, None);
        self.all.clear();
    }

    /// The run is at a checkpoint with this number of statements.
    pub fn pass_over(&mut self, count: u64) {
        self.put_off(count, self.between());
    }

    /// Fewest statements between two.
    fn between(&self) -> u64 {
        if self.is_in_stress { BETWEEN_IN_STRESS } else { BETWEEN }
    }

    /// The last one from which a run comes to a statement.
    fn before(&self, statement: u64) -> Option<usize> {
        self.all.partition_point(|checkpoint| checkpoint.next <= statement).checked_sub(1)
    }

    /// Puts off the next one. Two are never close.
    fn put_off(&mut self, count: u64, by: u64) {
        self.due = count + by;
        let between = self.between();
        let (near, place) = (self.due.saturating_sub(between), self.before(self.due + between));
        if let Some(known) = place.and_then(|place| self.all.get(place)).filter(|known| known.next > near) {
            self.due = known.next + between;
        }
    }

    /// Returns whether there is time for one more.
    fn has_time(&self) -> bool {
        self.is_in_stress || self.made.is_none_or(|(at, cost)| at.elapsed() >= cost * SHARE)
    }

    /// Adds one in its place. Drops others where there are too many then, in number or bytes.
    fn insert(&mut self, checkpoint: Checkpoint, most_bytes: usize) {
        let now = checkpoint.next;
        let place = self.all.partition_point(|known| known.next < now);
        self.all.insert(place, checkpoint);
        let bytes = |all: &[Checkpoint]| all.iter().map(|each| each.copied.bytes).sum::<usize>();
        while self.all.len() > MOST || self.all.len() > 1 && bytes(&self.all) > most_bytes {
            let Some(least) = self.least_useful(now) else { break };
            self.all.remove(least);
        }
    }

    /// The one whose gap, without it, is smallest beside its distance from now: the older, the fewer.
    fn least_useful(&self, now: u64) -> Option<usize> {
        let next = |index: usize| self.all.get(index).map(|checkpoint| checkpoint.next);
        let gap = |&index: &usize| {
            let before = index.checked_sub(1).and_then(next).unwrap_or(0);
            let behind = next(index + 1).unwrap_or(now);
            let distance = next(index).map_or(0, |here| here.abs_diff(now));
            // In parts of a thousand.
            behind.saturating_sub(before).saturating_mul(1000) / distance.max(1)
        };
        // The last one made is that for the next step back.
        (0..self.all.len()).filter(|&index| next(index) != Some(now)).min_by_key(gap)
    }
}

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

    fn keeps_checkpoints(&self) -> bool {
        self.history.as_ref().is_some_and(|history| history.checkpoints.is_on)
    }

    /// Statements have begun up to this one: makes a checkpoint before it is executed, if it is time for one.
    pub(super) fn pass(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(next: u64) -> Checkpoint {
        let copied = Copied { engine: Box::new(()), bytes: 10 };
        Checkpoint { place: Place::Jobs, next, reached: Reached::default(), main: Main::Over, hits: Vec::new(), copied }
    }

    fn kept(checkpoints: &Checkpoints) -> Vec<u64> {
        checkpoints.all.iter().map(|checkpoint| checkpoint.next).collect()
    }

    #[test]
    fn old_checkpoints_are_thinned() {
        let mut checkpoints = Checkpoints::default();
        for turn in 1..=1000 {
            checkpoints.insert(checkpoint(turn * BETWEEN), usize::MAX);
        }
        let kept = kept(&checkpoints);
        assert_eq!(kept.len(), MOST);
        assert_eq!(kept.last(), Some(&(1000 * BETWEEN)));
        // The way from the one before is in proportion to the way back.
        for pair in kept.windows(2) {
            let (gap, distance) = (pair[1] - pair[0], 1000 * BETWEEN - pair[0]);
            assert!(gap <= distance * 2 / 3 + BETWEEN, "{kept:?}");
        }
        assert!(kept[0] <= 700 * BETWEEN, "{kept:?}");
    }

    #[test]
    fn bytes_of_all_copies_are_bounded() {
        let mut checkpoints = Checkpoints::default();
        (1..=20).for_each(|turn| checkpoints.insert(checkpoint(turn), 45));
        assert_eq!(checkpoints.all.len(), 4);
        assert_eq!(kept(&checkpoints).last(), Some(&20));
        checkpoints.forget_behind(10);
        assert!(kept(&checkpoints).iter().all(|&next| next <= 10));
    }

    #[test]
    fn no_two_are_close() {
        let mut checkpoints = Checkpoints::default();
        checkpoints.insert(checkpoint(10 * BETWEEN), usize::MAX);
        checkpoints.put_off(4 * BETWEEN, BETWEEN);
        assert_eq!(checkpoints.due, 5 * BETWEEN);
        checkpoints.put_off(8 * BETWEEN + 1, BETWEEN);
        assert_eq!(checkpoints.due, 11 * BETWEEN);
        assert_eq!(checkpoints.before(10 * BETWEEN - 1), None);
        assert_eq!(checkpoints.before(10 * BETWEEN), Some(0));
    }
}
