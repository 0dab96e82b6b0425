//! Letter case in Turkish, Azerbaijani and Lithuanian: the conditional mappings of Unicode's SpecialCasing for languages.
//! They are applied before those that all languages share.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId};
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use unicode_normalization::char::canonical_combining_class;

const DOT_ABOVE: u16 = 0x307;
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
        Some(Language::Turkic) => mapped(vm, string, |text, at| match text.unit(at) {
            Some(0x69) => Some(&[0x130]),
            _ => None,
        }),
        Some(Language::Lithuanian) => mapped(vm, string, |text, at| {
            (text.unit(at) == Some(DOT_ABOVE) && text.is_behind(at, is_soft_dotted)).then_some(&[][..])
        }),
    }
}

/// A string, and how far marks are followed.
struct Text<'vm>(&'vm Vm, FlatString);

/// Marks between a letter and what it is asked for. Longer runs occur in no language.
const MOST_MARKS: usize = 32;

impl Text<'_> {
    fn unit(&self, at: usize) -> Option<u16> {
        self.0.heap.view(self.1).get(at)
    }

    /// Returns whether a mark above follows a letter, with none of its class before it: any, or the dot.
    fn is_before(&self, at: usize, is_it: fn(u16) -> bool) -> bool {
        self.is_first(at + 1..at + MOST_MARKS, is_it)
    }

    /// Returns whether a letter precedes a mark, with no mark above between them.
    fn is_behind(&self, at: usize, is_it: fn(u16) -> bool) -> bool {
        self.is_first((at.saturating_sub(MOST_MARKS)..at).rev(), is_it)
    }

    /// Returns whether one of the places, in their order, is it before a letter or a mark above comes.
    fn is_first(&self, places: impl Iterator<Item = usize>, is_it: fn(u16) -> bool) -> bool {
        for place in places {
            let Some(unit) = self.unit(place) else { return false };
            if is_it(unit) {
                return true;
            }
            if matches!(class(unit), 0 | ABOVE) {
                return false;
            }
        }
        false
    }
}

/// Returns the combining class of a unit. Those of characters beyond 16 bits count as letters.
fn class(unit: u16) -> u8 {
    char::from_u32(unit.into()).map_or(0, canonical_combining_class)
}

fn is_soft_dotted(unit: u16) -> bool {
    matches!(unit, 0x69 | 0x6A | 0x12F | 0x249 | 0x268 | 0x29D | 0x2B2 | 0x3F3 | 0x456 | 0x458 | 0x1E2D | 0x1ECB)
}

fn lower_turkic(text: &Text<'_>, at: usize) -> Option<&'static [u16]> {
    match text.unit(at)? {
        0x130 => Some(&[0x69]),
        0x49 if text.is_before(at, |unit| unit == DOT_ABOVE) => Some(&[0x69]),
        0x49 => Some(&[0x131]),
        DOT_ABOVE if text.is_behind(at, |unit| unit == 0x49) => Some(&[]),
        _ => None,
    }
}

/// Units of the lower case in Lithuanian, which keeps the dot of i, j and į under further accents. `None` leaves a unit
/// to the common rules.
fn lower_lithuanian(text: &Text<'_>, at: usize) -> Option<&'static [u16]> {
    let has_more_above = || text.is_before(at, |unit| class(unit) == ABOVE);
    match text.unit(at)? {
        0x49 if has_more_above() => Some(&[0x69, DOT_ABOVE]),
        0x4A if has_more_above() => Some(&[0x6A, DOT_ABOVE]),
        0x12E if has_more_above() => Some(&[0x12F, DOT_ABOVE]),
        0xCC => Some(&[0x69, DOT_ABOVE, 0x300]),
        0xCD => Some(&[0x69, DOT_ABOVE, 0x301]),
        0x128 => Some(&[0x69, DOT_ABOVE, 0x303]),
        _ => None,
    }
}

/// Replaces code units for which there is a mapping.
fn mapped(vm: &mut Vm, string: StringId, map: fn(&Text<'_>, usize) -> Option<&'static [u16]>) -> Completion<StringId> {
    let flat = vm.heap.flatten(string)?;
    let mut text = StringBuilder::new();
    for at in 0..vm.heap.view(flat).len() {
        if at % TURN == 0 {
            vm.work(TURN as u64)?;
        }
        let own = vm.heap.view(flat).get(at).unwrap_or_default();
        let mapped = map(&Text(vm, flat), at);
        text.push_units(vm, mapped.unwrap_or(&[own]))?;
    }
    text.finish(vm)
}
