use ferrotape_budget::Budget;

use ferrotape_budget::NativeStack;

use super::parse;
use super::parse::Moment;
use ferrotape_runtime::heap::StringView;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};
use ferrotape_time::{Clock, TimeZone, arithmetic};

/// 25 December 1995, 13:30:00, in UTC.
const CHRISTMAS: f64 = 819_898_200_000.0;

const HOUR: f64 = 3_600_000.0;

fn vm_in(zone: &str) -> Vm {
    let options = Options {
        time_zone: Some(TimeZone::named(zone).expect("a zone of the database")),
        clock: Clock::new(|| Some(std::time::UNIX_EPOCH)),
        native_stack_bytes: NativeStack::DEFAULT_BYTES,
        ..Options::default()
    };
    Vm::new(options, crate::PARTS, ferrotape_runtime::machine::Machines::only(&ferrotape_machine::MACHINE))
        .expect("a realm")
}

/// Runs built-ins only: `new Date(...fields)` and a method on it.
fn call(vm: &mut Vm, fields: &[f64], method: &str, arguments: &[f64]) -> Value {
    let numbers = |numbers: &[f64]| numbers.iter().map(|&number| Value::number(number)).collect::<Vec<_>>();
    let key = vm.heap.key("Date");
    let global = vm.realm.global;
    let constructor = object::get(vm, global, key).ok().and_then(Value::as_object).expect("Date");
    let date = vm.construct(constructor, &numbers(fields), constructor).expect("a date");
    let key = vm.heap.key(method);
    let function = object::get(vm, date, key).expect("a method");
    vm.call(function, Value::object(date), &numbers(arguments)).expect("no exception")
}

#[track_caller]
fn check_text(zone: &str, time: f64, method: &str, expected: &str) {
    let mut vm = vm_in(zone);
    let text = call(&mut vm, &[time], method, &[]).as_string().expect("a string");
    let flat = vm.heap.flatten(text).expect("no limit");
    assert_eq!(vm.heap.view(flat).to_string_lossy(), expected);
}

#[track_caller]
fn check_number(zone: &str, fields: &[f64], method: &str, arguments: &[f64], expected: f64) {
    let found = call(&mut vm_in(zone), fields, method, arguments).as_number().expect("a number");
    assert!(found == expected || found.is_nan() && expected.is_nan(), "{found}, expected {expected}");
}

fn parsed(text: &str) -> Option<Moment> {
    let units: Vec<u16> = text.encode_utf16().collect();
    parse::parse(StringView::Utf16(&units), &mut Budget::default()).expect("no limit")
}

#[track_caller]
fn check_all(texts: &[&str], expected: Moment) {
    for text in texts {
        assert_eq!(parsed(text), Some(expected), "{text}");
    }
}

#[test]
fn texts_name_the_zone() {
    check_text("UTC", CHRISTMAS, "toString", "Mon Dec 25 1995 13:30:00 GMT+0000 (Coordinated Universal Time)");
    check_text("Europe/Berlin", CHRISTMAS, "toTimeString", "14:30:00 GMT+0100 (Central European Standard Time)");
    check_text("America/New_York", 0.0, "toString", "Wed Dec 31 1969 19:00:00 GMT-0500 (Eastern Standard Time)");
    check_text("Asia/Kolkata", 0.0, "toTimeString", "05:30:00 GMT+0530 (India Standard Time)");
    check_text("Australia/Lord_Howe", CHRISTMAS, "toTimeString", "00:30:00 GMT+1100 (GMT+11:00)");
    check_text("Asia/Kolkata", CHRISTMAS, "toLocaleString", "12/25/1995, 7:00:00 PM");
    check_text("UTC", f64::NAN, "toString", "Invalid Date");
}

/// Local mean time was ahead of UTC by parts of a minute.
#[test]
fn offsets_of_the_past_have_seconds() {
    let year_1800 = -5_364_662_400_000.0;
    check_number("Europe/Berlin", &[year_1800], "getTimezoneOffset", &[], -(53.0 + 28.0 / 60.0));
    check_number("Europe/Berlin", &[1800.0, 0.0], "valueOf", &[], year_1800 - 3_208_000.0);
    check_text("Europe/Berlin", year_1800, "toTimeString", "00:53:28 GMT+0053 (LMT)");
}

#[test]
fn local_times_that_are_skipped_or_repeated() {
    // 2:30 on the last Sunday of March is 3:30; on the last Sunday of October it is the first one.
    check_number("Europe/Berlin", &[2024.0, 2.0, 31.0, 2.0, 30.0], "getHours", &[], 3.0);
    check_number("Europe/Berlin", &[2024.0, 9.0, 27.0, 2.0, 30.0], "getTimezoneOffset", &[], -120.0);
    // Lord Howe Island moves by half an hour.
    check_number("Australia/Lord_Howe", &[2024.0, 9.0, 6.0, 2.0, 15.0], "getMinutes", &[], 45.0);
    // Samoa had no 30 December 2011.
    check_number("Pacific/Apia", &[2011.0, 11.0, 30.0, 12.0], "getDate", &[], 31.0);
}

#[test]
fn local_time_reaches_to_the_limits() {
    check_number("America/New_York", &[8.64e15], "getDate", &[], 12.0);
    check_number("America/New_York", &[-8.64e15], "getDate", &[], 19.0);
    check_number("America/New_York", &[275_760.0, 8.0, 12.0, 20.0], "valueOf", &[], 8.64e15);
    check_number("America/New_York", &[275_760.0, 8.0, 12.0, 20.0, 0.0, 0.0, 1.0], "valueOf", &[], f64::NAN);
    check_number("Asia/Kolkata", &[8.64e15], "setHours", &[5.0, 30.0], 8.64e15);
    check_number("Asia/Kolkata", &[8.64e15], "setHours", &[5.0, 31.0], f64::NAN);
}

#[test]
fn setters_carry_and_keep() {
    check_number("UTC", &[CHRISTMAS], "setMonth", &[14.0], 827_760_600_000.0);
    check_number("UTC", &[CHRISTMAS], "setMinutes", &[-90.0], CHRISTMAS - 2.0 * HOUR);
    check_number("Europe/Berlin", &[CHRISTMAS], "setHours", &[13.0], CHRISTMAS - HOUR);
    check_number("UTC", &[f64::NAN], "setFullYear", &[1970.0], 0.0);
    check_number("UTC", &[f64::NAN], "setDate", &[1.0], f64::NAN);
    check_number("UTC", &[CHRISTMAS], "setDate", &[], f64::NAN);
    check_number(
        "UTC",
        &[CHRISTMAS],
        "setYear",
        &[99.0],
        arithmetic::make_day(1999.0, 11.0, 25.0) * 24.0 * HOUR + 13.5 * HOUR,
    );
}

#[test]
fn the_clock_is_the_embedders() {
    let mut vm = vm_in("UTC");
    assert_eq!(call(&mut vm, &[], "valueOf", &[]).as_number(), Some(0.0));
}

#[test]
fn the_format_of_the_specification() {
    check_all(
        &["1995-12-25T13:30Z", "1995-12-25T13:30:00Z", "1995-12-25T13:30:00.000Z", "1995-12-25T14:30+01:00"],
        Moment::Utc(CHRISTMAS),
    );
    check_all(&["+001995-12-25T13:30Z", "1995-12-25T05:00-08:30"], Moment::Utc(CHRISTMAS));
    check_all(&["1995-12-25T13:30", "1995-12-25T13:30:00", "1995-12-25t13:30:00.0"], Moment::Local(CHRISTMAS));
    check_all(&["1995-12-25", "1995-12-25T00:00Z", "1995-12-24T24:00:00.000Z"], Moment::Utc(CHRISTMAS - 13.5 * HOUR));
    check_all(&["1970", "1970-01", "+001970-01-01"], Moment::Utc(0.0));
    check_all(&["-271821-04-20T00:00:00.000Z"], Moment::Utc(-8.64e15));
    check_all(&["1970-01-01T00:00:00.9999999999999999999Z"], Moment::Utc(999.0));
}

#[test]
fn what_only_looks_like_the_format() {
    for text in [
        "-000000",
        "-000000-01-01T00:00:00Z",
        " -000000-01-01",
        "Sat -000000-01-01 10:00",
        "1 Jan -000000",
        "1995-13-01",
        "1995-12-32",
        "1995-12-25T24:01Z",
        "1995-12-25T13",
        "1995-12-25T",
        "1995-12-25T1:30",
        "1995-12-25T13:60",
        "1995-12-25T13:30:60Z",
        "1995-12-25T13:30:00.Z",
        "1995-12-25T13:30ZZ",
        "1995-12-25T13:30+24:00",
        "1995-12-25T13:30+0",
        "1995-12-25T13:30 Z",
        "T13:30",
    ] {
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn free_forms_with_a_zone() {
    check_all(
        &[
            "Mon, 25 Dec 1995 13:30:00 GMT",
            "Mon Dec 25 1995 14:30:00 GMT+0100 (Central European Standard Time)",
            "25 December 1995 8:30 EST",
            "Dec 25, 1995 1:30 PM UTC",
            "12/25/1995 05:30 am pst",
            "1995-12-25 13:30Z",
            "1995/12/25 13:30:00.000 +0000",
            "Dec 25 (no (such) day) 1995 13:30 z (whatever",
            "25-Dec-1995 15:00 GMT+1:30",
            "25 dec 95 13:30 gmt",
            "13:30 UTC, December 25 1995",
            "12/25/95 12:30:00 UTC-1",
            "\u{4e00} 25 Dec 1995 13:30 GMT",
        ],
        Moment::Utc(CHRISTMAS),
    );
}

#[test]
fn free_forms_in_local_time() {
    let forms = ["12/25/1995, 1:30:00 PM", "1995-12-25 13:30", "Dec 25 1995 13:30", "1995/12/25\u{a0}13:30:00.000"];
    check_all(&forms, Moment::Local(CHRISTMAS));
    let year_2000 = Moment::Local(946_684_800_000.0);
    check_all(
        &["2000-1-1", "1/1/2000", "Jan 1 2000", "1 Jan 00", "Jan 2000", "0", "2000-001", " 2000-01-01"],
        year_2000,
    );
    check_all(&["1/1/2000 12:00 AM", "1 Jan 2000 10", "Jan 1 2000 0:00 (here)"], year_2000);
    check_all(&["Jan 1", "1", "1/1"], Moment::Local(978_307_200_000.0));
    // One number too many after a time, and one that cannot be the minutes of an offset.
    check_all(&["Jan 1 2000 0:00:00:000.9"], year_2000);
    check_all(&["Jan 1 12:00 +12: 2000"], Moment::Utc(946_684_800_000.0));
}

/// Date.parse reads the results of toString and toUTCString, 21.4.3.2, also years before the first one and of few
/// digits.
#[test]
fn years_are_read_as_they_are_written() {
    let mut vm = vm_in("UTC");
    for year in [-271_820, -9999, -100, -50, -1, 0, 7, 49, 50, 99, 100, 999, 1000, 9999, 10_000, 275_759] {
        let time = arithmetic::make_date(arithmetic::make_day(f64::from(year), 1.0, 3.0), 0.0);
        for method in ["toString", "toUTCString", "toISOString", "toDateString"] {
            let text = call(&mut vm, &[time], method, &[]).as_string().expect("a string");
            let flat = vm.heap.flatten(text).expect("no limit");
            let text = vm.heap.view(flat).to_string_lossy();
            let read = parsed(&text);
            assert!(matches!(read, Some(Moment::Utc(read) | Moment::Local(read)) if read == time), "{text}: {read:?}");
        }
    }
    check_all(
        &["Jan 1 -0001 UTC", "1 January -000001 0:00 Z"],
        Moment::Utc(arithmetic::make_date(arithmetic::make_day(-1.0, 0.0, 1.0), 0.0)),
    );
    for text in ["Jan 1 -1 UTC", "Jan 1 -001", "1 -0001", "Jan 1 2000 -0001"] {
        assert!(!matches!(parsed(text), Some(Moment::Utc(time) | Moment::Local(time)) if time < 0.0), "{text}");
    }
}

#[test]
fn what_is_no_date() {
    for text in [
        "",
        " ",
        "foo",
        "Jan",
        "13",
        "Jan 32 32",
        "1 2 3 4",
        "Jan 1 2000 foo",
        "Jan 1 2000 13:00 PM",
        "Jan 1 2000 60:10",
        "Jan 1 2000 1:2:3:4:5:6",
        "foo1",
        "1/1/2000 -",
        "1/1/2000 10:00 +12345",
        "1/1/2000 10:00 +999999999:00",
        "13/13/2000",
    ] {
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn long_texts_are_read_once() {
    for piece in ["(", "1", " ", "x", "1:", "+", "Jan", ")", "GMT+1:"] {
        let text = piece.repeat(200_000);
        let started = std::time::Instant::now();
        let _ = parsed(&text);
        assert!(started.elapsed().as_secs() < 5, "{piece}");
    }
}
