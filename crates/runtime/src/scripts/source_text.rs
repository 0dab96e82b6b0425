//! Strings of scripts that become source text: UTF-8 copies, charged before they are made, with ticks meanwhile.

use std::borrow::Cow;
use std::ops::Range;

use ferrotape_budget::{Budget, Termination};
use ferrotape_syntax::{DynamicFunction, DynamicKind, SourceError, SourceErrorKind};
use ferrotape_text::{LoneSurrogates, SourceText, source_url};

use crate::error::Completion;
use crate::heap::{Heap, StringId, StringView};
use crate::messages;
use crate::vm::Vm;

/// The name of eval code without a name of its own.
const EVAL: &str = "<eval>";

/// Units in a tick. A unit is looked at three times: to count bytes, to find lone surrogates, and to copy it.
const UNITS_PER_TICK: u32 = 4;

/// Units between two looks at the budget.
const UNITS_BETWEEN_TICKS: u32 = 1 << 14;

/// Code units under the eyes of the budget; when it ends the run, it ends them too.
struct Metered<'budget, I> {
    units: I,
    budget: &'budget mut Budget,
    before_tick: u32,
    stopped: Result<(), Termination>,
}

impl<I: Iterator<Item = u16>> Iterator for Metered<'_, I> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.before_tick == 0 {
            self.stopped = self.budget.work(u64::from(UNITS_BETWEEN_TICKS / UNITS_PER_TICK));
            self.stopped.ok()?;
            self.before_tick = UNITS_BETWEEN_TICKS;
        }
        self.before_tick -= 1;
        self.units.next()
    }
}

/// Goes through the units under the budget's eyes.
fn metered<I: Iterator<Item = u16>, T>(
    units: I,
    budget: &mut Budget,
    work: impl FnOnce(&mut Metered<'_, I>) -> T,
) -> Result<T, Termination> {
    let mut metered = Metered { units, budget, before_tick: 0, stopped: Ok(()) };
    let done = work(&mut metered);
    metered.stopped.map(|()| done)
}

/// Bytes of the unit's share of its character in UTF-8; the replacement of a lone surrogate has four.
fn utf8_length(unit: u16) -> usize {
    match unit {
        0..=0x7F => 1,
        0x80..=0x7FF => 2,
        0xD800..=0xDFFF => 4,
        _ => 3,
    }
}

/// Charges for the UTF-8 of the units; the caller releases the charge.
fn charge_utf8(units: impl Iterator<Item = u16>, budget: &mut Budget) -> Result<usize, Termination> {
    let bytes = metered(units, budget, |units| units.map(utf8_length).fold(0usize, usize::saturating_add))?;
    budget.take(bytes)?;
    Ok(bytes)
}

/// Makes the copy, in the `bytes` that [`charge_utf8`] has charged.
fn to_utf8(
    lone: LoneSurrogates,
    units: impl Iterator<Item = u16>,
    bytes: usize,
    budget: &mut Budget,
) -> Result<String, Termination> {
    metered(units, budget, |units| {
        let mut text = String::with_capacity(bytes);
        lone.append_utf8(units, &mut text);
        text
    })
}

/// Makes a charged copy in UTF-8.
fn copy_utf8(
    lone: LoneSurrogates,
    units: impl Iterator<Item = u16> + Clone,
    budget: &mut Budget,
) -> Result<String, Termination> {
    let bytes = charge_utf8(units.clone(), budget)?;
    to_utf8(lone, units, bytes, budget)
}

fn is_ascii(units: &[u16], budget: &mut Budget) -> Result<bool, Termination> {
    let is_other = |piece: Range<usize>| units[piece].iter().any(|&unit| unit > 0x7F).then_some(());
    Ok(budget.find_in_pieces(units.len(), UNITS_PER_TICK.into(), is_other)?.is_none())
}

fn copy_ascii(text: &str, budget: &mut Budget) -> Result<String, Termination> {
    let mut copied = String::with_capacity(text.len());
    budget.in_pieces(text.len(), UNITS_PER_TICK.into(), |piece| copied.push_str(&text[piece]))?;
    Ok(copied)
}

/// The source text of eval code, and the bytes that have been charged for it.
fn eval_text(code: StringView<'_>, budget: &mut Budget) -> Result<(SourceText, usize), Termination> {
    // Fast path: ASCII is UTF-8.
    if let Some(text) = code.ascii() {
        budget.take(text.len())?;
        let copied = copy_ascii(text, budget).inspect_err(|_| budget.resized(text.len(), 0))?;
        return Ok((SourceText::new(source_url(text).unwrap_or(EVAL), copied), text.len()));
    }
    let charged = charge_utf8(code.units(), budget)?;
    let copied = metered(code.units(), budget, |units| LoneSurrogates::of(units)).and_then(|lone| {
        let text = to_utf8(lone, code.units(), charged, budget)?;
        let name = source_url(&text).unwrap_or(EVAL).to_owned();
        Ok(SourceText::new(name, text).with_lone_surrogates(lone))
    });
    copied.map(|source| (source, charged)).inspect_err(|_| budget.resized(charged, 0))
}

/// The source text of a function's parameters and body; none if they are longer than a source text may be.
fn function_source(
    heap: &mut Heap,
    kind: DynamicKind,
    parameters: &[u16],
    body: StringId,
) -> Result<(Option<DynamicFunction>, usize), Termination> {
    heap.with_units(body, |body, budget| {
        let before = budget.bytes();
        let function = function_text(kind, parameters, body, budget);
        let charged = budget.bytes().saturating_sub(before);
        function.map(|function| (function, charged)).inspect_err(|_| budget.resized(charged, 0))
    })
}

/// Charges for each text that is converted by itself, and for both in one.
fn function_text(
    kind: DynamicKind,
    parameters: &[u16],
    body: StringView<'_>,
    budget: &mut Budget,
) -> Result<Option<DynamicFunction>, Termination> {
    budget.work(body.len() as u64 / u64::from(UNITS_PER_TICK))?;
    // Fast path: ASCII is UTF-8, and has no surrogates.
    let ascii = body.ascii();
    let lone = if ascii.is_some() && is_ascii(parameters, budget)? {
        LoneSurrogates::default()
    } else {
        // Halves of a pair on both sides do not become one.
        let all = parameters.iter().copied().chain([0x20]).chain(body.units());
        metered(all, budget, |units| LoneSurrogates::of(units))?
    };
    let parameters = copy_utf8(lone, parameters.iter().copied(), budget)?;
    let body = match ascii {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(copy_utf8(lone, body.units(), budget)?),
    };
    let name = source_url(&body).unwrap_or("<function>");
    match DynamicFunction::new(kind, name, &parameters, &body, lone, budget) {
        Ok(function) => Ok(Some(function)),
        Err(SourceError { kind: SourceErrorKind::Terminated(termination), .. }) => Err(termination),
        Err(_) => Ok(None),
    }
}

/// Makes the source text of eval code and gives it to `compile`; its bytes are charged meanwhile.
pub(crate) fn with_eval_source<T>(
    vm: &mut Vm,
    code: StringId,
    compile: impl FnOnce(&mut Vm, SourceText) -> Completion<T>,
) -> Completion<T> {
    let (source, charged) = vm.heap.with_units(code, eval_text)?;
    let compiled = compile(vm, source);
    vm.heap.budget.resized(charged, 0);
    compiled
}

/// Makes the source text of a function and gives it to `compile`; its bytes are charged meanwhile.
pub(crate) fn with_function_source<T>(
    vm: &mut Vm,
    kind: DynamicKind,
    parameters: &[u16],
    body: StringId,
    compile: impl FnOnce(&mut Vm, &DynamicFunction) -> Completion<T>,
) -> Completion<T> {
    let (function, charged) = function_source(&mut vm.heap, kind, parameters, body)?;
    let compiled = match function {
        Some(function) => compile(vm, &function),
        None => vm.range_error(messages::STRING_TOO_LONG),
    };
    vm.heap.budget.resized(charged, 0);
    compiled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap() -> Heap {
        Heap::new(1, crate::names::TEXTS)
    }

    #[test]
    fn what_is_charged_is_enough_and_what_is_not_ascii_is_ticked() {
        let mut heap = heap();
        for text in ["", "abc", "é", "Ж漢", "𝒳y𝒳"] {
            let text = text.repeat(40_000);
            let string = heap.new_string(&text);
            let (before, spent) = (heap.budget.bytes(), heap.budget.fuel_spent());
            let (source, charged) = heap.with_units(string, eval_text).expect("a source");
            assert_eq!(source.text(), text);
            assert!(charged >= text.len() && charged <= 2 * text.len());
            assert_eq!(heap.budget.bytes(), before + charged);
            assert!(heap.budget.fuel_spent() - spent >= heap.string_length(string) as u64 / 4);
            heap.budget.resized(charged, 0);
        }
    }

    #[test]
    fn a_limit_in_the_middle_gives_everything_back() {
        for text in ["abc", "é", "漢"] {
            let mut heap = heap();
            let string = heap.new_string(&text.repeat(100_000));
            let flat = heap.flatten(string).expect("room");
            let before = heap.budget.bytes();
            for fuel in (0..250_000).step_by(10_000) {
                heap.budget.set_fuel(Some(fuel));
                match heap.with_units(string, eval_text) {
                    Ok((_, charged)) => heap.budget.resized(charged, 0),
                    Err(termination) => assert_eq!(termination, Termination::OutOfFuel),
                }
                assert_eq!(heap.budget.bytes(), before);
                heap.budget.set_fuel(Some(fuel));
                let units: Vec<u16> = heap.view(flat).units().collect();
                if let Ok((_, charged)) = function_source(&mut heap, DynamicKind::Plain, &units, string) {
                    heap.budget.resized(charged, 0);
                }
                assert_eq!(heap.budget.bytes(), before);
            }
            heap.budget.set_fuel(None);
            heap.budget.set_memory_limit(Some(before + 1000));
            assert_eq!(heap.with_units(string, eval_text).err(), Some(Termination::OutOfMemory));
            assert_eq!(heap.budget.bytes(), before);
        }
    }
}
