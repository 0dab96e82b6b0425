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
  // Halves of pairs come whole only in a text that is within something.
  if (typeof value === 'string' && !value.isWellFormed()) {
    return native.inspect([value], { ...given, compact: true, breakLength: Infinity }).slice(2, -2);
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

const { checkFunction, checkObject, checkString, coded, invalidType, invalidValue, outOfRange } = require('internal/errors');

exports.inherits = function inherits(constructor, parent) {
  if (constructor === undefined || constructor === null) checkFunction(constructor, 'ctor');
  if (parent === undefined || parent === null) checkFunction(parent, 'superCtor');
  if (parent.prototype === undefined) throw invalidType('superCtor.prototype', 'of type object', parent.prototype);
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
};

// Warns once for a function, or once for all that have one code.
exports.deprecate = function deprecate(callback, message, code) {
  checkFunction(callback, 'fn');
  if (code !== undefined) checkString(code, 'code');
  let isTold = false;
  function deprecated(...values) {
    if (!isTold) process.emitWarning(message, 'DeprecationWarning', code, deprecated);
    isTold = true;
    return new.target ? Reflect.construct(callback, values, new.target) : Reflect.apply(callback, this, values);
  }
  Object.setPrototypeOf(deprecated, callback);
  if (callback.prototype) deprecated.prototype = callback.prototype;
  return deprecated;
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
  Object.defineProperty(result, promisified, { value: result, configurable: true });
  return Object.defineProperties(result, Object.getOwnPropertyDescriptors(callback));
};
exports.promisify.custom = promisified;

exports.callbackify = function callbackify(original) {
  checkFunction(original, 'original');
  function callbackified(...values) {
    const callback = values.pop();
    checkFunction(callback, 'last argument');
    const told = callback.bind(this);
    Reflect.apply(original, this, values).then(
      value => process.nextTick(told, null, value),
      reason => process.nextTick(told, reason || Object.assign(
        coded(Error, 'ERR_FALSY_VALUE_REJECTION', 'Promise was rejected with falsy value'), { reason })));
  }
  const own = Object.getOwnPropertyDescriptors(original);
  if (typeof own.length?.value === 'number') own.length.value++;
  if (typeof own.name?.value === 'string') own.name.value += 'Callbackified';
  return Object.defineProperties(callbackified, own);
};

exports.formatWithOptions = function formatWithOptions(options, ...values) {
  if (typeof options !== 'object' || options === null) throw invalidType('inspectOptions', 'of type object', options);
  const shown = value => (typeof value === 'string' ? value : exports.inspect(value, options));
  if (typeof values[0] !== 'string' || values.length === 1) return values.map(shown).join(' ');
  let taken = 1;
  const text = values[0].replace(/%[%sdifjoOc]/g, sign => {
    if (sign === '%%') return '%';
    if (taken === values.length) return sign;
    const value = values[taken++];
    if (sign === '%O') return exports.inspect(value, options);
    if (sign === '%o') return exports.inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    if (isNumber && (sign === '%s' || sign === '%d')) return exports.inspect(value, { ...options, compact: 3, colors: false, depth: 0 });
    return native.format(sign, value);
  });
  return [text, ...values.slice(taken).map(shown)].join(' ');
};
Object.defineProperty(exports, 'parseArgs', { get: () => require('internal/parse_args'), enumerable: true, configurable: true });
exports.toUSVString = function toUSVString(text) { return String(text).toWellFormed(); };
exports.getSystemErrorName = function getSystemErrorName(number) { return require('internal/system_errors').nameOf(number); };
exports.getSystemErrorMessage = function getSystemErrorMessage(number) { return require('internal/system_errors').wordsOf(number); };
exports.getSystemErrorMap = function getSystemErrorMap() { return require('internal/system_errors').map(); };
exports._errnoException = function _errnoException(...facts) { return require('internal/system_errors').ofCall(...facts); };
exports._exceptionWithHostPort = function _exceptionWithHostPort(...facts) {
  return require('internal/system_errors').ofAddress(...facts);
};
// The callers of the function that asks, the innermost first.
exports.getCallSites = function getCallSites(count = 10, options = {}) {
  if (typeof count === 'object' && count !== null) [count, options] = [10, count];
  if (typeof count !== 'number') throw invalidType('frameCount', 'of type number', count);
  if (!(count >= 1 && count <= 200)) throw outOfRange('frameCount', '>= 1 && <= 200', count);
  checkObject(options, 'options');
  const before = ['prepareStackTrace', 'stackTraceLimit'].map(name => [name, Object.getOwnPropertyDescriptor(Error, name)]), holder = {};
  let sites;
  try {
    Error.stackTraceLimit = Math.floor(count);
    Error.prepareStackTrace = (error, sites) => sites;
    Error.captureStackTrace(holder, getCallSites);
    sites = holder.stack;
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete Error[name];
      else Object.defineProperty(Error, name, descriptor);
    }
  }
  return sites.map(site => {
    const column = site.getColumnNumber() ?? 0;
    return {
      functionName: site.getFunctionName() ?? '', scriptId: '0', scriptName: site.getFileName() ?? '',
      lineNumber: site.getLineNumber() ?? 0, columnNumber: column, column,
    };
  });
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
exports.aborted = async function aborted(signal, resource) {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal)) throw invalidType('signal', 'an instance of AbortSignal', signal);
  if (typeof resource !== 'object' && typeof resource !== 'function' || resource === null) throw invalidType('resource', 'of type object', resource);
  return new Promise(resolve => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
};
const STYLES = {
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28],
  strikethrough: [9, 29], doubleunderline: [21, 24],
};
const COLORS = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
COLORS.forEach((name, index) => { STYLES[name.toLowerCase()] = [30 + index, 39]; });
COLORS.forEach((name, index) => { STYLES[`bg${name}`] = [40 + index, 49]; });
Object.assign(STYLES, { framed: [51, 54], overlined: [53, 55], gray: [90, 39] });
COLORS.slice(1).forEach((name, index) => { STYLES[`${name.toLowerCase()}Bright`] = [91 + index, 39]; });
STYLES.bgGray = [100, 49];
COLORS.slice(1).forEach((name, index) => { STYLES[`bg${name}Bright`] = [101 + index, 49]; });
for (const [name, others] of Object.entries({
  gray: ['grey', 'blackBright'], bgGray: ['bgGrey', 'bgBlackBright'], dim: ['faint'], strikethrough: ['crossedout', 'strikeThrough', 'crossedOut'],
  hidden: ['conceal'], inverse: ['swapColors', 'swapcolors'], doubleunderline: ['doubleUnderline'],
})) {
  for (const other of others) {
    Object.defineProperty(STYLES, other, { get() { return this[name]; }, set(value) { this[name] = value; }, configurable: true });
  }
}
exports.inspect.colors = STYLES;
exports.inspect.styles = {
  special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold', string: 'green', symbol: 'green',
  date: 'magenta', regexp: 'red', module: 'underline',
};
// Styles are for terminals: elsewhere the text stays, unless the stream is not to be looked at.
exports.styleText = function styleText(format, text, options) {
  checkString(text, 'text');
  const { validateStream = true, stream = process.stdout } = options ?? {};
  if (typeof validateStream !== 'boolean') throw invalidType('options.validateStream', 'of type boolean', validateStream);
  const codes = (Array.isArray(format) ? format : [format]).map(name => {
    if (!Object.hasOwn(STYLES, name)) {
      throw invalidValue('format', name, `must be one of: ${Object.keys(STYLES).map(key => `'${key}'`).join(', ')}`);
    }
    return STYLES[name];
  });
  if (validateStream && typeof stream?.write !== 'function' && typeof stream?.on !== 'function') {
    throw invalidType('stream', 'an instance of ReadableStream, WritableStream, or Stream', stream);
  }
  if (validateStream && !isColoured(stream)) return text;
  return codes.reduceRight((inner, [begin, end]) => `\x1b[${begin}m${inner}\x1b[${end}m`, text);
};
function isColoured(stream) {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = process.env;
  if (FORCE_COLOR !== undefined) return ['', '1', '2', '3', 'true'].includes(FORCE_COLOR);
  return stream.isTTY === true && !NO_COLOR && !NODE_DISABLE_COLORS;
}
for (const [name, type] of Object.entries({
  isBoolean: 'boolean', isNumber: 'number', isString: 'string', isSymbol: 'symbol', isUndefined: 'undefined', isFunction: 'function',
})) exports[name] = value => typeof value === type;
exports.isNull = value => value === null;
exports.isNullOrUndefined = value => value === null || value === undefined;
exports.isObject = value => typeof value === 'object' && value !== null;
exports.isPrimitive = value => typeof value !== 'object' && typeof value !== 'function' || value === null;
exports.isError = value => exports.types.isNativeError(value) || value instanceof Error;
exports.isRegExp = value => exports.types.isRegExp(value);
exports.isDate = value => exports.types.isDate(value);
exports.isBuffer = value => require('buffer').Buffer.isBuffer(value);
exports._extend = function _extend(target, source) { return typeof source === 'object' && source !== null ? Object.assign(target, source) : target; };

// Names of what NODE_DEBUG wants to hear of, with stars: read when a first message comes.
let wanted;
function isWanted(name) {
  const escaped = text => text.replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replaceAll('*', '.*').replaceAll(',', '$|^');
  wanted ??= process.env.NODE_DEBUG ? new RegExp(`^${escaped(process.env.NODE_DEBUG)}$`, 'i') : /[^\s\S]/;
  return wanted.test(name);
}
exports.debug = exports.debuglog = function debuglog(section, callback) {
  const name = `${section}`.toUpperCase();
  let say;
  const logger = function (...values) {
    if (!isWanted(name)) return;
    if (say === undefined) {
      say = (...more) => process.stderr.write(`${name} ${process.pid}: ${exports.format(...more)}\n`);
      if (typeof callback === 'function') callback(say);
    }
    say(...values);
  };
  return Object.defineProperty(logger, 'enabled', { get: () => isWanted(name), enumerable: true, configurable: true });
};
// ECMA-48: what begins with CSI, with OSC and its like, and other escapes.
const CONTROLS = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-Z\\`-~]/g;
exports.stripVTControlCharacters = function stripVTControlCharacters(text) {
  checkString(text, 'str');
  return text.replace(CONTROLS, '');
};
exports.transferableAbortController = function transferableAbortController() { return new AbortController(); };
exports.transferableAbortSignal = function transferableAbortSignal(signal) {
  if (!(signal instanceof AbortSignal)) throw invalidType('signal', 'an instance of AbortSignal', signal);
  return signal;
};
exports.isArray = Array.isArray;
exports.isDeepStrictEqual = function isDeepStrictEqual(one, other) { return require('internal/comparisons').isDeepStrictEqual(one, other); };
exports.TextEncoder = TextEncoder;
exports.TextDecoder = TextDecoder;

exports.types = require('internal/types');

for (const name of ['MIMEType', 'MIMEParams']) {
  Object.defineProperty(exports, name, { get: () => require('internal/mime')[name], enumerable: true, configurable: true });
}
