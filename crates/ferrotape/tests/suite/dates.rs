//! `Date` and its sources in the host, and how the host replaces them.

use std::time::{Duration, UNIX_EPOCH};

use ferrotape::{Builder, Engine};

use crate::support::{Outcome, run_limited};

fn text(builder: Builder, script: &str) -> String {
    let outcome = run_limited(builder, script);
    outcome.text().map_or_else(|| format!("{outcome:?}"), str::to_owned)
}

#[test]
fn clock_and_zone_are_the_embedders() {
    let builder = || {
        let now = UNIX_EPOCH + Duration::from_secs(819_898_200);
        Engine::builder().clock(move || now).time_zone("Europe/Berlin")
    };
    let expected = "Mon Dec 25 1995 14:30:00 GMT+0100 (Central European Standard Time)";
    assert_eq!(text(builder(), "Date()"), expected);
    assert_eq!(text(builder(), "String(new Date())"), expected);
    assert_eq!(run_limited(builder(), "Date.now()"), Outcome::Number(819_898_200_000.0));
    assert_eq!(run_limited(builder(), "new Date(0).getHours()"), Outcome::Number(1.0));
}

#[test]
fn a_clock_may_show_what_it_likes() {
    let far = || UNIX_EPOCH.checked_add(Duration::from_secs(1 << 53)).unwrap_or(UNIX_EPOCH);
    assert_eq!(text(Engine::builder().clock(far), "String(new Date())"), "Invalid Date");
    let before = || UNIX_EPOCH - Duration::from_millis(5);
    assert_eq!(run_limited(Engine::builder().clock(before), "Date.now()"), Outcome::Number(-5.0));
}

#[test]
fn zones_that_do_not_exist_are_refused() {
    for name in ["Mars/Olympus_Mons", "", "../zoneinfo/UTC", "/etc/passwd", "UTC\0"] {
        let error = Engine::builder().time_zone(name).build().err().expect("no such zone");
        assert_eq!(error.message(), format!("there is no time zone '{name}'"));
    }
}

/// A text of any length is read once, and the work counts.
#[test]
fn parsing_counts_as_work() {
    let endless = "var s = '1/1/2000 ('; for (;;) { s += s.length < 1e5 ? s : ''; Date.parse(s); }";
    let outcome = run_limited(Engine::builder().fuel(100_000_000), endless);
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}
