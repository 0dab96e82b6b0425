//! The debugger's ways back, by its [`History`]: statements are counted, and runs go on until their goal is there.

use std::sync::atomic::Ordering::Relaxed;

use ferrotape_budget::Termination;
use ferrotape_bytecode::debug::{Mark, MarkKind};

use crate::code::CodeBlock;
use crate::code::debugging::ARMED;
use crate::debug::evaluate::{evaluate, set_variable};
use crate::debug::history::{Counted, Edit, Goal, History, Sought};
use crate::debug::stepping::Step;
use crate::debug::{BreakpointId, Debugger, Moment, Reason, Resume, Stop};
use crate::error::{Completion, Throw};
use crate::loop_exit::Left;
use crate::vm::Vm;

/// Takes the debugger, if the run was ended for another one of the same program.
pub fn take_to_replay(vm: &mut Vm) -> Option<Box<Debugger>> {
    let debugger = crate::watch::debugger(vm)?;
    if !debugger.history.as_ref().is_some_and(|history| history.is_left) {
        return None;
    }
    let debugger = crate::watch::take_debugger(vm);
    crate::watch::set_debugger(vm, None);
    debugger
}

/// Gives an engine, in which the program is to begin again, the debugger that was taken.
pub fn put_again(vm: &mut Vm, mut debugger: Box<Debugger>) {
    debugger.forget_engine();
    if let Some(history) = &mut debugger.history {
        history.begin_again();
    }
    debugger.meet_known(vm);
    debugger.want();
    crate::watch::set_debugger(vm, Some(debugger));
}

/// Gives an engine the debugger that was taken back to the checkpoint of its copy ([`Debugger::take_back`]).
pub fn put_back(vm: &mut Vm, debugger: Box<Debugger>) {
    vm.execution.kept.clear();
    vm.agent.forget_outer_contexts();
    debugger.want();
    crate::watch::set_debugger(vm, Some(debugger));
}

impl Debugger {
    /// Keeps a history from now on, which ways back need: the program has not begun. Each statement takes time then.
    pub fn keep_history(&mut self) {
        self.history.get_or_insert_default();
        self.want();
    }

    /// The statement that comes next is the program's first one: ways back lead no further.
    pub fn begin_program(&mut self) {
        if let Some(history) = &mut self.history {
            history.begin_program();
        }
    }

    /// Returns the number of statements that have begun, if a history is kept.
    pub fn statements(&self) -> Option<u64> {
        self.history.as_ref().map(|history| history.count)
    }

    /// Returns whether the run repeats another one, on its way to a moment of that.
    pub fn is_replaying(&self) -> bool {
        self.history.as_ref().is_some_and(|history| history.goal.is_some())
    }

    /// Forgets what belongs to the engine of the run that has ended.
    pub(super) fn forget_engine(&mut self) {
        self.armed.clear();
        self.units.clear();
        self.watched.clear();
        (self.step, self.last, self.has_restarted) = (Step::Run, None, false);
        self.thrown = None;
        self.seen.clear();
        for breakpoint in &mut self.breakpoints {
            (breakpoint.place, breakpoint.hits) = (None, 0);
        }
    }

    /// Returns why it is not possible to go back from a stop.
    pub fn can_go_back(&self, stop: &Stop) -> Result<(), &'static str> {
        let Some(history) = &self.history else { return Err("no history is kept, and going back needs one") };
        history.last_before(stop.begins_statement).map(|_| ())
    }

    /// Ends the run for a way back.
    pub(super) fn go_back(&mut self, vm: &Vm, way: Resume, stop: &Stop) -> Result<Termination, &'static str> {
        let Some(history) = &mut self.history else { return Err("no history is kept") };
        let last = history.last_before(stop.begins_statement)?;
        let depth = vm.execution.frames.len();
        let goal = match way {
            Resume::BackRun => {
                let until = history.end_of_search(last, stop.begins_statement);
                Goal::Search { last, until, wanted: Sought::Breakpoint, found: None }
            }
            Resume::BackOver => match history.recent_at(last, depth) {
                Some(count) => Goal::At(count),
                None => Goal::Search { last, until: last, wanted: Sought::Depth(depth), found: None },
            },
            _ => Goal::At(last),
        };
        Ok(history.leave(goal))
    }

    /// A stop begins: what it finds is known.
    pub(super) fn note_stop(&mut self) {
        if let Some(history) = &mut self.history {
            history.know();
            history.has_changed = false;
        }
    }

    /// Returns whether something was done since the stop began that leads the program another way.
    pub fn has_changed(&self) -> bool {
        self.history.as_ref().is_some_and(|history| history.has_changed)
    }

    /// Notes that a text is evaluated at a stop, which another run has to do too.
    pub fn note_text(&mut self, stop: &Stop, frame: usize, text: &str) {
        self.note(stop, Some(Edit::Text { frame, text: text.to_owned() }));
    }

    /// Notes that a variable is set to the value of a text at a stop.
    pub fn note_variable(&mut self, stop: &Stop, frame: usize, scope: usize, name: &str, text: &str) {
        self.note(stop, Some(Edit::Variable { frame, scope, name: name.to_owned(), text: text.to_owned() }));
    }

    /// Notes a change at a stop that another run cannot make.
    pub fn note_change(&mut self, stop: &Stop) {
        self.note(stop, None);
    }

    fn note(&mut self, stop: &Stop, edit: Option<Edit>) {
        if let Some(history) = &mut self.history {
            history.note_edit(edit, stop.begins_statement);
        }
    }

    /// Counts a statement, and does what the history says. None if nothing is to be done but what is always.
    pub(super) fn travel(
        &mut self,
        vm: &mut Vm,
        code: &CodeBlock,
        mark: Mark,
        cell: u8,
        moment: Moment,
    ) -> Completion<Option<Option<Left>>> {
        let Some(history) = &mut self.history else { return Ok(None) };
        let source = code.unit.unit.source.text().len() as u64;
        let place = u64::from(mark.offset) ^ u64::from(code.index) << 20 ^ source << 32;
        let before = history.count;
        let counted = history.count(moment, place);
        if history.count != before && counted == Counted::Goes {
            self.pass(vm, code, moment.at);
        }
        let Some(history) = &mut self.history else { return Ok(None) };
        if self.control.is_to_pause.load(Relaxed) {
            history.goal = None;
        }
        if counted == Counted::Departed {
            (history.goal, self.last) = (None, Some(moment));
            return self
                .stop(
                    vm,
                    Stop {
                        reason: Reason::Departed,
                        offset: Some(mark.offset),
                        begins_statement: true,
                        is_in_native: false,
                    },
                )
                .map(Some);
        }
        let here = history.count;
        match history.goal {
            None => {
                self.edit_again(vm);
                return Ok(None);
            }
            Some(Goal::At(count)) => {
                let reached = if cell & ARMED != 0 { self.reached(vm, code, moment.at) } else { None };
                if here >= count {
                    self.last = Some(moment);
                    let breakpoints = reached.map_or(Vec::new(), |reached| reached.stopping);
                    return self.arrive(vm, mark, breakpoints).map(Some);
                }
            }
            Some(Goal::Search { last, until, wanted, mut found }) => {
                let is_wanted = match wanted {
                    _ if here > last => false,
                    Sought::Depth(depth) => moment.depth <= depth,
                    Sought::Breakpoint => {
                        let stops = cell & ARMED != 0 && self.reached(vm, code, moment.at).is_some();
                        stops || mark.kind == MarkKind::Debugger
                    }
                };
                let Some(history) = &mut self.history else { return Ok(None) };
                if is_wanted && here >= history.first() {
                    found = Some(here);
                }
                if here >= until {
                    let goal = history.goal_behind(wanted, found);
                    return Err(Throw::Terminated(history.leave(goal)));
                }
                history.goal = Some(Goal::Search { last, until, wanted, found });
            }
        }
        self.edit_again(vm);
        Ok(Some(None))
    }

    /// Comes to a breakpoint within a statement on the way: a way back to it leads to the last statement before.
    pub(super) fn travel_within(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) {
        let stops = self.reached(vm, code, at).is_some();
        let Some(history) = &mut self.history else { return };
        let (here, first) = (history.count, history.first());
        if let Some(Goal::Search { last, wanted: Sought::Breakpoint, found, .. }) = &mut history.goal
            && stops
            && (first..=*last).contains(&here)
        {
            *found = Some(here);
        }
    }

    /// The goal is there, with the breakpoints that stop at it: from now on it is a run like any.
    fn arrive(&mut self, vm: &mut Vm, mark: Mark, breakpoints: Vec<BreakpointId>) -> Completion<Option<Left>> {
        let Some(History { goal, count, is_undone, .. }) = self.history.as_deref_mut() else { return Ok(None) };
        *goal = None;
        let (count, is_undone) = (*count, std::mem::take(is_undone));
        let is_begin = self.history.as_ref().is_some_and(|history| count <= history.first());
        let is_statement = mark.kind == MarkKind::Debugger;
        let reason = Reason::Back { is_begin, is_undone, breakpoints, is_statement };
        self.stop(vm, Stop { reason, offset: Some(mark.offset), begins_statement: true, is_in_native: false })
    }

    /// Makes the changes again that were made at a stop here.
    fn edit_again(&mut self, vm: &mut Vm) {
        while let Some(edit) = self.history.as_mut().and_then(|history| history.take_edit()) {
            let kept = vm.kept_mark();
            self.with_host(|_, host| host.evaluates(true, true));
            // What it gives, or throws, was seen at the stop.
            let _ = match edit {
                Edit::Text { frame, text } => evaluate(vm, frame, &text),
                Edit::Variable { frame, scope, name, text } => set_variable(vm, frame, scope, &name, &text),
            };
            self.with_host(|_, host| host.evaluates(false, true));
            vm.release_kept(kept);
        }
    }
}
