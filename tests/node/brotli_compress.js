// Compression to Brotli: at once, with callbacks, as a stream, with parameters. The bytes may be others than Node's: they are
// looked at through decompression.
const zlib = require('zlib');
const { constants } = zlib;
const shown = bytes => `${JSON.stringify(bytes.toString('latin1', 0, 12))} ${bytes.length}`;
const tell = (name, call) => {
  try {
    const result = call();
    console.log(name, Buffer.isBuffer(result) ? shown(zlib.brotliDecompressSync(result)) : result);
  } catch (error) {
    console.log(name, error.name, error.message, error.code, error.errno, Object.keys(error));
  }
};
const text = 'one and one is two, and two and two is four; '.repeat(3000);
tell('text', () => zlib.brotliCompressSync(text));
tell('much shorter', () => zlib.brotliCompressSync(text).length < 400);
tell('empty', () => zlib.brotliCompressSync(''));
tell('one byte', () => zlib.brotliCompressSync('x'));
tell('a view', () => zlib.brotliCompressSync(new Uint16Array([1, 2, 3])));
tell('a buffer', () => zlib.brotliCompressSync(new ArrayBuffer(5)));
const noise = Buffer.from(Array.from({ length: 70000 }, (_, i) => Math.imul(i * i + 7, 0x9E3779B1) >>> 24));
tell('noise', () => zlib.brotliCompressSync(noise).length < noise.length + 200 && zlib.brotliDecompressSync(zlib.brotliCompressSync(noise)).equals(noise));
for (const quality of [0, 1, 5, 11]) {
  for (const window of [10, 16, 17, 24]) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: window };
    tell(`${quality} ${window}`, () => zlib.brotliCompressSync(text, { params }));
  }
}
for (const params of [{ 1: 99 }, { 1: true }, { 2: 3 }, { 3: 16 }, { 4: 1 }, { 4: 2 }, { 5: 1e6 }, { 7: 1, 8: 0 }, { 9: 1 }, { 1: 'a' }, { x: 1 }, { 1.5: 1 }, null]) {
  tell(JSON.stringify(params), () => zlib.brotliCompressSync('abcabcabc', { params }));
}
for (const options of [{ maxOutputLength: 1 }, { flush: 4 }, { finishFlush: -1 }, { chunkSize: 63 }, { chunkSize: 64 }, { level: 99, windowBits: 1 }]) {
  tell(JSON.stringify(options), () => zlib.brotliCompressSync(text, options));
}
tell('a number', () => zlib.brotliCompressSync(5));
tell('no callback', () => zlib.brotliCompress('x'));
tell('info', () => {
  const { buffer, engine } = zlib.brotliCompressSync(text, { info: true });
  return [zlib.brotliDecompressSync(buffer).length, engine.constructor.name, engine.bytesWritten];
});
console.log(zlib.BrotliCompress.name, Object.getPrototypeOf(zlib.BrotliCompress).name, zlib.createBrotliCompress() instanceof zlib.BrotliCompress, zlib.BrotliCompress() instanceof zlib.BrotliCompress);

zlib.brotliCompress(text, (error, packed) => {
  console.log(error, zlib.brotliDecompressSync(packed).toString() === text);
  const pieces = [], stream = zlib.createBrotliCompress({ chunkSize: 64 });
  stream.on('data', piece => pieces.push(piece));
  stream.write('first ');
  stream.flush(() => {
    // What was flushed can be read before the end.
    console.log(zlib.brotliDecompressSync(Buffer.concat(pieces), { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString());
    stream.on('end', () => {
      console.log(zlib.brotliDecompressSync(Buffer.concat(pieces)).toString(), pieces.every(piece => piece.length <= 64), stream.bytesWritten);
      const through = zlib.createBrotliCompress();
      through.pipe(zlib.createBrotliDecompress()).setEncoding('utf8').on('data', data => console.log(data.length)).on('end', () => console.log('end'));
      for (let i = 0; i < 5; i++) through.write(text.slice(i, 100 * i));
      through.end();
    });
    stream.end('second');
  });
});
