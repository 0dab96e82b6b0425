// yield* closes an iterator that has no `throw`: its `return` is called without an argument, also where its result is awaited.
function source(symbol, name, more) {
  return {
    [symbol]() {
      return {
        next() { return { done: false, value: 1 }; },
        return() { print(name, arguments.length, arguments[0]); return { done: true, value: "R" }; },
        ...more
      };
    }
  };
}
async function* delegating(iterable) { try { return yield* iterable; } finally { print("left"); } }
function* plainly(iterable) { yield* iterable; }
var sync = plainly(source(Symbol.iterator, "sync"));
sync.next();
try { sync.throw(1); } catch (e) { print(e.name); }
// expect: sync 0 undefined
// expect: TypeError
(async function () {
  var it = delegating(source(Symbol.asyncIterator, "async"));
  await it.next();
  try { await it.throw(2); } catch (e) { print(e.name); }
  // expect: async 0 undefined
  // expect: left
  // expect: TypeError
  it = delegating(source(Symbol.asyncIterator, "returned"));
  await it.next();
  print(JSON.stringify(await it.return(3)));
  // expect: returned 1 3
  // expect: left
  // expect: {"value":"R","done":true}
  it = delegating(source(Symbol.asyncIterator, "rest", { return(...all) { print("rest", all.length); return { done: true }; } }));
  await it.next();
  try { await it.throw(4); } catch (e) { print(e.name); }
  // expect: rest 0
  // expect: left
  // expect: TypeError
  it = delegating(source(Symbol.asyncIterator, "native", { return: Array.of }));
  await it.next();
  try { await it.throw(5); } catch (e) { print(e.name); }
  // expect: left
  // expect: TypeError
})();
