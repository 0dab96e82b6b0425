//! `data:` URLs, Fetch 6.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use super::mime::Mime;
use crate::base64;
use crate::url::{Address, percent_decoded};

/// The `data:` URL processor: the bytes, in room that is lent, and their type. None of what is none.
pub(super) fn read(vm: &mut Vm, mut url: Address) -> Completion<Option<(Vec<u8>, Vec<u8>)>> {
    let text = url.without_fragment(vm)?;
    let Some(rest) = text.strip_prefix(b"data:") else { return Ok(None) };
    let Some(comma) = rest.iter().position(|&byte| byte == b',') else { return Ok(None) };
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ');
    let mut kind = &rest[..comma];
    while let Some(after) = kind.split_first().filter(|(first, _)| is_space(first)).map(|(_, after)| after) {
        kind = after;
    }
    while let Some(before) = kind.split_last().filter(|(last, _)| is_space(last)).map(|(_, before)| before) {
        kind = before;
    }
    let mut bytes = percent_decoded(vm, &rest[comma + 1..])?;
    if let Some(before) = before_base64(kind) {
        kind = before;
        match base64::decoded(vm, &bytes)? {
            Some(decoded) => bytes = decoded,
            None => return Ok(None),
        }
    }
    let kind = match kind.starts_with(b";") {
        true => Mime::parse(vm, &[b"text/plain", kind].concat())?,
        false => Mime::parse(vm, kind)?,
    };
    let kind = kind.map_or_else(|| b"text/plain;charset=US-ASCII".to_vec(), |kind| kind.serialized());
    Ok(Some((bytes, kind)))
}

/// Returns what stands before `;base64`.
fn before_base64(kind: &[u8]) -> Option<&[u8]> {
    const WORD: &[u8] = b"base64";
    let (mut before, word) = kind.split_at_checked(kind.len().checked_sub(WORD.len())?)?;
    if !word.eq_ignore_ascii_case(WORD) {
        return None;
    }
    while let Some(less) = before.strip_suffix(b" ") {
        before = less;
    }
    before.strip_suffix(b";")
}
