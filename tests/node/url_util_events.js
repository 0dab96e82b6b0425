// url, util, events, diagnostics_channel.
const url = require('url'), util = require('util'), events = require('events');
for (const u of ['http://user:pass@Host.com:8080/p/a?q=1#h', '/path?x=1&x=2', 'mailto:a@b.c', '//host/path', 'file:///a/b', 'HTTP://x', 'a/b c', 'https://[::1]:80/', 'javascript:alert(1)', 'http://x.com?q', 'http://mañana.com/ü', '', '?a', '#b'])
  console.log(u, JSON.stringify(url.parse(u)), url.format(url.parse(u)));
console.log(url.parse('/a?b=c&d', true).query, url.parse('//h/p', false, true).host, url.format({ protocol: 'http', host: 'h', pathname: 'p', query: { a: 1 } }), url.format({ hostname: 'h', port: 3 }));
for (const [a, b] of [['http://a.com/b/c', '../d'], ['/one/two', 'three'], ['http://a.com', '/x'], ['http://a.com/x', 'http://b.com'], ['/a/b/', '../../c?d']]) console.log(url.resolve(a, b));
console.log(url.pathToFileURL('/a b/c#d%').href, url.fileURLToPath('file:///a%20b'), url.URL === URL, url.domainToASCII('español.com'));
for (const f of [() => url.fileURLToPath('http://x'), () => url.fileURLToPath(5), () => url.parse(5), () => util.promisify(5), () => new events().on('x', 5), () => new events().emit('error', 'bad'), () => new events().emit('error', { a: 1 }), () => new events().setMaxListeners(-1), () => new events().emit('error')])
  try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) }
console.log(util.types.isUint8Array(Buffer.alloc(1)), util.isArray([]), util.types.isProxy({}), util.inspect(Buffer.from('a')), util.format('%o', [1]));
(async () => { const e = new events(); setTimeout(() => e.emit('x', 1, 2), 1); console.log(await events.once(e, 'x')); setTimeout(() => { e.emit('y', 1); e.emit('y', 2); e.emit('error', new Error('stop')); }, 1); try { for await (const v of events.on(e, 'y')) console.log(v); } catch (x) { console.log(x.message) }
  console.log(await util.promisify(setTimeout)(1, 'v'), e.listenerCount('y')); e.on(events.errorMonitor, x => console.log('mon', x)); e.on('error', () => {}); e.emit('error', 5); try { await events.once(e, 'never', { signal: AbortSignal.abort() }) } catch (x) { console.log(x.name) } })();
const dc = require('diagnostics_channel'); const ch = dc.channel('c'); ch.subscribe((m, n) => console.log(m, n)); ch.publish({ a: 1 }); console.log(ch.hasSubscribers, dc.tracingChannel('t').traceSync(x => x + 1, {}, null, 1));
