//! Cost of arithmetic in calendars other than that of ISO 8601. `temporal_rs` counts their months one by one,
//! whatever is added. For differences in months of calendars of the moon it begins again for each month. Nothing
//! interrupts it, so the work is charged before, and what would take too long is refused.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use temporal_rs::options::{DifferenceSettings, RelativeTo, Unit};
use temporal_rs::{Calendar, Duration};

use crate::calendar::{self, Months};

/// Ticks for an operation in any such calendar.
const LOOKUPS: u64 = 8;

/// More months than lie between any two dates. Adding this many leaves the range of dates.
const MOST_MONTHS: i128 = 7_000_000;

const NS_PER_SECOND: i128 = 1_000_000_000;
const NS_PER_DAY: i128 = 86_400 * NS_PER_SECOND;
const DAYS_PER_MONTH: i128 = 30;
const MONTHS_PER_YEAR: i128 = 13;

/// Years of the moon, which are the shortest ones.
const DAYS_PER_YEAR: i128 = 354;

/// Costs of a calendar's months.
struct Costs {
    /// Months counted for a tick.
    months: u64,
    /// Most years over which a difference is counted in months: some 10 ms. None if the count is done at once.
    most_years: Option<i128>,
    /// Square years of such a difference for a tick.
    square_years: u64,
}

fn costs(calendar: &Calendar) -> Option<Costs> {
    match calendar::months(calendar) {
        Months::Iso => None,
        Months::OfSun => Some(Costs { months: 16, most_years: None, square_years: 1 }),
        Months::ByRules => Some(Costs { months: 8, most_years: Some(10_000), square_years: 256 }),
        Months::ByNewMoons => Some(Costs { months: 2, most_years: Some(2000), square_years: 8 }),
    }
}

/// Charges finding a date by its fields, or the date of reference of a month or a day: years of the moon are tried.
pub(crate) fn charge_fields(vm: &mut Vm, calendar: &Calendar) {
    vm.work_later(match calendar::months(calendar) {
        Months::Iso => 0,
        Months::OfSun => LOOKUPS,
        Months::ByRules => 4 * LOOKUPS,
        Months::ByNewMoons => 12 * LOOKUPS,
    });
}

/// Charges an addition to a date, and returns the calendar in which it is done. Days are the same in all of them.
pub(crate) fn charge_addition(vm: &mut Vm, calendar: &Calendar, added: &Duration) -> Completion<Calendar> {
    let Some(costs) = costs(calendar) else { return Ok(Calendar::ISO) };
    if added.years() == 0 && added.months() == 0 {
        return Ok(Calendar::ISO);
    }
    charge_months(vm, &costs, span(added))?;
    Ok(calendar.clone())
}

/// Charges a difference of two points, in nanoseconds. A RangeError if it would take too long.
pub(crate) fn charge_difference(
    vm: &mut Vm,
    calendar: &Calendar,
    points: [i128; 2],
    settings: &DifferenceSettings,
) -> Completion<()> {
    let Some(costs) = costs(calendar) else { return Ok(()) };
    let [from, to] = points;
    let span = (to - from).abs();
    charge_months(vm, &costs, span)?;
    charge_count(vm, &costs, span, [settings.largest_unit, settings.smallest_unit])
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
    let Some(costs) = costs(calendar) else { return Ok(()) };
    let span = span(duration);
    // It is added, and the difference is rounded by adding to it.
    charge_months(vm, &costs, span.saturating_mul(2))?;
    // A duration in months stays one, if nothing else is asked for.
    let [largest, smallest] = units;
    let is_in_months = duration.months() != 0 && duration.years() == 0 && smallest != Some(Unit::Year);
    let own = is_in_months.then_some(Unit::Month);
    charge_count(vm, &costs, span, [largest.filter(|&unit| unit != Unit::Auto).or(own), smallest])
}

/// Charges the comparison of two durations at a place in the calendar. They are only added to it where they have units whose
/// length depends on the place: CompareTemporalDuration, Temporal 7.2.3, steps 12 and 13.
pub(crate) fn charge_comparison(
    vm: &mut Vm,
    relative: Option<&RelativeTo>,
    durations: [&Duration; 2],
) -> Completion<()> {
    let has_days = durations.iter().any(|duration| duration.days() != 0);
    let has_calendar_units = durations.iter().any(|duration| calendar_days(duration) != 0);
    let (calendar, is_plain) = match relative {
        Some(RelativeTo::PlainDate(date)) if has_calendar_units => (date.calendar(), true),
        Some(RelativeTo::ZonedDateTime(zoned)) if has_calendar_units || has_days => (zoned.calendar(), false),
        _ => return Ok(()),
    };
    let Some(costs) = costs(calendar) else { return Ok(()) };
    for duration in durations {
        let span = if is_plain { (calendar_days(duration) * NS_PER_DAY).abs() } else { span(duration) };
        charge_months(vm, &costs, span)?;
    }
    Ok(())
}

/// Returns about how many days the years, months and weeks of a duration have, and not more than they have.
fn calendar_days(duration: &Duration) -> i128 {
    i128::from(duration.years()) * DAYS_PER_YEAR
        + i128::from(duration.months()) * (DAYS_PER_MONTH - 1)
        + i128::from(duration.weeks()) * 7
}

/// Returns about how many nanoseconds a duration has, and not more than it has.
fn span(duration: &Duration) -> i128 {
    let days = calendar_days(duration) + i128::from(duration.days());
    let seconds = i128::from(duration.hours()) * 3600
        + i128::from(duration.minutes()) * 60
        + i128::from(duration.seconds())
        + i128::from(duration.milliseconds()) / 1000
        + duration.microseconds() / 1_000_000
        + duration.nanoseconds() / NS_PER_SECOND;
    (days * NS_PER_DAY + seconds * NS_PER_SECOND).abs()
}

/// Charges the months of a span.
fn charge_months(vm: &mut Vm, costs: &Costs, span: i128) -> Completion<()> {
    let months = span / (NS_PER_DAY * DAYS_PER_MONTH);
    if months > 2 * MOST_MONTHS {
        return vm.range_error("The date is out of range");
    }
    vm.work(months as u64 / costs.months + LOOKUPS)
}

/// Charges a count of months, if months are counted.
fn charge_count(vm: &mut Vm, costs: &Costs, span: i128, units: [Option<Unit>; 2]) -> Completion<()> {
    let [largest, smallest] = units;
    let largest = largest.filter(|&unit| unit != Unit::Auto).or(smallest);
    let Some(most_years) = costs.most_years.filter(|_| largest == Some(Unit::Month)) else { return Ok(()) };
    let years = span / (NS_PER_DAY * DAYS_PER_MONTH * MONTHS_PER_YEAR);
    if years > most_years {
        return vm.range_error("The dates are too far apart to count months of this calendar");
    }
    vm.work((years * years) as u64 / costs.square_years)
}
