//! Names that scripts may use: calendars, collations, currencies, digits, units.

/// Calendars, in the order of their names.
pub(crate) const CALENDARS: &[&str] = &[
    "buddhist",
    "chinese",
    "coptic",
    "dangi",
    "ethioaa",
    "ethiopic",
    "gregory",
    "hebrew",
    "indian",
    "islamic-civil",
    "islamic-tbla",
    "islamic-umalqura",
    "iso8601",
    "japanese",
    "persian",
    "roc",
];

/// Collations beside the usual ones of languages.
pub(crate) const COLLATIONS: &[&str] = &["compat", "emoji", "eor", "phonebk", "pinyin", "stroke", "trad", "zhuyin"];

/// Codes of ISO 4217 that are in use.
pub(crate) const CURRENCIES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND \
    BOB BRL BSD BTN BWP BYN \
    BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
    GNF GTQ GYD HKD HNL HTG \
    HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL \
    MGA MKD MMK MNT MOP MRU \
    MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD \
    SCR SDG SEK SGD SHP SLE \
    SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD \
    XOF XPF YER ZAR ZMW ZWG";

/// Units of Table 2, ECMA-402 6.6.2.
pub(crate) const UNITS: &[&str] = &[
    "acre",
    "bit",
    "byte",
    "celsius",
    "centimeter",
    "day",
    "degree",
    "fahrenheit",
    "fluid-ounce",
    "foot",
    "gallon",
    "gigabit",
    "gigabyte",
    "gram",
    "hectare",
    "hour",
    "inch",
    "kilobit",
    "kilobyte",
    "kilogram",
    "kilometer",
    "liter",
    "megabit",
    "megabyte",
    "meter",
    "microsecond",
    "mile",
    "mile-scandinavian",
    "milliliter",
    "millimeter",
    "millisecond",
    "minute",
    "month",
    "nanosecond",
    "ounce",
    "percent",
    "petabyte",
    "pound",
    "second",
    "stone",
    "terabit",
    "terabyte",
    "week",
    "yard",
    "year",
];

/// Systems of ten digits, with their zeros: Table 28, ECMA-402 16.5.3. The digits of `hanidec` do not follow each other.
pub(crate) const NUMBERING_SYSTEMS: &[(&str, u32)] = &[
    ("adlm", 0x1E950),
    ("ahom", 0x11730),
    ("arab", 0x660),
    ("arabext", 0x6F0),
    ("bali", 0x1B50),
    ("beng", 0x9E6),
    ("bhks", 0x11C50),
    ("brah", 0x11066),
    ("cakm", 0x11136),
    ("cham", 0xAA50),
    ("deva", 0x966),
    ("diak", 0x11950),
    ("fullwide", 0xFF10),
    ("gara", 0x10D40),
    ("gong", 0x11DA0),
    ("gonm", 0x11D50),
    ("gujr", 0xAE6),
    ("gukh", 0x16130),
    ("guru", 0xA66),
    ("hanidec", 0x3007),
    ("hmng", 0x16B50),
    ("hmnp", 0x1E140),
    ("java", 0xA9D0),
    ("kali", 0xA900),
    ("kawi", 0x11F50),
    ("khmr", 0x17E0),
    ("knda", 0xCE6),
    ("krai", 0x16D70),
    ("lana", 0x1A80),
    ("lanatham", 0x1A90),
    ("laoo", 0xED0),
    ("latn", 0x30),
    ("lepc", 0x1C40),
    ("limb", 0x1946),
    ("mathbold", 0x1D7CE),
    ("mathdbl", 0x1D7D8),
    ("mathmono", 0x1D7F6),
    ("mathsanb", 0x1D7EC),
    ("mathsans", 0x1D7E2),
    ("mlym", 0xD66),
    ("modi", 0x11650),
    ("mong", 0x1810),
    ("mroo", 0x16A60),
    ("mtei", 0xABF0),
    ("mymr", 0x1040),
    ("mymrepka", 0x116DA),
    ("mymrpao", 0x116D0),
    ("mymrshan", 0x1090),
    ("mymrtlng", 0xA9F0),
    ("nagm", 0x1E4F0),
    ("newa", 0x11450),
    ("nkoo", 0x7C0),
    ("olck", 0x1C50),
    ("onao", 0x1E5F1),
    ("orya", 0xB66),
    ("osma", 0x104A0),
    ("outlined", 0x1CCF0),
    ("rohg", 0x10D30),
    ("saur", 0xA8D0),
    ("segment", 0x1FBF0),
    ("shrd", 0x111D0),
    ("sind", 0x112F0),
    ("sinh", 0xDE6),
    ("sora", 0x110F0),
    ("sund", 0x1BB0),
    ("sunu", 0x11BF0),
    ("takr", 0x116C0),
    ("talu", 0x19D0),
    ("tamldec", 0xBE6),
    ("telu", 0xC66),
    ("thai", 0xE50),
    ("tibt", 0xF20),
    ("tirh", 0x114D0),
    ("tnsa", 0x16AC0),
    ("tols", 0x11DE0),
    ("vaii", 0xA620),
    ("wara", 0x118E0),
    ("wcho", 0x1E2F0),
];

const HANIDEC: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Returns whether there is such a system of digits.
pub(crate) fn is_numbering_system(name: &str) -> bool {
    NUMBERING_SYSTEMS.iter().any(|&(known, _)| known == name)
}

/// Returns a digit of a system; of an unknown one the digit itself.
pub(crate) fn digit(system: &str, digit: u8) -> char {
    let zero = NUMBERING_SYSTEMS.iter().find(|&&(known, _)| known == system).map_or(0x30, |&(_, zero)| zero);
    let digit = digit.min(9);
    match system {
        "hanidec" => HANIDEC[usize::from(digit)],
        _ => char::from_u32(zero + u32::from(digit)).unwrap_or('0'),
    }
}

/// Returns whether a unit can be formatted: IsWellFormedUnitIdentifier, ECMA-402 6.6.1.
pub(crate) fn is_unit(name: &str) -> bool {
    let is_simple = |name: &str| UNITS.contains(&name);
    is_simple(name) || name.split_once("-per-").is_some_and(|(of, per)| is_simple(of) && is_simple(per))
}

/// Returns whether a code has the form of a currency: IsWellFormedCurrencyCode, ECMA-402 6.3.1.
pub(crate) fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// CurrencyDigits ( currency ), ECMA-402 16.1.2
pub(crate) fn currency_digits(code: &str) -> u32 {
    match code {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX" | "UYI" | "VND"
        | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        "CLF" | "UYW" => 4,
        _ => 2,
    }
}
