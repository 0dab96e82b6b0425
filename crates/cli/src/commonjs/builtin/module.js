// `require` for modules, which modules there are, and Module: what packages replace of it, `require` uses.
'use strict';

const { checkString, invalidValue, notHere } = require('internal/errors');
const { fileURLToPath } = require('url');

function Module(id = '', parent) {
  this.id = id;
  this.path = require('path').dirname(id);
  this.exports = {};
  Object.defineProperty(this, 'parent', { value: parent, writable: true, configurable: true });
  parent?.children?.push(this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

module.exports = Module;
exports = module.exports;
exports.Module = Module;
exports.builtinModules = Object.freeze([...native.names]);

Module.prototype = native.prototype;
const define = (name, value) => Object.defineProperty(Module.prototype, name, { value, writable: true, configurable: true });
define('constructor', Module);
define('_compile', native.compile);
define('load', function load(filename) {
  this.filename = filename;
  this.paths = Module._nodeModulePaths(require('path').dirname(filename));
  (Module._extensions[require('path').extname(filename)] ?? Module._extensions['.js'])(this, filename);
  this.loaded = true;
});
define('require', function (id) {
  checkString(id, 'id');
  return Module._load(id, this, false);
});
define('isPreloading', false);

exports._load = function _load(request, parent) { return native.load(request, parent ?? undefined); };
exports._resolveFilename = function _resolveFilename(request, parent, isMain, options) {
  return native.resolve(request, parent ?? undefined, options);
};
exports._extensions = Object.assign(Object.create(null), {
  '.js'(module, filename) { native.loadJs(module, filename); },
  '.json'(module, filename) { native.loadJson(module, filename); },
  '.node'() { throw notHere('A module of machine code'); },
});
exports._cache = native.cache;
exports._pathCache = Object.create(null);

exports._findPath = function _findPath(request, paths) {
  try {
    return native.resolve(request, undefined, { paths });
  } catch {
    return false;
  }
};
exports._resolveLookupPaths = function _resolveLookupPaths(request, parent) {
  if (exports.isBuiltin(request)) return null;
  if (/^\.\.?(\/|$)/.test(request)) return [parent?.filename ? require('path').dirname(parent.filename) : '.'];
  return parent?.paths ?? [];
};
exports._nodeModulePaths = function _nodeModulePaths(folder) {
  const paths = [];
  for (let at = require('path').resolve(folder); ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (at === '/') at = '';
    if (!at.endsWith('/node_modules')) paths.push(`${at}/node_modules`);
    if (!at.includes('/')) return paths;
  }
};

exports.createRequire = function createRequire(from) {
  let path = String(from?.href ?? from);
  if (path.startsWith('file:')) path = fileURLToPath(path);
  if (!path.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path)) {
    throw invalidValue('filename', from, 'must be a file URL object, file URL string, or absolute path string');
  }
  return native.requireOf(path.endsWith('/') ? path + 'noop.js' : path);
};
exports.isBuiltin = function isBuiltin(name) {
  // The names of packages are none of modules, unless it is said that they are.
  return name !== 'test' && name !== 'test/reporters' && exports.builtinModules.includes(String(name).replace(/^node:/, ''));
};

// The function that a file's text becomes, for packages that make it themselves.
exports.wrapper = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
exports.wrap = function wrap(text) { return exports.wrapper[0] + text + exports.wrapper[1]; };

exports.globalPaths = [];
exports._initPaths = function _initPaths() {};
exports._preloadModules = function _preloadModules() {};
exports.runMain = function runMain() {};
exports.findSourceMap = function findSourceMap() {};
exports.register = function register() { throw notHere('module.register'); };
exports.syncBuiltinESMExports = function syncBuiltinESMExports() {};
exports.constants = { compileCacheStatus: { FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 } };
exports.enableCompileCache = function enableCompileCache() { return { status: exports.constants.compileCacheStatus.DISABLED }; };
exports.getCompileCacheDir = function getCompileCacheDir() {};
exports.flushCompileCache = function flushCompileCache() {};
