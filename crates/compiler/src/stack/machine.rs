//! The stack machine's forms, and the primitives that have no file of their own.
//!
//! Leaving blocks takes one `END`, whatever lies between: `finally` handlers run between two attempts of it. In scripts
//! and eval code, C has the values of statements. In functions C is undefined, except for a value being returned.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::{ReferenceId, ScopeId};
use ferrotape_syntax::tree::ExpressionId;

use super::expression::Place;
use super::iteration::IteratorPlaces;
use super::{Compiled, Core, FunctionGenerator, Variables};
use crate::control_flow::{Branches, Label, Test};
use crate::lowering::{Conditions, Exits, Forms, Jumps, Machine, Scopes, Suspend, Suspension, Values};
use crate::spine::may_be_tail_call;

impl<'t> Machine<'t> for FunctionGenerator<'t> {}

impl<'t> Forms<'t> for FunctionGenerator<'t> {
    /// The top of the value stack.
    type Value = ();
    /// A reference on top of the value stack.
    type Place = Place;
    /// A place below the values. Unused for an enumeration, which is the innermost ENUM block.
    type Held = u32;
    type Iterator = IteratorPlaces;
    /// The top of the value stack.
    type Join = ();
    /// Number of places in use below the values. Statements leave the value stack empty.
    type Mark = u32;
    /// The top of the value stack.
    type NameKey = ();
    /// The two values on top.
    type Class = ();
    type Tables = Variables;

    #[inline(always)]
    fn core(&mut self) -> &mut Core<'t> {
        &mut self.core
    }

    fn split(&mut self) -> (&mut Core<'t>, &Variables) {
        (&mut self.core, self.variables)
    }

    fn mark(&self) -> u32 {
        self.held
    }

    fn release(&mut self, held: u32) {
        self.held = held;
    }
}

impl<'t> Suspension<'t> for FunctionGenerator<'t> {
    fn start_activation(&mut self) -> Compiled {
        self.emit_at(self.core.function.span.start, StackInstruction::Activate);
        Ok(())
    }

    /// Opens a delegate on the value stack, below what is sent or the result, and in no place below the values.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<u32> {
        self.value(iterable)?;
        self.emit_at(at, StackInstruction::GetDelegate);
        self.literal(Literal::Undefined);
        self.forget();
        Ok(0)
    }

    fn call_delegate(&mut self, _: u32, done: Label) -> Compiled {
        self.emit_throwing(StackInstruction::CallDelegate);
        if self.core.function.is_async {
            self.emit_throwing(StackInstruction::Await);
        }
        self.emit_throwing(StackInstruction::BDelegated(done.0));
        self.emit_throwing(StackInstruction::YieldDelegate);
        Ok(())
    }

    fn delegated(&mut self, _: u32) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled {
        match argument {
            Some(id) => self.value(id)?,
            None => self.literal(Literal::Undefined),
        }
        self.forget();
        if matches!(how, Suspend::Await | Suspend::AwaitAndYield) {
            self.emit_at(at, StackInstruction::Await);
        }
        if matches!(how, Suspend::Yield | Suspend::AwaitAndYield) {
            self.emit_at(at, StackInstruction::Yield);
        }
        Ok(())
    }
}

impl<'t> Jumps<'t> for FunctionGenerator<'t> {
    fn begin_statement(&mut self, at: u32) {
        self.core.position = at;
    }

    fn code_length(&self) -> u32 {
        self.code.instructions.len() as u32
    }

    fn nothing(&mut self) {
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::Pop);
    }

    /// Binds the label to this position.
    fn bind(&mut self, label: Label) {
        self.core.bind(label, self.code.instructions.len());
        self.code.location = None;
    }

    fn bind_turn(&mut self, label: Label) {
        self.bind(label);
    }

    fn jump(&mut self, to: Label) {
        self.locate_turn(to);
        self.emit(StackInstruction::BAlways(to.0));
    }

    fn new_join(&mut self) -> Compiled {
        Ok(())
    }

    fn joined(&mut self, (): ()) {}

    fn join(&mut self, id: ExpressionId, (): ()) -> Compiled {
        self.value(id)
    }

    fn branch_joined(&mut self, test: Test, (): (), to: Label) {
        self.branch_on_top(test, to);
        self.emit(StackInstruction::Pop);
    }

    /// Begins an enumeration. The loop is left by a jump to the end of its ENUM block.
    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<u32> {
        around.map_or(Ok(()), |scope| self.enter_scope(scope))?;
        self.value(object)?;
        if around.is_some() {
            self.end_block();
        }
        self.core.position = self.core.tree[object].span.start;
        self.locate();
        self.begin_block(StackInstruction::SEnum);
        Ok(0)
    }

    fn next_name(&mut self, _: u32, _: Option<ReferenceId>, end: Label) -> Compiled {
        self.emit_throwing(StackInstruction::BEnum(end.0));
        Ok(())
    }

    fn end_enumeration(&mut self, _: u32) {
        self.end_block();
    }
}

impl<'t> Conditions<'t> for FunctionGenerator<'t> {
    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        self.value(id)?;
        self.emit(StackInstruction::ToBoolean);
        self.branch(!branches.next, branches.goal(!branches.next));
        Ok(())
    }

    fn is_worth_copying(&self, _: ExpressionId) -> bool {
        false
    }

    fn hold_limit(&mut self, _: ExpressionId) -> Compiled<Option<u32>> {
        Ok(None)
    }

    fn use_limit(&mut self, _: ExpressionId, _: Option<u32>) {}
}

impl<'t> Exits<'t> for FunctionGenerator<'t> {
    fn depth(&self) -> u32 {
        self.code.blocks
    }

    /// Ends all but the outermost `blocks` blocks, and jumps to the label.
    fn leave(&mut self, to: Label, blocks: u32) -> Compiled {
        if self.code.blocks > blocks {
            if self.is_preventing_return(blocks) {
                self.clear_completion();
            }
            self.emit(StackInstruction::End(blocks + 1));
        }
        self.jump(to);
        Ok(())
    }

    fn throw(&mut self, (): (), at: u32) -> Compiled {
        self.emit_at(at, StackInstruction::Throw);
        Ok(())
    }

    fn waiting_result(&self) -> Option<()> {
        None
    }

    fn return_joined(&mut self, (): ()) -> Compiled {
        self.emit(StackInstruction::SetC);
        if !self.leave_derived() {
            self.emit(StackInstruction::End(0));
        }
        self.preventable_returns += u32::from(self.finally_protections > 0);
        Ok(())
    }

    fn return_leaf(&mut self, id: ExpressionId) -> Compiled {
        if self.protections == 0 && !self.core.is_written_derived_constructor() && may_be_tail_call(self.core.tree, id)
        {
            self.tail_call(id)?;
        } else {
            self.value(id)?;
            self.core.note_return(self.code.instructions.len() as u32);
        }
        self.return_joined(())
    }

    fn return_undefined(&mut self) -> Compiled {
        if self.is_preventing_return(0) {
            self.clear_completion();
        }
        if !self.leave_derived() {
            self.emit(StackInstruction::End(0));
        }
        Ok(())
    }

    fn return_awaited(&mut self, id: ExpressionId) -> Compiled {
        self.suspend(Suspend::Await, Some(id), self.core.tree[id].span.start)?;
        self.core.note_return(self.code.instructions.len() as u32);
        self.return_joined(())
    }
}
