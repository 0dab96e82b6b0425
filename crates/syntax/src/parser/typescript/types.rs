//! Types, walked by their grammar. Chains are loops: unions, arrays, members, the last branches of conditional types.

use super::super::Parser;
use crate::error::{Message, Parsed};
use crate::token::TokenKind;

/// Kinds of types that may stand at the outermost level.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Conditional {
    Allowed,
    /// The type stands behind `extends`: a `?` is not its own.
    Refused,
}

impl Parser<'_> {
    /// Reads a type.
    pub(in super::super) fn whole_type(&mut self) -> Parsed<()> {
        self.among_types(|parser| parser.type_at(Conditional::Allowed))
    }

    /// Walks over types. Their words need no names, but for the token behind them.
    #[inline]
    pub(super) fn among_types<T>(&mut self, walk: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let around = std::mem::replace(&mut self.lexer.skips_names, true);
        let walked = walk(self);
        self.lexer.skips_names = around;
        if !around {
            self.lexer.name_token();
        }
        walked
    }

    /// Reads a union and, if allowed, the conditional types that it begins. The last branches are read in the loop.
    fn type_at(&mut self, conditional: Conditional) -> Parsed<()> {
        self.check_depth()?;
        loop {
            self.union()?;
            if conditional == Conditional::Refused {
                return Ok(());
            }
            let is_open = std::mem::take(&mut self.types.is_open_constraint);
            if self.kind() == TokenKind::Extends && !self.token().newline_before {
                self.advance();
                self.type_at(Conditional::Refused)?;
                self.types.is_open_constraint = false;
            } else if !is_open || self.kind() != TokenKind::Question || self.ends_optional_element() {
                return Ok(());
            }
            self.expect(TokenKind::Question, "`?`")?;
            self.whole_type()?;
            self.expect(TokenKind::Colon, "`:`")?;
        }
    }

    /// Returns whether the current `?` is that of a tuple's element.
    fn ends_optional_element(&mut self) -> bool {
        matches!(self.next_token().0, TokenKind::Comma | TokenKind::RightBracket)
    }

    /// Reads types with `|` and `&` between, and before the first.
    fn union(&mut self) -> Parsed<()> {
        let mut has_operator = self.take(TokenKind::Or);
        has_operator |= self.take(TokenKind::And);
        loop {
            let start = self.token().start;
            if self.operand_type()? && has_operator {
                return self.fail(Message::FunctionInUnion, self.span_from(start));
            }
            has_operator = true;
            match self.kind() {
                TokenKind::And => self.advance(),
                TokenKind::Or => {
                    self.advance();
                    self.take(TokenKind::And);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads a type with the operators before it and the brackets behind it.
    /// Returns whether it is the type of a function.
    pub(super) fn operand_type(&mut self) -> Parsed<bool> {
        let mut may_be_function = true;
        while self.kind() == TokenKind::Identifier && self.lexer.begins_small() {
            match self.lexer.raw() {
                "keyof" | "unique" | "readonly" => self.advance(),
                "infer" => return self.infer().map(|()| false),
                _ => break,
            }
            // `(): keyof (T) => 1` is an arrow function: the operator takes `(T)`.
            may_be_function = false;
        }
        if self.primary_type(may_be_function)? {
            // The type of what a function returns has taken everything behind it.
            return Ok(true);
        }
        while self.kind() == TokenKind::LeftBracket && !self.token().newline_before {
            self.advance();
            if self.kind() != TokenKind::RightBracket {
                self.whole_type()?;
            }
            self.expect(TokenKind::RightBracket, "`]`")?;
        }
        Ok(false)
    }

    /// Reads `infer U`, perhaps with a constraint.
    fn infer(&mut self) -> Parsed<()> {
        self.advance();
        self.type_name()?;
        if self.kind() == TokenKind::Extends && !self.token().newline_before {
            self.advance();
            self.type_at(Conditional::Refused)?;
            self.types.is_open_constraint = self.kind() == TokenKind::Question;
        }
        Ok(())
    }

    /// Reads the name of a type that is declared here.
    pub(super) fn type_name(&mut self) -> Parsed<()> {
        if !self.kind().is_identifier() {
            return self.fail_expected("the name of a type");
        }
        self.advance();
        Ok(())
    }

    /// Reads a type without operators. Returns whether it is the type of a function.
    fn primary_type(&mut self, may_be_function: bool) -> Parsed<bool> {
        use TokenKind::*;
        match self.kind() {
            LeftParen if may_be_function && self.begins_function_type() => return self.function_type().map(|()| true),
            LeftParen => {
                self.advance();
                self.whole_type()?;
                self.expect(RightParen, "`)`")?;
            }
            Less | ShiftLeft => return self.function_type().map(|()| true),
            New => {
                self.advance();
                return self.function_type().map(|()| true);
            }
            LeftBrace => self.object_type()?,
            LeftBracket => self.tuple()?,
            Template => self.template_type()?,
            String | Number | BigInt | True | False | Null | Void => self.advance(),
            Minus => {
                self.advance();
                if !matches!(self.kind(), Number | BigInt) {
                    return self.fail_expected("a number");
                }
                self.advance();
            }
            TypeOf => self.type_of_value()?,
            Import => self.import_type()?,
            This => {
                self.advance();
                self.predicate()?;
            }
            kind if kind.is_identifier() => return self.named_type(),
            _ => return self.fail_expected("a type"),
        }
        Ok(false)
    }

    /// Reads a type that begins with a word. Returns whether it is the type of a constructor.
    fn named_type(&mut self) -> Parsed<bool> {
        // Most names of types begin with a capital letter.
        let word = if self.lexer.begins_small() { self.lexer.raw() } else { "" };
        self.advance();
        match word {
            "" => {}
            "abstract" if self.kind() == TokenKind::New => {
                self.advance();
                return self.function_type().map(|()| true);
            }
            // `asserts is T` is about a parameter called `asserts`.
            "asserts" if self.names_on_line() && self.lexer.raw() != "is" => {
                self.advance();
                self.predicate()?;
                return Ok(false);
            }
            _ => {}
        }
        if self.kind() == TokenKind::Dot {
            self.members_of_name()?;
        } else if self.is_word_on_line("is") {
            self.predicate()?;
            return Ok(false);
        } else if is_own_type(word) {
            // A `<` behind it compares: `x as number < y`.
            return Ok(false);
        }
        self.type_arguments_on_line()?;
        Ok(false)
    }

    /// Returns whether a name, or `this`, is the current token, on the line of the token before.
    fn names_on_line(&self) -> bool {
        (self.kind().is_identifier() || self.kind() == TokenKind::This) && !self.token().newline_before
    }

    /// Reads `is T` behind the name of a parameter, if it is there.
    fn predicate(&mut self) -> Parsed<()> {
        if self.is_word_on_line("is") {
            self.advance();
            self.whole_type()?;
        }
        Ok(())
    }

    /// Reads `.a.b`.
    pub(super) fn members_of_name(&mut self) -> Parsed<()> {
        while self.take(TokenKind::Dot) {
            match self.kind() {
                TokenKind::PrivateName => self.advance(),
                kind if kind.is_identifier_name() => self.advance(),
                _ => return self.fail_expected("a name"),
            }
        }
        Ok(())
    }

    /// Reads `<…>` behind the name of a type, which must be on its line.
    pub(super) fn type_arguments_on_line(&mut self) -> Parsed<()> {
        let is_there = matches!(self.kind(), TokenKind::Less | TokenKind::ShiftLeft) && !self.token().newline_before;
        if is_there { self.type_arguments() } else { Ok(()) }
    }

    /// Reads `typeof a.b<T>` or `typeof import("a").b`.
    fn type_of_value(&mut self) -> Parsed<()> {
        self.advance();
        match self.kind() {
            TokenKind::Import => return self.import_type(),
            TokenKind::This => self.advance(),
            kind if kind.is_identifier() => self.advance(),
            _ => return self.fail_expected("a name"),
        }
        self.members_of_name()?;
        // A `<<` is a shift here: `a as typeof b << 2`.
        if self.kind() == TokenKind::ShiftLeft { Ok(()) } else { self.type_arguments_on_line() }
    }

    /// Reads `import("a", { with: { … } }).b<T>`.
    fn import_type(&mut self) -> Parsed<()> {
        self.advance();
        self.expect(TokenKind::LeftParen, "`(`")?;
        self.whole_type()?;
        if self.take(TokenKind::Comma) && self.kind() == TokenKind::LeftBrace {
            self.skip_brackets()?;
            self.take(TokenKind::Comma);
        }
        self.expect(TokenKind::RightParen, "`)`")?;
        self.members_of_name()?;
        self.type_arguments_on_line()
    }

    /// Reads a template with types between its strings.
    fn template_type(&mut self) -> Parsed<()> {
        loop {
            if self.kind() != TokenKind::Template {
                return self.fail_unexpected();
            }
            let is_last = self.lexer.template.is_last;
            self.advance();
            if is_last {
                return Ok(());
            }
            self.whole_type()?;
            if self.kind() != TokenKind::RightBrace {
                return self.fail_expected("`}`");
            }
            self.lexer.rescan_template();
        }
    }

    /// Reads a tuple, whose elements may have names.
    fn tuple(&mut self) -> Parsed<()> {
        self.advance();
        while self.kind() != TokenKind::RightBracket {
            self.take(TokenKind::Ellipsis);
            if self.kind().is_identifier_name() && self.is_label() {
                self.advance();
                self.take(TokenKind::Question);
                self.expect(TokenKind::Colon, "`:`")?;
            }
            self.whole_type()?;
            self.take(TokenKind::Question);
            if self.kind() != TokenKind::RightBracket {
                self.expect(TokenKind::Comma, "`,` or `]`")?;
            }
        }
        self.advance();
        Ok(())
    }

    /// Returns whether the current word names an element of a tuple.
    fn is_label(&mut self) -> bool {
        self.peek(|parser| {
            parser.take(TokenKind::Question);
            parser.kind() == TokenKind::Colon
        })
    }
}

/// Returns whether a word is a type of TypeScript itself, which takes no arguments.
fn is_own_type(word: &str) -> bool {
    matches!(
        word,
        "any" | "unknown" | "never" | "number" | "bigint" | "boolean" | "string" | "symbol" | "object" | "undefined"
    )
}
