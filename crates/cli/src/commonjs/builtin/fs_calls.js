// What `fs` and `fs/promises` share: paths, errors, Stats, Dirent.
'use strict';

const { Buffer } = require('buffer');
const path = require('path');
const { checkBoolean, checkInteger, invalidType, invalidValue } = require('internal/errors');
const { errno, fs: constants } = { errno: require('constants').os.errno, fs: require('constants').fs };

const WORDS = {
  ENOENT: 'no such file or directory', EACCES: 'permission denied', EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory', ENOTEMPTY: 'directory not empty', EEXIST: 'file already exists', ENOSPC: 'no space left on device',
  EROFS: 'read-only file system', EXDEV: 'cross-device link not permitted', EIO: 'i/o error', EBADF: 'bad file descriptor',
  ENAMETOOLONG: 'name too long', EPERM: 'operation not permitted', EINVAL: 'invalid argument', ELOOP: 'too many symbolic links encountered',
};

// The absolute path for a path, a URL or bytes.
exports.pathOf = function pathOf(value, name = 'path') {
  if (value instanceof URL || typeof value?.href === 'string' && value.protocol === 'file:') value = require('url').fileURLToPath(value);
  if (value instanceof Uint8Array) value = Buffer.from(value).toString();
  if (typeof value !== 'string') throw invalidType(name, 'of type string or an instance of Buffer or URL', value);
  if (value.includes('\0')) throw invalidValue(name, value, 'must be a string, Uint8Array, or URL without null bytes');
  // What is empty is no path of the current folder: `called` says so.
  return value === '' ? '' : path.resolve(value);
};

// The path as errors show it.
exports.shownOf = function shownOf(value) {
  if (value instanceof URL) return require('url').fileURLToPath(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
};

exports.failure = function failure(code, call, given, to, more = '') {
  const of = to === undefined ? (given === undefined ? '' : ` '${given}'`) : ` '${given}' -> '${to}'`;
  const error = new Error(`${code}: ${WORDS[code] ?? 'the file cannot be used'}, ${call}${of}${more}`);
  Object.assign(error, { errno: -(errno[code] ?? 1), code, syscall: call });
  if (given !== undefined) error.path = given;
  if (to !== undefined) error.dest = to;
  return error;
};

// Calls a native function. What is refused for want of a permission says which option gives it.
exports.called = function called(call, given, to, work) {
  if (given === '' || to === '') throw exports.failure('ENOENT', call, exports.shownOf(given), to);
  try {
    return work();
  } catch (thrown) {
    if (typeof thrown?.code !== 'string' || thrown instanceof Error) throw thrown;
    const option = thrown.code === 'EACCES' && /--allow-[a-z]+/.test(thrown.message) ? ` (${thrown.message.replace(/^'[^]*': /, '')})` : '';
    throw exports.failure(thrown.code, call, given === undefined ? undefined : exports.shownOf(given), to, option);
  }
};

exports.optionsOf = function optionsOf(options) {
  if (options === undefined || options === null || typeof options === 'function') return {};
  if (typeof options === 'string') return { encoding: options };
  if (typeof options !== 'object') throw invalidType('options', 'one of type string or object', options);
  return options;
};

// What is said of a removal.
exports.removalOf = function removalOf(options = {}) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalidType('options', 'of type object', options);
  const { recursive, force } = { recursive: false, force: false, ...options };
  checkBoolean(recursive, 'options.recursive');
  checkBoolean(force, 'options.force');
  return { recursive, force };
};

// The rights of what is made are checked, though the system gives its own.
exports.checkMode = function checkMode(mode) {
  if (mode === undefined || mode === null || typeof mode === 'string' && /^[0-7]+$/.test(mode)) return;
  if (typeof mode === 'string') throw invalidValue('mode', mode, 'must be a 32-bit unsigned integer or an octal string');
  checkInteger(mode, 'mode', 0, 2 ** 32 - 1);
};

// The rights that `chmod` is given.
exports.rightsOf = function rightsOf(mode) {
  if (mode === undefined || mode === null) checkInteger(mode, 'mode');
  exports.checkMode(mode);
  const rights = typeof mode === 'string' ? parseInt(mode, 8) : mode;
  checkInteger(rights, 'mode', 0, 2 ** 32 - 1);
  return rights;
};

// Seconds since 1970, of a date, a number or its text. A number before 1970 is now.
exports.secondsOf = function secondsOf(time, name = 'time') {
  if (typeof time === 'string' && +time == time) return +time;
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return time.getTime() / 1000;
  throw invalidType(name, 'an instance of Date or an Time in seconds', time);
};

// Returns whether a file may get these owners: its own alone, as files cannot be given away. It is told as 0.
exports.mayOwn = function mayOwn(uid, gid) {
  checkInteger(uid, 'uid', -1, 2 ** 32 - 1);
  checkInteger(gid, 'gid', -1, 2 ** 32 - 1);
  return uid <= 0 && gid <= 0;
};

// Makes an error one of those that Node has for what it refuses itself, in the system's words.
exports.systemError = error => Object.defineProperty(error, 'name', { value: 'SystemError', writable: true, configurable: true });

// The bits of flags: r, r+, w, w+, a, a+, with x for a file that must be new, and s.
exports.flagsOf = function flagsOf(flags, otherwise) {
  if (flags === undefined || flags === null) return otherwise;
  if (typeof flags === 'number') {
    checkInteger(flags, 'flags', -(2 ** 31), 2 ** 31 - 1);
    return flags;
  }
  const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_EXCL } = constants;
  const [, before, kind, behind, plus] = /^([sx]?)([rwa])([sx]?)(\+?)$/.exec(flags) ?? [], sign = before || behind;
  if (kind === undefined || before && behind || kind === 'r' && sign === 'x' || kind === 'w' && sign === 's') throw invalidValue('flags', flags);
  const more = { r: 0, w: O_CREAT | O_TRUNC, a: O_CREAT | O_APPEND }[kind] | (sign === 'x' ? O_EXCL : 0);
  return more | (plus ? O_RDWR : kind === 'r' ? O_RDONLY : O_WRONLY);
};

exports.encodingOf = function encodingOf(options) {
  exports.optionsOf(options);
  const encoding = typeof options === 'string' ? options : options?.encoding;
  if (encoding === undefined || encoding === null || encoding === 'buffer') return null;
  if (!Buffer.isEncoding(encoding)) throw invalidValue('encoding', encoding, 'is invalid encoding');
  return encoding;
};

exports.bytesOf = function bytesOf(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding ?? 'utf8');
  if (ArrayBuffer.isView(data)) return data;
  throw invalidType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
};

const TYPES = { file: constants.S_IFREG, folder: constants.S_IFDIR, link: constants.S_IFLNK, other: constants.S_IFCHR };

class Kinds {
  #kind;
  constructor(kind) { this.#kind = kind; }
  isFile() { return this.#kind === 'file'; }
  isDirectory() { return this.#kind === 'folder'; }
  isSymbolicLink() { return this.#kind === 'link'; }
  isBlockDevice() { return false; }
  isCharacterDevice() { return this.#kind === 'other'; }
  isFIFO() { return false; }
  isSocket() { return false; }
}

exports.Stats = class Stats extends Kinds {
  constructor(facts, isBig) {
    super(facts.kind);
    const number = value => (isBig ? BigInt(Math.trunc(value)) : value);
    // Not all systems have such rights.
    const usual = facts.kind === 'folder' || facts.isExecutable ? 0o755 : 0o644, rights = facts.isReadOnly ? usual & 0o555 : usual;
    Object.assign(this, {
      dev: number(0), mode: number(TYPES[facts.kind] | (facts.rights ?? rights)), nlink: number(1),
      uid: number(0), gid: number(0), rdev: number(0), blksize: number(4096), ino: number(0), size: number(facts.size),
      blocks: number(Math.ceil(facts.size / 512)),
    });
    const modified = facts.mtime ?? 0;
    const times = { atime: facts.atime ?? modified, mtime: modified, ctime: modified, birthtime: facts.birthtime ?? modified };
    for (const name of Object.keys(times)) this[`${name}Ms`] = number(times[name]);
    if (isBig) for (const name of Object.keys(times)) this[`${name}Ns`] = BigInt(Math.round(times[name] * 1e6));
    for (const name of Object.keys(times)) this[name] = new Date(Math.round(Number(this[`${name}Ms`])));
  }
};

exports.Dirent = class Dirent extends Kinds {
  constructor(name, kind, parentPath) {
    super(kind);
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
  }
};
