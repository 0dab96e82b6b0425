//! What both machines' generators do alike: said once, over what they do differently.
//!
//! The cut is by kind of meaning. *Control, order and protocol* are here; *operations on values that are at hand* (literals,
//! names, operators, members, calls, plain assignments, comparisons) are each machine's own. [`Machine`] is implemented by the
//! two structs that hold the state of a function's generation. What is here are functions over it, so that a reader tells them
//! apart by the grammar: `m.jump(…)` is a primitive of the machine, `statement(m, …)` a construct of the language.
//!
//! Values go from primitive to primitive as what a machine makes of them: a register here, the top of the value stack there.
//! So each is used once, in the reverse order of making, before the [`Machine::Mark`] that was taken before it is released;
//! what must last longer is [`Machine::Held`]. A machine's walkers (`value` and its variants) do the leaves and come back here
//! for whatever branches. A variable's register is written by nothing but what assigns to the variable.
//!
//! *Never*: a default method in [`Machine`], or an arm `_` where a walker decides what a node is: a construct that one machine
//! lacks must not compile.
//!
//! Reading order: `unit`, `function`, `names`; `statement`, `condition`, `loops`, `switch`, `exits`, `class`; then `machine` of
//! [`mod@crate::register`] and [`mod@crate::stack`].

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

/// The primitives of a machine, implemented by the state of a function's generation. Whatever a machine makes of them, errors
/// point at `core().position` unless `at` is given.
pub(crate) trait Machine<'t>: Sized {
    /// A value at hand. It is used once, in the reverse order of making.
    type Value: Copy;
    /// A target whose parts have been evaluated.
    type Place: Copy;
    /// A value that can be read again and again until the mark before it is released.
    type Held: Copy;
    /// Where branches leave one value.
    type Join: Copy;
    /// An iterator: object, `next`, done.
    type Iterator: Copy;
    /// A property key at hand, which can be read again.
    type NameKey: Copy;
    /// The constructor and the prototype of a class that is being made.
    type Class: Copy;
    /// How much room is taken by what is not needed any more after a construct.
    type Mark: Copy;
    /// What the functions of a unit share on this machine.
    type Tables: Tables;

    fn core(&mut self) -> &mut Core<'t>;
    /// Both at once.
    fn split(&mut self) -> (&mut Core<'t>, &Self::Tables);
    fn mark(&self) -> Self::Mark;
    /// Gives back what has been taken since.
    fn release(&mut self, mark: Self::Mark);

    // The whole.

    /// Gives variables their places.
    fn lay_out(&mut self) -> Compiled;
    /// What there is before functions are made and the first statement runs (ECMA-262 10.2.11).
    fn prologue(&mut self) -> Compiled;
    /// Makes a function that is declared.
    fn initialize_function(&mut self, binding: BindingId, function: FunctionId) -> Compiled;
    /// Gives a binding without a declaration its value.
    fn initialize_implicit(&mut self, binding: BindingId, which: Implicit) -> Compiled;
    /// Must all arguments of a call be kept while it runs?
    fn keeps_arguments(&self) -> bool;
    /// Are values of statements not kept that the value of a later one certainly replaces?
    fn keeps_few_values(&self) -> bool;
    /// The last statement ends.
    fn end(&mut self) -> Compiled;
    fn finish(&mut self) -> Compiled<Code>;

    // Values.

    /// Evaluates an expression.
    fn value(&mut self, id: ExpressionId) -> Compiled<Self::Value>;
    /// Evaluates an expression that is no construct of [`condition`], for the effects only.
    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled;
    /// Evaluates an expression; its value is the statement's.
    fn completion(&mut self, id: ExpressionId) -> Compiled;
    /// The value of the statement is undefined.
    fn undefined_completion(&mut self) -> Compiled;
    /// `reference = value`, where a declaration says so: the first value of what is not a variable.
    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled;
    /// `let x;`
    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled;
    /// Evaluates the parts of a target.
    fn place(&mut self, target: ExpressionId) -> Compiled<Self::Place>;
    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Self::Place>;
    /// Stores a value that was made after the place.
    fn store(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
    /// Makes of a value one that can be read again and again.
    fn hold(&mut self, value: Self::Value) -> Compiled<Self::Held>;
    fn held(&mut self, held: Self::Held) -> Compiled<Self::Value>;
    /// The value is not wanted.
    fn drop_value(&mut self, value: Self::Value);
    /// The value, or that of an expression where it is undefined.
    fn or_default(&mut self, value: Self::Value, default: ExpressionId) -> Compiled<Self::Value>;

    // What patterns and parameters take values from.

    /// TypeError where the value is undefined or null, which names the property that is asked for first.
    fn require_coercible(&mut self, value: Self::Held, first: Option<Name>) -> Compiled;
    /// Evaluates a computed key, and converts it once.
    fn property_key(&mut self, key: ExpressionId) -> Compiled<Self::Held>;
    fn member(&mut self, object: Self::Held, key: Key<Self::Held>, at: u32) -> Compiled<Self::Value>;
    /// A new array.
    fn new_list(&mut self) -> Compiled<Self::Held>;
    fn append(&mut self, list: Self::Held, value: Self::Value) -> Compiled;
    fn append_key(&mut self, list: Self::Held, key: Key<Self::Held>) -> Compiled;
    /// A new object with the properties of another one, but for those whose keys are in the list.
    fn rest_properties(&mut self, source: Self::Held, taken: Self::Held) -> Compiled<Self::Value>;
    /// An argument by its position.
    fn argument(&mut self, position: u32) -> Compiled<Self::Value>;
    fn rest_arguments(&mut self, start: u32) -> Compiled<Self::Value>;
    /// A variable of a body begins with the value of a parameter.
    fn copy_binding(&mut self, variable: BindingId, parameter: BindingId) -> Compiled;

    // Iterators (ECMA-262 7.4): see `iteration`.

    /// GetIterator of a value at hand.
    fn open_iterator(&mut self, iterable: Self::Value, at: u32) -> Compiled<Self::Iterator>;
    /// GetIterator of what an expression gives in that scope, whose bindings are not initialised.
    fn open_iterator_in(
        &mut self,
        id: ExpressionId,
        around: Option<ScopeId>,
        hint: IteratorHint,
        at: u32,
    ) -> Compiled<Self::Iterator>;
    /// The next value; goes to `end` where there is none. What an async iterator gives is awaited.
    fn step(&mut self, iterator: Self::Iterator, end: Label) -> Compiled<Self::Value>;
    /// The next value, or undefined where there is none, or was none before.
    fn step_or_undefined(&mut self, iterator: Self::Iterator) -> Compiled<Self::Value>;
    fn branch_done(&mut self, iterator: Self::Iterator, to: Label) -> Compiled;
    /// What the method `return` gives, awaited where the iterator is async; goes to `none` where there is none.
    fn return_of(&mut self, iterator: Self::Iterator, none: Label) -> Compiled<Self::Value>;
    /// TypeError where the value is no object.
    fn require_object(&mut self, value: Self::Value) -> Compiled;
    /// All ways out of `body` close the iterator unless it is done: its end, too, if that is said. Errors of that are at `at`,
    /// the place of what the iterator is of.
    fn closing(
        &mut self,
        iterator: Self::Iterator,
        at_end: bool,
        at: u32,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
    /// What `body` throws is lost.
    fn ignoring(&mut self, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled;

    /// Stores a value that was made before the place.
    fn store_earlier(&mut self, place: Self::Place, value: Self::Value) -> Compiled;
    /// Gives a variable by name, which sloppy eval code has declared, its function.
    fn declare_function(&mut self, name: Name, function: FunctionId) -> Compiled;
    /// Evaluating the declaration of a function in a block of sloppy code: the function becomes the value of the variable as
    /// well (ECMA-262 B.3.2).
    fn function_in_block(&mut self, function: FunctionId, outer: ReferenceId) -> Compiled;

    // Suspension.

    /// The activation of the function begins; that of a generator is suspended.
    fn start_activation(&mut self) -> Compiled;
    /// Evaluates what `yield*` delegates to.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<Self::Held>;
    /// Calls the iterator with what was sent, and passes its result on; goes to `done` where there is no more.
    fn call_delegate(&mut self, delegate: Self::Held, done: Label) -> Compiled;
    /// The value of `yield*`.
    fn delegated(&mut self, delegate: Self::Held) -> Compiled<Self::Value>;
    /// Evaluates the argument, and suspends the activation. Gives what is sent.
    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled<Self::Value>;

    // Classes.

    /// A class begins whose name is to be that of the key, if there is one.
    fn begin_class(&mut self, name: Option<Self::NameKey>) -> Compiled;
    /// Gives the binding of a private name its value.
    fn new_private_name(&mut self, binding: BindingId) -> Compiled;
    /// What is extended, and the class without any members.
    fn make_class(&mut self, class: &'t Class, name: Option<Self::NameKey>) -> Compiled<Self::Class>;
    fn define_method(&mut self, class: Self::Class, member: &'t ClassMember) -> Compiled;
    /// The closure of a private method waits in the hidden binding.
    fn keep_private_method(&mut self, class: Self::Class, member: &'t ClassMember) -> Compiled;
    /// The key of a field waits in the hidden binding.
    fn keep_field_key(&mut self, class: Self::Class, key: ExpressionId, hidden: ReferenceId) -> Compiled;
    /// Instances begin with what the function gives them.
    fn set_fields(&mut self, class: Self::Class, fields: FunctionId) -> Compiled;
    fn initialize_class_name(&mut self, class: Self::Class, binding: BindingId) -> Compiled;
    /// Calls the function with the class as `this`.
    fn run_statics(&mut self, class: Self::Class, statics: FunctionId) -> Compiled;
    /// The class is the value.
    fn end_class(&mut self, class: Self::Class, join: Self::Join) -> Compiled;
    /// Calls the function for fields of the running constructor with its `this`.
    fn initialize_instance(&mut self) -> Compiled;
    /// All that a derived constructor does which is not written.
    fn forward_construct(&mut self, has_fields: bool) -> Compiled;
    /// Of the function for fields: `this` gets a private method whose closure waits in the binding.
    fn add_private_method(&mut self, name: ReferenceId, closure: ReferenceId, form: Private) -> Compiled;
    fn add_private_field(&mut self, name: ReferenceId, value: Option<ExpressionId>, at: u32) -> Compiled;
    fn define_field(&mut self, key: PropertyName, value: Option<ExpressionId>, at: u32) -> Compiled;
    /// The key waits in the binding; it names the value where that is a function or the class without a name.
    fn define_computed_field(
        &mut self,
        key: ReferenceId,
        value: Option<ExpressionId>,
        class: Option<ClassId>,
        at: u32,
    ) -> Compiled;

    // Control.

    fn begin_statement(&mut self, at: u32);
    /// The label stands here.
    fn bind(&mut self, label: Label);
    /// The label stands here, and each turn of a loop begins here.
    fn bind_turn(&mut self, label: Label);
    fn jump(&mut self, to: Label);
    /// Evaluates a condition that is no construct of [`condition`].
    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled;
    /// Is a copy of the condition before the loop better than a jump to it?
    fn is_worth_copying(&self, test: ExpressionId) -> bool;
    /// What the condition of a loop compares with, held while it runs where that is a constant which each turn would load.
    fn hold_limit(&mut self, test: ExpressionId) -> Compiled<Option<Self::Held>>;
    /// That condition comes next.
    fn use_limit(&mut self, test: ExpressionId, limit: Option<Self::Held>);
    fn new_join(&mut self) -> Compiled<Self::Join>;
    /// The value that all branches have left.
    fn joined(&mut self, join: Self::Join) -> Self::Value;
    /// Evaluates an expression at the end of a branch.
    fn join(&mut self, id: ExpressionId, join: Self::Join) -> Compiled;
    /// Goes there with the value if it is what the test asks for; else the value is gone.
    fn branch_joined(&mut self, test: Test, join: Self::Join, to: Label);
    /// Evaluates what `switch` compares with cases.
    fn discriminant(&mut self, id: ExpressionId, cases: List<CaseId>) -> Compiled<Self::Value>;
    /// Goes to the first case that is strictly equal to the value.
    fn search_cases(&mut self, value: Self::Value, cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled;
    /// Begins the enumeration of an object's names. The object is evaluated in that scope, whose bindings are not initialised.
    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<Self::Held>;
    /// The next name, in the target's own register where it has one. Goes to `end` where there is none.
    fn next_name(&mut self, names: Self::Held, target: Option<ReferenceId>, end: Label) -> Compiled<Self::Value>;
    fn end_enumeration(&mut self, names: Self::Held);

    // Scopes and exits.

    fn enter_scope(&mut self, scope: ScopeId) -> Compiled;
    /// What the scope that has been entered declares lexically is not initialised.
    fn empty_bindings(&mut self, scope: ScopeId) -> Compiled;
    /// The innermost scope becomes a copy of itself: closures keep what they have seen (ECMA-262 14.7.4.4).
    fn fresh_scope(&mut self, scope: ScopeId);
    fn enter_with(&mut self, scope: ScopeId, object: Self::Value, at: u32) -> Compiled;
    fn leave_scope(&mut self, scope: ScopeId);
    /// How much there is around that must be left in order.
    fn depth(&self) -> u32;
    /// Leaves what lies between here and the place to go to.
    fn leave(&mut self, to: Label, depth: u32) -> Compiled;
    fn throw(&mut self, value: Self::Value, at: u32) -> Compiled;
    /// Where a value that is returned must wait for what is still to be run, if that is no place where all values go anyway.
    fn waiting_result(&self) -> Option<Self::Join>;
    fn return_joined(&mut self, join: Self::Join) -> Compiled;
    /// Returns the value of an expression that has no tail position but its own.
    fn return_leaf(&mut self, id: ExpressionId) -> Compiled;
    fn return_undefined(&mut self) -> Compiled;
    /// Returns what an expression's value is fulfilled with (ECMA-262 14.10.1).
    fn return_awaited(&mut self, id: ExpressionId) -> Compiled;
    /// All ways out of `body`, its end included, lead through the block, which is [`finalizer`].
    fn protected(&mut self, block: StatementId, body: impl FnOnce(&mut Self) -> Compiled) -> Compiled;
    /// What `body` throws is bound to the parameter of the clause, and `handler` runs in its scope.
    fn catching(
        &mut self,
        clause: CatchClause,
        body: impl FnOnce(&mut Self) -> Compiled,
        handler: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled;
}

/// What is said where a derived constructor returns that never calls `super()`.
pub(crate) const THIS_NOT_BOUND: &str =
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";

/// Why compiling a function stops.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Stop {
    /// More than 256 registers are needed: try again in wide mode. Of the register machine only.
    NeedsWide,
    TooDeep(Span),
    TooLarge(&'static str, Span),
    /// The tree has a node that is not built yet: see `unbuilt`.
    Unbuilt(Span),
    /// With the source offset that had been reached, where it is known.
    Terminated(Termination, Option<u32>),
}

pub(crate) type Compiled<T = ()> = Result<T, Stop>;

impl From<Termination> for Stop {
    fn from(termination: Termination) -> Self {
        Stop::Terminated(termination, None)
    }
}

impl Stop {
    /// With the place that compiling has come to, where none is known.
    pub fn at(self, position: u32) -> Stop {
        match self {
            Stop::Terminated(termination, None) => Stop::Terminated(termination, Some(position)),
            stop => stop,
        }
    }

    /// What embedders see of it.
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
