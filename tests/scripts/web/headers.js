// not for node: its messages and classes differ
// Headers, Fetch 5.1.
const headers = new Headers({ B: '2', a: ' 1\t', 'X-y': '\xE9' });
headers.append('b', '3'); headers.append('Set-Cookie', 'p=1'); headers.append('set-cookie', 'q=2'); headers.append('aa', '');
print([...headers].map((pair) => pair.join('=')).join('; ')); // expect: a=1; aa=; b=2, 3; set-cookie=p=1; set-cookie=q=2; x-y=é
print(headers.get('B'), headers.get('set-cookie'), headers.getSetCookie().length, headers.get('none'), headers.has('AA'), headers.has('c')); // expect: 2, 3 p=1, q=2 2 null true false
headers.set('B', 'one'); headers.set('set-cookie', 'r'); headers.delete('AA');
print([...headers.keys()].join(), [...headers.values()].join()); // expect: a,b,set-cookie,x-y 1,one,r,é
headers.forEach(function (value, name, all) { print(value, name, all === headers, this.n); }, { n: 1 });
// expect: 1 a true 1
// expect: one b true 1
// expect: r set-cookie true 1
// expect: é x-y true 1
print([...new Headers([['x', 1], ['X', 2]])].join(), [...new Headers(headers)].length, [...new Headers()].length, String(headers), String(headers.keys())); // expect: x,1, 2 4 0 [object Headers] [object Headers Iterator]
print(Headers.prototype[Symbol.iterator] === Headers.prototype.entries, Headers.length, Object.keys(Headers.prototype).join()); // expect: true 0 append,delete,get,getSetCookie,has,set,entries,forEach,keys,values
const iterator = headers[Symbol.iterator](); headers.append('0', 'first'); print(iterator.next().value.join()); // expect: 0,first
const fails = (f) => { try { print('no error', f()); } catch (e) { print(e instanceof TypeError); } };
fails(() => Headers()); // expect: true
fails(() => new Headers(1)); // expect: true
fails(() => new Headers(null)); // expect: true
fails(() => new Headers([['a']])); // expect: true
fails(() => new Headers({ 'a b': '' })); // expect: true
fails(() => headers.append('', '')); // expect: true
fails(() => headers.append('a', 'x\ny')); // expect: true
fails(() => headers.append('a', '\u0100')); // expect: true
fails(() => headers.get('é')); // expect: true
fails(() => headers.get()); // expect: true
fails(() => headers.get.call({}, 'a')); // expect: true
fails(() => iterator.next.call(new URLSearchParams().keys())); // expect: true

// Long ones are looked at piece by piece.
const space = ' '.repeat(40_000), long = 'x'.repeat(40_000);
headers.set('long', space + long + '\t' + space);
print(headers.get('long') === long); // expect: true
headers.set('long', space);
print(headers.get('long') === ''); // expect: true
fails(() => headers.set('long', long + '\0')); // expect: true
fails(() => headers.set(long + ' ', '')); // expect: true
fails(() => headers.set('long', long + '\u0100')); // expect: true
headers.set(long.toUpperCase(), 'name');
print(headers.get(long)); // expect: name

// Many names: none of what is done to one takes a look at all others.
const many = new Headers(), order = []; let found = 0;
for (let i = 0; i < 3000; i++) many.append('n' + i * 7919 % 3001, String(i));
for (let i = 0; i < 3001; i++) if (many.has('N' + i)) found++;
for (const [name] of many) order.push(name);
print(found, order.length, order.join() === order.toSorted().join(), many.get('n7919') === null, many.get('n1917')); // expect: 3000 3000 true true 1
for (let i = 0; i < 500; i++) { many.append('Joined', 'v'); many.append('set-cookie', 'c' + i); }
print(many.get('joined').length, many.getSetCookie().length, many.get('set-cookie').slice(0, 7), [...many].length, [...many.keys()].filter(name => name === 'set-cookie').length); // expect: 1498 500 c0, c1, 3501 500
const other = new Headers(many); other.set('set-cookie', 'one'); other.delete('joined'); other.set('zz', '');
print([...other].length, [...many].length, other.getSetCookie().join(), many.has('zz')); // expect: 3002 3501 one false
const walk = many.entries(); walk.next(); many.append('!first', 'x'); print(walk.next().value[0] === [...many][1][0], [...new Response('', { headers: many }).headers].length); // expect: true 3003
const few = new Headers(); for (let i = 0; i < 64; i++) few.append('a' + i, i); few.append('set-cookie', 'p'); few.append('set-cookie', 'q'); few.append('a1', 'more'); few.delete('a0');
print([...few].length, few.get('a1'), few.getSetCookie().join(), few.get('a0')); // expect: 65 1, more p,q null
