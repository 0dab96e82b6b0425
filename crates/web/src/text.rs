//! Strings of scripts as UTF-8 and back: USVString of Web IDL 3.2.12.

use ferrotape_budget::costs::{BYTES_PER_TICK, UNITS_COMPARED_PER_TICK, UNITS_PER_TICK};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{FlatString, StringId, StringView};
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Code units or bytes that are converted between two ticks.
const PIECE: usize = 1 << 10;

/// Converts to a string, which is kept.
pub(crate) fn to_string(vm: &mut Vm, value: Value) -> Completion<StringId> {
    let text = convert::to_string(vm, value)?;
    vm.keep(Value::string(text));
    Ok(text)
}

/// Converts to a string without lone surrogates, which is kept and flat.
pub(crate) fn to_usv_string(vm: &mut Vm, value: Value) -> Completion<StringId> {
    let text = to_string(vm, value)?;
    let flat = vm.heap.flatten(text)?;
    if !has_lone_surrogates(vm, flat)? {
        return Ok(text);
    }
    let bytes = utf8(vm, text)?;
    new_string(vm, &bytes)
}

/// Tells whether two strings are the same.
pub(crate) fn is_same(vm: &mut Vm, one: Value, other: Value) -> Completion<bool> {
    let (Some(one), Some(other)) = (one.as_string(), other.as_string()) else { return Ok(false) };
    let [one, other] = [vm.heap.flatten(one)?, vm.heap.flatten(other)?];
    let length = vm.heap.view(one).len().min(vm.heap.view(other).len());
    vm.work(length as u64 / UNITS_COMPARED_PER_TICK + 1)?;
    Ok(vm.heap.view(one).equals(vm.heap.view(other)))
}

/// Looks through a string by pieces, which end between characters. Strings of Latin-1 have no surrogates.
fn has_lone_surrogates(vm: &mut Vm, text: FlatString) -> Completion<bool> {
    let StringView::Utf16(_) = vm.heap.view(text) else { return Ok(false) };
    let mut start = 0;
    loop {
        let view = vm.heap.view(text);
        let end = piece_end(view, start);
        if start == end {
            return Ok(false);
        }
        if char::decode_utf16(view.slice(start, end).units()).any(|character| character.is_err()) {
            return Ok(true);
        }
        vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
        start = end;
    }
}

/// Returns the end of a piece. Surrogate pairs stay together.
fn piece_end(view: StringView<'_>, start: usize) -> usize {
    let end = (start + PIECE).min(view.len());
    let is_cut = end < view.len() && view.get(end - 1).is_some_and(|unit| (0xD800..0xDC00).contains(&unit));
    end + usize::from(is_cut)
}

/// Returns a string as UTF-8, in room that is lent.
pub(crate) fn utf8(vm: &mut Vm, text: StringId) -> Completion<Vec<u8>> {
    let flat = vm.heap.flatten(text)?;
    let mut bytes = Vec::new();
    vm.heap.lend_room(&mut bytes, vm.heap.view(flat).len())?;
    let mut start = 0;
    loop {
        let view = vm.heap.view(flat);
        let end = piece_end(view, start);
        if start == end {
            return Ok(bytes);
        }
        let piece = view.slice(start, end);
        match piece.as_latin1().filter(|piece| piece.is_ascii()) {
            Some(ascii) => bytes.extend_from_slice(ascii),
            None => {
                let piece = piece.to_string_lossy();
                vm.heap.lend_room(&mut bytes, piece.len())?;
                bytes.extend_from_slice(piece.as_bytes());
            }
        }
        vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
        start = end;
    }
}

/// Makes a string of UTF-8, with U+FFFD for what is none. It is kept.
pub(crate) fn new_string(vm: &mut Vm, bytes: &[u8]) -> Completion<StringId> {
    let string = match bytes.is_ascii() {
        true => new_latin1(vm, bytes)?,
        false => new_wide(vm, bytes)?,
    };
    vm.keep(Value::string(string));
    Ok(string)
}

/// Makes a string of Latin-1. It is kept.
pub(crate) fn new_byte_string(vm: &mut Vm, bytes: &[u8]) -> Completion<StringId> {
    let mut text = StringBuilder::new();
    text.push_bytes(vm, bytes)?;
    let string = text.finish(vm)?;
    vm.keep(Value::string(string));
    Ok(string)
}

/// Makes a string of ASCII bytes; a short one at once.
fn new_latin1(vm: &mut Vm, bytes: &[u8]) -> Completion<StringId> {
    vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
    if bytes.len() < PIECE
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Ok(vm.heap.new_string(text));
    }
    let mut text = StringBuilder::new();
    text.push_bytes(vm, bytes)?;
    text.finish(vm)
}

/// Makes a string of UTF-8 that is not ASCII, by pieces. U+FFFD stands for what is no UTF-8.
fn new_wide(vm: &mut Vm, bytes: &[u8]) -> Completion<StringId> {
    let (mut text, mut units) = (StringBuilder::new(), Vec::with_capacity(PIECE));
    let mut rest = bytes;
    while !rest.is_empty() {
        // A piece ends before a byte that begins a character, if there is one near.
        let mut end = rest.len().min(PIECE);
        let least = end.saturating_sub(4);
        while end < rest.len() && end > least && rest[end] & 0xC0 == 0x80 {
            end -= 1;
        }
        let (piece, behind) = rest.split_at(end.max(1));
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        units.clear();
        units.extend(String::from_utf8_lossy(piece).encode_utf16());
        text.push_units(vm, &units)?;
        rest = behind;
    }
    text.finish(vm)
}
