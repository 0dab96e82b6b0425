//! The stack machine's implementation of the primitives.
//!
//! Leaving blocks takes one `END`, whatever lies between: `finally` handlers run between two attempts of it. In scripts
//! and eval code, C has the values of statements. In functions C is undefined, except for a value being returned.

use ferrotape_bytecode::{Code, Literal, StackInstruction};
use ferrotape_syntax::scope::{BindingId, ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    CaseId, CatchClause, Class, ClassId, ClassMember, ExpressionId, ExpressionKind, FunctionId, List, PropertyName,
    StatementId,
};
use ferrotape_text::Name;

use super::expression::Place;
use super::iteration::IteratorPlaces;
use super::{Compiled, Core, FunctionGenerator, Variables};
use crate::control_flow::{Branches, Label, Test};
use crate::lowering::{Implicit, IteratorHint, Key, Machine, Private, Suspend};
use crate::spine::may_be_tail_call;

impl<'t> Machine<'t> for FunctionGenerator<'t> {
    /// The top of the value stack.
    type Value = ();
    /// A reference on top of the value stack.
    type Place = Place;
    /// A place below the values. Unused for an enumeration, which is the innermost ENUM block.
    type Held = u32;
    type Iterator = IteratorPlaces;
    /// The top of the value stack.
    type Join = ();
    /// Number of places in use below the values. Statements leave the value stack empty.
    type Mark = u32;
    /// The top of the value stack.
    type NameKey = ();
    /// The two values on top.
    type Class = ();
    type Tables = Variables;

    #[inline(always)]
    fn core(&mut self) -> &mut Core<'t> {
        &mut self.core
    }

    fn split(&mut self) -> (&mut Core<'t>, &Variables) {
        (&mut self.core, self.variables)
    }

    fn lay_out(&mut self) -> Compiled {
        self.lay_out()
    }

    /// Emits nothing: the engine makes the record and its bindings from the lists of the code.
    fn prologue(&mut self) -> Compiled {
        Ok(())
    }

    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled {
        self.initialize_function(binding, function);
        Ok(())
    }

    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled {
        self.binding(binding);
        self.emit(match which {
            Implicit::This => StackInstruction::This,
            Implicit::Function => StackInstruction::Function,
            Implicit::NewTarget => StackInstruction::NewTarget,
        });
        self.emit(StackInstruction::Init);
        Ok(())
    }

    fn keeps_arguments(&self) -> bool {
        !self.core.function.patterns.is_empty()
    }

    /// Returns false, so that listings show the value of every statement.
    fn keeps_few_values(&self) -> bool {
        false
    }

    fn end(&mut self) -> Compiled {
        if self.core.is_written_derived_constructor() {
            self.core.position = self.core.function.span.end.saturating_sub(1);
            return self.end_derived();
        }
        self.emit(StackInstruction::End(0));
        Ok(())
    }

    fn finish(&mut self) -> Compiled<Code> {
        self.finish().map(Code::Stack)
    }

    fn mark(&self) -> u32 {
        self.held
    }

    fn release(&mut self, held: u32) {
        self.held = held;
    }

    fn value(&mut self, id: ExpressionId) -> Compiled {
        self.value(id)
    }

    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled {
        self.effect_leaf(id)
    }

    fn completion(&mut self, id: ExpressionId) -> Compiled {
        self.value(id)?;
        self.emit(StackInstruction::SetC);
        Ok(())
    }

    fn undefined_completion(&mut self) -> Compiled {
        self.clear_completion();
        Ok(())
    }

    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled {
        let place = self.place_of(reference, at)?;
        self.value(value)?;
        self.put(place);
        Ok(())
    }

    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled {
        let place = self.place_of(reference, at)?;
        self.literal(Literal::Undefined);
        self.put(place);
        Ok(())
    }

    fn place(&mut self, target: ExpressionId) -> Compiled<Place> {
        if let ExpressionKind::Identifier { reference, .. } = self.core.tree[target].kind {
            return self.place_of(reference, self.core.tree[target].span.start);
        }
        self.target(target)
    }

    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Place> {
        let place = self.identifier(reference, at);
        Ok(if self.core.tree[reference].initializes { Place::New } else { place })
    }

    fn store(&mut self, place: Place, (): ()) -> Compiled {
        self.put(place);
        Ok(())
    }

    fn hold(&mut self, (): ()) -> Compiled<u32> {
        Ok(self.hold())
    }

    fn held(&mut self, held: u32) -> Compiled {
        self.emit(StackInstruction::Held(held));
        Ok(())
    }

    fn drop_value(&mut self, (): ()) {
        self.emit(StackInstruction::Pop);
    }

    fn or_default(&mut self, (): (), default: ExpressionId) -> Compiled {
        self.or_default(default)
    }

    fn require_coercible(&mut self, value: u32, first: Option<Name>) -> Compiled {
        self.require_coercible(value, first);
        Ok(())
    }

    fn property_key(&mut self, key: ExpressionId) -> Compiled<u32> {
        self.property_key(key)
    }

    fn member(&mut self, object: u32, key: Key<u32>, at: u32) -> Compiled {
        self.taken_member(object, key, at);
        Ok(())
    }

    fn new_list(&mut self) -> Compiled<u32> {
        Ok(self.new_list())
    }

    fn append(&mut self, list: u32, (): ()) -> Compiled {
        self.append(list);
        Ok(())
    }

    fn append_key(&mut self, list: u32, key: Key<u32>) -> Compiled {
        self.append_key(list, key);
        Ok(())
    }

    fn rest_properties(&mut self, source: u32, taken: u32) -> Compiled {
        self.rest_properties(source, taken);
        Ok(())
    }

    fn argument(&mut self, position: u32) -> Compiled {
        self.emit(StackInstruction::Argument(position));
        Ok(())
    }

    fn rest_arguments(&mut self, start: u32) -> Compiled {
        self.emit_throwing(StackInstruction::RestArguments(start));
        Ok(())
    }

    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled {
        self.binding(variable);
        // The variable has the same name; the parameter is in the function's record.
        self.emit(StackInstruction::Vref(self.variables.0[parameter.0 as usize]));
        self.emit(StackInstruction::GetValue);
        self.emit(StackInstruction::PutValue);
        Ok(())
    }

    fn open_iterator(&mut self, (): (), at: u32) -> Compiled<IteratorPlaces> {
        Ok(self.open_iterator(IteratorHint::Sync, at))
    }

    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<IteratorPlaces> {
        self.open_iterator_in(id, around, hint, at)
    }

    fn step(&mut self, iterator: IteratorPlaces, end: Label) -> Compiled {
        self.step(iterator, end);
        Ok(())
    }

    fn step_or_undefined(&mut self, iterator: IteratorPlaces) -> Compiled {
        self.step_or_undefined(iterator);
        Ok(())
    }

    fn branch_done(&mut self, iterator: IteratorPlaces, to: Label) -> Compiled {
        self.branch_done(iterator, to);
        Ok(())
    }

    fn return_of(&mut self, iterator: IteratorPlaces, none: Label) -> Compiled {
        self.return_of(iterator, none);
        Ok(())
    }

    fn require_object(&mut self, (): ()) -> Compiled {
        self.emit_throwing(StackInstruction::RequireObject);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn closing(
        &mut self,
        iterator: IteratorPlaces,
        _: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        self.closing(iterator, at, body)
    }

    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled {
        self.ignoring(body)
    }

    fn store_earlier(&mut self, place: Place, (): ()) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.put(place);
        Ok(())
    }

    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled {
        self.declare_function(name, function);
        Ok(())
    }

    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled {
        self.function_in_block(function, outer);
        Ok(())
    }

    fn start_activation(&mut self) -> Compiled {
        self.emit_at(self.core.function.span.start, StackInstruction::Activate);
        Ok(())
    }

    /// Opens a delegate on the value stack, below what is sent or the result, and in no place below the values.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<u32> {
        self.value(iterable)?;
        self.emit_at(at, StackInstruction::GetDelegate);
        self.literal(Literal::Undefined);
        self.forget();
        Ok(0)
    }

    fn call_delegate(&mut self, _: u32, done: Label) -> Compiled {
        self.emit_throwing(StackInstruction::CallDelegate);
        if self.core.function.is_async {
            self.emit_throwing(StackInstruction::Await);
        }
        self.emit_throwing(StackInstruction::BDelegated(done.0));
        self.emit_throwing(StackInstruction::YieldDelegate);
        Ok(())
    }

    fn delegated(&mut self, _: u32) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
        Ok(())
    }

    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled {
        match argument {
            Some(id) => self.value(id)?,
            None => self.literal(Literal::Undefined),
        }
        self.forget();
        if matches!(how, Suspend::Await | Suspend::AwaitAndYield) {
            self.emit_at(at, StackInstruction::Await);
        }
        if matches!(how, Suspend::Yield | Suspend::AwaitAndYield) {
            self.emit_at(at, StackInstruction::Yield);
        }
        Ok(())
    }

    fn begin_statement(&mut self, at: u32) {
        self.core.position = at;
    }

    fn bind(&mut self, label: Label) {
        self.bind(label);
    }

    fn begin_class(&mut self, name: Option<()>) -> Compiled {
        self.begin_class(name);
        Ok(())
    }

    fn new_private_name(&mut self, binding: BindingId) -> Compiled {
        self.new_private_name(binding);
        Ok(())
    }

    fn make_class(&mut self, class: &'t Class, name: Option<()>) -> Compiled {
        self.make_class(class, name)
    }

    fn define_method(&mut self, (): (), member: &'t ClassMember) -> Compiled {
        self.define_method(member)
    }

    fn keep_private_method(&mut self, (): (), member: &'t ClassMember) -> Compiled {
        self.keep_private_method(member)
    }

    fn keep_field_key(&mut self, (): (), key: ExpressionId, hidden: ReferenceId) -> Compiled {
        self.keep_field_key(key, hidden)
    }

    fn set_fields(&mut self, (): (), fields: FunctionId) -> Compiled {
        self.set_fields(fields);
        Ok(())
    }

    fn initialize_class_name(&mut self, (): (), binding: BindingId) -> Compiled {
        self.initialize_class_name(binding)
    }

    fn run_statics(&mut self, (): (), statics: FunctionId) -> Compiled {
        self.run_statics(statics);
        Ok(())
    }

    fn end_class(&mut self, (): (), (): ()) -> Compiled {
        self.end_class();
        Ok(())
    }

    fn initialize_instance(&mut self) -> Compiled {
        self.initialize_instance();
        Ok(())
    }

    fn forward_construct(&mut self, has_fields: bool) -> Compiled {
        self.forward_construct(has_fields);
        Ok(())
    }

    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled {
        self.add_private_method(name, closure, form);
        Ok(())
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
    }

    fn jump(&mut self, to: Label) {
        self.jump(to);
    }

    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        self.value(id)?;
        self.emit(StackInstruction::ToBoolean);
        self.branch(!branches.next, branches.goal(!branches.next));
        Ok(())
    }

    fn hold_limit(&mut self, _: ExpressionId) -> Compiled<Option<u32>> {
        Ok(None)
    }

    fn use_limit(&mut self, _: ExpressionId, _: Option<u32>) {}

    fn is_worth_copying(&self, _: ExpressionId) -> bool {
        false
    }

    fn new_join(&mut self) -> Compiled {
        Ok(())
    }

    fn joined(&mut self, (): ()) {}

    fn join(&mut self, id: ExpressionId, (): ()) -> Compiled {
        self.value(id)
    }

    fn branch_joined(&mut self, test: Test, (): (), to: Label) {
        self.branch_on_top(test, to);
        self.emit(StackInstruction::Pop);
    }

    fn discriminant(&mut self, id: ExpressionId, _: List<CaseId>) -> Compiled {
        self.value(id)
    }

    fn search_cases(&mut self, (): (), cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled {
        self.search_cases(cases, otherwise)
    }

    /// Begins an enumeration. The loop is left by a jump to the end of its ENUM block.
    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<u32> {
        around.map_or(Ok(()), |scope| self.enter_scope(scope))?;
        self.value(object)?;
        if around.is_some() {
            self.end_block();
        }
        self.core.position = self.core.tree[object].span.start;
        self.locate();
        self.begin_block(StackInstruction::SEnum);
        Ok(0)
    }

    fn next_name(&mut self, _: u32, _: Option<ReferenceId>, end: Label) -> Compiled {
        self.emit_throwing(StackInstruction::BEnum(end.0));
        Ok(())
    }

    fn end_enumeration(&mut self, _: u32) {
        self.end_block();
    }

    fn enter_scope(&mut self, scope: ScopeId) -> Compiled {
        self.enter_scope(scope)
    }

    /// Emits nothing, as the scope's bindings begin empty.
    fn empty_bindings(&mut self, _: ScopeId) -> Compiled {
        Ok(())
    }

    fn fresh_scope(&mut self, _: ScopeId) {
        self.emit(StackInstruction::Fresh);
    }

    fn enter_with(&mut self, _: ScopeId, (): (), at: u32) -> Compiled {
        self.emit_at(at, StackInstruction::ToObject);
        self.begin_block(StackInstruction::SWith);
        Ok(())
    }

    fn leave_scope(&mut self, _: ScopeId) {
        self.end_block();
    }

    fn depth(&self) -> u32 {
        self.code.blocks
    }

    /// Ends all but the outermost `blocks` blocks, and jumps to the label.
    fn leave(&mut self, to: Label, blocks: u32) -> Compiled {
        if self.code.blocks > blocks {
            if self.is_preventing_return(blocks) {
                self.clear_completion();
            }
            self.emit(StackInstruction::End(blocks + 1));
        }
        self.jump(to);
        Ok(())
    }

    fn throw(&mut self, (): (), at: u32) -> Compiled {
        self.emit_at(at, StackInstruction::Throw);
        Ok(())
    }

    fn waiting_result(&self) -> Option<()> {
        None
    }

    fn return_joined(&mut self, (): ()) -> Compiled {
        self.emit(StackInstruction::SetC);
        if !self.leave_derived() {
            self.emit(StackInstruction::End(0));
        }
        self.preventable_returns += u32::from(self.finally_protections > 0);
        Ok(())
    }

    fn return_leaf(&mut self, id: ExpressionId) -> Compiled {
        if self.protections == 0 && !self.core.is_written_derived_constructor() && may_be_tail_call(self.core.tree, id)
        {
            self.tail_call(id)?;
        } else {
            self.value(id)?;
        }
        self.return_joined(())
    }

    fn return_awaited(&mut self, id: ExpressionId) -> Compiled {
        self.suspend(Suspend::Await, Some(id), self.core.tree[id].span.start)?;
        self.return_joined(())
    }

    fn return_undefined(&mut self) -> Compiled {
        if self.is_preventing_return(0) {
            self.clear_completion();
        }
        if !self.leave_derived() {
            self.emit(StackInstruction::End(0));
        }
        Ok(())
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
