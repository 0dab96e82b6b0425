// The objects that stand for the global objects of contexts: proxies, through which a realm's variables are the properties of the
// object that a program has given.
'use strict';

const { WebAssembly } = globalThis;
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, ownKeys, set } = Reflect;

// Makes a realm, and gives its global object.
exports.newContext = (native, sandbox) => {
  const global = native.newRealm();
  // It is none of the language here: contexts have that of the program's realm.
  if (WebAssembly !== undefined) defineProperty(global, 'WebAssembly', { value: WebAssembly, writable: true, configurable: true });
  if (sandbox !== undefined) native.setScope(global, scopeOf(sandbox, global));
  return global;
};

// The object that a program has given comes first, and gets what is declared and assigned. Built-ins stay behind it, in `global`.
function scopeOf(sandbox, global) {
  const shown = value => (value === sandbox ? scope : value);
  // A proxy must not hide what its target cannot lose, as `undefined` and `NaN`.
  const fixed = key => {
    const property = getOwnPropertyDescriptor(global, key);
    return property !== undefined && !property.configurable && !property.writable ? property : undefined;
  };
  const scope = new Proxy(global, {
    has: (_, key) => key in sandbox || key in global,
    get: (_, key) => (key in sandbox && !fixed(key) ? shown(get(sandbox, key)) : get(global, key)),
    set(_, key, value, receiver) {
      if (fixed(key)) return false;
      return receiver === scope ? set(sandbox, key, value) : set(sandbox, key, value, receiver);
    },
    getOwnPropertyDescriptor(_, key) {
      const behind = getOwnPropertyDescriptor(global, key), property = getOwnPropertyDescriptor(sandbox, key);
      if (property === undefined || fixed(key)) return behind;
      // A proxy cannot say of more than its target has that it stays.
      property.configurable = behind?.configurable ?? true;
      if ('value' in property) property.value = shown(property.value);
      return property;
    },
    defineProperty(_, key, property) {
      if (fixed(key)) return defineProperty(global, key, property);
      if (!defineProperty(sandbox, key, property)) return false;
      return property.configurable !== false || defineProperty(global, key, property);
    },
    deleteProperty: (_, key) => !fixed(key) && deleteProperty(sandbox, key) && deleteProperty(global, key),
    ownKeys: () => [...new Set([...ownKeys(sandbox), ...ownKeys(global)])],
    preventExtensions: () => false,
  });
  defineProperty(global, 'globalThis', { value: scope });
  return scope;
}
