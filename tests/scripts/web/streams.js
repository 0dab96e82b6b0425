// Streams Standard: what the web platform tests do not ask for.
const show = promise => promise.then(value => print(JSON.stringify(value) ?? String(value)), error => print(`${error}`));

(async () => {
    // A pipe through three transforms, and the order in which things happen.
    const upper = () => new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); } });
    const told = [];
    await ReadableStream.from(['a', 'b', 'c']).pipeThrough(upper()).pipeThrough(new TransformStream())
        .pipeThrough(new TextEncoderStream()).pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write(chunk) { told.push(chunk); }, close() { told.push('closed'); } }));
    print(told.join(' '));
    // expect: A B C closed

    let controller;
    // What a source does in its own callbacks.
    const own = new ReadableStream({
        pull(c) { c.enqueue(own.locked); if (++this.n > 2) c.close(); return { then(f) { f(); } }; }, n: 0,
    }, { highWaterMark: 0 });
    const seen = [];
    for await (const chunk of own) seen.push(chunk);
    print(seen.join());
    // expect: true,true,true
    const failing = new ReadableStream({ pull() { throw new RangeError('no more'); } });
    await show(failing.getReader().read());
    // expect: RangeError: no more
    const size = new ReadableStream({ start(c) { controller = c; } }, { size(chunk) { controller.error('in size'); return chunk; } });
    controller.enqueue(1);
    await show(size.getReader().read());
    // expect: in size
    const getters = { get highWaterMark() { throw new Error('of the mark'); } };
    try { new WritableStream({}, getters); } catch (error) { print(error.message); }
    // expect: of the mark

    // Strategies as scripts make them.
    try { new ReadableStream({}, { highWaterMark: -1 }); } catch (error) { print(error.name); }
    try { new ReadableStream({ type: 'bytes' }, { size() { return 1; } }); } catch (error) { print(error.name); }
    try { new WritableStream({ type: 'bytes' }); } catch (error) { print(error.name); }
    try { new ReadableStream({ type: 'other' }); } catch (error) { print(error.name); }
    // expect: RangeError
    // expect: RangeError
    // expect: RangeError
    // expect: TypeError

    // Bytes: into views, with a minimum, and what is left over at the end.
    const bytes = new ReadableStream({
        type: 'bytes', autoAllocateChunkSize: 4,
        start() { this.left = 10; },
        pull(c) {
            const { byobRequest: { view } } = c, count = Math.min(this.left, view.byteLength, 3);
            for (let i = 0; i < count; i++) view[i] = this.left--;
            if (count) c.byobRequest.respond(count);
            else { c.close(); c.byobRequest.respond(0); }
        },
    });
    const byob = bytes.getReader({ mode: 'byob' });
    print(`${(await byob.read(new Uint8Array(8), { min: 5 })).value}`);
    print(`${(await byob.read(new Uint16Array(2))).value}`);
    byob.releaseLock();
    const rest = [];
    for await (const chunk of bytes) rest.push(...chunk);
    print(rest.join());
    // expect: 10,9,8,7,6,5
    // expect: 772
    // expect: 2,1
    await show(bytes.getReader({ mode: 'byob' }).read(new Uint8Array(0)));
    // expect: TypeError: The view to read into must have at least one byte
    const shared = new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' });
    await shared.read(new Uint8Array(new SharedArrayBuffer(1))).catch(error => print(error.name));
    await shared.read(new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }))).catch(error => print(error.name));
    // expect: TypeError
    // expect: TypeError
    const two = new Blob(['one', 'two']).stream().tee();
    const texts = two.map(async stream => (await Array.fromAsync(stream.pipeThrough(new TextDecoderStream()))).join('|'));
    print((await Promise.all(texts)).join(' '));
    // expect: onetwo onetwo

    // A signal ends a pipe; afterwards it holds nothing of it.
    const abort = new AbortController();
    const endless = new ReadableStream({ pull(c) { c.enqueue(1); }, cancel(reason) { print('cancelled', reason); } });
    const piped = endless.pipeTo(new WritableStream({ abort(reason) { print('aborted', reason); } }), { signal: abort.signal });
    abort.abort('enough');
    await show(piped);
    // expect: aborted enough
    // expect: cancelled enough
    // expect: enough
    print(endless.locked);
    // expect: false

    // A surrogate pair in two chunks, and half of one at the end.
    const units = ['\uD83D', '\uDE00!', '', '\uD800'];
    const encoded = await Array.fromAsync(ReadableStream.from(units).pipeThrough(new TextEncoderStream()));
    print(encoded.map(chunk => [...chunk].map(byte => byte.toString(16)).join('')).join(' '));
    // expect: f09f988021 efbfbd

    // The signal of a controller, before and after.
    const writable = new WritableStream({ start(c) { controller = c; } });
    const { signal } = controller;
    print(signal.aborted, signal === controller.signal);
    await writable.abort('why');
    print(signal.aborted, signal.reason);
    // expect: false true
    // expect: true why
    const asked = new WritableStream({ start(c) { controller = c; } });
    await asked.abort(undefined);
    print(controller.signal.reason.name);
    // expect: AbortError
})().catch(error => print('failed', error.stack));
