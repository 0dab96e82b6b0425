(function (emitter, errors) {
  'use strict';
  const all = new Map();
  let most;
  // Lists are never changed, only replaced: who is being told is told to the end.
  function add(name, listener, first, once) {
    if (typeof listener !== 'function') errors().checkFunction(listener, 'listener');
    const entry = { listener, once };
    if (all.has('newListener')) emitter.emit('newListener', name, listener);
    const before = all.get(name) ?? [];
    all.set(name, first ? [entry, ...before] : [...before, entry]);
    return emitter;
  }
  function remove(name, entry) {
    const before = all.get(name) ?? [], left = before.filter(other => other !== entry);
    if (left.length > 0) all.set(name, left); else all.delete(name);
    if (left.length < before.length && all.has('removeListener')) emitter.emit('removeListener', name, entry.listener);
  }
  // The last goes first, and whoever is told of that goes last of all.
  function removeAll(name) {
    for (const entry of (all.get(name) ?? []).toReversed()) remove(name, entry);
  }
  // What is called once, as a function that forgets itself.
  function wrapped(name, entry) {
    const once = (...values) => {
      remove(name, entry);
      return Reflect.apply(entry.listener, emitter, values);
    };
    return Object.assign(once, { listener: entry.listener });
  }
  const methods = {
    on: (name, listener) => add(name, listener, false, false),
    addListener: (name, listener) => add(name, listener, false, false),
    once: (name, listener) => add(name, listener, false, true),
    prependListener: (name, listener) => add(name, listener, true, false),
    prependOnceListener: (name, listener) => add(name, listener, true, true),
    off(name, listener) {
      const entry = all.get(name)?.findLast(entry => entry.listener === listener);
      if (entry) remove(name, entry);
      return emitter;
    },
    removeListener: (name, listener) => methods.off(name, listener),
    removeAllListeners(name) {
      if (name !== undefined) removeAll(name);
      else for (const name of [...[...all.keys()].filter(name => name !== 'removeListener'), 'removeListener']) removeAll(name);
      return emitter;
    },
    emit(name, ...values) {
      const entries = all.get(name) ?? [];
      if (name === 'error' && entries.length === 0) errors().unhandled(values[0]);
      for (const entry of entries) {
        if (entry.once) remove(name, entry);
        Reflect.apply(entry.listener, emitter, values);
      }
      return entries.length > 0;
    },
    listeners: name => (all.get(name) ?? []).map(entry => entry.listener),
    rawListeners: name => (all.get(name) ?? []).map(entry => (entry.once ? wrapped(name, entry) : entry.listener)),
    setMaxListeners(count) {
      if (typeof count !== 'number') errors().checkNumber(count, 'setMaxListeners');
      if (!(count >= 0)) throw errors().outOfRange('setMaxListeners', '>= 0', count);
      most = count;
      return emitter;
    },
    getMaxListeners: () => most ?? 10,
    listenerCount: name => all.get(name)?.length ?? 0,
    eventNames: () => [...all.keys()],
  };
  for (const [name, method] of Object.entries(methods))
    Object.defineProperty(emitter, name, { value: method, writable: true, configurable: true });
})
