// Interfaces of streams look as Web IDL says.
for (const name of ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamDefaultController',
    'ReadableByteStreamController', 'ReadableStreamBYOBRequest', 'WritableStream', 'WritableStreamDefaultWriter',
    'WritableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController', 'CountQueuingStrategy',
    'ByteLengthQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream']) {
    const Interface = globalThis[name], { prototype } = Interface;
    const { enumerable, writable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name);
    const members = Object.getOwnPropertyNames(prototype).filter(key => key !== 'constructor').sort().map(key => {
        const { value, get } = Object.getOwnPropertyDescriptor(prototype, key);
        return value ? `${key}(${value.length})` : get.name === `get ${key}` ? key : `?${key}`;
    });
    print(name, Interface.length, Object.prototype.toString.call(prototype) === `[object ${name}]`,
        !enumerable && writable && configurable, members.join(' '));
}
// expect: ReadableStream 0 true true cancel(0) getReader(0) locked pipeThrough(1) pipeTo(1) tee(0) values(0)
// expect: ReadableStreamDefaultReader 1 true true cancel(0) closed read(0) releaseLock(0)
// expect: ReadableStreamBYOBReader 1 true true cancel(0) closed read(1) releaseLock(0)
// expect: ReadableStreamDefaultController 0 true true close(0) desiredSize enqueue(0) error(0)
// expect: ReadableByteStreamController 0 true true byobRequest close(0) desiredSize enqueue(1) error(0)
// expect: ReadableStreamBYOBRequest 0 true true respond(1) respondWithNewView(1) view
// expect: WritableStream 0 true true abort(0) close(0) getWriter(0) locked
// expect: WritableStreamDefaultWriter 1 true true abort(0) close(0) closed desiredSize ready releaseLock(0) write(0)
// expect: WritableStreamDefaultController 0 true true error(0) signal
// expect: TransformStream 0 true true readable writable
// expect: TransformStreamDefaultController 0 true true desiredSize enqueue(0) error(0) terminate(0)
// expect: CountQueuingStrategy 1 true true highWaterMark size
// expect: ByteLengthQueuingStrategy 1 true true highWaterMark size
// expect: TextEncoderStream 0 true true encoding readable writable
// expect: TextDecoderStream 0 true true encoding fatal ignoreBOM readable writable
print(ReadableStream.prototype.values === ReadableStream.prototype[Symbol.asyncIterator], ReadableStream.from.length);
// expect: true 1
const { prototype } = Object.getPrototypeOf(new ReadableStream().values()).constructor;
const iterator = Object.getPrototypeOf(new ReadableStream().values());
print(Object.keys(iterator).join(), iterator[Symbol.toStringTag], iterator.next.length, iterator.return.length);
// expect: next,return ReadableStream AsyncIterator 0 1
print(String(ReadableStream.prototype.tee), new CountQueuingStrategy({ highWaterMark: 1 }).size.name);
// expect: function tee() { [native code] } size
for (const act of [() => ReadableStream(), () => new ReadableStreamDefaultController(), () => ReadableStream.prototype.locked,
    () => new ReadableStreamDefaultReader({}), () => new CountQueuingStrategy(), () => new WritableStream(null)]) {
    try { act(); } catch (error) { print(error.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
ReadableStream.prototype.cancel.call(1).catch(error => print('rejected', error.name));
class Mine extends ReadableStream { mine() { return this.locked; } }
print(new Mine().mine(), new Mine() instanceof ReadableStream);
// expect: false true
// expect: rejected TypeError
