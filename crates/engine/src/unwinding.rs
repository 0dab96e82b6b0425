//! How frames end: what was opened in them is closed, and what is thrown looks for who catches it.
//!
//! The scopes that frames have open are in one list, those of inner frames behind those of outer ones. In one frame they
//! lie within each other, as scopes are left from the inside: closing takes from the end of the list, and never looks at
//! scopes that were not entered.

use ferrotape_budget::Termination;

use crate::code::FrameScope;
use crate::error::{Completion, Throw};
use crate::heap::RecordId;
use crate::throw_site::Waiting;
use crate::value::Value;
use crate::vm::{Ending, Frame, Vm};

/// A scope of a frame that has a record.
#[derive(Copy, Clone)]
pub(crate) struct OpenScope {
    /// The place of its record register in the value stack.
    slot: u32,
    /// How many scopes of the function are around it.
    depth: u32,
}

impl Vm {
    /// The scope of the frame with that base gets its record.
    pub(crate) fn open_scope(&mut self, base: usize, scope: FrameScope, record: RecordId) {
        let slot = base + scope.record as usize;
        if let Some(frame) = self.frames.last_mut()
            && frame.ending == Ending::Plain
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

    /// Goes on with the handler that catches a thrown value, or ends all frames of this run of the loop.
    pub(crate) fn unwind(&mut self, mut thrown: Throw, entry_depth: usize) -> Completion<()> {
        // Code without loops and calls can throw as well, again and again.
        if let Throw::Exception(_) = thrown
            && let Err(termination) = self.heap.tick(1)
        {
            thrown = Throw::Terminated(termination);
        }
        match thrown {
            Throw::Exception(value) => self.note_throw(value),
            Throw::Terminated(termination) => self.note_termination(termination),
        }
        while self.frames.len() >= entry_depth {
            if let Throw::Exception(value) = thrown {
                match self.enter_handler(value) {
                    Ok(true) => return Ok(()),
                    Ok(false) => {}
                    Err(termination) => {
                        thrown = Throw::Terminated(termination);
                        self.note_termination(termination);
                    }
                }
            }
            self.heap.budget.spend(1);
            self.pop_frame();
        }
        Err(thrown)
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
        // The scopes that the catcher stands in stay.
        self.close_scopes_from(base, catcher.scope.map_or(0, |scope| code.scopes[scope as usize].depth + 1));
        let register = base + catcher.register as usize;
        self.stack[register] = value;
        self.pc = catcher.handler;
        if catcher.is_finally {
            self.keep_throw_site(value, Waiting::Register(register))?;
        } else {
            self.note_caught();
        }
        Ok(true)
    }
}
