//! Imports and exports (ECMA-262 16.2.2, 16.2.3).

use ferrotape_budget::order;
use ferrotape_text::{Name, Span};

use super::statement::Place;
use super::{AcceptIn, Parser};
use crate::by_name::{ByName, NONE};
use crate::error::{Message, Parsed};
use crate::scope::{BindingId, BindingKind};
use crate::token::{Class, TokenKind};
use crate::tree::{
    BindingTarget, DeclaratorId, ExportEntry, Exported, ExpressionId, ExpressionKind, ImportEntry, List, ListItem,
    Module, ModuleRequest, Phase, PropertyId, StatementId, StatementKind,
};
use crate::{Goal, MODULE_VALUE};

/// State of a module's exports during the parse.
#[derive(Default)]
pub(super) struct Exports {
    /// Exported names, each with an arbitrary index.
    names: ByName,
    /// Index of the request without attributes, by specifier.
    requests: ByName,
    /// Exports of names that may be declared later.
    locals: Vec<LocalExport>,
}

/// `export {local as name}`
struct LocalExport {
    name: Name,
    local: Name,
    span: Span,
}

/// A name in braces, as written.
pub(super) struct Specifier {
    pub name: Name,
    kind: TokenKind,
    span: Span,
}

impl Parser<'_> {
    /// Parses a statement that begins with `import`.
    #[inline(never)]
    pub(super) fn import_statement(&mut self, place: Place) -> Parsed<StatementId> {
        let keyword = self.span();
        self.advance();
        if matches!(self.kind(), TokenKind::LeftParen | TokenKind::Dot) {
            return self.import_expression_statement(keyword);
        }
        if self.typescript
            && let Some(statement) = self.import_require(keyword, place)?
        {
            return Ok(statement);
        }
        if self.typescript
            && let Some(statement) = self.import_alias(keyword, place)?
        {
            return Ok(statement);
        }
        self.check_module_item("import", keyword, place)?;
        if self.typescript
            && let Some(statement) = self.import_of_types(keyword.start)?
        {
            return Ok(statement);
        }
        let first_import = self.module().imports.len();
        let is_bare = self.kind() == TokenKind::String;
        let mut phase = Phase::Evaluation;
        if !is_bare {
            phase = self.import_phase();
            match phase {
                Phase::Evaluation => self.import_clause()?,
                Phase::Defer => self.import_namespace()?,
                Phase::Source => {
                    let span = self.span();
                    self.import_binding(None, span)?;
                }
            }
            self.contextual("from", "`from`")?;
        }
        let request = self.module_request(phase)?;
        for import in &mut self.module().imports[first_import..] {
            import.request = request;
        }
        if self.typescript {
            self.note_request(request, first_import, is_bare);
        }
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(keyword.start), StatementKind::ModuleDeclaration))
    }

    fn import_expression_statement(&mut self, keyword: Span) -> Parsed<StatementId> {
        let start = keyword.start;
        let operand = self.import_rest(keyword)?;
        let operand = self.postfix_rest(start, operand)?;
        let first = self.assignment_rest(start, operand, AcceptIn::Yes)?;
        let expression = self.expression_rest(start, first, AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::Expression { expression }))
    }

    fn check_module_item(&mut self, word: &'static str, keyword: Span, place: Place) -> Parsed<()> {
        if self.typescript {
            self.check_commonjs_item(word, keyword)?;
        }
        match self.goal == Goal::Module && place == Place::Top {
            true => Ok(()),
            false => self.fail_so_far(Message::ModuleItem(word), keyword),
        }
    }

    fn module(&mut self) -> &mut Module {
        self.tree.module.get_or_insert_default()
    }

    /// Consumes a word that is a keyword only here.
    pub(super) fn contextual(&mut self, word: &str, expected: &'static str) -> Parsed<()> {
        if self.lexer.raw() != word {
            return self.fail_expected(expected);
        }
        self.advance();
        Ok(())
    }

    /// Parses an ImportClause, up to its `from`: a default name, and a namespace or a list, or one of these.
    fn import_clause(&mut self) -> Parsed<()> {
        if self.kind().is_identifier() {
            let span = self.span();
            let default = self.lexer.intern_ascii("default");
            self.import_binding(Some(default), span)?;
            if !self.take(TokenKind::Comma) {
                return Ok(());
            }
        }
        match self.kind() {
            TokenKind::Star => self.import_namespace(),
            TokenKind::LeftBrace => self.import_specifiers(),
            _ => self.fail_expected("a name, `{` or `*`"),
        }
    }

    /// Consumes the word of a phase: `defer` before `*`, `source` before a name that is not the word `from`.
    fn import_phase(&mut self) -> Phase {
        let phase = match self.lexer.raw() {
            "defer" if self.next_token().0 == TokenKind::Star => Phase::Defer,
            "source" if self.peek(Self::begins_binding_of_source) => Phase::Source,
            _ => return Phase::Evaluation,
        };
        self.advance();
        phase
    }

    /// Returns whether this is the name in `import source name from`. `import source from "a"` imports the default.
    fn begins_binding_of_source(&mut self) -> bool {
        let is_from = self.lexer.raw() == "from";
        self.kind().is_identifier() && (!is_from || self.next_token().0 != TokenKind::String)
    }

    /// Parses `* as name`.
    fn import_namespace(&mut self) -> Parsed<()> {
        let span = self.span();
        self.advance();
        self.contextual("as", "`as`")?;
        self.import_binding(None, span)
    }

    /// Parses the names between `{` and `}`. A string needs `as` and a name, being none itself.
    fn import_specifiers(&mut self) -> Parsed<()> {
        self.advance();
        while self.kind() != TokenKind::RightBrace {
            if self.typescript
                && let Some(name) = self.marked_type()?
            {
                self.note_type(name);
                self.end_specifier()?;
                continue;
            }
            let Specifier { name, kind, span } = self.module_name()?;
            if self.lexer.raw() == "as" {
                self.advance();
                self.import_binding(Some(name), span)?;
            } else if kind == TokenKind::String {
                return self.fail(Message::ImportString, span);
            } else {
                self.check_specifier(kind, name, span)?;
                self.declare_import(name, Some(name), span, span)?;
            }
            self.end_specifier()?;
        }
        self.advance();
        Ok(())
    }

    /// Consumes the comma between two names in braces.
    fn end_specifier(&mut self) -> Parsed<()> {
        match self.kind() {
            TokenKind::RightBrace => Ok(()),
            _ => self.expect(TokenKind::Comma, "`,` or `}`"),
        }
    }

    /// Parses the local name of an import.
    fn import_binding(&mut self, import: Option<Name>, import_span: Span) -> Parsed<()> {
        let span = self.span();
        let local = self.binding_identifier()?;
        self.declare_import(local, import, span, import_span)
    }

    /// Declares the local name of an import, and adds its entry unless the scope has no place for it.
    fn declare_import(&mut self, local: Name, import: Option<Name>, span: Span, import_span: Span) -> Parsed<()> {
        let first_bound = self.bound.len();
        let local = if self.typescript { self.name_of_import(local) } else { local };
        self.declare_lexical(local, BindingKind::Import, span)?;
        self.bound.truncate(first_bound);
        let Some(local) = self.scopes.binding_of(local) else { return Ok(()) };
        let entry = ImportEntry { request: 0, import, local, span: import_span };
        let module = self.tree.module.get_or_insert_default();
        self.lexer.meter.push(&mut module.imports, entry);
        Ok(())
    }

    /// Parses a ModuleExportName: any word, or a well-formed string.
    pub(super) fn module_name(&mut self) -> Parsed<Specifier> {
        let (kind, span) = (self.kind(), self.span());
        if kind != TokenKind::String {
            let name = self.identifier_name()?;
            return Ok(Specifier { name, kind, span });
        }
        self.check_legacy()?;
        let name = self.token().name;
        let text = self.lexer.names.text(name);
        if char::decode_utf16(text.units()).any(|unit| unit.is_err()) {
            return self.fail(Message::LoneSurrogateName, span);
        }
        self.advance();
        Ok(Specifier { name, kind, span })
    }

    /// Fails unless a word that has been read can be a name in this module.
    fn check_specifier(&mut self, kind: TokenKind, name: Name, span: Span) -> Parsed<()> {
        match kind {
            TokenKind::Await => self.fail(Message::AwaitName, span),
            _ if kind.class() == Class::Reserved || kind == TokenKind::EscapedKeyword => {
                self.fail(Message::ReservedWord(self.name_text(name)), span)
            }
            _ => self.check_strict_binding(name, span),
        }
    }

    /// Parses the specifier with its attributes. Returns the index of the request.
    fn module_request(&mut self, phase: Phase) -> Parsed<u32> {
        let span = self.span();
        let specifier = self.string("the name of a module")?;
        let attributes = if self.take(TokenKind::With) { self.attributes()? } else { Vec::new() };
        let next = self.module().requests.len() as u32;
        if attributes.is_empty() && phase == Phase::Evaluation {
            let known = self.exports.requests.get(specifier);
            if known != NONE {
                return Ok(known);
            }
            self.exports.requests.replace(specifier, next, &mut self.lexer.meter);
        }
        let module = self.tree.module.get_or_insert_default();
        self.lexer.meter.push(&mut module.requests, ModuleRequest { phase, specifier, attributes, span });
        Ok(next)
    }

    /// Parses a string that is no expression. All code of modules is strict.
    fn string(&mut self, what: &'static str) -> Parsed<Name> {
        if self.kind() == TokenKind::String {
            self.check_legacy()?;
        }
        let text = self.token().name;
        self.expect(TokenKind::String, what)?;
        Ok(text)
    }

    /// Parses a WithClause, ECMA-262 16.2.2
    pub(super) fn attributes(&mut self) -> Parsed<Vec<(Name, Name)>> {
        let mut attributes: Vec<(Name, Name)> = Vec::new();
        let mut known = ByName::default();
        self.expect(TokenKind::LeftBrace, "`{`")?;
        while self.kind() != TokenKind::RightBrace {
            let span = self.span();
            let key = match self.kind() {
                TokenKind::String => self.string("a string")?,
                _ => self.identifier_name()?,
            };
            self.expect(TokenKind::Colon, "`:`")?;
            let value = self.string("a string")?;
            if known.replace(key, 0, &mut self.lexer.meter) != NONE {
                return self.fail(Message::DuplicateAttribute(self.name_text(key)), span);
            }
            self.lexer.meter.push(&mut attributes, (key, value));
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        let names = &self.lexer.names;
        order::sort_by(&mut attributes, |(a, _), (b, _)| names.text(*a).units().lt(names.text(*b).units()));
        Ok(attributes)
    }

    /// Parses a statement that begins with `export`.
    #[inline(never)]
    pub(super) fn export_statement(&mut self, place: Place) -> Parsed<StatementId> {
        let keyword = self.span();
        if place == Place::Namespace {
            return self.namespace_export();
        }
        if self.typescript
            && let Some(statement) = self.export_assignment(keyword.start, place)?
        {
            return Ok(statement);
        }
        self.check_module_item("export", keyword, place)?;
        self.advance();
        if self.typescript
            && let Some(statement) = self.typescript_export(keyword.start)?
        {
            return Ok(statement);
        }
        match self.kind() {
            TokenKind::Star => self.export_all(keyword.start),
            TokenKind::LeftBrace => self.export_specifiers(keyword.start),
            TokenKind::Default => self.export_default(keyword.start),
            _ => self.export_declaration(),
        }
    }

    /// Parses `export * from` or `export * as name from`.
    fn export_all(&mut self, start: u32) -> Parsed<StatementId> {
        let mut span = self.span();
        self.advance();
        let mut name = None;
        if self.lexer.raw() == "as" {
            self.advance();
            let specifier = self.module_name()?;
            span = specifier.span;
            name = Some(specifier.name);
        }
        self.contextual("from", "`from`")?;
        let request = self.module_request(Phase::Evaluation)?;
        if self.typescript {
            self.note_request(request, usize::MAX, true);
        }
        self.export(name, Exported::All { request }, span)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::ModuleDeclaration))
    }

    /// Parses `export { … }`, and its `from`.
    fn export_specifiers(&mut self, start: u32) -> Parsed<StatementId> {
        self.advance();
        let mut specifiers: Vec<(Specifier, Name, Span)> = Vec::new();
        while self.kind() != TokenKind::RightBrace {
            // A type that is exported is not declared here: it may have the name of a value.
            if self.typescript && self.marked_type()?.is_some() {
                self.end_specifier()?;
                continue;
            }
            let local = self.module_name()?;
            let (mut name, mut span) = (local.name, local.span);
            if self.lexer.raw() == "as" {
                self.advance();
                let exported = self.module_name()?;
                (name, span) = (exported.name, exported.span);
            }
            self.lexer.meter.push(&mut specifiers, (local, name, span));
            self.end_specifier()?;
        }
        self.advance();
        if self.lexer.raw() == "from" {
            self.advance();
            let request = self.module_request(Phase::Evaluation)?;
            if self.typescript {
                self.note_request(request, usize::MAX, !specifiers.is_empty());
            }
            for (local, name, span) in specifiers {
                self.export(Some(name), Exported::Indirect { request, import: local.name }, span)?;
            }
        } else {
            for (local, name, span) in specifiers {
                if local.kind == TokenKind::String {
                    return self.fail(Message::ExportString, local.span);
                }
                self.check_specifier(local.kind, local.name, local.span)?;
                self.export_local(name, local.name, span, local.span)?;
            }
        }
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::ModuleDeclaration))
    }

    /// Parses `export default`.
    fn export_default(&mut self, start: u32) -> Parsed<StatementId> {
        let span = self.span();
        self.advance();
        if self.typescript
            && let Some(statement) = self.typescript_default(start)?
        {
            return Ok(statement);
        }
        let [name, local] = ["default", "*default*"].map(|name| self.lexer.intern_ascii(name));
        let statement = match self.kind() {
            TokenKind::Function => self.function_declaration_from(self.token().start, false, Some(local))?,
            TokenKind::Class => self.class_declaration(Some(local))?,
            TokenKind::Async => {
                let word = self.identifier_reference()?;
                if self.is_async_function(&word) {
                    self.function_declaration_from(word.start, true, Some(local))?
                } else {
                    let operand = self.async_operand_begun(&word)?;
                    let operand = self.postfix_rest(word.start, operand)?;
                    let expression = self.assignment_rest(word.start, operand, AcceptIn::Yes)?;
                    self.default_expression(start, local, span, expression)?
                }
            }
            _ => {
                let expression = self.assignment(AcceptIn::Yes)?;
                self.default_expression(start, local, span, expression)?
            }
        };
        if matches!(self.tree[statement].kind, StatementKind::Empty) {
            // The signature of a function that follows.
            return Ok(statement);
        }
        let local = self.declared_by(statement).unwrap_or(local);
        self.export_local(name, local, span, span)?;
        Ok(statement)
    }

    /// Ends `export default expression`. Declares `local`, which the statement initialises with the value.
    fn default_expression(
        &mut self,
        start: u32,
        local: Name,
        span: Span,
        expression: ExpressionId,
    ) -> Parsed<StatementId> {
        self.semicolon()?;
        let first_bound = self.bound.len();
        self.declare_lexical(local, BindingKind::Class, span)?;
        let reference = self.initializing(local);
        self.initialized(first_bound);
        let kind = StatementKind::ExportDefault { expression, reference };
        let statement = self.statement_node(self.span_from(start), kind);
        if self.typescript {
            self.note_default(statement, expression);
        }
        Ok(statement)
    }

    /// Exports the value of the last statement that has one, if it is an expression: it becomes an export like that of
    /// `export default`.
    pub(super) fn export_value(&mut self, body: List<StatementId>) -> Parsed<()> {
        use StatementKind::*;
        let tree = &self.tree;
        let has_value = |&id: &StatementId| {
            !matches!(
                tree[id].kind,
                Empty
                    | ModuleDeclaration
                    | ExportDefault { .. }
                    | VariableDeclaration { .. }
                    | LexicalDeclaration { .. }
                    | FunctionDeclaration { .. }
                    | ClassDeclaration { .. }
            )
        };
        let Some(statement) = tree.list(body).rev().find(has_value) else { return Ok(()) };
        let (span, Expression { expression }) = (tree[statement].span, tree[statement].kind) else { return Ok(()) };
        // Those of `export default` are there as well, for whoever compares them.
        let [name, ..] = [MODULE_VALUE, "default", "*default*"].map(|name| self.lexer.intern_ascii(name));
        let first_bound = self.bound.len();
        self.declare_lexical(name, BindingKind::Class, span)?;
        let reference = self.initializing(name);
        self.initialized(first_bound);
        self.tree[statement].kind = ExportDefault { expression, reference };
        self.export_local(name, name, span, span)
    }

    /// Returns the name that a function or class declaration declares.
    fn declared_by(&self, statement: StatementId) -> Option<Name> {
        match self.tree[statement].kind {
            StatementKind::FunctionDeclaration { function, .. } => self.tree[function].name,
            StatementKind::ClassDeclaration { reference, .. } => Some(self.tree[reference].name),
            _ => None,
        }
    }

    /// Parses the declaration behind `export`, and exports each name that it declares.
    fn export_declaration(&mut self) -> Parsed<StatementId> {
        let is_declaration = matches!(
            self.kind(),
            TokenKind::Var | TokenKind::Let | TokenKind::Const | TokenKind::Class | TokenKind::Function
        ) || self.kind() == TokenKind::Async;
        if self.kind() == TokenKind::At {
            return self.fail_decorator();
        }
        if !is_declaration || self.token().escaped {
            return self.fail_expected("a declaration, `default`, `{` or `*`");
        }
        let first = self.span();
        let statement = self.statement(Place::List)?;
        match self.tree[statement].kind {
            StatementKind::VariableDeclaration { declarations }
            | StatementKind::LexicalDeclaration { declarations, .. } => self.export_declared(declarations)?,
            StatementKind::FunctionDeclaration { .. } | StatementKind::ClassDeclaration { .. } => {
                let name = self.declared_by(statement);
                let span = self.name_span_of(statement).unwrap_or(first);
                if let Some(name) = name {
                    self.export_local(name, name, span, span)?;
                }
            }
            StatementKind::Empty if self.typescript => {}
            _ => return self.fail(Message::Unexpected("expression".to_owned()), first),
        }
        Ok(statement)
    }

    pub(super) fn name_span_of(&self, statement: StatementId) -> Option<Span> {
        match self.tree[statement].kind {
            StatementKind::FunctionDeclaration { function, .. } => Some(self.tree[function].name_span),
            StatementKind::ClassDeclaration { class, .. } => Some(self.tree[class].name_span),
            _ => None,
        }
    }

    /// Exports the names of variables. A plain name's span is empty, at its start.
    fn export_declared(&mut self, declarations: List<DeclaratorId>) -> Parsed<()> {
        for index in 0..declarations.len() {
            let declarator = self.tree[DeclaratorId(self.tree.lists[declarations.start as usize + index])];
            match declarator.target {
                BindingTarget::Identifier { name, .. } => {
                    let span = Span::new(declarator.span.start, declarator.span.start);
                    self.export_local(name, name, span, span)?;
                }
                BindingTarget::Pattern(pattern) => self.export_pattern(pattern)?,
            }
        }
        Ok(())
    }

    /// Exports all names that a pattern binds.
    fn export_pattern(&mut self, id: ExpressionId) -> Parsed<()> {
        self.check_depth()?;
        self.lexer.meter.tick(1);
        let expression = self.tree[id];
        match expression.kind {
            ExpressionKind::Identifier { name, .. } => self.export_local(name, name, expression.span, expression.span),
            ExpressionKind::AssignmentPattern { left, .. } => self.export_pattern(left),
            ExpressionKind::Rest { argument } => self.export_pattern(argument),
            ExpressionKind::ArrayPattern { elements } => {
                for index in 0..elements.len() {
                    let element: Option<ExpressionId> =
                        Option::from_word(self.tree.lists[elements.start as usize + index]);
                    element.map_or(Ok(()), |element| self.export_pattern(element))?;
                }
                Ok(())
            }
            ExpressionKind::ObjectPattern { properties } => {
                for index in 0..properties.len() {
                    let property = PropertyId(self.tree.lists[properties.start as usize + index]);
                    self.export_pattern(self.tree[property].value)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn export_local(&mut self, name: Name, local: Name, span: Span, local_span: Span) -> Parsed<()> {
        self.check_exported(name, span)?;
        let export = LocalExport { name, local, span: local_span };
        self.lexer.meter.push(&mut self.exports.locals, export);
        Ok(())
    }

    /// Returns whether something is exported by this name already.
    pub(super) fn is_exported(&self, name: Name) -> bool {
        self.exports.names.get(name) != NONE
    }

    fn check_exported(&mut self, name: Name, span: Span) -> Parsed<()> {
        match self.exports.names.replace(name, 0, &mut self.lexer.meter) {
            NONE => Ok(()),
            _ => self.fail(Message::DuplicateExport(self.name_text(name)), span),
        }
    }

    pub(super) fn export(&mut self, name: Option<Name>, what: Exported, span: Span) -> Parsed<()> {
        if let Some(name) = name {
            self.check_exported(name, span)?;
        }
        let module = self.tree.module.get_or_insert_default();
        self.lexer.meter.push(&mut module.exports, ExportEntry { name, what, span });
        Ok(())
    }

    /// Checks at the end of a module that every exported name is declared, and makes the entries.
    pub(super) fn check_exports(&mut self) -> Parsed<()> {
        for LocalExport { name, local, span } in std::mem::take(&mut self.exports.locals) {
            self.lexer.meter.tick(1);
            let Some(binding): Option<BindingId> = self.scopes.binding_of(local) else {
                if self.typescript && self.is_type(local) {
                    continue;
                }
                return self.fail(Message::UndeclaredExport(self.name_text(local)), span);
            };
            let module = self.tree.module.get_or_insert_default();
            let entry = ExportEntry { name: Some(name), what: Exported::Local(binding), span };
            self.lexer.meter.push(&mut module.exports, entry);
        }
        Ok(())
    }
}
