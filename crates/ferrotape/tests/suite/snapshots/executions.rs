//! Paused executions as bytes: they continue as without saving. Also untrusted bytes.

use std::task::Poll;

use ferrotape::script::{Compiler, Execution};
use ferrotape::{Backend, Engine, Limits, Script};

use super::hostile::goes_on;

/// All ways of calling, waiting and leaving, with variables that closures see.
const RUNNING: &str = r"
    var heard = [], hear = (...parts) => { heard[heard.length] = parts.join(' ') };
    function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
    function strictly() { 'use strict'; return arguments.length + Array.from(arguments).reduce((a, b) => a + b, 0) + work(3) }
    function work(n) { var sum = 0; for (var i = 0; i < n; i++) { sum += i; (() => sum++)() } return sum }
    function* numbers(n) { try { for (var i = 0; i < n; i++) { yield i + work(2) } } finally { hear('closed', work(2)) } }
    function* passing() { yield* numbers(2); return yield* [7, work(3)] }
    async function begins(x) { hear('begins', work(x)); await null; hear('never before the end') }
    class Base { #x = work(3); constructor(y) { this.y = y + work(2) } get x() { return this.#x + work(2) } set x(v) { this.#x = v + work(2) }
        static make(...all) { return new this(...all) } }
    class Derived extends Base { constructor(y) { super(y + work(2)); this.z = work(2) } get x() { return super.x + 1 } set x(v) { super.x = v } }
    class Listed extends Base { constructor(...all) { const [first, ...more] = [super(...all, work(2)), ...all]; first.w = work(more.length) } }
    function Plain(a) { if (!new.target) return new Plain(a); this.a = a + work(2) }
    function jumps(n) {
        out: for (var i = 0; ; i++) {
            try { for (var x of numbers(n)) { try { if (x > 3) break out; if (x === 2) continue out } finally { hear('inner', x, work(2)) } } }
            catch (e) { hear('not caught') } finally { hear('outer', i, work(1)) }
            if (i > 2) return i;
        }
        return 'out';
    }
    function throwing(n) { try { if (work(n) > 2) throw new RangeError('r' + n) } catch ({ name, message }) { work(2); return name + message }
        finally { work(3) } return 'none' }
    function returning() { try { return work(4) } finally { for (var k in { a: 1, b: 2, __proto__: { c: 3 } }) hear(k, work(2)) } }
    function scoped(o) { with (o) { value = work(value); eval('var added = value + work(2)') } return added }
    function tagged(parts, ...values) { return parts.raw.join('|') + values.join() + work(2) }
    function spread(a, b, ...c) { return [a, ...c, b, ...numbers(2)].join('') }
    function patterns({ a, b: [c = work(3), ...d], ...e }) { return a + c + d.join() + Object.keys(e) }
    function closures() { var all = []; for (let i = 0; i < 3; i++) { all[i] = () => i++ + work(2) } return all.map(f => f() + f()).join() }
    function switched(x) { switch (work(x)) { case 0: hear('zero'); case 1: return work(2); default: return 'd' + work(3) } }
    function loud(o) { return `${o} ${work(2)} ${typeof o} ${o.missing?.deep ?? work(3)}` }
    function resource(n) { return { [Symbol.dispose]() { hear('disposed', n, work(2)); if (n > 1) throw n } } }
    function disposing(n) { try { using a = resource(n), b = resource(work(1)); for (using c of [a, b]) if (work(n) > 2) return 'left'; throw 'b' }
        catch (e) { return [e.error, e.suppressed?.error, e.suppressed?.suppressed, e].join('~') } finally { work(1) } }
    function stacked(n) { using s = new DisposableStack(); s.defer(() => work(2)); s.adopt(n, work); using t = s.move(); return [s.disposed, t.disposed] }
    function own() { return strictly.apply(this, arguments) + strictly.call(null, 1, work(2)) }
    for (var turn = 0; turn < 3; turn++) {
        hear(fib(5 + turn), strictly(1, 2, turn), [...passing()].join(), jumps(turn + 2), throwing(turn), returning());
        var d = Derived.make(turn), p = Plain(turn), it = numbers(3); d.x = turn; d.x += 2;
        begins(turn); it.next(); hear(d.x, d.y, d.z, p.a, new Listed(turn, 1).w, it.next().value, it.return('r').value);
        hear(scoped({ value: turn + 1 }), tagged`a${work(2)}b${turn}c`, spread(1, 2, 3, turn), patterns({ a: 1, b: [, 2], f: 3, g: work(2) }));
        hear(disposing(turn), stacked(turn));
        hear(closures(), switched(turn), loud({ toString() { return 's' + work(2) } }), own(1, turn), new Plain(work(2)).a);
        hear([3, 1, 2].sort((a, b) => a - b + work(1)).join(), JSON.stringify({ get a() { return work(2) } }));
    }
    heard.join('\n')";

fn script(backend: Backend, text: &str) -> Script {
    Compiler::new().backend(backend).script("running.js", text).expect("a script")
}

fn engine(backend: Backend) -> Engine {
    Engine::builder().backend(backend).memory_limit(16 << 20).build().expect("an engine")
}

fn ended(mut execution: Execution<'_>) -> String {
    match execution.resume::<String>(&Limits::new()) {
        Poll::Ready(text) => text.expect("a script that ends"),
        Poll::Pending => panic!("nothing ends the slice"),
    }
}

/// Runs a script that is saved after each such amount of fuel, and continued in another engine. Returns the result, the
/// number of saves, and the greatest number of frames.
fn ended_in_steps(script: &Script, backend: Backend, fuel: u64) -> (String, usize, usize) {
    let slice = Limits::new().fuel(fuel);
    let mut first = engine(backend);
    let mut bytes = script.start(&mut first).and_then(|mut execution| execution.snapshot()).expect("written");
    let (mut pauses, mut depth) = (0, 0);
    loop {
        let mut restored = Engine::restore_execution_into(engine(backend), &bytes).expect("what was written");
        let mut execution = restored.execution();
        bytes = loop {
            if let Poll::Ready(end) = execution.resume::<String>(&slice) {
                return (end.expect("a script that ends"), pauses, depth);
            }
            match execution.snapshot() {
                Ok(bytes) => break bytes,
                Err(error) => assert!(error.message().contains("never evaluated"), "{error}"),
            }
        };
        (pauses, depth) = (pauses + 1, depth.max(execution.stack().len()));
    }
}

#[test]
fn what_has_paused_goes_on_as_if_nothing_had_been() {
    for backend in [Backend::Register, Backend::Stack] {
        let script = script(backend, RUNNING);
        let expected = ended(script.start(&mut engine(backend)).expect("a beginning"));
        assert!(expected.lines().count() > 40, "{expected}");
        for fuel in [97, 331] {
            let (end, pauses, depth) = ended_in_steps(&script, backend, fuel);
            assert_eq!(end, expected, "{backend:?}, {fuel}");
            assert!(pauses > 5 && depth > 2, "{pauses} pauses, {depth} deep");
        }
    }
}

/// Getters and setters begin above all registers of the reader, the last of which may hold an internal value.
const ACCESSORS: &str = r"
    var heard = [], hear = (...parts) => { heard[heard.length] = parts.join(' ') };
    function work(n) { var sum = 0; for (var i = 0; i < n * 20; i++) sum += i; return sum % 7 }
    var o = { set own(v) { hear('own', v === this, work(3)) }, get own() { return work(3) }, get ['length']() { return work(2) } };
    function only() { this.own = this }
    function last(x) { o.own = x; o.own = o }
    class Private {
        #x = 1; static #y = 2; get #z() { return this.#x + work(3) } set #z(v) { hear('z', v, work(2)); this.#x = v }
        static get #s() { return this.#y + work(2) } static set #s(v) { this.#y = v + work(2) }
        field = (this.#z = work(3)); [work(2)] = [this.#z]; static [(work(1), 's')] = (this.#s = this.#s + work(2));
        all() { this.#z = 2; this.#z += 1; [this.#z] = [4]; ({ a: this.#z = 5 } = {}); this.#z++; for (this.#z of [7, 8]); return [this.#z, #z in this] }
    }
    function names() { for (o.own in { a: 1, b: 2 }); for (var k in { c: 1 }) { o.own = k; k += o.own } return k }
    function late() { var f = () => too; o.own = 1; let g = o.own, too = 2; return f() + g }
    function dead() { try { o.own = 1; early; let early = 1 } catch { return o.own } }
    function placed() { with (o) { var found = own; own = work(own); missing = own } return found + missing }
    function left() { try { return o.own } finally { o.own = 2; for (var k in { a: o.own }) o.own = k } }
    function* handed() {
        var steps = 0, step = () => ({ get done() { return steps++ > 1 + work(2) * 0 }, get value() { return work(3) } });
        return yield* { get [Symbol.iterator]() { return () => ({ get next() { work(2); return step } }) } };
    }
    function taken() { var { own, ...rest } = o, [a] = { get [Symbol.iterator]() { work(2); return () => handed() } }; return [own, a, Object.keys(rest)] }
    function kept() { o.own = arguments; return arguments.length + o.own }
    only.call(o); last(1); hear(names(), late(), dead(), placed(), left(), [...handed()], taken(), kept(1, 2));
    for (var turn = 0; turn < 3; turn++) hear(new Private().all(), Private.s, Reflect.get(o, 'own'));
    heard.join('\n')";

#[test]
fn getters_and_setters_leave_the_registers_below_them() {
    for backend in [Backend::Register, Backend::Stack] {
        let script = script(backend, ACCESSORS);
        let expected = ended(script.start(&mut engine(backend)).expect("a beginning"));
        assert!(expected.lines().count() > 30, "{expected}");
        for fuel in [17, 41] {
            let (end, pauses, _) = ended_in_steps(&script, backend, fuel);
            assert_eq!(end, expected, "{backend:?}, {fuel}");
            assert!(pauses > 50, "{pauses} pauses");
        }
    }
}

/// Values that are no errors wait in `finally` blocks of several frames, while others are thrown there.
const THROWN: &str = r"
    function work(n) { var sum = 0; for (var i = 0; i < n * 20; i++) sum += i; return sum }
    function inner() {
        throw 'thrown';
    }
    function middle(n) {
        try { if (n) middle(n - 1); else inner() }
        finally { try { throw 'other' } catch { work(2) } finally { try { work(1) } finally { work(2) } } }
    }
    try {
        middle(3);
    } finally { work(9) }";

#[test]
fn what_waits_in_a_finally_block_is_told_with_the_place_where_it_was_thrown() {
    for backend in [Backend::Register, Backend::Stack] {
        let script = script(backend, THROWN);
        let slice = Limits::new().fuel(37);
        let mut first = engine(backend);
        let mut bytes = script.start(&mut first).and_then(|mut execution| execution.snapshot()).expect("written");
        let mut pauses = 0;
        let end = loop {
            let mut restored = Engine::restore_execution_into(engine(backend), &bytes).expect("what was written");
            let mut execution = restored.execution();
            if let Poll::Ready(end) = execution.resume::<String>(&slice) {
                break end;
            }
            bytes = execution.snapshot().expect("it can be written");
            pauses += 1;
        };
        let error = end.expect_err("a value was thrown");
        let places: Vec<_> = error.stack().iter().map(|entry| (entry.function.as_str(), entry.line)).collect();
        let middle = ("middle", 7);
        assert_eq!(places, [("inner", 4), middle, middle, middle, middle, ("", 11)], "{backend:?}");
        assert!(pauses > 20, "{pauses} pauses");
    }
}

#[test]
fn jobs_of_what_has_paused_run_where_it_ends() {
    let text = "var log = []; (async () => { for (var i = 0; i < 3; i++) { await i; log[i] = i } })(); for (var n = 0; n < 500; n++); 1";
    for backend in [Backend::Register, Backend::Stack] {
        let mut first = engine(backend);
        let mut execution = script(backend, text).start(&mut first).expect("a beginning");
        assert!(execution.resume::<u8>(&Limits::new().fuel(200)).is_pending());
        let bytes = execution.snapshot().expect("it can be written");
        let mut restored = Engine::restore_execution(&bytes).expect("what was written");
        assert!(matches!(restored.execution().resume::<u8>(&Limits::new()), Poll::Ready(Ok(1))));
        let mut engine = restored.into_engine();
        engine.run_jobs().expect("jobs");
        assert_eq!(engine.eval::<String>("log.join()").expect("a string"), "0,1,2");
    }
}

#[test]
fn an_execution_that_is_not_gone_on_with_is_over() {
    let mut first = engine(Backend::Register);
    let mut execution = script(Backend::Register, "var n = 0; for (;;) n++").start(&mut first).expect("a beginning");
    assert!(execution.resume::<()>(&Limits::new().fuel(500)).is_pending());
    let bytes = execution.snapshot().expect("it can be written");
    let error = Engine::restore(&bytes).err().expect("an execution has paused in it");
    assert!(error.message().ends_with("an execution has paused in it, see Engine::restore_execution"), "{error}");
    let mut engine = Engine::restore_execution(&bytes).expect("what was written").into_engine();
    assert!(engine.eval::<u32>("n").expect("it is there") > 10);
}

/// Bytes flipped, cut off and doubled: an error, or an execution that runs under its limits.
#[test]
fn any_bytes_are_an_error_or_an_execution() {
    let variants = std::env::var("FERROTAPE_VARIANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    for backend in [Backend::Register, Backend::Stack] {
        let slice = Limits::new().fuel(211);
        let mut first = engine(backend);
        let mut execution = script(backend, RUNNING).start(&mut first).expect("a beginning");
        let mut places = Vec::new();
        while execution.resume::<String>(&slice).is_pending() {
            places.extend(execution.snapshot());
        }
        let mut state = 0x2545_F491_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below.max(1)
        };
        let mut accepted = 0;
        for _ in 0..variants {
            let mut changed = places[random(places.len())].clone();
            let length = changed.len();
            // Frames stand at the end.
            let tail = [40, 200, 1000, length][random(4)].min(length);
            for _ in 0..=random(3) {
                let place = length - 1 - random(tail);
                match random(4) {
                    0 => changed[place] ^= 1 << random(8),
                    1 => changed[place] = random(256) as u8,
                    2 => changed[place] = changed[random(length)],
                    _ => changed[place] = changed[place].wrapping_add(1),
                }
            }
            let empty =
                Engine::builder().backend(backend).memory_limit(8 << 20).fuel(100_000).build().expect("an engine");
            let Ok(restored) = Engine::restore_execution_into(empty, &changed) else { continue };
            accepted += 1;
            goes_on(restored, 100);
        }
        assert!(accepted > 0, "some changes are of values");
    }
}
