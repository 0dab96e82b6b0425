//! Steps of stack code, shown to an observer as the document's worked traces show them.

use ferrotape_bytecode::StackListing;

use crate::blocks::{Block, Resume};
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::debug;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::error_report;
use ferrotape_runtime::loop_exit::Left;
use ferrotape_runtime::messages;
use ferrotape_runtime::profile;
use ferrotape_runtime::stack_machine::state::Slot;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::watch::{self, State};

/// Counts the instruction at PC for coverage, unless it goes on. Returns whether somebody wants to look at it, or counts are to
/// be made.
#[inline(always)]
fn is_wanted(vm: &Vm, code: &CodeBlock, pc: usize, goes_on: bool) -> bool {
    match watch::counts(vm, code) {
        Some(counts) => {
            if !goes_on {
                counts.count(pc);
            }
            watch::is_looked_at(vm)
        }
        None => true,
    }
}

/// Counts the instruction at PC, shows it, and lets the debugger look at it. What goes on behind a `finally` is shown alone: its
/// statement has begun before. If the result is not none, another activation goes on, or the run of the loop ends.
#[cold]
#[inline(never)]
pub(crate) fn look(vm: &mut Vm, code: &CodeBlock, pc: usize) -> Completion<Option<Left>> {
    let goes_on = watch::take_going_on(vm);
    if !is_wanted(vm, code, pc, goes_on) {
        return Ok(None);
    }
    if watch::counts(vm, code).is_none() {
        watch::begin_counts(vm, code, pc);
    }
    if profile::has_allocated(vm) {
        if pc == 0 { profile::note_allocations_outside(vm) } else { profile::note_allocations(vm, None) }
    }
    if watch::take_step(vm) {
        show_step(vm, code, pc);
    }
    if !goes_on && debug::is_wanted(vm, code, pc) { debug::reach(vm, code, pc) } else { Ok(None) }
}

fn show_step(vm: &mut Vm, code: &CodeBlock, pc: usize) {
    let listing = StackListing { unit: &code.unit.unit, code: code.stack_code() };
    let first = vm.execution.stack_machine.running().first_block;
    let blocks: Vec<Block> = vm.execution.stack_machine.blocks[first..].to_vec();
    let blocks = blocks.into_iter().map(|block| describe_block(vm, block)).collect();
    let instruction = listing.instruction(code.stack_code().instructions[pc]);
    let state = watch::wants_values(vm).then(|| state(vm, code));
    watch::show(vm, pc, blocks, instruction, state);
}

/// The value stack and the registers of the running function.
fn state(vm: &mut Vm, code: &CodeBlock) -> State {
    let running = vm.execution.stack_machine.running();
    let (first, completion, enumeration) = (running.first_value, running.completion, running.enumeration);
    let slots: Vec<Slot> = vm.execution.stack_machine.values[first..].to_vec();
    let values = slots.into_iter().map(|slot| describe_slot(vm, code, slot)).collect();
    let enumeration = (enumeration != Value::EMPTY).then(|| messages::describe(vm, enumeration));
    let position = code.unit.unit.source.position(code.source_offset(vm.execution.pc));
    let location = format!("{}:{}", position.line, position.column);
    State::Stack { values, completion: messages::describe(vm, completion), location, enumeration }
}

/// Describes an entry of the value stack. References are in angle brackets.
fn describe_slot(vm: &mut Vm, code: &CodeBlock, slot: Slot) -> String {
    let mut property = |base: Value, separator: &str, key: Value| {
        let (base, key) = (messages::describe(vm, base), messages::describe(vm, key));
        format!("<{base}{separator}{key}>")
    };
    match slot {
        Slot::Value(value) => messages::describe(vm, value),
        Slot::Property { base, key } => property(base, ".", key),
        Slot::Super { base, key, .. } => property(base, " super.", key),
        Slot::Private { base, name } => property(base, ".#", name),
        Slot::Name { key, .. } | Slot::Declared { key } => format!("<{}>", vm.heap.describe_key(key)),
        Slot::Variable { index } => {
            let variable = code.stack_code().variables.get(index as usize);
            let name = variable.and_then(|variable| code.unit.unit.strings.get(variable.name.0 as usize));
            name.map_or_else(|| format!("<v{index}>"), |name| format!("<{name}>"))
        }
    }
}

/// Describes an entry of the block stack, in the words of the worked traces.
fn describe_block(vm: &mut Vm, block: Block) -> String {
    match block {
        Block::Enum { .. } => "ENUM".to_owned(),
        Block::With { .. } => "WITH".to_owned(),
        Block::Catch { handler, caught: None, .. } => format!("CATCH<{handler}>"),
        Block::Catch { handler, caught: Some(exception), .. } => {
            format!("CATCH<{handler},{}>", error_report::describe_exception(vm, exception))
        }
        Block::Finally { handler, .. } => format!("FINALLY<{handler}>"),
        Block::Finally2(Resume::At { pc, .. }) => format!("FINALLY2<{pc}>"),
        Block::Finally2(Resume::Return(value)) => format!("FINALLY2<return {}>", messages::describe(vm, value)),
        Block::Finally2(Resume::Throw(exception)) => {
            format!("FINALLY2<{}>", error_report::describe_exception(vm, exception))
        }
    }
}
