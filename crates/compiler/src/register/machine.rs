//! The register machine's implementation of the primitives.

use ferrotape_bytecode::{Code, Instruction, Intrinsic};
use ferrotape_syntax::scope::{BindingId, ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    CaseId, CatchClause, Class, ClassId, ClassMember, ExpressionId, FunctionId, List, PropertyName, StatementId,
};
use ferrotape_text::Name;

use super::class::MadeClass;
use super::emitter::Mark;
use super::exits::Exit;
use super::iteration::IteratorRow;
use super::operand::{Literal, Operand};
use super::{Compiled, Core, FunctionCompiler, Register, Registers};
use crate::control_flow::{Branches, Label, Test};
use crate::facts::Effects;
use crate::lowering::{Implicit, IteratorHint, Key, Machine, Private, Suspend};

impl<'t> Machine<'t> for FunctionCompiler<'t> {
    type Value = Register;
    /// An operand that is not read.
    type Place = Operand;
    type Held = Register;
    type Join = Register;
    /// State of the temporaries.
    type Mark = Mark;
    type Iterator = IteratorRow;
    type NameKey = Register;
    type Class = MadeClass;
    type Tables = Registers;

    #[inline(always)]
    fn core(&mut self) -> &mut Core<'t> {
        &mut self.core
    }

    fn split(&mut self) -> (&mut Core<'t>, &Registers) {
        (&mut self.core, self.tables)
    }

    fn lay_out(&mut self) -> Compiled {
        self.lay_out()
    }

    fn prologue(&mut self) -> Compiled {
        self.prologue()
    }

    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled {
        self.put(self.closure(function), self.register_of(binding))
    }

    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled {
        let at = self.core.position;
        let value = match which {
            Implicit::This => Operand::Register(Register::THIS),
            Implicit::Function => Operand::Callee,
            Implicit::NewTarget => Operand::Intrinsic { which: Intrinsic::NewTarget, first: Register::THIS, at },
        };
        self.put(value, self.register_of(binding))
    }

    fn keeps_arguments(&self) -> bool {
        self.core.rest_position().is_some() || self.has_arguments_on_demand()
    }

    fn keeps_few_values(&self) -> bool {
        true
    }

    fn end(&mut self) -> Compiled {
        if let Some(result) = self.derived_result {
            self.core.position = self.core.function.span.end.saturating_sub(1);
            return self.end_derived(result);
        }
        let Some(completion) = self.completion else {
            self.emit(Instruction::ReturnUndefined {});
            return Ok(());
        };
        self.core.position = self.core.function.span.end;
        let src = self.low(completion, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    fn finish(&mut self) -> Compiled<Code> {
        self.finish().map(Code::Register)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        self.mark()
    }

    #[inline(always)]
    fn release(&mut self, mark: Mark) {
        self.release(mark);
    }

    fn value(&mut self, id: ExpressionId) -> Compiled<Register> {
        self.expression(id, None)
    }

    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled {
        self.effect_leaf(id)
    }

    fn completion(&mut self, id: ExpressionId) -> Compiled {
        self.completion.map_or(Ok(()), |value| self.expression_to(id, value))
    }

    fn undefined_completion(&mut self) -> Compiled {
        self.completion.map_or(Ok(()), |value| self.put(Operand::Literal(Literal::Undefined), value))
    }

    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled {
        let mark = self.mark();
        let target = self.reference_target(reference, at)?;
        let target = self.resolve(target, value)?;
        self.store_expression(target, value, None)?;
        self.release(mark);
        Ok(())
    }

    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled {
        let mark = self.mark();
        let undefined = Operand::Literal(Literal::Undefined);
        match self.reference_target(reference, at)? {
            Operand::Variable(binding) => self.put(undefined, self.register_of(binding))?,
            target => {
                let value = self.in_register(undefined, mark, None)?;
                self.store(target, value)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    fn place(&mut self, target: ExpressionId) -> Compiled<Operand> {
        // A read, which may call a getter, and the default value come between the target's parts and its value.
        let target = self.target(target, Effects::ALL)?;
        self.resolve_early(target)
    }

    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        self.reference_target(reference, at)
    }

    fn store(&mut self, place: Operand, value: Register) -> Compiled {
        self.store(place, value)
    }

    fn hold(&mut self, value: Register) -> Compiled<Register> {
        self.hold(value)
    }

    fn held(&mut self, held: Register) -> Compiled<Register> {
        Ok(held)
    }

    fn drop_value(&mut self, _: Register) {}

    fn or_default(&mut self, value: Register, default: ExpressionId) -> Compiled<Register> {
        self.or_default(value, default)
    }

    fn require_coercible(&mut self, value: Register, first: Option<Name>) -> Compiled {
        self.require_coercible(value, first)
    }

    fn property_key(&mut self, key: ExpressionId) -> Compiled<Register> {
        self.property_key(key)
    }

    fn member(&mut self, object: Register, key: Key<Register>, at: u32) -> Compiled<Register> {
        self.taken_member(object, key, at)
    }

    fn new_list(&mut self) -> Compiled<Register> {
        self.new_list()
    }

    fn append(&mut self, list: Register, value: Register) -> Compiled {
        self.append(list, value);
        Ok(())
    }

    fn append_key(&mut self, list: Register, key: Key<Register>) -> Compiled {
        self.append_key(list, key)
    }

    fn rest_properties(&mut self, source: Register, taken: Register) -> Compiled<Register> {
        self.rest_properties(source, taken)
    }

    fn argument(&mut self, position: u32) -> Compiled<Register> {
        Ok(self.arguments[position as usize])
    }

    fn rest_arguments(&mut self, start: u32) -> Compiled<Register> {
        self.rest_arguments(start)
    }

    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled {
        self.mov(self.register_of(variable), self.register_of(parameter));
        Ok(())
    }

    fn open_iterator(&mut self, iterable: Register, at: u32) -> Compiled<IteratorRow> {
        self.open_iterator(iterable, at)
    }

    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<IteratorRow> {
        self.open_iterator_in(id, around, hint, at)
    }

    fn step(&mut self, iterator: IteratorRow, end: Label) -> Compiled<Register> {
        self.step(iterator, end)
    }

    fn step_or_undefined(&mut self, iterator: IteratorRow) -> Compiled<Register> {
        self.step_or_undefined(iterator)
    }

    fn branch_done(&mut self, iterator: IteratorRow, to: Label) -> Compiled {
        self.branch_done(iterator, to);
        Ok(())
    }

    fn return_of(&mut self, iterator: IteratorRow, none: Label) -> Compiled<Register> {
        self.return_of(iterator, none)
    }

    fn require_object(&mut self, value: Register) -> Compiled {
        self.intrinsic_of(Intrinsic::RequireObject, value).map(|_| ())
    }

    fn closing(
        &mut self,
        iterator: IteratorRow,
        at_end: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        self.closing(iterator, at_end, at, body)
    }

    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        self.ignoring(body)
    }

    fn store_earlier(&mut self, place: Operand, value: Register) -> Compiled {
        self.store(place, value)
    }

    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled {
        self.declare_function(name, function)
    }

    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled {
        self.function_in_block(function, outer)
    }

    fn start_activation(&mut self) -> Compiled {
        let live = self.live();
        self.emit(Instruction::StartActivation { live });
        Ok(())
    }

    /// Opens a delegate in two registers: the state between generator and iterator, and what is sent or the result.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<Register> {
        let (base, second) = (self.frame_register()?, self.frame_register()?);
        let mark = self.mark();
        let source = self.expression(iterable, None)?;
        self.release(mark);
        self.core.position = at;
        let src = self.low(source, 0);
        self.write(base, |dst| Instruction::OpenDelegate { dst, src });
        self.put(Operand::Literal(Literal::Undefined), second)?;
        self.forget()?;
        Ok(base)
    }

    fn call_delegate(&mut self, base: Register, done: Label) -> Compiled {
        let (live, to) = (self.live(), done.0);
        self.write_in_place(base, |base| Instruction::CallDelegate { base });
        if self.core.function.is_async {
            let src = self.low(base.offset(1), 0);
            self.write(base.offset(1), |dst| Instruction::Await { dst, src, live });
        }
        self.write_in_place(base, |base| Instruction::JumpIfDelegated { base, to });
        self.write_in_place(base, |base| Instruction::YieldDelegate { base, live });
        Ok(())
    }

    fn delegated(&mut self, base: Register) -> Compiled<Register> {
        let result = base.offset(1);
        self.store_shuffled(result);
        Ok(result)
    }

    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled<Register> {
        let mark = self.mark();
        let operand = argument.map_or(Ok(Operand::Literal(Literal::Undefined)), |id| self.operand(id, None))?;
        let source = self.in_register(operand, mark, None)?;
        self.forget()?;
        self.release(mark);
        let live = self.live();
        let dst = self.temporary()?;
        self.core.position = at;
        let mut source = source;
        if matches!(how, Suspend::Await | Suspend::AwaitAndYield) {
            let src = self.low(source, 0);
            self.write(dst, |dst| Instruction::Await { dst, src, live });
            source = dst;
        }
        if matches!(how, Suspend::Yield | Suspend::AwaitAndYield) {
            let src = self.low(source, 0);
            self.write(dst, |dst| Instruction::Yield { dst, src, live });
        }
        Ok(dst)
    }

    /// Begins a statement: no folded string of another one is needed any more.
    fn begin_statement(&mut self, at: u32) {
        self.core.position = at;
        self.forget_joined();
    }

    fn bind(&mut self, label: Label) {
        self.bind(label);
    }

    /// Does nothing: temporaries taken inside are dead.
    fn begin_class(&mut self, _: Option<Register>) -> Compiled {
        Ok(())
    }

    fn new_private_name(&mut self, binding: BindingId) -> Compiled {
        self.new_private_name(binding)
    }

    fn make_class(&mut self, class: &'t Class, name: Option<Register>) -> Compiled<MadeClass> {
        self.make_class(class, name)
    }

    fn define_method(&mut self, class: MadeClass, member: &'t ClassMember) -> Compiled {
        self.define_method(class, member)
    }

    fn keep_private_method(&mut self, class: MadeClass, member: &'t ClassMember) -> Compiled {
        self.keep_private_method(class, member)
    }

    fn keep_field_key(&mut self, _: MadeClass, key: ExpressionId, hidden: ReferenceId) -> Compiled {
        self.keep_field_key(key, hidden)
    }

    fn set_fields(&mut self, class: MadeClass, fields: FunctionId) -> Compiled {
        self.set_fields(class, fields)
    }

    fn initialize_class_name(&mut self, class: MadeClass, binding: BindingId) -> Compiled {
        self.initialize_class_name(class, binding);
        Ok(())
    }

    fn run_statics(&mut self, class: MadeClass, statics: FunctionId) -> Compiled {
        self.run_statics(class, statics)
    }

    fn end_class(&mut self, class: MadeClass, join: Register) -> Compiled {
        self.end_class(class, join);
        Ok(())
    }

    fn initialize_instance(&mut self) -> Compiled {
        self.initialize_instance()
    }

    fn forward_construct(&mut self, has_fields: bool) -> Compiled {
        self.forward_construct(has_fields)
    }

    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled {
        self.add_private_method(name, closure, form)
    }

    fn add_private_field(&mut self, name: ReferenceId, value: Option<ExpressionId>, at: u32) -> Compiled {
        self.add_private_field(name, value, at)
    }

    fn define_field(&mut self, key: PropertyName, value: Option<ExpressionId>, at: u32) -> Compiled {
        self.define_field(key, value, at)
    }

    fn define_computed_field(
        &mut self,
        key: ReferenceId,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        at: u32,
    ) -> Compiled {
        self.define_computed_field(key, value, class, at)
    }

    fn bind_turn(&mut self, label: Label) {
        self.bind(label);
        self.note_loop(label);
        self.suspensions.note_turn();
    }

    fn jump(&mut self, to: Label) {
        self.jump(to);
    }

    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        self.condition_leaf(id, branches)
    }

    fn hold_limit(&mut self, test: ExpressionId) -> Compiled<Option<Register>> {
        self.hold_limit(test)
    }

    fn use_limit(&mut self, test: ExpressionId, limit: Option<Register>) {
        self.use_limit(test, limit);
    }

    fn is_worth_copying(&self, test: ExpressionId) -> bool {
        self.is_short(test)
    }

    fn new_join(&mut self) -> Compiled<Register> {
        self.temporary()
    }

    fn joined(&mut self, join: Register) -> Register {
        join
    }

    fn join(&mut self, id: ExpressionId, join: Register) -> Compiled {
        self.expression_to(id, join)
    }

    fn branch_joined(&mut self, test: Test, join: Register, to: Label) {
        let (a, to) = (self.low(join, 0), to.0);
        self.emit(match test {
            Test::True => Instruction::JumpIfTrue { a, to },
            Test::False => Instruction::JumpIfFalse { a, to },
            Test::NotNullish => Instruction::JumpIfNotNullish { a, to },
        });
    }

    fn discriminant(&mut self, id: ExpressionId, cases: List<CaseId>) -> Compiled<Register> {
        self.discriminant(id, cases)
    }

    fn search_cases(&mut self, value: Register, cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled {
        self.search_cases(value, cases, otherwise)
    }

    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<Register> {
        let enumeration = self.temporary()?;
        let mark = self.mark();
        if let Some(scope) = around {
            self.enter_scope(scope)?;
            self.empty_bindings(scope)?;
        }
        let source = self.expression(object, Some(enumeration))?;
        self.release(mark);
        if let Some(scope) = around {
            self.leave_scope(scope);
        }
        self.core.position = self.core.tree[object].span.start;
        let src = self.low(source, 0);
        self.write(enumeration, |dst| Instruction::ForInStart { dst, src });
        Ok(enumeration)
    }

    fn next_name(&mut self, enumeration: Register, target: Option<ReferenceId>, end: Label) -> Compiled<Register> {
        let variable = target.and_then(|reference| self.own_variable(reference));
        // A declaration may write a constant.
        let is_target = |&binding: &BindingId| {
            !self.core.is_immutable(binding) || target.is_some_and(|reference| self.core.tree[reference].initializes)
        };
        let name = match variable.filter(is_target) {
            Some(binding) => self.register_of(binding),
            None => self.temporary()?,
        };
        let (low, to) = (self.low(enumeration, 1), end.0);
        self.write(name, |dst| Instruction::ForInNext { dst, enumeration: low, to });
        Ok(name)
    }

    fn end_enumeration(&mut self, _: Register) {}

    fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        self.enter_scope(scope)
    }

    fn empty_bindings(&mut self, scope: ScopeId) -> Compiled {
        self.empty_bindings(scope)
    }

    fn fresh_scope(&mut self, scope: ScopeId) {
        self.fresh_scope(scope);
    }

    fn enter_with(&mut self, scope: ScopeId, object: Register, at: u32) -> Compiled {
        self.core.position = at;
        let src = self.low(object, 0);
        let descriptor = self.tables.descriptors[scope.0 as usize];
        self.emit(Instruction::EnterWith { src, scope: descriptor.into() });
        self.enter_scope(scope)
    }

    fn leave_scope(&mut self, scope: ScopeId) {
        self.leave_scope(scope);
    }

    fn depth(&self) -> u32 {
        self.depth()
    }

    fn leave(&mut self, to: Label, depth: u32) -> Compiled {
        self.leave(Exit::Jump(to, depth))
    }

    fn throw(&mut self, value: Register, at: u32) -> Compiled {
        self.core.position = at;
        let src = self.low(value, 0);
        self.emit(Instruction::Throw { src });
        Ok(())
    }

    fn waiting_result(&self) -> Option<Register> {
        self.innermost_station().map(|station| station.value).or(self.derived_result)
    }

    fn return_joined(&mut self, join: Register) -> Compiled {
        self.leave(Exit::Return(join))
    }

    fn return_leaf(&mut self, id: ExpressionId) -> Compiled {
        self.return_leaf(id)
    }

    fn return_awaited(&mut self, id: ExpressionId) -> Compiled {
        let at = self.core.tree[id].span.start;
        let mut value = self.suspend(Suspend::Await, Some(id), at)?;
        if let Some(result) = self.waiting_result() {
            self.mov(result, value);
            value = result;
        }
        self.leave(Exit::Return(value))
    }

    fn return_undefined(&mut self) -> Compiled {
        let Some(result) = self.waiting_result() else {
            self.emit(Instruction::ReturnUndefined {});
            return Ok(());
        };
        self.put(Operand::Literal(Literal::Undefined), result)?;
        self.leave(Exit::Return(result))
    }

    fn protected(&mut self, block: StatementId, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        self.try_finally(block, body)
    }

    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        self.try_catch(clause, body, handler)
    }
}
