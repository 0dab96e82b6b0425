//! A host's first hour: conversions and their paths, messages of limits, timers that fail.

use std::collections::BTreeMap;

use ferrotape::convert::Listed;
use ferrotape::handles::BigInt;
use ferrotape::{Engine, Error, IntoJs, Value};

use crate::host_functions::BACKENDS;

fn given(value: impl IntoJs) -> String {
    let mut engine = Engine::new();
    engine.set_global("given", value).expect("a value");
    engine.eval("JSON.stringify(given)").expect("a text")
}

#[test]
#[allow(clippy::needless_borrows_for_generic_args)]
fn what_is_borrowed_is_given() {
    let names = ["a".to_owned(), "b".to_owned()];
    let borrowed: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(given(&borrowed[..]), r#"["a","b"]"#);
    assert_eq!(given(&["a", "b"]), r#"["a","b"]"#);
    assert_eq!(given(&[("a".to_owned(), 1), ("b".to_owned(), 2)][..]), r#"[["a",1],["b",2]]"#);
    assert_eq!(given(&[("a", 1u8, true)]), r#"[["a",1,true]]"#);
    assert_eq!(given(&vec![Some(1.5), None]), "[1.5,null]");
    assert_eq!(given(&Some("x".to_owned())), r#""x""#);
    let by_name = BTreeMap::from([("k".to_owned(), vec![('c', false)])]);
    assert_eq!(given(&by_name), r#"{"k":[["c",false]]}"#);
    assert_eq!(given(Listed(names.iter().map(|name| name.len()))), "[1,1]");
    assert_eq!(given(Listed(Vec::<u8>::new())), "[]");
    let failed = Engine::new().set_global("b", Listed([1, u64::MAX])).unwrap_err();
    assert!(failed.message().starts_with("b[1]: expected an integer from "), "{failed}");
}

#[test]
fn an_endless_iterator_ends_by_the_memory_limit() {
    let mut engine = Engine::builder().memory_limit(4 << 20).build().expect("an engine");
    let error = engine.set_global("all", Listed(std::iter::repeat(1.5))).unwrap_err();
    assert!(error.is_termination(), "{error}");
    assert_eq!(engine.eval::<String>("typeof all").expect("a text"), "undefined");
}

#[test]
fn large_integers_are_bigints_where_the_host_says_so() {
    let mut engine = Engine::builder().large_integers_as_bigints(true).build().expect("an engine");
    engine.set_global("safe", (1u64 << 53) - 1).expect("a number");
    engine.set_global("least", i64::MIN).expect("a BigInt");
    engine.set_global("most", [u128::MAX]).expect("a BigInt");
    engine.define("echo", |id: u64| id).expect("a function");
    let text =
        "[typeof safe, least === -(2n ** 63n), most[0] === 2n ** 128n - 1n, echo(2n ** 63n), typeof echo(7)].join()";
    assert_eq!(engine.eval::<String>(text).expect("a text"), "number,true,true,9223372036854775808,number");
    // A fork has the setting as well.
    let mut fork = engine.fork().expect("a fork");
    fork.set_global("id", u64::MAX).expect("a BigInt");
    assert_eq!(fork.eval::<String>("typeof id").expect("a text"), "bigint");
    let error = Engine::new().set_global("id", u64::MAX).unwrap_err();
    assert!(error.notes()[0].message.starts_with("`Builder::large_integers_as_bigints` gives"));
}

#[test]
fn large_integers_are_bigints_by_way_of_serde() {
    use ferrotape::Json;
    let ids = BTreeMap::from([("id", vec![7, u64::MAX])]);
    let mut engine = Engine::builder().large_integers_as_bigints(true).build().expect("an engine");
    engine.set_global("value", Json(&ids)).expect("a value");
    let types = engine.eval::<String>("value.id.map(id => typeof id).join()").expect("a text");
    assert_eq!(types, "number,bigint");
    let back: Json<BTreeMap<String, Vec<u64>>> = engine.eval("value").expect("a value");
    assert_eq!(back.0["id"], ids["id"]);
}

fn stopped(set: impl Fn(ferrotape::Builder) -> ferrotape::Builder) -> Vec<Error> {
    let run = |backend| {
        let mut engine = set(Engine::builder().backend(backend)).build().expect("an engine");
        engine.run("a.js", "let all = []; for (;;) all.push([1, 2, 3])").expect_err("a limit")
    };
    BACKENDS.into_iter().map(run).collect()
}

#[test]
fn limits_are_named_with_their_amount_and_what_sets_them() {
    for error in stopped(|builder| builder.fuel(1000)) {
        assert_eq!(error.message(), "the script used up its fuel: 1000 units of work");
        assert!(error.report().contains("`Builder::fuel`"), "{}", error.report());
    }
    for error in stopped(|builder| builder.memory_limit(4 << 20)) {
        assert!(error.message().contains("4 MiB"), "{error}");
        assert!(error.report().contains("`Builder::memory_limit`"), "{}", error.report());
    }
    for error in stopped(|builder| builder.timeout(std::time::Duration::from_millis(20))) {
        assert!(error.message().contains("20ms"), "{error}");
        assert!(error.report().contains("`Builder::timeout`"), "{}", error.report());
    }
}

/// Showing an error is work with a limit of its own, which later messages do not name.
#[test]
fn a_limit_is_named_after_other_errors_too() {
    for backend in BACKENDS {
        for failed in ["limt", "throw new Error('a')", "null.x", "throw { a: 1 }", "Promise.reject(1)"] {
            let mut engine = Engine::builder().backend(backend).fuel(50_000).build().expect("an engine");
            engine.run_with_jobs("failed.js", failed).map_err(|error| error.report()).err();
            engine.take_unhandled_rejections().iter().for_each(|error| drop(error.report()));
            let error = engine.run("a.js", "for (;;) {}").expect_err("a limit");
            assert_eq!(error.message(), "the script used up its fuel: 50000 units of work", "after {failed}");
        }
    }
}

/// Sites answer for global variables of each kind while hits are counted, as they do while nobody counts.
#[test]
fn hits_of_global_variables_are_counted() {
    let script = "var v = 0; let l = 0; const c = 1; function f() { return c } globalThis.g = 1;
        for (let i = 0; i < 1000; i++) { v = v + f(); l = l + g }";
    let mut engine = Engine::builder().count_cache_hits(true).build().expect("an engine");
    engine.run("a.js", script).expect("a script that ends");
    let stats = engine.stats();
    assert!(
        stats.cache_hits > 5_000 && stats.cache_misses < 100,
        "{} hits, {} misses",
        stats.cache_hits,
        stats.cache_misses
    );
}

#[test]
fn reports_say_what_was_meant() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("a.js", "let total = 1; function f() { return totl + 1 } f()").unwrap_err();
        assert!(error.report().contains("did you mean `total`?"), "{}", error.report());
        let error = engine.run("b.js", "[1].foreach(n => n)").unwrap_err();
        assert!(format!("{error:?}").contains("did you mean `forEach`?"), "{error:?}");
        let error = engine.eval::<()>("[1].foreach(n => n)").unwrap_err();
        assert!(error.report().contains("did you mean `forEach`?"), "{}", error.report());
    }
}

#[test]
fn primitive_values_that_are_thrown_are_themselves() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let error = engine.run("a.js", "throw 1n").unwrap_err();
        assert_eq!((error.message(), error.thrown()), ("1n", Some(&Value::BigInt(BigInt::from(1)))));
        assert!(error.report().starts_with("1n\n"), "{}", error.report());
        assert_eq!(engine.run("a.js", "throw -0").unwrap_err().message(), "-0");
    }
}

/// A script's mistakes are named with their way, whichever conversion meets them.
#[test]
fn both_ways_of_reading_name_the_path() {
    use ferrotape::{FromJs, Json};
    #[derive(serde::Deserialize, FromJs, Debug)]
    #[allow(dead_code)]
    struct List {
        items: Vec<Item>,
    }
    #[derive(serde::Deserialize, FromJs, Debug)]
    #[allow(dead_code)]
    struct Item {
        next: Option<Box<Item>>,
    }
    // Frames of conversions are large in tests, which are not optimised.
    let engine = || Engine::builder().native_stack(1 << 20).build().expect("an engine");
    let both = |text: &str| {
        let (mut engine, mut other) = (engine(), engine());
        [
            engine.eval::<List>(text).map(drop).expect_err(text),
            other.eval::<Json<List>>(text).map(drop).expect_err(text),
        ]
    };
    for error in both("const o = { items: [{}, {}] }; o.items[1].next = o.items[1]; o") {
        assert!(error.message().starts_with("items[1].next.next.next"), "{error}");
        assert!(error.message().ends_with("next…: nested too deep, or contained in itself"), "{error}");
        assert!(error.message().len() < 400);
    }
    for (value, found) in [("(async () => 1)()", "#<Promise>"), ("Symbol('s')", "Symbol(s)")] {
        for error in both(&format!("({{ items: [{{}}, {{ next: {value} }}] }})")) {
            assert!(error.message().starts_with("items[1].next: expected "), "{error}");
            assert!(error.message().ends_with(&format!(", found {found}")), "{error}");
        }
        for error in both(&format!("({{ items: [{{}}, {value}] }})")) {
            assert!(error.message().starts_with("items[1]: expected "), "{error}");
        }
    }
    // A function has properties, as the derives see it; it is no data.
    let error = Engine::new().eval::<Json<List>>("({ items: [{}, { next: function f() {} }] })").map(drop).unwrap_err();
    assert!(error.message().starts_with("items[1].next: expected data, found "), "{error}");
    for error in both("(async () => ({ items: [] }))()") {
        assert!(error.report().contains("`await` it in the script"), "{}", error.report());
    }
    for error in both("({ items: [{ next: { get next() { throw new RangeError('no') } } }] })") {
        assert_eq!(error.message(), "RangeError: no");
    }
}

/// Each variant would read the same part again, at each level.
#[test]
fn untagged_variants_end_at_a_value_that_contains_itself() {
    #[derive(ferrotape::FromJs, Debug)]
    #[js(untagged)]
    #[allow(dead_code)]
    enum Tree {
        Left { next: Box<Tree> },
        Right { next: Box<Tree>, other: u8 },
        Leaf(f64),
    }
    let mut engine = Engine::builder().fuel(10_000_000).build().expect("an engine");
    let error = engine.eval::<Tree>("const o = {}; o.next = o; o").unwrap_err();
    assert!(error.message().ends_with("nested too deep, or contained in itself"), "{error}");
}

mod timers {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use ferrotape::Module;
    use ferrotape::web::{TimerClock, Web};

    use super::*;

    const TIMERS: &str = "var log = [];
        setTimeout(() => { throw new Error('one') }, 5);
        setTimeout(() => { log.push('two'); Promise.reject(new Error('lost')) }, 5);
        setTimeout(() => { throw new Error('three') }, 5);
        setTimeout(() => log.push('four'), 6)";

    fn with_timers(backend: ferrotape::Backend) -> (Engine, Web) {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        engine.run("a.js", TIMERS).expect("a run");
        (engine, web)
    }

    fn log(engine: &mut Engine) -> String {
        engine.eval("log.join()").expect("a text")
    }

    fn messages(errors: Vec<Error>) -> Vec<String> {
        errors.iter().map(|error| error.message().to_owned()).collect()
    }

    #[test]
    fn the_first_error_of_a_timer_ends_a_run() {
        for backend in BACKENDS {
            let (mut engine, web) = with_timers(backend);
            let error = web.run_until_idle(&mut engine).unwrap_err();
            assert_eq!((error.message(), error.location().map(|place| place.line)), ("Error: one", Some(2)));
            assert_eq!(log(&mut engine), "two");
            // What has not been told yet is told by the next call.
            assert_eq!(web.run_until_idle(&mut engine).unwrap_err().message(), "Error: three");
            assert_eq!(web.run_until_idle(&mut engine), Ok(()));
            assert_eq!(log(&mut engine), "two,four");
            assert_eq!(messages(engine.take_unhandled_rejections()), ["Error: lost"]);
        }
    }

    #[test]
    fn advancing_goes_all_the_way() {
        let (mut engine, web) = with_timers(BACKENDS[0]);
        assert_eq!(web.advance(&mut engine, Duration::from_millis(50)).unwrap_err().message(), "Error: one");
        assert_eq!(log(&mut engine), "two,four");
        assert_eq!(messages(engine.take_unhandled_rejections()), ["Error: lost", "Error: three"]);
        assert_eq!(web.run_due(&mut engine), Ok(()));
        engine.run("b.js", "setTimeout(() => nowhere, 0); queueMicrotask(() => { throw 1n })").expect("a run");
        assert_eq!(web.run_due(&mut engine).unwrap_err().message(), "1n");
        assert_eq!(web.run_due(&mut engine).unwrap_err().message(), "ReferenceError: nowhere is not defined");
        assert_eq!(web.run_due(&mut engine), Ok(()));
    }

    #[test]
    fn idle_ends_with_it_as_well() {
        let (mut engine, _web) = with_timers(BACKENDS[1]);
        assert_eq!(engine.idle().block().unwrap_err().message(), "Error: one");
        assert_eq!(log(&mut engine), "two");
        assert_eq!(engine.idle().block().unwrap_err().message(), "Error: three");
        assert_eq!(engine.idle().block(), Ok(()));
        assert_eq!(log(&mut engine), "two,four");
        // Who waits for a promise learns of that one.
        engine.run("b.js", "setTimeout(() => { throw 7 }, 1)").expect("a run");
        assert_eq!(engine.eval_async::<u8>("new Promise(done => setTimeout(done, 2, 42))").block(), Ok(42));
        assert_eq!(engine.idle().block().unwrap_err().message(), "7");
    }

    #[test]
    fn a_callback_is_told_of_all_and_ends_nothing() {
        for way in 0..3 {
            let (mut engine, web) = with_timers(BACKENDS[0]);
            let told = Arc::new(Mutex::new(Vec::new()));
            let list = Arc::clone(&told);
            engine.on_unhandled_rejection(move |error| list.lock().expect("a list").push(error.message().to_owned()));
            let result = match way {
                0 => web.run_until_idle(&mut engine),
                1 => web.advance(&mut engine, Duration::from_millis(50)),
                _ => engine.idle().block(),
            };
            assert_eq!(result, Ok(()));
            assert_eq!(log(&mut engine), "two,four");
            assert_eq!(*told.lock().expect("a list"), ["Error: one", "Error: lost", "Error: three"]);
            assert!(engine.take_unhandled_rejections().is_empty());
        }
    }

    /// A module that waits at its top level tells what nobody handles meanwhile, and goes on once that is taken.
    #[test]
    fn modules_that_wait_tell_what_nobody_handles() {
        let text = "globalThis.log = []; export let n = 0;
            await new Promise(done => setTimeout(() => { setTimeout(done, 5); throw new Error('one') }, 5));
            log.push('two');
            await new Promise(done => setTimeout(() => { setTimeout(done, 5); Promise.reject(new Error('lost')) }, 5));
            log.push('three'); n = 42; await new Promise(() => {})";
        for backend in BACKENDS {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let _web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
            for (log_then, message) in [("", "Error: one"), ("two", "Error: lost")] {
                let error = engine.run_module("a.mjs", text).expect_err("a failure");
                assert_eq!(error.message(), message);
                assert!(error.location().is_some());
                assert_eq!(log(&mut engine), log_then);
                assert_eq!(messages(engine.take_unhandled_rejections()), [message]);
            }
            let error = engine.run_module("a.mjs", text).expect_err("it waits");
            assert!(error.message().ends_with("waits for what never comes"), "{error}");
            assert_eq!(log(&mut engine), "two,three");
            // Compiled modules, too.
            let module = Module::compile("b.mjs", "await new Promise(() => setTimeout(() => { throw 7 }, 5))");
            let module = module.expect("a module");
            assert_eq!(module.evaluate(&mut engine).expect_err("a failure").message(), "7");
            assert_eq!(messages(engine.take_unhandled_rejections()), ["7"]);
        }
    }

    /// The error of a module ends its run; timers stay for later.
    #[test]
    fn modules_that_fail_wait_for_nothing() {
        for backend in BACKENDS {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
            let text = "globalThis.log = []; setTimeout(() => log.push('late'), 9);
                await new Promise(done => setTimeout(done, 5)); throw new Error('early')";
            assert_eq!(engine.run_module("a.mjs", text).expect_err("a failure").message(), "Error: early");
            assert_eq!(log(&mut engine), "");
            assert_eq!(web.run_until_idle(&mut engine), Ok(()));
            assert_eq!(log(&mut engine), "late");
        }
    }

    /// An interval that is always due, because its callback is slow, hides no error.
    #[test]
    fn timers_that_are_always_due_hide_no_error() {
        let mut engine = Engine::builder().timeout(Duration::from_secs(20)).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Real).expect("timers");
        let text = "(function again() { setImmediate(again) })(); setTimeout(() => { throw 1 }, 0)";
        engine.run("a.js", text).expect("a run");
        assert_eq!(engine.idle().block().unwrap_err().message(), "1");
        engine.run("b.js", "setTimeout(() => { throw 2 }, 0)").expect("a run");
        assert_eq!(web.run_until_idle(&mut engine).unwrap_err().message(), "2");
        web.clear(&mut engine).expect("no timers");
    }
}

#[test]
fn a_rejected_future_has_the_place_of_who_awaits_it() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.define("fetch", |_: String| async move { Err::<(), _>(Error::new("no route")) }).expect("a function");
        let text = "async function f() {\n  await fetch('x')\n}\nasync function g() { await f() }\ng()";
        let error = engine.eval_async::<()>(text).block().unwrap_err();
        let stack: Vec<_> = error.stack().iter().map(|it| (it.function.as_str(), it.line, it.is_async)).collect();
        assert_eq!(stack, [("f", 2, true), ("g", 4, true)]);
        let place = error.location().expect("a place");
        assert_eq!((place.line, place.text.as_str()), (2, "  await fetch('x')"));
        assert!(error.report().contains("at async f (eval:2:"), "{}", error.report());
        engine.run("a.js", "async function h() {\n  await Promise.all([1, fetch('x')])\n}\nh()").expect("a run");
        engine.idle().block().expect("nothing is left");
        let [error] = &*engine.take_unhandled_rejections() else { panic!("one rejection") };
        assert!(error.report().contains("async h (a.js:2:"), "{}", error.report());
        // Scripts see it.
        let seen =
            engine.eval_async::<String>("(async () => { try { await fetch(`z`) } catch (e) { return e.stack } })()");
        let seen = seen.block().expect("a stack");
        assert!(seen.contains("at async "), "{seen}");
        // Where nobody waits there is no place, and where a function of the host fails at once, there are frames.
        engine.run("b.js", "fetch('y')").expect("a run");
        engine.idle().block().expect("nothing is left");
        assert!(engine.take_unhandled_rejections()[0].stack().is_empty());
    }
}

#[test]
fn futures_that_drive_an_engine_tell_what_they_spent() {
    let mut engine = Engine::new();
    let text = "(async () => { for (let n = 0; n < 1000; n++) await n; return 'x'.repeat(1 << 20).length })()";
    let before = engine.stats().fuel;
    let (result, spent) =
        engine.eval_async::<u32>(text).in_slices(&ferrotape::Limits::new().fuel(500)).measured().block();
    assert_eq!(result, Ok(1 << 20));
    assert_eq!(spent.fuel, engine.stats().fuel - before);
    assert!(spent.bytes >= 1 << 20 && !spent.time.is_zero(), "{spent:?}");
    let (result, spent) = engine.eval_async::<()>("throw 1").measured().block();
    assert!(result.is_err() && spent.fuel > 0);
}

mod slices {
    use std::pin::Pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};

    use ferrotape::Limits;

    use super::*;

    struct Nobody;

    impl Wake for Nobody {
        fn wake(self: Arc<Self>) {}
    }

    /// The polls that something takes in slices.
    fn polls(text: &str, slice: &Limits) -> (usize, Result<f64, Error>) {
        let mut engine = Engine::new();
        engine.define("later", || async { 1 }).expect("a function");
        let mut driven = engine.eval_async::<f64>(text).in_slices(slice);
        let waker = Waker::from(Arc::new(Nobody));
        for polls in 1.. {
            if let Poll::Ready(result) = Pin::new(&mut driven).poll(&mut Context::from_waker(&waker)) {
                return (polls, result);
            }
        }
        unreachable!("it ends")
    }

    #[test]
    fn polls_are_short() {
        let text = "(async () => { let n = 0; while (n < 1000) n += await 1; return n })()";
        assert_eq!(polls(text, &Limits::new()), (1, Ok(1000.0)));
        let (many, result) = polls(text, &Limits::new().fuel(300));
        assert!(many > 20 && result == Ok(1000.0), "{many}");
        // Without any fuel or time, each poll gets on nevertheless.
        let futures = "(async () => { let n = 0; while (n < 100) n += await later(); return n })()";
        for slice in [Limits::new().fuel(0), Limits::new().time(std::time::Duration::ZERO)] {
            for text in [text, futures] {
                let (many, result) = polls(text, &slice);
                assert!((100..10_000).contains(&many) && result.is_ok(), "{many} {result:?}");
            }
        }
    }
}

/// A host sets globals before a script has asked for Object.prototype: they are what an assignment behind that would make.
#[test]
fn globals_of_new_engines_are_what_assignments_make() {
    let text = "[...Object.getOwnPropertyNames(Object.prototype), 'fresh', '7', 'undefined', 'Map']";
    let names: Vec<String> = Engine::new().eval(text).expect("names");
    assert!(names.len() > 14, "{names:?}");
    for name in names {
        let [at_first, later] = ["", "Object.prototype.toString; 0"].map(|before| {
            let mut engine = Engine::new();
            if !before.is_empty() {
                engine.eval::<u8>(before).expect("a number");
            }
            let set = engine.set_global(&name, 1).map_err(|error| error.message().to_owned());
            let text = format!("JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, {name:?}) ?? null)");
            (set, engine.eval::<String>(&text).expect("a text"))
        });
        assert_eq!(at_first, later, "{name}");
    }
    let mut engine = Engine::new();
    engine.eval::<bool>("Reflect.preventExtensions(globalThis)").expect("a truth value");
    assert!(engine.set_global("fresh", 1).is_err(), "it takes no more");
}
