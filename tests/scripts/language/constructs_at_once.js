// Construction, super and rest parameters: sites that are warm, and what changes under them.
function where(run) {
  try {
    return run();
  } catch (error) {
    return "caught " + (error.message ? error.name : error);
  }
}
const repeat = (run, times = 3) => Array.from({ length: times }, () => where(run)).join();

class A {
  constructor(a, b) { this.a = a; this.b = b; this.target = new.target; }
  name() { return "A"; }
  get got() { return "got " + this.a; }
  static make(...list) { return new this(...list); }
}
class B extends A {
  field = this.a + 1;
  #secret = this.field * 2;
  constructor(a, b) { super(a, b); this.c = a + b; }
  name() { return super.name() + "B" + super.got + super.missing; }
  secret() { return this.#secret; }
}
class C extends B {
  constructor(...list) { super(...list); this.count = list.length; }
  name() { return "C" + super.name(); }
}
const made = [];
for (let i = 0; i < 4; i++) made.push(new A(i, 1), new B(i, 1), new C(i, 1, 2), C.make(i, 5));
print(made.map((x) => x.target.name + x.a + x.b + (x.c ?? "-") + (x.field ?? "-") + (x.secret ? x.secret() : "-") + (x.count ?? "-")).join(" "));
print(made.map((x) => x.name()).join(" "));
print(made.map((x) => Object.keys(x).join("")).join(" "));
print(made.every((x) => Object.getPrototypeOf(x) === x.target.prototype));

// The new target is another class, a function, a proxy, or one whose prototype is no object.
function Other() {}
const targets = [A, B, C, Other, new Proxy(C, {}), class extends Other {}, (() => { const f = function () {}; f.prototype = 5; return f; })()];
print(targets.map((target) => repeat(() => { const x = Reflect.construct(B, [1, 2], target); return Object.getPrototypeOf(x) === (target.prototype === 5 ? Object.prototype : target.prototype); }, 2)).join(" "));
const asked = [];
const asking = new Proxy(B, { get(target, key) { asked.push(String(key)); return target[key]; } });
print(repeat(() => new asking(1, 2).c), repeat(() => Reflect.construct(A, [], asking).name()), asked.join());

// The parent and prototypes are replaced between two calls of a site.
class Parent { constructor() { this.from = "Parent"; } method() { return 1; } }
class Late extends Parent { constructor() { super(); } call() { return super.method?.(); } }
const log = [];
for (let i = 0; i < 8; i++) {
  log.push(where(() => { const x = new Late(); return x.from + x.call(); }));
  if (i === 1) Object.setPrototypeOf(Late, class { constructor() { this.from = "Second"; } });
  if (i === 2) Object.setPrototypeOf(Late, function () { this.from = "Function"; });
  if (i === 3) Object.setPrototypeOf(Late, function () { return { from: "Given", call: () => "own" }; });
  if (i === 4) { Object.setPrototypeOf(Late, Parent); Parent.prototype.method = () => 2; }
  if (i === 5) Object.setPrototypeOf(Late.prototype, { get method() { return () => "getter"; } });
  if (i === 6) Object.setPrototypeOf(Late, () => {});
}
print(log.join());
Object.setPrototypeOf(Late, null);
print(where(() => new Late()), where(() => new (class extends null {})()), where(() => new (class extends null { constructor() { return {}; } })()));
Object.setPrototypeOf(Late, Parent);
Object.setPrototypeOf(Late.prototype, new Proxy({}, { get: (target, key) => () => "proxy " + String(key) }));
print(repeat(() => new Late().call()), repeat(() => new Late().from));

// `this` and super(): too early, twice, never, in an arrow function, after an exception.
print(repeat(() => new (class extends A { constructor() { this.x = 1; super(); } })()));
print(repeat(() => new (class extends A { constructor() { super(); super(); } })()));
print(repeat(() => new (class extends A { constructor() {} })()));
print(repeat(() => new (class extends A { constructor() { return 1; } })()), repeat(() => new (class extends A { constructor() { return { a: "own" }; } })().a));
print(repeat(() => new (class extends A { constructor(x) { const f = () => super(x); f(); } })(3).a));
print(repeat(() => new (class extends A { constructor() { try { super(where.none.none); } catch { super("again"); } } })().a));
print(repeat(() => new (class extends (class { constructor() { throw "from the parent"; } }) { })()));
print(repeat(() => A(1)), repeat(() => B.call({}, 1)), repeat(() => new (() => {})()), repeat(() => new ({ m() {} }).m()), repeat(() => new (async function () {})()));

// What natives and bound functions make.
class List extends Array { constructor(...items) { super(...items); } last() { return super.at(-1); } }
class Problem extends Error { constructor(text) { super(text); this.name = "Problem"; } }
class Keyed extends Map { get(key) { return super.get(key) ?? "none"; } }
print(repeat(() => new List(1, 2, 3).last()), repeat(() => where(() => { throw new Problem("p"); })), repeat(() => new Keyed([[1, 2]]).get(1) + new Keyed().get(1)));
const Bound = A.bind(null, "bound");
print(repeat(() => new Bound(2).a + new Bound(3).b), repeat(() => new (class extends Bound { constructor() { super(7); } })().b));

// Private fields: twice in one object, and in objects that others have made.
class Giver { constructor(object) { return object; } }
class Stamp extends Giver { #mark = 1; static has(x) { return #mark in x; } static read(x) { return x.#mark; } }
const stamped = {};
print(where(() => new Stamp(stamped) === stamped), where(() => new Stamp(stamped)), Stamp.has(stamped), Stamp.read(stamped));

// super in literals and static methods, with keys of all kinds.
const base = { 1: "one", plain: "plain", get self() { return this.tag; }, [Symbol.iterator]: "symbol", f() { return "f" + this.tag; } };
const derived = { __proto__: base, tag: "tag", plain: "own", read(key) { return super[key]; }, f() { return super.f() + super.self; } };
for (const key of ["plain", 1, "1", Symbol.iterator, "self", "none", "toString"]) print(repeat(() => typeof derived.read(key) === "function" ? "function" : derived.read(key)));
print(repeat(() => derived.f()), repeat(() => derived.f.call({ tag: "other" })));
Object.setPrototypeOf(derived, null);
print(repeat(() => derived.read("plain")), repeat(() => derived.f()));
class S { static who() { return "S" + this.n; } }
class T extends S { static n = 1; static who() { return super.who() + "T"; } }
print(repeat(() => T.who()), repeat(() => T.who.call({ n: 2 })));

// Rest parameters: few, none, many, with `arguments`, in generators and async functions, kept and changed.
const rest = (...all) => all;
const some = (a, b, ...all) => [all.length, ...all].join(":");
print(rest().length, rest(1, 2, 3).join(), some(), some(1), some(1, 2), some(1, 2, 3), some(1, 2, 3, 4, 5), rest(...Array(1000).fill(1)).length);
const kept = [];
for (let i = 0; i < 50; i++) kept.push(rest(i, i + 1, [i]));
kept[3].push("more"); kept[4].length = 0;
print(kept[2].join(), kept[3].join(), kept[4].join(), kept[49].join(), new Set(kept).size);
print((function (a, ...all) { a = 9; return [arguments.length, arguments[0], ...all].join(); })(1, 2, 3), [...(function* (...all) { yield all.length; yield* all; all.push(1); yield all.length; })(5, 6)].join());
(async (...all) => { await null; print("async", all.join()); })(1, 2, 3);
print(rest.call(null, 1, 2).join(), rest.apply(null, [1, , 3]).join(), rest.bind(null, 0)(1).join(), Reflect.apply(rest, null, ["a", "b"]).join(), [1, 2].map((...all) => all.length).join());
function deepRest(n, ...all) { return n === 0 ? all.length : deepRest(n - 1, n, ...all); }
print(deepRest(30), new (function (...all) { this.all = all; })(1, 2).all.join());
// expect: A01---- B01112- C011123 C055122 A11---- B11224- C112243 C156242 A21---- B21336- C213363 C257362 A31---- B31448- C314483 C358482
// expect: A ABgot 0undefined CABgot 0undefined CABgot 0undefined A ABgot 1undefined CABgot 1undefined CABgot 1undefined A ABgot 2undefined CABgot 2undefined CABgot 2undefined A ABgot 3undefined CABgot 3undefined CABgot 3undefined
// expect: abtarget abtargetfieldc abtargetfieldccount abtargetfieldccount abtarget abtargetfieldc abtargetfieldccount abtargetfieldccount abtarget abtargetfieldc abtargetfieldccount abtargetfieldccount abtarget abtargetfieldc abtargetfieldccount abtargetfieldccount
// expect: true
// expect: true,true true,true true,true true,true true,true true,true true,true
// expect: 3,3,3 ABgot undefinedundefined,ABgot undefinedundefined,ABgot undefinedundefined prototype,prototype,prototype,prototype,prototype,prototype
// expect: Parent1,Parent1,Second1,Function1,Givenown,Parent2,Parentgetter,caught TypeError
// expect: caught TypeError caught TypeError [object Object]
// expect: proxy method,proxy method,proxy method Parent,Parent,Parent
// expect: caught ReferenceError,caught ReferenceError,caught ReferenceError
// expect: caught ReferenceError,caught ReferenceError,caught ReferenceError
// expect: caught ReferenceError,caught ReferenceError,caught ReferenceError
// expect: caught TypeError,caught TypeError,caught TypeError own,own,own
// expect: 3,3,3
// expect: again,again,again
// expect: caught from the parent,caught from the parent,caught from the parent
// expect: caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError
// expect: 3,3,3 caught Problem,caught Problem,caught Problem 2none,2none,2none
// expect: bound3,bound3,bound3 caught TypeError,caught TypeError,caught TypeError
// expect: true caught TypeError true 1
// expect: plain,plain,plain
// expect: one,one,one
// expect: one,one,one
// expect: symbol,symbol,symbol
// expect: tag,tag,tag
// expect: ,,
// expect: function,function,function
// expect: ftagtag,ftagtag,ftagtag fotherother,fotherother,fotherother
// expect: caught TypeError,caught TypeError,caught TypeError caught TypeError,caught TypeError,caught TypeError
// expect: S1T,S1T,S1T S2T,S2T,S2T
// expect: 0 1,2,3 0 0 0 1:3 3:3:4:5 1000
// expect: 2,3,2 3,4,3,more  49,50,49 50
// expect: 3,1,2,3 2,5,6,3
// expect: 1,2 1,,3 0,1 a,b 3,3
// expect: 30 1,2
// expect: async 1,2,3
