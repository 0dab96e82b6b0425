//! Engines as bytes: what is restored, what is refused, and untrusted bytes.

mod built_ins;
mod captured;
mod classes;
mod eval_code;
mod executions;
mod host_parts;
pub mod hostile;
mod kinds;
mod modules;
mod realm_parts;
mod realms;
mod remembered;
mod same_names;
mod variables;
mod waiters;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use ferrotape::{Backend, Engine, ErrorKind, Function, Limits, Object, Script, Termination};

/// A value of each kind that can be written, and a test of each: a string, made anew by each call.
const WORLD: &str = r"
    class Base { #secret = 7; static count = 3; get secret() { return this.#secret } set secret(x) { this.#secret = x } }
    class Derived extends Base { twice() { return 2 * super.secret } }
    const d = new Derived, unique = Symbol('u'), shared = Symbol.for('s');
    const cycle = { d, big: 123456789012345678901234567890n, [unique]: 1, [shared]: 2, [Symbol.iterator]: null };
    cycle.self = cycle;
    let counter = 10;
    function make(start) { let n = start; return { up: () => ++n, down: () => --n } }
    const pair = make(5), sloppy = (function () { eval('var hidden = 9'); return () => hidden })();
    const scoped = (function () { with ({ inner: 4 }) { return () => inner } })();
    const map = new Map([['k', cycle], [cycle, -0], [NaN, 1]]), set = new Set(['a', '\u{1F600}']);
    const sparse = []; sparse[1e6] = 1; sparse.extra = 'x';
    const holes = [1, , 3], frozen = Object.freeze([1, { deep: true }]), closed = Object.seal({ a: 1 });
    const accessor = { get v() { return counter }, set v(x) { counter = x } };
    const pattern = /(?<y>\d+)-x/gi, when = new Date(86400000), wrapped = [Object('s'), Object(1), Object(1n), Object(true)];
    const error = new RangeError('far');
    Array.prototype.second = function () { return this[1] };
    delete Math.sin; Object.defineProperty(Math, 'PHI', { value: 1.618 });
    function* gen() { yield counter; yield* [1, 2] }
    function Point(x, y) { this.x = x; this.y = y }
    const bound = make.bind(null, 3), at = Point.bind({}, 4), twice = at.bind(null, 5);
    const log = [], plain = { a: 1 }, proxy = new Proxy(plain, { get(t, k, r) { log.push(k); return Reflect.get(t, k, r) } });
    const callable = new Proxy(make, {});
    const revoked = (() => { const it = Proxy.revocable(function () {}, {}); it.revoke(); return it.proxy })();
    const bytes = new Uint8Array([1, 2, 3, 4]), floats = new Float64Array(2), rest = new DataView(bytes.buffer, 1);
    const resizable = new ArrayBuffer(4, { maxByteLength: 16 }), tracking = new Uint16Array(resizable);
    const both = new SharedArrayBuffer(8), ints = new Int32Array(both), gone = new ArrayBuffer(8), ghost = new Uint8Array(gone);
    const stone = new Uint8Array(new Uint8Array([8, 9]).buffer.transferToImmutable());
    gone.transfer(); floats[1] = 1.5; ints[1] = 6;
    const arrayIterator = ['p', 'q', 'r', 's', 't'].entries(), textIterator = 'a\u{1F600}bcd'[Symbol.iterator]();
    const shrinking = new Map([[1, 'x'], [2, 'y'], [3, 'z'], [4, 'w'], [5, 'v']]), mapIterator = shrinking.entries();
    arrayIterator.next(); textIterator.next(); mapIterator.next(); mapIterator.next(); shrinking.delete(1); shrinking.delete(3);
    const matches = 'a1b2c3d4'.matchAll(/[a-z](\d)/g), ended = [][Symbol.iterator](); matches.next(); ended.next();
    const endless = { [Symbol.iterator]() { let n = 0; return { next: () => ({ value: n++, done: false }) } } };
    const helpers = Iterator.from(endless).map(x => x * 3).filter(x => x % 2).drop(2).take(9).flatMap(x => [x, -x]);
    helpers.next(); const chained = Iterator.concat(['c1', 'c2'], ['c3', 'c4']); chained.next();
    const zipped = Iterator.zip([['z1', 'z2', 'z3', 'z4'], [1, 2, 3]], { mode: 'longest', padding: ['', 'p'] }); zipped.next();
    const weak = new WeakMap([[cycle, 'w'], [{}, 'lost'], [unique, { chain: 1 }]]), weakSet = new WeakSet([cycle, plain]);
    weak.set(weak.get(unique), 'end of a chain');
    const ref = new WeakRef(cycle), lost = new WeakRef({}), registry = new FinalizationRegistry(held => held);
    registry.register(plain, 'plain', cycle); registry.register({}, 'nobody');
    const ofText = new Function('a', 'return a * 2');
    const max = Math.max, floor = Math.floor; delete Math.max; delete floor.name; floor.extra = 'f';
    Object.defineProperty(Array.prototype, 'pushed', { value: Array.prototype.push, configurable: true }); delete Array.prototype.push;
    function tellMore() {
        Array.prototype.push = Array.prototype.pushed; tracking[1]++; resizable.resize(8); bytes[2]++;
        const tried = f => { try { return f() } catch (e) { return e.name + ': ' + e.message } };
        const next = i => JSON.stringify(i.next());
        return [bound().up(), twice.name, new twice().y, new at(6) instanceof Point, proxy.a, log.join(), typeof callable,
            callable(1).up(), tried(() => revoked.x), tried(() => new revoked), typeof revoked, bytes.join(), rest.getUint8(1),
            rest.byteLength, rest.buffer === bytes.buffer, floats.join(), tracking.length, tracking.join(), resizable.maxByteLength,
            stone.join(), stone.buffer.immutable, Reflect.set(stone, 0, 1),
            ints.join(), both instanceof SharedArrayBuffer, Atomics.add(ints, 0, 2), gone.detached, ghost.length, ghost.buffer === gone,
            next(arrayIterator), next(textIterator), next(mapIterator), next(matches), next(ended), next(helpers), next(chained),
            next(zipped), weak.get(cycle), weak.get(weak.get(unique)), weakSet.has(plain), weakSet.has({}), ref.deref() === cycle,
            registry.unregister(cycle), registry.unregister(cycle), max(1, 2), typeof Math.max, floor(1.5), floor.extra,
            'name' in floor, ofText(21), [1].pushed === Array.prototype.pushed].join(' ; ');
    }
    const tag = (parts, ...values) => parts.raw.join('|') + values; var old = 1; globalThis.late = 'l';
    function tell() {
        pattern.lastIndex = 0; d.secret++; accessor.v += 1;
        return [d.twice(), Derived.count, cycle.self === cycle, cycle.big + 1n, cycle[unique], cycle[Symbol.for('s')],
            pair.up(), pair.up(), pair.down(), sloppy(), scoped(), map.get('k') === cycle, Object.is(map.get(cycle), 0),
            map.get(NaN), [...set].join(), sparse.length, sparse.extra, 1 in holes, Object.isFrozen(frozen),
            frozen[1].deep, Object.isSealed(closed), counter, pattern.exec('a 12-X').groups.y, when.toISOString(),
            wrapped.map(x => typeof x.valueOf()).join(), error instanceof RangeError, error.message, typeof error.stack,
            [1, 2].second(), typeof Math.sin, Math.PHI, [...gen()].join(), tag`a${1}b`, old, late,
            Object.keys(globalThis).join(), Reflect.ownKeys(Derived).join(), unique.toString(), make.toString().length,
            new Derived().constructor.name, d instanceof Base, JSON.stringify(closed)].join(' ; ');
    }";

fn world(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.run("world.js", WORLD).expect("a script that ends");
    engine
}

#[test]
fn an_engine_goes_on_as_if_nothing_had_been() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = world(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        for _ in 0..3 {
            for call in ["tell()", "tellMore()"] {
                let expected = engine.eval::<String>(call).expect("a string");
                assert_eq!(restored.eval::<String>(call).expect("the same"), expected);
            }
        }
        restored.run("more.js", "let fresh = 1; counter = fresh").expect("declarations go on");
        assert!(restored.run("again.js", "let counter").is_err(), "it is declared already");
        assert!(Engine::restore(&again).expect("of a copy").eval::<String>("tell() + tellMore()").is_ok());
    }
}

#[test]
fn what_cannot_be_written_is_named_with_its_place() {
    let cases = [
        ("const a = { list: [1, nameless] }", "a function of the host without a name, at a.list[1]"),
        ("Promise.resolve(nameless).then(() => 0)", "a function of the host without a name, in a job that has not run"),
    ];
    for (text, expected) in cases {
        let mut engine = Engine::new();
        let nameless = Function::new(&mut engine, "", || 1).expect("room");
        engine.set_global("nameless", nameless).expect("room");
        engine.run("case.js", format!("{text}; delete globalThis.nameless")).expect("a script that ends");
        let message = engine.snapshot().expect_err(text).message().to_owned();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

/// Different host functions are not confused.
#[test]
fn functions_of_the_host_are_not_taken_for_each_other() {
    let ready = |second: &str| {
        let mut engine = Engine::new();
        for (place, name, gives) in [("first", "read", 1), ("second", second, 2)] {
            let function = Function::new(&mut engine, name, move || gives).expect("room");
            let object = Object::new(&mut engine).expect("room");
            object.set(&mut engine, "read", function).expect("room");
            engine.set_global(place, object).expect("room");
        }
        engine
    };
    let call = "`${first?.read()} ${second.read()} ${again()}`";
    let mut engine = ready("second.read");
    engine.run("a.js", "var again = second.read, bound = first.read").expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(ready("second.read"), &bytes).expect("what was written");
    assert_eq!(restored.eval::<String>(call).expect("a text"), "1 2 2");
}

/// Jobs that have not run, promises that are awaited, and a log.
const WAITING: &str = r"
    const said = [], say = text => value => { said[said.length] = text + ': ' + String(value); return text };
    const never = new Promise(() => {}), fulfilled = Promise.resolve(1), rejected = Promise.reject(new RangeError('no'));
    never.then(say('never')); const chain = fulfilled.then(say('a')).then(say('b'));
    rejected.catch(say('d')).then(say('e')); Promise.resolve({ then(f, g) { f('thenable') } }).then(say('f'));
    fulfilled.then(() => { throw 'thrown' }).catch(say('g')); Promise.reject('nobody');
    Object.assign(Promise.resolve(2), { extra: say }).then(say('h'), say('i'));
    class Own extends Promise {} const own = Own.resolve(3);
    const told = () => [said.join(), Object.prototype.toString.call(never), own instanceof Own, chain instanceof Promise].join(' ; ');";

#[test]
fn what_promises_have_left_to_be_done_is_done() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("waiting.js", WAITING).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        let mut copy = Engine::restore(&restored.snapshot().expect("again")).expect("a copy of a copy");
        let ends = [&mut engine, &mut restored, &mut copy].map(|engine| {
            engine.run("more.js", "own.then(say('own')); rejected.catch(say('late'))").expect("promises are there");
            engine.run_jobs().expect("jobs that end");
            let unhandled = engine.take_unhandled_rejections();
            let told = engine.eval::<String>("told()").expect("a string");
            (told, unhandled.iter().map(|error| error.message().to_owned()).collect::<Vec<_>>())
        });
        ends[1..].iter().for_each(|end| assert_eq!(*end, ends[0]));
        let (told, unhandled) = &ends[0];
        assert!(
            ["a: 1,", "f: thenable", "own: 3", "late: RangeError: no"].iter().all(|part| told.contains(part)),
            "{told}"
        );
        assert_eq!(unhandled.len(), 1, "{unhandled:?}");
    }
}

/// Generators and async functions, and a way to resume each of them.
const SUSPENDED: &str = r"
    const heard = [], hear = (...parts) => { heard[heard.length] = parts.join(' '); return parts[0] };
    function* count(n) { for (let i = 0; i < n; i++) { const f = () => i; const sent = yield f(); hear('sent', sent, f()) } return 'end' }
    function* tries() { try { yield 1 } catch (e) { hear('caught', e); yield 2 } finally { hear('finally'); yield 3; hear('still') } }
    function* loops(o) { for (const k in o) { for (const v of [10, 20]) { yield k + v } } }
    function* outer() { const r = yield* count(3); hear('r', r); yield* tries(); yield* [1, 2] }
    function* within() { with ({ w: 5 }) { yield 1 + w; eval('var added = 3'); yield added + 2 } yield () => added }
    function* labelled() {
        out: for (;;) { try { for (const x of [1, 2, 3]) { try { yield x; if (x === 2) break out } finally { yield 'inner' + x } } }
            finally { yield 'outer' } }
        switch (yield 's') { case 'x9': yield 9; default: yield 'default' }
    }
    function* returning() { try { return yield 'a' } finally { yield 'b' } }
    function* throwing() { try { throw yield 'a' } finally { try { yield 'b' } finally { yield 'c' } } }
    function* caught() { try { null.x } catch ({ name, message }) { const f = () => name; yield f() + message.length; yield f } }
    function* destructures() { const [a, b = yield 'b', ...c] = [1, , 3, 4], o = { a, [yield 'key']: b, ...{ c } }; yield JSON.stringify(o) }
    function* parameters(a, b = () => a, ...rest) { yield b(); a = 7; yield b() + rest.length; yield* rest }
    class K { #p = 1; static s = 4; *g() { this.#p++; yield this.#p; yield super.toString === Object.prototype.toString; yield K.s } }
    const object = { *g() { yield `${yield 1}-${yield 2}`; yield hear`a${yield 3}b` } };
    async function waits(p, name) {
        hear(name, 'begins');
        try { const v = await p; hear(name, v); for (let i = 0; i < 3; i++) { const g = () => i; await null; hear(name, g()) } }
        catch (e) { hear(name, 'failed', e) } finally { await 0; hear(name, 'ends') }
        return name;
    }
    async function* many() {
        try { for (const p of [1, Promise.resolve(2), 3]) { const x = await p; hear('many', x); const got = yield x * 2; hear('got', got) } }
        finally { await 1; hear('many closed') }
    }
    async function* delegating() { const r = yield* many(); yield r; yield* many() }
    const gens = [count(4), tries(), loops({ a: 1, b: 2, __proto__: { c: 3 } }), outer(), within(), labelled(), returning(),
        throwing(), caught(), destructures(), parameters(1, undefined, 8, 9), new K().g(), object.g(), labelled(), tries(), outer()];
    const asyncs = [many(), delegating(), many(), delegating()];
    waits(1, 'p'); waits(Promise.reject('no'), 'q').then(hear); (async () => { hear(await waits(waits(3, 'r'), 's')) })();
    let turn = 0;
    function step() {
        turn++;
        for (const [i, g] of gens.entries()) {
            try {
                const how = (turn + i) % 7 === 5 ? 'throw' : (turn + i) % 13 === 9 ? 'return' : 'next';
                const { value, done } = g[how]('x' + turn);
                hear(turn, i, how, typeof value === 'function' ? value() : value, done);
            } catch (e) { hear(turn, i, 'threw', e) }
        }
        for (const [i, g] of asyncs.entries()) {
            const how = (turn + i) % 5 === 4 ? 'return' : (turn + i) % 7 === 3 ? 'throw' : 'next';
            const after = what => r => hear(i, what, typeof r === 'object' ? r.value + ' ' + r.done : r);
            g[how](Promise.resolve('y' + turn)).then(after('gave'), after('failed')); if (turn % 2) g.next('z').then(after('gave'));
        }
    }
    const all = () => heard.join('\n');";

#[test]
fn what_is_suspended_goes_on() {
    const TURNS: usize = 8;
    for backend in [Backend::Register, Backend::Stack] {
        let begun = || {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            engine.run("suspended.js", SUSPENDED).expect("a script that ends");
            engine
        };
        let turn = |engine: &mut Engine, number: usize| {
            engine.eval::<()>("step()").expect("a step");
            if number % 3 == 1 {
                engine.run_jobs().expect("jobs that end");
            }
        };
        let mut whole = begun();
        (0..TURNS).for_each(|number| turn(&mut whole, number));
        let expected = whole.eval::<String>("all()").expect("a string");
        assert!(expected.lines().count() > 150, "{expected}");
        for stop in 0..TURNS {
            let mut engine = begun();
            (0..stop).for_each(|number| turn(&mut engine, number));
            let bytes = engine.snapshot().expect("all of it can be written");
            let mut restored = Engine::restore(&bytes).expect("what was written");
            (stop..TURNS).for_each(|number| turn(&mut restored, number));
            assert_eq!(restored.eval::<String>("all()").expect("a string"), expected, "{backend:?} {stop}");
        }
    }
}

#[test]
fn a_limit_holds_while_restoring() {
    let mut engine = Engine::new();
    engine.run("big.js", "const list = Array.from({ length: 100000 }, (_, i) => ({ i }))").expect("room");
    let bytes = engine.snapshot().expect("it can be written");
    let builders = [
        Engine::builder().memory_limit(1 << 20),
        Engine::builder().fuel(10_000),
        Engine::builder().timeout(Duration::from_millis(1)),
    ];
    for limited in builders {
        let empty = limited.build().expect("an engine");
        assert!(Engine::restore_into(empty, &bytes).err().is_some_and(|error| error.is_termination()));
    }
    let script = Script::compile("long.js", "let n = 0; while (n < 1e6) n++").expect("a script");
    let mut execution = script.start(&mut engine).expect("a script that begins");
    assert!(execution.resume::<()>(&Limits::new().fuel(1000)).is_pending());
    let paused = execution.snapshot().expect("it can be written");
    let hurried = Engine::builder().timeout(Duration::from_millis(1)).build().expect("an engine");
    assert!(Engine::restore_execution_into(hurried, &paused).err().is_some_and(|error| error.is_termination()));
    assert!(Engine::restore(&bytes).is_ok());
}

/// The properties being read of an object count as memory too.
#[test]
fn properties_that_are_being_read_are_memory() {
    let mut engine = Engine::new();
    engine.run("wide.js", "const o = {}; for (let i = 0; i < 40_000; i++) o['key' + i] = i").expect("room");
    let bytes = engine.snapshot().expect("it can be written");
    let within = |limit: usize| {
        let limited = Engine::builder().memory_limit(limit).build().expect("an engine");
        Engine::restore_into(limited, &bytes)
    };
    let needed = within(64 << 20).expect("room").stats().bytes;
    assert!(within(needed + (256 << 10)).err().is_some_and(|error| error.is_termination()));
    assert!(within(2 * needed).is_ok());
}

/// Code counts as well, in an engine that has compiled many texts.
#[test]
fn code_that_was_read_is_memory() {
    let mut engine = Engine::new();
    let text = "const list = []; for (let i = 0; i < 5000; i++) list.push((0, eval)(`(() => ${i})`))";
    engine.run("texts.js", text).expect("room");
    engine.collect_garbage();
    let needed = engine.stats().bytes;
    let bytes = engine.snapshot().expect("it can be written");
    let within = |limit: usize| {
        let limited = Engine::builder().memory_limit(limit).build().expect("an engine");
        Engine::restore_into(limited, &bytes)
    };
    let mut restored = within(2 * needed).expect("room");
    restored.collect_garbage();
    assert!(restored.stats().bytes > needed / 2, "{} of {needed}", restored.stats().bytes);
    assert!(within(needed / 2).err().is_some_and(|error| error.is_termination()));
}

/// Bytes flipped, cut off and doubled: an error, or an engine that runs.
#[test]
fn any_bytes_are_an_error_or_an_engine() {
    any_bytes(Backend::Register);
}

#[test]
fn any_bytes_are_an_error_or_an_engine_of_stack_code() {
    any_bytes(Backend::Stack);
}

fn any_bytes(backend: Backend) {
    let variants = std::env::var("FERROTAPE_VARIANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut engine = world(backend);
    engine.run("waiting.js", WAITING).expect("both together");
    engine.run("suspended.js", SUSPENDED).expect("and those");
    engine.eval::<()>("step(); step()").expect("steps");
    let bytes = engine.snapshot().expect("it can be written");
    // Most of it is code, which has its own tests: half of the changes are after it.
    let behind_code = bytes.len() * 2 / 3;
    let mut state = 0x9E37_79B9_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut accepted = 0;
    for variant in 0..variants {
        let mut changed = bytes.clone();
        for _ in 0..=random(3) {
            let place =
                if variant % 2 == 0 { behind_code + random(bytes.len() - behind_code) } else { random(bytes.len()) };
            match random(4) {
                0 => changed[place] ^= 1 << random(8),
                1 => changed[place] = random(256) as u8,
                2 => changed[place] = changed[random(bytes.len())],
                _ => changed[place] = changed[place].wrapping_add(1),
            }
        }
        if random(10) == 0 {
            changed.truncate(random(bytes.len()));
        }
        let empty = Engine::builder().backend(backend).memory_limit(8 << 20).fuel(200_000).build().expect("an engine");
        let Ok(mut restored) = Engine::restore_into(empty, &changed) else { continue };
        accepted += 1;
        restored.eval::<String>("tell()").ok();
        restored.eval::<String>("tellMore()").ok();
        for _ in 0..3 {
            restored.eval::<()>("step()").ok();
            restored.run_jobs().ok();
        }
        restored.eval::<String>("told()").ok();
        restored
            .run("all.js", "for (const k of Reflect.ownKeys(globalThis)) { try { String(globalThis[k]) } catch {} }")
            .ok();
        restored.run("churn.js", "for (let i = 0; i < 1e4; i++) [{}]").ok();
        restored.snapshot().ok();
    }
    assert!(accepted > 0, "some changes are of values");
}

/// The bytes written count in addition to the engine; strings that share their parts share them there as well.
#[test]
fn what_is_written_keeps_to_the_limit() {
    let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
    engine.run("bytes.js", "let bytes = new Uint8Array(10 << 20).fill(1)").expect("a script that ends");
    let error = engine.snapshot().expect_err("too many bytes").message().to_owned();
    assert!(error.contains("memory"), "{error}");
    engine.run("fewer.js", "bytes = bytes.slice(0, 40)").expect("it goes on");
    assert!(engine.snapshot().is_ok());
    let text =
        "let bound = function () {}; const all = []; for (let i = 0; i < 8000; i++) all.push(bound = bound.bind())";
    engine.run("bound.js", text).expect("a script that ends");
    assert!(engine.snapshot().expect("names that share their parts").len() < 1 << 20);
}

/// Writing is work: it ends like a run, with or without a paused execution, and can be repeated.
#[test]
fn writing_is_interrupted() {
    let is_to_stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&is_to_stop);
    let builder = Engine::builder().interrupt_when(move || asked.load(Ordering::Relaxed));
    let mut engine = builder.build().expect("an engine");
    engine.run("many.js", "var all = Array.from({ length: 100_000 }, (_, i) => ({ i }))").expect("there is room");
    let interrupted = ErrorKind::Termination(Termination::Interrupted);
    is_to_stop.store(true, Ordering::Relaxed);
    assert_eq!(engine.snapshot().expect_err("it is interrupted").kind(), interrupted);
    is_to_stop.store(false, Ordering::Relaxed);
    let bytes = engine.snapshot().expect("bytes");
    assert_eq!(Engine::restore(&bytes).and_then(|mut engine| engine.eval::<u32>("all.length")), Ok(100_000));

    let script = Script::compile("paused.js", "let n = 0; while (n < 1000) n++; all.length + n").expect("a script");
    let mut execution = script.start(&mut engine).expect("an execution");
    assert!(execution.resume::<u32>(&Limits::new().fuel(100)).is_pending());
    is_to_stop.store(true, Ordering::Relaxed);
    assert_eq!(execution.snapshot().expect_err("it is interrupted").kind(), interrupted);
    is_to_stop.store(false, Ordering::Relaxed);
    assert!(execution.snapshot().is_ok());
    assert_eq!(execution.resume::<u32>(&Limits::new()), Poll::Ready(Ok(101_000)));
}
