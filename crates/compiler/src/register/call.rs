//! Chains of members and calls, and `new`.
//!
//! A call's frame is the topmost temporaries: callee, `this`, arguments. What the call is made on is evaluated into
//! place: a function straight into the frame's first register, the object of a method call into its second one.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, List};

use super::emitter::Mark;
use super::operand::{CallForm, Operand};
use super::{Compiled, FunctionCompiler, Register, Stop};
use crate::facts::Effects;
use crate::spine::inner_of_member;

impl FunctionCompiler<'_> {
    /// `root.a[b](c).d…`: down to the root by a loop, then one link after the other.
    pub(super) fn chain(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        let mark = self.mark();
        let (start, root) = self.core.descend(id, inner_of_member)?;
        let mut form = CallForm::Call;
        if let ExpressionKind::Identifier { name, .. } = self.core.tree[root].kind
            && name == self.core.session.known.eval
        {
            form = CallForm::Eval;
        }
        let mut value = self.operand(root, hint)?;
        while let Some(node) = self.core.spine.pop(start) {
            value = match self.core.tree[node].kind {
                ExpressionKind::Call { arguments, .. } => {
                    // Moved at once, by an instruction that reads before it writes.
                    self.release(mark);
                    self.call(value, form, node, arguments)?
                }
                _ => match self.call_on_top(start) {
                    Some((call, arguments)) => self.method_call(value, node, call, arguments, mark)?,
                    None => self.member(value, node, mark, hint)?,
                },
            };
            form = CallForm::Call;
        }
        Ok(value)
    }

    /// Takes the next link off the spine if it is a call.
    fn call_on_top(&mut self, start: usize) -> Option<(ExpressionId, List<ExpressionId>)> {
        let next = self.core.spine.top(start)?;
        let ExpressionKind::Call { arguments, .. } = self.core.tree[next].kind else { return None };
        self.core.spine.pop(start);
        Some((next, arguments))
    }

    /// A property of the value, one step before code.
    fn member(&mut self, value: Operand, id: ExpressionId, mark: Mark, hint: Option<Register>) -> Compiled<Operand> {
        match self.core.tree[id].kind {
            ExpressionKind::Member { property, .. } => {
                let at = self.core.property_position(id, property);
                let object = self.in_register(value, mark, hint)?;
                Ok(Operand::Property { object, name: property, at })
            }
            ExpressionKind::ComputedMember { property, .. } => {
                let later = self.tables.facts.effects(property);
                let settled = self.settle(value, later, mark, hint)?;
                let object = self.in_register(settled, mark, hint)?;
                self.element(object, property, Effects::NONE)
            }
            _ => Ok(value),
        }
    }

    /// The value called as a function.
    fn call(
        &mut self,
        callee: Operand,
        form: CallForm,
        id: ExpressionId,
        arguments: List<ExpressionId>,
    ) -> Compiled<Operand> {
        let base = self.frame_register()?;
        let this = self.frame_register()?;
        match callee {
            Operand::Name { index, at } => {
                self.core.position = at;
                self.write_pair(base, |base| Instruction::GetNameAndThis { base, name: index });
            }
            Operand::Global { name, at } => {
                self.core.position = at;
                let cache = self.global_cache(name);
                self.write_pair(base, |base| Instruction::GetGlobalAndThis { base, cache });
            }
            value => {
                self.put(value, base)?;
                self.write(this, |dst| Instruction::LoadUndefined { dst });
            }
        }
        let argument_count = self.arguments(arguments, id)?;
        Ok(Operand::Call { form, base, argument_count, at: self.core.call_position(id) })
    }

    /// `value.name(…)` and `value[key](…)`
    fn method_call(
        &mut self,
        value: Operand,
        member: ExpressionId,
        call: ExpressionId,
        arguments: List<ExpressionId>,
        mark: Mark,
    ) -> Compiled<Operand> {
        self.release(mark);
        let base = self.frame_register()?;
        let this = self.frame_register()?;
        let frame = self.mark();
        let at = match self.core.tree[member].kind {
            ExpressionKind::ComputedMember { property, .. } => {
                let later = self.tables.facts.effects(property);
                let settled = self.settle(value, later, frame, Some(this))?;
                let object = self.object_of_method(settled, this)?;
                self.method_element(base, object, property)?
            }
            ExpressionKind::Member { property, .. } => {
                let at = self.core.property_position(member, property);
                let object = self.object_of_method(value, this)?;
                self.core.position = at;
                let (object, cache) = (self.low(object, 0), self.cache(property));
                self.write_pair(base, |base| Instruction::GetMethod { base, object, cache });
                at
            }
            _ => self.core.call_position(call),
        };
        self.release(frame);
        let argument_count = self.arguments(arguments, call)?;
        Ok(Operand::Call { form: CallForm::Call, base, argument_count, at })
    }

    fn method_element(&mut self, base: Register, object: Register, property: ExpressionId) -> Compiled<u32> {
        let element = self.element(object, property, Effects::NONE)?;
        match element {
            Operand::Property { name, at, .. } => {
                self.core.position = at;
                let (object, cache) = (self.low(object, 0), self.cache(name));
                self.write_pair(base, |base| Instruction::GetMethod { base, object, cache });
                Ok(at)
            }
            Operand::IntElement { index, at, .. } => {
                let key = self.temporary()?;
                self.put(Operand::Literal(super::operand::Literal::Number(index.into())), key)?;
                self.get_method_element(base, object, key, at)
            }
            Operand::Element { key, at, .. } => self.get_method_element(base, object, key, at),
            _ => Ok(self.core.position),
        }
    }

    fn get_method_element(&mut self, base: Register, object: Register, key: Register, at: u32) -> Compiled<u32> {
        self.core.position = at;
        let (object, key) = (self.low(object, 0), self.low(key, 1));
        self.write_pair(base, |base| Instruction::GetMethodElement { base, object, key });
        Ok(at)
    }

    /// A variable's own register, or the frame's register for `this`.
    fn object_of_method(&mut self, value: Operand, this: Register) -> Compiled<Register> {
        match value {
            Operand::Variable(binding) => Ok(self.register_of(binding)),
            Operand::Register(register) if !self.is_temporary(register) => Ok(register),
            other => {
                self.put(other, this)?;
                Ok(this)
            }
        }
    }

    /// ECMA-262 13.3.5
    pub(super) fn new_object(
        &mut self,
        callee: ExpressionId,
        arguments: List<ExpressionId>,
        at: u32,
    ) -> Compiled<Operand> {
        let base = self.frame_register()?;
        self.frame_register()?;
        self.expression_to(callee, base)?;
        let argument_count = self.arguments(arguments, callee)?;
        Ok(Operand::Call { form: CallForm::New, base, argument_count, at })
    }

    /// Evaluates the arguments into the registers behind `this`.
    fn arguments(&mut self, arguments: List<ExpressionId>, call: ExpressionId) -> Compiled<u16> {
        let tree = self.core.tree;
        let count = u16::try_from(arguments.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", tree[call].span))?;
        for argument in tree.list(arguments) {
            let dst = self.frame_register()?;
            self.expression_to(argument, dst)?;
        }
        Ok(count)
    }

    pub(super) fn put_call(
        &mut self,
        form: CallForm,
        base: Register,
        argument_count: u16,
        at: u32,
        dst: Register,
    ) -> Compiled {
        self.core.position = at;
        let scope = self.scope_operand();
        if self.wide {
            let (argc, base) = (argument_count, base.0);
            self.write(dst, |dst| match form {
                CallForm::Call => Instruction::CallWide { dst, argc, base },
                CallForm::Eval => Instruction::CallEvalWide { dst, argc, base: base as u16, scope },
                CallForm::New => Instruction::NewWide { dst, argc, base },
            });
            return Ok(());
        }
        let (argc, base) = (argument_count as u8, base.0 as u8);
        self.write(dst, |dst| match form {
            CallForm::Call => Instruction::Call { dst, base, argc },
            CallForm::Eval => Instruction::CallEval { dst, base, argc, scope: scope.into() },
            CallForm::New => Instruction::New { dst, base, argc },
        });
        Ok(())
    }
}
