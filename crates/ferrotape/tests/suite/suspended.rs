//! The memory that generators and async functions retain while they wait, and after their end: row I05 of the seed map.
//!
//! Kinds of scopes and expressions with objects, crossed with the kinds of functions that are suspended after them, on
//! both machines; and ways to end, crossed likewise. A WeakRef watches every object.

use ferrotape::{Backend, Context, Engine, Value};

/// Makes watched objects; `gone` tells whether all of them are collected.
const HARNESS: &str = "
    var watched = [], never = new Promise(() => {}), kept = [], errors = [];
    function big(more) { const object = { toString() { return 'big' }, ...more }; watched.push(new WeakRef(object)); return object }
    function watch(object) { watched.push(new WeakRef(object)); return object }
    function use(...values) { return values.length }
    function gone() { const left = watched.filter(ref => ref.deref() !== undefined).length; watched = []; return left }
    undefined";

/// Code that ends with `SUSPEND`, where no object of `big` is needed any more.
const BODIES: &[&str] = &[
    // Blocks.
    "{ let x = big(); } SUSPEND",
    "{ const x = big(), y = [x]; } SUSPEND",
    "{ class A { static x = big(); #y = big(); z = new.target } watch(A); watch(new A) } SUSPEND",
    "'use strict'; { function f() {} watch(f) } SUSPEND",
    "{ let x = big(); { let y = big(); } } SUSPEND",
    "{ let x = 1; { let y = big(); } SUSPEND }",
    "{ let x = big(); } { let y = 1; SUSPEND; use(y) }",
    "label: { let x = big(); break label } SUSPEND",
    "if (1) { let x = big() } else { let y = big() } SUSPEND",
    "{ let x = 1; { let y = big(); { let z = big() } } { let w = 2; { let v = big() } SUSPEND } use(x) }",
    // Loops.
    "for (let x = big(), i = 0; i < 2; i++) {} SUSPEND",
    "for (let x = big(), i = 0; i < 2; i++) (() => x)(); SUSPEND",
    "for (let x of [big(), big()]) {} SUSPEND",
    "for (const { a, b = big() } of [{ a: big() }]) {} SUSPEND",
    "for (const x of [big()]) { (() => x)() } SUSPEND",
    "for (const x of [big(), big()]) break; SUSPEND",
    "for (let name in big({ a: 1 })) {} SUSPEND",
    "for (var i = 0; i < 2; i++) { if (i) SUSPEND; let x = big() }",
    "for (var i = 0; i < 2; i++) { if (i) SUSPEND; { let x = big(); } }",
    "var i = 0; while (i++ < 2) { if (i > 1) SUSPEND; for (let x of [big()]) {} }",
    "var i = 0; do { if (i) SUSPEND; try { throw big() } catch (e) {} } while (i++ < 1)",
    "outer: for (var i = 0; i < 2; i++) { if (i) SUSPEND; for (const x of [big()]) continue outer }",
    "for (let i = 0; i < 2; i++) { { let x = big(); (() => x)() } if (i) SUSPEND }",
    // Handlers.
    "try { throw big() } catch (e) {} SUSPEND",
    "try { throw big() } catch {} SUSPEND",
    "try { throw { a: big() } } catch ({ a, b = big() }) {} SUSPEND",
    "try { throw big() } catch (e) { (() => e)() } SUSPEND",
    "try { throw big() } catch (e) { let x = big(); } SUSPEND",
    "try { let x = big() } finally { let y = big() } SUSPEND",
    "try { try { throw big() } finally { use() } } catch (e) {} SUSPEND",
    "for (;;) { try { throw big() } finally { break } } SUSPEND",
    "for (var i = 0; i < 2; i++) { try { if (i) SUSPEND; throw big() } catch (e) {} }",
    "for (var i = 0; i < 2; i++) { try { if (i) SUSPEND; throw big() } finally { continue } }",
    "use(big(), big(), big(), big()); try { SUSPEND } finally { use() }",
    "use(big(), big(), big(), big()); try { SUSPEND } catch { use() }",
    "use(big(), big(), big(), big()); for (const x of [1]) SUSPEND",
    "use(big(), big(), big(), big()); for (const x of [1]) { try { SUSPEND } finally { use() } }",
    // Resources.
    "{ using x = big({ [Symbol.dispose]() {} }) } SUSPEND",
    "{ using x = big({ [Symbol.dispose]() {} }), y = null, z = big({ [Symbol.dispose]() {} }) } SUSPEND",
    "try { using x = big({ [Symbol.dispose]() { throw big() } }); throw big() } catch {} SUSPEND",
    "for (using x of [big({ [Symbol.dispose]() {} })]) use(x); SUSPEND",
    "for (using x of [big({ [Symbol.dispose]() {} })]) break; SUSPEND",
    "for (using x = big({ [Symbol.dispose]() {} }); ;) break; SUSPEND",
    "using z = null; { using x = big({ [Symbol.dispose]() {} }) } SUSPEND",
    "{ using x = null; { using y = big({ [Symbol.dispose]() {} }); (() => y)() } SUSPEND }",
    "const s = new DisposableStack(); s.use(big({ [Symbol.dispose]() {} })); s.adopt(big(), use); s.dispose(); SUSPEND; use(s)",
    // `switch` and `with`.
    "switch (1) { case 1: let x = big(); break; default: let y = big() } SUSPEND",
    "switch (big()) { case 1: default: } SUSPEND",
    "switch (1) { case 0: { let x = big() } case 1: { let y = big() } SUSPEND }",
    "with (big()) {} SUSPEND",
    "with ({ a: big() }) { let b = a; (() => b)() } SUSPEND",
    // Patterns.
    "{ let { a, ...rest } = { a: big(), b: big() }; } SUSPEND",
    "{ let [a, , ...rest] = [big(), big(), big()]; } SUSPEND",
    "{ const { a: { b } = big() } = {}; } SUSPEND",
    "{ let a, b; [a, b] = [big(), big()]; [a, b] = [b, a]; } SUSPEND",
    "{ let { [big()]: a = big() } = big(); } SUSPEND",
    // Expressions.
    "use(big(), big(), big(), big(), big()); SUSPEND",
    "big(), big(); SUSPEND",
    "[big(), { a: big(), [big()]: big() }]; SUSPEND",
    "big() ? 0 : 1; SUSPEND",
    "big() + 'text' + big(); `${big()} and ${big()}`; SUSPEND",
    "use(...[big()], big()); SUSPEND",
    "new (class { constructor(x) { this.x = x } })(big()); SUSPEND",
    "big().a?.b ?? big(); delete big().x; typeof big(); SUSPEND",
    "(x => x)(big()); (function () { return this }).call(big()); SUSPEND",
    "use(big(), big(), big(), big()); use(1, SUSPEND)",
    "use(big(), big(), big(), big()); [1, SUSPEND, 2]",
    "use(big(), big(), big(), big()); ({ a: 1, b: SUSPEND })",
    "use(big(), big(), big(), big()); var x = (use(), SUSPEND)",
    "use(big(), big(), big(), big()); `${1}${SUSPEND}`",
    "use(big(), big(), big(), big()); 1 + (SUSPEND)",
    "use(big(), big(), big(), big()); use.a ? 1 : SUSPEND",
    "use(big(), big(), big(), big()); use.a || (SUSPEND)",
    "use(big(), big(), big(), big()); use[SUSPEND] = 1",
    "use(big(), big(), big(), big()); new use(1, SUSPEND)",
    "use(big(), big(), big(), big()); var { a, b = SUSPEND } = {}",
    "use(big(), big(), big(), big()); switch (SUSPEND) {}",
    "use(big(), big(), big(), big()); for (const x of SUSPEND) {}",
    "use(big(), big(), big(), big()); for (const x in SUSPEND) {}",
    // Inner functions and evals.
    "{ let x = big(); (() => x)() } SUSPEND",
    "{ let x = big(); eval('x') } SUSPEND",
    "{ let x = big(); (function () { x = big() })() } SUSPEND",
];

/// The ways to wait: the function, how it is begun, and `SUSPEND`.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("function*", "kept.push(f()); kept.at(-1).next()", "(yield)"),
    ("async function", "kept.push(f())", "(await never)"),
    ("async function*", "kept.push(f()); kept.at(-1).next()", "(yield)"),
    ("async function*", "kept.push(f()); kept.at(-1).next()", "(await never)"),
];

/// Further ways that only some functions have.
const SPECIAL: &[(&str, &str, &str)] = &[
    (
        "function*",
        "kept.push(f()); for (let i = 0; i < 2; i++) kept.at(-1).next(big())",
        "yield* [big()]; use(yield, yield)",
    ),
    (
        "function*",
        "kept.push(f()); for (const x of kept.at(-1)) if (x === 3) break",
        "try { yield big() } finally { yield 1 }",
    ),
    ("function*", "kept.push(f()); kept.at(-1).next()", "{ let x = big() } yield* (function* () { yield 1 })()"),
    ("function*", "kept.push(f()); kept.at(-1).next(); kept.at(-1).next(big())", "yield 1; yield 2"),
    ("async function", "kept.push(f())", "await big(); use(await { a: big() }); await never"),
    ("async function", "kept.push(f())", "for await (const x of [big(), big()]) {} await never"),
    (
        "async function",
        "kept.push(f())",
        "{ await using x = big({ [Symbol.asyncDispose]() {} }), y = null } await never",
    ),
    (
        "async function",
        "kept.push(f())",
        "await using s = new AsyncDisposableStack(); s.defer(() => never); s.use(big({ [Symbol.asyncDispose]: () => big() }))",
    ),
    ("async function", "kept.push(f())", "for await (const x of [1]) { { let y = big() } await never }"),
    (
        "async function",
        "kept.push(f())",
        "let i = 0; const source = { [Symbol.asyncIterator]() { return { next: () => i++ ? never : { value: big() } } } }; \
         for await (const x of source) {}",
    ),
    (
        "async function*",
        "kept.push(f()); kept.at(-1).next(); kept.at(-1).next(big())",
        "{ const x = await big() } yield 1; yield 2",
    ),
    (
        "async function*",
        "kept.push(f()); kept.at(-1).next()",
        "{ let x = big() } yield* (async function* () { yield 1 })()",
    ),
];

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).native_stack(1 << 20).build().expect("an engine");
    engine.define("gc", |cx: &mut Context<'_>| cx.collect_garbage()).expect("a global");
    engine.run("harness.js", HARNESS).expect("a run");
    engine
}

/// Returns the number of living objects after a script and its jobs.
fn left(engine: &mut Engine, script: &str) -> String {
    if let Err(error) = engine.run_with_jobs("s.js", script) {
        return error.to_string();
    }
    match engine.run("gone.js", "gc(); watched.length ? gone() : 'nothing was watched'") {
        Ok(Value::Number(number)) => number.to_string(),
        Ok(Value::String(text)) => text.to_string(),
        Ok(other) => format!("{other:?}"),
        Err(error) => error.to_string(),
    }
}

fn check_all(scripts: impl IntoIterator<Item = String>) {
    let scripts: Vec<String> = scripts.into_iter().collect();
    let mut broken = Vec::new();
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = engine(backend);
        for script in &scripts {
            let left = left(&mut engine, script);
            if left != "0" {
                broken.push(format!("{backend:?}: {left} left: {script}"));
            }
        }
    }
    assert!(broken.is_empty(), "{} of {}:\n{}", broken.len(), 2 * scripts.len(), broken.join("\n"));
}

fn suspended((function, begin, _): &(&str, &str, &str), before: &str, body: &str) -> String {
    format!("(() => {{ {function} f() {{ {before} {body} }} {begin}; }})()")
}

#[test]
fn what_is_suspended_keeps_nothing_of_what_control_has_left() {
    let in_functions = FUNCTIONS.iter().flat_map(|function| {
        BODIES.iter().map(move |body| suspended(function, "", &body.replace("SUSPEND", function.2)))
    });
    check_all(in_functions.chain(SPECIAL.iter().map(|function| suspended(function, "", function.2))));
}

#[test]
fn nor_does_it_where_variables_have_high_registers() {
    let names: Vec<String> = (0..300).map(|index| format!("v{index}")).collect();
    let before = format!("'use strict'.x; var {}; use({});", names.join(", "), names.join(", "));
    let in_functions = FUNCTIONS.iter().flat_map(|function| {
        let before = before.as_str();
        let bodies = BODIES.iter().filter(|body| !body.starts_with("'use strict'"));
        bodies.map(move |body| suspended(function, before, &body.replace("SUSPEND", function.2)))
    });
    check_all(in_functions.chain(SPECIAL.iter().map(|function| suspended(function, &before, function.2))));
}

#[test]
fn what_has_ended_keeps_nothing() {
    let variables =
        "let x = big(); const y = big(); var z = big(), w = () => x; class A {} watch(A); for (const v of [big()])";
    let generators = [
        ("{ return }", "g.next()"),
        ("{ return 1 }", "g.next(); g.next()"),
        ("{ yield; }", "g.next(); g.next(); g.next()"),
        ("{ yield; }", "for (const x of g) {}"),
        ("{ yield; throw 1 }", "g.next(); try { g.next() } catch {}"),
        ("{ yield; }", "g.next(); g.return(1)"),
        ("{ yield; }", "g.next(); try { g.throw(1) } catch {}"),
        ("{ try { yield } finally { use(x) } }", "g.next(); g.return(1)"),
        ("{ yield }", "watch(p); g.return(1)"),
        ("{ yield }", "watch(p); try { g.throw(1) } catch {}"),
        ("{ yield* [1, 2] }", "g.next(); g.return(1)"),
        ("{ yield (() => v)() }", "[...g]"),
        ("{ eval('var more = big()'); yield }", "[...g]"),
    ];
    let sync = generators.iter().map(|(body, drive)| {
        let function = format!("function* f(a, {{ b }} = {{}}) {{ {variables} {body} }}");
        format!("(() => {{ {function} const p = big(); const g = f(p, {{ b: big() }}); kept.push(g); {drive} }})()")
    });
    let asynchronous = generators.iter().filter(|(_, drive)| !drive.contains("of g") && !drive.contains("...g"));
    let asynchronous = asynchronous.map(|(body, drive)| {
        let function = format!("async function* f(a, {{ b }} = {{}}) {{ {variables} {body} }}");
        let drive =
            drive.replace("g.throw(1)", "g.throw(1).catch(() => 0)").replace("g.next() }", "g.next().catch(() => 0) }");
        format!("(() => {{ {function} const p = big(); const g = f(p, {{ b: big() }}); kept.push(g); {drive} }})()")
    });
    let functions = ["{ return }", "{ await 1 }", "{ await 1; throw 1 }", "{ throw 1 }", "{ await big(); return 1 }"];
    let functions = functions.iter().map(|body| {
        let function = format!("async function f(a, {{ b }} = {{}}) {{ {variables} {body} }}");
        format!("(() => {{ {function} kept.push(f(big(), {{ b: big() }}).catch(() => 0)) }})()")
    });
    check_all(sync.chain(asynchronous).chain(functions));
}

/// A closure keeps the variables it names ("keep on close"); on the stack machine it keeps the record
/// (`docs/seed-map.md`, I05).
#[test]
fn a_closure_of_a_block_that_was_left_keeps_what_it_names() {
    for (backend, expected) in [(Backend::Register, "0"), (Backend::Stack, "1")] {
        for function in FUNCTIONS {
            let body = format!("{{ let x = big(), y = 1; kept.push(() => y) }} {}", function.2);
            let script = suspended(function, "", &body);
            assert_eq!(left(&mut engine(backend), &script), expected, "{backend:?}: {script}");
        }
    }
}

/// Objects that are still needed are still there.
#[test]
fn what_is_wanted_again_stays() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = engine(backend);
        for (script, expected) in [
            ("function* f() { let a = big(); { let b = big(); yield; use(a, b) } yield } var g = f(); g.next()", 2.0),
            ("function* f(p) { for (const x of [big(), p]) { yield; use(x) } } var g = f(big()); g.next()", 2.0),
            ("function* f() { try { throw big() } catch (e) { yield; use(e) } } var g = f(); g.next()", 1.0),
            ("function* f() { use(big(), big(), yield, 1) } var g = f(); g.next()", 2.0),
            ("function* f() { { let x = big(); kept.push(() => x) } yield } var g = f(); g.next()", 1.0),
            ("async function f() { switch (1) { case 1: let x = big(); await never; use(x) } } f()", 1.0),
            ("function* f() { with (big()) { yield; use(toString) } } var g = f(); g.next()", 1.0),
            ("function* f() { const [a, b] = [big(), yield, big()]; use(a, b) } var g = f(); g.next()", 1.0),
        ] {
            engine.run_with_jobs("s.js", script).expect("a run");
            let left = engine.run("gone.js", "gc(); gone()").expect("a run");
            assert_eq!(left, Value::Number(expected), "{backend:?}: {script}");
        }
    }
}
