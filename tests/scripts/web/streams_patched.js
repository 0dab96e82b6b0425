// Nothing of streams looks at what a script has changed.
const touched = new Set();
const note = (object, name) => {
    const { value } = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { value(...values) { touched.add(name); return Reflect.apply(value, this, values); } });
};
for (const name of ['push', 'shift', 'slice', 'splice', 'forEach', 'map']) note(Array.prototype, name);
note(AbortSignal.prototype, 'throwIfAborted');
note(EventTarget.prototype, 'addEventListener');
note(ReadableStream.prototype, 'getReader');
note(ReadableStreamDefaultReader.prototype, 'read');
note(ReadableStreamDefaultReader.prototype, 'releaseLock');
note(ReadableStreamDefaultController.prototype, 'enqueue');
note(WritableStream.prototype, 'getWriter');
note(WritableStreamDefaultWriter.prototype, 'write');
note(TransformStreamDefaultController.prototype, 'enqueue');
note(Uint8Array.prototype.__proto__, 'set');
note(Uint8Array.prototype.__proto__, 'subarray');
note(ArrayBuffer.prototype, 'slice');
note(ArrayBuffer.prototype, 'transfer');
Object.defineProperty(Array.prototype, '0', { set() { touched.add('element'); }, configurable: true });
Object.defineProperty(Promise.prototype, 'constructor', { get() { touched.add('constructor'); return Promise; } });
Array.prototype[Symbol.iterator] = () => { touched.add('iterator'); };
globalThis.Promise = globalThis.AbortSignal = globalThis.Uint8Array = undefined;

let last;
const source = new ReadableStream({ pull(c) { this.n ??= 0; c.enqueue(this.n++); if (this.n === 3) c.close(); } });
const branches = source.tee(), one = branches[0], two = branches[1];
const transform = new TransformStream({ transform(chunk, c) { last = chunk; c.terminate(); } });
one.pipeThrough(transform, { signal: new AbortController().signal }).pipeTo(new WritableStream());
two.pipeTo(new WritableStream({ write(chunk) { last = chunk; } }));
new Blob(['abcd']).stream().tee()[0].pipeTo(new WritableStream({ write(chunk) { last = chunk.length; } }));
setTimeout(() => {
    print(touched.size, last);
    // expect: 0 2
});

// A promise that is resolved with an object asks it for `then`, as the standard says. No chunk is asked on its way.
const asked = [];
Object.defineProperty(Object.prototype, 'then', { get() { asked.length++; return undefined; }, configurable: true });
const reader = new ReadableStream({ start(c) { c.enqueue({}); } }).tee()[0].getReader();
const before = asked.length;
reader.read();
setTimeout(() => {
    print(before, asked.length > 0);
    delete Object.prototype.then;
    // expect: 0 true
});
