// Tools for servers of the Model Context Protocol (`@modelcontextprotocol/sdk`), and tools of such servers for programs.
import { HOW_TO, described, runProgram } from "./program.js";

/**
 * Gives a server (`McpServer`) the tool `run`, whose programs call `tools`: async functions by name, or what `toolsOf` gives. `z` is zod,
 * which the SDK takes schemas of.
 */
export function registerRun(server, { z, tools = {}, limits, name = "run" }) {
  const told = Object.entries(tools).map(([name, f]) => ({ name, description: f.description, inputSchema: f.inputSchema }));
  const functions = Object.fromEntries(Object.entries(tools).map(([name, f]) => [`tools.${name}`, f]));
  const inputSchema = { code: z.string().describe("The program") };
  return server.registerTool(name, { description: [HOW_TO, ...described(told)].join("\n"), inputSchema }, async ({ code }, { signal }) => {
    const { result, error, logs } = await runProgram(code, { tools: functions, limits, signal });
    const text = error ?? (typeof result === "string" ? result : (JSON.stringify(result) ?? "undefined"));
    const content = [text, ...(logs.length > 0 ? [`console:\n${logs.join("\n")}`] : [])].map((text) => ({ type: "text", text }));
    return { content, isError: error !== undefined };
  });
}

/** Returns the tools of a server as functions for programs. An error of the server is an exception of the program. */
export async function toolsOf(client) {
  const { tools } = await client.listTools();
  return Object.fromEntries(tools.map(({ name, description, inputSchema }) => {
    const call = async (input = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input });
      const text = content?.map((it) => (it.type === "text" ? it.text : `[${it.type}]`)).join("\n") ?? "";
      if (isError) throw new Error(text);
      return structuredContent ?? text;
    };
    return [name, Object.assign(call, { description, inputSchema })];
  }));
}
