//! Parts of formatted dates: FormatDateTimePattern, ECMA-402 11.5.5.

use crate::calendar::{Calendar, DateFields, ERAS_OF_JAPAN};
use crate::calendar_data::{CalendarData, CalendarField};
use crate::date_data::{DateData, Field};
use crate::names;
use crate::pattern::{Part, part};
use crate::resolved::Resolved;
use crate::tag::Tag;
use crate::zone::{Zone, ZoneWords};
use crate::zone_names::ZoneNames;

/// Styles of dates and times, in the order of their patterns.
pub(crate) const STYLES: [&str; 4] = ["full", "long", "medium", "short"];

/// Patterns of dates by their components.
const COMPONENTS: usize = 47;

/// A format of dates: for each component its form, empty for one that is not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DatePattern {
    pub(crate) weekday: String,
    pub(crate) era: String,
    pub(crate) year: String,
    pub(crate) month: String,
    pub(crate) day: String,
    pub(crate) day_period: String,
    pub(crate) hour: String,
    pub(crate) minute: String,
    second: String,
    fraction: usize,
    pub(crate) zone_name: String,
    hour_cycle: String,
    numbering_system: String,
    tag: Tag,
    pub(crate) data: DateData,
    calendar: Calendar,
    /// Data of a calendar that is not the Gregorian one.
    pub(crate) own: Option<CalendarData>,
    /// Pattern of the date; empty if there is none.
    date: &'static str,
    /// Its place among the patterns of dates; those of styles are behind the others.
    pub(crate) date_place: usize,
    /// Pattern of the time; empty if there is none.
    time: &'static str,
    /// True if the digits of hours are those of the pattern, because no others were requested.
    is_style_of_time: bool,
    /// Pattern that joins both.
    joint: &'static str,
}

impl DatePattern {
    /// Returns the pattern that an object has resolved: by its components, or by its styles.
    pub(crate) fn of(resolved: &Resolved) -> DatePattern {
        let text = |name: &str| resolved.get_text(name).to_owned();
        let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
        let data = DateData::of(&tag);
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
            data,
            calendar: Calendar::of(resolved.get_text("calendar")),
            own: CalendarData::of(&tag, resolved.get_text("calendar")),
            tag,
            date: "",
            date_place: 0,
            time: "",
            is_style_of_time: false,
            joint: "",
        };
        pattern.set_date_components();
        pattern.set_time_components();
        pattern.set_date_style(resolved.get_text("dateStyle"));
        pattern.set_time_style(resolved.get_text("timeStyle"));
        pattern
    }

    /// Chooses the pattern of the date and the joint by the components that are shown: BasicFormatMatcher, ECMA-402 11.5.2, with
    /// a pattern for each set of them.
    pub(crate) fn set_date_components(&mut self) {
        let form = |form: &str| -> usize {
            match form {
                "" => 0,
                "long" => 3,
                "short" | "narrow" => 2,
                _ => 1,
            }
        };
        let has = |form: &str| usize::from(!form.is_empty());
        let weekday = form(&self.weekday).saturating_sub(1);
        let place = 16 * weekday + 4 * form(&self.month) + 2 * has(&self.year) + has(&self.day);
        self.date = place.checked_sub(1).map_or("", |place| match self.own {
            Some(own) => own.pattern(CalendarField::Dates, place),
            None => self.data.item(Field::Dates, place),
        });
        self.date_place = place.saturating_sub(1);
        let is_full = self.month == "long" && !self.weekday.is_empty();
        let is_weekday =
            !self.weekday.is_empty() && [&self.month, &self.year, &self.day].into_iter().all(String::is_empty);
        let joint = match form(&self.month) {
            _ if is_weekday => 8,
            _ if is_full => 3,
            month => month.saturating_sub(1),
        };
        self.joint = self.data.item(Field::Joints, joint);
    }

    /// Chooses the pattern of the time by the components that are shown.
    fn set_time_components(&mut self) {
        let is_half_day = self.is_half_day();
        self.time = match (!self.hour.is_empty(), !self.minute.is_empty(), !self.second.is_empty()) {
            (true, minute, second) => {
                let shown = if second { 2 } else { usize::from(minute) };
                let zone = 3 * usize::from(!self.zone_name.is_empty());
                self.data.item(Field::Times, shown + zone + if is_half_day { 0 } else { 6 })
            }
            (false, true, true) => self.data.item(Field::Times, 12),
            (false, true, false) => "{m}",
            (false, false, true) => "{s}",
            (false, false, false) => "",
        };
    }

    /// Returns the pattern of the date. A weekday before hours and minutes has the name that dates give it.
    fn date_before_time(&self) -> &'static str {
        let is_before_minutes = !self.hour.is_empty() && !self.minute.is_empty();
        if self.date == "{c}" && is_before_minutes { "{E}" } else { self.date }
    }

    /// Takes the pattern of a `dateStyle`, and sets the form of each component as that pattern has it.
    fn set_date_style(&mut self, style: &str) {
        let Some(place) = STYLES.iter().position(|&known| known == style) else { return };
        let pattern = match self.own {
            Some(own) => own.pattern(CalendarField::DateStyles, place),
            None => self.data.item(Field::DateStyles, place),
        };
        let (forms, pattern) = pattern.split_at_checked(2).unwrap_or_default();
        let set = |form: &mut String, known: &str| known.clone_into(form);
        set(&mut self.weekday, if pattern.contains("{E}") || pattern.contains("{c}") { "long" } else { "" });
        set(&mut self.era, if pattern.contains("{G}") { "short" } else { "" });
        set(&mut self.year, if forms.starts_with('2') { "2-digit" } else { "numeric" });
        let has_name = pattern.contains("{M}") || pattern.contains("{L}");
        set(
            &mut self.month,
            if !has_name {
                "numeric"
            } else if forms.ends_with('l') {
                "long"
            } else {
                "short"
            },
        );
        set(&mut self.day, "numeric");
        self.date = pattern;
        self.date_place = COMPONENTS + place;
        self.joint = self.data.item(Field::Joints, 4 + place);
    }

    /// Takes the pattern of a `timeStyle`, in twelve or 24 hours, and sets the form of each component. Only two styles have a
    /// zone.
    fn set_time_style(&mut self, style: &str) {
        let Some(place) = STYLES.iter().position(|&known| known == style) else { return };
        self.hour = "numeric".to_owned();
        self.minute = "2-digit".to_owned();
        if style != "short" {
            self.second = "numeric".to_owned();
        }
        self.is_style_of_time = true;
        let zone = ["long", "short", "", ""];
        zone[place].clone_into(&mut self.zone_name);
        self.time = self.data.item(Field::TimeStyles, place + if self.is_half_day() { 0 } else { 4 });
    }

    pub(crate) fn is_english(&self) -> bool {
        self.tag.language == "en"
    }

    fn is_half_day(&self) -> bool {
        matches!(&*self.hour_cycle, "h11" | "h12")
    }

    /// Returns whether a number of the pattern has two digits although its form may be shorter: `d` of a day, `h` of an hour.
    pub(crate) fn has_two_digits(&self, letter: char) -> bool {
        let place = if matches!(letter, 'd' | 'n') { self.date } else { self.time };
        place.contains(&format!("{{{letter}{letter}}}"))
    }

    /// Returns whether anything is shown behind the date, but for the zone.
    pub(crate) fn has_time(&self) -> bool {
        let forms = [&self.day_period, &self.hour, &self.minute, &self.second];
        self.fraction > 0 || forms.into_iter().any(|form| !form.is_empty())
    }

    pub(crate) fn has_seconds(&self) -> bool {
        self.fraction > 0 || !self.second.is_empty()
    }

    /// Returns whether hours are counted to twelve or to 24 as people of the locale do.
    pub(crate) fn has_cycle_of_locale(&self) -> bool {
        matches!(self.data.field(Field::HourCycle), "h11" | "h12") == self.is_half_day()
    }

    /// Writes a number with at least this many digits.
    fn number(&self, number: i64, least: usize) -> String {
        let digits = format!("{:0least$}", number.unsigned_abs());
        let sign = if number < 0 { "-" } else { "" };
        let digits = digits.bytes().map(|byte| names::digit(&self.numbering_system, byte.wrapping_sub(b'0')));
        sign.chars().chain(digits).collect()
    }

    fn by_form(&self, form: &str, number: i64, is_wide: bool) -> String {
        self.number(number, if form == "2-digit" || is_wide { 2 } else { 1 })
    }

    fn year_text(&self, year: i64) -> String {
        let shown = if year > 0 || self.own.is_some() { year } else { 1 - year };
        if self.year == "2-digit" { self.number(shown % 100, 2) } else { self.number(shown, 1) }
    }

    fn hour_text(&self, hour: u8, is_wide: bool) -> String {
        let hour = i64::from(hour);
        let shown = match &*self.hour_cycle {
            "h11" => hour % 12,
            "h12" => (hour + 11) % 12 + 1,
            "h24" => (hour + 23) % 24 + 1,
            _ => hour,
        };
        self.by_form(&self.hour, shown, is_wide)
    }

    /// Returns the name of a part of the day: `in the morning`. Noon and midnight are moments.
    fn day_period_text(&self, fields: &DateFields) -> &'static str {
        let fields = &fields.parts;
        let mut items = self.data.form(Field::DayPeriods, &self.day_period).split('|');
        let (noon, midnight) = (items.next().unwrap_or_default(), items.next().unwrap_or_default());
        let is_moment = self.minute.is_empty() || fields.minute == 0;
        match fields.hour {
            12 if is_moment => noon,
            0 if is_moment => midnight,
            hour => {
                let begun = items.filter_map(|item| item.split_once('='));
                let begun = begun.take_while(|(from, _)| from.parse().is_ok_and(|from: u8| from <= hour));
                begun.last().map_or(noon, |(_, name)| name)
            }
        }
    }

    /// Returns the name of an era in a form.
    fn era_name(&self, form: &str, era: usize) -> &'static str {
        match self.own {
            None => self.data.name(Field::Eras, form, era),
            // Before its own eras Japan has those of the Gregorian calendar.
            Some(own) => match own.name(CalendarField::Eras, form, era) {
                "" => self.data.name(Field::Eras, form, era.saturating_sub(ERAS_OF_JAPAN)),
                name => name,
            },
        }
    }

    /// Returns the name of a month, as dates have it or as it stands alone.
    fn month_name(&self, names: Field, place: usize) -> &'static str {
        let own = self.own.map_or("", |own| own.name(CalendarField::Months, &self.month, place));
        if own.is_empty() { self.data.name(names, &self.month, place) } else { own }
    }

    /// Returns the part that a letter of a pattern stands for. Numbers whose letter is doubled have two digits.
    fn part_of(&self, letters: &str, date_fields: &DateFields, zone_name: &str) -> Part {
        let is_wide = letters.len() > 1;
        let (fields, data) = (&date_fields.parts, &self.data);
        let era = |usual: &'static str| if self.era.is_empty() { usual } else { self.era.as_str() };
        match letters.as_bytes().first() {
            Some(b'c') => part("weekday", data.name(Field::LoneWeekdays, &self.weekday, fields.weekday.into())),
            Some(b'E') => part("weekday", data.name(Field::Weekdays, &self.weekday, fields.weekday.into())),
            Some(b'G') => part("era", self.era_name(era("short"), date_fields.era)),
            Some(b'g') => part("era", self.era_name(era("narrow"), date_fields.era)),
            Some(b'y') => part("year", self.year_text(fields.year)),
            Some(b'n') => part("month", self.by_form(&self.month, i64::from(fields.month) + 1, is_wide)),
            Some(b'M') => part("month", self.month_name(Field::Months, date_fields.month_name)),
            Some(b'L') => part("month", self.month_name(Field::LoneMonths, date_fields.month_name)),
            Some(b'd') => part("day", self.by_form(&self.day, fields.date.into(), is_wide)),
            Some(b'h') => part("hour", self.hour_text(fields.hour, is_wide && self.is_style_of_time)),
            Some(b'm') => part("minute", self.number(fields.minute.into(), if is_wide { 2 } else { 1 })),
            Some(b's') => part("second", self.by_form(&self.second, fields.second.into(), is_wide)),
            Some(b'z') => part("timeZoneName", zone_name),
            Some(b'f') => {
                let digits = format!("{:03}", fields.millisecond);
                let digits = digits.bytes().take(self.fraction);
                let digits = digits.map(|byte| names::digit(&self.numbering_system, byte.wrapping_sub(b'0')));
                part("fractionalSecond", digits.collect::<String>())
            }
            Some(b'a') if self.day_period.is_empty() => {
                part("dayPeriod", data.item(Field::HalfDays, (fields.hour / 12).into()))
            }
            _ => part("dayPeriod", self.day_period_text(date_fields)),
        }
    }

    /// Returns the pattern of the date. Where the era is asked for, it stands beside the year.
    fn date_pattern(&self) -> String {
        if self.era.is_empty() || self.date.contains("{G}") || self.date.contains("{g}") {
            return self.date_before_time().to_owned();
        }
        let of_era = self.data.field(Field::YearOfEra);
        if self.date.contains("{y}") {
            // A word for the year stands in both patterns.
            let behind =
                of_era.split_once("{y}").map_or("", |(_, behind)| behind.split('{').next().unwrap_or_default());
            let with_word = format!("{{y}}{}", behind.trim_end());
            let date = self.date.replace('\u{A0}', " ");
            let year = if date.contains(&with_word.replace('\u{A0}', " ")) { with_word } else { "{y}".to_owned() };
            return date.replacen(&year.replace('\u{A0}', " "), of_era, 1);
        }
        [self.date, "{G}"].iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join(" ")
    }

    /// Returns the pattern of the time, with what the table has no patterns for: parts of the day and zones without an
    /// hour, fractions.
    fn time_pattern(&self) -> String {
        let mut pattern = self.time.to_owned();
        if !self.hour.is_empty() && self.minute.is_empty() && !self.second.is_empty() {
            // Hours and seconds alone are in no table.
            pattern = pattern.replacen(":{mm}", "", 1).replacen(".{mm}", "", 1);
        }
        if self.fraction > 0 {
            let seconds = ["{ss}", "{s}"].into_iter().find(|seconds| pattern.contains(seconds));
            let is_arabic = matches!(&*self.numbering_system, "arab" | "arabext");
            let joint = if is_arabic { "٫" } else { self.data.field(Field::Fraction) };
            match seconds {
                Some(seconds) => pattern = pattern.replacen(seconds, &format!("{seconds}{joint}{{f}}"), 1),
                None if pattern.is_empty() => "{f}".clone_into(&mut pattern),
                None => pattern = format!("{pattern}{joint}{{f}}"),
            }
        }
        if !self.day_period.is_empty() && self.hour.is_empty() {
            pattern = if pattern.is_empty() { "{a}".to_owned() } else { format!("{pattern} {{a}}") };
        }
        pattern
    }

    /// Returns the whole pattern, with its parts in braces.
    fn pattern(&self) -> String {
        let (date, time) = (self.date_pattern(), self.time_pattern());
        let mut pattern = match (date.is_empty(), time.is_empty()) {
            (false, false) => self.joint.replacen("{D}", &date, 1).replacen("{T}", &time, 1),
            _ => format!("{date}{time}"),
        };
        if !self.zone_name.is_empty() && !pattern.contains("{z}") {
            pattern.push_str(match (date.is_empty(), time.is_empty()) {
                (true, true) => "",
                (false, true) => self.data.field(Field::ZoneJoint),
                _ => " ",
            });
            pattern.push_str("{z}");
        }
        pattern
    }

    /// Returns the fields of a time in a zone.
    pub(crate) fn fields(&self, time: f64, zone: &Zone) -> DateFields {
        self.calendar.fields(time + zone.offset_at(time as i64) as f64)
    }

    /// Returns the parts of a time in a zone.
    pub(crate) fn parts(&self, time: f64, zone: &Zone) -> Vec<Part> {
        let fields = self.fields(time, zone);
        let zone_name = match &*self.zone_name {
            "" => String::new(),
            style => {
                let words = ZoneWords::of(ZoneNames::of(&self.tag), &self.data, &self.numbering_system);
                zone.name_at(time as i64, style, self.is_english(), &words)
            }
        };
        self.parts_by(&self.pattern(), &fields, &zone_name)
    }

    /// Returns the parts of a pattern.
    pub(crate) fn parts_by(&self, pattern: &str, fields: &DateFields, zone_name: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some((literal, behind)) = rest.split_once('{') {
            let (letters, behind) = behind.split_once('}').unwrap_or_default();
            push_literal(literal, &mut parts);
            parts.push(self.part_of(letters, fields, zone_name));
            rest = behind;
        }
        push_literal(rest, &mut parts);
        parts
    }
}

fn push_literal(text: &str, parts: &mut Vec<Part>) {
    if !text.is_empty() {
        parts.push(part("literal", text));
    }
}

#[cfg(test)]
mod tests {
    use super::DatePattern;
    use crate::pattern::text;
    use crate::resolved::Resolved;
    use crate::zone::Zone;

    fn range(forms: &[(&str, &str)], ends: [f64; 2]) -> String {
        let mut resolved = Resolved::default();
        resolved.text("locale", "en");
        for &(name, form) in forms {
            match form.parse() {
                Ok(digits) => resolved.number(name, digits),
                Err(_) => resolved.text(name, form),
            }
        }
        text(&DatePattern::of(&resolved).range_parts(ends, &Zone::Offset(0), true))
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
        assert_eq!(day_periods, "January 1970 at in the morning\u{2009}–\u{2009}January 1970 at noon");
        let months = range(&[month, year], [0.0, 3e9]);
        assert_eq!(months, "January\u{2009}–\u{2009}February 1970");
    }
}
