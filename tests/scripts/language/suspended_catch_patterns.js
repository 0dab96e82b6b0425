// What was thrown is there for the rest of a pattern of `catch` that suspends in the middle (ECMA-262 14.15.2).
function run(generator) {
  const steps = [];
  const iterator = generator();
  for (let step = iterator.next(); ; step = iterator.next("given")) {
    steps.push(String(step.value));
    if (step.done) return steps.join();
  }
}
print(run(function* () { try { throw { b: 2 }; } catch ({ a = yield "a", b }) { return [a, b].join("-"); } })); // expect: a,given-2
print(run(function* () { try { throw { key: 1, c: 3 }; } catch ({ [yield "k"]: d = "none", ...rest }) { return d + JSON.stringify(rest); } }));
// expect: k,none{"key":1,"c":3}
print(run(function* () { try { throw [, 2]; } catch ([a = yield "a", b]) { return [a, b].join("-"); } })); // expect: a,given-2
print(run(function* () { try { throw { a: { b: {} } }; } catch ({ a: { b: { c = yield "c" }, d = yield "d" }, e = yield "e" }) { return c + d + e; } }));
// expect: c,d,e,givengivengiven
print(run(function* () {
  for (let i = 0; i < 2; i++) {
    try { throw { b: i }; } catch ({ a = yield i, b }) {
      try { throw { c: b + 5 }; } catch ({ d = yield a, c }) { print(a, b, c, d); } finally { yield "finally"; }
    }
  }
}));
// expect: given 0 5 given
// expect: given 1 6 given
// expect: 0,given,finally,1,given,finally,undefined
(async () => { try { throw { b: 2 }; } catch ({ a = await 1, b }) { print(a, b); } })(); // expect: 1 2
