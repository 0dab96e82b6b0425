//! Shared code of both machines' generators, on top of the machines' primitives.
//!
//! The cut is by kind of meaning. *Control, order and protocol* are here. *Operations on values that are at hand*
//! (literals, names, operators, members, calls, plain assignments, comparisons) belong to each machine. [`Machine`] is
//! implemented by the two structs that hold the state of a function's generation. This module consists of functions
//! over [`Machine`], so that the syntax tells them apart: `m.jump(…)` is a primitive of the machine, `statement(m, …)`
//! a construct of the language.
//!
//! Values pass between primitives in the machine's form: a register on one machine, the top of the value stack on the
//! other. So each value is used once, in the reverse order of making, before the [`Machine::Mark`] taken before it is
//! released. A value that must last longer is [`Machine::Held`]. A machine's walkers (`value` and its variants) handle
//! the leaves, and call back into this module for everything that branches. Only assignments to a variable write the
//! variable's register.
//!
//! *Never*: a default method in [`Machine`], or an arm `_` where a walker decides what a node is. A construct that one
//! machine lacks must not compile.
//!
//! Reading order: `unit`, `function`, `names`; `statement`, `condition`, `loops`, `switch`, `exits`, `class`; then
//! `machine` of [`mod@crate::register`] and [`mod@crate::stack`].

mod class;
mod condition;
mod core;
mod exits;
mod function;
mod generators;
mod implicit;
mod iteration;
mod loops;
mod module;
mod names;
mod pattern;
mod statement;
mod switch;
mod unit;

use ferrotape_budget::Termination;
use ferrotape_bytecode::Code;
use ferrotape_syntax::scope::{BindingId, ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    CaseId, CatchClause, Class, ClassId, ClassMember, ExpressionId, FunctionId, List, PropertyName, StatementId,
};
use ferrotape_text::{Name, Span};

pub(crate) use self::class::{Private, class};
pub(crate) use self::condition::{all_but_last, condition, conditional, decides, effect, logical};
pub(crate) use self::core::{Core, Session};
pub(crate) use self::exits::finalizer;
pub(crate) use self::function::{template, template_kind};
pub(crate) use self::generators::{Suspend, await_value, yield_value};
pub(crate) use self::implicit::Implicit;
pub(crate) use self::iteration::{IteratorHint, close, close_thrown};
pub(crate) use self::names::{ConstantGlobal, Resolved, anonymous};
pub(crate) use self::pattern::{Key, bind_pattern, is_pattern};
pub(crate) use self::unit::{Tables, attempt, generate, index_of};
use crate::control_flow::{Branches, Label, Test};
use crate::register::TOO_MANY_REGISTERS;
use crate::unbuilt::UNBUILT;
use crate::{SourceError, SourceErrorKind};

/// Primitives of a machine, implemented by the state of a function's generation. Errors of all their instructions point
/// at `core().position` unless `at` is given.
pub(crate) trait Machine<'t>: Sized {
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

    // The whole.

    /// Gives variables their places.
    fn lay_out(&mut self) -> Compiled;
    /// Emits what comes before functions are made and the first statement runs (ECMA-262 10.2.11).
    fn prologue(&mut self) -> Compiled;
    /// Makes a declared function.
    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled;
    /// Initialises a binding without a declaration.
    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled;
    /// Returns whether all arguments of a call must be kept while it runs.
    fn keeps_arguments(&self) -> bool;
    /// Returns whether a statement's value may be dropped if a later statement certainly replaces it.
    fn keeps_few_values(&self) -> bool;
    /// Ends the last statement.
    fn end(&mut self) -> Compiled;
    fn finish(&mut self) -> Compiled<Code>;

    // Values.

    /// Evaluates an expression.
    fn value(&mut self, id: ExpressionId) -> Compiled<Self::Value>;
    /// Evaluates an expression that is no construct of [`condition`], for its effects only.
    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled;
    /// Evaluates an expression. Its value becomes the statement's.
    fn completion(&mut self, id: ExpressionId) -> Compiled;
    /// Makes undefined the value of the statement.
    fn undefined_completion(&mut self) -> Compiled;
    /// Assigns `reference = value` of a declaration, which initialises a binding that is not a variable.
    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled;
    /// Initialises the binding of `let x;`.
    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled;
    /// Evaluates the parts of a target.
    fn place(&mut self, target: ExpressionId) -> Compiled<Self::Place>;
    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Self::Place>;
    /// Stores a value that was made after the place.
    fn store(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
    /// Makes a value that can be read repeatedly.
    fn hold(&mut self, value: Self::Value) -> Compiled<Self::Held>;
    fn held(&mut self, held: Self::Held) -> Compiled<Self::Value>;
    /// Drops a value that is not needed.
    fn drop_value(&mut self, value: Self::Value);
    /// Evaluates `default` if the value is undefined. Returns the resulting value.
    fn or_default(&mut self, value: Self::Value, default: ExpressionId) -> Compiled<Self::Value>;

    // Sources of values for patterns and parameters.

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
    /// Initialises a variable of a body with the value of a parameter.
    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled;

    // Iterators (ECMA-262 7.4): see `iteration`.

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

    /// Stores a value that was made before the place.
    fn store_earlier(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
    /// Assigns a function to a variable by name, which sloppy eval code has declared.
    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled;
    /// Evaluates the declaration of a function in a block of sloppy code: assigns the function to the variable as well
    /// (ECMA-262 B.3.2).
    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled;

    // Suspension.

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

    // Classes.

    /// Begins a class. If `name` is given, it names the class.
    fn begin_class(&mut self, name: Option<Self::NameKey>) -> Compiled;
    /// Initialises the binding of a private name.
    fn new_private_name(&mut self, binding: BindingId) -> Compiled;
    /// Evaluates the heritage and makes the class without any members.
    fn make_class(&mut self, class: &'t Class, name: Option<Self::NameKey>) -> Compiled<Self::Class>;
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

    // Control.

    fn begin_statement(&mut self, at: u32);
    /// Binds the label to this position.
    fn bind(&mut self, label: Label);
    /// Binds the label to this position, where each turn of a loop begins.
    fn bind_turn(&mut self, label: Label);
    fn jump(&mut self, to: Label);
    /// Evaluates a condition that is no construct of [`condition`].
    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled;
    /// Returns whether a copy of the condition before the loop is better than a jump to it.
    fn is_worth_copying(&self, test: ExpressionId) -> bool;
    /// Holds the operand that a loop's condition compares with, if it is a constant that each turn would load.
    fn hold_limit(&mut self, test: ExpressionId) -> Compiled<Option<Self::Held>>;
    /// Announces that the condition comes next, with its held operand.
    fn use_limit(&mut self, test: ExpressionId, limit: Option<Self::Held>);
    fn new_join(&mut self) -> Compiled<Self::Join>;
    /// Returns the value that all branches have left.
    fn joined(&mut self, join: Self::Join) -> Self::Value;
    /// Evaluates an expression at the end of a branch.
    fn join(&mut self, id: ExpressionId, join: Self::Join) -> Compiled;
    /// Jumps to the label with the value if the value passes the test. Drops the value otherwise.
    fn branch_joined(&mut self, test: Test, join: Self::Join, to: Label);
    /// Evaluates the operand of `switch` that is compared with cases.
    fn discriminant(&mut self, id: ExpressionId, cases: List<CaseId>) -> Compiled<Self::Value>;
    /// Jumps to the first case that is strictly equal to the value.
    fn search_cases(&mut self, value: Self::Value, cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled;
    /// Begins the enumeration of an object's names. The object is evaluated in the scope `around`, whose bindings are
    /// not initialised.
    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<Self::Held>;
    /// Makes the next name, in the target's own register if it has one. Jumps to `end` at the end.
    fn next_name(&mut self, names: Self::Held, target: Option<ReferenceId>, end: Label) -> Compiled<Self::Value>;
    fn end_enumeration(&mut self, names: Self::Held);

    // Scopes and exits.

    fn enter_scope(&mut self, scope: ScopeId) -> Compiled;
    /// Empties the lexical bindings of a scope that has just been entered.
    fn empty_bindings(&mut self, scope: ScopeId) -> Compiled;
    /// Replaces the innermost scope by a copy of itself: closures keep the one they have captured (ECMA-262 14.7.4.4).
    fn fresh_scope(&mut self, scope: ScopeId);
    fn enter_with(&mut self, scope: ScopeId, object: Self::Value, at: u32) -> Compiled;
    fn leave_scope(&mut self, scope: ScopeId);
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
    /// Emits `body` so that every exit from it, its end included, leads through the block, which is [`finalizer`].
    fn protected(&mut self, block: StatementId, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled;
    /// Emits `body` so that its exceptions are bound to the clause's parameter, in whose scope `handler` runs.
    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
}

/// Error message for a derived constructor that returns without having called `super()`.
pub(crate) const THIS_NOT_BOUND: &str =
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";

/// Reasons to stop compiling a function.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stop {
    /// More than 256 registers are needed: the register machine tries again in wide mode.
    NeedsWide,
    TooDeep(Span),
    TooLarge(&'static str, Span),
    /// The tree has a node that is not supported yet: see `unbuilt`.
    Unbuilt(Span),
    /// A limit was reached, at this source offset if known.
    Terminated(Termination, Option<u32>),
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination, None)
    }
}

impl Stop {
    /// Adds the position that compilation has reached, if none is known.
    pub fn at(self, position: u32) -> Stop {
        match self {
            Stop::Terminated(termination, None) => Stop::Terminated(termination, Some(position)),
            stop => stop,
        }
    }

    /// Returns the error that hosts see.
    fn error(self, function: Span) -> SourceError {
        let (kind, message, span) = match self {
            Stop::NeedsWide => (SourceErrorKind::Limit, TOO_MANY_REGISTERS, function),
            Stop::TooDeep(span) => (SourceErrorKind::Limit, "syntax is nested too deeply", span),
            Stop::TooLarge(message, span) => (SourceErrorKind::Limit, message, span),
            Stop::Unbuilt(span) => (SourceErrorKind::Syntax, UNBUILT, span),
            Stop::Terminated(termination, at) => {
                let span = at.map_or(function, |at| Span::new(at, at));
                return SourceError { span, ..termination.into() };
            }
        };
        SourceError::of_code(kind, message, span)
    }
}
