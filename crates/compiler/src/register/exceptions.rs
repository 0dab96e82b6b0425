//! `try`, `catch`, `finally` (ECMA-262 14.15).
//!
//! Protected code is a range of instructions with a catcher; entering and leaving it costs nothing. A `finally` block
//! is a station of exits (`stations`). Exits that the protected code does not use have no number. Code that cannot
//! throw has no catcher, and a single exit needs no comparison.

use ferrotape_syntax::tree::{CatchClause, CatchParameter};

use super::emitter::LabeledCatcher;
use super::exits::Control;
use super::operand::{Literal, Operand};
use super::stations::{COMPLETED, Station, THROWN, Ways};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Forms, Jumps, Protection, Scopes, bind_pattern};

impl<'t> Protection<'t> for FunctionCompiler<'t> {
    fn protected(
        &mut self,
        noting: Option<Register>,
        cleanup: impl FnOnce(&mut Self) -> Compiled,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let (kind, value) = (self.reserved()?, self.reserved()?);
        let (entry, on_throw) = (self.core.label(), self.core.label());
        let start = self.code.len();
        self.push_station(Control::Finally(Station::new(entry, kind, value)));
        let (scope, mut completes) = (self.scope, true);
        self.guarded(on_throw, value, scope, true, |this| {
            body(this)?;
            completes = !this.is_unreachable();
            Ok(())
        })?;
        let Some(station) = self.pop_station() else { return Ok(()) };
        let throws = self.code.len() > start && self.may_throw_before > start;
        if !throws {
            // There is nothing to protect.
            self.catchers.pop();
        }
        if !throws && !station.is_passed() {
            return self.keeping_completion(cleanup);
        }
        if completes {
            self.enter_station(kind, COMPLETED)?;
            if throws || station.carries_value() {
                self.put(Operand::Literal(Literal::Undefined), value)?;
            }
            self.jump(entry);
        }
        if throws {
            self.bind(on_throw);
            if let Some(resources) = noting {
                self.note_error(resources, value)?;
            }
            self.enter_station(kind, THROWN)?;
        }
        self.bind(entry);
        self.keeping_completion(cleanup)?;
        self.go_on(station, Ways { completes, throws })
    }

    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let mark = self.mark();
        let register = match clause.param {
            CatchParameter::Binding(parameter) => self.register_of(parameter),
            CatchParameter::None | CatchParameter::Pattern(_) => self.reserved()?,
        };
        let (end, on_throw) = (self.core.label(), self.core.label());
        self.guarded(on_throw, register, self.scope, false, body)?;
        self.release(mark);
        self.jump(end);
        self.bind(on_throw);
        self.enter_scope(clause.scope)?;
        if let CatchParameter::Pattern(pattern) = clause.param {
            self.empty_bindings(clause.scope)?;
            let caught = self.temporary()?;
            debug_assert_eq!(caught, register);
            // Its value is the exception, although the register is taken anew.
            self.suspensions.note_filled(caught);
            bind_pattern(self, pattern, caught, None)?;
            self.release(mark);
        }
        handler(self)?;
        self.leave_scope(clause.scope);
        self.bind(end);
        Ok(())
    }
}

impl FunctionCompiler<'_> {
    /// Emits `body` with a catcher around it.
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
        self.suspensions.note_filled(register);
        self.catchers.push(LabeledCatcher { start, end, handler, register, scope, is_finally });
        Ok(())
    }

    /// Emits cleanup code. Its completion value only counts if it is left early.
    fn keeping_completion(&mut self, cleanup: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let Some(completion) = self.completion.filter(|_| self.core.keeps_completion) else {
            return cleanup(self);
        };
        let mark = self.mark();
        let saved = self.temporary()?;
        self.mov(saved, completion);
        cleanup(self)?;
        self.mov(completion, saved);
        self.release(mark);
        Ok(())
    }
}
