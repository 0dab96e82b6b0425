// Arrays get the places and small vectors of dead ones, and are copied at once where nobody can tell: what they have must be theirs alone.
function lots(n) { var last; for (var i = 0; i < n; i++) { last = [i, i, i]; last = [...last, i]; last = [].concat(last, [i, i]); } return last; }
print(lots(30000).join()); // expect: 29999,29999,29999,29999,29999,29999

// Kept arrays of all small lengths, among temporary ones that leave their vectors behind.
var kept = [], wrong = 0;
function rest(...values) { return values; }
function sloppy() { return arguments; }
function strict() { "use strict"; return arguments; }
function make(kind, n) {
  var source = Array.from({ length: n }, (_, i) => n * 100 + i), r = [];
  switch (kind) {
    case 0: return [...source];
    case 1: return source.slice();
    case 2: return rest(...source);
    case 3: return sloppy.apply(null, source);
    case 4: return strict(...source);
    case 5: for (var v of source) r.push(v); return r;
    case 6: return source.map(v => v);
    case 7: return source.filter(v => true);
    case 8: return [].concat(source);
    case 9: return source.concat(source).slice(0, n);
    default: r = []; r.length = n; for (var i = 0; i < n; i++) r[i] = source[i]; return r;
  }
}
for (var round = 0; round < 60; round++) {
  for (var kind = 0; kind <= 10; kind++) for (var n = 0; n < 24; n++) {
    var made = make(kind, n);
    if ((round + n + kind) % 7 === 0) kept.push([kind, n, made]);
  }
  if (round % 20 === 19) lots(3000);
}
for (var [kind, n, made] of kept) {
  if (made.length !== n) wrong++;
  for (var i = 0; i < n; i++) if (made[i] !== n * 100 + i) wrong++;
  if (n in made) wrong++;
}
print(kept.length, wrong); // expect: 2260 0
// They grow, shrink and are frozen like all others.
wrong = 0;
for (var round = 0; round < 2000; round++) {
  var a = [round]; for (var i = 0; i < round % 40; i++) a.push(i);
  if (a.length !== 1 + round % 40 || a[a.length - 1] !== (round % 40 ? round % 40 - 1 : round)) wrong++;
  a.length = 2; if (1 in a && a[1] !== 0 || 2 in a) wrong++;
  var f = Object.freeze([round, round]); try { "use strict"; f[0] = 1; } catch (e) { wrong++; } if (f[0] !== round) wrong++;
  var e = []; if (e.length || 0 in e || e[0] !== undefined) wrong++; e[3] = 1; if (0 in e || e.length !== 4) wrong++;
  var sparse = []; sparse[100000] = 1; if (sparse.length !== 100001 || 5 in sparse) wrong++;
}
print(wrong); // expect: 0

// Spread of what cannot be copied at once.
var hole = [1, , 3]; print([...hole].join("|"), 1 in [...hole]); // expect: 1||3 true
Array.prototype[1] = "p"; print([...hole].join("|"), rest(...hole).join("|"), hole.slice().join("|")); delete Array.prototype[1];
// expect: 1|p|3 1|p|3 1|p|3
print([...hole].join("|"), 1 in hole.slice(), 1 in [].concat(hole), hole.concat([, 2]).length);
// expect: 1||3 false false 5
var getters = [1, 2]; Object.defineProperty(getters, 1, { get() { return "g" + this.length; } }); print([...getters].join(), getters.slice().join());
// expect: 1,g2 1,g2
var long = [1]; long.length = 3; print([...long].length, String([...long])); // expect: 3 1,,
print([...Object.freeze([1, 2])].join(), Object.isFrozen([...Object.freeze([1])])); // expect: 1,2 false
class List extends Array { sum() { return this.reduce((x, y) => x + y, 0); } }
var list = List.of(1, 2, 3); print([...list] instanceof List, list.slice(1).sum(), list.concat([4]).sum(), list.map(x => x * 2).sum());
// expect: false 5 10 12
var own = [1, 2]; own[Symbol.iterator] = function* () { yield "own"; }; print([...own].join(), rest(...own).join());
// expect: own own
var plain = [1, 2, 3], before = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function* () { for (var i = this.length; i--;) yield this[i]; };
var turned = [...plain], passed = rest(...plain); Array.prototype[Symbol.iterator] = before;
print(turned.length, turned[0], passed.length, passed[0], [...plain].join()); // expect: 3 3 3 3 1,2,3
var steps = Object.getPrototypeOf([][Symbol.iterator]()), next = steps.next, count = 0;
steps.next = function () { count++; return next.call(this); }; turned = [...plain]; steps.next = next; print(count, turned.join());
// expect: 4 1,2,3
var log = []; var proxy = new Proxy([1, 2], { get(t, k, r) { log.push(String(k)); return Reflect.get(t, k, r); } });
print([...proxy].join(), log.join()); // expect: 1,2 Symbol(Symbol.iterator),length,0,length,1,length
var self = [1, 2]; self = [...self, ...self, 0, ...self]; print(self.join()); // expect: 1,2,1,2,0,1,2
print([...new Set([1, 2])].join(), [..."añ😀"].length, [...[], ...[]].length, [[...[[]]]].length); // expect: 1,2 3 0 1
try { [...{}]; } catch (e) { print(e.name); } // expect: TypeError
Object.setPrototypeOf(plain, null); try { [...plain]; } catch (e) { print(e.name); } // expect: TypeError
Object.setPrototypeOf(plain, Array.prototype); print([...plain].join()); // expect: 1,2,3
plain.constructor = { [Symbol.species]: function (n) { this.n = n; } };
print(plain.slice(1).n, plain.map(x => x)[2], plain.concat([1]).length, Array.isArray(plain.filter(x => x)));
// expect: 2 3 4 false
var spread = { length: 2, 0: "a", 1: "b", [Symbol.isConcatSpreadable]: true }; print([0].concat(spread, 1).join());
// expect: 0,a,b,1
var closed = [1]; closed[Symbol.isConcatSpreadable] = false; print([0].concat(closed).length); // expect: 2

// Arguments and rest.
function both(a, ...b) { a = 9; return a + ":" + b.join() + ":" + b.length; }
print(both(), both(1), both(1, 2, 3)); // expect: 9::0 9::0 9:2,3:2
function mapped(a, b) { a = "A"; arguments[1] = "B"; return [...arguments, a, b].join(); } print(mapped(1), mapped(1, 2), mapped(1, 2, 3));
// expect: A,A, A,B,A,B A,B,3,A,B
function unmapped(a, b) { "use strict"; a = "A"; arguments[1] = "B"; return [...arguments, a, b].join(); } print(unmapped(1), unmapped(1, 2, 3));
// expect: 1,A, 1,B,3,A,2
function defaults(a = 1, b) { a = 5; return arguments.length + ":" + arguments[0]; } print(defaults(), defaults(undefined, 2), defaults(7));
// expect: 0:undefined 2:undefined 1:7
function bare() { delete arguments[1]; arguments.length = 7; arguments[9] = 1; return [arguments.length, 1 in arguments, arguments[9], typeof arguments.callee].join(); }
print(bare(1, 2, 3), bare()); // expect: 7,false,1,function 7,false,1,function
try { strict(1).callee; } catch (e) { print(e.name); } // expect: TypeError
function Made(...values) { this.values = values; this.count = values.length; } print(new Made(1, 2).count, Reflect.construct(Made, [1, 2, 3]).values.join());
// expect: 2 1,2,3
function Counted() { this.n = arguments.length; this.t = new.target === Counted; } var c = new Counted(1, 2); print(c.n, c.t, Counted.call({}, 1));
// expect: 2 true undefined
class Base { constructor(...values) { this.n = values.length; } } class Derived extends Base { constructor() { super(...arguments, 0); } } print(new Derived(1, 2).n);
// expect: 3
function* generated(...values) { yield values.length; yield* values; yield arguments.length; } print([...generated(1, 2)].join());
// expect: 2,1,2,2
var arrow = (...values) => values.length; print(arrow(1, 2), [1, 2].map((...values) => values.length).join());
// expect: 2 3,3
print(rest.apply(null, Array(20)).length, rest.call(null, 1, 2).join(), rest.bind(null, 1)(2).join());
// expect: 20 1,2 1,2
function deep(n, ...values) { return n ? deep(n - 1, n, ...values) : values.length; } print(deep(50)); // expect: 50
function inner() { return (() => [...arguments])().join(); } print(inner(1, 2)); // expect: 1,2
var seen = arguments_later(1, 2); function arguments_later() { var later = arguments; lots(2000); return later; } print(seen[0], seen.length, [...seen].join());
// expect: 1 2 1,2
print(Object.prototype.toString.call(strict()), Object.keys(strict(1, 2)).join(), Object.getOwnPropertyNames(sloppy(1)).join());
// expect: [object Arguments] 0,1 0,length,callee

// What makes arrays of results is asked for when somebody has changed it, and only then.
var usual = [1, 2], constructor = Array.prototype.constructor, said = "";
Array.prototype.constructor = { [Symbol.species]: function (n) { this.made = true; } };
said += usual.slice().made + " " + usual.map(x => x).made + " " + Array.isArray(usual.concat()); Array.prototype.constructor = constructor;
print(said, Array.isArray(usual.slice()), usual.filter(x => x > 1).join()); // expect: true true false true 2
var species = Object.getOwnPropertyDescriptor(Array, Symbol.species);
Object.defineProperty(Array, Symbol.species, { get() { return List; }, configurable: true }); said = (usual.map(x => x) instanceof List) + " " + usual.slice().sum();
Object.defineProperty(Array, Symbol.species, { value: null }); said += " " + (usual.map(x => x) instanceof List) + " " + usual.slice().length;
Object.defineProperty(Array, Symbol.species, species); print(said, usual.map(x => x * 2).join());
// expect: true 3 false 2 2,4
Object.setPrototypeOf(usual, { constructor: List, map: [].map }); said = usual.map(x => x) instanceof List; Object.setPrototypeOf(usual, Array.prototype); print(said);
// expect: true
delete Array.prototype.constructor; said = Array.isArray(usual.slice()) + " " + usual.slice().length;
Object.defineProperty(Array.prototype, "constructor", { value: constructor, writable: true, configurable: true }); print(said, usual.slice(1).join());
// expect: true 2 2
