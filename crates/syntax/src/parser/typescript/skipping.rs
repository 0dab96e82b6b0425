//! Expressions that are skipped by their tokens: in types, and in what is declared elsewhere.

use ferrotape_text::Name;

use super::super::Parser;
use crate::error::Parsed;
use crate::scope::BindingKind;
use crate::token::{self, TokenKind};

/// Text that is skipped.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Skipped {
    /// Everything from a bracket to the one that closes it.
    Brackets,
    /// A computed key in its brackets. The imports that it names stay.
    Key,
    /// A value: everything up to a comma or to the end of the brackets around it.
    Value,
}

/// Bytes that an entry of a set takes.
const ENTRY: usize = 16;

impl Parser<'_> {
    /// Skips everything from a bracket to the one that closes it.
    pub(super) fn skip_brackets(&mut self) -> Parsed<()> {
        self.skip(Skipped::Brackets)
    }

    /// Skips a computed key in a type. Imports that it names stay, as in TypeScript.
    pub(super) fn skip_key(&mut self) -> Parsed<()> {
        self.skip(Skipped::Key)
    }

    /// Skips a default value, which only TypeScript's checks refuse in a type.
    pub(super) fn skip_value(&mut self) -> Parsed<()> {
        let start = self.token().start;
        self.skip(Skipped::Value)?;
        if self.token().start == start { self.fail_unexpected() } else { Ok(()) }
    }

    /// Skips an expression by its tokens.
    fn skip(&mut self, skipped: Skipped) -> Parsed<()> {
        use TokenKind::*;
        let start = self.token().start;
        let mut templates = Vec::new();
        let mut depth = 0u32;
        let mut before = Comma;
        loop {
            let mut kind = self.kind();
            let is_in_template = templates.last() == Some(&depth);
            let is_end = matches!(kind, Comma | RightParen | RightBracket | RightBrace);
            if skipped == Skipped::Value && depth == 0 && is_end && templates.is_empty() {
                return Ok(());
            }
            match kind {
                LeftParen | LeftBracket | LeftBrace => depth += 1,
                RightBrace if is_in_template => {
                    self.lexer.rescan_template();
                    if self.kind() != Template {
                        return self.fail_unexpected();
                    }
                    if self.lexer.template.is_last {
                        templates.pop();
                    } else {
                        kind = Comma;
                    }
                }
                RightParen | RightBracket | RightBrace if depth == 0 => return self.fail_unexpected(),
                RightParen | RightBracket | RightBrace => depth -= 1,
                Template if !self.lexer.template.is_last => {
                    self.lexer.meter.push(&mut templates, depth);
                    kind = Comma;
                }
                Slash | SlashAssign if !ends_operand(before) => {
                    if self.lexer.rescan_regexp().is_none() {
                        return self.fail_unexpected();
                    }
                    kind = RegExp;
                }
                Invalid | EndOfInput => {
                    return self.fail_unexpected().map_err(|error| self.unclosed(error, "`{`", start));
                }
                _ if skipped == Skipped::Key && kind.is_identifier() && !matches!(before, Dot | QuestionDot) => {
                    self.lexer.name_token();
                    let name = self.token().name;
                    self.advance();
                    // `a` in `{ a: 1 }` names a property.
                    if self.kind() != Colon || !matches!(before, LeftBrace | Comma) {
                        self.note_named(name);
                    }
                    before = kind;
                    continue;
                }
                _ => {}
            }
            before = kind;
            self.advance();
            if depth == 0 && skipped != Skipped::Value {
                return Ok(());
            }
        }
    }

    /// Notes that a computed key names what may be an import.
    fn note_named(&mut self, name: Name) {
        if self.types.is_ambient {
            return;
        }
        let declared = self.scopes.binding_of(name).map(|binding| self.tree[binding].kind);
        // `import a = N.b` is a variable.
        let may_be_import = declared.is_none_or(|kind| matches!(kind, BindingKind::Import | BindingKind::Variable));
        if may_be_import && self.types.named_by_keys.insert(name.0) {
            self.lexer.meter.charge(ENTRY);
        }
    }
}

/// Returns whether a token ends an operand, so that a `/` behind it divides.
fn ends_operand(kind: TokenKind) -> bool {
    use TokenKind::*;
    match kind {
        RightParen | RightBracket | RightBrace | This | Super | Null | True | False | PlusPlus | MinusMinus => true,
        kind => kind.is_identifier() || kind.class() == token::Class::Literal,
    }
}
