//! Names of callees and operands for messages: their source text, if it is a path of names, keys and calls.
//!
//! This code runs only for failures, so it scans the text as text. It leaves out what it cannot tell for sure.

use ferrotape_syntax::{is_identifier_part, is_identifier_start};

/// Characters of a name, a path, a key, arguments or white space that are looked at, however long the source is.
const LONGEST: usize = 64;

/// Bytes of a value that is shown verbatim.
const LONGEST_VALUE: usize = 24;

const PARENTHESES: (char, char) = ('(', ')');

/// Most names, keys and calls of a path.
const MOST_LINKS: usize = 16;

/// Words that can stand before a parenthesis or an expression, and that name nothing.
const KEYWORDS: [&str; 21] = [
    "new",
    "function",
    "typeof",
    "void",
    "delete",
    "if",
    "while",
    "for",
    "with",
    "switch",
    "catch",
    "return",
    "throw",
    "case",
    "in",
    "of",
    "instanceof",
    "do",
    "else",
    "yield",
    "await",
];

/// The callee of the call or `new` whose position in `source` is the byte `at`: `f`, `a.b.f`, `list[0]`, `f(...)`.
/// `None` if it has no such name; messages then show the value.
///
/// The position of a call is that of its function's name: the key for `list[0]()`, the second parenthesis for `f()()`.
/// That of `new` is the keyword.
pub(crate) fn callee_text(source: &str, at: usize) -> Option<String> {
    let rest = source.get(at..)?;
    if let Some(constructor) = rest.strip_prefix("new ") {
        return constructor_path(skip_space(constructor)).map(str::to_owned);
    }
    if rest.starts_with('(') {
        return Path::before(source, at).filter(|path| path.ends_with(')'));
    }
    let is_object_end = |last: char| is_identifier_part(last) || matches!(last, ')' | ']');
    if let Some(object) = source[..at].strip_suffix('[').filter(|object| object.ends_with(is_object_end)) {
        let key = &rest[..length_of(rest, is_key_part)];
        let (key, behind) = match rest[key.len()..].strip_prefix(']') {
            Some(behind) => (key, behind),
            None => ("...", behind_key(rest)?),
        };
        return Path::before(source, object.len())
            .filter(|_| is_called(behind))
            .map(|object| format!("{object}[{key}]"));
    }
    let object = source[..at].strip_suffix('.');
    let name = if object.is_some() { member_name(rest)? } else { leading_name(rest)? };
    if !is_called(&rest[name.len()..]) {
        return None;
    }
    match object {
        Some(object) => {
            let object = without_space(object.strip_suffix('?').unwrap_or(object));
            let text = Path::before(source, object.len()).or_else(|| value_text(object));
            Some(format!("{}.{name}", text.as_deref().unwrap_or("(intermediate value)")))
        }
        None if source[..at].ends_with(['\\', '/']) => None,
        None => Some(name.to_owned()),
    }
}

/// The short value in plain characters at the end of a text that is no path: a string, an expression in brackets or in
/// parentheses, or a path behind `new`.
fn value_text(text: &str) -> Option<String> {
    let last = text.chars().next_back()?;
    let inner = &text[..text.len() - last.len_utf8()];
    let start = match last {
        '"' | '\'' => quote_before(inner, last)?,
        ')' => start_of_pair(inner, PARENTHESES)?,
        ']' => start_of_pair(inner, ('[', ']'))?,
        _ => return None,
    };
    let (before, shown) = text.split_at_checked(start)?;
    if last == ')' && before.ends_with(is_identifier_part) {
        let constructor = Path { source: text, start: text.len(), links: Vec::new() }.all()?;
        return constructor.follows_new().then(|| format!("new {}", constructor.text()));
    }
    let is_key_or_call =
        before.ends_with(|before: char| is_identifier_part(before) || matches!(before, ')' | ']' | '\\'));
    (!is_key_or_call && shown.len() <= LONGEST_VALUE && !shown.contains('\n')).then(|| shown.to_owned())
}

/// Start of the string that a text ends with, without its closing quote: it has no escapes.
fn quote_before(text: &str, quote: char) -> Option<usize> {
    let length = trailing_length(text, |character| character != quote && !matches!(character, '\\' | '\n'));
    let start = (text.len() - length).checked_sub(1)?;
    text.get(start..)?.starts_with(quote).then_some(start)
}

/// The operand that begins at the byte `at`, if it is a path and nothing follows.
pub(crate) fn operand_text(source: &str, at: usize) -> Option<String> {
    let rest = source.get(at..)?;
    let first = leading_name(rest)?;
    let mut text = first.to_owned();
    let mut rest = &rest[first.len()..];
    for _ in 0..MOST_LINKS {
        if let Some(name) = rest.strip_prefix('.').and_then(member_name) {
            (text, rest) = (format!("{text}.{name}"), &rest[1 + name.len()..]);
        } else if let Some(key) = rest.strip_prefix('[').map(|rest| &rest[..length_of(rest, is_key_part)])
            && let Some(behind) = rest[1 + key.len()..].strip_prefix(']')
        {
            (text, rest) = (format!("{text}[{key}]"), behind);
        } else if let Some(behind) = behind_arguments(rest) {
            (text, rest) = (format!("{text}(...)"), behind);
        } else {
            break;
        }
        if text.len() > LONGEST {
            return None;
        }
    }
    ends_expression(rest).then_some(text)
}

/// Returns whether an expression certainly ends before this.
fn ends_expression(rest: &str) -> bool {
    let next = skip_space(rest);
    let is_next_line = rest[..rest.len() - next.len()].contains('\n');
    next.is_empty() || next.starts_with([')', ']', '}', ',', ';']) || (is_next_line && leading_name(next).is_some())
}

/// The text behind arguments of plain characters.
fn behind_arguments(rest: &str) -> Option<&str> {
    let mut open = 0;
    for (at, character) in rest.char_indices().take(LONGEST) {
        match character {
            '(' => open += 1,
            ')' if open == 1 => return Some(&rest[at + 1..]),
            ')' => open -= 1,
            '"' | '\'' | '`' | '/' => return None,
            _ if open == 0 => return None,
            _ => {}
        }
    }
    None
}

/// A path that is read from its end.
struct Path<'a> {
    source: &'a str,
    /// Start of the part that was read.
    start: usize,
    /// Links of that part, the last one first.
    links: Vec<Link<'a>>,
}

enum Link<'a> {
    Name(&'a str),
    Key(&'a str),
    Call,
}

impl<'a> Path<'a> {
    /// The text of the path that ends before the byte `end`, if there is one.
    fn before(source: &'a str, end: usize) -> Option<String> {
        let path = Path { source, start: end, links: Vec::new() }.all()?;
        (!path.follows_new()).then(|| path.text())
    }

    /// Reads all of it.
    fn all(mut self) -> Option<Self> {
        let end = self.start;
        while !self.take_link()? {
            if self.links.len() > MOST_LINKS || end - self.start > LONGEST {
                return None;
            }
        }
        (!self.source[..self.start].ends_with(['\\', '/'])).then_some(self)
    }

    fn follows_new(&self) -> bool {
        trailing_word(without_space(&self.source[..self.start])) == Some("new")
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for link in self.links.iter().rev() {
            match link {
                Link::Name(name) if text.is_empty() => text += name,
                Link::Name(name) => text = format!("{text}.{name}"),
                Link::Key(key) => text = format!("{text}[{key}]"),
                Link::Call => text += "(...)",
            }
        }
        text
    }

    /// Takes the last link that is left; returns whether it is the first of the path.
    fn take_link(&mut self) -> Option<bool> {
        let text = &self.source[..self.start];
        if let Some(rest) = text.strip_suffix(')') {
            self.start = start_of_pair(rest, PARENTHESES)?;
            self.links.push(Link::Call);
            return Some(false);
        }
        if let Some(rest) = text.strip_suffix(']') {
            let key = &rest[rest.len() - trailing_length(rest, is_key_part)..];
            self.start = rest[..rest.len() - key.len()].strip_suffix('[')?.len();
            self.links.push(Link::Key(key));
            return Some(false);
        }
        let word = trailing_word(text)?;
        let object = text[..text.len() - word.len()].strip_suffix('.');
        let name = if object.is_some() { member_name(word)? } else { leading_name(word)? };
        self.links.push(Link::Name(name));
        self.start -= name.len();
        if let Some(object) = object {
            self.start = without_space(object.strip_suffix('?').unwrap_or(object)).len();
        }
        Some(object.is_none())
    }
}

/// Place of the opening bracket for the closing one at the end of a text, if plain characters stand between them.
fn start_of_pair(text: &str, (opening, closing): (char, char)) -> Option<usize> {
    let mut closed = 1;
    for (at, character) in text.char_indices().rev().take(LONGEST) {
        match character {
            _ if character == opening && closed == 1 => return Some(at),
            _ if character == opening => closed -= 1,
            _ if character == closing => closed += 1,
            '"' | '\'' | '`' | '/' => return None,
            _ => {}
        }
    }
    None
}

/// The text behind the bracket that closes a key. The key may be any expression of plain characters and strings without
/// escapes.
fn behind_key(rest: &str) -> Option<&str> {
    let (mut open, mut quote) = (0, None);
    for (at, character) in rest.char_indices().take(LONGEST) {
        match (character, quote) {
            (_, Some(opening)) if character == opening => quote = None,
            ('\\' | '/' | '`', _) => return None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(character),
            ('(' | '[' | '{', None) => open += 1,
            (']', None) if open == 0 => return Some(&rest[at + 1..]),
            (')' | ']' | '}', None) => open -= 1,
            _ => {}
        }
    }
    None
}

/// A text without the space at its end, which may include a new line; unchanged if a comment may stand there.
fn without_space(text: &str) -> &str {
    let before = &text[..text.len() - trailing_length(text, char::is_whitespace)];
    if before.len() == text.len() || before.ends_with("*/") {
        return text;
    }
    let line = &before[before.len() - trailing_length(before, |character| character != '\n')..];
    if text[before.len()..].contains('\n') && line.contains("//") { text } else { before }
}

/// The path after `new`, if it is the whole callee.
fn constructor_path(text: &str) -> Option<&str> {
    let path = &text[..length_of(text, |character| is_identifier_part(character) || character == '.')];
    let rest = &text[path.len()..];
    let may_go_on = |next: char| next.is_whitespace() || matches!(next, '.' | '[' | '\\' | '/');
    let is_whole = !rest.starts_with(is_identifier_part) && !skip_space(rest).starts_with(may_go_on);
    (is_whole && path.split('.').all(|name| leading_name(name) == Some(name))).then_some(path)
}

/// The characters of a name, or a private one, that a text ends with.
fn trailing_word(text: &str) -> Option<&str> {
    let length = trailing_length(text, is_identifier_part);
    let before = &text[..text.len() - length];
    let length = length + usize::from(before.ends_with('#'));
    (length > 0 && !before.ends_with(is_identifier_part)).then(|| &text[text.len() - length..])
}

/// The name that a text begins with.
fn leading_name(text: &str) -> Option<&str> {
    let name = &text[..length_of(text, is_identifier_part)];
    (name.starts_with(is_identifier_start) && !KEYWORDS.contains(&name)).then_some(name)
}

/// The name of a member at the start of a text, which may be private or a keyword.
fn member_name(text: &str) -> Option<&str> {
    let private = usize::from(text.starts_with('#'));
    let name = &text[..private + length_of(&text[private..], is_identifier_part)];
    name[private..].starts_with(is_identifier_start).then_some(name)
}

/// Bytes of the characters of one kind that a text begins with.
fn length_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.chars().take(LONGEST).take_while(|&character| is_part(character)).map(char::len_utf8).sum()
}

/// Bytes of the characters of one kind that a text ends with.
fn trailing_length(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.chars().rev().take(LONGEST).take_while(|&character| is_part(character)).map(char::len_utf8).sum()
}

/// Returns whether a call, or a template with a tag, follows.
fn is_called(rest: &str) -> bool {
    let rest = skip_space(rest);
    rest.strip_prefix("?.").unwrap_or(rest).starts_with('(') || rest.starts_with('`')
}

fn skip_space(text: &str) -> &str {
    &text[length_of(text, char::is_whitespace)..]
}

/// Returns whether a character may be part of a key in brackets: names, numbers and plain strings.
fn is_key_part(character: char) -> bool {
    is_identifier_part(character) || matches!(character, '.' | '"' | '\'' | ' ' | '-')
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, callee_text, operand_text};

    /// The position is marked by `@`.
    fn text(marked: &str) -> Option<String> {
        let at = marked.find('@').expect("a mark");
        callee_text(&marked.replace('@', ""), at)
    }

    #[test]
    fn names_and_paths_are_shown() {
        assert_eq!(text("@f()").as_deref(), Some("f"));
        assert_eq!(text("x = a.b.@c (1)").as_deref(), Some("a.b.c"));
        assert_eq!(text("this.@f()").as_deref(), Some("this.f"));
        assert_eq!(text("list[@0]()").as_deref(), Some("list[0]"));
        assert_eq!(text("a.list[@'x y']()").as_deref(), Some("a.list['x y']"));
        assert_eq!(text("@new a.B(1)").as_deref(), Some("a.B"));
        assert_eq!(text("[@f()]").as_deref(), Some("f"));
        assert_eq!(text("@new B").as_deref(), Some("B"));
        assert_eq!(text("@f`text`").as_deref(), Some("f"));
        assert_eq!(text("a.@f?.()").as_deref(), Some("a.f"));
        assert_eq!(text("a?.@f()").as_deref(), Some("a.f"));
        assert_eq!(text("this.@#f()").as_deref(), Some("this.#f"));
    }

    #[test]
    fn calls_in_a_path_are_shown_without_their_arguments() {
        assert_eq!(text("f()@()").as_deref(), Some("f(...)"));
        assert_eq!(text("f(a, g(b))@()").as_deref(), Some("f(...)"));
        assert_eq!(text("a.f(1).@g()").as_deref(), Some("a.f(...).g"));
        assert_eq!(text("a[0](1)(2)@()").as_deref(), Some("a[0](...)(...)"));
        assert_eq!(text("f()[@0]()").as_deref(), Some("f(...)[0]"));
        assert_eq!(text("a[0].@g()").as_deref(), Some("a[0].g"));
    }

    #[test]
    fn values_without_a_name_are_shown_where_they_are_short() {
        for (marked, shown) in [
            ("new F().@g()", "new F(...).g"),
            ("new a.F(1, 2)\n.@g()", "new a.F(...).g"),
            ("'x'.@g()", "'x'.g"),
            ("'a' + \"it's\".@g()", "\"it's\".g"),
            ("'it\\'s'.@g()", "(intermediate value).g"),
            ("[].@g()", "[].g"),
            ("x = [1, [2]].@g()", "[1, [2]].g"),
            ("({}).@g()", "({}).g"),
            ("(() => 1).@g()", "(() => 1).g"),
            ("(a ?? b).@g()", "(a ?? b).g"),
            ("o[a + 'b'].@g()", "(intermediate value).g"),
            ("o[@a + 'b']()", "o[...]"),
            ("o[@'a' + f(']')]()", "o[...]"),
            ("`x`.@g()", "(intermediate value).g"),
            ("f('(').@g()", "(intermediate value).g"),
            ("/x/g.@exec()", "(intermediate value).exec"),
            ("1.5.@g()", "(intermediate value).g"),
            ("({ a: 1, b: 2, c: 3, d: 4 }).@g()", "(intermediate value).g"),
            (").@g()", "(intermediate value).g"),
            ("].@g()", "(intermediate value).g"),
            ("'.@g()", "(intermediate value).g"),
        ] {
            assert_eq!(text(marked).as_deref(), Some(shown), "{marked}");
        }
    }

    #[test]
    fn paths_go_on_over_lines() {
        assert_eq!(text("a\n  .@g()").as_deref(), Some("a.g"));
        assert_eq!(text("a\n  .f(1)\n  .@g()").as_deref(), Some("a.f(...).g"));
        assert_eq!(text("a // or b\n  .@g()").as_deref(), Some("(intermediate value).g"));
        assert_eq!(text("a /* b */.@g()").as_deref(), Some("(intermediate value).g"));
    }

    #[test]
    fn other_callees_have_no_text() {
        let callees =
            ["@(1, f)()", "@function () {}()", "@new (f())", "@new a[0]", "@1()", "new f()@()", "if(a)@(b)()"];
        for marked in callees {
            assert_eq!(text(marked), None, "{marked}");
        }
    }

    #[test]
    fn what_is_too_long_is_not_cut() {
        let long = "x".repeat(70);
        let space = " ".repeat(70);
        for marked in [format!("@{long}()"), format!("@new {long}()"), format!("{long}[@0]()"), format!("@f{space}()")]
        {
            assert_eq!(text(&marked), None, "{marked}");
        }
        assert_eq!(text(&format!("{long}.@f()")).as_deref(), Some("(intermediate value).f"));
    }

    #[test]
    fn operands_are_shown_that_are_paths() {
        let shown = [
            ("a.b", "a.b"),
            ("a[0].c)", "a[0].c"),
            ("f(1, (2)).b;", "f(...).b"),
            ("a\nb", "a"),
            ("this.#x]", "this.#x"),
        ];
        for (source, expected) in shown {
            assert_eq!(operand_text(source, 0).as_deref(), Some(expected), "{source}");
        }
        for source in [
            "1",
            "a + b",
            "a?.b",
            "{}",
            "new A",
            "f('x')",
            "a\n(b)",
            "a\nin b",
            "yield* a",
            "a ? b : c",
            "a = b",
            "`x`",
        ] {
            assert_eq!(operand_text(source, 0), None, "{source}");
        }
        assert_eq!(operand_text(&"a.".repeat(100), 0), None);
        assert_eq!(operand_text("a", 2), None);
    }

    /// Tests that a cut after so many characters may come before a wide one.
    #[test]
    fn texts_of_wide_characters_are_cut_between_them() {
        let pieces = ["'", "\"", ")", "(", "[", "]", "`", ".", " ", "\n", "#", "new ", "x"];
        for wide in ["x", "é", "\u{fffd}", "\u{1f600}", "\u{2003}"] {
            for count in [0, 1, LONGEST - 2, LONGEST - 1, LONGEST, LONGEST + 1] {
                let middle = wide.repeat(count);
                for (before, behind) in pieces.iter().flat_map(|before| pieces.map(|behind| (before, behind))) {
                    for after in [".g()", "[0]()", "()", "`x`"] {
                        let source = format!("{before}{middle}{behind}{after}");
                        for at in 0..=source.len() {
                            let _ = (callee_text(&source, at), operand_text(&source, at));
                        }
                    }
                }
            }
        }
        let long = "é".repeat(LONGEST + 1);
        assert_eq!(text(&format!("'{long}'.@g()")).as_deref(), Some("(intermediate value).g"));
    }

    #[test]
    fn positions_outside_the_text_give_nothing() {
        assert_eq!(callee_text("f()", 4), None);
        assert_eq!(callee_text("é()", 1), None);
        assert_eq!(callee_text("", 0), None);
    }
}
