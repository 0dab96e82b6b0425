//! Resources of scopes with `using` declarations: an object in a place below the values.
//!
//! ```text
//!          RESOURCES HOLD,r S.TRYF,handler {body} B.ALWAYS,over
//! handler: END,x+1 B.THROWN,thrown B.ALWAYS,turn
//!  thrown: HELD,r THROWN NOTEERR POP
//!    turn: HELD,r NEXTRES HOLD,m HELD,m LITERAL,null SEQ B.TRUE,end
//!          S.TRYC,… HELD,r RESVAL HELD,m CALLV,0 POP … HELD,r {exception} NOTEERR POP … B.ALWAYS,turn
//!     end: HELD,r THROWNOTED POP ENDF
//!    over: END,x
//! ```

use ferrotape_bytecode::{Literal, StackInstruction};

use super::FunctionGenerator;
use crate::control_flow::Label;
use crate::lowering::{Compiled, Disposal, Jumps, Parts};

impl<'t> Disposal<'t> for FunctionGenerator<'t> {
    fn new_resources(&mut self) -> Compiled<u32> {
        self.emit(StackInstruction::NewResources);
        self.hold(())
    }

    fn resources(&mut self) -> &mut Option<u32> {
        &mut self.resources
    }

    fn add_resource(&mut self, resources: u32, value: u32, is_async: bool) -> Compiled {
        self.emit(StackInstruction::Held(resources));
        self.emit(StackInstruction::Held(value));
        self.emit_throwing(match is_async {
            true => StackInstruction::AddAsyncResource,
            false => StackInstruction::AddResource,
        });
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn next_resource(&mut self, resources: u32, end: Label) -> Compiled<u32> {
        self.emit(StackInstruction::Held(resources));
        self.emit_throwing(StackInstruction::NextResource);
        let method = self.hold(())?;
        self.emit(StackInstruction::Held(method));
        self.literal(Literal::Null);
        self.emit(StackInstruction::Seq);
        self.branch(true, end);
        Ok(method)
    }

    fn dispose(&mut self, resources: u32, method: u32, is_async: bool) -> Compiled {
        let (wait, over) = (self.core.label(), self.core.label());
        if is_async {
            // Without a method, undefined is awaited.
            self.emit(StackInstruction::Held(method));
            self.emit(StackInstruction::Dup);
            self.literal(Literal::Undefined);
            self.emit(StackInstruction::Seq);
            self.branch(true, wait);
            self.emit(StackInstruction::Pop);
        }
        self.emit(StackInstruction::Held(resources));
        self.emit(StackInstruction::ResourceValue);
        self.emit(StackInstruction::Held(method));
        self.emit_throwing(StackInstruction::CallV(0));
        if is_async {
            self.emit(StackInstruction::Held(resources));
            self.emit(StackInstruction::AwaitsResource);
            self.branch(false, over);
            self.bind(wait);
            self.forget();
            self.emit_throwing(StackInstruction::Await);
            self.bind(over);
        }
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn noting(&mut self, resources: u32, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        let name = self.core.session.names.intern_ascii("");
        self.try_block(name, body, |generator| {
            generator.emit(StackInstruction::Held(resources));
            generator.lookup(name);
            generator.emit_throwing(StackInstruction::GetValue);
            generator.note();
            Ok(())
        })
    }

    fn throw_noted(&mut self, resources: u32) -> Compiled {
        self.emit(StackInstruction::Held(resources));
        self.emit_throwing(StackInstruction::ThrowNoted);
        self.emit(StackInstruction::Pop);
        Ok(())
    }
}

impl FunctionGenerator<'_> {
    /// Notes the exception that a handler has been entered by, if there is one.
    pub(super) fn note_thrown(&mut self, resources: u32) {
        let (thrown, end) = (self.core.label(), self.core.label());
        self.emit(StackInstruction::BThrown(thrown.0));
        self.jump(end);
        self.bind(thrown);
        self.emit(StackInstruction::Held(resources));
        self.emit(StackInstruction::Thrown);
        self.note();
        self.bind(end);
    }

    /// Notes the exception on top in the resources below.
    fn note(&mut self) {
        self.emit_throwing(StackInstruction::NoteError);
        self.emit(StackInstruction::Pop);
    }
}
