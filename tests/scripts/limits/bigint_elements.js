// Methods that look at all elements of an array of BigInts, or write them as text, make no BigInt of each: what nobody refers
// to could not be collected before they return.
// options: --memory-limit 24000000
// slow: half a million calls

var length = 500000;
var signed = new BigInt64Array(length).fill(-1n);
print(signed.includes(undefined));
// expect: false
print(signed.join('').length);
// expect: 1000000
print(new BigUint64Array([2n ** 64n - 1n, 0n]).join() + ' ' + new BigInt64Array([-(2n ** 63n), 5n]).join('|'));
// expect: 18446744073709551615,0 -9223372036854775808|5

signed.constructor = { [Symbol.species]: BigUint64Array };
var unsigned = signed.slice(1);
print(unsigned.length, unsigned[0]);
// expect: 499999 18446744073709551615
unsigned = signed.filter(Boolean);
print(unsigned.length, unsigned[length - 1]);
// expect: 500000 18446744073709551615

// Elements that are gone are undefined, and empty texts.
var buffer = new ArrayBuffer(32, { maxByteLength: 32 });
var shrinking = new BigInt64Array(buffer);
print(shrinking.includes(undefined, { valueOf() { buffer.resize(16); return 1; } }));
// expect: true
buffer.resize(32);
print(shrinking.join({ toString() { buffer.resize(16); return '-'; } }));
// expect: 0-0--
