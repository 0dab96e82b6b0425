// Whole folders: `fs.cp`, and `fs.opendir`. All that they touch goes through the calls of `fs`, and so through its gate.
'use strict';

const path = require('path');
const { checkFunction, coded, invalidType, notHere } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');
const { failure, pathOf, systemError } = require('internal/fs');

const refused = (code, message) => systemError(coded(Error, `ERR_FS_${code}`, message));
const invalid = (text, place) => refused('CP_EINVAL', `Invalid src or dest: cp returned EINVAL (${text}) ${place}`);

function optionsOf(options) {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  if (options.filter !== undefined) checkFunction(options.filter, 'options.filter');
  if (options.preserveTimestamps) throw notHere('fs.cp with preserveTimestamps');
  return options;
}

const found = (fs, place, options) => fs[options.dereference ? 'statSync' : 'lstatSync'](place, { throwIfNoEntry: false });

// Copies step by step: gives what the filter is asked for, and goes on with its answer.
function* copy(fs, from, to, options, isFirst) {
  const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
  const kind = fs[options.dereference ? 'statSync' : 'lstatSync'](from), there = found(fs, to, options);
  if (isFirst) check(source, target, kind, from, to, there);
  if (options.filter && !(yield [from, to])) return;
  if (kind.isDirectory()) {
    if (!options.recursive) {
      throw refused('EISDIR', `Path is a directory: cp returned EISDIR (${from} is a directory (not copied)) ${from}`);
    }
    if (there && !there.isDirectory()) throw toFile(from, to);
    if (!there) fs.mkdirSync(to, { recursive: true });
    for (const name of fs.readdirSync(from)) yield* copy(fs, path.join(from, name), path.join(to, name), options, false);
    return;
  }
  if (kind.isSymbolicLink()) throw notHere('fs.cp of symbolic links without dereference');
  if (!kind.isFile()) throw refused('CP_UNKNOWN', `Cannot copy an unknown file type: cp returned EINVAL (cannot copy an unknown file type: ${to}) ${to}`);
  if (there?.isDirectory()) throw toFolder(from, to);
  if (there && options.force === false) {
    if (!options.errorOnExist) return;
    throw refused('CP_EEXIST', `Target already exists: cp returned EEXIST (${to} already exists) ${to}`);
  }
  if (isFirst) fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.copyFileSync(from, to, options.mode ?? 0);
}
function check(source, target, kind, from, to, there) {
  if (source === target) throw invalid('src and dest cannot be the same', to);
  if (kind.isDirectory() && there && !there.isDirectory()) throw toFile(from, to);
  if (!kind.isDirectory() && there?.isDirectory()) throw toFolder(from, to);
  if (kind.isDirectory() && target.startsWith(source.endsWith(path.sep) ? source : source + path.sep)) {
    throw invalid(`cannot copy ${from} to a subdirectory of self ${to}`, to);
  }
}
const toFile = (from, to) => refused('CP_DIR_TO_NON_DIR',
  `Cannot overwrite non-directory with directory: cp returned EISDIR (cannot overwrite non-directory ${to} with directory ${from}) ${to}`);
const toFolder = (from, to) => refused('CP_NON_DIR_TO_DIR',
  `Cannot overwrite directory with non-directory: cp returned ENOTDIR (cannot overwrite directory ${to} with non-directory ${from}) ${to}`);

exports.add = fs => {
  const shown = (value, name) => (typeof value === 'string' ? value : pathOf(value, name));
  fs.cpSync = function cpSync(from, to, given) {
    const options = optionsOf(given), steps = copy(fs, shown(from, 'src'), shown(to, 'dest'), options, true);
    for (let step = steps.next(); !step.done;) {
      const answer = options.filter(...step.value);
      if (typeof answer?.then === 'function') throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', 'Expected boolean to be returned from the "filter" function but got an instance of Promise.');
      step = steps.next(answer);
    }
  };
  fs.cp = function cp(from, to, options, callback) {
    if (typeof options === 'function') [options, callback] = [undefined, options];
    checkFunction(callback, 'cb');
    exports.copied(fs, from, to, options).then(() => callback(null), callback);
  };
  fs.globSync = function globSync(pattern, options) { return [...require('internal/glob').found(fs, pattern, options)]; };
  fs.glob = function glob(pattern, options, callback) {
    if (typeof options === 'function') [options, callback] = [undefined, options];
    checkFunction(callback, 'callback');
    let matches, error = null;
    try {
      matches = fs.globSync(pattern, options);
    } catch (thrown) {
      if (thrown?.code?.startsWith('ERR_')) throw thrown;
      error = thrown;
    }
    setImmediate(() => (error === null ? callback(null, matches) : callback(error)));
  };
  fs.Dir = Dir;
  fs.opendirSync = function opendirSync(folder, options) {
    const place = pathOf(folder);
    if (!fs.statSync(folder).isDirectory()) throw failure('ENOTDIR', 'opendir', String(folder));
    return new Dir(shown(folder), () => fs.readdirSync(place, { withFileTypes: true, recursive: options?.recursive }));
  };
  fs.opendir = function opendir(folder, options, callback) {
    if (typeof options === 'function') [options, callback] = [undefined, options];
    checkFunction(callback, 'callback');
    let dir = null, error = null;
    try {
      dir = fs.opendirSync(folder, options);
    } catch (thrown) {
      if (thrown?.code?.startsWith('ERR_')) throw thrown;
      error = thrown;
    }
    setImmediate(() => (error === null ? callback(null, dir) : callback(error)));
  };
};
// The same, with filters that may take their time.
exports.copied = async (fs, from, to, given) => {
  const options = optionsOf(given), shown = [[from, 'src'], [to, 'dest']].map(([value, name]) => (typeof value === 'string' ? value : pathOf(value, name)));
  const steps = copy(fs, ...shown, options, true);
  for (let step = steps.next(); !step.done;) step = steps.next(await options.filter(...step.value));
};

// A folder that is read entry by entry. It is looked at when the first one is asked for.
class Dir {
  #path; #list; #entries; #at = 0; #isClosed = false;
  constructor(place, list) {
    this.#path = place;
    this.#list = list;
  }
  get path() { return this.#path; }
  readSync() {
    if (this.#isClosed) throw coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
    this.#entries ??= this.#list();
    return this.#entries[this.#at++] ?? null;
  }
  read(callback) { return later(callback, () => this.readSync()); }
  closeSync() {
    if (this.#isClosed) throw coded(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
    this.#isClosed = true;
  }
  close(callback) { return later(callback, () => this.closeSync()); }
  async* entries() {
    try {
      for (let entry; (entry = this.readSync()) !== null;) yield entry;
    } finally {
      if (!this.#isClosed) this.closeSync();
    }
  }
}
Object.defineProperty(Dir.prototype, Symbol.asyncIterator, { value: Dir.prototype.entries, writable: true, configurable: true });

// Gives the result to a callback, or as a promise.
function later(callback, work) {
  if (callback === undefined) return (async () => work())();
  checkFunction(callback, 'callback');
  let result, error = null;
  try {
    result = work();
  } catch (thrown) {
    error = thrown;
  }
  setImmediate(() => (error === null ? callback(null, ...result === undefined ? [] : [result]) : callback(error)));
}
