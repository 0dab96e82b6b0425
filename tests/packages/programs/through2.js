const { Readable } = require('stream');
const through = require('through2');
const split = require('split2');
const { default: _, ...more } = { default: 1 };
const list = through.obj ? through.obj(function (chunk, encoding, done) { this.push({ n: chunk.n * 2 }); done(); }) : null;
const upper = (through.default ?? through)(function (chunk, encoding, done) { done(null, String(chunk).toUpperCase()); }, function (done) { this.push('!\n'); done(); });
Readable.from(['ab\nc', 'd\ne']).pipe(upper).pipe(split()).on('data', line => console.log('line', line)).on('end', () => console.log('end'));
if (list) { list.on('data', value => console.log(value)); list.write({ n: 1 }); list.end({ n: 2 }); }
Readable.from(['{"a":1}\n{"a"', ':2}\n']).pipe(split(JSON.parse)).on('data', value => console.log(value));
