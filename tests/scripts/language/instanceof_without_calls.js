// InstanceofOperator (13.10.2) asks for @@hasInstance before anything is called: what inherits that of functions and is none has
// no instances.
function told(target, value = {}) {
  try {
    return String(value instanceof target);
  } catch (error) {
    return error.name;
  }
}
class Made {}
const targets = {
  literal: { __proto__: String },
  ofPrototype: Object.create(Function.prototype),
  ofClass: Object.create(Made),
  ofBound: Object.create(Made.bind()),
  ofProxy: Object.create(new Proxy(Made, {})),
  proxy: new Proxy({ __proto__: Made }, {}),
  proxyWithGetter: new Proxy({}, { get: (target, key) => Function.prototype[key] }),
  withMethod: { [Symbol.hasInstance]: Function.prototype[Symbol.hasInstance] },
  withPrototype: Object.create(Made, { prototype: { value: Object.prototype } }),
  bound: Made.bind({ __proto__: Made }),
  plain: {},
  nothing: Object.create(null),
  proxyOfPlain: new Proxy({}, {}),
  undefinedMethod: { __proto__: Made, [Symbol.hasInstance]: undefined },
  nullMethod: { __proto__: Made, [Symbol.hasInstance]: null },
  strangeMethod: { __proto__: Made, [Symbol.hasInstance]: {} },
};
for (const name in targets) print(name, told(targets[name]), told(targets[name], "hello"), told(targets[name], new Made()));
// expect: literal false false false
// expect: ofPrototype false false false
// expect: ofClass false false false
// expect: ofBound false false false
// expect: ofProxy false false false
// expect: proxy false false false
// expect: proxyWithGetter false false false
// expect: withMethod false false false
// expect: withPrototype false false false
// expect: bound false false true
// expect: plain TypeError TypeError TypeError
// expect: nothing TypeError TypeError TypeError
// expect: proxyOfPlain TypeError TypeError TypeError
// expect: undefinedMethod TypeError TypeError TypeError
// expect: nullMethod TypeError TypeError TypeError
// expect: strangeMethod TypeError TypeError TypeError

// `prototype` of what cannot be called is not looked at.
let asked = 0;
const watched = Object.create(Function.prototype, { prototype: { get() { asked++; } } });
print({} instanceof watched, asked); // expect: false 0
