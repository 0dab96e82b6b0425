// Members of both kinds, order of evaluation
var log = []; function l(x) { log.push(x); return x; } function logged() { var s = log.join(" "); log = []; return s; }
function thrown(f) { try { return f(); } catch (e) { return e.name + ": " + e.message; } }
class Order extends (l("heritage"), Object) { static [l("k1")] = l("v1"); [l("k2")]() {} static { l("block"); } [l("k3")] = l("v3"); static [l("k4")]() {} static last = l("v4"); }
print(logged(), (new Order(), logged())); // expect: heritage k1 k2 k3 k4 v1 block v4 v3
print(thrown(() => { class C { [C.name]() {} } }), thrown(() => { class C { static x = C.name; } return C.x; })); // expect: ReferenceError: Cannot access 'C' before initialization C
print(thrown(() => { class C { m() { C = 1; } } new C().m(); }), (() => { class C {} C = 1; return C; })()); // expect: TypeError: Assignment to constant variable. 1
print(Object.getOwnPropertyDescriptor(class { m() {} }.prototype, "m").enumerable, Object.getOwnPropertyDescriptor(class {}, "prototype").writable); // expect: false false
print("prototype" in (class { m() {} }).prototype.m, thrown(() => new (new (class { m() {} })().m)())); // expect: false TypeError: function m is not a constructor
print((() => { class C { constructor() { return { r: 1 }; } } return new C().r; })(), (() => { class C { constructor() { return 1; } } return typeof new C(); })()); // expect: 1 object
// Accessors, static members, `super`
class Base { get v() { return "v" + this.n; } set v(x) { this.n = x; } static get sv() { return "s" + this.k; } static m() { return "Bm" + this.k; } toString() { return "Base"; } }
class Derived extends Base { constructor() { super(); this.n = 1; } get v() { return super.v + "!"; } set v(x) { super.v = x * 2; } static get sv() { return super.sv + "?"; } static m() { return super["m"](); } toString() { return `<${super.toString()}>`; } arrow() { return (() => super.toString())(); } ev() { return eval("super.toString()"); } }
Derived.k = 5; var d = new Derived();
print(d.v, (d.v = 4, d.n), Derived.sv, Derived.m(), String(d), d.arrow(), d.ev()); // expect: v1! 8 s5? Bm5 <Base> Base Base
print(thrown(() => { class C extends Base { constructor() { super.toString(); } } new C(); }), thrown(() => { class C extends Base { constructor() { super[l("key")]; } } new C(); }), logged() === ""); // expect: ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor true
print(thrown(() => { class C extends Object { constructor() { super(super(l(1)), l(2)); } } new C(); }), logged()); // expect: ReferenceError: Super constructor may only be called once 1 2
// Returning and `finally` in derived constructors
print(new (class extends Base { constructor() { try { return; } finally { super(); } } })() instanceof Base); // expect: true
print(thrown(() => new (class extends Base { constructor() { try { return 1; } catch (e) { return {}; } } })())); // expect: TypeError: Derived constructors may only return object or undefined
print(new (class extends Base { constructor() { super(); return { own: 7 }; } })().own, new (class extends Base { constructor() { for (var i = 0; ; i++) { try { super(); return undefined; } finally { this.i = 8; } } } })().i); // expect: 7 8
print(thrown(() => new (class extends Base { constructor() { super(); try { throw 1; } catch (e) { return null; } } })())); // expect: TypeError: Derived constructors may only return object or undefined
print(thrown(() => new (class extends Base { constructor() { with_(() => this); super(); } })())); // expect: ReferenceError: Must call super constructor in derived class before accessing 'this' or returning from derived constructor
function with_(f) { return f(); }
// Parents that change, `new.target`, implicit constructors
class P1 { constructor() { this.p = 1; } } class P2 { constructor() { this.p = 2; } } class Ch extends P1 { constructor() { super(Object.setPrototypeOf(Ch, P2)); } }
print(new Ch().p, new Ch().p); // expect: 1 2
class NT { constructor() { this.t = new.target; } static s() { return new.target; } } class NT2 extends NT {} class NT3 extends NT2 { x = new.target; }
print(new NT().t === NT, new NT2().t === NT2, new NT3().t === NT3, new NT3().x, NT.s()); // expect: true true true undefined undefined
class Sum { constructor() { this.n = arguments.length; this.last = arguments[this.n - 1]; } } class Sum2 extends Sum {} class Sum3 extends Sum2 { f = "f"; }
print(new Sum3(1, 2, 3).n, new Sum3(1, "z").last, new Sum3().f, Object.keys(new Sum3()).join(), Sum3.length, Sum3.name); // expect: 3 z f n,last,f 0 Sum3
var Bound = Sum.bind(null, 10); class FromBound extends Sum { } Object.setPrototypeOf(FromBound, Bound);
print(new FromBound(11).n, new FromBound(11).last, new FromBound() instanceof FromBound); // expect: 2 11 true
class OldF { } function Old(a) { this.old = a; } Old.prototype.hi = function () { return "hi " + this.old; }; class FromOld extends Old { }
print(new FromOld(3).hi(), thrown(() => FromOld()), thrown(() => OldF.call({})), thrown(() => [1].map(OldF))); // expect: hi 3 TypeError: Class constructor FromOld cannot be invoked without 'new' TypeError: Class constructor OldF cannot be invoked without 'new' TypeError: Class constructor OldF cannot be invoked without 'new'
class Arr extends Array { constructor(n) { super(n); } first() { return this[0]; } } var arr = new Arr(2); arr[0] = "e";
print(arr.length, arr.first(), arr.map(x => x) instanceof Arr, Array.isArray(arr), new (class extends Number { twice() { return this * 2; } })(21).twice()); // expect: 2 e true true 42
print(thrown(() => { class C extends undefined {} }), thrown(() => { class C extends (() => 1) {} }), thrown(() => { function F() {} F.prototype = 3; class C extends F {} })); // expect: TypeError: Class extends value undefined is not a constructor or null TypeError: Class extends value () => 1 is not a constructor or null TypeError: Class extends value does not have valid prototype property 3
var n = class extends null { static s = 1; }; print(Object.getPrototypeOf(n.prototype), Object.getPrototypeOf(n) === Function.prototype, n.s, thrown(() => new n())); // expect: null true 1 TypeError: Super constructor null of n is not a constructor
// Public fields
class Fields { a; b = this.a; ["c" + 1] = 2; 4 = "four"; "quoted" = 1; fn = function () {}; arrow = () => this; cls = class {}; static name = "named"; }
var fs = new Fields(); print(Object.keys(fs).join(), fs.fn.name, fs.arrow() === fs, fs.cls.name, fs.arrow.name, Fields.name); // expect: 4,a,b,c1,quoted,fn,arrow,cls fn true cls arrow named
class Defines { set x(v) { l("setter"); } } print(Object.getOwnPropertyNames(new (class extends Defines { x = 1; })()).join(), logged() === ""); // expect: x true
class Ret { constructor(o) { return o; } } class Stamp extends Ret { #s = 1; pub = 2; static has(o) { return #s in o; } static get(o) { return o.#s; } }
var frozen = Object.preventExtensions({}); print(thrown(() => new (class extends Ret { pub = 2; })(frozen)), (() => { var a = []; new Stamp(a); return a.pub + Stamp.get(a); })()); // expect: TypeError: Cannot define property pub, object is not extensible 3
print(thrown(() => { var o = {}; new Stamp(o); new Stamp(o); }), thrown(() => Stamp.has(1)), Stamp.has({}), Stamp.get(new Stamp(function () {}))); // expect: TypeError: Cannot initialize #s twice on the same object TypeError: Cannot use 'in' operator to search for '#s' in 1 false 1
print((() => { class Inst { x = 1; } var p = Inst.prototype; class Onto extends Ret { q = 1; } new Onto(p); return new Inst().q; })()); // expect: 1
print(thrown(() => { class C { static ["prototype"] = 1; } }), thrown(() => { class C { static ["prototype"]() {} } })); // expect: TypeError: Classes may not have a static property named 'prototype' TypeError: Classes may not have a static property named 'prototype'
print((() => { class C { x = arguments_(); } function arguments_() { return "ok"; } return new C().x; })(), thrown(() => { class C { x = eval("arguments"); } new C(); }).slice(0, 12)); // expect: ok SyntaxError:
// Private members
class Priv { #f = 1; #m() { return "m" + this.#f; } get #a() { return "a" + this.#f; } set #a(v) { this.#f = v; } static #sf = 10; static #sm() { return Priv.#sf; } get #ro() { return 1; } set #wo(v) {}
  all() { return [this.#f, this.#m(), this.#a, (this.#a = 5, this.#f), this.#f++, this.#f, (this.#f += 2), (this.#f ??= 9), (this.#f &&= 3), this?.#f, this.#m?.(), Priv.#sm()].join(); }
  wm() { this.#m = 1; } ro() { this.#ro = 1; } wo() { return this.#wo; } static w(o) { o.#f = 1; } static r(o) { return o.#f; } static opt(o) { return o?.#f; } static call(o) { return o.#m(); } static ev(o) { return eval("(() => o.#f + (#f in o))()"); } name() { return this.#m.name + Object.keys(this).length; } static inner(o) { return new (class { #g = o.#f; g() { return this.#g; } })().g(); } }
print(new Priv().all(), new Priv().name(), Priv.opt(null), Priv.ev(new Priv()), Priv.inner(new Priv())); // expect: 1,m1,a1,5,5,6,8,8,3,3,m3,10 #m0 undefined 2 1
print(thrown(() => new Priv().wm()), thrown(() => new Priv().ro()), thrown(() => new Priv().wo())); // expect: TypeError: Private method '#m' is not writable TypeError: '#ro' was defined without a setter TypeError: '#wo' was defined without a getter
print(thrown(() => Priv.r({})), thrown(() => Priv.w({})), thrown(() => Priv.r(null)), thrown(() => Priv.w(undefined)), thrown(() => Priv.call({}))); // expect: TypeError: Cannot read private member #f from an object whose class did not declare it TypeError: Cannot write private member #f to an object whose class did not declare it TypeError: Cannot read properties of null (reading '#f') TypeError: Cannot set properties of undefined (setting '#f') TypeError: Cannot read private member #m from an object whose class did not declare it
function twice() { return class { #x = 1; static has(o) { return #x in o; } static get(o) { return o.#x; } }; } var T1 = twice(), T2 = twice();
print(T1.has(new T1()), T1.has(new T2()), thrown(() => T2.get(new T1())), [new T1(), new T1(), new T1()].map(T1.get).join()); // expect: true false TypeError: Cannot read private member #x from an object whose class did not declare it 1,1,1
class Nested { #a; #b; static f(o, p) { return [#a in (#b in o ? p : o), #a in [#b in o], #a in class { #c; static is = #a in o; }, #a in function () { return #a in o; }]; } } print(Nested.f(new Nested(), {}).join(), Nested.f(new Nested(), new Nested()).join()); // expect: false,false,false,false true,false,false,false
print(thrown(() => Priv.w(Object.freeze(new Priv()))), Priv.r(Object.freeze(new Priv())), Object.isFrozen(Object.freeze(new Priv())), JSON.stringify(new Priv())); // expect: undefined 1 true {}
print(thrown(() => (0, eval)("class Q { m() { this.#zz; } }")).slice(0, 12), thrown(() => eval("1.#x")).slice(0, 12)); // expect: SyntaxError: SyntaxError:
// Names, texts, scopes
print(class {}.name === "", (class Named {}).name, ({ m: class {} }).m.name, ({ ["c" + 1]: class { static n = this.name; } }).c1.n, ({ ["own"]: class { static name() {} } }).own.name.name); // expect: true Named m c1 name
print(String(class  A  { m ( ) { } }), String(class B { constructor() {} }), String((class { #p() {} static s() { return 1; } }).s), String(Object.getOwnPropertyDescriptor(class { get  g() { return 1; } }.prototype, "g").get)); // expect: class  A  { m ( ) { } } class B { constructor() {} } s() { return 1; } get  g() { return 1; }
{ let C = 1; { class C { static c = typeof C; } l(C.c); } l(C); }
print(logged()); // expect: function 1
print(typeof globalClass_(), (() => { for (let i = 0; i < 2; i++) { class L { static i = i; } l(L.i); } return logged(); })()); // expect: function 0 1
function globalClass_() { return class extends Base {}; }
print((() => { switch (1) { case 0: class S {} case 1: return thrown(() => S); } })()); // expect: ReferenceError: Cannot access 'S' before initialization
print([1, 2, 3].map(i => new (class { v = i; static s = i; get() { return this.v + this.constructor.s; } })().get()).join()); // expect: 2,4,6
class Static { static #n = 0; static { var v = 1; let w = 2; this.sum = v + w; this.inc = () => ++Static.#n; } static { try { throw 1; } catch (e) { this.caught = e; } } } print(Static.sum, Static.inc(), Static.inc(), Static.caught, typeof v); // expect: 3 1 2 1 undefined
class Deep { static f(n) { return n ? new (class extends Deep { static g() { return super.f(n - 1); } })().constructor.g() : "deep"; } } print(Deep.f(5)); // expect: deep
class Gen { *items() { yield this.a; yield super.toString === Object.prototype.toString; } a = 1; async later() { return super.toString; } } var g = new Gen().items(); print(g.next().value, g.next().value, g.next().done, typeof new Gen().later().then); // expect: 1 true true function
print(new (class { constructor() { "use strict"; this.d = delete new.target; this.e = (() => delete this)(); } })().d); // expect: true
