// What smaller modules have: consoles, options of a command line, addresses, agents, scripts, questions.
const util = require('util'), { Console } = require('console'), { Writable, PassThrough } = require('stream'), events = require('events');
const said = work => { try { return work(); } catch (error) { return [error.name, error.code, error.message.split('\n')[0]].join(' | '); } };
const into = texts => new Writable({ write(chunk, encoding, done) { texts.push(String(chunk)); done(); } });
{
  const out = [], err = [], own = new Console(into(out), into(err));
  own.log('a %d', 5, { b: [1] }); own.error('bad'); own.warn(new Map([[1, 2]])); own.group('g'); own.info('in\ntwo'); own.group(); own.debug('deeper'); own.groupEnd(); own.groupEnd(); own.groupEnd(); own.log('out');
  own.assert(true, 'no'); own.assert(false, 'failed %s', 'x'); own.assert(false); own.count(); own.count('n'); own.count(); own.countReset(); own.count(); own.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
  own.table([{ a: 1, b: 'x' }, { a: 2, c: true }]); own.table([[1, 2], [3]]); own.table([1, 'two']); own.table(5); own.table([{ a: 1, b: 2 }], ['b']);
  const { log } = own; log('alone'); console.log(out, err, own instanceof Console, console instanceof Console, typeof console.Console, Console({ stdout: into([]) }) instanceof Console);
  for (const work of [() => new Console(), () => new Console({ stdout: {} }), () => new Console({ stdout: into([]), inspectOptions: 5 })]) console.log(said(work));
}
const options = { verbose: { type: 'boolean', short: 'v' }, name: { type: 'string', short: 'n' }, tag: { type: 'string', multiple: true, short: 't' }, level: { type: 'string', default: '3' } };
for (const [args, more] of [[['-v', '--name', 'x']], [['--name=x', '-tone', '-t', 'two', '--tag=three']], [['-vn', 'joined']], [['-vnjoined']], [['file'], { allowPositionals: true }], [['--', '-v'], { allowPositionals: true }], [['a', '-v', 'b'], { allowPositionals: true, tokens: true }], [['--unknown', 'x', '-q', '--name'], { strict: false, tokens: true }], [['file']], [['--nope']], [['--nope'], { allowPositionals: true }], [['-x']], [['--name']], [['-n']], [['--verbose=1']], [['--name', '-v']], [['-n', '--verbose']], [['-vx']], [5], [['-v'], { strict: 5 }], [['-v'], { options: { a: { type: 'number' } } }], [[], { options: { a: { type: 'string', short: 'ab' } } }], [[], { options: { a: { type: 'string', default: 5 } } }], [[], { options: { a: 5 } }], [['-'], { allowPositionals: true }], [['--a=b=c'], { strict: false }], [['-abc'], { strict: false, tokens: true }]])
  console.log(said(() => util.parseArgs({ args, options, ...more })));
const net = require('net');
for (const text of ['1.2.3.4', '256.1.1.1', '1.2.3', '01.2.3.4', '::', '::1', '1::2::3', 'fe80::1%eth0', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7', '::ffff:1.2.3.4', '1:2:3:4:5:6:7::', '12345::', ':1', '1:', '', 'x', undefined, 5, '1:2:3:4:5:6:1.2.3.4', '::1.2.3', '::%', '1::%a%b']) console.log(text, net.isIP(text), net.isIPv4(text), net.isIPv6(text));
const http = require('http'), https = require('https');
{
  const agent = new http.Agent({ keepAlive: true, maxSockets: 5 });
  console.log(agent.maxSockets, agent.keepAlive, agent.maxFreeSockets, agent.defaultPort, agent.protocol, agent instanceof events, agent.getName({ host: 'h', port: 80 }), agent.destroy(), new https.Agent().defaultPort, new https.Agent().protocol, http.Agent({}) instanceof http.Agent, typeof http.globalAgent.on, class extends https.Agent {}.name);
}
console.log(Buffer.of(1, 2, 300), Buffer.isBuffer(Buffer.of()), Buffer.of(...Buffer.from('abc')).toString());
const vm = require('vm');
console.log(vm.runInThisContext('var vmMade = 5; let vmLexical = 6; vmMade + vmLexical'), vmMade, vm.runInThisContext('vmLexical'), new vm.Script('vmMade * 2', { filename: 'x.js' }).runInThisContext(), vm.runInThisContext('typeof require'), said(() => vm.runInThisContext('throw new RangeError("in")')), said(() => vm.runInThisContext(5)), said(() => new vm.Script('}').constructor).startsWith('SyntaxError'), said(() => vm.runInThisContext('1', { filename: 5 })), vm.isContext({}), said(() => vm.isContext(5)));
(async () => {
  console.log(await util.promisify(require('fs').exists)(__filename + '/none'));
  const readline = require('readline/promises');
  const input = new PassThrough(), texts = [], lines = readline.createInterface({ input, output: into(texts) });
  setImmediate(() => input.write('answer\n')); console.log(await lines.question('ask? '), texts);
  console.log(await lines.question('x', { signal: AbortSignal.abort() }).catch(error => [error.name, error.code])); lines.close();
  const { port1, port2 } = new (require('worker_threads').MessageChannel)();
  await new Promise(done => { port2.onmessage = event => { console.log(event.data); port1.close(); done(); }; port1.postMessage({ a: [1] }); });
  const { AsyncLocalStorage } = require('async_hooks'), store = new AsyncLocalStorage();
  const emitter = store.run('kept', () => new events.EventEmitterAsyncResource({ name: 'Q' })); emitter.on('e', value => console.log(value, store.getStore())); store.run('other', () => emitter.emit('e', 5)); console.log(typeof emitter.asyncId, emitter instanceof events);
  console.log(await require('dns/promises').lookup.name);
})();
