//! Letter case in Turkish, Azerbaijani and Lithuanian: the conditional mappings of Unicode's SpecialCasing for languages.
//! They are applied before those that all languages share.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId};
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use unicode_normalization::char::canonical_combining_class;

use super::decomposition::code_point_at;

const DOT_ABOVE: char = '\u{307}';
const ABOVE: u8 = 230;

/// Code units between two ticks.
const TURN: usize = 128;

/// Languages with mappings of their own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Language {
    Turkic,
    Lithuanian,
}

fn language(vm: &mut Vm, call: Call, string: StringId) -> Completion<Option<Language>> {
    vm.keep(Value::string(string));
    let locales = call.argument(vm, 0);
    Ok(match &*ferrotape_intl::case_language(vm, locales)? {
        "tr" | "az" => Some(Language::Turkic),
        "lt" => Some(Language::Lithuanian),
        _ => None,
    })
}

/// Applies the mappings to lower case of the language that a call asks for.
pub(super) fn lower(vm: &mut Vm, call: Call, string: StringId) -> Completion<StringId> {
    match language(vm, call, string)? {
        None => Ok(string),
        Some(Language::Turkic) => mapped(vm, string, lower_turkic),
        Some(Language::Lithuanian) => mapped(vm, string, lower_lithuanian),
    }
}

/// Applies the mappings to upper case of the language that a call asks for.
pub(super) fn upper(vm: &mut Vm, call: Call, string: StringId) -> Completion<StringId> {
    match language(vm, call, string)? {
        None => Ok(string),
        Some(Language::Turkic) => mapped(vm, string, upper_turkic),
        Some(Language::Lithuanian) => mapped(vm, string, upper_lithuanian),
    }
}

/// A string while it is mapped, with what the conditions look at: letters, and marks above them. All other marks may stand
/// between.
struct Text {
    flat: FlatString,
    /// The place behind the character that is mapped.
    next: usize,
    /// The letter or mark above that was the last one before that character; none for half a character.
    before: Option<char>,
    /// A place up to which nothing but other marks is behind that character, if it is greater than `next`.
    seen: usize,
}

impl Text {
    /// Returns the letter or mark above that is the first one behind the character. All calls together read the string once.
    fn behind(&mut self, vm: &mut Vm) -> Completion<Option<char>> {
        self.seen = self.seen.max(self.next);
        while let Some(point) = code_point_at(&vm.heap, self.flat, self.seen) {
            match char::from_u32(point) {
                Some(mark) if !is_letter_or_above(mark) => vm.work(1)?,
                found => return Ok(found),
            }
            self.seen += length(point);
        }
        Ok(None)
    }
}

/// Returns the code units of a code point.
fn length(point: u32) -> usize {
    if point > 0xFFFF { 2 } else { 1 }
}

/// Returns whether a condition looks no further than to this character, whose combining class is 0 or that of marks above.
fn is_letter_or_above(character: char) -> bool {
    matches!(canonical_combining_class(character), 0 | ABOVE)
}

/// Soft_Dotted, by Unicode's PropList: letters that lose their dot under a mark above.
fn is_soft_dotted(character: char) -> bool {
    const FEW: &str = "ij\u{12F}\u{249}\u{268}\u{29D}\u{2B2}\u{3F3}\u{456}\u{458}\u{1D62}\u{1D96}\u{1DA4}\u{1DA8}\
        \u{1E2D}\u{1ECB}\u{2071}\u{2148}\u{2149}\u{2C7C}\u{1DF1A}\u{1E04C}\u{1E04D}\u{1E068}";
    // In each mathematical alphabet, j follows i.
    let is_mathematical = |place: u32| place < 13 * 0x34 && place % 0x34 < 2;
    FEW.contains(character) || u32::from(character).checked_sub(0x1D422).is_some_and(is_mathematical)
}

/// Returns the units that a character becomes; none leaves it to the rules of all languages.
type Map = fn(&mut Vm, &mut Text, char) -> Completion<Option<&'static [u16]>>;

fn lower_turkic(vm: &mut Vm, text: &mut Text, character: char) -> Completion<Option<&'static [u16]>> {
    let units: Option<&'static [u16]> = match character {
        '\u{130}' => Some(&[0x69]),
        'I' if text.behind(vm)? == Some(DOT_ABOVE) => Some(&[0x69]),
        'I' => Some(&[0x131]),
        DOT_ABOVE if text.before == Some('I') => Some(&[]),
        _ => None,
    };
    Ok(units)
}

fn upper_turkic(_: &mut Vm, _: &mut Text, character: char) -> Completion<Option<&'static [u16]>> {
    let units: Option<&'static [u16]> = if character == 'i' { Some(&[0x130]) } else { None };
    Ok(units)
}

/// Lithuanian keeps the dot of i, j and į under further accents.
fn lower_lithuanian(vm: &mut Vm, text: &mut Text, character: char) -> Completion<Option<&'static [u16]>> {
    let units: &'static [u16] = match character {
        'I' => &[0x69, 0x307],
        'J' => &[0x6A, 0x307],
        '\u{12E}' => &[0x12F, 0x307],
        '\u{CC}' => return Ok(Some(&[0x69, 0x307, 0x300])),
        '\u{CD}' => return Ok(Some(&[0x69, 0x307, 0x301])),
        '\u{128}' => return Ok(Some(&[0x69, 0x307, 0x303])),
        _ => return Ok(None),
    };
    let has_more_above = text.behind(vm)?.is_some_and(|mark| canonical_combining_class(mark) == ABOVE);
    Ok(has_more_above.then_some(units))
}

fn upper_lithuanian(_: &mut Vm, text: &mut Text, character: char) -> Completion<Option<&'static [u16]>> {
    let is_dropped = character == DOT_ABOVE && text.before.is_some_and(is_soft_dotted);
    let units: Option<&'static [u16]> = if is_dropped { Some(&[]) } else { None };
    Ok(units)
}

/// Replaces characters for which there is a mapping.
fn mapped(vm: &mut Vm, string: StringId, map: Map) -> Completion<StringId> {
    let mut text = Text { flat: vm.heap.flatten(string)?, next: 0, before: None, seen: 0 };
    let mut converted = StringBuilder::new();
    // The place of the next tick.
    let mut paid = 0;
    while let Some(point) = code_point_at(&vm.heap, text.flat, text.next) {
        if text.next >= paid {
            vm.work(TURN as u64)?;
            paid += TURN;
        }
        text.next += length(point);
        let Some(character) = char::from_u32(point) else {
            text.before = None;
            converted.push_units(vm, &[point as u16])?;
            continue;
        };
        match map(vm, &mut text, character)? {
            Some(units) => converted.push_units(vm, units)?,
            None => converted.push_units(vm, character.encode_utf16(&mut [0; 2]))?,
        }
        if is_letter_or_above(character) {
            text.before = Some(character);
        }
    }
    converted.finish(vm)
}
