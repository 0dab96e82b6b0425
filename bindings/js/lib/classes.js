// Classes of the host, and the objects of the host that scripts have.
import { UsageError } from "./errors.js";

/** The id of the object 0 in the format of values: as `crates/session/src/classes.rs`. */
export const FIRST = 2 ** 52;
/** Objects between two looks for those that no script has any more. */
const MOST = 64;

/** The objects of an engine and its forks, by number, each as long as a script may have it. */
export class Objects {
  /** Names of classes by their prototypes. */
  #classes = new Map();
  #opaque = new WeakSet();
  #byNumber = new Map();
  #numbers = new WeakMap();
  /** Objects that no script has. One that comes back keeps its number. */
  #left = new Map();
  #next = 0;
  #due = MOST;

  define(type, name) {
    this.#classes.set(type.prototype, name);
  }

  addOpaque(value) {
    this.#opaque.add(value);
  }

  /** Returns the name of the class that scripts know an object by: none for most. */
  nameOf(value) {
    if (this.#opaque.has(value)) return "";
    if (this.#classes.size === 0) return undefined;
    for (let at = Object.getPrototypeOf(value); at !== null; at = Object.getPrototypeOf(at)) {
      const name = this.#classes.get(at);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Returns the name of the nearest class that this one extends. */
  parentOf(type) {
    return this.nameOf(type.prototype);
  }

  /** Returns the number of an object, which is kept from now on. */
  numberOf(value) {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = this.#next++;
      this.#numbers.set(value, number);
    }
    this.#left.delete(number);
    this.#byNumber.set(number, value);
    return number;
  }

  get(number) {
    const value = this.#byNumber.get(number) ?? this.#left.get(number)?.deref();
    if (value !== undefined) this.numberOf(value);
    return value;
  }

  get isDue() {
    return this.#byNumber.size >= this.#due;
  }

  /** Keeps objects no longer that no script has. */
  forget(numbers) {
    for (const number of numbers) {
      const value = this.#byNumber.get(number);
      if (value === undefined) continue;
      this.#byNumber.delete(number);
      this.#left.set(number, new WeakRef(value));
    }
    for (const [number, left] of this.#left) if (left.deref() === undefined) this.#left.delete(number);
    this.#due = 2 * this.#byNumber.size + MOST;
  }
}

const UNSEEN = ["length", "name", "prototype"];

/** Returns the names of methods, getters, setters and static functions of a class: all public ones, or those that are named. */
export function membersOf(type, names) {
  const found = new Map();
  for (let at = type.prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== "constructor" && !found.has(name)) found.set(name, descriptor);
    }
  }
  const members = { methods: [], getters: [], setters: [], statics: [] };
  const fixed = Object.getOwnPropertyDescriptors(type);
  for (const name of names ?? [...found.keys(), ...Object.keys(fixed)]) {
    if (!names && name.startsWith("_")) continue;
    const descriptor = found.get(name);
    if (typeof descriptor?.value === "function") {
      members.methods.push(name);
    } else if (descriptor && (descriptor.get || descriptor.set)) {
      if (descriptor.get) members.getters.push(name);
      if (descriptor.set) members.setters.push(name);
    } else if (!UNSEEN.includes(name) && typeof fixed[name]?.value === "function") {
      members.statics.push(name);
    } else if (names) {
      // What an object has, and its class says nothing of.
      members.getters.push(name);
      members.setters.push(name);
    }
  }
  return members;
}

/** Returns the object on which a member is called. */
export function receiver(objects, number, type, name) {
  const value = objects.get(number);
  if (!(value instanceof type)) throw new TypeError(`the object is not an instance of ${name}, or is gone`);
  return value;
}

/** Fails for what is no class, or no object. */
export function requireClass(type, name) {
  if (typeof type !== "function" || typeof type.prototype !== "object" || type.prototype === null) {
    throw new UsageError(`class("${name}", …) takes a class`);
  }
}
