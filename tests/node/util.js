// Parts of util: callbacks of promises, texts with options, escapes of terminals, names of errors, styles, what is deprecated.
const util = require('util');
const said = (name, work) => { try { console.log(name, util.inspect(work(), { breakLength: Infinity, depth: 4 })); } catch (error) { console.log(name, error.name, error.code, error.message); } };
for (const text of ['a', '\x1b[31mred\x1b[39m', '\x1b]8;;http://x\x07link\x1b]8;;\x07', '\x1b]0;title\x1b\\x', '\u009b31mx', '\x1b[?25hx', '\x1b[38;5;6mx', '\x1b[1;2Hx', '\x1bMx', '\x1b[2Kx', 5, null]) {
  said('strip', () => util.stripVTControlCharacters(text));
}
for (const number of [-1, -2, -13, -104, -110, -111, -9999, 0, 5, 1.5, 'x', null]) said('name', () => util.getSystemErrorName(number));
for (const format of ['red', 'bold', 'bgRed', 'redBright', 'grey', 'doubleunderline', 'swapcolors', 'bogus', 5, null]) {
  if (Object.hasOwn(util.inspect.colors, format)) said('style', () => [util.styleText(format, 'x', { validateStream: false }), util.inspect.colors[format]]);
  else said('style', () => util.styleText(format, 'x', { validateStream: false }));
}
said('colors', () => Object.keys(util.inspect.colors));
said('no terminal', () => util.styleText('red', 'x'));
said('no text', () => util.styleText('red', 5));
for (const options of [{ colors: true }, { compact: false }, { depth: 0 }, { numericSeparator: true }]) {
  for (const values of [['%o', { a: [1] }], ['%O', { a: { b: {} } }, { a: {} }], ['%s %d', 123456.789, 1234567n], ['%s%%%i%f%j%c|', 'x', 7.5, '2.5', { a: 1 }, 'css'], ['%s'], ['100%%'], ['%x %s', 1], [{ a: { b: 1 } }, 'x', '%s'], []]) {
    said('format', () => util.formatWithOptions(options, ...values));
  }
}
const old = util.deprecate(function own(a, b) { return [this === undefined, a, b, new.target !== undefined]; }, 'old', 'DEP0');
said('deprecated', () => [old.length, old.name, typeof old.prototype, old(1, 2)]);
for (const name of ['callbackify', 'promisify', 'deprecate']) said(name, () => [util[name].name, util[name](function own(a, b) {}, 'x').length]);
said('inherits', () => util.inherits(function () {}, () => {}));
said('debuglog', () => [typeof util.debuglog('x'), util.debuglog('x').enabled, util.debug === util.debuglog]);
const called = util.callbackify(async function named(value) { if (value > 1) throw value === 2 ? undefined : value === 3 ? null : new Error('rejected'); return value; });
console.log(called.name, called.length);
said('no callback', () => called(1));
for (const value of [1, 2, 3, 4]) called(value, (error, result) => console.log(value, error?.code, error?.message, error && 'reason' in error, result));
(async () => {
  for (const values of [[1, {}], [AbortSignal.abort()], [{ aborted: false }, 5]]) await util.aborted(...values).then(() => console.log('aborted'), error => console.log(error.name, error.code, error.message));
  await util.aborted(AbortSignal.abort(), {});
  const control = new AbortController(), waiting = util.aborted(control.signal, {});
  control.abort();
  await waiting;
  console.log('aborted');
})();
console.log(util.inspect('a\ud800b'), util.inspect('\udc00'), util.inspect('a\ud800b', { colors: true }), util.inspect('a\ud83d\ude00b'), util.inspect('a\ud800'.repeat(9), { maxStringLength: 3 }));
