// Files with promises: the calls of `fs` that need no callback.
'use strict';

const fs = require('fs');
const { copied } = require('internal/fs_folders');

async function readFile(file, options) { return fs.readFileSync(file, options); }
async function writeFile(file, data, options) { return fs.writeFileSync(file, data, options); }
async function appendFile(file, data, options) { return fs.appendFileSync(file, data, options); }
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
async function realpath(file) { return fs.realpathSync(file); }
async function cp(from, to, options) { return copied(fs, from, to, options); }
async function opendir(folder, options) { return fs.opendirSync(folder, options); }

class FileHandle {
  constructor(fd) { this.fd = fd; }
  async readFile(options) { return fs.readFileSync(this.fd, options); }
  async writeFile(data, options) { return fs.writeFileSync(this.fd, data, options); }
  async appendFile(data, options) { return fs.writeFileSync(this.fd, data, options); }
  async write(data, ...rest) { return { bytesWritten: fs.writeSync(this.fd, data, ...rest), buffer: data }; }
  async read(buffer, offset, length, position) { return { bytesRead: fs.readSync(this.fd, buffer, offset, length, position), buffer }; }
  async stat(options) { return fs.fstatSync(this.fd, options); }
  async close() { fs.closeSync(this.fd); }
  async sync() {}
  async datasync() {}
  createReadStream(options) { return fs.createReadStream('', { ...options, fd: this.fd }); }
  createWriteStream(options) { return fs.createWriteStream('', { ...options, fd: this.fd }); }
}
async function open(file, flags) { return new FileHandle(fs.openSync(file, flags)); }
const { constants } = fs;

module.exports = {
  readFile, writeFile, appendFile, stat, lstat, access, readdir, mkdir, mkdtemp, rmdir, unlink, rm, rename, copyFile, realpath, cp, opendir,
  open, constants,
};

// What packages import and is not here rejects when it is called.
const { notHere } = require('internal/errors');
for (const name of ['chmod', 'chown', 'lchmod', 'lchown', 'link', 'lutimes', 'readlink', 'statfs', 'symlink', 'truncate', 'utimes', 'watch']) {
  const refused = async () => { throw notHere(`fs.promises.${name}`); };
  module.exports[name] = Object.defineProperty(refused, 'name', { value: name });
}
