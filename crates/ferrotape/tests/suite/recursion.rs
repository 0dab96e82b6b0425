//! Endless recursion: in script code it ends with the value stack, through native code with the native stack. Both give
//! a RangeError, which can be caught.

use std::task::Poll;
use std::time::Duration;

use ferrotape::{AsContext, Backend, Engine, Error, Limits, Script, Value};

use crate::support::{Outcome, check_all, expect, on_small_stack, run, run_limited, run_small, stops_in_time};

/// Room on the value stack where the depth is not the question: what compiles at each level takes long to fill all of it.
const STACK_VALUES: usize = 1 << 16;

/// Statements that never end by themselves.
const RECURSIONS: &[&str] = &[
    "function f() { f() } f()",
    "function f() { return 1 + f() } f()",
    "function f(a, b, c) { return 1 + f(a, b, c) } f(1, 2, 3)",
    "function f() { return g() + 1 } function g() { return f() + 1 } f()",
    "function f() { new f() } f()",
    "function f() { using x = { [Symbol.dispose]: f } } f()",
    "var o = { get [Symbol.dispose]() { using x = this } }; { using x = o }",
    "function f() { const s = new DisposableStack(); s.defer(f); s.dispose() } f()",
    "function f() { const s = new DisposableStack(); s.adopt(1, f); s.dispose() } f()",
    "function f() { using s = new DisposableStack(); s.use({ [Symbol.dispose]: f }) } f()",
    "var o = { get return() { Iterator.prototype[Symbol.dispose].call(this) } }; Iterator.prototype[Symbol.dispose].call(o)",
    "function f() { return function () { return f()() + 1 } } f()()",
    "var o = { m: function () { this.m() } }; o.m()",
    "function f() { arguments.callee() } f()",
    "function f() { return arguments.callee.apply(this, arguments) + 1 } f(1, 2, 3)",
    "function f() { f.apply(null, arguments) } f()",
    "function f() { f.call(null, 1) } f()",
    "function f() { f.bind(null, 1)() } f()",
    "function f() { new (f.bind())() } f()",
    "function f() { Function.prototype.call.call(f) } f()",
    "function f() { Function.prototype.apply.call(f, null, []) } f()",
    "function f() { Function.prototype.call.call.call.call(f) } f()",
    "function f() { Function.prototype.call.bind(f)() } f()",
    "function f() { [1].map(f) } f()",
    "function f() { [1].forEach(f) } f()",
    "function f() { [1].filter(f) } f()",
    "function f() { [1].some(f) } f()",
    "function f() { [1].every(f) } f()",
    "function f() { [1, 2].reduce(f) } f()",
    "function f() { [1, 2].reduceRight(f) } f()",
    "function f() { [2, 1].sort(f) } f()",
    "function f() { 'a'.replace('a', f) } f()",
    "var o = { get a() { return this.a } }; o.a",
    "var o = { set a(v) { this.a = v } }; o.a = 1",
    "var o = Object.create({ get a() { return this.a } }); o.a",
    "var o = { toString: function () { return '' + this } }; '' + o",
    "var o = { valueOf: function () { return +this } }; +o",
    "var o = { valueOf: function () { return this < 1 } }; o < 1",
    "var o = { valueOf: function () { return this == 1 } }; o == 1",
    "var o = { valueOf: function () { return this - this } }; o * 1",
    "var o = { toString: function () { return ({})[this] } }; ({})[o]",
    "var o = { toString: function () { return ({ a: 1 })[this] = 1 } }; ({})[o]",
    "var o = { toString: function () { return this in {} } }; o in {}",
    "var o = { toString: function () { delete ({})[this] } }; delete ({})[o]",
    "var o = { toString: function () { return String(this) } }; String(o)",
    "var o = { toString: function () { return Number(this) } }; Number(o)",
    "var o = { toString: function () { return parseInt(this) } }; parseInt(o)",
    "var o = { toString: function () { return [this].join() } }; [o].join()",
    "var o = { toString: function () { return [[this], [this]] + '' } }; [o] + ''",
    "var o = { toLocaleString: function () { return [this].toLocaleString() } }; [o].toLocaleString()",
    "var o = { toString: function () { return 'a'.concat(this) } }; 'a'.concat(o)",
    "var o = { toString: function () { return 'a'.indexOf(this) } }; 'a'.indexOf(o)",
    "var o = { toString: function () { return new Error(this) } }; new Error(o)",
    "var e = new Error; e.toString = Error.prototype.toString; e.message = { toString: function () { return '' + e } }; '' + e",
    "var o = { toJSON: function () { return JSON.stringify(this) } }; JSON.stringify(o)",
    "function f() { return JSON.stringify([1], f) } f()",
    "function f() { return JSON.parse('[1]', f) } f()",
    "var o = { get a() { return JSON.stringify(this) } }; JSON.stringify(o)",
    "function f() { eval('f()') } f()",
    "function f() { (0, eval)('f()') } f()",
    "function f() { var x; eval('eval(\"f()\")') } f()",
    "function f() { new Function('f()')() } f()",
    "function f() { new Function('f', 'f()')(f) } f()",
    "var s = 'eval(s)'; eval(s)",
    "var s = '(0, eval)(s)'; (0, eval)(s)",
    "var s = 'new Function(s)()'; new Function(s)()",
    "function f() { try { f() } finally { 1 } } f()",
    "function f() { try { f() } catch (e) { throw e } } f()",
    "function f() { for (var k in { a: 1 }) f() } f()",
    "function f() { with ({}) f() } f()",
    "function f() { switch (f()) { } } f()",
    "var o = {}; Object.defineProperty(o, 'a', { get: function () { return o.a } }); o.a",
    "var d = {}; Object.defineProperty(d, 'get', { get: function () { Object.defineProperty({}, 'a', d) } }); \
     Object.defineProperty({}, 'a', d)",
    "var d = { get a() { Object.defineProperties({}, d) } }; Object.defineProperties({}, d)",
    "var d = { get a() { Object.create({}, d) } }; Object.create({}, d)",
    "function f() {} Object.defineProperty(f, 'prototype', { value: 1 }); \
     var o = { get x() { return Object.keys(this).concat(this.x) } }; o.x",
    "var a = []; Object.defineProperty(a, 0, { get: function () { return a.indexOf(1) } }); a.indexOf(1)",
    "var a = []; Object.defineProperty(a, 0, { get: function () { return a.slice() } }); a.slice()",
    "var a = []; Object.defineProperty(a, 0, { get: function () { return a.concat() } }); a.concat()",
    "var a = { get length() { return Array.prototype.push.call(this) } }; Array.prototype.push.call(a)",
    "var a = { get length() { return f.apply(null, this) } }; function f() {} f.apply(null, a)",
    "var o = { valueOf: function () { return 'a'.charAt(this) } }; 'a'.charAt(o)",
    "var o = { valueOf: function () { return Math.max(this) } }; Math.max(o)",
    "var o = { valueOf: function () { return new Array(3).join(this) } , toString: null }; [1, 2].join(o)",
    "var o = { valueOf: function () { return isNaN(this) } }; isNaN(o)",
    "var o = { toString: function () { return decodeURIComponent(this) } }; decodeURIComponent(o)",
];

#[test]
fn every_recursion_ends_in_a_range_error() {
    check_all(RECURSIONS, |script| {
        let outcome = run_limited(Engine::builder().stack_values(STACK_VALUES), script);
        expect(outcome.is_range_error(), &outcome)
    });
}

#[test]
fn recursion_on_the_stack_machine_ends_in_the_same_error() {
    check_all(RECURSIONS, |script| {
        let script = format!("try {{ {script} }} catch (e) {{ e instanceof RangeError }}");
        let builder = Engine::builder().backend(Backend::Stack).stack_values(STACK_VALUES);
        let outcome = run_limited(builder, &script);
        expect(outcome == Outcome::Boolean(true), &outcome)
    });
}

/// With the stack nearly used up, the code that runs next has little of it: the catch clause must manage.
#[test]
fn the_error_can_be_caught_and_all_goes_on() {
    check_all(RECURSIONS, |script| {
        let outcome = run_small(&format!("try {{ {script} }} catch (e) {{ e instanceof RangeError }}"));
        expect(outcome == Outcome::Boolean(true), &outcome)
    });
}

/// A catch clause at each level, which retries everything that may need stack.
#[test]
fn what_is_called_where_the_stack_ends() {
    let attempts = [
        "[3, 1, 2].sort(function (a, b) { return a - b })",
        "JSON.stringify({ a: [1, { b: 2 }] })",
        "JSON.parse('[[[1]]]', function (k, v) { return v })",
        "eval('(((1)))')",
        "new Function('return function () { return [[1]] }')()()",
        "'abc'.replace('b', function () { return [1, [2]] })",
        "String([[[1]]])",
        "({ toString: function () { return 'x' + [1] } }) + ''",
        "new Error('x').stack",
        "null.x",
        "[1, 2, 3].map(String).join()",
        "Object.defineProperties({}, { a: { get: String }, b: { value: 1 } }).a",
        "parseFloat({ toString: function () { return '1.5e300' } }) + (0.1).toFixed(20) + (123.456).toString(7)",
        "decodeURIComponent(encodeURIComponent('\\u20ac'))",
        "String.prototype.split.call('a,b', { toString: function () { return ',' } })",
        "Function.prototype.toString.call(f)",
        "f.bind(null).bind(null)",
    ];
    for attempt in attempts {
        let script = format!(
            "var deepest = 0, n = 0; function f() {{ n++; try {{ [1].forEach(f) }} catch (e) {{ \
             if (!(e instanceof RangeError)) throw e; try {{ {attempt} }} catch (e) {{ \
             if (!(e instanceof RangeError || e instanceof TypeError)) throw e }} }} }} f(); n > 5"
        );
        assert_eq!(run_small(&script), Outcome::Boolean(true), "{attempt}");
    }
}

/// The depth that half a megabyte of values allows.
#[test]
fn script_code_nests_deeply_on_a_small_stack() {
    let script = "function f(n) { return n === 0 ? 0 : 1 + f(n - 1) } f(10000)";
    assert_eq!(run_small(script), Outcome::Number(10_000.0));
    let native = "var n = 0; function f() { n++; [1].forEach(f) } try { f() } catch (e) {} n";
    let Outcome::Number(depth) = run_small(native) else { panic!("no number") };
    assert!(depth > 30.0, "native code nests only {depth} levels");
}

/// Branching recursion takes exponential time if each level catches the error and retries: a limit must end it.
#[test]
fn catching_at_every_level_is_stopped_by_limits() {
    let scripts = [
        "function f() { try { f() } finally { f() } } f()",
        "function f() { try { f() } catch (e) { f() } } f()",
        "function f() { try { [1].forEach(f) } finally { [1].forEach(f) } } f()",
        "function f() { try { eval('f()') } finally { f() } } f()",
        "function f() { while (true) try { f() } catch (e) { } } f()",
        "function f() { for (;;) try { throw f() } finally { continue } } f()",
    ];
    check_all(&scripts, stops_in_time);
}

#[test]
fn tail_calls_need_no_stack() {
    let script = "'use strict'; function f(n) { if (n === 0) return 'end'; return f(n - 1) } f(1000000)";
    assert_eq!(run_small(script).text(), Some("end"));
}

#[test]
fn huge_argument_lists() {
    let range_error = |script: &str| {
        let outcome = run_limited(Engine::builder().memory_limit(256 << 20), script);
        assert!(outcome.is_range_error(), "{script}: {outcome:?}");
    };
    range_error("(function () {}).apply(null, new Array(1e6))");
    range_error("(function () {}).apply(null, { length: 4294967295 })");
    range_error("(function () {}).apply(null, { length: 1e300 })");
    range_error("Math.max.apply(null, new Array(1e6))");
    range_error("String.fromCharCode.apply(null, new Array(1e7))");
    range_error("Function.prototype.bind.apply(function () {}, new Array(1e6))");
    range_error("[].concat.apply([], new Array(1e6))");
    range_error("[].push.apply([], new Array(1e6))");
    range_error("new (Function.prototype.bind.apply(Array, new Array(600000)))()");
    // Arguments that fit are passed on.
    let fits = "(function () { return arguments.length }).apply(null, new Array(100000))";
    assert_eq!(run_small(fits), Outcome::Number(100_000.0));
    assert_eq!(run_small("Math.max.apply(null, new Array(100000))").text(), None);
}

#[test]
fn arguments_that_pile_up_in_bound_functions() {
    let script = "var f = function () { return arguments.length }; \
                  for (var i = 0; i < 10000; i++) f = f.bind(null, i); f()";
    assert_eq!(run_small(script), Outcome::Number(10_000.0));
    let long = "var f = Array, a = new Array(1000); for (var i = 0; i < 1000; i++) f = f.bind.apply(f, a); f()";
    let outcome = run_limited(Engine::builder().memory_limit(256 << 20), long);
    assert!(outcome.is_range_error(), "{outcome:?}");
}

/// More native stack allows more depth, and nothing else changes.
#[test]
fn the_native_stack_is_a_setting() {
    let script = "var n = 0; function f() { n++; [1].forEach(f) } try { f() } catch (e) {} n";
    let depth = |bytes: usize| {
        let mut engine = Engine::builder().native_stack(bytes).build().expect("an engine");
        match run(&mut engine, script) {
            Outcome::Number(depth) => depth,
            other => panic!("{other:?}"),
        }
    };
    let (small, large) = (depth(64 << 10), depth(512 << 10));
    assert!(small >= 1.0 && large > 4.0 * small, "{small} {large}");
}

#[test]
fn the_value_stack_is_a_setting() {
    let script = "var n = 0; function f() { n++; f() } try { f() } catch (e) {} n";
    let mut depths = Vec::new();
    for values in [0, 1 << 12, 1 << 16, 1 << 22] {
        let engine = Engine::builder().stack_values(values).build();
        // An engine without room for any call need not be created.
        let Ok(mut engine) = engine else { continue };
        let result = engine.run("depth.js", script);
        let Ok(Value::Number(depth)) = result else { continue };
        depths.push(depth);
    }
    assert!(depths.len() >= 3 && depths.is_sorted(), "{depths:?}");
}

/// The stack trace of the deepest place stays short, and costs no time at each level.
#[test]
fn errors_in_deep_recursion_are_cheap() {
    on_small_stack(|| {
        let mut engine = Engine::builder().timeout(Duration::from_secs(20)).build().expect("an engine");
        let script = "function f(n) { try { if (n) f(n - 1); else null.x } catch (e) { throw new Error(e.stack.length) } }\
                      try { f(5000) } catch (e) { e.stack.split('\\n').length }";
        let Outcome::Number(lines) = run(&mut engine, script) else { panic!("no number") };
        assert!(lines < 100.0);
    });
}

/// Defines a host function for scripts that create engines: it runs text in a new engine with the same function.
fn give_sandbox(engine: &mut Engine, in_slices: bool) {
    let sandbox = move |text: String| -> Result<String, Error> {
        let mut inner = Engine::untrusted();
        give_sandbox(&mut inner, in_slices);
        inner.set_global("self0", &*text)?;
        if !in_slices {
            return inner.eval(&text);
        }
        let script = Script::compile("inner.js", &text)?;
        let mut execution = script.start(&mut inner)?;
        loop {
            if let Poll::Ready(result) = execution.resume(&Limits::new().fuel(1_000)) {
                return result;
            }
        }
    };
    engine.define("sandbox", sandbox).expect("defined");
}

#[test]
fn engines_within_engines_have_one_stack() {
    for in_slices in [false, true] {
        let run = move || {
            let mut engine = Engine::untrusted();
            give_sandbox(&mut engine, in_slices);
            let text = "try { sandbox(self0) } catch (e) { String(e) }";
            engine.set_global("self0", text)?;
            let end: String = engine.eval(text)?;
            assert!(end.contains("RangeError"), "{end}");
            // An ended engine takes nothing from later ones.
            let mut engine = Engine::new();
            give_sandbox(&mut engine, in_slices);
            engine.eval::<String>(
                "const deep = n => n ? deep(n - 1) : '1'; deep(1000); sandbox('[1, 2].map(String).join()')",
            )
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread");
        assert_eq!(thread.join().expect("no panic").expect("a text"), "1,2");
    }
}

#[test]
fn a_panic_gives_the_stack_back() {
    let lowest =
        |engine: &mut Engine| engine.eval::<u32>("let n = 0; function f() { n++; [1].map(f) } try { f() } catch {} n");
    let before = lowest(&mut Engine::new()).expect("a depth");
    let mut engine = Engine::new();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _: Result<(), Error> = engine.enter(|_| panic!("in a turn of the host"));
    }));
    assert!(panicked.is_err());
    assert_eq!(lowest(&mut Engine::new()).expect("a depth"), before);
}
