//! Contents of the stacks where an activation of stack code is suspended, for activations saved as bytes and read
//! again.

use super::{BEGUN, Block, Blocks, Kinds, NOT_BEGUN, State, Verifier};
use crate::{Code, StackCode, StackInstruction, SuspendedBy, Types, Unit, VerifyError};

/// Contents of the stacks before an instruction.
#[derive(Clone, Debug)]
pub struct StackShape {
    pub values: Vec<Types>,
    pub blocks: Vec<BlockShape>,
    /// An exception has left further blocks above those.
    pub has_more: bool,
    /// Whether the activation has begun; None if unknown.
    pub has_begun: Option<bool>,
}

/// Possible kinds of a block, and its start.
#[derive(Copy, Clone, Debug)]
pub struct BlockShape {
    kinds: Kinds,
    /// Height of the value stack at the start of the block.
    pub height: usize,
}

/// Kind of a block.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BlockKind {
    Enum,
    With,
    Catch,
    /// A CATCH block with an exception.
    Caught,
    Finally,
    Finally2,
}

impl BlockShape {
    pub fn may_be(&self, kind: BlockKind) -> bool {
        self.kinds.may_be(match kind {
            BlockKind::Enum => Kinds::ENUM,
            BlockKind::With => Kinds::WITH,
            BlockKind::Catch => Kinds::CATCH,
            BlockKind::Caught => Kinds::CAUGHT,
            BlockKind::Finally => Kinds::FINALLY,
            BlockKind::Finally2 => Kinds::FINALLY2,
        })
    }
}

impl StackInstruction {
    /// Returns how the instruction suspends the activation. On resumption the sent value is on top, except at the
    /// start.
    pub fn suspends(self) -> Option<SuspendedBy> {
        match self {
            StackInstruction::Activate => Some(SuspendedBy::Start),
            StackInstruction::Yield | StackInstruction::YieldDelegate => Some(SuspendedBy::Yield),
            StackInstruction::Await => Some(SuspendedBy::Await),
            _ => None,
        }
    }
}

/// Known states of the stacks in one function.
pub struct StackStates {
    states: Vec<Option<State>>,
    is_target: Vec<bool>,
    /// Blocks that only one state has, at most.
    blocks: usize,
}

impl StackStates {
    /// Follows a function of verified stack code; None for other kinds of code.
    pub fn of(unit: &Unit, function: usize) -> Result<Option<StackStates>, VerifyError> {
        let Some(template) = unit.functions.get(function) else { return Ok(None) };
        let Code::Stack(code) = &template.code else { return Ok(None) };
        let mut verifier = Verifier::new(unit, code, template.templates.len());
        verifier.run().map_err(|(instruction, what)| VerifyError { function, instruction, what })?;
        let blocks = verifier.joined_blocks + code.instructions.len();
        Ok(Some(StackStates { states: verifier.states, is_target: verifier.is_target, blocks }))
    }

    /// Returns the bytes of memory taken, at most.
    pub fn bytes(&self) -> usize {
        let cells = self.states.iter().flatten().map(|state| state.values.len() + state.held.len());
        let of_states = self.states.len() * (1 + size_of::<Option<State>>());
        of_states + cells.sum::<usize>() + self.blocks * Blocks::BYTES_OF_ONE
    }

    /// Returns the stacks before an instruction; None if control never reaches it.
    pub fn before(&self, code: &StackCode, at: usize) -> Option<StackShape> {
        let is_start = |place: usize| place == 0 || self.is_target.get(place) == Some(&true);
        let start = (0..=at).rev().find(|&place| is_start(place))?;
        let mut state = self.states.get(start)?.clone()?;
        for &instruction in code.instructions.get(start..at)? {
            if instruction.ends_path() {
                return None;
            }
            state.pass(code, instruction).ok()?;
        }
        let has_begun = match state.begun {
            BEGUN => Some(true),
            NOT_BEGUN => Some(false),
            _ => None,
        };
        let shape = |block: Block| BlockShape { kinds: block.kinds, height: block.height };
        let mut blocks: Vec<BlockShape> = state.blocks.inwards_out().map(shape).collect();
        blocks.reverse();
        Some(StackShape { blocks, values: state.values, has_more: state.has_more, has_begun })
    }
}

impl State {
    /// Applies the instruction to the state, for the next instruction.
    fn pass(&mut self, code: &StackCode, instruction: StackInstruction) -> Result<(), &'static str> {
        self.begin(instruction)?;
        instruction.apply(code, &mut self.values)?;
        match instruction {
            StackInstruction::STryC(_) => self.push(Kinds::CATCH),
            StackInstruction::STryF(_) => self.push(Kinds::FINALLY),
            _ => self.change_blocks(instruction),
        }
        Ok(())
    }
}
