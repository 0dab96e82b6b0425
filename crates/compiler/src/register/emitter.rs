//! Instructions, labels, positions and temporaries: the lowest layer of code generation.
//!
//! Jumps name labels until the function is complete; then `jumps` replaces them by code indices. In wide mode, a
//! register that does not fit in 8 bits goes through one of the [`SHUFFLE`] registers. A `LoadWide` precedes the
//! instruction for each high source, a `StoreWide` follows it for a high destination.

use ferrotape_bytecode::Instruction;
use ferrotape_text::Span;

use super::{Compiled, FunctionCompiler, Register, Stop};
use crate::control_flow::Label;
use crate::lowering::{Jumps, TOO_MANY_REGISTERS};
use crate::meter::push;

/// First of four low registers that wide mode reserves for shuffling; nothing else lives in them.
pub(super) const SHUFFLE: u32 = 252;
/// End of the registers that 8 bits can name.
const LOW_END: u32 = 256;
/// End of the low registers for variables in wide mode; the rest is for temporaries.
const WIDE_MODE_LOW_VARIABLES: u32 = 192;
/// Most registers that fit in the engine's frames.
pub(super) const MAX_REGISTERS: u32 = 65_000;

/// A catcher with labels as positions.
pub(super) struct LabeledCatcher {
    pub start: Label,
    pub end: Label,
    pub handler: Label,
    pub register: Register,
    pub scope: Option<u16>,
    pub is_finally: bool,
}

/// A switch table with labels as positions.
pub(super) struct LabeledTable {
    pub low: i32,
    pub targets: Vec<Label>,
}

/// The next free temporaries. The high area is used in wide mode only.
#[derive(Copy, Clone, Debug)]
pub(super) struct Temporaries {
    /// The first temporary: registers below are variables. For the high area that is `high_start`.
    pub low_start: u32,
    pub low: u32,
    pub low_end: u32,
    pub high_start: u32,
    pub high: u32,
}

/// State of the temporaries. [`FunctionCompiler::release`] frees those taken since.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Mark {
    pub low: u32,
    pub high: u32,
}

impl FunctionCompiler<'_> {
    /// Takes a register for a variable; only before the first temporary.
    pub(super) fn variable_register(&mut self) -> Compiled<Register> {
        let low_end = if self.wide { WIDE_MODE_LOW_VARIABLES } else { LOW_END };
        if self.temporaries.low < low_end {
            self.temporaries.low += 1;
            return Ok(self.used(Register(self.temporaries.low - 1)));
        }
        self.high_register()
    }

    /// Begins the temporaries, after the last variable.
    pub(super) fn begin_temporaries(&mut self) {
        self.temporaries.low_start = self.temporaries.low;
        self.temporaries.low_end = if self.wide { SHUFFLE } else { LOW_END };
        self.temporaries.high_start = self.temporaries.high;
    }

    /// Takes the next temporary.
    pub(super) fn temporary(&mut self) -> Compiled<Register> {
        if self.temporaries.low < self.temporaries.low_end {
            self.temporaries.low += 1;
            return Ok(self.taken(Register(self.temporaries.low - 1)));
        }
        self.high_register()
    }

    /// Returns how many of the next `wanted` temporaries form a row that instructions can name. In wide mode, a row
    /// ends with the last low register.
    pub(super) fn row_within(&self, wanted: usize) -> usize {
        let low = self.temporaries.low_end.saturating_sub(self.temporaries.low) as usize;
        if self.wide { wanted.min(low) } else { wanted }
    }

    /// Takes the next register of a call's frame. It lies above everything live and directly after the previous one.
    pub(super) fn frame_register(&mut self) -> Compiled<Register> {
        if self.wide { self.high_register() } else { self.temporary() }
    }

    fn high_register(&mut self) -> Compiled<Register> {
        if !self.wide {
            return Err(Stop::NeedsWide);
        }
        if self.temporaries.high >= MAX_REGISTERS {
            return Err(Stop::TooLarge(TOO_MANY_REGISTERS, Span::new(self.core.position, self.core.position)));
        }
        self.temporaries.high += 1;
        Ok(self.taken(Register(self.temporaries.high - 1)))
    }

    /// Notes a taken register as used and empty.
    fn taken(&mut self, register: Register) -> Register {
        self.note_empty(register);
        self.used(register)
    }

    fn used(&mut self, register: Register) -> Register {
        self.register_count = self.register_count.max(register.0 + 1);
        register
    }

    /// Releases the registers of a row after its first one.
    pub(super) fn release_behind(&mut self, first: Register) {
        if self.wide {
            self.temporaries.high = first.0 + 1;
        } else {
            self.temporaries.low = first.0 + 1;
        }
    }

    /// Returns whether `register` may be written before its value is complete.
    pub(super) fn is_temporary(&self, register: Register) -> bool {
        let Temporaries { low_start, low_end, high_start, .. } = self.temporaries;
        (low_start..low_end).contains(&register.0)
            || (self.wide && register.0 >= high_start)
            || Some(register) == self.completion
    }

    /// Returns the hint, or a new temporary.
    pub(super) fn hint_or_temporary(&mut self, hint: Option<Register>) -> Compiled<Register> {
        hint.map_or_else(|| self.temporary(), Ok)
    }

    pub(super) fn emit(&mut self, instruction: Instruction) {
        if !instruction.never_throws() {
            self.may_throw_before = self.code.len() + 1;
        }
        self.suspensions.note_written(instruction);
        self.core.grown += push(&mut self.code, instruction) + push(&mut self.offsets, self.core.position);
    }

    /// Returns a source operand: the register itself, or shuffle register `slot` loaded with it.
    pub(super) fn low(&mut self, register: Register, slot: u32) -> u8 {
        if self.fits(register) {
            return register.0 as u8;
        }
        let dst = (SHUFFLE + slot) as u8;
        self.emit(Instruction::LoadWide { dst, index: register.0 });
        dst
    }

    /// Emits an instruction that writes `dst`. Its sources must have been made `low` before.
    pub(super) fn write(&mut self, dst: Register, make: impl FnOnce(u8) -> Instruction) {
        if self.fits(dst) {
            return self.emit(make(dst.0 as u8));
        }
        let low = SHUFFLE as u8;
        self.emit(make(low));
        self.emit(Instruction::StoreWide { src: low, index: dst.0 });
    }

    /// Emits an instruction that writes `base` and the register after it.
    pub(super) fn write_pair(&mut self, base: Register, make: impl FnOnce(u8) -> Instruction) {
        if self.fits(base) && self.fits(base.offset(1)) {
            return self.emit(make(base.0 as u8));
        }
        let low = SHUFFLE as u8;
        self.emit(make(low));
        self.emit(Instruction::StoreWide { src: low, index: base.0 });
        self.emit(Instruction::StoreWide { src: low + 1, index: base.0 + 1 });
    }

    /// Emits an instruction that reads `base` and the register after it, and writes the latter.
    pub(super) fn write_in_place(&mut self, base: Register, make: impl FnOnce(u8) -> Instruction) {
        let is_low = self.fits(base) && self.fits(base.offset(1));
        if is_low {
            return self.emit(make(base.0 as u8));
        }
        let first = self.low(base, 0);
        self.low(base.offset(1), 1);
        self.emit(make(first));
        self.store_shuffled(base.offset(1));
    }

    /// Stores the register of [`FunctionCompiler::write_in_place`], for an instruction that has branched.
    pub(super) fn store_shuffled(&mut self, register: Register) {
        if !self.fits(register) {
            self.emit(Instruction::StoreWide { src: (SHUFFLE + 1) as u8, index: register.0 });
        }
    }

    /// Copies a register, unless both are the same. Either may be out of reach for 8 bits.
    pub(super) fn mov(&mut self, dst: Register, src: Register) {
        if dst == src {
            // It was taken anew for the value that it has: that of a callee, for one.
            self.suspensions.note_filled(dst);
            return;
        }
        if self.fits(dst) && !self.fits(src) {
            self.emit(Instruction::LoadWide { dst: dst.0 as u8, index: src.0 });
        } else if !self.fits(dst) {
            let src = self.low(src, 0);
            self.emit(Instruction::StoreWide { src, index: dst.0 });
        } else {
            self.emit(Instruction::Move { dst: dst.0 as u8, src: src.0 as u8 });
        }
    }

    /// Returns whether an instruction can name the register. The shuffle registers are not available for values.
    pub(super) fn fits(&self, register: Register) -> bool {
        register.0 < if self.wide { SHUFFLE } else { LOW_END }
    }

    /// Notes the start of a loop's turn, where temporaries taken inside are dead. Not in wide mode, where variables lie
    /// among them.
    pub(super) fn note_loop(&mut self, top: Label) {
        if !self.wide {
            self.core.grown += push(&mut self.loops, (top, self.temporaries.low));
        }
    }

    /// Returns the number of live registers: all of them in wide mode, where variables lie among temporaries.
    pub(super) fn live(&self) -> u32 {
        if self.wide { MAX_REGISTERS } else { self.temporaries.low }
    }

    /// Returns whether control certainly does not get here, as the previous instruction leads elsewhere.
    pub(super) fn is_unreachable(&self) -> bool {
        (self.last_bound as usize) < self.code.len() && self.code.last().is_some_and(|last| last.ends_block())
    }

    /// Makes a label bound to this position.
    pub(super) fn here(&mut self) -> Label {
        let label = self.core.label();
        self.bind(label);
        label
    }
}
