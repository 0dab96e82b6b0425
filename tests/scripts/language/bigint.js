// BigInts in the language: literals, operators, comparisons with other types, keys.
function caught(action) {
  try { return String(action()) } catch (error) { return error.name + ': ' + error.message }
}

print(typeof 1n, 0xffn, 0b101n, 0o17n, 1_000n, -0n, 0XABCn, 123456789012345678901234567890n);
// expect: bigint 255 5 15 1000 0 2748 123456789012345678901234567890

print(7n / 2n, -7n / 2n, 7n % -2n, -7n % 2n, 2n ** 100n, (-3n) ** 3n, 0n ** 0n, (-1n) ** (2n ** 90n + 1n), 5n - 7n, 6n * -7n);
// expect: 3 -3 1 -1 1267650600228229401496703205376 -27 1 -1 -2 -42

print(5n & -2n, 5n | -8n, 5n ^ -1n, ~5n, -(-5n), 1n << 70n, -5n >> 1n, 5n >> -2n, 5n << -1n, -1n >> 1000n, 1n >> 2n ** 80n, -1n >> 2n ** 80n);
// expect: 4 -3 -6 -6 5 1180591620717411303424 -3 20 2 -1 0 -1

var i = 5n, o = { a: 1n };
print(i++, i, ++i, i--, --i, o.a++ + o.a, ++o['a'], o.a-- - o.a); // expect: 5 6 7 7 5 3 3 1
i += 2n; i *= 3n; i **= 2n; i <<= 3n; i -= 1n; i %= 1000n; i |= 1n; i &= 0xffn; i ^= 3n; i >>= 1n; i /= 2n;
print(i); // expect: 3

print(caught(() => 1n + 1), '|', caught(() => 1 * 1n), '|', caught(() => 1n - undefined), '|', caught(() => 1n ** 1));
// expect: TypeError: Cannot mix BigInt and other types, use explicit conversions | TypeError: Cannot mix BigInt and other types, use explicit conversions | TypeError: Cannot mix BigInt and other types, use explicit conversions | TypeError: Cannot mix BigInt and other types, use explicit conversions

print(caught(() => +1n), '|', caught(() => 1n >>> 0n), '|', caught(() => 1n / 0n), '|', caught(() => 1n % 0n), '|', caught(() => 2n ** -1n).slice(0, 10));
// expect: TypeError: Cannot convert a BigInt value to a number | TypeError: BigInts have no unsigned right shift, use >> instead | RangeError: Division by zero | RangeError: Division by zero | RangeError

print(caught(() => 1n + Symbol()), '|', caught(() => 2n ** (2n ** 40n)), '|', caught(() => 1n << 2n ** 64n), '|', 0n << 2n ** 64n);
// expect: TypeError: Cannot convert a Symbol value to a number | RangeError: Maximum BigInt size exceeded | RangeError: Maximum BigInt size exceeded | 0

print(1n + 'a', 'a' + 1n, `${10n}${2n}`, 1n + [2], 1n + ''); // expect: 1a a1 102 12 1

print(1n < 2, 2 > 1n, 1n <= '1', '2' > 1n, 'x' < 1n, 1n < NaN, NaN >= 1n, 1n < Infinity, 1n > -Infinity, 1n < 1.5, -1n > -1.5, 1n < true, 0n < true);
// expect: true true true true false false false true true true true false true

print(1n == 1, 1 == 1n, 1n == '1', '0x1' == 1n, 1n == true, 1n == 1.5, 1n == 'x', 1n == NaN, 1n == Symbol(), 1n == null, 1n === 1, 1n === 1n, 2n ** 70n === 2n ** 70n, 1n != 2n, 1n !== 1n);
// expect: true true true true true false false false false false false true true true false

print(9007199254740993n > 9007199254740992, 9007199254740993n == 9007199254740992, 2n ** 1024n > Number.MAX_VALUE, 2n ** 1024n < Infinity, 0n == -0, 0n == '', 10n > 9n, -10n < -9n);
// expect: true false true true true true true true

print({ 1n: 'a' }[1], { 0x10n: 'b' }['16'], ['c', 'd'][1n], Object.keys({ 0xffffffffffffffffffffffffffffffffffffn: 1 })[0], 'length' in Object(1n));
// expect: a b d 22300745198530623141535718272648361505980415 false

var { 1n: first, 0b10n: second } = { 1: 'x', 2: 'y' };
class C { 1n = 'field'; static 0x2n() { return 'method' } get 3n() { return 'getter' } }
print(first, second, new C()[1], C[2](), C[2].name, new C()[3]); // expect: x y field method 2 getter

switch (3n) { case 3: print('number'); break; case 3n: print('BigInt'); break; default: print('none') }
// expect: BigInt

print(0n ? 'true' : 'false', -1n ? 'true' : 'false', !0n, 0n || 2n, 0n && 2n, 0n ?? 2n, 0x0n ? 1 : 2, 0b1n ? 1 : 2, 0o0n ? 1 : 2);
// expect: false true true 2 0 0 2 1 2

for (var n = 0n, sum = 0n; n < 5n; n++) sum += n * n;
print(sum, (() => { 'use strict'; return typeof 1n.constructor })(), 1n.constructor === BigInt);
// expect: 30 function true

// Operands are converted from left to right, both before they are found to be of different types.
var log = [];
var left = { valueOf() { log.push('left'); return 1n } }, right = { valueOf() { log.push('right'); return 1 } };
print(caught(() => left * right), caught(() => left + right), caught(() => left < right), caught(() => left == 1), log.join());
// expect: TypeError: Cannot mix BigInt and other types, use explicit conversions TypeError: Cannot mix BigInt and other types, use explicit conversions false true left,right,left,right,left,right,left

// A fresh BigInt survives what the other operand does.
var made = { valueOf() { return BigInt('1' + '0'.repeat(30)) } };
var wild = { valueOf() { for (var i = 0, all = []; i < 1000; i++) all.push([i]); return BigInt(all.length) } };
print(made + wild, made * wild, made - wild, made > wild, made == wild);
// expect: 1000000000000000000000000001000 1000000000000000000000000000000000 999999999999999999999999999000 true false

