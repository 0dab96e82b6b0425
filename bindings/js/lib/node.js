// For Node, Deno and Bun: the code is compiled when the package is imported.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { use } from "./core.js";
import { keepBy } from "./handlers.js";

keepBy(new AsyncLocalStorage());
use(new WebAssembly.Module(readFileSync(new URL("../ferrotape.wasm", import.meta.url))));

export * from "./core.js";
