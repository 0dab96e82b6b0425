// Nothing of streams looks at what a script has changed, except where the standard says so.
const touched = new Set(), blob = new Blob(['abcd']);
const { enqueue, close } = ReadableStreamDefaultController.prototype, { pipeTo, pipeThrough, tee } = ReadableStream.prototype;
const { read } = ReadableStreamDefaultReader.prototype, { getReader, values } = ReadableStream.prototype;
const { stream } = Blob.prototype, run = Reflect.apply;
const note = (object, ...names) => {
    for (const name of names) {
        const { value } = Object.getOwnPropertyDescriptor(object, name);
        Object.defineProperty(object, name, { value(...values) { touched.add(name); return run(value, this, values); } });
    }
};
note(Array.prototype, 'push', 'shift', 'slice', 'splice', 'forEach', 'map');
note(Promise.prototype, 'then', 'catch', 'finally');
note(Promise, 'resolve', 'reject', 'all');
note(AbortSignal.prototype, 'throwIfAborted');
note(EventTarget.prototype, 'addEventListener', 'dispatchEvent');
note(ReadableStream.prototype, 'getReader', 'cancel', 'pipeTo', 'tee', 'values');
note(ReadableStreamDefaultReader.prototype, 'read', 'releaseLock', 'cancel');
note(ReadableStreamBYOBReader.prototype, 'read', 'releaseLock', 'cancel');
note(ReadableStreamDefaultController.prototype, 'enqueue', 'close', 'error');
note(ReadableByteStreamController.prototype, 'enqueue', 'close', 'error');
note(WritableStream.prototype, 'getWriter', 'close', 'abort');
note(WritableStreamDefaultWriter.prototype, 'write', 'close', 'releaseLock');
note(TransformStreamDefaultController.prototype, 'enqueue', 'error');
note(Object.getPrototypeOf(Uint8Array.prototype), 'set', 'subarray', 'slice');
note(ArrayBuffer.prototype, 'slice', 'transfer');
note(TextDecoder.prototype, 'decode');
Object.defineProperty(Array.prototype, '0', { set() { touched.add('element'); }, configurable: true });
Object.defineProperty(Promise.prototype, 'constructor', { get() { touched.add('constructor'); } });
Array.prototype[Symbol.iterator] = () => { touched.add('iterator'); };
globalThis.Promise = globalThis.AbortSignal = globalThis.Uint8Array = globalThis.ArrayBuffer = undefined;

const told = { p: '', t: '' };
const source = new ReadableStream({
    n: 0, pull(c) { run(enqueue, c, [this.n++]); if (this.n === 3) run(close, c, []); },
});
const branches = run(tee, source, []);
const through = run(pipeThrough, branches[0], [new TransformStream(), { signal: new AbortController().signal }]);
run(pipeTo, through, [new WritableStream({ write(chunk) { told.p += chunk; }, close() { told.p += 'closed'; } })]);
const iterator = run(values, branches[1], []);
const steps = { next: iterator.next, return: iterator.return };
run(steps.next, iterator, []), run(steps.next, iterator, []), run(steps.return, iterator, []);
const halves = run(tee, run(stream, blob, []), []);
run(pipeTo, run(pipeThrough, halves[0], [new TextDecoderStream()]), [new WritableStream({ write(chunk) { told.t += chunk; } })]);
run(pipeTo, run(pipeThrough, halves[1], [new CompressionStream('gzip')]), [new WritableStream()]);
setTimeout(() => {
    touched.forEach(name => print('touched', name));
    print(told.p, told.t);
    // expect: 012closed abcd

    // A promise that is resolved with an object asks it for `then`, as the standard says. No chunk is asked on its way.
    let asked = 0;
    const parts = run(tee, new ReadableStream({ start(c) { run(enqueue, c, [{}]); } }), []);
    const reader = run(getReader, parts[0], []);
    Object.defineProperty(Object.prototype, 'then', { get() { asked++; }, configurable: true });
    run(read, reader, []);
    setTimeout(() => {
        delete Object.prototype.then;
        print(asked);
        // expect: 1
    });
});
