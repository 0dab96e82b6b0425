//! Looks at the bytes behind the current token, where these tell enough: cheaper than tokens that are read twice. They may give
//! no answer, and look at few bytes only.

use super::Lexer;
use super::identifier::IDENTIFIER_PART;
use crate::token::{TokenKind, word_kind};

/// Most bytes that one look sees.
const MOST: usize = 400;

/// Words that a type follows.
const BEFORE_TYPES: [&[u8]; 8] = [b"is", b"keyof", b"readonly", b"extends", b"typeof", b"infer", b"unique", b"asserts"];

impl Lexer<'_> {
    /// Returns the kind of the word behind the current token, if it follows on the same line behind spaces only, and is ASCII.
    pub fn word_behind(&self) -> Option<TokenKind> {
        let start = self.token.end as usize;
        let text = &self.bytes[start..self.bytes.len().min(start + MOST)];
        let spaces = text.iter().take_while(|&&byte| byte == b' ').count();
        let word = &text[spaces..end_of_word(text, spaces)];
        let is_word = spaces > 0 && word.first().is_some_and(|first| !first.is_ascii_digit());
        let is_whole = text.get(spaces + word.len()).is_some_and(|&byte| byte != b'\\' && byte.is_ascii());
        (is_word && is_whole).then(|| word_kind(word))
    }

    /// Returns whether the current token begins with a small letter of ASCII: a word of TypeScript does, and none with escape
    /// sequences.
    #[inline]
    pub fn begins_small(&self) -> bool {
        self.first_byte().is_ascii_lowercase() && !self.token.escaped
    }

    /// Returns the first byte of the current token, 0 at the end.
    #[inline]
    pub fn first_byte(&self) -> u8 {
        // Where a limit has ended the text, more bytes follow.
        if self.token.kind == TokenKind::EndOfInput { 0 } else { self.byte(self.token.start as usize) }
    }

    /// Returns whether a signature that begins with the current token, `<` or `(`, certainly has a body.
    pub fn has_body(&self) -> bool {
        let start = self.token.start as usize;
        let text = &self.bytes[start..self.bytes.len().min(start + MOST)];
        has_body(text).unwrap_or(false)
    }

    /// Returns whether the current token, `(`, certainly begins the parameters of a function's type: a name follows, and
    /// what only a parameter has.
    pub fn begins_parameters(&self) -> bool {
        let start = self.token.end as usize;
        let text = &self.bytes[start..self.bytes.len().min(start + MOST)];
        let spaces = text.iter().take_while(|&&byte| byte == b' ').count();
        let word = text[spaces..].iter().take_while(|&&byte| IDENTIFIER_PART[byte as usize]).count();
        let is_name = word > 0 && text[spaces].is_ascii_lowercase();
        is_name && matches!(text.get(spaces + word), Some(b':' | b',' | b'?')) && !is_word(&text[spaces..spaces + word])
    }
}

/// Returns whether a word can be none of the reserved ones, which are no names of parameters.
fn is_word(word: &[u8]) -> bool {
    word_kind(word) != TokenKind::Identifier
}

/// Returns whether a signature certainly has a body. None if that takes more than a look.
fn has_body(text: &[u8]) -> Option<bool> {
    let mut at = if text.first() == Some(&b'<') { end_of_angles(text)? } else { 0 };
    if text.get(at) != Some(&b'(') {
        return None;
    }
    let mut depth = 0u32;
    loop {
        match text.get(at)? {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            // What is in strings, templates, comments and patterns is not looked at, nor are default values.
            b'"' | b'\'' | b'`' | b'/' => return None,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match text.get(at)? {
        b'{' => Some(true),
        b':' => type_before_body(&text[at + 1..]),
        _ => None,
    }
}

/// Returns the position behind `<…>`.
fn end_of_angles(text: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if text[at - 1] != b'=' => depth -= 1,
            b'"' | b'\'' | b'`' | b'/' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Returns whether a body follows a plain type: names, their arguments, arrays.
fn type_before_body(text: &[u8]) -> Option<bool> {
    let mut depth = 0u32;
    let mut word = 0;
    let mut is_complete = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'{' => {
                return Some(
                    depth == 0 && is_complete && !BEFORE_TYPES.contains(&&text[word..end_of_word(text, word)]),
                );
            }
            b'<' => depth += 1,
            b'>' => depth = depth.checked_sub(1)?,
            b' ' => continue,
            b'.' | b',' | b'|' | b'&' | b'[' | b']' => {}
            _ if !IDENTIFIER_PART[byte as usize] => return None,
            _ if at == 0 || !IDENTIFIER_PART[text[at - 1] as usize] => word = at,
            _ => {}
        }
        is_complete = IDENTIFIER_PART[byte as usize] || matches!(byte, b'>' | b']');
    }
    None
}

fn end_of_word(text: &[u8], start: usize) -> usize {
    start + text[start..].iter().take_while(|&&byte| IDENTIFIER_PART[byte as usize]).count()
}

#[cfg(test)]
mod tests {
    use super::has_body;

    #[test]
    fn only_certain_bodies_are_found() {
        for text in [
            "() {",
            "(a: A, b = 1) {",
            "<T extends A<B>>(a: (b: C) => D): E<T[]> {",
            "(): A.B | C[]{",
            "()\n{",
            "<A = () => B>(): void {",
        ] {
            assert_eq!(has_body(text.as_bytes()), Some(true), "{text}");
        }
        for text in [
            "()",
            "(): A",
            "(): A;",
            "(): { a }",
            "(): A | { b }",
            "(): a is {",
            "(): asserts a is { b }",
            "(): A<{",
            "(): [A, {",
            "(a = ')') {",
            "(): A\n{",
            "(): keyof {",
            "(): a is readonly {",
            "(/*)*/) {",
            "(): (A) {",
            "(): A => {",
            "(): A extends {",
            "(): A<() => {",
            "(): Ä {",
        ] {
            assert_ne!(has_body(text.as_bytes()), Some(true), "{text}");
        }
    }
}
