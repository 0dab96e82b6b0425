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

// Classes of consoles have methods of their own, which the others call; those of a console are its own, whatever they are called on.
{
  const told = [], stream = new Writable({ write(chunk, encoding, done) { told.push(String(chunk)); done(); } });
  class Mine extends Console {
    log(...values) { super.log('[mine]', ...values); }
    warn(text) { super.warn(text, '!'); }
  }
  const mine = new Mine(stream), { log } = mine, plain = new Console(stream);
  log('free');
  mine.info('info');
  mine.assert(false, 'no');
  mine.count();
  mine.group('group');
  Mine.prototype.log.call(plain, 'called');
  mine.groupEnd();
  mine.table('text');
  mine.table([{ a: '漢字', b: 'e\u0301' }, { a: 'x', b: '\u{1F600}' }]);
  new Console({ stdout: stream, colorMode: true }).table([{ a: 1 }, { a: null }]);
  console.log(told.join(''));
  console.log(Object.keys(plain).sort().join(), Object.keys(Console.prototype).sort().join() === Object.keys(plain).sort().join());
  console.log(plain.log === Console.prototype.log, plain.log.name, plain.info.name, Console.prototype.info.name, Object.hasOwn(mine, 'log'));
  try { Console.prototype.log.call({}, 'x'); } catch (error) { console.log(error.name); }
  Console.prototype.extra = function () { this.log('extra'); };
  new Mine(stream).extra();
  console.log(told.at(-1), Object.hasOwn(new Console(stream), 'extra'));
  delete Console.prototype.extra;
}

// Tables have what rows own, of functions too, and the columns that are asked for; times and assertions go by the methods.
{
  const told = [], stream = new Writable({ write(chunk, encoding, done) { told.push(String(chunk)); done(); } });
  const plain = new Console(stream), named = Object.assign(() => {}, { a: 1 });
  plain.table([named, () => {}, Object.create({ a: 2 }), { b: named, 1: 2 }]);
  plain.table([{ a: 1, b: 2 }, 3], ['b', 'c', 1]);
  plain.table([{ a: { b: 1, c: 2, d: 3 }, b: [1, 2, 3, 4, 5] }, new Map([[1, 2]])]);
  plain.table(new Map([[{ a: 1, b: 2, c: 3 }, named]]));
  plain.time('%s');
  plain.timeLog('%s', 'x');
  plain.log = (format, label, time, ...rest) => told.push([format, label, typeof time, ...rest].join());
  plain.warn = text => told.push(text);
  plain.timeEnd('%s');
  for (const value of [{}, 1, 'a']) plain.assert(false, value);
  plain.assert(false);
  console.log(told.join('\n').replace(/[\d.]+ms/, 'T'));
}

// Tables are the same on all consoles: of collections and of what is left of their iterators, too.
{
  const { Console } = require('console');
  const half = new Map([['a', 1], ['b', { x: 2 }]]).entries();
  half.next();
  const tables = [
    [[[1, 2], [3]]], [[{ a: 1, b: { c: 2 } }, { b: 3 }]], [{ p: { q: 1 }, r: 5 }], [new Map([['a', { x: 1 }], [{ k: 1 }, 2]])], [new Set([1, { z: 1 }])],
    [new Map([[1, 2]]).keys()], [new Map([[1, 2]]).values()], [half], [new Set([5]).values()], [[]], [5], ['%s'], [null], [[{ a: 1, b: 2 }], ['b', 'c']], [[{ a: 1 }], []],
    [[{ get x() { return 'got'; } }]], [['世界', 'é']], [[{ a: 'x'.repeat(50), b: [1, 2, 3, 4, 5], c: { d: 1, e: 2, f: 3 } }]], [new Proxy([{ a: 1 }], {})], [[1], 5], [5, 5], [[1], 'x'],
  ];
  for (const target of [console, new Console(process.stdout)]) {
    for (const given of tables) {
      try { target.table(...given); } catch (error) { console.log(error.name, error.message); }
    }
  }
}

// Whoever makes a console says how the cells of its tables are shown.
for (const inspectOptions of [{ maxArrayLength: 5 }, { depth: 3 }, { maxArrayLength: 0 }, {}]) {
  new console.Console({ stdout: process.stdout, inspectOptions }).table([{ a: [1, 2, 3, 4, 5, 6], b: { c: 1, d: 2, e: { f: { g: 1 } } }, h: { i: { j: 1 } } }]);
}
