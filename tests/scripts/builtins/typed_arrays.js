// What each type keeps of a number.
var numbers = [1.5, -1, 127, 128, 255, 256, 65535, 2147483648, 4294967296, 1e300, NaN, -0, 0.1, 65519, 65520];
[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array].forEach(
// expect: Int8Array 1 1,-1,127,-128,-1,0,-1,0,0,0,0,0,0,-17,-16
// expect: Uint8Array 1 1,255,127,128,255,0,255,0,0,0,0,0,0,239,240
// expect: Uint8ClampedArray 1 2,0,127,128,255,255,255,255,255,255,0,0,0,255,255
// expect: Int16Array 2 1,-1,127,128,255,256,-1,0,0,0,0,0,0,-17,-16
// expect: Uint16Array 2 1,65535,127,128,255,256,65535,0,0,0,0,0,0,65519,65520
// expect: Int32Array 4 1,-1,127,128,255,256,65535,-2147483648,0,0,0,0,0,65519,65520
// expect: Uint32Array 4 1,4294967295,127,128,255,256,65535,2147483648,0,0,0,0,0,65519,65520
// expect: Float32Array 4 1.5,-1,127,128,255,256,65535,2147483648,4294967296,Infinity,NaN,0,0.10000000149011612,65519,65520
// expect: Float64Array 8 1.5,-1,127,128,255,256,65535,2147483648,4294967296,1e+300,NaN,0,0.1,65519,65520
    function (type) {
        print(type.name, type.BYTES_PER_ELEMENT, new type(numbers).join());
    },
);

// Keys that are the texts of numbers are elements or nothing; others are properties.
var array = new Uint8Array(4);
array["-0"] = array["1.5"] = array[4] = array["1e1000"] = array.Infinity = array.NaN = array["-1"] = 9;
array["+1"] = array["01"] = array["1.0"] = array.name = 7;
print(Object.keys(array).join()); // expect: 0,1,2,3,1e1000,name,1.0,01,+1
print("-0" in array, "1.5" in array, 4 in array, "01" in array, 3 in array); // expect: false false false true true
print(delete array["1.5"], delete array[9], Reflect.deleteProperty(array, 0), Reflect.deleteProperty(array, "01"));
// expect: true true false true
print(array[4], array["-0"], array["1.5"], array.NaN); // expect: undefined undefined undefined undefined

// In a prototype chain it answers for all such keys.
var heir = Object.create(array);
Object.prototype[7] = "of all objects";
Object.prototype["0.5"] = "half";
print(heir[7], heir["0.5"], 7 in heir, heir[0]); // expect: undefined undefined false 0
heir[7] = heir["0.5"] = 1;
heir[1] = 300;
print(Object.keys(heir).join(), array[1], heir[1]); // expect: 1 0 300
delete Object.prototype[7];
delete Object.prototype["0.5"];

// The same site for names, elements and texts of numbers: no cache answers for another.
function read(object, key) { return object[key]; }
function readNaN(object) { return object.NaN; }
var plain = { NaN: "plain", "1.5": "plain" };
for (var i = 0; i < 5; i++) {
    read(plain, "1.5");
    readNaN(plain);
}
print(read(array, "1.5"), readNaN(array), readNaN(Object.create(array)), read(plain, "1.5"), readNaN(plain));
// expect: undefined undefined undefined plain plain

// Attributes of elements cannot be changed.
function refuses(work) { try { work(); return false; } catch (error) { return error.name; } }
print(JSON.stringify(Object.getOwnPropertyDescriptor(array, 1)));
// expect: {"value":0,"writable":true,"enumerable":true,"configurable":true}
print(refuses(function () { Object.defineProperty(array, 1, { enumerable: false }); })); // expect: TypeError
print(refuses(function () { Object.defineProperty(array, 1, { get: function () {} }); })); // expect: TypeError
print(refuses(function () { Object.defineProperty(array, 9, { value: 1 }); })); // expect: TypeError
print(refuses(function () { Object.freeze(array); }), refuses(function () { Object.freeze(new Uint8Array(0)); }));
// expect: TypeError false
print(Object.isFrozen(Object.preventExtensions(new Uint8Array(0)))); // expect: true

// Too much is an error, and nothing is allocated before.
print(refuses(function () { new Uint8Array(Math.pow(2, 33)); }), refuses(function () { new Float64Array(Math.pow(2, 53)); }));
// expect: RangeError RangeError
print(refuses(function () { new ArrayBuffer(-1); }), refuses(function () { new ArrayBuffer(7 * Math.pow(2, 50)); }));
// expect: RangeError RangeError
print(refuses(function () { new Uint8Array(new ArrayBuffer(8), 9); })); // expect: RangeError
print(refuses(function () { new Uint16Array(new ArrayBuffer(8), 1); })); // expect: RangeError

// Views on the same bytes.
var buffer = new ArrayBuffer(16);
var view = new DataView(buffer, 2, 12);
new Uint8Array(buffer).set([0, 1, 2, 3, 4, 5, 6, 7, 248, 255, 0, 0, 0, 0, 240, 127]);
print(view.getUint8(0), view.getInt16(0), view.getInt16(0, true), view.getUint32(1), view.getInt8(6));
// expect: 2 515 770 50595078 -8
print(new Float64Array(buffer)[1], new Int16Array(buffer).join()); // expect: NaN 256,770,1284,1798,-8,0,0,32752
view.setFloat64(4, Math.PI);
view.setUint16(0, 0xABCD, true);
print(new Uint8Array(buffer).join()); // expect: 0,1,205,171,4,5,64,9,33,251,84,68,45,24,240,127
print(refuses(function () { view.getFloat64(5); }), refuses(function () { view.getInt8(-1); }), view.byteOffset, view.byteLength);
// expect: RangeError RangeError 2 12

// A NaN is a NaN whatever its bits are.
var bits = new Uint32Array(2);
var double = new Float64Array(bits.buffer);
[0x7FF80000, 0xFFF80000, 0xFFFFFFFF, 0xFFF90000, 0xFFFA0000, 0xFFFB0000, 0x7FF00001].forEach(function (high) {
// expect: NaN number -1 true
// expect: NaN number -1 true
// expect: NaN number -1 true
// expect: NaN number -1 true
// expect: NaN number -1 true
// expect: NaN number -1 true
// expect: NaN number -1 true
    bits[0] = 5;
    bits[1] = high;
    print(double[0], typeof double[0], double.indexOf(NaN), double.includes(NaN));
});

// Overlapping copies are made as if the elements were taken out first.
var letters = Uint8Array.from("12345678");
letters.copyWithin(2, 0, 5);
print(letters.join("")); // expect: 12123458
letters.set(letters.subarray(2), 0);
print(letters.join("")); // expect: 12345858
var wide = new Uint16Array(letters.buffer, 0, 4);
wide.set(letters.subarray(4));
print(wide.join()); // expect: 5,8,5,8
new Uint8Array(letters.buffer).set(new Uint16Array(letters.buffer));
print(letters.join()); // expect: 5,8,5,8,5,0,8,0

// Order: -0 before 0, NaN last.
print(new Float64Array([3, NaN, -0, 0, -Infinity, 2, -1, Infinity]).sort().map(function (x) { return 1 / x; }).join());
// expect: 0,-1,-Infinity,Infinity,0.5,0.3333333333333333,0,NaN

// Buffers that change their length.
var growing = new ArrayBuffer(2, { maxByteLength: 9 });
var follows = new Uint16Array(growing, 2);
var fixed = new Uint16Array(growing, 0, 1);
print(follows.length, fixed.length); // expect: 0 1
growing.resize(9);
print(follows.length, fixed.length, follows.byteLength, growing.resizable, growing.maxByteLength);
// expect: 3 1 6 true 9
growing.resize(1);
print(follows.length, follows.byteOffset, fixed.length, fixed[0], refuses(function () { fixed.fill(1); }));
// expect: 0 0 0 undefined TypeError
growing.resize(4);
print(follows.join(), fixed.join(), refuses(function () { Object.freeze(follows); })); // expect: 0 0 TypeError
print(refuses(function () { growing.resize(10); }), refuses(function () { new ArrayBuffer(3, { maxByteLength: 2 }); }));
// expect: RangeError RangeError

// Memory that is shared behaves alike, and may grow.
var shared = new SharedArrayBuffer(4, { maxByteLength: 12 });
var words = new Int32Array(shared);
words[0] = -2;
print(words.length, Atomics.add(words, 0, 5), words[0], new Uint8Array(shared)[0], Atomics.sub(words, 0, 4), words[0]);
// expect: 1 -2 3 3 3 -1
shared.grow(12);
words.set([1, 2, 3]);
print(words.length, words.join(), refuses(function () { shared.grow(4); }), refuses(function () { shared.grow(13); }));
// expect: 3 1,2,3 RangeError RangeError
print(Atomics.compareExchange(words, 1, 2, 9), Atomics.compareExchange(words, 1, 2, 8), Atomics.exchange(words, 1, -7), words[1]);
// expect: 2 9 9 -7
print(new Int8Array(words.buffer).fill(3, 5, 9).join(), words.copyWithin(0, 1).join());
// expect: 1,0,0,0,-7,3,3,3,3,0,0,0 50529273,3,3
print(Atomics.wait(words, 0, 5), Atomics.wait(words, 0, words[0], 1), Atomics.notify(words, 0), Atomics.store(words, 2, -0.5));
// expect: not-equal timed-out 0 0
print(refuses(function () { Atomics.wait(new Int32Array(4), 0, 0, 0); }), refuses(function () { Atomics.load(words, 3); }));
// expect: TypeError RangeError
var bytes = new Uint8Array(new SharedArrayBuffer(8));
print(Atomics.or(bytes, 3, 0x1F0), Atomics.xor(bytes, 3, 0xFF), Atomics.and(bytes, 3, 6), bytes[3], bytes[2], bytes[4]);
// expect: 0 240 15 6 0 0
