//! Parts of formatted durations: PartitionDurationFormatPattern, ECMA-402 13.5.17.

use crate::date_data::{DateData, Field};
use crate::decimal::{Decimal, Number};
use crate::duration_format::UNITS;
use crate::list_patterns;
use crate::pattern::{Format, Part, part};
use crate::resolved::Resolved;
use crate::tag::Tag;

/// Integral numbers, from years to nanoseconds.
pub(crate) type Fields = [f64; 10];

const DAYS: usize = 3;
const HOURS: usize = 4;
const MINUTES: usize = 5;
const SECONDS: usize = 6;

/// Nanoseconds of a second, a millisecond, a microsecond and a nanosecond.
const NANOSECONDS: [i128; 4] = [1_000_000_000, 1_000_000, 1000, 1];

/// Nanoseconds of the units from days on.
const SCALES: [i128; 7] = [86_400_000_000_000, 3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1_000_000, 1000, 1];

/// Durations are shorter than this many nanoseconds: 2^53 seconds.
const MOST_NANOSECONDS: i128 = (1 << 53) * NANOSECONDS[0];

/// A part, with the unit that it belongs to.
pub(crate) struct Piece {
    pub(crate) part: Part,
    pub(crate) unit: Option<&'static str>,
}

/// IsValidDuration, Temporal 7.5.18
pub(crate) fn is_valid(fields: &Fields) -> bool {
    let has_one_sign = !(fields.iter().any(|&field| field < 0.0) && fields.iter().any(|&field| field > 0.0));
    let is_small = fields[..3].iter().all(|field| field.abs() < 4_294_967_296.0);
    // All have one sign: none is more than the whole. The factor leaves room for the rounding of the product.
    let can_be = |(field, scale): (&f64, i128)| field.abs() * (scale as f64) < 2.0 * MOST_NANOSECONDS as f64;
    if !has_one_sign || !is_small || !fields[DAYS..].iter().zip(SCALES).all(can_be) {
        return false;
    }
    let total: i128 = fields[DAYS..].iter().zip(SCALES).map(|(&field, scale)| field as i128 * scale).sum();
    total.unsigned_abs() < MOST_NANOSECONDS.unsigned_abs()
}

/// Returns a unit of seconds with all smaller ones, in nanoseconds.
fn nanoseconds(fields: &Fields, from: usize) -> i128 {
    let units = fields.iter().zip(UNITS).skip(SECONDS).zip(NANOSECONDS).enumerate();
    units
        .filter(|(place, _)| place + SECONDS >= from)
        .fold(0, |sum: i128, (_, ((&field, _), scale))| sum.saturating_add((field as i128).saturating_mul(scale)))
}

/// Reads a duration as Temporal writes it: `P1Y2M3W4DT5H6M7.8S`.
pub(crate) fn parse(text: &str) -> Option<Fields> {
    let upper = text.to_ascii_uppercase();
    let unsigned = upper.strip_prefix(['-', '+']).unwrap_or(&upper);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let body = unsigned.strip_prefix('P')?;
    let (date, time) = body.split_once('T').map_or((body, None), |(date, time)| (date, Some(time)));
    let mut fields = Fields::default();
    let in_date = read_units(date, &[('Y', 0), ('M', 1), ('W', 2), ('D', 3)], &mut fields)?;
    let in_time = match time {
        Some(time) => read_units(time, &[('H', HOURS), ('M', MINUTES), ('S', SECONDS)], &mut fields)?,
        None => 0,
    };
    if in_date + in_time == 0 || time.is_some() && in_time == 0 {
        return None;
    }
    Some(fields.map(|field| field * sign + 0.0))
}

/// Reads numbers with letters behind them, in the order of the letters. Returns how many there were.
fn read_units(mut text: &str, letters: &[(char, usize)], fields: &mut Fields) -> Option<usize> {
    let (mut count, mut next) = (0, 0);
    while !text.is_empty() {
        let end = text.find(|letter: char| letter.is_ascii_alphabetic())?;
        let (number, rest) = text.split_at(end);
        let letter = rest.chars().next()?;
        let at = letters.iter().skip(next).position(|&(known, _)| known == letter)? + next;
        let &(_, place) = letters.get(at)?;
        text = rest.get(1..)?;
        let (integer, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
        let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(integer)
            || integer.len() < number.len() && (!is_digits(fraction) || !text.is_empty() || fraction.len() > 9)
        {
            return None;
        }
        fields[place] = integer.parse().ok()?;
        if !fraction.is_empty() {
            spread(&format!("{fraction:0<9}"), place, fields)?;
        }
        (count, next) = (count + 1, at + 1);
    }
    Some(count)
}

/// Spreads billionths of an hour, a minute or a second over the smaller units.
fn spread(billionths: &str, place: usize, fields: &mut Fields) -> Option<()> {
    let seconds: u64 = match place {
        HOURS => 3600,
        MINUTES => 60,
        SECONDS => 1,
        _ => return None,
    };
    let total: u64 = billionths.parse::<u64>().ok()? * seconds;
    let whole = total / 1_000_000_000;
    if place == HOURS {
        fields[MINUTES] = (whole / 60) as f64;
    }
    if place < SECONDS {
        fields[SECONDS] = (whole % 60) as f64;
    }
    [7, 8, 9]
        .into_iter()
        .zip([1_000_000, 1000, 1])
        .for_each(|(place, scale)| fields[place] = (total / scale % 1000) as f64);
    Some(())
}

/// A duration while it is formatted.
struct Formatting<'all> {
    resolved: &'all Resolved,
    tag: Tag,
    fields: &'all Fields,
    is_negative: bool,
    /// True until a number has shown the sign.
    is_sign_due: bool,
}

/// Returns the parts of a duration.
pub(crate) fn parts(resolved: &Resolved, fields: &Fields) -> Vec<Piece> {
    let is_negative = fields.iter().any(|&field| field < 0.0);
    let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
    let mut formatting = Formatting { resolved, tag, fields, is_negative, is_sign_due: true };
    let mut groups = Vec::new();
    for place in 0..UNITS.len() {
        let style = formatting.style(place);
        if matches!(style, "numeric" | "2-digit") {
            groups.push(formatting.numeric_units(place));
            break;
        }
        let has_fraction = formatting.has_fraction(place);
        let value = formatting.value(place);
        if formatting.is_shown(place, &value) {
            groups.push(formatting.unit(place, value, has_fraction));
        }
        if has_fraction {
            break;
        }
    }
    groups.retain(|group| !group.is_empty());
    joined(&formatting.tag, resolved.get_text("style"), groups)
}

/// ListFormatParts ( durationFormat, partitionedPartsList ), ECMA-402 13.5.16
fn joined(tag: &Tag, style: &str, groups: Vec<Vec<Piece>>) -> Vec<Piece> {
    let joints = list_patterns::of(tag, "unit", if style == "digital" { "short" } else { style });
    let count = groups.len();
    let mut pieces: Vec<Piece> = Vec::new();
    for (place, group) in groups.into_iter().enumerate() {
        let joint = match (place, count) {
            (0, _) => "",
            (_, 2) => joints.of_two,
            (place, count) if place + 1 == count => joints.last,
            _ => joints.middle,
        };
        let start = group.first().map_or("", |piece| piece.part.value.as_str());
        let joint = list_patterns::before(tag, joint, start);
        if !joint.is_empty() {
            pieces.push(Piece { part: part("literal", joint), unit: None });
        }
        pieces.extend(group);
    }
    pieces
}

/// Returns what stands between hours and minutes in numbers: a colon, or a point where times are written so.
fn time_separator(tag: &Tag) -> &'static str {
    // Hours and minutes of 24 hours.
    let pattern = DateData::of(tag).item(Field::Times, 7);
    if pattern.contains("}.{") { "." } else { ":" }
}

impl Formatting<'_> {
    fn style(&self, place: usize) -> &str {
        self.resolved.get_text(UNITS.get(place).copied().unwrap_or_default())
    }

    fn is_always(&self, place: usize) -> bool {
        let unit = UNITS.get(place).copied().unwrap_or_default();
        self.resolved.get_text(&format!("{unit}Display")) == "always"
    }

    /// Returns whether the smaller units are the fraction of this one: NextUnitFractional, ECMA-402 13.5.9.
    fn has_fraction(&self, place: usize) -> bool {
        (SECONDS..9).contains(&place) && self.style(place + 1) == "numeric"
    }

    /// Returns the number of a unit, exactly, with its fraction.
    fn value(&self, place: usize) -> Decimal {
        let number = self.fields.get(place).copied().unwrap_or_default();
        if !self.has_fraction(place) {
            return Decimal::parse(&format!("{number}")).unwrap_or_default();
        }
        let power = -(3 * (9 - place as i32));
        Decimal::parse(&nanoseconds(self.fields, place).to_string()).unwrap_or_default().scaled(power)
    }

    fn is_shown(&self, place: usize, value: &Decimal) -> bool {
        !value.is_zero() || self.is_always(place)
    }

    /// Makes the format of a number, which shows the sign if none has yet.
    fn format(&mut self, value: Decimal, set: impl FnOnce(&mut Resolved), has_fraction: bool) -> Vec<Part> {
        let mut options = Resolved::default();
        options.text("locale", self.resolved.get_text("locale"));
        options.text("numberingSystem", self.resolved.get_text("numberingSystem"));
        set(&mut options);
        let digits = self.resolved.get_number("fractionalDigits");
        let [least, most] = if has_fraction { digits.map_or([0, 9], |digits| [digits; 2]) } else { [0, 0] };
        options.number("minimumFractionDigits", least);
        options.number("maximumFractionDigits", most);
        options.text("roundingMode", "trunc");
        options.text("signDisplay", if self.is_sign_due { "auto" } else { "never" });
        // A zero shows the sign of the whole duration.
        let is_negative = if value.is_zero() { self.is_sign_due && self.is_negative } else { value.is_negative };
        self.is_sign_due = false;
        Format::of(&options).parts(&Number::Finite(value.with_sign(is_negative)))
    }

    /// Formats one unit with its word, such as `3 hours`.
    fn unit(&mut self, place: usize, value: Decimal, has_fraction: bool) -> Vec<Piece> {
        let name = singular(place);
        let style = self.style(place).to_owned();
        let set = |options: &mut Resolved| {
            options.text("style", "unit");
            options.text("unit", name);
            options.text("unitDisplay", &style);
            options.text("useGrouping", "auto");
        };
        pieces(self.format(value, set, has_fraction), place)
    }

    /// FormatNumericUnits ( durationFormat, duration, firstNumericUnit, signDisplayed ), ECMA-402 13.5.14
    fn numeric_units(&mut self, first: usize) -> Vec<Piece> {
        let values = [HOURS, MINUTES, SECONDS].map(|place| self.value(place));
        let [hours, minutes, seconds] = &values;
        let has_hours = first == HOURS && self.is_shown(HOURS, hours);
        let has_seconds = first <= SECONDS && self.is_shown(SECONDS, seconds);
        let has_minutes = first <= MINUTES && (has_hours && has_seconds || self.is_shown(MINUTES, minutes));
        let mut all = Vec::new();
        for ((place, value), is_there) in
            [HOURS, MINUTES, SECONDS].into_iter().zip(values).zip([has_hours, has_minutes, has_seconds])
        {
            if !is_there {
                continue;
            }
            if !all.is_empty() {
                all.push(Piece { part: part("literal", time_separator(&self.tag)), unit: None });
            }
            let least = if self.style(place) == "2-digit" { 2 } else { 1 };
            let has_fraction = self.has_fraction(place);
            let parts = self.format(value, |options| options.number("minimumIntegerDigits", least), has_fraction);
            all.extend(pieces(parts, place));
        }
        all
    }
}

/// Returns the name of one of a unit.
fn singular(place: usize) -> &'static str {
    UNITS.get(place).map_or("", |unit| unit.trim_end_matches('s'))
}

fn pieces(parts: Vec<Part>, place: usize) -> Vec<Piece> {
    parts.into_iter().map(|part| Piece { part, unit: Some(singular(place)) }).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_valid, parse};

    #[test]
    fn texts_are_read_as_temporal_reads_them() {
        assert_eq!(parse("P1Y2M3W4DT5H6M7.008009S"), Some([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0]));
        assert_eq!(parse("-pt1,5h"), Some([0.0, 0.0, 0.0, 0.0, -1.0, -30.0, 0.0, 0.0, 0.0, 0.0]));
        for text in ["", "P", "PT", "P1", "P1S", "PT1D", "P1D1Y", "PT1.5H1M", "PT1.0123456789S", "P-1D", "1D"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(is_valid(&[1.0; 10]) && !is_valid(&[4_294_967_296.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    }

    #[test]
    fn huge_fields_are_refused() {
        for place in 0..10 {
            for huge in [1e300, -1e300, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e38, -9.1e24] {
                let mut fields = [0.0; 10];
                fields[place] = huge;
                assert!(!is_valid(&fields), "{place} {huge}");
            }
        }
        let seconds =
            |seconds: f64, nanoseconds: f64| is_valid(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, seconds, 0.0, 0.0, nanoseconds]);
        assert!(seconds(9_007_199_254_740_991.0, 999_999_999.0) && seconds(-9_007_199_254_740_991.0, -999_999_999.0));
        assert!(!seconds(9_007_199_254_740_992.0, 0.0) && !seconds(9_007_199_254_740_991.0, 1e9));
        assert!(!seconds(1.0, -1.0));
    }
}
