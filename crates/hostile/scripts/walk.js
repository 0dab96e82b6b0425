// Finds every built-in function: gives a line for each, with an expression for it, a tab, and one for the object that has it.
// The walk begins at the global object and at what only syntax makes, goes along properties, accessors and prototypes, and then
// along what the functions that were found give when they are called: that leads to the prototypes that have no name.
(function (global) {
  'use strict';
  // Their own methods, lest what is walked over has changed them.
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object, { ownKeys, apply, construct } = Reflect;
  const seen = new Set(), lines = [], queue = [], functions = [];
  const made = [
    '(function () {})', '(function* () {})', '(async function () {})', '(async function* () {})', '(() => {})',
    '(function* () {})()', '(async function* () {})()', '(async function () {})()', '(function () { return arguments })()',
    "Object.getOwnPropertyDescriptor((function () { 'use strict'; return arguments })(), 'callee').get",
    '(function () {}).bind()', 'Proxy.revocable({}, {}).revoke', 'Promise.withResolvers().resolve',
  ];

  function isObject(value) { return typeof value === 'function' || typeof value === 'object' && value !== null; }

  function found(value, path, owner) {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    queue.push({ value, path });
    if (typeof value !== 'function') return;
    lines.push(path + '\t' + owner);
    functions.push({ value, path, owner });
  }

  function member(path, key) {
    if (typeof key === 'symbol') {
      const known = /^Symbol\.(\w+)$/.exec(key.description);
      return known && Symbol[known[1]] === key ? `[${key.description}]` : undefined;
    }
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`;
    return path === 'globalThis' ? key : '.' + key;
  }

  function properties({ value, path }) {
    for (const key of ownKeys(value)) {
      const part = member(path, key), descriptor = getOwnPropertyDescriptor(value, key);
      if (part === undefined || descriptor === undefined) continue;
      if ('value' in descriptor) {
        found(descriptor.value, path === 'globalThis' && !part.startsWith('[') ? part : path + part, path);
      } else {
        const name = typeof key === 'symbol' ? key.description : JSON.stringify(key);
        found(descriptor.get, `Object.getOwnPropertyDescriptor(${path}, ${name}).get`, path);
        found(descriptor.set, `Object.getOwnPropertyDescriptor(${path}, ${name}).set`, path);
      }
    }
    found(getPrototypeOf(value), `Object.getPrototypeOf(${path})`, path);
  }

  function walk() { while (queue.length > 0) properties(queue.shift()); }

  function valueOf(text) {
    try { return (0, eval)(`(${text})`); } catch { }
  }

  // What a function gives for arguments that many take; an object whose prototype was not seen leads on.
  function results({ path, owner }) {
    const on = [owner, ...instances(owner)];
    for (const self of on) {
      for (const list of ['', '() => 1', '/a/g', '[[1]]', '8']) {
        if (/eval|Function|create$/.test(path) && list !== '') continue;
        const text = `Reflect.apply(${path}, ${self}, [${list}])`, value = valueOf(text);
        if (!isObject(value)) continue;
        if (getPrototypeOf(value) !== null && !seen.has(getPrototypeOf(value))) found(value, text, owner);
        break;
      }
    }
  }

  // Expressions for objects that the methods of a prototype are made for.
  function instances(owner) {
    const match = /^(\w+)\.prototype$/.exec(owner);
    if (!match) return [];
    return [`new ${match[1]}()`, `Object(${match[1]}('a'))`, `new ${match[1]}([[1]])`, `${match[1]}.from([1])`]
      .filter((text) => isObject(valueOf(text)));
  }

  found(global, 'globalThis', 'globalThis');
  walk();
  for (const text of made) found(valueOf(text), text, 'globalThis');
  walk();
  for (let i = 0; i < functions.length; i++) {
    results(functions[i]);
    walk();
  }
  return lines.join('\n');
})(globalThis)
