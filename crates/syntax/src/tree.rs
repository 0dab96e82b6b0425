//! The tree: ESTree's node kinds, names and fields, in arenas with 32-bit ids.
//!
//! A [`Tree`] owns every node of one source text. Nodes refer to each other by ids ([`ExpressionId`], [`StatementId`],
//! [`FunctionId`], …) and to runs of nodes by [`List`]s, so a tree is a handful of vectors: cheap to build, free to drop,
//! and never dropped by recursion. Names and string literals are [`Name`]s of the tree's interner.
//!
//! What ES2015 and later need (patterns, classes, templates, generators, modules) will be further variants here;
//! nothing in the shape of the arenas changes for them.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use ferrotape_text::{Interner, Name, SourceText, Span};

use crate::scope::{Binding, BindingId, Reference, ReferenceId, Scope, ScopeId};

/// Declares a 32-bit id and what it indexes in a [`Tree`].
macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident => $field:ident: $node:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $id(pub u32);

        impl Index<$id> for Tree {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                &self.$field[id.0 as usize]
            }
        }

        impl IndexMut<$id> for Tree {
            fn index_mut(&mut self, id: $id) -> &mut $node {
                &mut self.$field[id.0 as usize]
            }
        }
    )*};
}

ids! {
    ExpressionId => expressions: Expression;
    StatementId => statements: Statement;
    FunctionId => functions: Function;
    PropertyId => properties: Property;
    DeclaratorId => declarators: VariableDeclarator;
    CaseId => cases: SwitchCase;
}

impl Index<ScopeId> for Tree {
    type Output = Scope;
    fn index(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }
}

impl Index<BindingId> for Tree {
    type Output = Binding;
    fn index(&self, id: BindingId) -> &Binding {
        &self.bindings[id.0 as usize]
    }
}

impl Index<ReferenceId> for Tree {
    type Output = Reference;
    fn index(&self, id: ReferenceId) -> &Reference {
        &self.references[id.0 as usize]
    }
}

/// A run of ids of one kind, stored in [`Tree::lists`]. Read it with [`Tree::list`].
#[derive(Debug)]
pub struct List<T> {
    pub start: u32,
    pub len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Copy for List<T> {}
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> List<T> {
    pub const EMPTY: List<T> = List { start: 0, len: 0, kind: PhantomData };

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// What a list can hold: anything that is one 32-bit word.
pub trait ListItem: Copy {
    fn to_word(self) -> u32;
    fn from_word(word: u32) -> Self;
}

macro_rules! list_items {
    ($($id:ident)*) => {$(
        impl ListItem for $id {
            fn to_word(self) -> u32 {
                self.0
            }
            fn from_word(word: u32) -> Self {
                $id(word)
            }
        }
    )*};
}
list_items!(ExpressionId StatementId FunctionId PropertyId DeclaratorId CaseId);

/// An array element: `None` is a hole.
impl ListItem for Option<ExpressionId> {
    fn to_word(self) -> u32 {
        self.map_or(u32::MAX, |id| id.0)
    }
    fn from_word(word: u32) -> Self {
        (word != u32::MAX).then_some(ExpressionId(word))
    }
}

/// One parsed source text.
pub struct Tree {
    pub source: Arc<SourceText>,
    pub names: Interner,
    pub expressions: Vec<Expression>,
    pub statements: Vec<Statement>,
    pub functions: Vec<Function>,
    pub properties: Vec<Property>,
    pub declarators: Vec<VariableDeclarator>,
    pub cases: Vec<SwitchCase>,
    pub scopes: Vec<Scope>,
    pub bindings: Vec<Binding>,
    pub references: Vec<Reference>,
    /// The words of all [`List`]s.
    pub lists: Vec<u32>,
    /// The outermost function: the script, the eval code, or the program that holds just the function of a `Function` call.
    pub program: FunctionId,
}

impl Tree {
    /// The items of a list in order.
    pub fn list<T: ListItem>(&self, list: List<T>) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + '_ {
        self.lists[list.start as usize..(list.start + list.len) as usize].iter().map(|&word| T::from_word(word))
    }

    /// The list of what has been added to [`Tree::lists`] since it had this length.
    pub(crate) fn list_since<T: ListItem>(&self, first: usize) -> List<T> {
        List { start: first as u32, len: (self.lists.len() - first) as u32, kind: PhantomData }
    }
}

#[derive(Copy, Clone, Debug)]
pub struct Expression {
    pub span: Span,
    /// Written in parentheses: `(a)`. The span is that of the inside.
    pub parenthesized: bool,
    pub kind: ExpressionKind,
}

#[derive(Copy, Clone, Debug)]
pub enum ExpressionKind {
    Identifier {
        name: Name,
        reference: ReferenceId,
    },
    NullLiteral,
    BooleanLiteral {
        value: bool,
    },
    NumericLiteral {
        value: f64,
    },
    StringLiteral {
        value: Name,
    },
    RegExpLiteral {
        pattern: Name,
        flags: Name,
    },
    This,
    Array {
        elements: List<Option<ExpressionId>>,
    },
    Object {
        properties: List<PropertyId>,
    },
    Function {
        function: FunctionId,
    },
    Unary {
        operator: UnaryOperator,
        argument: ExpressionId,
    },
    Update {
        operator: UpdateOperator,
        prefix: bool,
        argument: ExpressionId,
    },
    Binary {
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
    },
    Logical {
        operator: LogicalOperator,
        left: ExpressionId,
        right: ExpressionId,
    },
    /// `operator` is none for `=`, and that of `+` for `+=`.
    Assignment {
        operator: Option<BinaryOperator>,
        left: ExpressionId,
        right: ExpressionId,
    },
    Conditional {
        test: ExpressionId,
        consequent: ExpressionId,
        alternate: ExpressionId,
    },
    Call {
        callee: ExpressionId,
        arguments: List<ExpressionId>,
    },
    New {
        callee: ExpressionId,
        arguments: List<ExpressionId>,
    },
    /// `object.property`
    Member {
        object: ExpressionId,
        property: Name,
    },
    /// `object[property]`
    ComputedMember {
        object: ExpressionId,
        property: ExpressionId,
    },
    Sequence {
        expressions: List<ExpressionId>,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    Delete,
    Void,
    TypeOf,
    Plus,
    Minus,
    BitNot,
    Not,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UpdateOperator {
    Increment,
    Decrement,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    InstanceOf,
    In,
    Equal,
    NotEqual,
    StrictEqual,
    StrictNotEqual,
    BitAnd,
    BitXor,
    BitOr,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogicalOperator {
    And,
    Or,
}

/// A member of an object literal.
#[derive(Copy, Clone, Debug)]
pub struct Property {
    pub span: Span,
    pub kind: PropertyKind,
    pub key: PropertyName,
    /// For `Get` and `Set` a `Function` expression.
    pub value: ExpressionId,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PropertyKind {
    Init,
    Get,
    Set,
    /// `__proto__: value` (ECMA-262 B.3.1): sets the prototype instead of defining a property.
    Prototype,
}

/// The key of a literal's member. Identifier names and string literals are both `Text`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum PropertyName {
    Text(Name),
    Number(f64),
}

#[derive(Copy, Clone, Debug)]
pub struct Statement {
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Copy, Clone, Debug)]
pub enum StatementKind {
    Empty,
    Debugger,
    Expression {
        expression: ExpressionId,
    },
    /// `scope` is there only where the block declares something of its own (a function, Annex B.3.2).
    Block {
        body: List<StatementId>,
        scope: Option<ScopeId>,
    },
    VariableDeclaration {
        declarations: List<DeclaratorId>,
    },
    /// Has its effect when its scope is entered (see [`Scope::functions`]). In a block of sloppy code, evaluating it also
    /// copies the function to the variable `outer` of the function around it, where that is allowed (B.3.2.1).
    FunctionDeclaration {
        function: FunctionId,
        outer: Option<ReferenceId>,
    },
    If {
        test: ExpressionId,
        consequent: StatementId,
        alternate: Option<StatementId>,
    },
    DoWhile {
        body: StatementId,
        test: ExpressionId,
    },
    While {
        test: ExpressionId,
        body: StatementId,
    },
    For {
        init: Option<ForInit>,
        test: Option<ExpressionId>,
        update: Option<ExpressionId>,
        body: StatementId,
    },
    ForIn {
        left: ForTarget,
        right: ExpressionId,
        body: StatementId,
    },
    Continue {
        label: Option<Name>,
    },
    Break {
        label: Option<Name>,
    },
    Return {
        argument: Option<ExpressionId>,
    },
    /// `scope` is of kind `With`.
    With {
        object: ExpressionId,
        body: StatementId,
        scope: ScopeId,
    },
    /// `scope` as for `Block`.
    Switch {
        discriminant: ExpressionId,
        cases: List<CaseId>,
        scope: Option<ScopeId>,
    },
    Labeled {
        label: Name,
        body: StatementId,
    },
    Throw {
        argument: ExpressionId,
    },
    /// All three are `Block` statements.
    Try {
        block: StatementId,
        handler: Option<CatchClause>,
        finalizer: Option<StatementId>,
    },
}

#[derive(Copy, Clone, Debug)]
pub enum ForInit {
    Expression(ExpressionId),
    Variables(List<DeclaratorId>),
}

#[derive(Copy, Clone, Debug)]
pub enum ForTarget {
    /// Any expression the grammar lets through; the early errors have been checked. A call is a ReferenceError at run time.
    Expression(ExpressionId),
    /// `for (var x = init in …)`; the initializer is evaluated before the object (B.3.5).
    Variable(DeclaratorId),
}

#[derive(Copy, Clone, Debug)]
pub struct VariableDeclarator {
    pub span: Span,
    pub name: Name,
    /// What the initializer assigns to; inside `with` this can be another thing than the variable.
    pub reference: ReferenceId,
    pub init: Option<ExpressionId>,
}

#[derive(Copy, Clone, Debug)]
pub struct SwitchCase {
    pub span: Span,
    /// None for `default`.
    pub test: Option<ExpressionId>,
    pub consequent: List<StatementId>,
}

#[derive(Copy, Clone, Debug)]
pub struct CatchClause {
    pub param: BindingId,
    /// Of kind `Catch`, holds just the parameter; the body's own block scope, if any, lies inside.
    pub scope: ScopeId,
    pub body: StatementId,
}

/// A function, or the code of a script or an eval.
#[derive(Clone, Debug)]
pub struct Function {
    pub kind: FunctionKind,
    pub name: Option<Name>,
    /// From `function`, `get` or `set` to the closing brace: what `toString` shows.
    pub span: Span,
    /// Where the name is written, or the keyword where there is none.
    pub name_span: Span,
    /// Positions in order; of equal names the last one counts (sloppy code only).
    pub parameters: Vec<Parameter>,
    pub body: List<StatementId>,
    /// Of kind `Function`, `Script` or `Eval`.
    pub scope: ScopeId,
    /// Of kind `FunctionName`, around `scope`: binds the own name of a named function expression.
    pub name_scope: Option<ScopeId>,
    pub strict: bool,
    /// Mentions `this`, or could through a direct eval.
    pub uses_this: bool,
    /// The binding of `arguments`, where it can be seen: it is made on entry.
    pub arguments: Option<BindingId>,
    /// A direct eval stands in this function itself or in one inside: names must be kept.
    pub contains_direct_eval: bool,
    /// `"use notail"` was among the directives.
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
}

#[derive(Copy, Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub span: Span,
    pub binding: BindingId,
}
