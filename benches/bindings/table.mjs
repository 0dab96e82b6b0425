// Reads a line of JSON for each engine, ours first, and prints a table of them.
import { readFileSync } from "node:fs";

/** Engines that are interpreters of JavaScript, as ours: others compile, or run another language. */
const INTERPRETERS = ["quickjs-emscripten", "quickjs-wasi", "quickjs", "dukpy"];
const engines = readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const [own] = engines;
const rows = Object.keys(own).filter((key) => key !== "engine" && key !== "goals");

const shown = (value) => (value === undefined || value === null ? "–" : value >= 100 ? String(Math.round(value)) : value.toPrecision(3));
console.log(`\n| | ${engines.map(({ engine }) => engine).join(" | ")} | goal | ahead of us |\n|${"---|".repeat(engines.length + 3)}`);
for (const row of rows) {
  const ahead = engines.filter((it) => INTERPRETERS.includes(it.engine) && typeof it[row] === "number" && it[row] < own[row]);
  const cells = [...engines.map((it) => shown(it[row])), shown(own.goals[row]), ahead.map(({ engine }) => engine).join(", ") || "none"];
  console.log(`| ${row} | ${cells.join(" | ")} |`);
}
