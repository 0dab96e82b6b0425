//! Functions and classes.

use ferrotape_text::{Name, Span};

use super::{ClassId, ExpressionId, FunctionId, List, MemberId, PropertyName, StatementId};
use crate::scope::{BindingId, ReferenceId, ScopeId};

/// A function, or the code of a script, a module or an eval.
#[derive(Clone, Debug)]
pub struct Function {
    pub kind: FunctionKind,
    /// `*default*` where `export default` declares a function without a name: it is called `default`.
    pub name: Option<Name>,
    /// From `function`, `get` or `set` to the closing brace: what `toString` shows.
    pub span: Span,
    /// Where the name is written, or the keyword where there is none.
    pub name_span: Span,
    /// Positions in order, where all are plain names; of equal names the last one counts (sloppy code only).
    pub parameters: Vec<Parameter>,
    /// Positions in order, where they are not (IsSimpleParameterList, ECMA-262 15.1.3): `Identifier`s, patterns,
    /// `AssignmentPattern`s, at the end perhaps a `Rest`. The `Identifier`s in them are initialised, in this order, from left to
    /// right. Then `parameters` is empty.
    pub patterns: List<ExpressionId>,
    pub body: List<StatementId>,
    /// Of kind `Function`, `Script`, `Module` or `Eval`.
    pub scope: ScopeId,
    /// Where the body's declarations have a scope of their own inside of `scope`: of kind `Body` where parameters have
    /// expressions, of kind `Block` for what eval code declares lexically and for the implicit bindings that its arrow functions
    /// use.
    pub body_scope: Option<ScopeId>,
    /// Of kind `FunctionName`, around `scope`: binds the own name of a named function expression.
    pub name_scope: Option<ScopeId>,
    pub strict: bool,
    /// Of a module: there is an `await` at its top.
    pub is_async: bool,
    pub is_generator: bool,
    /// Mentions `this`, or could through a direct eval.
    pub uses_this: bool,
    /// The binding of `arguments`, where it can be seen: it is made on entry.
    pub arguments: Option<BindingId>,
    /// It has that binding for calls like `f.apply(this, arguments)` alone
    /// ([`Tree::applied_name`](crate::tree::Tree::applied_name)), and perhaps for functions in it.
    pub only_applies_arguments: bool,
    /// The implicit bindings that something refers to: see `scope.rs`.
    pub implicit: ImplicitBindings,
    /// Of an arrow function with a direct eval of its own: references to `this`, to the function around and to `new.target`, in a
    /// row, which that eval code may want.
    pub eval_references: Option<ReferenceId>,
    /// Of constructors and of the functions for fields and static elements.
    pub class: Option<ClassId>,
    /// A direct eval stands in this function itself or in one inside: names must be kept.
    pub contains_direct_eval: bool,
    /// `"use notail"`, or the document's `"use duk notail"`, was among the directives.
    pub no_tail_calls: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    Script,
    /// Code of a direct or indirect eval.
    Eval,
    Declaration,
    Expression,
    Getter,
    Setter,
    Arrow,
    /// Of an object literal or a class.
    Method,
    /// Of a class without `extends`.
    Constructor,
    /// Of a class with `extends`: `this` is a binding that `super()` initialises.
    DerivedConstructor,
    /// What all fields of a class's instances begin with: see [`Class::fields`]. The body is empty.
    Fields,
    /// Static fields and static blocks: see [`Class::statics`]. The body is empty.
    Statics,
    Module,
}

/// By what is meant: the binding of the function that `this` and the others mean, where a reference needs one. They have no
/// declaration, and names that cannot be written (`this`, `super`, `new.target`).
#[derive(Copy, Clone, Default, Debug)]
pub struct ImplicitBindings {
    pub this: Option<BindingId>,
    /// The function itself, whose home object `super.a` asks, and whose parent `super()` calls.
    pub function: Option<BindingId>,
    pub new_target: Option<BindingId>,
}

#[derive(Copy, Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub span: Span,
    pub binding: BindingId,
}

/// A class declaration or expression (ECMA-262 15.7). All of it is strict code.
#[derive(Clone, Debug)]
pub struct Class {
    pub span: Span,
    pub name: Option<Name>,
    pub name_span: Span,
    /// Of kind `Class`: the inner name, private names, hidden bindings. The heritage and computed keys are evaluated in it.
    pub scope: ScopeId,
    /// The inner name, which is initialised when the class is complete, before its static elements run.
    pub binding: Option<BindingId>,
    pub heritage: Option<ExpressionId>,
    pub constructor: FunctionId,
    /// The constructor is not written: its body is empty.
    pub has_implicit_constructor: bool,
    /// In the order of the text, without the constructor.
    pub members: List<MemberId>,
    /// The function that gives an instance its private methods and accessors, then its fields, all in the order of `members`.
    /// All instance members that it needs refer to their names from its scope.
    pub fields: Option<FunctionId>,
    /// The same for the class itself, once: private static methods, then static fields and blocks.
    pub statics: Option<FunctionId>,
}

#[derive(Copy, Clone, Debug)]
pub struct ClassMember {
    pub span: Span,
    pub kind: MemberKind,
    pub is_static: bool,
    /// For `StaticBlock` it says nothing.
    pub key: PropertyName,
    /// A `Function` expression for `Method`, `Get` and `Set`; the initializer of a `Field`, if it has one, evaluated in the
    /// function `fields` or `statics`.
    pub value: Option<ExpressionId>,
    /// Of a static block.
    pub body: List<StatementId>,
    /// Of a static block, where it declares something, of kind `StaticBlock`.
    pub scope: Option<ScopeId>,
    /// Of a member with a private name: that name, from within `fields` or `statics`.
    pub private_name: Option<ReferenceId>,
    /// Where a private method's closure and the value of a field's computed key are kept until `fields` or `statics` uses them.
    pub hidden: Option<HiddenBinding>,
}

/// A binding of a class scope without a name that can be written.
#[derive(Copy, Clone, Debug)]
pub struct HiddenBinding {
    pub binding: BindingId,
    /// From the class scope, where it is initialised.
    pub outside: ReferenceId,
    /// From the function `fields` or `statics`.
    pub inside: ReferenceId,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Method,
    Get,
    Set,
    Field,
    StaticBlock,
}
