// JSBI does what BigInt does with numbers of 30 bits in arrays; each result is compared with the engine's own.
const JSBI = require('jsbi/dist/jsbi-cjs.js');
const texts = ['0', '1', '-1', '7', '-255', '1073741823', '1073741824', '-4294967296', '9007199254740993', '-9223372036854775808',
  '18446744073709551617', '123456789012345678901234567890', '-99999999999999999999999999999999999999999999', '0x123456789abcdef0fedcba9876543210'];
const operations = {
  add: (a, b) => a + b, subtract: (a, b) => a - b, multiply: (a, b) => a * b, divide: (a, b) => a / b, remainder: (a, b) => a % b,
  bitwiseAnd: (a, b) => a & b, bitwiseOr: (a, b) => a | b, bitwiseXor: (a, b) => a ^ b,
  lessThan: (a, b) => a < b, greaterThanOrEqual: (a, b) => a >= b, equal: (a, b) => a === b,
};
const attempt = run => { try { return String(run()); } catch (error) { return error.name; } };
for (const [name, own] of Object.entries(operations)) {
  const results = [];
  let different = 0;
  for (const a of texts) for (const b of texts) {
    const result = attempt(() => JSBI[name](JSBI.BigInt(a), JSBI.BigInt(b)));
    if (result !== attempt(() => own(BigInt(a), BigInt(b)))) different++;
    results.push(result);
  }
  print(name, results.length, 'different', different, results.filter((_, i) => i % 37 === 5).join(' '));
}
for (const text of texts) {
  const value = JSBI.BigInt(text), own = BigInt(text);
  const shifts = [0, 1, 29, 30, 31, 64, 200].map(by => JSBI.BigInt(by));
  const row = [
    JSBI.unaryMinus(value), JSBI.bitwiseNot(value), JSBI.toNumber(value), JSBI.asIntN(33, value), JSBI.asUintN(65, value),
    ...shifts.map(by => JSBI.leftShift(value, by)), ...shifts.map(by => JSBI.signedRightShift(value, by)),
    ...[2, 7, 16, 36].map(radix => value.toString(radix)),
  ];
  const wanted = [
    -own, ~own, Number(own), BigInt.asIntN(33, own), BigInt.asUintN(65, own),
    ...[0n, 1n, 29n, 30n, 31n, 64n, 200n].map(by => own << by), ...[0n, 1n, 29n, 30n, 31n, 64n, 200n].map(by => own >> by),
    ...[2, 7, 16, 36].map(radix => own.toString(radix)),
  ];
  print(text, row.every((result, i) => String(result) === String(wanted[i])), row.slice(0, 5).join(' '), row[row.length - 1]);
}
print([1.5, '1n', NaN, '', ' 12 ', '0b101', 1e21, true].map(from => attempt(() => JSBI.BigInt(from))).join(' '));
let product = JSBI.BigInt(1);
for (let i = 1; i <= 200; i++) product = JSBI.multiply(product, JSBI.BigInt(i));
print(product.toString(), JSBI.exponentiate(JSBI.BigInt(3), JSBI.BigInt(301)).toString());
print(JSBI.EQ(JSBI.BigInt(12), 12), JSBI.LT(JSBI.BigInt('9007199254740993'), 9007199254740992), JSBI.ADD('a', JSBI.BigInt(1)), JSBI.GE('12', JSBI.BigInt(11)));
