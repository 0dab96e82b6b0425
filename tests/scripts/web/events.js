// not for node: errors of listeners end its program, and its interfaces show other members
// Event and EventTarget, DOM 2: members, order, options, errors.
const shown = (object, key) => {
    const { value, get, set, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key);
    const one = (f) => f && `${f.name}/${f.length}`;
    return [String(key), value === undefined ? `${one(get)} ${one(set)}` : typeof value === 'function' ? one(value) : value, writable, enumerable, configurable].join(' ');
};
for (const [object, key] of [[globalThis, 'Event'], [globalThis, 'addEventListener'], [globalThis, 'reportError'], [Event, 'NONE'], [Event.prototype, 'AT_TARGET'],
    [Event.prototype, 'returnValue'], [Event.prototype, 'preventDefault'], [new Event('x'), 'isTrusted'], [EventTarget.prototype, 'dispatchEvent'],
    [CustomEvent.prototype, Symbol.toStringTag], [globalThis, 'self']]) print(shown(object, key));
// expect: Event Event/1 true false true
// expect: addEventListener addEventListener/2 true true true
// expect: reportError reportError/1 true true true
// expect: NONE 0 false true false
// expect: AT_TARGET 2 false true false
// expect: returnValue get returnValue/0 set returnValue/1  true true
// expect: preventDefault preventDefault/0 true true true
// expect: isTrusted get isTrusted/0 undefined  true false
// expect: dispatchEvent dispatchEvent/1 true true true
// expect: Symbol(Symbol.toStringTag) CustomEvent false false true
// expect: self [object Object] true true true
print(Object.getPrototypeOf(CustomEvent) === Event, Object.getPrototypeOf(ErrorEvent.prototype) === Event.prototype, String(new MessageEvent('x')), EventTarget.toString().includes('[native code]'));
// expect: true true [object MessageEvent] true

// The order of listeners, what they add and remove, once, stops.
const target = new EventTarget(), log = [];
const say = (text) => () => log.push(text);
const gone = say('gone');
target.addEventListener('x', say('first'));
target.addEventListener('x', say('captures'), { capture: true });
target.addEventListener('x', () => { target.removeEventListener('x', gone); target.addEventListener('x', say('added')); log.push('changes'); }, { once: true });
target.addEventListener('x', gone);
target.addEventListener('x', { handleEvent(e) { log.push(`object ${e.eventPhase} ${this === e.currentTarget} ${e.composedPath().length}`); } });
target.addEventListener('x', function (e) { log.push(this === target && e.target === this); });
print(target.dispatchEvent(new Event('x')), log.splice(0).join()); // expect: true captures,first,changes,object 2 false 1,true
print(target.dispatchEvent(new Event('x')), log.splice(0).join()); // expect: true captures,first,object 2 false 1,true,added
const stopped = new EventTarget();
stopped.addEventListener('x', (e) => { log.push(1); e.stopImmediatePropagation(); });
stopped.addEventListener('x', say(2));
stopped.dispatchEvent(new Event('x')); print(log.splice(0).join()); // expect: 1
stopped.addEventListener('x', (e) => { log.push(0); e.stopPropagation(); }, true);
const again = new Event('x'); stopped.dispatchEvent(again); print(log.splice(0).join(), again.eventPhase, again.currentTarget, again.cancelBubble); // expect: 0 0 null false

// Canceling.
const cancel = new EventTarget();
cancel.addEventListener('x', (e) => e.preventDefault(), { passive: true });
print(cancel.dispatchEvent(new Event('x', { cancelable: true }))); // expect: true
cancel.addEventListener('x', (e) => { e.returnValue = false; print(e.defaultPrevented); });
print(cancel.dispatchEvent(new Event('x')), cancel.dispatchEvent(new Event('x', { cancelable: true })));
// expect: false
// expect: true
// expect: true false

// What is refused.
const fails = (f) => { try { print('no error', f()); } catch (e) { print(e.name, e instanceof TypeError || e.code); } };
fails(() => Event('x')); // expect: TypeError true
fails(() => new Event); // expect: TypeError true
fails(() => new Event('x', 1)); // expect: TypeError true
fails(() => new PromiseRejectionEvent('x')); // expect: TypeError true
fails(() => new PromiseRejectionEvent('x', { promise: 1 })); // expect: TypeError true
fails(() => Event.prototype.type); // expect: TypeError true
fails(() => target.addEventListener('x')); // expect: TypeError true
fails(() => target.addEventListener('x', 1)); // expect: TypeError true
fails(() => target.addEventListener('x', null, { signal: {} })); // expect: TypeError true
fails(() => target.addEventListener.call({}, 'x', null)); // expect: TypeError true
fails(() => target.dispatchEvent({ type: 'x' })); // expect: TypeError true
target.addEventListener('twice', (e) => fails(() => target.dispatchEvent(e))); target.dispatchEvent(new Event('twice')); // expect: InvalidStateError 11
const error = Object.getOwnPropertyDescriptor(ErrorEvent.prototype, 'error').get;
fails(() => error.call(new Event('x'))); // expect: TypeError true

// Members of the other events.
const promise = Promise.resolve();
const rejection = new PromiseRejectionEvent('r', { promise, reason: 4 });
print(rejection.promise === promise, rejection.reason, new CustomEvent('c').detail, new CustomEvent('c', { detail: undefined }).detail);
// expect: true 4 null null
const message = new MessageEvent('m', { data: 1, origin: 'o\uD800', lastEventId: 2, ports: [new MessageChannel().port1] });
print(message.data, message.origin, message.lastEventId, message.source, Object.isFrozen(message.ports), message.ports === message.ports, message.ports.length);
// expect: 1 o� 2 null true true 1
const custom = new CustomEvent('c'); custom.initCustomEvent('d', true, true, 7); print(custom.type, custom.bubbles, custom.cancelable, custom.detail); // expect: d true true 7

// Errors of listeners go to the global object's first. Scripts cannot get between.
delete Event.prototype.preventDefault; Array.prototype[Symbol.iterator] = null; Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true });
addEventListener('error', (e) => { print(e.message, e.error, e.filename.slice(-9), e.lineno > 0, e.isTrusted, e.target === globalThis); e.returnValue = false; });
const bad = new EventTarget(); bad.addEventListener('x', () => { throw new RangeError('no'); }); bad.addEventListener('x', { handleEvent: 1 });
print(bad.dispatchEvent(new Event('x')));
// expect: Uncaught RangeError: no RangeError: no events.js true true true
// expect: Uncaught TypeError: The handleEvent of a listener must be a function: 1 TypeError: The handleEvent of a listener must be a function: 1 events.js true true true
// expect: true
