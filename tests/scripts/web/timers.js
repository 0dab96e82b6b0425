// not for node: what records its output does not wait for timers
// The order of timers and microtasks; numbers, arguments, clearing. Whoever is due later was created later, so that a slow
// machine changes nothing.
var log = [];
queueMicrotask(() => log.push("microtask"));
Promise.resolve().then(() => log.push("reaction"));
setTimeout(() => log.push("first of two"), 10);
setTimeout(() => log.push("second of two"), 10);
setTimeout(function () {
  Promise.resolve().then(() => log.push("microtask of a timer"));
}, 12);
setTimeout(() => log.push("after that"), 13);
var cleared = setTimeout(() => log.push("never"), 15);
clearTimeout(cleared);
clearTimeout(cleared);
clearTimeout(undefined);
clearInterval("nothing");
setTimeout((a, b) => log.push("arguments " + a + b), 20, "a", "b");
setTimeout(() => log.push("later"), 30);
setTimeout(() => print(log.join()), 45);
var count = 0;
var interval = setInterval(() => {
  if (++count < 3) return;
  clearInterval(interval);
  setTimeout(() => print("interval", count), 1);
}, 50);
log.push("synchronous");

for (const wrong of [undefined, null, "print(1)", {}]) {
  for (const set of [setTimeout, setInterval, setImmediate, queueMicrotask]) {
    try {
      set(wrong);
      print("no error");
    } catch (error) {
      if (!(error instanceof TypeError)) print(error);
    }
  }
}
var start = performance.now();
setTimeout(() => performance.now() - start < 4.9 && print("too soon"), 5);
// expect: synchronous,microtask,reaction,first of two,second of two,microtask of a timer,after that,arguments ab,later
// expect: interval 3
