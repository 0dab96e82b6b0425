// Runs a program of a model in an engine of its own, with tools, and tells what became of it.
import { Engine, FerrotapeError } from "ferrotape";

/** Where nothing is said: what waits for tools counts for nothing. */
const LIMITS = { time: 5_000, memory: 64 << 20 };
const MOST_LOGS = 1_000;
/** Values, and characters of strings and names, in a result. */
const MOST_RESULT = 1 << 20;

/**
 * `tools` are async functions by name; a name with dots makes objects. `prepare` gets the engine before the program starts. Never
 * rejects: `result` is data that JSON has, `error` is what a model needs to mend its program.
 */
export async function runProgram(source, { tools = {}, limits = LIMITS, signal, prepare = () => {}, typescript = true } = {}) {
  const logs = [];
  const log = (level, text) => logs.length < MOST_LOGS && logs.push(level === "log" ? text : `[${level}] ${text}`);
  let engine;
  try {
    engine = new Engine({ limits, typescript, console: log });
    for (const [name, f] of Object.entries(tools)) engine.call(name, async (...args) => f(...args));
    prepare(engine);
    return { result: data(await engine.run(source, { signal })), logs };
  } catch (error) {
    return { result: undefined, error: error?.report ?? String(error?.message ?? error), logs };
  } finally {
    engine?.dispose();
  }
}

/** Returns a value as JSON has it, which is what models read. What stays in the engine, as functions and promises, is a text. */
function data(value) {
  let left = MOST_RESULT;
  // What a script holds once may be in its result any number of times.
  function bounded(name, item) {
    const isLong = (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) && item.byteLength > 8 * left;
    const shown = isLong ? undefined : plain(item);
    left -= 1 + (Array.isArray(this) ? 0 : name.length) + (typeof shown === "string" ? shown.length : 0);
    if (left < 0 || isLong) throw new TooLong("the result is too long: return less of it");
    return shown;
  }
  try {
    const text = JSON.stringify(value, bounded);
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof FerrotapeError || error instanceof TooLong) throw error;
    throw new Error("a value that holds itself, or is nested too deeply: return its data");
  }
}

class TooLong extends Error {}

/** Values that JSON has not: BigInts as texts, Maps, Sets and bytes as arrays. */
function plain(value) {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "function") return `[function ${value.name || "(anonymous)"}]`;
  if (value instanceof Error) return String(value);
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (value instanceof Map || value instanceof Set || (ArrayBuffer.isView(value) && !(value instanceof DataView))) return [...value];
  return value;
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
