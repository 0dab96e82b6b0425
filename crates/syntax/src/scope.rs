//! Scopes, bindings and references: who declares a name, who uses it, and how it can be reached.
//!
//! While the parser reads, it notes declarations and references in the innermost [`Scope`]. When a scope ends, each of
//! its references is resolved as far as it can be; what is left goes on to the scope around it. So every reference ends
//! as one [`Resolution`], and a binding is *captured* when an inner function, a direct eval or a mapped `arguments`
//! object may look at it.
//!
//! **Initialisation** (the temporal dead zone). A reference is *checked* where it may be evaluated before its binding is
//! initialised: it stands in another function than the binding, before the end of the initialisation, or in another `case` of the
//! same `switch`. Where it is not checked the binding has its value. A loop needs no rule: its body enters scopes anew, and what
//! stands around it and before it has been initialised. A binding with [`Binding::checked`] must be emptied when its scope is
//! entered, others need not. References that initialise are never checked ([`Reference::initializes`]). Functions, variables,
//! plain parameters, `arguments` and private names are initialised on entry. Of imports nothing is known:
//! [`BindingKind::Import`].
//!
//! **Functions.** A function has one scope, `Function`, for parameters, variables and what its body declares lexically (nothing
//! tells them apart while it runs but an eval that declares, which looks at the kinds). Where parameters have expressions the
//! body has a scope `Body` of its own in it, whose variables begin with the values of the parameters of the same names
//! ([`Scope::copies`], ECMA-262 10.2.11). What a sloppy direct eval in parameters declares then lies around the scope
//! `Function`, which is marked as `dynamic` for it; one in the body marks `Body`.
//!
//! **Implicit bindings.** `this`, `new.target` and the function itself (for `super`) are registers or frame slots, and in general
//! no bindings. They become bindings of the nearest function that is no arrow where something can only reach them so: where a
//! reference to them stands in an arrow function, a field's initializer counting as one function with the others, or `super` and
//! `new.target` anywhere, or `this` in a derived constructor ([`Function::implicit`](crate::tree::Function)). Being bindings they
//! are captured as any other. `this` of a derived constructor is the only one that is not initialised on entry. In scripts such a
//! reference is `Global`: the global object, and undefined. A direct eval gets them from the frame that it stands in; an arrow
//! function with a direct eval has references to them for that purpose. Eval code binds them anew, in the scope of its lexical
//! declarations, but in derived constructors looks them up by name, as `this` may be initialised from both sides: there, and
//! wherever an eval can see it, the binding is captured.
//!
//! **Classes.** A class has a scope for its inner name, its private names (bindings whose names begin with `#`, which no other
//! name does) and *hidden* bindings, which hold what elements need later: closures of private methods, values of computed keys.
//! Initializers of fields and static blocks are code of the synthetic functions `Fields` and `Statics`, which have one scope
//! each, though it is left and entered again in the text; a static block has a further scope in it for its variables.
//!
//! **Scripts and sloppy eval code** declare variables and functions by name; scripts also what is lexical
//! ([`Tree::lexical_names`](crate::tree::Tree)).

mod builder;

use ferrotape_text::{Name, Span};

pub(crate) use builder::{CloseFunction, Conflict, Declared, Head, ScopeBuilder};

use crate::tree::{FunctionId, List};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(pub u32);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BindingId(pub u32);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReferenceId(pub u32);

#[derive(Clone, Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The function whose frame this scope's registers are in. For `FunctionName` that is the function named.
    pub function: FunctionId,
    /// In order of declaration. For `Script` and sloppy `Eval` scopes empty: their names are declared by name
    /// (see `declared_names`), not bound to registers.
    pub bindings: Vec<BindingId>,
    /// Functions declared here, in order; of equal names the last one counts. They are made when the scope is entered.
    pub functions: Vec<FunctionId>,
    /// `Script` and sloppy `Eval` scopes: the `var` names in order, without repeats and without those of `functions`.
    pub declared_names: Vec<Name>,
    /// The names that only functions in blocks would declare (ECMA-262 B.3.2.2, B.3.2.3). What is around eval code can
    /// prevent it.
    pub hoisted_names: Vec<Name>,
    /// `Body` scopes: pairs of a variable and the parameter (or `arguments`) of the same name whose value it begins with.
    pub copies: List<BindingId>,
    /// A sloppy direct eval stands in this function's code, so it can declare names here while it runs.
    /// Only ever true for `Function`, `Body` and sloppy `Eval` scopes.
    pub dynamic: bool,
    /// Some binding is captured, or names can be added or looked up at run time: a record may be opened for it.
    /// Always true for `With` and `Module`, never for `Script` and sloppy `Eval`.
    pub needs_record: bool,
    /// There are `using` declarations, whose resources are disposed of when it is left.
    pub disposes: Option<Disposal>,
}

/// Of the resources of a scope.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Disposal {
    Sync,
    /// One of them is `await using`.
    Async,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// Global code: names are properties of the global object.
    Script,
    /// Eval code. Sloppy: declares in the calling variable environment by name. Strict: has bindings of its own.
    Eval,
    /// All names of a module are bindings.
    Module,
    /// Parameters, variables and function declarations of a function.
    Function,
    /// What the body of a function declares whose parameters have expressions.
    Body,
    /// The own name of a named function expression: one immutable binding.
    FunctionName,
    Catch,
    /// What is declared in a block.
    Block,
    /// What is declared in the head of a `for` statement.
    Loop,
    Class,
    /// Variables and what is lexical in a static block.
    StaticBlock,
    With,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub name: Name,
    pub kind: BindingKind,
    pub scope: ScopeId,
    pub span: Span,
    /// An inner function, a direct eval, a mapped `arguments` object or another module may reach it through a record.
    pub captured: bool,
    /// Something assigns to it after its initialisation.
    pub assigned: bool,
    /// Something may look at it before it is initialised: it must be emptied when its scope is entered.
    pub checked: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BindingKind {
    /// A formal parameter; `index` is its last position. It may have a default value.
    Parameter {
        index: u32,
    },
    /// A name in a pattern, or the rest, of a parameter list.
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
    /// Assignments to it are a TypeError when they are reached. Also of `using`.
    Const,
    /// The name that a class declaration declares, or a module's `*default*`.
    Class,
    /// A class's name within itself: as `Const`.
    ClassName,
    /// A binding of another module. References to it are always to be checked, assignments are a TypeError.
    Import,
    Private(PrivateKind),
    /// See [`HiddenBinding`](crate::tree::HiddenBinding).
    Hidden,
    /// See [`Function::implicit`](crate::tree::Function).
    This,
    ActiveFunction,
    NewTarget,
}

/// What a private name stands for.
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
    /// Has it a name that can be written, so that something dynamic can come before it?
    pub fn is_visible(self) -> bool {
        use BindingKind::{ActiveFunction, Hidden, NewTarget, Private, This};
        !matches!(self, Private(_) | Hidden | This | ActiveFunction | NewTarget)
    }

    /// Is it without a value until its declaration is evaluated?
    pub fn is_lexical(self) -> bool {
        matches!(self, BindingKind::Let | BindingKind::Const | BindingKind::Class | BindingKind::ClassName)
    }
}

/// One use of a name: an identifier in an expression, or the target of a declaration's initialiser.
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: Name,
    /// The scope that the reference stands in.
    pub scope: ScopeId,
    pub resolution: Resolution,
    /// Its binding may not be initialised yet.
    pub checked: bool,
    /// It gives a binding that is not a variable its first value.
    pub initializes: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Resolution {
    /// A binding of this tree that nothing dynamic can come before: a register of the same function,
    /// or through records where the binding's scope belongs to another function.
    Binding(BindingId),
    /// Certainly a global: nothing dynamic stands between the reference and the global object.
    Global,
    /// To be looked up by name at run time: a `with`, an eval that may have declared it, or the unknown scopes
    /// around direct eval code stand in between.
    Dynamic,
}

/// A name that a script declares lexically.
#[derive(Copy, Clone, Debug)]
pub struct LexicalName {
    pub name: Name,
    /// `const` and `using`.
    pub is_constant: bool,
    pub span: Span,
}
