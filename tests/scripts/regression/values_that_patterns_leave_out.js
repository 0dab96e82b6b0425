// A pattern steps over what it leaves out, and does not read its value.
var log;
function steps(count, end) {
  log = [];
  return {
    [Symbol.iterator]() { return this; },
    next() {
      log.push("next");
      if (end === "none") return 1;
      return { get done() { log.push("done"); if (end === "error") throw "error of done"; return count-- <= 0; }, get value() { log.push("value"); return count; } };
    },
    return() { log.push("return"); return {}; },
  };
}
var a, rest;
[, a] = steps(5);
print(a, log.join()); // expect: 3 next,done,next,done,value,return
[, , a] = steps(1);
print(a, log.join()); // expect: undefined next,done,next,done
[,] = steps(0);
print(log.join()); // expect: next,done
[, ...rest] = steps(3);
print(rest, log.join()); // expect: 1,0 next,done,next,done,value,next,done,value,next,done
var [, , b] = [1, 2, 3], [, c] = new Set("xy"), [, d] = (function* () { yield 1; yield 2; })(), [, e] = "pq";
print(b, c, d, e); // expect: 3 y 2 q
(function ([, f]) { print(f, log.join()); })(steps(2)); // expect: 0 next,done,next,done,value,return
for (var [, g] of [steps(2)]) print(g, log.join()); // expect: 0 next,done,next,done,value,return
for (var end of ["none", "error"])
  try { [, a] = steps(2, end); } catch (error) { print(error.name || error, log.join()); }
// expect: TypeError next
// expect: error of done next,done
function* waits() { [, a = yield "waits"] = steps(1); return a; }
var i = waits();
print(i.next().value, i.next(7).value, log.join()); // expect: waits 7 next,done,next,done
