// What a value is made of, whatever it says of itself: `util.types`. Only what has the internal slots of a kind passes its own methods.
'use strict';

const { apply } = Reflect;
const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const isObject = value => typeof value === 'object' && value !== null;
const withSlots = (method, ...values) => value => {
  if (!isObject(value)) return false;
  try {
    apply(method, value, values);
    return true;
  } catch {
    return false;
  }
};
// A proxy is of no kind, and one that was revoked answers nothing.
const isProxy = value => (isObject(value) || typeof value === 'function') && native.isProxy(value);
const tag = value => (isProxy(value) ? '' : Object.prototype.toString.call(value).slice(8, -1));
const tagged = (...tags) => value => isObject(value) && tags.includes(tag(value));
const kindOfView = getter(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const view = name => value => apply(kindOfView, value, []) === name;
const isOf = (...checks) => value => checks.some(check => check(value));

const hasIndices = getter(RegExp.prototype, 'hasIndices');
const types = module.exports = {
  isExternal: () => false,
  isDate: withSlots(Date.prototype.getTime),
  isArgumentsObject: tagged('Arguments'),
  isBigIntObject: withSlots(BigInt.prototype.valueOf),
  isBooleanObject: withSlots(Boolean.prototype.valueOf),
  isNumberObject: withSlots(Number.prototype.valueOf),
  isStringObject: withSlots(String.prototype.valueOf),
  isSymbolObject: withSlots(Symbol.prototype.valueOf),
  isNativeError: value => Error.isError(value),
  // The prototype of all patterns passes too, and has no flags.
  isRegExp(value) {
    try {
      return isObject(value) && apply(hasIndices, value, []) !== undefined;
    } catch {
      return false;
    }
  },
  isAsyncFunction: value => typeof value === 'function' && tag(value).startsWith('Async'),
  isGeneratorFunction: value => typeof value === 'function' && tag(value).endsWith('GeneratorFunction'),
  isGeneratorObject: tagged('Generator', 'AsyncGenerator'),
  isPromise: value => isObject(value) && native.isPromise(value),
  isMap: withSlots(getter(Map.prototype, 'size')),
  isSet: withSlots(getter(Set.prototype, 'size')),
  isMapIterator: tagged('Map Iterator'),
  isSetIterator: tagged('Set Iterator'),
  isWeakMap: withSlots(WeakMap.prototype.has, {}),
  isWeakSet: withSlots(WeakSet.prototype.has, {}),
  isArrayBuffer: withSlots(getter(ArrayBuffer.prototype, 'byteLength')),
  isDataView: withSlots(getter(DataView.prototype, 'buffer')),
  isSharedArrayBuffer: withSlots(getter(SharedArrayBuffer.prototype, 'byteLength')),
  isProxy: value => isProxy(value),
  isModuleNamespaceObject: tagged('Module'),
  isArrayBufferView: value => ArrayBuffer.isView(value),
  isTypedArray: value => apply(kindOfView, value, []) !== undefined,
  isCryptoKey: value => value instanceof CryptoKey,
  isKeyObject: value => value instanceof require('crypto').KeyObject,
};
types.isAnyArrayBuffer = isOf(types.isArrayBuffer, types.isSharedArrayBuffer);
types.isBoxedPrimitive = isOf(types.isNumberObject, types.isStringObject, types.isBooleanObject, types.isBigIntObject, types.isSymbolObject);
for (const name of ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Float16Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array']) types[`is${name}`] = view(name);
// The functions have the names of their places.
for (const name of Object.keys(types)) Object.defineProperty(types[name], 'name', { value: name, configurable: true });
