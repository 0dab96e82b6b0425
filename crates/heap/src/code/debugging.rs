//! Cells of a unit for debuggers: a byte for each instruction, which tells whether the watched loop has to stop there.
//!
//! They are made when a debugger first meets the unit, and hang on it, so a breakpoint is one store, wherever the code
//! runs at the moment. Nothing of it is charged to the script, and nothing of it is in copies of the unit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use ferrotape_bytecode::debug::{DebugTables, FunctionDebug, MarkKind};
use ferrotape_bytecode::{Code, FunctionTemplate, Instruction, StackInstruction, Unit};

/// A statement begins there.
pub const STATEMENT: u8 = 1;
/// There is a breakpoint.
pub const ARMED: u8 = 1 << 1;
/// A `debugger` statement.
pub const DEBUGGER: u8 = 1 << 2;
/// The function returns there, if nothing is in the way.
pub const LEAVES: u8 = 1 << 3;
/// The frame is left to the function that is called.
pub const TAIL: u8 = 1 << 4;
/// The frame may wait there.
pub const SUSPENDS: u8 = 1 << 5;
/// A `finally` ends there, which may have come before the return of the function.
pub const ENDS_FINALLY: u8 = 1 << 6;
/// Each instruction.
pub const ANY: u8 = 1 << 7;

/// The place of a unit for its cells. A copy of the unit has none.
#[derive(Default)]
pub struct DebugSlot(OnceLock<Box<UnitDebug>>);

impl Clone for DebugSlot {
    fn clone(&self) -> Self {
        DebugSlot::default()
    }
}

impl DebugSlot {
    #[inline(always)]
    pub fn get(&self) -> Option<&UnitDebug> {
        self.0.get().map(|debug| &**debug)
    }

    /// Fills the place. The first cells stay.
    pub fn fill(&self, debug: UnitDebug) {
        let _ = self.0.set(Box::new(debug));
    }
}

/// Tables and cells of a unit.
pub struct UnitDebug {
    /// None for code whose text does not tell them.
    pub tables: Option<DebugTables>,
    cells: Box<[Box<[AtomicU8]>]>,
}

impl UnitDebug {
    pub fn new(unit: &Unit, tables: Option<DebugTables>) -> Self {
        let of = |index: usize| tables.as_ref().and_then(|tables| tables.functions.get(index));
        let cells = unit.functions.iter().enumerate().map(|(index, template)| cells(template, of(index)));
        UnitDebug { cells: cells.collect(), tables }
    }

    #[inline(always)]
    pub fn cell(&self, function: u32, at: usize) -> u8 {
        match self.cells.get(function as usize).and_then(|cells| cells.get(at)) {
            Some(cell) => cell.load(Relaxed),
            None => 0,
        }
    }

    /// Arms the instruction, or takes that back.
    pub fn arm(&self, function: u32, at: u32, is_armed: bool) {
        if let Some(cell) = self.cells.get(function as usize).and_then(|cells| cells.get(at as usize)) {
            let others = cell.load(Relaxed) & !ARMED;
            cell.store(others | if is_armed { ARMED } else { 0 }, Relaxed);
        }
    }

    /// Takes back all that was armed.
    pub fn disarm(&self) {
        for cell in self.cells.iter().flatten() {
            cell.store(cell.load(Relaxed) & !ARMED, Relaxed);
        }
    }

    /// The tables of a function.
    pub fn function(&self, function: u32) -> Option<&FunctionDebug> {
        self.tables.as_ref()?.functions.get(function as usize)
    }
}

/// Cells of one function, unarmed: the kind of each instruction, and marks where the debug tables have statements.
fn cells(template: &FunctionTemplate, debug: Option<&FunctionDebug>) -> Box<[AtomicU8]> {
    let mut bits: Vec<u8> = match &template.code {
        Code::Register(code) => code.instructions.iter().map(|&instruction| ANY | of_register(instruction)).collect(),
        Code::Stack(code) => code.instructions.iter().map(|&instruction| ANY | of_stack(instruction)).collect(),
    };
    for mark in debug.iter().flat_map(|debug| &debug.marks) {
        if let Some(bits) = bits.get_mut(mark.at as usize) {
            *bits |= if mark.kind == MarkKind::Debugger { STATEMENT | DEBUGGER } else { STATEMENT };
        }
    }
    bits.into_iter().map(AtomicU8::new).collect()
}

fn of_register(instruction: Instruction) -> u8 {
    match instruction {
        Instruction::Return { .. } | Instruction::ReturnUndefined {} => LEAVES,
        Instruction::TailCall { .. } | Instruction::TailCallWide { .. } => TAIL,
        Instruction::Await { .. } | Instruction::Yield { .. } | Instruction::YieldDelegate { .. } => SUSPENDS,
        _ => 0,
    }
}

fn of_stack(instruction: StackInstruction) -> u8 {
    match instruction {
        StackInstruction::End(0) => LEAVES,
        StackInstruction::EndF => ENDS_FINALLY,
        StackInstruction::CallTail(_) | StackInstruction::CallTailList => TAIL,
        StackInstruction::Await | StackInstruction::Yield | StackInstruction::YieldDelegate => SUSPENDS,
        _ => 0,
    }
}
