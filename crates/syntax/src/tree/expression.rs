//! Expressions, and the patterns that are expressions.

use ferrotape_text::{Name, Span};

use super::{ClassId, ExpressionId, FunctionId, List, Phase, PropertyId, TemplateElementId, TemplateId};
use crate::scope::ReferenceId;

/// An expression or a pattern, with its place.
#[derive(Copy, Clone, Debug)]
pub struct Expression {
    pub span: Span,
    /// The expression is written in parentheses: `(a)`. The span is that of the inside.
    pub parenthesized: bool,
    pub kind: ExpressionKind,
}

/// The kinds of expressions and patterns, named as in ESTree.
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
    /// `123n`, without the `n` and separators: decimal digits, or digits with the prefix `0x`, `0o` or `0b`.
    BigIntLiteral {
        digits: Name,
    },
    Template {
        template: TemplateId,
    },
    TaggedTemplate {
        tag: ExpressionId,
        template: TemplateId,
    },
    /// `this` of the function that contains the expression.
    This,
    /// `this` as a binding. In an arrow function it belongs to the function around. In a derived constructor it is the
    /// constructor's own, which is not initialised before `super()`.
    ThisReference {
        reference: ReferenceId,
    },
    NewTarget {
        reference: ReferenceId,
    },
    ImportMeta,
    /// `import(source, options)`, or with a phase `import.defer(source, options)`
    ImportCall {
        phase: Phase,
        source: ExpressionId,
        options: Option<ExpressionId>,
    },
    Array {
        elements: List<Option<ExpressionId>>,
    },
    Object {
        properties: List<PropertyId>,
    },
    /// Function expression, including arrow functions and methods.
    Function {
        function: FunctionId,
    },
    Class {
        class: ClassId,
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
    /// Assignment. `operator` is none for `=`, and that of `+` for `+=`.
    Assignment {
        operator: Option<BinaryOperator>,
        left: ExpressionId,
        right: ExpressionId,
    },
    /// `a ||= b`, `a &&= b`, `a ??= b`
    LogicalAssignment {
        operator: LogicalOperator,
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
    /// `object.#name`
    PrivateMember {
        object: ExpressionId,
        reference: ReferenceId,
    },
    /// `#name in right`
    PrivateIn {
        reference: ReferenceId,
        right: ExpressionId,
    },
    /// `super.property`. The first reference is to `this`. The second one is to the current function; the
    /// lookup starts at the prototype of its home object.
    SuperMember {
        property: Name,
        references: ReferenceId,
    },
    /// `super[property]`, with references as for `SuperMember`.
    SuperComputedMember {
        property: ExpressionId,
        references: ReferenceId,
    },
    /// `super(…)`. The references are to `this`, to the constructor whose parent is called, and to `new.target`, in
    /// this order.
    SuperCall {
        arguments: List<ExpressionId>,
        references: ReferenceId,
    },
    /// An optional chain as a whole (ECMA-262 13.3.9). Gives undefined if one of the `Optional`s along its spine is
    /// nullish.
    Chain {
        expression: ExpressionId,
    },
    /// Operand before `?.`: the object of a member access or the callee of a call along a chain.
    Optional {
        argument: ExpressionId,
    },
    Sequence {
        expressions: List<ExpressionId>,
    },
    /// `...argument` among elements, arguments and properties.
    Spread {
        argument: ExpressionId,
        /// A comma follows, so the spread cannot become the rest of a pattern.
        before_comma: bool,
    },
    Yield {
        argument: Option<ExpressionId>,
        delegate: bool,
    },
    Await {
        argument: ExpressionId,
    },
    /// Array pattern. Its elements are targets, `AssignmentPattern`s of targets, and possibly a `Rest` at the end.
    ///
    /// A target is an `Identifier`, a member expression, or another pattern. In declarations and parameters it is never
    /// a member expression.
    ArrayPattern {
        elements: List<Option<ExpressionId>>,
    },
    /// Object pattern. The values of its properties are like the elements of an array pattern. The rest is a property
    /// of kind `Spread` whose value is a `Rest`.
    ObjectPattern {
        properties: List<PropertyId>,
    },
    /// `left = right` in a pattern, or a parameter with a default value.
    AssignmentPattern {
        left: ExpressionId,
        right: ExpressionId,
    },
    Rest {
        argument: ExpressionId,
    },
}

/// The operators in front of one operand.
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

/// `++` and `--`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UpdateOperator {
    Increment,
    Decrement,
}

/// The operators between two operands that evaluate both.
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
    Exponentiate,
}

/// The operators that may skip their right operand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogicalOperator {
    And,
    Or,
    /// `??`
    Coalesce,
}

/// A member of an object literal.
#[derive(Copy, Clone, Debug)]
pub struct Property {
    pub span: Span,
    pub kind: PropertyKind,
    pub key: PropertyName,
    /// The property's value, depending on its kind:
    /// - getter, setter, method: a `Function` expression;
    /// - shorthand: an `Identifier`, or an `AssignmentPattern` of one;
    /// - `Spread`: a `Spread` or a `Rest`.
    pub value: ExpressionId,
}

/// The kinds of members of an object literal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PropertyKind {
    Init,
    Get,
    Set,
    /// `__proto__: value` (ECMA-262 B.3.1): sets the prototype instead of defining a property.
    Prototype,
    /// `...value`. The key has no meaning.
    Spread,
}

/// The key of a literal's member. Identifier names and string literals are both `Text`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum PropertyName {
    Text(Name),
    Number(f64),
    /// `[key]`
    Computed(ExpressionId),
    /// `#name`, in classes only. The name includes the `#`.
    Private(Name),
}

/// A template literal: strings with expressions between them.
#[derive(Copy, Clone, Debug)]
pub struct TemplateLiteral {
    /// The strings, one more than there are expressions.
    pub quasis: List<TemplateElementId>,
    pub expressions: List<ExpressionId>,
}

/// A string of a template literal.
#[derive(Copy, Clone, Debug)]
pub struct TemplateElement {
    /// Cooked string; None if an escape sequence is not valid, which is allowed in tagged templates only.
    pub cooked: Option<Name>,
    pub raw: Name,
}
