//! Contents of a frame that waits at some position in the code, for frames saved as bytes and read again.
//!
//! The reader makes of any bytes a frame that the code could have made itself, as far as the machine relies on it. To
//! do so it asks for the verifier's knowledge of each register at that position. States are kept at jump targets;
//! between those the code is followed once more.

use super::VerifyError;
use super::effects::{Kinds, Visitor, visit};
use super::kinds::{Entered, Followed, States, states_of};
use crate::{ActivationKind, Code, Instruction, RegisterCode, Unit};

/// Possible contents of a register, as far as an instruction still reads it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// A value of the language.
    Value,
    /// A value of the language, or the marker of a hole or of a binding without a value.
    OrEmpty,
    /// A value, or the record that has a variable.
    OrPlace,
    /// An exception, or a value that waits to be returned.
    OrCompletion,
    /// The state of a `for`-`in`.
    Enumeration,
    /// The state of a `yield*`.
    Delegate,
    /// The record of a scope, which no instruction names.
    Record,
    /// Unused: the register is written before it is read.
    Nothing,
}

/// State of a frame that an instruction has suspended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Suspended {
    /// Register for the value sent on resumption; None if the activation has just begun.
    pub received: Option<u8>,
    /// Number of registers that are kept.
    pub live: u32,
    /// Register for the state of a `yield*`.
    pub delegate: Option<u8>,
    pub by: SuspendedBy,
}

/// The instructions that suspend a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SuspendedBy {
    Start,
    Yield,
    Await,
}

impl Instruction {
    /// Returns how the instruction suspends a frame.
    pub fn suspends(self) -> Option<Suspended> {
        let suspended = |received, live, delegate, by| Some(Suspended { received, live, delegate, by });
        match self {
            Instruction::StartActivation { live } => suspended(None, live, None, SuspendedBy::Start),
            Instruction::Yield { dst, live, .. } => suspended(Some(dst), live, None, SuspendedBy::Yield),
            Instruction::YieldDelegate { base, live } => {
                suspended(base.checked_add(1), live, Some(base), SuspendedBy::Yield)
            }
            Instruction::Await { dst, live, .. } => suspended(Some(dst), live, None, SuspendedBy::Await),
            _ => None,
        }
    }
}

/// Known states of the registers of one function.
pub struct RegisterStates {
    activation: ActivationKind,
    followed: Followed,
    states: States,
}

/// Contents of the registers at one position.
pub struct Registers<'s> {
    states: &'s RegisterStates,
    state: Vec<u8>,
    /// For a frame that waits for a call: the first register that the callee lies over, and the one that gets the
    /// call's value.
    call: Option<(u32, Option<u8>)>,
}

impl RegisterStates {
    /// Follows a function of verified register code; None for other kinds of code.
    pub fn of(unit: &Unit, function: usize) -> Result<Option<RegisterStates>, VerifyError> {
        let Some(template) = unit.functions.get(function) else { return Ok(None) };
        let Code::Register(code) = &template.code else { return Ok(None) };
        let (followed, states) = states_of(template.activation, code).map_err(|(instruction, what)| VerifyError {
            function,
            instruction,
            what,
        })?;
        Ok(Some(RegisterStates { activation: template.activation, followed, states }))
    }

    /// Returns the bytes of memory taken.
    pub fn bytes(&self) -> usize {
        self.followed.bytes() + self.states.bytes()
    }

    /// Returns the registers before an instruction; None if control never reaches it.
    pub fn before(&self, code: &RegisterCode, at: usize) -> Option<Registers<'_>> {
        let (start, state) = self.states.nearest(at)?;
        let mut registers = Registers { states: self, state: state.to_vec(), call: None };
        for place in start..at {
            registers.pass(code, place)?;
        }
        Some(registers)
    }

    /// Returns the registers after an instruction; None if control does not reach it or does not continue there.
    pub fn after(&self, code: &RegisterCode, at: usize) -> Option<Registers<'_>> {
        let mut registers = self.before(code, at)?;
        registers.pass(code, at)?;
        Some(registers)
    }
}

impl Registers<'_> {
    /// Applies the instruction, for the case that control continues with the next one.
    fn pass(&mut self, code: &RegisterCode, place: usize) -> Option<()> {
        let &instruction = code.instructions.get(place).filter(|instruction| !instruction.ends_block())?;
        if let (Instruction::StartActivation { .. }, Some(begun)) = (instruction, self.state.last_mut()) {
            *begun = Entered::BEGUN;
        }
        visit(instruction, code.instructions.get(place + 1), self.states.activation, self);
        Some(())
    }

    /// Returns whether the activation has begun; None if unknown.
    pub fn has_begun(&self) -> Option<bool> {
        match self.state.last() {
            Some(&Entered::BEGUN) => Some(true),
            Some(&Entered::NOT_BEGUN) => Some(false),
            _ => None,
        }
    }

    /// Makes the frame wait for a call that lies over its registers after `below`, and whose value goes to the register
    /// `value`. The call may also have overwritten `below` itself. Returns false if the code still needs something that
    /// would be lost, or does not expect a value in that register.
    pub fn wait_for_call(&mut self, below: u32, is_below_taken: bool, value: Option<u8>) -> bool {
        let takes_value = |held| !matches!(held, Held::Record | Held::Enumeration | Held::Delegate);
        let value = value.map(u32::from);
        let count = self.states.followed.count();
        let gets_value = value.is_none_or(|register| register < count && takes_value(self.held(register)));
        let is_free = |register| {
            let held = self.held(register);
            held == Held::Nothing || Some(register) == value || (register == below && takes_value(held))
        };
        let first = if is_below_taken { below } else { below.saturating_add(1) };
        let are_free = (first..count).all(is_free);
        self.call = Some((first, value.map(|register| register as u8)));
        gets_value && are_free
    }

    /// Returns whether the function only ever puts values into the register.
    pub fn always_holds_value(&self, register: u32) -> bool {
        self.states.followed.number(register) == Followed::PLAIN
    }

    /// Returns the possible contents of a register. A waiting call leaves nothing in its registers and in that of its value.
    pub fn held(&self, register: u32) -> Held {
        const VALUE: Kinds = Kinds::VALUE;
        if self.call.is_some_and(|(first, value)| register >= first || Some(register) == value.map(u32::from)) {
            return Held::Nothing;
        }
        let place = match self.states.followed.number(register) {
            Followed::PLAIN if self.states.followed.is_for_calls(register) => return Held::Nothing,
            Followed::PLAIN => return Held::Value,
            Followed::RECORD => return Held::Record,
            number => number as usize,
        };
        match self.state.get(place).map_or(Kinds::ANY, |&bits| Kinds::of_bits(bits)) {
            VALUE => Held::Value,
            Kinds::ENUMERATION => Held::Enumeration,
            Kinds::DELEGATE => Held::Delegate,
            kinds if kinds.is_within(VALUE.or(Kinds::EMPTY)) => Held::OrEmpty,
            kinds if kinds.is_within(VALUE.or(Kinds::PLACE)) => Held::OrPlace,
            kinds if kinds.is_within(VALUE.or(Kinds::COMPLETION)) => Held::OrCompletion,
            _ => Held::Nothing,
        }
    }
}

impl Visitor for Registers<'_> {
    fn read(&mut self, _: u32, _: Kinds) {}

    fn write(&mut self, register: u32, kinds: Kinds) {
        let number = self.states.followed.number(register) as usize;
        // Numbers of registers that are not followed are the highest there are, where addresses have 32 bits too.
        if number < self.state.len().saturating_sub(1) {
            self.state[number] = kinds.bits();
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        let kinds = match self.states.followed.number(from) {
            Followed::PLAIN => Kinds::VALUE,
            number => self.state.get(number as usize).map_or(Kinds::ANY, |&bits| Kinds::of_bits(bits)),
        };
        self.write(to, kinds);
    }

    fn clobber(&mut self, from: u32) {
        for (place, &register) in self.states.followed.registers().iter().enumerate() {
            if register >= from {
                self.state[place] = Kinds::ANY.bits();
            }
        }
    }

    fn read_row(&mut self, _: u32, _: u32, _: Kinds) {}

    fn forget(&mut self, first: u32, count: u32) {
        let row = first..first.saturating_add(count);
        for (place, register) in self.states.followed.registers().iter().enumerate() {
            if row.contains(register) {
                self.state[place] = Kinds::VALUE.bits();
            }
        }
    }
}
