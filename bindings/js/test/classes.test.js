// Classes of the host: scripts make their objects, use their members, and hand them back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, ScriptError } from "ferrotape";

class Account {
  static made = 0;
  #entries = [];
  constructor(owner = "nobody") {
    if (owner === "") throw new RangeError("an account has an owner");
    this.owner = owner;
    Account.made++;
  }
  static of(owner) {
    return new Account(owner);
  }
  get balance() {
    return this.#entries.reduce((sum, entry) => sum + entry, 0);
  }
  set limit(limit) {
    this._limit = limit;
  }
  get limit() {
    return this._limit;
  }
  payIn(amount) {
    if (!(amount > 0)) throw new TypeError("nothing to pay in");
    this.#entries.push(amount);
    return this;
  }
  moveTo(other, amount) {
    this.#entries.push(-amount);
    other.payIn(amount);
  }
  each(f) {
    return this.#entries.map((entry) => f(entry));
  }
  _secret() {
    return "secret";
  }
}

test("scripts make objects of a class, and use its members", () => {
  const engine = new Engine();
  engine.class("Account", Account);
  const seen = engine.eval(`const a = new Account("Ann"); a.payIn(40).payIn(2); a.limit = 5;
    [a.balance, a.limit, a instanceof Account, a.constructor === Account, Account.name, Account.of("Bob") instanceof Account,
     "_secret" in a, "made" in Account, Object.keys(a).length, a.each((entry) => entry / 2).join(), typeof a.payIn]`);
  assert.deepEqual(seen, [42, 5, true, true, "Account", true, false, false, 0, "20,1", "function"]);
  assert.equal(engine.eval("const b = new Account('Cid'); a.moveTo(b, 10); `${a.balance} ${b.balance}`"), "32 10");
  assert.equal(engine.eval("a.payIn(1) === a"), true);
  assert.equal(engine.eval("class Mine extends Account { twice() { return 2 * this.balance } }; new Mine('Dot').payIn(21).twice()"), 42);
  engine.dispose();
});

test("objects come back as they are, and go in as they were", () => {
  const engine = new Engine();
  engine.class("bank.Account", Account);
  const own = new Account("host");
  engine.set("own", own);
  assert.equal(engine.get("own"), own);
  assert.equal(engine.eval("own instanceof bank.Account && own.payIn(7).balance"), 7);
  assert.equal(own.balance, 7);
  const made = engine.eval("var made = new bank.Account('script'); made");
  assert.ok(made instanceof Account && made.owner === "script");
  engine.set("again", [made, { deep: made }]);
  assert.equal(engine.eval("again[0] === made && again[1].deep === made"), true);
  assert.deepEqual(engine.eval("[made, made, own]"), [made, made, own]);
  class Savings extends Account {}
  assert.equal(engine.set("savings", new Savings("sub")).eval("savings instanceof bank.Account && savings.balance"), 0);
  engine.class("Savings", Savings);
  assert.equal(engine.eval("const s = new Savings('x'); s instanceof Savings && s instanceof bank.Account && s.payIn(3).balance"), 3);
  engine.dispose();
});

test("what goes wrong is an exception of the script", () => {
  const engine = new Engine();
  engine.class("Account", Account);
  engine.class("Given", class Given {}, { construct: false });
  const told = (source) => engine.eval(`try { ${source} } catch (e) { \`\${e.name}: \${e.message}\` }`);
  assert.equal(told("new Account('')"), "RangeError: an account has an owner");
  assert.equal(told("new Account('a').payIn(0)"), "TypeError: nothing to pay in");
  assert.match(told("Account('a')"), /TypeError: .*new/);
  assert.match(told("Account.prototype.payIn.call({}, 1)"), /Account\.prototype\.payIn was called on a value that is not an instance of Account/);
  assert.match(told("Object.create(new Account('a')).balance"), /not an instance of Account/);
  assert.match(told("Object.getOwnPropertyDescriptor(Account.prototype, 'balance').get.call(5)"), /not an instance of Account/);
  assert.match(told("new Given()"), /cannot be constructed/);
  assert.throws(() => engine.eval("new Account('')"), (error) => error instanceof ScriptError && error.cause instanceof RangeError);
  assert.throws(() => engine.class("x", () => {}), { name: "UsageError" });
  // A member of another class gets no object of this one.
  engine.class("Other", class Other { get it() { return 1 } });
  assert.match(told("Object.getOwnPropertyDescriptor(Other.prototype, 'it').get.call(new Account('a'))"), /TypeError: the object is not an instance of Other/);
  engine.dispose();
});

test("members may be named, and fields are named alone", () => {
  const engine = new Engine();
  engine.class("Account", Account, ["owner", "payIn"]);
  assert.deepEqual(engine.eval("const a = new Account('Ann'); a.owner = 'Bob'; [a.owner, typeof a.payIn, typeof a.balance]"), ["Bob", "function", "undefined"]);
  engine.dispose();
});

test("opaque objects are handed on, and nothing is seen of them", () => {
  const engine = new Engine();
  const secret = engine.opaque({ key: "k", nested: [1] });
  const f = engine.opaque(() => 1);
  engine.define("use", (it) => it === secret && it.key);
  engine.set("it", secret).set("f", f);
  assert.deepEqual(engine.eval("[Object.keys(it).length, it.key, use(it), typeof f]"), [0, undefined, "k", "object"]);
  assert.equal(engine.eval("it"), secret);
  assert.equal(engine.get("f"), f);
  assert.throws(() => engine.opaque(5), { name: "UsageError" });
  engine.dispose();
});

test("forks share the host's objects, with members and identity", () => {
  const engine = new Engine();
  engine.class("Account", Account);
  engine.eval("var a = new Account('Ann'); a.payIn(1)");
  const fork = engine.fork();
  assert.equal(fork.eval("a.payIn(1).balance"), 2);
  assert.equal(fork.eval("a"), engine.eval("a"));
  const other = new Account("late");
  assert.equal(fork.set("late", other).eval("late instanceof Account && late.payIn(5).balance"), 5);
  assert.throws(() => engine.save(), /object of the host/);
  fork.dispose();
  engine.dispose();
});

test("an engine with a class is saved where no script holds its objects", () => {
  const ready = () => new Engine().class("Account", Account);
  const bytes = ready().set("n", 2).save();
  assert.equal(ready().restore(bytes).eval("new Account('Ann').payIn(n).balance"), 2);
  const own = new Account("own");
  assert.equal(ready().restore(bytes).set("own", own).eval("own.payIn(4).balance + n"), 6);
});

test("objects that no script has are the host's to collect", async () => {
  const engine = new Engine({ limits: { time: 30_000 } });
  let collected = 0;
  const registry = new FinalizationRegistry(() => collected++);
  engine.class("Thing", class Thing {
    constructor() {
      registry.register(this);
    }
  });
  for (let i = 0; i < 30; i++) engine.eval("for (let i = 0; i < 1000; i++) new Thing(); gc?.()".replace("; gc?.()", ""));
  engine.eval("{ let all = []; for (let i = 0; i < 300; i++) all.push(new Array(10_000).fill(i)) }");
  for (let i = 0; i < 50 && collected < 10_000; i++) {
    engine.eval("for (let i = 0; i < 100; i++) new Thing()");
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(collected >= 10_000, `${collected} of 30000`);
  engine.dispose();
});
