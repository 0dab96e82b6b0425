// Stacks of errors whose constructors are classes, newer stacks, and messages that getters give.
const util = require('util')

const functions = (error) => error.stack.split('\n').filter((line) => line.startsWith('    at '))
  .map((line) => line.trim().split(' ').slice(1, -1).filter((word) => word !== 'new').join(' ')).filter((name) => !/^(Object|Module|Function|node)/.test(name))
const show = (name, make) => {
  try {
    make()
  } catch (error) {
    console.log(name, functions(error).filter((it) => it !== 'show' && it !== '').join(', '), error.stack.split('\n')[0])
  }
}

class Plain extends Error {}
class Written extends Error { constructor(text) { super(text); this.code = 1 } }
class Below extends Written {}
class WithField extends Plain { field = 1 }
class Made extends Error { constructor() { super('made'); throw new Error('another') } }
class Again extends Error { constructor(count) { super(count > 0 ? new Again(count - 1).message : 'end') } }
class Called extends Error { constructor(make) { super(make()) } }
class Thrower { constructor() { throw new TypeError('of a constructor') } }
class OfThrower extends Thrower {}
function Old(text) { return Reflect.construct(Error, [text], Old) }
Old.prototype = Object.create(Error.prototype)

show('plain', function one() { throw new Plain('a') })
show('written', function two() { throw new Written('b') })
show('below', function three() { throw new Below('c') })
show('field', function four() { throw new WithField('d') })
show('made', function five() { throw new Made() })
show('again', function six() { throw new Again(3) })
show('called', function seven() { throw new Called(function eight() { return new Error('inner').stack.split('\n').length > 2 }) })
show('thrower', function nine() { new OfThrower() })
show('old', function ten() { throw new Old('e') })
show('other kinds', function eleven() { class Own extends TypeError {} throw new Own('f') })
show('aggregate', function twelve() { class Own extends AggregateError {} throw new Own([], 'g') })
show('a call', function thirteen() { throw Error('h') })
show('an engine error in a constructor', function fourteen() { new (class Own extends Error { constructor() { super(); null.x } })() })

function made() { return new Error('old place') }
function later(error) { Error.captureStackTrace(error); return error }
show('captured', function fifteen() { throw later(made()) })
show('captured above', function sixteen() { const error = made(); Error.captureStackTrace(error, sixteen); throw error })

const first = (value) => console.log(util.inspect(value).split('\n')[0])
class Lazy extends Error {
  constructor() { super(); Object.defineProperty(this, 'message', { get() { return 'lazy' } }) }
}
class Inherited extends Error { get message() { return 'inherited' } }
first(new Lazy())
first(new Inherited())
first(new (class OwnName extends Error { get name() { return 'Named' } })('of a name'))
const visible = new Error()
Object.defineProperty(visible, 'message', { enumerable: true, get() { return 'visible' } })
first(visible)
console.log(util.inspect([new Lazy()]).split('\n')[1])
console.log(util.inspect(new Error('with', { cause: new Lazy() })).includes('[cause]: Lazy [Error]: lazy'))

// Headers that browsers keep for themselves.
const response = new Response('', { headers: { 'set-cookie': 'a=b' } })
response.headers.append('Set-Cookie', 'c=d')
console.log(response.headers.getSetCookie())
console.log([...new Request('https://a.example/', { headers: { Cookie: 'a=b', Origin: 'https://b.example', 'x-y': 'z' } }).headers])
console.log(Response.json({}, { headers: { 'set-cookie': 'e=f' } }).headers.getSetCookie(), response.clone().headers.getSetCookie())

// Node's own errors have their code in the stack and in their text, but not in their name. What comes of the system has not.
const told = (call) => {
  try {
    call()
  } catch (error) {
    console.log(error.stack.split('\n')[0], '|', String(error), '|', error.name, error.code, error.constructor.name, Object.keys(error))
  }
}
told(() => Buffer.alloc('a'))
told(() => require('path').join(1))
told(() => new (require('events').EventEmitter)().setMaxListeners(-1))
told(() => new (require('stream').Writable)().write(null))
told(() => require('assert').equal(1, 2, 'no'))
told(() => require('zlib').gunzipSync(Buffer.from('aaaa')))
told(() => process.on('x', 5))
told(() => process.stdout.once('x', {}))
told(() => process.setMaxListeners('a'))
told(() => process.nextTick())
told(() => process.hrtime([1]))
told(() => { process.exitCode = function named() {} })
told(() => process.setUncaughtExceptionCaptureCallback(Object.create(null)))
for (const text of ['a'.repeat(28), 'a'.repeat(29), "it's", "it's " + 'a'.repeat(30), 'a\nb', '\\']) told(() => process.on('x', text))
told(() => process.on('x', Symbol('a'.repeat(30))))
for (const code of [1e20, '9007199254740993', -0.5]) told(() => { process.exitCode = code })
require('timers/promises').setTimeout(1, 1, { signal: AbortSignal.abort('why') }).catch((error) => {
  told(() => { throw error })
  Error.prepareStackTrace = (error, sites) => `${error.name} ${typeof sites}`
  told(() => Buffer.alloc('a'))
})
