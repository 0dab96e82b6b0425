//! Colours for the line that the user types.

use std::fmt::Write;

use super::tokens::{Kind, tokens};

/// Returns the text with escape sequences for colours, and otherwise unchanged.
pub fn colored(text: &str) -> String {
    let mut colored = String::with_capacity(2 * text.len());
    for token in tokens(text) {
        let part = &text[token.range];
        match color(token.kind) {
            Some(color) => {
                let _ = write!(colored, "\u{1b}[{color}m{part}\u{1b}[0m");
            }
            None => colored.push_str(part),
        }
    }
    colored
}

/// Returns the colour of a token. Values have the same colours when they are printed.
fn color(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Keyword => Some("1;34"),
        Kind::Constant | Kind::Number => Some("33"),
        Kind::Text => Some("32"),
        Kind::Pattern => Some("31"),
        Kind::Comment => Some("90"),
        Kind::Name | Kind::Punctuator | Kind::Space => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_words_have_colours() {
        assert_eq!(colored("return x"), "\u{1b}[1;34mreturn\u{1b}[0m x");
        assert_eq!(colored("'a' + 1"), "\u{1b}[32m'a'\u{1b}[0m + \u{1b}[33m1\u{1b}[0m");
    }
}
