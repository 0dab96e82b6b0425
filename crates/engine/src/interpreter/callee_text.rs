//! What messages call a callee or an operand: its text in the source, as far as that is a path of names, keys and calls.
//!
//! Only what failed comes here, so the text is looked at as text: what it cannot tell for sure it leaves out.

use ferrotape_syntax::{is_identifier_part, is_identifier_start};

/// Characters of a name, a path, a key, arguments or white space that are looked at, however long the source is.
const LONGEST: usize = 64;

/// Names, keys and calls of a path.
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

/// The callee of the call or `new` whose position in `source` is the byte `at`: `f`, `a.b.f`, `list[0]`, `f(...)`. `None` where
/// it has no such name, and the value must do.
///
/// A call stands where its function's name does, which is at the key for `list[0]()`, and at the second parenthesis of `f()()`;
/// `new` at the keyword.
pub(super) fn callee_text(source: &str, at: usize) -> Option<String> {
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
        let is_callee = rest[key.len()..].strip_prefix(']').is_some_and(is_called);
        return Path::before(source, object.len()).filter(|_| is_callee).map(|object| format!("{object}[{key}]"));
    }
    let object = source[..at].strip_suffix('.');
    let name = if object.is_some() { member_name(rest)? } else { leading_name(rest)? };
    if !is_called(&rest[name.len()..]) {
        return None;
    }
    match object {
        Some(object) => {
            let object = Path::before(source, object.strip_suffix('?').unwrap_or(object).len());
            Some(object.map_or_else(|| name.to_owned(), |object| format!("{object}.{name}")))
        }
        None if source[..at].ends_with(['\\', '/']) => None,
        None => Some(name.to_owned()),
    }
}

/// The operand that begins at the byte `at`, where it is a path and nothing goes on behind it.
pub(super) fn operand_text(source: &str, at: usize) -> Option<String> {
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

/// Does an expression certainly end before this?
fn ends_expression(rest: &str) -> bool {
    let next = skip_space(rest);
    let is_next_line = rest[..rest.len() - next.len()].contains('\n');
    next.is_empty() || next.starts_with([')', ']', '}', ',', ';']) || (is_next_line && leading_name(next).is_some())
}

/// What stands behind arguments of plain characters.
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
    /// Where the part of it begins that was read.
    start: usize,
    /// That part, its last link first.
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
        let mut path = Path { source, start: end, links: Vec::new() };
        while !path.take_link()? {
            if path.links.len() > MOST_LINKS || end - path.start > LONGEST {
                return None;
            }
        }
        let before = source[..path.start].trim_end();
        if source[..path.start].ends_with(['\\', '/']) || trailing_word(before) == Some("new") {
            return None;
        }
        let mut text = String::new();
        for link in path.links.iter().rev() {
            match link {
                Link::Name(name) if text.is_empty() => text += name,
                Link::Name(name) => text = format!("{text}.{name}"),
                Link::Key(key) => text = format!("{text}[{key}]"),
                Link::Call => text += "(...)",
            }
        }
        Some(text)
    }

    /// Takes the last link that is left; is it the first of the path?
    fn take_link(&mut self) -> Option<bool> {
        let text = &self.source[..self.start];
        if let Some(rest) = text.strip_suffix(')') {
            self.start = start_of_arguments(rest)?;
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
            self.start = object.strip_suffix('?').unwrap_or(object).len();
        }
        Some(object.is_none())
    }
}

/// Where the arguments open that a text ends with but for the parenthesis, if they are plain characters.
fn start_of_arguments(text: &str) -> Option<usize> {
    let mut closed = 1;
    for (at, character) in text.char_indices().rev().take(LONGEST) {
        match character {
            '(' if closed == 1 => return Some(at),
            '(' => closed -= 1,
            ')' => closed += 1,
            '"' | '\'' | '`' | '/' => return None,
            _ => {}
        }
    }
    None
}

/// The path after `new`, when it is all of the callee.
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

/// The same of a member, which may be private, and a keyword.
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

/// Is it called, or the tag of a template?
fn is_called(rest: &str) -> bool {
    let rest = skip_space(rest);
    rest.strip_prefix("?.").unwrap_or(rest).starts_with('(') || rest.starts_with('`')
}

fn skip_space(text: &str) -> &str {
    &text[length_of(text, char::is_whitespace)..]
}

/// Of a key in brackets: names, numbers and plain strings.
fn is_key_part(character: char) -> bool {
    is_identifier_part(character) || matches!(character, '.' | '"' | '\'' | ' ' | '-')
}

#[cfg(test)]
mod tests {
    use super::{callee_text, operand_text};

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
    fn what_hangs_on_no_name_is_left_out() {
        assert_eq!(text("f('(').@g()").as_deref(), Some("g"));
        assert_eq!(text("new F().@g()").as_deref(), Some("g"));
        assert_eq!(text("'x'.@g()").as_deref(), Some("g"));
        assert_eq!(text("/x/g.@exec()").as_deref(), Some("exec"));
        assert_eq!(text("1.5.@g()").as_deref(), Some("g"));
        assert_eq!(text("a\n  .@g()").as_deref(), Some("g"));
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
        assert_eq!(text(&format!("{long}.@f()")).as_deref(), Some("f"));
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

    #[test]
    fn positions_outside_the_text_give_nothing() {
        assert_eq!(callee_text("f()", 4), None);
        assert_eq!(callee_text("é()", 1), None);
        assert_eq!(callee_text("", 0), None);
    }
}
