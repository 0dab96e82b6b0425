// not for node: what records its output does not wait for jobs
// process.nextTick: before the jobs of promises, and what jobs leave once there are none.
Promise.resolve()
  .then(() => {
    print("job 1"); // expect: main
    process.nextTick(() => print("tick of a job")); // expect: tick 1 a b
  })
  .then(() => print("job 2")) // expect: tick 2
  .then(() => print("job 3")); // expect: tick 3
process.nextTick((a, b) => {
  print("tick 1", a, b); // expect: job 1
  process.nextTick(() => print("tick 3")); // expect: microtask
  Promise.resolve().then(() => print("job of a tick")); // expect: job of a tick
}, "a", "b");
queueMicrotask(() => print("microtask")); // expect: job 2
process.nextTick(() => print("tick 2")); // expect: job 3
setTimeout(() => {
  Promise.resolve().then(() => print("job of a timer")); // expect: tick of a job
  process.nextTick(() => print("tick of a timer")); // expect: tick of a timer
}, 1); // expect: job of a timer
print("main");
for (const wrong of [undefined, {}, "text"]) {
  try {
    process.nextTick(wrong);
    print("taken");
  } catch (error) {
    if (error.name !== "TypeError") print(error.name);
  }
}
