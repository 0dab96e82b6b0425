// not for node: it closes some iterators of what it cannot convert
// Values of a sequence are converted as they come, Web IDL 3.2.21. One that cannot be converted ends it, and nobody closes the iterator.
const log = [];
const iterable = (...values) => ({
  [Symbol.iterator]: () => ({
    next() { log.push('next'); return values.length > 0 ? { value: values.shift(), done: false } : { done: true }; },
    return() { log.push('return'); return {}; },
  }),
});
for (const [name, run] of Object.entries({
  Blob: () => new Blob(iterable('a', Symbol(), 'b')),
  File: () => new File(iterable(Symbol(), 'b'), 'name'),
  Headers: () => new Headers(iterable(['a', 'b'], 1, ['c', 'd'])),
  pair: () => new Headers([iterable('a', '\u{100}', 'c')]),
  long: () => new URLSearchParams([iterable('a', 'b', 'c')]),
  short: () => new Headers(iterable(['a'], ['b', 'c'])),
  any: () => AbortSignal.any(iterable(AbortSignal.abort(), 1, 2)),
  transfer: () => structuredClone(1, { transfer: iterable(1, 2) }),
  ports: () => new MessageEvent('message', { ports: iterable(new MessageChannel().port1, 1, 2) }),
  observe: () => new PerformanceObserver(() => {}).observe({ entryTypes: iterable('mark', Symbol(), 'measure') }),
})) {
  try { run(); } catch (error) { print(name, error.name, log.splice(0).join()); }
}
// expect: Blob TypeError next,next
// expect: File TypeError next
// expect: Headers TypeError next,next
// expect: pair TypeError next,next
// expect: long TypeError next,next,next,next
// expect: short TypeError next,next,next
// expect: any TypeError next,next
// expect: transfer TypeError next
// expect: ports TypeError next,next
// expect: observe TypeError next,next

// An array whose iterators have a method return does not differ.
const prototype = Object.getPrototypeOf([][Symbol.iterator]());
prototype.return = () => { log.push('return'); return {}; };
try { new Blob(['a', Symbol(), 'b']); } catch (error) { print(error.name, log.join()); }
// expect: TypeError
delete prototype.return;
