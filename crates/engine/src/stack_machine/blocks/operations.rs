//! Blocks entered and left.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_heap::stack_activation::{Block, Resume};

use crate::code::Scope;
use crate::environment::{Record, RecordKind};
use crate::error::{Completion, Throw};
use crate::heap::{RecordId, ScopeId};
use crate::stack_machine::Next;
use crate::stack_machine::blocks::Ended;
use crate::throw_site::Waiting;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// S.ENUM: saves E, and sets it to the enumeration of a value's property names.
    pub(in crate::stack_machine) fn start_enum(&mut self, value: Value) -> Completion<()> {
        let enumeration = self.start_enumeration(value)?;
        let saved = std::mem::replace(&mut self.stack_machine.running().enumeration, enumeration);
        self.stack_machine.blocks.push(Block::Enum { saved });
        Ok(())
    }

    /// Inserts a record in front of the scope chain, and creates a WITH block that takes it away again.
    pub(in crate::stack_machine) fn start_scope(&mut self, kind: RecordKind) {
        let (scope, _) = self.insert_scope(kind);
        self.stack_machine.blocks.push(Block::With { scope });
    }

    /// Gives the scope chain from before, and the new record.
    pub(in crate::stack_machine) fn insert_scope(&mut self, kind: RecordKind) -> (Option<RecordId>, RecordId) {
        let parent = self.frame().environment;
        let record = self.heap.new_record(Record { parent, kind });
        self.set_scope(Some(record));
        (parent, record)
    }

    fn set_scope(&mut self, scope: Option<RecordId>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.environment = scope;
        }
    }

    /// S.BLOCK: a scope of its own for what is declared in a block.
    pub(in crate::stack_machine) fn start_block_scope(&mut self, scope: ScopeId) {
        let count = self.heap.scope(scope).names.len();
        self.heap.budget.spend_many(count as u64 / ELEMENTS_PER_TICK);
        let values: Vec<Value> = self.heap.scope(scope).first_values().collect();
        self.start_scope(RecordKind::closed(scope, count, values.into_iter()));
    }

    /// FRESH: closures that were made in the innermost scope keep it, and the next turn of the loop has a copy
    /// (CreatePerIterationEnvironment, ECMA-262 14.7.4.4).
    pub(in crate::stack_machine) fn copy_scope(&mut self) {
        let Some(innermost) = self.frame().environment else { return };
        let Record { parent, kind } = &self.heap[innermost];
        let (parent, Some(scope)) = (*parent, kind.scope()) else { return };
        let count = self.heap.scope(scope).names.len();
        self.heap.budget.spend_many(count as u64 / ELEMENTS_PER_TICK);
        let values: Vec<Value> = (0..count as u32).map(|index| self.bound_value(innermost, index)).collect();
        let kind = RecordKind::closed(scope, count, values.into_iter());
        let copy = self.heap.new_record(Record { parent, kind });
        self.set_scope(Some(copy));
    }

    /// S.TRYC
    pub(in crate::stack_machine) fn start_catch(&mut self, name: Value, handler: u32) {
        let machine = &mut self.stack_machine;
        let height = machine.height();
        machine.blocks.push(Block::Catch { height, handler, name, caught: None });
    }

    /// S.TRYF
    pub(in crate::stack_machine) fn start_finally(&mut self, handler: u32) {
        let machine = &mut self.stack_machine;
        let height = machine.height();
        machine.blocks.push(Block::Finally { height, handler });
    }

    /// S.CATCH: converts the CATCH block on top, which has caught, into a WITH block whose scope has the exception under
    /// the parameter's name.
    pub(in crate::stack_machine) fn convert_catch(&mut self) -> Completion<()> {
        let Some(&Block::Catch { name, caught: Some(value), .. }) = self.stack_machine.blocks.last() else {
            unreachable!("the verifier sees that S.CATCH stands in a catch handler");
        };
        let parameter = self.to_property_key(name)?;
        let scope = self.heap.new_scope(Scope::of_catch_parameter(parameter));
        let (scope, _) = self.insert_scope(RecordKind::closed(scope, 1, std::iter::once(value)));
        if let Some(block) = self.stack_machine.blocks.last_mut() {
            *block = Block::With { scope };
        }
        Ok(())
    }

    /// END,n at `pc`: ends all blocks from number n on, the topmost first, until a handler takes over.
    pub(in crate::stack_machine) fn end_blocks(&mut self, n: usize, pc: usize) -> Ended {
        loop {
            let count = self.stack_machine.block_count();
            if count < n {
                return Ended::GoOn;
            }
            if count == 0 {
                return Ended::Program;
            }
            // One END may stand for many blocks.
            self.heap.budget.spend(1);
            let completion = self.stack_machine.running().completion;
            if self.end_block(Resume::At { pc, completion }) {
                return Ended::GoOn;
            }
        }
    }

    /// Ends all blocks of the running function, which ends with the value; tells whether a handler took over.
    pub(crate) fn end_blocks_for_return(&mut self, value: Value) -> bool {
        while self.stack_machine.block_count() > 0 {
            self.heap.budget.spend(1);
            if self.end_block(Resume::Return(value)) {
                self.top = self.frame().top as usize;
                return true;
            }
        }
        false
    }

    /// Pops the top block and invokes its end behaviour; tells whether that transferred control, to a handler behind which
    /// `resume` says how to go on.
    fn end_block(&mut self, resume: Resume) -> bool {
        let Some(block) = self.stack_machine.blocks.pop() else { return false };
        match block {
            Block::With { scope } => self.set_scope(scope),
            Block::Enum { saved } => self.stack_machine.running().enumeration = saved,
            // Nothing was caught: exceptions are no longer waited for, and that is all.
            Block::Catch { .. } => {}
            // The way out that a finally block took instead: what was to happen after it is lost.
            Block::Finally2(_) => {}
            Block::Finally { height, handler } => {
                let machine = &mut self.stack_machine;
                machine.cut(height);
                machine.running().pc = handler as usize;
                machine.blocks.push(Block::Finally2(resume));
                return true;
            }
        }
        false
    }

    /// ENDF: ends the FINALLY2 block on top, which says how to go on.
    pub(in crate::stack_machine) fn end_finally(&mut self) -> Completion<Next> {
        match self.stack_machine.blocks.pop() {
            Some(Block::Finally2(Resume::Throw(exception))) => {
                self.resume_throw_site(exception, Waiting::Block(self.stack_machine.blocks.len()));
                Err(Throw::Exception(exception))
            }
            Some(Block::Finally2(Resume::Return(value))) => Ok(Next::ReturnThrough(value)),
            Some(Block::Finally2(Resume::At { pc, completion })) => {
                let activation = self.stack_machine.running();
                activation.pc = pc;
                activation.completion = completion;
                Ok(Next::Instruction)
            }
            _ => unreachable!("the verifier sees that ENDF stands in a finally handler"),
        }
    }

    /// Goes on with the handler of the running function that an exception leads to; tells whether there is one.
    pub(crate) fn enter_block_handler(&mut self, exception: Value) -> Result<bool, Termination> {
        let machine = &mut self.stack_machine;
        let first = machine.running().first_block;
        for (number, block) in machine.blocks.iter_mut().enumerate().skip(first).rev() {
            self.heap.budget.spend(1);
            let (height, handler, waiting) = match *block {
                Block::Catch { height, handler, name, caught: None } => {
                    *block = Block::Catch { height, handler, name, caught: Some(exception) };
                    (height, handler, None)
                }
                Block::Finally { height, handler } => {
                    *block = Block::Finally2(Resume::Throw(exception));
                    (height, handler, Some(Waiting::Block(number)))
                }
                _ => continue,
            };
            machine.cut(height);
            machine.running().pc = handler as usize;
            self.top = self.frame().top as usize;
            match waiting {
                Some(waiting) => self.keep_throw_site(exception, waiting)?,
                None => self.note_caught(),
            }
            return Ok(true);
        }
        Ok(false)
    }
}
