// Makes the page: node playground/build.mjs ENGINE.wasm PAGE.html
// All modules become one script, as pages from a file cannot import; the engine is packed into the page.
import { createHash } from "node:crypto";
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [wasm, page] = process.argv.slice(2);
if (!page) throw new Error("build.mjs takes the engine and the name of the page");
const folder = join(import.meta.dirname, "src");
const read = (name) => readFileSync(join(folder, name), "utf8");

const IMPORT = /^import (\{[^}]*\}) from "\.\/([\w-]+)\.js";\n/gm;
const EXPORT = /^export ((?:async )?(?:function\*?|class|const|let) (\w+))/gm;

/** The script of a module and, before it, of what it imports, each once. A module is a function that returns what it exports. */
function joined(name, seen = new Set()) {
  if (seen.has(name)) return "";
  seen.add(name);
  const text = read(`${name}.js`);
  const before = [...text.matchAll(IMPORT)].map(([, , imported]) => joined(imported, seen)).join("");
  const exported = [...text.matchAll(EXPORT)].map(([, , exported]) => exported);
  const own = text.replace(IMPORT, "const $1 = $$$2;\n").replace(EXPORT, "$1");
  if (/^(import|export) /m.test(own)) throw new Error(`${name} imports or exports in another way than the build knows`);
  if (exported.length === 0) return `${before}// ${name}\n${own}`;
  return `${before}const $${name} = (() => {\n${own}return { ${exported.join(", ")} };\n})();\n`;
}

/** Nothing in a script of the page may look like its end. */
function script(text) {
  if (/<\/script|<!--/i.test(text)) throw new Error("a script must not contain its end");
  return text;
}

const parts = {
  style: read("style.css"),
  script: script(joined("main")),
  worker: script(read("worker.js")),
  wasm: gzipSync(readFileSync(wasm), { level: 9 }).toString("base64"),
};
// No other script runs in the page.
parts.hash = createHash("sha256").update(parts.script).digest("base64");
const text = read("index.html").replace(/\/\*\{(\w+)\}\*\//g, (_, name) => parts[name]);
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, text);
console.log(`${page}: ${(text.length / 1e6).toFixed(2)} MB`);
