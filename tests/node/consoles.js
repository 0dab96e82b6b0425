// Consoles for other streams: streams that fail, tables of Maps and Sets, what is checked and warned of.
const { Writable } = require('stream'), util = require('util'), { Console } = console;
console.log(Console === require('console').Console, console instanceof Console);
let text = '';
const stream = new Writable({ write(chunk, encoding, done) { text += chunk; done(); } });
const tried = (name, work) => { text = ''; try { const made = work(); console.log(name, made !== undefined && made instanceof Console, JSON.stringify(text)); } catch (error) { console.log(name, error.name, error.code, error.message); } };
process.on('warning', warning => console.log(warning.message));
for (const options of [{}, { stdout: stream, colorMode: 5 }, { stdout: stream, groupIndentation: -1 }, { stdout: stream, groupIndentation: 'x' }, { stdout: stream, inspectOptions: 5 }, { stdout: stream }]) tried('options', () => new Console(options));
const own = new Console(stream);
for (const rows of [new Map([[1, 2], ['a', { b: 1 }]]), new Set([1, 'x']), new Map(), [{ a: 1 }, 5]]) tried('table', () => own.table(rows));
tried('columns', () => own.table([{ a: 1, b: 2 }], ['b']));
tried('columns', () => own.table([1], 'x'));
tried('labels', () => { own.countReset('none'); own.timeEnd('none'); own.timeLog('none'); own.time('t'); own.time('t'); });
console.log(own.log.name, own.warn.name, own.group.name, own.table.name);
for (const fail of [(chunk, encoding, done) => done(new Error('told')), () => { throw new Error('thrown'); }, (chunk, encoding, done) => setImmediate(done, new Error('told later'))]) {
  tried('failing', () => new Console({ stdout: new Writable({ write: fail }) }).log('x'));
}
tried('not ignored', () => new Console({ stdout: new Writable({ write() { throw new Error('thrown'); } }), ignoreErrors: false }).log('x'));
setTimeout(() => console.log('end'), 20);
