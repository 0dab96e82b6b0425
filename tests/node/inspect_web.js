// What is shown of URLs, of their parameters and of headers; what objects that show themselves are told of the depth; formats that ask them.
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
