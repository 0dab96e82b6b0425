// Distinguished encoding of ASN.1, and PEM around it, as far as keys need them.
'use strict';

const { Buffer } = require('buffer');

const TAGS = { integer: 0x02, bits: 0x03, bytes: 0x04, nothing: 0x05, object: 0x06, sequence: 0x30, parameters: 0xa0, publicKey: 0xa1 };
exports.TAGS = TAGS;

const failure = (number, library, reason, code) => Object.assign(new Error(`error:${number}:${library}::${reason}`), { library, reason, code });
exports.unsupported = () => failure('1E08010C', 'DECODER routines', 'unsupported', 'ERR_OSSL_UNSUPPORTED');

// Reads what comes at a place: its tag, its bytes, and where the next one is.
function read(bytes, at = 0) {
  let length = bytes[at + 1], from = at + 2;
  if (length > 0x80 && length <= 0x84) {
    const count = length - 0x80;
    if (from + count > bytes.length) throw exports.unsupported();
    length = bytes.readUIntBE(from, count);
    from += count;
  } else if (!(length < 0x80)) {
    throw exports.unsupported();
  }
  if (from + length > bytes.length) throw exports.unsupported();
  return { tag: bytes[at], value: bytes.subarray(from, from + length), whole: bytes.subarray(at, from + length), next: from + length };
}
// Reads all that a structure has.
exports.parts = function parts(bytes, tag = TAGS.sequence) {
  const outer = read(bytes), all = [];
  if (outer.tag !== tag) throw exports.unsupported();
  for (let at = 0; at < outer.value.length;) {
    const part = read(outer.value, at);
    all.push(part);
    at = part.next;
  }
  return all;
};
// Parts of a structure that has so many at least.
exports.fields = function fields(bytes, least, tag) {
  const all = exports.parts(bytes, tag);
  if (all.length < least) throw exports.unsupported();
  return all;
};

const tagged = exports.tagged = function tagged(tag, ...values) {
  const value = Buffer.concat(values), length = value.length;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), value]);
  const size = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3, head = Buffer.from([tag, 0x80 + size, 0, 0, 0]);
  head.writeUIntBE(length, 2, size);
  return Buffer.concat([head.subarray(0, 2 + size), value]);
};
exports.sequence = (...values) => tagged(TAGS.sequence, ...values);
// An integer of unsigned bytes.
exports.integer = bytes => {
  let at = 0;
  while (at < bytes.length - 1 && bytes[at] === 0) at++;
  const rest = bytes.subarray(at);
  return tagged(TAGS.integer, rest[0] & 0x80 || rest.length === 0 ? Buffer.from([0]) : Buffer.alloc(0), rest);
};
exports.bitString = bytes => tagged(TAGS.bits, Buffer.from([0]), bytes);
exports.small = number => exports.integer(Buffer.from([number >> 16 & 255, number >> 8 & 255, number & 255]));

// The bytes of an object identifier, in hexadecimal.
exports.object = hex => tagged(TAGS.object, Buffer.from(hex, 'hex'));

exports.toPem = (label, bytes) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
// A block begins and ends at the start of a line. Behind the mark of UTF-8 a text starts too. Headers may contain hyphens:
// only a line that begins with five of them ends the block.
const BLOCK = /^(?:\ufeff|\xef\xbb\xbf)?-----BEGIN ([^\n]*?)-----[^\S\n]*\n((?:(?!-----)[^\n]*\n)*)-----END \1-----/gm;
// An empty line ends headers, RFC 1421 4.4, and there is no other one. Headers are those of keys that are encrypted in the old way.
function withoutHeaders(body) {
  const lines = body.split('\n').slice(0, -1), end = lines.findIndex(line => line.trim() === ''), data = lines.slice(end + 1);
  if (data.length === 0 || data.some(line => line.trim() === '')) throw exports.unsupported();
  if (end < 1) return data.join('');
  const headers = lines[0];
  if (!headers.startsWith('Proc-Type:')) throw failure('0480006B', 'PEM routines', 'not proc type', 'ERR_OSSL_PEM_NOT_PROC_TYPE');
  if (/^Proc-Type:[ \t]*4,(?!ENCRYPTED\s*$)/.test(headers)) throw failure('0480006A', 'PEM routines', 'not encrypted', 'ERR_OSSL_PEM_NOT_ENCRYPTED');
  throw exports.unsupported();
}
// The first block of a text whose label fits: the label, and what the block stands for. Other blocks may stand before it.
exports.fromPem = (text, fits) => {
  for (const [, label, body] of text.matchAll(BLOCK)) {
    if (!fits(label)) continue;
    const digits = withoutHeaders(body).replace(/\s+/g, '');
    if (digits.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(digits)) break;
    return { label, bytes: Buffer.from(digits, 'base64') };
  }
  throw exports.unsupported();
};
