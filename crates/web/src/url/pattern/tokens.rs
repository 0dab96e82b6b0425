//! Tokens of pattern strings, URL Pattern 2.1.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::heap::Heap;
use ferrotape_runtime::{is_identifier_part, is_identifier_start};

use super::super::encode_sets::PIECE;
use super::super::parser::{Failure, Parsed};

/// The types of tokens.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Open,
    Close,
    Regexp,
    Name,
    Char,
    EscapedChar,
    OtherModifier,
    Asterisk,
    End,
    InvalidChar,
}

/// A token. Its places are those of bytes; no string has more than fit in 32 bits.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    index: u32,
    value: [u32; 2],
}

impl Token {
    /// Returns where the token begins.
    pub(super) fn index(self) -> usize {
        self.index as usize
    }

    /// Returns what the token stands for, of the text that it is from.
    pub(super) fn value(self, text: &str) -> &str {
        let [start, end] = self.value;
        text.get(start as usize..end as usize).unwrap_or_default()
    }
}

/// Treatment of text that is no token.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    /// There is no pattern.
    Strict,
    /// The text becomes a token of its own.
    Lenient,
}

/// Tokenize, URL Pattern 2.1.2. The last token is the end.
pub(super) fn tokenize(heap: &mut Heap, text: &str, policy: Policy) -> Parsed<Vec<Token>> {
    let mut tokenizer = Tokenizer { heap, text, policy, tokens: Vec::new(), index: 0 };
    while let Some(character) = tokenizer.character(tokenizer.index) {
        tokenizer.token(character)?;
    }
    tokenizer.add(TokenKind::End, text.len(), [text.len(); 2])?;
    Ok(tokenizer.tokens)
}

/// State of the tokenizer.
struct Tokenizer<'a> {
    heap: &'a mut Heap,
    text: &'a str,
    policy: Policy,
    tokens: Vec<Token>,
    index: usize,
}

impl Tokenizer<'_> {
    fn character(&self, index: usize) -> Option<char> {
        self.text.get(index..)?.chars().next()
    }

    fn add(&mut self, kind: TokenKind, next: usize, value: [usize; 2]) -> Parsed<()> {
        self.heap.work(1)?;
        self.heap.lend_room(&mut self.tokens, 1)?;
        self.tokens.push(Token { kind, index: self.index as u32, value: value.map(|place| place as u32) });
        self.index = next;
        Ok(())
    }

    /// Process a tokenizing error.
    fn wrong(&mut self, next: usize) -> Parsed<()> {
        match self.policy {
            Policy::Strict => Err(Failure::Invalid),
            Policy::Lenient => self.add(TokenKind::InvalidChar, next, [self.index, next]),
        }
    }

    /// Reads the token that begins with a character.
    fn token(&mut self, character: char) -> Parsed<()> {
        let next = self.index + character.len_utf8();
        let kind = match character {
            '*' => TokenKind::Asterisk,
            '+' | '?' => TokenKind::OtherModifier,
            '{' => TokenKind::Open,
            '}' => TokenKind::Close,
            '\\' => {
                return match self.character(next) {
                    None => self.wrong(next),
                    Some(escaped) => {
                        let end = next + escaped.len_utf8();
                        self.add(TokenKind::EscapedChar, end, [next, end])
                    }
                };
            }
            ':' => {
                let end = self.end_of_name(next)?;
                return if end == next { self.wrong(next) } else { self.add(TokenKind::Name, end, [next, end]) };
            }
            '(' => {
                return match self.end_of_regexp(next)? {
                    Some(end) if end > next => self.add(TokenKind::Regexp, end + 1, [next, end]),
                    _ => self.wrong(next),
                };
            }
            _ => TokenKind::Char,
        };
        self.add(kind, next, [self.index, next])
    }

    /// Returns the byte behind a name, which is an identifier of ECMAScript. Without a name this is `start`.
    fn end_of_name(&mut self, start: usize) -> Parsed<usize> {
        let mut end = start;
        while let Some(character) = self.character(end) {
            let is_of_name = if end == start { is_identifier_start(character) } else { is_identifier_part(character) };
            if !is_of_name {
                break;
            }
            end += character.len_utf8();
            if (end - start).is_multiple_of(PIECE) {
                self.heap.work((PIECE as u64) / UNITS_PER_TICK)?;
            }
        }
        Ok(end)
    }

    /// Returns the place of the parenthesis that ends a regular expression. None if it is not ASCII, captures, or has no end.
    fn end_of_regexp(&mut self, start: usize) -> Parsed<Option<usize>> {
        let bytes = self.text.as_bytes();
        let (mut at, mut depth) = (start, 1);
        while let Some(&byte) = bytes.get(at) {
            if (at - start).is_multiple_of(PIECE) {
                self.heap.work((PIECE as u64) / UNITS_PER_TICK)?;
            }
            match byte {
                b'?' if at == start => return Ok(None),
                b'\\' => at += 1,
                b')' => depth -= 1,
                b'(' => {
                    depth += 1;
                    if bytes.get(at + 1) != Some(&b'?') {
                        return Ok(None);
                    }
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(Some(at));
            }
            if bytes.get(at).is_none_or(|byte| !byte.is_ascii()) {
                return Ok(None);
            }
            at += 1;
        }
        Ok(None)
    }
}
