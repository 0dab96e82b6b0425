//! The Date Time String Format, ECMA-262 21.4.1.32.
//!
//! The format is `YYYY-MM-DDTHH:mm:ss.sssZ`. Parts of the date may be absent at the end, and from the time the seconds
//! and the milliseconds. Years may have a sign and six digits. A date alone is in UTC; a date and a time without an
//! offset are local.
//!
//! Extension: lower-case letters, any number of digits after the decimal point, `+HHmm` for `+HH:mm`.

use super::scanner::Scanner;
use super::{Moment, TimeOfDay, moment};

/// The result of reading a date in the specification's format.
pub(super) enum Iso {
    Moment(Moment),
    /// The text has the format, but is no date.
    Illegal,
    /// The text does not have the format, or not to its end. Contains the parts read.
    Begun(DateParts),
}

/// A year, a month and a date, or the first of them.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct DateParts {
    pub values: [i64; 3],
    /// True for values of more than two digits, which are complete years.
    pub are_long: [bool; 3],
    pub count: usize,
}

impl DateParts {
    /// Adds a value. Returns whether there was room.
    pub fn push(&mut self, value: i64, is_long: bool) -> bool {
        let Some(place) = self.values.get_mut(self.count) else { return false };
        *place = value;
        self.are_long[self.count] = is_long;
        self.count += 1;
        true
    }
}

/// Reads a moment, or as much of a date as there is.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Iso {
    let mut parts = DateParts::default();
    match year(scanner) {
        Ok(Some(year)) => parts.push(year, true),
        Ok(None) => return Iso::Begun(parts),
        Err(NegativeZero) => return Iso::Illegal,
    };
    for most in [12, 31] {
        if !scanner.skip(b'-') {
            break;
        }
        let mut ahead = *scanner;
        match ahead.fixed_number(2).filter(|value| (1..=most).contains(value)) {
            Some(value) => parts.push(value.into(), false),
            None => return Iso::Begun(parts),
        };
        *scanner = ahead;
    }
    let [year, month, date] = parts.values;
    let (year, month, date) = (year as f64, month.max(1) as u32, date.max(1) as u32);
    if scanner.is_at_end() {
        return Iso::Moment(moment(year, month, date, TimeOfDay::default(), Some(0.0)));
    }
    if !(scanner.skip(b'T') || scanner.skip(b't')) {
        return Iso::Begun(parts);
    }
    match time(scanner) {
        Some((time, offset)) => Iso::Moment(moment(year, month, date, time, offset)),
        None => Iso::Illegal,
    }
}

/// The year -000000, which is invalid.
struct NegativeZero;

/// Reads a year of four digits, or of six behind a sign. Without one the scanner stays where it is.
fn year(scanner: &mut Scanner<'_>) -> Result<Option<i64>, NegativeZero> {
    let mut ahead = *scanner;
    let is_negative = ahead.peek() == Some(b'-');
    let year = if ahead.skip(b'-') || ahead.skip(b'+') { ahead.fixed_number(6) } else { ahead.fixed_number(4) };
    let Some(year) = year.map(i64::from) else { return Ok(None) };
    *scanner = ahead;
    match is_negative {
        true if year == 0 => Err(NegativeZero),
        true => Ok(Some(-year)),
        false => Ok(Some(year)),
    }
}

/// Reads the part after the T to the end, with the offset in minutes if there is one.
fn time(scanner: &mut Scanner<'_>) -> Option<(TimeOfDay, Option<f64>)> {
    let hour = scanner.fixed_number(2)?;
    if !scanner.skip(b':') {
        return None;
    }
    let mut time = TimeOfDay { hour, minute: scanner.fixed_number(2)?, ..TimeOfDay::default() };
    if scanner.skip(b':') {
        time.second = scanner.fixed_number(2)?;
        if scanner.skip(b'.') {
            time.millisecond = scanner.fraction()?;
        }
    }
    let offset = offset(scanner)?;
    (time.is_legal() && scanner.is_at_end()).then_some((time, offset))
}

/// Reads an offset, in minutes. The outer `None` is a broken one, the inner `None` none at all.
fn offset(scanner: &mut Scanner<'_>) -> Option<Option<f64>> {
    if scanner.skip(b'Z') || scanner.skip(b'z') {
        return Some(Some(0.0));
    }
    let is_negative = scanner.peek() == Some(b'-');
    if !(scanner.skip(b'-') || scanner.skip(b'+')) {
        return Some(None);
    }
    let (hour, minute) = match scanner.fixed_number(4) {
        Some(both) => (both / 100, both % 100),
        None => {
            let hour = scanner.fixed_number(2)?;
            (hour, if scanner.skip(b':') { scanner.fixed_number(2)? } else { return None })
        }
    };
    if hour > 23 || minute > 59 {
        return None;
    }
    let minutes = f64::from(hour * 60 + minute);
    Some(Some(if is_negative { -minutes } else { minutes }))
}
