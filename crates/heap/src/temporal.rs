//! Objects of Temporal: dates and times of the wall, points in time, durations.
//!
//! The slots are plain data. Calendars are numbers of a table of the crate `temporal`. A zone of time is its name, as the numbers
//! by which libraries know zones change with the database.

use ferrotape_bytecode::{Read, Reader, Saved, Writer};

use crate::id::StringId;
use crate::object::internal_slots::row;

row! {
    /// The internal slots of all objects of Temporal but durations.
    #[derive(Copy, Clone)]
    boxed Temporal {
        state {
            slots: TemporalSlots,
        }
        links {
            /// [[TimeZone]]; empty for objects without a zone.
            zone: StringId = "[[TimeZone]]",
        }
    }
}

row! {
    /// The internal slots of a Temporal.Duration: integral numbers of the same sign.
    #[derive(Copy, Clone, PartialEq, Debug)]
    boxed TemporalDuration {
        state {
            years: f64,
            months: f64,
            weeks: f64,
            days: f64,
            hours: f64,
            minutes: f64,
            seconds: f64,
            milliseconds: f64,
            microseconds: f64,
            nanoseconds: f64,
        }
        links {}
    }
    check |duration, _cells| {
        duration.fields().iter().all(|field| field.is_finite() && field.trunc() == *field)
            => "a duration has fields that are not integers",
    }
}

impl TemporalDuration {
    /// Returns the fields from years to nanoseconds.
    pub fn fields(&self) -> [f64; 10] {
        let &TemporalDuration { years, months, weeks, days, hours, minutes, seconds, .. } = self;
        let &TemporalDuration { milliseconds, microseconds, nanoseconds, .. } = self;
        [years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds]
    }
}

/// Kind of an object of Temporal, with its state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TemporalSlots {
    PlainDate(CalendarDate),
    PlainTime(WallTime),
    PlainDateTime(CalendarDate, WallTime),
    /// The day is the reference day.
    PlainYearMonth(CalendarDate),
    /// The year is the reference year.
    PlainMonthDay(CalendarDate),
    /// [[EpochNanoseconds]]
    Instant(i128),
    /// [[EpochNanoseconds]], and the number of [[Calendar]].
    ZonedDateTime(i128, u8),
}

/// Identifiers of calendars by their numbers, which stay.
pub const CALENDAR_NAMES: [&str; 16] = [
    "iso8601",
    "gregory",
    "buddhist",
    "roc",
    "japanese",
    "coptic",
    "ethiopic",
    "ethioaa",
    "indian",
    "persian",
    "islamic-civil",
    "islamic-tbla",
    "islamic-umalqura",
    "hebrew",
    "chinese",
    "dangi",
];

/// [[ISODate]] and the number of [[Calendar]].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CalendarDate {
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    pub day: u8,
    pub calendar: u8,
}

/// [[Time]]: nanoseconds from midnight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WallTime(pub u64);

impl Saved for TemporalSlots {
    fn save(&self, to: &mut Writer) {
        match *self {
            TemporalSlots::PlainDate(date) => save_date(0, date, to),
            TemporalSlots::PlainTime(WallTime(time)) => {
                to.byte(1);
                to.number(time);
            }
            TemporalSlots::PlainDateTime(date, WallTime(time)) => {
                save_date(2, date, to);
                to.number(time);
            }
            TemporalSlots::PlainYearMonth(date) => save_date(3, date, to),
            TemporalSlots::PlainMonthDay(date) => save_date(4, date, to),
            TemporalSlots::Instant(nanoseconds) => {
                to.byte(5);
                to.bytes.extend_from_slice(&nanoseconds.to_le_bytes());
            }
            TemporalSlots::ZonedDateTime(nanoseconds, calendar) => {
                to.byte(6);
                to.bytes.extend_from_slice(&nanoseconds.to_le_bytes());
                to.byte(calendar);
            }
        }
    }

    /// Reads slots. Whether they make a date is checked each time that one is made of them.
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(match from.byte()? {
            0 => TemporalSlots::PlainDate(read_date(from)?),
            1 => TemporalSlots::PlainTime(read_time(from)?),
            2 => TemporalSlots::PlainDateTime(read_date(from)?, read_time(from)?),
            3 => TemporalSlots::PlainYearMonth(read_date(from)?),
            4 => TemporalSlots::PlainMonthDay(read_date(from)?),
            5 => TemporalSlots::Instant(read_nanoseconds(from)?),
            6 => TemporalSlots::ZonedDateTime(read_nanoseconds(from)?, from.byte()?),
            _ => return from.damaged("there is no such object of Temporal"),
        })
    }
}

fn save_date(which: u8, date: CalendarDate, to: &mut Writer) {
    let CalendarDate { year, month, day, calendar } = date;
    to.byte(which);
    year.save(to);
    [month, day, calendar].into_iter().for_each(|field| to.byte(field));
}

fn read_date(from: &mut Reader<'_>) -> Read<CalendarDate> {
    Ok(CalendarDate { year: i32::read(from)?, month: from.byte()?, day: from.byte()?, calendar: from.byte()? })
}

fn read_time(from: &mut Reader<'_>) -> Read<WallTime> {
    from.number().map(WallTime)
}

fn read_nanoseconds(from: &mut Reader<'_>) -> Read<i128> {
    let bytes = from.take(size_of::<i128>())?;
    Ok(i128::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default()))
}
