//! Equivalence of strings as Unicode defines it: normalize and localeCompare.

use std::cmp::Ordering;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, UNITS_PER_TICK};
use unicode_normalization::char::{compose, is_combining_mark};

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, Heap, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::rope;
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::decomposition::{Decomposed, Decomposer, Kind, code_point_at};
use super::operands::{string_argument, this_string};

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
    let (kind, composes) = match form.as_str() {
        "NFC" => (Kind::Canonical, true),
        "NFD" => (Kind::Canonical, false),
        "NFKC" => (Kind::Compatible, true),
        "NFKD" => (Kind::Compatible, false),
        _ => return vm.range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD"),
    };
    let flat = vm.heap.flatten(string)?;
    if is_ascii(&mut vm.heap, flat)? {
        return Ok(Value::string(string));
    }
    match normalized(&mut vm.heap, flat, kind, composes)? {
        Some(string) => Ok(Value::string(string)),
        None => vm.range_error(messages::STRING_TOO_LONG),
    }
}

fn is_ascii(heap: &mut Heap, string: FlatString) -> Result<bool, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let Some(bytes) = view.as_latin1() else { return Ok(false) };
    let other = |piece: std::ops::Range<usize>| (!bytes[piece].is_ascii()).then_some(());
    Ok(budget.find_in_pieces(bytes.len(), UNITS_COMPARED_PER_TICK, other)?.is_none())
}

/// Returns the normalized string. None if it would be longer than strings may be.
fn normalized(heap: &mut Heap, text: FlatString, kind: Kind, composes: bool) -> Result<Option<StringId>, Termination> {
    let mut source = Decomposer::new(text, 0, kind);
    let mut composition = Composition::default();
    let mut units = Vec::new();
    while let Some(part) = source.next(heap)? {
        if units.len() > rope::longest_string(heap) {
            return Ok(None);
        }
        if !composes {
            push(heap, &mut units, part.code_point)?;
        } else if !composition.take(part) {
            if part.class == 0 {
                composition.flush(heap, &mut units)?;
            }
            composition.keep(heap, part)?;
        }
    }
    composition.flush(heap, &mut units)?;
    if units.len() > rope::longest_string(heap) {
        return Ok(None);
    }
    heap.take_back(&units);
    string::new_long_utf16(heap, units).map(Some)
}

fn push(heap: &mut Heap, units: &mut Vec<u16>, code_point: u32) -> Result<(), Termination> {
    heap.lend_room(units, 2)?;
    match char::from_u32(code_point) {
        Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
        // A lone surrogate.
        None => units.push(code_point as u16),
    }
    Ok(())
}

/// The Canonical Composition Algorithm: a starter, and the marks after it that are not combined with it.
#[derive(Default)]
struct Composition {
    starter: Option<char>,
    /// The marks in their order, in memory on loan.
    marks: Vec<u32>,
    last_class: u8,
}

impl Composition {
    /// Combines a character with the starter, if nothing stands between. Returns whether it did.
    fn take(&mut self, part: Decomposed) -> bool {
        let is_blocked = !self.marks.is_empty() && self.last_class >= part.class;
        let pair = self.starter.zip(part.character()).filter(|_| !is_blocked);
        let Some(composed) = pair.and_then(|(starter, character)| compose(starter, character)) else { return false };
        self.starter = Some(composed);
        true
    }

    /// Keeps a mark after the starter. A starter replaces the last one.
    fn keep(&mut self, heap: &mut Heap, part: Decomposed) -> Result<(), Termination> {
        match part.character() {
            Some(starter) if part.class == 0 => self.starter = Some(starter),
            _ => {
                heap.lend_room(&mut self.marks, 1)?;
                self.marks.push(part.code_point);
                self.last_class = part.class;
            }
        }
        Ok(())
    }

    /// Writes out the starter and the marks behind it, of which nothing is left to combine.
    fn flush(&mut self, heap: &mut Heap, units: &mut Vec<u16>) -> Result<(), Termination> {
        if let Some(starter) = self.starter.take() {
            push(heap, units, starter.into())?;
        }
        for &mark in &self.marks {
            heap.work(1)?;
            push(heap, units, mark)?;
        }
        self.marks.clear();
        Ok(())
    }
}

/// String.prototype.localeCompare ( that [ , reserved1 [ , reserved2 ] ] ), ECMA-262 22.1.3.12
pub(super) fn locale_compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let that = string_argument(vm, call, 0)?;
    #[cfg(feature = "intl")]
    {
        ferrotape_intl::locale_compare(vm, call, string, that)
    }
    #[cfg(not(feature = "intl"))]
    {
        compare_plainly(vm, string, that)
    }
}

#[cfg(not(feature = "intl"))]
fn compare_plainly(vm: &mut Vm, string: StringId, that: StringId) -> Completion<Value> {
    let (string, that) = (vm.heap.flatten(string)?, vm.heap.flatten(that)?);
    Ok(Value::int(compare(&mut vm.heap, string, that)? as i32))
}

/// Compares strings in an order for people, the same in all locales: first by letters without their marks and case,
/// then by marks, then lower case before upper case. Only canonically equivalent strings are equal.
#[cfg_attr(all(feature = "intl", not(test)), expect(dead_code, reason = "the order of engines without ECMA-402"))]
fn compare(heap: &mut Heap, a: FlatString, b: FlatString) -> Result<Ordering, Termination> {
    let Some(start) = first_difference(heap, a, b)? else { return Ok(Ordering::Equal) };
    let levels: [fn(char) -> Option<u32>; 4] = [
        |character| (!is_combining_mark(character)).then(|| letter_weight(character)),
        |character| Some(if is_combining_mark(character) { character as u32 } else { 0 }),
        |character| Some(character.is_uppercase().into()),
        |character| Some(character as u32),
    ];
    for level in levels {
        let from = |text| Decomposer::new(text, start, Kind::Canonical);
        let order = from(a).compare(from(b), heap, level)?;
        if order.is_ne() {
            return Ok(order);
        }
    }
    compare_lone_surrogates(heap, a, b)
}

/// Returns where a comparison may begin: the text before is equal, and nothing after depends on it. None for equal
/// strings.
fn first_difference(heap: &mut Heap, a: FlatString, b: FlatString) -> Result<Option<usize>, Termination> {
    let (a, b, budget) = string::views_and_budget(heap, a, b);
    let length = a.len().min(b.len());
    let different = |index: &usize| a.get(*index) != b.get(*index);
    let found = budget.find_in_pieces(length, UNITS_PER_TICK, |mut piece| piece.find(different))?;
    if found.is_none() && a.len() == b.len() {
        return Ok(None);
    }
    // ASCII characters stand alone, regardless of the text before them.
    let is_boundary = |index: usize| [a, b].iter().all(|view| view.get(index).is_none_or(|unit| unit < 0x80));
    let mut start = found.unwrap_or(length);
    while start > 0 && !is_boundary(start) {
        start -= 1;
        if start % 16 == 0 {
            budget.work(1)?;
        }
    }
    Ok(Some(start))
}

fn compare_lone_surrogates(heap: &mut Heap, a: FlatString, b: FlatString) -> Result<Ordering, Termination> {
    let (mut in_a, mut in_b) = (0, 0);
    loop {
        let next = (next_lone_surrogate(heap, a, &mut in_a)?, next_lone_surrogate(heap, b, &mut in_b)?);
        if next.0 != next.1 || next.0.is_none() {
            return Ok(next.0.cmp(&next.1));
        }
    }
}

fn next_lone_surrogate(heap: &mut Heap, text: FlatString, position: &mut usize) -> Result<Option<u32>, Termination> {
    while let Some(code_point) = code_point_at(heap, text, *position) {
        heap.work(1)?;
        *position += if code_point > 0xFFFF { 2 } else { 1 };
        if (0xD800..0xE000).contains(&code_point) {
            return Ok(Some(code_point));
        }
    }
    Ok(None)
}

/// ASCII characters before the digits, in the order of the Unicode Collation Algorithm's default table.
const SYMBOLS: &[u8] = b"\t\n\x0B\x0C\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// Orders white space and symbols first, then digits, then letters.
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
    use unicode_normalization::UnicodeNormalization;

    fn flat(heap: &mut Heap, units: &[u16]) -> FlatString {
        let string = string::new_utf16(heap, units);
        heap.flatten(string).expect("no limit")
    }

    fn compared(a: &[u16], b: &[u16]) -> Ordering {
        let mut heap = Heap::new(1, &[]);
        let (a, b) = (flat(&mut heap, a), flat(&mut heap, b));
        compare(&mut heap, a, b).expect("no limit")
    }

    fn check(texts: &[&str]) {
        let units: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
        for (i, a) in units.iter().enumerate() {
            for (j, b) in units.iter().enumerate() {
                assert_eq!(compared(a, b), i.cmp(&j), "{} {}", texts[i], texts[j]);
            }
        }
    }

    #[test]
    fn orders_as_people_do() {
        check(&["", " ", "-", "$", "1", "10", "2", "a", "A", "á", "ab", "áb", "b", "B", "bb", "z", "ß", "ω"]);
        check(&["xa", "xa\u{301}", "xab", "xb"]);
    }

    #[test]
    fn equivalent_strings_are_equal() {
        for (a, b) in
            [("o\u{308}", "ö"), ("\u{212B}", "Å"), ("x\u{31B}\u{323}", "x\u{323}\u{31B}"), ("가", "\u{1100}\u{1161}")]
        {
            let (a, b): (Vec<u16>, Vec<u16>) = (a.encode_utf16().collect(), b.encode_utf16().collect());
            assert_eq!(compared(&a, &b), Ordering::Equal);
        }
        assert_eq!(compared(&[0xD800], &[0xD801]), Ordering::Less);
    }

    /// For texts of all kinds of characters that matter to normalization, the result equals that of the library for
    /// whole texts.
    #[test]
    fn all_forms_agree_with_the_library() {
        let characters: Vec<char> =
            "aAoÅ\u{212B}\u{301}\u{308}\u{323}\u{31B}\u{344}\u{F73}\u{F71}\u{1100}\u{1161}\u{11A8}가각\u{FDFA}ﬁ\u{1D15E}\u{2ADC}\u{958}ẛ\u{338}"
                .chars()
                .collect();
        let mut state = 1u32;
        for length in (0..400).chain([2000]) {
            let mut text = String::new();
            for _ in 0..length % 40 + length / 50 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Long runs of marks too.
                let choice = (state >> 16) as usize;
                let marks = if length >= 300 { &characters[5..9] } else { &characters[..] };
                text.push(marks[choice % marks.len()]);
            }
            let check = |kind, composes, expected: String| {
                let mut heap = Heap::new(1, &[]);
                let units: Vec<u16> = text.encode_utf16().collect();
                let source = flat(&mut heap, &units);
                let string = normalized(&mut heap, source, kind, composes).expect("no limit").expect("short");
                let result = heap.flatten(string).expect("no limit");
                assert_eq!(heap.view(result).to_string_lossy(), expected, "{text:?}");
            };
            check(Kind::Canonical, true, text.nfc().collect());
            check(Kind::Canonical, false, text.nfd().collect());
            check(Kind::Compatible, true, text.nfkc().collect());
            check(Kind::Compatible, false, text.nfkd().collect());
        }
    }
}
