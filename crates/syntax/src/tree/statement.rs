//! Statements and declarations.

use ferrotape_text::{Name, Span};

use super::{CaseId, ClassId, DeclaratorId, ExpressionId, FunctionId, List, StatementId};
use crate::scope::{BindingId, ReferenceId, ScopeId};

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
    /// `var`
    VariableDeclaration {
        declarations: List<DeclaratorId>,
    },
    LexicalDeclaration {
        kind: LexicalKind,
        declarations: List<DeclaratorId>,
    },
    /// The class is assigned to the reference, which initialises the binding.
    ClassDeclaration {
        class: ClassId,
        reference: ReferenceId,
    },
    /// `export default expression`: initialises the binding `*default*`.
    ExportDefault {
        expression: ExpressionId,
        reference: ReferenceId,
    },
    /// An `import`, or an `export` that declares nothing: nothing to be done, it is in the tables of [`Module`](super::Module).
    ModuleDeclaration,
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
    /// `for (left of right)`, with `is_await` `for await`.
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
    /// The scope lies around the whole statement. For `let` each turn has a copy of it (ECMA-262 14.7.4.4), which can be told
    /// only where something is captured.
    Lexical {
        kind: LexicalKind,
        declarations: List<DeclaratorId>,
        scope: ScopeId,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LexicalKind {
    Let,
    Const,
    Using,
    AwaitUsing,
}

impl LexicalKind {
    /// As it is written.
    pub fn keyword(self) -> &'static str {
        match self {
            LexicalKind::Let => "let",
            LexicalKind::Const => "const",
            LexicalKind::Using => "using",
            LexicalKind::AwaitUsing => "await using",
        }
    }
}

#[derive(Copy, Clone, Debug)]
pub enum ForTarget {
    /// A target (see [`ExpressionKind::ArrayPattern`](super::ExpressionKind::ArrayPattern)), or in sloppy code a `Call`: a
    /// ReferenceError when it is reached.
    Expression(ExpressionId),
    /// `for (var x = init in …)`; the initializer is evaluated before the object (B.3.5).
    Variable(DeclaratorId),
    /// The scope is made anew for each turn, and once, with nothing initialised, around the object (ECMA-262 14.7.5.6).
    Lexical { kind: LexicalKind, declarator: DeclaratorId, scope: ScopeId },
}

#[derive(Copy, Clone, Debug)]
pub struct VariableDeclarator {
    pub span: Span,
    pub target: BindingTarget,
    pub init: Option<ExpressionId>,
}

/// What a declaration binds.
#[derive(Copy, Clone, Debug)]
pub enum BindingTarget {
    /// The reference is what the initializer assigns to; inside `with` this can be another thing than the variable.
    Identifier { name: Name, reference: ReferenceId },
    /// An array or object pattern whose targets are `Identifier`s.
    Pattern(ExpressionId),
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
    pub param: CatchParameter,
    /// Of kind `Catch`, holds just the parameter; the body's own block scope, if any, lies inside.
    pub scope: ScopeId,
    pub body: StatementId,
}

#[derive(Copy, Clone, Debug)]
pub enum CatchParameter {
    /// `catch { … }`
    None,
    Binding(BindingId),
    Pattern(ExpressionId),
}
