// `yield*` closes an iterator that has no `throw`; its `return` gets no argument then (ECMA-262 15.5.5).
function steps(symbol) {
  return { [symbol]() { return this; }, next() { return { value: 1, done: false }; }, return() { print("return", arguments.length); return {}; } };
}
function* sync() { yield* steps(Symbol.iterator); }
async function* async() { yield* steps(Symbol.asyncIterator); }
var g = sync();
g.next();
try { g.throw(2); } catch (error) { print(error.name); }
// expect: return 0
// expect: TypeError
g = async();
g.next();
g.throw(2).catch(error => print(error.name));
var r = async();
r.next();
r.return(3).then(() => print("returned"));
// expect: return 0
// expect: return 1
// expect: TypeError
// expect: returned
