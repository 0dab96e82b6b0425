//! How frames end: what was opened in them is closed, and what is thrown looks for who catches it.
//!
//! The scopes that frames have open are in one list, those of inner frames behind those of outer ones. In one frame they
//! lie within each other, as scopes are left from the inside: closing takes from the end of the list, and never looks at
//! scopes that were not entered.

use ferrotape_budget::Termination;
use ferrotape_bytecode::Catcher;

use crate::code::{CodeBlock, FrameScope};
use crate::error::{Completion, Throw};
use crate::exits;
use crate::heap::RecordId;
use crate::loop_exit::{Abrupt, Left};
use crate::throw_site::Waiting;
use crate::value::Value;
use crate::vm::{Ending, Frame, Vm};

pub(crate) use ferrotape_heap::frame::OpenScope;

impl Vm {
    /// The scope of the frame with that base gets its record.
    pub(crate) fn open_scope(&mut self, base: usize, scope: FrameScope, record: RecordId) {
        let slot = base + scope.record as usize;
        if let Some(frame) = self.frames.last_mut()
            && frame.ending < Ending::Scopes
        {
            frame.ending = Ending::Scopes;
        }
        self.stack[slot] = Value::record(record);
        let before = self.open_scopes.capacity();
        self.open_scopes.push(OpenScope { slot: slot as u32, depth: scope.depth });
        if self.open_scopes.capacity() > before {
            self.account_stacks();
        }
    }

    /// Closes a scope that is left, if it was opened.
    pub(crate) fn close_scope(&mut self, base: usize, scope: FrameScope) {
        if self.stack[base + scope.record as usize].as_record().is_some() {
            self.close_scopes_from(base, scope.depth);
        }
    }

    /// Closes what the frame with that base has open, but for the scopes that have fewer than `depth` around them.
    #[inline(never)]
    fn close_scopes_from(&mut self, base: usize, depth: u32) {
        let is_left = |open: &mut OpenScope| open.slot as usize >= base && open.depth >= depth;
        while let Some(open) = self.open_scopes.pop_if(is_left) {
            let slot = open.slot as usize;
            if let Some(record) = self.stack[slot].as_record() {
                self.stack[slot] = Value::EMPTY;
                self.close_record(record);
            }
        }
    }

    /// Closes all that the frame has open, as it ends.
    #[inline(never)]
    pub(crate) fn close_all_scopes(&mut self, frame: &Frame) {
        if self.heap.code_block(frame.code).is_stack_code() {
            self.stack_machine.leave();
        }
        self.close_scopes_from(frame.base as usize, 0);
    }

    /// Goes on with the handler that catches what strikes in the running frame, or ends all frames of this run of the loop. A
    /// value that is returned ends the running one.
    pub(crate) fn unwind(&mut self, abrupt: Abrupt) -> Left {
        let is_termination = matches!(abrupt, Abrupt::Throw(Throw::Terminated(_)));
        // Code without loops and calls can throw as well, again and again.
        if !is_termination && let Err(termination) = self.heap.tick(1) {
            return self.unwind_throw(Throw::Terminated(termination));
        }
        match abrupt {
            Abrupt::Throw(thrown) => self.unwind_throw(thrown),
            Abrupt::Return(value) => self.unwind_return(value).unwrap_or_else(|thrown| self.unwind_throw(thrown)),
        }
    }

    fn unwind_throw(&mut self, mut thrown: Throw) -> Left {
        match thrown {
            Throw::Exception(value) => self.note_throw(value),
            Throw::Terminated(termination) => self.note_termination(termination),
        }
        loop {
            if let Throw::Exception(value) = thrown {
                match self.enter_handler(value) {
                    Ok(true) => return Left::Continue(()),
                    Ok(false) => {}
                    Err(termination) => {
                        thrown = Throw::Terminated(termination);
                        self.note_termination(termination);
                    }
                }
            }
            self.heap.budget.spend(1);
            let Some(frame) = self.pop_frame() else { return Left::Break(thrown.into()) };
            if frame.kind.is_resumed() {
                match self.fail_activation(&frame, thrown) {
                    Ok(None) => {}
                    Ok(Some(value)) => return exits::deliver(self, &frame, value),
                    Err(other) => thrown = other,
                }
            }
            if frame.kind.is_entry() {
                return Left::Break(thrown.into());
            }
        }
    }

    /// Finds the innermost catcher around the running instruction.
    fn enter_handler(&mut self, value: Value) -> Result<bool, Termination> {
        let base = self.frame().base as usize;
        let code = self.running_code();
        if code.is_stack_code() {
            return self.enter_block_handler(value);
        }
        let Some(place) = code.catchers.innermost(self.pc.saturating_sub(1)) else { return Ok(false) };
        let catcher = code.register_code().catchers[place];
        let register = self.go_to_handler(&code, base, catcher, value);
        if catcher.is_finally {
            self.keep_throw_site(value, Waiting::Register(register))?;
        } else {
            self.note_caught();
        }
        Ok(true)
    }

    /// Goes on with a catcher's handler. Gives the place of the value.
    fn go_to_handler(&mut self, code: &CodeBlock, base: usize, catcher: Catcher, value: Value) -> usize {
        // The scopes that the catcher stands in stay.
        self.close_scopes_from(base, catcher.scope.map_or(0, |scope| code.scopes[scope as usize].depth + 1));
        let register = base + catcher.register as usize;
        self.stack[register] = value;
        self.pc = catcher.handler;
        register
    }

    /// Goes on with the innermost `finally` block around the running instruction, or else ends the frame with the value.
    #[cold]
    fn unwind_return(&mut self, value: Value) -> Completion<Left> {
        let base = self.frame().base as usize;
        let code = self.running_code();
        if code.is_stack_code() {
            let is_on_its_way = self.end_blocks_for_return(value);
            return if is_on_its_way { Ok(Left::Continue(())) } else { exits::leave_activation(self, value) };
        }
        let at = self.pc.saturating_sub(1);
        // Rows of ranges further out stand behind.
        let rows = &code.register_code().catchers;
        let rows = code.catchers.innermost(at).map_or(&[][..], |place| &rows[place..]);
        let finally = rows.iter().position(|row| row.is_finally && (row.start..row.end).contains(&at));
        self.heap.budget.spend(finally.unwrap_or(rows.len()) as u32);
        match finally {
            Some(place) => {
                let waiting = self.heap.new_waiting_return(value);
                self.go_to_handler(&code, base, rows[place], waiting);
                Ok(Left::Continue(()))
            }
            None => exits::leave_frame(self, value),
        }
    }

    /// What has waited in a register for the end of a `finally` block goes on.
    #[cold]
    #[inline(never)]
    pub(crate) fn resume_completion(&mut self, register: usize) -> Abrupt {
        let waiting = self.stack[register];
        match self.heap.waiting_return(waiting) {
            Some(value) => Abrupt::Return(value),
            None => {
                self.resume_throw_site(waiting, Waiting::Register(register));
                Abrupt::Throw(Throw::Exception(waiting))
            }
        }
    }
}
