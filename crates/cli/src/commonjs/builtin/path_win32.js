// Paths as Windows has them: what packages take from `path.win32` to read other systems' paths.
'use strict';

const { checkString, invalidType } = require('internal/errors');

const isSlash = character => character === '/' || character === '\\';
const SERVER = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/;

// The part of a path that is no name of a file: a drive or a server's share, and whether names are counted from its top.
function rootOf(path) {
  if (isSlash(path[0])) {
    const server = SERVER.exec(path);
    if (server) return { device: `\\\\${server[1]}\\${server[2]}`, end: server[0].length, isAbsolute: true, isServer: true };
    return { device: '', end: 1, isAbsolute: true, isServer: false };
  }
  if (!/^[A-Za-z]:/.test(path)) return { device: '', end: 0, isAbsolute: false, isServer: false };
  const isAbsolute = isSlash(path[2]);
  return { device: path.slice(0, 2), end: isAbsolute ? 3 : 2, isAbsolute, isServer: false };
}

// The root as paths are made of it: `\\.\` and `\\?\` are no servers, but what devices are below.
function deviceOf(path) {
  const root = rootOf(path), name = root.isServer ? SERVER.exec(path)[1] : '';
  return name === '.' || name === '?' ? { device: `\\\\${name}`, end: 4, isAbsolute: true, isServer: false } : root;
}

// The parts of a path with neither '.' nor, as far as there is something before it, '..'.
function reduced(path, keepsUpwards) {
  const parts = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (keepsUpwards) parts.push('..');
  }
  return parts.join('\\');
}

exports.sep = '\\';
exports.delimiter = ';';

exports.isAbsolute = function isAbsolute(path) {
  checkString(path, 'path');
  return rootOf(path).isAbsolute;
};

exports.normalize = function normalize(path) {
  checkString(path, 'path');
  if (path === '') return '.';
  if (path.length === 1) return isSlash(path) ? '\\' : path;
  const { device, end, isAbsolute, isServer } = deviceOf(path);
  if (isServer && end === path.length) return device + '\\';
  let tail = reduced(path.slice(end), !isAbsolute);
  if (tail === '' && !isAbsolute) tail = '.';
  if (tail !== '' && isSlash(path.at(-1))) tail += '\\';
  // What is below a folder must not become the name of a drive.
  if (device === '' && !isAbsolute && (/^[A-Za-z]:/.test(tail) || /:(?:[\\/]|$)/.test(path))) return '.\\' + tail;
  return device + (isAbsolute ? '\\' : '') + tail;
};

exports.join = function join(...paths) {
  paths.forEach(path => checkString(path, 'path'));
  const given = paths.filter(path => path !== ''), joined = given.join('\\');
  if (joined === '') return '.';
  // Only a first part that names a server makes a path of one.
  return exports.normalize(/^[\\/]{2}[^\\/]/.test(given[0]) ? joined : joined.replace(/^[\\/]{2,}/, '\\'));
};

exports.resolve = function resolve(...paths) {
  let device = '', tail = '', isAbsolute = false;
  for (let i = paths.length - 1; i >= -1 && !(isAbsolute && device !== ''); i--) {
    const path = i >= 0 ? paths[i] : process.cwd();
    checkString(path, `paths[${i}]`);
    if (path === '') continue;
    const root = deviceOf(path);
    if (root.device !== '') {
      if (device !== '' && device.toLowerCase() !== root.device.toLowerCase()) continue;
      if (device === '') ({ device } = root);
    }
    if (isAbsolute) continue;
    tail = path.slice(root.end) + '\\' + tail;
    ({ isAbsolute } = root);
  }
  return device + (isAbsolute ? '\\' : '') + reduced(tail, !isAbsolute) || '.';
};

exports.relative = function relative(from, to) {
  checkString(from, 'from');
  checkString(to, 'to');
  const target = exports.resolve(to);
  const [source, wanted] = [exports.resolve(from), target].map(path => path.split('\\').filter(part => part !== ''));
  let common = 0;
  while (common < source.length && common < wanted.length && source[common].toLowerCase() === wanted[common].toLowerCase()) common++;
  if (common === 0 && source.length > 0 && wanted.length > 0) return target;
  return [...source.slice(common).map(() => '..'), ...wanted.slice(common)].join('\\');
};

// The end of a path's name without slashes behind it, and the name's start.
function nameIn(path, root) {
  let end = path.length;
  while (end > root && isSlash(path[end - 1])) end--;
  let start = end;
  while (start > root && !isSlash(path[start - 1])) start--;
  return [start, end];
}

// The length of the root as `dirname` and `parse` keep it: a share's has the slash behind it.
function rootLength(path) {
  const { end, isServer } = rootOf(path);
  return isServer && end < path.length ? end + 1 : end;
}

exports.dirname = function dirname(path) {
  checkString(path, 'path');
  const root = rootLength(path);
  const [start] = nameIn(path, root);
  if (start <= root) return path.slice(0, root) || '.';
  // One slash is between a folder and a name; what else there is stays.
  return path.slice(0, start - 1);
};

exports.basename = function basename(path, suffix) {
  if (suffix !== undefined) checkString(suffix, 'suffix');
  checkString(path, 'path');
  const [start, end] = nameIn(path, /^[A-Za-z]:/.test(path) ? 2 : 0), name = path.slice(start, end);
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return name;
  if (suffix === path) return '';
  if (name === suffix) return name;
  // As in Node, a name that a longer suffix ends with keeps the slashes behind it.
  if (suffix.endsWith(name)) return path.slice(start);
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};

function ending(name) {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name !== '..' ? name.slice(dot) : '';
}

exports.extname = function extname(path) {
  checkString(path, 'path');
  return ending(exports.basename(path));
};

exports.parse = function parse(path) {
  checkString(path, 'path');
  const length = rootLength(path), root = path.slice(0, length);
  const [start, end] = nameIn(path, length);
  const base = path.slice(start, end), ext = ending(base);
  const dir = start > length ? path.slice(0, start - 1) : root;
  return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
};

exports.format = function format(parts) {
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) throw invalidType('pathObject', 'of type object', parts);
  const { dir, base, name, ext } = parts, root = parts.root || '';
  const file = base || `${name || ''}${ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : ''}`;
  if (!dir) return root + file;
  return dir === root ? dir + file : dir + '\\' + file;
};

exports.matchesGlob = function matchesGlob(path, pattern) {
  checkString(path, 'path');
  checkString(pattern, 'pattern');
  return require('internal/glob').matches(path, pattern, /[\\/]+/);
};

exports.toNamespacedPath = exports._makeLong = function toNamespacedPath(path) {
  if (typeof path !== 'string' || path === '') return path;
  const whole = exports.resolve(path);
  if (whole.length <= 2) return path;
  if (/^\\\\[^?.]/.test(whole)) return `\\\\?\\UNC\\${whole.slice(2)}`;
  return /^[A-Za-z]:\\/.test(whole) ? `\\\\?\\${whole}` : whole;
};

exports.win32 = exports;
