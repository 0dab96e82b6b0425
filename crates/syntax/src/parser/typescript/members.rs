//! Members of object types and interfaces, and mapped types.

use super::super::Parser;
use crate::error::Parsed;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Reads the members of an object type or an interface in their braces, or a mapped type.
    pub(super) fn object_type(&mut self) -> Parsed<()> {
        let start = self.token().start;
        self.check_depth()?;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        self.type_members().map_err(|error| self.unclosed(error, "`{`", start))
    }

    /// Reads the members up to and with the `}`. A `;`, a `,` or a line break ends each.
    fn type_members(&mut self) -> Parsed<()> {
        while self.kind() != TokenKind::RightBrace {
            self.type_member()?;
            let ends = matches!(self.kind(), TokenKind::Semicolon | TokenKind::Comma);
            if ends {
                self.advance();
            } else if self.kind() != TokenKind::RightBrace && !self.token().newline_before {
                return self.fail_expected("`;` or `}`");
            }
        }
        self.advance();
        Ok(())
    }

    /// Reads one member. Which kind of member it is need not be known: all is dropped.
    fn type_member(&mut self) -> Parsed<()> {
        use TokenKind::*;
        if matches!(self.kind(), Plus | Minus) {
            // `+readonly [K in T]`
            self.advance();
        }
        self.modifiers()?;
        match self.kind() {
            LeftParen | Less | ShiftLeft => return self.signature(),
            New if matches!(self.next_token().0, LeftParen | Less | ShiftLeft) => {
                self.advance();
                return self.signature();
            }
            LeftBracket => self.bracketed_key()?,
            String | Number | BigInt | PrivateName => self.advance(),
            kind if kind.is_identifier_name() => self.advance(),
            _ => return self.fail_expected("a member of the type"),
        }
        if matches!(self.kind(), Plus | Minus) {
            // `[K in T]-?`
            self.advance();
            if self.kind() != Question {
                return self.fail_expected("`?`");
            }
        }
        self.take(Question);
        match self.kind() {
            LeftParen | Less | ShiftLeft => self.signature(),
            _ => self.annotation(),
        }
    }

    /// Reads the words before the key of a type's member, like `readonly` and `get`.
    fn modifiers(&mut self) -> Parsed<()> {
        while self.kind().is_identifier() && !self.token().escaped {
            let may_break = match self.lexer.raw() {
                "get" | "set" | "static" => true,
                "readonly" | "public" | "private" | "protected" | "declare" | "abstract" | "override" | "async"
                | "accessor" => false,
                _ => return Ok(()),
            };
            let is_modifier = self.peek(|parser| {
                let begins_key = parser.begins_key() || parser.kind() == TokenKind::PrivateName;
                begins_key && (may_break || !parser.token().newline_before)
            });
            if !is_modifier {
                return Ok(());
            }
            self.advance();
        }
        Ok(())
    }

    /// Reads `[key: T]`, `[K in T as U]` or `[expression]`.
    pub(super) fn bracketed_key(&mut self) -> Parsed<()> {
        if !self.peek(|parser| parser.begins_named_key()) {
            return self.skip_key();
        }
        self.advance();
        self.advance();
        self.advance();
        self.whole_type()?;
        if self.lexer.raw() == "as" {
            self.advance();
            self.whole_type()?;
        }
        self.expect(TokenKind::RightBracket, "`]`")
    }

    /// Returns whether a name with `:` or `in` behind it is here.
    pub(super) fn begins_named_key(&mut self) -> bool {
        self.kind().is_identifier() && matches!(self.next_token().0, TokenKind::Colon | TokenKind::In)
    }
}
