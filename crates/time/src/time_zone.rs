//! The time zone of local time, with its offsets from UTC. This file and `transitions` alone know the source of the data.

use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{self, AmbiguousOffset};

use crate::arithmetic::Fields;
use crate::zone_names::zone_name;

const MS_PER_SECOND: i64 = 1000;

/// The cycle of the Gregorian calendar, days of the week included: 400 years.
const CYCLE: i64 = 146_097 * 86_400 * MS_PER_SECOND;

/// 1 January 2400. From then on every zone follows a yearly rule.
pub(crate) const ONLY_RULES: i64 = 13_569_465_600 * MS_PER_SECOND;

/// 1 January 1000, when all zones had their first offset.
const BEFORE_ALL: i64 = -30_610_224_000 * MS_PER_SECOND;

/// A time zone.
#[derive(Clone, Debug)]
pub struct TimeZone(pub(crate) tz::TimeZone);

impl TimeZone {
    /// Returns the zone of the environment variable `TZ`, else of the system's setting, else UTC.
    pub fn system() -> Self {
        TimeZone(tz::TimeZone::try_system().unwrap_or(tz::TimeZone::UTC))
    }

    /// Returns the zone of that name in the system's IANA database, or in the bundled one.
    pub fn named(name: &str) -> Option<Self> {
        tz::TimeZone::get(name).ok().map(TimeZone)
    }

    /// Returns the offset of local time from UTC at a time, in milliseconds: GetNamedTimeZoneOffsetNanoseconds,
    /// ECMA-262 21.4.1.20.
    pub fn offset_at(&self, time: i64) -> i64 {
        let offset = timestamp(time).map_or(0, |timestamp| self.0.to_offset(timestamp).seconds());
        i64::from(offset) * MS_PER_SECOND
    }

    /// Returns the offset at a local time, in milliseconds. A repeated local time means the first one. A skipped local
    /// time has the offset before the gap, as in UTC ( t ), ECMA-262 21.4.1.26.
    pub fn offset_at_local(&self, time: i64) -> i64 {
        let Some(local) = civil_time(time) else { return 0 };
        let offset = match self.0.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            AmbiguousOffset::Gap { before, .. } | AmbiguousOffset::Fold { before, .. } => before,
        };
        i64::from(offset.seconds()) * MS_PER_SECOND
    }

    /// Returns the English name of the zone at a time.
    pub fn name_at(&self, time: i64) -> String {
        let Some(timestamp) = timestamp(time) else { return String::new() };
        let info = self.0.to_offset_info(timestamp);
        zone_name(info.abbreviation(), info.offset().seconds() / 60)
    }
}

/// Maps a time to one with the same offset, in years that the database covers.
pub(crate) fn in_range(time: i64) -> i64 {
    if time < BEFORE_ALL {
        BEFORE_ALL
    } else if time < ONLY_RULES {
        time
    } else {
        ONLY_RULES + (time - ONLY_RULES) % CYCLE
    }
}

pub(crate) fn timestamp(time: i64) -> Option<Timestamp> {
    Timestamp::from_millisecond(in_range(time)).ok()
}

pub(crate) fn civil_time(time: i64) -> Option<civil::DateTime> {
    let Fields { year, month, date, hour, minute, second, .. } = Fields::of(in_range(time) as f64);
    let [month, date, hour, minute, second] = [month + 1, date, hour, minute, second].map(|field| field as i8);
    civil::DateTime::new(year.try_into().ok()?, month, date, hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn zone(name: &str) -> TimeZone {
        TimeZone::named(name).expect("a zone of the database")
    }

    #[test]
    fn names_are_looked_up() {
        assert!(TimeZone::named("Mars/Olympus_Mons").is_none());
        assert!(TimeZone::named("../../etc/passwd").is_none());
        assert_eq!(zone("UTC").offset_at(0), 0);
        assert_eq!(zone("europe/berlin").offset_at(0), HOUR);
    }

    #[test]
    fn skipped_and_repeated_times_take_the_offset_before() {
        let berlin = zone("Europe/Berlin");
        // 31 March 2024, 2:30, was skipped.
        let skipped = 1_711_852_200_000;
        assert_eq!(berlin.offset_at_local(skipped), HOUR);
        assert_eq!(berlin.offset_at_local(skipped + HOUR), 2 * HOUR);
        // 27 October 2024, 2:30, was repeated.
        assert_eq!(berlin.offset_at_local(1_729_996_200_000), 2 * HOUR);
        assert_eq!(berlin.offset_at_local(1_729_996_200_000 + HOUR), HOUR);
    }

    #[test]
    fn years_outside_of_the_data_have_offsets() {
        let berlin = zone("Europe/Berlin");
        let local_mean_time = (53 * 60 + 28) * 1000;
        for long_ago in [-8_640_000_000_000_000, BEFORE_ALL - 1, BEFORE_ALL] {
            assert_eq!(berlin.offset_at(long_ago), local_mean_time);
            assert_eq!(berlin.offset_at_local(long_ago), local_mean_time);
        }
        // A September.
        assert_eq!(berlin.offset_at(8_640_000_000_000_000), 2 * HOUR);
        assert_eq!(berlin.offset_at_local(8_640_000_000_000_000), 2 * HOUR);
        for winter in [ONLY_RULES - 1, ONLY_RULES, ONLY_RULES + CYCLE] {
            assert_eq!(berlin.offset_at(winter), HOUR);
        }
    }
}
