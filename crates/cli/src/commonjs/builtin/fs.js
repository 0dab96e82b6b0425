// Files, where the command line allows them: every call goes to `native`, which asks the gate. Without a permission each fails
// with EACCES and the name of the option, whether the file is there or not.
'use strict';

const { Buffer } = require('buffer');
const path = require('path');
const calls = require('internal/fs');
const { Dirent, Stats, bytesOf, checkMode, encodingOf, failure, flagsOf, mayOwn } = calls;
const { optionsOf, pathOf, removalOf, rightsOf, secondsOf, shownOf } = calls;
const { checkBoolean, checkFunction, checkInteger, coded, invalidType, notHere, outOfRange } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');
const { fs: constants, os: { errno } } = require('constants');

const buffered = bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const decoded = (bytes, options) => {
  const encoding = encodingOf(options);
  return encoding === null ? bytes : bytes.toString(encoding);
};

// A native call. What is not there is told from what is below a file, where that may be known.
const called = (call, given, to, work) => calls.called(call, given, to, () => {
  try {
    checkSlash(given, call);
    return work();
  } catch (thrown) {
    if (thrown?.code === 'ENOENT' && !(thrown instanceof Error) && [given, to].some(isBelowFile)) thrown.code = 'ENOTDIR';
    throw thrown;
  }
});

// A path with a slash at its end is one of a folder.
function checkSlash(given, call) {
  if (typeof given !== 'string' || !given.endsWith('/')) return;
  let kind = 'folder';
  try {
    ({ kind } = native.stat(pathOf(given), true));
  } catch {
    // What is there, if anything is, the call itself tells.
  }
  if (kind !== 'folder') throw { code: call === 'mkdir' ? 'EEXIST' : 'ENOTDIR' };
}

// A file is not made under the name of a folder.
function checkMade(shown, bits) {
  if (bits & constants.O_CREAT && shown.endsWith('/')) throw failure('EISDIR', 'open', shown);
}

// Asks for the next thing above that is there.
function isBelowFile(given) {
  if (given === undefined) return false;
  for (let at = pathOf(given), above; (above = path.dirname(at)) !== at; at = above) {
    try {
      return native.stat(above, true).kind !== 'folder';
    } catch (thrown) {
      if (thrown?.code !== 'ENOENT') return false;
    }
  }
  return false;
}

const sync = {
  readFileSync(file, options) {
    const number = named(file), entry = typeof number === 'number' ? handle(number, 'read') : undefined;
    if (entry) return decoded(buffered(entry.rest()), options);
    const place = pathOf(file), bits = flagsOf(optionsOf(options).flag, constants.O_RDONLY);
    if (bits !== constants.O_RDONLY) return decoded(within(place, shownOf(file), bits, entry => entry.rest()), options);
    try {
      return decoded(buffered(called('open', file, undefined, () => native.read(place))), options);
    } catch (error) {
      throw error.code === 'EISDIR' ? failure('EISDIR', 'read') : error;
    }
  },
  writeFileSync(file, data, options) { put(file, data, options, 'w'); },
  appendFileSync(file, data, options) { put(file, data, options, 'a'); },
  existsSync(file) {
    try {
      calls.called('stat', file, undefined, () => {
        checkSlash(file);
        native.stat(pathOf(file), true);
      });
      return true;
    } catch {
      return false;
    }
  },
  statSync(file, options) { return stats('stat', file, true, options); },
  lstatSync(file, options) { return stats('lstat', file, false, options); },
  accessSync(file, mode) {
    mode ??= constants.F_OK;
    checkInteger(mode, 'mode', 0, 7);
    const place = pathOf(file), found = called('access', file, undefined, () => native.stat(place, true));
    const isRefused = mode & constants.W_OK && found.isReadOnly || mode & constants.X_OK && found.kind !== 'folder' && !found.isExecutable;
    if (isRefused) throw failure('EACCES', 'access', shownOf(file));
  },
  readdirSync(folder, options) {
    encodingOf(options);
    const place = pathOf(folder), shown = shownOf(folder), all = [];
    if (options?.recursive !== undefined && options?.recursive !== null) checkBoolean(options.recursive, 'options.recursive');
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
    const { recursive = false, mode } = typeof options === 'number' || typeof options === 'string' ? { mode: options } : options ?? {};
    checkMode(mode);
    const place = pathOf(folder), shown = shownOf(folder);
    checkBoolean(recursive, 'options.recursive');
    if (!recursive || shown === '') return void called('mkdir', shown, undefined, () => native.makeFolder(place));
    return madeWithParents(place, shown);
  },
  mkdtempSync(prefix) {
    pathOf(prefix, 'prefix');
    const { randomUUID } = require('crypto');
    const name = shownOf(prefix) + randomUUID().replaceAll('-', '').slice(0, 6);
    called('mkdtemp', `${shownOf(prefix)}XXXXXX`, undefined, () => native.makeFolder(pathOf(name)));
    return name;
  },
  rmdirSync(folder, options) {
    const place = pathOf(folder);
    if (removalOf(options).recursive) {
      const { kind } = called('rmdir', folder, undefined, () => native.stat(place, false));
      if (kind !== 'folder') throw failure('ENOTDIR', 'rmdir', shownOf(folder));
      return sync.rmSync(folder, { recursive: true });
    }
    called('rmdir', folder, undefined, () => native.removeFolder(place));
  },
  unlinkSync(file) {
    const place = pathOf(file);
    called('unlink', file, undefined, () => native.removeFile(place));
  },
  rmSync(file, options) {
    const place = pathOf(file), { recursive, force } = removalOf(options);
    try {
      removed(place, shownOf(file), recursive);
    } catch (error) {
      if (!(force && error.code === 'ENOENT')) throw error;
    }
  },
  renameSync(from, to) {
    const places = [pathOf(from, 'oldPath'), pathOf(to, 'newPath')];
    called('rename', from, shownOf(to), () => native.rename(...places));
  },
  copyFileSync(from, to, mode = 0) {
    const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
    const bytes = called('copyfile', from, shownOf(to), () => native.read(source));
    if (mode & constants.COPYFILE_EXCL && sync.existsSync(to)) throw failure('EEXIST', 'copyfile', shownOf(from), shownOf(to));
    called('copyfile', from, shownOf(to), () => native.write(target, bytes, false));
  },
  realpathSync(file, options) {
    const place = pathOf(file);
    return encodingNamed(called('realpath', file, undefined, () => native.realpath(place)), options);
  },
  openSync(file, flags) {
    const place = pathOf(file), bits = flagsOf(flags, constants.O_RDONLY), standard = named(file);
    return typeof standard === 'number' ? standard : opened(place, shownOf(file), bits);
  },
  closeSync(fd) {
    checkNumber(fd);
    if (fd > 2 && !open.delete(fd)) throw failure('EBADF', 'close');
  },
  writeSync(fd, data, offset, length, position) {
    checkNumber(fd);
    const isText = typeof data === 'string';
    if (!isText && !ArrayBuffer.isView(data)) {
      throw invalidType('buffer', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
    }
    if (isText) position = offset;
    else if (typeof offset === 'object' && offset !== null) ({ offset, length, position } = offset);
    const bytes = isText ? Buffer.from(data, encodingOf(length) ?? 'utf8') : partOf(data, offset, length);
    // As in Node, what is no place means the current one.
    if (typeof position !== 'number' && typeof position !== 'bigint' || position < 0) position = null;
    if (fd === 1 || fd === 2) process[fd === 1 ? 'stdout' : 'stderr'].write(bytes);
    else handle(fd, 'write').write(bytes, position);
    return bytes.length;
  },
  readSync(fd, buffer, offset, length, position) {
    checkNumber(fd);
    if (!ArrayBuffer.isView(buffer)) throw invalidType('buffer', 'an instance of Buffer, TypedArray, or DataView', buffer);
    if (typeof offset === 'object' && offset !== null) ({ offset, length, position } = offset);
    const target = partOf(buffer, offset, length);
    if (typeof position !== 'bigint' && position !== undefined && position !== null) checkInteger(position, 'position', -1);
    return handle(fd, 'read').read(target, position === undefined || position === null || position < 0 ? null : position);
  },
  readvSync(fd, buffers, position) { return each(buffers, position, (one, at) => [sync.readSync(fd, one, 0, one.byteLength, at), one.byteLength]); },
  writevSync(fd, buffers, position) { return each(buffers, position, (one, at) => [sync.writeSync(fd, one, 0, one.byteLength, at), one.byteLength]); },
  ftruncateSync(fd, length = 0) {
    checkInteger(length ?? 0, 'len');
    handle(fd, 'ftruncate').truncate(Math.max(length ?? 0, 0));
  },
  truncateSync(file, length = 0) {
    if (typeof file === 'number') return sync.ftruncateSync(file, length);
    checkInteger(length ?? 0, 'len');
    within(pathOf(file), shownOf(file), constants.O_RDWR, entry => entry.truncate(Math.max(length ?? 0, 0)));
  },
  fstatSync(fd, options) {
    const entry = handle(fd, 'fstat');
    return stats('fstat', entry.place, true, options);
  },
  chmodSync(file, mode) {
    const place = pathOf(file), rights = rightsOf(mode);
    called('chmod', file, undefined, () => native.setRights(place, rights));
  },
  fchmodSync(fd, mode) {
    const rights = rightsOf(mode), { place } = handle(fd, 'fchmod');
    called('fchmod', undefined, undefined, () => native.setRights(place, rights));
  },
  chownSync(file, uid, gid) {
    const place = pathOf(file), isAllowed = mayOwn(uid, gid);
    called('chown', file, undefined, () => native.setRights(place));
    if (!isAllowed) throw failure('EPERM', 'chown', shownOf(file));
  },
  fchownSync(fd, uid, gid) {
    const isAllowed = mayOwn(uid, gid), { place } = handle(fd, 'fchown');
    called('fchown', undefined, undefined, () => native.setRights(place));
    if (!isAllowed) throw failure('EPERM', 'fchown');
  },
  utimesSync(file, accessed, modified) { timed('utime', file, accessed, modified); },
  futimesSync(fd, accessed, modified) {
    const times = [secondsOf(accessed, 'atime'), secondsOf(modified, 'mtime')], { place } = handle(fd, 'futime');
    called('futime', undefined, undefined, () => native.setTimes(place, ...times));
  },
  lutimesSync(file, accessed, modified) {
    const place = pathOf(file);
    if (called('lutime', file, undefined, () => native.isLink(place))) throw notHere('fs.lutimes of a link');
    timed('lutime', file, accessed, modified);
  },
  fsyncSync() {},
  fdatasyncSync() {},
};

function timed(call, file, accessed, modified) {
  const place = pathOf(file), times = [secondsOf(accessed), secondsOf(modified)];
  called(call, file, undefined, () => native.setTimes(place, ...times));
}

const checkNumber = fd => checkInteger(fd, 'fd', 0, 2 ** 31 - 1);

// The bytes of a view that are asked for.
function partOf(view, offset, length) {
  const bytes = buffered(view);
  offset ??= 0;
  checkInteger(offset, 'offset', 0);
  if (offset > bytes.length) throw outOfRange('offset', `<= ${bytes.length}`, offset);
  length ??= bytes.length - offset;
  checkInteger(length, 'length');
  if (length < 0) throw outOfRange('length', '>= 0', length);
  if (length > bytes.length - offset) throw outOfRange('length', `<= ${bytes.length - offset}`, length);
  return bytes.subarray(offset, offset + length);
}

// Reads or writes buffers one after the other, until one is not full.
function each(buffers, position, work) {
  if (!Array.isArray(buffers) || !buffers.every(ArrayBuffer.isView)) throw invalidType('buffers', 'an ArrayBufferView[]', buffers);
  let all = 0;
  for (const one of buffers) {
    const [count, size] = work(one, typeof position === 'number' ? position + all : null);
    all += count;
    if (count < size) break;
  }
  return all;
}

function encodingNamed(name, options) {
  const encoding = encodingOf(options);
  if (options === 'buffer' || options?.encoding === 'buffer') return Buffer.from(name);
  return encoding === null || /^utf-?8$/i.test(encoding) ? name : Buffer.from(name).toString(encoding);
}

function put(file, data, options, otherwise) {
  const bits = flagsOf(optionsOf(options).flag || otherwise), bytes = bytesOf(data, encodingOf(options));
  file = named(file);
  if (typeof file === 'number') return void sync.writeSync(file, bytes);
  const place = pathOf(file), shown = shownOf(file);
  checkMade(shown, bits);
  const { O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants, how = bits & ~3 & ~O_EXCL;
  // All of a file, or its end, is written without a look at what is there.
  if ((bits & 3) === 0 || how !== (O_CREAT | O_TRUNC) && how !== (O_CREAT | O_APPEND)) {
    return void within(place, shown, bits, entry => entry.write(buffered(bytes), null));
  }
  if (bits & O_EXCL) checkNew(place, shown);
  called('open', file, undefined, () => native.write(place, bytes, (bits & O_APPEND) !== 0));
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
  const { kind } = called('lstat', shown, undefined, () => native.stat(place, false));
  if (kind !== 'folder') return called('rm', shown, undefined, () => native.removeFile(place));
  if (!all) {
    const info = { code: 'EISDIR', message: 'is a directory', path: shown, syscall: 'rm', errno: errno.EISDIR };
    const error = coded(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${shown}`);
    throw Object.assign(calls.systemError(error), { info, errno: info.errno, syscall: 'rm', path: shown });
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
    truncate() { throw failure('EINVAL', 'ftruncate'); },
  };
}

// Names of what is open from the beginning.
const STANDARD = { '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 };
const named = file => (typeof file === 'string' && Object.hasOwn(STANDARD, file) ? STANDARD[file] : file);

// Tells whether a file is there: who may write may know that, as folders that are made tell it too.
const isThere = (place, shown) => called('open', shown, undefined, () => native.isThere(place));
function checkNew(place, shown) {
  if (isThere(place, shown)) throw failure('EEXIST', 'open', shown);
}
// Refuses a link by the permission that the file is opened with. Where a folder is wanted, a link is none.
function checkNoLink(place, shown, writes, wantsFolder) {
  const isLink = () => (writes ? native.isLink(place) : native.stat(place, false).kind === 'link');
  try {
    if (!called('open', shown, undefined, isLink)) return;
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  throw failure(wantsFolder ? 'ENOTDIR' : 'ELOOP', 'open', shown);
}
// Refuses what is no folder, before anything is written there.
function checkFolder(place, shown, writes) {
  const isFolder = called('open', shown, undefined, () => (writes ? native.hasFolder(place) : native.stat(place, true).kind === 'folder'));
  if (isFolder && !writes) return;
  throw failure(isFolder ? 'EISDIR' : writes && !isThere(place, shown) ? 'ENOENT' : 'ENOTDIR', 'open', shown);
}

// Opens a file for the bits of its flags, and gives its number.
function opened(place, shown, bits) {
  checkMade(shown, bits);
  const access = bits & 3, writes = access !== constants.O_RDONLY, reads = access !== constants.O_WRONLY;
  const has = bit => (bits & bit) !== 0, appends = has(constants.O_APPEND), isEmptied = writes && has(constants.O_TRUNC);
  if (has(constants.O_CREAT) && has(constants.O_EXCL)) checkNew(place, shown);
  if (has(constants.O_NOFOLLOW)) checkNoLink(place, shown, writes || has(constants.O_CREAT), has(constants.O_DIRECTORY));
  if (has(constants.O_DIRECTORY)) checkFolder(place, shown, writes);
  const read = () => {
    try {
      return buffered(called('open', shown, undefined, () => native.read(place)));
    } catch (error) {
      if (writes || error.code !== 'EISDIR') throw error;
      return undefined;
    }
  };
  const write = (bytes, atEnd) => called('open', shown, undefined, () => native.write(place, bytes, atEnd));
  if (!has(constants.O_CREAT) && writes && !isThere(place, shown)) throw failure('ENOENT', 'open', shown);
  // Nothing is written: this asks whether writing is allowed, now and not later.
  if (writes || has(constants.O_CREAT)) write(Buffer.alloc(0), !isEmptied);
  // What is only written from its beginning or at its end need not be read.
  const isUnread = !reads && (isEmptied || appends), bytes = isUnread || isEmptied ? Buffer.alloc(0) : read();
  const entry = isUnread ? { ...unread, ...writer(write, appends ? undefined : 0) }
    : bytes === undefined ? openFolder : both(bytes, write, reads, writes, appends);
  const fd = nextNumber++;
  open.set(fd, { place, ...entry });
  return fd;
}

// Opens a file for one piece of work.
function within(place, shown, bits, work) {
  const fd = opened(place, shown, bits);
  try {
    return work(open.get(fd));
  } finally {
    open.delete(fd);
  }
}
const unread = {
  rest() { throw failure('EBADF', 'read'); },
  read() { throw failure('EBADF', 'read'); },
};
// A folder is opened, but not read.
const openFolder = {
  rest() { throw failure('EISDIR', 'read'); },
  read() { throw failure('EISDIR', 'read'); },
  write() { throw failure('EBADF', 'write'); },
  truncate() { throw failure('EINVAL', 'ftruncate'); },
};
// Writes at the end of what has been written, which is all that a gate for writing alone allows.
const writer = (write, end) => ({
  write(bytes, position) {
    if (end !== undefined && position !== null && Number(position) !== end) throw notHere('fs.write at a position of a file that is not open for reading');
    write(bytes, true);
    if (end !== undefined) end += bytes.length;
  },
  truncate(length) {
    if (length === end) return;
    if (length > 0) throw notHere('fs.ftruncate of a file that is not open for reading');
    write(Buffer.alloc(0), false);
    if (end !== undefined) end = 0;
  },
});
// A file that is read as a whole when it is opened. What is written there is put into it, and all of it is written.
function both(bytes, write, isReadable, isWritable, appends) {
  let at = 0;
  const check = (is, call) => { if (!is) throw failure(call === 'ftruncate' ? 'EINVAL' : 'EBADF', call); };
  return {
    rest() {
      check(isReadable, 'read');
      return bytes.subarray(at, (at = Math.max(at, bytes.length)));
    },
    read(target, position) {
      check(isReadable, 'read');
      const from = position === null ? at : Number(position);
      if (from >= bytes.length) return 0;
      const count = bytes.copy(target, 0, from, from + target.length);
      if (position === null) at += count;
      return count;
    },
    write(piece, position) {
      check(isWritable, 'write');
      const from = appends ? bytes.length : position === null ? at : Number(position), end = from + piece.length;
      const changed = Buffer.alloc(piece.length === 0 ? bytes.length : Math.max(bytes.length, end));
      changed.set(bytes);
      changed.set(piece, piece.length === 0 ? 0 : from);
      if (from === bytes.length) write(piece, true);
      else write(changed, false);
      bytes = changed;
      if (position === null) at = end;
    },
    truncate(length) {
      check(isWritable, 'ftruncate');
      const changed = Buffer.alloc(length);
      changed.set(bytes.subarray(0, length));
      write(changed, false);
      bytes = changed;
    },
  };
}

function handle(fd, call) {
  checkNumber(fd);
  const entry = open.get(fd);
  if (entry === undefined) throw failure('EBADF', call);
  return entry;
}

// What `fs.read` is given besides the file and the callback: a buffer, a buffer and options, options, or nothing.
function readingOf([fd, buffer, ...more]) {
  if (ArrayBuffer.isView(buffer) || buffer !== undefined && buffer !== null && typeof buffer !== 'object') return [fd, buffer, ...more];
  return [fd, buffer?.buffer ?? Buffer.alloc(16384), buffer ?? {}];
}

// Calls with several values before what may be left out, and before the callback. All others have one.
const LEAST = {
  appendFile: 2, chmod: 2, copyFile: 2, fchmod: 2, readv: 2, rename: 2, write: 2, writeFile: 2, writev: 2,
  chown: 3, fchown: 3, futimes: 3, lutimes: 3, utimes: 3,
};

// The callback of `fs.close`, which may be left out.
const throwing = error => { if (error) throw error; };

// The same with callbacks: the work is done at once, the callback runs later.
function withCallback(name) {
  const work = sync[`${name}Sync`], isPart = /^(?:read|write)v?$/.test(name), least = LEAST[name] ?? 1;
  const call = {
    [name](...values) {
      const given = values.length > least ? values.pop() : undefined;
      const callback = given === undefined && name === 'close' ? throwing : given;
      checkFunction(callback, 'cb');
      if (name === 'read') values = readingOf(values);
      let error = null, result;
      try {
        result = work(...values);
      } catch (thrown) {
        if (thrown?.code?.startsWith('ERR_')) throw thrown;
        error = thrown;
      }
      const more = isPart && error === null ? [values[1]] : [];
      setImmediate(() => (error !== null ? callback(error) : result === undefined ? callback(null) : callback(null, result, ...more)));
    },
  }[name];
  // Promises of such calls give an object.
  if (isPart) {
    const count = name.startsWith('read') ? 'bytesRead' : 'bytesWritten', what = name.endsWith('v') ? 'buffers' : 'buffer';
    Object.defineProperty(call, Symbol.for('nodejs.util.promisify.custom'), {
      value: (...values) => new Promise((resolve, reject) => {
        call(...values, (error, size, given) => (error ? reject(error) : resolve({ [count]: size, [what]: given })));
      }),
    });
  }
  return call;
}

for (const name of Object.keys(sync)) {
  exports[name] = sync[name];
  if (name !== 'existsSync') exports[name.slice(0, -4)] = withCallback(name.slice(0, -4));
}
exports.exists = function exists(file, callback) { setImmediate(() => callback(sync.existsSync(file))); };
Object.defineProperty(exports.exists, Symbol.for('nodejs.util.promisify.custom'), { value: async file => sync.existsSync(file) });
exports.realpathSync.native = exports.realpathSync;
exports.realpath.native = exports.realpath;

for (const name of ['lchmod', 'lchown', 'link', 'readlink', 'statfs', 'symlink']) {
  const refused = () => { throw notHere(`fs.${name}`); };
  exports[name] = function (...values) {
    const callback = values.pop();
    checkFunction(callback, 'cb');
    setImmediate(() => callback(notHere(`fs.${name}`)));
  };
  exports[`${name}Sync`] = refused;
}
for (const name of ['watch', 'watchFile', 'unwatchFile']) exports[name] = () => { throw notHere(`fs.${name}`); };

exports.openAsBlob = async function openAsBlob(file, options) {
  const { type = '' } = options ?? {};
  if (typeof type !== 'string') throw invalidType('options.type', 'of type string', type);
  return new globalThis.Blob([sync.readFileSync(file)], { type });
};

require('internal/fs_streams').add(exports);
require('internal/fs_folders').add(exports);

exports.constants = constants;
for (const name of ['F_OK', 'R_OK', 'W_OK', 'X_OK']) exports[name] = constants[name];
exports.Stats = Stats;
exports.Dirent = Dirent;
Object.defineProperty(exports, 'promises', { get() { return require('fs/promises'); }, enumerable: true, configurable: true });
