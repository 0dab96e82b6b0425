// Channels: what is published reaches who has subscribed.
'use strict';

const { checkFunction } = require('internal/errors');
const channels = new Map();

class Channel {
  #subscribers = [];
  constructor(name) { this.name = name; }
  get hasSubscribers() { return this.#subscribers.length > 0; }
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
        queueMicrotask(() => { throw error; });
      }
    }
  }
  bindStore() {}
  unbindStore() { return false; }
  runStores(message, callback, receiver, ...values) {
    this.publish(message);
    return Reflect.apply(callback, receiver, values);
  }
}

function channel(name) {
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
  unsubscribe(listeners) { return EVENTS.every(event => !listeners[event] || this[event].unsubscribe(listeners[event])); }
  traceSync(callback, context = {}, receiver, ...values) {
    this.start.publish(context);
    try {
      return context.result = Reflect.apply(callback, receiver, values);
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.end.publish(context);
    }
  }
  tracePromise(callback, context = {}, receiver, ...values) {
    const settled = () => { this.asyncStart.publish(context); this.asyncEnd.publish(context); };
    return Promise.resolve(this.traceSync(callback, context, receiver, ...values)).then(
      result => { context.result = result; settled(); return result; },
      error => { context.error = error; this.error.publish(context); settled(); throw error; });
  }
  traceCallback(callback, position = -1, context = {}, receiver, ...values) {
    const done = values.at(position);
    values.splice(position, 1, (error, result) => {
      Object.assign(context, error ? { error } : { result });
      if (error) this.error.publish(context);
      this.asyncStart.publish(context);
      try {
        return done(error, result);
      } finally {
        this.asyncEnd.publish(context);
      }
    });
    return this.traceSync(callback, context, receiver, ...values);
  }
}

exports.Channel = Channel;
exports.channel = channel;
exports.hasSubscribers = name => channels.get(name)?.hasSubscribers ?? false;
exports.subscribe = (name, listener) => channel(name).subscribe(listener);
exports.unsubscribe = (name, listener) => channel(name).unsubscribe(listener);
exports.tracingChannel = names => new TracingChannel(names);
