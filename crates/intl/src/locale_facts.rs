//! Calendars, weeks, hours, zones and directions of regions and languages, of CLDR's supplemental data: what Intl.Locale tells.

use crate::tag::Tag;

/// Calendars of regions, where there are others than the Gregorian. The preferred one is first.
const CALENDARS: &[(&str, &[&str])] = &[
    ("af", &["persian", "gregory", "islamic-tbla"]),
    ("ae", &["gregory", "islamic-umalqura", "islamic-civil", "islamic-tbla"]),
    ("cn", &["gregory", "chinese"]),
    ("eg", &["gregory", "coptic", "islamic-civil", "islamic-tbla"]),
    ("et", &["gregory", "ethiopic"]),
    ("hk", &["gregory", "chinese"]),
    ("il", &["gregory", "hebrew", "islamic-civil", "islamic-tbla"]),
    ("in", &["gregory", "indian"]),
    ("ir", &["persian", "gregory", "islamic-civil", "islamic-tbla"]),
    ("jp", &["gregory", "japanese"]),
    ("kr", &["gregory", "dangi"]),
    ("sa", &["islamic-umalqura", "gregory"]),
    ("sg", &["gregory", "chinese"]),
    ("th", &["buddhist", "gregory"]),
    ("tw", &["gregory", "roc", "chinese"]),
];

/// Collations of languages, beside those of all.
const COLLATIONS: &[(&str, &[&str])] = &[
    ("ar", &["compat", "emoji", "eor"]),
    ("de", &["emoji", "eor", "phonebk"]),
    ("es", &["emoji", "eor", "trad"]),
    ("zh", &["emoji", "eor", "pinyin", "stroke", "zhuyin"]),
];

const SUNDAY_FIRST: &str = " ag as au bd br bs bt bw bz ca co dm do et gt gu hk hn id il in jm jp ke kh kr la \
    mh mm mo mt mx mz ni \
    np pa pe ph pk pr pt py sa sg sv th tt tw um us ve vi ws ye za zw ";
const SATURDAY_FIRST: &str = " ae af bh dj dz eg iq ir jo kw ly om qa sd sy ";

const FRIDAY_AND_SATURDAY: &str = " ae bh dz eg il iq jo kw ly om qa sa sd sy ye ";

const TWELVE_HOURS: &str = " ae ag al as au bb bd bh bm bn bs bt ca cn co cy dj dm do dz eg eh er et fj fm gd \
    gh gm gr gu gy hk hn in \
    iq jm jo kh ki kn kp kr kw ky lb lc lr ls ly mh mo mp mr mw my na ng nz om pa pg ph pk pr pw qa sa sb sd sg \
    sl so ss sv sy sz tc \
    td tn to tt tw um us vc ve vg vi vu ws xk ye zm ";

/// Zones of regions.
const ZONES: &[(&str, &str)] = &[
    ("ae", "Asia/Dubai"),
    (
        "ar",
        "America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/Cordoba \
        America/Argentina/Jujuy \
        America/Argentina/La_Rioja America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta \
        America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia",
    ),
    ("at", "Europe/Vienna"),
    (
        "au",
        "Antarctica/Macquarie Australia/Adelaide Australia/Brisbane Australia/Broken_Hill Australia/Darwin \
        Australia/Eucla \
        Australia/Hobart Australia/Lindeman Australia/Lord_Howe Australia/Melbourne Australia/Perth Australia/Sydney",
    ),
    ("be", "Europe/Brussels"),
    ("bg", "Europe/Sofia"),
    (
        "br",
        "America/Araguaina America/Bahia America/Belem America/Boa_Vista America/Campo_Grande America/Cuiaba \
        America/Eirunepe \
        America/Fortaleza America/Maceio America/Manaus America/Noronha America/Porto_Velho America/Recife \
        America/Rio_Branco \
        America/Santarem America/Sao_Paulo",
    ),
    (
        "ca",
        "America/Cambridge_Bay America/Dawson America/Dawson_Creek America/Edmonton America/Fort_Nelson \
        America/Glace_Bay \
        America/Goose_Bay America/Halifax America/Inuvik America/Iqaluit America/Moncton America/Rankin_Inlet \
        America/Regina \
        America/Resolute America/St_Johns America/Swift_Current America/Toronto America/Vancouver \
        America/Whitehorse America/Winnipeg",
    ),
    ("ch", "Europe/Zurich"),
    ("cl", "America/Coyhaique America/Punta_Arenas America/Santiago Pacific/Easter"),
    ("cn", "Asia/Shanghai Asia/Urumqi"),
    ("co", "America/Bogota"),
    ("cz", "Europe/Prague"),
    ("de", "Europe/Berlin Europe/Busingen"),
    ("dk", "Europe/Copenhagen"),
    ("eg", "Africa/Cairo"),
    ("es", "Africa/Ceuta Atlantic/Canary Europe/Madrid"),
    ("fi", "Europe/Helsinki"),
    ("fr", "Europe/Paris"),
    ("gb", "Europe/London"),
    ("gr", "Europe/Athens"),
    ("hk", "Asia/Hong_Kong"),
    ("hu", "Europe/Budapest"),
    ("id", "Asia/Jakarta Asia/Jayapura Asia/Makassar Asia/Pontianak"),
    ("ie", "Europe/Dublin"),
    ("il", "Asia/Jerusalem"),
    ("in", "Asia/Kolkata"),
    ("ir", "Asia/Tehran"),
    ("it", "Europe/Rome"),
    ("jp", "Asia/Tokyo"),
    ("kr", "Asia/Seoul"),
    (
        "mx",
        "America/Bahia_Banderas America/Cancun America/Chihuahua America/Ciudad_Juarez America/Hermosillo \
        America/Matamoros \
        America/Mazatlan America/Merida America/Mexico_City America/Monterrey America/Ojinaga America/Tijuana",
    ),
    ("my", "Asia/Kuala_Lumpur Asia/Kuching"),
    ("nl", "Europe/Amsterdam"),
    ("no", "Europe/Oslo"),
    ("nz", "Pacific/Auckland Pacific/Chatham"),
    ("pl", "Europe/Warsaw"),
    ("pt", "Atlantic/Azores Atlantic/Madeira Europe/Lisbon"),
    ("ro", "Europe/Bucharest"),
    ("sa", "Asia/Riyadh"),
    ("se", "Europe/Stockholm"),
    ("sg", "Asia/Singapore"),
    ("th", "Asia/Bangkok"),
    ("tr", "Europe/Istanbul"),
    ("tw", "Asia/Taipei"),
    ("ua", "Europe/Kyiv Europe/Simferopol"),
    (
        "us",
        "America/Adak America/Anchorage America/Boise America/Chicago America/Denver America/Detroit \
        America/Indiana/Knox \
        America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Tell_City America/Indiana/Vevay \
        America/Indiana/Vincennes \
        America/Indiana/Winamac America/Indianapolis America/Juneau America/Kentucky/Monticello America/Los_Angeles \
        America/Louisville America/Menominee America/Metlakatla America/New_York America/Nome \
        America/North_Dakota/Beulah \
        America/North_Dakota/Center America/North_Dakota/New_Salem America/Phoenix America/Sitka \
        America/Yakutat Pacific/Honolulu",
    ),
    ("vn", "Asia/Ho_Chi_Minh"),
    ("za", "Africa/Johannesburg"),
];

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

const RIGHT_TO_LEFT: [&str; 10] = ["adlm", "arab", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa"];

/// WeekdayToUString ( fw ), ECMA-402 15.5.10: the name of a day by its number.
pub(crate) fn day_name(number: &str) -> Option<&'static str> {
    Some(match number {
        "0" | "7" => "sun",
        "1" => "mon",
        "2" => "tue",
        "3" => "wed",
        "4" => "thu",
        "5" => "fri",
        "6" => "sat",
        _ => return None,
    })
}

/// Returns the region that a keyword of subdivisions names: the first letters or digits of `usca` or `dezzzz`.
fn region_of(tag: &Tag, key: &str) -> Option<String> {
    let value = tag.keyword(key)?;
    let length = if value.bytes().next()?.is_ascii_digit() { 3 } else { 2 };
    value.get(..length).map(str::to_owned)
}

/// RegionPreference ( locale ), ECMA-402 15.5.4: the region of the override, of the tag, of the subdivision, or the likely one.
fn region(tag: &Tag) -> String {
    let own = || Some(tag.region.clone()).filter(|region| !region.is_empty());
    let found = region_of(tag, "rg").or_else(own).or_else(|| region_of(tag, "sd"));
    found.unwrap_or_else(|| tag.maximized().region)
}

fn is_in(list: &str, region: &str) -> bool {
    !region.is_empty() && list.split_ascii_whitespace().any(|known| known == region)
}

fn row<'a>(table: &'a [(&str, &'static [&'static str])], key: &str) -> Option<&'a [&'static str]> {
    table.iter().find(|&&(known, _)| known == key).map(|&(_, values)| values)
}

/// CalendarsOfLocale ( loc ), ECMA-402 15.5.5
pub(crate) fn calendars(tag: &Tag) -> Vec<&'static str> {
    row(CALENDARS, &region(tag)).unwrap_or(&["gregory"]).to_vec()
}

/// CollationsOfLocale ( loc ), ECMA-402 15.5.6
pub(crate) fn collations(tag: &Tag) -> Vec<&'static str> {
    row(COLLATIONS, &tag.language).unwrap_or(&["emoji", "eor"]).to_vec()
}

/// HourCyclesOfLocale ( loc ), ECMA-402 15.5.7
pub(crate) fn hour_cycles(tag: &Tag) -> Vec<&'static str> {
    let region = region(tag);
    let is_twelve = match (&*tag.language, &*region) {
        ("fr" | "de" | "it", _) | ("ku", "sy") => false,
        ("en", "001") | ("ar", "001") => true,
        ("es", _) => is_in(" co do hn mx pa pr sv us ve ", &region),
        _ => is_in(TWELVE_HOURS, &region),
    };
    match (&*region, is_twelve) {
        ("jp", _) => vec!["h23", "h11", "h12"],
        (_, true) => vec!["h12", "h23"],
        (_, false) => vec!["h23", "h12"],
    }
}

/// Returns whether a locale is written from right to left, if its script is known.
pub(crate) fn is_right_to_left(tag: &Tag) -> Option<bool> {
    let script = tag.maximized().script;
    (!script.is_empty()).then(|| RIGHT_TO_LEFT.contains(&&*script))
}

/// Returns the zones of a region; none of regions that the table lacks.
pub(crate) fn time_zones(region: &str) -> impl Iterator<Item = &'static str> {
    let zones = ZONES.iter().find(|&&(known, _)| known == region).map_or("", |&(_, zones)| zones);
    zones.split_ascii_whitespace()
}

/// WeekInfoOfLocale ( loc ), ECMA-402 15.5.11: the first day of a week, and the days of its end, by numbers from Monday.
pub(crate) fn week(tag: &Tag) -> (i32, &'static [i32]) {
    let region = region(tag);
    let by_region = if is_in(SUNDAY_FIRST, &region) {
        7
    } else if is_in(SATURDAY_FIRST, &region) {
        6
    } else if region == "mv" {
        5
    } else {
        1
    };
    let of_keyword = tag.keyword("fw").and_then(|day| DAYS.iter().position(|&known| known == day));
    let first = of_keyword.map_or(by_region, |day| day as i32 + 1);
    let weekend: &[i32] = match &*region {
        "af" => &[4, 5],
        "ir" => &[5],
        "in" | "ug" => &[7],
        region if is_in(FRIDAY_AND_SATURDAY, region) => &[5, 6],
        _ => &[6, 7],
    };
    (first, weekend)
}
