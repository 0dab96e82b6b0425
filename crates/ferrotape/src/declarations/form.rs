//! Text of types.

use std::collections::BTreeSet;

use ferrotape_syntax::parse_script;
use ferrotape_text::{acts_on_terminals, json_string};

/// Brackets around the number of a type with a name. No text of a type has them otherwise.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

/// Stands for the name of a type until all names are known.
pub fn place(index: usize) -> String {
    format!("{OPEN}{index}{CLOSE}")
}

/// Replaces the places of types.
pub fn fill(text: &str, name: impl Fn(usize) -> String) -> String {
    let mut filled = String::with_capacity(text.len());
    for (count, part) in text.split([OPEN, CLOSE]).enumerate() {
        match part.parse() {
            Ok(index) if count % 2 == 1 => filled.push_str(&name(index)),
            _ => filled.push_str(part),
        }
    }
    filled
}

/// Returns whether a text would be taken for places of types.
pub fn has_places(text: &str) -> bool {
    text.contains([OPEN, CLOSE])
}

/// The names that TypeScript knows, which no other type may have.
pub fn known_names() -> impl Iterator<Item = String> {
    let keywords = "any unknown never void undefined null object string number boolean symbol bigint this";
    let classes = "Array ArrayBuffer ArrayBufferView Date Function IterableIterator Iterator Map Object Promise Record Set \
        String Symbol Uint8Array";
    keywords.split_whitespace().chain(classes.split_whitespace()).map(str::to_owned)
}

/// Returns an array of elements of a type.
pub(crate) fn array_of(element: &str) -> String {
    let is_simple = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | OPEN | CLOSE);
    match element.trim_end_matches("[]").chars().all(is_simple) {
        true => format!("{element}[]"),
        false => format!("Array<{element}>"),
    }
}

/// Returns an object with any properties of a type.
pub(crate) fn record_of(key: &str, value: &str) -> String {
    let key = if key == "number" { key } else { "string" };
    format!("Record<{key}, {value}>")
}

/// Returns a promise of a type.
pub(crate) fn promise_of(result: &str) -> String {
    format!("Promise<{}>", if result == "undefined" { "void" } else { result })
}

/// Returns the type of what a handle is of.
pub(crate) fn handle_of(what: &str) -> String {
    let text = match what {
        "an array" => "any[]",
        "an ArrayBuffer" => "ArrayBuffer",
        "a typed array" => "ArrayBufferView",
        "a Map" => "Map<any, any>",
        "a Set" => "Set<any>",
        "a function" => "Function",
        "an object" => "object",
        "a promise" => "Promise<any>",
        "a string" => "string",
        "a symbol" => "symbol",
        _ => "any",
    };
    text.to_owned()
}

/// Returns the union of types, each once.
pub(crate) fn any_of(types: impl IntoIterator<Item = String>) -> String {
    let mut met = BTreeSet::new();
    let all = types.into_iter().map(|text| within(text, &["=>"])).filter(|text| met.insert(text.clone()));
    let all: Vec<String> = all.collect();
    if all.is_empty() { "never".to_owned() } else { all.join(" | ") }
}

/// Returns a type, or what is none: `undefined`, and `null` where that is taken too.
pub(crate) fn optional(text: String, none: &str) -> String {
    match text.ends_with(none) || matches!(&*text, "any" | "unknown" | "undefined") {
        true => text,
        false => format!("{}{none}", within(text, &["=>"])),
    }
}

/// Takes `undefined` from a type, for what may be left out.
pub fn without_undefined(text: &str) -> Option<&str> {
    text.strip_suffix(" | undefined")
}

/// Puts brackets around a type that has one of the operators.
pub fn within(text: String, operators: &[&str]) -> String {
    if operators.iter().any(|operator| text.contains(operator)) { format!("({text})") } else { text }
}

/// Returns a name as that of a property.
pub fn property_name(name: &str) -> String {
    if is_identifier_name(name) { name.to_owned() } else { json_string(name) }
}

/// Returns an identifier that is like the name.
pub fn identifier(name: &str) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$');
    let mut identifier: String =
        name.chars().map(|character| if is_part(character) { character } else { '_' }).collect();
    if !is_identifier_name(&identifier) || !can_be_declared(&identifier) {
        identifier.insert(0, '_');
    }
    identifier
}

/// ES 12.7 IdentifierName, of ASCII letters: what models and editors read best. Others are quoted.
pub fn is_identifier_name(name: &str) -> bool {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
    name.bytes().next().is_some_and(is_start) && name.bytes().all(|byte| is_start(byte) || byte.is_ascii_digit())
}

/// Returns whether a program may declare a variable of that name.
pub fn can_be_declared(name: &str) -> bool {
    is_identifier_name(name) && parse_script(&format!("\"use strict\"; let {name};")).is_ok()
}

/// Returns the name of a method. An object type takes a plain `new` for what makes objects.
pub fn method_name(name: &str) -> String {
    if name == "new" { json_string(name) } else { property_name(name) }
}

/// Returns a comment of documentation, with the indentation of what it is about. Empty without documentation.
///
/// The words may come from anywhere: lines end where all readers see it, and nothing is there that no reader sees.
pub fn comment(documentation: &str, indent: &str) -> String {
    let is_hidden = |character: char| acts_on_terminals(character) && character != '\n';
    let text = documentation.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let text = text.replace('\t', " ").replace(is_hidden, "").replace("*/", "*\\/");
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    match lines[..] {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let lines: String = lines
                .iter()
                .map(|line| format!("{indent} *{}{line}\n", if line.is_empty() { "" } else { " " }))
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

/// An object type that is being made: for the derive macros, and for those who write conversions.
///
/// ```
/// use ferrotape::declarations::ObjectType;
///
/// let mut object = ObjectType::default();
/// object.property("x", "", "number", false);
/// object.property("a-b", "Perhaps.", "string | undefined", true);
/// assert_eq!(object.finish(), "{ x: number; /** Perhaps. */ \"a-b\"?: string }");
/// ```
#[derive(Clone, Default, Debug)]
pub struct ObjectType {
    properties: Vec<String>,
    /// Types whose properties it has as well.
    others: Vec<String>,
}

impl ObjectType {
    /// Adds a property. It may be missing if it is optional, or may be `undefined`. See [`ObjectType`].
    pub fn property(&mut self, name: &str, documentation: &str, text: &str, is_optional: bool) {
        let (text, is_optional) = match without_undefined(text) {
            Some(text) => (text, true),
            None => (text, is_optional),
        };
        let documentation = documentation.split_whitespace().collect::<Vec<_>>().join(" ");
        let comment = comment(&documentation, "").replace('\n', " ");
        let mark = if is_optional { "?" } else { "" };
        self.properties.push(format!("{comment}{}{mark}: {text}", property_name(name)));
    }

    /// Adds all properties of another type.
    ///
    /// ```
    /// let mut object = ferrotape::declarations::ObjectType::default();
    /// object.property("kind", "", "'circle'", false);
    /// object.and("Circle");
    /// assert_eq!(object.finish(), "{ kind: 'circle' } & Circle");
    /// ```
    pub fn and(&mut self, text: &str) {
        self.others.push(within(text.to_owned(), &[" | ", "=>"]));
    }

    /// Returns the text of the type. See [`ObjectType`].
    pub fn finish(self) -> String {
        let own = match self.properties.is_empty() {
            true if self.others.is_empty() => Some("{}".to_owned()),
            true => None,
            false => Some(format!("{{ {} }}", self.properties.join("; "))),
        };
        own.into_iter().chain(self.others).collect::<Vec<_>>().join(" & ")
    }
}
