//! Dates: a text is either no date, or a date that survives each way of writing it, and its parts.
//!
//! The first byte chooses the time zone.

use crate::host;

const ZONES: [&str; 5] = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"];

/// Returns a description of a fault, or an empty text. Before time zones, local time had odd seconds; some hours come
/// twice.
const ROUND_TRIP: &str = r#"(function (text, isUtc) {
    const time = Date.parse(text), date = new Date(text);
    if (!Object.is(date.getTime(), time)) return "the constructor reads " + date.getTime() + " and parse " + time;
    if (Number.isNaN(time)) return String(date) === "Invalid Date" ? "" : "written as " + date;
    if (Math.abs(time) > 8.64e15 || time !== Math.trunc(time) || Object.is(time, -0)) return "no time: " + time;
    const iso = date.toISOString();
    if (Date.parse(iso) !== time || date.toJSON() !== iso) return iso + " is " + Date.parse(iso) + ", not " + time;
    const second = Math.floor(time / 1000) * 1000, texts = [date.toUTCString()];
    if (isUtc || time > 0) texts.push(date.toString(), date.toDateString() + " " + date.toTimeString());
    for (const text of texts) {
        if (Date.parse(text) !== second) return text + " is " + Date.parse(text) + ", not " + second;
    }
    const again = new Date(0);
    again.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
    again.setUTCHours(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds());
    if (again.getTime() !== time) return "the parts of " + iso + " are those of " + again.toISOString();
    const local = new Date(0);
    local.setFullYear(date.getFullYear(), date.getMonth(), date.getDate());
    local.setHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds());
    const shift = Math.abs(local - date);
    if (isUtc ? shift !== 0 : shift > 86400000) return "the local parts of " + iso + " are those of " + local.toISOString();
    if (isUtc && date.getTimezoneOffset() !== 0) return "an offset in UTC";
    return "";
})"#;

/// Runs the round trip of one text in an engine that is kept for its time zone. Panics if it goes wrong.
pub fn run(input: &[u8]) {
    let Some((&zone, text)) = input.split_first() else { return };
    let text = String::from_utf8_lossy(text);
    let zone = ZONES[usize::from(zone) % ZONES.len()];
    let answer = host::ask_kept(zone, host::builder().time_zone(zone), ROUND_TRIP, |engine, round_trip| {
        round_trip.call::<String>(engine, (&*text, zone == "UTC"))
    });
    match answer {
        Ok(wrong) => assert_eq!(wrong, "", "in {zone}: {text:?}"),
        Err(error) => assert!(error.is_termination(), "{error}"),
    }
}
