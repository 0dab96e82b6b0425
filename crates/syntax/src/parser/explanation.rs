//! Hints for an error that has ended the parse: a misspelled keyword, or a bracket that was not closed.
//!
//! Only failed parses come here, so hints come from the source text itself, and from a small part of it.

use ferrotape_text::{Span, nearest};

use crate::error::SourceError;
use crate::is_identifier_part;

/// The keywords that are most often misspelled. A text that can follow one of them cannot follow a name.
const KEYWORDS: [&str; 25] = [
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "else",
    "export",
    "extends",
    "finally",
    "function",
    "import",
    "instanceof",
    "return",
    "static",
    "switch",
    "throw",
    "typeof",
    "while",
    "yield",
    "let",
];

/// Bytes before the error that are examined.
const LONGEST: usize = 400;

/// Returns whether an open bracket explains an error: the token found belongs behind the closing bracket.
#[cold]
pub(super) fn is_still_open(bracket: &str, message: &str, found: &str) -> bool {
    let closing = match bracket {
        "`(`" => ")",
        "`[`" => "]",
        _ => "}",
    };
    let closes_another = matches!(found, ")" | "]" | "}") && found != closing;
    let is_behind = matches!(found, ";" | "{" | "=>") && message.starts_with("expected ");
    closes_another || is_behind && message.contains(&format!("`{closing}` but"))
}

/// Adds that the parenthesis of a statement's head is open, if nothing but its other half can stand at the error.
#[cold]
pub(super) fn expected_end(error: Box<SourceError>, bracket: u32) -> Box<SourceError> {
    if error.message.starts_with("expected `)` but") { still_open(error, bracket) } else { error }
}

/// Adds that the parenthesis of a statement's head is open.
#[cold]
pub(super) fn still_open(error: Box<SourceError>, bracket: u32) -> Box<SourceError> {
    error.with_note("`(` is still open here", Some(Span::new(bracket, bracket + 1)))
}

/// Returns whether a closing bracket has its other half in the text before it, near the end. Strings and comments are not
/// told apart, as it is for hints.
#[cold]
pub(super) fn has_opening(text: &str, closing: &str) -> bool {
    let opening = match closing {
        ")" => '(',
        "]" => '[',
        "}" => '{',
        _ => return false,
    };
    let mut closed = 0_usize;
    for c in text.chars().rev().take(LONGEST) {
        if closing.starts_with(c) {
            closed += 1;
        } else if c == opening {
            match closed.checked_sub(1) {
                Some(left) => closed = left,
                None => return true,
            }
        }
    }
    false
}

/// Adds to an error what the surrounding text reveals.
#[cold]
pub(super) fn explained(error: Box<SourceError>, text: &str) -> Box<SourceError> {
    if error.is_unfinished {
        return match brace_to_the_right(text, &error) {
            Some(brace) => error.with_note("or this one is not closed: its `}` stands further left", Some(brace)),
            None => error,
        };
    }
    if !error.message.starts_with("unexpected ") && !error.message.starts_with("expected ") {
        return error;
    }
    let begins_value =
        |found: &str| ["identifier", "string", "number", "template"].iter().any(|kind| found.starts_with(kind));
    if let Some(word) = word_before(text, error.span.start as usize) {
        let span = Span::new(word.start as u32, word.end as u32);
        // Outside of generators it is a name, which no operand can follow.
        if &text[word.clone()] == "yield" && error.message.strip_prefix("unexpected ").is_some_and(begins_value) {
            return error.with_note("`yield` is an operator in generators: function* () { … }", Some(span));
        }
        // `export` is not far from `import`, but as it is meant.
        let word = &text[word];
        if let Some(keyword) = nearest(word, KEYWORDS).filter(|_| !KEYWORDS.contains(&word)) {
            return error.with_note(format!("did you mean `{keyword}`?"), Some(span));
        }
    }
    match error.message.strip_prefix("expected `,` or ").and_then(|rest| rest.split_once(" but found ")) {
        Some((_, found)) if begins_value(found) => error.with_note("is a comma missing before it?", None),
        _ => error,
    }
}

/// Longest source text, in bytes, that is searched for braces.
const LONGEST_TEXT: usize = 1 << 17;

/// Finds the missing brace when one is unclosed at the end: the first brace whose other half begins a line with less
/// indentation than the brace's own line.
fn brace_to_the_right(text: &str, error: &SourceError) -> Option<Span> {
    if text.len() > LONGEST_TEXT || !error.message.contains("`{`") {
        return None;
    }
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let mut quote = None;
        for (at, c) in line.char_indices() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'' | '`') => quote = Some(c),
                (None, '/') if line[at..].starts_with("//") => break,
                (None, '{') => open.push((start + at, indent)),
                (None, '}') => {
                    let (brace, column) = open.pop()?;
                    if at == indent && indent < column {
                        let span = Span::new(brace as u32, brace as u32 + 1);
                        return (!error.notes.iter().any(|note| note.span == Some(span))).then_some(span);
                    }
                }
                _ => {}
            }
        }
        start += line.len();
    }
    None
}

/// Returns the word before a position, even if parentheses stand in between.
fn word_before(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let first = text.floor_char_boundary(at.saturating_sub(LONGEST));
    let before = text.get(first..at)?.trim_end();
    let before = match before.strip_suffix(')') {
        Some(inside) => before_opening(inside)?.trim_end(),
        None => before,
    };
    let start = before
        .rfind(|c| !is_identifier_part(c))
        .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
    let is_member = before[..start].ends_with(['.', '#', '\\', '\'', '"', '`']);
    (start < before.len() && !is_member).then(|| first + start..first + before.len())
}

/// Returns the text before the parenthesis that is still open at the end.
fn before_opening(inside: &str) -> Option<&str> {
    let mut open = 1;
    for (at, c) in inside.char_indices().rev() {
        match c {
            ')' => open += 1,
            '(' if open == 1 => return Some(&inside[..at]),
            '(' => open -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use ferrotape_text::Position;

    use super::*;
    use crate::error::Message;

    #[test]
    fn the_word_before_is_found() {
        let word = |text: &str| word_before(text, text.len()).map(|word| text[word].to_owned());
        assert_eq!(word("cosnt "), Some("cosnt".to_owned()));
        assert_eq!(word("é; retrun\n"), Some("retrun".to_owned()));
        assert_eq!(word("whlie (f(1)) "), Some("whlie".to_owned()));
        assert_eq!((word("a.cosnt "), word(""), word("1 + "), word("f)")), (None, None, None, None));
    }

    #[test]
    fn keywords_that_are_meant_are_not_corrected() {
        let is_corrected = |text: &str| {
            let error = crate::parse_module(text).err().expect("an error");
            error.notes.iter().any(|note| note.message.starts_with("did you mean"))
        };
        for text in ["cosnt a = 1", "imprt a from 'b'", "exprot { a }", "clas A {}"] {
            assert!(is_corrected(text), "{text}");
        }
        for text in ["export a", "import 1", "export 1", "class 1 {}", "a = class 1", "export extends"] {
            assert!(!is_corrected(text), "{text}");
        }
    }

    #[test]
    fn a_brace_that_was_closed_by_anothers_is_found() {
        let found = |text: &str| {
            let error = SourceError::new(Message::Unclosed("`{`", Position { line: 1, column: 1 }), Span::new(0, 0));
            brace_to_the_right(text, &error).map(|span| span.start)
        };
        assert_eq!(found("f() {\n  if (a) {\n    b();\n}\n"), Some(15));
        assert_eq!(found("f() {\n  if (a) {\n    b('}');\n  }\n"), None);
        assert_eq!((found("}"), found("{ é // {\n"), found("")), (None, None, None));
    }
}
