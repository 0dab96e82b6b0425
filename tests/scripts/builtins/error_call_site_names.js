// Call sites: names of types, methods and functions, as V8 finds them; what has called cannot be had from them.
// not saved: errors are written with their stack as text, and call sites without their names.
function sites() {
  Error.prepareStackTrace = (error, sites) => sites;
  const { stack } = new Error();
  delete Error.prepareStackTrace;
  return stack;
}
function site() {
  return sites()[2];
}
function tell(site) {
  const line = String(site);
  const head = line.includes(" (") ? line.slice(0, line.indexOf(" (")) : "-";
  return [site.getTypeName(), site.getMethodName(), site.getFunctionName(), site.isToplevel(), site.isConstructor(), head].join("|");
}
function show(site) {
  print(tell(site));
}
// Functions and methods. In strict code the calls here are no tail calls, so that frames stay.
function plain() { const found = site(); return found; }
function strict() { "use strict"; const found = site(); return found; }
show(plain()); // expect: |plain|plain|true|false|plain
show(strict()); // expect: ||strict|true|false|strict
const object = {
  method() { const found = site(); return found; },
  property: function () { const found = site(); return found; },
  arrow: () => { const found = site(); return found; },
  named: function other() { const found = site(); return found; },
  get got() { const found = site(); return found; },
  set put(into) { into.found = site(); },
  ["compu" + "ted"]() { const found = site(); return found; },
  [Symbol("sy")]() { const found = site(); return found; },
  1() { const found = site(); return found; },
  inner() { return (() => { const found = site(); return found; })(); },
  *generator() { const found = site(); yield found; },
  deep: { deeper: { method() { const found = site(); return found; } } },
};
show(object.method()); // expect: Object|method|method|false|false|Object.method
show(object.property()); // expect: Object|property|property|false|false|Object.property
show(object.arrow()); // expect: Object|arrow|arrow|false|false|Object.arrow
show(object.named()); // expect: Object|named|other|false|false|Object.other [as named]
show(object.got); // expect: Object|got|get got|false|false|get got [as got]
const into = {};
object.put = into;
show(into.found); // expect: Object|put|set put|false|false|set put [as put]
show(object.computed()); // expect: Object|computed|computed|false|false|Object.computed
show(object[Object.getOwnPropertySymbols(object)[0]]()); // expect: Object||[sy]|false|false|[sy]
show(object[1]()); // expect: Object|1|1|false|false|1
show(object.inner()); // expect: |||true|false|-
show(object.generator().next().value); // expect: Object|generator|generator|false|false|Object.generator
show(object.deep.deeper.method()); // expect: Object|method|method|false|false|Object.method
// Classes.
class Shop {
  constructor() { this.made = site(); }
  method() { const found = site(); return found; }
  get got() { const found = site(); return found; }
  #hidden() { const found = site(); return found; }
  callHidden() { return this.#hidden(); }
  ["compu" + "ted"]() { const found = site(); return found; }
}
class Store extends Shop {
  constructor() { super(); this.stored = site(); }
  static open() { const found = site(); return found; }
  own() { const found = site(); return found; }
}
const store = new Store();
show(store.made); // expect: ||Shop|false|true|new Shop
show(store.stored); // expect: ||Store|false|true|new Store
show(store.method()); // expect: Store|method|method|false|false|Store.method
show(store.own()); // expect: Store|own|own|false|false|Store.own
show(store.got); // expect: Store|got|get got|false|false|get got [as got]
show(store.callHidden()); // expect: Store||#hidden|false|false|#hidden
show(store.computed()); // expect: Store||computed|false|false|Store.computed
show(Store.open()); // expect: Function|open|open|false|false|Store.open
show(new (class { constructor() { this.made = site(); } })().made); // expect: |||false|true|new <anonymous>
show(new (function Old() { this.made = site(); })().made); // expect: ||Old|false|true|new Old
show(Reflect.construct(Shop, [], Store).made); // expect: ||Shop|false|true|new Shop
// Receivers of every kind.
for (const receiver of [1, "x", true, Symbol(), 1n]) show(plain.call(receiver));
// expect: Number||plain|false|false|Number.plain
// expect: String||plain|false|false|String.plain
// expect: Boolean||plain|false|false|Boolean.plain
// expect: Symbol||plain|false|false|Symbol.plain
// expect: BigInt||plain|false|false|BigInt.plain
for (const receiver of [1, "x", null, undefined]) show(strict.call(receiver));
// expect: Number||strict|false|false|Number.strict
// expect: String||strict|false|false|String.strict
// expect: ||strict|true|false|strict
// expect: ||strict|true|false|strict
for (const receiver of [null, undefined, globalThis]) show(plain.call(receiver));
// expect: |plain|plain|true|false|plain
// expect: |plain|plain|true|false|plain
// expect: |plain|plain|true|false|plain
const refuses = () => { throw new Error("a trap has run"); };
const proxy = new Proxy({}, { get: refuses, getPrototypeOf: refuses, getOwnPropertyDescriptor: refuses, ownKeys: refuses, has: refuses });
for (const receiver of [
  Object.create(null), [], new Date(), new Map(), /a/, function f() {}, class Q {}, proxy, Object.create(proxy),
  { [Symbol.toStringTag]: "Tagged" }, { get [Symbol.toStringTag]() { return refuses(); } }, { constructor: function Own() {} },
  { get constructor() { return refuses(); } },
]) show(plain.call(receiver));
// expect: Object||plain|false|false|Object.plain
// expect: Array||plain|false|false|Array.plain
// expect: Date||plain|false|false|Date.plain
// expect: Map||plain|false|false|Map.plain
// expect: RegExp||plain|false|false|RegExp.plain
// expect: Function||plain|false|false|Function.plain
// expect: Function||plain|false|false|Q.plain
// expect: Proxy||plain|false|false|Proxy.plain
// expect: Object||plain|false|false|Object.plain
// expect: Tagged||plain|false|false|Tagged.plain
// expect: Object||plain|false|false|Object.plain
// expect: Object||plain|false|false|Object.plain
// expect: Object||plain|false|false|Object.plain
class MyMap extends Map { method() { const found = site(); return found; } }
show(new MyMap().method()); // expect: MyMap|method|method|false|false|MyMap.method
// Names of methods: by the function's own name, or by the only property that has it.
show({ alias: plain }.alias()); // expect: Object|alias|plain|false|false|Object.plain [as alias]
show({ one: plain, two: plain }.one()); // expect: Object||plain|false|false|Object.plain
show(Object.defineProperty({}, "hidden", { get: plain }).hidden); // expect: Object||plain|false|false|Object.plain
show(Object.defineProperty({}, "shown", { get: plain, enumerable: true }).shown); // expect: Object|shown|plain|false|false|Object.plain [as shown]
show(Object.create({ above: plain }).above()); // expect: Object|above|plain|false|false|Object.plain [as above]
show([plain][0]()); // expect: Array||plain|false|false|Array.plain
show(object.method.bind(object)()); // expect: Object|method|method|false|false|Object.method
const renamed = { method() { const found = site(); return found; } };
Object.defineProperty(renamed.method, "name", { value: "other" });
show(renamed.method()); // expect: Object|method|other|false|false|Object.other [as method]
Object.defineProperty(renamed.method, "name", { value: 5 });
show(renamed.method()); // expect: Object|method|method|false|false|Object.method
// Functions that built-ins call, eval, and functions made of texts.
show([1].map(function callback() { const found = site(); return found; })[0]); // expect: ||callback|true|false|callback
show([1].map(function callback() { const found = site(); return found; }, store)[0]); // expect: Store||callback|false|false|Store.callback
JSON.stringify({ toJSON() { into.found = site(); } });
show(into.found); // expect: Object|toJSON|toJSON|false|false|Object.toJSON
show(eval("site()")); // expect: ||eval|true|false|eval
show(object.method.call(new (class Given {})())); // expect: Given||method|false|false|Given.method
// No door: neither receivers nor functions.
print(strict.call({}).getThis(), strict.call({}).getFunction()); // expect: undefined undefined
// What waits.
class Service {
  async outer() { return await this.inner(); }
  async inner() { await 0; const found = sites(); return found; }
}
new Service().outer().then((found) => {
  const mine = found.filter((site) => ["inner", "outer"].includes(site.getFunctionName()));
  print(mine.map(tell).join()); // expect: Service|inner|inner|false|false|Service.inner,Service|outer|outer|false|false|async Service.outer
});
