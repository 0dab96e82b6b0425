//! Arithmetic in calendars of the moon. `temporal_rs` counts their months one by one, and for differences it begins again for each
//! month. So the work is charged before, and differences in months over thousands of years are refused.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use temporal_rs::options::{DifferenceSettings, RelativeTo, Unit};
use temporal_rs::{Calendar, Duration};

use crate::calendar;

/// Ticks for an operation in such a calendar, which computes a few new moons.
const MOON: u64 = 64;

/// Months that no two dates are apart. Whoever adds more leaves the range of dates.
const MOST_MONTHS: i64 = 7_000_000;

/// Nanoseconds of a day.
const NS_PER_DAY: i128 = 86_400_000_000_000;

/// Years over which a difference is counted in months: some 40 ms.
const MOST_YEARS: i128 = 2000;

/// Days of the shortest year of a calendar.
const DAYS_PER_YEAR: i128 = 354;

/// Charges an addition of months.
pub(crate) fn charge_addition(vm: &mut Vm, calendar: &Calendar, added: &Duration) -> Completion<()> {
    if !calendar::is_of_moon(calendar) {
        return Ok(());
    }
    let months = added.months().abs();
    if months > MOST_MONTHS {
        return vm.range_error("The date is out of range");
    }
    vm.work(months as u64 + MOON)
}

/// Charges a difference of two points, in nanoseconds. A RangeError if it would take too long.
pub(crate) fn charge_difference(
    vm: &mut Vm,
    calendar: &Calendar,
    points: [i128; 2],
    settings: &DifferenceSettings,
) -> Completion<()> {
    let [from, to] = points;
    let units = [settings.largest_unit, settings.smallest_unit];
    charge(vm, calendar, (to - from).abs(), units)
}

/// Charges the rounding of a duration, or a total of it, at a place in the calendar.
pub(crate) fn charge_relative(
    vm: &mut Vm,
    relative: Option<&RelativeTo>,
    duration: &Duration,
    units: [Option<Unit>; 2],
) -> Completion<()> {
    let calendar = match relative {
        Some(RelativeTo::PlainDate(date)) => date.calendar(),
        Some(RelativeTo::ZonedDateTime(zoned)) => zoned.calendar(),
        None => return Ok(()),
    };
    if !calendar::is_of_moon(calendar) {
        return Ok(());
    }
    charge_addition(vm, calendar, duration)?;
    let months = i128::from(duration.years()) * 13 + i128::from(duration.months());
    let days = months * 30 + i128::from(duration.weeks()) * 7 + i128::from(duration.days());
    let seconds = i128::from(duration.hours()) * 3600
        + i128::from(duration.minutes()) * 60
        + i128::from(duration.seconds())
        + i128::from(duration.milliseconds()) / 1000
        + duration.microseconds() / 1_000_000
        + duration.nanoseconds() / 1_000_000_000;
    let span = days * NS_PER_DAY + seconds * 1_000_000_000;
    // A duration that is in months stays so.
    let own = (duration.months() != 0 && duration.years() == 0).then_some(Unit::Month);
    charge(vm, calendar, span.abs(), [units[0].or(own), units[1]])
}

fn charge(vm: &mut Vm, calendar: &Calendar, span: i128, units: [Option<Unit>; 2]) -> Completion<()> {
    if !calendar::is_of_moon(calendar) {
        return Ok(());
    }
    let [largest, smallest] = units;
    let largest = largest.filter(|&unit| unit != Unit::Auto).or(smallest);
    if largest != Some(Unit::Month) {
        return vm.work(MOON);
    }
    let years = span / (NS_PER_DAY * DAYS_PER_YEAR);
    if years > MOST_YEARS {
        return vm.range_error("The dates are too far apart to count months of this calendar");
    }
    // Each month is counted from the first one on, a fourth of a microsecond for ten years.
    vm.work((years * years / 4) as u64 + MOON)
}
