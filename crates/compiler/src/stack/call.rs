//! Chains of members and calls, and `new`.
//!
//! Today's specification reads the function before the arguments are evaluated, the document's `CALL` afterwards. Where
//! that makes no difference, `CALL` is emitted: the callee is a value, or a reference without arguments. Otherwise
//! `CALLEE` splits the reference first.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::Resolution;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, List};

use super::emitter::emit_call;
use super::expression::{Place, Top};
use super::literal::is_spread;
use super::{Compiled, FunctionGenerator};
use crate::control_flow::Label;
use crate::lowering::{Jumps, Stop, Values};
use crate::spine::{CallAhead, call_at_end_of_chain, inner_of_member};

/// Form of a chain's outermost call.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    Plain,
    /// The call's value is returned, and nothing is left to do here.
    Tail,
}

/// State of the callee on the stack.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Callee {
    /// For `CALL`: a value, or a reference that the call itself reads.
    Whole,
    /// For `CALLV` and its variants: `this` and the function, separately.
    Apart,
}

impl FunctionGenerator<'_> {
    /// Evaluates `root.a[b](c).d…`: down to the root in a loop, then one link after the other.
    pub(super) fn chain(&mut self, id: ExpressionId) -> Compiled<Top> {
        self.chain_in(id, Form::Plain, &mut None)
    }

    /// Evaluates a chain. If its outermost optional chain is no link itself, `nullish` becomes the label for its early
    /// end.
    pub(super) fn chain_to(&mut self, id: ExpressionId, nullish: &mut Option<Label>) -> Compiled<Top> {
        self.chain_in(id, Form::Plain, nullish)
    }

    /// Emits a call whose value is returned, or an optional chain that ends in one.
    pub(super) fn tail_call(&mut self, id: ExpressionId) -> Compiled {
        let mut nullish = None;
        let call = call_at_end_of_chain(self.core.tree, id).unwrap_or(id);
        self.chain_in(call, Form::Tail, &mut nullish)?;
        self.end_chain(nullish, &[Literal::Undefined]);
        Ok(())
    }

    /// Evaluates a chain, whose last call has the form `outermost`. Optional links of a chain that does not end inside jump to
    /// `nullish`.
    fn chain_in(&mut self, id: ExpressionId, outermost: Form, nullish: &mut Option<Label>) -> Compiled<Top> {
        let (start, root) = self.core.descend(id, inner_of_member)?;
        let mut top = self.operand(root)?;
        let mut callee = root;
        loop {
            // A link without operands is not visited as a node anywhere else.
            self.core.work(1)?;
            if let Some(ahead) = self.core.session.spine.pop_call(self.core.tree, start) {
                let form = if self.core.session.spine.height() == start { outermost } else { Form::Plain };
                self.call(top, callee, ahead, form, nullish)?;
                (top, callee) = (Top::Value, ahead.call);
                continue;
            }
            let Some(node) = self.core.session.spine.pop(start) else { return Ok(top) };
            self.get(top);
            top = match self.core.tree[node].kind {
                ExpressionKind::Optional { .. } => {
                    self.leave_if_nullish(nullish);
                    Top::Value
                }
                ExpressionKind::Chain { .. } => {
                    self.end_chain(nullish.take(), &[Literal::Undefined]);
                    Top::Value
                }
                _ => Top::Reference(self.member(node)?),
            };
            callee = node;
        }
    }

    /// Emits `value?.`: an optional chain that ends early leaves one value above those from its start.
    fn leave_if_nullish(&mut self, nullish: &mut Option<Label>) {
        let to = *nullish.get_or_insert_with(|| self.core.label());
        self.branch_if_nullish(to);
    }

    /// Ends an optional chain, or the `delete` of one. If it has ended early, `others` replace its value.
    pub(super) fn end_chain(&mut self, nullish: Option<Label>, others: &[Literal]) {
        let Some(nullish) = nullish else { return };
        let end = self.core.label();
        self.jump(end);
        self.bind(nullish);
        self.emit(StackInstruction::Pop);
        others.iter().for_each(|&literal| self.literal(literal));
        self.bind(end);
    }

    /// Calls the callee on top of the stack, which has been evaluated.
    fn call(
        &mut self,
        top: Top,
        callee: ExpressionId,
        ahead: CallAhead,
        form: Form,
        nullish: &mut Option<Label>,
    ) -> Compiled {
        let start = self.core.call_position(ahead.call);
        let is_plain = !ahead.is_optional && !ahead.ends_chain;
        let (is_eval, is_method) = match self.core.tree[callee].kind {
            ExpressionKind::Identifier { name, .. } => (is_plain && name == self.core.session.known.eval, false),
            ExpressionKind::Member { .. }
            | ExpressionKind::PrivateMember { .. }
            | ExpressionKind::ComputedMember { .. } => (false, true),
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => (false, true),
            _ => (false, false),
        };
        // Errors of a method call point at the method's name, others at the call's position.
        let at = match top {
            Top::Reference(Place::At(at)) if is_method => at,
            _ => start,
        };
        self.core.note_chain(ahead.call, at);
        let has_spread = match self.core.tree[ahead.call].kind {
            ExpressionKind::Call { arguments, .. } => self.has_spread(arguments),
            _ => false,
        };
        let is_tag = matches!(self.core.tree[ahead.call].kind, ExpressionKind::TaggedTemplate { .. });
        let is_without_arguments = match self.core.tree[ahead.call].kind {
            ExpressionKind::Call { arguments, .. } => arguments.is_empty(),
            _ => false,
        };
        let is_apart = is_eval || form == Form::Tail || !is_plain || is_tag || has_spread;
        let parts = self.prepare_callee(top, callee, at, is_apart, is_without_arguments);
        self.before_arguments(ahead, nullish);
        let tree = self.core.tree;
        let count = match tree[ahead.call].kind {
            ExpressionKind::Call { arguments, .. } if self.has_spread(arguments) => {
                self.list_of(arguments)?;
                let call = match form {
                    _ if is_eval && parts == Callee::Apart => StackInstruction::EvalList,
                    Form::Tail => StackInstruction::CallTailList,
                    Form::Plain => StackInstruction::CallList,
                };
                emit_call(self, at, call);
                return Ok(());
            }
            ExpressionKind::TaggedTemplate { template, .. } => self.template_arguments(template, at)?,
            ExpressionKind::Call { arguments, .. } => self.arguments(arguments, ahead.call)?,
            _ => 0,
        };
        emit_call(
            self,
            at,
            match (parts, form) {
                (Callee::Whole, _) => StackInstruction::Call(count),
                (Callee::Apart, _) if is_eval => StackInstruction::CallEval(count),
                (Callee::Apart, Form::Tail) => StackInstruction::CallTail(count),
                (Callee::Apart, Form::Plain) => StackInstruction::CallV(count),
            },
        );
        Ok(())
    }

    /// Emits the code between a callee, which lies on the stack above its `this`, and the arguments.
    fn before_arguments(&mut self, ahead: CallAhead, nullish: &mut Option<Label>) {
        if ahead.ends_chain {
            self.end_chain(nullish.take(), &[Literal::Undefined, Literal::Undefined]);
        }
        if ahead.is_optional {
            let (ends, goes_on) = (self.core.label(), self.core.label());
            self.branch_if_nullish(ends);
            self.jump(goes_on);
            self.bind(ends);
            self.emit(StackInstruction::Exch);
            self.emit(StackInstruction::Pop);
            let to = *nullish.get_or_insert_with(|| self.core.label());
            self.jump(to);
            self.bind(goes_on);
        }
    }

    /// Splits the callee by `CALLEE`, unless `CALL` can read it after the arguments, with the same `this` and errors.
    fn prepare_callee(
        &mut self,
        top: Top,
        callee: ExpressionId,
        at: u32,
        is_apart: bool,
        is_without_arguments: bool,
    ) -> Callee {
        let place = match top {
            Top::Value => Place::Variable,
            Top::Reference(place) => place,
        };
        let is_read_where_it_is_called = place == Place::At(at) || !matches!(place, Place::At(_));
        if !is_apart && is_without_arguments && is_read_where_it_is_called {
            return Callee::Whole;
        }
        if !is_apart && self.has_no_this(callee) {
            self.get(top);
            return Callee::Whole;
        }
        match place {
            Place::At(at) => self.emit_at(at, StackInstruction::Callee),
            _ => self.emit(StackInstruction::Callee),
        }
        Callee::Apart
    }

    /// Returns whether `this` is undefined, whatever is called. Only members, and names that an object of a `with` may
    /// have, give it a value.
    fn has_no_this(&self, callee: ExpressionId) -> bool {
        match self.core.tree[callee].kind {
            ExpressionKind::Member { .. }
            | ExpressionKind::ComputedMember { .. }
            | ExpressionKind::PrivateMember { .. } => false,
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => false,
            ExpressionKind::Identifier { reference, .. } => self.core.tree[reference].resolution != Resolution::Dynamic,
            _ => true,
        }
    }

    /// Emits `new`, ECMA-262 13.3.5
    pub(super) fn new_object(&mut self, callee: ExpressionId, arguments: List<ExpressionId>, at: u32) -> Compiled {
        self.value(callee)?;
        if self.has_spread(arguments) {
            self.list_of(arguments)?;
            emit_call(self, at, StackInstruction::NewList);
            return Ok(());
        }
        let count = self.arguments(arguments, callee)?;
        emit_call(self, at, StackInstruction::New(count));
        Ok(())
    }

    pub(super) fn has_spread(&self, arguments: List<ExpressionId>) -> bool {
        let tree = self.core.tree;
        tree.list(arguments).any(|argument| is_spread(tree, argument))
    }

    /// Pushes an array of the arguments.
    pub(super) fn list_of(&mut self, arguments: List<ExpressionId>) -> Compiled {
        let tree = self.core.tree;
        self.emit(StackInstruction::Array);
        self.emit(StackInstruction::New(0));
        self.append_all(tree.list(arguments).map(Some))
    }

    pub(super) fn arguments(&mut self, arguments: List<ExpressionId>, call: ExpressionId) -> Compiled<u32> {
        let tree = self.core.tree;
        let count = u16::try_from(arguments.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", tree[call].span))?;
        for argument in tree.list(arguments) {
            self.value(argument)?;
        }
        Ok(count.into())
    }
}
