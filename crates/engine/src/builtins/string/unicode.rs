//! Equivalence of strings as Unicode defines it: normalize and localeCompare.

use std::cmp::Ordering;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::error::Completion;
use crate::function::Call;
use crate::heap::StringView;
use crate::value::Value;
use crate::vm::Vm;

use super::{string_argument, this_string};

/// Bytes that a unit takes at most while it is normalized: one character can become eighteen.
const BYTES_PER_UNIT: usize = 36;

/// String.prototype.normalize ( [ form ] ), ECMA-262 22.1.3.15
pub(super) fn normalize(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let form = match call.argument(vm, 0) {
        Value::UNDEFINED => "NFC".to_owned(),
        _ => {
            let form = string_argument(vm, call, 0)?;
            let flat = vm.heap.flatten(form)?;
            vm.heap.view(flat).slice(0, "NFKC".len() + 1).to_string_lossy()
        }
    };
    let normalize: fn(&str) -> Vec<u16> = match form.as_str() {
        "NFC" => |text| encode(text.nfc()),
        "NFD" => |text| encode(text.nfd()),
        "NFKC" => |text| encode(text.nfkc()),
        "NFKD" => |text| encode(text.nfkd()),
        _ => return vm.range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD"),
    };
    let flat = vm.heap.flatten(string)?;
    let length = vm.heap.view(flat).len();
    if vm.heap.view(flat).as_latin1().is_some_and(<[u8]>::is_ascii) {
        return Ok(Value::string(string));
    }
    vm.tick(length as u64)?;
    vm.heap.require_room(length.saturating_mul(BYTES_PER_UNIT))?;
    let mut units = Vec::new();
    for_each_well_formed(vm.heap.view(flat), |text, surrogate| {
        units.extend(normalize(text));
        units.extend(surrogate);
    });
    Ok(Value::string(vm.heap.new_utf16(units)))
}

fn encode(characters: impl Iterator<Item = char>) -> Vec<u16> {
    let mut units = Vec::new();
    for character in characters {
        units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
    }
    units
}

/// Shows each stretch without lone surrogates, and the surrogate that ends it.
fn for_each_well_formed(view: StringView<'_>, mut visit: impl FnMut(&str, Option<u16>)) {
    let mut text = String::new();
    for character in char::decode_utf16(view.units()) {
        match character {
            Ok(character) => text.push(character),
            Err(error) => {
                visit(&text, Some(error.unpaired_surrogate()));
                text.clear();
            }
        }
    }
    visit(&text, None);
}

/// String.prototype.localeCompare ( that [ , reserved1 [ , reserved2 ] ] ), ECMA-262 22.1.3.12
pub(super) fn locale_compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let that = string_argument(vm, call, 0)?;
    let (string, that) = (vm.heap.flatten(string)?, vm.heap.flatten(that)?);
    let length = vm.heap.view(string).len() + vm.heap.view(that).len();
    vm.tick(length as u64 / 2)?;
    Ok(Value::int(compare(vm.heap.view(string), vm.heap.view(that)) as i32))
}

/// An order for people, the same in all locales: first by letters whatever their marks and case, then by marks, then lower
/// case before upper case. Only canonically equivalent strings are equal.
fn compare(a: StringView<'_>, b: StringView<'_>) -> Ordering {
    let by = |level: fn(char) -> Option<u32>| decomposed(a).filter_map(level).cmp(decomposed(b).filter_map(level));
    by(|character| (!is_combining_mark(character)).then(|| letter_weight(character)))
        .then_with(|| by(|character| Some(if is_combining_mark(character) { character as u32 } else { 0 })))
        .then_with(|| by(|character| Some(character.is_uppercase().into())))
        .then_with(|| by(|character| Some(character as u32)))
        .then_with(|| lone_surrogates(a).cmp(lone_surrogates(b)))
}

/// The canonical decomposition, U+FFFD for lone surrogates.
fn decomposed(view: StringView<'_>) -> impl Iterator<Item = char> {
    char::decode_utf16(view.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).nfd()
}

fn lone_surrogates(view: StringView<'_>) -> impl Iterator<Item = u16> {
    char::decode_utf16(view.units()).filter_map(|unit| unit.err().map(|error| error.unpaired_surrogate()))
}

/// ASCII characters before the digits in the order of the Unicode Collation Algorithm's default table.
const SYMBOLS: &[u8] = b"\t\n\x0B\x0C\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// White space and symbols, then digits, then letters.
fn letter_weight(character: char) -> u32 {
    const OTHERS: u32 = 0x100;
    const DIGITS: u32 = 0x20_0000;
    const LETTERS: u32 = 0x40_0000;
    if character.is_alphabetic() {
        return LETTERS + character.to_lowercase().next().unwrap_or(character) as u32;
    }
    if character.is_numeric() {
        return DIGITS + character as u32;
    }
    let position = SYMBOLS.iter().position(|&symbol| char::from(symbol) == character);
    position.map_or(OTHERS + character as u32, |position| position as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str]) {
        let units: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        for (i, a) in units.iter().enumerate() {
            for (j, b) in units.iter().enumerate() {
                let result = compare(StringView::Utf16(a), StringView::Utf16(b));
                assert_eq!(result, i.cmp(&j), "{} {}", texts[i], texts[j]);
            }
        }
    }

    #[test]
    fn orders_as_people_do() {
        check(&["", " ", "-", "$", "1", "10", "2", "a", "A", "á", "ab", "áb", "b", "B", "bb", "z", "ß", "ω"]);
    }

    #[test]
    fn equivalent_strings_are_equal() {
        for (a, b) in
            [("o\u{308}", "ö"), ("\u{212B}", "Å"), ("x\u{31B}\u{323}", "x\u{323}\u{31B}"), ("가", "\u{1100}\u{1161}")]
        {
            let (a, b): (Vec<u16>, Vec<u16>) = (a.encode_utf16().collect(), b.encode_utf16().collect());
            assert_eq!(compare(StringView::Utf16(&a), StringView::Utf16(&b)), Ordering::Equal);
        }
        let lone = [[0xD800], [0xD801]];
        assert_eq!(compare(StringView::Utf16(&lone[0]), StringView::Utf16(&lone[1])), Ordering::Less);
    }
}
