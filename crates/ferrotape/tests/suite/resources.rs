//! Limits that a host sets on one kind of resource. They hold at any nesting of host and scripts, in further realms, in
//! forks, and on both machines. A refusal is an exception, and the engine goes on.

use ferrotape::modules::{AsyncLoader, LoadFuture};
use ferrotape::{Backend, Builder, Context, Engine, Error, MemoryLoader, Value};

/// Runs a script in every way: directly, within functions of the host and of the script, in a further realm, in a fork,
/// in a restored engine.
fn everywhere(builder: impl Fn() -> Builder, check: impl Fn(&str, &mut dyn FnMut(&str) -> Result<Value, Error>)) {
    for backend in [Backend::Register, Backend::Stack] {
        let build = || {
            let mut engine = builder().backend(backend).build().expect("an engine");
            let run = |cx: &mut Context<'_>, text: String| cx.run("inner.js", &text);
            engine.define("run", run).expect("a function");
            engine
        };
        let mut engine = build();
        check("directly", &mut |text| engine.run("a.js", text));
        let nested = "run(`[0].map(() => run(${JSON.stringify(text)}))[0]`)";
        check("nested", &mut |text| {
            engine.set_global("text", text)?;
            engine.run("a.js", nested)
        });
        let mut fork = engine.fork().expect("a copy");
        check("in a copy", &mut |text| fork.run("a.js", text));
        let realm = engine.new_realm().expect("a realm");
        check("in a realm", &mut |text| engine.in_realm(&realm, |engine| engine.run("a.js", text)));
        let bytes = build().snapshot().expect("bytes");
        let mut restored = Engine::restore_into(build(), &bytes).expect("an engine");
        check("restored", &mut |text| restored.run("a.js", text));
    }
}

#[test]
fn texts_are_not_made_code_of() {
    let builder = || Engine::builder().code_from_texts(false);
    everywhere(builder, |place, run| {
        for text in [
            "eval('1')",
            "(0, eval)('1')",
            "Function('return 1')",
            "new Function('a', 'return a')",
            "(() => {}).constructor('return 1')",
            "new (async () => {}).constructor('await 1')",
            "new (function* () {}).constructor('yield 1')",
            "new (async function* () {}).constructor('yield 1')",
            "Reflect.construct(Function, ['return 1'])",
            "[1].map(() => (function () { 'use strict'; return eval('1') })())",
        ] {
            let error = run(text).expect_err(text);
            assert_eq!(error.name(), Some("EvalError"), "{text} {place}");
            let caught = run(&format!("try {{ {text} }} catch (error) {{ error instanceof EvalError }}"));
            assert_eq!(caught.ok(), Some(Value::Boolean(true)), "{text} {place}");
        }
        // A value that is no string is never compiled.
        assert_eq!(run("eval(7)").ok(), Some(Value::from(7.0)), "{place}");
    });
}

/// Functions of strings of 10,000 and 8,000 code units.
const TOO_LONG: &[&str] = &[
    "'\\u0390'.repeat(10000).normalize('NFD')",
    "'\\ufdfa'.repeat(10000).normalize('NFKC')",
    "'\\ufdfa'.repeat(10000).normalize('NFKD')",
    "(10n ** 10000n).toString()",
    "(10n ** 10000n).toLocaleString()",
    "(-(10n ** 9999n)).toString()",
    "(2n ** 10000n).toString(2)",
    "String(10n ** 10000n)",
    "'' + 10n ** 10000n",
    "`${10n ** 10000n}`",
    "[10n ** 10000n].join()",
    "({ [10n ** 10000n]: 1 })",
    "'\\xdf'.repeat(10000).toUpperCase()",
    "'\\u0390'.repeat(10000).toLocaleUpperCase()",
    "'\\u0130'.repeat(10000).toLowerCase()",
    "most.concat('b')",
    "most.padEnd(10001, wide)",
    "wide.padStart(10001)",
    "wide.replace(wide, '$&$&')",
    "wide.replaceAll('λ', () => 'ab')",
    "wide.replace(/λ/g, '$&$&')",
    "wide.split('').join('ab')",
    "[half, half].toString()",
    "[half, half].toLocaleString()",
    "new Uint8Array(5001).join()",
    "new Uint8Array(5001).toLocaleString()",
    "new Uint8Array(5001).toHex()",
    "new Uint8Array(7501).toBase64()",
    "most.link('a')",
    "most.anchor('\"')",
    "encodeURI(wide)",
    "encodeURIComponent(wide)",
    "escape(wide)",
    "String.raw`${half}${half}`",
    "String.fromCharCode(...Array(10001).fill(97))",
    "String.fromCodePoint(...Array(5001).fill(0x1F600))",
    "JSON.stringify(most)",
    "JSON.stringify('\\n'.repeat(5000))",
    "JSON.stringify({ half, other: half })",
    "JSON.stringify(Array(1000).fill({}), null, 10)",
    "new RegExp('/'.repeat(6000)).source",
    "String(new RegExp(most))",
    "RegExp.escape(' '.repeat(9000))",
    "Symbol(most).toString()",
    "String(Symbol(most))",
    "({ [Symbol(most)]() {} })",
    "({ get [most]() {} })",
    "Object.defineProperty(() => {}, 'name', { value: most }).bind()",
    "String(new Error(most))",
    "String({ [Symbol.toStringTag]: most })",
    "Function(`/*${half}*/`, `/*${half}*/`).toString()",
    "String(Function('λ', `/*${wide.slice(10)}*/`))",
    "eval(`/*${half}*/`) + eval(`'${half}'`) + half",
    "(text => text += 1)(most)",
    "Date.prototype.toString.call(new Date(0)) + most",
];

/// Results that are cut, or within the limit like their source.
const NEVER_TOO_LONG: &[&str] = &[
    "new Error(most).stack",
    "Array(100).fill().reduce(f => eval(`(function ${'f'.repeat(90)}(g) { return g() })`).bind(null, f), () => new Error(wide).stack)()",
    "(() => { const o = { message: wide, name: most }; Error.captureStackTrace(o); return o.stack })()",
    "Symbol(most).description",
    "JSON.parse(`\"${most.slice(2)}\"`)",
    "unescape(most)",
    "decodeURI(most)",
    "'\\ud800'.repeat(10000).toWellFormed()",
    "wide.at(-1) + most.slice(1)",
    "wide.match(/.*/s)[0]",
    "wide.split('').map(() => 'a').join('')",
    "String(eval(`(function () { /*${'λ'.repeat(9900)}*/ })`))",
];

#[test]
fn strings_are_no_longer_than_they_may_be() {
    const MOST: usize = 10_000;
    let builder = || Engine::builder().string_length(MOST);
    everywhere(builder, |place, run| {
        let within = "const half = 'ab'.repeat(2500);
            [half + half, half.concat(half), `${half}${half}`, 'a'.repeat(10000), 'a'.padEnd(10000), [half, half].join(''),
             'ab'.replace(/a|b/g, () => half), JSON.stringify(half + half.slice(2))].map(s => s.length).join()";
        let within = run(&format!("{{ {within} }}"));
        assert_eq!(within.ok(), Some(Value::from("10000,10000,10000,10000,10000,10000,10000,10000")), "{place}");
        for text in [
            "'a'.repeat(10001)",
            "let s = 'a'; for (;;) s += s",
            "let s = 'a'; for (;;) s = `${s}b${s}`",
            "'a'.repeat(6000).concat('λ'.repeat(6000))",
            "'a'.padStart(10001)",
            "new Array(10002).join('a')",
            "'a'.repeat(9000).replace(/a/g, 'bb')",
            "'a'.repeat(9000).replaceAll('a', 'bb')",
            "JSON.stringify('a'.repeat(10000))",
            "JSON.stringify(new Array(9000).fill(1))",
            "String.raw({ raw: ['a'.repeat(6000), 'a'.repeat(6000)] })",
        ] {
            let error = run(&format!("{{ {text} }}")).expect_err(text);
            assert_eq!(error.message(), "RangeError: Invalid string length", "{text} {place}");
        }
    });
    // Everything that makes strings from others, or from other values.
    everywhere(builder, |place, run| {
        let strings = "{ const most = 'a'.repeat(10000), wide = 'λ'.repeat(10000), half = 'ab'.repeat(4000);";
        for text in TOO_LONG {
            let run = run(&format!("{strings} ({text}) }}"));
            let error = run.err().unwrap_or_else(|| panic!("{text} {place}: it has become a string"));
            assert_eq!(error.message(), "RangeError: Invalid string length", "{text} {place}");
        }
        for text in NEVER_TOO_LONG {
            let length = run(&format!("{strings} ({text}).length }}"));
            let length = length.ok().and_then(|length| length.as_number()).expect(text);
            assert!(length <= MOST as f64, "{text}: {length} {place}");
        }
    });
    // There is always room for messages and names.
    let mut engine = Engine::builder().string_length(0).build().expect("an engine");
    assert_eq!(
        engine.eval::<usize>("String(new Error('e')).length + 'a'.repeat(1000).length").expect("short ones"),
        1008
    );
}

#[test]
fn buffers_are_no_longer_than_they_may_be() {
    everywhere(
        || Engine::builder().buffer_bytes(1 << 16),
        |place, run| {
            let within = "new ArrayBuffer(65536).byteLength + new Float64Array(8192).byteLength
            + new ArrayBuffer(0, { maxByteLength: 65536 }).transfer(100).maxByteLength + new ArrayBuffer(1).transfer(65536).byteLength";
            assert_eq!(run(within).ok(), Some(Value::from(4.0 * 65536.0)), "{place}");
            for text in [
                "new ArrayBuffer(65537)",
                "new ArrayBuffer(0, { maxByteLength: 65537 })",
                "new SharedArrayBuffer(65537)",
                "new SharedArrayBuffer(0, { maxByteLength: 65537 })",
                "new Float64Array(8193)",
                "new Uint8Array(new Array(65537))",
                "Uint8Array.from({ length: 65537 })",
                "new ArrayBuffer(1).transfer(65537)",
            ] {
                let error = run(text).expect_err(text);
                assert_eq!(error.message(), "RangeError: Array buffer allocation failed", "{text} {place}");
            }
        },
    );
}

#[test]
fn no_more_modules_are_asked_for() {
    let mut engine = Engine::builder().modules(3).build().expect("an engine");
    let chain = (0..10).map(|n| (format!("/{n}.mjs"), format!("import '/{}.mjs'; export default {n}", n + 1)));
    let alone = (0..10).map(|n| (format!("/alone{n}.mjs"), format!("export default {n}")));
    engine.set_module_loader(MemoryLoader::from_iter(chain.chain(alone)));
    let error = engine.run_module("/main.mjs", "import '/0.mjs'").expect_err("eleven are too many");
    assert_eq!(error.message(), "RangeError: Cannot load one more module: there are as many as may be");

    // Counts jobs of functions that the host has called, and another realm, together.
    let mut engine = Engine::builder().modules(3).build().expect("an engine");
    engine.set_module_loader(MemoryLoader::from_iter(
        (0..10).map(|n| (format!("/{n}.mjs"), format!("export default {n}"))),
    ));
    engine.define("run", |cx: &mut Context<'_>, text: String| cx.run("inner.js", &text)).expect("a function");
    let script = "var got = []; for (const n of [0, 1, 2, 3, 4, 1]) run(`import('/${n}.mjs').then(m => got.push(m.default), e => got.push(e.name))`)";
    engine.run_with_jobs("/a.js", script).expect("rejections are handled");
    let mut got: Vec<String> = engine.eval("got.map(String)").expect("a list");
    got.sort();
    assert_eq!(got, ["0", "1", "1", "2", "RangeError", "RangeError"]);
    let realm = engine.new_realm().expect("a realm");
    let refused = engine.in_realm(&realm, |engine| {
        engine.run_with_jobs("/b.js", "var refused; import('/0.mjs').catch(e => refused = e instanceof RangeError)")?;
        engine.eval::<bool>("refused")
    });
    assert_eq!(refused.ok(), Some(true));
}

/// On both machines, in forks and in restored engines, which count their restored modules.
#[test]
fn no_more_modules_are_asked_for_anywhere() {
    let loader = || MemoryLoader::from_iter((0..10).map(|n| (format!("/{n}.mjs"), format!("export default {n}"))));
    for backend in [Backend::Register, Backend::Stack] {
        let empty = || {
            let mut engine = Engine::builder().modules(3).backend(backend).build().expect("an engine");
            engine.set_module_loader(loader());
            engine
        };
        let mut engine = empty();
        engine.run_module("/main.mjs", "import '/0.mjs'").expect("two");
        let bytes = engine.snapshot().expect("modules can be written");
        let copy = engine.fork().expect("a copy");
        let restored = Engine::restore_into(empty(), &bytes).expect("what was written");
        for (place, mut engine) in [("first", engine), ("copy", copy), ("restored", restored)] {
            let text = "var got = []; for (const n of [0, 1, 2]) import(`/${n}.mjs`).then(m => got.push(m.default), e => got.push(e.name))";
            engine.run_with_jobs("/a.js", text).expect("rejections are handled");
            let mut got: Vec<String> = engine.eval("got.map(String)").expect("a list");
            got.sort();
            assert_eq!(got, ["0", "1", "RangeError"], "{place}");
        }
    }
}

struct Counted(std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl AsyncLoader for Counted {
    fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&self, name: &str) -> LoadFuture {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let text = match name {
            "wide" => (0..10).map(|n| format!("import '{n}';")).collect(),
            _ => "export default 1".to_owned(),
        };
        Box::pin(async move { Ok(text.into()) })
    }
}

#[test]
fn no_more_modules_are_fetched() {
    let asked = std::sync::Arc::default();
    let mut engine = Engine::builder().modules(4).build().expect("an engine");
    engine.set_async_loader(Counted(std::sync::Arc::clone(&asked)));
    let error = engine.eval_async::<()>("import('wide')").block().expect_err("eleven are too many");
    assert_eq!(error.name(), Some("RangeError"));
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 4);
    assert_eq!(engine.eval::<u8>("6 * 7").ok(), Some(42));
}

/// Above a size, zeros come from the system, and are never written: cost and accounting stay the same.
#[test]
fn large_buffers_are_zeros_that_count() {
    let text = "const b = new Uint8Array(33 << 20); b[b.length - 1] = 7; [b[0], b.at(-2), b.at(-1), b.length].join()";
    let mut engine = Engine::new();
    assert_eq!(engine.eval::<String>(text), Ok(format!("0,0,7,{}", 33 << 20)));
    assert!(engine.stats().bytes > 33 << 20);
    let mut short = Engine::builder().fuel(100_000).build().expect("an engine");
    assert!(short.eval::<String>(text).is_err_and(|error| error.is_termination()));
    let mut small = Engine::builder().memory_limit(32 << 20).build().expect("an engine");
    assert!(small.eval::<String>(text).is_err_and(|error| error.is_termination()));
    assert_eq!(small.eval::<u32>("new Uint8Array(1 << 20).length"), Ok(1 << 20), "nothing stays charged");
}
