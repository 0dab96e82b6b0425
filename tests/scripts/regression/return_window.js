// A generator that a loop leaves is closed in the running loop: the place below its window may hold what is dead.
function* numbers() { try { yield 1; yield 2 } finally { print('closed') } }
function deep(n) { return n ? [deep(n - 1)] : [{}, {}, {}] }
for (let i = 0; i < 3; i++) {
  deep(3);
  for (const n of numbers()) { deep(2); break }
  [...deep(1)];
}
// expect: closed
// expect: closed
// expect: closed
const [first] = numbers(); // expect: closed
print(first); // expect: 1
