// not for node: its messages differ
// What scripts have changed, and hostile bodies: Request, Response and fetch do not look at it.
const seen = [];
(async () => {
const multipart = (text, boundary = 'b') => new Response(text.replaceAll('\n', '\r\n'), { headers: { 'Content-Type': 'multipart/form-data; boundary="' + boundary + '"' } }).formData()
  .then((data) => [...data].map(([name, value]) => name + '=' + (value.name ?? value)).join('|'), (error) => error.constructor.name);
print(await multipart('--b\nContent-Disposition: form-data; name="a%22%0D%0A"\n\nx\n--b--'));
print(await multipart('--b  \ncontent-disposition: form-data; filename="q;.txt"; name=n\nContent-Type: T/x\nX: y\n\n\n--b\nContent-Disposition: form-data; name=""\n\n--bx\n--b--\nafter'));
for (const wrong of ['', '--', '--b', '--b\n', '--b\n\nx\n--b--', '--b\nContent-Disposition: form-data; name="a\n\nx\n--b--', '--b\nContent-Disposition: form-data; name="a"\n\nx', '--b\nContent-Disposition: file; name="a"\n\nx\n--b--', 'pre\n--b--'])
  print(await multipart(wrong));
print(JSON.stringify(await multipart('--b--')), await multipart('--b--', ''));
const many = new FormData(); for (let i = 0; i < 3000; i++) many.append('n' + i, i);
print([...await new Response(many).formData()].length);

// Getters that throw, and things that are no bodies.
const fails = async (f) => { try { await f(); print('no error'); } catch (error) { print(error?.constructor?.name ?? error); } };
await fails(() => new Response('', { get status() { throw 'status'; } }));
await fails(() => new Request('a:', { get signal() { throw 'signal'; } }));
await fails(() => new Request('a:', { signal: {} }));
await fails(() => fetch({ toString() { throw 'url'; } }));
await fails(() => new Response({ toString() { throw 'body'; } }));
await fails(() => new Response(Symbol()));
await fails(() => new Request('a:', { headers: { 'a\r\nb': 'c' } }));
await fails(() => new Request('a:', { headers: { a: 'c\r\nd: e' } }));
await fails(() => new Request('a:', { method: 'GET\r\nX: y' }));
await fails(() => Response.prototype.text.call({}));
await fails(() => Object.getOwnPropertyDescriptor(Response.prototype, 'body').get.call(new Request('a:')));
await fails(() => Response.json({ toJSON() { throw 'json'; } }));
await fails(() => new Response('{').json());
await fails(() => new Response(new ReadableStream({ pull() { throw 'pull'; } })).text());
const locked = new Response('x'); locked.body.getReader();
await fails(() => locked.text()); await fails(() => locked.clone()); await fails(() => new Response(locked.body));
const source = { pull(c) { c.enqueue(bytes); bytes[0] = 66; c.close(); } }, bytes = new Uint8Array([65]);
print(await new Response(new ReadableStream(source, { highWaterMark: 0 })).text());
const detached = new Uint8Array(4); structuredClone(detached.buffer, { transfer: [detached.buffer] });
print((await new Response(detached).bytes()).length);
class Own extends Response { get [Symbol.toStringTag]() { return 'Own'; } }
print(String(new Own('a')), new Own() instanceof Response, await new Own('a').text(), new Own('a').clone() instanceof Own);
const bad = new Request('https://a.example/', { headers: { Cookie: 'a', 'X-HTTP-Method': 'trace', 'Sec-X': '', 'Proxy-Y': '', Accept: 'q', DNT: '1', via: '' } });
print([...bad.headers].join(), [...new Response('', { headers: { 'Set-Cookie': 'a', b: 'c' } }).headers].join());
function* parts() { yield ['a', 'b']; yield* [['c', 'd']]; }
print([...new Response(null, { headers: parts() }).headers].join('|'));

// Everything is patched.
const { then } = Promise.prototype;
for (const [object, name] of [[Promise.prototype, 'then'], [Promise, 'resolve'], [Array.prototype, 'push'], [Headers.prototype, 'get'], [ReadableStream.prototype, 'getReader'],
  [ReadableStream.prototype, 'tee'], [Uint8Array.prototype, 'set'], [JSON, 'parse'], [Blob.prototype, 'stream'], [AbortSignal, 'any'], [globalThis, 'Headers'], [globalThis, 'ReadableStream'], [String.prototype, 'toLowerCase']])
  object[name] = function () { seen[seen.length] = name; throw new Error('patched ' + name); };
const iterator = Array.prototype[Symbol.iterator];
Array.prototype[Symbol.iterator] = function () { seen[seen.length] = 'iterator'; return iterator.call(this); };
const done = (promise, f) => then.call(promise, f, (error) => print('failed', error));
const made = new Response('{"a":1}', { status: 203 }), copy = made.clone();
done(made.json(), (value) => print(value.a, seen.join()));
done(copy.bytes(), (value) => print(value.length, seen.join()));
done(fetch('data:,y'), (response) => { done(response.text(), (text) => print(text, seen.join())); });
done(new Request('a:', { method: 'POST', body: new URLSearchParams('a=b') }).formData(), (data) => print(data.get('a'), seen.join()));
})();
// expect: a"
// expect: =x
// expect: n=q;.txt|=--bx
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: "" TypeError
// expect: 3000
// expect: String
// expect: String
// expect: TypeError
// expect: String
// expect: String
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: String
// expect: SyntaxError
// expect: String
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: A
// expect: 0
// expect: [object Own] true a false
// expect: accept,q b,c,content-type,text/plain;charset=UTF-8
// expect: a,b|c,d
// expect: b
// expect: 1
// expect: 7
// expect: y
