// A tool for the AI SDK (`ai`), by which a model calls other tools from a program: many of them in one step, in parallel, in loops.
import { asSchema, jsonSchema, tool } from "ai";
import { HOW_TO, described, runProgram } from "./program.js";

/** Makes a tool of tools: each is `tools.name(input)` in programs. Those without `execute`, or that need approval, are left out. */
export function codeTool({ tools = {}, limits, description } = {}) {
  const usable = Object.entries(tools).filter(([, it]) => typeof it.execute === "function" && !it.needsApproval);
  const schemas = new Map(usable.map(([name, it]) => [name, asSchema(it.inputSchema)]));
  const told = usable.map(([name, it]) => ({ name, description: it.description, inputSchema: schemas.get(name).jsonSchema }));
  return tool({
    description: description ?? [HOW_TO, ...described(told)].join("\n"),
    inputSchema: jsonSchema({
      type: "object",
      properties: { code: { type: "string", description: "The program" } },
      required: ["code"],
      additionalProperties: false,
    }),
    async execute({ code }, options) {
      const functions = usable.map(([name, it]) => [`tools.${name}`, async (input) => {
        const checked = (await schemas.get(name).validate?.(input)) ?? { success: true, value: input };
        if (!checked.success) throw checked.error;
        return settled(it.execute(checked.value, options));
      }]);
      return runProgram(code, { tools: Object.fromEntries(functions), limits, signal: options?.abortSignal });
    },
  });
}

/** The last of what a tool gives that streams its results, or its result. */
async function settled(given) {
  const result = await given;
  if (typeof result?.[Symbol.asyncIterator] !== "function") return result;
  let last;
  for await (const value of result) last = value;
  return last;
}
