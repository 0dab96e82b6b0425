//! Parser for JSON that comes with scripts: source maps and manifests of packages.

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
    Ok(serde_json::from_str(text).ok())
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
}
