//! The pattern parser, URL Pattern 2.1.3: from tokens to parts.

use std::collections::BTreeSet;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::heap::Heap;

use super::super::encode_sets::{append, copied};
use super::super::parser::{Failure, Parsed};
use super::canonical::Canonical;
use super::texts::segment_wildcard;
use super::tokens::{Policy, Token, TokenKind, tokenize};

/// The types of parts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum PartKind {
    FixedText,
    Regexp,
    SegmentWildcard,
    FullWildcard,
}

/// The modifiers of a part.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Modifier {
    None,
    Optional,
    ZeroOrMore,
    OneOrMore,
}

impl Modifier {
    /// Convert a modifier to a string.
    pub(super) fn text(self) -> &'static [u8] {
        match self {
            Modifier::None => b"",
            Modifier::Optional => b"?",
            Modifier::ZeroOrMore => b"*",
            Modifier::OneOrMore => b"+",
        }
    }
}

/// A part of a pattern. Fixed text, prefixes and suffixes are ASCII, as all that [`Canonical`] gives.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) kind: PartKind,
    pub(super) modifier: Modifier,
    /// Fixed text, or a regular expression.
    pub(super) value: Vec<u8>,
    pub(super) name: Vec<u8>,
    pub(super) prefix: Vec<u8>,
    pub(super) suffix: Vec<u8>,
}

/// The options of a component: its delimiter, and the character that goes with the group behind it.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Options {
    pub(super) delimiter: Option<u8>,
    pub(super) prefix: Option<u8>,
}

/// Parse a pattern string.
pub(super) fn parse(heap: &mut Heap, text: &str, canonical: Canonical, options: Options) -> Parsed<Vec<Part>> {
    let tokens = tokenize(heap, text, Policy::Strict)?;
    let (parts, pending, names) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut parser =
        Parser { heap, text, tokens: &tokens, canonical, options, parts, pending, names, numbered: 0, index: 0 };
    while parser.index < tokens.len() {
        parser.heap.work(1)?;
        parser.part()?;
    }
    Ok(parser.parts)
}

/// State of the parser.
struct Parser<'a> {
    heap: &'a mut Heap,
    text: &'a str,
    tokens: &'a [Token],
    canonical: Canonical,
    options: Options,
    parts: Vec<Part>,
    /// Fixed text that no part has yet.
    pending: Vec<u8>,
    /// Names that the pattern gives to groups. The other names are numbers.
    names: BTreeSet<&'a str>,
    numbered: u32,
    index: usize,
}

impl<'a> Parser<'a> {
    fn try_consume(&mut self, kind: TokenKind) -> Option<Token> {
        let token = self.tokens.get(self.index).copied().filter(|token| token.kind == kind)?;
        self.index += 1;
        Some(token)
    }

    fn try_consume_modifier(&mut self) -> Option<Token> {
        self.try_consume(TokenKind::OtherModifier).or_else(|| self.try_consume(TokenKind::Asterisk))
    }

    fn try_consume_regexp_or_wildcard(&mut self, name: Option<Token>) -> Option<Token> {
        let regexp = self.try_consume(TokenKind::Regexp);
        if name.is_none() && regexp.is_none() { self.try_consume(TokenKind::Asterisk) } else { regexp }
    }

    fn consume(&mut self, kind: TokenKind) -> Parsed<Token> {
        self.try_consume(kind).ok_or(Failure::Invalid)
    }

    fn try_consume_character(&mut self) -> Option<Token> {
        self.try_consume(TokenKind::Char).or_else(|| self.try_consume(TokenKind::EscapedChar))
    }

    fn consume_text(&mut self) -> Parsed<Vec<u8>> {
        let mut text = Vec::new();
        while let Some(token) = self.try_consume_character() {
            self.heap.work(1)?;
            append(self.heap, &mut text, token.value(self.text).as_bytes())?;
        }
        Ok(text)
    }

    /// Reads what the next token begins.
    fn part(&mut self) -> Parsed<()> {
        let character = self.try_consume(TokenKind::Char);
        let name = self.try_consume(TokenKind::Name);
        let regexp = self.try_consume_regexp_or_wildcard(name);
        if name.is_some() || regexp.is_some() {
            let mut prefix = character.map_or("", |token| token.value(self.text)).as_bytes();
            if !prefix.is_empty() && self.options.prefix.as_slice() != prefix {
                append(self.heap, &mut self.pending, prefix)?;
                prefix = b"";
            }
            self.flush()?;
            let prefix = copied(self.heap, prefix)?;
            let modifier = self.try_consume_modifier();
            return self.add(prefix, [name, regexp], Vec::new(), modifier);
        }
        if let Some(fixed) = character.or_else(|| self.try_consume(TokenKind::EscapedChar)) {
            return Ok(append(self.heap, &mut self.pending, fixed.value(self.text).as_bytes())?);
        }
        if self.try_consume(TokenKind::Open).is_some() {
            let prefix = self.consume_text()?;
            let name = self.try_consume(TokenKind::Name);
            let regexp = self.try_consume_regexp_or_wildcard(name);
            let suffix = self.consume_text()?;
            self.consume(TokenKind::Close)?;
            let modifier = self.try_consume_modifier();
            return self.add(prefix, [name, regexp], suffix, modifier);
        }
        self.flush()?;
        self.consume(TokenKind::End).map(drop)
    }

    fn push(&mut self, part: Part) -> Parsed<()> {
        self.heap.lend_room(&mut self.parts, 1)?;
        self.parts.push(part);
        Ok(())
    }

    fn push_fixed(&mut self, text: &[u8], modifier: Modifier) -> Parsed<()> {
        let value = self.canonical.of(self.heap, text)?;
        let [name, prefix, suffix] = [const { Vec::new() }; 3];
        self.push(Part { kind: PartKind::FixedText, modifier, value, name, prefix, suffix })
    }

    /// Maybe add a part from the pending fixed value.
    fn flush(&mut self) -> Parsed<()> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() { Ok(()) } else { self.push_fixed(&pending, Modifier::None) }
    }

    /// Add a part, of tokens with a name and a regular expression.
    fn add(
        &mut self,
        prefix: Vec<u8>,
        [name, regexp]: [Option<Token>; 2],
        suffix: Vec<u8>,
        modifier: Option<Token>,
    ) -> Parsed<()> {
        let modifier = match modifier.map(|token| token.value(self.text)) {
            Some("?") => Modifier::Optional,
            Some("*") => Modifier::ZeroOrMore,
            Some("+") => Modifier::OneOrMore,
            _ => Modifier::None,
        };
        if name.is_none() && regexp.is_none() {
            if modifier == Modifier::None {
                return Ok(append(self.heap, &mut self.pending, &prefix)?);
            }
            self.flush()?;
            return if prefix.is_empty() { Ok(()) } else { self.push_fixed(&prefix, modifier) };
        }
        self.flush()?;
        let (kind, value) = self.kind_of_group(regexp);
        let value = copied(self.heap, value)?;
        let name = self.name_of_group(name)?;
        let prefix = self.canonical.of(self.heap, &prefix)?;
        let suffix = self.canonical.of(self.heap, &suffix)?;
        self.push(Part { kind, modifier, value, name, prefix, suffix })
    }

    /// Recognizes the wildcards also where they are written as regular expressions, which the pattern string then
    /// shortens.
    fn kind_of_group(&self, regexp: Option<Token>) -> (PartKind, &'a [u8]) {
        match regexp {
            None => (PartKind::SegmentWildcard, b""),
            Some(token) if token.kind == TokenKind::Asterisk => (PartKind::FullWildcard, b""),
            Some(token) => match token.value(self.text).as_bytes() {
                b".*" => (PartKind::FullWildcard, b""),
                text if text == segment_wildcard(self.options) => (PartKind::SegmentWildcard, b""),
                text => (PartKind::Regexp, text),
            },
        }
    }

    /// Returns the given name, or the next number. Fails where a name is used twice.
    fn name_of_group(&mut self, name: Option<Token>) -> Parsed<Vec<u8>> {
        let Some(name) = name.map(|token| token.value(self.text)) else {
            let number = self.numbered.to_string();
            self.numbered += 1;
            return Ok(copied(self.heap, number.as_bytes())?);
        };
        // It is compared with some of the others, and has a place in the set.
        self.heap.work(name.len() as u64 / UNITS_PER_TICK * 8 + 1)?;
        self.heap.lend(2 * size_of::<&str>())?;
        if !self.names.insert(name) {
            return Err(Failure::Invalid);
        }
        Ok(copied(self.heap, name.as_bytes())?)
    }
}
