//! Paths that keep an object alive: each kind, the shortest of several, and references that keep nothing.

use ferrotape::limits::{Retention, RetentionRoot, RetentionStep};
use ferrotape::{
    AsContext, Class, ClassBuilder, Context, Engine, Error, Function, Instance, Limits, Object, Own, Script, Value,
};

/// Returns the path to the old `globalThis.wanted`, after a script that keeps the object in another way.
fn way(script: &str) -> Option<Retention> {
    way_in(&mut Engine::new(), script)
}

fn way_in(engine: &mut Engine, script: &str) -> Option<Retention> {
    let begin = "globalThis.wanted = { it: 1 }; 0";
    engine.run("begin.js", begin).expect("a value");
    let wanted: Object = engine.eval("wanted").expect("an object");
    engine.run("a.js", script).unwrap_or_else(|error| panic!("{script}: {}", error.report()));
    engine.run("end.js", "delete globalThis.wanted").expect("a value");
    wanted.why_alive(engine).expect("there is no limit")
}

fn shown(script: &str) -> String {
    way(script).map_or_else(|| "nothing".to_owned(), |way| way.to_string())
}

#[test]
fn ways_go_by_the_names_of_scripts() {
    for (script, expected) in [
        ("", "nothing"),
        ("var a = wanted", "a"),
        ("let b = { c: [0, 0, wanted] }", "b.c[2]"),
        ("const far = []; far[5_000_000] = wanted", "far[5000000]"),
        ("const frozen = Object.freeze([[wanted]])", "frozen[0][0]"),
        ("const queue = [0, 0, wanted]; queue.shift()", "queue[1]"),
        ("const o = { [Symbol('key')]: wanted }", "o[Symbol(key)]"),
        ("const wide = {}; for (let i = 0; i < 500; i++) wide['p' + i] = i; wide.p400 = wanted", "wide.p400"),
        ("const m = new Map([['k' + 'ey', { v: wanted }]])", "m.get('key').v"),
        ("const m = new Map([[1.5, wanted]])", "m.get(1.5)"),
        ("const m = new Map([[{}, wanted]])", "m.get(…)"),
        ("const m = new Map([[wanted, 1]])", "m → a key"),
        ("const s = new Set([[wanted]])", "s → a key[0]"),
        ("const f = (() => { const kept = wanted; return () => kept })()", "f → variable kept"),
        ("const f = (() => { let [a, b, c, d, e] = [1, 2, 3, 4, wanted]; return () => e })()", "f → variable e"),
        ("const f = ((x) => { eval('var added = x; x = 0'); return () => added })(wanted)", "f → variable added"),
        ("const f = (function (x) { return arguments })(wanted)", "f → variable x"),
        ("const child = Object.create(wanted)", "child → its prototype"),
        (
            "const o = { get g() { return 1 } }; Object.getOwnPropertyDescriptor(o, 'g').get.own = wanted",
            "o.g → its accessor.own",
        ),
        ("class A { static #secret = wanted; static has() { return #secret in A } }", "A[#secret]"),
        (
            "const g = (function* () { const kept = wanted; yield 1; kept })(); g.next()",
            "g → a variable of a function that waits",
        ),
        ("const p = Promise.resolve(wanted)", "p → [[PromiseResult]]"),
        (
            "const p = new Promise(() => {}); p.then(Object.assign(() => {}, { wanted }))",
            "p → what waits for the promise.wanted",
        ),
        ("const b = (() => {}).bind(wanted)", "b → [[BoundThis]]"),
        ("const b = ((x) => {}).bind(null, wanted)", "b → [[BoundArguments]]"),
        ("const p = new Proxy(wanted, {})", "p → [[ProxyTarget]]"),
        ("const p = new Proxy({}, wanted)", "p → [[ProxyHandler]]"),
        ("const i = [wanted].values()", "i → what it iterates over[0]"),
        ("const i = new Map([[1, wanted]]).entries()", "i → what it iterates over.get(1)"),
        ("const i = [wanted].values().map(x => x)", "i → what it iterates over → what it iterates over[0]"),
        ("const r = new FinalizationRegistry(() => {}); r.register(globalThis, wanted)", "r → [[HeldValue]]"),
        (
            "const view = (() => { const b = new ArrayBuffer(8); b.own = wanted; return new Uint8Array(b) })()",
            "view → [[ViewedArrayBuffer]].own",
        ),
        ("const e = new Error('e', { cause: wanted })", "e.cause"),
        ("Array.prototype.extra = wanted", "Array.prototype.extra"),
        (
            "const o = { __proto__: { m() { super.x } } }; const { m } = o.__proto__; o.__proto__.own = wanted; o.__proto__ = null",
            "m → [[HomeObject]].own",
        ),
    ] {
        assert_eq!(shown(script), expected, "{script}");
    }
}

#[test]
fn of_several_ways_the_shortest_is_told() {
    assert_eq!(shown("const long = { a: { b: wanted } }; var short = wanted"), "short");
    assert_eq!(shown("const long = { a: { b: wanted } }; const middle = [{ c: 1 }, wanted]"), "middle[1]");
    // Cycles are no path, and no end.
    assert_eq!(shown("wanted.self = wanted; wanted.list = [wanted]"), "nothing");
    assert_eq!(shown("const round = {}; round.back = { round, to: [wanted] }"), "round.back.to[0]");
}

#[test]
fn what_is_weak_keeps_nothing() {
    for script in [
        "const ref = new WeakRef(wanted)",
        "const set = new WeakSet([wanted])",
        "const map = new WeakMap([[wanted, 1]])",
        "const map = new WeakMap([[wanted, wanted]])",
        "const map = new WeakMap([[{}, wanted]])",
        "const r = new FinalizationRegistry(() => {}); r.register(wanted, 1, wanted)",
    ] {
        assert_eq!(shown(script), "nothing", "{script}");
    }
    let script = "const key = {}; const map = new WeakMap([[key, [wanted]]])";
    let way = way(script).expect("the key is alive");
    assert!(way.to_string().ends_with("[0]") && way.to_string().contains("weak collection"), "{way}");
}

#[test]
fn other_roots_are_told() {
    let mut engine = Engine::new();
    let wanted = Object::new(&mut engine).expect("an object");
    // Clones are the same handle.
    let clone = wanted.clone();
    assert_eq!(wanted.why_alive(&mut engine), Ok(None));
    engine.set_global("wanted", &clone).expect("it is there");
    let second: Object = engine.eval("wanted").expect("an object");
    engine.run("a.js", "delete globalThis.wanted").expect("a value");
    let way = wanted.why_alive(&mut engine).expect("no limit").expect("the second handle");
    assert_eq!((way.root, way.path.len()), (RetentionRoot::Handle, 0));
    drop(second);
    assert_eq!(wanted.why_alive(&mut engine), Ok(None));

    let way = way_in(&mut engine, "Promise.resolve().then(((w) => () => w)(wanted)); 0").expect("a job");
    assert_eq!(way.to_string(), "a job → variable w");
    let way = way_in(&mut Engine::new(), "Promise.reject(wanted); 0").expect("a rejection");
    assert_eq!(way.root, RetentionRoot::Rejection);
    let mut engine = Engine::new();
    engine.set_module_loader(ferrotape::MemoryLoader::new());
    let script = "const kept = []; export const keep = x => { kept.push(x) }; globalThis.keep = keep";
    engine.run_module("/m.mjs", script).expect("a module");
    let way = way_in(&mut engine, "keep(wanted); delete globalThis.keep").expect("a module");
    assert_eq!((way.root, way.path.last()), (RetentionRoot::Module, Some(&RetentionStep::Element(0))));
    let realm = engine.new_realm().expect("a realm");
    let other = engine.in_realm(&realm, |engine| Ok(way_in(engine, "var there = [wanted]"))).expect("a realm");
    assert_eq!(other.expect("a variable").to_string(), "there[0]");
}

#[test]
fn what_runs_keeps_its_variables() {
    let mut engine = Engine::new();
    let why = |cx: &mut Context<'_>, object: Object| {
        Ok::<_, Error>(object.why_alive(cx)?.map(|way| way.root == RetentionRoot::Running))
    };
    engine.define("why", why).expect("a function");
    let text = "(function () { const kept = {}; const result = why(kept); kept.x; return result })()";
    assert_eq!(engine.eval::<Option<bool>>(text).expect("no limit"), Some(true));

    let script = Script::compile("a.js", "(function () { const kept = { n: 1 }; hold(kept); for (;;) kept.n++ })()");
    let held = std::sync::Arc::new(std::sync::Mutex::new(None));
    let place = std::sync::Arc::clone(&held);
    engine.define("hold", move |object: Object| *place.lock().expect("a place") = Some(object)).expect("a function");
    let script = script.expect("a script");
    let mut execution = script.start(&mut engine).expect("it begins");
    assert!(execution.resume::<Value>(&Limits::new().fuel(1_000)).is_pending());
    let mut fork = execution.fork().expect("a copy");
    drop(execution);
    let object = held.lock().expect("a place").take().expect("an object");
    assert_eq!(object.why_alive(&mut engine), Ok(None), "the execution is over");
    drop(fork.execution());
}

struct Button(Option<Own<Function>>);

impl Class for Button {
    const NAME: &'static str = "Button";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Button(None))?;
        class.method_mut("onPress", |button: &mut Button, f: Own<Function>| button.0 = Some(f))
    }
}

#[test]
fn objects_of_the_host_keep_what_they_own() {
    let mut engine = Engine::new();
    engine.register::<Button>().expect("a class");
    let way = way_in(&mut engine, "const b = new Button; b.onPress((w => () => w)(wanted))").expect("the button");
    assert_eq!(way.to_string(), "b → what the host keeps with it → variable w");
    let button: Instance<Button> = engine.eval("b").expect("a button");
    assert_eq!(button.why_alive(&mut engine).expect("no limit").map(|way| way.to_string()), Some("b".to_owned()));
}

#[test]
fn long_ways_are_told_at_both_ends() {
    let script = "var list = { end: wanted }; for (let i = 0; i < 100_000; i++) list = { next: list }";
    let way = way(script).expect("a way");
    assert_eq!(way.path.first(), Some(&RetentionStep::Property("list".to_owned())));
    assert_eq!(way.path.last(), Some(&RetentionStep::Property("end".to_owned())));
    let told = way.path.iter().filter(|step| matches!(step, RetentionStep::Property(_))).count();
    let further: Vec<_> = way.path.iter().filter(|step| matches!(step, RetentionStep::Further(_))).collect();
    assert!(told < 200 && way.path.len() == told + 1, "{told} steps are told");
    assert_eq!(further, [&RetentionStep::Further(100_002 - told)]);
}

#[test]
fn looking_keeps_to_the_limits_and_leaves_all_in_order() {
    let mut engine = Engine::builder().memory_limit(32 << 20).build().expect("an engine");
    engine
        .run("a.js", "var all = []; for (let i = 0; i < 100_000; i++) all.push([i]); all.at(-1).push({})")
        .expect("room");
    let last: Object = engine.eval("all.at(-1)[1]").expect("an object");
    let before = engine.stats().bytes;
    assert_eq!(last.why_alive(&mut engine).expect("room").expect("a way").to_string(), "all[99999][1]");
    assert_eq!(engine.stats().bytes, before, "what was on loan is back");

    for limits in [Limits::new().fuel(20_000), Limits::new().memory(100_000)] {
        let result = engine.with_limits(&limits, |cx| last.why_alive(cx));
        assert!(result.expect_err("that is not enough").is_termination());
        engine.collect_garbage();
        assert_eq!(engine.eval::<u32>("all.reduce((sum, [n]) => sum + n % 7, 0)").expect("all is there"), 299_995);
    }
    assert!(last.why_alive(&mut Engine::new()).is_err(), "it is of another engine");
}

#[test]
fn looking_in_the_middle_of_a_collection_is_no_harm() {
    for stress in [Engine::builder().stress_slices(true), Engine::builder().stress_collection(true)] {
        let mut engine = stress.build().expect("an engine");
        engine
            .define("why", |cx: &mut Context<'_>, object: Object| {
                object.why_alive(cx).map(|way| way.map(|way| way.to_string()))
            })
            .expect("a function");
        let text = "const list = []; let seen = new Set;
            for (let i = 0; i < 30; i++) { list.push({ i }); seen.add(why(list[i >> 1])) }
            [list.map(o => o.i).join() == [...list.keys()].join(), seen.size > 0, seen.has(null)]";
        assert_eq!(engine.eval::<[bool; 3]>(text).expect("no limit"), [true, true, false]);
    }
}
