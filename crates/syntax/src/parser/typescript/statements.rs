//! Declarations of types, and of what is declared elsewhere.

use super::super::Parser;
use super::super::statement::Place;
use super::enums::Export;
use crate::by_name::NONE;
use crate::error::{Message, Parsed, SourceError};
use crate::token::TokenKind;
use crate::tree::{StatementId, StatementKind};
use ferrotape_text::Name;

/// Bytes that a type takes in the set of those that namespaces declare.
const TYPE: usize = 32;

impl Parser<'_> {
    /// Parses a statement that begins with a word of TypeScript. None if it does not.
    #[inline(never)]
    pub(in super::super) fn typescript_statement(&mut self, place: Place) -> Parsed<Option<StatementId>> {
        use TokenKind::{Identifier, Interface};
        if !matches!(self.kind(), Identifier | Interface) || self.token().escaped {
            return Ok(None);
        }
        let start = self.token().start;
        match self.lexer.raw() {
            "type" | "interface" if self.is_name_behind() => self.type_declaration()?,
            "declare" if self.peek(|parser| parser.begins_ambient()) => {
                self.advance();
                self.types.is_in_namespace = place == Place::Namespace;
                self.ambient()?;
                self.types.is_in_namespace = false;
            }
            "abstract" if self.next_token() == (TokenKind::Class, false) => {
                self.advance();
                return self.class_declaration(None).map(Some);
            }
            "namespace" | "module" if self.is_name_behind() || self.next_token() == (TokenKind::String, false) => {
                return self.namespace(start, Export::Not, place).map(Some);
            }
            _ => return Ok(None),
        }
        Ok(Some(self.dropped(start)))
    }

    /// Makes the statement that stands for what has been dropped.
    pub(in super::super) fn dropped(&mut self, start: u32) -> StatementId {
        self.statement_node(self.span_from(start), StatementKind::Empty)
    }

    /// Returns whether a name follows the current word, on its line.
    pub(super) fn is_name_behind(&mut self) -> bool {
        if let Some(kind) = self.lexer.word_behind() {
            return kind.is_identifier();
        }
        let (kind, newline) = self.next_token();
        kind.is_identifier() && !newline
    }

    /// Reads a type alias or an interface.
    pub(in super::super) fn type_declaration(&mut self) -> Parsed<()> {
        let is_interface = self.kind() == TokenKind::Interface;
        self.advance();
        self.declared_type_name()?;
        self.among_types(|parser| {
            parser.optional_type_parameters()?;
            if is_interface {
                if parser.take(TokenKind::Extends) {
                    parser.types_between_commas()?;
                }
                return parser.object_type();
            }
            parser.expect(TokenKind::Assign, "`=`")?;
            parser.whole_type()?;
            parser.semicolon()
        })
    }

    /// Consumes a name that has no value, and remembers it: exporting it exports nothing.
    fn declared_type_name(&mut self) -> Parsed<()> {
        let name = self.token().name;
        self.type_name()?;
        self.note_type(name);
        Ok(())
    }

    /// Consumes the name of a value that is declared elsewhere.
    pub(super) fn declared_value_name(&mut self, is_variable: bool) -> Parsed<()> {
        let name = self.token().name;
        if self.is_in_ambient_namespace(name) {
            return self.type_name();
        }
        self.note_elsewhere(name);
        if self.types.is_exporting {
            self.add_export(name);
        }
        // As in TypeScript's output, only variables become members where they are exported.
        if self.types.is_in_namespace && !(is_variable && self.types.is_exporting) {
            self.add_elsewhere(name);
        }
        self.type_name()?;
        self.note_name(name, true);
        Ok(())
    }

    pub(in super::super) fn note_type(&mut self, name: Name) {
        self.note_name(name, false);
    }

    /// Notes that a name is declared, as a type or with a value: exports of names that are types alone are dropped.
    fn note_name(&mut self, name: Name, has_value: bool) {
        let ambient = self.types.ambient.as_ref().map(|ambient| ambient.symbol);
        if !has_value
            && let Some(namespace) = ambient.or_else(|| self.types.qualified.innermost())
            && self.lexer.meter.charge(TYPE)
        {
            self.types.qualified.add_type(namespace, name);
        }
        if self.types.ambient.is_some() {
            // It is a name of the namespace, not of the text.
            return;
        }
        let known = self.types.names.replace(name, u32::from(has_value), &mut self.lexer.meter);
        if known != NONE {
            self.types.names.reset(name, known | u32::from(has_value));
        }
    }

    /// Returns whether the name has been declared as a type, or as something that is declared elsewhere.
    pub(in super::super) fn is_type(&self, name: Name) -> bool {
        self.types.names.get(name) != NONE
    }

    /// Returns whether the name has been declared as a type, and as nothing that has a value elsewhere.
    pub(super) fn is_only_type(&self, name: Name) -> bool {
        self.types.names.get(name) == u32::from(false)
    }

    /// Reads types with commas between, as behind `implements`.
    fn types_between_commas(&mut self) -> Parsed<()> {
        loop {
            self.heritage_type()?;
            if !self.take(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    /// Reads a type behind `extends` or `implements`. Words like `keyof` and `any` are names there.
    fn heritage_type(&mut self) -> Parsed<()> {
        if !self.kind().is_identifier() {
            return self.operand_type().map(|_| ());
        }
        self.advance();
        self.members_of_name()?;
        self.type_arguments_of_heritage()
    }

    /// Reads `<…>` behind a class or an interface that another one extends.
    pub(in super::super) fn type_arguments_of_heritage(&mut self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Less | TokenKind::ShiftLeft => self.type_arguments(),
            _ => Ok(()),
        }
    }

    /// Reads `implements A, B`, if it is there.
    #[inline(never)]
    pub(in super::super) fn implemented_types(&mut self) -> Parsed<()> {
        if self.take(TokenKind::Implements) { self.types_between_commas() } else { Ok(()) }
    }

    /// Returns whether a declaration follows `declare`, on its line.
    pub(super) fn begins_ambient(&mut self) -> bool {
        use TokenKind::*;
        if self.token().newline_before {
            return false;
        }
        match self.kind() {
            Var | Let | Const | Using | Function | Class | Enum | Interface | Import => true,
            Async => self.next_token() == (Function, false),
            Identifier => matches!(self.lexer.raw(), "type" | "namespace" | "module" | "global" | "abstract"),
            _ => false,
        }
    }

    /// Returns whether the file declares what is elsewhere, so that its variables need no `declare`.
    pub(in super::super) fn is_declared_elsewhere(&self) -> bool {
        self.types.is_declarations
    }

    /// Reads a declaration of something that is elsewhere.
    #[cold]
    pub(in super::super) fn ambient_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.ambient()?;
        Ok(self.dropped(start))
    }

    /// Reads a declaration behind `declare`.
    pub(in super::super) fn ambient(&mut self) -> Parsed<()> {
        self.types.is_ambient = true;
        let read = self.ambient_declaration();
        self.types.is_ambient = false;
        read
    }

    /// Reads a declaration whose values are elsewhere, from its keyword on. Nothing of it gets into the tree.
    pub(super) fn ambient_declaration(&mut self) -> Parsed<()> {
        use TokenKind::*;
        match self.kind() {
            Const if self.next_token().0 == Enum => {
                self.advance();
                self.ambient_enum(true)
            }
            Var | Let | Const | Using => self.ambient_variables(),
            Async | Function => {
                self.take(Async);
                self.expect(Function, "`function`")?;
                self.take(Star);
                self.declared_value_name(false)?;
                self.signature()?;
                self.semicolon()
            }
            Class => self.ambient_class(),
            Interface => self.type_declaration(),
            Enum => self.ambient_enum(false),
            _ => match self.lexer.raw() {
                "type" => self.type_declaration(),
                "abstract" => {
                    self.advance();
                    self.ambient_class()
                }
                "namespace" | "module" | "global" => self.ambient_block(),
                _ => self.fail_unexpected(),
            },
        }
    }

    /// Reads variables that are declared elsewhere. Constants may have a literal as their value.
    fn ambient_variables(&mut self) -> Parsed<()> {
        let is_constant = self.kind() == TokenKind::Const;
        loop {
            self.advance();
            let mut constant = None;
            match self.kind() {
                TokenKind::LeftBrace | TokenKind::LeftBracket => self.skip_brackets()?,
                _ => {
                    let name = self.token().name;
                    self.declared_value_name(true)?;
                    // One with a type has no value that counts.
                    constant = (is_constant && self.kind() == TokenKind::Assign).then_some(name);
                }
            }
            self.annotation()?;
            if self.take(TokenKind::Assign) {
                self.ambient_initializer(constant)?;
            }
            if self.kind() != TokenKind::Comma {
                return self.semicolon();
            }
        }
    }

    /// Reads a class whose members are declared elsewhere. They are skipped.
    fn ambient_class(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Class, "`class`")?;
        self.declared_value_name(false)?;
        self.optional_type_parameters()?;
        if self.take(TokenKind::Extends) {
            self.heritage_type()?;
        }
        self.implemented_types()?;
        self.ambient_braces()
    }

    /// Reads `namespace A.B { … }`, `module "a" { … }` or `global { … }`, from the word on.
    fn ambient_block(&mut self) -> Parsed<()> {
        let is_global = self.lexer.raw() == "global";
        self.advance();
        if is_global {
            return self.ambient_braces();
        }
        if self.take(TokenKind::String) {
            return if self.kind() == TokenKind::LeftBrace { self.ambient_braces() } else { self.semicolon() };
        }
        self.ambient_namespace()
    }

    pub(super) fn ambient_braces(&mut self) -> Parsed<()> {
        if self.kind() == TokenKind::LeftBrace { self.skip_brackets() } else { self.fail_expected("`{`") }
    }

    /// Reads a function's signature that has no body, from its parameters on. Returns false and stays if there is a
    /// body. The function itself must follow.
    #[inline(never)]
    pub(in super::super) fn is_overload(&mut self, start: u32) -> Parsed<bool> {
        if !self.takes_signature()? {
            return Ok(false);
        }
        use TokenKind::{Async, Default, Export, Function};
        match self.kind() {
            Function | Async | Export | Default => Ok(true),
            _ if self.types.is_declarations => Ok(true),
            kind => self.fail(Message::SignatureAlone, self.span_from(start)).map_err(|mut error: Box<SourceError>| {
                // At a prompt the body may stand on the next line.
                error.is_unfinished = kind == TokenKind::EndOfInput;
                error
            }),
        }
    }

    /// Reads a signature without a body, with its semicolon. Returns false and stays if it has a body, or is none.
    pub(super) fn takes_signature(&mut self) -> Parsed<bool> {
        if self.lexer.has_body() {
            return Ok(false);
        }
        self.on_trial(|parser| {
            parser.signature_without_values()?;
            if parser.kind() == TokenKind::LeftBrace {
                return Ok(false);
            }
            parser.semicolon().map(|()| true)
        })
    }
}
