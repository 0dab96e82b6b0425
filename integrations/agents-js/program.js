// Runs a program of a model in an engine of its own, with tools, and tells what became of it.
import { Engine } from "ferrotape";

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
    return { result: await engine.run(source, { signal }), logs };
  } catch (error) {
    return { result: undefined, error: error?.report ?? String(error?.message ?? error), logs };
  } finally {
    engine?.dispose();
  }
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
