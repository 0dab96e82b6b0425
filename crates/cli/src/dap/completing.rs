//! Names that may come next in what the user types at a stop.

use ferrotape::debug::Stopped;
use serde_json::{Value, json};

use super::look::{is_part, is_path};
use super::session::Counting;
use super::wire::Request;
use crate::debugger::harmless::is_harmless;

/// Most names in an answer.
const MOST: usize = 1000;

/// Answers `completions`. What stands before a dot is evaluated only if that changes nothing.
pub fn targets(stopped: &mut Stopped<'_>, frame: usize, request: &Request, counting: Counting) -> Value {
    let (line, column) = counting.read(&request.arguments);
    let text = request.text("text").split('\n').nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let units: Vec<u16> = text.encode_utf16().take(column.saturating_sub(1) as usize).collect();
    let before = String::from_utf16_lossy(&units);
    let (path, prefix) = split(&before);
    let names = match path {
        Some(path) if !is_path(path) || !is_harmless(stopped, Some(frame), path) => Vec::new(),
        path => stopped.completions(frame, path, prefix).unwrap_or_default(),
    };
    let length = prefix.encode_utf16().count();
    let kind = if path.is_some() { "property" } else { "variable" };
    let (_, start) = counting.told(1, (units.len() - length) as u32 + 1);
    let target = |name: &String| json!({ "label": name, "type": kind, "start": start, "length": length });
    json!({ "targets": names.iter().take(MOST).map(target).collect::<Vec<Value>>() })
}

/// Splits the end of a text into what stands before the last dot, if there is one, and the beginning of a name.
fn split(text: &str) -> (Option<&str>, &str) {
    let start = text
        .rfind(|it: char| !is_part(it) && it != '.')
        .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    match text[start..].rsplit_once('.') {
        Some((path, prefix)) => (Some(path), prefix),
        None => (None, &text[start..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_is_a_path_and_a_beginning() {
        assert_eq!(split("f(a.b.pre"), (Some("a.b"), "pre"));
        assert_eq!(split("let x = co"), (None, "co"));
        assert_eq!(split("f()."), (Some(""), ""));
        assert_eq!(split("«a"), (None, "a"));
        assert_eq!(split(""), (None, ""));
    }
}
