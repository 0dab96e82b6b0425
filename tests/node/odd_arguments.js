// What functions of Node's modules say of arguments that they do not take, and the order in which they look at them.
const util = require('util'), buffer = require('buffer'), events = require('events'), path = require('path'), url = require('url'), assert = require('assert'), stream = require('stream');
const tell = (name, call) => {
  try { console.log(name, util.inspect(call(), { depth: 0 }).split('\n')[0]); } catch (error) { console.log(name, error.name, error.code, error.message.split('\n')[0]); }
};
const numbers = () => new Uint16Array([1, 2, 3]);
for (const given of [[], [undefined], [new DataView(new ArrayBuffer(4))], [numbers()], [numbers(), 1], [numbers(), 1, 1], [numbers(), 5], [numbers(), -1], [numbers(), 1.5], [numbers(), '1'], [numbers(), 0, -1],
  [numbers(), 0, 9], [new Float64Array(0)], [numbers(), 0, 0], [numbers(), 0, null], [numbers(), null]]) tell('copyBytesFrom', () => Buffer.copyBytesFrom(...given));
for (const given of [undefined, 'a', new DataView(new ArrayBuffer(2)), new ArrayBuffer(2), new Uint16Array([0x4141, 0xFF]), [1]]) {
  for (const name of ['isAscii', 'isUtf8']) tell(name, () => buffer[name](given));
}
for (const given of [undefined, {}, 'n', { name: 'x' }, { name: 5 }, { name: '' }]) {
  tell('emitter', () => new events.EventEmitterAsyncResource(given).asyncResource !== undefined);
  tell('emitter', () => new (class Sub extends events.EventEmitterAsyncResource {})(given).asyncResource !== undefined);
}
tell('basename', () => path.win32.basename(1, 2));
tell('basename', () => path.basename(1, 2));
for (const name of ['a:80', 'a@b', '/x', 'u:p@h', 'file:///', 'a/b', 'x', 'y', '', '[::1]', 'espa\u00f1ol.com', 'a?b', '\\x']) tell(name, () => [url.domainToASCII(name), url.domainToUnicode(name)]);
for (const name of ['domainToASCII', 'domainToUnicode']) {
  tell(name, () => url[name]());
  tell(name, () => url[name](undefined));
  tell(name, () => url[name](Symbol('s')));
}
tell('AssertionError', () => new assert.AssertionError([]));
tell('assert', () => assert());
tell('assert', () => assert.ok());
tell('assert', () => assert(0, 'message'));
tell('zero', () => util.getSystemErrorName(-0));
tell('finished', () => stream.finished(Symbol('s'), -0));
tell('finished', () => stream.finished({}, 5));
tell('finished', () => stream.finished(new stream.PassThrough(), 5, () => {}));
for (const value of [{}, [], ['a', 1], 10n, -0, Symbol('s'), new Date(0), 'x']) {
  tell('encoding', () => new (require('string_decoder').StringDecoder)(value));
  tell('encoding', () => Buffer.from('a').toString(value));
  tell('encoding', () => new stream.Writable().setDefaultEncoding(value));
}
for (const values of [[], ['m'], ['a', 'b'], [1, 2, 'm'], [1, 2, undefined, '<'], [1, 2, null], [{ a: 1 }, { a: 2 }], [undefined], [null], [new RangeError('own')], [1, 2, new RangeError('own')]]) {
  tell('fail', () => assert.fail(...values));
}
tell('urlToHttpOptions', () => Object.entries(url.urlToHttpOptions({})).join());
tell('urlToHttpOptions', () => Object.entries(url.urlToHttpOptions(new URL('http://a:b@[::1]:8/c?d#e'))).join());
for (const value of [undefined, null, 'ab', 5, { b: 1 }]) tell('_extend', () => JSON.stringify(util._extend({ a: 1 }, value)));
tell('transferableAbortSignal', () => util.transferableAbortSignal({}));
tell('startupSnapshot', () => !require('v8').startupSnapshot.isBuildingSnapshot());
