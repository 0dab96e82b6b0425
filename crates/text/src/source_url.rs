//! The name that a source text gives itself, in a comment `//# sourceURL=name`.

/// Beginnings of the comment; `@` is the older form.
const BEGINNINGS: [&str; 2] = ["//# sourceURL=", "//@ sourceURL="];

/// Longest name in bytes; longer ones are ignored.
const LONGEST_NAME: usize = 2048;

const LINE_TERMINATORS: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];

/// Returns the name that a script's text has by its last comment of that kind.
///
/// The text is not parsed. The comment must stand in a line of its own, or after code in the last line. Names contain
/// no white space and no quotation marks, so that a string at the end of the text is not taken for a comment.
pub fn source_url(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let last_line = text.rfind(LINE_TERMINATORS).unwrap_or(0);
    let named = BEGINNINGS.map(|beginning| {
        text.rmatch_indices(beginning).find_map(|(at, _)| {
            let is_comment = at >= last_line || stands_first(&text[..at]);
            let name = name_at(&text[at + beginning.len()..]).filter(|_| is_comment)?;
            Some((at, name))
        })
    });
    named.into_iter().flatten().max().map(|(_, name)| name)
}

/// Returns whether there is only white space between the beginning of the line and the end of the text.
fn stands_first(before: &str) -> bool {
    let code = before.trim_end_matches(|character: char| character.is_whitespace() && !is_line_terminator(character));
    code.chars().next_back().is_none_or(is_line_terminator)
}

fn is_line_terminator(character: char) -> bool {
    LINE_TERMINATORS.contains(&character)
}

/// Returns the name, if nothing else follows up to the end of the line.
fn name_at(text: &str) -> Option<&str> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let behind = rest.trim_start_matches(|character: char| character.is_whitespace() && !is_line_terminator(character));
    let ends_line = behind.chars().next().is_none_or(is_line_terminator);
    let is_of_name = |character: char| !character.is_control() && !matches!(character, '"' | '\'' | '`');
    (ends_line && !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(is_of_name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comment_names_a_text() {
        let named = [
            ("f()\n//# sourceURL=a.js", "a.js"),
            ("f() //# sourceURL=a.js", "a.js"),
            ("//@ sourceURL=a.js \r\n\t\n", "a.js"),
            ("//# sourceURL=a.js\nf()", "a.js"),
            ("g()\r\t//# sourceURL=a.js\t\nf()", "a.js"),
            ("//# sourceURL=a.js\u{2028}//# sourceURL=b.js", "b.js"),
            ("//# sourceURL=a.js\n//@ sourceURL=b.js", "b.js"),
            ("//# sourceURL=a.js //# sourceURL=b.js", "b.js"),
            ("//# sourceURL=http://host/ä?q=1#x", "http://host/ä?q=1#x"),
        ];
        for (text, name) in named {
            assert_eq!(source_url(text), Some(name), "{text:?}");
        }
        let long = format!("//# sourceURL={}", "a".repeat(LONGEST_NAME + 1));
        let nameless = [
            "",
            "//# sourceURL=",
            "//# sourceURL=\na",
            "g() //# sourceURL=a.js\nf()",
            "//# sourceURL=a.js b.js",
            "//# sourceURL=\u{1b}[31m",
            "'//# sourceURL=a.js'",
            "`//# sourceURL=a.js`",
            "// sourceURL=a.js",
            "//#sourceURL=a.js",
            &long,
        ];
        for text in nameless {
            assert_eq!(source_url(text), None, "{text:?}");
        }
    }
}
