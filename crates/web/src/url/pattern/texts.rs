//! Texts that are made of parts: the regular expression of a component, URL Pattern 2.1.3, and its pattern string, 2.1.5.

use ferrotape_budget::Termination;
use ferrotape_runtime::heap::Heap;
use ferrotape_runtime::is_identifier_part;

use super::super::encode_sets::append;
use super::parts::{Modifier, Options, Part, PartKind};

/// Escape a regexp string: what stands in one with a backslash before it.
const OF_REGEXPS: &[u8] = b".+*?^${}()[]|/\\";

/// Escape a pattern string.
const OF_PATTERNS: &[u8] = b"+*?:{}()\\";

/// Generate a segment wildcard regexp.
pub(super) fn segment_wildcard(options: Options) -> &'static [u8] {
    match options.delimiter {
        Some(b'.') => b"[^\\.]+?",
        Some(b'/') => b"[^\\/]+?",
        _ => b"[^]+?",
    }
}

/// A text that is being made.
struct Text<'a> {
    heap: &'a mut Heap,
    bytes: Vec<u8>,
}

impl Text<'_> {
    fn add(&mut self, text: &[u8]) -> Result<(), Termination> {
        append(self.heap, &mut self.bytes, text)
    }

    fn add_all(&mut self, texts: &[&[u8]]) -> Result<(), Termination> {
        texts.iter().try_for_each(|text| self.add(text))
    }

    fn add_escaped(&mut self, text: &[u8], escaped: &[u8]) -> Result<(), Termination> {
        for piece in text.chunk_by(|_, next| !escaped.contains(next)) {
            self.heap.work(1)?;
            if piece.first().is_some_and(|first| escaped.contains(first)) {
                self.add(b"\\")?;
            }
            self.add(piece)?;
        }
        Ok(())
    }
}

/// Escape a pattern string.
pub(super) fn escaped_pattern(heap: &mut Heap, text: &[u8]) -> Result<Vec<u8>, Termination> {
    let mut escaped = Text { heap, bytes: Vec::new() };
    escaped.add_escaped(text, OF_PATTERNS)?;
    Ok(escaped.bytes)
}

/// Generate a regular expression and name list, without the names.
pub(super) fn regexp_of(heap: &mut Heap, parts: &[Part], options: Options) -> Result<Vec<u8>, Termination> {
    let mut text = Text { heap, bytes: Vec::new() };
    text.add(b"^")?;
    for part in parts {
        text.heap.work(1)?;
        match part.kind {
            PartKind::FixedText if part.modifier == Modifier::None => text.add_escaped(&part.value, OF_REGEXPS)?,
            PartKind::FixedText => {
                text.add(b"(?:")?;
                text.add_escaped(&part.value, OF_REGEXPS)?;
                text.add_all(&[b")", part.modifier.text()])?;
            }
            PartKind::Regexp => regexp_of_group(&mut text, part, &part.value)?,
            PartKind::SegmentWildcard => regexp_of_group(&mut text, part, segment_wildcard(options))?,
            PartKind::FullWildcard => regexp_of_group(&mut text, part, b".*")?,
        }
    }
    text.add(b"$")?;
    Ok(text.bytes)
}

/// Adds a group that captures its value. A repeated one with a prefix or suffix has these between the repetitions as
/// well.
fn regexp_of_group(text: &mut Text, part: &Part, value: &[u8]) -> Result<(), Termination> {
    let modifier = part.modifier.text();
    let is_repeated = matches!(part.modifier, Modifier::ZeroOrMore | Modifier::OneOrMore);
    if part.prefix.is_empty() && part.suffix.is_empty() {
        return match is_repeated {
            false => text.add_all(&[b"(", value, b")", modifier]),
            true => text.add_all(&[b"((?:", value, b")", modifier, b")"]),
        };
    }
    text.add(b"(?:")?;
    text.add_escaped(&part.prefix, OF_REGEXPS)?;
    if !is_repeated {
        text.add_all(&[b"(", value, b")"])?;
        text.add_escaped(&part.suffix, OF_REGEXPS)?;
        return text.add_all(&[b")", modifier]);
    }
    text.add_all(&[b"((?:", value, b")(?:"])?;
    text.add_escaped(&part.suffix, OF_REGEXPS)?;
    text.add_escaped(&part.prefix, OF_REGEXPS)?;
    text.add_all(&[b"(?:", value, b"))*)"])?;
    text.add_escaped(&part.suffix, OF_REGEXPS)?;
    text.add_all(&[b")", if part.modifier == Modifier::ZeroOrMore { b"?" } else { b"" }])
}

/// Generate a pattern string.
pub(super) fn pattern_of(heap: &mut Heap, parts: &[Part], options: Options) -> Result<Vec<u8>, Termination> {
    let mut text = Text { heap, bytes: Vec::new() };
    for (index, part) in parts.iter().enumerate() {
        text.heap.work(1)?;
        if part.kind != PartKind::FixedText {
            let previous = index.checked_sub(1).and_then(|index| parts.get(index));
            pattern_of_group(&mut text, part, [previous, parts.get(index + 1)], options)?;
        } else if part.modifier == Modifier::None {
            text.add_escaped(&part.value, OF_PATTERNS)?;
        } else {
            text.add(b"{")?;
            text.add_escaped(&part.value, OF_PATTERNS)?;
            text.add_all(&[b"}", part.modifier.text()])?;
        }
    }
    Ok(text.bytes)
}

fn starts_with_digit(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_digit)
}

fn could_go_on_name(text: &[u8]) -> bool {
    text.first().is_some_and(|&first| is_identifier_part(char::from(first)))
}

/// Tells whether a group must stand in braces, so that it is read as the part that it is.
fn needs_braces(part: &Part, [previous, next]: [Option<&Part>; 2], options: Options) -> bool {
    let prefix = options.prefix.as_slice();
    if !part.suffix.is_empty() || !part.prefix.is_empty() && part.prefix != prefix {
        return true;
    }
    let is_bare_name =
        !starts_with_digit(&part.name) && part.kind == PartKind::SegmentWildcard && part.modifier == Modifier::None;
    if is_bare_name && let Some(next) = next.filter(|next| next.prefix.is_empty() && next.suffix.is_empty()) {
        let is_read_on = match next.kind {
            PartKind::FixedText => could_go_on_name(&next.value),
            _ => starts_with_digit(&next.name),
        };
        if is_read_on {
            return true;
        }
    }
    let is_behind_prefix = |previous: &Part| {
        previous.kind == PartKind::FixedText
            && options.prefix.is_some()
            && previous.value.last() == options.prefix.as_ref()
    };
    part.prefix.is_empty() && previous.is_some_and(is_behind_prefix)
}

/// Writes a group of a pattern string.
fn pattern_of_group(
    text: &mut Text,
    part: &Part,
    around: [Option<&Part>; 2],
    options: Options,
) -> Result<(), Termination> {
    let has_braces = needs_braces(part, around, options);
    let has_own_name = !starts_with_digit(&part.name);
    if has_braces {
        text.add(b"{")?;
    }
    text.add_escaped(&part.prefix, OF_PATTERNS)?;
    if has_own_name {
        text.add_all(&[b":", &part.name])?;
    }
    match part.kind {
        PartKind::Regexp => text.add_all(&[b"(", &part.value, b")"])?,
        PartKind::SegmentWildcard if !has_own_name => text.add_all(&[b"(", segment_wildcard(options), b")"])?,
        PartKind::FullWildcard => {
            let is_asterisk =
                |previous: &Part| previous.kind == PartKind::FixedText || previous.modifier != Modifier::None;
            let is_short =
                !has_own_name && (has_braces || !part.prefix.is_empty() || around[0].is_none_or(is_asterisk));
            text.add(if is_short { b"*" } else { b"(.*)" })?;
        }
        PartKind::SegmentWildcard | PartKind::FixedText => {}
    }
    if part.kind == PartKind::SegmentWildcard && has_own_name && could_go_on_name(&part.suffix) {
        text.add(b"\\")?;
    }
    text.add_escaped(&part.suffix, OF_PATTERNS)?;
    if has_braces {
        text.add(b"}")?;
    }
    text.add(part.modifier.text())
}
