// AsyncLocalStorage across all ways that code is left to run later. Node prints the same.
'use strict'
const { AsyncLocalStorage, AsyncResource } = require('async_hooks')
const { EventEmitter } = require('events')
const a = new AsyncLocalStorage()
const b = new AsyncLocalStorage()
const seen = []
const see = what => seen.push(`${what}: ${a.getStore()} ${b.getStore()}`)

a.run(1, async () => {
  see('sync')
  await null
  see('await of a primitive')
  await new Promise(resolve => setTimeout(resolve, 1))
  see('await of a timer')
  await b.run('x', async () => { await 0; see('nested') })
  see('after nested')
  try {
    await b.run('y', async () => { await 0; throw new Error('z') })
  } catch { see('caught') }
  for await (const value of (async function * () { see('in generator'); await 0; yield 1; see('between'); yield 2 })()) see(`item ${value}`)
  await Promise.all([0, Promise.resolve(0), { then (resolve) { see('thenable'); resolve() } }])
  see('all')
  await a.exit(async () => { await 0; see('exit') })
  see('after exit')
})
see('outside')
a.run(2, () => {
  Promise.resolve().then(() => see('then'))
  Promise.reject(new Error('r')).catch(() => see('catch')).finally(() => see('finally'))
  queueMicrotask(() => see('microtask'))
  process.nextTick(() => see('tick'))
  setTimeout(() => see('timeout'), 5)
  setImmediate(() => see('immediate'))
  let times = 0
  const interval = setInterval(() => { see('interval'); if (++times === 2) clearInterval(interval) }, 2)
})
// Who adds the reaction gives the context, not who settles the promise.
let settle
const late = new Promise(resolve => { settle = resolve })
a.run(3, () => late.then(() => see('added in 3')))
a.run(4, () => settle())
// Errors put back what was there.
try { a.run(5, () => { throw new Error('e') }) } catch { see('thrown') }
// Resources and functions that remember.
const resource = a.run(6, () => new AsyncResource('R'))
resource.runInAsyncScope(() => see('resource'))
const bound = a.run(7, () => AsyncLocalStorage.bind(function (x, y) { see('bound'); return [this === undefined, x, y] }))
seen.push(JSON.stringify(bound(1, 2)))
const snapshot = a.run(8, () => b.run('s', () => AsyncLocalStorage.snapshot()))
a.run(9, () => snapshot(() => see('snapshot')))
seen.push(JSON.stringify(a.run(10, (...values) => values, 'p', 'q')))
// Listeners run where they are called.
const emitter = new EventEmitter()
a.run(11, () => emitter.on('e', () => see('listener')))
a.run(12, () => emitter.emit('e'))
const isolated = async () => {
  a.enterWith(13)
  await 0
  see('entered')
}
a.run(14, () => { isolated(); see('beside') })
see('at last')
// A generator has what its caller has.
const generator = a.run(15, function * () { see('first'); yield; see('second') })
a.run(16, () => generator.next())
a.run(17, () => generator.next())
const off = new AsyncLocalStorage()
off.run(18, () => { off.disable(); seen.push(String(off.getStore())) })
const nothing = new AsyncLocalStorage()
seen.push(String(nothing.getStore()))
try { AsyncLocalStorage.bind(5) } catch (error) { seen.push(error.code) }
setTimeout(() => { for (const line of seen.sort()) console.log(line) }, 60)
