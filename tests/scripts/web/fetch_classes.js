// not for node: its messages differ
// Request, Response and fetch of what needs no network, Fetch 5.
// slow: a realm with all of the web is large to collect at each safepoint
const p = (...a) => print(...a);
(async () => {
const r = new Response('héllo', { status: 201, statusText: 'Made', headers: { A: 'b' } });
p(r.status, r.statusText, r.ok, r.type, JSON.stringify(r.url), r.redirected, r.headers.get('a'), r.headers.get('content-type'), r.bodyUsed);
const c = r.clone();
p(await r.text(), r.bodyUsed, r.body.locked, (await c.bytes()).length);
try { await r.text(); } catch (e) { p(e.name, e.message); }
p(await new Response('{"a":[1]}').json().then(x => x.a[0]), await new Response(new Uint8Array([1,2,3])).arrayBuffer().then(b => b.byteLength));
const fd = new FormData(); fd.append('a', 'x\ny'); fd.append('f"', new File(['abc'], 'n.txt', { type: 'text/x' }));
const fr = new Response(fd);
p(fr.headers.get('content-type').replace(/[0-9a-f]{16}$/, 'N'));
const back = await fr.formData();
p(JSON.stringify(back.get('a')), back.get('f"').name, back.get('f"').type, await back.get('f"').text());
p([...await new Response(new URLSearchParams('a=1&b=%20')).formData()].join('|'));
p((await new Response(new Blob(['q'], { type: 'A/B;C=d' })).blob()).type);
const q = new Request('https://a.example/x#y', { method: 'post', body: 'z', headers: { Host: 'evil', X: '1' } });
p(q.method, q.url, [...q.headers].join(' '), q.redirect, q.mode, q.signal instanceof AbortSignal, q.duplex, await q.clone().text());
const q2 = new Request(q, { method: 'PUT' }); p(q.bodyUsed, await q2.text(), q2.method);
p(await fetch('data:text/html;base64,aGk=').then(async r => [r.status, r.url, r.headers.get('content-type'), await r.text()].join()));
const u = URL.createObjectURL(new Blob(['blobby'], { type: 'x/y' }));
p(u.startsWith('blob:null/'), await fetch(u).then(r => r.text())); URL.revokeObjectURL(u);
for (const f of [() => fetch(u), () => fetch('https://a.example/'), () => fetch('file:///etc/passwd'), () => fetch('/rel'), () => fetch('http://a.example:22/'), () => fetch('about:blank'), () => fetch()])
  await f().catch(e => p(e.constructor.name, e.message.replace(/null\/[-0-9a-f]+/, "null/N").replace(/(failed): .*net.*/, "$1")));
const ac = new AbortController(); const f = fetch('data:,x', { signal: ac.signal }); ac.abort('why'); await f.catch(e => p('aborted', e));
await fetch('data:,x', { signal: AbortSignal.abort() }).catch(e => p(e.name));
p(Response.redirect('https://b.example/', 307).headers.get('location'), Response.error().type, Response.error().status, await Response.json({ a: 1 }).text());
for (const f of [() => new Response('', { status: 204 }), () => new Response('', { status: 99 }), () => Response.redirect('x'), () => Response.redirect('a:', 200), () => Response.json(undefined), () => new Request('x:', { method: 'TRACE' }), () => new Request('http://u:p@h/'), () => new Request('a:', { body: '' }), () => Response.error().headers.set('a', 'b'), () => new Request('a:', { method: 'POST', body: new ReadableStream() }), () => Response()])
  try { f(); p('no error'); } catch (e) { p(e.constructor.name, e.message); }
let n = 0;
const s = new Response(new ReadableStream({ pull(c) { n++ < 3 ? c.enqueue(new TextEncoder().encode('ab')) : c.close(); } }));
const s2 = s.clone(); p(await s.text(), await s2.text());
await new Response(new ReadableStream({ start(c) { c.enqueue('x'); } })).text().catch(e => p(e.message));
p(Object.prototype.toString.call(s), Response.length, Request.length, fetch.length, Object.keys(Response.prototype).join());
let big = new Response(new ReadableStream({ start(c) { for (let i = 0; i < 20000; i++) c.enqueue(new Uint8Array(2)); c.close(); } }));
p((await big.arrayBuffer()).byteLength);
})();
// expect: 201 Made true default "" false b text/plain;charset=UTF-8 false
// expect: héllo true true 6
// expect: TypeError The body was read already, or is being read
// expect: 1 3
// expect: multipart/form-data; boundary=----formdata-ferrotape-N
// expect: "x\r\ny" n.txt text/x abc
// expect: a,1|b,
// expect: a/b;c=d
// expect: POST https://a.example/x#y content-type,text/plain;charset=UTF-8 x,1 follow cors true half z
// expect: true z PUT
// expect: 200,data:text/html;base64,aGk=,text/html,hi
// expect: true blobby
// expect: TypeError fetch of blob:null/N failed: there is no such blob: URL, or it was revoked
// expect: TypeError fetch of https://a.example/ failed
// expect: TypeError fetch of file:///etc/passwd failed: there is no way to fetch URLs of the scheme 'file'
// expect: TypeError The URL of a Request must be absolute and well-formed
// expect: TypeError fetch of http://a.example:22/ failed: the port is one that is blocked
// expect: TypeError fetch of about:blank failed: there is no way to fetch URLs of the scheme 'about'
// expect: TypeError fetch requires 1 argument, but only 0 present
// expect: aborted why
// expect: AbortError
// expect: https://b.example/ error 0 {"a":1}
// expect: TypeError A Response with the status 204 must have no body
// expect: RangeError The status of a Response must be from 200 to 599, and is 99
// expect: TypeError The URL of a redirect must be absolute
// expect: RangeError 200 is not a redirect status
// expect: TypeError The data of Response.json is not serializable
// expect: TypeError The method TRACE is forbidden
// expect: TypeError The URL of a Request must have no user name and no password
// expect: TypeError A Request with the method GET or HEAD must have no body
// expect: TypeError These headers cannot be changed
// expect: TypeError A Request whose body is a stream needs the member 'duplex'
// expect: TypeError Class constructor Response cannot be invoked without 'new'
// expect: ababab ababab
// expect: A chunk of a body must be a Uint8Array
// expect: [object Response] 0 1 1 clone,type,url,redirected,status,ok,statusText,headers,body,bodyUsed,arrayBuffer,blob,bytes,formData,json,text
// expect: 40000
