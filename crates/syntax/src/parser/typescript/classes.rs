//! Members of classes: modifiers, and members that are types only.

use super::super::Parser;
use super::super::class::{Head, OpenClass};
use crate::error::{Message, Parsed};
use crate::token::TokenKind;
use crate::tree::{ClassMember, FunctionKind};

/// Modifiers before a member that change what it is.
#[derive(Copy, Clone, Default)]
struct Modifiers {
    is_static: bool,
    /// The member is only a type: `declare` or `abstract`.
    is_dropped: bool,
    /// The member is elsewhere.
    is_ambient: bool,
    is_accessor: bool,
}

impl Parser<'_> {
    /// Returns whether a class begins here whose next word is no name.
    pub(in super::super) fn begins_class_without_name(&mut self) -> bool {
        match self.kind() {
            TokenKind::Less => true,
            TokenKind::Implements => self.next_token().0.is_identifier(),
            _ => false,
        }
    }

    /// Parses a member of a class. None for the constructor, and for what is only a type.
    #[inline(never)]
    pub(in super::super) fn typed_member(&mut self, open: &mut OpenClass) -> Parsed<Option<ClassMember>> {
        let start = self.token().start;
        if self.kind() == TokenKind::At {
            return self.fail_decorator();
        }
        let modifiers = self.member_modifiers()?;
        if modifiers.is_static && self.kind() == TokenKind::LeftBrace {
            return self.static_block(open, start).map(Some);
        }
        if self.kind() == TokenKind::LeftBracket && self.begins_index_signature() {
            self.index_signature()?;
            return Ok(None);
        }
        let first_reference = self.tree.references.len() as u32;
        let head = self.class_member_head(start, modifiers.is_static)?;
        if modifiers.is_ambient {
            let references = first_reference..self.tree.references.len() as u32;
            self.lexer.meter.push(&mut self.types.dropped, references);
            self.types.is_ambient = true;
            let read = self.member_behind_key(open, start, modifiers, head);
            self.types.is_ambient = false;
            return read;
        }
        self.member_behind_key(open, start, modifiers, head)
    }

    /// Parses a member from behind its key on.
    fn member_behind_key(
        &mut self,
        open: &mut OpenClass,
        start: u32,
        modifiers: Modifiers,
        head: Head,
    ) -> Parsed<Option<ClassMember>> {
        let is_optional = self.take(TokenKind::Question);
        if !is_optional && self.kind() == TokenKind::Not && !self.token().newline_before {
            self.advance();
        }
        if matches!(self.kind(), TokenKind::LeftParen | TokenKind::Less) && !modifiers.is_accessor {
            if modifiers.is_dropped {
                self.signature()?;
                self.semicolon()?;
                return Ok(None);
            }
            if self.takes_signature()? {
                // An optional method needs no body: a subclass may have it.
                return match self.kind() {
                    TokenKind::RightBrace if !self.types.is_declarations && !is_optional => {
                        self.fail(Message::SignatureAlone, self.span_from(start))
                    }
                    _ => Ok(None),
                };
            }
            return self.class_member_of(open, head);
        }
        self.annotation()?;
        if modifiers.is_dropped {
            self.semicolon()?;
            return Ok(None);
        }
        if modifiers.is_accessor {
            return self.auto_accessor(open, &head).map(Some);
        }
        self.class_member_of(open, head)
    }

    /// Reads the words before a member. A word that something follows which no member begins with is a name.
    fn member_modifiers(&mut self) -> Parsed<Modifiers> {
        let mut modifiers = Modifiers::default();
        while self.kind().is_identifier() && !self.token().escaped {
            let word = self.lexer.raw();
            match word {
                "static" | "public" | "private" | "protected" | "readonly" | "override" | "declare" | "abstract"
                | "accessor" => {}
                _ => break,
            }
            if word == "static" && modifiers.is_static {
                // `static static` is a static field of that name.
                break;
            }
            let here = self.lexer.checkpoint();
            self.advance();
            let is_block = word == "static" && self.kind() == TokenKind::LeftBrace;
            let is_behind = word == "static" || !self.token().newline_before;
            if !(is_block || is_behind && self.begins_member()) {
                self.rewind(&here);
                break;
            }
            modifiers.is_accessor |= word == "accessor";
            modifiers.is_static |= word == "static";
            modifiers.is_dropped |= matches!(word, "declare" | "abstract");
            modifiers.is_ambient |= word == "declare";
        }
        Ok(modifiers)
    }

    fn begins_member(&self) -> bool {
        self.begins_key() || matches!(self.kind(), TokenKind::PrivateName | TokenKind::Star)
    }

    /// Returns whether the bracket here begins `[key: T]`.
    fn begins_index_signature(&mut self) -> bool {
        self.peek(|parser| parser.kind().is_identifier() && parser.next_token().0 == TokenKind::Colon)
    }

    /// Reads `[key: T]: U`.
    fn index_signature(&mut self) -> Parsed<()> {
        self.bracketed_key()?;
        self.annotation()?;
        self.semicolon()
    }

    /// Reads what may stand before a parameter's name. Returns true, behind the type, if the parameter is `this`.
    #[inline(never)]
    pub(in super::super) fn begin_parameter(&mut self, kind: FunctionKind) -> Parsed<bool> {
        if self.kind() == TokenKind::At {
            return self.fail_decorator();
        }
        if self.kind() == TokenKind::This {
            self.advance();
            self.annotation()?;
            return Ok(true);
        }
        let is_constructor = matches!(kind, FunctionKind::Constructor | FunctionKind::DerivedConstructor);
        if is_constructor && self.parameter_modifiers() {
            self.note_parameter_property()?;
        }
        Ok(false)
    }

    /// Reads `?` and the type behind a parameter's name.
    #[inline]
    pub(in super::super) fn parameter_annotation(&mut self) -> Parsed<()> {
        self.take(TokenKind::Question);
        self.annotation()
    }

    #[cold]
    pub(in super::super) fn fail_decorator<T>(&mut self) -> Parsed<T> {
        let error = self.fail(Message::NotBuilt("decorators are not supported"), self.span());
        error.map_err(|error| error.with_note("call the function instead: `C = decorate(C)` behind the class", None))
    }
}
