//! Further realms: their built-ins, globals and declarations, and references between realms.

use std::task::Poll;
use std::time::{Duration, Instant};

use ferrotape::handles::Realm;
use ferrotape::{Backend, Context, Engine, Error, Function, Limits, MemoryLoader, Object, Script};

use super::hostile;

const FIRST: &str = r"
    var v = 'first'; let declared = 1; const kept = { other, list: other.makeList(), f: other.f, closed: other.closed(7) };
    Array.prototype.extra = 'of first'; other.Array.prototype.extra = 'of other'; other.added = { from: kept };
    const moved = other.Map.prototype.get, gone = other.Set; delete other.Set; other.Math.own = Math; other.Reflect = Reflect;
    const bound = other.Function.prototype.bind.call(other.f, 5), proxy = new other.Proxy({}, { get: () => 'trap' });
    const derived = new (class Derived extends other.Error { constructor() { super('far') } }), date = new other.Date(5);
    const waits = other.waits(new Promise(resolve => globalThis.go = resolve)), steps = other.steps(); steps.next();
    const evaluated = other.eval('var byEval = 3; () => byEval++ + v');
    const pattern = new other.RegExp('(.)b'), tagged = other.tag(), weak = new WeakMap([[other, 'weak']]);
    const { resolve } = other.Promise.withResolvers(); pattern.exec('ab'); /(.)d/.exec('cd');
    const tell = () => [v, other.v, declared, other.read(), kept.list instanceof Array, kept.list instanceof other.Array, kept.list.extra, [].extra,
        kept.f(1), kept.f.constructor === other.Function, Object.getPrototypeOf(kept.f) === Function.prototype, kept.closed(), other.added.from === kept,
        moved.call(new Map([[1, 'one']]), 1), new gone([1]).size, typeof other.Set, other.Math.own === Math, other.Math === Math, other.Reflect === Reflect,
        bound(), proxy.any, derived instanceof other.Error, derived instanceof Error, derived.stack.length > 5, date instanceof other.Date,
        steps.next().value, steps instanceof other.Object, evaluated(), Object.getPrototypeOf(steps.next) === other.Function.prototype,
        pattern.exec('xb')[1], pattern instanceof other.RegExp, other.RegExp.$1, RegExp.$1, tagged === other.tag(), weak.get(other), said.join(),
        other.globalThis === other, other.shout ? other.shout('a') : '', Object.keys(other).join(), waits instanceof other.Promise, other.thrown(),
        Object.prototype.toString.call(other), kept.list.constructor.name, typeof other.lazy, other.isNaN === isNaN, other.parseInt('7')].join(' ; ');
    const said = []; waits.then(r => said.push(r));";

const OTHER: &str = r"
    var v = 'other'; let declared = 2; const read = () => declared++; function f(n) { return n + v + declared }
    const makeList = () => [1, 2]; function closed(n) { return () => n++ } async function waits(p) { const r = await p; return r + v }
    function* steps() { for (const s of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) yield s + v }
    const pass = strings => strings, tag = () => pass`a${1}b`; function thrown() { try { null.x } catch (e) { return e instanceof TypeError } }
    Object.assign(globalThis, { read, makeList, waits, steps, tag }); Object.prototype.everywhere = 'other'";

/// Creates two realms, with the host's definitions in each.
fn ready(backend: Backend) -> (Engine, Realm) {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    let realm = engine.new_realm().expect("room");
    engine.define("shout", |text: String| text + "!").expect("a function");
    let define = |engine: &mut Engine| engine.define("shout", |text: String| text.to_uppercase());
    engine.in_realm(&realm, define).expect("a function");
    (engine, realm)
}

fn begun(backend: Backend) -> (Engine, Realm) {
    let (mut engine, realm) = ready(backend);
    engine.set_global("other", realm.global()).expect("room");
    engine.in_realm(&realm, |engine| engine.run("other.js", OTHER)).expect("a script that ends");
    engine.run("first.js", FIRST).expect("a script that ends");
    (engine, realm)
}

#[test]
fn realms_go_on() {
    for backend in [Backend::Register, Backend::Stack] {
        let (mut engine, realm) = begun(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let (empty, restored_realm) = ready(backend);
        let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
        // The host's current realm does not matter.
        let again = restored.in_realm(&restored_realm, Engine::snapshot).expect("it can be written again");
        let (empty, copied_realm) = ready(backend);
        let mut copied = Engine::restore_into(empty, &again).expect("what was written again");
        let turn = |engine: &mut Engine, realm: &Realm, number: u32| {
            engine.collect_garbage();
            engine.eval::<()>(&format!("go('went{number}')")).expect("a call");
            engine.run_jobs().expect("jobs that end");
            let inner = "var more = (globalThis.more ?? 0) + 1; `${more} ${typeof kept} ${f(2)} ${[] instanceof Array} ${shout('b')}`";
            let told = engine.eval::<String>("tell()").expect("a string");
            told + " | " + &engine.in_realm(realm, |engine| engine.eval::<String>(inner)).expect("a string")
        };
        for number in 0..3 {
            let expected = turn(&mut engine, &realm, number);
            assert!(expected.contains("went0other") && expected.contains("of other ; of first"), "{expected}");
            assert_eq!(turn(&mut restored, &restored_realm, number), expected);
            assert_eq!(turn(&mut copied, &copied_realm, number), expected);
        }
    }
}

#[test]
fn realms_that_nobody_has_made_are_made() {
    let host = || {
        let mut engine = Engine::new();
        engine.define("fresh", |cx: &mut Context<'_>| cx.new_realm().map(|realm| realm.global())).expect("a function");
        engine
    };
    let mut engine = host();
    let text = "const realms = Array.from({ length: 4 }, fresh); realms.forEach((realm, i) => realm.eval(`var own = ${i}, n = own`));
        realms.splice(1, 1); fresh(); const tell = () => realms.map(realm => realm.eval('n++ + typeof fresh') + realm.own).join()";
    engine.run("realms.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(host(), &bytes).expect("what was written");
    let mut copied =
        Engine::restore_into(host(), &restored.snapshot().expect("again")).expect("what was written again");
    for _ in 0..2 {
        let expected = engine.eval::<String>("tell()").expect("a string");
        assert_eq!(restored.eval::<String>("tell()").expect("a string"), expected);
        assert_eq!(copied.eval::<String>("tell()").expect("a string"), expected);
    }
    // Dropped realms are garbage.
    let before = restored.stats().bytes;
    restored.eval::<()>("realms.length = 0; undefined").expect("they are let go");
    restored.collect_garbage();
    assert!(restored.stats().bytes < before);
    restored.eval::<Object>("fresh()").expect("another one");
}

/// The host's definitions in each realm that scripts create, which it would repeat.
#[test]
fn realms_that_are_made_have_what_the_host_has_defined_in_the_first() {
    fn sandbox(cx: &mut Context<'_>) -> Result<Object, Error> {
        let realm = cx.new_realm()?;
        cx.in_realm(&realm, |cx| {
            let global = cx.global();
            for (name, function) in
                [("sandbox", Function::new(cx, "sandbox", sandbox)?), ("Counter", Function::of_class::<Counter>(cx)?)]
            {
                global.set(cx, name, function)?;
            }
            let own = Function::new(cx, "own", |cx: &mut Context<'_>| cx.global())?;
            global.set(cx, "own", own)?;
            Ok(global)
        })
    }
    let host = || {
        let mut engine = Engine::new();
        engine.define("sandbox", sandbox).expect("a function");
        engine.define("own", |cx: &mut Context<'_>| cx.global()).expect("a function");
        engine.register::<Counter>().expect("a class");
        engine
    };
    let mut engine = host();
    let text = "const a = sandbox(), b = a.sandbox(), counter = new b.Counter, { up } = a.Counter.prototype; b.own.extra = a.own;
        const tell = () => [a.own() === a, b.own() === b, own() === globalThis, b.own.extra === a.own, counter.up(), up.call(counter), counter instanceof b.Counter,
            counter instanceof a.Counter, b.sandbox() instanceof Object, a.own.name, a.own.length, Object.getPrototypeOf(b.own) === b.Function.prototype].join()";
    engine.run("sandboxes.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(host(), &bytes).expect("what was written");
    let mut copied =
        Engine::restore_into(host(), &restored.snapshot().expect("again")).expect("what was written again");
    let expected = engine.eval::<String>("tell()").expect("a string");
    assert!(expected.starts_with("true,true,true,true,1,2,true,false"), "{expected}");
    for engine in [&mut restored, &mut copied] {
        assert_eq!(engine.eval::<String>("tell()").expect("a string"), expected);
    }
}

#[test]
fn code_and_modules_know_their_realms() {
    for backend in [Backend::Register, Backend::Stack] {
        let modules = [
            (
                "/a.mjs",
                "export let n = 1; export const up = () => ++n; export { Array }; globalThis.module = up; const { Array } = globalThis",
            ),
            (
                "/b.mjs",
                "import { up, n, Array as A } from '/a.mjs'; export const tell = () => [up(), n, A === Array]; globalThis.told = tell; await 1",
            ),
        ];
        let ready = || {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
            let realm = engine.new_realm().expect("room");
            (engine, realm)
        };
        let (mut engine, realm) = ready();
        let script = Script::compile(
            "both.js",
            "var count = 0; function next() { return [count++, [] instanceof Array].join() }",
        );
        let script = script.expect("a script");
        let begin = |engine: &mut Engine| {
            script.run::<()>(engine)?;
            engine.run("import.js", "import('/b.mjs').then(m => globalThis.space = m)").map(drop)
        };
        begin(&mut engine).expect("it runs");
        engine.in_realm(&realm, begin).expect("it runs");
        let next = |engine: &mut Engine| {
            engine.eval::<String>("next() + ' ' + globalThis.told?.() + (globalThis.space?.tell === told)")
        };
        engine.set_global("other", realm.global()).expect("room");
        for jobs in [false, true] {
            if jobs {
                engine.run_jobs().expect("jobs that end");
            }
            let bytes = engine.snapshot().expect("all of it can be written");
            let (empty, restored_realm) = ready();
            let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
            restored.run_jobs().expect("jobs that end");
            let mut other = engine.fork().expect("a copy that goes on");
            other.run_jobs().expect("jobs that end");
            for _ in 0..2 {
                assert_eq!(next(&mut restored).expect("a string"), next(&mut other).expect("a string"));
                let called = "other.next() + other.told() + (other.module === module) + (other.told.constructor === other.Function)";
                let expected = other.eval::<String>(called).expect("a string");
                assert!(expected.ends_with("truefalsetrue"), "{expected}");
                assert_eq!(restored.eval::<String>(called).expect("a string"), expected);
            }
            let own = restored.in_realm(&restored_realm, |engine| next(engine)).expect("a string");
            assert!(own.contains("true,") || own.contains(",true"), "{own}");
        }
    }
}

#[ferrotape::class(save)]
struct Counter(u32);

#[ferrotape::methods]
impl Counter {
    #[js(constructor)]
    fn new() -> Self {
        Counter(0)
    }

    fn up(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }
}

#[test]
fn classes_are_those_of_their_realms() {
    let ready = |order: [bool; 2]| {
        let mut engine = Engine::new();
        let realm = engine.new_realm().expect("room");
        for is_first in order {
            match is_first {
                true => engine.register::<Counter>(),
                false => engine.in_realm(&realm, |engine| engine.register::<Counter>()),
            }
            .expect("a class");
        }
        (engine, realm)
    };
    let (mut engine, realm) = ready([true, false]);
    engine.set_global("other", realm.global()).expect("room");
    let text = "const a = new Counter, b = new other.Counter; other.Counter.prototype.own = 1; a.up();
        const tell = () => [a.up(), b.up(), a instanceof Counter, b instanceof Counter, b instanceof other.Counter, a.own, b.own, a.up === b.up].join()";
    engine.run("classes.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(ready([false, true]).0, &bytes).expect("what was written");
    let expected = engine.eval::<String>("tell()").expect("a string");
    assert_eq!(restored.eval::<String>("tell()").expect("a string"), expected);
    let mut alone = Engine::new();
    alone.register::<Counter>().expect("a class");
    let _realm = alone.new_realm().expect("room");
    let error = Engine::restore_into(alone, &bytes).err().expect("it is not there");
    assert_eq!(error.message(), "no engine can be restored: the host has no class 'Counter'");
}

#[test]
fn what_the_host_lacks_in_its_realms_is_named() {
    let bytes = begun(Backend::Register).0.snapshot().expect("all of it can be written");
    let mut alone = Engine::new();
    alone.define("shout", |text: String| text).expect("a function");
    let _realm = alone.new_realm().expect("room");
    let error = Engine::restore_into(alone, &bytes).err().expect("it is not there");
    assert_eq!(error.message(), "no engine can be restored: the host has no function 'shout' in a further realm");
}

/// A script of the first realm, functions of both that call each other, and a generator, each in the middle.
const PAUSING: &str = r"
    var where = 'first'; const told = []; function back(n) { for (let i = 0; i < 40; i++) told.push(where + n + i); return [] instanceof Array }
    let sum = 0; for (let x = 0; x < 4; x++) { sum += other.spin(back, x); told.push(where + sum + ([] instanceof Array)) } [sum, told.join(), where].join(' ; ')";

const PAUSED: &str = r"
    var where = 'other'; function* steps() { for (let i = 0; i < 30; i++) yield i }
    globalThis.spin = function (back, x) { let n = 0; for (const i of steps()) n += i; return where.length + n + back(x) + new Point(n).n + ([] instanceof Array) };
    class Point { constructor(n) { let i = 0; while (i < 60) i++; this.n = n + i } }";

#[test]
fn executions_go_on_in_their_realms() {
    for backend in [Backend::Register, Backend::Stack] {
        let ready = || {
            let (mut engine, realm) = ready(backend);
            engine.set_global("other", realm.global()).expect("room");
            let run = |engine: &mut Engine| engine.run("paused.js", PAUSED).map(drop);
            engine.in_realm(&realm, run).expect("a script that ends");
            engine
        };
        let script =
            ferrotape::script::Compiler::new().backend(backend).script("pausing.js", PAUSING).expect("a script");
        let mut engine = ready();
        let expected = script.run::<String>(&mut engine).expect("a script that ends");
        assert!(expected.contains("first339") && expected.ends_with("; first"), "{expected}");
        let mut engine = ready();
        let mut execution = script.start(&mut engine).expect("begun");
        let (mut saved, mut pauses) = (Vec::new(), 0);
        while execution.resume::<String>(&Limits::new().fuel(97)).is_pending() {
            saved.push(execution.snapshot().expect("it can be written"));
            pauses += 1;
        }
        assert!(pauses > 10, "{pauses}");
        for bytes in saved.iter().step_by(3) {
            let mut restored = Engine::restore_execution_into(ready_empty(backend), bytes).expect("what was written");
            let mut execution = restored.execution();
            // It may be at its end.
            if !execution.resume::<String>(&Limits::new().fuel(60)).is_pending() {
                continue;
            }
            let again = execution.snapshot().expect("it can be written again");
            let mut restored =
                Engine::restore_execution_into(ready_empty(backend), &again).expect("what was written again");
            match restored.execution().resume::<String>(&Limits::new()) {
                Poll::Ready(ended) => assert_eq!(ended.expect("it ends"), expected),
                Poll::Pending => panic!("it has no limit"),
            }
            let mut engine = restored.into_engine();
            assert!(engine.eval::<bool>("where === 'first' && [] instanceof Array").expect("the first realm"));
        }
    }
}

fn ready_empty(backend: Backend) -> Engine {
    ready(backend).0
}

/// An execution begun in the other realm, which calls functions of the first one. Nothing else leads to that realm.
#[test]
fn executions_begun_in_a_further_realm_go_on_there() {
    for backend in [Backend::Register, Backend::Stack] {
        let begun = || {
            let (mut engine, realm) = ready(backend);
            let first = engine.global();
            engine.run("paused.js", PAUSED).expect("a script that ends");
            realm.global().set(&mut engine, "other", first).expect("room");
            (engine, realm)
        };
        let text = PAUSING.replace("told.join()", "told.join(), shout('x')");
        let script = ferrotape::script::Compiler::new().backend(backend).script("pausing.js", &text).expect("a script");
        let (mut engine, realm) = begun();
        let expected = engine.in_realm(&realm, |engine| script.run::<String>(engine)).expect("a script that ends");
        assert!(expected.contains("first339") && expected.ends_with(" ; X ; first"), "{expected}");
        let (mut engine, realm) = begun();
        let mut saved = Vec::new();
        let paused = engine.in_realm(&realm, |engine| {
            let mut execution = script.start(engine)?;
            saved.push(execution.snapshot()?);
            while execution.resume::<String>(&Limits::new().fuel(97)).is_pending() {
                saved.push(execution.snapshot()?);
            }
            Ok(())
        });
        paused.expect("all of it can be written");
        assert!(saved.len() > 10, "{}", saved.len());
        for (place, bytes) in saved.iter().enumerate().step_by(3) {
            let (empty, realm) = ready(backend);
            let mut restored = Engine::restore_execution_into(empty, bytes).expect("what was written");
            let mut execution = restored.execution();
            // It may be at its end.
            if !execution.resume::<String>(&Limits::new().fuel(60)).is_pending() {
                continue;
            }
            let again = execution.snapshot().expect("it can be written again");
            if place % 2 == 0 {
                assert_eq!(execution.resume::<String>(&Limits::new()), Poll::Ready(Ok(expected.clone())));
            }
            drop(execution);
            let mut engine = restored.into_engine();
            assert_eq!(
                engine.eval::<String>("where + typeof told + shout('x')").expect("the first"),
                "otherundefinedx!"
            );
            let inner = engine.in_realm(&realm, |engine| engine.eval::<String>("where + typeof told + shout('x')"));
            assert_eq!(inner.expect("the other"), "firstobjectX");

            // Realms made while restoring have the functions of the first.
            let mut alone = Engine::builder().backend(backend).build().expect("an engine");
            alone.define("shout", |text: String| text.to_uppercase()).expect("a function");
            let mut restored = Engine::restore_execution_into(alone, &again).expect("what was written again");
            assert_eq!(restored.execution().resume::<String>(&Limits::new()), Poll::Ready(Ok(expected.clone())));
            assert_eq!(restored.into_engine().eval::<String>("where").expect("the first realm"), "other");
        }
    }
}

/// While an execution begun elsewhere is at work, only the engine refers to its first realm.
#[test]
fn the_first_realm_is_there_when_an_execution_of_another_one_has_ended() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("first.js", "var first = { n: 1 }").expect("a script that ends");
        let realm = engine.new_realm().expect("room");
        let text = "let all = 0; for (let i = 0; i < 300_000; i++) all += [{ i }].length; all";
        let script = ferrotape::script::Compiler::new().backend(backend).script("churn.js", text).expect("a script");
        let bytes = engine.in_realm(&realm, |engine| script.start(engine)?.snapshot()).expect("it can be written");
        let mut restored = Engine::restore_execution(&bytes).expect("what was written");
        let mut execution = restored.execution();
        assert!(execution.resume::<f64>(&Limits::new().fuel(100_000)).is_pending());
        // The copy has no realm other than the one it was made in.
        let mut copy = execution.fork().expect("a copy");
        let again = copy.execution().snapshot().expect("a copy can be written");
        assert_eq!(execution.resume::<f64>(&Limits::new()), Poll::Ready(Ok(300_000.0)));
        drop(execution);
        let mut engine = restored.into_engine();
        engine.collect_garbage();
        assert_eq!(engine.eval::<u8>("first.n").expect("it is there"), 1);
        let mut copied = Engine::restore_execution(&again).expect("what was written of the copy");
        assert_eq!(copied.execution().resume::<f64>(&Limits::new()), Poll::Ready(Ok(300_000.0)));
    }
}

#[test]
fn any_bytes_of_an_execution_of_a_further_realm_are_an_error_or_an_execution() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let realm = engine.new_realm().expect("room");
        let first = engine.global();
        realm.global().set(&mut engine, "other", first).expect("room");
        engine.run("paused.js", PAUSED).expect("a script that ends");
        let script =
            ferrotape::script::Compiler::new().backend(backend).script("pausing.js", PAUSING).expect("a script");
        let saved = engine.in_realm(&realm, |engine| {
            let mut execution = script.start(engine)?;
            assert!(execution.resume::<String>(&Limits::new().fuel(700)).is_pending());
            execution.snapshot()
        });
        let bytes = saved.expect("it can be written");
        hostile::any_bytes_of_an_execution(&bytes, || {
            Engine::builder().backend(backend).memory_limit(8 << 20).fuel(200_000).build().expect("an engine")
        });
    }
}

#[test]
fn any_bytes_of_realms_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let bytes = begun(backend).0.snapshot().expect("all of it can be written");
        let empty = || {
            let mut engine = hostile::narrow();
            let realm = engine.new_realm().expect("room");
            engine.define("shout", |text: String| text + "!").expect("a function");
            let define = |engine: &mut Engine| engine.define("shout", |text: String| text.to_uppercase());
            engine.in_realm(&realm, define).expect("a function");
            engine
        };
        hostile::any_bytes_of(
            &bytes,
            bytes.len() / 2,
            empty,
            &["go(1)", "tell()", "tell()", "Object.keys(other).map(k => String(other[k]))"],
        );
    }
}

/// The bytes of an engine with more realms than exist, all of whose built-ins are to be made.
fn with_realms(count: usize) -> Vec<u8> {
    let mut engine = Engine::new();
    let all = "for (const name of Object.getOwnPropertyNames(globalThis)) globalThis[name]";
    engine.run("all.js", all).expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    // After the prefix and the version.
    let number = 6 + usize::from(bytes[5]);
    assert_eq!(bytes[number], 1);
    let parts = number + 1..number + 1 + bytes[number + 1..].iter().take_while(|&&byte| byte >= 0x80).count() + 1;
    let count_of = [count as u8 | 0x80, (count >> 7) as u8 | 0x80, (count >> 14) as u8];
    [&bytes[..number], &count_of, &bytes[parts.clone()].repeat(count), &bytes[parts.end..]].concat()
}

/// A few bytes give the number of realms: each is work, and memory.
#[test]
fn realms_that_are_to_be_made_keep_to_the_limits() {
    let bytes = with_realms(20_000);
    let limit = 16 << 20;
    let builders = [
        Engine::builder().fuel(1_000_000),
        Engine::builder().timeout(Duration::from_millis(20)),
        Engine::builder().memory_limit(limit),
    ];
    for limited in builders {
        let start = Instant::now();
        let restored = Engine::restore_into(limited.build().expect("an engine"), &bytes);
        assert!(restored.err().is_some_and(|error| error.is_termination()));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    }
}
