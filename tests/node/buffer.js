// Buffer and StringDecoder.
const assert = require('assert');
const b = Buffer.from('héllo wörld €😀');
console.log(b, b.toString(), b.length, b.toString('hex'), b.toString('base64'), b.toString('base64url'), b.toString('latin1'), b.toString('ascii'));
console.log(Buffer.from('68656c6c6f', 'hex').toString(), Buffer.from('68zz', 'hex'), Buffer.from('aGVsbG8', 'base64').toString(), Buffer.from('aGV-_w==', 'base64url'));
console.log(Buffer.from('hé', 'utf16le'), Buffer.from('hé', 'latin1'), Buffer.from([1, 2, 300, -1]), Buffer.from(new Uint16Array([1, 513])));
console.log(Buffer.alloc(5, 'ab'), Buffer.alloc(3), Buffer.alloc(7, Buffer.from('xyz')), Buffer.allocUnsafe(2).length);
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('bc')]), Buffer.concat([Buffer.from('abc')], 2), Buffer.concat([Buffer.from('a')], 3));
console.log(Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from('abc').equals(Buffer.from('abc')), Buffer.byteLength('€'), Buffer.byteLength('abcd', 'base64'), Buffer.byteLength('abc', 'utf16le'));
const c = Buffer.alloc(16);
console.log(c.writeUInt32LE(0xdeadbeef, 0), c.writeInt16BE(-2, 4), c.writeDoubleBE(1.5, 8), c, c.readUInt32LE(0), c.readInt16BE(4), c.readDoubleBE(8), c.readUIntBE(0, 6), c.readIntLE(0, 6));
c.writeBigInt64LE(-5n, 0); console.log(c.readBigInt64LE(0), c.readBigUInt64LE(0), c.readBigUInt64BE(0), c.writeFloatLE(0.1, 12), c.readFloatLE(12));
for (const f of [() => c.readUInt32LE(14), () => c.writeUInt8(256, 0), () => c.writeInt32BE(2**31, 0), () => c.readInt8('1'), () => c.writeBigUInt64BE(-1n, 0), () => Buffer.from(5), () => Buffer.from(null), () => Buffer.alloc('5'), () => Buffer.alloc(-1), () => Buffer.concat('x'), () => Buffer.from('a', 'nope'), () => c.readUIntBE(0, 7), ()=>c.readUInt8(1.5), ()=>c.writeUIntBE(2**48,0,6), ()=>Buffer.from('abc').swap16(), ()=>c.fill('a','b','c'), ()=>Buffer.compare('a', c), ()=>c.toString('foo')])
  try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); }
console.log(b.slice(1, 4).buffer === b.buffer, b.subarray(-4).toString(), b.indexOf('w'), b.lastIndexOf('l'), b.includes('€'), b.indexOf(Buffer.from('ö')), b.indexOf(0x6c, 4), b.indexOf('zz'), b.indexOf('', 3), b.lastIndexOf('l', 3), b.indexOf('l', -5));
console.log(Buffer.from('abcdefgh').swap16().toString(), Buffer.from('abcdefgh').swap32().toString(), Buffer.from('abcdefgh').swap64().toString());
console.log(JSON.stringify(Buffer.from('hi')), Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1)), Buffer.isEncoding('UTF-8'), Buffer.isEncoding('x'), b instanceof Uint8Array);
const w = Buffer.alloc(10); console.log(w.write('€€€€'), w, w.write('ab', 8), w.write('zz', 3, 1), w.write('6162', 'hex'), w.write('ab', 0, 'utf16le'), w);
console.log(Buffer.from('abc').map(x => x + 1), Buffer.from('abc').filter(x => x > 97), [...Buffer.from('ab').entries()], Buffer.from('abc').copy(w, 2, 1), w);
console.log(Buffer.from(new ArrayBuffer(4), 1, 2), Buffer.from({ length: 2, 0: 5, 1: 6 }), Buffer.from(new String('x')), Buffer.from({ type: 'Buffer', data: [1, 2] }));
console.log(Buffer.alloc(60), { a: Buffer.from('q') }, [Buffer.alloc(0)], Buffer.from('abc').compare(Buffer.from('abd')), Buffer.from('abc').compare(Buffer.from('zabc'), 1, 4));
console.log(Buffer.from([0xe2, 0x82]).toString(), Buffer.from([0xff, 0x41]).toString(), Buffer.from('\ud800x').toString('hex'));
assert.deepStrictEqual(Buffer.from('a'), Buffer.from('a'));
console.log(Buffer.from('test').toString('utf8', 1, 3), Buffer.name, Buffer.length, Object.prototype.toString.call(b), typeof b.parent, b.fill(0, 2, 4).readUInt16BE(2), String(Buffer.from('x')), Buffer.from('a') + 'b', b.at(-1));
console.log(Buffer.from('YWJj\nZGVm', 'base64').toString(), Buffer.from('ff', 'hex').readInt8(), Buffer.poolSize, require('buffer').kMaxLength > 0, require('buffer').INSPECT_MAX_BYTES);
const { StringDecoder } = require('string_decoder'); const d = new StringDecoder('utf8');
console.log([d.write(Buffer.from([0xe2])), d.write(Buffer.from([0x82])), d.write(Buffer.from([0xac, 0x41, 0xf0])), d.end()]);
const e = new StringDecoder('base64'); console.log(e.write(Buffer.from('ab')), e.write(Buffer.from('cd')), e.end()); const u = new StringDecoder('utf16le'); console.log([u.write(Buffer.from([0x3d, 0xd8])), u.write(Buffer.from([0, 0xde, 65])), u.end()]);
const far = Buffer.alloc(100000, 'ab'); far.write('needle', 70001); far.write('needle', 1022);
console.log(far.indexOf('needle'), far.indexOf('needle', 1023), far.lastIndexOf('needle'), far.indexOf('needle', 70002), far.indexOf(Buffer.from('needle').subarray(1)), far.indexOf('ba', 99998), far.indexOf('b', 99999), far.includes('needles'));
console.log(Buffer.from('a\u6161b', 'utf16le').indexOf('\u6161', 0, 'utf16le'), Buffer.from([0x61, 0x61, 0x61, 0x00]).indexOf('a', 0, 'utf16le'), far.indexOf('needle', -99000), far.lastIndexOf('needle', -99000), far.lastIndexOf('a', 0), far.lastIndexOf('b', 0));
// Arguments of fill, alloc, write, toString and searches, in the order in which Node looks at them.
{
  const told = (name, call) => { try { console.log(name, call()); } catch (error) { console.log(name, error.name, error.code, error.message); } };
  const five = () => Buffer.from('abcde');
  for (const given of [[1, undefined, NaN], [1, 9, Infinity], [1, 9, 3], [1, 1, 9], [1, 'x'], ['x', 'hex', 1], ['61', 1, 'hex'], ['x', 1, 2, 'none'], ['x', 9, 'none'], [2, 3, undefined], [1, -1], [1, 2 ** 33], [1.5, 1, 2, 'none'], [five(), 2], ['']]) {
    told(`fill ${given.map(String)}`, () => five().fill(...given));
  }
  for (const given of [[2, five(), null], [2, 64, {}], [2, '61', 'hex'], [2, 'a', 'none'], [3, true], [0, 'a', 'none']]) told('alloc', () => Buffer.alloc(...given));
  for (const given of [['x', undefined, 99], ['YQ', undefined, 1, 'base64'], ['YQ', 'base64'], ['x', 'y', 1], ['x', 1, 'latin1'], ['x', 1, 99], ['x', 9], ['61', 0, undefined, 'hex'], ['xy', 1, 1, null], ['x', null]]) told(`write ${given.map(String)}`, () => { const bytes = five(); return [bytes.write(...given), String(bytes)]; });
  for (const given of [[''], [null], [undefined, 1], ['none', 3, 1], ['hex', 1, 3], ['utf8', 5]]) told('toString', () => five().toString(...given));
  for (const encoding of ['', null, undefined, 'none']) told('indexOf', () => five().indexOf('c', 0, encoding));
  for (const given of [[Infinity], [NaN], [1.5], [-1], [9]]) told('readInt8', () => five().readInt8(...given));
  for (const size of [Infinity, 0, 7, 1.5, NaN]) told('readIntLE', () => five().readIntLE(0, size));
  told('compare', () => five().compare(five(), -1));
  told('compare', () => five().compare(five(), 0, 5, -1));
}
// Methods of one encoding begin at 0; bytes of any view fill, and the number that other values are.
for (const name of ['ascii', 'utf8', 'latin1', 'hex', 'base64', 'base64url', 'ucs2']) {
  const bytes = Buffer.alloc(5);
  console.log(name, bytes[`${name}Write`]('6162'), bytes, bytes[`${name}Write`]('6364', undefined, 1), bytes, bytes[`${name}Write`]('65', 3), bytes);
}
for (const value of [[1, 2], [9], {}, { valueOf: () => 7 }, null, true, 1e10, new Uint16Array([258, 3]), new DataView(new ArrayBuffer(2)), new ArrayBuffer(2)]) console.log(Buffer.alloc(5, 9).fill(value), Buffer.alloc(4, value));
for (const value of [1n, Symbol('s'), new Uint8Array(0)]) try { Buffer.alloc(3).fill(value); } catch (error) { console.log(error.name, error.code); }
// Their places are any values, and they write no more than there is room for.
for (const name of ['utf8', 'hex', 'ucs2']) {
  for (const places of [[null], [5], [6], [-1], [1.5], ['1'], [0, 100], [1, -1], [0, 1.9], [0, '2'], [0, 2 ** 32 + 1], [2 ** 32]]) {
    try { console.log(name, places, Buffer.alloc(5)[`${name}Write`]('6162', ...places)); } catch (error) { console.log(name, places, error.name, error.code, error.message); }
  }
  try { Buffer.alloc(5)[`${name}Write`](5); } catch (error) { console.log(error.name, error.code, error.message); }
}
