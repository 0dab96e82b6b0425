// Decompression gives what there is as it comes: after a flush, of half of the data, before an error.
const zlib = require('zlib'), later = time => new Promise(done => setTimeout(done, time));
const data = Buffer.from(Array.from({ length: 400 }, (_, i) => `line ${i * 7919 % 1007}\n`).join(''));
(async () => {
  for (const [name, other] of [['Gzip', 'Gunzip'], ['Deflate', 'Inflate'], ['DeflateRaw', 'InflateRaw'], ['Gzip', 'Unzip']]) {
    const from = zlib[`create${name}`](), to = zlib[`create${other}`]();
    let got = '';
    to.on('data', chunk => { got += chunk; });
    from.pipe(to);
    for (const part of ['one', 'two', 'three']) {
      from.write(part);
      await new Promise(done => from.flush(done));
      for (let i = 0; i < 2000 && !got.endsWith(part); i++) await later(2);
      console.log(name, other, got);
    }
    from.end();
    await new Promise(done => to.on('end', done));
    console.log(got);
    // Whatever the cut, what comes out is a beginning of the data.
    const packed = zlib[`${name[0].toLowerCase()}${name.slice(1)}Sync`](data);
    let isBeginning = true, longest = 0;
    for (let end = 20; end < packed.length - 9; end += 7) {
      const part = zlib[`${other[0].toLowerCase()}${other.slice(1)}Sync`](packed.subarray(0, end), { finishFlush: zlib.constants.Z_SYNC_FLUSH });
      isBeginning &&= data.subarray(0, part.length).equals(part);
      longest = Math.max(longest, part.length);
    }
    console.log(isBeginning, longest > data.length / 2);
    const cut = zlib[`create${other}`]();
    let size = 0;
    cut.on('data', chunk => { size += chunk.length; });
    cut.write(packed.subarray(0, packed.length >> 1));
    for (let i = 0; i < 2000 && size === 0; i++) await later(2);
    cut.end();
    console.log(await new Promise(done => cut.on('error', error => done([error.code, data.length > size]))));
  }
})();
