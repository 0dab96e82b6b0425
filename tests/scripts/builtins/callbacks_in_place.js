// Callbacks whose frame is kept: tail calls in its place, elements and results that nothing else holds, results that are
// the source.
"use strict";
function even(n, i, a) { return n > 0 ? odd.call("t" + n, n - 1, i, a, "more", 1, 2) : [this, i, arguments.length].join(); }
function odd(n, ...rest) { return n > 0 ? even.call("e" + n, n - 1, ...rest) : "odd" + rest.length; }
function own(n, i) { return n > 0 ? own.call("q", n - 1, i, 9, 9) : this + ":" + i; }
const list = [0, 1, 2, 3, 0, 4];
print(list.map(even, "T").join(" ")); // expect: T,0,3 odd5 e1,2,6 odd5 T,4,3 e1,5,6
print(list.map(own, "T").join(" ")); // expect: T:0 q:1 q:2 q:3 T:4 q:5
print(list.find(own, 3), list.reduce((sum, n) => own(n, sum))); // expect: 0 q:undefined:q:q:q:0
print(list.map((n, i) => { let later = n; return () => later++ + n++ + i; }).map((f) => [f(), f()]).join(" "));
// expect: 0,2 3,5 6,8 9,11 4,6 13,15
const garbage = () => { for (let i = 0; i < 20; i++) ({ i }); };
const objects = () => Array.from({ length: 40 }, (_, i) => ({ i }));
let source = objects();
print(source.filter((o, i) => { source[i] = null; garbage(); return o.i % 9 === 0; }).map((o) => o.i).join());
// expect: 0,9,18,27,36
source = objects();
print(source.find((o, i) => { source[i] = null; garbage(); return o.i === 33; }).i); // expect: 33
print(list.reduce((sum, n) => { garbage(); return { n, sum: (sum ? sum.sum + sum.n : 0) }; }, null).sum); // expect: 6
source = list.map((n) => "s" + n);
print(source.sort((x, y) => { source.length = 0; garbage(); return x < y ? -1 : x > y ? 1 : 0; }).join());
// expect: s0,s0,s1,s2,s3,s4
const big = BigInt64Array.from(list, (n) => BigInt(n) << 50n);
print(big.sort((x, y) => { garbage(); return x < y ? 1 : x > y ? -1 : 0; }).map((x) => x >> 50n).join());
// expect: 4,3,2,1,0,0
const map = new Map(objects().map((o) => [o, { v: o.i }]));
let sum = 0;
map.forEach((value, key) => { map.delete(key); garbage(); sum += value.v + key.i; });
print(sum, map.size); // expect: 1560 0
for (const method of ["map", "filter"]) {
    const itself = [1, 2, 3];
    itself.constructor = { [Symbol.species]: function () { return itself; } };
    print(itself[method]((n) => { if (itself.length < 7) itself.push(n * 2); return n; }) === itself, itself.join());
// expect: true 1,2,3,2,4,6
// expect: true 1,2,3,2,4,6
}
const limited = [];
source = [1, 2, 3];
source.constructor = { [Symbol.species]: function () { return limited; } };
try {
    source.map((n, i) => { if (i === 1) Object.preventExtensions(limited); return n; });
} catch (error) {
    print(error.name, limited.join()); // expect: TypeError 1
}
const through = { __proto__: Object.setPrototypeOf(new Float32Array(1), { NaN: "n", "-0": "z", named: "yes" }), get(key) { return super[key]; } };
print(["NaN", "-0", "named"].map((key) => through.get(key)).join()); // expect: ,,yes
