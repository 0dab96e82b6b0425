// An executor for @cloudflare/codemode: code of models runs in Ferrotape, in any Node, without a Worker of its own.
import { runProgram } from "./program.js";

/** Makes the namespaces of connectors, whose methods are not known before they are called. */
const CONNECTORS = `(call) => {
  return (name) => new Proxy({}, { get: (_, method) => typeof method === "string" ? (args) => call(name, method, args) : undefined });
}`;
const CALL = "__connector";

/** `new FerrotapeExecutor({ limits })` is what `createCodeTool` takes as its `executor`. */
export class FerrotapeExecutor {
  #options;

  constructor(options = {}) {
    this.#options = options;
  }

  async execute(code, providersOrFns, { connectors = [] } = {}) {
    const providers = Array.isArray(providersOrFns) ? providersOrFns : [{ name: "codemode", fns: providersOrFns }];
    const bindings = new Map(connectors.map(({ name, binding }) => [name, binding]));
    const prepare = (engine) => {
      for (const { name, fns } of providers) {
        // A namespace without functions is there as well.
        engine.eval(`globalThis[${JSON.stringify(name)}] ??= {}; 0`);
        for (const [key, f] of Object.entries(fns)) engine.call(`${name}.${key}`, async (...args) => f(...args));
      }
      if (bindings.size > 0) {
        engine.call(CALL, (name, method, args) => bindings.get(name).callTool(method, args));
        engine.eval(`{ const of = (${CONNECTORS})(${CALL}); delete globalThis.${CALL};
          for (const name of ${JSON.stringify([...bindings.keys()])}) globalThis[name] = of(name) } 0`);
      }
      for (const { name, prelude } of providers) if (prelude) engine.eval(prelude, { name: `${name}.prelude` });
    };
    // The code is an async arrow function.
    return runProgram(`return await (${code}\n)()`, { ...this.#options, typescript: false, prepare });
  }
}
