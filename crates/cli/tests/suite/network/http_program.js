// Requests of `http`, one after the other, to a server of the test at `port`.
const http = require('http');
const once = (emitter, name) => new Promise(resolve => emitter.once(name, resolve));
const told = (name, emitter, events) => {
  for (const event of events) emitter.on(event, value => console.log(name, event, event === 'error' ? `${value.code} ${value.message}` : ''));
  return emitter;
};
const base = `http://127.0.0.1:${port}`, EVENTS = ['finish', 'response', 'error', 'abort', 'timeout', 'close'];
const textOf = async message => {
  message.setEncoding('utf8');
  let text = '';
  for await (const piece of message) text += piece;
  return text;
};
const attempt = (...given) => {
  try {
    const request = http.request(...given);
    request.on('error', () => {});
    request.destroy();
    return 'made';
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

(async () => {
  // A request with a body, and what it has of its own.
  const first = told('first', http.request({ port, path: '/a?b', method: 'post', headers: { 'X-B': '2', Cookie: ['c=1', 'd=2'] }, host: '127.0.0.1' }), EVENTS);
  console.log(first.method, first.path, first.host, first.protocol, first.getHeader('x-b'), first.getHeader('host') === `127.0.0.1:${port}`, first.headersSent);
  console.log(first instanceof http.ClientRequest, first instanceof http.OutgoingMessage, first.writableEnded);
  first.write('on');
  first.end('e');
  let res = await once(first, 'response');
  console.log(res.statusCode, res.headers['set-cookie'], res.headers['x-a'], res.httpVersion, res instanceof http.IncomingMessage, res.req === first);
  console.log(JSON.parse(await textOf(res)), res.complete);
  await once(first, 'close');

  // get, with a URL and options; redirects are answers; errors of servers too.
  res = await new Promise(resolve => http.get(new URL(`${base}/redirect`), { headers: { 'x-c': '3' } }, resolve));
  console.log(res.statusCode, res.headers.location, await textOf(res));
  res = await new Promise(resolve => http.get(`${base}/missing`, resolve));
  console.log(res.statusCode, (await textOf(res)).includes('missing'));
  res = await new Promise(resolve => http.request(`${base}/head`, { method: 'HEAD', auth: 'user:pass' }, resolve).end());
  console.log(res.statusCode, (await textOf(res)).length);
  res = await new Promise(resolve => http.request({ port, host: '127.0.0.1', path: '/raw', headers: ['X-One', '1', 'X-Two', '2'] }, resolve).end());
  console.log(JSON.parse(await textOf(res)).headers);

  // Nothing is decoded: whoever asks for a coding gets it.
  res = await new Promise(resolve => http.get(`${base}/gzip`, { headers: { 'Accept-Encoding': 'gzip' } }, resolve));
  const coded = [];
  for await (const piece of res) coded.push(piece);
  console.log(res.headers['content-encoding'], require('zlib').gunzipSync(Buffer.concat(coded)).toString());

  // Pipes, pauses and large bodies.
  res = await new Promise(resolve => http.get(`${base}/large`, resolve));
  let length = 0;
  await require('stream/promises').pipeline(res, new (require('stream').Writable)({ write(piece, encoding, done) { length += piece.length; setImmediate(done); } }));
  console.log(length);
  const posted = http.request({ port, host: '127.0.0.1', method: 'POST', path: '/count', headers: { 'Content-Length': 140000 } });
  require('stream').Readable.from(['a'.repeat(70000), 'b'.repeat(70000)]).pipe(posted);
  console.log(await textOf(await once(posted, 'response')));

  // What ends early.
  const dropped = told('dropped', http.get(`${base}/a`), EVENTS);
  dropped.destroy();
  await once(dropped, 'close');
  const aborted = told('aborted', http.get(`${base}/a`), ['error', 'abort', 'close']);
  aborted.abort();
  await new Promise(resolve => setTimeout(resolve, 5));
  console.log(aborted.aborted, aborted.destroyed);
  const controller = new AbortController();
  const signalled = told('signalled', http.get(`${base}/a`, { signal: controller.signal }), EVENTS);
  controller.abort();
  await once(signalled, 'close');
  const slow = told('slow', http.get(`${base}/never`, { timeout: 30 }), ['timeout', 'error', 'close']);
  slow.once('timeout', () => slow.destroy(new Error('too slow')));
  await once(slow, 'close');
  const half = http.get(`${base}/half`);
  res = told('half', await once(half, 'response'), ['aborted', 'error', 'end']);
  res.resume();
  await once(res, 'close');
  console.log(res.complete, res.aborted);
  const refused = told('refused', http.get('http://127.0.0.1:9/'), ['response', 'error', 'close']);
  await once(refused, 'close');

  // What is wrong.
  console.log(attempt('ftp://x/'), attempt({ path: '/a b' }), attempt({ method: 'a b' }), attempt({ method: 5 }), attempt({ hostname: 5 }));
  console.log(attempt({ headers: { 'a b': 1 } }), attempt('none'), attempt({ headers: { a: undefined } }), attempt({ protocol: 'https:' }));
  console.log(attempt({ timeout: 'x' }), attempt({ agent: 5 }), attempt({ insecureHTTPParser: 1 }), attempt({ headers: { a: 'b\r\nc: d' } }));
  console.log(http.request.length, http.get.length, require('https').globalAgent.protocol);
})();
