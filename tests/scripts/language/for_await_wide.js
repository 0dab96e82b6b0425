// for await, and yield* of async generators, in frames with more variables than an instruction can name.
var names = [];
for (var i = 0; i < 300; i++) names.push("v" + i);
var declarations = "var " + names.map((name, index) => name + " = " + index).join() + ";";
var later = new Function("g", "return async function (a) {" + declarations
  + "for await (v299 of a) v0 += v299; for await (let x of g()) { let f = () => x; v1 += f(); if (v1 > 2) break; }"
  + "try { for await ([v7] of [[4], 5]) v8 += v7; } catch (e) { v9 = e.message; } for await (let x of g()) for await (const y of g()) return [v0, v1, v7, v8, v9, v299, x, y].join(); };");
later(async function* () { try { yield 1; yield 2; } finally { print("closed"); } })([1, Promise.resolve(2)]).then(print, print);
var make = new Function("inner", "return async function* (a) {" + declarations
  + "v299 = yield v299 + a; v0 = [yield v0, yield* inner(), (yield 'x') + (yield 'y'), v150].join();"
  + "try { yield v298; } finally { v7 += yield* inner(); } return [v0, v7, v299].join(); };");
(async () => {
  var it = make(async function* () { return (yield "i") + (yield* [8]); })(5), out = [], step = await it.next();
  for (var sent = 10; !step.done; sent++) { out.push(step.value); step = await it.next(sent); }
  print(out.join(), step.value);
  var Wide = new Function("class A { constructor(...a) { this.a = a.join(); } } return class extends A { constructor(...rest) {" + declarations + " super(v299, ...rest, v1); v0 = this.a; this.b = v0; } }")();
  print(new Wide(5, 6).b);
})();
// expect: closed
// expect: closed
// expect: closed
// expect: 3,4,4,12,5 is not iterable,2,1,1
// expect: 304,0,i,8,x,y,298,i,8 11,NaN,29,150,NaN,10
// expect: 299,5,6,1
