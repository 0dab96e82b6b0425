//! No pattern without back references takes more than time proportional to the text: doubling the text takes at most
//! two and a half times the work. Work is measured by the budget, so the figures are the same on every machine.

#[path = "redos/attacks.rs"]
mod attacks;

use attacks::{ATTACKS, Attack};
use ferrotape_budget::Budget;
use ferrotape_regexp::{Flags, Input, Regexp, Scratch};

/// Most work for each unit of the text. Counts need the most, which the linear matcher writes out.
const MOST_WORK_PER_UNIT: u64 = 600;

/// Fuel beyond what any attack may take, so that a failing test ends.
const FUEL: u64 = 400_000_000;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn regexp(attack: &Attack) -> Regexp {
    let flags = Flags::parse(&units(attack.flags)).expect(attack.name);
    let regexp = Regexp::new(&units(attack.pattern), flags, &mut Budget::default());
    regexp.unwrap_or_else(|error| panic!("{}: {error:?}", attack.name))
}

fn text(attack: &Attack, length: usize) -> Vec<u16> {
    let pump = units(attack.pump);
    let pumped = pump.iter().copied().cycle().take(length / pump.len() * pump.len());
    units(attack.prefix).into_iter().chain(pumped).chain(units(attack.suffix)).collect()
}

/// Returns the work of a search, or None if it was too much.
fn work(regexp: &Regexp, text: &[u16]) -> Option<u64> {
    let mut budget = Budget::default();
    budget.set_fuel(Some(FUEL));
    let narrow: Option<Vec<u8>> = text.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    let input = narrow.as_deref().map_or(Input::Utf16(text), Input::Latin1);
    regexp.find(input, 0, &mut budget, &mut Scratch::default()).ok()?;
    Some(budget.fuel_spent())
}

#[test]
fn twice_the_text_is_at_most_two_and_a_half_times_the_work() {
    assert!(ATTACKS.len() >= 60);
    let mut failures = Vec::new();
    for attack in ATTACKS.iter().filter(|attack| !has_back_reference(attack)) {
        let regexp = regexp(attack);
        let (once, twice) = (work(&regexp, &text(attack, 20_000)), work(&regexp, &text(attack, 40_000)));
        let most = MOST_WORK_PER_UNIT * 40_000;
        let is_linear = matches!((once, twice), (Some(once), Some(twice)) if twice * 2 <= once * 5 && twice <= most);
        if !is_linear {
            failures.push(format!("{}: /{}/ {once:?} → {twice:?}", attack.name, attack.pattern));
        }
    }
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), ATTACKS.len(), failures.join("\n"));
}

/// Returns whether the attack has a back reference. Only the budget bounds those.
fn has_back_reference(attack: &Attack) -> bool {
    (1..=9).any(|group| attack.pattern.contains(&format!(r"\{group}")))
}

#[test]
fn a_hundred_thousand_units_are_answered_at_once() {
    let attack = Attack { name: "", pattern: "(a+)+$", flags: "", prefix: "", pump: "a", suffix: "b" };
    let work = work(&regexp(&attack), &text(&attack, 100_000));
    assert!(work.is_some_and(|work| work < 4_000_000), "{work:?}");
}

#[test]
fn back_references_end_at_the_budget() {
    let attack = Attack { name: "", pattern: r"^(a+)+(\1b)+$", flags: "", prefix: "", pump: "a", suffix: "c" };
    assert_eq!(work(&regexp(&attack), &text(&attack, 1000)), None);
}
