// Files with promises: the calls of `fs` that need no callback.
'use strict';

const fs = require('fs');
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { copied } = require('internal/fs_folders');
const { bytesOf } = require('internal/fs');
const { abortError, notHere } = require('internal/errors');

// A file that is open stands for its number.
const numbered = file => (file instanceof FileHandle ? file.fd : file);
// All of what is iterated over, as one text or as bytes.
async function gathered(data, options) {
  const isIterated = data !== null && typeof data === 'object' && !ArrayBuffer.isView(data) && (data[Symbol.asyncIterator] ?? data[Symbol.iterator]);
  if (!isIterated) return data;
  const pieces = [], encoding = (typeof options === 'string' ? options : options?.encoding) ?? 'utf8';
  for await (const piece of data) pieces.push(Buffer.from(bytesOf(piece, encoding)));
  return Buffer.concat(pieces);
}
const check = options => { if (options?.signal?.aborted) throw abortError(options.signal); };

async function readFile(file, options) {
  check(options);
  return fs.readFileSync(numbered(file), options);
}
async function writeFile(file, data, options) {
  check(options);
  return fs.writeFileSync(numbered(file), await gathered(data, options), options);
}
async function appendFile(file, data, options) {
  check(options);
  return fs.appendFileSync(numbered(file), data, options);
}
async function stat(file, options) { return fs.statSync(file, options); }
async function lstat(file, options) { return fs.lstatSync(file, options); }
async function access(file, mode) { return fs.accessSync(file, mode); }
async function readdir(folder, options) { return fs.readdirSync(folder, options); }
async function mkdir(folder, options) { return fs.mkdirSync(folder, options); }
async function mkdtemp(prefix) { return fs.mkdtempSync(prefix); }
async function rmdir(folder, options) { return fs.rmdirSync(folder, options); }
async function unlink(file) { return fs.unlinkSync(file); }
async function rm(file, options) { return fs.rmSync(file, options); }
async function rename(from, to) { return fs.renameSync(from, to); }
async function copyFile(from, to, mode) { return fs.copyFileSync(from, to, mode); }
async function realpath(file, options) { return fs.realpathSync(file, options); }
async function truncate(file, length) { return fs.truncateSync(file, length); }
async function chmod(file, mode) { return fs.chmodSync(file, mode); }
async function chown(file, uid, gid) { return fs.chownSync(file, uid, gid); }
async function utimes(file, accessed, modified) { return fs.utimesSync(file, accessed, modified); }
async function lutimes(file, accessed, modified) { return fs.lutimesSync(file, accessed, modified); }
async function cp(from, to, options) { return copied(fs, from, to, options); }
async function* glob(pattern, options) { yield* require('internal/glob').found(fs, pattern, options); }
async function opendir(folder, options) { return fs.opendirSync(folder, options); }

class FileHandle extends EventEmitter {
  #fd;
  constructor(fd) {
    super();
    this.#fd = fd;
  }
  get fd() { return this.#fd; }
  #number(call) {
    if (this.#fd === -1) throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall: call });
    return this.#fd;
  }
  async readFile(options) { return fs.readFileSync(this.#number('read'), options); }
  async writeFile(data, options) { return fs.writeFileSync(this.#number('write'), await gathered(data, options), options); }
  async appendFile(data, options) { return this.writeFile(data, options); }
  async write(data, ...rest) { return { __proto__: null, bytesWritten: fs.writeSync(this.#number('write'), data, ...rest), buffer: data }; }
  async writev(buffers, position) { return { __proto__: null, bytesWritten: fs.writevSync(this.#number('writev'), buffers, position), buffers }; }
  async read(buffer, offset, length, position) {
    const fd = this.#number('read');
    if (!ArrayBuffer.isView(buffer)) {
      offset = { ...buffer };
      buffer = offset.buffer ?? Buffer.alloc(16384);
    }
    return { __proto__: null, bytesRead: fs.readSync(fd, buffer, offset, length, position), buffer };
  }
  async readv(buffers, position) { return { __proto__: null, bytesRead: fs.readvSync(this.#number('readv'), buffers, position), buffers }; }
  async stat(options) { return fs.fstatSync(this.#number('fstat'), options); }
  async chmod(mode) { return fs.fchmodSync(this.#number('fchmod'), mode); }
  async chown(uid, gid) { return fs.fchownSync(this.#number('fchown'), uid, gid); }
  async utimes(accessed, modified) { return fs.futimesSync(this.#number('futime'), accessed, modified); }
  async truncate(length) { return fs.ftruncateSync(this.#number('ftruncate'), length); }
  async close() {
    if (this.#fd === -1) return;
    const fd = this.#fd;
    this.#fd = -1;
    fs.closeSync(fd);
    this.emit('close');
  }
  async sync() { this.#number('fsync'); }
  async datasync() { this.#number('fdatasync'); }
  readLines(options) {
    const { createInterface } = require('readline');
    return createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }
  // A stream that ends closes the file.
  createReadStream(options) { return this.#closedBy(fs.createReadStream('', { ...given(options), fd: this.#number('read') })); }
  createWriteStream(options) { return this.#closedBy(fs.createWriteStream('', { ...given(options), fd: this.#number('write') })); }
  #closedBy(stream) {
    stream.once('close', () => {
      if (stream.autoClose === false || this.#fd === -1) return;
      this.#fd = -1;
      this.emit('close');
    });
    return stream;
  }
  [Symbol.asyncDispose]() { return this.close(); }
}
const given = options => (typeof options === 'string' ? { encoding: options } : options);
async function open(file, flags, mode) { return new FileHandle(fs.openSync(file, flags, mode)); }
const { constants } = fs;

module.exports = {
  readFile, writeFile, appendFile, stat, lstat, access, readdir, mkdir, mkdtemp, rmdir, unlink, rm, rename, copyFile, realpath, cp, glob, opendir,
  open, truncate, chmod, chown, utimes, lutimes, constants,
};

// What packages import and is not here rejects when it is called.
for (const name of ['lchmod', 'lchown', 'link', 'readlink', 'statfs', 'symlink', 'watch']) {
  const refused = async () => { throw notHere(`fs.promises.${name}`); };
  module.exports[name] = Object.defineProperty(refused, 'name', { value: name });
}
