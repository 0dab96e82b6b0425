//! What messages call a callee: its text in the source, as far as that is a path of names.
//!
//! Only failed calls come here, so the text is looked at as text: what it cannot tell for sure it leaves out.

/// Characters of a source that are looked at, and so of what is shown.
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
        return constructor_path(constructor.trim_start());
    }
    let is_object_end = |last: char| is_name_part(last) || matches!(last, ')' | ']');
    if let Some(object) = source[..at].strip_suffix('[').filter(|object| object.ends_with(is_object_end)) {
        let key_end = at + length_of(rest, is_key_part);
        let last_name = name_start(source, object.len());
        let is_callee = source[key_end..].strip_prefix(']').is_some_and(is_called);
        let is_named = leading_name(&source[last_name..object.len()]).is_some();
        return if is_callee && is_named { source.get(path_start(source, last_name)..=key_end) } else { None };
    }
    let name = leading_name(rest)?;
    is_called(&rest[name.len()..]).then(|| &source[path_start(source, at)..at + name.len()])
}

/// The path after `new`, when it is all of the callee.
fn constructor_path(text: &str) -> Option<&str> {
    let path = &text[..length_of(text, |character| is_name_part(character) || character == '.')];
    let goes_on = text[path.len()..].trim_start().starts_with(['.', '[', '\\', '/']);
    (!goes_on && path.split('.').all(|name| leading_name(name) == Some(name))).then_some(path)
}

/// Where the path begins whose last name begins at `last_name`: there, if it hangs on anything but names.
fn path_start(source: &str, last_name: usize) -> usize {
    let mut start = last_name;
    while let Some(object) = source[..start].strip_suffix('.') {
        let name = name_start(source, object.len());
        if last_name - name > LONGEST || leading_name(&source[name..object.len()]).is_none() {
            return last_name;
        }
        start = name;
    }
    if source[..start].ends_with(['\\', '/']) { last_name } else { start }
}

/// Where the name begins that ends at `end`.
fn name_start(source: &str, end: usize) -> usize {
    let name = source[..end].chars().rev().take(LONGEST).take_while(|&character| is_name_part(character));
    end - name.map(char::len_utf8).sum::<usize>()
}

/// The name that a text begins with.
fn leading_name(text: &str) -> Option<&str> {
    let name = &text[..length_of(text, is_name_part)];
    let is_number = name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit());
    (!is_number && !KEYWORDS.contains(&name)).then_some(name)
}

/// Bytes of the characters of one kind that a text begins with.
fn length_of(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.chars().take(LONGEST).take_while(|&character| is_part(character)).map(char::len_utf8).sum()
}

fn is_called(rest: &str) -> bool {
    rest.trim_start().starts_with('(')
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// Of a key in brackets: names, numbers and plain strings.
fn is_key_part(character: char) -> bool {
    is_name_part(character) || matches!(character, '.' | '"' | '\'' | ' ' | '-')
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
    fn positions_outside_the_text_give_nothing() {
        assert_eq!(callee_text("f()", 4), None);
        assert_eq!(callee_text("é()", 1), None);
        assert_eq!(callee_text("", 0), None);
    }
}
