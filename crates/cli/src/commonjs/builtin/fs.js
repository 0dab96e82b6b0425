// Files, where the command line allows them: every call goes to `native`, which asks the gate. Without a permission each fails
// with EACCES and the name of the option, whether the file is there or not.
'use strict';

const { Buffer } = require('buffer');
const path = require('path');
const { Dirent, Stats, bytesOf, called, encodingOf, failure, pathOf } = require('internal/fs');
const { checkFunction, coded, notHere } = require('internal/errors');
const { fs: constants } = require('constants');

const buffered = bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const decoded = (bytes, options) => {
  const encoding = encodingOf(options);
  return encoding === null ? bytes : bytes.toString(encoding);
};

const sync = {
  readFileSync(file, options) {
    const entry = open.get(named(file));
    if (entry) return decoded(buffered(entry.rest()), options);
    const place = pathOf(file);
    try {
      return decoded(buffered(called('open', file, undefined, () => native.read(place))), options);
    } catch (error) {
      throw error.code === 'EISDIR' ? failure('EISDIR', 'read') : error;
    }
  },
  writeFileSync(file, data, options) { put(file, data, options, options?.flag?.startsWith('a') === true, options?.flag?.includes('x')); },
  appendFileSync(file, data, options) { put(file, data, options, true, false); },
  existsSync(file) {
    try {
      native.stat(pathOf(file), true);
      return true;
    } catch {
      return false;
    }
  },
  statSync(file, options) { return stats('stat', file, true, options); },
  lstatSync(file, options) { return stats('lstat', file, false, options); },
  accessSync(file, mode = constants.F_OK) {
    const place = pathOf(file), found = called('access', file, undefined, () => native.stat(place, true));
    if (mode & constants.W_OK && found.isReadOnly) throw failure('EACCES', 'access', String(file));
  },
  readdirSync(folder, options) {
    const place = pathOf(folder), shown = String(folder), all = [];
    if (called('scandir', shown, undefined, () => native.stat(place, true)).kind === 'file') throw failure('ENOTDIR', 'scandir', shown);
    const add = (at, prefix) => {
      for (const [name, kind] of called('scandir', shown, undefined, () => native.list(at))) {
        if (options?.withFileTypes) all.push(new Dirent(name, kind, path.join(shown, prefix)));
        else all.push(encodingNamed(path.join(prefix, name), options));
        if (options?.recursive && kind === 'folder') add(path.join(at, name), path.join(prefix, name));
      }
    };
    add(place, '');
    return all;
  },
  mkdirSync(folder, options) {
    const place = pathOf(folder), shown = String(folder);
    if (!options?.recursive) return void called('mkdir', shown, undefined, () => native.makeFolder(place));
    return madeWithParents(place, shown);
  },
  mkdtempSync(prefix) {
    const { randomUUID } = require('crypto');
    const name = prefix + randomUUID().replaceAll('-', '').slice(0, 6);
    sync.mkdirSync(name);
    return name;
  },
  rmdirSync(folder, options) {
    if (options?.recursive) return sync.rmSync(folder, { recursive: true });
    const place = pathOf(folder);
    called('rmdir', folder, undefined, () => native.removeFolder(place));
  },
  unlinkSync(file) {
    const place = pathOf(file);
    called('unlink', file, undefined, () => native.removeFile(place));
  },
  rmSync(file, options) {
    const place = pathOf(file);
    try {
      removed(place, String(file), options?.recursive === true);
    } catch (error) {
      if (!(options?.force && error.code === 'ENOENT')) throw error;
    }
  },
  renameSync(from, to) {
    const places = [pathOf(from, 'oldPath'), pathOf(to, 'newPath')];
    called('rename', from, String(to), () => native.rename(...places));
  },
  copyFileSync(from, to, mode = 0) {
    const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
    const bytes = called('copyfile', from, String(to), () => native.read(source));
    if (mode & constants.COPYFILE_EXCL && sync.existsSync(to)) throw failure('EEXIST', 'copyfile', String(from), String(to));
    called('copyfile', from, String(to), () => native.write(target, bytes, false));
  },
  realpathSync(file) {
    const place = pathOf(file);
    return called('realpath', file, undefined, () => native.realpath(place));
  },
  openSync(file, flags = 'r') {
    if (typeof named(file) === 'number') return named(file);
    const place = pathOf(file);
    return opened(place, String(file), typeof flags === 'number' ? flagsOf(flags) : flags);
  },
  closeSync(fd) { if (fd > 2 && !open.delete(fd)) throw failure('EBADF', 'close'); },
  writeSync(fd, data, offset, length, position = null) {
    const isText = typeof data === 'string';
    if (isText) position = typeof offset === 'number' ? offset : null;
    const bytes = isText ? Buffer.from(data, typeof length === 'string' ? length : 'utf8')
      : buffered(data).subarray(offset ?? 0, (offset ?? 0) + (length ?? data.byteLength));
    if (fd === 1 || fd === 2) process[fd === 1 ? 'stdout' : 'stderr'].write(bytes);
    else handle(fd, 'write').write(bytes, position);
    return bytes.length;
  },
  readSync(fd, buffer, offset = 0, length = buffer.byteLength - offset, position = null) {
    if (typeof offset === 'object' && offset !== null) ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset);
    return handle(fd, 'read').read(buffered(buffer).subarray(offset, offset + length), position);
  },
  fstatSync(fd, options) {
    const entry = handle(fd, 'fstat');
    return stats('fstat', entry.place, true, options);
  },
  fsyncSync() {},
  fdatasyncSync() {},
};

const encodingNamed = (name, options) => (options === 'buffer' || options?.encoding === 'buffer' ? Buffer.from(name) : name);

function put(file, data, options, appends, isNew) {
  const bytes = bytesOf(data, encodingOf(options));
  file = named(file);
  if (typeof file === 'number') return void sync.writeSync(file, bytes);
  const place = pathOf(file);
  if (isNew && sync.existsSync(file)) throw failure('EEXIST', 'open', String(file));
  called('open', file, undefined, () => native.write(place, bytes, appends));
}

function stats(call, file, follows, options) {
  const place = pathOf(file);
  try {
    return new Stats(called(call, file, undefined, () => native.stat(place, follows)), options?.bigint === true);
  } catch (error) {
    if (options?.throwIfNoEntry === false && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// Makes a folder and those above it; gives the first that was made.
function madeWithParents(place, shown) {
  try {
    native.makeFolder(place);
    return place;
  } catch (thrown) {
    if (thrown?.code === 'EEXIST') {
      if (native.hasFolder(place)) return undefined;
    } else if (thrown?.code === 'ENOENT' && path.dirname(place) !== place) {
      const first = madeWithParents(path.dirname(place), shown);
      called('mkdir', shown, undefined, () => native.makeFolder(place));
      return first ?? place;
    }
    return called('mkdir', shown, undefined, () => { throw thrown; });
  }
}

function removed(place, shown, all) {
  const { kind } = called('rm', shown, undefined, () => native.stat(place, false));
  if (kind !== 'folder') return called('rm', shown, undefined, () => native.removeFile(place));
  if (!all) {
    throw coded(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${shown}`);
  }
  for (const [name] of called('rm', shown, undefined, () => native.list(place))) removed(path.join(place, name), shown, true);
  called('rm', shown, undefined, () => native.removeFolder(place));
}

// Files that are open: what is read is read at once, what is written is written at once.
const open = new Map([[0, standardInput()]]);
let nextNumber = 3;

// Standard input: what process.stdin has not taken yet. Reading waits for it.
function standardInput() {
  let rest = Buffer.alloc(0);
  return {
    place: '/dev/stdin',
    rest() {
      const pieces = [rest];
      for (let piece; (piece = native.readInput()) !== undefined;) pieces.push(buffered(piece));
      rest = Buffer.alloc(0);
      return Buffer.concat(pieces);
    },
    read(target) {
      if (target.length === 0) return 0;
      if (rest.length === 0) rest = buffered(native.readInput() ?? new Uint8Array());
      const count = rest.copy(target);
      rest = rest.subarray(count);
      return count;
    },
    write() { throw failure('EBADF', 'write'); },
  };
}

// Names of what is open from the beginning.
const STANDARD = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 };
const named = file => (typeof file === 'string' && Object.hasOwn(STANDARD, file) ? STANDARD[file] : file);

function flagsOf(bits) {
  if (bits & constants.O_APPEND) return 'a';
  if (bits & constants.O_TRUNC || bits & constants.O_CREAT) return bits & constants.O_EXCL ? 'wx' : 'w';
  return bits & 3 ? 'r+' : 'r';
}

function opened(place, shown, flags) {
  const has = sign => flags.includes(sign);
  if (has('x') && sync.existsSync(place)) throw failure('EEXIST', 'open', shown);
  const read = () => buffered(called('open', shown, undefined, () => native.read(place)));
  const write = (bytes, appends) => called('open', shown, undefined, () => native.write(place, bytes, appends));
  const isNew = !flags.startsWith('r'), appends = flags.startsWith('a');
  if (isNew) write(Buffer.alloc(0), appends);
  const fd = nextNumber++;
  if (isNew && !has('+')) open.set(fd, { place, ...unread, write: writer(bytes => write(bytes, true), appends ? undefined : 0) });
  else open.set(fd, { place, ...both(isNew && !appends ? Buffer.alloc(0) : read(), write, has('+'), appends) });
  return fd;
}
const unread = {
  rest() { throw failure('EBADF', 'read'); },
  read() { throw failure('EBADF', 'read'); },
};
// Writes at the end of what has been written, which is all that a gate for writing alone allows.
const writer = (write, end) => (bytes, position) => {
  if (end !== undefined && position !== null && Number(position) !== end) throw notHere('fs.write at a position of a file that is not open for reading');
  write(bytes);
  if (end !== undefined) end += bytes.length;
};
// A file that is read as a whole when it is opened. What is written there is put into it, and all of it is written.
function both(bytes, write, isWritable, appends) {
  let at = 0;
  return {
    rest: () => bytes.subarray(at, (at = bytes.length)),
    read(target, position) {
      const from = position === null ? at : Number(position), count = bytes.copy(target, 0, from, from + target.length);
      if (position === null) at += count;
      return count;
    },
    write(piece, position) {
      if (!isWritable) throw failure('EBADF', 'write');
      const from = appends ? bytes.length : position === null ? at : Number(position), end = from + piece.length;
      const changed = Buffer.alloc(Math.max(bytes.length, end));
      changed.set(bytes);
      changed.set(piece, from);
      if (from === bytes.length) write(piece, true);
      else write(changed, false);
      bytes = changed;
      if (position === null) at = end;
    },
  };
}

function handle(fd, call) {
  const entry = open.get(fd);
  if (entry === undefined) throw failure('EBADF', call);
  return entry;
}

// The same with callbacks: the work is done at once, the callback runs later.
function withCallback(name) {
  const work = sync[`${name}Sync`];
  return {
    [name](...values) {
      const callback = values.pop();
      checkFunction(typeof callback === 'function' ? callback : undefined, 'cb');
      let error = null, result;
      try {
        result = work(...values);
      } catch (thrown) {
        if (thrown?.code?.startsWith('ERR_')) throw thrown;
        error = thrown;
      }
      const more = (name === 'write' || name === 'read') && error === null ? [values[1]] : [];
      setImmediate(() => (error !== null ? callback(error) : result === undefined ? callback(null) : callback(null, result, ...more)));
    },
  }[name];
}

for (const name of Object.keys(sync)) {
  exports[name] = sync[name];
  if (name !== 'existsSync') exports[name.slice(0, -4)] = withCallback(name.slice(0, -4));
}
exports.exists = function exists(file, callback) { setImmediate(() => callback(sync.existsSync(file))); };
Object.defineProperty(exports.exists, Symbol.for('nodejs.util.promisify.custom'), { value: async file => sync.existsSync(file) });
exports.realpathSync.native = exports.realpathSync;
exports.realpath.native = exports.realpath;

for (const name of ['chmod', 'chown', 'fchmod', 'fchown', 'ftruncate', 'futimes', 'lchown', 'link', 'lutimes', 'readlink', 'symlink', 'truncate', 'utimes']) {
  const refused = () => { throw notHere(`fs.${name}`); };
  exports[name] = function (...values) {
    const callback = values.pop();
    checkFunction(callback, 'cb');
    setImmediate(() => callback(notHere(`fs.${name}`)));
  };
  exports[`${name}Sync`] = refused;
}
for (const name of ['watch', 'watchFile', 'unwatchFile']) exports[name] = () => { throw notHere(`fs.${name}`); };

require('internal/fs_streams').add(exports);
require('internal/fs_folders').add(exports);

exports.constants = constants;
for (const name of ['F_OK', 'R_OK', 'W_OK', 'X_OK']) exports[name] = constants[name];
exports.Stats = Stats;
exports.Dirent = Dirent;
Object.defineProperty(exports, 'promises', { get() { return require('fs/promises'); }, enumerable: true, configurable: true });
