// not for node: it has no URLPattern
// URLPattern, URL Pattern 1: its parts, matches, errors, what scripts have changed.
const parts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const shown = (...args) => { try { const p = new URLPattern(...args); print(parts.map(part => p[part]).join(' | ')); } catch (e) { print(e.name); } };
shown(); // expect: * | * | * | * | * | * | * | *
shown({ pathname: '/books/:id' }); // expect: * | * | * | * | * | /books/:id | * | *
shown('https://user\\:pw@*.example.com:8080/a/:b(\\d+)\\?q=:q#*'); // expect: https | user | pw | *.example.com | 8080 | /a/:b(\d+) | q=:q | *
shown('http{s}?://h{.}?d'); // expect: http{s}? | * | * | h{.}?d |  | * | * | *
shown('/x/../y?z', 'https://host:443/base/#f'); // expect: https | * | * | host |  | /y | z | *
shown('?only', 'https://host/base/file?q'); // expect: https | * | * | host |  | /base/file | only | *
shown({ pathname: 'rel', baseURL: 'https://h/a/b' }); // expect: https | * | * | h |  | /a/rel | * | *
shown({ protocol: 'https', port: '443', hostname: 'EXAMPLE.com' }); // expect: https | * | * | example.com |  | * | * | *
shown('data\\:text/:kind'); // expect: data | * | * |  |  | text/:kind | * | *
shown({ hostname: '[\\:\\:AB]' }, { ignoreCase: true }); // expect: * | * | * | [\:\:ab] | * | * | * | *
shown({ pathname: '/é/:ñ{x y}' }); // expect: * | * | * | * | * | /%C3%A9{/:ñ}x%20y | * | *
shown('/:a:b'); // expect: TypeError
shown('https://h/:a/:a'); // expect: TypeError
shown({ pathname: '/(' }); // expect: TypeError
shown({ pathname: '/([)' }); // expect: TypeError
shown({ pathname: '/(é)' }); // expect: TypeError
shown({ pathname: '{a' }); // expect: TypeError
shown({ hostname: 'a b' }); // expect: TypeError
shown({ port: 'x' }); // expect: TypeError
shown({ protocol: 'é' }); // expect: TypeError
shown({ baseURL: 'nothing' }); // expect: TypeError
shown('https://h/', { ignoreCase: true }, 'more'); // expect: TypeError
shown({}, 'https://h'); // expect: TypeError
shown('relative'); // expect: TypeError

const groups = (pattern, ...input) => print(JSON.stringify(new URLPattern(...[pattern].flat()).exec(...input), (key, value) => value === undefined ? 'undefined' : value));
groups({ pathname: '/:a/:b?', search: '*', hash: '' }, 'https://h/x');
// expect: {"hash":{"groups":{},"input":""},"hostname":{"groups":{"0":"h"},"input":"h"},"inputs":["https://h/x"],"password":{"groups":{"0":""},"input":""},"pathname":{"groups":{"a":"x","b":"undefined"},"input":"/x"},"port":{"groups":{"0":""},"input":""},"protocol":{"groups":{"0":"https"},"input":"https"},"search":{"groups":{"0":""},"input":""},"username":{"groups":{"0":""},"input":""}}
const path = (pattern, pathname) => { const found = new URLPattern({ pathname: pattern }).exec({ pathname }); print(found && JSON.stringify(found.pathname.groups)); };
path('/a/*', '/a/b/c'); // expect: {"0":"b/c"}
path('/a/:x+', '/a/b/c'); // expect: {"x":"b/c"}
path('/a/:x*', '/a'); // expect: {}
path('/{a}{b}?c', '/ac'); // expect: {}
path('/:x(\\d{2})-*', '/12-z'); // expect: {"0":"z","x":"12"}
path('/(.*)/(x|y)', '/q/y'); // expect: {"0":"q","1":"y"}
path('/:x', '/a/b'); // expect: null
path('/\\:x', '/:x'); // expect: {}
path('/:constructor/:__proto__', '/a/b'); // expect: {"constructor":"a","__proto__":"b"}
path('/x{/:y}*', '/x/1/2'); // expect: {"y":"1/2"}
print(new URLPattern({ pathname: '/A' }, { ignoreCase: true }).test({ pathname: '/a' }), new URLPattern({ pathname: '/A' }).test({ pathname: '/a' })); // expect: true false
print(new URLPattern({ hostname: '*.com' }).test(new URL('https://a.com/')), new URLPattern({ hostname: '*.com' }).test('a b'), new URLPattern('/p', 'http://h').test('/p', 'http://h')); // expect: true false true
print(new URLPattern({ protocol: 'http{s}?' }).test('https://h'), new URLPattern().test({ port: 'x' }), new URLPattern().test()); // expect: true false true
try { new URLPattern().test({}, 'http://h'); } catch (e) { print(e.name); } // expect: TypeError
const given = new URLPattern().exec({ search: '?x', pathname: 'y', baseURL: 'http://h/a/' }); print(JSON.stringify(given.inputs), given.pathname.input, given.search.input); // expect: [{"baseURL":"http://h/a/","pathname":"y","search":"?x"}] /a/y x
print(new URLPattern({ pathname: '/(a)' }).hasRegExpGroups, new URLPattern({ pathname: '/:a*{b}?' }).hasRegExpGroups, new URLPattern({ pathname: '/(.*)' }).hasRegExpGroups); // expect: true false false
print(String(new URLPattern()), URLPattern.length, Object.keys(URLPattern.prototype).join()); // expect: [object URLPattern] 0 test,exec,protocol,username,password,hostname,port,pathname,search,hash,hasRegExpGroups
for (const wrong of [() => URLPattern(), () => URLPattern.prototype.test(), () => URLPattern.prototype.hash, () => new URLPattern({}, 1n, 1)]) try { wrong(); print('no error'); } catch (e) { print(e.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
class Mine extends URLPattern { get upper() { return this.pathname.toUpperCase(); } } print(new Mine({ pathname: '/x' }).upper, new Mine() instanceof URLPattern); // expect: /X true

// Patterns that repeat groups of groups are as regular expressions are: they end by the limits, or at once.
const long = 'a'.repeat(20000); print(new URLPattern({ pathname: '/:x*/:y*/:z' }).test({ pathname: '/' + long }), new URLPattern({ search: ('{' + 'b}?').repeat(300) }).search.length); // expect: true 1200
print(new URLPattern({ pathname: '/' + ':a'.padEnd(5000, 'a') }).exec({ pathname: '/v' }).pathname.groups['a'.padEnd(4999, 'a')]); // expect: v

RegExp.prototype.exec = RegExp.prototype[Symbol.match] = () => { throw 1; }; Array.prototype[Symbol.iterator] = null; Object.defineProperty(Object.prototype, '0', { set() { throw 2; }, configurable: true });
Object.defineProperty(Object.prototype, 'input', { set() { throw 3; }, configurable: true }); Array.prototype.push = null;
print(new URLPattern({ pathname: '/*' }).exec({ pathname: '/z' }).pathname.groups[0]); // expect: z
