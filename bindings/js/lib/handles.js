// What stays in the engine: functions, objects and promises of scripts, which the host holds.
import { UsageError } from "./errors.js";
import { Op } from "./instance.js";

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
const inspect = Symbol.for("nodejs.util.inspect.custom");

export const Kind = Object.freeze({ Function: 0, Object: 1, Promise: 2, Symbol: 3 });

/** The handles by the objects that stand for them. */
const handles = new WeakMap();

/** Only a net: who holds many should dispose them. */
const net = new FinalizationRegistry(({ released, id }) => released.push(id));

/** Returns the handle of an object that stands for one: `{ kind, id, name, engine, isReleased }`. */
export function handleOf(value) {
  return handles.get(value);
}

class Handle {
  isReleased = false;

  constructor(kind, id, name, engine, access) {
    Object.assign(this, { kind, id, name, engine, access });
  }

  /** Fails once it was disposed. */
  get live() {
    if (this.isReleased) throw new UsageError(`${this.name || "the object"} was disposed`);
    return this;
  }

  value(op, ...more) {
    return this.live.access.value(op, [this.id], ...more);
  }

  release() {
    if (this.isReleased) return;
    this.isReleased = true;
    net.unregister(this);
    // The next operation releases it: this may be a moment at which the engine runs.
    this.access.released.push(this.id);
  }
}

/** Returns what stands for a value of a script. */
export function newHandle(kind, id, name, engine, access) {
  const handle = new Handle(kind, id, name, engine, access);
  const object = kind === Kind.Function ? functionFor(handle) : new JsObject(handle);
  handles.set(object, handle);
  net.register(object, { released: access.released, id }, handle);
  return object;
}

/** What paths call the arguments. */
function argumentNames(args, before) {
  return [...before, ...args.map((_, index) => `argument${index + 1}`)];
}

function functionFor(handle) {
  const call = function (...args) {
    const self = this === globalThis || handleOf(this) === undefined ? undefined : this;
    return handle.value(Op.Call, handle.access.encode([self, ...args], argumentNames(args, ["this"])));
  };
  const methods = {
    construct: (...args) => handle.value(Op.Construct, handle.access.encode(args, argumentNames(args, []))),
    dispose: () => handle.release(),
    [dispose]: () => handle.release(),
  };
  for (const key of Reflect.ownKeys(methods)) Object.defineProperty(call, key, { value: methods[key], configurable: true });
  Object.defineProperty(call, "name", { value: handle.name, configurable: true });
  return call;
}

/** An object of a script that is not copied: an instance of a class, a regular expression, a promise, a symbol. */
export class JsObject {
  #handle;

  constructor(handle) {
    if (!(handle instanceof Handle)) throw new UsageError("objects of scripts are made by scripts");
    this.#handle = handle;
  }

  get(key) {
    return this.#handle.value(Op.Get, this.#handle.access.encode(key));
  }

  set(key, value) {
    this.#handle.value(Op.Set, this.#handle.access.encode([key, value], ["key", ""]));
  }

  keys() {
    return this.#handle.value(Op.Keys);
  }

  /** Calls a method. */
  invoke(key, ...args) {
    const method = this.get(key);
    if (typeof method !== "function") throw new UsageError(`${String(key)} is not a method`);
    try {
      return method.apply(this, args);
    } finally {
      method.dispose();
    }
  }

  /** The state of a promise: `{ state: "pending" | "fulfilled" | "rejected", value }`, where the value may be a reason. */
  settled() {
    const { access, id } = this.#handle.live;
    return access.settled(id);
  }

  /** The text that people read. No script runs. */
  toString() {
    return this.#handle.isReleased ? `[disposed ${this.#handle.name}]` : this.#handle.value(Op.Inspect);
  }

  /** The same text: an object that is not copied is no `{}`. */
  toJSON() {
    return this.toString();
  }

  [inspect]() {
    return this.toString();
  }

  dispose() {
    this.#handle.release();
  }

  [dispose]() {
    this.#handle.release();
  }
}
