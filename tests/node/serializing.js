// v8: values as bytes, as V8 writes them.
'use strict';
const v8 = require('v8');
const util = require('util');

const shared = { name: 'shared' };
const circular = { shared, again: shared };
circular.self = circular;
const sparse = [1, , 3];
sparse.more = 'm';
const values = [
  undefined, null, true, false, 0, -0, 1, -1, 63, 64, -65, 2 ** 29, 2 ** 30, 2 ** 31, -(2 ** 31), 0.5, NaN, Infinity, 0n, 1n, -1n, 2n ** 64n, -(2n ** 70n),
  '', 'text', 'caf\u00e9', '\u20ac', 'x\u20acy'.repeat(50), 'a'.repeat(200), {}, { a: 1, 'b c': [], 3: 'three', '-1': 0, '01': 1 }, [], [1, 'two', [3]],
  [, 1], sparse, new Date(5), new Date(NaN), /a.b/gi, /x/su, new Map([[1, { a: 2 }], ['k', new Map()]]), new Set([1, 'a', new Set()]),
  Object(1), Object('s'), Object(true), Object(false), Object(7n), new Uint8Array([1, 2, 3]), new Float64Array([0.5]), new Int16Array([-1, 300]),
  new DataView(new Uint8Array([9, 8]).buffer), Buffer.from('buffer'), new BigInt64Array([5n]), new Uint8Array([1, 2, 3]).buffer, circular,
  [shared, shared], ['\u20ac', '\u20ac'], new Uint8Array(0), { nested: { deeply: [new Map([[{}, []]])] } },
];
for (const value of values) {
  const bytes = v8.serialize(value);
  console.log(bytes.toString('hex'), util.inspect(v8.deserialize(bytes), { depth: 6 }));
}
for (const error of [new Error('plain'), new TypeError('type'), new RangeError('')]) {
  error.stack = 'the stack';
  const copy = v8.deserialize(v8.serialize(error));
  console.log(v8.serialize(error).toString('hex'), copy instanceof error.constructor, copy.message, copy.stack);
}
const back = v8.deserialize(v8.serialize(circular));
console.log(back.self === back, back.shared === back.again);
for (const value of [() => 1, Symbol('s'), { f() {} }, Promise.resolve(), new WeakMap()]) {
  try {
    v8.serialize(value);
  } catch (error) {
    console.log(error.name, error.constructor.name);
  }
}
for (const hex of ['', 'ff', 'ff0f', 'ff0f5e05', 'ff0f6f', 'ff0f41ffffff7f', 'ff0f22ff01', 'ff0f99', '00']) {
  try {
    v8.deserialize(Buffer.from(hex, 'hex'));
    console.log('read', hex);
  } catch (error) {
    console.log(error.name, hex);
  }
}
const writer = new v8.Serializer();
writer.writeHeader();
writer.writeUint32(300);
writer.writeUint64(1, 2);
writer.writeDouble(1.5);
writer.writeRawBytes(Buffer.from([1, 2]));
writer.writeValue({ a: 1 });
const written = writer.releaseBuffer(), reader = new v8.Deserializer(written);
console.log(written.toString('hex'), reader.readHeader(), reader.readUint32(), reader.readUint64(), reader.readDouble(), reader.readRawBytes(2), reader.readValue());
console.log(typeof v8.getHeapStatistics().used_heap_size, v8.setFlagsFromString('--no-opt'));
