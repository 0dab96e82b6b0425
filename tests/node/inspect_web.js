// What is shown of objects of the web; what objects that show themselves are told of the depth; formats that ask them.
const util = require('util');
const url = new URL('http://user:pw@host:8080/path?a=1&b=two#hash');
console.log(url, new URLSearchParams(), new URLSearchParams('a=1&b=%27'), new Headers({ a: '2', b: '1' }), new Headers());
console.log([url], { a: { b: url } }, { a: { b: { c: url } } });
console.log(util.inspect(new URLSearchParams(Array.from({ length: 9 }, (_, i) => [`name${i}`, `value${i}`]))));
console.log(util.inspect(url, { compact: false }), util.inspect(url, { colors: true }), util.inspect(url, { depth: 0 }));
console.log(util.format('%s %O', url, url), util.format('%s', new URLSearchParams('a=1')));
console.log('%s', url);
const own = { [util.inspect.custom](depth, options, inspect) { return `<${depth} ${options.depth} ${typeof inspect}>`; } };
for (const options of [undefined, { depth: 5 }, { depth: null }, { depth: Infinity }, { depth: 0 }]) console.log(util.inspect(own, options), util.inspect({ a: { b: own } }, options));
console.log(util.format(own), util.format('%O %o %s %j', own, own, own, own), util.format('a', own));
const nested = { value: { a: { b: { c: { d: {} } } } }, [util.inspect.custom](depth, options, inspect) { return `Nested ${inspect(this.value, options)}`; } };
console.log(nested, { a: nested }, util.inspect(nested, { depth: null }));
// Other objects of the web, their subclasses, and what is deep or has been changed.
const shown = value => console.log(util.inspect(value).replace(/timeStamp: [\d.]+/, 'timeStamp: 0'));
const form = new FormData();
form.append('a', '1');
form.append('b', '2');
form.append('b', '3');
for (const value of [
  new Blob(['abc'], { type: 'text/plain' }), new File(['abc'], 'n.txt', { lastModified: 1 }), form, new FormData(),
  new AbortController(), AbortSignal.abort(), new Event('x', { cancelable: true }), new CustomEvent('x', { detail: 1 }), new MessageEvent('m', { data: 1 }),
  new Request('http://a/b', { method: 'POST' }), new Response(null, { status: 404, statusText: 'no', headers: { a: '1' } }),
  new ReadableStream(), new ReadableStream({ type: 'bytes' }), new ReadableStream({ start(controller) { controller.close(); } }), new WritableStream(), new TransformStream(),
  new ReadableStream({ start(controller) { controller.error(1); } }), new TextEncoderStream(), new CountQueuingStrategy({ highWaterMark: 1 }),
  new (class Place extends URL {})('http://a'), new (class Happening extends Event {})('z'), { body: new ReadableStream() }, [new AbortController()],
  { a: { b: new URL('http://a/b?c=d') } }, { a: { b: { c: new URL('http://a/b?c=d') } } }, { a: { b: { c: new AbortController() } } },
]) shown(value);
const patched = new URL('http://a/b');
patched.own = 1;
shown(patched);
shown(Object.assign(new Blob(['x']), { own: 1 }));
shown(new EventTarget());
shown(new TextDecoder('utf-8', { fatal: true }));
shown(performance.mark('m', { startTime: 5, detail: { a: 1 } }));
console.log([new Headers({ a: '1' })], { headers: new Headers() });
console.log({ a: { b: { c: { d: new Headers({ a: '1' }) } } } }, { a: { b: { c: form, d: new Headers({ a: '1' }) } } });
