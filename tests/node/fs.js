// Files of a folder that may be read and written.
const fs = require('fs'), path = require('path'), os = require('os');
const D = process.argv[2]; const j = (...p) => path.join(D, ...p);
const t = (n, f) => { try { const v = f(); console.log(n, v); } catch (e) { console.log(n, e.name, e.code, e.syscall, e.errno, e.message.replaceAll(D, 'D')); } };
t('rm', () => fs.rmSync(D, { recursive: true, force: true })); t('mkdir', () => fs.mkdirSync(D));
t('mkdir again', () => fs.mkdirSync(D)); t('mkdir rec', () => fs.mkdirSync(j('a/b/c'), { recursive: true }).replace(D, 'D')); t('mkdir rec again', () => fs.mkdirSync(j('a/b/c'), { recursive: true })); t('mkdir no', () => fs.mkdirSync(j('x/y')));
t('write', () => fs.writeFileSync(j('f.txt'), 'héllo')); t('read', () => fs.readFileSync(j('f.txt'), 'utf8')); t('readb', () => fs.readFileSync(j('f.txt'))); t('append', () => fs.appendFileSync(j('f.txt'), Buffer.from('!!'))); t('enc', () => fs.readFileSync(j('f.txt'), { encoding: 'base64' }));
t('flag', () => fs.writeFileSync(j('f.txt'), 'z', { flag: 'a' })); t('wx', () => fs.writeFileSync(j('f.txt'), 'z', { flag: 'wx' })); t('read none', () => fs.readFileSync(j('none'))); t('read dir', () => fs.readFileSync(D)); t('write dir', () => fs.writeFileSync(D, 'x')); t('write none', () => fs.writeFileSync(j('no/no'), 'x'));
t('exists', () => [fs.existsSync(j('f.txt')), fs.existsSync(j('nope')), fs.existsSync(D), fs.existsSync(5)]);
t('stat', () => { const s = fs.statSync(j('f.txt')); return [s.isFile(), s.isDirectory(), s.size, s.mtime instanceof Date, s.mtimeMs > 1e12, typeof s.mode, s.isSymbolicLink(), s instanceof fs.Stats]; }); t('stat dir', () => fs.statSync(D).isDirectory()); t('stat none', () => fs.statSync(j('none'))); t('lstat none', () => fs.lstatSync(j('none'))); t('stat none2', () => fs.statSync(j('none'), { throwIfNoEntry: false })); t('big', () => typeof fs.statSync(D, { bigint: true }).size);
fs.writeFileSync(j('a/g.js'), '');
t('readdir', () => fs.readdirSync(D)); t('types', () => fs.readdirSync(D, { withFileTypes: true }).map(d => [d.name, d.isFile(), d.isDirectory()])); t('rec', () => fs.readdirSync(D, { recursive: true }).sort()); t('readdir none', () => fs.readdirSync(j('none'))); t('readdir file', () => fs.readdirSync(j('f.txt')));
t('copy', () => fs.copyFileSync(j('f.txt'), j('g.txt'))); t('copy excl', () => fs.copyFileSync(j('f.txt'), j('g.txt'), fs.constants.COPYFILE_EXCL)); t('rename', () => fs.renameSync(j('g.txt'), j('h.txt'))); t('rename none', () => fs.renameSync(j('g.txt'), j('i.txt'))); t('unlink none', () => fs.unlinkSync(j('g.txt'))); t('unlink', () => fs.unlinkSync(j('h.txt'))); t('rmdir full', () => fs.rmdirSync(j('a'))); t('rm dir', () => { try { fs.rmSync(j('a')); } catch (error) { return error.code; } }); t('rm none', () => { try { fs.rmSync(j('none')); } catch (error) { return error.code; } }); t('rmdir', () => fs.rmdirSync(j('a/b/c')));
t('access', () => fs.accessSync(j('f.txt'), fs.constants.R_OK)); t('access none', () => fs.accessSync(j('none'))); t('realpath', () => fs.realpathSync(j('a/../f.txt')).replace(D, 'D')); t('bad', () => fs.readFileSync({})); t('bad2', () => fs.readFileSync('a\0b')); t('bad enc', () => fs.readFileSync(j('f.txt'), 'nope')); t('bad data', () => fs.writeFileSync(j('f.txt'), {})); t('url', () => fs.readFileSync(new URL('file://' + j('f.txt')), 'utf8'));
t('fd', () => { const fd = fs.openSync(j('o.txt'), 'w'); fs.writeSync(fd, 'one'); fs.writeSync(fd, Buffer.from('xtwox'), 1, 3); fs.closeSync(fd); const r = fs.openSync(j('o.txt'), 'r'); const b = Buffer.alloc(4); const n = [fs.readSync(r, b), String(b), fs.readSync(r, b, 0, 4, null), String(b.subarray(0, 2)), fs.readSync(r, b, 0, 2, 1), String(b.subarray(0, 2)), fs.fstatSync(r).size]; fs.closeSync(r); return n; }); t('badfd', () => fs.closeSync(99));
fs.readFile(j('f.txt'), 'utf8', (e, d) => { console.log('cb', e, d); fs.readFile(j('none'), (e, d) => { console.log(e.code, d);
  fs.writeFile(j('w.txt'), 'w', e => { console.log(e); fs.stat(j('w.txt'), (e, s) => { console.log(e, s.size); fs.exists(j('w.txt'), x => { console.log(x);
  (async () => {
    const p = fs.promises; console.log(p === require('fs/promises'), await p.readFile(j('w.txt'), 'utf8'), await p.readFile(j('none')).catch(e => e.code), await p.mkdir(j('m')), (await p.readdir(D)).length);
    await p.rm(D + '/m', { recursive: true }); console.log(await p.access(j('m')).catch(e => e.message.replaceAll(D, 'D')));
    const h = await p.open(j('f.txt')); console.log(await h.readFile('utf8')); await h.close();
    const ws = fs.createWriteStream(j('s.txt')); ws.write('line1\n'); ws.end('line2\n'); await new Promise(k => ws.on('finish', k)); console.log(fs.readFileSync(j('s.txt'), 'utf8'), ws.bytesWritten);
    for await (const c of fs.createReadStream(j('s.txt'), { encoding: 'utf8', start: 2, end: 7 })) console.log([c]);
    const rl = require('readline').createInterface({ input: fs.createReadStream(j('s.txt')) }); for await (const l of rl) console.log('line', l);
    await require('stream/promises').pipeline(fs.createReadStream(j('s.txt')), require('crypto').createHash('md5'), async s => { for await (const x of s) console.log(x); });
    await require('stream/promises').pipeline(fs.createReadStream(j('nope')), fs.createWriteStream(j('q'))).catch(e => console.log(e.code));
    console.log(fs.mkdtempSync(j('tmp-')).length - D.length);
    fs.rmSync(D, { recursive: true });
  })(); }); }); }); }); });
