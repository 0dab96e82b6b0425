// Runs a program of a model in an engine of its own, with tools, and tells what became of it.
import { Engine, JsObject } from "ferrotape";

/** Where nothing is said: what waits for tools counts for nothing. */
const LIMITS = { time: 5_000, memory: 64 << 20 };
const MOST_LOGS = 1_000;

/**
 * `tools` are async functions by name; a name with dots makes objects. `prepare` gets the engine before the program starts. Never
 * rejects: `error` is what a model needs to mend its program.
 */
export async function runProgram(source, { tools = {}, limits = LIMITS, signal, prepare = () => {}, typescript = true } = {}) {
  const logs = [];
  const log = (level, text) => logs.length < MOST_LOGS && logs.push(level === "log" ? text : `[${level}] ${text}`);
  let engine;
  try {
    engine = new Engine({ limits, typescript, console: log });
    for (const [name, f] of Object.entries(tools)) engine.call(name, async (...args) => f(...args));
    prepare(engine);
    const result = await engine.run(source, { signal });
    return { result: engine.stats().handles > 0 ? data(result) : result, logs };
  } catch (error) {
    return { result: undefined, error: error?.report ?? String(error?.message ?? error), logs };
  } finally {
    engine?.dispose();
  }
}

/** Returns a value with texts in place of what ends with the engine: functions, instances of classes, promises. */
function data(value, seen = new Map()) {
  if (typeof value === "function") return `[function ${value.name || "(anonymous)"}]`;
  if (value instanceof JsObject) return String(value);
  if (Object(value) !== value) return value;
  if (seen.has(value)) return seen.get(value);
  const kept = (copy) => (seen.set(value, copy), copy);
  if (Array.isArray(value)) {
    const copy = kept([]);
    for (const item of value) copy.push(data(item, seen));
    return copy;
  }
  if (value instanceof Map) {
    const copy = kept(new Map());
    for (const [key, item] of value) copy.set(data(key, seen), data(item, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = kept(new Set());
    for (const item of value) copy.add(data(item, seen));
    return copy;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = kept({});
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: data(item, seen), enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

/** Lines that tell a model of its tools: their names, what they are for, and the JSON Schemas of their inputs. */
export function described(tools) {
  return tools.map(({ name, description, inputSchema }) => {
    const schema = inputSchema === undefined ? "" : `: ${JSON.stringify(inputSchema)}`;
    return `- ${expression(name)}(input)${description ? `: ${description.trim()}` : ""}${schema && ` Input${schema}`}`;
  });
}

/** How a program names a tool: not all names are ones of JavaScript, as those of servers with dashes. Dots make objects. */
function expression(name) {
  const isName = (part) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(part);
  return "tools" + name.split(".").map((part) => (isName(part) ? `.${part}` : `[${JSON.stringify(part)}]`)).join("");
}

export const HOW_TO =
  "Runs a program in JavaScript or TypeScript and gives its value: statements with `return` and `await` at the top level. " +
  "There are no files and no network, but these async functions:";
