// Channels: what is published reaches who has subscribed, and what runs in a channel has its message in the stores that are bound to it.
'use strict';

const { checkFunction, invalidType } = require('internal/errors');
const channels = new Map();

// An error of a listener is none of who publishes.
const later = error => process.nextTick(() => { throw error; });

class Channel {
  #subscribers = [];
  #stores = new Map();
  constructor(name) { this.name = name; }
  get hasSubscribers() { return this.#subscribers.length > 0 || this.#stores.size > 0; }
  subscribe(listener) {
    checkFunction(listener, 'subscription');
    this.#subscribers = [...this.#subscribers, listener];
  }
  unsubscribe(listener) {
    const at = this.#subscribers.indexOf(listener);
    if (at < 0) return false;
    this.#subscribers = this.#subscribers.toSpliced(at, 1);
    return true;
  }
  publish(message) {
    for (const listener of this.#subscribers) {
      try {
        listener(message, this.name);
      } catch (error) {
        later(error);
      }
    }
  }
  bindStore(store, transform) { this.#stores.set(store, transform); }
  unbindStore(store) { return this.#stores.delete(store); }
  runStores(message, callback, receiver, ...values) {
    let run = () => {
      this.publish(message);
      return Reflect.apply(callback, receiver, values);
    };
    for (const [store, transform] of this.#stores) {
      const inner = run;
      run = () => {
        let value = message;
        try {
          if (transform) value = transform(message);
        } catch (error) {
          later(error);
          return inner();
        }
        return store.run(value, inner);
      };
    }
    return run();
  }
}

function channel(name) {
  if (typeof name !== 'string' && typeof name !== 'symbol') throw invalidType('channel', 'one of type string or symbol', name);
  if (!channels.has(name)) channels.set(name, new Channel(name));
  return channels.get(name);
}

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
class TracingChannel {
  constructor(names) {
    for (const event of EVENTS) this[event] = typeof names === 'string' ? channel(`tracing:${names}:${event}`) : names[event];
  }
  get hasSubscribers() { return EVENTS.some(event => this[event]?.hasSubscribers); }
  subscribe(listeners) { for (const event of EVENTS) if (listeners[event]) this[event].subscribe(listeners[event]); }
  unsubscribe(listeners) {
    let isDone = true;
    for (const event of EVENTS) if (listeners[event] && !this[event].unsubscribe(listeners[event])) isDone = false;
    return isDone;
  }
  // Runs work between the start and the end. What it throws is told, and thrown.
  #run(context, work) {
    return this.start.runStores(context, () => {
      try {
        return work();
      } catch (error) {
        context.error = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
  traceSync(callback, context = {}, receiver, ...values) {
    return this.#run(context, () => context.result = Reflect.apply(callback, receiver, values));
  }
  tracePromise(callback, context = {}, receiver, ...values) {
    const settled = () => { this.asyncStart.publish(context); this.asyncEnd.publish(context); };
    return this.#run(context, () => {
      const given = Reflect.apply(callback, receiver, values);
      return (given instanceof Promise ? given : Promise.resolve(given)).then(
        result => { context.result = result; settled(); return result; },
        error => { context.error = error; this.error.publish(context); settled(); throw error; });
    });
  }
  traceCallback(callback, position = -1, context = {}, receiver, ...values) {
    const done = values.at(position), { asyncStart, asyncEnd, error: failed } = this;
    checkFunction(done, 'callback');
    values.splice(position, 1, function (error, result) {
      if (error) {
        context.error = error;
        failed.publish(context);
      } else context.result = result;
      asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(done, this, arguments);
        } finally {
          asyncEnd.publish(context);
        }
      });
    });
    return this.#run(context, () => Reflect.apply(callback, receiver, values));
  }
}

exports.Channel = Channel;
exports.channel = channel;
exports.hasSubscribers = function hasSubscribers(name) { return channels.get(name)?.hasSubscribers ?? false; };
exports.subscribe = function subscribe(name, listener) { channel(name).subscribe(listener); };
exports.unsubscribe = function unsubscribe(name, listener) { return channel(name).unsubscribe(listener); };
exports.tracingChannel = function tracingChannel(names) { return new TracingChannel(names); };
