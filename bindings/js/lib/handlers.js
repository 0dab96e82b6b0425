// Which handlers and loaders the code that runs belongs to: one that waits for the end of its own program would wait for ever.

/** Keeps that over `await`, where there is something that does. */
let storage;
/** What is being called, where nothing keeps it. */
let atOnce;
/** How many have not ended. */
let pending = 0;
/** Puts the storage away until it is used again. */
let putAway = () => {};

/** Sets what keeps things over `await`, an AsyncLocalStorage, and what puts it away where all promises are slower while it is used. */
export function keepBy(found, away = () => {}) {
  storage = found;
  putAway = away;
}

const { AsyncLocalStorage } = globalThis.process?.getBuiltinModule?.("node:async_hooks") ?? {};
if (AsyncLocalStorage) keepBy(new AsyncLocalStorage());

const innermost = () => (storage ? storage.getStore() : atOnce);

/** Does what a program waits for: a handler's work, or a loader's. Returns what that gives, or a promise of it. */
export function begun(run, work) {
  const here = { run, isOver: false, outer: innermost() };
  const before = atOnce;
  const end = () => {
    here.isOver = true;
    if (--pending === 0) putAway();
  };
  let result;
  pending++;
  atOnce = here;
  try {
    result = storage ? storage.run(here, work) : work();
    if (typeof result?.then === "function") result = Promise.resolve(result).finally(end);
    else end();
  } catch (error) {
    end();
    throw error;
  } finally {
    atOnce = before;
  }
  return result;
}

/** Returns whether the code that runs was begun by what the program waits for, or by that of a program that such a one runs. */
export function isBegunBy(run) {
  for (let at = innermost(); at !== undefined; at = at.outer) {
    if (at.run === run && !at.isOver) return true;
  }
  return false;
}
