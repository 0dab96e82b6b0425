//! Chains of members and calls, and `new`.
//!
//! A call's frame is the topmost temporaries: callee, `this`, arguments. The callee is evaluated directly into place: a
//! function into the frame's first register, the object of a method call into its second one.

use ferrotape_bytecode::{Instruction, LISTED_ARGUMENTS, ListCall};
use ferrotape_syntax::scope::Resolution;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, List};
use ferrotape_text::Span;

use super::emitter::Mark;
use super::literal::is_spread;
use super::operand::{CallForm, Literal, Operand};
use super::{Compiled, FunctionCompiler, Register, Stop};
use crate::control_flow::Label;
use crate::facts::Effects;
use crate::lowering::{Forms, Jumps};
use crate::spine::{CallAhead, inner_of_member};

impl FunctionCompiler<'_> {
    /// Evaluates `root.a[b](c).d…`: down to the root in a loop, then one link after the other.
    pub(super) fn chain(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        self.chain_to(id, hint, &mut None)
    }

    /// Evaluates a chain. If its outermost optional chain is no link itself, `nullish` becomes the label for its early
    /// end.
    pub(super) fn chain_to(
        &mut self,
        id: ExpressionId,
        hint: Option<Register>,
        nullish: &mut Option<Label>,
    ) -> Compiled<Operand> {
        let mark = self.mark();
        let (start, root) = self.core.descend(id, inner_of_member)?;
        let mut form = CallForm::Call;
        if let ExpressionKind::Identifier { name, .. } = self.core.tree[root].kind
            && name == self.core.session.known.eval
        {
            form = CallForm::Eval;
        }
        let mut value = self.operand(root, hint)?;
        loop {
            // A link without operands is not visited as a node anywhere else.
            self.core.work(1)?;
            if let Some(ahead) = self.core.session.spine.pop_call(self.core.tree, start) {
                // The value is moved at once, by an instruction that reads before it writes. A `super` operand takes
                // more than one.
                if !matches!(value, Operand::Super { .. }) {
                    self.release(mark);
                }
                value = self.call(value, form, ahead, nullish)?;
            } else {
                let Some(node) = self.core.session.spine.pop(start) else { return Ok(value) };
                value = match self.core.tree[node].kind {
                    ExpressionKind::Optional { .. } => self.optional(value, nullish, mark, hint)?,
                    ExpressionKind::Chain { .. } => self.end_chain(value, nullish.take(), mark, hint)?,
                    _ => match self.core.session.spine.pop_call(self.core.tree, start) {
                        Some(ahead) => self.method_call(value, node, ahead, mark, nullish)?,
                        None => self.member(value, node, mark, hint)?,
                    },
                };
            }
            form = CallForm::Call;
        }
    }

    /// Emits `value?.`: the rest of the chain runs only if the value is neither undefined nor null.
    fn optional(
        &mut self,
        value: Operand,
        nullish: &mut Option<Label>,
        mark: Mark,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        let register = self.in_register(value, mark, hint)?;
        self.leave_if_nullish(register, nullish);
        Ok(match value {
            Operand::Variable(_) => value,
            _ => Operand::Register(register),
        })
    }

    fn leave_if_nullish(&mut self, register: Register, nullish: &mut Option<Label>) {
        let to = *nullish.get_or_insert_with(|| self.core.label());
        let a = self.low(register, 0);
        self.emit(Instruction::JumpIfNullish { a, to: to.0 });
    }

    /// Ends an optional chain. Its value is undefined if the chain has ended early.
    fn end_chain(
        &mut self,
        value: Operand,
        nullish: Option<Label>,
        mark: Mark,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        let Some(nullish) = nullish else { return Ok(value) };
        self.release(mark);
        let dst = self.hint_or_temporary(hint)?;
        self.put(value, dst)?;
        let end = self.core.label();
        self.jump(end);
        self.bind(nullish);
        self.put(Operand::Literal(Literal::Undefined), dst)?;
        self.bind(end);
        Ok(Operand::Register(dst))
    }

    /// Makes an operand of a property of the value.
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
            ExpressionKind::PrivateMember { .. } => {
                let object = self.in_register(value, mark, hint)?;
                self.private_member(object, id)
            }
            _ => Ok(value),
        }
    }

    /// Calls the value as a function.
    fn call(
        &mut self,
        callee: Operand,
        mut form: CallForm,
        ahead: CallAhead,
        nullish: &mut Option<Label>,
    ) -> Compiled<Operand> {
        let base = self.frame_register()?;
        let this = self.frame_register()?;
        let mut at = self.core.call_position(ahead.call);
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
            Operand::Super { first, at: place } => {
                self.get_super(first, base, place);
                self.mov(this, first);
                at = place;
            }
            value if form == CallForm::Call && self.is_plain_call(ahead) => {
                form = CallForm::Plain(self.plain_callee(value, ahead.call, base)?);
            }
            value => {
                self.put(value, base)?;
                self.write(this, |dst| Instruction::LoadUndefined { dst });
            }
        }
        self.before_arguments(ahead, base, nullish)?;
        let form = if ahead.is_optional || ahead.ends_chain { CallForm::Call } else { form };
        let (form, argument_count) = self.arguments(ahead.call, form, at)?;
        Ok(Operand::Call { form, base, argument_count, at })
    }

    /// Returns whether one instruction makes such a call of a function without `this`.
    fn is_plain_call(&self, ahead: CallAhead) -> bool {
        let tree = self.core.tree;
        let ExpressionKind::Call { arguments, .. } = tree[ahead.call].kind else { return false };
        let is_spread = |argument| is_spread(tree, argument);
        !self.wide && !ahead.is_optional && !ahead.ends_chain && !tree.list(arguments).any(is_spread)
    }

    /// Evaluates a callee without `this` to a register that keeps it until the arguments are evaluated. A variable
    /// stays in its own register unless the arguments may assign to it.
    fn plain_callee(&mut self, callee: Operand, call: ExpressionId, base: Register) -> Compiled<Register> {
        if let (Operand::Variable(binding), ExpressionKind::Call { arguments, .. }) =
            (callee, self.core.tree[call].kind)
        {
            let mut later = Effects::NONE;
            for argument in self.core.tree.list(arguments) {
                self.core.work(1)?;
                later = later.and(self.tables.facts.effects(argument));
            }
            if !self.may_change(binding, later) {
                return Ok(self.register_of(binding));
            }
        }
        self.put(callee, base)?;
        Ok(base)
    }

    /// Emits the code between a callee, which is in its place with its `this`, and the arguments.
    fn before_arguments(&mut self, ahead: CallAhead, base: Register, nullish: &mut Option<Label>) -> Compiled {
        if ahead.ends_chain
            && let Some(nullish) = nullish.take()
        {
            let end = self.core.label();
            self.jump(end);
            self.bind(nullish);
            self.put(Operand::Literal(Literal::Undefined), base)?;
            self.put(Operand::Literal(Literal::Undefined), base.offset(1))?;
            self.bind(end);
        }
        if ahead.is_optional {
            self.leave_if_nullish(base, nullish);
        }
        Ok(())
    }

    /// Calls `value.name(…)` or `value[key](…)`.
    fn method_call(
        &mut self,
        value: Operand,
        member: ExpressionId,
        ahead: CallAhead,
        mark: Mark,
        nullish: &mut Option<Label>,
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
            ExpressionKind::PrivateMember { .. } => {
                let object = self.object_of_method(value, this)?;
                let method = self.private_member(object, member)?;
                self.put(method, base)?;
                self.mov(this, object);
                self.core.position
            }
            _ => self.core.call_position(ahead.call),
        };
        self.release(frame);
        self.before_arguments(ahead, base, nullish)?;
        let (form, argument_count) = self.arguments(ahead.call, CallForm::Call, at)?;
        Ok(Operand::Call { form, base, argument_count, at })
    }

    /// Reads `object[property]` into the frame's first register. Returns the position for errors of the call.
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
                self.put(Operand::Literal(Literal::Number(index.into())), key)?;
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

    /// Returns a variable's own register, or puts the value into the frame's register for `this`.
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

    /// Emits `new`, ECMA-262 13.3.5
    pub(super) fn new_object(
        &mut self,
        callee: ExpressionId,
        arguments: List<ExpressionId>,
        at: u32,
    ) -> Compiled<Operand> {
        let base = self.frame_register()?;
        self.frame_register()?;
        self.expression_to(callee, base)?;
        let (form, argument_count) = self.listed_arguments(arguments, callee, CallForm::New)?;
        Ok(Operand::Call { form, base, argument_count, at })
    }

    /// Evaluates the arguments of a call, or of a tag, into the registers after `this`.
    fn arguments(&mut self, call: ExpressionId, form: CallForm, at: u32) -> Compiled<(CallForm, u16)> {
        self.core.note_chain(call, at);
        match self.core.tree[call].kind {
            ExpressionKind::TaggedTemplate { template, .. } => Ok((form, self.template_arguments(template, at)?)),
            ExpressionKind::Call { arguments, .. } => self.listed_arguments(arguments, call, form),
            _ => Ok((form, 0)),
        }
    }

    /// Evaluates the arguments of a `super` call. If some are spread, all are in an array.
    pub(super) fn super_arguments(&mut self, arguments: List<ExpressionId>, at: u32) -> Compiled<u16> {
        let tree = self.core.tree;
        if tree.list(arguments).any(|argument| is_spread(tree, argument)) {
            let array = self.frame_register()?;
            self.write(array, |dst| Instruction::NewArray { dst, capacity: 0 });
            self.append_all(array, tree.list(arguments).map(Some))?;
            return Ok(LISTED_ARGUMENTS);
        }
        if arguments.len() >= usize::from(LISTED_ARGUMENTS) {
            return Err(Stop::TooLarge("too many arguments in a call", Span::new(at, at)));
        }
        for argument in tree.list(arguments) {
            let dst = self.frame_register()?;
            self.expression_to(argument, dst)?;
        }
        Ok(arguments.len() as u16)
    }

    /// Evaluates the arguments of a call. If some are spread, all are in an array.
    pub(super) fn listed_arguments(
        &mut self,
        arguments: List<ExpressionId>,
        call: ExpressionId,
        form: CallForm,
    ) -> Compiled<(CallForm, u16)> {
        let tree = self.core.tree;
        if tree.list(arguments).any(|argument| is_spread(tree, argument)) {
            let array = self.frame_register()?;
            self.write(array, |dst| Instruction::NewArray { dst, capacity: 0 });
            self.append_all(array, tree.list(arguments).map(Some))?;
            let form = match form {
                CallForm::New => ListCall::New,
                CallForm::Eval => ListCall::Eval,
                CallForm::Call | CallForm::Plain(_) => ListCall::Call,
                CallForm::List(form) => form,
            };
            return Ok((CallForm::List(form), 1));
        }
        if form == CallForm::Call && self.applies_own_arguments(call) {
            let this = self.frame_register()?;
            self.frame_register()?;
            for argument in tree.list(arguments).take(1) {
                self.expression_to(argument, this)?;
            }
            return Ok((CallForm::List(ListCall::Apply), 2));
        }
        let count = u16::try_from(arguments.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", tree[call].span))?;
        for argument in tree.list(arguments) {
            let dst = self.frame_register()?;
            self.expression_to(argument, dst)?;
        }
        Ok((form, count))
    }

    /// Returns whether the call is like `f.apply(this, arguments)`, in a function that makes its `arguments` object on
    /// demand.
    fn applies_own_arguments(&self, call: ExpressionId) -> bool {
        let tree = self.core.tree;
        let ExpressionKind::Call { callee, arguments } = tree[call].kind else { return false };
        self.has_arguments_on_demand()
            && tree.applied_name(callee, arguments).is_some_and(|(_, reference)| {
                self.core.function.arguments.map(Resolution::Binding) == Some(tree[reference].resolution)
            })
    }

    /// Emits a call of the function in a window.
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
        if let CallForm::List(form) = form {
            let (form, base) = (form as u8, base.0 as u16);
            self.write(dst, |dst| Instruction::CallList { dst, form, scope, base });
            return Ok(());
        }
        if self.wide {
            let (argc, base) = (argument_count, base.0);
            self.write(dst, |dst| match form {
                CallForm::Call | CallForm::Plain(_) | CallForm::List(_) => Instruction::CallWide { dst, argc, base },
                CallForm::Eval => Instruction::CallEvalWide { dst, argc, base: base as u16, scope },
                CallForm::New => Instruction::NewWide { dst, argc, base },
            });
            return Ok(());
        }
        let (argc, base) = (argument_count as u8, base.0 as u8);
        self.write(dst, |dst| match form {
            CallForm::Call | CallForm::List(_) => Instruction::Call { dst, callee: base, base, argc, plain: 0 },
            CallForm::Plain(callee) => Instruction::Call { dst, callee: callee.0 as u8, base, argc, plain: 1 },
            CallForm::Eval => Instruction::CallEval { dst, base, argc, scope: scope.into() },
            CallForm::New => Instruction::New { dst, base, argc },
        });
        Ok(())
    }
}
