// not for node: it has no such events
// unhandledrejection and rejectionhandled, HTML 8.1.4.7; PromiseRejectionEvent, HTML 8.1.4.
const told = event => print(event.type, event.reason, event.promise instanceof Promise, event.cancelable, event.bubbles, event.isTrusted, String(event));
addEventListener('unhandledrejection', event => { told(event); event.preventDefault(); });
onrejectionhandled = told;
print(typeof onrejectionhandled, Object.getOwnPropertyDescriptor(globalThis, 'onrejectionhandled').get.name); // expect: function get onrejectionhandled
const kept = Promise.resolve();
const event = new PromiseRejectionEvent('x', { promise: kept, reason: 3, cancelable: true });
print(event.promise === kept, event.reason, event.isTrusted, new PromiseRejectionEvent('x', { promise: {} }).reason); // expect: true 3 false undefined
for (const wrong of [() => new PromiseRejectionEvent('x'), () => new PromiseRejectionEvent('x', {}), () => new PromiseRejectionEvent('x', { promise: 1 })]) try { wrong(); print('no error'); } catch (e) { print(e.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
const late = Promise.reject('late'), twice = Promise.reject('twice'), soon = Promise.reject('soon');
soon.catch(() => {});
setTimeout(() => { late.then(null, reason => print('caught', reason)); twice.catch(() => {}); twice.finally(() => {}).catch(() => {}); print('handled'); }, 1);
// expect: unhandledrejection late true true false true [object PromiseRejectionEvent]
// expect: unhandledrejection twice true true false true [object PromiseRejectionEvent]
// expect: handled
// expect: caught late
// expect: rejectionhandled late true false false true [object PromiseRejectionEvent]
// expect: rejectionhandled twice true false false true [object PromiseRejectionEvent]
setTimeout(() => {
    // A listener that handles it: nobody was told for nothing.
    addEventListener('unhandledrejection', event => event.promise.catch(() => print('by a listener')), { once: true });
    Promise.reject('now');
}, 2);
// expect: unhandledrejection now true true false true [object PromiseRejectionEvent]
// expect: by a listener
setTimeout(() => {
    onrejectionhandled = null;
    const quiet = Promise.reject('quiet'); setTimeout(() => { quiet.catch(() => print('quietly')); setTimeout(() => { onrejectionhandled = told; }); });
}, 3);
// expect: unhandledrejection quiet true true false true [object PromiseRejectionEvent]
// expect: quietly
