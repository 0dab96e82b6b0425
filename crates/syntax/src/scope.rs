//! Scopes, bindings and references: declarations of names, their uses, and how they are reached.
//!
//! The parser notes declarations and references in the innermost [`Scope`]. When a scope ends, each of its references
//! is resolved as far as possible; unresolved ones move to the enclosing scope. Every reference so ends with one
//! [`Resolution`]. A binding is *captured* if an inner function, a direct eval or a mapped `arguments` object may
//! access it.
//!
//! **Initialisation** (the temporal dead zone). A reference is *checked* if it may be evaluated before its binding is
//! initialised. That is so in three places: in another function than the binding, before the end of the initialisation, and in
//! another `case` of the same `switch`. At an unchecked reference the binding has its value. Loops need no rule: each iteration
//! enters the scopes of a loop's body again, and bindings declared around and before the loop are initialised. A binding with
//! [`Binding::checked`] must be emptied on entry to its scope; others need not be. Initialising references are never checked
//! ([`Reference::initializes`]). Functions, variables, plain parameters, `arguments` and private names are initialised on entry.
//! Nothing is known of imports: [`BindingKind::Import`].
//!
//! **Functions.** A function has one scope, `Function`, for parameters, variables and the lexical declarations of its
//! body. At run time only an eval that declares something tells them apart, by their kinds. If parameters contain
//! expressions, the body has its own scope `Body` inside. The variables of `Body` begin with the values of the
//! parameters with the same names ([`Scope::copies`], ECMA-262 10.2.11). Declarations of a sloppy direct eval in
//! parameters then lie around the scope `Function`, which is marked as `dynamic`. A sloppy direct eval in the body
//! marks `Body`.
//!
//! **Implicit bindings.** `this`, `new.target` and the function itself (for `super`) are normally registers or frame
//! slots, not bindings. They become bindings of the nearest non-arrow function
//! ([`Function::implicit`](crate::tree::Function)) where some reference needs one:
//! - a reference to any of them in an arrow function (a field's initializer counts as one function with the others);
//! - `super` and `new.target` anywhere;
//! - `this` in a derived constructor.
//!
//! As bindings they are captured like any others. Only `this` of a derived constructor is not initialised on entry. In
//! scripts such a reference is `Global`: the global object for `this`, undefined for `new.target`. A direct eval gets
//! them from its frame; an arrow function with a direct eval has references to them for that purpose. Eval code binds
//! them anew, in the scope of its lexical declarations. In derived constructors eval code looks them up by name
//! instead, as `this` may be initialised from both sides. There, and wherever an eval can see it, the binding is
//! captured.
//!
//! **Classes.** A class has a scope for its inner name, its private names and *hidden* bindings. A private name's
//! binding begins with `#`, as no other name does. Hidden bindings keep what elements need later: closures of private
//! methods, values of computed keys. Initializers of fields and static blocks belong to the synthetic functions
//! `Fields` and `Statics`. Each of them has one scope, which the text leaves and enters again. A static block has a
//! further scope inside for its variables.
//!
//! **Scripts and sloppy eval code** declare variables and functions by name. Scripts also declare their lexical names
//! that way ([`Tree::lexical_names`](crate::tree::Tree)).

mod builder;

use ferrotape_text::{Name, Span};

pub(crate) use builder::{CloseFunction, Conflict, Declared, Head, ScopeBuilder, ScopePlace};

use crate::tree::{FunctionId, List};

/// Number of a scope in its tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(pub u32);

/// Number of a binding in its tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BindingId(pub u32);

/// Number of a reference to a name in its tree.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReferenceId(pub u32);

/// A scope with the names that it declares.
#[derive(Clone, Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The function whose frame holds this scope's registers. For `FunctionName` it is the named function.
    pub function: FunctionId,
    /// Bindings in order of declaration. Empty for `Script` and sloppy `Eval` scopes: they declare names (see
    /// `declared_names`), which are not bound to registers.
    pub bindings: Vec<BindingId>,
    /// Functions declared here, in order; of equal names the last one counts. Entering the scope creates them.
    pub functions: Vec<FunctionId>,
    /// The `var` names of a `Script` or sloppy `Eval` scope, in order, without repeats and without those of
    /// `functions`.
    pub declared_names: Vec<Name>,
    /// Names that only functions in blocks would declare (ECMA-262 B.3.2.2, B.3.2.3). The surroundings of eval code can
    /// prevent it.
    pub hoisted_names: Vec<Name>,
    /// Pairs of bindings of a `Body` scope: a variable, and the parameter (or `arguments`) of the same name that gives
    /// its first value.
    pub copies: List<BindingId>,
    /// A sloppy direct eval stands in this function's code, so it can declare names here while it runs.
    /// Only ever true for `Function`, `Body` and sloppy `Eval` scopes.
    pub dynamic: bool,
    /// A record may be opened for the scope: some binding is captured, or names can be added or looked up at run time.
    /// Always true for `With` and `Module`, never for `Script` and sloppy `Eval`.
    pub needs_record: bool,
    /// Set if there are `using` declarations. Their resources are disposed of on leaving the scope.
    pub disposes: Option<Disposal>,
}

/// Disposal of a scope's resources.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Disposal {
    Sync,
    /// One of the declarations is `await using`.
    Async,
}

/// The kinds of scopes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// Global code: names are properties of the global object.
    Script,
    /// Eval code. Sloppy code declares names in the caller's variable environment; strict code has its own bindings.
    Eval,
    /// All names of a module are bindings.
    Module,
    /// Parameters, variables and function declarations of a function.
    Function,
    /// Declarations of a function's body, where the parameters have expressions.
    Body,
    /// The own name of a named function expression: one immutable binding.
    FunctionName,
    Catch,
    /// Declarations of a block.
    Block,
    /// Declarations in the head of a `for` statement.
    Loop,
    Class,
    /// Variables and lexical declarations of a static block.
    StaticBlock,
    With,
}

/// A declared name, and facts about its use.
#[derive(Clone, Debug)]
pub struct Binding {
    pub name: Name,
    pub kind: BindingKind,
    pub scope: ScopeId,
    pub span: Span,
    /// An inner function, a direct eval, a mapped `arguments` object or another module may access it through a record.
    pub captured: bool,
    /// Something assigns to the binding after its initialisation.
    pub assigned: bool,
    /// Something may access the binding before it is initialised: entering its scope must empty it.
    pub checked: bool,
}

/// The ways to declare a binding.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BindingKind {
    /// A formal parameter; `index` is its last position. It may have a default value.
    Parameter {
        index: u32,
    },
    /// A name in a pattern of a parameter list, or the rest parameter.
    PatternParameter,
    Variable,
    /// A function declared at the top of a function or in a block.
    Function,
    /// The own name of a function expression: assignments are ignored, or a TypeError in strict code.
    FunctionName,
    /// The implicit `arguments`.
    Arguments,
    /// A name in the parameter of a catch clause.
    CatchParameter,
    Let,
    /// A `const` or `using` binding. An assignment to it throws a TypeError when evaluated.
    Const,
    /// The name that a class declaration declares, or a module's `*default*`.
    Class,
    /// A class's name within the class. Assignments behave as for `Const`.
    ClassName,
    /// A binding of another module. References to it are always checked, assignments are a TypeError.
    Import,
    Private(PrivateKind),
    /// See [`HiddenBinding`](crate::tree::HiddenBinding).
    Hidden,
    /// See [`Function::implicit`](crate::tree::Function).
    This,
    ActiveFunction,
    NewTarget,
}

/// The kind of element that a private name stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PrivateKind {
    Field,
    Method,
    Getter,
    Setter,
    /// Getter and setter.
    Accessor,
}

impl BindingKind {
    /// Returns whether the binding's name is an identifier, so that a dynamic binding can shadow it.
    pub fn is_visible(self) -> bool {
        use BindingKind::{ActiveFunction, Hidden, NewTarget, Private, This};
        !matches!(self, Private(_) | Hidden | This | ActiveFunction | NewTarget)
    }

    /// Returns whether the binding has no value until its declaration is evaluated.
    pub fn is_lexical(self) -> bool {
        matches!(self, BindingKind::Let | BindingKind::Const | BindingKind::Class | BindingKind::ClassName)
    }
}

/// One use of a name: an identifier in an expression, or the target of a declaration's initialiser.
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: Name,
    /// The scope that contains the reference.
    pub scope: ScopeId,
    pub resolution: Resolution,
    /// The reference may be evaluated before its binding is initialised.
    pub checked: bool,
    /// The reference gives its binding, which is not a variable, the first value.
    pub initializes: bool,
}

/// The meaning of a reference, as far as the text tells it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// A binding of this tree that no dynamic binding can shadow. It is a register of the same function, or is reached
    /// through records if its scope belongs to another function.
    Binding(BindingId),
    /// Certainly a global: nothing dynamic lies between the reference and the global object.
    Global,
    /// Looked up by name at run time. In between lies a `with`, an eval that may have declared the name, or the unknown
    /// scopes around direct eval code.
    Dynamic,
}

/// A name that a script declares lexically.
#[derive(Copy, Clone, Debug)]
pub struct LexicalName {
    pub name: Name,
    /// The declaration is `const` or `using`.
    pub is_constant: bool,
    pub span: Span,
}
