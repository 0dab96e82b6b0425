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
//!
//! What nothing in the protected code does has no number: code that cannot throw has no catcher, and where only one way is left
//! there is nothing to compare.
//!
//! A way out through several blocks has one number for all of them, and only the last block on the way compares it: those
//! before pass on whatever is not theirs. So a way out is as much code in a hundred blocks as in one.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{CatchClause, CatchParameter, StatementId};

use super::emitter::LabeledCatcher;
use super::exits::{Control, Exit};
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{bind_pattern, finalizer};
use crate::meter::push;

const COMPLETED: u32 = 0;
const THROWN: u32 = 1;
pub(super) const FIRST_EXIT: u32 = 2;

/// More ways out are told apart by tables, not one after the other.
const COMPARED_EXITS: usize = 16;

/// A `finally` block that ways out must pass.
pub(super) struct Finally {
    pub entry: Label,
    /// How it was entered.
    pub kind: Register,
    /// The thrown or the returned value.
    pub value: Register,
    /// The ways out of which this is the last block, with their numbers.
    exits: Vec<(u32, Exit)>,
    /// The depth of the outermost block that other ways out lead through.
    passed_on_to: Option<u32>,
}

/// How the protected code ends, other than by ways out.
#[derive(Copy, Clone)]
struct Ways {
    completes: bool,
    throws: bool,
}

impl Finally {
    fn pass_on(&mut self, to: u32) {
        self.passed_on_to = Some(self.passed_on_to.map_or(to, |known| known.min(to)));
    }
}

/// What a way out through `finally` blocks takes in the tables.
const BYTES_PER_EXIT: usize = 48;

impl FunctionCompiler<'_> {
    pub(super) fn try_catch(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let mark = self.mark();
        let register = match clause.param {
            CatchParameter::Binding(parameter) => self.register_of(parameter),
            CatchParameter::None | CatchParameter::Pattern(_) => self.temporary()?,
        };
        let (end, on_throw) = (self.core.label(), self.core.label());
        let depth = self.depth();
        self.core.grown += push(&mut self.catches, depth);
        self.controls.push(Control::Catch { pending: Vec::new() });
        self.guarded(on_throw, register, self.scope, false, body)?;
        self.catches.pop();
        let pending = match self.controls.pop() {
            Some(Control::Catch { pending }) => pending,
            _ => Vec::new(),
        };
        self.release(mark);
        self.jump(end);
        for (label, exit) in pending {
            self.bind(label);
            self.leave(exit)?;
        }
        self.bind(on_throw);
        self.enter_scope(clause.scope);
        if let CatchParameter::Pattern(pattern) = clause.param {
            self.empty_bindings(clause.scope)?;
            let caught = self.temporary()?;
            debug_assert_eq!(caught, register);
            bind_pattern(self, pattern, caught, None)?;
            self.release(mark);
        }
        handler(self)?;
        self.leave_scope(clause.scope);
        self.bind(end);
        Ok(())
    }

    /// Generates `body` with a catcher around it.
    pub(super) fn guarded(
        &mut self,
        handler: Label,
        register: Register,
        scope: Option<u16>,
        is_finally: bool,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let start = self.here();
        self.catcher_depth += 1;
        body(self)?;
        self.catcher_depth -= 1;
        let end = self.here();
        self.catchers.push(LabeledCatcher { start, end, handler, register, scope, is_finally });
        Ok(())
    }

    pub(super) fn try_finally(&mut self, finalizer: StatementId, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let (kind, value) = (self.temporary()?, self.temporary()?);
        let (entry, on_throw) = (self.core.label(), self.core.label());
        let (depth, start) = (self.depth(), self.code.len());
        if self.finallies.is_empty() {
            self.next_exit = FIRST_EXIT;
        }
        self.core.grown += push(&mut self.finallies, depth);
        self.controls.push(Control::Finally(Finally { entry, kind, value, exits: Vec::new(), passed_on_to: None }));
        let (scope, mut completes) = (self.scope, true);
        self.guarded(on_throw, value, scope, true, |this| {
            body(this)?;
            completes = !this.is_unreachable();
            Ok(())
        })?;
        self.finallies.pop();
        let Some(Control::Finally(finally)) = self.controls.pop() else { return Ok(()) };
        for &(_, exit) in &finally.exits {
            self.exits.remove(&(depth, exit));
        }
        let throws = self.code.len() > start && self.may_throw_before > start;
        if !throws {
            // Nothing to protect.
            self.catchers.pop();
        }
        if !throws && finally.exits.is_empty() && finally.passed_on_to.is_none() {
            return self.finalizer(finalizer);
        }
        if completes {
            self.enter_finally(kind, COMPLETED)?;
            if throws || finally.exits.iter().any(|(_, exit)| matches!(exit, Exit::Return(_))) {
                self.put(Operand::Literal(Literal::Undefined), value)?;
            }
            self.jump(entry);
        }
        if throws {
            self.bind(on_throw);
            self.enter_finally(kind, THROWN)?;
        }
        self.bind(entry);
        self.finalizer(finalizer)?;
        self.go_on(finally, Ways { completes, throws })
    }

    fn enter_finally(&mut self, kind: Register, number: u32) -> Compiled {
        self.put(Operand::Literal(Literal::Number(number.into())), kind)
    }

    /// The block itself. Its completion value counts only where it is left early.
    fn finalizer(&mut self, block: StatementId) -> Compiled {
        let Some(completion) = self.completion.filter(|_| self.core.keeps_completion) else {
            return finalizer(self, block);
        };
        let mark = self.mark();
        let saved = self.temporary()?;
        self.mov(saved, completion);
        finalizer(self, block)?;
        self.mov(completion, saved);
        self.release(mark);
        Ok(())
    }

    /// Goes on where the way into the block leads. The last way that there is needs no comparison.
    fn go_on(&mut self, finally: Finally, ways: Ways) -> Compiled {
        let Finally { kind, value, mut exits, passed_on_to, .. } = finally;
        let done = self.core.label();
        if ways.completes {
            self.jump_if_kind(kind, COMPLETED, done)?;
        }
        let last = if ways.throws || passed_on_to.is_some() { None } else { exits.pop() };
        let mut apart = Vec::new();
        if exits.len() <= COMPARED_EXITS {
            for (number, exit) in exits {
                let other = self.core.label();
                self.jump_if_no_kind(kind, number, other)?;
                self.leave(exit)?;
                self.bind(other);
            }
        } else {
            apart = exits.into_iter().map(|(number, exit)| (number as i32, self.core.label(), exit)).collect();
            let rows = apart.iter().map(|&(number, label, _)| (number, label)).collect();
            self.dispatch(kind, rows)?;
        }
        if let Some(outermost) = passed_on_to {
            self.pass_on(kind, value, outermost, ways.throws)?;
        }
        if let Some((_, exit)) = last {
            self.leave(exit)?;
        }
        if ways.throws {
            self.emit(Instruction::Rethrow { src: value.0 });
        }
        for (_, label, exit) in apart {
            self.bind(label);
            self.leave(exit)?;
        }
        if ways.completes {
            self.bind(done);
        }
        Ok(())
    }

    /// Whatever is no exception goes on in the next block outwards.
    fn pass_on(&mut self, kind: Register, value: Register, outermost: u32, throws: bool) -> Compiled {
        let throw = self.core.label();
        if throws {
            self.jump_if_kind(kind, THROWN, throw)?;
        }
        let next = self.finallies.last().copied().unwrap_or_default();
        self.close_scopes(next + 1);
        if let Some(Control::Finally(around)) = self.controls.get_mut(next as usize) {
            let Finally { entry, kind: next_kind, value: next_value, .. } = *around;
            if outermost < next {
                around.pass_on(outermost);
            }
            self.mov(next_kind, kind);
            self.mov(next_value, value);
            self.jump(entry);
        }
        if throws {
            self.bind(throw);
        }
        Ok(())
    }

    fn jump_if_kind(&mut self, kind: Register, number: u32, to: Label) -> Compiled {
        let a = self.low(kind, 0);
        self.emit(Instruction::JumpIfStrictEqualInt { a, value: number as i16, to: to.0 });
        Ok(())
    }

    fn jump_if_no_kind(&mut self, kind: Register, number: u32, to: Label) -> Compiled {
        let to = to.0;
        if let Ok(value) = i16::try_from(number) {
            let a = self.low(kind, 0);
            self.emit(Instruction::JumpIfStrictNotEqualInt { a, value, to });
            return Ok(());
        }
        let mark = self.mark();
        let wanted = self.temporary()?;
        self.enter_finally(wanted, number)?;
        let (a, b) = (self.low(kind, 0), self.low(wanted, 1));
        self.emit(Instruction::JumpIfStrictNotEqual { a, b, to });
        self.release(mark);
        Ok(())
    }

    pub(super) fn innermost_finally(&self) -> Option<&Finally> {
        match self.controls.get(*self.finallies.last()? as usize)? {
            Control::Finally(finally) => Some(finally),
            Control::Scope { .. } | Control::Close(_) | Control::Catch { .. } => None,
        }
    }

    /// Enters the innermost `finally` block on a way out that leaves all controls down to `lowest`.
    pub(super) fn leave_through_finally(&mut self, exit: Exit, lowest: u32) -> Compiled {
        let Some(&innermost) = self.finallies.last() else { return Ok(()) };
        let first = self.finallies.partition_point(|&depth| depth < lowest);
        let outermost = self.finallies[first];
        // Iterators in between are closed behind the first block.
        let closes = self.closings.iter().any(|&closing| closing > outermost && closing < innermost);
        let last_on_the_way = if closes { innermost } else { outermost };
        let number = self.number_of(exit, last_on_the_way);
        let Some(&depth) = self.finallies.last() else { return Ok(()) };
        let Some(Control::Finally(finally)) = self.controls.get_mut(depth as usize) else { return Ok(()) };
        let Finally { entry, kind, value, .. } = *finally;
        if depth != last_on_the_way {
            finally.pass_on(last_on_the_way);
        }
        // Nothing left over waits there: the verifier does not follow what the number says.
        match exit {
            Exit::Return(result) => self.mov(value, result),
            _ => self.put(Operand::Literal(Literal::Undefined), value)?,
        }
        self.enter_finally(kind, number)?;
        self.jump(entry);
        Ok(())
    }

    /// The number that stands for the way out.
    fn number_of(&mut self, exit: Exit, last_on_the_way: u32) -> u32 {
        let Some(Control::Finally(finally)) = self.controls.get_mut(last_on_the_way as usize) else { return THROWN };
        // Wherever the value was returned from, it waits in the register for it.
        let exit = if let Exit::Return(_) = exit { Exit::Return(finally.value) } else { exit };
        let number = *self.exits.entry((last_on_the_way, exit)).or_insert(self.next_exit);
        if number == self.next_exit {
            self.next_exit += 1;
            self.core.grown += push(&mut finally.exits, (number, exit)) + BYTES_PER_EXIT;
        }
        number
    }
}
