//! Extension: dates as people and older programs write them.
//!
//! Examples: `Mon, 25 Dec 1995 13:30:00 GMT`, `Dec 25, 1995 1:30 PM EST`, `12/25/1995`, `1995-12-25 13:30`, and the
//! results of toString and toUTCString. The rules follow what other engines do:
//!
//! - Up to three numbers are a date: month, day, year; or year, month, day if the first cannot be a day. If the month
//!   has a name: day, year; or year, day. Missing ones are 1. Years of two digits are in this century below 50, else in
//!   the last one. After a named month and a day, a minus with four digits or more is a year before the first one.
//! - Numbers with colons between them are a time, and so is the number after them: `10:20:30.5`. AM or PM may follow.
//! - GMT, UTC, Z and the zones of the United States give an offset. So do `+0100`, `+01:00` and `+1` after UTC or a
//!   time.
//! - Words before the first number, white space, text in parentheses and most signs mean nothing.

use super::super::format::MONTHS;
use super::iso::DateParts;
use super::scanner::{Number, Scanner, Token, WORD_LETTERS, Word};
use super::{Moment, TimeOfDay, moment};

/// Names of zones with their hours ahead of UTC.
const ZONES: [(&str, i32); 12] = [
    ("z", 0),
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
];

/// The greatest hours after a sign: other engines count the seconds of an offset in 32 bits.
const MOST_OFFSET_HOURS: u32 = i32::MAX as u32 / 3600;

/// `AM` or `PM`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum HalfDay {
    Morning,
    Afternoon,
}

/// An offset from UTC as read so far.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Offset {
    is_negative: bool,
    hours: u32,
    minutes: u32,
}

/// The parts read so far.
#[derive(Default)]
pub(super) struct FreeForm {
    date: DateParts,
    /// The named month, from 1.
    named_month: Option<u32>,
    /// Hours, minutes, seconds, milliseconds.
    time: [u32; 4],
    /// The number of known entries in `time`.
    time_count: usize,
    half_day: Option<HalfDay>,
    offset: Option<Offset>,
    /// True if the next number is the minutes of the offset.
    expects_offset_minutes: bool,
    has_number: bool,
}

/// The error of text that is no date.
struct Unreadable;

impl FreeForm {
    /// Creates a reader that continues after a date.
    pub fn after(date: DateParts) -> Self {
        FreeForm { date, has_number: date.count > 0, ..FreeForm::default() }
    }

    /// Reads to the end.
    pub fn read(mut self, scanner: &mut Scanner<'_>) -> Option<Moment> {
        loop {
            let step = match scanner.next() {
                Token::End => return self.moment(),
                Token::Space => Ok(()),
                Token::Number(number) => self.number(number, scanner),
                Token::Word(word) => self.word(word, scanner),
                Token::Symbol(symbol) => self.symbol(symbol, scanner),
            };
            step.ok()?;
        }
    }

    /// Places a number by its neighbours: a part of the time at colons, the minutes of an offset that has begun,
    /// otherwise a part of the date.
    fn number(&mut self, number: Number, scanner: &mut Scanner<'_>) -> Result<(), Unreadable> {
        self.has_number = true;
        let value = number.value;
        if scanner.skip(b':') {
            // Two colons leave out the minutes.
            if scanner.skip(b':') {
                return if self.time_count == 0 { self.push_times(&[value, 0]) } else { Err(Unreadable) };
            }
            self.push_times(&[value])?;
            scanner.skip(b'.');
            return Ok(());
        }
        if scanner.skip(b'.') && self.expects_time(value) {
            self.push_times(&[value])?;
            let milliseconds = scanner.fraction().ok_or(Unreadable)?;
            self.end_time(milliseconds);
            return Ok(());
        }
        if self.expects_offset_minutes && value < 60 {
            self.expects_offset_minutes = false;
            self.offset.iter_mut().for_each(|offset| offset.minutes = value);
            return Ok(());
        }
        if self.expects_time(value) {
            self.end_time(value);
            return if is_end_of_time(*scanner) { Ok(()) } else { Err(Unreadable) };
        }
        self.push_date(value.into(), number.length, scanner)
    }

    fn push_date(&mut self, value: i64, length: usize, scanner: &mut Scanner<'_>) -> Result<(), Unreadable> {
        if !self.date.push(value, length > 2) {
            return Err(Unreadable);
        }
        scanner.skip(b'-');
        Ok(())
    }

    /// Returns whether the number can continue a time that has begun.
    fn expects_time(&self, value: u32) -> bool {
        match self.time_count {
            1 | 2 => value < 60,
            3 => value < 1000,
            _ => false,
        }
    }

    fn push_times(&mut self, values: &[u32]) -> Result<(), Unreadable> {
        for &value in values {
            *self.time.get_mut(self.time_count).ok_or(Unreadable)? = value;
            self.time_count += 1;
        }
        Ok(())
    }

    /// Ends the time with its last number. After four numbers, the value means nothing.
    fn end_time(&mut self, value: u32) {
        if let Some(place) = self.time.get_mut(self.time_count) {
            *place = value;
        }
        self.time_count = self.time.len();
    }

    /// Takes AM or PM, a month, or a zone. Any other word fails behind a number or directly before one.
    fn word(&mut self, word: Word, scanner: &mut Scanner<'_>) -> Result<(), Unreadable> {
        if let Some(half_day) = half_day(word).filter(|_| self.time_count > 0) {
            self.half_day = Some(half_day);
        } else if let Some(month) = month(word) {
            self.named_month = Some(month);
            scanner.skip(b'-');
        } else if let Some(hours) = zone(word).filter(|_| self.has_number) {
            self.offset = Some(Offset { is_negative: hours < 0, hours: hours.unsigned_abs(), minutes: 0 });
            self.expects_offset_minutes = false;
        } else if self.has_number || scanner.peek().is_some_and(|next| next.is_ascii_digit()) {
            // Other words mean nothing before the first number, if something stands between.
            return Err(Unreadable);
        }
        Ok(())
    }

    /// Takes a sign as that of an offset, or of a year before the first. A sign with no such meaning, or a `)`, fails
    /// behind a number. The year -000000 is invalid everywhere, ECMA-262 21.4.1.32.1.
    fn symbol(&mut self, symbol: u8, scanner: &mut Scanner<'_>) -> Result<(), Unreadable> {
        let mut ahead = *scanner;
        if symbol == b'-' && ahead.fixed_number(6) == Some(0) {
            return Err(Unreadable);
        }
        let is_sign = matches!(symbol, b'+' | b'-');
        let is_utc = self.offset.is_some_and(|offset| offset.hours == 0 && offset.minutes == 0);
        if is_sign && (is_utc || self.time_count > 0) {
            return self.signed_offset(symbol == b'-', scanner);
        }
        if symbol == b'-' && self.named_month.is_some() && self.date.count == 1 {
            let year = scanner.number().filter(|number| number.length >= 4).ok_or(Unreadable)?;
            return self.push_date(-i64::from(year.value), year.length, scanner);
        }
        if (is_sign || symbol == b')') && self.has_number { Err(Unreadable) } else { Ok(()) }
    }

    /// Reads the digits behind a sign: hours, or hours and minutes. Behind a colon, the next number is the minutes.
    fn signed_offset(&mut self, is_negative: bool, scanner: &mut Scanner<'_>) -> Result<(), Unreadable> {
        let Number { value, length } = scanner.number().unwrap_or(Number { value: 0, length: 0 });
        self.has_number = true;
        self.expects_offset_minutes = scanner.peek() == Some(b':');
        let (hours, minutes) = match length {
            _ if self.expects_offset_minutes => (value, 0),
            1 | 2 => (value, 0),
            3 | 4 => (value / 100, value % 100),
            _ => return Err(Unreadable),
        };
        self.offset = Some(Offset { is_negative, hours, minutes });
        Ok(())
    }

    /// Puts the parts together. `None` if there is no date, or a part is out of range. Without an offset the moment is
    /// in local time.
    fn moment(&self) -> Option<Moment> {
        let (year, month, date) = self.year_month_date()?;
        let [mut hour, minute, second, millisecond] = self.time;
        if let Some(half) = self.half_day {
            if hour > 12 {
                return None;
            }
            hour = hour % 12 + if half == HalfDay::Afternoon { 12 } else { 0 };
        }
        let time = TimeOfDay { hour, minute, second, millisecond };
        if self.offset.is_some_and(|offset| offset.hours > MOST_OFFSET_HOURS) {
            return None;
        }
        let offset = self.offset.map(|Offset { is_negative, hours, minutes }| {
            let minutes = f64::from(hours) * 60.0 + f64::from(minutes);
            if is_negative { -minutes } else { minutes }
        });
        time.is_legal().then(|| moment(year as f64, month, date, time, offset))
    }

    /// Assigns the numbers of the date, by the rules of this file's introduction. `None` if there is no number, or one
    /// is out of range.
    fn year_month_date(&self) -> Option<(i64, u32, u32)> {
        let DateParts { mut values, are_long, count } = self.date;
        if count == 0 {
            return None;
        }
        values[count..].fill(1);
        let [first, second, third] = values;
        let is_day = (1..=31).contains(&first);
        let (place_of_year, month, date) = match self.named_month {
            Some(month) if is_day => (1, month.into(), first),
            Some(month) => (0, month.into(), second),
            None if is_day => (2, first, second),
            None => (0, second, third),
        };
        let year = values[place_of_year];
        let year = if are_long[place_of_year] { year } else { full_year(year) };
        let is_legal = (1..=12).contains(&month) && (1..=31).contains(&date);
        is_legal.then_some((year, month as u32, date as u32))
    }
}

/// Expands a year of one or two digits.
fn full_year(year: i64) -> i64 {
    match year {
        0..50 => 2000 + year,
        50..100 => 1900 + year,
        _ => year,
    }
}

/// Returns whether the text directly after the last number of a time can end it.
fn is_end_of_time(mut scanner: Scanner<'_>) -> bool {
    if scanner.is_at_end() || scanner.is_at_white_space() {
        return true;
    }
    match scanner.next() {
        Token::Symbol(symbol) => matches!(symbol, b'+' | b'-'),
        Token::Word(word) => word.is("z"),
        _ => false,
    }
}

impl Word {
    /// Returns whether this is the word, of up to three letters.
    fn is(self, text: &str) -> bool {
        self.length == text.len() && self.letters[..self.length.min(WORD_LETTERS)] == *text.as_bytes()
    }
}

fn half_day(word: Word) -> Option<HalfDay> {
    match word {
        _ if word.is("am") => Some(HalfDay::Morning),
        _ if word.is("pm") => Some(HalfDay::Afternoon),
        _ => None,
    }
}

/// Returns the month that begins with these letters, from 1.
fn month(word: Word) -> Option<u32> {
    let month = MONTHS.iter().position(|month| word.letters.eq_ignore_ascii_case(month.as_bytes()))?;
    Some(month as u32 + 1)
}

/// Returns the zone's hours ahead of UTC.
fn zone(word: Word) -> Option<i32> {
    ZONES.iter().find(|&&(name, _)| word.is(name)).map(|&(_, hours)| hours)
}
