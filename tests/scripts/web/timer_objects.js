// not for node: what records its output does not wait for timers
// Timers of the command are objects, as Node's; what clears them takes numbers too.
var timer = setTimeout(() => print("timer"), 5);
print(typeof timer, timer.constructor.name, typeof +timer, timer.hasRef()); // expect: object Timeout number true
print(timer.unref() === timer, timer.hasRef(), timer.ref() === timer, timer.hasRef(), Object.keys(timer).length); // expect: true false true true 0
clearTimeout(setTimeout(() => print("never"), 1));
clearTimeout(+setTimeout(() => print("never"), 1));
clearInterval(String(+setTimeout(() => print("never"), 1)));
clearImmediate(setImmediate(() => print("never")));
setTimeout(() => print("never"), 1).close();
var cleared = setTimeout(() => print("never"), 1);
clearTimeout(cleared);
cleared.refresh();
// Nobody waits for these.
setInterval(() => print("never"), 1e6).unref();
setTimeout(() => print("never"), 1e6).unref();
var count = 0;
var again = setTimeout(() => {
  print("again", ++count); // expect: timer
  if (count < 3) again.refresh(); // expect: again 1
}, 20); // expect: again 2
// expect: again 3
for (const wrong of [{}, undefined, 1]) {
  try {
    timer.refresh.call(wrong);
  } catch (error) {
    if (error.name !== "TypeError") print(error.name);
  }
}
{
  using disposed = setTimeout(() => print("never"), 1), immediate = setImmediate(() => print("never"));
  if (disposed[Symbol.dispose].name !== "[Symbol.dispose]" || disposed[Symbol.dispose]() !== undefined) print("no dispose");
}
var names = { [timer]: 1 };
if (Object.keys(names)[0] !== String(+timer)) print("no number");
