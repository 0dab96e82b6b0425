//! Parts of ranges of dates: PartitionDateTimeRangePattern, ECMA-402 11.5.9.

use ferrotape_time::arithmetic::Fields;

use crate::calendar::DateFields;
use crate::date_data::Field;
use crate::date_pattern::DatePattern;
use crate::pattern::{Part, part};
use crate::zone::Zone;

impl DatePattern {
    /// Returns the parts of a range. Components that both ends share are written once where the language does so; a date
    /// before two times always is. Ends without years are within one.
    pub(crate) fn range_parts(&self, [start, end]: [f64; 2], zone: &Zone, has_years: bool) -> Vec<Part> {
        let mut fields = [start, end].map(|time| self.fields(time, zone));
        if !has_years {
            (fields[1].parts.year, fields[1].era) = (fields[0].parts.year, fields[0].era);
        }
        let pattern = self.for_range(&fields);
        let (first, last) = (pattern.parts(start, zone), pattern.parts(end, zone));
        if first == last && self.are_practically_equal(&fields) {
            return first;
        }
        if let Some(parts) = pattern.by_own_pattern(&fields) {
            return parts;
        }
        let is_same_day = {
            let date = |DateFields { parts, era, .. }: DateFields| (era, parts.year, parts.month, parts.date);
            date(fields[0]) == date(fields[1])
        };
        let (before, behind) = if is_same_day && !pattern.hour.is_empty() {
            (
                date_before_time(&first),
                if pattern.is_english() && !pattern.has_seconds() { end_of_time(&first, &last) } else { 0 },
            )
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
        parts.push(part("literal", self.data.field(Field::RangeJoint)));
        parts.extend(ends(&last, "endRange"));
        parts.extend(first.get(first.len().saturating_sub(behind)..).unwrap_or_default().iter().cloned());
        parts
    }

    /// Adds what the ends differ in, if only smaller components are shown: the date to times of two days, month or year to days,
    /// the era to years.
    fn for_range(&self, ends: &[DateFields; 2]) -> DatePattern {
        let [first, last] = ends.map(|end| end.parts);
        let is_other_era = ends[0].era != ends[1].era;
        let mut pattern = self.clone();
        let is_other_year = is_other_era || first.year != last.year;
        let is_other_month = is_other_year || first.month != last.month;
        let is_other_day = is_other_month || first.date != last.date;
        let has_date = [&self.weekday, &self.year, &self.month, &self.day].into_iter().any(|form| !form.is_empty());
        let is_whole = self.has_time() && !has_date && is_other_day;
        let needs_day = self.has_time() && is_other_day;
        let is_within = !self.day.is_empty() || self.has_time();
        let needs_month = is_within && is_other_month || is_whole;
        let needs_year = is_within && is_other_year || is_whole;
        let mut is_changed = false;
        let needed =
            [(&mut pattern.day, needs_day), (&mut pattern.month, needs_month), (&mut pattern.year, needs_year)];
        for (form, is_needed) in needed {
            if is_needed && form.is_empty() {
                "numeric".clone_into(form);
                is_changed = true;
            }
        }
        if is_changed {
            pattern.set_date_components();
        }
        if is_other_era && !pattern.year.is_empty() && pattern.era.is_empty() {
            "short".clone_into(&mut pattern.era);
        }
        pattern
    }

    /// Returns the parts of a range by the pattern that the language has for such dates, if it has one.
    fn by_own_pattern(&self, [first, last]: &[DateFields; 2]) -> Option<Vec<Part>> {
        if self.has_time() || !self.zone_name.is_empty() || !self.era.is_empty() || self.own.is_some() {
            return None;
        }
        let differs = match () {
            () if first.parts.year != last.parts.year => 'y',
            () if first.parts.month != last.parts.month => 'M',
            () => 'd',
        };
        let pattern = self.data.keyed(Field::Ranges, &format!("{}{differs}", self.date_place))?;
        let (before, rest) = pattern.split_once('<')?;
        let (start, rest) = rest.split_once('>')?;
        let (joint, rest) = rest.split_once('<')?;
        let (end, behind) = rest.split_once('>')?;
        let parts_of = |pattern: &str, fields: &DateFields, source| {
            self.parts_by(pattern, fields, "").into_iter().map(move |part| Part { source, ..part })
        };
        let parts = parts_of(before, first, "shared")
            .chain(parts_of(start, first, "startRange"))
            .chain(parts_of(joint, first, "shared"))
            .chain(parts_of(end, last, "endRange"))
            .chain(parts_of(behind, last, "shared"));
        Some(parts.collect())
    }

    /// Returns whether two times are the same in the smallest component that is shown, and in all larger ones.
    fn are_practically_equal(&self, [first, last]: &[DateFields; 2]) -> bool {
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
        first.era == last.era && components(&first.parts)[..shown] == components(&last.parts)[..shown]
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

/// Counts the parts behind the numbers of two times that English shows once: the half of a day if it is the same, and the zone.
fn end_of_time(first: &[Part], last: &[Part]) -> usize {
    let half = |parts: &[Part]| parts.iter().position(|part| part.r#type == "dayPeriod");
    let zone = first.iter().position(|part| part.r#type == "timeZoneName");
    let from = match (half(first), half(last)) {
        (Some(place), Some(other)) if first.get(place) == last.get(other) => Some(place),
        _ => zone,
    };
    // The gap before it belongs to it.
    let Some(from) = from.and_then(|from| from.checked_sub(1)) else { return 0 };
    if first.get(from..) == last.get(last.len().saturating_sub(first.len() - from)..) { first.len() - from } else { 0 }
}
