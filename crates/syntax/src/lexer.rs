//! Lexer: turns source text into tokens.
//!
//! [`Lexer::advance`] reads the next token into [`Lexer::token`]. It never fails. Text that is no token gives
//! `TokenKind::Invalid`, which no production of the grammar accepts, and [`Lexer::error`] holds the reason. The lexer
//! knows neither strict code nor whether an operand or an operator comes next. Where the parser needs an operand, it
//! asks for a `/` to be read again as a regular expression ([`Lexer::rescan_regexp`]).
//!
//! ASCII is handled byte by byte; a byte of 0x80 and above leads to the slow path of each kind of token. Reading past
//! the end gives the byte 0, which ends every fast path.
//!
//! Long tokens and comments are read in pieces, with a check of the limits after each. When a limit is reached the text
//! ends there.

mod ahead;
mod checkpoint;
mod comment;
mod identifier;
mod name;
mod number;
mod regexp;
mod separated;
mod string;
mod template;

use ferrotape_text::{Interner, LoneSurrogates, Name, Span, TextBuilder};

use crate::error::{Message, SourceError};
use crate::meter::Meter;
use crate::token::{Token, TokenKind};

pub(crate) use checkpoint::Checkpoint;
pub use identifier::{is_identifier_part, is_identifier_start};
pub(crate) use template::TemplatePiece;

/// Reads one token after the other from source text.
pub(crate) struct Lexer<'s> {
    text: &'s str,
    lone_surrogates: LoneSurrogates,
    bytes: &'s [u8],
    /// Position from which the next token is searched.
    position: usize,
    /// The last token read.
    pub token: Token,
    /// End of the token before [`Lexer::token`].
    pub previous_end: u32,
    /// The reason why the token is `Invalid`.
    pub error: Option<Box<SourceError>>,
    pub names: Interner,
    pub meter: Meter<'s>,
    /// Position up to which the bytes read have been accounted for.
    accounted: usize,
    /// Number of `names` that have been accounted for.
    names_counted: usize,
    /// Bytes of `names` that have been charged.
    names_charged: usize,
    /// Bytes of `buffer` that have been charged.
    buffer_charged: usize,
    /// The names `eval` and `arguments`, once they have occurred.
    pub eval_name: Option<Name>,
    pub arguments_name: Option<Name>,
    /// Text of the token being read, where it differs from the source text.
    buffer: TextBuilder,
    /// Content of a `Template` token.
    pub template: TemplatePiece,
    /// The source text is a module: comments that look like HTML do not exist.
    is_module: bool,
    /// Words get no names: they are those of types.
    pub skips_names: bool,
}

/// Bytes that are read between two checks of the limits.
const PIECE: usize = 1 << 14;

/// Returns the byte at a position of a piece, 0 past its end.
#[inline(always)]
fn byte_of(piece: &[u8], position: usize) -> u8 {
    piece.get(position).copied().unwrap_or(0)
}

/// Result of reading something that may be white space or a comment instead of a token.
enum Trivia {
    Skipped,
    Token(TokenKind),
}

impl<'s> Lexer<'s> {
    /// Makes a lexer standing on the first token of `text`.
    pub fn new(text: &'s str, lone_surrogates: LoneSurrogates, is_module: bool, meter: Meter<'s>) -> Self {
        let token = Token {
            kind: TokenKind::EndOfInput,
            newline_before: true,
            escaped: false,
            start: 0,
            end: 0,
            name: Name(0),
            number: 0.0,
            legacy: Token::NO_LEGACY,
        };
        let mut lexer = Lexer {
            text,
            lone_surrogates,
            bytes: text.as_bytes(),
            position: 0,
            token,
            previous_end: 0,
            error: None,
            names: Interner::default(),
            meter,
            accounted: 0,
            names_counted: 0,
            names_charged: 0,
            buffer_charged: 0,
            eval_name: None,
            arguments_name: None,
            buffer: TextBuilder::default(),
            template: TemplatePiece::default(),
            is_module,
            skips_names: false,
        };
        lexer.skip_hashbang();
        // The start of the text counts as the start of a line: `-->` is a comment there.
        lexer.scan();
        lexer
    }

    /// Reads the next token.
    pub fn advance(&mut self) {
        self.previous_end = self.token.end;
        self.token.newline_before = false;
        self.token.escaped = false;
        self.token.legacy = Token::NO_LEGACY;
        self.scan();
    }

    /// Returns the current token as it is written.
    pub fn raw(&self) -> &'s str {
        &self.text[self.token.start as usize..self.token.end as usize]
    }

    pub fn span(&self) -> Span {
        Span::new(self.token.start, self.token.end)
    }

    fn scan(&mut self) {
        self.scan_token();
        if self.account(self.position) {
            self.end_here();
        }
    }

    /// Reads the next token, and skips what stands before it.
    fn scan_token(&mut self) {
        loop {
            let start = self.position;
            let kind = match self.byte(start) {
                b' ' => {
                    let piece = self.piece(start);
                    let mut end = start + 1;
                    while byte_of(piece, end) == b' ' {
                        end += 1;
                    }
                    self.position = end;
                    Trivia::Skipped
                }
                b'\t' | 0x0B | 0x0C => {
                    self.position += 1;
                    Trivia::Skipped
                }
                b'\n' | b'\r' => {
                    self.position += 1;
                    self.token.newline_before = true;
                    Trivia::Skipped
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'$' | b'_' => {
                    self.token.start = start as u32;
                    Trivia::Token(self.identifier())
                }
                b'"' | b'\'' => Trivia::Token(self.string()),
                b'0'..=b'9' => Trivia::Token(self.number()),
                b'.' if self.byte(start + 1).is_ascii_digit() => Trivia::Token(self.number()),
                b'\\' => Trivia::Token(self.identifier_slow()),
                0x80.. => self.beyond_ascii(),
                b'/' | b'<' | b'-' => self.comment(),
                byte => Trivia::Token(self.punctuator(byte)),
            };
            let Trivia::Token(kind) = kind else {
                if self.position - self.accounted >= PIECE && self.account(self.position) {
                    return;
                }
                continue;
            };
            self.token.kind = kind;
            self.token.start = start as u32;
            self.token.end = self.position as u32;
            return;
        }
    }

    /// Accounts for the bytes read up to a position. Returns whether reading has to end.
    #[inline(always)]
    fn account(&mut self, position: usize) -> bool {
        let bytes = position.saturating_sub(self.accounted);
        self.accounted = position;
        self.meter.tick_bytes(bytes)
    }

    /// Makes this position the end of the text.
    #[cold]
    fn end_here(&mut self) {
        self.token.kind = TokenKind::EndOfInput;
        self.token.start = self.token.start.min(self.position as u32);
        self.token.end = self.token.start;
        self.position = self.bytes.len();
        self.accounted = self.position;
    }

    /// Returns the text up to one piece behind a position: as much as is read between two checks of the limits.
    #[inline(always)]
    fn piece(&self, position: usize) -> &'s [u8] {
        &self.bytes[..self.bytes.len().min(position + PIECE)]
    }

    /// Returns the text up to the end of the next piece, from the end of a piece that has been read. None at the end of
    /// the text, or when a limit is reached.
    #[inline(never)]
    fn next_piece(&mut self, end: usize) -> Option<&'s [u8]> {
        if end >= self.bytes.len() || self.account(end) { None } else { Some(self.piece(end)) }
    }

    /// Returns the first character boundary at or after a position.
    fn boundary(&self, mut position: usize) -> usize {
        while !self.text.is_char_boundary(position) {
            position += 1;
        }
        position
    }

    /// Returns the byte at a position, 0 past the end.
    #[inline(always)]
    fn byte(&self, position: usize) -> u8 {
        self.bytes.get(position).copied().unwrap_or(0)
    }

    /// Returns the character at a position, which must be a boundary; none at the end.
    fn character(&self, position: usize) -> Option<char> {
        self.text.get(position..)?.chars().next()
    }

    /// Skips white space or a line terminator beyond ASCII (ECMA-262 12.2, 12.3). Anything else starts an identifier.
    #[inline(never)]
    fn beyond_ascii(&mut self) -> Trivia {
        let Some(character) = self.character(self.position) else {
            return Trivia::Token(self.invalid_character());
        };
        match character {
            '\u{2028}' | '\u{2029}' => self.token.newline_before = true,
            '\u{A0}' | '\u{FEFF}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {}
            _ => return Trivia::Token(self.identifier_slow()),
        }
        self.position += character.len_utf8();
        Trivia::Skipped
    }

    /// Reads the longest punctuator.
    #[inline]
    fn punctuator(&mut self, byte: u8) -> TokenKind {
        use TokenKind::*;
        let next = self.byte(self.position + 1);
        let (length, kind) = match (byte, next) {
            (b'(', _) => (1, LeftParen),
            (b')', _) => (1, RightParen),
            (b'{', _) => (1, LeftBrace),
            (b'}', _) => (1, RightBrace),
            (b'[', _) => (1, LeftBracket),
            (b']', _) => (1, RightBracket),
            (b';', _) => (1, Semicolon),
            (b',', _) => (1, Comma),
            (b':', _) => (1, Colon),
            (b'~', _) => (1, BitNot),
            (b'`', _) => return self.template_piece(),
            (b'#', _) => return self.private_name(),
            (b'@', _) => (1, At),
            (b'.', b'.') if self.byte(self.position + 2) == b'.' => (3, Ellipsis),
            (b'.', _) => (1, Dot),
            (b'+', b'+') => (2, PlusPlus),
            (b'+', b'=') => (2, PlusAssign),
            (b'+', _) => (1, Plus),
            (b'-', b'-') => (2, MinusMinus),
            (b'-', b'=') => (2, MinusAssign),
            (b'-', _) => (1, Minus),
            (b'/', b'=') => (2, SlashAssign),
            (b'/', _) => (1, Slash),
            (b'%', b'=') => (2, PercentAssign),
            (b'%', _) => (1, Percent),
            (b'^', b'=') => (2, XorAssign),
            (b'^', _) => (1, Xor),
            (b'=', b'>') => (2, Arrow),
            (b'=', b'=') | (b'!', b'=') | (b'*' | b'&' | b'|' | b'?' | b'<' | b'>', _) => self.long_punctuator(byte),
            (b'=', _) => (1, Assign),
            (b'!', _) => (1, Not),
            (0, _) if self.position >= self.bytes.len() => (0, EndOfInput),
            _ => return self.invalid_character(),
        };
        self.position += length;
        kind
    }

    /// Returns the length and kind of a punctuator with more than one longer form.
    fn long_punctuator(&self, byte: u8) -> (usize, TokenKind) {
        use TokenKind::*;
        let rest = |index: usize| self.byte(self.position + index);
        match (byte, rest(1), rest(2), rest(3)) {
            (b'=', _, b'=', _) => (3, StrictEqual),
            (b'=', _, _, _) => (2, Equal),
            (b'!', _, b'=', _) => (3, StrictNotEqual),
            (b'!', _, _, _) => (2, NotEqual),
            (b'*', b'*', b'=', _) => (3, StarStarAssign),
            (b'*', b'*', _, _) => (2, StarStar),
            (b'*', b'=', _, _) => (2, StarAssign),
            (b'*', _, _, _) => (1, Star),
            (b'&', b'&', b'=', _) => (3, AndAndAssign),
            (b'&', b'&', _, _) => (2, AndAnd),
            (b'&', b'=', _, _) => (2, AndAssign),
            (b'&', _, _, _) => (1, And),
            (b'|', b'|', b'=', _) => (3, OrOrAssign),
            (b'|', b'|', _, _) => (2, OrOr),
            (b'|', b'=', _, _) => (2, OrAssign),
            (b'|', _, _, _) => (1, Or),
            (b'?', b'?', b'=', _) => (3, QuestionQuestionAssign),
            (b'?', b'?', _, _) => (2, QuestionQuestion),
            (b'?', b'.', digit, _) if !digit.is_ascii_digit() => (2, QuestionDot),
            (b'?', _, _, _) => (1, Question),
            (b'<', b'<', b'=', _) => (3, ShiftLeftAssign),
            (b'<', b'<', _, _) => (2, ShiftLeft),
            (b'<', b'=', _, _) => (2, LessEqual),
            (b'<', _, _, _) => (1, Less),
            (_, b'>', b'>', b'=') => (4, ShiftRightUnsignedAssign),
            (_, b'>', b'>', _) => (3, ShiftRightUnsigned),
            (_, b'>', b'=', _) => (3, ShiftRightAssign),
            (_, b'>', _, _) => (2, ShiftRight),
            (_, b'=', _, _) => (2, GreaterEqual),
            (_, _, _, _) => (1, Greater),
        }
    }

    #[cold]
    fn invalid_character(&mut self) -> TokenKind {
        let start = self.position;
        let character = self.character(start).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.position = (start + character.len_utf8()).min(self.bytes.len());
        self.invalid(Message::InvalidCharacter(character), start, self.position)
    }

    /// Makes an `Invalid` token with the given reason. Lexing could continue behind it, but no caller does.
    #[cold]
    fn invalid(&mut self, message: Message, start: usize, end: usize) -> TokenKind {
        self.position = self.boundary(self.position.max(end).min(self.bytes.len()));
        self.error = Some(SourceError::new(message, Span::new(start as u32, end as u32)));
        TokenKind::Invalid
    }
}
