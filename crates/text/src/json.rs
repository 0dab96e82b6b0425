//! Text of JSON, RFC 8259, for what tools and language models read.

use std::fmt::Write;

/// Returns a string literal of JSON. All characters that act on terminals are escaped.
pub fn json_string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            _ if crate::acts_on_terminals(character) || character == '\t' => {
                // None of these is above U+FFFF. Writing to a string does not fail.
                let _ = write!(literal, "\\u{:04x}", u32::from(character));
            }
            _ => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

/// An object of JSON that is being written, on one line.
///
/// ```
/// use ferrotape_text::JsonObject;
///
/// let mut object = JsonObject::default();
/// object.text("name", "a\"b");
/// object.number("line", 1);
/// object.optional("target", None);
/// assert_eq!(object.finish(), r#"{"name": "a\"b", "line": 1, "target": null}"#);
/// ```
#[derive(Default)]
pub struct JsonObject(String);

impl JsonObject {
    /// Adds a member whose value is text of JSON already.
    pub fn add(&mut self, name: &str, value: &str) {
        self.0.push_str(if self.0.is_empty() { "{" } else { ", " });
        let _ = write!(self.0, "{}: {value}", json_string(name));
    }

    pub fn number(&mut self, name: &str, value: i64) {
        self.add(name, &value.to_string());
    }

    pub fn flag(&mut self, name: &str, value: bool) {
        self.add(name, if value { "true" } else { "false" });
    }

    pub fn text(&mut self, name: &str, value: &str) {
        self.add(name, &json_string(value));
    }

    /// Adds a member, which is null if there is no value. The value is text of JSON.
    pub fn optional(&mut self, name: &str, value: Option<String>) {
        self.add(name, value.as_deref().unwrap_or("null"));
    }

    /// Adds an array of values, each text of JSON.
    pub fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        self.add(name, &format!("[{}]", values.into_iter().collect::<Vec<_>>().join(", ")));
    }

    /// Returns the object.
    pub fn finish(mut self) -> String {
        self.0.push_str(if self.0.is_empty() { "{}" } else { "}" });
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_json_asks() {
        assert_eq!(json_string("a\"b\\c\n\t\u{7f}é\u{202e}\u{1b}"), r#""a\"b\\c\n\u0009\u007fé\u202e\u001b""#);
        assert_eq!(JsonObject::default().finish(), "{}");
    }
}
