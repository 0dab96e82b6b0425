//! Parsers for JSON that comes with scripts, as source maps and manifests of packages, and for messages of clients.

use ferrotape::Termination;
use ferrotape::modules::ReadLimits;
use serde_json::Value;

/// Limit on the values of one text. Source maps and manifests with more are attacks on memory.
const MOST_VALUES: usize = 200_000;
/// Largest memory for a value in bytes, with its place in an object.
const VALUE_BYTES: usize = 160;
/// Bytes for a unit of work.
const BYTES_PER_TICK: usize = 16;

/// Parses a text. Returns null if it is not JSON or has too many values. Memory is charged before it is allocated.
pub fn parse(text: &str, limits: &mut ReadLimits<'_>) -> Result<Value, Termination> {
    Ok(parse_checked(text, limits)?.unwrap_or_default())
}

/// Parses a text like [`parse`], but returns `None` if it is not JSON.
pub fn parse_checked(text: &str, limits: &mut ReadLimits<'_>) -> Result<Option<Value>, Termination> {
    limits.tick((text.len() / BYTES_PER_TICK) as u64 + 1)?;
    let values = values(text);
    if values > MOST_VALUES {
        return Ok(Some(Value::Null));
    }
    limits.charge(values.saturating_mul(VALUE_BYTES).saturating_add(text.len()))?;
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(Some(value));
    }
    limits.tick((text.len() / BYTES_PER_TICK) as u64 + 1)?;
    limits.charge(text.len().saturating_mul(6))?;
    let whole = with_whole_characters(text);
    Ok(serde_json::from_str(&with_zeros(whole.as_deref().unwrap_or(text))).ok())
}

/// Writes a text with a zero for each number: `JSON.parse` takes numbers beyond every range, serde_json does not, and nobody
/// asks for them. The zero stands between spaces, so that what may not stand beside a number still may not.
fn with_zeros(text: &str) -> String {
    let mut simple = String::with_capacity(text.len());
    let (mut rest, mut is_text) = (text, false);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' if is_text => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '-' | '0'..='9' if !is_text && number_length(rest.as_bytes()) > 0 => {
                simple.push_str(" 0 ");
                rest = &rest[number_length(rest.as_bytes())..];
                continue;
            }
            first => {
                is_text ^= first == '"';
                first.len_utf8()
            }
        };
        let (same, behind) = rest.split_at(length);
        simple.push_str(same);
        rest = behind;
    }
    simple
}

/// Returns the code unit of the escape that a text begins with.
fn unit_of(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// Returns the length of the number that a text begins with, 0 for none.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let start = usize::from(text.starts_with(b"-"));
    let mut end = start + if text[start..].starts_with(b"0") { 1 } else { digits(start) };
    if end == start {
        return 0;
    }
    if text.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let count = digits(end + 1 + sign);
        end += if count > 0 { 1 + sign + count } else { 0 };
    }
    end
}

/// Parses a text that a client or a script has made. Halves of characters, which texts in JavaScript may have and JSON can spell,
/// become U+FFFD.
pub fn message(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match with_whole_characters(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(error),
    })
}

/// Replaces escapes of lone surrogates. None if there are none.
fn with_whole_characters(text: &str) -> Option<String> {
    let unit = |at: usize| text.get(at..).and_then(unit_of);
    let (mut whole, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(found) = text[at..].find('\\') {
        let escape = at + found;
        let length = match unit(escape) {
            Some(0xD800..=0xDBFF) if matches!(unit(escape + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                whole += &text[copied..escape];
                whole += "\\ufffd";
                copied = escape + 6;
                6
            }
            Some(_) => 6,
            // One character is escaped, which may be a backslash.
            None => 1 + text[escape + 1..].chars().next().map_or(0, char::len_utf8),
        };
        at = escape + length;
    }
    (copied > 0).then(|| whole + &text[copied..])
}

/// Returns an upper bound for the number of values: each but the first is behind one of these characters.
fn values(text: &str) -> usize {
    let (mut values, mut is_text, mut is_escaped) = (1, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b',' | b'[' | b'{' if !is_text => values += 1,
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        let text = |json: &str| message(json).ok().and_then(|value| value.as_str().map(str::to_owned));
        for (json, wanted) in [
            (r#""\ud83d""#, "\u{FFFD}"),
            (r#""a\udc00b\ud83d\ud83d\ude00""#, "a\u{FFFD}b\u{FFFD}\u{1F600}"),
            (r#""\\ud83d\ud83d\\""#, "\\ud83d\u{FFFD}\\"),
            (r#""\u0041\ud83dé\n""#, "A\u{FFFD}é\n"),
        ] {
            assert_eq!(text(json).as_deref(), Some(wanted), "{json}");
        }
        for wrong in [r#""\ud83"#, r#""\u+123""#, r#""\ué""#, r#""\"#, "\\", r#""\ud83d"#, ""] {
            assert!(message(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_are_counted_before_they_are_made() {
        let counts = [("1", 1), ("[]", 2), ("[1, 2]", 3), (r#"{"a,": "[\",,", "b": {}}"#, 4), ("\"\\\\\",[", 3)];
        for (text, count) in counts {
            assert_eq!(values(text), count, "{text}");
        }
        let parsed = |text: &str| parse(text, &mut ReadLimits::none()).expect("no limits");
        assert_eq!(parsed("[1]")[0], 1);
        assert_eq!(parsed("[1"), Value::Null);
        assert_eq!(parse_checked("[1", &mut ReadLimits::none()).expect("no limits"), None);
        assert_eq!(parsed(&format!("[{}1]", "1,".repeat(MOST_VALUES))), Value::Null);
    }

    #[test]
    fn numbers_beyond_the_range_and_halves_of_pairs_are_json() {
        let parsed = |text: &str| parse_checked(text, &mut ReadLimits::none()).expect("no limits");
        let text = r#"{"a": 1e999, "b": [-12.5E+400, -0, 7], "c": "\ud83d 1e999 \\ud83d \ud83d\ude00 \ude00", "d": "\"-1e999"}"#;
        let value = parsed(text).expect("JSON");
        assert_eq!((&value["a"], value["b"].as_array().map(Vec::len)), (&Value::from(0), Some(3)));
        assert_eq!(value["c"], "\u{fffd} 1e999 \\ud83d \u{1f600} \u{fffd}");
        assert_eq!(value["d"], "\"-1e999");
        assert!(parsed(&"9".repeat(400)).is_some());
        let wrong = [
            "1e5e5",
            "01",
            "1.",
            "-",
            "--1",
            "1e",
            "1e+",
            "[1 2]",
            "+1",
            ".5",
            "1-2",
            "[1e999",
            "\"\\ud8\"",
            "\"\\",
            "\\",
            "1e999x",
        ];
        for text in wrong {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
