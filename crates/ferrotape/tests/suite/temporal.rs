//! Temporal in engines: clock and zone of the host, copies, bytes, realms, limits.

use std::time::{Duration, UNIX_EPOCH};

use ferrotape::{Backend, Engine};

use crate::support::{Clock, Outcome, PATIENCE, run_limited};

/// An object of each type.
const MAKE: &str = "
    const date = Temporal.PlainDate.from('2024-02-29[u-ca=hebrew]');
    const all = {
        date, time: new Temporal.PlainTime(1, 2, 3, 4, 5, 6), month: date.toPlainYearMonth(), day: date.toPlainMonthDay(),
        both: new Temporal.PlainDateTime(-271821, 4, 19, 0, 0, 0, 0, 0, 1), instant: new Temporal.Instant(-8640000000000000000000n),
        zoned: new Temporal.ZonedDateTime(8640000000000000000000n, 'asia/calcutta', 'chinese'),
        offset: new Temporal.ZonedDateTime(0n, '-23:59'),
        duration: new Temporal.Duration(0, 0, 0, 0, 0, 0, 0, 0, 0, -9007199254740991e9),
    };
    date.own = all;";

const TELL: &str =
    "JSON.stringify(all) + (date.own === all) + date.daysInYear + all.zoned.timeZoneId + all.duration.nanoseconds
    + Object.keys(all).map(key => all[key].constructor.name) + (all.date instanceof Temporal.PlainDate)";

#[test]
fn clock_and_zone_are_the_embedders() {
    let now = UNIX_EPOCH + Duration::from_millis(819_898_200_123);
    let builder = || Engine::builder().clock(move || now).time_zone("Europe/Berlin");
    let text = |script: &str| run_limited(builder(), script).text().map(str::to_owned);
    let zoned = text("Temporal.Now.zonedDateTimeISO().toString()");
    assert_eq!(zoned.as_deref(), Some("1995-12-25T14:30:00.123+01:00[Europe/Berlin]"));
    assert_eq!(text("Temporal.Now.timeZoneId()").as_deref(), Some("Europe/Berlin"));
    assert_eq!(text("Temporal.Now.plainTimeISO('UTC').toString()").as_deref(), Some("13:30:00.123"));
    assert_eq!(text("Temporal.Now.instant().toString()").as_deref(), Some("1995-12-25T13:30:00.123Z"));
    let far = || UNIX_EPOCH + Duration::from_secs(1 << 53);
    let far = run_limited(Engine::builder().clock(far), "Temporal.Now.instant()");
    assert!(far.is_range_error(), "{far:?}");
}

#[test]
fn engines_are_copied_and_written_with_all_types() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("make.js", MAKE).expect("the objects");
        let expected = engine.eval::<String>(TELL).expect("what they are");
        let bytes = engine.snapshot().expect("bytes");
        let mut fork = engine.fork().expect("a copy");
        fork.collect_garbage();
        assert_eq!(fork.eval::<String>(TELL), Ok(expected.clone()));
        let new = Engine::builder().backend(backend).build().expect("an engine");
        let mut restored = Engine::restore_into(new, &bytes).expect("an engine of the bytes");
        restored.collect_garbage();
        assert_eq!(restored.eval::<String>(TELL), Ok(expected));
    }
}

/// Slots of changed bytes are no date: an error, or a value.
#[test]
fn changed_bytes_do_no_harm() {
    let mut engine = Engine::new();
    engine.run("make.js", MAKE).expect("the objects");
    let bytes = engine.snapshot().expect("bytes");
    let tell = "Object.values(all).map(value => { try { return String(value) + value.year + value.hour + value.days } catch { return '' } }).join()";
    let mut read = 0;
    for place in (0..bytes.len()).rev().take(3000) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x55;
        if let Ok(mut engine) = Engine::restore(&changed) {
            engine.set_fuel(Some(1_000_000));
            read += usize::from(engine.eval::<String>(tell).is_ok());
        }
    }
    assert!(read > 0, "all changes were refused");
}

/// The prototype is that of the constructor's realm, which has not touched Temporal.
#[test]
fn prototypes_are_those_of_the_realm() {
    let mut engine = Engine::new();
    let realm = engine.new_realm().expect("a realm");
    engine.set_global("other", realm.global()).expect("a global");
    let script = "
        const target = new other.Function();
        target.prototype = null;
        const made = Reflect.construct(Temporal.PlainDate, [2024, 1, 1], target);
        [Object.getPrototypeOf(made) === other.Temporal.PlainDate.prototype, other.Temporal !== Temporal,
         other.Temporal.PlainDate.prototype.toString.call(made), made.add('P1D') instanceof other.Temporal.PlainDate].join()";
    assert_eq!(engine.eval::<String>(script), Ok("true,true,2024-01-01,true".to_owned()));
}

/// Loops of `temporal_rs` are charged before: runs end by their fuel, and soon.
#[test]
fn long_counts_end_by_fuel() {
    let calls = [
        "date.add({ months: 3e6 })",
        "date.until(date.add({ years: 1900 }), { largestUnit: 'months' })",
        "Temporal.Duration.from({ days: 6e7 }).round({ largestUnit: 'years', relativeTo: date })",
        "Temporal.Duration.from({ days: 6e5 }).total({ unit: 'months', relativeTo: date })",
        "Temporal.PlainDate.from('2024-01-01' + '[a=b]'.repeat(3000))",
    ];
    for calendar in ["gregory", "hebrew", "chinese"] {
        for call in calls {
            let script =
                format!("const date = Temporal.PlainDate.from('2000-01-01[u-ca={calendar}]'); for (;;) {{ {call} }}");
            let clock = Clock::start();
            let outcome = run_limited(Engine::builder().fuel(3_000_000), &script);
            assert!(matches!(outcome, Outcome::Stopped(_)), "{calendar}, {call}: {outcome:?}");
            assert!(clock.elapsed() < PATIENCE, "{calendar}, {call}: {:?}", clock.elapsed());
        }
    }
}
