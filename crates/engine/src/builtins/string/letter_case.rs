//! toLowerCase and toUpperCase, by Unicode's mappings that depend on no locale.

use crate::error::Completion;
use crate::function::Call;
use crate::heap::StringView;
use crate::value::Value;
use crate::vm::Vm;

use super::this_string;
use ferrotape_budget::costs::UNITS_PER_TICK;

/// Bytes that a unit takes at most while it is converted: as UTF-8 before and after, and in the result, where one
/// character can become three.
const BYTES_PER_UNIT: usize = 16;

/// String.prototype.toLowerCase ( ), ECMA-262 22.1.3.28; toLocaleLowerCase, 22.1.3.26, knows no other locale.
pub(super) fn to_lower_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    convert(vm, call, |byte| Some(lower_latin1(byte)), str::to_lowercase)
}

/// String.prototype.toUpperCase ( ), ECMA-262 22.1.3.30; toLocaleUpperCase, 22.1.3.27, knows no other locale.
pub(super) fn to_upper_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    convert(vm, call, upper_latin1, str::to_uppercase)
}

/// Converts byte by byte as long as `convert_byte` can, else as text.
#[inline(always)]
fn convert(
    vm: &mut Vm,
    call: Call,
    convert_byte: fn(u8) -> Option<u8>,
    convert_text: fn(&str) -> String,
) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let flat = vm.heap.flatten(string)?;
    let length = vm.heap.view(flat).len();
    vm.tick(length as u64 / UNITS_PER_TICK)?;
    vm.heap.require_room(length)?;
    if let StringView::Latin1(bytes) = vm.heap.view(flat) {
        if bytes.iter().all(|&byte| convert_byte(byte) == Some(byte)) {
            return Ok(Value::string(string));
        }
        let converted: Option<Box<[u8]>> = bytes.iter().map(|&byte| convert_byte(byte)).collect();
        if let Some(converted) = converted {
            return Ok(Value::string(vm.heap.new_latin1(converted)));
        }
    }
    vm.tick(length as u64)?;
    vm.heap.require_room(length.saturating_mul(BYTES_PER_UNIT))?;
    let units = convert_units(vm.heap.view(flat), convert_text);
    Ok(Value::string(vm.heap.new_utf16(units)))
}

#[inline]
fn lower_latin1(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE => byte + 0x20,
        _ => byte,
    }
}

/// `None` for micro sign, sharp s and y with diaeresis: their upper case is not Latin-1, or is two letters.
#[inline]
fn upper_latin1(byte: u8) -> Option<u8> {
    match byte {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => Some(byte - 0x20),
        0xB5 | 0xDF | 0xFF => None,
        _ => Some(byte),
    }
}

/// Converts what is well-formed; lone surrogates stay, and end the words around them.
fn convert_units(view: StringView<'_>, convert: impl Fn(&str) -> String) -> Vec<u16> {
    let mut units = Vec::new();
    let mut text = String::new();
    for character in char::decode_utf16(view.units()) {
        match character {
            Ok(character) => text.push(character),
            Err(error) => {
                units.extend(convert(&text).encode_utf16());
                text.clear();
                units.push(error.unpaired_surrogate());
            }
        }
    }
    units.extend(convert(&text).encode_utf16());
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin1_agrees_with_unicode() {
        for byte in 0..=255u8 {
            let text = char::from(byte).to_string();
            assert_eq!(text.to_lowercase(), char::from(lower_latin1(byte)).to_string());
            let upper = text.to_uppercase();
            match upper_latin1(byte) {
                Some(converted) => assert_eq!(upper, char::from(converted).to_string()),
                None => assert!(upper.chars().count() > 1 || upper.as_str() > "\u{FF}"),
            }
        }
    }

    #[test]
    fn lone_surrogates_stay_and_words_end_with_sigma() {
        let units = [0x41, 0x3A3, 0xD800, 0x3A3, 0xD835, 0xDC00, 0x130];
        let lower = convert_units(StringView::Utf16(&units), str::to_lowercase);
        assert_eq!(lower, [0x61, 0x3C2, 0xD800, 0x3C3, 0xD835, 0xDC00, 0x69, 0x307]);
        let upper = convert_units(StringView::Latin1(b"\xDFx\xFF"), str::to_uppercase);
        assert_eq!(upper, [0x53, 0x53, 0x58, 0x178]);
    }
}
