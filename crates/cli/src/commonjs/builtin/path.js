// Paths with slashes: what Node's `path` has on systems with such.
'use strict';

function requireText(value, name) {
  if (typeof value !== 'string') throw new TypeError(`The "${name}" argument must be of type string`);
}

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
  requireText(path, 'path');
  return path.startsWith('/');
};

exports.normalize = function normalize(path) {
  requireText(path, 'path');
  if (path === '') return '.';
  const absolute = path.startsWith('/');
  let result = reduced(path, !absolute);
  if (result === '' && !absolute) return path.endsWith('/') ? './' : '.';
  if (result !== '' && path.endsWith('/')) result += '/';
  return absolute ? '/' + result : result;
};

exports.join = function join(...paths) {
  paths.forEach(path => requireText(path, 'path'));
  return exports.normalize(paths.filter(path => path !== '').join('/'));
};

exports.resolve = function resolve(...paths) {
  let whole = '';
  for (let i = paths.length - 1; i >= -1 && !whole.startsWith('/'); i--) {
    const path = i >= 0 ? paths[i] : process.cwd();
    requireText(path, 'path');
    if (path !== '') whole = whole === '' ? path : path + '/' + whole;
  }
  return '/' + reduced(whole, false);
};

exports.relative = function relative(from, to) {
  requireText(from, 'from');
  requireText(to, 'to');
  const parts = path => exports.resolve(path).split('/').filter(part => part !== '');
  const source = parts(from), target = parts(to);
  let common = 0;
  while (common < source.length && common < target.length && source[common] === target[common]) common++;
  return [...source.slice(common).map(() => '..'), ...target.slice(common)].join('/');
};

exports.dirname = function dirname(path) {
  requireText(path, 'path');
  const end = path.replace(/\/+$/, '').lastIndexOf('/');
  if (end < 0) return path.startsWith('/') ? '/' : '.';
  return path.slice(0, end).replace(/\/+$/, '') || '/';
};

exports.basename = function basename(path, suffix) {
  requireText(path, 'path');
  const name = path.replace(/\/+$/, '').split('/').pop();
  return suffix !== undefined && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};

exports.extname = function extname(path) {
  const name = exports.basename(path), dot = name.lastIndexOf('.');
  return dot > 0 && name !== '..' ? name.slice(dot) : '';
};

exports.parse = function parse(path) {
  requireText(path, 'path');
  const root = path.startsWith('/') ? '/' : '', base = exports.basename(path), ext = exports.extname(path);
  const dir = path.includes('/') ? exports.dirname(path) : '';
  return { root, dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) };
};

exports.format = function format({ dir, root = '', base, name = '', ext = '' }) {
  const file = base || name + (ext === '' || ext.startsWith('.') ? ext : '.' + ext);
  if (!dir) return root + file;
  return dir === root ? dir + file : dir + '/' + file;
};

exports.toNamespacedPath = path => path;
exports.posix = exports;
exports.win32 = require('path/win32');
exports.win32.posix = exports;
