//! Timers under a clock that the test advances, and under limits.

use std::time::{Duration, Instant};

use ferrotape::web::{TimerClock, Web};
use ferrotape::{Engine, Error, Value};

fn engine(clock: TimerClock) -> (Engine, Web) {
    let mut engine = Engine::builder().fuel(2_000_000).memory_limit(16 << 20).build().expect("an engine");
    let web = Web::install(&mut engine, clock).expect("room for timers");
    engine.run("log.js", "var log = []; var note = (text) => log.push(text + '@' + performance.now())").expect("runs");
    (engine, web)
}

fn log(engine: &mut Engine) -> String {
    match engine.run("log.js", "log.splice(0).join()") {
        Ok(Value::String(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn a_virtual_clock_stops_at_each_timer() -> Result<(), Error> {
    let (mut engine, web) = engine(TimerClock::Virtual);
    let text =
        "setTimeout(note, 20, 'b'); setTimeout(note, 10, 'a'); setInterval(note, 15, 'i'); setTimeout(note, 20, 'c')";
    engine.run("t.js", text)?;
    assert_eq!(web.next_timer(&engine), Some(milliseconds(10)));
    web.advance(&mut engine, milliseconds(9))?;
    assert_eq!(log(&mut engine), "");
    web.advance(&mut engine, milliseconds(1))?;
    assert_eq!(log(&mut engine), "a@10");
    web.advance(&mut engine, milliseconds(20))?;
    assert_eq!(log(&mut engine), "i@15,b@20,c@20,i@30");
    assert_eq!(web.next_timer(&engine), Some(milliseconds(15)));
    web.clear(&mut engine)?;
    assert_eq!(web.next_timer(&engine), None);
    Ok(())
}

#[test]
fn a_program_is_over_when_no_timer_is_left() -> Result<(), Error> {
    let (mut engine, _web) = engine(TimerClock::Virtual);
    let text = "setTimeout(() => { note('a'); setTimeout(note, 1e6, 'b'); Promise.resolve('p').then(note) }, 3600000)";
    engine.run_with_jobs("t.js", text)?;
    assert_eq!(log(&mut engine), "a@3600000,p@3600000,b@4600000");
    engine.run_module("m.mjs", "await new Promise((resolve) => setTimeout(resolve, 50)); note('module')")?;
    assert_eq!(log(&mut engine), "module@4600050");
    Ok(())
}

#[test]
fn nested_timers_of_no_time_move_the_clock() -> Result<(), Error> {
    let (mut engine, _web) = engine(TimerClock::Virtual);
    let text = "var n = 0; (function turn() { if (n++ < 8) setTimeout(turn); else note('end') })();
        var m = 0; var i = setInterval(() => { if (++m === 8) { note('i'); clearInterval(i) } })";
    engine.run_with_jobs("t.js", text)?;
    assert_eq!(log(&mut engine), "end@12,i@12");
    Ok(())
}

#[test]
fn nested_immediates_are_not_waited_for() -> Result<(), Error> {
    let (mut engine, web) = engine(TimerClock::Real);
    let start = Instant::now();
    let text = "var n = 0; (function turn() { if (n++ < 1000) setImmediate(turn); else note('end') })()";
    engine.run_with_jobs("t.js", text)?;
    assert!(log(&mut engine).starts_with("end@"));
    assert!(start.elapsed() < milliseconds(2000), "{:?}", start.elapsed());
    // Timers set meanwhile wait for the next time.
    engine.run("t.js", "(function turn() { setImmediate(turn) })()")?;
    web.advance(&mut engine, milliseconds(1000))?;
    assert_eq!(web.next_timer(&engine), Some(Duration::ZERO));
    Ok(())
}

#[test]
fn what_a_timer_throws_is_told_and_the_others_stay() -> Result<(), Error> {
    let (mut engine, web) = engine(TimerClock::Virtual);
    engine
        .run_with_jobs("t.js", "setTimeout(() => { throw new RangeError('mine') }, 1); setTimeout(note, 2, 'later')")?;
    let errors = engine.take_unhandled_rejections();
    assert_eq!(errors.iter().map(Error::message).collect::<Vec<_>>(), ["RangeError: mine"]);
    web.run_until_idle(&mut engine)?;
    assert_eq!(log(&mut engine), "later@2");
    Ok(())
}

#[test]
fn endless_timers_end_by_the_limits() {
    for text in [
        "setInterval(() => {}, 0)",
        "(function turn() { setTimeout(turn) })()",
        "(function turn() { queueMicrotask(turn) })()",
        "setTimeout(() => { for (;;); })",
        "(function turn() { setImmediate(turn); setImmediate(turn) })()",
        "for (;;) setTimeout(() => {}, 1e9)",
    ] {
        let (mut engine, web) = engine(TimerClock::Virtual);
        let error = engine.run_with_jobs("t.js", text).expect_err(text);
        assert!(error.is_termination(), "{text}: {error}");
        engine.set_fuel(None);
        web.clear(&mut engine).expect("not limited");
        engine.run_with_jobs("after.js", "setTimeout(note, 1, 'alive')").expect("the engine is whole");
        assert!(log(&mut engine).starts_with("alive@"), "{text}");
    }
}

#[test]
fn a_real_clock_is_waited_for_no_longer_than_the_run_may_take() {
    let (mut engine, web) = engine(TimerClock::Real);
    let start = Instant::now();
    engine.run_with_jobs("t.js", "setTimeout(note, 20, 'a')").expect("runs");
    assert!(start.elapsed() >= milliseconds(20) && log(&mut engine).starts_with("a@"));
    engine.set_timeout(milliseconds(30));
    let start = Instant::now();
    let error = engine.run_with_jobs("t.js", "setTimeout(note, 100000, 'a')").expect_err("too long");
    assert!(error.is_termination() && start.elapsed() < milliseconds(30_000));
    assert_eq!(web.next_timer(&engine), None);
}

#[test]
fn due_timers_are_run_once_in_each_turn_of_the_host() -> Result<(), Error> {
    let (mut engine, web) = engine(TimerClock::Virtual);
    engine.run("t.js", "setTimeout(() => { note('a'); setTimeout(note, 0, 'b') }, 0)")?;
    web.run_due(&mut engine)?;
    assert_eq!(log(&mut engine), "a@0");
    web.run_due(&mut engine)?;
    assert_eq!(log(&mut engine), "b@0");
    Ok(())
}

#[test]
fn realms_have_all_of_it_and_share_the_clock() -> Result<(), Error> {
    let (mut engine, web) = engine(TimerClock::Virtual);
    let realm = engine.new_realm()?;
    let text = "setTimeout(() => { globalThis.at = performance.now() }, 5); typeof structuredClone";
    let kind = engine.in_realm(&realm, |engine| {
        web.install_in_realm(engine)?;
        engine.run("t.js", text)
    })?;
    assert_eq!(kind, Value::from("function"));
    web.advance(&mut engine, milliseconds(7))?;
    assert_eq!(engine.in_realm(&realm, |engine| engine.run("t.js", "at"))?, Value::Number(5.0));
    Ok(())
}

#[test]
fn copies_of_anything_keep_to_the_limits() {
    for text in [
        "var deep = []; for (var i = 0; i < 300000; i++) deep = [deep]; structuredClone(deep)",
        "var wide = new Map(); for (var i = 0; i < 50000; i++) wide.set('key' + i, {i}); for (;;) structuredClone(wide)",
        "structuredClone(new Array(4294967295)).length",
        "var big = new ArrayBuffer(9 << 20); structuredClone([big])",
        "structuredClone({ get a() { return structuredClone(this) } })",
    ] {
        let (mut engine, _web) = engine(TimerClock::Virtual);
        if let Err(error) = engine.run("t.js", text) {
            assert!(error.is_termination() || error.name() == Some("RangeError"), "{text}: {error}");
        }
        assert!(engine.stats().peak_bytes <= 17 << 20, "{text}");
    }
}
