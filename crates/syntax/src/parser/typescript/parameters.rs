//! Parameters of types, and of signatures without a body.

use super::super::Parser;
use crate::error::Parsed;
use crate::token::TokenKind;

/// Treatment of default values, which only functions with a body have. TypeScript reads them everywhere, and complains later.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Values {
    Skipped,
    Refused,
}

impl Parser<'_> {
    /// Reads `<T>(a: A) => R`, from `<` or `(` on.
    pub(super) fn function_type(&mut self) -> Parsed<()> {
        self.check_depth()?;
        if matches!(self.kind(), TokenKind::Less | TokenKind::ShiftLeft) {
            self.type_parameters()?;
        }
        self.parameters_of_signature(Values::Skipped)?;
        self.expect(TokenKind::Arrow, "`=>`")?;
        self.whole_type()
    }

    /// Reads `<T>(a: A): R`.
    pub(super) fn signature(&mut self) -> Parsed<()> {
        self.signature_with(Values::Skipped)
    }

    /// Reads `<T>(a: A): R` of a function that may have a body. Default values are errors: it has one then.
    pub(super) fn signature_without_values(&mut self) -> Parsed<()> {
        self.signature_with(Values::Refused)
    }

    fn signature_with(&mut self, values: Values) -> Parsed<()> {
        self.among_types(|parser| {
            if matches!(parser.kind(), TokenKind::Less | TokenKind::ShiftLeft) {
                parser.type_parameters()?;
            }
            parser.parameters_of_signature(values)?;
            parser.annotation()
        })
    }

    /// Reads `(a: A, b?: B, ...c: C)`.
    fn parameters_of_signature(&mut self, values: Values) -> Parsed<()> {
        self.expect(TokenKind::LeftParen, "`(`")?;
        while self.kind() != TokenKind::RightParen {
            self.take(TokenKind::Ellipsis);
            self.parameter_modifiers();
            if !self.skim_parameter(values) {
                return self.fail_expected("a parameter");
            }
            self.take(TokenKind::Question);
            self.annotation()?;
            if values == Values::Skipped && self.take(TokenKind::Assign) {
                self.skip_value()?;
            }
            if self.kind() != TokenKind::RightParen {
                self.expect(TokenKind::Comma, "`,` or `)`")?;
            }
        }
        self.advance();
        Ok(())
    }

    /// Reads `public`, `readonly` and the like before a parameter's name. Returns whether there is any.
    pub(in super::super) fn parameter_modifiers(&mut self) -> bool {
        use TokenKind::*;
        let mut is_property = false;
        while self.kind().is_identifier() && !self.token().escaped {
            if !matches!(self.lexer.raw(), "public" | "private" | "protected" | "readonly" | "override") {
                break;
            }
            let (next, _) = self.next_token();
            if !next.is_identifier() && !matches!(next, LeftBracket | LeftBrace | This | Ellipsis) {
                break;
            }
            self.advance();
            is_property = true;
        }
        is_property
    }

    /// Skips the name or the pattern of a parameter. Returns whether there is one.
    fn skim_parameter(&mut self, values: Values) -> bool {
        match self.kind() {
            TokenKind::LeftBrace | TokenKind::LeftBracket => self.skim_pattern(values),
            kind if kind.is_identifier() || kind == TokenKind::This => {
                self.advance();
                true
            }
            _ => false,
        }
    }

    /// Skips a pattern. Ends at the first token that no pattern has, so it passes over no parenthesis but in default values.
    /// `{ a: b[] }` and `{ a: void }` are types.
    fn skim_pattern(&mut self, values: Values) -> bool {
        use TokenKind::*;
        // What closes the brackets that are open.
        let mut open = Vec::new();
        loop {
            let closing = open.last().copied();
            if closing.is_some_and(|closing| self.take(closing)) {
                open.pop();
            } else if closing == Some(RightBracket) && self.take(Comma) {
                continue;
            } else {
                self.take(Ellipsis);
                if closing == Some(RightBrace) && !self.skim_key() {
                    return false;
                }
                let inner = match self.kind() {
                    LeftBrace => Some(RightBrace),
                    LeftBracket => Some(RightBracket),
                    kind if kind.is_identifier() => None,
                    _ => return false,
                };
                self.advance();
                if let Some(closing) = inner {
                    self.lexer.meter.push(&mut open, closing);
                    continue;
                }
            }
            let is_inside = !open.is_empty();
            if is_inside && values == Values::Skipped && self.take(Assign) && self.skip_value().is_err() {
                return false;
            }
            match open.last() {
                None => return true,
                Some(&closing) if !self.take(Comma) && self.kind() != closing => return false,
                Some(_) => {}
            }
        }
    }

    /// Skips the name of a property and the `:` behind it, or nothing if a name alone stands here. Returns false if no
    /// property of a pattern begins here.
    fn skim_key(&mut self) -> bool {
        use TokenKind::*;
        let is_computed = self.kind() == LeftBracket;
        let is_name = self.kind().is_identifier_name() || matches!(self.kind(), String | Number | BigInt);
        if is_name && self.next_token().0 != Colon {
            return true;
        }
        match is_computed {
            // `[a: T]` and `[K in T]` are those of types.
            true if self.peek(|parser| parser.begins_named_key()) => return false,
            true if self.skip_key().is_err() => return false,
            false if !is_name => return false,
            false => self.advance(),
            true => {}
        }
        self.take(Colon)
    }

    /// Returns whether the parenthesis here begins the parameters of a function's type.
    pub(super) fn begins_function_type(&mut self) -> bool {
        use TokenKind::*;
        if self.lexer.begins_parameters() {
            return true;
        }
        self.peek(|parser| {
            if matches!(parser.kind(), RightParen | Ellipsis) {
                return true;
            }
            parser.parameter_modifiers();
            if !parser.skim_parameter(Values::Skipped) {
                return false;
            }
            match parser.kind() {
                Colon | Comma | Question | Assign => true,
                RightParen => {
                    parser.advance();
                    parser.kind() == Arrow
                }
                _ => false,
            }
        })
    }
}
