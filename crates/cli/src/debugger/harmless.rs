//! Texts whose evaluation runs nothing: names, properties that are data, and operators on primitive values. Editors evaluate what
//! the pointer is over, and consoles what is still being typed.

use ferrotape::convert::JsValue;
use ferrotape::debug::{Primitive, ScopeKind, Stopped};

/// Most bytes of a text.
const LONGEST: usize = 1000;
/// Most brackets in each other.
const DEEPEST: usize = 20;
/// Properties of an object, or names of a scope, that one is looked for among, and most prototypes.
const MOST_LOOKS: usize = 10_000;
const MOST_PROTOTYPES: usize = 100;
/// Most characters of a key.
const LONGEST_KEY: usize = 1000;

/// Operators that do nothing to their operands, whatever those are.
const PLAIN: [&str; 7] = ["===", "!==", "&&", "||", "??", "?", ":"];
/// Operators that convert their operands.
const CONVERTING: [&str; 19] =
    ["+", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "<<", ">>", ">>>", ","];
/// All signs that mean something here, longer ones first.
const SIGNS: [&str; 34] = [
    ">>>", "===", "!==", "**", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "??", "?.", "+", "-", "*", "/", "%",
    "<", ">", "&", "|", "^", "!", "~", "?", ":", ",", ".", "(", ")", "[", "]",
];
/// Words that are no names.
const RESERVED: [&str; 36] = [
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "return",
    "static",
    "super",
    "switch",
    "throw",
    "try",
    "using",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// A part of a text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Token<'t> {
    Name(&'t str),
    /// A number or a string.
    Literal(&'t str),
    Sign(&'static str),
}

/// Returns whether a text can be evaluated without running anything: in a frame, or, without one, outside of all functions.
pub fn is_harmless(at: &mut Stopped<'_>, frame: Option<usize>, text: &str) -> bool {
    let Some(tokens) = tokens(text) else { return false };
    !tokens.is_empty() && Check { at, frame, depth: 0 }.has_no_effects(&tokens).is_some()
}

struct Check<'a, 's> {
    at: &'a mut Stopped<'s>,
    frame: Option<usize>,
    depth: usize,
}

impl Check<'_, '_> {
    /// Looks at the operands of an expression. None if one is not known to be harmless.
    fn has_no_effects(&mut self, tokens: &[Token<'_>]) -> Option<()> {
        let converts =
            |token: &Token<'_>| matches!(token, Token::Sign(sign) if CONVERTING.contains(sign) || *sign == "~");
        let all_primitive = tokens.iter().any(converts);
        let mut at = 0;
        let mut wants_operand = true;
        while let Some(&token) = tokens.get(at) {
            at += 1;
            match token {
                Token::Sign("!" | "~" | "+" | "-" | "(") | Token::Name("typeof") if wants_operand => {}
                Token::Sign(")") if !wants_operand => {}
                Token::Sign(sign) if !wants_operand && (PLAIN.contains(&sign) || CONVERTING.contains(&sign)) => {
                    wants_operand = true;
                }
                Token::Literal(_) | Token::Name("true" | "false" | "null") if wants_operand => wants_operand = false,
                Token::Name(name) if wants_operand && !RESERVED.contains(&name) => {
                    let root = self.variable(name)?;
                    let (value, next) = self.path(root, tokens, at)?;
                    (at, wants_operand) = (next, false);
                    if all_primitive && !self.is_primitive(&value) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        (!wants_operand).then_some(())
    }

    /// Reads the properties behind a value. Returns the last one, and the token behind it.
    fn path(&mut self, root: JsValue, tokens: &[Token<'_>], mut at: usize) -> Option<(JsValue, usize)> {
        let mut value = root;
        loop {
            match (tokens.get(at), tokens.get(at + 1)) {
                (Some(Token::Sign("." | "?.")), Some(Token::Name(name))) => {
                    value = self.property(&value, name)?;
                    at += 2;
                }
                (Some(Token::Sign("[")), Some(_)) => {
                    let end = at + 1 + closing(tokens.get(at + 1..)?)?;
                    let key = self.key(tokens.get(at + 1..end)?)?;
                    value = self.property(&value, &key)?;
                    at = end + 1;
                }
                _ => return Some((value, at)),
            }
        }
    }

    /// The name of the property that is in brackets: a literal, or the value of a path.
    fn key(&mut self, tokens: &[Token<'_>]) -> Option<String> {
        self.depth += 1;
        let value = match tokens {
            [Token::Literal(text)] => self.at.values().evaluate(text).ok()?,
            [Token::Name(name), ..] if self.depth <= DEEPEST && !RESERVED.contains(name) => {
                let root = self.variable(name)?;
                let (value, end) = self.path(root, tokens, 1)?;
                (end == tokens.len()).then_some(value)?
            }
            _ => return None,
        };
        self.depth -= 1;
        match self.at.values().facts(&value, LONGEST_KEY).ok()?.primitive? {
            Primitive::Number(number) if number >= 0.0 && number.fract() == 0.0 && number < 2f64.powi(53) => {
                Some((number as u64).to_string())
            }
            // Names of properties are shown with such a sign where a key has something that no text has.
            Primitive::String(text) if text.chars().count() < LONGEST_KEY && !text.contains('\u{fffd}') => Some(text),
            _ => None,
        }
    }

    /// The value of a variable that has one.
    fn variable(&mut self, name: &str) -> Option<JsValue> {
        let Some(frame) = self.frame else {
            let mut values = self.at.values();
            if values.lexical_names().iter().any(|known| known == name) {
                return values.evaluate(name).ok();
            }
            let global = values.global();
            return if name == "this" { Some(global) } else { self.data_of(&global, name) };
        };
        for scope in self.at.scope_values(frame) {
            // Whether its object has the name is asked by running what a script may have written.
            if scope.kind == ScopeKind::With {
                return None;
            }
            let count = scope.variables.len();
            if let Some((_, value)) = scope.variables.into_iter().find(|(known, _)| known == name) {
                return value;
            }
            // It may be one of those that are not listed.
            if count >= MOST_LOOKS {
                return None;
            }
            if let Some(value) = scope.object.and_then(|object| self.data_of(&object, name)) {
                return Some(value);
            }
        }
        None
    }

    /// The value of a property that is data, of the object or of one of its prototypes.
    fn property(&mut self, value: &JsValue, name: &str) -> Option<JsValue> {
        if let Some(primitive) = self.at.values().facts(value, 10).ok()?.primitive {
            // Whatever number it is.
            return match primitive {
                Primitive::String(_) if name == "length" => {
                    self.at.values().primitive_value(&Primitive::Number(0.0)).ok()
                }
                _ => None,
            };
        }
        let mut holder = value.clone();
        for _ in 0..MOST_PROTOTYPES {
            let found = self.at.values().properties(&holder, 0..MOST_LOOKS).ok()?;
            let count = found.len();
            if let Some(property) = found.into_iter().find(|known| known.name == name && known.symbol.is_none()) {
                return property.value;
            }
            // It may be among those that were not looked at.
            if count >= MOST_LOOKS {
                return None;
            }
            holder = self.at.values().prototype(&holder)?;
        }
        None
    }

    /// The value of an own property that is data.
    fn data_of(&mut self, object: &JsValue, name: &str) -> Option<JsValue> {
        let found = self.at.values().properties(object, 0..MOST_LOOKS).ok()?;
        found.into_iter().find(|property| property.name == name && property.symbol.is_none())?.value
    }

    fn is_primitive(&mut self, value: &JsValue) -> bool {
        self.at.values().facts(value, 10).is_ok_and(|facts| facts.primitive.is_some())
    }
}

/// The place of the bracket that closes one before these tokens.
fn closing(tokens: &[Token<'_>]) -> Option<usize> {
    let mut open = 1;
    tokens.iter().position(|token| {
        match token {
            Token::Sign("[") => open += 1,
            Token::Sign("]") => open -= 1,
            _ => {}
        }
        open == 0
    })
}

/// Divides a text. None if there is something in it that is none of these tokens.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    if rest.len() > LONGEST {
        return None;
    }
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("++") || rest.starts_with("--") {
            return None;
        }
        let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
        let length = if first.is_ascii_digit() {
            rest.find(|it: char| !is_part(it) && it != '.').unwrap_or(rest.len())
        } else if is_part(first) {
            rest.find(|it: char| !is_part(it)).unwrap_or(rest.len())
        } else if matches!(first, '"' | '\'') {
            length_of_string(rest, first)?
        } else {
            // What is assigned to is none of them.
            SIGNS.iter().find(|sign| rest.starts_with(**sign))?.len()
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(match SIGNS.iter().find(|sign| **sign == token) {
            Some(&sign) => Token::Sign(sign),
            None if is_part(first) && !first.is_ascii_digit() => Token::Name(token),
            None if first.is_ascii_digit() && !is_number(token) => return None,
            None => Token::Literal(token),
        });
        rest = behind.trim_start();
    }
    Some(tokens)
}

/// Returns whether digits, letters and dots are one number: `1.5` is, and `1..a`, `0x1.a` and `01.a` read a property.
fn is_number(text: &str) -> bool {
    let Some((whole, behind)) = text.split_once('.') else { return true };
    let is_whole = |text: &str| text.chars().all(|it| it.is_ascii_digit() || it == '_');
    is_whole(whole) && (whole == "0" || !whole.starts_with('0')) && is_whole(&behind.replacen(['e', 'E'], "", 1))
}

/// The bytes of the string that a text begins with.
fn length_of_string(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, it)| {
        let ends = it == quote && !is_escaped;
        is_escaped = it == '\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_divided() {
        use Token::{Literal, Name, Sign};
        let wanted = vec![Name("a"), Sign("."), Name("b"), Sign("["), Literal("1"), Sign("]"), Sign("?."), Name("c")];
        assert_eq!(tokens(" a.b[1]?.c "), Some(wanted));
        assert_eq!(tokens("1.5+'it\\'s'"), Some(vec![Literal("1.5"), Sign("+"), Literal("'it\\'s'")]));
        for number in ["0.5", "1.", "1.5e3", "1_0.2_5", "0x1F", "1n", "017"] {
            assert_eq!(tokens(number), Some(vec![Literal(number)]));
        }
        assert_eq!(tokens("a>>>b===c"), Some(vec![Name("a"), Sign(">>>"), Name("b"), Sign("==="), Name("c")]));
        for refused in [
            "1..g", "1.5.g", "0x1.g", "1n.g", "1e5.e", "00.e5", "a++", "--a", "a+++b", "a = 1", "a += 1", "a &&= b",
            "a => b", "`a`", "'a", "a; b", "#a", "{}", "a\\u0061",
        ] {
            assert_eq!(tokens(refused), None, "{refused}");
        }
    }

    /// Texts that run something are refused, and those that only read are not.
    #[test]
    fn what_reads_is_told_from_what_runs() {
        use std::sync::{Arc, Mutex};

        use ferrotape::debug::Resume;
        use ferrotape::{Backend, Engine};

        const YES: [&str; 22] = [
            "n",
            "n + 1",
            "-n * 2 > 3",
            "s.length",
            "o.a",
            "o.list[0]",
            "o['a']",
            "o.list[n]",
            "o?.a",
            "!o",
            "typeof o",
            "o === o",
            "n > 1 ? 'a' : 'b'",
            "o && n",
            "this",
            "o.list.push",
            "(n)",
            "s + n",
            "o.list.length",
            "o[s]",
            "1 + 1",
            "true || n",
        ];
        const NO: [&str; 22] = [
            // The getter is behind as many others as are looked at; its prototype has data of that name.
            "many.late",
            "1..g",
            "f()",
            "o.g",
            "o.g.x",
            "o + 1",
            "n = 1",
            "n++",
            "++n",
            "o.missing",
            "missing",
            "new f",
            "f`a`",
            "o.a = 2",
            "delete o.a",
            "p.a",
            "late",
            "`${o}`",
            "o == 1",
            "[o]",
            "o[f()]",
            "",
        ];
        for backend in [Backend::Register, Backend::Stack] {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let wrong: Arc<Mutex<Vec<String>>> = Arc::default();
            let noted = Arc::clone(&wrong);
            engine.set_debugger(move |stopped: &mut Stopped<'_>| {
                if stopped.frames()[0].function.is_empty() {
                    let texts = ["n", "outer", "missing"].map(|text| is_harmless(stopped, Some(0), text));
                    noted.lock().expect("texts").extend((texts != [true, false, false]).then(|| "with".to_owned()));
                    return Resume::Run;
                }
                for (texts, wanted) in [(&YES[..], true), (&NO[..], false)] {
                    let other = texts.iter().filter(|text| is_harmless(stopped, Some(0), text) != wanted);
                    noted.lock().expect("texts").extend(other.map(|text| (*text).to_owned()));
                }
                if !is_harmless(stopped, None, "outer.a + 1") || is_harmless(stopped, None, "outer.g") {
                    noted.lock().expect("texts").push("outside".to_owned());
                }
                Resume::Run
            });
            let text = "const outer = { a: 1, get g() { return 1 } };\n\
                const many = Object.create({ late: 1 });\n\
                for (let i = 0; i < 10_000; i++) many['p' + i] = 1;\n\
                Object.defineProperty(many, 'late', { get() { return 1 } });\n\
                function f(n, s, o, p) { debugger; let late = 1; return late; }\n\
                with (new Proxy({}, {})) { (function (n) { debugger; return outer; })(1); }\n\
                f(2, 'a', { a: 1, list: [1, 2, 3], get g() { return 1 } }, new Proxy({ a: 1 }, {}));";
            engine.run("a.js", text).expect("it runs");
            assert_eq!(*wrong.lock().expect("texts"), Vec::<String>::new(), "{backend:?}");
        }
    }
}
