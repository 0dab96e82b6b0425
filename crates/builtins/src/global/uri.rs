//! URI handling functions (ECMA-262 19.2.6), and `escape` and `unescape` (B.2.1), which work on code units.

use crate::string::find::find_unit;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringView};
use ferrotape_runtime::messages;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// A set of ASCII characters, one bit each.
#[derive(Copy, Clone)]
struct CharacterSet(u128);

impl CharacterSet {
    const fn of(characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut set = 0;
        let mut index = 0;
        while index < bytes.len() {
            set |= 1 << bytes[index];
            index += 1;
        }
        CharacterSet(set)
    }

    const fn with(self, other: CharacterSet) -> Self {
        CharacterSet(self.0 | other.0)
    }

    const fn contains(self, unit: u16) -> bool {
        unit < 128 && self.0 >> unit & 1 != 0
    }
}

const NONE: CharacterSet = CharacterSet(0);
const ALPHANUMERIC: CharacterSet = CharacterSet::of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
const UNRESERVED: CharacterSet = ALPHANUMERIC.with(CharacterSet::of("-_.!~*'()"));
const RESERVED: CharacterSet = CharacterSet::of(";/?:@&=+$,");
const FRAGMENT: CharacterSet = CharacterSet::of("#");
const UNESCAPED: CharacterSet = ALPHANUMERIC.with(CharacterSet::of("@*_+-./"));

/// decodeURI ( encodedURI ), ECMA-262 19.2.6.1
pub(super) fn decode_uri(vm: &mut Vm, call: Call) -> Completion<Value> {
    decode(vm, call, RESERVED.with(FRAGMENT))
}

/// decodeURIComponent ( encodedURIComponent ), ECMA-262 19.2.6.2
pub(super) fn decode_uri_component(vm: &mut Vm, call: Call) -> Completion<Value> {
    decode(vm, call, NONE)
}

/// encodeURI ( uri ), ECMA-262 19.2.6.3
pub(super) fn encode_uri(vm: &mut Vm, call: Call) -> Completion<Value> {
    encode(vm, call, RESERVED.with(UNRESERVED).with(FRAGMENT))
}

/// encodeURIComponent ( uriComponent ), ECMA-262 19.2.6.4
pub(super) fn encode_uri_component(vm: &mut Vm, call: Call) -> Completion<Value> {
    encode(vm, call, UNRESERVED)
}

/// Returns the string of the first argument.
fn text_argument(vm: &mut Vm, call: Call) -> Completion<FlatString> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    Ok(vm.heap.flatten(text)?)
}

/// Returns whether the text contains none of these code units.
fn is_without(vm: &mut Vm, text: FlatString, is_meant: impl Fn(u16) -> bool) -> Completion<bool> {
    Ok(find_unit(&mut vm.heap, text, 0, is_meant)? == vm.heap.view(text).len())
}

/// Encode ( string, extraUnescaped ), ECMA-262 19.2.6.5
fn encode(vm: &mut Vm, call: Call, kept: CharacterSet) -> Completion<Value> {
    let text = text_argument(vm, call)?;
    if is_without(vm, text, |unit| !kept.contains(unit))? {
        return Ok(Value::string(text.id()));
    }
    let mut encoded = StringBuilder::new();
    let mut index = 0;
    while let Some(unit) = vm.heap.view(text).get(index) {
        vm.work(1)?;
        if kept.contains(unit) {
            encoded.push_byte(vm, unit as u8)?;
            index += 1;
            continue;
        }
        let Some(character) = code_point_at(vm.heap.view(text), index) else {
            return vm.uri_error(messages::URI_MALFORMED);
        };
        for &byte in character.encode_utf8(&mut [0; 4]).as_bytes() {
            push_escape(vm, &mut encoded, byte)?;
        }
        index += character.len_utf16();
    }
    encoded.finish(vm).map(Value::string)
}

/// Returns the character at `index`. None for a lone surrogate.
fn code_point_at(text: StringView<'_>, index: usize) -> Option<char> {
    char::decode_utf16(text.slice(index, index + 2).units()).next()?.ok()
}

fn push_escape(vm: &mut Vm, text: &mut StringBuilder, byte: u8) -> Completion<()> {
    text.push_bytes(vm, &[b'%', hex_digit(byte >> 4), hex_digit(byte & 15)])
}

fn hex_digit(value: u8) -> u8 {
    b"0123456789ABCDEF"[usize::from(value & 15)]
}

/// Decode ( string, preserveEscapeSet ), ECMA-262 19.2.6.6
fn decode(vm: &mut Vm, call: Call, preserved: CharacterSet) -> Completion<Value> {
    let text = text_argument(vm, call)?;
    if is_without(vm, text, |unit| unit == PERCENT)? {
        return Ok(Value::string(text.id()));
    }
    let mut decoded = StringBuilder::new();
    let mut index = 0;
    while let Some(unit) = vm.heap.view(text).get(index) {
        vm.work(1)?;
        let start = index;
        if unit != PERCENT {
            index += 1;
            decoded.push_substring(vm, text.id(), start, index)?;
            continue;
        }
        let Some((character, end)) = escaped_character(vm.heap.view(text), start) else {
            return vm.uri_error(messages::URI_MALFORMED);
        };
        index = end;
        if character.is_ascii() && preserved.contains(character as u16) {
            decoded.push_substring(vm, text.id(), start, end)?;
        } else {
            push_character(vm, &mut decoded, character)?;
        }
    }
    decoded.finish(vm).map(Value::string)
}

const PERCENT: u16 = b'%' as u16;

/// Returns the character that escapes spell from `start` on in UTF-8, and the end of the escapes.
fn escaped_character(text: StringView<'_>, start: usize) -> Option<(char, usize)> {
    let first = escaped_byte(text, start)?;
    let length = match first {
        0..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [0; 4];
    for (position, byte) in bytes[..length].iter_mut().enumerate() {
        *byte = escaped_byte(text, start + 3 * position)?;
    }
    let character = std::str::from_utf8(&bytes[..length]).ok()?.chars().next()?;
    Some((character, start + 3 * length))
}

/// Returns the byte of a `%` and two digits at `index`.
fn escaped_byte(text: StringView<'_>, index: usize) -> Option<u8> {
    if text.get(index) != Some(PERCENT) {
        return None;
    }
    hex_value(text.slice(index + 1, index + 3), 2).map(|value| value as u8)
}

/// Returns the value of exactly `count` hexadecimal digits.
fn hex_value(digits: StringView<'_>, count: usize) -> Option<u16> {
    if digits.len() != count {
        return None;
    }
    digits.units().try_fold(0, |value, unit| {
        let digit = char::from(u8::try_from(unit).ok()?).to_digit(16)?;
        Some(value << 4 | digit as u16)
    })
}

fn push_character(vm: &mut Vm, text: &mut StringBuilder, character: char) -> Completion<()> {
    text.push_units(vm, character.encode_utf16(&mut [0; 2]))
}

/// escape ( string ), ECMA-262 B.2.1.1
pub(super) fn escape(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = text_argument(vm, call)?;
    if is_without(vm, text, |unit| !UNESCAPED.contains(unit))? {
        return Ok(Value::string(text.id()));
    }
    let mut escaped = StringBuilder::new();
    let mut index = 0;
    while let Some(unit) = vm.heap.view(text).get(index) {
        vm.work(1)?;
        index += 1;
        let [high, low] = unit.to_be_bytes();
        if UNESCAPED.contains(unit) {
            escaped.push_byte(vm, low)?;
        } else if high == 0 {
            push_escape(vm, &mut escaped, low)?;
        } else {
            let digits = [high >> 4, high, low >> 4, low].map(hex_digit);
            escaped.push_bytes(vm, b"%u")?;
            escaped.push_bytes(vm, &digits)?;
        }
    }
    escaped.finish(vm).map(Value::string)
}

/// unescape ( string ), ECMA-262 B.2.1.2
pub(super) fn unescape(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = text_argument(vm, call)?;
    if is_without(vm, text, |unit| unit == PERCENT)? {
        return Ok(Value::string(text.id()));
    }
    let mut unescaped = StringBuilder::new();
    let mut index = 0;
    while let Some(unit) = vm.heap.view(text).get(index) {
        vm.work(1)?;
        let (unit, length) = escaped_unit(vm.heap.view(text), index).unwrap_or((unit, 1));
        unescaped.push_units(vm, &[unit])?;
        index += length;
    }
    unescaped.finish(vm).map(Value::string)
}

/// Returns the code unit of an escape at `index`, and the length of the escape.
fn escaped_unit(text: StringView<'_>, index: usize) -> Option<(u16, usize)> {
    if text.get(index) != Some(PERCENT) {
        return None;
    }
    if text.get(index + 1) == Some(u16::from(b'u')) {
        return Some((hex_value(text.slice(index + 2, index + 6), 4)?, 6));
    }
    Some((hex_value(text.slice(index + 1, index + 3), 2)?, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latin1(text: &str) -> StringView<'_> {
        StringView::Latin1(text.as_bytes())
    }

    #[test]
    fn escapes_spell_utf_8() {
        assert_eq!(escaped_character(latin1("%41"), 0), Some(('A', 3)));
        assert_eq!(escaped_character(latin1("x%C3%a9y"), 1), Some(('é', 7)));
        assert_eq!(escaped_character(latin1("%F0%9F%98%80"), 0), Some(('😀', 12)));
        for malformed in ["%", "%4", "%4g", "%80", "%C3", "%C3%41", "%C0%80", "%ED%A0%80", "%F4%90%80%80", "%F8%80"] {
            assert_eq!(escaped_character(latin1(malformed), 0), None, "{malformed}");
        }
    }

    #[test]
    fn unescape_knows_two_lengths() {
        assert_eq!(escaped_unit(latin1("%u20aCz"), 0), Some((0x20AC, 6)));
        assert_eq!(escaped_unit(latin1("%e9"), 0), Some((0xE9, 3)));
        for other in ["e9", "%u20a", "%u20ag", "%", "%e", "%+1"] {
            assert_eq!(escaped_unit(latin1(other), 0), None, "{other}");
        }
    }

    #[test]
    fn sets_hold_what_the_grammar_says() {
        let kept = RESERVED.with(UNRESERVED).with(FRAGMENT);
        let text: String = (0..128u8).map(char::from).filter(|&c| kept.contains(c as u16)).collect();
        assert_eq!(text, "!#$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
        assert!(!kept.contains(b'%' as u16) && !kept.contains(0x2041));
    }
}
