//! Classes (ECMA-262 15.7) and `super()` (13.3.7), as intrinsics on rows of registers.

use ferrotape_bytecode::{ErrorKind, Instruction, Intrinsic, OWN_ARGUMENTS};
use ferrotape_syntax::scope::{BindingId, ReferenceId};
use ferrotape_syntax::tree::{
    Class, ClassId, ClassMember, ExpressionId, ExpressionKind, FunctionId, List, MemberKind, PropertyName,
};

use super::operand::{CallForm, Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::lowering::{self, Assignments, Classes, Forms, Jumps, Private, anonymous};

/// Registers of an unfinished class.
#[derive(Copy, Clone)]
pub(crate) struct MadeClass {
    constructor: Register,
    prototype: Register,
}

impl<'t> Classes<'t> for FunctionCompiler<'t> {
    /// Takes no step: temporaries taken inside are dead.
    fn begin_class(&mut self, _: Option<Register>) -> Compiled {
        Ok(())
    }

    fn new_private_name(&mut self, binding: BindingId) -> Compiled {
        let mark = self.mark();
        let text = self.frame_register()?;
        let name = self.core.tree[binding].name;
        self.put(Operand::Literal(Literal::String(name)), text)?;
        self.intrinsic(Intrinsic::NewPrivateName, self.register_of(binding), text, self.core.position);
        self.release(mark);
        Ok(())
    }

    fn heritage(&mut self, class: &Class) -> Compiled<MadeClass> {
        let constructor = self.frame_register()?;
        let prototype = self.frame_register()?;
        match class.heritage {
            Some(heritage) => self.expression_to(heritage, prototype)?,
            None => self.put(Operand::Literal(Literal::Undefined), prototype)?,
        }
        Ok(MadeClass { constructor, prototype })
    }

    fn make_class(&mut self, class: &Class, made: MadeClass, name: Option<Register>) -> Compiled {
        let MadeClass { constructor, prototype } = made;
        let at = self.core.start_of_heritage(class);
        self.put(self.closure(class.constructor), constructor)?;
        self.intrinsic(Intrinsic::MakeClass, prototype, constructor, at);
        if let Some(name) = name {
            self.row_intrinsic(Intrinsic::SetName, &[constructor, name])?;
        }
        Ok(())
    }

    fn define_method(&mut self, class: MadeClass, member: &ClassMember) -> Compiled {
        let Some(function) = self.core.function_of(member) else { return Ok(()) };
        let home = if member.is_static { class.constructor } else { class.prototype };
        let target = self.frame_register()?;
        let key = self.frame_register()?;
        if let PropertyName::Computed(expression) = member.key {
            self.key_into(expression, key)?;
        } else {
            let mark = self.mark();
            let literal = self.key_register(member.key)?;
            self.mov(key, literal);
            self.release(mark);
        }
        let closure = self.method_closure(function, home)?;
        self.mov(target, home);
        let (naming, define) = match member.kind {
            MemberKind::Get => (Intrinsic::SetGetterName, Intrinsic::DefineMethodGetter),
            MemberKind::Set => (Intrinsic::SetSetterName, Intrinsic::DefineMethodSetter),
            MemberKind::Method | MemberKind::Field | MemberKind::StaticBlock => {
                (Intrinsic::SetName, Intrinsic::DefineMethod)
            }
        };
        if let PropertyName::Computed(_) = member.key {
            self.row_intrinsic(naming, &[closure, key])?;
        }
        self.intrinsic(define, target, target, member.span.start);
        Ok(())
    }

    fn keep_private_method(&mut self, class: MadeClass, member: &ClassMember) -> Compiled {
        let (Some(function), Some(hidden)) = (self.core.function_of(member), member.hidden) else { return Ok(()) };
        let home = if member.is_static { class.constructor } else { class.prototype };
        let closure = self.method_closure(function, home)?;
        let place = self.reference_target(hidden.outside, member.span.start)?;
        self.store(place, closure)
    }

    fn keep_field_key(&mut self, _: MadeClass, key: ExpressionId, hidden: ReferenceId) -> Compiled {
        let register = self.frame_register()?;
        self.key_into(key, register)?;
        let place = self.reference_target(hidden, self.core.position)?;
        self.store(place, register)
    }

    fn set_fields(&mut self, class: MadeClass, fields: FunctionId) -> Compiled {
        let mark = self.mark();
        let closure = self.method_closure(fields, class.prototype)?;
        self.row_intrinsic(Intrinsic::SetFields, &[class.constructor, closure])?;
        self.release(mark);
        Ok(())
    }

    fn initialize_class_name(&mut self, class: MadeClass, binding: BindingId) -> Compiled {
        self.mov(self.register_of(binding), class.constructor);
        Ok(())
    }

    fn run_statics(&mut self, class: MadeClass, statics: FunctionId) -> Compiled {
        let mark = self.mark();
        let base = self.method_closure(statics, class.constructor)?;
        self.mov(base.offset(1), class.constructor);
        self.put_call(CallForm::Call, base, 0, self.core.position, base)?;
        self.release(mark);
        Ok(())
    }

    fn end_class(&mut self, class: MadeClass, dst: Register) -> Compiled {
        self.mov(dst, class.constructor);
        Ok(())
    }

    fn initialize_instance(&mut self) -> Compiled {
        self.run_fields(Operand::Callee, Register::THIS, true)
    }

    fn forward_construct(&mut self, has_fields: bool) -> Compiled {
        let at = self.core.position;
        let base = self.frame_register()?;
        let new_target = self.frame_register()?;
        self.put(Operand::Callee, base)?;
        self.intrinsic(Intrinsic::ParentConstructor, base, base, at);
        self.intrinsic(Intrinsic::NewTarget, new_target, base, at);
        self.write(base, |dst| Instruction::ConstructSuper { dst, argc: OWN_ARGUMENTS, base: base.0 });
        if has_fields {
            self.run_fields(Operand::Callee, base, true)?;
        }
        let src = self.low(base, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled {
        let at = self.core.position;
        self.add_private(name, form, at, |compiler, dst| {
            let operand = compiler.reference(closure, at)?;
            compiler.put(operand, dst)
        })
    }

    fn add_private_field(&mut self, name: ReferenceId, value: Option<ExpressionId>, at: u32) -> Compiled {
        self.add_private(name, Private::Field, at, |compiler, dst| compiler.value_or_undefined(value, dst))
    }

    fn define_field(&mut self, key: PropertyName, value: Option<ExpressionId>, at: u32) -> Compiled {
        let register = self.temporary()?;
        self.value_or_undefined(value, register)?;
        self.core.position = at;
        self.define(Register::THIS, key, register)
    }

    fn define_computed_field(
        &mut self,
        key: ReferenceId,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        at: u32,
    ) -> Compiled {
        let [register, name] = [self.frame_register()?, self.frame_register()?];
        let operand = self.reference(key, at)?;
        self.put(operand, name)?;
        self.named_value(value, class, register, name)?;
        self.core.position = at;
        let (object, key, src) = (self.low(Register::THIS, 0), self.low(name, 1), self.low(register, 2));
        self.emit(Instruction::DefineElement { object, key, src });
        Ok(())
    }
}

impl FunctionCompiler<'_> {
    /// Evaluates a class as a value.
    pub(super) fn class(&mut self, class: ClassId, hint: Option<Register>) -> Compiled<Operand> {
        let dst = self.hint_or_temporary(hint)?;
        lowering::class(self, class, None, dst)?;
        Ok(Operand::Register(dst))
    }

    /// Emits an intrinsic whose operands are copied into a row, and whose value is not needed.
    fn row_intrinsic(&mut self, which: Intrinsic, operands: &[Register]) -> Compiled {
        let mark = self.mark();
        let mut first = None;
        for &operand in operands {
            let register = self.frame_register()?;
            first.get_or_insert(register);
            self.mov(register, operand);
        }
        let first = first.unwrap_or(Register::THIS);
        self.intrinsic(which, first, first, self.core.position);
        self.release(mark);
        Ok(())
    }

    /// Makes the closure of the class's function, with a home object if it needs one.
    fn method_closure(&mut self, function: FunctionId, home: Register) -> Compiled<Register> {
        let closure = self.frame_register()?;
        let second = self.frame_register()?;
        self.put(self.closure(function), closure)?;
        if self.core.asks_for_home(function) {
            self.mov(second, home);
            self.intrinsic(Intrinsic::SetHome, closure, closure, self.core.position);
        }
        Ok(closure)
    }

    /// Evaluates and converts a key.
    fn key_into(&mut self, key: ExpressionId, dst: Register) -> Compiled {
        self.expression_to(key, dst)?;
        self.core.position = self.core.tree[key].span.start;
        let src = self.low(dst, 0);
        self.write(dst, |dst| Instruction::ToPropertyKey { dst, src });
        Ok(())
    }

    /// Calls a constructor's function for fields, if there is one.
    fn run_fields(&mut self, constructor: Operand, this: Register, is_certain: bool) -> Compiled {
        let mark = self.mark();
        let at = self.core.position;
        let base = self.frame_register()?;
        let argument = self.frame_register()?;
        self.put(constructor, base)?;
        self.intrinsic(Intrinsic::FieldsOf, base, base, at);
        let end = self.core.label();
        if !is_certain {
            let a = self.low(base, 0);
            self.emit(Instruction::JumpIfUndefined { a, to: end.0 });
        }
        self.mov(argument, this);
        self.put_call(CallForm::Call, base, 0, at, base)?;
        self.bind(end);
        self.release(mark);
        Ok(())
    }

    /// Emits `super(…)`, ECMA-262 13.3.7.1. The parent is looked up before the arguments are evaluated.
    pub(super) fn super_call(
        &mut self,
        arguments: List<ExpressionId>,
        references: ReferenceId,
        at: u32,
    ) -> Compiled<Operand> {
        let result = self.frame_register()?;
        let mark = self.mark();
        let base = self.frame_register()?;
        let new_target = self.frame_register()?;
        let function = ReferenceId(references.0 + 1);
        let operand = self.reference(function, at)?;
        self.put(operand, base)?;
        self.intrinsic(Intrinsic::ParentConstructor, base, base, at);
        let operand = self.new_target(ReferenceId(references.0 + 2), at)?;
        self.put(operand, new_target)?;
        let argc = self.super_arguments(arguments, at)?;
        self.core.position = at;
        self.core.note_call(self.code.len() as u32, at);
        self.write(result, |dst| Instruction::ConstructSuper { dst, argc, base: base.0 });
        self.release(mark);
        self.bind_this(references, result, at)?;
        if self.core.may_have_fields() {
            self.core.position = at;
            let operand = self.reference(function, at)?;
            self.run_fields(operand, result, false)?;
        }
        Ok(Operand::Register(result))
    }

    /// Emits BindThisValue, ECMA-262 9.1.1.3.1.
    fn bind_this(&mut self, reference: ReferenceId, this: Register, at: u32) -> Compiled {
        let mark = self.mark();
        match self.reference_target(reference, at)? {
            Operand::Name { index, at } => {
                let Operand::Resolved { place, .. } = self.resolve_name(index, at)? else { return Ok(()) };
                self.row_intrinsic(Intrinsic::BindThis, &[place, this])?;
            }
            Operand::OuterChecked { depth, index, .. } | Operand::Outer { depth, index } => {
                let before = self.frame_register()?;
                self.put(Operand::Outer { depth, index }, before)?;
                self.intrinsic(Intrinsic::CheckUnbound, before, before, at);
                self.store(Operand::Outer { depth, index }, this)?;
            }
            Operand::LateVariable { binding, .. } | Operand::Variable(binding) => {
                let before = self.frame_register()?;
                self.mov(before, self.register_of(binding));
                self.intrinsic(Intrinsic::CheckUnbound, before, before, at);
                self.mov(self.register_of(binding), this);
            }
            _ => {}
        }
        self.release(mark);
        Ok(())
    }

    /// Ends a derived constructor. `result` has the value of a `return`. If that is undefined, `this` is returned
    /// (ECMA-262 10.2.2).
    pub(super) fn end_derived(&mut self, result: Register) -> Compiled {
        let Some(exit) = self.derived_exit else { return self.return_this(result) };
        self.put(Operand::Literal(Literal::Undefined), result)?;
        self.bind(exit);
        let other = self.core.label();
        let a = self.low(result, 0);
        self.emit(Instruction::JumpIfNotUndefined { a, to: other.0 });
        self.return_this(result)?;
        self.bind(other);
        self.intrinsic(Intrinsic::DerivedResult, result, result, self.core.position);
        let src = self.low(result, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    /// Emits a return of `this`, which throws while `super()` has not bound it. A constructor without any use of `this` always
    /// throws.
    fn return_this(&mut self, result: Register) -> Compiled {
        let Some(this) = self.core.function.implicit.this else {
            self.throw_error(ErrorKind::ReferenceError, lowering::THIS_NOT_BOUND);
            self.emit(Instruction::ReturnUndefined {});
            return Ok(());
        };
        self.check_initialized(this, self.core.position);
        self.mov(result, self.register_of(this));
        let src = self.low(result, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    /// Adds a private element to `this` (ECMA-262 7.3.27, 7.3.28). `value` writes its value or function into the last register of
    /// the row.
    fn add_private(
        &mut self,
        name: ReferenceId,
        form: Private,
        at: u32,
        value: impl FnOnce(&mut Self, Register) -> Compiled,
    ) -> Compiled {
        let mark = self.mark();
        let first = self.frame_register()?;
        let [second, third] = [self.frame_register()?, self.frame_register()?];
        value(self, third)?;
        self.mov(first, Register::THIS);
        let operand = self.reference(name, at)?;
        self.put(operand, second)?;
        let which = match form {
            Private::Field => Intrinsic::AddPrivateField,
            Private::Method => Intrinsic::AddPrivateMethod,
            Private::Getter => Intrinsic::AddPrivateGetter,
            Private::Setter => Intrinsic::AddPrivateSetter,
        };
        self.intrinsic(which, first, first, at);
        self.release(mark);
        Ok(())
    }

    fn value_or_undefined(&mut self, value: Option<ExpressionId>, dst: Register) -> Compiled {
        match value {
            Some(value) => self.expression_to(value, dst),
            None => self.put(Operand::Literal(Literal::Undefined), dst),
        }
    }

    /// Evaluates a value, which gets the name of a key if it has none. Its register precedes the key's.
    fn named_value(
        &mut self,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        dst: Register,
        name: Register,
    ) -> Compiled {
        if let Some(class) = class {
            return lowering::class(self, class, Some(name), dst);
        }
        self.value_or_undefined(value, dst)?;
        if value.is_some_and(|value| anonymous(self.core.tree, value).is_some()) {
            self.intrinsic(Intrinsic::SetName, dst, dst, self.core.position);
        }
        Ok(())
    }

    /// Makes an operand of `object.#name`, with the object in that register.
    pub(super) fn private_member(&mut self, object: Register, member: ExpressionId) -> Compiled<Operand> {
        let ExpressionKind::PrivateMember { reference, .. } = self.core.tree[member].kind else {
            return Ok(Operand::Register(object));
        };
        let text = self.core.tree[reference].name;
        let at = self.core.property_position(member, text);
        let mark = self.mark();
        let operand = self.reference(reference, at)?;
        let name = self.in_register(operand, mark, None)?;
        Ok(Operand::Private { object, name, text, at })
    }

    /// Makes an operand of `#name in object`.
    pub(super) fn private_in(&mut self, reference: ReferenceId, right: ExpressionId, at: u32) -> Compiled<Operand> {
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.expression_to(right, second)?;
        let operand = self.reference(reference, at)?;
        self.put(operand, first)?;
        Ok(Operand::Intrinsic { which: Intrinsic::HasPrivate, first, at: self.core.tree[right].span.start })
    }
}
