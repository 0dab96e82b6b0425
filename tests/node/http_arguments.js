// Headers, hints, trailers and options of `http` that few programs give. Nothing is sent.
'use strict';
const http = require('http');
const { inspect } = require('util');

function tell(name, work) {
  try {
    console.log(name, inspect(work(), { breakLength: Infinity }));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const response = () => Object.assign(new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} }), { sendDate: false });

// Hints are links, and no way to write other lines.
const link = '</a.css>; rel=preload; as=style';
for (const hints of [undefined, null, 'a', [], {}, { link: null }, { link: [] }, { link: '' }, { link: 5 }, { link: [link, 5] }, { link }, { link: [link, '</b>; rel="x"'] }, { link, 'x-y': 'z' }]) {
  tell(`hints ${inspect(hints)}`, () => {
    const written = response();
    written.writeEarlyHints(hints);
    return written.outputData.map(({ data }) => data);
  });
}
for (const name of ['content-length', 'transfer-encoding', 'connection', 'trailer', 'date', 'x']) {
  for (const value of [[], ['close', '5']]) {
    if (name === 'trailer' && value.length > 0) continue;
    tell(`${name} ${value}`, () => {
      const written = response();
      written.setHeader(name, value);
      written.end('abc');
      return written._header;
    });
  }
}
tell('cookies', () => http.request({ headers: { cookie: ['a', 'b'] } }).on('error', () => {}).destroy()._header);
tell('cookies', () => response().writeHead(200, { Cookie: ['a', 'b'], 'set-cookie': ['c', 'd'] })._header);
tell('checked', () => response().writeHead(200, { a: ['b', 'c\n'] }));
for (const headers of [['a'], ['a', 'b', 'c'], ['a', 'b']]) tell(`flat ${headers}`, () => http.request({ headers }).on('error', () => {}).destroy()._header);
for (const trailers of [{ a: ['b', 'c'] }, { a: [] }, { a: 'b' }, [['a', 'b'], ['a', ['c', 'd']]], [5], { 'a b': 'c' }, { a: ['b', 'c\n'] }]) {
  tell(`trailers ${inspect(trailers)}`, () => {
    const written = response();
    written.addTrailers(trailers);
    return written._trailer;
  });
}
tell('label', () => http.validateHeaderName('a b', ''));
tell('label', () => http.validateHeaderName('a b', 'Name'));

// Lines that are added one by one.
const message = new http.IncomingMessage(null), headers = {};
for (const value of ['a', 'b', 'c']) message._addHeaderLine('Set-Cookie', value, headers);
message._addHeaderLine('X', '1', headers);
message._addHeaderLine('x', '2', headers);
tell('lines', () => headers);

for (const options of [
  { method: '' }, { method: null }, { host: '' }, { hostname: '', host: 'b' }, { setHost: 0 }, { setHost: null }, { setHost: undefined }, { port: 'a' }, { port: ' ' }, { port: 65536 },
  { port: -1 }, { port: 1.5 }, { port: {} }, { port: '80' }, { port: '0x51' }, { family: 5 }, { family: 6 }, { maxHeaderSize: '5' }, { maxHeaderSize: null },
  { headers: { host: 5 } }, { headers: { host: ['a'] }, setHost: false }, { headers: { host: 0 } }, { headers: { host: 5 }, servername: 'x' }, { headers: { host: 'a:5' } },
]) {
  tell(inspect(options), () => {
    const request = http.request(options).on('error', () => {});
    request.destroy();
    return [request.method, request.host, { ...request.getHeaders() }];
  });
}
