// For Node, Deno and Bun: the code is compiled when the package is imported.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { use } from "./core.js";
import { keepBy } from "./handlers.js";

const storage = new AsyncLocalStorage();
// Where all promises are slower for it, there is this function.
keepBy(storage, () => storage.disable?.());
use(new WebAssembly.Module(readFileSync(new URL("../ferrotape.wasm", import.meta.url))));

export * from "./core.js";
