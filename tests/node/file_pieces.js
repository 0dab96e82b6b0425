// Streams of files give a piece at a time, however they are read.
const fs = require('fs'), folder = process.argv[2], file = `${folder}/pieces`;
fs.mkdirSync(folder);
fs.writeFileSync(file, 'abcdefghijklmnopqrst');
(async () => {
  for (const options of [{ highWaterMark: 4 }, { highWaterMark: 4, encoding: 'utf8' }, { highWaterMark: 1, end: 2 }, { highWaterMark: 7, start: 3 }, {}]) {
    const [iterated, told, asked] = [[], [], []];
    for await (const piece of fs.createReadStream(file, options)) iterated.push(piece.length);
    await new Promise(done => fs.createReadStream(file, options).on('data', piece => told.push(piece.length)).on('close', done));
    await new Promise(done => {
      const stream = fs.createReadStream(file, options);
      stream.on('readable', () => { for (let piece; (piece = stream.read()) !== null;) asked.push(piece.length); }).on('close', done);
    });
    console.log(JSON.stringify([iterated, told, asked]));
  }
  const early = fs.createReadStream(file);
  early.on('data', () => console.log('never')).on('open', () => early.destroy()).on('close', () => console.log('closed', early.bytesRead));
})();
