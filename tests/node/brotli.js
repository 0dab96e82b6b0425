// Decompression of Brotli: at once, with callbacks, as a stream; damaged data and options.
const zlib = require('zlib');
const tell = (name, call) => {
  try {
    const result = call();
    console.log(name, Buffer.isBuffer(result) ? `${result.toString('latin1').slice(0, 12)} ${result.length}` : result);
  } catch (error) {
    console.log(name, error.name, error.message, error.code, error.errno, Object.keys(error));
  }
};
const packed = Buffer.from('1baf04f88d946ede445586966c206f615b1c808c38', 'hex'), undo = (data, options) => zlib.brotliDecompressSync(data, options);
tell('whole', () => undo(packed));
tell('cut', () => undo(packed.subarray(0, 10)));
tell('cut', () => undo(packed.subarray(0, 12), { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }));
tell('more behind it', () => undo(Buffer.concat([packed, packed])));
tell('empty', () => undo(''));
tell('too long', () => undo(packed, { maxOutputLength: 10 }));
for (const hex of ['01', '11', '0b', '91', 'ffff', '00000000', '1b', 'a100', '8b', '06', '2100000004']) tell(hex, () => undo(Buffer.from(hex, 'hex')));
for (const options of [{ params: { 99: 1 } }, { params: { x: 1 } }, { params: { 1: 'a' } }, { params: { 1: 1 } }, { flush: 9 }, { finishFlush: 5 }, { chunkSize: 1 }, { windowBits: 99 }]) tell('options', () => undo(packed, options));
tell('info', () => undo(packed, { info: true }).engine.constructor.name);
tell('number', () => undo(5));
tell('no callback', () => zlib.brotliDecompress(packed));
console.log(zlib.BrotliDecompress.name, Object.getPrototypeOf(zlib.BrotliDecompress).name, zlib.createBrotliDecompress() instanceof zlib.BrotliDecompress);
zlib.brotliDecompress(packed, (error, result) => {
  console.log(error, result.length);
  zlib.brotliDecompress(Buffer.from('nope!!'), (error, result) => {
    console.log(error.code, result);
    let count = 0;
    const bytewise = zlib.createBrotliDecompress();
    bytewise.on('data', data => { count += data.length; }).on('end', () => console.log('end', count, bytewise.bytesWritten)).on('close', () => {
      const broken = zlib.createBrotliDecompress();
      broken.on('error', error => {
        console.log(error.code, error.message);
        const lengths = [];
        new zlib.BrotliDecompress({ chunkSize: 64 }).on('data', data => lengths.push(data.length)).on('end', () => console.log(lengths.join())).end(packed);
      }).resume().end(packed.subarray(0, 5));
    });
    for (const byte of packed) bytewise.write(Buffer.from([byte]));
    bytewise.end();
  });
});
for (const params of [{ 2: 22 }, { 1.5: 1 }, { 8: 0 }, { 0: true, 1: false }, { 2: 1, 3: 'a' }]) tell('params', () => undo(packed, { params }));

// What is behind the data is counted nowhere, and ends streams that are not told of an end.
const ofFormats = { brotliDecompress: packed, inflate: zlib.deflateSync('abc'), inflateRaw: zlib.deflateRawSync('abc'), unzip: zlib.deflateSync('abc'), gunzip: zlib.gzipSync('abc') };
for (const [name, data] of Object.entries(ofFormats)) {
  const behind = Buffer.from(name === 'gunzip' ? [0, 0, 0] : 'abc'), more = Buffer.concat([data, behind]);
  for (const bytes of [data, more]) {
    const { buffer, engine } = zlib[`${name}Sync`](bytes, { info: true });
    console.log(name, buffer.length, engine.bytesWritten === data.length);
  }
}
function next([first, ...others]) {
  if (first === undefined) return;
  const [name, data] = first, stream = zlib[`create${name[0].toUpperCase()}${name.slice(1)}`]();
  stream.on('end', () => {
    console.log(name, 'has ended', stream.bytesWritten === data.length, stream.writableEnded);
    next(others);
  }).resume().write(Buffer.concat([data, Buffer.alloc(3)]));
}
setTimeout(next, 100, Object.entries(ofFormats));
