//! English names of time zones, for the parentheses behind a date. An unknown zone shows the abbreviation of the zone
//! database, or its offset if that is all the database has: `GMT+10:30`.

/// Abbreviation, minutes ahead of UTC, name. The abbreviation alone is not enough: three zones are called CST.
static NAMES: &[(&str, i32, &str)] = &[
    ("UTC", 0, "Coordinated Universal Time"),
    ("GMT", 0, "Greenwich Mean Time"),
    // Europe
    ("WET", 0, "Western European Standard Time"),
    ("WEST", 60, "Western European Summer Time"),
    ("BST", 60, "British Summer Time"),
    ("IST", 60, "Irish Standard Time"),
    ("CET", 60, "Central European Standard Time"),
    ("CEST", 120, "Central European Summer Time"),
    ("EET", 120, "Eastern European Standard Time"),
    ("EEST", 180, "Eastern European Summer Time"),
    ("MSK", 180, "Moscow Standard Time"),
    // America
    ("NST", -210, "Newfoundland Standard Time"),
    ("NDT", -150, "Newfoundland Daylight Time"),
    ("AST", -240, "Atlantic Standard Time"),
    ("ADT", -180, "Atlantic Daylight Time"),
    ("EST", -300, "Eastern Standard Time"),
    ("EDT", -240, "Eastern Daylight Time"),
    ("CST", -360, "Central Standard Time"),
    ("CDT", -300, "Central Daylight Time"),
    ("MST", -420, "Mountain Standard Time"),
    ("MDT", -360, "Mountain Daylight Time"),
    ("PST", -480, "Pacific Standard Time"),
    ("PDT", -420, "Pacific Daylight Time"),
    ("AKST", -540, "Alaska Standard Time"),
    ("AKDT", -480, "Alaska Daylight Time"),
    ("HST", -600, "Hawaii-Aleutian Standard Time"),
    ("CST", -300, "Cuba Standard Time"),
    ("CDT", -240, "Cuba Daylight Time"),
    // Africa
    ("CAT", 120, "Central Africa Time"),
    ("EAT", 180, "East Africa Time"),
    ("SAST", 120, "South Africa Standard Time"),
    ("WAT", 60, "West Africa Time"),
    // Asia
    ("CST", 480, "China Standard Time"),
    ("HKT", 480, "Hong Kong Standard Time"),
    ("IDT", 180, "Israel Daylight Time"),
    ("IST", 120, "Israel Standard Time"),
    ("IST", 330, "India Standard Time"),
    ("JST", 540, "Japan Standard Time"),
    ("KST", 540, "Korean Standard Time"),
    ("PKT", 300, "Pakistan Standard Time"),
    ("PST", 480, "Philippine Standard Time"),
    ("WIB", 420, "Western Indonesia Time"),
    ("WIT", 540, "Eastern Indonesia Time"),
    ("WITA", 480, "Central Indonesia Time"),
    // Australia and the Pacific
    ("ACST", 570, "Australian Central Standard Time"),
    ("ACDT", 630, "Australian Central Daylight Time"),
    ("AEST", 600, "Australian Eastern Standard Time"),
    ("AEDT", 660, "Australian Eastern Daylight Time"),
    ("AWST", 480, "Australian Western Standard Time"),
    ("ChST", 600, "Chamorro Standard Time"),
    ("NZST", 720, "New Zealand Standard Time"),
    ("NZDT", 780, "New Zealand Daylight Time"),
    ("SST", -660, "Samoa Standard Time"),
];

/// Returns the name of a zone by the database's abbreviation and the offset in minutes.
pub(crate) fn zone_name(abbreviation: &str, minutes: i32) -> String {
    let is_it = |&&(known, offset, _): &&(&str, i32, &str)| known == abbreviation && offset == minutes;
    if let Some((.., name)) = NAMES.iter().find(is_it) {
        return (*name).to_owned();
    }
    if !abbreviation.starts_with(['+', '-']) {
        return abbreviation.to_owned();
    }
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.abs();
    format!("GMT{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_need_abbreviation_and_offset() {
        assert_eq!(zone_name("CST", -360), "Central Standard Time");
        assert_eq!(zone_name("CST", 480), "China Standard Time");
        assert_eq!(zone_name("LMT", 53), "LMT");
        assert_eq!(zone_name("+1030", 630), "GMT+10:30");
        assert_eq!(zone_name("-03", -180), "GMT-03:00");
    }
}
