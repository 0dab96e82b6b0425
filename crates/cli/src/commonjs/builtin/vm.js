// Scripts in the program's own realm. Other contexts are not here.
'use strict';

const { checkString, invalidType, notHere, refuse } = require('internal/errors');

refuse(exports, 'vm', ['runInContext', 'runInNewContext', 'createContext', 'measureMemory', 'SourceTextModule', 'SyntheticModule']);

function nameOf(options) {
  if (options === undefined || options === null) return 'evalmachine.<anonymous>';
  if (typeof options === 'string') return options;
  if (typeof options !== 'object') throw invalidType('options', 'of type object', options);
  const { filename = 'evalmachine.<anonymous>' } = options;
  checkString(filename, 'options.filename');
  return filename;
}

class Script {
  #text;
  #name;
  constructor(text, options) {
    this.#text = `${text}`;
    this.#name = nameOf(options);
    native.check(this.#name, this.#text);
  }
  runInThisContext() { return native.run(this.#name, this.#text); }
  runInContext() { throw notHere('vm.Script.runInContext'); }
  runInNewContext() { throw notHere('vm.Script.runInNewContext'); }
  createCachedData() { return require('buffer').Buffer.alloc(0); }
}

exports.Script = Script;
exports.runInThisContext = function runInThisContext(code, options) {
  return native.run(nameOf(options), `${code}`);
};
exports.compileFunction = function compileFunction(code, parameters, options) {
  checkString(code, 'code');
  if (parameters !== undefined && !Array.isArray(parameters)) throw invalidType('params', 'an instance of Array', parameters);
  if (options?.parsingContext !== undefined && options.parsingContext !== globalThis) throw notHere('vm.compileFunction in another context');
  // What does not parse by itself must not end the function.
  new Function(...parameters ?? [], code);
  return native.run(nameOf({ filename: '', ...options }), `(function (${(parameters ?? []).join(',')}) {${code}\n})`);
};
exports.isContext = function isContext(object) {
  if (typeof object !== 'object' || object === null) throw invalidType('object', 'of type object', object);
  return object === globalThis;
};
exports.constants = Object.freeze({});
