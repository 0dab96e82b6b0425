//! A console and timers in further realms: each realm's continue as before, with its own timers or those of another
//! realm.

use std::time::Duration;

use ferrotape::handles::Realm;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Engine};

use super::host_parts::{BEGUN, Log};
use super::hostile;

/// Two realms with a console each, and timers.
struct Ready {
    engine: Engine,
    realm: Realm,
    logs: [Log; 2],
    webs: Vec<Web>,
}

/// Creates the realms. `is_shared` tells whether they share timers.
fn ready(backend: Backend, is_shared: bool) -> Ready {
    let builder = Engine::builder().backend(backend).memory_limit(8 << 20).fuel(500_000);
    let mut engine = builder.build().expect("an engine");
    let realm = engine.new_realm().expect("room");
    let logs = [Log::default(), Log::default()];
    engine.define_console(logs[0].clone(), Default::default()).expect("a console");
    let first = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
    let second = engine.in_realm(&realm, |engine| {
        engine.define_console(logs[1].clone(), Default::default())?;
        match is_shared {
            true => first.install_in_realm(engine).map(|()| None),
            false => Web::install(engine, TimerClock::Virtual).map(Some),
        }
    });
    let webs = [first].into_iter().chain(second.expect("it is installed")).collect();
    Ready { engine, realm, logs, webs }
}

fn begun(backend: Backend, is_shared: bool) -> Ready {
    let mut ready = ready(backend, is_shared);
    let Ready { engine, realm, webs, .. } = &mut ready;
    engine.set_global("other", realm.global()).expect("room");
    engine.run("begun.js", BEGUN).expect("a script that ends");
    let text = "const { log: hidden } = console, again = clearTimeout; console.count('b'); delete globalThis.console; console = undefined;";
    engine.run("taken.js", "const said = other.console, shown = console.log; let over").expect("a script that ends");
    engine.in_realm(realm, |engine| engine.run("begun.js", BEGUN)).expect("a script that ends");
    engine.in_realm(realm, |engine| engine.run("hidden.js", text)).expect("a script that ends");
    let text =
        "other.setTimeout(() => console.log('of the other', over = performance.now()), 15); said.group(); shown('far')";
    engine.run("both.js", text).expect("a script that ends");
    for web in webs.iter() {
        // Timers of the other realm look for its console.
        if let Err(error) = web.advance(engine, Duration::from_millis(12)) {
            assert!(error.message().ends_with("(reading 'count')"), "{error}");
        }
    }
    ready
}

/// Returns what both realms report as time passes, and the consoles' messages since.
fn goes_on(ready: &mut Ready) -> String {
    let Ready { engine, realm, logs, webs } = ready;
    let before = logs.each_ref().map(|log| log.lines().len());
    let mut told = Vec::new();
    for millis in [1, 10, 10, 100] {
        for web in webs.iter() {
            let ended = web.advance(engine, Duration::from_millis(millis));
            told.push(format!("{:?}", ended.err().map(|error| error.message().to_owned())));
        }
        told.push(engine.eval::<String>("said.count('b'); shown(over); heard.join()").expect("a string"));
        let inner = "hidden({ a: [1] }); [heard.join(), later === setTimeout, encoder instanceof TextEncoder].join()";
        told.push(engine.in_realm(realm, |engine| engine.eval::<String>(inner)).expect("a string"));
        told.push(format!("{:?}", webs.iter().map(|web| web.next_timer(engine)).collect::<Vec<_>>()));
    }
    // Timers of the other realm have looked for its console. An unhandled rejection ends the run.
    told.push(engine.take_unhandled_rejections().iter().map(|error| error.message().to_owned()).collect());
    engine.run_with_jobs("last.js", "setTimeout(() => shown('last'), 3)").expect("a script that ends");
    let said = logs.each_ref().into_iter().zip(before).map(|(log, before)| log.lines()[before..].join("\n"));
    told.extend(said);
    told.join("\n")
}

#[test]
fn consoles_and_timers_of_each_realm_go_on() {
    for backend in [Backend::Register, Backend::Stack] {
        for is_shared in [false, true] {
            let mut first = begun(backend, is_shared);
            let bytes = first.engine.snapshot().expect("all of it can be written");
            let mut restored = ready(backend, is_shared);
            restored.engine = Engine::restore_into(restored.engine, &bytes).expect("what was written");
            let again = restored.realm_snapshot();
            let mut copied = ready(backend, is_shared);
            copied.engine = Engine::restore_into(copied.engine, &again).expect("what was written again");
            let expected = goes_on(&mut first);
            for part in ["tick,o40", "of the other", "b: 2", "oncetrue,nested", "{ a: [ 1 ] }"] {
                assert!(expected.contains(part), "{part} in {expected}");
            }
            // Only the timers that were installed last are run with a script.
            assert_eq!(expected.contains("last"), is_shared, "{expected}");
            assert_eq!(goes_on(&mut restored), expected);
            assert_eq!(goes_on(&mut copied), expected);
        }
    }
}

impl Ready {
    /// Takes a snapshot with the other realm as the current one, which does not matter.
    fn realm_snapshot(&mut self) -> Vec<u8> {
        self.engine.in_realm(&self.realm, Engine::snapshot).expect("it can be written again")
    }
}

#[test]
fn what_is_installed_in_another_realm_is_named() {
    let refused = |bytes: &[u8], engine: Engine| {
        let message = Engine::restore_into(engine, bytes).err().expect("it is refused").message().to_owned();
        message.strip_prefix("no engine can be restored: ").map(str::to_owned).expect("it is not read")
    };
    let mut shared = ready(Backend::Register, true);
    let mut own = ready(Backend::Register, false);
    let (shared, own) = (shared.engine.snapshot().expect("bytes"), own.engine.snapshot().expect("bytes"));
    let other_state = "the host has installed 'web' in a further realm with the state of another realm than before";
    assert_eq!(refused(&shared, ready(Backend::Register, false).engine), other_state);
    assert_eq!(refused(&own, ready(Backend::Register, true).engine), other_state);

    // Realms made while restoring have none.
    let first_alone = || {
        let mut engine = Engine::new();
        engine.define_console(Log::default(), Default::default()).expect("a console");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        (engine, web)
    };
    let no_console = "the host has installed no 'console' in a further realm";
    assert_eq!(refused(&own, first_alone().0), no_console);
    let (mut engine, web) = first_alone();
    let realm = engine.new_realm().expect("room");
    engine.in_realm(&realm, |engine| web.install_in_realm(engine)).expect("timers");
    assert_eq!(refused(&own, engine), no_console);
    let alone = first_alone().0.snapshot().expect("bytes");
    let more = "the host has installed 'console' in a further realm, which was not there";
    assert_eq!(refused(&alone, ready(Backend::Register, true).engine), more);

    // Installed in the other realm than before, and in the other order.
    let mut moved = Engine::new();
    let realm = moved.new_realm().expect("room");
    let install = |engine: &mut Engine| engine.define_console(Log::default(), Default::default());
    moved.in_realm(&realm, install).expect("a console");
    let bytes = moved.snapshot().expect("bytes");
    let mut there = Engine::new();
    let _realm = there.new_realm().expect("room");
    install(&mut there).expect("a console");
    assert_eq!(refused(&bytes, there), no_console);

    // The timers of one realm are asked for events.
    let in_order = |order: &[bool]| {
        let mut engine = Engine::new();
        let realm = engine.new_realm().expect("room");
        for is_first in order {
            let web = match is_first {
                true => Web::install(&mut engine, TimerClock::Virtual),
                false => engine.in_realm(&realm, |engine| Web::install(engine, TimerClock::Virtual)),
            };
            web.expect("timers");
        }
        // It exists when the engine is written.
        engine.set_global("other", realm.global()).expect("room");
        engine
    };
    let bytes = in_order(&[true, false, true]).snapshot().expect("bytes");
    assert_eq!(refused(&bytes, in_order(&[true, false])), "the host has installed the timers of another realm last");
    assert_eq!(refused(&bytes, in_order(&[false, true])), "the host has installed the same in another order");
    assert!(Engine::restore_into(in_order(&[true, false, true]), &bytes).is_ok());
}

/// Parts installed in a realm are dropped with it, and do not keep it alive.
#[test]
fn what_realms_had_installed_is_gone_with_them() {
    let mut engine = Engine::new();
    engine.define_console(Log::default(), Default::default()).expect("a console");
    let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
    let mut bytes = Vec::new();
    for _ in 0..60 {
        let realm = engine.new_realm().expect("room");
        let begin = |engine: &mut Engine| {
            engine.define_console(Log::default(), Default::default())?;
            let own = Web::install(engine, TimerClock::Virtual)?;
            engine.run("a.js", "setInterval(() => console.log('never'), 5); console.count()")?;
            own.advance(engine, Duration::from_millis(1))
        };
        engine.in_realm(&realm, begin).expect("it is installed");
        // The last ones are asked for events.
        engine.in_realm(&realm, |engine| web.install_in_realm(engine)).expect("timers");
        drop(realm);
        engine.collect_garbage();
        bytes.push(engine.stats().bytes);
    }
    assert!(bytes[59] < bytes[5] + (64 << 10), "{bytes:?}");
    engine.run("b.js", "console.count('kept')").expect("a script that ends");
    let last = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
    last.clear(&mut engine).expect("there are none");
    let saved = engine.snapshot().expect("it can be written");

    let mut empty = Engine::new();
    let log = Log::default();
    empty.define_console(log.clone(), Default::default()).expect("a console");
    Web::install(&mut empty, TimerClock::Virtual).expect("timers");
    let mut restored = Engine::restore_into(empty, &saved).expect("what was written");
    restored.run("c.js", "console.count('kept')").expect("a script that ends");
    assert_eq!(log.lines(), ["Log kept: 2"]);
}

/// If scripts have removed all of a console, its state is not observable.
#[test]
fn what_nobody_can_come_to_is_as_it_was_installed() {
    let ready = || {
        let mut engine = Engine::new();
        let realm = engine.new_realm().expect("room");
        for realm in [engine.realm(), realm.clone()] {
            let install = |engine: &mut Engine| engine.define_console(Log::default(), Default::default());
            engine.in_realm(&realm, install).expect("a console");
        }
        (engine, realm)
    };
    let (mut engine, realm) = ready();
    engine.run("a.js", "console.count(); delete globalThis.console").expect("a script that ends");
    engine.in_realm(&realm, |engine| engine.run("b.js", "console.count()")).expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let (empty, realm) = ready();
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    restored.snapshot().expect("it can be written again");
    assert_eq!(restored.eval::<String>("typeof console").expect("a string"), "undefined");
    let inner = restored.in_realm(&realm, |engine| engine.eval::<String>("typeof console.log"));
    assert_eq!(inner.expect("a string"), "function");
}

#[test]
fn any_bytes_of_parts_of_realms_are_an_error_or_an_engine() {
    for (backend, is_shared) in [(Backend::Register, false), (Backend::Stack, true)] {
        let bytes = begun(backend, is_shared).engine.snapshot().expect("all of it can be written");
        let calls = ["tell()", "said.count('b'); other.heard", "other.setTimeout(() => {}, 1); other.clearTimeout(1)"];
        hostile::any_bytes_of(&bytes, bytes.len() / 2, || ready(backend, is_shared).engine, &calls);
        // Installed parts stand at the beginning.
        hostile::any_bytes_of(&bytes[..], 0, || ready(backend, is_shared).engine, &calls);
    }
}
