// An elision of a pattern takes a step of the iterator, and does not read the value.
var log = [];
function logged() { var all = log.join(" "); log = []; return all; }
function source(last, broken) {
  var n = 0;
  return {
    [Symbol.iterator]() { return this; },
    next() {
      n++;
      return {
        get done() { log.push("done" + n); return n > last; },
        get value() { log.push("value" + n); if (n === broken) throw "broken" + n; return n; }
      };
    },
    return() { log.push("return"); return {}; }
  };
}
function thrown(f) { try { f(); return "nothing"; } catch (e) { return e.message || e; } }
var a, b, o = {};
[, a, , b, ,] = source(9); print(a, b, logged()); // expect: 2 4 done1 done2 value2 done3 done4 value4 done5 return
[, , ,] = source(2); print(logged()); // expect: done1 done2 done3
[, o.x, , ...o.rest] = source(4); print(o.x, o.rest, logged()); // expect: 2 4 done1 done2 value2 done3 done4 value4 done5
var [, c, , d] = source(1); print(c, d, logged()); // expect: undefined undefined done1 done2
(([, e], [[, f] = source(3, 1)]) => print(e, f, logged()))(source(2), []); // expect: 2 2 done1 done2 value2 return done1 done2 value2 return
for (let [, g] of [source(2, 1), source(0)]) print(g, logged()); // expect: 2 done1 done2 value2 return
// expect: undefined done1
try { throw source(2); } catch ([, h]) { print(h, logged()); } // expect: 2 done1 done2 value2 return
print(thrown(() => { [, , a] = source(3, 3); }), logged()); // expect: broken3 done1 done2 done3 value3
print(thrown(() => { [,] = { [Symbol.iterator]: () => ({ next: () => 5, return() { log.push("return"); } }) }; }), logged()); // expect: Iterator result 5 is not an object
print(thrown(() => { [,] = { [Symbol.iterator]: () => ({ next: () => ({ get done() { throw "end"; } }), return() { log.push("return"); } }) }; }), logged()); // expect: end
function* steps() { try { log.push("a"); yield 1; log.push("b"); yield 2; log.push("c"); } finally { log.push("end"); } }
[, a] = steps(); print(a, logged()); // expect: 2 a b end
[, , , a] = steps(); print(a, logged()); // expect: undefined a b c end
[, a] = new Map([[1, 2], [3, 4]]); print(a.join()); // expect: 3,4
[, a, , b] = "a\u{1F600}bc"; print(a, b); // expect: 😀 c
[, a, , b] = [1, , 3]; print(a, b); // expect: undefined undefined
var many = Array.from({ length: 400 }, (_, i) => "v" + i);
print(Function("source", "var " + many.join(" = 1, ") + "; return (([, a, , b]) => a + b)(source) + [" + many + "].length + (([, , c] = source) => c)();")(source(9)), logged()); // expect: 413 done1 done2 value2 done3 done4 value4 return done5 done6 done7 value7 return
