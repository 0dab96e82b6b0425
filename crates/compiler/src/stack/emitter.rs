//! Instructions, labels, literals and locations: the lowest layer of code generation.
//!
//! Branches name labels until the function is complete; then `peephole` replaces them by indices of instructions.
//!
//! `LOC` comes only before an instruction that may throw, and only where L may differ; after a label L is unknown.
//! Errors point at the same positions as on the register machine. A loop in which nothing throws has a `LOC` before it
//! turns, so that a run ended there by a limit has a position, too.

use ferrotape_bytecode::{Literal, StackInstruction, TextId};
use ferrotape_text::HashSeed;

use super::FunctionGenerator;
use crate::control_flow::{Label, Test};
use crate::lowering::Jumps;
use crate::meter::{Numbering, push};

/// Most recent locations that are searched for an equal one. Expressions mostly repeat a location from shortly before.
const RECENT_LOCATIONS: usize = 16;

/// The code of a function generated so far.
#[derive(Default)]
pub(super) struct Emitted {
    /// Instructions, whose targets are labels.
    pub instructions: Vec<StackInstruction>,
    /// Number of blocks before each instruction.
    pub depths: Vec<u32>,
    pub literals: Vec<Literal>,
    pub locations: Vec<u32>,
    /// Current number of blocks.
    pub blocks: u32,
    /// The certain value of L, if known.
    pub location: Option<u32>,
    /// The index of the last `LOC`.
    last_loc: Option<usize>,
    literal_indices: Numbering<(u8, u64), HashSeed>,
}

/// Emits a call that a text makes, and whose errors point at `at`: debuggers can stop there.
pub(super) fn emit_call(m: &mut FunctionGenerator<'_>, at: u32, call: StackInstruction) {
    m.core.position = at;
    m.locate();
    m.core.note_call(m.code.instructions.len() as u32, at);
    m.emit(call);
}

impl FunctionGenerator<'_> {
    /// Emits an instruction that cannot throw here.
    pub(super) fn emit(&mut self, instruction: StackInstruction) {
        self.core.grown +=
            push(&mut self.code.instructions, instruction) + push(&mut self.code.depths, self.code.blocks);
    }

    /// Emits an instruction whose errors point at the current position.
    pub(super) fn emit_throwing(&mut self, instruction: StackInstruction) {
        self.locate();
        self.emit(instruction);
    }

    /// Emits an instruction whose errors point at `at`.
    pub(super) fn emit_at(&mut self, at: u32, instruction: StackInstruction) {
        self.core.position = at;
        self.emit_throwing(instruction);
    }

    /// Sets L to the current position.
    pub(super) fn locate(&mut self) {
        if self.code.location.replace(self.core.position) == Some(self.core.position) {
            return;
        }
        let recent = self.code.locations.len().saturating_sub(RECENT_LOCATIONS);
        let index = match self.code.locations[recent..].iter().rposition(|&known| known == self.core.position) {
            Some(index) => recent + index,
            None => {
                self.core.grown += push(&mut self.code.locations, self.core.position);
                self.code.locations.len() - 1
            }
        };
        self.code.last_loc = Some(self.code.instructions.len());
        self.emit(StackInstruction::Loc(index as u32));
    }

    /// Sets L before a loop turns, if this jump turns one in which no `LOC` has been emitted.
    pub(super) fn locate_turn(&mut self, to: Label) {
        let Some(top) = self.core.behind(to) else { return };
        if self.code.last_loc.is_none_or(|last| last < top) {
            self.locate();
        }
    }

    /// Pushes a literal. Equal ones share an index; numbers are compared by their bits, so that -0 is not 0.
    pub(super) fn literal(&mut self, literal: Literal) {
        let key = match literal {
            Literal::Undefined => (0, 0),
            Literal::Null => (1, 0),
            Literal::Boolean(value) => (2, value.into()),
            Literal::Number(number) => (3, number.to_bits()),
            Literal::String(text) => (4, text.0.into()),
            Literal::BigInt(digits) => (5, digits.0.into()),
        };
        let next = self.code.literals.len() as u32;
        let index = self.code.literal_indices.number(key, next);
        if index == next {
            self.core.grown += push(&mut self.code.literals, literal) + Numbering::<(u8, u64), HashSeed>::BYTES_PER_KEY;
        }
        self.emit(StackInstruction::Literal(index));
    }

    pub(super) fn string(&mut self, text: TextId) {
        self.literal(Literal::String(text));
    }

    /// Sets C to undefined.
    pub(super) fn clear_completion(&mut self) {
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::SetC);
    }

    /// Emits an instruction that begins a block.
    pub(super) fn begin_block(&mut self, instruction: StackInstruction) {
        self.emit(instruction);
        self.code.blocks += 1;
    }

    /// Ends the innermost block.
    pub(super) fn end_block(&mut self) {
        self.emit(StackInstruction::End(self.code.blocks));
        self.code.blocks = self.code.blocks.saturating_sub(1);
    }

    /// Branches if the top value passes the test. The value stays on the stack either way.
    pub(super) fn branch_on_top(&mut self, test: Test, to: Label) {
        match test {
            Test::True | Test::False => {
                self.emit(StackInstruction::Dup);
                self.emit(StackInstruction::ToBoolean);
                self.branch(test == Test::True, to);
            }
            Test::NotNullish => {
                let nullish = self.core.label();
                self.branch_if_nullish(nullish);
                self.jump(to);
                self.bind(nullish);
            }
        }
    }

    /// Branches if the top value, which stays, is undefined or null.
    pub(super) fn branch_if_nullish(&mut self, to: Label) {
        for literal in [Literal::Undefined, Literal::Null] {
            self.emit(StackInstruction::Dup);
            self.literal(literal);
            self.emit(StackInstruction::Seq);
            self.branch(true, to);
        }
    }

    /// Branches if the boolean on top is `truth`.
    pub(super) fn branch(&mut self, truth: bool, to: Label) {
        self.locate_turn(to);
        if !truth {
            self.emit(StackInstruction::Not);
        }
        self.emit(StackInstruction::BTrue(to.0));
    }
}
