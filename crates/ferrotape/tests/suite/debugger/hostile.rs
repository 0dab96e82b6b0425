//! Scripts that make it hard to look at them.

use std::time::{Duration, Instant};

use ferrotape::debug::{Resume, Stopped};
use ferrotape::{Backend, Engine};

use super::{BACKENDS, Notes, each};

/// Looks at everything, and notes nothing that is long.
fn look_at_all(stopped: &mut Stopped<'_>, notes: &Notes) -> Resume {
    let began = Instant::now();
    let frames = stopped.frames().len();
    for frame in 0..frames.min(20) {
        for scope in stopped.scopes(frame) {
            for variable in scope.variables {
                let Some(value) = variable.value else { continue };
                assert!(value.text.len() < 2000, "{} is long", variable.name);
                let properties = value.id.map(|id| stopped.properties(id, 0..100));
                if let Some(Ok(properties)) = properties {
                    assert!(properties.len() <= 100);
                }
            }
        }
    }
    assert!(began.elapsed() < Duration::from_secs(30));
    notes.add(format!("{frames}"));
    Resume::Run
}

#[test]
fn values_are_bounded_when_they_are_shown() {
    each(
        |engine, notes| {
            let text = "let endless = {}; for (let i = 0; i < 30; i++) endless = new Proxy(endless, {
                    ownKeys() { for (;;) ; }, get() { for (;;) ; }, getOwnPropertyDescriptor() { for (;;) ; } });
                let large = 'x'.repeat(100_000_000), rope = large + large, list = new Array(3_000_000).fill(0);
                let thrower = { get a() { throw 1 }, [Symbol.toStringTag]: 'T' }, own = {}; own.own = own;
                let deep = {}; for (let i = 0; i < 10000; i++) deep = { deep };
                let odd = Object.create(null, { constructor: { get() { for (;;) ; } } });
                function f(...args) { debugger } f(endless, large, rope, list, thrower, own, deep, odd)";
            engine.run("a.js", text).unwrap();
            assert_eq!(notes.take(), ["2"]);
        },
        look_at_all,
    );
}

/// The text of an object with many properties shows the first of them: no others are formatted, so time and work are enough.
#[test]
fn an_object_with_a_million_properties_is_shown() {
    each(
        |engine, notes| {
            let text = "const big = {}; for (let i = 0; i < 1e6; i++) big['k' + i] = i; debugger;";
            engine.run("a.js", text).unwrap();
            assert_eq!(notes.take(), ["{ k0: 0, k1: 1, k2: ", "k999: 999"]);
        },
        |stopped, notes| {
            let shown = stopped.evaluate(0, "big").unwrap();
            assert_eq!(shown.text.chars().count(), 401);
            notes.add(&shown.text[..20]);
            let properties = stopped.properties(shown.id.unwrap(), 999..1000).unwrap();
            notes.add(format!("{}: {}", properties[0].name, properties[0].value.as_ref().unwrap().text));
            Resume::Run
        },
    );
}

#[test]
fn what_is_evaluated_ends() {
    each(
        |engine, _| {
            engine.run("a.js", "let n = 0; debugger; n++").unwrap();
            assert_eq!(engine.eval::<u8>("n").unwrap(), 1);
        },
        |stopped, _| {
            for text in
                ["for (;;) ;", "(function f() { f() })()", "let a = []; for (;;) a.push(a.join() + 'x'.repeat(1e6))"]
            {
                assert!(stopped.evaluate(0, text).is_err(), "{text}");
            }
            assert!(stopped.evaluate(0, "debugger; 1").is_ok(), "nothing stops within a stop");
            Resume::Run
        },
    );
}

#[test]
fn deep_calls_and_many_names_are_looked_at() {
    each(
        |engine, notes| {
            let names: String = (0..600).map(|index| format!("let v{index} = {index};")).collect();
            engine.run("a.js", &*format!("function f() {{ {names} debugger; }} f()")).unwrap();
            engine.run("b.js", "function g(n) { if (n) g(n - 1); else debugger; return 0 } g(3000)").unwrap();
            assert_eq!(notes.take(), ["2", "3002"]);
        },
        look_at_all,
    );
}

#[test]
fn elements_of_a_large_typed_array_are_shown_in_little_memory() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).build().unwrap();
        engine.set_debugger(|stopped: &mut Stopped<'_>| {
            let [large, small] = ["large", "small"].map(|name| stopped.evaluate_value(0, name).unwrap());
            let mut values = stopped.values();
            for (array, places, wanted) in [
                (&large, 3..5, vec!["3", "4"]),
                (&large, 3_999_999..4_000_000, vec!["3999999"]),
                (&small, 0..1, vec!["0"]),
                (&small, 1..9, vec!["1", "named"]),
                (&small, 5..9, vec![]),
            ] {
                let found = values.properties(array, places).unwrap();
                assert_eq!(found.iter().map(|found| found.name.as_str()).collect::<Vec<_>>(), wanted);
            }
            Resume::Run
        });
        let text =
            "const large = new Uint8Array(4e6), small = Object.assign(new Int16Array(2), { named: 1 }); debugger";
        engine.run("a.js", text).unwrap();
    }
}

#[test]
fn memory_limits_hold_and_what_does_not_fit_is_refused() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).fuel(1_000_000).build().unwrap();
        engine.set_debugger(|stopped: &mut Stopped<'_>| {
            assert!(stopped.evaluate(0, "globalThis.all = []; for (;;) all.push([1, 2, 3])").is_err());
            stopped.evaluate(0, "all = 0").unwrap();
            Resume::Run
        });
        engine.run("a.js", "debugger; var n = 1").unwrap();
        assert_eq!(engine.eval::<u8>("n").unwrap(), 1);
    }
}

#[test]
fn a_host_that_panics_lets_the_script_go_on() {
    let mut engine = Engine::builder().backend(Backend::Register).build().unwrap();
    engine.set_debugger(|_: &mut Stopped<'_>| panic!("it does"));
    engine.run("a.js", "debugger; var n = 1").unwrap();
    assert_eq!(engine.eval::<u8>("n").unwrap(), 1);
}
