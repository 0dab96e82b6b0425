//! Steps of the machines, shown to an observer before they are taken.
//!
//! The machines ask [`is_on`] and then tell their part: the instruction, and the [`State`] that it finds. The stack
//! machine checks for an observer once per instruction; the register machine has a second loop for watched engines.

mod told;

pub use told::*;

use std::collections::hash_map::Entry;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;
use std::sync::Arc;

use ferrotape_bytecode::Unit;
use ferrotape_compiler::{VariableNames, variable_names};
use rustc_hash::FxHashMap;

use crate::code::CodeBlock;
use crate::code::counting::Counts;
use crate::coverage::{self, Coverage};
use crate::debug::Debugger;
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::Vm;

/// An observer that is called before each step.
pub type StepObserver = Box<dyn FnMut(&Step) + Send>;

/// A listener for the `console` output of expressions that a debugger evaluates.
pub type Listener = Box<dyn FnMut(&mut Vm, &'static str, &[Value]) + Send>;

/// The amount of detail that an observer gets for each step.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Detail {
    /// Instructions with their place.
    #[default]
    Instructions,
    /// The values too that they find: [`Step::state`].
    Values,
}

/// An instruction that is about to be executed, with the machine's state.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Number of frames, this one included.
    pub depth: usize,
    /// The name of the running function; empty for functions without one, scripts and modules.
    pub function: String,
    /// The name of the source text, of which a long one has lost its beginning.
    pub source: String,
    /// The line of the source text, counted from 1.
    pub line: u32,
    /// The running function's place among those of the source text, as `Engine::code_as_json` counts them.
    pub index: usize,
    /// The index of the instruction in the function's code.
    pub pc: usize,
    /// The blocks of the running function, from the bottom. The register machine has none.
    pub blocks: Vec<String>,
    pub instruction: String,
    /// The exception whose handler begins here.
    pub caught: Option<String>,
    /// The values that the instruction finds, for [`Detail::Values`].
    pub state: Option<State>,
}

/// The values that an instruction finds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum State {
    /// State of the stack machine, in its document's words.
    Stack {
        /// The value stack of the running function, from the bottom.
        values: Vec<String>,
        /// C: the last value resulting from a statement.
        completion: String,
        /// L: line and column.
        location: String,
        /// E: the current enumeration.
        enumeration: Option<String>,
    },
    /// State of the register machine.
    Registers {
        /// The place of register 0 on the value stack, where the function's window begins.
        base: usize,
        /// The registers with their names, those of variables as in the source text. Register 0 is `this`.
        registers: Vec<(String, String)>,
        /// The number of each of these registers.
        numbers: Vec<u32>,
        /// The records that are open, the innermost last: their variables are registers still.
        records: Vec<String>,
        /// The places of each record's variables on the value stack.
        places: Vec<Vec<u32>>,
        /// A number for each of these records, which no other record has while it lives: one that closes when a generator
        /// is suspended opens again under its number.
        identities: Vec<u32>,
        /// Variables of the last records that are open in the calls around, each by its place on the value stack: the
        /// function may have changed them.
        around: Vec<(u32, String)>,
        /// Places where an exception goes on, innermost first: indices of instructions.
        catchers: Vec<u32>,
    },
}

impl Display for Step {
    /// Shows a step as the stack machine's document does: `PC=3 blocks={CATCH<3,e>}  END,2`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = format!("PC={} blocks={{{}}}", self.pc, self.blocks.join(","));
        write!(f, "{position:<34}  {}", self.instruction)
    }
}

/// An observer and a debugger, and data kept for the observer.
#[derive(Default)]
pub struct Watch {
    observer: Option<StepObserver>,
    debugger: Option<Box<Debugger>>,
    /// True as well while the debugger is at work, for which it is taken out.
    has_debugger: bool,
    coverage: Option<Coverage>,
    /// Whether a profiler wants to know what instructions allocate.
    is_profiled: bool,
    /// Whether anybody but coverage looks at instructions.
    looks: bool,
    /// The steps that the observer sees, by their numbers.
    range: Range<u64>,
    /// Steps that were taken since there is an observer.
    taken: u64,
    /// Whether the next instruction goes on with what it has begun before.
    goes_on: bool,
    listener: Option<Listener>,
    /// Promises that a client of the debugger waits for.
    awaited: Vec<ObjectId>,
    detail: Detail,
    /// The exception on its way to a handler.
    thrown: Option<String>,
    /// Names of registers, by the address of the unit, which is kept with them.
    names: FxHashMap<usize, (Arc<Unit>, Option<Arc<VariableNames>>)>,
}

/// Makes the observer see steps of code that begins to run from now on: those with these numbers, counted from 0.
pub fn observe(vm: &mut Vm, detail: Detail, range: Range<u64>, observer: StepObserver) {
    let before = vm.execution.watch.take().map(|watch| *watch).unwrap_or_default();
    let (observer, names, thrown) = (Some(observer), FxHashMap::default(), None);
    keep(vm, Watch { observer, detail, range, taken: 0, names, thrown, ..before });
}

/// Counts a step. Returns whether the observer sees it.
pub fn take_step(vm: &mut Vm) -> bool {
    let Some(watch) = vm.execution.watch.as_mut().filter(|watch| watch.observer.is_some()) else { return false };
    watch.taken += 1;
    watch.range.contains(&(watch.taken - 1))
}

/// Returns how many steps were taken since there is an observer.
pub fn steps_taken(vm: &Vm) -> u64 {
    vm.execution.watch.as_ref().map_or(0, |watch| watch.taken)
}

/// Notes that the next instruction continues its own earlier execution: an END that a `finally` has interrupted.
pub fn note_going_on(vm: &mut Vm) {
    if let Some(watch) = &mut vm.execution.watch {
        watch.goes_on = true;
    }
}

/// Returns whether the next instruction continues its own earlier execution, and clears the note.
pub fn take_going_on(vm: &mut Vm) -> bool {
    vm.execution.watch.as_mut().is_some_and(|watch| std::mem::take(&mut watch.goes_on))
}

/// Takes the observer away.
pub fn stop(vm: &mut Vm) {
    if let Some(watch) = vm.execution.watch.take().map(|watch| *watch) {
        keep(
            vm,
            Watch { observer: None, detail: Detail::default(), thrown: None, names: FxHashMap::default(), ..watch },
        );
    }
}

/// Keeps those who watch, if there is one.
fn keep(vm: &mut Vm, watch: Watch) {
    let looks = watch.observer.is_some() || watch.has_debugger || watch.is_profiled;
    let is_on = looks || watch.coverage.is_some();
    vm.execution.watch = is_on.then(|| Box::new(Watch { looks, ..watch }));
}

/// Sets the debugger, or takes it away.
pub(crate) fn set_debugger(vm: &mut Vm, debugger: Option<Box<Debugger>>) {
    let watch = vm.execution.watch.take().map(|watch| *watch).unwrap_or_default();
    keep(vm, Watch { has_debugger: debugger.is_some(), debugger, ..watch });
}

/// Sets what counts executed instructions, or takes it away. Returns what was there.
pub(crate) fn set_coverage(vm: &mut Vm, coverage: Option<Coverage>) -> Option<Coverage> {
    let mut watch = vm.execution.watch.take().map(|watch| *watch).unwrap_or_default();
    let before = std::mem::replace(&mut watch.coverage, coverage);
    keep(vm, watch);
    before
}

/// Sets whether a profiler wants to know what instructions allocate.
pub(crate) fn set_profiled(vm: &mut Vm, is_profiled: bool) {
    let watch = vm.execution.watch.take().map(|watch| *watch).unwrap_or_default();
    keep(vm, Watch { is_profiled, ..watch });
}

/// Returns whether a profiler wants to know what instructions allocate.
#[inline(always)]
pub(crate) fn is_profiled(vm: &Vm) -> bool {
    vm.execution.watch.as_ref().is_some_and(|watch| watch.is_profiled)
}

/// Sets or removes the listener for output of expressions that a debugger evaluates. Returns the previous one.
pub fn set_listener(vm: &mut Vm, listener: Option<Listener>) -> Option<Listener> {
    let watch = vm.execution.watch.as_mut()?;
    std::mem::replace(&mut watch.listener, listener)
}

/// Returns whether anybody is told what `console` prints.
pub(crate) fn is_printing_told(vm: &Vm) -> bool {
    vm.execution.watch.as_ref().is_some_and(|watch| watch.debugger.is_some() || watch.listener.is_some())
}

/// Tells the listener of a call of a method of `console`.
pub(crate) fn tell_listener(vm: &mut Vm, method: &'static str, values: &[Value]) {
    if let Some(mut listener) = set_listener(vm, None) {
        listener(vm, method, values);
        set_listener(vm, Some(listener));
    }
}

/// Wakes the debugger when that promise is settled, which somebody keeps alive until then.
pub fn await_promise(vm: &mut Vm, promise: ObjectId) {
    if let Some(watch) = &mut vm.execution.watch {
        watch.awaited.push(promise);
    }
}

/// Forgets the promises that were waited for.
pub fn forget_awaited(vm: &mut Vm) {
    vm.execution.watch.iter_mut().for_each(|watch| watch.awaited.clear());
}

/// Notes that a promise is settled. While the debugger is at work, it looks by itself.
#[cold]
#[inline(never)]
pub(crate) fn note_settled(vm: &mut Vm, promise: ObjectId) {
    let Some(watch) = &mut vm.execution.watch else { return };
    if let Some(place) = watch.awaited.iter().position(|&awaited| awaited == promise) {
        watch.awaited.swap_remove(place);
        watch.debugger.iter().for_each(|debugger| debugger.control().wake());
    }
}

/// The counts of a function for coverage, unused ones if there is no coverage. None if the unit has none of this coverage yet.
#[inline(always)]
pub fn counts<'a>(vm: &Vm, code: &'a CodeBlock) -> Option<Counts<'a>> {
    match vm.execution.watch.as_ref().and_then(|watch| watch.coverage.as_ref()) {
        Some(coverage) => code.unit.counts.of(code.index, coverage.number),
        None => Some(Counts::NONE),
    }
}

/// Makes the counts of a unit.
pub fn begin_counts(vm: &mut Vm, code: &CodeBlock, at: usize) {
    if let Some(coverage) = vm.execution.watch.as_mut().and_then(|watch| watch.coverage.as_mut()) {
        coverage::begin_counts(coverage, code, at);
    }
}

/// Returns whether there is an observer, a debugger or a profiler.
#[inline(always)]
pub fn is_looked_at(vm: &Vm) -> bool {
    vm.execution.watch.as_ref().is_some_and(|watch| watch.looks)
}

/// Takes the debugger while something works with it.
pub(crate) fn take_debugger(vm: &mut Vm) -> Option<Box<Debugger>> {
    vm.execution.watch.as_mut()?.debugger.take()
}

/// Puts the debugger back that was taken.
pub(crate) fn put_debugger(vm: &mut Vm, debugger: Box<Debugger>) {
    match &mut vm.execution.watch {
        Some(watch) => watch.debugger = Some(debugger),
        None => set_debugger(vm, Some(debugger)),
    }
}

/// The debugger.
#[inline(always)]
pub(crate) fn debugger(vm: &Vm) -> Option<&Debugger> {
    vm.execution.watch.as_ref()?.debugger.as_deref()
}

pub(crate) fn debugger_mut(vm: &mut Vm) -> Option<&mut Debugger> {
    vm.execution.watch.as_mut()?.debugger.as_deref_mut()
}

/// Returns whether there is an observer of steps.
pub fn is_observed(vm: &Vm) -> bool {
    vm.execution.watch.as_ref().is_some_and(|watch| watch.observer.is_some())
}

/// Returns whether somebody watches.
#[inline(always)]
pub fn is_on(vm: &Vm) -> bool {
    vm.execution.watch.is_some()
}

/// Returns whether the observer wants values.
pub fn wants_values(vm: &Vm) -> bool {
    vm.execution.watch.as_ref().is_some_and(|watch| watch.detail == Detail::Values)
}

/// Returns the names of a unit's registers, which are made when they are first asked for.
pub fn names_of_variables(vm: &mut Vm, code: &CodeBlock) -> Option<Arc<VariableNames>> {
    let (unit, stack) = (&code.unit.unit, vm.native_stack());
    let language = vm.options.languages.of(unit.source.name());
    match vm.execution.watch.as_mut()?.names.entry(Arc::as_ptr(unit).addr()) {
        Entry::Occupied(known) => known.get().1.clone(),
        Entry::Vacant(place) => {
            let names = variable_names(unit, language, stack).map(Arc::new);
            place.insert((Arc::clone(unit), names)).1.clone()
        }
    }
}
