// Compares the size of ferrotape.wasm with the record in size.json: more than 2 % above it fails. `--record` writes it again.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TOLERANCE = 1.02;
const here = (name) => new URL(name, import.meta.url);
const code = readFileSync(here("ferrotape.wasm"));
const sizes = {
  raw: code.length,
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length,
};
if (process.argv.includes("--record")) {
  writeFileSync(here("size.json"), `${JSON.stringify(sizes, null, 2)}\n`);
} else {
  const record = JSON.parse(readFileSync(here("size.json"), "utf8"));
  for (const [name, bytes] of Object.entries(sizes)) {
    const share = ((100 * bytes) / record[name] - 100).toFixed(1);
    console.log(`${name}: ${bytes} bytes, ${share} % beside the record of ${record[name]}`);
    if (bytes > TOLERANCE * record[name]) {
      console.error("ferrotape.wasm has grown: make it smaller, or say in the commit why the record changes (node size.mjs --record)");
      process.exitCode = 1;
    }
  }
}
