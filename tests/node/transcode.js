// Bytes from one encoding to another, and what is promisified twice.
const { transcode } = require('buffer'), { promisify } = require('util');
for (const from of ['utf8', 'ucs2', 'latin1', 'hex', 'none']) {
  for (const to of ['utf8', 'utf16le', 'binary', 'ascii', 'base64']) {
    try { console.log(from, to, transcode(Buffer.from('a\u00e9\u20ac\ud83d\ude00', from === 'hex' || from === 'none' ? 'utf8' : from), from, to)); } catch (error) { console.log(from, to, error.code, error.message); }
  }
}
for (const source of ['text', null, [1]]) try { transcode(source, 'utf8', 'latin1'); } catch (error) { console.log(error.code, error.message); }
const once = promisify((value, callback) => callback(null, value));
console.log(promisify(once) === once, once[promisify.custom] === once, Object.keys(once));
