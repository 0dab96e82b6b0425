//! MIME types, MIME Sniffing 4: parsed and serialized.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::vm::Vm;

use crate::headers;

/// A MIME type. Its texts are Latin-1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mime {
    /// Type and subtype with a slash between them, in small letters.
    pub(super) essence: Vec<u8>,
    parameters: Vec<(Vec<u8>, Vec<u8>)>,
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn is_all_token(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|&byte| is_token(byte))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' ')
}

fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_space(*first)
    {
        text = rest;
    }
    trimmed_end(text)
}

fn trimmed_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., last] = text
        && is_space(*last)
    {
        text = rest;
    }
    text
}

/// Collects an HTTP quoted string, which begins with a quote: its value, and what comes after it.
fn quoted(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let (mut value, mut at) = (Vec::new(), 1);
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' => match text.get(at) {
                Some(&escaped) => {
                    value.push(escaped);
                    at += 1;
                }
                None => value.push(b'\\'),
            },
            _ => value.push(byte),
        }
    }
    (value, text.get(at..).unwrap_or_default())
}

/// Splits at the first such byte, which the second part begins with.
fn split_at(text: &[u8], is_it: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|&byte| is_it(byte)).unwrap_or(text.len()))
}

impl Mime {
    /// Parses a MIME type, in time that was counted before.
    pub(super) fn parse(vm: &mut Vm, text: &[u8]) -> Completion<Option<Mime>> {
        // Each parameter is compared with those before it.
        let parameters = text.iter().filter(|&&byte| byte == b';').count() as u64;
        vm.work(text.len() as u64 / UNITS_PER_TICK + parameters * parameters / 16 + 1)?;
        vm.room(text.len().saturating_add(parameters as usize * size_of::<(Vec<u8>, Vec<u8>)>()))?;
        Ok(Mime::parsed(text))
    }

    /// Parses a MIME type.
    fn parsed(text: &[u8]) -> Option<Mime> {
        let text = trimmed(text);
        let (kind, rest) = split_at(text, |byte| byte == b'/');
        let (subtype, mut rest) = split_at(rest.strip_prefix(b"/")?, |byte| byte == b';');
        let subtype = trimmed_end(subtype);
        if !is_all_token(kind) || !is_all_token(subtype) {
            return None;
        }
        let essence = [kind, b"/", subtype].concat().to_ascii_lowercase();
        let mut mime = Mime { essence, parameters: Vec::new() };
        while let Some(after) = rest.strip_prefix(b";") {
            let start = after.iter().position(|&byte| !is_space(byte)).unwrap_or(after.len());
            let (name, after) = split_at(&after[start..], |byte| byte == b';' || byte == b'=');
            rest = after;
            let Some(after) = after.strip_prefix(b"=") else { continue };
            let value = match after.first() {
                Some(b'"') => {
                    let (value, after) = quoted(after);
                    rest = split_at(after, |byte| byte == b';').1;
                    value
                }
                _ => {
                    let (value, after) = split_at(after, |byte| byte == b';');
                    rest = after;
                    let value = trimmed_end(value);
                    if value.is_empty() {
                        continue;
                    }
                    value.to_vec()
                }
            };
            let name = name.to_ascii_lowercase();
            let is_right = value.iter().all(|&byte| byte == b'\t' || (b' '..=b'~').contains(&byte) || byte >= 0x80);
            if is_all_token(&name) && is_right && mime.parameter(&name).is_none() {
                mime.parameters.push((name, value));
            }
        }
        Some(mime)
    }

    pub(super) fn parameter(&self, name: &[u8]) -> Option<&[u8]> {
        self.parameters.iter().find(|(its_name, _)| its_name == name).map(|(_, value)| &value[..])
    }

    /// Serializes a MIME type, MIME Sniffing 4.5. Values that are no tokens are quoted.
    pub(super) fn serialized(&self) -> Vec<u8> {
        let mut text = self.essence.clone();
        for (name, value) in &self.parameters {
            text.push(b';');
            text.extend_from_slice(name);
            text.push(b'=');
            if is_all_token(value) {
                text.extend_from_slice(value);
                continue;
            }
            text.push(b'"');
            for &byte in value {
                if matches!(byte, b'"' | b'\\') {
                    text.push(b'\\');
                }
                text.push(byte);
            }
            text.push(b'"');
        }
        text
    }
}

/// Splits a header at commas that are not quoted.
fn split(value: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut start, mut at, mut is_quoted) = (Vec::new(), 0, 0, false);
    while let Some(&byte) = value.get(at) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\\' if is_quoted => at += 1,
            b',' if !is_quoted => {
                parts.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(value.get(start..).unwrap_or_default());
    parts
}

/// Extracts the MIME type of headers, Fetch 2.2.2.
pub(super) fn of_headers(vm: &mut Vm, list: ObjectId) -> Completion<Option<Mime>> {
    let Some(value) = headers::value_of(vm, list, b"content-type")? else { return Ok(None) };
    let mut found: Option<Mime> = None;
    let mut charset: Option<Vec<u8>> = None;
    for part in split(&value) {
        let Some(mut mime) = Mime::parse(vm, part)?.filter(|mime| mime.essence != b"*/*") else { continue };
        match &found {
            Some(before) if before.essence == mime.essence => {
                if let (None, Some(charset)) = (mime.parameter(b"charset"), &charset) {
                    mime.parameters.push((b"charset".to_vec(), charset.clone()));
                }
            }
            _ => charset = mime.parameter(b"charset").map(<[u8]>::to_vec),
        }
        found = Some(mime);
    }
    Ok(found)
}
