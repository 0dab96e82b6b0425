// Errors of the system: names, words and objects, and bits of files that say how they are opened.
const util = require('util'), fs = require('fs'), constants = require('constants');
for (const [number, [name, words]] of util.getSystemErrorMap()) console.log(number, name, words, util.getSystemErrorName(number) === name);
console.log(util.getSystemErrorName(-9999), util.getSystemErrorMap() === util.getSystemErrorMap());
for (const wrong of [1, 0, 'x', -1.5, undefined]) {
  try { util.getSystemErrorName(wrong); } catch (error) { console.log(error.name, error.code, error.message); }
}
for (const error of [
  util._errnoException(-2, 'open'), util._errnoException(-13, 'open', 'a file'), util._exceptionWithHostPort(-111, 'connect', '::1', 80),
  util._exceptionWithHostPort(-98, 'listen', 'a pipe', -1, 'more'), util._exceptionWithHostPort(-98, 'listen'),
]) console.log(error instanceof Error, error.message, { ...error });
for (const name of Object.keys(fs.constants).filter(name => !name.startsWith('EXTENSIONLESS')).sort()) console.log(name, fs.constants[name], constants[name] === fs.constants[name]);

const folder = process.argv[2], file = `${folder}/file`, said = f => { try { return f(); } catch (error) { return [error.code, error.syscall, error.errno]; } };
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(file, 'text');
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_SYNC } = fs.constants;
console.log(said(() => fs.openSync(file, O_RDONLY | O_DIRECTORY)), said(() => typeof fs.openSync(folder, O_RDONLY | O_DIRECTORY)));
console.log(said(() => fs.readFileSync(file, { flag: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, encoding: 'utf8' })));
console.log(said(() => fs.writeSync(fs.openSync(file, O_RDWR | O_SYNC | O_NOFOLLOW), 'more')), fs.readFileSync(file, 'utf8'));
console.log(said(() => fs.openSync(`${folder}/none`, O_RDWR | O_NOFOLLOW)));
// What is no folder is not emptied.
console.log(said(() => fs.openSync(file, O_RDWR | fs.constants.O_TRUNC | O_DIRECTORY)), said(() => fs.openSync(folder, O_RDWR | O_DIRECTORY)));
console.log(said(() => fs.openSync(`${folder}/none`, O_RDONLY | O_DIRECTORY)), fs.readFileSync(file, 'utf8'));
