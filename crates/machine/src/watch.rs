//! Steps of register code, shown to an observer by the watched loop.

use ferrotape_bytecode::RegisterListing;

use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::code::counting::Counts;
use ferrotape_runtime::debug;
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::loop_exit::Left;
use ferrotape_runtime::messages;
use ferrotape_runtime::profile;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::watch::{self, State};

/// Most records of the calls around that a step shows: there are as many calls as a script likes.
const MOST_AROUND: usize = 8;

/// Watchers of a function, which the loop keeps: code that changes them leaves the loop.
#[derive(Copy, Clone)]
pub(crate) struct Watchers<'a> {
    counts: Counts<'a>,
    /// Somebody may want to look at instructions, or counts are to be made.
    look: bool,
}

impl Watchers<'_> {
    /// Counts the instruction at an index. Returns whether somebody may want to look at it.
    #[inline(always)]
    pub fn pass(&self, at: usize) -> bool {
        self.counts.count(at);
        self.look
    }
}

/// Returns the watchers of a function: none, in the unwatched loop.
#[inline(always)]
pub(crate) fn watchers<'a, const WATCHED: bool>(vm: &Vm, code: &'a CodeBlock) -> Watchers<'a> {
    match if WATCHED { watch::counts(vm, code) } else { Some(Counts::NONE) } {
        Some(counts) => Watchers { counts, look: WATCHED && watch::is_looked_at(vm) },
        None => Watchers { counts: Counts::NONE, look: true },
    }
}

/// Returns whether one of those who look wants to look at the instruction at an index.
#[inline(always)]
pub(crate) fn is_wanted(vm: &Vm, code: &CodeBlock, at: usize) -> bool {
    watch::counts(vm, code).is_none()
        || watch::is_observed(vm)
        || debug::is_wanted(vm, code, at)
        || profile::has_allocated(vm)
}

/// Shows the instruction at an index, and lets the debugger look at it. The machine has its value stack and its
/// position, as before an operation. If the result is not none, another frame goes on, or the run of the loop ends.
#[cold]
#[inline(never)]
pub(crate) fn look(vm: &mut Vm, code: &CodeBlock, at: usize) -> Completion<Option<Left>> {
    if watch::counts(vm, code).is_none() {
        watch::begin_counts(vm, code, at);
    }
    if profile::has_allocated(vm) {
        // By the instruction before.
        vm.execution.pc = at as u32;
        if at == 0 {
            profile::note_allocations_outside(vm)
        } else {
            profile::note_allocations(vm, None)
        }
        vm.execution.pc = at as u32 + 1;
    }
    if watch::take_step(vm) {
        show_step(vm, code, at);
    }
    if debug::is_wanted(vm, code, at) { debug::reach(vm, code, at) } else { Ok(None) }
}

/// Shows the instruction at an index.
fn show_step(vm: &mut Vm, code: &CodeBlock, at: usize) {
    let listing = RegisterListing { unit: &code.unit.unit, code: code.register_code() };
    let instruction = listing.instruction(code.register_code().instructions[at]);
    let state = watch::wants_values(vm).then(|| state(vm, code, at as u32));
    watch::show(vm, at, Vec::new(), instruction, state);
}

/// Describes the running frame as it is before the instruction at `at`.
fn state(vm: &mut Vm, code: &CodeBlock, at: u32) -> State {
    let base = vm.frame().base as usize;
    let (registers, numbers) = registers(vm, code);
    let (mut records, mut places, mut identities) = (Vec::new(), Vec::new(), Vec::new());
    for record in open_records(vm) {
        records.push(record.shown);
        places.push(record.places);
        identities.push(record.identity);
    }
    let around = records_around(vm);
    State::Registers { base, registers, numbers, records, places, identities, around, catchers: catchers(code, at) }
}

/// The registers of the running frame with their numbers, but for those that are undefined, as all begin.
fn registers(vm: &mut Vm, code: &CodeBlock) -> (Vec<(String, String)>, Vec<u32>) {
    let names = watch::names_of_variables(vm, code);
    let variables = names.as_ref().and_then(|names| names.get(code.index as usize));
    let base = vm.frame().base as usize;
    let (mut shown, mut numbers) = (Vec::new(), Vec::new());
    for register in 0..code.register_count {
        let value = vm.execution.stack[base + register as usize];
        let name = variables.and_then(|names| names.iter().find(|(place, _)| *place == register));
        let value = match value {
            value if value.is_undefined() => continue,
            // Of temporaries, that is a gap between what iterators and closed scopes use.
            Value::EMPTY if name.is_none() => continue,
            Value::EMPTY => "<not initialised>".to_owned(),
            value if value.as_record().is_some() => "<record>".to_owned(),
            value => messages::describe(vm, value),
        };
        let name = match name {
            Some((_, name)) => name.to_string(),
            None if register == 0 => "this".to_owned(),
            None => format!("r{register}"),
        };
        shown.push((name, value));
        numbers.push(register);
    }
    (shown, numbers)
}

/// An open record of the running frame.
struct OpenRecord {
    /// Its place in the heap.
    identity: u32,
    /// Its bindings.
    shown: String,
    /// The places of these on the value stack.
    places: Vec<u32>,
}

/// The open records of the running frame, the innermost last.
fn open_records(vm: &mut Vm) -> Vec<OpenRecord> {
    let base = vm.frame().base as usize;
    let slots: Vec<usize> = vm.execution.open_scopes.iter().map(|scope| scope.place()).collect();
    slots.into_iter().filter(|&slot| slot >= base).filter_map(|slot| record(vm, slot)).collect()
}

/// Variables of the last records that are open in the calls around, with their places.
fn records_around(vm: &mut Vm) -> Vec<(u32, String)> {
    let base = vm.frame().base as usize;
    let slots = vm.execution.open_scopes.iter().rev().map(|scope| scope.place());
    let slots: Vec<usize> = slots.filter(|&slot| slot < base).take(MOST_AROUND).collect();
    let places = slots.into_iter().filter_map(|slot| {
        let record = vm.execution.stack[slot].as_record()?;
        let RecordKind::Open { scope, base, .. } = vm.heap[record].kind else { return None };
        Some(vm.heap.scope(scope).registers.iter().map(|register| base + register).collect::<Vec<_>>())
    });
    let places: Vec<u32> = places.flatten().collect();
    let value = |vm: &mut Vm, place: u32| messages::describe(vm, vm.execution.stack[place as usize]);
    places.into_iter().map(|place| (place, value(vm, place))).collect()
}

/// Describes the record in a slot of the value stack. None if it is closed, as its values are in no registers then.
fn record(vm: &mut Vm, slot: usize) -> Option<OpenRecord> {
    let record = vm.execution.stack[slot].as_record()?;
    let RecordKind::Open { scope, base, .. } = vm.heap[record].kind else { return None };
    let scope = vm.heap.scope(scope);
    let bindings: Vec<(PropertyKey, u32)> = scope.names.iter().copied().zip(scope.registers.iter().copied()).collect();
    let places: Vec<u32> = bindings.iter().map(|(_, register)| base + register).collect();
    let shown = bindings.into_iter().map(|(name, register)| {
        let value = vm.execution.stack[(base + register) as usize];
        format!("{}={}", vm.heap.describe_key(name), messages::describe(vm, value))
    });
    let shown = format!("{{{}}}", shown.collect::<Vec<_>>().join(" "));
    Some(OpenRecord { identity: record.place(), shown, places })
}

/// The handlers of the catchers around an instruction, innermost first.
fn catchers(code: &CodeBlock, at: u32) -> Vec<u32> {
    let rows = &code.register_code().catchers;
    rows.iter().filter(|row| (row.start..row.end).contains(&at)).map(|row| row.handler).collect()
}
