// What programs use most of Node's `util`. `native` shows values as the console does.
'use strict';

// The older form has `showHidden`, `depth` and `colors` in places of their own.
exports.inspect = function inspect(value, options) {
  let given = defaults;
  if (arguments.length >= 3) {
    given = { ...given, showHidden: options };
    if (arguments[2] !== undefined) given.depth = arguments[2];
    if (arguments.length >= 4 && arguments[3] !== undefined) given.colors = arguments[3];
  } else if (typeof options === 'boolean') {
    given = { ...given, showHidden: options };
  } else if (typeof options === 'object' && options !== null) {
    given = { ...given, ...options };
  }
  return native.inspect(value, given);
};
const defaults = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000,
  breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false,
};
exports.inspect.custom = Symbol.for('nodejs.util.inspect.custom');
Object.defineProperty(exports.inspect, 'defaultOptions', {
  get: () => defaults,
  set(options) {
    if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
    Object.assign(defaults, options);
  },
});
exports.format = function format(...values) { return native.format(...values); };

const { checkFunction, checkString, invalidType } = require('internal/errors');

exports.inherits = function inherits(constructor, parent) {
  checkFunction(constructor, 'ctor');
  checkFunction(parent, 'superCtor');
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
};

exports.deprecate = function deprecate(callback, message, code) {
  let isTold = false;
  return function deprecated(...values) {
    if (!isTold) process.emitWarning(message, 'DeprecationWarning', code);
    isTold = true;
    return new.target ? Reflect.construct(callback, values, new.target) : Reflect.apply(callback, this, values);
  };
};

const promisified = Symbol.for('nodejs.util.promisify.custom');
exports.promisify = function promisify(callback) {
  checkFunction(callback, 'original');
  if (callback[promisified]) {
    checkFunction(callback[promisified], 'util.promisify.custom');
    return callback[promisified];
  }
  if (callback === globalThis.setTimeout || callback === globalThis.setImmediate) return require('timers/promises')[callback.name];
  function result(...values) {
    return new Promise((resolve, reject) => {
      Reflect.apply(callback, this, [...values, (error, value) => (error ? reject(error) : resolve(value))]);
    });
  }
  Object.setPrototypeOf(result, Object.getPrototypeOf(callback));
  return Object.defineProperties(result, Object.getOwnPropertyDescriptors(callback));
};
exports.promisify.custom = promisified;

exports.callbackify = function callbackify(original) {
  checkFunction(original, 'original');
  return function (...values) {
    const callback = values.pop();
    Reflect.apply(original, this, values).then(
      value => queueMicrotask(() => callback(null, value)),
      error => queueMicrotask(() => callback(error)));
  };
};

exports.formatWithOptions = function formatWithOptions(options, ...values) {
  if (typeof options !== 'object' || options === null) throw invalidType('inspectOptions', 'of type object', options);
  // Only the last values are shown by the options: those that no format takes.
  const taken = typeof values[0] === 'string' ? Math.min(values.length, 1 + (values[0].match(/%[sdifjoOc]/g)?.length ?? 0)) : 0;
  const shown = values.slice(taken).map(value => (typeof value === 'string' ? value : exports.inspect(value, options)));
  return [...taken > 0 ? [native.format(...values.slice(0, taken))] : [], ...shown].join(' ');
};
Object.defineProperty(exports, 'parseArgs', { get: () => require('internal/parse_args'), enumerable: true, configurable: true });
exports.toUSVString = function toUSVString(text) { return String(text).toWellFormed(); };
exports.getSystemErrorName = function getSystemErrorName(number) {
  const { errno } = require('constants').os;
  return Object.keys(errno).find(name => errno[name] === -number);
};
exports.parseEnv = function parseEnv(text) {
  checkString(text, 'content');
  const found = {};
  const line = /^[ \t]*(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n\r#]*))/gm;
  for (const [, name, double, single, back, plain] of text.matchAll(line)) {
    found[name] = double?.replace(/\\n/g, '\n') ?? single ?? back ?? plain.trim();
  }
  return found;
};
exports.aborted = function aborted(signal) {
  return new Promise(resolve => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
};
const STYLES = {
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], inverse: [7, 27], strikethrough: [9, 29],
  black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39],
  gray: [90, 39], grey: [90, 39],
};
exports.inspect.colors = STYLES;
exports.inspect.styles = {
  special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold', string: 'green', symbol: 'green',
  date: 'magenta', regexp: 'red', module: 'underline',
};
exports.styleText = function styleText(format, text) {
  return [format].flat().reduceRight((inner, name) => {
    if (STYLES[name] === undefined) throw invalidType('format', `one of ${Object.keys(STYLES).join(', ')}`, name);
    return `\x1b[${STYLES[name][0]}m${inner}\x1b[${STYLES[name][1]}m`;
  }, text);
};
for (const [name, type] of Object.entries({
  isBoolean: 'boolean', isNumber: 'number', isString: 'string', isSymbol: 'symbol', isUndefined: 'undefined', isFunction: 'function',
})) exports[name] = value => typeof value === type;
exports.isNull = value => value === null;
exports.isNullOrUndefined = value => value === null || value === undefined;
exports.isObject = value => typeof value === 'object' && value !== null;
exports.isPrimitive = value => typeof value !== 'object' && typeof value !== 'function' || value === null;
exports.isError = value => value instanceof Error;
exports.isRegExp = value => exports.types.isRegExp(value);
exports.isDate = value => exports.types.isDate(value);
exports.isBuffer = value => require('buffer').Buffer.isBuffer(value);
exports._extend = function _extend(target, source) { return Object.assign(target, source); };

exports.debug = exports.debuglog = () => Object.assign(() => {}, { enabled: false });
exports.stripVTControlCharacters = text => String(text).replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
exports.isArray = Array.isArray;
exports.isDeepStrictEqual = (one, other) => require('internal/comparisons').isDeepStrictEqual(one, other);
exports.TextEncoder = TextEncoder;
exports.TextDecoder = TextDecoder;

const tag = value => Object.prototype.toString.call(value).slice(8, -1);
const isA = (...tags) => value => typeof value === 'object' && value !== null && tags.includes(tag(value));
exports.types = {
  isBigIntObject: isA('BigInt'), isCryptoKey: value => value instanceof CryptoKey,
  isKeyObject: value => value instanceof require('crypto').KeyObject,
  isBoxedPrimitive: isA('Number', 'String', 'Boolean', 'Symbol', 'BigInt'),
  isNumberObject: isA('Number'), isStringObject: isA('String'), isBooleanObject: isA('Boolean'), isSymbolObject: isA('Symbol'),
  isSharedArrayBuffer: isA('SharedArrayBuffer'), isAnyArrayBuffer: isA('ArrayBuffer', 'SharedArrayBuffer'), isDataView: isA('DataView'),
  isArrayBufferView: ArrayBuffer.isView, isArgumentsObject: isA('Arguments'), isMapIterator: isA('Map Iterator'), isSetIterator: isA('Set Iterator'),
  isGeneratorObject: isA('Generator'), isModuleNamespaceObject: isA('Module'), isProxy: () => false, isExternal: () => false,
  isInt8Array: isA('Int8Array'), isUint8ClampedArray: isA('Uint8ClampedArray'), isInt16Array: isA('Int16Array'), isUint16Array: isA('Uint16Array'),
  isInt32Array: isA('Int32Array'), isUint32Array: isA('Uint32Array'), isFloat32Array: isA('Float32Array'), isFloat64Array: isA('Float64Array'),
  isBigInt64Array: isA('BigInt64Array'), isBigUint64Array: isA('BigUint64Array'),
  isDate: isA('Date'), isRegExp: isA('RegExp'), isMap: isA('Map'), isSet: isA('Set'), isPromise: isA('Promise'),
  isWeakMap: isA('WeakMap'), isWeakSet: isA('WeakSet'), isArrayBuffer: isA('ArrayBuffer'),
  isNativeError: value => value instanceof Error,
  isTypedArray: value => ArrayBuffer.isView(value) && !(value instanceof DataView),
  isUint8Array: value => value instanceof Uint8Array,
  isAsyncFunction: value => typeof value === 'function' && tag(value) === 'AsyncFunction',
  isGeneratorFunction: value => typeof value === 'function' && tag(value).endsWith('GeneratorFunction'),
};

for (const name of ['MIMEType', 'MIMEParams']) {
  Object.defineProperty(exports, name, { get: () => require('internal/mime')[name], enumerable: true, configurable: true });
}
