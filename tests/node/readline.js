// Lines: loops that stop, pauses, questions that are not answered, signals.
const readline = require('readline'), { PassThrough, Readable, Writable } = require('stream'), util = require('util');
const said = (...values) => console.log(...values.map(value => util.inspect(value, { breakLength: Infinity })));
const turn = () => new Promise(done => setImmediate(done));
const lines = parts => new Promise(done => { const all = []; readline.createInterface({ input: Readable.from(parts.map(part => Buffer.from(part))) }).on('line', line => all.push(line)).on('close', () => done(all)); });
(async () => {
  for (const parts of [['a\nb'], ['a\r', '\nb'], ['a\r\nb\n\n'], [''], [], ['a\rb'], ['\n'], [[0xc3], [0xa9, 10]], ['a\r', 'b']]) said(await lines(parts));
  const input = new PassThrough(), lineReader = readline.createInterface({ input });
  setImmediate(() => input.write('one\ntwo\nthree\n'));
  for await (const line of lineReader) { said(line); break; }
  const second = new PassThrough(), events = readline.createInterface({ input: second, output: new Writable({ write(chunk, encoding, done) { done(); } }) });
  for (const name of ['line', 'pause', 'resume', 'close']) events.on(name, line => said(name, line));
  second.write('a\n');
  await turn();
  events.pause();
  events.pause();
  events.write('b\n');
  const control = new AbortController();
  events.question('first? ', { signal: control.signal }, answer => said('answer', answer));
  control.abort();
  second.write('no answer\n');
  await turn();
  events.question('second? ', answer => said('answer', answer));
  second.write('yes\n');
  await turn();
  const asked = util.promisify(events.question).call(events, 'third? ');
  second.write('of course\n');
  said(await asked);
  said(await util.promisify(events.question).call(events, 'fourth? ', { signal: AbortSignal.abort() }).catch(error => [error.name, error.code]));
  events.close();
  events.close();
  const stopped = new AbortController(), third = readline.createInterface({ input: new PassThrough(), signal: stopped.signal });
  third.on('close', () => said('stopped'));
  stopped.abort();
  try { readline.createInterface({ input: new PassThrough(), signal: 5 }); } catch (error) { said(error.code); }
  said(readline.promises === require('readline/promises'));
})();
