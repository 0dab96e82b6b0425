//! `import a = require("b")` and `export = a` in CommonJS files, which are bodies of functions: `const a = require("b")`
//! and, at the end, `module.exports = a`. `import a = N.b`, which is `var a = N.b`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ferrotape_text::{Name, Span};

use super::super::statement::Place;
use super::super::{AcceptIn, Parser, binding};
use super::type_aliases::AliasPlace;
use crate::error::{Message, Parsed};
use crate::scope::{BindingId, BindingKind, ReferenceId, Resolution};
use crate::token::TokenKind;
use crate::tree::{
    BindingTarget, Exported, ExpressionId, ExpressionKind, FunctionId, LexicalKind, List, ListItem, StatementId,
    StatementKind,
};

/// Parser state that only CommonJS files have.
#[derive(Default)]
pub(super) struct CommonJs {
    /// The function whose body is the file.
    file: Option<FunctionId>,
    /// `import a = require("b")` and `import a = N.b`, in the order of the text.
    aliases: Vec<Alias>,
    /// The value of `export =`.
    exported: Option<(ExpressionId, Span)>,
}

/// `import a = require("b")` or `import a = N.b`.
struct Alias {
    statement: StatementId,
    binding: BindingId,
    /// The references in it.
    references: Range<u32>,
}

impl Parser<'_> {
    /// Notes that the current function is a CommonJS file.
    pub(in super::super) fn begin_commonjs(&mut self) {
        self.types.commonjs.file = Some(self.context.function);
    }

    /// Returns whether a statement is one of a CommonJS file, outside of functions.
    pub(super) fn is_in_commonjs(&self, place: Place) -> bool {
        place == Place::List && self.types.commonjs.file == Some(self.context.function)
    }

    /// Returns whether the innermost scope is that of a CommonJS file.
    pub(super) fn is_top_of_commonjs(&self) -> bool {
        self.types.commonjs.file == Some(self.context.function) && self.scopes.is_function_scope()
    }

    /// Parses `import a = require("b")`, behind the word. None if something else is here.
    pub(in super::super) fn import_require(&mut self, keyword: Span, place: Place) -> Parsed<Option<StatementId>> {
        if !self.is_in_commonjs(place) {
            return Ok(None);
        }
        let is_type = self.lexer.raw() == "type" && self.peek(Self::begins_type_clause);
        if is_type {
            return self.import_of_types(keyword.start);
        }
        // `import a = N.b` is no request.
        if !self.begins_alias() || !self.peek(Self::requires) {
            return Ok(None);
        }
        let span = self.span();
        let name = self.binding_identifier()?;
        self.advance();
        self.alias(name, span, Some(LexicalKind::Const)).map(Some)
    }

    /// Returns whether `require(` stands behind the current token.
    fn requires(&mut self) -> bool {
        self.advance();
        self.lexer.raw() == "require" && self.next_token().0 == TokenKind::LeftParen
    }

    /// Parses the value of `import a = …`, which becomes a constant, or a variable that is assigned: dropped at the end if
    /// nothing uses it as a value.
    fn alias(&mut self, name: Name, span: Span, kind: Option<LexicalKind>) -> Parsed<StatementId> {
        let first_bound = self.bound.len();
        let reference = match kind {
            Some(_) => {
                self.declare_lexical(name, BindingKind::Const, span)?;
                self.initializing(name)
            }
            None => {
                self.declare_variable(name, span)?;
                {
                    let reference = self.refer(name);
                    self.scopes.write(reference);
                    reference
                }
            }
        };
        let binding = self.scopes.binding_of(name);
        let init = Some(self.assignment(AcceptIn::Yes)?);
        self.initialized(first_bound);
        let references = reference.0..self.tree.references.len() as u32;
        self.semicolon()?;
        let target = BindingTarget::Identifier { name, reference };
        let span = self.span_from(span.start);
        let statement = match kind {
            Some(kind) => self.declaration_of(target, span, init, kind),
            None => self.variable_of(target, span, init),
        };
        if let Some(binding) = binding {
            self.lexer.meter.push(&mut self.types.commonjs.aliases, Alias { statement, binding, references });
        }
        Ok(statement)
    }

    /// Parses `import a = N.b`, behind the word, where a module, a script, a namespace or a CommonJS file may have it.
    /// None if something else is here.
    #[inline(never)]
    pub(in super::super) fn import_alias(&mut self, keyword: Span, place: Place) -> Parsed<Option<StatementId>> {
        let is_allowed = matches!(place, Place::Top | Place::Namespace) || self.is_in_commonjs(place);
        if !is_allowed || self.types.is_declarations || !self.begins_alias() {
            return Ok(None);
        }
        let span = self.span();
        let name = self.binding_identifier()?;
        self.begin_alias(keyword.start)?;
        self.alias(name, span, None).map(Some)
    }

    /// Consumes the `=` of an alias. Fails unless names joined by dots follow.
    fn begin_alias(&mut self, start: u32) -> Parsed<()> {
        self.expect(TokenKind::Assign, "`=`")?;
        let is_require = self.lexer.raw() == "require" && self.next_token().0 == TokenKind::LeftParen;
        if is_require || !self.peek_alias() { self.fail_import_alias(start) } else { Ok(()) }
    }

    /// Returns whether the current token begins `a.b.c` with nothing behind it in its statement.
    fn peek_alias(&mut self) -> bool {
        if !self.kind().is_identifier() {
            return false;
        }
        self.peek(|parser| {
            while parser.kind() == TokenKind::Dot {
                parser.advance();
                if parser.identifier_name().is_err() {
                    return false;
                }
            }
            parser.token().newline_before
                || matches!(parser.kind(), TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::EndOfInput)
        })
    }

    /// Parses `export import a = N.b` of a module, behind the words.
    pub(super) fn exported_alias(&mut self, start: u32) -> Parsed<StatementId> {
        let span = self.span();
        let name = self.binding_identifier()?;
        self.begin_alias(start)?;
        let statement = self.alias(name, span, None)?;
        // Whoever imports it may use it.
        if let Some(alias) = self.types.commonjs.aliases.pop() {
            self.export(Some(name), Exported::Local(alias.binding), span)?;
            if let Some(value) = self.value_of_alias(statement) {
                let first = ReferenceId(alias.references.start);
                self.note_exported_alias(statement, value, AliasPlace::Module(alias.binding), first);
            }
        }
        Ok(statement)
    }

    /// Parses `export import a = N.b` of a namespace, at the second word.
    pub(super) fn namespace_alias(&mut self, start: u32) -> Parsed<StatementId> {
        self.advance();
        let first = ReferenceId(self.tree.references.len() as u32);
        let name = self.token().name;
        let left = self.binding_pattern(binding::Declares::Exported)?;
        self.begin_alias(start)?;
        let right = self.assignment(AcceptIn::Yes)?;
        self.semicolon()?;
        let statement = self.assigning(left, right, self.span_from(start));
        if let Some(namespace) = self.types.qualified.innermost() {
            self.note_exported_alias(statement, right, AliasPlace::Namespace(namespace, name), first);
        }
        Ok(statement)
    }

    /// Returns the value of the variable that an alias is.
    fn value_of_alias(&self, statement: StatementId) -> Option<ExpressionId> {
        let StatementKind::VariableDeclaration { declarations } = self.tree[statement].kind else { return None };
        let declarator = self.tree.list(declarations).next()?;
        self.tree[declarator].init
    }

    /// Parses `export = a`, or an export of what has no value. None if something else is here.
    pub(in super::super) fn export_assignment(&mut self, start: u32, place: Place) -> Parsed<Option<StatementId>> {
        if !self.is_in_commonjs(place) {
            return Ok(None);
        }
        if self.peek(Self::begins_without_value) {
            self.advance();
            let is_default = self.take(TokenKind::Default);
            return if is_default { self.typescript_default(start) } else { self.typescript_export(start) };
        }
        if self.next_token().0 != TokenKind::Assign {
            return Ok(None);
        }
        self.advance();
        self.advance();
        let value = self.assignment(AcceptIn::Yes)?;
        self.semicolon()?;
        let span = self.span_from(start);
        if self.types.commonjs.exported.replace((value, span)).is_some() {
            return self.fail(Message::DuplicateExport("module.exports".to_owned()), span);
        }
        Ok(Some(self.dropped(start)))
    }

    /// Returns whether a declaration without a value is here, or `type` before a list of names.
    fn begins_without_value(&mut self) -> bool {
        use TokenKind::{Default, Identifier, Interface, LeftBrace, Star};
        match (self.kind(), self.lexer.raw()) {
            (Default, _) => self.peek(|parser| parser.kind() == Interface && parser.is_name_behind()),
            (Interface, _) => self.is_name_behind(),
            (Identifier, "type") => self.is_name_behind() || matches!(self.next_token().0, LeftBrace | Star),
            (Identifier, "declare") => self.peek(Self::begins_ambient),
            _ => false,
        }
    }

    /// Returns whether an expression is the name of a type, which has no value to export.
    fn names_only_type(&self, value: ExpressionId) -> bool {
        let expression = &self.tree[value];
        let ExpressionKind::Identifier { name, .. } = expression.kind else { return false };
        !expression.parenthesized && self.is_only_type(name) && self.scopes.binding_of(name).is_none()
    }

    /// Puts `module.exports = a` at the end of a CommonJS file with `export = a`, unless `a` is a type.
    pub(in super::super) fn with_exported(&mut self, body: List<StatementId>) -> List<StatementId> {
        if self.types.commonjs.file != Some(self.context.function) {
            return body;
        }
        let Some((value, span)) = self.types.commonjs.exported else { return body };
        if self.names_only_type(value) {
            return body;
        }
        let [module, exports] = ["module", "exports"].map(|name| self.lexer.intern_ascii(name));
        let object = self.name_at(module, span);
        let left = self.expression_node(span, ExpressionKind::Member { object, property: exports });
        let assignment = self.assigning(left, value, span);
        let first_item = self.scratch.len();
        for index in 0..body.len() {
            let statement = StatementId::from_word(self.tree.lists[body.start as usize + index]);
            self.note(statement);
        }
        self.note(assignment);
        self.list_from(first_item)
    }

    /// Drops each `import a = …` that nothing uses as a value. The scopes are complete. Returns the references that are gone
    /// with them, in the order of the text.
    pub(super) fn drop_unused_aliases(&mut self) -> Vec<Range<u32>> {
        let aliases = std::mem::take(&mut self.types.commonjs.aliases);
        if aliases.is_empty() || self.types.keeps_imports {
            return Vec::new();
        }
        let used = self.used_aliases(&aliases);
        let mut dropped = Vec::new();
        for alias in aliases {
            if !used.contains(&alias.binding.0) {
                self.tree[alias.statement].kind = StatementKind::Empty;
                self.lexer.meter.push(&mut dropped, alias.references);
            }
        }
        dropped
    }

    /// Finds the aliases that code uses or exports, and those that such aliases use.
    fn used_aliases(&mut self, aliases: &[Alias]) -> BTreeSet<u32> {
        let by_binding: BTreeMap<u32, &Alias> = aliases.iter().map(|alias| (alias.binding.0, alias)).collect();
        let (mut used, mut waiting) = (BTreeSet::new(), Vec::new());
        for alias in aliases.iter().filter(|alias| self.types.named_by_keys.contains(&self.tree[alias.binding].name.0))
        {
            used.insert(alias.binding.0);
            waiting.push(alias.references.clone());
        }
        for export in self.tree.module.iter().flat_map(|module| &module.exports) {
            if let Exported::Local(binding) = export.what
                && let Some(alias) = by_binding.get(&binding.0)
                && used.insert(binding.0)
            {
                waiting.push(alias.references.clone());
            }
        }
        let mut next = aliases.iter().peekable();
        let in_dropped_keys = std::mem::take(&mut self.types.dropped);
        let mut dropped = in_dropped_keys.iter().peekable();
        for index in 0..self.tree.references.len() as u32 {
            if self.lexer.meter.tick(1) {
                break;
            }
            while dropped.next_if(|range| range.end <= index).is_some() {}
            if dropped.peek().is_some_and(|range| range.contains(&index)) {
                continue;
            }
            while next.next_if(|alias| alias.references.end <= index).is_some() {}
            if next.peek().is_none_or(|alias| index < alias.references.start) {
                waiting.push(index..index + 1);
            }
            while let Some(references) = waiting.pop() {
                for index in references {
                    self.lexer.meter.tick(1);
                    if let Resolution::Binding(binding) = self.tree[ReferenceId(index)].resolution
                        && let Some(alias) = by_binding.get(&binding.0)
                        && used.insert(binding.0)
                    {
                        waiting.push(alias.references.clone());
                    }
                }
            }
        }
        self.types.dropped = in_dropped_keys;
        used
    }
}
