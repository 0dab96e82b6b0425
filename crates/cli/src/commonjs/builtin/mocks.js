// The mocks of node:test: functions that count their calls, in place of methods and accessors of objects too; and properties.
'use strict';

const { checkFunction, checkInteger, checkObject, invalidType, invalidValue } = require('internal/errors');
const { MockTimers } = require('internal/mock_timers');

// Takes a call by what it has: a function may be left out, and options stand where it would be.
function given(implementation, options) {
  if (implementation !== null && typeof implementation === 'object') return [undefined, implementation];
  return [implementation, options];
}

function checkTimes(times) {
  if (times === undefined || times === Infinity) return Infinity;
  checkInteger(times, 'options.times', 1);
  return times;
}

class MockFunctionContext {
  #calls = [];
  #implementation;
  // Functions for single calls, by their numbers.
  #once = new Map();
  #original;
  #times;
  #put;

  // `put` gives an object its own property back.
  constructor(original, implementation, times, put) {
    this.#original = original;
    this.#implementation = implementation;
    this.#times = times;
    this.#put = put;
  }

  get calls() { return this.#calls.slice(); }
  callCount() { return this.#calls.length; }

  mockImplementation(implementation) {
    checkFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    checkFunction(implementation, 'implementation');
    const next = this.#calls.length;
    const call = onCall ?? next;
    checkInteger(call, 'onCall', next);
    this.#once.set(call, implementation);
  }

  restore() {
    this.#implementation = this.#original;
    this.#put?.();
  }

  resetCalls() { this.#calls = []; }

  static called(context, self, args, target) {
    return context.#run(self, args, target);
  }

  #next() {
    const number = this.#calls.length;
    const once = this.#once.get(number);
    this.#once.delete(number);
    if (once) return once;
    return number < this.#times ? this.#implementation : this.#original;
  }

  #run(self, args, target) {
    let result;
    let error;
    try {
      const implementation = this.#next();
      result = target ? Reflect.construct(implementation, args, target.made) : Reflect.apply(implementation, self, args);
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      this.#calls.push({ arguments: args, error, result, stack: new Error(), target: target?.named, this: target ? result : self });
    }
    return result;
  }
}

const called = MockFunctionContext.called;

// A function that looks like the original, and has its context as `mock`.
function mocked(original, context) {
  const mock = new Proxy(original, {
    apply(target, self, args) { return called(context, self, args); },
    construct(target, args, made) {
      // What the original makes is an instance of it.
      return called(context, undefined, args, { named: target, made: made === mock ? target : made });
    },
    get(target, key, receiver) {
      return key === 'mock' ? context : Reflect.get(target, key, receiver);
    },
  });
  return mock;
}

// The property, of the object or of what it inherits from.
function described(object, name) {
  for (let holder = object; holder !== null && holder !== undefined; holder = Object.getPrototypeOf(holder)) {
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found) return found;
  }
  return undefined;
}

// The accesses to a property that stands in another one's place, and its value. Each access has a number, reading or writing.
class MockPropertyContext {
  #accesses = [];
  #once = new Map();
  #value;
  #name;
  #isWritable;
  #put;

  constructor(object, name, given) {
    const original = object[name];
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    if (!descriptor) throw invalidValue('propertyName', name, 'is not a property of the object');
    this.#value = given.length > 0 ? given[0] : original;
    this.#name = name;
    this.#isWritable = descriptor.writable === true;
    this.#put = () => Object.defineProperty(object, name, { __proto__: null, ...descriptor });
    Object.defineProperty(object, name, {
      __proto__: null,
      configurable: descriptor.configurable,
      enumerable: descriptor.enumerable,
      get: () => this.#accessed('get', this.#value),
      set: (value) => this.mockImplementation(value),
    });
  }

  get accesses() { return this.#accesses.slice(); }
  accessCount() { return this.#accesses.length; }
  resetAccesses() { this.#accesses = []; }
  restore() { this.#put(); }

  mockImplementation(value) {
    if (!this.#isWritable) throw invalidValue('propertyName', this.#name, 'cannot be set');
    this.#value = this.#accessed('set', value);
  }

  mockImplementationOnce(value, onAccess) {
    const next = this.#accesses.length;
    const access = onAccess ?? next;
    checkInteger(access, 'onAccess', next);
    this.#once.set(access, value);
  }

  #accessed(type, value) {
    const number = this.#accesses.length;
    if (this.#once.has(number)) {
      value = this.#once.get(number);
      this.#once.delete(number);
    }
    this.#accesses.push({ __proto__: null, type, value, stack: new Error() });
    return value;
  }
}

class MockTracker {
  #contexts = [];
  #timers;

  get timers() { return (this.#timers ??= new MockTimers()); }

  fn(original = function () {}, implementation = original, options = {}) {
    if (original !== null && typeof original === 'object') [original, implementation, options] = [function () {}, undefined, original];
    else if (implementation !== null && typeof implementation === 'object') [implementation, options] = [undefined, implementation];
    implementation ??= original;
    checkFunction(original, 'original');
    checkFunction(implementation, 'implementation');
    checkObject(options, 'options');
    const context = new MockFunctionContext(original, implementation, checkTimes(options.times));
    this.#contexts.push(context);
    return mocked(original, context);
  }

  method(object, methodName, implementation, options = {}) {
    if (object === null || typeof object !== 'object' && typeof object !== 'function') throw invalidType('object', 'of type object', object);
    if (typeof methodName !== 'string' && typeof methodName !== 'symbol') {
      throw invalidType('methodName', 'one of type string or symbol', methodName);
    }
    [implementation, options] = given(implementation, options);
    if (implementation !== undefined) checkFunction(implementation, 'implementation');
    checkObject(options, 'options');
    const { getter = false, setter = false, times } = options;
    if (getter && setter) throw invalidValue('options.setter', setter, "cannot be used with 'options.getter'");
    const most = checkTimes(times);
    const descriptor = described(object, methodName);
    const part = getter ? 'get' : setter ? 'set' : 'value';
    const original = descriptor?.[part];
    if (typeof original !== 'function') throw invalidValue('methodName', original, 'must be a method');
    const put = () => Object.defineProperty(object, methodName, descriptor);
    const context = new MockFunctionContext(original, implementation ?? original, most, put);
    const mock = mocked(original, context);
    Object.defineProperty(object, methodName, { ...descriptor, [part]: mock });
    this.#contexts.push(context);
    return mock;
  }

  getter(object, methodName, implementation, options = {}) {
    [implementation, options] = given(implementation, options);
    checkObject(options, 'options');
    const { getter = true } = options;
    if (getter === false) throw invalidValue('options.getter', getter, 'cannot be false');
    return this.method(object, methodName, implementation, { ...options, getter });
  }

  setter(object, methodName, implementation, options = {}) {
    [implementation, options] = given(implementation, options);
    checkObject(options, 'options');
    const { setter = true } = options;
    if (setter === false) throw invalidValue('options.setter', setter, 'cannot be false');
    return this.method(object, methodName, implementation, { ...options, setter });
  }

  property(object, propertyName, ...value) {
    checkObject(object, 'object');
    if (typeof propertyName !== 'string' && typeof propertyName !== 'symbol') {
      throw invalidType('propertyName', 'one of type string or symbol', propertyName);
    }
    const context = new MockPropertyContext(object, propertyName, value);
    this.#contexts.push(context);
    return new Proxy(object, {
      get(target, key, receiver) { return key === 'mock' ? context : Reflect.get(target, key, receiver); },
    });
  }

  // Puts all back, and forgets what was mocked.
  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#contexts = [];
  }

  // The last one first: an object may have been given several for one property.
  restoreAll() { for (const context of this.#contexts.toReversed()) context.restore(); }
}

module.exports = { MockFunctionContext, MockTracker };
