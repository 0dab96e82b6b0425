//! Long functions have words of their own: on hover an editor shows nothing else, and the essay of the file is far away.
//! Public enums say whether they may grow.

use super::{assert_none, sources};

/// Longest function that may stand without a comment, in lines with its head and its last brace.
const MOST_LINES_WITHOUT_COMMENT: usize = 10;

/// Methods of traits are described where the trait is, and tests by their names.
#[test]
fn long_functions_have_a_comment() {
    let broken = sources().into_iter().filter(|source| !is_test_code(&source.path)).flat_map(|source| {
        let silent = silent_functions(&source.text).into_iter();
        silent.map(|(line, head)| format!("{}:{line}: {}", source.path, head.trim())).collect::<Vec<String>>()
    });
    assert_none(broken, "functions over ten lines without a comment");
}

fn is_test_code(path: &str) -> bool {
    ["/tests/", "/examples/", "/benches/"].iter().any(|folder| path.contains(folder)) || path.ends_with("/tests.rs")
}

/// Gives the number of the line and the head of each long function without a comment. The text is formatted by rustfmt: a
/// block ends at a brace that is indented as its head is.
fn silent_functions(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let closes = |other: &&str| *other == format!("{indent}}}");
        let end = || lines[at..].iter().position(closes).map_or(at, |lines| at + lines);
        if is_tests_of_the_file(&lines, at) || is_head_of_trait_methods(line) {
            at = end();
        } else if is_head_of_function(line) && !line.ends_with(['}', ';']) {
            let is_long = end() + 1 - at > MOST_LINES_WITHOUT_COMMENT;
            if is_long && !has_comment(&lines[..at]) {
                found.push((at + 1, line));
            }
        }
        at += 1;
    }
    found
}

fn is_tests_of_the_file(lines: &[&str], at: usize) -> bool {
    at > 0 && lines[at].starts_with("mod ") && lines[at].ends_with('{') && lines[at - 1] == "#[cfg(test)]"
}

fn is_head_of_trait_methods(line: &str) -> bool {
    let head = line.trim_start();
    head.starts_with("impl") && head.contains(" for ") && head.ends_with('{')
}

/// Tells heads of functions. One that a macro names has its comment where the macro is used.
fn is_head_of_function(line: &str) -> bool {
    let before = ["pub", "const", "async", "extern", "\"C\""];
    let mut words = line.split_whitespace().skip_while(|word| before.contains(word) || word.starts_with("pub("));
    // The comment of a function that a macro makes comes from where the macro is called.
    words.next() == Some("fn") && words.next().is_some_and(|name| !name.starts_with('$'))
}

/// Looks above the attributes of a function.
fn has_comment(above: &[&str]) -> bool {
    let attributes = above.iter().rev().skip_while(|line| {
        let line = line.trim_start();
        line.starts_with("#[") || line.starts_with(")]")
    });
    attributes.map(|line| line.trim_start()).next().is_some_and(|line| line.starts_with("//"))
}

/// Enums of the crate for hosts may grow without breaking them, or say why they do not.
#[test]
fn public_enums_may_grow_or_say_why_not() {
    let of_hosts = sources().into_iter().filter(|source| source.path.starts_with("crates/ferrotape/src/"));
    let broken = of_hosts.flat_map(|source| {
        let closed = closed_enums(&source.text).into_iter();
        closed.map(|(line, head)| format!("{}:{line}: {}", source.path, head.trim())).collect::<Vec<String>>()
    });
    assert_none(broken, "public enums without `#[non_exhaustive]` and without a reason (`Exhaustive: …`)");
}

/// Gives the number of the line and the head of each public enum that can have no further variant, and does not say why.
fn closed_enums(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("pub enum "));
    let closed = heads.filter(|&(at, _)| {
        let above = lines[..at].iter().rev().map(|line| line.trim_start());
        let mut above = above.take_while(|line| line.starts_with("///") || line.starts_with("#["));
        !above.any(|line| line == "#[non_exhaustive]" || line.starts_with("/// Exhaustive: "))
    });
    closed.map(|(at, line)| (at + 1, *line)).collect()
}

#[test]
fn closed_enums_are_found() {
    let closed = closed_enums("/// A.\npub enum A {}\n\n/// B.\n    pub enum B {\n");
    assert_eq!(closed, [(2, "pub enum A {}"), (5, "    pub enum B {")]);
    for open in [
        "#[derive(Debug)]\n#[non_exhaustive]\npub enum A {}\nenum B {}\npub(crate) enum C {}\n",
        "/// A.\n///\n/// Exhaustive: all there are.\n#[derive(Debug)]\npub enum A {}\n",
    ] {
        assert!(closed_enums(open).is_empty(), "{open}");
    }
}

#[test]
fn functions_without_a_comment_are_found() {
    let body = "    a();\n".repeat(MOST_LINES_WITHOUT_COMMENT - 1);
    let function = |above: &str, head: &str| format!("{above}{head} {{\n{body}}}\n");
    let silent = |text: &str| silent_functions(text).into_iter().map(|(line, _)| line).collect::<Vec<usize>>();
    assert_eq!(silent(&function("", "fn a()")), [1]);
    assert_eq!(silent(&function("/// Gives it.\n", "pub(crate) const fn a()")), [0; 0]);
    assert_eq!(silent(&function("/// Gives it.\n#[inline]\n", "fn a()")), [0; 0]);
    assert_eq!(silent(&function("#[inline]\n", "pub async fn a()")), [2]);
    assert_eq!(silent("fn a() {\n    b();\n}\n"), [0; 0]);
    assert_eq!(silent(&function("", "impl A for B")), [0; 0]);
    let method = format!("    fn a() {{\n{body}    }}\n");
    assert_eq!(silent(&format!("impl A {{\n{method}}}\n")), [2]);
    assert_eq!(silent(&format!("#[cfg(test)]\nmod tests {{\n{method}}}\n{}", function("", "fn a()"))), [15]);
}
