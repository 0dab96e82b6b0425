//! Parts of formatted dates: FormatDateTimePattern, ECMA-402 11.5.5, in English with the Gregorian calendar.

use ferrotape_time::arithmetic::Fields;

use crate::names;
use crate::pattern::{Part, part};
use crate::resolved::Resolved;
use crate::zone::Zone;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Text between the ends of a range.
const RANGE: &str = "\u{2009}–\u{2009}";

/// A format of dates: for each component its form, empty for one that is not shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct DatePattern {
    weekday: String,
    era: String,
    year: String,
    month: String,
    day: String,
    day_period: String,
    hour: String,
    minute: String,
    second: String,
    fraction: usize,
    zone_name: String,
    hour_cycle: String,
    numbering_system: String,
    /// True if words join date and time.
    has_at: bool,
}

impl DatePattern {
    /// Returns the pattern that an object has resolved: by its components, or by its styles.
    pub(crate) fn of(resolved: &Resolved) -> DatePattern {
        let text = |name: &str| resolved.get_text(name).to_owned();
        let mut pattern = DatePattern {
            weekday: text("weekday"),
            era: text("era"),
            year: text("year"),
            month: text("month"),
            day: text("day"),
            day_period: text("dayPeriod"),
            hour: text("hour"),
            minute: text("minute"),
            second: text("second"),
            fraction: resolved.get_number("fractionalSecondDigits").unwrap_or(0).min(3) as usize,
            zone_name: text("timeZoneName"),
            hour_cycle: text("hourCycle"),
            numbering_system: text("numberingSystem"),
            has_at: resolved.get_text("month") == "long",
        };
        pattern.set_date_style(resolved.get_text("dateStyle"));
        pattern.set_time_style(resolved.get_text("timeStyle"));
        pattern
    }

    fn set_date_style(&mut self, style: &str) {
        let (weekday, month, year) = match style {
            "full" => ("long", "long", "numeric"),
            "long" => ("", "long", "numeric"),
            "medium" => ("", "short", "numeric"),
            "short" => ("", "numeric", "2-digit"),
            _ => return,
        };
        self.weekday = weekday.to_owned();
        self.month = month.to_owned();
        self.year = year.to_owned();
        self.day = "numeric".to_owned();
        self.has_at = month == "long";
    }

    fn set_time_style(&mut self, style: &str) {
        if style.is_empty() {
            return;
        }
        self.hour = "numeric".to_owned();
        self.minute = "2-digit".to_owned();
        if style != "short" {
            self.second = "2-digit".to_owned();
        }
        self.zone_name = match style {
            "full" => "long",
            "long" => "short",
            _ => "",
        }
        .to_owned();
    }

    /// Writes a number with at least so many digits.
    fn number(&self, number: i64, least: usize) -> String {
        let digits = format!("{:0least$}", number.unsigned_abs());
        let sign = if number < 0 { "-" } else { "" };
        let digits = digits.bytes().map(|byte| names::digit(&self.numbering_system, byte.wrapping_sub(b'0')));
        sign.chars().chain(digits).collect()
    }

    fn by_form(&self, form: &str, number: i64) -> String {
        self.number(number, if form == "2-digit" { 2 } else { 1 })
    }

    fn year_text(&self, year: i64) -> String {
        let shown = if year > 0 { year } else { 1 - year };
        if self.year == "2-digit" { self.number(shown % 100, 2) } else { self.number(shown, 1) }
    }

    fn month_text(&self, month: u8) -> String {
        let name = MONTHS.get(usize::from(month)).copied().unwrap_or_default();
        match &*self.month {
            "long" => name.to_owned(),
            "short" => name.chars().take(3).collect(),
            "narrow" => name.chars().take(1).collect(),
            form => self.by_form(form, i64::from(month) + 1),
        }
    }

    fn weekday_text(&self, weekday: u8) -> String {
        let name = DAYS.get(usize::from(weekday)).copied().unwrap_or_default();
        let length = match &*self.weekday {
            "short" => 3,
            "narrow" => 1,
            _ => name.len(),
        };
        name.chars().take(length).collect()
    }

    fn era_text(&self, year: i64) -> &'static str {
        match (&*self.era, year > 0) {
            ("long", true) => "Anno Domini",
            ("long", false) => "Before Christ",
            ("narrow", true) => "A",
            ("narrow", false) => "B",
            (_, true) => "AD",
            (_, false) => "BC",
        }
    }

    /// Adds the components of the date that are there, joined as English joins them.
    fn push_date(&self, fields: &Fields, parts: &mut Vec<Part>) {
        let has_words = matches!(&*self.month, "long" | "short" | "narrow");
        let year = (!self.year.is_empty()).then(|| part("year", self.year_text(fields.year)));
        let month = (!self.month.is_empty()).then(|| part("month", self.month_text(fields.month)));
        let day = (!self.day.is_empty()).then(|| part("day", self.by_form(&self.day, fields.date.into())));
        let weekday = (!self.weekday.is_empty()).then(|| part("weekday", self.weekday_text(fields.weekday)));
        if let (None, None, Some(day), Some(weekday)) = (&year, &month, &day, &weekday) {
            return parts.extend([day.clone(), part("literal", " "), weekday.clone()]);
        }
        let has_day = day.is_some();
        push_joined(weekday, ", ", parts);
        push_joined(month, if parts.is_empty() { "" } else { ", " }, parts);
        let joint = match parts.last().map(|part| part.r#type) {
            Some("month") if has_words => " ",
            Some("month") => "/",
            _ => ", ",
        };
        push_joined(day, joint, parts);
        let joint = match (parts.last().map(|part| part.r#type), has_words) {
            (Some("day"), true) => ", ",
            (Some("month"), true) => " ",
            (Some("weekday"), _) => ", ",
            _ if has_day || !self.month.is_empty() => "/",
            _ => " ",
        };
        push_joined(year, joint, parts);
        if !self.era.is_empty() {
            push_joined(Some(part("era", self.era_text(fields.year))), " ", parts);
        }
    }

    fn hour_text(&self, hour: u8) -> String {
        let hour = i64::from(hour);
        let (shown, is_padded) = match &*self.hour_cycle {
            "h11" => (hour % 12, false),
            "h12" => ((hour + 11) % 12 + 1, false),
            "h24" => ((hour + 23) % 24 + 1, true),
            _ => (hour, true),
        };
        self.number(shown, if is_padded || self.hour == "2-digit" { 2 } else { 1 })
    }

    /// Returns the time of day in words: `in the morning`.
    fn day_period_text(&self, fields: &Fields) -> &'static str {
        match (fields.hour, &*self.day_period) {
            (12, "narrow") => "n",
            (12, _) => "noon",
            (6..=11, _) => "in the morning",
            (13..=17, _) => "in the afternoon",
            (18..=20, _) => "in the evening",
            _ => "at night",
        }
    }

    /// Returns whether anything is shown behind the date, but for the zone.
    fn has_time(&self) -> bool {
        let forms = [&self.day_period, &self.hour, &self.minute, &self.second];
        self.fraction > 0 || forms.into_iter().any(|form| !form.is_empty())
    }

    fn push_time(&self, fields: &Fields, parts: &mut Vec<Part>) {
        if !self.hour.is_empty() {
            parts.push(part("hour", self.hour_text(fields.hour)));
        }
        if !self.minute.is_empty() {
            let is_alone = self.hour.is_empty() && self.second.is_empty();
            let least = if is_alone { 1 } else { 2 };
            push_joined(Some(part("minute", self.number(fields.minute.into(), least))), ":", parts);
        }
        if !self.second.is_empty() {
            let is_alone = self.minute.is_empty() && self.second != "2-digit";
            let least = if is_alone { 1 } else { 2 };
            push_joined(Some(part("second", self.number(fields.second.into(), least))), ":", parts);
        }
        if self.fraction > 0 {
            let digits = format!("{:03}", fields.millisecond);
            let digits =
                digits.bytes().take(self.fraction).map(|byte| names::digit(&self.numbering_system, byte - b'0'));
            push_joined(Some(part("fractionalSecond", digits.collect::<String>())), ".", parts);
        }
        let is_half_day = !self.hour.is_empty() && matches!(&*self.hour_cycle, "h11" | "h12");
        if !self.day_period.is_empty() && (is_half_day || self.hour.is_empty()) {
            push_joined(Some(part("dayPeriod", self.day_period_text(fields))), " ", parts);
        } else if is_half_day {
            push_joined(Some(part("dayPeriod", if fields.hour < 12 { "AM" } else { "PM" })), " ", parts);
        }
    }

    /// Returns the parts of a time in a zone.
    pub(crate) fn parts(&self, time: f64, zone: &Zone) -> Vec<Part> {
        let fields = Fields::of(time + zone.offset_at(time as i64) as f64);
        let (mut date, mut clock) = (Vec::new(), Vec::new());
        self.push_date(&fields, &mut date);
        self.push_time(&fields, &mut clock);
        let mut parts = date;
        if !clock.is_empty() {
            if !parts.is_empty() {
                parts.push(part("literal", if self.has_at { " at " } else { ", " }));
            }
            parts.extend(clock);
        }
        if !self.zone_name.is_empty() {
            let joint =
                if parts.last().is_some_and(|part| part.r#type == "year" || part.r#type == "day") { ", " } else { " " };
            push_joined(Some(part("timeZoneName", zone.name_at(time as i64, &self.zone_name))), joint, &mut parts);
        }
        parts
    }

    /// PartitionDateTimeRangePattern, 11.5.9. What both ends share at the start or at the end is written once where English
    /// does.
    pub(crate) fn range_parts(&self, [start, end]: [f64; 2], zone: &Zone) -> Vec<Part> {
        let (first, last) = (self.parts(start, zone), self.parts(end, zone));
        if first == last {
            return first;
        }
        let fields = [start, end].map(|time| Fields::of(time + zone.offset_at(time as i64) as f64));
        let is_same_day = fields.iter().all(|other| {
            let date = |fields: &Fields| (fields.year, fields.month, fields.date);
            date(other) == date(&fields[0])
        });
        let has_words = matches!(&*self.month, "long" | "short") && self.weekday.is_empty() && self.era.is_empty();
        let (before, behind) = if is_same_day && !self.hour.is_empty() {
            (first.iter().position(|part| part.r#type == "hour").unwrap_or(0), 0)
        } else if has_words && !self.has_time() && self.zone_name.is_empty() && fields[0].year == fields[1].year {
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
        parts.push(part("literal", RANGE));
        parts.extend(ends(&last, "endRange"));
        parts.extend(first.get(first.len().saturating_sub(behind)..).unwrap_or_default().iter().cloned());
        parts
    }
}

/// Adds a part, if it is there, behind a text that joins it to what is before it.
fn push_joined(added: Option<Part>, joint: &str, parts: &mut Vec<Part>) {
    let Some(added) = added else { return };
    if !parts.is_empty() {
        parts.push(part("literal", joint));
    }
    parts.push(added);
}

#[cfg(test)]
mod tests {
    use super::DatePattern;
    use crate::pattern::text;
    use crate::resolved::Resolved;
    use crate::zone::Zone;

    fn range(forms: &[(&str, &str)], ends: [f64; 2]) -> String {
        let mut resolved = Resolved::default();
        for &(name, form) in forms {
            match form.parse() {
                Ok(digits) => resolved.number(name, digits),
                Err(_) => resolved.text(name, form),
            }
        }
        text(&DatePattern::of(&resolved).range_parts(ends, &Zone::Offset(0)))
    }

    #[test]
    fn ranges_share_no_time() {
        let (month, year) = (("month", "long"), ("year", "numeric"));
        let minutes = range(&[month, year, ("minute", "numeric")], [60_000.0, 180_000.0]);
        assert_eq!(minutes, "January 1970 at 1\u{2009}–\u{2009}January 1970 at 3");
        let seconds = range(&[month, year, ("second", "numeric")], [1000.0, 3000.0]);
        assert_eq!(seconds, "January 1970 at 1\u{2009}–\u{2009}January 1970 at 3");
        let fractions = range(&[month, year, ("fractionalSecondDigits", "3")], [1.0, 3.0]);
        assert_eq!(fractions, "January 1970 at 001\u{2009}–\u{2009}January 1970 at 003");
        let day_periods = range(&[month, year, ("dayPeriod", "long")], [0.0, 43_200_000.0]);
        assert_eq!(day_periods, "January 1970 at at night\u{2009}–\u{2009}January 1970 at noon");
        let months = range(&[month, year], [0.0, 3e9]);
        assert_eq!(months, "January\u{2009}–\u{2009}February 1970");
    }
}
