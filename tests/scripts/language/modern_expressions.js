// Templates, optional chains, `??`, `**`, logical assignment, members of literals.
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
var log = []; function l(x) { log.push(x); return x; } function logged() { var s = log.join(" "); log = []; return s; }
// Template literals
var a = 1, b = "two";
print(`x`, ``, `${a}`, `a${a}b${b}c`, `${a}${b}`, `\n`.length, `line
break`.length, `${`nested ${a}`}!`); // expect: x  1 a1btwoc 1two 1 10 nested 1!
print(`${{ toString() { return "s"; }, valueOf() { return "v"; } }}`, `${[1, 2]}`, `${null} ${undefined} ${true}`); // expect: s 1,2 null undefined true
print(`${{ toString() { return l("a"); } }}${l("b")}${{ toString() { return l("c"); } }}`, logged()); // expect: abc a b c
print(thrown(() => `${Symbol("s")}`)); // expect: TypeError: Cannot convert a Symbol value to a string
print(thrown(() => `${Symbol("s")} ${l(1)}`), logged()); // expect: TypeError: Cannot convert a Symbol value to a string 
var x = "before"; print(`${{ toString() { x = "after"; return "o"; } }} ${x}`); // expect: o after
print(`${1}${2}${3}${4}${5}${6}${7}${8}${9}${10}`.length, `é${a}☃${b}`); // expect: 11 é1☃two
function tag(parts) { return parts.join("|") + "/" + parts.raw.join("|") + "/" + Array.prototype.slice.call(arguments, 1).join(); }
print(tag`a${1}\n${2}c`.replace("\n", "N"), tag``, tag`\u`); // expect: a|N|c/a|\n|c/1,2 // /\u/
function site() { return (p => p)`a${1}b`; }
print(site() === site(), Object.isFrozen(site()), Object.isFrozen(site().raw), site().length, Array.isArray(site().raw)); // expect: true true true 2 true
var to = { v: 5, tag(p) { return this.v + p[0]; } }; print(to.tag`x`, to["tag"]`y`, (() => to)().tag`z`, (p => q => p[0] + q[0])`1``2`); // expect: 5x 5y 5z 12
print(Object.keys(site()).join(), Object.getOwnPropertyDescriptor(site(), "raw").enumerable); // expect: 0,1 false
// Optional chains
var n = null, u, deep = { a: { b: { c: 1, f() { return this.c; } } }, f: null };
print(n?.a, u?.a.b.c.d, deep?.a.b.c, deep.x?.y.z, deep.a?.["b"].c, n?.[l("key")], logged() === ""); // expect: undefined undefined 1 undefined 1 undefined true
print(deep.a.b.f?.(), deep.f?.(l(1)), deep.a?.b.f(), (deep?.a.b.f)(), deep.a.b?.f?.(), u?.(), logged() === ""); // expect: 1 undefined 1 1 1 undefined true
print(thrown(() => (n?.a).b)); // expect: TypeError: Cannot read properties of undefined (reading 'b')
print(thrown(() => deep.f())); // expect: TypeError: deep.f is not a function
print(thrown(() => (n?.f)()).slice(-17)); // expect: is not a function
print(delete n?.a.b, delete deep?.a.zz, delete n?.[l(1)], logged() === "", typeof n?.a); // expect: true true true true undefined
print((() => { with ({ m() { return this.k; }, k: 9 }) return m?.(); })(), (function () { return eval?.("typeof log"); })()); // expect: 9 object
if (n?.a) print("wrong"); else print("right"); // expect: right
print((deep?.a.b.f)`x`, n?.a ?? "default", deep?.a.b.c ** 2); // expect: 1 default 1
// ??
print(n ?? 1, u ?? 2, 0 ?? 3, "" ?? 4, false ?? 5, n ?? u ?? 6, (n ?? l(7)), (0 ?? l(8)), logged()); // expect: 1 2 0  false 6 7 0 7
if (n ?? false) print("wrong"); n ?? l("effect"); 0 ?? l("none"); print(logged(), (() => n ?? "tail")()); // expect: effect tail
// **
print(2 ** 10, 2 ** 3 ** 2, (-2) ** 2, 2 ** -1, NaN ** 0, 1 ** Infinity, "3" ** "2"); // expect: 1024 512 4 0.5 1 NaN 9
var p = 3; p **= 2; print(p, [2].map(e => e ** 2)[0]); // expect: 9 4
print(thrown(() => ({ valueOf() { return l("left"); } }) ** { valueOf() { return l("right"); } }), logged()); // expect: NaN left right
// Logical assignment
var v = 0, w = 1, z; v ||= 5; w &&= 6; z ??= 7; print(v, w, z, v ||= l(1), (z ??= l(2)), logged() === ""); // expect: 5 6 7 5 7 true
var ob = { get g() { l("get"); return 0; }, set g(x) { l("set " + x); } };
print(ob.g ||= 3, ob.g &&= 4, ob.g ??= 5, logged()); // expect: 3 0 0 get set 3 get get
const con = 1; print(con ||= 2, thrown(() => con &&= 2), con ??= 3); // expect: 1 TypeError: Assignment to constant variable. 1
(function () { let q; q ??= () => 1; let r = { }; r.s ||= function () { }; print(q.name, r.s.name === ""); })(); // expect: q true
(function () { var q = 1; print((q ||= 2) + (q &&= q + 1) + q); function g() { q; } })(); // expect: 5
(function () { "use strict"; print(thrown(() => undeclared ||= 1)); })(); // expect: ReferenceError: undeclared is not defined
// Literals
var key = "k", lit = { a, b, [key + 1]: 1, [l("x")]: l("y"), m() { return 1; }, get [key]() { return "get"; }, set [key](v) { l(v); }, 1.5: 2, [key + 2]() { } };
print(Object.keys(lit).join(), logged(), lit.k, (lit.k = 3, logged())); // expect: a,b,k1,x,m,k,1.5,k2 x y get 3
print(lit.m.name, lit.k2.name, Object.getOwnPropertyDescriptor(lit, "k").get.name, Object.getOwnPropertyDescriptor(lit, "k").set.name, { [key]: function () { } }.k.name, { [key]: () => 1 }.k.name, { [key]: function own() { } }.k.name); // expect: m k2 get k set k k k own
print("prototype" in lit.m, thrown(() => new lit.m())); // expect: false TypeError: lit.m is not a constructor
print({ [Symbol("s")]() { } }[Object.getOwnPropertySymbols({})[0]] === undefined, { __proto__: null } instanceof Object, { ["__proto__"]: 1 }.hasOwnProperty("__proto__")); // expect: true false true
var sym = Symbol("desc"); print({ [sym]() { } }[sym].name, Object.getOwnPropertyDescriptor({ get [sym]() { return 1; } }, sym).get.name); // expect: [desc] get [desc]
print(thrown(() => ({ [l("k")]: l(thrown2()) })), logged()); // expect: ReferenceError: thrown2 is not defined k
var base = { hi() { return "base " + this.n; }, get p() { return "p" + this.n; }, set p(v) { this.stored = v; } };
var derived = { __proto__: base, n: 1, hi() { return super.hi() + "!"; }, get p() { return super.p; }, set p(v) { super.p = v; }, arrow() { return (() => super.hi())(); }, comp(k) { return super[k](); }, ev() { return eval("super.hi()"); }, evArrow() { return (() => eval("super.hi()"))(); }, up() { super.count = (super.count || 0) + 1; return this.count; }, opt() { return super.none?.() + super.hi?.(); } };
print(derived.hi(), derived.p, (derived.p = 4, derived.stored), derived.arrow(), derived.comp("hi"), derived.ev(), derived.evArrow(), derived.up(), derived.opt());
// expect: base 1! p1 4 base 1 base 1 base 1 base 1 1 undefinedbase 1
print(derived.hi.call({ n: 2 }), thrown(() => ({ m() { delete super.x; } }).m()), thrown(() => ({ __proto__: null, m() { return super.x; } }).m())); // expect: base 2! ReferenceError: Unsupported reference to 'super' TypeError: Cannot read properties of null (reading 'x')
// Others
print(1_000_000, 0xff_ff, thrown(() => { try { throw 1; } catch { return "caught"; } })); // expect: 1000000 65535 caught
print((function () { try { throw 1; } catch { return 1; } finally { l("f"); } })(), logged()); // expect: 1 f
