// Paths with slashes: what Node's `path` has on systems with such.
'use strict';

const { checkString, invalidType } = require('internal/errors');

// The parts of a path with neither '.' nor, as far as there is something before it, '..'.
function reduced(path, keepsUpwards) {
  const parts = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (keepsUpwards) parts.push('..');
  }
  return parts.join('/');
}

exports.sep = '/';
exports.delimiter = ':';

exports.isAbsolute = function isAbsolute(path) {
  checkString(path, 'path');
  return path.startsWith('/');
};

exports.normalize = function normalize(path) {
  checkString(path, 'path');
  if (path === '') return '.';
  const absolute = path.startsWith('/');
  let result = reduced(path, !absolute);
  if (result === '' && !absolute) return path.endsWith('/') ? './' : '.';
  if (result !== '' && path.endsWith('/')) result += '/';
  return absolute ? '/' + result : result;
};

exports.join = function join(...paths) {
  paths.forEach(path => checkString(path, 'path'));
  return exports.normalize(paths.filter(path => path !== '').join('/'));
};

exports.resolve = function resolve(...paths) {
  let whole = '';
  for (let i = paths.length - 1; i >= -1 && !whole.startsWith('/'); i--) {
    const path = i >= 0 ? paths[i] : process.cwd();
    checkString(path, `paths[${i}]`);
    if (path !== '') whole = whole === '' ? path : path + '/' + whole;
  }
  return '/' + reduced(whole, false);
};

exports.relative = function relative(from, to) {
  checkString(from, 'from');
  checkString(to, 'to');
  const parts = path => exports.resolve(path).split('/').filter(part => part !== '');
  const source = parts(from), target = parts(to);
  let common = 0;
  while (common < source.length && common < target.length && source[common] === target[common]) common++;
  return [...source.slice(common).map(() => '..'), ...target.slice(common)].join('/');
};

exports.dirname = function dirname(path) {
  checkString(path, 'path');
  const end = path.replace(/\/+$/, '').lastIndexOf('/');
  if (end <= 0) return path.startsWith('/') ? '/' : '.';
  // One slash is between a folder and a name; what else there is stays.
  return end === 1 && path.startsWith('/') ? '//' : path.slice(0, end);
};

exports.basename = function basename(path, suffix) {
  if (suffix !== undefined) checkString(suffix, 'suffix');
  checkString(path, 'path');
  const whole = path.replace(/\/+$/, ''), start = whole.lastIndexOf('/') + 1, name = whole.slice(start);
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return name;
  if (suffix === path) return '';
  if (name === suffix) return name;
  // As in Node, a name that a longer suffix ends with keeps the slashes behind it.
  if (suffix.endsWith(name)) return path.slice(start);
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};

exports.extname = function extname(path) {
  checkString(path, 'path');
  const name = exports.basename(path), dot = name.lastIndexOf('.');
  return dot > 0 && name !== '..' ? name.slice(dot) : '';
};

exports.parse = function parse(path) {
  checkString(path, 'path');
  const root = path.startsWith('/') ? '/' : '', base = exports.basename(path), ext = exports.extname(path);
  // Slashes behind the name make no folder.
  const end = path.replace(/\/+$/, '').lastIndexOf('/'), dir = end > 0 ? path.slice(0, end) : root;
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
};

exports.format = function format(parts) {
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) throw invalidType('pathObject', 'of type object', parts);
  const { dir, base, name, ext } = parts, root = parts.root || '';
  const file = base || `${name || ''}${ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : ''}`;
  if (!dir) return root + file;
  return dir === root ? dir + file : dir + '/' + file;
};

exports.matchesGlob = function matchesGlob(path, pattern) {
  checkString(path, 'path');
  checkString(pattern, 'pattern');
  return require('internal/glob').matches(path, pattern, /\/+/);
};

exports.toNamespacedPath = exports._makeLong = function toNamespacedPath(path) { return path; };
exports.posix = exports;
exports.win32 = require('path/win32');
exports.win32.posix = exports;
