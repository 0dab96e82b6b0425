// The parts of a target are what they were before the default value was evaluated; names are looked up before the value is taken.
function assigned() {
  var o = { n: 1 }, q = o;
  ({ a: o.x = (o = { n: 2 }, 1) } = {});
  return [q.x, o.x, o.n].join();
}
print(assigned()); // expect: 1,,2
function computed() {
  var o = {}, k = "a";
  [o[k] = (k = "b", 5)] = [];
  return Object.keys(o) + k;
}
print(computed()); // expect: ab
var log = [], target;
with (new Proxy({}, { has: function (t, key) { log.push(key); return false; } })) {
  var { taken: target = fallback } = { get taken() { log.push("taken"); } }, fallback = 1;
}
print(log.join()); // expect: target,log,taken,fallback,fallback
(async function () {
  // An iterator that is built in gives its results at once, but they are awaited as others are.
  Promise.resolve().then(() => print("tick 1")).then(() => print("tick 2"));
  for await (var x of { [Symbol.asyncIterator]() { return [Promise.resolve(7)][Symbol.iterator](); } })
    print("turn", x instanceof Promise);
  print("end");
})();
// expect: tick 1
// expect: turn true
// expect: tick 2
// expect: end
