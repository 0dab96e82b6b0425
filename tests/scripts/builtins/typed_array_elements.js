// Elements of each type, read and written in a loop, at their bounds and beyond the end.
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
const values = [0, -0, 1, -1, 127, 128, 255, 256, 300, 65535, 65536, 2147483647, 2147483648, -2147483648, 4294967295, 4294967296,
  1.5, -1.5, 2.5, 1e300, NaN, Infinity, '7', true, null];
for (const Type of types) {
  const array = new Type(values.length);
  for (let i = 0; i < values.length; i++) array[i] = values[i];
  let text = '';
  for (let i = 0; i <= values.length; i++) text += ' ' + (Object.is(array[i], -0) ? '-0' : array[i]);
  print(Type.name + text);
// expect: Int8Array 0 0 1 -1 127 -128 -1 0 44 -1 0 -1 0 0 -1 0 1 -1 2 0 0 0 7 1 0 undefined
// expect: Uint8Array 0 0 1 255 127 128 255 0 44 255 0 255 0 0 255 0 1 255 2 0 0 0 7 1 0 undefined
// expect: Uint8ClampedArray 0 0 1 0 127 128 255 255 255 255 255 255 255 0 255 255 2 0 2 255 0 255 7 1 0 undefined
// expect: Int16Array 0 0 1 -1 127 128 255 256 300 -1 0 -1 0 0 -1 0 1 -1 2 0 0 0 7 1 0 undefined
// expect: Uint16Array 0 0 1 65535 127 128 255 256 300 65535 0 65535 0 0 65535 0 1 65535 2 0 0 0 7 1 0 undefined
// expect: Int32Array 0 0 1 -1 127 128 255 256 300 65535 65536 2147483647 -2147483648 -2147483648 -1 0 1 -1 2 0 0 0 7 1 0 undefined
// expect: Uint32Array 0 0 1 4294967295 127 128 255 256 300 65535 65536 2147483647 2147483648 2147483648 4294967295 0 1 4294967295 2 0 0 0 7 1 0 undefined
// expect: Float32Array 0 -0 1 -1 127 128 255 256 300 65535 65536 2147483648 2147483648 -2147483648 4294967296 4294967296 1.5 -1.5 2.5 Infinity NaN Infinity 7 1 0 undefined
// expect: Float64Array 0 -0 1 -1 127 128 255 256 300 65535 65536 2147483647 2147483648 -2147483648 4294967295 4294967296 1.5 -1.5 2.5 1e+300 NaN Infinity 7 1 0 undefined
}

// Beyond the end, before the beginning, and keys that are none.
const bytes = Uint8Array.of(1, 2, 3);
bytes[3] = 9; bytes[-1] = 9; bytes['1.5'] = 9; bytes[4294967296] = 9;
print(bytes[3], bytes[-1], bytes['1.5'], bytes[4294967296], Object.keys(bytes).join());
// expect: undefined undefined undefined undefined 0,1,2

// The length as the loop asks for it, while the buffer changes.
const buffer = new ArrayBuffer(4, { maxByteLength: 16 }), tracking = new Uint8Array(buffer), fixed = new Uint8Array(buffer, 2, 2);
for (let round = 0; round < 4; round++) {
  print(tracking.length, fixed.length, tracking[2], fixed[1]);
// expect: 4 2 0 0
// expect: 8 2 5 6
// expect: 3 0 5 undefined
// expect: 0 0 undefined undefined
  if (round === 0) { buffer.resize(8); tracking[2] = 5; fixed[1] = 6; }
  if (round === 1) buffer.resize(3);
  if (round === 2) buffer.resize(0);
}

// Subclasses, other receivers and other getters have their own say about `length`.
class Sub extends Uint8Array { get length() { return 'own'; } }
const all = [new Uint8Array(2), new Sub(2), Object.create(new Uint8Array(2)), new Float64Array(3)];
for (const array of all) { try { print(array.length); } catch (error) { print(error.name); } }
// expect: 2
// expect: own
// expect: TypeError
// expect: 3
const getter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length');
Object.defineProperty(Int8Array.prototype, 'length', { get() { return 'replaced'; }, configurable: true });
const replaced = new Int8Array(5);
for (let i = 0; i < 3; i++) print(replaced.length, getter.get.call(replaced));
// expect: replaced 5
// expect: replaced 5
// expect: replaced 5
delete Int8Array.prototype.length;
print(replaced.length); // expect: 5

// for-of while elements and length change.
const seen = [], walked = new Float64Array(new ArrayBuffer(32, { maxByteLength: 64 }));
for (const value of walked) { seen.push(value); if (seen.length === 1) walked[2] = 0.5; if (seen.length === 3) walked.buffer.resize(48); }
print(seen.join()); // expect: 0,0,0.5,0,0,0
const short = new Uint8Array(walked.buffer, 0, 8);
try { for (const value of short) walked.buffer.resize(7); } catch (error) { print(error.name); } // expect: TypeError
