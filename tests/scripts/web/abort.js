// AbortController and AbortSignal, DOM 3.
const controller = new AbortController(), { signal } = controller, log = [];
print(signal.aborted, signal.reason, signal.onabort, Object.prototype.toString.call(signal), signal instanceof EventTarget); // expect: false undefined null [object AbortSignal] true
signal.addEventListener('abort', () => log.push('second'));
signal.onabort = () => log.push('replaced');
signal.addEventListener('abort', () => log.push('last'));
signal.onabort = function (e) { log.push(`handler ${this === signal} ${e.type} ${e.isTrusted} ${e.bubbles}`); };
const any = AbortSignal.any([signal, signal]), deeper = AbortSignal.any([any, new AbortController().signal]);
any.onabort = () => log.push('any');
deeper.onabort = () => log.push('deeper ' + any.aborted);
controller.abort(); controller.abort(1);
print(log.join(' | ')); // expect: second | handler true abort true false | last | any | deeper true
print(signal.reason.name, signal.reason.code, signal.reason === deeper.reason, signal.reason instanceof DOMException); // expect: AbortError 20 true true
try { deeper.throwIfAborted(); } catch (e) { print(e === signal.reason); } // expect: true
print(AbortSignal.abort(5).reason, AbortSignal.abort().reason.name, AbortSignal.any([]).aborted, AbortSignal.any([signal]).reason === signal.reason); // expect: 5 AbortError false true

const target = new EventTarget(), other = new AbortController();
target.addEventListener('x', () => log.push('x'), { signal: other.signal });
target.addEventListener('x', () => log.push('never'), { signal });
log.length = 0; target.dispatchEvent(new Event('x')); other.abort(); target.dispatchEvent(new Event('x'));
print(log.join()); // expect: x

const fails = (f) => { try { print('no error', f()); } catch (e) { print(e instanceof TypeError); } };
fails(() => new AbortSignal()); // expect: true
fails(() => AbortController()); // expect: true
fails(() => AbortSignal.any()); // expect: true
fails(() => AbortSignal.any([{}])); // expect: true
fails(() => AbortSignal.timeout()); // expect: true
fails(() => AbortSignal.timeout(-1)); // expect: true
fails(() => AbortSignal.timeout(Infinity)); // expect: true
fails(() => Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get.call(target)); // expect: true
signal.onabort = 1; print(signal.onabort); // expect: null

const late = AbortSignal.timeout(5);
AbortSignal.any([late]).onabort = () => print(late.reason.name, late.reason.code); // expect: TimeoutError 23
AbortSignal.timeout(100_000_000);
