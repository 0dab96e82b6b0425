//! Parts of ranges of dates: PartitionDateTimeRangePattern, ECMA-402 11.5.9.

use ferrotape_time::arithmetic::Fields;

use crate::date_pattern::DatePattern;
use crate::pattern::{Part, part};
use crate::zone::Zone;

/// Text between the ends of a range.
const RANGE: &str = "\u{2009}–\u{2009}";

/// Text between the ends of a range in languages without rules of their own.
const RANGE_ELSEWHERE: &str = " – ";

impl DatePattern {
    /// Returns the parts of a range. What both ends share at the start or at the end is written once where English does.
    pub(crate) fn range_parts(&self, [start, end]: [f64; 2], zone: &Zone) -> Vec<Part> {
        let (first, last) = (self.parts(start, zone), self.parts(end, zone));
        let fields = [start, end].map(|time| Fields::of(time + zone.offset_at(time as i64) as f64));
        if first == last && self.are_practically_equal(&fields) {
            return first;
        }
        let is_same_day = fields.iter().all(|other| {
            let date = |fields: &Fields| (fields.year, fields.month, fields.date);
            date(other) == date(&fields[0])
        });
        let begins_with_month = first.first().is_some_and(|part| part.r#type == "month");
        let has_words = matches!(&*self.month, "long" | "short") && begins_with_month && self.era.is_empty();
        let (before, behind) = if is_same_day && !self.hour.is_empty() {
            (date_before_time(&first), 0)
        } else if self.is_english
            && has_words
            && !self.has_time()
            && self.zone_name.is_empty()
            && fields[0].year == fields[1].year
        {
            let behind = if self.year.is_empty() { 0 } else { 2 };
            (if fields[0].month == fields[1].month && !self.day.is_empty() { 2 } else { 0 }, behind)
        } else {
            (0, 0)
        };
        let sourced = |part: &Part, source| Part { source, ..part.clone() };
        let ends = |parts: &[Part], source| {
            let until = parts.len().saturating_sub(behind);
            parts.get(before..until).unwrap_or_default().iter().map(|part| sourced(part, source)).collect::<Vec<_>>()
        };
        let mut parts = first.get(..before).unwrap_or_default().to_vec();
        parts.extend(ends(&first, "startRange"));
        parts.push(part("literal", if self.is_english { RANGE } else { RANGE_ELSEWHERE }));
        parts.extend(ends(&last, "endRange"));
        parts.extend(first.get(first.len().saturating_sub(behind)..).unwrap_or_default().iter().cloned());
        parts
    }

    /// Returns whether two times are the same in the smallest component that is shown, and in all larger ones.
    fn are_practically_equal(&self, [first, last]: &[Fields; 2]) -> bool {
        let shown = match () {
            () if self.has_seconds() => 6,
            () if !self.minute.is_empty() => 5,
            () if !self.hour.is_empty() => 4,
            () if [&self.day, &self.weekday, &self.day_period].into_iter().any(|form| !form.is_empty()) => 3,
            () if !self.month.is_empty() => 2,
            () => 1,
        };
        let components = |fields: &Fields| {
            let &Fields { month, date, hour, minute, second, .. } = fields;
            [fields.year, month.into(), date.into(), hour.into(), minute.into(), second.into()]
        };
        components(first)[..shown] == components(last)[..shown]
    }
}

/// Counts the parts of a date that an hour follows; none if anything of the date follows the hour, or of the time comes
/// before it.
fn date_before_time(parts: &[Part]) -> usize {
    let is_of_date = |part: &&Part| matches!(part.r#type, "weekday" | "era" | "year" | "month" | "day");
    let Some(hour) = parts.iter().position(|part| part.r#type == "hour") else { return 0 };
    let (before, behind) = parts.split_at(hour);
    let is_split = behind.iter().any(|part| is_of_date(&part)) || before.iter().any(|part| part.r#type == "dayPeriod");
    if is_split { 0 } else { hour }
}
