const tar = require('tar-stream');
const pack = tar.pack(), extract = tar.extract(), pieces = [];
extract.on('entry', (header, stream, next) => {
  let size = 0, text = '';
  stream.on('data', chunk => { size += chunk.length; if (size < 100) text += chunk; });
  stream.on('end', () => { console.log(header.name, header.type, header.size, size, text); next(); });
  stream.resume();
});
extract.on('finish', () => console.log('finish'));
pack.on('data', chunk => pieces.push(chunk));
pack.on('end', () => {
  const all = Buffer.concat(pieces);
  console.log(all.length, require('crypto').createHash('sha1').update(all).digest('hex'));
  extract.end(all);
});
pack.entry({ name: 'a.txt', mtime: new Date(0), mode: 0o644 }, 'hello');
pack.entry({ name: 'folder/', type: 'directory', mtime: new Date(0) });
pack.entry({ name: 'big.bin', mtime: new Date(0) }, Buffer.alloc(5000, 'x'));
pack.finalize();
