// A suspension in a function with more than 256 registers emptied the last register, even where a value was in it.
const names = Array.from({ length: 300 }, (_, i) => "v" + i).join(", ");
function results(kind, body, ...sent) {
  const activation = new kind("x", `var ${names}; ${body}`)({ n: 7, method() { return this.n; } });
  const last = [];
  for (const value of [undefined, ...sent]) last.push(activation.next(value).value);
  return JSON.stringify(last);
}
const Generator = Object.getPrototypeOf(function* () {}).constructor;

// The last register is that of a call's frame, of a computed key, …
print(results(Generator, "return x[yield 1]();", "method")); // expect: [1,7]
print(results(Generator, "return { ['k' + x.n]: yield 2 };", 3)); // expect: [2,{"k7":3}]
// … of an iterator's state, …
print(results(Generator, "var all = []; for (const q of [1, 2]) all.push(yield q); return all;", "a", "b"));
// expect: [1,2,["a","b"]]
// … of a variable, …
print(results(Generator, "{ let last = x; yield 1; return last.n; }", 0)); // expect: [1,7]
// … and of a scope's record.
print(results(Generator, "with (x) { yield n; var f = () => n; yield 1; return f(); }", 0, 0)); // expect: [7,1,7]

const Async = (async () => {}).constructor;
new Async("x", `var ${names}; return [x.n, x[await "method"]()];`)({ n: 7, method() { return this.n; } })
  .then((value) => print(String(value)), (error) => print(String(error)));
// expect: 7,7
