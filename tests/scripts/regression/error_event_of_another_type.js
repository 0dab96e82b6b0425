// not for node: it has no such handlers
// Only the handler of `error` takes what an ErrorEvent says one by one.
const told = (...values) => { print(values.length, values[0].type ?? values[0], values[0].message); return true; };
globalThis.onunhandledrejection = globalThis.onrejectionhandled = globalThis.onerror = told;
const members = { message: 'said', cancelable: true };
print(dispatchEvent(new ErrorEvent('unhandledrejection', members)));
// expect: 1 unhandledrejection said
// expect: true
print(dispatchEvent(new ErrorEvent('rejectionhandled', members)));
// expect: 1 rejectionhandled said
// expect: true
print(dispatchEvent(new ErrorEvent('error', members)));
// expect: 5 said undefined
// expect: false
print(dispatchEvent(new Event('error', members)));
// expect: 1 error undefined
// expect: true
globalThis.onunhandledrejection = () => false;
print(dispatchEvent(new ErrorEvent('unhandledrejection', members))); // expect: false
