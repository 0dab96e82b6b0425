// Literals are made at once, with the shape and the constants of those before: what was done to one must not be seen in another.
function f(i) { return {a: 1, b: i, c: "x", d: [1, i, 3], e: {f: null, g: i}, h: true, i: undefined, j: -1.5, k: [], l: {}} }
for (let i = 0; i < 3; i++) { let o = f(i); print(JSON.stringify(o), Object.keys(o).join()); o.d.push(4); o.e.z = 1; delete o.a; o.b = 7; }
let mk = (x) => ({x, y: x, m() { return this.x }, ['c' + x]: 2, get z() { return 5 }, __proto__: null});
print(Object.keys(mk(1)).join(), mk(2).m(), mk(3).z, Object.getPrototypeOf(mk(1)));
let dup = () => ({a: 1, a: 2, b: 3, a: 4}); for (let i = 0; i < 3; i++) print(JSON.stringify(dup()));
let big = () => ({a0:0,a1:1,a2:2,a3:3,a4:4,a5:5,a6:6,a7:7,a8:8,a9:9,b0:10,b1:11,b2:12,b3:13,b4:14,b5:15,b6:16,b7:17}); for (let i = 0; i < 3; i++) print(JSON.stringify(big()));
Object.defineProperty(Object.prototype, 'q', {set(v) { print('setter!') }, configurable: true}); print(JSON.stringify({q: 1, r: 2})); print(JSON.stringify({q: 1, r: 2}));
let fn = () => ({f: function () {}, g: () => 1, h: class {}}); print(fn().f.name, fn().g.name, fn().h.name);
function* gen() { const o = {a: yield 1, b: yield 2}; const a = [yield 3, 5, yield 4]; return [o, a]; }
let g = gen(); let r = g.next(); for (const v of ['p', 'q', 'r', 's']) r = g.next(v); print(JSON.stringify(r.value));
let order = []; const t = n => (order.push(n), n); const o2 = {a: t(1), b: 2, c: t(3), d: t(4)}; print(order.join(), JSON.stringify(o2), [t(5), 6, t(7)].join(), order.join());
try { ({a: t(8), b: (() => { throw 'x' })(), c: t(9)}) } catch (e) { print(e, order.join()) }
Array.prototype[1] = 'p'; print([1, , 3][1], [0, 1].length); delete Array.prototype[1];
const fz = () => Object.freeze({a: 1, b: 2}); print(Object.isFrozen(fz()), Object.isFrozen({a: 1, b: 2}));
for (let i = 0; i < 3; i++) { const o = {a: 1, b: i}; Object.setPrototypeOf(o, null); print('toString' in o, 'toString' in {a: 1, b: i}); }
print([1,2,3,4,5,6,7,8,9,10].map(x => x * 2).join(), ["a", "b", null, undefined, true].join('|'), [-0, 1e300, NaN].map(x => Object.is(x, -0)).join());

// expect: {"a":1,"b":0,"c":"x","d":[1,0,3],"e":{"f":null,"g":0},"h":true,"j":-1.5,"k":[],"l":{}} a,b,c,d,e,h,i,j,k,l
// expect: {"a":1,"b":1,"c":"x","d":[1,1,3],"e":{"f":null,"g":1},"h":true,"j":-1.5,"k":[],"l":{}} a,b,c,d,e,h,i,j,k,l
// expect: {"a":1,"b":2,"c":"x","d":[1,2,3],"e":{"f":null,"g":2},"h":true,"j":-1.5,"k":[],"l":{}} a,b,c,d,e,h,i,j,k,l
// expect: x,y,m,c1,z 2 5 null
// expect: {"a":4,"b":3}
// expect: {"a":4,"b":3}
// expect: {"a":4,"b":3}
// expect: {"a0":0,"a1":1,"a2":2,"a3":3,"a4":4,"a5":5,"a6":6,"a7":7,"a8":8,"a9":9,"b0":10,"b1":11,"b2":12,"b3":13,"b4":14,"b5":15,"b6":16,"b7":17}
// expect: {"a0":0,"a1":1,"a2":2,"a3":3,"a4":4,"a5":5,"a6":6,"a7":7,"a8":8,"a9":9,"b0":10,"b1":11,"b2":12,"b3":13,"b4":14,"b5":15,"b6":16,"b7":17}
// expect: {"a0":0,"a1":1,"a2":2,"a3":3,"a4":4,"a5":5,"a6":6,"a7":7,"a8":8,"a9":9,"b0":10,"b1":11,"b2":12,"b3":13,"b4":14,"b5":15,"b6":16,"b7":17}
// expect: {"q":1,"r":2}
// expect: {"q":1,"r":2}
// expect: f g h
// expect: [{"a":"p","b":"q"},["r",5,"s"]]
// expect: 1,3,4 {"a":1,"b":2,"c":3,"d":4} 5,6,7 1,3,4,5,7
// expect: x 1,3,4,5,7,8
// expect: p 2
// expect: true false
// expect: false true
// expect: false true
// expect: false true
// expect: 2,4,6,8,10,12,14,16,18,20 a|b|||true true,false,false
