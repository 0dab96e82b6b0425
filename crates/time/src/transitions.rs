//! Transitions of a zone, for Temporal: which offsets a local time has, and when the offset changes.

use jiff::Timestamp;
use jiff::tz::AmbiguousOffset;

use super::time_zone::{ONLY_RULES, TimeZone, civil_time, in_range, timestamp};

const MS_PER_SECOND: i64 = 1000;

/// Changes of a zone's data that are looked at for one that changes the offset. The data have a few without: names of the same
/// offset, or daylight saving time in place of standard time.
const MOST_CHANGES: usize = 64;

/// Two years: the changes of a yearly rule are never so far apart.
const BETWEEN_CHANGES: i64 = 2 * 366 * 86_400 * MS_PER_SECOND;

/// The offsets that a local time has, in seconds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LocalOffsets {
    One(i64),
    /// The time comes twice.
    Two([i64; 2]),
    /// The time is skipped at a change: the offsets before and after, and when it is in seconds since the epoch.
    None {
        before: i64,
        after: i64,
        change: i64,
    },
}

impl TimeZone {
    /// Returns the identifier in the IANA database, if it is a zone of it.
    pub fn name(&self) -> Option<&str> {
        self.0.iana_name()
    }

    /// Returns the offsets of a local time in milliseconds: GetNamedTimeZoneEpochNanoseconds, Temporal 11.1.2.
    pub fn offsets_at_local(&self, time: i64) -> LocalOffsets {
        let Some(local) = civil_time(time) else { return LocalOffsets::One(0) };
        match self.0.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => LocalOffsets::One(offset.seconds().into()),
            AmbiguousOffset::Fold { before, after } => {
                LocalOffsets::Two([before.seconds().into(), after.seconds().into()])
            }
            AmbiguousOffset::Gap { before, after } => {
                let (before, after) = (i64::from(before.seconds()), i64::from(after.seconds()));
                // With the offset before, the time is at the change or behind it.
                let behind = time.div_euclid(MS_PER_SECOND) - before + 1;
                let change = self.change(behind * MS_PER_SECOND, false).unwrap_or(behind * MS_PER_SECOND);
                LocalOffsets::None { before, after, change: change.div_euclid(MS_PER_SECOND) }
            }
        }
    }

    /// Returns the next time after a time in milliseconds at which the offset changes, or the last one before it:
    /// GetNamedTimeZoneNextTransition and GetNamedTimeZonePreviousTransition, Temporal 11.1.4.
    pub fn change(&self, time: i64, is_next: bool) -> Option<i64> {
        let near = in_range(time);
        if near > time && !is_next {
            // It is before all changes.
            return None;
        }
        let from = timestamp(time)?;
        let found = if is_next {
            self.changed(self.0.following(from).map(|change| change.timestamp()))
        } else {
            self.changed(self.0.preceding(from).map(|change| change.timestamp()))
        };
        // A time before all data stands for itself, a time far behind them for one of the same place in the cycle. A zone without
        // a rule has had its last change long before.
        let is_of_rule = |found: i64| found > ONLY_RULES - BETWEEN_CHANGES;
        found.map(|found| found + if near < time && is_of_rule(found) { time - near } else { 0 })
    }

    /// Returns the first of some changes at which the offset is another one.
    fn changed(&self, changes: impl Iterator<Item = Timestamp>) -> Option<i64> {
        let offset = |millisecond: i64| {
            Timestamp::from_millisecond(millisecond).map_or(0, |time| self.0.to_offset(time).seconds())
        };
        let times = changes.take(MOST_CHANGES).map(|change| change.as_second() * MS_PER_SECOND);
        times.into_iter().find(|&time| offset(time) != offset(time - MS_PER_SECOND))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3600;

    fn zone(name: &str) -> TimeZone {
        TimeZone::named(name).expect("a zone of the database")
    }

    #[test]
    fn skipped_and_repeated_times_have_their_offsets() {
        let berlin = zone("Europe/Berlin");
        // 31 March 2024, 2:30, was skipped at 1:00 in UTC.
        let skipped = 1_711_852_200;
        let change = skipped - HOUR - HOUR / 2;
        assert_eq!(
            berlin.offsets_at_local(skipped * 1000),
            LocalOffsets::None { before: HOUR, after: 2 * HOUR, change }
        );
        // 27 October 2024, 2:30, was repeated.
        assert_eq!(berlin.offsets_at_local(1_729_996_200_000), LocalOffsets::Two([2 * HOUR, HOUR]));
        assert_eq!(berlin.offsets_at_local(0), LocalOffsets::One(HOUR));
    }

    #[test]
    fn changes_are_found_in_both_directions() {
        let berlin = zone("Europe/Berlin");
        let change = 1_711_846_800_000;
        assert_eq!(berlin.change(change - 1000, true), Some(change));
        assert_eq!(berlin.change(change + 1, false), Some(change));
        assert!(berlin.change(change, true).is_some_and(|next| next > change));
        assert!(berlin.change(change, false).is_some_and(|last| last < change));
        assert_eq!(zone("UTC").change(0, true), None);
        assert_eq!(zone("UTC").change(0, false), None);
        assert_eq!(berlin.change(-8_640_000_000_000_000, false), None);
        assert!(berlin.change(-8_640_000_000_000_000, true).is_some());
        assert!(berlin.change(8_000_000_000_000_000, true).is_some_and(|next| next > 8_000_000_000_000_000));
    }

    #[test]
    fn the_last_change_of_a_zone_without_a_rule_does_not_come_again() {
        let (tokyo, berlin) = (zone("Asia/Tokyo"), zone("Europe/Berlin"));
        for time in [16_725_225_600_000, 32_503_680_000_000, 8_640_000_000_000_000] {
            assert_eq!(tokyo.change(time, false), tokyo.change(0, false));
            assert_eq!(tokyo.change(time, true), None);
            assert!(berlin.change(time, false).is_some_and(|last| time - last < 366 * 86_400_000));
        }
        assert!(tokyo.change(0, false).is_some());
    }
}
