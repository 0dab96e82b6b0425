//! The accounted bytes: garbage returns them, they are near to the real memory of the process, and their limit applies
//! to live data, not to garbage.

use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};

use ferrotape::convert::JsValue;
use ferrotape::wire::{DataOnly, decode, encode};
use ferrotape::{AsContext, Backend, Class, ClassBuilder, Engine, Error, ErrorKind, IntoJs, Termination, Value};

use crate::support::{Outcome, assert_answers, check_all, expect, run, run_limited};

/// Function bodies that leave nothing behind.
const CHURN: &[&str] = &[
    "var a = []; for (var i = 0; i < 1000; i++) a.push({ a: i, b: 'text' + i })",
    "var a = []; for (var i = 0; i < 1000; i++) a[i] = i; a.length = 10; a.length = 0; a.push(1)",
    "var a = []; for (var i = 0; i < 1000; i++) a.push(i); while (a.length) a.pop()",
    "var a = []; for (var i = 0; i < 1000; i++) a.push(i); while (a.length) a.shift()",
    "var a = []; for (var i = 0; i < 1000; i++) a.unshift(i); a.splice(10, 500); a.splice(1, 1, 1, 2, 3)",
    "var a = []; for (var i = 0; i < 3000; i++) { a.push(i, i); a.shift(); if (i % 9 == 0) a.unshift(1, 2) } a.length = 500; a.splice(0, 99); a.sort()",
    "var a = []; for (var i = 0; i < 1000; i++) a.unshift(i, i); for (i = 0; i < 3000; i++) { a.unshift(a.pop()); a[i % 9] = a[5] } Object.freeze(a)",
    "var a = []; for (var i = 0; i < 1000; i++) a.push(i); a.shift(); a[1e9] = 1; var b = Array(200); b.unshift(1); b.shift(); for (i in b) b[i]++",
    "var s = 'long \\u20ac text '.repeat(200), p = []; for (var i = 0; i < 999; i++) p.push(s.slice(i)); s = null; p[5].split('t').join(p[7]).charAt(2)",
    "var s = 'long text '.repeat(200), o = {}; for (var i = 0; i < 999; i++) { o[s = s.slice(1)] = 1; s + s == s; /t(.*)/.exec(s) }",
    "var a = []; for (var i = 0; i < 1000; i++) a[i * 5000] = i; for (var i = 0; i < 900; i++) delete a[i * 5000]",
    "var a = []; for (var i = 0; i < 1000; i++) a[i * 5000] = i; a.length = 100; a[5] = 5",
    "var a = []; for (var i = 0; i < 2000; i++) a[i] = i; a[1e9] = 1; a.length = 7",
    "var a = [1, 2, 3]; Object.freeze(a); Object.defineProperty([1], 0, { get: String })",
    "var a = [1, 2, 3]; a[4294967294] = 1; a.length = 0",
    "var o = {}; for (var i = 0; i < 1000; i++) o['k' + i] = i",
    "var o = {}; for (var i = 0; i < 1000; i++) o['k' + i] = i; for (var i = 0; i < 1000; i++) delete o['k' + i]",
    "var o = {}; for (var i = 0; i < 5000; i++) { o['k' + i % 7] = i; delete o['k' + i % 5] }",
    "var o = {}; for (var i = 0; i < 200; i++) o['k' + i] = i; for (var i = 0; i < 5000; i++) { delete o.k5; o.k5 = 1 }",
    "var o = {}; for (var i = 0; i < 1000; i++) Object.defineProperty(o, 'k' + i % 20, { get: String, configurable: true })",
    "for (var i = 0; i < 1000; i++) { var o = {}; o['k' + i] = i; o.b = 1; o.c = 2; o.d = 3; o.e = 4; o.f = 5; Object.freeze(o) }",
    "for (var i = 0; i < 1000; i++) { var o = Object.create({}); o.a = 1; Object.create(o).b = 2 }",
    "for (var i = 0; i < 1000; i++) { var o = { a: 1, b: 2 }; o.__proto__ = { c: 3 }; o.__proto__ = null }",
    "var s = ''; for (var i = 0; i < 2000; i++) s += 'part ' + i; s.length + s.charAt(5); s = s + s; s.indexOf('zz')",
    "var s = '\\u20ac'; for (var i = 0; i < 2000; i++) s += 'part ' + i; s.charAt(5)",
    "var o = {}, s = 'a'; for (var i = 0; i < 100; i++) { s += 'long name of a property '; o[s] = 1 }",
    "for (var i = 0; i < 500; i++) { 'a,b,c,d'.split(','); 'abc'.toUpperCase(); ['x', 'y'].join('-'); 'abc'.replace('b', i) }",
    "for (var i = 0; i < 500; i++) JSON.parse(JSON.stringify({ a: [1, { b: 'c' }, null], d: 'text' + i }))",
    "for (var i = 0; i < 1000; i++) (function (x) { return function () { return x } })(i)()",
    "for (var i = 0; i < 1000; i++) (function (x, y) { return arguments })(i, 1, 2, 3).length = 7",
    "for (var i = 0; i < 1000; i++) (function (x, y) { arguments[0] = 5; delete arguments[1]; return arguments })(i, 1)",
    "for (var i = 0; i < 1000; i++) (function (x) { 'use strict'; return arguments })(i, 1, 2, 3)[1] = 7",
    "for (var i = 0; i < 300; i++) eval('var v' + i + ' = function () { return ' + i + ' }; v' + i + '()')",
    "for (var i = 0; i < 300; i++) new Function('a', 'return a + ' + i)(i)",
    "for (var i = 0; i < 300; i++) (0, eval)('(function () { return { a' + i + ': 1 } })()')",
    "for (var i = 0; i < 500; i++) try { null.x } catch (e) { e.stack.length; e.extra = i }",
    "for (var i = 0; i < 500; i++) { var e = new TypeError('text' + i); e.a = e.b = e.c = e.d = 1; delete e.stack }",
    "function f(n) { if (n) f(n - 1); else throw new Error('deep') } for (var i = 0; i < 100; i++) try { f(50) } catch (e) { }",
    "for (var i = 0; i < 500; i++) String.bind(null, 1, 2, 3, i)()",
    "for (var i = 0; i < 500; i++) { using x = { [Symbol.dispose]() { i++ } }, y = null; }",
    "for (var i = 0; i < 300; i++) try { using x = { [Symbol.dispose]() { throw i } }; throw x } catch (e) { e.suppressed.x = 1 }",
    "var s = new DisposableStack(); for (var i = 0; i < 2000; i++) s.defer(String); s = s.move(); s.dispose()",
    "for (var i = 0; i < 500; i++) for (var k in { a: 1, b: 2, c: [] }) for (var l in [1, 2, 3]) k + l",
    "for (var i = 0; i < 500; i++) { new String('text' + i)[1]; new Number(5); new Boolean(true); Object('a').x = 1 }",
    "for (var i = 0; i < 500; i++) with ({ a: i }) { var f = function () { return a }; f() }",
    "var a = []; for (var i = 0; i < 500; i++) a.push({ k: 'v' + (i * 7919 % 500) }); \
     a.sort(function (x, y) { return x.k < y.k ? -1 : 1 }); a.map(String).sort().reverse().slice(5).concat(a, a).join()",
    "for (var i = 0; i < 200; i++) [3, 1, 2].map(function (x) { return [x] }).filter(Array.isArray).reduce(function (a, b) { return a.concat(b) })",
    "for (var i = 0; i < 300; i++) { function F() { this.a = i } F.prototype.m = function () { }; new F().m() }",
    "function f(n) { return n ? 1 + f(n - 1) : 0 } f(2000)",
    "var f = String; for (var i = 0; i < 500; i++) f = f.bind(null, i); f()",
    "for (var i = 0; i < 300; i++) { (1 / 3 + i).toString(); (255).toString(16); (0.1).toFixed(10); parseInt('12' + i) }",
    "for (var i = 0; i < 300; i++) encodeURIComponent(decodeURIComponent('%20' + i) + escape('\\u20ac'))",
    "for (var i = 0; i < 300; i++) { var o = { get a() { return 1 }, set a(v) { } }; o.a = o.a; Object.keys(o) }",
    "for (var i = 0; i < 500; i++) { /(a)(b)?/.exec('xab' + i).extra = 1; 'a1b2'.replace(/\\d/g, '[$&]').split(/\\[/) }",
    "for (var i = 0; i < 500; i++) { var r = new RegExp('(x)' + i, 'g'); r.test('x' + i); r.compile('y' + i); 'abab'.match(/a/g) }",
    "for (var i = 0; i < 20; i++) 'abcdef'.replace(/(.)(.)/g, function (all, a, b) { return b + a + all.length })",
    "/(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'); /(?:a|b)*c/.test(Array(10000).join('ab'))",
];

/// Frees release what was charged: otherwise the account drifts.
#[test]
fn what_is_charged_is_released() {
    check_all(CHURN, |body| {
        let mut engine = Engine::builder().build().expect("an engine");
        let script = format!("(function () {{ {body} }})()");
        let mut settle = |turns: usize| {
            for _ in 0..turns {
                let outcome = run(&mut engine, &script);
                assert!(outcome.is_value(), "{body}: {outcome:?}");
                engine.collect_garbage();
            }
            engine.stats().live_bytes as i64
        };
        let before = settle(2);
        let after = settle(20);
        if before == after { Ok(()) } else { Err(format!("{before} bytes have become {after}")) }
    });
}

/// Garbage does not count: these make much more of it than the limit allows at a time.
#[test]
fn garbage_does_not_reach_the_limit() {
    let scripts = [
        "for (var i = 0; i < 300000; i++) ({ a: i, b: 2, c: 3, d: 4, e: 5, f: 6 })",
        "for (var i = 0; i < 300000; i++) [i, 1, 2, 3, 4, 5, 6, 7]",
        "for (var i = 0; i < 300000; i++) 'text that is a rope in the end ' + i + ' and more of it'",
        "for (var i = 0; i < 300000; i++) ('text that is flattened ' + i + ' and more of it').charAt(1)",
        "for (var i = 0; i < 300; i++) 'x'.repeat(1000000)",
        "for (var i = 0, p = []; i < 300; i++) p.push(('x'.repeat(1000000) + i).slice(-1000))",
        "var a = []; for (var i = 0; i < 100000; i++) a.push(i); for (i = 0; i < 1000000; i++) a.push(a.shift())",
        "for (var i = 0; i < 300; i++) 'x'.repeat(i % 2 ? 100000 : 1500000)",
        "for (var i = 0; i < 100; i++) Array(100000).join('ab')",
        "for (var i = 0; i < 200000; i++) (function (x) { return function () { return x } })(i)",
        "for (var i = 0; i < 300000; i++) (function (x) { return arguments })(i, 1, 2)",
        "for (var i = 0; i < 50000; i++) new Error('text' + i)",
        "for (var i = 0; i < 20000; i++) new Function('return ' + i)",
        "for (var i = 0; i < 20000; i++) eval('(function () { return ' + i + ' })')",
        "for (var i = 0; i < 100000; i++) { var o = {}; o['k' + i] = 1 }",
        "for (var i = 0; i < 100000; i++) { var o = Object.create(o || null); if (i % 100 == 0) o = null }",
        "for (var i = 0; i < 100; i++) { var a = []; for (var j = 0; j < 20000; j++) a.push(j) }",
        "for (var i = 0; i < 100; i++) { var a = []; for (var j = 0; j < 5000; j++) a[j * 1000] = j }",
        "for (var i = 0; i < 100; i++) { var o = {}; for (var j = 0; j < 2000; j++) o['k' + j] = j }",
        "var o = {}; for (var i = 0; i < 200000; i++) { o['k' + i] = i; delete o['k' + (i - 10)] }",
        "var a = []; for (var i = 0; i < 200000; i++) { a.push({}); if (a.length > 100) a.shift() }",
        "var a = []; for (var i = 0; i < 100000; i++) a.push(i); for (i = 0; i < 5; i++) a.forEach(function (x) { return { x: x } })",
        "var a = []; for (var i = 0; i < 20000; i++) a.push(i); for (i = 0; i < 9; i++) a.map(function (x) { return 'text' + x })",
        "var a = []; for (var i = 0; i < 20000; i++) a.push(i); a.sort(function (x, y) { return [y][0] - [x][0] })",
        "for (var i = 0; i < 100; i++) JSON.parse('[' + Array(5000).join('{\"a\":[1,2,3]},') + '1]')",
        "for (var i = 0; i < 100; i++) 'a,b,c,d,e,f,g,h'.repeat(2000).split(',')",
        "for (var i = 0; i < 200000; i++) String.bind(null, i)",
        "for (var i = 0; i < 200000; i++) { var o = { get a() { return 1 } }; o.a }",
        "var s = ''; for (var i = 0; i < 3000000; i++) { s += 'x'; if (s.length > 10000) s = '' }",
        "function f(n) { var o = { n: n }; return n ? f(n - 1) : o } for (var i = 0; i < 2000; i++) f(500)",
        "for (var i = 0; i < 100000; i++) for (var k in { a: 1, b: 2 }) k",
        "for (var i = 0; i < 100000; i++) this['v' + i % 1000] = { i: i }",
        "for (var i = 0; i < 300000; i++) new String('text' + i)",
        "for (var i = 0; i < 30000; i++) new RegExp('text' + i)",
        "for (var i = 0; i < 100000; i++) /(a)(b)(c)/.exec('abc')",
        "for (var i = 0; i < 100; i++) 'abcd'.repeat(5000).replace(/b/g, function (b) { return b + b })",
        "for (var i = 0; i < 50; i++) 'a,b;'.repeat(5000).split(/[,;]/)",
        "var o = {}, n = 0; o.toString = function () { n++; return 'text' + n }; for (var i = 0; i < 100; i++) [o, o, o].sort().join()",
    ];
    for limit in [4, 8, 16] {
        check_all(&scripts, |script| {
            let outcome = run_limited(Engine::builder().memory_limit(limit << 20), script);
            expect(outcome.is_value(), &outcome).map_err(|message| format!("{limit} MB: {message}"))
        });
    }
}

/// An allocation may take all that garbage takes now.
#[test]
fn large_pieces_take_turns() {
    let script = "var s; for (var i = 0; i < 50; i++) { s = null; s = 'x'.repeat(i % 3 ? 1200000 : 2700000) } s.length";
    for limit in [8, 12, 16] {
        let outcome = run_limited(Engine::builder().memory_limit(limit << 20), script);
        assert_eq!(outcome, Outcome::Number(1_200_000.0), "{limit} MB");
    }
}

/// A full engine still runs short scripts, for example to free something.
#[test]
fn a_full_engine_can_be_emptied() {
    let hogs = [
        "var hog = []; for (;;) hog.push({})",
        "var hog = []; for (;;) hog.push('text' + hog.length)",
        "var hog = {}, i = 0; for (;;) hog['k' + i++] = 1",
        "var hog = {}; for (;;) hog = { hog: hog }",
        "var hog = 'x'; for (;;) { hog += hog; hog.charAt(0) }",
        "var hog = []; for (;;) hog.push(function () { })",
        "var hog = [], i = 0; for (;;) hog[i += 5000] = 1",
        "var hog = []; for (;;) { var o = { a: 1, b: 2, c: 3, d: 4 }; for (var i = 0; i < 100; i++) o['p' + i] = i; hog.push(o) }",
    ];
    check_all(&hogs, |script| {
        let mut engine = Engine::builder().memory_limit(8 << 20).build().expect("an engine");
        for _ in 0..3 {
            let outcome = run(&mut engine, script);
            expect(outcome == Outcome::Stopped(Termination::OutOfMemory), &outcome)?;
            // All data can be read.
            let seen =
                run(&mut engine, "typeof hog + hog.length + (typeof hog === 'object' && hog[0] + hog.k1 + hog.hog)");
            expect(seen.is_value(), &seen)?;
            let freed = run(&mut engine, "hog = o = null; for (var i = 0; i < 10000; i++) ({}); 7");
            expect(freed == Outcome::Number(7.0), &freed)?;
            engine.collect_garbage();
            if engine.stats().live_bytes > 2 << 20 {
                return Err(format!("{} bytes are left", engine.stats().live_bytes));
            }
        }
        Ok(())
    });
}

/// Objects stay complete although the memory for their next property was refused.
#[test]
fn objects_are_whole_after_running_out_of_memory() {
    let script = "var all = []; for (;;) { var o = {}; all.push(o); for (var i = 0; i < 40; i++) o['p' + i] = i; \
                  var p = { a: 1, b: 2, c: 3, d: 4 }; all.push(p); p.e = 5; p.f = 6; p.g = 7; p.h = 8; p.i = 9 }";
    let check = "var n = 0; for (var j = all.length - 1; j >= all.length - 20; j--) \
                 for (var k in all[j]) n += all[j][k] === undefined ? 1 : 0; n";
    for limit in 0..40 {
        let mut engine = Engine::builder().memory_limit((2 << 20) + limit * 1000).build().expect("an engine");
        let outcome = run(&mut engine, script);
        assert_eq!(outcome, Outcome::Stopped(Termination::OutOfMemory));
        assert_eq!(run(&mut engine, check), Outcome::Number(0.0));
    }
}

/// The worst kinds of data, kept alive until memory ends.
const HOARDS: &[&str] = &[
    "for (;;) a.push({})",
    "for (;;) a.push([])",
    "for (;;) a.push([1])",
    "for (;;) a.push({ a: 1, b: 2, c: 3, d: 4, e: 5 })",
    "for (;;) a.push('' + a.length)",
    "for (;;) a.push('\\u20ac' + a.length)",
    "for (;;) a.push(String.fromCharCode(0x400 + a.length % 5000))",
    "for (;;) a.push('text of a rope that is long enough ' + a.length)",
    "for (;;) { var s = 'text of a rope that is flat ' + a.length; s.charAt(1); a.push(s) }",
    "for (;;) { var o = {}; o['k' + a.length] = 1; a.push(o) }",
    "for (;;) { var o = {}; o['k' + a.length] = 1; delete o['k' + a.length]; a.push(o) }",
    "for (;;) { var o = { x: 1, y: 2 }; Object.freeze(o); a.push(o) }",
    "var o = {}, i = 0; for (;;) o['k' + i++] = 1",
    "var o = {}, i = 1e9; for (;;) o[i++] = 1",
    "var i = 0; for (;;) a[i += 5000] = 1",
    "for (;;) a.push(function () { return a })",
    "for (;;) a.push((function (x) { return function () { return x } })(1))",
    "for (;;) a.push((function () { return arguments })(1, 2))",
    "for (;;) a.push((function (x, y) { return arguments })(1, 2))",
    "for (;;) a.push((function (x, y) { 'use strict'; return arguments })(1, 2))",
    "for (;;) a.push({ get a() { return 1 } })",
    "for (;;) a.push(new Error('x'))",
    "for (;;) a.push(new SuppressedError(1, 2))",
    "for (;;) a.push(new DisposableStack())",
    "for (;;) { var s = new DisposableStack(); s.defer(String); a.push(s) }",
    "var s = new DisposableStack(); for (;;) s.defer(String)",
    "var s = new AsyncDisposableStack(); for (;;) s.use(null)",
    "function* g() { using x = { [Symbol.dispose]() {} }; yield } for (;;) { var it = g(); it.next(); a.push(it) }",
    "var e, d = { [Symbol.dispose]() { throw 1 } }; for (;;) try { using x = d; throw e } catch (f) { e = f }",
    "function f(n) { return n ? f(n - 1) : new Error('x') } for (;;) a.push(1 && f(30))",
    "for (;;) a.push(String.bind(null, 1, 2))",
    "for (;;) a.push(new String('abc'))",
    "for (;;) a.push(new Number(5))",
    "for (;;) a.push(Object.create({}))",
    "for (;;) a.push(new Function('a', 'return a'))",
    "for (;;) a.push(eval('(function () { return 1 })'))",
    "var i = 0; for (;;) eval('var v' + i++ + ' = 1')",
    "for (;;) a.push(JSON.parse('{\"a\":[1,2,3],\"b\":{\"c\":\"d\"}}'))",
    "for (;;) a.push('a,b,c'.split(','))",
    "for (;;) { a.push(function f() { }); a[a.length - 1].prototype.m = 1 }",
    "function f(o) { for (var k in o) f({ a: 1, b: o }) } try { f({ a: 1 }) } catch (e) { } for (;;) a.push({})",
    "function f(n) { var o = { n: n }; return f(n + 1) + o } try { f(0) } catch (e) { } for (;;) a.push({})",
    "var s = 'x'; for (;;) { s += s; s.charAt(0); a.push(s + 'y') }",
    "for (;;) a.push(Array(1000).join('xy'))",
    "for (;;) { var b = []; for (var i = 0; i < 100; i++) b.push(i); a.push(b) }",
    "for (;;) { var b = []; for (var i = 0; i < 3; i++) b[i * 5000] = i; a.push(b) }",
];

/// Ways to fill some 20 MB, each with cells and memory of another kind.
const FILLINGS: &[&str] = &[
    "for (var i = 0; i < 150000; i++) a.push({})",
    "for (var i = 0; i < 90000; i++) a.push([1])",
    "for (var i = 0; i < 60000; i++) a.push({a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1,i:1,j:1})",
    "for (var i = 0; i < 450000; i++) a.push('s' + i)",
    "for (var i = 0; i < 60000; i++) { var s = 'some longer text that is made flat at once, so that it has memory of its own, say 250 characters of it or so. some longer text that is made flat at once, so that it has memory of its own, say 250 characters of it or so' + i; s.charAt(1); a.push(s) }",
    "for (var i = 0; i < 100000; i++) { var s = '\\u20acsome longer text that is made flat at once, so' + i; s.charAt(1); a.push(s) }",
    "for (var i = 0; i < 200; i++) a.push('x'.repeat(100000 + i))",
    "for (var i = 0; i < 350000; i++) a.push('text of a rope that is long enough ' + i)",
    "for (var i = 0; i < 70000; i++) a.push((function (x) { return function () { return x } })(i))",
    "for (var i = 0; i < 140000; i++) a.push(function () {})",
    "for (var i = 0; i < 40000; i++) a.push({ get a() { return 1 }, set a(v) {} })",
    "for (var i = 0; i < 70000; i++) { var o = {}; o['k' + i] = 1; a.push(o) }",
    "for (var i = 0; i < 70000; i++) a.push(Object.create({}))",
    "for (var i = 0; i < 500; i++) { var o = {}; for (var j = 0; j < 400; j++) o['k' + j] = j; delete o.k1; a.push(o) }",
    "var o = {}; for (var i = 0; i < 180000; i++) o['name' + i] = 1; a.push(o)",
    "for (var i = 0; i < 6000; i++) a.push(new Function('a', 'b', 'return a + b + ' + i))",
    "for (var i = 0; i < 5000; i++) a.push(eval('(function (a, b) { return a + b + ' + i + ' })'))",
    "for (var i = 0; i < 60000; i++) a.push(new Error('x'))",
    "for (var i = 0; i < 70000; i++) a.push(String.bind(null, 1, 2, 3))",
    "for (var i = 0; i < 60000; i++) a.push((function (x, y) { return arguments })(1, 2))",
    "for (var i = 0; i < 4000; i++) { var b = []; for (var j = 1; j < 40; j++) b[j * 5000] = j; a.push(b) }",
    "for (var i = 0; i < 1800000; i++) a.push(i)",
    "for (var i = 0; i < 8000; i++) a.push(new RegExp('text' + i))",
    "var o = null; for (var i = 0; i < 150000; i++) o = { n: o }; a.push(o)",
    "for (var i = 0; i < 140000; i++) a.push(new Number(i))",
    "for (var i = 0; i < 30000; i++) a.push(JSON.parse('{\"a\":[1,2,3],\"b\":{\"c\":\"d\"}}'))",
];

/// Memory that was filled with one kind of cells is reused for others once those are dropped. Accounted bytes stay
/// below the limit, and resident ones near to it.
#[test]
fn memory_of_one_kind_comes_back_for_others() {
    if !cfg!(target_os = "linux") {
        return;
    }
    for backend in ["register", "stack"] {
        let program = std::env::current_exe().expect("a path");
        let output = Command::new(program)
            .args(["--exact", "memory::take_turns", "--nocapture"])
            .env("FERROTAPE_TURNS", backend)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find_map(|line| line.split_once("turns: ")).unwrap_or_else(|| panic!("{output:?}")).1;
        let numbers: Vec<usize> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [accounted, real] = numbers[..] else { panic!("{line}") };
        assert!(accounted <= TURNS_LIMIT + TURNS_LIMIT / 20, "{backend}: {accounted} bytes were accounted for");
        assert!(real <= TURNS_LIMIT + TURNS_LIMIT / 10 + (8 << 20), "{backend}: {real} bytes were resident");
    }
}

const TURNS_LIMIT: usize = 64 << 20;

/// The child process of the test above.
#[test]
fn take_turns() {
    let Ok(backend) = std::env::var("FERROTAPE_TURNS") else { return };
    let backend = if backend == "stack" { Backend::Stack } else { Backend::Register };
    let mut engine = Engine::builder().backend(backend).memory_limit(TURNS_LIMIT).build().expect("an engine");
    let fillings: Vec<String> = FILLINGS.iter().map(|body| format!("function (a) {{ {body} }}")).collect();
    // The objects left by each turn were made when memory was full.
    let script = format!(
        "var all = [{}], a, left = []; \
         for (var turn = 0; turn < 2; turn++) for (var i = 0; i < all.length; i++) {{ a = []; all[i](a); left.push({{ n: a.length }}) }}",
        fillings.join(", ")
    );
    engine.run("turns.js", &script).expect("there is memory for each");
    println!("turns: {} {}", engine.stats().peak_bytes, peak_resident_bytes());
}

/// The registers of an ended call keep nothing alive, at any collection.
#[test]
fn arguments_of_calls_that_are_over_are_garbage() {
    let scripts = [
        "g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, big()); return g(big())",
        "g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, big()); return [1].map(function () { return g(big()) })[0]",
        "[1].map(function () { g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, big()) }); return [1].map(function () { return g(big()) })[0]",
        "new g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, big()); return new g(big()) && 1",
        "g.call(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, big()); return g.apply(null, [big()])",
    ];
    for backend in [Backend::Register, Backend::Stack] {
        check_all(&scripts, |body| {
            let script = format!(
                "function g() {{ return 1 }} function big() {{ return 'x'.repeat(3000000) }} (function () {{ {body} }})()"
            );
            // A big one needs 6 MB while it is made: there is no room for it beside another one.
            let outcome = run_limited(Engine::builder().backend(backend).memory_limit(8 << 20), &script);
            expect(outcome == Outcome::Number(1.0), &outcome)
        });
    }
}

/// Leftovers of a call before a loop, and of each turn, are no roots at the loop's jumps. The loop calls nothing, so
/// all its collections happen there.
#[test]
fn what_loops_leave_in_temporaries_is_garbage() {
    const LOOPS: [&str; 4] = [
        "for (var i = 0; i < 2000000; i++) a[i] = i;",
        "var i = 0; do { a[i] = i } while (++i < 2000000);",
        "var i = 0; while (i < 2000000) { a[i] = i; i++ }",
        "for (var k in {x: 1, y: 2}) { a = []; for (var i = 0; i < 2000000; i++) a[i] = i }",
    ];
    for backend in [Backend::Register, Backend::Stack] {
        for turns in LOOPS {
            let script = format!(
                "function big() {{ var b = []; for (var i = 0; i < 2000000; i++) b[i] = i; return b }}
                function take() {{ return 0 }}
                function test(a) {{ take(1, 2, 3, 4, 5, 6, 7, 8, 9, big()); {turns} return a.length }}
                test([])"
            );
            let mut engine = Engine::builder().backend(backend).memory_limit(34 << 20).build().expect("an engine");
            assert_eq!(engine.run("test.js", script), Ok(Value::Number(2e6)), "{backend:?}: {turns}");
        }
    }
}

/// A function of the register machine may wait for a getter, `valueOf` or the like. Meanwhile the last value of each register
/// of its expressions stays alive (docs/limits.md), and only so long.
#[test]
fn what_is_left_in_temporaries_below_getters_lives_until_the_next_call() {
    const LEFT: &str = "take(1, 2, 3, 4, 5, 6, 7, 8, 9, big());";
    let waits = [
        "o.get",
        "o.set = 1",
        "+o",
        "'' + o",
        "o < 1",
        "o['get']",
        "delete o[o]",
        "o in {}",
        "({})[o]",
        "o++",
        "with (o) get",
    ];
    for backend in [Backend::Register, Backend::Stack] {
        for wait in waits {
            let script = format!(
                "function big() {{ return 'x'.repeat(3000000) }}
                function take() {{ return 0 }}
                function little() {{ for (var i = 0; i < 20000; i++) ({{}}); return 1 }}
                var o = {{ get get() {{ return little() }}, set set(v) {{ little() }}, valueOf: little, toString: little }};
                function test(o) {{ {} {wait}; take(big()); for (var i = 0; i < 3; i++) {{ {LEFT} {wait} }} {LEFT} return 1 }}
                test(o)",
                LEFT.repeat(20)
            );
            // There is room for two big ones while a third is made.
            let outcome = run_limited(Engine::builder().backend(backend).memory_limit(14 << 20), &script);
            assert_eq!(outcome, Outcome::Number(1.0), "{backend:?}: {wait}");
        }
    }
}

/// Reading a string that has just grown makes the last copy garbage, and ticks after it has charged the next.
/// The safepoint behind it collects all the same.
#[test]
fn copies_of_strings_that_grow_are_collected() {
    const LOOKS: [&str; 14] = [
        "s[0]",
        "s[s.length - 1]",
        "s.at(-1)",
        "s.charCodeAt(i)",
        "s.codePointAt(0)",
        "s.slice(-1)",
        "s.endsWith('b')",
        "s.indexOf('b')",
        "s < 'b'",
        "+s",
        "s.trim()",
        "/x/.test(s)",
        "s.search(/[xy]z/)",
        "parseFloat(s)",
    ];
    for backend in [Backend::Register, Backend::Stack] {
        for unit in ["ab", "\u{20ac}b"] {
            for look in LOOKS {
                let script = format!("var s = ''; for (var i = 0; i < 4000; i++) {{ s += '{unit}'; {look} }} 1");
                let outcome = run_limited(Engine::builder().backend(backend).memory_limit(3 << 20), &script);
                assert_eq!(outcome, Outcome::Number(1.0), "{backend:?}: {look} of {unit}");
            }
        }
    }
}

/// A script with hardly any memory left collects all the time. Collections take no fuel, and still come to an end.
///
/// Most collections come just before memory counts as used up, which is where less than a sixteenth of the limit, 1 MB, is
/// left. Each then leaves room for some 350 KB of garbage, which are 22,000 units of fuel. After the list, 5.8 million units
/// are left for 262 collections, and 23 come before: 285. How many objects that takes depends on the size of a new engine.
#[test]
fn collections_that_free_nothing_come_to_an_end() {
    let script = "var list = null; for (var i = 0; i < COUNT; i++) list = { next: list }; for (;;) ({})";
    for (fuel, expected) in [(10_000_000, None), (u64::MAX >> 1, Some(Termination::OutOfMemory))] {
        // 16 MB hold some 490,000 objects.
        let mut ends = 0;
        for count in (420_000..522_000).step_by(10_000) {
            let mut engine = Engine::builder().memory_limit(16 << 20).fuel(fuel).build().expect("an engine");
            if expected.is_some() && count < 498_000 {
                continue;
            }
            let outcome = run(&mut engine, &script.replace("COUNT", &count.to_string()));
            let stopped = matches!(outcome, Outcome::Stopped(Termination::OutOfMemory | Termination::OutOfFuel));
            assert!(stopped && expected.is_none_or(|end| outcome == Outcome::Stopped(end)), "{count}: {outcome:?}");
            assert!(engine.stats().collections < 300, "{count}: {} collections", engine.stats().collections);
            ends += 1;
        }
        assert!(ends > 1);
    }
}

/// A dropped handle's value is garbage.
#[test]
fn dropped_handles_keep_nothing() {
    let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
    for _ in 0..20 {
        let handles: Vec<Value> =
            (0..10).map(|_| engine.run("big.js", "[new Array(50000).join('xy')]").expect("there is room")).collect();
        assert_eq!(handles.len(), 10);
    }
    engine.collect_garbage();
    assert!(engine.stats().live_bytes < 1 << 20, "{}", engine.stats().live_bytes);
}

/// Text of a function that makes a BigInt of 800 KB and then garbage.
const MAKES_BIGINT: &str =
    "() => { let bits = 6_400_000n; const made = 1n << bits; new ArrayBuffer(garbage); return made }";

/// Checks that work beside ever more garbage has its result in an engine of 4 MB, unless it runs out of memory. With some of
/// the garbage there is room only after a collection.
fn with_garbage(work: impl Fn(&mut Engine) -> Result<bool, Error>) {
    for backend in [Backend::Register, Backend::Stack] {
        let mut is_ever_right = false;
        for garbage in (8..32).map(|step| step << 17) {
            let mut engine = Engine::builder().backend(backend).memory_limit(4 << 20).build().expect("an engine");
            engine.set_global("garbage", garbage).expect("room");
            match work(&mut engine) {
                Ok(is_right) => {
                    assert!(is_right, "{backend:?}: {garbage}");
                    is_ever_right = true;
                }
                Err(error) => {
                    let expected = ErrorKind::Termination(Termination::OutOfMemory);
                    assert_eq!(error.kind(), expected, "{backend:?}: {garbage}: {error}");
                }
            }
            assert_answers(&mut engine);
        }
        assert!(is_ever_right, "{backend:?}");
    }
}

/// To make room for a copy may collect garbage. A value that is nowhere else is not among it.
#[test]
fn what_is_copied_is_no_garbage() {
    with_garbage(|engine| {
        let value = engine.run("made.js", format!("({MAKES_BIGINT})()"))?;
        Ok(matches!(value, Value::BigInt(_)))
    });
    with_garbage(|engine| {
        let bytes = engine.enter(|cx| {
            let object = cx.eval::<JsValue>(&format!("({{ get made() {{ return ({MAKES_BIGINT})() }} }})"))?;
            let object = object.into_js(cx)?;
            encode(cx, object, &mut DataOnly)
        })?;
        Ok(bytes.len() > 800_000)
    });
}

/// The name of an error is kept while its message is read.
#[test]
fn parts_of_what_is_read_are_no_garbage() {
    let text = "const made = new Error('m'.repeat(1e6)); Object.defineProperty(made, 'stack', { value: 's' });
        made.name = 'n'.repeat(1e6); made";
    let bytes = Engine::new().enter(|cx| {
        let made = cx.eval::<JsValue>(text)?.into_js(cx)?;
        encode(cx, made, &mut DataOnly)
    });
    let bytes = bytes.expect("an error is data");
    with_garbage(|engine| {
        engine.enter(|cx| {
            cx.eval::<()>("(() => { new ArrayBuffer(garbage) })()")?;
            let copy = decode(cx, &bytes, &mut DataOnly)?;
            cx.set_global("copy", copy)
        })?;
        engine.eval("copy.name.length === 1e6 && copy.name[9] === 'n' && copy.message.length === 1e6")
    });
}

/// The copy of a BigInt that was rejected with may need a collection. The reasons that are told next are not garbage.
#[test]
fn reasons_that_are_told_are_no_garbage() {
    let limit = 2 << 20;
    let mut is_ever_told = false;
    // The copy takes 7,500 bytes: some sizes leave fewer.
    for size in (limit - (512 << 10)..limit).step_by(2 << 10) {
        let mut engine = Engine::builder().memory_limit(limit).build().expect("an engine");
        let told = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&told);
        engine.on_unhandled_rejection(move |error| log.lock().expect("a log").push(error.message().to_owned()));
        let text = format!(
            "(() => {{ const large = 1n << 60000n, error = new Error('kept'); globalThis.full = new ArrayBuffer({size});
            Promise.reject(large); Promise.reject(error) }})()"
        );
        match engine.eval_async::<()>(&text).block() {
            Ok(()) => {
                let told = told.lock().expect("a log");
                assert_eq!((told.len(), told.last().map(String::as_str)), (2, Some("Error: kept")), "{size}");
                is_ever_told = true;
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{size}: {error}"),
        }
    }
    assert!(is_ever_told);
}

/// A class whose values count as 1 MB.
struct Large;

impl Class for Large {
    const NAME: &'static str = "Large";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Large)
    }

    fn bytes(&self) -> usize {
        1 << 20
    }
}

/// A prototype that a getter has made is kept until the object has it.
#[test]
fn prototypes_of_new_objects_are_no_garbage() {
    with_garbage(|engine| {
        engine.register::<Large>()?;
        let text = "const target = function () {}.bind();
            const get = () => { const made = { own: 42 }; new ArrayBuffer(garbage); return made };
            Object.defineProperty(target, 'prototype', { get });
            Reflect.construct(Large, [], target).own === 42";
        engine.eval(text)
    });
}

/// The names that a trap lists are checked for duplicates, at a cost in proportion to their number.
#[test]
fn traps_may_list_many_keys() {
    let text = "const list = Array.from({ length: 20_000 }, (_, i) => 'k' + i);
        const one = { value: 1, configurable: true, enumerable: true };
        const p = new Proxy({}, { ownKeys: () => list, getOwnPropertyDescriptor: () => one }); Object.keys(p).length";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().expect("an engine");
        assert_eq!(engine.eval::<u32>(text), Ok(20_000));
    }
}

/// Messages of errors from host functions are charged before they are copied. Without room for them, the run ends.
#[test]
fn errors_of_the_embedder_keep_to_the_limit() {
    for backend in [Backend::Register, Backend::Stack] {
        for (part, limit) in [("long ", 16 << 20), ("λόγος ", 24 << 20)] {
            let mut engine = Engine::builder().backend(backend).memory_limit(limit).build().expect("an engine");
            let message = part.repeat((3 << 20) / part.len());
            engine.define("fail", move || Err::<(), _>(Error::new(message.clone()))).expect("a function");
            let script = "var kept = [], count = 0; for (;;) try { fail(); } catch (e) { count = kept.push(e); }";
            let error = engine.run("fails.js", script).expect_err("it ends with the memory");
            assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{backend:?}: {error}");
            assert!(engine.stats().peak_bytes <= limit, "{backend:?}: {}", engine.stats().peak_bytes);
            let count = engine.run("count.js", "var c = count; kept = null; c").expect("room again");
            assert!(matches!(count, Value::Number(n) if n >= 2.0), "{backend:?}: {count:?}");
            assert_answers(&mut engine);
        }
    }
}

/// Deep recursion takes memory only while it lasts.
#[test]
fn stacks_that_have_grown_are_given_back() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let mut bytes = || {
            assert_answers(&mut engine);
            engine.collect_garbage();
            let bytes = engine.stats().live_bytes;
            let outcome = engine.run("deep.js", "function f(n) { return n ? 1 + f(n - 1) : 0 } f(30000)");
            assert_eq!(outcome, Ok(Value::Number(30000.0)));
            bytes
        };
        let before = bytes();
        assert!(bytes() < before + (256 << 10));
    }
}

const LIMIT: usize = 24 << 20;

/// The resident memory added by a run is at most half as much again as the accounted bytes, and a little.
#[test]
fn accounted_bytes_are_near_to_real_ones() {
    if !cfg!(target_os = "linux") {
        return;
    }
    check_all(HOARDS, |body| {
        let program = std::env::current_exe().expect("a path");
        let output = Command::new(program)
            .args(["--exact", "memory::hoard", "--nocapture"])
            .env("FERROTAPE_HOARD", format!("var a = []; {body}"))
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find_map(|line| line.split_once("hoard: ")).ok_or(format!("{output:?}"))?.1;
        let numbers: Vec<usize> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [accounted, real] = numbers[..] else { return Err(line.to_owned()) };
        if real < accounted * 3 / 2 + (2 << 20) {
            Ok(())
        } else {
            Err(format!("{accounted} bytes were accounted for, {real} were taken"))
        }
    });
}

/// The child process of the test above.
#[test]
fn hoard() {
    let Ok(script) = std::env::var("FERROTAPE_HOARD") else { return };
    let mut engine = Engine::builder().memory_limit(LIMIT).build().expect("an engine");
    let before = peak_resident_bytes();
    let error = engine.run("hoard.js", &script).expect_err("it ends with the memory");
    assert!(error.is_termination(), "{error}");
    println!("hoard: {} {}", engine.stats().peak_bytes, peak_resident_bytes() - before);
}

pub(crate) fn peak_resident_bytes() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("kilobytes") * 1024
}
