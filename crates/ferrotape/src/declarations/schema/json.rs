//! A value of JSON, RFC 8259, that the host gives as text. It is read without an engine, and shown as TypeScript reads it.

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use ferrotape_text::json_string;

/// Levels that values may be nested in each other.
const MOST_DEPTH: usize = 64;

/// Length of a text. Those of tools have some thousand bytes.
const MOST_BYTES: usize = 1 << 20;

/// A value of JSON.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Null,
    Bool(bool),
    /// A number as the text writes it.
    Number(Box<str>),
    Text(Box<str>),
    Array(Vec<Node>),
    Object(Vec<(Box<str>, Node)>),
}

impl Node {
    /// Reads a whole text, within bounds of length and depth. An error tells what was expected, and at which byte.
    pub fn parse(text: &str) -> Result<Node, String> {
        if text.len() > MOST_BYTES {
            return Err(format!("it is longer than {MOST_BYTES} bytes"));
        }
        let mut reader = Reader { text, rest: text.char_indices().peekable() };
        let value = reader.value(0)?;
        match reader.next_token() {
            None => Ok(value),
            Some(_) => Err(reader.problem("the end")),
        }
    }

    /// Returns the last member of that name.
    pub fn member(&self, name: &str) -> Option<&Node> {
        self.members().iter().rev().find(|(its, _)| **its == *name).map(|(_, value)| value)
    }

    pub fn members(&self) -> &[(Box<str>, Node)] {
        if let Node::Object(members) = self { members } else { &[] }
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Node::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the text of a member that is one.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.member(name)?.as_text()
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Null => f.write_str("null"),
            Node::Bool(value) => write!(f, "{value}"),
            Node::Number(number) => f.write_str(number),
            Node::Text(text) => f.write_str(&json_string(text)),
            Node::Array(values) => {
                let values: Vec<String> = values.iter().map(Node::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
            Node::Object(members) => {
                let shown = |(name, value): &(Box<str>, Node)| format!("{}: {value}", json_string(name));
                write!(f, "{{ {} }}", members.iter().map(shown).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// Reads JSON from text.
struct Reader<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

impl Reader<'_> {
    /// Reads a value behind any space. `depth` is the number of arrays and objects around it.
    fn value(&mut self, depth: usize) -> Result<Node, String> {
        if depth > MOST_DEPTH {
            return Err(format!("it is nested deeper than {MOST_DEPTH}"));
        }
        match self.next_token() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => self.string().map(Node::Text),
            Some('t') => self.word("true", Node::Bool(true)),
            Some('f') => self.word("false", Node::Bool(false)),
            Some('n') => self.word("null", Node::Null),
            Some('-' | '0'..='9') => self.number(),
            _ => Err(self.problem("a value")),
        }
    }

    /// Reads an object from its bracket on, with all members, also those whose name comes twice.
    fn object(&mut self, depth: usize) -> Result<Node, String> {
        self.rest.next();
        let mut members = Vec::new();
        if self.takes('}') {
            return Ok(Node::Object(members));
        }
        loop {
            if self.next_token() != Some('"') {
                return Err(self.problem("a name"));
            }
            let name = self.string()?;
            if !self.takes(':') {
                return Err(self.problem("a colon"));
            }
            members.push((name, self.value(depth + 1)?));
            match self.takes(',') {
                true => {}
                false if self.takes('}') => return Ok(Node::Object(members)),
                false => return Err(self.problem("a comma or a bracket")),
            }
        }
    }

    /// Reads an array from its bracket on. No comma may stand at its end.
    fn array(&mut self, depth: usize) -> Result<Node, String> {
        self.rest.next();
        let mut values = Vec::new();
        if self.takes(']') {
            return Ok(Node::Array(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            match self.takes(',') {
                true => {}
                false if self.takes(']') => return Ok(Node::Array(values)),
                false => return Err(self.problem("a comma or a bracket")),
            }
        }
    }

    /// Reads a string from its quote on. Control characters need escapes.
    fn string(&mut self) -> Result<Box<str>, String> {
        self.rest.next();
        let mut text = String::new();
        loop {
            match self.rest.next().map(|(_, character)| character) {
                Some('"') => return Ok(text.into()),
                Some('\\') => text.push(self.escape()?),
                Some(character) if character >= ' ' => text.push(character),
                _ => return Err(self.problem("the end of a string")),
            }
        }
    }

    /// Reads what follows a backslash. Half a surrogate pair is an error, as Rust's strings cannot have it.
    fn escape(&mut self) -> Result<char, String> {
        match self.rest.next().map(|(_, character)| character) {
            Some(character @ ('"' | '\\' | '/')) => Ok(character),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let first = self.code_unit()?;
                let is_pair = (0xd800..0xdc00).contains(&first);
                let second = match is_pair && self.rest.next_if(|(_, next)| *next == '\\').is_some() {
                    true if self.rest.next_if(|(_, next)| *next == 'u').is_some() => Some(self.code_unit()?),
                    true => return Err(self.problem("a code unit")),
                    false => None,
                };
                let decoded = char::decode_utf16([first].into_iter().chain(second)).next();
                decoded.and_then(Result::ok).ok_or_else(|| self.problem("a whole character"))
            }
            _ => Err(self.problem("an escape")),
        }
    }

    /// Reads the four digits of an escape, in either letter case.
    fn code_unit(&mut self) -> Result<u16, String> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.rest.next().and_then(|(_, character)| character.to_digit(16));
            let Some(digit) = digit.and_then(|digit| u16::try_from(digit).ok()) else {
                return Err(self.problem("four digits"));
            };
            unit = unit << 4 | digit;
        }
        Ok(unit)
    }

    fn word(&mut self, word: &str, value: Node) -> Result<Node, String> {
        for expected in word.chars() {
            if self.rest.next_if(|(_, character)| *character == expected).is_none() {
                return Err(self.problem(word));
            }
        }
        Ok(value)
    }

    /// Reads a number, and keeps it as written. Refuses one beyond the range of doubles, or with a zero in front of digits.
    fn number(&mut self) -> Result<Node, String> {
        let mut number = String::new();
        while let Some((_, character)) =
            self.rest.next_if(|(_, c)| matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9'))
        {
            number.push(character);
        }
        match number.parse::<f64>() {
            Ok(value) if value.is_finite() && has_digits_of_json(&number) => Ok(Node::Number(number.into())),
            _ => Err(self.problem("a number")),
        }
    }

    /// Skips space, and returns what follows.
    fn next_token(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, character)| matches!(character, ' ' | '\t' | '\n' | '\r')).is_some() {}
        self.rest.peek().map(|(_, character)| *character)
    }

    fn takes(&mut self, expected: char) -> bool {
        let is_next = self.next_token() == Some(expected);
        if is_next {
            self.rest.next();
        }
        is_next
    }

    fn problem(&mut self, expected: &str) -> String {
        let place = self.rest.peek().map_or(self.text.len(), |(place, _)| *place);
        format!("expected {expected} at byte {place}")
    }
}

/// Tells whether a number that Rust reads has its digits where RFC 8259 (6) wants them: at its beginning, with a zero only if
/// it is alone, since TypeScript would read the base eight, and behind a point.
fn has_digits_of_json(number: &str) -> bool {
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(whole, fraction)| (whole, Some(fraction)));
    let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    begins_with_digit(whole)
        && !matches!(whole.as_bytes(), [b'0', b'0'..=b'9', ..])
        && fraction.is_none_or(begins_with_digit)
}
