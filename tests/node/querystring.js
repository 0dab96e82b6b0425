// Queries: what a decoder of the program's own is given, what counts, bytes that are not ASCII.
const querystring = require('querystring'), { inspect } = require('util');
const said = value => console.log(inspect(value, { breakLength: Infinity }));
for (const text of ['', 'a', 'a=', '=a', '=', '&', 'a&&b', 'a=1&a=2', 'a%20b=c+d', '+=+', '%', 'a=%zz', '&a', '&&=&=', 'é=ü', '__proto__=1', 'a=%c3']) {
  said([text, querystring.parse(text), querystring.parse(text, ';', ':'), querystring.parse(text, null, null, { maxKeys: 1 }),
    querystring.parse(text, null, null, { decodeURIComponent: part => `<${part}>` }), querystring.parse(text, null, null, { decodeURIComponent: 5 }),
    querystring.parse(text, null, null, { decodeURIComponent() { throw 1; } }), querystring.unescapeBuffer(text).toString('hex')]);
}
for (const value of [undefined, null, 1, NaN, -0, 1n, true, [], [1, [2]], {}, "!'()*~-_."]) {
  said([querystring.stringify({ a: value, b: [value] }), querystring.stringify({ a: value }, ';', ':', { encodeURIComponent: part => `<${part}>` }),
    querystring.stringify({ a: value }, null, null, { encodeURIComponent: 5 })]);
}
// What has no escape is not decoded. Halves of pairs take what follows them.
for (const text of ['\u00e9%zz=a%2', '\u00e9%41%zz', '%zz+\ud83d\ude00', 'a%C3=\u00e9%', '\ud800%zz', '%u0041'])
  console.log(JSON.stringify(require('querystring').parse(text)), JSON.stringify(require('querystring').parse(text, '&', '=', { decodeURIComponent: part => `<${part}>` })));
for (const text of ['\ud800a', 'a\udc00b', '\ud83d\ude00', '\udc00\ud800', 'a\ud800']) {
  try { console.log(require('querystring').escape(text), require('querystring').stringify({ [text]: text })); } catch (error) { console.log(error.name, error.code, error.message); }
}
