// Timers to wait for, what they are given, what the environment takes, resources of async work.
const timers = require('timers/promises'), util = require('util'), { AsyncLocalStorage, AsyncResource } = require('async_hooks'), { isBuiltin } = require('module');
const said = (...values) => console.log(...values.map(value => util.inspect(value, { breakLength: Infinity })));
const tried = async (name, work) => { try { said(name, await work()); } catch (error) { said(name, error.name, error.code, error.message, error.cause?.name); } };
const control = new AbortController(), first = async ticks => { try { return await ticks.next(); } finally { await ticks.return(); } };
(async () => {
  for (const name of ['setTimeout', 'setImmediate', 'setInterval']) {
    const call = name === 'setImmediate' ? options => timers[name]('value', options) : options => (name === 'setTimeout' ? timers[name](1, 'value', options) : first(timers[name](1, 'value', options)));
    for (const options of [undefined, null, 5, {}, { signal: {} }, { signal: null }, { ref: 1 }, { ref: true }, { signal: AbortSignal.abort() }, { signal: control.signal }]) await tried(name, () => call(options));
  }
  for (const delay of ['x', null, {}, 1n]) for (const name of ['setTimeout', 'setInterval']) await tried(name, () => (name === 'setTimeout' ? timers[name](delay) : first(timers[name](delay))));
  const waiting = timers.setTimeout(60000, 1, { signal: control.signal });
  control.abort();
  await tried('aborted', () => waiting);
  await tried('interval', async () => { let count = 0; for await (const value of timers.setInterval(1, 'i')) if (++count === 3) return [count, value]; });
  await tried('busy', async () => {
    // Ticks that come while the program does something else are there when it asks.
    let seen = 0;
    const other = setInterval(() => { seen++; }, 5), ticks = timers.setInterval(5, 'i');
    await ticks.next();
    while (seen < 8) await timers.setTimeout(5);
    clearInterval(other);
    const three = async () => { for (let i = 0; i < 3; i++) await ticks.next(); return 'at once'; };
    const got = await Promise.race([three(), new Promise(done => setImmediate(done, 'late'))]);
    await ticks.return();
    return got;
  });
  await tried('interval aborted', async () => { const control = new AbortController(); for await (const value of timers.setInterval(1, 'i', { signal: control.signal })) control.abort(); });
  await tried('scheduler', async () => [await timers.scheduler.wait(1), await timers.scheduler.yield()]);
  const { env } = process;
  env.FERROTAPE_A = 5;
  env.FERROTAPE_B = undefined;
  env.FERROTAPE_C = false;
  await tried('environment', () => ['A', 'B', 'C', 'D'].map(name => env[`FERROTAPE_${name}`]));
  await tried('symbol', () => { env[Symbol('a')] = 1; });
  await tried('symbol', () => { env.FERROTAPE_A = Symbol('a'); });
  await tried('deleted', () => [delete env.FERROTAPE_A, 'FERROTAPE_A' in env, Object.keys(env).filter(name => /^FERROTAPE_[A-D]$/.test(name))]);
  for (const before of [5, [1], [0, 0]]) await tried('hrtime', () => process.hrtime(before).length);
  await tried('resource', () => new AsyncResource());
  await tried('resource', () => new AsyncResource('') instanceof AsyncResource);
  const storage = new AsyncLocalStorage(), resource = storage.run(1, () => new AsyncResource('T')), bound = resource.bind((a, b) => [storage.getStore(), a]);
  await tried('bound', () => [bound(2), bound.length, bound.asyncResource === resource, storage.run(3, () => AsyncResource.bind(() => storage.getStore()))()]);
  await tried('modules', () => [isBuiltin('test'), isBuiltin('node:test'), isBuiltin('fs'), isBuiltin()]);
})();
const immediate = setImmediate(() => {}), timeout = setTimeout(() => {});
said('classes', [immediate, timeout].map(it => [it.constructor.name, typeof it.refresh, typeof it.close, typeof it[Symbol.toPrimitive], it.hasRef(), it.unref() === it]));
