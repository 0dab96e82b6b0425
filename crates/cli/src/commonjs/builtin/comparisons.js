// Values that are alike all the way down: strictly, with their prototypes, or as loosely as `==`.
'use strict';

const types = require('internal/types');
const tag = value => Object.prototype.toString.call(value).slice(8, -1);
const isObject = value => typeof value === 'object' && value !== null;

exports.isDeepEqual = (one, other) => isEqual(one, other, { isLoose: true, known: new Map() });
exports.isDeepStrictEqual = (one, other) => isEqual(one, other, { isLoose: false, known: new Map() });
// Does the one have all that the other has?
exports.isPartlyEqual = (one, other) => isEqual(one, other, { isLoose: false, isPartial: true, known: new Map() });

function isEqual(one, other, how) {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) {
    // Functions are only like themselves.
    return how.isLoose && !isObject(one) && !isObject(other) && (one == other || one !== one && other !== other);
  }
  // Pairs that are being compared are alike, as far as nothing else shows a difference: both go round in circles.
  const pairs = how.known.get(one);
  if (pairs?.has(other)) return true;
  if (pairs) pairs.add(other);
  else how.known.set(one, new Set([other]));
  const isAlike = hasSameKind(one, other, how) && hasSameContent(one, other, how) && hasSameProperties(one, other, how);
  how.known.get(one).delete(other);
  return isAlike;
}

function hasSameKind(one, other, { isLoose, isPartial }) {
  if (!isLoose && !isPartial && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  return tag(one) === tag(other) && Array.isArray(one) === Array.isArray(other) && types.isNativeError(one) === types.isNativeError(other);
}

const bytesOf = value => (ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value));

// Calls a built-in method: an object may have another one of the name, or none.
const { apply } = Reflect;
const called = method => value => apply(method, value, []);
const timeOf = called(Date.prototype.getTime);
const [sourceOf, marksOf] = ['source', 'flags'].map(name => called(Object.getOwnPropertyDescriptor(RegExp.prototype, name).get));
const boxed = [
  [types.isNumberObject, Number], [types.isStringObject, String], [types.isBooleanObject, Boolean], [types.isBigIntObject, BigInt],
  [types.isSymbolObject, Symbol],
].map(([is, Class]) => [is, called(Class.prototype.valueOf)]);

// What a kind of objects has besides its properties. Both must be of the kind, whatever they say of themselves.
const CONTENTS = [
  // As in Node, a date without a time is like no other.
  [types.isDate, (one, other) => timeOf(one) === timeOf(other)],
  [types.isRegExp, (one, other) => sourceOf(one) === sourceOf(other) && marksOf(one) === marksOf(other) && one.lastIndex === other.lastIndex],
  // Causes and the errors within are not enumerable, and count all the same.
  [types.isNativeError, (one, other, how) => one.message === other.message && one.name === other.name &&
    isEqual(one.cause, other.cause, how) && isEqual(one.errors, other.errors, how)],
  [types.isTypedArray, hasSameLength],
  [value => types.isAnyArrayBuffer(value) || types.isDataView(value), (one, other, how) => isEqual(bytesOf(one), bytesOf(other), how)],
  [types.isMap, hasSameEntries],
  [types.isSet, hasSameEntries],
  ...boxed.map(([is, valueOf]) => [is, (one, other) => Object.is(valueOf(one), valueOf(other))]),
  [value => value instanceof URL, (one, other) => one.href === other.href],
  [value => types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value), () => false],
];

function hasSameContent(one, other, how) {
  if (Array.isArray(one)) return hasSameLength(one, other, how);
  // Most objects are of no kind, which shows without asking for each.
  if (tag(one) === 'Object') return true;
  const found = CONTENTS.find(([is]) => is(one) || is(other));
  return found === undefined || found[0](one) && found[0](other) && found[1](one, other, how);
}

// Elements of a part come in the same order; those that are left out of it count for nothing.
function hasSameLength(one, other, how) {
  if (!how.isPartial) return one.length === other.length;
  let at = 0;
  for (let index = 0; index < other.length; index++) {
    if (!Object.hasOwn(other, index)) continue;
    while (at < one.length && !(Object.hasOwn(one, at) && isEqual(one[at], other[index], how))) at++;
    if (at++ >= one.length) return false;
  }
  return true;
}

// Has the one an entry for each of the other? What is found as it is goes first.
function hasEntries(one, other, how) {
  const isMap = types.isMap(one), rest = new Set(one.keys());
  const isSame = (key, wanted) => !isMap || isEqual(one.get(key), other.get(wanted), how);
  const left = [...other.keys()].filter(key => !(rest.has(key) && isSame(key, key) && rest.delete(key)));
  return left.every(key => {
    if (!isObject(key)) return false;
    for (const candidate of rest) if (isEqual(candidate, key, how) && isSame(candidate, key)) return rest.delete(candidate);
    return false;
  });
}

// Keys that are found as they are, which is fast, need not be searched for.
function hasSameEntries(one, other, how) {
  if (how.isPartial) return hasEntries(one, other, how);
  if (one.size !== other.size) return false;
  const isMap = types.isMap(one), found = new Set(), left = [], { has } = (isMap ? Map : Set).prototype;
  const isSameAt = (key, candidate) => !isMap || isEqual(apply(Map.prototype.get, one, [key]), apply(Map.prototype.get, other, [candidate]), how);
  for (const key of one.keys()) {
    if (apply(has, other, [key]) && isSameAt(key, key)) found.add(key);
    else if (isObject(key) || how.isLoose) left.push(key);
    else return false;
  }
  const rest = left.length === 0 ? [] : [...other.keys()].filter(key => !found.has(key));
  for (const key of left) {
    const at = rest.findIndex(candidate => isEqual(key, candidate, how) && isSameAt(key, candidate));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function hasSameProperties(one, other, how) {
  const names = object => (how.isLoose ? Object.keys(object)
    : Reflect.ownKeys(object).filter(key => Object.prototype.propertyIsEnumerable.call(object, key)));
  if (how.isPartial) {
    const isList = Array.isArray(other) || types.isTypedArray(other), isIndex = key => typeof key === 'string' && String(key >>> 0) === key;
    return names(other).every(key => isList && isIndex(key) || Object.hasOwn(one, key) && isEqual(one[key], other[key], how));
  }
  const keys = names(one);
  return keys.length === names(other).length && keys.every(key => Object.hasOwn(other, key) && isEqual(one[key], other[key], how));
}
