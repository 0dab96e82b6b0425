//! Statements and declarations.

use ferrotape_text::{Name, Span};

use super::{CaseId, ClassId, DeclaratorId, ExpressionId, FunctionId, List, StatementId};
use crate::scope::{BindingId, ReferenceId, ScopeId};

/// A statement or a declaration, with its place.
#[derive(Copy, Clone, Debug)]
pub struct Statement {
    pub span: Span,
    pub kind: StatementKind,
}

/// The kinds of statements, named as in ESTree.
#[derive(Copy, Clone, Debug)]
pub enum StatementKind {
    Empty,
    Debugger,
    Expression {
        expression: ExpressionId,
    },
    /// Block. It has a `scope` only if it declares something (a function: Annex B.3.2).
    Block {
        body: List<StatementId>,
        scope: Option<ScopeId>,
    },
    /// `var`
    VariableDeclaration {
        declarations: List<DeclaratorId>,
    },
    LexicalDeclaration {
        kind: LexicalKind,
        declarations: List<DeclaratorId>,
    },
    /// Class declaration. The class is assigned to the reference, which initialises the binding.
    ClassDeclaration {
        class: ClassId,
        reference: ReferenceId,
    },
    /// `export default expression`. Initialises the binding `*default*`, or that of a module's value
    /// ([`MODULE_VALUE`](crate::MODULE_VALUE)).
    ExportDefault {
        expression: ExpressionId,
        reference: ReferenceId,
    },
    /// An `import`, or an `export` that declares nothing. It has no effect when evaluated; the tables of
    /// [`Module`](super::Module) hold it.
    ModuleDeclaration,
    /// Function declaration, which has its effect when its scope is entered (see [`Scope::functions`]). In a block of
    /// sloppy code, evaluating it also copies the function to the variable `outer` of the function around, where that
    /// is allowed (B.3.2.1).
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
    /// `for (left of right)`, or `for await` if `is_await` is true.
    ForOf {
        left: ForTarget,
        right: ExpressionId,
        body: StatementId,
        is_await: bool,
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
    /// `with` statement. `scope` is of kind `With`.
    With {
        object: ExpressionId,
        body: StatementId,
        scope: ScopeId,
    },
    /// `switch` statement. It has a `scope` only if its cases declare something.
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
    /// `try` statement. Its three parts are `Block` statements.
    Try {
        block: StatementId,
        handler: Option<CatchClause>,
        finalizer: Option<StatementId>,
    },
}

/// The first part in the head of a `for` statement.
#[derive(Copy, Clone, Debug)]
pub enum ForInit {
    Expression(ExpressionId),
    Variables(List<DeclaratorId>),
    /// Lexical declaration, whose scope lies around the whole statement. With `let` each turn has its own copy of the
    /// scope (ECMA-262 14.7.4.4), which is observable only if something is captured.
    Lexical {
        kind: LexicalKind,
        declarations: List<DeclaratorId>,
        scope: ScopeId,
    },
}

/// The keywords of lexical declarations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LexicalKind {
    Let,
    Const,
    Using,
    AwaitUsing,
}

impl LexicalKind {
    /// Returns the keyword as it is written.
    pub fn keyword(self) -> &'static str {
        match self {
            LexicalKind::Let => "let",
            LexicalKind::Const => "const",
            LexicalKind::Using => "using",
            LexicalKind::AwaitUsing => "await using",
        }
    }

    /// Returns whether the declared values are resources, which are disposed of at the end of their scope.
    pub fn disposes(self) -> bool {
        matches!(self, LexicalKind::Using | LexicalKind::AwaitUsing)
    }
}

/// The target in the head of `for`-`in` and `for`-`of`.
#[derive(Copy, Clone, Debug)]
pub enum ForTarget {
    /// A target (see [`ExpressionKind::ArrayPattern`](super::ExpressionKind::ArrayPattern)). In sloppy code also a
    /// `Call`, which throws a ReferenceError when it is evaluated.
    Expression(ExpressionId),
    /// `for (var x = init in …)`. The initializer is evaluated before the object (B.3.5).
    Variable(DeclaratorId),
    /// Lexical declaration. Its scope is opened anew for each turn, and once, with nothing initialised, around the
    /// object (ECMA-262 14.7.5.6).
    Lexical { kind: LexicalKind, declarator: DeclaratorId, scope: ScopeId },
}

/// A target of a declaration, with its initializer.
#[derive(Copy, Clone, Debug)]
pub struct VariableDeclarator {
    pub span: Span,
    pub target: BindingTarget,
    pub init: Option<ExpressionId>,
}

/// Target of a declaration.
#[derive(Copy, Clone, Debug)]
pub enum BindingTarget {
    /// Plain name. The initializer assigns to the reference, which inside of `with` can be something else than the
    /// variable.
    Identifier { name: Name, reference: ReferenceId },
    /// An array or object pattern whose targets are `Identifier`s.
    Pattern(ExpressionId),
}

/// A `case` or the `default` of a `switch`.
#[derive(Copy, Clone, Debug)]
pub struct SwitchCase {
    pub span: Span,
    /// Value of the case; None for `default`.
    pub test: Option<ExpressionId>,
    pub consequent: List<StatementId>,
}

/// The `catch` of a `try` statement.
#[derive(Copy, Clone, Debug)]
pub struct CatchClause {
    pub param: CatchParameter,
    /// Scope of kind `Catch`, which holds only the parameter. The body's own block scope, if any, lies inside.
    pub scope: ScopeId,
    pub body: StatementId,
}

/// The parameter of a `catch`.
#[derive(Copy, Clone, Debug)]
pub enum CatchParameter {
    /// `catch { … }`
    None,
    Binding(BindingId),
    Pattern(ExpressionId),
}
