//! Pieces of a text that need not be a program: tokens, comments and white space, without gaps. For colours, completion
//! and messages.
//!
//! The lexer finds the tokens. A parser would tell it where an operand begins; here the token before a `/` decides
//! whether a regular expression does.

use std::ops::Range;

use ferrotape_budget::Budget;
use ferrotape_text::LoneSurrogates;

use crate::lexer::Lexer;
use crate::meter::Meter;
use crate::token::{Class, TokenKind};

/// The kinds of pieces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// An identifier or a keyword.
    Word,
    /// `#name`
    PrivateName,
    Number,
    String,
    /// Text of a template literal, with `` ` ``, `${` and `}` around it.
    Template,
    /// A regular expression, with its flags.
    Pattern,
    Comment,
    /// An operator, a bracket, or a character that begins no token.
    Punctuator,
    Space,
}

/// A piece of a text: a token, a comment or white space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub kind: PieceKind,
    pub range: Range<usize>,
    /// The text ends, or the line of a string, before the piece does.
    pub is_open: bool,
}

/// Returns all pieces of a text, in order.
///
/// ```
/// use ferrotape_syntax::pieces::{PieceKind, pieces};
///
/// let kinds: Vec<PieceKind> = pieces("x = /a/").into_iter().map(|piece| piece.kind).collect();
/// assert_eq!(kinds, [PieceKind::Word, PieceKind::Space, PieceKind::Punctuator, PieceKind::Space, PieceKind::Pattern]);
/// ```
pub fn pieces(text: &str) -> Vec<Piece> {
    Pieces::new(text, &mut Budget::default()).collect()
}

/// Reads a text piece by piece. When a limit of the budget is reached, the text ends there.
pub struct Pieces<'t> {
    text: &'t str,
    /// Stands on the next token.
    lexer: Lexer<'t>,
    /// End of the last piece.
    at: usize,
    /// The last token, if an operand may be complete with it.
    last: Option<TokenKind>,
    /// Open braces: whether each belongs to a substitution in a template literal.
    braces: Vec<bool>,
}

impl<'t> Pieces<'t> {
    pub fn new(text: &'t str, budget: &'t mut Budget) -> Self {
        let lexer = Lexer::new(text, LoneSurrogates::default(), false, Meter::new(budget));
        Pieces { text, lexer, at: 0, last: None, braces: Vec::new() }
    }

    /// Returns the white space or the comment at the beginning of a gap between tokens.
    fn trivia(&self, gap: Range<usize>) -> Piece {
        let text = &self.text[gap.clone()];
        let is_space = |character: char| character.is_whitespace() || character == '\u{FEFF}';
        let (kind, end) = if text.starts_with(is_space) {
            (PieceKind::Space, text.find(|character| !is_space(character)))
        } else if let Some(comment) = text.strip_prefix("/*") {
            // The `*` that begins it does not end it: `/*/`.
            (PieceKind::Comment, comment.find("*/").map(|end| end + 4))
        } else {
            (PieceKind::Comment, text.find(['\n', '\r', '\u{2028}', '\u{2029}']).filter(|&end| end > 0))
        };
        let end = end.map_or(gap.end, |end| gap.start + end);
        // A comment to the end of the line is open while it is typed.
        let is_open = kind == PieceKind::Comment && !text.starts_with("/*") && end == self.text.len();
        Piece { kind, range: gap.start..end, is_open }
    }

    /// Reads the current token again where it begins or continues something that only its surroundings tell.
    fn read_again(&mut self) {
        match self.lexer.token.kind {
            TokenKind::Slash | TokenKind::SlashAssign if self.begins_operand() => {
                self.lexer.rescan_regexp();
            }
            TokenKind::LeftBrace => self.braces.push(false),
            TokenKind::RightBrace if self.braces.pop() == Some(true) => self.lexer.rescan_template(),
            TokenKind::Invalid if self.lexer.raw().starts_with(['"', '\'']) && !self.is_open() => {
                self.lexer.skip_string();
            }
            _ => {}
        }
        if self.lexer.token.kind == TokenKind::Template && !self.lexer.template.is_last {
            self.braces.push(true);
        }
    }

    /// Returns whether an operand begins behind the last token.
    fn begins_operand(&self) -> bool {
        use TokenKind::{Await, False, Null, RightBrace, RightBracket, RightParen, Super, This, True, Yield};
        let Some(last) = self.last else { return true };
        match last.class() {
            Class::Punctuator => !matches!(last, RightParen | RightBracket | RightBrace),
            Class::Reserved => !matches!(last, This | Super | Null | True | False),
            _ => matches!(last, Await | Yield),
        }
    }

    /// Returns whether the current token, which is invalid, lacks its end rather than anything else.
    fn is_open(&self) -> bool {
        self.lexer.error.as_ref().is_some_and(|error| error.span.start == self.lexer.token.start)
    }

    /// Makes a piece of the current token. An invalid one gets the kind that its first character promises.
    fn token(&self) -> Piece {
        let (token, text) = (&self.lexer.token, self.lexer.raw());
        let is_invalid = token.kind == TokenKind::Invalid;
        let kind = match token.kind {
            TokenKind::Number | TokenKind::BigInt => PieceKind::Number,
            TokenKind::String => PieceKind::String,
            TokenKind::Template => PieceKind::Template,
            TokenKind::RegExp => PieceKind::Pattern,
            TokenKind::PrivateName => PieceKind::PrivateName,
            kind if kind.is_identifier_name() => PieceKind::Word,
            TokenKind::Invalid if text.starts_with("/*") => PieceKind::Comment,
            TokenKind::Invalid => match text.as_bytes().first() {
                Some(b'"' | b'\'') => PieceKind::String,
                Some(b'`' | b'}') => PieceKind::Template,
                Some(b'/') => PieceKind::Pattern,
                Some(b'0'..=b'9' | b'.') => PieceKind::Number,
                _ => PieceKind::Punctuator,
            },
            _ => PieceKind::Punctuator,
        };
        let is_open = match kind {
            PieceKind::String => is_invalid && !is_closed(text),
            PieceKind::Template | PieceKind::Comment => is_invalid,
            PieceKind::Pattern => is_invalid && self.is_open(),
            _ => false,
        };
        Piece { kind, range: token.start as usize..token.end as usize, is_open }
    }

    /// Remembers the current token for the `/` that may follow.
    fn note_last(&mut self) {
        let is_member = matches!(self.last, Some(TokenKind::Dot | TokenKind::QuestionDot));
        self.last = match self.lexer.token.kind {
            kind if is_member && kind.is_identifier_name() => Some(TokenKind::Identifier),
            TokenKind::Template if !self.lexer.template.is_last => None,
            kind => Some(kind),
        };
    }
}

/// Returns whether a string ends with its quote, which is not escaped.
fn is_closed(string: &str) -> bool {
    let Some(quote) = string.chars().next() else { return false };
    string[1..].strip_suffix(quote).is_some_and(|inner| {
        let backslashes = inner.len() - inner.trim_end_matches('\\').len();
        backslashes.is_multiple_of(2)
    })
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let start = self.lexer.token.start as usize;
        if self.at < start {
            let piece = self.trivia(self.at..start);
            self.at = piece.range.end;
            return Some(piece);
        }
        if self.lexer.token.kind == TokenKind::EndOfInput {
            return None;
        }
        self.read_again();
        let piece = self.token();
        self.note_last();
        self.at = piece.range.end;
        self.lexer.advance();
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::PieceKind::*;
    use super::*;

    /// Returns the pieces but for white space.
    fn seen(text: &str) -> Vec<(PieceKind, &str)> {
        let all = pieces(text);
        assert_eq!(
            all.iter().map(|piece| &text[piece.range.clone()]).collect::<std::string::String>(),
            text,
            "{text:?}"
        );
        assert!(all.iter().all(|piece| !piece.range.is_empty()), "{text:?}");
        all.into_iter().filter(|piece| piece.kind != Space).map(|piece| (piece.kind, &text[piece.range])).collect()
    }

    #[test]
    fn the_token_before_tells_what_a_slash_begins() {
        for (text, is_pattern) in [
            ("a /b/ c", false),
            ("a.return /b/ c", false),
            ("a?.in /b/ c", false),
            ("(a) /b/ c", false),
            ("this /b/ c", false),
            ("return /b/ c", true),
            ("yield /b/ c", true),
            ("x = /b/ ", true),
            ("`${/b/}`", true),
            ("/b/", true),
        ] {
            assert_eq!(seen(text).contains(&(Pattern, "/b/")), is_pattern, "{text}");
        }
        assert_eq!(seen("x /= /=/g"), [(Word, "x"), (Punctuator, "/="), (Pattern, "/=/g")]);
    }

    #[test]
    fn gaps_are_white_space_and_comments() {
        assert_eq!(
            seen("#! a\nb /* c */ // d\n/**/e"),
            [(Comment, "#! a"), (Word, "b"), (Comment, "/* c */"), (Comment, "// d"), (Comment, "/**/"), (Word, "e")]
        );
        assert_eq!(seen("/*/ a */ b /*/*/c"), [(Comment, "/*/ a */"), (Word, "b"), (Comment, "/*/*/"), (Word, "c")]);
        assert_eq!(
            seen("a?.#b\u{2028}<!-- c"),
            [(Word, "a"), (Punctuator, "?."), (PrivateName, "#b"), (Comment, "<!-- c")]
        );
    }

    #[test]
    fn what_is_wrong_ends_where_it_seems_to() {
        assert_eq!(seen("'\\u{x}a' + 0x"), [(String, "'\\u{x}a'"), (Punctuator, "+"), (Number, "0x")]);
        assert_eq!(seen("'a\n'b'"), [(String, "'a"), (String, "'b'")]);
        assert_eq!(seen("= /(/h;"), [(Punctuator, "="), (Pattern, "/(/h"), (Punctuator, ";")]);
        assert_eq!(seen("'a\\' b"), [(String, "'a\\' b")]);
    }

    #[test]
    fn open_pieces_reach_to_the_end() {
        for text in ["'ab", "\"a\\", "'\\u", "'\\u'\\'", "`a\nb", "`\\", "a}`${b}c", "/* a", "x = /a", "// a", "'é\\"]
        {
            assert!(pieces(text).last().is_some_and(|last| last.is_open), "{text}");
        }
        for text in ["'a'", "`a`", "`${", "/* a */", "/a/", "// a\n", "'\\u'", "= /a/gg"] {
            assert!(pieces(text).iter().all(|piece| !piece.is_open), "{text}");
        }
    }

    #[test]
    fn any_text_falls_into_pieces() {
        let parts = [
            "a", "'", "\"", "`", "${", "}", "{", "/", "*", "\\", "\n", "é", "\u{85}", "0", ".", "#", "\\u", "[", "=",
            "<!--",
        ];
        for first in parts {
            for second in parts {
                for third in parts {
                    for fourth in parts {
                        seen(&[first, second, third, fourth].concat());
                    }
                }
            }
        }
    }
}
