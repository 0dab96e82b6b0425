//! Tokens of the line that the user types, for colours and for completion. Incomplete text has no syntax tree, so only the
//! lexer reads it.

use std::ops::Range;

use ferrotape_syntax::pieces::{Piece, PieceKind, pieces};

/// The kinds of tokens, by colour.
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

/// A token of the line.
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
    let mut is_property = false;
    let token = |Piece { kind, range, is_open }| {
        let shown = &text[range.clone()];
        let kind = match kind {
            PieceKind::Word if is_property => Kind::Name,
            PieceKind::Word => kind_of_word(shown),
            PieceKind::PrivateName => Kind::Name,
            PieceKind::Number => Kind::Number,
            PieceKind::String | PieceKind::Template => Kind::Text,
            PieceKind::Pattern => Kind::Pattern,
            PieceKind::Comment => Kind::Comment,
            PieceKind::Punctuator => Kind::Punctuator,
            PieceKind::Space => Kind::Space,
        };
        if !matches!(kind, Kind::Space | Kind::Comment) {
            is_property = matches!(shown, "." | "?.");
        }
        Token { kind, range, is_open }
    };
    pieces(text).into_iter().map(token).collect()
}

fn kind_of_word(word: &str) -> Kind {
    match WORDS.binary_search_by_key(&word, |&(known, _)| known) {
        Ok(index) if WORDS[index].1 == Word::Keyword => Kind::Keyword,
        Ok(index) if WORDS[index].1 == Word::Constant => Kind::Constant,
        _ => Kind::Name,
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
