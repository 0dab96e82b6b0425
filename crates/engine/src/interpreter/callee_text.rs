//! What messages call a callee: its text in the source, as far as that is a path of names.
//!
//! Only failed calls come here, so the text is looked at as text: what it cannot tell for sure it leaves out.

use ferrotape_syntax::{is_identifier_part, is_identifier_start};

/// Characters of a name, a path, a key or white space that are looked at, however long the source is.
const LONGEST: usize = 64;

/// Words that an expression can begin with and that name nothing.
const KEYWORDS: [&str; 5] = ["new", "function", "typeof", "void", "delete"];

/// The callee of the call or `new` whose position in `source` is the byte `at`: `f`, `a.b.f`, `list[0]`. `None` where it has no
/// such name, and the value must do.
///
/// A call stands where its function's name does, which is at the key for `list[0]()`; `new` at the keyword.
pub(super) fn callee_text(source: &str, at: usize) -> Option<&str> {
    let rest = source.get(at..)?;
    if let Some(constructor) = rest.strip_prefix("new ") {
        return constructor_path(skip_space(constructor));
    }
    let is_object_end = |last: char| is_identifier_part(last) || matches!(last, ')' | ']');
    if let Some(object) = source[..at].strip_suffix('[').filter(|object| object.ends_with(is_object_end)) {
        let key_end = at + length_of(rest, is_key_part);
        let is_callee = source[key_end..].strip_prefix(']').is_some_and(is_called);
        let name = trailing_name(object).filter(|_| is_callee)?;
        return source.get(path_start(source, object.len() - name.len())..=key_end);
    }
    let name = leading_name(rest)?;
    is_called(&rest[name.len()..]).then(|| &source[path_start(source, at)..at + name.len()])
}

/// The path after `new`, when it is all of the callee.
fn constructor_path(text: &str) -> Option<&str> {
    let path = &text[..length_of(text, |character| is_identifier_part(character) || character == '.')];
    let rest = &text[path.len()..];
    let may_go_on = |next: char| next.is_whitespace() || matches!(next, '.' | '[' | '\\' | '/');
    let is_whole = !rest.starts_with(is_identifier_part) && !skip_space(rest).starts_with(may_go_on);
    (is_whole && path.split('.').all(|name| leading_name(name) == Some(name))).then_some(path)
}

/// Where the path begins whose last name begins at `last_name`: there, if it hangs on anything but names.
fn path_start(source: &str, last_name: usize) -> usize {
    let mut start = last_name;
    while let Some(object) = source[..start].strip_suffix('.') {
        match trailing_name(object).filter(|name| last_name - object.len() + name.len() <= LONGEST) {
            Some(name) => start = object.len() - name.len(),
            None => return last_name,
        }
    }
    if source[..start].ends_with(['\\', '/']) { last_name } else { start }
}

/// The name that a text ends with.
fn trailing_name(text: &str) -> Option<&str> {
    let name = text.chars().rev().take(LONGEST).take_while(|&character| is_identifier_part(character));
    let (before, name) = text.split_at(text.len() - name.map(char::len_utf8).sum::<usize>());
    if before.ends_with(is_identifier_part) { None } else { leading_name(name) }
}

/// The name that a text begins with.
fn leading_name(text: &str) -> Option<&str> {
    let name = &text[..length_of(text, is_identifier_part)];
    (name.starts_with(is_identifier_start) && !KEYWORDS.contains(&name)).then_some(name)
}

/// Bytes of the characters of one kind that a text begins with.
fn length_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.chars().take(LONGEST).take_while(|&character| is_part(character)).map(char::len_utf8).sum()
}

fn is_called(rest: &str) -> bool {
    skip_space(rest).starts_with('(')
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
    use super::callee_text;

    /// The position is marked by `@`.
    fn text(marked: &str) -> Option<String> {
        let at = marked.find('@').expect("a mark");
        callee_text(&marked.replace('@', ""), at).map(str::to_owned)
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
    }

    #[test]
    fn what_hangs_on_no_name_is_left_out() {
        assert_eq!(text("f().@g()").as_deref(), Some("g"));
        assert_eq!(text("'x'.@g()").as_deref(), Some("g"));
        assert_eq!(text("/x/g.@exec()").as_deref(), Some("exec"));
        assert_eq!(text("1.5.@g()").as_deref(), Some("g"));
        assert_eq!(text("a\n  .@g()").as_deref(), Some("g"));
    }

    #[test]
    fn other_callees_have_no_text() {
        let callees = ["f()@()", "@(1, f)()", "@function () {}()", "@new (f())", "@new a[0]", "f()[@0]()", "@1()"];
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
    fn positions_outside_the_text_give_nothing() {
        assert_eq!(callee_text("f()", 4), None);
        assert_eq!(callee_text("é()", 1), None);
        assert_eq!(callee_text("", 0), None);
    }
}
