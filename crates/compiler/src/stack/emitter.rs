//! Instructions, labels, literals and locations: the bottom of code generation.
//!
//! Branches name labels until the function is complete; `peephole` replaces them by indices of instructions.
//!
//! `LOC` comes only before an instruction that may throw, and only where L may be another location: after a label it is
//! not known. What errors point at is the same as on the register machine.

use ferrotape_bytecode::{Literal, StackInstruction, TextId};
use ferrotape_text::HashSeed;

use crate::control_flow::Label;
use crate::meter::{Numbering, push};

/// What an expression points at again it pointed at a little before: a location is only looked for among so many.
const RECENT_LOCATIONS: usize = 16;

/// The code of a function as far as it has been generated.
#[derive(Default)]
pub(super) struct Emitter {
    /// Targets are labels.
    pub instructions: Vec<StackInstruction>,
    /// By instruction: how many blocks there are before it.
    pub depths: Vec<u32>,
    /// By label: an index of `instructions`.
    pub labels: Vec<u32>,
    pub literals: Vec<Literal>,
    pub locations: Vec<u32>,
    /// Where errors of the next instruction point at.
    pub position: u32,
    /// How many blocks there are now.
    pub blocks: u32,
    /// What L certainly is.
    location: Option<u32>,
    literal_indices: Numbering<(u8, u64), HashSeed>,
    /// Bytes that all this has grown by, of which the budget has not heard yet.
    pub grown: usize,
}

impl Emitter {
    pub fn new(position: u32) -> Self {
        Emitter { position, ..Emitter::default() }
    }

    /// An instruction that cannot throw here.
    pub fn emit(&mut self, instruction: StackInstruction) {
        self.grown += push(&mut self.instructions, instruction) + push(&mut self.depths, self.blocks);
    }

    /// An instruction whose errors point at the position of the one before it.
    pub fn emit_throwing(&mut self, instruction: StackInstruction) {
        self.locate();
        self.emit(instruction);
    }

    /// An instruction whose errors point there.
    pub fn emit_at(&mut self, at: u32, instruction: StackInstruction) {
        self.position = at;
        self.emit_throwing(instruction);
    }

    /// Lets L be the position.
    pub fn locate(&mut self) {
        if self.location.replace(self.position) == Some(self.position) {
            return;
        }
        let recent = self.locations.len().saturating_sub(RECENT_LOCATIONS);
        let index = match self.locations[recent..].iter().rposition(|&known| known == self.position) {
            Some(index) => recent + index,
            None => {
                self.grown += push(&mut self.locations, self.position);
                self.locations.len() - 1
            }
        };
        self.emit(StackInstruction::Loc(index as u32));
    }

    pub fn literal(&mut self, literal: Literal) {
        let key = match literal {
            Literal::Undefined => (0, 0),
            Literal::Null => (1, 0),
            Literal::Boolean(value) => (2, value.into()),
            Literal::Number(number) => (3, number.to_bits()),
            Literal::String(text) => (4, text.0.into()),
        };
        let next = self.literals.len() as u32;
        let index = self.literal_indices.number(key, next);
        if index == next {
            self.grown += push(&mut self.literals, literal) + Numbering::<(u8, u64), HashSeed>::BYTES_PER_KEY;
        }
        self.emit(StackInstruction::Literal(index));
    }

    pub fn string(&mut self, text: TextId) {
        self.literal(Literal::String(text));
    }

    /// C = undefined
    pub fn clear_completion(&mut self) {
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::SetC);
    }

    /// An instruction that begins a block.
    pub fn begin_block(&mut self, instruction: StackInstruction) {
        self.emit(instruction);
        self.blocks += 1;
    }

    /// Ends the innermost block.
    pub fn end_block(&mut self) {
        self.emit(StackInstruction::End(self.blocks));
        self.blocks = self.blocks.saturating_sub(1);
    }

    pub fn label(&mut self) -> Label {
        self.grown += push(&mut self.labels, u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label stands here.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.instructions.len() as u32;
        self.location = None;
    }

    /// A label that stands here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    pub fn jump(&mut self, to: Label) {
        self.emit(StackInstruction::BAlways(to.0));
    }

    /// Branches where the boolean on top is `truth`.
    pub fn branch(&mut self, truth: bool, to: Label) {
        if !truth {
            self.emit(StackInstruction::Not);
        }
        self.emit(StackInstruction::BTrue(to.0));
    }
}
