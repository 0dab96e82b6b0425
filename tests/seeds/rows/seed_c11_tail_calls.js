// not for node: it has no tail calls
// options: --tail-calls always
// slow: a million calls, many times
// Calls in tail position of function code take the place of the running activation: a million deep in constant memory.
// "use notail" and "use duk notail" turn that off.
var DEEP = 1000000;
function plain(n) { if (n === 0) return "plain"; return plain(n - 1); }
print(plain(DEEP)); // expect: plain
function strict(n) { "use strict"; return n === 0 ? "strict" : strict(n - 1); }
print(strict(DEEP)); // expect: strict
function arms(n) { return n === 0 ? "arms" : n % 2 ? arms(n - 1) : arms(n - 1); }
print(arms(DEEP)); // expect: arms
function and(n) { return n > 0 && and(n - 1); }
function or(n) { return n === 0 || or(n - 1); }
function comma(n) { return n === 0 ? "comma" : (0, comma(n - 1)); }
print(and(DEEP), or(DEEP), comma(DEEP)); // expect: false true comma
function nested(n) { return n === 0 ? "nested" : (n % 3, n % 2 && nested(n - 1) || nested(n - 1)); }
print(nested(1000)); // expect: nested
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
print(even(DEEP), odd(DEEP)); // expect: true false
var object = { n: 0, method: function (n) { this.n++; return n === 0 ? this.n : this.method(n - 1); } };
print(object.method(DEEP)); // expect: 1000001
function closures(n, get) { var mine = n; return n === 0 ? get() : closures(n - 1, function () { return mine; }); }
print(closures(100000)); // expect: 1
function withArguments(n) { return arguments[0] === 0 ? arguments.length : withArguments(n - 1, n, n); }
print(withArguments(100000)); // expect: 3
function growing(n, a, b, c, d, e, f, g) { return n === 0 ? [a, b, c, d, e, f, g].join() : n % 2 ? growing(n - 1, 1, 2, 3, 4, 5, 6, 7) : growing(n - 1); }
print(growing(100001), growing(100000)); // expect: 1,2,3,4,5,6,7 1,2,3,4,5,6,7
function manyLocals(n) { var a = n, b = a, c = b, d = c; return few(n); }
function few(n) { return n === 0 ? "locals" : manyLocals(n - 1); }
print(manyLocals(DEEP)); // expect: locals
function inLoop(n) { for (;;) switch (n) { case 0: return "loop"; default: label: { return inLoop(n - 1); } } }
print(inLoop(DEEP)); // expect: loop
function inWith(n, o) { with (o) { return n === 0 ? "with" : inWith(n - 1, o); } }
print(inWith(100000, {})); // expect: with
function inCatch(n) { try { throw n; } catch (e) { return e === 0 ? "catch" : inCatch(e - 1); } }
print(inCatch(100000)); // expect: catch
function inFinally(n) { try { } finally { return n === 0 ? "finally" : inFinally(n - 1); } }
print(inFinally(100000)); // expect: finally

// Not in tail position, or in the reach of a catcher: the activation stays.
function depth(callback) { try { return callback(); } catch (e) { return e.name; } }
function inTry(n) { try { return n === 0 ? "deep" : inTry(n - 1); } catch (e) { throw e; } }
function inTryFinally(n) { try { return n === 0 ? "deep" : inTryFinally(n - 1); } finally { } }
function used(n) { return n === 0 ? 0 : used(n - 1) + 1; }
function notail(n) { "use notail"; return n === 0 ? "deep" : notail(n - 1); }
print(depth(function () { return inTry(DEEP); }), depth(function () { return used(DEEP); }), depth(function () { return notail(DEEP); }));
// expect: RangeError RangeError RangeError
print(depth(function () { return inTryFinally(DEEP); }), inTry(100), used(100), notail(100)); // expect: RangeError deep 100 deep

// Whom they catch: the catchers of callers are still there.
function caught(n) { try { return thrower(n); } catch (e) { return "caught " + e; } }
function thrower(n) { return n === 0 ? raise() : thrower(n - 1); }
function raise() { throw "it"; }
print(caught(1000)); // expect: caught it
// The value of a constructor, and calls of what is no script function.
function Maker(n) { this.n = n; return other(n); }
function other(n) { return n; }
print(new Maker(5).n, (function () { return Math.max(1, 2); })(), (function () { return eval("3"); })(), (function (f) { return f(4); })(function (x) { return x; }.bind(null))); // expect: 5 2 3 4
print([1, 2].map(function (x) { return plain(x); }).join()); // expect: plain,plain
