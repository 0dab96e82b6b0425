// Immutable ArrayBuffers, by the proposal: made of other buffers, and refused wherever something would write.

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return error.name;
  }
}

const source = new Uint8Array([1, 2, 3, 4]).buffer;
const slice = source.sliceToImmutable(1, -1);
print(slice.immutable, slice.byteLength, source.immutable, source.detached); // expect: true 2 false false
new Uint8Array(source)[1] = 9;
print(new Uint8Array(slice).join()); // expect: 2,3
const whole = source.transferToImmutable();
print(whole.immutable, whole.resizable, whole.maxByteLength, source.detached); // expect: true false 4 true
print(new ArrayBuffer(4, { maxByteLength: 8 }).transferToImmutable(6).maxByteLength); // expect: 6

// What takes the bytes away, or changes how many there are.
for (const name of ['transfer', 'transferToFixedLength', 'transferToImmutable', 'resize']) print(attempt(() => whole[name](2)));
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
print(whole.slice(1).immutable, whole.sliceToImmutable(3).byteLength); // expect: false 1
print(attempt(() => new SharedArrayBuffer(1).sliceToImmutable)); // expect: undefined
print(attempt(() => ArrayBuffer.prototype.sliceToImmutable.call(new SharedArrayBuffer(1)))); // expect: TypeError

// Elements are as those of a frozen array.
const bytes = new Uint8Array(whole);
print(attempt(() => (bytes[0] = 5)), bytes[0]); // expect: 5 1
print(attempt(() => { 'use strict'; bytes[0] = 5; })); // expect: TypeError
print(attempt(() => { 'use strict'; bytes[9] = 5; return 'nothing there'; })); // expect: nothing there
print(attempt(() => { 'use strict'; bytes[0]++; }), attempt(() => { 'use strict'; [bytes[0]] = [1]; })); // expect: TypeError TypeError
print(JSON.stringify(Object.getOwnPropertyDescriptor(bytes, 1)));
// expect: {"value":9,"writable":false,"enumerable":true,"configurable":false}
print(Reflect.set(bytes, 0, 1), Reflect.set(bytes, 7, 1), Reflect.set({ __proto__: bytes }, 0, 1)); // expect: false true false
print(Reflect.defineProperty(bytes, 0, { value: 1 }), Reflect.defineProperty(bytes, 0, { value: 2 })); // expect: true false
print(Reflect.defineProperty(bytes, 0, { writable: true }), Reflect.defineProperty(bytes, 0, {})); // expect: false true
print(Reflect.defineProperty(bytes, 0, { get() {} }), Reflect.defineProperty(bytes, 9, {})); // expect: false false
print(Reflect.deleteProperty(bytes, 0), Object.isFrozen(Object.freeze(bytes))); // expect: false true
const nan = new Float64Array(new Float64Array([NaN, -0]).buffer.transferToImmutable());
print(Reflect.defineProperty(nan, 0, { value: NaN }), Reflect.defineProperty(nan, 1, { value: 0 })); // expect: true false

// Methods that write refuse before they look at their arguments, on empty arrays too.
const loud = { valueOf() { print('asked'); return 0; } };
for (const array of [bytes, new Uint8Array(whole, 4)]) {
  const found = [];
  for (const name of ['fill', 'set', 'copyWithin', 'reverse', 'setFromHex', 'setFromBase64']) found.push(attempt(() => array[name](loud, loud)));
  found.push(attempt(() => array.sort(() => print('compared'))));
  print(found.join());
}
// expect: TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError
// expect: TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError
print(attempt(() => new DataView(whole).setInt16(loud, loud)), new DataView(whole).getInt16(0)); // expect: TypeError 265
const words = new Int32Array(whole);
for (const name of ['add', 'store', 'exchange', 'compareExchange']) print(attempt(() => Atomics[name](words, loud, loud, loud)));
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
print(Atomics.load(words, 0) === words[0], Atomics.notify(words, 0)); // expect: true 0

// What only reads works, and copies can be written.
print(bytes.toReversed().join(), bytes.with(0, 7).join(), bytes.map((byte) => byte + 1).join()); // expect: 4,3,9,1 7,9,3,4 2,10,4,5
print(bytes.slice(1).buffer.immutable, bytes.subarray(1).buffer === whole); // expect: false true

// Species and constructors that give an immutable one where a result is written.
class Stone extends Uint8Array {
  static get [Symbol.species]() {
    return function () { return new Uint8Array(whole); };
  }
}
const stone = new Stone([1, 2]);
print(attempt(() => stone.map((byte) => byte)), attempt(() => stone.slice()), attempt(() => stone.filter(Boolean)));
// expect: TypeError TypeError TypeError
print(attempt(() => Uint8Array.from.call(Stone[Symbol.species], [1])), attempt(() => Uint8Array.of.call(Stone[Symbol.species], 1)));
// expect: TypeError TypeError
class Granite extends ArrayBuffer {
  static get [Symbol.species]() {
    return function () { return whole; };
  }
}
print(attempt(() => new Granite(2).slice())); // expect: TypeError

// Conversions of arguments that change the buffer in the middle.
const shrinking = new ArrayBuffer(8, { maxByteLength: 8 });
print(attempt(() => shrinking.sliceToImmutable(0, { valueOf() { shrinking.resize(2); return 8; } }))); // expect: RangeError
const going = new ArrayBuffer(8);
print(attempt(() => going.sliceToImmutable({ valueOf() { going.transfer(); return 0; } }))); // expect: TypeError
const hardening = new ArrayBuffer(2);
const soft = new Uint8Array(hardening);
print(attempt(() => soft.fill({ valueOf() { hardening.transferToImmutable(); return 1; } }))); // expect: TypeError
