//! Endless work, in script and inside built-ins: the deadline, fuel and interrupts stop it, and no catch or finally
//! sees that.

use std::thread;
use std::time::{Duration, Instant};

use ferrotape::{Backend, Engine, Termination};

use crate::support::{Outcome, assert_answers, check_all, expect, run, run_limited, stops_in_time, stops_in_time_on};

/// For ends that come in a moment unless others run.
const LONG: Duration = Duration::from_secs(60);

/// Loops of script code.
const LOOPS: &[&str] = &[
    "for (;;) {}",
    "for (;;);",
    "while (true) {}",
    "do {} while (true)",
    "l: for (;;) { continue l }",
    "for (var i = 0; ; i++) i",
    "while (true) try { throw 1 } catch (e) { }",
    "while (true) try { throw 1 } catch (e) { } finally { }",
    "while (true) try { } finally { continue }",
    "for (;;) try { null.x } catch (e) { continue } finally { continue }",
    "l: while (true) { switch (1) { case 1: continue l } }",
    "while (true) with ({}) { }",
    "for (;;) eval('')",
    "{ using x = { [Symbol.dispose]() { for (;;) {} } } }",
    "for (;;) { using x = null }",
    "for (;;) try { using x = { [Symbol.dispose]() { throw 1 } }; throw 2 } catch { } finally { continue }",
    "for (;;) for (using x of [{ [Symbol.dispose]: String }]) continue",
    "const s = new DisposableStack(); s.defer(() => { for (;;) {} }); s.dispose()",
    "for (;;) { const s = new DisposableStack(); s.defer(String); s.move().dispose() }",
    "for (;;) new Function('')",
    "eval('for (;;) {}')",
    "new Function('for (;;) {}')()",
    "function f() { for (;;) {} } f()",
    "'use strict'; function f() { return f() } f()",
    "'use strict'; function f() { return g() } function g() { return f() } f()",
    "function f() { 'use strict'; return f() } f()",
    "for (;;) for (var k in { a: 1 }) { }",
    "for (;;) [3, 1, 2].sort()",
    "for (;;) (function () { })()",
    "for (;;) new Object",
    "for (;;) [].concat([1], [2])",
    "for (;;) JSON.parse('[1, 2, {}]')",
    "for (;;) 'abc'.replace('b', String)",
    "for (;;) 'abc'.replace(/./g, String)",
    "for (;;) /x/.test('abc')",
    "for (var i = 0; ; i++) new RegExp('x' + i)",
    "for (var s = 'ab'; ; ) s.split(/b/)",
    "for (;;) { var e = new Error; e.stack }",
    "var s = ''; for (;;) s = (s + 'x').slice(0, 1000)",
    "var i = 0; for (;;) this['v' + i++] = 1, delete this['v' + (i - 1)]",
    "var o = {}; for (;;) { o.a = 1; delete o.a }",
    "var a = []; for (;;) { a.push(1); a.pop() }",
    "var a = [1, 2, 3]; for (;;) a.unshift(a.pop())",
    "var p = {}; for (;;) { var o = Object.create(p); p.x = o.y }",
];

/// Array-likes whose indices are read one by one, because a proxy among the prototypes could observe it.
const TELLING: &str =
    "var told = new Proxy({}, {}), tell = array => Object.setPrototypeOf(array, new Proxy(Array.prototype, {})); ";

/// Calls of built-ins that would take ages.
const NATIVE: &[&str] = &[
    "[].forEach.call({ __proto__: told, length: 1e15 }, String)",
    "[].map.call({ __proto__: told, length: 4294967295 }, String)",
    "[].filter.call({ __proto__: told, length: 1e15 }, String)",
    "[].some.call({ __proto__: told, length: 1e15 }, String)",
    "var r = /a/g; r.exec = function () { return { 0: '', index: 0 } }; 'a'.match(r)",
    "var r = /a/g; r.exec = function () { return { 0: '', index: 0 } }; 'a'.replace(r, '')",
    "var r = /a/g; r.exec = function () { return { 0: 'a', index: 0, length: 1e15 } }; 'a'.replace(r, '')",
    "/(a*)*\\1b$/.test(Array(1000).join('a') + 'bc')",
    "'x'.repeat(1e7).replace(/(?=(x+))\\1\\1/g, '')",
    "[].every.call({ __proto__: told, length: 1e15 }, String)",
    "[].reduce.call({ __proto__: told, length: 1e15 }, String, 0)",
    "[].reduceRight.call({ __proto__: told, length: 1e15 }, String, 0)",
    "[].indexOf.call({ __proto__: told, length: 1e15 }, 1)",
    "[].lastIndexOf.call({ __proto__: told, length: 1e15 }, 1)",
    "[].join.call({ __proto__: told, length: 1e15 })",
    "[].join.call({ __proto__: told, length: 1e15 }, '')",
    "[].reverse.call({ __proto__: told, length: 1e15 })",
    "[].reverse.call({ __proto__: told, length: 1e15, 1: 1 })",
    "[].sort.call({ __proto__: told, length: 1e15 })",
    "[].slice.call({ __proto__: told, length: 4294967295 })",
    "[].splice.call({ __proto__: told, length: 1e15 }, 0, 4294967295)",
    "[].splice.call({ __proto__: told, length: 1e15 }, 1, 1)",
    "[].splice.call({ __proto__: told, length: 1e15 }, 1, 0, 1)",
    "[].shift.call({ __proto__: told, length: 1e15 })",
    "[].unshift.call({ __proto__: told, length: 1e15 }, 1)",
    "[].toLocaleString.call({ __proto__: told, length: 1e15 })",
    "[].concat.call(tell(Array(4294967295)), tell(Array(4294967295))).length; for (;;);",
    "tell(Array(4294967295)).map(String)",
    "tell(Array(4294967295)).forEach(String)",
    "tell(Array(4294967295)).indexOf(1)",
    "tell(Array(4294967295)).lastIndexOf(1)",
    "tell(Array(4294967295)).sort(); for (;;);",
    "tell(Array(4294967295)).join()",
    "tell(Array(4294967295)) + ''",
    "tell(Array(4294967295)).reverse(); for (;;);",
    "tell(Array(4294967295)).slice()",
    "tell(Array(4294967295)).splice(0)",
    "tell(Array(4294967295)).shift(); for (;;);",
    "tell(Array(4294967295)).unshift(1); for (;;);",
    "tell(Array(4294967295)).toString()",
    "JSON.stringify(Array(4294967295), (key, value) => value)",
    "JSON.stringify({ a: 1 }, Array(4294967295))",
    "var a = []; a[4294967294] = 1; for (;;) try { a.join() } catch {}",
    "var a = []; a[4294967294] = 1; a.sort(); for (;;);",
    "var a = []; a[4294967294] = 1; a.length = 0; a[4294967294] = 1; for (;;) a.indexOf(2)",
    "Array.prototype[3] = 1; Array(4294967295).indexOf(2)",
    "Array.prototype[3] = 1; Array(4294967295).join('')",
    "Array.prototype[3] = 1; Array(4294967295).sort()",
    "Array.prototype[3] = 1; Array(4294967295).reverse()",
    "var a = [1, 2, 3]; a.forEach(function () { for (;;); })",
    "[2, 1].sort(function () { for (;;); })",
    "[1].map(function f() { for (;;) [1].map(function () { for (;;); }) })",
    "'a'.replace('a', function () { for (;;); })",
    "JSON.stringify({ toJSON: function () { for (;;); } })",
    "JSON.stringify([1], function () { for (;;); })",
    "JSON.parse('[1]', function () { for (;;); })",
    "JSON.parse('[1]', function (k, v) { if (k === '0') { this.push(1); this.length = 1e9 } return v }); for (;;);",
    "'' + { toString: function () { for (;;); } }",
    "+{ valueOf: function () { for (;;); } }",
    "({ get a() { for (;;); } }).a",
    "({ set a(v) { for (;;); } }).a = 1",
    "Object.defineProperty({}, { toString: function () { for (;;); } }, {})",
    "var s = Array(1 << 20).join('ab'); for (;;) s.indexOf('ba' + 'ab')",
    "var s = Array(1 << 20).join('a'); for (;;) s.indexOf('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
    "var s = Array(1 << 20).join('a'), t = Array(1 << 18).join('a') + 'b'; for (;;) s.indexOf(t)",
    "var s = Array(1 << 20).join('a'), t = Array(1 << 18).join('a') + 'b'; for (;;) s.lastIndexOf('b' + t)",
    "var s = Array(1 << 20).join('a'), t = Array(1 << 18).join('a') + 'b'; for (;;) s.split(t)",
    "var s = Array(1 << 20).join('a'), t = Array(1 << 18).join('a') + 'b'; for (;;) s.replace(t)",
    "var s = Array(1 << 20).join('a'); for (;;) s.split('')",
    "var s = Array(1 << 20).join('a'); for (;;) s.toUpperCase()",
    "var s = Array(1 << 20).join('a'); for (;;) s.localeCompare(s + 'b')",
    "var s = Array(1 << 20).join(' '); for (;;) (s + 'a').trim()",
    "var s = Array(1 << 20).join('a'); for (;;) s + 'b' < s + 'c'",
    "var s = Array(1 << 20).join('a'); for (;;) s + 'b' == s + 'c'",
    "var s = Array(1 << 20).join('%20'); for (;;) decodeURIComponent(s)",
    "var s = Array(1 << 20).join('a '); for (;;) encodeURIComponent(s)",
    "var s = Array(1 << 20).join('a '); for (;;) escape(s)",
    "var s = Array(1 << 20).join('%20'); for (;;) unescape(s)",
    "var s = Array(1 << 20).join('9'); for (;;) Number(s)",
    "var s = '0x' + Array(1 << 20).join('9'); for (;;) Number(s)",
    "var s = Array(1 << 20).join('9'); for (;;) parseInt(s, 7)",
    "var s = '0.' + Array(1 << 20).join('1') + 'e5'; for (;;) parseFloat(s)",
    "var s = Array(1 << 20).join(' ') + '1'; for (;;) +s",
    "var s = '[' + Array(1 << 18).join('1,') + '1]'; for (;;) JSON.parse(s)",
    "var s = Array(1 << 20).join('\\u0001'); for (;;) JSON.stringify(s)",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i; for (;;) Object.keys(o)",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i; for (;;) for (var k in o) break",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i; for (;;) JSON.stringify(o)",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i; for (;;) Object.freeze(o)",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = i; for (;;) Object.isFrozen(o)",
    "var o = {}; for (var i = 0; i < 100000; i++) o['k' + i] = { value: i }; for (;;) Object.create(null, o)",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.slice()",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.shift()",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.unshift(1)",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.splice(1, 0, 1)",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.reverse()",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.sort()",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(-i); for (;;) a.concat(a)",
    "var a = []; for (var i = 0; i < 1e6; i++) a.push(i % 7); for (;;) a.indexOf(8)",
    "var a = []; for (var i = 0; i < 1e5; i++) a.push(i); for (;;) Math.max.apply(null, a)",
    "var a = []; for (var i = 0; i < 1e5; i++) a.push(97); for (;;) String.fromCharCode.apply(null, a)",
    "var f = String; for (var i = 0; i < 10000; i++) f = f.bind(null); for (;;) f()",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) o.missing",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) 'missing' in o",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) o instanceof String",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) Array.prototype.isPrototypeOf(o)",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) o.x = 1, delete o.x",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) for (var k in o);",
    "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) Object.setPrototypeOf(o, Object.getPrototypeOf(o))",
    "var a = []; for (var i = 0; i < 1e5; i++) a['k' + i] = i; for (;;) a.length = 0",
    "var s = 'x'.repeat(1 << 25), t = 'x'.repeat(1 << 25); for (;;) s == t",
    "var s = 'x'.repeat(1 << 25), t = 'x'.repeat(1 << 25); for (;;) s < t",
    "var s = 'x'.repeat(1 << 25), t = 'x'.repeat(1 << 25); for (;;) switch (s) { case t + 'x': case t: }",
    "var s = 'x'.repeat(1 << 25), t = 'x'.repeat(1 << 25); for (;;) [s].indexOf(t)",
    "var s = 'x'.repeat(1 << 24), o = {}; for (;;) { o[s + 'x'] = 1; s.indexOf('y') }",
    "var s = 'x'.repeat(1 << 25); for (;;) new Object(s).length + s.charAt(5) + s[1 << 20]",
    "var s = 'x'.repeat(1 << 20); for (;;) Object.keys(new String(s))",
    "var s = 'x'.repeat(1 << 20); for (;;) for (var k in new String(s)) break",
    "var s = 'x'.repeat(1 << 25); for (;;) try { s.foo() } catch (e) { }",
    "var s = 'x'.repeat(1 << 25); for (;;) try { ({})[s]() } catch (e) { }",
    "var s = 'x'.repeat(1 << 25); for (;;) try { null[s] } catch (e) { }",
    "var s = 'x'.repeat(1 << 25); for (;;) try { throw new Error(s) } catch (e) { e.stack.length }",
    "var s = 'x'.repeat(1 << 25); for (;;) try { eval(s) } catch (e) { }",
    "var s = '(' + 'x,'.repeat(1 << 20) + 'x)'; for (;;) try { new Function(s) } catch (e) { }",
    "var e = new Error, o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); e.__proto__ = o; \
     for (;;) String(Error.prototype.toString.call(e))",
    "var f = function () { return arguments }; for (;;) f.apply(null, Array(1e5))",
    "var f = function () { return arguments.length }; for (;;) f.apply(null, Array(1e5))",
    "var f = function () { }; for (;;) f.bind.apply(f, Array(1e5))",
    "var o = {}; for (var i = 0; i < 1e5; i++) o['k' + i] = i; for (;;) with (o) k5",
    "var o = {}; for (var i = 0; i < 1e5; i++) o['k' + i] = i; for (;;) { delete o.k1; o.k1 = 1 }",
    "var o = {}; for (var i = 0; i < 1e5; i++) o['k' + i] = i; for (;;) Object.defineProperty(o, 'k5', { get: String })",
    "var a = []; for (var i = 0; i < 1e5; i++) a[i * 1000] = i; for (;;) a.slice()",
    "var a = []; for (var i = 0; i < 1e5; i++) a[i * 1000] = i; for (;;) Object.keys(a)",
    "var a = []; for (var i = 0; i < 1e5; i++) a[i * 1000] = i; for (;;) for (var k in a) break",
    "var a = []; for (var i = 0; i < 1e5; i++) a[i * 1000] = i; for (;;) { a.length = 5e7; a.reverse() }",
    "for (;;) (1.7976931348623157e308).toString(2)",
    "var s = 'x'.repeat(1 << 25); for (;;) s.indexOf('y') + s.lastIndexOf('y')",
    "var s = 'x'.repeat(1 << 24), t = s.slice(1) + 'y'; for (;;) s.indexOf(t) + s.lastIndexOf('y' + t)",
    "var s = 'x'.repeat(1 << 24), t = s.slice(1); for (;;) s.startsWith(t) && s.endsWith(t)",
    "var s = '\\u0416'.repeat(1 << 24); for (;;) s.toLowerCase()",
    "var s = '\\u03a3'.repeat(1 << 22); for (;;) s.toLowerCase()",
    "var s = '\\u03a3' + '\\u0301'.repeat(1 << 24) + '\\u03a3'; for (;;) s.toLowerCase()",
    "var s = 'A\\u00df'.repeat(1 << 22); for (;;) s.toUpperCase()",
    "for (;;) 'abc'.repeat(1 << 22)",
    "for (;;) 'abc'.padEnd(1 << 24, '\\u0416bc')",
    "var s = '\"x'.repeat(1 << 20); for (;;) ''.anchor(s)",
    "var s = 'x'.repeat(1 << 25); for (;;) encodeURI(s) + decodeURI(s) + escape(s) + unescape(s)",
    "var s = 'x'.repeat(1 << 24); for (;;) JSON.stringify(s)",
    "var s = '\\ud83d\\ude00'.repeat(1 << 22); for (;;) JSON.stringify(s)",
    "var a = []; for (var i = 0; i < 1e5; i++) a.push('k' + i); for (;;) JSON.stringify({}, a)",
    "var s = 'ab '.repeat(1 << 22); for (;;) Date.parse(s)",
    "var s = '('.repeat(1 << 24); for (;;) Date.parse(s)",
    "var s = '2000-01-01T00:00:00.' + '1'.repeat(1 << 24); for (;;) Date.parse(s)",
    "var s = '/*' + 'x'.repeat(1 << 22) + '*/'; for (;;) new Function(s + 'a', s + 'b', '')",
    "var a = Array(1e5).fill(1.5); for (;;) Math.max.apply(null, a) + Math.hypot.apply(null, a)",
    "var a = Array(1e5).fill(1.5); for (;;) Array.of.apply(null, a)",
    "var a = Array(1e5).fill(1.5); for (;;) Array.of.apply(Object, a)",
    "for (;;) { var a = []; for (var i = 0; i < 1e5; i++) a[4294967294 - i] = i; a.length = 0 }",
    "for (;;) { var a = []; for (var i = 0; i < 1e5; i++) a[i * 5000] = i; a.length = 0 }",
    "for (;;) { var a = Array(1e6).fill(1); Object.defineProperty(a, 5, { get: String }) }",
    "for (;;) (0.1).toFixed(20) + (5e-324).toPrecision(21)",
    "for (;;) Math.random().toString(36)",
];

#[test]
fn loops_of_script_code_stop_in_time() {
    check_all(LOOPS, stops_in_time);
}

#[test]
fn loops_of_stack_code_stop_in_time() {
    check_all(LOOPS, |script| stops_in_time_on(Backend::Stack, script));
}

#[test]
fn built_ins_stop_in_time() {
    check_all(NATIVE, |script| stops_in_time(&format!("{TELLING}{script}")));
}

#[test]
fn strings_without_end() {
    let scripts = [
        "var s = 'x'; for (;;) s += s",
        "var s = 'x'; for (;;) s = s + s + ''",
        "'x'.repeat(1e10)",
        "'x'.repeat(4294967295)",
        "'x'.repeat(Infinity)",
        "'abc'.repeat(500000000)",
        "Array(4294967295).join('xxxx')",
        "var s = 'x'; for (;;) s = s.concat(s)",
        "var s = 'x'; for (;;) s = [s, s].join()",
        "var s = 'x'; for (;;) s = s.replace('x', s + s)",
        "var s = '\\u20ac'; for (;;) s += s",
        "var s = 'x'; for (;;) s = JSON.stringify(s + s)",
        "var s = 'x'; for (;;) s = encodeURIComponent('\\u20ac' + s + s)",
        "var s = 'x'; for (;;) s = escape('\\u20ac' + s + s)",
        "JSON.stringify([1], null, 1e10) && 'x'.repeat(1e10)",
        "var a = ['x'.repeat(1e6)]; for (;;) a.push(a.join())",
    ];
    check_all(&scripts, |script| {
        let outcome = run_limited(Engine::builder().memory_limit(64 << 20).timeout(LONG), script);
        expect(outcome.is_range_error() || outcome == Outcome::Stopped(Termination::OutOfMemory), &outcome)
    });
}

/// Without a memory limit, the maximum length of strings ends them.
#[test]
fn strings_are_shorter_than_two_to_the_thirty() {
    for script in ["var s = 'x'; for (;;) s += s", "'x'.repeat(1073741824)", "'xy'.repeat(1e300)"] {
        assert!(run_limited(Engine::builder().timeout(LONG), script).is_range_error(), "{script}");
    }
    let longest = "var s = 'x'; for (var i = 0; i < 29; i++) s += s; s.length";
    assert_eq!(run_limited(Engine::builder(), longest), Outcome::Number(536_870_912.0));
}

#[test]
fn data_without_end() {
    let scripts = [
        "var a = []; for (;;) a.push(a)",
        "var a = []; for (;;) a = [a]",
        "var a = []; for (;;) a.push({})",
        "var a = []; for (;;) a.push([])",
        "var a = []; for (;;) a[a.length] = 1",
        "var a = []; for (;;) a = a.concat(a, [1])",
        "var a = [1]; for (;;) a.push.apply(a, a.slice(0, 1000))",
        "var a = [], i = 0; for (;;) a[i += 1000] = 1",
        "var a = [], i = 4294967294; for (;;) a[i--] = 1",
        "var o = {}, i = 0; for (;;) o['k' + i++] = 1",
        "var o = {}, i = 0; for (;;) o = { o: o }",
        "var o = {}, i = 0; for (;;) o[i++ * 100000] = 1",
        "var o = {}, i = 0; for (;;) Object.defineProperty(o, i++, { get: String })",
        "var o = {}, i = 0; for (;;) Object.defineProperty(o, 'k' + i++, { get: String, set: String })",
        "var a = [], i = 0; for (;;) a.push('text ' + i++)",
        "var a = [], i = 0; for (;;) a.push(('text that is a rope ' + i++) + ' and more of it')",
        "var a = []; for (;;) a.push(function () { return a })",
        "var a = []; for (;;) a.push((function (x) { return function () { return x } })(1))",
        "var a = []; for (;;) a.push((function () { return arguments })(1, 2, 3))",
        "var a = []; for (;;) a.push((function (x, y) { return arguments })(1, 2, 3))",
        "var a = []; for (;;) a.push(new Error('x'))",
        "var a = []; for (;;) try { null.x } catch (e) { a.push(e) }",
        "var a = []; for (;;) a.push(String.bind(null, 1, 2, 3))",
        "var a = []; for (;;) a.push(new String('x'))",
        "var a = []; for (;;) a.push(new Function('a', 'return a'))",
        "var a = []; for (;;) a.push(eval('(function () { return 1 })'))",
        "var a = [], i = 0; for (;;) a.push(eval('({ k' + i++ + ': 1 })'))",
        "var a = [], i = 0; for (;;) { var o = {}; o['k' + i++] = 1; a.push(o) }",
        "var i = 0; for (;;) this['global' + i++] = i",
        "var i = 0; for (;;) eval('var v' + i++ + ' = 1')",
        "var a = []; for (;;) a.push(Object.create(a))",
        "var a = []; for (;;) a = Object.create(a)",
        "var f = String; for (;;) f = f.bind(null, 1)",
        "var s = 'x', a = []; for (;;) { s += 'y'; a.push(s); a[s] = 1 }",
        "var a = 'x'.repeat(1e6), b = []; for (;;) b.push(a.split(''))",
        "var a = [1]; for (;;) a = JSON.parse(JSON.stringify([a, a]))",
        "var a = [], i = 0; for (;;) { var o = { a: 1 }; delete o.a; a.push(o) }",
        "var a = [], i = 0; for (;;) { var o = {}; Object.freeze(o); a.push(o) }",
        "for (var a = []; ;) a.unshift({})",
        "for (var a = []; ;) a.splice(0, 0, {}, {})",
        "Array(4294967295).fill(1)",
        "var a = [1]; for (;;) a = a.map(function () { return {} }).concat(a)",
        "function f(n) { var x = {}; return function () { return f(x) } } for (var g = f(); ;) g = { g: g, h: g.g ? g.h : g() }",
    ];
    check_all(&scripts, |script| {
        let builder = Engine::builder().memory_limit(8 << 20).timeout(Duration::from_secs(60));
        let outcome = run_limited(builder, script);
        expect(outcome.is_range_error() || outcome == Outcome::Stopped(Termination::OutOfMemory), &outcome)
    });
}

/// Neither catch nor finally runs, nor a callback's catch in native code, nor a getter's.
#[test]
fn terminations_cannot_be_caught() {
    let scripts = [
        "var seen = 0; try { for (;;); } catch (e) { seen = 1 } finally { seen = 2 }",
        "var seen = 0; function f() { try { for (;;); } finally { seen = 1 } } try { f() } finally { seen = 2 }",
        "var seen = 0; try { [1].forEach(function () { for (;;); }) } catch (e) { seen = 1 } finally { seen = 2 }",
        "var seen = 0; try { [2, 1].sort(function () { try { for (;;); } finally { seen = 1 } }) } finally { seen = 2 }",
        "var seen = 0; try { eval('try { for (;;); } finally { seen = 1 }') } finally { seen = 2 }",
        "var seen = 0; l: for (;;) try { for (;;); } finally { seen = 1; break l }",
        "var seen = 0; function f() { try { for (;;); } finally { seen = 1; return 1 } } f()",
        "var seen = 0; try { '' + { toString: function () { for (;;); } } } catch (e) { seen = 1 }",
        "var seen = 0; try { [].join.call({ __proto__: new Proxy({}, {}), length: 1e15 }) } catch (e) { seen = 1 } finally { seen = 2 }",
        "var seen = 0; try { var s = 'x'; for (;;) { s += s; s.charAt(0); if (s.length > 1e8) s = 'x' } } catch (e) { seen = 1 }",
    ];
    check_all(&scripts, |script| {
        let mut engine = Engine::builder().fuel(1_000_000).memory_limit(32 << 20).build().expect("an engine");
        let outcome = run(&mut engine, script);
        expect(matches!(outcome, Outcome::Stopped(_)), &outcome)?;
        let seen = run(&mut engine, "seen");
        expect(seen == Outcome::Number(0.0), &seen)
    });
}

#[test]
fn an_interrupt_from_another_thread_stops_the_run() {
    for script in [
        "for (;;) {}",
        "[].map.call({ __proto__: new Proxy({}, {}), length: 4294967295 }, String)",
        "try { for (;;); } finally { for (;;); }",
    ] {
        let mut engine = Engine::builder().build().expect("an engine");
        let interrupter = engine.interrupter();
        let other = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            interrupter.interrupt();
            Instant::now()
        });
        assert_eq!(run(&mut engine, script), Outcome::Stopped(Termination::Interrupted), "{script}");
        // Time of other processes counts here, so the limit is generous.
        let set_at = other.join().expect("no panic");
        assert!(set_at.elapsed() < LONG, "{script}");
    }
}

/// Each limit in turn stops the same engine again and again.
#[test]
fn an_engine_survives_many_stops() {
    let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
    for round in 0..10 {
        for script in LOOPS.iter().chain(NATIVE).skip(round).step_by(17) {
            engine.set_fuel(if round % 2 == 0 { Some(50_000) } else { None });
            engine.set_timeout(Duration::from_millis(20));
            let _ = engine.run("again.js", script);
            engine.set_fuel(None);
            engine.set_timeout(None);
            // Some of the scripts leave much memory behind.
            let cleaned = engine.run("clean.js", "for (var k in this) this[k] = null; delete Array.prototype[3]; 0");
            assert!(cleaned.is_ok(), "{script}: {cleaned:?}");
        }
        assert_answers(&mut engine);
    }
}
