// not for node: `stack` is an accessor of Error.prototype, by the proposal, and no property of each error.
const { get, set } = Object.getOwnPropertyDescriptor(Error.prototype, 'stack');
print(get.name, get.length, set.name, set.length); // expect: get stack 0 set stack 1
const error = new RangeError('far');
print(Object.hasOwn(error, 'stack'), Reflect.ownKeys(error).join(), error.stack.split('\n')[0]); // expect: false message RangeError: far
print(get.call({}), get.call(Object.create(error)), Error.prototype.stack); // expect: undefined undefined undefined
print(get.call(Reflect.construct(Error, ['m'], Object)).split('\n')[0]); // expect: Error: m

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return error.name;
  }
}
for (const value of [undefined, null, 1, {}, Object('s'), Symbol('s'), 1n]) print(attempt(() => (error.stack = value)));
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// Constructors from before classes, which less and others have: their objects are no errors, and copy what may have no stack.
function Old(from) { this.stack = from.stack; }
Old.prototype = Object.create(Error.prototype);
print(new Old({}).stack, Object.hasOwn(new Old({}), 'stack'), new Old({ stack: 5 }).stack, new Old(error).stack === error.stack); // expect: undefined true 5 true
print(attempt(() => get.call(1)), attempt(() => set.call(1, 's')), attempt(() => (Error.prototype.stack = 's'))); // expect: TypeError TypeError TypeError
print(error.stack.startsWith('RangeError: far\n    at ')); // expect: true
error.stack = 'mine';
print(JSON.stringify(Object.getOwnPropertyDescriptor(error, 'stack')));
// expect: {"value":"mine","writable":true,"enumerable":true,"configurable":true}
print(delete error.stack, error.stack.split('\n')[0]); // expect: true RangeError: far
print(attempt(() => (Object.freeze(new Error('f')).stack = 's')), attempt(() => (Object.preventExtensions(new Error('f')).stack = 's')));
// expect: TypeError TypeError
print(Object.freeze(new Error('cold')).stack.split('\n')[0]); // expect: Error: cold

// What is thrown by the engine, and what others have made of errors.
try {
  null.x;
} catch (error) {
  print(Object.hasOwn(error, 'stack'), error.stack.split('\n')[0].startsWith('TypeError: ')); // expect: false true
}
class Named extends Error {
  get stack() { return `named ${super.stack.split('\n')[0]}`; }
}
print(new Named('n').stack); // expect: named Error: n
const proxy = new Proxy(new Error('behind'), {});
print(proxy.stack, get.call(proxy)); // expect: undefined undefined
const captured = new Error('captured');
Error.captureStackTrace(captured);
print(Object.hasOwn(captured, 'stack'), get.call(captured).split('\n')[0], captured.stack.split('\n')[0]);
// expect: true Error: captured Error: captured
const plain = {};
Error.captureStackTrace(plain);
print(Object.hasOwn(plain, 'stack'), get.call(plain)); // expect: true undefined
let calls = 0;
Error.prepareStackTrace = (error, sites) => ++calls + error.message + Array.isArray(sites);
const prepared = new Error('p');
print(prepared.stack, prepared.stack, get.call(prepared), calls); // expect: 1ptrue 1ptrue 1ptrue 1
Error.prepareStackTrace = (error) => { throw new RangeError(error.message); };
print(attempt(() => new Error('thrown').stack)); // expect: RangeError
delete Error.prepareStackTrace;

const copy = structuredClone(Object.assign(new TypeError('copied'), { stack: 'of the original' }));
print(copy.stack, Object.hasOwn(copy, 'stack'), copy.name); // expect: of the original false TypeError
