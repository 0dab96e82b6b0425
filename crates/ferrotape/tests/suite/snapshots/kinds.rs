//! Each kind of objects once: made, traced by the collector, written, read, and as it was.

use ferrotape::{Backend, Engine};
use ferrotape_runtime::object::Tag;

/// Gives a script that makes `it` of a kind, and an expression that tells what it is: its value is another one each time where
/// the kind has a state. None of kinds that a script cannot have, or that engines have by themselves.
fn example(tag: Tag) -> Option<(&'static str, &'static str)> {
    Some(match tag {
        Tag::Ordinary => ("const it = { a: { b: 1 } }", "JSON.stringify(it)"),
        Tag::UnmappedArguments => {
            ("const it = (function () { 'use strict'; return arguments })([1], 2)", "[it.length, it[0][0]].join()")
        }
        Tag::MappedArguments => (
            "const [it, set] = (function (x) { return [arguments, y => { x = y }] })(1); set('x')",
            "set(it[0] + 'y'), it[0] + it.length",
        ),
        Tag::Array => ("const it = [[1], , 3]", "JSON.stringify(it) + it.length"),
        Tag::Boolean => ("const it = Object(true)", "typeof it + it"),
        Tag::Number => ("const it = Object(-0)", "1 / it"),
        Tag::Date => ("const it = new Date(86_400_000)", "it.setDate(it.getUTCDate() + 1)"),
        Tag::String => ("const it = Object('some' + 'thing')", "it + it.length"),
        Tag::Symbol => ("const it = Object(Symbol('s' + 1))", "it.description"),
        Tag::BigInt => ("const it = Object(2n ** 70n)", "it + 1n"),
        Tag::Closure => ("let n = 0; const it = (n => () => ++n)(5)", "it()"),
        Tag::Native => ("let it; new Promise(resolve => { it = resolve })", "it.length + it.name"),
        Tag::Host => ("const it = Object.assign(host, { own: [1] })", "it(it.own[0]++)"),
        Tag::Bound => ("const it = (function (a, b) { return this.n++ + a[0] + b }).bind({ n: 1 }, [10], 100)", "it()"),
        Tag::Proxy => ("const it = new Proxy({ n: 1 }, { get(target) { return target.n++ } })", "it.any"),
        Tag::Error => {
            ("const it = new RangeError('far', { cause: ['c'] })", "it + it.cause + it.stack.split('\\n')[0]")
        }
        Tag::RegExp => ("const it = /(?<d>\\d)/g", "it.test('a1b2c3d4') + it.lastIndex"),
        Tag::RegExpStringIterator => ("const it = 'a1b2c3d4e5f6g7'.matchAll(/\\d/g)", "it.next().value.index"),
        Tag::ArrayBuffer => ("const it = new Uint8Array([1, 2]).buffer", "new Uint8Array(it)[1]++"),
        Tag::TypedArray => ("const it = new Uint16Array([1, 2]).subarray(1)", "it.length + ':' + it[0]++"),
        Tag::DataView => {
            ("const it = new DataView(new ArrayBuffer(8), 3)", "it.setInt8(0, it.getInt8(0) + 1), it.getInt8(0)")
        }
        Tag::ArrayIterator => ("const it = ['a', 'b', 'c', 'd', 'e', 'f'].entries()", "it.next().value.join()"),
        Tag::StringIterator => ("const it = 'a\\u{1F600}bcdefgh'[Symbol.iterator]()", "it.next().value"),
        Tag::CollectionIterator => (
            "const m = new Map([1, 2, 3, 4, 5, 6, 7, 8].map(k => [k, -k])), it = m.entries(); it.next(); m.delete(1)",
            "it.next().value.join()",
        ),
        Tag::IteratorHelper => ("const it = [1, 2, 3, 4, 5, 6].values().flatMap(x => [x, -x])", "it.next().value"),
        Tag::Collection => {
            ("const it = new Map([[{}, 'o'], ['k', 1]])", "it.set('k', it.get('k') + 1), [...it.values()].join()")
        }
        Tag::WeakTable => ("const key = {}, it = new WeakMap([[key, [1]]])", "it.get(key)[0]++"),
        Tag::WeakRef => ("const target = { n: 1 }, it = new WeakRef(target)", "it.deref().n++"),
        Tag::FinalizationRegistry => (
            "const log = [], it = new FinalizationRegistry(held => log.push(held)); it.register({}, 'h')",
            "it.unregister({})",
        ),
        Tag::Promise => (
            "const it = Promise.resolve([1]), log = []; it.then(list => log.push(list[0]))",
            "it.then(list => log.push(++list[0])), log.join()",
        ),
        Tag::Generator => ("const it = (function* (x) { for (;;) yield x[0]++ })([1]); it.next()", "it.next().value"),
        Tag::AsyncFromSyncIterator => (
            "let it = 0, go; const gate = () => new Promise(next => { go = next });
             (async () => { for await (const x of [gate(), 2, 3]) it += x + 1 })()",
            "go(it + 1), it",
        ),
        Tag::Enumeration => (
            "let it = '', go; const gate = () => new Promise(next => { go = next });
             (async () => { for (const key in { a: 1, b: 2, c: 3, d: 4 }) { it += key; await gate() } })()",
            "go(), it",
        ),
        Tag::Resources => (
            "const it = new DisposableStack(), log = []; it.use({ [Symbol.dispose]() { log.push(this === it) } });
             it.adopt([1], list => log.push(list[0]))",
            "it.dispose(), log.join() + it.disposed + log.push(0)",
        ),
        Tag::ShadowRealm => (
            "const it = new ShadowRealm(), up = it.evaluate('var n = 0; f => f(++n)'), back = n => n + 0.5",
            "it.evaluate('n++') + ':' + up(back) + up.length",
        ),
        Tag::Temporal => (
            "let it = Temporal.ZonedDateTime.from('2024-03-30T12:00[Europe/Berlin]')",
            "it = it.add({ days: 1, nanoseconds: 1 }), it.toString()",
        ),
        Tag::TemporalDuration => {
            ("let it = new Temporal.Duration(1, 2, 3)", "it = it.with({ seconds: it.seconds + 1 }), it.toString()")
        }
        Tag::Intl => (
            "const it = new Intl.Segmenter('en', { granularity: 'word' }).segment('a b c d e f g h')[Symbol.iterator]()",
            "it.next().value.segment",
        ),
        Tag::HostObject | Tag::Global => return None,
    })
}

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.define("host", |n: f64| n + 0.5).expect("a function of the host");
    engine
}

#[test]
fn each_kind_is_traced_written_and_read() {
    for backend in [Backend::Register, Backend::Stack] {
        for &tag in Tag::ALL {
            let Some((make, tell)) = example(tag) else { continue };
            let mut made = engine(backend);
            made.run("make.js", make).expect(make);
            made.collect_garbage();
            let bytes = made.snapshot().expect(make);
            let mut restored = Engine::restore_into(engine(backend), &bytes).expect(make);
            restored.collect_garbage();
            let again = restored.snapshot().expect(make);
            let mut forked = made.fork().expect(make);
            let mut copy = Engine::restore_into(engine(backend), &again).expect(make);
            for _ in 0..3 {
                let tell = |engine: &mut Engine| {
                    engine.collect_garbage();
                    engine.eval::<String>(&format!("String({tell})")).expect(tell)
                };
                let expected = tell(&mut made);
                for other in [&mut restored, &mut copy, &mut forked] {
                    assert_eq!(tell(other), expected, "{tag:?}: {make}");
                }
            }
        }
    }
}
