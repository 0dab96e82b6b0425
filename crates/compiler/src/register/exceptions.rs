//! `try`, `catch`, `finally` (ECMA-262 14.15).
//!
//! Protected code is a range of instructions with a catcher; entering and leaving it costs nothing. A `finally` block
//! exists once. Who enters it leaves a number in one register, what goes with it in another, and behind the block goes
//! on accordingly:
//!
//! ```text
//! 0   the end of the block was reached                1   an exception (the thrown value)
//! 2…  one for each way out that was taken inside: return (its value), and each target of break and continue
//! ```

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{CatchClause, StatementId};

use super::emitter::LabeledCatcher;
use super::operand::{Literal, Operand};
use super::statement::{Control, Exit};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;

const COMPLETED: u16 = 0;
const THROWN: u16 = 1;
const FIRST_EXIT: u16 = 2;

/// A `finally` block that ways out must pass.
pub(super) struct Finally {
    pub entry: Label,
    /// How it was entered.
    pub kind: Register,
    /// The thrown or the returned value.
    pub value: Register,
    exits: Vec<Exit>,
}

impl Finally {
    /// The number that stands for the way out.
    pub fn number_of(&mut self, exit: Exit) -> u16 {
        let is_same = |known: &Exit| match (known, exit) {
            (Exit::Return(_), Exit::Return(_)) => true,
            (known, exit) => *known == exit,
        };
        let index = self.exits.iter().position(is_same).unwrap_or_else(|| {
            // Wherever the value was returned from, it waits in the register for it.
            self.exits.push(if let Exit::Return(_) = exit { Exit::Return(self.value) } else { exit });
            self.exits.len() - 1
        });
        FIRST_EXIT + index as u16
    }
}

impl FunctionCompiler<'_, '_> {
    pub(super) fn try_statement(
        &mut self,
        block: StatementId,
        handler: Option<CatchClause>,
        finalizer: Option<StatementId>,
    ) -> Compiled {
        self.undefined_completion()?;
        match finalizer {
            Some(finalizer) => self.try_finally(block, handler, finalizer),
            None => self.try_catch(block, handler),
        }
    }

    fn try_catch(&mut self, block: StatementId, handler: Option<CatchClause>) -> Compiled {
        let Some(clause) = handler else { return self.statement(block) };
        let (end, on_throw) = (self.label(), self.label());
        let scope = self.scope;
        self.protected(on_throw, self.register_of(clause.param), scope, |this| this.statement(block))?;
        self.jump(end);
        self.bind(on_throw);
        self.undefined_completion()?;
        self.in_scope(Some(clause.scope), |this| this.statement(clause.body))?;
        self.bind(end);
        Ok(())
    }

    /// Generates `body` with a catcher around it.
    fn protected(
        &mut self,
        handler: Label,
        register: Register,
        scope: Option<u16>,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let start = self.here();
        self.catcher_depth += 1;
        body(self)?;
        self.catcher_depth -= 1;
        let end = self.here();
        self.catchers.push(LabeledCatcher { start, end, handler, register, scope });
        Ok(())
    }

    fn try_finally(&mut self, block: StatementId, handler: Option<CatchClause>, finalizer: StatementId) -> Compiled {
        let (kind, value) = (self.temporary()?, self.temporary()?);
        let (entry, on_throw) = (self.label(), self.label());
        self.controls.push(Control::Finally(Finally { entry, kind, value, exits: Vec::new() }));
        let scope = self.scope;
        self.protected(on_throw, value, scope, |this| this.try_catch(block, handler))?;
        let exits = match self.controls.pop() {
            Some(Control::Finally(finally)) => finally.exits,
            _ => Vec::new(),
        };
        self.enter_finally(kind, COMPLETED)?;
        self.jump(entry);
        self.bind(on_throw);
        self.enter_finally(kind, THROWN)?;
        self.bind(entry);
        self.finalizer(finalizer)?;
        self.go_on(kind, value, &exits)
    }

    fn enter_finally(&mut self, kind: Register, number: u16) -> Compiled {
        self.put(Operand::Literal(Literal::Number(number.into())), kind)
    }

    /// The block itself. Its completion value counts only where it is left early.
    fn finalizer(&mut self, finalizer: StatementId) -> Compiled {
        let Some(completion) = self.completion else { return self.statement(finalizer) };
        let mark = self.mark();
        let saved = self.temporary()?;
        self.mov(saved, completion);
        self.undefined_completion()?;
        self.statement(finalizer)?;
        self.mov(completion, saved);
        self.release(mark);
        Ok(())
    }

    /// Goes on where the way into the block leads.
    fn go_on(&mut self, kind: Register, value: Register, exits: &[Exit]) -> Compiled {
        let done = self.label();
        let a = self.low(kind, 0);
        self.emit(Instruction::JumpIfStrictEqualInt { a, value: COMPLETED as i16, to: done.0 });
        for (index, &exit) in exits.iter().enumerate() {
            let other = self.label();
            let number = i16::try_from(index + usize::from(FIRST_EXIT)).unwrap_or(i16::MAX);
            let a = self.low(kind, 0);
            self.emit(Instruction::JumpIfStrictNotEqualInt { a, value: number, to: other.0 });
            self.leave(exit)?;
            self.bind(other);
        }
        let src = self.low(value, 0);
        self.emit(Instruction::Throw { src });
        self.bind(done);
        Ok(())
    }
}
