// Values as bytes, in the format that V8 has (version 15): what Node writes is read here, and the other way round. What tells of V8's
// own heap is that of the engine, as far as there is one.
'use strict';

const { Buffer } = require('buffer');
const { coded, invalidType, refuse } = require('internal/errors');

refuse(exports, 'v8', [
  'getHeapSnapshot', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'takeCoverage', 'stopCoverage', 'promiseHooks',
  'getHeapCodeStatistics', 'queryObjects', 'GCProfiler',
]);
// Whether a string has a byte for each of its characters.
exports.isStringOneByteRepresentation = function isStringOneByteRepresentation(text) {
  if (typeof text !== 'string') throw invalidType('content', 'of type string', text);
  return !/[^\0-\xff]/.test(text);
};

// No program is put into a snapshot by itself.
exports.startupSnapshot = { isBuildingSnapshot: () => false };
refuse(exports.startupSnapshot, 'v8.startupSnapshot', ['addSerializeCallback', 'addDeserializeCallback', 'setDeserializeMainFunction']);

const VERSION = 15;
// Views in the order of their numbers in Node.
const VIEWS = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, DataView, Buffer,
  BigInt64Array, BigUint64Array,
];
// The same in V8, by their letters.
const LETTERS = {
  b: Int8Array, B: Uint8Array, C: Uint8ClampedArray, w: Int16Array, W: Uint16Array, d: Int32Array, D: Uint32Array, f: Float32Array,
  F: Float64Array, '?': DataView, q: BigInt64Array, Q: BigUint64Array,
};
const ERRORS = { E: EvalError, R: RangeError, F: ReferenceError, S: SyntaxError, T: TypeError, U: URIError };
const shownOf = value => (typeof value === 'object' ? `#<${value.constructor?.name ?? 'Object'}>` : value.toString());
const damaged = () => new Error('Unable to deserialize cloned data.');

class Serializer {
  #bytes = Buffer.alloc(64);
  #length = 0;
  #known = new Map();
  #room(count) {
    if (this.#length + count > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(2 * this.#bytes.length, this.#length + count));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#length += count;
    return this.#length - count;
  }
  #put(byte) {
    const at = this.#room(1);
    this.#bytes[at] = byte;
  }
  #tag(letter) { this.#put(letter.charCodeAt(0)); }
  #cannotClone(value) {
    const DataCloneError = this._getDataCloneError;
    return new DataCloneError(`${shownOf(value)} could not be cloned.`);
  }
  writeHeader() {
    this.#put(0xFF);
    this.writeUint32(VERSION);
  }
  writeUint32(number) {
    for (number >>>= 0; number >= 0x80; number >>>= 7) this.#put(number & 0x7F | 0x80);
    this.#put(number);
  }
  writeUint64(high, low) {
    for (let number = BigInt(high >>> 0) << 32n | BigInt(low >>> 0); ; number >>= 7n) {
      const isLast = number < 0x80n;
      this.#put(Number(number & 0x7Fn) | (isLast ? 0 : 0x80));
      if (isLast) return;
    }
  }
  writeDouble(number) {
    const at = this.#room(8);
    this.#bytes.writeDoubleLE(number, at);
  }
  #text(text, length, encoding) {
    const at = this.#room(length);
    this.#bytes.write(text, at, encoding);
  }
  writeRawBytes(source) {
    if (!ArrayBuffer.isView(source) && !(source instanceof ArrayBuffer)) throw invalidType('source', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', source);
    const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }
  releaseBuffer() {
    const bytes = Buffer.from(new Uint8Array(this.#bytes.subarray(0, this.#length)).buffer);
    this.#length = 0;
    this.#known.clear();
    return bytes;
  }
  transferArrayBuffer() { throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'v8.Serializer.transferArrayBuffer is not here'); }

  #string(text) {
    if (/^[\0-\xFF]*$/.test(text)) {
      this.#tag('"');
      this.writeUint32(text.length);
      return this.#text(text, text.length, 'latin1');
    }
    // Words begin at even places.
    const length = 2 * text.length, size = length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x200000 ? 3 : length < 0x10000000 ? 4 : 5;
    if ((this.#length + 1 + size) & 1) this.#tag('\0');
    this.#tag('c');
    this.writeUint32(length);
    this.#text(text, length, 'utf16le');
  }
  #bigint(number) {
    let digits = (number < 0n ? -number : number).toString(16);
    digits = digits === '0' ? '' : digits.padStart(Math.ceil(digits.length / 16) * 16, '0');
    this.writeUint32(digits.length / 2 << 1 | (number < 0n ? 1 : 0));
    this.writeRawBytes(Buffer.from(digits, 'hex').reverse());
  }
  writeValue(value) {
    switch (typeof value) {
      case 'undefined': return this.#tag('_');
      case 'boolean': return this.#tag(value ? 'T' : 'F');
      case 'number':
        if (value === (value | 0) && !Object.is(value, -0)) {
          this.#tag('I');
          return this.writeUint32(value << 1 ^ value >> 31);
        }
        this.#tag('N');
        return this.writeDouble(value);
      case 'bigint':
        this.#tag('Z');
        return this.#bigint(value);
      case 'string': return this.#string(value);
      case 'object': return value === null ? this.#tag('0') : this.#object(value);
      default: throw this.#cannotClone(value);
    }
  }
  #object(value) {
    const known = this.#known.get(value);
    if (known !== undefined) {
      this.#tag('^');
      return this.writeUint32(known);
    }
    if (ArrayBuffer.isView(value) && !this._writeHostObject) {
      // The buffer comes first, then the view on it.
      if (!this.#known.has(value.buffer)) this.#object(value.buffer);
    }
    this.#known.set(value, this.#known.size);
    if (ArrayBuffer.isView(value)) return this.#view(value);
    if (Array.isArray(value)) return this.#array(value);
    switch (Object.prototype.toString.call(value)) {
      case '[object Date]':
        if (!(value instanceof Date)) break;
        this.#tag('D');
        return this.writeDouble(value.getTime());
      case '[object RegExp]':
        if (!(value instanceof RegExp)) break;
        this.#tag('R');
        this.#string(value.source);
        return this.writeUint32([...'gimyusdlv'].reduce((bits, flag, at) => bits | (value.flags.includes(flag) ? [1, 2, 4, 8, 16, 32, 128, 64, 256][at] : 0), 0));
    }
    if (value instanceof Map) return this.#entries(';', ':', [...value].flat(1), value);
    if (value instanceof Set) return this.#entries("'", ',', [...value], value);
    if (value instanceof ArrayBuffer) {
      this.#tag('B');
      this.writeUint32(value.byteLength);
      return this.writeRawBytes(value);
    }
    if (value instanceof Error) return this.#error(value);
    if (value instanceof Number || value instanceof Boolean || value instanceof String || value instanceof BigInt) return this.#boxed(value.valueOf());
    if (typeof value === 'function' || value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) throw this.#cannotClone(value);
    this.#tag('o');
    const count = this.#properties(value, Object.keys(value));
    this.#tag('{');
    this.writeUint32(count);
  }
  #properties(value, keys) {
    let count = 0;
    for (const key of keys) {
      if (!Object.hasOwn(value, key)) continue;
      const index = Number(key);
      this.writeValue(String(index) === key && index >= 0 && index < 2 ** 32 - 1 && Number.isInteger(index) ? index : key);
      this.writeValue(value[key]);
      count++;
    }
    return count;
  }
  #array(value) {
    const { length } = value, keys = Object.keys(value), isDense = keys.length >= length && (length === 0 || keys[length - 1] === String(length - 1));
    this.#tag(isDense ? 'A' : 'a');
    this.writeUint32(length);
    let count;
    if (isDense) {
      for (let at = 0; at < length; at++) this.writeValue(value[at]);
      count = this.#properties(value, keys.slice(length));
    } else {
      count = this.#properties(value, keys);
    }
    this.#tag(isDense ? '$' : '@');
    this.writeUint32(count);
    this.writeUint32(length);
  }
  // `list` is a copy: what is written may run code.
  #entries(begin, end, list) {
    this.#tag(begin);
    for (const item of list) this.writeValue(item);
    this.#tag(end);
    this.writeUint32(list.length);
  }
  #boxed(value) {
    if (typeof value === 'boolean') return this.#tag(value ? 'y' : 'x');
    this.#tag({ number: 'n', bigint: 'z', string: 's' }[typeof value]);
    if (typeof value === 'number') this.writeDouble(value);
    else if (typeof value === 'bigint') this.#bigint(value);
    else this.#string(value);
  }
  #error(value) {
    this.#tag('r');
    const name = Object.keys(ERRORS).find(letter => ERRORS[letter].name === value.name);
    if (name) this.#tag(name);
    if (Object.hasOwn(value, 'message')) {
      this.#tag('m');
      this.#string(String(value.message));
    }
    if (Object.hasOwn(value, 'cause')) {
      this.#tag('c');
      this.writeValue(value.cause);
    }
    if (typeof value.stack === 'string') {
      this.#tag('s');
      this.#string(value.stack);
    }
    this.#tag('.');
  }
  #view(value) {
    if (this._writeHostObject) {
      this.#tag('\\');
      return this._writeHostObject(value);
    }
    this.#tag('V');
    this.#tag(Object.keys(LETTERS).find(letter => value instanceof LETTERS[letter]));
    for (const number of [value.byteOffset, value.byteLength, 0]) this.writeUint32(number);
  }
}

Serializer.prototype._getDataCloneError = Error;

class Deserializer {
  #bytes;
  #at = 0;
  #known = [];
  constructor(bytes) {
    if (!ArrayBuffer.isView(bytes)) throw invalidType('buffer', 'an instance of Buffer, TypedArray, or DataView', bytes);
    this.buffer = bytes;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  #take(count) {
    if (this.#at + count > this.#bytes.length) throw damaged();
    this.#at += count;
    return this.#at - count;
  }
  #letter() { return String.fromCharCode(this.#bytes[this.#take(1)]); }
  // What comes next: nothing at the end.
  #peek() { return this.#at < this.#bytes.length ? String.fromCharCode(this.#bytes[this.#at]) : ''; }
  readHeader() {
    if (this.#bytes[this.#at] !== 0xFF) throw damaged();
    this.#at++;
    const version = this.readUint32();
    if (version > VERSION || version < 13) throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
    return true;
  }
  readUint32() {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#take(1)];
      if (shift < 32) number |= (byte & 0x7F) << shift;
      if (byte < 0x80) return number >>> 0;
    }
  }
  readUint64() {
    let number = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#bytes[this.#take(1)];
      if (shift < 64n) number |= BigInt(byte & 0x7F) << shift;
      if (byte < 0x80) return [Number(number >> 32n & 0xFFFFFFFFn), Number(number & 0xFFFFFFFFn)];
    }
  }
  readDouble() { return this.#bytes.readDoubleLE(this.#take(8)); }
  readRawBytes(count) {
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }
  _readRawBytes(count) { return this.#take(count); }
  transferArrayBuffer() { throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'v8.Deserializer.transferArrayBuffer is not here'); }
  getWireFormatVersion() { return VERSION; }

  #string(letter = this.#letter()) {
    while (letter === '\0') letter = this.#letter();
    const encoding = { '"': 'latin1', c: 'utf16le', S: 'utf8' }[letter];
    if (!encoding) throw damaged();
    return this.readRawBytes(this.readUint32()).toString(encoding);
  }
  #bigint() {
    const bits = this.readUint32(), digits = Buffer.from(this.readRawBytes(bits >> 1)).reverse().toString('hex');
    const number = digits === '' ? 0n : BigInt(`0x${digits}`);
    return bits & 1 ? -number : number;
  }
  #keep(value) {
    this.#known.push(value);
    return value;
  }
  readValue() {
    let letter = this.#letter();
    while (letter === '\0') letter = this.#letter();
    switch (letter) {
      case '_': return undefined;
      case '-': return undefined;
      case '0': return null;
      case 'T': return true;
      case 'F': return false;
      case 'I': {
        const number = this.readUint32();
        return number >>> 1 ^ -(number & 1);
      }
      case 'U': return this.readUint32();
      case 'N': return this.readDouble();
      case 'Z': return this.#bigint();
      case '"': case 'c': case 'S': return this.#string(letter);
      case '^': {
        const number = this.readUint32();
        if (number >= this.#known.length) throw damaged();
        return this.#known[number];
      }
      default: return this.#object(letter);
    }
  }
  #object(letter) {
    switch (letter) {
      case 'o': return this.#properties(this.#keep({}), '{', 1);
      case 'A': case 'a': return this.#array(letter);
      case 'D': return this.#keep(new Date(this.readDouble()));
      case 'y': case 'x': return this.#keep(Object(letter === 'y'));
      case 'n': return this.#keep(Object(this.readDouble()));
      case 'z': return this.#keep(Object(this.#bigint()));
      case 's': return this.#keep(Object(this.#string()));
      case 'R': {
        const source = this.#string(), bits = this.readUint32();
        return this.#keep(new RegExp(source, [...'gimyusdlv'].filter((_, at) => bits & [1, 2, 4, 8, 16, 32, 128, 64, 256][at]).join('')));
      }
      case ';': return this.#filled(this.#keep(new Map()), ':', map => map.set(this.readValue(), this.readValue()));
      case "'": return this.#filled(this.#keep(new Set()), ',', set => set.add(this.readValue()));
      case 'B': return this.#buffer();
      case 'r': return this.#error();
      case '\\': {
        // Its number is there before it is read.
        const place = this.#known.push(undefined) - 1;
        if (!this._readHostObject) throw damaged();
        return this.#known[place] = this._readHostObject();
      }
      default: throw damaged();
    }
  }
  #ends(letter) {
    while (this.#peek() === '\0') this.#at++;
    if (this.#peek() !== letter) return false;
    this.#at++;
    return true;
  }
  #filled(object, end, add) {
    while (!this.#ends(end)) add(object);
    this.readUint32();
    return object;
  }
  #properties(object, end, counts) {
    while (!this.#ends(end)) {
      const key = this.readValue();
      if (typeof key !== 'string' && typeof key !== 'number') throw damaged();
      Object.defineProperty(object, key, { value: this.readValue(), writable: true, enumerable: true, configurable: true });
    }
    while (counts-- > 0) this.readUint32();
    return object;
  }
  #array(letter) {
    const length = this.readUint32(), isDense = letter === 'A';
    // Elements take a byte at least.
    if (isDense && length > this.#bytes.length - this.#at) throw damaged();
    const array = this.#keep([]);
    array.length = length;
    for (let at = 0; isDense && at < length; at++) {
      if (this.#peek() === '-') this.#at++;
      else array[at] = this.readValue();
    }
    return this.#properties(array, isDense ? '$' : '@', 2);
  }
  #buffer() {
    const bytes = this.readRawBytes(this.readUint32());
    const buffer = this.#keep(new Uint8Array(bytes).buffer);
    if (this.#peek() !== 'V') return buffer;
    this.#at++;
    const View = LETTERS[this.#letter()], [offset, length] = [this.readUint32(), this.readUint32()];
    this.readUint32();
    if (!View) throw damaged();
    return this.#keep(new View(buffer, offset, length / (View.BYTES_PER_ELEMENT ?? 1)));
  }
  #error() {
    const place = this.#known.push(undefined) - 1;
    let Kind = Error, message, stack, letter, options;
    while ((letter = this.#letter()) !== '.') {
      if (letter === 'm') message = this.#string();
      else if (letter === 's') stack = this.#string();
      else if (letter === 'c') options = { cause: this.readValue() };
      else if (ERRORS[letter]) Kind = ERRORS[letter];
      else throw damaged();
    }
    const error = this.#known[place] = new Kind(message, options);
    Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true });
    return error;
  }
}

// Views are written with their bytes alone.
class DefaultSerializer extends Serializer {
  _writeHostObject(view) {
    const number = view instanceof Buffer ? VIEWS.indexOf(Buffer) : VIEWS.findIndex(View => View !== Buffer && view instanceof View);
    if (number < 0) throw new this._getDataCloneError(`${shownOf(view)} could not be cloned.`);
    this.writeUint32(number);
    this.writeUint32(view.byteLength);
    this.writeRawBytes(view);
  }
}
class DefaultDeserializer extends Deserializer {
  _readHostObject() {
    const View = VIEWS[this.readUint32()], size = this.readUint32(), bytes = this.readRawBytes(size);
    if (!View) throw damaged();
    if (View === Buffer) return Buffer.from(bytes);
    const step = View.BYTES_PER_ELEMENT ?? 1;
    // Where the bytes lie well, the view is of what is read.
    if (bytes.byteOffset % step === 0) return new View(bytes.buffer, bytes.byteOffset, size / step);
    return new View(new Uint8Array(bytes).buffer, 0, size / step);
  }
}
Object.assign(exports, { Serializer, Deserializer, DefaultSerializer, DefaultDeserializer });

exports.serialize = function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
};
exports.deserialize = function deserialize(bytes) {
  const deserializer = new DefaultDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
};
exports.getHeapStatistics = function getHeapStatistics() {
  const bytes = process.memoryUsage().heapUsed;
  return {
    total_heap_size: bytes, total_heap_size_executable: 0, total_physical_size: bytes, total_available_size: 2 ** 32, used_heap_size: bytes,
    heap_size_limit: 2 ** 32, malloced_memory: 0, peak_malloced_memory: 0, does_zap_garbage: 0, number_of_native_contexts: 1,
    number_of_detached_contexts: 0, total_global_handles_size: 0, used_global_handles_size: 0, external_memory: 0,
  };
};
exports.getHeapSpaceStatistics = function getHeapSpaceStatistics() { return []; };
// There are no flags of V8 to set: as those that V8 does not know, they change nothing.
exports.setFlagsFromString = function setFlagsFromString() {};
exports.cachedDataVersionTag = function cachedDataVersionTag() { return 0; };
