// `require` for modules, and which modules there are.
'use strict';

const { invalidValue } = require('internal/errors');
const { fileURLToPath } = require('url');

function Module(id = '') {
  this.id = id;
  this.exports = {};
  this.loaded = false;
  this.children = [];
}

module.exports = Module;
exports = module.exports;
exports.Module = Module;
exports.builtinModules = Object.freeze([...native.names]);

exports.createRequire = function createRequire(from) {
  let path = String(from?.href ?? from);
  if (path.startsWith('file:')) path = fileURLToPath(path);
  if (!path.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path)) {
    throw invalidValue('filename', from, 'must be a file URL object, file URL string, or absolute path string');
  }
  return native.requireOf(path.endsWith('/') ? path + 'noop.js' : path);
};

exports.isBuiltin = function isBuiltin(name) {
  return exports.builtinModules.includes(String(name).replace(/^node:/, ''));
};

exports._cache = native.cache;
exports._extensions = Object.assign(Object.create(null), { '.js'() {}, '.json'() {}, '.node'() {} });
exports._nodeModulePaths = function _nodeModulePaths(folder) {
  const paths = [];
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (!at.endsWith('/node_modules')) paths.push(`${at}/node_modules`);
    if (!at.includes('/')) return paths;
  }
};
exports.syncBuiltinESMExports = function syncBuiltinESMExports() {};
exports.enableCompileCache = function enableCompileCache() { return { status: 3 }; };
