//! Tokens of the line that the user types, for colours and for completion. Incomplete text has no syntax tree, so this
//! looks at characters only. The token before a `/` tells what the `/` begins.

use std::ops::Range;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Keyword,
    /// `true`, `null`, `undefined` and the like.
    Constant,
    Name,
    Number,
    /// A string, or the text of a template literal.
    Text,
    Pattern,
    Comment,
    Punctuator,
    Space,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
    /// Whether the text ends within the token.
    pub is_open: bool,
}

/// Kind of a reserved word that is no property name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Word {
    Keyword,
    /// A keyword only in some places, which the tokens do not tell: it has the colour of a name.
    Sometimes,
    Constant,
}

/// Words that are no plain names, sorted.
pub const WORDS: [(&str, Word); 46] = [
    ("Infinity", Word::Constant),
    ("NaN", Word::Constant),
    ("async", Word::Keyword),
    ("await", Word::Keyword),
    ("break", Word::Keyword),
    ("case", Word::Keyword),
    ("catch", Word::Keyword),
    ("class", Word::Keyword),
    ("const", Word::Keyword),
    ("continue", Word::Keyword),
    ("debugger", Word::Keyword),
    ("default", Word::Keyword),
    ("delete", Word::Keyword),
    ("do", Word::Keyword),
    ("else", Word::Keyword),
    ("export", Word::Keyword),
    ("extends", Word::Keyword),
    ("false", Word::Constant),
    ("finally", Word::Keyword),
    ("for", Word::Keyword),
    ("from", Word::Sometimes),
    ("function", Word::Keyword),
    ("get", Word::Sometimes),
    ("if", Word::Keyword),
    ("import", Word::Keyword),
    ("in", Word::Keyword),
    ("instanceof", Word::Keyword),
    ("let", Word::Keyword),
    ("new", Word::Keyword),
    ("null", Word::Constant),
    ("of", Word::Sometimes),
    ("return", Word::Keyword),
    ("set", Word::Sometimes),
    ("static", Word::Sometimes),
    ("super", Word::Keyword),
    ("switch", Word::Keyword),
    ("this", Word::Keyword),
    ("throw", Word::Keyword),
    ("true", Word::Constant),
    ("try", Word::Keyword),
    ("typeof", Word::Keyword),
    ("undefined", Word::Constant),
    ("var", Word::Keyword),
    ("void", Word::Keyword),
    ("while", Word::Keyword),
    ("yield", Word::Keyword),
];

/// Returns all tokens of the text, in order, without gaps.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader { text, at: 0, tokens: Vec::new(), braces: Vec::new() };
    while reader.at < text.len() {
        reader.token();
    }
    reader.tokens
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    /// Open braces: whether each belongs to a substitution in a template literal.
    braces: Vec<bool>,
}

impl Reader<'_> {
    fn token(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        if first.is_whitespace() {
            return self.take_while(Kind::Space, char::is_whitespace);
        }
        if rest.starts_with("//") {
            return self.take_while(Kind::Comment, |c| c != '\n');
        }
        if let Some(body) = rest.strip_prefix("/*") {
            let end = body.find("*/");
            return self.push(Kind::Comment, end.map_or(rest.len(), |end| end + 4), end.is_none());
        }
        match first {
            '"' | '\'' => self.quoted(first),
            '`' => self.template(1),
            '}' if self.braces.pop() == Some(true) => self.template(1),
            '{' => {
                self.braces.push(false);
                self.push(Kind::Punctuator, 1, false);
            }
            '0'..='9' => self.take_while(Kind::Number, |c| c.is_alphanumeric() || matches!(c, '.' | '_')),
            '/' if self.begins_pattern() => self.pattern(),
            c if is_part(c) || c == '#' => self.word(),
            c => self.push(Kind::Punctuator, c.len_utf8(), false),
        }
    }

    fn push(&mut self, kind: Kind, length: usize, is_open: bool) {
        let range = self.at..self.at + length;
        self.at = range.end;
        self.tokens.push(Token { kind, range, is_open });
    }

    fn take_while(&mut self, kind: Kind, is_of_it: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_of_it(c)).unwrap_or(rest.len());
        // A comment to the end of the line is open while it is typed.
        let is_open = kind == Kind::Comment && length == rest.len();
        self.push(kind, length, is_open);
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.char_indices().skip(1).find(|&(_, c)| !is_part(c)).map_or(rest.len(), |(end, _)| end);
        let word = &rest[..length];
        let is_property = self.last().is_some_and(|last| matches!(&self.text[last.range.clone()], "." | "?."));
        let kind = if is_property {
            Kind::Name
        } else {
            match WORDS.binary_search_by_key(&word, |&(known, _)| known) {
                Ok(index) if WORDS[index].1 == Word::Keyword => Kind::Keyword,
                Ok(index) if WORDS[index].1 == Word::Constant => Kind::Constant,
                _ => Kind::Name,
            }
        };
        self.push(kind, length, false);
    }

    fn quoted(&mut self, quote: char) {
        let rest = &self.text[self.at..];
        let mut characters = rest.char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => drop(characters.next()),
                '\n' => return self.push(Kind::Text, at, true),
                c if c == quote => return self.push(Kind::Text, at + 1, false),
                _ => {}
            }
        }
        self.push(Kind::Text, rest.len(), true);
    }

    /// Reads the text of a template literal up to its end or to a substitution, including `${`.
    fn template(&mut self, opening: usize) {
        let rest = &self.text[self.at..];
        let mut at = opening;
        while let Some(c) = rest[at..].chars().next() {
            match c {
                '\\' => at += 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
                '`' => return self.push(Kind::Text, at + 1, false),
                '$' if rest[at..].starts_with("${") => {
                    self.braces.push(true);
                    return self.push(Kind::Text, at + 2, false);
                }
                c => at += c.len_utf8(),
            }
        }
        self.push(Kind::Text, rest.len(), true);
    }

    fn pattern(&mut self) {
        let rest = &self.text[self.at..];
        let (mut in_class, mut escaped) = (false, false);
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                '\n' => return self.push(Kind::Pattern, at, true),
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    let flags = rest[at + 1..].find(|c| !is_part(c)).unwrap_or(rest.len() - at - 1);
                    return self.push(Kind::Pattern, at + 1 + flags, false);
                }
                _ => {}
            }
        }
        self.push(Kind::Pattern, rest.len(), true);
    }

    /// Returns the last token that is neither space nor comment.
    fn last(&self) -> Option<&Token> {
        self.tokens.iter().rev().find(|token| !matches!(token.kind, Kind::Space | Kind::Comment))
    }

    /// Returns whether a `/` begins a regular expression here; behind a value it divides.
    fn begins_pattern(&self) -> bool {
        let Some(last) = self.last() else { return true };
        match last.kind {
            Kind::Punctuator => !matches!(&self.text[last.range.clone()], ")" | "]" | "}"),
            Kind::Keyword => &self.text[last.range.clone()] != "this",
            Kind::Text => self.text[last.range.clone()].ends_with("${"),
            _ => false,
        }
    }
}

pub fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let tokens = tokens(text);
        assert_eq!(tokens.iter().map(|token| &text[token.range.clone()]).collect::<String>(), text);
        let seen = tokens.into_iter().filter(|token| token.kind != Kind::Space);
        seen.map(|token| (token.kind, &text[token.range])).collect()
    }

    #[test]
    fn a_text_is_taken_apart() {
        use Kind::*;
        assert_eq!(
            kinds("let é = a.of / 0x1F; // so"),
            [
                (Keyword, "let"),
                (Name, "é"),
                (Punctuator, "="),
                (Name, "a"),
                (Punctuator, "."),
                (Name, "of"),
                (Punctuator, "/"),
                (Number, "0x1F"),
                (Punctuator, ";"),
                (Comment, "// so")
            ]
        );
        assert_eq!(kinds("x = /[/]\\/'/g"), [(Name, "x"), (Punctuator, "="), (Pattern, "/[/]\\/'/g")]);
        assert_eq!(
            kinds("`a${{b:`c`}}d`"),
            [
                (Text, "`a${"),
                (Punctuator, "{"),
                (Name, "b"),
                (Punctuator, ":"),
                (Text, "`c`"),
                (Punctuator, "}"),
                (Text, "}d`")
            ]
        );
    }

    #[test]
    fn words_are_found_by_halving() {
        assert!(WORDS.is_sorted_by_key(|(word, _)| word));
    }

    #[test]
    fn whatever_is_open_reaches_to_the_end() {
        for text in ["'ab", "\"a\\", "`a\nb", "`\\", "/* a", "x = /a", "// a", "/", "'é\\"] {
            assert!(tokens(text).last().is_some_and(|last| last.is_open || text == "/"), "{text}");
        }
        for text in ["", "'a'", "`${", "}}}", "#x", "\u{0}"] {
            kinds(text);
        }
    }
}
