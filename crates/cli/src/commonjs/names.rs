//! Names that a CommonJS file exports to modules that import it.
//!
//! Imports are bound before anything runs, so the names are read from the source text, as Node does. They come from
//! assignments to properties of `exports`, the object that is assigned to `module.exports`, and
//! `Object.defineProperty(exports, …)`. Files that are re-exported as a whole add theirs. A name too many only gives a
//! value that is undefined, so comments and strings get no special treatment.

use ferrotape::Termination;
use ferrotape::modules::ReadLimits;

/// Bytes of source text scanned for a unit of work.
const BYTES_PER_TICK: usize = 64;
/// Bytes that a name takes without its letters.
const NAME_BYTES: usize = 48;

/// Names found in a source text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    pub own: Vec<String>,
    /// Specifiers of files whose names are re-exported.
    pub others: Vec<String>,
}

/// Limit on names: more would be of no use.
const MOST: usize = 10_000;

/// Returns the names that assignments to `exports` show.
pub fn names_of(text: &str, limits: &mut ReadLimits<'_>) -> Result<Names, Termination> {
    let mut names = Names::default();
    let mut looked = 0;
    for (at, _) in text.match_indices("exports") {
        count(at - looked, limits)?;
        looked = at;
        let (before, behind) = (&text[..at], &text[at + "exports".len()..]);
        if before.ends_with(is_part) || behind.starts_with(is_part) || names.own.len() >= MOST {
            continue;
        }
        let own = before.ends_with("module.");
        let owner = if own { &before[..before.len() - "module.".len()] } else { before };
        if owner.trim_end().ends_with("Object.defineProperty(") {
            let name = string(behind.trim_start().strip_prefix(',').unwrap_or_default(), limits)?;
            names.add(name.map(|(name, _)| name), limits)?;
        } else if let Some((name, rest)) = member(behind, limits)? {
            // This includes names in a chain of assignments.
            if is_assignment(rest) {
                names.add(Some(name), limits)?;
            }
        } else if own && is_assignment(behind) {
            names.add_all(behind.trim_start()[1..].trim_start(), limits)?;
        }
    }
    count(2 * text.len(), limits)?;
    for (at, call) in text.match_indices("__exportStar(").chain(text.match_indices("__export(")) {
        let argument = &text[at + call.len()..];
        let argument = argument.trim_start().strip_prefix("tslib_1.").unwrap_or(argument);
        names.hand_on(required(argument, limits)?, limits)?;
    }
    for (at, call) in text.match_indices("Object.keys(") {
        if let Some(variable) = copied_keys(&text[at + call.len()..], limits)? {
            names.hand_on(required_as(variable, text, limits)?, limits)?;
        }
    }
    names.own.sort_unstable();
    names.own.dedup();
    Ok(names)
}

/// Most bytes between the keys of an object and their assignment to `exports`.
const LONGEST_COPY: usize = 400;
/// Most characters of the name of a helper that takes what `require` gives.
const LONGEST_HELPER: usize = 64;

/// Returns the variable whose keys become exports: `Object.keys(all).forEach(function (k) { … exports[k] = all[k] … })`, as
/// Babel and Rollup write it.
fn copied_keys<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Result<Option<&'a str>, Termination> {
    let Some((variable, rest)) = identifier(text, limits)? else { return Ok(None) };
    let Some(body) = rest.strip_prefix(").forEach(") else { return Ok(None) };
    count(LONGEST_COPY, limits)?;
    let end = (0..=LONGEST_COPY.min(body.len())).rev().find(|&at| body.is_char_boundary(at)).unwrap_or_default();
    let is_copy = body[..end].contains("exports[") || body[..end].contains("defineProperty(exports,");
    Ok(is_copy.then_some(variable))
}

/// Returns the specifier of what a variable holds: `variable = require('…')`, perhaps in a call of a helper.
fn required_as<'a>(variable: &str, text: &'a str, limits: &mut ReadLimits<'_>) -> Result<Option<&'a str>, Termination> {
    count(text.len(), limits)?;
    for (at, _) in text.match_indices(variable) {
        let rest = text[at + variable.len()..].trim_start();
        let Some(value) = rest.strip_prefix('=').filter(|_| !text[..at].ends_with(is_part)) else { continue };
        let value = value.trim_start();
        // A helper of the compiler, perhaps one of a package's.
        let helper = value.chars().take(LONGEST_HELPER).take_while(|&part| is_part(part) || part == '.');
        let behind = &value[helper.map(char::len_utf8).sum::<usize>()..];
        for argument in [Some(value), behind.strip_prefix('(')].into_iter().flatten() {
            if let Some(specifier) = required(argument, limits)? {
                return Ok(Some(specifier));
            }
        }
    }
    Ok(None)
}

fn count(bytes: usize, limits: &mut ReadLimits<'_>) -> Result<(), Termination> {
    limits.tick((bytes / BYTES_PER_TICK) as u64 + 1)
}

impl Names {
    /// Adds a name, except `default`, which stands for the whole.
    fn add(&mut self, name: Option<&str>, limits: &mut ReadLimits<'_>) -> Result<(), Termination> {
        let Some(name) = name.filter(|name| *name != "default") else { return Ok(()) };
        limits.charge(name.len() + NAME_BYTES)?;
        self.own.push(name.to_owned());
        Ok(())
    }

    fn hand_on(&mut self, specifier: Option<&str>, limits: &mut ReadLimits<'_>) -> Result<(), Termination> {
        let Some(specifier) = specifier else { return Ok(()) };
        limits.charge(specifier.len() + NAME_BYTES)?;
        self.others.push(specifier.to_owned());
        Ok(())
    }

    /// Adds the names of the value assigned to `module.exports`: an object with names, or another file's exports.
    fn add_all(&mut self, value: &str, limits: &mut ReadLimits<'_>) -> Result<(), Termination> {
        self.hand_on(required(value, limits)?, limits)?;
        let Some(mut rest) = value.strip_prefix('{') else { return Ok(()) };
        loop {
            rest = without_comments(rest, limits)?;
            if let Some(spread) = rest.strip_prefix("...") {
                let Some(specifier) = required(spread, limits)? else { return Ok(()) };
                self.hand_on(Some(specifier), limits)?;
                let Some((_, behind)) = spread.split_once(')') else { return Ok(()) };
                rest = without_comments(behind, limits)?;
            } else {
                let named = match string(rest, limits)? {
                    None => identifier(rest, limits)?,
                    named => named,
                };
                let Some((name, behind)) = named else { return Ok(()) };
                rest = without_comments(behind, limits)?;
                // A method counts too.
                if !rest.starts_with([',', ':', '}', '(']) {
                    return Ok(());
                }
                self.add(Some(name), limits)?;
                if let Some(value) = rest.strip_prefix(':') {
                    let value = without_comments(value, limits)?;
                    // A value longer than a name may be anything, commas included.
                    let Some((_, behind)) = identifier(value, limits)? else { return Ok(()) };
                    rest = without_comments(behind, limits)?;
                }
            }
            match rest.strip_prefix(',') {
                Some(next) => rest = next,
                None => return Ok(()),
            }
        }
    }
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// Skips blanks and comments, for which the limits are charged. An unended comment is all of the rest.
fn without_comments<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Result<&'a str, Termination> {
    let mut rest = text.trim_start();
    loop {
        count(text.len() - rest.len(), limits)?;
        let behind = match rest.get(..2) {
            Some("//") => rest.split_once('\n').map(|(_, behind)| behind),
            Some("/*") => rest.split_once("*/").map(|(_, behind)| behind),
            _ => return Ok(rest),
        };
        rest = behind.unwrap_or_default().trim_start();
    }
}

/// A part of a source text, and the text behind it.
type Part<'a> = Result<Option<(&'a str, &'a str)>, Termination>;

/// Reads `.name` or `["name"]`.
fn member<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Part<'a> {
    if let Some(rest) = text.strip_prefix('.') {
        return identifier(rest, limits);
    }
    let Some(rest) = text.strip_prefix('[') else { return Ok(None) };
    let named = string(rest, limits)?;
    Ok(named.and_then(|(name, rest)| Some((name, rest.trim_start().strip_prefix(']')?))))
}

fn identifier<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Part<'a> {
    let end = text.find(|character| !is_part(character)).unwrap_or(text.len());
    count(end, limits)?;
    let (name, rest) = text.split_at(end);
    Ok((!name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit())).then_some((name, rest)))
}

/// Reads a string literal without escapes.
fn string<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Part<'a> {
    let text = text.trim_start();
    let Some(quote) = text.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else { return Ok(None) };
    let end = text[1..].find([quote, '\\', '\n']).unwrap_or(text.len() - 1);
    count(end, limits)?;
    let (name, rest) = text[1..].split_at(end);
    Ok(rest.strip_prefix(quote).map(|rest| (name, rest)))
}

fn is_assignment(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('=') && !text.starts_with("==") && !text.starts_with("=>")
}

/// Reads the specifier of `require('…')`.
fn required<'a>(text: &'a str, limits: &mut ReadLimits<'_>) -> Result<Option<&'a str>, Termination> {
    let Some(argument) = text.trim_start().strip_prefix("require(") else { return Ok(None) };
    let specifier = string(argument, limits)?;
    Ok(specifier.filter(|(_, rest)| rest.trim_start().starts_with(')')).map(|(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, own: &[&str], others: &[&str]) {
        let names = names_of(text, &mut ReadLimits::none()).expect("no limits");
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
        let copy = "Object.keys(_a).forEach(function (key) {\n  if (key === 'default') return;\n  exports[key] = _a[key];\n});";
        check(&format!("var _a = require('./a');\n{copy}"), &[], &["./a"]);
        check(&format!("const _a = __importStar(require('./a')), my_a = require('b');\n{copy}"), &[], &["./a"]);
        check(&format!("_a = 5; {copy}"), &[], &[]);
        check("Object.keys(a).forEach(f); Object.keys(b", &[], &[]);
        check("exports", &[], &[]);
        check("Object.defineProperty(exports", &[], &[]);
    }
}
