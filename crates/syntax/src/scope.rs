//! Scopes, bindings and references: who declares a name, who uses it, and how it can be reached.
//!
//! While the parser reads, it notes declarations and references in the innermost [`Scope`]. When a scope ends, each of
//! its references is resolved as far as it can be; what is left goes on to the scope around it. So every reference ends
//! as one [`Resolution`], and a binding is *captured* when an inner function, a direct eval or a mapped `arguments`
//! object may look at it.

mod builder;

use ferrotape_text::{Name, Span};

pub(crate) use builder::{CloseFunction, ScopeBuilder};

use crate::tree::FunctionId;

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
    /// A sloppy direct eval stands in this function's code, so it can declare names here while it runs.
    /// Only ever true for `Function` and sloppy `Eval` scopes.
    pub dynamic: bool,
    /// Some binding is captured, or names can be added or looked up at run time: a record may be opened for it.
    /// Always true for `With`, never for `Script` and sloppy `Eval`.
    pub needs_record: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// Global code: names are properties of the global object.
    Script,
    /// Eval code. Sloppy: declares in the calling variable environment by name. Strict: has bindings of its own.
    Eval,
    /// Parameters, variables and function declarations of a function.
    Function,
    /// The own name of a named function expression: one immutable binding.
    FunctionName,
    Catch,
    /// Functions declared in a block.
    Block,
    With,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub name: Name,
    pub kind: BindingKind,
    pub scope: ScopeId,
    pub span: Span,
    /// An inner function, a direct eval or a mapped `arguments` object may reach it through a record.
    pub captured: bool,
    /// Something assigns to it after its initialisation.
    pub assigned: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BindingKind {
    /// A formal parameter; `index` is its last position.
    Parameter {
        index: u32,
    },
    Variable,
    /// A function declared at the top of a function or in a block.
    Function,
    /// The own name of a function expression: assignments are ignored, or a TypeError in strict code.
    FunctionName,
    /// The implicit `arguments`.
    Arguments,
    CatchParameter,
}

/// One use of a name: an identifier in an expression, or the target of a declaration's initialiser.
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: Name,
    /// The scope that the reference stands in.
    pub scope: ScopeId,
    pub resolution: Resolution,
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
