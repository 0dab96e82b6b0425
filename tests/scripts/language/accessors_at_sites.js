// Getters and setters at sites that know them: what they do to the object, to themselves and to the site.
function read(o) {
  return o.x;
}
function write(o, value) {
  "use strict";
  o.x = value;
}
function warm(o, times = 20) {
  let last;
  for (let i = 0; i < times; i++) last = read(o);
  return last;
}
const texts = [];
const log = (...parts) => texts.push(parts.map(String).join(" "));

class Counter {
  constructor() {
    this.reads = 0;
    this.written = [];
  }
  get x() {
    return ++this.reads;
  }
  set x(value) {
    this.written.push(value);
    return 99;
  }
}
const counter = new Counter();
print(warm(counter), counter.reads); // expect: 20 20
for (let i = 0; i < 3; i++) write(counter, i);
print(counter.written.join()); // expect: 0,1,2
print((counter.x = 7), counter.written.length); // expect: 7 4

// Redefined between two reads: as data, as another getter, deleted, and again.
Object.defineProperty(Counter.prototype, "x", { value: "data", configurable: true, writable: true });
print(read(counter)); // expect: data
Object.defineProperty(Counter.prototype, "x", { get: () => "other", set: undefined, configurable: true });
print(warm(counter)); // expect: other
try {
  write(counter, 1);
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
delete Counter.prototype.x;
print(read(counter)); // expect: undefined
Object.defineProperty(Counter.prototype, "x", {
  get() {
    return this.reads;
  },
  configurable: true,
});
print(read(counter)); // expect: 20
// Shadowed, and uncovered again.
Object.defineProperty(counter, "x", { get: () => "own", configurable: true });
print(warm(counter)); // expect: own
delete counter.x;
print(read(counter)); // expect: 20

// A getter that deletes itself, changes the shape, replaces itself, throws, re-enters its site.
const deleting = {
  get x() {
    delete this.x;
    this.y = 1;
    return "gone";
  },
};
print(read(deleting), read(deleting), Object.keys(deleting)); // expect: gone undefined y
let turns = 0;
const replacing = {
  get x() {
    turns++;
    if (turns === 10) Object.defineProperty(this, "x", { get: () => "replaced" });
    return turns;
  },
};
print(warm(replacing, 9), read(replacing), read(replacing)); // expect: 9 10 replaced
const throwing = {
  get x() {
    if (++turns % 4 === 0) throw new RangeError("at " + turns);
    return turns;
  },
};
for (let i = 0; i < 8; i++) {
  try {
    log(read(throwing));
  } catch (error) {
    log(error.message);
  }
}
print(texts.join("; ")); // expect: 11; at 12; 13; 14; 15; at 16; 17; 18
const reentrant = {
  depth: 0,
  get x() {
    if (this.depth === 5) return "bottom";
    this.depth++;
    const below = read(this);
    this.depth--;
    return this.depth + below;
  },
};
print(warm(reentrant)); // expect: 01234bottom
const writesItself = {
  left: 5,
  set x(value) {
    if (this.left-- > 0) write(this, value + 1);
    else this.got = value;
  },
};
write(writesItself, 10);
print(writesItself.got); // expect: 15

// Functions of all kinds as getters.
const kinds = {
  arrow: () => "arrow",
  bound: function () {
    return this.name;
  }.bind({ name: "bound" }),
  native: Object.prototype.toString,
  parameters: function (a = "default", ...rest) {
    return a + rest.length + arguments.length;
  },
  generator: function* () {
    yield "from a generator";
  },
  async: async function () {},
  closes: (() => {
    let count = 0;
    return () => ++count;
  })(),
  evals: function () {
    return eval("this.tag");
  },
  strict: function () {
    "use strict";
    return typeof this;
  },
};
for (const kind in kinds) {
  const holder = Object.create(Object.defineProperty({ tag: "tag of the prototype" }, "x", { get: kinds[kind] }));
  const got = warm(holder, 5);
  print(kind, typeof got === "object" ? Object.prototype.toString.call(got) : got);
// expect: arrow arrow
// expect: bound bound
// expect: native [object Object]
// expect: parameters default00
// expect: generator [object Generator]
// expect: async [object Promise]
// expect: closes 5
// expect: evals tag of the prototype
// expect: strict object
}
const constructor = Object.defineProperty({}, "x", { get: class {} });
try {
  read(constructor);
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
const trapped = Object.defineProperty({ name: "trapped" }, "x", {
  get: new Proxy(
    function () {
      return this.name;
    },
    {
      apply(target, self, list) {
        return "by proxy " + Reflect.apply(target, self, list);
      },
    }
  ),
});
print(warm(trapped, 3)); // expect: by proxy trapped

// Primitives: what `this` is.
Object.defineProperty(Number.prototype, "x", {
  get() {
    return typeof this;
  },
  configurable: true,
});
Object.defineProperty(String.prototype, "x", {
  get() {
    "use strict";
    return typeof this;
  },
  configurable: true,
});
print(warm(1), warm("text"), warm(2)); // expect: object string object
delete Number.prototype.x;
delete String.prototype.x;

// Setters of all kinds.
for (const set of [
  function () {
    this.seen = arguments.length;
  },
  function (a, b) {
    this.seen = [a, b];
  },
  function (...all) {
    this.seen = all;
  },
  function ({ length }) {
    this.seen = length;
  },
  () => 1,
  function* () {
    throw 1;
  },
  function () {
    throw new Error("refused");
  },
]) {
  const target = Object.create(Object.defineProperty({}, "x", { set }));
  try {
    for (let i = 0; i < 4; i++) write(target, "value");
    print(JSON.stringify(target.seen));
// expect: 1
// expect: ["value",null]
// expect: ["value"]
// expect: 5
// expect: undefined
// expect: undefined
  } catch (error) {
    print(error.message); // expect: refused
  }
}

// Built-in getters: of the right object, of a wrong one, and replaced.
function size(o) {
  return o.size;
}
const map = new Map([[1, 2]]);
for (let i = 0; i < 5; i++) size(map);
print(size(map), size(new Set([1, 2, 3])), size(new Map())); // expect: 1 3 0
try {
  size(Object.create(map));
} catch (error) {
  print(error instanceof TypeError); // expect: true
}
const original = Object.getOwnPropertyDescriptor(Map.prototype, "size");
Object.defineProperty(Map.prototype, "size", { get: () => "mine", configurable: true });
print(size(map)); // expect: mine
Object.defineProperty(Map.prototype, "size", original);
print(size(map)); // expect: 1

// A prototype far up changes, and an object between them.
const top = { get x() { return "top"; } };
const middle = Object.create(top);
const bottom = Object.create(middle);
print(warm(bottom)); // expect: top
middle.y = 1;
print(read(bottom)); // expect: top
Object.defineProperty(middle, "x", { get: () => "middle" });
print(read(bottom)); // expect: middle
Object.setPrototypeOf(bottom, top);
print(read(bottom)); // expect: top
Object.setPrototypeOf(bottom, null);
print(read(bottom)); // expect: undefined

// Members of classes, private ones too, and `super`.
class Base {
  get x() {
    return "base of " + this.name;
  }
}
class Derived extends Base {
  #hidden = 1;
  name = "derived";
  get x() {
    return super.x + this.#twice;
  }
  get #twice() {
    return this.#hidden * 2;
  }
}
print(warm(new Derived())); // expect: base of derived2
