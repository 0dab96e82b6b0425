// Which handlers the code that runs belongs to: one that waits for the end of its own program would wait for ever.

/** Keeps that over `await`, where there is something that does. */
let storage;
/** The handler that is being called, where nothing keeps it. */
let atOnce;
/** Handlers that have not ended. Promises of the whole process are slower while the storage is used. */
let pending = 0;

/** Sets what keeps things over `await`: an AsyncLocalStorage. */
export function keepBy(found) {
  storage ??= found;
}

const { AsyncLocalStorage } = globalThis.process?.getBuiltinModule?.("node:async_hooks") ?? {};
if (AsyncLocalStorage) keepBy(new AsyncLocalStorage());

const innermost = () => (storage ? storage.getStore() : atOnce);

/** Calls a handler of a program's call, and waits for what it gives. */
export async function handle(run, handler) {
  const here = { run, isOver: false, outer: innermost() };
  const before = atOnce;
  pending++;
  try {
    let result;
    atOnce = here;
    try {
      result = storage ? storage.run(here, handler) : handler();
    } finally {
      atOnce = before;
    }
    return await result;
  } finally {
    here.isOver = true;
    if (--pending === 0) storage?.disable();
  }
}

/** Returns whether the code that runs was begun by a handler that the program waits for, or one of a program that such a one runs. */
export function isHandling(run) {
  for (let at = innermost(); at !== undefined; at = at.outer) {
    if (at.run === run && !at.isOver) return true;
  }
  return false;
}
