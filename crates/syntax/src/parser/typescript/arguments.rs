//! Type arguments and type parameters, and how to tell them from comparisons.

use super::super::Parser;
use crate::error::Parsed;
use crate::token::{self, TokenKind};

impl Parser<'_> {
    /// Reads `<A, B>` where only type arguments can be.
    pub(in super::super) fn type_arguments(&mut self) -> Parsed<()> {
        self.among_types(Self::type_arguments_here)
    }

    /// Reads `<A, B>`. In a trial, keeps the answer to whether they are type arguments, for the trial that comes after.
    fn type_arguments_here(&mut self) -> Parsed<()> {
        let start = self.open_angle();
        let arguments = self.type_list();
        if self.types.trials.are_kept {
            // The text may be tried again as part of an expression.
            let answer = arguments.is_ok() && self.is_lone_greater() && self.peek(|parser| parser.follows_arguments());
            self.keep_answer(start, answer);
        }
        arguments?;
        self.close_angle()
    }

    /// Consumes the `<` that is the current token, or its first character. Returns its position.
    fn open_angle(&mut self) -> u32 {
        let start = self.token().start;
        if self.kind() == TokenKind::ShiftLeft {
            self.lexer.split(TokenKind::Less);
        }
        self.advance();
        start
    }

    /// Reads types with commas between, up to a `>`, which stays the current token.
    fn type_list(&mut self) -> Parsed<()> {
        self.check_depth()?;
        loop {
            self.whole_type()?;
            match self.kind() {
                TokenKind::Comma => self.advance(),
                _ if self.lexer.first_byte() == b'>' => return Ok(()),
                _ => return self.fail_expected("`,` or `>`"),
            }
        }
    }

    /// Consumes a `>`, which may be the first character of another operator.
    pub(super) fn close_angle(&mut self) -> Parsed<()> {
        if self.lexer.first_byte() != b'>' {
            return self.fail_expected("`>`");
        }
        if self.kind() != TokenKind::Greater {
            self.lexer.split(TokenKind::Greater);
        }
        self.advance();
        Ok(())
    }

    /// Returns whether the current token is a `>` that is no part of a longer operator.
    fn is_lone_greater(&self) -> bool {
        self.kind() == TokenKind::Greater && !matches!(self.lexer.byte_behind(), b'>' | b'=')
    }

    /// Reads `<T>` behind an operand, if it is type arguments and not a comparison. Returns whether it is.
    pub(in super::super) fn takes_type_arguments(&mut self) -> Parsed<bool> {
        let start = self.token().start;
        match self.answer(start) {
            Some(false) => return Ok(false),
            Some(true) => return self.type_arguments().map(|()| true),
            None => {}
        }
        let answer = self.on_trial(|parser| {
            parser.among_types(|parser| {
                parser.open_angle();
                parser.type_list()
            })?;
            if !parser.is_lone_greater() {
                return Ok(false);
            }
            parser.advance();
            Ok(parser.follows_arguments())
        })?;
        if self.is_on_trial() {
            self.keep_answer(start, answer);
        }
        Ok(answer)
    }

    /// Returns whether the current token can follow type arguments in an expression: it begins a call or a template, or
    /// could not follow `>` as an operator.
    fn follows_arguments(&self) -> bool {
        use TokenKind::*;
        match self.kind() {
            LeftParen | Template => true,
            Less | Greater | Plus | Minus => false,
            _ => self.token().newline_before || self.begins_operator() || !self.begins_expression(),
        }
    }

    fn begins_operator(&self) -> bool {
        self.kind().power() > 0 || matches!(self.lexer.raw(), "as" | "satisfies")
    }

    fn begins_expression(&self) -> bool {
        use TokenKind::*;
        match self.kind() {
            LeftParen | LeftBracket | LeftBrace | Not | BitNot | PlusPlus | MinusMinus | Slash | SlashAssign => true,
            At | Plus | Minus | Less | This | Super | Null | True | False | Function => true,
            Class | New | Delete | TypeOf | Void | Import => true,
            kind => kind.is_identifier() || kind.class() == token::Class::Literal,
        }
    }

    /// Reads `<T, const U extends V = W>`.
    pub(in super::super) fn type_parameters(&mut self) -> Parsed<()> {
        self.among_types(|parser| {
            parser.open_angle();
            loop {
                parser.type_parameter()?;
                if !parser.take(TokenKind::Comma) || parser.kind() == TokenKind::Greater {
                    return parser.close_angle();
                }
            }
        })
    }

    /// Reads a type parameter with its modifiers, constraint and default, in this order.
    fn type_parameter(&mut self) -> Parsed<()> {
        use TokenKind::*;
        while matches!(self.kind(), Const | In) || self.is_variance_out() {
            self.advance();
        }
        self.type_name()?;
        if self.take(Extends) {
            self.whole_type()?;
        }
        // `T=>` would be the end of the list and an arrow, which no list ends with.
        if self.take(Assign) {
            self.whole_type()?;
        }
        Ok(())
    }

    /// Returns whether the current word is `out` before a type parameter's name.
    fn is_variance_out(&mut self) -> bool {
        let is_word = self.kind() == TokenKind::Identifier && self.lexer.raw() == "out";
        is_word
            && (matches!(self.next_token().0, TokenKind::In | TokenKind::Const) || self.next_token().0.is_identifier())
    }

    /// Reads type parameters, if they are there.
    #[inline(never)]
    pub(in super::super) fn optional_type_parameters(&mut self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Less | TokenKind::ShiftLeft => self.type_parameters(),
            _ => Ok(()),
        }
    }
}
