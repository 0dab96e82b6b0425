// JSON.stringify takes as long as there are elements and text, whatever the length, where nobody can tell.
function outcome(write) {
  try { return write().length; } catch (error) { return error.name; }
}
const longest = [1];
longest.length = 2 ** 32 - 1;
print(outcome(() => JSON.stringify(longest)), outcome(() => JSON.stringify({ longest }, null, 2)));
// expect: RangeError RangeError
print(outcome(() => JSON.stringify([[longest]])), outcome(() => JSON.stringify(longest, ["a"])));
// expect: RangeError RangeError
const late = [];
late[2 ** 31 + 5] = { toJSON() { throw new TypeError("not reached"); } };
print(outcome(() => JSON.stringify(late))); // expect: RangeError
// Gaps before, between and behind elements.
function written(length, places, space) {
  const array = [];
  array.length = length;
  for (const place of places) array[place] = place;
  const dense = Array.from(array);
  const text = JSON.stringify(array, null, space);
  return text === JSON.stringify(dense, null, space) && text === JSON.stringify(array, (key, value) => value, space);
}
for (const space of [0, 1, "--"]) {
  print(written(1000, [], space), written(1000, [999], space), written(5000, [0, 63, 64, 65, 130, 4000], space));
}
// expect: true true true
// expect: true true true
// expect: true true true
// What is behind a hole may be inherited, or come from a getter, which may fill or empty the array.
Array.prototype[300] = "inherited";
print(JSON.stringify(new Array(302)).slice(-23)); // expect: ,null,"inherited",null]
delete Array.prototype[300];
const changing = new Array(400);
Object.defineProperty(changing, 0, { get() { changing[399] = "late"; changing.length = 400; return 0; }, enumerable: true });
Object.defineProperty(changing, 200, { get() { delete changing[399]; changing[300] = "filled"; return 200; }, enumerable: true });
print(JSON.stringify(changing).replaceAll(/(,null)+/g, gap => "+" + gap.length / 5)); // expect: [0+199,200+99,"filled"+99]
const functions = new Array(200).fill(() => 1);
functions[199] = 5;
print(JSON.stringify(functions).replaceAll("null,", "").length); // expect: 3
// A replacer sees each place; a proxy is asked for each one.
let places = 0;
JSON.stringify(new Array(500), (key, value) => (places++, value));
print(places); // expect: 501
let asked = 0;
JSON.stringify(new Proxy(new Array(500), { get: (target, key) => (asked++, target[key]) }));
print(asked); // expect: 502
