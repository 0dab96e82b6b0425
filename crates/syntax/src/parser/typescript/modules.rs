//! Imports and exports of types.

use super::super::Parser;
use super::super::statement::Place;
use super::enums::Export;
use crate::error::{Message, Parsed};
use crate::token::TokenKind;
use crate::tree::{StatementId, StatementKind};
use ferrotape_text::{Name, Span};

impl Parser<'_> {
    /// Parses the rest of an `import` that has no value, behind the word. None if it has one.
    #[inline(never)]
    pub(in super::super) fn import_of_types(&mut self, start: u32) -> Parsed<Option<StatementId>> {
        if self.lexer.raw() == "type" && self.peek(Self::begins_type_clause) {
            self.advance();
            self.type_clause()?;
            return Ok(Some(self.module_dropped(start)));
        }
        match self.begins_alias() {
            true if self.types.is_declarations => {
                self.type_clause()?;
                Ok(Some(self.module_dropped(start)))
            }
            true => self.fail_import_alias(start),
            false => Ok(None),
        }
    }

    /// Returns whether `a = …` is here.
    pub(super) fn begins_alias(&mut self) -> bool {
        // `import a from` is no alias.
        self.kind().is_identifier() && self.lexer.word_behind().is_none() && self.next_token().0 == TokenKind::Assign
    }

    /// Fails at an item of CommonJS in other code.
    #[inline(never)]
    pub(in super::super) fn check_commonjs_item(&mut self, word: &str, keyword: Span) -> Parsed<()> {
        match word {
            "import" if !self.types.is_declarations && self.begins_alias() => self.fail_import_alias(keyword.start),
            "export" if !self.types.is_declarations && self.is_assign_behind() => {
                self.advance();
                self.fail_export_assignment()
            }
            _ => Ok(()),
        }
    }

    /// Returns whether a `=` is behind the current token.
    fn is_assign_behind(&mut self) -> bool {
        self.lexer.word_behind().is_none() && self.next_token().0 == TokenKind::Assign
    }

    #[cold]
    fn fail_export_assignment<T>(&mut self) -> Parsed<T> {
        let error = self.fail(Message::NotBuilt("`export =` is only for CommonJS files"), self.span());
        error.map_err(|error| error.with_note("write `export default`, or name the file `.cts`", None))
    }

    fn module_dropped(&mut self, start: u32) -> StatementId {
        self.statement_node(self.span_from(start), StatementKind::ModuleDeclaration)
    }

    /// Returns whether the word `type` before the current token marks a whole import.
    pub(super) fn begins_type_clause(&mut self) -> bool {
        match self.kind() {
            TokenKind::LeftBrace | TokenKind::Star => true,
            kind if !kind.is_identifier() => false,
            // `import type from "a"` imports a value called `type`.
            _ => self.lexer.raw() != "from" || self.next_token().0 != TokenKind::String,
        }
    }

    /// Reads what is imported as types, and from where.
    fn type_clause(&mut self) -> Parsed<()> {
        if self.kind().is_identifier() {
            self.import_of_type()?;
            if self.take(TokenKind::Assign) {
                // `import type a = require("b")` and `import type a = b.c`
                self.operand_type()?;
                if self.kind() == TokenKind::LeftParen {
                    self.skip_brackets()?;
                }
                return self.semicolon();
            }
            if !self.take(TokenKind::Comma) {
                return self.source_of_types();
            }
        }
        match self.kind() {
            TokenKind::Star => {
                self.advance();
                self.contextual("as", "`as`")?;
                self.import_of_type()?;
            }
            TokenKind::LeftBrace => self.type_specifiers()?,
            _ => return self.fail_expected("a name, `{` or `*`"),
        }
        self.source_of_types()
    }

    /// Consumes the local name of an imported type.
    fn import_of_type(&mut self) -> Parsed<()> {
        let name = self.token().name;
        self.type_name()?;
        self.note_type(name);
        Ok(())
    }

    /// Reads `from "a" with { … };`.
    fn source_of_types(&mut self) -> Parsed<()> {
        self.contextual("from", "`from`")?;
        self.expect(TokenKind::String, "the name of a module")?;
        if self.take(TokenKind::With) {
            self.attributes()?;
        }
        self.semicolon()
    }

    /// Reads the names in braces of an import or an export of types.
    fn type_specifiers(&mut self) -> Parsed<()> {
        self.advance();
        while self.kind() != TokenKind::RightBrace {
            let name = self.type_specifier()?;
            self.note_type(name);
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        Ok(())
    }

    /// Reads `A` or `A as B`. Returns the last name.
    fn type_specifier(&mut self) -> Parsed<Name> {
        let mut name = self.module_name()?.name;
        if self.lexer.raw() == "as" {
            self.advance();
            name = self.module_name()?.name;
        }
        Ok(name)
    }

    /// Reads `type A` or `type A as B` in the braces of an import or an export. Returns the last name. None, and stays, if
    /// `type` is the name itself.
    #[inline(never)]
    pub(in super::super) fn marked_type(&mut self) -> Parsed<Option<Name>> {
        if self.lexer.raw() != "type" || !self.peek(Self::names_type) {
            return Ok(None);
        }
        self.advance();
        self.type_specifier().map(Some)
    }

    /// Returns whether the word `type` before the current token marks a name. It does not in `type`, `type as a` and
    /// `type as as`; it does in `type a`, `type as` and `type as as a`.
    fn names_type(&mut self) -> bool {
        let ends = |parser: &Self| matches!(parser.kind(), TokenKind::Comma | TokenKind::RightBrace);
        if self.lexer.raw() != "as" {
            return !ends(self);
        }
        self.advance();
        if self.lexer.raw() != "as" {
            return ends(self);
        }
        self.advance();
        !ends(self)
    }

    /// Parses an `export` of TypeScript's own, behind the word. None if it is one of JavaScript's.
    #[inline(never)]
    pub(in super::super) fn typescript_export(&mut self, start: u32) -> Parsed<Option<StatementId>> {
        match self.kind() {
            TokenKind::Assign if self.types.is_declarations => {
                self.advance();
                self.operand_type()?;
                self.semicolon()?;
            }
            TokenKind::Assign => {
                return self.fail_export_assignment();
            }
            TokenKind::Import => {
                self.advance();
                if self.lexer.raw() == "type" && self.next_token().0.is_identifier() {
                    // `export import type a = require("b")`
                    return self.import_of_types(start);
                }
                return self.exported_alias(start).map(Some);
            }
            TokenKind::At => return self.fail_decorator(),
            TokenKind::Const if self.is_word_behind(TokenKind::Enum) => {
                self.advance();
                return self.exported_enum(start, Export::Module).map(Some);
            }
            TokenKind::Enum => return self.exported_enum(start, Export::Module).map(Some),
            TokenKind::Interface | TokenKind::Identifier => return self.export_of_word(start),
            _ => return Ok(None),
        }
        Ok(Some(self.module_dropped(start)))
    }

    /// Parses what stands behind `export` and begins with a word of TypeScript. None if it does not.
    fn export_of_word(&mut self, start: u32) -> Parsed<Option<StatementId>> {
        match self.lexer.raw() {
            "type"
                if !self.is_name_behind() && matches!(self.next_token().0, TokenKind::LeftBrace | TokenKind::Star) =>
            {
                self.advance();
                self.export_of_types()?;
            }
            "as" => {
                // `export as namespace A` is for declaration files.
                self.advance();
                self.contextual("namespace", "`namespace`")?;
                self.type_name()?;
                self.semicolon()?;
            }
            _ => {
                if self.kind() == TokenKind::Identifier
                    && self.lexer.raw() == "abstract"
                    && self.next_token() == (TokenKind::Class, false)
                {
                    self.advance();
                    return Ok(None);
                }
                if matches!(self.lexer.raw(), "namespace" | "module") && self.is_name_behind() {
                    return self.namespace(start, Export::Module, Place::Top).map(Some);
                }
                return self.typescript_statement(Place::Top);
            }
        }
        Ok(Some(self.module_dropped(start)))
    }

    /// Reads `{ A } from "a"`, `{ A }` or `* as A from "a"`.
    fn export_of_types(&mut self) -> Parsed<()> {
        if self.take(TokenKind::Star) {
            if self.lexer.raw() == "as" {
                self.advance();
                self.module_name()?;
            }
            return self.source_of_types();
        }
        // What is exported here is not declared here.
        self.advance();
        while self.kind() != TokenKind::RightBrace {
            self.module_name()?;
            if self.lexer.raw() == "as" {
                self.advance();
                self.module_name()?;
            }
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        if self.lexer.raw() == "from" { self.source_of_types() } else { self.semicolon() }
    }

    /// Parses what only TypeScript exports by default. None if it is something else.
    #[inline(never)]
    pub(in super::super) fn typescript_default(&mut self, start: u32) -> Parsed<Option<StatementId>> {
        if self.kind() == TokenKind::Interface && self.next_token().0.is_identifier() {
            self.type_declaration()?;
            return Ok(Some(self.module_dropped(start)));
        }
        if self.lexer.raw() == "abstract" && self.next_token() == (TokenKind::Class, false) {
            self.advance();
        }
        Ok(None)
    }

    #[cold]
    pub(super) fn fail_import_alias<T>(&mut self, start: u32) -> Parsed<T> {
        let error = self.fail(
            Message::NotBuilt("`import … =` is for parts of namespaces, and for `require` in CommonJS files"),
            self.span_from(start),
        );
        let note = "write `import name from \"module\"`, or name the file `.cts`";
        error.map_err(|error| error.with_note(note, None))
    }
}
