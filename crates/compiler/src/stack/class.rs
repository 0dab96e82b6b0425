//! Classes (ECMA-262 15.7) and `super()` (13.3.7).
//!
//! ```text
//! key or undefined  S.BLOCK,n  {heritage}  FUNC,constructor EXCH CLASS  {members}  POP EXCH POP  END,x
//! ```
//!
//! Constructor and prototype lie on top while members are evaluated, the prototype above. For static members they are
//! exchanged.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::{BindingId, ReferenceId};
use ferrotape_syntax::tree::{Class, ClassId, ClassMember, ExpressionId, FunctionId, List, MemberKind, PropertyName};

use super::emitter::emit_call;
use super::expression::{Place, Top};
use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{self, Assignments, Classes, Jumps, Private, Stop, Values, index_of};

impl<'t> Classes<'t> for FunctionGenerator<'t> {
    /// Pushes the value that lies below constructor and prototype when the class ends.
    fn begin_class(&mut self, name: Option<()>) -> Compiled {
        match name {
            Some(()) => self.emit(StackInstruction::Dup),
            None => self.literal(Literal::Undefined),
        }
        Ok(())
    }

    /// Makes a private name, which eval code finds by its text, and other code by a name that is unique.
    fn new_private_name(&mut self, binding: BindingId) -> Compiled {
        let text = self.core.tree[binding].name;
        self.binding(binding);
        self.string(text_id(text));
        self.emit(StackInstruction::NewPrivate);
        self.emit(StackInstruction::Init);
        self.lookup(text);
        self.binding(binding);
        self.emit(StackInstruction::GetValue);
        self.emit(StackInstruction::Init);
        Ok(())
    }

    fn heritage(&mut self, class: &Class) -> Compiled {
        match class.heritage {
            Some(heritage) => self.value(heritage)?,
            None => self.literal(Literal::Undefined),
        }
        Ok(())
    }

    fn make_class(&mut self, class: &Class, (): (), name: Option<()>) -> Compiled {
        let at = self.core.start_of_heritage(class);
        self.function(class.constructor);
        self.emit(StackInstruction::Exch);
        self.emit_at(at, StackInstruction::Class);
        if name.is_some() {
            self.emit_throwing(StackInstruction::SetClassName);
        }
        Ok(())
    }

    fn define_method(&mut self, (): (), member: &ClassMember) -> Compiled {
        self.exchange(member.is_static);
        match member.key {
            PropertyName::Text(name) | PropertyName::Private(name) => self.string(text_id(name)),
            PropertyName::Number(number) => self.literal(Literal::Number(number + 0.0)),
            PropertyName::Computed(key) => {
                self.value(key)?;
                self.emit_at(self.core.tree[key].span.start, StackInstruction::ToKey);
            }
        }
        let Some(function) = self.core.function_of(member) else { return Ok(()) };
        self.function(function);
        self.core.position = member.span.start;
        let (naming, define) = match member.kind {
            MemberKind::Get => (StackInstruction::SetGetName, StackInstruction::DefMethodGet),
            MemberKind::Set => (StackInstruction::SetSetName, StackInstruction::DefMethodSet),
            MemberKind::Method | MemberKind::Field | MemberKind::StaticBlock => {
                (StackInstruction::SetName, StackInstruction::DefMethod)
            }
        };
        if let PropertyName::Computed(_) = member.key {
            self.emit_throwing(naming);
        }
        if self.core.asks_for_home(function) {
            self.emit(StackInstruction::SetHome);
        }
        self.emit_throwing(define);
        self.exchange(member.is_static);
        Ok(())
    }

    fn keep_private_method(&mut self, (): (), member: &ClassMember) -> Compiled {
        let (Some(function), Some(hidden)) = (self.core.function_of(member), member.hidden) else { return Ok(()) };
        self.exchange(member.is_static);
        self.method_closure(function);
        self.initialize(hidden.outside)?;
        self.exchange(member.is_static);
        Ok(())
    }

    fn keep_field_key(&mut self, (): (), key: ExpressionId, hidden: ReferenceId) -> Compiled {
        self.value(key)?;
        self.emit_at(self.core.tree[key].span.start, StackInstruction::ToKey);
        self.initialize(hidden)
    }

    fn set_fields(&mut self, (): (), fields: FunctionId) -> Compiled {
        self.method_closure(fields);
        self.emit(StackInstruction::Roll3);
        self.emit(StackInstruction::Roll3);
        self.emit(StackInstruction::Exch);
        // prototype constructor function
        self.emit(StackInstruction::SetFields);
        self.emit(StackInstruction::Exch);
        Ok(())
    }

    fn initialize_class_name(&mut self, (): (), binding: BindingId) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Dup);
        self.binding(binding);
        self.store_earlier(Place::New, ())?;
        self.emit(StackInstruction::Exch);
        Ok(())
    }

    fn run_statics(&mut self, (): (), statics: FunctionId) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Dup);
        self.method_closure(statics);
        self.emit_throwing(StackInstruction::CallV(0));
        self.emit(StackInstruction::Pop);
        self.emit(StackInstruction::Exch);
        Ok(())
    }

    fn end_class(&mut self, (): (), (): ()) -> Compiled {
        self.emit(StackInstruction::Pop);
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn initialize_instance(&mut self) -> Compiled {
        self.emit(StackInstruction::This);
        self.emit(StackInstruction::Function);
        self.run_fields(true);
        Ok(())
    }

    fn forward_construct(&mut self, has_fields: bool) -> Compiled {
        self.emit(StackInstruction::Function);
        self.emit_throwing(StackInstruction::Parent);
        self.emit(StackInstruction::NewTarget);
        self.emit_throwing(StackInstruction::Forward);
        if has_fields {
            self.emit(StackInstruction::Dup);
            self.emit(StackInstruction::Function);
            self.run_fields(true);
        }
        self.emit(StackInstruction::SetC);
        Ok(())
    }

    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled {
        let at = self.core.position;
        self.emit(StackInstruction::This);
        for reference in [name, closure] {
            let place = self.identifier(reference, at);
            self.get(Top::Reference(place));
        }
        self.emit_at(
            at,
            match form {
                Private::Field => StackInstruction::AddPrivate,
                Private::Method => StackInstruction::AddPrivateMethod,
                Private::Getter => StackInstruction::AddPrivateGet,
                Private::Setter => StackInstruction::AddPrivateSet,
            },
        );
        Ok(())
    }

    fn add_private_field(&mut self, name: ReferenceId, value: Option<ExpressionId>, at: u32) -> Compiled {
        self.emit(StackInstruction::This);
        let place = self.identifier(name, at);
        self.get(Top::Reference(place));
        self.value_or_undefined(value)?;
        self.emit_at(at, StackInstruction::AddPrivate);
        Ok(())
    }

    fn define_field(&mut self, key: PropertyName, value: Option<ExpressionId>, at: u32) -> Compiled {
        self.emit(StackInstruction::This);
        match key {
            PropertyName::Number(number) => self.literal(Literal::Number(number + 0.0)),
            PropertyName::Text(name) => self.string(text_id(name)),
            PropertyName::Private(_) | PropertyName::Computed(_) => {
                return Err(Stop::Misplaced(self.core.function.span));
            }
        }
        self.value_or_undefined(value)?;
        self.emit_at(at, StackInstruction::DefField);
        Ok(())
    }

    fn define_computed_field(
        &mut self,
        key: ReferenceId,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        at: u32,
    ) -> Compiled {
        self.emit(StackInstruction::This);
        let place = self.identifier(key, at);
        self.get(Top::Reference(place));
        match class {
            Some(class) => lowering::class(self, class, Some(()), ())?,
            None => {
                self.value_or_undefined(value)?;
                if value.is_some_and(|value| self.core.is_anonymous_function(value)) {
                    self.emit_throwing(StackInstruction::SetName);
                }
            }
        }
        self.emit_at(at, StackInstruction::DefField);
        Ok(())
    }
}

impl FunctionGenerator<'_> {
    fn function(&mut self, function: FunctionId) {
        self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
    }

    /// Exchanges constructor and prototype, before and after the code of a static member.
    fn exchange(&mut self, is_static: bool) {
        if is_static {
            self.emit(StackInstruction::Exch);
        }
    }

    /// Pushes a closure whose home object is the value that was on top.
    fn method_closure(&mut self, function: FunctionId) {
        if !self.core.asks_for_home(function) {
            return self.function(function);
        }
        self.literal(Literal::Undefined);
        self.function(function);
        self.emit(StackInstruction::SetHome);
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
    }

    /// Initialises the hidden binding with the top value.
    fn initialize(&mut self, hidden: ReferenceId) -> Compiled {
        self.identifier(hidden, self.core.position);
        self.store_earlier(Place::New, ())
    }

    /// Calls the function for fields of the pushed constructor, if there is one. `val` is an instance, and stays.
    fn run_fields(&mut self, is_certain: bool) {
        self.emit(StackInstruction::Fields);
        let (none, end) = (self.core.label(), self.core.label());
        if !is_certain {
            self.emit(StackInstruction::Dup);
            self.literal(Literal::Undefined);
            self.emit(StackInstruction::Seq);
            self.branch(true, none);
        }
        self.emit_throwing(StackInstruction::CallV(0));
        if !is_certain {
            self.jump(end);
            self.bind(none);
            self.emit(StackInstruction::Pop);
            self.bind(end);
        }
        self.emit(StackInstruction::Pop);
    }

    /// Emits `super(…)`, ECMA-262 13.3.7.1. The parent is looked up before the arguments are evaluated.
    pub(super) fn super_call(
        &mut self,
        arguments: List<ExpressionId>,
        references: ReferenceId,
        call: ExpressionId,
    ) -> Compiled {
        let at = self.core.tree[call].span.start;
        let [function, new_target] = [1, 2].map(|by| ReferenceId(references.0 + by));
        let top = self.implicit(function, StackInstruction::Function, at);
        self.get(top);
        self.emit_at(at, StackInstruction::Parent);
        let top = self.implicit(new_target, StackInstruction::NewTarget, at);
        self.get(top);
        if self.has_spread(arguments) {
            self.list_of(arguments)?;
            emit_call(self, at, StackInstruction::SuperList);
        } else {
            let count = self.arguments(arguments, call)?;
            emit_call(self, at, StackInstruction::SuperCall(count));
        }
        self.identifier(references, at);
        self.emit(StackInstruction::Exch);
        self.emit_at(at, StackInstruction::BindThis);
        if self.core.may_have_fields() {
            self.emit(StackInstruction::Dup);
            let top = self.implicit(function, StackInstruction::Function, at);
            self.get(top);
            self.core.position = at;
            self.run_fields(false);
        }
        Ok(())
    }

    /// Ends a derived constructor. C is its return value if a `return` has led here (ECMA-262 10.2.2).
    pub(super) fn end_derived(&mut self) -> Compiled {
        let Some(exit) = self.derived_exit else { return self.return_this() };
        let other = self.core.label();
        self.bind(exit);
        self.emit(StackInstruction::GetC);
        self.emit(StackInstruction::Dup);
        self.literal(Literal::Undefined);
        self.emit(StackInstruction::Seq);
        self.branch(false, other);
        self.emit(StackInstruction::Pop);
        self.return_this()?;
        self.bind(other);
        self.emit_throwing(StackInstruction::Derived);
        self.emit(StackInstruction::SetC);
        self.emit(StackInstruction::End(0));
        Ok(())
    }

    /// Makes `this` the return value, which throws while `super()` has not bound it. A constructor without any use of it always
    /// throws.
    fn return_this(&mut self) -> Compiled {
        match self.core.function.implicit.this {
            Some(this) => {
                self.binding(this);
                self.get(Top::Reference(Place::At(self.core.position)));
            }
            None => self.emit_throwing(StackInstruction::Unbound),
        }
        self.emit(StackInstruction::SetC);
        self.emit(StackInstruction::End(0));
        Ok(())
    }

    /// Jumps to the end of a derived constructor, out of all blocks. Returns false in other functions.
    pub(super) fn leave_derived(&mut self) -> bool {
        if !self.core.is_written_derived_constructor() {
            return false;
        }
        if self.code.blocks > 0 {
            self.emit(StackInstruction::End(1));
        }
        let exit = *self.derived_exit.get_or_insert_with(|| self.core.label());
        self.jump(exit);
        true
    }

    fn value_or_undefined(&mut self, value: Option<ExpressionId>) -> Compiled {
        match value {
            Some(value) => self.value(value),
            None => {
                self.literal(Literal::Undefined);
                Ok(())
            }
        }
    }

    /// Evaluates `#name in object`.
    pub(super) fn private_in(&mut self, reference: ReferenceId, right: ExpressionId, at: u32) -> Compiled {
        let place = self.identifier(reference, at);
        self.get(Top::Reference(place));
        self.value(right)?;
        self.emit_at(self.core.tree[right].span.start, StackInstruction::HasPrivate);
        Ok(())
    }
}
