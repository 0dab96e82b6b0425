//! Names of units. Those of English are whole. In other languages units have their international symbols, but for the names
//! that the second table has.

use crate::symbols;
use crate::tag::Tag;

/// English forms: the name for one and for many, the short form for one and for many, and the narrow form. Forms begin with the
/// gap behind the number.
type Forms = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const ENGLISH: &[Forms] = &[
    ("acre", " acre", " acres", " ac", " ac", "ac"),
    ("bit", " bit", " bits", " bit", " bit", "bit"),
    ("byte", " byte", " bytes", " byte", " byte", "B"),
    ("celsius", " degree Celsius", " degrees Celsius", "°C", "°C", "°C"),
    ("centimeter", " centimeter", " centimeters", " cm", " cm", "cm"),
    ("day", " day", " days", " day", " days", "d"),
    ("degree", " degree", " degrees", " deg", " deg", "°"),
    ("fahrenheit", " degree Fahrenheit", " degrees Fahrenheit", "°F", "°F", "°"),
    ("fluid-ounce", " fluid ounce", " fluid ounces", " fl oz", " fl oz", "fl oz"),
    ("foot", " foot", " feet", " ft", " ft", "′"),
    ("gallon", " gallon", " gallons", " gal", " gal", "gal"),
    ("gigabit", " gigabit", " gigabits", " Gb", " Gb", "Gb"),
    ("gigabyte", " gigabyte", " gigabytes", " GB", " GB", "GB"),
    ("gram", " gram", " grams", " g", " g", "g"),
    ("hectare", " hectare", " hectares", " ha", " ha", "ha"),
    ("hour", " hour", " hours", " hr", " hr", "h"),
    ("inch", " inch", " inches", " in", " in", "″"),
    ("kilobit", " kilobit", " kilobits", " kb", " kb", "kb"),
    ("kilobyte", " kilobyte", " kilobytes", " kB", " kB", "kB"),
    ("kilogram", " kilogram", " kilograms", " kg", " kg", "kg"),
    ("kilometer", " kilometer", " kilometers", " km", " km", "km"),
    ("liter", " liter", " liters", " L", " L", "L"),
    ("megabit", " megabit", " megabits", " Mb", " Mb", "Mb"),
    ("megabyte", " megabyte", " megabytes", " MB", " MB", "MB"),
    ("meter", " meter", " meters", " m", " m", "m"),
    ("microsecond", " microsecond", " microseconds", " μs", " μs", "μs"),
    ("mile", " mile", " miles", " mi", " mi", "mi"),
    ("mile-scandinavian", " mile-scandinavian", " miles-scandinavian", " smi", " smi", "smi"),
    ("milliliter", " milliliter", " milliliters", " mL", " mL", "mL"),
    ("millimeter", " millimeter", " millimeters", " mm", " mm", "mm"),
    ("millisecond", " millisecond", " milliseconds", " ms", " ms", "ms"),
    ("minute", " minute", " minutes", " min", " min", "m"),
    ("month", " month", " months", " mth", " mths", "m"),
    ("nanosecond", " nanosecond", " nanoseconds", " ns", " ns", "ns"),
    ("ounce", " ounce", " ounces", " oz", " oz", "oz"),
    ("percent", " percent", " percent", "%", "%", "%"),
    ("petabyte", " petabyte", " petabytes", " PB", " PB", "PB"),
    ("pound", " pound", " pounds", " lb", " lb", "#"),
    ("second", " second", " seconds", " sec", " sec", "s"),
    ("stone", " stone", " stones", " st", " st", "st"),
    ("terabit", " terabit", " terabits", " Tb", " Tb", "Tb"),
    ("terabyte", " terabyte", " terabytes", " TB", " TB", "TB"),
    ("week", " week", " weeks", " wk", " wks", "w"),
    ("yard", " yard", " yards", " yd", " yd", "yd"),
    ("year", " year", " years", " yr", " yrs", "y"),
];

/// Names in other languages: language, unit, long name for one and for many.
const NAMES: &[(&str, &str, &str, &str)] = &[
    ("de", "day", " Tag", " Tage"),
    ("de", "hour", " Stunde", " Stunden"),
    ("de", "kilogram", " Kilogramm", " Kilogramm"),
    ("de", "kilometer", " Kilometer", " Kilometer"),
    ("de", "kilometer-per-hour", " Kilometer pro Stunde", " Kilometer pro Stunde"),
    ("de", "liter", " Liter", " Liter"),
    ("de", "meter", " Meter", " Meter"),
    ("de", "minute", " Minute", " Minuten"),
    ("de", "month", " Monat", " Monate"),
    ("de", "second", " Sekunde", " Sekunden"),
    ("de", "week", " Woche", " Wochen"),
    ("de", "year", " Jahr", " Jahre"),
    ("fr", "day", "\u{a0}jour", "\u{a0}jours"),
    ("fr", "hour", "\u{a0}heure", "\u{a0}heures"),
    ("fr", "kilometer", "\u{a0}kilomètre", "\u{a0}kilomètres"),
    ("fr", "kilometer-per-hour", "\u{a0}kilomètre par heure", "\u{a0}kilomètres par heure"),
    ("fr", "liter", "\u{a0}litre", "\u{a0}litres"),
    ("fr", "meter", "\u{a0}mètre", "\u{a0}mètres"),
    ("fr", "minute", "\u{a0}minute", "\u{a0}minutes"),
    ("fr", "month", "\u{a0}mois", "\u{a0}mois"),
    ("fr", "second", "\u{a0}seconde", "\u{a0}secondes"),
    ("fr", "week", "\u{a0}semaine", "\u{a0}semaines"),
    ("fr", "year", "\u{a0}an", "\u{a0}ans"),
];

/// Text before and behind a number.
pub(crate) struct Affixes {
    pub(crate) before: &'static str,
    pub(crate) behind: String,
}

fn behind(behind: &str) -> Affixes {
    Affixes { before: "", behind: behind.to_owned() }
}

fn english(unit: &str, display: &str, is_one: bool) -> Option<&'static str> {
    let &(_, one, many, short_one, short_many, narrow) = ENGLISH.iter().find(|&&(name, ..)| name == unit)?;
    Some(match (display, is_one) {
        ("long", true) => one,
        ("long", false) => many,
        ("narrow", _) => narrow,
        (_, true) => short_one,
        (_, false) => short_many,
    })
}

/// Returns the names of speed in languages that put something before the number.
fn speed(tag: &Tag, display: &str) -> Option<Affixes> {
    let is_long = display == "long";
    Some(match &*tag.language {
        "ja" if is_long => Affixes { before: "時速 ", behind: " キロメートル".to_owned() },
        "ja" if display == "short" => behind(" km/h"),
        "ja" => behind("km/h"),
        "ko" if is_long => Affixes { before: "시속 ", behind: "킬로미터".to_owned() },
        "ko" => behind("km/h"),
        "zh" if symbols::is_traditional(tag) && is_long => {
            Affixes { before: "每小時 ", behind: " 公里".to_owned() }
        }
        "zh" if symbols::is_traditional(tag) && display == "short" => behind(" 公里/小時"),
        "zh" if symbols::is_traditional(tag) => behind("公里/小時"),
        "zh" if is_long => Affixes { before: "每小时", behind: "公里".to_owned() },
        "zh" => behind("公里/小时"),
        "de" if !is_long => behind(" km/h"),
        _ => return None,
    })
}

/// Returns the text of a unit around a number.
pub(crate) fn affixes(tag: &Tag, unit: &str, display: &str, is_one: bool) -> Affixes {
    if unit == "kilometer-per-hour"
        && let Some(speed) = speed(tag, display)
    {
        return speed;
    }
    let own = NAMES.iter().find(|&&(language, name, ..)| language == tag.language && name == unit);
    if let (Some(&(_, _, one, many)), "long") = (own, display) {
        return behind(if is_one { one } else { many });
    }
    // Symbols are the same everywhere.
    let display = if tag.language == "en" || display == "narrow" { display } else { "short" };
    if let Some(form) = english(unit, display, is_one) {
        return behind(form);
    }
    let (of, per) = unit.split_once("-per-").unwrap_or((unit, ""));
    let (of, per) = (english(of, display, is_one).unwrap_or(of), english(per, display, true).unwrap_or(per));
    let by = |form: &str| form.trim_start().to_owned();
    behind(&match (unit, display) {
        ("mile-per-hour", "short") => " mph".to_owned(),
        ("mile-per-hour", "narrow") => "mph".to_owned(),
        ("mile-per-gallon", "short") => " mpg".to_owned(),
        ("mile-per-gallon", "narrow") => "mpg".to_owned(),
        (_, "long") => format!("{of} per{per}"),
        _ => format!(
            "{of}/{}",
            match &*by(per) {
                "hr" => "h".to_owned(),
                "sec" => "s".to_owned(),
                other => other.to_owned(),
            }
        ),
    })
}
