// Text out of pieces of bytes, which may end within a character.
'use strict';

const { Buffer } = require('buffer');
const { invalidType, unknownEncoding } = require('internal/errors');

const NAMES = { 'utf-8': 'utf8', ucs2: 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le', binary: 'latin1' };

// How many bytes at the end are the start of a character that is not whole.
function unfinished(encoding, bytes) {
  const length = bytes.length;
  if (encoding === 'utf16le') {
    const odd = length % 2, last = length - odd;
    // The first half of a pair waits for the second one.
    return last >= 2 && (bytes[last - 1] & 0xFC) === 0xD8 ? odd + 2 : odd;
  }
  if (encoding === 'base64' || encoding === 'base64url') return length % 3;
  if (encoding !== 'utf8') return 0;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back];
    if ((byte & 0xC0) === 0x80) continue;
    const size = byte >= 0xF0 && byte <= 0xF4 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1;
    return size > back && isStart(bytes, length - back, back) ? back : 0;
  }
  return 0;
}

// May what is there of a character be its start? Not every second byte fits every first one.
function isStart(bytes, at, count) {
  if (count < 2) return true;
  const first = bytes[at], second = bytes[at + 1];
  if (first === 0xE0) return second >= 0xA0;
  if (first === 0xED) return second < 0xA0;
  if (first === 0xF0) return second >= 0x90;
  return first !== 0xF4 || second < 0x90;
}

function StringDecoder(encoding) {
  if (!Buffer.isEncoding(encoding ?? 'utf8')) throw unknownEncoding(encoding);
  const name = (encoding ?? 'utf8').toLowerCase();
  this.encoding = NAMES[name] ?? name;
  Object.defineProperty(this, 'waiting', { value: Buffer.alloc(0), writable: true });
}

StringDecoder.prototype.write = function write(bytes) {
  if (typeof bytes === 'string') return bytes;
  if (!ArrayBuffer.isView(bytes)) throw invalidType('buf', 'an instance of Buffer, TypedArray, or DataView', bytes);
  let whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (this.waiting.length > 0) whole = Buffer.concat([this.waiting, whole]);
  const rest = unfinished(this.encoding, whole);
  this.waiting = rest > 0 ? Buffer.from(whole.subarray(whole.length - rest)) : Buffer.alloc(0);
  return whole.toString(this.encoding, 0, whole.length - rest);
};

StringDecoder.prototype.end = function end(bytes) {
  const text = bytes === undefined ? '' : this.write(bytes);
  const rest = this.waiting;
  this.waiting = Buffer.alloc(0);
  return text + (this.encoding === 'utf8' && rest.length > 0 ? '\ufffd' : rest.toString(this.encoding));
};

StringDecoder.prototype.text = function text(bytes, offset) {
  this.waiting = Buffer.alloc(0);
  return this.write(bytes.slice(offset));
};

// How many bytes the character has that is not whole.
function wholeOf({ encoding, waiting }) {
  if (waiting.length === 0) return 0;
  if (encoding === 'utf16le') return waiting.length === 1 ? 2 : 4;
  return encoding === 'utf8' ? waiting[0] >= 0xF0 ? 4 : waiting[0] >= 0xE0 ? 3 : 2 : 3;
}
const facts = {
  lastNeed: decoder => wholeOf(decoder) - decoder.waiting.length,
  lastTotal: wholeOf,
  lastChar: decoder => Buffer.concat([decoder.waiting], 4),
};
for (const [name, value] of Object.entries(facts)) {
  Object.defineProperty(StringDecoder.prototype, name, { get() { return value(this); }, configurable: true, enumerable: true });
}

exports.StringDecoder = StringDecoder;
