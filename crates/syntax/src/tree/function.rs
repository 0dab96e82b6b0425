//! Functions and classes.

use ferrotape_text::{Name, Span};

use super::{ClassId, ExpressionId, FunctionId, List, MemberId, PropertyName, StatementId};
use crate::scope::{BindingId, ReferenceId, ScopeId};

/// A function, or the code of a script, a module or an eval.
#[derive(Clone, Debug)]
pub struct Function {
    pub kind: FunctionKind,
    /// The function's name. It is `*default*` where `export default` declares a function without a name; such a
    /// function is called `default`.
    pub name: Option<Name>,
    /// Source text from `function`, `get` or `set` to the closing brace, as `toString` shows it.
    pub span: Span,
    /// Span of the name, or of the keyword if there is no name.
    pub name_span: Span,
    /// Parameters by position, if all are plain names. Of equal names the last one counts (sloppy code only).
    pub parameters: Vec<Parameter>,
    /// Parameters by position, if not all are plain names (IsSimpleParameterList, ECMA-262 15.1.3). They are
    /// `Identifier`s, patterns, `AssignmentPattern`s, possibly a `Rest` at the end. Their `Identifier`s are initialised
    /// from left to right, in this order. `parameters` is empty then.
    pub patterns: List<ExpressionId>,
    pub body: List<StatementId>,
    /// Scope of kind `Function`, `Script`, `Module` or `Eval`.
    pub scope: ScopeId,
    /// Scope of the body's declarations, if they have their own one inside of `scope`. It is of kind `Body` if
    /// parameters have expressions. It is of kind `Block` for lexical declarations of eval code and for the implicit
    /// bindings that eval code's arrow functions use.
    pub body_scope: Option<ScopeId>,
    /// Scope of kind `FunctionName` around `scope`, which binds the own name of a named function expression.
    pub name_scope: Option<ScopeId>,
    pub strict: bool,
    /// True for an async function, and for a module with an `await` at its top.
    pub is_async: bool,
    pub is_generator: bool,
    /// The code mentions `this`, or could do so in a direct eval.
    pub uses_this: bool,
    /// Binding of `arguments`, if something can access it. It is initialised on entry.
    pub arguments: Option<BindingId>,
    /// The binding in `arguments` exists only for calls like `f.apply(this, arguments)`
    /// ([`Tree::applied_name`](crate::tree::Tree::applied_name)), and perhaps for functions inside.
    pub only_applies_arguments: bool,
    /// Implicit bindings that some reference needs: see `scope.rs`.
    pub implicit: ImplicitBindings,
    /// References of an arrow function with a direct eval of its own: to `this`, to the enclosing function and to
    /// `new.target`, in a row. The eval code may need them.
    pub eval_references: Option<ReferenceId>,
    /// Class of a constructor or of a function for fields and static elements.
    pub class: Option<ClassId>,
    /// A direct eval stands in this function or in one inside: names must be kept.
    pub contains_direct_eval: bool,
    /// The directives include `"use notail"`, or the document's `"use duk notail"`.
    pub no_tail_calls: bool,
}

/// The kinds of code that have a function of their own.
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
    /// Method of an object literal or a class.
    Method,
    /// Constructor of a class without `extends`.
    Constructor,
    /// Constructor of a class with `extends`: `this` is a binding that `super()` initialises.
    DerivedConstructor,
    /// Initializers of all fields of a class's instances: see [`Class::fields`]. The body is empty.
    Fields,
    /// Initializers of static fields, and static blocks: see [`Class::statics`]. The body is empty.
    Statics,
    Module,
}

/// Bindings for `this` and the like, of the function that they refer to. Each exists if a reference needs it. They have
/// no declaration, and names that no identifier has (`this`, `super`, `new.target`).
#[derive(Copy, Clone, Default, Debug)]
pub struct ImplicitBindings {
    pub this: Option<BindingId>,
    /// The function itself: `super.a` reads from its home object, `super()` calls its parent.
    pub function: Option<BindingId>,
    pub new_target: Option<BindingId>,
}

/// A parameter that is a plain name.
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
    /// Scope of kind `Class`: the inner name, private names, hidden bindings. The heritage and computed keys are
    /// evaluated in it.
    pub scope: ScopeId,
    /// Scope within `scope` that has all but the inner name, if the heritage has a direct eval: its code must not find the
    /// private names.
    pub body_scope: Option<ScopeId>,
    /// Binding of the inner name. It is initialised when the class is complete, before its static elements run.
    pub binding: Option<BindingId>,
    pub heritage: Option<ExpressionId>,
    pub constructor: FunctionId,
    /// The constructor is not in the source text: its body is empty.
    pub has_implicit_constructor: bool,
    /// Members in the order of the text, without the constructor.
    pub members: List<MemberId>,
    /// Function that initialises an instance: private methods and accessors first, then fields, all in the order of
    /// `members`. All instance members that the function needs refer to their names from its scope.
    pub fields: Option<FunctionId>,
    /// Function that initialises the class itself, once: private static methods first, then static fields and blocks.
    pub statics: Option<FunctionId>,
}

/// A member of a class body.
#[derive(Copy, Clone, Debug)]
pub struct ClassMember {
    pub span: Span,
    pub kind: MemberKind,
    pub is_static: bool,
    /// Key of the member; without meaning for a `StaticBlock`.
    pub key: PropertyName,
    /// A `Function` expression for `Method`, `Get` and `Set`. For a `Field` its initializer, if any, which is evaluated
    /// in the function `fields` or `statics`.
    pub value: Option<ExpressionId>,
    /// Body of a static block.
    pub body: List<StatementId>,
    /// Scope of a static block with declarations, of kind `StaticBlock`.
    pub scope: Option<ScopeId>,
    /// Reference to the member's private name, if it has one, from within `fields` or `statics`.
    pub private_name: Option<ReferenceId>,
    /// Binding that keeps a private method's closure or the value of a field's computed key until `fields` or `statics`
    /// uses it.
    pub hidden: Option<HiddenBinding>,
}

/// Binding of a class scope without a name in the source text.
#[derive(Copy, Clone, Debug)]
pub struct HiddenBinding {
    pub binding: BindingId,
    /// Reference from the class scope, which initialises the binding.
    pub outside: ReferenceId,
    /// Reference from the function `fields` or `statics`.
    pub inside: ReferenceId,
}

/// The kinds of members of a class.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Method,
    Get,
    Set,
    Field,
    StaticBlock,
}
