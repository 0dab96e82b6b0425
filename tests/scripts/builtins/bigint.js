// BigInt: the constructor, conversions to and from it, texts in all radices, asIntN and asUintN, wrappers, JSON.
function caught(action) {
  try { return String(action()) } catch (error) { return error.name + ': ' + error.message }
}

print(BigInt('  0xff '), BigInt(''), BigInt('-12'), BigInt('0b101'), BigInt(1e20), BigInt(true), BigInt({ valueOf: () => 7n }));
// expect: 255 0 -12 5 100000000000000000000 1 7

print(caught(() => BigInt('1n')), '|', caught(() => BigInt('-0x1')), '|', caught(() => BigInt('1 2')));
// expect: SyntaxError: Cannot convert 1n to a BigInt | SyntaxError: Cannot convert -0x1 to a BigInt | SyntaxError: Cannot convert 1 2 to a BigInt

print(caught(() => BigInt(1.5)), '|', caught(() => BigInt(NaN)), '|', caught(() => BigInt(-Infinity)));
// expect: RangeError: The number 1.5 cannot be converted to a BigInt because it is not an integer | RangeError: The number NaN cannot be converted to a BigInt because it is not an integer | RangeError: The number -Infinity cannot be converted to a BigInt because it is not an integer

print(caught(() => BigInt(undefined)), '|', caught(() => BigInt(null)), '|', caught(() => BigInt(Symbol('s'))));
// expect: TypeError: Cannot convert undefined to a BigInt | TypeError: Cannot convert null to a BigInt | TypeError: Cannot convert Symbol(s) to a BigInt

print(caught(() => new BigInt(1))); // expect: TypeError: BigInt is not a constructor

print(Number(2n ** 64n), Number(9007199254740993n), Number(9007199254740995n), Number(2n ** 1024n - 2n ** 970n), Number(2n ** 1024n - 1n), Number(-(2n ** 2000n)));
// expect: 18446744073709552000 9007199254740992 9007199254740996 Infinity Infinity -Infinity

print(Number(Object(5n)), new Number(5n) + 1, caught(() => Math.max(1n)), '|', caught(() => isNaN(1n)), parseInt('12n'));
// expect: 5 6 TypeError: Cannot convert a BigInt value to a number | TypeError: Cannot convert a BigInt value to a number 12

var long = 3n ** 300n - 5n ** 100n, ok = 0;
for (var radix = 2; radix <= 36; radix++) {
  var text = (-long).toString(radix), back = 0n;
  for (var i = 1; i < text.length; i++) back = back * BigInt(radix) + BigInt(parseInt(text[i], radix));
  if (text[0] === '-' && back === long) ok++;
}
print(ok, (255n).toString(16), (-255n).toString(2), (0n).toString(36), (35n).toString(36), long.toString().length);
// expect: 35 ff -11111111 0 z 144

print(BigInt('0x' + long.toString(16)) === long, BigInt('0o' + long.toString(8)) === long, BigInt('0b' + long.toString(2)) === long, BigInt(long.toString()) === long);
// expect: true true true true

print(caught(() => (1n).toString(1)), '|', caught(() => (1n).toString(37)), '|', (10n).toString(undefined));
// expect: RangeError: toString() radix argument must be between 2 and 36 | RangeError: toString() radix argument must be between 2 and 36 | 10

print(BigInt.asIntN(8, 255n), BigInt.asIntN(8, -129n), BigInt.asIntN(0, 5n), BigInt.asIntN(64, 2n ** 63n), BigInt.asIntN(65, 2n ** 64n), BigInt.asIntN(3, '25'));
// expect: -1 127 0 -9223372036854775808 -18446744073709551616 1

print(BigInt.asUintN(8, -1n), BigInt.asUintN(64, -1n), BigInt.asUintN(0, 5n), BigInt.asUintN(100, -1n) === 2n ** 100n - 1n, BigInt.asUintN(200, -(2n ** 200n)), BigInt.asUintN(2 ** 53 - 1, 5n));
// expect: 255 18446744073709551615 0 true 0 5

print(BigInt.asIntN(100, 2n ** 99n) === -(2n ** 99n), BigInt.asIntN(100, -(2n ** 99n)) === -(2n ** 99n), BigInt.asIntN(100, -(2n ** 99n) - 1n) === 2n ** 99n - 1n, BigInt.asIntN(2 ** 53 - 1, -5n));
// expect: true true true -5

print(caught(() => BigInt.asIntN(-1, 0n)), '|', caught(() => BigInt.asUintN(2 ** 53, 0n)), '|', caught(() => BigInt.asIntN(1, 1)));
// expect: RangeError: Invalid value: not (convertible to) a safe integer | RangeError: Invalid value: not (convertible to) a safe integer | TypeError: Cannot convert 1 to a BigInt

print(caught(() => BigInt.asUintN(2 ** 53 - 1, -1n))); // expect: RangeError: Maximum BigInt size exceeded

var wrapped = Object(3n);
print(typeof wrapped, wrapped + 1n, wrapped == 3n, wrapped instanceof BigInt, wrapped.valueOf() === 3n, Object.prototype.toString.call(3n));
// expect: object 4 true true true [object BigInt]

print(caught(() => BigInt.prototype.toString.call('1')).slice(0, 9), BigInt.prototype[Symbol.toStringTag], BigInt.length, BigInt.asIntN.length);
// expect: TypeError BigInt 1 2

print(caught(() => JSON.stringify({ a: 1n })), JSON.stringify([Object(2n)], (key, value) => typeof value === 'bigint' || value instanceof BigInt ? String(value) : value));
// expect: TypeError: Do not know how to serialize a BigInt ["2"]

BigInt.prototype.toJSON = function () { 'use strict'; return typeof this + this };
print(JSON.stringify([1n, Object(2n)])); // expect: ["bigint1","object2"]
delete BigInt.prototype.toJSON;
print([3n, 1, 2n, -1n, 2.5].sort((a, b) => a < b ? -1 : a > b ? 1 : 0).join(), [1n, 2n].includes(2n), [1n, 2n].indexOf(2n), Object.is(0n, -0n));
// expect: -1,1,2,2.5,3 true 1 true


var map = new Map([[1n, 'a'], [2n ** 100n, 'b'], [-(2n ** 100n), 'c'], [1, 'd']]), set = new Set([1n, 1n, 2n - 1n, 1, 0n, -0n, 2n ** 64n, 2n ** 64n + 1n]);
print(map.get(3n - 2n), map.get(4n ** 50n), map.get(-(4n ** 50n)), map.get(1), map.has(2n), set.size, set.has(2n ** 64n), map.delete(1n), map.size);
// expect: a b c d false 5 true true 3
