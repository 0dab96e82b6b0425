// Buffer: a Uint8Array that is written and read in the encodings of Node. `native` converts bytes.
'use strict';

const { coded, invalidType, outOfRange, checkInteger, checkString, unknownEncoding } = require('internal/errors');

const ENCODINGS = {
  utf8: 'utf8', 'utf-8': 'utf8', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le',
  latin1: 'latin1', binary: 'latin1', ascii: 'ascii', hex: 'hex', base64: 'base64', base64url: 'base64url',
};
Object.setPrototypeOf(ENCODINGS, null);
const MOST = 2 ** 32;

function known(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  const found = ENCODINGS[encoding] ?? ENCODINGS[`${encoding}`.toLowerCase()];
  if (found === undefined) throw unknownEncoding(encoding);
  return found;
}

// Where an encoding that is given must be one.
function named(encoding) {
  if (encoding === '' || encoding === null) throw unknownEncoding(encoding);
  return known(encoding);
}

const OBJECTS = 'an instance of Buffer, TypedArray, or DataView';
const isBytes = value => value instanceof Uint8Array;
const made = bytes => Object.setPrototypeOf(bytes, Buffer.prototype);

function checkSize(size) {
  if (typeof size !== 'number') throw invalidType('size', 'of type number', size);
  if (!(size >= 0 && size <= MOST)) throw outOfRange('size', `>= 0 && <= ${MOST}`, size);
}

function checkBytes(value, name = 'buffer') {
  if (!isBytes(value)) throw invalidType(name, 'an instance of Buffer or Uint8Array', value);
}

// An old way, which also TypedArray's methods take to make new ones.
function Buffer(value, encodingOrOffset, length) {
  if (typeof value === 'number') {
    if (typeof encodingOrOffset === 'string') throw invalidType('string', 'of type string', value);
    return Buffer.alloc(value);
  }
  return Buffer.from(value, encodingOrOffset, length);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Object.setPrototypeOf(Buffer.prototype, Uint8Array.prototype);
Object.defineProperty(Buffer, Symbol.species, { get() { return Buffer; }, configurable: true });

const statics = {
  // Packages call some of these with `new`.
  from: function (value, encodingOrOffset, length) {
    if (typeof value === 'string') return made(native.encode(value, known(typeof encodingOrOffset === 'string' ? encodingOrOffset : undefined)));
    if (typeof value === 'object' && value !== null) {
      if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return ofBuffer(value, encodingOrOffset, length);
      const inner = typeof value.valueOf === 'function' ? value.valueOf() : value;
      if (inner !== null && inner !== undefined && inner !== value && (typeof inner === 'string' || typeof inner === 'object')) {
        return Buffer.from(inner, encodingOrOffset, length);
      }
      const found = ofObject(value);
      if (found !== undefined) return found;
      if (typeof value[Symbol.toPrimitive] === 'function') {
        const text = value[Symbol.toPrimitive]('string');
        if (typeof text === 'string') return Buffer.from(text, encodingOrOffset);
      }
    }
    throw invalidType('first argument', 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object', value);
  },
  alloc: function (size, fill, encoding) {
    checkSize(size);
    const buffer = made(new Uint8Array(size));
    return fill === undefined || fill === 0 || size === 0 ? buffer : filled(buffer, fill, 0, size, encoding);
  },
  allocUnsafe: function (size) { checkSize(size); return made(new Uint8Array(size)); },
  allocUnsafeSlow: function (size) { checkSize(size); return made(new Uint8Array(size)); },
  copyBytesFrom(view, offset = 0, length) {
    if (!ArrayBuffer.isView(view) || view instanceof DataView) throw invalidType('view', 'an instance of TypedArray', view);
    checkInteger(offset, 'offset', 0);
    if (length === undefined) length = Math.max(view.length - offset, 0);
    else checkInteger(length, 'length', 0);
    const part = view.subarray(offset, offset + length);
    return made(new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice());
  },
  isBuffer(value) { return value instanceof Buffer; },
  isEncoding(encoding) {
    return typeof encoding === 'string' && encoding !== '' && ENCODINGS[encoding.toLowerCase()] !== undefined;
  },
  byteLength(value, encoding) {
    if (typeof value !== 'string') {
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return value.byteLength;
      throw invalidType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
    }
    switch (ENCODINGS[encoding] ?? ENCODINGS[`${encoding}`.toLowerCase()]) {
      case 'utf16le': return value.length * 2;
      case 'latin1': case 'ascii': return value.length;
      case 'hex': return value.length >>> 1;
      case 'base64': case 'base64url': {
        let end = value.length;
        if (value.charCodeAt(end - 1) === 61) end--;
        if (end > 1 && value.charCodeAt(end - 1) === 61) end--;
        return (end * 3) >>> 2;
      }
      default: return native.byteLength(value);
    }
  },
  concat(list, length) {
    if (!Array.isArray(list)) throw invalidType('list', 'an instance of Array', list);
    list.forEach((part, index) => checkBytes(part, `list[${index}]`));
    if (length === undefined) length = list.reduce((sum, part) => sum + part.length, 0);
    else checkInteger(length, 'length', 0);
    const whole = Buffer.alloc(length);
    let at = 0;
    for (const part of list) {
      if (at >= length) break;
      whole.set(part.length > length - at ? part.subarray(0, length - at) : part, at);
      at += part.length;
    }
    return whole;
  },
  compare(one, other) {
    checkBytes(one, 'buf1');
    checkBytes(other, 'buf2');
    return compared(one, other);
  },
};
define(Buffer, statics);
Buffer.poolSize = 8192;
Buffer.of = function of(...items) { return Buffer.from(items); };

function ofBuffer(buffer, offset, length) {
  offset = offset === undefined ? 0 : Math.trunc(+offset) || 0;
  if (offset < 0 || offset > buffer.byteLength) {
    throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
  }
  length = length === undefined ? buffer.byteLength - offset : Math.max(Math.trunc(+length) || 0, 0);
  if (length > buffer.byteLength - offset) {
    throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
  }
  return made(new Uint8Array(buffer, offset, length));
}

function ofObject(value) {
  if (isBytes(value)) return made(new Uint8Array(value));
  if (value.type === 'Buffer' && Array.isArray(value.data)) return made(Uint8Array.from(value.data));
  if (value.length !== undefined || value.buffer instanceof ArrayBuffer) {
    return typeof value.length === 'number' ? made(Uint8Array.from(value)) : made(new Uint8Array(0));
  }
  return undefined;
}

const compared = (one, other, at = 0, end = one.length, from = 0, to = other.length) =>
  native.compare(one.buffer, one.byteOffset + at, end - at, other.buffer, other.byteOffset + from, to - from);

const decoded = (buffer, encoding, start, end) =>
  (end <= start ? '' : native.decode(buffer.buffer, buffer.byteOffset + start, buffer.byteOffset + end, encoding));

const clamped = (value, most, otherwise) => {
  if (value === undefined) return otherwise;
  value = Math.trunc(+value) || 0;
  return value < 0 ? 0 : Math.min(value, most);
};

function define(target, members) {
  for (const name of Reflect.ownKeys(members)) {
    Object.defineProperty(target, name, { value: members[name], writable: true, enumerable: typeof name === 'string', configurable: true });
  }
}

// The text of bytes that is as long as asked for, with no half of a character at its end.
function fitting(text, encoding, room) {
  const bytes = native.encode(text, encoding);
  if (bytes.length <= room) return bytes;
  let end = room;
  if (encoding === 'utf8') while (end > 0 && (bytes[end] & 0xC0) === 0x80) end--;
  if (encoding === 'utf16le') end &= ~1;
  return bytes.subarray(0, end);
}

define(Buffer.prototype, {
  toString(encoding, start, end) {
    if (arguments.length === 0) return decoded(this, 'utf8', 0, this.length);
    start = clamped(start, this.length, 0);
    end = clamped(end, this.length, this.length);
    if (end <= start) return '';
    return decoded(this, named(encoding), start, end);
  },
  toLocaleString(encoding, start, end) { return this.toString(encoding, start, end); },
  toJSON() { return { type: 'Buffer', data: Array.from(this) }; },
  equals(other) {
    checkBytes(other, 'otherBuffer');
    return this === other || this.length === other.length && compared(this, other) === 0;
  },
  compare(target, from = 0, to = target?.length, at = 0, end = this.length) {
    checkBytes(target, 'target');
    checkInteger(from, 'targetStart', 0, MOST);
    checkInteger(to, 'targetEnd', 0, target.length);
    checkInteger(at, 'sourceStart', 0, MOST);
    checkInteger(end, 'sourceEnd', 0, this.length);
    if (at >= end) return from >= to ? 0 : -1;
    return from >= to ? 1 : compared(this, target, at, end, from, to);
  },
  write(text, offset, length, encoding) {
    checkString(text, 'string');
    // As in Node, nothing else counts without an offset.
    if (offset === undefined) [offset, length, encoding] = [0, undefined, undefined];
    else if (length === undefined && typeof offset === 'string') [offset, encoding] = [0, offset];
    else checkInteger(offset, 'offset', 0, this.length);
    if (typeof length === 'string') [length, encoding] = [undefined, length];
    const room = this.length - offset;
    if (length === undefined) length = room;
    else checkInteger(length, 'length', 0, this.length);
    const bytes = fitting(text, known(encoding), Math.min(length, room));
    this.set(bytes, offset);
    return bytes.length;
  },
  copy(target, to = 0, from = 0, end = this.length) {
    checkBytes(target, 'target');
    [to, from, end] = [to, from, end].map(value => Math.trunc(+value) || 0);
    if (to < 0) throw outOfRange('targetStart', '>= 0', to);
    if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
    if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
    const count = Math.min(Math.min(end, this.length) - from, target.length - to);
    if (to >= target.length || count <= 0) return 0;
    Uint8Array.prototype.set.call(target, Uint8Array.prototype.subarray.call(this, from, from + count), to);
    return count;
  },
  slice(start, end) { return this.subarray(start, end); },
  subarray(start, end) {
    const length = this.length;
    const place = (value, otherwise) => {
      if (value === undefined) return otherwise;
      value = Math.trunc(+value) || 0;
      return value < 0 ? Math.max(value + length, 0) : Math.min(value, length);
    };
    const from = place(start, 0), to = place(end, length);
    return made(new Uint8Array(this.buffer, this.byteOffset + from, Math.max(to - from, 0)));
  },
  fill(value, start, end, encoding) {
    if (typeof value === 'string') {
      if (start === undefined || typeof start === 'string') [start, end, encoding] = [0, this.length, start];
      else if (typeof end === 'string') [end, encoding] = [this.length, end];
      known(encoding);
    }
    if (start === undefined) [start, end] = [0, this.length];
    else checkInteger(start, 'offset', 0, MOST);
    if (end === undefined) end = this.length;
    else checkInteger(end, 'end', 0, this.length);
    return filled(this, value, start, end, encoding);
  },
  indexOf(value, from, encoding) { return searched(this, value, from, encoding, true); },
  lastIndexOf(value, from, encoding) { return searched(this, value, from, encoding, false); },
  includes(value, from, encoding) { return searched(this, value, from, encoding, true) !== -1; },
  swap16() { return swapped(this, 2); },
  swap32() { return swapped(this, 4); },
  swap64() { return swapped(this, 8); },
  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    const most = exports.INSPECT_MAX_BYTES;
    const text = decoded(this, 'hex', 0, Math.min(most, this.length)).replace(/(..)(?=.)/g, '$1 ');
    const left = this.length - most;
    const name = this.constructor?.name ?? 'Buffer';
    return `<${name} ${text}${left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''}>`;
  },
  inspect() { return require('util').inspect(this); },
});
// As in Node, methods of one encoding take any value for a number, and write no more than there is room for.
function indexFrom(value, otherwise) {
  const index = value === undefined ? otherwise : Math.trunc(+value) || 0;
  if (index < 0) throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'Index out of range');
  return index;
}
for (const [name, encoding] of [['ascii', 'ascii'], ['utf8', 'utf8'], ['latin1', 'latin1'], ['hex', 'hex'], ['base64', 'base64'], ['base64url', 'base64url'], ['ucs2', 'utf16le']]) {
  const members = {
    [`${name}Slice`](start, end) { return this.toString(encoding, start, end); },
    [`${name}Write`](text, offset, length) {
      if (typeof text !== 'string') throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
      const start = indexFrom(offset, 0), most = indexFrom(length, Infinity), room = this.length - start;
      if (room < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
      return this.write(text, start, Math.min(most, room), encoding);
    },
  };
  for (const key of Object.keys(members)) Object.defineProperty(Buffer.prototype, key, { value: members[key], writable: true, configurable: true });
}
for (const [name, key] of [['parent', 'buffer'], ['offset', 'byteOffset']]) {
  Object.defineProperty(Buffer.prototype, name, { get() { return this instanceof Buffer ? this[key] : undefined; }, enumerable: true, configurable: true });
}

// Fills a part of a buffer.
function filled(buffer, value, start, end, encoding) {
  if (start >= end) return buffer;
  const fill = byte => Uint8Array.prototype.fill.call(buffer, byte, start, end);
  let bytes;
  if (typeof value === 'string') {
    bytes = native.encode(value, known(encoding));
    if (value === '') return fill(0);
  } else if (ArrayBuffer.isView(value)) bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  else return fill(+value & 255);
  if (bytes.length === 0) throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'value' is invalid. Received ${require('util').inspect(value)}`);
  if (bytes.length === 1) return fill(bytes[0]);
  // What is there is doubled until all is full.
  let count = Math.min(bytes.length, end - start);
  buffer.set(count < bytes.length ? bytes.subarray(0, count) : bytes, start);
  while (count < end - start) {
    const more = Math.min(count, end - start - count);
    buffer.copyWithin(start + count, start, start + more);
    count += more;
  }
  return buffer;
}

// Bytes as a text of one character each: the search of texts is fast, and counts its work.
function searched(buffer, value, from, encoding, forwards) {
  if (typeof from === 'string') [from, encoding] = [undefined, from];
  from = +from;
  if (Number.isNaN(from)) from = forwards ? 0 : buffer.length;
  from = Math.trunc(from);
  if (from < 0) from += buffer.length;
  if (from < 0) {
    if (!forwards) return -1;
    from = 0;
  }
  if (typeof value === 'number') return forwards ? Uint8Array.prototype.indexOf.call(buffer, value & 255, from) : Uint8Array.prototype.lastIndexOf.call(buffer, value & 255, from);
  let bytes = value, step = 1;
  if (typeof value === 'string') {
    encoding = named(encoding);
    bytes = made(native.encode(value, encoding));
    if (encoding === 'utf16le') step = 2;
  } else if (!isBytes(value)) throw invalidType('value', 'one of type number or string or an instance of Buffer or Uint8Array', value);
  if (bytes.length === 0) return Math.min(from, buffer.length);
  if (bytes.length === 1) return searched(buffer, bytes[0], from, undefined, forwards);
  const part = decoded(bytes, 'latin1', 0, bytes.length), fits = at => at % step === 0;
  if (!forwards) {
    const whole = decoded(buffer, 'latin1', 0, buffer.length);
    let at = whole.lastIndexOf(part, from);
    while (at > 0 && !fits(at)) at = whole.lastIndexOf(part, at - 1);
    return at >= 0 && fits(at) ? at : -1;
  }
  // Windows that grow: what is near is found without looking at all.
  for (let start = from, size = 1024; start + bytes.length <= buffer.length; start += size, size *= 2) {
    const whole = decoded(buffer, 'latin1', start, Math.min(start + size + bytes.length - 1, buffer.length));
    for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) if (fits(start + at)) return start + at;
  }
  return -1;
}

function swapped(buffer, size) {
  if (buffer.length % size !== 0) {
    throw coded(RangeError, 'ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${size * 8}-bits`);
  }
  for (let at = 0; at < buffer.length; at += size) {
    for (let i = at, j = at + size - 1; i < j; i++, j--) [buffer[i], buffer[j]] = [buffer[j], buffer[i]];
  }
  return buffer;
}

define(Buffer.prototype, require('internal/buffer'));

function SlowBuffer(length) { return Buffer.allocUnsafeSlow(length); }

exports.Buffer = Buffer;
exports.SlowBuffer = SlowBuffer;
exports.INSPECT_MAX_BYTES = 50;
exports.kMaxLength = MOST;
exports.kStringMaxLength = 2 ** 29 - 24;
exports.constants = { MAX_LENGTH: MOST, MAX_STRING_LENGTH: 2 ** 29 - 24 };
exports.Blob = globalThis.Blob;
exports.File = globalThis.File;
exports.atob = globalThis.atob;
exports.btoa = globalThis.btoa;
const checkInput = input => {
  if ((!ArrayBuffer.isView(input) || input instanceof DataView) && !(input instanceof ArrayBuffer || input instanceof SharedArrayBuffer)) {
    throw invalidType('input', 'an instance of ArrayBuffer, Buffer, or TypedArray', input);
  }
};
exports.isAscii = function isAscii(bytes) {
  checkInput(bytes);
  return new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength).every(byte => byte < 128);
};
exports.isUtf8 = function isUtf8(bytes) {
  checkInput(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};
// What the other encoding has no byte for becomes a question mark.
exports.transcode = function transcode(source, from, to) {
  checkBytes(source, 'source');
  const missing = { latin1: /[^\0-\xFF]/gu, ascii: /[^\0-\x7F]/gu }, [one, other] = [from, to].map(encoding => ENCODINGS[`${encoding}`.toLowerCase()]);
  if (![one, other].every(encoding => ['utf8', 'utf16le', 'latin1', 'ascii'].includes(encoding))) {
    throw Object.assign(new Error('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]'), { code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: 1 });
  }
  const text = decoded(source, one, 0, source.length);
  return Buffer.from(missing[other] ? text.replace(missing[other], '?') : text, other);
};
