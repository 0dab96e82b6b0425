// Rights, owners and times of files in a folder that may be written.
const fs = require('fs'), path = require('path');
const D = process.argv[2], at = name => path.join(D, name);
function said(name, work) {
  try {
    console.log(name, work());
  } catch (error) {
    console.log(name, error.name, error.code, error.syscall, error.message.replaceAll(D, 'D'));
  }
}
const rights = name => (fs.statSync(at(name)).mode & 0o777).toString(8);
fs.rmSync(D, { recursive: true, force: true });
fs.mkdirSync(at('folder'), { recursive: true });
fs.writeFileSync(at('f'), 'text');

said('chmod', () => fs.chmodSync(at('f'), 0o640) ?? rights('f'));
said('chmod text', () => fs.chmodSync(at('f'), '600') ?? rights('f'));
said('chmod with the kind', () => fs.chmodSync(at('f'), 0o100755) ?? rights('f'));
said('chmod folder', () => fs.chmodSync(at('folder'), 0o700) ?? rights('folder'));
said('chmod none', () => fs.chmodSync(at('none'), 0o600));
for (const mode of ['q', '77777777777777', {}, undefined, -1]) said(`chmod ${mode}`, () => fs.chmodSync(at('f'), mode));
const seconds = name => [fs.statSync(at(name)).atime, fs.statSync(at(name)).mtime].map(time => time.getTime() / 1000);
said('utimes', () => fs.utimesSync(at('f'), 1, 2.5) ?? seconds('f'));
said('utimes of dates', () => fs.utimesSync(at('f'), new Date(5000), '7') ?? seconds('f'));
said('utimes of a folder', () => fs.utimesSync(at('folder'), 1e9, 1e9) ?? seconds('folder'));
said('utimes before 1970', () => fs.utimesSync(at('f'), new Date(-5000), -5) ?? [seconds('f')[0], seconds('f')[1] > 1e9]);
said('utimes of milliseconds', () => fs.utimesSync(at('f'), 1.001, new Date(1700000000001)) ?? seconds('f'));
const sides = name => [fs.statSync(at(name), { bigint: true })].map(it => [it.mtimeMs, it.mtime.getTime(), it.mtimeNs / 1000000n]);
said('utimes within a millisecond', () => fs.utimesSync(at('f'), 1, 5.0017) ?? [...sides('f')[0], fs.statSync(at('f')).mtime.getTime()].join());
said('utimes of no time', () => fs.utimesSync(at('f'), new Date(NaN), 1));
said('lutimes', () => fs.lutimesSync(at('f'), 3, 4) ?? seconds('f'));
said('utimes none', () => fs.utimesSync(at('none'), 1, 2));
for (const time of ['abc', {}, NaN, undefined]) said(`utimes ${time}`, () => fs.utimesSync(at('f'), time, 2));
said('chown types', () => fs.chownSync(at('f'), 'a', 0));
said('chown range', () => fs.chownSync(at('f'), -2, 0));
said('chown nothing', () => fs.chownSync(at('f'), -1, -1));
said('chown type of the group', () => fs.chownSync(at('f'), 5, 'x'));
said('chown none to another', () => fs.chownSync(at('none'), 5, 5));
said('chown none', () => fs.chownSync(at('none'), -1, -1));
const fd = fs.openSync(at('f'), 'r+');
said('fchmod', () => fs.fchmodSync(fd, 0o644) ?? rights('f'));
said('futimes', () => fs.futimesSync(fd, 8, 9) ?? seconds('f'));
said('futimes types', () => fs.futimesSync(fd, 1, {}));
said('fchown', () => fs.fchownSync(fd, -1, -1));
fs.closeSync(fd);
said('fchmod closed', () => fs.fchmodSync(fd, 0o644));
said('futimes closed', () => fs.futimesSync(fd, 1, 1));
said('close without a callback', () => fs.close(fs.openSync(at('f')), undefined));

fs.chmod(at('f'), 0o600, error => {
  console.log(error, rights('f'));
  fs.utimes(at('none'), 1, 1, async error => {
    console.log(error.code, error.syscall);
    const { promises } = fs;
    await promises.chmod(at('f'), 0o640);
    await promises.utimes(at('f'), 10, 20);
    console.log(rights('f'), seconds('f'));
    const file = await promises.open(at('f'), 'r+');
    await file.chmod(0o600);
    await file.utimes(30, 40);
    await file.close();
    console.log(rights('f'), seconds('f'), await promises.chmod(at('none'), 0).catch(error => error.code));
  });
});
