// For browsers and bundlers: the code is fetched when the package is imported.
import { use } from "./core.js";

const url = new URL("../ferrotape.wasm", import.meta.url);

async function load() {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  // Servers that do not know the type are many.
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

use(await load());

export * from "./core.js";
