// Values that are alike all the way down: strictly, with their prototypes, or as loosely as `==`.
'use strict';

const tag = value => Object.prototype.toString.call(value).slice(8, -1);
const isObject = value => typeof value === 'object' && value !== null;
const isBoxed = value => ['Number', 'String', 'Boolean', 'Symbol', 'BigInt'].includes(tag(value)) && typeof value.valueOf() !== 'object';

exports.isDeepEqual = (one, other) => isEqual(one, other, { isLoose: true, known: new Map() });
exports.isDeepStrictEqual = (one, other) => isEqual(one, other, { isLoose: false, known: new Map() });

function isEqual(one, other, how) {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) {
    // Functions are only like themselves.
    return how.isLoose && !isObject(one) && !isObject(other) && (one == other || one !== one && other !== other);
  }
  if (how.known.get(one) === other) return true;
  how.known.set(one, other);
  const isAlike = hasSameKind(one, other, how) && hasSameContent(one, other, how) && hasSameProperties(one, other, how);
  // Values that differ here may yet be compared with others.
  if (!isAlike) how.known.delete(one);
  return isAlike;
}

function hasSameKind(one, other, { isLoose }) {
  if (!isLoose && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  return tag(one) === tag(other) && Array.isArray(one) === Array.isArray(other) && one instanceof Error === other instanceof Error;
}

function hasSameContent(one, other, how) {
  if (Array.isArray(one)) return one.length === other.length;
  if (one instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof RegExp) return String(one) === String(other) && one.lastIndex === other.lastIndex;
  if (one instanceof Error) return one.message === other.message && one.name === other.name;
  if (one instanceof ArrayBuffer) return isEqual(new Uint8Array(one), new Uint8Array(other), how);
  if (one instanceof Map || one instanceof Set) return hasSameEntries([...one], [...other], how);
  return !isBoxed(one) || Object.is(one.valueOf(), other.valueOf());
}

function hasSameEntries(entries, rest, how) {
  if (entries.length !== rest.length) return false;
  for (const entry of entries) {
    const at = rest.findIndex(candidate => isEqual(entry, candidate, how));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function hasSameProperties(one, other, how) {
  const names = object => (how.isLoose ? Object.keys(object)
    : Reflect.ownKeys(object).filter(key => Object.prototype.propertyIsEnumerable.call(object, key)));
  const keys = names(one);
  return keys.length === names(other).length && keys.every(key => Object.hasOwn(other, key) && isEqual(one[key], other[key], how));
}
