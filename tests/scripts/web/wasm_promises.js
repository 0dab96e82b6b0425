// WebAssembly: promises.
// not for node: it compiles on other threads, and the script has ended before
const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const fails = promise => promise.then(() => print('no error'), error => print(error.name, error instanceof Error));

// "add" and more
const arith = bytes('AGFzbQEAAAABKwhgAn9/AX9gAn5+AX5gAX0BfWABfAF8YAJ/fgJ+f2ABfAF/YAAAYAF/AX8DCwoAAQIDBAAFBgcGB1ILA2FkZAAABWFkZDY0AAEEaGFsZgACBHNxcnQAAwRzd2FwAAQFYWdhaW4ABANkaXYABQV0cnVuYwAGBGZhaWwABwRkZWVwAAgHZW5kbGVzcwAJClkKBwAgACABagsHACAAIAF8CwoAIABDAAAAQJULBQAgAJ8LBgAgASAACwcAIAAgAW0LBQAgAKoLAwAACxUAIABFBH9BAAVBASAAQQFrEAhqCwsHAANADAALCw==');
const start = bytes('AGFzbQEAAAABDANgAX8AYAAAYAABfwIHAQFtAWYAAAMDAgECBwUBAWcAAggBAQoNAgYAQSoQAAsEAEEFCw==');

(async () => {
    const module = await WebAssembly.compile(arith);
    print(module instanceof WebAssembly.Module, WebAssembly.compile(arith) instanceof Promise); // expect: true true
    const instance = await WebAssembly.instantiate(module);
    print(instance instanceof WebAssembly.Instance, instance.exports.add(1, 2)); // expect: true 3
    const both = await WebAssembly.instantiate(arith, {});
    print(Object.keys(both).join(), both.instance.exports.add(3, 4), both.module instanceof WebAssembly.Module);
    // expect: module,instance 7 true
    let started = 0;
    const later = WebAssembly.instantiate(start, { m: { f: value => started = value } });
    print(started, (await later).instance.exports.g(), started); // expect: 0 5 42
    await fails(WebAssembly.compile(new Uint8Array(3))); // expect: CompileError true
    await fails(WebAssembly.compile()); // expect: TypeError true
    await fails(WebAssembly.compile({})); // expect: TypeError true
    await fails(WebAssembly.instantiate(start)); // expect: TypeError true
    await fails(WebAssembly.instantiate(start, { m: {} })); // expect: LinkError true
    await fails(WebAssembly.instantiate(arith, 5)); // expect: TypeError true
    await fails(WebAssembly.instantiate(new Uint8Array(3), {})); // expect: CompileError true
    await fails(WebAssembly.instantiate(new WebAssembly.Module(start), { m: { f() { throw new RangeError(); } } }));
    // expect: RangeError true

    const response = (headers = { 'content-type': 'application/wasm' }, status = 200) => new Response(arith, { headers, status });
    print((await WebAssembly.compileStreaming(response())) instanceof WebAssembly.Module); // expect: true
    const streamed = await WebAssembly.instantiateStreaming(Promise.resolve(response({ 'Content-Type': ' application/wasm' })));
    print(streamed.instance.exports.add(20, 22), Object.keys(streamed).join()); // expect: 42 module,instance
    await fails(WebAssembly.compileStreaming(response({}))); // expect: TypeError true
    await fails(WebAssembly.compileStreaming(response({ 'content-type': 'application/wasm;x=1' }))); // expect: TypeError true
    await fails(WebAssembly.compileStreaming(response(undefined, 404))); // expect: TypeError true
    await fails(WebAssembly.compileStreaming(arith)); // expect: TypeError true
    await fails(WebAssembly.compileStreaming(Promise.reject(new SyntaxError('mine')))); // expect: SyntaxError true
    const used = response();
    await used.text();
    await fails(WebAssembly.instantiateStreaming(used)); // expect: TypeError true
})().catch(error => print('failed', error.stack));
