//! Exits from statements: scopes to close, `finally` blocks to pass, returns.
//!
//! [`Control`] is the stack of what surrounds the code being generated and matters to exits. An exit with nothing to
//! unwind is a plain jump, after it has closed the scopes that it leaves. An exit through a `finally`, or through more
//! than one iterator, continues there (`stations`).

use ferrotape_bytecode::{Instruction, ListCall};
use ferrotape_syntax::tree::ExpressionId;

use super::emitter::{Mark, SHUFFLE};
use super::iteration::Closing;
use super::operand::{CallForm, Literal, Operand};
use super::stations::Station;
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Exits, Forms, Jumps, Suspend, Suspension};
use crate::spine::call_at_end_of_chain;

/// Most scopes that are closed one by one; more are closed all at once.
const SCOPES_CLOSED_ONE_BY_ONE: u32 = 2;

/// Something around the code being generated that must be left in order.
pub(super) enum Control {
    /// A scope whose record must be closed, and the innermost scope around it with a descriptor.
    Scope {
        descriptor: u16,
        around: Option<u16>,
    },
    Finally(Station),
    /// An iterator that exits close.
    Close(Closing),
}

impl Control {
    pub fn station(&self) -> Option<&Station> {
        match self {
            Control::Scope { .. } => None,
            Control::Finally(station) | Control::Close(Closing { station, .. }) => Some(station),
        }
    }

    pub fn station_mut(&mut self) -> Option<&mut Station> {
        match self {
            Control::Scope { .. } => None,
            Control::Finally(station) | Control::Close(Closing { station, .. }) => Some(station),
        }
    }

    pub fn into_station(self) -> Option<Station> {
        match self {
            Control::Scope { .. } => None,
            Control::Finally(station) | Control::Close(Closing { station, .. }) => Some(station),
        }
    }
}

/// An exit from the enclosing statements.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Exit {
    /// Return of the value in that register.
    Return(Register),
    /// Jump to a label, leaving all controls from this depth on.
    Jump(Label, u32),
}

impl<'t> Exits<'t> for FunctionCompiler<'t> {
    /// Returns the number of controls.
    fn depth(&self) -> u32 {
        self.controls.len() as u32
    }

    fn leave(&mut self, to: Label, depth: u32) -> Compiled {
        self.exit(Exit::Jump(to, depth))
    }

    fn throw(&mut self, value: Register, at: u32) -> Compiled {
        self.core.position = at;
        let src = self.low(value, 0);
        self.emit(Instruction::Throw { src });
        Ok(())
    }

    fn waiting_result(&self) -> Option<Register> {
        self.innermost_station().map(|station| station.value).or(self.derived_result)
    }

    fn return_joined(&mut self, join: Register) -> Compiled {
        self.exit(Exit::Return(join))
    }

    /// Returns the value of an expression. A call in tail position (ECMA-262 15.10.2) replaces this frame.
    fn return_leaf(&mut self, id: ExpressionId) -> Compiled {
        let mark = self.mark();
        let Some(call) = call_at_end_of_chain(self.core.tree, id).filter(|_| self.makes_tail_calls()) else {
            let operand = self.operand(id, None)?;
            return self.emit_return(operand, mark);
        };
        let mut nullish = None;
        let operand = self.chain_to(call, None, &mut nullish)?;
        self.emit_return(operand, mark)?;
        if let Some(nullish) = nullish {
            self.bind(nullish);
            self.emit(Instruction::ReturnUndefined {});
        }
        Ok(())
    }

    fn return_undefined(&mut self) -> Compiled {
        let Some(result) = self.waiting_result() else {
            self.emit(Instruction::ReturnUndefined {});
            return Ok(());
        };
        self.put(Operand::Literal(Literal::Undefined), result)?;
        self.exit(Exit::Return(result))
    }

    fn return_awaited(&mut self, id: ExpressionId) -> Compiled {
        let at = self.core.tree[id].span.start;
        let mut value = self.suspend(Suspend::Await, Some(id), at)?;
        if let Some(result) = self.waiting_result() {
            self.mov(result, value);
            value = result;
        }
        self.core.note_return(self.code.len() as u32);
        self.exit(Exit::Return(value))
    }
}

impl FunctionCompiler<'_> {
    /// Leaves everything between this position and the target.
    pub(super) fn exit(&mut self, exit: Exit) -> Compiled {
        let lowest = match exit {
            Exit::Jump(_, depth) => depth,
            Exit::Return(_) => 0,
        };
        let first = self.stations.partition_point(|&depth| depth < lowest);
        match self.stations[first..] {
            [] => {
                // The end of the frame closes the open scopes.
                if let Exit::Jump(..) = exit {
                    self.close_scopes(lowest);
                }
                self.arrive(exit)
            }
            [only] if self.is_closed_in_place(only) => self.leave_iterator(exit, only, lowest),
            [last, ..] => self.leave_through_stations(exit, last),
        }
    }

    /// Completes an exit, once nothing is left to unwind.
    pub(super) fn arrive(&mut self, exit: Exit) -> Compiled {
        match exit {
            Exit::Jump(label, _) => self.jump(label),
            Exit::Return(result) => {
                if let Some(derived) = self.derived_result {
                    self.mov(derived, result);
                    let exit = *self.derived_exit.get_or_insert_with(|| self.core.label());
                    self.jump(exit);
                    return Ok(());
                }
                let src = self.low(result, 0);
                self.emit(Instruction::Return { src });
            }
        }
        Ok(())
    }

    /// Closes the scopes from the innermost control down to that depth, none of which is a `finally`. All records
    /// around an open record are open, and closing one closes those inside. So with many scopes only the outermost one
    /// is named.
    pub(super) fn close_scopes(&mut self, lowest: u32) {
        self.close_scopes_between(lowest, self.depth());
    }

    pub(super) fn close_scopes_between(&mut self, lowest: u32, end: u32) {
        let highest = end.min(lowest.saturating_add(SCOPES_CLOSED_ONE_BY_ONE));
        let highest = if highest < end { self.outermost_scope_behind(lowest, end) } else { highest };
        for depth in (lowest..highest).rev() {
            if let Control::Scope { descriptor, .. } = self.controls[depth as usize] {
                self.emit(Instruction::CloseScope { scope: descriptor.into() });
            }
        }
    }

    /// Returns the depth after the first scope from a depth on, where there are more than a few controls.
    fn outermost_scope_behind(&self, lowest: u32, end: u32) -> u32 {
        let is_scope = |&depth: &u32| matches!(self.controls[depth as usize], Control::Scope { .. });
        (lowest..end).find(is_scope).map_or(lowest, |depth| depth + 1)
    }

    /// Emits the end of the function with a value.
    fn emit_return(&mut self, operand: Operand, mark: Mark) -> Compiled {
        match operand {
            Operand::Literal(Literal::Undefined) => {
                self.core.note_return(self.code.len() as u32);
                self.emit(Instruction::ReturnUndefined {});
                return Ok(());
            }
            Operand::Call { form, base, argument_count, at }
                if matches!(form, CallForm::Call | CallForm::Plain(_)) && self.makes_tail_calls() =>
            {
                self.core.position = at;
                self.core.note_call(self.code.len() as u32, at);
                let callee = if let CallForm::Plain(callee) = form { Some(callee) } else { None };
                self.emit_tail_call(callee, base, argument_count);
                return Ok(());
            }
            Operand::Call {
                form: CallForm::List(form @ (ListCall::Apply | ListCall::Call)),
                base,
                argument_count,
                at,
            } if self.makes_tail_calls() => {
                let form = if form == ListCall::Apply { ListCall::TailApply } else { ListCall::TailCall };
                self.core.note_call(self.code.len() as u32, at);
                self.put_call(CallForm::List(form), base, argument_count, at, base)?;
                let src = self.low(base, 0);
                self.emit(Instruction::Return { src });
                return Ok(());
            }
            _ => {}
        }
        let value = self.in_register(operand, mark, None)?;
        let src = self.low(value, 0);
        self.core.note_return(self.code.len() as u32);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    /// Emits a tail call of the function at the base, or of one without `this`.
    fn emit_tail_call(&mut self, callee: Option<Register>, base: Register, argument_count: u16) {
        let (tail_call, src) = match self.wide {
            true => {
                let (dst, argc, base) = (SHUFFLE as u8, argument_count, base.0);
                (Instruction::TailCallWide { dst, argc, base }, dst)
            }
            false => {
                let (base, argc) = (base.0 as u8, argument_count as u8);
                let (callee, plain) = (callee.map_or(base, |callee| callee.0 as u8), callee.is_some().into());
                (Instruction::TailCall { dst: base, callee, base, argc, plain }, base)
            }
        };
        self.emit(tail_call);
        self.emit(Instruction::Return { src });
    }

    fn makes_tail_calls(&self) -> bool {
        self.catcher_depth == 0
    }
}
