// Where imported modules come from.
import { UsageError } from "./errors.js";

/** Returns the name of what a module imports: relative to the importer, without `.` and `..`. */
export function resolve(specifier, referrer) {
  if (!/^\.{0,2}\//.test(specifier)) return specifier;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(referrer)?.[0] ?? "";
  const path = referrer.slice(scheme.length);
  const steps = specifier.startsWith("/") ? [] : path.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "." || step === "") continue;
    if (step !== "..") steps.push(step);
    // What leads out of everything is a name that nobody has.
    else if (steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else steps.push("..");
  }
  const isAbsolute = specifier.startsWith("/") || path.startsWith("/");
  return scheme + (isAbsolute && steps[0] !== "" ? "/" : "") + steps.join("/");
}

/** Returns whether a loader says by itself that it is async. */
export function isAsync(source) {
  return Object.prototype.toString.call(source) === "[object AsyncFunction]";
}

/**
 * Returns the function that answers `["resolve", specifier, referrer]` and `["load", name]`. An async loader has `provide`, which gets
 * each name with the promise of its text: the answer is `true` then. `within` does the work of a loader.
 */
export function moduleLoader(source, provide = undefined, within = (work) => work()) {
  const load = typeof source === "function" ? source : (name) => (source instanceof Map ? source.get(name) : own(source, name));
  return (request, first, second) => {
    if (request === "resolve") return resolve(first, second);
    const text = within(() => load(first));
    if (typeof text?.then === "function") {
      if (provide) return provide(first, text);
      Promise.resolve(text).catch(() => {});
      throw new UsageError("the loader is async: make it an async function, or say so by modules(load, { async: true })");
    }
    if (typeof text !== "string") throw new UsageError(`there is no module '${first}'`);
    return text;
  };
}

function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
