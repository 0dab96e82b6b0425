//! Verifier of stack code: proves what the executor relies on, by running the code with types instead of values.
//!
//! A [`State`] describes the stacks before an instruction: the types on the value stack and the kinds of the blocks.
//! States that meet must have the same height, and are joined. The code is followed from each jump target until nothing
//! new is learnt. Then the following holds:
//!
//! - Every instruction finds as many values as it takes, of the types in the table.
//! - A handler finds the values that lay on the stack at the start of its block, and begins by ending the blocks above
//!   its own.
//! - Blocks are ended, converted or accessed only if they are of the right kind.
//! - Operands name existing things, and control does not leave the code.
//! - The greatest heights are exactly those that the generator computed.

use super::{Literal, OperandKind, StackCode, StackInstruction, Types};
use crate::verifier::StackWork;
use crate::{FunctionTemplate, TextId, Unit};

mod blocks;
#[cfg(test)]
mod tests;
mod waiting;

use blocks::{Block, Blocks};
pub use waiting::{BlockKind, BlockShape, StackShape, StackStates};

type Checked<T = ()> = Result<T, (Option<usize>, &'static str)>;

/// Possible kinds of a block, as a set: the two paths to a statement's end have different blocks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Kinds(u8);

impl Kinds {
    const ENUM: Kinds = Kinds(1);
    const WITH: Kinds = Kinds(2);
    const CATCH: Kinds = Kinds(4);
    /// A CATCH block with an exception: only S.CATCH may follow.
    const CAUGHT: Kinds = Kinds(8);
    const FINALLY: Kinds = Kinds(16);
    const FINALLY2: Kinds = Kinds(32);

    /// Kinds of blocks that need the values from their start later, for the handler or for the code that it interrupts.
    const GUARDS: Kinds = Kinds(4 | 16 | 32);

    fn may_be(self, kind: Kinds) -> bool {
        self.0 & kind.0 != 0
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    values: Vec<Types>,
    blocks: Blocks,
    /// Whether each place certainly has a value.
    held: Vec<bool>,
    /// Further blocks lie above, left behind by an exception.
    has_more: bool,
    /// Whether the activation has begun, as a set: 1 no, 2 yes.
    begun: u8,
}

/// Cells that count for a block which a join has made.
const CELLS_OF_A_BLOCK: usize = Blocks::BYTES_OF_ONE / size_of::<usize>();

const NOT_BEGUN: u8 = 1;
const BEGUN: u8 = 2;

/// Checks one function's stack code. The parts common to both machines have been checked.
pub(crate) fn verify_stack(unit: &Unit, function: &FunctionTemplate, code: &StackCode, work: StackWork) -> Checked {
    tables(unit, function, code)?;
    if function.strict {
        no_deleted_names(code)?;
    }
    let mut verifier = Verifier::new(unit, code, function.templates.len());
    verifier.work = work;
    verifier.run()?;
    check(verifier.max_values == code.max_values as usize, "the height of the value stack is another")?;
    check(verifier.max_blocks == code.max_blocks as usize, "the height of the block stack is another")
}

/// Checks the tables besides the instructions.
fn tables(unit: &Unit, function: &FunctionTemplate, code: &StackCode) -> Checked {
    let is_text = |text: &TextId| (text.0 as usize) < unit.strings.len();
    let is_variable = |variable: u32| (variable as usize) < code.variables.len();
    let is_right =
        |literal: &Literal| !matches!(literal, Literal::String(text) | Literal::BigInt(text) if !is_text(text));
    check(code.literals.iter().all(is_right), "a literal without text")?;
    check(code.variables.iter().all(|variable| is_text(&variable.name)), "a variable without text")?;
    let in_blocks = code.block_scopes.iter().flat_map(|scope| &scope.variables).map(|variable| &variable.name);
    check(in_blocks.chain(&code.self_name).all(is_text), "a binding without text")?;
    check(code.parameters.iter().all(|&variable| is_variable(variable)), "a parameter is not a variable")?;
    let is_complete = !function.simple_parameters || code.parameters.len() == function.parameter_count as usize;
    check(is_complete, "there are fewer or more parameters")?;
    check(code.arguments.is_none_or(|arguments| is_variable(arguments.variable)), "the arguments are not a variable")
}

/// Checks strict code for `delete name`, which is an early error: an instruction for a name must not precede DELETE.
fn no_deleted_names(code: &StackCode) -> Checked {
    let mut before = None;
    for (index, &instruction) in code.instructions.iter().enumerate() {
        use StackInstruction as I;
        let deletes = instruction == I::Delete && matches!(before, Some(I::Lookup | I::Vref(_) | I::VLookup));
        if deletes {
            return Err((Some(index), "strict code deletes a name"));
        }
        if !matches!(instruction, I::Loc(_)) {
            before = Some(instruction);
        }
    }
    Ok(())
}

struct Verifier<'c> {
    unit: &'c Unit,
    code: &'c StackCode,
    /// Number of tagged template literals.
    templates: usize,
    /// Whether control may reach the instruction from elsewhere than from the previous one.
    is_target: Vec<bool>,
    /// State before each instruction that is a target and has been reached.
    states: Vec<Option<State>>,
    /// Targets whose states have changed.
    open: Vec<u32>,
    max_values: usize,
    max_blocks: usize,
    /// Blocks that joins have made.
    joined_blocks: usize,
    /// Budget of remaining work.
    work: StackWork,
}

/// Subtracts work from the remaining budget.
fn spend(left: &mut u64, amount: usize, at: usize) -> Checked {
    *left = left.checked_sub(amount as u64).ok_or((Some(at), "the code takes too long to verify"))?;
    Ok(())
}

impl<'c> Verifier<'c> {
    /// Prepares a walk over the code. Targets out of the code are left to the check of operands.
    fn new(unit: &'c Unit, code: &'c StackCode, templates: usize) -> Self {
        let mut is_target = vec![false; code.instructions.len()];
        for target in code.instructions.iter().filter_map(|instruction| instruction.target()) {
            if let Some(place) = is_target.get_mut(target as usize) {
                *place = true;
            }
        }
        let states = vec![None; code.instructions.len()];
        Verifier {
            unit,
            code,
            templates,
            is_target,
            states,
            open: Vec::new(),
            max_values: 0,
            max_blocks: 0,
            joined_blocks: 0,
            work: StackWork { steps: u64::MAX, kept: u64::MAX },
        }
    }

    /// Follows the code from its beginning until nothing new is learnt.
    fn run(&mut self) -> Checked {
        let held = vec![false; self.code.held as usize];
        self.reach(
            0,
            State { values: Vec::new(), blocks: Blocks::default(), held, has_more: false, begun: NOT_BEGUN },
        )?;
        while let Some(start) = self.open.pop() {
            self.follow(start as usize)?;
        }
        Ok(())
    }

    /// Joins the state into that of a target.
    fn reach(&mut self, index: usize, state: State) -> Checked {
        let cells = 1 + state.values.len() + state.blocks.len() + state.held.len();
        spend(&mut self.work.steps, cells, index)?;
        let known = self.states.get_mut(index).ok_or((None, "control leaves the code"))?;
        if known.is_none() {
            spend(&mut self.work.kept, cells - state.blocks.len(), index)?;
        }
        let (joined, made) = match known {
            None => (state, 0),
            Some(known) => known.join(&state).map_err(|what| (Some(index), what))?,
        };
        self.joined_blocks += made;
        spend(&mut self.work.kept, made * CELLS_OF_A_BLOCK, index)?;
        if known.as_ref() != Some(&joined) {
            *known = Some(joined);
            self.open.push(index as u32);
        }
        Ok(())
    }

    /// Follows the code from a target to the next one.
    fn follow(&mut self, start: usize) -> Checked {
        let Some(mut state) = self.states[start].clone() else { return Ok(()) };
        let mut at = start;
        loop {
            let Some(&instruction) = self.code.instructions.get(at) else {
                return Err((None, "control leaves the code"));
            };
            spend(&mut self.work.steps, 1, at)?;
            self.measure(&state)?;
            self.operand(instruction).map_err(|what| (Some(at), what))?;
            self.step(at, instruction, &mut state)?;
            self.measure(&state)?;
            at += 1;
            if instruction.ends_path() {
                return Ok(());
            }
            if self.is_target.get(at) == Some(&true) {
                return self.reach(at, state);
            }
        }
    }

    fn measure(&mut self, state: &State) -> Checked {
        self.max_values = self.max_values.max(state.values.len());
        self.max_blocks = self.max_blocks.max(state.blocks.len());
        // Code that is higher than the generator says need not be followed.
        check(self.max_values <= self.code.max_values as usize, "the height of the value stack is another")?;
        check(self.max_blocks <= self.code.max_blocks as usize, "the height of the block stack is another")
    }

    /// Checks that an operand names something that exists. Counts and blocks depend on the state, and are checked with it.
    fn operand(&self, instruction: StackInstruction) -> Result<(), &'static str> {
        let Some((kind, operand)) = instruction.operand() else { return Ok(()) };
        let is_below = |length: usize| (operand as usize) < length;
        let code = self.code;
        let (is_right, what) = match kind {
            OperandKind::Count | OperandKind::Block => (true, ""),
            OperandKind::Literal => (is_below(code.literals.len()), "no such literal"),
            OperandKind::Location => (is_below(code.locations.len()), "no such location"),
            OperandKind::Function => (operand != 0 && is_below(self.unit.functions.len()), "no such function"),
            OperandKind::Variable => (is_below(code.variables.len()), "no such variable"),
            OperandKind::Target => (is_below(code.instructions.len()), "a target out of the code"),
            OperandKind::Scope => (is_below(code.block_scopes.len()), "no such block scope"),
            OperandKind::Attributes => (operand < 8, "no such attributes"),
            OperandKind::Held => (operand < code.held, "no such place for a value"),
            OperandKind::Template => (is_below(self.templates), "no such template"),
        };
        if is_right { Ok(()) } else { Err(what) }
    }

    /// Applies the instruction to the state, for the next instruction, and reaches its target.
    fn step(&mut self, at: usize, instruction: StackInstruction, state: &mut State) -> Checked {
        use StackInstruction as I;
        let wrong = |what| (Some(at), what);
        let in_place = |(place, what): (Option<usize>, &'static str)| (place.or(Some(at)), what);
        state.admits(instruction).map_err(wrong)?;
        if let I::BEnum(target) | I::BThrown(target) = instruction {
            self.reach(target as usize, state.clone())?;
        }
        if let I::BDone(target) = instruction {
            let mut done = state.clone();
            done.values.pop();
            self.reach(target as usize, done)?;
        }
        if let I::Forget(place) = instruction {
            spend(&mut self.work.steps, state.held.len().saturating_sub(place as usize), at)?;
        }
        state.hold(instruction).map_err(wrong)?;
        state.begin(instruction).map_err(wrong)?;
        instruction.apply(self.code, &mut state.values).map_err(wrong)?;
        match instruction {
            I::BAlways(target) | I::BTrue(target) | I::BDelegated(target) => self.reach(target as usize, state.clone()),
            I::STryC(target) => self.enter_try(target, Kinds::CATCH, Kinds::CAUGHT, state).map_err(in_place),
            I::STryF(target) => self.enter_try(target, Kinds::FINALLY, Kinds::FINALLY2, state).map_err(in_place),
            _ => {
                state.change_blocks(instruction);
                Ok(())
            }
        }
    }

    /// Begins a block with a handler. The handler finds the block that an exception makes of this one.
    fn enter_try(&mut self, handler: u32, kind: Kinds, caught: Kinds, state: &mut State) -> Checked {
        let first = self.code.instructions.get(handler as usize);
        let is_ending = first == Some(&StackInstruction::End(state.blocks.len() as u32 + 2));
        check(is_ending, "a handler must begin by ending the blocks above its own")?;
        let mut entered = state.clone();
        entered.push(caught);
        entered.has_more = true;
        state.push(kind);
        self.reach(handler as usize, entered)
    }
}

impl State {
    /// Joins two states of a place. Gives the number of new blocks too.
    fn join(&self, other: &State) -> Result<(State, usize), &'static str> {
        if self.values.len() != other.values.len() {
            return Err("value stacks of different heights meet");
        }
        if self.blocks.len() != other.blocks.len() || self.has_more != other.has_more {
            return Err("block stacks of different heights meet");
        }
        let values = self.values.iter().zip(&other.values).map(|(a, b)| a.union(*b)).collect();
        let (blocks, made) = self.blocks.join(&other.blocks).ok_or("blocks meet that began at different heights")?;
        let held = self.held.iter().zip(&other.held).map(|(a, b)| *a && *b).collect();
        Ok((State { values, blocks, held, has_more: self.has_more, begun: self.begun | other.begun }, made))
    }

    /// Begins a block.
    fn push(&mut self, kinds: Kinds) {
        self.blocks.push(Block { kinds, height: self.values.len() });
    }

    /// Checks that a held value exists before it is used.
    fn hold(&mut self, instruction: StackInstruction) -> Result<(), &'static str> {
        match instruction {
            StackInstruction::Hold(place) => {
                self.held[place as usize] = true;
                Ok(())
            }
            StackInstruction::Forget(place) => {
                self.held[place as usize..].fill(false);
                Ok(())
            }
            StackInstruction::Held(place) if !self.held[place as usize] => {
                Err("a value is asked for that nobody has held")
            }
            _ => Ok(()),
        }
    }

    /// Checks that an activation begins once, and is suspended only after that.
    fn begin(&mut self, instruction: StackInstruction) -> Result<(), &'static str> {
        use StackInstruction as I;
        match instruction {
            I::Activate if self.begun != NOT_BEGUN => return Err("an activation begins twice"),
            I::Activate => self.begun = BEGUN,
            I::Yield | I::YieldDelegate | I::Await | I::GetDelegate | I::CallDelegate | I::BDelegated(_)
                if self.begun != BEGUN =>
            {
                return Err("an activation waits that has not begun");
            }
            // The delegate lies below.
            I::YieldDelegate if !self.values.iter().rev().nth(1).is_some_and(|types| types.is_within(Types::VAL)) => {
                return Err("too few values on the stack");
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks that the blocks allow the instruction.
    fn admits(&self, instruction: StackInstruction) -> Result<(), &'static str> {
        use StackInstruction as I;
        let top = self.blocks.last();
        if self.has_more && instruction != I::End(self.blocks.len() as u32 + 1) {
            return Err("a handler must begin by ending the blocks above its own");
        }
        let is_caught = !self.has_more && top.is_some_and(|block| block.kinds.may_be(Kinds::CAUGHT));
        if is_caught != (instruction == I::SCatch) || (is_caught && top.map(|block| block.kinds) != Some(Kinds::CAUGHT))
        {
            return Err("S.CATCH does not stand where something has been caught");
        }
        if self.values.len().checked_sub(instruction.taken()).is_some_and(|rest| rest < self.blocks.guarded()) {
            return Err("a value is taken that a handler wants back");
        }
        match instruction {
            I::EndF => self.admits_endf(),
            I::BThrown(_) | I::Thrown => match self.blocks.last() {
                Some(block) if block.kinds == Kinds::FINALLY2 => Ok(()),
                _ => Err("an exception is asked for outside of a handler"),
            },
            I::BEnum(_) => {
                if self.blocks.innermost_enum() == Some(Kinds::ENUM) {
                    Ok(())
                } else {
                    Err("B.ENUM does not stand in an ENUM block")
                }
            }
            I::End(number) => self.admits_end(number),
            _ => Ok(()),
        }
    }

    /// Checks an ENDF. It returns to the interrupted END, which expects no further values.
    fn admits_endf(&self) -> Result<(), &'static str> {
        match self.blocks.last() {
            Some(block) if block.kinds == Kinds::FINALLY2 && block.height == self.values.len() => Ok(()),
            Some(block) if block.kinds == Kinds::FINALLY2 => Err("a handler leaves values on the stack"),
            _ => Err("ENDF does not stand in a handler"),
        }
    }

    /// Checks an END. A FINALLY block's handler runs between two attempts of its END, and the value stack is cut for
    /// it. After `END,0` no values are needed.
    fn admits_end(&self, number: u32) -> Result<(), &'static str> {
        let Some(kept) = (number as usize).checked_sub(1) else { return Ok(()) };
        let ended = self.blocks.inwards_out().take(self.blocks.len().saturating_sub(kept));
        let mut handlers = ended.filter(|block| block.kinds.may_be(Kinds::FINALLY));
        if handlers.any(|block| block.height != self.values.len()) {
            return Err("values are lost that lie above a block with a handler");
        }
        Ok(())
    }

    /// Begins, converts or ends blocks. Blocks with handlers are begun in [`Verifier::enter_try`], which also reaches the
    /// handler.
    fn change_blocks(&mut self, instruction: StackInstruction) {
        use StackInstruction as I;
        match instruction {
            I::SEnum => self.push(Kinds::ENUM),
            I::SWith | I::SBlock(_) => self.push(Kinds::WITH),
            I::SCatch => {
                if let Some(block) = self.blocks.pop() {
                    self.blocks.push(Block { kinds: Kinds::WITH, ..block });
                }
            }
            I::End(number) => {
                self.blocks.truncate((number as usize).saturating_sub(1));
                self.has_more = false;
            }
            _ => {}
        }
    }
}

fn check(is_right: bool, what: &'static str) -> Checked {
    if is_right { Ok(()) } else { Err((None, what)) }
}
