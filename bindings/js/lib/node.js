// For Node, Deno and Bun: the code is compiled when the package is imported.
import { readFileSync } from "node:fs";
import { use } from "./core.js";

use(new WebAssembly.Module(readFileSync(new URL("../ferrotape.wasm", import.meta.url))));

export * from "./core.js";
