// Scripts in the program's own realm, and in contexts: further realms whose global variables are the properties of an object.
'use strict';

const { checkInteger, checkString, coded, invalidType, notHere, refuse } = require('internal/errors');
const { newContext } = require('internal/contexts');

refuse(exports, 'vm', ['measureMemory', 'SourceTextModule', 'SyntheticModule']);

const constants = exports.constants = Object.freeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});

// The global object of the realm of each context.
const contexts = new WeakMap();

function nameOf(options) {
  if (options === undefined || options === null) return 'evalmachine.<anonymous>';
  if (typeof options === 'string') return options;
  if (typeof options !== 'object') throw invalidType('options', 'of type object', options);
  const { filename = 'evalmachine.<anonymous>' } = options;
  checkString(filename, 'options.filename');
  return filename;
}

// Runs a text in the realm of a global object, or in the program's own; for as long as the options say.
function run(global, text, name, options) {
  const time = options?.timeout;
  if (time === undefined) return native.run(name, text, global);
  checkInteger(time, 'options.timeout', 1, 2 ** 32 - 1);
  const done = native.runFor(time, name, text, global);
  if (!done) throw coded(Error, 'ERR_SCRIPT_EXECUTION_TIMEOUT', `Script execution timed out after ${time}ms`);
  return done[0];
}

function globalOf(context) {
  const global = typeof context === 'object' && context !== null ? contexts.get(context) : undefined;
  if (global === undefined) throw invalidType('contextifiedObject', 'an vm.Context', context);
  return global;
}

exports.createContext = function createContext(object = {}, options = {}) {
  const isBare = object === constants.DONT_CONTEXTIFY;
  if (!isBare && (typeof object !== 'object' || object === null)) throw invalidType('object', 'of type object', object);
  if (!isBare && contexts.has(object)) return object;
  const { codeGeneration, microtaskMode } = options;
  if (codeGeneration !== undefined && (typeof codeGeneration !== 'object' || codeGeneration === null)) {
    throw invalidType('options.codeGeneration', 'of type object', codeGeneration);
  }
  if (codeGeneration?.strings === false || codeGeneration?.wasm === false) throw notHere('vm.createContext with codeGeneration');
  if (microtaskMode !== undefined) throw notHere('vm.createContext with microtaskMode');
  const global = newContext(native, isBare ? undefined : object);
  if (isBare) object = global;
  contexts.set(object, global);
  return object;
};
exports.isContext = function isContext(object) {
  if (typeof object !== 'object' || object === null) throw invalidType('object', 'of type object', object);
  return contexts.has(object);
};

class Script {
  #text;
  #name;
  constructor(text, options) {
    this.#text = `${text}`;
    this.#name = nameOf(options);
    native.check(this.#name, this.#text);
  }
  runInThisContext(options) { return run(undefined, this.#text, this.#name, options); }
  runInContext(context, options) { return run(globalOf(context), this.#text, this.#name, options); }
  runInNewContext(object, options) { return this.runInContext(contextFor(object, options), options); }
  createCachedData() { return require('buffer').Buffer.alloc(0); }
}

// What one call asks of a context that it makes: other names of the same.
const contextFor = (object, options) => exports.createContext(object, {
  codeGeneration: options?.contextCodeGeneration, microtaskMode: options?.microtaskMode,
});

exports.Script = Script;
exports.createScript = function createScript(code, options) { return new Script(code, options); };
exports.runInThisContext = function runInThisContext(code, options) { return run(undefined, `${code}`, nameOf(options), options); };
exports.runInContext = function runInContext(code, context, options) { return run(globalOf(context), `${code}`, nameOf(options), options); };
exports.runInNewContext = function runInNewContext(code, object, options) {
  return exports.runInContext(code, contextFor(object, options), options);
};
exports.compileFunction = function compileFunction(code, parameters, options) {
  checkString(code, 'code');
  if (parameters !== undefined && !Array.isArray(parameters)) throw invalidType('params', 'an instance of Array', parameters);
  if (options?.contextExtensions?.length > 0) throw notHere('vm.compileFunction with contextExtensions');
  const context = options?.parsingContext, global = context === undefined ? undefined : globalOf(context);
  // What does not parse by itself must not end the function.
  new Function(...parameters ?? [], code);
  return run(global, `(function (${(parameters ?? []).join(',')}) {${code}\n})`, nameOf({ filename: '', ...options }));
};
