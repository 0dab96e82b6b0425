//! `try`, `catch`, `finally` (ECMA-262 14.15), with x the number of the block:
//!
//! ```text
//!          LITERAL,name                            S.TRYF,handler
//!          S.TRYC,handler                          {block}
//!          {block}                                 B.ALWAYS,end
//!          B.ALWAYS,end                   handler: END,x+1
//! handler: END,x+1                                 {finalizer}
//!          S.CATCH                                 ENDF
//!          {body}                         end:     END,x
//! end:     END,x
//! ```
//!
//! A returned value waits in C. If a handler prevents the return (an exception is caught, or the finalizer goes
//! elsewhere), C is set to undefined again.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{CatchClause, CatchParameter};

use super::{Compiled, FunctionGenerator};
use crate::lowering::{Jumps, Protection, Scopes, bind_pattern};

/// A `finally` handler being generated.
pub(super) struct Finalizer {
    /// Number of the innermost FINALLY2 block, of this handler or one around it, whose protected code returns
    /// something.
    pub returning_block: Option<u32>,
}

impl<'t> Protection<'t> for FunctionGenerator<'t> {
    fn protected(
        &mut self,
        noting: Option<u32>,
        cleanup: impl FnOnce(&mut Self) -> Compiled,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        // ENDF restores C.
        self.finally(body, |generator| {
            if let Some(resources) = noting {
                generator.note_thrown(resources);
            }
            cleanup(generator)
        })
    }

    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let name = match clause.param {
            CatchParameter::Binding(parameter) => self.core.tree[parameter].name,
            // A name that no script can look up.
            CatchParameter::None | CatchParameter::Pattern(_) => self.core.session.names.intern_ascii(""),
        };
        let returns = self.preventable_returns;
        self.try_block(name, body, |generator| {
            // Code that keeps the values of statements clears C itself.
            if !generator.core.keeps_completion && generator.preventable_returns > returns {
                generator.clear_completion();
            }
            match clause.param {
                CatchParameter::Pattern(pattern) => {
                    generator.enter_scope(clause.scope)?;
                    generator.lookup(name);
                    generator.emit_throwing(StackInstruction::GetValue);
                    let held = generator.held;
                    bind_pattern(generator, pattern, (), None)?;
                    generator.held = held;
                    handler(generator)?;
                    generator.end_block();
                    Ok(())
                }
                CatchParameter::None | CatchParameter::Binding(_) => handler(generator),
            }
        })
    }
}

impl FunctionGenerator<'_> {
    /// Emits `body` so that every exit from it, its end included, leads through the code of `handler`.
    pub(super) fn finally(
        &mut self,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        let (end, on_end) = (self.core.label(), self.core.label());
        let returns = self.preventable_returns;
        self.begin_block(StackInstruction::STryF(on_end.0));
        self.protections += 1;
        self.finally_protections += 1;
        body(self)?;
        self.protections -= 1;
        self.finally_protections -= 1;
        self.jump(end);
        self.bind(on_end);
        self.emit(StackInstruction::End(self.code.blocks + 1));
        let has_return = self.preventable_returns > returns;
        let around = self.finalizers.last().and_then(|finalizer| finalizer.returning_block);
        let returning_block = if has_return { Some(self.code.blocks) } else { around };
        self.finalizers.push(Finalizer { returning_block });
        handler(self)?;
        self.finalizers.pop();
        self.emit(StackInstruction::EndF);
        self.bind(end);
        self.end_block();
        Ok(())
    }

    /// Returns whether leaving all but the outermost `blocks` blocks leaves a `finally` handler that may have
    /// interrupted a return.
    pub(super) fn is_preventing_return(&self, blocks: u32) -> bool {
        let returning = self.finalizers.last().and_then(|finalizer| finalizer.returning_block);
        returning.is_some_and(|block| block > blocks)
    }
}
