//! Plain names that mean members of an enum or exports of a namespace: `b` is `A.b` in all declarations of `A`.
//!
//! A later declaration can add members, so such a name is known only at the end. Until then it is a name like any other.
//! Each declaration notes the range of its references and bindings, and the binding of its object. At the end, one pass over
//! the references finds those with the name of a member that nothing inside of the declaration has declared. A second pass,
//! over the expressions, turns their names into members of the object.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ferrotape_text::{Name, Span};

use super::super::Parser;
use super::ambient::Constant;
use crate::scope::{BindingId, BindingKind, ReferenceId, Resolution, ScopePlace};
use crate::tree::{ExpressionId, ExpressionKind};

/// All declarations of one enum, or of one namespace.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Symbol(u32);

/// The kinds of declarations whose members are plain names inside.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Declares {
    Enum,
    Namespace,
}

/// Key of a symbol: declarations with the same key are its.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    is_enum: bool,
    owner: Owner,
    name: Name,
}

/// The place that a symbol's name belongs to.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A scope: its start, and the number of scopes around it.
    Scope(u32, u32),
    /// The namespace that exports the name.
    Namespace(Symbol),
}

/// The enums and namespaces of a text, with the names that mean their members.
#[derive(Default)]
pub(super) struct Qualified {
    symbols: BTreeMap<Key, Symbol>,
    /// Members by symbol and name. Their values, if they are numbers and known.
    members: BTreeMap<(Symbol, Name), Option<f64>>,
    /// Members of enums that TypeScript takes for computed, whatever their values are: they have reverse entries.
    computed: BTreeSet<(Symbol, Name)>,
    /// Types that are declared in namespaces.
    types: BTreeSet<(Symbol, Name)>,
    /// Members that are aliases of types: they have no value.
    type_aliases: BTreeSet<(Symbol, Name)>,
    /// Strings that are values of members which are declared elsewhere.
    texts: BTreeMap<(Symbol, Name), Name>,
    /// Declarations in the order of the text.
    blocks: Vec<Block>,
    /// Names that one declaration, by its place in `blocks`, declares as what is elsewhere: there they mean no member.
    elsewhere: BTreeSet<(usize, Name)>,
    /// The innermost open namespace.
    namespace: Option<Namespace>,
    /// All open namespaces, each with the number of scopes around it. The innermost is the last.
    open: Vec<(Symbol, u32)>,
}

impl Qualified {
    /// Most scopes that are looked at for a name.
    const MOST_OWNERS: usize = 64;

    /// Returns the places that can declare a name, innermost first: the open scopes, and each open namespace behind the scopes
    /// of its body.
    pub(super) fn owners(&self, scopes: impl Iterator<Item = ScopePlace>) -> Vec<Owner> {
        let mut namespaces = self.open.iter().rev().peekable();
        let mut owners = Vec::new();
        for (start, depth) in scopes.take(Self::MOST_OWNERS) {
            while let Some(&(symbol, _)) = namespaces.next_if(|&&(_, around)| around >= depth) {
                owners.push(Owner::Namespace(symbol));
            }
            owners.push(Owner::Scope(start, depth));
        }
        owners
    }

    /// Returns the innermost open namespace.
    pub(super) fn innermost(&self) -> Option<Symbol> {
        self.namespace.map(|namespace| namespace.symbol)
    }

    /// Returns the namespace of this name, if the place declares one.
    pub(super) fn namespace_in(&self, owner: Owner, name: Name) -> Option<Symbol> {
        self.symbols.get(&Key { is_enum: false, owner, name }).copied()
    }

    /// Adds a type that a namespace declares.
    pub(super) fn add_type(&mut self, namespace: Symbol, name: Name) {
        self.types.insert((namespace, name));
    }

    /// Notes that a member is the alias of a type.
    pub(super) fn add_type_alias(&mut self, namespace: Symbol, name: Name) {
        self.type_aliases.insert((namespace, name));
    }

    /// Returns whether a path leads from a namespace to a type that is no value. So does each path into a namespace of types.
    pub(super) fn is_type_at(&self, mut namespace: Symbol, path: &[Name]) -> bool {
        let Some((last, around)) = path.split_last() else { return false };
        let is_type = |namespace: Symbol, name: Name| {
            let member = (namespace, name);
            self.type_aliases.contains(&member) || self.types.contains(&member) && !self.members.contains_key(&member)
        };
        for &name in around {
            match self.namespace_in(Owner::Namespace(namespace), name) {
                Some(inner) => namespace = inner,
                None => return is_type(namespace, name),
            }
        }
        is_type(namespace, *last)
    }

    /// Returns the value of a member, if it is known.
    pub(super) fn constant(&self, symbol: Symbol, name: Name) -> Option<Constant> {
        match self.members.get(&(symbol, name)) {
            Some(&Some(number)) => Some(Constant::Number(number)),
            _ => self.texts.get(&(symbol, name)).copied().map(Constant::Text),
        }
    }

    /// Returns the value that a path leads to from a namespace, if it is known: through namespaces, and to a member of one or of
    /// an enum. As in TypeScript, `N["a"]` of a namespace is not looked at.
    pub(super) fn constant_at(&self, namespace: Symbol, path: &[Name], in_brackets: bool) -> Option<Constant> {
        let within = |around: Symbol, is_enum: bool, name: Name| {
            self.symbols.get(&Key { is_enum, owner: Owner::Namespace(around), name }).copied()
        };
        let (&name, path) = path.split_last()?;
        let Some((&last, path)) = path.split_last() else {
            return self.constant(namespace, name).filter(|_| !in_brackets);
        };
        let around = path.iter().try_fold(namespace, |around, &name| within(around, false, name))?;
        let of_enum = within(around, true, last).and_then(|symbol| self.constant(symbol, name));
        let of_namespace = || within(around, false, last).and_then(|symbol| self.constant(symbol, name));
        of_enum.or_else(|| of_namespace().filter(|_| !in_brackets))
    }
}

/// An open namespace, and the name of its object.
#[derive(Copy, Clone)]
struct Namespace {
    symbol: Symbol,
    object: Name,
    /// Its place among the blocks.
    block: usize,
}

/// One declaration of an enum or a namespace.
struct Block {
    symbol: Symbol,
    object: BindingId,
    references: Range<u32>,
    bindings: Range<u32>,
}

/// A declaration whose end has not been read.
pub(super) struct OpenBlock {
    index: usize,
    /// The name of the object. No identifier has it, and no other object.
    pub object: Name,
    namespace_around: Option<Namespace>,
}

/// Bytes that an entry of the tables takes, with what its nodes leave unused between blocks that grow.
const ENTRY: usize = 96;

impl Parser<'_> {
    /// Returns the symbol of an enum or a namespace.
    pub(super) fn symbol_of(&mut self, key: Key) -> Symbol {
        if let Some(&known) = self.types.qualified.symbols.get(&key) {
            return known;
        }
        let symbol = Symbol(self.types.qualified.symbols.len() as u32);
        if self.lexer.meter.charge(ENTRY) {
            self.types.qualified.symbols.insert(key, symbol);
        }
        symbol
    }

    /// Makes the key of a name that the innermost scope declares, or the innermost namespace exports.
    pub(super) fn key(&self, declares: Declares, name: Name, is_exported: bool) -> Key {
        match self.types.qualified.namespace.filter(|_| is_exported) {
            Some(namespace) => self.key_in(declares, name, namespace.symbol),
            None => {
                let (start, depth) = self.scopes.place();
                Key { is_enum: declares == Declares::Enum, owner: Owner::Scope(start, depth), name }
            }
        }
    }

    /// Makes the key of a name that a namespace exports.
    pub(super) fn key_in(&self, declares: Declares, name: Name, namespace: Symbol) -> Key {
        Key { is_enum: declares == Declares::Enum, owner: Owner::Namespace(namespace), name }
    }

    /// Adds a member that plain names can mean.
    pub(super) fn add_member(&mut self, symbol: Symbol, name: Name, value: Option<f64>) {
        if self.lexer.meter.charge(ENTRY) {
            self.types.qualified.members.insert((symbol, name), value);
        }
    }

    /// Adds a name that the innermost namespace exports.
    pub(super) fn add_export(&mut self, name: Name) {
        if let Some(namespace) = self.types.qualified.namespace {
            self.add_member(namespace.symbol, name, None);
        }
    }

    /// Adds a name that the innermost namespace declares as what is elsewhere.
    pub(super) fn add_elsewhere(&mut self, name: Name) {
        if let Some(namespace) = self.types.qualified.namespace
            && self.lexer.meter.charge(ENTRY)
        {
            self.types.qualified.elsewhere.insert((namespace.block, name));
        }
    }

    /// Notes that TypeScript takes a member of an enum for computed, whatever its value is.
    pub(super) fn add_computed(&mut self, symbol: Symbol, name: Name) {
        if self.lexer.meter.charge(ENTRY) {
            self.types.qualified.computed.insert((symbol, name));
        }
    }

    pub(super) fn is_computed_member(&self, symbol: Symbol, name: Name) -> bool {
        self.types.qualified.computed.contains(&(symbol, name))
    }

    pub(super) fn is_member(&self, symbol: Symbol, name: Name) -> bool {
        self.types.qualified.members.contains_key(&(symbol, name))
    }

    /// Returns whether an open namespace with at least `depth` scopes around it has a member of this name.
    pub(super) fn is_member_around(&mut self, name: Name, depth: u32) -> bool {
        let open = &self.types.qualified.open;
        self.lexer.meter.tick(open.len() as u32);
        let mut further_in = open.iter().rev().take_while(|(_, around)| *around >= depth);
        further_in.any(|&(symbol, _)| self.is_member(symbol, name))
    }

    /// Notes the value of a member that is declared elsewhere.
    pub(super) fn add_text(&mut self, symbol: Symbol, name: Name, text: Name) {
        if self.lexer.meter.charge(ENTRY) {
            self.types.qualified.texts.insert((symbol, name), text);
        }
    }

    /// Returns the value of a member that is declared elsewhere, if it is a string that is known.
    pub(super) fn text_of(&self, symbol: Symbol, name: Name) -> Option<Name> {
        self.types.qualified.texts.get(&(symbol, name)).copied()
    }

    /// Returns the value of a member, if it is a number that is known.
    pub(super) fn number_of(&self, symbol: Symbol, name: Name) -> Option<f64> {
        self.types.qualified.members.get(&(symbol, name)).copied().flatten()
    }

    /// Begins a declaration, before its object is bound.
    pub(super) fn open_qualified(&mut self, declares: Declares, symbol: Symbol) -> OpenBlock {
        let (references, bindings) = (self.tree.references.len() as u32, self.tree.bindings.len() as u32);
        let object = self.object_name(declares);
        let qualified = &mut self.types.qualified;
        let open = OpenBlock { index: qualified.blocks.len(), object, namespace_around: qualified.namespace };
        let block = Block {
            symbol,
            object: BindingId(bindings),
            references: references..u32::MAX,
            bindings: bindings..u32::MAX,
        };
        if declares == Declares::Namespace {
            qualified.namespace = Some(Namespace { symbol, object, block: open.index });
            let (_, around) = self.scopes.place();
            self.lexer.meter.push(&mut qualified.open, (symbol, around));
        }
        self.lexer.meter.push(&mut qualified.blocks, block);
        open
    }

    /// Makes the name of the next declaration's object. The stack machine finds variables by their names, so each has its own.
    fn object_name(&mut self, declares: Declares) -> Name {
        let kind = if declares == Declares::Enum { "enum" } else { "namespace" };
        let text = format!("{kind} object {}", self.types.qualified.blocks.len());
        self.lexer.intern_ascii(&text)
    }

    /// Makes the name of the innermost namespace's object. None outside of namespaces.
    pub(super) fn namespace_object(&self) -> Option<Name> {
        self.types.qualified.namespace.map(|namespace| namespace.object)
    }

    /// Begins the text in which plain names can be members.
    pub(super) fn begin_members(&mut self, open: &OpenBlock) {
        self.types.qualified.blocks[open.index].references.start = self.tree.references.len() as u32;
    }

    pub(super) fn close_qualified(&mut self, open: &OpenBlock) {
        let qualified = &mut self.types.qualified;
        if qualified.namespace.is_some_and(|namespace| namespace.block == open.index) {
            qualified.open.pop();
        }
        qualified.namespace = open.namespace_around;
        let block = &mut qualified.blocks[open.index];
        block.references.end = self.tree.references.len() as u32;
        block.bindings.end = self.tree.bindings.len() as u32;
    }

    /// Turns the plain names of members into members. The scopes are complete.
    pub(in super::super) fn qualify_names(&mut self) {
        if self.types.qualified.blocks.is_empty() || !self.qualify_references() {
            return;
        }
        for index in 0..self.tree.expressions.len() {
            if self.lexer.meter.tick(1) {
                return;
            }
            let id = ExpressionId(index as u32);
            let ExpressionKind::Identifier { name, reference } = self.tree[id].kind else { continue };
            let object = self.tree[reference].name;
            if object != name {
                let kind = ExpressionKind::Identifier { name: object, reference };
                let object = self.expression_node(self.tree[id].span, kind);
                self.tree[id].kind = ExpressionKind::Member { object, property: name };
            }
        }
    }

    /// Makes references to members references to their objects. Returns whether there are any.
    fn qualify_references(&mut self) -> bool {
        let qualified = std::mem::take(&mut self.types.qualified);
        let (mut open, mut next, mut is_any): (Vec<(usize, &Block)>, _, _) = (Vec::new(), 0, false);
        for index in 0..self.tree.references.len() as u32 {
            if self.lexer.meter.tick(1) {
                return false;
            }
            while open.last().is_some_and(|(_, block)| block.references.end <= index) {
                open.pop();
            }
            while let Some(block) = qualified.blocks.get(next).filter(|block| block.references.start <= index) {
                if block.references.end > index {
                    self.lexer.meter.push(&mut open, (next, block));
                }
                next += 1;
            }
            let (name, resolution) = (self.tree[ReferenceId(index)].name, self.tree[ReferenceId(index)].resolution);
            for &(place, block) in open.iter().rev() {
                let is_own = matches!(resolution, Resolution::Binding(binding) if block.bindings.contains(&binding.0));
                if is_own || qualified.elsewhere.contains(&(place, name)) {
                    break;
                }
                self.lexer.meter.tick(1);
                if qualified.members.contains_key(&(block.symbol, name)) {
                    self.note_hidden_import(resolution);
                    self.refer_to_object(ReferenceId(index), block.object);
                    is_any = true;
                    break;
                }
            }
        }
        is_any
    }

    /// Notes the import that a name would mean which means a member.
    fn note_hidden_import(&mut self, resolution: Resolution) {
        if let Resolution::Binding(binding) = resolution
            && self.tree[binding].kind == BindingKind::Import
            && self.lexer.meter.charge(ENTRY)
        {
            self.types.hidden_imports.insert(binding.0);
        }
    }

    fn refer_to_object(&mut self, reference: ReferenceId, object: BindingId) {
        let name = self.tree[object].name;
        let refers = &mut self.tree.references[reference.0 as usize];
        (refers.name, refers.resolution, refers.checked) = (name, Resolution::Binding(object), false);
        let (from, to) = (self.tree[reference].scope, self.tree[object].scope);
        if self.tree[from].function != self.tree[to].function {
            self.tree.bindings[object.0 as usize].captured = true;
            self.tree.scopes[to.0 as usize].needs_record = true;
        }
    }

    /// Declares the name of an enum or a namespace, unless something that it can be merged with has the name. Returns whether
    /// the declaration is a new one, and whether it needs a `let`.
    pub(super) fn declare_merged(&mut self, name: Name, span: Span) -> crate::error::Parsed<Merged> {
        let is_top = self.scopes.is_outermost() || self.is_top_of_commonjs();
        match self.scopes.merging(name, is_top) {
            Some(Ok(())) => return Ok(Merged { is_new: false, needs_let: false }),
            Some(Err(conflict)) if !self.frees_import(name) => return self.fail_declared(name, span, &conflict),
            Some(Err(_)) | None => {}
        }
        let needs_let = !is_top;
        if needs_let {
            let first_bound = self.bound.len();
            self.declare_lexical(name, BindingKind::Let, span)?;
            // The `let` stands before everything else.
            self.initialized(first_bound);
        } else {
            self.declare_variable(name, span)?;
        }
        self.scopes.merges(name);
        Ok(Merged { is_new: true, needs_let })
    }
}

/// A declared name of an enum or a namespace.
pub(super) struct Merged {
    pub is_new: bool,
    pub needs_let: bool,
}
