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
