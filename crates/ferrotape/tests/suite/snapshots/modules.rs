//! Modules: their bindings, evaluated ones, waiting ones, and those that are loaded anew.

use ferrotape::{Backend, Engine, MemoryLoader};

use super::hostile;

const MODULES: &[(&str, &str)] = &[
    ("/counter.mjs", "export let n = 0; export function up() { return ++n } export default class Counter { n = n } export { n as 'a name' };"),
    ("/cycle.mjs", "import { tell, counter as shown } from '/main.mjs'; export const name = 'cycle'; export const back = () => tell.name + shown.n;"),
    ("/all.mjs", "export * from '/counter.mjs'; export * as counter from '/counter.mjs'; export { name } from '/cycle.mjs'; export let late = 1;"),
    ("/data.json", r#"{ "list": [1, 2] }"#),
    ("/failing.mjs", "export const get = () => never; globalThis.getNever = get; throw new RangeError('failed'); export let never = 1;"),
    ("/awaiting.mjs", "export const awaited = await Promise.resolve('awaited');"),
    ("/later.mjs", "import { up } from '/counter.mjs'; export const seen = up();"),
    ("/deferred.mjs", "globalThis.looked = (globalThis.looked ?? 0) + 1; export const deep = looked * 10;"),
    ("/broken.mjs", "import { missing } from '/counter.mjs';"),
    (
        "/main.mjs",
        "import Counter, { n, up } from '/counter.mjs'; import * as all from '/all.mjs'; import { back, name as cycled } from '/cycle.mjs';
        import data from '/data.json' with { type: 'json' }; import { awaited } from '/awaiting.mjs'; import { rate } from 'host'; import defer * as deferred from '/deferred.mjs';
        import * as host from 'host'; export * as counter from '/counter.mjs';
        import.meta.extra = { n: 1 }; const seen = []; let before = globalThis.turn ?? 0; data.list.push(3);
        globalThis.all = all; export const private_ = (class { #x = 5; static get(o) { return o.#x } });
        export function tell() {
            const tried = f => { try { return String(f()) } catch (e) { return e.name + ': ' + e.message } };
            const names = Object.keys(all), tag = Object.prototype.toString.call(all);
            return [n, up(), n, new Counter().n, all.n, all.counter.up(), all['a name'], names.join(), tag, Reflect.ownKeys(all).length,
                tried(() => { all.n = 3 }), tried(() => { n = 3 }), Object.isExtensible(all), back(), cycled, data.list.push(4),
                awaited, rate(), host.rate === rate, import.meta.url, (import.meta.to ??= import.meta.resolve)('/later.mjs'), ++import.meta.extra.n, tried(getNever), before++,
                private_.get(new private_), all.counter === globalThis.again?.counter, tried(() => delete all.n), 'n' in all, typeof looked,
                before > 1 ? deferred.deep : deferred[Symbol.toStringTag]].join(' ; ');
        }
        export function more() {
            const note = what => r => { seen[seen.length] = what + ' ' + (r.seen ?? r.default?.list?.join() ?? r.name + ': ' + r.message) };
            for (const path of ['/later.mjs', '/failing.mjs', '/broken.mjs']) import(path).then(note('got'), note('failed'));
            import('/data.json', { with: { type: 'json' } }).then(note('data'));
            import('/main.mjs').then(m => { seen[seen.length] = m.tell === tell });
        }
        export const told = () => seen.join(' ; ');
        Object.assign(globalThis, { tell, more, told });",
    ),
];

fn empty(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    prepared(&mut engine);
    engine
}

fn prepared(engine: &mut Engine) {
    engine.set_module_loader(MODULES.iter().copied().collect::<MemoryLoader>());
    engine.define_module("host", |cx, exports| exports.function(cx, "rate", || 21)).expect("a module of the host");
}

fn begun(backend: Backend) -> Engine {
    let mut engine = empty(backend);
    engine.run_module("/main.mjs", MODULES.last().expect("the last one").1).expect("a module");
    let text = "import * as all from '/all.mjs'; globalThis.again = all; import('/failing.mjs').catch(() => 0)";
    engine.run_module("/second.mjs", text).expect("another one");
    engine.run_jobs().expect("jobs that end");
    engine
}

#[test]
fn modules_are_linked_and_evaluated_as_before() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = begun(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(empty(backend), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut restored_again = Engine::restore_into(empty(backend), &again).expect("what was written again");
        for _ in 0..3 {
            let [expected, found, again] = [&mut engine, &mut restored, &mut restored_again].map(|engine| {
                let told = engine.eval::<String>("tell()").expect("a string");
                engine.eval::<()>("more()").expect("imports");
                engine.run_jobs().expect("jobs that end");
                told + " | " + &engine.eval::<String>("told()").expect("a string")
            });
            assert!(
                expected.contains("ReferenceError") && expected.contains("failed RangeError: failed"),
                "{expected}"
            );
            assert_eq!(found, expected);
            assert_eq!(again, expected);
        }
        // An evaluated module is the one that the host gets by that name.
        let text = "import { n } from '/counter.mjs'; globalThis.n = n; import '/fresh.mjs'";
        let fresh = MODULES.iter().copied().chain([("/fresh.mjs", "globalThis.fresh = true")]);
        restored.set_module_loader(fresh.collect::<MemoryLoader>());
        restored.run_module("/new.mjs", text).expect("modules go on");
        assert!(restored.eval::<bool>("fresh && n > 0").expect("a value"));
    }
}

#[test]
fn modules_that_cannot_be_read_are_named() {
    let bytes = begun(Backend::Register).snapshot().expect("all of it can be written");
    let error = Engine::restore(&bytes).err().expect("nobody has defined it");
    assert_eq!(error.message(), "no engine can be restored: the host has no module 'host'");
    let mut few = Engine::builder().modules(4).build().expect("an engine");
    prepared(&mut few);
    assert!(Engine::restore_into(few, &bytes).is_err_and(|error| error.message().contains("more than there may be")));
}

#[test]
fn any_bytes_of_modules_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let bytes = begun(backend).snapshot().expect("all of it can be written");
        let empty = || {
            let mut engine = hostile::narrow();
            prepared(&mut engine);
            engine
        };
        let calls = ["tell()", "more()", "tell()", "Object.entries(all).join()", "told()"];
        hostile::any_bytes_of(&bytes, bytes.len() / 2, empty, &calls);
    }
}

/// Modules that await something under the test's control, in a cycle and beside it, and some that wait for them without
/// awaiting anything.
const WAITING: &[(&str, &str)] = &[
    ("/a.mjs", "note('a begins'); export let a = 1; const got = await gate('a'); a += got; note('a ends ' + a); export { got }"),
    ("/b.mjs", "import { a } from '/a.mjs'; note('b begins ' + a); for (const x of [1, 2]) { const f = () => x + a; await gate('b' + x); note('b ' + f()) } export const b = 'b'"),
    ("/plain.mjs", "import { a } from '/a.mjs'; note('plain ' + a); export const plain = a; export const tells = () => a + later; let later = 5;"),
    ("/ring1.mjs", "import { two } from '/ring2.mjs'; import '/b.mjs'; note('ring1 ' + two); export const one = () => 'one' + two"),
    ("/ring2.mjs", "import { one } from '/ring1.mjs'; import { b } from '/b.mjs'; try { one() } catch (e) { note(e.name) } await gate('ring'); note('ring2 ' + b); export const two = 2"),
    ("/fails.mjs", "try { await gate('fails'); note('fails'); throw new RangeError('failed') } finally { note('finally') }"),
    ("/parent.mjs", "import '/fails.mjs'; note('never')"),
    ("/data.json", "[1, 2]"),
    ("/root.mjs", "import { plain, tells } from '/plain.mjs'; import { one } from '/ring1.mjs'; import data from '/data.json' with { type: 'json' };
        note('root ' + [plain, one(), tells(), data, import.meta.url]); export const root = await gate('root'); note('root ends ' + root)"),
    ("/second.mjs", "import { b } from '/b.mjs'; import { a } from '/a.mjs'; note('second ' + a + b); export default class { static b = b }"),
    ("/late.mjs", "import '/plain.mjs'; note('late')"),
    ("/broken.mjs", "import { missing } from '/plain.mjs'; note('never')"),
];

/// Imports that wait, each reported when it ends: `open(name)` resumes code that awaits `gate(name)`.
const GATES: &str = "
    const heard = [], gates = new Map, note = text => { heard.push(text) };
    function gate(name) { note('waits for ' + name); return new Promise((resolve, reject) => gates.set(name, [resolve, reject])) }
    function open(name) { gates.get(name)?.[0](40); gates.delete(name); note('opened ' + name) }
    function get(name) { import(name).then(m => note('got ' + name + ' ' + Object.keys(m)), e => note('no ' + name + ' ' + e)) }
    const all = () => heard.join('\\n');";

/// The turns: each imports a module, or opens a gate.
const TURNS: &[&str] = &[
    "get('/root.mjs')",
    "get('/second.mjs'); get('/parent.mjs')",
    "open('a')",
    "open('b1')",
    "get('/ring2.mjs'); get('/late.mjs')",
    "open('fails'); get('/broken.mjs')",
    "get('/parent.mjs'); open('b2')",
    "get('/second.mjs')",
    "open('ring')",
    "open('root'); get('/fails.mjs')",
    "get('/root.mjs'); get('/ring1.mjs')",
];

fn gated(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.set_module_loader(WAITING.iter().copied().collect::<MemoryLoader>());
    engine
}

fn turn(engine: &mut Engine, number: usize) {
    engine.eval::<()>(TURNS[number]).expect("a turn");
    // Some of the jobs wait for the next turn.
    if !number.is_multiple_of(3) {
        engine.run_jobs().expect("jobs that end");
    }
    engine.take_unhandled_rejections();
}

fn told(engine: &mut Engine) -> String {
    engine.run_jobs().expect("jobs that end");
    engine.eval::<String>("all()").expect("a string")
}

#[test]
fn modules_that_wait_go_on() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut whole = gated(backend);
        whole.run("gates.js", GATES).expect("a script that ends");
        (0..TURNS.len()).for_each(|number| turn(&mut whole, number));
        let expected = told(&mut whole);
        let parts = [
            "ReferenceError",
            "root ends 40",
            "second 41b",
            "got /ring2.mjs two",
            "no /parent.mjs RangeError",
            "no /broken.mjs SyntaxError",
        ];
        assert!(parts.iter().all(|part| expected.contains(part)), "{expected}");
        assert!(!expected.contains("never"), "{expected}");
        for stop in 0..=TURNS.len() {
            let mut engine = gated(backend);
            engine.run("gates.js", GATES).expect("a script that ends");
            (0..stop).for_each(|number| turn(&mut engine, number));
            for _ in 0..2 {
                let bytes = engine.snapshot().expect("all of it can be written");
                engine = Engine::restore_into(gated(backend), &bytes).expect("what was written");
            }
            (stop..TURNS.len()).for_each(|number| turn(&mut engine, number));
            assert_eq!(told(&mut engine), expected, "{backend:?} {stop}");
        }
    }
}

/// A limit ends a module that has waited: those that wait for it never continue, in both engines.
#[test]
fn modules_that_a_limit_has_ended_wait_for_ever() {
    let modules = [
        ("/waits.mjs", "await new Promise(resolve => globalThis.go = resolve)"),
        ("/endless.mjs", "import '/waits.mjs'; for (;;) {}"),
        ("/parent.mjs", "import '/endless.mjs'; globalThis.parent = true"),
    ];
    let gated = || {
        let mut engine = Engine::new();
        engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
        engine
    };
    let mut engine = gated();
    engine.eval::<()>("import('/parent.mjs')").ok();
    engine.run_jobs().expect("jobs that end");
    engine.eval::<()>("go()").expect("a call");
    engine.set_fuel(Some(10_000));
    assert!(engine.run_jobs().is_err_and(|error| error.is_termination()));
    engine.set_fuel(None);
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(gated(), &bytes).expect("what was written");
    for engine in [&mut engine, &mut restored] {
        engine.eval::<()>("import('/parent.mjs'); import('/endless.mjs'); undefined").expect("imports");
        engine.run_jobs().expect("jobs that end");
        assert_eq!(engine.eval::<String>("typeof parent").expect("a string"), "undefined");
    }
}

#[test]
fn any_bytes_of_modules_that_wait_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        for stop in [2, 5] {
            let mut engine = gated(backend);
            engine.run("gates.js", GATES).expect("a script that ends");
            (0..stop).for_each(|number| turn(&mut engine, number));
            let bytes = engine.snapshot().expect("all of it can be written");
            let empty = || {
                let mut engine = hostile::narrow();
                engine.set_module_loader(WAITING.iter().copied().collect::<MemoryLoader>());
                engine
            };
            let calls: Vec<&str> = TURNS[stop - 1..].iter().copied().chain(["all()"]).collect();
            hostile::any_bytes_of(&bytes, bytes.len() / 2, empty, &calls);
        }
    }
}
