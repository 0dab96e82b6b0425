// Scripts in the program's own realm. Other contexts are not here.
'use strict';

const { checkString, invalidType, notHere } = require('internal/errors');

for (const name of ['runInContext', 'runInNewContext', 'createContext', 'compileFunction', 'measureMemory', 'SourceTextModule', 'SyntheticModule']) {
  const refused = function () { throw notHere(`vm.${name}`); };
  exports[name] = Object.defineProperty(refused, 'name', { value: name });
}

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
exports.isContext = function isContext(object) {
  if (typeof object !== 'object' || object === null) throw invalidType('object', 'of type object', object);
  return object === globalThis;
};
exports.constants = Object.freeze({});
