// What programs use most of Node's `util`. `native` shows values as the console does.
'use strict';

exports.inspect = function inspect(value, options) { return native.inspect(value, options); };
exports.inspect.custom = Symbol.for('nodejs.util.inspect.custom');
exports.inspect.defaultOptions = {};
exports.format = function format(...values) { return native.format(...values); };

exports.inherits = function inherits(constructor, parent) {
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
};

exports.deprecate = function deprecate(callback, message) {
  let isTold = false;
  return function deprecated(...values) {
    if (!isTold) console.error(`DeprecationWarning: ${message}`);
    isTold = true;
    return new.target ? Reflect.construct(callback, values, new.target) : Reflect.apply(callback, this, values);
  };
};

const promisified = Symbol.for('nodejs.util.promisify.custom');
exports.promisify = function promisify(callback) {
  if (typeof callback !== 'function') throw new TypeError('The "original" argument must be of type function');
  if (callback[promisified]) return callback[promisified];
  return function (...values) {
    return new Promise((resolve, reject) => {
      Reflect.apply(callback, this, [...values, (error, value) => (error ? reject(error) : resolve(value))]);
    });
  };
};
exports.promisify.custom = promisified;

exports.callbackify = function callbackify(original) {
  return function (...values) {
    const callback = values.pop();
    Reflect.apply(original, this, values).then(
      value => queueMicrotask(() => callback(null, value)),
      error => queueMicrotask(() => callback(error)));
  };
};

exports.debuglog = () => Object.assign(() => {}, { enabled: false });
exports.stripVTControlCharacters = text => String(text).replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
exports.isArray = Array.isArray;
exports.isDeepStrictEqual = (one, other) => isEqual(one, other, new Map());
exports.TextEncoder = TextEncoder;
exports.TextDecoder = TextDecoder;

const tag = value => Object.prototype.toString.call(value).slice(8, -1);
const isA = (...tags) => value => typeof value === 'object' && value !== null && tags.includes(tag(value));
exports.types = {
  isDate: isA('Date'), isRegExp: isA('RegExp'), isMap: isA('Map'), isSet: isA('Set'), isPromise: isA('Promise'),
  isWeakMap: isA('WeakMap'), isWeakSet: isA('WeakSet'), isArrayBuffer: isA('ArrayBuffer'),
  isNativeError: value => value instanceof Error,
  isTypedArray: value => ArrayBuffer.isView(value) && !(value instanceof DataView),
  isUint8Array: value => value instanceof Uint8Array,
  isAsyncFunction: value => typeof value === 'function' && tag(value) === 'AsyncFunction',
  isGeneratorFunction: value => typeof value === 'function' && tag(value).endsWith('GeneratorFunction'),
};

// Values that are alike all the way down, with their prototypes.
function isEqual(one, other, known) {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (known.get(one) === other) return true;
  known.set(one, other);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || tag(one) !== tag(other)) return false;
  if (Array.isArray(one) && one.length !== other.length) return false;
  if (one instanceof Date && one.getTime() !== other.getTime()) return false;
  if (one instanceof RegExp && String(one) !== String(other)) return false;
  if (one instanceof Error && (one.message !== other.message || one.name !== other.name)) return false;
  if (one instanceof Map || one instanceof Set) {
    if (one.size !== other.size) return false;
    const rest = [...other];
    for (const entry of one) {
      const at = rest.findIndex(candidate => isEqual(entry, candidate, known));
      if (at < 0) return false;
      rest.splice(at, 1);
    }
  }
  if ((one instanceof Number || one instanceof String || one instanceof Boolean) && !Object.is(one.valueOf(), other.valueOf())) return false;
  const enumerable = object => Reflect.ownKeys(object).filter(key => Object.prototype.propertyIsEnumerable.call(object, key));
  const keys = enumerable(one);
  return keys.length === enumerable(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isEqual(one[key], other[key], known));
}
