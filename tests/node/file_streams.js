// fs: streams of files, folders that are read and copied.
'use strict';
const fs = require('fs');
const path = require('path');

const folder = process.argv[2], at = (...names) => path.join(folder, ...names);
fs.mkdirSync(folder, { recursive: true });
const shown = text => String(text).replaceAll(folder, 'D');
const told = (name, stream) => {
  for (const event of ['open', 'ready', 'data', 'end', 'close', 'error', 'finish']) {
    stream.on(event, value => console.log(name, event, event === 'open' ? typeof value : event === 'error' ? `${value.code} ${shown(value.message)}` : event === 'data' ? String(value) : ''));
  }
  return new Promise(resolve => stream.on('close', resolve));
};
const attempt = work => {
  try {
    return work();
  } catch (error) {
    return `${error.name} ${error.code} ${shown(error.message)}`;
  }
};

(async () => {
  const file = at('a');
  fs.writeFileSync(file, '0123456789');
  const read = fs.createReadStream(file, { start: 2, end: 5, encoding: 'utf8', highWaterMark: 3 });
  console.log(read instanceof fs.ReadStream, read.path === file, read.fd, read.pending, read.flags, read.start, read.end, read.bytesRead, read.autoClose);
  await told('read', read);
  console.log(read.bytesRead, read.fd, read.pending, read.destroyed);
  await told('missing', fs.createReadStream(at('none')));
  const stopped = fs.createReadStream(file);
  stopped.on('ready', () => stopped.destroy(new Error('enough')));
  await told('stopped', stopped);

  const write = fs.createWriteStream(at('w'), { flags: 'a' });
  console.log(write instanceof fs.WriteStream, write.fd, write.pending, write.bytesWritten, write.flags);
  write.write('ab');
  write.end('cd');
  await told('write', write);
  console.log(write.bytesWritten, fs.readFileSync(at('w'), 'utf8'));
  const inside = fs.createWriteStream(file, { flags: 'r+', start: 3 });
  inside.end('XY');
  await told('inside', inside);
  console.log(fs.readFileSync(file, 'utf8'));
  const refused = fs.createWriteStream(at('none', 'deep'));
  await told('refused', refused);
  await require('stream/promises').pipeline(fs.createReadStream(file), fs.createWriteStream(at('piped')));
  console.log(fs.readFileSync(at('piped'), 'utf8'));

  const fd = fs.openSync(file);
  const kept = fs.createReadStream(null, { fd, autoClose: false, start: 8 });
  for await (const piece of kept) console.log(String(piece));
  console.log(fs.fstatSync(fd).size);
  fs.closeSync(fd);
  const both = fs.openSync(at('both'), 'w+');
  fs.writeSync(both, 'abcdef');
  fs.writeSync(both, 'XY', 2);
  const bytes = Buffer.alloc(6);
  console.log(fs.readSync(both, bytes, 0, 6, 0), bytes.toString(), fs.writeSync(both, Buffer.from('!'), 0, 1, 7));
  fs.closeSync(both);
  console.log(JSON.stringify(fs.readFileSync(at('both'), 'latin1')), attempt(() => fs.openSync(at('both'), 'wx')));
  const handle = await fs.promises.open(file);
  for await (const piece of handle.createReadStream({ start: 7 })) console.log(String(piece));
  console.log(attempt(() => fs.createReadStream(file, { start: 5, end: 2 })), attempt(() => fs.createReadStream(5)), attempt(() => fs.createReadStream(file, { start: 'x' })));

  // Folders.
  fs.mkdirSync(at('dir/in'), { recursive: true });
  fs.writeFileSync(at('dir/in/f'), 'f');
  fs.writeFileSync(at('dir/g'), 'g');
  const dir = fs.opendirSync(at('dir')), names = [];
  for (let entry; (entry = dir.readSync()) !== null;) names.push(entry.name + entry.isDirectory());
  console.log(dir.path === at('dir'), dir instanceof fs.Dir, names.sort());
  dir.closeSync();
  console.log(attempt(() => dir.readSync()), attempt(() => fs.opendirSync(at('none'))).slice(0, 12));
  const all = [];
  for await (const entry of await fs.promises.opendir(at('dir'), { recursive: true })) all.push(path.relative(folder, path.join(entry.path, entry.name)));
  console.log(all.sort());
  await new Promise(resolve => fs.opendir(at('dir'), (error, opened) => opened.read((failed, entry) => {
    console.log(error, failed, typeof entry.name);
    opened.close(resolve);
  })));

  console.log(attempt(() => fs.cpSync(at('dir'), at('copy'))));
  fs.cpSync(at('dir'), at('copy'), { recursive: true, filter: from => !from.endsWith('g') });
  console.log(fs.readdirSync(at('copy'), { recursive: true }).sort());
  fs.writeFileSync(at('copy/in/f'), 'changed');
  fs.cpSync(at('dir'), at('copy'), { recursive: true, force: false });
  console.log(fs.readFileSync(at('copy/in/f'), 'utf8'), fs.readFileSync(at('copy/g'), 'utf8'));
  fs.cpSync(at('dir'), at('copy'), { recursive: true });
  console.log(fs.readFileSync(at('copy/in/f'), 'utf8'));
  console.log(attempt(() => fs.cpSync(at('dir/g'), at('copy/g'), { force: false, errorOnExist: true })));
  console.log(attempt(() => fs.cpSync(at('dir'), at('dir/in/x'), { recursive: true })));
  console.log(attempt(() => fs.cpSync(at('dir'), at('w'), { recursive: true })), attempt(() => fs.cpSync(at('w'), at('dir'))));
  console.log(attempt(() => fs.cpSync(at('none'), at('dir'))), attempt(() => fs.cpSync(file, file)), attempt(() => fs.cpSync(file, at('z'), 5)));
  await fs.promises.cp(file, at('new/deep/file'));
  console.log(fs.readFileSync(at('new/deep/file'), 'utf8'));
  await fs.promises.cp(at('dir'), at('slowly'), { recursive: true, filter: async from => !from.endsWith('f') });
  console.log(fs.readdirSync(at('slowly'), { recursive: true }).sort());
  fs.cp(file, at('called'), error => console.log(error, fs.existsSync(at('called'))));
})();
