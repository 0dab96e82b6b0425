const ini = require('ini');
const text = '; comment\nroot = 1\n[section]\na = b\nlist[] = x\nlist[] = y\n[section.sub]\nflag\nquoted = "a ; b"\n';
console.log(JSON.stringify(ini.parse(text)), ini.encode({ a: 1, b: { c: true, d: ['x', 'y'] } }), ini.safe('; x'), ini.unsafe('"q"'));
