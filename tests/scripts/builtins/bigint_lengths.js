// slow: each operator on thousands of pairs
// Values where one, two and more limbs end: each operator on each pair of them, told by a checksum of all results.
const edges = [0n, 1n, 7n, 63n, 64n, 127n, 128n];
for (const bits of [32n, 53n, 63n, 64n, 127n, 128n, 192n])
  for (const more of [-1n, 0n, 1n]) edges.push((1n << bits) + more);
const values = [...edges, ...edges.map((value) => -value)];
const operators = {
  add: (a, b) => a + b, subtract: (a, b) => a - b, multiply: (a, b) => a * b, divide: (a, b) => a / b, remainder: (a, b) => a % b,
  and: (a, b) => a & b, or: (a, b) => a | b, xor: (a, b) => a ^ b, left: (a, b) => a << b % 200n, right: (a, b) => a >> b % 200n,
  less: (a, b) => a < b, equal: (a, b) => a === b, loose: (a, b) => a == Number(b), mixed: (a, b) => a < Number(b),
  uint: (a, b) => BigInt.asUintN(Number(b & 255n), a), int: (a, b) => BigInt.asIntN(Number(b & 255n), a),
};
for (const name in operators) {
  let sum = 0, errors = 0;
  for (const a of values) {
    for (const b of values) {
      let text;
      try { text = String(operators[name](a, b)); } catch (error) { text = error.name; errors++; }
      sum = (Math.imul(sum, 31) + 1000 * text.length + text.charCodeAt(text.length >> 1) + text.charCodeAt(text.length - 1)) | 0;
    }
  }
  print(name, sum, errors);
// expect: add -521382808 0
// expect: subtract 1137490024 0
// expect: multiply -1746869740 0
// expect: divide -1738596570 112
// expect: remainder -1070969848 112
// expect: and -1811139249 0
// expect: or 2143531845 0
// expect: xor -2141068702 0
// expect: left 583574145 0
// expect: right -1148575999 0
// expect: less -1223341695 0
// expect: equal -130149506 0
// expect: loose 1196786046 0
// expect: mixed 1350808321 0
// expect: uint -112210068 0
// expect: int -770341319 0
}
let sum = 0;
for (let value of values) {
  let stepped = value;
  stepped++;
  const texts = [-value, ~value, stepped, --value, Number(value), value.toString(16), value ? 1 : 0, BigInt(String(value)) === value];
  for (const text of texts) for (const unit of String(text)) sum = (Math.imul(sum, 31) + unit.charCodeAt(0)) | 0;
}
print(sum); // expect: -454305151

// The same value is the same key, however it came about.
const map = new Map(values.map((value, index) => [value, index])), set = new Set(values);
let found = 0;
for (const value of values) found += map.has((value << 300n) >> 300n) && set.has(value + (1n << 90n) - (1n << 90n)) ? 1 : 0;
print(found === values.length, map.size, set.size); // expect: true 55 55
const words = new BigInt64Array(values), unsigned = new BigUint64Array(values);
print(words.reduce((a, b) => a ^ b), unsigned.reduce((a, b) => a ^ b), words.every((word, i) => word === BigInt.asIntN(64, values[i])));
// expect: 18014389919547520 18014389919547520 true
