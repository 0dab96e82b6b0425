//! Instructions, labels, literals and locations: the bottom of code generation.
//!
//! Branches name labels until the function is complete; `peephole` replaces them by indices of instructions.
//!
//! `LOC` comes only before an instruction that may throw, and only where L may be another location: after a label it is
//! not known. What errors point at is the same as on the register machine. A loop in which nothing throws has one before it
//! turns, so that a run which ends in it by a limit has a place there, too.

use ferrotape_bytecode::{Literal, StackInstruction, TextId};
use ferrotape_text::HashSeed;

use super::FunctionGenerator;
use crate::control_flow::{Label, Test};
use crate::meter::{Numbering, push};

/// What an expression points at again it pointed at a little before: a location is only looked for among so many.
const RECENT_LOCATIONS: usize = 16;

/// The code of a function as far as it has been generated.
#[derive(Default)]
pub(super) struct Emitted {
    /// Targets are labels.
    pub instructions: Vec<StackInstruction>,
    /// By instruction: how many blocks there are before it.
    pub depths: Vec<u32>,
    pub literals: Vec<Literal>,
    pub locations: Vec<u32>,
    /// How many blocks there are now.
    pub blocks: u32,
    /// What L certainly is.
    location: Option<u32>,
    /// The index of the last `LOC`.
    last_loc: Option<usize>,
    literal_indices: Numbering<(u8, u64), HashSeed>,
}

impl FunctionGenerator<'_> {
    /// An instruction that cannot throw here.
    pub(super) fn emit(&mut self, instruction: StackInstruction) {
        self.core.grown +=
            push(&mut self.code.instructions, instruction) + push(&mut self.code.depths, self.code.blocks);
    }

    /// An instruction whose errors point at the position of the one before it.
    pub(super) fn emit_throwing(&mut self, instruction: StackInstruction) {
        self.locate();
        self.emit(instruction);
    }

    /// An instruction whose errors point there.
    pub(super) fn emit_at(&mut self, at: u32, instruction: StackInstruction) {
        self.core.position = at;
        self.emit_throwing(instruction);
    }

    /// Lets L be the position.
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

    /// Lets L be in the loop that turns here, if this is where one turns and nothing in it has said a place.
    fn locate_turn(&mut self, to: Label) {
        let Some(top) = self.core.behind(to) else { return };
        if self.code.last_loc.is_none_or(|last| last < top) {
            self.locate();
        }
    }

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

    /// C = undefined
    pub(super) fn clear_completion(&mut self) {
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::SetC);
    }

    /// An instruction that begins a block.
    pub(super) fn begin_block(&mut self, instruction: StackInstruction) {
        self.emit(instruction);
        self.code.blocks += 1;
    }

    /// Ends the innermost block.
    pub(super) fn end_block(&mut self) {
        self.emit(StackInstruction::End(self.code.blocks));
        self.code.blocks = self.code.blocks.saturating_sub(1);
    }

    /// The label stands here.
    pub(super) fn bind(&mut self, label: Label) {
        self.core.bind(label, self.code.instructions.len());
        self.code.location = None;
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.locate_turn(to);
        self.emit(StackInstruction::BAlways(to.0));
    }

    /// Branches where the value on top is what the test asks for. It stays there either way.
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

    /// Branches where the value on top, which stays, is undefined or null.
    pub(super) fn branch_if_nullish(&mut self, to: Label) {
        for literal in [Literal::Undefined, Literal::Null] {
            self.emit(StackInstruction::Dup);
            self.literal(literal);
            self.emit(StackInstruction::Seq);
            self.branch(true, to);
        }
    }

    /// Branches where the boolean on top is `truth`.
    pub(super) fn branch(&mut self, truth: bool, to: Label) {
        self.locate_turn(to);
        if !truth {
            self.emit(StackInstruction::Not);
        }
        self.emit(StackInstruction::BTrue(to.0));
    }
}
