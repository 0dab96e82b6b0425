//! toLowerCase and toUpperCase, by Unicode's locale-independent mappings.

use ferrotape_budget::costs::{CASE_CLASS, LETTERS_PER_TICK, UNITS_PER_TICK};

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId, StringView};
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::this_string;

/// Length up to which text is converted in the native stack.
const SHORT: usize = 64;

/// The case to map to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum LetterCase {
    Lower,
    Upper,
}

/// String.prototype.toLowerCase ( ), ECMA-262 22.1.3.28
pub(super) fn to_lower_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    convert(vm, string, LetterCase::Lower, |byte| Some(lower_latin1(byte))).map(Value::string)
}

/// String.prototype.toUpperCase ( ), ECMA-262 22.1.3.30
pub(super) fn to_upper_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    convert(vm, string, LetterCase::Upper, upper_latin1).map(Value::string)
}

/// String.prototype.toLocaleLowerCase ( [ locales ] ), ECMA-262 22.1.3.26, ECMA-402 20.1.1
pub(super) fn to_locale_lower_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    #[cfg(feature = "intl")]
    let string = super::special_case::lower(vm, call, string)?;
    convert(vm, string, LetterCase::Lower, |byte| Some(lower_latin1(byte))).map(Value::string)
}

/// String.prototype.toLocaleUpperCase ( [ locales ] ), ECMA-262 22.1.3.27, ECMA-402 20.1.1
pub(super) fn to_locale_upper_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    #[cfg(feature = "intl")]
    let string = super::special_case::upper(vm, call, string)?;
    convert(vm, string, LetterCase::Upper, upper_latin1).map(Value::string)
}

/// Converts byte by byte while `convert_byte` can, else as text.
#[inline(always)]
fn convert(
    vm: &mut Vm,
    string: StringId,
    case: LetterCase,
    convert_byte: impl Fn(u8) -> Option<u8>,
) -> Completion<StringId> {
    let flat = vm.heap.flatten(string)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    let Some(bytes) = view.as_latin1() else { return convert_text(vm, flat, case) };
    // Text that does not change, or that needs more than bytes, is detected before memory is needed.
    let mut is_same = true;
    let other = budget.find_in_pieces(bytes.len(), UNITS_PER_TICK, |piece| {
        let bytes = &bytes[piece];
        is_same = is_same && bytes.iter().all(|&byte| convert_byte(byte) == Some(byte));
        (!is_same && bytes.iter().any(|&byte| convert_byte(byte).is_none())).then_some(())
    })?;
    if other.is_some() {
        return convert_text(vm, flat, case);
    }
    if is_same {
        return Ok(string);
    }
    let length = vm.heap.view(flat).len();
    vm.heap.room(length)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    let bytes = view.as_latin1().unwrap_or_default();
    // Fast path: a short text needs no memory on its way.
    let mut short = [0; SHORT];
    if let Some(place) = short.get_mut(..bytes.len()) {
        budget.work(bytes.len() as u64 / UNITS_PER_TICK)?;
        for (place, &byte) in place.iter_mut().zip(bytes) {
            *place = convert_byte(byte).unwrap_or(byte);
        }
        return Ok(vm.heap.new_latin1(&short[..length]));
    }
    let mut converted = Vec::with_capacity(bytes.len());
    budget.in_pieces(bytes.len(), UNITS_PER_TICK, |piece| {
        converted.extend(bytes[piece].iter().map(|&byte| convert_byte(byte).unwrap_or(byte)));
    })?;
    Ok(vm.heap.new_latin1(converted))
}

#[inline]
fn lower_latin1(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | 0xC0..=0xD6 | 0xD8..=0xDE => byte + 0x20,
        _ => byte,
    }
}

/// Returns the upper case of a Latin-1 byte. None for micro sign, sharp s and y with diaeresis: their upper case is not
/// Latin-1, or is two letters.
#[inline]
fn upper_latin1(byte: u8) -> Option<u8> {
    match byte {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => Some(byte - 0x20),
        0xB5 | 0xDF | 0xFF => None,
        _ => Some(byte),
    }
}

/// Converts one character after the other; lone surrogates stay.
fn convert_text(vm: &mut Vm, text: FlatString, case: LetterCase) -> Completion<StringId> {
    let mut converted = StringBuilder::new();
    let mut index = 0;
    // The position of the next tick.
    let mut paid = 0;
    while let Some((character, length)) = character_at(vm.heap.view(text), index) {
        if index >= paid {
            vm.work(TURN / LETTERS_PER_TICK)?;
            paid += TURN as usize;
        }
        match (character, case) {
            (Err(unit), _) => converted.push_units(vm, &[unit])?,
            (Ok(CAPITAL_SIGMA), LetterCase::Lower) => {
                let is_final = is_final_sigma(vm, text, index)?;
                converted.push_units(vm, &[if is_final { FINAL_SIGMA } else { SMALL_SIGMA }])?;
            }
            (Ok(character), LetterCase::Lower) => push_all(vm, &mut converted, character.to_lowercase())?,
            (Ok(character), LetterCase::Upper) => push_all(vm, &mut converted, character.to_uppercase())?,
        }
        index += length;
    }
    converted.finish(vm)
}

/// Code units between two ticks.
const TURN: u64 = 256;

fn push_all(vm: &mut Vm, text: &mut StringBuilder, characters: impl Iterator<Item = char>) -> Completion<()> {
    for character in characters {
        text.push_units(vm, character.encode_utf16(&mut [0; 2]))?;
    }
    Ok(())
}

/// Returns the character or lone surrogate that begins at `index`, and its number of code units.
fn character_at(text: StringView<'_>, index: usize) -> Option<(Result<char, u16>, usize)> {
    let character = char::decode_utf16(text.slice(index, index + 2).units()).next()?;
    let character = character.map_err(|error| error.unpaired_surrogate());
    Some((character, character.map_or(1, char::len_utf16)))
}

/// Returns the character or lone surrogate that ends before `end`, and its number of code units.
fn character_before(text: StringView<'_>, end: usize) -> Option<(Result<char, u16>, usize)> {
    let pair = end.checked_sub(2).and_then(|start| character_at(text, start));
    pair.filter(|&(_, length)| length == 2).or_else(|| character_at(text.slice(0, end), end.checked_sub(1)?))
}

const CAPITAL_SIGMA: char = '\u{3A3}';
const SMALL_SIGMA: u16 = 0x3C3;
const FINAL_SIGMA: u16 = 0x3C2;

/// Final_Sigma (the Unicode Standard, table 3-17): returns whether a cased letter precedes the sigma at `index` and
/// none follows it, ignoring case-ignorable characters. Sigma is cased, so no part of the text is read for two sigmas
/// on the same side. All of them together take linear time.
fn is_final_sigma(vm: &mut Vm, text: FlatString, index: usize) -> Completion<bool> {
    let mut start = index;
    let before = loop {
        let Some((character, length)) = character_before(vm.heap.view(text), start) else { break false };
        start -= length;
        match case_class(vm, character)? {
            CaseClass::Ignorable => {}
            class => break class == CaseClass::Cased,
        }
    };
    if !before {
        return Ok(false);
    }
    let mut end = index + 1;
    while let Some((character, length)) = character_at(vm.heap.view(text), end) {
        end += length;
        match case_class(vm, character)? {
            CaseClass::Ignorable => {}
            class => return Ok(class != CaseClass::Cased),
        }
    }
    Ok(true)
}

/// The classes of characters around a final sigma.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum CaseClass {
    Cased,
    Ignorable,
    Other,
}

fn case_class(vm: &mut Vm, character: Result<char, u16>) -> Completion<CaseClass> {
    match character {
        Ok(character) if character.is_ascii_alphabetic() => Ok(CaseClass::Cased),
        Ok(character) => {
            vm.work(CASE_CLASS)?;
            Ok(unicode_case_class(character))
        }
        Err(_) => Ok(CaseClass::Other),
    }
}

/// Classifies a character by how the standard library treats a sigma after it: std has the tables, but does not expose
/// them.
fn unicode_case_class(character: char) -> CaseClass {
    let is_final = |before: &str| format!("{before}{character}{CAPITAL_SIGMA}").to_lowercase().ends_with('\u{3C2}');
    if is_final("") {
        CaseClass::Cased
    } else if is_final("A") {
        CaseClass::Ignorable
    } else {
        CaseClass::Other
    }
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
    fn characters_are_found_from_both_sides() {
        let units = [0x41, 0xD835, 0xDC00, 0xDC00, 0xD835];
        let text = StringView::Utf16(&units);
        let mathematical = (Ok('\u{1D400}'), 2);
        assert_eq!(character_at(text, 1), Some(mathematical));
        assert_eq!(character_at(text, 3), Some((Err(0xDC00), 1)));
        assert_eq!(character_at(text, 5), None);
        assert_eq!(character_before(text, 5), Some((Err(0xD835), 1)));
        assert_eq!(character_before(text, 4), Some((Err(0xDC00), 1)));
        assert_eq!(character_before(text, 3), Some(mathematical));
        assert_eq!(character_before(text, 1), Some((Ok('A'), 1)));
        assert_eq!(character_before(text, 0), None);
    }

    #[test]
    fn sigma_asks_for_three_classes() {
        for (character, class) in [
            ('a', CaseClass::Cased),
            ('\u{3A3}', CaseClass::Cased),
            ('\'', CaseClass::Ignorable),
            ('\u{AD}', CaseClass::Ignorable),
            ('\u{301}', CaseClass::Ignorable),
            ('\u{2B0}', CaseClass::Ignorable),
            ('1', CaseClass::Other),
            ('\u{5D0}', CaseClass::Other),
        ] {
            assert_eq!(unicode_case_class(character), class, "{character:?}");
        }
    }
}
