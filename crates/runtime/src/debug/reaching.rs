//! Stops: where code comes to an instruction that the debugger wants, it looks, stops, and asks its host.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use ferrotape_budget::Termination;
use ferrotape_bytecode::debug::MarkKind;
use ferrotape_compiler::debug_tables;
use ferrotape_text::SourceText;

use super::stepping::Step;
use super::{Control, Debugger, Exceptions, Host, Moment, Reason, Resume, Stop, frames, restart};
use crate::code::debugging::{ARMED, DEBUGGER, STATEMENT, UnitDebug};
use crate::code::{CodeBlock, LoadedUnit};
use crate::error::{Completion, Throw};
use crate::loop_exit::Left;
use crate::value::Value;
use crate::vm::Vm;

/// Most instructions of which none begins a statement, before a pause stops at any. What comes before the first statement of a
/// program, as its functions are made, is much less.
const MOST_PASSED: u32 = 1_000_000;

/// Gives the engine a debugger, for code that begins to run from now on.
pub fn attach(vm: &mut Vm, host: Box<dyn Host>) -> Arc<Control> {
    let mut debugger = Debugger {
        host: Some(host),
        control: Arc::new(Control::default()),
        breakpoints: Vec::new(),
        next_breakpoint: 1,
        armed: Vec::new(),
        units: Vec::new(),
        step: Step::Run,
        exceptions: Exceptions::default(),
        last: None,
        thrown: None,
        seen: VecDeque::new(),
        watched: Vec::new(),
        next_watch: 1,
        has_restarted: false,
        passed: 0,
        history: None,
    };
    debugger.meet_known(vm);
    let control = Arc::clone(&debugger.control);
    debugger.want();
    crate::watch::set_debugger(vm, Some(Box::new(debugger)));
    control
}

/// Takes the debugger away.
pub fn detach(vm: &mut Vm) {
    crate::watch::set_debugger(vm, None);
}

/// The debugger, while nothing is stopped.
pub fn debugger_of(vm: &mut Vm) -> Option<&mut Debugger> {
    crate::watch::debugger_mut(vm)
}

/// Returns whether the debugger has to look at an instruction.
#[inline(always)]
pub fn is_wanted(vm: &Vm, code: &CodeBlock, at: usize) -> bool {
    let Some(debugger) = crate::watch::debugger(vm) else { return false };
    match code.unit.debug.get() {
        Some(debug) => debug.cell(code.index, at) & debugger.control.wanted.load(Relaxed) != 0,
        None => true,
    }
}

/// Looks at an instruction before it is executed, and stops there if that is wanted. The machine has its stacks and its
/// position, as before an operation. If the result is not none, another frame goes on, or the run of the loop ends.
#[cold]
#[inline(never)]
pub fn reach(vm: &mut Vm, code: &CodeBlock, at: usize) -> Completion<Option<Left>> {
    with_taken(vm, |vm, debugger| debugger.reach(vm, code, at))
}

/// Answers [`Control::wake`] where no code runs: before, between and after runs, and while the thread sleeps.
pub fn answer(vm: &mut Vm) {
    if crate::watch::debugger(vm).is_some_and(|debugger| debugger.control.is_to_poll.load(Relaxed)) {
        let _ = with_taken(vm, |vm, debugger| {
            debugger.answer(vm);
            Ok(None)
        });
    }
}

/// Tells the debugger of a call of a method of `console`.
pub fn printed(vm: &mut Vm, method: &'static str, values: &[Value]) {
    if crate::watch::debugger(vm).is_some() {
        let _ = with_taken(vm, |vm, debugger| {
            if !debugger.is_replaying() {
                debugger.beside(vm, |vm, debugger, host| host.printed(vm, debugger, method, values));
            }
            Ok(None)
        });
    } else {
        crate::watch::tell_listener(vm, method, values);
    }
}

/// Tells the debugger of a call of a method of `console` that prints a text of its own.
pub fn printed_text(vm: &mut Vm, method: &'static str, text: &str) {
    // Without room for the text nothing is told: the script meets its limit elsewhere.
    if crate::watch::is_printing_told(vm) && vm.heap.room(text.len().saturating_mul(4)).is_ok() {
        let text = Value::string(vm.heap.new_string(text));
        let vm = &mut vm.scope();
        vm.keep(text);
        printed(vm, method, &[text]);
    }
}

/// Works with the debugger, which is out of the machine meanwhile.
pub(super) fn with_taken(
    vm: &mut Vm,
    work: impl FnOnce(&mut Vm, &mut Debugger) -> Completion<Option<Left>>,
) -> Completion<Option<Left>> {
    let Some(mut debugger) = crate::watch::take_debugger(vm) else { return Ok(None) };
    let done = work(vm, &mut debugger);
    crate::watch::put_debugger(vm, debugger);
    done
}

impl Debugger {
    pub(super) fn want(&self) {
        let of_history = if self.history.is_some() { STATEMENT } else { 0 };
        self.control.want(ARMED | DEBUGGER | self.step.wanted() | self.wanted_for_watched() | of_history);
    }

    /// Takes what an earlier debugger has met.
    pub(super) fn meet_known(&mut self, vm: &Vm) {
        for unit in vm.heap.loaded_units().filter(|unit| unit.debug.get().is_some()) {
            if !self.knows(unit) {
                unit.debug.get().iter().for_each(|debug| debug.disarm());
                self.units.push(Arc::downgrade(unit));
            }
        }
    }

    pub(super) fn knows(&self, unit: &Arc<LoadedUnit>) -> bool {
        self.units.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(unit)))
    }

    /// Decides whether the debugger stops at an instruction, and stops.
    pub(super) fn reach(&mut self, vm: &mut Vm, code: &CodeBlock, at: usize) -> Completion<Option<Left>> {
        if code.unit.debug.get().is_none() {
            self.meet(vm, &code.unit);
        }
        self.answer(vm);
        let Some(debug) = code.unit.debug.get() else { return Ok(None) };
        let cell = debug.cell(code.index, at);
        let moment =
            Moment { fuel: vm.heap.budget.fuel_spent(), depth: vm.execution.frames.len(), code: vm.frame().code, at };
        if self.last == Some(moment) {
            return Ok(None);
        }
        let mark = debug.function(code.index).and_then(|function| function.mark_at(at as u32)).copied();
        if self.history.is_some()
            && let Some(mark) = mark
            && let Some(done) = self.travel(vm, code, mark, cell, moment)?
        {
            return Ok(done);
        }
        let is_armed = cell & ARMED != 0;
        if is_armed && mark.is_none() && self.is_replaying() {
            self.last = Some(moment);
            self.travel_within(vm, code, at);
            self.want();
            return Ok(None);
        }
        let is_to_pause = self.control.is_to_pause.load(Relaxed);
        let has_stepped = self.step.is_done(vm, cell, mark.is_some());
        let is_statement = mark.is_some_and(|mark| mark.kind == MarkKind::Debugger);
        let is_seen = mark.is_some_and(|mark| {
            let may_stop = has_stepped || is_statement || is_to_pause;
            may_stop && !self.ignores(&code.unit.unit.source, mark.offset)
        });
        self.passed = if is_to_pause && !is_seen { self.passed.saturating_add(1) } else { 0 };
        let kept = vm.kept_mark();
        let changes = self.changes(vm, cell);
        let mut reached = None;
        if is_armed {
            self.last = Some(moment);
            reached = self.reached(vm, code, at);
        }
        let mut offset = mark.map(|mark| mark.offset);
        let reason = match reached {
            _ if !changes.is_empty() => Reason::Change(changes),
            Some(reached) => {
                offset = Some(reached.offset);
                Reason::Breakpoint(reached.stopping)
            }
            None if has_stepped && self.has_restarted => Reason::Restart,
            None if is_statement && is_seen => Reason::Statement,
            None if has_stepped && is_seen => Reason::Step,
            // Code without tables stops anywhere, and so does a loop without statements.
            None if is_to_pause && (is_seen || debug.tables.is_none() || self.passed > MOST_PASSED) => Reason::Pause,
            None => {
                if has_stepped {
                    self.step.pass_over(vm, cell);
                }
                self.want();
                return Ok(None);
            }
        };
        self.last = Some(moment);
        let done = self.stop(vm, Stop { reason, offset, begins_statement: mark.is_some(), is_in_native: false });
        vm.release_kept(kept);
        done
    }

    /// Returns whether the host does not want to see a place.
    pub(super) fn ignores(&mut self, source: &Arc<SourceText>, offset: u32) -> bool {
        self.with_host(|_, host| host.ignores(source, offset)).unwrap_or(false)
    }

    /// Returns whether the host does not want to see the place of a stop.
    fn is_ignored(&mut self, vm: &Vm, stop: &Stop) -> bool {
        let place = frames::source_places(vm).next();
        place.is_some_and(|(source, offset)| self.ignores(&source, stop.offset.unwrap_or(offset)))
    }

    /// Makes the tables and cells of a unit, arms its breakpoints, and tells the host of it.
    pub(super) fn meet(&mut self, vm: &Vm, unit: &Arc<LoadedUnit>) {
        let language = vm.options.languages.of(unit.unit.source.name());
        let tables = debug_tables(&unit.unit, language, vm.native_stack());
        unit.debug.fill(UnitDebug::new(&unit.unit, tables));
        self.units.retain(|known| known.strong_count() > 0);
        self.units.push(Arc::downgrade(unit));
        self.arm_all(unit);
        self.with_host(|debugger, host| host.loaded(debugger, &unit.unit.source));
        self.want();
    }

    /// Calls the host.
    pub fn with_host<T>(&mut self, work: impl FnOnce(&mut Debugger, &mut dyn Host) -> T) -> Option<T> {
        let mut host = self.host.take()?;
        let done = work(self, &mut *host);
        self.host = Some(host);
        Some(done)
    }

    /// Calls the host if somebody has asked for it.
    pub(super) fn answer(&mut self, vm: &mut Vm) {
        if self.control.is_to_poll.swap(false, Relaxed) {
            self.beside(vm, |vm, debugger, host| host.woken(vm, debugger));
            self.want();
        }
    }

    /// Calls the host. Its work is not part of the run: it takes no fuel, the clocks of limits stand still, and values are
    /// kept only meanwhile.
    pub(super) fn beside<T>(
        &mut self,
        vm: &mut Vm,
        work: impl FnOnce(&mut Vm, &mut Debugger, &mut dyn Host) -> T,
    ) -> Option<T> {
        let still = vm.heap.budget.begin_standstill();
        let aside = vm.heap.budget.begin_aside();
        let (top, pc, kept) = (vm.execution.top, vm.execution.pc, vm.kept_mark());
        let done = self.with_host(|debugger, host| work(vm, debugger, host));
        vm.release_kept(kept);
        (vm.execution.top, vm.execution.pc) = (top, pc);
        vm.heap.budget.end_aside(aside);
        vm.heap.budget.end_standstill(still);
        crate::profile::settle(vm);
        done
    }

    /// Calls the host, and begins what it wants.
    pub(super) fn stop(&mut self, vm: &mut Vm, stop: Stop) -> Completion<Option<Left>> {
        self.control.is_to_pause.store(false, Relaxed);
        self.has_restarted = false;
        self.note_stop();
        let mut resume = self.beside(vm, |vm, debugger, host| host.stopped(vm, debugger, &stop)).unwrap_or(Resume::Run);
        self.look_again(vm);
        let mut done = Ok(None);
        match resume {
            // A step over ignored code, in which a breakpoint has stopped, leads out of it, as in V8.
            Resume::Over if self.is_ignored(vm, &stop) => resume = Resume::Out,
            Resume::End => done = Err(Throw::Terminated(Termination::Interrupted)),
            Resume::Restart(frame) if !stop.is_in_native && restart::restart_of(vm, frame).is_ok() => {
                self.note_change(&stop);
                done = restart::restart(vm, frame).map(Some);
                (self.step, self.last, self.has_restarted) = (Step::begin(vm, Resume::Over), None, done.is_ok());
                self.want();
                return done;
            }
            Resume::BackIn | Resume::BackOver | Resume::BackRun => {
                if let Ok(ended) = self.go_back(vm, resume, &stop) {
                    done = Err(Throw::Terminated(ended));
                }
            }
            _ => {}
        }
        self.step = Step::begin(vm, resume);
        if let Some(Moment { code, at, .. }) = self.last.filter(|_| stop.offset.is_some()) {
            // The instruction at which it has stopped is not looked at again. It may be the whole statement.
            let code = vm.heap.code_block(code);
            let cell = code.unit.debug.get().map_or(0, |debug| debug.cell(code.index, at));
            self.step.is_done(vm, cell, false);
        }
        self.want();
        done
    }
}
