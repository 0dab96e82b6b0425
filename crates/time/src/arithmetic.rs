//! Time values and the arithmetic on them, ECMA-262 21.4.1: milliseconds since the epoch, years, months and days of the
//! proleptic Gregorian calendar. Nothing here knows of time zones.

pub const MS_PER_SECOND: f64 = 1000.0;
pub const MS_PER_MINUTE: f64 = 60_000.0;
pub const MS_PER_HOUR: f64 = 3_600_000.0;
pub const MS_PER_DAY: f64 = 86_400_000.0;

/// The largest magnitude of a time value: 100 million days.
const MAX_TIME: f64 = 8.64e15;

/// The most years and months that [`make_day`] accepts. They are far outside the range of time values, so that days and
/// milliseconds can bring a date back into it, and far inside the range of integers.
const MAX_YEARS: f64 = 1e6;
const MAX_MONTHS: f64 = 1e7;

const DAYS_PER_400_YEARS: i64 = 146_097;

/// Days from 1 March of the year 0 to the epoch.
const EPOCH_FROM_MARCH: i64 = 719_468;

/// The parts of a time value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fields {
    pub year: i64,
    /// The month, from 0.
    pub month: u8,
    /// The day of the month, from 1.
    pub date: u8,
    /// The day of the week, from Sunday, which is 0.
    pub weekday: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub millisecond: u16,
}

impl Fields {
    /// YearFromTime to msFromTime, ECMA-262 21.4.1.3 to 21.4.1.14. The time is finite and integral.
    pub fn of(time: f64) -> Self {
        let time = time as i64;
        let (day, in_day) = (time.div_euclid(MS_PER_DAY as i64), time.rem_euclid(MS_PER_DAY as i64));
        let (year, month, date) = year_month_date(day);
        Fields {
            year,
            month,
            date,
            // The epoch was a Thursday.
            weekday: (day + 4).rem_euclid(7) as u8,
            hour: (in_day / 3_600_000) as u8,
            minute: (in_day / 60_000 % 60) as u8,
            second: (in_day / 1000 % 60) as u8,
            millisecond: (in_day % 1000) as u16,
        }
    }

    /// Returns a time in UTC in the date time string format, ECMA-262 21.4.1.32.
    pub fn iso_text(&self) -> String {
        let &Fields { year, month, date, hour, minute, second, millisecond, .. } = self;
        let year = match year {
            0..=9999 => format!("{year:04}"),
            _ => format!("{year:+07}"),
        };
        let month = month + 1;
        format!("{year}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
    }
}

/// Returns the date of a day counted from the epoch, with months from 0. Internally years begin in March, so that leap
/// days come last.
fn year_month_date(day: i64) -> (i64, u8, u8) {
    let from_march = day + EPOCH_FROM_MARCH;
    let cycle = from_march.div_euclid(DAYS_PER_400_YEARS);
    let in_cycle = from_march.rem_euclid(DAYS_PER_400_YEARS);
    // The leap days before a day are subtracted, so that dividing by 365 gives its year.
    let leap_days = in_cycle / 1460 - in_cycle / 36_524 + in_cycle / 146_096;
    let year = (in_cycle - leap_days) / 365;
    let in_year = in_cycle - (year * 365 + year / 4 - year / 100);
    // Five months from March on have 153 days: 31, 30, 31, 30, 31.
    let month = (5 * in_year + 2) / 153;
    let date = in_year - first_day_of_month(month) + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 10 } else { month + 2 };
    (cycle * 400 + year + i64::from(is_next_year), month as u8, date as u8)
}

/// Returns the first day of a month, counted from the epoch, with months from 0.
fn first_day(year: i64, month: i64) -> i64 {
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
    let in_cycle = year * 365 + year / 4 - year / 100 + first_day_of_month(month);
    cycle * DAYS_PER_400_YEARS + in_cycle - EPOCH_FROM_MARCH
}

/// Returns the days before a month counted from March.
fn first_day_of_month(month: i64) -> i64 {
    (153 * month + 2) / 5
}

/// MakeTime ( hour, min, sec, ms ), ECMA-262 21.4.1.27
pub fn make_time(hour: f64, minute: f64, second: f64, millisecond: f64) -> f64 {
    let [hour, minute, second, millisecond] = [hour, minute, second, millisecond].map(to_integer);
    // The order of the roundings is specified.
    ((hour * MS_PER_HOUR + minute * MS_PER_MINUTE) + second * MS_PER_SECOND) + millisecond
}

/// MakeDay ( year, month, date ), ECMA-262 21.4.1.28
pub fn make_day(year: f64, month: f64, date: f64) -> f64 {
    let [year, month, date] = [year, month, date].map(to_integer);
    // Includes NaN.
    if !(year.abs() <= MAX_YEARS && month.abs() <= MAX_MONTHS && date.is_finite()) {
        return f64::NAN;
    }
    let (year, month) = (year as i64, month as i64);
    first_day(year + month.div_euclid(12), month.rem_euclid(12)) as f64 + date - 1.0
}

/// MakeDate ( day, time ), ECMA-262 21.4.1.29
pub fn make_date(day: f64, time: f64) -> f64 {
    let date = day * MS_PER_DAY + time;
    if date.is_finite() { date } else { f64::NAN }
}

/// MakeFullYear ( year ), ECMA-262 21.4.1.30
pub fn make_full_year(year: f64) -> f64 {
    let year = to_integer(year);
    if (0.0..=99.0).contains(&year) { 1900.0 + year } else { year }
}

/// TimeClip ( time ), ECMA-262 21.4.1.31
pub fn time_clip(time: f64) -> f64 {
    if time.abs() <= MAX_TIME { to_integer(time) } else { f64::NAN }
}

/// ToIntegerOrInfinity of a number. A number that is not finite makes the result NaN.
fn to_integer(number: f64) -> f64 {
    // Adding 0 turns -0 into +0.
    if number.is_finite() { number.trunc() + 0.0 } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        let mut day = first_day(-271_900, 0);
        let mut count = 0;
        // The step is coprime to the length of a cycle, so it visits all days of a cycle.
        while day < first_day(275_900, 0) {
            let (year, month, date) = year_month_date(day);
            assert_eq!(first_day(year, month.into()) + i64::from(date) - 1, day);
            assert!(month < 12 && (1..=31).contains(&date));
            count += 1;
            day += 997;
        }
        assert!(count > 200_000);
    }

    #[test]
    fn known_times_are_taken_apart() {
        let fields = |time: f64| {
            let f = Fields::of(time);
            (f.year, f.month, f.date, f.weekday, f.hour, f.minute, f.second, f.millisecond)
        };
        assert_eq!(fields(0.0), (1970, 0, 1, 4, 0, 0, 0, 0));
        assert_eq!(fields(-1.0), (1969, 11, 31, 3, 23, 59, 59, 999));
        assert_eq!(fields(951_782_400_000.0), (2000, 1, 29, 2, 0, 0, 0, 0));
        assert_eq!(fields(MAX_TIME), (275_760, 8, 13, 6, 0, 0, 0, 0));
        assert_eq!(fields(-MAX_TIME), (-271_821, 3, 20, 2, 0, 0, 0, 0));
    }

    #[test]
    fn months_carry_into_years() {
        assert_eq!(make_day(1970.0, 0.0, 1.0), 0.0);
        assert_eq!(make_day(1970.0, -1.0, 1.0), -31.0);
        assert_eq!(make_day(1970.0, 24.0, 1.0), make_day(1972.0, 0.0, 1.0));
        assert_eq!(make_day(1970.9, 0.9, 1.9), 0.0);
        assert_eq!(make_day(-271_821.0, 3.0, 20.0), -1e8);
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            assert!(make_day(bad, 0.0, 1.0).is_nan() && make_day(0.0, bad, 1.0).is_nan());
        }
    }

    #[test]
    fn sums_are_rounded_in_the_specified_order() {
        let time = make_time(80_063_993_375.0, 29.0, 1.0, -288_230_376_151_711_740.0);
        assert_eq!(time, 29_312.0);
        assert_eq!(make_date(29.0, time), 29.0 * MS_PER_DAY + 29_312.0);
        assert!(make_date(f64::MAX, 0.0).is_nan());
    }

    #[test]
    fn clipping_ends_at_the_limits() {
        assert_eq!(time_clip(MAX_TIME), MAX_TIME);
        assert!(time_clip(MAX_TIME + 1.0).is_nan() && time_clip(f64::NAN).is_nan());
        assert!(time_clip(-0.0).is_sign_positive() && time_clip(-0.9).is_sign_positive());
        assert_eq!(time_clip(-1.9), -1.0);
        assert_eq!(make_full_year(99.9), 1999.0);
        assert_eq!(make_full_year(-0.5), 1900.0);
        assert_eq!(make_full_year(100.0), 100.0);
    }
}
