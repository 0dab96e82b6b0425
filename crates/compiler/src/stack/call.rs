//! Chains of members and calls, and `new`.
//!
//! Today's specification reads the function before it evaluates the arguments, the document's `CALL` afterwards. Where
//! that makes no difference, `CALL` it is: what is called is a value, or a reference without arguments. Otherwise
//! `CALLEE` takes the reference apart first.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::scope::Resolution;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, List};

use super::expression::{Place, Top};
use super::{Compiled, FunctionGenerator};
use crate::lowering::Stop;
use crate::spine::inner_of_member;

/// How the outermost call of a chain is made.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    Plain,
    /// Its value is returned, and nothing is left to do here.
    Tail,
}

/// What is called, on the stack.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Callee {
    /// For `CALL`: a value, or a reference that is read by the call itself.
    Whole,
    /// For `CALLV` and its variants: `this` and the function.
    Apart,
}

impl FunctionGenerator<'_> {
    /// `root.a[b](c).d…`: down to the root by a loop, then one link after the other.
    pub(super) fn chain(&mut self, id: ExpressionId) -> Compiled<Top> {
        self.chain_in(id, Form::Plain)
    }

    /// A call whose value is returned.
    pub(super) fn tail_call(&mut self, id: ExpressionId) -> Compiled {
        self.chain_in(id, Form::Tail).map(|_| ())
    }

    fn chain_in(&mut self, id: ExpressionId, outermost: Form) -> Compiled<Top> {
        let (start, root) = self.core.descend(id, inner_of_member)?;
        let mut top = self.operand(root)?;
        let mut callee = root;
        while let Some(node) = self.core.spine.pop(start) {
            top = match self.core.tree[node].kind {
                ExpressionKind::Call { arguments, .. } => {
                    let form = if self.core.spine.height() == start { outermost } else { Form::Plain };
                    self.call(top, callee, node, arguments, form)?;
                    Top::Value
                }
                _ => {
                    self.get(top);
                    Top::Reference(self.member(node)?)
                }
            };
            callee = node;
        }
        Ok(top)
    }

    /// Calls what is on top: the callee, evaluated.
    fn call(
        &mut self,
        top: Top,
        callee: ExpressionId,
        call: ExpressionId,
        arguments: List<ExpressionId>,
        form: Form,
    ) -> Compiled {
        let start = self.core.call_position(call);
        let (is_eval, is_method) = match self.core.tree[callee].kind {
            ExpressionKind::Identifier { name, .. } => (name == self.core.session.known.eval, false),
            ExpressionKind::Member { .. } | ExpressionKind::ComputedMember { .. } => (false, true),
            _ => (false, false),
        };
        // Errors of a method's call point at its name, others where the call stands.
        let at = match top {
            Top::Reference(Place::At(at)) if is_method => at,
            _ => start,
        };
        let is_apart = is_eval || form == Form::Tail;
        let parts = self.prepare_callee(top, callee, at, is_apart, arguments.is_empty());
        let count = self.arguments(arguments, call)?;
        self.emit_at(
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

    /// Is `this` undefined, whatever is called? Only members, and names that an object of a `with` may have, say what it is.
    fn has_no_this(&self, callee: ExpressionId) -> bool {
        match self.core.tree[callee].kind {
            ExpressionKind::Member { .. } | ExpressionKind::ComputedMember { .. } => false,
            ExpressionKind::Identifier { reference, .. } => self.core.tree[reference].resolution != Resolution::Dynamic,
            _ => true,
        }
    }

    /// ECMA-262 13.3.5
    pub(super) fn new_object(&mut self, callee: ExpressionId, arguments: List<ExpressionId>, at: u32) -> Compiled {
        self.value(callee)?;
        let count = self.arguments(arguments, callee)?;
        self.emit_at(at, StackInstruction::New(count));
        Ok(())
    }

    fn arguments(&mut self, arguments: List<ExpressionId>, call: ExpressionId) -> Compiled<u32> {
        let tree = self.core.tree;
        let count = u16::try_from(arguments.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", tree[call].span))?;
        for argument in tree.list(arguments) {
            self.value(argument)?;
        }
        Ok(count.into())
    }
}
