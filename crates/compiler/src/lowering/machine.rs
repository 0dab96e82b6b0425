//! The primitives of a machine, by topic. The state of a function's generation implements each trait where the file of that
//! topic is. Errors of all their instructions point at `core().position` unless `at` is given.

use ferrotape_bytecode::Code;
use ferrotape_syntax::scope::{BindingId, ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    CaseId, CatchClause, Class, ClassId, ClassMember, ExpressionId, FunctionId, List, PropertyName,
};
use ferrotape_text::Name;

use super::{Compiled, Core, Implicit, IteratorHint, Key, Private, Suspend, Tables};
use crate::control_flow::{Branches, Label, Test};

/// Forms of what the other primitives work on, and the state of the generation.
pub(crate) trait Forms<'t>: Sized {
    /// A value at hand, to be used once, in the reverse order of making.
    type Value: Copy;
    /// A target whose parts have been evaluated.
    type Place: Copy;
    /// A value that can be read repeatedly until the mark before it is released.
    type Held: Copy;
    /// The place in which branches leave one value.
    type Join: Copy;
    /// An iterator: object, `next`, done.
    type Iterator: Copy;
    /// A property key at hand, which can be read again.
    type NameKey: Copy;
    /// The constructor and the prototype of an unfinished class.
    type Class: Copy;
    /// The amount of room in use, to release what a construct does not need any more.
    type Mark: Copy;
    /// Tables that the functions of a unit share on this machine.
    type Tables: Tables;

    fn core(&mut self) -> &mut Core<'t>;
    /// Borrows the core and the tables at once.
    fn split(&mut self) -> (&mut Core<'t>, &Self::Tables);
    fn mark(&self) -> Self::Mark;
    /// Releases the room taken since the mark.
    fn release(&mut self, mark: Self::Mark);
}

/// The whole of a function.
pub(crate) trait Functions<'t>: Forms<'t> {
    /// Gives variables their places.
    fn lay_out(&mut self) -> Compiled;
    /// Emits what comes before functions are made and the first statement runs (ECMA-262 10.2.11).
    fn prologue(&mut self) -> Compiled;
    /// Returns whether all arguments of a call must be kept while it runs.
    fn keeps_arguments(&self) -> bool;
    /// Returns whether a statement's value may be dropped if a later statement certainly replaces it.
    fn keeps_few_values(&self) -> bool;
    /// Ends the last statement.
    fn end(&mut self) -> Compiled;
    fn finish(&mut self) -> Compiled<Code>;
}

/// Values of expressions.
pub(crate) trait Values<'t>: Forms<'t> {
    /// Evaluates an expression.
    fn value(&mut self, id: ExpressionId) -> Compiled<Self::Value>;
    /// Evaluates an expression that is no construct of [`condition`], for its effects only.
    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled;
    /// Evaluates an expression. Its value becomes the statement's.
    fn completion(&mut self, id: ExpressionId) -> Compiled;
    /// Makes undefined the value of the statement.
    fn undefined_completion(&mut self) -> Compiled;
    /// Drops a value that is not needed.
    fn drop_value(&mut self, value: Self::Value);
}

/// Declarations, and targets of assignments.
pub(crate) trait Assignments<'t>: Forms<'t> {
    /// Assigns `reference = value` of a declaration, which initialises a binding that is not a variable.
    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled;
    /// Initialises the binding of `let x;`.
    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled;
    /// Evaluates the parts of a target.
    fn place(&mut self, target: ExpressionId) -> Compiled<Self::Place>;
    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Self::Place>;
    /// Stores a value that was made after the place.
    fn store(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
    /// Stores a value that was made before the place.
    fn store_earlier(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
}

/// Sources of values for patterns and parameters.
pub(crate) trait Parts<'t>: Forms<'t> {
    /// Makes a value that can be read repeatedly.
    fn hold(&mut self, value: Self::Value) -> Compiled<Self::Held>;
    fn held(&mut self, held: Self::Held) -> Compiled<Self::Value>;
    /// Evaluates `default` if the value is undefined. Returns the resulting value.
    fn or_default(&mut self, value: Self::Value, default: ExpressionId) -> Compiled<Self::Value>;
    /// Throws a TypeError if the value is undefined or null. The error names the first property requested.
    fn require_coercible(&mut self, value: Self::Held, first: Option<Name>) -> Compiled;
    /// Evaluates a computed key, and converts it to a property key once.
    fn property_key(&mut self, key: ExpressionId) -> Compiled<Self::Held>;
    fn member(&mut self, object: Self::Held, key: Key<Self::Held>, at: u32) -> Compiled<Self::Value>;
    /// Makes an empty array.
    fn new_list(&mut self) -> Compiled<Self::Held>;
    fn append(&mut self, list: Self::Held, value: Self::Value) -> Compiled;
    fn append_key(&mut self, list: Self::Held, key: Key<Self::Held>) -> Compiled;
    /// Makes an object with the properties of another one, except those whose keys are in the list.
    fn rest_properties(&mut self, source: Self::Held, taken: Self::Held) -> Compiled<Self::Value>;
    /// Returns an argument by position.
    fn argument(&mut self, position: u32) -> Compiled<Self::Value>;
    fn rest_arguments(&mut self, start: u32) -> Compiled<Self::Value>;
}

/// Iterators (ECMA-262 7.4): see `iteration`.
pub(crate) trait Iterators<'t>: Forms<'t> {
    /// GetIterator of a value at hand.
    fn open_iterator(&mut self, iterable: Self::Value, at: u32) -> Compiled<Self::Iterator>;
    /// GetIterator of the value of an expression, evaluated in the scope `around`, whose bindings are not initialised.
    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<Self::Iterator>;
    /// Makes the next value, or jumps to `end` at the end. The result of an async iterator is awaited.
    fn step(&mut self, iterator: Self::Iterator, end: Label) -> Compiled<Self::Value>;
    /// Makes the next value, or undefined at the end or after it.
    fn step_or_undefined(&mut self, iterator: Self::Iterator) -> Compiled<Self::Value>;
    /// Goes past the next value of a sync iterator without reading it; does nothing at the end or after it.
    fn skip(&mut self, iterator: Self::Iterator) -> Compiled;
    fn branch_done(&mut self, iterator: Self::Iterator, to: Label) -> Compiled;
    /// Calls the method `return` and makes its result, awaited if the iterator is async. Jumps to `none` if there is no
    /// such method.
    fn return_of(&mut self, iterator: Self::Iterator, none: Label) -> Compiled<Self::Value>;
    /// Throws a TypeError if the value is no object.
    fn require_object(&mut self, value: Self::Value) -> Compiled;
    /// Emits `body` so that every exit from it closes the iterator unless that is done; with `at_end` also its end.
    /// Errors of closing point at `at`, the position of the iterable.
    fn closing(
        &mut self,
        iterator: Self::Iterator,
        at_end: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
    /// Emits `body` so that its exceptions are dropped.
    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled;
}

/// Suspension of generators and async functions.
pub(crate) trait Suspension<'t>: Forms<'t> {
    /// Begins the function's activation. That of a generator is suspended.
    fn start_activation(&mut self) -> Compiled;
    /// Evaluates the operand of `yield*` and gets its iterator.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<Self::Held>;
    /// Calls the iterator with what was sent, and yields its result. Jumps to `done` at the end.
    fn call_delegate(&mut self, delegate: Self::Held, done: Label) -> Compiled;
    /// Makes the value of `yield*`.
    fn delegated(&mut self, delegate: Self::Held) -> Compiled<Self::Value>;
    /// Evaluates the argument and suspends the activation. Makes the value that is sent on resumption.
    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled<Self::Value>;
}

/// Parts of classes.
pub(crate) trait Classes<'t>: Forms<'t> {
    /// Begins a class. If `name` is given, it names the class.
    fn begin_class(&mut self, name: Option<Self::NameKey>) -> Compiled;
    /// Initialises the binding of a private name.
    fn new_private_name(&mut self, binding: BindingId) -> Compiled;
    /// Evaluates the heritage, or makes undefined.
    fn heritage(&mut self, class: &'t Class) -> Compiled<Self::Class>;
    /// Makes the class of its heritage, without any members.
    fn make_class(&mut self, class: &'t Class, made: Self::Class, name: Option<Self::NameKey>) -> Compiled;
    fn define_method(&mut self, class: Self::Class, member: &'t ClassMember) -> Compiled;
    /// Stores the closure of a private method in the hidden binding.
    fn keep_private_method(&mut self, class: Self::Class, member: &'t ClassMember) -> Compiled;
    /// Stores the key of a field in the hidden binding.
    fn keep_field_key(&mut self, class: Self::Class, key: ExpressionId, hidden: ReferenceId) -> Compiled;
    /// Sets the function that initialises the class's instances.
    fn set_fields(&mut self, class: Self::Class, fields: FunctionId) -> Compiled;
    fn initialize_class_name(&mut self, class: Self::Class, binding: BindingId) -> Compiled;
    /// Calls the function with the class as `this`.
    fn run_statics(&mut self, class: Self::Class, statics: FunctionId) -> Compiled;
    /// Ends a class, whose value is the class.
    fn end_class(&mut self, class: Self::Class, join: Self::Join) -> Compiled;
    /// Calls the running constructor's function for fields with its `this`.
    fn initialize_instance(&mut self) -> Compiled;
    /// Emits the whole code of a derived constructor that is not in the source text.
    fn forward_construct(&mut self, has_fields: bool) -> Compiled;
    /// Adds a private method to `this`, in the function for fields. Its closure is in the hidden binding.
    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled;
    fn add_private_field(&mut self, name: ReferenceId, value: Option<ExpressionId>, at: u32) -> Compiled;
    fn define_field(&mut self, key: PropertyName, value: Option<ExpressionId>, at: u32) -> Compiled;
    /// Defines a field of `this` whose key is in the hidden binding. The key names the value if that is a function or
    /// the given class, which have no name.
    fn define_computed_field(
        &mut self,
        key: ReferenceId,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        at: u32,
    ) -> Compiled;
}

/// Labels, jumps, branches that leave a value, and enumerations.
pub(crate) trait Jumps<'t>: Forms<'t> {
    fn begin_statement(&mut self, at: u32);
    /// Returns the index of the next instruction in the code as it is emitted.
    fn code_length(&self) -> u32;
    /// Emits an instruction that does nothing, so that there is something to stop at.
    fn nothing(&mut self);
    /// Binds the label to this position.
    fn bind(&mut self, label: Label);
    /// Binds the label to this position, where each turn of a loop begins.
    fn bind_turn(&mut self, label: Label);
    fn jump(&mut self, to: Label);
    fn new_join(&mut self) -> Compiled<Self::Join>;
    /// Returns the value that all branches have left.
    fn joined(&mut self, join: Self::Join) -> Self::Value;
    /// Evaluates an expression at the end of a branch.
    fn join(&mut self, id: ExpressionId, join: Self::Join) -> Compiled;
    /// Jumps to the label with the value if the value passes the test. Drops the value otherwise.
    fn branch_joined(&mut self, test: Test, join: Self::Join, to: Label);
    /// Begins the enumeration of an object's names. The object is evaluated in the scope `around`, whose bindings are
    /// not initialised.
    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<Self::Held>;
    /// Makes the next name, in the target's own register if it has one. Jumps to `end` at the end.
    fn next_name(&mut self, names: Self::Held, target: Option<ReferenceId>, end: Label) -> Compiled<Self::Value>;
    fn end_enumeration(&mut self, names: Self::Held);
}

/// Conditions that are no construct of [`condition`](super::condition).
pub(crate) trait Conditions<'t>: Forms<'t> {
    /// Evaluates a condition that is no construct of [`condition`].
    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled;
    /// Returns whether a copy of the condition before the loop is better than a jump to it.
    fn is_worth_copying(&self, test: ExpressionId) -> bool;
    /// Holds the operand that a loop's condition compares with, if it is a constant that each turn would load.
    fn hold_limit(&mut self, test: ExpressionId) -> Compiled<Option<Self::Held>>;
    /// Announces that the condition comes next, with its held operand.
    fn use_limit(&mut self, test: ExpressionId, limit: Option<Self::Held>);
}

/// The comparisons of a `switch`.
pub(crate) trait Switches<'t>: Forms<'t> {
    /// Evaluates the operand of `switch` that is compared with cases.
    fn discriminant(&mut self, id: ExpressionId, cases: List<CaseId>) -> Compiled<Self::Value>;
    /// Jumps to the first case that is strictly equal to the value.
    fn search_cases(&mut self, value: Self::Value, cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled;
}

/// Bindings and scopes.
pub(crate) trait Scopes<'t>: Forms<'t> {
    /// Makes a declared function.
    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled;
    /// Initialises a binding without a declaration.
    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled;
    /// Initialises a variable of a body with the value of a parameter.
    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled;
    /// Assigns a function to a variable by name, which sloppy eval code has declared.
    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled;
    /// Evaluates the declaration of a function in a block of sloppy code: assigns the function to the variable as well
    /// (ECMA-262 B.3.2).
    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled;
    fn enter_scope(&mut self, scope: ScopeId) -> Compiled;
    /// Empties the lexical bindings of a scope that has just been entered.
    fn empty_bindings(&mut self, scope: ScopeId) -> Compiled;
    /// Replaces the innermost scope by a copy of itself: closures keep the one they have captured (ECMA-262 14.7.4.4).
    fn fresh_scope(&mut self, scope: ScopeId);
    fn enter_with(&mut self, scope: ScopeId, object: Self::Value, at: u32) -> Compiled;
    fn leave_scope(&mut self, scope: ScopeId);
}

/// Ways out of statements and functions.
pub(crate) trait Exits<'t>: Forms<'t> {
    /// Returns how many things around this position must be left in order.
    fn depth(&self) -> u32;
    /// Leaves everything between this position and the target.
    fn leave(&mut self, to: Label, depth: u32) -> Compiled;
    fn throw(&mut self, value: Self::Value, at: u32) -> Compiled;
    /// Returns where a returned value must wait while cleanup runs, unless all values wait in the same place anyway.
    fn waiting_result(&self) -> Option<Self::Join>;
    fn return_joined(&mut self, join: Self::Join) -> Compiled;
    /// Returns the value of an expression whose only tail position is its own.
    fn return_leaf(&mut self, id: ExpressionId) -> Compiled;
    fn return_undefined(&mut self) -> Compiled;
    /// Returns the value that an expression's promise is fulfilled with (ECMA-262 14.10.1).
    fn return_awaited(&mut self, id: ExpressionId) -> Compiled;
}

/// Code with handlers around it.
pub(crate) trait Protection<'t>: Forms<'t> {
    /// Emits `body` so that every exit from it, its end included, leads through `cleanup`, which does not change the
    /// completion value. If resources are given, an exception of the body is noted in them first.
    fn protected(
        &mut self,
        noting: Option<Self::Held>,
        cleanup: impl FnOnce(&mut Self) -> Compiled,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
    /// Emits `body` so that its exceptions are bound to the clause's parameter, in whose scope `handler` runs.
    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
}

/// Resources of a scope with `using` declarations: see [`disposal`](super::disposal).
pub(crate) trait Disposal<'t>: Forms<'t> {
    fn new_resources(&mut self) -> Compiled<Self::Held>;
    /// The resources of the innermost scope with `using` declarations.
    fn resources(&mut self) -> &mut Option<Self::Held>;
    /// Adds a value to the resources; throws a TypeError if it is none.
    fn add_resource(&mut self, resources: Self::Held, value: Self::Held, is_async: bool) -> Compiled;
    /// Takes the next resource and returns its method. Jumps to `end` at the end.
    fn next_resource(&mut self, resources: Self::Held, end: Label) -> Compiled<Self::Held>;
    /// Calls the method of the resource that was taken last. With `is_async` also awaits its result if need be.
    fn dispose(&mut self, resources: Self::Held, method: Self::Held, is_async: bool) -> Compiled;
    /// Emits `body` so that its exceptions are noted in the resources.
    fn noting(&mut self, resources: Self::Held, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled;
    /// Throws the error of the disposal, if there was one.
    fn throw_noted(&mut self, resources: Self::Held) -> Compiled;
}

/// All primitives of a machine.
pub(crate) trait Machine<'t>:
    Functions<'t>
    + Values<'t>
    + Assignments<'t>
    + Parts<'t>
    + Iterators<'t>
    + Suspension<'t>
    + Classes<'t>
    + Jumps<'t>
    + Conditions<'t>
    + Switches<'t>
    + Scopes<'t>
    + Exits<'t>
    + Protection<'t>
    + Disposal<'t>
{
}
