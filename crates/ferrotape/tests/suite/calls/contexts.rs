//! Calls within each construct that can wait, or in which others wait.

use ferrotape::Backend;

use super::{BACKENDS, MEANWHILE, Meanwhile, check, heard, heard_in_slices, module, script};

/// A script, what it is heard to say, and how many calls it makes. `CALL` stands for a call that waits in either way.
struct Row(&'static str, &'static str, &'static str, usize);

/// Within functions that may await: each is run with `ask(…)` and with `await search(…)`.
const EITHER: &[Row] = &[
    Row("an expression", "hear(CALL('a') + (CALL('b')).length)", "<a>3", 2),
    Row("arguments", "hear(CALL('a'), [CALL('b'), ...CALL('c')].join(), `${CALL('d')}`)", "<a> <b>,<,c,> <d>", 4),
    Row("a loop", "for (let i = 0, fs = []; i < 3; i++) { fs.push(() => i); hear(CALL(i), fs.map(f => f())) }", "<0> 0\n<1> 0,1\n<2> 0,1,2", 3),
    Row(
        "try and finally",
        "try { try { CALL('fail x') } finally { hear(CALL('in finally')) } } catch (e) { hear(e.name, e.message, CALL('c')) }",
        "<in finally>\nRangeError x <c>",
        3,
    ),
    Row("destructuring", "let { a = CALL('x'), b: [c = CALL('y'), ...d] = CALL('z') } = {}; hear(a, c, d)", "<x> < z,>", 2),
    Row("a patterns's key", "let { [CALL('k')]: v } = { '<k>': 3 }; hear(v)", "3", 1),
    Row("an iteration", "for (const x of [CALL('l'), 2]) hear(x, CALL(x))", "<l> <<l>>\n2 <2>", 3),
    Row("a closed iteration",
        "const it = { n: 0, next() { return { value: this.n++ } }, return() { hear('closed'); return {} }, [Symbol.iterator]() { return this } };
         try { for (const x of it) if (x == 2) CALL('fail ' + x); else hear(CALL(x)) } catch (e) { hear(e.message) }",
        "<0>\n<1>\nclosed\n2",
        3,
    ),
    Row("an enumeration", "for (const k in { p: 1, q: 2, __proto__: { r: 3 } }) hear(k, CALL(k))", "p <p>\nq <q>\nr <r>", 3),
    Row("a switch", "switch (CALL('a')) { case CALL('b'): hear(1); case CALL('a'): hear(2); default: hear(CALL('c')) }", "2\n<c>", 4),
    Row("an assignment", "const o = {}; o[CALL('k')] = CALL('v'); o['<k>'] += CALL('w'); hear(o['<k>'])", "<v><w>", 3),
    Row("logic", "hear(CALL('a') && null, null ?? CALL('b'), 0 || CALL('c'), undefined?.x, (CALL('d'))?.length)", " <b> <c>  3", 4),
    Row("a template", "hear(String.raw`x${CALL('a')}y${CALL('b')}`)", "x<a>y<b>", 2),
    Row("a label", "out: for (;;) { for (;;) { try { if (CALL('a')) break out } finally { hear('left') } } } hear(CALL('b'))", "left\n<b>", 2),
];

/// Only where the script waits without `await`.
const BLOCKING: &[Row] = &[
    Row("a plain function", "function f(n) { return n ? f(n - 1) + ask(n) : ask('end') } hear(f(3))", "<end><1><2><3>", 4),
    Row("a constructor", "class A { x = ask('field'); static s = ask('static'); constructor() { this.y = ask('c') } }
        class B extends A { #z = ask('p'); constructor() { super(ask('s')); this.z = this.#z } } const b = new B; hear(A.s, b.x, b.y, b.z)",
        "<static> <field> <c> <p>", 5),
    Row("computed members", "class A { [ask('k')]() { return ask('m') } static { hear(ask('block')) } } hear(new A()['<k>']())", "<block>\n<m>", 3),
    Row("a generator", "function* g() { try { const x = yield ask('a'); hear(x, ask('b')); yield* h() } finally { hear(ask('closed')) } }
        function* h() { yield ask('c') } const it = g(); hear(it.next().value); hear(it.next('sent').value); for (const x of g()) { hear(x); break } it.return()",
        "<a>\nsent <b>\n<c>\n<a>\n<closed>\n<closed>", 6),
    Row("a spread generator by hand", "function* g() { yield ask('a'); yield ask('b') } const [x, y] = g(); hear(x, y)", "<a> <b>", 2),
    Row("call and apply", "hear(ask.call(null, 'a'), ask.apply(null, ['b']), ask(...['c']), ask.bind(null, 'd')(), (0, ask)('e'))",
        "<a> <b> <c> <d> <e>", 5),
    Row("a proxy of it", "hear(new Proxy(ask, {})('a'))", "<a>", 1),
    Row("a tail", "'use strict'; function f(n) { return n ? f(n - 1) : ask('t') } hear(f(20)); hear((() => ask('u'))())", "<t>\n<u>", 2),
    Row("arguments objects", "function f(a) { arguments[0] = ask('x'); return a + arguments.length + ask(a) } hear(f('q', 2))", "<x>2<<x>>", 2),
    Row("with", "with ({ p: 1, ask }) { hear(p, ask('w')) }", "1 <w>", 1),
    Row("a job", "Promise.resolve('r').then(r => { hear(ask(r)); return ask('2') }).then(hear).then(() => hear(ask('f')))", "<r>\n<2>\n<f>", 3),
    Row("a rejected job", "Promise.reject(1).catch(() => ask('fail y')).catch(e => hear(e.message, ask('z')))", "y <z>", 2),
    Row("a thenable", "Promise.resolve({ then(done) { done(ask('t')) } }).then(hear)", "<t>", 1),
    Row("after an await", "(async () => { await null; hear(ask('a')); await null; try { ask('fail b') } catch (e) { hear(e.message) } return ask('c') })().then(hear)",
        "<a>\nb\n<c>", 3),
    Row("an async iterator by hand",
        "const it = { n: 0, async next() { const value = ask(this.n); await 0; return { value: value + ask('v'), done: this.n++ > 1 } },
            async return() { hear(arguments.length, ask('r')); return {} }, [Symbol.asyncIterator]() { return this } };
         (async () => { for await (const x of it) hear(x); it.n = 0; for await (const x of it) { hear(x); break } hear(ask('end')) })()",
        "<0><v>\n<1><v>\n<0><v>\n0 <r>\n<end>", 10),
    Row("an iterator whose next is a generator", "const it = { next: function* () { ask('never') }, [Symbol.iterator]() { return this } };
        let n = 0; for (const x of it) { hear(typeof x, ask(n)); if (n++) break }", "undefined <0>\nundefined <1>", 2),
    Row("functions between", "const f = { g(h) { return h() + ask('g') } }; hear(f.g(() => f.g(() => ask('h'))))", "<h><g><g>", 3),
];

/// Accessors are called by the loop of the register machine, and natively by the stack machine.
const ACCESSORS: &str =
    "const o = { get a() { return ask('get') }, set a(v) { hear(v, ask('set')) } }; hear(o.a); o.a = 1; o.a += '2';
    const late = Object.defineProperty({}, 'a', { get: async function (...none) { return ask('late') + none.length } }); late.a.then(hear)";

/// Only with promises.
const PROMISES: &[Row] = &[
    Row("all at once", "Promise.all(['a', 'b', 'c'].map(search)).then(all => hear(all.join()))", "<a>,<b>,<c>", 3),
    Row(
        "a race",
        "Promise.race([search('a'), search('b')]).then(hear); Promise.any([search('fail c'), search('d')]).then(hear)",
        "<d>\n<b>",
        4,
    ),
    Row(
        "settled",
        "Promise.allSettled([search('fail a'), search('b')]).then(all => hear(all.map(it => it.status)))",
        "rejected,fulfilled",
        2,
    ),
    Row(
        "an async generator",
        "async function* g() { try { yield search('a'); yield* h() } finally { hear(await search('f')) } }
        async function* h() { yield await search('b') } (async () => { for await (const x of g()) hear(x) })()",
        "<a>\n<b>\n<f>",
        3,
    ),
    Row("for await", "(async () => { for await (const x of [search('a'), search('b')]) hear(x) })()", "<a>\n<b>", 2),
    Row(
        "both",
        "(async () => { const later = search('later'); hear(ask('now')); hear(await later, ask('last')) })()",
        "<now>\n<later> <last>",
        3,
    ),
    Row("a subclass", "class P extends Promise {} P.resolve(search('a')).then(x => hear(x, ask('b')))", "<a> <b>", 2),
];

#[test]
fn scripts_wait_in_any_construct() {
    for Row(what, text, expected, calls) in EITHER {
        let blocking = text.replace("CALL", "ask");
        check(what, |backend| script(backend, &format!("{{ {blocking} }}")), expected, *calls);
        check(what, |backend| script(backend, &format!("(function () {{ {blocking} }})()")), expected, *calls);
        let awaiting = format!("(async () => {{ {} }})()", text.replace("CALL", "await search"));
        check(what, |backend| script(backend, &awaiting), expected, *calls);
        // The one half waits at once, and the other for a job.
        let mixed = format!(
            "(async () => {{ {}\nawait 0; }})()",
            text.replacen("CALL", "ask", 1).replace("CALL", "await search")
        );
        check(what, |backend| script(backend, &mixed), expected, *calls);
    }
}

#[test]
fn functions_wait_wherever_they_are_called() {
    for Row(what, text, expected, calls) in BLOCKING.iter().chain(PROMISES) {
        check(what, |backend| script(backend, text), expected, *calls);
    }
}

#[test]
fn accessors_wait_on_the_register_machine() {
    for meanwhile in MEANWHILE {
        let (text, calls) = heard(&script(Backend::Register, ACCESSORS), Backend::Register, meanwhile);
        assert_eq!((text.as_str(), calls), ("<get>\n1 <set>\n<get>2 <set>\n<late>0", 5));
    }
    let (text, _) = heard(&script(Backend::Stack, ACCESSORS), Backend::Stack, Meanwhile::Nothing);
    assert!(text.contains("TypeError: ask waits for the host, which it cannot do here"), "{text}");
}

#[test]
fn programs_are_saved_at_any_place() {
    for Row(what, text, expected, _) in BLOCKING.iter().chain(PROMISES) {
        for backend in BACKENDS {
            for fuel in [7, 60] {
                let text = heard_in_slices(&script(backend, text), backend, fuel);
                assert_eq!(text, *expected, "{what}: {backend:?}, {fuel}");
            }
        }
    }
    for Row(what, text, expected, _) in EITHER {
        for backend in BACKENDS {
            let text = module(
                backend,
                &format!("{}\nawait 0", text.replacen("CALL", "ask", 1).replace("CALL", "await search")),
            );
            assert_eq!(heard_in_slices(&text, backend, 11), *expected, "{what}: {backend:?}");
        }
    }
}

#[test]
fn generators_wait_in_any_construct() {
    for Row(what, text, expected, calls) in EITHER {
        let blocking = text.replace("CALL", "ask");
        let generator = format!("function* g() {{ yield 1; {blocking} }} for (const x of g());");
        check(what, |backend| script(backend, &generator), expected, *calls);
        let text = text.replace("CALL", "await search");
        let generator =
            format!("async function* g() {{ yield 1; {text} }} (async () => {{ for await (const x of g()); }})()");
        check(what, |backend| script(backend, &generator), expected, *calls);
    }
}

#[test]
fn modules_wait_at_their_top() {
    for Row(what, text, expected, calls) in EITHER {
        for call in ["ask", "await search"] {
            let text = text.replace("CALL", call);
            check(what, |backend| module(backend, &format!("{text}\nexport {{}}")), expected, *calls);
        }
    }
}

#[test]
fn functions_of_eval_code_wait_in_modules() {
    let texts = [
        "const f = eval('() => eval(\"CALL\")'); hear('a' + typeof f, CALL); hear(eval('typeof this'))",
        "eval('var f = () => eval(\"typeof this\")'); hear('a' + typeof eval('() => f'), CALL); hear(eval('typeof this'))",
        "const f = eval('eval(\"() => eval(1)\")'); hear('a' + typeof f, CALL); hear(f() && eval('typeof this'))",
    ];
    for text in texts {
        for call in ["ask('b')", "await search('b')"] {
            let inner = text.replace("eval(\"CALL\")", "eval(1)").replace("CALL", call);
            check(text, |backend| module(backend, &format!("{inner}\nexport {{}}")), "afunction <b>\nundefined", 1);
        }
    }
}
