//! `super.a` and `super[a]` (ECMA-262 13.3.7): `this`, the base, the key and room for a value in a row of registers.

use ferrotape_bytecode::{Instruction, Intrinsic};
use ferrotape_syntax::scope::ReferenceId;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind};

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};

impl FunctionCompiler<'_> {
    /// Evaluates a member of `super`: first `this`, which must be initialised, then the key, then the prototype of the
    /// home object.
    pub(super) fn super_member(&mut self, id: ExpressionId) -> Compiled<Operand> {
        let tree = self.core.tree;
        let (references, property) = match tree[id].kind {
            ExpressionKind::SuperMember { property, references } => (references, Err(property)),
            ExpressionKind::SuperComputedMember { property, references } => (references, Ok(property)),
            kind => unreachable!("no member of super: {kind:?}"),
        };
        let start = tree[id].span.start;
        let first = self.frame_register()?;
        let [base, key] = [self.frame_register()?, self.frame_register()?];
        self.frame_register()?;
        let this = self.this_reference(references, start)?;
        self.put(this, first)?;
        let at = match property {
            Ok(property) => {
                self.expression_to(property, key)?;
                tree[property].span.start
            }
            Err(name) => {
                self.put(Operand::Literal(Literal::String(name)), key)?;
                self.core.property_position(id, name)
            }
        };
        let function = self.reference(ReferenceId(references.0 + 1), start)?;
        self.put(function, base)?;
        self.intrinsic(Intrinsic::SuperBase, base, base, start);
        Ok(Operand::Super { first, at })
    }

    /// Evaluates `this` that is a binding, or that of scripts.
    pub(super) fn this_reference(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        match self.reference(reference, at)? {
            Operand::Global { .. } => {
                Ok(Operand::Intrinsic { which: Intrinsic::GlobalThis, first: Register::THIS, at })
            }
            operand => Ok(operand),
        }
    }

    /// Evaluates `new.target`, which is undefined outside of functions.
    pub(super) fn new_target(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        match self.reference(reference, at)? {
            Operand::Global { .. } => Ok(Operand::Literal(Literal::Undefined)),
            operand => Ok(operand),
        }
    }

    pub(super) fn intrinsic(&mut self, which: Intrinsic, dst: Register, first: Register, at: u32) {
        self.core.position = at;
        self.write(dst, |dst| Instruction::Intrinsic { which: which as u8, dst, first: first.0 });
    }

    pub(super) fn get_super(&mut self, first: Register, dst: Register, at: u32) {
        self.intrinsic(Intrinsic::GetSuper, dst, first, at);
    }

    pub(super) fn set_super(&mut self, first: Register, src: Register, at: u32) {
        let value = first.offset(3);
        self.mov(value, src);
        self.intrinsic(Intrinsic::SetSuper, value, first, at);
    }
}
