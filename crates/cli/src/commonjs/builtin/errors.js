// Errors with the codes and messages that packages for Node look at.
'use strict';

// Classes of errors by their code and base, whose text has the code.
const classes = new Map();
function classOf(Base, code) {
  const key = `${Base.name} ${code}`;
  let known = classes.get(key);
  if (known === undefined) {
    known = class extends Base {
      toString() { return `${this.name} [${code}]: ${this.message}`; }
    };
    Object.defineProperty(known.prototype, 'constructor', { value: Base, writable: true, configurable: true });
    classes.set(key, known);
  }
  return known;
}

// Node's own codes begin with ERR_. Then the stack and the text of the error have the code too, but not its name. A function of the
// program's that makes stacks is not asked for one that nobody reads.
function coded(Base, code, message) {
  const isOwn = code.startsWith('ERR_') && !code.startsWith('ERR_OSSL');
  const error = new (isOwn ? classOf(Base, code) : Base)(message);
  if (isOwn && typeof Error.prepareStackTrace !== 'function') {
    Object.defineProperty(error, 'name', { value: `${error.name} [${code}]`, configurable: true });
    void error.stack;
    delete error.name;
  }
  Object.defineProperty(error, 'code', { value: code, writable: true, enumerable: true, configurable: true });
  return error;
}

const received = exports.received = value => {
  if (value === null || value === undefined) return `Received ${value}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `Received an instance of ${name}` : `Received ${require('util').inspect(value, { depth: -1 })}`;
  }
  if (typeof value !== 'string') return `Received type ${typeof value} (${require('util').inspect(value)})`;
  const text = value.length > 28 ? `${value.slice(0, 25)}...` : value;
  return `Received type string (${text.includes("'") ? JSON.stringify(text) : `'${text}'`})`;
};

// `words` is "of type string" or "an instance of Buffer or Uint8Array", and so on.
exports.invalidType = (name, words, value) =>
  coded(TypeError, 'ERR_INVALID_ARG_TYPE',
    `The ${name.endsWith(' argument') ? name : name.includes('.') ? `"${name}" property` : `"${name}" argument`} must be ${words}. ${received(value)}`);
exports.invalidValue = (name, value, reason = 'is invalid') =>
  coded(TypeError, 'ERR_INVALID_ARG_VALUE',
    `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${require('util').inspect(value)}`);
exports.outOfRange = (name, range, value) => {
  let text = typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32 || typeof value === 'bigint') text = grouped(text);
  return coded(RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be ${range}. Received ${text}`);
};
exports.unknownEncoding = value => coded(TypeError, 'ERR_UNKNOWN_ENCODING', require('util').format('Unknown encoding: %s', value));
exports.coded = coded;
// Throws what an emitter is told of by the name `error`, where nobody listens.
exports.unhandled = error => {
  if (error instanceof Error) throw error;
  let shown = error;
  try {
    shown = require('util').inspect(error);
  } catch {}
  throw Object.assign(coded(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`), { context: error });
};
class AbortError extends Error {
  constructor(message = 'The operation was aborted', options) {
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}
exports.abortError = signal => new AbortError(undefined, signal ? { cause: signal.reason } : undefined);

const grouped = text => text.replace(/\B(?=(\d{3})+(n?)$)/g, '_');

exports.checkString = (value, name) => {
  if (typeof value !== 'string') throw exports.invalidType(name, 'of type string', value);
};
exports.checkNumber = (value, name) => {
  if (typeof value !== 'number') throw exports.invalidType(name, 'of type number', value);
};
exports.checkObject = (value, name) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw exports.invalidType(name, 'of type object', value);
};
exports.checkBoolean = (value, name) => {
  if (typeof value !== 'boolean') throw exports.invalidType(name, 'of type boolean', value);
};
exports.checkFunction = (value, name) => {
  if (typeof value !== 'function') throw exports.invalidType(name, 'of type function', value);
};
exports.checkInteger = (value, name, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) => {
  if (typeof value !== 'number') throw exports.invalidType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw exports.outOfRange(name, 'an integer', value);
  if (value < least || value > most) throw exports.outOfRange(name, `>= ${least} && <= ${most}`, value);
};
// Adds functions that say that they are not here when they are used.
exports.refuse = (module, where, names) => {
  for (const name of names) {
    const refused = function () { throw exports.notHere(`${where}.${name}`); };
    module[name] = Object.defineProperty(refused, 'name', { value: name });
  }
};
exports.notHere = what => coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${what} is not here`);
