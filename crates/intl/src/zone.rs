//! Identifiers of time zones, ECMA-402 6.5, by the table of the crate `timezone_provider`; offsets by the engine's own data.

use ferrotape_budget::costs::LOCAL_TIME;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;
use ferrotape_time::TimeZone;
use timezone_provider::CompiledNormalizer;
use timezone_provider::provider::{NormalizedId, TimeZoneNormalizer};

use crate::date_data::{DateData, Field};
use crate::names;
use crate::zone_names::ZoneNames;

static NAMES: CompiledNormalizer = CompiledNormalizer;

const MS_PER_SECOND: i64 = 1000;
const MS_PER_MINUTE: i64 = 60 * MS_PER_SECOND;

/// Returns all primary identifiers that there are data of: AvailablePrimaryTimeZoneIdentifiers ( ), ECMA-402 6.5.2.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    let identifiers = (0..).map_while(|number| NAMES.identifier(NormalizedId(number)).ok().map(|name| (number, name)));
    identifiers
        .filter(|&(number, _)| NAMES.canonicalized(NormalizedId(number)).is_ok_and(|found| found.0 == number))
        .filter(|&(number, _)| data(NormalizedId(number)).is_some())
        .map(|(_, name)| if name == "Etc/UTC" { "UTC" } else { name })
}

/// Returns the identifier of a zone in its letter case, or of an offset with hours and minutes; none if it means no zone, or one
/// that there are no data of.
pub(crate) fn identifier(text: &str) -> Option<String> {
    if text.starts_with(['+', '-']) {
        return offset_minutes(text).map(offset_identifier);
    }
    let id = NAMES.normalized(text.as_bytes()).ok()?;
    data(id)?;
    NAMES.identifier(id).ok().map(str::to_owned)
}

/// Returns the data of a zone by the name of the zone that it stands for, else by its own.
fn data(id: NormalizedId) -> Option<TimeZone> {
    let by_name = |id: NormalizedId| NAMES.identifier(id).ok().and_then(TimeZone::named);
    NAMES.canonicalized(id).ok().and_then(by_name).or_else(|| by_name(id))
}

/// Reads `+01`, `+0130` or `+01:30`.
fn offset_minutes(text: &str) -> Option<i64> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("-", digits) => (-1, digits),
        (_, digits) => (1, digits),
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => digits.split_at_checked(2)?,
        5 => digits.split_once(':')?,
        _ => return None,
    };
    let number = |digits: &str, most: i64| {
        let is_number = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|number: &i64| is_number && *number <= most)
    };
    Some(sign * (number(hours, 23)? * 60 + number(minutes, 59)?))
}

fn offset_identifier(minutes: i64) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// Returns the identifier of the engine's zone: SystemTimeZoneIdentifier ( ), ECMA-262 21.4.1.24.
pub(crate) fn of_engine(vm: &mut Vm) -> String {
    let zone = vm.options.time_zone.get_or_insert_with(TimeZone::system);
    let name = zone.name().unwrap_or("UTC");
    if matches!(name, "Etc/UTC" | "Etc/GMT" | "GMT" | "UTC") { "UTC".to_owned() } else { name.to_owned() }
}

/// A zone with its data.
pub(crate) enum Zone {
    Offset(i64),
    Named(Option<TimeZone>),
}

impl Zone {
    pub(crate) fn of(vm: &mut Vm, identifier: &str) -> Completion<Zone> {
        vm.work(LOCAL_TIME)?;
        if let Some(minutes) = offset_minutes(identifier).filter(|_| identifier.starts_with(['+', '-'])) {
            return Ok(Zone::Offset(minutes * MS_PER_MINUTE));
        }
        let known = NAMES.normalized(identifier.as_bytes()).ok();
        Ok(Zone::Named(known.and_then(data).or_else(|| TimeZone::named(identifier))))
    }

    /// Returns the offset at a time, in milliseconds. Zones without data are UTC.
    pub(crate) fn offset_at(&self, time: i64) -> i64 {
        match self {
            &Zone::Offset(offset) => offset,
            Zone::Named(zone) => zone.as_ref().map_or(0, |zone| zone.offset_at(time)),
        }
    }

    /// Returns the name of the zone at a time, in one of the styles of the option `timeZoneName`. Generic names in words are
    /// English, but for that of UTC. Other languages have offsets, as CLDR has them where it knows no name.
    pub(crate) fn name_at(&self, time: i64, style: &str, is_english: bool, words: &ZoneWords) -> String {
        let long = match self {
            Zone::Offset(_) => String::new(),
            Zone::Named(zone) => {
                zone.as_ref().map_or("Coordinated Universal Time".to_owned(), |zone| zone.name_at(time))
            }
        };
        let generic = long.replace("Standard ", "").replace("Daylight ", "");
        let is_american = ["Eastern", "Central", "Mountain", "Pacific", "Alaska"]
            .iter()
            .any(|start| generic.strip_prefix(start) == Some(" Time"));
        let initials = || generic.split(' ').filter_map(|word| word.chars().next()).collect::<String>();
        // The abbreviation of a zone that has no name, as LMT, is one word, and so is its offset.
        let has_name = long.contains(' ') && is_english;
        let is_american = is_american && is_english;
        let by_language = |is_long| words.names.name(&long, is_long).map(str::to_owned);
        match style {
            "long" if has_name => long,
            "longGeneric" if has_name => generic,
            "long" | "longGeneric" if long == "Coordinated Universal Time" => words.utc.to_owned(),
            "short" | "shortGeneric" if long == "Coordinated Universal Time" => "UTC".to_owned(),
            "shortGeneric" if is_american => initials(),
            "long" => by_language(true).unwrap_or_else(|| self.offset_name(time, true, words)),
            "short" => by_language(false).unwrap_or_else(|| self.offset_name(time, false, words)),
            style => self.offset_name(time, style.starts_with("long"), words),
        }
    }

    /// Returns the offset as a name. Local mean times have seconds.
    fn offset_name(&self, time: i64, is_long: bool, words: &ZoneWords) -> String {
        let offset = self.offset_at(time) / MS_PER_SECOND;
        if offset == 0 {
            return words.zero();
        }
        let seconds = offset.abs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let [plus, minus, _, joint, behind] = words.texts;
        let mut name = if offset < 0 { minus } else { plus }.to_owned();
        name.push_str(&words.number(hours, if is_long { words.long_hours() } else { 1 }));
        for number in match (is_long, minutes, seconds) {
            (false, 0, 0) => [None, None],
            (_, minutes, 0) => [Some(minutes), None],
            (_, minutes, seconds) => [Some(minutes), Some(seconds)],
        }
        .into_iter()
        .flatten()
        {
            name.push_str(joint);
            name.push_str(&words.number(number, 2));
        }
        name + behind
    }
}

/// Words of a language for zones and their offsets.
pub(crate) struct ZoneWords<'system> {
    names: ZoneNames,
    /// Name of UTC.
    utc: &'static str,
    /// The items of [`Field::Offset`].
    texts: [&'static str; 5],
    numbering_system: &'system str,
}

impl ZoneWords<'_> {
    pub(crate) fn of<'system>(names: ZoneNames, data: &DateData, numbering_system: &'system str) -> ZoneWords<'system> {
        let texts = [0, 1, 2, 3, 4].map(|place| data.item(Field::Offset, place));
        ZoneWords { names, utc: data.field(Field::Utc), texts, numbering_system }
    }

    /// Returns the name of no offset: that of others, without sign and digits.
    fn zero(&self) -> String {
        let is_mark =
            |letter: char| matches!(letter, '+' | '\u{200E}' | '\u{200F}' | '\u{61C}') || letter.is_whitespace();
        let [plus, _, _, _, behind] = self.texts;
        format!("{}{}", plus.trim_matches(is_mark), behind.trim_matches(is_mark))
    }

    fn long_hours(&self) -> usize {
        self.texts[2].parse().unwrap_or(2)
    }

    fn number(&self, number: i64, least: usize) -> String {
        let digits = format!("{number:0least$}");
        digits.bytes().map(|byte| names::digit(self.numbering_system, byte.wrapping_sub(b'0'))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{all, identifier};

    #[test]
    fn identifiers_have_one_form() {
        let of = |text: &str| identifier(text);
        assert_eq!(of("europe/berlin").as_deref(), Some("Europe/Berlin"));
        assert_eq!(of("+0130").as_deref(), Some("+01:30"));
        assert_eq!(of("-07").as_deref(), Some("-07:00"));
        for text in ["+3", "+24", "+23:0", "+130", "-1:10", "Mars/Phobos", "", "+01:30:00", "\u{2212}07"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert!(all().any(|name| name == "UTC") && all().any(|name| name == "Asia/Kolkata"));
    }
}
