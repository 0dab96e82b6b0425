//! Engines as bytes: what comes back, what is refused, and bytes that are anything.

use ferrotape::{Backend, Engine};

/// One value of each kind that can be written, and what tells whether it is there: a string, made anew by each call.
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
            let expected = engine.eval::<String>("tell()").expect("a string");
            assert_eq!(restored.eval::<String>("tell()").expect("the same"), expected);
        }
        restored.run("more.js", "let fresh = 1; counter = fresh").expect("declarations go on");
        assert!(restored.run("again.js", "let counter").is_err(), "it is declared already");
        assert!(Engine::restore(&again).expect("of a copy").eval::<String>("tell()").is_ok());
    }
}

#[test]
fn what_cannot_be_written_is_named_with_its_place() {
    let cases = [
        ("const a = { list: [1, Promise.resolve()] }", "a promise, at a.list[1]"),
        ("function* g() {} globalThis.it = g()", "a generator, at it"),
        ("const p = new Proxy({}, {})", "a proxy, at p"),
        ("const view = new Uint8Array(2)", "binary data, at view"),
        ("const m = Math.max; delete globalThis.Math; delete m.name", "the built-in function 'max'"),
    ];
    for (text, expected) in cases {
        let mut engine = Engine::new();
        engine.run("case.js", text).expect("a script that ends");
        let message = engine.snapshot().expect_err(text).message().to_owned();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn modules_are_refused() {
    let mut engine = Engine::new();
    ferrotape::Module::compile("/a.mjs", "1").and_then(|module| module.evaluate(&mut engine)).expect("a module");
    let error = engine.snapshot().expect_err("there is a module");
    assert_eq!(error.message(), "the engine cannot be written down with modules");
}

#[test]
fn a_limit_holds_while_restoring() {
    let mut engine = Engine::new();
    engine.run("big.js", "const list = Array.from({ length: 100000 }, (_, i) => ({ i }))").expect("room");
    let bytes = engine.snapshot().expect("it can be written");
    let small = Engine::builder().memory_limit(1 << 20).build().expect("an engine");
    assert!(Engine::restore_into(small, &bytes).err().is_some_and(|error| error.is_termination()));
    assert!(Engine::restore(&bytes).is_ok());
}

/// Bytes flipped, cut off and doubled: an error, or an engine that runs.
#[test]
fn any_bytes_are_an_error_or_an_engine() {
    const VARIANTS: usize = 1000;
    let mut engine = world(Backend::Register);
    let bytes = engine.snapshot().expect("it can be written");
    // Most of it is code, which has tests of its own: half of the places are behind it.
    let behind_code = bytes.len() / 2;
    let mut state = 0x9E37_79B9_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut accepted = 0;
    for variant in 0..VARIANTS {
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
        let empty = Engine::builder().memory_limit(8 << 20).fuel(200_000).build().expect("an engine");
        let Ok(mut restored) = Engine::restore_into(empty, &changed) else { continue };
        accepted += 1;
        restored.eval::<String>("tell()").ok();
        restored
            .run("all.js", "for (const k of Reflect.ownKeys(globalThis)) { try { String(globalThis[k]) } catch {} }")
            .ok();
        restored.run("churn.js", "for (let i = 0; i < 1e4; i++) [{}]").ok();
        restored.snapshot().ok();
    }
    assert!(accepted > 0, "some changes are of values");
}
