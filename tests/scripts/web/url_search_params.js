// not for node: it takes null for nothing, and has no Iterator
// URLSearchParams, URL 6.2.
const all = (...init) => String(new URLSearchParams(...init));
print(all(), all(''), all('?a=b&c'), all('??a'), all('a+b=%20%zz&&=&%C3'), all(undefined), all(null));
// expect: a=b&c= %3Fa= a+b=+%25zz&=&%EF%BF%BD=  null=
print(all({ a: 1, b: [2, 3] }), all([['a', 'b'], new Set(['c', 'd'])]), all(new URLSearchParams('x=1&x=2')));
// expect: a=1&b=2%2C3 a=b&c=d x=1&x=2
print(all(new Map([['k', 'v']])), all({ '\uD800': 1, '\uFFFD': 2 }), all([['é~\'()!*-._', ' ']]));
// expect: k=v %EF%BF%BD=2 %C3%A9%7E%27%28%29%21*-._=+
const fails = (f) => { try { print('no error', f()); } catch (e) { print(e.constructor === TypeError, e.name); } };
fails(() => URLSearchParams()); // expect: true TypeError
fails(() => new URLSearchParams([['a']])); // expect: true TypeError
fails(() => new URLSearchParams([['a', 'b', 'c']])); // expect: true TypeError
fails(() => new URLSearchParams([1])); // expect: true TypeError
fails(() => new URLSearchParams({ [Symbol()]: 1 })); // expect: true TypeError
fails(() => new URLSearchParams({ [Symbol.iterator]: 1 })); // expect: true TypeError
fails(() => new URLSearchParams().append('a')); // expect: true TypeError
fails(() => new URLSearchParams().forEach()); // expect: true TypeError
fails(() => URLSearchParams.prototype.get.call(new URL('http://h'), 'a')); // expect: true TypeError
fails(() => URLSearchParams.prototype.size); // expect: true TypeError
fails(() => new URLSearchParams().keys().next.call({})); // expect: true TypeError
try { new URLSearchParams([['a', { toString() { throw 'mine'; } }]]); } catch (e) { print(e); } // expect: mine
let closed = 0;
try { new URLSearchParams({ *[Symbol.iterator]() { try { yield ['a']; } finally { closed++; } } }); } catch (e) { print(e.name, closed); }
// expect: TypeError 1

const p = new URLSearchParams('b=2&a=1&b=1&a=0');
print(p.size, p.get('b'), p.get('x'), p.getAll('b').join('|'), p.has('a', '0'), p.has('a', '9'), p.has('a', undefined));
// expect: 4 2 null 2|1 true false true
p.sort(); print(String(p)); // expect: a=1&a=0&b=2&b=1
p.set('b', 'x'); print(String(p)); // expect: a=1&a=0&b=x
p.set('n', 'y'); p.append('n', 'z'); p.delete('n', 'y'); print(String(p)); // expect: a=1&a=0&b=x&n=z
p.delete('a'); print(String(p), p.size); // expect: b=x&n=z 2
print([...p].join('|'), [...p.keys()].join('|'), [...p.values()].join('|'), p[Symbol.iterator] === p.entries);
// expect: b,x|n,z b|n x|z true
p.forEach(function (value, name, params) { print(value, name, params === p, this.own); }, { own: 1 });
// expect: x b true 1
// expect: z n true 1

// The list may change while it is gone through.
const seen = [];
for (const [name] of p) { seen.push(name); if (seen.length < 4) p.append('more' + seen.length, ''); else p.delete('more1'); }
print(seen.join()); // expect: b,n,more1,more2
const iterator = p.entries();
const prototype = Object.getPrototypeOf(iterator);
print(Object.prototype.toString.call(iterator), Object.getPrototypeOf(prototype) === Iterator.prototype, JSON.stringify(Object.getOwnPropertyDescriptor(prototype, 'next')));
// expect: [object URLSearchParams Iterator] true {"writable":true,"enumerable":true,"configurable":true}
const surrogates = new URLSearchParams('ﬃ&🌈'); surrogates.sort(); print([...surrogates.keys()].join()); // expect: 🌈,ﬃ
print(JSON.stringify(Object.getOwnPropertyDescriptor(URLSearchParams.prototype, Symbol.iterator)), URLSearchParams.length, Object.keys(URLSearchParams.prototype).join());
// expect: {"writable":true,"enumerable":false,"configurable":true} 0 append,delete,get,getAll,has,set,sort,toString,size,entries,forEach,keys,values
