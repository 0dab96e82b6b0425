// Errors of closing an iterator are where stands what it is of, whatever leads out; those of taking what is left, where the rest is.
const odd = { next: () => ({ done: false }), return: () => 7, [Symbol.iterator]() { return this; } };
const failing = { next() { throw new Error("next"); }, [Symbol.iterator]() { return this; } };
function place(run) {
  try { run(); } catch (error) {
    const places = error.stack.match(/\d+:\d+(?=\)?$)/gm);
    print(places.find(place => parseInt(place) > 9));
  }
}
place(() => { outer: for (const value of odd) { for (let index = 0; index < 3; index++) break outer; } }); // expect: 10:42
place(() => { for (const value of odd) { if (value + 1 > 0 || 1) return value; } }); // expect: 11:35
place(() => { for (const value of odd) { let other = 5; break; } }); // expect: 12:35
place(() => { let first; [first] = odd; }); // expect: 13:36
place(() => { let left; [...left] = failing; }); // expect: 14:26
place(() => { const [first, ...left] = failing; }); // expect: 15:22
