//! Which names a CommonJS file gives to modules that import it.
//!
//! Imports are bound before anything runs, so the names are read from the text, as Node does it: assignments to properties of
//! `exports`, the object that `module.exports` is assigned, `Object.defineProperty(exports, …)`, and what is handed on from
//! other files as a whole. A name too many is a value that is undefined, so nothing is made of comments and strings.

/// What a text gives.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    pub own: Vec<String>,
    /// The specifiers of files whose names are handed on.
    pub others: Vec<String>,
}

/// More names than this are of no use to anybody.
const MOST: usize = 10_000;

pub fn names_of(text: &str) -> Names {
    let mut names = Names::default();
    for (at, _) in text.match_indices("exports") {
        let (before, behind) = (&text[..at], &text[at + "exports".len()..]);
        if before.ends_with(is_part) || behind.starts_with(is_part) || names.own.len() >= MOST {
            continue;
        }
        let own = before.ends_with("module.");
        let owner = if own { &before[..before.len() - "module.".len()] } else { before };
        if owner.trim_end().ends_with("Object.defineProperty(") {
            names.add(string(behind.trim_start().strip_prefix(',').unwrap_or_default()).map(|(name, _)| name));
        } else if let Some((name, rest)) = member(behind) {
            // With what is assigned to several at once.
            if is_assignment(rest) {
                names.add(Some(name));
            }
        } else if own && is_assignment(behind) {
            names.add_all(behind.trim_start()[1..].trim_start());
        }
    }
    for (at, call) in text.match_indices("__exportStar(").chain(text.match_indices("__export(")) {
        let argument = &text[at + call.len()..];
        names.others.extend(required(argument.trim_start().strip_prefix("tslib_1.").unwrap_or(argument)));
    }
    names.own.sort_unstable();
    names.own.dedup();
    names
}

impl Names {
    /// `default` is the whole.
    fn add(&mut self, name: Option<&str>) {
        self.own.extend(name.filter(|name| *name != "default").map(str::to_owned));
    }

    /// What `module.exports` is assigned: an object with names, or another file's exports.
    fn add_all(&mut self, value: &str) {
        if let Some(specifier) = required(value) {
            self.others.push(specifier);
        }
        let Some(mut rest) = value.strip_prefix('{') else { return };
        loop {
            rest = without_comments(rest);
            if let Some(spread) = rest.strip_prefix("...") {
                let Some(specifier) = required(spread) else { return };
                self.others.push(specifier);
                let Some((_, behind)) = spread.split_once(')') else { return };
                rest = without_comments(behind);
            } else {
                let Some((name, behind)) = string(rest).or_else(|| identifier(rest)) else { return };
                rest = without_comments(behind);
                // A method is one too.
                if !rest.starts_with([',', ':', '}', '(']) {
                    return;
                }
                self.add(Some(name));
                let Some(value) = rest.strip_prefix(':') else {
                    match rest.strip_prefix(',') {
                        Some(next) => rest = next,
                        None => return,
                    }
                    continue;
                };
                let value = without_comments(value);
                // What is more than a name may be anything, commas included.
                let Some((_, behind)) = identifier(value) else { return };
                rest = without_comments(behind);
            }
            match rest.strip_prefix(',') {
                Some(next) => rest = next,
                None => return,
            }
        }
    }
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let rest = match text.get(..2) {
            Some("//") => text.split_once('\n').map(|(_, rest)| rest),
            Some("/*") => text.split_once("*/").map(|(_, rest)| rest),
            _ => return text,
        };
        text = rest.unwrap_or_default().trim_start();
    }
}

/// `.name` or `["name"]`, and what is behind it.
fn member(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix('.') {
        return identifier(rest);
    }
    let (name, rest) = string(text.strip_prefix('[')?)?;
    Some((name, rest.trim_start().strip_prefix(']')?))
}

fn identifier(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|character| !is_part(character)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    (!name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit())).then_some((name, rest))
}

/// A literal in which nothing is escaped.
fn string(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (name, rest) = text[1..].split_once(quote)?;
    (!name.contains(['\\', '\n'])).then_some((name, rest))
}

fn is_assignment(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>")
}

/// The specifier of `require('…')`.
fn required(text: &str) -> Option<String> {
    let (name, rest) = string(text.trim_start().strip_prefix("require(")?)?;
    rest.trim_start().starts_with(')').then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, own: &[&str], others: &[&str]) {
        let names = names_of(text);
        assert_eq!(
            (names.own, names.others),
            (own.iter().map(|&n| n.into()).collect(), others.iter().map(|&n| n.into()).collect())
        );
    }

    #[test]
    fn names_are_found() {
        check(
            "exports.a = 1; module.exports.b = 2; exports['c-d'] = 3; exports.e == 4; exports.f()",
            &["a", "b", "c-d"],
            &[],
        );
        check("exports.a = exports.b = void 0; exports.default = a", &["a", "b"], &[]);
        check("Object.defineProperty(exports, \"__esModule\", { value: true })", &["__esModule"], &[]);
        check("Object.defineProperty(exports, 'x', { get() {} })", &["x"], &[]);
        check("module.exports = { a, b: c, 'd': e, /* f */ g: function () {}, h }", &["a", "b", "d", "g"], &[]);
        check("module.exports = { a,\n // b\n c\n}", &["a", "c"], &[]);
        check("module.exports = require('./x')", &[], &["./x"]);
        check("module.exports = { ...require('./x'), y }", &["y"], &["./x"]);
        check(
            "__exportStar(require(\"./a\"), exports); tslib_1.__exportStar(require('b'), exports)",
            &[],
            &["./a", "b"],
        );
        check("myexports.a = 1; exportsOf.b = 2; module.exports = function () {}; module.exports = class {}", &[], &[]);
        check("0 && (module.exports = {\n  a,\n  b\n});", &["a", "b"], &[]);
        check("exports", &[], &[]);
        check("Object.defineProperty(exports", &[], &[]);
    }
}
