//! Syntax tree with ESTree's node kinds, names and fields, in arenas with 32-bit ids.
//!
//! A [`Tree`] owns every node of one source text. Nodes refer to each other by ids ([`ExpressionId`], [`StatementId`],
//! [`FunctionId`], …) and to runs of nodes by [`List`]s. So a tree is a handful of vectors: cheap to build, cheap to
//! drop, and never dropped recursively. Names and string literals are [`Name`]s of the tree's interner.
//!
//! Differences from ESTree:
//! - Patterns are expressions ([`ExpressionKind::ArrayPattern`] and others): array and object literals become patterns
//!   in place. A declared plain name stays a name ([`BindingTarget::Identifier`]).
//! - `a?.b` is a `Member` of an [`Optional`](ExpressionKind::Optional) within a [`Chain`](ExpressionKind::Chain),
//!   instead of a flag.
//! - `super.a`, `super[a]`, `super()` and members with private names are kinds of their own.
//! - An arrow function's body that is an expression becomes a `Return` statement.
//! - Imports and exports of modules are in tables ([`Module`]). Exported declarations stand among the statements like
//!   any others.
//!
//! Children stand before their parents in the arenas, and identifiers in the order of the text.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use ferrotape_text::{Interner, Name, SourceText};

use crate::scope::{Binding, BindingId, LexicalName, Reference, ReferenceId, Scope, ScopeId};

mod arena;
mod expression;
mod function;
mod module;
mod statement;

pub use arena::Arena;
pub use expression::*;
pub use function::*;
pub use module::*;
pub use statement::*;

/// Declares a 32-bit id and the nodes that it indexes in a [`Tree`].
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
    TemplateId => templates: TemplateLiteral;
    TemplateElementId => template_elements: TemplateElement;
    ClassId => classes: Class;
    MemberId => members: ClassMember;
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

    /// Makes the list that covers this range of [`Tree::lists`].
    pub(crate) fn of_range(range: std::ops::Range<usize>) -> Self {
        List { start: range.start as u32, len: range.len() as u32, kind: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Item of a list: anything that fits in one 32-bit word.
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
list_items!(ExpressionId StatementId FunctionId PropertyId DeclaratorId CaseId TemplateElementId MemberId BindingId);

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
    pub expressions: Arena<Expression>,
    pub statements: Arena<Statement>,
    pub functions: Vec<Function>,
    pub properties: Vec<Property>,
    pub declarators: Vec<VariableDeclarator>,
    pub cases: Vec<SwitchCase>,
    pub templates: Vec<TemplateLiteral>,
    pub template_elements: Vec<TemplateElement>,
    pub classes: Vec<Class>,
    pub members: Vec<ClassMember>,
    /// Imports and exports, if the source text is a module.
    pub module: Option<Box<Module>>,
    /// Names that a script declares at its top by `let`, `const`, `class` or `using`, in order (ECMA-262 16.1.7). They
    /// are bound beside the global object, and references to them are `Global`.
    pub lexical_names: Vec<LexicalName>,
    pub scopes: Vec<Scope>,
    pub bindings: Vec<Binding>,
    pub references: Arena<Reference>,
    /// Words of all [`List`]s.
    pub lists: Vec<u32>,
    /// The outermost function: the script, the module, the eval code, or the program that holds just the function of a
    /// `Function` call.
    pub program: FunctionId,
}

impl Tree {
    /// Makes a tree of nothing so far.
    pub(crate) fn new(source: &Arc<SourceText>) -> Self {
        Tree {
            source: Arc::clone(source),
            names: Interner::default(),
            expressions: Arena::default(),
            statements: Arena::default(),
            functions: Vec::new(),
            properties: Vec::new(),
            declarators: Vec::new(),
            cases: Vec::new(),
            scopes: Vec::new(),
            bindings: Vec::new(),
            references: Arena::default(),
            templates: Vec::new(),
            template_elements: Vec::new(),
            classes: Vec::new(),
            members: Vec::new(),
            module: None,
            lexical_names: Vec::new(),
            lists: Vec::new(),
            program: FunctionId(0),
        }
    }

    /// Iterates over the items of a list.
    pub fn list<T: ListItem>(&self, list: List<T>) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + '_ {
        self.lists[list.start as usize..(list.start + list.len) as usize].iter().map(|&word| T::from_word(word))
    }

    /// Makes the list of the words added to [`Tree::lists`] since it had the length `first`.
    pub(crate) fn list_since<T: ListItem>(&self, first: usize) -> List<T> {
        List { start: first as u32, len: (self.lists.len() - first) as u32, kind: PhantomData }
    }

    /// Returns the name, and the reference to it, from a call like `f.apply(this, name)`, whatever the method is
    /// called.
    pub fn applied_name(&self, callee: ExpressionId, arguments: List<ExpressionId>) -> Option<(Name, ReferenceId)> {
        if arguments.len() != 2 || !matches!(self[callee].kind, ExpressionKind::Member { .. }) {
            return None;
        }
        match self[self.list(arguments).next_back()?].kind {
            ExpressionKind::Identifier { name, reference } => Some((name, reference)),
            _ => None,
        }
    }
}
