//! Effects of the collector that scripts see: WeakRef, FinalizationRegistry, weak collections.

use ferrotape::{AsContext, Backend, Context, Engine, Function, Value};

/// Returns engines without stress, and under both kinds of stress.
fn engines() -> impl Iterator<Item = Engine> {
    let modes = [(false, false), (true, false), (false, true)];
    modes.into_iter().flat_map(|(stress, slices)| {
        [Backend::Register, Backend::Stack].map(|backend| {
            let builder = Engine::builder().backend(backend).fuel(20_000_000).native_stack(1 << 20);
            let builder = builder.stress_collection(stress).stress_slices(slices);
            let mut engine = builder.build().expect("an engine");
            engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a global");
            engine
        })
    })
}

fn text(engine: &mut Engine, script: &str) -> String {
    match engine.run("w.js", script).expect("a run") {
        Value::String(text) => text.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn what_was_dereferenced_lives_until_the_job_ends() {
    for mut engine in engines() {
        let made = "var log = []; var ref = new WeakRef({ x: 1 }); gc(); ref.deref().x";
        assert_eq!(text(&mut engine, made), "1");
        assert_eq!(text(&mut engine, "gc(); typeof ref.deref()"), "undefined");
        let jobs = "var ref = new WeakRef({ x: 2 });\n\
            (async function () { log.push(!!ref.deref()); await 0; gc(); log.push(!!ref.deref()); })();";
        engine.run_with_jobs("j.js", jobs).expect("a run");
        assert_eq!(text(&mut engine, "log.join()"), "true,false");
    }
}

/// Slots of deleted properties move together when many are free. What a property had leaves no copy in its former slot.
#[test]
fn deleted_properties_keep_nothing_alive() {
    let grown = "var refs = [], object = {};
        (() => { for (let i = 0; i < 40; i++) { const value = { i }; refs.push(new WeakRef(value)); object['k' + i] = value } })()";
    for mut engine in engines() {
        for kept in 0..8 {
            engine.run("grown.js", grown).expect("a run");
            for step in [
                format!("for (let i = {kept}; i < 40; i++) delete object['k' + i]"),
                format!(
                    "for (let i = 0; i < 40; i++) object['more' + i] = i; for (let i = {kept}; i > 1; i--) delete object['k' + (i - 1)]"
                ),
                "for (let i = 0; i < 40; i++) delete object['more' + i]; gc()".to_owned(),
            ] {
                engine.run("step.js", &step).expect("a run");
            }
            let alive = text(&mut engine, "refs.map(ref => ref.deref()?.i).filter(i => i !== undefined).join()");
            assert_eq!(alive, if kept == 0 { "" } else { "0" }, "{kept}");
        }
    }
}

#[test]
fn registries_call_back_for_what_is_gone_and_was_not_unregistered() {
    for mut engine in engines() {
        let made = "var held = [], keep = {}, token = {};\n\
            var registry = new FinalizationRegistry(v => { held.push(v); if (v === 5) throw new Error('five'); });\n\
            (function () {\n\
              for (var i = 0; i < 10; i++) registry.register({ i: i }, i, i % 2 ? token : undefined);\n\
              registry.register(keep, 'kept');\n\
              registry.register(Symbol('s'), 's', keep);\n\
              registry.register({}, 'never', keep);\n\
              registry.unregister(keep);\n\
              new FinalizationRegistry(() => held.push('gone too')).register({}, 1);\n\
            })();";
        engine.run("m.js", made).expect("a run");
        engine.run("n.js", "gc()").expect("a run");
        assert_eq!(text(&mut engine, "held.length"), "0", "not before jobs run");
        assert!(engine.has_jobs());
        engine.run_jobs().expect("jobs");
        assert!(!engine.has_jobs());
        assert_eq!(engine.take_unhandled_rejections().len(), 1);
        assert_eq!(text(&mut engine, "held.sort().join()"), "0,1,2,3,4,5,6,7,8,9");
        assert_eq!(text(&mut engine, "gc(); registry.unregister(token)"), "false");
        engine.run_jobs().expect("jobs");
        assert_eq!(text(&mut engine, "held.length"), "10");
        assert_eq!(text(&mut engine, "keep = token = undefined; gc(); 0"), "0");
        engine.run_jobs().expect("jobs");
        assert_eq!(text(&mut engine, "held.pop()"), "kept");
    }
}

#[test]
fn callbacks_change_their_registry() {
    for mut engine in engines() {
        let made = "var held = [], token = {};\n\
            var registry = new FinalizationRegistry(v => {\n\
              held.push(v);\n\
              registry.unregister(token);\n\
              if (held.length < 5) registry.register({}, 'more');\n\
              gc();\n\
            });\n\
            (function () { for (var i = 0; i < 3; i++) registry.register({}, 'first', token); })();";
        engine.run("m.js", made).expect("a run");
        engine.run("n.js", "gc()").expect("a run");
        engine.run_jobs().expect("jobs");
        engine.run("n.js", "gc()").expect("a run");
        engine.run_jobs().expect("jobs");
        assert_eq!(text(&mut engine, "held.join()"), "first,more,more,more,more");
    }
}

#[test]
fn values_of_weak_maps_live_as_long_as_their_keys() {
    for mut engine in engines() {
        let made = "var map = new WeakMap(), set = new WeakSet(), key = {}, refs = [];\n\
            (function () {\n\
              var k = key;\n\
              for (var i = 0; i < 50; i++) {\n\
                var next = { i: i };\n\
                map.set(k, next); set.add(next); refs.push(new WeakRef(next));\n\
                k = next;\n\
              }\n\
              map.set(k, map); var own = {}; map.set(own, own); refs.push(new WeakRef(own));\n\
            })();";
        engine.run("m.js", made).expect("a run");
        let walk =
            "gc(); var n = 0; for (var k = key; map.has(k) && k !== map; k = map.get(k)) n += set.has(map.get(k)); n";
        assert_eq!(text(&mut engine, walk), "50");
        assert_eq!(text(&mut engine, "k = undefined; refs.filter(r => r.deref()).length"), "50");
        assert_eq!(text(&mut engine, "key = undefined; gc(); refs.filter(r => r.deref()).length"), "0");
    }
}

#[test]
fn a_full_heap_of_weak_things_ends_the_run_and_no_more() {
    let scripts = [
        "var m = new Map(); for (var i = 0; ; i++) m.set(i, i)",
        "var s = new Set(); for (var i = 0; ; i++) s.add('key' + i)",
        "var m = new WeakMap(), k = []; for (;;) { var o = {}; k.push(o); m.set(o, o); }",
        "for (var r = [];;) new WeakRef({})",
        "var r = new FinalizationRegistry(() => 0), o = {}; for (;;) r.register(o, 1, o)",
        "var m = new Map(); for (var i = 0; ; i++) { m.set(i, i); m.delete(i - 1); }",
        "var m = new Map([[1, 2]]); for (var [k] of m) m.set(k + 1, 1)",
        "Iterator.from({ next() { return { done: false }; } }).drop(Infinity).next()",
        "Iterator.from({ next() { return { done: false }; } }).filter(x => x).next()",
    ];
    for script in scripts {
        let mut engine =
            Engine::builder().memory_limit(4 << 20).fuel(10_000_000).native_stack(1 << 20).build().expect("an engine");
        assert!(engine.run("full.js", script).expect_err("a limit").is_termination(), "{script}");
        engine.set_fuel(None);
        engine.run("after.js", "m = s = k = r = undefined").expect("a run");
        assert_eq!(text(&mut engine, "new Map([[1, new Set('ab')]]).get(1).size"), "2", "{script}");
    }
}

/// Node's ticks wait until there are no jobs. Cleanups wait for the ticks.
#[test]
fn cleanups_are_no_jobs_that_others_wait_for() {
    let mut engine = Engine::new();
    let text = "var log = []; var registry = new FinalizationRegistry(held => log.push(held)); registry.register({}, 'gone'); () => log.push('first')";
    let first: Function = engine.eval(text).expect("a function");
    engine.collect_garbage();
    assert!(engine.has_jobs());
    let had_jobs = engine.enter_with_jobs(|cx| {
        cx.queue_first(&first)?;
        cx.eval::<()>("Promise.resolve().then(() => log.push('job'))")?;
        Ok::<_, ferrotape::Error>(cx.has_jobs())
    });
    assert!(had_jobs.expect("jobs"));
    assert_eq!(engine.eval::<Vec<String>>("log").expect("a list"), ["first", "job", "gone"]);
    engine.run("again.js", "registry.register({}, 'again')").expect("a script");
    engine.collect_garbage();
    assert!(!engine.enter(|cx| Ok(cx.has_jobs())).expect("an engine"));
    assert!(engine.has_jobs());
}
