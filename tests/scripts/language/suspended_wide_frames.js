// More variables than an instruction can name: frames in which values go through other registers.
var names = [];
for (var i = 0; i < 300; i++) names.push("v" + i);
var declarations = "var " + names.map(function (name, index) { return name + " = " + index; }).join() + ";";
var sum = names.join(" + ");
var make = new Function("inner", "return function* (a) {" + declarations
  + "v299 = yield v299 + a; v0 = [yield v0, yield* inner, (yield 'x') + (yield 'y'), v150].join();"
  + "try { yield " + sum.replace("v0 + ", "") + "; } finally { v7 += yield* inner; } return [v0, v7, v299].join(); };");
var it = make([1, 2])(5);
var step = it.next(), out = [];
for (var sent = 10; !step.done; sent++) { out.push(step.value); step = it.next(sent); }
print(out.join(), step.value); // expect: 304,0,1,2,x,y,44561,1,2 11,,29,150,NaN,10
var later = new Function("return async function (a) {" + declarations
  + "v299 = await a; var f = function () { return v299; }; v0 = [await v298, await f(), (await 1) + (await 2)].join(); return v0 + f(); };");
later()(Promise.resolve(7)).then(function (v) { print(v); }); // expect: 298,7,37
