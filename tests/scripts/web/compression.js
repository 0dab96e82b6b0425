// slow: a megabyte, byte by byte
// Compression Streams.
const through = async (stream, ...chunks) => {
    const out = await Array.fromAsync(ReadableStream.from(chunks).pipeThrough(stream));
    return new Uint8Array(await new Blob(out).arrayBuffer());
};
const text = bytes => new TextDecoder().decode(bytes);
const bytes = text => new TextEncoder().encode(text);
const fails = (...of) => through(...of).then(() => print('no error'), error => print(`${error}`));

(async () => {
    const long = bytes('what is said once, and what is said twice; '.repeat(20000));
    for (const format of ['deflate', 'deflate-raw', 'gzip']) {
        const packed = await through(new CompressionStream(format), long.subarray(0, 5), long.subarray(5), bytes(''));
        const back = await through(new DecompressionStream(format), ...Array.from(packed, byte => Uint8Array.of(byte)));
        print(packed.length < long.length / 100, text(back) === text(long));
        const none = await through(new CompressionStream(format));
        print(none.length > 0, (await through(new DecompressionStream(format), none)).length);
    }
    // expect: true true
    // expect: true 0
    // expect: true true
    // expect: true 0
    // expect: true true
    // expect: true 0

    // Sizes at which pieces end.
    const random = new Uint8Array(100000);
    for (let i = 0, x = 1; i < random.length; i++) random[i] = (x = x * 48271 % 2147483647) >> 8;
    let isSame = true;
    for (const size of [1, 8191, 8192, 8193, 16384, 16385, 32768, 65536, 100000]) {
        const part = random.subarray(0, size);
        const packed = await through(new CompressionStream('gzip'), part);
        const back = await through(new DecompressionStream('gzip'), packed);
        isSame &&= back.length === size && back.every((byte, i) => byte === part[i]);
    }
    print(isSame);
    // expect: true

    // Everything that a header may have, and what is wrong with it.
    const [head, ...parts] = [[0x1F, 0x8B, 8], [4 | 8 | 16, 1, 2, 3, 4, 5, 6, 2, 0, 9, 9, 78, 0, 67, 67, 0]];
    const plain = await through(new CompressionStream('gzip'), bytes('x'));
    const rich = Uint8Array.of(...head, ...parts[0], ...plain.subarray(10));
    print(text(await through(new DecompressionStream('gzip'), rich)), text(await through(new DecompressionStream('gzip'), ...Array.from(rich, x => Uint8Array.of(x)))));
    // expect: x x
    await fails(new DecompressionStream('gzip'), Uint8Array.of(0x1F, 0x8B, 9));
    await fails(new DecompressionStream('gzip'), plain.with(plain.length - 1, 1));
    await fails(new DecompressionStream('gzip'), plain.subarray(0, -1));
    await fails(new DecompressionStream('gzip'), plain, Uint8Array.of(0));
    await fails(new DecompressionStream('deflate'));
    await fails(new DecompressionStream('deflate-raw'), Uint8Array.of(255, 255, 255));
    await fails(new CompressionStream('gzip'), 'text');
    await fails(new CompressionStream('gzip'), new SharedArrayBuffer(1));
    // expect: TypeError: The compressed data are not valid
    // expect: TypeError: The compressed data are not valid
    // expect: TypeError: The compressed data end too early
    // expect: TypeError: There is something behind the end of the compressed data
    // expect: TypeError: The compressed data end too early
    // expect: TypeError: The compressed data are not valid
    // expect: TypeError: A chunk to compress or decompress must be a view of an ArrayBuffer
    // expect: TypeError: A chunk to compress or decompress must not be shared
    for (const act of [() => new CompressionStream(), () => new CompressionStream('zip'), () => DecompressionStream('gzip')]) {
        try { act(); } catch (error) { print(error.name); }
    }
    // expect: TypeError
    // expect: TypeError
    // expect: TypeError
    print(CompressionStream.length, String(new DecompressionStream('gzip')), Object.keys(CompressionStream.prototype).join());
    // expect: 1 [object DecompressionStream] readable,writable
})().catch(error => print('failed', error.stack));
