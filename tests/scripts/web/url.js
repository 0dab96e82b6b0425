// not for node: its URL shows its own text, is cloned as a plain object, and is stopped by changed arrays
// URL, URL 6.1: members, brand checks, what scripts can have changed.
const url = new URL('../b?x=1#y', 'HTTPS://user:p%20w@Example.COM:443/a/c/d');
print(url.href, url.origin, url.protocol, url.username, url.password, url.host, url.port === '', url.pathname, url.search, url.hash);
// expect: https://user:p%20w@example.com/a/b?x=1#y https://example.com https: user p%20w example.com true /a/b ?x=1 #y
print(String(url), JSON.stringify({ url }), Object.keys(url).length, Object.prototype.toString.call(url));
// expect: https://user:p%20w@example.com/a/b?x=1#y {"url":"https://user:p%20w@example.com/a/b?x=1#y"} 0 [object URL]

// Members as Web IDL has them.
const shown = (object, key) => {
    const { value, get, set, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key);
    const one = (f) => f && `${f.name}/${f.length}`;
    return [String(key), value === undefined ? `${one(get)} ${one(set)}` : typeof value === 'function' ? one(value) : value, writable, enumerable, configurable].join(' ');
};
for (const key of ['href', 'origin', 'searchParams', 'toJSON', 'constructor', Symbol.toStringTag]) print(shown(URL.prototype, key));
// expect: href get href/0 set href/1  true true
// expect: origin get origin/0 undefined  true true
// expect: searchParams get searchParams/0 undefined  true true
// expect: toJSON toJSON/0 true true true
// expect: constructor URL/1 true false true
// expect: Symbol(Symbol.toStringTag) URL false false true
for (const key of ['parse', 'canParse']) print(shown(URL, key));
// expect: parse parse/1 true true true
// expect: canParse canParse/1 true true true
print(shown(globalThis, 'URL'), shown(globalThis, 'URLSearchParams'));
// expect: URL URL/1 true false true URLSearchParams URLSearchParams/0 true false true
print(URL.toString().replace(/\s+/g, ' '), Object.getOwnPropertyNames(URL.prototype).length); // expect: function URL() { [native code] } 15
class Mine extends URL { get upper() { return this.host.toUpperCase(); } }
print(new Mine('http://h').upper, new Mine('http://h') instanceof URL, Reflect.construct(URL, ['http://h'], Object).constructor === Object);
// expect: H true true

// What is refused.
const fails = (f) => { try { print('no error', f()); } catch (e) { print(e.constructor === TypeError, e.name); } };
fails(() => URL('http://h')); // expect: true TypeError
fails(() => new URL()); // expect: true TypeError
fails(() => new URL('relative')); // expect: true TypeError
fails(() => new URL('x', 'relative')); // expect: true TypeError
fails(() => { url.href = 'relative'; }); // expect: true TypeError
// The error has the texts, which were made once.
const texts = (f) => { try { f(); } catch (e) { print(Object.keys(e).join(), e.code, e.input, e.base); } };
let made = 0;
const counted = { toString() { return `relative ${++made}`; } };
texts(() => new URL('relative')); // expect: code,input ERR_INVALID_URL relative undefined
texts(() => new URL('x', counted)); // expect: code,input,base ERR_INVALID_URL x relative 1
texts(() => new URL(counted, 'http://h:x')); // expect: code,input,base ERR_INVALID_URL relative 2 http://h:x
texts(() => { url.href = counted; }); // expect: code,input ERR_INVALID_URL relative 3 undefined
print(URL.canParse(counted), URL.parse(counted), made); // expect: false null 5
fails(() => Object.getOwnPropertyDescriptor(URL.prototype, 'href').get.call({})); // expect: true TypeError
fails(() => Object.getOwnPropertyDescriptor(URL.prototype, 'href').set.call(Object.create(url), 'http://h')); // expect: true TypeError
fails(() => URL.prototype.toString.call(new URLSearchParams)); // expect: true TypeError
fails(() => URL.prototype.href); // expect: true TypeError
fails(() => structuredClone(url) ); // expect: false DataCloneError
print(url.href); // expect: https://user:p%20w@example.com/a/b?x=1#y

// Setters.
url.protocol = 'http'; url.port = '8080x'; url.hostname = 'ünï.test'; url.pathname = 'a b/./c'; url.search = 'q=1 2'; url.hash = ''; url.username = 'ö';
print(url.href); // expect: http://%C3%B6:p%20w@xn--n-nga1b.test:8080/a%20b/c?q=1%202
url.host = 'other:'; url.port = ''; url.password = ''; url.protocol = 'mailto'; url.host = 'a/b';
print(url.href); // expect: http://%C3%B6@a/a%20b/c?q=1%202

// Hosts and schemes.
for (const text of ['http://0x7f.1', 'http://[1::0:0:2]', 'file:c|/d/..', 'a:b c?d', 'http://a%41.é', 'x://a%41/..', 'blob:https://h:1/x', 'http:\\\\h\\p', '  http://h\n/\tp '])
    print(URL.parse(text).href, URL.parse(text).origin);
// expect: http://127.0.0.1/ http://127.0.0.1
// expect: http://[1::2]/ http://[1::2]
// expect: file:///c:/ null
// expect: a:b c?d null
// expect: http://aa.xn--9ca/ http://aa.xn--9ca
// expect: x://a%41/ null
// expect: blob:https://h:1/x https://h:1
// expect: http://h/p http://h
// expect: http://h/p http://h
for (const text of ['http://a b', 'http://1.2.3.256', 'http://[::', 'http://h:65536', 'http://', 'x://a b', '//h'])
    print(URL.canParse(text), URL.parse(text));
// expect: false null
// expect: false null
// expect: false null
// expect: false null
// expect: false null
// expect: false null
// expect: false null
print(URL.canParse('p', 'http://h/q'), URL.parse('?x', 'file:///a').href, URL.canParse(undefined), URL.canParse('x', undefined));
// expect: true file:///a?x false false

// The live link.
const params = url.searchParams;
print(params === url.searchParams, params.get('q')); // expect: true 1 2
params.append('r', '&é'); print(url.search); // expect: ?q=1+2&r=%26%C3%A9
url.search = '?n=1&n=2'; print(String(params), params.getAll('n').join()); // expect: n=1&n=2 1,2
url.href = 'http://h/?m'; print(String(params), params.has('m')); // expect: m= true
params.delete('m'); print(url.href); // expect: http://h/
url.searchParams = 1; print(url.searchParams === params); // expect: true

// What scripts have changed is not asked.
Array.prototype[Symbol.iterator] = Array.prototype.push = () => { throw new Error('changed'); };
Object.prototype.get = Object.prototype.base = () => { throw new Error('changed'); };
Object.defineProperty(Array.prototype, 0, { set() { throw new Error('changed'); }, configurable: true });
String.prototype.toString = String.prototype.split = () => { throw new Error('changed'); };
const { URLSearchParams: Kept } = globalThis;
globalThis.URLSearchParams = undefined;
const late = new URL('http://h/?a=1&b=2');
print(late.searchParams.getAll('a').length, late.searchParams instanceof Kept, late.searchParams.keys().next().value); // expect: 1 true a
late.searchParams.sort(); late.searchParams.set('b', '3'); late.searchParams.delete('a');
print(late.href); // expect: http://h/?b=3
