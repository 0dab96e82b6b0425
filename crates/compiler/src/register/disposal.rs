//! Resources of scopes with `using` declarations: an object in a register, which intrinsics work on.

use ferrotape_bytecode::{Instruction, Intrinsic};

use super::operand::{CallForm, Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Disposal, Forms, Jumps};

impl<'t> Disposal<'t> for FunctionCompiler<'t> {
    fn new_resources(&mut self) -> Compiled<Register> {
        let resources = self.temporary()?;
        let at = self.core.position;
        self.intrinsic(Intrinsic::NewResources, resources, resources, at);
        Ok(resources)
    }

    fn resources(&mut self) -> &mut Option<Register> {
        &mut self.resources
    }

    fn add_resource(&mut self, resources: Register, value: Register, is_async: bool) -> Compiled {
        let which = if is_async { Intrinsic::AddAsyncResource } else { Intrinsic::AddResource };
        self.intrinsic_of_two(which, resources, value)
    }

    fn next_resource(&mut self, resources: Register, end: Label) -> Compiled<Register> {
        let method = self.intrinsic_of(Intrinsic::NextResource, resources)?;
        let mark = self.mark();
        let null = self.temporary()?;
        self.put(Operand::Literal(Literal::Null), null)?;
        let (a, b) = (self.low(method, 0), self.low(null, 1));
        self.emit(Instruction::JumpIfStrictEqual { a, b, to: end.0 });
        self.release(mark);
        Ok(method)
    }

    fn dispose(&mut self, resources: Register, method: Register, is_async: bool) -> Compiled {
        let [result, this] = [self.frame_register()?, self.frame_register()?];
        let (call, wait, over) = (self.core.label(), self.core.label(), self.core.label());
        if is_async {
            let a = self.low(method, 0);
            self.emit(Instruction::JumpIfNotUndefined { a, to: call.0 });
            self.put(Operand::Literal(Literal::Undefined), result)?;
            self.jump(wait);
        }
        self.bind(call);
        let at = self.core.position;
        self.mov(result, method);
        self.mov(this, resources);
        self.intrinsic(Intrinsic::ResourceValue, this, this, at);
        self.put_call(CallForm::Call, result, 0, at, result)?;
        if is_async {
            let mark = self.mark();
            let awaits = self.intrinsic_of(Intrinsic::AwaitsResource, resources)?;
            let a = self.low(awaits, 0);
            self.emit(Instruction::JumpIfFalse { a, to: over.0 });
            self.release(mark);
            self.bind(wait);
            self.forget()?;
            let (src, live) = (self.low(result, 0), self.live());
            self.write(result, |dst| Instruction::Await { dst, src, live });
            self.bind(over);
        }
        Ok(())
    }

    fn noting(&mut self, resources: Register, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let mark = self.mark();
        let thrown = self.reserved()?;
        let (end, on_throw) = (self.core.label(), self.core.label());
        self.guarded(on_throw, thrown, self.scope, false, body)?;
        self.jump(end);
        self.bind(on_throw);
        self.note_error(resources, thrown)?;
        self.bind(end);
        self.release(mark);
        Ok(())
    }

    fn throw_noted(&mut self, resources: Register) -> Compiled {
        let mark = self.mark();
        self.intrinsic_of(Intrinsic::ThrowNoted, resources)?;
        self.release(mark);
        Ok(())
    }
}

impl FunctionCompiler<'_> {
    /// Notes the completion of a handler, if that is an exception.
    pub(super) fn note_error(&mut self, resources: Register, thrown: Register) -> Compiled {
        self.intrinsic_of_two(Intrinsic::NoteError, resources, thrown)
    }

    /// Emits an intrinsic of two operands whose value is not needed.
    fn intrinsic_of_two(&mut self, which: Intrinsic, a: Register, b: Register) -> Compiled {
        let mark = self.mark();
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.mov(first, a);
        self.mov(second, b);
        let at = self.core.position;
        self.intrinsic(which, first, first, at);
        self.release(mark);
        Ok(())
    }
}
