//! Runs that are stopped at every point: by fuel from none upwards one by one, by memory in small steps. After each
//! stop the same engine gives right answers.

use ferrotape::convert::Coerced;
use ferrotape::{Backend, Context, Engine, Error, ErrorKind, Function, Termination, Value};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Each script leaves things half done when stopped. It must not change what `CHECK` reads, nor define its names.
const SCRIPTS: &[&str] = &[
    "var t0 = [3, 1, 2].sort(function (a, b) { try { return a - b } finally { t0 = [b, a] } }).join()",
    "var t1 = []; t1[0] = t1; t1[1] = { toString: function () { return t1.join() + [t1, [t1]] } }; String(t1)",
    "function t2(a, b) { arguments[0] = function () { return a + b }; with ({ b: 2 }) { return eval('a() + b') } } t2(1, 2) + t2.call(1)",
    "try { try { null.x } catch (e) { throw new TypeError(e.message + e.stack) } finally { t3 = 1 } } catch (e) { String(e) }",
    "var t4 = { a: [1, { b: 2 }], toJSON: function (k) { return { k: k, l: [1, 2] } } }; JSON.stringify([t4, t4], null, 2) + JSON.parse('[1,{\"a\":[2]}]', function (k, v) { return typeof v === 'number' ? [v] : v })",
    "'abcabc'.replace(/(b)(c)?/g, function (m, a) { return m.replace(a, function () { return '[' + a + ']' }) }).split(/b/).concat('x'.split('')).join('-')",
    "var t6 = {}; for (var i = 0; i < 12; i++) { t6['k' + i] = i; if (i % 3) delete t6['k' + (i - 1)] } for (var k in t6) { delete t6[k]; t6['z' + k] = 1 } Object.keys(t6).join()",
    "var t7 = []; t7[5] = 1; t7[1e6] = 2; t7[4294967294] = 3; t7.length = 1000001; t7.reverse; delete t7[5]; t7.concat([1, , 3]).indexOf(3)",
    "function T8(x) { this.x = x } T8.prototype.get = function () { return this.x }; var t8 = []; for (var i = 0; i < 5; i++) t8.push(new T8(i)); t8.map(function (o) { return o.get() }).reduce(function (a, b) { return a + b })",
    "(function t9(n) { return n ? t9(n - 1) : eval('var q = n; (function () { return q })')() })(9)",
    "var f = new Function('a', 'b', 'return a + b + arguments.length'); f(1, 2) + f.apply(null, [1, 2, 3]) + f.bind(null, 1)(2)",
    "l: for (var i = 0; i < 3; i++) { for (;;) { try { continue l } finally { try { throw i } catch (i) { var g = function () { return i } } } } } g()",
    "var d = new Date(2001, 1, 3, 4, 5, 6); d.toString() + Date.parse('2001-02-03T04:05:06Z') + d.toISOString() + (1e21 + 0.1).toString(7) + (0.000001).toFixed(10) + parseFloat('1e-7x')",
    "var o = Object.defineProperties({}, { a: { get: function () { return this.b } }, b: { value: 2, writable: true } }); Object.freeze(o); o.a + Object.getOwnPropertyNames(o).length",
    "switch ('c' + 1) { case 'a1': 1; case 'b1': 2; case 'c1': var s = 'x'; for (var i = 0; i < 8; i++) s += s; default: s = s.toUpperCase() + escape(s) + encodeURIComponent('\\u20ac' + s) } s.length",
    "var e = new Error('m'); Object.defineProperty(e, 'message', { get: function () { throw this } }); try { String(e) } catch (x) { x === e; throw e }",
    "function r() { try { r() } catch (e) { throw e } finally { r.n = 1 } } try { (function d(n) { if (n) { try { return d(n - 1) } finally { n++ } } })(20) } finally { 1 }",
    "var a = 1; { (function () { var a = 2; with ({ get a() { return eval('a', a = 3) } }) { try { return function () { return typeof a } } finally { delete a } } })()() }",
    "/(?:a|(b(?=c)))*?(\\1)c$/i.exec('aAbBcabc'); /((a*)*)*b/.test('aaaaaaaaaaaaaaaaaaaa'); new RegExp('[\\\\u0000-\\\\uffff]{2,5}?x', 'g').exec('aaaax').index",
    "var big = []; for (var i = 0; i < 40; i++) big.push({ i: i, s: 'text' + i, f: function () { return i } }); big = big.slice(10).filter(function (o) { return o.i % 2 }); big.length",
    "var x = { valueOf: function () { return y - 1 }, toString: function () { return 'x' + y } }, y = { valueOf: function () { return 4 } }; x * 2 + (x < y) + ('' + x) + [x] + ({})",
    "var s = ''; for (var i = 0; i < 50; i++) s = i % 2 ? s + 'ab' + i : 'cd' + s; s.lastIndexOf('ab1') + s.charCodeAt(3) + s.slice(4, 9) + s.trim().localeCompare(s + 'x')",
    "print2 = host(function () { return host(function () { return host(function () { throw new RangeError('deep') }) }) })",
    "host(function () { try { return hostThrow('x') } catch (e) { return host(function () { return e.message }) } finally { host(Array) } })",
    "hostPanic()",
    "try { hostPanic() } finally { try { hostPanic() } catch (e) { String(e) } }",
    "[1, 2, 3].forEach(function (v, i, a) { a.length = 0; a.push.apply(a, [1, 2, 3, 4]); a.unshift(a.pop()); a.splice(1, 1, v) }); Math.max.apply(null, [1, 2, 3])",
    "var u = 'abc'; u.x = 1; (1).toString.call(2) + Object('abc')[1] + Object.keys(Object('abc')) + [].concat(Object('abc')) + ('b' in { b: 1 })",
    "syntax error here",
    "function deepThrow(n) { if (!n) throw { n: n }; try { deepThrow(n - 1) } finally { deepThrow.last = n } } deepThrow(6)",
    "var h = Object.create(null, { v: { value: 1, enumerable: true } }); for (var k in Object.create(h)) k; (function () { 'use strict'; try { undeclared = 1 } catch (e) { return e.name } })()",
    "function res(n) { return { [Symbol.dispose]() { if (n > 1) throw n } } } (function () { try { using a = res(1), b = res(2), c = res(3); for (using d of [res(1)]) break; throw 4 } catch (e) { return e.suppressed.suppressed } })()",
    "(function () { const s = new DisposableStack(); s.defer(function () { s.disposed }); s.adopt([1], String); using t = s.move(); return (function* () { using u = t.use(null); yield u })().next().value })()",
    "isNaN(parseInt('zz', 36)) + [1, [2, [3, 4]]].toString() + [10, 9, 1].sort() + new Array(3).join('ab') + Array.prototype.concat.call(1, 2)",
];

/// Touches every part that a stop may have left open.
const CHECK: &str = r#"
(function () {
  var out = [];
  function adder(a) { return function (b) { return a + b } }
  out.push(adder(2)(3));
  try { try { null.x } finally { out.push('f') } } catch (e) { out.push(e.name) }
  var cycle = [1]; cycle.push(cycle); out.push(cycle.join('/'));
  out.push(JSON.stringify({ a: [1, { b: null }], c: 'x' }), JSON.parse('{"a":[1,2]}').a.length);
  out.push([3, 1, 2].sort(function (a, b) { return a - b }).join(''));
  out.push('abcabc'.replace(/b(.)/g, function (m, c) { return c + m }), 'a,b'.split(/,/).length);
  with ({ w: 5 }) { out.push(eval('w + 1')) }
  (function (p) { arguments[0] = 7; out.push(p, arguments.length) })(1, 2);
  for (var k in { x: 1, y: 2 }) out.push(k);
  var s = ''; for (var i = 0; i < 30; i++) s += i; out.push(s.length, s.indexOf('2829'));
  out.push(new Function('a', 'return a * 2')(21), typeof undefinedName, (255).toString(16));
  out.push([1, 2, 3].map(String).concat([[4]]).length, Object.keys({ a: 1, b: 2 }).join());
  out.push(/(a*)*b/.test('aaaa'), new Date(0).toISOString());
  var o = {}; o.a = 1; o.b = 2; delete o.a; o.c = 3; out.push(o.b + o.c, 'a' in o);
  return out.join(' ');
})()
"#;

const ANSWER: &str = "5 f TypeError 1/ {\"a\":[1,{\"b\":null}],\"c\":\"x\"} 2 123 acbcacbc 2 6 7 2 x y 50 46 42 undefined ff 4 a,b false \
    1970-01-01T00:00:00.000Z 5 false";

fn answer(engine: &mut Engine) -> Result<String, Error> {
    match engine.run("check.js", CHECK)? {
        Value::String(text) => Ok(text),
        other => Ok(format!("{other:?}")),
    }
}

fn define_host(engine: &mut Engine) -> Result<(), Error> {
    engine.define("host", |cx: &mut Context<'_>, function: Function| function.call::<Value>(cx, (1,)))?;
    engine.define("hostThrow", |text: Coerced<String>| Err::<(), _>(Error::new(text.0)))?;
    fn panics() {
        panic!("a host function that panics")
    }
    engine.define("hostPanic", panics)
}

/// Creates an engine with the host functions of the scripts, and its initial answer.
fn engine(backend: Backend, stress: bool) -> (Engine, String) {
    let mut engine = Engine::builder().backend(backend).stress_collection(stress).seed(7).build().expect("an engine");
    define_host(&mut engine).expect("functions");
    let before = answer(&mut engine).expect("an answer");
    assert_eq!(before, ANSWER);
    (engine, before)
}

/// Gives each script 0, 1, 2 … units of fuel, from `small` on in larger steps, until it ends by itself or was stopped
/// often.
fn stop_by_fuel(backend: Backend, stress: bool, small: u64, step: u64) {
    let (mut engine, before) = engine(backend, stress);
    for script in SCRIPTS {
        let mut fuel = 0;
        loop {
            engine.set_fuel(fuel);
            let result = engine.run("attacked.js", *script);
            let stop = result.as_ref().err().map(Error::kind);
            let is_stopped = stop == Some(ErrorKind::Termination(Termination::OutOfFuel));
            assert!(is_stopped || !result.is_err_and(|error| error.is_termination()), "{script}\n{stop:?}");
            engine.set_fuel(None);
            assert_eq!(answer(&mut engine).as_ref(), Ok(&before), "{script}\nafter {fuel} of fuel");
            // Recursion to the depth limit goes on for long after that.
            if !is_stopped || fuel > 4000 {
                break;
            }
            fuel += if fuel < small { 1 } else { step };
        }
    }
}

#[test]
fn by_fuel() {
    BACKENDS.iter().for_each(|&backend| stop_by_fuel(backend, false, 150, 11));
}

#[test]
fn by_fuel_with_collections_everywhere() {
    BACKENDS.iter().for_each(|&backend| stop_by_fuel(backend, true, 0, 97));
}

/// The script and the check share the memory, so there may be no answer.
#[test]
fn by_memory() {
    for backend in BACKENDS {
        for script in SCRIPTS {
            let mut answers = 0;
            for limit in (0..600_000).step_by(29_989).chain((600_000..4_000_000).step_by(999_983)) {
                let builder = Engine::builder().backend(backend).memory_limit(limit).seed(7);
                let mut engine = builder.build().expect("an engine");
                let _may_be_too_much = define_host(&mut engine);
                for _ in 0..2 {
                    let _may_be_too_much = engine.run("attacked.js", *script);
                    match answer(&mut engine) {
                        Ok(after) => {
                            answers += 1;
                            assert_eq!(after, ANSWER, "{script}\nunder {limit}");
                        }
                        Err(error) => {
                            let stop = ErrorKind::Termination(Termination::OutOfMemory);
                            assert_eq!(error.kind(), stop, "{script}\nunder {limit}: {error:?}");
                        }
                    }
                }
            }
            assert!(answers > 0, "{script}");
        }
    }
}
