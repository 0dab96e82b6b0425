// using: scopes, names, order, errors; what is no declaration. using_crosses.js compares ways out.
// not for node: version 20 has no `using`
const r = (n, e) => ({ n, [Symbol.dispose]() { print("dispose", n); if (e) throw e; } });
// static blocks, class names
class C { static { using s = r('static'); print('block', s.n); } static x = print('x'); }
// expect: block static
// expect: dispose static
// expect: x
{ using x = class { static [Symbol.dispose]() { print(this.name); } }; } // expect: x
try { { using x = function () {}; } } catch (e) { print(e.message); } // expect: function x has no method [Symbol.dispose]
// TDZ
try { { r2; using r2 = r('never'); } } catch (e) { print(e.name, e.message); } // expect: ReferenceError Cannot access 'r2' before initialization
try { { using q = { get [Symbol.dispose]() { try { q } catch (e) { print('in getter', e.name); } return () => print('dq', typeof q.n); }, n: 1 }; } } catch (e) { print(e); }
// expect: in getter ReferenceError
// expect: dq number
try { { using x = null; x = 1; } } catch (e) { print(e.name, e.message); } // expect: TypeError Assignment to constant variable.
try { for (using x of [x]) ; } catch (e) { print(e.name, e.message); } // expect: ReferenceError Cannot access 'x' before initialization
// closures of turns
const fs = []; for (using x of [r(1), r(2)]) fs.push(() => x.n); print(fs.map(f => f()).join());
// expect: dispose 1
// expect: dispose 2
// expect: 1,2
const gs = []; for (using i = r('i'), n = { v: 0, [Symbol.dispose]() { print('n', this.v) } }; n.v < 2; n.v++) gs.push(() => i.n + n.v); print(gs.map(f => f()).join());
// expect: n 2
// expect: dispose i
// expect: i2,i2
// names
var using = 1; using
using++; print(using); { let await_ = 1; using[using] ; using // expect: 2
x1: ; } var of = [r('of')]; for (using of of) ; print(typeof using); // expect: object
using = x => x; print(using (3)); { using (4) } // expect: 3
// eval and with inside
{ using x = r('eval'); print(eval("x.n")); eval("var leaked = 5"); } print(leaked);
// expect: eval
// expect: dispose eval
// expect: 5
with ({ y: 1 }) { using z = r('with'); print(y, z.n); }
// expect: 1 with
// expect: dispose with
// nested
{ using a = r(1); { using b = r(2); { using c = r(3); } print('-'); } print('--'); }
// expect: dispose 3
// expect: -
// expect: dispose 2
// expect: --
// expect: dispose 1
lbl: for (const a of [1, 2]) { using x = r('o' + a); for (using y of [r('p'), r('q')]) { using z = r('z'); if (a == 1) continue lbl; break lbl; } }
// expect: dispose z
// expect: dispose p
// expect: dispose o1
// expect: dispose z
// expect: dispose p
// expect: dispose o2
// error chains
try { { using a = r('a', 1), b = r('b', 2), c = r('c', 3); throw 4; } } catch (e) { const all = []; for (let x = e; x instanceof SuppressedError; x = x.suppressed) all.push(x.error); print(all.join()); print(Object.getOwnPropertyNames(e).filter(k => k != 'stack').join(), e.message === '', 'message' in Object.getPrototypeOf(e), e.stack.split('\n')[0]); }
// expect: dispose c
// expect: dispose b
// expect: dispose a
// expect: 1,2,3
// expect: error,suppressed true true SuppressedError
// switch
switch (1) { case 1: { using x = r('case'); break; } default: print('never'); } // expect: dispose case
const refused = []; for (const bad of ["using x = 1", "switch (1) { case 1: using x = 1 }", "{ using [a] = b }", "{ using {a} = b }", "{ using x }", "for (using x in y) ;", "if (1) using x = 1", "{ await using x = 1 }", "function f() { await using x = 1 }", "{ using x = 1; let x }", "{ using let = 1 }", "l: using x = 1", "export using x = 1", "for (using x = 1 of y);", "for (using x, y of z);", "{ using x\n= 1 ; using\ny = 2; let y }", "{ using x = 1, [y] = 2 }", "'use strict'; { using yield = 1 }", "class C { static { await using x = 1 } }", "class C { using x = 1 }", "async () => { switch (1) { default: await using x = 1 } }", "eval; using y = null"]) { try { Function("'nothing'"); (0, eval)(bad); print("ACCEPTED", bad); } catch (e) { refused.push(e.name); } } print(refused.join()); // expect: SyntaxError,SyntaxError,ReferenceError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,TypeError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError
print((0, eval)("1; { using x = null; 2 }"), eval("l: { 3; { using x = null; break l; } }"), eval("do { 4; { using x = { [Symbol.dispose]() { return 9 } }; continue } } while (0)")); // expect: 2 3 4
try { eval("using top = null"); print('accepted') } catch (e) { print(e.name) } // expect: SyntaxError
function f() { using x = r('f'); return arguments.length; } print(f(1, 2));
// expect: dispose f
// expect: 2
function deep(n) { using x = { [Symbol.dispose]() { count++ } }; return n ? deep(n - 1) : 0; } var count = 0; deep(500); print(count); // expect: 501
(() => { "use strict"; function loop(n) { if (!n) return 'tail'; using x = null; return loop(n - 1); } print(loop(100)); })(); // expect: tail
var big = 'using ' + Array.from({ length: 400 }, (_, i) => `a${i} = { [Symbol.dispose]() { total += ${i} } }`).join() + '; return total'; var total = 0; print(Function(big)(), total); // expect: 0 79800
print(Function(Array.from({ length: 300 }, (_, i) => `let v${i} = ${i};`).join('') + 'using w = { [Symbol.dispose]() { print("wide", v299) } }; const g = () => v1 + v299; try { return g() } finally { print("fin") }')());
// expect: fin
// expect: wide 299
// expect: 300
print(String(function () { using a = 1; })); // expect: function () { using a = 1; }
